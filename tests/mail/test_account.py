"""`pbem mail setup`, `test`, `send`, `draft` against real servers."""

import re
from pathlib import Path

import pytest

from pbem.mail.find import find
from tests.mail.servers import ON_SERVERS, PASSWORD, Servers, free_ports, token
from tests.simulator import Player, World, begin

pytestmark = ON_SERVERS


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A duel in which the first file of orders has been written."""
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    made = begin(tmp_path, "pistols", ("red", "blue"))
    made.round()
    return made


def author(world: World) -> Player:
    return next(one for one in world.players.values() if one.seat != world.next_seat)


def set_up(player: Player, servers: Servers, **changed: str) -> None:
    given = {
        "address": f"{player.seat}@example.org",
        "imap": f"imaps://127.0.0.1:{servers.imaps}",
        "smtp": f"smtps://127.0.0.1:{servers.smtps}",
        "secret": "env: MAIL_SECRET",
        "authority": str(servers.authority),
        **changed,
    }
    words = [word for key, value in given.items() for word in (f"--{key}", value)]
    assert player.run("mail", "setup", *words) == 0


@pytest.mark.parametrize("kind", ["tls", "starttls"])
@pytest.mark.parametrize("auth", ["password", "xoauth2"])
def test_a_file_is_sent_and_drafted_by_the_account(
    world: World, servers: Servers, monkeypatch: pytest.MonkeyPatch, auth: str, kind: str
) -> None:
    player = author(world)
    if auth == "xoauth2":
        monkeypatch.setenv("MAIL_SECRET", token(f"{player.seat}@example.org"))
    urls = {
        "imap": f"imap+starttls://127.0.0.1:{servers.imap}",
        "smtp": f"smtp+starttls://127.0.0.1:{servers.smtp}",
    }
    set_up(player, servers, auth=auth, **(urls if kind == "starttls" else {}))
    before = len(servers.taken)
    assert player.run("mail", "test") == 0
    assert player.run("mail", "send") == 0
    ((reader, raw),) = servers.taken[before:]
    assert reader == f"{world.next_seat}@example.org"
    assert [one.raw for one in find(raw).found] == [world.mail[-1]]
    assert player.run("mail", "draft") == 0
    drafts = servers.box(f"{player.seat}@example.org").get_folder("Drafts")
    last = [found.raw for one in drafts for found in find(one.as_bytes()).found]
    assert world.mail[-1] in last
    assert b"D" in b"".join(one.get_flags().encode() for one in drafts)


def test_the_password_is_never_printed_or_kept(
    world: World, servers: Servers, capfd: pytest.CaptureFixture[str]
) -> None:
    player = author(world)
    set_up(player, servers)
    assert player.run("mail", "test") == 0
    said = capfd.readouterr()
    assert PASSWORD not in said.out + said.err
    kept = [path for path in player.home.rglob("*") if path.is_file()]
    assert not [path for path in kept if PASSWORD.encode() in path.read_bytes()]
    assert (player.home / "mail.toml").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "case",
    [
        ({}, "wrong", "it does not let ", "look at user, auth (password) and secret"),
        ({"authority": ""}, PASSWORD, "its certificate does not hold: ", "authority of its own"),
        ({"imap": "imaps://localhost:PORT"}, PASSWORD, "its certificate does not hold: ", "name"),
        ({"imap": "imaps://127.0.0.1:FREE"}, PASSWORD, "Connection refused", "nothing is lost"),
        ({"imap": "imap://127.0.0.1"}, PASSWORD, "is no server", "write it as imaps://HOST"),
        ({"inbox": "Nowhere"}, PASSWORD, "Nowhere", "look at the folders' names"),
        ({"secret": "env: NOT_SET"}, PASSWORD, "NOT_SET is not set", "set it"),
        ({"secret": "command:"}, PASSWORD, "this cannot be run: ", "look at 'secret'"),
        ({"secret": "command: false"}, PASSWORD, "the command gave no password", "first line"),
        ({"secret": PASSWORD}, PASSWORD, "does not say where the password", "keyring, command"),
    ],
)
def test_what_goes_wrong_is_told_with_a_way_out(
    world: World, servers: Servers, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str], case: tuple[dict[str, str], str, str, str],
) -> None:  # fmt: skip
    changed, secret, told, hint = case
    player = author(world)
    monkeypatch.setenv("MAIL_SECRET", secret)
    set_up(player, servers)
    lines = (player.home / "mail.toml").read_text().splitlines()
    ports = {"PORT": str(servers.imaps), "FREE": str(free_ports(1)[0])}
    for key, words in changed.items():
        value = re.sub("PORT|FREE", lambda found: ports[found[0]], words)
        lines = [line for line in lines if not line.startswith(f"{key} =")]
        lines += [f'{key} = "{value}"'] if value else []
    (player.home / "mail.toml").write_text("\n".join(lines))
    capfd.readouterr()
    assert player.run("mail", "test") == 1
    said = capfd.readouterr()
    assert told in said.err
    assert hint in said.err
    assert "Traceback" not in said.err


def test_a_full_mailbox_is_told(
    tmp_path: Path, servers: Servers, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    made = begin(tmp_path, "pistols", ("red", "full"))
    made.round()
    player = made.players["red"]
    set_up(player, servers)
    assert player.run("mail", "send", "0") == 1
    said = capfd.readouterr().err
    assert "it does not take mail for full@example.org" in said


def test_a_mailbox_without_room_for_a_draft_is_told(
    tmp_path: Path, servers: Servers, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    made = begin(tmp_path, "pistols", ("full", "red"))
    made.round()
    player = made.players["full"]
    set_up(player, servers)
    before = player.files()
    assert player.run("mail", "draft", "0") == 1
    said = capfd.readouterr().err
    assert "Quota exceeded" in said
    assert "make room in the mailbox" in said
    assert "Traceback" not in said
    assert player.files() == before
    assert player.run("mail", "test") == 0


def test_aa_3_an_answer_written_at_once_is_mailed_and_never_twice(
    servers: Servers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    world.round()
    (tmp_path / "mail.pbem").write_bytes(world.write())
    blue = world.players["blue"]
    set_up(blue, servers)
    assert blue.run("config", "answer", "send") == 0
    before = len(servers.taken)
    for _ in range(2):
        assert blue.run("receive", str(tmp_path / "mail.pbem")) == 0
    ((reader, raw),) = servers.taken[before:]
    assert reader == "red@example.org"
    answer = (blue.folder / "outbox" / "0004-blue.pbem").read_bytes()
    assert [one.raw for one in find(raw).found] == [answer]
