"""Orders that are put together: what may stand under each key, and how they are told in words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, get_args

from pbem.counting import listed
from pbem.engine.kinds import Kind, Part
from pbem.engine.orders import Order, encode_order, word_for
from pbem.frozen import FrozenMap, Value, fields, replace, standard
from pbem.game.calling import Called, choices_of, shape_of
from pbem.report.clickable import Cell, Field, Item, Phrase, Shape
from pbem.report.orderpage import shape_words

FILLED_IN = "the program fills it in"
"""What the parts of an order say of a key that no player writes."""
MOST_TRIED = 12
"""So many orders are tried to learn whether two keys are filled without regard to each other."""
MOST_TOLD = 3
"""So many pairs of orders are told as one, to learn how several things under a key are told."""

_QUOTED = re.compile(r"'([a-z_]+)'")
_DIGITS = re.compile(r"\d+")


def joined(first: Order, second: Order, key: str) -> Order:
    """The first order with what the second has under a key besides its own."""
    one, other = getattr(first, key), getattr(second, key)
    both = one + other if isinstance(one, tuple) else FrozenMap({**one, **other})
    return replace(first, **{key: both})


def overlap(first: Order, second: Order, key: str) -> bool:
    """Whether two orders name the same under a key: of a table, in whatever way."""
    return not {*getattr(first, key)}.isdisjoint(getattr(second, key))


# --- keys ----------------------------------------------------------------------------------------


def fields_of(
    order: type[Order],
    parts: Iterable[Part],
    tables: Sequence[Mapping[str, Any]],
    called: Called,
) -> tuple[Field, ...]:
    """The keys that a player may fill, as the kind's row tells of them, then the others.

    Values are those that the parts list, and those in `tables`, legal orders.
    """
    told = {part.key: part for part in parts}
    return tuple(_fields(order, order, "", told, tables, called))


def _fields(
    order: type[Order],
    record: type[Value],
    of: str,
    told: Mapping[str, Part],
    tables: Sequence[Mapping[str, Any]],
    called: Called,
) -> Iterator[Field]:
    """The keys of an order, or of a record in a list that stands under its key `of`."""
    kept = {f"{of}{one.name}": one for one in fields(record)}
    for name in dict.fromkeys((*(key for key in told if key in kept), *kept)):
        part, one = told.get(name, Part(key=name)), kept[name]
        if part.shut or part.words == FILLED_IN:
            continue
        shape, choices = shape_of(one.type), choices_of(one.type)
        seen = [table[one.name] for table in tables if one.name in table]

        def item(value: Any, name: str = name, type_: Any = one.type) -> Item:
            return called.item(value, called.said(order, type_, name, value))

        usual = standard(record).get(one.name)
        args = get_args(one.type)
        yield Field(
            key=one.name,
            title=word_for(order, name),
            shape=shape,
            inner=shape_of(args[0]) if shape == "table" else "one",
            closed=bool(choices),
            looks=shape_words(one.type),
            items=(
                *dict.fromkeys(
                    (
                        *_listed(part.values, shape, called, item),
                        *_seen(seen, shape, called, item),
                        *(map(item, choices) if shape in ("one", "list") else ()),
                    )
                ),
            ),
            words=_QUOTED.sub(lambda found: f"“{word_for(order, found[1])}”", part.words),
            required=one.required or part.needed,
            open=part.open,
            blank=part.blank,
            usual=item(usual) if usual not in (None, "", (), FrozenMap()) else None,
            fields=(*_fields(order, args[0], f"{name}.", told, (), called),)
            if shape == "raw"
            else (),
        )


def _listed(values: Iterable[str], shape: Shape, called: Called, item: Any) -> Iterator[Item]:
    """The values that a part lists; of a table they may be whole pairs."""
    for value in values:
        key, equals, rest = value.partition(" = ")
        if shape == "table" and equals:
            yield called.pair(key, rest.strip('"'))
        elif shape != "raw":
            yield item(value)


def _seen(values: Iterable[Any], shape: Shape, called: Called, item: Any) -> Iterator[Item]:
    """The values that stand under a key in legal orders."""
    for value in values:
        if shape == "table":
            yield from (called.pair(key, value[key]) for key in value)
        elif shape == "list":
            yield from map(item, value)
        elif shape == "one":
            yield item(value)


# --- what goes with what -------------------------------------------------------------------------


def apart(
    kind: Kind[Any, Any], sight: Any, orders: Sequence[Order], keys: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Pairs of keys such that whoever stands under one goes with whoever stands under the other.

    As escorts go with any strikers of a mission: they are tried with a few others in their place.
    """
    for first, second in combinations(keys, 2):
        both = [one for one in orders if getattr(one, first) and getattr(one, second)]
        tried = (
            replace(one, **{first: getattr(other, first)})
            for one in both[:: len(both) // MOST_TOLD + 1]
            for other in orders
            if _differ_in(replace(one, **{second: getattr(other, second)}), other, first)
        )
        found = [any(kind.faults(sight, one)) for one in islice(tried, MOST_TRIED)]
        if found and not any(found):
            yield first, second


# --- phrases -------------------------------------------------------------------------------------


def phrases(
    kind: Kind[Any, Any], sight: Any, orders: Sequence[Order], called: Called
) -> Iterator[Phrase]:
    """What tells of each of some legal orders, and of several of them that are one.

    The names of what stands under a key are slots, so that few phrases tell of many orders.
    """
    many: dict[tuple[str, str], str] = {}
    told = [_phrase(kind, sight, order, called) for order in orders]
    so_told: dict[str, list[Order]] = {}
    for order, words in zip(orders, told, strict=True):
        so_told.setdefault(words, []).append(order)
    keys = _lists(orders)
    for key in keys:
        for words, (one, *others) in so_told.items():
            alike = (other for other in others if _differ_in(one, other, key))
            both = (joined(one, other, key) for other in alike)
            many[words, key] = _plural(kind, sight, both, words, called)
    for words in told:
        of = FrozenMap({key: many[words, key] for key in keys if many.get((words, key))})
        yield Phrase(one=words, many=of)


def _lists(orders: Sequence[Order]) -> tuple[str, ...]:
    """The keys under which each order names one thing at most of several that there could be."""
    keys = (
        (one.name for one in fields(type(orders[0])) if shape_of(one.type) == "list")
        if orders
        else ()
    )
    return tuple(key for key in keys if all(len(getattr(one, key)) <= 1 for one in orders))


def _differ_in(one: Order, other: Order, key: str) -> bool:
    """Whether two orders name different things under a key, and are the same else."""
    if not getattr(other, key) or overlap(one, other, key):
        return False
    return one == replace(other, **{key: getattr(one, key)})


def _plural(
    kind: Kind[Any, Any], sight: Any, orders: Iterable[Order], words: str, called: Called
) -> str:
    """The phrase for several things under a key; empty if each must be told by itself.

    `words` tell of one of them; where they count something, what they count would be more.
    """
    found = {
        _phrase(kind, sight, one, called)
        for one in islice(orders, MOST_TOLD)
        if not any(kind.faults(sight, one))
    }
    if len(found) != 1:
        return ""
    (several,) = found
    return several if _DIGITS.findall(words) == _DIGITS.findall(several) else ""


def _phrase(kind: Kind[Any, Any], sight: Any, order: Order, called: Called) -> str:
    """What an order will do, with slots for the names of what stands under its keys."""
    text = called.spell(kind.words(sight, order))
    for cell in called.cells(encode_order(order), type(order)):
        if cell.shape != "table":
            text = _with_slot(text, cell)
    return text


def _with_slot(text: str, cell: Cell) -> str:
    """A text with a slot where it names what stands under a key."""
    whole = listed([item.name for item in cell.items])
    if not whole:
        return text
    return re.sub(rf"(?<!\w){re.escape(whole)}(?!\w)", f"⟦{cell.key}⟧", text)
