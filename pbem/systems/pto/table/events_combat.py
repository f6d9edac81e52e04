"""Events of combat at sea and in the air, and of what is lost there [PH2, PH6-PH9, D5-D10]."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pbem.engine.events import Blow, Event, Roll

Why = Literal["", "after", "lost", "outgunned"]
"""Why a task force withdraws: so many rounds, ships hit or sunk, twice its guns [F.4]."""

# --- losses --------------------------------------------------------------------------------------


class ShipDamaged(Event):
    """A ship with a name took its first hit [PH2.2].

    `by` are who hit it in this battle, ships or, `flown`, bases of aircraft, and `area` is where;
    all are empty where that is not known. `kind` is the ship's, such as `CV`.
    """

    rule: ClassVar[str] = "PH2.2"
    ship: str
    tf: str
    nation: str = ""
    by: tuple[str, ...] = ()
    flown: bool = False
    area: str = ""
    kind: str = ""

    def harmed(self) -> tuple[str, ...]:
        """The ship."""
        return (self.ship,)


class ShipSunk(Event):
    """A ship sank [PH2.2]; `points` are victory points for the enemy [PH15.1].

    `cargo` are the ground units that went down with it. `back` tells whether the boat returns to
    the force pool [D5.2]. `kind` is the ship's, such as `CV`. `by`, `flown` and `area` are as for
    one that is damaged.
    """

    rule: ClassVar[str] = "PH2.2"
    ship: str
    tf: str
    points: int
    cargo: tuple[str, ...] = ()
    back: bool = False
    nation: str = ""
    kind: str = ""
    by: tuple[str, ...] = ()
    flown: bool = False
    area: str = ""

    def harmed(self) -> tuple[str, ...]:
        """The ship."""
        return (self.ship,)


class AirStepsLost(Event):
    """An air unit lost steps, not more than it had; `left` 0: it is destroyed [PH2.5].

    `ship` is the carrier that it went down with, if it did.
    """

    rule: ClassVar[str] = "PH2.5"
    unit: str
    lost: int
    left: int
    nation: str = ""
    ship: str = ""

    def harmed(self) -> tuple[str, ...]:
        """The unit, or its carrier."""
        return (self.ship or self.unit,)


class Homeless(Event):
    """An air unit whose base `former` is gone landed at `base`; empty: it is lost [PH2.3].

    `cited` is D8.3 for one that turned back uncoordinated, and has no other deck than its own, and
    PR4 for one of an airfield that the enemy took.
    """

    rule: ClassVar[str] = "PH2.3"
    unit: str
    base: str
    cited: str = "PH2.3"
    former: str = ""
    nation: str = ""

    def harmed(self) -> tuple[str, ...]:
        """The base that is gone."""
        return (self.former,)


class Expended(Event):
    """Air units of a side that strike only once are gone after it [PH2.5]."""

    rule: ClassVar[str] = "PH2.5"
    units: tuple[str, ...]
    side: str = ""


# --- in the air ----------------------------------------------------------------------------------


class CarriersCoordinated(Event, kw_only=True):
    """A stack with units of CVs rolled for coordination [D8.1, D8.2].

    `forces` are their task forces, `stack` `strike` or `CAP`, `units` the number of CV
    units, which the die with the modifier must reach. `idle` are committed units of the patrol,
    which count and do not fly [D8.6], `aborted` the half that turned back, such units first [D8.3].
    `nations` are those of all units that count, in their order: the lowest modifier is taken.
    """

    rule: ClassVar[str] = "D8.2"
    forces: tuple[str, ...]
    stack: Literal["strike", "CAP"]
    roll: Roll
    modifier: int
    units: int
    idle: tuple[str, ...] = ()
    coordinated: bool
    aborted: tuple[str, ...]
    nations: tuple[str, ...] = ()


class AirCombatBegun(Event):
    """Who meets whom in the air [PH7.1]: the raid of `side`, and the interceptors.

    `escorts` fight, fighter-bombers on the mission among them [D16.1]; `helpers` are
    counter-interceptors [PH8.2]; `bombers` do not fire.
    """

    rule: ClassVar[str] = "PH7.1"
    area: str
    side: str
    escorts: tuple[str, ...]
    bombers: tuple[str, ...]
    helpers: tuple[str, ...]
    interceptors: tuple[str, ...]
    surprise: bool


class AirUnitFired(Event):
    """One unit fired at another [PH7.3]: the total of `roll`, `quality` against the target's.

    `steps` is what the result takes, `aborted` whether the target turns back.
    """

    rule: ClassVar[str] = "PH7.3"
    number: int
    unit: str
    target: str
    roll: Roll
    quality: int
    against: int
    steps: int
    aborted: bool

    def blows(self) -> Iterable[Blow]:
        """On the target, if it loses steps."""
        return (Blow(on=self.target, roll=self.roll),) if self.steps else ()


# --- strikes -------------------------------------------------------------------------------------


class AirNavalAttack(Event):
    """One air-naval roll [PH8.3]: its modifiers with D7.3, the armour, the hits.

    `default` is the total of the dice alone that hits in any case, 0 if none does [D9.1]. `cited`
    is what made them hits: `PH8.3`, `D9.1` or `D9.2`; `PH8.3` also for a miss.
    """

    rule: ClassVar[str] = "PH8.3"
    unit: str
    ship: str
    roll: Roll
    modifier: int
    surprise: int
    armour: int
    hits: int
    cited: str
    default: int = 0

    def blows(self) -> Iterable[Blow]:
        """On the ship, if it is hit."""
        return (Blow(on=self.ship, roll=self.roll),) if self.hits else ()


class GroundedAttacked(Event):
    """One roll against aircraft on the ground [PH8.6]; `victim` lost a step, empty: nobody.

    `aloft`: it hits nobody because all that are based there are in the air.
    """

    rule: ClassVar[str] = "PH8.6"
    unit: str
    area: str
    roll: Roll
    needed: int
    victim: str
    aloft: bool = False

    def blows(self) -> Iterable[Blow]:
        """On the victim, if there is one."""
        return (Blow(on=self.victim, roll=self.roll),) if self.victim else ()


class InstallationAttacked(Event):
    """One roll against an installation [PH8.7]; `left` is its level after it."""

    rule: ClassVar[str] = "PH8.7"
    unit: str
    area: str
    what: str
    roll: Roll
    strength: int
    needed: int
    hit: bool
    left: int


# --- at sea --------------------------------------------------------------------------------------


class SurfaceCombatBegun(Event):
    """Two task forces fight [PH6.1]; `surprised` is the one that is surprised, if any [D10.1]."""

    rule: ClassVar[str] = "PH6.1"
    area: str
    attacker: str
    defender: str
    surprised: str


class ShipFired(Event):
    """A ship fired at another [PH6.1]: the total with its gun against the armour."""

    rule: ClassVar[str] = "PH6.1"
    number: int
    ship: str
    target: str
    roll: Roll
    gun: int
    armour: int
    hit: bool

    def blows(self) -> Iterable[Blow]:
        """On the target, if it is hit."""
        return (Blow(on=self.target, roll=self.roll),) if self.hit else ()


class Withdrew(Event):
    """A task force left the fight; `to_area` is empty if it stays in its sea [PH6.4, D6.4].

    `cited` is the rule: `PH6.4`, `D10.3` or `D6.4`; `why` is what of its standing order made it do
    so under the first of them.
    """

    rule: ClassVar[str] = "PH6.4"
    tf: str
    to_area: str
    cited: str
    why: Why = ""


# --- submarines ----------------------------------------------------------------------------------


class BoatAttacked(Event):
    """A boat attacked a ship [PH9.1]: the total with `modifier` and `strength` against `armour`.

    `strength` is its attack strength as far as it counts [D5.4].
    """

    rule: ClassVar[str] = "PH9.1"
    number: int
    boat: str
    ship: str
    roll: Roll
    modifier: int
    strength: int
    armour: int
    hit: bool

    def blows(self) -> Iterable[Blow]:
        """On the ship, if it is hit."""
        return (Blow(on=self.ship, roll=self.roll),) if self.hit else ()


class EscortAttacked(Event):
    """An escort attacked a boat [PH9.2]; `needed` is the boat's defence with what is added."""

    rule: ClassVar[str] = "PH9.2"
    number: int
    ship: str
    boat: str
    roll: Roll
    needed: int
    hit: bool

    def blows(self) -> Iterable[Blow]:
        """On the boat, if it is hit."""
        return (Blow(on=self.boat, roll=self.roll),) if self.hit else ()
