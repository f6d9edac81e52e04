"""News: what files brought, to whoever reads them, and what his own seed adds to it."""

from collections.abc import Iterable, Iterator

from pbem.engine.events import Happening
from pbem.engine.sheets import Line
from pbem.engine.titles import title_of
from pbem.game import logbook
from pbem.game.headlines import foremost, headline
from pbem.game.noticed import noticed
from pbem.game.pending import new_stances, to_come
from pbem.game.quiet import no_news
from pbem.game.reports import as_it_happened, result
from pbem.game.session import Session
from pbem.report.blocks import Block, Lines, Report, build, known


def news_since_own(session: Session) -> Report:
    """What has happened since this seat wrote last, the same as was told when those files came.

    Its own file is told where none came after it: what that brought was read by who sent it.
    """
    system, own = session.rules.system, session.links.commits.get(session.seat)
    since, last = min(own.seq + 1, session.links.seq) if own else 0, session.fold.table.turn
    happenings: list[Happening] = []
    for turn in range(last, system.first_turn(session.fold.table.game) - 1, -1):
        log = logbook.read_turn(session.folder, turn, system.events, session.links.seq)
        happenings[:0] = [happening for seq, happening in log.happenings if seq >= since]
        if any(note.seq < since for note in log.files):  # own file may have ended a turn
            break
    return news(session, happenings, since)


def news(session: Session, happenings: Iterable[Happening], since: int) -> Report:
    """What files from one number on brought, and what our own seed adds to it."""
    rules, ahead = session.rules, session.ahead()
    happenings, soon = list(happenings), list(ahead.happenings)
    game = ahead.fold.table.game
    return build(
        title_of(rules.system, game),
        headline(session, (*happenings, *foremost(session, soon)), ahead.fold, no_news(session)),
        _for_own_eyes(session),
        as_it_happened(session, happenings, soon),
        to_come(ahead.fold, rules, session.seat),
        new_stances(session, since),
        known(result=result(session, ahead)),
        names=rules.system.names(game, rules.charts),
        described=rules.system.described(rules.charts),
    )


def _for_own_eyes(session: Session) -> Iterator[Block]:
    """What this player alone knows of it; it stands in no report, which may be mailed."""
    lines = tuple(Line(text=f"For your own eyes: {words}") for words in noticed(session))
    if lines:
        yield Lines(lines=lines)
