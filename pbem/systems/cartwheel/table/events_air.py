"""Events of an air mission, from scramble to landing [H9], and of casualties of every kind."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pbem.engine.events import Blow, Event, Roll
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.table.under_way import Flier


class Harm(Value):
    """What fire does to a unit: steps lost, then disruption of what is left; or nothing."""

    steps: int = 0
    disrupts: bool = False

    def __bool__(self) -> bool:
        return self.steps > 0 or self.disrupts


class Score(Value):
    """A die and what is added to it, by word: `total` is what the chart is read with."""

    roll: Roll
    terms: FrozenMap[int]

    @property
    def die(self) -> int:
        """The face of the die."""
        return self.roll.dice[0]

    @property
    def total(self) -> int:
        """The modified die roll."""
        return self.die + sum(self.terms.values())


def struck(mission: str, place: str) -> str:
    """The aircraft on the ground at a place, whose owner tells which of them a mission hit."""
    return f"struck {mission} {place}"


# --- before the battle ---------------------------------------------------------------------------


class Scrambled(Event):
    """A unit tried to take off, to intercept [H9.4] or to `evade` [H9.5], against `sr`.

    `margin` is SR less the modified die, `band` the height that an interceptor has reached.
    """

    rule: ClassVar[str] = "H9.4.2"
    mission: str
    unit: str
    base: str
    evade: bool
    score: Score
    sr: int
    margin: int
    airborne: bool
    band: int


class ScrambleVoided(Event):
    """A unit named in a reply cannot take off any more, by `cited`; it throws no die [H9.4.1]."""

    rule: ClassVar[str] = "H9.4.1"
    mission: str
    unit: str
    base: str
    cited: str


class RaidSeen(Event):
    """The units of a raid that take part, as their sealed item names them [H9.1.3]."""

    rule: ClassVar[str] = "H9.1.3"
    mission: str
    side: str
    kind: str
    hex: str
    band: int
    fliers: tuple[Flier, ...]
    top_cover: bool
    abort_at: str
    ace: str


class ManifestBreached(Event):
    """Something in a sealed item is against the rule `cited` (protocol 7).

    `unit` does not take part; it is empty where the item as a whole is meant.
    """

    rule: ClassVar[str] = "H9.1.3"
    mission: str
    side: str
    unit: str
    cited: str


# --- aerial combat -------------------------------------------------------------------------------


class BreakTried(Event):
    """An interceptor tried to get past its escort to the bombers [H9.7.3]."""

    rule: ClassVar[str] = "H9.7.3"
    mission: str
    round: int
    unit: str
    escort: str
    score: Score
    through: bool


class Fired(Event):
    """One air unit fired at another [H9.7.5]."""

    rule: ClassVar[str] = "H9.7.5"
    mission: str
    round: int
    unit: str
    target: str
    score: Score
    harm: Harm

    def blows(self) -> Iterable[Blow]:
        """On the target, if it is harmed."""
        return (Blow(on=self.target, roll=self.score.roll),) if self.harm else ()


class RoundOver(Event):
    """The end of an air round [H9.8]: who leaves disrupted, and which side has had enough.

    `jettisoned` are strikers that dropped their bombs to get away.
    """

    rule: ClassVar[str] = "H9.8.1"
    mission: str
    round: int
    left: tuple[str, ...]
    disengaged: bool
    aborted: bool
    jettisoned: tuple[str, ...]


# --- at the target -------------------------------------------------------------------------------


class FlakFired(Event):
    """A target fired at one unit that attacks it [H9.9]."""

    rule: ClassVar[str] = "H9.9.2"
    mission: str
    unit: str
    target: str
    score: Score
    harm: Harm

    def blows(self) -> Iterable[Blow]:
        """On the unit that attacks, if it is harmed."""
        return (Blow(on=self.unit, roll=self.score.roll),) if self.harm else ()


class TargetGone(Event):
    """A striker's target is there no more: it drops its bombs anywhere [H9.6]."""

    rule: ClassVar[str] = "H9.6"
    mission: str
    unit: str
    target: str


class Bombed(Event):
    """A striker attacked a base or port [H9.10.4]: `hits`, and the ground strikes they bring."""

    rule: ClassVar[str] = "H9.10.2"
    mission: str
    unit: str
    mode: str
    target: str
    score: Score
    hits: int

    def blows(self) -> Iterable[Blow]:
        """On the base or port, and, to be told later, on the aircraft there."""
        if self.hits:
            yield Blow(on=self.target, roll=self.score.roll)
            place = self.target.removeprefix("base:")
            yield Blow(on=struck(self.mission, place), roll=self.score.roll, lasts=True)


class Strafed(Event):
    """A striker strafed a base [H9.10.1]: no bombing die, one ground strike."""

    rule: ClassVar[str] = "H9.10.1"
    mission: str
    unit: str
    base: str


class UnitBombed(Event):
    """A striker attacked a ship, or troops in a hex [H9.10.4]; `victim` is the unit that is hit."""

    rule: ClassVar[str] = "H9.10.4"
    mission: str
    unit: str
    mode: str
    target: str
    score: Score
    harm: Harm
    victim: str

    def blows(self) -> Iterable[Blow]:
        """On the victim, if it is harmed, and on what a carrier has aboard."""
        if self.harm:
            yield Blow(on=self.victim, roll=self.score.roll)
            yield Blow(on=struck(self.mission, self.victim), roll=self.score.roll, lasts=True)


class PortHit(Event):
    """Hits on the port of a hex [H9.10.7]: `total` are all it has, `closed` if shut."""

    rule: ClassVar[str] = "H9.10.7"
    hex: str
    hits: int
    total: int
    closed: bool


class Dropped(Event):
    """A transport dropped its cargo [H11.6, H13.4]: paratroops or a supply unit.

    `effect` is `D` for paratroops that come down disrupted, and `lost` for supply that nobody
    finds. A supply unit dropped where no own troops are has no die.
    """

    rule: ClassVar[str] = "H11.6"
    mission: str
    unit: str
    cargo: str
    hex: str
    rolls: tuple[Roll, ...]
    effect: Literal["", "D", "lost"]

    def blows(self) -> Iterable[Blow]:
        """On the cargo, if it is harmed."""
        return (Blow(on=self.cargo, roll=roll) for roll in self.rolls if self.effect)


# --- casualties ----------------------------------------------------------------------------------


UnitKind = Literal["air", "naval", "ground"]


class UnitHit(Event):
    """A unit on the map lost steps or was disrupted [H0.5, H0.6]; `steps` are those left."""

    rule: ClassVar[str] = "H0.6"
    unit: str
    side: str
    kind: UnitKind
    lost: int
    steps: int
    disrupted: bool

    def harmed(self) -> tuple[str, ...]:
        """The unit."""
        return (self.unit,)


class CargoLost(Event):
    """Cargo that a ship can carry no longer [H9.10.8]: supply units, and steps by ground unit.

    `points` are the half points that the enemy gains by both [H16.1, H17.1].
    """

    rule: ClassVar[str] = "H9.10.8"
    ship: str
    supply: int
    steps: FrozenMap[int]
    points: int

    def harmed(self) -> tuple[str, ...]:
        """The ship."""
        return (self.ship,)


EVENTS: tuple[type[Event], ...] = (
    Scrambled, ScrambleVoided, RaidSeen, ManifestBreached, BreakTried, Fired, RoundOver,
    FlakFired, TargetGone, Bombed, Strafed, UnitBombed, PortHit, Dropped, UnitHit, CargoLost,
)  # fmt: skip
