"""Values to canonical bytes to digests (protocol 3 and 5).

The canonical form is RFC 8785 JSON restricted to objects with ASCII keys, arrays, text, booleans
and integers within ±(2⁵³−1); floats and nulls do not exist here.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias

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


def canonical(value: Plain) -> bytes:
    """The canonical JSON of `value` (protocol 5).

    Raises ValueError for an integer out of range or a key that is not ASCII.
    """
    _check(value)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def _check(value: Plain) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            if not key.isascii():
                raise ValueError(f"key {key!r} is not ASCII")
            _check(item)
    elif isinstance(value, list):
        for item in value:
            _check(item)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise ValueError(f"{value} is outside ±(2**53-1)")
    elif not isinstance(value, str | int):
        raise ValueError(f"{value!r} has no canonical form")


def digest(value: Plain) -> bytes:
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


def tree_hash(files: dict[str, bytes]) -> bytes:
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
