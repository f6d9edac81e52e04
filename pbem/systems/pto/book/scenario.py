"""Scenario files: what stands where at the start, what comes, what is counted [PH16-PH18]."""

from collections.abc import Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.steps import SCENARIO
from pbem.frozen import FrozenMap, Value, field
from pbem.systems.pto.book.dates import season_key, turn_of
from pbem.systems.pto.book.goals import Scoring, Side
from pbem.systems.pto.book.kinds import ShipKind

Nation = Literal["JP", "US", "UK", "CN", "AU", "NE"]


class Month(Value):
    """A month by year and number, from 1."""

    year: int
    month: int

    @property
    def turn(self) -> int:
        """Its turn [P0.1]."""
        return turn_of(self.year, self.month)


class Economy(Value):
    """A nation's EP in hand and its offensives track at the start [PH12, PH13]."""

    points: int
    track: int = 0


class Force(Value):
    """Ships in one area: a task force with a name, or all those of a nation that lie there.

    Without a name it is called after nation and area: `Dutch Java squadron`, `Dutch Java boats`.
    `named` and `plain` are by type, `boats` by class. `cargo` has what is aboard each STP in turn
    [PH2.4], `air` carrier units, each `on` a ship of the force.
    """

    nation: Nation
    at: str
    name: str = ""
    named: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    plain: FrozenMap[int] = field(default_factory=FrozenMap)
    boats: FrozenMap[int] = field(default_factory=FrozenMap)
    cargo: tuple[tuple[str, ...], ...] = ()
    air: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[ShipKind, ...]:
        """The types of its surface ships that the file may have, in the order of counters."""
        order: tuple[ShipKind, ...] = (
            "CV", "CVL", "CVE", "BB", "CA", "CL", "DD", "DE", "STP",
        )  # fmt: skip
        return tuple(kind for kind in order if kind in self.named or kind in self.plain)


class Post(Value):
    """A nation's air and ground units in a land area."""

    nation: Nation
    at: str
    air: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()


class Arrival(Value):
    """What enters the map in a season's box, or joins the force `pool` to be built [S2.1, S2.2]."""

    season: str
    pool: bool = False
    forces: tuple[Force, ...] = ()
    posts: tuple[Post, ...] = ()


class Pool(Value):
    """What a season's orders of battle add to a nation's force pool, by design [S2.1]."""

    season: str
    nation: Nation
    units: FrozenMap[int]


class Scenario(Value, kw_only=True):
    """What a scenario file says [PH16, PH17, PH18].

    `economy` has the nations that have EP of their own. `owners` are areas by nation that are not
    those of December 1941, `forts` sizes by area, `closed` areas out of play. `special` are the
    scenario's own rules by id. `at_war` tells that Japan has attacked anybody but China [D13.1].
    """

    title: str
    rule: str
    seats: str = ""
    options: str = ""
    notes: str = ""
    first: Month
    last: Month
    initiative: Side
    economy: FrozenMap[Economy]
    at_war: bool = True
    no_strategic: bool = False
    bids_only: bool = False
    special: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    owners: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    forts: FrozenMap[int] = field(default_factory=FrozenMap)
    forces: tuple[Force, ...]
    posts: tuple[Post, ...]
    arrivals: tuple[Arrival, ...] = ()
    pools: tuple[Pool, ...] = ()
    victory: Scoring

    @property
    def seasons(self) -> tuple[str, ...]:
        """The seasons whose turn is played or comes with a month that is, in order [P0.2]."""
        months = range(self.first.turn, self.last.turn + 1)
        return tuple(dict.fromkeys(season_key(turn) for turn in months))


def read_scenario(table: Mapping[str, Any]) -> Scenario:
    """A scenario file's table; raises `Refused` with everything that is ill-formed in it."""
    return decode(Scenario, table, code="scenario", where="scenario", hint=SCENARIO)
