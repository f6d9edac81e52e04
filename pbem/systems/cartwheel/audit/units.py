"""The audit of what changed between the charts (E.7, checks 2, 6, 7, 11 to 14, 16, 24 to 27).

Nothing about a unit may differ from what its owner's charts must show, but what an order or a
rule of this very file changes.
"""

from collections.abc import Iterator

from pbem.counting import count
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.audit.marks import (
    ace_breaches,
    list_breaches,
    mark_breaches,
    policy_breaches,
    standing_breaches,
)
from pbem.systems.cartwheel.audit.moves import Moves, rebased
from pbem.systems.cartwheel.audit.placed import placement_breaches
from pbem.systems.cartwheel.own.basing import is_over_full
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.table.events_charts import RegroupRolled
from pbem.systems.cartwheel.words.names import base_name


def unit_breaches(moves: Moves) -> Iterator[Finding]:
    """Every change of a unit that no rule allows in this file."""
    yield from _roll_call(moves)
    for id_, now in moves.sealed.planes.items():
        was = moves.expected.planes.get(id_)
        if was is None:
            continue
        yield from rebased(moves, was, now)
        yield from _readied(moves, was, now)
        yield from _healed(moves, was, now)
        yield from _disguised(moves, was, now)
        yield from mark_breaches(moves, was, now)
        yield from standing_breaches(moves, was, now)
    yield from list_breaches(moves)
    yield from policy_breaches(moves)
    yield from ace_breaches(moves)
    yield from placement_breaches(moves)


def _roll_call(moves: Moves) -> Iterator[Finding]:
    """No unit missing, none that is dead or has not arrived (check 2).

    Who is on no chart is told to no recon and hit by no bomb.
    """
    for id_ in sorted(moves.sealed.planes.keys() - moves.expected.planes.keys()):
        if id_ not in moves.due:
            where = base_name(moves.sealed.planes[id_].base, moves.charts)
            what = f"it stands at {where}, and is dead or has not arrived"
            yield Finding(2, "E.2", id_, what)
    for id_ in sorted(moves.expected.planes.keys() - moves.sealed.planes.keys()):
        if not (moves.expected.planes[id_].away and moves.occasion.concludes):
            yield Finding(2, "E.2", id_, "it is on no chart, and nothing has happened to it")


def _readied(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """Halves change by flying, staging, over-full bases, 14.2 alone (checks 7 and 14)."""
    decided = moves.commitment is not None and moves.is_eleventh(now)
    placed = decided and not moves.recalls
    if was.half == "flown" and now.half == "ready" and not placed:
        yield Finding(14, "14.2", now.id, "it is Ready, and was in the Flown half")
    lands = (now.staged and not was.staged) or (was.away and not now.away)
    anew = placed and was.base not in moves.file.found.ships
    if (
        (was.half == "ready" or anew)
        and now.half == "flown"
        and not (lands or (decided and moves.recalls))
        and not is_over_full(moves.sealed, moves.file.found, now.base, moves.charts)
    ):
        rule, why = ("5.2c", "is placed anew") if anew else ("14.2", "was")
        what = f"it is in the Flown half, and {why} Ready"
        yield Finding(14, rule, now.id, what, gains=False)
    if (was.used and not now.used) or (was.staged and not now.staged):
        yield Finding(7, "6.4b", now.id, "it has flown this turn, and its chart does not say so")
    stayed = now.staged and not was.staged and (was.base == now.base or not moves.occasion.operates)
    if stayed or (now.used and not was.used):
        what = "its chart says that it has flown, and it has not"
        yield Finding(7, "6.4b", now.id, what, gains=False)


def _healed(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """Disruption and steps are what combat, statements and 14.1 made them (checks 12 and 13)."""
    recalled = moves.recalls and moves.is_eleventh(now)
    if was.disrupted != now.disrupted and not (recalled and not now.disrupted):
        what = "its disruption came from nowhere" if now.disrupted else "its disruption is gone"
        gains = not now.disrupted
        yield Finding(_check_of_regroup(moves), "H14.1", now.id, what, gains=gains)
    if was.steps != now.steps:
        what = f"it has {count(now.steps, 'step')}, and had {was.steps}"
        gains = now.steps > was.steps
        yield Finding(_check_of_regroup(moves), "H14.1", now.id, what, gains=gains)


def _check_of_regroup(moves: Moves) -> int:
    """12 if the side's dice of 14.1 have been thrown since its last file, else 13."""
    thrown = any(
        isinstance(event, RegroupRolled) and event.side == moves.expected.side
        for scene in moves.file.before
        for event in scene.events
    )
    return 12 if thrown else 13


def _disguised(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """A unit is on recon, or has still to come, if all can see that it is (checks 2 and 16).

    Neither takes room, is told to recon, or can be hit on the ground.
    """
    if was.due != now.due:
        what = "it is shown as if it had not arrived" if now.due else "it is shown as arrived"
        yield Finding(2, "H15.3", now.id, what)
    if now.away and not was.away:
        yield Finding(16, "7.3.2~", now.id, "it is shown on recon, and is on no hex")
    if was.away and now.away == moves.occasion.concludes:
        yield Finding(16, "7.3.5~", now.id, "recon returns in 4.6, neither before nor after")
    elif was.away and not now.away and now.half != "flown":
        yield Finding(16, "7.3.5~", now.id, "it has returned from recon, and is Ready")
