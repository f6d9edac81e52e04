"""What is told of offensives and ground combat [P4, P5, PH10]."""

from pbem.engine.events import Event
from pbem.engine.steps import Line
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.events_land import (
    AreaTaken,
    AttackCalledOff,
    Dropped,
    DropStopped,
    GroundRound,
    Landed,
    Marched,
    OffensiveBegun,
    Railed,
    Retreated,
    StepsLost,
    Supported,
)
from pbem.systems.pto.wording_names import all_of, area_name, nation_name, side_name, unit_name


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """The sentences for an event of offensives, ground combat or ground movement."""
    found = _moves(event, charts) or _combat(event, charts)
    return (found,) if found else ()


def _moves(event: Event, charts: Charts) -> Line | None:
    found = None
    match event:
        case OffensiveBegun():
            found = _begun(event, charts)
        case Marched():
            way = " → ".join(event.path)
            found = Line(text=f"{unit_name(event.unit)} marches {way} [PH10.1]")
        case Railed():
            to = area_name(event.to_area, charts)
            found = Line(text=f"{unit_name(event.unit)} goes by rail to {to} [PH12.6]")
        case Landed():
            who = all_of(unit_name(unit) for unit in event.units)
            to = area_name(event.area, charts)
            found = Line(text=f"{who} goes ashore at {to} [P4A.2.B]")
        case Dropped():
            found = _dropped(event, charts)
        case DropStopped():
            where = area_name(event.area, charts)
            found = Line(text=f"{unit_name(event.unit)} does not get through to {where} [PR13]")
        case Supported():
            found = _supported(event, charts)
    return found


def _combat(event: Event, charts: Charts) -> Line | None:
    found = None
    match event:
        case GroundRound():
            found = Line(text=_round(event, charts), kind="roll")
        case StepsLost():
            found = _lost(event)
        case Retreated():
            who = all_of(unit_name(unit) for unit in event.units)
            to = area_name(event.to_area, charts)
            found = Line(text=f"{who} retreats to {to} [PH10.7]")
        case AttackCalledOff():
            here = area_name(event.area, charts)
            words = f"The attack at {here} ends at {event.attack} to {event.defence} [PH10.4]"
            found = Line(text=words, kind="note")
        case AreaTaken():
            here, who = area_name(event.area, charts), nation_name(event.nation)
            found = Line(text=f"{here} falls to {who} [PH10.8]", kind="loss")
    return found


def _begun(event: OffensiveBegun, charts: Charts) -> Line:
    where = all_of(area_name(one, charts) for one in event.where)
    price = f", {event.points} EP" if event.points else ""
    sudden = f", {event.impromptu} impromptu" if event.impromptu else ""
    words = f"{nation_name(event.nation)}: {event.kind} offensive, {where}"
    return Line(text=f"{words} ({event.track} off the track{sudden}{price}) [P4.0.1]")


def _dropped(event: Dropped, charts: Charts) -> Line:
    sum_ = sum(event.roll.dice)
    how = "loses a step" if event.lost else "comes down well"
    where = area_name(event.area, charts)
    words = f"{unit_name(event.unit)} drops on {where}: {sum_}, {how} [PH10.9]"
    return Line(text=words, kind="roll")


def _supported(event: Supported, charts: Charts) -> Line:
    where = area_name(event.area, charts)
    if not event.units:
        words = f"No bomber gets through to support the {side_name(event.side)} at {where} [PH10.3]"
        return Line(text=words)
    who = all_of(unit_name(unit) for unit in event.units)
    return Line(text=f"{who} supports ground combat at {where} with {event.strength} [PH10.3]")


def _round(event: GroundRound, charts: Charts) -> str:
    here = area_name(event.area, charts)
    attack = _with_support(event.attack, event.attack_support)
    defence = _with_support(event.defence, event.defence_support)
    sum_ = " ".join((str(event.roll.dice[0]), *event.modifiers))
    return (
        f"{here}, round {event.number}: {attack} against {defence}, {event.odds}; "
        f"{sum_} = {event.die}: {event.result} [PH10.5, PH10.6]"
    )


def _with_support(strength: int, support: int) -> str:
    return f"{strength} + {support}" if support else str(strength)


def _lost(event: StepsLost) -> Line:
    counted = dict.fromkeys(event.units)
    parts = (
        f"{unit_name(unit)} loses {event.units.count(unit)} "
        f"step{'s' if event.units.count(unit) > 1 else ''}"
        f"{' and is eliminated' if unit in event.gone else ''}"
        for unit in counted
    )
    return Line(text=f"{all_of(parts)} [PH10.6]", kind="loss")
