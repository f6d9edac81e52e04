"""Who may base where, and how many [6.2, 6.3]: arithmetic on public things and plain counts.

What stands at a base is its owner's secret, so these functions are given it by whoever may know.
"""

from collections.abc import Sequence
from typing import Literal

from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import is_coastal
from pbem.systems.cartwheel.table.state import Game

Kind = Literal["F", "B", ""]
"""How a unit counts for capacity: as fighter, as bomber, or not at all [7.3.1]."""

PORT = "port:"
"""Begins the base id of a Rufe that stands at a port [6.3.6~]: `port:1203`."""


def kind_at(charts: Charts, unit: str, base: str, counts_as: str = "") -> Kind:
    """How a unit counts at a base [6.3, AMB-22]: recon not at all at a major base [7.3.1]."""
    if charts.air[unit].model.is_recon and not _asks_for_a_type(charts, base):
        return ""
    return told_as(charts, unit, base, counts_as)


def told_as(charts: Charts, unit: str, base: str, counts_as: str = "") -> Literal["F", "B"]:
    """How a unit is told to the enemy's recon [7.3.4~, AMB-9]: C-47 as bomber, FB as fighter.

    A recon unit is what its owner says with `counts_as` at a minor or mobile base [7.3.1], a
    bomber if he has said nothing or stands elsewhere.
    """
    model = charts.air[unit].model
    if model.is_recon and counts_as == "F" and _asks_for_a_type(charts, base):
        return "F"
    return model.counts_as


def _asks_for_a_type(charts: Charts, base: str) -> bool:
    """Whether a recon unit takes room at that base [7.3.1]."""
    return base in charts.bases and charts.bases[base].type in ("minor", "mobile")


def capacity_problem(charts: Charts, game: Game, base: str, kinds: Sequence[str]) -> str:
    """The rule that so many fighters `F` and bombers `B` at a base break; empty if they fit.

    Fixed bases have their own numbers [6.3.1~, H3], mobile ones three of one kind or two of any
    [6.3.2], off-board ones no limit [6.3.3~], carriers their air number [H10.5], ports two Rufes
    [H3.1].
    """
    fighters, bombers = kinds.count("F"), kinds.count("B")
    many = fighters + bombers
    if base.startswith(PORT):
        return "H3.1" if many > charts.operations.floatplanes else ""
    if base in charts.naval:
        room = charts.naval[base].factors(game.ships[base].steps).air
        return "H10.5" if many > room else ""
    chart = charts.bases[base]
    if chart.is_off_board:
        return ""
    if chart.is_mobile:
        alike, basing = fighters == 0 or bombers == 0, charts.basing
        return "6.3.2" if many > (basing.mobile_alike if alike else basing.mobile_any) else ""
    fits = fighters <= chart.fighters and bombers <= chart.bombers and many <= chart.total
    return "" if fits else "6.3.1~"


def bar_to_base(charts: Charts, game: Game, unit: str, base: str) -> str:
    """The rule that keeps a unit from a base whatever else stands there; empty if it may [6.2].

    Capacity is no part of it: a landing may over-fill a base [6.3.4~].
    """
    if charts.air[unit].model.unlimited:
        return "H4.1"
    if base.startswith(PORT):
        return _at_port(charts, game, unit, base.removeprefix(PORT))
    if base in game.ships:
        return _aboard(charts, game, unit, base)
    if base not in game.bases:
        return "6.3"
    return _at_base(charts, game, unit, base)


def _at_port(charts: Charts, game: Game, unit: str, hex_: str) -> str:
    """Only a Rufe stands at a port, an own one [6.3.6~]."""
    air = charts.air[unit]
    own = game.control.get(hex_) == air.side and charts.hexes[hex_].port
    return "" if own and air.model.is_floatplane else "6.3.6~"


def _aboard(charts: Charts, game: Game, unit: str, ship_id: str) -> str:
    """Some models of some nations fly from an own carrier that swims [H10.5].

    TF-36's carriers take its own aircraft alone, which leave the board with them [CR78].
    """
    air, ship, rules = charts.air[unit], game.ships[ship_id], charts.carriers
    afloat = ship.side == air.side and ship.at != "" and charts.naval[ship_id].is_carrier
    nations = rules.nations.get(air.side, ())
    fits = air.model.id in rules.models[air.side] and (not nations or air.nation in nations)
    if not afloat or not fits:
        return "H10.5"
    task_force = charts.tf36.aboard
    own = any(unit in units for units in task_force.values())
    return "CR78" if ship_id in task_force and not own else ""


def _at_base(charts: Charts, game: Game, unit: str, base_id: str) -> str:
    """Owner [6.3], state [6.6.3, 6.5.2~], nation and type [6.2.2~, 6.3.5~], Rufes [6.3.6~]."""
    air, chart, base = charts.air[unit], charts.bases[base_id], game.bases[base_id]
    if base.owner != air.side:
        return "6.3"
    if base.status == "destroyed":
        return "6.6.3"
    if base.status != "working":
        return "6.5.2~"
    if not charts.may_use(unit, base_id):
        return "6.3.5~"
    if air.model.is_floatplane and not chart.is_off_board:
        ashore = not chart.is_mobile or not is_coastal(charts, base.hex)
        return "6.3.6~" if ashore else ""
    return ""
