"""What comes for a seat that does not write now, as far as that can be known.

Nobody knows what the others will order. Where they order nothing, and neither dice nor what they
have sealed is needed on the way, the seat's next decision follows from what is public and from
what it hides itself; for that one it may write orders ahead.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.counting import capital
from pbem.engine.fold import left_by, unseal
from pbem.engine.ledger import REFEREE, Outcome, is_over, seat_called, side_of, writer
from pbem.engine.sheets import Line
from pbem.engine.views import decision_for
from pbem.errors import refuse
from pbem.frozen import Value, replace
from pbem.game.session import Ahead, Session
from pbem.game.status import asked
from pbem.report.blocks import Block, Lines, Paragraph, Report, build

MOST_FILES = 12
"""So many files of others are supposed at most."""


class _Way(Value):
    """Files of others that are supposed to order nothing, what they leave, and why no more are."""

    words: tuple[Block, ...]
    files: int
    outcome: Outcome[Any]
    bar: str = ""


def coming(session: Session) -> tuple[Report, Session | None]:
    """Who writes before this seat and what for, and what it is asked then.

    With it the session as it would be if they ordered nothing, with their files counted; None
    where that cannot be known. Raises `Refused` if this seat is the one to write, or nobody is.
    """
    _check_waiting(session)
    way = _way(session)
    supposed = None if way.bar else _supposed(session, way)
    if supposed is None:
        bar = way.bar or _dice(session.next_seq + way.files - 1)
        return _report((*way.words, Paragraph(text=bar))), None
    own = asked(supposed, supposed.ahead().fold, session.seat)
    who = "it orders" if way.files == 1 else "they order"
    mine = _asks(f"If {who} nothing, your file {supposed.next_seq}", own)
    return _report((*way.words, *mine)), supposed


def _report(blocks: Sequence[Block]) -> Report:
    return build("What comes for you", blocks)


def _check_waiting(session: Session) -> None:
    if session.fold.joins:
        hint = "see 'pbem status' for whose turn it is to join"
        raise refuse("E08", "the seats are still joining", hint=hint)
    if session.is_mine:
        what = f"it is for you to write file {session.next_seq} now"
        raise refuse("E08", what, hint="write its orders with 'pbem orders'")
    if is_over(session.fold, session.rules):
        raise refuse("E12", "the game is over", hint="see 'pbem report'")
    if side_of(session.fold, session.seat) == REFEREE:
        hint = "see 'pbem status'"
        raise refuse("E08", "a referee writes only when somebody asks him", hint=hint)


def _way(session: Session) -> _Way:
    """The files of others up to this seat's next one, as far as they can be supposed."""
    fold = session.fold
    outcome = Outcome(fold=fold, turn=fold.table.turn, seq=session.next_seq)
    way = _Way(words=(), files=0, outcome=outcome)
    while not way.bar and writer(way.outcome.fold) != session.seat:
        way = _with_file(session, way)
        if way.files == MOST_FILES and not way.bar:
            way = replace(way, bar=_UNKNOWN.format("many files of the others"))
    return way


_UNKNOWN = "What you decide after that cannot be known yet: it hangs on {}."


def _dice(seq: int) -> str:
    return _UNKNOWN.format(f"the dice of file {seq}")


def _with_file(session: Session, way: _Way) -> _Way:
    """The way with the next file of another seat, which orders nothing."""
    rules, fold = session.rules, way.outcome.fold
    seat, seq = writer(fold), session.next_seq + way.files
    needed = () if fold.waits else asked(session, fold, seat)
    words = (*way.words, *_asks(f"{capital(seat_called(fold, seat))} owes file {seq}; it", needed))
    decision = decision_for(fold, rules, seat)
    way = replace(way, words=words, files=way.files + 1)
    if fold.waits and fold.owner is not None:
        return replace(
            way, bar=_dice(fold.owner.seq)[:-1] + f", which {seat_called(fold, seat)} opens."
        )
    if fold.referred or side_of(fold, seat) == REFEREE:
        return replace(way, bar=_UNKNOWN.format("how the referee settles the question"))
    if decision.opens or not decision.covers:
        return replace(
            way,
            bar=_UNKNOWN.format(f"what {seat_called(fold, seat)} has hidden, and that file tells"),
        )
    ran = left_by(fold, rules, seat, (), seq)
    if ran.waits:
        return replace(way, bar=_dice(seq))
    # dice stay closed in what is supposed, also those that a file before has opened
    owner = fold.owner and replace(fold.owner, key="", witness=0)
    passed = replace(fold, table=ran.table, owner=owner)
    if is_over(passed, rules):
        return replace(way, bar="If nothing is ordered there, the game is over.")
    scenes = (*way.outcome.scenes, *ran.scenes)
    outcome = replace(way.outcome, fold=passed, scenes=scenes, seq=seq + 1)
    return replace(way, outcome=outcome)


def _supposed(session: Session, way: _Way) -> Session | None:
    """This seat's session behind the files that are supposed; None where dice are needed first."""
    fold, game = way.outcome.fold, session.links.game
    outcome = unseal(way.outcome, session.rules, game, session.seat, session.openings)
    if writer(outcome.fold) != session.seat or outcome.fold.waits:
        return None
    links = replace(session.links, seq=session.links.seq + way.files)
    return session.supposing(links, Ahead(resolved=fold, outcome=outcome))


def _asks(who: str, what: Sequence[str]) -> Iterator[Block]:
    """What a file is asked for, as a block for each."""
    if not what:
        yield Paragraph(text=f"{who} opens what others wait for.")
        return
    yield Paragraph(text=f"{who} decides:")
    yield Lines(lines=tuple(Line(text=words) for words in what))
