"""The rules that reports of earlier turns have cited: their reader need not be told them again."""

from pbem.engine.events import Happening
from pbem.game import logbook
from pbem.game.session import Session
from pbem.report.blocks import Lines, rule_ids, told


def cited_before(session: Session, turn: int) -> frozenset[str]:
    """What looks like the id of a rule in the reports of all turns before one."""
    rules, game = session.rules, session.fold.table.game
    return frozenset(
        rule
        for earlier in range(rules.system.first_turn(game), turn)
        for block in told(_happened_in(session, earlier), rules, game, session.seat)
        if isinstance(block, Lines)
        for line in block.lines
        for rule in rule_ids(line.text)
    )


def _happened_in(session: Session, turn: int) -> tuple[Happening, ...]:
    events, last = session.rules.system.events, session.links.seq
    log = logbook.read_turn(session.folder, turn, events, last)
    return tuple(happening for _, happening in log.happenings)
