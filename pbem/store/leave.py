"""When players are away, as this player has noted it: `leave.json` beside his keys.

It is told to others in letters and counts for nobody's hours; no file of a game holds it.
"""

import json
from datetime import date
from pathlib import Path

from pbem.decode import decode
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.store.files import make_folders, read_bounded, write_atomic
from pbem.store.home import config_folder

MOST_BYTES = 64 * 1024
MOST = 100
"""So many leaves are kept, the latest."""


class Leave(Value):
    """The first and the last day of a leave, as `2026-12-20`.

    `game` and `seat` say whose it is: the player's own, in all games, if both are empty.
    """

    first: str
    last: str
    game: str = ""
    seat: str = ""


class _File(Value):
    leaves: tuple[Leave, ...]


def leave_path() -> Path:
    """Where leaves are noted."""
    return Path(config_folder()) / "leave.json"


def leaves() -> tuple[Leave, ...]:
    """All that are noted, by their first days; raises `Refused` for a file that is none of ours."""
    path = leave_path()
    hint = "move the file away, and note your leaves anew with: pbem leave DAYS"
    try:
        found = json.loads(read_bounded(path, MOST_BYTES))
        made: _File = decode(_File, {"leaves": found}, code="leave", where=str(path), hint=hint)
        for one in made.leaves:
            date.fromisoformat(one.first), date.fromisoformat(one.last)
    except FileNotFoundError:
        return ()
    except (ValueError, RecursionError):
        raise refuse("leave", "this is no list of leaves", where=str(path), hint=hint) from None
    return made.leaves


def known_leaves() -> tuple[Leave, ...]:
    """As `leaves`; none where the file cannot be read, for what only tells of it in passing."""
    try:
        return leaves()
    except (OSError, Refused):
        return ()


def write_leaves(wanted: tuple[Leave, ...]) -> None:
    """Note leaves in place of those before."""
    kept = sorted(wanted, key=lambda one: (one.first, one.last, one.game, one.seat))[-MOST:]
    rows = [{"first": o.first, "last": o.last, "game": o.game, "seat": o.seat} for o in kept]
    make_folders(leave_path().parent, mode=0o700)
    write_atomic(leave_path(), json.dumps(rows, indent=2).encode("ascii"), mode=0o600)
