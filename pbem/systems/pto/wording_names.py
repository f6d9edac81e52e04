"""Names as sentences use them: areas, nations, sides, units."""

from collections.abc import Iterable

from pbem.systems.pto.charts import Charts
from pbem.systems.pto.pieces import TaskForce
from pbem.systems.pto.state import JAPANESE

NATION_NAMES = {
    "JP": "Japan",
    "US": "the United States",
    "UK": "Britain",
    "CN": "China",
    "AU": "Australia",
    "NE": "the Netherlands East Indies",
}


def area_name(area: str, charts: Charts) -> str:
    """An area with its code, as the map has both: `Luzon (LUZ)`; anything else as it is."""
    if area not in charts.areas:
        return area
    name = charts.areas[area].name.partition(" (")[0]
    return f"{name} ({area})"


def force_name(force: TaskForce) -> str:
    """A task force by name, with its id in brackets: `Kido Butai (kido-butai)`."""
    return force.id if force.name == force.id else f"{force.name} ({force.id})"


def nation_name(nation: str) -> str:
    """A nation by name."""
    return NATION_NAMES.get(nation, nation)


def side_name(side: str) -> str:
    """A side as a plural: `Japanese`, `Allies`."""
    return "Japanese" if side == JAPANESE else "Allies"


def unit_name(unit: str) -> str:
    """A piece by its id, which is what orders call it."""
    return unit


def all_of(parts: Iterable[str]) -> str:
    """Words joined for a sentence: `a, b and c`."""
    given = tuple(parts)
    if len(given) < 2:
        return "".join(given)
    return f"{', '.join(given[:-1])} and {given[-1]}"
