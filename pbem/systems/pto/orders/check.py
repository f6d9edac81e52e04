"""Whether a seat's orders are legal: every defect at once, each with its rule [F.3]."""

from collections.abc import Iterable, Iterator
from functools import partial

from pbem.engine.foretold import told
from pbem.engine.kinds import Judged, Numbered, judged, misplaced, refuse
from pbem.engine.mentions import Speller
from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.orders import appended
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.orders.sequence import after_offensives, with_paid
from pbem.systems.pto.orders.sight import BY_KIND, Sight, before, enemies_home, sight
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, STANDING_ITEM, is_sealed, stand
from pbem.systems.pto.rules.month.p4_parts import groups, in_parts, last_part
from pbem.systems.pto.rules.p4_acting import activated, named
from pbem.systems.pto.rules.season.s2_purchases import PURCHASES
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import (
    APPENDED,
    OPPORTUNITY,
    Engage,
    Form,
    Offensive,
    Return,
    Sail,
    Stay,
    is_appended,
)
from pbem.systems.pto.table.orders_season import Bid, Rebuild
from pbem.systems.pto.table.standing import Sealed, SearchRule, StandingOrder
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.table.steps import step_title

AT_FAULT = "its author's program is at fault or was tampered with"
PHASE_3 = "P3.1"
ROWS = {kind.order: kind for kind in KINDS}
PLACES = {kind.order: place for place, kind in enumerate(KINDS)}


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal in this file, with the ids to write [F.7]."""
    found = tuple(_problems(view, orders, charts))
    known = names(view.game, charts) if found else {}
    for one in found:
        yield replace(one, what=Speller(known)(one.what), hint=Speller(known)(one.hint))


def _problems(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    numbered = tuple(enumerate(orders, 1))
    yield from _misplaced(view, numbered, charts)
    yield from _unsealed(view, numbered)
    for found in _part_by_part(view, orders, charts):
        yield from found.problems


def judge(view: View[Game], numbered: Numbered, charts: Charts) -> Judged[Sight]:
    """What is wrong with orders for a file's own steps, and what the legal ones leave behind."""
    return _beside_refused(_begun(view, numbered, charts), numbered)


def _begun(view: View[Game], numbered: Numbered, charts: Charts) -> Sight:
    """What the first of a file's own orders finds."""
    game = ruled(view, view.game, _orders(numbered), SearchRule)  # it holds for its own steps
    begun = sight(game, view.seat, _orders(numbered), charts)
    return replace(begun, partners=tuple(before(view)), enemies=enemies_home(view))


def ruled(view: View[Game], game: Game, orders: Iterable[Order], kind: type[StandingOrder]) -> Game:
    """A game in which those of a file's standing orders are in force that it shows [F.1, F.4].

    Of `kind` alone; sealed ones hold when another file has opened them.
    """
    for order in orders:
        if isinstance(order, kind) and not (seals_standing(view) and is_sealed(order)):
            game = stand(game, view.seat, order, 0)
    return game


def seals_standing(view: View[Game]) -> bool:
    """Whether a file seals standing orders, not bids alone [F.1, F.1.1]."""
    return any(item.startswith(STANDING_ITEM) for item in view.decision.seals)


def left_by(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Game:
    """The game as the legal orders of a file leave it, if they meet nobody; it is paid for."""
    *_, last = _part_by_part(view, orders, charts)
    return with_paid(last.sight)


def for_the_end(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> tuple[View[Game], tuple[Order, ...]]:
    """What a pass below offensives finds, and its part of the file; another file whole [F.2.5]."""
    given = groups(orders)
    if not given or OPPORTUNITY not in steps_of(view):
        return view, orders
    *before, _ = _part_by_part(view, orders, charts)
    if len(before) < len(given):
        return view, ()
    return replace(view, game=after_offensives(before[-1].sight)), last_part(orders)


def _part_by_part(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> Iterator[Judged[Sight]]:
    """Each part of a file judged on what the parts before leave [F.2, F.2.5, F.2.7]."""
    return (found for _, _, found in _judged_parts(view, orders, charts))


def _judged_parts(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> Iterator[tuple[Sight, Numbered, Judged[Sight]]]:
    """The parts of a file, each with what its first order finds, and as it is judged."""
    first, *later = _parts(view, orders)
    begun = _begun(view, first, charts)
    found = _beside_refused(begun, first)
    yield begun, first, found
    for part in later:
        begun = _following(view, found.sight, part)
        found = _beside_refused(begun, part)
        yield begun, part, found


def _parts(view: View[Game], orders: tuple[Order, ...]) -> tuple[Numbered, ...]:
    """A file's orders for its own steps, then those of the offensive that it appends [F.2].

    A file of phase 4 has its offensives one after another, and its pass [F.2.5, F.2.7].
    """
    timely = tuple(one for one in enumerate(orders, 1) if _is_timely(view, one[1]))
    if PHASE_3 not in steps_of(view):
        return in_parts(timely)
    now, later = appended.parted(timely)
    return (now, later) if later else (now,)


def foretold(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[str]:
    """What legal orders will do, in the order in which they are carried out [F.2, F.3].

    Standing orders do nothing by themselves; those that the file shows hold for its own steps.
    """
    for begun, part, _ in _judged_parts(view, orders, charts):
        ordered = carried_out(part)
        bound = replace(begun, game=ruled(view, begun.game, orders, StandingOrder))
        yield from told(KINDS, bound, [one for one in ordered if not _stands(one[1])])


def _stands(order: Order) -> bool:
    return isinstance(order, StandingOrder)


def _following(view: View[Game], left: Sight, part: Numbered) -> Sight:
    """What the first order of a later part finds: an appended offensive, or the next one."""
    is_appended_part = PHASE_3 in steps_of(view)
    if is_appended_part:
        then = appended.after_phase_3(left.game, left.side, left.charts)
    else:
        then = after_offensives(left)
    begun = sight(then, left.seat, _orders(part), left.charts)
    begun = replace(begun, formed=left.formed, enemies=left.enemies)
    return replace(begun, appended=is_appended_part, later=not is_appended_part)


def _beside_refused(begun: Sight, numbered: Numbered) -> Judged[Sight]:
    """What is wrong with orders, but what only follows from another that is refused [F.6.3].

    Who is named in a refused offensive acts in it; a misspelt one might be any, so what carries it
    out is wrong only where it is so for every offensive. Who would be formed by a refused `form`
    is none of the others' fault.
    """
    found = judged(KINDS, begun, carried_out(numbered))
    refused = {number: order for number, order in numbered if _faults(found, number)}
    wrong = {number for number, order in refused.items() if isinstance(order, Offensive)}
    anyway = found
    if wrong:
        unread = any(one.rule == "F.6.3" for number in wrong for one in _faults(found, number))
        then = supposing(begun) if unread else _acting(begun, refused.values())
        others = tuple(one for one in numbered if one[0] not in wrong)
        anyway = judged(KINDS, then, carried_out(others))
        if unread:
            kept = (one for one in anyway.problems if one in found.problems)
            anyway = replace(anyway, problems=tuple(kept))
    forms = (order for n, order in numbered if isinstance(order, Form) and _faults(anyway, n))
    unformed = {order.tf for order in forms} - begun.game.forces.keys()
    problems = (
        one
        for number, order in numbered
        if not _names(order) & unformed
        for one in _faults(found if number in wrong else anyway, number)
    )
    return replace(found, problems=tuple(problems))


def _faults(found: Judged[Sight], number: int) -> tuple[Problem, ...]:
    """What is wrong with the order of that number, at whichever key."""
    place = order_place(number)
    return tuple(one for one in found.problems if one.where.partition(",")[0] == place)


def _acting(begun: Sight, orders: Iterable[Order]) -> Sight:
    """The sight in which all act who are named in offensives, whether they may or not."""
    month = replace(begun.game.month, acting=named(orders))
    return replace(begun, game=begun.game.with_month(month))


def _names(order: Order) -> set[str]:
    """The task forces that an order sends or names in an offensive."""
    if isinstance(order, Sail | Engage | Return | Stay):
        return {order.tf}
    return set(named((order,)))


def _orders(numbered: Numbered) -> Iterator[Order]:
    return (order for _, order in numbered)


def carried_out(numbered: Numbered) -> Numbered:
    """Orders in the order of their rows, then as written; purchases all as written [S2.3]."""
    places = PLACES | dict.fromkeys(PURCHASES, PLACES[Rebuild])
    return sorted(numbered, key=lambda one: places[type(one[1])])


# --- what a kind of order is judged on -----------------------------------------------------------


def sight_of(view: View[Game], kind: type[Order], charts: Charts) -> Sight | None:
    """What an order of a kind is judged on, if the file holds no other; None if it takes none.

    What carries out an offensive is judged as if every offensive that is possible were ordered.
    """
    steps = _steps(view)
    row = ROWS.get(kind)
    if row is None or not steps or not row.is_taken(steps):
        return None
    game, is_later = view.game, _is_later(view, kind)
    if is_later:
        game = appended.after_phase_3(game, view.side, charts)
    begun = sight(game, view.seat, (), charts)
    begun = replace(begun, partners=tuple(before(view)), enemies=enemies_home(view))
    begun = replace(begun, appended=is_later, appends=APPENDED in steps_of(view))
    if begun.phase == "P4" and any(kind in kinds for kinds in BY_KIND.values()):
        return supposing(begun)
    return begun


def _is_later(view: View[Game], kind: type[Order]) -> bool:
    """Whether a file of phase 3 takes a kind of order for the offensive that it appends alone."""
    elsewhere = set(ROWS[kind].steps) - {APPENDED}
    return PHASE_3 in steps_of(view) and _steps(view).isdisjoint(elsewhere)


def supposing(begun: Sight) -> Sight:
    """The sight of a file with every offensive that is possible by itself."""
    options = ROWS[Offensive].options
    every = tuple(options(begun)) if options else ()
    then = sight(begun.game, begun.seat, every, begun.charts)
    return replace(
        then,
        game=activated(then.game, every),
        partners=begun.partners,
        enemies=begun.enemies,
        formed=begun.formed,
        appended=begun.appended,
        appends=begun.appends,
    )


# --- in the wrong file ---------------------------------------------------------------------------


def steps_of(view: View[Game]) -> frozenset[str]:
    """The steps that the file answers, without their halves: `P3.1`, `P4`, `S2.3`."""
    return frozenset(name.partition("-")[0] for name in _steps(view))


def _steps(view: View[Game]) -> frozenset[str]:
    return frozenset(key.partition("/")[2] for key in view.decision.covers)


def _is_timely(view: View[Game], order: Order) -> bool:
    """Whether an order belongs to this file; one that only opens what was sealed takes none."""
    steps = _steps(view)
    return bool(steps) and ROWS[type(order)].is_taken(steps) and not _is_stray(view, order)


def _is_stray(view: View[Game], order: Order) -> bool:
    """Whether an order is for an offensive that is not appended to this file [F.2]."""
    steps = steps_of(view)
    if APPENDED in steps or not is_appended(order):
        return False
    return PHASE_3 in steps or (OPPORTUNITY in steps and hasattr(order, "appended"))


def _misplaced(view: View[Game], numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """Orders of other steps [P0.7], and those of an offensive that may not be appended [F.2]."""
    steps = _steps(view)
    if not steps:
        yield from map(_only_opens, numbered)
        return
    for number, order in numbered:
        if _is_stray(view, order):
            what, hint = appended.misplaced(view.game, view.seat, charts)
            key = "appended" if hasattr(order, "appended") else ""
            yield refuse("F.2", key, what, hint).of(number)
    others = tuple(one for one in numbered if not _is_stray(view, one[1]))
    yield from misplaced(KINDS, steps, others, partial(step_title, 0))


def _only_opens(one: tuple[int, Order]) -> Problem:
    number, order = one
    what = f"'{order.type}' is not asked for in this file"
    hint = "this file only opens what was sealed: take it out"
    return refuse(order.rule, "", what, hint).of(number)


# --- what is sealed ------------------------------------------------------------------------------


def _unsealed(view: View[Game], numbered: Numbered) -> Iterator[Problem]:
    """A file names the standing orders that it seals, and holds openly nothing that it seals [F.1].

    In a draft nothing is sealed yet, and the program names the item.
    """
    sealed = tuple(item for item in view.decision.seals if item in view.sealed)
    standing = tuple(item for item in sealed if item.startswith(STANDING_ITEM))
    named = tuple(order.item for _, order in numbered if isinstance(order, Sealed))
    if standing and not named:
        what = f"the order 'sealed' for '{standing[0]}' is missing"
        yield Problem(code="E12", what=what, where="[[sealed]]", rule="F.1", hint=AT_FAULT)
    for number, order in numbered:
        if isinstance(order, Sealed) and (order.item not in standing or len(named) > 1):
            what = f"the file does not seal '{order.item[:40]}'"
            hint = "leave the order out: the program writes it"
            yield refuse("F.1", "", what, hint).of(number)
        if standing and is_sealed(order):
            what = f"'{order.type}' stands openly in a file that seals standing orders"
            hint = f"{AT_FAULT}; openly = true makes an order public"
            yield refuse("F.1", "", what, hint).of(number)
        if isinstance(order, Bid) and any(item.startswith(BID_ITEM) for item in sealed):
            who = nation_name(order.nation[:10])
            what = f"the bid of {who} stands openly while another seat's is still to come"
            yield refuse("F.1.1", "", what, AT_FAULT).of(number)
