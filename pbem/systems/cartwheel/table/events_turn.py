"""Events of the turn's frame: random events, bases, initiative, supply, regrouping, the end."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pbem.engine.events import Blow, Event, Roll
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.tables import EventName

EVENT = "event"
"""The cause of hits that no side brings about, and on whom the dice of such an event are thrown."""

# --- 4.1 and 4.2 ---------------------------------------------------------------------------------


class RandomEvent(Event):
    """The row of the Random Events table [5.1, H5.1]; `again` is a second die, if any.

    Without `works` it had no effect, as where no marker is left [H5.1.1]. `side` has the Radar to
    place.
    """

    rule: ClassVar[str] = "5.1"
    roll: Roll
    row: EventName
    works: bool
    again: tuple[Roll, ...] = ()
    side: str = ""

    def blows(self) -> Iterable[Blow]:
        """On the base that a volcano shakes."""
        return (Blow(on=EVENT, roll=roll) for roll in (self.roll, *self.again) if self.works)


class EleventhDecided(Event):
    """Whether the 11th Hikoshidan is committed [5.2]; `ports` are Rufes at ports, by unit."""

    rule: ClassVar[str] = "5.2"
    commit: bool
    ports: FrozenMap[str]


class Tf36Declined(Event):
    """TF-36 is not committed this turn, though it might be [5.3]."""

    rule: ClassVar[str] = "5.3"


class RadarPlaced(Event):
    """A Radar marker on a base [H5.1]."""

    rule: ClassVar[str] = "H5.1"
    side: str
    base: str


class AcePlaced(Event):
    """An Ace marker on some fighter of a side, which it does not name [H5.1]."""

    rule: ClassVar[str] = "H5.1"
    side: str


class BuildBegun(Event):
    """A mobile airbase is under construction [6.5.2~]."""

    rule: ClassVar[str] = "6.5.2~"
    side: str
    base: str
    hex: str


class BuildVoided(Event):
    """A mobile airbase cannot be begun any more when 4.2 comes; its counter is in hand [H6.5].

    `cited` is the rule that forbids it.
    """

    rule: ClassVar[str] = "H6.5"
    side: str
    base: str
    hex: str
    cited: str


# --- bases ---------------------------------------------------------------------------------------


class BaseHit(Event):
    """Hits on an airbase [H6.6]; `total` are those it has then, `effect` what they did to it.

    `cause` is `bombing` (of air units), `bombardment` (of ships), `raid` or `event`; `points` are
    the enemy's half points for destroying it.
    """

    rule: ClassVar[str] = "H6.6"
    base: str
    hits: int
    total: int
    effect: Literal["", "disrupted", "destroyed", "removed"]
    cause: str
    points: int = 0

    def harmed(self) -> tuple[str, ...]:
        """The base, or what a random event shakes."""
        return (EVENT if self.cause == EVENT else f"base:{self.base}",)


class ControlPassed(Event):
    """A hex has come under a side's control [3.0f], its bases with it [6.6.4~].

    `bases` are fixed bases that change hands, `removed` mobile ones that are lost for ever.
    """

    rule: ClassVar[str] = "3.0f"
    hex: str
    side: str
    how: Literal["ground", "drop"]
    bases: tuple[str, ...]
    removed: tuple[str, ...]
    supplies: int

    def harmed(self) -> tuple[str, ...]:
        """All who fought in the hex."""
        return (self.hex,)


class MobileOverrun(Event):
    """Ground units of `side` stand in the hex of an enemy mobile base: it is lost [H11.2.2]."""

    rule: ClassVar[str] = "H11.2.2"
    side: str
    base: str
    hex: str


class FloatplaneEvacuated(Event):
    """A Rufe leaves a port that is taken [6.6.5, CR3]: for `place`, a port or an airbase.

    If that is empty it is lost.
    """

    rule: ClassVar[str] = "6.6.5"
    unit: str
    hex: str
    place: str
    roll: Roll
    drm: int

    def blows(self) -> Iterable[Blow]:
        """On the unit, if it does not get away."""
        return () if self.place else (Blow(on=self.unit, roll=self.roll),)


# --- 4.3 -----------------------------------------------------------------------------------------


class RegroupDeclared(Event):
    """Whether this is a general regroup turn [7.1]; `after` is the turn of the marker [7.1b]."""

    rule: ClassVar[str] = "7.1"
    declared: bool
    after: int = 0


class ScoutPlaced(Event):
    """A recon unit stands on a hex, and looks at one base there [7.3.2~, 7.3.4~]."""

    rule: ClassVar[str] = "7.3.2~"
    side: str
    unit: str
    hex: str
    base: str


class ReconWaits(Event):
    """The side that opens the turn places its recon units when the other has [H7.3.1, E.4.6]."""

    rule: ClassVar[str] = "E.4.6"
    side: str


class InitiativeRolled(Event, kw_only=True):
    """Who is the Initiative player [7.4], with each modifier by its word [H7.4].

    In a scenario's first turn there is no die [7.0]: `rolls` is empty.
    """

    rule: ClassVar[str] = "7.4"
    side: str
    rolls: tuple[Roll, ...] = ()
    modifiers: FrozenMap[int]
    drm: int


class MissionsRolled(Event, kw_only=True):
    """How many missions the Initiative player's run has [7.5]."""

    rule: ClassVar[str] = "7.5"
    side: str
    missions: int
    rolls: tuple[Roll, ...] = ()
    drm: int


# --- 4.7 -----------------------------------------------------------------------------------------


class SupplyDetermined(Event):
    """What has no supply until the next determination [H13.3].

    `ground` and `naval` are unit ids, `bases` base ids; `used` are heaps of supply units, as
    `side/hex`, of which one was used up [H13.4]; `still` are those that had no supply before.
    """

    rule: ClassVar[str] = "H13.3"
    ground: tuple[str, ...]
    naval: tuple[str, ...]
    bases: tuple[str, ...]
    used: tuple[str, ...]
    still: tuple[str, ...] = ()


class AttritionRolled(Event):
    """The die of a ground unit that is out of supply for a second turn [H13.3].

    The step, if it is lost, is told by an event of its own.
    """

    rule: ClassVar[str] = "H13.3"
    unit: str
    roll: Roll
    lost: bool

    def blows(self) -> Iterable[Blow]:
        """On the unit, if it loses a step."""
        return (Blow(on=self.unit, roll=self.roll),) if self.lost else ()


# --- 4.8 and 4.9 ---------------------------------------------------------------------------------


class UnitsRallied(Event):
    """Ground and naval units that lose their disruption without a die [H14.1.1]."""

    rule: ClassVar[str] = "H14.1.1"
    ground: tuple[str, ...]
    naval: tuple[str, ...]


class RallyRolled(Event):
    """The die of a disrupted ground unit with enemies in its hex [H14.1.1]."""

    rule: ClassVar[str] = "H14.1.1"
    unit: str
    roll: Roll
    rallied: bool


class MobileFinished(Event):
    """Mobile airbases become functional [6.5.2~]."""

    rule: ClassVar[str] = "6.5.2~"
    bases: tuple[str, ...]


class MobileDismantled(Event):
    """A mobile airbase is taken away, to be built again some other turn [6.5.4~]."""

    rule: ClassVar[str] = "6.5.4~"
    base: str
    hex: str


class DismantlingVoided(Event):
    """A mobile airbase that was to be taken away stays: it is disrupted or lost by now [6.5.4~]."""

    rule: ClassVar[str] = "6.5.4~"
    base: str


class RepairRolled(Event):
    """The repair die of a base [H6.6.3]: `hits` are those that it has then."""

    rule: ClassVar[str] = "H6.6.3"
    base: str
    was: Literal["disrupted", "destroyed"]
    roll: Roll
    drm: int
    needed: int
    repaired: bool
    hits: int


class HitsRemoved(Event):
    """Undisrupted bases and all ports lose their hits [H14.4]."""

    rule: ClassVar[str] = "H14.4"
    bases: tuple[str, ...]
    ports: tuple[str, ...]


class Arrived(Event):
    """Ground and naval reinforcements, by unit with the place where they stand [H15.1, H15.2]."""

    rule: ClassVar[str] = "H15"
    side: str
    units: FrozenMap[str]


# --- the end -------------------------------------------------------------------------------------


class TurnBegan(Event):
    """The turn marker moves on [4.10]."""

    rule: ClassVar[str] = "4.10"
    turn: int


class OccupationScored(Event):
    """Half points for hexes occupied at the end, by hex, and who has each [H16.2].

    `rabaul` are the Allied ones for the state of Rabaul's airbase.
    """

    rule: ClassVar[str] = "H16.2"
    holders: FrozenMap[str]
    points: FrozenMap[int]
    rabaul: int


class GameEnded(Event):
    """The end of the game and its level of victory [H16.3, H16.4].

    Points are in half points; `margin` is the Allied ones less the Japanese.
    """

    rule: ClassVar[str] = "H16.3"
    winner: str
    level: str
    reason: Literal["points", "resigned"]
    points: FrozenMap[int]
    margin: int


EVENTS: tuple[type[Event], ...] = (
    RandomEvent, EleventhDecided, Tf36Declined, RadarPlaced, AcePlaced, BuildBegun,
    BaseHit, BuildVoided, ControlPassed, FloatplaneEvacuated, MobileOverrun,
    RegroupDeclared, ScoutPlaced, ReconWaits, InitiativeRolled, MissionsRolled,
    SupplyDetermined, AttritionRolled,
    UnitsRallied, RallyRolled, MobileFinished, MobileDismantled, DismantlingVoided,
    RepairRolled, HitsRemoved,
    Arrived, TurnBegan, OccupationScored, GameEnded,
)  # fmt: skip
