"""Who may fly: a mission [H9.1.1], an interception [H9.4.1], an evasion [H9.5], recon [7.3].

Asked by the owner's check before he seals, and by the audit after the end (E.7).
"""

from collections.abc import Iterable

from pbem.counting import count
from pbem.engine.kinds import Refusal
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import (
    cannot_scout,
    distance_from,
    exists,
    is_over_full,
    spot,
)
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.table.state import Game


def not_ready(
    private: Private, game: Game, plane: Plane, charts: Charts, kind: str = "strike"
) -> Refusal | None:
    """Why a unit may not fly a mission [H9.1.1].

    `kind` is the mission's, or empty for an interception: a base out of supply keeps units from
    strikes and sweeps alone [H13.3].
    """
    base = charts.base_name(plane.base)
    starved = kind in ("strike", "sweep") and _starved(game, plane.base)
    reasons = (
        ("6.3.4~", is_over_full(private, game, plane.base, charts), "stands at an over-full base"),
        ("6.4b", plane.half != "ready", "is in the Flown half"),
        ("3.0h", plane.mark, "carries a Regroup mark"),
        ("H9.1.1", plane.disrupted, "is disrupted"),
        ("3.0h", plane.staged or plane.to != "", "has made its stage move"),
        ("3.0c", plane.used, "has flown this turn"),
        ("7.3.3~", plane.away, "is on recon"),
        ("6.6.3", not exists(game, plane.base), f"stands at {base}, which cannot be used"),
        ("H13.3", starved, f"stands at {base}, which is out of supply"),
        ("H10.5", _rolling(game, plane.base), "is aboard a disrupted carrier"),
    )
    return next((Refusal(rule=rule, what=why) for rule, holds, why in reasons if holds), None)


def cannot_scramble(private: Private, game: Game, plane: Plane, charts: Charts) -> Refusal | None:
    """Why a unit may not try to intercept [H9.4.1].

    A Regroup mark hinders and does not forbid; it even lets a disrupted unit try [AMB-32].
    """
    if plane.away:
        return Refusal(rule="7.3.3~", what="is on recon")
    if plane.disrupted and not plane.mark:
        return Refusal(rule="H9.4.1", what="is disrupted, without a Regroup mark")
    return not_ready(private, game, replace(plane, disrupted=False, mark=False), charts, kind="")


def cannot_evade(plane: Plane) -> Refusal | None:
    """Why a unit may not try to evade [H9.5]."""
    return Refusal(rule="7.3.3~", what="is on recon") if plane.away else None


def out_of_reach(game: Game, unit: str, origin: str, hex_: str, charts: Charts) -> Refusal | None:
    """Why a unit of a mission does not reach its hex from a base [H9.1.1]."""
    far, reach = distance_from(game, origin, hex_, charts), charts.air[unit].model.range
    if far is None or far <= reach:
        return None
    way = f"{count(far, 'hex', 'hexes')} from {spot(origin, charts)}"
    why = f"{charts.full_name(hex_)} is {way}, and {unit} reaches {reach}"
    return Refusal(rule="H9.1.1", what=why)


def apart_from_cargo(game: Game, plane: Plane, cargo: str, charts: Charts) -> Refusal | None:
    """Why a C-47 cannot have paratroops aboard: it flies from the base where they stand [H11.6]."""
    unit = game.troops.get(cargo) if cargo == charts.marching.parachutist else None
    if unit is None or unit.at == place_of(game, plane.base):
        return None
    stands, boards = charts.base_name(plane.base), charts.full_name(unit.at)
    return Refusal(rule="H11.6", what=f"stands at {stands}, and {cargo} goes aboard in {boards}")


def from_too_many_bases(origins: Iterable[str], charts: Charts) -> Refusal | None:
    """Why a mission may not start from all these bases [H9.1.1]."""
    bases = sorted({*origins})
    if len(bases) <= charts.operations.origins:
        return None
    names = ", ".join(charts.base_name(base) for base in bases)
    return Refusal(rule="H9.1.1", what=f"the units come from {len(bases)} bases: {names}")


def cannot_reconnoitre(
    private: Private, game: Game, plane: Plane, hex_: str, charts: Charts
) -> Refusal | None:
    """Why a recon unit may not be ordered to a hex [7.3.2~, H7.3]."""
    if refusal := cannot_scout(private, game, plane, charts):
        return refusal
    far, reach = distance_from(game, plane.base, hex_, charts), charts.air[plane.id].model.range
    if far is not None and far <= reach:
        return None
    start, place = spot(plane.base, charts), charts.full_name(hex_)
    way = "nowhere on the map" if far is None else f"{count(far, 'hex', 'hexes')} from {start}"
    return Refusal(rule="7.3.2~", what=f"reaches {reach}, and {place} is {way}")


def _starved(game: Game, base: str) -> bool:
    return base in game.bases and not game.bases[base].supplied


def _rolling(game: Game, base: str) -> bool:
    return base in game.ships and game.ships[base].disrupted
