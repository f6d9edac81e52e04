"""The pages of reports in a browser: the map near the top, for everybody, at every width."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.simulator import begin

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

SEATS = {
    "midway/midway-even": ("japanese", "american"),
    "cartwheel/bismarck-sea": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "table/table": ("red", "blue"),
}
FILES = 8


@pytest.fixture(scope="module", params=SEATS)
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the turn that is played, some files into a game of each system."""
    place = tmp_path_factory.mktemp("report")
    world = begin(place, request.param, SEATS[request.param])
    world.play(FILES)
    player = next(iter(world.players.values()))
    return max((player.folder / "reports").glob("turn-*.html"))


def opened(browser: Browser, report: Path, width: int, scheme: str = "light") -> Page:
    page = browser.new_page(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page.goto(report.as_uri())
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_a_report_is_for_everybody(width: int, scheme: str, browser: Browser, report: Path) -> None:
    page = opened(browser, report, width, scheme)
    found = Axe().run(page).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, found
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_map_stands_once_and_before_what_happened(browser: Browser, report: Path) -> None:
    page = opened(browser, report, 1400)
    if not page.locator(".laid .wide svg").count():
        assert report.parents[1].name == "red"  # of the game that has no board
        return
    assert page.locator(".laid .wide svg").count() == 1
    assert page.locator("pre.map").count() == 0
    heads = page.locator("h2").all_inner_texts()
    assert heads[0] == "The map"
    assert heads.count("The map") == 1
    assert page.get_by_text("pbem replay --html").is_visible()
    assert page.locator(".laid details").count() == 1


def test_the_map_can_be_read_and_be_seen_whole(browser: Browser, report: Path) -> None:
    page = opened(browser, report, 1400)
    if not page.locator(".laid .wide svg").count():
        return
    board = page.locator(".laid .wide svg").first
    wide = board.evaluate("(one) => one.clientWidth / one.viewBox.baseVal.width")
    assert wide >= 1
    page.get_by_label("All of it").check()
    box, window = board.bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    assert box["width"] <= window["width"]


def test_a_phone_shows_all_of_the_map_first(browser: Browser, report: Path) -> None:
    """Its upper corner alone would be empty water."""
    page = opened(browser, report, 375)
    if not page.locator(".laid .wide svg").count():
        return
    frame, board = page.locator(".laid .wide"), page.locator(".laid .wide svg").first
    assert frame.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert frame.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    page.get_by_label("Large enough to read").check()
    assert board.evaluate("(one) => one.clientWidth / one.viewBox.baseVal.width") >= 1
