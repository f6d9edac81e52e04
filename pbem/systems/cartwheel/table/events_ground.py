"""Events of ground operations: who acts first, moves, landings, attacks, raids [H11]."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pbem.engine.events import Blow, Event, Roll
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_air import Score


class GroundInitiativeRolled(Event):
    """Which side gives its ground orders first [H11.1, H11.1.3]."""

    rule: ClassVar[str] = "H11.1"
    score: Score
    first: str


class Marched(Event):
    """Ground units of one hex move to the next [H11.2]; `disrupted` are those the way wore out.

    With `attacking` there are enemies, and the fight follows.
    """

    rule: ClassVar[str] = "H11.2"
    side: str
    units: tuple[str, ...]
    origin: str
    hex: str
    disrupted: tuple[str, ...]
    attacking: bool


class Landed(Event):
    """A ship put ashore ground units and supply units in a coastal hex [H11.5]."""

    rule: ClassVar[str] = "H11.5"
    side: str
    ship: str
    hex: str
    units: tuple[str, ...]
    supply: int
    attacking: bool


class Attacked(Event):
    """An attack [H11.4]: combat factors, the column of the odds, the steps each side must lose.

    With `retreat` the surviving defenders must go.
    """

    rule: ClassVar[str] = "H11.4"
    side: str
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    score: Score
    attacker_loss: int
    defender_loss: int
    retreat: bool

    def blows(self) -> Iterable[Blow]:
        """On all who fight, of whom the order of losses picks, and on the hex."""
        everybody = (*self.attackers, *self.defenders, self.hex)
        return (Blow(on=one, roll=self.score.roll) for one in everybody)


class AttackMissed(Event):
    """An attack that is not made: odds below the lowest column, or nobody left to fight [H11.4]."""

    rule: ClassVar[str] = "H11.4"
    side: str
    hex: str
    cited: str


class Retreated(Event):
    """Defenders retreat [H11.4.3]: where each goes; those in `held` lose a step and stay."""

    rule: ClassVar[str] = "H11.4.3"
    side: str
    hex: str
    units: FrozenMap[str]
    held: tuple[str, ...]

    def harmed(self) -> tuple[str, ...]:
        """All who were attacked."""
        return (self.hex,)


class Raided(Event):
    """A commando raid on an airbase and what came of it [H11.7]; `unit` is a Japanese raider."""

    rule: ClassVar[str] = "H11.7"
    side: str
    base: str
    unit: str
    roll: Roll
    effect: Literal["fails", "none", "hit", "hit and strike"]

    def blows(self) -> Iterable[Blow]:
        """On the base, or on the raider that fails."""
        harmed = self.unit if self.effect == "fails" else f"base:{self.base}"
        return (Blow(on=harmed, roll=self.roll),)


class Fortified(Event):
    """A Fortification is put into a hex [H11.8]."""

    rule: ClassVar[str] = "H11.8"
    side: str
    hex: str


class FortsFell(Event):
    """Fortifications are removed: no unit of their side is left in the hex [H11.8]."""

    rule: ClassVar[str] = "H11.8"
    hexes: tuple[str, ...]


class GroundVoided(Event):
    """A ground order that could not be carried out, by `cited`; nothing of it was done [H11]."""

    rule: ClassVar[str] = "H11"
    side: str
    order: str
    ids: tuple[str, ...]
    cited: str


EVENTS: tuple[type[Event], ...] = (
    GroundInitiativeRolled, Marched, Landed, Attacked, AttackMissed, Retreated, Raided,
    Fortified, FortsFell, GroundVoided,
)  # fmt: skip
