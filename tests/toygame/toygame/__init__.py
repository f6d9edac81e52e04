"""A game of another package, as small as a game can be: it shows what a system needs.

Every seat names a number in each turn, openly or sealed. When all have, one die is thrown for each
seat; a seat whose number shows has hit. Three hits win.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pbem.decode import decode
from pbem.dice import Roll
from pbem.engine.decisions import Decision, key_of
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order, order_place
from pbem.engine.sheets import Line, Row, Sheet
from pbem.engine.steps import (
    Desk,
    GameSystem,
    Prepared,
    Result,
    Section,
    Setup,
    Step,
    Verdict,
    View,
)
from pbem.errors import Problem
from pbem.frozen import FrozenMap, Value, field, replace


class Fire(Value):
    sides: int
    hits_to_win: int
    last_turn: int


class Duel(Value):
    """Hits and numbers by seat; `quitter` is the side that resigned, `opened` the sealed aims."""

    sides: FrozenMap[str]
    hits: FrozenMap[int]
    sealed: bool
    opened: FrozenMap[int] = field(default_factory=FrozenMap)
    shut: tuple[str, ...] = ()
    quitter: str = ""
    winner: str = ""


class Aim(Order):
    type: ClassVar[str] = "aim"
    rule: ClassVar[str] = "T1.1"
    number: int


class Fired(Event):
    rule: ClassVar[str] = "T1.2"
    seat: str
    number: int
    roll: Roll


def aim(game: Duel, desk: Desk[Fire]) -> Result[Duel]:
    """Ask every seat for its number [T1.1]."""
    key = key_of(desk.turn, "aim")
    seals = (f"aim/t{desk.turn}",) if game.sealed else ()
    asks = tuple(
        Decision(seat=seat, rule="T1.1", covers=(key,), seals=seals)
        for seat in game.sides
        if seat not in desk.answers
    )
    if asks:
        return Result(game=game, asks=asks)
    if game.sealed:
        return Result(game=replace(game, shut=tuple(game.sides)))
    numbers = {
        seat: next((o.number for o in orders if isinstance(o, Aim)), 1)
        for seat, orders in desk.answers.items()
    }
    return Result(game=replace(game, opened=FrozenMap(numbers)))


def show(game: Duel, desk: Desk[Fire]) -> Result[Duel]:
    """Wait until every sealed number is open [T1.1]."""
    asks = tuple(
        Decision(seat=seat, rule="T1.1", opens=(f"aim/t{desk.turn}",)) for seat in game.shut
    )
    return Result(game=game, asks=asks)


def fire(game: Duel, desk: Desk[Fire]) -> Result[Duel]:
    """Throw a die for every seat [T1.2]."""
    hits, events = dict(game.hits), []
    for seat, number in game.opened.items():
        roll = desk.dice.roll("T1.2", "fire", seat, sides=desk.charts.sides)
        hits[seat] += roll.showing(number)
        events.append(Fired(to=ALL, seat=seat, number=number, roll=roll))
    best = max(hits.values())
    leaders = [seat for seat, count in hits.items() if count == best]
    done = best >= desk.charts.hits_to_win or desk.turn >= desk.charts.last_turn
    winner = game.sides[leaders[0]] if done else ""
    return Result(
        game=replace(game, hits=FrozenMap(hits), opened=FrozenMap(), winner=winner),
        events=tuple(events),
    )


def prepare(
    scenario: Mapping[str, Any], names: tuple[str, ...], words: Mapping[str, str]
) -> Prepared:
    sides = {name: name.partition("-")[0] for name in sorted(names)}
    return Prepared(options={"sealed": words.get("sealed") == "true"}, sides=sides)


def check_setup(setup: Setup, charts: Fire) -> Iterator[Problem]:
    if not isinstance(setup.options.get("sealed"), bool):
        yield Problem(code="E12", what="option 'sealed' must be true or false", rule="T1.1")


def set_up(setup: Setup, charts: Fire) -> Duel:
    return Duel(
        sides=FrozenMap({seat.name: seat.side for seat in setup.seats}),
        hits=FrozenMap({seat.name: 0 for seat in setup.seats}),
        sealed=setup.options["sealed"],
    )


def check(view: View[Duel], orders: tuple[Order, ...], charts: Fire) -> Iterator[Problem]:
    for number, order in enumerate(orders, 1):
        if isinstance(order, Aim) and not 1 <= order.number <= charts.sides:
            yield Problem(
                code="E12",
                what=f"{order.number} is no face of the die",
                where=order_place(number, "number"),
                rule="T1.1",
                hint=f"name 1 to {charts.sides}",
            )


def seal(
    view: View[Duel], orders: tuple[Order, ...], charts: Fire
) -> tuple[tuple[Order, ...], Mapping[str, str]]:
    if not view.decision.seals:
        return orders, {}
    number = next((order.number for order in orders if isinstance(order, Aim)), 1)
    rest = tuple(order for order in orders if not isinstance(order, Aim))
    return rest, {view.decision.seals[0]: f"number = {number}\n"}


def opened(
    game: Duel, seat: str, item: str, seq: int, table: Mapping[str, Any] | None, charts: Fire
) -> tuple[Duel, tuple[Event, ...]]:
    number = (table or {}).get("number", 1)
    legal = number if isinstance(number, int) and 1 <= number <= charts.sides else 1
    left = tuple(name for name in game.shut if name != seat)
    return replace(game, shut=left, opened=game.opened.set(seat, legal)), ()


def verdict(game: Duel) -> Verdict | None:
    if game.quitter:
        winner = next(side for side in game.sides.values() if side != game.quitter)
        return Verdict(winner=winner, grade="decisive", reason=f"{game.quitter} resigned")
    if game.winner:
        return Verdict(winner=game.winner, grade="win", reason="three hits")
    return None


def award(game: Duel, side: str, points: int, charts: Fire) -> tuple[Duel, tuple[Event, ...]]:
    """Hits given or taken by a ruling, to the first seat of a side."""
    seat = next(seat for seat, own in game.sides.items() if own == side)
    return replace(game, hits=game.hits.set(seat, game.hits[seat] + points)), ()


STEPS = (
    Step(name="aim", title="Aim", rule="T1.1", run=aim),
    Step(name="show", title="Show", rule="T1.1", run=show),
    Step(name="fire", title="Fire", rule="T1.2", run=fire),
)

DUEL: GameSystem[Duel, Fire] = GameSystem(
    name="duel",
    title="Duel",
    state=Duel,
    orders={"aim": Aim},
    events={"Fired": Fired},
    read_charts=lambda tables: decode(Fire, tables["fire"]["fire"], code="chart", where="fire"),
    prepare=prepare,
    check_setup=check_setup,
    setup=set_up,
    steps=lambda turn: STEPS,
    first_turn=lambda _: 1,
    secretive=lambda game: game.sealed,
    award=award,
    key_for=lambda order, decision: decision.covers[0],
    stand=lambda game, seat, order, seq: game,
    alive=lambda game, seat, charts: True,
    check=check,
    seal=seal,
    opened=opened,
    verdict=verdict,
    resign=lambda game, seat, charts: (replace(game, quitter=game.sides[seat]), ()),
    bot=lambda view, charts: (
        (Aim(number=1 + len(view.seat) % charts.sides),) if view.decision.covers else ()
    ),
    form=lambda view, charts: (Section(title="Aim", rule="T1.1", choices=("1 to 6",)),),
    wording=lambda event, charts: (Line(text=f"{event.seat} rolls {event.roll.dice[0]} [T1.2]"),),
    sheets=lambda game, charts: (
        Sheet(
            title="Hits",
            heads=("Seat", "Hits"),
            rows=tuple(Row(cells=(seat, str(hits))) for seat, hits in game.hits.items()),
        ),
    ),
    step_title=lambda turn, step: step.title(),
)
