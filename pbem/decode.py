"""TOML tables and JSON objects into frozen dataclasses: strictly, and every problem at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

import cattrs
from cattrs import (
    AttributeValidationNote,
    ClassValidationError,
    IterableValidationError,
    IterableValidationNote,
)

from pbem.errors import ENOUGH, Problem, Refused
from pbem.frozen import FrozenMap
from pbem.suggest import did_you_mean

T = TypeVar("T")

MOST_NAMED = 8
"""So many unknown keys are named; a stranger's file may have thousands."""


def decode(cls: type[T], value: object, *, code: str, where: str, hint: str = "") -> T:
    """Build a `cls` from plain values.

    `code` and `where` (the file and the table's place in it) go into every problem, `hint` into
    those where the value itself does not tell what to do.
    Raises `Refused` with one problem for each missing, unknown or ill-typed key.
    """
    try:
        return _converter().structure(value, cls)
    except Exception as error:
        problems = tuple(_problems(error, code, where, ""))
        if not problems:
            raise
        raise Refused(*(replace(one, hint=one.hint or hint) for one in problems)) from None


class _Wrong(ValueError):
    """A value that does not fit; `hint` says what would."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what)
        self.hint = hint


def _problems(error: BaseException, code: str, where: str, path: str) -> list[Problem]:
    if isinstance(error, ClassValidationError | IterableValidationError):
        found = []
        for inner in error.exceptions:
            step = "".join(_step(note) for note in getattr(inner, "__notes__", ())[:1])
            found += _problems(inner, code, where, path + step)
        return found
    what = _words(error)
    if not what:
        return []
    if isinstance(error, KeyError):  # the words name the key already
        path = path.rpartition(".")[0]
    key = f", key '{path.lstrip('.')}'" if path else ""
    return [Problem(code=code, what=what, where=f"{where}{key}", hint=_hint(error))]


def _step(note: object) -> str:
    if isinstance(note, IterableValidationNote):
        assert isinstance(note.index, int), "tables have notes of another kind"
        return f"[{note.index + 1}]"
    return f".{note.name}" if isinstance(note, AttributeValidationNote) else ""


def _words(error: BaseException) -> str:
    if isinstance(error, _Wrong):
        return str(error)
    if isinstance(error, KeyError):
        return f"key '{error.args[0]}' is missing"
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        names = [f"'{name[:40]}'" for name in sorted(error.extra_fields)]
        more = [f"and {len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
        return f"unknown key {', '.join(names[:MOST_NAMED] + more)}"
    if isinstance(error, AttributeError):  # cattrs asked it for its keys
        return "must be a table"
    if isinstance(error, ValueError | TypeError):
        return "not one of the values allowed here"
    return ""


def _hint(error: BaseException) -> str:
    """What to write instead, where the value or the name tells it."""
    if isinstance(error, _Wrong):
        return error.hint
    if isinstance(error, cattrs.ForbiddenExtraKeysError):
        return _keys_meant(sorted(error.extra_fields)[:MOST_NAMED], error.cl)
    return ""


def _keys_meant(unknown: Sequence[str], cls: Any) -> str:
    """Which keys of a class were meant by unknown ones, as far as any looks like them."""
    known = [one.name for one in fields(cls)]
    hints = {name: hint for name in unknown if (hint := did_you_mean(name, known))}
    if len(unknown) == 1:
        return next(iter(hints.values()), "")
    return "; ".join(f"'{name[:40]}': {hint}" for name, hint in hints.items())


ONE_OF = "write one of these"
PLAIN: tuple[tuple[type, str, str], ...] = (
    (str, "text in quotes", 'write it in " "'),
    (int, "a whole number", "write digits alone, without quotes or a point"),
    (bool, "true or false", "write true or false, without quotes"),
)
"""The plain types, what their values must be, and how those are written."""


@cache
def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind, words, hint in PLAIN:
        converter.register_structure_hook(kind, _exactly(kind, words, hint))
    converter.register_structure_hook(int | str, _number_or_text)
    converter.register_structure_hook_factory(_is(FrozenMap), _frozen_map)
    converter.register_structure_hook_factory(_is(tuple), _tuple)
    converter.register_structure_hook_factory(_is(Literal), _literal)
    return converter


def _is(container: Any) -> Callable[[Any], bool]:
    return lambda cls: get_origin(cls) is container


def _exactly(kind: type, words: str, hint: str) -> Any:
    def structure(value: object, _: type) -> object:
        if type(value) is not kind:
            raise _Wrong(f"must be {words}", hint)
        return value

    return structure


def _number_or_text(value: object, _: Any) -> object:
    if type(value) not in {int, str}:
        raise _Wrong("must be a whole number or text in quotes", "write 2, or a name in quotes")
    return value


def _literal(cls: Any) -> Any:
    allowed = get_args(cls)

    def structure(value: object, _: type) -> object:
        if not any(type(value) is type(one) and value == one for one in allowed):
            words = [str(one) for one in allowed]
            hint = did_you_mean(value if isinstance(value, str) else "", words, ONE_OF)
            raise _Wrong(f"must be one of: {', '.join(words)}", hint)
        return value

    return structure


def _frozen_map(cls: Any) -> Any:
    inner = get_args(cls)[0]

    def structure(value: object, _: type) -> object:
        if not isinstance(value, Mapping):
            raise _Wrong("must be a table", "write it as { key = value }")
        notes = {key: AttributeValidationNote("", key, inner) for key in value}
        return FrozenMap(_each(value.items(), notes.__getitem__, inner, cls))

    return structure


def _tuple(cls: Any) -> Any:
    inner = get_args(cls)[0]

    def structure(value: object, _: type) -> object:
        if not isinstance(value, list | tuple):
            raise _Wrong("must be a list in [ ]", "write it in [ ], also if it is one alone")
        pairs = _each(
            enumerate(value), lambda index: IterableValidationNote("", index, inner), inner, cls
        )
        return tuple(item for _, item in pairs)

    return structure


def _each(items: Iterable[tuple[Any, Any]], note: Any, inner: Any, cls: Any) -> list[Any]:
    """Every item structured, or every item's error raised together with its place."""
    built, errors = [], []
    for key, item in items:
        try:
            built.append((key, _converter().structure(item, inner)))
        except Exception as error:
            error.__notes__ = [note(key)]
            errors.append(error)
            if len(errors) == ENOUGH:
                break
    if errors:
        raise IterableValidationError("items", errors, cls)
    return built
