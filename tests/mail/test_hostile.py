"""Mails that mean ill, or that chance has made contradictory: the signature alone decides."""

import hashlib
import random
import zipfile
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.mail import armour
from tests.cheat import forge
from tests.simulator import Player, World, begin


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "pistols", ("red", "blue"))


def sides(world: World) -> tuple[Player, Player]:
    """Who writes the next file, and who waits for it."""
    author = world.players[world.next_seat]
    return author, next(one for one in world.players.values() if one is not author)


def mail(sender: str, text: str, *attached: bytes) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, "you@example.org", "turn"
    made.set_content(text, cte="quoted-printable")
    for number, raw in enumerate(attached):
        name = f"../../{number}.pbem"
        made.add_attachment(raw, "application", "octet-stream", filename=name)
    return made.as_bytes()


def given(reader: Player, place: Path, raw: bytes) -> int:
    path = place / "came.eml"
    path.write_bytes(raw)
    return reader.run("receive", str(path))


def test_the_key_is_the_identity_and_not_the_from_line(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another's file under the author's own address is refused; his own is taken from anywhere."""
    author, reader = sides(world)
    forged = forge(author, lambda file: file, reader.key)
    before = reader.files()
    sender = f"{author.seat} <{author.seat}@example.org>"
    assert given(reader, tmp_path, mail(sender, "my turn", forged)) == 1
    said = capsys.readouterr().err
    assert f"the signature is not by the key of seat '{author.seat}' over these bytes" in said
    assert {name for name in reader.files() if name not in before} <= {"cache/status.json"}
    raw = world.write()
    assert given(reader, tmp_path, mail("Eve <eve@example.net>", "", raw)) == 0
    assert (reader.folder / "chain" / f"0002-{author.seat}.pbem").read_bytes() == raw


def test_a_thousand_files_of_other_games_hide_none_of_ours(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    author, reader = sides(world)
    raw = world.write()
    with reader.session() as session:
        game = session.links.game.encode()
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(1_000):
            other = raw.replace(game, hashlib.sha256(b"%d" % number).hexdigest().encode(), 1)
            archive.writestr(f"{number}.pbem", other)
    assert given(reader, tmp_path, mail("a@b", "", packed.getvalue(), raw)) == 1
    said = capsys.readouterr()
    assert "received file 2 of the " in said.out
    assert "the file belongs to " in said.err
    assert len(said.err.splitlines()) < 60
    assert (reader.folder / "chain" / f"0002-{author.seat}.pbem").read_bytes() == raw


def test_parts_that_contradict_each_other_are_each_judged(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One version attached, another in the text, the page torn: who signed twice is told."""
    author, reader = sides(world)
    twice = forge(author, lambda file: file)
    raw = world.write()
    torn = armour.wrap(raw)[:300]
    made = EmailMessage()
    made["From"], made["Subject"] = f"{author.seat}@example.org", "turn"
    made.set_content(armour.wrap(twice))
    made.add_alternative(f"<pre>{torn}</pre>", subtype="html")
    made.add_attachment(raw, "application", "octet-stream", filename="t")
    assert given(reader, tmp_path, made.as_bytes()) == 1
    said = capsys.readouterr()
    assert "received file 2 of the " in said.out
    assert f"seat '{author.seat}' has signed two different files 2" in said.err
    assert (reader.folder / "chain" / f"0002-{author.seat}.pbem").read_bytes() == raw
    assert (reader.folder / "evidence" / f"0002-{author.seat}.pbem").read_bytes() == twice


EVIL = "Go\r\nBcc: eve@example.net\r\n\r\n<script>alert(1)</script>\u202e"


def test_neither_an_option_nor_a_message_adds_a_header(tmp_path: Path) -> None:
    made = begin(
        tmp_path,
        "table",
        ("red", "blue"),
        {"game": "Go <script>alert(1)</script>, Bcc: eve@example.net"},
    )
    author = made.players[made.next_seat]
    raw = author.send(message=EVIL)
    path = tmp_path / "turn.eml"
    assert author.run("mail", "write", "-o", str(path)) == 0
    letter = message_from_bytes(path.read_bytes(), policy=default)
    assert set(letter.keys()) == {
        "Subject", "From", "To", "Date", "Message-ID", "In-Reply-To", "References",
        "MIME-Version", "Content-Type",
    }  # fmt: skip
    assert letter["To"].addresses[0].addr_spec.endswith("@example.org")
    assert len(letter["To"].addresses) == 1
    page = letter.get_body(("html",))
    assert page is not None
    assert "<script" not in page.get_content()
    (attached,) = letter.iter_attachments()
    assert attached.get_content() == raw


@pytest.mark.parametrize("word", ["Go\r\nBcc: eve@example.net", "Go\nX: y"])
def test_an_option_of_several_lines_is_none(tmp_path: Path, word: str) -> None:
    with pytest.raises(Refused, match="have a line break"):
        begin(tmp_path, "table", ("red", "blue"), {"game": word})


@pytest.mark.parametrize("seed", range(2))
def test_files_that_come_late_and_in_any_order_among_three_make_one_game(
    tmp_path: Path, seed: int
) -> None:
    """Each mail goes to both others, and to each it comes when it likes, once or twice."""
    chance = random.Random(seed)
    options = {"game": "Go", "side.green": "blue"}
    world = begin(tmp_path, "table", ("red", "blue", "green"), options)
    waiting: dict[str, list[Path]] = {seat: [] for seat in world.players}
    for number in range(6):
        owed = {seat: player for seat, player in world.players.items() if owes(player)}
        while not owed:
            seat = max(waiting, key=lambda one: (len(waiting[one]), one))
            deliver(world.players[seat], waiting[seat], chance)
            owed = {seat: player for seat, player in world.players.items() if owes(player)}
        author = next(iter(owed.values()))
        author.send()
        path = tmp_path / f"{number}.eml"
        assert author.run("mail", "write", "-o", str(path)) == 0
        for seat in world.players:
            if seat != author.seat:
                waiting[seat] += [path] * chance.choice([1, 1, 2])
    for seat, paths in waiting.items():
        while paths:
            deliver(world.players[seat], paths, chance)
    states = {(one.folder / "state.toml").read_bytes() for one in world.players.values()}
    assert len(states) == 1
    assert {one.head for one in world.players.values()} == {world.players["red"].head}
    assert all(one.run("verify") == 0 for one in world.players.values())


def owes(player: Player) -> bool:
    with player.session() as session:
        return session.is_mine


def deliver(player: Player, waiting: list[Path], chance: random.Random) -> None:
    """One of the mails that wait for a player comes; it may be too early, or known."""
    player.run("receive", str(waiting.pop(chance.randrange(len(waiting)))))
