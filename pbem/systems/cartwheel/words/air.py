"""Sentences about air missions, from scramble to landing, and about casualties [H9]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table import events_air as told
from pbem.systems.cartwheel.table.events_air import Score
from pbem.systems.cartwheel.table.events_charts import (
    BaseStruck,
    Fate,
    MissionOver,
    OnAlert,
    ReconFlew,
)
from pbem.systems.cartwheel.table.under_way import Flier
from pbem.systems.cartwheel.words.dice import harm_words, rolled, to_harm
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    earned,
    place_name,
    short_place,
    side,
    target_name,
)
from pbem.systems.cartwheel.words.why import because

ABORTS = {
    "never": "it never aborts",
    "half": "it aborts with fewer than half left",
    "any": "it aborts once one is disrupted or loses a step",
}
"""When a raid goes home, by `abort_at` [H9.8.2]."""
ROLES = {"escort": "escorts", "striker": "strikers", "transport": "transports"}


# --- taking off [H9.4, H9.5] ---------------------------------------------------------------------


def _takeoff_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.Scrambled():
            verb = "evades" if event.evade else "is up"
            height = "" if event.evade or not event.airborne else f" at {BANDS[event.band - 1]}"
            fate = f"{verb}{height}" if event.airborne else "stays on the ground"
            yield rolled(event.score, f"{event.unit} {fate}", f"needs {event.sr} (SR) or less")
        case told.ScrambleVoided():
            where = base_name(event.base, charts)
            words = f"{event.unit} at {where} cannot take off any more{because(event.cited)}"
            yield Line(text=f"{words} [{event.cited}].", kind="note")
        case told.RaidSeen():
            yield from _seen(event, charts)
        case told.ManifestBreached():
            why = f"{event.unit} does not fly{because(event.cited)}"
            who = why if event.unit else "the sealed units do not add up"
            yield Line(text=f"Mission {event.mission}: {who} [{event.cited}].", kind="breach")


def _seen(event: told.RaidSeen, charts: Charts) -> Iterator[Line]:
    where, height = short_place(event.hex, charts), BANDS[event.band - 1]
    name = f"The {ADJECTIVES[event.side]} {event.kind} on {where}"
    cover = ", escorts as top cover" if event.top_cover else ""
    doctrine = ABORTS[event.abort_at]
    head = f"{name} comes in, {height}{cover}; {doctrine}"
    yield Line(text=f"{head} [H9.1.3].")
    for role, plural in ROLES.items():
        who = "fighters" if event.kind == "sweep" else plural
        units = [flier for flier in event.fliers if flier.role == role]
        if units:
            yield Line(text=f"{who.capitalize()}: {_aims(units, event.ace, charts)}.")


def _aims(fliers: Sequence[Flier], ace: str, charts: Charts) -> str:
    """Units by what they are to do: `B24-319 (precision) and B25-70 (regular) against Rabaul`."""
    groups: dict[str, list[str]] = {}
    for flier in fliers:
        marks = [*(["ace"] if flier.unit == ace else []), *([flier.mode] if flier.mode else [])]
        aim = f"against {target_name(flier.target, charts)}" if flier.target else ""
        cargo = f"with {flier.cargo}" if flier.cargo else ""
        what = " ".join(word for word in (aim, cargo) if word)
        name = f"{flier.unit} ({', '.join(marks)})" if marks else flier.unit
        groups.setdefault(what, []).append(name)
    return "; ".join(f"{all_of(units)} {what}".rstrip() for what, units in groups.items())


# --- aerial combat [H9.7, H9.8] ------------------------------------------------------------------


def _combat_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.BreakTried():
            needed = charts.air_combat.through
            fate = f"gets past {event.escort}" if event.through else f"must fight {event.escort}"
            yield rolled(event.score, f"{event.unit} {fate}", f"needs {needed} or more")
        case told.Fired():
            needs = to_harm(charts.air_combat.results)
            yield rolled(event.score, f"{event.target} {harm_words(event.harm)}", needs)
        case told.RoundOver():
            yield from _round(event)


def _round(event: told.RoundOver) -> Iterator[Line]:
    if event.left:
        words = f"{all_of(event.left)} {'leaves' if len(event.left) == 1 else 'leave'} disrupted"
        yield Line(text=f"Round {event.round}: {words} [H9.8.1].")
    if event.jettisoned:
        verb = "jettisons its" if len(event.jettisoned) == 1 else "jettison their"
        yield Line(text=f"{all_of(event.jettisoned)} {verb} bombs [H9.8.1].")
    if event.disengaged:
        yield Line(text="The interceptors disengage [H9.8.2].")
    if event.aborted:
        yield Line(text="The raid turns back [H9.8.2].")


# --- at the target [H9.9, H9.10, H11.6] ----------------------------------------------------------


def _target_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.FlakFired():
            needs = to_harm(charts.flak.results)
            yield rolled(event.score, f"{event.unit} {harm_words(event.harm)}", needs)
        case told.TargetGone():
            aim = target_name(event.target, charts)
            yield Line(text=f"{event.unit} finds {aim} gone: its bombs fall into the sea [H9.6].")
        case told.Bombed():
            attack = f"{event.mode} attack on {target_name(event.target, charts)}"
            needs = to_harm(charts.bombing.base)
            yield rolled(event.score, f"{attack}: {count(event.hits, 'hit')}", needs)
        case told.Strafed():
            yield Line(text=f"{event.unit} strafes {base_name(event.base, charts)} [H9.10.1].")
        case told.UnitBombed():
            at_sea = event.target.partition(":")[0] == "naval"
            needs = to_harm(charts.bombing.naval if at_sea else charts.bombing.ground)
            attack = f"{event.mode} attack on {target_name(event.target, charts)}"
            victim = f"{event.victim} " if event.victim and not at_sea else ""
            yield rolled(event.score, f"{attack}: {victim}{harm_words(event.harm)}", needs)
        case told.PortHit():
            shut = ", and is closed" if event.closed else ""
            where = place_name(event.hex, charts)
            words = f"The port of {where} takes {count(event.hits, 'hit')}"
            yield Line(text=f"{words}, {event.total} in all{shut} [H9.10.7].")
        case told.Dropped():
            yield from _dropped(event, charts)


def _dropped(event: told.Dropped, charts: Charts) -> Iterator[Line]:
    cargo = "a supply unit" if event.cargo == SUPPLY else event.cargo
    fates = {
        "": "lands safely",
        "D": "lands disrupted",
        "lost": "is lost: nobody finds it",
    }
    where = place_name(event.hex, charts)
    needs = f"needs {charts.supply.dropped} or less"
    if event.cargo != SUPPLY:
        needs = f"needs {charts.marching.scattered + 1} or more to land undisrupted"
    for roll in event.rolls:
        yield Line(text=f"{roll.label}: {roll.dice[0]}, {needs}", kind="roll")
    cited = "H13.4" if event.cargo == SUPPLY else event.rule
    yield Line(text=f"{event.unit} drops {cargo} at {where}; it {fates[event.effect]} [{cited}].")


# --- casualties ----------------------------------------------------------------------------------


def _loss_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.UnitHit():
            yield _hit(event, charts)
        case told.CargoLost():
            lost = [f"{count(n, 'step')} of {unit}" for unit, n in event.steps.items() if n]
            lost += [count(event.supply, "supply unit")] if event.supply else []
            worth = earned(event.points, charts.naval[event.ship].side)
            if lost:
                yield Line(text=f"{event.ship} loses {all_of(lost)}{worth} [H9.10.8].", kind="loss")


def _hit(event: told.UnitHit, charts: Charts) -> Line:
    """What harm came to a unit; its steps with what they are worth [H16.1]."""
    if not event.steps:
        words = f"{'is sunk' if event.kind == 'naval' else 'is eliminated'}{_worth(event, charts)}"
    elif event.lost:
        words = f"loses {count(event.lost, 'step')}{_worth(event, charts)}"
        words += "; it is disrupted" if event.disrupted else ""
    else:
        words = "is disrupted"
    return Line(text=f"{event.unit} {words} [{event.rule}].", kind="loss")


def _worth(event: told.UnitHit, charts: Charts) -> str:
    """What the steps of a unit that were lost give the enemy [H16.1]."""
    return earned(charts.step_points(event.unit) * event.lost, event.side)


# --- facts ---------------------------------------------------------------------------------------


def _fact_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case ReconFlew():
            for roll in event.rolls:
                unit = roll.label.rpartition(" ")[2]
                fate = "may fly" if unit in event.flies else "stays on the ground"
                words = f"needs {event.most} or less: {unit} {fate}"
                yield Line(text=f"{roll.label}: {roll.dice[0]}, {words}", kind="roll")
            if event.flies and not event.rolls:
                yield Line(text=f"Recon may be flown by {all_of(event.flies)} [7.3.2~].")
        case OnAlert():
            where, who = base_name(event.base, charts), all_of(event.units)
            words = f"{who} at {where} stood by when {event.mission} struck it, and cannot be hit"
            yield Line(text=f"{words} [H8.9.11].")
        case BaseStruck():
            yield from _struck(event, charts)
        case MissionOver():
            yield from _over(event, charts)


def _struck(event: BaseStruck, charts: Charts) -> Iterator[Line]:
    thrown = [roll for roll in event.rolls if roll.sides != charts.dice.pick]
    words = {"": "no effect", "D": "a unit is disrupted", "step": "a unit loses a step"}
    strikes = zip(thrown, event.drms, event.effects, event.picks, strict=True)
    for roll, drm, effect, pick in strikes:
        terms = FrozenMap({"mode": drm} if drm else {})
        found = f"{words[effect]}, pick {pick}" if effect else words[effect]
        yield rolled(Score(roll=roll, terms=terms), found, to_harm(charts.bombing.strike))
    if any(event.effects):
        yield Line(text=f"{side(event.owner)} states who was hit in his next file [H9.10.6].")


def _over(event: MissionOver, charts: Charts) -> Iterator[Line]:
    """Who of the raid came back how; the interceptors and where they all land stay untold."""
    if event.cancelled:
        return
    for one in event.fates:
        if one.is_harmed:
            worth = earned(charts.air_points(one.unit) * one.lost, one.side)
            yield Line(text=f"{one.unit} {_comes_home(one)}{worth}.", kind="loss")
    if event.fates:
        words = f"The {ADJECTIVES[event.side]} mission on {short_place(event.hex, charts)}"
        yield Line(text=f"{words} is over; all who fly land [H9.11].")


def _comes_home(one: Fate) -> str:
    """What became of a unit that a mission has harmed."""
    if not one.steps:
        return "is lost"
    state = "comes home disrupted" if one.disrupted and not one.weakened else "comes home"
    return f"{state} with {count(one.lost, 'step')} lost" if one.lost else state


PARTS = (_takeoff_lines, _combat_lines, _target_lines, _loss_lines, _fact_lines)
"""What a report says of events, part by part."""
