"""Values to canonical bytes to digests (protocol 3 and 5).

The canonical form is RFC 8785 JSON restricted to objects with ASCII keys, arrays, text, booleans
and integers within ±(2⁵³−1); floats and nulls do not exist here.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from json.encoder import encode_basestring
from typing import Any, Literal, TypeAlias, cast, get_args, get_origin

import msgspec

from pbem.frozen import FrozenMap, Value, fields, names

Plain: TypeAlias = "str | bool | int | list[Plain] | dict[str, Plain]"

LARGEST = 2**53 - 1
ZERO = bytes(32)


def plain(value: Any) -> Plain:
    """Values, FrozenMaps and tuples as dicts and lists; absent (None) fields are left out.

    Raises TypeError for a value that has no canonical form: that is a fault of the program.
    """
    kind = type(value)
    if kind in _PLAIN:
        return cast(Plain, value)
    if kind is tuple or kind is list:
        return [one if type(one) in _PLAIN else plain(one) for one in value]
    if kind is FrozenMap or kind is dict:
        return {key: one if type(one) in _PLAIN else plain(one) for key, one in value.items()}
    if isinstance(value, Value):
        pairs = ((name, getattr(value, name)) for name in names(kind))
        return {
            name: one if type(one) in _PLAIN else plain(one)
            for name, one in pairs
            if one is not None
        }
    raise TypeError(f"{kind.__name__} has no canonical form")


_PLAIN = frozenset({str, int, bool})
"""What is plain as it is: most of a state, so that nothing is called for it."""


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


def _list(value: Sequence[Any]) -> str:
    if len(value) > 1 and all(map(_is_whole, set(map(type, value)))):
        return _at_once(value)
    return f"[{','.join(map(_text, value))}]"


def _object(value: Any) -> str:
    """A value with fields; absent (None) ones are left out."""
    if not isinstance(value, Value):
        raise ValueError(f"{type(value).__name__} has no canonical form")
    return _at_once(value) if _is_whole(type(value)) else _fields(value)


def _fields(value: Value) -> str:
    pairs = ((head, getattr(value, name)) for head, name in _heads(type(value)))
    return f"{{{','.join(head + _text(item) for head, item in pairs if item is not None)}}}"


@cache
def _heads(cls: type[Value]) -> tuple[tuple[str, str], ...]:
    """The fields of a value in the order of their names, each with its key as text."""
    return tuple((f'"{name}":', name) for name in sorted(names(cls)))


def _table(value: Mapping[str, Any]) -> str:
    if not all(map(str.isascii, value)):
        strange = next(key for key in value if not key.isascii())
        raise ValueError(f"key {strange!r} is not ASCII")
    return (
        f"{{{','.join(f'{encode_basestring(key)}:{_text(value[key])}' for key in sorted(value))}}}"
    )


def _map(value: Mapping[str, Any]) -> str:
    """A map of a state, at once where that can be done."""
    kinds = set(map(type, value.values()))
    return (
        _at_once(value)
        if all(map(_is_whole, kinds)) and all(map(str.isascii, value))
        else _table(value)
    )


# --- at once -------------------------------------------------------------------------------------


def _kept(value: object) -> msgspec.Raw:
    assert isinstance(value, FrozenMap)
    return msgspec.Raw(value.kept(_map).encode("utf-8"))


_encoder = msgspec.json.Encoder(order="sorted", enc_hook=_kept)
_SUSPECT = re.compile(rb"[:\[,](?:-?\d{16}|null)")
"""What may be a number too large, or a field that must be left out; it may also stand in a text."""
_DIGITS = bytes(ord("0") if chr(byte).isdecimal() else byte for byte in range(128)) + bytes(128)
_MANY_DIGITS = b"0" * 16


def _at_once(value: Any) -> str:
    """The same text as piece by piece, ten times as fast."""
    text = _encoder.encode(value)
    if not _is_suspect(text):
        return text.decode("utf-8")
    if isinstance(value, Value):
        return _fields(value)
    pieces = map(_text, value)
    return _table(value) if isinstance(value, Mapping) else f"[{','.join(pieces)}]"


def _is_suspect(text: bytes) -> bool:
    """Whether the pattern is found; where neither of its parts is, it need not be searched for."""
    may_be = has_long_number(text) or b"null" in text
    return may_be and _SUSPECT.search(text) is not None


def has_long_number(text: bytes) -> bool:
    """Whether as many digits stand in a row as a number has that is too large."""
    return _MANY_DIGITS in text.translate(_DIGITS)


@cache
def _is_whole(cls: Any) -> bool:
    """Whether nothing in values of a type can be absent, or is of a type not known here."""
    kind = get_origin(cls) or cls
    if kind in (str, int, bool, FrozenMap, Literal):
        return True
    if kind is tuple:
        return cls is not tuple and all(_is_whole(one) for one in get_args(cls) if one is not ...)
    is_value = isinstance(kind, type) and issubclass(kind, Value)
    return is_value and all(_is_whole(field.type) for field in fields(kind))


_MAKERS: Mapping[type, Callable[[Any], str]] = {
    str: encode_basestring,
    bool: lambda value: "true" if value else "false",
    int: _number,
    list: _list,
    tuple: _list,
    dict: _table,
    # most of a state never changes from file to file: its text is kept where it is
    FrozenMap: lambda value: value.kept(_map),
}


def digest(value: Any) -> bytes:
    """SHA-256 of the canonical form: what two programs compare (protocol 5)."""
    return hashlib.sha256(canonical(value)).digest()


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """`H(tag; a, b, …)` of protocol 3: no two lists of parts share one input."""
    return tagged(tag, *parts).digest()


def tagged(tag: str, *parts: bytes) -> "hashlib._Hash":
    """What hashes of a tag begin with; `framed` parts that follow may be added to a copy of it."""
    return hashlib.sha256(tag.encode("ascii") + b"\0" + framed(*parts))


def framed(*parts: bytes) -> bytes:
    """Parts of a tagged hash, each behind its length (protocol 3)."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def hkdf_sha256(key: bytes, *, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) for an output of exactly 32 bytes, which is one block."""
    return hmac.digest(hmac.digest(salt, key, "sha256"), info + b"\x01", "sha256")


_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""The pads of HMAC, each byte's place in a table (RFC 2104, 2)."""


def expanding(key: bytes, *, salt: bytes, info: bytes) -> Callable[[bytes], bytes]:
    """`hkdf_sha256` for every info that begins with `info`, by what stands behind it.

    HMAC hashes twice, a block of its key first (RFC 2104, 4): that is done once for all of them.
    """
    block = hmac.digest(salt, key, "sha256").ljust(64, b"\0")
    inner = hashlib.sha256(block.translate(_INNER) + info)
    outer = hashlib.sha256(block.translate(_OUTER))

    def expanded(rest: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(rest + b"\x01")
        second.update(first.digest())
        return second.digest()

    return expanded


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
