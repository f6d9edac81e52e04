"""Statements about hidden results as they stand in a file, and whether they can be true (E.6).

A hit on the ground reads `D A6M-253 2>2 disrupted` or `step G4M-702 2>1`: its effect, the unit,
the steps it had and has. A unit lost without a hit reads `A6M-253 2`, with the steps it had.
"""

import re
from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_capacity import PORT, bar_to_base
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import Aircraft, Game, Owed

NOBODY = "-"
"""A ground strike that found nobody on the ground."""

_HIT = re.compile(r"(D|step) ([A-Za-z0-9-]{1,20}) ([1-9])>([0-9])( disrupted)?")
_LOSS = re.compile(r"([A-Za-z0-9-]{1,20}) ([1-9])")


class Hit(Value):
    """A unit hit on the ground: steps before and after, and whether it is disrupted now."""

    effect: str
    unit: str
    before: int
    after: int
    disrupted: bool


class Loss(Value):
    """A unit lost without a hit, with the steps that it had."""

    unit: str
    steps: int


def hit_words(effect: str, unit: str, before: int, after: int, disrupted: bool) -> str:
    """A hit as it stands in a statement."""
    return f"{effect} {unit} {before}>{after}{' disrupted' if disrupted and after else ''}"


def loss_words(unit: str, steps: int) -> str:
    """A unit lost as it stands in a statement."""
    return f"{unit} {steps}"


def read_hit(words: str) -> Hit | None:
    """A hit from a statement; None if it is no hit, or hit nobody."""
    match = _HIT.fullmatch(words)
    if match is None:
        return None
    return Hit(
        effect=match[1], unit=match[2], before=int(match[3]), after=int(match[4]),
        disrupted=match[5] is not None,
    )  # fmt: skip


def read_loss(words: str) -> Loss | None:
    """A unit lost, from a statement; None if it is not of that form."""
    match = _LOSS.fullmatch(words)
    return Loss(unit=match[1], steps=int(match[2])) if match else None


# --- checks --------------------------------------------------------------------------------------


def wrong_statement(game: Game, side: str, order: Statement, charts: Charts) -> Iterator[Refusal]:
    """A statement that nobody asked for, or that cannot be true (E.6)."""
    owed = next((one for one in game.owed if one.side == side and one.about == order.about), None)
    if owed is None and order.kind not in UNASKED:
        yield unasked(order)
        return
    yield from (_refusal(what) for what in _impossible(game, side, order, owed, charts))


def unasked(order: Statement) -> Refusal:
    """A statement that nobody asked for."""
    return _refusal(f"nobody asked for a statement '{order.kind}'")


def missing(game: Game, side: str, orders: Iterable[Order]) -> Iterator[Refusal]:
    """Statements that a side owes, and that its file lacks (E.6)."""
    given = {order.about for order in orders if isinstance(order, Statement)}
    owed = {one.about for one in game.owed if one.side == side}
    for key in sorted(owed - given):
        yield _refusal(f"the statement '{' '.join(filter(None, key))}' is missing")


def contradicted(order: Statement, before: Iterable[Statement]) -> Iterator[Refusal]:
    """Nobody is lost by two statements of a file, nor gets away from where he was lost (E.6)."""
    lost, saved = _units_lost(order), {*order.saved}
    for other in before:
        gone, left = _units_lost(other), {*other.saved}
        both = lost & gone
        if order.place == other.place:
            both |= (lost & left) | (saved & gone)
        for unit in sorted(both):
            yield _refusal(f"{unit} is lost by one statement of the file, and is named by another")


def _units_lost(order: Statement) -> set[str]:
    if order.kind == "struck":
        return {hit.unit for hit in map(read_hit, order.hits) if hit and not hit.after}
    return {loss.unit for loss in map(read_loss, order.lost) if loss}


UNASKED = ("no-landing", "moored")
"""Statements that nobody else can know to be due."""

_FAULT = "its author's program is at fault or was tampered with"


def _refusal(what: str) -> Refusal:
    return Refusal(rule="E.6", what=what, hint=_FAULT)


def _impossible(
    game: Game, side: str, order: Statement, owed: Owed | None, charts: Charts
) -> Iterator[str]:
    """What in a statement contradicts what everybody knows."""
    turn = owed.turn if owed is not None else game.now
    named = [*order.saved]
    if order.kind == "struck" and owed is not None:
        yield from _wrong_hits(game, order, owed, charts)
        named += [hit.unit for hit in map(read_hit, order.hits) if hit]
    elif order.hits:
        yield "it names hits, and there were no strikes"
    for words in order.lost:
        loss = read_loss(words)
        if loss is None or order.kind not in ("lost-base", "no-landing"):
            yield f"{words[:40]!r} is no unit lost"
        else:
            named.append(loss.unit)
            yield from _wrong_steps(game, loss.unit, loss.steps, turn, charts)
    for unit in named:
        if not _in_play(game, side, unit, turn, charts):
            yield f"{unit[:40]!r} is no air unit of that side in play"
    if order.kind != "struck" and len(set(named)) != len(named):
        yield "it names a unit twice"
    yield from _beside_the_point(game, order)
    yield from _wrong_number(game, order, owed, charts)
    if owed is not None and owed.captured and len(named) > len(owed.dice):
        dice = count(len(owed.dice), "die was", "dice were")
        yield f"{count(len(named), 'unit')} named to leave, and {dice} thrown"
    if order.kind == "moored":
        yield from _wrong_port(game, side, order, charts)


def _in_play(game: Game, side: str, unit: str, turn: int, charts: Charts) -> bool:
    """Whether a unit is alive, the side's and in play; one of TF-36 was in a turn that it came in.

    It may have left before its owner could state what had befallen it [H5.3.3, E.4.8, H8.10.2].
    """
    known = game.air.get(unit)
    if known is None or known.side != side or known.steps == 0:
        return False
    return known.arrived or (turn in game.tf36_turns and unit in charts.tf36.planes)


def _beside_the_point(game: Game, order: Statement) -> Iterator[str]:
    """What a statement of its kind cannot tell, or tells of nobody."""
    if order.saved and order.kind != "lost-base":
        yield "it names units saved, and no base was lost"
    elif order.saved and order.place in game.ships:
        yield "nobody leaves a carrier that sinks"
    if order.kind == "no-landing" and not order.lost:
        yield "it tells of no landing, and of nobody lost"
    if order.kind != "moored" and (order.port or order.disrupted):
        yield "it names a port, and tells of no Rufe"


def _wrong_port(game: Game, side: str, order: Statement, charts: Charts) -> Iterator[str]:
    """A Rufe in play, at an own port if at any [6.3.6~]; nothing is told of one at none."""
    known = game.air.get(order.place)
    if known is None or known.side != side or not known.arrived or known.steps == 0:
        yield f"{order.place[:40]!r} is no air unit of that side in play"
    elif not charts.air[known.id].model.is_floatplane:
        yield f"{known.id} is no Rufe"
    elif order.port and bar_to_base(charts, game, known.id, f"{PORT}{order.port}"):
        yield f"{known.id} cannot stand at {order.port[:40]!r}"
    elif order.port:
        yield from _wrong_steps(game, known.id, order.number, game.now, charts)
        yield from _undisrupted(game, known.id, game.now, disrupted=order.disrupted)
    if (order.number > 0) != bool(order.port) or (order.disrupted and not order.port):
        yield "steps and disruption are told of a Rufe at a port, and of no other"


def _wrong_hits(game: Game, order: Statement, owed: Owed, charts: Charts) -> Iterator[str]:
    """Hits are as many, and of the effects, as the dice said [H9.10.5]; steps add up [H0.6]."""
    effects = [effect for effect in owed.effects if effect]
    if len(effects) != len(order.hits):
        yield f"{len(order.hits)} hits are stated, and the dice scored {len(effects)}"
        return
    earlier: dict[str, Hit] = {}
    for effect, words in zip(effects, order.hits, strict=True):
        hit = read_hit(words)
        if hit is None:
            if words != NOBODY:
                yield f"{words[:40]!r} is no hit"
        elif hit.effect != effect:
            yield f"{words[:40]!r} is not what the dice scored: {effect}"
        elif not _adds_up(hit):
            yield f"{words[:40]!r} does not add up"
        else:
            yield from _wrong_steps(game, hit.unit, hit.before, owed.turn, charts)
            worse = hit.after < hit.before if effect == "D" else hit.disrupted or not hit.after
            yield from _undisrupted(game, hit.unit, owed.turn, disrupted=worse)
            first = earlier.get(hit.unit)
            if first and (hit.before != first.after or (first.disrupted and not worse)):
                yield f"{hit.unit} is hit twice, and the second hit does not follow from the first"
            earlier[hit.unit] = hit


def _adds_up(hit: Hit) -> bool:
    """Whether a hit costs what it can [H0.5, H0.6]; whom a `D` leaves alive is disrupted."""
    if hit.effect == "step":
        return hit.before - hit.after == 1
    return hit.before - hit.after in (0, 1) and (hit.disrupted or not hit.after)


def _wrong_steps(game: Game, unit: str, steps: int, turn: int, charts: Charts) -> Iterator[str]:
    """No unit has more steps than its counter, or than it was seen with in the turn in question.

    Steps and disruption change for the better in 14.1 alone.
    """
    if unit not in charts.air:
        return
    seen = _seen(game, unit, turn)
    if steps > charts.air[unit].model.steps:
        yield f"{unit} never had {count(steps, 'step')}"
    elif seen is not None and steps > seen.steps:
        yield f"{unit} was seen with {count(seen.steps, 'step')} that turn, and had {steps}"


def _undisrupted(game: Game, unit: str, turn: int, *, disrupted: bool) -> Iterator[str]:
    """A unit that was seen disrupted in a turn is so in all of it; a `D` costs a step [H0.6]."""
    seen = _seen(game, unit, turn)
    if seen is not None and seen.disrupted and not disrupted:
        yield f"{unit} was seen disrupted that turn, and is stated as if it had not been"


def _seen(game: Game, unit: str, turn: int) -> Aircraft | None:
    """A unit as all saw it in a turn, if that is when they saw it last; else None."""
    known = game.air.get(unit)
    return known if known is not None and known.seen == turn else None


def _wrong_number(game: Game, order: Statement, owed: Owed | None, charts: Charts) -> Iterator[str]:
    """Numbers within what the pool of that turn and the units allow [H14.1, 5.2e]."""
    most = 0
    if order.kind == "replaced" and owed is not None:
        most = owed.most
    elif order.kind == "moored" and order.place in charts.air:
        most = charts.air[order.place].model.steps
    elif order.kind == "eleventh":
        most = sum(charts.air[unit.id].is_eleventh and unit.steps > 0 for unit in game.air.values())
    if not 0 <= order.number <= most:
        yield f"{order.number} is more than the {most} that there can be"
