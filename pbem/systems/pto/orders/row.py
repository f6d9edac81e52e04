"""What the rows of all orders have in common: names, numbers, who does a thing once [F.6]."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from pbem.engine.kinds import ANY, Kind, Part, Refusal
from pbem.engine.orders import Order
from pbem.frozen import names, replace
from pbem.systems.pto.orders.sight import Sight
from pbem.systems.pto.rules import f6_bounds, f6_names
from pbem.systems.pto.rules.month.p4_turns import PLANNED
from pbem.systems.pto.table.orders_month import OPPORTUNITY, StepOrder
from pbem.systems.pto.table.steps import TITLES

OrderT = TypeVar("OrderT", bound=Order)
Refusals = Iterable[Refusal | None]


def _nothing(*_: Any) -> Iterator[Any]:
    return iter(())


def _unchanged(sight: Sight, _: Order) -> Sight:
    return sight


def row(  # noqa: PLR0913 - all that is said of a kind of order
    order: type[OrderT],
    refusals: Callable[[Sight, OrderT], Refusals] = _nothing,
    options: Callable[[Sight], Iterable[OrderT]] | None = None,
    parts: Callable[[Sight], Iterable[Part]] = _nothing,
    needs: Callable[[Sight, OrderT], Iterable[Order]] = _nothing,
    then: Callable[[Sight, OrderT], Sight] = _unchanged,
    *,
    simplest: Callable[[Sight], Iterable[OrderT]] | None = None,
    words: Callable[[Sight, OrderT], Iterable[str]],
) -> Kind[Sight, OrderT]:
    """The row of a kind of order: what `refusals` say of it, and what is said of every order.

    Its `options` are what remains of those proposed; `words` tell what it will do.
    """

    def faults(sight: Sight, given: OrderT) -> Iterator[Refusal]:
        unfit = tuple(_unfit(sight, given))
        yield from unfit
        if not _is_doubled(given):
            yield from _beside(unfit, refusals(sight, given))

    def legal(sight: Sight) -> Iterator[OrderT]:
        assert options is not None
        return (one for one in options(sight) if not any(refusals(sight, one)))

    def told(sight: Sight) -> Iterator[Part]:
        yield from parts(sight)
        if "appended" in names(order) and not sight.appends:
            yield Part(key="appended", shut=True)

    def done(sight: Sight, given: OrderT) -> Sight:
        return replace(then(sight, given), done=(*sight.done, given))

    return Kind(
        order=order,
        steps=steps_of(order),
        faults=faults,
        claims=lambda _, given: f6_bounds.claims(given),
        options=legal if options else None,
        simplest=simplest,
        parts=told,
        needs=needs,
        then=done,
        words=words,
    )


def steps_of(order: type[Order]) -> tuple[str, ...]:
    """The steps that take a kind of order; with a pass come those for the month's end [F.2]."""
    if not issubclass(order, StepOrder):
        return (ANY,)
    taken = (*order.steps, OPPORTUNITY) if order in PLANNED else order.steps
    return tuple(step for step in TITLES if step.partition("-")[0] in taken)


def _unfit(sight: Sight, order: Order) -> Iterator[Refusal]:
    """Names that are not there, numbers out of bounds [F.6.3, F.6.6]."""
    yield from f6_names.wrong_names(sight.scope, order)
    yield from f6_bounds.out_of_bounds(order)
    yield from f6_bounds.in_both_stacks(order)


def _is_doubled(order: Order) -> bool:
    """Whether an order names one thing twice for one deed, which every rule would say again."""
    subjects = [claim.subject for claim in f6_bounds.claims(order)]
    return len(subjects) > len(set(subjects))


def _beside(unfit: tuple[Refusal, ...], found: Refusals) -> Iterator[Refusal]:
    """The refusals of other keys: at one with a wrong name every rule would only say so again."""
    keys = {one.key for one in unfit}
    whole = {""} if any(one.rule == "F.6.3" for one in unfit) else set()
    yield from (one for one in found if one and one.key not in keys | whole)
