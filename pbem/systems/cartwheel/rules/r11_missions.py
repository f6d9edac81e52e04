"""Whether commando raids and Fortifications are legal [H11.7, H11.8]."""

from collections.abc import Iterator

from pbem.engine.kinds import Refusal, refuse
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.hexes import distance
from pbem.systems.cartwheel.rules.r06_bases import is_operational
from pbem.systems.cartwheel.rules.r11_plan import Plan
from pbem.systems.cartwheel.rules.r11_troops import is_red
from pbem.systems.cartwheel.table.orders_ground import Fortify, Raid
from pbem.systems.cartwheel.table.state import JAPANESE, Base, Game, Troops

# --- raids [H11.7] -------------------------------------------------------------------------------


def wrong_raid(game: Game, side: str, order: Raid, charts: Charts) -> Iterator[Refusal]:
    """What is wrong with a commando raid [H11.7]."""
    if side in game.turn.raided:
        yield refuse("H11.7", "base", "your raid of this turn is over", "take the order out")
    legal = raid_targets(game, side, order.unit, charts)
    if order.base not in legal:
        what = f"{order.base[:40]} is no enemy operational airbase in reach of a raid"
        able = ", ".join(map(charts.base_to_write, legal)) or "none"
        whose = f" of {order.unit[:40]}" if order.unit else ""
        yield refuse("H11.7", "base", what, f"in reach{whose} are: {able}")
    if side != JAPANESE:
        if order.unit:
            yield refuse("H11.7", "unit", "an Allied raid names no unit", "leave it out")
        return
    unit = game.troops.get(order.unit)
    if unit is None or not may_raid(unit, charts):
        what = "no unit is named that goes"
        if order.unit:
            what = f"{order.unit[:40]!r} is no undisrupted unit of yours ashore that can attack"
        able = ", ".join(raiders(game, order.base, charts))
        yield refuse("H11.7", "unit", what, f"next to that base are: {able or 'none'}")


def raid_targets(game: Game, side: str, unit: str, charts: Charts) -> tuple[str, ...]:
    """Enemy bases that a side can raid, by id; the Japanese with one unit, if it is named."""
    bases = (b for b in game.bases.values() if b.owner != side and is_operational(b))
    on_map = (b for b in bases if b.hex in charts.hexes)
    return tuple(b.id for b in on_map if _in_reach(game, side, unit, b, charts))


def _in_reach(game: Game, side: str, unit: str, base: Base, charts: Charts) -> bool:
    if side == JAPANESE:
        able = raiders(game, base.id, charts)
        return unit in able if unit in game.troops else bool(able)
    own = (t.at for t in game.troops.values() if t.side == side and t.at in charts.hexes)
    return any(distance(at, base.hex) <= charts.raids.reach[side] for at in own)


def raiders(game: Game, base: str, charts: Charts) -> tuple[str, ...]:
    """Japanese units that can raid a base: undisrupted, in a hex next to it [H11.7, CR48]."""
    if base not in game.bases or game.bases[base].hex not in charts.hexes:
        return ()
    hex_, reach = game.bases[base].hex, charts.raids.reach[JAPANESE]
    units = (t for t in game.troops.values() if may_raid(t, charts))
    return tuple(t.id for t in units if distance(t.at, hex_) == reach)


def may_raid(unit: Troops, charts: Charts) -> bool:
    """Whether a Japanese unit can raid: ashore, undisrupted, no garrison [H11.7, 2.2.3b~]."""
    able = unit.side == JAPANESE and not unit.disrupted and not is_red(unit, charts)
    return able and unit.at in charts.hexes


# --- Fortifications [H11.8] ----------------------------------------------------------------------


def wrong_fort(
    game: Game, side: str, order: Fortify, plan: Plan, charts: Charts
) -> Iterator[Refusal]:
    """What is wrong with a new Fortification [H11.8]."""
    limit = charts.markers.fortification.get(side, 0)
    if side != JAPANESE or not limit:
        yield refuse("H11.8", "hex", "only the Japanese build Fortifications", "take the order out")
        return
    if order.hex in game.forts:
        yield refuse(
            "H11.8", "hex", f"{charts.full_name(order.hex)} has one already", "choose another hex"
        )
    if len(game.forts) >= limit:
        yield refuse("H11.8", "hex", f"all {limit} markers are on the map", "take the order out")
    busy = {*plan.arriving, *plan.attackers(game, order.hex, charts)}
    if not builders(game, order.hex, busy, charts):
        what = f"no undisrupted, supplied unit of yours stays idle in {order.hex[:40]!r}"
        yield refuse("H11.8", "hex", what, "let a unit there neither move nor attack")


def may_fortify(game: Game, side: str, hex_: str, charts: Charts) -> bool:
    """Whether a side has a marker left, and a hex has none but somebody to build it [H11.8]."""
    left = charts.markers.fortification.get(side, 0) - len(game.forts)
    is_open = side == JAPANESE and left > 0 and hex_ not in game.forts
    return is_open and bool(builders(game, hex_, set(), charts))


def builders(game: Game, hex_: str, busy: set[str], charts: Charts) -> tuple[str, ...]:
    """Japanese units in a hex that can fortify it: undisrupted, supplied, idle [H11.8]."""
    if hex_ not in charts.hexes:
        return ()
    return tuple(
        t.id
        for t in game.troops_at(hex_, JAPANESE)
        if not t.disrupted and t.supplied and t.acted < game.now and t.id not in busy
    )
