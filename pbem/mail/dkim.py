"""Postmarks: the signature of a sender's provider in a mail's head (DKIM, RFC 6376 and 8463).

A provider signs what it sends out, with the time. That is evidence of when a file was mailed, and
of nothing else: who wrote the file is told by the signature within it.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from pbem.frozen import Value

MOST_SIGNATURES = 5
"""So many signatures of a mail are looked at: a stranger can put any number there."""
LEAST_BITS = 1024

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,240}[a-z0-9])?")
_TAG = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=(.*)", re.DOTALL)
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:", re.DOTALL)
_VALUE = re.compile(rb"(;?[ \t\r\n]*\bb[ \t\r\n]*=)[^;]*")

Field = tuple[bytes, bytes]
"""A header: its name in small letters, and the whole of it with its lines, as it stands."""
Record = Callable[[str], str]
"""The text under a name of the domain name system; empty if it is not to be had."""


class Postmark(Value):
    """What a provider has signed: its domain, and when, in UTC; None where it signed no time."""

    domain: str
    when: datetime | None


def key_names(raw: bytes) -> tuple[str, ...]:
    """Under which names the keys for the signatures of a mail are published."""
    names = (_key_name(_tags(_text(field))) for _, field in _signatures(_parted(raw)[0]))
    return tuple(dict.fromkeys(name for name in names if name))


def postmarks(raw: bytes, record: Record) -> tuple[Postmark, ...]:
    """The postmarks of a mail that hold: each covers the From line and the whole of the text."""
    fields, body = _parted(raw)
    found = (_checked(fields, body, field, record) for field in _signatures(fields))
    return tuple(one for one in found if one is not None)


def _checked(
    fields: tuple[Field, ...], body: bytes, signature: Field, record: Record
) -> Postmark | None:
    tags = _tags(_text(signature[1]))
    head, _, text = tags.get("c", "simple").lower().partition("/")
    signed = [name.strip().lower() for name in tags.get("h", "").split(":")]
    name = _key_name(tags)
    # a length would leave room behind the signed text for a file that nobody has signed
    if not name or "l" in tags or "from" not in signed or tags.get("v", "").strip() != "1":
        return None
    key = _tags(record(name))
    if hashlib.sha256(_body(body, text or "simple")).digest() != _bytes(tags.get("bh", "")):
        return None
    bare = signature[0], _VALUE.sub(rb"\1", signature[1], count=1)
    lines = (*_picked(fields, signed), bare)
    message = b"".join(_head(field, head) for field in lines).removesuffix(b"\r\n")
    if not _holds(tags.get("a", "").strip().lower(), key, _bytes(tags.get("b", "")), message):
        return None
    return Postmark(domain=tags["d"].strip().lower(), when=_when(tags, fields, signed))


def _holds(algorithm: str, key: Mapping[str, str], signature: bytes, message: bytes) -> bool:
    raw = _bytes(key.get("p", ""))
    with suppress(InvalidSignature, UnsupportedAlgorithm, ValueError, TypeError):
        if algorithm == "ed25519-sha256" and key.get("k", "").strip() == "ed25519":
            digest = hashlib.sha256(message).digest()
            ed25519.Ed25519PublicKey.from_public_bytes(raw).verify(signature, digest)
            return True
        if algorithm == "rsa-sha256" and key.get("k", "rsa").strip() == "rsa":
            public = load_der_public_key(raw)
            if isinstance(public, rsa.RSAPublicKey) and public.key_size >= LEAST_BITS:
                public.verify(signature, message, padding.PKCS1v15(), SHA256())
                return True
    return False


def _when(tags: Mapping[str, str], fields: tuple[Field, ...], signed: list[str]) -> datetime | None:
    """When it was signed; or else the date of the mail, if that is signed."""
    with suppress(ValueError, OverflowError, OSError, TypeError):
        if "t" in tags:
            return datetime.fromtimestamp(int(tags["t"]), UTC)
        dates = [_text(field).partition(":")[2] for name, field in fields if name == b"date"]
        if "date" in signed and len(dates) == 1:
            return parsedate_to_datetime(dates[0].strip()).astimezone(UTC)
    return None


# --- the mail ------------------------------------------------------------------------------------


def _parted(raw: bytes) -> tuple[tuple[Field, ...], bytes]:
    """The headers of a mail in their order, and its text; lines end as on the way (CR LF)."""
    whole = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    head, _, body = whole.partition(b"\r\n\r\n")
    lines = re.split(rb"\r\n(?![ \t])", head)
    found = ((_FIELD.match(line), line + b"\r\n") for line in lines)
    return tuple((match[1].lower(), line) for match, line in found if match), body


def _signatures(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    found = [field for field in fields if field[0] == b"dkim-signature"]
    return tuple(found[:MOST_SIGNATURES])


def _picked(fields: tuple[Field, ...], names: list[str]) -> Iterator[Field]:
    """The signed headers: of several with one name the last stands for its first mention."""
    left = {name: [one for one in fields if one[0] == name.encode()] for name in names}
    for name in names:
        if left[name]:
            yield left[name].pop()


def _head(field: Field, manner: str) -> bytes:
    """A header as it is signed (RFC 6376, 3.4.1 and 3.4.2)."""
    name, whole = field
    if manner != "relaxed":
        return whole
    value = whole.partition(b":")[2].replace(b"\r\n", b"")
    return name + b":" + re.sub(rb"[ \t]+", b" ", value).strip() + b"\r\n"


def _body(body: bytes, manner: str) -> bytes:
    """A text as it is signed (RFC 6376, 3.4.3 and 3.4.4)."""
    lines = body.split(b"\r\n")
    if manner == "relaxed":
        lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    if not lines and manner == "relaxed":
        return b""
    return b"\r\n".join(lines) + b"\r\n"


# --- lists of tags -------------------------------------------------------------------------------


def _tags(text: str) -> Mapping[str, str]:
    """The tags of a signature or of a key's record."""
    name, _, value = text.partition(":")
    found = map(_TAG.fullmatch, (text if "=" in name else value).split(";"))
    return {match[1]: match[2].strip() for match in found if match}


def _key_name(tags: Mapping[str, str]) -> str:
    """Where the key of a signature is published; empty for a name that cannot be."""
    name = f"{tags.get('s', '')}._domainkey.{tags.get('d', '')}".lower()
    return name if _NAME.fullmatch(name) and ".." not in name else ""


def _text(field: bytes) -> str:
    return field.decode("ascii", "replace")


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""
