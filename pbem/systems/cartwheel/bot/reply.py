"""Replies of the computer player to air missions: who scrambles and who gets away [H9.4, H9.5]."""

from collections.abc import Iterator, Sequence

from pbem.frozen import replace
from pbem.systems.cartwheel.book.units import Factors
from pbem.systems.cartwheel.bot.evasion import gets_away, on_the_ground
from pbem.systems.cartwheel.bot.mind import Mind, ready
from pbem.systems.cartwheel.bot.odds import harm, taking_off
from pbem.systems.cartwheel.bot.raid import ENEMY_REST, ENEMY_STEP, OWN_REST, OWN_STEP
from pbem.systems.cartwheel.orders.fliers import evaders, interceptors, reply_with, sortie_of
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r09_scramble import scramble_terms
from pbem.systems.cartwheel.table.orders_operations import Reply
from pbem.systems.cartwheel.table.state import ALLIED
from pbem.systems.cartwheel.table.under_way import Raid

ESCORT = {ALLIED: (Factors(af=4, df=4), 7), "japanese": (Factors(af=4, df=2), 6)}
"""What an average escort of a side is like: its factors and SR."""
BOMBER = {ALLIED: Factors(af=2, df=3), "japanese": Factors(af=2, df=1)}
"""What an average striker of a side is like."""
SPOILED = 1.0
"""Half points for a striker that never drops its bombs."""


def replies(mind: Mind) -> tuple[Reply, ...]:
    """A reply to each air mission that awaits one [H8.5].

    Whom an earlier one may hit on the ground is not counted on against a later one.
    """
    busy: set[str] = set()
    given: list[Reply] = []
    for raid in unanswered(mind.game):
        reply = _reply(mind, raid, busy)
        busy.update(reply.interceptors, reply.evaders)
        if raid.strikers:
            busy.update(plane.id for plane in on_the_ground(mind, raid.hex))
        given.append(reply)
    return tuple(given)


def _reply(mind: Mind, raid: Raid, busy: set[str]) -> Reply:
    up = _interceptors(mind, raid, busy)
    gone = [p for p in _evaders(mind, raid, busy) if p not in up]
    go_for = "bombers" if raid.strikers or raid.transports else "escorts"
    return replace(reply_with(raid, up, gone), go_for=go_for)


# --- interceptors --------------------------------------------------------------------------------


def _interceptors(mind: Mind, raid: Raid, busy: set[str]) -> list[Plane]:
    """Fighters that are sent up: as many as make the exchange best; nobody if it is bad."""
    able = sorted(
        ((_chance(mind, raid, plane), plane) for plane in _able(mind, raid, busy)),
        key=lambda one: (-one[0], -mind.model(one[1].id).sr, one[1].id),
    )
    many = range(1, min(len(able), mind.charts.operations.interceptors) + 1)
    gains = [(_gain(mind, raid, able[:count]), -count) for count in many]
    best, count = max(gains, default=(0.0, 0))
    return [plane for _, plane in able[:-count]] if best > 0 else []


def _able(mind: Mind, raid: Raid, busy: set[str]) -> Iterator[Plane]:
    """Those that could fly a mission instead: whoever has a Regroup mark keeps it."""
    rested = (plane for plane in interceptors(mind, raid) if plane in ready(mind))
    return (plane for plane in rested if plane.id not in busy)


def _chance(mind: Mind, raid: Raid, plane: Plane) -> float:
    """The chance that a fighter takes off [H9.4.2]."""
    terms = scramble_terms(mind.game, raid, sortie_of(plane), mind.charts)
    return taking_off(mind.charts, mind.model(plane.id).sr, terms)


def _gain(mind: Mind, raid: Raid, group: Sequence[tuple[float, Plane]]) -> float:
    """What is gained by sending these fighters up, on average, less what they lose [H9.7]."""
    table = mind.charts.air_combat.results
    bombers = raid.strikers + raid.transports
    number = sum(chance for chance, _ in group)
    screened = min(number, raid.escorts) * (0.65 if bombers else 1.0)
    against, sr = ESCORT[raid.side]
    gain = 0.0
    for chance, plane in group:
        own, model = mind.model(plane.id).factors(plane.steps), mind.model(plane.id)
        share = chance * screened / number
        hurt, done = harm(table, against.af - own.df), harm(table, own.af - against.df)
        first = 0.6 if model.sr > sr else 1.0
        second = 0.6 if model.sr < sr else 1.0
        gain -= share * first * 1.3 * (hurt.steps * OWN_STEP + hurt.disrupted * OWN_REST)
        gain += share * second * 1.3 * (done.steps * ENEMY_STEP + done.disrupted * ENEMY_REST)
        loose = (chance - share) if bombers else 0.0
        shot, back = (
            harm(table, own.af - BOMBER[raid.side].df),
            harm(table, BOMBER[raid.side].af - own.df),
        )
        gain += loose * 1.4 * (shot.steps * ENEMY_STEP + shot.any * SPOILED)
        gain -= loose * 1.2 * (back.steps * OWN_STEP + back.disrupted * OWN_REST)
        if mind.charts.air[plane.id].is_eleventh and not plane.used:
            gain -= chance * mind.charts.printed.flown
        if place_of(mind.game, plane.base) == raid.hex and raid.strikers:
            gain += chance * min(0.5, 0.1 * raid.strikers)
    return gain


# --- evasion -------------------------------------------------------------------------------------


def _evaders(mind: Mind, raid: Raid, busy: set[str]) -> Iterator[Plane]:
    """Units in the target hex for which it is worth while to get off [H9.5]."""
    down = len(on_the_ground(mind, raid.hex))
    flies = missions_left(mind.game, mind.side, mind.charts) > 0
    able = (plane for plane in evaders(mind, raid) if plane.id not in busy)
    return (plane for plane in able if gets_away(mind, raid, plane, down, flies=flies))
