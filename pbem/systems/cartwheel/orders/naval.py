"""The order `naval-mission`: why not, and who may sail where, what for [H10]."""

from collections.abc import Iterable, Iterator

from pbem.engine.kinds import Claim, Kind, Part, Refusal, refuse
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.opportunity import untimely
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.casualties import SUPPLY, space_of
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS
from pbem.systems.cartwheel.rules.r10_loading import (
    cannot_board,
    is_supplied_port,
    may_load,
    room_left,
    supply_left,
    with_supply_loaded,
)
from pbem.systems.cartwheel.rules.r10_orders import (
    bombardment_targets,
    only_transit,
    submarine_hexes,
    wrong_mission,
)
from pbem.systems.cartwheel.rules.r10_routes import ways_from
from pbem.systems.cartwheel.rules.r10_ships import ground_units, speed
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import Ship, other
from pbem.systems.cartwheel.words import ordered_naval


def _faults(sight: Sight, order: NavalMission) -> Iterator[Refusal]:
    """When it is made, and everything about the ships and their way [H10]."""
    yield from untimely(sight, order)
    yield from wrong_mission(sight.game, sight.side, order, sight.charts)


def once_at_sea(_: Sight, order: NavalMission | Withdraw) -> Iterator[Claim]:
    """Each ship has one mission, and one way home [H10.1, H12.2]."""
    for ship in dict.fromkeys(order.ships):
        what, hint = f"{ship[:40]} has its orders already", "name each ship in one order"
        refusal = refuse(order.rule, "ships", what, hint)
        yield Claim(subject=f"{order.type} {ship}", refusal=refusal)


def _claims(sight: Sight, order: NavalMission) -> Iterator[Claim]:
    """A ship has one mission [H10.1], and a ground unit goes aboard one ship [H10.3.1]."""
    yield from once_at_sea(sight, order)
    for unit in dict.fromkeys(u for items in order.load.values() for u in ground_units(items)):
        refusal = refuse("H10.3.1", "load", f"{unit[:40]} goes aboard already")
        yield Claim(subject=f"aboard {unit}", refusal=refusal)


def _loaded(sight: Sight, order: NavalMission) -> Sight:
    """What ports have left for the missions behind it in the file [H10.3.1]."""
    return replace(sight, game=with_supply_loaded(sight.game, sight.side, order))


def _words(sight: Sight, order: NavalMission) -> Iterator[str]:
    """What it does, behind the ships that the file sends before it [H8.4]."""
    before = sight.file[: sight.place(order)]
    sent = tuple(replace(o, load=FrozenMap()) for o in before if isinstance(o, NavalMission))
    return ordered_naval.naval_mission(sight, order, sent)


# --- what is legal -------------------------------------------------------------------------------


def able_ships(sight: Sight) -> list[Ship]:
    """Own ships that have had no mission this turn [H10.1], but the submarine."""
    return [
        ship
        for ship in sight.game.ships.values()
        if ship.side == sight.side
        and ship.at
        and ship.steps
        and ship.moved < sight.game.now
        and ship.id != sight.charts.submarine.unit
    ]


def loaders(sight: Sight, ships: Iterable[Ship]) -> tuple[Ship, ...]:
    """Which of some ships may take anything aboard where they lie [H10.2, H10.3.1, H14.5]."""
    game, side, charts = sight.game, sight.side, sight.charts
    if not game.terms.ground_combat or only_transit(game, side):
        return ()
    return tuple(ship for ship in ships if may_load(game, side, ship, charts))


def loads(sight: Sight, ship: Ship) -> tuple[str, ...]:
    """What a ship that may load has room for where it lies: ground units, a supply unit."""
    game, side, charts = sight.game, sight.side, sight.charts
    room = room_left(game, ship, charts)
    able = (u for u in game.troops_at(ship.at, side) if not cannot_board(game, u, charts))
    units = tuple(unit.id for unit in able if space_of(unit, charts) <= room)
    is_given = supply_left(game, side, ship.at, charts) > 0
    return (*units, SUPPLY) if is_given and is_supplied_port(game, side, ship.at, charts) else units


def hunts(sight: Sight) -> tuple[NavalMission, ...]:
    """Attacks of the submarine on ships that it can find [H10.6]."""
    unit = sight.charts.submarine.unit
    ship = sight.game.ships.get(unit)
    if ship is None or ship.side != sight.side or not sight.game.turn.submarine:
        return ()
    if not ship.steps or ship.moved == sight.game.now:
        return ()
    return tuple(
        NavalMission(ships=(unit,), path=(hex_,), purpose="sortie", target=foe.id)
        for hex_ in submarine_hexes(sight.game, sight.charts)
        for foe in sight.game.ships_at(hex_, other(sight.side))
    )


def _parts(sight: Sight) -> Iterator[Part]:
    """Who may sail, and what for."""
    ships, submerged = able_ships(sight), hunts(sight)
    cargo = dict.fromkeys(item for s in loaders(sight, ships) for item in loads(sight, s))
    yield Part(key="ships", values=(*(s.id for s in ships), *(h.ships[0] for h in submerged[:1])))
    yield Part(key="purpose")
    yield Part(key="path", words="from where the ships are to the last hex, within their Speed")
    yield Part(key="load", values=tuple(cargo), words="by ship")
    words = "base:ID or ground in the last hex of a bombardment"
    yield Part(key="target", values=tuple(one.target for one in submerged), words=words)
    yield Part(key="id", words="the program fills it in")


def _simplest(sight: Sight) -> Iterator[NavalMission]:
    """A ship by itself to each place that matters, the cheapest way, for each purpose."""
    yield from hunts(sight)
    for ship in able_ships(sight):
        yield from (one for one in _voyages(sight, ship) if not any(_faults(sight, one)))


def _voyages(sight: Sight, ship: Ship) -> Iterator[NavalMission]:
    """Where a ship could go, what for, and with what; not all of it is legal."""
    taken = loads(sight, ship) if loaders(sight, (ship,)) else ()
    for path in _ways(sight, ship):
        sailing = NavalMission(ships=(ship.id,), path=path)
        yield sailing
        yield replace(sailing, purpose="sortie")
        if ship.cargo:
            yield replace(sailing, purpose="transport")
        for item in taken:
            yield replace(sailing, purpose="transport", load=FrozenMap({ship.id: (item,)}))
        for target in bombardment_targets(sight.game, sight.side, path[-1]):
            yield replace(sailing, purpose="bombard", target=target)


def _ways(sight: Sight, ship: Ship) -> Iterator[tuple[str, ...]]:
    """The cheapest ways of a ship to places where there is something: a base, a port, anybody."""
    game, charts = sight.game, sight.charts
    most = speed(ship, charts)
    matter = {
        *charts.boxes,
        *(base.hex for base in game.bases.values()),
        *(one.at for one in game.ships.values()),
        *(one.at for one in game.troops.values()),
        *(hex_ for hex_, one in charts.hexes.items() if one.port),
    }
    for cost, path in ways_from(game, sight.side, (ship,), ship.at, charts, foes="passed"):
        if cost > most:
            return
        if path[-1] in matter:
            yield path


NAVAL_MISSION = Kind(
    order=NavalMission,
    steps=(OPERATIONS,),
    faults=_faults,
    claims=_claims,
    simplest=_simplest,
    parts=_parts,
    then=_loaded,
    words=_words,
)
