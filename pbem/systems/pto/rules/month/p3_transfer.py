"""Air Movement: base changes, the ferry across the Pacific, air transport [P3.4, PH8.8, D3c]."""

from collections.abc import Iterable

from pbem.counting import count
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.ph7_air import Raid
from pbem.systems.pto.rules.f6_lost import without_lost
from pbem.systems.pto.rules.map import air_distance, is_grounded
from pbem.systems.pto.rules.month.p3_intercept import Mission, is_ready
from pbem.systems.pto.rules.month.p3_lift import SUPPLY, marker_price, put_marker, take_markers
from pbem.systems.pto.rules.month.p3_missions import TRANSFER, launched, met, rising_against
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import Answers, Half, ordered
from pbem.systems.pto.rules.units import fires, kind, reach
from pbem.systems.pto.table.events_naval import Airlifted, Transferred, UnitsStay
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import Airlift, Transfer
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game, Told

STEP = "P3.4"


def play(game: Game, half: Half, answers: Answers) -> Told:
    """Base changes and air transport of a side, in the order written [P3.4.1, P3.4.2]."""
    return for_each(
        game, ordered(game, half, answers, Order), lambda now, one: _carried_out(now, half, *one)
    )


def _carried_out(game: Game, half: Half, seat: str, order: Order) -> Told:
    match order:
        case Transfer():
            return _transferred(game, half, seat, order)
        case Airlift():
            return _lifted(game, half, seat, order)
    return game, ()


# --- base changes --------------------------------------------------------------------------------


def _transferred(game: Game, half: Half, seat: str, order: Transfer) -> Told:
    """Units fly to another base, through the fighters that meet them there [P3.4.2].

    Those that are aborted stay where they are based [PH7.4].
    """
    order, gone = without_lost(game, seat, order)
    refusal = cannot_transfer(game, game.nations_of(seat), order, half.charts)
    if refusal:
        game, void = voided(game, seat, order, refusal)
        return game, (*gone, *void)
    tired = tired_by(game, order, half.charts)
    game = launched(game, half, order.units)
    mission = _mission(game, half, order)
    raid = Raid(side=half.side, area=mission.area, units=order.units)
    game, through, events = met(game, half, raid, mission, half.enemy, STEP)
    landed = tuple(id_ for id_ in through if id_ in game.air)
    events = (*events, *_turned_back(game, order, mission.area, landed))
    tired = tuple(id_ for id_ in tired if id_ in landed)
    game = _rebased(game, landed, order.to, tired)
    if not landed:
        return game, (*gone, *events)
    told = Transferred(to=ALL, units=landed, to_base=order.to, committed=tired)
    return game, (*gone, *events, told)


def _turned_back(
    game: Game, order: Transfer, area: str, landed: tuple[str, ...]
) -> tuple[Event, ...]:
    """Who is aborted on the way, and stays where it was [PH7.4]."""
    back = tuple(id_ for id_ in order.units if id_ in game.air and id_ not in landed)
    if not back:
        return ()
    return (UnitsStay(to=ALL, units=back, area=area, why="aborted", cited="PH7.4"),)


def _mission(game: Game, half: Half, order: Transfer) -> Mission:
    fighters = sum(fires(game, half.charts, game.air[id_]) for id_ in order.units)
    area = area_of(game, order.to)
    return Mission(side=half.side, area=area, kind=TRANSFER, fighters=fighters)


def awaiting_transfer(game: Game, half: Half, order: Transfer) -> tuple[str, ...]:
    """The enemy's fighters that would meet a base change as things stand [P3.4.2]."""
    return rising_against(game, half, half.enemy, _mission(game, half, order))


def _rebased(game: Game, units: Iterable[str], to: str, tired: tuple[str, ...]) -> Game:
    """The game with air units at another base, those committed that the ferry has tired [D3c]."""
    moved = (game.air[id_] for id_ in units)
    return game.with_air(
        replace(unit, base=to, committed=unit.committed or unit.id in tired) for unit in moved
    )


def as_ordered(game: Game, order: Transfer, charts: Charts) -> Game:
    """The game after a legal base change that meets nobody, for orders that follow [F.2]."""
    flown = game.with_air(replace(game.air[id_], struck=True) for id_ in order.units)
    return _rebased(flown, order.units, order.to, tired_by(game, order, charts))


def area_of(game: Game, base: str) -> str:
    """The area of an airfield or a carrier."""
    return game.forces[game.ships[base].tf].at if base in game.ships else base


def cannot_transfer(
    game: Game, nations: tuple[str, ...], order: Transfer, charts: Charts
) -> Refusal | None:
    """Why units cannot change base as ordered, or None [P3.4.1, PH1.6, PH8.8, D3c]."""
    if not order.units or len(set(order.units)) < len(order.units):
        return refuse("PH8.8", "units", "name each unit once", "one order moves several units")
    for id_ in order.units:
        unit = game.air.get(id_)
        if unit is None and id_ in game.lost:
            return refuse("PH8.8", "units", f"{mention(id_)} is lost", "name another unit")
        if unit is None or unit.nation not in nations:
            what = f"{mention_or_quote(id_)} is no air unit of that side"
            return refuse("PH8.8", "units", what, "name air units by their ids")
        if unit.base == order.to:
            what = f"{mention(id_)} has its base there"
            return refuse("PH8.8", "to", what, "leave it out, or name another base")
    return _no_base(game, nations, order, charts) or next(
        filter(None, (_cannot_move(game, game.air[id_], order.to, charts) for id_ in order.units)),
        None,
    )


def _no_base(
    game: Game, nations: tuple[str, ...], order: Transfer, charts: Charts
) -> Refusal | None:
    """Why the new base does not take the units: whose it is, its room [PH1.6, PH10.8]."""
    if order.to in game.ships:
        return _no_deck(game, nations, order, charts)
    here = game.areas.get(order.to)
    side = side_of(nations[0])
    if here is None or order.to in game.terms.closed or not game.is_friendly(side, order.to):
        what = f"{mention_or_quote(order.to)} is no airfield of that side"
        return refuse("PH8.8", "to", what, "name a friendly area, or a carrier of yours")
    if here.taken == game.turn:
        what = f"the airfield of {mention(order.to)} was taken this month"
        return refuse("PH10.8", "to", what, "it serves from next month on")
    staying = sum(unit.id not in order.units for unit in game.based_at(order.to))
    if staying + len(order.units) > here.airfield:
        there = f"{staying} {'is' if staying == 1 else 'are'} there"
        what = f"{mention(order.to)} has room for {count(here.airfield, 'air unit')}, {there}"
        return refuse("PH1.6", "to", what, "move some away before, or send fewer")
    return None


def _no_deck(
    game: Game, nations: tuple[str, ...], order: Transfer, charts: Charts
) -> Refusal | None:
    """Why a carrier does not take a unit: not its kind, damaged, or taken [PH2.3]."""
    ship = game.ships[order.to]
    aboard = [unit.id for unit in game.based_at(ship.id) if unit.id not in order.units]
    if ship.nation not in nations or not ship.is_carrier or ship.damaged:
        what = f"{mention_or_quote(order.to)} is no unhurt carrier of that side"
        return refuse("PH2.3", "to", what, "name a carrier without damage")
    if aboard or len(order.units) > 1:
        return refuse(
            "PH2.3", "to", f"{mention(ship.id)} carries one air unit", "send one, if it has none"
        )
    if kind(game, charts, game.air[order.units[0]]) != "CVA":
        what = f"{mention(order.units[0])} is no carrier air unit"
        return refuse("PH2.3", "units", what, "name an airfield")
    return None


def _cannot_move(game: Game, unit: AirUnit, to: str, charts: Charts) -> Refusal | None:
    """Why a unit does not move: flown, committed, weather, distance [PH8.1, PH8.8, W1.4.a]."""
    if unit.committed or unit.struck:
        why = "is committed" if unit.committed else "has flown"
        return refuse("PH8.1", "units", f"{mention(unit.id)} {why}", "it may move next month")
    if not is_ready(game, unit):
        what = f"{mention(unit.id)} cannot take off from {mention(unit.base)}"
        return refuse("PH2.3", "units", what, "its carrier is damaged, or its airfield contested")
    origin, area = game.where(unit), area_of(game, to)
    for place in (origin, area):
        if is_grounded(game, charts, place):
            what = f"{mention(place)} is grounded by weather"
            return refuse("W1.4.a", "units", what, "no aircraft fly from there or to there")
    away, limit = air_distance(charts, origin, area), transfer_range(game, unit, to, charts)
    if away > limit and not _is_ferried(game, unit.id, to, charts):
        what = f"{mention(unit.id)} moves {count(limit, 'area')} at most,"
        what = f"{what} {mention(area)} is {away} from {mention(origin)}"
        is_last = game.turn >= game.terms.last_turn
        hint = "name a nearer base" if is_last else "go there in two months, by a base between"
        return refuse("PH8.8", "units", what, hint)
    return None


def transfer_range(game: Game, unit: AirUnit, to: str, charts: Charts) -> int:
    """Twice the range; carrier air, from and to carriers and ashore, the range [PH8.8].

    `to` is a carrier's id, or an area; any name that is no ship's will do for an airfield.
    """
    afloat = to in game.ships or kind(game, charts, unit) == "CVA"
    return reach(game, charts, unit) * (1 if afloat else charts.air_strikes.transfer)


# --- the ferry -----------------------------------------------------------------------------------


def _is_ferried(game: Game, unit: str, to: str, charts: Charts) -> bool:
    """Whether a land-based US fighter or bomber moves from the West Coast by ferry [D3c, PR88]."""
    moving, ferry = game.air[unit], charts.us_aircraft.ferry
    return (
        game.uses("D3")
        and moving.nation == ferry.nation
        and moving.base == ferry.origin
        and to in ferry.to
        and kind(game, charts, moving) in ferry.kinds
    )


def tired_by(game: Game, order: Transfer, charts: Charts) -> tuple[str, ...]:
    """The units that the ferry commits: fighters and fighter-bombers [D3c]."""
    ferried = (id_ for id_ in order.units if _is_ferried(game, id_, order.to, charts))
    kinds = charts.us_aircraft.ferry.committed
    return tuple(id_ for id_ in ferried if kind(game, charts, game.air[id_]) in kinds)


# --- air transport -------------------------------------------------------------------------------


def _lifted(game: Game, half: Half, seat: str, order: Airlift) -> Told:
    """A unit or a marker goes by air, unmet; its transports are used this month [PH12.6, PR52]."""
    refusal = cannot_lift(game, game.nations_of(seat), order, half.charts)
    if refusal:
        return voided(game, seat, order, refusal)
    points = 0
    if order.cargo == SUPPLY:
        game, points = take_markers(game, order.nation, order.origin, 1, half.charts)
        game = put_marker(game, half.side, order.to)
    else:
        game = game.with_ground([replace(game.ground[order.cargo], at=order.to)])
    game = game.with_lift(order.nation)
    event = Airlifted(
        to=ALL,
        nation=order.nation,
        cargo=order.cargo,
        origin=order.origin,
        to_area=order.to,
        points=points,
    )
    return game, (event,)


def cannot_lift(
    game: Game, nations: tuple[str, ...], order: Airlift, charts: Charts
) -> Refusal | None:
    """Why something cannot go by air, or None: transports, airfields, range, load [PH12.6]."""
    lifts = charts.transport.lifts.get(order.nation)
    if order.nation not in nations or lifts is None or game.turn < lifts.from_turn:
        what = f"{nation_name(order.nation[:10])} has no air transports of that side"
        return refuse("PH12.6", "nation", what, "leave it out")
    if game.purses[order.nation].lifts >= lifts.units:
        what = f"the air transports of {nation_name(order.nation)} have flown this month"
        return refuse("PH12.6", "nation", what, "leave it out")
    for key, area in (("origin", order.origin), ("to", order.to)):
        refusal = _no_field(game, side_of(order.nation), key, area, charts)
        if refusal:
            return refusal
    if order.origin == order.to:
        what = f"it would go from {mention(order.origin)} to where it is"
        return refuse("PH12.6", "to", what, "leave it out, or name another airfield")
    if air_distance(charts, order.origin, order.to) > charts.transport.range:
        what = f"{mention(order.to)} is more than {charts.transport.range}"
        what = f"{what} areas from {mention(order.origin)}"
        return refuse("PH12.6", "to", what, "land nearer")
    return _no_cargo(game, nations, order, charts)


def _no_field(game: Game, side: str, key: str, area: str, charts: Charts) -> Refusal | None:
    if not is_field(game, side, area):
        what = f"{mention_or_quote(area)} is no airfield of that side"
        return refuse("PH12.6", key, what, "transports fly from airfield to airfield")
    if is_grounded(game, charts, area):
        return refuse("W1.4.a", key, f"{mention(area)} is grounded by weather", "leave it out")
    return None


def is_field(game: Game, side: str, area: str) -> bool:
    """Whether an area has an airfield that serves a side, not one taken this month [PH10.8]."""
    here = game.areas.get(area)
    usable = here is not None and here.airfield > 0 and here.taken != game.turn
    return usable and area not in game.terms.closed and game.is_friendly(side, area)


def _no_cargo(
    game: Game, nations: tuple[str, ...], order: Airlift, charts: Charts
) -> Refusal | None:
    if order.cargo == SUPPLY:
        if marker_price(game, order.nation, order.origin, 1, charts) is None:
            what = f"no supply marker can be had in {mention(order.origin)}"
            hint = "they are made at the nation's source, for EP, or lie in an area already"
            return refuse("PH11.2", "cargo", what, hint)
        return None
    unit = game.ground.get(order.cargo)
    if unit is None or unit.nation not in nations or unit.at != order.origin or not unit.move:
        what = (
            f"{mention_or_quote(order.cargo)} is no unit of that side that can leave"
            f" {mention(order.origin)}"
        )
        return refuse("PH12.6", "cargo", what, "name a unit there that moves, or 'supply'")
    return None
