"""What the end of a game leaves open for ever: rulings and questions (protocol 10, 12)."""

from collections.abc import Iterator
from typing import Any

from pbem.counting import listed
from pbem.engine.ledger import Fold
from pbem.report.rulings import owner


def lapsed(fold: Fold[Any], reader: str) -> str:
    """Rulings that nobody has consented to and questions that nobody has settled; empty if none."""
    return listed([*_left(fold, reader)])


def _left(fold: Fold[Any], reader: str) -> Iterator[str]:
    for ruling in fold.proposals:
        yield f"{_whose(ruling.seat, reader)} ruling in file {ruling.seq} without consent"
    for question in fold.questions:
        yield f"{_whose(question.seat, reader)} question in file {question.seq} without an answer"


def _whose(seat: str, reader: str) -> str:
    return "your" if seat == reader else owner(seat)
