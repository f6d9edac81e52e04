"""Supply: sources, lines, No Supply markers, attrition, supply units [13, H13].

A line is searched from the sources outwards, once for each side, so that asking for every unit
and base of a side costs no more than asking for one.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, remembered, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.hexes import all_hexes, distance
from pbem.systems.cartwheel.book.map import land_neighbours, sea_neighbours
from pbem.systems.cartwheel.rules.casualties import lose_steps
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted, is_operational
from pbem.systems.cartwheel.rules.r10_routes import is_in_play, is_open_port
from pbem.systems.cartwheel.rules.r10_ships import is_warship
from pbem.systems.cartwheel.table.events_turn import AttritionRolled, SupplyDetermined
from pbem.systems.cartwheel.table.state import SIDES, Base, Game, Ship, Told, Troops, other

LAND, SEA = "land", "sea"
Node = tuple[str, str]
"""A place of a line, and whether the line runs there over land or by sea."""


class Reach(Value, kw_only=False):
    """How far a place is from a source by supply line, and the next place towards it."""

    steps: int
    towards: Node | None


Network = Mapping[Node, Reach]
"""Every place that a side's supply reaches."""

# --- places --------------------------------------------------------------------------------------


def sources(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """A side's sources that work [H13.1]: boxes, and hexes of bases.

    On the map its owner must control the hex, the port must be open, the base not destroyed
    [H6.6.2]. Those outside of the scenario's area do not exist.
    """
    return tuple(
        place
        for id_ in charts.supply.sources[side]
        if id_ in game.bases and _works(game, id_, side, place := charts.bases[id_].hex, charts)
    )


def _works(game: Game, base: str, side: str, place: str, charts: Charts) -> bool:
    if place in charts.boxes:
        return True
    return is_open_port(game, place, side, charts) and game.bases[base].status == "working"


def interdicted(game: Game, side: str, charts: Charts) -> frozenset[str]:
    """Sea and coastal hexes that are interdicted for a side [H13.2.1].

    (a) an undisrupted enemy naval combat unit and none of its own is there; (b) near an enemy
    airbase that works undisrupted and not near an own one. Carriers are no airbases here [CR4].
    """
    enemy = {s.at for s in game.ships.values() if s.side != side and not s.disrupted and s.at
             and is_warship(s, charts)}  # fmt: skip
    own = {s.at for s in game.ships.values() if s.side == side and s.at and is_warship(s, charts)}
    near_enemy = _near_bases(game, other(side), charts)
    return frozenset((enemy - own) | (near_enemy - _near_bases(game, side, charts)))


def _near_bases(game: Game, side: str, charts: Charts) -> set[str]:
    """Hexes within reach of a side's undisrupted airbases on the map [H13.2.1]."""
    near: set[str] = set()
    for base in game.bases.values():
        works = is_operational(base) and not is_disrupted(base, charts)
        if works and base.owner == side and base.hex in charts.hexes:
            near |= _within(base.hex, charts.supply.reach)
    return near


@cache
def _within(hex_: str, reach: int) -> frozenset[str]:
    return frozenset(near for near in all_hexes() if distance(hex_, near) <= reach)


# --- lines ---------------------------------------------------------------------------------------


@remembered(8)  # every ship, unit and base of a side asks for it
def network(game: Game, side: str, charts: Charts) -> Network:
    """All that a side's supply lines reach, from its sources outwards [H13.2].

    Over land a line runs through hexes that the side controls, by sea through hexes that are not
    interdicted; the two join at an open friendly port, or at a coastal hex with own ground units.
    """
    terrain = _Ground(game, side, charts)
    starts = [node for place in sources(game, side, charts) for node in terrain.at_source(place)]
    reached: dict[Node, Reach] = {node: Reach(0, None) for node in starts}
    edge = list(reached)
    while edge:
        found: list[Node] = []
        for node in edge:
            for step in terrain.steps_from(node):
                if step not in reached:
                    reached[step] = Reach(reached[node].steps + 1, node)
                    found.append(step)
        edge = found
    return reached


class _Ground:
    """What a line may run through, worked out once for a side."""

    def __init__(self, game: Game, side: str, charts: Charts) -> None:
        self.charts, self.side = charts, side
        self.land = {
            hex_ for hex_, owner in game.control.items()
            if owner == side and is_in_play(game, hex_, charts)
        }  # fmt: skip
        blocked = interdicted(game, side, charts)
        self.sea = {
            hex_ for hex_, chart in charts.hexes.items()
            if chart.terrain.naval and hex_ not in blocked and is_in_play(game, hex_, charts)
        }  # fmt: skip
        troops = {unit.at for unit in game.troops.values() if unit.side == side}
        coasts = {h for h in troops if h in charts.hexes and charts.hexes[h].terrain.coastal}
        self.joints = coasts | {h for h in self.land if is_open_port(game, h, side, charts)}

    def at_source(self, place: str) -> Iterator[Node]:
        """A source's beginnings: by land and by sea [H13.1]."""
        if place in self.land:
            yield place, LAND
        if place in self.sea or place in self.charts.boxes:
            yield place, SEA

    def steps_from(self, node: Node) -> Iterator[Node]:
        """Where a line goes on from there, in order of number."""
        place, by = node
        if place in self.charts.boxes:
            yield from ((h, SEA) for h in self.charts.boxes[place].entries if h in self.sea)
            return
        if by == LAND:
            yield from ((h, LAND) for h in land_neighbours(self.charts, place) if h in self.land)
        else:
            yield from ((h, SEA) for h in sea_neighbours(self.charts, place) if h in self.sea)
        if place in self.joints:
            over, is_open = (SEA, self.sea) if by == LAND else (LAND, self.land)
            if place in is_open:
                yield place, over


def line(game: Game, side: str, place: str, charts: Charts) -> tuple[str, ...]:
    """A shortest supply line of a side from a hex or box to a source, both ends included [H13.2].

    It is that of what stands there on land, in open sea that of a ship; empty if there is none.
    """
    net = network(game, side, charts)
    is_land = place in charts.hexes and charts.hexes[place].terrain.ground
    begin = _land_begin if is_land else _sea_begin
    return _chain(net, place, begin(game, side, place, charts))


def ship_line(game: Game, side: str, place: str, charts: Charts) -> tuple[str, ...]:
    """The same for a naval unit in a hex or box [H13.2]."""
    return _chain(network(game, side, charts), place, _sea_begin(game, side, place, charts))


def _land_begin(game: Game, side: str, place: str, charts: Charts) -> Iterator[Node]:
    """Where the line of something on land begins.

    Ground units need no control of the hex they stand in, and where they stand on a coast the sea
    joins [H13.2, CR5].
    """
    troops = any(game.troops_at(place, side))
    if troops or is_open_port(game, place, side, charts):
        yield place, SEA
    if game.control.get(place) == side:
        yield place, LAND
    elif troops:
        yield from ((hex_, LAND) for hex_ in land_neighbours(charts, place))


def _sea_begin(game: Game, side: str, place: str, charts: Charts) -> Iterator[Node]:
    """Where a ship's line begins: at sea, or on land in an open friendly port [H13.2]."""
    yield place, SEA
    if is_open_port(game, place, side, charts):
        yield place, LAND


def _chain(net: Network, place: str, begins: Iterable[Node]) -> tuple[str, ...]:
    """The shortest of the lines that begin so, as places."""
    ends = sorted((net[node].steps + (node[0] != place), node) for node in begins if node in net)
    if not ends:
        return ()
    node: Node | None = ends[0][1]
    places = [place]
    while node is not None:
        if node[0] != places[-1]:
            places.append(node[0])
        node = net[node].towards
    return tuple(places)


# --- determination -------------------------------------------------------------------------------


class Lack(Value, kw_only=False):
    """Something on the map that no line reaches: a ground or naval unit, or a base."""

    kind: Literal["ground", "naval", "base"]
    id: str
    side: str
    place: str

    @property
    def heap(self) -> str:
        """The key of the supply units in its hex that could help it [H13.4]."""
        return f"{self.side}/{self.place}"


def determine(game: Game, charts: Charts, dice: Dice) -> Told:
    """The Supply Determination phase [4.7, H13.3]: markers, supply units used, attrition dice.

    Ground units that had a marker already throw for a step; naval units are disrupted, but lose
    nothing more if they were so [CR6].
    """
    lacking = [lack for side in SIDES for lack in without_line(game, side, charts)]
    used = frozenset(lack.heap for lack in lacking if _uses_supply(game, lack))
    lacking = sorted((one for one in lacking if one.heap not in used), key=lambda one: one.id)
    ground, naval, bases = (
        tuple(one.id for one in lacking if one.kind == kind) for kind in ("ground", "naval", "base")
    )
    event = SupplyDetermined(
        to=ALL, ground=ground, naval=naval, bases=bases, used=tuple(sorted(used)),
        still=tuple(one.id for one in lacking if _had_none(game, one)),
    )  # fmt: skip
    starving = [id_ for id_ in ground if id_ in event.still]
    game = _marked(_supplies_used(game, used), ground, naval, bases)
    events: list[Event] = [event]
    for id_ in starving:
        game, told = _attrition(game, game.troops[id_], charts, dice)
        events += told
    return game, tuple(events)


def without_line(game: Game, side: str, charts: Charts) -> Iterator[Lack]:
    """What of a side on the map has no line to a source [H13.3].

    Units in boxes are at a source, those aboard ships trace none [CR7].
    """
    net = network(game, side, charts)
    troops = [Lack("ground", u.id, side, u.at) for u in game.troops.values() if u.side == side]
    bases = [Lack("base", b.id, side, b.hex) for b in game.bases.values() if b.owner == side]
    ships = [Lack("naval", s.id, side, s.at) for s in game.ships.values() if s.side == side]
    for things, begin in ((troops, _land_begin), (bases, _land_begin), (ships, _sea_begin)):
        for thing in (one for one in things if one.place in charts.hexes):
            if not any(node in net for node in begin(game, side, thing.place, charts)):
                yield thing


def _had_none(game: Game, lack: Lack) -> bool:
    """Whether it has had no supply since the determination before [H13.3]."""
    marked: Mapping[str, Mapping[str, Troops | Ship | Base]]
    marked = {"ground": game.troops, "naval": game.ships, "base": game.bases}
    return not marked[lack.kind][lack.id].supplied


def _uses_supply(game: Game, lack: Lack) -> bool:
    """Whether a supply unit in the hex is used up for it [H13.4]; not for a base in ruins [CR8]."""
    asks = lack.kind != "base" or is_operational(game.bases[lack.id])
    return asks and game.supplies.get(lack.heap, 0) > 0


def _supplies_used(game: Game, heaps: Iterable[str]) -> Game:
    """One supply unit less in each heap; empty heaps are gone [H13.4]."""
    left = {heap: many - (heap in heaps) for heap, many in game.supplies.items()}
    return replace(game, supplies=FrozenMap({heap: many for heap, many in left.items() if many}))


def _marked(
    game: Game, ground: Container[str], naval: Container[str], bases: Container[str]
) -> Game:
    """No Supply markers on these, and on no others; ships without supply are disrupted [H13.3]."""
    game = game.with_troops(
        replace(unit, supplied=unit.id not in ground) for unit in game.troops.values()
    )
    game = game.with_ships(
        replace(ship, supplied=ship.id not in naval, disrupted=ship.disrupted or ship.id in naval)
        for ship in game.ships.values()
    )
    marked = {b.id: replace(b, supplied=b.id not in bases) for b in game.bases.values()}
    return replace(game, bases=FrozenMap(marked))


def _attrition(game: Game, unit: Troops, charts: Charts, dice: Dice) -> Told:
    """The die of a ground unit without supply for a second turn in a row [H13.3]."""
    roll = dice.roll("13.3", "attrition", unit.id, sides=charts.dice.sides)
    lost = roll.dice[0] >= charts.supply.attrition
    event = AttritionRolled(to=ALL, unit=unit.id, roll=roll, lost=lost)
    if not lost:
        return game, (event,)
    game, told = lose_steps(game, unit.id, 1, charts)
    return game, (event, *told)
