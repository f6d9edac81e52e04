"""A table of Midway for tests: every squadron in its hangar, until a test puts it elsewhere."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pbem.dice import Dice, Roll
from pbem.engine.charts import read_rule_book
from pbem.engine.decisions import Decision
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result, Seat, View
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.book.charts import Charts, read_charts
from pbem.systems.midway.book.kinds import SIDES
from pbem.systems.midway.rules.asks import Moment, seats_of
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.state import Box, Carrier, Game, Squadron, Standing

RULES = Path(__file__).parents[3] / "rules" / "midway"


def charts() -> Charts:
    """The charts that ship with the program."""
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    return read_charts(read_rule_book(files).tables)


CHARTS = charts()


def table(*, pace: str = "turn", sealed: bool = False, search_done: bool = True) -> Game:
    """A game of two seats named after their sides, all squadrons in their hangars."""
    carriers = {
        id_: Carrier(id=id_, side=chart.side, seat=chart.side)
        for id_, chart in CHARTS.carriers.items()
    }
    squadrons = {
        id_: Squadron(
            id=id_,
            side=CHARTS.carriers[chart.carrier].side,
            kind=chart.kind,
            sp=chart.sp,
            seat=CHARTS.carriers[chart.carrier].side,
            box="hangar",
            carrier=chart.carrier,
        )
        for id_, chart in CHARTS.squadrons.items()
    }
    return Game(
        seats=SIDES,
        pace="phase" if pace == "phase" else "turn",
        sealed_planning=sealed,
        last_turn=12,
        carriers=FrozenMap(carriers),
        squadrons=FrozenMap(squadrons),
        standing=FrozenMap({side: Standing() for side in SIDES}),
        search_done=search_done,
    )


def put(game: Game, box: Box, *ids: str, ring: int = 0) -> Game:
    """The squadrons in a box; on deck or in the hangar they stay with their carrier."""
    aboard = box in ("deck", "hangar")
    return game.with_squadrons(
        s.moved(box, carrier=s.carrier if aboard else "", ring=ring)
        for s in (game.squadrons[id_] for id_ in ids)
    )


def weaken(game: Game, **sp: int) -> Game:
    """Squadrons with these SP left; `_` stands for the hyphen of a name, as in `VT_8=1`."""
    left = {id_.replace("_", "-"): points for id_, points in sp.items()}
    return game.with_squadrons(replace(game.squadrons[id_], sp=n) for id_, n in left.items())


def mark(game: Game, marks: int, *ids: str) -> Game:
    """Squadrons with wait marks."""
    return game.with_squadrons(replace(game.squadrons[id_], marks=marks) for id_ in ids)


def hurt(game: Game, **damage: int) -> Game:
    """Carriers with damage."""
    for id_, circles in damage.items():
        game = game.with_carrier(replace(game.carriers[id_], damage=circles))
    return game


def sink(game: Game, *carriers: str) -> Game:
    """Carriers gone down with all aboard."""
    for id_ in carriers:
        game = game.without_squadrons([squadron.id for squadron in game.aboard(id_)])
    return hurt(game, **dict.fromkeys(carriers, CHARTS.sunk))


def only(game: Game, *ids: str) -> Game:
    """The game with no other squadrons than these."""
    return game.without_squadrons(set(game.squadrons) - set(ids))


def seated(game: Game, **carriers: str) -> Game:
    """The game of other seats: each with its carriers, in the order of the genesis.

    `_` stands for the hyphen of a seat's name; squadrons belong to their home carrier's seat.
    """
    held = {seat.replace("_", "-"): ids.split() for seat, ids in carriers.items()}
    seat_of = {id_: seat for seat, ids in held.items() for id_ in ids}
    for id_, seat in seat_of.items():
        game = game.with_carrier(replace(game.carriers[id_], seat=seat))
    game = game.with_squadrons(
        replace(s, seat=seat_of[CHARTS.squadrons[s.id].carrier]) for s in game.squadrons.values()
    )
    return replace(game, seats=tuple(held), standing=FrozenMap({seat: Standing() for seat in held}))


def task_forces(*, pace: str = "turn", search_done: bool = True) -> Game:
    """Three seats: the Japanese side, and two American ones."""
    return seated(
        table(pace=pace, search_done=search_done),
        japanese="akagi kaga soryu hiryu",
        tf_16="enterprise hornet",
        tf_17="yorktown",
    )


def ordered(game: Game, *orders: Order, seat: str) -> Game:
    """The game with a seat's standing orders in force."""
    for order in orders:
        game = MIDWAY.stand(game, seat, order, 7)
    return game


def where(game: Game, *ids: str) -> dict[str, str]:
    """The boxes of squadrons, `lost` for those that have left the game; CAP with its ring."""
    places = {}
    for id_ in ids:
        squadron = game.squadrons.get(id_)
        box = squadron.box if squadron else "lost"
        places[id_] = f"cap {squadron.ring}" if squadron and box == "cap" else box
    return places


def points(game: Game, *ids: str) -> dict[str, int]:
    """The SP of squadrons, 0 for those that have left the game."""
    return {id_: game.squadrons[id_].sp if id_ in game.squadrons else 0 for id_ in ids}


def view(
    game: Game,
    seat: str,
    *covers: str,
    seals: tuple[str, ...] = (),
    earlier: Mapping[str, Mapping[str, tuple[Order, ...]]] | None = None,
) -> View[Game]:
    """What a seat sees that must answer the steps `covers`; `earlier` are its partners' answers."""
    turn, step = covers[0].split("/") if covers else ("1", "1")
    counters = (*game.squadrons.values(), *game.carriers.values())
    sides = {counter.seat: counter.side for counter in counters}
    return View(
        seat=seat,
        side=sides[seat],
        seats=tuple(Seat(name=s, side=sides[s], holder=s, email="", key="") for s in game.seats),
        turn=int(turn),
        step=step,
        game=game,
        decision=Decision(seat=seat, rule="", covers=covers, seals=seals),
        earlier=FrozenMap({key: FrozenMap(given) for key, given in (earlier or {}).items()}),
        own=FrozenMap(),
    )


# --- playing a phase -----------------------------------------------------------------------------


class Scripted(Dice):
    """Dice that fall as a test says: faces by label, such as `{"M7.2 AA soryu": "4 5 6 1 2 6"}`."""

    def __init__(self, faces: Mapping[str, str]) -> None:
        super().__init__(None)
        self.faces = dict(faces)

    @property
    def left(self) -> tuple[str, ...]:
        """Labels that are written down and were not thrown."""
        return tuple(self.faces)

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        assert label in self.faces, f"{label} is rolled, but not written down"
        dice = tuple(map(int, self.faces.pop(label).split()))
        assert (len(dice), sides) == (count, 6), f"{label}: {count} dice of {sides} sides"
        return Roll(label=label, sides=sides, dice=dice)


Answered = tuple[Order, ...] | Mapping[str, tuple[Order, ...]]


def play(
    game: Game,
    phase: int,
    orders: Answered = (),
    dice: Mapping[str, str] | None = None,
    *,
    turn: int = 3,
) -> Result[Game]:
    """A phase played; `orders` are the only seat's, or every seat's by name.

    Seats that are not named leave all to standing orders and defaults. Every roll that is written
    down in `dice` must be thrown, and no other.
    """
    side, scripted = Moment(turn=turn, phase=phase).side, Scripted(dice or {})
    seats = seats_of(game, side)
    given = orders if isinstance(orders, Mapping) else {seats[0]: orders}
    assert set(given) <= set(seats)
    answers = FrozenMap({seat: given.get(seat, ()) for seat in seats})
    desk = Desk(turn=turn, answers=answers, dice=scripted, charts=CHARTS)
    result = MIDWAY.steps(turn)[phase - 1].run(game, desk)
    assert not result.asks
    assert not scripted.left, f"not rolled: {scripted.left}"
    return result


Kind = TypeVar("Kind", bound=Event)


def told(result: Result[Game], kind: type[Kind]) -> list[Kind]:
    """The events of one kind."""
    return [event for event in result.events if isinstance(event, kind)]


def refusals(
    game: Game,
    seat: str,
    *orders: Order,
    covers: tuple[str, ...],
    earlier: Mapping[str, Mapping[str, tuple[Order, ...]]] | None = None,
) -> list[Problem]:
    """Every reason for which a seat's orders are refused."""
    return list(MIDWAY.check(view(game, seat, *covers, earlier=earlier), orders, CHARTS))


def said(problems: list[Problem]) -> list[tuple[str, str, str, str]]:
    """Problems by where they are, what is wrong, the rule and the hint."""
    assert all(problem.code == "E12" for problem in problems)
    return [(p.where, p.what, p.rule, p.hint) for p in problems]
