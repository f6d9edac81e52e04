"""What fights did, for a headline: battles at sea, strikes, bombardments, sweeps."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table.events_air import (
    BreakTried,
    CargoLost,
    Dropped,
    Fired,
    RaidSeen,
    RoundOver,
    UnitHit,
)
from pbem.systems.cartwheel.table.events_charts import MissionOver, Stated
from pbem.systems.cartwheel.table.events_sea import (
    Bombarded,
    SubmarineAttacked,
)
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.words.battles import battles_in, is_named
from pbem.systems.cartwheel.words.blows import (
    DROPPED,
    blows_of,
    dropped_by,
    drowned,
    effects,
    has_effect,
    is_hurt,
    of_kind,
    victims,
    with_harm,
)
from pbem.systems.cartwheel.words.deeds import (
    COMING,
    DECIDES,
    HARMED,
    LOST,
    SCORED,
    Deed,
    Forms,
    weight_of,
)
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, base_name, spot, verb


def losses_told(events: Sequence[Event]) -> tuple[frozenset[str], Mapping[str, int]]:
    """The units whose end these sentences tell, and the steps of those that they tell as hit."""
    hits = [hit for one in battles_in(events) for hit in one.hits if is_named(hit, one.hits)]
    for side in ADJECTIVES:
        for raids in _strikes(events, side).values():
            hits += _suffered(dropped_by(raids, events))
    for shelling in of_kind(Bombarded, events):
        hits += _suffered(with_harm((shelling,), events))
    gone = {one.unit for one in hits if not one.steps}
    gone |= {unit for one in cargo_told(events) for unit in one.steps}
    steps = Counter({one.unit: 0 for one in hits})
    for one in hits:
        steps[one.unit] += one.lost
    for _, lost in _repelled(events):
        gone |= {*lost}
    for raid, shots in _sweeps(events):
        gone |= _shot_down(raid, events)
        for shot in shots:
            steps[shot.target] += shot.harm.steps
    return frozenset(gone), steps


def cargo_told(events: Sequence[Event]) -> list[CargoLost]:
    """What went down with ships whose end these sentences tell: they tell it with them."""
    found = [lost for one in battles_in(events) for lost in drowned(one.told)]
    for side in ADJECTIVES:
        for raids in _strikes(events, side).values():
            found += drowned(dropped_by(raids, events))
    return found + drowned(with_harm([*of_kind(Bombarded, events)], events))


def bases_told(events: Sequence[Event]) -> list[BaseHit]:
    """The hits on bases that these sentences tell with the strikes that have made them."""
    raids = [raid for side in ADJECTIVES for one in _strikes(events, side).values() for raid in one]
    blows = [*blows_of(raids, events), *of_kind(Bombarded, events)]
    return [*of_kind(BaseHit, with_harm(blows, events))]


def _suffered(told: Sequence[Event]) -> Iterator[UnitHit]:
    """What attacks have done to those that they are told to have harmed."""
    harmed = {*victims(told)}
    return (hit for hit in of_kind(UnitHit, told) if hit.unit in harmed)


# --- the submarine -------------------------------------------------------------------------------


def dived(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Attacks of the submarine, with what they did; whom they sink stands among the losses."""
    for event in of_kind(SubmarineAttacked, events):
        whose, harm = charts.naval[event.unit].side, event.shot.harm
        did = " and hits it" if harm.steps else " and disrupts it" if harm else " in vain"
        what = f"{ADJECTIVES[whose]} {event.unit} attacks {event.shot.target}"
        yield event, f"{what}{did}"


# --- strikes and bombardments --------------------------------------------------------------------


def bombed(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What each side's raids and bombardments did at their targets, place by place."""
    for side, whose in ADJECTIVES.items():
        for hex_, raids in _strikes(events, side).items():
            able = [one for one in raids if has_effect(dropped_by([one], events), charts)]
            who = _some_of(f"{whose} strike", len(able), len(raids))
            told = dropped_by(able, events)
            if able:
                what = f"{who} on {spot(hex_, charts)}"
                yield able[0], _forms(what, told, len(able) == 1, charts)
        for hex_, fires in _bombardments(events, side).items():
            hit = [one for one in fires if has_effect(with_harm([one], events), charts)]
            who = _some_of(f"{whose} bombardment", len(hit), len(fires))
            told = with_harm(hit, events)
            if hit:
                what = f"{who} of {spot(hex_, charts)}"
                yield hit[0], _forms(what, told, len(hit) == 1, charts)


def _some_of(what: str, many: int, of: int) -> str:
    """`the Allied strike`, `2 Allied strikes`, `one of 2 Allied strikes`."""
    if many == of:
        return f"the {what}" if many == 1 else count(many, what)
    return f"{'one' if many == 1 else many} of {count(of, what)}"


def _forms(what: str, told: Sequence[Event], is_one: bool, charts: Charts) -> Forms:
    """All that attacks did, in fewer words, what of it gives points, and whom it ended."""
    did = [*effects(told, "s" if is_one else "", charts)]
    forms = (
        (COMING, [one.words for one in did]),
        (HARMED, [one.few for one in did]),
        (SCORED, [one.few for one in did if one.is_end or one.takes_steps]),
        (LOST, [one.few for one in did if one.is_end or one.price >= DECIDES]),
    )
    return tuple((weight, f"{what} {all_of(some)}") for weight, some in forms if some)


def _bombardments(events: Sequence[Event], side: str) -> dict[str, list[Bombarded]]:
    """A side's bombardments, by hex."""
    found: dict[str, list[Bombarded]] = {}
    for event in of_kind(Bombarded, events):
        if event.side == side:
            found.setdefault(event.hex, []).append(event)
    return found


def _strikes(events: Sequence[Event], side: str) -> dict[str, list[RaidSeen]]:
    """A side's raids that came to their targets, by hex."""
    hit = {event.mission for event in events if isinstance(event, DROPPED)}
    found: dict[str, list[RaidSeen]] = {}
    for event in of_kind(RaidSeen, events):
        if event.side == side and event.mission in hit:
            found.setdefault(event.hex, []).append(event)
    return found


def repelled(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Strikes of which no bomb fell, though they went on to the end, with who was shot down."""
    for raid, lost in _repelled(events):
        what = f"the {ADJECTIVES[raid.side]} strike on {spot(raid.hex, charts)} drops nothing"
        if lost:
            what = f"{what}: {all_of(lost)} {verb(lost, 'is', 'are')} shot down"
        yield raid, ((LOST, what),) if lost else what


def _repelled(events: Sequence[Event]) -> Iterator[tuple[RaidSeen, list[str]]]:
    """Strikes that neither bombed nor turned back, each with those that it has lost."""
    dropped = {event.mission for event in events if isinstance(event, DROPPED)}
    back = {event.mission for event in of_kind(RoundOver, events) if event.aborted}
    raids = {raid.mission: raid for raid in of_kind(RaidSeen, events) if raid.kind == "strike"}
    for event in of_kind(MissionOver, events):
        raid = raids.get(event.mission)
        if raid and not event.cancelled and event.mission not in dropped | back:
            fates = (one for one in event.fates if one.side == raid.side and one.flew)
            yield raid, [one.unit for one in fates if not one.steps]


def dropped(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What transports drop: paratroops, and supply that is found or lost [H11.6, H13.4]."""
    supply: dict[tuple[str, str, bool], list[Dropped]] = {}
    for event in of_kind(Dropped, events):
        whose, where = ADJECTIVES[charts.air[event.unit].side], spot(event.hex, charts)
        if event.cargo == SUPPLY:
            supply.setdefault((whose, where, event.effect == "lost"), []).append(event)
        else:
            yield (
                event,
                f"{whose} {event.cargo} drops on {where}{', disrupted' * bool(event.effect)}",
            )
    for (whose, where, is_lost), drops in supply.items():
        many = count(len(drops), "supply unit")
        does = f"on {where} loses {many}" if is_lost else f"brings {many} to {where}"
        yield drops[0], f"the {whose} airdrop {does}"


# --- sweeps --------------------------------------------------------------------------------------


def swept(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What sweeps that met somebody have done to fighters, and what it cost them."""
    for raid, shots in _sweeps(events):
        where = f"the {ADJECTIVES[raid.side]} sweep on {spot(raid.hex, charts)}"
        down = _shot_down(raid, events)
        does = [*_driven(shots, down, raid.side, charts)]
        downs = [*_driven(shots, down, raid.side, charts, alone=True)]
        worn = [shot for shot in shots if shot.harm.steps]
        price = sum(charts.step_points(shot.target) * shot.harm.steps for shot in worn)
        forms = ((weight_of(price) if worn else HARMED, does), (LOST, downs))
        told = tuple((weight, f"{where} {all_of(some)}") for weight, some in forms if some)
        yield raid, told or f"{where} fights without effect"


def _sweeps(events: Sequence[Event]) -> Iterator[tuple[RaidSeen, list[Fired]]]:
    """Sweeps in which shots were fired, with these."""
    for raid in of_kind(RaidSeen, events):
        shots = [shot for shot in of_kind(Fired, events) if shot.mission == raid.mission]
        if raid.kind == "sweep" and shots:
            yield raid, shots


def _shot_down(raid: RaidSeen, events: Sequence[Event]) -> frozenset[str]:
    """Those that a sweep has cost their last step."""
    over = (event for event in of_kind(MissionOver, events) if event.mission == raid.mission)
    return frozenset(
        one.unit for event in over for one in event.fates if one.flew and not one.steps
    )


def _driven(
    shots: Sequence[Fired], down: frozenset[str], side: str, charts: Charts, *, alone: bool = False
) -> Iterator[str]:
    """Enemy fighters that are shot down, hit, disrupted alone, then a side's own.

    Those shot down stand `alone` where there is no room for more.
    """
    hit = dict.fromkeys(shot.target for shot in shots if shot.harm)
    worn = {shot.target for shot in shots if shot.harm.steps} - down
    shaken = hit.keys() - worn - down
    for whose, does in (
        (False, ("shoots down {}", "hits {}", "disrupts {}")),
        (True, ("loses {}", "has {} hit", "has {} disrupted")),
    ):
        ours = [unit for unit in hit if (charts.air[unit].side == side) is whose]
        kinds = (down,) if alone else (down, worn, shaken)
        for words, some in zip(does, kinds, strict=False):
            if units := [unit for unit in ours if unit in some]:
                yield words.format(all_of(units))


# --- what came to nothing ------------------------------------------------------------------------


def in_vain(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Missions that did nothing: strikes, bombardments, sweeps that met nobody."""
    fired_at = {event.mission for event in events if isinstance(event, BreakTried | Fired)}
    for side, whose in ADJECTIVES.items():
        missed: list[RaidSeen | Bombarded] = [
            raid
            for raids in _strikes(events, side).values()
            if not has_effect(dropped_by(raids, events), charts)
            for raid in raids
        ]
        shelled: list[RaidSeen | Bombarded] = [
            event
            for fires in _bombardments(events, side).values()
            if not has_effect(with_harm(fires, events), charts)
            for event in fires
        ]
        flown: list[RaidSeen | Bombarded] = [
            event
            for event in of_kind(RaidSeen, events)
            if (event.side, event.kind) == (side, "sweep") and event.mission not in fired_at
        ]
        for vain, noun, single, several in (
            (missed, "strike{} on", "hits nothing", "hit nothing"),
            (shelled, "bombardment{} of", "hits nothing", "hit nothing"),
            (flown, "sweep{} on", "meets nobody", "meet nobody"),
        ):
            places = [spot(event.hex, charts) for event in vain]
            if vain:
                who = f"the {whose} {noun.format(verb(places, '', 's'))}"
                where = all_of(dict.fromkeys(places))
                yield vain[0], f"{who} {where} {verb(places, single, several)}"


def nobody_hit(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Bases of which it turns out that bombs have hit no aircraft there [H9.10.6].

    A raid that hits nothing at all is told as such.
    """
    vain = {
        raid.mission
        for side in ADJECTIVES
        for raids in _strikes(events, side).values()
        for raid in raids
        if not has_effect(dropped_by([raid], events), charts)
    }
    for event in of_kind(Stated, events):
        if event.kind == "struck" and not is_hurt(event) and event.mission not in vain:
            yield event, f"no aircraft is hit on the ground at {base_name(event.place, charts)}"


def aborted(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Raids that turned back for their losses."""
    raids = {event.mission: event for event in events if isinstance(event, RaidSeen)}
    for event in events:
        raid = raids.get(event.mission) if isinstance(event, RoundOver) else None
        if raid is not None and isinstance(event, RoundOver) and event.aborted:
            where = spot(raid.hex, charts)
            yield event, f"the {ADJECTIVES[raid.side]} {raid.kind} on {where} turns back"
