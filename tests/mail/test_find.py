"""Turn files are found in whatever mail has made of them, to the byte."""

import binascii
import random
import re
import tarfile
import zipfile
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from typing import Any

import pytest

from pbem import card
from pbem.keys import PrivateKey
from pbem.mail import armour
from pbem.mail.compose import LONGEST_PAGE, Letter, Person, message
from pbem.mail.find import Findings, find, may_be_ours
from pbem.mail.message import subject
from tests.mail.mangling import flow, fold, greet, mangled, pad, quote
from tests.simulator import begin

WORDS = "Grüße an Bord — 提督\n\nFrom here on it is war.\n> or not\n.\n" + 40 * "a long line, "


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A turn file with a message that mail is unkind to."""
    made = begin(tmp_path_factory.mktemp("mail"), "pistols", ("red", "blue"))
    author = made.players[made.next_seat]
    return author.send({"type": "aim", "number": 4}, message=WORDS)


@pytest.mark.parametrize("seed", range(300))
def test_no_journey_loses_a_file_or_changes_a_byte(turn: bytes, seed: int) -> None:
    found = find(mangled(turn, random.Random(seed)))
    assert [one.raw for one in found.found] == [turn]
    assert found.lost == ()


@pytest.mark.parametrize("seed", range(100))
def test_a_file_pasted_as_it_is_survives_what_mail_does_to_text(turn: bytes, seed: int) -> None:
    chance = random.Random(seed)
    text = turn.decode()
    for mangle in chance.sample((pad, greet, flow, fold), chance.randint(0, 3)):
        text = mangle(text, chance)
    text = quote(text, chance) if chance.random() < 0.5 else text
    found = find(text.encode(chance.choice(["utf-8", "utf-8-sig", "utf-16"])))
    assert [one.raw for one in found.found] == [turn]
    assert found.lost == ()


def letter(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "red@example.org", "b@example.org", "Turn"
    message.set_content(text)
    return message.as_bytes()


def test_armour_that_was_cut_off_says_what_is_missing(turn: bytes) -> None:
    text = armour.wrap(turn)
    found = find(letter(text[: len(text) // 2]), "mail.eml")
    assert found.found == ()
    (lost,) = found.lost
    assert lost.where == "mail.eml"
    assert re.fullmatch(
        rf"the turn file in it is cut off: [0-9,]+ of {len(turn):,} bytes are here", lost.what
    )


def test_one_wrong_letter_is_damage_and_not_another_file(turn: bytes) -> None:
    text = armour.wrap(turn)
    at = len(text) // 2
    found = find(letter(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]))
    assert found.found == ()
    assert [one.what for one in found.lost] == ["the turn file in it was damaged on the way"]


def test_a_torn_copy_beside_a_whole_one_is_nobodys_trouble(turn: bytes) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "red@example.org", "Turn"
    message.set_content(armour.wrap(turn)[:500])
    message.add_attachment(turn, "application", "octet-stream", filename="t")
    found = find(message.as_bytes())
    assert ([one.raw for one in found.found], found.lost) == ([turn], ())


def test_a_damaged_file_by_itself_is_given_as_it_is(turn: bytes) -> None:
    """Who takes it says in which line it is wrong."""
    damaged = turn.replace(b"seq = 2", b"seq = two")
    assert [one.raw for one in find(damaged).found] == [damaged]


def test_mail_that_is_not_ours_is_passed_over() -> None:
    assert find(letter("Dinner on Friday?")) == Findings(found=(), lost=())
    assert find(b"\x89PNG\r\n" + bytes(1000)) == Findings(found=(), lost=())
    assert find(b"") == Findings(found=(), lost=())


def test_a_key_card_is_found_quoted_and_attached() -> None:
    public = PrivateKey.from_seed(bytes(32)).public
    text = card.format_card("Red", "red@example.org", public)
    for mail in (letter(text), letter("> " + text.replace("\n", "\n> ")), text.encode()):
        (found,) = find(mail).found
        assert (found.kind, card.parse_card(found.raw.decode()).key) == ("card", public.line)


@pytest.mark.parametrize("words", ["=?utf-8?b?abcde?=", "=?no-such?q?a?=", "=?utf-8?b?=?="])
def test_a_header_that_cannot_be_decoded_hides_nothing(turn: bytes, words: str) -> None:
    mail = (
        f"From: a@b\nSubject: {words}\nMIME-Version: 1.0\n"
        f'Content-Type: application/octet-stream; name="{words}"\n\n'
    ).encode()
    assert [one.raw for one in find(mail + turn).found] == [turn]
    assert "pbem" not in subject(mail)


def test_an_archive_packed_otherwise_is_passed_over(turn: bytes) -> None:
    """Its unpacking takes memory that its maker chooses; a damaged one raises what it likes."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("0001-red.pbem", turn)
    for raw in (packed.getvalue(), packed.getvalue().replace(b"\x5d\x00\x00", b"\xff\xff\xff")):
        assert find(raw).found == ()


def test_the_page_of_a_mail_holds_the_file_for_who_answers_in_it(turn: bytes) -> None:
    """An HTML-only program quotes the page alone, and sends no attachment back."""
    person = Person(name="Red", email="red@example.org")
    made = message(
        Letter(
            sender=person, to=(person,), copies=(), subject="s", text="t", hash="00" * 32,
            page="<!doctype html><html><body><p>Dear Blue &amp; all</p></body></html>\n",
            name="t.pbem", raw=turn,
        ),
        "Fri, 20 Nov 2026 18:22:00 +0000",
    )  # fmt: skip
    page = message_from_bytes(made, policy=default).get_body(("html",))
    assert page is not None
    quoted = page.get_content().replace("<body>", "<body><blockquote>").replace("\n", "\r\n")
    answer = EmailMessage()
    answer["From"], answer["Subject"] = "blue@example.org", "Re: s"
    answer.set_content(quoted, subtype="html", cte="quoted-printable")
    assert [one.raw for one in find(answer.as_bytes()).found] == [turn]


def test_a_page_that_programs_would_cut_holds_no_file(turn: bytes) -> None:
    person = Person(name="Red", email="red@example.org")
    letter_ = Letter(
        sender=person, to=(person,), copies=(), subject="s", text="t", hash="00" * 32,
        page=f"<html><body>{LONGEST_PAGE * 'a'}</body></html>", name="t.pbem", raw=turn,
    )  # fmt: skip
    page = message_from_bytes(message(letter_, ""), policy=default).get_body(("html",))
    assert page is not None
    assert "PBEM" not in page.get_content()


def declared_base64(text: str) -> bytes:
    """A mail whose maker says that its text is in base64, and it is not."""
    head = "From: a@b\nTo: c@d\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
    return f"{head}Content-Transfer-Encoding: base64\n\nHello,\n\n{text}\nBye\n".encode()


def test_a_text_that_is_not_what_it_is_declared_to_be_is_read_as_it_is(turn: bytes) -> None:
    armoured = armour.wrap(turn)
    for text in (armoured, turn.decode()):
        assert [one.raw for one in find(declared_base64(text)).found] == [turn]
    found = find(declared_base64(armoured[:900]), "mail.eml")
    assert found.found == ()
    assert [one.where for one in found.lost] == ["mail.eml"]
    assert "cut off" in found.lost[0].what


def uuencoded(raw: bytes, name: str) -> str:
    lines = (binascii.b2a_uu(raw[at : at + 45]).decode() for at in range(0, len(raw), 45))
    return f"begin 644 {name}\n{''.join(lines)}`\nend\n"


def test_a_file_in_uuencode_is_found(turn: bytes) -> None:
    """As old programs attach: in the midst of the text; blanks at the ends of lines are lost."""
    plain = "\n".join(one.rstrip() for one in uuencoded(turn, "t.dat").split("\n"))
    for text in (uuencoded(turn, "turn (2).txt"), plain):
        mail = letter(f"Hello,\n\n{text}\nRed\n")
        assert may_be_ours(mail)
        assert [one.raw for one in find(mail).found] == [turn]


def test_an_attachment_in_uuencode_is_found(turn: bytes) -> None:
    head = b"From: a@b\nTo: c@d\nContent-Type: application/octet-stream\n"
    mail = head + b"Content-Transfer-Encoding: x-uuencode\n\n" + uuencoded(turn, "x").encode()
    assert may_be_ours(mail)
    assert [one.raw for one in find(mail).found] == [turn]


def test_a_file_in_uuencode_that_is_cut_off_is_told(turn: bytes) -> None:
    lines = uuencoded(turn, "0002-red.pbem").split("\n")
    found = find(letter("\n".join(lines[:9])), "mail.eml")
    assert found.found == ()
    assert [one.where for one in found.lost] == ["mail.eml, '0002-red.pbem'"]


@pytest.mark.parametrize("kind", ["w", "w:gz"])
@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_file_in_a_tar_is_found(turn: bytes, kind: Any, form: int) -> None:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode=kind, format=form) as archive:
        for name, raw in (("a folder/readme", b"hay"), (f"{'long' * 20}/../ü", turn)):
            member = tarfile.TarInfo(name)
            member.size = len(raw)
            archive.addfile(member, BytesIO(raw))
    message = EmailMessage()
    message["From"], message["Subject"] = "red@example.org", "Turn"
    message.set_content("Attached.\n")
    message.add_attachment(packed.getvalue(), "application", "x-gtar", filename="turns.tgz")
    for raw in (packed.getvalue(), message.as_bytes()):
        assert may_be_ours(raw)
        assert [one.raw for one in find(raw).found] == [turn]


def test_a_tar_that_is_damaged_is_told(turn: bytes) -> None:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        member = tarfile.TarInfo("t")
        member.size = len(turn)
        archive.addfile(member, BytesIO(turn))
    raw = packed.getvalue()
    for size in (b"-0000000777\0", b"\x80" + bytes(10) + b"\x01", b"x" * 12):
        found = find(raw[:124] + size + raw[136:], "t.tar")
        assert found.found == ()
        assert [one.what for one in found.lost] == ["the archive is damaged"]
