"""The table as things to be drawn: the board with its places, and the counters that lie on it.

A game says what there is and where; `report/svg` gives it colours and shapes.
"""

from collections.abc import Callable, Mapping
from typing import Generic, Literal, TypeVar

from pbem.frozen import FrozenMap, Value

G = TypeVar("G")
C = TypeVar("C")

UNIT = 40
"""How wide and high a counter is."""

Point = tuple[int, int]
"""East and south of the board's corner, or wide and high: a counter is `UNIT` by `UNIT`."""

Ground = Literal["water", "land", "high", "box", "none"]
"""What a place is made of; `box` is one off the map, `none` what is not in play."""

Side = Literal["", "first", "second"]
"""Whose: the sides in the genesis's order, or nobody's."""

Shape = Literal["base", "air", "fighter", "ship", "carrier", "boat", "troops", "marker"]
"""What kind of counter: each has a sign of its own, so that no colour is needed."""

Way = Literal["link", "long", "closed", "shore", "ridge"]
"""What a line of the board is: a link, one that costs more, a side that is barred; low and high
land in a place that is part sea."""


class Place(Value):
    """A place of the board: `outline` is its edge, `middle` where counters are heaped around.

    `label` is printed on it, `name` is what it is called in full. Counters keep within `room`,
    width and height.
    """

    id: str
    name: str
    label: str
    ground: Ground
    outline: tuple[Point, ...]
    middle: Point
    room: Point
    owner: Side = ""


class Stroke(Value):
    """A line of the board."""

    points: tuple[Point, ...]
    way: Way


class Board(Value):
    """A board, `size` wide and high."""

    title: str
    size: Point
    places: tuple[Place, ...]
    strokes: tuple[Stroke, ...] = ()


class Counter(Value):
    """A counter as it lies: at a place's id, in the pile of those with the same `pile` there.

    `corners` are the factors printed on it: above left and right, below left and right. `marks`
    are what is so of it in words, such as `disrupted`, `sign` the marker on it in a letter or two;
    a `reduced` one shows its back. `words` are what it is called in full.
    """

    id: str
    place: str
    side: Side
    shape: Shape
    pile: str
    label: str
    words: str
    corners: tuple[str, str, str, str] = ("", "", "", "")
    marks: tuple[str, ...] = ()
    sign: str = ""
    reduced: bool = False


class Laid(Value):
    """A board with the counters that lie on it."""

    board: Board
    counters: tuple[Counter, ...]


class Sample(Value):
    """A kind of counter: what it is, and what is printed at its corners, as in `Counter`."""

    shape: Shape
    words: str
    corners: tuple[str, str, str, str] = ("", "", "", "")


class Key(Value):
    """What the signs of a table mean, in words.

    `signs` are laid on counters, `reduced` is what a dashed edge says. Grounds and ways that are
    not in play are left out by who draws it.
    """

    sides: tuple[str, str]
    samples: tuple[Sample, ...]
    signs: Mapping[str, str]
    reduced: str
    grounds: Mapping[str, str]
    ways: Mapping[str, str] = FrozenMap()


class Tabletop(Value, Generic[G, C]):
    """What a game says of its table.

    `board` is the map in play; what is printed there and who owns it. `counters` are all that
    may be seen, in the order in which they are heaped, the uppermost of a pile first; the second
    argument is the seat's own hidden state, or None for what everybody sees. `owners` tells whose
    things are, by their ids and by the names that sentences have for them, also of such as do not
    lie there. `key` tells what the signs mean.
    """

    board: Callable[[G, C], Board]
    counters: Callable[[G, object, C], tuple[Counter, ...]]
    owners: Callable[[G, C], Mapping[str, Side]]
    key: Key

    def laid(self, game: G, private: object, charts: C) -> Laid:
        """The table as whoever has that hidden state sees it."""
        counters = self.counters(game, private, charts)
        return Laid(board=self.board(game, charts), counters=counters)
