"""Who may base where, and how many [6.2, 6.3]: arithmetic on public things and plain counts.

What stands at a base is its owner's secret, so these functions are given it by whoever may know.
"""

from collections.abc import Sequence
from typing import Literal

from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.state import Game

Kind = Literal["F", "B", ""]
"""How a unit counts for capacity: as fighter, as bomber, or not at all [7.3.1]."""

PORT = "port:"
"""Begins the base id of a Rufe that stands at a port [6.3.6~]: `port:1203`."""


def kind_at(charts: Charts, unit: str, base: str, counts_as: str = "") -> Kind:
    """How a unit counts at a base [6.3, AMB-22]: recon not at all at a major base [7.3.1].

    `counts_as` is the owner's choice for a recon unit at a minor or mobile base; a bomber if he
    has made none.
    """
    if charts.air[unit].type == "R" and charts.base_type(base) not in ("minor", "mobile"):
        return ""
    return told_as(charts, unit, base, counts_as)


def told_as(charts: Charts, unit: str, base: str, counts_as: str = "") -> Literal["F", "B"]:
    """How a unit is told to the enemy's recon [7.3.4~, AMB-9]: C-47 as bomber, FB as fighter."""
    if charts.air[unit].type == "R" and charts.base_type(base) in ("minor", "mobile"):
        return "F" if counts_as == "F" else "B"
    return "F" if charts.air[unit].type in ("F", "FB") else "B"


def capacity_problem(charts: Charts, game: Game, base: str, kinds: Sequence[str]) -> str:
    """The rule that so many fighters `F` and bombers `B` at a base break; empty if they fit.

    Fixed bases have their own numbers [6.3.1~, H3], mobile ones three of one kind or two of any
    [6.3.2], off-board ones no limit [6.3.3~], carriers their air number [H10.5], ports two Rufes
    [H3.1].
    """
    fighters, bombers = kinds.count("F"), kinds.count("B")
    many = fighters + bombers
    if base.startswith(PORT):
        return "H3.1" if many > charts.rufes_at_port else ""
    if base in charts.ships:
        return "H10.5" if many > charts.air_number(game.ships[base]) else ""
    chart = charts.bases[base]
    if chart.type == "off-board":
        return ""
    if chart.type == "mobile":
        alike = fighters == 0 or bombers == 0
        return "" if many <= (charts.mobile.alike if alike else charts.mobile.mixed) else "6.3.2"
    fits = fighters <= chart.fighters and bombers <= chart.bombers and many <= chart.total
    return "" if fits else "6.3.1~"


def may_base(charts: Charts, game: Game, unit: str, base: str) -> str:
    """The rule that keeps a unit from a base whatever else stands there; empty if it may [6.2].

    Capacity is no part of it: a landing may over-fill a base [6.3.4~].
    """
    air = charts.air[unit]
    if air.marker:
        return "H4.1"
    if base.startswith(PORT):
        return _at_port(charts, game, unit, base.removeprefix(PORT))
    if base in game.ships:
        ship = game.ships[base]
        fits = air.model in charts.carrier_models(ship.side, air.nationality)
        return "" if ship.side == air.side and ship.at and ship.steps and fits else "H10.5"
    if base not in game.bases:
        return "6.3"
    return _at_base(charts, game, unit, base)


def _at_port(charts: Charts, game: Game, unit: str, hex_: str) -> str:
    """Only a Rufe stands at a port, an own one [6.3.6~]."""
    air = charts.air[unit]
    own = game.control.get(hex_) == air.side and charts.map.is_port(hex_)
    return "" if own and air.model == charts.rufe else "6.3.6~"


def _at_base(charts: Charts, game: Game, unit: str, base_id: str) -> str:
    """Owner [6.3], state [6.6.3, 6.5.2~], then who flies [6.2.2~, 6.3.5~, 6.3.6~]."""
    air, chart, base = charts.air[unit], charts.bases[base_id], game.bases[base_id]
    if base.owner != air.side:
        return "6.3"
    if base.status == "destroyed":
        return "6.6.3"
    if base.status != "working":
        return "6.5.2~"
    if chart.nationalities and air.nationality not in chart.nationalities:
        return "6.3.5~"
    if chart.type == "off-board":
        return ""
    if air.type == "P" and not chart.heavy:
        return "6.3.5~"
    if air.model == charts.rufe:
        afloat = chart.type == "mobile" and charts.map.is_coastal(base.hex)
        return "" if afloat else "6.3.6~"
    return ""


def is_over(charts: Charts, game: Game, base: str, kinds: Sequence[str]) -> bool:
    """Whether a base is over its capacity [6.3.4~]: then all of it is in the Flown half."""
    return capacity_problem(charts, game, base, kinds) != ""
