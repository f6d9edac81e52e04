"""Events of ships: voyages, surface combat, bombardment, the submarine, the way home [H10, H12]."""

from collections.abc import Iterable
from typing import ClassVar

from pbem.engine.events import Blow, Event, Roll
from pbem.frozen import FrozenMap, Value, field
from pbem.systems.cartwheel.table.events_air import Harm, Score, struck


class Shot(Value):
    """One naval unit's fire at another [H10.4.1]; AF and DF are among the terms of its score."""

    firer: str
    target: str
    score: Score
    harm: Harm


class Shelling(Value):
    """One ship's fire at the shore [H10.7]: `hits` on a base, or harm to a `victim` there."""

    firer: str
    score: Score
    hits: int = 0
    harm: Harm = field(default_factory=Harm)
    victim: str = ""


class Sailed(Event):
    """A group sailed `path`, as far as it came [H10.3]; `loaded` is what went aboard by ship.

    `cargo` is all that it had aboard on its way, by ship. With `stopped` enemy warships in the
    last hex held it there.
    """

    rule: ClassVar[str] = "H10.3"
    mission: str
    side: str
    ships: tuple[str, ...]
    purpose: str
    path: tuple[str, ...]
    loaded: FrozenMap[tuple[str, ...]]
    stopped: bool
    cargo: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)


class VoyageCancelled(Event):
    """A naval mission that had become illegal by `cited` before its turn came [H8.4]."""

    rule: ClassVar[str] = "H8.4"
    mission: str
    side: str
    ships: tuple[str, ...]
    cited: str


class GunsFired(Event):
    """A round of surface combat: all fire at once [H10.4]."""

    rule: ClassVar[str] = "H10.4"
    mission: str
    hex: str
    round: int
    shots: tuple[Shot, ...]

    def blows(self) -> Iterable[Blow]:
        """On the targets that are harmed."""
        return (Blow(on=one.target, roll=one.score.roll) for one in self.shots if one.harm)


class BrokeOff(Event):
    """A side leaves the battle [H10.4.3]: where each ship goes; those in `stay` find no way out.

    `cargo` is what those that go have aboard, by ship.
    """

    rule: ClassVar[str] = "H10.4.3"
    mission: str
    side: str
    hex: str
    ships: FrozenMap[str]
    stay: tuple[str, ...]
    cargo: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)


class BattleOver(Event):
    """Surface combat is over: the hex is shared, or `held` by one side [H10.4.3]."""

    rule: ClassVar[str] = "H10.4.3"
    mission: str
    hex: str
    held: str


class Bombarded(Event):
    """Ships fired at an airbase or at troops [H10.7]; `target` as in the order."""

    rule: ClassVar[str] = "H10.7"
    mission: str
    side: str
    hex: str
    target: str
    shellings: tuple[Shelling, ...]

    def blows(self) -> Iterable[Blow]:
        """On the base, and the aircraft there; on the troops that are harmed."""
        for one in self.shellings:
            if one.hits:
                yield Blow(on=self.target, roll=one.score.roll)
                place = self.target.removeprefix("base:")
                yield Blow(on=struck(self.mission, place), roll=one.score.roll, lasts=True)
            if one.harm:
                yield Blow(on=one.victim, roll=one.score.roll)


class SubmarineAttacked(Event):
    """The submarine's attack, and the die of the escorts if there are any [H10.6]."""

    rule: ClassVar[str] = "H10.6"
    mission: str
    unit: str
    hex: str
    shot: Shot
    escorts: tuple[Roll, ...]
    sunk: bool

    def blows(self) -> Iterable[Blow]:
        """On the target, if it is harmed; on the submarine, if it is sunk."""
        if self.shot.harm:
            yield Blow(on=self.shot.target, roll=self.shot.score.roll)
        yield from (Blow(on=self.unit, roll=roll) for roll in self.escorts if self.sunk)


class CarriersOut(Event):
    """Carriers outside their box when air and naval operations end [H10.5.1]."""

    rule: ClassVar[str] = "H10.5.1"
    ships: tuple[str, ...]


class PutOff(Event):
    """A side concludes its operations in a file of its own, after all of 4.5 [H12.2.2]."""

    rule: ClassVar[str] = "H12.2.2"
    side: str


class Withdrew(Event):
    """Naval units returned to a port or box at the end of the turn [H12.2]."""

    rule: ClassVar[str] = "H12.2"
    side: str
    ships: tuple[str, ...]
    path: tuple[str, ...]


class Unloaded(Event):
    """A ship put ashore ground units and supply units, without combat [H10.3.2, H12.2]."""

    rule: ClassVar[str] = "H12.2"
    side: str
    ship: str
    place: str
    units: tuple[str, ...]
    supply: int


class StayedAboard(Event):
    """Cargo that was to come ashore stays aboard, by `cited`: no room, or nobody there [CR47]."""

    rule: ClassVar[str] = "CR40"
    side: str
    ship: str
    place: str
    items: tuple[str, ...]
    cited: str


class WithdrawalVoided(Event):
    """A return to port that could not be carried out, by `cited` [H12.2]."""

    rule: ClassVar[str] = "H12.2"
    side: str
    ships: tuple[str, ...]
    cited: str


class UnloadingVoided(Event):
    """Ships went home as ordered, but unload nothing, by `cited` [H12.2].

    They are disrupted, with cargo aboard [H10.2], or carry nothing any more.
    """

    rule: ClassVar[str] = "H12.2"
    side: str
    ships: tuple[str, ...]
    cited: str


EVENTS: tuple[type[Event], ...] = (
    Sailed, VoyageCancelled, GunsFired, BrokeOff, BattleOver, Bombarded, SubmarineAttacked,
    CarriersOut, PutOff, Withdrew, Unloaded, StayedAboard, UnloadingVoided, WithdrawalVoided,
)  # fmt: skip
