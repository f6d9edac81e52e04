"""Guns that a standing order points at ships which more others screen than fire [PH6.2, F.4]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.p3_half import scopes_of_force
from pbem.systems.pto.rules.units import gun
from pbem.systems.pto.table.naming import all_of, doing
from pbem.systems.pto.table.standing import Gunnery
from pbem.systems.pto.table.state import Game

FEW = 3
"""So many enemy forces are named."""


def screened(view: View[Game], orders: Sequence[Order], charts: Charts) -> tuple[str, ...]:
    """What a file's lists for guns cannot reach, told once where two orders say so [PH6.2]."""
    return tuple(dict.fromkeys(_screened(view, orders, charts)))


def _screened(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """Each force that can fire at none of those whom its list names first, in whole forces [PH6.2].

    Each of its ships fires once in a round, and the whole screen comes first. Of an order for more
    than one force the one with the most ships that fire is looked at.
    """
    game = view.game
    for order in orders:
        if not isinstance(order, Gunnery) or order.fire != "list":
            continue
        fire = {
            tf.id: _firing(game, tf.id, charts)
            for tf in game.forces.values()
            if game.seat_of(tf.nation) == view.seat and order.of in ("", *scopes_of_force(tf))
        }
        most = max(sorted(fire), key=lambda tf: fire[tf], default="")
        screens = _screens(game, other(view.side), order, charts)
        beyond = {tf: number for tf, number in screens.items() if number >= fire.get(most, 0) > 0}
        if beyond:
            named = [f"{mention(tf)} ({beyond[tf]})" for tf in list(beyond)[:FEW]]
            more = [f"{len(beyond) - FEW} more"] if len(beyond) > FEW else []
            kinds = " or ".join(_kinds(game, beyond, order, charts))
            ships = count(fire[most], "ship")
            yield (
                f"{doing(most, 'fires', 'fire')} with {ships} in a round, and no fewer"
                f" screen {all_of([*named, *more])}: at no {kinds} there before that screen has"
                " shrunk [PH6.2]"
            )


def _firing(game: Game, tf: str, charts: Charts) -> int:
    """How many ships of a task force fire [PH6.1]."""
    silent = charts.gunnery.silent
    ships = (ship for ship in game.ships_in(tf) if ship.kind not in silent)
    return sum(gun(game, charts, ship) > 0 for ship in ships)


def _screens(game: Game, side: str, order: Gunnery, charts: Charts) -> dict[str, int]:
    """How many ships screen those that an order names, of each force at sea that has any.

    In port no guns reach it.
    """
    return {
        tf.id: sum(ship.kind in charts.gunnery.screen for ship in game.ships_in(tf.id))
        for tf in game.forces.values()
        if side_of(tf.nation) == side
        and tf.at not in game.areas
        and _kinds(game, (tf.id,), order, charts)
    }


def _kinds(game: Game, forces: Iterable[str], order: Gunnery, charts: Charts) -> list[str]:
    """The types of screened ships that an order names and that are in some forces."""
    there = [ship for tf in forces for ship in game.ships_in(tf)]
    named = {ship.kind for ship in there if {ship.id, ship.kind} & {*order.first}}
    return [kind for kind in charts.gunnery.screened if kind in named]
