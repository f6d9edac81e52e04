"""Ports, airfields, forts, supply bases: how large they are and become [PH1.6, PH12.3, PH14.4]."""

from typing import Literal

from pbem.frozen import replace
from pbem.systems.pto.book.charts import Area, Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.table.pieces import Installation

Works = Literal["airfield", "port", "fort"]
INSTALLATIONS: tuple[Works, ...] = ("airfield", "port", "fort")
"""What can be damaged, in the order in which it is repaired without an order [F.3]."""
SUPPLY = "supply"
BUILDABLE = ("airfield", "fort", SUPPLY)
"""What is built on the map with EP and time [PH12.3]."""


def size_of(here: Installation, what: str) -> int:
    """What works now of an installation; supply markers of the owner's side [PH11.2]."""
    if what == SUPPLY:
        return here.supply.get(side_of(here.nation), 0)
    return {"airfield": here.airfield, "port": here.port, "fort": here.fort}[what]


def full_size(here: Installation, what: str, area: Area) -> int:
    """The size of an installation undamaged: as printed, and what was built on [PH1.6, PH12.3]."""
    printed = {"airfield": area.airfield, "port": area.port, "fort": 0}[what]
    return printed + here.built.get(what, 0)


def restored(here: Installation, what: str, by: int, area: Area) -> Installation:
    """An installation after a successful repair, up to its full size [PH14.4]."""
    return resized(here, what, min(size_of(here, what) + by, full_size(here, what, area)))


def completed(here: Installation, what: str, charts: Charts) -> Installation:
    """An area in which something under construction is complete [S2.2, P6.3.3].

    A supply base is a supply marker that needs no ship to bring it [PH11.2, PR67].
    """
    by = charts.prices.adds[what]
    size = size_of(here, what) + by
    here = replace(here, building=here.building.without(what))
    if what == SUPPLY:
        return replace(here, supply=here.supply.set(side_of(here.nation), size))
    here = replace(here, built=here.built.set(what, here.built.get(what, 0) + by))
    return resized(here, what, size)


def resized(here: Installation, what: str, size: int) -> Installation:
    """An area with its airfield, port or fort of another size [PH1.6, PH8.7]."""
    match what:
        case "airfield":
            return replace(here, airfield=size)
        case "port":
            return replace(here, port=size)
    return replace(here, fort=size)
