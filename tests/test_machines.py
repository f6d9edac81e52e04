"""The program where modules and calls of POSIX are missing, as they are on Windows."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT

MISSING = """
import importlib.abc, os, sys

ABSENT = {"fcntl", "grp", "pwd", "pty", "resource", "syslog", "termios", "tty"}

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
for name in ABSENT & sys.modules.keys():
    del sys.modules[name]
for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "fork", "getuid", "geteuid",
             "getgid", "fchown", "chown", "mkfifo", "setsid", "killpg", "uname"):
    if hasattr(os, name):
        delattr(os, name)
"""

IMPORT_ALL = """
import importlib, pkgutil
import pbem
names = [one.name for one in pkgutil.walk_packages(pbem.__path__, "pbem.")]
for name in names:
    if name != "pbem.__main__":
        importlib.import_module(name)
print(len(names))
"""

PLAY = """
import pbem.cli
raise SystemExit(pbem.cli.run(["demo", "table", "--out", "game"]))
"""


def without_posix(program: str, place: Path) -> "subprocess.CompletedProcess[str]":
    """Run a program in a Python that has nothing of POSIX alone."""
    return subprocess.run(
        [sys.executable, "-W", "ignore:only soft file lock", "-c", MISSING + program],
        cwd=place, env={"PYTHONPATH": str(ROOT), "HOME": str(place), "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_every_module_is_imported_without_posix(tmp_path: Path) -> None:
    ran = without_posix(IMPORT_ALL, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert int(ran.stdout) > 300


def test_a_whole_game_is_played_and_verified_without_posix(tmp_path: Path) -> None:
    ran = without_posix(PLAY, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("every signature, link and seed holds") == 2
    assert (tmp_path / "game" / "us" / "outbox" / "0001-us.pbem").exists()


@pytest.mark.parametrize("name", ["fcntl", "pwd"])
def test_the_missing_modules_are_missing(name: str, tmp_path: Path) -> None:
    ran = without_posix(f"import {name}", tmp_path)
    assert f"No module named '{name}'" in ran.stderr
