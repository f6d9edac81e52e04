"""Whether an offensive may be performed as it is named [P4A.1.B, P4B.1.B, P4C.1.B, PH13]."""

from collections.abc import Iterator

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, THEATRES
from pbem.systems.pto.rules.map import sea_distance, theatre_of
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.p4_acting import stands_by
from pbem.systems.pto.table.naming import NATION_NAMES, does, doing, nation_name
from pbem.systems.pto.table.orders_month import Offensive
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game

NO_FLEET = "PH16.3"
"""The special rule by which the Allies perform only land offensives in December 1941."""


def cannot_perform(game: Game, seat: str, order: Offensive, charts: Charts) -> Iterator[Refusal]:
    """Every reason for which a seat cannot perform an offensive as named, its price apart."""
    own = game.purses_of(seat)
    if order.nation not in own:
        what = f"'{order.nation[:10]}' is no nation of yours that performs offensives"
        yield refuse("PH13.1", "nation", what, f"use one of: {', '.join(own)}")
    if order.kind != "land" and is_land_alone(game, game.side_of_seat(seat)):
        what = f"there is no Allied {order.kind} offensive this month"
        yield refuse(NO_FLEET, "kind", what, "a land offensive is allowed, or pass")
    match order.kind:
        case "land":
            yield from _wrong_theatre(game, order, charts)
        case "sea":
            yield from cannot_command(game, seat, order, charts)
        case "air":
            yield from _wrong_targets(game, order, charts)


def is_land_alone(game: Game, side: str) -> bool:
    """Whether a side performs no sea and no air offensives this month [PH16.3]."""
    first = game.turn == game.terms.first_turn
    return side == ALLIED and first and NO_FLEET in game.terms.special


def _wrong_theatre(game: Game, order: Offensive, charts: Charts) -> Iterator[Refusal]:
    """One land offensive takes place in one theatre [P4A.1.B, PH13.1]."""
    if len(order.theatres) > 1 and all(one in THEATRES for one in order.theatres):
        # At the key theatres would be read as the areas that bear their names.
        what = f"a land offensive names one theatre, and this one {len(order.theatres)}"
        yield refuse("PH13.1", "", what, "write an 'offensive' for each: they are combined")
    elif len(order.theatres) != 1 or order.theatres[0] not in THEATRES:
        what = "a land offensive names one theatre; a second one is a combined offensive"
        open_ = game.areas.keys() - set(game.terms.closed)
        there = sorted({theatre_of(charts, area) for area in open_})
        yield refuse("PH13.1", "theatres", what, f"use one of: {', '.join(there)}")


def _wrong_targets(game: Game, order: Offensive, charts: Charts) -> Iterator[Refusal]:
    """An air offensive has one or two target areas [P4C.1.B]."""
    most = charts.offensive_limits.targets
    if not 1 <= len(set(order.targets)) <= most or len(set(order.targets)) != len(order.targets):
        what = f"an air offensive has 1 to {most} target areas"
        yield refuse("P4C.1.B", "targets", what, "leave some for another air offensive")
    for area in order.targets:
        if area not in charts.areas or area in game.terms.closed:
            what = f"{mention_or_quote(area)} is no area in play"
            yield refuse("PH1", "targets", what, "see 'pbem map'")


# --- task forces ---------------------------------------------------------------------------------


def cannot_command(game: Game, seat: str, order: Offensive, charts: Charts) -> Iterator[Refusal]:
    """Command stack and those it activates stand by, within its range [P4B.1.B, PH13.2].

    They are of the nation that performs [PH13.1].
    """
    ready_now = standing_by(game, seat)
    if order.nation in game.purses_of(seat):  # another nation is refused by itself
        ready_now = tuple(tf for tf in ready_now if payer(game, tf.nation) == order.nation)
    own = [tf.id for tf in ready_now]
    ready = ", ".join(map(mention, own)) or "none: mark task forces standby in phase 3 (P3.1.6)"
    nation = nation_name(order.nation) if order.nation in NATION_NAMES else "that nation"
    for key, names in (("stack", (order.stack,)), ("stacks", order.stacks)):
        for name in names:
            if name not in own:
                verb = does(name, "is", "are")
                what = f"{mention_or_quote(name)} {verb} no task force of {nation} on standby"
                yield refuse("P4B.1.B", key, what, f"standing by: {ready}")
    if order.stack not in own:
        return
    centre = game.forces[order.stack].at
    for name in order.stacks:
        if name in own and not _in_command(centre, game.forces[name].at, charts):
            most = charts.offensives.command
            what = f"{doing(name, 'is', 'are')} more than {most} MP from {mention(order.stack)}"
            yield refuse("PH13.2", "stacks", what, "let it have an offensive of its own")


def _in_command(centre: str, at: str, charts: Charts) -> bool:
    found = sea_distance(charts, centre, at)
    return found is not None and found <= charts.offensives.command


def standing_by(game: Game, seat: str) -> tuple[TaskForce, ...]:
    """The task forces of a seat that may be activated: at sea, marked standby [P4B.1.B]."""
    nations = game.nations_of(seat)
    return tuple(
        tf for tf in game.forces.values() if tf.nation in nations and stands_by(game, tf.id)
    )
