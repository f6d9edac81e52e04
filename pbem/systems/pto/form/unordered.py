"""What a file without orders does: facts for the form, and their sentences [F.3].

The facts are of the position that the file finds, its own openings done.
"""

from collections.abc import Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, Value, field, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.flying import helping
from pbem.systems.pto.form.forgone import over_words, rests
from pbem.systems.pto.form.homeward import all_home, going_home, is_for_ends, plan_at_sea, plan_kept
from pbem.systems.pto.form.phase2 import phase_2_words
from pbem.systems.pto.form.unasked import BEFORE_PHASE_2, goes_on, in_numbers, unasked
from pbem.systems.pto.orders.check import ruled, steps_of
from pbem.systems.pto.orders.home import after_returns, dry
from pbem.systems.pto.orders.season import SEASON_ORDERS
from pbem.systems.pto.rules.f1_sealing import called
from pbem.systems.pto.rules.month import p5_movement
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p4_parts import has_offensive, last_part
from pbem.systems.pto.rules.month.p4_turns import declines, has_plan, is_out, plan_of
from pbem.systems.pto.rules.month.p6_course import Way, is_haven, way_home
from pbem.systems.pto.rules.month.p6_end import attempts
from pbem.systems.pto.rules.month.p6_second_move import homeward
from pbem.systems.pto.rules.season.s2_construction import given_or_default
from pbem.systems.pto.rules.season.s2_purchases import price_of
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.naming import agree, all_of, each, nation_name, side_name
from pbem.systems.pto.table.orders_month import (
    APPENDED,
    Airlift,
    Debark,
    Engage,
    Form,
    March,
    Pass,
    Rail,
    Repair,
    Replenish,
    Return,
    Sail,
    Stay,
    Strike,
    Transfer,
    is_appended,
)
from pbem.systems.pto.table.orders_season import Bid, Mend
from pbem.systems.pto.table.standing import Declines, GoesFirst, StandingOrder
from pbem.systems.pto.table.state import Game, Plan
from pbem.systems.pto.words.known import in_force, planned, planned_words
from pbem.systems.pto.words.void import void_words

PHASE_3 = (Form, Sail, Engage, Strike, Transfer, Airlift)
ON_LAND = (March, Rail, Debark, Replenish)
FEW = 6
"""So many task forces that stay are named; of more only the number is told."""


class Unordered(Value):
    """What a file without orders comes to; what its steps have nothing to do with is empty.

    `repaired` are ships, for `points` EP, `bids` nations that bid none, `first` the side that goes
    first should the initiative be the seat's. `kept` tells that an earlier pass has said what the
    month's end is, by the orders `plan` that it gave; of those some may be `void` as things stand.
    `home` are the ways by which task forces at sea return to port, `held` those without a port in
    reach, `dry` those without fuel, `free` boats that stay for nothing. `out` tells that the seat
    performs no offensive any more this month. `tried` are repairs by area.
    """

    repaired: tuple[str, ...] = ()
    points: int = 0
    bids: tuple[str, ...] = ()
    first: str = ""
    kept: bool = False
    plan: str = ""
    void: tuple[str, ...] = ()
    home: FrozenMap[Way] = field(default_factory=FrozenMap)
    held: tuple[str, ...] = ()
    dry: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    out: bool = False
    tried: FrozenMap[str] = field(default_factory=FrozenMap)


def unordered(view: View[Game], orders: Sequence[Order], charts: Charts) -> Unordered:
    """What the seat's next file does beside these orders, or if it holds none [F.3]."""
    game, seat, steps = view.game, view.seat, steps_of(view)
    season, plan = "S2.3" in steps, plan_kept(view, orders)
    mends = _mends(game, seat, orders, charts) if season else ()
    ends, kept = is_for_ends(view, orders), is_kept_to(view, orders)
    goes = ends or kept
    ending, brought = going_home(view, tuple(orders), charts) if goes else (view, ())
    brought = plan_at_sea(view, orders) if kept else brought
    formed = all_formed(ending.game, view.seat, brought) if goes else game
    no_fuel = dry(ending.game, seat, brought, charts) if goes else ()
    going = ways_home(ending.game, seat, brought, charts) if goes else ()
    ways = {tf: way for tf, way, _ in going}
    bidding = {order.nation for order in orders if isinstance(order, Bid)}
    return Unordered(
        repaired=tuple(mend.ship for mend in mends),
        points=sum(price_of(game, mend, charts) for mend in mends),
        bids=tuple(one for one in game.purses_of(seat) if one not in bidding) if season else (),
        first=_goes_first(game, seat) if season else "",
        kept=plan is not None,
        plan=planned_words(planned(plan)) if plan else "",
        void=tuple(_void(ending.game, seat, plan, charts)) if plan else (),
        home=FrozenMap({tf: way for tf, way in ways.items() if way}),
        held=tuple(tf for tf, way in ways.items() if way is None and tf not in no_fuel),
        dry=no_fuel,
        free=_free(formed, seat, ways, brought) if goes else (),
        out=_is_out(view, orders, charts),
        tried=_tried(ending.game, seat, brought, charts) if ends else FrozenMap({}),
    )


def _void(game: Game, seat: str, plan: Plan, charts: Charts) -> Iterator[str]:
    """The ground units of a plan that do not move as things stand, and why not [P5.1, F.2.2]."""
    _, events = p5_movement.play(game, {seat: plan}, charts)
    return (void_words(event) for event in events if isinstance(event, Voided))


def _is_out(view: View[Game], orders: Sequence[Order], charts: Charts) -> bool:
    """Whether no offensive of the seat comes this month once these orders hold [F.2.6, PH13.4]."""
    return rests(orders) or is_out(ruled(view, view.game, orders, Declines), view.seat, charts)


def is_before_phase_2(view: View[Game], orders: Sequence[Order] = ()) -> bool:
    """Whether a file is the last before phase 2 of a month, or may be by its pass [F.2, F.2.2]."""
    ends = bool(steps_of(view) & BEFORE_PHASE_2) or _is_last_pass(view, orders)
    return ends and not view.game.terms.no_strategic


def _is_last_pass(view: View[Game], orders: Sequence[Order]) -> bool:
    """Whether a file passes, the month's end is ordered, and a month without a season follows.

    A file of phase 3 does so that rests and leaves the month's end to the defaults [F.2.6].
    """
    if "P3.1" in steps_of(view):
        out = any(isinstance(order, Pass) and order.rest and order.ends for order in orders)
        return out and goes_on(view.game)
    passes = bool(last_part(orders)) or not has_offensive(orders)
    ordered = has_plan(last_part(orders)) or plan_kept(view, orders) is not None
    return "P4" in steps_of(view) and passes and ordered and goes_on(view.game)


def is_kept_to(view: View[Game], orders: Sequence[Order]) -> bool:
    """Whether a file passes and leaves the month's end as an earlier pass had it [F.2.2]."""
    return _passes_alone(view, orders) and plan_kept(view, orders) is not None


def _passes_alone(view: View[Game], orders: Sequence[Order]) -> bool:
    """Whether a file passes, and decides nothing of the month's end with it."""
    passes = any(isinstance(order, Pass) for order in orders) or not has_offensive(orders)
    return "P4" in steps_of(view) and passes and not is_for_ends(view, orders)


def _mends(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> tuple[Mend, ...]:
    if game.has_bids_alone or any(isinstance(order, SEASON_ORDERS) for order in orders):
        return ()
    found = given_or_default(game, seat, (), charts)
    return tuple(order for order in found if isinstance(order, Mend))


def _goes_first(game: Game, seat: str) -> str:
    side = game.side_of_seat(seat)
    order = game.standing[seat].goes_first.get("")
    return other(side) if order is not None and order.side == "enemy" else side


def ways_home(
    game: Game, seat: str, orders: Sequence[Order], charts: Charts
) -> Iterator[tuple[str, Way | None, Game]]:
    """The ways home of the seat's task forces that leave the sea unasked; None for none to go.

    They go after those that are ordered to, one after another [PH14.1]: each with what it finds.
    """
    no_fuel = dry(game, seat, orders, charts)
    game, nations = all_formed(game, seat, orders), game.nations_of(seat)
    named = [order for order in orders if isinstance(order, Return | Stay)]
    leaving = homeward(game, game.side_of_seat(seat), named, charts)
    game = after_returns(game, seat, named, charts)
    for tf in (game.forces[order.tf] for order in leaving):
        if tf.nation in nations:
            way = None if tf.id in no_fuel else way_home(game, tf, charts)
            yield tf.id, way, game
            game = game.with_forces([replace(tf, at=way[-1])]) if way else game


def _free(
    game: Game, seat: str, leaving: Mapping[str, object], orders: Sequence[Order]
) -> tuple[str, ...]:
    """The task forces of boats that stay at sea and cost nothing [D5.3]."""
    nations, side = game.nations_of(seat), game.side_of_seat(seat)
    gone = {*leaving, *(order.tf for order in orders if isinstance(order, Return | Stay))}
    return tuple(
        tf.id
        for tf in game.forces.values()
        if tf.nation in nations and tf.id not in gone and not is_haven(game, side, tf.at)
    )


def _tried(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> FrozenMap[str]:
    nations = game.nations_of(seat)
    ordered = {order.area for order in orders if isinstance(order, Repair)}
    return FrozenMap(
        {
            area: what
            for area, what in attempts(game, {}, charts).items()
            if game.areas[area].nation in nations and area not in ordered
        }
    )


# --- in words ------------------------------------------------------------------------------------


def silence(view: View[Game], charts: Charts) -> Iterator[str]:
    """What a file without orders does beside staying in phase 3, in a paragraph of the form."""
    facts = unordered(view, (), charts)
    game = view.game
    over = over_words(view, (), game, charts)
    lines = (*_later(view, facts, (), charts), *over, *unasked(view, (), game, charts))
    if lines:
        yield f"If nothing is ordered: {' '.join(lines)}"


def left_words(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """What these orders leave to the rules, and how many standing orders stay in force [F.3].

    `after` is the game as they leave it.
    """
    yield from _lines(view, unordered(view, orders, charts), orders, charts)
    yield from over_words(view, orders, after, charts)
    yield from helping(view, orders, after, charts)
    yield from unasked(view, orders, after, charts)
    yield from in_numbers(view, orders, after, charts)
    changed = {called(one): one for one in orders if isinstance(one, StandingOrder)}
    before = [order for order, _ in in_force(view.game, view.seat)]
    kept = sum(changed.get(called(one), one) == one for one in before)
    if kept:
        new = any(one not in before for one in changed.values())
        whose = "The other" if new else "Your"
        words = f"{whose} {count(kept, 'standing order')} stay as they are"
        if kept == 1:
            words = f"{whose} standing order stays as it is"
        yield f"{words}: 'pbem show standing' [F.4]."


def _lines(
    view: View[Game], facts: Unordered, orders: Sequence[Order], charts: Charts
) -> Iterator[str]:
    if "P3.1" in steps_of(view):
        yield from _phase_3(view, orders)
    yield from _later(view, facts, orders, charts)


def _later(
    view: View[Game], facts: Unordered, orders: Sequence[Order], charts: Charts
) -> Iterator[str]:
    steps = steps_of(view)
    if "S2.3" in steps:
        yield from _season(view, facts, orders)
    if APPENDED in steps and not has_offensive(orders) and not facts.out:
        yield "No offensive is appended: you are asked for the first one after phase 3."
    if _passes_alone(view, orders):
        passes = any(isinstance(order, Pass) for order in orders)
        asked = view.game.month.closing != view.seat and not passes
        yield f"{'You pass. ' if asked else ''}{_kept(facts)}"
        yield from _at_sea(facts)
    if is_for_ends(view, orders):
        yield from _ends(facts, last_part(orders) if "P4" in steps else orders)
    yield from _taken_back(view, orders)
    if is_before_phase_2(view, orders):
        last = _is_last_pass(view, orders)
        then = all_home(view, tuple(orders), charts)
        yield from phase_2_words(view, orders, then, charts, last=last)
    yield from _declining(ruled(view, view.game, orders, Declines), view.seat)


def _declining(game: Game, seat: str) -> Iterator[str]:
    """The nations that perform no offensives by standing order: all of a seat, or some [PH13.4]."""
    able = game.purses_of(seat)
    idle = [nation for nation in able if declines(game, seat, nation)]
    if idle and len(idle) == len(able):
        yield "By declines you pass in the offensive phase, unasked; declines = false ends that."
    elif idle:
        perform = agree(idle, "performs", "perform")
        whose = all_of(map(nation_name, idle))
        yield f"By declines {whose} {perform} no offensives; declines = false ends that."


def _phase_3(view: View[Game], orders: Sequence[Order]) -> Iterator[str]:
    """Who stays, beside those that these orders send out [P3]."""
    now = [order for order in orders if not is_appended(order)]
    sailing = {order.tf for order in now if isinstance(order, Sail)}
    if not any(isinstance(order, PHASE_3) for order in now):
        yield "Ships, troops and aircraft stay where they are, and nobody attacks while you move."
        return
    nations = view.game.nations_of(view.seat)
    forces = all_formed(view.game, view.seat, now).forces.values()
    own = [tf.id for tf in forces if tf.nation in nations]
    idle = [tf for tf in own if tf not in sailing]
    if idle:
        who = each(idle) if len(idle) <= FEW else f"{len(idle)} of your {len(own)} task forces"
        who = who if sailing or len(idle) <= FEW else f"all of your {len(own)} task forces"
        yield f"Not ordered to sail: {who}."
    if not any(isinstance(order, Strike) for order in now):
        yield "No air attack is ordered."


def _taken_back(view: View[Game], orders: Sequence[Order]) -> Iterator[str]:
    """What an earlier pass ordered for the month's end and these orders end [F.2.2]."""
    given = view.game.month.plans.get(view.seat)
    if given is None or "P4" not in steps_of(view) or plan_kept(view, orders) is not None:
        return
    again = tuple(planned(plan_of(last_part(orders))))
    words = planned_words(order for order in planned(given) if order not in again)
    if words:
        yield f"No longer in force, what you ordered before for the month's end: {words} [F.2.2]."


def _ends(facts: Unordered, orders: Sequence[Order]) -> Iterator[str]:
    """What happens at the month's end beside these orders [P5, P6]."""
    if any(isinstance(order, ON_LAND) for order in orders):
        yield "No other ground unit moves or comes back."
    else:
        yield "No ground unit moves or comes back."
    yield from _at_sea(facts)
    tries = all_of(f"{what} of {mention(area)}" for area, what in facts.tried.items())
    if tries or not any(isinstance(order, Repair) for order in orders):
        yield f"Repairs of bases tried: {tries or 'none'}."


def _season(view: View[Game], facts: Unordered, orders: Sequence[Order]) -> Iterator[str]:
    if facts.repaired:
        ships = each(facts.repaired)
        month = month_name(view.game.turn)
        yield (
            f"Repaired, for {facts.points} EP, and laid up in {month}: {ships}. Nothing else is"
            " bought, nothing is lent."
        )
    elif not view.game.has_bids_alone:
        more = " else" if any(isinstance(order, SEASON_ORDERS) for order in orders) else ""
        yield f"Nothing{more} is repaired, bought or lent."
    if facts.bids:
        nations = all_of(map(nation_name, facts.bids))
        yield f"No offensives are bid for: {nations}."
    if not any(isinstance(order, GoesFirst) for order in orders):
        first = side_name(facts.first)
        yield f"If the initiative is yours to use, the {first} go first in phase 3."


def _at_sea(facts: Unordered) -> Iterator[str]:
    if facts.home:
        alike: dict[Way, list[str]] = {}
        for tf, way in facts.home.items():
            alike.setdefault(way, []).append(tf)
        ways = "; ".join(f"{each(forces)} to {_way_words(way)}" for way, forces in alike.items())
        yield f"As things stand, if the enemy lets them, ships go: {ways}."
    if facts.held:
        yield f"At sea, at its price, for want of a port in reach: {each(facts.held)}."
    if facts.dry:
        yield f"At sea, at its price, for want of EP for fuel: {each(facts.dry)}."
    if facts.free:
        yield f"Boats stay at sea for nothing: {each(facts.free)}."


def _way_words(way: Way) -> str:
    """A way by its end and the areas before that: `Oahu by Hawaiian Waters`."""
    *before, port = map(mention, way)
    return f"{port} by {' - '.join(before)}" if before else port


def _kept(facts: Unordered) -> str:
    if not facts.kept:
        return "You are asked for the month's end when it comes."
    if not facts.plan:
        return "The month's end stays as you left it: to the defaults."
    void = f" As things stand {all_of(facts.void)}." if facts.void else ""
    return f"The month's end stays as you ordered it: {facts.plan}.{void}"
