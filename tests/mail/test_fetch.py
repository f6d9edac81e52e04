"""`pbem mail fetch` and `turn` read the player's own mailbox on a real server."""

import json
import mailbox
import os
import random
import sys
from pathlib import Path
from time import monotonic

import pytest

from pbem.mail.trouble import SECONDS
from pbem.store import machine
from pbem.store.files import lock
from tests.mail.gates import cut_off
from tests.mail.servers import ON_SERVERS, PASSWORD, Servers
from tests.mail.test_notify import told
from tests.simulator import Player, World, begin
from tests.terminal import seen

pytestmark = ON_SERVERS


def set_up(player: Player, servers: Servers) -> None:
    assert player.run(
        "mail", "setup", "--address", f"{player.seat}@example.org",
        "--imap", f"imaps://127.0.0.1:{servers.imaps}",
        "--smtp", f"smtps://127.0.0.1:{servers.smtps}",
        "--secret", "env: MAIL_SECRET", "--authority", str(servers.authority),
    ) == 0  # fmt: skip


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, servers: Servers) -> World:
    """A duel whose players have empty mailboxes."""
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    made = begin(tmp_path, "pistols", ("red", "blue"))
    for player in made.players.values():
        box = servers.box(f"{player.seat}@example.org")
        box.clear()
        box.flush()
        set_up(player, servers)
    return made


def other(world: World, player: Player) -> Player:
    return next(one for one in world.players.values() if one is not player)


def test_a_file_is_fetched_once_and_the_mail_stays_unread(
    world: World, servers: Servers, capfd: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    world.write()
    assert author.run("mail", "send") == 0
    servers.put(f"{reader.seat}@example.org", b"From: a@b\nSubject: hay\nTo: you\n\nhay\n")
    capfd.readouterr()
    assert reader.run("mail", "fetch", "--dry-run") == 0
    assert "it would be taken\nnothing is taken\n" in capfd.readouterr().out
    assert reader.run("mail", "fetch") == 0
    assert "received file 2 of the " in capfd.readouterr().out
    assert reader.run("mail", "fetch", "--dry-run") == 0
    assert capfd.readouterr().out == f"no new mail for {reader.seat}@example.org\n"
    assert reader.run("mail", "fetch") == 0
    assert capfd.readouterr().out == f"no new mail for {reader.seat}@example.org\n"
    box = mailbox.Maildir(servers.place / "mail" / f"{reader.seat}@example.org")
    assert {flag for one in box for flag in one.get_flags()} == set()
    assert len(box) == 2


def test_turn_takes_new_mail_first(
    world: World, servers: Servers, capfd: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    world.write()
    assert author.run("mail", "send") == 0
    capfd.readouterr()
    assert reader.run("turn", "--no-input") == 0
    said = capfd.readouterr().out
    assert "received file 2 of the " in said
    assert "then: pbem -C" in said


def test_turn_sends_what_was_signed(world: World) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    pages = os.pathsep.join(path for path in sys.path if path)
    env = {"PBEM_HOME": str(author.home), "VISUAL": "true", "PYTHONPATH": pages}
    no_desktop = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    answers = "e\ns\ns\n"
    said = " ".join(seen(80, author.folder, "turn", answers=answers, env={**env, **no_desktop}))
    assert "send it now (s), lay it into your drafts (d), later (l)" in " ".join(said.split())
    assert "sent [pbem " in said
    assert reader.run("mail", "fetch") == 0
    assert (reader.folder / "chain" / f"0002-{author.seat}.pbem").is_file()


def test_turn_goes_on_without_the_server(
    world: World, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_SECRET", "wrong")
    player = world.players[world.next_seat]
    assert player.run("turn", "--no-input") == 0
    said = capfd.readouterr()
    assert "it does not let" in said.err
    assert "edit it, then: pbem -C" in said.out


def test_ten_thousand_other_mails_lie_in_the_box(
    world: World, servers: Servers, capfd: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    folder = servers.place / "mail" / f"{reader.seat}@example.org" / "new"
    for number in range(10_000):
        (folder / f"{number}.hay.example").write_bytes(
            b"From: a@b\nSubject: hay %d\n\nhay\n" % number
        )
    servers.put(f"{reader.seat}@example.org", b"From: a@b\nSubject: hay\nTo: you\n\nhay\n")
    world.write()
    assert author.run("mail", "send") == 0
    capfd.readouterr()
    assert reader.run("mail", "fetch") == 0
    assert "received file 2 of the " in capfd.readouterr().out


@pytest.mark.parametrize("after", [500, 2_500, 6_000, 9_000])
def test_a_server_that_goes_in_mid_transfer_costs_nothing(
    world: World, servers: Servers, capfd: pytest.CaptureFixture[str], after: int
) -> None:
    """What was cut off is told, and read again when the server is back."""
    author = world.players[world.next_seat]
    reader = other(world, author)
    raw = world.write()
    assert author.run("mail", "send") == 0
    with cut_off(servers.imaps, after) as port:
        assert reader.run("mail", "setup", "--imap", f"imaps://127.0.0.1:{port}") == 0
        capfd.readouterr()
        assert reader.run("mail", "fetch") == 1
    said = capfd.readouterr().err
    assert "Traceback" not in said
    assert "nothing is lost" in said
    assert reader.run("mail", "setup", "--imap", f"imaps://127.0.0.1:{servers.imaps}") == 0
    assert reader.run("mail", "fetch") == 0
    (path,) = (reader.folder / "chain").glob("0002-*.pbem")
    assert path.read_bytes() == raw


@pytest.mark.parametrize("after", [300, 1_100])
def test_a_server_that_goes_while_a_mail_is_sent_is_told(
    world: World, servers: Servers, capfd: pytest.CaptureFixture[str], after: int
) -> None:
    author = world.players[world.next_seat]
    world.write()
    with cut_off(servers.smtps, after) as port:
        assert author.run("mail", "setup", "--smtp", f"smtps://127.0.0.1:{port}") == 0
        capfd.readouterr()
        assert author.run("mail", "send") == 1
    said = capfd.readouterr().err
    assert "Traceback" not in said
    assert "hint: " in said
    assert author.run("mail", "setup", "--smtp", f"smtps://127.0.0.1:{servers.smtps}") == 0
    assert author.run("mail", "send") == 0


def test_a_mail_whose_game_is_busy_is_fetched_again(
    world: World, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "WAIT", 0.0)
    author = world.players[world.next_seat]
    reader = other(world, author)
    world.write()
    assert author.run("mail", "send") == 0
    with lock(reader.folder):
        assert reader.run("mail", "fetch") == 1
    assert "pbem: error: " in capfd.readouterr().err
    assert reader.run("mail", "fetch") == 0
    assert "received file 2 of the " in capfd.readouterr().out


def test_watching_ends_at_once_when_it_is_interrupted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that waits with us takes no goodbye, and is not waited for."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("imapclient.IMAPClient.idle_check", interrupted)
    start = monotonic()
    assert world.players["red"].run("mail", "fetch", "--watch") == 130
    assert monotonic() - start < SECONDS / 2


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_goes_between_two_mailboxes(
    tmp_path: Path, servers: Servers, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Mails are delayed, doubled, reordered and lost; what is lost is sent again."""
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    chance = random.Random(seed)
    made = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    for player in made.players.values():
        servers.box(f"{player.seat}@example.org").clear()
        set_up(player, servers)
        assert player.run("config", "answer", "never") == 0  # or `fetch` writes files itself
    written = 0
    late: list[tuple[str, bytes]] = []
    while seat := made.next_seat:
        author = made.players[seat]
        reader = other(made, author)
        address = f"{reader.seat}@example.org"
        made.write()
        written += 1
        before = len(servers.taken)
        assert author.run("mail", "send") == 0
        fate = chance.choice(["comes", "comes", "doubled", "lost", "with an older one"])
        ((_, raw),) = servers.taken[before:]
        late.append((address, raw))
        if fate == "lost":
            _take_away(servers, address)
            assert reader.run("mail", "fetch") == 0
            assert author.run("mail", "resend", "--pipe", f"{sys.executable} -c pass") == 0
            assert author.run("mail", "send") == 0
        elif fate == "doubled":
            servers.put(address, raw)
        elif fate == "with an older one":
            servers.put(*chance.choice(late))
        assert reader.run("mail", "fetch") == 0
    assert written > 20
    states = {(one.folder / "state.toml").read_bytes() for one in made.players.values()}
    assert len(states) == 1
    assert all(one.run("verify") == 0 for one in made.players.values())


def _take_away(servers: Servers, address: str) -> None:
    """The last mail of a box gets lost before anybody reads it."""
    folder = servers.place / "mail" / address / "new"
    last = max(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    last.unlink()


def test_a_file_that_is_fetched_is_told_to_the_command_for_notify(
    world: World, tmp_path: Path
) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    notes = told(reader, tmp_path)
    world.write()
    assert author.run("mail", "send") == 0
    for _ in range(2):  # the second time there is nothing new to tell
        assert reader.run("mail", "fetch") == 0
    (line,) = notes.read_text().splitlines()
    known, text = json.loads(line)
    assert known["PBEM_FROM"] == author.seat
    assert text.startswith(f"Duel: file 2 of the {author.seat.capitalize()} side came; ")


def test_an_acknowledgement_that_is_fetched_tells_what_is_missing(
    world: World, servers: Servers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    letter = tmp_path / "ack.eml"
    assert reader.run("mail", "ack", "-o", str(letter)) == 0
    world.mail.append(author.send())
    assert author.run("turn", "--no-input") == 0  # from then on his games are known
    servers.put(f"{author.seat}@example.org", letter.read_bytes())
    capsys.readouterr()
    assert author.run("mail", "fetch") == 0
    said = capsys.readouterr().out
    lacks = "file 1 is the last there; mail what is missing"
    again = f"pbem -C {author.folder} mail resend 2"
    assert f"a letter says of {author.folder}: {lacks}: {again}\n" in said


def test_a_key_card_under_a_subject_of_any_length_is_told(
    world: World, servers: Servers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = world.players["red"]
    card = tmp_path / "card"
    assert reader.run("keys", "card", "-o", str(card)) == 0
    subject = b"\x1b[2J" + b"a" * 390
    mail = b"From: a@b\nTo: c@d\nSubject: " + subject + b"\n\n" + card.read_bytes()
    servers.put("red@example.org", mail)
    capsys.readouterr()
    assert reader.run("mail", "fetch") == 0
    said = capsys.readouterr()
    assert said.out.startswith("the key card of ")
    assert "\x1b" not in said.out + said.err
