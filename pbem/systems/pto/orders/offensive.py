"""The orders `offensive` and `pass`: why not, and what is legal [P4, PH12.2, PH13]."""

from collections.abc import Iterator

from pbem.engine.kinds import Part, Refusal, refuse
from pbem.engine.mentions import mention
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, after
from pbem.systems.pto.rules.f6_sorts import areas_in_play
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p4_costs import too_dear
from pbem.systems.pto.rules.month.p4_named import cannot_perform, standing_by
from pbem.systems.pto.rules.month.p4_turns import PLANNED, is_side_out
from pbem.systems.pto.rules.p4_acting import activated
from pbem.systems.pto.table.naming import (
    agree,
    all_of,
    at_first,
    each,
    nation_name,
    side_name,
)
from pbem.systems.pto.table.orders_month import Offensive, Pass

# --- offensive -----------------------------------------------------------------------------------


def _refusals(sight: Sight, order: Offensive) -> Refusals:
    """Nations perform together that one seat commands, in one file [PR9]."""
    named = tuple(cannot_perform(sight.game, sight.seat, order, sight.charts))
    yield from named
    yield _out_of_turn(sight) or _not_alone(sight, order)
    yield None if named else _nobody_there(sight, order)
    before = tuple(one for one in sight.done if isinstance(one, Offensive))
    if {"land", "sea"} <= {order.kind, *(one.kind for one in before)}:
        what = "a sea offensive never combines with a land offensive"
        hint = "combine either with an air offensive, or keep one for a later file"
        yield refuse("P4.0.3", "kind", what, hint)
    if order.nation in sight.purses:
        yield too_dear(sight.game, before, order, sight.charts)


def _out_of_turn(sight: Sight) -> Refusal | None:
    """Who is out and only opens dice orders nothing but the month's end there [F.2.2]."""
    if sight.game.month.closing != sight.seat:
        return None
    what = "you are out for this month, and asked for its end alone"
    return refuse("F.2.2", "", what, "order the month's end, or nothing")


def _not_alone(sight: Sight, order: Offensive) -> Refusal | None:
    """Offensives follow each other in a file only where nobody can come between [F.2.7]."""
    if not order.next:
        return None
    hint = "leave 'next' out: it is combined with the one above, at its price"
    if order.kind != "air":
        hint = f"{hint}, if that is {order.kind} or air"
    if sight.appended:
        return refuse("F.2.7", "next", "a file of phase 3 appends one offensive", hint)
    if not sight.later:
        hint = "leave 'next' out of the file's first offensive"
        return refuse("F.2.7", "next", "no offensive stands above it", hint)
    enemy = other(sight.side)
    if is_side_out(sight.game, enemy, sight.charts):
        return None
    what = f"the {side_name(enemy)} are not out for this month, and come next"
    return refuse("F.2.7", "next", what, f"{hint}; or keep it for a later file")


def _nobody_there(sight: Sight, order: Offensive) -> Refusal | None:
    """An air offensive against a base of one's own where no enemy is finds nothing [F.6.3].

    Later offensives of a file are not judged so: what is before them may bring an enemy there.
    """
    if order.kind != "air" or sight.later or sight.appended:
        return None
    game, enemy = sight.game, other(sight.side)
    for area in (one for one in order.targets if one in game.areas):
        if game.is_friendly(sight.side, area) and not game.forces_at(area, enemy):
            what = f"{mention(area)} is your side's, and no enemy is there"
            return refuse("F.6.3", "targets", what, "name an area where an enemy is, or a sea")
    return None


def _options(sight: Sight) -> Iterator[Offensive]:
    """Each nation in each theatre, with each task force that stands by, at each single target."""
    theatres = sorted({theatre_of(sight.charts, area) for area in sight.land})
    ready = standing_by(sight.game, sight.seat)
    for nation in sight.purses:
        for theatre in theatres:
            yield Offensive(kind="land", nation=nation, theatres=(theatre,))
        for tf in ready:
            yield Offensive(kind="sea", nation=nation, stack=tf.id)
        for area in areas_in_play(sight.game, sight.charts):
            yield Offensive(kind="air", nation=nation, targets=(area,))


def _parts(sight: Sight) -> Iterator[Part]:
    limits, most = sight.charts.offensives, sight.charts.offensive_limits.targets
    ready = tuple(tf.id for tf in standing_by(sight.game, sight.seat))
    yield Part(key="stack", words="for one of kind sea")
    yield Part(key="stacks", values=ready, words=f"within {limits.command} MP of 'stack'")
    yield Part(key="targets", words=f"for one of kind air, {most} at most")


def _begun(sight: Sight, order: Offensive) -> Sight:
    return after(sight, activated(sight.game, (order,)))


# --- pass ----------------------------------------------------------------------------------------


def _pass_refusals(sight: Sight, order: Pass) -> Refusals:
    """A pass stands below offensives; the month's end comes with it [PH13.3, F.2.2, F.2.5].

    In a file of phase 3 it rests, and may say that nothing comes at the month's end [F.2.6].
    """
    if sight.has(Offensive):
        what = "an offensive of the file stands below its pass"
        yield refuse("F.2.5", "", what, "write 'pass' below all that the file performs")
    if sight.phase == "P3" and not order.rest:
        what = "before phase 4 a pass only rests for the month"
        yield refuse("F.2.6", "rest", what, "write rest = true, or leave it out: you are asked")
    if order.anew and (order.ends or sight.has(*PLANNED)):
        what = "'anew' takes the orders for the month's end back, the file gives some"
        hint = "leave 'anew' out: orders given now replace all that you gave before"
        yield refuse("F.2.2", "anew", what, hint)
    elif order.anew and sight.seat not in sight.game.month.plans:
        what = "nothing has been ordered for the month's end yet"
        yield refuse("F.2.2", "anew", what, "leave 'anew' out")


def _passes(_: Sight) -> Iterator[Pass]:
    """For now or at rest: that says nothing, that nothing comes, that takes back what was said."""
    for rest in (False, True):
        yield from (Pass(rest=rest), Pass(rest=rest, ends=True), Pass(rest=rest, anew=True))


# --- in words ------------------------------------------------------------------------------------


def _offensive_words(_: Sight, order: Offensive) -> Iterator[str]:
    where = {
        "land": f"in the {agree(order.theatres, 'theatre', 'theatres')} {all_of(order.theatres)}",
        "sea": f"by {each(dict.fromkeys((order.stack, *order.stacks)))}",
        "air": f"against {each(order.targets)}",
    }
    article = "an" if order.kind == "air" else "a"
    who = f"then {nation_name(order.nation)}" if order.next else at_first(order.nation)
    yield f"{who} performs {article} {order.kind} offensive {where[order.kind]} [P4.0.1]"


def _pass_words(sight: Sight, order: Pass) -> Iterator[str]:
    """That no offensive comes, and what that says of the month's end [F.2.2, F.2.5, F.2.6]."""
    then = ""
    if sight.has(*PLANNED):
        then = "; the orders for the month's end wait until it comes"
    elif order.anew:
        then = "; what you ordered for the month's end is taken back"
    elif order.ends:
        then = "; you are not asked at the month's end, the defaults hold"
    elif sight.phase == "P3" and sight.seat not in sight.game.month.plans:
        then = "; you are asked for the month's end when it comes"
    enemy = side_name(other(sight.side))
    if order.rest:
        out = f"You are out for the rest of {month_name(sight.game.turn)}"
        whoever = f"no offensive of yours any more, whatever the {enemy} do"
        yield f"{out}: {whoever}{then} [F.2.6, F.2.2]"
    elif sight.game.month.to_act == sight.side and sight.later:
        is_out = is_side_out(sight.game, other(sight.side), sight.charts)
        unless = "" if is_out else f", unless the {enemy} act first"
        yield f"Then a pass{unless}{then} [F.2.5, F.2.2]"
    else:
        yield f"You pass: no offensive now{then} [PH13.3, F.2.2]"


OFFENSIVE = row(Offensive, _refusals, _options, _parts, then=_begun, words=_offensive_words)
PASS = row(Pass, _pass_refusals, _passes, words=_pass_words)
