"""Archives and uuencoded files, taken apart in memory and within bounds.

None is trusted: each member is read no further than a turn file may be long, and nothing goes to
the disk.
"""

import binascii
import gzip
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO

from pbem.scan import MOST_BYTES

MOST_ENTRIES = 2_000
MOST_GZIP = 3 * 1024 * 1024

DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What taking apart raises for an archive that is none, or of a kind that is not read."""

Members = Iterator[tuple[str, bytes]]
"""What is in an archive: each with its name."""

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BLOCK = 512
_FILES = b"0\0"
"""The types of a tar's members that are files, those of the oldest among them."""
_BEGIN = re.compile(r"(?P<before>[> |\t]{0,20})begin [0-7]{3,4} (?P<name>[^\r\n]{1,200})")


def archive(raw: bytes) -> Callable[[bytes], Members] | None:
    """What takes these bytes apart; None if they are no archive."""
    if raw.startswith(b"PK\x03\x04"):
        return _unzipped
    if raw.startswith(b"\x1f\x8b\x08"):
        return _unpacked
    return _untarred if raw[257:262] == b"ustar" else None


def uuencoded(text: str) -> Members:
    """The files that stand in a text in uuencode, as far as they can be read."""
    inside: list[str] | None = None
    name = before = ""
    for line in text.split("\n") if "begin " in text else ():
        if begun := _BEGIN.match(line):
            inside, name, before = [], begun["name"].strip(), begun["before"]
        elif inside is not None and line.strip() == f"{before}end".strip():
            yield name, _decoded(inside)
            inside = None
        elif inside is not None:
            inside.append(line.removeprefix(before))
    if inside:
        yield name, _decoded(inside)


def _decoded(lines: list[str]) -> bytes:
    """What lines of uuencode stand for; those that are none, such as empty ones, for nothing."""
    data = b""
    for line in lines:
        try:
            data += binascii.a2b_uu(line.rstrip())
        except ValueError:
            continue
    return data


def _unzipped(raw: bytes) -> Members:
    with zipfile.ZipFile(BytesIO(raw)) as opened:
        for member in opened.infolist()[:MOST_ENTRIES]:
            if member.compress_type in _PACKED and not (member.is_dir() or member.flag_bits & 1):
                with opened.open(member) as inside:
                    yield member.filename, inside.read(2 * MOST_BYTES)


def _unpacked(raw: bytes) -> Members:
    with gzip.GzipFile(fileobj=BytesIO(raw)) as inside:
        yield "", inside.read(MOST_GZIP)


def _untarred(raw: bytes) -> Members:
    at = 0
    while len(head := raw[at : at + _BLOCK]) == _BLOCK and head[0]:
        digits = head[124:136].strip(b"\0 ")
        if not digits.isdigit():
            raise ValueError("no size of a file")
        at, size = at + _BLOCK, int(digits, 8)
        if head[156] in _FILES:
            name = head[:100].rstrip(b"\0").decode("utf-8", "replace")
            yield name, raw[at : at + min(size, 2 * MOST_BYTES)]
        at += -(-size // _BLOCK) * _BLOCK
