"""The program where modules and calls of POSIX are missing, as they are on Windows."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import ROOT

ABSENT = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
"""Modules that Windows does not have; `posix` is there while `os` itself is imported."""

CALLS = {
    "os": {
        "O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "chown",
        "chroot", "confstr", "ctermid", "fchdir", "fchmod", "fchown", "fdatasync", "fork",
        "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp",
        "getpriority", "getsid", "getuid", "killpg", "lchown", "lockf", "mkfifo", "mknod", "nice",
        "openpty", "pathconf", "pread", "pwrite", "posix_spawn", "sendfile", "setegid", "seteuid",
        "setgid", "setpgid", "setsid", "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp",
        "ttyname", "uname", "wait", "wait3", "wait4",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGTSTP",
        "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "getitimer", "pause", "pthread_kill",
        "pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigwait",
    },
}  # fmt: skip
"""What Windows does not have of modules that it has."""

# filelock and shutil use three of them on whatever does not say by its name that it is Windows
MISSING = f"""
import importlib.abc, os, signal, sys

ABSENT = {ABSENT - {"posix"}!r}
CALLS = {CALLS!r}

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)

sys.meta_path.insert(0, Absent())
for name in ABSENT & sys.modules.keys():
    del sys.modules[name]
for module, names in CALLS.items():
    for name in (names - {{"O_NONBLOCK", "fchmod", "sendfile"}}) & vars(sys.modules[module]).keys():
        delattr(sys.modules[module], name)
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

SEALED = """
import pathlib, shutil
from tests.systems.cartwheel.files import players, round_, world
here = pathlib.Path.cwd()
made, by_chance = world(here, "bismarck-sea"), players(1)
for _ in range(3):
    round_(made, by_chance)
author, other = (made.players[seat] for seat in ("japanese", "allied"))
kept = author.folder.with_name("kept")
shutil.copytree(author.folder / "chain", kept / "chain")
with author.at_home():
    import pbem.cli
    assert pbem.cli.run(["restore", str(kept), "--up-to-date"]) == 0
again = author.moved(kept)
with author.session() as session, again.session() as restored:
    assert restored.view().private == session.view().private is not None
assert other.run("verify") == 0
assert author.run("mail", "write") == 0
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


def test_a_sealed_game_is_played_mailed_and_restored_without_posix(tmp_path: Path) -> None:
    ran = without_posix(SEALED, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "every signature, link and seed holds" in ran.stdout
    (mail,) = tmp_path.glob("japanese/mail/*.eml")
    assert b"\nTo: allied <allied@example.org>" in mail.read_bytes()


IMPORTS = re.compile(rf"^\s*(?:import|from) .*\b({'|'.join((*ABSENT, *CALLS))})\b", re.MULTILINE)


def of_posix(tree: ast.Module) -> Iterator[str]:
    """What a module uses that POSIX alone has."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ABSENT & {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from ABSENT & {module.partition(".")[0]}
                yield from CALLS.get(module, set()) & {name.name for name in names}
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                yield from CALLS.get(module, set()) & {name}
            case ast.Call(args=[ast.Name(id=module), ast.Constant(value=str(name)), *_]):
                yield from CALLS.get(module, set()) & {name}


def test_one_module_alone_has_calls_of_posix() -> None:
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "pbem").rglob("*.py"))
    }
    assert len(texts) > 300
    near = {path for path, text in texts.items() if IMPORTS.search(text)}
    assert {"pbem/interrupts.py", "pbem/store/files.py"} < near
    assert [path for path in sorted(near) if any(of_posix(ast.parse(texts[path])))] == [
        "pbem/store/machine.py"
    ]


@pytest.mark.parametrize("name", ["fcntl", "pwd"])
def test_the_missing_modules_are_missing(name: str, tmp_path: Path) -> None:
    ran = without_posix(f"import {name}", tmp_path)
    assert f"No module named '{name}'" in ran.stderr
