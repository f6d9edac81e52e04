"""A mail that carries a turn file: attached as it is, and in armour at the end of its text."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import default
from urllib.parse import quote

from pbem.frozen import Value
from pbem.mail import armour
from pbem.report.clean import harmless

LONGEST_LINK = 6_000
"""More characters than this few programs take from a link."""
LONGEST_PAGE = 96_000
"""More letters of a page than a hundred thousand are cut off by the largest reader of mail."""
_HOST = "pbem.invalid"
_HALF = 32


class Person(Value):
    """Who writes or reads; either may be empty."""

    name: str
    email: str


class Letter(Value):
    """All that a mail says.

    `hash`, and those of `thread` (the genesis, the file before), are hashes of turn files: of them
    the headers are made by which mail programs put a game's mails together. `text` and `page` are
    the same words as text and as HTML; `raw` is the turn file, `name` what it is called as an
    attachment. Without `raw` it is a mail of words alone. `papers` are further attachments, of
    text, each with its name.
    """

    sender: Person
    to: tuple[Person, ...]
    copies: tuple[Person, ...]
    subject: str
    text: str
    hash: str
    page: str = ""
    name: str = ""
    raw: bytes = b""
    papers: tuple[tuple[str, bytes], ...] = ()
    thread: tuple[str, ...] = ()


def message(letter: Letter, date: str, again: str = "") -> bytes:
    """The mail as bytes whose lines end in LF; its date is in the form of RFC 5322.

    `again` tells one that is mailed once more from the first, for some servers keep only one of
    two mails with one id.
    """
    mail = EmailMessage(policy=default.clone(max_line_length=76))
    mail["Subject"] = harmless(letter.subject)
    if letter.sender.email:
        mail["From"] = _address(letter.sender)
    for header, people in (("To", letter.to), ("Cc", letter.copies)):
        if reachable := [_address(one) for one in people if one.email]:
            mail[header] = reachable
    mail["Date"] = date
    mail["Message-ID"] = _id(letter.hash, again)
    if letter.thread:
        mail["In-Reply-To"] = _id(letter.thread[-1])
        mail["References"] = " ".join(map(_id, dict.fromkeys(letter.thread)))
    words = letter.text.rstrip()
    if not letter.raw:
        mail.set_content(f"{words}\n", cte="quoted-printable")
    else:
        armoured = armour.wrap(letter.raw)
        mail.set_content(f"{words}\n\n{armoured}", cte="quoted-printable")
        page = _with_armour(letter.page, armoured)
        mail.add_alternative(page, subtype="html", cte="quoted-printable")
        mail.add_attachment(
            letter.raw, "application", "octet-stream", filename=letter.name, cte="base64"
        )
    for name, paper in letter.papers:
        mail.add_attachment(paper, "application", "octet-stream", filename=name, cte="base64")
    return mail.as_bytes()


def link(letter: Letter) -> str:
    """The `mailto:` link of a letter (RFC 6068), with the file in it if there is room."""
    people = ",".join(quote(one.email, safe="@") for one in letter.to if one.email)
    copies = ",".join(quote(one.email, safe="@") for one in letter.copies if one.email)
    head = f"mailto:{people}?subject={quote(harmless(letter.subject))}"
    head += f"&cc={copies}" if copies else ""
    whole = f"{head}&body={quote(armour.wrap(letter.raw).replace(chr(10), chr(13) + chr(10)))}"
    return whole if len(whole) <= LONGEST_LINK else head


def _with_armour(page: str, armoured: str) -> str:
    """A page with the file at its end, for those whose program answers in HTML alone."""
    if len(page) + len(armoured) > LONGEST_PAGE:
        return page
    head, end, foot = page.rpartition("</body>")
    small = f'<pre style="font-size: 6px; line-height: 1.2; color: #808080">\n{armoured}</pre>\n'
    return f"{head}{small}{end}{foot}"


def _address(person: Person) -> Address:
    name = harmless(person.name)
    return Address(display_name=name, addr_spec=person.email)


def _id(hash_: str, again: str = "") -> str:
    """A message's id: of a hash as much as a header has room for."""
    return f"<{hash_[:_HALF]}{again and '.'}{again}@{_HOST}>"
