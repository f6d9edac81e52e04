"""Counters in few words for tables and the map: who, how strong, in what state [PH2, A.7]."""

from collections.abc import Iterable, Iterator

from pbem.engine.mentions import mention
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.units import FULL, armour, gun, speed, strength, type_of
from pbem.systems.pto.table.pieces import AirUnit, Ground, Installation, Ship
from pbem.systems.pto.table.state import Game

KINDS = ("CV", "CVL", "CVE", "BB", "CA", "CL", "DD", "DE", "STP", "SS", "SST", "SSV")
"""Types of ships in the order in which tables have them."""
GREAT = ("CV", "BB")


def rank(kind: str) -> int:
    """How early a ship of a type is named: carriers and battleships before all others."""
    ranked = (*GREAT, *(one for one in KINDS if one not in GREAT))
    return ranked.index(kind) if kind in ranked else len(ranked)


def ships_words(ships: Iterable[Ship]) -> str:
    """Ships by type with their names, damaged ones and cargo: `CV Akagi, Kaga; STP, STP`.

    Those that are called as their type is come last, and tell it themselves.
    """
    there = tuple(ships)
    parts = []
    for kind in KINDS:
        of_kind = sorted((s for s in there if s.kind == kind), key=lambda ship: ship.name == kind)
        if of_kind:
            head = "" if of_kind[0].name == kind else f"{kind} "
            parts.append(f"{head}{', '.join(map(_ship, of_kind))}")
    return "; ".join(parts)


def _ship(ship: Ship) -> str:
    marks = tuple(_ship_marks(ship))
    words = f"{mention(ship.id)} ({', '.join(marks)})" if marks else mention(ship.id)
    return f"{words} with {_aboard(ship)}" if ship.cargo else words


def _aboard(ship: Ship) -> str:
    """What a ship carries, and where to: `1st Div + supply aboard for Leyte`."""
    bound = f" for {mention(ship.bound)}" if ship.bound else ""
    return f"{' + '.join(map(mention, ship.cargo))} aboard{bound}"


def _ship_marks(ship: Ship) -> Iterator[str]:
    if ship.damaged:
        yield "damaged"
    if ship.laid_up:
        yield "laid up"
    if ship.committed:
        yield "committed"


def air_words(unit: AirUnit) -> str:
    """An air unit by its name, and what is not as usual: `G4M 4th (1 step, committed)`."""
    marks = [] if unit.steps >= FULL else ["1 step"]
    if unit.committed:
        marks.append("committed")
    if unit.out:
        marks.append("out of supply")
    return f"{mention(unit.id)} ({', '.join(marks)})" if marks else mention(unit.id)


def ground_words(unit: Ground) -> str:
    """A ground unit with its strength and movement: `5th Div 5-2 (activated)`."""
    marks = [] if unit.steps >= unit.full else ["reduced"]
    if unit.kind in ("engineer", "para"):
        marks.append(unit.kind)
    if unit.mark:
        marks.append(unit.mark)
    if unit.out:
        marks.append("out of supply")
    tail = f" ({', '.join(marks)})" if marks else ""
    return f"{mention(unit.id)} {strength(unit)}-{unit.move}{tail}"


def force_marks(game: Game, tf: str) -> tuple[str, ...]:
    """The markers of a task force and of ships in it: `searched`, `standby` [A.7]."""
    searched = ("searched",) if game.forces[tf].searched else ()
    return (*searched, *sorted({ship.mark for ship in game.ships_in(tf) if ship.mark}))


def works_words(here: Installation) -> str:
    """Port, airfield and fort as they work now: `port 2, airfield 12`."""
    parts = [f"port {here.port}"] if here.port else []
    if here.airfield:
        parts.append(f"airfield {here.airfield}")
    if here.fort:
        parts.append(f"fort {here.fort}")
    return ", ".join(parts) or "a beach"


def rating_words(game: Game, ship: Ship, charts: Charts) -> str:
    """A ship's ratings as they are now: `gun 4, armour 11, 41 MP` [PH2.1, PH6.5, D14.1]."""
    what = ("attack", "defence") if ship.is_boat else ("gun", "armour")
    figures = f"{what[0]} {gun(game, charts, ship)}, {what[1]} {armour(ship)}"
    return f"{figures}, {speed(charts, ship)} MP"


def type_words(unit: AirUnit, charts: Charts) -> str:
    """The class of an air unit's type: `fighter`."""
    names = {
        "F": "fighter", "FB": "fighter-bomber", "B": "bomber", "SB": "strategic bomber",
        "R": "reconnaissance", "CVA": "carrier air unit",
    }  # fmt: skip
    return names[type_of(charts, unit).kind]
