"""Commands and paths as a player copies them into a shell."""

import re
import shlex
from os import PathLike

OF_A_GAME = (
    "annex", "answer", "audit", "bundle", "check", "consent", "contest", "dice", "disclose", "end",
    "finish", "forecast", "join", "leave", "ledger", "mail ack", "mail claim", "mail draft",
    "mail postmarks", "mail remind", "mail resend", "mail send", "mail write", "map", "note",
    "open", "orders", "path", "phase", "prove claim", "prove fork", "range", "receive", "refer",
    "report", "replay", "resign", "restore", "roll", "rules diff", "rules search", "rules show",
    "ruling",
    "say", "send", "set", "show", "stamp", "state", "status", "supply", "turn", "verify",
)  # fmt: skip
"""The commands that are about the game of a folder."""

_TYPED = re.compile(rf"(?<!-)\bpbem (?=(?:{'|'.join(OF_A_GAME)})\b)")
_QUOTED = re.compile(rf"'(pbem (?:{'|'.join(OF_A_GAME)})\b[^']*)'")


def command(*words: str | PathLike[str]) -> str:
    """A command line, each word quoted where a shell wants it."""
    return shlex.join(str(word) for word in words)


def pbem(folder: str | PathLike[str], *words: str | PathLike[str]) -> str:
    """A command of this program for the game in a folder, with `-C` unless that is the current."""
    here = () if str(folder) == "." else ("-C", folder)
    return command("pbem", *here, *words)


def in_folder(text: str, folder: str | PathLike[str]) -> str:
    """A text with the commands that it names as they are typed for the game in a folder.

    They lose their quotes where the folder's name brings its own.
    """
    if str(folder) == ".":
        return text
    place = command(folder)
    bare = _QUOTED.sub(r"\1", text) if "'" in place else text
    return _TYPED.sub(lambda _: f"pbem -C {place} ", bare)
