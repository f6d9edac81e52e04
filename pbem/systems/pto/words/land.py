"""What is told of offensives and ground combat [P4, P5, PH10]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.combat.ph10_odds import ODDS
from pbem.systems.pto.table.events_land import (
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
    Shelled,
    StepsLost,
    Supported,
)
from pbem.systems.pto.table.naming import agree, all_of, at_first, each, nation_name, side_name
from pbem.systems.pto.words.economy import with_sign


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """The sentences for an event of offensives, ground combat or ground movement."""
    return (*_moves(event, charts), *_combat(event))


def _moves(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case OffensiveBegun():
            yield _begun(event)
        case Marched():
            way = " - ".join(map(mention, event.path))
            yield Line(text=f"{mention(event.unit)} marches {way} [PH10.1]")
        case Railed():
            to = mention(event.to_area)
            yield Line(text=f"{mention(event.unit)} goes by rail to {to} [PH12.6]")
        case Landed():
            who, to = each(event.units), mention(event.area)
            verb = agree(event.units, "goes", "go")
            yield Line(text=f"{who} {verb} ashore at {to} [P4A.2.B]")
        case Dropped():
            yield _dropped(event, charts)
        case DropStopped():
            where = mention(event.area)
            yield Line(text=f"{mention(event.unit)} does not get through to {where} [PR13]")
        case Supported():
            yield _supported(event)
        case Shelled():
            who = f"{each(event.ships)} {agree(event.ships, 'fires', 'fire')} from the sea"
            words = f"{who} for the {side_name(event.side)} at {mention(event.area)}"
            yield Line(text=f"{words} with {event.strength} [PH10.3]")


def _combat(event: Event) -> Iterator[Line]:
    match event:
        case GroundRound():
            yield Line(text=_round(event), kind="roll")
        case StepsLost():
            yield _lost(event)
        case Retreated():
            who, verb = each(event.units), agree(event.units, "retreats", "retreat")
            to = mention(event.to_area)
            yield Line(text=f"{who} {verb} to {to} [PH10.7]")
        case AttackCalledOff():
            here = mention(event.area)
            how = "ends" if event.rounds else "does not take place: it would be fought"
            words = f"The attack at {here} {how} at {event.attack} to {event.defence} [PH10.4]"
            yield Line(text=words, kind="note")
        case AreaTaken():
            here, who = mention(event.area), nation_name(event.nation)
            yield Line(text=f"{here} falls to {who} [PH10.8]", kind="loss")
            if event.left:
                put = f"{each(event.left)} {agree(event.left, 'puts', 'put')} to sea"
                yield Line(text=f"{put}, to {mention(event.sea)}, for its port is lost [PR4]")


def _begun(event: OffensiveBegun) -> Line:
    where = each(event.where)
    price = f", {event.points} EP" if event.points else ""
    sudden = f", {event.impromptu} impromptu" if event.impromptu else ""
    words = f"{at_first(event.nation)}: {event.kind} offensive, {where}"
    return Line(text=f"{words}; {event.track} off the track{sudden}{price} [P4.0.1]")


def _dropped(event: Dropped, charts: Charts) -> Line:
    sum_ = f"{sum(event.roll.dice)}, needs {charts.paratroops.rough + 1} or more"
    how = "loses a step" if event.lost else "comes down well"
    where = mention(event.area)
    words = f"{mention(event.unit)} drops on {where}: {sum_}: {how} [PH10.9]"
    return Line(text=words, kind="roll")


def _supported(event: Supported) -> Line:
    where = mention(event.area)
    if not event.units:
        words = f"No bomber gets through to support the {side_name(event.side)} at {where} [PH10.3]"
        return Line(text=words)
    who = f"{each(event.units)} {agree(event.units, 'supports', 'support')}"
    return Line(text=f"{who} ground combat at {where} with {event.strength} [PH10.3]")


def _round(event: GroundRound) -> str:
    """Strengths and the odds that they come to, the die with its reasons, and the result."""
    here = mention(event.area)
    attack = _with_support(event.attack, event.attack_support)
    defence = _with_support(event.defence, event.defence_support)
    die = event.roll.dice[0]
    total = die + sum(int(one.rpartition(" ")[2]) for one in event.modifiers)
    reasons = f", {', '.join(event.modifiers)} = {total}" if event.modifiers else ""
    rules = "[PH10.5, PH10.6, PH10.7]" if event.result.endswith("R") else "[PH10.5, PH10.6]"
    counts = "" if total == event.die else f", counts as {event.die}"
    return (
        f"{here}, round {event.number}: {attack} against {defence}, {_odds_words(event)}; die {die}"
        f"{with_sign(reasons)}{counts}: {event.result}, {_result_words(event.result)} {rules}"
    )


def _odds_words(event: GroundRound) -> str:
    """The odds, with what makes them less than the strengths are [PH10.4]."""
    attack = event.attack + event.attack_support
    defence = event.defence + event.defence_support
    if attack >= (int(event.odds[0]) + 1) * defence and event.odds == ODDS[-1]:
        return f"{event.odds}, the highest odds"
    return event.odds


def _result_words(result: str) -> str:
    """A result of the combat table in words [PH10.6]."""
    if result == "X":
        return "a step of each side"
    if result == "DE":
        return "all defenders"
    whose = "attackers" if result.startswith("A") else "defenders"
    back = ", who retreat or lose one more" if result.endswith("R") else ""
    return f"{count(int(result[1]), 'step')} of the {whose}{back}"


def _with_support(strength: int, support: int) -> str:
    most = " (the most that counts)" if support == strength else ""
    return f"{strength} and support {support}{most}" if support else str(strength)


def _lost(event: StepsLost) -> Line:
    counted = dict.fromkeys(event.units)
    parts = (
        f"{mention(unit)} loses {count(event.units.count(unit), 'step')}"
        f"{' and is eliminated' if unit in event.gone else ''}"
        for unit in counted
    )
    return Line(text=f"{all_of(parts)} [PH10.6]", kind="loss")
