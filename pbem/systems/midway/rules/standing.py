"""Standing orders come into force at once and hold until they are replaced [MB1]."""

from typing import Any

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.midway.table.orders import (
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
)
from pbem.systems.midway.table.state import Game, MoveRule, Standing

THIS = 0
"""The number of the file that is being written, in a look ahead."""


def stand(game: Game, seat: str, order: Order, seq: int) -> Game:
    """The game with one standing order of a seat in force, given by its file `seq`.

    One that is in force already stays as given by the file that changed something: forms write out
    again what is in force.
    """
    standing = game.standing[seat]
    new = [one for one in _parts(order) if _changes(standing, one)]
    if not new:
        return game
    given = standing.given.update(dict.fromkeys((order.type, *map(_about, new)), seq))
    return game.with_standing(seat, replace(standing, given=given, **changes_by(standing, order)))


def newly(game: Game, seat: str, order: Order, seq: int) -> Order | None:
    """What of a standing order its seat's file `seq` was the last to change; None if nothing."""
    given = game.standing[seat].given
    new = tuple(one for one in _parts(order) if given.get(_about(one)) == seq)
    if isinstance(order, StandingMove) and new:
        ids = (id_ for one in new if isinstance(one, StandingMove) for id_ in one.squadrons)
        return replace(order, squadrons=tuple(ids))
    return order if new else None


def _parts(order: Order) -> tuple[Order, ...]:
    """One order for each squadron that an order moves; the order itself of another kind."""
    if isinstance(order, StandingMove):
        return tuple(replace(order, squadrons=(id_,)) for id_ in order.squadrons)
    return (order,)


def _about(order: Order) -> str:
    """What a standing order, or a part of one, replaces: `standing-plan akagi`, `standing-cap`."""
    match order:
        case StandingMove():
            return " ".join((order.type, *order.squadrons))
        case StandingPlan():
            return f"{order.type} {order.carrier}"
    return order.type


def _changes(standing: Standing, order: Order) -> bool:
    changes = changes_by(standing, order)
    return any(getattr(standing, key) != value for key, value in changes.items())


def changes_by(standing: Standing, order: Order) -> dict[str, Any]:
    """The fields of a seat's standing orders that an order sets."""
    changes: dict[str, Any] = {}
    match order:
        case StandingLand():
            changes = {"land": order.squadrons, "land_on": order.carriers}
        case StandingMove():
            rule = MoveRule(rule=order.move, until=order.until)
            changes = {"moves": standing.moves.update(dict.fromkeys(order.squadrons, rule))}
        case StandingCap():
            changes = {
                "cap": order.attack,
                "cap_ratio": order.ratio,
                "bomb_split": order.bomb_split,
                "dogfight_first": order.dogfight_first,
            }
        case StandingTargets():
            changes = {"targets": order.carriers, "wave_sp": order.wave_sp}
        case StandingLosses():
            changes = {
                "aa_losses": order.aa,
                "fighter_losses": order.fighters,
                "bomber_losses": order.bombers,
            }
        case StandingLaunch():
            fighters = "" if order.fighters == "default" else order.fighters
            changes = {"launch_fighters": fighters, "launch_bombers": order.bombers}
        case StandingPlan():
            changes = {"decks": standing.decks.set(order.carrier, order.deck)}
    return changes
