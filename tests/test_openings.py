"""How old opened items are: none is younger than the file whose rolls it feeds (protocol 7)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.game.verify import adjudicate
from tests.simulator import World, begin
from tests.systems.cartwheel.files import players, round_

GAMES: dict[str, tuple[str, tuple[str, ...], dict[str, str], int]] = {
    "charts": ("cartwheel/toenails", ("japanese", "allied"), {}, 45),
    "standing orders": ("pto/midway", ("japanese", "allied"), {}, 12),
    "bids": ("pto/leyte", ("japanese", "allied"), {}, 8),
    "plans": (
        "midway-even", ("japanese", "american"), {"pace": "phase", "sealed_planning": "true"}, 30,
    ),
}  # fmt: skip


LONG = "charts"
"""The game that takes longest."""


@pytest.fixture(
    params=[pytest.param(one, marks=pytest.mark.slow) if one == LONG else one for one in GAMES]
)
def played(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    scenario, seats, options, files = GAMES[request.param]
    made, by_chance = begin(tmp_path, scenario, seats, options), players(12)
    for _ in range(files):
        if not made.next_seat:
            break
        if request.param == LONG:
            round_(made, by_chance)
        else:
            made.round()
    return made


def openings(made: World) -> Iterator[tuple[Any, int, int]]:
    """Each opened item, the number of its file, and the last file that had decided before it."""
    owner = 0
    for file, outcome, session in adjudicate(next(iter(made.players.values())).folder):
        for part in file.open:
            yield part, file.seq, owner
        if outcome is not None and session.fold.owner is not None:
            owner = session.fold.owner.seq


def test_an_opened_item_is_as_old_as_the_file_that_owns_the_rolls_it_feeds(played: World) -> None:
    found = list(openings(played))
    assert found, "nothing was opened"
    for part, seq, owner in found:
        assert part.seq <= owner < seq, (part.id, seq)
