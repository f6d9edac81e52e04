"""A file in the body of a mail: base64 between two marker lines, which survives what mail does.

Between the markers stand the file's length, a checksum and the file, as one run of base64. Mail
quotes, wraps and indents lines, but it neither adds letters to base64 nor takes any away, so
whatever else stands between the markers is overlooked. The checksum tells damage from a file; that
a file is true tells its signature alone.
"""

import binascii
import hashlib
import re
from collections.abc import Iterator

from pbem import pem
from pbem.frozen import Value

LABEL = "PBEM FILE"
WIDTH = 64
MOST_BYTES = 512 * 1024

_LENGTH, _SUM = 4, 8
_BLOCK = re.compile(rf"BEGIN {LABEL}(?P<inside>.*?)(?P<end>END {LABEL}|(?=BEGIN {LABEL})|\Z)", re.S)
_QUOTED = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z]{1,3}>")
"""The initials of who is quoted, which are letters of base64, too."""
_OTHER = re.compile(r"[^A-Za-z0-9+/]+")


class Torn(Value):
    """An armour that does not hold its file any more.

    `have` is how many bytes of the file are there at most, `want` how many it had (0: not known).
    """

    have: int
    want: int


def wrap(raw: bytes) -> str:
    """The armour of a file of at most `MOST_BYTES` bytes, to be put into a mail's body."""
    head = len(raw).to_bytes(_LENGTH, "big") + _sum(raw)
    return pem.wrap(LABEL, head + raw, width=WIDTH)


def unwrap(text: str) -> Iterator[bytes | Torn]:
    """Every file in armour within a text, in order; `Torn` for one that cannot be recovered."""
    for block in _BLOCK.finditer(text):
        yield _file(block["inside"])


def _file(inside: str) -> bytes | Torn:
    """The file in what stands between two markers, quoted, wrapped and indented as it may be."""
    soft = re.sub(r"=[ \t]*\r?\n", "", inside) if "=3D" in inside else inside
    letters = _OTHER.sub("", _QUOTED.sub("", soft.replace("=3D", "")))
    data = _bytes(letters)
    want = int.from_bytes(data[:_LENGTH], "big")
    raw = data[_LENGTH + _SUM :][:want]  # without the last marker a greeting may follow
    if len(data) >= _LENGTH + _SUM and len(raw) == want and _sum(raw) == data[_LENGTH:][:_SUM]:
        return raw
    return Torn(have=len(raw), want=want if len(raw) < want <= MOST_BYTES else 0)


def _bytes(letters: str) -> bytes:
    """What base64 without its padding stands for; a letter too many at the end is left out."""
    whole = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return binascii.a2b_base64(whole + "=" * (-len(whole) % 4))
    except binascii.Error:  # pragma: no cover - letters alone were kept
        return b""


def _sum(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()[:_SUM]
