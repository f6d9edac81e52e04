"""The byte scan: what stands between a stranger's file and the TOML parser (protocol 4; E01).

It looks at bytes only. After it the text is known to be small, flat and of the narrow form, with
its first seven lines in their order and one signature behind it.
"""

import hashlib
import re
from functools import cache

from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.narrow import AGAIN, LONGEST_LINE, MOST_HEADERS, headers, narrow_until

MOST_BYTES = 256 * 1024
MOST_SEATS = 16
LAST_SEQ = 2**31 - 1

_MARK = b"[signature]\n"


class Scanned(Value):
    """A file that passed the byte scan: its first seven lines, its body and its armour.

    `hash` is the turn file's: SHA-256 of its body, in hex.
    """

    format: str
    game: str
    seq: int
    prev: str
    seat: str
    sent: str
    body: bytes
    armour: str
    hash: str

    @property
    def game_id(self) -> str:
        """The id of its game; that of a genesis is its own hash (protocol 4)."""
        return self.hash if self.seq == 0 else self.game

    @property
    def raw(self) -> bytes:
        """The whole file as it is stored: lines end in LF."""
        return self.body + tail(self.armour)


_HEAD = (
    (rb'format = "([^"\\\n]*)"\n', 'format = "pbem/1"'),
    (rb'game = "([0-9a-f]{64})"\n', 'game = "64 HEX DIGITS"'),
    (rb"seq = (0|[1-9][0-9]{0,9})\n", "seq = NUMBER"),
    (rb'prev = "([0-9a-f]{64})"\n', 'prev = "64 HEX DIGITS"'),
    (rb'seat = "([a-z][a-z0-9-]{0,19})"\n', 'seat = "NAME", of small letters, digits and hyphens'),
    (rb'nonce = "[0-9a-f]{64}"\n', 'nonce = "64 HEX DIGITS"'),
    (rb'sent = "([0-9TZ:.+-]{20,40})"\n', 'sent = "YEAR-MONTH-DAYTHH:MM:SSZ"'),
)
"""The first seven lines: their patterns, and what they look like to people."""


@cache
def _patterns() -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """The first seven lines and the tail; compiled when first needed."""
    head = b"".join(pattern for pattern, _ in _HEAD)
    tail_lines = (
        rb'ssh = """\n(-----BEGIN SSH SIGNATURE-----\n'
        rb"(?:[A-Za-z0-9+/=]{70}\n)*+(?:[A-Za-z0-9+/=]{1,69}\n)?+"
        rb'-----END SSH SIGNATURE-----\n)"""\n'
    )
    return re.compile(head), re.compile(tail_lines)


def scan(raw: bytes) -> Scanned:
    """Check a file's bytes against the limits and the narrow form (E01).

    Raises `Refused` with code E01 and the number of the line that is wrong.
    """
    if len(raw) > 2 * MOST_BYTES:
        raise _too_large()
    data = raw.replace(b"\r\n", b"\n") if b"\r" in raw else raw
    if len(data) > MOST_BYTES:
        raise _too_large()
    if b"\r" in data:
        raise _e01("a carriage return stands inside a line", data, data.index(b"\r"))
    if not data.strip():
        raise _e01("there is nothing in the file", data, 0)
    if not data.endswith(b"\n"):
        raise _e01("the last line does not end: the file is cut off", data, len(data))
    body, armour = _split(data)
    if data.startswith(b"\xef\xbb\xbf"):
        raise _e01("the file begins with a byte order mark", data, 0)
    _check_headers(data, body)
    head_form, _ = _patterns()
    head = head_form.match(body)
    if head is None:
        raise _wrong_head(body)
    end = narrow_until(body, head.end())
    if end != len(body):
        raise _e01("this line is not of the narrow form of turn files", data, end)
    _check_lines(data, body)
    format_, game, seq, prev, seat, sent = (group.decode("utf-8") for group in head.groups())
    if int(seq) > LAST_SEQ:
        raise _e01("seq is too large", data, head.start(3))
    return Scanned(
        format=format_, game=game, seq=int(seq), prev=prev, seat=seat, sent=sent,
        body=body, armour=armour, hash=hashlib.sha256(body).hexdigest(),
    )  # fmt: skip


def hash_of(raw: bytes) -> str:
    """The hash of a file that has been scanned before: no byte of it is looked at again."""
    return hashlib.sha256(raw[: raw.rfind(b"\n" + _MARK) + 1]).hexdigest()


def _split(data: bytes) -> tuple[bytes, str]:
    """Body and armour: the line `[signature]` stands once, and its tail is exact."""
    at = data.find(b"\n" + _MARK) + 1
    if at == 0:
        raise _e01("there is no signature: the file is cut off or is no turn file", data, len(data))
    if (again := data.find(b"\n" + _MARK, at)) >= 0:
        raise _e01("there are two signatures", data, again + 1)
    tail_match = _patterns()[1].fullmatch(data, at + len(_MARK))
    if tail_match is None:
        raise _e01("what stands behind [signature] is not a signature alone", data, at)
    return data[:at], tail_match[1].decode("ascii")


def _wrong_head(body: bytes) -> Refused:
    """The first of the first seven lines that is not what it is in every turn file."""
    so_far, at = b"", 0
    for number, (pattern, form) in enumerate(_HEAD, 1):
        so_far += pattern
        found = re.match(so_far, body)
        if found is None:
            return _e01(f"line {number} of a turn file is {form}", body, at)
        at = found.end()
    raise AssertionError("the seven lines together do not match, and each does")


def _check_headers(data: bytes, body: bytes) -> None:
    brackets = body.count(b"[")  # most files have so few of them that nothing more is counted
    if brackets > MOST_HEADERS and headers(body) > MOST_HEADERS:
        raise _e01(f"there are more than {MOST_HEADERS:,} tables", data, 0)
    if brackets > 2 * MOST_SEATS and body.count(b"\n[[seats]]") > MOST_SEATS:
        raise _e01(f"there are more than {MOST_SEATS} seats", data, body.index(b"\n[[seats]]") + 1)


def _check_lines(data: bytes, body: bytes) -> None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _e01("the file is not UTF-8", data, error.start) from None
    if len(body) > LONGEST_LINE:
        start = 0
        for line in body.split(b"\n"):
            if len(line) > LONGEST_LINE:
                raise _e01("a line is longer than 64 KiB", data, start)
            start += len(line) + 1


def _e01(what: str, data: bytes, offset: int) -> Refused:
    number = data.count(b"\n", 0, offset) + 1
    return refuse("E01", what, where=f"line {number}", hint=AGAIN)


def _too_large() -> Refused:
    return refuse("E01", "the file is larger than 256 KiB", hint="this is no turn file")


def tail(armour: str) -> bytes:
    """What stands behind the body: `[signature]` and the armoured signature."""
    return _MARK + f'ssh = """\n{armour}"""\n'.encode("ascii")
