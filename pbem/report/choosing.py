"""A page on which the legal orders of the moment are clicked together, for one seat's own eyes.

The page runs one script, ours; its policy names that script's hash and lets nothing be fetched.
All words, also those that other players wrote, lie in it as data that the script shows as text.
What stands in the orders file is written here: the script only joins it.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import pairwise
from string import Template
from typing import Any, Literal

from pbem.engine.sheets import Sheet
from pbem.engine.tabletop import Board, Key, Laid, Point
from pbem.frozen import FrozenMap, Value
from pbem.narrow import write_value
from pbem.report import legend, svg
from pbem.report.clean import harmless
from pbem.report.svg import said

Shape = Literal["one", "list", "table", "lists", "raw"]
"""What a key holds: one value, a list, a table of pairs, lists in a list, or any TOML."""


SCRIPTS = ("orders.js", "orderfields.js", "ordercompose.js", "ordermap.js")
"""The parts of the page's one script: orders and their text, orders put together, kinds and map."""

NOTHING = (
    "Nothing has to be decided in this file: save or send it as it is, or order what stands here."
)


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


def render(page: Choosing) -> str:
    """The page."""
    script = "\n".join(map(_asset, SCRIPTS))
    digest = b64encode(sha256(script.encode()).digest()).decode()
    data = json.dumps(_data(page), separators=(",", ":"))
    return Template(_asset("orders.html")).substitute(
        policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
        title=_text(page.title),
        seat=_text(page.seat),
        style=legend.STYLE + _asset("orders.css"),
        legend=_legend(page),
        agenda=_text(f"Your file decides: {'; '.join(page.agenda)}." if page.agenda else NOTHING),
        stands=_stands(page),
        seen="the table is drawn" if page.laid else "how it stands is told",
        board=svg.element(page.laid, title=f"The table of {page.seat}") if page.laid else "",
        take=_text(page.take),
        paste=_text(page.paste),
        then=_text(page.then),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def _stands(page: Choosing) -> str:
    """How it stands, folded where a map shows most of it; else with the table."""
    lines = "".join(f"<li>{_text(line)}</li>" for line in page.stands)
    tables = "".join(
        f"<table><caption>{_text(sheet.title)}</caption>{_rows(sheet)}</table>"
        for sheet in page.tables
    )
    is_open = "" if page.laid else " open"
    inner = f"<ul>{lines}</ul><div>{tables}</div>"
    return f'<details class="stands"{is_open}><summary>How it stands</summary>{inner}</details>'


def _rows(sheet: Sheet) -> str:
    heads = "".join(f'<th scope="col">{_text(head)}</th>' for head in sheet.heads)
    rows = ("".join(f"<td>{_text(cell)}</td>" for cell in row.cells) for row in sheet.rows)
    return f"<tr>{heads}</tr>" + "".join(f"<tr>{row}</tr>" for row in rows)


def _legend(page: Choosing) -> str:
    if page.laid is None or page.key is None:
        return ""
    return legend.folded(page.laid.board, page.key, has_moves=False)


def _asset(name: str) -> str:
    return files("pbem.report").joinpath("page", name).read_text(encoding="utf-8")


def _text(text: str) -> str:
    return escape(harmless(text))


# --- the data ------------------------------------------------------------------------------------


class _Table:
    """Things by number, each once: thousands of orders are made of a few hundred values."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._known: dict[Any, int] = {}

    def __call__(self, thing: Any, row: Any) -> int:
        number = self._known.setdefault(thing, len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


class _Data:
    """The numbers under which the values and the claims of a page stand in its data."""

    def __init__(self, why: Mapping[str, str]) -> None:
        self.items, self.claims = _Table(), _Table()
        self._why = why

    def item(self, item: Item) -> int:
        """`[TOML, name, ids]`."""
        return self.items(item, [item.toml, harmless(item.name), list(item.ids)])

    def claim(self, claim: str) -> int:
        """Why nothing else can have it, in words."""
        return self.claims(claim, harmless(self._why.get(claim, "")))

    def given(self, order: Given) -> list[Any]:
        """`[kind, [[key, shape, items]], words, claims]`."""
        cells = [[one.key, one.shape, list(map(self.item, one.items))] for one in order.cells]
        return [order.kind, cells, harmless(order.words), list(map(self.claim, order.claims))]

    def offer(self, offer: Offer, keys: list[str]) -> list[Any]:
        """`[items by key or 0, words, claims, own, needs]`, without what is missing at its end."""
        row = [
            self._by_key(offer.order.cells, keys),
            harmless(offer.order.words),
            list(map(self.claim, offer.order.claims)),
            list(map(self.claim, offer.own)),
            list(map(self.given, offer.needs)),
        ]
        while len(row) > 1 and not row[-1]:
            row.pop()
        return row

    def _by_key(self, cells: Iterable[Cell], keys: list[str]) -> list[list[int] | int]:
        """The items under each key, 0 where it is left out."""
        held = {one.key: list(map(self.item, one.items)) for one in cells}
        return [held.get(key, 0) for key in keys]

    def sort(self, sort: Sort) -> dict[str, Any]:
        """A kind of order; `keys` are those that its offers have, with their shapes."""
        cells = (cell for offer in sort.offers or () for cell in offer.order.cells)
        shapes = {cell.key: cell.shape for cell in cells}
        keys = [one.key for one in sort.fields if one.key in shapes]
        return {
            "kind": sort.kind,
            "told": harmless(sort.told),
            "rule": harmless(sort.rule),
            "when": harmless(sort.when),
            "keys": [[key, shapes[key]] for key in keys],
            "joins": list(sort.joins),
            "wholes": [
                [self._by_key(one.cells, keys), harmless(one.words), harmless(one.why)]
                for one in sort.wholes
            ],
            "offers": [self.offer(one, keys) for one in sort.offers]
            if sort.offers is not None
            else None,
            "fields": list(map(self.field, sort.fields)),
            "standing": sort.standing,
            "apart": [list(pair) for pair in sort.apart],
            **self.samples(sort),
        }  # fmt: skip

    def field(self, field: Field) -> dict[str, Any]:
        """A key of a kind of order, or of a record in it."""
        return {
            "key": field.key,
            "title": harmless(field.title),
            "shape": field.shape,
            "inner": field.inner,
            "closed": field.closed,
            "looks": field.looks,
            "items": list(map(self.item, field.items)),
            "words": harmless(field.words),
            "required": field.required,
            "open": field.open,
            "blank": field.blank,
            "usual": self.item(field.usual) if field.usual else None,
            "fields": list(map(self.field, field.fields)),
        }

    def samples(self, sort: Sort) -> dict[str, Any]:
        """Rows of numbers: `[items by key, phrase, claims, needs]`; needs where there are any.

        What stands under a key is a number of `lists`, 0 where it is left out.
        """
        lists, phrases, needs = _Table(), _Table(), _Table()
        lists((), [])
        held = {cell.key: cell.shape for one in sort.samples or () for cell in one.order.cells}
        keys = [one.key for one in sort.fields if one.key in held]
        rows = []
        for one in sort.samples or ():
            cells = {cell.key: tuple(map(self.item, cell.items)) for cell in one.order.cells}
            row: list[Any] = [
                [lists(cells.get(key, ()), list(cells.get(key, ()))) for key in keys],
                phrases(one.phrase, [harmless(one.phrase.one), dict(one.phrase.many)]),
                list(map(self.claim, one.order.claims)),
                [needs(need, self.given(need)) for need in one.needs],
            ]
            rows.append(row if row[3] else row[:3])
        return {
            "lead": [[key, held[key]] for key in keys],
            "lists": lists.rows,
            "phrases": phrases.rows,
            "besides": needs.rows,
            "samples": None if sort.samples is None else rows,
        }


def _data(page: Choosing) -> dict[str, Any]:
    """What the script works with."""
    data = _Data(page.why)
    sorts = [data.sort(one) for one in page.sorts]
    draft = [data.given(one) for one in page.draft]
    return {
        "mark": page.mark,
        "head": page.head,
        "file": page.file,
        "message": page.message,
        "draft": draft,
        "sorts": sorts,
        "items": data.items.rows,
        "why": data.claims.rows,
        **_map(page.laid),
    }


def _map(laid: Laid | None) -> dict[str, Any]:
    """The places with their names and middles, the counters with names, places and piles."""
    if laid is None:
        return {"places": {}, "counters": {}, "near": {}}
    return {
        "places": {
            one.id: [harmless(one.name), *one.middle]
            for one in laid.board.places
            if one.ground != "none"
        },
        "counters": {one.id: [harmless(said(one)), one.place, one.pile] for one in laid.counters},
        "near": _near(laid.board),
    }


def _near(board: Board) -> dict[str, list[str]]:
    """The places beside each: at the other end of a link, or across an edge."""
    at = {one.middle: one.id for one in board.places if one.ground != "none"}
    pairs = [
        (at[stroke.points[0]], at[stroke.points[-1]])
        for stroke in board.strokes
        if stroke.way in ("link", "long") and {stroke.points[0], stroke.points[-1]} <= at.keys()
    ]
    edges: dict[frozenset[Point], str] = {}
    for one in (one for one in board.places if one.id in at.values()):
        for edge in map(frozenset, pairwise((*one.outline, one.outline[0]))):
            if edge in edges:
                pairs.append((edges[edge], one.id))
            edges[edge] = one.id
    near: dict[str, list[str]] = {}
    for first, second in dict.fromkeys(pairs):
        near.setdefault(first, []).append(second)
        near.setdefault(second, []).append(first)
    return near


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
