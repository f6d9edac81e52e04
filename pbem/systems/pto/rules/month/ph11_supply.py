"""Supply: who traces to a source, and what it costs those who do not [P6.2, PH11, PH8.8]."""

from collections import deque
from collections.abc import Iterable, Iterator

from pbem.dice import Dice, Roll
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import remembered, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import SIDES, side_of
from pbem.systems.pto.rules.combat.losses import lose_steps
from pbem.systems.pto.rules.combat.ph10_areas import lose, settle
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.map import is_closed, sea_cost, seas_of
from pbem.systems.pto.table.events_economy import Crowded, MarkerUsed, Unsupplied
from pbem.systems.pto.table.pieces import AirUnit, Ground, TaskForce
from pbem.systems.pto.table.state import Game, Told

STEP = "P6.2"
SURFACE = ("BB", "CA", "CL", "DD")
"""Ships that close a sea to the enemy's supply, or keep it open to their own [PH11.1]."""

# --- tracing -------------------------------------------------------------------------------------


class Roads:
    """What a side's supply may run through, worked out once as the game stands [PH11.1].

    `friendly` are its uncontested land areas, `seas` those that the enemy does not close to it, or
    all if the roads are taken to be `opened`.
    """

    def __init__(self, game: Game, side: str, charts: Charts, *, opened: bool = False) -> None:
        self.game, self.side, self.charts = game, side, charts
        self.sources = {charts.sources[n] for n in game.commands if side_of(n) == side}
        troops = [(unit.at, side_of(unit.nation)) for unit in game.ground.values()]
        enemies = {area for area, whose in troops if whose != side}
        contested = enemies & {area for area, whose in troops if whose == side}
        own = {area for area in game.areas if game.controls(side, area)}
        self.friendly = own - contested
        seas = (area for area, chart in charts.areas.items() if chart.sea)
        self.seas = {sea for sea in seas if opened or is_open_sea(game, side, sea)}
        self._onward: dict[str, tuple[str, ...]] = {}

    def onward(self, start: str, at: str) -> tuple[str, ...]:
        """Areas that supply can go to from one that it has reached, by id [PH11.1]."""
        if at == start:
            return tuple(self._next(at, leaves=True))
        if at not in self._onward:
            leaves = bool(self.charts.areas[at].sea) or self._serves(at)
            self._onward[at] = tuple(self._next(at, leaves=leaves))
        return self._onward[at]

    def _next(self, at: str, *, leaves: bool) -> Iterator[str]:
        """Where supply goes on to from an area; whether it `leaves` land for the sea [PH11.1]."""
        areas, here = self.charts.areas, self.charts.areas[at]
        for area in sorted(_around(self.charts, at)):
            if is_closed(self.game, area):
                continue
            if areas[area].sea:
                if leaves and area in self.seas and self._passes(at, area):
                    yield area
            elif area in self.friendly and (not here.sea or self.game.areas[area].port):
                yield area

    def _serves(self, area: str) -> bool:
        """Whether a land area has a port that serves the side [PH1.5]."""
        return self.game.areas[area].port > 0 and area in self.friendly

    def _passes(self, at: str, sea: str) -> bool:
        """Whether ships can go from one sea to the next, straits looked at [PH1.2]."""
        if not self.charts.areas[at].sea:
            return True
        return sea_cost(self.game, self.charts, self.side, at, sea) is not None


def line(game: Game, side: str, area: str, charts: Charts) -> tuple[str, ...]:
    """The areas over which a land area is supplied, itself first, a source last [PH11.1].

    The shortest one, at a tie the first by id; empty if there is none. It runs over friendly
    uncontested land, and by sea from one friendly port to another; units ashore on a beach or in
    a contested area reach the seas on it without a port [PR65].
    """
    return line_on(Roads(game, side, charts), area)


def line_on(roads: Roads, area: str) -> tuple[str, ...]:
    """The same, where others of the side are asked for too."""
    before: dict[str, str] = {area: ""}
    waiting = deque([area])
    while waiting:
        at = waiting.popleft()
        if at in roads.sources and at in roads.friendly:
            return _back(before, at)
        for to in roads.onward(area, at):
            if to not in before:
                before[to] = at
                waiting.append(to)
    return ()


@remembered(8)  # map, overview and sheets of a state ask for it
def cut_off(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Land areas with units of a side that no line supplies now, by id [PH11.1]."""
    roads = Roads(game, side, charts)
    return tuple(area for area in _occupied(game, side) if not line_on(roads, area))


def wanting(game: Game, side: str, charts: Charts) -> dict[str, tuple[Ground | AirUnit, ...]]:
    """Areas that neither a line nor a marker supplies now, with the units that would be marked.

    One month more is counted for each than it is out of supply yet [P6.2, PH11.2, PH11.3].
    """
    found: dict[str, tuple[Ground | AirUnit, ...]] = {}
    for area in cut_off(game, side, charts):
        if not game.areas[area].supply.get(side, 0):
            planes = _based(game, side, area)
            then = _counted(game, side, area, planes, out=True)
            found[area] = (*then.ground_at(area, side), *(then.air[id_] for id_ in planes))
    return found


def costs_from(unit: Ground | AirUnit, charts: Charts) -> int:
    """The lowest die that costs a unit a step in this month out of supply; 0 if it rolls none.

    Garrisons do not roll in the first month [PH11.3].
    """
    if isinstance(unit, Ground) and unit.move == 0 and unit.out < charts.supply.garrisons:
        return 0
    return max(1, charts.supply.loses_from + 1 - unit.out)


def _back(before: dict[str, str], at: str) -> tuple[str, ...]:
    """The way by which an area was reached, from its start."""
    way = [at]
    while before[way[-1]]:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _around(charts: Charts, at: str) -> set[str]:
    """Areas beside another: seas and shores of a sea; linked land and seas of a land area."""
    area = charts.areas[at]
    return {*area.links, *area.ashore} if area.sea else {*area.land_links, *seas_of(charts, at)}


def is_open_sea(game: Game, side: str, sea: str) -> bool:
    """Whether no enemy surface task force is in a sea, or one of the side's is too [PH11.1]."""
    sides = {side_of(tf.nation) for tf in game.forces_at(sea) if _is_surface(game, tf)}
    return not sides or side in sides


def _is_surface(game: Game, force: TaskForce) -> bool:
    return any(ship.kind in SURFACE for ship in game.ships_in(force.id))


# --- the phase -----------------------------------------------------------------------------------


def supply(game: Game, charts: Charts, dice: Dice) -> Told:
    """Crowded airfields, supply markers, then a roll for each unit out of supply [P6.2, PH11].

    Aircraft whose airfield falls meanwhile have had theirs where they stood [PH11.3]. Who is aboard
    is out of supply no more [PR98].
    """
    game, events = _uncrowd(_embarked(game))
    stood = {unit.id: unit.base for unit in game.air.values()}
    for side in SIDES:
        roads = Roads(game, side, charts)
        for area in _occupied(game, side):
            planes = tuple(id_ for id_ in _based(game, side, area) if stood[id_] == area)
            game, told = _supplied(game, area, planes, roads, dice)
            if told:
                roads = Roads(game, side, charts)
            events = (*events, *told)
    return game, events


def _embarked(game: Game) -> Game:
    """The game with the markers off of all who are aboard a ship, which supplies them [PR98]."""
    planes = [unit for unit in game.air.values() if unit.out and unit.base in game.ships]
    troops = [unit for unit in game.ground.values() if unit.out and unit.ship]
    game = game.with_air(replace(unit, out=0) for unit in planes)
    return game.with_ground(replace(unit, out=0) for unit in troops)


def _occupied(game: Game, side: str) -> tuple[str, ...]:
    """Land areas in which a side has ground or air units, by id."""
    ground = {unit.at for unit in game.ground.values() if side_of(unit.nation) == side}
    air = {unit.base for unit in game.air.values() if side_of(unit.nation) == side}
    return tuple(area for area in game.areas if area in ground | air)


def _supplied(game: Game, area: str, planes: tuple[str, ...], roads: Roads, dice: Dice) -> Told:
    """One area: it traces, or uses up a supply marker, or its units roll [PH11.1, PR66].

    The enemy may be left alone in it [PH1.5].
    """
    side, charts = roads.side, roads.charts
    if line_on(roads, area):
        return _counted(game, side, area, planes, out=False), ()
    here = game.areas[area]
    markers = here.supply.get(side, 0)
    if markers:
        left = here.supply.set(side, markers - 1)
        game = game.with_area(area, replace(here, supply=left))
        game = _counted(game, side, area, planes, out=False)
        return game, (MarkerUsed(to=ALL, side=side, area=area),)
    game = _counted(game, side, area, planes, out=True)
    units = (*(unit.id for unit in game.ground_at(area, side)), *planes)
    game, tag = next_combat(game, STEP, area)
    game, events = for_each(
        game, units, lambda now, id_: _depleted(now, id_, area, tag, charts, dice)
    )
    game, told = settle(game, area, charts)
    return game, (*events, *told)


def _based(game: Game, side: str, area: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in game.based_at(area) if side_of(unit.nation) == side)


def _counted(game: Game, side: str, area: str, planes: Iterable[str], *, out: bool) -> Game:
    """The game with one month more out of supply for each unit in an area, or none [PH11.3]."""
    troops = game.ground_at(area, side)
    air = [game.air[id_] for id_ in planes]
    game = game.with_ground(replace(unit, out=unit.out + 1 if out else 0) for unit in troops)
    return game.with_air(replace(unit, out=unit.out + 1 if out else 0) for unit in air)


def _depleted(game: Game, id_: str, area: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """The roll of one unsupplied unit, if it rolls [PH11.3]."""
    unit: Ground | AirUnit = game.ground[id_] if id_ in game.ground else game.air[id_]
    least = costs_from(unit, charts)
    roll: Roll | None = dice.roll("PH11.3 depletion", id_, tag) if least else None
    lost = roll is not None and roll.dice[0] >= least
    told = Unsupplied(to=ALL, unit=id_, area=area, month=unit.out, roll=roll, lost=lost)
    if not lost:
        return game, (told,)
    game, more = _less(game, unit, area)
    return game, (told, *more)


def _less(game: Game, unit: Ground | AirUnit, area: str) -> Told:
    if isinstance(unit, Ground):
        return lose(game, area, (unit.id,), 1)
    return lose_steps(game, unit.id, 1)


# --- airfields -----------------------------------------------------------------------------------


def _uncrowd(game: Game) -> Told:
    """Surplus over an airfield's capacity loses a step each [PH8.8]."""
    events: tuple[Event, ...] = ()
    for area in game.areas:
        for unit in surplus(game, area):
            game, told = lose_steps(game, unit.id, 1)
            events = (*events, Crowded(to=ALL, unit=unit.id, area=area), *told)
    return game, events


def surplus(game: Game, area: str) -> list[AirUnit]:
    """The units that suffer on a crowded airfield: as orders rank losses, then by id [PR73]."""
    units = list(game.based_at(area))
    number = len(units) - game.areas[area].airfield

    def rank(unit: AirUnit) -> tuple[int, str]:
        orders = game.standing[game.seat_of(unit.nation)].losses
        order = orders.get(unit.base) or orders.get(unit.nation) or orders.get("")
        steps = order.steps if order else ()
        return (steps.index(unit.id) if unit.id in steps else len(steps)), unit.id

    return sorted(units, key=rank)[: max(0, number)]
