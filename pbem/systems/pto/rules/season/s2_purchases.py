"""Purchases: whose they are, what they cost, and why one is not possible [S2.3, PH12.3-4]."""

from collections.abc import Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.month.p6_upkeep import payer_of
from pbem.systems.pto.rules.month.ph11_supply import line
from pbem.systems.pto.rules.season.s2_prices import STEPS, build_price, mend_price, rebuild_price
from pbem.systems.pto.rules.works import BUILDABLE, SUPPLY
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_season import Build, Mend, Rebuild, Reserve
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship
from pbem.systems.pto.table.state import Entry, Game

Purchase = Rebuild | Mend | Build | Reserve
PURCHASES = (Rebuild, Mend, Build, Reserve)


def nation_of(game: Game, order: Purchase) -> str:
    """The nation that a purchase is for; empty if the piece is not there."""
    match order:
        case Build():
            return order.nation
        case Reserve():
            return "JP"
        case Mend():
            return game.ships[order.ship].nation if order.ship in game.ships else ""
    unit = _unit(game, order.unit)
    return unit.nation if unit else ""


def _unit(game: Game, id_: str) -> AirUnit | Ground | None:
    return game.air.get(id_) or game.ground.get(id_)


def price_of(game: Game, order: Purchase, charts: Charts) -> int:
    """EP for a purchase that is possible [PH12.3, PH12.4]."""
    match order:
        case Reserve():
            return order.points
        case Mend():
            return mend_price(game.ships[order.ship], charts)
        case Rebuild():
            unit = _unit(game, order.unit)
            return rebuild_price(game, unit, charts) if unit else 0
    if is_marker(order, charts):
        return charts.supply.marker * order.count
    return build_price(game, order.nation, order.what, charts) * order.count


def is_marker(order: Build, charts: Charts) -> bool:
    """Whether supply markers are made at the nation's source, at once [PH11.2]."""
    source = charts.sources.get(order.nation, "")
    return order.what == SUPPLY and (order.area or source) == source


# --- what is possible ----------------------------------------------------------------------------


def cannot_buy(game: Game, seat: str, order: Purchase, charts: Charts) -> Refusal | None:
    """Why a purchase is not possible, or None; EP are looked at last [S2.3]."""
    nation = nation_of(game, order)
    if nation not in game.nations_of(seat) or payer_of(game, nation) not in game.purses:
        key, subject = subject_of(order)
        return refuse("S2.3", key, f"{subject} is not that seat's", "name what is yours")
    refusal: Refusal | None = None
    match order:
        case Reserve():
            refusal = _cannot_reserve(game, order, charts)
        case Mend():
            refusal = cannot_mend(game, game.ships[order.ship], charts)
        case Rebuild():
            refusal = _cannot_rebuild(_unit(game, order.unit))
        case Build():
            refusal = _cannot_build(game, order, charts)
    return refusal or _too_dear(game, order, payer_of(game, nation), charts)


def subject_of(order: Purchase) -> tuple[str, str]:
    """The key that says what is bought, and what that is, in words."""
    match order:
        case Rebuild():
            return "unit", mention(order.unit[:30])
        case Mend():
            return "ship", mention(order.ship[:30])
        case Build():
            return "what", f"{order.count} × {mention(order.what[:30])}"
    return "points", f"a reserve of {order.points} EP"


def _too_dear(game: Game, order: Purchase, payer: str, charts: Charts) -> Refusal | None:
    price, points = price_of(game, order, charts), game.purses[payer].points
    if price <= points:
        return None
    key, subject = subject_of(order)
    what = f"{subject} costs {price} EP, {nation_name(payer)} has {points} left"
    return refuse("S2.3", key, what, "buy less, or in another order")


def _cannot_reserve(game: Game, order: Reserve, charts: Charts) -> Refusal | None:
    have, most = game.purses["JP"].reserve, charts.income["JP"].carry
    if 0 <= order.points <= most - have:
        return None
    what = f"the reserve holds {have} EP and may hold {most}, not {order.points} more"
    return refuse("PH12.1", "points", what, f"put in 0 to {max(0, most - have)}")


def cannot_mend(game: Game, ship: Ship, charts: Charts) -> Refusal | None:
    """Why a ship is not repaired, or None: it is damaged, in a friendly port of size 2 [PH12.4]."""
    at, size = game.forces[ship.tf].at if ship.tf in game.forces else "", charts.repairs.port
    if not ship.damaged:
        what = f"{mention(ship.id)} is not damaged"
    elif at not in game.areas or not game.is_friendly(side_of(ship.nation), at):
        what = f"{mention(ship.id)} lies in no friendly port"
    elif game.areas[at].port < size:
        what = f"the port of {mention(at)}, where {mention(ship.id)} lies, has size "
        what = f"{what}{game.areas[at].port}"
    else:
        return None
    return refuse("PH12.4", "ship", what, f"a damaged ship in a friendly port of size {size}")


def _cannot_rebuild(unit: AirUnit | Ground | None) -> Refusal | None:
    """A unit on the map that has lost a step [PH12.4]."""
    assert unit is not None, "its nation is known"
    if unit.steps < (unit.full if isinstance(unit, Ground) else STEPS):
        return None
    what = f"{mention(unit.id)} has lost no step"
    return refuse("PH12.4", "unit", what, "name a depleted land or air unit")


def _cannot_build(game: Game, order: Build, charts: Charts) -> Refusal | None:
    """What is not in the force pool or has no place to enter is not built [S2.3.b, PH12.3]."""
    pool = [one for one in game.pool if one.nation == order.nation]
    listed = [f"{one.what} ({one.count})" for one in pool]
    hint = f"{nation_name(order.nation)} can build: {', '.join((*listed, *BUILDABLE))}"
    if order.count < 1:
        return None
    if order.what in BUILDABLE:
        return _cannot_construct(game, order, charts)
    have = sum(one.count for one in pool if one.what == order.what)
    if have < order.count:
        has = f"{have} × {mention(order.what[:30])}, not {order.count}"
        if not have:
            has = f"no {mention_or_quote(order.what[:30])}"
        what = f"the force pool of {nation_name(order.nation)} has {has}"
        return refuse("S2.3.b", "what", what, _counted(order, pool) or hint)
    if may_enter(game, order, charts):
        return None
    what = f"{mention(order.what)} cannot enter at {mention(order.area)}"
    hint = "ships enter at an own port 2, air units at an own supplied airfield, ground units at"
    return refuse("PH12.3", "area", what, f"{hint} the source")


def _counted(order: Build, pool: Sequence[Entry]) -> str:
    """What to write for `3 STP`, a number with what is built [S2.3.b]."""
    number, _, rest = order.what.partition(" ")
    named = rest.removeprefix("× ")
    if number.isdecimal() and any(one.what == named for one in pool):
        return f'write what = "{named}" and count = {number[:3]}'
    return ""


def _cannot_construct(game: Game, order: Build, charts: Charts) -> Refusal | None:
    """Installations: a friendly area in supply, one at a time of a kind [PH12.3]."""
    side, area = side_of(order.nation), order.area or charts.sources[order.nation]
    is_friendly = area in game.areas and game.is_friendly(side, area)
    if is_marker(order, charts):
        what = f"{mention(area)}, where supply markers are made, is contested or the enemy's"
        hint = "supply markers are made at the nation's source, while it is yours"
        return None if is_friendly else refuse("PH11.2", "area", what, hint)
    hint = "build in a friendly area, one of a kind at a time"
    if order.area not in game.areas or not is_friendly:
        what = f"{mention(area)} is contested or the enemy's" if order.area else "no area is named"
        return refuse("PH12.3", "area", what, hint)
    if order.count != 1:
        what = f"{order.count} of a kind cannot be built in an area at once"
        return refuse("PH12.3", "count", what, hint)
    if order.what in game.areas[area].building:
        what = f"{mention(area)} has {order.what} under construction already"
        return refuse("PH12.3", "what", what, hint)
    if line(game, side, area, charts):
        return None
    what = f"{mention(area)} is not supplied"
    return refuse("PH11.1", "area", what, "build in an area that is supplied: see 'pbem supply'")


def may_enter(game: Game, order: Build, charts: Charts) -> bool:
    """Whether what is built may enter where it is ordered to [PH12.3].

    At the nation's source; ships at any own port of size 2, air units at any own airfield in
    supply.
    """
    source = charts.sources[order.nation]
    if order.area in ("", source):
        return True
    here = game.areas.get(order.area)
    if here is None or here.nation != order.nation or game.is_contested(order.area):
        return False
    if order.what in charts.air_types or order.what in game.coming.air:
        side = side_of(order.nation)
        return here.airfield > 0 and bool(line(game, side, order.area, charts))
    is_ground = order.what in charts.ground_designs.designs or order.what in game.coming.ground
    return not is_ground and here.port >= charts.repairs.port
