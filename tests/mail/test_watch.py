"""`pbem mail fetch --watch` goes on: over broken connections, and with a fresh token each time."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from imapclient import IMAPClient

from pbem.mail import imap
from pbem.mail.account import Account
from tests.mail.gates import gate
from tests.mail.servers import HOST, ON_SERVERS, PASSWORD, PATIENCE, Servers
from tests.mail.test_fetch import other, set_up
from tests.simulator import Player, World, begin

pytestmark = ON_SERVERS


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, servers: Servers) -> World:
    """A duel whose players have empty mailboxes."""
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    made = begin(tmp_path, "pistols", ("red", "blue"))
    for player in made.players.values():
        servers.box(f"{player.seat}@example.org").clear()
        set_up(player, servers)
    return made


@contextmanager
def watching(reader: Player) -> Iterator["subprocess.Popen[str]"]:
    """The command as it runs, until it is interrupted; what it says is read line by line."""
    command = [sys.executable, "-m", "pbem", "-C", str(reader.folder), "mail", "fetch", "--watch"]
    pages = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PBEM_HOME": str(reader.home), "PYTHONPATH": pages}
    running = subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    last = Timer(2 * PATIENCE, running.kill)
    last.start()
    try:
        yield running
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) == 130
    finally:
        last.cancel()
        running.kill()
        running.communicate()


def told(running: "subprocess.Popen[str]", words: str) -> str:
    """What it says up to a line with some words in it."""
    assert running.stdout is not None
    said = ""
    for line in running.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(said)


def test_watching_takes_a_file_when_its_mail_comes(world: World) -> None:
    author = world.players[world.next_seat]
    with watching(reader := other(world, author)) as running:
        assert told(running, "no new mail") == f"no new mail for {reader.seat}@example.org\n"
        world.write()
        assert author.run("mail", "send") == 0
        told(running, "received file 2 of the ")


def test_a_mail_that_comes_while_the_box_is_searched_is_not_waited_for(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server announces it in its answer to the search, and not once more to who listens."""
    address, search, searched = "late@example.org", IMAPClient.search, []

    def arriving(client: IMAPClient, criteria: list[str]) -> list[int]:
        found: list[int] = search(client, criteria)
        if not searched:
            servers.put(address, b"Subject: late\n\n")
            client.noop()
        searched.append(found)
        return found

    def listening(*_: object, **__: object) -> None:
        raise AssertionError("it waits for a mail that is here")

    account = Account(
        address=address, imap=f"imaps://{HOST}:{servers.imaps}", authority=str(servers.authority)
    )
    servers.put(address, b"Subject: gone\n\n")
    assert imap.test(account, PASSWORD) == 1
    servers.box(address).clear()
    monkeypatch.setattr(IMAPClient, "search", arriving)
    monkeypatch.setattr(IMAPClient, "idle_check", listening)
    imap.watch(account, PASSWORD, imap.Mark(), 60)
    assert searched == [[], [2]]


def test_watching_goes_on_when_the_server_comes_back(world: World, servers: Servers) -> None:
    author = world.players[world.next_seat]
    reader = other(world, author)
    with gate(servers.imaps) as way:
        assert reader.run("mail", "setup", "--imap", f"imaps://127.0.0.1:{way.port}") == 0
        with watching(reader) as running:
            told(running, "no new mail")
            way.shut()
            said = told(running, "trying again in 2 seconds")
            assert "trying again in 1 second;" in said
            assert "Traceback" not in said
            way.open()
            world.write()
            assert author.run("mail", "send") == 0
            told(running, "received file 2 of the ")


def test_watching_ends_at_once_while_it_waits_for_the_server(
    world: World, servers: Servers
) -> None:
    reader = world.players["red"]
    with gate(servers.imaps) as way:
        assert reader.run("mail", "setup", "--imap", f"imaps://127.0.0.1:{way.port}") == 0
        with watching(reader) as running:
            told(running, "no new mail")
            way.shut()
            told(running, "trying again in 4 seconds")


def test_watching_asks_for_the_password_at_each_login(world: World) -> None:
    """A token is good for an hour; and where it cannot be had for a while, that passes."""
    author = world.players[world.next_seat]
    reader = other(world, author)
    script, given = reader.home / "token", reader.home / "given"
    fails = f'[ "$(wc -l < {given})" = 3 ] && exit 1'
    script.write_text(f"#!/bin/sh\necho >> {given}\n{fails}\necho {PASSWORD}\n")
    script.chmod(0o700)
    assert reader.run("mail", "setup", "--secret", f"command: {script}") == 0
    with watching(reader) as running:
        told(running, "no new mail")
        world.write()
        assert author.run("mail", "send") == 0
        said = told(running, "received file 2 of the ")
        assert "the command gave no password" in said
    assert given.read_text().count("\n") >= 4


def test_who_never_got_in_is_not_tried_again(
    world: World, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_SECRET", "wrong")
    assert world.players["red"].run("mail", "fetch", "--watch") == 1
    said = capfd.readouterr()
    assert "it does not let" in said.err
    assert "trying again" not in said.out + said.err
