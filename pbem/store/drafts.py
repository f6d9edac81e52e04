"""The orders files in a game's folder: where they lie, and what is kept of the words in them.

Nothing that a player wrote is thrown away: what is replaced or sent moves to the folder `own`.
"""

import json
import os
import re
import secrets
from pathlib import Path
from typing import Any

from pbem.errors import Refused, refuse
from pbem.scan import MOST_BYTES
from pbem.store.files import disk_trouble, read_bounded, write_atomic

OWN = "own"
"""Where reports of hidden things and drafts that were sent lie."""
AHEAD = "orders-ahead.toml"
"""The draft of a file that is not due yet, and has no number."""
_DRAFT = re.compile(r"orders-([0-9]{4,10})\.toml")
MOST_ADDED = 4 * 1024 * 1024


def draft_path(folder: Path, seq: int) -> Path:
    """Where the orders for this seat's file `seq` lie, unless the player names another file."""
    return folder / f"orders-{seq:04d}.toml"


def ahead_path(folder: Path) -> Path:
    """Where the orders for a file lie that is not due yet."""
    return folder / AHEAD


def drafts(folder: Path) -> list[tuple[int, Path]]:
    """The orders files in a game's folder with the numbers of their files, in order."""
    found = ((_DRAFT.fullmatch(name), folder / name) for name in os.listdir(folder))
    return sorted((int(match[1]), path) for match, path in found if match)


def put_away(folder: Path, seq: int) -> tuple[Path, ...]:
    """Move drafts for files up to `seq` away, and say where they lie: nothing written is lost."""
    moved: list[Path] = []
    for number, path in drafts(folder):
        if number > seq:
            continue
        target = folder / OWN / path.name
        if target.exists():
            target = target.with_name(f"{path.stem}-{secrets.token_hex(4)}.toml")
        with disk_trouble(path):
            path.rename(target)
        _record(folder, path).unlink(missing_ok=True)
        moved.append(target)
    return tuple(moved)


def go_on(folder: Path, seq: int, next_seq: int | None) -> tuple[Path, ...]:
    """Let the draft for file `seq`, which decided nothing, be that of a later; says where it lies.

    It is one ahead where none is due till somebody else has written. Nothing is moved where there
    is none, or one for the later file already.
    """
    begun = draft_path(folder, seq)
    due = ahead_path(folder) if next_seq is None else draft_path(folder, next_seq)
    if not begun.is_file() or due.exists():
        return ()
    raw = read_bounded(begun, 2 * MOST_BYTES).decode("utf-8", "surrogateescape")
    anew = numbered(raw, next_seq).encode("utf-8", "surrogateescape")
    write_atomic(due, anew, mode=0o600)
    with disk_trouble(begun):
        begun.unlink()
        if _record(folder, begun).exists():
            _record(folder, begun).rename(_record(folder, due))
    return (due,)


_HEADED = re.compile(r"^(# Orders of seat .* for )file [0-9]+\b", re.MULTILINE)
_NUMBERED = re.compile(r"^file = ([0-9]+)\b[^\n]*\n", re.MULTILINE)
_ORDER = re.compile(r"^\s*\[\[?\s*order\b", re.MULTILINE)


def number_of(text: str) -> int | None:
    """The number of the file that an orders file says it is for; None if it says none."""
    found = _NUMBERED.search(_head(text))
    return int(found[1]) if found else None


def numbered(text: str, seq: int | None) -> str:
    """An orders file as one for file `seq`; for None as one for a file that is not due yet."""
    head = _head(text)
    due, line = (
        ("a file that is not due yet", "") if seq is None else (f"file {seq}", f"file = {seq}\n")
    )
    anew = _NUMBERED.sub(line, _HEADED.sub(rf"\g<1>{due}", head, count=1), count=1)
    return anew + text[len(head) :]


def _head(text: str) -> str:
    """What stands in an orders file before its first order."""
    first = _ORDER.search(text)
    return text[: first.start()] if first else text


def take_up(folder: Path, seq: int) -> None:
    """Let the draft that was begun ahead be that of file `seq`, which is due now."""
    ahead, due = ahead_path(folder), draft_path(folder, seq)
    if not ahead.is_file() or due.exists():
        return
    with disk_trouble(ahead):
        ahead.rename(due)
        if _record(folder, ahead).exists():
            _record(folder, ahead).rename(_record(folder, due))


# --- what is changed by commands -----------------------------------------------------------------


def keep(folder: Path, path: Path) -> Path | None:
    """Copy an orders file into the folder `own`; gives the copy, None where there was no file.

    What commands have added to it since can be taken back no more.
    """
    if not path.exists():
        return None
    raw = read_bounded(path, 2 * MOST_BYTES)
    names = (f"{path.stem}-before-{number}{path.suffix}" for number in range(1, 1_000_000))
    copy = next(place for name in names if not (place := folder / OWN / name).exists())
    write_atomic(copy, raw, mode=0o600)
    return copy


def append(folder: Path, path: Path, before: bytes, more: str) -> None:
    """Write `more` behind an orders file as it was read, with its line ends, to be taken back.

    `before` is what a file begins with that is not there yet. Raises `Refused` if somebody has
    changed the file since it was read.
    """
    if path.exists() and read_bounded(path, 2 * MOST_BYTES) != before:
        hint = "run the command again"
        raise refuse("busy", "the file has been changed just now", where=str(path), hint=hint)
    end = "\r\n" if b"\r\n" in before else "\n"
    chunk = ("" if before.endswith(b"\n") else "\n") + more
    chunk = chunk.replace("\n", end)
    known = [one for one in added(folder, path) if one.encode("utf-8") in before]
    _note(folder, path, [*known, chunk])
    write_atomic(path, before + chunk.encode("utf-8"), mode=0o600)


def take_back(folder: Path, path: Path, begun: bytes) -> tuple[str, Path]:
    """Take out what was appended last; gives it, and a copy of the file as it was.

    A file of which nothing is left but what it was `begun` with is gone. Raises `Refused` if
    nothing was appended, or if it has been changed by hand since.
    """
    chunks, raw = added(folder, path), read_bounded(path, 2 * MOST_BYTES)
    if not chunks:
        what, hint = "no command has added anything to it", "edit the file, or begin with --anew"
        raise refuse("orders", what, where=str(path), hint=hint)
    chunk = chunks[-1].encode("utf-8")
    at = raw.rfind(chunk)
    if at < 0 or not _stands_apart(raw[at + len(chunk) :]):
        what = "what was added last has been changed by hand since"
        raise refuse("orders", what, where=str(path), hint="edit the file: take it out there")
    copy = keep(folder, path)
    assert copy is not None
    left = raw[:at] + raw[at + len(chunk) :]
    if left == begun:
        path.unlink()
    else:
        write_atomic(path, left, mode=0o600)
    _note(folder, path, chunks[:-1])
    return chunks[-1], copy


def _stands_apart(rest: bytes) -> bool:
    """Whether what follows an order belongs to no order: its next line of TOML is a header."""
    lines = (line.strip() for line in rest.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"[")
    return first.startswith(b"[")


def added(folder: Path, path: Path) -> list[str]:
    """What commands have appended to an orders file, in order; nothing if that is not known."""
    try:
        found: Any = json.loads(read_bounded(_record(folder, path), MOST_ADDED))
    except (OSError, ValueError, RecursionError, Refused):
        return []
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def forget_added(folder: Path, path: Path) -> None:
    """Let nothing be taken back in an orders file that is written anew."""
    _record(folder, path).unlink(missing_ok=True)


def _note(folder: Path, path: Path, chunks: list[str]) -> None:
    if chunks:
        data = json.dumps(chunks, ensure_ascii=False).encode("utf-8")
        write_atomic(_record(folder, path), data, mode=0o600)
    else:
        forget_added(folder, path)


def _record(folder: Path, path: Path) -> Path:
    return folder / OWN / f"{path.stem}-added.json"
