"""The rules that reports of earlier turns have cited: their reader need not be told them again."""

from pbem.game import logbook
from pbem.game.session import Session
from pbem.report.blocks import ids_in
from pbem.report.telling import told


def cited_before(session: Session, turn: int) -> frozenset[str]:
    """What looks like the id of a rule in the public reports of all turns before one.

    The logbook has it of turns that are over, each with those before it.
    """
    rules, game = session.rules, session.fold.table.game
    if turn <= rules.system.first_turn(game):
        return frozenset()
    last = logbook.read_turn(session.folder, turn - 1, rules.system.events, session.links.seq)
    if last.cited:
        return last.cited
    said = ids_in(told((one for _, one in last.happenings), rules, game))
    return said | cited_before(session, turn - 1)
