"""Rulings that wait for consent behind a newer one on the same questions (protocol 10).

Only another proposal of its author takes the place of a ruling that waits: one that settles its
questions meanwhile leaves it open, and with a consent both hold.
"""

from collections.abc import Iterator

from pbem.engine.events import Event, Proposed, Ruled
from pbem.engine.ledger import Proposal
from pbem.game import logbook
from pbem.game.session import Session
from pbem.report.rulings import owner


def ruled_since(session: Session, proposal: Proposal) -> tuple[Ruled, ...]:
    """The rulings that have settled meanwhile what one that waits for consent was to settle."""
    questions = {
        question
        for one in _happened(session)
        if isinstance(one, Proposed) and one.ruling == proposal.seq
        for question in one.settles
    }
    return tuple(
        one
        for one in _happened(session)
        if isinstance(one, Ruled) and questions.intersection(one.settles)
    )


def told_since(rulings: tuple[Ruled, ...]) -> str:
    """Whose rulings they are, and in which files."""
    return " and ".join(f"{owner(one.seat)} in file {one.ruling}" for one in rulings)


def _happened(session: Session) -> Iterator[Event]:
    """All that has happened in the game."""
    system, table = session.rules.system, session.fold.table
    for turn in range(system.first_turn(table.game), table.turn + 1):
        log = logbook.read_turn(session.folder, turn, system.events, session.links.seq)
        yield from (one.event for _, one in log.happenings)
