"""The kinds of orders at a table: why not, what is legal, what they leave [T1-T11]."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.engine.kinds import Claim, Kind, Part, Refusal, refuse
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, Value, replace
from pbem.suggest import did_you_mean
from pbem.systems.table import events as happened
from pbem.systems.table.bounds import line_refused, name_refused, text_refused
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import put, value_of
from pbem.systems.table.notation import excesses, parse
from pbem.systems.table.notes import note_id, own_words
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.play import STEP, enter
from pbem.systems.table.state import DRAW, Game
from pbem.systems.table.wording import result_told
from pbem.systems.table.words import marked, naturally, read_out, value_told

EXAMPLES = "2d6, d100, 3x2d6, 1d20+2d6-1"
"""What dice look like, for a player who wrote something else."""
PURPOSE = "attack on Lae"
"""What a roll is for, for a player who did not say."""
EXAMPLE = "combat"
"""A phase, for a game that lists none."""


class Sight(Value):
    """What a file's next order is judged on: the table as the file found it, and as it is now.

    `written` are the file's legal orders before it, `own` the contents of the seat's sealed notes.
    """

    found: Game
    game: Game
    seat: str
    turn: int
    limits: Limits
    written: tuple[Order, ...] = ()
    own: FrozenMap[str] = FrozenMap()

    def count(self, kind: type[Order]) -> int:
        """How many orders of a kind the file holds already."""
        return sum(isinstance(one, kind) for one in self.written)

    def notes(self) -> tuple[str, ...]:
        """The seat's notes that were sealed before this file."""
        return tuple(id_ for id_, note in self.found.notes.items() if note.seat == self.seat)


def _meant(word: str, known: Iterable[str], hint: str) -> str:
    """The hint, behind what of its own kind the word looks like."""
    return f"{did_you_mean(word, known)} {hint}".strip()


def _entered(sight: Sight, order: Order) -> Sight:
    """The table after an order [T1-T10]."""
    game, _ = enter(sight.game, sight.seat, order, turn=sight.turn, file=0)
    return replace(sight, game=game, written=(*sight.written, order))


def _ended(sight: Sight) -> Iterator[Refusal]:
    """Nothing stands behind the offer of the end [T10]."""
    if sight.count(Finish):
        what, hint = "the end is offered before this order", "put the order 'finish' last"
        yield refuse("T10", "", what, f"{hint}, or take it out")


# --- dice ----------------------------------------------------------------------------------------


def _roll(sight: Sight, order: Roll) -> Iterator[Refusal]:
    """The dice are dice, within bounds, and it is said what they are for [T1, T2, T11]."""
    formula = parse(order.dice)
    if formula is None:
        what = f"'{order.dice[:40]}' names no dice"
        yield refuse("T2", "dice", what, f"write, without blanks: {EXAMPLES}")
    else:
        for what, hint in excesses(formula, sight.limits):
            yield refuse("T11", "dice", what, hint)
    if not order.about.strip():
        hint = f"say it now, such as '{PURPOSE}': nobody can add it when the dice are known"
        yield refuse("T1", "about", "it is not said what the roll is for", hint)
    yield from line_refused("about", order.about, sight.limits.characters_in_purpose)
    if sight.count(Roll) >= sight.limits.rolls_in_file:
        what = f"more than {sight.limits.rolls_in_file} rolls in one file"
        yield refuse("T11", "", what, "make the others in your next file")
    yield from _ended(sight)


def _roll_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="dice", words=f"such as {EXAMPLES}")
    yield Part(key="about", words="what the roll is for")


def _roll_words(_: Sight, order: Roll) -> Iterator[str]:
    yield f"You roll {order.dice} for {marked(order.about)} [T1]."


# --- notes ---------------------------------------------------------------------------------------


def _seal(sight: Sight, order: Seal) -> Iterator[Refusal]:
    """A note has room in the file and in its author's hand [T3, T11]."""
    yield from line_refused("about", order.about, sight.limits.characters_in_purpose)
    yield from text_refused("words", order.words, sight.limits.characters_in_note)
    if sight.count(Seal) >= sight.limits.notes_in_file:
        what = f"more than {sight.limits.notes_in_file} notes in one file"
        yield refuse("T11", "", what, "seal the others in your next file")
    if sum(n.seat == sight.seat for n in sight.game.notes.values()) >= sight.limits.sealed_by_seat:
        what = f"{sight.limits.sealed_by_seat} of your notes are sealed already"
        yield refuse("T11", "", what, "open one first, in an earlier file")
    yield from _ended(sight)


def _seal_words(sight: Sight, order: Seal) -> Iterator[str]:
    about = f" about {marked(order.about)}" if order.about else ""
    sealed = f"You seal {note_id(sight.game.notes_made + 1)}{about} [T3]"
    yield from read_out(sealed, order.words) if order.words else (f"{sealed}.",)


def _unseal(sight: Sight, order: Unseal) -> Iterator[Refusal]:
    """The note is the seat's own and was sealed in an earlier file [T4].

    When a file is judged its notes are open already; they are in `shown` then.
    """
    own = sight.notes()
    if order.note not in own and order.note not in sight.game.shown:
        what = f"you have no sealed note '{order.note[:20]}'"
        hint = f"you can open: {', '.join(own)}" if own else "you have sealed none that is not open"
        hint = _meant(order.note, own, hint)
        if order.note in sight.game.notes and order.note not in sight.found.notes:
            what, hint = f"{order.note} is sealed in this very file", "open it in a later file"
        elif (note := sight.found.notes.get(order.note)) is not None:
            what = f"{order.note} is a note of seat {note.seat}, which alone can open it"
        yield refuse("T4", "note", what, hint)
    yield from _ended(sight)


def _opened_once(_: Sight, order: Unseal) -> Iterator[Claim]:
    what = f"{order.note[:20]} is opened twice"
    yield Claim(subject=order.note, refusal=refuse("T4", "note", what, "take one out"))


def _openings(sight: Sight) -> Iterator[Unseal]:
    """Each own note that was sealed before."""
    if not any(_ended(sight)):
        for id_ in dict.fromkeys((*sight.notes(), *sight.game.shown)):
            yield Unseal(note=id_)


def _unseal_words(sight: Sight, order: Unseal) -> Iterator[str]:
    """The note as everybody will read it."""
    note, words = sight.found.notes.get(order.note), own_words(sight.own).get(order.note, "")
    about = f" ({marked(note.about)})" if note and note.about else ""
    first = " before your other orders" if sight.written else ""
    opened = f"You open {order.note}{about}, and everybody reads it{first} [T4]"
    yield from read_out(opened, words) if words else (f"{opened}.",)


# --- counters ------------------------------------------------------------------------------------


def _put(sight: Sight, order: Put) -> Iterator[Refusal]:
    """The counter has a name that all can write, and a short value [T5, T11]."""
    yield from name_refused("counter", order.counter, sight.limits)
    yield from line_refused("value", order.value, sight.limits.characters_in_value)
    known = sight.game.counters.keys() | sight.game.disputes.keys()
    if order.counter not in known and len(known) >= sight.limits.counters:
        what = f"{sight.limits.counters} counters are on the table"
        hint = 'take one off first, with an empty value: pbem set NAME ""'
        yield refuse("T11", "counter", what, hint)
    yield from _ended(sight)


def _put_parts(sight: Sight) -> Iterator[Part]:
    known = sight.game.counters.keys() | sight.game.disputes.keys()
    yield Part(key="counter", values=naturally(known), words="or a new name")
    yield Part(key="value", words="empty takes it off the table", blank=True)


def _put_words(sight: Sight, order: Put) -> Iterator[str]:
    """What setting a counter comes to: of a disputed one it is a claim [T5, T6]."""
    game, event = put(sight.game, sight.seat, order.counter, order.value)
    held = f"that {order.counter} is {value_told(order.value)}"
    match event:
        case happened.CounterClaimed():
            other, claims = game.other(game.sides[sight.seat]), game.disputes[order.counter]
            said = value_told(claims[other]) if other in claims else ""
            why = f", for {other} says {said}" if said else f" until {other} sets it so, too"
            yield f"You hold {held}; it stays disputed{why} [T6]."
        case happened.CounterSettled():
            yield f"You agree {held}: it is disputed no more [T6]."
        case _ if order.value:
            yield f"You set {order.counter} to {value_told(order.value)}{_was(sight, order)} [T5]."
        case _:
            yield f"You take {order.counter} off the table{_was(sight, order)} [T5]."


def _was(sight: Sight, order: Put) -> str:
    """What a counter is before it is set, who has set it just now, or that it is new [T5]."""
    game, name = sight.game, order.counter
    now, other = value_of(game, name), game.other(game.sides[sight.seat])
    if name in game.fresh and name not in game.making:
        did = f"was {value_told(now)}, set" if now else "taken off"
        return f" ({did} by {other} just now)"
    if now:
        return "" if now == order.value else f" (was {value_told(now)})"
    return " (new)" if order.value and name not in game.making else ""


def _contest(sight: Sight, order: Contest) -> Iterator[Refusal]:
    """The counter was set in the other side's last file, and not again in this one [T6]."""
    game, name = sight.game, order.counter[:40]
    if order.counter in game.making and order.counter in game.fresh:
        what, hint = f"this file sets '{name}' itself", "contest it first, then set it"
        yield refuse("T6", "counter", what, hint)
    elif order.counter in game.disputes:
        what, hint = f"'{name}' is disputed already", "set it to what you hold to be right"
        yield refuse("T6", "counter", what, hint)
    elif order.counter not in game.fresh:
        what = f"the other side's last file did not set '{name}'"
        legal = ", ".join(f"'{one}'" for one in _fresh(game))
        hint = f"you can contest: {legal}" if legal else "there is none that you can contest now"
        hint = _meant(order.counter, _fresh(game), hint)
        yield refuse("T6", "counter", what, hint)
    yield from _ended(sight)


def _contestable(sight: Sight) -> Iterator[Contest]:
    """Each counter that the other side's last file set."""
    if not any(_ended(sight)):
        yield from (Contest(counter=one) for one in _fresh(sight.game))


def _fresh(game: Game) -> tuple[str, ...]:
    """The counters that may be contested, and that the file has not touched yet [T6]."""
    return naturally(one for one in game.fresh if one not in {*game.making, *game.disputes})


def _contest_words(sight: Sight, order: Contest) -> Iterator[str]:
    game = sight.game
    before, now = game.fresh[order.counter], game.counters.get(order.counter, "")
    again = f"stands at {value_told(before)} again" if before else "is off the table again"
    was = f"was set to {value_told(now)}" if now else "was taken off"
    yield f"You contest {order.counter}, which {was}: it {again}, and is disputed [T6]."


# --- phases, words, the end ----------------------------------------------------------------------


def _phase(sight: Sight, order: Phase) -> Iterator[Refusal]:
    """The phase is one of the game's, if it has a list; a file calls one new turn [T7]."""
    game = sight.game
    if game.phases and not order.name and order.new_turn:
        hint = f"write name = with one of: {', '.join(game.phases)}"
        yield refuse("T7", "name", "the phase is missing that the new turn begins with", hint)
    elif game.phases and order.name not in game.phases:
        hint = did_you_mean(order.name, game.phases, f"the phases are: {', '.join(game.phases)}")
        yield refuse("T7", "name", f"there is no phase '{order.name[:40]}'", hint)
    elif order.name:
        yield from name_refused("name", order.name, sight.limits)
    elif not order.new_turn:
        yield refuse("T7", "name", "the phase has no name", "give it one")
    if order.new_turn and game.turn_over:
        what, hint = "this file calls a new turn already", "one in a file: take the other out"
        yield refuse("T7", "new_turn", what, hint)
    yield from _ended(sight)


def _phase_parts(sight: Sight) -> Iterator[Part]:
    listed = sight.game.phases
    words = "" if listed else "in a new turn it may be left out"
    yield Part(key="name", values=listed, open=not listed, needed=bool(listed), words=words)


def _phases(sight: Sight) -> Iterator[Phase]:
    """Each phase, in this turn and in a new one; where none are listed, one, and the turn alone."""
    game = sight.game
    names = coming(game) or (game.phase or EXAMPLE,)
    yield from (Phase(name=name) for name in names)
    if not game.turn_over:
        yield from (Phase(name=name, new_turn=True) for name in names)
        yield from () if game.phases else (Phase(new_turn=True),)


def coming(game: Game) -> tuple[str, ...]:
    """The game's list of phases, beginning with the one behind that of now."""
    behind = game.phases.index(game.phase) + 1 if game.phase in game.phases else 0
    return (*game.phases[behind:], *game.phases[:behind])


def _phase_words(sight: Sight, order: Phase) -> Iterator[str]:
    phase = f"phase {order.name}" if order.name else ""
    begins = ", ".join(part for part in (f"turn {sight.turn + 1}", phase) if part)
    does = f"end turn {sight.turn}; next is {begins}" if order.new_turn else f"go on to {phase}"
    yield f"You {does} [T7]."


def _say(sight: Sight, order: Say) -> Iterator[Refusal]:
    """There are words, and not too many [T8]."""
    if not order.words.strip():
        yield refuse("T8", "words", "nothing is said", "write something, or take it out")
    yield from text_refused("words", order.words, sight.limits.characters_in_note)
    yield from _ended(sight)


def _say_words(_: Sight, order: Say) -> Iterator[str]:
    yield from read_out("You say [T8]", order.words)


def _finish(sight: Sight, order: Finish) -> Iterator[Refusal]:
    """The result is a side's victory or a draw, and nothing is left open by the file [T10]."""
    results = _results(sight)
    if order.result not in results:
        hint = _meant(order.result, results, f"say one of: {', '.join(results)}")
        yield refuse("T10", "result", f"no game ends as '{order.result[:40]}'", hint)
    if sight.game.waiting or sight.game.turn_over:
        what = "a file that rolls or calls a new turn cannot offer the end"
        yield refuse("T10", "", what, "offer it in your next file")


def _results(sight: Sight) -> tuple[str, ...]:
    """How the game may end: with a side's victory, or drawn."""
    return (*sorted(sight.game.pens), DRAW)


def _ended_once(_: Sight, __: Finish) -> Iterator[Claim]:
    refusal = refuse("T10", "", "the end is offered twice", "take one out")
    yield Claim(subject="the end", refusal=refusal)


def _ends(sight: Sight) -> Iterator[Finish]:
    """Each result, in a file that leaves nothing open."""
    if not sight.game.waiting and not sight.game.turn_over:
        yield from (Finish(result=result) for result in _results(sight))


def _finish_words(sight: Sight, order: Finish) -> Iterator[str]:
    """That the end is offered, or agreed to: then the file ends the game [T10]."""
    result, other = result_told(order.result), sight.game.other(sight.game.sides[sight.seat])
    if ends(sight, order):
        yield f"You agree to the end that {other} offers: {result} [T10]."
    else:
        after = f"The game ends if {other} agrees in its next file"
        yield f"You offer the end: {result}. {after} [T10]."


def ends(sight: Sight, order: Order) -> bool:
    """Whether a file with that order ends the game [T10]."""
    return _entered(sight, order).game.ending is not None


KINDS: tuple[Kind[Sight, Any], ...] = (
    Kind(
        order=Roll, steps=(STEP,), faults=_roll, parts=_roll_parts, then=_entered, words=_roll_words
    ),
    Kind(order=Seal, steps=(STEP,), faults=_seal, then=_entered, words=_seal_words),
    Kind(
        order=Unseal,
        steps=(STEP,),
        faults=_unseal,
        claims=_opened_once,
        options=_openings,
        then=_entered,
        words=_unseal_words,
    ),
    Kind(order=Put, steps=(STEP,), faults=_put, parts=_put_parts, then=_entered, words=_put_words),
    Kind(
        order=Contest,
        steps=(STEP,),
        faults=_contest,
        options=_contestable,
        then=_entered,
        words=_contest_words,
    ),
    Kind(
        order=Phase,
        steps=(STEP,),
        faults=_phase,
        simplest=_phases,
        parts=_phase_parts,
        then=_entered,
        words=_phase_words,
    ),
    Kind(order=Say, steps=(STEP,), faults=_say, then=_entered, words=_say_words),
    Kind(
        order=Finish,
        steps=(STEP,),
        faults=_finish,
        claims=_ended_once,
        options=_ends,
        then=_entered,
        words=_finish_words,
    ),
)
"""In one step each; they are carried out as they are written [T9]."""
