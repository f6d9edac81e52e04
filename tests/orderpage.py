"""What lies in an order page, and the orders file that its script makes of it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.tabletop import Board, Counter, Laid, Place
from pbem.frozen import FrozenMap, replace
from pbem.game.calling import Called
from pbem.narrow import write_value
from pbem.report.clickable import Choosing, Field, Given, Offer, Sort

HOSTILE = "</script><script>alert(1)</script><img src=http://127.0.0.1:9/x>\u202e'\"\\"

Data = Mapping[str, Any]
Order = tuple[str, Sequence[tuple[str, str, Sequence[int]]]]
"""The kind of an order and its cells: key, shape, and items by number."""

_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def data_of(path: Path) -> Data:
    """The data of a page."""
    found = _DATA.search(path.read_text(encoding="utf-8"))
    assert found is not None
    data: Data = json.loads(found[1])
    return data


def offers(sort: Mapping[str, Any]) -> Iterable[list[Order]]:
    """Each legal order of a kind behind those that it needs."""
    for row in sort["offers"] or ():
        items, _, _, _, needs, *_ = (*row, *[[]] * 4)
        cells = [
            (key, shape, held)
            for (key, shape), held in zip(sort["keys"], items, strict=True)
            if held != 0
        ]
        yield [*(given(one) for one in needs), (sort["kind"], cells)]


def given(row: Sequence[Any]) -> Order:
    """An order of the draft, or one that is needed."""
    return row[0], row[1]


def text(data: Data, orders: Iterable[Order], message: str = "") -> str:
    """The orders file, joined as the script joins it."""
    tables = "".join(f"\n{_table(data, order)}\n" for order in orders)
    return f"{data['head']}message = {write_value(message)}\n{tables}"


def _table(data: Data, order: Order) -> str:
    kind, cells = order
    lines = (_line(data, *cell) for cell in cells)
    return "\n".join(("[[order]]", f"type = {write_value(kind)}", *lines))


def _line(data: Data, key: str, shape: str, items: Sequence[int]) -> str:
    words = ", ".join(data["items"][item][0] for item in items)
    if shape == "list":
        return f"{key} = [{words}]"
    if shape == "table":
        return f"{key} = " + (f"{{ {words} }}" if words else "{}")
    return f"{key} = {words}"


def of_words(words: str) -> Choosing:
    """A page in which everything is called so."""
    called = Called({"akagi": words}, {})
    order = Given(kind="plan", cells=called.cells({"type": "plan", "carrier": words}))
    counter = Counter(
        id=words,
        place="p",
        side="first",
        shape="ship",
        pile=words,
        label=words,
        words=words,
    )
    place = Place(
        id="p", name=words, label=words, ground="water", middle=(80, 80), room=(120, 120),
        outline=((0, 0), (160, 0), (160, 160), (0, 160)),
    )  # fmt: skip
    board = Board(title=words, size=(160, 160), places=(place,))
    sort = Sort(
        kind="plan", told=words, rule=words, when=words, joins=(), wholes=(), standing=False,
        offers=(Offer(order=replace(order, words=words, claims=(words,)), needs=(order,)),),
        fields=tuple(
            Field(
                key=key, title=words, shape="one", inner="one", closed=False, looks="a word",
                items=(called.item("akagi"),), words=words,
            )
            for key in ("carrier", "deck")
        ),
    )  # fmt: skip
    return Choosing(
        title=words, seat=words, agenda=(words,), stands=(words,), tables=(), sorts=(sort,),
        why=FrozenMap({words: words}),
        laid=Laid(board=board, counters=(counter,)), mark="", key=None, head="", draft=(order,),
        message=words,
        file="orders.toml", take=words, paste=words, then=words,
    )  # fmt: skip
