"""Sentences about ground operations: moves, landings, attacks, raids, forts [H11]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table import events_ground as told
from pbem.systems.cartwheel.words.dice import listed, rolled
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    place_name,
    points,
    side,
)
from pbem.systems.cartwheel.words.sea import cargo_words
from pbem.systems.cartwheel.words.why import because

# --- moves and landings [H11.1, H11.2, H11.5] ----------------------------------------------------


def _move_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.GroundInitiativeRolled():
            words = f"{side(event.first)} acts first ashore when operations are over [H11.1]"
            needs = f"needs {charts.marching.allied_first} or more for the Allies"
            yield rolled(event.score, words, needs)
        case told.Marched():
            yield from _marched(event, charts)
        case told.Landed():
            yield from _landed(event, charts)
        case told.GroundVoided():
            words = f"{side(event.side)}'s order '{event.order}' ({', '.join(event.ids)})"
            words = f"{words} cannot be carried out{because(event.cited)}"
            yield Line(text=f"{words} [{event.cited}].", kind="note")


def _marched(event: told.Marched, charts: Charts) -> Iterator[Line]:
    one = len(event.units) == 1
    verb = ("attacks" if one else "attack") if event.attacking else ("marches" if one else "march")
    first, last = place_name(event.origin, charts), place_name(event.hex, charts)
    way = f"{last} from {first}" if event.attacking else f"from {first} to {last}"
    yield Line(text=f"{ADJECTIVES[event.side]} {all_of(event.units)} {verb} {way} [H11.2].")
    if event.disrupted:
        when = "after the fight" if event.attacking else "on arrival"
        words = f"The mountains disrupt {all_of(event.disrupted)} {when}"
        yield Line(text=f"{words} [H2.5].", kind="loss")


def _landed(event: told.Landed, charts: Charts) -> Iterator[Line]:
    items = cargo_words((*event.units, *(SUPPLY,) * event.supply))
    how = "among enemies " if event.attacking else ""
    words = f"{event.ship} lands {items} {how}at {place_name(event.hex, charts)}"
    yield Line(text=f"{words} [H11.5].")


# --- attacks [H11.4] -----------------------------------------------------------------------------


def _fight_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.Attacked():
            yield from _attacked(event, charts)
        case told.AttackMissed():
            where = place_name(event.hex, charts)
            words = f"{side(event.side)} makes no attack on {where}: the odds are too low"
            yield Line(text=f"{words} or nobody is left [{event.cited}].", kind="note")
        case told.Retreated():
            yield from _retreated(event, charts)


def _attacked(event: told.Attacked, charts: Charts) -> Iterator[Line]:
    where = place_name(event.hex, charts)
    yield Line(
        text=f"Attack on {where}: {all_of(event.attackers)} against {all_of(event.defenders)}, "
        f"{event.attack} to {event.defence}, column {event.odds} [H11.4]."
    )
    ours, theirs = count(event.attacker_loss, "step"), count(event.defender_loss, "step")
    result = f"attacker loses {ours}, defender {theirs}"
    yield rolled(event.score, f"{result}{', and retreats' if event.retreat else ''}")


def _retreated(event: told.Retreated, charts: Charts) -> Iterator[Line]:
    if event.units:
        places = {unit: place_name(place, charts) for unit, place in event.units.items()}
        yield Line(text=f"Retreat, disrupted: {listed(places)} [H11.4.3].", kind="loss")
    if event.held:
        one = len(event.held) == 1
        words = f"{all_of(event.held)} {'stays and loses' if one else 'stay and lose'} 1 more step"
        each = "" if one else " each"
        yield Line(text=f"{words}{each} [H11.4.3].", kind="loss")


# --- raids and Fortifications [H11.7, H11.8] -----------------------------------------------------


def _other_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.Raided():
            yield from _raided(event, charts)
        case told.Fortified():
            where = place_name(event.hex, charts)
            yield Line(text=f"{side(event.side)} fortifies {where} [H11.8].")
        case told.FortsFell():
            names = all_of(place_name(hex_, charts) for hex_ in event.hexes)
            verb = "falls" if len(event.hexes) == 1 else "fall"
            words = f"The Fortification of {names} {verb}"
            yield Line(text=f"{words}: nobody is left to hold it [H11.8].")


def _raided(event: told.Raided, charts: Charts) -> Iterator[Line]:
    who = f" by {event.unit}" if event.unit else ""
    yield Line(text=f"Commando raid on {base_name(event.base, charts)}{who} [H11.7].")
    cost = f"{event.unit} loses a step"
    if not event.unit:
        cost = f"{points(charts.points.failed_raid)} for Japan"
    result = {
        "fails": f"it fails: {cost}",
        "none": "no effect",
        "hit": "1 hit",
        "hit and strike": "1 hit and a strike on the aircraft there",
    }[event.effect]
    yield Line(text=f"{event.roll.label}: {event.roll.dice[0]}: {result}", kind="roll")


PARTS = (_move_lines, _fight_lines, _other_lines)
"""What a report says of events, part by part."""
