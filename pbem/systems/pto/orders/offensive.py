"""Whether an offensive may be performed as ordered [P4.0, P4A.1, P4B.1, P4C.1, PH12.2, PH13]."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.rules.map import sea_distance, theatre_of
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p4_costs import bills, can_pay, points_of
from pbem.systems.pto.rules.month.p4_turns import PLANNED
from pbem.systems.pto.rules.p4_acting import stands_by
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
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]
NO_FLEET = "PH16.3"
"""The special rule by which the Allies perform only land offensives in December 1941."""

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
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every reason for which the offensives of a file are not legal.

    Nations perform together that one seat commands, in one file [PR9].
    """
    if not game.month.to_act:
        return
    offensives = [(n, order) for n, order in numbered if isinstance(order, Offensive)]
    for number, order in offensives:
        yield from _wrong_nation(game, side, seat, number, order)
        yield from _wrong_kind(game, seat, number, order, charts)
    yield from _wrong_together(offensives, numbered)
    yield from _too_dear(game, offensives, charts)
    yield from _without_offensive(offensives, numbered)


# --- one offensive -------------------------------------------------------------------------------


def _wrong_nation(
    game: Game, side: str, seat: str, number: int, order: Offensive
) -> Iterator[Problem]:
    own = tuple(nation for nation in game.nations_of(seat) if nation in game.purses)
    if order.nation not in own:
        what = f"'{order.nation[:10]}' is no nation of yours that performs offensives"
        yield refuse("PH13.1", "nation", what, f"use one of: {', '.join(own)}").of(number)
    if (
        side == ALLIED
        and order.kind != "land"
        and NO_FLEET in game.terms.special
        and (game.turn == game.terms.first_turn)
    ):
        what = f"there is no Allied {order.kind} offensive this month"
        yield refuse("PH16.3", "kind", what, "a land offensive is allowed, or pass").of(number)


def _wrong_kind(
    game: Game, seat: str, number: int, order: Offensive, charts: Charts
) -> Iterator[Problem]:
    match order.kind:
        case "land":
            yield from _wrong_theatre(number, order, charts)
        case "sea":
            yield from _wrong_stacks(game, seat, number, order, charts)
        case "air":
            yield from _wrong_targets(game, number, order, charts)


def _wrong_theatre(number: int, order: Offensive, charts: Charts) -> Iterator[Problem]:
    """One land offensive takes place in one theatre [P4A.1.B, PH13.1]."""
    known = sorted({theatre_of(charts, area.id) for area in charts.areas.values() if not area.sea})
    if len(order.theatres) != 1 or order.theatres[0] not in known:
        what = "a land offensive names one theatre; a second one is a combined offensive"
        yield refuse("PH13.1", "theatres", what, f"use one of: {', '.join(known)}").of(number)


def _wrong_targets(game: Game, number: int, order: Offensive, charts: Charts) -> Iterator[Problem]:
    """An air offensive has one or two target areas [P4C.1.B]."""
    most = charts.offensive_limits.targets
    if not 1 <= len(set(order.targets)) <= most or len(set(order.targets)) != len(order.targets):
        what = f"an air offensive has 1 to {most} target areas"
        yield refuse("P4C.1.B", "targets", what, "leave some for another air offensive").of(number)
    for area in order.targets:
        if area not in charts.areas or area in game.terms.closed:
            what = f"there is no area '{area[:10]}' in play"
            yield refuse("PH1", "targets", what, "see 'pbem map'").of(number)


def _wrong_stacks(
    game: Game, seat: str, number: int, order: Offensive, charts: Charts
) -> Iterator[Problem]:
    """Command stack and those it activates stand by, within its range [P4B.1.B, PH13.2].

    They are of the nation that performs [PH13.1].
    """
    standing = standing_by(game, seat)
    own = [tf.id for tf in standing if payer(game, tf.nation) == order.nation]
    ready = ", ".join(own) or "none: mark task forces standby in phase 3 (P3.1.6)"
    nation = nation_name(order.nation[:10])
    for key, names in (("stack", (order.stack,)), ("stacks", order.stacks)):
        for name in names:
            if name not in own:
                what = f"{_called(game, name)} is no task force of {nation} on standby"
                yield refuse("P4B.1.B", key, what, f"standing by: {ready}").of(number)
    if order.stack not in own:
        return
    centre = game.forces[order.stack].at
    for name in order.stacks:
        if name in own and not _in_command(centre, game.forces[name].at, charts):
            most = charts.offensives.command
            what = f"{mention(name)} is more than {most} MP from {mention(order.stack)}"
            yield refuse("PH13.2", "stacks", what, "let it have an offensive of its own").of(number)


def _called(game: Game, name: str) -> str:
    """A task force as a refusal calls it: a mention if there is one, else as it was typed [F.7]."""
    return mention(name) if name in game.forces else f"'{name[:30]}'"


def _in_command(centre: str, at: str, charts: Charts) -> bool:
    found = sea_distance(charts, centre, at)
    return found is not None and found <= charts.offensives.command


def standing_by(game: Game, seat: str) -> tuple[TaskForce, ...]:
    """The task forces of a seat that may be activated: at sea, marked standby [P4B.1.B]."""
    nations = game.nations_of(seat)
    return tuple(
        tf for tf in game.forces.values() if tf.nation in nations and stands_by(game, tf.id)
    )


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
