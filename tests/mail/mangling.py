"""What mail programs do to what they carry, a little of each, chosen by chance."""

import gzip
import io
import random
import textwrap
import zipfile
from email import message_from_bytes, policy
from email.message import EmailMessage

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


TEXTS = (quote, wrap, pad, double, greet, indent)


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
    if chance.random() < 0.3:
        page = text.replace("&", "&amp;").replace(">", "&gt;").replace("\n", "<br>\n")
        message.set_content(f"<html><body><p>{page}</p></body></html>", subtype="html")
    else:
        cte = chance.choice(["quoted-printable", "base64", "8bit"])
        message.set_content(text, cte=cte)
    return message.as_bytes(policy=chance.choice([policy.SMTP, policy.default]))


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


CONTAINERS = (forwarded, boxed, zipped)
"""In this order: what is in an archive is no mail any more."""
"""In this order: what is in an archive is no mail any more."""


def mangled(raw: bytes, chance: random.Random) -> bytes:
    """A file after a journey through mail programs."""
    mail = chance.choice([body, attached])(raw, chance)
    for contain in CONTAINERS:
        mail = contain(mail, chance) if chance.random() < 0.3 else mail
    return mail
