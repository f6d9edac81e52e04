"""One mail taken apart: the texts in it that people read, and whatever is attached."""

import html
import re
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.policy import compat32

from pbem.frozen import Value

MOST_BYTES = 3 * 1024 * 1024
MOST_PARTS = 200
MOST_BREAKS = 5_000
MOST_HEAD = 64 * 1024

_HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:[ \t]?[^\n]*\n")
_SUBJECT = re.compile(rb"^subject:[ \t]*((?:[^\r\n]|\r?\n[ \t]){1,400})", re.I | re.M)
_DATE = re.compile(rb"^date:[ \t]*([^\r\n]{6,80})", re.I | re.M)
_BREAK = re.compile(r"<(?:br|/?p|/?div|/?tr|/?li|/?pre|/?blockquote)\b[^<>]*>", re.I)
_TAG = re.compile(r"<[^<>]*>")
_BASE64 = re.compile(rb"(?:^[A-Za-z0-9+/]{60,}+\r?\n)++", re.M)
MOST_LINES = 12_000
"""An attachment in base64 of so many lines is longer than anything of ours."""


ATTACHED, TEXT, FLOWED, PAGE = "attached", "text", "flowed", "page"
"""What a part may be: an attachment, or a text to be read, of one of three kinds."""


class Part(Value):
    """A part of a mail: its name, and its bytes without what they were coded in for the way."""

    name: str
    kind: str
    data: bytes
    charset: str = ""
    delsp: bool = False


def is_mail(raw: bytes) -> bool:
    """Whether bytes begin as a mail does: two headers at least."""
    head = raw[:4096].replace(b"\r\n", b"\n").lstrip(b"\n")
    lines = 0
    while found := _HEADER.match(head):
        head = head[found.end() :]
        while head[:1] in (b" ", b"\t"):
            head = head[head.find(b"\n") + 1 :] if b"\n" in head else b""
        lines += 1
    return lines > 1


def date(raw: bytes) -> str:
    """The `Date:` of a mail as it stands there; empty where there is none."""
    found = _DATE.search(raw, 0, MOST_HEAD)
    return found[1].decode("ascii", "replace").strip() if found else ""


def subject(raw: bytes) -> str:
    """The subject of a mail, in words; empty where there is none that can be read."""
    found = _SUBJECT.search(raw, 0, MOST_HEAD)
    return _words(found[1].decode("utf-8", "replace")) if found else ""


def thinned(raw: bytes) -> bytes:
    """A mail without those attachments that are too large to be of this program."""
    return _BASE64.sub(_if_ours, raw) if len(raw) > MOST_BYTES else raw


def _if_ours(attached: re.Match[bytes]) -> bytes:
    return attached[0] if attached[0].count(b"\n") < MOST_LINES else b""


def is_crowded(raw: bytes) -> bool:
    """Whether a mail has more parts than anybody's who plays; one needs no header of its own."""
    return raw.lower().count(b"\ncontent-type:") > MOST_PARTS or raw.count(b"\n--") > MOST_BREAKS


def parts(raw: bytes) -> Iterator[Part]:
    """The parts of a mail, in order; it should be of `MOST_BYTES` at most, and not crowded."""
    for part in message_from_bytes(raw, policy=compat32).walk():
        if not part.is_multipart():
            yield _part(part)


def _part(part: Message) -> Part:
    data = part.get_payload(decode=True)
    data = data if isinstance(data, bytes) else b""
    name = _words(part.get_filename("") or "")
    main, _, sub = part.get_content_type().partition("/")
    if main != "text" or part.get_content_disposition() == "attachment":
        return Part(name=name, kind=ATTACHED, data=data)
    charset = part.get_content_charset("utf-8")
    if sub == "html":
        return Part(name=name, kind=PAGE, data=data, charset=charset)
    is_flowed = str(part.get_param("format", "")).lower() == "flowed"
    delsp = is_flowed and str(part.get_param("delsp", "")).lower() == "yes"
    kind = FLOWED if is_flowed else TEXT
    return Part(name=name, kind=kind, data=data, charset=charset, delsp=delsp)


def words(part: Part) -> str:
    """What somebody reads of a part that is a text."""
    text = _text(part.data, part.charset)
    if part.kind == PAGE:
        return _read(text)
    return _unflowed(text, delsp=part.delsp) if part.kind == FLOWED else text


def _words(header: str) -> str:
    """A header's words, however they were encoded (RFC 2047)."""
    try:
        return " ".join(str(make_header(decode_header(header))).split())
    except (ValueError, LookupError, HeaderParseError):
        return ""


def _text(data: bytes, charset: str) -> str:
    """A text; a turn file's is UTF-8, whatever a program has declared that knew no better."""
    for encoding in ("utf-8", charset):
        with suppress(LookupError, UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode("latin-1")


def _read(page: str) -> str:
    """What somebody reads of an HTML page, line by line."""
    flat = page if "<pre" in page.lower() else page.replace("\r\n", " ").replace("\n", " ")
    return html.unescape(_TAG.sub("", _BREAK.sub("\n", flat)))


def _unflowed(text: str, *, delsp: bool) -> str:
    """The lines of a text of `format=flowed` as they were typed (RFC 3676)."""
    lines: list[str] = []
    depth, flows = 0, False
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.lstrip(">")
        quoted = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        if flows and quoted == depth and bare != "-- ":
            lines[-1] += bare
        else:
            lines.append((">" * quoted + " " if quoted else "") + bare)
        depth, flows = quoted, bare.endswith(" ") and bare != "-- "
        if flows and delsp:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
