"""`pbem replay --html`: the page in a real browser."""

import re
import tomllib
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from pbem.engine.sheets import Line
from pbem.engine.tabletop import Board, Counter, Key, Place, Sample
from pbem.report.plot import Column
from pbem.report.replay import Cast, Chapter, Leaf, Moment, Replay, Said, render
from pbem.report.rulepage import Text
from tests.replaypage import FILES, WIDTHS, Opened
from tests.simulator import World

HOSTILE = "</script><script>alert(1)</script><img src=http://127.0.0.1:9/x onerror=alert(2)>\u202e"


pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


def test_to_the_end_and_back_gives_the_first_picture_again(
    browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file)
    opened.by("m")
    first, moments = opened.table(), len(opened.ends("m"))
    assert first
    assert moments > FILES
    pictures = [first]
    for _ in range(moments):
        opened.page.keyboard.press("ArrowRight")
        pictures.append(opened.table())
    assert len({str(one) for one in pictures}) > FILES / 3
    for before in reversed(pictures[:-1]):
        opened.page.keyboard.press("ArrowLeft")
        assert opened.table() == before
    opened.page.keyboard.press("End")
    assert opened.table() == pictures[-1]
    assert not opened.trouble
    assert opened.wanted == [page_file.as_uri()]


def test_a_link_leads_to_its_moment(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    for _ in range(9):
        opened.page.click("#next")
    there, said = opened.page.url, opened.page.inner_text("#said .now")
    assert re.search(r"#t\d+e\d+$", there)
    opened.page.goto("about:blank")
    opened.page.goto(there)
    assert opened.page.inner_text("#said .now") == said


def test_an_event_has_its_number_in_its_turn_in_its_link(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    turn, last = opened.data()["chapters"][1]["turn"], opened.ends("t")[0]
    opened.page.goto(f"{page_file.as_uri()}#t{turn}e2")
    assert opened.page.input_value("#line") == str(last + 2)
    opened.page.click("#back")
    assert opened.page.url.endswith(f"#t{turn}e1")


def test_steps_by_turn_and_by_file_end_where_those_end(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    for key in ("m", "f", "t"):
        opened.page.keyboard.press("Home")
        opened.by(key)
        for end in opened.ends(key)[:8]:
            opened.page.click("#next")
            assert opened.page.input_value("#line") == str(end)


def test_a_counter_opens_to_all_of_its_pile(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    piles = opened.page.locator("#counters > g", has=opened.page.locator(".number"))
    (piles if piles.count() else opened.page.locator("#counters > [role=button]")).first.click()
    listed = opened.page.locator("#proof li b").all_inner_texts()
    wanted = f"A pile of {len(listed)}" if piles.count() else listed[0]
    assert opened.page.inner_text("#proof-title") == wanted
    assert re.search(r"\w \d", opened.page.locator("#proof li .faint").first.inner_text())


def test_a_pile_opens_by_keyboard_and_is_called_by_what_lies_there(
    browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file)
    first = opened.page.get_by_role("button").filter(has=opened.page.locator(".card")).first
    first.focus()
    name = first.get_attribute("aria-label") or ""
    opened.page.keyboard.press("Enter")
    listed = opened.page.locator("#proof li b").all_inner_texts()
    assert listed
    assert name.endswith("; ".join(listed))
    opened.page.keyboard.press("Escape")
    opened.page.keyboard.press("Home")
    assert opened.page.evaluate("document.activeElement.getAttribute('aria-label')") == name


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_fits_and_is_for_everybody(
    width: int, scheme: str, browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, width, scheme)
    opened.page.keyboard.press("End")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(opened.page).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, found


def test_the_page_is_the_same_whoever_makes_it(world: World, page_file: Path) -> None:
    """So nothing of it comes from what one of them hides."""
    for player in world.players.values():
        other = page_file.with_name(f"{player.folder.name}.html")
        assert player.run("replay", "--html", str(other)) == 0
        assert other.read_bytes() == page_file.read_bytes()


def test_one_turn_alone_begins_where_the_one_before_ended(
    browser: Browser, page_file: Path, world: World, tmp_path: Path
) -> None:
    whole = Opened(browser, page_file)
    turns = [one["turn"] for one in whole.data()["chapters"]]
    player, alone = next(iter(world.players.values())), tmp_path / "alone.html"
    wanted = ("--from", str(turns[1]), "--to", str(turns[1]))
    assert player.run("replay", "--html", str(alone), *wanted) == 0
    opened = Opened(browser, alone)
    assert [one["turn"] for one in opened.data()["chapters"]] == [turns[1]]
    whole.page.keyboard.press("PageDown")
    assert opened.table() == whole.table()


def test_the_page_can_be_packed_for_delta_chat(world: World, tmp_path: Path) -> None:
    player, packed = next(iter(world.players.values())), tmp_path / "game.xdc"
    assert player.run("replay", "--xdc", str(packed)) == 0
    with ZipFile(BytesIO(packed.read_bytes())) as archive:
        assert archive.namelist() == ["manifest.toml", "icon.png", "index.html"]
        icon = archive.read("icon.png")
        assert tomllib.loads(archive.read("manifest.toml").decode())["name"]
        assert archive.read("index.html").startswith(b"<!DOCTYPE html>")
    assert icon.startswith(b"\x89PNG\r\n")
    assert {int.from_bytes(icon[at : at + 4]) for at in (16, 20)} == {256}  # as wide as high


def test_hostile_words_stay_words(browser: Browser, tmp_path: Path) -> None:
    counter = Counter(
        id=HOSTILE, place="p", side="first", shape="ship", pile=HOSTILE, label="X", words=HOSTILE
    )
    place = Place(
        id="p", name=HOSTILE, label=HOSTILE, ground="water", middle=(80, 80), room=(120, 120),
        outline=((0, 0), (160, 0), (160, 160), (0, 160)),
    )  # fmt: skip
    line = Line(text=f"{HOSTILE} [M1]", kind="roll")
    replay = Replay(
        title=HOSTILE, subtitle=HOSTILE, sides=(HOSTILE, "b"),
        board=Board(title=HOSTILE, size=(160, 160), places=(place,)), opening=(counter,),
        key=Key(
            sides=(HOSTILE, HOSTILE), samples=(Sample(shape="ship", words=HOSTILE),),
            signs={HOSTILE: HOSTILE}, reduced=HOSTILE, grounds={"water": HOSTILE},
        ),
        moments=(
            Moment(
                turn=1, step=HOSTILE, file=1, said=(Said(lines=(line,), rolls=(0,)),),
                counters=(counter,), score=HOSTILE,
            ),
        ),
        chapters=(
            Chapter(
                turn=1, headline=(HOSTILE,),
                column=Column(title=HOSTILE, points=(1, 2), words=(HOSTILE, "2"), losses=(1, 0)),
            ),
        ),
        leaves=tuple(
            Leaf(seq=seq, seat=HOSTILE, name=HOSTILE, hash="0" * 64, reveal="1" * 64)
            for seq in (0, 1)
        ),
        casts=(Cast(label="a'b", sides=6, dice=(1,), owner=0, witness=1, words=HOSTILE),),
        rules={"M1": Text(id="M1", title=HOSTILE, words=HOSTILE)},
    )  # fmt: skip
    path = tmp_path / "hostile.html"
    path.write_text(render(replay), encoding="utf-8")
    opened = Opened(browser, path)
    opened.page.keyboard.press("End")
    opened.page.click("#said button")
    for summary in opened.page.locator("#proof summary").all():
        summary.click()
    assert opened.page.locator("#proof .rule").is_visible()
    opened.page.wait_for_timeout(100)
    assert opened.trouble == []
    assert opened.wanted == [path.as_uri()]
    assert "‹U+202E›" in opened.page.inner_text("#said")
