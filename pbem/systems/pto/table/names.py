"""What areas and pieces are called, also before they come and when they have left [F.7]."""

from collections.abc import Mapping

from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.state import Game


def names(game: Game, charts: Charts) -> Mapping[str, str]:
    """The names of all areas, classes of boats, and pieces, also to come or gone, by id [F.7].

    What is on the table comes first: of two that bear one name it is the one that is meant.
    """
    areas = {area: chart.name.partition(" (")[0] for area, chart in charts.areas.items()}
    boats = {class_: boat.name for class_, boat in charts.boats.items()}
    return {**areas, **boats, **_pieces(game), **_coming(game), **game.gone}


def _coming(game: Game) -> dict[str, str]:
    """The pieces that have not arrived yet [S2.1, S2.2]."""
    coming = game.coming
    return {
        **{ship.id: ship.name for ship in coming.ships.values()},
        **{unit.id: unit.name for unit in coming.ground.values()},
        **{unit.id: _air(unit.type, unit.name) for unit in coming.air.values()},
    }


def _pieces(game: Game) -> dict[str, str]:
    """The pieces on the table; an air unit has its type before its name."""
    return {
        **{force.id: force.name for force in game.forces.values()},
        **{ship.id: ship.name for ship in game.ships.values()},
        **{unit.id: unit.name for unit in game.ground.values()},
        **{unit.id: _air(unit.type, unit.name) for unit in game.air.values()},
    }


def _tables(game: Game) -> tuple[Mapping[str, object], ...]:
    return game.forces, game.ships, game.ground, game.air


def _lost(before: Mapping[str, object], after: Mapping[str, object]) -> bool:
    """Whether a piece of a table is there no more."""
    return before is not after and not before.keys() <= after.keys()


def _air(type_: str, name: str) -> str:
    return f"{type_} {name}"


def remembering(before: Game, after: Game) -> Game:
    """The game after a step, with the names of the pieces that left the table in it."""
    if not any(map(_lost, _tables(before), _tables(after))):
        return after
    there = _pieces(after)
    left = {id_: name for id_, name in _pieces(before).items() if id_ not in there}
    return replace(after, gone=after.gone.update(left)) if left else after
