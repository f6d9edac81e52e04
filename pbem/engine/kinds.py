"""Kinds of orders: for each a row with what takes it, why not, what is legal, what it leaves.

Whoever wants to know what a player may order asks these rows: the check, the form, hints, the
bot, random play, and `pbem orders --explain`. Nobody lists candidates again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbem.engine.orders import Order, order_place
from pbem.errors import ENOUGH, Problem
from pbem.frozen import Value, replace

S = TypeVar("S")
OrderT = TypeVar("OrderT", bound=Order)

ANY = "*"
"""In `Kind.steps`: every file takes it, as standing orders."""


TAKE_IT_OUT = "take it out"
ONLY_OPENS = "this file only opens and states: take it out"
"""What to do about an order in a file that decides nothing."""


class Refusal(Value):
    """Why an order is not legal: the rule that forbids it, the key at fault, and what to do.

    The words of a rule about one thing may go on after its name (see `about`).
    """

    rule: str
    what: str
    hint: str = TAKE_IT_OUT
    key: str = ""

    def about(self, name: str, key: str, hint: str = TAKE_IT_OUT) -> "Refusal":
        """This, whose words go on after a name, as a fault at a key of an order."""
        return replace(self, what=f"{name} {self.what}", key=key, hint=hint)

    def of(self, number: int) -> Problem:
        """This as a fault of the order with that number in its file, from 1 (E12)."""
        where = order_place(number, self.key)
        return Problem(code="E12", what=self.what, where=where, rule=self.rule, hint=self.hint)


def refuse(rule: str, key: str, what: str, hint: str = TAKE_IT_OUT) -> Refusal:
    """A refusal by a rule, of what stands at a key of the order."""
    return Refusal(rule=rule, key=key, what=what, hint=hint)


class Part(Value):
    """What may stand under one key of an order: the values to write, or words where none fit.

    Under an `open` one others may, too, such as a new name. No order may hold a `shut` one now.
    A `blank` one may hold an empty word, which means something. A `needed` one must be given here.
    """

    key: str
    values: tuple[str, ...] = ()
    words: str = ""
    open: bool = False
    shut: bool = False
    blank: bool = False
    needed: bool = False


class Claim(Value):
    """What an order takes for itself alone, and why no second order can have it.

    `subject` is the same for all that exclude each other, such as a unit's id.
    """

    subject: str
    refusal: Refusal


def _none(*_: Any) -> Iterator[Any]:
    """Nothing to refuse, to claim or to tell."""
    return iter(())


def _unchanged(sight: S, _: Order) -> S:
    """Nothing is left behind for the orders after it."""
    return sight


class Kind(Value, Generic[S, OrderT]):
    """One kind of order. `S` is what its author sees, before the order.

    `steps` are the names of the steps that take it; `asked_by` is the rule that puts it there,
    where that is not the order's own. `faults` are all reasons why an order is not legal by itself,
    `claims` what it takes so that no other can. `options` are the legal orders where they are
    finite, each the smallest that decides something, such as one unit at one place: an order may
    hold several of them. Where they are not finite it is None, and `simplest` are legal orders from
    which others are put together, such as one unit against one target. `parts` tell of keys what
    may stand there, in the order in which a player fills them. `needs` are the orders that a file
    must hold besides for an option to be legal, such as the offensive that it is part of.
    `brought` are orders that others of the same file make legal, such as an attack by who lands,
    each as the last of all that it takes. `then` is what a legal order leaves for those carried out
    after it. `words` tell its author, before he signs, what a legal order will do.
    """

    order: type[OrderT]
    steps: tuple[str, ...]
    faults: Callable[[S, OrderT], Iterable[Refusal]] = _none
    claims: Callable[[S, OrderT], Iterable[Claim]] = _none
    options: Callable[[S], Iterable[OrderT]] | None = None
    simplest: Callable[[S], Iterable[OrderT]] | None = None
    parts: Callable[[S], Iterable[Part]] = _none
    needs: Callable[[S, OrderT], Iterable[Order]] = _none
    brought: Callable[[S], Iterable[tuple[Order, ...]]] = _none
    then: Callable[[S, OrderT], S] = _unchanged
    words: Callable[[S, OrderT], Iterable[str]] = _none
    asked_by: str = ""

    def is_taken(self, steps: frozenset[str]) -> bool:
        """Whether a file takes it that answers the steps of these names."""
        return ANY in self.steps or not steps.isdisjoint(self.steps)


Kinds = Sequence[Kind[S, Any]]
"""The rows of a system, in the order in which a file's orders are carried out."""
Numbered = Sequence[tuple[int, Order]]
"""Orders with their places in the file, from 1."""


class Judged(Value, Generic[S]):
    """What is wrong with a file's orders, those that are legal, and what they leave behind."""

    problems: tuple[Problem, ...]
    legal: Numbered
    sight: S


def carried_out(kinds: Kinds[S], numbered: Numbered) -> Numbered:
    """Orders as they are carried out: in the order of their rows, then as written.

    Those without a row come last.
    """
    place = {kind.order: number for number, kind in enumerate(kinds)}
    return sorted(numbered, key=lambda one: place.get(type(one[1]), len(place)))


def judged(kinds: Kinds[S], sight: S, numbered: Numbered) -> Judged[S]:
    """Every fault of a file's orders, each judged on what the legal ones before it leave.

    `numbered` are in the order in which they are carried out. An order that is refused leaves
    nothing behind, but what it claims is claimed: mended, it would take it. One that claims what
    another has is judged as if that one had not been given, so that all its faults are told.
    Orders without a row are passed over, and so is what stands behind more faults than anybody
    wants to hear of.
    """
    rows = {kind.order: kind for kind in kinds}
    faults: list[tuple[int, Refusal]] = []
    legal: list[tuple[int, Order]] = []
    claimed: dict[str, int] = {}
    before: dict[int, S] = {}
    for number, order in (one for one in numbered if type(one[1]) in rows):
        kind = rows[type(order)]
        claims = tuple(kind.claims(sight, order))
        rivals = (claimed[claim.subject] for claim in claims if claim.subject in claimed)
        seen = before.get(next(rivals, number), sight)
        found = (*_taken_before(claims, claimed), *kind.faults(seen, order))
        faults += ((number, refusal) for refusal in found)
        if len(faults) >= ENOUGH:
            break
        claimed = {claim.subject: number for claim in claims} | claimed
        if not found:
            legal.append((number, order))
            before[number] = sight
            sight = kind.then(sight, order)
    in_file = sorted(faults, key=lambda one: one[0])
    problems = tuple(refusal.of(number) for number, refusal in in_file)
    return Judged(problems=problems, legal=tuple(legal), sight=sight)


def _taken_before(claims: Iterable[Claim], claimed: Mapping[str, int]) -> Iterator[Refusal]:
    """The claims that an order before has made, or the same order already."""
    own: set[str] = set()
    for claim in claims:
        if claim.subject in claimed:
            what = f"{claim.refusal.what}: see order {claimed[claim.subject]}"
            yield replace(claim.refusal, what=what)
        elif claim.subject in own:
            yield claim.refusal
        own.add(claim.subject)


def misplaced(
    kinds: Kinds[S],
    steps: frozenset[str],
    numbered: Numbered,
    titled: Callable[[str], str],
    barred: Iterable[type[Order]] = (),
) -> Iterator[Problem]:
    """Orders that no step takes which the file answers; `titled` has the titles of steps.

    What is taken in their place is told without those that are `barred` to its author.
    """
    others = tuple(kind for kind in kinds if kind.order not in barred)
    strange = {kind.order: kind for kind in kinds if not kind.is_taken(steps)}
    for number, order in numbered:
        if type(order) in strange:
            yield untimely(strange[type(order)], others, steps, titled).of(number)


def untimely(
    kind: Kind[S, Any], kinds: Kinds[S], steps: frozenset[str], titled: Callable[[str], str]
) -> Refusal:
    """That a file which answers these steps does not take a kind of order, and which do."""
    order = kind.order
    titles = "; ".join(_gathered([titled(step) for step in kind.steps]))
    when = f"it is asked for in: {titles}; " if titles and steps else ""
    hint = f"{when}{what_is_taken(kinds, steps)}"
    what = f"'{order.type}' is not asked for in this file"
    return Refusal(rule=kind.asked_by or order.rule, what=what, hint=hint)


def _gathered(titles: Sequence[str]) -> Iterable[str]:
    """Titles of steps, once those that tell whose step it is: `Ground operations, first side`."""
    heads = [title.partition(", ")[0] for title in titles]
    pairs = zip(titles, heads, strict=True)
    return dict.fromkeys(head if heads.count(head) > 1 else title for title, head in pairs)


def what_is_taken(kinds: Kinds[S], steps: frozenset[str]) -> str:
    """What a file that answers these steps asks for, as a hint."""
    asked = sorted(kind.order.type for kind in kinds if not steps.isdisjoint(kind.steps))
    if asked:
        return f"this file asks for: {', '.join(asked)}"
    return TAKE_IT_OUT if steps else ONLY_OPENS


def options_of(kinds: Kinds[S], sight: S, order: type[OrderT]) -> tuple[OrderT, ...]:
    """Every legal order of a kind whose orders are finite; raises KeyError for another kind."""
    kind = next((one for one in kinds if one.order is order), None)
    if kind is None or kind.options is None:
        raise KeyError(order.type)
    return tuple(kind.options(sight))
