"""What public facts do to a side's own charts (E.2, E.6).

The dice lie open; what they hit, where a unit lands and who regroups, only the owner can tell.
He works it out here, and states what the rules make him state.
"""

from collections.abc import Iterable, Iterator

from pbem.engine.events import Event
from pbem.engine.hidden import Scene
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import (
    cannot_stage,
    is_over_full,
    landing,
    may_reach,
    penalized,
)
from pbem.systems.cartwheel.own.charts import Due, Half, Plane, Private
from pbem.systems.cartwheel.own.ruins import fallen, on_ground
from pbem.systems.cartwheel.own.story import amended, continued, events_of
from pbem.systems.cartwheel.rules.casualties import harmed
from pbem.systems.cartwheel.rules.r06_capacity import PORT, bar_to_base
from pbem.systems.cartwheel.rules.r09_strikes import victim
from pbem.systems.cartwheel.rules.r14_regroup import is_airbase, step_cost
from pbem.systems.cartwheel.rules.statements import NOBODY, hit_words, loss_words, read_hit
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table.events_air import Harm
from pbem.systems.cartwheel.table.events_sea import BattleOver, SubmarineAttacked
from pbem.systems.cartwheel.table.events_turn import FloatplaneEvacuated
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game

DEFENDERS = ("interceptor", "evader")
"""Roles of units that fly against an enemy mission: they land at the base they came from."""


def learn(private: Private, scene: Scene[Game], charts: Charts) -> Private:
    """The charts after what a scene made public.

    If it tells that somebody stood by at a strike, all since that is learnt again first [H8.9.11].
    """
    if again := amended(private, scene.events):
        private = again.start
        for page in again.pages:
            private = _learnt(private, events_of(page), page.game, charts)
        private = replace(private, story=again)
    story = continued(private, scene.events, scene.game)
    return replace(_learnt(private, scene.events, scene.game, charts), story=story)


def _learnt(private: Private, events: tuple[Event, ...], game: Game, charts: Charts) -> Private:
    """The charts after events that happened together, and the state that they have left."""
    if private.side in game.turn.concluded:
        private = penalized(private, game, charts)  # recon has landed in 4.6 [6.3.4~]
    for event in _as_it_counts(events):
        private = _told(private, event, _when(event, events, game), charts)
    private = _over(_seen(private, game), game)
    return _staged(private, game, charts)


def _as_it_counts(events: tuple[Event, ...]) -> list[Event]:
    """Events in the order in which charts follow them: whoever is in the air comes down first.

    He is not at the base that the mission destroyed, and lands at another [H9.11.1, H10.5].
    """
    ordered: list[Event] = []
    fallen: list[Event] = []
    over = sum(isinstance(event, facts.MissionOver) for event in events)
    for event in events:
        if isinstance(event, facts.BaseLost) and over:
            fallen.append(event)
            continue
        ordered.append(event)
        if isinstance(event, facts.MissionOver):
            over -= 1
            ordered += fallen
            fallen = []
    return ordered


def _when(event: Event, events: tuple[Event, ...], game: Game) -> Game:
    """The state that counts for an event: what is captured after it is held still [CR41].

    For who evacuates [H6.6.5], and for who leaves a base that a raid of the same file has destroyed
    [H6.6.1]: bases, and ports to which a Rufe may come unseen [CR82]. But no base that the same
    mission destroys is a refuge from another [H6.6.1].
    """
    if not isinstance(event, facts.BaseLost):
        return game
    for fall in events[events.index(event) + 1 :]:
        if not isinstance(fall, facts.BaseLost) or fall.how != "captured" or fall.hex == event.hex:
            continue
        if fall.base.startswith(PORT):
            game = replace(game, control=game.control.set(fall.hex, fall.owner))
        else:
            base = replace(game.bases[fall.base], hex=fall.hex, owner=fall.owner)
            game = game.with_base(replace(base, status="working"))
    return game


def _told(private: Private, event: Event, game: Game, charts: Charts) -> Private:
    """The charts after one event."""
    side = private.side
    match event:
        case facts.ReconFlew():
            private = _grounded(private, event.grounded)
        case FloatplaneEvacuated() if event.unit in private.planes:
            private = penalized(_evacuated(private, event), game, charts)
        case facts.BaseStruck() if event.owner == side:
            private = _struck(private, event, game, charts)
        case facts.MissionOver():
            private = penalized(_landed(private, event, game, charts), game, charts)
        case BattleOver() | SubmarineAttacked():
            private = penalized(private, game, charts)  # a carrier may hold fewer now
        case facts.BaseLost() if event.owner == side:
            private = penalized(fallen(private, event, game, charts), game, charts)
        case facts.RegroupRolled() if event.side == side:
            private = _regrouped(private, event, charts)
        case facts.Reorganized():
            private = _reorganized(private, game, charts)
        case facts.AirArrived() if event.side == side:
            arrived = (private.planes[unit] for unit in event.units if unit in private.planes)
            private = private.with_planes(replace(plane, due=False) for plane in arrived)
            private = penalized(private, game, charts)
        case facts.Tf36Arrived() if side == ALLIED:
            private = private.with_planes(_aboard(event, game))
        case facts.Tf36Left():
            private = private.without(*event.units)
    return private


def _evacuated(private: Private, event: FloatplaneEvacuated) -> Private:
    """A Rufe that has left its port for all to see, or is lost with it [H6.7, CR3]."""
    if not event.place:
        return private.without(event.unit)
    plane = replace(private.planes[event.unit], base=event.place, half="flown")
    return private.with_planes((replace(plane, mark=False, replace=False),))


def _aboard(event: facts.Tf36Arrived, game: Game) -> Iterator[Plane]:
    """The air units of TF-36, Ready on their carriers, with the steps they have left [H5.3.3]."""
    for unit, deck in event.units.items():
        if game.air[unit].steps:
            yield Plane(id=unit, base=deck, steps=game.air[unit].steps)


# --- recon, ports --------------------------------------------------------------------------------


def _grounded(private: Private, units: Iterable[str]) -> Private:
    """Recon units whose dice failed go to the Flown half of their base [7.3.2~, AMB-12]."""
    own = (private.planes[unit] for unit in units if unit in private.planes)
    return private.with_planes(replace(plane, half="flown") for plane in own)


def _seen(private: Private, game: Game) -> Private:
    """What lies on the map for all to see: recon units on their hexes, Rufes at ports, the dead.

    A Rufe may have been hit on the ground, which nobody knows before it is stated, nor that it has
    not got away since [H8.9.11]. From 4.5 on recon may be on its way home, as its owner's file has
    said [H12.2.1], or before by a file that ends the phase [H8.10].
    """
    changed: list[Plane] = []
    hit = already_hit(private)
    concluded = game.operations.over or game.operations.ashore == private.side
    looking = () if concluded else game.turn.scouts
    private = private.without(*(id_ for id_ in private.planes if not game.air[id_].steps))
    for plane in private.planes.values():
        if plane.id in looking and not plane.away:
            changed.append(replace(plane, away=True, used=True))
        public = game.floatplanes.get(plane.id)
        if public is not None:
            seen: Half = "flown" if public.flown else "ready"
            changed.append(
                replace(
                    plane,
                    base=f"{PORT}{public.hex}",
                    half=plane.half if plane.id in hit else seen,
                    disrupted=plane.disrupted or public.disrupted,
                    steps=min(plane.steps, public.steps),
                )
            )
    return private.with_planes(changed)


def _over(private: Private, game: Game) -> Private:
    """Own missions that are no longer under way need no landing any more."""
    blind = game.operations.blind
    flying = {*game.operations.raids, *(raid.id for raid in (blind.raids if blind else ()))}
    gone = [mission for mission in private.flights if mission not in flying]
    return replace(private, flights=private.flights.without(*gone)) if gone else private


def _staged(private: Private, game: Game, charts: Charts) -> Private:
    """Stage moves ordered with a reply, made when the missions that it answers are over [H8.8].

    One that has become illegal is void, at no cost: its unit was hit, has evaded, or the base is
    lost [CR74]. They are made together: none makes an over-full base fit for the others [6.3.4~].
    """
    moving = [plane for plane in private.planes.values() if plane.to]
    raids = game.operations.raids.values()
    if not moving or any(r.side != private.side and r.response is not None for r in raids):
        return private
    moved = [_moved(private, plane, game, charts) for plane in moving]
    return penalized(private.with_planes(moved), game, charts)


def _moved(private: Private, plane: Plane, game: Game, charts: Charts) -> Plane:
    """A unit after its stage move, or where it was if that is void [CR74]."""
    stays = replace(plane, to="")
    broken = (
        cannot_stage(private, game, stays, charts)
        or bar_to_base(charts, game, plane.id, plane.to)
        or not may_reach(game, plane, plane.to, charts)
    )
    return stays if broken else replace(stays, base=plane.to, half="flown", staged=True)


# --- air missions --------------------------------------------------------------------------------


def _landed(private: Private, over: facts.MissionOver, game: Game, charts: Charts) -> Private:
    """Everybody of ours who took part, in the state in which he comes home [H9.11]."""
    flight = private.flights.get(over.mission)
    legs = {leg.unit: leg for leg in flight.legs} if flight else {}
    lost: list[str] = []
    for given in over.fates:
        plane = private.planes.get(given.unit)
        if given.side != private.side or plane is None:
            continue
        fate = _counted(private, given)
        if fate.steps == 0:
            private = private.without(plane.id)
            continue
        leg = legs.get(plane.id) if fate.role not in DEFENDERS else None
        wanted = leg.returns if leg is not None else plane.base
        base = landing(game, plane.id, over.hex, wanted, charts) if fate.flew else ""
        home = _home(plane, fate, base)
        if home is None:
            lost.append(loss_words(plane.id, fate.steps))
            private = private.without(plane.id)
        else:
            private = private.with_planes((home,))
    if not lost:
        return private
    return private.owing(Due(kind="no-landing", mission=over.mission, lost=tuple(sorted(lost))))


def _counted(private: Private, fate: facts.Fate) -> facts.Fate:
    """What came of a unit for its owner: an evader that was hit before has stayed [H8.9.11]."""
    stayed = fate.role == "evader" and fate.unit in already_hit(private)
    return replace(fate, flew=False) if stayed else fate


def _home(plane: Plane, fate: facts.Fate, base: str) -> Plane | None:
    """A unit after a mission that lands at a base; None if it found none [H9.11.1].

    A scramble that failed leaves it as it was, but for its mark [H9.4.5, H9.5].
    """
    if not fate.flew:
        scrambled = fate.role in DEFENDERS
        return replace(plane, mark=False, replace=False) if scrambled else plane
    if not base:
        return None
    return replace(
        plane,
        base=base,
        half="flown",
        steps=fate.steps,
        disrupted=fate.disrupted,
        used=plane.used or fate.role != "evader",
        mark=False,
        replace=False,
    )


def _struck(private: Private, event: facts.BaseStruck, game: Game, charts: Charts) -> Private:
    """Ground strikes [H9.10.5, H9.10.6]: victims in order, recomputed after each."""
    if not any(event.effects):
        return private
    spared = set(event.airborne) - already_hit(private)
    hits: list[str] = []
    for effect, pick in zip(event.effects, event.picks, strict=True):
        if not effect:
            continue
        here = on_ground(private, game, event.base, spared, charts)
        id_ = victim([plane.id for plane in here], pick)
        if not id_:
            hits.append(NOBODY)
            continue
        before = private.planes[id_].steps
        private = harmed_on_ground(private, id_, effect)
        left = private.planes.get(id_)
        after, disrupted = (left.steps, left.disrupted) if left else (0, False)
        hits.append(hit_words(effect, id_, before, after, disrupted))
    due = Due(kind="struck", place=event.base, mission=event.mission, hits=tuple(hits))
    return private.owing(due)


def already_hit(private: Private) -> frozenset[str]:
    """Units hit on the ground since the last own file, of which nobody else knows yet.

    The die of one that evades after that counts for nothing [H8.9.11].
    """
    hits = (read_hit(words) for due in private.due for words in due.hits)
    return frozenset(hit.unit for hit in hits if hit is not None)


def harmed_on_ground(private: Private, unit: str, effect: str) -> Private:
    """A unit hit on the ground: disrupted, or a step lost [H9.10.5, H0.6]."""
    plane = private.planes[unit]
    harm = Harm(steps=1) if effect == "step" else Harm(disrupts=True)
    steps, disrupted = harmed(plane.steps, plane.disrupted, harm)
    if not steps:
        return private.without(unit)
    return private.with_planes((replace(plane, steps=steps, disrupted=disrupted),))


# --- regroup -------------------------------------------------------------------------------------


def _regrouped(private: Private, event: facts.RegroupRolled, charts: Charts) -> Private:
    """The marked units' dice, by id [H14.1]: disruption goes, and a step comes while there are.

    At bases that work alone: at a port nobody regroups, whatever his chart says.
    """
    marked = [plane for plane in private.planes.values() if plane.mark]
    pool = event.pool
    regrouped: list[str] = []
    stepped: list[str] = []
    lacked: list[str] = []
    for number, plane in enumerate(marked):
        die = 0 if event.certain else event.dice[number]
        works = is_airbase(plane.base, charts) and plane.base not in event.bases
        if not works or die > event.thresholds.get(plane.base, event.threshold):
            continue
        better = replace(plane, disrupted=False)
        cost = step_cost(plane.id, charts)
        reduced = plane.steps < charts.air[plane.id].model.steps
        if reduced and plane.replace and cost <= pool:
            pool -= cost
            stepped.append(plane.id)
            better = replace(better, steps=plane.steps + 1)
        elif reduced and plane.replace:
            lacked.append(plane.id)
        private = private.with_planes((better,))
        regrouped.append(plane.id)
    worn = tuple(plane.id for plane in marked if plane.id not in regrouped)
    due = Due(
        kind="replaced", number=len(stepped), regrouped=tuple(regrouped), worn=worn,
        stepped=tuple(stepped), lacked=tuple(lacked),
    )  # fmt: skip
    return private.owing(due)


def flown_of_eleventh(private: Private, charts: Charts) -> tuple[str, ...]:
    """Units of the 11th that count as flown this turn [5.2e, AMB-4]."""
    planes = (plane for plane in private.planes.values() if plane.used or plane.staged)
    return tuple(plane.id for plane in planes if charts.air[plane.id].is_eleventh)


def _reorganized(private: Private, game: Game, charts: Charts) -> Private:
    """Flown units become Ready, but at over-full bases; marks and stage moves end [H14.2, 7.2].

    The Japanese owe the number of units of the 11th that flew, if it was committed [5.2e, AMB-4].
    """
    flew = len(flown_of_eleventh(private, charts))
    fresh = {
        id_: replace(plane, mark=False, replace=False, staged=False, used=False)
        for id_, plane in private.planes.items()
    }
    private = replace(private, planes=FrozenMap(fresh))
    ready = (
        replace(plane, half="ready")
        for plane in private.planes.values()
        if not is_over_full(private, game, plane.base, charts)
    )
    private = private.with_planes(ready)
    if game.turn.eleventh != "yes" or private.side != JAPANESE:
        return private
    return private.owing(Due(kind="eleventh", number=flew))
