"""What the command line adds to the letter of a file: who is away in the days to come."""

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.hours import in_words
from pbem.cli.timing import leaves_to_come
from pbem.counting import capital
from pbem.engine.ledger import seat_called

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.mail.compose import Letter


def letter_of(
    session: "Session", number: int | None, about: str = "", said: tuple[str, ...] = ()
) -> "Letter":
    """The letter for file `number`, or for this seat's last one, with its leave, if it has one."""
    from pbem.game.letters import last_own, letter

    seq = last_own(session) if number is None else number
    return letter(session, seq, about, (*said, *_away(session)))


def _away(session: "Session") -> tuple[str, ...]:
    """The writer's own leaves, and how a reader's program learns of them."""
    game, seat = session.links.game, session.seat
    own = [one for who, one in leaves_to_come(game, seat) if who == seat and not one.seat]
    return tuple(
        f"{capital(seat_called(session.fold, seat))} is away {in_words(one)}. "
        f"To note it: pbem leave {one.first}..{one.last} --of {seat}"
        for one in own
    )


def place_of(session: "Session", made: "Letter") -> Path:
    """Where a letter lies if nothing is said: beside the file that it is for."""
    return session.folder.path / "mail" / f"{made.name.removesuffix('.pbem')}.eml"
