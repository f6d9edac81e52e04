"""Commands and paths as a player copies them into a shell."""

import shlex
from os import PathLike


def command(*words: str | PathLike[str]) -> str:
    """A command line, each word quoted where a shell wants it."""
    return shlex.join(str(word) for word in words)


def pbem(folder: str | PathLike[str], *words: str | PathLike[str]) -> str:
    """A command of this program for the game in a folder, with `-C` unless that is the current."""
    here = () if str(folder) == "." else ("-C", folder)
    return command("pbem", *here, *words)
