"""What hits do to ships and aircraft, and what follows from it [PH2.2, PH2.3, PH2.5, D5.2, PH15.1].

Ground units lose steps in `ph10_areas`; here they only go down with their ships.
"""

from collections.abc import Iterable, Mapping

from pbem.engine.after import for_each
from pbem.engine.events import ALL
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.units import kind, may_reach
from pbem.systems.pto.table.events_combat import AirStepsLost, Homeless, ShipDamaged, ShipSunk
from pbem.systems.pto.table.pieces import AirUnit, Ship
from pbem.systems.pto.table.state import Entry, Game, Told

# --- ships ---------------------------------------------------------------------------------------


def hit_ship(game: Game, ship_id: str, hits: int, by_side: str, charts: Charts) -> Told:
    """Hits on a ship: a named one is damaged, then sunk; any other sinks at once [PH2.2].

    A carrier that is damaged cannot take its aircraft back [PH2.3]. `by_side` scores for what
    sinks [PH15.1]. A ship that is gone already is hit no more.
    """
    ship = game.ships.get(ship_id)
    if ship is None or hits <= 0:
        return game, ()
    if hits + ship.damaged > ship.is_named:
        return _sink(game, ship, by_side, charts)
    game = game.with_ships([replace(ship, damaged=True)])
    game, landed = _land_flying(game, ship, charts)
    hurt = ShipDamaged(to=ALL, ship=ship.id, tf=ship.tf, nation=ship.nation, kind=ship.kind)
    return game, (hurt, *landed)


def hit_by_enemies(game: Game, hits: Mapping[str, int], charts: Charts) -> Told:
    """Hits on ships by their ids, each scored by the ship's enemy, in that order [PH2.2]."""
    return for_each(
        game,
        [(id_, number, other(side_of(game.ships[id_].nation))) for id_, number in hits.items()],
        lambda now, one: hit_ship(now, *one, charts),
    )


def hits_left(ship: Ship) -> int:
    """The hits that sink a ship from now on [PH2.2]."""
    return 1 + ship.is_named - ship.damaged


def _sink(game: Game, ship: Ship, by_side: str, charts: Charts) -> Told:
    """A ship sinks with all aboard; who is in the air looks for another deck [PH2.3]."""
    worth, cargo = worth_of(game, ship, charts), units_aboard(game, ship)
    back = ship.is_boat and not (ship.starred and game.uses("D5"))
    event = ShipSunk(
        to=ALL,
        ship=ship.id,
        tf=ship.tf,
        points=worth,
        cargo=cargo,
        back=back,
        nation=ship.nation,
        kind=ship.kind,
    )
    game = _drown(game, cargo, by_side)
    game, landed = _land_flying(game, ship, charts)
    aboard = tuple(game.based_at(ship.id))
    game, lost = for_each(game, aboard, lambda g, unit: lose_steps(g, unit.id, unit.steps))
    lost = tuple(replace(one, ship=ship.id) for one in lost)
    game = replace(
        game,
        ships=game.ships.without(ship.id),
        lost=game.lost.set(ship.id, by_side),
        sunk=game.sunk.set(by_side, game.sunk.get(by_side, 0) + worth),
        pool=(*game.pool, _entry(ship)) if back else game.pool,
    )
    return dissolved(game, ship.tf), (event, *landed, *lost)


def worth_of(game: Game, ship: Ship, charts: Charts) -> int:
    """Victory points for sinking a ship; an STP counts with a ground unit aboard [PH15.1]."""
    if ship.kind == "STP":
        return charts.victory.transport if units_aboard(game, ship) else 0
    return charts.victory.ships.get(ship.kind, 0)


def units_aboard(game: Game, ship: Ship) -> tuple[str, ...]:
    """The ground units in a ship's cargo, without supply markers [PH2.4]."""
    return tuple(one for one in ship.cargo if one in game.ground)


def dissolved(game: Game, tf: str) -> Game:
    """The game without a task force that has no ship left."""
    return game if game.ships_in(tf) else replace(game, forces=game.forces.without(tf))


def _entry(boat: Ship) -> Entry:
    """A boat in the force pool, under the id of its class [D5.2]."""
    return Entry(nation=boat.nation, what=boat.id.rpartition("-")[0])


def _drown(game: Game, units: tuple[str, ...], by_side: str) -> Game:
    """Ground units aboard are eliminated; they may be replenished as others are [PH14.3]."""
    gone = {
        id_: replace(game.ground[id_], steps=0, at="", ship="", mark="", out=0) for id_ in units
    }
    return replace(
        game,
        ground=game.ground.without(*gone),
        dead=game.dead.update(gone),
        lost=game.lost.update(dict.fromkeys(gone, by_side)),
    )


# --- aircraft ------------------------------------------------------------------------------------


def lose_steps(game: Game, unit_id: str, steps: int) -> Told:
    """An air unit loses steps; without any it is destroyed [PH2.5]."""
    unit = game.air.get(unit_id)
    if unit is None or steps <= 0:
        return game, ()
    lost = min(steps, unit.steps)
    left = unit.steps - lost
    event = AirStepsLost(to=ALL, unit=unit.id, lost=lost, left=left, nation=unit.nation)
    if event.left:
        return game.with_air([replace(unit, steps=event.left)]), (event,)
    return _without(game, unit), (event,)


def _without(game: Game, unit: AirUnit) -> Game:
    lost = game.lost.set(unit.id, other(side_of(unit.nation)))
    return replace(game, air=game.air.without(unit.id), lost=lost)


# --- aircraft without a base ---------------------------------------------------------------------


def is_flying(unit: AirUnit) -> bool:
    """Whether a unit has flown in this phase and is not back at its base yet [P3.5.1, PR27]."""
    return unit.struck or unit.intercepted


def all_landed(game: Game) -> Game:
    """The game in which nobody is in the air any more, so that all may fly again [PH8.1]."""
    flown = (unit for unit in game.air.values() if is_flying(unit))
    return game.with_air(replace(unit, struck=False, intercepted=False) for unit in flown)


def _land_flying(game: Game, ship: Ship, charts: Charts) -> Told:
    """Units of this carrier that are in the air land elsewhere, or are lost [PH2.3]."""
    flying = [unit.id for unit in game.based_at(ship.id) if is_flying(unit)]
    return land_homeless(game, flying, charts)


def land_homeless(game: Game, units: Iterable[str], charts: Charts) -> Told:
    """Air units that lost their base land on another, or are lost [PH2.3, PR27].

    A carrier unit takes another own carrier in the area that has none; else each takes the nearest
    friendly airfield in range, rather one that has room. Units that turned back by D8.3 have no
    other deck than their own.
    """
    return for_each(game, sorted(units), lambda now, id_: _homeless(now, id_, charts))


def _homeless(game: Game, unit_id: str, charts: Charts) -> Told:
    unit = game.air[unit_id]
    base = _refuge(game, unit, charts)
    cited = "D8.3" if _has_one_deck(game, unit) else "PR4" if unit.base in game.areas else "PH2.3"
    event = Homeless(
        to=ALL, unit=unit.id, base=base, cited=cited, former=unit.base, nation=unit.nation
    )
    if not base:
        return _without(game, unit), (event,)
    return game.with_air([replace(unit, base=base)]), (event,)


def _refuge(game: Game, unit: AirUnit, charts: Charts) -> str:
    """Where a unit without a base lands: a deck, then an airfield; empty if nowhere [PH2.3]."""
    if game.where(unit) not in charts.areas:
        return ""
    if _has_one_deck(game, unit):
        return ""
    decks = _free_decks(game, unit) if kind(game, charts, unit) == "CVA" else ()
    return next(iter((*decks, *_airfields(game, unit, charts))), "")


def _has_one_deck(game: Game, unit: AirUnit) -> bool:
    """Whether a carrier unit in the air has turned back, and lands on its own or not [D8.3]."""
    return unit.base in game.ships and unit.committed and is_flying(unit)


def _free_decks(game: Game, unit: AirUnit) -> tuple[str, ...]:
    """Undamaged carriers of the nation in the same area that carry no unit, by id [PH2.3]."""
    here = game.where(unit)
    return tuple(
        ship.id
        for ship in game.ships.values()
        if ship.is_carrier
        and ship.nation == unit.nation
        and ship.id != unit.base
        and not ship.damaged
        and game.forces[ship.tf].at == here
        and not any(game.based_at(ship.id))
    )


def _airfields(game: Game, unit: AirUnit, charts: Charts) -> tuple[str, ...]:
    """Friendly airfields in range, those with room first, then the nearest, then by id [PH2.3].

    One that was taken this month does not serve yet [PH10.8].
    """
    side, here = side_of(unit.nation), game.where(unit)

    def rank(area: str) -> tuple[bool, int, str]:
        full = len(tuple(game.based_at(area))) >= game.areas[area].airfield
        return full, air_distance(charts, here, area), area

    open_ = (
        id_
        for id_, area in game.areas.items()
        if area.airfield
        and id_ != unit.base
        and area.taken < game.turn
        and game.is_friendly(side, id_)
        and may_reach(game, charts, unit, id_)
    )
    return tuple(sorted(open_, key=rank))
