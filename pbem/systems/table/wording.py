"""Events in words [T1-T10]."""

from collections.abc import Iterator, Sequence

from pbem.dice import Roll
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.frozen import FrozenMap
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import value_of
from pbem.systems.table.notation import Formula, Group, parse
from pbem.systems.table.state import DRAW, Game
from pbem.systems.table.words import marked, read_out, value_told


def lines(event: Event, _: Limits) -> tuple[Line, ...]:
    """An event as lines of a report; the last line of a roll has its result."""
    return tuple(_lines(event))


def _lines(event: Event) -> Iterator[Line]:
    match event:
        case happened.Passed():
            yield Line(text=f"{event.seat} orders nothing [T9].")
        case happened.RollOrdered():
            numbers = ", ".join(label.rpartition(" ")[2] for label in event.labels)
            which = f"roll{'s' if len(event.labels) > 1 else ''} {numbers}"
            words = f"{event.seat} rolls {event.dice} for {marked(event.about)}"
            yield Line(text=f"{words} ({which}) [T1].")
        case happened.Rolled():
            yield from _rolled(event)
        case happened.Said():
            said = read_out(f"{event.seat} says", event.words)
            yield from (Line(text=line) for line in said)
        case happened.PhaseBegun():
            yield _phase(event)
        case happened.TurnBegun():
            phase = f", phase {event.phase}," if event.phase else ""
            yield Line(text=f"Turn {event.turn}{phase} has begun [T7].", kind="note")
        case happened.EndOffered():
            result = result_told(event.result)
            words = f"{event.seat} offers the end: {result}. The other side may agree in its next"
            yield Line(text=f"{words} file [T10].", kind="note")
        case happened.EndDeclined():
            what = f"the end that {event.side} offered: {result_told(event.result)}"
            yield Line(text=f"{event.seat} does not agree to {what} [T10].", kind="note")
        case happened.GameEnded():
            why = f"the {event.resigned} side resigns" if event.resigned else "both sides agree"
            yield Line(
                text=f"The game is over: {result_told(event.winner)}; {why} [T10].", kind="note"
            )
        case happened.NoteSealed() | happened.NoteOpened() | happened.NoteVoid():
            yield from _note(event)
        case _:
            yield _counter(event)


def result_told(result: str) -> str:
    """How a game ends, or may: `a draw`, or which side wins [T10]."""
    return "a draw" if result == DRAW else f"the {result} side wins"


def claims_told(game: Game, counter: str, contested: str | None = None) -> str:
    """What each side holds of a disputed counter; who has named no value has contested it [T6].

    `contested` is the value that this side has contested, as far as it is known: the other side may
    have changed its claim since, and nobody has contested the new one.
    """
    claims = game.disputes.get(counter, FrozenMap())
    stands = value_of(game, counter) in claims.values()  # the other side has given in
    silent_ = _contests(None if stands else contested, [*claims.values()])
    said = (f"{side} says {value_told(claims[side])}" for side in claims)
    silent = (f"{side} {silent_}" for side in game.pens if side not in claims)
    return ", ".join((*said, *silent))


def _contests(contested: str | None, claims: Sequence[str]) -> str:
    """What a side contests that has named no value, if that is the other side's claim still."""
    if contested is None or contested not in claims:
        return "has named no value"
    return "contests that" if contested else "contests taking it off"


def _phase(event: happened.PhaseBegun) -> Line:
    called = f"phase {event.phase}" if event.phase else ""
    if not event.turn:
        return Line(text=f"{event.seat} goes on to {called} [T7].", kind="note")
    begins = f"turn {event.turn}{', ' + called if called else ''}"
    over = f"{event.seat} ends turn {event.turn - 1}"
    return Line(text=f"{over}; next is {begins} [T7].", kind="note")


# --- rolls ---------------------------------------------------------------------------------------


def _rolled(event: happened.Rolled) -> Iterator[Line]:
    """One line a throw, with its label and dice; then what it comes to, and for what."""
    formula = parse(event.dice)
    assert formula is not None
    for group, roll in zip(formula.groups, event.rolls, strict=True):
        dice = in_heaps(roll.dice, group.count)
        yield Line(text=f"{roll.label}: {dice} (d{group.sides})", kind="roll")
    sums = ", ".join(map(str, event.sums))
    words = f"{event.dice}{_reckoned(formula, event)} = {sums}"
    yield Line(text=f"{words}, for {marked(event.about)}.")


def by_throw(formula: Formula, rolls: Sequence[Roll]) -> str:
    """The parts of each repetition: `1 5 + 5 7 + 1 | 6 6 + 5 8 + 1` for `2x2d6+2d8+1`."""
    signed = (
        [f"{'-' if group.sign < 0 else '+'} {heap}" for heap in _heaps(roll.dice, group.count)]
        for group, roll in zip(formula.groups, rolls, strict=True)
    )
    plus = f" {'-' if formula.plus < 0 else '+'} {abs(formula.plus)}" if formula.plus else ""
    throws = (" ".join(heaps).removeprefix("+ ") for heaps in zip(*signed, strict=True))
    return " | ".join(f"{one}{plus}" for one in throws)


def in_heaps(dice: tuple[int, ...], size: int) -> str:
    """The dice of each repetition, with bars between them."""
    return " | ".join(_heaps(dice, size))


def _heaps(dice: tuple[int, ...], size: int) -> list[str]:
    heaps = (dice[start : start + size] for start in range(0, len(dice), size))
    return [" ".join(map(str, heap)) for heap in heaps]


def _reckoned(formula: Formula, event: happened.Rolled) -> str:
    """How a sum comes about, where it is not that of the dice of one throw: `: 4+7-1`."""
    if formula.times > 1 or (len(formula.groups) == 1 and not formula.plus):
        return ""
    parts = [
        _signed(group, sum(roll.dice))
        for group, roll in zip(formula.groups, event.rolls, strict=True)
    ]
    if formula.plus:
        parts.append(f"{formula.plus:+}")
    return f": {''.join(parts).removeprefix('+')}"


def _signed(group: Group, total: int) -> str:
    return f"{group.sign * total:+}"


# --- notes and counters --------------------------------------------------------------------------


def _note(
    event: happened.NoteSealed | happened.NoteOpened | happened.NoteVoid,
) -> Iterator[Line]:
    about = f" ({marked(event.about)})" if event.about else ""
    match event:
        case happened.NoteSealed():
            yield Line(text=f"{event.seat} seals {event.note}{about} [T3].")
        case happened.NoteOpened():
            said = read_out(f"{event.seat} opens {event.note}{about} [T4]", event.words)
            yield from (Line(text=line) for line in said)
        case happened.NoteVoid():
            words = f"What {event.seat} sealed as {event.note}{about} is no note, and void [T4]."
            yield Line(text=words, kind="breach")


def _counter(event: Event) -> Line:
    match event:
        case happened.CounterSet():
            before = f", it was {value_told(event.before)}" if event.before else ""
            if not event.value:
                return Line(text=f"{event.seat} takes {event.counter} off the table{before} [T5].")
            now = f"{value_told(event.value)}{before}"
            return Line(text=f"{event.seat} sets {event.counter} to {now} [T5].")
        case happened.CounterContested():
            again = f"it is {value_told(event.value)} again"
            what = (
                f"{value_told(event.claim, 'taking it off')} is undone, {again}, and it is disputed"
            )
            words = f"{event.seat} contests {event.counter}: {what} [T6]."
            return Line(text=words, kind="note")
        case happened.CounterClaimed():
            claim = value_told(event.claim)
            words = f"{event.seat} holds that {event.counter} is {claim}; it stays disputed [T6]."
            return Line(text=words, kind="note")
        case happened.CounterSettled():
            value = value_told(event.value)
            return Line(text=f"Both sides set {event.counter} alike: it is {value} [T6].")
    raise TypeError(f"no words for {type(event).__name__}")
