"""Whether an offensive may be performed as ordered [P4.0, P4A.1, P4B.1, P4C.1, PH12.2, PH13]."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import refuse
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.month.p4_costs import bills, can_pay, points_of
from pbem.systems.pto.rules.month.p4_named import cannot_perform
from pbem.systems.pto.rules.month.p4_turns import PLANNED
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders import (
    Assault,
    Attack,
    Drop,
    Engage,
    Form,
    March,
    Offensive,
    Pass,
    Sail,
    Strike,
    Support,
)
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]
BY_KIND: dict[str, tuple[type[Order], ...]] = {
    "land": (March, Assault, Drop, Support, Attack),
    "sea": (Sail, Engage, Strike),
    "air": (Strike,),
}
"""The orders that an offensive of each kind is carried out by."""
CARRIED_OUT: tuple[type[Order], ...] = (
    Sail, Engage, Strike, March, Assault, Drop, Support, Attack,
)  # fmt: skip


def problems(
    game: Game, _: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every reason for which the offensives of a file are not legal.

    Nations perform together that one seat commands, in one file [PR9].
    """
    if not game.month.to_act:
        return
    offensives = [(n, order) for n, order in numbered if isinstance(order, Offensive)]
    for number, order in offensives:
        for refusal in cannot_perform(game, seat, order, charts):
            yield refusal.of(number)
    yield from _wrong_together(offensives, numbered)
    yield from _too_dear(game, offensives, charts)
    yield from _without_offensive(offensives, numbered)


# --- all of them ---------------------------------------------------------------------------------


def _wrong_together(
    offensives: Sequence[tuple[int, Offensive]], numbered: Numbered
) -> Iterator[Problem]:
    """Sea never combines with land; who passes performs none [P4.0.3, PH13.3].

    Orders for the end of the month come with a pass [F.2].
    """
    kinds = {order.kind for _, order in offensives}
    if {"land", "sea"} <= kinds:
        what = "a sea offensive never combines with a land offensive"
        hint = "combine either with an air offensive, or keep one for a later file"
        yield refuse("P4.0.3", "kind", what, hint).of(offensives[-1][0])
    brings = any(isinstance(order, PLANNED) for _, order in numbered)
    for number, order in numbered:
        if isinstance(order, Pass) and offensives:
            what = "the file passes and performs an offensive"
            yield refuse("PH13.3", "", what, "leave 'pass' out, or everything else").of(number)
        if isinstance(order, Pass) and order.anew and (order.ends or brings):
            what = "'anew' takes the orders for the month's end back, the file gives some"
            hint = "leave 'anew' out: orders given now replace all that you gave before"
            yield refuse("F.2.2", "anew", what, hint).of(number)
        if isinstance(order, PLANNED) and not isinstance(order, March | Form) and offensives:
            what = f"'{order.type}' is for the month's end, the file performs an offensive"
            yield refuse("F.2", "", what, "write it with a pass, or in the month's last file").of(
                number
            )


def _too_dear(
    game: Game, offensives: Sequence[tuple[int, Offensive]], charts: Charts
) -> Iterator[Problem]:
    """The track covers offensives, or EP at double price do [P4A.1.A, PH12.2]."""
    orders = [order for _, order in offensives]
    due = bills(game, orders, charts)
    short = can_pay(game, due)
    if not offensives or not short:
        return
    owed = sum(bill.points for bill in due if bill.nation == short)
    what = f"{nation_name(short)} would pay {owed} EP and has {points_of(game, short)}"
    number = next(n for n, order in offensives if order.nation == short)
    yield refuse("PH12.2", "", what, "perform fewer at once, or pass").of(number)


def _without_offensive(
    offensives: Sequence[tuple[int, Offensive]], numbered: Numbered
) -> Iterator[Problem]:
    """Orders that carry out an offensive need one of their kind in the file [P4.0.2]."""
    kinds = {order.kind for _, order in offensives}
    allowed = tuple(kind for name in kinds for kind in BY_KIND[name])
    for number, order in numbered:
        planned = isinstance(order, March) and not offensives
        if isinstance(order, CARRIED_OUT) and not isinstance(order, allowed) and not planned:
            what = f"'{order.type}' belongs to an offensive that the file does not perform"
            needed = " or ".join(name for name, kinds in BY_KIND.items() if type(order) in kinds)
            yield refuse("P4.0.2", "", what, f"add an 'offensive' order of kind {needed}").of(
                number
            )
