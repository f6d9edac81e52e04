"""A game's folder: what is in it, and how it is read and written.

`chain/` and `private/` are the game; all else is derived from them and made again when missing.
"""

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomli

from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.scan import MOST_BYTES
from pbem.store.drafts import OWN, ahead_path, drafts
from pbem.store.files import disk_trouble, read_bounded, write_atomic, write_derived
from pbem.store.machine import close_to_others
from pbem.store.names import file_name, is_mailed, mail_name, named
from pbem.turnfile import HEX, NAME

MAILED = ("chain", "inbox", "outbox", "mail", "evidence")
"""Folders of turn files, in which nothing is hidden; all others are their owner's alone."""

FOLDERS = (*MAILED, "reports", OWN, "private", "cache")
DERIVED = ("outbox", "mail", "reports", "cache")
_SUMMARY = "cache/status.json"
DERIVED_FILES = ("state.toml", "private/charts.json")
_UNHEARD = "private/restored"
DERIVED_PLACES = ("cache", "outbox", "mail", *DERIVED_FILES, "reports", OWN)
MOST_SEAT = 16 * 1024
MOST_LIST = 256 * 1024
MOST_SNAPSHOT = 16 * 1024 * 1024


class Folder(Value, kw_only=False):
    """The folder of one seat's game."""

    path: Path

    def complete(self) -> None:
        """Make those of its folders that are missing, and close those that are nobody else's."""
        self.check_places()
        for name in FOLDERS:
            mode = 0o755 if name in MAILED else 0o700
            (self.path / name).mkdir(mode=mode, exist_ok=True)
        self.close()

    def check_places(self) -> None:
        """Refuse folders that are links: what is written, closed or thrown away lies elsewhere."""
        for name in FOLDERS:
            if (self.path / name).is_symlink():
                what = f"the game's folder '{name}' is a link to another place"
                hint = "put a folder of this name with the same files there instead of the link"
                raise refuse("folder", what, where=str(self.path / name), hint=hint)

    def is_complete(self) -> bool:
        """Whether all of its folders are there."""
        return all((self.path / name).is_dir() for name in FOLDERS)

    def close(self) -> None:
        """Close to others what is the owner's alone: each folder but those of turn files, drafts.

        A copy from a backup or a mail program may have opened it.
        """
        self.check_places()
        for name in FOLDERS:
            if name not in MAILED and (self.path / name).is_dir():
                close_to_others(self.path / name)
                for path in (self.path / name).iterdir():
                    close_to_others(path)
        for path in (ahead_path(self.path), *(path for _, path in drafts(self.path))):
            if path.exists():
                close_to_others(path)

    def sweep(self) -> None:
        """Remove the hidden parts of files that a command left when it was killed."""
        for name in (".", *FOLDERS):
            for part in (self.path / name).glob(".*.tmp"):
                part.unlink(missing_ok=True)

    # --- turn files ---

    def put(self, place: str, seq: int, seat: str, raw: bytes) -> Path:
        """Write a turn file into `chain`, `inbox`, `outbox` or `evidence`."""
        path = self.path / place / file_name(seq, seat)
        write_atomic(path, raw)
        return path

    def date(self, seq: int, seat: str, arrived: float) -> None:
        """Give a file of the chain the time at which it came, in seconds since 1970."""
        with suppress(OSError, OverflowError):  # not every disk knows every time
            os.utime(self.path / "chain" / file_name(seq, seat), (arrived, arrived))

    def times(self) -> list[tuple[int, str, float]]:
        """The (seq, seat) of the chain's files, each with when it came, in seconds since 1970."""
        chain = self.path / "chain"
        return [(*name, (chain / file_name(*name)).stat().st_mtime) for name in self.names("chain")]

    def withdraw(self, seq: int) -> None:
        """Move the chain's files from `seq` on to `evidence`, the last one first."""
        for number, seat in reversed([name for name in self.names("chain") if name[0] >= seq]):
            raw, kept = (self.find(place, number, seat) for place in ("chain", "evidence"))
            if kept is None:
                self.put("evidence", number, seat, raw or b"")
            if kept in (None, raw):
                self.drop("chain", number, seat)
            else:
                self.put_aside(number, seat)

    def put_aside(self, seq: int, seat: str) -> str:
        """Give a file of the chain another name, under which nobody reads it; gives that name."""
        path = self.path / "chain" / file_name(seq, seat)
        aside = path.with_name(f"{path.name}.aside")
        if aside.exists():
            aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.aside")
        with disk_trouble(path):
            path.rename(aside)
        return aside.name

    def post(self, game: str, seq: int, seat: str, raw: bytes) -> None:
        """Lay an own file of the game of that id into the outbox, and a copy of it to be mailed."""
        write_derived(self.path / "mail" / mail_name(game, seq, seat), raw, mode=0o644)
        self.put("outbox", seq, seat, raw)

    def find(self, place: str, seq: int, seat: str) -> bytes | None:
        """A turn file's bytes, or None where there is none."""
        path = self.path / place / file_name(seq, seat)
        return read_bounded(path, 2 * MOST_BYTES) if _is_plain_file(path) else None

    def drop(self, place: str, seq: int, seat: str) -> None:
        """Remove a turn file from a place; no error if it has gone."""
        (self.path / place / file_name(seq, seat)).unlink(missing_ok=True)

    def names(self, place: str) -> list[tuple[int, str]]:
        """The (seq, seat) of every turn file in a place, by seq; what else lies there is nothing.

        A file's name is canonical (protocol 9): `00007-akagi.pbem` is none.
        """
        with os.scandir(self.path / place) as entries:
            return sorted(pair for pair in map(named, entries) if pair is not None)

    def laid_in(self) -> tuple[Path, ...]:
        """What lies in the inbox under the name of its mail, such as `ab12cd34-0007-akagi.pbem`."""
        inbox = self.path / "inbox"
        if not inbox.is_dir():
            return ()
        with os.scandir(inbox) as entries:
            laid = [one.name for one in entries if is_mailed(one)]
        return tuple(inbox / name for name in sorted(laid))

    def strays(self) -> tuple[str, ...]:
        """What lies among the turn files and is none, as paths within the folder."""
        found: list[str] = []
        for place in ("chain", "inbox", "outbox"):
            with os.scandir(self.path / place) as entries:
                strange = (one.name for one in entries if named(one) is None)
                found += sorted(f"{place}/{name}" for name in strange if not name.startswith("."))
        return tuple(found)

    def chain(self, after: int = -1) -> Iterator[bytes]:
        """The files of the chain in order, from the one behind `after`; read one at a time."""
        for expected, (seq, seat) in enumerate(
            (pair for pair in self.names("chain") if pair[0] > after), start=after + 1
        ):
            if seq != expected:
                what = f"file {expected} is missing from the chain"
                hint = "put it back from your mail, or use a copy of the folder"
                if seq < expected:
                    what, hint = (
                        f"there are two files {seq} in the chain",
                        "move the false one away",
                    )
                raise refuse("folder", what, where=str(self.path / "chain"), hint=hint)
            yield read_bounded(self.path / "chain" / file_name(seq, seat), 2 * MOST_BYTES)

    def at(self, seq: int, seats: tuple[str, ...]) -> tuple[str, bytes] | None:
        """The chain's file of that number, by whichever seat."""
        for seat in seats:
            raw = self.find("chain", seq, seat)
            if raw is not None:
                return seat, raw
        return None

    def name_at(self, seq: int, seats: tuple[str, ...]) -> str:
        """The name of the chain's file of that number, by whichever seat; empty if none."""
        names = (file_name(seq, seat) for seat in seats)
        return next((name for name in names if (self.path / "chain" / name).exists()), "")

    # --- what is derived ---

    def forget(self) -> None:
        """Throw away everything that is derived from the chain and the key."""
        self.check_places()
        for name in (*DERIVED, *DERIVED_FILES):
            _throw_away(self.path / name)

    def copy_kept(self, other: "Folder") -> None:
        """Copy what is not derived into another folder: chain, evidence, secret, seat."""
        other.complete()
        for place in ("chain", "evidence"):
            for seq, seat in self.names(place):
                other.put(place, seq, seat, self.find(place, seq, seat) or b"")
        for name in ("seat.toml", "rules.sha256", "private/secret"):
            if (self.path / name).is_file():
                write_atomic(other.path / name, read_bounded(self.path / name, MOST_LIST), 0o600)

    def differs(self, true: "Folder") -> bool:
        """Whether anything derived says otherwise than in a true folder."""
        return bool(self._unlike(true, DERIVED_PLACES))

    def mend(self, true: "Folder") -> tuple[str, ...]:
        """Write anew what says otherwise than in a true folder, and drop caches that it lacks.

        Gives their names, but for the summary: it names places of a machine, which may be another
        one's by now.
        """
        self.complete()
        unlike = self._unlike(true, DERIVED_PLACES)
        for name in unlike:
            if (true.path / name).is_file():
                mode = (true.path / name).stat().st_mode & 0o777
                write_derived(self.path / name, read_bounded(true.path / name, MOST_SNAPSHOT), mode)
            else:
                (self.path / name).unlink()
        return tuple(name for name in unlike if name != _SUMMARY)

    def _unlike(self, true: "Folder", places: tuple[str, ...]) -> tuple[str, ...]:
        """The names of files in some places that a true folder has otherwise, or of caches not."""
        found = {name for place in places for name in true.files(place)}
        return tuple(
            name
            for name in sorted(found.union(self.files("cache")))
            if self._derived(name) != true._derived(name)
        )

    def files(self, place: str) -> Iterator[str]:
        """The paths of the files at a place, which may be one itself; hidden ones are passed over.

        A hidden file is the part of one that a program is writing.
        """
        for path in (self.path / place, *(self.path / place).glob("*")):
            if path.is_file() and not path.name.startswith("."):
                yield path.relative_to(self.path).as_posix()

    def _derived(self, name: str) -> bytes | None:
        """What a derived file holds; None if it is missing or no file that we wrote."""
        try:
            return read_bounded(self.path / name, MOST_SNAPSHOT)
        except (FileNotFoundError, Refused):
            return None

    # --- the rule book ---

    def book_list(self) -> str:
        """The list of the charts that the game was begun with; empty if there is none.

        Nobody has to believe it: its hash is in the genesis.
        """
        path = self.path / "rules.sha256"
        if not path.is_file():
            return ""
        return read_bounded(path, MOST_LIST).decode("utf-8", "replace")

    def write_book_list(self, text: str) -> None:
        """Keep the list of the charts that the game was begun with."""
        write_atomic(self.path / "rules.sha256", text.encode("utf-8"))

    # --- the private side ---

    def seat(self) -> Mapping[str, Any]:
        """`seat.toml`: which seat and key this folder plays."""
        path = self.path / "seat.toml"
        if not path.is_file():
            hint = "go to a game's folder, or name it with -C DIR: 'pbem games' lists yours"
            raise refuse("folder", "this is no game folder", where=str(self.path), hint=hint)
        try:
            about = tomli.loads(read_bounded(path, MOST_SEAT).decode("utf-8"))
        except (ValueError, RecursionError):
            about = {}
        if not isinstance(seat := about.get("seat"), str) or not NAME.fullmatch(seat):
            hint = 'put it back, or write into it: seat = "YOUR-SEAT"'
            raise refuse("folder", "the file is damaged", where=str(path), hint=hint)
        return about

    def write_seat(self, text: str) -> None:
        """Write `seat.toml`; with it the folder is a game folder."""
        write_atomic(self.path / "seat.toml", text.encode("utf-8"))

    def secret(self) -> bytes | None:
        """The game secret, or None if the private side is lost."""
        path = self.path / "private" / "secret"
        if not path.is_file():
            return None
        text = read_bounded(path, MOST_SEAT).decode("ascii", "replace").strip()
        if not HEX.fullmatch(text):
            hint = "put it back from a backup, or delete it"
            raise refuse("folder", "the game secret is damaged", where=str(path), hint=hint)
        return bytes.fromhex(text)

    def write_secret(self, secret: bytes) -> None:
        """Keep the game secret, readable by its owner alone."""
        path = self.path / "private" / "secret"
        write_atomic(path, secret.hex().encode("ascii") + b"\n", mode=0o600)

    def is_unheard(self) -> bool:
        """Whether the folder was restored, and nothing of the other side has come since."""
        return (self.path / _UNHEARD).exists()

    def set_unheard(self, wanted: bool) -> None:
        """Note that the folder was restored, or that the other side was heard since."""
        self.check_places()
        if wanted:
            (self.path / "private").mkdir(mode=0o700, exist_ok=True)
            write_atomic(self.path / _UNHEARD, b"", mode=0o600)
        else:
            (self.path / _UNHEARD).unlink(missing_ok=True)

    # --- derived files ---

    def read_json(self, place: str, name: str) -> Any:
        """A derived JSON file, or None if it is missing or damaged."""
        try:
            return json.loads(read_bounded(self.path / place / f"{name}.json", MOST_SNAPSHOT))
        except (OSError, ValueError, RecursionError, Refused):
            return None

    def has_snapshot(self) -> bool:
        """Whether a snapshot has been written."""
        return (self.path / "cache" / "snapshot.json").exists()

    def write_json(self, place: str, name: str, value: Any, *, synced: bool = False) -> None:
        """Write a derived JSON file; synced if what is written after it counts on it."""
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        write = write_atomic if synced else write_derived
        write(self.path / place / f"{name}.json", data, mode=_mode(place))

    def write_report(self, place: str, name: str, text: str) -> None:
        """Write a derived text into a folder, such as a report."""
        write_derived(self.path / place / name, text.encode("utf-8"), mode=_mode(place))

    def write_state(self, text: str) -> None:
        """Write the public state, which is the same for everybody."""
        write_derived(self.path / "state.toml", text.encode("utf-8"), mode=0o644)


def _throw_away(path: Path) -> None:
    """Remove what lies there, a folder or anything else; a link, and not where it leads."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _is_plain_file(path: Path) -> bool:
    """Whether a file lies there itself, and no link to one: that may change behind our back."""
    return path.is_file() and not path.is_symlink()


def _mode(place: str) -> int:
    """The rights of a file that is written into one of the folders."""
    return 0o644 if place in MAILED else 0o600
