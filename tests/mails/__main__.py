"""Makes the mails of this folder anew, by the programs and libraries that they are of.

`python -m tests.mails`; README.md says which is which. It needs mutt, neomutt, s-nail and mpack.
"""

import binascii
import gzip
import io
import mailbox
import os
import shlex
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.text import MIMEText
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.mail import armour
from pbem.mail.compose import Letter, Person, message

HERE = Path(__file__).parent
TURN = HERE / "turn.pbem"
DATE = "Fri, 20 Nov 2026 18:22:00 +0000"

MUTT = "-n -F rc -s turn {} -- ben@example.org < {}"
S_NAIL = "s-nail -:/ -Smta=$PWD/take -Sfrom=anna@example.org -s turn {} ben@example.org < {}"
BY_PROGRAMS = {
    "mutt-attached": f"mutt {MUTT.format('-a FILE', 'words')}",
    "mutt-in-the-text": f"mutt {MUTT.format('', 'FILE')}",
    "mutt-flowed": "mutt " + MUTT.format("-e 'set text_flowed'", "FILE"),
    "mutt-armour-flowed": "mutt " + MUTT.format("-e 'set text_flowed'", "ARMOUR"),
    "neomutt-attached": f"neomutt {MUTT.format('-a FILE', 'words')}",
    "neomutt-in-the-text": f"neomutt {MUTT.format('', 'FILE')}",
    "s-nail-attached": S_NAIL.format("-a FILE", "words"),
    "s-nail-in-the-text": S_NAIL.format("", "FILE"),
    "s-nail-quoted-printable": S_NAIL.format("-Smime-encoding=quoted-printable", "FILE"),
    "mpack": "mpack -s turn -d words -o came.eml FILE",
    "mpack-without-words": "mpack -s turn -o came.eml FILE",
}
"""A shell's command for each; what it mails goes to `take`, or into `came.eml`."""


def by_program(words: str, raw: bytes) -> bytes:
    """What a program makes of a file that is mailed by hand."""
    with TemporaryDirectory() as name:
        place = Path(name)
        (place / "0002-red.pbem").write_bytes(raw)
        (place / "armour").write_text(armour.wrap(raw))
        (place / "words").write_text("Hello Ben,\n\nhere is my turn.\n\nAnna\n")
        (place / "take").write_text("#!/bin/sh\ncat > came.eml\n")
        (place / "take").chmod(0o700)
        (place / "rc").write_text(
            f'set sendmail="{place}/take" record="" from="anna@example.org" use_from=yes\n'
            "set hostname=example.org\n"
        )
        env = {**os.environ, "HOME": name, "LANG": "C.UTF-8", "TERM": "xterm"}
        command = words.replace("FILE", "0002-red.pbem").replace("ARMOUR", "armour")
        subprocess.run(["sh", "-c", command], cwd=place, check=True, env=env)
        return (place / "came.eml").read_bytes().replace(shlex.quote(name).encode(), b"/home/anna")


def headed(subject: str = "Re: my turn") -> EmailMessage:
    """A mail without contents."""
    made = EmailMessage()
    made["From"], made["To"], made["Date"] = "anna@example.org", "ben@example.org", DATE
    made["Subject"] = subject
    return made


def ours(raw: bytes) -> bytes:
    """The mail as this program makes it."""
    anna, ben = (Person(name=one, email=f"{one.lower()}@example.org") for one in ("Anna", "Ben"))
    return message(
        Letter(
            sender=anna, to=(ben,), copies=(), subject="[pbem 4290a60c] Duel: file 2",
            text="Now blue writes file 3.",
            page="<html><body>Now blue writes file 3.</body></html>",
            hash="1f" * 32, name="4290a60c-0002-red.pbem", raw=raw,
        ),
        DATE,
    )  # fmt: skip


def flowed(raw: bytes) -> bytes:
    """Lines broken at 60 and marked as going on, the marks to be deleted; quoted once."""
    lines = []
    for line in armour.wrap(raw).replace("\n", "").replace("-----B", "\n-----B").split("\n"):
        pieces = [line[at : at + 60] for at in range(0, len(line), 60)] or [""]
        lines += [f"> {one} " for one in pieces[:-1]] + [f"> {pieces[-1]}"]
    part = MIMEText("Anna wrote:\n" + "\n".join(lines) + "\n", _charset="us-ascii")
    part.set_param("format", "flowed")
    part.set_param("delsp", "yes")
    part["From"], part["Subject"] = "ben@example.org", "Re: turn"
    return part.as_bytes()


def stuffed(raw: bytes) -> bytes:
    """A forwarded text whose long lines flow at blanks, its lines space-stuffed where needed."""
    lines = ["-------- Forwarded Message --------", "Subject: turn", ""]
    for line in raw.decode().split("\n"):
        rest = line
        while len(rest) > 72 and " " in rest[:72]:
            at = rest.rindex(" ", 0, 72) + 1
            lines.append(rest[:at])
            rest = rest[at:]
        lines.append(f" {rest}" if rest.startswith((" ", ">", "From ")) else rest)
    part = MIMEText("\n".join(lines), _charset="utf-8")
    part.set_param("format", "flowed")
    part["From"], part["Subject"] = "ben@example.org", "Fwd: turn"
    return part.as_bytes()


def page_only(page: str, charset: str = "utf-8") -> bytes:
    """A mail of HTML alone."""
    made = headed()
    made.set_content(page, subtype="html", charset=charset, cte="quoted-printable")
    return made.as_bytes()


def blockquote(raw: bytes) -> bytes:
    """As the largest web mailer quotes: each line with a break, in a quote of a class."""
    lines = "<br>\n".join(escape(line) for line in armour.wrap(raw).split("\n"))
    return page_only(
        '<div dir="ltr">Thanks!<br></div><br><div class="gmail_quote gmail_quote_container">'
        '<div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 6:22 PM Anna &lt;<a '
        'href="mailto:anna@example.org">anna@example.org</a>&gt; wrote:<br></div><blockquote '
        'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex">{lines}</blockquote></div>\n'
    )


def paragraphs(raw: bytes) -> bytes:
    """As the large office program quotes: a paragraph for each line, in its own charset."""
    lines = "\n".join(
        f'<p class=MsoNormal><span lang=EN-GB style="font-size:10.0pt">{escape(line) or "&nbsp;"}'
        "<o:p></o:p></span></p>"
        for line in armour.wrap(raw).split("\n")
    )
    return page_only(
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:'
        "0cm}</style></head><body lang=EN-GB><div class=WordSection1><p class=MsoNormal>Grüße,"
        f"<o:p></o:p></p><div style='border:none'>{lines}</div></div></body></html>\n",
        "windows-1252",
    )


def cited(raw: bytes) -> bytes:
    """As telephones quote: quotes in quotes, a block for each line, its blanks unbreakable."""
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in armour.wrap(raw).split("\n"))
    return page_only(
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>'
        '<body dir="auto">Sent from my telephone<div><br><blockquote type="cite">On 20 Nov 2026, '
        'at 18:22, Anna wrote:<br><br></blockquote></div><blockquote type="cite"><blockquote '
        f'type="cite"><div dir="ltr">\ufeff{lines}</div></blockquote></blockquote></body></html>'
    )


def whole_page_quoted(raw: bytes) -> bytes:
    """The page of this program's own mail, quoted as it is by an HTML-only program."""
    page = message_from_bytes(ours(raw), policy=policy.default).get_body(("html",))
    assert page is not None
    inside = page.get_content().removeprefix("<html><body>").replace("</body></html>", "")
    return page_only(f"<html><body><p>Ja.</p><blockquote>{inside}</blockquote></body></html>")


def in_text(text: str, **kept: str) -> bytes:
    """A text in a mail of its own."""
    made = headed()
    made.set_content(text, **kept)
    return made.as_bytes()


def attached(data: bytes, kind: str, name: str) -> bytes:
    """Something attached under a type and a name."""
    made = headed("turn")
    made.set_content("Attached.\n")
    made.add_attachment(data, *kind.split("/"), filename=name)
    return made.as_bytes()


def as_text_file(raw: bytes) -> bytes:
    """Attached as a text that an editor has given a BOM and other ends of lines."""
    text = "\ufeff" + raw.decode().replace("\n", "\r\n")
    made = headed("turn")
    made.set_content("Attached.\n")
    made.add_attachment(text.encode(), "text", "plain", filename="turn.txt", cte="base64")
    return made.as_bytes()


def forwarded(raw: bytes) -> bytes:
    """The whole mail attached to another."""
    made = headed("Fwd: turn")
    made.set_content("See attachment.\n")
    made.add_attachment(message_from_bytes(ours(raw), policy=policy.default))
    return made.as_bytes()


def digest(raw: bytes) -> bytes:
    """A list's digest: each mail a part, its type left unsaid (RFC 2046, 5.1.5)."""
    made = MIMEBase("multipart", "digest")
    made["From"], made["Subject"] = "list@example.org", "wargames digest, issue 7"
    for mail in (in_text("Dinner on Friday?\n"), ours(raw)):
        part = MIMEMessage(message_from_bytes(mail))
        del part["Content-Type"], part["MIME-Version"]
        made.attach(part)
    return made.as_bytes()


def plain_digest(raw: bytes) -> bytes:
    """A list's digest as one text, in the form of Mailman."""
    return in_text(
        "Send wargames mailing list submissions to\n\twargames@example.org\n\n"
        "Today's Topics:\n\n   1. turn (Anna)\n\n\n" + 70 * "-" + "\n\nMessage: 1\n"
        f"Date: {DATE}\nFrom: Anna <anna@example.org>\nSubject: [wargames] turn\n\n"
        f"{armour.wrap(raw)}\n\n" + 30 * "-" + "\n\nEnd of wargames Digest, Vol 7, Issue 7\n"
    )


def uuencoded(raw: bytes) -> bytes:
    """In the midst of the text, as mailx of old."""
    lines = (binascii.b2a_uu(raw[at : at + 45]).decode() for at in range(0, len(raw), 45))
    return in_text(f"Hello,\n\nbegin 644 0002-red.pbem\n{''.join(lines)}`\nend\n", cte="7bit")


def boxed(raw: bytes) -> bytes:
    """An mbox of three mails; what begins with From in the file is quoted."""
    with TemporaryDirectory() as name:
        box = mailbox.mbox(f"{name}/box")
        for mail in (in_text("hay\n"), in_text(raw.decode(), cte="8bit"), in_text("hay\n")):
            box.add(mail)
        box.close()
        return Path(name, "box").read_bytes()


def zipped(raw: bytes) -> bytes:
    """In a zip, beside something else."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme.txt", "hay")
        archive.writestr("games/0002-red.pbem", raw)
    return attached(out.getvalue(), "application/zip", "games.zip")


def tarred(raw: bytes) -> bytes:
    """In a tar, packed."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        member = tarfile.TarInfo("games/0002-red.pbem")
        member.size = len(raw)
        archive.addfile(member, io.BytesIO(raw))
    return attached(out.getvalue(), "application/x-gtar-compressed", "games.tar.gz")


BY_LIBRARIES: dict[str, Callable[[bytes], bytes]] = {
    "pbem": ours,
    "flowed-delsp": flowed,
    "flowed-stuffed": stuffed,
    "blockquote": blockquote,
    "paragraphs": paragraphs,
    "cited": cited,
    "page-quoted": whole_page_quoted,
    "bom-in-the-text": lambda raw: in_text("\ufeff" + raw.decode(), cte="base64"),
    "bom-attached": as_text_file,
    "octet-stream": lambda raw: attached(raw, "application/octet-stream", "Zug für Ben (2).dat"),
    "forwarded": forwarded,
    "digest": digest,
    "plain-digest": plain_digest,
    "uuencoded": uuencoded,
    "boxed": boxed,
    "zipped": zipped,
    "tarred": tarred,
    "gzipped": lambda raw: attached(gzip.compress(raw), "application/gzip", "turn.gz"),
    "latin-1": lambda raw: in_text(
        "Grüße\n" + armour.wrap(raw), charset="iso-8859-1", cte="quoted-printable"
    ),
}


def main() -> None:
    """Write every mail."""
    raw = TURN.read_bytes()
    made = {name: by_program(words, raw) for name, words in BY_PROGRAMS.items()}
    made |= {name: make(raw) for name, make in BY_LIBRARIES.items()}
    for name, mail in made.items():
        (HERE / f"{name}.eml").write_bytes(mail)


if __name__ == "__main__":
    main()
