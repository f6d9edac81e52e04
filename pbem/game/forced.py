"""Whether this seat's next file is forced: nothing is to decide in it (AA.1)."""

from pbem.engine import forced
from pbem.engine.rulings import is_to_rule
from pbem.game.session import Session

NOTHING = "nothing to decide: pbem answer writes it"
"""What a player is told of a file that is forced."""


def is_forced(session: Session) -> bool:
    """Whether the next file is this seat's and holds no choice (AA.1)."""
    if not session.is_mine or session.supposed:
        return False
    return forced.is_forced(session.final().fold, session.rules, session.seat)


def is_asked(session: Session) -> bool:
    """Whether a question waits for this seat, the referee, to settle it in its next file."""
    return session.is_mine and is_to_rule(session.final().fold, session.rules, session.seat)
