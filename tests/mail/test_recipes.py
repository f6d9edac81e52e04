"""The recipes for mail programs in docs/mail.md, each run with the program that it is for."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulator import World
from tests.terminal import lines_of

PAGE = Path(__file__).parents[2] / "docs" / "mail.md"
BLOCK = re.compile(r"^```([\w-]+)\n(.*?)^```$", re.M | re.S)


def recipe(program: str) -> str:
    """What the page has a player write for a program."""
    (found,) = [text for name, text in BLOCK.findall(PAGE.read_text()) if name == program]
    return str(found)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, world: World) -> Path:
    """The home of the next player, who types `pbem` and has the other's mail saved beside it."""
    reader = world.players[world.next_seat]
    author = next(one for one in world.players.values() if one is not reader)
    raw = reader.send(*reader.bot_orders())
    world.mail.append(raw)
    path = tmp_path / "home"
    (path / "bin").mkdir(parents=True)
    (path / "bin" / "pbem").write_text(f'#!/bin/sh\nexec {sys.executable} -m pbem "$@"\n')
    (path / "bin" / "pbem").chmod(0o755)
    assert reader.run("mail", "write", "-o", str(path / "box.mbox")) == 0
    assert reader.run("mail", "write", "-o", str(path / "turn.eml")) == 0
    assert author.run("turn", "--no-input") == 0  # so that his games are known
    monkeypatch.setenv("HOME", str(path))
    monkeypatch.setenv("PBEM_HOME", str(author.home))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(page for page in sys.path if page))
    monkeypatch.setenv("PATH", f"{path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(path)
    return path


def has_come(world: World) -> bool:
    """Whether the file that was mailed stands in its reader's chain."""
    return all(len(list((one.folder / "chain").iterdir())) == 4 for one in world.players.values())


@pytest.mark.needs("notmuch")
def test_notmuch(world: World, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "mail").mkdir()
    (home / "mail" / "1").write_bytes((home / "turn.eml").read_bytes())
    config = home / "notmuch-config"
    config.write_text(
        f"[database]\npath={home / 'mail'}\n[user]\nname=B\nprimary_email=b@example.org\n"
    )
    monkeypatch.setenv("NOTMUCH_CONFIG", str(config))
    subprocess.run(["notmuch", "new", "--quiet"], check=True)
    assert not has_come(world)
    subprocess.run(["sh", "-c", recipe("notmuch")], check=True)
    assert has_come(world)


@pytest.mark.needs("procmail")
def test_procmail(world: World, home: Path) -> None:
    (home / "rc").write_text(f"PATH={os.environ['PATH']}\n{recipe('procmail')}")
    mail = (home / "turn.eml").read_bytes().replace(b"\r\n", b"\n")
    command = ["procmail", "-p", f"DEFAULT={home / 'inbox'}", "SHELL=/bin/sh", str(home / "rc")]
    subprocess.run(command, input=mail, check=True)
    assert has_come(world)
    assert b"[pbem" in (home / "inbox").read_bytes()


@pytest.mark.needs("maildrop")
def test_maildrop(world: World, home: Path) -> None:
    set_here = "".join(
        f'{name}="{os.environ[name]}"\n' for name in ("PATH", "PBEM_HOME", "PYTHONPATH")
    )
    filter_ = home / "filter"
    filter_.write_text(f'{set_here}DEFAULT="{home / "inbox"}"\n{recipe("maildrop")}')
    filter_.chmod(0o600)
    mail = (home / "turn.eml").read_bytes().replace(b"\r\n", b"\n")
    subprocess.run(["maildrop", str(filter_)], input=mail, check=True)
    assert has_come(world)
    assert b"[pbem" in (home / "inbox").read_bytes()


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("mutt", marks=pytest.mark.needs("mutt")),
        pytest.param("neomutt", marks=pytest.mark.needs("neomutt")),
    ],
)
def test_mutt(world: World, home: Path, program: str) -> None:
    """One key, from the mail to `your turn`."""
    quiet = 'set wait_key=no mail_check=0 folder="~" record="" trash="" quit=yes delete=no\n'
    (home / "muttrc").write_text(f"{quiet}{recipe('mutt')}")
    keys = 'push "<first-entry>,p<quit>"'
    command = [program, "-n", "-F", str(home / "muttrc"), "-f", str(home / "box.mbox"), "-e", keys]
    env = {"TERM": "xterm", "LANG": "C.UTF-8"}
    screen = "\n".join(lines_of(command, home, env=env))
    assert has_come(world), screen
    assert "received file 3 of seat" in screen


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("mutt", marks=pytest.mark.needs("mutt")),
        pytest.param("neomutt", marks=pytest.mark.needs("neomutt")),
    ],
)
def test_tagged_mails_in_mutt(world: World, home: Path, program: str) -> None:
    """Several mails at once: an old one, and behind it the one that is new."""
    (author,) = (
        one for one in world.players.values() if len(list((one.folder / "chain").iterdir())) == 4
    )
    for number in ("1", "3"):
        assert author.run("mail", "write", number, "-o", str(home / "two.mbox")) == 0
    quiet = 'set wait_key=no mail_check=0 folder="~" record="" trash="" quit=yes delete=no\n'
    (home / "muttrc").write_text(f"{quiet}{recipe('mutt-tagged')}")
    keys = 'push "<tag-pattern>~A<enter>,P<quit>"'
    command = [program, "-n", "-F", str(home / "muttrc"), "-f", str(home / "two.mbox"), "-e", keys]
    screen = "\n".join(lines_of(command, home, env={"TERM": "xterm", "LANG": "C.UTF-8"}))
    assert has_come(world), screen
    assert "received file 3 of seat" in screen
