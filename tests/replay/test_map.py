"""The map of `pbem replay --html`: it can be read, it moves, and what changes is seen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.replaypage import WIDTHS, Opened

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

READABLE = 9
"""Pixels of a letter that can be read."""


MARKS = """() => {
    const board = document.getElementById("board").getBoundingClientRect();
    return [...document.querySelectorAll("#table .mark, #gone .cross")].map((one) => {
        const at = one.getBoundingClientRect();
        return at.left >= board.left - 1 && at.right <= board.right + 1
            && at.top >= board.top - 1 && at.bottom <= Math.min(board.bottom + 1, innerHeight);
    });
}"""
"""Of each counter that is marked as changed, or crossed out as gone: whether it is seen."""


def sized(opened: Opened, pixels: float) -> None:
    """Draw the counters so large."""
    opened.page.evaluate(
        """(size) => {
            document.getElementById("size").value = size;
            document.getElementById("size").dispatchEvent(new Event("input"));
        }""",
        pixels,
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_letters_can_be_read_before_anybody_has_touched_anything(
    width: int, browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, width)
    scale = opened.page.evaluate(
        "document.getElementById('table').clientWidth / table.viewBox.baseVal.width"
    )
    letters = opened.page.evaluate(
        """[...document.querySelectorAll('#table .name, #table .label, #table [data-corner]')].map(
            (one) => parseFloat(getComputedStyle(one).fontSize))"""
    )
    assert min(letters) * scale >= READABLE
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_middle_stays_where_it_is_at_every_size(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    middle = """() => {
        const [board, table] = [document.getElementById("board"), document.getElementById("table")];
        const scale = table.clientWidth / table.viewBox.baseVal.width;
        return [(board.scrollLeft + board.clientWidth / 2) / scale,
            (board.scrollTop + board.clientHeight / 2) / scale];
    }"""
    sized(opened, 80)
    opened.page.evaluate("""() => {
        const board = document.getElementById("board");
        board.scrollTo(board.scrollWidth / 2 - board.clientWidth / 2,
            board.scrollHeight / 2 - board.clientHeight / 2);
    }""")
    before = opened.page.evaluate(middle)
    for pixels in (90, 120, 61.5, 80):
        sized(opened, pixels)
        assert opened.page.evaluate(middle) == pytest.approx(before, abs=3)


def test_the_smallest_size_shows_the_whole_table(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    sized(opened, 0)
    seen = "[board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight]"
    assert max(opened.page.evaluate(seen)) <= 1


@pytest.mark.parametrize("pixels", [None, 90.0])
@pytest.mark.parametrize("width", [360, 1400])
def test_what_changes_is_marked_and_in_view(
    width: int, pixels: float | None, browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, width)
    if pixels:
        sized(opened, pixels)
    opened.by("m")
    marked = 0
    for key in [*["ArrowRight"] * 40, *["ArrowLeft"] * 10, *["PageDown"] * 3]:
        opened.page.keyboard.press(key)
        seen = opened.page.evaluate(MARKS)
        marked += bool(seen)
        assert any(seen) or not seen
    assert marked > 8


def test_a_counter_moves_to_where_it_goes(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file, motion=True)
    running = """() => [...document.querySelectorAll("#counters > g")]
        .filter((one) => one.getAnimations().some((move) => move.playState === "running"))
        .map((one) => [one.dataset.id, Boolean(one.querySelector(".mark"))])"""
    opened.by("m")
    found: list[tuple[str, bool]] = []
    for _ in range(40):
        opened.page.keyboard.press("ArrowRight")
        found += opened.page.evaluate(running)
    assert any(is_marked for _, is_marked in found)
    opened.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert opened.page.evaluate("document.getAnimations().length") == 0
    assert not opened.trouble


def test_nothing_moves_for_who_wants_no_motion(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    for _ in range(20):
        opened.page.keyboard.press("ArrowRight")
        assert opened.page.evaluate("document.getAnimations().length") == 0


TOLD = """() => {
    const [board, line] = ["#board", "#said .now"].map((one) => document.querySelector(one));
    const [map, words] = [board, line].map((one) => one && one.getBoundingClientRect());
    return [[...document.querySelectorAll("#table .told")].map((one) => {
        const at = one.getBoundingClientRect();
        return at.right > map.left && at.left < map.right
            && at.bottom > map.top && at.top < map.bottom;
    }), !words || (words.top >= 0 && words.top < innerHeight), line && line.textContent];
}"""
"""Of each counter that the sentence names whether it is seen, whether the sentence is, and it."""


@pytest.mark.parametrize("width", [360, 1400])
def test_each_event_has_its_sentence_and_its_counters_in_view(
    width: int, browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, width)
    said, ringed = [], 0
    for _ in range(60):
        opened.page.keyboard.press("ArrowRight")
        rings, is_read, sentence = opened.page.evaluate(TOLD)
        marks = opened.page.evaluate(MARKS)
        said.append(sentence)
        ringed += bool(rings)
        assert is_read
        assert any(rings) or any(marks) or not rings
    assert ringed > 10
    events = [
        part
        for moment in opened.data()["moments"]
        for part in moment["said"] or [[[["", None]], []]]
    ]
    assert said == [lines[0][1] for lines, _ in events[:60]]


# --- a telephone ---------------------------------------------------------------------------------


def seen(opened: Opened, selector: str) -> bool:
    """Whether all of an element is within the window."""
    box = opened.page.locator(selector).bounding_box()
    size = opened.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_on_a_telephone_map_and_buttons_stay_in_view(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file, 360, touch=True)
    opened.page.keyboard.press("End")
    opened.page.locator("#turns [data-chapter]").last.scroll_into_view_if_needed()
    assert seen(opened, "#next")
    assert seen(opened, "#board")
    opened.page.locator("#turns [data-chapter]").last.tap()
    assert seen(opened, "#board")
    assert seen(opened, "#turn")
    assert seen(opened, "#next")


def swiped(opened: Opened, selector: str, east: int) -> None:
    """Draw a finger over an element."""
    box = opened.page.locator(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2 - east / 2, box["y"] + 10
    fingers = opened.page.context.new_cdp_session(opened.page)
    for kind, along in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        point = {"x": x + along * east, "y": y}
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_swipe_steps_over_the_words_and_moves_a_map_that_is_not_whole(
    browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, 360, touch=True)

    def at() -> str:
        return opened.page.input_value("#line")

    swiped(opened, "#turn", -150)
    assert at() == "1"
    words = "#said .now >> nth=-1"  # which the page keeps in view, below the map
    swiped(opened, words, -150)
    assert at() == "2"
    swiped(opened, words, 150)
    assert at() == "1"
    swiped(opened, words, 30)
    swiped(opened, "#board", -150)
    assert at() == "1"
    sized(opened, 0)
    swiped(opened, "#board", -150)
    assert at() == "2"


# --- the turns -----------------------------------------------------------------------------------


def test_a_turn_of_the_plot_tells_its_figures_and_leads_there(
    browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file)
    turns = opened.page.locator("#plot .turn")
    names = [one["title"] for one in opened.data()["chapters"]]
    assert turns.count() == len(names)
    turns.nth(1).hover()
    told = opened.page.inner_text("#figures")
    assert told.casefold().startswith(f"{names[1]}: ".casefold())
    assert re.search(r"losses \w+ \d+, \w+ \d+", told)
    turns.nth(1).click()
    assert opened.page.inner_text("#turn").casefold() == str(names[1]).casefold()
    turns.first.focus()
    assert opened.page.inner_text("#figures").casefold().startswith(str(names[0]).casefold())
    opened.page.keyboard.press("Enter")
    assert opened.page.inner_text("#turn").casefold() == str(names[0]).casefold()


def test_every_sentence_of_a_turn_is_in_the_list_and_on_paper(
    browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, scheme="dark")
    sentences = [one for chapter in opened.data()["chapters"] for one in chapter["headline"]]
    assert len(sentences) > len(opened.data()["chapters"])
    fold = opened.page.locator("#turns .fold").first
    folded = opened.page.locator("#turns .further").first
    assert not folded.is_visible()
    fold.click()
    assert folded.is_visible()
    opened.page.emulate_media(media="print")
    text = opened.page.inner_text("#turns")
    assert all(sentence in text for sentence in sentences)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert opened.page.evaluate(paper) == "rgb(253, 252, 248)"
    assert not opened.page.locator("div.bar").is_visible()
