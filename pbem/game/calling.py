"""What stands in orders, called so that nobody needs to know how it is written."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, get_args, get_origin

from pbem.engine.mentions import Speller, mention
from pbem.engine.orders import Order, word_for
from pbem.frozen import FrozenMap, Value, fields
from pbem.narrow import write_pair, write_value
from pbem.report.clean import written_out
from pbem.report.clickable import Cell, Item, Shape


class Called:
    """How values of orders are written and what they are called, in one game."""

    def __init__(self, names: Mapping[str, str], spoken: Mapping[str, str]) -> None:
        self._names = {**spoken, **names}
        self._bearers = Counter(self._names.values())
        self._speller = Speller(names)
        self._speller("".join(map(mention, names)))  # so that sentences have names without ids

    def spell(self, sentences: Iterable[str]) -> str:
        """Sentences as one text, with the names of what they mention."""
        return " ".join(map(self._speller, sentences))

    def name(self, value: Any) -> str:
        """A value by its printed names, with the ids of those that several things bear."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return " - ".join(map(self.name, value)) or "none"
        if isinstance(value, Mapping):
            return ", ".join(f"{self.name(key)}: {self.name(one)}" for key, one in value.items())
        kind, colon, rest = str(value).partition(":")
        if colon and rest in self._names:
            return f"{kind} {self.name(rest)}"
        known = self._names.get(str(value))
        if known is None or known == value:
            return str(value)
        return f"{known} ({value})" if self._bearers[known] > 1 else known

    def item(self, value: Any, said: str = "") -> Item:
        """One value of a key; `said` is what it is called under that key alone."""
        toml = written_out(write_value(value))
        return Item(toml=toml, name=said or self.name(value), ids=tuple(_ids(value)))

    def said(self, order: type[Order], type_: Any, key: str, value: Any) -> str:
        """What a word is called under a key of an order alone; empty where it is called as ever."""
        if not isinstance(value, str) or not value:
            return ""
        word, (kind, colon, rest) = word_for(order, key, value), value.partition(":")
        if colon and word_for(order, key, kind) != kind:
            return f"{word_for(order, key, kind)} {self.name(rest)}"
        is_own = word != value.replace("-", " ")
        return word if is_own or (value in choices_of(type_) and value not in self._names) else ""

    def pair(self, key: str, value: Any) -> Item:
        """One pair of a table."""
        toml, name = written_out(write_pair(key, value)), f"{self.name(key)}: {self.name(value)}"
        return Item(toml=toml, name=name, ids=(key, *_ids(value)))

    def cells(self, table: Mapping[str, Any], order: type[Order] = Order) -> tuple[Cell, ...]:
        """The keys of an order's table, without its type; `order` is its kind, where known."""
        types = {one.name: one.type for one in fields(order)}
        return tuple(
            self._cell(key, value, partial(self.said, order, types.get(key), key))
            for key, value in table.items()
            if key != "type"
        )

    def _cell(self, key: str, value: Any, told: Callable[[Any], str]) -> Cell:
        if isinstance(value, list | tuple):
            items = tuple(self.item(one, told(one)) for one in value)
            return Cell(key=key, shape="list", items=items)
        if isinstance(value, Mapping):
            pairs = tuple(self.pair(one, value[one]) for one in value)
            return Cell(key=key, shape="table", items=pairs)
        return Cell(key=key, shape="one", items=(self.item(value, told(value)),))


def _ids(value: Any) -> Iterator[str]:
    """The words in a value, each of which may be an id; of `base:RAB` also the id in it."""
    if isinstance(value, str):
        yield value
        _, colon, rest = value.partition(":")
        yield from (rest,) if colon else ()
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _ids(one)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from _ids(one)


def shape_of(type_: Any) -> Shape:
    """What a key holds, by its type."""
    origin, inner = get_origin(type_), get_args(type_)
    if origin is FrozenMap:
        return "table"
    if origin in (tuple, list):
        if get_origin(inner[0]) in (tuple, list):
            return "lists"
        return "raw" if isinstance(inner[0], type) and issubclass(inner[0], Value) else "list"
    return "one"


def choices_of(type_: Any) -> tuple[Any, ...]:
    """The words that a type or its members list; true and false where it is either."""
    if get_origin(type_) is tuple:
        return choices_of(get_args(type_)[0])
    inner = get_args(type_) if get_origin(type_) is not FrozenMap else ()
    if type_ is bool or bool in inner:
        return True, False
    return tuple(one for one in inner if isinstance(one, str | int))
