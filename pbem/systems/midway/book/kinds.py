"""Sides and kinds of squadrons: words that charts and counters share [M0]."""

from typing import Literal

JAPANESE, AMERICAN = "japanese", "american"
SIDES = (JAPANESE, AMERICAN)

Kind = Literal["F", "DB", "TB"]


def other(side: str) -> str:
    """The enemy's side."""
    return AMERICAN if side == JAPANESE else JAPANESE
