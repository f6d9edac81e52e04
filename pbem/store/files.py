"""Files that are whole or not there: bounded reading, atomic writing, locks.

Nothing here knows what is in a file. What the disk or its owner forbids is `Refused` with code
`disk`, what should not be read at all with code `file`.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pbem.errors import Refused, refuse
from pbem.store.machine import Busy, locked, open_without_waiting, sync_folder

_TROUBLE = {
    errno.ENOSPC: ("the disk is full", "make room and try again"),
    errno.EDQUOT: ("your share of the disk is used up", "make room and try again"),
    errno.EFBIG: ("the file would be larger than is allowed here", "raise the limit (ulimit -f)"),
    errno.EACCES: ("reading or writing this is forbidden", "check its permissions and its owner"),
    errno.EPERM: ("reading or writing this is forbidden", "check its permissions and its owner"),
    errno.EROFS: ("the disk can only be read", "use a folder on another disk"),
    errno.EISDIR: ("a folder stands where a file should be", "move it away"),
    errno.ENOTDIR: ("a file stands where a folder should be", "move it away"),
    errno.ENAMETOOLONG: ("the name is too long", "use a shorter one"),
    errno.ENXIO: ("this is no file", "name a file"),
    errno.ELOOP: ("the link leads nowhere", "name a file"),
    errno.EIO: ("the disk fails", "copy what is on it, and use another"),
}


@contextmanager
def disk_trouble(path: Path) -> Iterator[None]:
    """Turn what the disk or its owner forbids into `Refused` (code `disk`)."""
    try:
        yield
    except OSError as error:
        if error.errno not in _TROUBLE:
            raise
        what, hint = _TROUBLE[error.errno]
        raise refuse("disk", what, where=str(path), hint=hint) from error


# --- reading -------------------------------------------------------------------------------------


def read_bounded(path: Path, limit: int) -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Raises `Refused` (code `file`) for a larger one and for anything else, such as a folder or a
    pipe; FileNotFoundError where there is nothing.
    """
    with disk_trouble(path):
        data = _read_file(path, limit + 1)
    if len(data) > limit:
        hint = "this cannot be the right file"
        raise refuse("file", f"larger than {limit:,} bytes", where=str(path), hint=hint)
    return data


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a regular file, `most` of them at most; raises as `read_bounded` does."""
    with disk_trouble(path):
        return _read_file(path, most)


def _read_file(path: Path, most: int) -> bytes:
    try:
        with open(path, "rb", opener=open_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _no_file(path)
            data = file.read(min(most, status.st_size + 1))  # as much room as it needs
            grown = len(data) > status.st_size
            return data + file.read(most - len(data)) if grown else data
    except IsADirectoryError:
        raise _no_file(path) from None


def _no_file(path: Path) -> Refused:
    return refuse("file", "this is no file", where=str(path), hint="name a file")


# --- writing -------------------------------------------------------------------------------------


def write_atomic(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a whole file, synced to disk, in place of the one that may be there.

    After a failure or a crash there is the old file or the new one, never a part of one.
    """
    with disk_trouble(path), _written_beside(path, data, mode) as temporary:
        os.replace(temporary, path)
        sync_folder(path.parent)


def write_derived(path: Path, data: bytes, mode: int = 0o600) -> None:
    """As `write_atomic`, but not synced: for what is made again when it is missing or damaged.

    A program that is killed leaves the old file or the new one; a machine that loses its power
    may leave an empty one.
    """
    with disk_trouble(path), _written_beside(path, data, mode, sync=False) as temporary:
        os.replace(temporary, path)


def create_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """As `write_atomic`, but raises FileExistsError where there is a file already."""
    with disk_trouble(path), _written_beside(path, data, mode) as temporary:
        os.link(temporary, path)  # unlike a rename, a link never replaces anything
        sync_folder(path.parent)


@contextmanager
def _written_beside(path: Path, data: bytes, mode: int, *, sync: bool = True) -> Iterator[Path]:
    """A hidden file beside `path` with the data, synced; in the end it is gone or renamed."""
    if not path.parent.is_dir():
        raise refuse("disk", "there is no such folder", where=str(path.parent), hint="make it")
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def make_folders(path: Path, mode: int = 0o700) -> None:
    """Make a folder and those above it that are missing, synced, each with `mode`."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    with disk_trouble(path):
        for folder in reversed(missing):
            folder.mkdir(mode=mode, exist_ok=True)
            sync_folder(folder.parent)


# --- locking -------------------------------------------------------------------------------------


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Keep other programs from writing in a folder while the block runs.

    Another one is waited for some seconds; raises `Refused` (code `busy`) if it does not leave.
    Who reads takes no lock: files are replaced whole, and the position is written last.
    """
    with ExitStack() as held:
        try:
            with disk_trouble(folder):
                held.enter_context(locked(folder))
        except Busy:
            what, hint = "another pbem is at work here", "wait until it is done, and try again"
            raise refuse("busy", what, where=str(folder), hint=hint) from None
        yield
