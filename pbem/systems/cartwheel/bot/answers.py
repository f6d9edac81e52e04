"""The computer player's policy of answers in advance, as his other orders leave his charts [H8.9].

A policy names no units, and he may change it in each file that decides something. So he asks, hex
by hex, whom it would name as the charts are sealed, and lets only so many of them evade as have a
chance that is worth its risk.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.cartwheel.bot.evasion import gets_away, on_the_ground
from pbem.systems.cartwheel.bot.mind import Group, Mind
from pbem.systems.cartwheel.own.answers import Policy, Situation, answer, answers_on, situation
from pbem.systems.cartwheel.own.items import flying
from pbem.systems.cartwheel.own.sealing import numbered, sealed_by
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_missions import missions_of
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import Answers, Asked, Pass, StandDown
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Raid

UP, AWAY = 6, 3
"""Interceptors against a large strike, and units that get out of its way, at most."""
KINDS = ("bombers", "all")
"""Who may evade by a clause: bombers first, for they are worth more where as many get away."""
MANY = 12
"""Units in a hex that are worth the mail of a reply to what comes there."""


def asked(mind: Mind) -> Iterator[Group]:
    """Where most units stand, and many, a raid is seen before it is answered [H8.9.7]."""
    there = Counter(place_of(mind.game, plane.base) for plane in mind.planes())
    full = sorted((-many, hex_) for hex_, many in there.items() if many >= MANY)
    hexes = tuple(hex_ for _, hex_ in full if hex_ in mind.charts.hexes)[:1]
    if hexes != mind.game.asked.get(mind.side, ()):
        yield (Asked(hexes=hexes),)


def policy(mind: Mind, view: View[Game], kept: Sequence[Order]) -> Iterator[Group]:
    """Many against large strikes, from which gets away who can; all else by default [H8.9.6]."""
    orders = numbered(mind.game, tuple(kept), mind.own)
    own, flights = sealed_by(view, orders, mind.charts)
    now = situation(own, view.game, mind.charts, flying(flights))
    there = replace(mind, private=own)
    flies = not _is_done(mind, kept)
    hexes: dict[Clause, list[str]] = {}
    for hex_ in sorted({one.hex for one in now.bystanders}.intersection(now.hexes)):
        clause = max(
            (_evading(there, now, hex_, kind, flies=flies) for kind in KINDS),
            key=lambda one: one.evade_most,
        )
        if clause.evade_most:
            hexes.setdefault(clause, []).append(hex_)
    clauses = (
        *(replace(clause, hexes=tuple(named)) for clause, named in hexes.items()),
        _against_large(mind),
    )
    if clauses != mind.own.policy:
        yield (Answers(clauses=clauses),)
    yield from _stand_down(mind, clauses, now)


def _stand_down(mind: Mind, policy: Policy, now: Situation) -> Iterator[Group]:
    """Who would be asked for a reply, and sends nobody anywhere, says so beforehand [H8.6]."""
    is_down, hexes = mind.side in mind.game.stand_down, mind.game.asked.get(mind.side, ())
    if not (is_down or hexes):
        return
    own = {one.hex for one in now.bystanders}.union(hexes).intersection(now.hexes)
    found = (one for hex_ in own for one in answers_on(policy, now, hex_).values())
    goes = any(one.interceptors or one.evaders for one in found)
    if goes == is_down:
        yield (StandDown(on=not goes),)


def _is_done(mind: Mind, kept: Sequence[Order]) -> bool:
    """Whether the side flies no more missions in this turn after a file with these orders."""
    rests = any(isinstance(order, Pass) and order.rest for order in kept)
    left = missions_left(mind.game, mind.side, mind.charts)
    return rests or left <= len(missions_of(tuple(kept)))


def _against_large(mind: Mind) -> Clause:
    """What is done against large strikes where nobody evades."""
    strikes = (one for one in mind.charts.answers.classes if one.kind == "strike")
    return Clause(
        classes=tuple(one.id for one in strikes if one.units[0] > 1), most=UP, keep=1, within=2
    )


def _evading(mind: Mind, now: Situation, hex_: str, kind: str, *, flies: bool) -> Clause:
    """The clause by which as many in a hex evade as it is worth while for, the first ones."""
    clause = replace(_against_large(mind), evade=kind, evade_most=AWAY)
    named = answer((clause,), now, hex_, clause.classes[0]).evaders
    raid, down = _low_strike(mind, hex_, clause.classes[0]), len(on_the_ground(mind, hex_))
    many = 0
    for unit, _ in named:
        if not gets_away(mind, raid, mind.own.planes[unit], down, flies=flies):
            break
        many += 1
    return replace(clause, evade_most=many)


def _low_strike(mind: Mind, hex_: str, class_: str) -> Raid:
    """An average strike of a class at its lowest, from which it is hardest to get away [H9.4.3]."""
    units = next(one.units for one in mind.charts.answers.classes if one.id == class_)
    return Raid(
        id="", side=mind.enemy, kind="strike", hex=hex_, band=1, escorts=0,
        strikers=sum(units) // len(units), transports=0,
    )  # fmt: skip
