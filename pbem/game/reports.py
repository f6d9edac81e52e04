"""The reports of a game: built from the logbook, written beside the chain as text and page."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from itertools import dropwhile, islice
from pathlib import Path
from typing import Any

from pbem.counting import capital, count
from pbem.engine.atlas import Frame
from pbem.engine.events import Happening
from pbem.engine.ledger import Fold, Outcome, Rules, is_over, seat_called, writer
from pbem.engine.sheets import Line
from pbem.engine.steps import Verdict
from pbem.engine.titles import title_of
from pbem.errors import refuse
from pbem.game import logbook
from pbem.game.claims import doubt
from pbem.game.headlines import NOTHING_YET, at_a_glance, ended, foremost, headline
from pbem.game.lapsed import lapsed
from pbem.game.pending import to_come
from pbem.game.session import Session
from pbem.report import html, plain
from pbem.report.blocks import (
    Block,
    Display,
    Heading,
    Lines,
    Overview,
    Paragraph,
    Picture,
    Report,
    build,
    heard,
    house_charts,
    known,
    shown,
)
from pbem.report.telling import called, told
from pbem.store.drafts import OWN
from pbem.store.folder import Folder
from pbem.store.shelf import rule_titles

USUAL = 80
"""Columns of a map in a report that is kept."""


def turn_report(
    session: Session, turn: int, width: int = USUAL, *, known_rules: Collection[str] = ()
) -> Report:
    """The report of one turn: what happened in order, the situation, who is next.

    What this seat's own next seed opens is told too, for it decides with it; the others read it
    when that file comes. The map in it is at most `width` columns wide. Titles are given of all
    rules that it cites but those that its reader knows.
    """
    rules = session.rules
    log = logbook.read_turn(session.folder, turn, rules.system.events, session.links.seq)
    ahead = session.ahead()
    happenings = [happening for _, happening in log.happenings]
    soon = [happening for happening in ahead.happenings if happening.turn == turn]
    current = turn == _last_told(session, ahead, since=turn)
    game = ahead.fold.table.game
    ends = {scene.turn: scene.game for scene in ahead.scenes}
    then = game if current else ends.get(turn)  # None: it is the logbook that knows how it stood
    whole = ended(rules, log, then, (*happenings, *foremost(session, soon)))
    return build(
        f"{title_of(rules.system, game)}: {called(rules, game, turn)}",
        headline(
            session,
            whole,
            ahead.fold if current else None,
            NOTHING_YET if current else "Nothing happened in this turn.",
        ),
        _table(rules, log, then),
        as_it_happened(session, happenings, soon),
        heard((capital(seat_called(session.fold, note.seat)), note.message) for note in log.files),
        to_come(ahead.fold, rules, session.seat) if current else (),
        _how_it_stands(rules, log, then),
        mapped(rules, game, width) if current else (),
        _who_is_next(session, ahead) if current else (),
        _first_word(rules, turn, game),
        subtitle=_subtitle(session.fold, log),
        titles={
            rule: title
            for rule, title in rule_titles(rules.system.name).items()
            if rule not in known_rules
        },
        names=rules.system.names(game, rules.charts),
        described=rules.system.described(rules.charts),
    )


def _how_it_stands(rules: Rules[Any], log: logbook.TurnLog, game: Any) -> Iterator[Block]:
    """The situation after a turn's events, under its heading."""
    sheets = log.situation if game is None else logbook.overview(rules, game)
    if sheets:
        yield Heading(text="The situation")
        yield Overview(sheets=sheets)


def mapped(rules: Rules[Any], game: Any, width: int) -> Iterator[Block]:
    """The map, if the game has one, with public things alone: a report may be mailed."""
    if rules.system.atlas is not None:
        yield Heading(text="The map")
        drawing = rules.system.atlas.draw(game, None, Frame(width=width), rules.charts)
        yield Picture(drawing=drawing)


def _table(rules: Rules[Any], log: logbook.TurnLog, game: Any) -> Iterator[Block]:
    """The board with its counters after a turn's events, for a browser; public things alone."""
    laid = log.laid if game is None else logbook.table(rules, game)
    if laid is not None and rules.system.tabletop is not None:
        yield Display(laid=laid, key=rules.system.tabletop.key)


def _first_word(rules: Rules[Any], turn: int, game: Any) -> Iterator[Block]:
    """What is said once in a game, in the report of its first turn: whose figures are used."""
    if turn == rules.system.first_turn(game):
        yield from house_charts(rules.book.sources)


def last_headline(session: Session) -> str:
    """What happened last in one line; empty where there is nothing to sum up."""
    rules, ahead = session.rules, session.ahead()
    turn = _last_told(session, ahead, since=0)
    log = logbook.read_turn(session.folder, turn, rules.system.events, session.links.seq)
    soon = [happening for happening in ahead.happenings if happening.turn == turn]
    happenings = (*(happening for _, happening in log.happenings), *foremost(session, soon))
    whole = ended(rules, log, ahead.fold.table.game, happenings)
    return at_a_glance(session, whole, ahead.fold)


def as_it_happened(
    session: Session, happenings: list[Happening], soon: list[Happening]
) -> Iterator[Block]:
    """What happened, then what this seat's own seed opens; a turn of both has its heading once."""
    rules, game = session.rules, session.fold.table.game
    past = tuple(told(happenings, rules, game, session.seat))
    yield from past
    if soon:
        words = "What follows you read first; the others read it with your next file."
        yield Paragraph(text=words)
        turns = [block for block in past if isinstance(block, Heading) and block.level == 2]
        more = told(soon, rules, game, session.seat)
        yield from dropwhile(turns[-1:].__contains__, more)


MANY = 10
"""Of more turn files than these a report counts how many each seat wrote."""


def _subtitle(fold: Fold[Any], log: logbook.TurnLog) -> str:
    """Which files the turn took: `2 turn files: file 5 by the Allied side, file 6 by us-navy`."""
    files = log.files
    if len(files) > MANY:
        seats = sorted({note.seat for note in files})
        names = ", ".join(
            f"{seat_called(fold, seat)} {sum(n.seat == seat for n in files)}" for seat in seats
        )
        return f"{count(len(files), 'turn file')}, {files[0].seq} to {files[-1].seq}: {names}"
    names = ", ".join(f"file {note.seq} by {seat_called(fold, note.seat)}" for note in files)
    return f"{count(len(files), 'turn file')}: {names}" if names else ""


def _who_is_next(session: Session, ahead: Outcome[Any]) -> Iterator[Block]:
    """Who has to write, and how the game ended if it has, with what that leaves open."""
    seat = writer(session.fold)
    who = seat_called(session.fold, seat) if seat else ""
    words = next_words(who, session.next_seq, is_own=session.is_mine)
    yield from known(result=result(session, ahead), next=words)
    left = lapsed(ahead.fold, session.seat)
    if left and is_over(ahead.fold, session.rules):
        yield Paragraph(text=f"The end leaves {left} [protocol 12].")


def next_words(who: str, number: int, *, is_own: bool) -> str:
    """Who writes the file of that number, and whether that is the reader; "" is nobody."""
    mine = " (you)" if is_own else ""
    return f"{who}{mine} writes file {number}" if who else "nobody: it is over"


def result(session: Session, ahead: Outcome[Any]) -> str:
    """How the game ended, and what is still in doubt about it; empty if it goes on."""
    verdict = session.rules.system.verdict(ahead.fold.table.game)
    if verdict is None:
        return ""
    doubted = doubt(session, session.fold)
    return result_words(verdict) + (f" ({doubted})" if doubted else "")


def result_words(verdict: Verdict) -> str:
    """How the game ended, in words."""
    if not verdict.winner:
        return f"a draw, {verdict.reason}"
    return f"{verdict.grade} victory of the {verdict.winner.capitalize()} side, {verdict.reason}"


Name = tuple[str, str]
"""A report's folder and its name there; the folder says who may read it."""

Make = Callable[[], Report]
"""Makes a report, of a session as it stood at some file."""


def changed(session: Session, turns: Iterable[int], log: logbook.Log) -> dict[Name, Make]:
    """The reports that a file changes: those of turns, and its reader's own annex.

    Among them are turns that have begun since, or that the reader's own seed opens, and the one
    before the current, if it was current till now. Each report tells of the session as it stands
    now, whenever it is made.
    """
    ahead = session.ahead()
    now = copy(session)  # with what lies ahead, which its reports all ask for
    last = max((ahead.fold.table.turn, *(happening.turn for happening in ahead.happenings)))
    seq = session.links.seq
    told_of = tuple(islice((t for t in range(last, -1, -1) if log.has_happened(t, seq)), 2))
    is_new = not any(log.has_happened(turn, seq - 1) for turn in told_of[:1])
    first = min((*turns, *told_of[: 1 + is_new]))
    reports: dict[Name, Make] = {
        ("reports", f"turn-{turn:02d}"): partial(turn_report, now, turn)
        for turn in range(first, last + 1)
    }
    if now.private is not None:
        reports[OWN, f"turn-{ahead.fold.table.turn:02d}-annex"] = partial(annex, now)
    return reports


def write(folder: Folder, reports: Mapping[Name, Make]) -> None:
    """Make reports and write them, as text and as a page."""
    for (place, name), make in reports.items():
        report = make()
        folder.write_report(place, f"{name}.txt", plain.render(report))
        folder.write_report(place, f"{name}.html", html.render(report))


def annex(session: Session) -> Report:
    """What this seat hides: its charts as its next file finds them, what it sealed (protocol 7).

    Raises `Refused` if it hides nothing, or the private side is missing.
    """
    rules, table = session.rules, session.ahead().fold.table
    hides = (*_charts(session), *_sealed(session))
    if not hides:
        what = f"{rules.system.title} has no charts of yours, and nothing that you have sealed"
        raise refuse("option", what, hint="see the table with 'pbem show'")
    title, when = title_of(rules.system, table.game), called(rules, table.game, table.turn)
    return build(
        f"{title}: what {seat_called(session.fold, session.seat)} hides, {when}",
        hides,
        subtitle="For your eyes only.",
    )


def _charts(session: Session) -> Iterator[Block]:
    """The seat's own charts as its next file finds them."""
    hidden, private = session.rules.system.hidden, session.own_private()
    if hidden is not None and private is not None:
        table = session.ahead().fold.table
        yield from shown(hidden.annex(private, table.game, session.rules.charts))


def _sealed(session: Session) -> Iterator[Block]:
    """What the seat has sealed and not opened yet, as it stands in its file."""
    for id_, content in session.sealed_contents().items():
        yield Heading(text=f"Under seal, which you alone can read: {id_}")
        yield Lines(lines=tuple(Line(text=one) for one in content.splitlines() if one))


def situation(session: Session, *, full: bool = False) -> Report:
    """The table as this seat sees it now: on one screen, or `full` with every counter."""
    ahead, rules = session.ahead(), session.rules
    table = ahead.fold.table
    step = rules.system.steps(table.turn)[table.cursor]
    over = rules.system.verdict(table.game) is not None
    return build(
        f"{title_of(rules.system, table.game)}: {called(rules, table.game, table.turn, step.name)}",
        shown(rules.system.sheets(table.game, rules.charts))
        if full
        else (Overview(sheets=logbook.overview(rules, table.game)),),
        _who_is_next(session, ahead),
        subtitle="The game is over." if over else rules.system.step_title(table.turn, step.name),
        names=rules.system.names(table.game, rules.charts),
    )


def last_told(session: Session) -> int:
    """The last turn in which anything has happened for this seat to read."""
    return _last_told(session, session.ahead(), since=0)


def _last_told(session: Session, ahead: Outcome[Any], since: int) -> int:
    """The same, but no turn before `since` is looked at: some turn before it if there is none."""
    first = session.rules.system.first_turn(session.fold.table.game)
    last = max((happening.turn for happening in ahead.happenings), default=first)
    turns = range(session.fold.table.turn, max(last, since - 1), -1)
    seq = session.links.seq
    return next((turn for turn in turns if logbook.has_happened(session.folder, turn, seq)), last)


def page_path(session: Session, turn: int) -> Path:
    """Where the page of a turn lies, for a browser."""
    return session.folder.path / "reports" / f"turn-{turn:02d}.html"
