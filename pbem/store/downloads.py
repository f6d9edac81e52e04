"""Where browsers put what they save, and what lies there of a name."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pbem.store.files import read_start
from pbem.store.settings import DOWNLOADS, read_settings

HEAD = 400
"""So many bytes of a file tell whose it is."""

_USER_DIR = re.compile(r'^\s*XDG_DOWNLOAD_DIR="([^"]+)"', re.MULTILINE)


def downloads() -> Path:
    """The folder: as the player has set it, as the desktop has it, else `Downloads` at home."""
    word = read_settings().values.get(DOWNLOADS.name, "")
    return Path(word).expanduser() if word else _of_the_desktop() or Path.home() / "Downloads"


def _of_the_desktop() -> Path | None:
    """What the desktop's own file says, where there is one; its words are in no other form."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(base) if os.path.isabs(base) else Path.home() / ".config"
    try:
        text = (folder / "user-dirs.dirs").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = _USER_DIR.search(text)
    return Path(found[1].replace("$HOME", str(Path.home()))) if found else None


def heads(folder: Path, name: str) -> Iterator[tuple[Path, str]]:
    """Files there that are called so, whatever number a browser adds, each with its beginning."""
    stem = name.rpartition(".")[0]
    try:
        found = sorted(path for path in folder.iterdir() if path.name.startswith(stem))
    except OSError:
        return
    for path in found:
        if ".toml" in path.name and path.is_file():
            yield path, read_start(path, HEAD).decode("utf-8", "replace")
