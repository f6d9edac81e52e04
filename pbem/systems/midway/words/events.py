"""What players read of Midway: a line or more for every event."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from pbem.counting import capital, count
from pbem.dice import Roll
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.rules.victory import as_score
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.words.names import (
    BOXES,
    SIDE_NAMES,
    all_of,
    carrier_name,
    do,
    ring_name,
    seat_name,
)
from pbem.systems.midway.words.orders import order_voided, outlived


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """What a report says of an event."""
    return tuple(_lines(event, charts))


def _lines(event: Event, charts: Charts) -> Iterator[Line]:  # noqa: PLR0912, PLR0915 - one case an event
    match event:
        case happened.Landed():
            yield Line(text=f"{_ship(event)} lands {all_of(event.squadrons)} [M1.4].")
        case happened.Waited():
            yield from _waited(event, charts)
        case happened.Ditched():
            yield _ditched(event)
        case happened.Moved():
            yield _moved(event)
        case happened.Searched():
            yield from _searched(event)
        case happened.CapAttacked():
            yield from _cap_attacked(event)
        case happened.CapHeld():
            yield _cap_held(event)
        case happened.Dogfought():
            yield from _dogfought(event, charts)
        case happened.BombersHit():
            yield from _bombers_hit(event, charts)
        case happened.CapMovedOut():
            yield _cap_moved_out(event)
        case happened.FlakFired():
            yield from _flak_fired(event, charts)
        case happened.Bombed():
            yield from _bombed(event, charts)
        case happened.Damaged():
            yield _damaged(event, charts)
        case happened.Crippled():
            yield _crippled(event)
        case happened.Sunk():
            yield _sunk(event, charts)
        case happened.WentHome():
            yield from _went_home(event, charts)
        case happened.Launched():
            yield _launched(event)
        case happened.Planned():
            yield _planned(event)
        case happened.PlanSealed():
            yield Line(text=f"The plan of {seat_name(event.seat)} is sealed [M11.5].", kind="note")
        case happened.PlanBroken():
            words = f"The sealed plan of {seat_name(event.seat)} is against the rules"
            yield Line(text=f"{words}: the old decks stay [M11.1, M11.5].", kind="breach")
        case happened.RepairTried():
            yield from _repair_tried(event, charts)
        case happened.OrderVoided():
            yield order_voided(event, charts)
        case happened.StandingEnded() | happened.WaitsForFewer():
            yield Line(text=f"{capital(outlived(event, charts))} [MB1].", kind="note")
        case happened.GameEnded():
            yield from _game_ended(event)
        case _:
            raise TypeError(f"no words for {type(event).__name__}")


# --- parts of sentences ---------------------------------------------------------------------------


class _AtCarrier(Protocol):
    @property
    def carrier(self) -> str: ...


def _ship(event: _AtCarrier) -> str:
    return carrier_name(event.carrier)


def _needs(lowest: int, sides: int) -> str:
    return f"needs {lowest} or more" if lowest < sides else f"needs {lowest}"


def _hitting(roll: Roll, face: int) -> Line:
    """Dice of which each from a face up is a hit: `needs 5 or more: 4 of 9 hit`."""
    hit = f"{roll.at_least(face)} of {len(roll.dice)} hit"
    return _roll(roll, _needs(face, roll.sides), hit)


def _roll(roll: Roll, meaning: str, result: object) -> Line:
    """A roll's label with the rule's id, its dice, what counts, and what came of it."""
    dice = " ".join(map(str, roll.dice))
    return Line(text=f"{roll.label}: {dice}, {meaning}: {result}", kind="roll")


def _losses(who: str, losses: Mapping[str, int], destroyed: Sequence[str]) -> Iterator[Line]:
    total = sum(losses.values())
    if total:
        gone = dict.fromkeys(destroyed, " (destroyed)")
        each = all_of(f"{id_} {sp}{gone.get(id_, '')}" for id_, sp in losses.items() if sp)
        yield Line(text=f"{who} {total} SP: {each}.", kind="loss")


# --- landing, moving, searching [M1, M3, M16] -----------------------------------------------------


def _waited(event: happened.Waited, charts: Charts) -> Iterator[Line]:
    for missed, group in _by_number(event.marks):
        words = f"{do(group, 'does', 'do')} not land: {missed} of {charts.ditch} landings missed"
        last = f", with the next {'it ditches' if len(group) == 1 else 'they ditch'}"
        then = last if missed == charts.ditch - 1 else ""
        yield Line(text=f"{words}{then} [M1.5].", kind="note")


def _by_number(numbers: Mapping[str, int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Squadrons that have a number alike, by that number, in the order in which they stand."""
    for number in dict.fromkeys(numbers.values()):
        yield number, tuple(id_ for id_, own in numbers.items() if own == number)


def _ditched(event: happened.Ditched) -> Line:
    why = "no carrier is afloat [M1.6]" if event.no_carrier else "no deck in time [M1.5]"
    return Line(text=f"{do(event.squadrons, 'ditches', 'ditch')}: {why}.", kind="loss")


def _moved(event: happened.Moved) -> Line:
    box = next((name for key, name in BOXES.items() if key == event.target), event.target)
    if event.origin == "cap":
        return Line(text=f"{do(event.squadrons, 'leaves', 'leave')} CAP for {box} [M3.4].")
    return Line(text=f"{do(event.squadrons, 'moves', 'move')} on to {box} [M3.1].")


def _searched(event: happened.Searched) -> Iterator[Line]:
    groups = "; ".join(
        f"{number}: {', '.join(group) or 'nobody'}" for number, group in enumerate(event.groups, 1)
    )
    words = f"The American strike searches in {len(event.groups)} groups [M16.1]"
    yield Line(text=f"{words}: {groups}.")
    found = event.groups[event.lucky - 1]
    for number, roll in enumerate(event.rolls, 1):
        last = number == len(event.rolls)
        lucky = f"group {event.lucky}{' arrives' if found else ''}"
        group = lucky if last else "no such group, rolled again"
        yield Line(text=f"{roll.label}: {roll.dice[0]}, {group}", kind="roll")
    if found:
        words = do(found, "finds the enemy and is", "find the enemy and are")
        yield Line(text=f"{words} Ready to Attack; the others stay in Moving to Attack [M16.3].")
    else:
        words = f"Group {event.lucky} is empty: nobody arrives this turn [M16.4]"
        yield Line(text=f"{words}. The search is over, next turn all may advance [M16.5].")


# --- CAP attacks [M5] -----------------------------------------------------------------------------


def _cap_attacked(event: happened.CapAttacked) -> Iterator[Line]:
    cap, strike = SIDE_NAMES[event.side], SIDE_NAMES[other(event.side)]
    escort = f", escorted by {event.escorts} SP" if event.escorts else "; they have no escort"
    yield Line(
        text=f"{cap} CAP, {all_of(event.squadrons)} with {event.sp} SP, attacks the {strike} planes"
        f" in Ready to Attack{escort} [M5.1]."
    )
    if event.escorts:
        who = [f"{id_} with {sp} SP" for id_, sp in event.engaged.items()]
        fight = f"{do(who, 'fights', 'fight')} the escorts one for one"
        be = "is" if event.bombing == 1 else "are"
        free = f"{event.bombing} SP {be}" if event.bombing else "nobody is"
        yield Line(text=f"{fight}, {free} free for bombers [M5.2-M5.4].")


def _cap_held(event: happened.CapHeld) -> Line:
    strike = SIDE_NAMES[other(event.side)]
    holds = do(event.squadrons, "on CAP holds", "on CAP hold")
    return Line(text=f"{holds}: nobody attacks the {strike} planes in Ready to Attack [M5.1].")


def _dogfought(event: happened.Dogfought, charts: Charts) -> Iterator[Line]:
    face = charts.combat.dogfight
    yield _hitting(event.cap, face)
    yield _hitting(event.escort, face)
    yield from _losses("The escorts lose", event.escort_losses, event.destroyed)
    yield from _losses("CAP loses", event.cap_losses, event.destroyed)
    if not sum((*event.escort_losses.values(), *event.cap_losses.values())):
        yield Line(text="Nobody is shot down in the dogfight.")


def _bombers_hit(event: happened.BombersHit, charts: Charts) -> Iterator[Line]:
    face = charts.combat.cap
    hits = event.roll.at_least(face)
    yield _hitting(event.roll, face)
    yield from _losses("The bombers lose", event.losses, event.destroyed)
    surplus = hits - sum(event.losses.values())
    if surplus:
        yield Line(text=f"{count(surplus, 'hit')} found nobody left [M5.10].", kind="note")
    if not hits:
        yield Line(text="The bombers come through unharmed.")


def _cap_moved_out(event: happened.CapMovedOut) -> Line:
    places = (f"{all_of(group)} to {ring_name(ring)}" for ring, group in _by_number(event.rings))
    return Line(text=f"CAP moves out: {'; '.join(places)} [M5.11].")


# --- carrier attacks and damage [M7, M15] ---------------------------------------------------------


def _flak_fired(event: happened.FlakFired, charts: Charts) -> Iterator[Line]:
    words = do(event.squadrons, "attacks", "attack")
    yield Line(text=f"{words} {_ship(event)} with {event.sp} SP [M7.1].")
    yield _hitting(event.roll, charts.combat.aa)
    yield from _losses("AA fire shoots down", event.losses, event.destroyed)
    if sum(event.losses.values()) == event.sp:
        yield Line(text="Nothing is left of the wave.", kind="loss")


def _bombed(event: happened.Bombed, charts: Charts) -> Iterator[Line]:
    for number, roll in enumerate(event.rolls):
        yield _bombs(event.kind, roll, charts, again=number > 0)
    who = "Dive bombers" if event.kind == "DB" else "Torpedo bombers"
    words = f"score {count(event.hits, 'hit')} on" if event.hits else "miss"
    yield Line(text=f"{who} {words} {_ship(event)}.")


def _bombs(kind: str, roll: Roll, charts: Charts, *, again: bool) -> Line:
    """One throw of bombs or torpedoes: the first faces differ from those re-rolled [M7.4, M7.5]."""
    combat = charts.combat
    if kind == "DB":
        face, worth = (combat.db_again if again else combat.db_hit), 1
    elif again:
        face, worth = combat.tb_again, combat.tb_again_hits
    else:
        face, worth = combat.tb_hit, combat.tb_hits
    if worth == 1:
        return _hitting(roll, face)
    meaning = f"{_needs(face, combat.sides)}, each for {count(worth, 'hit')}"
    return _roll(roll, meaning, count(worth * roll.at_least(face), "hit"))


def _damaged(event: happened.Damaged, charts: Charts) -> Line:
    words = f"{_ship(event)} takes {count(event.hits, 'hit')}"
    return Line(text=f"{words}: damage {event.damage} of {charts.sunk} [M15.1].", kind="loss")


def _crippled(event: happened.Crippled) -> Line:
    words = f"{_ship(event)} is crippled and can neither launch nor land [M15.2]."
    return Line(text=words, kind="loss")


def _sunk(event: happened.Sunk, charts: Charts) -> Line:
    aboard = f" with {all_of(event.squadrons)} aboard" if event.squadrons else ""
    enemy = SIDE_NAMES[other(charts.carriers[event.carrier].side)]
    worth = f"{count(charts.victory.sunk, 'point')} for the {enemy} side"
    return Line(text=f"{_ship(event)} SINKS{aboard}: {worth} [M15.3, MH28].", kind="loss")


def _went_home(event: happened.WentHome, charts: Charts) -> Iterator[Line]:
    fighters = tuple(s for s in event.squadrons if charts.squadrons[s].kind == "F")
    bombers = tuple(s for s in event.squadrons if s not in fighters)
    if fighters:
        words = do(fighters, "heads", "head")
        yield Line(text=f"{words} home; fighters have no part here [M7.8].")
    if bombers:
        how = "home [M7.7]" if event.attacked else "home without a target [M7.9]"
        yield Line(text=f"{do(bombers, 'heads', 'head')} {how}.")


# --- launching, planning, repair [M9, M11, M13] ---------------------------------------------------


def _launched(event: happened.Launched) -> Line:
    parts = [f"{all_of(event.strike)} to {BOXES['moving']}"] if event.strike else []
    parts += [f"{all_of(event.cap)} to CAP ring 1"] if event.cap else []
    return Line(text=f"{_ship(event)} launches {'; '.join(parts) or 'nothing'} [M9.3].")


def _planned(event: happened.Planned) -> Line:
    """What stands on a deck anew, what stays there, and who goes below [M11.1, M11.3]."""
    new = [id_ for id_ in event.deck if id_ not in event.kept]
    parts = ["clears the deck for landing"]
    if new:
        parts = [f"spots {all_of(new)}"]
        parts += [f"{do(event.kept, 'stays', 'stay')} on deck"] if event.kept else []
    elif event.deck:
        parts = [f"keeps {all_of(event.deck)} on deck"]
    parts += [f"{do(event.below, 'goes', 'go')} below"] if event.below else []
    cited = "M11.1, M11.3" if event.below else "M11.1"
    return Line(text=f"{_ship(event)} {'; '.join(parts)} [{cited}].")


def _repair_tried(event: happened.RepairTried, charts: Charts) -> Iterator[Line]:
    face = charts.carriers[event.carrier].repair
    meaning = _needs(face, charts.combat.sides)
    yield _roll(event.roll, meaning, "repaired" if event.repaired else "not repaired")
    if event.repaired:
        words = f"{_ship(event)} repairs 1 hit: damage {event.damage} of {charts.sunk}"
        able = event.damage == charts.crippled - 1
        back = ", no longer crippled [M13.2, M15.2]." if able else " [M13.2]."
        yield Line(text=words + back)


# --- the end ------------------------------------------------------------------------------------


def _game_ended(event: happened.GameEnded) -> Iterator[Line]:
    result = f"{SIDE_NAMES[event.winner]} {event.grade} victory" if event.winner else "A draw"
    why = {
        "carriers": "no enemy carrier is afloat [MH27]",
        "points": f"on points, {as_score(event.points, event.winner)} [MH28]",
        "resigned": "the other side resigns [MH29]",
    }[event.reason]
    if event.reason == "carriers" and not event.winner:
        why = "no carrier is afloat on either side [MH27]"
    yield Line(text=f"{result}: {why}.")
    for side, name in SIDE_NAMES.items():
        points, lost = event.points.get(side, 0), event.sp_lost.get(side, 0)
        yield Line(text=f"{name} points: {points}; aircraft lost: {lost} SP.")
