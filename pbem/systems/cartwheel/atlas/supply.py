"""Supply lines for the map: the line hex by hex, or where and by what it is cut [H13.1-H13.2]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.sheets import Line
from pbem.frozen import Value
from pbem.systems.cartwheel.atlas.look import fact, note
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.hexes import distance
from pbem.systems.cartwheel.book.map import cheapest_ways, is_land, land_neighbours, sea_neighbours
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted, is_operational
from pbem.systems.cartwheel.rules.r10_routes import is_in_play, is_open_port
from pbem.systems.cartwheel.rules.r10_ships import warships
from pbem.systems.cartwheel.rules.r13_supply import (
    LAND,
    SEA,
    Node,
    interdicted,
    line,
    ship_line,
    sources,
)
from pbem.systems.cartwheel.table.state import SIDES, Game, Troops, other
from pbem.systems.cartwheel.words.names import ADJECTIVES, place_name

OBSTACLE = 1_000
"""What an obstacle weighs against a hex more on the way: no line is as long."""


def supply(game: Game, place: str, charts: Charts, asked: tuple[str, ...] = ()) -> Iterator[Line]:
    """The supply of a place for the sides asked about, else for those that have anything there."""
    concerned = tuple(side for side in SIDES if has_anything(game, side, place, charts))
    for side in asked or concerned or SIDES:
        yield from _of_side(game, side, place, charts)


def has_anything(game: Game, side: str, place: str, charts: Charts) -> bool:
    """Whether a side has anything at a place that wants supply."""
    if place in charts.boxes:
        return charts.boxes[place].side == side
    return (
        game.control.get(place) == side
        or any(game.troops_at(place, side))
        or any(game.ships_at(place, side))
    )


def _of_side(game: Game, side: str, place: str, charts: Charts) -> Iterator[Line]:
    name = ADJECTIVES[side]
    path = line(game, side, place, charts)
    if path:
        yield fact(f"{name} supply: {_words(path, charts)} [H13.2]")
    else:
        yield Line(text=f"{name} supply: no line to a source [H13.2]", kind="loss")
        if place in charts.hexes:
            yield from _cuts(game, side, place, charts)
    afloat = is_land(charts, place) and any(game.ships_at(place, side))
    by_sea = ship_line(game, side, place, charts) if afloat else path
    if bool(by_sea) != bool(path):
        words = _words(by_sea, charts) if by_sea else "no line to a source"
        yield Line(text=f"{name} ships there: {words} [H13.2]", kind="fact" if by_sea else "loss")
    units = game.supplies.get(f"{side}/{place}", 0)
    if units and not path:
        yield note(f"{units} supply unit there, one is used up in 4.7 [H13.4]")


def _words(path: tuple[str, ...], charts: Charts) -> str:
    if len(path) == 1:
        return f"{place_name(path[0], charts)} is a source itself"
    way, source = " ".join(path), place_name(path[-1], charts)
    return f"{count(len(path) - 1, 'step')} to {source}: {way}"


# --- why there is none ---------------------------------------------------------------------------


def _cuts(game: Game, side: str, place: str, charts: Charts) -> Iterator[Line]:
    """The obstacles on the way to a source that has the fewest of them."""
    for id_ in charts.supply.sources[side]:
        source = charts.bases[id_].hex
        if id_ in game.bases and source not in sources(game, side, charts):
            words = _why_no_source(game, side, id_, charts)
            text = f"{place_name(source, charts)} is no source: {words} [H13.1]"
            yield note(text)
    survey = _Survey(game, side, charts, interdicted(game, side, charts))
    path = _least_cut(survey, place)
    way = " ".join(dict.fromkeys(node[0] for node in path)) or "none"
    yield note(f"the way with the fewest obstacles: {way}")
    for before, node in zip((None, *path), path, strict=False):
        for words in survey.obstacles(before, node):
            yield note(words)


def _why_no_source(game: Game, side: str, base: str, charts: Charts) -> str:
    place = charts.bases[base].hex
    if game.control.get(place) != side:
        return "the side does not control it"
    if not is_open_port(game, place, side, charts):
        return "its port is closed"
    return f"{base} is {game.bases[base].status}"


class _Survey(Value, kw_only=False):
    """What stands in the way of a side's lines; `blocked` are the hexes interdicted for it."""

    game: Game
    side: str
    charts: Charts
    blocked: frozenset[str]

    def obstacles(self, before: Node | None, node: Node) -> Iterator[str]:
        """Why a line cannot run from one place into the next, or begin where none is before."""
        place, by = node
        if place in self.charts.boxes:
            return
        name, has_troops = place_name(place, self.charts), any(self._troops(place))
        begins_there = before is None and has_troops
        if by == LAND and self.game.control.get(place) != self.side and not begins_there:
            yield f"{name}: not under the side's control [H13.2]"
        if by == SEA and place in self.blocked:
            why = "; ".join(why_interdicted(self.game, self.side, place, self.charts))
            yield f"{name}: interdicted by {why} [H13.2.1]"
        is_open = is_open_port(self.game, place, self.side, self.charts)
        if before is not None and before[0] == place and not (is_open or has_troops):
            yield f"{name}: land and sea do not join, no open port, no own troops [H13.2]"

    def _troops(self, place: str) -> Iterator[Troops]:
        return self.game.troops_at(place, self.side)

    def starts(self, place: str) -> Iterator[Node]:
        """Where a line from a place begins: ashore, by its port or its troops, or at sea."""
        terrain = self.charts.hexes[place].terrain
        if terrain.ground:
            yield place, LAND
        is_open = is_open_port(self.game, place, self.side, self.charts)
        if terrain.naval and (not terrain.ground or is_open or any(self._troops(place))):
            yield place, SEA

    def beyond(self, node: Node) -> Iterator[Node]:
        """Every place next to one, whatever is in the way there."""
        place, by = node
        if place in self.charts.boxes:
            return
        near = land_neighbours if by == LAND else sea_neighbours
        yield from ((hex_, by) for hex_ in near(self.charts, place))
        if self.charts.hexes[place].terrain.coastal:
            yield place, SEA if by == LAND else LAND
        if by == SEA:
            boxes = self.charts.boxes.values()
            yield from ((b.id, SEA) for b in boxes if b.side == self.side and place in b.entries)


def _least_cut(survey: _Survey, place: str) -> tuple[Node, ...]:
    """The way from a hex to a source that works, with the fewest obstacles, then the fewest hexes.

    Empty where no way is left even then.
    """
    goals = set(sources(survey.game, survey.side, survey.charts))

    def onward(before: Node) -> Iterator[tuple[Node, int]]:
        for node in survey.beyond(before):
            if is_in_play(survey.game, node[0], survey.charts):
                yield node, 1 + _weight(survey, before, node)

    starts = ((node, _weight(survey, None, node)) for node in survey.starts(place))
    return next((path for _, path in cheapest_ways(starts, onward) if path[-1][0] in goals), ())


def _weight(survey: _Survey, before: Node | None, node: Node) -> int:
    return OBSTACLE * sum(1 for _ in survey.obstacles(before, node))


def why_interdicted(game: Game, side: str, hex_: str, charts: Charts) -> Iterator[str]:
    """What interdicts a hex for a side: enemy warships in it, airbases near it [H13.2.1]."""
    ships = [ship.id for ship in warships(game, hex_, other(side), charts) if not ship.disrupted]
    if ships and not warships(game, hex_, side, charts):
        yield f"{', '.join(ships)}"
    near = _bases_near(game, other(side), hex_, charts)
    if near and not _bases_near(game, side, hex_, charts):
        yield f"airbases within {charts.supply.reach}: {', '.join(near)}"


def _bases_near(game: Game, side: str, hex_: str, charts: Charts) -> tuple[str, ...]:
    """A side's airbases that work undisrupted and are near enough to matter [H13.2.1]."""
    return tuple(
        base.id
        for base in game.bases.values()
        if base.owner == side
        and base.hex in charts.hexes
        and is_operational(base)
        and not is_disrupted(base, charts)
        and distance(base.hex, hex_) <= charts.supply.reach
    )
