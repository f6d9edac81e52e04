"""Turn files out of a heap: files under any name, folders of downloads or mails, their folders.

Names say nothing here: what a file holds decides. All is bounded, for a heap has things of others
in it: no link is followed out of a folder and nothing opened that is no file.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

from pbem.errors import Refused
from pbem.frozen import Value, replace
from pbem.store.files import read_start
from pbem.store.letterbox import letters

MOST_ENTRIES = 10_000
MOST_DEPTH = 8
MOST_READ = 256 * 1024 * 1024
"""Bytes that are looked through in one heap."""
MOST_BYTES = 32 * 1024 * 1024
"""Bytes of the turn files of one heap together, each counted once."""
MOST_FOUND = 4_000

_HEAD = 512
"""A file with a zero byte among so many first ones is no text."""
_NOT_TEXT = (b"PK\x03\x04", b"\x1f\x8b\x08", b"\xff\xfe", b"\xfe\xff")
"""What begins otherwise and may hold one all the same: archives, and texts of wide letters."""

NOTHING = "no turn file is in it"
ODD = "a link, a device or the like: name it by itself, if it is meant"
ENOUGH = "there is too much: name fewer files, or folders with less in them"
DEEP = "too many folders in each other: name it by itself, if it is meant"


class Find(Value):
    """A turn file by its bytes, or what begins like one; where it was, and when it came.

    `arrived` is in seconds since 1970: the file's time, or the date of its mail if that is earlier.
    `mail` is the mail around it; empty where it lay by itself.
    """

    where: str
    raw: bytes
    arrived: float
    mail: bytes = b""


class Card(Value):
    """A key card as it was found, and where."""

    where: str
    raw: bytes


class Passed(Value):
    """What was passed over in a heap, and why."""

    where: str
    why: str


class Heap(Value):
    """What was found, in the order of the paths and then of names, and what was passed over."""

    finds: tuple[Find, ...]
    passed: tuple[Passed, ...]
    cards: tuple[Card, ...] = ()


class Looked(Value):
    """The turn files in some bytes, each with its mail's date and the mail; why there is none.

    `cards` are the key cards among them.
    """

    files: tuple[tuple[bytes, str, bytes], ...]
    why: str = ""
    cards: tuple[bytes, ...] = ()


Look = Callable[[bytes], Looked]
"""Looks for turn files in the bytes of a file, or of a mail."""


def heap_of(paths: Iterable[Path], look: Look) -> Heap:
    """The turn files in some files and folders; a file may be named by a link, too.

    Raises FileNotFoundError where a path leads nowhere.
    """
    finds: list[Find] = []
    passed: list[Passed] = []
    cards: list[Card] = []
    known: dict[bytes, bytes] = {}
    read, room = 0, MOST_BYTES
    for path in _files(paths, passed):
        try:
            found, size = _found(path, look, cards)
        except Refused as refused:
            passed.append(Passed(where=str(path), why=refused.problems[0].what))
            continue
        except FileNotFoundError:
            continue  # it has gone meanwhile
        if isinstance(found, Passed):
            passed.append(found)
            found = ()
        read += size
        room -= sum(len(one.raw) + len(one.mail) for one in found if one.raw not in known)
        if read > MOST_READ or room < 0 or len(finds) + len(found) > MOST_FOUND:
            passed.append(Passed(where=str(path), why=ENOUGH))
            break
        # copies share their bytes: a thousand of them take the room of one
        finds += (_shared(one, known) for one in found)
    return Heap(finds=tuple(finds), passed=tuple(passed), cards=tuple(cards))


def _shared(one: Find, known: dict[bytes, bytes]) -> Find:
    """A find with the bytes of its first copy; only that one brings the mail around it."""
    first = known.setdefault(one.raw, one.raw)
    return one if first is one.raw else replace(one, raw=first, mail=b"")


def _found(path: Path, look: Look, cards: list[Card]) -> tuple[tuple[Find, ...] | Passed, int]:
    """What one file has, or why it has nothing, and how many bytes were looked through.

    Key cards in it are added.

    Raises `Refused` if it is too large, no file, or unreadable.
    """
    head = read_start(path, _HEAD)
    if b"\0" in head and not (head.startswith(_NOT_TEXT) or head[257:262] == b"ustar"):
        return Passed(where=str(path), why=NOTHING), len(head)
    came, size = path.stat().st_mtime, 0
    found: list[Find] = []
    why = NOTHING
    for where, raw in letters(path):
        looked = look(raw)
        found += finds_in(where, looked, came)
        cards += (Card(where=where, raw=raw) for raw in looked.cards if len(cards) < MOST_FOUND)
        why, size = looked.why or why, size + len(raw)
    return tuple(found) or Passed(where=str(path), why=why), size


def finds_in(where: str, looked: Looked, came: float) -> tuple[Find, ...]:
    """What was found in a file that came at a time, in seconds since 1970."""
    return tuple(
        Find(where=where, raw=raw, arrived=arrival(date, came), mail=mail)
        for raw, date, mail in looked.files
    )


def arrival(date: str, came: float) -> float:
    """When a file came, in seconds since 1970: by its mail's date, if that is earlier."""
    try:
        return min(came, parsedate_to_datetime(date).timestamp()) if date else came
    except (ValueError, OverflowError, OSError):
        return came


def _files(paths: Iterable[Path], passed: list[Passed]) -> Iterator[Path]:
    """The files among some paths, and in the folders among them; notes what is passed over."""
    left = MOST_ENTRIES
    for named in paths:
        if not named.is_dir():
            named.stat()
            yield named
            continue
        folders = [(named, 0)]
        while folders:
            folder, depth = folders.pop(0)
            for path in _inside(folder, left, passed):
                left -= 1
                if path.is_symlink() or not (path.is_dir() or path.is_file()):
                    passed.append(Passed(where=str(path), why=ODD))
                elif path.is_file():
                    yield path
                elif depth < MOST_DEPTH:
                    folders.append((path, depth + 1))
                else:
                    passed.append(Passed(where=str(path), why=DEEP))


def _inside(folder: Path, most: int, passed: list[Passed]) -> list[Path]:
    """What lies in a folder, by name; `most` of it at most."""
    names: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(names) == most:
                    passed.append(Passed(where=str(folder), why=ENOUGH))
                    break
                names.append(entry.name)
    except OSError as error:
        passed.append(Passed(where=str(folder), why=error.strerror or "it cannot be read"))
    return [folder / name for name in sorted(names)]
