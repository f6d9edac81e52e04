"""Whether orders are legal [MB1, MB3]: every defect at once, each with its rule.

Orders are judged on the state as their author finds it, each phase after what his own earlier
phases in the same file lead to. What only the dice can spoil is no defect: it is voided and
reported when the phase comes.
"""

from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.frozen import FrozenMap, Value
from pbem.suggest import did_you_mean
from pbem.systems.midway.ahead import played
from pbem.systems.midway.answers import Answers
from pbem.systems.midway.asks import Moment, ask, seats_of
from pbem.systems.midway.charts import Charts
from pbem.systems.midway.check_standing import wrong_standing
from pbem.systems.midway.m01_land import bar_to_land
from pbem.systems.midway.m03_move import NEXT, from_box, is_searching, movers, must_search
from pbem.systems.midway.m16_search import is_even, is_partition
from pbem.systems.midway.orders import (
    Attack,
    CapAttack,
    Land,
    Launch,
    Move,
    PhaseOrder,
    Plan,
    SearchGroups,
    Stay,
)
from pbem.systems.midway.standing import stand
from pbem.systems.midway.state import Carrier, Game, Squadron, other, strength
from pbem.systems.midway.wording import carrier_name

ABSENT = {
    "M1.1": "does not wait to land",
    "M3.1": "is nothing of yours that could stay",
    "M3.2": "is nothing of yours that can move",
    "M5.1": "is no CAP squadron of yours",
    "M7.1": "is no bomber squadron of yours in Attacking",
    "M9.1": "is not on that deck",
    "M9.3": "is no fighter squadron and flies no CAP",
    "M11.1": "is not aboard that carrier",
}
"""What is wrong with a squadron that is not among those which a rule lets an order name."""

Numbered = list[tuple[int, Order]]
"""Orders with their places in the file, from 1."""


class Desk(Value):
    """What a phase's orders are judged on.

    `going` are the squadrons that would move by the partners' orders and the own. `is_last` tells
    whether no partner writes after this seat, `before_repair` whether the repair dice of the turn
    are still to be thrown.
    """

    game: Game
    seat: str
    side: str
    charts: Charts
    going: tuple[Squadron, ...]
    is_last: bool
    before_repair: bool

    def problem(self, number: int, key: str, rule: str, what: str, hint: str) -> Problem:
        """A defect of order `number` at `key`."""
        where = order_place(number, key)
        return Problem(code="E12", what=what, where=where, rule=rule, hint=hint)


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal: standing orders, then phase by phase."""
    numbered = list(enumerate(orders, 1))
    yield from _misplaced(view, numbered)
    wrong = tuple(wrong_standing(view, numbered, charts))
    yield from wrong
    game = _standing(view, numbered, _at_fault(wrong))
    for key in view.decision.covers:
        phase = int(key.partition("/")[2])
        mine = [(number, order) for number, order in numbered if _is_for(order, phase)]
        partners: FrozenMap[tuple[Order, ...]] = view.earlier.get(key, FrozenMap())
        answers = {**partners, view.seat: tuple(order for _, order in mine)}
        desk = _desk(view, game, phase, answers, charts)
        problems = [*_doubled(desk, mine), *(p for one in mine for p in _wrong(desk, *one))]
        yield from problems
        faulty = _at_fault(problems)
        answers[view.seat] = tuple(o for number, o in mine if order_place(number) not in faulty)
        game = played(game, view.side, phase, answers, charts).game


def _standing(view: View[Game], numbered: Numbered, faulty: frozenset[str]) -> Game:
    """The state as the file finds it, with its own standing orders already in force."""
    game = view.game
    for number, order in numbered:
        if not isinstance(order, PhaseOrder) and order_place(number) not in faulty:
            game = stand(game, view.seat, order)
    return game


def _desk(view: View[Game], game: Game, phase: int, answers: Answers, charts: Charts) -> Desk:
    first_phase = int(view.decision.covers[0].partition("/")[2])
    return Desk(
        game=game,
        seat=view.seat,
        side=view.side,
        charts=charts,
        going=tuple(movers(game, view.side, answers)) if phase in Move.phases else (),
        is_last=_is_last_writer(view, charts),
        before_repair=first_phase >= Launch.phases[0],
    )


def _is_last_writer(view: View[Game], charts: Charts) -> bool:
    """Whether no partner owes a file for the same phases after this seat [MH36]."""
    seats = seats_of(view.game, view.side)
    later = seats[seats.index(view.seat) + 1 :]
    now = Moment(turn=view.turn, phase=int(view.step))
    return all(ask(view.game, charts, now, seat) is None for seat in later)


def _at_fault(problems: Iterable[Problem]) -> frozenset[str]:
    """The places of the orders that problems name."""
    return frozenset(problem.where.partition(",")[0] for problem in problems)


def _is_for(order: Order, phase: int) -> bool:
    return isinstance(order, PhaseOrder) and phase in order.phases


def _misplaced(view: View[Game], numbered: Numbered) -> Iterator[Problem]:
    """Orders for phases that this file does not answer."""
    phases = [int(key.partition("/")[2]) for key in view.decision.covers]
    named = ", ".join(map(str, phases)) or "none"
    for number, order in numbered:
        if isinstance(order, PhaseOrder) and not any(_is_for(order, phase) for phase in phases):
            what = f"'{order.type}' is not for a phase that this file answers"
            hint = f"it answers the phases: {named}"
            where = order_place(number, "type")
            yield Problem(code="E12", what=what, where=where, rule=order.rule, hint=hint)


def _doubled(desk: Desk, mine: Numbered) -> Iterator[Problem]:
    """A squadron or a carrier that two orders of one phase name, or one order names twice."""
    seen: set[tuple[str, str]] = set()
    for number, order in mine:
        for key, ids in _names(order):
            for id_ in ids:
                if (kind := "carrier" if key == "carrier" else "squadron", id_) in seen:
                    what = f"{_called(desk, id_)} is ordered twice"
                    yield desk.problem(number, key, order.rule, what, "order it once")
                seen.add((kind, id_))


def _called(desk: Desk, id_: str) -> str:
    return carrier_name(id_) if id_ in desk.game.carriers else id_


def _names(order: Order) -> list[tuple[str, tuple[str, ...]]]:
    """What an order disposes of, by key; search groups come on top of moves."""
    names: list[tuple[str, tuple[str, ...]]] = []
    match order:
        case Land():
            names = [("carrier", (order.carrier,)), ("squadrons", order.squadrons)]
        case Launch():
            names = [("carrier", (order.carrier,)), ("strike", order.strike), ("cap", order.cap)]
        case Plan():
            names = [("carrier", (order.carrier,)), ("deck", order.deck)]
        case CapAttack():
            names = [("carrier", ("the CAP attack",)), ("squadrons", order.squadrons)]
        case SearchGroups():
            names = [("carrier", ("the search",))]
        case Move() | Stay() | Attack():
            names = [("squadrons", order.squadrons)]
    return names


def _wrong(desk: Desk, number: int, order: Order) -> Iterator[Problem]:
    """Every defect of one order of a phase."""
    match order:
        case Land():
            yield from _wrong_landing(desk, number, order)
        case Move():
            yield from _wrong_move(desk, number, order)
        case Stay():
            there = [s for s in desk.game.squadrons_in(desk.side, *NEXT) if s.seat == desk.seat]
            yield from _absent(desk, number, "squadrons", "M3.1", order.squadrons, there)
        case SearchGroups():
            yield from _wrong_groups(desk, number, order)
        case CapAttack():
            yield from _wrong_cap(desk, number, order)
        case Attack():
            yield from _wrong_attack(desk, number, order)
        case Launch():
            yield from _wrong_launch(desk, number, order)
        case Plan():
            yield from _wrong_plan(desk, number, order)


# --- what several orders share -------------------------------------------------------------------


def _absent(
    desk: Desk, number: int, key: str, rule: str, ids: Iterable[str], there: Iterable[Squadron]
) -> Iterator[Problem]:
    """Squadrons that are not among those `there`, which are the legal ones."""
    legal = sorted(squadron.id for squadron in there)
    hint = (
        f"legal are: {', '.join(legal)}"
        if legal
        else "none can do this when that phase comes: take it out"
    )
    for id_ in ids:
        if id_ not in legal:
            yield desk.problem(number, key, rule, f"{id_[:40]} {ABSENT[rule]}", hint)


def _own_carrier(
    desk: Desk, number: int, id_: str, rule: str
) -> tuple[Carrier | None, tuple[Problem, ...]]:
    """The seat's own carrier of that id, afloat; or None and why not."""
    own = [c.id for c in desk.charts.afloat(desk.game, desk.side) if c.seat == desk.seat]
    if id_ in own:
        return desk.game.carriers[id_], ()
    sunk = id_ in desk.game.carriers and not desk.charts.is_afloat(desk.game.carriers[id_])
    what = f"{id_[:40]} is {'not afloat' if sunk else 'no carrier of yours'}"
    hint = f"yours are: {', '.join(own)}" if own else "you have none: take it out"
    hint = did_you_mean(id_, own, hint)
    return None, (desk.problem(number, "carrier", rule, what, hint),)


# --- landing, moving -----------------------------------------------------------------------------


def _wrong_landing(desk: Desk, number: int, order: Land) -> Iterator[Problem]:
    """M1.1-M1.3, M15.2; at one point from being able, a carrier may still be mended [MB3].

    To land nothing is legal anywhere.
    """
    carrier, problems = _own_carrier(desk, number, order.carrier, "M1.1")
    yield from problems
    if carrier is not None and order.squadrons:
        rule = bar_to_land(desk.game, carrier, desk.charts)
        hopeful = desk.before_repair and carrier.damage == desk.charts.crippled
        if rule == "M15.2" and not hopeful:
            what = f"{carrier_name(carrier.id)} is crippled and lands nothing"
            yield desk.problem(number, "carrier", rule, what, "land on another carrier")
        elif any(desk.game.aboard(carrier.id, "deck")):
            deck = ", ".join(s.id for s in desk.game.aboard(carrier.id, "deck"))
            what = f"the deck of {carrier_name(carrier.id)} is foul with {deck}"
            hint = "clear it in the planning phase before, or land on another carrier"
            yield desk.problem(number, "carrier", "M1.1", what, hint)
    waiting = {s.id: s for s in desk.game.squadrons_in(desk.side, "waiting")}
    yield from _absent(desk, number, "squadrons", "M1.1", order.squadrons, waiting.values())
    points = strength(waiting[id_] for id_ in set(order.squadrons) if id_ in waiting)
    if points > desk.charts.landing:
        what = f"{points} SP are more than a carrier lands in a turn"
        hint = f"{desk.charts.landing} SP at most, whole squadrons"
        yield desk.problem(number, "squadrons", "M1.2", what, hint)


def _wrong_move(desk: Desk, number: int, order: Move) -> Iterator[Problem]:
    """M3.1-M3.4, M4.3."""
    own = {s.id: s for s in desk.game.squadrons_in(desk.side, *NEXT) if s.seat == desk.seat}
    yield from _absent(desk, number, "squadrons", "M3.2", order.squadrons, own.values())
    alone = (
        must_search(desk.game, desk.side)
        and desk.is_last
        and not is_searching(desk.game, desk.side, desk.going)
    )
    for id_ in order.squadrons:
        squadron = own.get(id_)
        if squadron is None:
            continue
        if order.to != NEXT[squadron.box]:
            what = f"{id_} goes from {squadron.box} to {NEXT[squadron.box]}, one box in a move"
            hint = f'to = "{NEXT[squadron.box]}"'
            yield desk.problem(number, "to", "M3.1", what, hint)
        elif alone and squadron.box == "moving":
            what = f"{id_} cannot leave Moving before bombers have searched for the enemy"
            hint = "order a bomber squadron forward with it, or let it stay"
            yield desk.problem(number, "squadrons", "M4.3", what, hint)


def _wrong_groups(desk: Desk, number: int, order: SearchGroups) -> Iterator[Problem]:
    """M16.1, M16.2, MH22, MH36."""
    if not is_searching(desk.game, desk.side, desk.going):
        what = "no bombers search for the enemy in this phase"
        yield desk.problem(number, "groups", "M16.1", what, "take it out")
        return
    if not desk.is_last:
        what = "the last American seat to write forms the search groups"
        yield desk.problem(number, "groups", "MH36", what, "take it out, and tell your partner")
        return
    ids = sorted(squadron.id for squadron in from_box(desk.going, "moving"))
    if not is_partition(order.groups, ids):
        what = "the groups do not hold each advancing squadron once"
        yield desk.problem(number, "groups", "M16.1", what, f"divide these: {', '.join(ids)}")
    if not is_even(order.groups, desk.charts):
        count = desk.charts.limits.search_groups
        what = f"there must be {count} groups whose sizes differ by at most one"
        hint = f"{len(ids)} squadrons: {_sizes(len(ids), count)}"
        yield desk.problem(number, "groups", "M16.2", what, hint)


def _sizes(squadrons: int, groups: int) -> str:
    each, over = divmod(squadrons, groups)
    return ", ".join(str(each + (group < over)) for group in range(groups))


# --- attacks -------------------------------------------------------------------------------------


def _wrong_cap(desk: Desk, number: int, order: CapAttack) -> Iterator[Problem]:
    """M5.1, M5.8."""
    cap = [s for s in desk.game.squadrons_in(desk.side, "cap") if s.seat == desk.seat]
    yield from _absent(desk, number, "squadrons", "M5.1", order.squadrons, cap)
    most = strength(s for s in _in_reach(desk) if s.kind == "TB")
    if not -1 <= order.tb_hits <= most:
        what = f"{order.tb_hits} hits on torpedo bombers are more than can be there"
        hint = "leave the key out: no torpedo bombers can be there"
        if most:
            hint = f"0 to {most}, or leave the key out for your standing order"
        yield desk.problem(number, "tb_hits", "M5.8", what, hint)


def _in_reach(desk: Desk) -> Iterable[Squadron]:
    """Enemy squadrons that the CAP may meet: with the pace `turn`, those yet to come as well."""
    if desk.game.pace == "phase":
        return desk.game.squadrons_in(other(desk.side), "ready")
    return desk.game.squadrons_in(other(desk.side), "moving", "ready")


def _wrong_attack(desk: Desk, number: int, order: Attack) -> Iterator[Problem]:
    """M7.1."""
    enemies = [carrier.id for carrier in desk.charts.afloat(desk.game, other(desk.side))]
    if order.carrier not in enemies:
        known = order.carrier in desk.game.carriers
        foe = known and desk.game.carriers[order.carrier].side != desk.side
        what = f"{order.carrier[:40]} is {'not afloat' if foe else 'no enemy carrier'}"
        yield desk.problem(number, "carrier", "M7.1", what, f"options: {', '.join(enemies)}")
    bombers = [
        squadron
        for squadron in desk.game.squadrons_in(desk.side, "attacking")
        if squadron.seat == desk.seat and squadron.is_bomber
    ]
    yield from _absent(desk, number, "squadrons", "M7.1", order.squadrons, bombers)


# --- launching, planning -------------------------------------------------------------------------


def _wrong_launch(desk: Desk, number: int, order: Launch) -> Iterator[Problem]:
    """M9.1-M9.3, M15.2."""
    carrier, problems = _own_carrier(desk, number, order.carrier, "M9.1")
    yield from problems
    if carrier is None:
        return
    if not desk.charts.is_able(carrier):
        what = f"{carrier_name(carrier.id)} is crippled and launches nothing"
        yield desk.problem(number, "carrier", "M15.2", what, "take it out")
        return
    deck = tuple(desk.game.aboard(carrier.id, "deck"))
    fighters = [squadron for squadron in deck if not squadron.is_bomber]
    yield from _absent(desk, number, "strike", "M9.1", order.strike, deck)
    on_deck = [id_ for id_ in order.cap if id_ in {s.id for s in deck}]
    yield from _absent(desk, number, "cap", "M9.3", on_deck, fighters)
    missing = [id_ for id_ in order.cap if id_ not in on_deck]
    yield from _absent(desk, number, "cap", "M9.1", missing, fighters)


def _wrong_plan(desk: Desk, number: int, order: Plan) -> Iterator[Problem]:
    """M11.1."""
    carrier, problems = _own_carrier(desk, number, order.carrier, "M11.1")
    yield from problems
    if carrier is None:
        return
    aboard = {squadron.id: squadron for squadron in desk.game.aboard(carrier.id)}
    yield from _absent(desk, number, "deck", "M11.1", order.deck, aboard.values())
    points = strength(aboard[id_] for id_ in set(order.deck) if id_ in aboard)
    if points > desk.charts.deck:
        what = f"{points} SP are more than a deck holds"
        hint = f"{desk.charts.deck} SP at most"
        yield desk.problem(number, "deck", "M11.1", what, hint)
