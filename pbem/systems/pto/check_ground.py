"""Whether ground orders are legal, in an offensive and in phase 5 [P4A, P5, PH10]."""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order, order_place
from pbem.errors import Problem
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.map import theatre_of
from pbem.systems.pto.orders import Assault, Attack, Debark, Drop, March, Rail, Strike, Support
from pbem.systems.pto.p4_advance import (
    Theatres,
    cannot_advance,
    cannot_drop,
    cannot_land,
    cannot_support,
    is_spent,
    performs,
    theatres_of,
)
from pbem.systems.pto.p5_movement import cannot_debark, cannot_march, cannot_rail
from pbem.systems.pto.state import Game

Numbered = Sequence[tuple[int, Order]]

HINTS = {
    "P5.1": "only units without a marker move in phase 5; they may in the next month",
    "PH7.2": "escort with fighters",
    "PH10.3": "only units with a bombing strength support; fighters go as escorts",
    "PH10.8": "an airfield serves from the month after it was taken",
    "PH1.4": "a unit enters linked areas as its movement allows; see 'pbem path'",
    "PH10.1": "move units of yours to areas free of the enemy, or attack in an offensive",
    "PH10.9": "one para unit per ATP, from an airfield of yours within 2 areas, in flying weather",
    "PH10.10": "units that were in an offensive this month have done their part",
    "PH12.6": "rail takes few units a month, within linked friendly areas of its net",
    "PH13.1": "the unit's nation performs a land offensive in the theatre in the same file",
    "P4A.2.B": "land units that are aboard an STP in a sea on the area",
    "P5.2": "go ashore where the STP lies in port, or on a coast of its sea that is yours and"
    " uncontested; 'then' leads from a port area to a linked one free of the enemy",
    "PH8.1": "name uncommitted bombers and fighters in reach; no base or target may be grounded",
    "PH10.2": "name a contested area of the theatre, or one that your units enter in this file",
}


def problems(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every ground order that is not legal, by the rule that forbids it."""
    theatres = theatres_of(order for _, order in numbered)
    yield from _foreign(game, seat, numbered)
    yield from _foreign_aircraft(game, seat, numbered)
    yield from _twice(numbered)
    yield from _flies_twice(numbered)
    for number, order in numbered:
        cited = _cited(game, side, order, theatres, numbered, charts)
        if cited:
            what = f"'{order.type}' of {_subject(order)} is not possible ({cited})"
            hint = HINTS.get(cited, "leave it out")
            yield Problem(code="E12", what=what, where=order_place(number), hint=hint)


def _cited(
    game: Game, side: str, order: Order, theatres: Theatres, numbered: Numbered, charts: Charts
) -> str:
    """The rule that forbids a ground order, or empty."""
    if theatres:
        return _cited_in_offensive(game, side, order, theatres, numbered, charts)
    cited = ""
    match order:
        case March():
            cited = cannot_march(game, side, order, charts)
        case Rail():
            cited = cannot_rail(game, side, order, charts)
        case Debark():
            cited = cannot_debark(game, side, order, charts)
    return cited


def _cited_in_offensive(
    game: Game, side: str, order: Order, theatres: Theatres, numbered: Numbered, charts: Charts
) -> str:
    """The rule that forbids an order of a land offensive, or empty."""
    cited = ""
    match order:
        case March():
            cited = cannot_advance(game, side, order, theatres, charts)
        case Assault():
            cited = cannot_land(game, side, order, theatres, charts)
        case Drop():
            cited = cannot_drop(game, side, order, theatres, charts)
        case Support():
            cited = cannot_support(game, side, order, theatres, charts)
        case Attack():
            cited = _cannot_attack(game, side, order, theatres, numbered, charts)
    return cited


def _cannot_attack(
    game: Game, side: str, order: Attack, theatres: Theatres, numbered: Numbered, charts: Charts
) -> str:
    """An attack is on an area that is or will be contested, in a theatre of the file [PH10.2]."""
    if order.area not in game.areas:
        return "PH10.2"
    if theatre_of(charts, order.area) not in theatres:
        return "PH13.1"
    for id_ in order.units:
        if id_ not in game.ground:
            return "PH10.2"
        if not performs(game, game.ground[id_].nation, order.area, theatres, charts):
            return "PH13.1"
        if is_spent(game.ground[id_]):
            return "PH10.10"
    arriving = any(
        (isinstance(one, March) and one.path[-1:] == (order.area,))
        or (isinstance(one, Assault | Drop) and one.area == order.area)
        for _, one in numbered
    )
    return "" if arriving or game.ground_at(order.area, side) else "PH10.2"


def _subject(order: Order) -> str:
    for key in ("unit", "area"):
        value = getattr(order, key, "")
        if value:
            return f"'{str(value)[:40]}'"
    return "nothing"


def _units(order: Order) -> tuple[str, ...]:
    """The ground units that an order moves."""
    match order:
        case March() | Rail() | Debark() | Drop():
            return (order.unit,)
        case Assault():
            return order.units
    return ()


def _aircraft(order: Order) -> tuple[str, ...]:
    """The air units that an order sends to help a ground combat."""
    return (*order.units, *order.escorts) if isinstance(order, Support) else ()


def _foreign(game: Game, seat: str, numbered: Numbered) -> Iterator[Problem]:
    """Units of somebody else, or of nobody."""
    own = game.nations_of(seat)
    for number, order in numbered:
        attacking = order.units if isinstance(order, Attack) else ()
        for unit in (*_units(order), *attacking):
            if unit not in game.ground or game.ground[unit].nation not in own:
                what = f"'{unit[:40]}' is no ground unit of yours ({order.rule})"
                hint = "see 'pbem status' or the form for your units"
                yield Problem(code="E12", what=what, where=order_place(number), hint=hint)


def _foreign_aircraft(game: Game, seat: str, numbered: Numbered) -> Iterator[Problem]:
    """Aircraft of somebody else, or of nobody."""
    own = game.nations_of(seat)
    for number, order in numbered:
        for unit in _aircraft(order):
            if unit not in game.air or game.air[unit].nation not in own:
                what = f"'{unit[:40]}' is no air unit of yours ({order.rule})"
                hint = "see 'pbem status' or the form for your units"
                yield Problem(code="E12", what=what, where=order_place(number), hint=hint)


def _flies_twice(numbered: Numbered) -> Iterator[Problem]:
    """Air offensive and ground support share no air unit, nor do two supports [PH13.2, PH8.1]."""
    striking = {
        unit
        for _, order in numbered
        if isinstance(order, Strike)
        for unit in (*order.units, *order.escorts)
    }
    seen: set[str] = set()
    for number, order in numbered:
        for unit in _aircraft(order):
            if unit in striking or unit in seen:
                rule = "PH13.2" if unit in striking else "PH8.1"
                what = f"'{unit[:40]}' is ordered to fly twice ({rule})"
                hint = "an air unit flies once in an offensive"
                yield Problem(code="E12", what=what, where=order_place(number), hint=hint)
            seen.add(unit)


def _twice(numbered: Numbered) -> Iterator[Problem]:
    """A unit moves by one order alone."""
    seen: set[str] = set()
    for number, order in numbered:
        for unit in _units(order):
            if unit in seen:
                what = f"'{unit[:40]}' is ordered to move twice ({order.rule})"
                hint = "keep one of the orders"
                yield Problem(code="E12", what=what, where=order_place(number), hint=hint)
            seen.add(unit)
