"""What is told of ships and aircraft on the move [P3, P4B, P4C]."""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.events_naval import (
    Airlifted,
    BoatsHunted,
    FightersRise,
    Formed,
    Halted,
    InterceptionFailed,
    InterceptionTried,
    LeftAlone,
    Loaded,
    NothingToStrike,
    RaidFlown,
    Sailed,
    Searched,
    StacksDivided,
    StandbyLost,
    StoodBy,
    StrikeStopped,
    SupplyLanded,
    Surprised,
    Transferred,
    UnitsStay,
)
from pbem.systems.pto.table.naming import all_of, at_first, does, doing, each, side_name
from pbem.systems.pto.words.economy import totalled
from pbem.systems.pto.words.void import STAYING

SUPPLY = "supply"
AIMS = {
    "ships": "the ships",
    "aircraft": "the aircraft on the ground",
    "port": "the port",
    "airfield": "the airfield",
    "fort": "the fort",
}


def lines(event: Event, _: Charts) -> tuple[Line, ...]:
    """The sentences for an event of phase 3 or of an offensive at sea or in the air."""
    return (*_at_sea(event), *_in_the_air(event))


def _at_sea(event: Event) -> Iterator[Line]:
    match event:
        case Formed():
            verb = _verb(event.ships, "join")
            yield Line(text=f"{each(event.ships)} {verb} {mention(event.tf)} [P3.1.1]")
        case Loaded():
            price = f" for {event.points} EP" if event.points else ""
            words = f"{doing(event.tf, 'takes', 'take')} {cargo_words(event.cargo)} aboard{price}"
            yield Line(text=f"{words} [P3.1.2]")
        case Sailed():
            way = " - ".join(mention(area) for area in event.path)
            yield Line(text=f"{doing(event.tf, 'sails', 'sail')} {way} [PH5.1]")
        case Halted():
            stops = f"{doing(event.tf, 'stops', 'stop')} at {mention(event.area)}"
            words = f"{stops}: damage leaves {event.most} MP, {event.spent} are used"
            yield Line(text=f"{words} [PH5.1, PH6.5]", kind="note")
        case StandbyLost():
            used = f"{event.spent} of {event.most} MP are used, more than half, as damage slows it"
            words = f"{doing(event.tf, 'does', 'do')} not stand by: {used}"
            yield Line(text=f"{words} [P3.1.6, PH6.5]", kind="note")
        case StoodBy():
            yield Line(text=f"{doing(event.tf, 'stands', 'stand')} by [P3.1.6]")
        case Searched():
            yield searched(event)
        case InterceptionTried():
            yield _tried(event)
        case BoatsHunted():
            where = mention(event.area)
            words = f"{mention(event.tf)} attacks {mention(event.boats)}, found at {where}"
            yield Line(text=f"{words} [PH9.3]")
        case InterceptionFailed():
            fails = doing(event.tf, "does", "do")
            words = f"{fails} not get through to {mention(event.target)} [PH5.5]"
            yield Line(text=words, kind="note")
        case SupplyLanded():
            where = mention(event.area)
            many = f"{count(event.markers, 'supply marker')} come"
            what = "A supply marker comes" if event.markers == 1 else many
            yield Line(text=f"{what} ashore at {where} [P3.6.1]")


def _in_the_air(event: Event) -> Iterator[Line]:
    match event:
        case RaidFlown():
            yield _flown(event)
        case UnitsStay():
            where, why = mention(event.area), STAYING[event.why]
            words = f"{each(event.units)} cannot fly to {where} any more: {why} [{event.cited}]"
            yield Line(text=words, kind="note")
        case Surprised():
            target = mention(event.tf or event.area)
            rule = "PH16.1" if event.scenario else "D7.1"
            yield Line(text=f"The strike surprises {target} [{rule}]", kind="note")
        case FightersRise():
            what = (
                f"{_verb(event.units, 'meet')} the interceptors"
                if event.counter
                else f"{_verb(event.units, 'rise')} to intercept"
            )
            where = mention(event.area)
            yield Line(text=f"{each(event.units)} {what} at {where} [P3.2.2]")
        case StacksDivided():
            yield _divided(event)
        case LeftAlone():
            why = f"worth less than {count(event.worth, 'point')}"
            why = why if event.worth else "no CV, BB or loaded STP"
            words = f"{doing(event.target, 'is', 'are')} left alone by {mention(event.tf)}: {why}"
            yield Line(text=f"{words} [F.4]", kind="note")
        case NothingToStrike():
            what = mention(event.tf) if event.tf else AIMS[event.at]
            words = f"The strike finds nothing of {what} at {mention(event.area)}"
            yield Line(text=f"{words} [P3.2.3]", kind="note")
        case StrikeStopped():
            what = mention(event.tf) if event.tf else AIMS[event.at]
            words = f"The strike does not get through to {what} at {mention(event.area)}"
            yield Line(text=f"{words} [P3.2.3]", kind="note")
        case Transferred():
            to = mention(event.to_base)
            words = f"{each(event.units)} {_verb(event.units, 'move')} to {to}"
            if event.committed:
                words = f"{words}; committed: {each(event.committed)} [PH8.8, D3c]"
            else:
                words = f"{words} [PH8.8]"
            yield Line(text=words)
        case Airlifted():
            origin, to = mention(event.origin), mention(event.to_area)
            price = f" for {event.points} EP" if event.points else ""
            who = f"{at_first(event.nation)} lifts {cargo_words((event.cargo,))}{price}"
            yield Line(text=f"{who} from {origin} to {to} [PH12.6]")


def searched(event: Searched) -> Line:
    """The die against the least face that finds; boats have the number of D6 [PH5.6, D6.1]."""
    how = "found" if event.found else "not found"
    source = mention(event.source)
    verb = does(event.source, "searches", "search")
    words = f"{source} {verb} {mention(event.area)} for {mention(event.tf)}"
    words = f"{words}: {event.roll.dice[0]}, needs {event.number} or more: {how} [PH5.6]"
    return Line(text=words, kind="roll")


def _tried(event: InterceptionTried) -> Line:
    die = event.roll.dice[0]
    total = totalled(die, event.modifier)
    what = does(event.tf, "tries to intercept", "try to intercept")
    if event.counter:
        what = does(event.tf, "counters", "counter")
    target = does(event.target, "it", "them")
    verb = ("meets", "meet") if event.met else ("misses", "miss")
    how = f"{does(event.tf, *verb)} {target}"
    words = f"{mention(event.tf)} {what} {mention(event.target)} at {mention(event.area)}"
    rule = "PH5.5" if event.counter else "PH5.4"
    words = f"{words}: {total}, needs {event.number} or more: {how} [{rule}]"
    return Line(text=words, kind="roll")


def _flown(event: RaidFlown) -> Line:
    along = f" with {each(event.escorts)} as escort" if event.escorts else ""
    what = mention(event.tf) if event.tf else AIMS.get(event.at, event.at)
    where = mention(event.area)
    who = f"{side_name(event.side)}: {each(event.units)}{along}"
    strike = "strike" if along else _verb(event.units, "strike")
    return Line(text=f"{who} {strike} {what} at {where} [P3.2.1]")


def _divided(event: StacksDivided) -> Line:
    if event.broken:
        words = (
            f"The stacks of {mention(event.tf)} break a rule: none of its aircraft strike [D11.3]"
        )
        return Line(text=words, kind="breach")
    away, home = each(event.offensive) or "nobody", each(event.defensive) or "nobody"
    return Line(text=f"{mention(event.tf)} sends {away} and keeps {home} [D11.3]")


def _verb(units: tuple[str, ...], verb: str) -> str:
    """A verb for one unit or several."""
    return verb if len(units) > 1 else f"{verb}s"


def cargo_words(cargo: Iterable[str]) -> str:
    """What is carried: ground units by name, and supply markers [P3.1.2]."""
    return all_of("a supply marker" if one == SUPPLY else mention(one) for one in cargo)
