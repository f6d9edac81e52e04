"""The worlds in which cheating is tried."""

from pathlib import Path

import pytest

from tests.simulator import World, begin


@pytest.fixture
def pending(world: World) -> World:
    """The duel after red's file 3, whose dice wait for a seed of blue's."""
    world.round()
    return world


@pytest.fixture
def sealed(tmp_path: Path) -> World:
    """A duel with sealed numbers; both have sealed one, and blue is to open his with file 4."""
    made = begin(tmp_path / "sealed", "pistols", ("red", "blue"), {"sealed": "true"})
    made.round()
    made.round()
    return made


@pytest.fixture(scope="module")
def planning(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Midway with sealed planning, before the first plan."""
    place = tmp_path_factory.mktemp("planning")
    options = {"pace": "phase", "sealed_planning": "true"}
    return begin(place, "midway-0700", ("japanese", "american"), options)
