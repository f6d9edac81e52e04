"""Who holds a hex once units have come, gone or died: control and forts [H11.2.1, H11.8]."""

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import control
from pbem.systems.cartwheel.table.events_ground import FortsFell
from pbem.systems.cartwheel.table.state import JAPANESE, Game, Told


def settle(game: Game, charts: Charts, dice: Dice) -> Told:
    """Control of every hex passes to the side that is alone in it, by number [H11.2.1].

    Bases change hands with it [6.6.4~]. Then empty fortifications go [H11.8].
    """
    events: list[Event] = []
    for hex_, side in sorted(_lone(game, charts).items()):
        game, told = control(game, hex_, side, charts, dice, "ground")
        events += told
    game, fallen = fallen_forts(game)
    return game, (*events, *fallen)


def _lone(game: Game, charts: Charts) -> dict[str, str]:
    """The side that is alone with its ground units, by hex, where there is one."""
    sides: dict[str, set[str]] = {}
    for unit in game.troops.values():
        if unit.at in charts.hexes:
            sides.setdefault(unit.at, set()).add(unit.side)
    return {hex_: min(held) for hex_, held in sides.items() if len(held) == 1}


def fallen_forts(game: Game) -> Told:
    """Fortifications go where no Japanese ground unit is left [H11.8]."""
    gone = tuple(hex_ for hex_ in game.forts if not any(game.troops_at(hex_, JAPANESE)))
    if not gone:
        return game, ()
    forts = tuple(hex_ for hex_ in game.forts if hex_ not in gone)
    return replace(game, forts=forts), (FortsFell(to=ALL, hexes=gone),)
