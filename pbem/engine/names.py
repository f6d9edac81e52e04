"""Names in orders: printed ones for ids, and what was meant by one that nobody knows."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.kinds import TAKE_IT_OUT
from pbem.errors import Problem
from pbem.frozen import Value, names, replace
from pbem.suggest import did_you_mean, meant

_PLACE = re.compile(r"order (\d+), key '([^'.\[]+)")
_BETWEEN = re.compile(r"[-_ ]+")
_OF_THE = re.compile(r"(.+?)s? of the (.+?)(?:(?<=\d)(?:st|nd|rd|th))?")
_WHOSE = re.compile(r"(.+?)(?:['’]s|(?<=s)['’]) (.+)")
MOST = 40
"""So many characters of a name stand in a problem at most."""
ONE_OF = "use one of: "
"""What a hint begins with that lists what may stand there, nothing of which is like the name."""
LEGAL = "legal are: "
"""What a hint begins with that lists all that is legal."""
MOST_LEGAL = 6
"""So many names a hint lists at most."""


def ids_of(state: object) -> Iterator[str]:
    """Every id by which a state keeps something: the keys of its maps."""
    if isinstance(state, Mapping):
        yield from (key for key in state if isinstance(key, str))
        for value in state.values():
            yield from ids_of(value)
    elif isinstance(state, Value):
        for name in names(state):
            yield from ids_of(getattr(state, name))
    elif isinstance(state, tuple):
        for value in state:
            yield from ids_of(value)


def places(problems: Iterable[Problem]) -> tuple[tuple[int, str], ...]:
    """The order, from 1, and the key that each problem is about; those without are passed over."""
    found = (_PLACE.match(problem.where) for problem in problems)
    return tuple((int(place[1]), place[2]) for place in found if place is not None)


def by_name(called: Mapping[str, str]) -> tuple[Mapping[str, str], ...]:
    """The ids that each name and each id may mean in small letters, as readings of them all.

    A name that an airbase and its hex bear means the one in the first reading, the other in the
    second; what means one thing alone means it in each. Either part of `Buin/Kahili` is a name.
    An id comes before the name of another thing, but Lae, whose id is `LAE`, and its hex share one;
    the code of a base, such as `PM`, means in the second reading the hex that bears its name.
    """
    named: dict[str, dict[str, None]] = {}
    spelled: dict[str, dict[str, None]] = {}
    for id_, name in called.items():
        for word in (name, *name.split("/")):
            named.setdefault(word.casefold(), {})[id_] = None
        spelled.setdefault(id_.casefold(), {})[id_] = None
    others = {
        word: ids for word, ids in spelled.items() if not ids.keys() & named.get(word, {}).keys()
    }
    for id_, name in called.items():
        numbers = {one: None for one in named[name.casefold()] if one.isdigit()}
        others.get(id_.casefold(), {}).update(numbers)
    meant = {word: tuple(ids) for word, ids in {**named, **others}.items()}
    meant = {**_run_together(meant), **meant}
    most = max(map(len, meant.values()), default=0)
    return tuple(
        {word: ids[min(number, len(ids) - 1)] for word, ids in meant.items()}
        for number in range(most)
    )


def as_ids(value: Any, ids: Mapping[str, str]) -> Any:
    """A value of an order with ids for the names in it, whatever their case, hyphens and blanks.

    A name may stand behind what kind of thing it is of: `base:Dobodura`.
    """
    if isinstance(value, str):
        kind, _, name = value.partition(":")
        for before, word in (("", value), (f"{kind.strip()}:", name.strip())):
            if known := next((ids[one] for one in spellings(word) if one in ids), ""):
                return f"{before}{known}"
        return value
    if isinstance(value, Mapping):
        return {as_ids(key, ids): as_ids(one, ids) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_ids(one, ids) for one in value]
    return value


def spellings(word: str) -> tuple[str, ...]:
    """A name as it may stand among readings: as written, without its article, run together.

    Units are spoken of: `B-24s of the 319th` is B24-319, `Akagi's torpedo bombers` Akagi-TB.
    """
    bare = word.casefold().removeprefix("the ")
    if len(bare) <= MOST and (part := _OF_THE.fullmatch(bare)):
        return word.casefold(), bare, _plain(f"{part[1]}{part[2]}")
    if len(bare) <= MOST and (part := _WHOSE.fullmatch(bare)):
        initials = "".join(one[0] for one in part[2].split())
        return word.casefold(), bare, _plain(f"{part[1]}{initials}")
    return word.casefold(), bare, _plain(bare)


def named_at(
    problems: Iterable[Problem], place: tuple[int, str], tables: Sequence[Any]
) -> tuple[str, ...]:
    """The names at one key of one order that its problems are about, each once."""
    told = [problem.what for problem in problems if places((problem,)) == (place,)]
    words = dict.fromkeys(_words(tables[place[0] - 1].get(place[1])))
    return tuple(word for word in words if any(f"'{word[:MOST]}" in what for what in told))


def _run_together(meant: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """What names mean run together, where that is one thing alone."""
    found: dict[str, set[str]] = {}
    for word, ids in meant.items():
        found.setdefault(_plain(word), set()).update(ids)
    return {word: tuple(ids) for word, ids in found.items() if len(ids) == 1}


def _plain(word: str) -> str:
    """A name without hyphens and blanks: `VB8` and `vb 8` are `VB-8`."""
    return _BETWEEN.sub("", word.casefold())


def as_spoken(value: Any, spoken: Mapping[str, str]) -> Any:
    """A value of an order with names for the ids in it that have one to be written."""
    if isinstance(value, str):
        return spoken.get(value, value)
    if isinstance(value, Mapping):
        return {as_spoken(key, spoken): as_spoken(one, spoken) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_spoken(one, spoken) for one in value]
    return value


def with_names_meant(
    problems: Iterable[Problem],
    tables: Sequence[Any],
    state: object,
    called: Mapping[str, str],
) -> tuple[Problem, ...]:
    """Problems of orders' `tables`, with what was meant by a name that the public state lacks.

    `called` are the printed names by id. Of a long list of what is legal the first names are left,
    and the command that has them all.
    """
    found = tuple(problems)
    known = dict.fromkeys(sorted(set(ids_of(state)))) if found else {}
    return tuple(_cut(_named(problem, tables, known, called), tables) for problem in found)


def _named(
    problem: Problem, tables: Sequence[Any], known: Mapping[str, None], called: Mapping[str, str]
) -> Problem:
    place = _PLACE.match(problem.where)
    if place is None or "did you mean" in problem.hint or problem.hint.startswith(ONE_OF):
        return problem
    if place[2] == "type":  # what was read as an order is of a kind that there is
        return problem
    table = tables[int(place[1]) - 1]
    for word in _words(table.get(place[2]) if isinstance(table, Mapping) else None):
        if not {word, word.partition(":")[2]}.isdisjoint(known):
            continue
        if f"'{word[:MOST]}" in f"'{problem.what}":
            ids = _listed(problem.hint, known) or known
            printed = dict.fromkeys(called[one] for one in ids if one in called)
            if word in called or word.casefold() in {name.casefold() for name in printed}:
                return problem
            hint = did_you_mean(word, ids) or did_you_mean(word, printed)
            told = set(ids) <= set(meant(word, ids))
            rest = "" if told or problem.hint == TAKE_IT_OUT else f" {problem.hint}"
            return replace(problem, hint=f"{hint}{rest}") if hint else problem
    return problem


def _cut(problem: Problem, tables: Sequence[Any]) -> Problem:
    """A problem whose hint fits a line or two, whatever is legal."""
    place = _PLACE.match(problem.where)
    before, mark, listed = problem.hint.partition(LEGAL)
    legal = listed.split(", ")
    if place is None or not mark or len(legal) <= MOST_LEGAL:
        return problem
    command = f"pbem orders --explain {tables[int(place[1]) - 1]['type']}"
    first = f"{LEGAL}{', '.join(legal[:MOST_LEGAL])}, …; "
    hint = f"{before}{'' if before else first}all {len(legal)}: {command}"
    return replace(problem, hint=hint)


def _listed(hint: str, known: Mapping[str, None]) -> tuple[str, ...]:
    """The known names that a hint lists; none if it lists only the first of them."""
    listed = (word.strip(":;?'\"") for word in hint.replace(",", " ").split())
    return () if hint.endswith("…") else tuple(word for word in listed if word in known)


def without_words(text: str, value: object) -> str:
    """A problem's words without the names that stand in the value of an order."""
    for word in sorted(_words(value), key=len, reverse=True):
        text = text.replace(word[:MOST], "")
    return text


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)
