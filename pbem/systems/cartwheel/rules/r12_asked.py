"""Who is asked for ground orders and conclusion, by what all can see after 4.4 [H11.1.2, E.4.8].

Whether a side has something private to order is never a reason to ask it, or to pass it over.
"""

from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import is_mobile
from pbem.systems.cartwheel.rules.r07_initiative import bar_to_regroup
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.rules.r10_ships import off_coast
from pbem.systems.cartwheel.rules.r11_missions import may_fortify, raid_targets
from pbem.systems.cartwheel.rules.r11_troops import is_fit
from pbem.systems.cartwheel.rules.r15_reinforcements import due
from pbem.systems.cartwheel.table.state import ALLIED, SIDES, Game


def judged_once(game: Game, charts: Charts) -> Game:
    """The game with the sides noted that have nothing to order ashore, or nothing at all."""
    idle = tuple(side for side in SIDES if not has_orders(game, side, charts))
    unasked = tuple(side for side in idle if not has_conclusion(game, side, charts))
    return game.with_turn(replace(game.turn, idle_ashore=idle, unasked=unasked))


def has_orders(game: Game, side: str, charts: Charts) -> bool:
    """Whether a side has anything legal to order in 4.5, as all can see after 4.4 [H11.1.2]."""
    landing = any(not ship.disrupted for ship in off_coast(game, side, charts))
    if landing or not game.terms.ground_combat:
        return landing
    own = [unit for unit in game.troops.values() if unit.side == side and unit.at in charts.hexes]
    return (
        any(is_fit(unit, charts) for unit in own)
        or bool(raid_targets(game, side, "", charts))
        or any(may_fortify(game, side, unit.at, charts) for unit in own)
    )


def has_conclusion(game: Game, side: str, charts: Charts) -> bool:
    """Whether all can see something of a side's that a conclusion is about (E.4.8).

    A ship outside a port or box, also in a port that is closed [CR84], recon that flew, an
    arrival, a mobile base, a general regroup.
    """
    ships = (ship for ship in game.ships.values() if ship.side == side and ship.at)
    bases = (base for base in game.bases.values() if base.owner == side)
    return (
        any(not is_haven(game, ship.at, side, charts) for ship in ships)
        or any(scout.side == side for scout in game.turn.scouts.values())
        or bool(due(game, side))
        or (side == ALLIED and not bar_to_regroup(game, charts))
        or any(is_mobile(b.id, charts) and b.status in ("working", "building") for b in bases)
    )
