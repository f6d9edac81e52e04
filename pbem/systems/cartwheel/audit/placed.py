"""The audit of units that are placed: set-up, the 11th, arrivals (E.7, checks 2, 3, 4, 6, 9)."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.audit.moves import Moves
from pbem.systems.cartwheel.own.basing import has_room_for_arrivals, is_over_full
from pbem.systems.cartwheel.own.changes import (
    cannot_arrive,
    cannot_be_placed,
)
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.own.entries import home_of
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from pbem.systems.cartwheel.words.names import base_name


def placement_breaches(moves: Moves) -> Iterator[Finding]:
    """Units that this file was free to place, and placed against the rules."""
    if moves.occasion.redistributes:
        yield from _crowded(moves)
    if moves.recalls:
        yield from _uncommitted(moves)
    elif moves.commitment is not None:
        yield from _committed(moves, moves.commitment)
    yield from _arriving(moves)


def _crowded(moves: Moves) -> Iterator[Finding]:
    """Redistribution keeps to capacity (checks 2 and 3) [H17.0, 6.3]."""
    for base in sorted({plane.base for plane in moves.sealed.planes.values()}):
        came = [
            plane.id
            for plane in moves.sealed.at(base)
            if plane.id in moves.expected.planes and moves.expected.planes[plane.id].base != base
        ]
        if came and is_over_full(moves.sealed, moves.file.found, base, moves.charts):
            what = f"the set-up gives it more than it may hold: {', '.join(came)}"
            yield Finding(3, "H17.0", base, what)


# --- the 11th ------------------------------------------------------------------------------------


def _eleventh(moves: Moves) -> Iterator[Plane]:
    return (plane for plane in moves.sealed.planes.values() if moves.is_eleventh(plane))


def _uncommitted(moves: Moves) -> Iterator[Finding]:
    """Without commitment all of the 11th is in Truk, Flown and undisrupted (check 9)."""
    for plane in _eleventh(moves):
        home = home_of(plane.id, moves.file.found, moves.charts)
        if (plane.base, plane.half, plane.disrupted) != (home, "flown", False):
            where = base_name(plane.base, moves.charts)
            what = f"the 11th is not committed, and it is at {where}, {plane.half}"
            yield Finding(9, "5.2d", plane.id, what)


def _committed(moves: Moves, order: CommitEleventh) -> Iterator[Finding]:
    """Committed, each unit is placed anew at Rabaul or in Truk, within capacity (check 4) [5.2c].

    Units aboard a carrier stay there [H5.2]; Rufes at ports stand where all see them.
    """
    game = moves.file.found
    for plane in _eleventh(moves):
        was = moves.expected.planes.get(plane.id)
        if plane.id in order.ports or plane.base.startswith(PORT):
            rule = "" if plane.base == f"{PORT}{order.ports.get(plane.id)}" else "6.3.6~"
        else:
            refusal = cannot_be_placed(moves.occasion, was or plane, plane.base)
            rule = refusal.rule if refusal else ""
        if rule:
            what = (
                f"it is placed at {base_name(plane.base, moves.charts)}, where the 11th may not be"
            )
            yield Finding(4, rule, plane.id, what)
        if was is not None and plane.id in order.ports:
            yield from _shown(was, order)
    for base in sorted({plane.base for plane in _eleventh(moves)} & {*game.bases}):
        if is_over_full(moves.sealed, game, base, moves.charts):
            yield Finding(4, "5.2c", base, "the 11th is placed where there is no room for so many")


def _shown(was: Plane, order: CommitEleventh) -> Iterator[Finding]:
    """A Rufe at a port is shown as it is (check 13) [6.3.6~]."""
    told = order.steps.get(was.id, was.steps), was.id in order.disrupted
    if told != (was.steps, was.disrupted):
        what = f"all were shown {count(told[0], 'step')}, and it has {was.steps}"
        if told[0] == was.steps:
            what = "all were shown whether it is disrupted, and it was not so"
        yield Finding(13, "6.3.6~", was.id, what)


# --- arrivals ------------------------------------------------------------------------------------


def _arriving(moves: Moves) -> Iterator[Finding]:
    """Reinforcements come at full strength to a base of the schedule with room (checks 2, 3, 6)."""
    for id_, bases in moves.due.items():
        plane = moves.sealed.planes.get(id_)
        if plane is None:
            yield Finding(2, "H15.3", id_, "it arrives this turn, and is on no chart")
            continue
        fresh = Plane(id=id_, base=plane.base, steps=moves.charts.air[id_].model.steps, due=True)
        rule = "H15.2" if moves.charts.air[id_].side == "japanese" else "H15.1"
        home = home_of(id_, moves.file.found, moves.charts)
        if plane != fresh:
            yield Finding(2, rule, id_, "it arrives as no new unit does")
        where = base_name(plane.base, moves.charts)
        if plane.base != home and cannot_arrive(moves.occasion, id_, plane.base):
            what = (
                f"it arrives at {where}, and may at {', '.join(map(moves.charts.base_name, bases))}"
            )
            yield Finding(6, rule, id_, what)
        elif not _fits(moves, plane):
            yield Finding(3, rule, id_, f"it arrives at {where}, where it has no room")


def _fits(moves: Moves, plane: Plane) -> bool:
    """Whether a unit has room beside all that stand there by the same file and all that arrive."""
    known = moves.sealed.planes
    arriving = {unit: known[unit].base for unit in moves.due if unit in known}
    legs = (leg for flight in moves.sealed.flights.values() for leg in flight.legs)
    coming = {leg.unit: leg.returns for leg in legs}
    game, charts = moves.file.found, moves.charts
    return has_room_for_arrivals(moves.sealed, game, arriving, coming, plane.base, charts)
