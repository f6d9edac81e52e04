"""Pages of games look as they did when somebody last looked at them: `make pictures` keeps anew."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.screenshots import CELL, FOLDER, GAMES, KEPT_ICON, SCHEMES, WIDTHS, icon, scaled, taken

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

MOST, MEAN = 60, 4
"""How much brighter or darker a cell may be, of 255, and all of them on the mean: other fonts."""


def differences(scaler: Page, kept: bytes, picture: bytes) -> list[int]:
    """How much brighter or darker the cells of a picture are than they were."""
    before, now = (scaled(scaler, one, CELL)[1] for one in (kept, picture))
    return [abs(one - other) for one, other in zip(before, now, strict=True)]


def test_the_icon_looks_as_it_did(browser: Browser) -> None:
    kept = KEPT_ICON.read_bytes()
    assert max(differences(browser.new_page(), kept, icon(browser))) <= MOST


def test_pages_look_as_they_did(browser: Browser, tmp_path: Path) -> None:
    kept = {path.stem: path.read_bytes() for path in FOLDER.glob("*.png")}
    assert len(kept) == len(GAMES) * len(WIDTHS) * len(SCHEMES)
    assert sum(map(len, kept.values())) < 1_000_000
    scaler, others = browser.new_page(), []
    for name, picture in taken(browser, tmp_path):
        found = differences(scaler, kept[name], picture)
        if max(found) > MOST or sum(found) / len(found) > MEAN:
            (tmp_path / f"{name}.png").write_bytes(picture)
            others.append(name)
    assert not others, f"look at them in {tmp_path}"
