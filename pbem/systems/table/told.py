"""A file's orders told before they are signed [T1-T10]."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from pbem.counting import listed
from pbem.engine.foretold import Foretold, told
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.steps import Setup, View
from pbem.frozen import FrozenMap
from pbem.narrow import write_value
from pbem.systems.table.charts import Limits
from pbem.systems.table.check import first_sight
from pbem.systems.table.counters import value_of
from pbem.systems.table.kinds import KINDS, Sight, ends
from pbem.systems.table.notation import parse
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Seal, Unseal
from pbem.systems.table.play import enter
from pbem.systems.table.state import Game
from pbem.systems.table.wording import claims_told, result_told
from pbem.systems.table.words import OFF, marked, naturally, near_names, value_told

LAST_WORD = "The file that agrees to the end may also set counters, and nobody can contest these"
"""What whoever offers the end is told of the other side's answer."""


def mails(setup: Setup, _: Limits) -> str:
    """Who writes when, and whose file opens the dice [T1, T9]."""
    opener = "the referee's" if setup.options.get("witness") == "referee" else "the other side's"
    return f"the sides write in turn; dice are read with {opener} next file [T1]"


def brief(_table: Mapping[str, Any], limits: Limits) -> tuple[Sheet, ...]:
    """What can be said of any boxed game: who mails when [T1, T9]."""
    usual = Setup(scenario={}, seats=(), options={})
    rows = (
        ("turns", "as many as the boxed game has; the players call them [T7]"),
        ("mails", mails(usual, limits)),
    )
    return (sheet_of("Terms", ("", ""), rows),)


def foretell(view: View[Game], orders: tuple[Order, ...], limits: Limits) -> Foretold:
    """What each order does, in the order of the file, and what can be answered now or never."""
    first = first_sight(view, limits)
    offer = view.game.offers.get(view.game.other(view.game.to_move), "")
    ended = any(isinstance(order, Finish) and ends(first, order) for order in orders)
    end = (f"This file ENDS the game: {result_told(offer)} [T10].",) if ended else ()
    put_ = {order.counter for order in orders if isinstance(order, Put)}
    if ended and not put_ <= _after(first, orders).disputes.keys():
        end = (*end, "What it sets nobody can contest any more [T6, T10].")
    offers = not ended and any(isinstance(order, Finish) for order in orders)
    if offers:
        end = (f"{LAST_WORD} [T6, T10].",)
    if ended or offers:
        end = (*end, *_unsettled(first, orders))
    warnings = (
        _alike(view.game, orders), _to_the_letter(first, orders), _twice(first, orders),
        _empty(orders), _digits(orders),
        _unmoved(view.game, orders), _unchanged(view.game, orders, ended=ended),
        _called_over(view.turn, orders), _rolled_late(orders),
    )  # fmt: skip
    return Foretold(
        ordered=tuple(told(KINDS, first, tuple(enumerate(orders, 1)))),
        left=tuple(_left(first, orders, "" if ended else offer, ended=ended)),
        warnings=(*end, *chain.from_iterable(warnings)),
    )


def _unsettled(first: Sight, orders: tuple[Order, ...]) -> Iterator[str]:
    """Disputes that the end leaves as they are: nobody sets a counter any more [T6, T10]."""
    game = _after(first, orders)
    stays: dict[str, list[str]] = {}
    for name in naturally(game.disputes):
        stays.setdefault(value_of(game, name), []).append(name)
    for now, names in stays.items():
        at = f"at {value_told(now)}" if now else OFF
        is_, stay = ("is", "it stays") if len(names) == 1 else ("are", "they stay")
        ends_so = f"if the game ends so, {stay} {at}"
        yield f"{listed(names)} {is_} still disputed: {ends_so} [T6, T10]."


def _after(first: Sight, orders: tuple[Order, ...]) -> Game:
    """The table after all orders."""
    game = first.game
    for order in orders:
        game, _ = enter(game, first.seat, order, turn=first.turn, file=0)
    return game


def _left(first: Sight, orders: tuple[Order, ...], refused: str, *, ended: bool) -> Iterator[str]:
    """What comes of all that the file leaves open; `refused` is the end that it does not take."""
    kinds = {type(order) for order in orders}
    put_ = {order.counter for order in orders if isinstance(order, Put)}
    contested = [order.counter for order in orders if isinstance(order, Contest)]
    opened = {order.note for order in orders if isinstance(order, Unseal)}
    kept = [name for name in naturally(first.game.fresh) if name not in {*put_, *contested}]
    if kept:
        yield f"What was set stands, and cannot be contested later: {', '.join(kept)} [T6]."
    unnamed = [name for name in naturally(contested) if name not in put_]
    if unnamed and not ended:
        it = "it is" if len(unnamed) == 1 else "each is"
        no_value = f"You name no value for {listed(unnamed)}"
        yield f"{no_value}: {it} settled when both sides set it alike [T6]."
    if not ended and Finish not in kinds:
        left = [name for name in naturally(first.found.disputes) if name not in put_]
        if left:
            held = ", ".join(_held(first.found, one) for one in left)
            yield f"Still disputed, and left so: {held} [T6]."
    if refused:
        yield f"You do not agree to the end that is offered: {result_told(refused)} [T10]."
    if Roll in kinds:
        yield "Your dice are fixed with this file, and read with the next one [T1]."
    sealed = [note for note in first.notes() if note not in opened]
    if sealed and not ended:
        stay = "stays" if len(sealed) == 1 else "stay"
        yield f"{listed([_note(first.found, note) for note in sealed])} {stay} sealed [T4]."
    if Seal in kinds or ((Finish in kinds or Unseal in kinds) and sealed):
        yield "What you have sealed and never open your last file opens to all [T4]."


def _held(game: Game, counter: str) -> str:
    """A disputed counter, where it stands, and what each side holds [T6]."""
    now = value_of(game, counter)
    stands = f"at {value_told(now)}" if now else OFF
    return f"{counter} ({stands}; {claims_told(game, counter)})"


def _note(game: Game, note: str) -> str:
    """A sealed note with what it is about [T3]."""
    about = game.notes[note].about
    return f"{note} ({marked(about)})" if about else note


def _alike(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters that are new by case, blanks, signs or a slip of the pen alone [T5]."""
    known = {_named(name): name for name in (*game.counters, *game.disputes)}
    for name in dict.fromkeys(order.counter for order in orders if isinstance(order, Put)):
        near = () if _named(name) in known else near_names(name, known.values())
        other = known.setdefault(_named(name), name)
        if name in game.counters or name in game.disputes:
            continue
        if other != name or near:
            yield f"{name} is a counter of its own, beside {listed(near or (other,))} [T5]."


def _to_the_letter(first: Sight, orders: tuple[Order, ...]) -> Iterator[str]:
    """Claims that are the other side's but for case or blanks, and so settle nothing [T6].

    Of a counter that is set again the last one tells, if it is disputed still.
    """
    game = _after(first, orders)
    own = game.sides[first.seat]
    for name in dict.fromkeys(order.counter for order in orders if isinstance(order, Put)):
        claims = game.disputes.get(name, FrozenMap[str]())
        if own in claims and game.other(own) in claims:
            value, claim = claims[own], claims[game.other(own)]
            if _plain(value) in map(_plain, (claim, value_told(claim))):
                agreeing = f"to agree with {game.other(own)}, set it to {write_value(claim)}"
                yield f"{name} stays disputed: {agreeing}, to the letter [T6]."


def _unmoved(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Phases that are called while they are on already, or over in this turn [T7]."""
    phase, listed = game.phase, game.phases
    calls = any(isinstance(order, Phase) and order.new_turn for order in orders)
    for order in orders:
        if isinstance(order, Phase):
            if order.name and order.name == phase and not order.new_turn:
                yield f"The phase is {phase} already [T7]."
            elif order.name != phase and _named(order.name) == _named(phase):
                yield f"{order.name} is a phase of its own, beside {phase} [T7]."
            elif not order.new_turn and order.name in listed[: _place(phase, listed)]:
                back = f"You go back from phase {phase} to {order.name}"
                how = "" if calls else ": a new turn is called with new_turn = true"
                yield f"{back}{how} [T7]."
            phase = order.name


def _unchanged(game: Game, orders: tuple[Order, ...], *, ended: bool) -> Iterator[str]:
    """Counters set to what they are, or taken off where they do not lie: open to contest [T5, T6].

    A file that ends the game leaves nothing to contest.
    """
    now = {order.counter: order.value for order in orders if isinstance(order, Put)}
    times = Counter(order.counter for order in orders if isinstance(order, Put))
    contested = {order.counter for order in orders if isinstance(order, Contest)}
    other = game.other(game.to_move)
    for name, value in now.items():
        if name not in contested and name not in game.disputes and value == value_of(game, name):
            stands = f"is {value_told(value)} already" if value else f"is {OFF} already"
            comes = (
                "this changes nothing" if ended else f"all this does is that {other} may contest it"
            )
            yield f"{name} {stands}: {comes} [T5, T6]."
        elif times[name] == 1 and value == _claims(game, name).get(game.to_move):
            held = f"You hold already that {name} is {value_told(value)}"
            yield f"{held}: {other} settles it by setting it so, too [T6]."


def _claims(game: Game, counter: str) -> Mapping[str, str]:
    """What the sides hold of a counter; nothing of one that is not disputed [T6]."""
    return game.disputes.get(counter, FrozenMap())


def _place(phase: str, listed: tuple[str, ...]) -> int:
    return listed.index(phase) if phase in listed else 0


def _called_over(turn: int, orders: tuple[Order, ...]) -> Iterator[str]:
    """A phase behind the call of a new turn, which begins with it and not as it was called [T7]."""
    phases = [order for order in orders if isinstance(order, Phase)]
    called = next((at for at, order in enumerate(phases) if order.new_turn), len(phases))
    first, last = phases[called : called + 1], phases[called + 1 :][-1:]
    for new, now in zip(first, last, strict=False):
        if new.name not in ("", now.name):
            begins = f"Turn {turn + 1} begins in phase {now.name}, not in {new.name}"
            hint = f"for a phase of turn {turn}, order it before the new turn"
            yield f"{begins}: {hint} [T7]."


def _rolled_late(orders: tuple[Order, ...]) -> Iterator[str]:
    """Rolls behind the end of the turn, which still belong to it [T7]."""
    ends_ = [at for at, order in enumerate(orders) if isinstance(order, Phase) and order.new_turn]
    if ends_ and any(isinstance(order, Roll) for order in orders[ends_[0] :]):
        yield "The new turn begins behind all dice of this file: they belong to the old one [T7]."


def _twice(first: Sight, orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters that one file sets again, and what stands, or is held, in the end [T5, T6]."""
    disputed = _after(first, orders).disputes
    times = Counter(order.counter for order in orders if isinstance(order, Put))
    last = {order.counter: order.value for order in orders if isinstance(order, Put)}
    for name, value in last.items():
        if times[name] > 1:
            stands = "you hold that it" if name in disputed else "what stands"
            yield f"{name} is set more than once: {stands} is {value_told(value)} [T5]."


def _empty(orders: tuple[Order, ...]) -> Iterator[str]:
    """Notes that nobody has written anything on [T3]."""
    for order in orders:
        if isinstance(order, Seal) and not order.words.strip():
            about = f"The note about {marked(order.about)}" if order.about else "A note"
            yield f"{about} has no words: what you seal is empty [T3]."


def _digits(orders: tuple[Order, ...]) -> Iterator[str]:
    """Dice of as many sides as two or three dice show that are read as digits, such as d66 [T2]."""
    rolled = (parse(order.dice) for order in orders if isinstance(order, Roll))
    groups = (group for formula in rolled if formula for group in formula.groups)
    for sides in dict.fromkeys(str(group.sides) for group in groups):
        number, digit = len(sides), sides[0]
        if number > 1 and sides == digit * number:
            several = f"for {number} dice that are read as digits roll {number}d{digit}"
            yield f"d{sides} is one die of {sides} sides: {several} [T2]."


def _named(name: str) -> str:
    """A name without case, blanks and signs, but for those that keep its numbers apart."""
    apart = re.sub(r"(?<=[0-9])[^A-Za-z0-9]+(?=[0-9])", "|", name.casefold())
    return re.sub(r"[^a-z0-9|]", "", apart)


def _plain(value: str) -> str:
    """A value without case and blanks: signs tell values apart."""
    return "".join(value.casefold().split())
