"""Sentences for the air/naval phase's frame: missions announced, replies, passes [4.4, H8]."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.counting import capital, count
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.table import events_play as told
from pbem.systems.cartwheel.table.under_way import Raid, Voyage
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    class_name,
    place_name,
    short_place,
    side,
    target_name,
)
from pbem.systems.cartwheel.words.why import because

DISENGAGES = {
    "never": "never break off",
    "half": "break off with fewer than half left",
    "any": "break off once one is disrupted or loses a step",
}
"""When interceptors have had enough, by `disengage_at` [H9.8.2]."""


def mission_name(raid: Raid | told.RaidOrdered, charts: Charts) -> str:
    """`the Allied strike on Buin/Kahili (t8m1)`, where a mission is first mentioned."""
    id_ = raid.id if isinstance(raid, Raid) else raid.mission
    return f"{raid_name(raid, charts)} ({id_})"


def raid_name(raid: Raid | told.RaidOrdered, charts: Charts) -> str:
    """`the Allied strike on Buin/Kahili`, where its id stands beside it or nobody needs one."""
    return f"the {ADJECTIVES[raid.side]} {_aim(raid, charts)}"


_Aimed = Raid | told.RaidOrdered | told.Replied | told.AnswerOpened | told.RaidCancelled


def _aim(raid: _Aimed, charts: Charts) -> str:
    """`strike on Buin/Kahili`."""
    return f"{raid.kind} on {short_place(raid.hex, charts)}"


def voyage_name(voyage: Voyage) -> str:
    """`the Allied bombardment (t8m4)`, where a naval mission is first mentioned."""
    return f"the {ADJECTIVES[voyage.side]} {_errand(voyage.purpose)} ({voyage.id})"


def _errand(purpose: str) -> str:
    """A naval mission by its purpose [H10.1]."""
    return "bombardment" if purpose == "bombard" else purpose


def frame_lines(event: Event, charts: Charts) -> Iterator[Line]:
    """What a report says of an event of this part; nothing of others."""
    yield from _answer_lines(event, charts)
    match event:
        case told.RunBegan():
            words = f"{side(event.side)} begins with a run of {count(event.missions, 'mission')}"
            yield Line(text=f"{words} [H8.1].")
        case told.RaidOrdered():
            yield _raid_ordered(event, charts)
        case told.VoyageOrdered():
            yield _voyage_ordered(event, charts)
        case told.Replied():
            yield _replied(event, charts)
        case told.BlindGiven():
            ahead = _ahead(event.missions, passing=event.passing)
            words = f"{side(event.side)} gives his next opportunity ahead: {ahead} [H8.7]."
            yield Line(text=words)
        case told.BlindVoided():
            what = _ahead(event.missions, passing=event.passing)
            words = f"What was given ahead is void, and nothing is lost by it ({what})"
            why = because(event.cited)
            yield Line(text=f"{words}{why} [H8.7, {event.cited}].", kind="note")
        case told.RaidCancelled():
            name = f"The {ADJECTIVES[event.side]} {_aim(event, charts)} ({event.mission})"
            words = f"{name} is cancelled, its units stay Ready{because(event.cited)}"
            yield Line(text=f"{words} [H8.4, {event.cited}].", kind="note")
        case told.Passed():
            yield _passed(event)
        case told.PassAnnounced():
            yield _pass_announced(event)
        case told.PassesVoided():
            yield _passes_voided(event)
        case told.OperationsOver():
            flown = ((event.done.get(one, 0), name) for one, name in ADJECTIVES.items())
            done = " and ".join(count(number, f"{name} mission") for number, name in flown)
            yield Line(text=f"Air and naval operations are over: {done} [4.4c].")
            for idle in event.idle:
                none = "nothing ashore" if idle not in event.unasked else "nothing more this turn"
                rule = "H11.1.2" if idle not in event.unasked else "E.4.8: not asked"
                yield Line(text=f"{side(idle)} can order {none} [{rule}].")


def _answer_lines(event: Event, charts: Charts) -> Iterator[Line]:
    """An answer in advance, and who is named in it against the rules [H8.9.9, H8.9.10]."""
    match event:
        case told.AnswerOpened():
            words = f"{side(event.side)} has answered the {_aim(event, charts)} in advance"
            ups = _takes_off(event, charts) or "nobody takes off"
            kind = next(one for one in charts.answers.classes if one.id == event.raid_class)
            against = class_name(kind)
            yield Line(text=f"{words} ({against}): {ups} [H8.9.9].")
        case told.AnswerBreached():
            words = f"{event.unit} is named against the rules by the answer to {event.mission}"
            yield Line(text=f"{words}, and stays where it is [{event.cited}].", kind="note")


def _ahead(missions: Sequence[str], *, passing: bool) -> str:
    """What is given ahead: `2 missions and a pass`."""
    many = [count(len(missions), "mission")] if missions else []
    return all_of((*many, *(["a pass"] if passing else [])))


def _raid_ordered(event: told.RaidOrdered, charts: Charts) -> Line:
    """`The Allied strike on Rabaul (t1m1) in 1203, high: 2 strikers, 1 escort [H9.1.3].`"""
    name = mission_name(event, charts)
    where = f" in {event.hex}" if short_place(event.hex, charts) != event.hex else ""
    words = f"{capital(name)}{where}, {BANDS[event.band - 1]}"
    openly, rules = (", units named openly", "H8.9.8, H9.1.3") if event.open else ("", "H9.1.3")
    return Line(text=f"{words}: {numbers_of(event)}{openly} [{rules}].")


def numbers_of(raid: Raid | told.RaidOrdered) -> str:
    """How many units of each role were announced [H9.1.3]: `2 strikers, 1 escort`."""
    roles = (
        (raid.strikers, "striker"),
        (raid.transports, "transport"),
        (raid.escorts, "fighter" if raid.kind == "sweep" else "escort"),
    )
    return ", ".join(count(number, noun) for number, noun in roles if number)


def _voyage_ordered(event: told.VoyageOrdered, charts: Charts) -> Line:
    what = f"{ADJECTIVES[event.side]} {_errand(event.purpose)}"
    at = ""
    if event.target:
        of = "of" if event.purpose == "bombard" else "against"
        at = f" {of} {target_name(event.target, charts)}"
    first, last = place_name(event.path[0], charts), place_name(event.path[-1], charts)
    by = f" by {' '.join(event.path[1:-1])}" if event.path[2:] else ""
    way = f"from {first}{by} to {last}" if event.path[1:] else f"at {last}"
    ships = ", ".join(event.ships)
    return Line(text=f"{what}{at} ({event.mission}): {ships} {way} [H10.1].")


def _replied(event: told.Replied, charts: Charts) -> Line:
    """Who takes off, by a reply."""
    words = f"{side(event.side)} answers the {_aim(event, charts)}"
    return Line(text=f"{words}: {_takes_off(event, charts) or 'no reply'} [H8.5].")


def _takes_off(event: told.Replied | told.AnswerOpened, charts: Charts) -> str:
    """Who takes off; doctrine only where somebody intercepts."""
    parts = [
        f"{verb} {_units(units, charts)}"
        for verb, units in (("scrambles", event.interceptors), ("evades with", event.evaders))
        if units
    ]
    if event.interceptors:
        doctrine = f"they go for the {event.go_for} and {DISENGAGES[event.disengage_at]}"
        parts.append(f"{doctrine}, Ace in {event.ace}" if event.ace else doctrine)
    return "; ".join(parts)


def _units(units: Mapping[str, str], charts: Charts) -> str:
    return ", ".join(f"{unit} from {base_name(base, charts)}" for unit, base in units.items())


def _passed(event: told.Passed) -> Line:
    why = {
        "": "",
        "cap": ", all missions of the turn flown [H8.2]",
        "announced": ", as announced [H8.3]",
        "out": ", as in all the rest of the phase [H8.3]",
    }
    words = f"{side(event.side)} passes{why[event.why]}"
    return Line(text=f"{words}: pass {event.passes} in a row [4.4c].")


def together(events: tuple[Event, ...], _: Charts) -> tuple[Line, ...]:
    """Passes of both sides one after another, of sides that have passed out, in one line [H8.3]."""
    passes = [event for event in events if isinstance(event, told.Passed)]
    if len(passes) < len(events) or any(event.why != "out" for event in passes):
        return ()
    if len({event.side for event in passes}) == 1:
        return ()
    words = "Both sides pass, as in all the rest of the phase [H8.3]"
    return (Line(text=f"{words}: {passes[-1].passes} passes in a row [4.4c]."),)


def _pass_announced(event: told.PassAnnounced) -> Line:
    words = f"will pass {at_next(event.times, 'his')}"
    if event.rest:
        words = "has passed out: he flies and sails no more in this phase, and still answers"
    told_ahead = "; his orders ashore are given in the same file [H8.3, H8.10.2]"
    return Line(text=f"{side(event.side)} {words}{told_ahead if event.ashore else ' [H8.3]'}.")


def at_next(times: int, whose: str = "your") -> str:
    """When passes that are announced come: `at his next opportunity, unless …` [H8.3]."""
    if times > 1:
        return f"at {whose} next {times} opportunities, unless the enemy acts between"
    return f"at {whose} next opportunity, unless the enemy acts before"


def _passes_voided(event: told.PassesVoided) -> Line:
    what = "pass is" if event.times == 1 else f"{count(event.times, 'pass', 'passes')} are"
    words = f"{side(event.side)}'s announced {what} void: the enemy has performed a mission"
    return Line(text=f"{words} [H8.3].", kind="note")
