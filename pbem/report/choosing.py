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
from typing import Any

from pbem.engine.sheets import Sheet
from pbem.engine.tabletop import Board, Laid, Point
from pbem.report import legend, svg
from pbem.report.clean import harmless
from pbem.report.clickable import Cell, Choosing, Field, Given, Item, Offer, Sort
from pbem.report.svg import said

SCRIPTS = ("orders.js", "orderfields.js", "ordercompose.js", "ordermap.js")
"""The parts of the page's one script: orders and their text, orders put together, kinds and map."""

NOTHING = (
    "Nothing has to be decided in this file: save or send it as it is, or order what stands here."
)


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
