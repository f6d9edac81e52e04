"""A row of a kind of order as things to be clicked: its legal orders one by one, and its keys."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice
from typing import Any, get_args, get_origin

from pbem.engine.kinds import ANY, Kind, Part
from pbem.engine.mentions import Speller, mention
from pbem.engine.orders import Order, encode_order
from pbem.frozen import FrozenMap, Value, fields, replace
from pbem.narrow import write_pair, write_value
from pbem.report.choosing import Cell, Field, Given, Item, Offer, Shape, Sort, Whole
from pbem.report.clean import written_out
from pbem.report.orderpage import rule_words, shape_words, told_of

Orders = tuple[Order, ...]
MOST_TRIED = 40
"""So many pairs of orders are tried to learn whether those that differ in a key can be one."""
MOST_WHOLES = 256
"""So many ways to join orders that are alike are told in words of their own."""
FILLED_IN = "the program fills it in"
"""What the parts of an order say of a key that no player writes."""


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

    def item(self, value: Any) -> Item:
        """One value of a key."""
        toml = written_out(write_value(value))
        return Item(toml=toml, name=self.name(value), ids=tuple(_ids(value)))

    def pair(self, key: str, value: Any) -> Item:
        """One pair of a table."""
        toml, name = written_out(write_pair(key, value)), f"{self.name(key)}: {self.name(value)}"
        return Item(toml=toml, name=name, ids=(key, *_ids(value)))

    def cells(self, table: Mapping[str, Any]) -> tuple[Cell, ...]:
        """The keys of an order's table, without its type."""
        return tuple(self._cell(key, value) for key, value in table.items() if key != "type")

    def _cell(self, key: str, value: Any) -> Cell:
        if isinstance(value, list | tuple):
            return Cell(key=key, shape="list", items=tuple(map(self.item, value)))
        if isinstance(value, Mapping):
            pairs = tuple(self.pair(one, value[one]) for one in value)
            return Cell(key=key, shape="table", items=pairs)
        return Cell(key=key, shape="one", items=(self.item(value),))


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


class Row:
    """A kind of order with what it is judged on, and its legal orders if they can be listed."""

    def __init__(self, kind: Kind[Any, Any], sight: Any, called: Called) -> None:
        self.kind = kind
        self.sight = sight
        self.group = kind.order.type
        self._called = called

    @property
    def word(self) -> str:
        """Its type, as it stands in the file."""
        return str(self.kind.order.type)

    @cached_property
    def options(self) -> tuple[Order, ...] | None:
        """The legal orders; None if they cannot be listed."""
        return tuple(self.kind.options(self.sight)) if self.kind.options else None

    @cached_property
    def claimed(self) -> tuple[tuple[str, ...], ...]:
        """What each of the legal orders claims."""
        return tuple(self.subjects(one) for one in self.options or ())

    @property
    def is_written(self) -> bool:
        """Whether a player writes such orders: not if the program fills in all that they say."""
        keys = fields(self.kind.order)
        return not keys or self.options is not None or any(True for _ in self._fields())

    def subjects(self, order: Order) -> tuple[str, ...]:
        """What an order claims for itself alone."""
        return tuple(claim.subject for claim in self.kind.claims(self.sight, order))

    def why(self) -> Iterator[tuple[str, str]]:
        """Of each claim of a legal order, why no second one can have it."""
        for option in self.options or ():
            for claim in self.kind.claims(self.sight, option):
                yield self.marked(claim.subject), self._called.spell((claim.refusal.what,))

    def marked(self, subject: str) -> str:
        """A claim among those of the kinds whose orders are rivals of this one's."""
        return f"{self.group} {subject}"

    def needs(self, option: Order) -> tuple[Order, ...]:
        """The orders that its file must hold besides."""
        return tuple(self.kind.needs(self.sight, option))

    def words(self, order: Order) -> str:
        """What a legal order will do."""
        return self._called.spell(self.kind.words(self.sight, order))

    def given(self, order: Order) -> Given:
        """A legal order as it would stand in the file."""
        return Given(
            kind=self.word,
            cells=self._called.cells(encode_order(order)),
            words=self.words(order),
            claims=tuple(map(self.marked, self.subjects(order))),
        )

    # --- orders that can be one ------------------------------------------------------------------

    @cached_property
    def joins(self) -> tuple[str, ...]:
        """The keys of which several values can stand in one order, as legal orders show."""
        options = self.options or ()
        return tuple(
            one.name
            for one in fields(self.kind.order)
            if get_origin(one.type) in (tuple, FrozenMap)
            and all(len(getattr(option, one.name)) <= 1 for option in options)
            and any(self._is_one(pair, one.name) for pair in self._pairs(one.name))
        )

    def _pairs(self, key: str) -> Iterator[tuple[Order, Order]]:
        """Some legal orders that differ in one key alone."""
        alike: dict[Order, list[Order]] = {}
        for option in self.options or ():
            if getattr(option, key):
                rest = replace(option, **{key: type(getattr(option, key))()})
                alike.setdefault(rest, []).append(option)
        for group in islice(alike.values(), MOST_TRIED):
            others = (one for one in group if not _overlap(group[0], one, key))
            yield from ((group[0], one) for one in islice(others, 4))

    def _is_one(self, pair: tuple[Order, Order], key: str) -> bool:
        """Whether two orders are legal as one, whichever of them is named first.

        Where the game is left otherwise, such as a fleet elsewhere, the key is a way.
        """
        first, second = (_both(one, other, key) for one, other in (pair, pair[::-1]))
        if any(self.kind.faults(self.sight, first)):
            return False
        subjects = self.subjects(first)
        if len(subjects) != len(set(subjects)):
            return False
        left, right = (self.kind.then(self.sight, one) for one in (first, second))
        return bool(getattr(left, "game", left) == getattr(right, "game", right))

    def _shared(self) -> Mapping[int, frozenset[str]]:
        """What all legal orders claim that could be one with an option, by the option's place."""
        return {
            place: frozenset.intersection(*(frozenset(self.claimed[one]) for one in places))
            for places in self._alike().values()
            for place in places
        }

    def _wholes(self) -> Iterator[Whole]:
        """What several legal orders come to as one, of so few that all can be tried."""
        for group in self._alike().values():
            options = [(self.options or ())[place] for place in group]
            parts = [one for one in options if any(getattr(one, key) for key in self.joins)]
            if 2 ** len(parts) > MOST_WHOLES:
                continue
            sizes = range(2, len(parts) + 1)
            for some in chain.from_iterable(combinations(parts, size) for size in sizes):
                yield from self._whole(some)

    def _whole(self, some: Sequence[Order]) -> Iterator[Whole]:
        """Orders as one; nothing if they claim the same, which bars each beside the other."""
        order = some[0]
        for other in some[1:]:
            for key in self.joins:
                if _overlap(order, other, key):
                    return
                order = _both(order, other, key)
        subjects = self.subjects(order)
        if len(subjects) == len(set(subjects)):
            why = next(iter(self.kind.faults(self.sight, order)), None)
            yield Whole(
                cells=self._called.cells(encode_order(order)),
                words="" if why else self.words(order),
                why=self._called.spell((why.what,)) if why else "",
            )

    def _alike(self) -> Mapping[Order, list[int]]:
        """The places of legal orders that are the same but for what can be joined."""
        alike: dict[Order, list[int]] = {}
        for place, option in enumerate(self.options or ()):
            empty = {key: type(getattr(option, key))() for key in self.joins}
            alike.setdefault(replace(option, **empty), []).append(place)
        return alike

    # --- as things to be clicked -----------------------------------------------------------------

    def sort(self, titles: Mapping[str, str], when: str, rows: Mapping[type[Order], "Row"]) -> Sort:
        """All of it, for the page; `rows` are those of all kinds, for what an order needs."""
        order = self.kind.order
        return Sort(
            kind=self.word,
            told=told_of(order).partition("\n")[0],
            rule=rule_words(order, titles),
            when=when,
            offers=None if self.options is None else tuple(self._offers(rows)),
            joins=self.joins,
            wholes=tuple(self._wholes()) if self.joins else (),
            fields=tuple(self._fields()),
            standing=ANY in self.kind.steps,
        )

    def _offers(self, rows: Mapping[type[Order], "Row"]) -> Iterator[Offer]:
        shared = self._shared()
        given: dict[Order, Given] = {}
        for place, option in enumerate(self.options or ()):
            claims = self.claimed[place]
            needs = self.needs(option)
            for one in needs:
                if one not in given and type(one) in rows:
                    given[one] = rows[type(one)].given(one)
            yield Offer(
                order=replace(
                    self.given(option),
                    claims=tuple(self.marked(one) for one in claims if one in shared[place]),
                ),
                own=tuple(self.marked(one) for one in claims if one not in shared[place]),
                needs=tuple(given[one] for one in needs if one in given),
            )

    def _fields(self) -> Iterator[Field]:
        """The keys that a player may fill; values are those that are known to fit."""
        parts: dict[str, Part] = {part.key: part for part in self.kind.parts(self.sight)}
        tables = [encode_order(option) for option in self.options or ()]
        for one in fields(self.kind.order):
            part = parts.get(one.name, Part(key=one.name))
            if part.words == FILLED_IN:
                continue
            shape = _shape(one.type)
            seen = [table[one.name] for table in tables if one.name in table]
            items = dict.fromkeys((*self._listed(part.values, shape), *self._seen(seen, shape)))
            choices = map(self._called.item, _choices(one.type) if shape == "one" else ())
            yield Field(
                key=one.name,
                shape=shape,
                inner=_shape(get_args(one.type)[0]) if shape == "table" else "one",
                closed=bool(_choices(one.type)),
                looks=shape_words(one.type),
                items=(*dict.fromkeys((*items, *choices)),),
                words=part.words,
                required=one.required,
            )

    def _listed(self, values: Iterable[str], shape: Shape) -> Iterator[Item]:
        """The values that a part lists; of a table they may be whole pairs."""
        for value in values:
            key, equals, rest = value.partition(" = ")
            if shape == "table" and equals:
                yield self._called.pair(key, rest.strip('"'))
            elif shape != "raw":
                yield self._called.item(value)

    def _seen(self, values: Iterable[Any], shape: Shape) -> Iterator[Item]:
        """The values that stand under a key in legal orders."""
        for value in values:
            if shape == "table":
                yield from (self._called.pair(key, value[key]) for key in value)
            elif shape == "list":
                yield from map(self._called.item, value)
            elif shape == "one":
                yield self._called.item(value)


def _overlap(first: Order, second: Order, key: str) -> bool:
    """Whether two orders name the same under a key: of a table, in whatever way."""
    return not {*getattr(first, key)}.isdisjoint(getattr(second, key))


def _both(first: Order, second: Order, key: str) -> Order:
    """The first order with what the second has under a key besides its own."""
    one, other = getattr(first, key), getattr(second, key)
    both = one + other if isinstance(one, tuple) else FrozenMap({**one, **other})
    return replace(first, **{key: both})


def _shape(type_: Any) -> Shape:
    """What a key holds, by its type."""
    origin, inner = get_origin(type_), get_args(type_)
    if origin is FrozenMap:
        return "table"
    if origin in (tuple, list):
        if get_origin(inner[0]) in (tuple, list):
            return "lists"
        return "raw" if isinstance(inner[0], type) and issubclass(inner[0], Value) else "list"
    return "one"


def _choices(type_: Any) -> tuple[Any, ...]:
    """The words that a type lists; true and false where it is either."""
    inner = get_args(type_) if get_origin(type_) is not FrozenMap else ()
    if type_ is bool or bool in inner:
        return True, False
    return tuple(one for one in inner if isinstance(one, str | int))


def rivals(rows: Sequence[Row], clash: Callable[[Orders, Orders], bool]) -> None:
    """Let those kinds share their claims whose orders the check calls rivals.

    What a squadron is ordered in one phase is no rival of what it is ordered in another, though
    both claim it: `clash` is asked once for each two kinds that claim the same.
    """
    for one, other in combinations([row for row in rows if row.options], 2):
        if one.group == other.group:
            continue
        found = _same(one, other)
        if found is not None and clash(*found):
            old, new = other.group, one.group
            for row in rows:
                row.group = new if row.group == old else row.group


def _same(one: Row, other: Row) -> tuple[Orders, Orders] | None:
    """A legal order of each of two kinds that claim the same, with what they need."""
    known = {subject: place for place, subjects in enumerate(one.claimed) for subject in subjects}
    for place, subjects in enumerate(other.claimed):
        for subject in subjects:
            if subject in known:
                first, second = (one.options or ())[known[subject]], (other.options or ())[place]
                return (*one.needs(first), first), (*other.needs(second), second)
    return None
