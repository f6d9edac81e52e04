"""The key ring: making, finding and opening keys."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from pbem.card import Card, parse_card
from pbem.errors import Refused
from pbem.keys import PrivateKey
from pbem.store import keyring
from pbem.store.keyring import choose, config_home, create, entries, find, for_public, key_for


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of this test's own; nobody's real keys are looked at."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def no_passphrase(name: str) -> str:
    raise AssertionError(f"asked for the passphrase of {name}")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def put_ssh_key(home: Path, name: str = "id_ed25519", passphrase: str = "") -> Path:
    path = home / ".ssh" / name
    path.parent.mkdir(exist_ok=True)
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "anna", "-f", path]
    subprocess.run(command, check=True)
    return path


def test_where_the_configuration_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_home() == home / "config"
    monkeypatch.delenv("PBEM_HOME")
    assert config_home() == home / ".config" / "pbem"
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert config_home() == home / ".config" / "pbem"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "xdg"))
    assert config_home() == home / "xdg" / "pbem"


def test_a_new_key_is_its_owners_alone(home: Path) -> None:
    entry = create("main", holder="Anna", email="anna@example.org")
    folder = home / "config" / "keys"
    assert sorted(os.listdir(folder)) == ["main", "main.card", "main.pub"]
    assert mode(home / "config") == mode(folder) == 0o700
    assert mode(folder / "main") == 0o600
    assert (folder / "main.pub").read_text() == f"{entry.public.line} main\n"
    card = parse_card((folder / "main.card").read_text())
    assert card == entry.card == Card("Anna", "anna@example.org", entry.public.line)
    assert entry.load(no_passphrase).public == entry.public


def test_a_key_is_never_overwritten() -> None:
    entry = create("main")
    before = entry.path.read_bytes()
    with pytest.raises(Refused, match="there is a key 'main' already"):
        create("main")
    assert entry.path.read_bytes() == before
    assert entry.card.key == entry.public.line


@pytest.mark.parametrize("name", ["", ".", "../x", "a/b", "-x", "a.pub", "a b", "a\n", "x" * 33])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(Refused, match="is no name for a key"):
        create(name)


def test_nothing_is_made_for_a_holder_that_no_card_can_show(home: Path) -> None:
    with pytest.raises(Refused, match="no plain e-mail address"):
        create("main", email="nobody")
    assert not (home / "config").exists()


def test_a_passphrase_is_asked_for_only_when_needed() -> None:
    entry = create("main", passphrase="correct horse")
    assert entry.locked
    asked: list[str] = []
    assert entry.load(lambda name: asked.append(name) or "correct horse").public == entry.public
    assert asked == ["main"]
    with pytest.raises(Refused, match="the passphrase is wrong"):
        entry.load(lambda _: "wrong")


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o660, 0o644])
def test_a_key_that_others_may_read_is_refused_as_ssh_does(bits: int) -> None:
    entry = create("main")
    entry.path.chmod(bits)
    with pytest.raises(Refused, match="others may read this private key") as caught:
        entry.load(no_passphrase)
    assert caught.value.problems[0].hint == f"chmod 600 {entry.path}"


def test_listing_passes_over_what_is_no_key(home: Path) -> None:
    assert entries() == ()
    second, first = create("b"), create("a")
    (home / "config" / "keys" / "notes").write_text("no key")
    (home / "config" / "keys" / "folder").mkdir()
    os.mkfifo(home / "config" / "keys" / "pipe")
    assert entries() == (first, second)


@pytest.mark.needs("ssh-keygen")
def test_finding_by_name_and_path(home: Path) -> None:
    entry, path = create("main"), put_ssh_key(home)
    assert find("main") == entry
    found = find("id_ed25519")
    assert found == find(str(path)) == find("~/.ssh/id_ed25519")
    assert found.card == Card("anna", "", found.public.line)
    assert found.load(no_passphrase).public == found.public
    assert found not in entries()


def test_what_cannot_be_found_is_told(home: Path) -> None:
    create("main")
    with pytest.raises(Refused, match="there is no key 'other'") as caught:
        find("other")
    assert caught.value.problems[0].hint == "yours are: main; make one with 'pbem keys new'"
    for name in ("..", "", "a/../b", "~nobody/x", "./none"):
        with pytest.raises(Refused):
            find(name)
    with pytest.raises(Refused, match="no readable OpenSSH private key"):
        find(str(home / "config" / "keys" / "main.pub"))


def test_choosing_without_a_name() -> None:
    with pytest.raises(Refused, match="you have no key yet"):
        choose(None)
    entry = create("main")
    assert choose(None) == entry
    other = create("other")
    assert choose("other") == other
    with pytest.raises(Refused, match="you have several keys") as caught:
        choose(None)
    assert caught.value.problems[0].hint == "name one of them: main, other"


@pytest.mark.needs("ssh-keygen")
def test_finding_by_public_key(home: Path) -> None:
    entry, path = create("main"), put_ssh_key(home, passphrase="right")
    (home / ".ssh" / "config").write_text("Host *\n")
    (home / ".ssh" / "broken").write_text("no key")
    (home / ".ssh" / "broken.pub").write_text("no key")
    assert for_public(entry.public.line) == entry
    theirs = find(str(path))
    assert for_public(theirs.public.line) == theirs
    assert key_for(theirs.public.line, lambda _: "right").public == theirs.public
    with pytest.raises(Refused, match="is not on this machine"):
        for_public(PrivateKey.from_seed(bytes(32)).public.line)


def test_a_card_of_another_key_is_not_shown_as_ours() -> None:
    first, second = create("first"), create("second")
    second.path.with_name("second.card").write_text(first.path.with_name("first.card").read_text())
    second.path.with_name("second.pub").unlink()
    assert second.card == Card("second", "", second.public.line)


def test_a_crash_before_the_name_appears_leaves_no_key(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(keyring.os, "link", crash)
    with pytest.raises(KeyboardInterrupt):
        create("main")
    assert os.listdir(home / "config" / "keys") == []
