"""Finding turn files and key cards in anything that came: a file, a mail, many mails, an archive.

Nothing is unpacked to the disk, and what a stranger sent is looked at within bounds: so many bytes,
parts and layers. Whatever is not of this program is passed over in silence.
"""

import binascii
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from pbem.errors import Problem, Refused
from pbem.frozen import Value, replace
from pbem.mail import ack, armour, message, text, unpack
from pbem.mail.armour import Torn
from pbem.scan import MOST_BYTES, Scanned, scan

MOST_UNPACKED = 24 * 1024 * 1024
MOST_LAYERS = 6
MOST_TWICE = 4
"""So many files that came attached are not read in armour once more."""

_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
_NESTED = (b".eml", b".zip", b"message/")
"""What may hold mails that are coded once more, in small letters."""
_LETTERS = (b"cGJlb", b"BiZW", b"wYmVt", b"UEJFT", b"BCRU", b"QQkVN", b"UEsD", b"H4sI")
"""The name in base64, however it falls, in small letters and in capitals; a zip, a gzip."""
_QUOTED = b'format =3D "pbem/'
_BASE64 = re.compile(rb"[A-Za-z0-9+/\r\n]++={0,2}\s*+")
"""A mail's body that is coded, where no header says so."""
_MBOX = re.compile(rb"(?:\A|\n\n|\r\n\r\n)From [^\n]*\n")
_MARK = re.compile(rb'BEGIN PBEM FILE|format ?= ?"pbem/|pbem_card ?= ?')
"""Where a file or a card begins, if nothing has coded it."""
_TRACE = re.compile(rb"PBEM|pbem[/_-]|begin |\0")
"""What a text has in it that may hold something; zeros if its letters are wide."""


class Found(Value):
    """A turn file (`turn`), a key card (`card`), the line of an acknowledgement (`ack`).

    `where` tells where it was found; `date` is that of the innermost mail around it, as it stands
    there, and `mail` that mail itself; empty where there is none.
    """

    kind: str
    raw: bytes
    where: str
    date: str = ""
    mail: bytes = b""


class Findings(Value):
    """What is in something that came: files and cards, each once, and what could not be had."""

    found: tuple[Found, ...]
    lost: tuple[Problem, ...]


def find(raw: bytes, where: str = "") -> Findings:
    """Everything of this program in what came, in its order.

    `where` names it, for the problems. A turn file by itself is given as it is, even if it is
    damaged: who takes it says in which line.
    """
    search = _Search()
    search.look(raw, where, 0)
    whole = tuple(search.found.values())
    if not whole and raw[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"format = "):
        return Findings(found=(Found(kind="turn", raw=raw, where=where),), lost=())
    return Findings(found=whole, lost=tuple(search.lost))


def may_be_ours(raw: bytes) -> bool:
    """Whether it is worth while to look into a mail; most mails are somebody else's."""
    small = raw.lower()
    if b"pbem" in small or b"\nbegin " in small or raw.startswith((_ZIP, _GZIP)):
        return True
    if b"content-transfer-encoding" not in small:
        return False
    # lines are broken within words, in base64 and, behind an equals sign, in quoted-printable
    if b"quoted-printable" in small:
        whole = small.replace(b"=\r\n", b"").replace(b"=\n", b"")
        if any(name in whole for name in (b"pbem", b"pk=03=04", b"=1f=8b=08")):
            return True
    if b"base64" not in small:
        return _ZIP in raw or _GZIP in raw
    whole = raw.replace(b"\r", b"").replace(b"\n", b"")
    return any(name in small for name in _NESTED) or any(one in whole for one in _LETTERS)


class _Search:
    """One search: what it has found, and how much it may still look at."""

    def __init__(self) -> None:
        self.found: dict[bytes, Found] = {}
        self.lost: list[Problem] = []
        self.bytes = MOST_UNPACKED
        self.entries = unpack.MOST_ENTRIES
        self.date = ""
        self.around = b""

    def look(self, raw: bytes, where: str, layer: int) -> None:
        """Look into bytes of any kind."""
        raw = message.thinned(raw)
        self.bytes -= len(raw)
        self.entries -= 1
        if self.bytes < 0 or self.entries < 0 or layer > MOST_LAYERS:
            self._lose(where, "there is too much in it to look at", "save what is meant by itself")
        elif (file := _file(raw)) is not None:
            self._keep("turn", file.raw, where, file.hash.encode())
        elif (taken_apart := unpack.archive(raw)) is not None:
            self._all(taken_apart(raw), where, layer)
        elif _MBOX.match(raw):
            self._all((("", one) for one in _letters(raw)), where, layer)
        elif message.is_mail(raw):
            self._mail(raw, where, layer)
        elif body := _uncoded(raw):
            self.look(body, where, layer + 1)
        else:
            self._text(_decoded(raw), where, layer)

    def _all(self, members: unpack.Members, where: str, layer: int) -> None:
        try:
            for name, raw in members:
                self.look(raw, _inside(where, name), layer + 1)
                if self.bytes < 0 or self.entries < 0:
                    return
        except unpack.DAMAGED:
            self._lose(where, "the archive is damaged", "ask for it again")

    def _mail(self, raw: bytes, where: str, layer: int) -> None:
        """Attachments first, for they are the files as they are."""
        if len(raw) > message.MOST_BYTES or message.is_crowded(raw):
            self._lose(where, "the mail is too large to look at", "save its attachment by itself")
            return
        before, lost = len(self.found), len(self.lost)
        outer = self.date, self.around
        self.date, self.around = message.date(raw) or self.date, raw
        found = list(message.parts(raw))
        for part in found:
            if part.data and part.kind == message.ATTACHED:
                self.look(part.data, _inside(where, part.name), layer + 1)
        known = [
            armour.wrap(one.raw).encode()
            for one in islice(self.found.values(), before, before + MOST_TWICE)
        ]
        texts = [_without(part, known) for part in found if part.kind != message.ATTACHED]
        torn: list[Torn] = []
        for part in sorted(texts, key=lambda part: part.kind == message.PAGE):
            if part.kind == message.PAGE and len(self.found) > before:
                continue  # the same once more
            if part.kind != message.TEXT or _TRACE.search(part.data):
                torn += self._read(message.words(part), where, layer)
        if len(self.found) - before < len(torn):
            self._tear(torn[0], where)
        if (len(self.found), len(self.lost)) == (before, lost) and _MARK.search(raw):
            self._text(_decoded(raw), where, layer)  # it is not coded as it says
        self.date, self.around = outer

    def _text(self, words: str, where: str, layer: int) -> None:
        before = len(self.found)
        torn = list(self._read(words, where, layer))
        if len(self.found) - before < len(torn):
            self._tear(torn[0], where)

    def _read(self, words: str, where: str, layer: int) -> Iterator[Torn]:
        """Keep what a text has; gives what cannot be recovered of it."""
        for one in text.files(words):
            if isinstance(one, Torn):
                yield one
            else:
                file = _file(one)
                self._keep("turn", one, where, file.hash.encode() if file else one)
        for name, raw in unpack.uuencoded(words):
            self.look(raw, _inside(where, name), layer + 1)
        for found in text.cards(words):
            self._keep("card", found.encode(), where, found.encode())
        if told := next(ack.acks(words), None):
            self._keep("ack", line := ack.line(told).encode(), where, line)

    def _keep(self, kind: str, raw: bytes, where: str, key: bytes) -> None:
        found = Found(kind=kind, raw=raw, where=where, date=self.date, mail=self.around)
        self.found.setdefault(key, found)

    def _tear(self, torn: Torn, where: str) -> None:
        what = "the turn file in it was damaged on the way"
        if torn.want:
            what = f"the turn file in it is cut off: {torn.have:,} of {torn.want:,} bytes are here"
        self._lose(where, what, "ask for it again, as an attachment")

    def _lose(self, where: str, what: str, hint: str) -> None:
        if not self.lost or self.lost[-1].what != what:
            self.lost.append(Problem(code="mail", what=what, where=where, hint=hint))


def _file(raw: bytes) -> Scanned | None:
    """A turn file, whatever ends its lines; None if these bytes are none."""
    if len(raw) > 2 * MOST_BYTES or b'format = "pbem/' not in raw[:64]:
        return None
    try:
        return scan(raw.removeprefix(b"\xef\xbb\xbf"))
    except Refused:
        return None


def _uncoded(raw: bytes) -> bytes:
    """What a mail's body was before it was coded that came without its headers; empty if none.

    Quoted-printable is told by the first line of a turn file, for armour is read in it as it is.
    """
    if len(raw) > message.MOST_BYTES:
        return b""
    if _QUOTED in raw:
        return binascii.a2b_qp(raw)
    with suppress(binascii.Error):
        return binascii.a2b_base64(raw) if _BASE64.fullmatch(raw) else b""
    return b""


def _without(part: message.Part, known: list[bytes]) -> message.Part:
    """A part without the armour of files that are known from elsewhere."""
    data = part.data.replace(b"\r\n", b"\n")
    for one in known:
        data = data.replace(one, b"")
    return replace(part, data=data)


def _letters(raw: bytes) -> Iterator[bytes]:
    """The mails of an mbox, without the line that begins each."""
    starts = [one.span() for one in _MBOX.finditer(raw)]
    ends = [start for start, _ in starts[1:]] + [len(raw)]
    for (_, start), end in zip(starts, ends, strict=True):
        yield raw[start:end]


def _decoded(raw: bytes) -> str:
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _inside(where: str, name: str) -> str:
    return f"{where}, '{name}'" if name and where else where or name
