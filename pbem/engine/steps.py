"""The shape of a game system: a sequence of pure steps over plain state."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, TypeVar

from pbem.dice import Dice
from pbem.engine.atlas import Atlas
from pbem.engine.decisions import Decision
from pbem.engine.events import Event, Score
from pbem.engine.foretold import Foretold
from pbem.engine.headline import Headline
from pbem.engine.hidden import ByOrders, Hidden
from pbem.engine.kinds import Kind
from pbem.engine.options import Option
from pbem.engine.orders import Order
from pbem.engine.sheets import Line, Sheet
from pbem.engine.tabletop import Tabletop
from pbem.errors import Problem
from pbem.frozen import FrozenMap, Value
from pbem.narrow import write_value
from pbem.seal import SMALLEST_ANNEX

G = TypeVar("G")
C = TypeVar("C")


class Seat(Value):
    """A role with a key, as the genesis names it (protocol 4)."""

    name: str
    side: str
    holder: str
    email: str
    key: str


class Desk(Value, Generic[C]):
    """What a step has before it, besides the state.

    `answers` are the orders given for this step, by seat; a seat that is not in it has not been
    heard yet, a seat with an empty tuple has left everything to its standing orders.
    """

    turn: int
    answers: FrozenMap[tuple[Order, ...]]
    dice: Dice
    charts: C


class Result(Value, Generic[G]):
    """What a step leaves behind.

    A step that must ask returns the state as it found it, and is run again when it is answered.
    With `again` the step is not over: it is run again from the new state, its answers used up.
    `lapsed` are later steps whose answers, given ahead, are void: they are asked for anew.
    """

    game: G
    events: tuple[Event, ...] = ()
    asks: tuple[Decision, ...] = ()
    again: bool = False
    lapsed: tuple[str, ...] = ()


class Step(Value, Generic[G, C]):
    """One step of the sequence of play; `name` is unique within a turn."""

    name: str
    title: str
    rule: str
    run: Callable[[G, Desk[C]], Result[G]]


class Verdict(Value):
    """How a game ended: `winner` is a side, or empty for a draw."""

    winner: str
    grade: str
    reason: str


class View(Value, Generic[G]):
    """What one seat may see when it writes: the state with its own next seed already opened.

    `own` are the contents of this seat's sealed items that are not open yet, by id. `sealed` are
    their ids, as all know them. When a file is judged, those that it seals itself are among them:
    what belongs into them stands in a draft with the rest, in a file no more. `earlier` are
    answers already given by anybody for steps that have not been played. `private` is the seat's
    own hidden state in a game with charts, None for whoever looks at another seat's file. `now` is
    the key of the step at which play stands, where that is before all that the decision covers.
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
    private: object = None
    sealed: tuple[str, ...] = ()
    now: str = ""


class Setup(Value):
    """What a new game is made from: the scenario's table, the genesis's seats and options.

    `last` is the seat that joins last, whose file owns the first rolls (protocol 4).
    """

    scenario: Mapping[str, Any]
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]
    last: str = ""


SCENARIO = "compare it with one of the program's: pbem scenario show"
"""What to do about a scenario that cannot be read."""
OPTIONS = "'pbem scenario show' lists the options"
"""What to do about an organiser's options that cannot be read."""
GENESIS = "this program has written no such genesis: ask the organiser for a new game"
"""What to do about options of a genesis that cannot be read."""


class Prepared(Value):
    """What an organiser's words come to: the whole table of options, and each seat's side."""

    options: Mapping[str, Any]
    sides: Mapping[str, str]


class Section(Value):
    """A part of an orders form: what is decided, the legal choices, and the orders in force.

    `choices` are lines of plain words. `examples` are orders that would be legal now, written
    into the form as comments, each by itself; the orders of one tuple of `together` are legal
    together alone, such as an offensive with what carries it out. `orders` are written into the
    form as they stand.
    """

    title: str
    rule: str
    choices: tuple[str, ...]
    examples: tuple[Order, ...] = ()
    together: tuple[tuple[Order, ...], ...] = ()
    orders: tuple[Order, ...] = ()


class Spare(Section):
    """A section that stands in the full form alone."""


class IfRoom(Section):
    """A section that the short form leaves out if it would be too long with it, the last first."""


def _by_title(_: object) -> str:
    """What a game is called that bears no name of its own."""
    return ""


def _open(_: object) -> bool:
    """Whether a game hides anything: most hide nothing."""
    return False


def _no_later(_type: str, _items: Collection[str]) -> str:
    """Which later file opens an order, in a game in which the next one opens all or none."""
    return ""


def _as_labelled(label: str, _charts: object) -> str:
    """What a roll is called in a game that has no words for the labels of its rolls."""
    return label.partition(" ")[2]


def _numbered(_game: object, turn: int, _step: str, _charts: object) -> str:
    """What a turn is called in a game that does not name its turns."""
    return f"turn {turn}"


def _as_written(setup: Setup) -> Mapping[str, str]:
    """The options of a game that has no words for them, as the genesis has them."""
    return {key: write_value(value) for key, value in sorted(setup.options.items())}


def _blind(*_: object) -> None:
    """What a kind of order is judged on where no file takes it."""


def _one_by_one(*_: object) -> tuple[Line, ...]:
    """What is told of several events at once, in a game that tells each by itself."""
    return ()


def _uncounted(*_: object) -> Mapping[str, int]:
    """The score of a game that counts no points while it goes on."""
    return {}


def _nowhere(*_: object) -> Mapping[str, Mapping[str, int]]:
    """The places that points are for, in a game that does not tell."""
    return {}


def _all_written(*_: object) -> Mapping[str, Any]:
    """What need not be written in an order, in a game in which all must be."""
    return {}


def _nameless(*_: object) -> Mapping[str, str]:
    """The names in a game whose sentences hold no mentions."""
    return {}


def _whole(_game: object, _seat: str, order: Order, _seq: int) -> Order:
    """What is new of an order in a game whose state does not tell."""
    return order


def _no_headline(*_: object, **__: int) -> tuple[str, ...]:
    """What happened, in a game that does not sum it up."""
    return ()


class GameSystem(Value, Generic[G, C]):
    """A game, as data and small pure functions.

    `steps(turn)` is that turn's sequence of play. `by_orders` are items without charts that orders
    seal and open, beside those that decisions ask for. `key_for` says which of the keys that a
    decision covers an order answers, empty for standing orders; `stand` puts into the state what an
    order does at once; the number is that of its file. `own_title` is what its players call a
    game, empty for the system's title. `turn_title` is what they call a turn, or
    the part of it that a step lies in; the step is empty for the whole turn. `turn_number` is what
    stands beside that where a turn is to be typed, or empty. `roll_title` is what a roll is called
    whose label stands at the head of a sentence. `seal` turns a seat's orders into
    those that are public and the contents of the items to be sealed, charts among them;
    `opened` is given a sealed item's id, the number of the file that sealed it, and its content, or
    None where that is not of the form of protocol 4.
    `opens_next` says that whatever a file seals its seat's next file opens, but what `opens_later`
    says: which later one opens orders of a type, sealed beside such items, or nothing.
    `secretive` says that a game has hidden things, so that every file carries an annex (protocol
    8). `award` gives a side points by a ruling (protocol 10), `atlas` is its map, `tabletop` its
    board and counters, to be drawn. `agenda` tells in words that all may read what a seat's next
    file is needed for; without it the titles of the steps are told. `brief` are the tables on the
    page of a scenario, its terms first; `mails` are those that one game of it takes, by its seats
    and options. `options` are what an organiser may choose, `as_words` the words of which `prepare`
    made a genesis's options and sides. `sheets` hold all that lies on the
    table, `overview` what of it goes on one screen, `points` what each side has points for; a game
    without an overview is small enough for its sheets. `score` are the sides' points as things
    stand, in the smallest unit that is counted, which `point_words` writes as players do; `places`
    tells what of them is for which place, by its id. `look` tells all that a seat may know of the
    unit or place of an id, nothing of what is none; the second argument is the seat's own hidden
    state or None. `together` tells events of one class that follow each other in one go, result
    first, or nothing where each is told by itself. `forecast` looks ahead for a seat, at what comes
    and what its orders so far would leave, `foretell` tells in words what a file's legal orders
    come to, `stances` what the standing orders among a seat's say to the others, `newly` what of
    one of its orders its file was the last to change. `headline` tells
    what happened as a person would, in at most five lines; the state after it is None where only
    its events are known, of which the last public one then may have the score. `names` are what
    things are called that texts mention by id (see `engine/mentions`), `described` of what kind is
    what they call by its id alone, `spoken` what forms write, and orders may hold, for the ids of
    what no state has, such as nations; `also` are values that are made of ids, by the words in
    small letters that orders may have for them. `usual` are the keys of a kind of order that a seat
    need not write, each with the one value that is read there. `kinds_of` has the kinds by side,
    where each is asked for them in steps of its own; a side that is not in it has them all. `alive`
    tells whether a seat still has anything in the game. `prepare` turns an organiser's `--option
    KEY=VALUE` words into options, `check_setup` looks at a genesis that anybody may have written,
    `setup` trusts it. `revision` is raised by whoever changes what any state, order, digest or die
    comes to (protocol 11), `smallest_annex` are the bytes to which every annex is padded at least.
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
    first_turn: Callable[[G], int]
    key_for: Callable[[Order, Decision], str]
    stand: Callable[[G, str, Order, int], G]
    alive: Callable[[G, str, C], bool]
    check: Callable[[View[G], tuple[Order, ...], C], Iterator[Problem]]
    seal: Callable[[View[G], tuple[Order, ...], C], tuple[tuple[Order, ...], Mapping[str, str]]]
    opened: Callable[[G, str, str, int, Mapping[str, Any] | None, C], tuple[G, tuple[Event, ...]]]
    verdict: Callable[[G], Verdict | None]
    resign: Callable[[G, str, C], tuple[G, tuple[Event, ...]]]
    bot: Callable[[View[G], C], tuple[Order, ...]]
    form: Callable[[View[G], C], tuple[Section, ...]]
    wording: Callable[[Event, C], tuple[Line, ...]]
    sheets: Callable[[G, C], tuple[Sheet, ...]]
    step_title: Callable[[int, str], str]
    own_title: Callable[[G], str] = _by_title
    turn_title: Callable[[G, int, str, C], str] = _numbered
    turn_number: Callable[[int], str] = "turn {}".format
    roll_title: Callable[[str, C], str] = _as_labelled
    hidden: Hidden[G, C, Any] | None = None
    by_orders: ByOrders[G, C] | None = None
    revision: int = 1
    smallest_annex: int = SMALLEST_ANNEX
    opens_next: bool = False
    opens_later: Callable[[str, Collection[str]], str] = _no_later
    secretive: Callable[[G], bool] = _open
    award: Callable[[G, str, int, C], tuple[G, tuple[Event, ...]]] | None = None
    atlas: Atlas[G, C] | None = None
    tabletop: Tabletop[G, C] | None = None
    agenda: Callable[[G, Decision, C], tuple[str, ...]] | None = None
    brief: Callable[[Mapping[str, Any], C], tuple[Sheet, ...]] | None = None
    mails: Callable[[Setup, C], str] | None = None
    forecast: Callable[[View[G], tuple[Order, ...], C], tuple[Sheet, ...]] | None = None
    overview: Callable[[G, C], tuple[Sheet, ...]] | None = None
    points: Callable[[G, C], Sheet] | None = None
    score: Callable[[G, C], Mapping[str, int]] = _uncounted
    places: Callable[[G, C], Mapping[str, Mapping[str, int]]] = _nowhere
    point_words: Callable[[int], str] = str
    look: Callable[[G, object, str, C], tuple[Line, ...]] | None = None
    together: Callable[[tuple[Event, ...], C], tuple[Line, ...]] = _one_by_one
    foretell: Callable[[View[G], tuple[Order, ...], C], Foretold] | None = None
    stances: Callable[[View[G], tuple[Order, ...], C], tuple[str, ...]] | None = None
    newly: Callable[[G, str, Order, int], Order | None] = _whole
    headline: Headline = _no_headline
    names: Callable[[G, C], Mapping[str, str]] = _nameless
    described: Callable[[C], Mapping[str, str]] = _nameless
    also: Callable[[G, C], Mapping[str, str]] = _nameless
    options: tuple[Option, ...] = ()
    as_words: Callable[[Setup], Mapping[str, str]] = _as_written
    kinds: tuple[Kind[Any, Any], ...] = ()
    kinds_of: Mapping[str, tuple[Kind[Any, Any], ...]] = FrozenMap()
    sight: Callable[[View[G], type[Order], C], Any] = _blind
    spoken: Mapping[str, str] = FrozenMap()
    usual: Callable[[G, str, type[Order]], Mapping[str, Any]] = _all_written


def change_of_score(system: GameSystem[G, C], before: G, after: G, charts: C) -> Score | None:
    """What a change of the state does to the score; None if nothing."""
    was, now = system.score(before, charts), system.score(after, charts)
    gained = _change(was, now)
    if not gained:
        return None
    had, has = system.places(before, charts), system.places(after, charts)
    earned = {side: _change(had.get(side, {}), has.get(side, {})) for side in has}
    return Score(gained=gained, now=FrozenMap(now), earned=FrozenMap(earned))


def _change(was: Mapping[str, int], now: Mapping[str, int]) -> FrozenMap[int]:
    """What has become more or less, by how much."""
    change = {what: now.get(what, 0) - was.get(what, 0) for what in (*was, *now)}
    return FrozenMap({what: points for what, points in change.items() if points})
