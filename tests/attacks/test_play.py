"""Attacks by text and by floods, second signatures, and what never comes at the end."""

from itertools import islice
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest
from msgspec.structs import asdict

import pbem.cli
from pbem.engine.ledger import is_over, public_state, writer
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.begin import invited
from pbem.game.status import summary
from pbem.game.verify import verify_game
from pbem.keys import PrivateKey, PublicKey
from pbem.narrow import write_value
from pbem.scan import scan, tail
from pbem.turnfile import read, write_body
from tests.attacks.common import AIM, refusal
from tests.cheat import forge, honest_parts, sign, with_orders
from tests.simulator import World

# --- text that would be something else -----------------------------------------------------------


def test_tables_behind_the_signature_are_refused(world: World) -> None:
    raw = forge(world.players["red"], with_orders(AIM))
    more = b'\n[[order]]\ntype = "resign"\n'
    for tampered in (raw + more, raw + b"\n", raw + b"x = 1\n", raw[:-4] + more + b'"""\n'):
        assert refusal(world.players["blue"], tampered)[0] == "E01"


def test_armour_inside_a_message_is_a_message(world: World) -> None:
    red, blue = world.players["red"], world.players["blue"]
    words = "look:\n[signature]\n" + tail(PrivateKey.generate().sign(b"x")).decode()
    raw = red.send(AIM, message=words)
    blue.receive(raw)
    assert read(scan(raw)).message == words
    body = scan(raw).body
    spelt = b'message = """\n' + words.encode() + b'"""\n'
    unescaped = b"".join(
        spelt if line.startswith(b"message = ") else line for line in body.splitlines(True)
    )
    assert refusal(blue, unescaped + tail(red.key.sign(unescaped)))[0] == "E01"


def test_toml_that_costs_gigabytes_is_refused_by_its_bytes(world: World) -> None:
    red = world.players["red"]
    body = scan(forge(red, with_orders(AIM))).body
    for line in ("[" * 60_000, "a." * 30_000 + "a = 1", "x = " + "[" * 9_000 + "]" * 9_000):
        long = body + line.encode() + b"\n"
        assert refusal(world.players["blue"], long + tail(red.key.sign(long)))[0] == "E01"
    many = body + b"".join(b"[x%d.y]\n" % n for n in range(9_000))
    assert refusal(world.players["blue"], many + tail(red.key.sign(many)))[0] == "E01"


# --- floods --------------------------------------------------------------------------------------


def test_a_flood_fills_the_inbox_to_a_bound(world: World) -> None:
    reader = world.players["blue"]
    part = honest_parts(world.players["red"])
    for ahead in (*range(4, 3 + 67), 3 + 1_000, 2**31 - 1):
        raw = sign(replace(part, seq=ahead), world.players["red"].key)
        assert refusal(reader, raw)[0] == "E06"
    kept = list((reader.folder / "inbox").iterdir())
    assert len(kept) == 64
    assert max(path.name for path in kept) == "0067-red.pbem"
    again = sign(replace(part, seq=20, nonce="12" * 32), world.players["red"].key)
    assert refusal(reader, again)[0] == "E05"
    world.round()
    left = sorted(path.name for path in (reader.folder / "inbox").iterdir())
    assert left[0] == "0005-red.pbem"
    with reader.session() as session:
        assert session.links.seq == 3


def test_a_flood_of_refused_files_leaves_one_a_place(world: World) -> None:
    reader = world.players["blue"]
    for number in range(1, 9):
        nonce = f"{number:064x}"
        raw = forge(world.players["red"], lambda f, n=nonce: replace(f, nonce=n, prev=n))
        assert refusal(reader, raw)[0] in ("E07", "E05")
    assert [path.name for path in (reader.folder / "evidence").iterdir()] == ["0003-red.pbem"]


# --- signing once --------------------------------------------------------------------------------


def test_no_second_file_is_signed_after_the_folder_was_put_back(
    world: World, tmp_path: Path
) -> None:
    """A folder from a backup, other orders: the file that was signed is taken back."""
    red = world.players["red"]
    copytree(red.folder, tmp_path / "backup")
    sent = red.send({"type": "aim", "number": 1})
    rmtree(red.folder)
    copytree(tmp_path / "backup", red.folder)
    with pytest.raises(Refused, match="it is for the Blue side to write"):
        red.send({"type": "aim", "number": 6})
    assert red.files()["outbox/0003-red.pbem"] == sent
    assert red.files()["chain/0003-red.pbem"] == sent
    world.deliver(sent, "red")
    world.play()


# --- the end -------------------------------------------------------------------------------------


@pytest.fixture
def resigned(world: World) -> World:
    """Red has resigned; blue owes the first of the last files."""
    raw = world.players["red"].send({"type": "resign"})
    world.mail.append(raw)
    world.deliver(raw, "red")
    return world


def test_the_end_comes_too_early(world: World) -> None:
    raw = forge(world.players["red"], with_orders({"type": "end"}))
    assert refusal(world.players["blue"], raw) == ("E12", "order 1: the game is not over")


@pytest.mark.parametrize(
    "orders",
    [
        ({"type": "resign"}, {"type": "resign"}),
        ({"type": "resign"}, AIM),
        ({"type": "end"}, AIM),
        ({"type": "resign", "seat": "blue"},),
    ],
)
def test_resigning_and_ending_stand_alone(world: World, orders: tuple[dict[str, Any], ...]) -> None:
    raw = forge(world.players["red"], with_orders(*orders))
    assert refusal(world.players["blue"], raw)[0] == "E12"


@pytest.mark.parametrize(
    "orders",
    [(), (AIM,), ({"type": "resign"},), ({"type": "end"}, {"type": "end"}), ({"type": "end"}, AIM)],
)
def test_after_the_end_only_the_last_file_is_taken(
    resigned: World, orders: tuple[dict[str, Any], ...]
) -> None:
    red, blue = resigned.players["red"], resigned.players["blue"]
    with pytest.raises(Refused):
        blue.send(*orders)
    raw = forge(blue, with_orders(*orders))
    assert refusal(red, raw)[0] == "E12"


def test_nothing_comes_behind_the_last_file(resigned: World) -> None:
    red, blue = resigned.players["red"], resigned.players["blue"]
    assert resigned.play() == 2
    with pytest.raises(Refused, match="the game is over, and every last file is written"):
        red.send({"type": "end"})
    for player, reader in ((red, blue), (blue, red)):
        raw = forge(player, with_orders({"type": "end"}))
        code, _ = refusal(reader, raw)
        assert code == "E08"


def test_a_last_file_that_never_comes_leaves_a_claim(
    resigned: World, capsys: pytest.CaptureFixture[str]
) -> None:
    red = resigned.players["red"]

    def said(*words: str) -> str:
        assert red.run(*words) == 0
        return capsys.readouterr().out

    assert "the Blue side owes file 4 since" in said("status")
    assert "(a claim until every last file is written)" in said("status")
    assert "(a claim until every last file is written)" in " ".join(said("report").split())
    resigned.play()
    for text in (said("status"), said("report")):
        assert "red resigned" in text
        assert "claim" not in text


def test_all_agree_at_the_end(resigned: World) -> None:
    resigned.play()
    states = []
    for player in resigned.players.values():
        with player.session() as session:
            assert is_over(session.fold, session.rules)
            assert writer(session.fold) == ""
            assert summary(session)["next"] == ""
            states.append(public_state(session.fold))
        verified, _ = verify_game(player.folder, lambda _: None)
        assert verified.files == 6
    assert states[0] == states[1]
    assert list(islice(resigned.players, 2)) == ["red", "blue"]
    assert all(PublicKey.parse(p.key.public.line) for p in resigned.players.values())


# --- files that cost time and fill the screen ----------------------------------------------------


def costly(line: bytes) -> bytes:
    """An unsigned genesis of a quarter of a megabyte, of the same lines."""
    head = (
        b'format = "pbem/1"\ngame = "%s"\nseq = 0\nprev = "%s"\nseat = "red"\nnonce = "%s"\n'
        b'sent = "1942-06-04T07:00:00Z"\n' % ((b"0" * 64,) * 3)
    )
    end = tail(PrivateKey.generate().sign(b"x"))
    return head + line * ((256 * 1024 - len(head) - len(end)) // len(line)) + end


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"[[seats]]\n", "there are more than 1,024 tables"),
        (b"[[open]]\n", "there are more than 1,024 tables"),
        (b"[[seats]]\n" + b"a = 1\n" * 2_000, "there are more than 16 seats"),
        (b"[[seats]]\n" * 17 + b"a = 1\n" * 40_000, "there are more than 16 seats"),
    ],
)
def test_a_file_of_a_thousand_tables_is_refused_by_its_bytes(
    line: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "genesis.pbem"
    path.write_bytes(costly(line))
    assert pbem.cli.run(["join", str(path), str(tmp_path / "game"), "--as", "red"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("pbem: error: E01: ")
    assert said in lines[0]


def test_more_seats_than_16_are_refused_however_they_are_written(world: World) -> None:
    """An array of inline tables needs no headers."""
    genesis = read(scan(world.mail[0]))
    seats = [asdict(replace(genesis.seats[0], name=f"s{n}")) for n in range(200)]
    body = write_body(replace(genesis, seats=()))
    inline = b"seats = " + write_value(seats).encode() + b"\n"
    body = body.replace(b"\n[dice]", b"\n" + inline + b"[dice]", 1)
    key = world.players[genesis.seat].key
    with pytest.raises(Refused) as caught:
        invited(body + tail(key.sign(body)))
    told = [f"{problem.code}: {problem}" for problem in caught.value.problems]
    assert told == ["E04: [[seats]]: there are more than 16 seats"]


@pytest.mark.parametrize(
    "line",
    [
        b"[[open]]\nproof = [" + b"1, " * 80 + b"1]\n",
        b"[[open]]\n" + b"\n" * 250,
        b"[[sealed]]\nid = 1\ncommit = []\nx = { y = 1 }\n" + b"\n" * 250,
        b"[[order]]\n" + b"a = [{}, {}]\n" * 1 + b"\n" * 250,
    ],
)
def test_no_file_fills_the_screen(
    line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "genesis.pbem"
    path.write_bytes(costly(line))
    assert pbem.cli.run(["join", str(path), str(tmp_path / "game"), "--as", "red"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("pbem: error: E04: ")
    assert 1 <= len(lines) <= 25
    assert all(len(one) < 2_100 for one in lines)
    if len(lines) > 20:
        assert lines[-1].endswith(" more like these")
