"""The situation of Pacific Theater on one screen: by place and by side, not by counter [F.1]."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.sheets import Sheet, sheet_of
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import CARRIERS, SIDES, side_of
from pbem.systems.pto.rules import victory
from pbem.systems.pto.rules.month.ph11_supply import cut_off
from pbem.systems.pto.rules.units import FULL, armour, gun, speed, strength
from pbem.systems.pto.table.naming import all_of, nation_name, side_name
from pbem.systems.pto.table.pieces import AirUnit, Ship
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import KINDS
from pbem.systems.pto.words.known import standing_counted
from pbem.systems.pto.words.sheets import facts, purse_words
from pbem.systems.pto.words.victory import rules_of

CAPITAL = (*CARRIERS, "BB")
"""Where one of these lies the place has a line of its own."""
NAMED = 2
"""So many ships of like ratings stand by name; of more the number is told."""
LEFT_OUT = ("Month", "Offensives so far", "Not yet opened", "Scenario rules")
"""What of the month stands in its title, or is for the long tables."""


def overview(game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """The month, points, areas with what stands there, ships by place; empty tables left out."""
    found = (
        sheet_of("", ("", ""), _month(game, charts)),
        _ashore(game, charts),
        *(_afloat(game, side, charts) for side in SIDES),
    )
    return tuple(sheet for sheet in found if sheet.rows)


def _month(game: Game, charts: Charts) -> Iterator[tuple[str, str]]:
    for name, words in facts(game, charts):
        if words and name not in LEFT_OUT:
            yield name, words
    yield "EP and offensives", "; ".join(filter(None, (purse_words(game), _spent(game))))
    if known := standing_counted(game):
        yield "Standing orders", f"{known}: 'pbem show standing'"


def _spent(game: Game) -> str:
    """The nations that have neither left; a sealed bid is not known [F.1.1]."""
    closed = game.bids
    poor = (
        id_ for id_, one in game.purses.items() if not (one.points or one.track or id_ in closed)
    )
    names = all_of(map(nation_name, poor))
    return f"none left: {names}" if names else ""


def points(game: Game, charts: Charts) -> Sheet:
    """What each side has points for, if the game ended now [PH15.1]."""
    counted = [rules_of(victory.points_of(game, side, charts)) for side in SIDES]
    rows = (
        (what, *(str(one.get(what, "-")) for one in counted))
        for what in dict.fromkeys(what for one in counted for what in one)
    )
    heads = ("Points for", *map(side_name, SIDES))
    return sheet_of("", heads, rows)


# --- ashore --------------------------------------------------------------------------------------


def _ashore(game: Game, charts: Charts) -> Sheet:
    """Areas in play by theatre and holder, a contested one on both sides [PH1.5-PH1.8]."""
    open_ = [area for area in game.areas if area not in game.terms.closed]
    lacking = {side: frozenset(cut_off(game, side, charts)) for side in SIDES}
    theatres = sorted({charts.areas[area].theatre for area in open_})
    rows = (
        (
            theatre,
            *(
                ", ".join(
                    _area(game, area, side, cut=area in lacking[side])
                    for area in sorted(open_)
                    if charts.areas[area].theatre == theatre
                    and (game.controls(side, area) or game.ground_at(area, side))
                )
                or "-"
                for side in SIDES
            ),
        )
        for theatre in theatres
    )
    title = "Ashore: ground strength, air units (a), supply (s); * contested, ! cut off"
    return sheet_of(title, ("Theatre", *map(side_name, SIDES)), rows)


def _area(game: Game, area: str, side: str, *, cut: bool) -> str:
    """`*LUZ! 9 3a`: a contested area that is cut off, strength 9, three air units."""
    ground = sum(map(strength, game.ground_at(area, side)))
    planes = sum(side_of(unit.nation) == side for unit in game.based_at(area))
    markers = game.areas[area].supply.get(side, 0)
    code = f"{'*' if game.is_contested(area) else ''}{area}{'!' if cut else ''}"
    numbers = ((ground, ""), (planes, "a"), (markers, "s"))
    return " ".join((code, *(f"{number}{letter}" for number, letter in numbers if number)))


# --- afloat --------------------------------------------------------------------------------------


def _afloat(game: Game, side: str, charts: Charts) -> Sheet:
    """A side's ships by place and type, with their aircraft; places of small ships in one row.

    The ratings of carriers and battleships stand beside them where the screen is broad [PH2.1].
    """
    rows, small = [], []
    for area in dict.fromkeys(force.at for force in game.forces.values()):
        ships = [s for force in game.forces_at(area, side) for s in game.ships_in(force.id)]
        if any(ship.kind in CAPITAL for ship in ships):
            name = charts.areas[area].name.partition(" (")[0]
            aboard = _planes(plane for ship in ships for plane in game.based_at(ship.id))
            said = (_kinds(ships), f"aboard {aboard}" if aboard else "", *_marks(game, area, side))
            rated = _ratings(game, ships, charts)
            rows.append((f"{area} {name}", "; ".join(filter(None, said)), rated))
        elif ships:
            small.append(", ".join((f"{area} {_kinds(ships)}", *_marks(game, area, side))))
    rows.sort()
    if small:
        rows.append(("elsewhere", "; ".join(sorted(small)), ""))
    heads = (f"Ships, {side_name(side)}", "By type", "Gun, armour and MP")
    return replace(sheet_of("", heads, rows), spare=True)


def _ratings(game: Game, ships: Iterable[Ship], charts: Charts) -> str:
    """Carriers and battleships with like ratings together: `Akagi (akagi) 0-9-43; 4 BBs 4-12-8`."""
    alike: dict[tuple[str, str], list[str]] = {}
    for ship in sorted(ships, key=lambda ship: KINDS.index(ship.kind)):
        if ship.kind in CAPITAL:
            figures = (gun(game, charts, ship), armour(ship), speed(charts, ship))
            alike.setdefault((ship.kind, "-".join(map(str, figures))), []).append(ship.id)
    return "; ".join(
        f"{', '.join(map(mention, ids)) if len(ids) <= NAMED else count(len(ids), kind)} {rating}"
        for (kind, rating), ids in alike.items()
    )


def _planes(units: Iterable[AirUnit]) -> str:
    """Air units by type, with what is not as usual: `4 J-CV41 (1 reduced, 2 committed)`."""
    types: dict[str, list[AirUnit]] = {}
    for unit in units:
        types.setdefault(unit.type, []).append(unit)
    return ", ".join(
        f"{len(of_type)} {type_}{_state(of_type)}" for type_, of_type in sorted(types.items())
    )


def _state(units: Iterable[AirUnit]) -> str:
    found = Counter(
        mark
        for unit in units
        for mark, is_so in (("reduced", unit.steps < FULL), ("committed", unit.committed))
        if is_so
    )
    return f" ({', '.join(f'{many} {mark}' for mark, many in found.items())})" if found else ""


def _kinds(ships: Iterable[Ship]) -> str:
    """Ships by type as a table has room for, damaged ones told: `2 CV (1 damaged), 3 DD`."""
    there = tuple(ships)
    many = Counter[str](ship.kind for ship in there)
    hurt = Counter[str](ship.kind for ship in there if ship.damaged)
    return ", ".join(
        f"{many[kind]} {kind}{f' ({hurt[kind]} damaged)' if hurt[kind] else ''}"
        for kind in KINDS
        if many[kind]
    )


def _marks(game: Game, area: str, side: str) -> Iterator[str]:
    """Which of a side's task forces there are searched, and how many bear which marker [PH5.7]."""
    forces = tuple(game.forces_at(area, side))
    open_ = [force.name or force.id for force in forces if force.searched]
    if open_:
        every = "all searched" if len(forces) > 1 else "searched"
        yield every if len(open_) == len(forces) else f"searched: {all_of(open_)}"
    found = Counter(
        mark for force in forces for mark in {ship.mark for ship in game.ships_in(force.id)} if mark
    )
    for mark, number in sorted(found.items()):
        yield f"{number} {mark}" if len(forces) > 1 else mark
