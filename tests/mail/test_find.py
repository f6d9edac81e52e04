"""Turn files are found in whatever mail has made of them, to the byte."""

import random
import re
import zipfile
from email.message import EmailMessage
from io import BytesIO

import pytest

from pbem import card
from pbem.keys import PrivateKey
from pbem.mail import armour
from pbem.mail.find import Findings, find
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
