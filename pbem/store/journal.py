"""The sign-once journal beside the keys (protocol 9, "Signing").

It holds every file that a key has signed, by game, seat and number, in its own folder and not in
the game's: a game folder that is copied, restored or made twice still finds what was signed.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from pbem.frozen import Value
from pbem.keys import PublicKey
from pbem.scan import LAST_SEQ, MOST_BYTES
from pbem.store.files import create_file, lock, make_folders, read_bounded, write_atomic
from pbem.store.keyring import config_home
from pbem.turnfile import HEX, NAME

_SIGNATURE = re.compile(rb"^\[signature\]$", re.MULTILINE)


class Journal(Value, kw_only=False):
    """The journal of one key."""

    root: Path

    @classmethod
    def of(cls, line: str) -> "Journal":
        """The journal of the key `ssh-ed25519 AAAA…` in the player's configuration folder."""
        return cls(config_home() / "journal" / PublicKey.parse(line).digest.hex()[:32])

    def path(self, game: str, seat: str, seq: int) -> Path:
        """Where the file that was signed at this place lies, or would lie."""
        if not (HEX.fullmatch(game) and NAME.fullmatch(seat) and 0 <= seq <= LAST_SEQ):
            raise ValueError(f"{(game, seat, seq)!r} is no place in a game")
        # the number first: Windows has no folders and no files called `con` or `aux`
        return self.root / game / f"{seq:010d}-{seat}.pbem"

    def find(self, game: str, seat: str, seq: int) -> bytes | None:
        """The whole file that was signed at this place, or None."""
        try:
            return read_bounded(self.path(game, seat, seq), MOST_BYTES)
        except FileNotFoundError:
            return None

    def signed(self, game: str) -> Iterator[tuple[Path, bytes]]:
        """Every file of a game that this key has signed, by number, and where it lies."""
        for path in sorted((self.root / game).glob("*.pbem")):
            yield path, read_bounded(path, MOST_BYTES)

    def keep(self, game: str, seat: str, seq: int, raw: bytes) -> None:
        """Keep a signed file before it leaves; synced when this returns.

        The same body may be kept again. Raises RuntimeError for another one: the caller has to
        ask `find` before he signs.
        """
        path = self.path(game, seat, seq)
        make_folders(path.parent)
        with lock(path.parent):
            kept = self.find(game, seat, seq)
            if kept is not None and _body(kept) != _body(raw):
                raise RuntimeError(f"another file has been signed as {seat} {seq} of {game}")
            if kept is None:
                create_file(path, raw, mode=0o600)

    def adopt(self, game: str, seat: str, seq: int, raw: bytes) -> None:
        """Keep a file that was signed elsewhere, or that this journal had lost."""
        self.note_adopted(game, seat)
        self.keep(game, seat, seq, raw)

    def note_adopted(self, game: str, seat: str) -> None:
        """Note that files of a seat were put back, and more of them may have been signed."""
        make_folders(self.root / game)
        write_atomic(self._adopted(game, seat), b"", mode=0o600)

    def has_adopted(self, game: str, seat: str) -> bool:
        """Whether files of a seat were put back since one was signed here."""
        return self._adopted(game, seat).exists()

    def forget_adopted(self, game: str, seat: str) -> None:
        """Note that a file was signed here since."""
        self._adopted(game, seat).unlink(missing_ok=True)

    def _adopted(self, game: str, seat: str) -> Path:
        return self.path(game, seat, 0).with_suffix(".adopted")


def _body(raw: bytes) -> bytes:
    """What the signature is over; two files with one body are the same file (protocol 3)."""
    found = _SIGNATURE.search(raw)
    return raw[: found.start()] if found else raw
