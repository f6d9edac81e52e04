"""Sides, nations and the kinds of counters: words that charts and counters share [A, PH2]."""

from typing import Literal, get_args

JAPANESE, ALLIED = "japanese", "allied"
SIDES = (JAPANESE, ALLIED)
NATIONS = ("JP", "US", "UK", "CN", "AU", "NE")
LENDERS = ("US", "UK")
"""The nations that may give to China [S1.2]."""
OVER_JAPAN = {JAPANESE: "JP", ALLIED: "US"}
"""The nation whose seat orders a side's fighters over Japan [P2.1.2, P2.1.3, PR61]."""

THEATRES = (
    "Bismarcks", "Burma", "Central Pacific", "China", "Indies", "Japan", "Malaya", "North",
    "Philippines", "South Pacific", "West Coast",
)  # fmt: skip
"""The nations and groups of islands in which land offensives are performed [PH1.8]."""

Condition = Literal["", "F", "M", "W"]
"""The weather of a zone: fair, monsoon, winter; empty before it is rolled [W1]."""

ShipKind = Literal["BB", "CV", "CVL", "CVE", "CA", "CL", "DD", "DE", "STP", "SS", "SST", "SSV"]
SHIP_KINDS: tuple[ShipKind, ...] = get_args(ShipKind)
NAMED: tuple[ShipKind, ...] = ("BB", "CV", "CVL", "CVE", "CA")
"""Ships with names: they take two hits [PH2.1, PH2.2]."""
CARRIERS: tuple[ShipKind, ...] = ("CV", "CVL", "CVE")
ESCORTS: tuple[ShipKind, ...] = ("DD", "DE")
BOATS: tuple[ShipKind, ...] = ("SS", "SST", "SSV")

GroundKind = Literal["infantry", "garrison", "engineer", "para"]


def side_of(nation: str) -> str:
    """The side of a nation."""
    return JAPANESE if nation == "JP" else ALLIED


def nations_of_side(side: str) -> tuple[str, ...]:
    """The nations of a side, in their order."""
    return tuple(nation for nation in NATIONS if side_of(nation) == side)


def other(side: str) -> str:
    """The enemy's side."""
    return ALLIED if side == JAPANESE else JAPANESE
