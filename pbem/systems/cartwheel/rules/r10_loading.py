"""Whether a naval mission may take its cargo aboard [H10.2, H10.3.1]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.kinds import Refusal, refuse
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY, space_taken
from pbem.systems.cartwheel.rules.r10_routes import is_beach, is_haven, is_own_box
from pbem.systems.cartwheel.rules.r10_ships import capacity, ground_units, supply_units
from pbem.systems.cartwheel.rules.r13_supply import line
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import Game, Ship, Troops, other
from pbem.systems.cartwheel.table.under_way import Voyage

Sailing = NavalMission | Voyage
"""A naval mission as it is ordered, or as it is under way."""
LATER = "wait for the next turn, or load elsewhere"


def wrong_load(
    game: Game, side: str, order: Sailing, start: str, charts: Charts
) -> Iterator[Refusal]:
    """What is wrong with what a mission loads where it starts [H10.2, H10.3.1]."""
    if not order.load:
        return
    if not game.terms.ground_combat:
        yield refuse("H17.1", "load", "nothing is loaded in this scenario [CR35]", "leave it out")
        return
    if order.purpose != "transport":
        what = f"a {order.purpose} loads nothing [CR33]"
        yield refuse("H10.1", "purpose", what, 'purpose = "transport"')
    for id_, items in order.load.items():
        if id_ not in order.ships:
            what = f"{id_[:40]} is not in the group"
            yield refuse("H10.3.1", "load", what, f"load these: {', '.join(order.ships)}")
        elif items:
            yield from _wrong_ship(game, side, game.ships[id_], items, charts)
    yield from _wrong_units(game, side, order, start, charts)
    yield from _wrong_supply(game, side, order, start, charts)


def _wrong_ship(
    game: Game, side: str, ship: Ship, items: tuple[str, ...], charts: Charts
) -> Iterator[Refusal]:
    """The place where a ship of its type can load, whether it can at all, and its capacity."""
    yield from _unable(game, side, ship, charts)
    known = tuple(item for item in items if item == SUPPLY or item in game.troops)
    more, room = space_taken(game, known, charts), room_left(game, ship, charts)
    if more > room:
        most = capacity(ship, charts)
        what = f"{ship.id} would carry {most - room + more}, and its capacity is {most}"
        yield refuse("H10.3.1", "load", what, f"it has room for {max(0, room)}")


def _unable(game: Game, side: str, ship: Ship, charts: Charts) -> Iterator[Refusal]:
    """Why a ship loads nothing where it lies: disrupted, or no port or coast for its type."""
    if ship.disrupted:
        what = f"{ship.id} is disrupted and cannot be loaded"
        yield refuse("H10.2", "load", what, "load another ship")
    is_port = is_haven(game, ship.at, side, charts)
    off_beach = charts.naval[ship.id].type in charts.sailing.beach
    if not is_port and not (off_beach and is_beach(game, ship.at, side, charts)):
        types = ", ".join(charts.sailing.beach)
        what = f"{ship.id} cannot load at {ship.at}"
        hint = f"load in a friendly open port; {types} also at a coast that you control"
        yield refuse("H10.3.1", "load", what, hint)


def may_load(game: Game, side: str, ship: Ship, charts: Charts) -> bool:
    """Whether a ship can take anything aboard where it lies [H10.2, H10.3.1]."""
    return room_left(game, ship, charts) > 0 and not any(_unable(game, side, ship, charts))


def room_left(game: Game, ship: Ship, charts: Charts) -> int:
    """The capacity that a ship's cargo leaves; below 0 if it carries too much [H10.3.1]."""
    return capacity(ship, charts) - space_taken(game, ship.cargo, charts)


def _wrong_units(
    game: Game, side: str, order: Sailing, start: str, charts: Charts
) -> Iterator[Refusal]:
    """Own ground units where the ships are, each once, fit to go aboard [H10.3.1]."""
    named = [id_ for items in order.load.values() for id_ in ground_units(items)]
    able = ", ".join(u.id for u in game.troops_at(start, side) if not cannot_board(game, u, charts))
    hint = f"able are: {able or 'none'}"
    for id_ in dict.fromkeys(named):
        unit = game.troops.get(id_)
        if unit is None or unit.side != side or unit.at != start:
            what = f"{id_[:40]} is no ground unit of yours at {start}"
            yield refuse("H10.3.1", "load", what, hint)
            continue
        if named.count(id_) > 1:
            yield refuse("H10.3.1", "load", f"{id_} is loaded twice", "load it on one ship")
        if refusal := cannot_board(game, unit, charts):
            yield refusal.about(id_, "load", hint)


def cannot_board(game: Game, unit: Troops, charts: Charts) -> Refusal | None:
    """Why a ground unit may not go aboard [2.2.3b~, H10.3.1, H11.6]."""
    if charts.ground[unit.id].red:
        return Refusal(rule="2.2.3b~", what="is a garrison and never moves")
    if unit.disrupted:
        return Refusal(rule="H10.3.1", what="is disrupted")
    if unit.dropped == game.now and any(game.troops_at(unit.at, other(unit.side))):
        return Refusal(rule="H11.6", what="has been dropped among enemies and must attack")
    return None


def _wrong_supply(
    game: Game, side: str, order: Sailing, start: str, charts: Charts
) -> Iterator[Refusal]:
    """Supply units come from a supplied port, only so many for a group and a port [H10.3.1]."""
    many, left = supply_loaded(order), supply_left(game, side, start, charts)
    if many > charts.sailing.supplies:
        what = f"{count(many, 'supply unit')} are more than a group takes"
        yield refuse("H10.3.1", "load", what, f"{left} at most")
    elif many > left:
        most = charts.sailing.supplies
        given = count(most - left, "supply unit")
        what = f"{start} has given {given} this turn, and a port or box gives {most}"
        rest = f"load {left} there, and the rest in the next turn or elsewhere"
        yield refuse("H10.3.1", "load", what, rest if left else LATER)
    if many and not is_supplied_port(game, side, start, charts):
        what = f"{start} is no supplied port"
        yield refuse("H10.3.1", "load", what, "load supply units in a supplied open port or a box")


def supply_loaded(order: Sailing) -> int:
    """How many supply units a mission takes aboard [H10.3.1]."""
    return sum(supply_units(items) for items in order.load.values())


def supply_left(game: Game, side: str, place: str, charts: Charts) -> int:
    """How many supply units a port or box has left for a side's ships this turn [H10.3.1]."""
    return charts.sailing.supplies - game.operations.loaded.get(f"{side}/{place}", 0)


def with_supply_loaded(game: Game, side: str, order: Sailing) -> Game:
    """The game where a mission has taken its supply units from where it starts [H10.3.1]."""
    many = supply_loaded(order)
    if not many:
        return game
    place, operations = f"{side}/{order.path[0]}", game.operations
    loaded = operations.loaded.set(place, operations.loaded.get(place, 0) + many)
    return game.with_operations(replace(operations, loaded=loaded))


def is_supplied_port(game: Game, side: str, place: str, charts: Charts) -> bool:
    """Whether supply units can be had at a place: an own box, or a port with supply [H10.3.1]."""
    if is_own_box(place, side, charts):
        return True
    return is_haven(game, place, side, charts) and bool(line(game, side, place, charts))
