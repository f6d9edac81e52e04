"""The sign-once journal (protocol 9, "Signing")."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.keys import PrivateKey
from pbem.store import files, machine
from pbem.store.journal import Journal

LINE = PrivateKey.from_seed(bytes(range(32))).public.line
GAME = "ab" * 32
PLACE = (GAME, "akagi", 7)
RAW = b'format = "pbem/1"\n[signature]\nssh = """\none\n"""\n'
SAME_BODY = RAW.replace(b"one", b"two")
OTHER_BODY = RAW.replace(b"pbem/1", b"pbem/2")


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    return Journal.of(LINE)


def test_where_it_lies(journal: Journal, tmp_path: Path) -> None:
    """The key's folder begins as the key's fingerprint does, in hex."""
    path = journal.path(*PLACE)
    parts = path.relative_to(tmp_path).parts
    assert parts[0] == "journal"
    assert parts[1] == PrivateKey.from_seed(bytes(range(32))).public.digest.hex()[:32]
    assert parts[2:] == (GAME, "0000000007-akagi.pbem")


def test_what_was_kept_is_found(journal: Journal) -> None:
    assert journal.find(*PLACE) is None
    journal.keep(*PLACE, RAW)
    assert journal.find(*PLACE) == RAW
    for other in ((GAME, "akagi", 8), (GAME, "kaga", 7), ("cd" * 32, "akagi", 7)):
        assert journal.find(*other) is None


def test_it_is_its_owners_alone(journal: Journal) -> None:
    journal.keep(*PLACE, RAW)
    for folder, _, names in os.walk(journal.root):
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        for name in names:
            assert stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) == 0o600


def test_no_second_body_is_kept(journal: Journal) -> None:
    journal.keep(*PLACE, RAW)
    with pytest.raises(RuntimeError, match="another file has been signed as akagi 7"):
        journal.keep(*PLACE, OTHER_BODY)
    assert journal.find(*PLACE) == RAW


def test_the_same_body_may_come_again(journal: Journal) -> None:
    journal.keep(*PLACE, RAW)
    journal.keep(*PLACE, RAW)
    journal.keep(*PLACE, SAME_BODY)
    assert journal.find(*PLACE) == RAW


@pytest.mark.parametrize("step", ["fsync", "link"])
def test_a_crash_leaves_all_or_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """At whatever call the machine stops, the place is free or whole, and can be used again."""
    real, count = getattr(os, step), 0
    while True:
        place, left = (GAME, "akagi", count), [count]

        def stop(*arguments: object, left: list[int] = left) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return real(*arguments)

        monkeypatch.setattr(files.os, step, stop)
        try:
            journal.keep(*place, RAW)
        except KeyboardInterrupt:
            monkeypatch.setattr(files.os, step, real)
        else:
            break
        if journal.find(*place) is None:
            journal.keep(*place, OTHER_BODY)
        else:
            assert journal.find(*place) == RAW
        count += 1
    assert count > 0


def test_a_killed_program_leaves_all_or_nothing(journal: Journal) -> None:
    program = f"""
import os
from pbem.store import files
from pbem.store.journal import Journal
files.os.link = lambda *_: os.kill(os.getpid(), 9)
Journal.of({LINE!r}).keep(*{PLACE!r}, {RAW!r})
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    assert journal.find(*PLACE) is None
    journal.keep(*PLACE, OTHER_BODY)
    assert journal.find(*PLACE) == OTHER_BODY


def test_of_two_programs_one_keeps(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "WAIT", 0.0)
    folder = journal.path(*PLACE).parent
    files.make_folders(folder)
    with files.lock(folder), pytest.raises(Refused) as caught:
        journal.keep(*PLACE, RAW)
    assert caught.value.problems[0].code == "busy"
    assert journal.find(*PLACE) is None


@pytest.mark.parametrize(
    "place",
    [
        ("AB" * 32, "akagi", 7),
        ("../x", "akagi", 7),
        (GAME + "\n", "akagi", 7),
        (GAME, "../akagi", 7),
        (GAME, "", 7),
        (GAME, "akagi\n", 7),
        (GAME, "akagi", -1),
        (GAME, "akagi", 2**31),
    ],
)
def test_no_place_outside_a_game(journal: Journal, place: tuple[str, str, int]) -> None:
    with pytest.raises(ValueError, match="is no place in a game"):
        journal.keep(*place, RAW)
    assert not journal.root.exists()
