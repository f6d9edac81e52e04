"""What goes aboard: ground units and supply markers, by capacity [P3.1.2, PH2.4, PH9.7, PH11.2]."""

from pbem.counting import count
from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.table.events_naval import Loaded
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game, Told

SUPPLY = "supply"
TRANSPORT = "STP"


def cannot_load(
    game: Game, tf: str, cargo: tuple[str, ...], nations: tuple[str, ...], charts: Charts
) -> Refusal | None:
    """Why units and markers cannot go aboard a task force where it lies, or None [P3.1.2]."""
    at = game.forces[tf].at
    if at not in game.areas or not game.is_friendly(side_of(game.forces[tf].nation), at):
        return _no_port(game, tf)
    units = [one for one in cargo if one != SUPPLY]
    for id_ in units:
        unit = game.ground.get(id_)
        if unit is None or unit.nation not in nations or unit.at != at or units.count(id_) > 1:
            what = f"{mention_or_quote(id_)} is no unit of that side ashore in {mention(at)}"
            there = [one.id for one in game.ground_at(at) if one.nation in nations and one.move]
            hint = f"troops there that move: {', '.join(map(mention, there)) or 'none'}"
            return _refusal("P3.1.2", what, hint)
        if not unit.move:
            return _refusal(
                "PH2.6", f"{mention(id_)} is a garrison and stays", "load a unit that moves"
            )
    markers = len(cargo) - len(units)
    if markers and marker_price(game, game.forces[tf].nation, at, markers, charts) is None:
        what = f"{count(markers, 'supply marker')} cannot be had in {mention(at)}"
        hint = "they are made at the nation's source, for EP, or lie in a port already"
        return _refusal("PH11.2", what, hint)
    if stowed(game, tf, cargo, charts) is None:
        what = f"{doing(tf, 'has', 'have')} no room for {count(len(cargo), 'load')}"
        hint = "an STP takes one unit, two of strength 2 or less, or one supply marker"
        return _refusal("PH2.4", what, hint)
    return None


def _no_port(game: Game, tf: str) -> Refusal:
    """A task force is at sea, or its port is contested and serves nobody [P3.1.2, PH1.5]."""
    at = game.forces[tf].at
    if at in game.areas:
        return _refusal("PH1.5", f"the port of {mention(at)} is contested", "sail without loading")
    what = f"{doing(tf, 'is', 'are')} not in port"
    return _refusal("P3.1.2", what, "load in a port, before sailing")


def load(game: Game, tf: str, cargo: tuple[str, ...], charts: Charts) -> Told:
    """Units and markers go aboard; markers are paid for where they are made [P3.1.2, PH11.2]."""
    force = game.forces[tf]
    places = stowed(game, tf, cargo, charts) or {}
    for ship, taken in places.items():
        aboard = replace(game.ships[ship], cargo=(*game.ships[ship].cargo, *taken))
        game = game.with_ships([aboard])
        units = (game.ground[one] for one in taken if one != SUPPLY)
        game = game.with_ground(replace(unit, at="", ship=ship) for unit in units)
    game, points = take_markers(game, force.nation, force.at, cargo.count(SUPPLY), charts)
    return game, (Loaded(to=ALL, tf=tf, cargo=cargo, points=points),)


# --- room aboard ---------------------------------------------------------------------------------


def stowed(
    game: Game, tf: str, cargo: tuple[str, ...], charts: Charts
) -> dict[str, tuple[str, ...]] | None:
    """Which ship takes what, by id of ship; None if there is not room for all [PH2.4, PH9.7]."""
    lift = charts.sea_lift
    small = [one for one in cargo if one != SUPPLY and _is_small(game, one, charts)]
    large = [one for one in cargo if one != SUPPLY and one not in small]
    markers = [one for one in cargo if one == SUPPLY]
    places: dict[str, tuple[str, ...]] = {}
    empty = []
    for ship in game.ships_in(tf):
        if ship.kind == TRANSPORT and _is_half_full(game, ship, charts):
            places[ship.id] = tuple(_taken(small, lift.small_units - len(ship.cargo)))
        elif ship.kind in lift.markers and not ship.cargo:
            empty.append(ship)
    for ship in sorted(empty, key=lambda one: (one.kind == TRANSPORT, one.id)):
        if ship.kind != TRANSPORT:
            places[ship.id] = tuple(_taken(markers, lift.markers[ship.kind]))
        elif large:
            places[ship.id] = tuple(_taken(large, lift.units))
        elif small:
            places[ship.id] = tuple(_taken(small, lift.small_units))
        else:
            places[ship.id] = tuple(_taken(markers, lift.markers[ship.kind]))
    left = (*small, *large, *markers)
    return None if left else {ship: taken for ship, taken in places.items() if taken}


def _taken(loads: list[str], most: int) -> list[str]:
    """The first `most` of what waits, which does not wait any longer."""
    taken = loads[:most]
    del loads[:most]
    return taken


def _is_small(game: Game, unit: str, charts: Charts) -> bool:
    return game.ground[unit].strength <= charts.sea_lift.small


def _is_half_full(game: Game, ship: Ship, charts: Charts) -> bool:
    """Whether an STP has small units aboard and room for another one."""
    if not ship.cargo or SUPPLY in ship.cargo or len(ship.cargo) >= charts.sea_lift.small_units:
        return False
    return all(_is_small(game, unit, charts) for unit in ship.cargo)


# --- supply markers ------------------------------------------------------------------------------


def marker_price(game: Game, nation: str, area: str, markers: int, charts: Charts) -> int | None:
    """EP for supply markers taken in an area; None if they cannot be had there [PH11.2].

    Those that lie there are free; more are made only at the nation's source.
    """
    made = markers - min(markers, game.areas[area].supply.get(side_of(nation), 0))
    if not made:
        return 0
    points = made * charts.supply.marker
    purse = game.purses.get(payer(game, nation))
    can_pay = purse is not None and purse.points >= points
    return points if charts.supply.sources.get(nation) == area and can_pay else None


def take_markers(
    game: Game, nation: str, area: str, markers: int, charts: Charts
) -> tuple[Game, int]:
    """The game with supply markers taken from an area, and the EP paid for new ones [PH11.2]."""
    points = marker_price(game, nation, area, markers, charts) or 0
    here, side = game.areas[area], side_of(nation)
    lying = here.supply.get(side, 0)
    rest = lying - min(markers, lying)
    supply = here.supply.set(side, rest) if rest else here.supply.without(side)
    game = game.with_area(area, replace(here, supply=supply))
    return game.charged(payer(game, nation), points) if points else game, points


def payer(game: Game, nation: str) -> str:
    """Whose EP pay for a nation: its own, and Britain's for the Netherlands [PH13.1, PR53]."""
    return nation if nation in game.purses else "UK"


def put_marker(game: Game, side: str, area: str, markers: int = 1) -> Game:
    """The game with supply markers of a side laid down in an area [P3.6.1]."""
    here = game.areas[area]
    supply = here.supply.set(side, here.supply.get(side, 0) + markers)
    return game.with_area(area, replace(here, supply=supply))


def _refusal(rule: str, what: str, hint: str) -> Refusal:
    return Refusal(rule=rule, what=what, hint=hint, key="load")
