"""What was done, for a headline: commitments, troops ashore, voyages, raids, what recon found."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.headline import Clause
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r11_ashore import Ashore, landing_points
from pbem.systems.cartwheel.table.events_air import UnitHit
from pbem.systems.cartwheel.table.events_charts import (
    ReconFlew,
    Reorganized,
    Stated,
)
from pbem.systems.cartwheel.table.events_ground import (
    Attacked,
    Fortified,
    Landed,
    Marched,
    Raided,
    Retreated,
)
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_sea import CarriersOut, Unloaded
from pbem.systems.cartwheel.table.events_turn import (
    BuildBegun,
    ControlPassed,
    EleventhDecided,
    MobileDismantled,
    MobileFinished,
    RadarPlaced,
)
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.words.battles import battles
from pbem.systems.cartwheel.words.deeds import (
    BESIDE,
    HARMED,
    IN_VAIN,
    LEAST,
    LOST,
    SCORED,
    TROOPS,
    UNDER_WAY,
    Deed,
    Group,
    in_time,
)
from pbem.systems.cartwheel.words.fights import (
    aborted,
    bombed,
    dived,
    dropped,
    in_vain,
    nobody_hit,
    repelled,
    swept,
)
from pbem.systems.cartwheel.words.frame import by_chance, frame, supply
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    aircraft,
    all_of,
    base_name,
    points,
    spot,
    verb,
)
from pbem.systems.cartwheel.words.undone import passes_voided, undone, voided
from pbem.systems.cartwheel.words.voyages import broke_off, sailed, went_home


def done(
    events: Sequence[Event], game: Game | None, charts: Charts, sentence: int
) -> Iterator[Clause]:
    """What was done, in the sentence of that number and the next.

    `game` is the state after it all, None where only events are known.
    """
    groups = (
        Group(LOST, tuple(_scored(events, charts))),
        Group(HARMED, (*_foughts(events, charts), *_ashore(events, game, charts))),
        Group(UNDER_WAY, tuple(_under_way(events, charts))),
        Group(IN_VAIN, tuple(_in_vain(events, charts))),
        Group(BESIDE, tuple(_beside(events, game, charts)), beside=True),
        Group(LEAST, (*nobody_hit(events, charts), *passes_voided(events))),
        Group(LEAST, (*_lesser(events, charts), *_marched(events, charts)), beside=True),
        Group(LEAST, (*went_home(events, charts), *frame(events, charts)), beside=True),
    )
    return in_time(events, groups, sentence)


def _scored(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What is told in any case: points that nothing else names, and attacks that took nothing."""
    yield from _given(events, charts)
    yield from _fought(events, charts)


def _foughts(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Fights that have harmed somebody."""
    yield from battles(events, charts)
    yield from dived(events, charts)
    yield from bombed(events, charts)
    yield from dropped(events, charts)
    yield from swept(events, charts)


def _under_way(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What led to fights, and what became of it."""
    yield from sailed(events, charts)
    yield from broke_off(events, charts)
    yield from voided(events)


def _in_vain(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Missions that did not do what they were flown for."""
    yield from repelled(events, charts)
    yield from aborted(events, charts)
    yield from in_vain(events, charts)
    yield from undone(events, charts)


def _beside(events: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[Deed]:
    """What else was done, and what of it is new."""
    yield from _raided(events, charts)
    yield from supply(events, charts)
    yield from by_chance(events, game)
    yield from _seen(events, charts)
    yield from _built(events, charts)


def _seen(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What recon has found, and who has not flown it [7.3]."""
    for event in events:
        if isinstance(event, ReconFlew):
            for side, whose in ADJECTIVES.items():
                ours = [unit for unit in event.grounded if charts.air[unit].side == side]
                if ours:
                    stay = verb(ours, "stays", "stay")
                    yield event, ((LEAST, f"{whose} recon by {all_of(ours)} {stay} on the ground"),)
    for side, whose in ADJECTIVES.items():
        told = [e for e in events if isinstance(e, CountsTold) and e.owner == other(side)]
        if told:
            seen = dict.fromkeys(f"{_found(e)} at {base_name(e.base, charts)}" for e in told)
            yield told[0], f"{whose} recon finds {all_of(seen)}"


def _found(counts: CountsTold) -> str:
    """`3 fighters and no bombers`, `no aircraft`."""
    if not counts.fighters and not counts.bombers:
        return "no aircraft"
    return aircraft(counts.fighters, counts.bombers)


def _given(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What gives the enemy points without a fight [5.2b, 5.2e, H14.1, H10.5.1]."""
    figures = charts.printed
    for event in events:
        match event:
            case Stated() if event.kind == "replaced" and event.number:
                steps = count(event.number, "replacement step")
                earned = points(charts.points.replacement * event.number)
                who = f"the {ADJECTIVES[event.side]} player"
                yield event, f"{who} takes {steps}, {earned} for the enemy"
            case CarriersOut():
                be, home = verb(event.ships, "is", "are"), charts.boxes[charts.carriers.home].name
                earned = points(charts.carriers.outside * len(event.ships))
                yield event, f"{all_of(event.ships)} {be} outside {home}, {earned} for the Allies"
            case Reorganized() if event.eleventh_lost:
                lost = event.eleventh_lost
                earned = points(figures.eliminated * len(lost))
                yield event, f"the 11th Hikoshidan has lost {all_of(lost)}, {earned} for the Allies"
            case EleventhDecided() if event.commit:
                earned = points(figures.committed)
                yield event, f"the 11th Hikoshidan is committed, {earned} for the Allies"
            case Stated() if event.kind == "eleventh" and event.number:
                who = count(event.number, "unit")
                earned = points(figures.flown * event.number)
                yield event, f"{who} of the 11th Hikoshidan flew, {earned} for the Allies"


def _built(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Mobile bases that are begun, side by side, those that are finished or taken away."""
    begun = [event for event in events if isinstance(event, BuildBegun)]
    sides = dict.fromkeys(event.side for event in begun)
    if len(sides) == 1:
        bases = "a mobile base" if len(begun) == 1 else "mobile bases"
        where = all_of(spot(event.hex, charts) for event in begun)
        yield begun[0], f"the {ADJECTIVES[begun[0].side]} player begins {bases} at {where}"
    elif begun:
        sites = (f"{spot(event.hex, charts)} ({ADJECTIVES[event.side]})" for event in begun)
        yield begun[0], f"mobile bases are begun at {all_of(sites)}"
    for event in events:
        if isinstance(event, MobileFinished):
            named = [base_name(base, charts) for base in event.bases]
            yield event, f"{all_of(named)} {verb(named, 'is', 'are')} finished"
        if isinstance(event, MobileDismantled):
            yield event, f"{base_name(event.base, charts)} is dismantled"


def _ashore(events: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[Deed]:
    """What came ashore, place by place: troops by name, supply by number, points [H17.1].

    Troops that are destroyed there are told among the losses, or with what destroyed them. Those
    whom ships have brought home weigh less than a landing.
    """
    gone = {event.unit for event in events if isinstance(event, UnitHit) and not event.steps}
    troops: dict[tuple[str, str], list[str]] = {}
    stores = Counter[tuple[str, str]]()
    first: dict[tuple[str, str], Event] = {}
    for event in events:
        if isinstance(event, Landed | Unloaded):
            place = event.hex if isinstance(event, Landed) else event.place
            first.setdefault((event.side, place), event)
            troops.setdefault((event.side, place), []).extend(event.units)
            stores[event.side, place] += event.supply
    for (side, place), units in troops.items():
        supply = stores[side, place]
        alive = [unit for unit in units if unit not in gone]
        cargo = [*alive, *([count(supply, "supply unit")] if supply else [])]
        if cargo:
            come = "comes" if len(alive) + supply == 1 else "come"
            what = Ashore(ship="", units=tuple(units), supply=supply)
            half = landing_points(game, side, what, place) if game else 0
            earned = f", {points(half)}" if half else ""
            where = spot(place, charts)
            came = f"{ADJECTIVES[side]} {all_of(cargo)} {come} ashore at {where}{earned}"
            lands = alive and isinstance(first[side, place], Landed)
            weight = SCORED if earned else TROOPS if lands else HARMED
            yield first[side, place], ((weight, came),)


def _fought(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Attacks that took nothing, for the hex was held or the attackers' own [H11.4].

    What was taken is told as such. Troops that have landed to attack stay where they are [H11.5].
    """
    taken = {(event.side, event.hex) for event in events if isinstance(event, ControlPassed)}
    ashore = {unit for event in events if isinstance(event, Landed) for unit in event.units}
    gone = {event.unit for event in events if isinstance(event, UnitHit) and not event.steps}
    for event in events:
        if isinstance(event, Attacked) and (event.side, event.hex) not in taken:
            foe = ADJECTIVES[other(event.side)]
            left = {*event.defenders} - gone - _driven_out(event, events)
            came = f"does not drive the {foe} units out" if left else f"leaves no {foe} unit there"
            held = [unit for unit in event.attackers if left and unit in ashore - gone]
            what = f"the {ADJECTIVES[event.side]} attack on {spot(event.hex, charts)} {came}"
            stay = (
                f"{what}, and {all_of(held)} {verb(held, 'stays', 'stay')} ashore" if held else what
            )
            yield event, ((TROOPS, stay), (LOST, what))


def _driven_out(attack: Attacked, events: Sequence[Event]) -> set[str]:
    """The defenders that retreat from an attack [H11.4.3]."""
    away = (one for one in events if isinstance(one, Retreated) and one.hex == attack.hex)
    return {unit for one in away for unit in one.units}


def _raided(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Commando raids that hit, and those that failed, which gives points or costs a step."""
    for event in events:
        if isinstance(event, Raided) and event.effect == "fails":
            cost = f", {points(charts.points.failed_raid)} for Japan" if not event.unit else ""
            yield event, ((SCORED, f"{_raid(event, charts)} fails{cost}"),)
        elif isinstance(event, Raided) and event.effect != "none":
            yield event, f"{_raid(event, charts)} makes 1 hit"


def _raid(event: Raided, charts: Charts) -> str:
    return f"the {ADJECTIVES[event.side]} commando raid on {base_name(event.base, charts)}"


def _marched(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Where troops have marched, all of a side to a hex together.

    Not to where they attack, or what they have taken: that is told as such.
    """
    fights = (event for event in events if isinstance(event, Attacked | ControlPassed))
    fought = {(event.side, event.hex) for event in fights}
    marches: dict[tuple[str, str], list[Marched]] = {}
    for event in events:
        if isinstance(event, Marched) and (event.side, event.hex) not in fought:
            marches.setdefault((event.side, event.hex), []).append(event)
    for (side, hex_), groups in marches.items():
        units = [unit for group in groups for unit in group.units]
        who = f"{ADJECTIVES[side]} {units[0]} marches"
        if units[1:]:
            who = f"{len(units)} {ADJECTIVES[side]} ground units march"
        yield groups[0], f"{who} to {spot(hex_, charts)}"


def _lesser(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Markers that are placed, raids for nothing, Fortifications: where there is room."""
    for event in events:
        match event:
            case RadarPlaced():
                where = base_name(event.base, charts)
                yield event, f"the {ADJECTIVES[event.side]} Radar stands at {where}"
            case EleventhDecided() if not event.commit:
                yield event, ((UNDER_WAY, "the 11th Hikoshidan is not committed"),)
            case Raided() if event.effect == "none":
                yield event, f"{_raid(event, charts)} has no effect"
            case Fortified():
                where = spot(event.hex, charts)
                yield event, f"the {ADJECTIVES[event.side]} player fortifies {where}"
