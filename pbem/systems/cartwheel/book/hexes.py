"""Geometry of the hex grid [H2.1-H2.3]: flat tops, even columns half a hex further south.

A hex is its number as text, `ccrr`: column from the west, row from the north.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from pbem.frozen import Value

COLUMNS, ROWS = 20, 8
PAIRS = (COLUMNS * ROWS) ** 2
"""Pairs of hexes, whose distances are remembered."""


class Projection(Value):
    """Where 0101 has its centre, in degrees; km between centres, and in a degree [H2.1, H2.3]."""

    south: float
    east: float
    across: float
    degree_south: float
    degree_east: float


def number(column: int, row: int) -> str:
    """The number of a hex: `number(12, 3)` is `1203`."""
    return f"{column:02}{row:02}"


def column(hex_: str) -> int:
    """The column of a hex, 1 in the west."""
    return int(hex_[:2])


def row(hex_: str) -> int:
    """The row of a hex, 1 in the north."""
    return int(hex_[2:])


def is_on_grid(hex_: str) -> bool:
    """Whether that text is the number of a hex of the grid."""
    shaped = len(hex_) == 4 and hex_.isascii() and hex_.isdigit()
    return shaped and 1 <= column(hex_) <= COLUMNS and 1 <= row(hex_) <= ROWS


def all_hexes() -> Iterator[str]:
    """All hexes of the grid in the order of their numbers."""
    return (number(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1))


@cache
def neighbours(hex_: str) -> tuple[str, ...]:
    """The neighbours of a hex that are on the grid, by number [H2.2]."""
    c, r = column(hex_), row(hex_)
    side = r if c % 2 == 0 else r - 1
    around = ((c, r - 1), (c, r + 1), *((c + d, side + s) for d in (-1, 1) for s in (0, 1)))
    return tuple(
        number(*spot) for spot in sorted(around) if 1 <= spot[0] <= COLUMNS and 1 <= spot[1] <= ROWS
    )


def _cube(hex_: str) -> tuple[int, int, int]:
    q = column(hex_) - 1
    z = row(hex_) - 1 - (q - q % 2) // 2
    return q, z, -q - z


@lru_cache(PAIRS)
def distance(one: str, other: str) -> int:
    """Hexes from one to the other [H2.2]; 0 for the same."""
    return max(abs(a - b) for a, b in zip(_cube(one), _cube(other), strict=True))
