"""Mails on this machine: in a Maildir, an mbox, a folder of files, or one file each.

Mails are read one at a time, whatever their box holds, and nothing in a box is changed but by
`put`: what was read stays unread.
"""

import mailbox
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from pbem.errors import refuse
from pbem.store.files import disk_trouble, read_bounded, write_atomic

MOST_BYTES = 64 * 1024 * 1024
"""A mail of more bytes is not read."""
MOST_FILES = 20_000
MOST_DEPTH = 4

_MAILDIR = ("cur", "new", "tmp")

Named = tuple[str, bytes]


def letters(path: Path) -> Iterator[Named]:
    """What lies at a path, with its name: a file, each mail of an mbox, each file of a folder.

    Of a folder nothing is read that is no plain file, no link is followed, and names that begin
    with a dot are passed over. Raises `Refused` (code `file`) for one with too many.
    """
    if not path.is_dir():
        yield from _file(path)
        return
    for number, one in enumerate(_files(path, MOST_DEPTH)):
        if number >= MOST_FILES:
            hint = "name a folder with fewer"
            raise refuse("file", f"more than {MOST_FILES:,} files", where=str(path), hint=hint)
        yield from _file(one)


def is_maildir(path: Path) -> bool:
    """Whether a folder is a Maildir."""
    return all((path / part).is_dir() for part in _MAILDIR)


def _file(path: Path) -> Iterator[Named]:
    """A file, or the mails in it if it is an mbox, so that never all of them are in memory."""
    if path.stat().st_size <= MOST_BYTES or not _is_mbox(path):
        yield str(path), read_bounded(path, MOST_BYTES)
        return
    with disk_trouble(path), path.open("rb") as file:
        yield from ((f"{path}, mail {n}", raw) for n, raw in enumerate(_apart(file), 1))


def _is_mbox(path: Path) -> bool:
    if not stat.S_ISREG(path.stat().st_mode):
        return False
    with disk_trouble(path), path.open("rb") as file:
        return file.read(5) == b"From "


def _apart(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The mails of an mbox; of one that is too long as much as may be."""
    kept: list[bytes] = []
    size, blank = 0, True
    for line in lines:
        if blank and line.startswith(b"From ") and kept:
            yield b"".join(kept)
            kept, size = [], 0
        size += len(line)
        if size <= MOST_BYTES:
            kept.append(line)
        blank = not line.strip()
    yield b"".join(kept)


def _files(folder: Path, depth: int) -> Iterator[Path]:
    """The plain files of a folder and of those below it; a Maildir's, its mails alone."""
    with disk_trouble(folder):
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    mails = is_maildir(folder)
    for entry in entries:
        if entry.name.startswith(".") or (mails and entry.name == "tmp"):
            continue
        if entry.is_dir(follow_symlinks=False) and depth > 0:
            yield from _files(Path(entry.path), depth - 1)
        elif entry.is_file(follow_symlinks=False):
            yield Path(entry.path)


def put(path: Path, mail: bytes) -> Path:
    """Put a mail, whose lines end in LF, into a Maildir, an mbox, or a file of its own.

    An mbox is a file that is one already, or whose name ends in `.mbox`. Gives where it lies.
    """
    if is_maildir(path):
        with disk_trouble(path):
            box = mailbox.Maildir(path, create=False)
            return path / "new" / box.add(mail)
    if path.suffix == ".mbox" or (path.is_file() and _is_mbox(path)):
        with disk_trouble(path):
            store = mailbox.mbox(path)
            store.lock()
            try:
                store.add(mail)
                store.flush()
            finally:
                store.close()
        return path
    write_atomic(path, mail.replace(b"\n", b"\r\n"), mode=0o600)
    return path
