"""What one kind of machine does otherwise than another: locks, rights, the syncing of folders.

Windows knows no rights of owner, group and others, and syncs a folder's names by itself. Whatever
only some machines have is called here, and nowhere else in the program.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

WAIT = 5.0
"""So many seconds a writing command waits for another one to be done."""

LOCK = ".lock"
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)


class Busy(Exception):
    """Another program has held the lock for as long as we waited."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other programs out of a folder; the system frees the lock when a program dies.

    Raises Busy where another one does not leave, FileNotFoundError where there is no folder.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - who only reads does not wait for it

    os.scandir(folder).close()  # FileLock would make it where it is missing
    held = FileLock(folder / LOCK, timeout=WAIT, poll_interval=0.02, mode=0o600)
    try:
        held.acquire()
    except Timeout:
        raise Busy from None
    try:
        yield
    finally:
        held.release()


def open_without_waiting(path: str, flags: int) -> int:
    """Open a path; a pipe without a writer would otherwise keep us waiting for ever."""
    return os.open(path, flags | _WITHOUT_WAITING)


def sync_folder(folder: Path) -> None:
    """Bring a folder's names to disk: a file's own sync does not do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_open_to_others(path: Path) -> bool:
    """Whether others than the owner, who is us, may use a file or look into a folder."""
    if not hasattr(os, "getuid"):
        return False
    status = path.lstat()
    return bool(status.st_mode & 0o077) and status.st_uid == os.getuid()


def close_to_others(path: Path) -> None:
    """Let nobody but the owner, who is us, use a file or look into a folder, if that can be done.

    On a disk that can only be read it cannot, and a file may just have been replaced.
    """
    with suppress(OSError):
        if is_open_to_others(path) and not path.is_symlink():
            path.chmod(0o700 if path.is_dir() else 0o600)


_OWN_WINDOWS = ("win32", "darwin")
_OPENER = "xdg-open"
"""What opens a file on a desktop that is neither Windows nor a Mac."""


def has_screen() -> bool:
    """Whether windows can open here."""
    return sys.platform in _OWN_WINDOWS or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def can_open_files() -> bool:
    """Whether there is a desktop that knows by which program a file is opened; it may know none."""
    return sys.platform in _OWN_WINDOWS or (has_screen() and shutil.which(_OPENER) is not None)


def open_file(path: Path) -> bool:
    """Let the desktop open a file; whether that could be begun.

    What its programs write is kept away from the terminal, and none is waited for.
    """
    with suppress(OSError):
        if sys.platform == "win32":
            os.startfile(path)
            return True
        begun = subprocess.Popen(
            ["open" if sys.platform == "darwin" else _OPENER, path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        begun.returncode = 0  # it is the desktop's from now on: nobody here asks what becomes of it
        return True
    return False
