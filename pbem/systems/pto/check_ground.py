"""Whether ground orders are legal, in an offensive and in phase 5 [P4A, P5, PH10]."""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order, order_place
from pbem.errors import Problem
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.map import theatre_of
from pbem.systems.pto.orders import Assault, Attack, Debark, Drop, March, Rail, Support
from pbem.systems.pto.p4_advance import (
    Theatres,
    cannot_advance,
    cannot_land,
    cannot_support,
    is_spent,
    performs,
    theatres_of,
)
from pbem.systems.pto.p4_drops import cannot_drop
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
    game: Game, side: str, _: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every ground order that is not legal, by the rule that forbids it."""
    theatres = theatres_of(order for _, order in numbered)
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
