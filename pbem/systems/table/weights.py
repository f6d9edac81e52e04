"""How much weight the words of a headline have, and how many of them there is room for [T1-T10]."""

from collections.abc import Sequence

(
    LISTED, DICE, SAID, COMING, OPENED, RESULTS, TABLE, SEALED, PHASE, FEWER, NAMED, BARE, NEWS,
    KEPT, END,
) = range(1, 16)  # fmt: skip
"""How much weight each form has where there is no room for all: the first give way first.

So the dice of old give way before what is new, and of what is new first its details. `KEPT` is
everything in the fewest words: what was opened, the dice to come, a new turn, what was set and
disputed.
"""

Forms = tuple[tuple[int, str], ...]
"""The words of a clause, from the most to the fewest, with their weights."""

MOST_NAMED = 4
"""So many counters, or notes, are named where there is no room for all."""
LONG = 160
"""So many characters of what was said, or opened, are told where there is room."""
BRIEF = 24
"""So many of it are told in any case; and of what a roll is for where there are many."""


def all_or_more(told: Sequence[str], all_: int) -> str:
    """Some of so many things, and how many more there are."""
    more = f" and {all_ - len(told)} more" if all_ > len(told) else ""
    return f"{', '.join(told)}{more}"
