"""What the page of orders tells, as values: orders to be clicked, and keys to be filled by hand."""

from typing import Literal

from pbem.engine.sheets import Sheet
from pbem.engine.tabletop import Key, Laid
from pbem.frozen import FrozenMap, Value
from pbem.narrow import write_value

Shape = Literal["one", "list", "table", "lists", "raw"]
"""What a key holds: one value, a list, a table of pairs, lists in a list, or any TOML."""


class Item(Value):
    """A value of a key: the TOML that stands for it, its printed name, the ids that it names."""

    toml: str
    name: str
    ids: tuple[str, ...] = ()


class Cell(Value):
    """A key of an order with what stands there."""

    key: str
    shape: Shape
    items: tuple[Item, ...]


class Given(Value):
    """An order as it would stand in the file, in words, and what it claims for itself alone."""

    kind: str
    cells: tuple[Cell, ...]
    words: str = ""
    claims: tuple[str, ...] = ()


class Offer(Value):
    """A legal order, to be clicked.

    `claims` it makes as a whole, such as a carrier; `own` by what can be joined to another order
    that is otherwise the same, such as a squadron. `needs` must stand in the file besides.
    """

    order: Given
    own: tuple[str, ...] = ()
    needs: tuple[Given, ...] = ()


class Whole(Value):
    """Several legal orders as one: what it will do, or `why` it is not legal."""

    cells: tuple[Cell, ...]
    words: str = ""
    why: str = ""


class Field(Value):
    """A key that can be filled by hand: what is known to fit, and what is to be said about it.

    It is called `title`. `inner` is what a pair of a table holds, `fields` are those of a record in
    a list of them; a `closed` one takes its items alone, an `open` one others besides. `usual` is
    what holds where it is left out. A `blank` one may hold an empty word.
    """

    key: str
    title: str
    shape: Shape
    inner: Shape
    closed: bool
    looks: str
    items: tuple[Item, ...] = ()
    words: str = ""
    required: bool = False
    open: bool = False
    blank: bool = False
    usual: Item | None = None
    fields: "tuple[Field, ...]" = ()


class Phrase(Value):
    """What tells of an order, with slots for names; `many` by the key that holds several."""

    one: str
    many: FrozenMap[str] = FrozenMap()


class Sample(Value):
    """A legal order from which others are put together, and what must stand in the file besides."""

    order: Given
    phrase: Phrase
    needs: tuple[Given, ...] = ()


class Sort(Value):
    """A kind of order: what it is, its legal orders (None: they cannot be listed), its keys.

    `when` are the steps of the file that take it, empty where all do. Orders that are the same but
    for the keys `joins` become one order; `wholes` are such orders where they are few. `samples`
    tell what goes with what in orders that cannot be listed, None where anything does; `apart`
    are keys that are filled without regard to each other.
    """

    kind: str
    told: str
    rule: str
    when: str
    offers: tuple[Offer, ...] | None
    joins: tuple[str, ...]
    wholes: tuple[Whole, ...]
    fields: tuple[Field, ...]
    standing: bool
    samples: tuple[Sample, ...] | None = None
    apart: tuple[tuple[str, str], ...] = ()


class Choosing(Value):
    """All that the page tells.

    `stands` are lines on how it stands, `tables` the table of a game that has no map to draw.
    `mark` begins the line that says whose the saved file is, which ends with the time; `head` are
    the first lines of the orders file, `draft` the orders in it so far and `message` its
    words to the others; it is saved as `file`. `why` says of what a claim is about that nothing
    else can have it. `take` are commands for the saved file, `paste` for what was copied, `then`
    what comes after them.
    """

    title: str
    seat: str
    agenda: tuple[str, ...]
    stands: tuple[str, ...]
    tables: tuple[Sheet, ...]
    sorts: tuple[Sort, ...]
    why: FrozenMap[str]
    laid: Laid | None
    mark: str
    key: Key | None
    head: str
    draft: tuple[Given, ...]
    message: str
    file: str
    take: str
    paste: str
    then: str


def lines_of(order: Given) -> tuple[str, ...]:
    """An order as it stands in the file, as the script joins it."""
    keys = (f"{cell.key} = {_joined(cell)}" for cell in order.cells)
    return ("[[order]]", f"type = {write_value(order.kind)}", *keys)


def _joined(cell: Cell) -> str:
    words = ", ".join(item.toml for item in cell.items)
    if cell.shape == "list":
        return f"[{words}]"
    if cell.shape == "table":
        return f"{{ {words} }}" if words else "{}"
    return words
