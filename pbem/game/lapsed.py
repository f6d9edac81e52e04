"""What the end of a game leaves open for ever: rulings and questions (protocol 10, 12)."""

from collections.abc import Iterator
from typing import Any

from pbem.counting import listed
from pbem.engine.ledger import Fold
from pbem.report.rulings import owner, questions_by_file


def lapsed(fold: Fold[Any], reader: str) -> str:
    """Rulings that nobody has consented to and questions that nobody has settled; empty if none."""
    return listed([*_left(fold, reader)])


def _left(fold: Fold[Any], reader: str) -> Iterator[str]:
    for ruling in fold.proposals:
        whose = "your" if ruling.seat == reader else owner(ruling.seat)
        yield f"{whose} ruling in file {ruling.seq} without consent"
    for questions in questions_by_file(fold.questions, reader, "your"):
        yield f"{questions} without an answer"
