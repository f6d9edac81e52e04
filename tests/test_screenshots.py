"""Pages of games look as they did when somebody last looked at them: `make pictures` keeps anew."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.screenshots import CELL, FOLDER, GAMES, SCHEMES, WIDTHS, scaled, taken

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

MOST, MEAN = 60, 4
"""How much brighter or darker a cell may be, of 255, and all of them on the mean: other fonts."""


def test_pages_look_as_they_did(browser: Browser, tmp_path: Path) -> None:
    kept = {path.stem: path.read_bytes() for path in FOLDER.glob("*.png")}
    assert len(kept) == len(GAMES) * len(WIDTHS) * len(SCHEMES)
    assert sum(map(len, kept.values())) < 1_000_000
    scaler, others = browser.new_page(), []
    for name, picture in taken(browser, tmp_path):
        pairs = zip(
            scaled(scaler, kept[name], CELL)[1], scaled(scaler, picture, CELL)[1], strict=True
        )
        differences = [abs(before - now) for before, now in pairs]
        if max(differences) > MOST or sum(differences) / len(differences) > MEAN:
            (tmp_path / f"{name}.png").write_bytes(picture)
            others.append(name)
    assert not others, f"look at them in {tmp_path}"
