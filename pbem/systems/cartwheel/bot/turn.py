"""The computer player's decisions before operations: 11th, TF-36, bases, marks, recon [4.1-4.3]."""

from collections.abc import Iterator, Sequence

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.hexes import distance as far
from pbem.systems.cartwheel.bot import air as bot_air
from pbem.systems.cartwheel.bot import guess as bot_guess
from pbem.systems.cartwheel.bot.mind import Group, Mind, is_allied
from pbem.systems.cartwheel.bot.naval import would_land
from pbem.systems.cartwheel.bot.worth import front, objectives
from pbem.systems.cartwheel.orders.initiative import fit_if_committed
from pbem.systems.cartwheel.orders.turn import eleventh_units
from pbem.systems.cartwheel.own import entries as drawing
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules.asks import FIRST_RECON, is_told
from pbem.systems.cartwheel.table.orders_turn import (
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
    for plane in sorted(eleventh_units(mind), key=lambda p: (_order(mind, p), p.id)):
        coming = [unit for unit, base in bases.items() if base == "RAB"]
        place = m05_events.eleventh_problem(mind.game, plane.id, "RAB", mind.charts)
        fits = not place and mind.has_room("RAB", plane.id, coming)
        bases[plane.id] = "RAB" if fits else "TRK"
    return CommitEleventh(commit=True, bases=FrozenMap(bases))


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
    there = replace(mind, game=game, private=own)
    sent = bot_air.sorties(there, front(there), MISSIONS, ())
    if not any(bot_air.any_eleventh(there, one.units) for one in sent):
        return False
    without = bot_air.sorties(mind, front(mind), MISSIONS, ())
    gain = sum(one.value for one in sent) - sum(one.value for one in without)
    return gain > mind.charts.printed.committed


def task_force(mind: Mind) -> Iterator[Group]:
    """TF-36 comes when with its help a landing or a sortie is worth while [5.3]."""
    at_sea = [order for order in mind.options(CommitTF36) if order.hex in mind.charts.hexes]
    if at_sea:
        goals = objectives(mind)
        gap = {one: min((far(one.hex, goal) for goal in goals), default=99) for one in at_sea}
        order = min(at_sea, key=lambda one: (gap[one], one.hex))
        game, _ = m05_events.commit_tf36(mind.game, order, mind.charts)
        if would_land(replace(mind, game=game)):
            yield (order,)
            return
    yield (CommitTF36(commit=False),)


def markers(mind: Mind) -> Iterator[Group]:
    """The markers of the event: the Ace to the best fighter, Radar to the fullest base [H5.1]."""
    aces, radars = mind.options(PlaceAce), mind.options(PlaceRadar)
    if aces:
        yield (max(aces, key=lambda order: _as_ace(mind, order.unit)),)
    if radars:
        fullest = max(radars, key=lambda one: (sum(1 for _ in mind.own.at(one.base)), one.base))
        yield (fullest,)


def _as_ace(mind: Mind, unit: str) -> tuple[bool, int, int, str]:
    """How good a fighter is for the Ace."""
    model = mind.model(unit)
    return not mind.own.planes[unit].disrupted, model.front.af, model.sr, unit


# --- 4.2 -----------------------------------------------------------------------------------------


def builds(mind: Mind) -> Iterator[Group]:
    """A mobile base where own troops stand near the enemy's hexes of worth, far from own bases."""
    if mind.turns_left < 2:
        return
    held = [base.hex for base in mind.bases(mind.side)]
    goals = objectives(mind) if is_allied(mind) else list(front(mind))
    sites = [
        (min((far(order.hex, goal) for goal in goals), default=9), order.hex, order.base)
        for order in mind.options(Build)
        if mind.troops(order.hex, mind.side) and all(far(order.hex, other) > 1 for other in held)
    ]
    for gap, hex_, counter in sorted(sites)[:1]:
        if gap <= 4:
            yield (Build(base=counter, hex=hex_),)


# --- 4.3 -----------------------------------------------------------------------------------------


def regroup(mind: Mind) -> Iterator[Group]:
    """A general regroup turn when much is worn [7.1]."""
    worn = len(_worn(mind))
    busy = any(
        unit.side == mind.side and mind.troops(unit.at, mind.enemy)
        for unit in mind.game.troops.values()
    )
    if worn >= WORN and not busy and mind.turns_left >= 2:
        yield from ((order,) for order in mind.options(GeneralRegroup) if order.declare)


def _worn(mind: Mind) -> list[Plane]:
    """Units that may be marked."""
    alone = (order for order in mind.options(Mark) if not order.replace)
    return [mind.own.planes[unit] for order in alone for unit in order.units]


def marks(mind: Mind) -> Iterator[Group]:
    """Disrupted units regroup; the best of the reduced ones take what the pool has [7.2, H14.1].

    Those of the 11th that are disrupted regroup if it comes; else they recover at once [5.2d].
    """
    worn = _worn(mind)
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
    if disrupted := fit_if_committed(mind):
        yield (Mark(units=tuple(disrupted)),)


def recon(mind: Mind) -> Iterator[Group]:
    """Recon where it counts for initiative, or over the base to be struck next [7.3].

    It waits where it would be told nothing: the enemy has sealed no charts yet [H7.3.1].
    """
    first = [one for one in mind.options(Recon) if one.wait]
    if first and not is_told(mind.game, FIRST_RECON):
        yield (*first,)
        return
    taken: set[str] = set()
    reached: dict[str, dict[str, list[str]]] = {}
    for order in (one for one in mind.options(Recon) if not one.wait):
        reached.setdefault(order.unit, {}).setdefault(order.hex, []).append(order.base)
    for unit, hexes in reached.items():
        for hex_ in _views(mind):
            if hex_ in hexes and hex_ not in taken:
                taken.add(hex_)
                looked = list(filter(None, hexes[hex_]))
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
