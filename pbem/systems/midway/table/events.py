"""What happens in Midway: facts in ids, numbers and rolls [M0]."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from pbem.dice import Roll
from pbem.engine.events import Blow, Event
from pbem.frozen import FrozenMap


class Landed(Event):
    """Squadrons landed on a carrier and lie in its hangar [M1.4]."""

    rule: ClassVar[str] = "M1.4"
    carrier: str
    squadrons: tuple[str, ...]


class Waited(Event):
    """Squadrons found no deck; `marks` are the wait marks of each now [M1.5]."""

    rule: ClassVar[str] = "M1.5"
    marks: FrozenMap[int]


class Ditched(Event):
    """Squadrons ditched: too long without a deck [M1.5], or no carrier is left [M1.6]."""

    rule: ClassVar[str] = "M1.5"
    squadrons: tuple[str, ...]
    no_carrier: bool


class Moved(Event):
    """Squadrons went on to a box of the circuit, or left CAP [M3.1, M3.4]."""

    rule: ClassVar[str] = "M3.1"
    squadrons: tuple[str, ...]
    origin: str
    target: str


class Searched(Event):
    """The first American wave looked for the enemy; group `lucky` arrived [M16.3]."""

    rule: ClassVar[str] = "M16.3"
    groups: tuple[tuple[str, ...], ...]
    rolls: tuple[Roll, ...]
    lucky: int


class CapAttacked(Event):
    """CAP fell on the enemy's Ready box [M5.2, M5.3]: `engaged` SP by squadron against `escorts`.

    `bombing` SP were free for the bombers; they did nothing where there were none.
    """

    rule: ClassVar[str] = "M5.2"
    side: str
    squadrons: tuple[str, ...]
    sp: int
    escorts: int
    engaged: FrozenMap[int]
    bombing: int


class CapHeld(Event):
    """CAP let enemy planes in Ready to Attack be: none of its `squadrons` attacked them [M5.1]."""

    rule: ClassVar[str] = "M5.1"
    side: str
    squadrons: tuple[str, ...]


class Dogfought(Event):
    """Both sides' dice of a dogfight, and the SP each lost by squadron [M5.5, M5.6].

    `destroyed` are the squadrons that have none left.
    """

    rule: ClassVar[str] = "M5.5"
    cap: Roll
    escort: Roll
    cap_losses: FrozenMap[int]
    escort_losses: FrozenMap[int]
    destroyed: tuple[str, ...] = ()

    def blows(self) -> Iterable[Blow]:
        """Of each side on the other's squadrons."""
        for roll, losses in ((self.cap, self.escort_losses), (self.escort, self.cap_losses)):
            yield from (Blow(on=squadron, roll=roll) for squadron, sp in losses.items() if sp)


class BombersHit(Event):
    """CAP dice at bombers, and the SP lost by squadron [M5.7, M5.8]; `destroyed` have none left."""

    rule: ClassVar[str] = "M5.7"
    roll: Roll
    losses: FrozenMap[int]
    destroyed: tuple[str, ...] = ()


class CapMovedOut(Event):
    """CAP squadrons that attacked, with their new ring; 0 is Waiting to Land [M5.11]."""

    rule: ClassVar[str] = "M5.11"
    rings: FrozenMap[int]


class FlakFired(Event):
    """A carrier's anti-aircraft dice at a wave of `sp`, and the SP lost [M7.2, M7.3].

    `destroyed` are the squadrons that have none left.
    """

    rule: ClassVar[str] = "M7.2"
    carrier: str
    squadrons: tuple[str, ...]
    sp: int
    roll: Roll
    losses: FrozenMap[int]
    destroyed: tuple[str, ...] = ()


class Bombed(Event):
    """All dice of one kind of bomber at a carrier, re-rolls after one another [M7.4, M7.5]."""

    rule: ClassVar[str] = "M7.4"
    carrier: str
    kind: Literal["DB", "TB"]
    rolls: tuple[Roll, ...]
    hits: int

    def blows(self) -> Iterable[Blow]:
        """All throws of it, if any of them hit."""
        return (Blow(on=self.carrier, roll=roll) for roll in self.rolls if self.hits)


class Damaged(Event):
    """A carrier took `hits`, of which some may be beyond ten circles [M15.1]."""

    rule: ClassVar[str] = "M15.1"
    carrier: str
    hits: int
    damage: int

    def harmed(self) -> tuple[str, ...]:
        """The carrier."""
        return (self.carrier,)


class Crippled(Event):
    """A carrier can neither launch nor land any more [M15.2]."""

    rule: ClassVar[str] = "M15.2"
    carrier: str

    def harmed(self) -> tuple[str, ...]:
        """The carrier."""
        return (self.carrier,)


class Sunk(Event):
    """A carrier went down with the squadrons aboard [M15.3]."""

    rule: ClassVar[str] = "M15.3"
    carrier: str
    squadrons: tuple[str, ...]

    def harmed(self) -> tuple[str, ...]:
        """The carrier."""
        return (self.carrier,)


class WentHome(Event):
    """Squadrons left Attacking for Heading Home [M7.7-M7.9]; `attacked` if they had a run."""

    rule: ClassVar[str] = "M7.7"
    squadrons: tuple[str, ...]
    attacked: bool


class Launched(Event):
    """Squadrons took off: `strike` to Moving, `cap` to ring 1 [M9.3]; none if so ordered [M9.2]."""

    rule: ClassVar[str] = "M9.3"
    carrier: str
    strike: tuple[str, ...]
    cap: tuple[str, ...]


class Planned(Event):
    """A flight deck was changed for the next turn [M11.1]; an empty one is clear for landing.

    Of the squadrons of `deck` the `kept` stood there before; those `below` left it [M11.3].
    """

    rule: ClassVar[str] = "M11.1"
    carrier: str
    deck: tuple[str, ...]
    kept: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


class PlanSealed(Event):
    """A seat sealed its plan until its next landing phase [M11.5]."""

    rule: ClassVar[str] = "M11.5"
    seat: str


class PlanBroken(Event):
    """A sealed plan breaks M11.1 or cannot be read: the old decks stay [M11.5]."""

    rule: ClassVar[str] = "M11.5"
    seat: str


class RepairTried(Event):
    """A carrier's repair die, and its damage afterwards [M13.1, M13.2]."""

    rule: ClassVar[str] = "M13.1"
    carrier: str
    roll: Roll
    repaired: bool
    damage: int


class OrderVoided(Event):
    """What a seat ordered had become impossible by `cited` when its phase came [MB3].

    `why` tells which of several reasons it was: squadrons `lost`, `elsewhere`, or without `room`.
    """

    rule: ClassVar[str] = "MB3"
    seat: str
    order: str
    ids: tuple[str, ...]
    cited: str
    why: Literal["", "lost", "elsewhere", "room"] = ""


class StandingEnded(Event):
    """A seat's standing order names nobody any more who is not `gone` [MB1].

    `keys` are those of which this holds where the rest of it stands. One that made squadrons wait
    ends for these `squadrons`.
    """

    rule: ClassVar[str] = "MB1"
    seat: str
    order: str
    squadrons: tuple[str, ...]
    keys: tuple[str, ...]
    gone: tuple[str, ...]


class WaitsForFewer(Event):
    """Squadrons that a standing order keeps back `until` others are there, some of whom are `gone`.

    They wait for those who are left alone [M3.1, MB1].
    """

    rule: ClassVar[str] = "MB1"
    seat: str
    squadrons: tuple[str, ...]
    until: tuple[str, ...]
    gone: tuple[str, ...]


class GameEnded(Event):
    """The end, with points and SP lost by side [MH27, MH28]; no `winner` is a draw."""

    rule: ClassVar[str] = "MH27"
    winner: str
    grade: str
    reason: Literal["carriers", "points", "resigned"]
    points: FrozenMap[int]
    sp_lost: FrozenMap[int]


EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        Landed, Waited, Ditched, Moved, Searched, CapAttacked, CapHeld, Dogfought, BombersHit,
        CapMovedOut, FlakFired, Bombed, Damaged, Crippled, Sunk, WentHome, Launched, Planned,
        PlanSealed, PlanBroken, RepairTried, OrderVoided, StandingEnded, WaitsForFewer, GameEnded,
    )
}  # fmt: skip
