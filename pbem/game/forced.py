"""Whether this seat's next file is forced: nothing is to decide in it (AA.1)."""

from collections.abc import Iterator

from pbem.engine import forced
from pbem.engine.ledger import REFEREE, is_over, side_of
from pbem.engine.rulings import awaiting
from pbem.game.session import Session

NOTHING = "nothing to decide: pbem answer writes it"
"""What a player is told of a file that is forced."""


def is_forced(session: Session) -> bool:
    """Whether the next file is this seat's and holds no choice (AA.1)."""
    if not session.is_mine or session.supposed:
        return False
    return forced.is_forced(session.final().fold, session.rules, session.seat)


def is_asked(session: Session) -> bool:
    """Whether a question waits for this seat, the referee, to answer it in its next file."""
    fold = session.final().fold
    return session.is_mine and fold.referred and side_of(fold, session.seat) == REFEREE


def beside(session: Session) -> Iterator[str]:
    """What this seat may choose in a file that is asked for no orders, in words."""
    fold, seat = session.final().fold, session.seat
    if fold.joins or is_over(fold, session.rules):
        return
    if side_of(fold, seat) == REFEREE:
        yield from ("how you answer what you are asked: pbem ruling",) if fold.referred else ()
        return
    for one in awaiting(fold, seat):
        yield f"whether you agree to the ruling in file {one.seq}: pbem consent {one.seq}"
