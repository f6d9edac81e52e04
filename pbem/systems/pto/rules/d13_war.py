"""Whether Japan has attacked anybody but China, so that its battleships burn fuel [D13.1]."""

from collections.abc import Iterable

from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import JAPANESE, other, side_of
from pbem.systems.pto.table.events_play import WarBegun
from pbem.systems.pto.table.state import Game

NOT_COUNTED = ("CN", "JP")
"""Nations whom an attack by Japan does not bring into this war [D13.1]."""


def attacks(game: Game, side: str, nations: Iterable[str]) -> Game:
    """The game after a side attacks units or areas of these nations, with success or not [D13.1].

    Defending is no attack. It binds what is paid afterwards.
    """
    if side != JAPANESE or game.at_war or all(nation in NOT_COUNTED for nation in nations):
        return game
    return replace(game, at_war=True)


def attacks_force(game: Game, attacker: str, defender: str) -> Game:
    """The game after a task force goes for another one [D13.1]."""
    nations = (ship.nation for ship in game.ships_in(defender))
    return attacks(game, side_of(game.forces[attacker].nation), nations)


def attacks_area(game: Game, side: str, area: str) -> Game:
    """The game after a side attacks a land area: its owner, and the enemy's units there [D13.1]."""
    theirs = (unit.nation for unit in game.ground_at(area, other(side)))
    owner = game.areas[area].nation
    return attacks(game, side, (*((owner,) if side_of(owner) != side else ()), *theirs))


def is_at_peace(game: Game) -> bool:
    """Whether Japan has still to attack others than China; then battleships burn fuel [D13.1]."""
    return game.uses("D13") and not game.at_war


def begun(before: Game, after: Game) -> tuple[Event, ...]:
    """That the war has begun in a step, if it has [D13.1]."""
    return (WarBegun(to=ALL),) if is_at_peace(before) and after.at_war else ()
