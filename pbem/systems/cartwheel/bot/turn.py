"""The computer player's decisions before operations: 11th, TF-36, bases, marks, recon [4.1-4.3]."""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.bot import air as bot_air
from pbem.systems.cartwheel.bot import guess as bot_guess
from pbem.systems.cartwheel.bot.mind import Mind, far, is_allied
from pbem.systems.cartwheel.bot.naval import would_land
from pbem.systems.cartwheel.bot.worth import front, objectives
from pbem.systems.cartwheel.own import entries as drawing
from pbem.systems.cartwheel.own.basing import cannot_scout
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules import r07_initiative as m07_initiative
from pbem.systems.cartwheel.rules.r06_mobile import bar_to_build
from pbem.systems.cartwheel.rules.r07_initiative import bases_to_look_at
from pbem.systems.cartwheel.rules.r14_regroup import bar_to_mark
from pbem.systems.cartwheel.table.orders import (
    Build,
    CommitEleventh,
    CommitTF36,
    GeneralRegroup,
    Mark,
    PlaceAce,
    PlaceRadar,
    Recon,
)
from pbem.systems.cartwheel.table.state import JAPANESE

Group = tuple[Order, ...]

WORN = 12
"""Disrupted or reduced air units that are worth a general regroup turn [7.1]."""
MISSIONS = 3
"""Missions of a turn in which the 11th must pay for itself."""
BEST = ("F", "P", "S", "T", "D")
"""Types that are worth a replacement step, which earns the enemy half a point [H14.1]."""


# --- 4.1 -----------------------------------------------------------------------------------------


def eleventh(mind: Mind) -> Iterator[Group]:
    """The 11th comes if what it can bomb from Rabaul at once is worth its price [5.2]."""
    order = _placement(mind)
    if _is_worth_it(mind, order):
        yield (order,)
    yield (CommitEleventh(commit=False),)


def _placement(mind: Mind) -> CommitEleventh:
    """As many as Rabaul has room for, bombers first; the others at Truk [5.2c]."""
    bases: dict[str, str] = {}
    for plane in sorted(_eleventh(mind), key=lambda p: (_order(mind, p), p.id)):
        coming = [unit for unit, base in bases.items() if base == "RAB"]
        place = m05_events.eleventh_problem(mind.game, plane.id, "RAB", mind.charts)
        fits = not place and mind.has_room("RAB", plane.id, coming)
        bases[plane.id] = "RAB" if fits else "TRK"
    return CommitEleventh(commit=True, bases=FrozenMap(bases))


def _eleventh(mind: Mind) -> list[Plane]:
    return [p for p in mind.own.planes.values() if mind.charts.air[p.id].is_eleventh]


def _order(mind: Mind, plane: Plane) -> int:
    """Bombers that kill ships first, then fighters, then the rest."""
    kind = mind.model(plane.id).type
    return 0 if kind in ("D", "T") else 1 if kind == "F" else 2


def _is_worth_it(mind: Mind, order: CommitEleventh) -> bool:
    """Whether missions with the 11th are worth more than those without, by more than it costs.

    All that it flies is paid for in their worth; one of its units must be among the first to fly.
    """
    if not order.bases:
        return False
    game = mind.game.with_turn(replace(mind.game.turn, eleventh="yes"))
    own = drawing.eleventh(mind.own, order, game, mind.charts)
    there = replace(mind, game=game, own=own)
    sent = bot_air.sorties(there, front(there), MISSIONS, ())
    if not any(bot_air.any_eleventh(there, one.units) for one in sent):
        return False
    without = bot_air.sorties(mind, front(mind), MISSIONS, ())
    gain = sum(one.value for one in sent) - sum(one.value for one in without)
    return gain > mind.charts.printed.committed


def task_force(mind: Mind) -> Iterator[Group]:
    """TF-36 comes when with its help a landing or a sortie is worth while [5.3]."""
    if not m05_events.bar_to_commit_tf36(mind.game, mind.charts):
        entries = mind.charts.boxes[mind.charts.tf36.box].entries
        goals = objectives(mind)
        near = sorted(
            (min((far(hex_, goal) for goal in goals), default=99), hex_) for hex_ in entries
        )
        for _, hex_ in near:
            order = CommitTF36(commit=True, hex=hex_)
            if not m05_events.bar_to_enter_tf36(mind.game, hex_, mind.charts):
                game, _ = m05_events.commit_tf36(mind.game, order, mind.charts)
                if would_land(replace(mind, game=game)):
                    yield (order,)
                    return
                break
    yield (CommitTF36(commit=False),)


def markers(mind: Mind) -> Iterator[Group]:
    """The markers of the event: the Ace to the best fighter, Radar to the fullest base [H5.1]."""
    if mind.game.turn.ace == mind.side:
        fighters = [
            p
            for p in mind.own.planes.values()
            if mind.model(p.id).type == "F"
            and p.steps == mind.model(p.id).steps
            and not (p.ace or p.due)
        ]
        best = max(
            fighters,
            key=lambda p: (not p.disrupted, mind.model(p.id).front.af, mind.model(p.id).sr, p.id),
            default=None,
        )
        if best is not None:
            yield (PlaceAce(unit=best.id),)
    if mind.game.turn.radar == mind.side:
        bases = m05_events.radar_bases(mind.game, mind.side, mind.charts)
        if bases:
            fullest = max(bases, key=lambda b: (sum(1 for _ in mind.own.at(b)), b))
            yield (PlaceRadar(base=fullest),)


# --- 4.2 -----------------------------------------------------------------------------------------


def builds(mind: Mind) -> Iterator[Group]:
    """A mobile base where own troops stand near the enemy's hexes of worth, far from own bases."""
    counters = [b.id for b in mind.game.bases.values() if b.owner == mind.side and
                b.status == "in-hand"]  # fmt: skip
    if not counters or mind.turns_left < 2:
        return
    held = [base.hex for base in mind.bases(mind.side)]
    goals = objectives(mind) if is_allied(mind) else list(front(mind))
    sites = [
        (min((far(h, goal) for goal in goals), default=9), h)
        for h in mind.held(mind.side)
        if mind.charts.hexes[h].terrain.mobile_base
        and mind.troops(h, mind.side)
        and not mind.troops(h, mind.enemy)
        and all(far(h, other) > 1 for other in held)
    ]
    for gap, hex_ in sorted(sites)[:2]:
        if gap <= 4 and not bar_to_build(mind.game, mind.side, counters[0], hex_, mind.charts):
            yield (Build(base=counters[0], hex=hex_),)
            return


# --- 4.3 -----------------------------------------------------------------------------------------


def regroup(mind: Mind) -> Iterator[Group]:
    """A general regroup turn when much is worn [7.1]."""
    if m07_initiative.bar_to_regroup(mind.game, mind.charts):
        return
    worn = sum(1 for plane in mind.own.planes.values() if _is_worn(mind, plane))
    busy = any(
        unit.side == mind.side and mind.troops(unit.at, mind.enemy)
        for unit in mind.game.troops.values()
    )
    if worn >= WORN and not busy and mind.turns_left >= 2:
        yield (GeneralRegroup(declare=True),)


def _is_worn(mind: Mind, plane: Plane) -> bool:
    return not plane.due and not bar_to_mark(
        plane.id, steps=plane.steps, disrupted=plane.disrupted, base=plane.base, charts=mind.charts
    )


def marks(mind: Mind) -> Iterator[Group]:
    """Disrupted units regroup; the best of the reduced ones take what the pool has [7.2, H14.1]."""
    worn = [plane for plane in mind.own.planes.values() if _is_worn(mind, plane)]
    pool = mind.game.pools.get(mind.side, 0)
    general = mind.game.turn.regroup == "yes" and is_allied(mind)
    reduced = [
        p for p in worn
        if p.steps < mind.model(p.id).steps
        and mind.model(p.id).type in BEST
        and not mind.charts.air[p.id].is_eleventh
    ]  # fmt: skip
    reduced.sort(key=lambda p: (not p.disrupted, BEST.index(mind.model(p.id).type), p.id))
    filled = reduced[: pool if mind.turns_left >= 3 else 0]
    if not general and mind.turns_left < 6:
        filled = [plane for plane in filled if plane.disrupted]
    units = sorted({p.id for p in worn if p.disrupted} | {p.id for p in filled})
    if units:
        yield (Mark(units=tuple(units), replace=tuple(sorted(p.id for p in filled))),)


def recon(mind: Mind) -> Iterator[Group]:
    """Recon where it counts for initiative, or over the base to be struck next [7.3]."""
    taken: set[str] = set()
    for unit in m07_initiative.scouts_in_play(mind.game, mind.side, mind.charts):
        plane = mind.own.planes.get(unit)
        if unit in mind.game.turn.grounded:
            continue
        if plane and cannot_scout(mind.own, mind.game, plane, mind.charts):
            continue
        for hex_ in _views(mind):
            model = mind.model(unit)
            near = model.unlimited or (plane is not None and mind.reaches(plane, hex_))
            if near and hex_ not in taken:
                taken.add(hex_)
                looked = bases_to_look_at(mind.game, mind.side, hex_, mind.charts)
                yield (Recon(unit=unit, hex=hex_, base=_fullest(mind, looked)),)
                break


def _views(mind: Mind) -> list[str]:
    """Hexes to look at, best first."""
    table = mind.charts.initiative
    key = table.moresby if mind.side == JAPANESE else table.rabaul
    first = [mind.game.bases[key].hex] if key in mind.game.bases else []
    goals = front(mind)
    bases = sorted(
        {base.hex for base in mind.bases(mind.enemy)},
        key=lambda h: (
            -sum(bot_guess.many_at(mind, b.id) for b in mind.game.bases_at(h)),
            min((far(h, goal) for goal in goals), default=9),
            h,
        ),
    )
    return [*first, *bases]


def _fullest(mind: Mind, bases: Sequence[str]) -> str:
    return max(bases, key=lambda b: (bot_guess.many_at(mind, b), b), default="")
