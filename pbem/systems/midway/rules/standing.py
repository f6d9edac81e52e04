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
    changes = _changes(standing, order)
    if all(getattr(standing, key) == value for key, value in changes.items()):
        return game
    given = standing.given.set(order.type, seq)
    return game.with_standing(seat, replace(standing, given=given, **changes))


def _changes(standing: Standing, order: Order) -> dict[str, Any]:
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
