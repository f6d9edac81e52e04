"""Fighters that fly to help their own side, unasked, in the half or offensive of a file [PH8.2].

The rules that send them are asked who is able and willing; who meets them nobody knows yet.
"""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.unasked import under
from pbem.systems.pto.orders.attack import goal
from pbem.systems.pto.orders.check import ruled, seals_standing, steps_of
from pbem.systems.pto.rules.f6_kept import is_kept, keeping
from pbem.systems.pto.rules.month.p2_strategic import commits, over_japan
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p3_intercept import interception_order, is_ready, not_kept_back
from pbem.systems.pto.rules.month.p4_parts import Orders, groups, with_later
from pbem.systems.pto.rules.month.p4_support import supporters
from pbem.systems.pto.rules.p3_half import home_of, is_silenced
from pbem.systems.pto.rules.units import fires, may_reach
from pbem.systems.pto.table.naming import agree, each
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Drop,
    March,
    Sail,
    Strike,
    Support,
    Transfer,
    is_appended,
)
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.standing import AirInterception, StandingOrder
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.standing import at_odds, met_words, some_of

Parts = tuple[tuple[Orders, Orders], ...]
"""Parts of a file, each with the orders that come after it."""
FLIGHTS = (Strike, Support, Drop, Transfer)
"""Orders whose aircraft may be met."""
FEW = 6
"""So many fighters have names, more are counted."""
ASHORE = (March, Assault, Attack)
"""Orders by which troops attack, or come to an enemy whom bombers help [P4A.3.D]."""


def parts(view: View[Game], orders: Sequence[Order]) -> Parts:
    """A file's offensives in sequence; one of phase 3 by itself, and what it appends [F.2, F.2.7].

    What is appended keeps nobody in phase 3.
    """
    if view.game.month.to_act:
        return with_later(groups(orders))
    later = tuple(order for order in orders if is_appended(order))
    return ((tuple(order for order in orders if order not in later), ()), (later, ()))


def _opposed(view: View[Game], orders: Sequence[Order]) -> Parts:
    """The parts in which aircraft of the enemy may come: not as Pearl Harbor falls [PH16.1]."""
    given = parts(view, orders)
    if view.game.month.to_act:
        return given
    return given[1:] if is_silenced(view.game, other(view.side), view.side, "P3") else given


def helping(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """That fighters which no strike keeps meet the enemy's while the file is carried out [PH8.2].

    `after` is the game as the orders leave it.
    """
    if not steps_of(view) & {"P3.1", "P4"}:
        return
    rises: dict[str, None] = {}
    tired, flown, helped = False, False, False
    for part, later in _opposed(view, orders):
        kept = keeping(all_formed(view.game, view.seat, orders), part, later)
        game = ruled(view, kept, orders, StandingOrder)
        named = {id_ for one in part for id_ in _flying(one)}
        met = tuple(one for one in part if not _is_ashore(one) or _helped(view, after, one, charts))
        able = (one for one in _helpers(view, game, after, met, charts) if one.id not in named)
        for _, rule in not_kept_back(game, able, charts):
            if rule.when != "never":
                odds = at_odds(rule, "in fighters") if rule.when == "ratio" else "always"
                rises[f"{met_words(rule)} {odds}"] = None
                helped = helped or any(map(_is_ashore, met))
                is_offensive = bool(view.game.month.to_act or any(map(is_appended, part)))
                tired, flown = tired or is_offensive, flown or not is_offensive
    if rises:
        then = "have flown then" if flown else "are committed for the month"
        then = f"{then}, in the offensive committed for the month" if flown and tired else then
        also = ", or bombers of his help a defence that you attack," if helped else ","
        yield (
            "Where fighters of the enemy meet aircraft of yours, or aircraft of his your ships"
            f"{also} other fighters of yours in range rise too{some_of(rises)}, and {then}"
            " [PH8.2]."
        )


def over_japan_words(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """Fighters that a file's `air-intercept` keeps down, but not over Japan [PH4.1, D2.1]."""
    given = [one for one in orders if isinstance(one, AirInterception)]
    game = under(view.game, view.seat, orders)
    nations = game.nations_of(view.seat)
    up = [
        id_
        for id_ in over_japan(game, view.side, charts)
        if game.air[id_].nation in nations
        and (rule := interception_order(game, game.air[id_])) in given
        and (rule.when == "never" or rule.keep)
    ]
    if up:
        who = each(up) if len(up) <= FEW else count(len(up), "fighter")
        used = f", and {agree(up, 'is', 'are')} committed for the month then"
        used = used if commits(game, view.side) else ""
        yield f"Over Japan {who} may rise all the same: 'strategic' decides there{used} [PH4.1]"


def taken_along(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """Fighters with a mission that nothing keeps for it, if others of the file come first [PH8.1].

    F.6.5 keeps those of strikes alone. A `transfer` is void for all its units if one has flown.
    """
    if not steps_of(view) & {"P3.1", "P4"}:
        return
    for part, later in _opposed(view, orders):
        kept = keeping(all_formed(view.game, view.seat, orders), part, later)
        game = ruled(view, kept, orders, StandingOrder)
        given = (*part, *later) if view.game.month.to_act else part
        for order in (one for one in given if isinstance(one, Transfer | Support)):
            first = tuple(
                one
                for one in part
                if _comes_before(one, order, part)
                or (order not in part and _helped(view, after, one, charts))
            )
            able = _helpers(view, game, after, first, charts)
            free = not_kept_back(game, able, charts)
            up = {unit.id for unit, rule in free if rule.when != "never"}
            named = [id_ for id_ in _flying(order) if id_ in up]
            if named:
                may, it = agree(named, "it", "they"), agree(named, "it", "them")
                what = "transfer" if isinstance(order, Transfer) else "support"
                others = [id_ for id_ in _flying(order) if id_ not in named]
                stay = f", so that {each(others)} {agree(others, 'stays', 'stay')} too"
                also = stay if others and isinstance(order, Transfer) else ""
                homes = dict.fromkeys(home_of(game, game.air[id_]) for id_ in named)
                openly = " and openly = true" if seals_standing(view) else ""
                yield (
                    f"{each(named)} may rise to help others before the {what} is due, and {may}"
                    f" cannot fly any more then{also}: 'air-intercept' for {each(homes)} with"
                    f" when = never{openly} holds {it} back [PH8.1]"
                )


def _comes_before(one: Order, order: Order, part: Orders) -> bool:
    """Whether aircraft or ships of one order may be met before another's take off [P3.0, P4A]."""
    goes = bool(one.path) if isinstance(one, Sail) else isinstance(one, FLIGHTS)
    if not goes:
        return False
    if isinstance(order, Transfer):
        return isinstance(one, Sail | Strike)
    return isinstance(one, Strike) or order not in part


def _helpers(
    view: View[Game], game: Game, after: Game, missions: Iterable[Order], charts: Charts
) -> Iterator[AirUnit]:
    """A seat's fighters that could rise where such missions fly or sail, now or once it moved."""
    areas = dict.fromkeys(area for one in missions for area in _areas(one, game))
    for unit in game.air.values():
        if unit.nation not in game.nations_of(view.seat) or is_kept(game, unit):
            continue
        now = after.air.get(unit.id, unit)
        reached = (
            may_reach(game, charts, unit, at) or may_reach(after, charts, now, at) for at in areas
        )
        if is_ready(game, unit) and fires(game, charts, unit) and any(reached):
            yield unit


def _is_ashore(order: Order) -> bool:
    return isinstance(order, ASHORE)


def _helped(view: View[Game], game: Game, order: Order, charts: Charts) -> bool:
    """Whether bombers of the enemy could help to defend where an order goes on land [P4A.3.D]."""
    if not isinstance(order, ASHORE):
        return False
    enemy, area = other(view.side), goal(order)
    return bool(game.ground_at(area, enemy) and supporters(game, enemy, area, charts))


def _flying(order: Order) -> tuple[str, ...]:
    match order:
        case Strike() | Support():
            return (*order.units, *order.escorts)
        case Transfer():
            return order.units
    return ()


def _areas(order: Order, game: Game) -> tuple[str, ...]:
    """Where an order's aircraft or ships may be met; a carrier is where its force is."""
    match order:
        case Strike() | Support() | Drop():
            return (order.area,)
        case Transfer():
            deck = game.ships.get(order.to)
            return (game.forces[deck.tf].at if deck else order.to,)
        case Sail():
            return order.path
        case Attack() | Assault() | March() if goal(order):
            return (goal(order),)
    return ()
