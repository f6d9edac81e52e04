"""The state of a table: who writes, what waits for dice, what is sealed, agreed and disputed."""

from pbem.frozen import FrozenMap, Value, field

DRAW = "draw"
"""The result of a game that nobody wins; no side may be called so [T10]."""


class Waiting(Value):
    """A roll that has been ordered and not thrown; `first` is the number of its first throw."""

    seat: str
    dice: str
    about: str
    first: int


class Note(Value):
    """A note that is sealed: its author, and what he says openly that it is about."""

    seat: str
    about: str


class Ending(Value):
    """How the game ended: `winner` is a side or `DRAW`; `resigned` the side that gave up."""

    winner: str
    resigned: str = ""


class Game(Value):
    """A table.

    `sides` are those of the seats, `pens` the seat of each side that writes next for it, and
    `to_move` the side whose turn it is [T9]. `fresh` are counters that the last file set, with
    their values before, which the next file may contest; `making` the same for the file that is
    being played. `disputes` are claims by side. `offers` are results by the side that offers them.
    `shown` are notes that the newest file has opened.
    """

    boxed: str
    seats: tuple[str, ...]
    sides: FrozenMap[str]
    pens: FrozenMap[str]
    to_move: str
    phases: tuple[str, ...]
    phase: str
    turn_over: bool = False
    waiting: tuple[Waiting, ...] = ()
    notes: FrozenMap[Note] = field(default_factory=FrozenMap)
    notes_made: int = 0
    shown: tuple[str, ...] = ()
    counters: FrozenMap[str] = field(default_factory=FrozenMap)
    fresh: FrozenMap[str] = field(default_factory=FrozenMap)
    making: FrozenMap[str] = field(default_factory=FrozenMap)
    disputes: FrozenMap[FrozenMap[str]] = field(default_factory=FrozenMap)
    offers: FrozenMap[str] = field(default_factory=FrozenMap)
    ending: Ending | None = None

    @property
    def writer(self) -> str:
        """The seat that writes next."""
        return self.pens[self.to_move]

    def other(self, side: str) -> str:
        """The side against that one."""
        return next(one for one in self.pens if one != side)
