"""The points of a game: what each side has them for, and what each turn brought."""

from typing import Any

from pbem.engine.ledger import Outcome
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.titles import title_of
from pbem.errors import refuse
from pbem.game import logbook
from pbem.game.session import Session
from pbem.report.blocks import Overview, Report, build
from pbem.report.telling import called


def tally(session: Session) -> Report:
    """What each side has points for, and what each turn brought."""
    rules, ahead = session.rules, session.ahead()
    game = ahead.fold.table.game
    if rules.system.points is None:
        what = f"{rules.system.title} counts no points"
        raise refuse("option", what, hint="see the table with 'pbem show'")
    by_rule, by_turn = rules.system.points(game, rules.charts), _by_turn(session, ahead)
    tables = (Overview(sheets=tuple(one for one in (by_rule, by_turn) if one.rows)),)
    names = rules.system.names(game, rules.charts)
    return build(f"{title_of(rules.system, game)}: points", tables, names=names)


def _by_turn(session: Session, ahead: Outcome[Any]) -> Sheet:
    """What each turn brought each side, and the score at its end; turns without points left out."""
    system, game = session.rules.system, ahead.fold.table.game
    sides = tuple(system.score(game, session.rules.charts))
    rows = []
    for turn in range(system.first_turn(game), ahead.fold.table.turn + 1):
        log = logbook.read_turn(session.folder, turn, system.events, session.links.seq)
        soon = (one for one in ahead.happenings if one.turn == turn)
        scores = [one.score for one in (*(h for _, h in log.happenings), *soon) if one.score]
        if scores:
            gained = (sum(one.gained.get(side, 0) for one in scores) for side in sides)
            now = (scores[-1].now.get(side, 0) for side in sides)
            stands = " : ".join(map(system.point_words, now))
            rows.append(
                (called(session.rules, game, turn), *map(system.point_words, gained), stands)
            )
    heads = ("In", *(side.capitalize() for side in sides), "Then it stood")
    return sheet_of("", heads, rows)
