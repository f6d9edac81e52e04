"""Files that are whole or not there, and locks."""

import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.store import files, machine
from pbem.store.files import (
    create_file,
    lock,
    make_folders,
    read_bounded,
    write_atomic,
    write_derived,
)


def code_of(caught: "pytest.ExceptionInfo[Refused]") -> str:
    return caught.value.problems[0].code


def test_writing_replaces_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomic(path, b"old")
    write_atomic(path, b"new", mode=0o600)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["file"]


def test_creating_never_replaces(tmp_path: Path) -> None:
    path = tmp_path / "file"
    create_file(path, b"old", mode=0o600)
    with pytest.raises(FileExistsError):
        create_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize(
    ("write", "call"),
    [
        (write_atomic, "fsync"),
        (write_atomic, "replace"),
        (write_derived, "replace"),
        (create_file, "fsync"),
        (create_file, "link"),
    ],
)
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "your share of the disk is used up"),
        (errno.EACCES, "forbidden"),
        (errno.EROFS, "the disk can only be read"),
    ],
)
def test_what_the_disk_forbids_is_refused_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Any, call: str, number: int, words: str
) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "file"
    if write is write_atomic:
        path.write_bytes(b"old")
    monkeypatch.setattr(files.os, call, fail)
    with pytest.raises(Refused, match=words) as caught:
        write(path, b"new")
    assert code_of(caught) == "disk"
    assert caught.value.problems[0].where == str(path)
    assert caught.value.problems[0].hint
    assert [p.read_bytes() for p in tmp_path.iterdir()] == ([b"old"] * (write is write_atomic))


def test_a_limit_on_the_size_of_files_is_refused(tmp_path: Path) -> None:
    """A real limit: the system's, in a program of its own."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    program = f"""
import resource, pathlib
from pbem.errors import Refused
from pbem.store.files import write_atomic
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, {resource.RLIM_INFINITY}))
try:
    write_atomic(pathlib.Path({str(path)!r}), bytes(100_000))
except Refused as refused:
    print(refused.problems[0].code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"disk\n"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_an_interrupted_write_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(tmp_path / "file", b"new")
    assert os.listdir(tmp_path) == []


def test_data_and_name_are_synced_in_this_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def sync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        calls.append("sync folder" if is_folder else "sync file")

    replace = os.replace
    monkeypatch.setattr(files.os, "fsync", sync)
    monkeypatch.setattr(files.os, "replace", lambda *a: (calls.append("rename"), replace(*a)))
    write_atomic(tmp_path / "file", b"new")
    assert calls == ["sync file", "rename", "sync folder"]


def test_what_is_derived_is_whole_but_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sync(_: int) -> None:
        raise AssertionError

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(files.os, "fsync", sync)
    write_derived(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["file"]


def test_writing_where_it_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for path in ("none/file", "file/file", "folder", "n" * 300):
        with pytest.raises(Refused) as caught:
            write_atomic(tmp_path / path, b"new")
        assert code_of(caught) == "disk"
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_reading_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(Refused, match="larger than 4 bytes") as caught:
        read_bounded(path, 4)
    assert code_of(caught) == "file"


@pytest.mark.needs("/proc/self/status")
def test_a_file_that_is_longer_than_its_folder_says_is_read_to_its_end() -> None:
    path = Path("/proc/self/status")
    assert path.stat().st_size == 0
    lines = read_bounded(path, 100_000).splitlines()
    assert lines[0].startswith(b"Name:")
    assert lines[-1].startswith(b"nonvoluntary_ctxt_switches:")


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(Refused, match="this is no file") as caught:
            read_bounded(path, 10)
        assert code_of(caught) == "file"
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "none", 10)


def test_new_folders_are_their_owners_alone(tmp_path: Path) -> None:
    make_folders(tmp_path / "a" / "b", mode=0o700)
    make_folders(tmp_path / "a" / "b", mode=0o700)
    modes = [stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "a", tmp_path / "a" / "b")]
    assert modes == [0o700, 0o700]


def test_a_lock_lets_one_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "WAIT", 0.0)
    with lock(tmp_path):
        with pytest.raises(Refused) as caught, lock(tmp_path):
            pass
        assert code_of(caught) == "busy"
        assert caught.value.problems[0].hint
    with lock(tmp_path):
        assert os.listdir(tmp_path) == [".lock"]


def test_only_a_folder_that_is_there_can_be_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Refused) as caught, lock(tmp_path / "file"):
        pass
    assert code_of(caught) == "disk"
    with pytest.raises(FileNotFoundError), lock(tmp_path / "none"):
        pass


def test_a_lock_is_free_when_its_program_dies(tmp_path: Path) -> None:
    program = f"""
import os, pathlib
from pbem.store.files import lock
with lock(pathlib.Path({str(tmp_path)!r})):
    os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    with lock(tmp_path):
        pass


def test_trouble_inside_a_lock_is_not_called_trouble_with_it(tmp_path: Path) -> None:
    with pytest.raises(PermissionError), lock(tmp_path):
        raise PermissionError(errno.EACCES, "of the block's own")
