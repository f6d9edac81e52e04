"""Evidence of when a file was mailed: the mail that it came in, keys of postmarks, time stamps.

Nothing in a game depends on it. Mails are their owner's alone: other things may stand in them.
"""

from pathlib import Path

from pbem.errors import Refused, refuse
from pbem.store.files import make_folders, read_bounded, write_atomic

MAILS, KEYS, STAMPS = "evidence/mail", "evidence/keys", "evidence/stamps"

MOST_MAIL = 3 * 1024 * 1024
"""Bytes of a mail that is kept."""
MOST_BYTES = 64 * 1024
"""Bytes of anything else."""


def keep_mail(folder: Path, name: str, mail: bytes) -> None:
    """Keep the mail that a turn file came in, under the file's name; the first one is kept."""
    path = _path(folder, MAILS, f"{name}.eml")
    if mail and len(mail) <= MOST_MAIL and not path.exists():
        _write(path, mail, private=True)


def mail_of(folder: Path, name: str) -> bytes:
    """The mail that was kept with a turn file; empty if there is none."""
    return _read(_path(folder, MAILS, f"{name}.eml"), MOST_MAIL)


def kept_since(folder: Path, name: str) -> float:
    """Since when a turn file's mail is kept, in seconds since 1970; raises OSError without one."""
    return _path(folder, MAILS, f"{name}.eml").stat().st_mtime


def note_postmark(folder: Path, name: str, words: str) -> None:
    """Note a postmark that was found to hold, for whoever only wants to read it."""
    _write(_path(folder, MAILS, f"{name}.postmark"), words.encode("utf-8") + b"\n", private=True)


def has_postmark(folder: Path, name: str) -> bool:
    """Whether a postmark of a turn file was noted."""
    return _path(folder, MAILS, f"{name}.postmark").is_file()


def keep_key(folder: Path, name: str, text: str) -> None:
    """Keep a provider's key, by the name under which it was published."""
    _write(_path(folder, KEYS, f"{name}.txt"), text.encode("ascii", "replace") + b"\n")


def key_of(folder: Path, name: str) -> str:
    """A provider's key that was kept; empty if there is none."""
    return _read(_path(folder, KEYS, f"{name}.txt"), MOST_BYTES).decode("ascii", "replace").strip()


def put_request(folder: Path, name: str, raw: bytes) -> Path:
    """Keep what is to be sent to a stamping authority for a turn file; gives where it lies."""
    path = _path(folder, STAMPS, f"{name}.tsq")
    _write(path, raw)
    return path


def keep_stamp(folder: Path, name: str, raw: bytes, authority: bytes) -> Path:
    """Keep a time stamp and the certificate that it leads to; gives where the stamp lies."""
    path = _path(folder, STAMPS, f"{name}.tsr")
    _write(path.with_suffix(".pem"), authority)
    _write(path, raw)
    return path


def stamp_of(folder: Path, name: str) -> tuple[bytes, bytes]:
    """The time stamp that was kept with a turn file, and the certificate; empty if none was."""
    path = _path(folder, STAMPS, f"{name}.tsr")
    return _read(path, MOST_BYTES), _read(path.with_suffix(".pem"), MOST_BYTES)


def _path(folder: Path, place: str, name: str) -> Path:
    return folder / place / name


def _write(path: Path, raw: bytes, *, private: bool = False) -> None:
    if path.parent.is_symlink() or path.parent.parent.is_symlink():
        hint = "put a folder of this name there instead of the link"
        raise refuse("folder", "this is a link to another place", where=str(path.parent), hint=hint)
    make_folders(path.parent, mode=0o700 if private else 0o755)
    write_atomic(path, raw, mode=0o600 if private else 0o644)


def _read(path: Path, most: int) -> bytes:
    try:
        return read_bounded(path, most)
    except (FileNotFoundError, Refused):
        return b""
