"""Orders as they are meant: ids for the printed names in a draft, where one reading is clear."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.names import as_ids, by_name, named_at, places, spellings, without_words
from pbem.errors import Problem
from pbem.frozen import Value, replace
from pbem.game.clashes import blamed
from pbem.game.session import Session
from pbem.game.write import Draft, check_draft

_MOST_ROUNDS = 3
_Judged = tuple[Draft, tuple[Problem, ...]]


def read_as_meant(session: Session, draft: Draft) -> tuple[Draft, tuple[Problem, ...]]:
    """The draft with ids for the printed names in its orders, and why it cannot be sent.

    `Akagi` is `akagi`, and `hiryu db` is `Hiryu-DB`. What is legal as written stays as written:
    a name is read as an id only where fewer faults come of it, or others, and of one reading alone,
    or of that in which forms write the word.
    What is read may tell how others are meant, so those left are tried again, a few times at most.
    """
    problems = check_draft(session, draft)
    if not problems:
        return draft, ()
    names = _names(session)
    read = set[tuple[int, str]]()
    for _ in range(_MOST_ROUNDS):
        known, tried = len(read), set(read)
        while left := [place for place in places(problems) if place not in tried]:
            tried.add(left[0])
            better = _as_meant(session, left[0], (draft, problems), names)
            if len(better) == 1:
                draft, problems = better[0]
                read.add(left[0])
        if len(read) == known:
            break

    def judge(orders: Iterable[Mapping[str, Any]]) -> tuple[Problem, ...]:
        return check_draft(session, replace(draft, orders=tuple(orders)))

    return draft, blamed(problems, draft.orders, judge)


class _Names(Value):
    """What ids are called, and by what words they are read: `also` first, then `readings`.

    `forms` are the readings of words as forms write them.
    """

    called: Mapping[str, str]
    also: Mapping[str, str]
    readings: tuple[Mapping[str, str], ...]
    forms: tuple[Mapping[str, str], ...]


def _names(session: Session) -> _Names:
    system, charts = session.rules.system, session.rules.charts
    game = session.ahead().fold.table.game
    called = system.names(game, charts)
    return _Names(
        called=called,
        also=system.also(game, charts),
        readings=by_name({**called, **system.spoken}),
        forms=by_name(system.spoken),
    )


def _as_meant(
    session: Session, place: tuple[int, str], was: _Judged, names: _Names
) -> list[_Judged]:
    """The readings of one place that may be meant: one where that is clear."""
    draft, problems = was
    better = [
        one for one in _read_by(session, place, was, [names.also]) if not _faults(place, *one)
    ] or _read_by(session, place, was, names.readings)
    words = named_at(problems, place, draft.orders)
    if words and all(word in names.called for word in words):
        # ids as they are written: otherwise read, their fault would be strange
        fewer = [one for one in better if len(one[1]) < len(problems)]
        before = len(_faults(place, *was))
        better = fewer or [one for one in better if len(_faults(place, *one)) < before]
    if len(better) > 1:
        better = _word_by_word(session, place, was, words, names.readings) or better
    formed = [_with_ids(draft, *place, ids) for ids in names.forms]
    return [one for one in better if one[0] in formed] or better


def _word_by_word(
    session: Session,
    place: tuple[int, str],
    was: _Judged,
    words: Iterable[str],
    readings: Iterable[Mapping[str, str]],
) -> list[_Judged]:
    """The reading of one place in which each word is read that is clear by itself, if any is.

    Words that are right as they are written are left, though something may bear them as a name.
    """
    now = was
    for word in words:
        alone = [{one: ids[one] for one in spellings(word) if one in ids} for ids in readings]
        read = _read_by(session, place, now, alone)
        ids = {id_ for one in alone for id_ in one.values()}
        unblamed = [one for one in read if not _are_blamed(ids, one[1])]
        clear = next((ones for ones in (read, unblamed) if len(ones) == 1), ())
        now = clear[0] if clear else now
    return [] if now is was else [now]


def _are_blamed(ids: Iterable[str], problems: Iterable[Problem]) -> bool:
    """Whether a problem is about a thing that a word may mean."""
    return any(f"({id_})" in problem.what for problem in problems for id_ in ids)


def _read_by(
    session: Session, place: tuple[int, str], was: _Judged, readings: Iterable[Mapping[str, str]]
) -> list[_Judged]:
    """The readings of one place that leave the fewest faults there."""
    others = _apart(_with_ids(was[0], *place, ids) for ids in readings)
    checked = [(one, check_draft(session, one)) for one in others if one != was[0]]
    return _better(place, was, checked)


def _better(place: tuple[int, str], was: _Judged, readings: Iterable[_Judged]) -> list[_Judged]:
    """The readings of one place that leave fewer faults there; else those that leave others."""
    before = _faults(place, *was)
    after = [(one, _faults(place, *one)) for one in readings]
    least = min((len(faults) for _, faults in after), default=0)
    fewer = [one for one, faults in after if len(faults) == least < len(before)]
    others = [one for one, f in after if len(f) == len(before) and f != before]
    return fewer or others


def _faults(place: tuple[int, str], draft: Draft, problems: tuple[Problem, ...]) -> tuple[str, ...]:
    """What is wrong at one place, whatever is named there."""
    number, key = place
    return tuple(
        without_words(problem.what, draft.orders[number - 1].get(key))
        for problem in problems
        if places((problem,)) == (place,)
    )


def _apart(drafts: Iterable[Draft]) -> list[Draft]:
    """Drafts, each once: their orders are tables, which nothing can be looked up by."""
    found: list[Draft] = []
    for draft in drafts:
        found += [] if draft in found else [draft]
    return found


def _with_ids(draft: Draft, number: int, key: str, ids: Mapping[str, str]) -> Draft:
    """The draft with ids for the names at one key of one order."""
    orders = list(draft.orders)
    if key in (table := orders[number - 1]):
        orders[number - 1] = {**table, key: as_ids(table[key], ids)}
    return replace(draft, orders=tuple(orders))
