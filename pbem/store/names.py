"""What turn files are called, in a game's folder and in a mail."""

import os
import re

from pbem.scan import LAST_SEQ

_NAME = re.compile(r"([0-9]{4,10})-([a-z][a-z0-9-]{0,19})\.pbem")
_MAILED = re.compile(rf"[0-9a-f]{{8}}-{_NAME.pattern}")


def file_name(seq: int, seat: str) -> str:
    """The name of a turn file: `0007-akagi.pbem`."""
    return f"{stem(seq, seat)}.pbem"


def stem(seq: int, seat: str) -> str:
    """The name of a turn file without its ending: what belongs to it is called so, too."""
    return f"{seq:04d}-{seat}"


def mail_name(game: str, seq: int, seat: str) -> str:
    """The name under which a file is mailed: `ab12cd34-0007-akagi.pbem`, the game's id begun."""
    return f"{game[:8]}-{file_name(seq, seat)}"


def named(entry: os.DirEntry[str]) -> tuple[int, str] | None:
    """The (seq, seat) of a turn file; None for any other name, a folder, a link, a device."""
    match = _NAME.fullmatch(entry.name)
    if match is None or int(match[1]) > LAST_SEQ:
        return None
    pair = (int(match[1]), match[2])
    is_one = file_name(*pair) == entry.name and entry.is_file(follow_symlinks=False)
    return pair if is_one else None


def is_mailed(entry: os.DirEntry[str]) -> bool:
    """Whether it is a file that still has the name under which it was mailed."""
    return bool(_MAILED.fullmatch(entry.name)) and entry.is_file(follow_symlinks=False)
