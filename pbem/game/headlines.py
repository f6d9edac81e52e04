"""Headlines: what happened in a few sentences, of a turn, of a file, since somebody wrote."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pbem.counting import count
from pbem.engine.events import (
    ALL,
    Consented,
    Event,
    Happening,
    PassedOver,
    Proposed,
    Referred,
    Ruled,
    Score,
)
from pbem.engine.headline import LINES, Clause, fitted, height, packed, within
from pbem.engine.ledger import Fold, Rules, is_over
from pbem.engine.mentions import by_name, spelled
from pbem.engine.sheets import Line
from pbem.frozen import FrozenMap, replace
from pbem.game import logbook
from pbem.game.pending import aims
from pbem.game.session import Session
from pbem.report.blocks import Block, Lines, Paragraph
from pbem.report.rulings import asked, ruled_briefly, settled
from pbem.report.telling import called

LONGEST = 160
"""Characters of a question or a ruling that a headline has, where there is room."""
SHORTER = tuple(LONGEST // part for part in (1, 2, 4, 6, 8))
"""So many where there is less."""
ROOM = 3
"""So many lines these leave to what else has happened, and is to come, if it has as many."""
SETTLED = 4
"""So many where all of these are rulings that hold: they wait for nobody."""
LEAST = 2
"""So many a system has in any case: how it stands, and who is next."""
NOTHING_YET = "Nothing has happened in this turn yet."
MANY = 1_000
"""More than questions and rulings in a turn."""


def headline(
    session: Session, happenings: Sequence[Happening], fold: Fold[Any] | None, quiet: str
) -> Iterator[Block]:
    """What happened in a few lines; `fold` is how it stands after it, None for an earlier turn.

    Where nothing has happened `quiet` says so, before how it stands.
    """
    if sentences := _told(session, happenings, fold, quiet):
        yield Lines(lines=tuple(Line(text=one) for one in sentences))
    elif not happenings:
        yield Paragraph(text=quiet)


def _told(
    session: Session, happenings: Sequence[Happening], fold: Fold[Any] | None, quiet: str
) -> tuple[str, ...]:
    """What happened, or how it stands where nothing has."""
    if happenings or fold is None:
        return summed_up(session, happenings, fold)
    return standing(session, fold, quiet)


def standing(session: Session, fold: Fold[Any], quiet: str) -> tuple[str, ...]:
    """That nothing has happened, in these words, how it stands and who is next, in one paragraph.

    Nothing is said but while the game is played, and of one that does not tell how it stands.
    """
    if fold.joins or is_over(fold, session.rules):
        return ()
    now = session.fold.table.game
    stands = in_short(session.rules, (), fold.table.game, now, aims(fold, session.rules))
    return (" ".join((quiet, *stands)),) if stands else ()


def foremost(session: Session, soon: Sequence[Happening]) -> Sequence[Happening]:
    """What this seat's own seed opens, as far as it is news to the seat.

    Once the game is over that is what the seat itself has sealed and has known all the time.
    """
    return () if is_over(session.fold, session.rules) else soon


def ended(
    rules: Rules[Any], log: logbook.TurnLog, game: Any, happened: Sequence[Happening]
) -> Sequence[Happening]:
    """The happenings of a turn, the last public one with the score after them all."""
    now = log.score if game is None else rules.system.score(game, rules.charts)
    last = max((n for n, one in enumerate(happened) if one.event.to == ALL), default=-1)
    if not now or last < 0:
        return happened
    before = happened[last].score
    score = replace(before or Score(gained=FrozenMap(), now=FrozenMap()), now=FrozenMap(now))
    return (*happened[:last], replace(happened[last], score=score), *happened[last + 1 :])


def summed_up(
    session: Session, happenings: Iterable[Happening], fold: Fold[Any] | None
) -> tuple[str, ...]:
    """What happened in a few sentences, as far as this seat may read it.

    `fold` is how it stands after it, None for an earlier turn: that of all for a letter, in which
    nothing is that the seat's own seed opens alone. Of an earlier turn, too, things are called by
    their names alone.
    """
    seen, names = _seen(session, happenings), session.fold.table.game
    if not seen:
        return ()
    if fold is None:
        return in_short(session.rules, seen, None, names)
    return in_short(session.rules, seen, fold.table.game, names, aims(fold, session.rules))


def in_short(
    rules: Rules[Any],
    happenings: Sequence[Happening],
    game: Any,
    now: Any,
    coming: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """What happened in a few sentences: what was asked and ruled, then what the system tells.

    Once the game is over the first sentence of the system leads, which tells the end at a table.
    `now` is any state that has the names of all that there is. What is `coming` by orders that wait
    stands before the sentence that says how it stands.
    """
    system, charts = rules.system, rules.charts
    names = system.names(now, charts)
    stands = system.headline(tuple(happenings), game, charts, most=MANY)[-1:] if coming else ()

    def telling(most: int) -> tuple[str, ...]:
        told = system.headline(tuple(happenings), game, charts, most=most)
        return _with_coming(told, coming, stands)

    first = int(game is not None and system.verdict(game) is not None)
    told = telling(LINES)
    rest = height(packed(told, names, most=1), names)
    ruled = _asked(rules, happenings, names, rest)
    whole, most = (*told[:first], *ruled, *told[first:]), LINES
    while most > LEAST and height(packed(whole, names), names) > LINES:
        most -= 1
        told = telling(most)
        whole = (*told[:first], *ruled, *told[first:])
    return by_name(within(whole, names), names)


def _with_coming(
    told: tuple[str, ...], coming: tuple[str, ...], stands: tuple[str, ...]
) -> tuple[str, ...]:
    """What is coming before the sentence that says how it `stands`, and behind all that happened.

    Where that shares a line with what happened it is taken from it.
    """
    if not (coming and stands and told[-1:] != stands and told[-1].endswith(stands)):
        return (*told[:-1], *coming, *told[-1:])
    return (*told[:-1], told[-1].removesuffix(*stands).rstrip(), *coming, *stands)


def at_a_glance(session: Session, happenings: Sequence[Happening], fold: Fold[Any]) -> str:
    """The same in one paragraph, of a game in which nothing has happened yet how it stands."""
    names = session.rules.system.names(session.fold.table.game, session.rules.charts)
    return " ".join(spelled(_told(session, happenings, fold, NOTHING_YET), names))


def _seen(session: Session, happenings: Iterable[Happening]) -> tuple[Happening, ...]:
    """What of it this seat may read."""
    return tuple(one for one in happenings if one.event.to in (ALL, session.seat))


def _asked(
    rules: Rules[Any], happenings: Iterable[Happening], names: Mapping[str, str], rest: int
) -> tuple[str, ...]:
    """Questions, rulings and consents, in the lines that a `rest` of so many leaves.

    Rulings that hold take a line in any case, as far as there is room. What one seat asks is told
    in one sentence. Where they are many, less is told of their words, and then not all of them:
    first rulings that hold stay, then what is newest.
    """
    events = [one.event for one in happenings]
    runs = groupby(
        _as_they_stand(events), key=lambda one: one.seat if isinstance(one, Referred) else id(one)
    )
    agreed = {one.ruling: one.seat for one in events if isinstance(one, Consented)}
    found = (
        (isinstance(some[0], Ruled), [*_shorter_and_shorter(some, rules, agreed)])
        for some in ([*run] for _, run in runs)
    )
    told = [(holds, forms) for holds, forms in found if any(forms)]
    clauses = (
        Clause(sentence=number, forms=tuple(_weighed(forms, number + holds * MANY)))
        for number, (holds, forms) in enumerate(told)
    )
    needed = height(packed([forms[-1] for holds, forms in told if holds], names, most=1), names)
    left = min(rest, SETTLED if all(holds for holds, _ in told) else ROOM)
    return fitted(tuple(clauses), names, " ".join, max(LINES - left, min(needed, LINES - LEAST)))


def _weighed(forms: Sequence[str], place: int) -> Iterator[tuple[int, str]]:
    """Words that are fewer and fewer; the fewest give way to nothing behind all that shortens."""
    last = len(forms) - 1
    for level, words in enumerate(forms):
        yield (MANY if level == last else level) * 2 * MANY + place, words


def _as_they_stand(events: Sequence[Event]) -> Iterator[Event]:
    """Events but what is no longer so, or what a ruling tells, too: one on the same has come since.

    That a ruling is proposed and agreed to is told with it once it holds; what it settles, too.
    One that is consented to behind a ruling of a later file leaves that as it is: both hold.
    """
    rulings = [(at, one) for at, one in enumerate(events) if isinstance(one, Ruled | Proposed)]

    def passed(at: int) -> list[PassedOver]:
        return [one for one in events[at + 1 :] if isinstance(one, PassedOver)]

    for at, one in enumerate(events):
        later = [after for place, after in rulings if place > at]
        held = [after for after in later if isinstance(after, Ruled)]
        match one:
            case Referred():
                asked_ = (one.seat, one.words)
                answers: tuple[Ruled | PassedOver, ...] = (*held, *passed(at))
                is_past = any(asked_ in _topic(after, events) for after in answers)
            case PassedOver(questions=left):
                answered = {topic for after in held for topic in _topic(after, events)}
                is_past = bool(passed(at)) or {(of.seat, of.words) for of in left} <= answered
            case Proposed():
                anew = (after.seat for after in later if isinstance(after, Proposed))
                is_past = one.seat in anew or any(after.ruling == one.ruling for after in held)
            case Consented():
                is_past = any(after.ruling == one.ruling for after in held)
            case Ruled():
                after_it = (after for after in held if after.ruling > one.ruling)
                newer = {topic for after in after_it for topic in _topic(after, events)}
                topic = _topic(one, events)
                is_past = bool(topic) and topic <= newer
            case _:
                is_past = False
        if not is_past:
            yield one


def _topic(ruling: Ruled | PassedOver, events: Iterable[Event]) -> set[tuple[str, str]]:
    """The questions that a ruling settles, or was to settle when it was proposed; or are left."""
    if isinstance(ruling, PassedOver):
        return {(one.seat, one.words) for one in ruling.questions}
    proposed = (
        question
        for one in events
        if isinstance(one, Proposed) and one.ruling == ruling.ruling
        for question in one.settles
    )
    return {(one.seat, one.words) for one in (*ruling.settles, *proposed)}


def _shorter_and_shorter(
    run: Sequence[Event], rules: Rules[Any], agreed: Mapping[int, str]
) -> Iterator[str]:
    """One event, or the questions that one seat asks, with less and less of its words.

    `agreed` are the seats that consent to rulings, by the files of these.
    """
    ruling = run[0].ruling if isinstance(run[0], Ruled) else 0
    by = agreed.get(ruling, "")
    questions = [one for one in run if isinstance(one, Referred)]
    for length in SHORTER:
        yield asked(questions, length) if questions else settled(run[0], rules.system, length, by)
    if isinstance(run[0], Ruled):
        yield from (ruled_briefly(run[0], rules.system, length) for length in (*SHORTER[2:], 0))
    if len(questions) > 1:
        yield f"{questions[0].seat} asks the referee {count(len(questions), 'question')}."


def headline_of(session: Session, seq: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a file brought about in few sentences, by the turns in which it happened.

    How it stands then is known of the newest file, and told: of the turn that it ended the score.
    """
    rules, fold = session.rules, session.fold
    game, names = fold.table.game, rules.system.names(fold.table.game, rules.charts)
    for log, brought in brought_by(session, seq):
        newest = seq == session.links.seq
        is_now = newest and log.turn == fold.table.turn
        whole = ended(rules, log, game if is_now else None, brought) if newest else brought
        sentences = spelled(summed_up(session, whole, fold if is_now else None), names)
        yield called(rules, game, log.turn, brought[0].step), sentences


def brought_anew(session: Session, seq: int, told: int) -> tuple[str, ...]:
    """What a file brought about in few sentences, but the first `told` happenings of it.

    Those its author has read before he wrote it: his own seed opened them.
    """
    happenings = [one for _, brought in brought_by(session, seq) for one in brought][told:]
    rules, fold = session.rules, session.fold
    sentences = summed_up(session, happenings, fold) if happenings else ()
    return spelled(sentences, rules.system.names(fold.table.game, rules.charts))


def brought_by(
    session: Session, seq: int
) -> Iterator[tuple[logbook.TurnLog, tuple[Happening, ...]]]:
    """What a file brought about, by the turns in which it happened, each with its whole log."""
    system, table = session.rules.system, session.fold.table
    for turn in range(system.first_turn(table.game), table.turn + 1):
        log = logbook.read_turn(session.folder, turn, system.events, session.links.seq)
        brought = tuple(happening for number, happening in log.happenings if number == seq)
        if brought:
            yield log, brought
