"""`pbem orders --html` in a real browser: orders are clicked together, saved, checked and sent."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from pbem.game.forms import read_form
from pbem.report.choosing import render
from tests import orderpage
from tests.orderpage import HOSTILE
from tests.simulator import Player, World, begin

SEATS = {
    "midway/midway-0700": ("japanese", "american"),
    "cartwheel/toenails": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "table/table": ("red", "blue"),
}
FILES = {"table/table": 2}
"""So many files are played first; eight where nothing stands here."""
WIDTHS = (360, 800, 1400)

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's browser, without a network."""
    with sync_playwright() as made:
        started = made.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield started
        started.close()


class Opened:
    """A page in the browser, and what it has complained of and asked for."""

    def __init__(self, browser: Browser, path: Path, width: int = 1400, scheme: str = "light"):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(5_000)
        self.page: Page = context.new_page()
        self.trouble: list[str] = []
        self.wanted: list[str] = []
        self.page.on("console", lambda said: self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", lambda asked: self.wanted.append(asked.url))
        self.page.goto(path.as_uri())

    @property
    def text(self) -> str:
        """The orders file."""
        return self.page.inner_text("#text")

    def offer(self, kind: str, *words: str) -> Locator:
        """The button of an order that is offered, by the name of who it is for and its own."""
        part = self.page.locator(f"details[data-kind={kind}]")
        *who, label = words
        for name in who:
            part = part.get_by_role("group", name=name, exact=True)
        return part.locator("button.offer").filter(has=self.page.locator(f"text=/^{label}$/"))

    def order(self, kind: str, *words: str) -> None:
        """Click an order that is offered."""
        self.offer(kind, *words).click()

    def saved(self, path: Path) -> Path:
        """The file that the page saves."""
        with self.page.expect_download() as download:
            self.page.click("#save")
        download.value.save_as(path)
        return path

    def listed(self) -> list[str]:
        """The chosen orders in words."""
        return self.page.locator("#chosen .what > span:first-child").all_inner_texts()


def page_of(player: Player, place: Path) -> Path:
    """The page as a player writes it."""
    path = place / f"{player.seat}.html"
    assert player.run("orders", "--html", str(path)) == 0
    return path


@pytest.fixture(scope="module", params=SEATS)
def page_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of each system, some files into a game."""
    place = tmp_path_factory.mktemp("orders")
    world = begin(place, request.param, SEATS[request.param])
    world.play(FILES.get(request.param, 8))
    return page_of(world.players[world.next_seat], place)


def test_a_strike_is_planned_launched_and_sent_from_the_page(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    player = world.players["japanese"]
    _plan(Opened(browser, page_of(player, tmp_path)), player, tmp_path)
    world.deliver((player.folder / "outbox" / "0002-japanese.pbem").read_bytes(), "japanese")
    _play_until(world, "launch", tmp_path)
    opened = Opened(browser, page_of(player, tmp_path))
    opened.page.click('.board [data-id="Kaga-TB1"]')
    assert opened.page.locator("#all").inner_text() == "Only about Kaga-TB1, 5 SP ✕"
    opened.order("launch", "Kaga", "strike Kaga-TB1")
    opened.page.click("#all")
    opened.order("launch", "Kaga", "strike Kaga-TB2")
    opened.order("launch", "Akagi", "strike Akagi-TB")
    assert (
        opened.offer("launch", "Akagi", "Akagi launches nothing").get_attribute("aria-disabled")
        == "true"
    )
    opened.page.fill("#message", 'For "Akagi":\nbanzai')
    saved = tmp_path / "copied.toml"
    saved.write_text(opened.text, encoding="utf-8")
    capsys.readouterr()
    assert player.run("check", str(saved)) == 0
    assert "Kaga launches Kaga-TB1 5 SP and Kaga-TB2 3 SP to strike" in capsys.readouterr().out
    assert player.run("send", "--yes", str(saved)) == 0
    with player.session() as session:
        moving = session.fold.table.game.squadrons_in("japanese", "moving", "ready", "attacking")
        assert {one.id for one in moving} >= {"Kaga-TB1", "Kaga-TB2", "Akagi-TB"}
    assert opened.trouble == []
    assert opened.wanted == [(tmp_path / "japanese.html").as_uri()]


def _plan(opened: Opened, player: Player, place: Path) -> None:
    """Spot three squadrons on two decks, and change one's mind about a fourth."""
    opened.order("plan", "Kaga", "Kaga-TB2")
    opened.order("plan", "Kaga", "Kaga-TB1")
    opened.order("plan", "Hiryu", "Hiryu-DB")
    opened.order("plan", "Akagi", "Akagi-TB")
    assert opened.offer("plan", "Hiryu", "Hiryu-DB").get_attribute("aria-pressed") == "true"
    opened.order("plan", "Hiryu", "Hiryu-DB")
    kaga, akagi = opened.listed()
    assert kaga.startswith("Kaga has Kaga-TB1 5 SP and Kaga-TB2 3 SP on deck, and")
    assert akagi == "Akagi has Akagi-TB 5 SP on deck, and will land nothing [M11.1]."
    opened.page.get_by_role("button", name="Up: Akagi has").click()
    assert opened.listed()[0].startswith("Akagi has Akagi-TB")
    assert opened.text.endswith(
        '[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = ["Akagi-TB"]\n\n'
        '[[order]]\ntype = "plan"\ncarrier = "kaga"\ndeck = ["Kaga-TB2", "Kaga-TB1"]\n'
    ), opened.text
    saved = opened.saved(place / "orders-0002.toml")
    assert player.run("orders", "--take", str(saved)) == 0
    assert player.run("send", "--yes") == 0


def _play_until(world: World, kind: str, place: Path) -> None:
    """Let bots play on until the Japanese file takes a kind of order."""
    for _ in range(10):
        if world.next_seat == "japanese":
            data = orderpage.data_of(page_of(world.players["japanese"], place))
            if any(sort["kind"] == kind and sort["offers"] for sort in data["sorts"]):
                return
        world.round()
    raise AssertionError(kind)


def test_the_draft_stands_there_and_can_be_taken_out_piece_by_piece(
    browser: Browser, tmp_path: Path
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    player = world.players["japanese"]
    assert player.run("orders", "--add", "plan", "carrier=Kaga", "deck=Kaga-TB1,Kaga-TB2") == 0
    opened = Opened(browser, page_of(player, tmp_path))
    assert opened.listed() == [
        "Kaga has Kaga-TB1 5 SP and Kaga-TB2 3 SP on deck, and will land nothing [M11.1]."
    ]
    opened.order("plan", "Kaga", "Kaga-TB1")
    assert opened.listed() == ["Kaga has Kaga-TB2 3 SP on deck, and will land nothing [M11.1]."]
    assert opened.text.endswith('deck = ["Kaga-TB2"]\n')
    opened.page.get_by_role("button", name="Take out: Kaga has").click()
    assert opened.listed() == []
    assert "[[order]]" not in opened.text


def test_a_telephone_finds_its_way_from_the_offers_to_the_orders(
    browser: Browser, tmp_path: Path
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    opened = Opened(browser, page_of(world.players["japanese"], tmp_path), width=360)
    opened.page.click('.board [data-id="Akagi-TB"]')
    assert opened.page.inner_text("#told") == "Listed is only what is about Akagi-TB, 5 SP."
    kinds = opened.page.locator("#kinds > details").evaluate_all(
        "(all) => all.map((one) => one.dataset.kind)"
    )
    assert kinds == ["plan", "standing-land", "standing-move", "standing-losses"]
    opened.page.fill("#about", "Lexington")
    assert opened.page.inner_text("#kinds").startswith("Nothing that is listed here")
    opened.page.click("#all")
    opened.page.fill("#about", "")
    opened.order("plan", "Akagi", "Akagi-TB")
    opened.page.click("#count-below")
    assert opened.page.locator("#chosen li").bounding_box()["y"] < 900  # type: ignore[index]


def test_what_excludes_another_says_why(browser: Browser, tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    opened = Opened(browser, page_of(world.players["japanese"], tmp_path))
    opened.order("move", "Akagi-F", "Waiting to Land")
    barred = opened.offer("stay", "Akagi-F")
    assert barred.get_attribute("aria-disabled") == "true"
    why = opened.page.locator("details[data-kind=stay] .why")
    assert why.inner_text() == "Akagi-F is ordered twice: see order 1"
    barred.click(force=True)
    assert len(opened.listed()) == 1
    assert opened.page.inner_text("#told") == "Not added: Akagi-F is ordered twice, see order 1"


def test_what_together_is_too_much_says_why(browser: Browser, tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    opened = Opened(browser, page_of(world.players["japanese"], tmp_path))
    opened.order("land", "Akagi", "Hiryu-TB")
    opened.order("land", "Akagi", "Akagi-DB")
    assert opened.listed() == ["Akagi lands Akagi-DB 5 SP and Hiryu-TB 5 SP [M1.3]."]
    assert opened.text.endswith('squadrons = ["Hiryu-TB", "Akagi-DB"]\n')
    opened.order("land", "Akagi", "Soryu-F")
    opened.order("land", "Akagi", "Soryu-TB")
    part = opened.page.locator("details[data-kind=land]").get_by_role("group", name="Akagi")
    assert part.locator(".why").inner_text() == (
        "it is ordered already: see order 1; "
        "25 SP are more than a carrier lands in a turn: see order 1"
    )
    opened.offer("land", "Akagi", "Hiryu-F").click(force=True)
    assert "Hiryu-F" not in opened.text
    opened.order("land", "Akagi", "Soryu-F")
    assert opened.offer("land", "Akagi", "Hiryu-F").get_attribute("aria-disabled") == "false"


def test_an_involved_order_is_put_together_key_by_key_and_on_the_map(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    player = world.players["japanese"]
    opened = Opened(browser, page_of(player, tmp_path))
    part = opened.page.locator("details[data-kind=standing-move]")
    part.locator("> summary").click()
    part.get_by_role("button", name="Add this order").click()
    assert "It lacks: squadrons, move" in part.inner_text()
    part.get_by_label("squadrons *").fill("akagi-tb, Kaga-TB1")
    part.get_by_label("move *").select_option("hold-until")
    part.get_by_role("button", name="Pick on the map").last.click()
    opened.page.click('.board [data-id="Akagi-F"]')
    opened.page.click('.board [data-id="Hiryu-DB"]')
    part.get_by_role("button", name="Add this order").click()
    assert opened.text.endswith(
        '[[order]]\ntype = "standing-move"\nsquadrons = ["Akagi-TB", "Kaga-TB1"]\n'
        'move = "hold-until"\nuntil = ["Akagi-F", "Hiryu-DB"]\n'
    ), opened.text
    capsys.readouterr()
    assert player.run("orders", "--take", str(opened.saved(tmp_path / "it.toml"))) == 0
    assert "Akagi-TB and Kaga-TB1" in capsys.readouterr().out
    assert opened.trouble == []


def test_every_offer_joins_to_the_text_that_is_checked(browser: Browser, page_file: Path) -> None:
    """What the fast tests check is what the script writes."""
    data, opened = orderpage.data_of(page_file), Opened(browser, page_file)
    script = """(kind) => data.sorts.find((one) => one.kind === kind).offers.map((offer) => {
        chosen = [...offer.needs.map(copyOf), copyOf(offer)]; return text(); })"""
    told = 0
    for sort in data["sorts"]:
        if sort["offers"]:
            wanted = [orderpage.text(data, one) for one in orderpage.offers(sort)]
            assert opened.page.evaluate(script, sort["kind"]) == wanted
            told += len(wanted)
    assert told
    assert opened.trouble == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_fits_and_is_for_everybody(
    width: int, scheme: str, browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, width, scheme)
    opened.page.evaluate("for (const one of find('kinds').children) one.open = true")
    opened.page.wait_for_timeout(200)
    for one in opened.page.locator("button.offer[aria-disabled=false]").element_handles()[:3]:
        one.evaluate("(one) => one.click()")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(opened.page).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, found
    assert opened.trouble == []
    assert opened.wanted == [page_file.as_uri()]


def test_hostile_words_stay_words(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(render(orderpage.of_words(HOSTILE)), encoding="utf-8")
    opened = Opened(browser, path)
    opened.page.locator("#chosen .moves button").last.click()
    opened.page.click("button.offer")
    opened.page.click(".board [data-id]", force=True)
    opened.page.locator(".compose > summary").click()
    opened.page.locator(".field .options button").click()
    opened.page.get_by_role("button", name="Add this order").click()
    opened.page.wait_for_timeout(100)
    assert opened.trouble == []
    assert opened.wanted == [path.as_uri()]
    file = tomli.loads(opened.text)
    assert file["message"] == HOSTILE
    assert file["order"][0] == {"type": "plan", "carrier": HOSTILE}
    assert "‹U+202E›" in opened.page.inner_text("#told")


def test_what_an_order_needs_is_ordered_with_it(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"))
    world.play(8)
    player = world.players[world.next_seat]
    opened = Opened(browser, page_of(player, tmp_path))
    opened.page.locator("details[data-kind=support] button.offer").first.click()
    opened.page.locator("details[data-kind=support] button.offer").nth(1).click()
    offensive, support = opened.listed()
    assert offensive.startswith("Japan performs a land offensive in the theatre Japan")
    assert "support the attack at Japan with 2 [PH10.3]" in support
    capsys.readouterr()
    assert player.run("orders", "--take", str(opened.saved(tmp_path / "it.toml"))) == 0
    assert "support the attack at Japan" in capsys.readouterr().out


# --- what bots order, put together key by key ----------------------------------------------------


def put_together(opened: Opened, table: Mapping[str, Any]) -> None:
    """Fill the fields of an order's kind with what stands in its table."""
    part = opened.page.locator(f"details[data-kind={table['type']}]")
    for folded in ("", " .compose"):
        one = opened.page.locator(f"details[data-kind={table['type']}]{folded}")
        one.evaluate("(one) => { one.open = true; }")
        one.locator("> :nth-child(2)").wait_for()
    for key, value in table.items():
        if key != "type":
            name = re.compile(f"^{key.replace('_', ' ')}( \\*)?$")
            label = opened.page.locator("label", has_text=name)
            field = part.locator(".field").filter(has=label)
            _fill(field.first, value)
    part.get_by_role("button", name="Add this order").click()


def _fill(field: Locator, value: Any) -> None:
    if isinstance(value, list | tuple):
        for one in value:
            field.locator("input").fill(one)
            field.get_by_role("button", name="Add to").click()
    elif isinstance(value, Mapping):
        for key, one in value.items():
            words = ", ".join(one) if isinstance(one, list | tuple) else str(one)
            inputs = field.locator("input")
            if inputs.count() > 1:
                inputs.nth(0).fill(key)
                inputs.nth(1).fill(words)
            else:
                inputs.fill(f"{key} = {words}")
            field.get_by_role("button", name="Add to").click()
    elif field.locator("select").count():
        said = {True: "yes", False: "no"}.get(value, str(value))
        field.locator("select").select_option(label=said)
    else:
        field.locator("input").fill(str(value))


BY_HAND = {
    "cartwheel/toenails": {"air-mission", "naval-mission", "reply", "evacuate"},
    "pto/leyte": {
        "offensive",
        "sail",
        "strike",
        "form",
        "support",
        "search",
        "air-strike",
        "return",
    },
    "midway/midway-0700": {"plan", "launch", "standing-cap", "search-groups", "cap-attack"},
}


@pytest.mark.parametrize("scenario", BY_HAND)
def test_what_bots_order_can_be_put_together_by_hand(
    scenario: str, browser: Browser, tmp_path: Path
) -> None:
    world, tried = begin(tmp_path, scenario, SEATS[scenario]), set()
    for _ in range(24):
        if not world.next_seat:
            break
        player = world.players[world.next_seat]
        given = [one for one in player.bot_orders() if one["type"] in BY_HAND[scenario] - tried]
        if given:
            data = orderpage.data_of(page_of(player, tmp_path))
            keys = {sort["kind"]: {one["key"] for one in sort["fields"]} for sort in data["sorts"]}
            opened = Opened(browser, tmp_path / f"{player.seat}.html")
            wanted = []
            for table in {one["type"]: one for one in given}.values():
                written = {
                    key: value
                    for key, value in table.items()
                    if key in keys[table["type"]] | {"type"}
                }
                if written["type"] != "reply" or len(written) > 2:
                    put_together(opened, written)
                    wanted.append(written)
                    tried.add(written["type"])
            with player.session() as session:
                found = read_form(session, opened.text, "page").orders
            assert json.loads(json.dumps(found)) == json.loads(json.dumps(wanted))
            assert opened.trouble == []
        world.round()
    assert len(tried) > 1, tried
