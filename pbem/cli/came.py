"""What came: turn files out of whatever a player gives to `receive` and `turn`."""

import re
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from pbem.cli.common import read_input
from pbem.cli.output import say
from pbem.errors import Problem
from pbem.frozen import Value
from pbem.report.clean import player
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.mail.find import Found


class Came(Value):
    """A turn file that came: where it was found, its bytes, when it came (seconds since 1970).

    `is_meant` says that its file was named: one that lies in a folder may be anything. `mail` is
    the mail around it, if there was one.
    """

    name: str
    raw: bytes
    arrived: float
    is_meant: bool
    mail: bytes = b""


def came(name: str, problems: list[Problem], parting: str = "") -> Iterator[Came]:
    """The turn files in a file, in mails, in a folder, or on standard input (`-`).

    `parting` is the line between the mails on standard input, where there are several.
    A file that has none and is small enough for one is given as it is, so that it is told what is
    wrong with it. What was damaged on the way is added to the problems; of key cards it is told
    what they are good for.
    """
    from pbem.game.gather import heap
    from pbem.mail.find import find
    from pbem.scan import MOST_BYTES
    from pbem.store.heap import arrival

    path = Path(name)
    if name != "-" and path.is_dir():
        for one in heap([path]).finds:
            yield Came(
                name=one.where, raw=one.raw, arrived=one.arrived, is_meant=False, mail=one.mail
            )
        return
    for where, raw, time_ in _parts(name, path, parting):
        findings = find(raw, where)
        problems += findings.lost
        for found in findings.found:
            if found.kind == "turn":
                when = arrival(found.date, time_)
                yield Came(name=where, raw=found.raw, arrived=when, is_meant=True, mail=found.mail)
            else:
                tell_card(name, found)
        if not findings.found and not findings.lost and len(raw) <= 2 * MOST_BYTES:
            yield Came(name=where, raw=raw, arrived=time_, is_meant=True)


def _parts(name: str, path: Path, parting: str) -> Iterator[tuple[str, bytes, float]]:
    """What lies under a name, with the time when it came: a file, or each mail of a large mbox."""
    from pbem.store.letterbox import MOST_BYTES, letters

    if name == "-" and parting:
        lines = re.compile(rb"^%b\r?$\n?" % re.escape(parting.encode()), re.MULTILINE)
        for number, raw in enumerate(lines.split(read_input(name, MOST_BYTES)), 1):
            yield f"-, mail {number}", raw, time()
        return
    if name == "-" or not path.exists():
        yield name, read_input(name, MOST_BYTES), time()
        return
    for where, raw in letters(path):
        yield where, raw, path.stat().st_mtime


def tell_card(name: str, found: "Found") -> None:
    """Say whose key card was found, and what an organiser does with it."""
    from pbem.card import parse_card

    card = parse_card(found.raw.decode("utf-8"))
    seats = command("--seat", f"SEAT={name}")
    say(f"the key card of {player(card.name, card.email)}: 'pbem new SCENARIO {seats}' seats him")
