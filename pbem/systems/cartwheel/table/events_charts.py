"""Events from which a side's own charts follow: what `learning` reads (E.2, E.6).

All of them are public. What they mean for units whose base is hidden, their owner works out.
Other events stand in `events_*`, one file for each part of the rules.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pbem.engine.events import Blow, Event, Roll
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.table.events_air import struck

Role = Literal["escort", "striker", "transport", "interceptor", "evader"]
"""The part that a unit takes in an air mission: in the raid, or against it."""


class ReconFlew(Event):
    """Dice of recon units [7.3.2~]: who may fly, and who goes to the Flown half of its base.

    `most` is the highest die with which a unit flies.
    """

    rule: ClassVar[str] = "7.3.2~"
    rolls: tuple[Roll, ...]
    flies: tuple[str, ...]
    grounded: tuple[str, ...]
    most: int


def evacuee(base: str, number: int) -> str:
    """The air unit at a lost base that has some position among those there."""
    return f"lost {base} #{number}"


class Fate(Value):
    """What a mission did to a unit that took part.

    `role` is that of the raid, or `interceptor` or `evader`. `flew` is false for a unit whose
    scramble failed and for a unit of a mission that was cancelled. `steps` are those left, 0 is
    eliminated; `disrupted` its status on landing, `weakened` whether it took off disrupted;
    `lost` are the steps that the mission cost it.
    """

    unit: str
    side: str
    role: Role
    flew: bool
    steps: int
    disrupted: bool
    weakened: bool = False
    lost: int = 0

    @property
    def is_harmed(self) -> bool:
        """Whether it flew and lost steps, or was disrupted on the way."""
        return self.flew and (
            not self.steps or self.lost > 0 or (self.disrupted and not self.weakened)
        )


class MissionOver(Event):
    """An air mission is over, all who flew land [H9.11, H9.12]; emitted last of all its events.

    Ground strikes of the mission come before it.
    """

    rule: ClassVar[str] = "H9.11"
    mission: str
    side: str
    hex: str
    cancelled: bool
    fates: tuple[Fate, ...]

    def harmed(self) -> tuple[str, ...]:
        """Those that come home disrupted, with steps lost, or not at all."""
        return tuple(one.unit for one in self.fates if one.is_harmed)


class OnAlert(Event):
    """Units of a base that stand by to intercept before the victims of a mission are told.

    So its ground strikes have not hit them, but others [H8.9.11].
    """

    rule: ClassVar[str] = "H8.9.11"
    side: str
    base: str
    mission: str
    units: tuple[str, ...]


class BaseStruck(Event):
    """Ground strikes on a base or carrier [H9.10.5, H9.10.6]; victims are its owner's to tell.

    `airborne` are units that were in the air (interceptors, successful evaders) and cannot be
    hit. `effects` are `""`, `D` or `step` for each strike, `picks` its d100, 0 without an effect.
    `drms` are what was added to each strike's die. If any has an effect, the owner owes a
    statement (E.6).
    """

    rule: ClassVar[str] = "H9.10.5"
    base: str
    owner: str
    mission: str
    airborne: tuple[str, ...]
    effects: tuple[str, ...]
    picks: tuple[int, ...]
    rolls: tuple[Roll, ...]
    drms: tuple[int, ...] = ()

    def blows(self) -> Iterable[Blow]:
        """On the aircraft there: the strikes with an effect, each with the pick of its victim."""
        rolls = iter(self.rolls)
        for effect in self.effects:
            strike = (next(rolls), *((next(rolls),) if effect else ()))
            for roll in strike if effect else ():
                yield Blow(on=struck(self.mission, self.base), roll=roll, lasts=True)


class BaseLost(Event):
    """A base destroyed [H6.6.1] or captured (evacuation [6.6.5]) with dice and DRM.

    Or a port captured to which a Rufe may have come unseen, or where one may have been hit
    (`port:1203`) [CR82]. `hex` is where it stood. `drm` are the modifiers that hold for every unit
    alike [H6.6.5]; `dice` the k-th unit's die: none for a base that was destroyed, or for a sunk
    carrier, with which all aboard are lost [H10.5].
    """

    rule: ClassVar[str] = "6.6.5"
    base: str
    hex: str
    owner: str
    how: Literal["destroyed", "captured", "sunk"]
    drm: int = 0
    dice: tuple[int, ...] = ()
    rolls: tuple[Roll, ...] = ()

    def blows(self) -> Iterable[Blow]:
        """On those there, by position; their owner tells who escapes."""
        for number, roll in enumerate(self.rolls, 1):
            yield Blow(on=evacuee(self.base, number), roll=roll, lasts=True)

    def harmed(self) -> tuple[str, ...]:
        """The carrier that sank, or the base that was destroyed."""
        return (self.base, f"base:{self.base}")


class RegroupRolled(Event):
    """Dice for a side's marked air units, by position among them [H14.1, E.6].

    `threshold` is the highest die that succeeds, `thresholds` that of bases with their own;
    `bases` are those where nothing regroups (destroyed, disrupted, unsupplied [6.6.2~]). `pool`
    is in steps. With `certain` there are no dice, and all marked units succeed [H14.5].
    """

    rule: ClassVar[str] = "H14.1"
    side: str
    dice: tuple[int, ...]
    threshold: int
    thresholds: FrozenMap[int]
    bases: tuple[str, ...]
    pool: int
    certain: bool
    rolls: tuple[Roll, ...]


class Reorganized(Event):
    """Flown units become Ready, except at over-full bases [H14.2]; marks and staging end.

    `eleventh_lost` are units of the 11th that were eliminated in the turn [5.2e].
    """

    rule: ClassVar[str] = "14.2"
    eleventh_lost: tuple[str, ...] = ()


class AirArrived(Event):
    """Air reinforcements are in play, at the bases that their owner sealed [H15.3]."""

    rule: ClassVar[str] = "H15.3"
    side: str
    units: tuple[str, ...]


class Tf36Arrived(Event):
    """TF-36 is on the map, its air units Ready aboard [H5.3.3]."""

    rule: ClassVar[str] = "H5.3.3"
    hex: str
    units: FrozenMap[str]


class Tf36Left(Event):
    """TF-36 and its air units have left the board, disruption removed [H5.3.3]."""

    rule: ClassVar[str] = "H5.3.3"
    units: tuple[str, ...]


class Stated(Event):
    """A statement as its owner made it (E.6); `reduced`, `disrupted` and `lost` are unit ids.

    `stayed` are those hit that all have seen evade since, for nothing [H8.9.11]; `points` the half
    points that the enemy gains by steps lost [H16.1]. The owner has drawn it into his charts
    already.
    """

    rule: ClassVar[str] = "E.6"
    aside: ClassVar[str] = "Statements"
    side: str
    kind: str
    place: str
    mission: str
    disrupted: tuple[str, ...]
    reduced: tuple[str, ...]
    lost: tuple[str, ...]
    saved: tuple[str, ...]
    number: int
    port: str = ""
    stayed: tuple[str, ...] = ()
    points: int = 0

    def harmed(self) -> tuple[str, ...]:
        """The aircraft that a mission struck, or those that had to leave a base."""
        if self.kind == "struck":
            return (struck(self.mission, self.place),)
        many = len(self.lost) + len(self.saved)
        return tuple(evacuee(self.place, number) for number in range(1, many + 1))


FACTS: tuple[type[Event], ...] = (
    ReconFlew, MissionOver, BaseStruck, OnAlert, BaseLost, RegroupRolled, Reorganized, AirArrived,
    Tf36Arrived, Tf36Left, Stated,
)  # fmt: skip
