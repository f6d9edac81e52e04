"""The turn track at the start: what enters in which season, what joins the pools [S2.1, S2.2]."""

from collections.abc import Iterator

from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.scenario import Scenario
from pbem.systems.pto.rules.season.s2_arrivals import POOL
from pbem.systems.pto.rules.setup_pieces import Factory, Pieces
from pbem.systems.pto.table.state import Coming, Entry

Boxes = FrozenMap[tuple[Entry, ...]]


def later(factory: Factory) -> tuple[Boxes, Coming]:
    """The boxes of the turn track, and the counters with names that entries bring in."""
    scenario, all_ = factory.scenario, Pieces()
    boxes: dict[str, tuple[Entry, ...]] = {}
    for arrival in scenario.arrivals:
        pieces = factory.group(arrival.forces, arrival.posts)
        all_ += pieces
        box = arrival.season + POOL if arrival.pool else arrival.season
        boxes[box] = (*boxes.get(box, ()), *_entries(pieces))
    for box, entry in (*_boats(scenario, factory.charts), *_pools(scenario)):
        boxes[box] = (*boxes.get(box, ()), entry)
    return FrozenMap(boxes), _coming(all_)


def _entries(pieces: Pieces) -> Iterator[Entry]:
    """An entry for each counter, with the area where it enters [S2.2]."""
    port = {force.id: force.at for force in pieces.forces}
    at = {ship.id: port[ship.tf] for ship in pieces.ships}
    for ship in pieces.ships:
        yield Entry(nation=ship.nation, what=ship.id, area=at[ship.id])
    for plane in pieces.air:
        yield Entry(nation=plane.nation, what=plane.id, area=at.get(plane.base, plane.base))
    for unit in pieces.ground:
        yield Entry(nation=unit.nation, what=unit.id, area=unit.at)


def _coming(pieces: Pieces) -> Coming:
    return Coming(
        ships=FrozenMap({ship.id: replace(ship, tf="") for ship in pieces.ships}),
        air=FrozenMap({unit.id: unit for unit in pieces.air}),
        ground=FrozenMap({unit.id: unit for unit in pieces.ground}),
    )


def _boats(scenario: Scenario, charts: Charts) -> Iterator[tuple[str, Entry]]:
    """Submarines that the order of battle puts into boxes after the first season [D5.1]."""
    for season in scenario.seasons[1:]:
        for class_, boat in charts.boats.items():
            if season in boat.box:
                entry = Entry(nation=boat.nation, what=class_, count=boat.box[season])
                yield season, entry


def _pools(scenario: Scenario) -> Iterator[tuple[str, Entry]]:
    """What the orders of battle add to force pools in a season's turn [S2.1]."""
    for pool in scenario.pools:
        for what, count in pool.units.items():
            yield pool.season + POOL, Entry(nation=pool.nation, what=what, count=count)
