"""Hidden changes: one rule for each, asked by the owner's check and by the audit (E.3.1).

`own` are the charts as the file finds them. Besides these changes nothing hidden alters but by
public results, which `learning` draws in.
"""

from collections.abc import Mapping

from pbem.counting import count
from pbem.engine.kinds import Refusal
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own import basing
from pbem.systems.cartwheel.own.basing import distance_from
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.entries import decided
from pbem.systems.cartwheel.own.items import places
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r06_capacity import PORT, bar_to_base
from pbem.systems.cartwheel.rules.r06_havens import havens, place_of
from pbem.systems.cartwheel.rules.r14_regroup import bar_to_mark
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from pbem.systems.cartwheel.table.state import Game

# --- 4.1: set-up, the 11th, Aces -----------------------------------------------------------------


def cannot_redistribute(occasion: Occasion, unit: str, base: str) -> Refusal | None:
    """Why a unit may not be set up at another base [H17.0]; the 11th stays."""
    charts = occasion.charts
    if not occasion.redistributes:
        return Refusal(rule="H17.0", what="is set up before the first turn alone")
    if charts.air[unit].is_eleventh:
        return Refusal(rule="H17.0", what="is of the 11th and stays")
    rule = bar_to_base(charts, occasion.game, unit, base)
    return Refusal(rule=rule, what=f"cannot base at {base[:40]!r}") if rule else None


def cannot_be_placed(occasion: Occasion, was: Plane, base: str) -> Refusal | None:
    """Why a unit of the 11th may not be placed at a base when it is committed [5.2c, H5.2].

    Units aboard a carrier stay there.
    """
    why = f"cannot be placed at {base[:40]!r}"
    if was.base in occasion.game.ships:
        return None if base == was.base else Refusal(rule="H5.2", what=why)
    rule = m05_events.eleventh_problem(occasion.game, was.id, base, occasion.charts)
    return Refusal(rule=rule, what=why) if rule else None


def cannot_be_ace(plane: Plane, charts: Charts) -> Refusal | None:
    """Why a unit may not be given the Ace: a fighter at full strength without one [H5.1.1, CR9]."""
    model = charts.air[plane.id].model
    if model.type != "F" or plane.steps < model.steps:
        return Refusal(rule="H5.1.1", what="is no fighter at full strength")
    return Refusal(rule="H5.1.1", what="carries an Ace already") if plane.ace else None


# --- 7.2: Regroup marks --------------------------------------------------------------------------


def cannot_mark(
    occasion: Occasion, plane: Plane, eleventh: CommitEleventh | None
) -> Refusal | None:
    """Why a unit may not be marked for regrouping in a file [7.2, AMB-5].

    `eleventh` is what the same file decides on the 11th, if it does: 5.2 comes before 7.2, so a
    unit of it is judged as it is after that [4.1, 4.3, E.4.7].
    """
    if not occasion.marks:
        return Refusal(rule="7.2", what="was marked for regrouping outside 7.2")
    if eleventh is not None:
        plane = decided(plane, eleventh, occasion.game, occasion.charts)
    return unfit_for_a_mark(plane, occasion.charts)


def unfit_for_a_mark(plane: Plane, charts: Charts) -> Refusal | None:
    """Why a unit is none that regroups: a disrupted or reduced combat unit at an airbase [7.2]."""
    broken = bar_to_mark(
        plane.id, steps=plane.steps, disrupted=plane.disrupted, base=plane.base, charts=charts
    )
    if broken:
        why = "is marked, and is neither disrupted nor reduced, or at no airbase"
        return Refusal(rule=broken, what=why)
    return None


def cannot_ask_for_a_step(plane: Plane, charts: Charts) -> Refusal | None:
    """Why a unit that is marked may not ask for a replacement step [H7.2]."""
    if plane.steps >= charts.air[plane.id].model.steps:
        return Refusal(rule="H7.2", what="asks for a step, and is at full strength")
    return None


# --- what stands ---------------------------------------------------------------------------------


def cannot_list(occasion: Occasion, base: str, to: tuple[str, ...]) -> Refusal | None:
    """Why a base may not be given an evacuation list in a file [H6.6.5]."""
    if not occasion.decides:
        return Refusal(rule="H6.6.5", what="gets no other list in a file that decides nothing")
    strange = next((place for place in (base, *to) if not has_chart(occasion, place)), "")
    if strange:
        return Refusal(rule="H6.6.5", what=f"cannot send anybody to {strange[:40]!r}")
    if base in to:
        return Refusal(rule="H6.6.5", what="is no refuge from itself")
    return None


def has_chart(occasion: Occasion, place: str) -> bool:
    """Whether a place is on the fixed list of a side's hidden places (E.2)."""
    return place in places(occasion.game, occasion.side, occasion.charts)


def cannot_count(occasion: Occasion, unit: str) -> Refusal | None:
    """Why a unit may not be said to count as another type [7.3.1]."""
    if not occasion.decides:
        return Refusal(rule="7.3.1", what="counts as before in a file that decides nothing")
    known = occasion.charts.air.get(unit)
    if known is None or not known.model.is_recon:
        return Refusal(rule="7.3.1", what="is no recon unit")
    return None


def base_meant(game: Game, typed: str, charts: Charts) -> str:
    """The airbase in a hex, or of a printed name, that stands where a base should; else the word.

    It is refused with the words for that base: so no code of a base is read as its hex, which
    would be refused with others.
    """
    if not typed or typed in charts.bases:
        return typed
    called = ((b.id, (b.hex, *_names(charts.base_name(b.id)))) for b in game.bases.values())
    return next((id_ for id_, words in called if typed.casefold() in words), typed)


def _names(name: str) -> tuple[str, ...]:
    return (name.casefold(), *name.casefold().split("/"))


# --- changes of base -----------------------------------------------------------------------------


def cannot_stage(
    occasion: Occasion, own: Private, plane: Plane, to: str, *, flies: bool
) -> Refusal | None:
    """Why a unit makes no stage move in a file; `flies` says that other orders of it do [H9.3]."""
    if not occasion.operates:
        return Refusal(rule="H8.8", what="makes no stage move in this file")
    return cannot_leave(occasion, own, plane, flies=flies) or cannot_come(occasion, plane, to)


def cannot_leave(occasion: Occasion, own: Private, plane: Plane, *, flies: bool) -> Refusal | None:
    """Why a unit may not leave by a stage move, wherever it goes [H9.3]."""
    if flies:
        return Refusal(rule="H9.3", what="flies in another order of this file")
    return basing.cannot_stage(own, occasion.game, plane, occasion.charts)


def cannot_come(occasion: Occasion, plane: Plane, to: str) -> Refusal | None:
    """Why a stage move may not end at a base [H9.3]; never at a port [CR73]."""
    game, charts = occasion.game, occasion.charts
    if to.startswith(PORT):
        return Refusal(rule="CR73", what="cannot stage to a port, where all would see it")
    base = base_meant(game, to, charts)
    if rule := bar_to_base(charts, game, plane.id, base):
        return Refusal(rule=rule, what=f"cannot base at {to[:40]!r}")
    if base == plane.base:
        return Refusal(rule="H9.3", what="stands there already")
    if not basing.may_reach(game, plane, base, charts):
        far = distance_from(game, plane.base, place_of(game, base), charts)
        reach = basing.staging_range(plane.id, charts)
        way = f"{charts.base_name(base)} is {far} from {basing.spot(plane.base, charts)}"
        why = f"stages {count(reach, 'hex', 'hexes')}, and {way}"
        return Refusal(rule="H9.3", what=why)
    if base != to:
        return Refusal(rule="6.3", what=f"cannot base at {to[:40]!r}")
    return None


def cannot_return(occasion: Occasion, plane: Plane, base: str) -> Refusal | None:
    """Why a recon unit may not return to a base [7.3.5~, H12.1]."""
    scout = occasion.game.turn.scouts.get(plane.id)
    if scout is None or not occasion.concludes:
        return Refusal(rule="7.3.5~", what="returns from recon in 4.6 alone")
    if base not in havens(occasion.game, plane.id, scout.hex, occasion.charts):
        return Refusal(rule="7.3.5~", what=f"cannot land at {base[:40]!r}")
    return None


def cannot_land(game: Game, unit: str, hex_: str, base: str, charts: Charts) -> Refusal | None:
    """Why a unit of a mission may not be told to land at a base [6.3.5~, H9.11.1]."""
    if base in havens(game, unit, hex_, charts):
        return None
    unfit = bar_to_base(charts, game, unit, base) == "6.3.5~"
    rule = "6.3.5~" if unfit else "H9.11.1"
    return Refusal(rule=rule, what=f"cannot land at {base[:40]!r} from there")


def held_by(own: Private, base: str, coming: Mapping[str, str]) -> list[str]:
    """Units that stand at a base, or come there before 4.8, by id [6.5.4~].

    `own` are the charts when recon has landed, `coming` where units of the file's missions land.
    """
    return [p.id for p in own.planes.values() if base in (p.base, p.to, coming.get(p.id))]


def cannot_dismantle(own: Private, base: str, coming: Mapping[str, str]) -> Refusal | None:
    """Why a mobile base may not be taken away: units stand there, or come there [6.5.4~]."""
    here = held_by(own, base, coming)
    if not here:
        return None
    return Refusal(rule="6.5.4~", what=f"is not empty: {', '.join(here)}")


def cannot_arrive(occasion: Occasion, unit: str, base: str) -> Refusal | None:
    """Why a reinforcement may not arrive at a base, whatever room there is [H15.1-H15.3]."""
    due = air_due(occasion.game, occasion.side, occasion.charts)
    if unit not in due:
        return Refusal(rule="H15.3", what="does not arrive this turn")
    if base in due[unit]:
        return None
    rule = "H15.2" if occasion.charts.air[unit].side == "japanese" else "H15.1"
    return Refusal(rule=rule, what=f"cannot arrive at {base[:40]!r}")
