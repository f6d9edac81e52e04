"""Mails on this machine: in a Maildir, an mbox, or a file each."""

import mailbox
import stat
from collections.abc import Iterator
from pathlib import Path

from pbem.store.files import disk_trouble, read_bounded, write_atomic

MOST_BYTES = 64 * 1024 * 1024
"""A mail, or another file, of more bytes is not read."""

_MAILDIR = ("cur", "new", "tmp")

Named = tuple[str, bytes]


def letters(path: Path) -> Iterator[Named]:
    """A file with its name, or each mail of a large mbox, so that never all are in memory.

    Raises `Refused` (code `file`) for what is no plain file, or too large.
    """
    if path.stat().st_size <= MOST_BYTES or not _is_mbox(path):
        yield str(path), read_bounded(path, MOST_BYTES)
        return
    with disk_trouble(path), path.open("rb") as file:
        yield from ((f"{path}, mail {n}", raw) for n, raw in enumerate(_apart(file), 1))


def is_maildir(path: Path) -> bool:
    """Whether a folder is a Maildir."""
    return all((path / part).is_dir() for part in _MAILDIR)


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
