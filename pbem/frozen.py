"""An immutable mapping that iterates in the order of its keys."""

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import TypeVar

V = TypeVar("V")


class FrozenMap(Mapping[str, V]):
    """A mapping from text to values that never changes and always iterates in key order.

    State is made of these, so that nothing can depend on the order in which it was built.
    """

    __slots__ = ("_items", "_kept")

    def __init__(self, items: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._items: dict[str, V] = dict(sorted(dict(items).items()))
        self._kept: object = None

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # `Mapping` has these three as well, but they take a dozen times as long, and rules ask often

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def items(self) -> ItemsView[str, V]:
        """Keys and values, in the order of the keys."""
        return self._items.items()

    def values(self) -> ValuesView[V]:
        """The values, in the order of their keys."""
        return self._items.values()

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenMap) and self._items == other._items

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def kept(self, make: Callable[[Mapping[str, V]], object]) -> object:
        """What `make` makes of it, worked out once: always give the same function."""
        if self._kept is None:
            self._kept = make(self._items)
        return self._kept

    def set(self, key: str, value: V) -> "FrozenMap[V]":
        """A copy in which `key` has `value`."""
        return FrozenMap({**self._items, key: value})

    def update(self, changes: Mapping[str, V]) -> "FrozenMap[V]":
        """A copy with all of `changes` made."""
        return FrozenMap({**self._items, **changes})

    def without(self, *keys: str) -> "FrozenMap[V]":
        """A copy without `keys`; keys that are not there are no error."""
        return FrozenMap({k: v for k, v in self._items.items() if k not in keys})
