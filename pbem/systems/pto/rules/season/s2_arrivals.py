"""Orders of battle, the box of the season, and pieces that enter the map [S2.1, S2.2, PH12.3]."""

from collections.abc import Iterable

from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import next_season, season_key, season_of, year_of
from pbem.systems.pto.book.kinds import ShipKind, side_of
from pbem.systems.pto.rules.season.s2_prices import STEPS
from pbem.systems.pto.rules.setup_pieces import boat_of
from pbem.systems.pto.rules.works import completed, size_of
from pbem.systems.pto.table.events_economy import Arrived, Completed, Delayed, PoolGrew
from pbem.systems.pto.table.naming import station
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship, TaskForce
from pbem.systems.pto.table.state import Entry, Game, Told

GENERIC: tuple[ShipKind, ...] = ("CL", "DD", "DE", "STP")
"""Ships without names that are built by kind [PH2.1]."""
POOL = "-pool"
"""How the box ends that holds what a season's orders of battle add to the force pools [S2.1]."""

# --- S2.1 ----------------------------------------------------------------------------------------


def orders_of_battle(game: Game, charts: Charts) -> Told:
    """In winter the orders of battle add to the force pools [S2.1].

    Units of the scenario lie in the box `<season>-pool`; submarines are in the chart [D5.1].
    """
    if season_of(game.turn) != "winter":
        return game, ()
    box = season_key(game.turn) + POOL
    entries = (*game.track.get(box, ()), *_boats(game, charts))
    game = replace(game, track=game.track.without(box), pool=merged((*game.pool, *entries)))
    events: tuple[Event, ...] = tuple(
        PoolGrew(to=ALL, nation=one.nation, what=one.what, count=one.count)
        for one in merged(entries)
    )
    return game, events


def _boats(game: Game, charts: Charts) -> Iterable[Entry]:
    """Submarines that join the force pools in this year's winter [D5.1]."""
    year = str(year_of(game.turn))
    for class_, boat in charts.boats.items():
        if year in boat.pool:
            yield Entry(nation=boat.nation, what=class_, count=boat.pool[year])


def merged(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries of the same kind and place in one, sorted; those that are used up left out."""
    counts: dict[tuple[str, str, str], int] = {}
    for one in entries:
        key = (one.nation, one.what, one.area)
        counts[key] = counts.get(key, 0) + one.count
    return tuple(
        Entry(nation=nation, what=what, area=area, count=count)
        for (nation, what, area), count in sorted(counts.items())
        if count > 0
    )


# --- S2.2 ----------------------------------------------------------------------------------------


def arrivals(game: Game, charts: Charts) -> Told:
    """What is in the season's box enters the map, installations are complete [S2.2, PH12.3].

    Ships come first, so that carriers are there for their aircraft. What has no place left to
    enter waits for the next box.
    """
    box = season_key(game.turn)
    entries = sorted(game.track.get(box, ()), key=lambda one: not _is_ship(game, one, charts))
    game = replace(game, track=game.track.without(box))
    game, events = for_each(game, entries, lambda now, entry: _entered(now, entry, charts))
    game, done = _completed(game, box, charts)
    return game, (*events, *done)


def _is_ship(game: Game, entry: Entry, charts: Charts) -> bool:
    what = entry.what
    ground = charts.ground_designs.designs
    aloft = what in charts.air_types or what in game.coming.air
    return not aloft and what not in ground and what not in game.coming.ground


def _entered(game: Game, entry: Entry, charts: Charts) -> Told:
    """Every piece of an entry enters, or the entry goes into the next box [PR71]."""
    area = entrance(game, entry, charts)
    if not area:
        box = next_season(season_key(game.turn))
        track = game.track.set(box, (*game.track.get(box, ()), entry))
        told = Delayed(to=ALL, nation=entry.nation, what=entry.what, box=box)
        return replace(game, track=track), (told,)
    pieces: list[str] = []
    for _ in range(entry.count):
        game, piece = _placed(game, entry, area, charts)
        pieces.append(piece)
    return game, (Arrived(to=ALL, nation=entry.nation, pieces=tuple(pieces), area=area),)


def entrance(game: Game, entry: Entry, charts: Charts) -> str:
    """Where an entry enters: its area, else the nation's source, if it is friendly [PH12.3]."""
    side = side_of(entry.nation)
    wanted = (entry.area, _own_place(game, entry.what), charts.sources[entry.nation])
    open_ = (one for one in wanted if one in game.areas and game.is_friendly(side, one))
    return next(open_, "")


def _own_place(game: Game, what: str) -> str:
    """Where a piece with a name says that it enters; a carrier stands for where it is."""
    coming = game.coming
    if what in coming.ground:
        return coming.ground[what].at
    if what in coming.air:
        base = coming.air[what].base
        return game.forces[game.ships[base].tf].at if base in game.ships else base
    return ""


def _placed(game: Game, entry: Entry, area: str, charts: Charts) -> tuple[Game, str]:
    """The game with one piece of an entry on the map, and its id."""
    what, coming = entry.what, game.coming
    if what in coming.ships:
        game = replace(game, coming=replace(coming, ships=coming.ships.without(what)))
        return _launched(game, coming.ships[what], area, charts), what
    if what in coming.air:
        game = replace(game, coming=replace(coming, air=coming.air.without(what)))
        unit = coming.air[what]
        base = unit.base if unit.base in game.ships else area
        return game.with_air([replace(unit, base=base)]), what
    if what in coming.ground:
        game = replace(game, coming=replace(coming, ground=coming.ground.without(what)))
        return game.with_ground([replace(coming.ground[what], at=area)]), what
    return _made(game, entry, area, charts)


# --- new pieces ----------------------------------------------------------------------------------


def _made(game: Game, entry: Entry, area: str, charts: Charts) -> tuple[Game, str]:
    """The game with a new piece of a design on the map, and its id."""
    what, nation = entry.what, entry.nation
    stem = what.lower() if what in charts.boats else f"{nation}-{what}".lower()
    game, id_ = _fresh(game, stem)
    name = f"new {id_.rpartition('-')[2]}"
    if what in charts.air_types:
        unit = AirUnit(id=id_, nation=nation, type=what, name=name, base=area, steps=STEPS)
        return game.with_air([unit]), id_
    if what in charts.ground_designs.designs:
        return game.with_ground([_raised(id_, name, entry, area, charts)]), id_
    return _launched(game, _built(game, id_, entry, charts), area, charts), id_


def _fresh(game: Game, stem: str) -> tuple[Game, str]:
    """An id that no piece has or had, numbered from 1."""
    taken = {*game.ships, *game.air, *game.ground, *game.dead, *game.lost}
    number = game.made.get(stem, 0) + 1
    while f"{stem}-{number}" in taken:
        number += 1
    return replace(game, made=game.made.set(stem, number)), f"{stem}-{number}"


def _raised(id_: str, name: str, entry: Entry, area: str, charts: Charts) -> Ground:
    design = charts.ground_designs.designs[entry.what]
    return Ground(
        id=id_,
        nation=entry.nation,
        name=f"{entry.what} {name}",
        kind=design.kind,
        strength=design.strength[entry.nation],
        move=design.move,
        at=area,
        steps=design.full,
        full=design.full,
        indian=design.indian,
    )


def _built(game: Game, id_: str, entry: Entry, charts: Charts) -> Ship:
    """A boat of its class, or a generic ship [PH2.1, D5.1, D5.off]."""
    what = entry.what
    if what in charts.boats:
        return boat_of(charts, what, id_, entry.nation, modified=game.uses("D5"))
    rows = charts.ship_ratings.kinds[what]
    rating = rows.get(entry.nation) or rows["ALL"]
    return Ship(
        id=id_,
        nation=entry.nation,
        kind=next(kind for kind in GENERIC if kind == what),
        name=what,
        gun=rating.gun,
        armour=rating.armour,
        speed=rating.speed,
        tf="",
    )


def _launched(game: Game, ship: Ship, area: str, charts: Charts) -> Game:
    """The game with a ship in port, in the task force of its nation there."""
    stem = f"{ship.nation}-{area}".lower()
    ids = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(game.forces) + 3))
    tf = next(one for one in ids if one not in game.forces or game.forces[one].at == area)
    if tf not in game.forces:
        name = f"{station(ship.nation, charts.areas[area].name)} squadron"
        force = TaskForce(id=tf, nation=ship.nation, name=name, at=area)
        game = game.with_forces([force])
    return game.with_ships([replace(ship, tf=tf)])


# --- installations -------------------------------------------------------------------------------


def _completed(game: Game, season: str, charts: Charts) -> Told:
    """Airfields, forts and supply bases that are due are complete [S2.2]."""
    events: list[Event] = []
    for area, here in game.areas.items():
        due = [what for what, box in here.building.items() if box == season]
        for what in due:
            game = game.with_area(area, completed(game.areas[area], what, charts))
            now = size_of(game.areas[area], what)
            events.append(Completed(to=ALL, area=area, what=what, now=now))
    return game, tuple(events)
