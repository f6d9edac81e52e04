"""Orders that are put together on the order page: what goes with what, and nothing is lacking."""

import json
import re
from pathlib import Path

import pytest
import tomli
from playwright.sync_api import Browser

from pbem.game.filled import read_form
from tests import orderpage
from tests.orderclicks import SEATS, Opened, page_of, until
from tests.simulator import Player, begin

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


POSITIONS = {
    "midway/midway-0700": (0, 1, 3, 4, 9),
    "cartwheel/toenails": (0, 4, 8, 9, 12),
    "pto/leyte": (4, 8, 9, 12),
    "table/table": (2, 3),
}
"""So many files are played before each position."""


def first_of_all(opened: Opened, kind: str) -> str:
    """Choose whatever is offered first under each key that an order needs; gives its words.

    Words are typed where nothing is offered.
    """
    part = opened.composer(kind)
    for _ in range(12):
        said = part.locator(".lacks").inner_text()
        if not said.startswith("Still to choose"):
            break
        title = re.split(r", | and ", said.removeprefix("Still to choose: ").rstrip("."))
        field = part.locator(f".field:has(> .name:text-is('{title[0]}'))")
        if field.count():
            field.first.locator("button").first.click()
        else:
            label = part.locator(f".field:has(> label:text-is('{title[0]}'))").first
            control = label.locator("select, input, textarea").first
            if control.evaluate("(one) => one.tagName") == "SELECT":
                control.select_option(index=1)
            elif label.locator(".options button").count():
                label.locator(".options button").first.click()
            else:
                control.fill({"dice": "2d6"}.get(title[0], "some words"))
                control.press("Enter")
    before = len(opened.listed())
    assert part.locator(".add").get_attribute("aria-disabled") == "false", part.inner_text()
    part.locator(".add").click()
    told = opened.listed()
    assert len(told) > before, (kind, part.inner_text())
    return told[-1]


@pytest.mark.parametrize("scenario", POSITIONS)
def test_what_is_first_of_all_makes_legal_orders(
    scenario: str, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, played, tried = begin(tmp_path, scenario, SEATS[scenario]), 0, set[str]()
    for files in POSITIONS[scenario]:
        world.play(files - played)
        played = files
        while world.players[world.next_seat].run("answer", "--dry-run") == 0:
            world.play(1)  # nothing is to be decided in that file
            played += 1
        player = world.players[world.next_seat]
        opened = Opened(browser, page_of(player, tmp_path))
        for kind in composed(opened):
            told = first_of_all(opened, kind)
            assert not re.match(r"[a-z-]+:|.*\b\w+_\w+\b", told), told
            taken(opened, player, tmp_path, capsys)
            opened.page.reload()
            tried.add(kind)
        assert opened.trouble == []
    assert len(tried) >= (5 if scenario != "table/table" else 3), tried


def test_who_was_chosen_is_seen_and_can_be_taken_out_again(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/toenails", SEATS["cartwheel/toenails"])
    until(world, "japanese", "air-mission", tmp_path)
    player = world.players["japanese"]
    opened = Opened(browser, page_of(player, tmp_path))
    part = opened.composer("air-mission")
    strikers, fighters, where = (
        part.locator(f".field[data-key={key}]") for key in ("strikers", "escorts", "hex")
    )
    first = strikers.locator("button").first
    name, goals = first.inner_text(), where.locator("button").count()
    first.click()
    chosen = strikers.locator("button[aria-pressed=true]")
    assert chosen.all_inner_texts() == [f"✓ {name}"] or chosen.all_inner_texts() == [name]
    assert name not in fighters.locator("button").all_inner_texts()
    assert where.locator("button").count() <= goals
    chosen.click()
    assert strikers.locator("button[aria-pressed=true]").count() == 0
    first.click()
    other = fighters.locator("button").first
    escort = other.inner_text()
    other.click()
    told = first_of_all(opened, "air-mission")
    assert told.startswith("Strike on ")
    assert name in told
    assert f"Fighters: {escort}." in told
    assert taken(opened, player, tmp_path, capsys)


def test_single_strikers_bomb_and_land_otherwise_by_clicks(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/toenails", SEATS["cartwheel/toenails"])
    until(world, "allied", "air-mission", tmp_path)
    player = world.players["allied"]
    opened = Opened(browser, page_of(player, tmp_path))
    part = opened.composer("air-mission")
    part.locator(".more").evaluate("(one) => { one.open = true; }")
    field = {key: part.locator(f".field[data-key={key}]") for key in ("strikers", "mode", "modes")}
    names = ["SBD-132", "TBF-143"]
    for name in names:
        field["strikers"].get_by_role("button", name=name).click()
    assert field["modes"].locator(".who button").all_inner_texts() == names
    assert field["mode"].inner_text().endswith("regular: nothing else goes with it")
    field["modes"].get_by_role("button", name="SBD-132").click()
    field["modes"].get_by_role("button", name="dive").click()
    assert field["modes"].locator(".chips button").all_inner_texts() == ["SBD-132: dive"]
    part.locator(".field[data-key=band]").get_by_role("button", name="medium").click()
    first_of_all(opened, "air-mission")
    (order,) = tomli.loads(opened.text)["order"]
    assert order["modes"] == {"SBD-132": "dive"}
    assert taken(opened, player, tmp_path, capsys)


def test_a_new_force_is_formed_and_sails_by_clicks(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/leyte", SEATS["pto/leyte"])
    until(world, "allied", "form", tmp_path)
    player = world.players["allied"]
    opened = Opened(browser, page_of(player, tmp_path))
    part = opened.composer("form")
    for name in ("force-1", "force-2"):
        part.locator(".field[data-key=ships] button").first.click()
        part.get_by_role("button", name=f"{name} (new)").click()
        part.locator(".add").click()
    sailing = opened.composer("sail")
    sailing.get_by_role("button", name="force-1 (new)").click()
    sailing.get_by_role("group", name="standing by").get_by_role("button", name="yes").click()
    sailing.locator(".add").click()
    assert [one["tf"] for one in tomli.loads(opened.text)["order"]] == [
        "force-1", "force-2", "force-1",
    ]  # fmt: skip
    assert "force-1 stays at" in taken(opened, player, tmp_path, capsys)


def composed(opened: Opened) -> list[str]:
    """The kinds of orders of the page that are put together."""
    opened.page.evaluate("for (const one of find('kinds').children) one.open = true")
    opened.page.wait_for_timeout(50)
    kinds: list[str] = opened.page.locator("details.kind:has(.compose)").evaluate_all(
        "(all) => all.map((one) => one.dataset.kind)"
    )
    return kinds


def taken(opened: Opened, player: Player, place: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Save, and take what was saved; gives what is said of it."""
    saved = opened.saved(place / "saved.toml")
    capsys.readouterr()
    status = player.run("orders", "--take", str(saved))
    said = capsys.readouterr()
    assert status == 0, (said.err, opened.text)
    return said.out


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
        given = [
            one
            for one in player.bot_orders()
            if one["type"] in BY_HAND[scenario] - tried and "modes" not in one
        ]
        if given:
            data = orderpage.data_of(page_of(player, tmp_path))
            keys = {sort["kind"]: {one["key"] for one in sort["fields"]} for sort in data["sorts"]}
            opened = Opened(browser, tmp_path / f"{player.seat}.html")
            able = composed(opened)
            wanted = []
            for table in {one["type"]: one for one in given if one["type"] in able}.values():
                written = {
                    key: value
                    for key, value in table.items()
                    if key in keys[table["type"]] | {"type"}
                }
                opened.fill(table["type"], written)
                wanted.append(written)
                tried.add(written["type"])
            with player.session() as session:
                found = read_form(session, opened.text, "page").orders
            assert json.loads(json.dumps(found)) == json.loads(json.dumps(wanted))
            assert opened.trouble == []
        world.round()
    assert tried


def test_the_page_says_of_every_order_what_is_saved(browser: Browser, tmp_path: Path) -> None:
    """Whoever chooses what stands in a legal order gets its words and what it claims."""
    for scenario, files in POSITIONS.items():
        place = tmp_path / scenario.partition("/")[0]
        place.mkdir()
        world, played, tried = begin(place, scenario, SEATS[scenario]), 0, 0
        for number in files:
            world.play(number - played)
            played = number
            player = world.players[world.next_seat]
            if player.run("orders", "--html", str(place / "page.html")):
                continue  # nothing is to be decided in that file
            wrong, rows = Opened(browser, place / "page.html").page.evaluate(EVERY_ROW)
            assert wrong == []
            tried += rows
        assert tried


EVERY_ROW = """() => {
    const wrong = [];
    let tried = 0;
    for (const sort of sorts.values()) {
        const choice = new Choice(sort);
        const leads = choice.leads.map((field) => field.key);
        const isAllChosen = (row) => [...row.held.keys()].every((key) => leads.includes(key));
        for (const row of choice.open.filter(isAllChosen).slice(0, 300)) {
            const isChosen = ([key, items]) => choice.leads.some((field) => field.key === key
                && !(choice.isNo(field) && items[0] === field.usual));
            choice.picked = new Map([...row.held].filter(isChosen));
            const saved = choice.leads.filter((field) => choice.held(field).length)
                .map((field) => `${field.key} ${choice.held(field)}`);
            const wanted = choice.leads.filter((field) => row.held.has(field.key))
                .map((field) => `${field.key} ${row.held.get(field.key)}`);
            const told = choice.told(row.phrase[0], {});
            if (choice.missing.length) continue;
            tried += 1;
            if (saved.join() !== wanted.join() || choice.words([]) !== told)
                wrong.push([sort.kind, saved, wanted, choice.words([]), told]);
        }
    }
    return [wrong, tried];
}"""


def table_of_phases(place: Path, phases: str) -> Player:
    """Who writes next at a table with these phases, where there is a counter."""
    options = {"phases": phases} if phases else {}
    world = begin(place, "table/table", SEATS["table/table"], options)
    world.round(choose=lambda _: ({"type": "set", "counter": "Staerke", "value": "5"},))
    return world.players[world.next_seat]


def test_a_phase_is_of_this_turn_or_of_a_new_one_as_is_said(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for phases in ("", "Fire,Move,Charge"):
        place = tmp_path / f"of-{phases}"
        place.mkdir()
        player = table_of_phases(place, phases)
        opened = Opened(browser, page_of(player, place))
        part = opened.composer("phase")
        assert "Still to choose: phase." in part.inner_text()
        part.get_by_role("group", name="phase").locator("button").first.click()
        part.locator(".add").click()
        (told,) = opened.listed()
        assert told.startswith("You go on to phase ")
        assert told in taken(opened, player, place, capsys)
        opened.page.get_by_role("button", name="Take out").last.click()
        part.get_by_role("button", name="yes").click()
        assert ("Still to choose: phase." in part.inner_text()) == bool(phases)
        part.get_by_role("group", name="phase").locator(".options button").last.click()
        part.locator(".add").click()
        (told,) = opened.listed()
        assert told.startswith("You end turn 1; next is turn 2, phase ")
        assert told in taken(opened, player, place, capsys)


def test_a_counter_is_taken_off_by_clicks(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = table_of_phases(tmp_path, "")
    opened = Opened(browser, page_of(player, tmp_path))
    part = opened.composer("set")
    counter = part.locator(".field[data-key=counter]")
    counter.locator(".options button").first.click()
    assert "Still to choose: what it says." in part.inner_text()
    assert re.search(r"Staerke\s+5\s+blue may contest it", opened.page.inner_text("header"))
    contest = opened.page.locator("details[data-kind=contest] button.offer").all_text_contents()
    assert contest == [
        "You contest Staerke, which was set to 5: it is off the table again, and is disputed"
    ]
    part.get_by_role("button", name="what it says: nothing").click()
    part.locator(".add").click()
    assert tomli.loads(opened.text)["order"][0]["value"] == ""
    assert " off the table" in taken(opened, player, tmp_path, capsys)
