"""`pbem orders --html` in a real browser: orders are clicked together, saved, checked and sent."""

from pathlib import Path

import pytest
import tomli
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from pbem.report.choosing import render
from tests import orderpage
from tests.orderclicks import SEATS, Opened, page_of, until
from tests.orderpage import HOSTILE
from tests.simulator import Player, World, begin

FILES = {"table/table": 2}
"""So many files are played first; eight where nothing stands here."""
WIDTHS = (360, 800, 1400)

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


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
    opened.order("launch", "Kaga", "to strike Kaga-TB1")
    opened.page.click("#all")
    opened.order("launch", "Kaga", "to strike Kaga-TB2")
    opened.order("launch", "Akagi", "to strike Akagi-TB")
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


def test_an_involved_order_is_put_together_on_the_map(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    player = world.players["japanese"]
    opened = Opened(browser, page_of(player, tmp_path))
    part = opened.composer("standing-move")
    add = part.get_by_role("button", name="Add this order")
    assert add.get_attribute("aria-disabled") == "true"
    assert "Still to choose: squadrons and what they do." in part.inner_text()
    add.click(force=True)
    assert opened.listed() == []
    opened.page.click('.board [data-id="Akagi-TB"]')
    opened.page.click('.board [data-id="Kaga-TB1"]')
    part.get_by_role("button", name="hold until others are Ready").click()
    assert "Still to choose: until these are Ready." in part.inner_text()
    opened.page.click('.board [data-id="Hiryu-DB"]')
    add.click()
    assert opened.listed() == [
        "From now on Akagi-TB and Kaga-TB1 stay until Hiryu-DB stands Ready or Attacking "
        "[M3.1, MB1]."
    ]
    assert opened.text.endswith(
        '[[order]]\ntype = "standing-move"\nsquadrons = ["Akagi-TB", "Kaga-TB1"]\n'
        'move = "hold-until"\nuntil = ["Hiryu-DB"]\n'
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
    for _ in range(3):  # what lies folded in what is unfolded, too
        opened.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = 1")
        opened.page.wait_for_timeout(100)
    for one in opened.page.locator("button.offer[aria-disabled=false]").element_handles()[:3]:
        one.evaluate("(one) => one.click()")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(opened.page).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, found
    assert opened.trouble == []
    assert opened.wanted == [page_file.as_uri()]


def test_what_a_file_decides_is_told_without_saying_the_turn_again(
    browser: Browser, tmp_path: Path
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    opened = Opened(browser, page_of(world.players["japanese"], tmp_path))
    assert opened.page.inner_text(".agenda") == (
        "Your file decides: the set-up, Phase 11: Japanese planning; turn 1, Phase 1: Japanese "
        "landing; Phase 3: Japanese moves; Phase 5: Japanese CAP attacks."
    )


@pytest.mark.parametrize("seat", ["japanese", "american"])
def test_own_counters_are_large_enough_where_there_is_room(
    seat: str, browser: Browser, tmp_path: Path
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    until(world, seat, "launch", tmp_path)
    opened = Opened(browser, page_of(world.players[seat], tmp_path))
    frame = opened.page.locator("#board").bounding_box()
    ship = opened.page.locator(
        f'.board [data-id="{"kaga" if seat == "japanese" else "hornet"}"] .card'
    )
    box = ship.bounding_box()
    assert frame is not None
    assert box is not None
    assert box["width"] >= 24
    assert frame["x"] <= box["x"] < box["x"] + box["width"] <= frame["x"] + frame["width"]


def test_without_a_map_no_room_is_left_for_one(browser: Browser, tmp_path: Path) -> None:
    world = begin(tmp_path, "table/table", SEATS["table/table"])
    opened = Opened(browser, page_of(world.players[world.next_seat], tmp_path))
    box = opened.page.locator("#offers").bounding_box()
    assert box is not None
    assert box["x"] < 40


def test_a_dark_page_is_printed_light(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file, scheme="dark")
    colours = """() => [getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.body).color]"""
    assert opened.page.evaluate(colours) == ["rgb(21, 24, 28)", "rgb(228, 226, 218)"]
    opened.page.emulate_media(media="print")
    assert opened.page.evaluate(colours) == ["rgb(253, 252, 248)", "rgb(31, 35, 40)"]


def test_hostile_words_stay_words(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(render(orderpage.of_words(HOSTILE)), encoding="utf-8")
    opened = Opened(browser, path)
    opened.page.locator("#chosen .moves button").last.click()
    opened.page.click("button.offer")
    opened.page.click(".board [data-id]", force=True)
    opened.page.locator(".compose > summary").click()
    opened.page.locator(".compose .more > summary").click()
    for one in opened.page.locator(".field .options button").all():
        one.click()
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
    said = opened.page.inner_text("#told")
    assert "With it, because it needs it: Japan performs a land offensive in the theatre" in said
    opened.page.locator("details[data-kind=support] button.offer").nth(1).click()
    offensive, support = opened.listed()
    assert offensive.startswith("Japan performs a land offensive in the theatre Japan")
    told = "support the attack at Japan with 2, all support at most 8 by the units there [PH10.3]"
    assert told in support
    capsys.readouterr()
    assert player.run("orders", "--take", str(opened.saved(tmp_path / "it.toml"))) == 0
    assert "support the attack at Japan" in capsys.readouterr().out
