"""Where the password of a mail account comes from: the system's keyring, a command, a token."""

import os
import sys
from pathlib import Path

import pytest

from tests.mail.servers import ON_SERVERS, PASSWORD, Servers, token
from tests.mail.test_account import author, set_up
from tests.simulator import Player, World, begin
from tests.terminal import seen

BACKENDS = "tests.mail.keyrings"
NONE = "keyring.backends.fail.Keyring"
WAY_OUT = (
    "say where else it comes from: pbem mail setup --secret 'command: COMMAND', or 'env: NAME'"
)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A duel in which the first file of orders has been written."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    made.round()
    return made


def typed(player: Player, backend: str, *words: str, hidden: str = "") -> str:
    """What a terminal is sent by a command, on a machine with some keyring."""
    env = {
        "PBEM_HOME": str(player.home),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHON_KEYRING_BACKEND": backend,
        "KEPT_IN": str(player.home / "kept.json"),
    }
    shown = seen(160, player.folder, *words, hidden=hidden, env=env)
    return " ".join("\n".join(shown).split())


@pytest.mark.parametrize(
    ("backend", "told", "hint"),
    [
        (NONE, "this system has no keyring to keep a password in", WAY_OUT),
        (f"{BACKENDS}.Locked", "the system's keyring does not work: Failed to", "unlock it, or"),
    ],
)
def test_a_keyring_that_there_is_not_is_told_before_anything_is_written(
    world: World, backend: str, told: str, hint: str
) -> None:
    player = author(world)
    words = ["--address", "red@example.org", "--imap", "imaps://127.0.0.1", "--smtp", "smtps://h"]
    said = typed(player, backend, "mail", "setup", *words)
    assert told in said
    assert hint in said
    assert "Password" not in said
    assert not (player.home / "mail.toml").exists()


@pytest.mark.parametrize("command", ["test", "send", "fetch", "draft"])
def test_an_account_whose_keyring_has_gone_says_what_to_do(world: World, command: str) -> None:
    player = author(world)
    (player.home / "mail.toml").write_text(
        'address = "red@example.org"\nimap = "imaps://127.0.0.1:1"\nsmtp = "smtps://127.0.0.1:1"\n'
    )
    said = typed(player, NONE, "mail", command)
    assert "this system has no keyring to keep a password in" in said
    assert WAY_OUT in said
    assert "a fault of this program" not in said


def test_a_password_in_place_of_its_source_is_not_written_down(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    player = author(world)
    words = ["--address", "red@example.org", "--secret", PASSWORD]
    assert player.run("mail", "setup", *words) == 1
    said = capfd.readouterr().err
    assert "secret does not say where the password comes from" in said
    assert PASSWORD not in said
    assert not (player.home / "mail.toml").exists()


class TestOnServers:
    """What is needed to log in, and that it is enough."""

    pytestmark = ON_SERVERS

    def test_the_keyring_keeps_what_is_typed(self, world: World, servers: Servers) -> None:
        player = author(world)
        backend = f"{BACKENDS}.Filed"
        set_up(player, servers)
        words = ["mail", "setup", "--secret", "keyring"]
        said = typed(player, backend, *words, hidden=PASSWORD)
        assert "Password:" in said
        assert "wrote" in said
        assert PASSWORD not in said + (player.home / "mail.toml").read_text()
        said = typed(player, backend, "mail", "test")
        assert said.count(f"lets {player.seat}@example.org in") == 2
        (player.home / "kept.json").unlink()
        said = typed(player, backend, "mail", "test")
        assert f"the system's keyring has no password for {player.seat}@example.org" in said

    def test_a_command_prints_the_password(
        self, world: World, servers: Servers, capfd: pytest.CaptureFixture[str]
    ) -> None:
        player = author(world)
        script = player.home / "pass"
        script.write_text(f"#!/bin/sh\necho {PASSWORD}\necho user: somebody\n")
        script.chmod(0o700)
        set_up(player, servers, secret=f"command: {script} show mail")
        assert player.run("mail", "test") == 0
        assert capfd.readouterr().out.count(f"lets {player.seat}@example.org in") == 2

    def test_a_token_of_the_newer_kind_reads_and_drafts(
        self, world: World, servers: Servers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        player = author(world)
        monkeypatch.setenv("MAIL_SECRET", token(f"{player.seat}@example.org"))
        set_up(player, servers, auth="oauthbearer")
        assert player.run("mail", "setup", "--smtp", f"smtps://127.0.0.1:{servers.smtps}") == 0
        assert player.run("mail", "fetch") == 0
        assert player.run("mail", "draft") == 0
        assert len(servers.box(f"{player.seat}@example.org").get_folder("Drafts")) > 0
