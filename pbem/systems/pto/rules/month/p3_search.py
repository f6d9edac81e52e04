"""Searches for task forces at sea [PH5.6, PH5.7, PH5.8, D6.1, D11.2, PH17.1]."""

from collections.abc import Iterator

from pbem.engine.events import ALL, Event
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import season_key, season_number
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.map import air_distance, is_grounded
from pbem.systems.pto.rules.month.p3_forces import is_boats
from pbem.systems.pto.rules.p3_half import (
    Half,
    first_rule,
    is_silenced,
    scopes_of_force,
    scopes_of_unit,
)
from pbem.systems.pto.rules.units import kind, reach
from pbem.systems.pto.table.events_naval import Searched
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.table.standing import SearchRule
from pbem.systems.pto.table.state import Game, Told

SEARCHING = ("B", "SB", "R")
"""Kinds of aircraft at bases that search [PH5.6]."""
RECON = "R"
SIGNALS = "PH17.1"
"""The scenario's own rule by which the US reads Japanese signals."""


class Source(Value):
    """A base or task force that can search, and the least face with which it finds."""

    number: int
    id: str


# --- one search ----------------------------------------------------------------------------------


def search(game: Game, half: Half, side: str, tf: str, tag: str) -> Told:
    """A side searches once for an enemy task force at sea, from its best source [PH5.6].

    Nothing happens if it has been found already, lies in port, or nobody can or wants to search.
    """
    return _searched(game, half, side, tf, best_source(game, half, side, tf), tag)


def _searched(
    game: Game, half: Half, side: str, tf: str, source: Source | None, *words: str
) -> Told:
    """One roll of a source; `words` tell it from others of the task force [F.5]."""
    if source is None:
        return game, ()
    roll = half.dice.roll("PH5.6", "search", tf, *words)
    found = roll.dice[0] >= source.number
    event = Searched(
        to=ALL,
        side=side,
        tf=tf,
        area=game.forces[tf].at,
        source=source.id,
        number=source.number,
        roll=roll,
        found=found,
    )
    if found:
        game = game.with_forces([replace(game.forces[tf], searched=True)])
    return game, (event,)


def search_all(game: Game, half: Half, step: str) -> Told:
    """The acting side searches each enemy task force in range once, before it strikes [PH5.8]."""
    events: tuple[Event, ...] = ()
    for tf in game.forces.values():
        if side_of(tf.nation) != half.side and can_find(game, half, tf.id):
            game, tag = next_combat(game, step, tf.at)
            game, told = search(game, half, half.side, tf.id, tag)
            events = (*events, *told)
    return game, events


def can_find(game: Game, half: Half, tf: str) -> bool:
    """Whether the acting side may search for an enemy task force now [PH5.8]."""
    return best_source(game, half, half.side, tf) is not None


def is_open(game: Game, tf: TaskForce) -> bool:
    """Whether a task force counts as searched: it was, or it lies in port [PH5.7]."""
    return tf.searched or tf.at in game.areas


def best_source(game: Game, half: Half, side: str, tf: str) -> Source | None:
    """What gives a side the best chance to find an enemy task force; None if nothing searches."""
    target = game.forces[tf]
    if is_open(game, target) or is_silenced(game, side, half.side, half.phase):
        return None
    return _best(sources(game, side, tf, half.charts))


def counter_search(game: Game, half: Half, tf: str, target: str, tag: str) -> Told:
    """A moving task force searches for an enemy one that it meets, by its own means [D11.2]."""
    if is_open(game, game.forces[target]):
        return game, ()
    source = _best(_afloat(game, game.forces[tf], target, half.charts))
    return _searched(game, half, half.side, target, source, "by", tf, tag)


def _best(found: Iterator[Source]) -> Source | None:
    return min(found, key=lambda one: (one.number, one.id), default=None)


# --- who can search ------------------------------------------------------------------------------


def sources(game: Game, side: str, tf: str, charts: Charts) -> Iterator[Source]:
    """Every base and task force of a side that may search for an enemy task force [PH5.6].

    Standing orders may keep some from it; what is grounded does not search [W1.4.a].
    """
    for unit in game.air.values():
        if side_of(unit.nation) == side and unit.base not in game.ships:
            yield from _ashore(game, unit, tf, charts)
    for force in game.forces.values():
        if side_of(force.nation) == side:
            yield from _afloat(game, force, tf, charts)


def _ashore(game: Game, unit: AirUnit, tf: str, charts: Charts) -> Iterator[Source]:
    """The base of an uncommitted bomber or reconnaissance unit in range [PH5.6]."""
    target, what = game.forces[tf], kind(game, charts, unit)
    if unit.committed or what not in SEARCHING or not _flies(game, unit.base, target.at, charts):
        return
    distance = air_distance(charts, unit.base, target.at)
    if distance > reach(game, charts, unit) or not game.is_friendly(
        side_of(unit.nation), unit.base
    ):
        return
    if not _is_wanted(game, unit.nation, scopes_of_unit(game, unit), target.at):
        return
    better = charts.search.recon if what == RECON else 0
    number = _number(game, unit.nation, tf, distance, charts, better=better)
    if number is not None:
        yield Source(number=number, id=unit.base)


def _afloat(game: Game, force: TaskForce, tf: str, charts: Charts) -> Iterator[Source]:
    """A task force with carriers or boats that carry aircraft, or in the same area [PH5.6]."""
    target = game.forces[tf]
    distance = air_distance(charts, force.at, target.at)
    sees = distance <= _air_range(game, force, charts)
    if not (sees or force.at == target.at):
        return
    if not _is_wanted(game, force.nation, scopes_of_force(force), target.at):
        return
    if sees and _flies(game, force.at, target.at, charts):
        number = _number(game, force.nation, tf, distance, charts)
        if number is not None:
            yield Source(number=number, id=force.id)
    if force.at == target.at:
        yield Source(number=_number_at_sight(game, force.nation, tf, charts), id=force.id)


def _air_range(game: Game, force: TaskForce, charts: Charts) -> int:
    """How far a task force searches by air: -1 if it cannot [PH5.6]."""
    ships = game.ships_in(force.id)
    if any(ship.is_carrier and not ship.damaged for ship in ships):
        return charts.search.carrier
    return charts.search.boat if any(s.kind == charts.search.boat_kind for s in ships) else -1


def _flies(game: Game, origin: str, area: str, charts: Charts) -> bool:
    return not (is_grounded(game, charts, origin) or is_grounded(game, charts, area))


def _is_wanted(game: Game, nation: str, scopes: tuple[str, ...], area: str) -> bool:
    """Whether standing orders let a source search in an area; by default they do [F.4]."""
    rule = first_rule(game.standing[game.seat_of(nation)].search, *scopes) or SearchRule()
    return rule.when == "always" or (rule.when == "areas" and area in rule.areas)


# --- how well ------------------------------------------------------------------------------------


def _number(
    game: Game, nation: str, tf: str, distance: int, charts: Charts, *, better: int = 0
) -> int | None:
    """The least face that finds a task force at an air distance; `better` for type R [PH5.6]."""
    boats = _boats_number(game, nation, tf, charts)
    if boats is not None:
        return boats
    row = charts.search.numbers.at(distance)
    number = row.number - better
    return (
        min(number, charts.signals.number) if _reads(game, nation, tf, distance, charts) else number
    )


def _number_at_sight(game: Game, nation: str, tf: str, charts: Charts) -> int:
    """The least face for ships in the same area [PH5.6, D6.1, PH17.1]."""
    boats = _boats_number(game, nation, tf, charts)
    if boats is not None:
        return boats
    number = charts.search.same_area
    return min(number, charts.signals.number) if _reads(game, nation, tf, 0, charts) else number


def _boats_number(game: Game, nation: str, tf: str, charts: Charts) -> int | None:
    """The number against submarines at any range, better for a nation in time [D6.1].

    None against ships, and without D6, which leaves the numbers for ships.
    """
    if not (game.uses("D6") and is_boats(game, tf)):
        return None
    improved = charts.boat_search.improved.get(nation)
    now = season_number(season_key(game.turn))
    known = improved.items() if improved else ()
    passed = [(season_number(season), number) for season, number in known]
    return max((one for one in passed if one[0] <= now), default=(0, charts.boat_search.number))[1]


def _reads(game: Game, nation: str, tf: str, distance: int, charts: Charts) -> bool:
    """Whether the US reads the signals of a Japanese task force near Midway [PH17.1]."""
    target, signals = game.forces[tf], charts.signals
    return (
        SIGNALS in game.terms.special
        and nation == signals.reader
        and target.nation == signals.read
        and target.at in signals.seas
        and distance <= signals.range
    )
