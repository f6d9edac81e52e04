"""When each file was mailed, as far as its sender's provider has signed it; evidence, no more."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from pbem.frozen import Value
from pbem.game.session import Session
from pbem.mail.dkim import Postmark, Record, key_names, postmarks
from pbem.mail.find import find
from pbem.store.evidence import (
    has_postmark,
    keep_key,
    kept_since,
    key_of,
    mail_of,
    note_postmark,
)
from pbem.store.names import stem

SLACK = 3600
"""Seconds that a provider's clock may be ahead of ours."""


class Marked(Value):
    """What is known of when a file was mailed: by whom it is postmarked and when, in UTC.

    `why` tells why nothing is known.
    """

    seq: int
    seat: str
    domain: str = ""
    when: datetime | None = None
    why: str = ""


def marked(session: Session, ask: Record) -> Iterator[Marked]:
    """The postmarks of the others' files, the first file first; `ask` looks up keys not yet kept.

    Keys that were found, and postmarks that hold, are noted in the game's folder, and clocks run
    by them: the date in a mail's head is whatever its sender likes.
    """
    for seq, seat in session.folder.names("chain"):
        if seat != session.seat:
            yield mark_of(session, seq, seat, ask)


def newly_marked(session: Session, ask: Record) -> Iterator[Marked]:
    """The postmarks, that hold, of files whose postmark was not noted before."""
    for seq, seat in session.folder.names("chain"):
        if seat != session.seat and not has_postmark(session.folder.path, stem(seq, seat)):
            found = mark_of(session, seq, seat, ask)
            if found.when is not None:
                yield found


def words(one: Marked) -> str:
    """What is known of a file's postmark, in words."""
    if one.when is None:
        return one.why
    return f"postmarked {one.domain} {one.when:%Y-%m-%d %H:%M} UTC"


def mark_of(session: Session, seq: int, seat: str, ask: Record) -> Marked:
    """The postmark of a file, as `marked` has it; from then on the file counts as come then."""
    path, name = session.folder.path, stem(seq, seat)
    mail = mail_of(path, name)
    raw = session.folder.find("chain", seq, seat)
    if not mail:
        return Marked(seq=seq, seat=seat, why="no mail of it was kept")
    names = key_names(mail)
    if not names:
        return Marked(seq=seq, seat=seat, why="its sender's provider signs nothing")
    if not any(one.raw == raw for one in find(mail).found):
        return Marked(seq=seq, seat=seat, why="the mail that was kept with it holds another file")
    found = postmarks(mail, _keeping(session, ask))
    # whoever signs for a domain of his own may date a mail ahead, and hold a clock with that
    last = kept_since(path, name) + SLACK
    timed = [(one.domain, at) for one in found if (at := one.when) and at.timestamp() <= last]
    if timed:
        domain, when = timed[0]
        mark = Marked(seq=seq, seat=seat, domain=domain, when=when)
        note_postmark(path, name, words(mark))
        session.folder.date(seq, seat, when.timestamp())
        return mark
    return Marked(seq=seq, seat=seat, why=_why_not(path, names, found))


def _why_not(path: Path, names: tuple[str, ...], found: tuple[Postmark, ...]) -> str:
    """Why a signed mail has no postmark that can be told; `names` are those of its keys."""
    if found:
        return "its postmark has no time, or one after it came"
    if any(key_of(path, one) for one in names):
        return "the signature does not hold: the mail was changed since"
    return f"the key of {names[0].partition('._domainkey.')[2]} is not to be had"


def _keeping(session: Session, ask: Record) -> Callable[[str], str]:
    def record(name: str) -> str:
        if kept := key_of(session.folder.path, name):
            return kept
        if text := ask(name):
            keep_key(session.folder.path, name, text)
        return text

    return record
