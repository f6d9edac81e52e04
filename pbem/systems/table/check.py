"""Whether a seat's orders are legal, with every reason why not [T1-T11]."""

from collections.abc import Iterator

from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.table.charts import Limits
from pbem.systems.table.notation import excesses, parse
from pbem.systems.table.orders import KINDS, Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.play import enter
from pbem.systems.table.state import DRAW, Game
from pbem.systems.table.words import NAMED, is_name, wrong_line, wrong_words

EXAMPLES = "2d6, d100, 3x2d6, 1d20+2d6-1"
"""What dice look like, for a player who wrote something else."""


def check(view: View[Game], orders: tuple[Order, ...], limits: Limits) -> Iterator[Problem]:
    """Every reason for which the orders are not legal; each is judged after those before it."""
    own = tuple(order for order in orders if order.type in KINDS)
    if own and not view.decision.covers:
        yield _wrong(1, "", "this file only opens dice", "T9", "send it without orders")
        return
    if len(own) > limits.orders:
        what, hint = f"{len(own)} orders in one file", f"{limits.orders} are allowed"
        yield _wrong(len(own), "", what, "T11", hint)
        return
    game = view.game
    for number, order in enumerate(orders, 1):
        if order.type not in KINDS:
            continue
        found = tuple(_problems(view, game, orders[: number - 1], order, number, limits))
        yield from found
        if not found:
            game, _ = enter(game, view.seat, order, turn=view.turn, file=0)


def _problems(
    view: View[Game],
    game: Game,
    earlier: tuple[Order, ...],
    order: Order,
    number: int,
    limits: Limits,
) -> Iterator[Problem]:
    """What is wrong with one order, in a game in which those before it have been carried out."""
    match order:
        case Roll():
            yield from _roll(order, earlier, number, limits)
        case Seal():
            yield from _seal(view, game, earlier, order, number, limits)
        case Unseal():
            yield from _unseal(view, game, earlier, order, number)
        case Put():
            yield from _put(game, order, number, limits)
        case Contest():
            yield from _contest(game, order, number)
        case Phase():
            yield from _phase(game, order, number, limits)
        case Say():
            yield from _said(order, number, limits)
        case Finish():
            yield from _finish(game, earlier, order, number)
    if not isinstance(order, Finish) and any(isinstance(one, Finish) for one in earlier):
        what = "the end is offered before this order"
        yield _wrong(number, "", what, "T10", "put the order 'finish' last, or take it out")


def _wrong(number: int, key: str, what: str, rule: str, hint: str) -> Problem:
    return Problem(code="E12", what=what, where=order_place(number, key), rule=rule, hint=hint)


def _roll(
    order: Roll, earlier: tuple[Order, ...], number: int, limits: Limits
) -> Iterator[Problem]:
    """The dice are dice, within bounds, and it is said what they are for [T1, T2, T11]."""
    formula = parse(order.dice)
    if formula is None:
        what = f"'{order.dice[:40]}' are no dice"
        yield _wrong(number, "dice", what, "T2", f"write, without blanks: {EXAMPLES}")
    else:
        for what, hint in excesses(formula, limits):
            yield _wrong(number, "dice", what, "T11", hint)
    if not order.about.strip():
        hint = "say it now: nobody can add it when the dice are known"
        yield _wrong(number, "about", "it is not said what the roll is for", "T1", hint)
    yield from _line(number, "about", order.about, limits.about)
    if sum(isinstance(one, Roll) for one in earlier) >= limits.rolls:
        what = f"more than {limits.rolls} rolls in one file"
        yield _wrong(number, "", what, "T11", "make the others in your next file")


def _seal(
    view: View[Game],
    game: Game,
    earlier: tuple[Order, ...],
    order: Seal,
    number: int,
    limits: Limits,
) -> Iterator[Problem]:
    """A note has room in the file and in its author's hand [T3, T11]."""
    yield from _line(number, "about", order.about, limits.about)
    yield from _text(number, "words", order.words, limits.words)
    if sum(isinstance(one, Seal) for one in earlier) >= limits.notes:
        what = f"more than {limits.notes} notes in one file"
        yield _wrong(number, "", what, "T11", "seal the others in your next file")
    if sum(note.seat == view.seat for note in game.notes.values()) >= limits.sealed:
        what = f"{limits.sealed} of your notes are sealed already"
        yield _wrong(number, "", what, "T11", "open one first, in an earlier file")


def _unseal(
    view: View[Game], game: Game, earlier: tuple[Order, ...], order: Unseal, number: int
) -> Iterator[Problem]:
    """The note is the seat's own and was sealed in an earlier file [T4].

    When a file is judged its notes are open already; they are in `shown` then.
    """
    before = view.game.notes
    own = [id_ for id_, note in before.items() if note.seat == view.seat]
    if order.note not in own and order.note not in game.shown:
        what = f"you have no sealed note '{order.note[:20]}'"
        hint = f"you can open: {', '.join(own)}" if own else "you have sealed none that is not open"
        if order.note in game.notes and order.note not in before:
            what, hint = f"{order.note} is sealed in this very file", "open it in a later file"
        yield _wrong(number, "note", what, "T4", hint)
    if any(isinstance(one, Unseal) and one.note == order.note for one in earlier):
        yield _wrong(number, "note", f"{order.note[:20]} is opened twice", "T4", "take one out")


def _put(game: Game, order: Put, number: int, limits: Limits) -> Iterator[Problem]:
    """The counter has a name that all can write, and a short value [T5, T11]."""
    yield from _name(number, "counter", order.counter, limits)
    yield from _line(number, "value", order.value, limits.value)
    known = game.counters.keys() | game.disputes.keys()
    if order.counter not in known and len(known) >= limits.counters:
        what = f"{limits.counters} counters are on the table"
        hint = 'take one off first, with an empty value: pbem set NAME ""'
        yield _wrong(number, "counter", what, "T11", hint)


def _contest(game: Game, order: Contest, number: int) -> Iterator[Problem]:
    """The counter was set in the other side's last file, and not again in this one [T6]."""
    name = order.counter[:40]
    if order.counter in game.making and order.counter in game.fresh:
        what, hint = f"this file sets '{name}' itself", "contest it first, then set it"
        yield _wrong(number, "counter", what, "T6", hint)
    elif order.counter in game.disputes:
        what, hint = f"'{name}' is disputed already", "set it to what you hold to be right"
        yield _wrong(number, "counter", what, "T6", hint)
    elif order.counter not in game.fresh:
        what = f"the other side's last file did not set '{name}'"
        legal = ", ".join(f"'{one}'" for one in game.fresh)
        hint = f"you can contest: {legal}" if legal else "it set none that you could contest"
        yield _wrong(number, "counter", what, "T6", hint)


def _phase(game: Game, order: Phase, number: int, limits: Limits) -> Iterator[Problem]:
    """The phase is one of the game's, if it has a list; a file calls one new turn [T7]."""
    if game.phases and order.name not in game.phases:
        hint = f"the phases are: {', '.join(game.phases)}"
        yield _wrong(number, "name", f"there is no phase '{order.name[:40]}'", "T7", hint)
    elif order.name:
        yield from _name(number, "name", order.name, limits)
    elif not order.new_turn:
        yield _wrong(number, "name", "the phase has no name", "T7", "give it one")
    if order.new_turn and game.turn_over:
        what, hint = "this file calls a new turn already", "one in a file: take the other out"
        yield _wrong(number, "new_turn", what, "T7", hint)


def _said(order: Say, number: int, limits: Limits) -> Iterator[Problem]:
    """There are words, and not too many [T8]."""
    if not order.words.strip():
        yield _wrong(number, "words", "nothing is said", "T8", "write something, or take it out")
    yield from _text(number, "words", order.words, limits.words)


def _finish(
    game: Game, earlier: tuple[Order, ...], order: Finish, number: int
) -> Iterator[Problem]:
    """The result is a side's victory or a draw, and nothing is left open by the file [T10]."""
    results = (*sorted(game.pens), DRAW)
    if order.result not in results:
        hint = f"say one of: {', '.join(results)}"
        yield _wrong(number, "result", f"no game ends as '{order.result[:40]}'", "T10", hint)
    if any(isinstance(one, Finish) for one in earlier):
        yield _wrong(number, "", "the end is offered twice", "T10", "take one out")
    if game.waiting or game.turn_over:
        what = "a file that rolls or calls a new turn cannot offer the end"
        yield _wrong(number, "", what, "T10", "offer it in your next file")


# --- words ---------------------------------------------------------------------------------------


def _name(number: int, key: str, text: str, limits: Limits) -> Iterator[Problem]:
    if not is_name(text, limits.name):
        what = f"'{text[:40]}' is no name"
        hint = f"1 to {limits.name} {NAMED}; a letter or digit first"
        yield _wrong(number, key, what, "T11", hint)


def _line(number: int, key: str, text: str, most: int) -> Iterator[Problem]:
    fault = wrong_line(text, most)
    if fault:
        yield _wrong(number, key, f"the words {fault}", "T11", "write it on one line, shorter")


def _text(number: int, key: str, text: str, most: int) -> Iterator[Problem]:
    fault = wrong_words(text, most)
    if fault:
        yield _wrong(number, key, f"the words {fault}", "T11", "shorten them, or send a mail")
