"""A side's airbase charts (E.2): where its air units are, hidden from the enemy [6.1a].

A `Charts` of the rule book is open to all; these charts are one player's own. Every file seals
them anew, so they are read back from sealed items alone (protocol 7): `items` and `read_items`
are each other's inverse.
"""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Literal

from pbem.frozen import FrozenMap, Value, field, replace
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck, MissionOver
from pbem.systems.cartwheel.table.events_sea import BattleOver, SubmarineAttacked
from pbem.systems.cartwheel.table.events_turn import FloatplaneEvacuated
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Manifest

Half = Literal["ready", "flown"]


class Plane(Value):
    """An own air unit that is alive and has arrived [6.4]: its base, its quadrant, its marks.

    `base` is an airbase's id, a carrier's, or `port:<hex>` for a Rufe at a port. `away` is true
    for a recon unit that stands on a hex [7.3.2~]: it keeps its place in the base it left.
    `due` is true from the file that bases a reinforcement until it arrives [H15.3]. `mark` and
    `replace` are the Regroup mark [7.2], `counts_as` a recon unit's type [7.3.1], `staged` that
    it made its stage move this turn [H9.3], `used` that it flew a mission, an interception or
    recon. `to` is where a stage move takes it that was ordered with a reply: it stays where it is
    until the missions that the reply answers are over [H8.8].
    """

    id: str
    base: str
    half: Half = "ready"
    disrupted: bool = False
    steps: int = 2
    mark: bool = False
    replace: bool = False
    counts_as: Literal["", "F", "B"] = ""
    staged: bool = False
    to: str = ""
    used: bool = False
    ace: bool = False
    away: bool = False
    due: bool = False


class Leg(Value):
    """A unit of an own mission under way: where it took off and where it lands [H9.11.1]."""

    unit: str
    origin: str
    returns: str


class Flight(Value):
    """An own mission under way: its sealed manifest and its units' legs."""

    manifest: Manifest
    legs: tuple[Leg, ...]


class Landing(Value):
    """The `landing/` item of a mission [H9.1.3]."""

    legs: tuple[Leg, ...]


class Due(Value):
    """A statement that the next own file makes (E.6), its content worked out.

    `hex` is where a lost base stood, which everybody knows. What came of Regroup marks, `regrouped`
    and `worn` still, is never stated; nor who got a step of those that asked, and who `lacked` it.
    """

    kind: Literal["struck", "lost-base", "replaced", "eleventh", "no-landing"]
    place: str = ""
    hex: str = ""
    mission: str = ""
    hits: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    number: int = 0
    regrouped: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()
    stepped: tuple[str, ...] = ()
    lacked: tuple[str, ...] = ()


class Fact(Value):
    """One public event that charts follow from: one key alone is given, by the event's kind."""

    struck: BaseStruck | None = None
    over: MissionOver | None = None
    fell: BaseLost | None = None
    left: FloatplaneEvacuated | None = None
    battle: BattleOver | None = None
    submarine: SubmarineAttacked | None = None


class Page(Value):
    """The facts of one scene in their order, and the public state after it."""

    game: Game
    facts: tuple[Fact, ...]


class Story(Value):
    """The charts before a strike that is not stated yet, and what has become public since."""

    start: "Private"
    pages: tuple[Page, ...] = ()


_base = attrgetter("base")


class Private(Value):
    """All that one side hides (E.2).

    `planes` are its units alive and arrived, by id; `evacuate` the preference list of each base
    [H6.6.5]; `policy` what its answers in advance follow from [H8.9.4]; `flights` own missions
    sealed and not yet over, by mission id. `due` are the statements that follow from dice that have
    come since the last own file (E.6): there are none at the moment of an own file, so that items
    need not hold them.
    """

    side: str
    planes: FrozenMap[Plane]
    evacuate: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    policy: tuple[Clause, ...] = ()
    flights: FrozenMap[Flight] = field(default_factory=FrozenMap)
    due: tuple[Due, ...] = ()
    story: Story | None = None

    def at(self, base: str) -> Iterator[Plane]:
        """The units on a base's chart, by id; recon units that are away are on it."""
        return iter(self.planes.grouped(_base).get(base, ()))

    def with_planes(self, changed: Iterable[Plane]) -> "Private":
        """The charts with units replaced by id."""
        return replace(self, planes=self.planes.update({plane.id: plane for plane in changed}))

    def owing(self, due: Due) -> "Private":
        """The charts with one more statement that the next own file makes (E.6)."""
        return replace(self, due=(*self.due, due))

    def without(self, *units: str) -> "Private":
        """The charts without units that are lost."""
        return replace(self, planes=self.planes.without(*units))
