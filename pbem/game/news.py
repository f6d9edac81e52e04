"""News: what files brought, to whoever reads them, and what his own seed adds to it."""

from collections.abc import Iterable, Iterator

from pbem.engine.events import Happening
from pbem.engine.ledger import is_over
from pbem.engine.orders import Disclose, decode_orders
from pbem.engine.sheets import Line
from pbem.engine.titles import title_of
from pbem.game import logbook
from pbem.game.headlines import foremost, headline
from pbem.game.noticed import noticed
from pbem.game.pending import new_stances, stands, to_come
from pbem.game.reports import as_it_happened, nothing, result
from pbem.game.session import Session
from pbem.report.blocks import Block, Lines, Report, build, known
from pbem.report.rulings import owner
from pbem.scan import scan
from pbem.turnfile import TurnFile, read


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
        headline(session, (*happenings, *foremost(session, soon)), ahead.fold),
        _for_own_eyes(session),
        nothing(happenings, soon, _no_news(session)),
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


def _no_news(session: Session) -> str:
    """What is said of a file that brings nothing to pass: who is still to join, if anybody is."""
    if session.fold.joins:
        return f"Still to join: {', '.join(session.fold.joins)}."
    _, raw = session.file(session.links.seq)
    file = read(scan(raw))
    if is_over(session.fold, session.rules):
        if any(one["type"] == Disclose.type for one in file.order):
            given = f"{owner(file.seat)} secret of it is disclosed, so that all can be checked"
            return f"The game was over before; now {given}."
        return "The game was over before, and this file opens nothing more."
    waits = [*_waits(session, file)]
    if waits:
        return f"Nothing happens by that yet: {', and '.join(waits)}."
    if session.fold.seats and session.links.seq + 1 == len(session.fold.seats):
        return "All have joined: the game begins."
    return "Nothing happens by that."


def _waits(session: Session, file: TurnFile) -> Iterator[str]:
    """What of a file is still to come: its orders but those that stand now, and what it seals."""
    system = session.rules.system
    items = {part.id for part in file.sealed}
    plain = tuple(one for one in file.order if one.get("item") not in items)
    orders = decode_orders(plain, system.orders, code="E12")
    given = sum(not stands(session, file.seat, one) for one in orders)
    if given:
        yield (
            "that file's order comes later"
            if given == 1
            else f"that file's {given} orders come later"
        )
    if items:
        opened = "what it seals is opened later"
        later = system.opens_later("", items)
        next_ = "next files of {} open" if later else "next file of {} opens"
        yield f"the {next_.format(file.seat)} what it seals" if system.opens_next else opened
