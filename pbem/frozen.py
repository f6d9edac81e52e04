"""Values that never change: records with named fields, and maps in the order of their keys."""

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from functools import cache, wraps
from typing import Any, TypeVar, TypeVarTuple, dataclass_transform, overload

import msgspec
from msgspec.structs import FieldInfo

V = TypeVar("V")
D = TypeVar("D")
R = TypeVar("R", bound="Value")
Given = TypeVarTuple("Given")
T = TypeVar("T")


def field(*, default_factory: Callable[[], Any]) -> Any:
    """A field whose default is made anew for each value."""
    return msgspec.field(default_factory=default_factory)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that never changes, made and compared by the names and values of its fields."""


def replace(value: R, /, **changes: Any) -> R:
    """A copy of a value with some fields changed; raises TypeError if it has no such field."""
    return msgspec.structs.replace(value, **changes)


def names(cls: type[Value] | Value) -> tuple[str, ...]:
    """The names of a value's fields, in the order in which they are written down."""
    return cls.__struct_fields__


fields: Callable[[type[Value]], tuple[FieldInfo, ...]] = cache(msgspec.structs.fields)
"""The fields of a value, each with its name, its type, and whether it must be given."""


@cache
def standard(cls: type[Value]) -> Mapping[str, Any]:
    """What the fields of a value are by default, by name, for those that have a default."""
    described = fields(cls)
    given = {one.name: one.default for one in described if one.default is not msgspec.NODEFAULT}
    made = (one for one in described if one.default_factory is not msgspec.NODEFAULT)
    return given | {one.name: one.default_factory() for one in made}


def remembered(most: int) -> Callable[[Callable[[*Given], T]], Callable[[*Given], T]]:
    """Let a function of values that never change remember its last `most` answers.

    It knows a text or a number again by what it says, any other value by being the same one: a
    whole state is asked many things, and to compare it takes longer than to answer.
    """

    def remembering(function: Callable[[*Given], T]) -> Callable[[*Given], T]:
        kept: dict[tuple[str | int, ...], tuple[tuple[Any, ...], T]] = {}

        @wraps(function)
        def asked(*values: *Given) -> T:
            key = tuple(value if isinstance(value, str | int) else id(value) for value in values)
            if key not in kept:
                answer = function(*values)
                if len(kept) >= most:
                    del kept[next(iter(kept))]
                kept[key] = values, answer  # as long as values are held no other has their ids
            return kept[key][1]

        return asked

    return remembering


class FrozenMap(Mapping[str, V]):
    """A mapping from text to values that never changes and always iterates in key order.

    State is made of these, so that nothing can depend on the order in which it was built.
    """

    __slots__ = ("_groups", "_items", "_kept")

    def __init__(self, items: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._items: dict[str, V] = dict(sorted(dict(items).items()))
        self._kept: str | None = None
        self._groups: dict[Callable[[V], str], dict[str, tuple[V, ...]]] = {}

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # `Mapping` has these five as well, but they take much longer, and rules ask often

    def __contains__(self, key: object) -> bool:
        return key in self._items

    @overload
    def get(self, key: str, /) -> V | None: ...

    @overload
    def get(self, key: str, /, default: V | D) -> V | D: ...

    def get(self, key: str, /, default: D | None = None) -> V | D | None:
        """The value of a key, or something else where there is none."""
        return self._items.get(key, default)

    def keys(self) -> KeysView[str]:
        """The keys, in order."""
        return self._items.keys()

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

    def kept(self, make: Callable[[Mapping[str, V]], str]) -> str:
        """The text that `make` makes of it, worked out once: always give the same function."""
        if self._kept is None:
            self._kept = make(self._items)
        return self._kept

    def grouped(self, by: Callable[[V], str]) -> Mapping[str, tuple[V, ...]]:
        """The values, in the order of their keys, by what a module's function says of each.

        It is worked out once for each function.
        """
        groups = self._groups.get(by)
        if groups is None:
            found: dict[str, list[V]] = {}
            for value in self._items.values():
                found.setdefault(by(value), []).append(value)
            groups = self._groups[by] = {key: tuple(group) for key, group in found.items()}
        return groups

    def set(self, key: str, value: V) -> "FrozenMap[V]":
        """A copy in which `key` has `value`."""
        return self.update({key: value})

    def update(self, changes: Mapping[str, V]) -> "FrozenMap[V]":
        """A copy with all of `changes` made."""
        items = {**self._items, **changes}
        return _in_order(items) if len(items) == len(self._items) else FrozenMap(items)

    def without(self, *keys: str) -> "FrozenMap[V]":
        """A copy without `keys`; keys that are not there are no error."""
        if not any(key in self._items for key in keys):
            return self
        return _in_order({k: v for k, v in self._items.items() if k not in keys})


def _in_order(items: dict[str, V]) -> FrozenMap[V]:
    """A map of items that stand in the order of their keys: they need not be sorted again."""
    made: FrozenMap[V] = FrozenMap()
    made._items = items
    return made
