"""Turn files and key cards in a text: in armour, or as they are, quoted and wrapped by mail.

What is found is a file only if the signature in it is good to the last byte, whatever was put
right on the way: who signed is judged by others.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from pbem import card
from pbem.errors import Refused
from pbem.keys import is_signed
from pbem.mail import armour
from pbem.mail.armour import Torn
from pbem.scan import MOST_BYTES, Scanned, scan

MOST_FILES = 1_000

_END = "-----END SSH SIGNATURE-----"
_FILE = re.compile(r'^(?P<before>[^\n"\[]{0,40}?)format ?= ?"pbem/', re.M)
_CARD = re.compile(r"^(?P<before>[^\n\"]{0,40}?)pbem_card ?= ?[0-9]+ *\r?$", re.M)
_CARD_LINES = 12
_LINE = re.compile(r'[a-z0-9_-]+ =(?: |$)|\[|"""|-----')
_SPACES = " \t\r\u00a0"
_ARMOUR_WIDTH = 70


def files(text: str) -> Iterator[bytes | Torn]:
    """Every turn file in a text, and `Torn` for each that cannot be recovered."""
    yield from armour.unwrap(text)
    starts = [*islice(_FILE.finditer(text), MOST_FILES)]
    for start, next_ in pairwise([*(one.start() for one in starts), len(text)]):
        yield _mended(text[start:next_])


def cards(text: str) -> Iterator[str]:
    """Every key card in a text."""
    for start in islice(_CARD.finditer(text), MOST_FILES):
        lines = text[start.start() : start.start() + card.MOST_BYTES].split("\n")[:_CARD_LINES]
        plain = [_bare(line, start["before"]) for line in lines]
        last = next((n for n, line in enumerate(plain) if line.startswith("words = ")), None)
        found = "\n".join(plain[: last + 1 if last is not None else None])
        try:
            card.parse_card(found)
        except Refused:
            continue
        yield found


def _mended(text: str) -> bytes | Torn:
    """A turn file as its author signed it, from lines that mail has quoted, padded or wrapped."""
    end = text.find('"""', stop) if (stop := text.find(_END)) >= 0 else -1
    start = _FILE.match(text)
    if start is None or end < 0 or end > 2 * MOST_BYTES:
        return _torn()
    before = start["before"]
    lines = [_bare(line, before) for line in text[: end + 3].split("\n")]
    for mended in (lines, [line.replace("\u00a0", " ") for line in lines]):
        for attempt in (mended, _joined(mended)):
            raw = ("\n".join(attempt) + "\n").encode("utf-8", "replace")
            if (scanned := _scanned(raw)) and is_signed(scanned.body, scanned.armour):
                return raw
    return _torn()


def _bare(line: str, before: str) -> str:
    """A line without what mail put before it and behind it."""
    quoted = before.rstrip(_SPACES)
    if quoted and line.startswith(quoted):
        line = line[len(before) :] if line.startswith(before) else line[len(quoted) :]
    elif before and line.startswith(before):
        line = line[len(before) :]
    return line.rstrip(_SPACES)


def _joined(lines: list[str]) -> list[str]:
    """The lines as they were before mail wrapped them: none but a signature's goes on."""
    whole: list[str] = []
    signature = ""
    inside = False
    for line in lines:
        if line == _END:
            whole += [
                signature[at : at + _ARMOUR_WIDTH] for at in range(0, len(signature), _ARMOUR_WIDTH)
            ]
        inside = (inside or line.startswith("-----BEGIN")) and line != _END
        if inside and not line.startswith("-----"):
            signature += line.strip(_SPACES)
        elif not whole or not line or (_LINE.match(line) and not whole[-1].endswith(" =")):
            whole.append(line)
        else:
            whole[-1] += " " + line
    return whole


def _scanned(raw: bytes) -> Scanned | None:
    try:
        return scan(raw)
    except Refused:
        return None


def _torn() -> Torn:
    return Torn(have=0, want=0)
