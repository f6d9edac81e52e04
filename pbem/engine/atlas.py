"""Maps as data: what a game's map shows, and what it says of ways, ranges and supply.

A game draws its own map in lines of styled text; the report layer puts it on the screen. Without
any style a drawing must make sense as well.
"""

from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from pbem.engine.sheets import Line
from pbem.frozen import Value

G = TypeVar("G")
C = TypeVar("C")

Ink = Literal["", "water", "land", "high", "first", "second", "own", "strong", "faint"]
"""What a piece of a map is; `first` and `second` are the two sides, in the genesis's order."""


class Span(Value):
    """A piece of a map's line."""

    text: str
    ink: Ink = ""


CLOSEST = 3
"""The largest zoom."""


class Drawing(Value):
    """A map: lines of spans, at most `columns` wide, and what its signs mean.

    `whole` says that nothing of the map in play is left out.
    """

    title: str
    lines: tuple[tuple[Span, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()
    whole: bool = False

    @property
    def columns(self) -> int:
        """The width of the widest line, in characters."""
        return max((sum(len(span.text) for span in line) for line in self.lines), default=0)

    @property
    def rows(self) -> int:
        """The lines of the map with those of its legend."""
        return len(self.lines) + len(self.legend)


class Frame(Value):
    """What part of a map is wanted: around `at` (a place's id, or empty), how large, how wide.

    `zoom` is 1 for the whole map, up to `CLOSEST` for fewer places with more said of each; `width`
    is in columns of the screen.
    """

    at: str = ""
    zoom: int = 1
    width: int = 80


class Atlas(Value, Generic[G, C]):
    """What a game says of its map; places and units are ids or names as a player types them.

    `private` is the seat's own hidden state or None. `draw` shows the map; `describe` tells all
    of one place; `route` how far and by which way one comes from a place to another; `reach` how
    far a unit gets; `supply` by which line a place is supplied. All raise `Refused` for what the
    game does not know, with near names.
    """

    draw: Callable[[G, object, Frame, C], Drawing]
    describe: Callable[[G, object, str, C], "tuple[Line, ...]"]
    route: Callable[[G, str, str, C], "tuple[Line, ...]"]
    reach: Callable[[G, object, str, C], "tuple[Line, ...]"]
    supply: Callable[[G, str, C], "tuple[Line, ...]"]
