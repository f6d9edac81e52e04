"""TOML tables and JSON objects into values: strictly, and every problem at once."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from pbem.errors import ENOUGH, Problem, Refused
from pbem.frozen import FrozenMap, Value, fields
from pbem.suggest import did_you_mean

T = TypeVar("T")
_BARE = re.compile(r"[\w-]{1,40}")

MOST_NAMED = 8
"""So many unknown keys are named; a stranger's file may have thousands."""


def decode(cls: type[T], value: object, *, code: str, where: str, hint: str = "") -> T:
    """Build a `cls` from plain values.

    `code` and `where` (the file and the table's place in it) go into every problem, `hint` into
    those where the value itself does not tell what to do.
    Raises `Refused` with one problem for each missing, unknown or ill-typed key.
    """
    try:
        return msgspec.convert(value, cls, dec_hook=_frozen_map)
    except msgspec.ValidationError:
        found = tuple(_faults(cls, value)) or (SHAPELESS,)
        raise Refused(*(fault.at(code, where, hint) for fault in found)) from None


def _frozen_map(cls: Any, value: Any) -> Any:
    if get_origin(cls) is not FrozenMap or not isinstance(value, Mapping):
        raise ValueError("a table is wanted")
    mapping: Any = dict
    return FrozenMap(msgspec.convert(value, mapping[str, *get_args(cls)], dec_hook=_frozen_map))


# --- what is wrong -------------------------------------------------------------------------------


class _Fault(Value, kw_only=False):
    """What is wrong with a value, and what would be right; `path` leads to it from outside."""

    what: str
    hint: str = ""
    path: str = ""

    def under(self, step: str) -> "_Fault":
        return _Fault(self.what, self.hint, step + self.path)

    def at(self, code: str, where: str, hint: str) -> Problem:
        key = f"key '{self.path.lstrip('.')}'" if self.path else ""
        place = ", ".join(filter(None, (where, key)))
        return Problem(code=code, what=self.what, where=place, hint=self.hint or hint)


ONE_OF = "write one of these"
PLAIN: Mapping[type, _Fault] = {
    str: _Fault("must be text in quotes", 'write it in " "'),
    int: _Fault("must be a whole number", "write digits alone, without quotes or a point"),
    bool: _Fault("must be true or false", "write true or false, without quotes"),
}
"""The plain types: what their values must be, and how those are written."""
TABLE = _Fault("must be a table", "write it as { key = value }")
LIST = _Fault("must be a list in [ ]", "write it in [ ], also if it is one alone")
SHAPELESS = _Fault("is not of the form that it must have")
"""What is said of a value of which nothing else can be said: a stranger's file is never a crash."""
PACKED: Mapping[type, str] = {
    list: 'write one alone in " ", without the [ ]',
    dict: 'write its name alone in " ", without the { }',
}
"""How text is written that somebody has put into more than quotes."""
NUMBER = _Fault("must be a number", "write digits, with a point if it is no whole number")
NUMBER_OR_TEXT = _Fault("must be a whole number or text in quotes", "write 2, or a name in quotes")


def _faults(cls: Any, value: object) -> Iterator[_Fault]:
    """Everything that keeps a value from being a `cls`."""
    kind = get_origin(cls) or cls
    if kind in PLAIN:
        yield from () if type(value) is kind else (_plain_fault(kind, value),)
    elif kind is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        yield from () if is_number else (NUMBER,)
    elif kind is Literal:
        yield from _unlisted(get_args(cls), value)
    elif kind in (Union, UnionType):
        yield from _fits_none(get_args(cls), value)
    elif kind is tuple:
        yield from _list_faults(get_args(cls), value)
    elif kind is FrozenMap:
        yield from _map_faults(get_args(cls)[0], value)
    elif kind in (dict, Mapping):
        yield from _map_faults(get_args(cls)[1], value)
    elif isinstance(kind, type) and issubclass(kind, Value):
        yield from _table_faults(cls, value)


def _plain_fault(kind: type, value: object) -> _Fault:
    """That a value is not of a plain type, and how it is written."""
    fault = PLAIN[kind]
    hint = PACKED.get(type(value), "") if kind is str else ""
    return _Fault(fault.what, hint or fault.hint)


def _unlisted(allowed: Sequence[Any], value: object) -> Iterator[_Fault]:
    if not any(type(value) is type(one) and value == one for one in allowed):
        words = [str(one) for one in allowed if one != ""]
        if isinstance(value, str) and value in map(str, allowed):
            yield _Fault(f"must be one of: {', '.join(words)}", f"without quotes: {value}")
            return
        meant = did_you_mean(value if isinstance(value, str) else "", words, ONE_OF)
        yield _Fault(f"must be one of: {', '.join(words)}", meant)


def _fits_none(choices: Sequence[Any], value: object) -> Iterator[_Fault]:
    """Faults of a value that fits none of several types: those of the only one, where it is so."""
    found = [tuple(_faults(choice, value)) for choice in choices if choice is not NoneType]
    if all(found):
        yield from found[0] if len(found) == 1 else (NUMBER_OR_TEXT,)


def _list_faults(inner: tuple[Any, ...], value: object) -> Iterator[_Fault]:
    """Faults of a list of any length, or of one that has a type for each place."""
    if not isinstance(value, list | tuple):
        yield LIST
        return
    if inner[-1] is not Ellipsis and len(value) != len(inner):
        yield _Fault(f"must be a list of {len(inner)}")
        return
    types = repeat(inner[0]) if inner[-1] is Ellipsis else inner
    each = zip(types, value, strict=False)
    yield from _items_faults(
        (f"[{place}]", type_, item) for place, (type_, item) in enumerate(each, start=1)
    )


def _map_faults(inner: Any, value: object) -> Iterator[_Fault]:
    if not isinstance(value, Mapping):
        yield _in_braces(value)
        return
    yield from _items_faults((f".{key}", inner, item) for key, item in value.items())


def _in_braces(value: object) -> _Fault:
    """That names alone are no table, with how one begins with the first of them."""
    first = value[0] if isinstance(value, list | tuple) and value else value
    if not isinstance(first, str) or not _BARE.fullmatch(first):
        return TABLE
    return _Fault(TABLE.what, f"write it as {{ {first} = … }}: each name with what it has")


def _items_faults(items: Iterable[tuple[str, Any, object]]) -> Iterator[_Fault]:
    """Faults of parts: the step that leads to each, what it is to be, what it is."""
    wrong = ((step, found) for step, cls, item in items if (found := tuple(_faults(cls, item))))
    for step, found in islice(wrong, ENOUGH):
        yield from (fault.under(step) for fault in found)


def _table_faults(cls: Any, value: object) -> Iterator[_Fault]:
    if not isinstance(value, Mapping):
        yield _Fault("must be a table")
        return
    names = [field.name for field in fields(cls)]
    for field in fields(cls):
        if field.name in value:
            found = _faults(field.type, value[field.name])
            yield from (fault.under(f".{field.name}") for fault in found)
        elif field.required:
            yield _Fault(f"key '{field.name}' is missing")
    if unknown := sorted(value.keys() - names):
        quoted = [f"'{name[:40]}'" for name in unknown]
        more = [f"and {len(quoted) - MOST_NAMED} more"] if len(quoted) > MOST_NAMED else []
        words = f"unknown key {', '.join(quoted[:MOST_NAMED] + more)}"
        alone = _lacked(cls, value, unknown)
        yield _Fault(words, _keys_meant(unknown[:MOST_NAMED], names) or alone)


def _lacked(cls: Any, value: Mapping[str, object], unknown: Sequence[str]) -> str:
    """That the one key that is missing was meant by the only unknown one, if its value fits."""
    missing = [field for field in fields(cls) if field.required and field.name not in value]
    if len(missing) == len(unknown) == 1 and not any(_faults(missing[0].type, value[unknown[0]])):
        return f"did you mean {missing[0].name}?"
    return ""


def _keys_meant(unknown: Sequence[str], known: Sequence[str]) -> str:
    """Which keys of a class were meant by unknown ones, as far as any looks like them."""
    hints = {name: hint for name in unknown if (hint := did_you_mean(name, known))}
    if len(unknown) == 1:
        return next(iter(hints.values()), "")
    each = [f"'{name[:40]}': {hint}" for name, hint in hints.items()]
    rest = [f"the keys are: {', '.join(known)}"] if each and len(each) < len(unknown) else []
    return "; ".join((*each, *rest))
