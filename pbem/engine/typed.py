"""Orders as somebody types them on a command line: a kind, then KEY=VALUE, then the next kind.

A value is plain words or TOML. What cannot be read of it is left as typed, for the check of the
orders tells what is wrong with it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import tomli

from pbem.engine.orders import COMMON, KINDS_SHOWN, Order
from pbem.errors import Refused, refuse
from pbem.frozen import FrozenMap, fields
from pbem.narrow import line_of_long_key
from pbem.suggest import did_you_mean

_WHOLE = re.compile(r"-?[0-9]{1,16}")
_TRUTH = {"true": True, "false": False}


def typed_orders(
    words: Sequence[str], kinds: Mapping[str, type[Order]]
) -> tuple[dict[str, Any], ...]:
    """The tables of the orders that words tell, such as `plan`, `carrier=Akagi`, `deck=A,B`.

    Items of a list stand between commas; `units.B24-319=Rabaul` is one of a table. Raises
    `Refused` (code `option`) for a word that is neither a kind nor KEY=VALUE.
    """
    known = {**kinds, **COMMON}
    tables: list[dict[str, Any]] = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and tables:
            _put(tables[-1], key.strip(), value, known.get(tables[-1]["type"]))
        elif not equals and (not tables or word in known):
            tables.append({"type": word})
        else:
            raise _misplaced(word, tables, known)
    if not tables:
        raise refuse("option", "there is no order to add", hint=KINDS_SHOWN)
    return tuple(tables)


def _keys_of(kind: type[Order]) -> tuple[str, ...]:
    """The keys that an order of a kind may have."""
    return tuple(one.name for one in fields(kind))


def _misplaced(
    word: str, tables: Sequence[Mapping[str, Any]], known: Mapping[str, type[Order]]
) -> Refused:
    """Why a word cannot stand where it does."""
    if not tables:
        what = f"no kind of order stands before '{word[:40]}'"
        first, is_key, _ = word.partition("=")
        kind_first = f"the kind of order comes first; {KINDS_SHOWN}"
        hint = kind_first if is_key else did_you_mean(first, known, KINDS_SHOWN)
        return refuse("option", what, hint=hint)
    kind = known.get(tables[-1]["type"])
    keys = ", ".join(f"{key}=…" for key in (_keys_of(kind) if kind else ())) or "none"
    what = f"'{word[:40]}' is neither KEY=VALUE nor a kind of order"
    return refuse("option", what, hint=f"the keys of '{tables[-1]['type'][:40]}': {keys}")


def _put(table: dict[str, Any], key: str, value: str, kind: type[Order] | None) -> None:
    """Put a value under its key, or under a name in the table that its key holds."""
    types = {one.name: one.type for one in fields(kind)} if kind else {}
    first, dot, name = key.partition(".")
    inner = types.get(first)
    if dot and get_origin(inner) is FrozenMap:
        table, key, type_ = table.setdefault(first, {}), name, get_args(inner)[0]
    else:
        type_ = types.get(key)
    if not isinstance(table, dict) or key in table:
        hint = "give it once: the items of a list stand between commas, A,B"
        raise refuse("option", f"'{key[:40]}' is given twice in one order", hint=hint)
    table[key] = _read(value, type_)


def _read(text: str, type_: Any) -> Any:
    """A value of a type as plain words or TOML; as typed where it is no value of that type."""
    origin = get_origin(type_) or type_
    if origin in (str, None):
        value = _toml(text) if text[:1] == '"' else None
        return text if value is None else value
    if text[:1] in ("[", "{", '"', "'"):
        value = _toml(text)
        if value is None:
            hint = 'write ["A", "B"] or plain words, A,B; a shell wants \' \' around such a value'
            raise refuse("option", f"the value is no TOML: {text[:40]}", hint=hint)
        return value
    if origin is tuple:
        items = (item.strip() for item in text.split(","))
        return [_read(item, get_args(type_)[0]) for item in items if item]
    return next(_scalars(text, type_), text)


def _scalars(text: str, type_: Any) -> Iterator[Any]:
    """The values of a plain type that a text may be."""
    origin = get_origin(type_) or type_
    if origin in (Union, UnionType):
        for one in get_args(type_):
            yield from () if one in (str, NoneType) else _scalars(text, one)
    elif origin is Literal:
        yield from (one for one in get_args(type_) if str(one).casefold() == text.casefold())
    elif origin is bool and text.casefold() in _TRUTH:
        yield _TRUTH[text.casefold()]
    elif origin is int and _WHOLE.fullmatch(text):
        yield int(text)


def _toml(text: str) -> Any:
    """The value of a text as TOML, which has no null: None stands for a text that is no TOML."""
    if line_of_long_key(text):
        return None
    with suppress(ValueError, RecursionError):
        table = tomli.loads(f"value = {text}")
        return table["value"] if table.keys() == {"value"} else None
    return None
