"""A stranger plays by clicks alone: no line of an orders file is ever before his eyes."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests import orderpage
from tests.orderclicks import SEATS, Opened, page_of, until
from tests.simulator import Player, begin

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

SHOWN = r"""() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const isSeen = [...range.getClientRects()].some((one) => one.width > 1 && one.height > 1)
            && node.parentElement.checkVisibility({ visibilityProperty: true });
        if (isSeen && node.parentElement.closest("script, style") === null) found.push(node.data);
    }
    return found.join("\n");
}"""
"""All text that has a box on the page."""


class Stranger:
    """Somebody who clicks, looks at what he sees, and saves."""

    def __init__(self, browser: Browser, player: Player, place: Path) -> None:
        self.player, self.saves = player, place / "saved"
        assert player.run("config", "downloads", str(self.saves)) == 0
        self.opened = Opened(browser, page_of(player, place))
        self.page = self.opened.page
        self.look()

    def look(self) -> None:
        """See that nothing of an orders file stands there."""
        seen = self.page.evaluate(SHOWN)
        assert "Your orders" in seen
        for one in ("[[order]]", ' = "', " = [", " = {", "type =", ".toml", "'path'"):
            assert one not in seen, (one, seen)

    def counter(self, id_: str) -> None:
        self.page.locator(f'.board [data-id="{id_}"]').first.dispatch_event("click")
        self.look()

    def place(self, id_: str) -> None:
        """Click a place that is framed."""
        framed = self.page.locator(f'.board .reach[data-place="{id_}"]')
        assert framed.count() == 1, id_
        framed.dispatch_event("click")
        self.look()

    @property
    def framed(self) -> list[str]:
        found: list[str] = self.page.locator(".board .place.reach").evaluate_all(
            "(all) => all.map((one) => one.dataset.place)"
        )
        return found

    def choose(self, kind: str, *words: str) -> None:
        self.opened.offer(kind, *words).click()
        self.look()

    def finish(self, kind: str) -> None:
        """Choose whatever comes first of what is still asked for, and add the order."""
        part = self.page.locator(f"details[data-kind={kind}] .compose")
        for _ in range(9):
            said = part.locator(".lacks").inner_text()
            if not said.startswith("Still to choose: "):
                break
            title = said.removeprefix("Still to choose: ").rstrip(".").split(", ")[0]
            name = title.split(" and ")[0]
            field = part.locator(f".field:has(> .name:text-is('{name}'))")
            field.locator("button").first.click()
            self.look()
        part.get_by_role("button", name="Add this order").click()
        self.look()

    def serious(self) -> list[str]:
        found = Axe().run(self.page).response["violations"]
        return [one["id"] for one in found if one["impact"] in ("serious", "critical")]

    def sends(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        """Save, take what was saved last, and sign it."""
        assert self.serious() == []
        with self.page.expect_download() as download:
            self.page.locator("#save").click()
        name = download.value.suggested_filename
        download.value.save_as(self.saves / f"{len(list(self.saves.glob('*')))}-{name}")
        download.value.save_as(self.saves / name)
        self.look()
        capsys.readouterr()
        assert self.player.run("orders", "--take") == 0, capsys.readouterr().err
        said = capsys.readouterr().out
        assert all(one in said for one in words), said
        assert self.player.run("send", "--yes") == 0
        assert self.opened.trouble == []


def test_a_midway_strike_is_planned_and_sent_by_clicks_alone(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    player = world.players["japanese"]
    anna = Stranger(browser, player, tmp_path)
    anna.counter("Kaga-TB1")
    anna.choose("plan", "Kaga", "Kaga-TB1")
    anna.page.click("#all")
    anna.counter("Akagi-TB")
    anna.choose("plan", "Akagi", "Akagi-TB")
    anna.sends(capsys, "Kaga has Kaga-TB1 5 SP on deck", "Akagi has Akagi-TB 5 SP on deck")
    world.deliver((player.folder / "outbox" / "0002-japanese.pbem").read_bytes(), "japanese")
    until(world, "japanese", "launch", tmp_path)
    anna = Stranger(browser, player, tmp_path)
    anna.counter("Kaga-TB1")
    anna.choose("launch", "Kaga", "to strike Kaga-TB1")
    anna.page.click("#all")
    anna.choose("launch", "Akagi", "to strike Akagi-TB")
    anna.sends(capsys, "Kaga launches Kaga-TB1 5 SP to strike", "Akagi launches Akagi-TB")
    with player.session() as session:
        moving = session.fold.table.game.squadrons_in("japanese", "moving", "ready", "attacking")
        assert {one.id for one in moving} >= {"Kaga-TB1", "Akagi-TB"}


def test_an_air_mission_of_cartwheel_is_sent_by_clicks_on_the_map(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/toenails", SEATS["cartwheel/toenails"])
    until(world, "japanese", "air-mission", tmp_path)
    anna = Stranger(browser, world.players["japanese"], tmp_path)
    anna.counter("A6M-201")
    framed = anna.framed
    assert framed
    anna.place(framed[0])
    assert anna.serious() == []
    anna.finish("air-mission")
    (told,) = anna.opened.listed()
    assert "A6M-201" in told
    assert framed[0] in told
    assert anna.framed == [] or framed[0] not in anna.framed
    anna.sends(capsys, "A6M-201")


def test_a_move_of_pacific_theater_is_sent_by_clicks_on_the_map(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/leyte", SEATS["pto/leyte"])
    until(world, "japanese", "sail", tmp_path)
    anna = Stranger(browser, world.players["japanese"], tmp_path)
    data = orderpage.data_of(tmp_path / "japanese.html")
    (sort,) = (one for one in data["sorts"] if one["kind"] == "sail")
    forces = {f"force {data['items'][row[0][0][0]][2][0]}" for row in sort["offers"]}
    ship = next(id_ for id_, (_, _, pile) in data["counters"].items() if pile in forces)
    anna.counter(ship)
    framed = anna.framed
    assert framed
    anna.place(framed[0])
    sails = anna.page.locator("details[data-kind=sail] button.offer")
    assert all(
        re.match("to |standing by$|.* stays at ", label) for label in sails.all_inner_texts()
    )
    sails.first.click()
    anna.look()
    (told,) = anna.opened.listed()
    assert "sail" in told
    anna.sends(capsys, " sails ", "MP")


def test_dice_at_a_table_are_thrown_by_what_is_typed_into_the_page(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table/table", SEATS["table/table"])
    world.play(2)
    anna = Stranger(browser, world.players[world.next_seat], tmp_path)
    part = anna.opened.composer("roll")
    part.get_by_label("dice").fill("2d6")
    assert "Still to choose: what for." in part.inner_text()
    part.get_by_label("what for").fill("the gunners of hill 204")
    part.get_by_role("button", name="Add this order").click()
    anna.look()
    assert anna.opened.listed() == ["Roll: dice: 2d6; what for: the gunners of hill 204"]
    anna.sends(capsys, "You roll 2d6 for")
