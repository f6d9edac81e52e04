"""What audits found, told on the terminal."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.common import ask_passphrase, pbem_here
from pbem.cli.output import say
from pbem.counting import count
from pbem.report.clean import harmless

if TYPE_CHECKING:
    from pbem.engine.hidden import Breach
    from pbem.game.audit import Audited
    from pbem.game.session import Receipt

MOST_BREACHES = 10
"""Breaches of a seat that are told in words; the others are counted."""


def tell_breaches(path: Path, receipts: "Iterable[Receipt]") -> None:
    """Tell a referee what is wrong with the hidden side of files that have just come."""
    from pbem.game.audit import audit as audit_seats
    from pbem.game.audit import knowledge

    own, referee = knowledge(path, ask_passphrase)
    new = {receipt.seq for receipt in receipts}
    for one in audit_seats(path, own, referee, lambda _: None):
        _breaches([breach for breach in one.breaches if breach.seq in new])


def tell_seat(one: "Audited") -> None:
    """What the audit of a seat came to: files read, breaches, items that are due."""
    if one.read:
        found = count(len(one.breaches), "breach", "breaches")
        say(f"{one.seat}: {count(one.files, 'file')} read, {found}")
    else:
        say(f"{one.seat}: nothing to read yet; it discloses when the game is over")
    _breaches(one.breaches)
    for due in one.due:
        place = f"file {due.seq} of seat {one.seat} [protocol 7]"
        say(f"  {place} {harmless(due.id)}: it is due, and not opened yet")


def _breaches(breaches: "Sequence[Breach]") -> None:
    """The first breaches, and how many more there are (protocol 9)."""
    for breach in breaches[:MOST_BREACHES]:
        _breach(breach)
    if len(breaches) > MOST_BREACHES:
        more = f"{len(breaches) - MOST_BREACHES:,} more like these"
        say(f"  and {more}: {pbem_here(None, 'audit', '--json')}")


def _breach(breach: "Breach") -> None:
    gain = f"; {breach.gain or 'nobody'} gained"
    words = f"{breach.name or breach.subject}: {breach.what}{gain}"
    say(f"  file {breach.seq} of seat {breach.seat} [{breach.rule}] {harmless(words)}")
