"""What a seat's forces do unasked while the enemy moves, by the standing orders in force [F.4].

The rules that carry it out are asked who is able and willing; whom they will meet nobody knows yet.
"""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import opens_season
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.rules.month.p3_forces import is_boats
from pbem.systems.pto.rules.month.p3_intercept import (
    is_ready,
    may_counter,
    may_intercept,
    naval_order,
    not_kept_back,
    sends_boats,
)
from pbem.systems.pto.rules.month.p3_raids import strike_order, strikes_ships
from pbem.systems.pto.rules.month.p4_support import defending_bombers, ground_order
from pbem.systems.pto.rules.month.p4_turns import is_side_out
from pbem.systems.pto.rules.p3_half import SURPRISE_ATTACK, is_silenced
from pbem.systems.pto.rules.units import fires
from pbem.systems.pto.table.naming import all_of, each
from pbem.systems.pto.table.orders_month import Sail, is_appended
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.table.standing import StandingOrder
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.standing import at_odds, met_words, some_of, struck_words

MOST = 6
"""So many task forces of a kind are named, those with most guns first."""
HALF, OFFENSIVES = "P3", "P4"


def unasked(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """What the seat's forces do in the enemy's next phase, and for those that sail before it.

    `after` is the game as these orders leave it.
    """
    game, seat = _ruled(after, view.seat, orders), view.seat
    if "P3.1" in steps_of(view):
        yield from _counters(game, seat, orders, charts)
    phase = _next_phase(view, charts)
    if not phase:
        return
    when = "In the enemy's half of phase 3" if phase == HALF else "In the enemy's offensives"
    if phase == HALF and is_silenced(game, view.side, other(view.side), phase):
        yield f"{when} nobody of yours searches, strikes or intercepts at sea [{SURPRISE_ATTACK}]."
        return
    parts = [*_in_the_air(game, seat, phase, charts), *_at_sea(game, seat, phase, charts)]
    if parts:
        sealed = "; what you have sealed may say otherwise" if seat in view.game.sealed else ""
        yield f"{when} your forces act unasked: {'; '.join(parts)}{sealed}."


def _ruled(game: Game, seat: str, orders: Iterable[Order]) -> Game:
    """The game with the standing orders that a file gives: they hold when the enemy moves [F.1]."""
    for order in orders:
        if isinstance(order, StandingOrder):
            game = stand(game, seat, order, 0)
    return game


def _next_phase(view: View[Game], charts: Charts) -> str:
    """Where the enemy moves next after this file, before the seat is asked again; or nowhere."""
    steps, game = steps_of(view), view.game
    if steps & {"P0", "S2.3"} or ("P3.1" in steps and game.month.first == view.side):
        return HALF
    if steps & {"P3.1", "P4"}:
        return "" if is_side_out(game, other(view.side), charts) else OFFENSIVES
    goes_on = game.turn < game.terms.last_turn and not opens_season(game.turn + 1)
    return HALF if goes_on and "P5" in steps and game.month.first != view.side else ""


def _in_the_air(game: Game, seat: str, phase: str, charts: Charts) -> Iterator[str]:
    """What passing forces aircraft strike, when fighters rise, whether bombers help defenders.

    The rules are PH5.2, P3.2.2 and P4A.3.D.
    """
    ready = [*_ready(game, seat, phase)]
    strikers = (one for one in ready if strikes_ships(game, one, charts) and not one.out)
    struck = {words: None for one in strikers for words in struck_words(strike_order(game, one))}
    if struck:
        yield f"aircraft strike passing {' or '.join(struck)}"
    fighters = (one for one in ready if fires(game, charts, one))
    rises = {
        f"{met_words(rule)} {at_odds(rule, 'in fighters') if rule.when == 'ratio' else 'always'}"
        for _, rule in not_kept_back(game, fighters, charts)
        if rule.when != "never"
    }
    if rises:
        yield f"fighters rise{some_of(sorted(rises))}"
    if phase == OFFENSIVES:
        yield from _supporting(game, seat, charts)


def _supporting(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """Where a seat's bombers help defenders, by name where areas alone are ordered [P4A.3.D]."""
    side, nations = game.side_of_seat(seat), game.nations_of(seat)
    held = (unit for unit in game.ground.values() if unit.at and side_of(unit.nation) == side)
    areas = []
    for area in dict.fromkeys(unit.at for unit in held):
        helping = (game.air[id_] for id_ in defending_bombers(game, side, area, charts))
        of = {ground_order(game, one, area).of for one in helping if one.nation in nations}
        if of - {area}:
            yield "bombers help to defend an area that is attacked"
            return
        areas += [area] if of else []
    if areas:
        yield f"bombers help to defend {each(areas)}"


def _ready(game: Game, seat: str, phase: str) -> Iterator[AirUnit]:
    """The seat's aircraft that have still to fly in the enemy's phase [PH8.1]."""
    for unit in game.air.values():
        flown = unit.committed or (phase == OFFENSIVES and (unit.struck or unit.intercepted))
        if unit.nation in game.nations_of(seat) and not flown and is_ready(game, unit):
            yield unit


def _at_sea(game: Game, seat: str, phase: str, charts: Charts) -> Iterator[str]:
    """The task forces that intercept, by what their orders say; those of boats last [PH5.4]."""
    groups: dict[str, list[str]] = {}
    boats: list[str] = []
    for tf in _strongest(game, seat, charts):
        if not may_intercept(game, tf, phase):
            continue
        if is_boats(game, tf.id):
            sent = any(sends_boats(game, tf, at) for at in seas_of(charts, tf.at))
            boats += [tf.id] if sent else []
        elif guns(game, tf.id, charts):
            for how in _hows(game, tf, charts):
                groups.setdefault(how, []).append(tf.id)
    for how, forces in groups.items():
        yield f"ships intercept {how}: {_named(forces)}"
    if boats:
        yield f"boats intercept ships: {_named(boats)}"


def _hows(game: Game, tf: TaskForce, charts: Charts) -> Iterator[str]:
    """How a task force intercepts, with where if not in all seas that it lies on [PH5.3, F.4]."""
    seas, hows = seas_of(charts, tf.at), dict[str, list[str]]()
    for at in seas:
        rule = naval_order(game, tf, at)
        if rule is not None and rule.when != "never":
            how = at_odds(rule, "in guns") if rule.when == "ratio" else "always"
            hows.setdefault(how, []).append(at)
    for how, there in hows.items():
        where = f" in {each(there)}" if len(there) < len(seas) else ""
        yield f"{how}{where}, also out of port"


def _strongest(game: Game, seat: str, charts: Charts) -> list[TaskForce]:
    own = (tf for tf in game.forces.values() if tf.nation in game.nations_of(seat))
    return sorted(own, key=lambda tf: (-guns(game, tf.id, charts), tf.id))


def _named(forces: Sequence[str]) -> str:
    if len(forces) <= MOST + 1:
        return each(forces)
    return all_of([*map(mention, forces[:MOST]), f"{len(forces) - MOST} more"])


def _counters(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """Who comes out for a force that sails past and is intercepted there, from port too [PH5.5].

    Of those that do not sail themselves.
    """
    sails = [one for one in orders if isinstance(one, Sail) and not is_appended(one)]
    passed = {area for one in sails for area in one.path}
    moving = {one.tf for one in sails}
    found = []
    for tf in _strongest(game, seat, charts):
        near = passed.intersection(seas_of(charts, tf.at))
        rules = (naval_order(game, tf, at) for at in near)
        willing = any(rule is not None and rule.counter != "never" for rule in rules)
        able = may_counter(game, tf, HALF) and guns(game, tf.id, charts)
        if tf.id not in moving and willing and able:
            found.append(tf.id)
    if found:
        who = _named(found)
        yield f"If a force of yours is intercepted there, these may meet that first: {who}."
