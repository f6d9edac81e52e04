"""The public state of a game of Operation Cartwheel (E.1): what lies open on the map.

Where air units are based is no part of it: that is in `private`, one for each side.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Literal

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, Value, field, remembered, replace
from pbem.systems.cartwheel.book.scenario import Convoy, Reinforcement
from pbem.systems.cartwheel.table.answers import Answer
from pbem.systems.cartwheel.table.turn import Turn
from pbem.systems.cartwheel.table.under_way import Operations

ALLIED, JAPANESE = "allied", "japanese"
SIDES = (ALLIED, JAPANESE)

BaseStatus = Literal["working", "destroyed", "building", "in-hand", "lost"]
"""`building`, `in-hand` and `lost` (for ever [6.6.4~]) are those of mobile bases alone."""


class Base(Value):
    """An airbase [6.2]: its hex (or box), who owns it, and its public damage.

    A carrier is a base as well [H10.5], but it stands among the ships alone.

    Disruption is not stored: it follows from `hits` and the base's type [H6.6]. `supplied` is
    false while a No Supply marker lies on it [H13.3].
    """

    id: str
    hex: str
    owner: str
    status: BaseStatus = "working"
    hits: int = 0
    supplied: bool = True
    radar: bool = False


class Aircraft(Value):
    """What everybody knows of an air unit (E.1): steps and disruption as last seen.

    `steps` 0 is eliminated. `flew` is the last turn in which it publicly flew a mission or an
    interception, `fled` that in which it evaded, `tried` that in which it threw a die to take off
    and so lost a Regroup mark [H9.4.1, H9.5], `seen` the turn in which its steps and disruption
    were seen, `base` the base named last, if it is there still for all that is known. `file` is the
    file in whose course dice told all that last, 0 where its owner did. `ace` is true once it has
    been named as the carrier of an Ace marker [H5.1.1].
    """

    id: str
    side: str
    arrived: bool
    steps: int
    disrupted: bool = False
    flew: int = 0
    fled: int = 0
    tried: int = 0
    seen: int = 0
    base: str = ""
    file: int = 0
    ace: bool = False

    def is_flown(self, turn: int) -> bool:
        """Whether all have seen it take off in a turn, so that it is in the Flown half [6.4b]."""
        return turn in (self.flew, self.fled)


class Ship(Value):
    """A naval unit: `at` is a hex or a box, or empty when it is not in play.

    `cargo` are ids of ground units and the word `supply`, in the order of loading. `moved` is the
    last turn of a mission [H10.1].
    """

    id: str
    side: str
    at: str
    steps: int = 2
    disrupted: bool = False
    cargo: tuple[str, ...] = ()
    moved: int = 0
    supplied: bool = True
    break_off: Literal["half", "round1", "never"] = "half"


class Troops(Value):
    """A ground unit: `at` is a hex, a box, the ship that carries it, or empty when not in play.

    `acted` is the last turn in which it moved, landed or attacked; `dropped` and `landed` the
    last turn in which it came by parachute or from a ship [H11.4.2].
    """

    id: str
    side: str
    at: str
    steps: int
    disrupted: bool = False
    supplied: bool = True
    acted: int = 0
    landed: int = 0
    dropped: int = 0


class Floatplane(Value):
    """A Rufe that stands at a port, on the map for both to see [6.3.6~]."""

    id: str
    side: str
    hex: str
    steps: int
    flown: bool = False
    disrupted: bool = False


class Shown(Value, kw_only=True):
    """A unit's item opened for a reply, as its owner last sealed it (E.2).

    `to` is where a stage move was to take it since [H8.8], `file` that file.
    """

    unit: str
    base: str
    half: Literal["ready", "flown"]
    disrupted: bool = False
    steps: int
    mark: bool = False
    staged: bool = False
    to: str = ""
    file: int = 0


# --- what is owed --------------------------------------------------------------------------------


class Owed(Value):
    """A statement that a side owes in its next file (E.6).

    `turn` is the one in which it came to be owed: that file may be of the next, behind 14.1.
    `kind` is `struck` (ground strikes: `place` is the base, `mission` the mission), `lost-base`
    (who left `place`), `replaced` (number of steps of 14.1) or `eleventh`
    (number of units flown, 14.2). `effects` are each strike's effect (`""`, `D` or `step`) and
    `picks` its d100; `dice` are those of an evacuation, the k-th for the k-th unit by id. `most`
    is the highest number that `replaced` can state: the pool of that turn, in steps. `spared` are
    units that stand there and cannot have been hit: in the air, or on alert [H9.10.6, H8.9.11].
    `fled` are units that got away from there since, if they had not been hit before [H8.9.11].
    """

    side: str
    kind: Literal["struck", "lost-base", "replaced", "eleventh"]
    place: str = ""
    mission: str = ""
    effects: tuple[str, ...] = ()
    picks: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    captured: bool = False
    turn: int = 0
    most: int = 0
    spared: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()

    @property
    def about(self) -> tuple[str, str, str]:
        """Which statement it asks for."""
        return self.kind, self.place, self.mission

    def may_have_hit(self, unit: str, place: str) -> bool:
        """Whether it asks for strikes on a place that can have hit a unit there [H9.10.6]."""
        return (self.kind, self.place) == ("struck", place) and unit not in self.spared


class Award(Value):
    """Victory points as they were earned, in half points [H0.1, H16.1]."""

    turn: int
    side: str
    points: int
    rule: str
    why: str


@remembered(4)  # the score is asked for before and after each event, and few events earn points
def _earned(awards: tuple[Award, ...]) -> Mapping[str, int]:
    points = dict.fromkeys(SIDES, 0)
    for award in awards:
        points[award.side] += award.points
    return points


class Ending(Value):
    """How the game ended [H16.3]: `winner` is a side or empty, points are half points by side."""

    winner: str
    level: str
    reason: str
    points: FrozenMap[int]


# --- the game ------------------------------------------------------------------------------------


class Terms(Value):
    """What the scenario fixes for the whole game (H17).

    `track` is the one of the calendar. Without `ground_combat` ground units neither move nor
    attack, and ships load nothing [H17.1]; without `occupation` nothing is earned by it at the end
    [H16.2].
    """

    rule: str
    first_turn: int
    last_turn: int
    columns: tuple[int, int]
    tf36_limit: int
    tf36_from: int
    mobile: FrozenMap[int]
    regroups: bool
    cap: int
    ground_combat: bool = True
    convoy: Convoy | None = None
    track: str = "main"
    occupation: bool = True
    arrivals: tuple[Reinforcement, ...] = ()


_at, _hex = attrgetter("at"), attrgetter("hex")


class Game(Value):
    """All that lies open [E.1].

    `seats` are the players' seats by side. `holder` has the Initiative marker. `control` is by
    hex, absent where nobody controls it. `forts` are hexes with a Fortification, `port_hits` by
    hex, `supplies` by `side/hex`. `aces` counts Ace markers a side has placed and not lost
    for all that is known.
    `regroups` are the turns of general regroups, `regroup_after` the turn of the waiting marker
    [7.1b]. `stand_down` are sides without scramble and evasion, with the files that said so [H8.6].
    `asked` are hexes on which a side is asked for a reply [H8.9.7]. `shown` are units' items and
    `answers` answers in advance, by id, opened in the file that is being taken. `owed` are
    statements due.
    """

    terms: Terms
    seats: FrozenMap[str]
    holder: str
    bases: FrozenMap[Base]
    control: FrozenMap[str]
    air: FrozenMap[Aircraft]
    ships: FrozenMap[Ship]
    troops: FrozenMap[Troops]
    turn: Turn = field(default_factory=Turn)
    operations: Operations = field(default_factory=Operations)
    floatplanes: FrozenMap[Floatplane] = field(default_factory=FrozenMap)
    forts: tuple[str, ...] = ()
    port_hits: FrozenMap[int] = field(default_factory=FrozenMap)
    supplies: FrozenMap[int] = field(default_factory=FrozenMap)
    pools: FrozenMap[int] = field(default_factory=FrozenMap)
    aces: FrozenMap[int] = field(default_factory=FrozenMap)
    tf36_turns: tuple[int, ...] = ()
    regroups: tuple[int, ...] = ()
    regroup_after: int = 0
    stand_down: FrozenMap[int] = field(default_factory=FrozenMap)
    asked: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    shown: FrozenMap[Shown] = field(default_factory=FrozenMap)
    answers: FrozenMap[Answer] = field(default_factory=FrozenMap)
    owed: tuple[Owed, ...] = ()
    awards: tuple[Award, ...] = ()
    now: int = 0
    ending: Ending | None = None

    def seat_of(self, side: str) -> str:
        """The seat that plays a side."""
        return self.seats[side]

    def side_of(self, seat: str) -> str:
        """The side that a player's seat plays; empty for a referee."""
        return next((side for side, name in self.seats.items() if name == seat), "")

    def points(self, side: str) -> int:
        """A side's victory points so far, in half points [H0.1]."""
        return _earned(self.awards)[side]

    def troops_at(self, place: str, side: str = "") -> Iterator[Troops]:
        """Ground units in a hex, a box or aboard a ship, by id; of one side if it is named."""
        return (t for t in self.troops.grouped(_at).get(place, ()) if side in ("", t.side))

    def ships_at(self, place: str, side: str = "") -> Iterator[Ship]:
        """Naval units in a hex or a box, by id; of one side if it is named."""
        return (s for s in self.ships.grouped(_at).get(place, ()) if side in ("", s.side))

    def bases_at(self, place: str) -> Iterator[Base]:
        """Airbases in a hex that exist (also destroyed ones), by id."""
        here = self.bases.grouped(_hex).get(place, ())
        return (base for base in here if base.status not in ("in-hand", "lost"))

    def with_base(self, base: Base) -> "Game":
        """The game with one base replaced."""
        return replace(self, bases=self.bases.set(base.id, base))

    def with_ships(self, changed: Iterable[Ship]) -> "Game":
        """The game with naval units replaced by id."""
        return replace(self, ships=self.ships.update({ship.id: ship for ship in changed}))

    def with_troops(self, changed: Iterable[Troops]) -> "Game":
        """The game with ground units replaced by id."""
        return replace(self, troops=self.troops.update({unit.id: unit for unit in changed}))

    def with_air(self, changed: Iterable[Aircraft]) -> "Game":
        """The game with air units replaced by id."""
        return replace(self, air=self.air.update({unit.id: unit for unit in changed}))

    def owing(self, owed: Owed) -> "Game":
        """The game with one more statement that a side owes, as from now on (E.6)."""
        return replace(self, owed=(*self.owed, replace(owed, turn=self.now)))

    def with_turn(self, turn: Turn) -> "Game":
        """The game with what holds this turn replaced."""
        return replace(self, turn=turn)

    def with_operations(self, operations: Operations) -> "Game":
        """The game with the operations phase replaced."""
        return replace(self, operations=operations)

    def awarded(self, side: str, points: int, rule: str, why: str) -> "Game":
        """The game with half points added for a side; none are added for 0."""
        if points == 0:
            return self
        award = Award(turn=self.now, side=side, points=points, rule=rule, why=why)
        return replace(self, awards=(*self.awards, award))


def other(side: str) -> str:
    """The enemy's side."""
    return JAPANESE if side == ALLIED else ALLIED


Told = tuple[Game, tuple[Event, ...]]
"""What a rule leaves behind: the game after it, and its events in order."""
