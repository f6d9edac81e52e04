"""Air missions of the computer player: the raids that are worth more than they cost [H9]."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil

from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.book.hexes import distance as far
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.bot import guess as bot_guess
from pbem.systems.cartwheel.bot.mind import REMEMBERED, Mind, is_allied, ready
from pbem.systems.cartwheel.bot.raid import Aim, Bomber, aim_at_base, aim_at_ship, best_mode, price
from pbem.systems.cartwheel.orders.fliers import reaches
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left, strike_targets
from pbem.systems.cartwheel.table.orders_operations import AirMission

Memo = dict[tuple[object, ...], Bomber | None]
"""What units of one model and strength do to a target, once reckoned."""

LEAST, LEAST_IN_LONG = 0.8, 1.1
"""Half points below which a mission is not worth its mails, and in a long game, which has many."""
LONG = 8
"""Turns of a long game."""
FADES = 0.8
"""How much less the next striker on the same target is worth."""
SHIP_KILLERS = ("S", "T", "D")
"""Types that are kept for ships as long as there are any to come."""


class Scope(Value, kw_only=False):
    """A hex, the band of a raid on it, what is there to bomb, and which bombers reach it."""

    hex: str
    band: int
    aims: Sequence[Aim]
    near: Sequence[Plane]


class Sortie(Value, kw_only=False):
    """A mission that could be flown, with what it is worth in half points."""

    value: float
    order: AirMission
    units: tuple[str, ...]


def sorties(mind: Mind, front: Sequence[str], many: int, resting: Iterable[str]) -> list[Sortie]:
    """The best missions, at most so many; `front` are hexes to be attacked on the ground.

    `resting` are units that have something else to do.
    """
    if many <= 0 or (is_allied(mind) and mind.game.turn.regroup == "yes"):
        return []
    spent = set(resting)
    chosen: list[Sortie] = []
    found = ((hex_, tuple(_aims(mind, hex_, front))) for hex_ in mind.charts.hexes)
    aims = {hex_: targets for hex_, targets in found if targets}
    memo: Memo = {}
    while len(chosen) < many:
        best = _best(mind, list(_candidates(mind, aims, spent, memo)), spent)
        if best is None:
            break
        chosen.append(best)
        spent.update(best.units)
        del aims[best.order.hex]
    return chosen


def _best(mind: Mind, found: Sequence[Sortie], spent: Iterable[str]) -> Sortie | None:
    """The best mission that is worth its mails.

    The 11th has been paid for when it is committed [5.2b]: until a unit of it has flown, any
    mission that does not lose by it comes first.
    """
    if is_eleventh_idle(mind, spent):
        paid = [one for one in found if one.value >= 0 and any_eleventh(mind, one.units)]
        if paid:
            return max(paid, key=_rank)
    terms = mind.game.terms
    least = LEAST_IN_LONG if terms.last_turn - terms.first_turn >= LONG else LEAST
    worth = [one for one in found if one.value >= least]
    return max(worth, key=_rank, default=None)


def _rank(one: Sortie) -> tuple[float, str, str]:
    return one.value, one.order.hex, one.order.band


def any_eleventh(mind: Mind, units: Iterable[str]) -> bool:
    """Whether one of these units is of the 11th."""
    return any(mind.charts.air[unit].is_eleventh for unit in units)


def is_eleventh_idle(mind: Mind, spent: Iterable[str]) -> bool:
    """Whether the 11th is committed, and none of its units has flown or is about to."""
    if mind.game.turn.eleventh != "yes":
        return False
    flown = [plane.id for plane in mind.own.planes.values() if plane.used]
    return not any_eleventh(mind, (*flown, *spent))


def _candidates(
    mind: Mind, aims: Mapping[str, Sequence[Aim]], spent: Container[str], memo: Memo
) -> Iterator[Sortie]:
    """The best raid on each of some hexes with targets in range, in every band."""
    planes = [plane for plane in ready(mind) if plane.id not in spent]
    bombers = [p for p in planes if mind.model(p.id).is_bomber]
    fighters = [p for p in planes if mind.model(p.id).type == "F"]
    for hex_, targets in aims.items():
        near = [p for p in bombers if mind.distance(p.base, hex_) <= mind.model(p.id).range]
        for band in range(1, len(BANDS) + 1) if near else ():
            sortie = _sortie(mind, Scope(hex_, band, targets, near), fighters, memo)
            if sortie is not None:
                yield sortie


def _aims(mind: Mind, hex_: str, front: Sequence[str]) -> Iterator[Aim]:
    """What there is to bomb in a hex, with what it is worth."""
    cargo = cargo_values(mind)
    for target in strike_targets(mind.game, mind.side, hex_, mind.charts):
        kind, _, id_ = target.partition(":")
        if kind == "base":
            base = mind.game.bases[id_]
            yield aim_at_base(mind, base, _weight(hex_, (*front, *_ports_of_call(mind))))
        elif kind == "naval":
            yield aim_at_ship(mind, id_, cargo)
        elif kind == "ground" and hex_ in front:
            yield Aim(target, step=1.5, rest=2.5)


def _ports_of_call(mind: Mind) -> tuple[str, ...]:
    """Where an own convoy must go: enemy bases near it are what will sink it [H17.1]."""
    convoy = mind.game.terms.convoy
    return convoy.hexes if convoy is not None and convoy.side == mind.side else ()


def _weight(hex_: str, front: Sequence[str]) -> float:
    """What the disruption of a base is worth: much where it feeds or guards the front."""
    near = min((far(hex_, one) for one in front), default=9)
    return 3.0 if near <= 2 else 1.5 if near <= 4 else 0.6


@lru_cache(maxsize=REMEMBERED)
def cargo_values(mind: Mind) -> Mapping[str, float]:
    """What the cargo of each enemy ship is worth in half points, if it is sunk or kept off."""
    convoy, points = mind.game.terms.convoy, mind.charts.points
    values: dict[str, float] = {}
    for ship in mind.ships(mind.enemy):
        units = [item for item in ship.cargo if item in mind.game.troops]
        steps = sum(mind.game.troops[unit].steps for unit in units)
        if convoy is not None and convoy.side == ship.side:
            step = convoy.lost_step + convoy.landed_step
            supply = convoy.lost_supply + convoy.landed_supply
            values[ship.id] = steps * step + (len(ship.cargo) - len(units)) * supply
        elif steps:
            worth = mind.worth(ship.at) if mind.game.control.get(ship.at) == mind.side else 4
            values[ship.id] = steps * points.ground_step + worth / 4
    return values


# --- one mission ---------------------------------------------------------------------------------


def _sortie(mind: Mind, scope: Scope, fighters: Sequence[Plane], memo: Memo) -> Sortie | None:
    """The best strike on a hex in a band; None if nothing is gained by any."""
    hex_, band = scope.hex, scope.band
    picked = _pick(mind, scope, memo)
    if not picked:
        return None
    met = bot_guess.cover(mind, hex_, band)
    origins = {bomber.plane.base for bomber, _, _ in picked}
    wanted = ceil(met.number * 1.3) if met.number > 0.2 else 0
    escorts = _escorts(mind, hex_, fighters, origins, wanted)
    paid = price(mind, met, escorts, [bomber.plane for bomber, _, _ in picked])
    value = sum(worth for _, _, worth in picked) * paid.through - paid.cost
    value -= sum(_paid(mind, plane) for plane in escorts)
    order = AirMission(
        kind="strike",
        hex=hex_,
        band=BANDS[band - 1],
        escorts=tuple(sorted(plane.id for plane in escorts)),
        strikers=tuple(sorted(bomber.plane.id for bomber, _, _ in picked)),
        modes=FrozenMap({bomber.plane.id: bomber.mode for bomber, _, _ in picked}),
        targets=FrozenMap({bomber.plane.id: aim.target for bomber, aim, _ in picked}),
        top_cover=bool(escorts) and band < len(BANDS),
        ace=next((plane.id for plane in escorts if plane.ace), ""),
    )
    return Sortie(value, order, (*order.escorts, *order.strikers))


def _pick(mind: Mind, scope: Scope, memo: Memo) -> list[tuple[Bomber, Aim, float]]:
    """Strikers for a hex, each on the target where it does most, the best first [H9.1, H9.6]."""
    limits = mind.charts.operations
    loads: dict[str, int] = {}
    origins: set[str] = set()
    picked: list[tuple[Bomber, Aim, float]] = []
    left = list(scope.near)
    while left and len(picked) < limits.strikers:
        best: tuple[float, str, Bomber, Aim] | None = None
        for plane in left:
            if plane.base not in origins and len(origins) >= limits.origins:
                continue
            paid = _paid(mind, plane)
            for aim in scope.aims:
                if aim.target not in loads and len(loads) >= limits.targets:
                    continue
                if _is_kept(mind, plane, aim):
                    continue
                found = _memoized(mind, plane, aim, scope, memo)
                if found is None:
                    continue
                worth = found.value * FADES ** loads.get(aim.target, 0)
                worth *= _share(mind, plane, aim)
                worth -= paid
                if worth > 0.1 and (best is None or worth > best[0]):
                    best = (worth, plane.id, Bomber(plane, found.mode, found.value), aim)
        if best is None:
            break
        worth, _, bomber, aim = best
        picked.append((bomber, aim, worth))
        loads[aim.target] = loads.get(aim.target, 0) + 1
        origins.add(bomber.plane.base)
        left = [plane for plane in left if plane.id != bomber.plane.id]
    return picked


def _memoized(mind: Mind, plane: Plane, aim: Aim, scope: Scope, memo: Memo) -> Bomber | None:
    """The same for units of one model and strength on one target."""
    key = (mind.model(plane.id).id, plane.steps, aim.target, scope.band)
    if key not in memo:
        memo[key] = best_mode(mind, plane, aim, scope.band)
    return memo[key]


def _paid(mind: Mind, plane: Plane) -> int:
    """Half points that a unit of the 11th earns the enemy when it first flies in a turn [5.2e]."""
    is_first = mind.charts.air[plane.id].is_eleventh and not plane.used
    return mind.charts.printed.flown if is_first else 0


def _share(mind: Mind, plane: Plane, aim: Aim) -> float:
    """Ship killers are worth less against anything else while enemy ships may still sail."""
    if aim.target.startswith("naval:") or mind.model(plane.id).type not in SHIP_KILLERS:
        return 1.0
    return 0.6 if _may_still_sail(mind) else 1.0


@lru_cache(maxsize=REMEMBERED)
def _may_still_sail(mind: Mind) -> bool:
    """Whether enemy ships may have a mission yet this turn."""
    waiting = any(ship.moved < mind.game.now for ship in mind.ships(mind.enemy))
    return waiting and bool(missions_left(mind.game, mind.enemy, mind.charts))


def _is_kept(mind: Mind, plane: Plane, aim: Aim) -> bool:
    """Whether a unit waits for ships: a convoy's enemies do as long as it is under way [H17.1]."""
    convoy = mind.game.terms.convoy
    if convoy is None or convoy.side == mind.side or aim.target.startswith("naval:"):
        return False
    return mind.model(plane.id).type in SHIP_KILLERS and any(
        ship.cargo for ship in mind.ships(mind.enemy)
    )


def _escorts(
    mind: Mind, hex_: str, fighters: Sequence[Plane], origins: set[str], wanted: int
) -> list[Plane]:
    """Fighters for a raid, the fastest first, from three bases in all at most [H9.1.1]."""
    limits, used = mind.charts.operations, set(origins)
    chosen: list[Plane] = []
    able = [p for p in fighters if reaches(mind, p, hex_)]
    for plane in sorted(able, key=lambda p: _as_escort(mind, p, origins)):
        if len(chosen) >= min(wanted, limits.escorts):
            break
        if plane.base in used or len(used) < limits.origins:
            chosen.append(plane)
            used.add(plane.base)
    return chosen


def _as_escort(mind: Mind, plane: Plane, origins: set[str]) -> tuple[bool, int, int, str]:
    """Who escorts first: from the bombers' bases, those that cost nothing, the fastest."""
    return plane.base not in origins, _paid(mind, plane), -mind.model(plane.id).sr, plane.id
