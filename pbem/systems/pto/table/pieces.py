"""The counters [PH2]: ships and their task forces, aircraft, ground units, installations."""

from typing import Literal

from pbem.frozen import FrozenMap, Value, field
from pbem.systems.pto.book.kinds import BOATS, CARRIERS, NAMED, GroundKind, ShipKind

Mark = Literal["", "standby", "activated"]
"""The marker on ships and ground units [A.7]."""


class Ship(Value):
    """A ship counter [PH2.1, PH2.2]: `gun` and `armour`, `speed` in MP.

    A boat's `gun` is its attack strength, its `armour` its defence. `name` is what is printed on
    it: a ship's name, a boat's class. `cargo` are the ground units aboard, and `supply` for each
    marker; `bound` is the land area that the cargo is meant for. `starred` boats are gone for good
    when sunk [D5.2]. `laid_up` ships may not move this month [PH12.4].
    """

    id: str
    nation: str
    kind: ShipKind
    name: str
    gun: int
    armour: int
    speed: int
    tf: str
    damaged: bool = False
    mark: Mark = ""
    committed: bool = False
    starred: bool = False
    cargo: tuple[str, ...] = ()
    bound: str = ""
    laid_up: bool = False

    @property
    def is_named(self) -> bool:
        """Whether it is a ship with a name, which takes two hits [PH2.2]."""
        return self.kind in NAMED

    @property
    def is_carrier(self) -> bool:
        """Whether it carries an air unit [PH2.3]."""
        return self.kind in CARRIERS

    @property
    def is_boat(self) -> bool:
        """Whether it is a submarine of any kind."""
        return self.kind in BOATS


class TaskForce(Value):
    """Ships that move together; in port `at` is a land area, else a sea [PH1.6].

    `nation` commands it. `searched` lasts until P6.5 [PH5.6]. `spent` MP of this phase.
    """

    id: str
    nation: str
    name: str
    at: str
    searched: bool = False
    spent: int = 0


class AirUnit(Value):
    """An air counter [PH2.5]: `type` is its row of the chart of air types.

    `base` is a land area, or the ship that carries it. `committed` units do not fly again this
    month [A.7]. `struck` and `intercepted` are its one mission of each kind in phase 3 [PH8.1].
    `out` counts the months in a row that it could not trace supply [PH11.3].
    """

    id: str
    nation: str
    type: str
    name: str
    base: str
    steps: int = 2
    committed: bool = False
    struck: bool = False
    intercepted: bool = False
    out: int = 0


class Ground(Value):
    """A ground counter [PH2.6]: `strength` and `move` as printed, `full` its steps at the start.

    `at` is the land area, empty while it is aboard `ship`. `indian` units of the UK may be
    replenished [PH14.3]. `out` as for air units.
    """

    id: str
    nation: str
    name: str
    kind: GroundKind
    strength: int
    move: int
    at: str
    ship: str = ""
    steps: int = 2
    full: int = 2
    mark: Mark = ""
    indian: bool = False
    out: int = 0


class Installation(Value):
    """A land area's owner and what stands on it [PH1.5, PH1.6].

    `nation` owns it. `port`, `airfield` and `fort` are what works now; what the map prints is in
    the chart. `taken` is the turn in which it last changed hands, whose airfield serves from the
    month after [PH10.8]. `supply` are supply markers by side, `building` what is complete in the
    season named (such as `fort` to `1942-spring`). `built` is what stands there undamaged beyond
    the map's print (such as `fort` to 1): it may be repaired [PH14.4].
    """

    nation: str
    port: int
    airfield: int
    fort: int = 0
    taken: int = 0
    supply: FrozenMap[int] = field(default_factory=FrozenMap)
    building: FrozenMap[str] = field(default_factory=FrozenMap)
    built: FrozenMap[int] = field(default_factory=FrozenMap)
