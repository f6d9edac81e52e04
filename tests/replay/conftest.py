"""A game of each system, and its page as `pbem replay --html` writes it."""

from pathlib import Path

import pytest

from tests.replaypage import FILES, SEATS
from tests.simulator import World, begin


@pytest.fixture(scope="module", params=SEATS)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of each system, some thirty files of it."""
    made = begin(tmp_path_factory.mktemp("replay"), request.param, SEATS[request.param])
    made.play(FILES)
    return made


@pytest.fixture(scope="module")
def page_file(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, as the first player writes it."""
    path = tmp_path_factory.mktemp("page") / "replay.html"
    player = next(iter(world.players.values()))
    assert player.run("replay", "--html", str(path)) == 0
    return path
