"""Games go as they once went, file by file: see `tests.recording`."""

import pytest

from tests.recording import GAMES, lines, recorded


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
def test_a_game_goes_as_it_went(scenario: str) -> None:
    kept = recorded(scenario)
    assert kept
    for number, (now, then) in enumerate(zip(lines(scenario), kept, strict=True), start=1):
        assert now == then, f"{scenario}: file {number} of {len(kept)} differs"
