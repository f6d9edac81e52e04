"""Turn files in whatever a mail program has made of them: attachments, mails, text around them.

No mail is taken apart: its parts may be nested, cut and named as a stranger likes. The bytes are
looked through for what a turn file begins and ends with, as they are and as the two encodings of
mail write them, so that the cost depends on nothing but their number.
"""

import binascii
import re
from collections.abc import Iterator
from itertools import islice

from pbem.frozen import Value
from pbem.scan import MOST_BYTES

MOST_LETTER = 2 * 1024 * 1024
"""Bytes of a mail or another file that turn files are looked for in, at most."""

MOST_FOUND = 64
"""So many turn files are looked for in one mail."""

# each begins with letters of its own, which are looked for faster than the beginnings of lines
_BEGIN = re.compile(rb'\nformat = "pbem/')
_QUOTED_BEGIN = re.compile(rb'\nformat =3D (?:"|=22)pbem/')
_END = b"-----END SSH SIGNATURE-----"
_REST = re.compile(rb'[ \t]*\r?\n(?:"""|=22=22=22)')
_BASE64 = re.compile(rb"\n((?:[A-Za-z0-9+/]++={0,2}+\r?+(?:\n|\Z))++)")
_LEAST_BASE64 = 400
"""Letters of Base64 that a turn file takes at least: its signature alone takes more."""

_DATE = re.compile(rb"\nDate: ([^\r\n]{6,80})")


class Enclosed(Value):
    """A turn file that was found, or what begins like one, and the `Date:` of the mail around it.

    `date` is empty where there is none.
    """

    raw: bytes
    date: str = ""


def enclosed(data: bytes) -> tuple[Enclosed, ...]:
    """The turn files in some bytes, which may be one themselves, a mail, or any text.

    What begins like a turn file and does not end like one is given as well, so that a reader can
    say what is wrong with it.
    """
    text = b"\n" + data
    if _BEGIN.match(text):
        return (Enclosed(raw=data),)
    found = sorted(islice(_found(text), MOST_FOUND), key=lambda pair: pair[0])
    dates = [(one.start(), one[1]) for one in _DATE.finditer(text)] if found else []
    return tuple(Enclosed(raw=raw, date=_before(dates, at)) for at, raw in found)


def _found(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Turn files with their places, as they are and in the encodings of mail."""
    yield from _pieces(data, _BEGIN)
    for at, piece in _pieces(data, _QUOTED_BEGIN):
        yield at, binascii.a2b_qp(piece)
    for run in _BASE64.finditer(data):
        if run.end() - run.start() >= _LEAST_BASE64:
            yield from ((run.start(), one.raw) for one in enclosed(_decoded(run[1])))


def _pieces(data: bytes, begin: re.Pattern[bytes]) -> Iterator[tuple[int, bytes]]:
    """What stands from each beginning to the end of the signature behind it, with its place.

    Where no signature comes before the next beginning, the piece reaches up to that.
    """
    begun = begin.search(data)
    while begun is not None:
        start, following = begun.start() + 1, begin.search(data, begun.end())
        most = min(start + 2 * MOST_BYTES, following.start() + 1 if following else len(data))
        signature = data.find(b"\n[signature]", start, most)
        end = data.find(_END, signature, most) if signature >= 0 else -1
        rest = _REST.match(data, end + len(_END)) if end >= 0 else None
        yield start, data[start : rest.end()] + b"\n" if rest is not None else data[start:most]
        begun = following


def _decoded(base64: bytes) -> bytes:
    """What some lines of Base64 hold; nothing where they are cut off in the middle of a byte."""
    try:
        return binascii.a2b_base64(base64 + b"==")
    except binascii.Error:
        return b""


def _before(dates: list[tuple[int, bytes]], at: int) -> str:
    """The last date before a place: that of the innermost mail around it."""
    text = next((date for place, date in reversed(dates) if place < at), b"")
    return text.decode("ascii", "replace").strip()
