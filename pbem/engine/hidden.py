"""What a game hides: its single items, a seat's own state, and what an audit reads of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from pbem.engine.events import ALL, Event, Happening, Score
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet
from pbem.frozen import Value

G = TypeVar("G")
C = TypeVar("C")
P = TypeVar("P")


class Scene(Value, Generic[G]):
    """Events that happened together, the public state after them, and the score if it changed."""

    turn: int
    step: str
    game: G
    events: tuple[Event, ...]
    score: Score | None = None


def happenings(scenes: Iterable[Scene[G]]) -> tuple[Happening, ...]:
    """Every event of the scenes, in order; the score of a scene stands at its last public one."""
    return tuple(
        Happening(
            turn=scene.turn,
            step=scene.step,
            event=event,
            score=scene.score if number == last else None,
        )
        for scene in scenes
        for last in (_last_public(scene.events),)
        for number, event in enumerate(scene.events)
    )


def _last_public(events: tuple[Event, ...]) -> int:
    return max((number for number, event in enumerate(events) if event.to == ALL), default=-1)


class Disclosed(Value, Generic[G]):
    """One file of a seat with its sealed items laid open, as an audit reads it (protocol 8).

    `covers` are the keys of what it was asked to decide; there are none in a file that only opens
    or states. `before` are the scenes since the seat's previous file, up to its own openings;
    `found` is the public state that its orders found; `after` the scenes of its own run. `items`
    are contents by id, None where the annex and the roots do not agree.
    """

    seq: int
    turn: int
    covers: tuple[str, ...]
    before: tuple[Scene[G], ...]
    found: G
    orders: tuple[Order, ...]
    items: Mapping[str, str] | None
    after: tuple[Scene[G], ...]


class Breach(Value):
    """What an audit found (protocol 8): `seat` broke `rule` in file `seq`.

    `subject` is the id of the unit or place it is about, `name` what people call it where that is
    not its id; `gain` is the side that gained by it, empty if none.
    """

    seat: str
    seq: int
    rule: str
    subject: str
    what: str
    gain: str = ""
    name: str = ""


class Hidden(Value, Generic[G, C, P]):
    """The hidden side of a game with charts (protocol 7): one seat's own state, and its items.

    `chart_ids` is the fixed list of a seat's chart items, the same in every file, in byte order.
    `set_up` makes the state before a seat's first charts; `items` and `read` turn a state into
    the contents of items and back, without loss at the moment of an own file. `learn` is told
    what has become public. `needed` are the chart items that the annex must hold; `complete`
    derives the contents of the others from them, from the file's orders as all see them, and from
    the state that these found.
    `openings` are the chart items that orders open, `seals` the single items that they seal.
    `stated` carries out a forced order. `audit` is given all files of a seat in order. `annex`
    shows a seat its own hidden state, `noticed` tells in sentences what it alone knows of what has
    just happened. `rebuilt` is what the ids of those chart items begin with
    that stand in no annex, a referee's neither: they are many, and follow from the others.
    """

    state: type[P]
    chart_ids: Callable[[G, str, C], tuple[str, ...]]
    set_up: Callable[[G, str, C], P]
    read: Callable[[G, str, Mapping[str, str], C], P]
    learn: Callable[[P, Scene[G], C], P]
    needed: Callable[[str, C], bool]
    complete: Callable[[G, str, Mapping[str, str], tuple[Order, ...], C], Mapping[str, str]]
    openings: Callable[[G, str, tuple[Order, ...], C], tuple[str, ...]]
    seals: Callable[[G, str, tuple[Order, ...], C], tuple[str, ...]]
    stated: Callable[[G, str, Order, C], tuple[G, tuple[Event, ...]]]
    audit: Callable[[str, P, tuple[Disclosed[G], ...], C], Iterator[Breach]]
    annex: Callable[[P, G, C], tuple[Sheet, ...]]
    noticed: Callable[[P, G, C], Iterator[str]]
    rebuilt: str = ""


class ByOrders(Value, Generic[G, C]):
    """Single items in a game without charts that a seat seals and opens when it likes.

    `seals` are the ids that a seat's orders seal, `openings` those that they open, each once.
    Both are given orders of anybody's file that have not been checked yet.
    """

    openings: Callable[[G, str, tuple[Order, ...], C], tuple[str, ...]]
    seals: Callable[[G, str, tuple[Order, ...], C], tuple[str, ...]]
