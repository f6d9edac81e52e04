"""Turn files go by mail as attachments; what was pasted is refused as it stands.

How it is found and mended before, `tests/mail` shows.
"""

import textwrap
from email import message_from_bytes, policy
from email.generator import BytesGenerator
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.scan import scan
from tests.simulator import Player, World, begin

WORDS = "Grüße an Bord — 提督\n\nFrom here on it is war.\n> or not\n.\n" + 40 * "a long line, "


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A duel in which file 2 has just been written, with a message that mail is unkind to."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    author = made.players[made.next_seat]
    made.mail.append(author.send({"type": "aim", "number": 4}, message=WORDS))
    return made


def reader(world: World) -> Player:
    author = scan(world.mail[-1]).seat
    return next(player for player in world.players.values() if player.seat != author)


def mailed(raw: bytes, kind: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "red@example.org", "blue@example.org"
    message["Subject"] = "My turn"
    message.set_content("The next file is attached.\n")
    main, sub, cte = kind.split("/")
    if main == "text":
        text = raw.decode("utf-8")
        message.add_attachment(text, subtype=sub, cte=cte, filename="0002-red.pbem")
    else:
        message.add_attachment(raw, maintype=main, subtype=sub, cte=cte, filename="0002-red.pbem")
    return message


def attachment(mail: bytes) -> bytes:
    part = next(iter(message_from_bytes(mail, policy=policy.default).iter_attachments()))
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload


KINDS = [
    "application/octet-stream/base64",
    "application/octet-stream/quoted-printable",
    "text/plain/base64",
    "text/plain/quoted-printable",
    "text/plain/8bit",
    "text/x-pbem/quoted-printable",
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_attachment_survives_the_mail(world: World, kind: str) -> None:
    raw = world.mail[-1]
    (receipt,) = reader(world).receive(attachment(mailed(raw, kind).as_bytes(policy=policy.SMTP)))
    assert (receipt.what, receipt.seq, receipt.message) == ("applied", 2, WORDS)
    assert reader(world).files()["chain/0002-" + receipt.seat + ".pbem"] == raw


def test_line_ends_of_other_systems_are_the_same_file(world: World) -> None:
    raw = world.mail[-1]
    player = reader(world)
    (first,) = player.receive(raw.replace(b"\n", b"\r\n"))
    (again,) = player.receive(raw)
    assert (first.what, again.what) == ("applied", "known")


def test_a_mailbox_that_quotes_from_lines_changes_nothing(world: World) -> None:
    """Old mailboxes put `>` before lines that begin with `From `; a turn file has none."""
    stored = BytesIO()
    message = mailed(world.mail[-1], "text/plain/8bit")
    BytesGenerator(stored, mangle_from_=True, policy=policy.default).flatten(message)
    (receipt,) = reader(world).receive(attachment(stored.getvalue()))
    assert receipt.what == "applied"


def pasted_whole(raw: str) -> str:
    return f"Hello Blue,\n\nhere is my turn.\n\n{raw}\nRegards,\nRed\n"


def quoted(raw: str) -> str:
    return textwrap.indent(raw, "> ")


def flowed(raw: str) -> str:
    """As `format=flowed` sends it (RFC 3676): long lines in pieces that end in a space."""
    return "\n".join(
        " \n".join(textwrap.wrap(line, 72, drop_whitespace=False)) or "" for line in raw.split("\n")
    )


def wrapped(raw: str) -> str:
    return "\n".join(textwrap.fill(line, 72) for line in raw.split("\n"))


def blanks_behind(raw: str) -> str:
    return raw.replace("\n", " \n")


def typographer(raw: str) -> str:
    return raw.replace('"', "\u201d")


def cut_short(raw: str) -> str:
    return raw[: raw.index("[signature]")]


def latin(raw: str) -> bytes:
    return raw.encode("latin-1", "replace")


@pytest.mark.parametrize(
    "spoil",
    [pasted_whole, quoted, flowed, wrapped, blanks_behind, typographer, cut_short, latin],
)
def test_a_file_that_was_pasted_is_refused_and_changes_nothing(world: World, spoil: object) -> None:
    assert callable(spoil)
    made = spoil(world.mail[-1].decode("utf-8"))
    player = reader(world)
    before = player.files()
    with pytest.raises(Refused) as refused:
        player.receive(made if isinstance(made, bytes) else made.encode("utf-8"))
    (problem,) = refused.value.problems
    assert problem.code == "E01"
    assert problem.hint
    assert player.files() == before


def test_a_whole_mail_is_no_turn_file(world: World) -> None:
    mail = mailed(world.mail[-1], "text/plain/8bit").as_bytes(policy=policy.SMTP)
    with pytest.raises(Refused) as refused:
        reader(world).receive(mail)
    assert refused.value.problems[0].code == "E01"
