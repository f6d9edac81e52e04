"""A row of a kind of order as things to be clicked: its legal orders one by one, and its keys."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice
from typing import Any, get_origin

from pbem.engine.kinds import ANY, Kind
from pbem.engine.orders import Order, encode_order
from pbem.frozen import FrozenMap, fields, replace
from pbem.game.calling import Called
from pbem.game.composing import apart, fields_of, joined, overlap, phrases
from pbem.report.clickable import Cell, Field, Given, Offer, Sample, Sort, Whole
from pbem.report.orderpage import rule_words, told_of

Orders = tuple[Order, ...]
MOST_TRIED = 40
"""So many pairs of orders are tried to learn whether those that differ in a key can be one."""
MOST_WHOLES = 256
"""So many ways to join orders that are alike are told in words of their own."""


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

    @property
    def known(self) -> tuple[Order, ...]:
        """The legal orders, or the simplest of them."""
        return self.options or self.simplest

    @cached_property
    def claimed(self) -> tuple[tuple[str, ...], ...]:
        """What each of them claims."""
        return tuple(map(self.subjects, self.known))

    @property
    def is_written(self) -> bool:
        """Whether a player writes such orders: not if the program fills in all that they say."""
        keys = fields(self.kind.order)
        return not keys or self.options is not None or bool(self.blanks)

    @cached_property
    def blanks(self) -> tuple[Field, ...]:
        """The keys that a player may fill."""
        seen = [encode_order(option) for option in (*(self.options or ()), *self.simplest)]
        return tuple(fields_of(self.kind.order, self.kind.parts(self.sight), seen, self._called))

    @cached_property
    def simplest(self) -> tuple[Order, ...]:
        """Legal orders from which others are put together."""
        return tuple(self.kind.simplest(self.sight)) if self.kind.simplest else ()

    def subjects(self, order: Order) -> tuple[str, ...]:
        """What an order claims for itself alone."""
        return tuple(claim.subject for claim in self.kind.claims(self.sight, order))

    def why(self) -> Iterator[tuple[str, str]]:
        """Of each claim of a legal order, why no second one can have it."""
        for option in self.known:
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

    def cells(self, order: Order) -> tuple[Cell, ...]:
        """Its keys as they would stand in the file."""
        return self._called.cells(encode_order(order), type(order))

    def given(self, order: Order) -> Given:
        """A legal order as it would stand in the file."""
        return Given(
            kind=self.word,
            cells=self.cells(order),
            words=self.words(order),
            claims=tuple(map(self.marked, self.subjects(order))),
        )

    # --- orders that can be one ------------------------------------------------------------------

    @cached_property
    def joins(self) -> tuple[str, ...]:
        """The keys of which several values can stand in one order, as legal orders show."""
        return tuple(
            one.name
            for one in fields(self.kind.order)
            if get_origin(one.type) in (tuple, FrozenMap)
            and all(len(getattr(option, one.name)) <= 1 for option in self.known)
            and any(self._is_one(pair, one.name) for pair in self._pairs(one.name))
        )

    def _pairs(self, key: str) -> Iterator[tuple[Order, Order]]:
        """Some legal orders that differ in one key alone."""
        alike: dict[Order, list[Order]] = {}
        for option in self.known:
            if getattr(option, key):
                rest = replace(option, **{key: type(getattr(option, key))()})
                alike.setdefault(rest, []).append(option)
        for group in islice(alike.values(), MOST_TRIED):
            others = (one for one in group if not overlap(group[0], one, key))
            yield from ((group[0], one) for one in islice(others, 4))

    def _is_one(self, pair: tuple[Order, Order], key: str) -> bool:
        """Whether two orders are legal as one, whichever of them is named first.

        Where the game is left otherwise, such as a fleet elsewhere, the key is a way.
        """
        first, second = (joined(one, other, key) for one, other in (pair, pair[::-1]))
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
                if overlap(order, other, key):
                    return
                order = joined(order, other, key)
        subjects = self.subjects(order)
        if len(subjects) == len(set(subjects)):
            why = next(iter(self.kind.faults(self.sight, order)), None)
            yield Whole(
                cells=self.cells(order),
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
            fields=self.blanks,
            apart=tuple(apart(self.kind, self.sight, self.simplest, self.joins)),
            samples=tuple(self._samples(rows)) if self.kind.simplest else None,
            standing=ANY in self.kind.steps,
        )

    def _samples(self, rows: Mapping[type[Order], "Row"]) -> Iterator[Sample]:
        """The simplest orders, with what tells of them."""
        told = phrases(self.kind, self.sight, self.simplest, self._called)
        for order, phrase in zip(self.simplest, told, strict=True):
            needs = (one for one in self.needs(order) if type(one) in rows)
            yield Sample(
                order=Given(
                    kind=self.word,
                    cells=self.cells(order),
                    claims=tuple(map(self.marked, self.subjects(order))),
                ),
                phrase=phrase,
                needs=tuple(rows[type(one)].given(one) for one in needs),
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


def rivals(rows: Sequence[Row], clash: Callable[[Orders, Orders], bool]) -> None:
    """Let those kinds share their claims whose orders the check calls rivals.

    What a squadron is ordered in one phase is no rival of what it is ordered in another, though
    both claim it: `clash` is asked once for each two kinds that claim the same.
    """
    for one, other in combinations([row for row in rows if row.known], 2):
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
                first, second = one.known[known[subject]], other.known[place]
                return (*one.needs(first), first), (*other.needs(second), second)
    return None
