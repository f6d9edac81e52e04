"""A table of Pacific Theater for tests: scripted dice, and small games laid out by hand."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from pbem.dice import Dice, Roll
from pbem.engine.charts import read_rule_book
from pbem.engine.events import Event
from pbem.engine.kinds import judged
from pbem.engine.mentions import Speller
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts, read_charts
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.figures import NamedShip, Ratings
from pbem.systems.pto.book.goals import Grade, Scoring
from pbem.systems.pto.book.kinds import NATIONS, GroundKind, ShipKind
from pbem.systems.pto.orders.check import carried_out
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.orders.sight import sight
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.pieces import AirUnit, Ground, Installation, Mark, Ship, TaskForce
from pbem.systems.pto.table.standing import StandingOrder
from pbem.systems.pto.table.state import Game, Month, Purse, Standing, Terms

RULES = Path(__file__).parents[3] / "rules" / "pto"
SEATS = ("tokyo", "washington")

Kind = TypeVar("Kind", bound=Event)
Faces = int | tuple[int, ...]


def charts() -> Charts:
    """The charts that ship with the program."""
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    return read_charts(read_rule_book(files).tables)


CHARTS = charts()


class ScriptedDice(Dice):
    """Dice that fall as a test says, by label: `{"PH5.4 interception tf-1 v tf-2 mid": 4}`.

    One number is the face of one die, or the sum of two: `9` stands for `(6, 3)`. A label that is
    not written down fails at once; `left` are those not thrown yet.
    """

    def __init__(self, faces: Mapping[str, Faces] | None = None) -> None:
        super().__init__(None)
        self.faces = dict(faces or {})

    @property
    def left(self) -> tuple[str, ...]:
        """Labels that are written down and were not thrown."""
        return tuple(self.faces)

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        assert label in self.faces, f"{label!r} is rolled, but not written down"
        dice = _dice(self.faces.pop(label), count)
        assert sides == 6, f"{label}: dice of {sides} sides"
        assert len(dice) == count, f"{label}: {count} dice, {len(dice)} are written down"
        assert all(1 <= face <= sides for face in dice), f"{label}: no dice show {dice}"
        return Roll(label=label, sides=sides, dice=dice)


def _dice(faces: Faces, count: int) -> tuple[int, ...]:
    if isinstance(faces, tuple):
        return faces
    if count == 1:
        return (faces,)
    high = min(6, faces - 1)
    return (high, faces - high)


def told(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def seeded(number: int) -> Dice:
    """Real dice, different for each number; for tests that do not care what they show."""
    return Dice(number.to_bytes(32, "big"))


# --- the game ------------------------------------------------------------------------------------

TERMS = Terms(
    scenario="pearl-harbor",
    first_turn=turn_of(1941, 12),
    last_turn=turn_of(1942, 3),
    scoring=Scoring(grades=(Grade(winner="", grade="a draw"),)),
)


def small_game(
    *, year: int = 1942, month: int = 6, off: tuple[str, ...] = (), terms: Terms = TERMS
) -> Game:
    """A game of two seats with the map of December 1941 and no pieces; modifications `off`."""
    areas = {
        id_: Installation(nation=area.owner, port=area.port, airfield=area.airfield)
        for id_, area in CHARTS.areas.items()
        if not area.sea
    }
    return Game(
        terms=replace(terms, off=off),
        seats=SEATS,
        commands=FrozenMap({nation: SEATS[nation != "JP"] for nation in NATIONS}),
        turn=turn_of(year, month),
        month=Month(first="japanese"),
        initiative="japanese",
        ships=FrozenMap(),
        forces=FrozenMap(),
        air=FrozenMap(),
        ground=FrozenMap(),
        areas=FrozenMap(areas),
        purses=FrozenMap({nation: Purse() for nation in NATIONS if nation != "NE"}),
        standing=FrozenMap({seat: Standing() for seat in SEATS}),
        holders=FrozenMap({id_: area.nation for id_, area in areas.items()}),
    )


# --- pieces --------------------------------------------------------------------------------------


def force(game: Game, id_: str, nation: str, at: str, *ships: Ship, searched: bool = False) -> Game:
    """The game with a task force in an area or port, and its ships."""
    tf = TaskForce(id=id_, nation=nation, name=id_, at=at, searched=searched)
    return game.with_forces([tf]).with_ships(replace(ship, tf=id_) for ship in ships)


def ship(
    id_: str,
    kind: ShipKind,
    nation: str = "JP",
    *,
    gun: int | None = None,
    armour: int | None = None,
    speed: int | None = None,
    damaged: bool = False,
    mark: Mark = "",
    cargo: tuple[str, ...] = (),
) -> Ship:
    """A surface ship; figures that are not given are those of the chart of ratings.

    A ship with a name has them by its id, another by its type and nation.
    """
    row = _ratings(id_, kind, nation)
    return Ship(
        id=id_,
        nation=nation,
        kind=kind,
        name=id_,
        gun=row.gun if gun is None else gun,
        armour=row.armour if armour is None else armour,
        speed=row.speed if speed is None else speed,
        tf="",
        damaged=damaged,
        mark=mark,
        cargo=cargo,
    )


def _ratings(id_: str, kind: ShipKind, nation: str) -> Ratings | NamedShip:
    chart = CHARTS.ship_ratings
    if id_ in chart.named:
        return chart.named[id_]
    rows = chart.kinds.get(kind, FrozenMap({}))
    return rows.get(nation) or rows.get("ALL") or Ratings(gun=0, armour=9, speed=43)


def boat(id_: str) -> Ship:
    """A submarine by its class and a number, as ids of boats are: `us-ss-gato-1`."""
    row = CHARTS.boats[id_.rpartition("-")[0]]
    return Ship(
        id=id_,
        nation=row.nation,
        kind=row.kind,
        name=row.name,
        gun=row.attack,
        armour=row.defence,
        speed=row.speed,
        tf="",
        starred=row.starred,
    )


def aboard(game: Game, type_: str, nation: str, *carriers: str, steps: int = 2) -> Game:
    """The game with an air unit of a type on each carrier, `akagi-air` on `akagi`."""
    units = (
        AirUnit(
            id=f"{one}-air", nation=nation, type=type_, name=f"{one}-air", base=one, steps=steps
        )
        for one in carriers
    )
    return game.with_air(units)


def based(game: Game, type_: str, nation: str, base: str, *units: str, steps: int = 2) -> Game:
    """The game with air units of a type at an airfield."""
    return game.with_air(
        AirUnit(id=one, nation=nation, type=type_, name=one, base=base, steps=steps)
        for one in units
    )


def flown(game: Game, *units: str, committed: bool = False) -> Game:
    """The game with air units in the air: on their strike, or committed as well."""
    changed = (replace(game.air[one], struck=True, committed=committed) for one in units)
    return game.with_air(changed)


def committed(game: Game, *units: str) -> Game:
    """The game with air units committed."""
    return game.with_air(replace(game.air[one], committed=True) for one in units)


def troops(
    game: Game,
    id_: str,
    nation: str,
    at: str,
    *,
    strength: int = 2,
    move: int = 2,
    steps: int = 2,
    kind: GroundKind = "infantry",
) -> Game:
    """The game with a ground unit in a land area, or aboard the ship `at`."""
    ship_ = at if at in game.ships else ""
    unit = Ground(
        id=id_,
        nation=nation,
        name=id_,
        kind=kind,
        strength=strength,
        move=move,
        at="" if ship_ else at,
        ship=ship_,
        steps=steps,
        full=steps,
    )
    game = game.with_ground([unit])
    if ship_:
        carrier = game.ships[ship_]
        game = game.with_ships([replace(carrier, cargo=(*carrier.cargo, id_))])
    return game


def holding(game: Game, nation: str, *areas: str) -> Game:
    """The game with land areas in a nation's hands."""
    for area in areas:
        game = game.with_area(area, replace(game.areas[area], nation=nation))
    return game


# --- orders --------------------------------------------------------------------------------------


def standing(game: Game, seat: str, *orders: StandingOrder) -> Game:
    """The game with standing orders of a seat in force, given by file 1."""
    for order in orders:
        game = stand(game, seat, order, 1)
    return game


def in_words(events: Iterable[Event], game: Game | None = None) -> list[str]:
    """The sentences for events, each with its mentions spelled out as if it stood alone.

    Without a game areas alone have names.
    """
    known = names(game or small_game(), CHARTS)
    lines = (line for event in events for line in PTO.wording(event, CHARTS))
    return [Speller(known)(line.text) for line in lines]


def refused(game: Game, seat: str, *orders: Order) -> tuple[Problem, ...]:
    """What the rows say of a seat's orders together, whatever the file is that holds them."""
    numbered = tuple(enumerate(orders, 1))
    return judged(KINDS, sight(game, seat, orders, CHARTS), carried_out(numbered)).problems
