"""What lies in an order page, and the orders file that its script makes of it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.narrow import write_value

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
