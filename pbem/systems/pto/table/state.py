"""The state of a game of Pacific Theater of Operations: the table as it lies [F.1].

Every piece is public; what is hidden for a while are sealed bids and standing orders.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, Value, field, replace
from pbem.systems.pto.book.dates import opens_season
from pbem.systems.pto.book.goals import Scoring
from pbem.systems.pto.book.kinds import NATIONS, Condition, side_of
from pbem.systems.pto.table.orders_month import (
    Debark,
    Form,
    March,
    Rail,
    Repair,
    Replenish,
    Return,
    Stay,
)
from pbem.systems.pto.table.pieces import AirUnit, Ground, Installation, Ship, TaskForce
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Closed,
    Declines,
    Given,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    NavalInterception,
    SearchRule,
    Submarines,
)

MODIFICATIONS = tuple(f"D{number}" for number in range(1, 17))
"""Diehl's modifications; each is in force unless the genesis turns it off."""


class Standing(Value):
    """A seat's standing orders that are open, by what they hold of; empty for all [F.4].

    `given` are the files that gave them, by kind and scope (`search of JP`, `search`).
    """

    given: FrozenMap[Given] = field(default_factory=FrozenMap)

    search: FrozenMap[SearchRule] = field(default_factory=FrozenMap)
    air_intercept: FrozenMap[AirInterception] = field(default_factory=FrozenMap)
    air_strike: FrozenMap[AirStrikeRule] = field(default_factory=FrozenMap)
    air_stacks: FrozenMap[AirStacks] = field(default_factory=FrozenMap)
    naval_intercept: FrozenMap[NavalInterception] = field(default_factory=FrozenMap)
    gunnery: FrozenMap[Gunnery] = field(default_factory=FrozenMap)
    submarines: FrozenMap[Submarines] = field(default_factory=FrozenMap)
    strategic: FrozenMap[AirDefence] = field(default_factory=FrozenMap)
    ground: FrozenMap[GroundDefence] = field(default_factory=FrozenMap)
    losses: FrozenMap[Losses] = field(default_factory=FrozenMap)
    declines: FrozenMap[Declines] = field(default_factory=FrozenMap)
    goes_first: FrozenMap[GoesFirst] = field(default_factory=FrozenMap)


class Entry(Value):
    """An entry of a force pool or of a box of the turn track [S2.1, S2.2].

    `what` names the design (an air type, a type of ship, `division` …) or, for a piece with a
    name, its id in the scenario's reinforcements; `area` is where it enters, empty for the
    nation's source [PH12.3].
    """

    nation: str
    what: str
    count: int = 1
    area: str = ""


class Coming(Value):
    """Pieces with names that are not on the map yet, by id [S2.1, S2.2].

    An entry of the turn track or of a force pool brings each in. A ship's `tf` is empty; `base`
    and `at` may say where the piece enters: an area, or the carrier that comes with it.
    """

    ships: FrozenMap[Ship] = field(default_factory=FrozenMap)
    air: FrozenMap[AirUnit] = field(default_factory=FrozenMap)
    ground: FrozenMap[Ground] = field(default_factory=FrozenMap)


class Purse(Value):
    """A nation's economy [S1, S3]: EP in hand, its offensives track, Japan's reserve, ATPs used.

    `bid` is the number of offensives bid for, -1 while it is unknown; `bought` those bought for the
    season, used or not [PH13.4].
    """

    points: int = 0
    track: int = 0
    bought: int = 0
    reserve: int = 0
    lifts: int = 0
    bid: int = -1


class Plan(Value):
    """Orders for the end of the month that came before it, most often with a pass [F.2.2].

    They hold until another file of the seat replaces them or takes them back.
    """

    marches: tuple[March, ...] = ()
    rails: tuple[Rail, ...] = ()
    debarks: tuple[Debark, ...] = ()
    forms: tuple[Form, ...] = ()
    returns: tuple[Return, ...] = ()
    stays: tuple[Stay, ...] = ()
    replenishes: tuple[Replenish, ...] = ()
    repairs: tuple[Repair, ...] = ()

    @property
    def of_ships(self) -> tuple[Form | Return | Stay, ...]:
        """Those for second naval movement [P6.1]."""
        return (*self.forms, *self.returns, *self.stays)


Plans = Mapping[str, Plan]
"""Orders for the end of the month by the seat that gave them."""


class Month(Value):
    """What belongs to the month that is played, and is swept at its end [P6.4, P6.5].

    `weather` is the condition, `grounded` the zones that do not fly [W1]. `first` is the side that
    performs phase 3 first. `bombers`, `escorts` and, by seat, `boats` are for phase 2: they are
    ordered the month before, so P6.5 does not sweep them. `appended` is the seat whose first
    offensive is appended to its file of phase 3, until that is performed [F.2].

    In phase 4 `to_act` is the side whose turn it is, `passes` the passes in a row, `acted` the
    seat of each side that acted last, `declined` those that declined this opportunity,
    `offensives` the number performed, `heard` the files heard. `resting` are the seats that rest
    for the month [F.2.6], `ahead` those that have passed in the file of their last offensive, until
    the next one, of either side [F.2.5]. `plans` are orders for the end of the month that came
    before it. `opened` are the seats that have opened standing orders since the last file that
    decided something, `opener` is the seat that opens the dice of the last offensive, or of phase
    3, or such orders, so that it writes in any case, `closing` one that is asked in that file for
    the month's end alone [F.2.2].

    `acting` are the task forces that act in the sea offensives under way [P4B.1.C].
    `formed` are the files that formed task forces, by their names.
    `kept` are the air units of the strikes ordered for the phase under way, which do nothing else
    while ships move, but for those of the task forces in `freed` [F.6.5].
    `fought` are task forces that fought this step, `withdrawn` those that broke off [PH6.4],
    `countered` those that made a successful
    counter-interception this phase [P3.3.1]; `combats` counts combats by step and area, for the
    labels of dice [F.5]. `landed` are ground units put ashore by the current offensive, `rivers`
    those that crossed one in it, `railed` the units carried by rail by nation.
    """

    weather: Condition = ""
    grounded: tuple[str, ...] = ()
    first: str = ""
    bombers: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    boats: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    appended: str = ""
    to_act: str = ""
    passes: int = 0
    acted: FrozenMap[str] = field(default_factory=FrozenMap)
    declined: tuple[str, ...] = ()
    offensives: int = 0
    heard: int = 0
    resting: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    plans: FrozenMap[Plan] = field(default_factory=FrozenMap)
    opened: tuple[str, ...] = ()
    opener: str = ""
    closing: str = ""
    acting: tuple[str, ...] = ()
    formed: FrozenMap[int] = field(default_factory=FrozenMap)
    kept: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    countered: tuple[str, ...] = ()
    combats: FrozenMap[int] = field(default_factory=FrozenMap)
    landed: tuple[str, ...] = ()
    rivers: tuple[str, ...] = ()
    railed: FrozenMap[int] = field(default_factory=FrozenMap)


class Terms(Value):
    """What the scenario and the genesis fix for the whole game.

    `closed` are areas out of play, `off` the modifications not used, `no_strategic` that there is
    no phase 2 [PH17], `bids_only` that the first season has only its bids [PH18]. `special` are
    the ids of the scenario's own rules that are in force, such as `PH16.1` or `PH17.1`. `scoring`
    is what its victory is made of. `referee` tells that the referee opens the dice.
    """

    scenario: str
    first_turn: int
    last_turn: int
    closed: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    sealed_standing: bool = False
    referee: bool = False
    no_strategic: bool = False
    bids_only: bool = False
    special: tuple[str, ...] = ()
    scoring: Scoring = field(default_factory=lambda: Scoring(grades=()))


class Ending(Value):
    """How the game ended; `points` by side in the scenario's own victory points."""

    winner: str
    grade: str
    reason: str
    points: FrozenMap[int]


_at, _base, _force = attrgetter("at"), attrgetter("base"), attrgetter("tf")


class Game(Value):
    """All of the table.

    `seats` are the seats' names in the order of the genesis, `commands` the seat of each nation.
    `pool` are the force pools, `track` the boxes of the turn track by season (`1942-spring`);
    a box such as `1942-winter-pool` holds what that season's orders of battle add to the pools
    [S2.1]. `coming` are pieces with names that entries bring in, `dead` the eliminated ground
    units that may be replenished, `lost` every piece that is out, by id, with the side that scored
    it. `sunk` are victory points for ships by side [PH15.1].
    `holders` is who controlled each land area at the start, `entered` what the scenario counts
    (such as `US LUZ`), `made` the pieces built of each kind, for their ids. `sealed` is each
    seat's item with standing orders not open yet, `bids` the items with bids not open yet, by
    nation (such as `bid/1942-winter/US`). `closer` is the seat that wrote the last file of the
    month, empty before the first: it says who begins the season [F.2.1]. `at_war` tells that Japan
    has attacked anybody but China [D13.1]. `gone` is what pieces were called
    that have left the table.
    """

    terms: Terms
    seats: tuple[str, ...]
    commands: FrozenMap[str]
    turn: int
    month: Month
    initiative: str
    ships: FrozenMap[Ship]
    forces: FrozenMap[TaskForce]
    air: FrozenMap[AirUnit]
    ground: FrozenMap[Ground]
    areas: FrozenMap[Installation]
    purses: FrozenMap[Purse]
    standing: FrozenMap[Standing]
    pool: tuple[Entry, ...] = ()
    track: FrozenMap[tuple[Entry, ...]] = field(default_factory=FrozenMap)
    coming: Coming = field(default_factory=Coming)
    dead: FrozenMap[Ground] = field(default_factory=FrozenMap)
    lost: FrozenMap[str] = field(default_factory=FrozenMap)
    sunk: FrozenMap[int] = field(default_factory=FrozenMap)
    holders: FrozenMap[str] = field(default_factory=FrozenMap)
    entered: tuple[str, ...] = ()
    made: FrozenMap[int] = field(default_factory=FrozenMap)
    sealed: FrozenMap[Closed] = field(default_factory=FrozenMap)
    bids: FrozenMap[str] = field(default_factory=FrozenMap)
    closer: str = ""
    at_war: bool = False
    gone: FrozenMap[str] = field(default_factory=FrozenMap)
    ending: Ending | None = None

    @property
    def has_bids_alone(self) -> bool:
        """Whether this season is the first of a scenario that begins with its bids [PH18]."""
        return self.terms.bids_only and self.turn == self.terms.first_turn

    @property
    def has_no_month_before(self) -> bool:
        """Whether this month opens the scenario, and no season comes before it [F.2.4]."""
        return self.turn == self.terms.first_turn and not opens_season(self.turn)

    # --- who ---

    def uses(self, modification: str) -> bool:
        """Whether one of Diehl's modifications `D1` to `D16` is in force."""
        return modification not in self.terms.off

    def seat_of(self, nation: str) -> str:
        """The seat that commands a nation."""
        return self.commands[nation]

    def nations_of(self, seat: str) -> tuple[str, ...]:
        """The nations that a seat commands, in the order of the rules."""
        return tuple(nation for nation in NATIONS if self.commands.get(nation) == seat)

    def purses_of(self, seat: str) -> tuple[str, ...]:
        """Those of a seat's nations that have EP of their own [PH12.1]."""
        return tuple(nation for nation in self.nations_of(seat) if nation in self.purses)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """A side's seats in the order of the genesis."""
        theirs = {seat for nation, seat in self.commands.items() if side_of(nation) == side}
        return tuple(seat for seat in self.seats if seat in theirs)

    def side_of_seat(self, seat: str) -> str:
        """The side of a seat."""
        return side_of(self.nations_of(seat)[0])

    # --- what lies where ---

    def ships_in(self, tf: str) -> tuple[Ship, ...]:
        """The ships of a task force, by id."""
        return self.ships.grouped(_force).get(tf, ())

    def forces_at(self, area: str, side: str = "") -> tuple[TaskForce, ...]:
        """The task forces in an area or port, all or one side's, by id."""
        here = self.forces.grouped(_at).get(area, ())
        return tuple(force for force in here if not side or side_of(force.nation) == side)

    def where(self, unit: AirUnit) -> str:
        """The area that an air unit is based in: its airfield's, or its carrier's."""
        if unit.base in self.ships:
            return self.forces[self.ships[unit.base].tf].at
        return unit.base

    def based_at(self, base: str) -> Iterator[AirUnit]:
        """The air units at an airfield or on a carrier, by id."""
        return iter(self.air.grouped(_base).get(base, ()))

    def ground_at(self, area: str, side: str = "") -> tuple[Ground, ...]:
        """The ground units ashore in an area, all or one side's, by id."""
        here = self.ground.grouped(_at).get(area, ())
        return tuple(unit for unit in here if not side or side_of(unit.nation) == side)

    def is_contested(self, area: str) -> bool:
        """Whether ground units of both sides are there [PH1.5]."""
        return len({side_of(unit.nation) for unit in self.ground_at(area)}) > 1

    def controls(self, side: str, area: str) -> bool:
        """Whether a land area is a side's; a contested one stays its former owner's [PH1.5]."""
        return side_of(self.areas[area].nation) == side

    def is_friendly(self, side: str, area: str) -> bool:
        """Whether a land area is a side's and not contested: its port and airfield serve it."""
        return self.controls(side, area) and not self.is_contested(area)

    # --- changed ---

    def with_ships(self, changed: Iterable[Ship]) -> "Game":
        """The game with ships replaced by id."""
        return replace(self, ships=self.ships.update({ship.id: ship for ship in changed}))

    def with_forces(self, changed: Iterable[TaskForce]) -> "Game":
        """The game with task forces replaced by id."""
        return replace(self, forces=self.forces.update({force.id: force for force in changed}))

    def with_air(self, changed: Iterable[AirUnit]) -> "Game":
        """The game with air units replaced by id."""
        return replace(self, air=self.air.update({unit.id: unit for unit in changed}))

    def with_ground(self, changed: Iterable[Ground]) -> "Game":
        """The game with ground units replaced by id."""
        return replace(self, ground=self.ground.update({unit.id: unit for unit in changed}))

    def with_area(self, area: str, installation: Installation) -> "Game":
        """The game with one land area's installations replaced."""
        return replace(self, areas=self.areas.set(area, installation))

    def with_purse(self, nation: str, purse: Purse) -> "Game":
        """The game with a nation's economy replaced."""
        return replace(self, purses=self.purses.set(nation, purse))

    def charged(self, nation: str, points: int) -> "Game":
        """The game with a nation's EP reduced."""
        purse = self.purses[nation]
        return self.with_purse(nation, replace(purse, points=purse.points - points))

    def with_lift(self, nation: str) -> "Game":
        """The game with one more of a nation's air transports used this month [PH12.6]."""
        purse = self.purses[nation]
        return self.with_purse(nation, replace(purse, lifts=purse.lifts + 1))

    def with_month(self, month: Month) -> "Game":
        """The game with what belongs to the month replaced."""
        return replace(self, month=month)


Told = tuple[Game, tuple[Event, ...]]
"""What a rule leaves behind: the game after it, and its events in order."""
