"""The line of a mail which says that a file came: short enough that no mail program breaks it.

Nobody signs it, and nothing follows from it: it tells a person what to look after.
"""

import re
from collections.abc import Iterator

from pbem.frozen import Value

_DIGITS = 16
_LINE = re.compile(rf"\[pbem-ack ([0-9a-f]{{{_DIGITS}}}) ([0-9]{{1,10}}) ([0-9a-f]{{{_DIGITS}}})\]")


class Ack(Value):
    """Up to which file a game has come, and its state there; ids and digests as they begin."""

    game: str
    seq: int
    state: str


def ack_of(game: str, seq: int, state: str) -> Ack:
    """What is said of a game with this id whose state after file `seq` has that digest."""
    return Ack(game=game[:_DIGITS], seq=seq, state=state[:_DIGITS])


def line(ack: Ack) -> str:
    """The line as it stands in a mail."""
    return f"[pbem-ack {ack.game} {ack.seq} {ack.state}]"


def acks(text: str) -> Iterator[Ack]:
    """Those that stand in a text."""
    for game, seq, state in _LINE.findall(text):
        yield Ack(game=game, seq=int(seq), state=state)
