"""Games of the scenarios that ship, set up as a genesis sets them up."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.engine.steps import Seat, Setup
from pbem.frozen import replace
from pbem.systems.pto.rules.setup import prepare, set_up
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import CHARTS

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "pto"
NAMES = ("pearl-harbor", "midway", "leyte")
TWO = ("japanese", "allied")
Change = Callable[[dict[str, Any]], None]


def scenario_table(name: str) -> dict[str, Any]:
    """The table of a scenario file."""
    return tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))


def setup_of(
    name: str, seats: tuple[str, ...] = TWO, words: Mapping[str, str] | None = None
) -> Setup:
    """What the rules are told of a genesis of that scenario, by an organiser's words."""
    table = scenario_table(name)
    prepared = prepare(table, seats, words or {})
    players = tuple(
        Seat(name=seat, side=side, holder=seat, email="", key="")
        for seat, side in prepared.sides.items()
    )
    options = {"witness": "opponent", **prepared.options}
    return Setup(scenario=table, seats=players, options=options)


def changed(name: str, change: Change) -> Game:
    """The same of another scenario, which `change` makes of the one that ships."""
    setup = setup_of(name)
    table = scenario_table(name)
    change(table)
    return set_up(replace(setup, scenario=table), CHARTS)


@cache
def started(name: str = "midway") -> Game:
    """A scenario's game for two seats, before its first step."""
    return set_up(setup_of(name), CHARTS)
