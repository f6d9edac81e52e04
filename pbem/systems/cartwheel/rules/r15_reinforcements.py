"""Reinforcements of the turn, and the turn marker's move [15, H15, 4.10]."""

from collections.abc import Iterable, Iterator

from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.scenario import Reinforcement
from pbem.systems.cartwheel.rules.r06_capacity import bar_to_base
from pbem.systems.cartwheel.rules.r10_routes import has_room, is_haven
from pbem.systems.cartwheel.table.events_charts import AirArrived
from pbem.systems.cartwheel.table.events_turn import Arrived, TurnBegan
from pbem.systems.cartwheel.table.state import SIDES, Game, Told, other
from pbem.systems.cartwheel.table.turn import Turn
from pbem.systems.cartwheel.table.under_way import Operations

# --- 4.9 -----------------------------------------------------------------------------------------


def due(game: Game, side: str) -> tuple[Reinforcement, ...]:
    """A side's reinforcements of this turn [H15.3], as the scenario lists them."""
    return tuple(a for a in game.terms.arrivals if (a.turn, a.side) == (game.now, side))


def air_due(game: Game, side: str, charts: Charts) -> FrozenMap[tuple[str, ...]]:
    """A side's air units that arrive this turn, each with the bases that it may go to.

    The place of the schedule [H15.1]; where none is listed, or a listed one is closed to it, the
    bases of H15.2 or H15.1, best first [CR12]. Capacity there is the owner's to count.
    """
    return FrozenMap(
        {
            unit: _open_bases(game, arrival, unit, charts)
            for arrival in due(game, side)
            for unit in arrival.units
            if unit in charts.air
        }
    )


def _open_bases(game: Game, arrival: Reinforcement, unit: str, charts: Charts) -> tuple[str, ...]:
    listed = (arrival.place,) if arrival.place else ()
    usual = charts.arrivals.air[arrival.side]
    for bases in (listed, usual):
        is_open = tuple(base for base in bases if not bar_to_base(charts, game, unit, base))
        if is_open:
            return is_open
    return ()


def arrive(game: Game, charts: Charts) -> Told:
    """All reinforcements of this turn come into play [4.9, H15.3].

    Air units in public, their bases in secret; ground and naval units in their places.
    """
    events: list[Event] = []
    for side in SIDES:
        air = tuple(air_due(game, side, charts))
        if air:
            known = (game.air[unit] for unit in air)
            game = game.with_air(replace(unit, arrived=True, seen=game.now) for unit in known)
            events.append(AirArrived(to=ALL, side=side, units=air))
        units = {unit: a.place for a in due(game, side) for unit in a.units if unit not in air}
        game, placed = _placed(game, units, charts)
        if placed:
            events.append(Arrived(to=ALL, side=side, units=FrozenMap(placed)))
    return game, tuple(events)


def _placed(game: Game, units: dict[str, str], charts: Charts) -> tuple[Game, dict[str, str]]:
    """Ground and naval units where they arrive, one after another by id [H15.1, H15.2]."""
    placed: dict[str, str] = {}
    for id_ in sorted(units):
        if id_ in charts.naval:
            ship = game.ships[id_]
            placed[id_] = _first(_ports(game, ship.side, units[id_], charts))
            game = game.with_ships((replace(ship, at=placed[id_]),))
        else:
            unit = game.troops[id_]
            placed[id_] = _first(_grounds(game, id_, units[id_], charts))
            game = game.with_troops((replace(unit, at=placed[id_]),))
    return game, placed


def _first(places: Iterable[str]) -> str:
    return next(iter(places))


def _ports(game: Game, side: str, listed: str, charts: Charts) -> Iterator[str]:
    """Where a ship may arrive, best first: the listed port if it is open to it, then the box."""
    free = listed and not any(game.ships_at(listed, other(side)))
    if free and is_haven(game, listed, side, charts) and has_room(game, listed, side, 1, charts):
        yield listed
    yield from (box.id for box in charts.boxes.values() if box.side == side)


def _grounds(game: Game, id_: str, listed: str, charts: Charts) -> Iterator[str]:
    """Where a ground unit may arrive, best first [H15.2]: hexes held, below the stacking limit."""
    side, steps = game.troops[id_].side, game.troops[id_].steps
    for place in (listed, *charts.arrivals.ground.get(side, ())):
        if place in charts.boxes:
            yield place
        elif game.control.get(place) == side:
            there = sum(unit.steps for unit in game.troops_at(place, side))
            if there + steps <= charts.stacking(place):
                yield place


# --- 4.10 ----------------------------------------------------------------------------------------


def next_turn(game: Game, charts: Charts) -> Told:
    """The turn marker moves on [4.10]: what held for the turn is over, pools are full [H14.1].

    The submarine leaves the board [H5.1]. The side that witnesses the dice of the file which closed
    the old turn opens the new one (E.4.4).
    """
    submarine = replace(game.ships[charts.submarine.unit], at="", disrupted=False, supplied=True)
    last, turn = game.operations.ashore, game.turn
    early = all(one in turn.unasked or (one == last and one not in turn.later) for one in SIDES)
    game = replace(
        game.with_ships((submarine,)),
        turn=Turn(opener=other(game.turn.last), early=early),
        operations=Operations(),
        pools=charts.regroup.pools,
        shown=FrozenMap(),
        now=game.now + 1,
    )
    return game, (TurnBegan(to=ALL, turn=game.now),)
