"""What mail programs do to what they carry, a little of each, chosen by chance."""

import gzip
import io
import random
import textwrap
import zipfile
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from html import escape

from pbem.mail import armour

Text = str


def quote(text: Text, chance: random.Random) -> Text:
    """Quoted in an answer, once or thrice, in one of the usual styles."""
    mark = chance.choice(["> ", ">", "| ", " > ", "AB> ", ">> ", "\t"])
    return "On Friday, Red wrote:\n" + textwrap.indent(text, mark, lambda _: True)


def wrap(text: Text, chance: random.Random) -> Text:
    """Every line broken hard at some width, as a narrow composer does."""
    width = chance.randint(40, 76)
    return "\n".join(
        "\n".join(line[at : at + width] for at in range(0, len(line), width))
        for line in text.split("\n")
    )


def pad(text: Text, chance: random.Random) -> Text:
    """Blanks and non-breaking blanks behind lines."""
    return "\n".join(line + chance.choice(["", " ", "  ", "\u00a0"]) for line in text.split("\n"))


def double(text: Text, chance: random.Random) -> Text:
    """An empty line behind every line."""
    return text.replace("\n", "\n\n") if chance.random() < 0.5 else text


def greet(text: Text, chance: random.Random) -> Text:
    """A greeting before, a signature behind."""
    foot = chance.choice(["\n-- \nRed, of the Solomons\n", "\nSent from my telephone\n", ""])
    return f"Hello Blue,\n\nhere it is. From now on it is war.\n\n{text}{foot}"


def indent(text: Text, chance: random.Random) -> Text:
    """Lines moved to the right."""
    return textwrap.indent(text, " " * chance.randint(1, 8))


def fold(text: Text, chance: random.Random) -> Text:
    """Long lines broken at their blanks, as most composers do."""
    width = chance.randint(72, 100)
    return "\n".join(
        textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def flow(text: Text, chance: random.Random) -> Text:
    """Long lines in pieces that end in a blank, with nobody to put them together again."""
    return fold(text, chance).replace("\n", " \n")


def bom(text: Text, chance: random.Random) -> Text:
    """A mark of the order of bytes in the midst of a text, where another text was pasted in."""
    at = text.index(armour.LABEL) if armour.LABEL in text else 0
    start = text.rfind("\n", 0, at) + 1
    return f"{text[:start]}\ufeff{text[start:]}" if chance.random() < 0.8 else f"\ufeff{text}"


TEXTS = (quote, wrap, pad, double, greet, indent, bom)


def _message(chance: random.Random) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "red@example.org", "blue@example.org"
    message["Subject"] = chance.choice(["My turn", "Re: Re: Züge", "[pbem] file 2"])
    return message


def body(raw: bytes, chance: random.Random) -> bytes:
    """A mail with the file in armour in its body, mangled, as text or as a page."""
    text = greet(armour.wrap(raw), chance)
    for mangle in chance.sample(TEXTS, chance.randint(0, 4)):
        text = mangle(text, chance)
    message = _message(chance)
    kind = chance.choice(["page", "quotes", "flowed", "text", "text", "text"])
    if kind == "page":
        page = escape(text).replace("\n", "<br>\n")
        message.set_content(f"<html><body><p>{page}</p></body></html>", subtype="html")
    elif kind == "quotes":
        message.set_content(blockquoted(text, chance), subtype="html")
    elif kind == "flowed":
        message.set_content(deleted_spaces(text, chance), cte="8bit")
        message.set_param("format", "flowed")
        message.set_param("delsp", "yes")
    else:
        cte = chance.choice(["quoted-printable", "base64", "8bit"])
        message.set_content(text, cte=cte)
    return message.as_bytes(policy=chance.choice([policy.SMTP, policy.default]))


def blockquoted(text: Text, chance: random.Random) -> Text:
    """A page that quotes, as the large web mailers write it: by breaks, blocks or paragraphs."""
    before, behind = chance.choice(
        [
            ("", "<br>"),
            ("<div>", "</div>"),
            ('<p class="MsoNormal"><span>', "<o:p></o:p></span></p>\n"),
        ]
    )
    page = "".join(f"{before}{escape(line)}{behind}" for line in text.split("\n"))
    for _ in range(chance.randint(1, 3)):
        page = f'Anna wrote:<br><blockquote type="cite" class="gmail_quote">{page}</blockquote>'
    return f'<html><body dir="ltr">{page}</body></html>'


def deleted_spaces(text: Text, chance: random.Random) -> Text:
    """A text of `format=flowed` with `DelSp` (RFC 3676): cut anywhere, and every line stuffed."""
    width = chance.randint(30, 70)
    lines = []
    for line in text.split("\n"):
        bare = line.lstrip(">")
        mark = line[: len(line) - len(bare)]
        bare = bare.removeprefix(" ") if mark else bare
        pieces = [bare[at : at + width] for at in range(0, len(bare), width)] or [""]
        # a last piece must not end in a blank: it would flow on
        lines += [f"{mark} {one} " for one in pieces[:-1]] + [f"{mark} {pieces[-1].rstrip(' ')}"]
    return "\n".join(lines)


def attached(raw: bytes, chance: random.Random) -> bytes:
    """A mail with the file attached, under any name and type."""
    message = _message(chance)
    message.set_content("Attached.\n")
    name = chance.choice(["0002-red.pbem", "turn (2).txt", "winmail.bin", "Zug für Blau", ""])
    kind = chance.choice(["octet-stream", "x-unknown", "zip"])
    cte = chance.choice(["base64", "quoted-printable"])
    message.add_attachment(raw, "application", kind, filename=name or None, cte=cte)
    return message.as_bytes(policy=chance.choice([policy.SMTP, policy.default]))


def forwarded(mail: bytes, chance: random.Random) -> bytes:
    """The mail within another, as a part of its own or as an attached file."""
    outer = _message(chance)
    outer.set_content("See below.\n")
    if chance.random() < 0.5:
        outer.add_attachment(message_from_bytes(mail, policy=policy.default))
    else:
        outer.add_attachment(mail, "application", "octet-stream", filename="mail.eml")
    return outer.as_bytes()


def digested(mail: bytes, chance: random.Random) -> bytes:
    """The mail in a digest of a list, among others."""
    made = MIMEBase("multipart", "digest")
    made["From"], made["Subject"] = "list@example.org", "digest"
    other = b"From: a@b\nTo: c@d\nSubject: hay\n\nhay\n"
    for one in (*[other] * chance.randint(0, 2), mail, other):
        part = MIMEMessage(message_from_bytes(one))
        del part["Content-Type"], part["MIME-Version"]
        made.attach(part)
    return made.as_bytes()


def boxed(mail: bytes, chance: random.Random) -> bytes:
    """The mail in an mbox, between others; lines that begin with From are quoted there."""
    lines = mail.replace(b"\r\n", b"\n").split(b"\n")
    safe = b"\n".join(b">" + one if one.lstrip(b">").startswith(b"From ") else one for one in lines)
    other = b"From x@example.org Fri Nov 20 18:22:00 2026\nSubject: hay\nTo: you\n\nhay\n\n"
    before = other * chance.randint(0, 2)
    return before + b"From red@example.org Fri Nov 20 18:23:00 2026\n" + safe + b"\n\n" + other


def zipped(mail: bytes, chance: random.Random) -> bytes:
    """Something in a zip, beside something else, or in a gzip."""
    if chance.random() < 0.5:
        return gzip.compress(mail)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme.txt", "hay")
        archive.writestr("../../turn", mail)
    return out.getvalue()


CONTAINERS = (forwarded, digested, boxed, zipped)
"""In this order: what is in an archive is no mail any more."""


def mangled(raw: bytes, chance: random.Random) -> bytes:
    """A file after a journey through mail programs."""
    mail = chance.choice([body, attached])(raw, chance)
    for contain in CONTAINERS:
        mail = contain(mail, chance) if chance.random() < 0.3 else mail
    return mail
