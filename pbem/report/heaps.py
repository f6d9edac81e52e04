"""Where counters lie in their places: in piles, side by side, as large as there is room for."""

from collections.abc import Iterator, Sequence

from pbem.engine.tabletop import Board, Counter, Place, Point
from pbem.frozen import Value

SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""How large the counters of a place are drawn: the first at which its piles fit."""
PITCH = 42
"""From one pile to the next."""
LEAN, SHOWN = 3, 3
"""How far each counter of a pile juts out below the one upon it, and how many do."""


class Lain(Value):
    """A counter on the board: its middle, its size, how many of its pile lie upon it.

    `pile` are all of its pile from above if it is the uppermost, and none if it is not.
    """

    counter: Counter
    at: Point
    size: float
    depth: int
    pile: tuple[Counter, ...] = ()


def heaped(board: Board, counters: Sequence[Counter]) -> tuple[Lain, ...]:
    """Every counter whose place is on the board, in the order in which to draw them."""
    piles: dict[str, dict[str, list[Counter]]] = {}
    for counter in counters:
        piles.setdefault(counter.place, {}).setdefault(counter.pile, []).append(counter)
    return tuple(
        lain
        for place in board.places
        if place.id in piles
        for lain in _in_place(place, list(piles[place.id].values()))
    )


def _in_place(place: Place, piles: list[list[Counter]]) -> Iterator[Lain]:
    size, across = _fitting(place.room, len(piles))
    pitch = PITCH * size
    rows = [piles[first : first + across] for first in range(0, len(piles), across)]
    x, y = place.middle
    for down, row in enumerate(rows):
        south = y + (down - (len(rows) - 1) / 2) * pitch
        for along, pile in enumerate(row):
            east = x + (along - (len(row) - 1) / 2) * pitch
            for depth in reversed(range(len(pile))):
                lean = LEAN * size * min(depth, SHOWN - 1)
                yield Lain(
                    counter=pile[depth],
                    at=(round(east + lean), round(south + lean)),
                    size=size,
                    depth=depth,
                    pile=tuple(pile) if depth == 0 else (),
                )


def _fitting(room: Point, many: int) -> tuple[float, int]:
    """The largest size at which so many piles fit, and how many then go into a row."""
    for size in SIZES:
        across = max(1, int(room[0] / (PITCH * size)))
        if -(-many // across) * PITCH * size <= room[1]:
            return size, across
    return size, across
