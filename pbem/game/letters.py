"""What is mailed with a turn file: its headline, what the reader is asked, and the public report.

Everything here comes from what all may read. What only this seat sees, or what its own seed would
open, stands in no letter.
"""

from collections.abc import Iterator
from typing import Any

from pbem.card import is_address
from pbem.counting import capital, listed
from pbem.engine.events import ALL, Happening
from pbem.engine.ledger import Fold, is_over, seat_called, writer
from pbem.engine.sheets import Line
from pbem.engine.steps import Seat
from pbem.engine.titles import title_of
from pbem.engine.views import decision_for
from pbem.errors import refuse
from pbem.game.headlines import brought_by, standing, summed_up
from pbem.game.questions import rulings_due
from pbem.game.quiet import no_news
from pbem.game.reports import result_words
from pbem.game.session import Session
from pbem.mail.compose import Letter, Person
from pbem.report import html, plain
from pbem.report.blocks import Block, Heading, Lines, Message, Paragraph, Report, build
from pbem.report.telling import told
from pbem.scan import Scanned, scan
from pbem.store.names import mail_name
from pbem.store.settings import observers
from pbem.turnfile import read

WIDTH = 66


def last_own(session: Session) -> int:
    """The number of this seat's last file; raises `Refused` if it has written none."""
    commit = session.links.commits.get(session.seat)
    if commit is None:
        hint = "it is written by 'pbem turn', or 'pbem join'"
        raise refuse("file", "you have written no file in this game yet", hint=hint)
    return commit.seq


def letter(session: Session, seq: int, about: str = "", said: tuple[str, ...] = ()) -> Letter:
    """The mail for file `seq`, whoever wrote it, from this seat to the others.

    `about` is the first word of its subject, such as `Reminder`; `said` are paragraphs that it
    begins with.
    """
    author, raw = session.file(seq)
    scanned = scan(raw)
    brought = tuple(one for _, found in brought_by(session, seq) for one in found)
    report = _report(session, raw, brought, said)
    own, others = _people(session)
    asked = writer(session.fold)
    to = [seat for seat in others if seat.name == asked] or others
    copies = [_person(seat) for seat in others if seat not in to]
    copies += (Person(name="", email=email) for email in observers())
    genesis = () if seq == 0 else (session.links.game, scanned.prev)
    return Letter(
        sender=_person(own),
        to=tuple(map(_person, to)),
        copies=tuple(copies),
        subject=_subject(session, scanned, brought, [seat.name for seat in to], about),
        text=plain.render(report, WIDTH),
        page=html.render(report),
        name=mail_name(session.links.game, seq, author),
        raw=raw,
        hash=scanned.hash,
        thread=genesis,
    )


def _people(session: Session) -> tuple[Seat, list[Seat]]:
    """The seat that mails, and those of other keys."""
    own = next(seat for seat in session.fold.seats if seat.name == session.seat)
    return own, [seat for seat in session.fold.seats if seat.key != own.key]


def _subject(
    session: Session, file: Scanned, brought: tuple[Happening, ...], to: list[str], about: str
) -> str:
    """`[pbem ab12cd34] Cartwheel, June 1943: the Allied side to the Japanese side, file 17`."""
    system, charts, table = session.rules.system, session.rules.charts, session.fold.table
    turn, step = table.turn, system.steps(table.turn)[table.cursor].name
    if brought:
        turn, step = brought[-1].turn, brought[-1].step
    when = system.turn_title(table.game, turn, step, charts)
    author, *readers = (seat_called(session.fold, one) for one in (file.seat, *to))
    who = f"{author} to {listed(readers)}" if file.seat == session.seat else f"by {author}"
    name = title_of(system, table.game)
    title = f"{about}: {name}" if about else name
    return f"[pbem {session.links.game[:8]}] {title}, {when}: {who}, file {file.seq}"


def _report(
    session: Session, raw: bytes, brought: tuple[Happening, ...], said: tuple[str, ...]
) -> Report:
    """The letter's words: first what is asked, then what happened, as all may read it."""
    rules, fold = session.rules, session.fold
    public = tuple(one for one in brought if one.event.to == ALL)
    file = read(scan(raw))
    latest = file.seq == session.links.seq
    return build(
        title_of(rules.system, fold.table.game),
        (Paragraph(text=words) for words in said),
        _asked(session, fold) if latest else (),
        _summed_up(session, brought, fold if latest else None),
        [Message(author=capital(seat_called(fold, file.seat)), text=file.message)]
        if file.message
        else (),
        _how(),
        told(public, rules, fold.table.game),
        names=rules.system.names(fold.table.game, rules.charts),
        described=rules.system.described(rules.charts),
    )


def _asked(session: Session, fold: Fold[Any]) -> Iterator[Block]:
    """Who writes next, and what for: the reader's eye falls on it first."""
    system, charts, seat = session.rules.system, session.rules.charts, writer(fold)
    verdict = system.verdict(fold.table.game)
    if verdict is not None:
        yield Paragraph(text=f"The game is over: {result_words(verdict)}.")
    if not seat:
        return
    yield Paragraph(text=f"Now {seat_called(fold, seat)} writes file {session.next_seq}.")
    reasons = []
    if fold.joins:
        reasons.append("join the game: pbem join")
    elif session.opened_dice:
        reasons.append(f"{session.opened_dice}, which it opens")
    elif not is_over(fold, session.rules) and system.agenda is not None:
        decision = decision_for(fold, session.rules, seat)
        reasons += system.agenda(fold.table.game, decision, charts)
    reasons += () if fold.joins else rulings_due(session, seat)
    if reasons:
        yield Lines(lines=tuple(Line(text=one) for one in reasons))


def _summed_up(
    session: Session, brought: tuple[Happening, ...], fold: Fold[Any] | None
) -> Iterator[Block]:
    """What all may read of what the file brought, in a few sentences."""
    sentences = summed_up(session, tuple(one for one in brought if one.event.to == ALL), fold)
    if fold and not brought:
        sentences = standing(session, fold, no_news(session))
    if sentences:
        yield Heading(text="In short")
        yield Lines(lines=tuple(Line(text=one) for one in sentences))


def plain_letter(session: Session, about: str, said: tuple[str, ...]) -> Letter:
    """A mail without a file, from this seat to all others."""
    own, others = _people(session)
    title = title_of(session.rules.system, session.fold.table.game)
    return Letter(
        sender=_person(own),
        to=tuple(map(_person, others)),
        copies=(),
        subject=f"[pbem {session.links.game[:8]}] {about}: {title}",
        text="\n\n".join(said),
        hash=session.links.hash,
        thread=(session.links.game, session.links.hash),
    )


def _how() -> Iterator[Block]:
    yield Paragraph(
        text="The turn file is attached, and stands once more at the end of this mail. Save the "
        "mail or its attachment, and give it to: pbem turn FILE"
    )


def _person(seat: Seat) -> Person:
    """Who holds a seat; what the organiser wrote for an address may be none."""
    return Person(name=seat.holder, email=seat.email if is_address(seat.email) else "")
