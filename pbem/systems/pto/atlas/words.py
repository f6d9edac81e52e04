"""What is told of a place, of the way from one to another, and of its supply [PH1, PH5, PH11]."""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Area, Charts
from pbem.systems.pto.book.dates import season_name
from pbem.systems.pto.book.kinds import SIDES
from pbem.systems.pto.rules.map import (
    Around,
    Way,
    air_distance,
    is_closed,
    is_grounded,
    sea_cost,
    ways,
)
from pbem.systems.pto.rules.month.ph11_supply import line
from pbem.systems.pto.table.naming import all_of, nation_name, side_name
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import air_words, ground_words, ships_words, works_words
from pbem.systems.pto.words.victory import stake

# --- a place -------------------------------------------------------------------------------------


def describe(game: Game, area: str, charts: Charts) -> Iterator[Line]:
    """An area with its links and all that is there [PH1]."""
    chart = charts.areas[area]
    kind = "sea" if chart.sea else chart.terrain
    yield Line(text=f"{mention(area)}: {kind}, zone {chart.zone} [PH1]")
    if is_grounded(game, charts, area):
        yield Line(text="Nothing flies from, to or in it this month [W1.4.a]", kind="note")
    if not chart.sea:
        yield from _land(game, chart)
    yield from _links(game, chart, charts)
    yield from _pieces(game, area)


def _land(game: Game, chart: Area) -> Iterator[Line]:
    here = game.areas[chart.id]
    contested = ", contested" if game.is_contested(chart.id) else ""
    held = f"Held by {nation_name(here.nation)}{contested}: {works_words(here)} [PH1.5, PH1.6]"
    yield Line(text=held)
    prize = f", {chart.prize} EP a season to Japan if conquered" if chart.prize else ""
    points = stake(game.terms.scoring, chart) or "none in this scenario"
    yield Line(text=f"Theatre {chart.theatre}; VP {points}{prize} [PH1.8, PH15.1]")
    for what, box in here.building.items():
        yield Line(text=f"Under construction: {what}, due in {season_name(box)} [PH12.3]")
    for side, markers in here.supply.items():
        if markers:
            text = f"Supply markers of the {side_name(side)}: {markers} [PH11.2]"
            yield Line(text=text)


def _links(game: Game, chart: Area, charts: Charts) -> Iterator[Line]:
    """Where ships and ground units go from here, with MP and straits [PH1.1, PH1.2, PH1.4]."""
    seas = [
        f"{mention(to)} {cost} MP{_strait(game, chart.id, to, charts)}"
        for to, cost in chart.links.items()
        if not is_closed(game, to)
    ]
    ashore = [mention(to) for to in chart.ashore if not is_closed(game, to)]
    land = [
        f"{mention(to)} {_land_cost(to, charts)} MP{' over a river' if river else ''}"
        for to, river in chart.land_links.items()
        if not is_closed(game, to)
    ]
    if seas:
        yield Line(text=f"By sea: {', '.join(seas)} [PH1.1]")
    if ashore:
        what = "Land on it" if chart.sea else "Seas on it"
        yield Line(text=f"{what}: {', '.join(ashore)} [PH1.1]")
    if land:
        yield Line(text=f"By land: {', '.join(land)} [PH1.4]")


def _strait(game: Game, area: str, to: str, charts: Charts) -> str:
    """Who may pass a strait as things stand [PH1.2]."""
    if to not in charts.areas[area].straits:
        return ""
    open_ = [side_name(s) for s in SIDES if sea_cost(game, charts, s, area, to) is not None]
    return f" (strait, open to the {all_of(open_) or 'nobody'})"


def _land_cost(to: str, charts: Charts) -> int:
    return charts.travel.terrain[charts.areas[to].terrain]


def _pieces(game: Game, area: str) -> Iterator[Line]:
    """Task forces, aircraft ashore and ground units there, by side."""
    for side in SIDES:
        for force in game.forces_at(area, side):
            ships = game.ships_in(force.id)
            searched = ", searched" if force.searched else ""
            whose = f"of {nation_name(force.nation)}{searched}"
            words = f"{mention(force.id)} {whose}: {ships_words(ships)}"
            yield Line(text=words)
            planes = [air_words(u) for ship in ships for u in game.based_at(ship.id)]
            if planes:
                yield Line(text=f"aboard {mention(force.id)}: {', '.join(planes)}")
    based = [air_words(unit) for unit in game.based_at(area)]
    if based:
        yield Line(text=f"Air units: {', '.join(based)}")
    for side in SIDES:
        ground = [ground_words(unit) for unit in game.ground_at(area, side)]
        if ground:
            yield Line(text=f"Ground units, {side_name(side)}: {', '.join(ground)}")


# --- the way -------------------------------------------------------------------------------------


def route(game: Game, start: str, end: str, charts: Charts) -> Iterator[Line]:
    """How far it is by air, by sea for each side, and over land [PH1.1-PH1.4]."""
    areas = air_distance(charts, start, end)
    hexes = count(areas * charts.travel.hexes, "hex", "hexes")
    yield Line(text=f"By air: {count(areas, 'area')}, that is a range of {hexes} [PH1.3]")
    ways = {side: sea_way(game, side, start, end, charts) for side in SIDES}
    if len(set(ways.values())) == 1:
        yield _sea_line("By sea", next(iter(ways.values())))
    else:
        for side, way in ways.items():
            yield _sea_line(f"By sea, {side_name(side)}", way)
    if not (charts.areas[start].sea or charts.areas[end].sea):
        yield _land_line(land_way(game, start, end, charts))


def _along(areas: Iterable[str]) -> str:
    return " - ".join(map(mention, areas))


def _sea_line(lead: str, way: Way | None) -> Line:
    if way is None:
        return Line(text=f"{lead}: no way [PH1.1, PH1.2]", kind="note")
    cost, path = way
    return Line(text=f"{lead}: {cost} MP, {_along(path)} [PH1.1]")


def _land_line(way: Way | None) -> Line:
    if way is None:
        return Line(text="By land: no way [PH1.4]", kind="note")
    cost, path = way
    return Line(text=f"By land: {cost} MP, {_along(path)} [PH1.4]")


def sea_way(game: Game, side: str, start: str, end: str, charts: Charts) -> Way | None:
    """The cheapest way of a side's ships, whoever may lie on it; None if there is none [PH1.1]."""

    def around(at: str) -> Iterator[tuple[str, int]]:
        area = charts.areas[at]
        ashore = [to for to in area.ashore if not area.sea or to == end]
        for to in (*area.links, *ashore):
            cost = sea_cost(game, charts, side, at, to)
            if cost is not None:
                yield to, cost

    return _cheapest(start, end, around)


def land_way(game: Game, start: str, end: str, charts: Charts) -> Way | None:
    """The cheapest way over land by terrain, without weather or enemies [PH1.4]."""

    def around(at: str) -> Iterator[tuple[str, int]]:
        for to in charts.areas[at].land_links:
            if not is_closed(game, to):
                yield to, _land_cost(to, charts)

    return _cheapest(start, end, around)


def _cheapest(start: str, end: str, around: Around) -> Way | None:
    """The least cost, at a tie the first by ids."""
    return next((way for way in ways((start,), around) if way[1][-1] == end), None)


# --- supply --------------------------------------------------------------------------------------


def supply(game: Game, area: str, charts: Charts) -> Iterator[Line]:
    """The line by which each side is supplied in an area, or that it has none [PH11.1, PH11.2]."""
    where = mention(area)
    if charts.areas[area].sea:
        yield Line(text=f"{where} is a sea: supply is traced to land areas [PH11.1]", kind="note")
        return
    here = game.areas[area]
    for side in SIDES:
        stands = game.controls(side, area) or game.ground_at(area, side)
        if not stands:
            continue
        chain = line(game, side, area, charts)
        who = side_name(side)
        if chain:
            yield Line(text=f"{where}, {who}: supplied, {_along(chain)} [PH11.1]")
        elif here.supply.get(side, 0):
            markers = count(here.supply[side], "supply marker")
            text = f"{where}, {who}: cut off, with {markers} [PH11.2]"
            yield Line(text=text)
        else:
            yield Line(text=f"{where}, {who}: no line to a source [PH11.1, PH11.3]", kind="note")
