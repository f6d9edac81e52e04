"""`pbem new --seat`: a key card straight out of the mail that it came in."""

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.card import format_card
from pbem.cli import run
from pbem.keys import PrivateKey
from pbem.scan import scan
from pbem.turnfile import read

BOB = PrivateKey.generate().public
CARD = format_card("Bob", "bob@example.org", BOB)
EVE = format_card("Eve", "eve@example.org", PrivateKey.generate().public)


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    assert run(["keys", "new", "anna"]) == 0
    return tmp_path


def mail(*cards: str, quoted: str = "") -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"] = "my card", "bob@example.org"
    made.set_content(f"Here it is.\n{quoted}\n")
    for card in cards:
        made.add_attachment(card.encode(), "application", "octet-stream", filename="bob.card")
    return made


def begun(place: Path, name: str) -> int:
    words = ["new", "table", str(place / "game"), "--as", "red", "--option", "game=Go"]
    return run([*words, "--seat", f"blue={place / name}"])


def seated(place: Path) -> tuple[str, str, str]:
    genesis = read(scan((place / "game" / "chain" / "0000-red.pbem").read_bytes()))
    return next((one.holder, one.email, one.key) for one in genesis.seats if one.name == "blue")


@pytest.mark.parametrize("kind", ["attached", "quoted", "mbox", "bare"])
def test_a_card_is_taken_out_of_what_it_came_in(anna: Path, kind: str) -> None:
    path = anna / "came"
    indented = "".join(f"> {line}\n" for line in CARD.splitlines())
    if kind == "mbox":
        box = mailbox.mbox(path)
        box.add(EmailMessage())
        box.add(mail(CARD))
        box.close()
    else:
        made = {"attached": mail(CARD), "quoted": mail(quoted=indented)}
        path.write_bytes(made[kind].as_bytes() if kind in made else CARD.encode())
    assert begun(anna, "came") == 0
    assert seated(anna) == ("Bob", "bob@example.org", BOB.line)


def test_a_card_twice_in_a_mail_is_one(anna: Path) -> None:
    (anna / "came").write_bytes(mail(CARD, quoted=CARD).as_bytes())
    assert begun(anna, "came") == 0


def test_two_cards_in_a_mail_are_told_by_name(
    anna: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (anna / "came").write_bytes(mail(CARD, EVE).as_bytes())
    capsys.readouterr()
    assert begun(anna, "came") == 1
    assert capsys.readouterr().err == (
        f"pbem: error: {anna / 'came'}: there are 2 key cards in it: "
        "Bob <bob@example.org>, Eve <eve@example.org>\n"
        "pbem: hint: save the one that is meant\n"
    )
    assert not (anna / "game").exists()


def test_a_mail_without_a_card_is_refused(anna: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (anna / "came").write_bytes(mail().as_bytes())
    assert begun(anna, "came") == 1
    assert "this is no key card" in capsys.readouterr().err
