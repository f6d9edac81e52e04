"""Ports, airfields and forts: how large they are, should be, and become [PH1.6, PH12.3, PH14.4]."""

from dataclasses import replace

from pbem.systems.pto.charts import Area, Charts
from pbem.systems.pto.pieces import Installation

INSTALLATIONS = ("airfield", "port", "fort")
"""In the order in which they are repaired without an order [F.3]."""
BUILDABLE = ("airfield", "fort")
"""What is built on the map with EP and time [PH12.3]."""


def size_of(here: Installation, what: str) -> int:
    """What works now of an installation."""
    return {"airfield": here.airfield, "port": here.port, "fort": here.fort}[what]


def full_size(here: Installation, what: str, area: Area) -> int:
    """The size of an installation undamaged: as printed, and what was built on [PH1.6, PH12.3]."""
    printed = {"airfield": area.airfield, "port": area.port, "fort": 0}[what]
    return printed + here.built.get(what, 0)


def restored(here: Installation, what: str, by: int, area: Area) -> Installation:
    """An installation after a successful repair, up to its full size [PH14.4]."""
    return _resized(here, what, min(size_of(here, what) + by, full_size(here, what, area)))


def completed(here: Installation, what: str, charts: Charts) -> Installation:
    """An area in which an installation under construction is complete [S2.2, P6.3.3]."""
    by = charts.prices.adds[what]
    here = replace(
        here,
        building=here.building.without(what),
        built=here.built.set(what, here.built.get(what, 0) + by),
    )
    return _resized(here, what, size_of(here, what) + by)


def _resized(here: Installation, what: str, size: int) -> Installation:
    match what:
        case "airfield":
            return replace(here, airfield=size)
        case "port":
            return replace(here, port=size)
    return replace(here, fort=size)
