"""What came: turn files out of whatever a player gives to `receive` and `turn`."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from pbem.cli.common import read_input
from pbem.cli.output import complain, say
from pbem.errors import PbemError, Problem
from pbem.frozen import Value, replace
from pbem.report.clean import player
from pbem.shell import command, pbem

if TYPE_CHECKING:
    from pbem.mail.ack import Ack
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


def came(
    name: str, problems: list[Problem], beside: "list[Found]", parting: str = ""
) -> Iterator[Came]:
    """The turn files in a file, in mails, in a folder, or on standard input (`-`).

    `parting` is the line between the mails on standard input, where there are several.
    A file that has none and is small enough for one is given as it is, so that it is told what is
    wrong with it. What was damaged on the way is added to the problems; key cards and the like to
    what is `beside` them.
    """
    from pbem.game.gather import heap
    from pbem.mail.find import Found, find
    from pbem.scan import MOST_BYTES
    from pbem.store.heap import arrival

    path = Path(name)
    if name != "-" and path.is_dir():
        found_here = heap([path])
        beside += (Found(kind="card", raw=one.raw, where=one.where) for one in found_here.cards)
        for one in found_here.finds:
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
                beside.append(replace(found, where=name))
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


def tell_beside(found: "Found") -> None:
    """Say what came beside turn files: whose key card, or how far the game has come elsewhere."""
    if found.kind == "card":
        _tell_card(found)
    else:
        _tell_ack(found)


def _tell_card(found: "Found") -> None:
    from pbem.card import parse_card

    card = parse_card(found.raw.decode("utf-8"))
    is_file = False
    with suppress(OSError):  # the subject of a mail may be too long for a file's name
        is_file = Path(found.where).is_file()
    seats = command("--seat", f"SEAT={found.where if is_file else 'FILE'}")
    saved = "" if is_file else "save its mail as FILE; "
    whose = f"the key card of {player(card.name, card.email)}"
    say(f"{whose}: {saved}'pbem new SCENARIO {seats}' seats him")


def _tell_ack(found: "Found") -> None:
    from pbem.engine.ledger import state_digest
    from pbem.game.recover import look
    from pbem.mail.ack import ack_of, acks
    from pbem.store import roster

    for told in acks(found.raw.decode("ascii")):
        paths = [one for one in roster.folders() if roster.game_of(one).startswith(told.game)]
        if not paths:
            say("a letter says how far a game has come that is not known here")
        for path in paths:
            try:
                session = look(path)
            except PbemError as error:  # the files that came beside it are taken all the same
                complain(error, str(path))
                continue
            here = ack_of(session.links.game, session.links.seq, state_digest(session.fold))
            say(f"a letter says of {command(path)}: {_compared(path, told, here)}")


def _compared(path: Path, there: "Ack", here: "Ack") -> str:
    """What an acknowledgement means for the game in a folder."""
    if there.seq > here.seq:
        return f"file {there.seq} is there, and file {here.seq} the last here; ask for the rest"
    if there.seq < here.seq:
        words = ["mail", "resend", str(here.seq)] if here.seq == there.seq + 1 else ["bundle"]
        return f"file {there.seq} is the last there; mail what is missing: {pbem(path, *words)}"
    if there.state != here.state:
        return f"file {here.seq} is there with another state than here; see {pbem(path, 'verify')}"
    return f"file {here.seq} is there, with the same state as here"
