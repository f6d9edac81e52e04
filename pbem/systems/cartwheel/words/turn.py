"""Sentences for the frame of a turn: events, bases, initiative, supply, regrouping, the end."""

from collections.abc import Iterable, Iterator

from pbem.counting import capital, count
from pbem.dice import Roll
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.statements import Hit
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table import events_turn as told
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.words.bases import base_lines
from pbem.systems.cartwheel.words.dice import by_position, modified, signed
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    ahead,
    all_of,
    base_name,
    earned,
    place_name,
    points,
    side,
    verb,
)

MODIFIERS = {
    "allied recon": "Allied recon over Rabaul",
    "japanese recon": "Japanese recon over Port Moresby",
    "eleventh": "11th Hikoshidan committed",
    "tf36": "TF-36 committed",
    "rabaul": "Rabaul damaged",
    "moresby": "Port Moresby damaged",
    "regroup": "General regroup",
    "late": "Late in the year",
}
"""The rows of the Initiative DRM table [H7.4]."""


def _roll(roll: Roll, rest: str) -> Line:
    """A roll's label, its face, and what came of it."""
    return Line(text=f"{roll.label}: {roll.dice[0]}{rest}", kind="roll")


# --- 4.1 and 4.2 ---------------------------------------------------------------------------------


def _event_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.RandomEvent():
            yield from _random_event(event, charts)
        case told.EleventhDecided():
            yield from _eleventh(event, charts)
        case told.Tf36Declined():
            yield Line(text="TF-36 is not committed this turn [5.3].")
        case facts.Tf36Arrived():
            yield from _task_force(event, charts)
        case facts.Tf36Left():
            many = f" with {count(len(event.units), 'air unit')}" if event.units else ""
            yield Line(text=f"TF-36 leaves the board{many} [H5.3.3].")
        case told.RadarPlaced():
            words = f"{side(event.side)} puts a Radar marker on {base_name(event.base, charts)}"
            yield Line(text=f"{words} [H5.1].")
        case told.AcePlaced():
            words = f"{side(event.side)} puts an Ace marker on a fighter, which stays secret"
            yield Line(text=f"{words} [H5.1].")


EFFECTS = {
    "storm": "scrambling, bombing and the first run suffer this turn",
    "submarine": "SS1 may attack this turn",
    "volcano": "Rabaul's airbase is disrupted",
    "convoy": "Japan's replacement pool grows this turn",
    "japanese-ace": "Japan has an Ace marker to place",
    "allied-ace": "the Allies have an Ace marker to place",
    "coastwatchers": "Allied fighters in the Solomons scramble more easily this turn",
    "magic": "PBY-M flies this turn, anywhere",
}


def _random_event(event: told.RandomEvent, charts: Charts) -> Iterator[Line]:
    title = next(row.title for row in charts.events.table.rows if row.event == event.row)
    yield _roll(event.roll, "")
    most = max((row.high or 0 for row in charts.events.volcano.rows if row.disrupted), default=0)
    yield from (_roll(roll, f", needs {most} or less") for roll in event.again)
    effect = EFFECTS.get(event.row, "") if event.works else "no effect"
    if event.works and event.side:
        effect = f"{side(event.side)} has a Radar marker to place"
    yield Line(text=f"{title}: {effect or 'nothing happens'} [5.1, H5.1].")


def _eleventh(event: told.EleventhDecided, charts: Charts) -> Iterator[Line]:
    if not event.commit:
        yield Line(text="The 11th Hikoshidan is not committed; it rests at Truk [5.2d].")
        return
    worth = points(charts.printed.committed)
    yield Line(text=f"The 11th Hikoshidan is committed: {worth} for the Allies [5.2b].")
    for unit, hex_ in event.ports.items():
        yield Line(text=f"{unit} stands at the port of {place_name(hex_, charts)} [6.3.6~].")


def _task_force(event: facts.Tf36Arrived, charts: Charts) -> Iterator[Line]:
    worth = points(charts.tf36.committed)
    words = f"TF-36 is committed and appears at {place_name(event.hex, charts)}"
    yield Line(text=f"{words}: {worth} for Japan [H5.3.2, H5.3.3].")
    for base in sorted(set(event.units.values())):
        units = all_of(unit for unit, at in event.units.items() if at == base)
        yield Line(text=f"{base_name(base, charts)}: {units} [H5.3.3].")


# --- 4.3 -----------------------------------------------------------------------------------------


def _initiative_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.RegroupDeclared():
            yield _declared(event, charts)
        case told.ReconWaits():
            words = f"{side(event.side)} places his recon units when he has seen the enemy's"
            yield Line(text=f"{words} [E.4.6].")
        case told.ScoutPlaced():
            look = f" and looks at {base_name(event.base, charts)}" if event.base else ""
            who = f"{ADJECTIVES[event.side]} {event.unit}"
            words = f"{who} flies to {place_name(event.hex, charts)}{look}"
            yield Line(text=f"{words} [7.3.2~, 7.3.4~].")
        case told.InitiativeRolled():
            yield from _initiative(event, charts)
        case told.MissionsRolled():
            yield from _missions(event, charts)


def _declared(event: told.RegroupDeclared, charts: Charts) -> Line:
    """Regroups are declared in the campaign alone, whose turns have the months of `main` [7.1]."""
    if not event.declared:
        return Line(text="This is no general regroup turn [7.1].")
    month = charts.turn_name("main", event.after)
    after = f"; the next one may follow after {month}" if event.after else ""
    return Line(text=f"The Allies declare a general regroup turn{after} [7.1, 7.1b, H14.5].")


def _initiative(event: told.InitiativeRolled, charts: Charts) -> Iterator[Line]:
    if not event.rolls:
        yield Line(text=f"{side(event.side)} has the initiative by the scenario [7.0].")
        return
    for word, drm in event.modifiers.items():
        yield Line(text=f"{MODIFIERS[word]}: {drm:+} [H7.4].", kind="note")
    roll = event.rolls[0]
    needed = f"{charts.printed.initiative} or more for the Allies"
    yield Line(text=f"{roll.label}: {modified(roll, event.drm)}, {needed} [7.4].", kind="roll")
    yield Line(text=f"{side(event.side)} has the initiative [7.4].")


def _missions(event: told.MissionsRolled, charts: Charts) -> Iterator[Line]:
    for roll in event.rolls:
        row = charts.missions.table.at(roll.dice[0]).missions
        storm = f" {signed(event.drm)} for the storm" if event.drm else ""
        yield _roll(roll, f": {count(row, 'mission')}{storm}")
    words = f"{side(event.side)} may begin with {count(event.missions, 'mission')}"
    yield Line(text=f"{words} [7.5].")


# --- 4.7 to 4.9 ----------------------------------------------------------------------------------


def _supply_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.SupplyDetermined():
            yield from _supply(event, charts)
        case told.AttritionRolled():
            result = "loses a step" if event.lost else "holds out"
            needed = f"{charts.supply.attrition} or more costs a step"
            yield _roll(event.roll, f", {needed}: {event.unit} {result} [H13.3].")
        case told.UnitsRallied():
            units = all_of((*event.ground, *event.naval))
            yield Line(text=f"No longer disrupted: {units} [H14.1.1].")
        case told.RallyRolled():
            result = "is no longer disrupted" if event.rallied else "stays disrupted"
            words = f", {charts.regroup.contested} or less: {event.unit} {result} [H14.1.1]."
            yield _roll(event.roll, words)
        case facts.RegroupRolled():
            yield from _regrouped(event, charts)
        case facts.Reorganized():
            yield from _reorganized(event, charts)
        case facts.AirArrived():
            units = all_of(event.units)
            yield Line(text=f"{side(event.side)} receives {units} [H15.3].")
        case told.Arrived():
            places = sorted(set(event.units.values()))
            for place in places:
                units = all_of(unit for unit, at in event.units.items() if at == place)
                yield Line(text=f"{units} at {place_name(place, charts)} [H15].")


def _supply(event: told.SupplyDetermined, charts: Charts) -> Iterator[Line]:
    for heap in event.used:
        owner, _, hex_ = heap.partition("/")
        words = f"{side(owner)} uses up a supply unit in {place_name(hex_, charts)}"
        yield Line(text=f"{words} [H13.4].", kind="note")
    bases = tuple(base_name(base, charts) for base in event.bases)
    for units, what in (
        (event.ground, "Without supply"),
        (event.naval, "Without supply and disrupted"),
        (bases, "Bases without supply"),
    ):
        if units:
            yield Line(text=f"{what}: {all_of(units)} [H13.3].")
    if not (event.ground or event.naval or event.bases):
        yield Line(text="Everything is in supply [H13.3].")


def _regrouped(event: facts.RegroupRolled, charts: Charts) -> Iterator[Line]:
    pool = f"pool {count(event.pool, 'step')}"
    if event.certain:
        yield Line(text=f"All marked Allied units regroup, {pool} [H14.5].")
    else:
        own = "".join(
            f", {number} at {base_name(base, charts)}" for base, number in event.thresholds.items()
        )
        dice = by_position(event.dice)
        words = f"{side(event.side)}'s regroup dice, by position among any marked: {dice}"
        yield Line(text=f"{words}; {event.threshold} or less{own}, {pool} [H14.1].", kind="roll")
    if event.bases:
        names = all_of(base_name(base, charts) for base in event.bases)
        why = "out of supply, disrupted or not working"
        yield Line(text=f"Nobody regroups at {names}: {why} [6.6.2~].", kind="note")


def _reorganized(event: facts.Reorganized, charts: Charts) -> Iterator[Line]:
    yield Line(
        text="Who has flown is Ready again, but for units of over-full bases [14.2, 6.3.4~]."
    )
    if event.eleventh_lost:
        worth = points(charts.printed.eliminated * len(event.eleventh_lost))
        words = f"The 11th Hikoshidan has lost {all_of(event.eleventh_lost)}"
        yield Line(text=f"{words}: {worth} for the Allies [5.2e].")


# --- 4.10 and statements -------------------------------------------------------------------------


def _end_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.TurnBegan():
            yield Line(text="The next turn begins [4.10].")
        case told.OccupationScored():
            for hex_, worth in event.points.items():
                who = side(event.holders[hex_])
                words = f"{who} occupies {place_name(hex_, charts)}: {points(worth)}"
                yield Line(text=f"{words} [H16.2].")
            if event.rabaul:
                words = f"Rabaul's airbase is damaged: {points(event.rabaul)} for the Allies"
                yield Line(text=f"{words} [H16.2].")
            if not (event.points or event.rabaul):
                yield Line(text="Nobody occupies anything that counts [H16.2].")
        case told.GameEnded():
            yield from _ended(event)
        case facts.Stated():
            yield from _stated(event, charts)


def _ended(event: told.GameEnded) -> Iterator[Line]:
    why = "the other side resigns [H16.4]" if event.reason == "resigned" else "on points [H16.3]"
    level = capital(event.level)
    yield Line(text=f"{level}{' victory' if event.winner else ''}: {why}.")
    allied, japanese = points(event.points[ALLIED]), points(event.points[JAPANESE])
    by = ahead(event.margin) or "a margin of nothing"
    words = f"The Allies have {allied}, Japan {japanese}: {by}"
    yield Line(text=f"{words} [H16.3].")


def _stated(event: facts.Stated, charts: Charts) -> Iterator[Line]:
    """What a side had to tell of hidden things (E.6)."""
    who = side(event.side)
    match event.kind:
        case "replaced":
            worth = points(charts.points.replacement * event.number)
            words = f"{who} takes {count(event.number, 'replacement step')}"
            paid = f": {worth} for the enemy" if event.number else ""
            yield Line(text=f"{words}{paid} [H14.1].")
        case "eleventh":
            worth = points(charts.printed.flown * event.number)
            words = f"{count(event.number, 'unit').capitalize()} of the 11th Hikoshidan flew"
            yield Line(text=f"{words}: {worth} for the Allies [5.2e].")
        case "no-landing":
            lost = f"{all_of(event.lost)} lost{earned(event.points, event.side)}"
            yield Line(text=f"No base to land on: {lost} [H9.11.1].", kind="loss")
        case "moored" if event.port:
            where = base_name(f"{PORT}{event.port}", charts)
            yield Line(text=f"{event.place} stands at {where} [6.3.6~].")
        case "moored":
            yield Line(text=f"{event.place} stands at no port [6.3.6~].")
        case "lost-base":
            where = base_name(event.place, charts)
            if event.saved:
                escape = verb(event.saved, "escapes", "escape")
                yield Line(text=f"{all_of(event.saved)} {escape} from {where} [6.6.5].")
            if event.lost:
                lost = f"{all_of(event.lost)} {verb(event.lost, 'is', 'are')} lost at {where}"
                worth = earned(event.points, event.side)
                yield Line(text=f"{lost}{worth} [6.6.5].", kind="loss")
            if not (event.saved or event.lost):
                yield Line(text=f"Nobody was on the ground at {where} [6.6.5].")
        case _:
            yield from _struck(event, charts)


def hits_words(hits: Iterable[Hit]) -> list[str]:
    """What became of units that were hit on the ground, each once, as clauses."""
    found: dict[str, Hit] = {}
    for hit in hits:
        before = found.get(hit.unit, hit).before
        found[hit.unit] = replace(hit, before=before)
    return [hit_words(hit) for hit in found.values()]


def hit_words(hit: Hit) -> str:
    """What became of a unit that was hit on the ground, as a clause."""
    if not hit.after:
        return f"{hit.unit} is destroyed"
    if hit.after < hit.before:
        lost = hit.before - hit.after
        left = f"{hit.unit} loses {lost} of {count(hit.before, 'step')}"
        return f"{left} and is disrupted" if hit.disrupted else left
    return f"{hit.unit} {'is disrupted' if hit.disrupted else 'is unhurt'}"


def _struck(event: facts.Stated, charts: Charts) -> Iterator[Line]:
    """Who was hit, each unit once for each effect; of those destroyed nothing else is told."""
    where = base_name(event.place, charts)
    reduced = set(event.reduced) - set(event.lost)
    steps = sum(map(charts.air_points, reduced))
    effects: tuple[tuple[str, str, Iterable[str], int], ...] = (
        ("is disrupted", "are disrupted", set(event.disrupted) - set(event.lost), 0),
        ("loses a step", "lose a step", reduced, steps),
        ("is destroyed", "are destroyed", set(event.lost), event.points - steps),
    )
    for one, several, units, half in effects:
        names = tuple(sorted(units))
        if names:
            words = f"{all_of(names)} {one if len(names) == 1 else several}"
            worth = earned(half, event.side)
            yield Line(text=f"On the ground at {where} {words}{worth} [H9.10.6].", kind="loss")
    if event.stayed:
        counts = verb(event.stayed, "its die counts", "their dice count")
        words = f"{all_of(event.stayed)} evaded only after that: {counts} for nothing"
        yield Line(text=f"{words} [H8.9.11].")
    if not (event.disrupted or event.reduced or event.lost):
        yield Line(text=f"No air unit was hit on the ground at {where} [H9.10.6].")


PARTS = (_event_lines, base_lines, _initiative_lines, _supply_lines, _end_lines)
"""What a report says of events, part by part."""
