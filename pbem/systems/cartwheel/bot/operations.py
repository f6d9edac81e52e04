"""Opportunities of the computer player in 4.4: missions, stage moves, passes [H8]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.bot.air import sorties
from pbem.systems.cartwheel.bot.evasion import on_the_ground
from pbem.systems.cartwheel.bot.mind import Group, Mind, ready
from pbem.systems.cartwheel.bot.naval import WORTHWHILE, sailings
from pbem.systems.cartwheel.bot.reply import replies
from pbem.systems.cartwheel.bot.sorties import Sailing
from pbem.systems.cartwheel.bot.worth import front
from pbem.systems.cartwheel.own.changes import cannot_come
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_ashore import holds_ground
from pbem.systems.cartwheel.rules.r08_blind import may_order_ahead
from pbem.systems.cartwheel.rules.r08_missions import Mission, missions_of, units_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Stage
from pbem.systems.cartwheel.table.orders_turn import ConcludeLater

SPARE = 6
"""Ready bombers beyond which more opportunities are worth a mail."""
MOVES = 8
"""Stage moves in one file at most."""


def operations(mind: Mind) -> Iterator[Group]:
    """A reply, or what is done with an opportunity [4.4b, H8.5]."""
    if unanswered(mind.game):
        yield from _answer(mind)
        return
    run = min(mind.game.operations.run, missions_left(mind.game, mind.side, mind.charts))
    wanted = _missions(mind, run + 1, ())
    missions = wanted[:run]
    for mission in missions:
        yield (mission,)
    if len(wanted) < run or _has_finished(mind, wanted, run):
        yield (_pass(mind, missions),)
    raids = (order for order in missions if isinstance(order, AirMission))
    yield from _stages(mind, {unit for order in raids for unit in units_of(order)})


def _answer(mind: Mind) -> Iterator[Group]:
    """Replies, with the next opportunity if it comes next [H8.7]."""
    given = replies(mind)
    yield given
    if not may_order_ahead(mind.game, mind.side, mind.charts):
        return
    busy = {unit for reply in given for unit in (*reply.interceptors, *reply.evaders)}
    busy |= {p.id for raid in unanswered(mind.game) for p in on_the_ground(mind, raid.hex)}
    missions = _missions(mind, 1, busy)
    for mission in missions:
        if isinstance(mission, AirMission):
            yield (mission,)
            return
    if not missions:
        yield (Pass(times=2),)


def _missions(mind: Mind, run: int, resting: Iterable[str]) -> list[Order]:
    """The missions of one opportunity: raids first, as far as ships leave any, then these."""
    left = missions_left(mind.game, mind.side, mind.charts)
    many = min(run, left)
    if many <= 0:
        return []
    sea = sailings(mind, left)
    fronts = (*dict.fromkeys((*_landings(mind, sea), *front(mind))),)
    raids = sorties(mind, fronts, min(many, left - len(sea)), resting)
    chosen: list[Order] = [raid.order for raid in raids]
    chosen += [one.order for one in sea[: many - len(chosen)]]
    return chosen


def _has_finished(mind: Mind, wanted: Sequence[Order], run: int) -> bool:
    """Whether these missions are all that comes to mind, so that a pass rides on the last [H8.3].

    Not at the cap, which needs none.
    """
    return len(wanted) <= run < missions_left(mind.game, mind.side, mind.charts)


def _pass(mind: Mind, missions: Sequence[Order]) -> Pass:
    """One pass if ships may yet sail, two if many could still fly, else all of the phase."""
    if _waits(mind):
        return Pass()
    raids = (order for order in missions if isinstance(order, AirMission))
    gone = {unit for order in raids for unit in units_of(order)}
    able = sum(mind.model(one.id).is_bomber for one in ready(mind) if one.id not in gone)
    return Pass(times=2) if able > SPARE else Pass(rest=True)


def with_ashore(mind: Mind, kept: Sequence[Order]) -> tuple[Order, ...]:
    """A file's orders, with room for what is ordered ashore if its missions are the last [H8.10.2].

    Not where troops land or jump: what they may do ashore is known later. Other ships have nothing
    to do there, and go home when all has been done ashore [H12.2.2].
    """
    missions = missions_of(kept)
    if not missions or any(_lands(mind, order) for order in missions):
        return tuple(kept)
    given = next((order for order in kept if isinstance(order, Pass)), Pass())
    others = [order for order in kept if not isinstance(order, Pass)]
    sails = any(isinstance(order, NavalMission) for order in missions)
    later = (ConcludeLater(later=True),) if sails else ()
    last = (*others, replace(given, ashore=True), *later)
    return last if holds_ground(mind.game, mind.side, last, mind.charts) else tuple(kept)


def _lands(mind: Mind, order: Mission) -> bool:
    """Whether a mission brings somebody to where he may have something to do ashore."""
    if isinstance(order, AirMission):
        return order.kind == "airdrop"
    carries = order.purpose == "transport"
    return carries and not is_haven(mind.game, order.path[-1], mind.side, mind.charts)


def _waits(mind: Mind) -> bool:
    """Whether much would sail if the enemy's bombers were spent, and these may yet fly."""
    game = mind.game
    if not has_opportunity(game, mind.enemy, mind.charts) or game.operations.passes:
        return False
    theirs = (unit for unit in game.air.values() if unit.side == mind.enemy)
    spent = game.with_air(replace(unit, flew=game.now) for unit in theirs)
    sea = sailings(replace(mind, game=spent), 1)
    return any(one.value >= WORTHWHILE for one in sea)


def _landings(mind: Mind, sea: Sequence[Sailing]) -> list[str]:
    """Hexes with enemies where ships are about to land troops."""
    ends = (one.order.path[-1] for one in sea if one.order.purpose == "transport")
    return [hex_ for hex_ in ends if mind.troops(hex_, mind.enemy)]


# --- stage moves [H9.3] --------------------------------------------------------------------------


def _stages(mind: Mind, named: set[str]) -> Iterator[Group]:
    """Units that reach nothing of the enemy's move up to bases from which they do.

    Not the 11th: a stage move of its costs as much as a mission, and it goes home soon [5.2e].
    """
    coming: dict[str, list[str]] = {}
    moves = 0
    for plane in ready(mind):
        if plane.id in named or plane.base in mind.game.ships or moves >= MOVES:
            continue
        if mind.charts.air[plane.id].is_eleventh:
            continue
        if not mind.model(plane.id).is_combat or _use(mind, plane, plane.base) > 0:
            continue
        best = max(
            ((_use(mind, plane, base), base) for base in _open(mind, plane, coming)),
            default=(0, ""),
        )
        if best[0] > 0:
            coming.setdefault(best[1], []).append(plane.id)
            moves += 1
            yield (Stage(unit=plane.id, to=best[1]),)


def _use(mind: Mind, plane: Plane, base: str) -> int:
    """How many bases of the enemy's a unit reaches from a base of its own."""
    place, reach = place_of(mind.game, base), mind.model(plane.id).range
    if not place:
        return 0
    return sum(
        air_distance(mind.charts, place, enemy.hex) <= reach for enemy in mind.bases(mind.enemy)
    )


def _open(mind: Mind, plane: Plane, coming: dict[str, list[str]]) -> Iterator[str]:
    """Own bases on the map where a unit may stand, has room, and gets to in one move."""
    for base in mind.bases(mind.side):
        is_open = base.supplied and not cannot_come(mind, plane, base.id)
        if is_open and mind.has_room(base.id, plane.id, coming.get(base.id, ())):
            yield base.id
