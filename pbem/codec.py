"""Values to canonical bytes to digests (protocol 3 and 5).

The canonical form is RFC 8785 JSON restricted to objects with ASCII keys, arrays, text, booleans
and integers within ±(2⁵³−1); floats and nulls do not exist here.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from json.encoder import encode_basestring
from typing import Any, Literal, TypeAlias, get_origin, get_type_hints

from pbem.frozen import FrozenMap

Plain: TypeAlias = "str | bool | int | list[Plain] | dict[str, Plain]"

LARGEST = 2**53 - 1
ZERO = bytes(32)


def plain(value: Any) -> Plain:
    """Dataclasses, FrozenMaps and tuples as dicts and lists; absent (None) fields are left out.

    Raises TypeError for a value that has no canonical form: that is a fault of the program.
    """
    if isinstance(value, str | int):
        return value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, FrozenMap | dict):
        return {key: plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((name, getattr(value, name)) for name in _names(type(value)))
        return {name: plain(item) for name, item in pairs if item is not None}
    raise TypeError(f"{type(value).__name__} has no canonical form")


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


def canonical(value: Any) -> bytes:
    """The canonical JSON of a value, which `plain` need not have made plain (protocol 5).

    Raises ValueError for an integer out of range, a key that is not ASCII, or a value that has
    no canonical form.
    """
    return _text(value).encode("utf-8")


def _text(value: Any) -> str:
    """The canonical text of a value. This runs for every part of a state, for every file."""
    return _MAKERS.get(type(value), _object)(value)


def _number(value: int) -> str:
    if abs(value) > LARGEST:
        raise ValueError(f"{value} is outside ±(2**53-1)")
    return str(value)


def _list(value: Iterable[Any]) -> str:
    return f"[{','.join(map(_text, value))}]"


def _object(value: Any) -> str:
    """A dataclass; absent (None) fields are left out."""
    return _object_maker(value.__class__)(value)


@cache
def _object_maker(cls: type) -> Callable[[Any], str]:
    """How values of a dataclass are written."""
    if not is_dataclass(cls):
        raise ValueError(f"{cls.__name__} has no canonical form")
    return _known_object if _is_flat(cls) else _new_object


def _new_object(value: Any) -> str:
    pairs = ((head, getattr(value, name)) for head, name in _heads(value.__class__))
    return f"{{{','.join(head + _text(item) for head, item in pairs if item is not None)}}}"


_known_object: Callable[[Any], str] = lru_cache(1 << 16)(_new_object)
"""The same for small objects, of which a state has many that are the same in every file."""


def _is_flat(cls: Any) -> bool:
    """Whether a frozen dataclass holds nothing but words and numbers, and is quickly compared."""
    frozen = getattr(cls, "__dataclass_params__").frozen  # noqa: B009 - typeshed does not know it
    hints = get_type_hints(cls) if frozen else {}
    flat = (str, int, bool, tuple[str, ...])
    return bool(hints) and all(
        hint in flat or get_origin(hint) is Literal
        for name, hint in hints.items()
        if name in _names(cls)
    )


def _table(value: Mapping[str, Any]) -> str:
    if not all(map(str.isascii, value)):
        strange = next(key for key in value if not key.isascii())
        raise ValueError(f"key {strange!r} is not ASCII")
    return (
        f"{{{','.join(f'{encode_basestring(key)}:{_text(value[key])}' for key in sorted(value))}}}"
    )


@cache
def _heads(cls: type) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass in the order of their names, each with its key as text."""
    return tuple((f'"{name}":', name) for name in sorted(_names(cls)))


_MAKERS: Mapping[type, Callable[[Any], str]] = {
    str: encode_basestring,
    bool: lambda value: "true" if value else "false",
    int: _number,
    list: _list,
    tuple: _list,
    dict: _table,
    # most of a state never changes from file to file: its text is kept where it is
    FrozenMap: lambda value: value.kept(_table),
}


def digest(value: Any) -> bytes:
    """SHA-256 of the canonical form: what two programs compare (protocol 5)."""
    return hashlib.sha256(canonical(value)).digest()


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """`H(tag; a, b, …)` of protocol 3: no two lists of parts share one input."""
    hasher = hashlib.sha256(tag.encode("ascii") + b"\0")
    for part in parts:
        hasher.update(len(part).to_bytes(4, "big") + part)
    return hasher.digest()


def hkdf_sha256(key: bytes, *, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) for an output of exactly 32 bytes, which is one block."""
    extracted = hmac.digest(salt, key, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def u64(number: int) -> bytes:
    """A non-negative integer as eight bytes, big-endian (protocol 3)."""
    return number.to_bytes(8, "big")


def tree_hash(files: Mapping[str, bytes]) -> bytes:
    """The hash of a rule book: relative POSIX path to content (protocol 4).

    Only names that end in `.toml` count; CRLF is taken as LF.
    """
    names = (name for name in files if name.endswith(".toml"))
    return sums_hash({name: text_hash(files[name]).hex() for name in names})


def sums_hash(sums: Mapping[str, str]) -> bytes:
    """The hash of a rule book from the hash of each of its files, in hex by path (protocol 4)."""
    lines = (
        name.encode("utf-8") + b"\0" + sums[name].encode("ascii") + b"\n"
        for name in sorted(sums, key=lambda name: name.encode("utf-8"))
    )
    return hashlib.sha256(b"".join(lines)).digest()


def text_hash(content: bytes) -> bytes:
    """SHA-256 of a text file, CRLF taken as LF: a scenario's hash (protocol 4)."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).digest()
