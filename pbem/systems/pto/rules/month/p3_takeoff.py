"""Why an air unit cannot take off on a mission of its own side [PH8.1, PH2.3, PH11.3, PH1.3]."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.combat.losses import is_flying
from pbem.systems.pto.rules.map import is_grounded
from pbem.systems.pto.rules.month.p3_intercept import is_ready
from pbem.systems.pto.rules.units import may_reach
from pbem.systems.pto.table.events_naval import UnitsStay
from pbem.systems.pto.table.orders_month import Strike, Support
from pbem.systems.pto.table.state import Game

Why = Literal[
    "lost",
    "turned-back",
    "committed",
    "flown",
    "unsupplied",
    "damaged",
    "contested",
    "stranded",
    "grounded",
    "far",
]
CITED: Mapping[Why, str] = {
    "lost": "PH8.1",
    "turned-back": "D8.3",
    "committed": "PH8.1",
    "flown": "PH8.1",
    "unsupplied": "PH11.3",
    "damaged": "PH2.3",
    "contested": "PH1.5",
    "stranded": "PH2.3",
    "grounded": "W1.4.a",
    "far": "PH1.3",
}
"""The rule behind each reason."""
FlightT = TypeVar("FlightT", Strike, Support)


def hindrance(game: Game, id_: str, area: str, charts: Charts, *, once: bool) -> Why | None:
    """Why a unit cannot fly to an area now, or None.

    In its own half of phase 3 it flies once; in an offensive `once` in all [PH8.1].
    """
    unit = game.air.get(id_)
    if unit is None:
        return "lost"
    places = (game.where(unit), area)
    is_bad_weather = any(is_grounded(game, charts, one) for one in places)
    reasons: dict[Why, bool] = {
        "turned-back": unit.committed and is_flying(unit),
        "committed": unit.committed,
        "flown": unit.struck or (once and unit.intercepted),
        "unsupplied": unit.out > 0,
        "damaged": unit.base in game.ships and not is_ready(game, unit),
        "contested": unit.base in game.areas and game.is_contested(unit.base),
        "stranded": not is_ready(game, unit),
        "grounded": is_bad_weather,
        "far": not may_reach(game, charts, unit, area),
    }
    return next((why for why, is_so in reasons.items() if is_so), None)


def able(
    game: Game, order: FlightT, charts: Charts, *, once: bool
) -> tuple[FlightT, tuple[UnitsStay, ...]]:
    """An order without units that cannot fly any more, if others can; who, and why [F.6.5]."""
    flying = (*order.units, *order.escorts)
    events = staying(game, flying, order.area, charts, once=once)
    stay = [id_ for event in events for id_ in event.units]
    units = tuple(id_ for id_ in order.units if id_ not in stay)
    if not units:
        return order, events
    escorts = tuple(id_ for id_ in order.escorts if id_ not in stay)
    return replace(order, units=units, escorts=escorts), events


def told_once(refusal: Refusal, order: FlightT, stay: Iterable[UnitsStay]) -> Refusal:
    """A refusal of an order, without the reason that all of its units are told to stay for."""
    staying_behind = {id_ for event in stay for id_ in event.units}
    if order.units and staying_behind.issuperset(order.units):
        return replace(refusal, what="nobody is left to fly")
    return refusal


def staying(
    game: Game, units: Iterable[str], area: str, charts: Charts, *, once: bool
) -> tuple[UnitsStay, ...]:
    """Those of some units that cannot fly to an area, together by reason [F.6.5]."""
    found: dict[Why, tuple[str, ...]] = {}
    for id_ in units:
        why = hindrance(game, id_, area, charts, once=once)
        if why:
            found[why] = (*found.get(why, ()), id_)
    return tuple(
        UnitsStay(to=ALL, units=ids, area=area, why=why, cited=CITED[why])
        for why, ids in found.items()
    )
