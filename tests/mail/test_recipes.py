"""The recipes for mail programs in docs/mail.md, each run with the program that it is for."""

import grp
import os
import pwd
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mail.servers import own_all
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
    assert "received file 3 of the " in screen


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
    assert "received file 3 of the " in screen


AERC = """[you]
source = maildir://{mail}
default = INBOX
from = You <you@example.org>
"""


@pytest.mark.needs("aerc")
def test_aerc(world: World, home: Path) -> None:
    """Its tab with what was said is closed by any key, after which it may be left."""
    settings = home / ".config/aerc"
    box = home / "mail/INBOX"
    for folder in (settings, box / "cur", box / "new", box / "tmp"):
        folder.mkdir(parents=True)
    (box / "new/1").write_bytes((home / "turn.eml").read_bytes())
    (settings / "accounts.conf").write_text(AERC.format(mail=home / "mail"))
    (settings / "accounts.conf").chmod(0o600)
    (settings / "binds.conf").write_text(f"{recipe('aerc')}q = :quit<Enter>\n")
    turns = (("[pbem", ",p"), ("complete,", "\r"), ("[pbem", "q"))
    env = {"TERM": "xterm", "LANG": "C.UTF-8", "XDG_CONFIG_HOME": str(home / ".config")}
    command = ["setsid", "--ctty", "--wait", "aerc"]  # it asks for the terminal of its session
    screen = "\n".join(lines_of(command, home, columns=120, turns=turns, env=env))
    assert has_come(world), screen


SIEVE = """mail_location = maildir:{place}/mail
log_path = /dev/stderr
mail_uid = {user}
mail_gid = {group}
default_internal_user = {user}
plugin {{
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.pipe
  sieve_pipe_bin_dir = {place}/bin
}}
"""


@pytest.mark.needs("sieve-test")
def test_sieve(world: World, home: Path) -> None:
    """What it gives to a program is taken by ourselves: it runs none as root."""
    user = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    with TemporaryDirectory() as made:
        place = Path(made)
        (place / "bin").mkdir()
        (place / "bin/pbem").write_text(
            f'#!/bin/sh\ncat >{place}/mail/given; echo "$@" >{place}/mail/words\n'
        )
        (place / "bin/pbem").chmod(0o755)
        (place / "mail").mkdir()
        group = grp.getgrgid(user.pw_gid).gr_name
        config = SIEVE.format(place=place, user=user.pw_name, group=group)
        (place / "dovecot.conf").write_text(config)
        (place / "filter").write_text(recipe("sieve"))
        (place / "turn.eml").write_bytes((home / "turn.eml").read_bytes())
        own_all(place)
        files = [str(place / name) for name in ("dovecot.conf", "filter", "turn.eml")]
        command = ["sieve-test", "-e", "-c", *files]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "stored mail into mailbox 'INBOX'" in done.stderr, done.stderr
        words = (place / "mail/words").read_text().split()
        subprocess.run(["pbem", *words], input=(place / "mail/given").read_bytes(), check=True)
    assert words == ["receive", "-"]
    assert has_come(world)
