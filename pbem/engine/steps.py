"""The shape of a game system: a sequence of pure steps over plain state."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pbem.dice import Dice
from pbem.engine.decisions import Decision
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap

G = TypeVar("G")
C = TypeVar("C")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A role with a key, as the genesis names it (protocol 4)."""

    name: str
    side: str
    holder: str
    email: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk(Generic[C]):
    """What a step has before it, besides the state.

    `answers` are the orders given for this step, by seat; a seat that is not in it has not been
    heard yet, a seat with an empty tuple has left everything to its standing orders.
    """

    turn: int
    answers: FrozenMap[tuple[Order, ...]]
    dice: Dice
    charts: C


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Generic[G]):
    """What a step leaves behind.

    A step that must ask returns the state as it found it, and is run again when it is answered.
    """

    game: G
    events: tuple[Event, ...] = ()
    asks: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Generic[G, C]):
    """One step of the sequence of play; `name` is unique within a turn."""

    name: str
    title: str
    rule: str
    run: Callable[[G, Desk[C]], Result[G]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How a game ended: `winner` is a side, or empty for a draw."""

    winner: str
    grade: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Generic[G]):
    """What one seat may see when it writes: the state with its own next seed already opened.

    `own` are the contents of this seat's sealed items that are not open yet, by id. `earlier` are
    answers already given by anybody for steps that have not been played.
    """

    seat: str
    side: str
    seats: tuple[Seat, ...]
    turn: int
    step: str
    game: G
    decision: Decision
    earlier: FrozenMap[FrozenMap[tuple[Order, ...]]]
    own: FrozenMap[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a new game is made from: the scenario's table, the genesis's seats and options."""

    scenario: Mapping[str, Any]
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What an organiser's words come to: the whole table of options, and each seat's side."""

    options: Mapping[str, Any]
    sides: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of an orders form: what is decided, the legal choices, and the orders in force.

    `choices` are lines of plain words. `examples` are orders that would be legal now, written
    into the form as comments; `orders` are written into it as they stand.
    """

    title: str
    rule: str
    choices: tuple[str, ...]
    examples: tuple[Order, ...] = ()
    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a sheet: cells of plain text; `style` is one of the words of the report layer."""

    cells: tuple[str, ...]
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A titled table for the terminal, the mail and the browser."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a report: `kind` is `fact`, `roll`, `loss`, `note` or `breach`."""

    text: str
    kind: str = "fact"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSystem(Generic[G, C]):
    """A game, as data and small pure functions.

    `steps(turn)` is that turn's sequence of play. `key_for` says which of the keys that a
    decision covers an order answers, empty for standing orders, which `stand` puts into the
    state at once. `seal` turns a seat's orders into those that are public and the contents of
    the items to be sealed; `opened` is given a sealed item's content, or None where it is not of
    the form of protocol 4. `alive` tells whether a seat still has anything in the game. `prepare`
    turns an organiser's `--option KEY=VALUE` words into options, `check_setup` looks at a genesis
    that anybody may have written, `setup` trusts it.
    """

    name: str
    title: str
    state: type[G]
    orders: Mapping[str, type[Order]]
    events: Mapping[str, type[Event]]
    read_charts: Callable[[Mapping[str, Mapping[str, Any]]], C]
    prepare: Callable[[Mapping[str, Any], tuple[str, ...], Mapping[str, str]], Prepared]
    check_setup: Callable[[Setup, C], Iterator[Problem]]
    setup: Callable[[Setup, C], G]
    steps: Callable[[int], tuple[Step[G, C], ...]]
    first_turn: int
    key_for: Callable[[Order, Decision], str]
    stand: Callable[[G, str, Order], G]
    alive: Callable[[G, str, C], bool]
    check: Callable[[View[G], tuple[Order, ...], C], Iterator[Problem]]
    seal: Callable[[View[G], tuple[Order, ...], C], tuple[tuple[Order, ...], Mapping[str, str]]]
    opened: Callable[[G, str, str, Mapping[str, Any] | None, C], tuple[G, tuple[Event, ...]]]
    verdict: Callable[[G], Verdict | None]
    resign: Callable[[G, str, C], tuple[G, tuple[Event, ...]]]
    bot: Callable[[View[G], C], tuple[Order, ...]]
    form: Callable[[View[G], C], tuple[Section, ...]]
    wording: Callable[[Event, C], tuple[Line, ...]]
    sheets: Callable[[G, C], tuple[Sheet, ...]]
    step_title: Callable[[int, str], str]
