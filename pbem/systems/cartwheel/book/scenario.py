"""Scenario files: what is set up where, when the rest comes, and what the rules leave out [H17]."""

from collections.abc import Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.steps import SCENARIO
from pbem.frozen import FrozenMap, Value, field
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.files import half_points
from pbem.systems.cartwheel.book.units import Side

NOBODY = "nobody"


class Tf36Terms(Value):
    """How often TF-36 may be committed, and from which turn on [H5.3.2]."""

    times: int = 0
    earliest: int = 1


class Reinforcement(Value):
    """Units that arrive in 4.9 of a turn [H15].

    `place` is a box, a hex or a base; empty where H15.2 leaves the base to the owner.
    """

    turn: int
    side: Side
    units: tuple[str, ...]
    place: str = ""


class Convoy(Value):
    """Points for a convoy, in half points, in place of those for its ground steps [H17.1].

    `side` scores `landed_step` and `landed_supply` in `hexes`, its enemy `lost_step` and
    `lost_supply` at sea.
    """

    side: Side
    hexes: tuple[str, ...]
    landed_step: int
    landed_supply: int
    lost_step: int
    lost_supply: int


class Scenario(Value, kw_only=True):
    """What a scenario file says [H17].

    `turns` counts from `first_turn`; `track` is that of the calendar. `columns` are the first and
    the last of the area. `cap` 0 leaves the chart's. `control` are changes to the chart's, by
    side or `nobody`. `absent` are bases that do not exist, `hits` those of damaged ones. `air` is
    by base, `naval` by hex or box, `cargo` by ship, `ground` by hex or box; `forts` are hexes,
    `radar` bases.
    """

    title: str
    rule: str
    turns: int
    seats: str = ""
    options: str = ""
    notes: str = ""
    first_turn: int = 1
    track: Literal["main", "early"] = "main"
    columns: tuple[int, ...]
    initiative: Side
    tf36: Tf36Terms = field(default_factory=Tf36Terms)
    mobile: FrozenMap[int]
    general_regroup: bool = False
    cap: int = 0
    ground_combat: bool = True
    occupation: bool = True
    control: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    absent: tuple[str, ...] = ()
    hits: FrozenMap[int] = field(default_factory=FrozenMap)
    air: FrozenMap[tuple[str, ...]]
    naval: FrozenMap[tuple[str, ...]]
    cargo: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    ground: FrozenMap[tuple[str, ...]]
    forts: tuple[str, ...] = ()
    radar: tuple[str, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    convoy: Convoy | None = None

    @property
    def last_turn(self) -> int:
        """The turn after which the game ends."""
        return self.first_turn + self.turns - 1

    def has(self, place: str) -> bool:
        """Whether a hex is in the scenario's area; boxes always are [H17.0]."""
        return not place.isdigit() or self.columns[0] <= int(place[:2]) <= self.columns[-1]


def read_scenario(table: Mapping[str, Any]) -> Scenario:
    """A scenario file's table; raises `Refused` with everything that is ill-formed in it.

    A convoy's points stand in it as on charts: `3 VP`, `1 1/2 VP`.
    """
    convoy = table.get("convoy")
    if isinstance(convoy, Mapping):
        counted = {key: half_points(value) for key, value in convoy.items()}
        table = {**table, "convoy": counted}
    return decode(Scenario, table, code="scenario", where="scenario", hint=SCENARIO)


def control_at_start(scenario: Scenario, charts: Charts) -> FrozenMap[str]:
    """Who controls which hex of the area at the start, absent where nobody does [H2.11, H17]."""
    changed = {hex_: side for side, hexes in scenario.control.items() for hex_ in hexes}
    return FrozenMap(
        {
            hex_: side
            for hex_, side in {**charts.control, **changed}.items()
            if scenario.has(hex_) and side != NOBODY
        }
    )


def bases_in_play(scenario: Scenario, charts: Charts) -> tuple[str, ...]:
    """Airbases that exist in the scenario, mobile counters too, by id [H17.0].

    Of mobile counters it is the first of a side, as many as the scenario allows.
    """
    mobile = {
        base.id
        for side, count in scenario.mobile.items()
        for base in [b for b in charts.bases.values() if b.is_mobile and b.side == side][:count]
    }
    return tuple(
        base.id
        for base in charts.bases.values()
        if base.id in mobile
        or (not base.is_mobile and base.id not in scenario.absent and scenario.has(base.hex))
    )
