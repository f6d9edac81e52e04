"""The folders of this player's games, so that a game is found from anywhere.

`games.toml` in the configuration folder lists them. It is a help and no truth: a folder that has
gone is passed over, and a game that is missing enters with the next command that moves it on.
"""

import os
from pathlib import Path

import tomli
import tomli_w

from pbem.errors import Refused
from pbem.store.files import make_folders, read_bounded, write_atomic
from pbem.store.folder import Folder
from pbem.store.keyring import config_home

MOST_BYTES = 1024 * 1024
SEAT_FILE = "seat.toml"


def folders() -> tuple[Path, ...]:
    """The game folders that are still there, in the order in which they came."""
    return tuple(path for path in map(Path, _listed()) if (path / SEAT_FILE).is_file())


def enter(path: Path) -> None:
    """Add a game's folder; nothing is written where it is listed already."""
    known, name = _listed(), os.path.abspath(path)
    if name in known:
        return
    kept = [one for one in known if os.path.isfile(os.path.join(one, SEAT_FILE))]
    text = tomli_w.dumps({"folders": [*kept, name]}, multiline_strings=False)
    make_folders(_place().parent, mode=0o700)
    write_atomic(_place(), text.encode("utf-8"), mode=0o600)


def of_game(game: str) -> tuple[Path, ...]:
    """The folders of the game with that id: more than one where somebody plays himself."""
    return tuple(path for path in folders() if game_of(path) == game)


def _place() -> Path:
    return config_home() / "games.toml"


def _listed() -> list[str]:
    """What the list says; a list that cannot be read says nothing, and is written anew."""
    try:
        found = tomli.loads(read_bounded(_place(), MOST_BYTES).decode("utf-8")).get("folders")
    except (OSError, ValueError, Refused):
        return []
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def game_of(path: Path) -> str:
    """The id of the game in a folder; empty where it cannot be told."""
    return _about(path, "game")


def seat_of(path: Path) -> str:
    """The seat that a folder plays; empty where it cannot be told."""
    return _about(path, "seat")


def _about(path: Path, key: str) -> str:
    try:
        return str(Folder(path).seat().get(key, ""))
    except (OSError, Refused):
        return ""
