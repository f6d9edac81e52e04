"""What is known to all and is still to come: standing orders, plans for the month's end [F.1, F.4].

Whoever reads the raw files knows no more than stands here.
"""

from collections.abc import Container, Iterable, Iterator

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.sheets import Line
from pbem.frozen import FrozenMap, names, replace
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.rules.f1_sealing import called
from pbem.systems.pto.table.naming import (
    NATION_WORDS,
    all_of,
    each,
    nation_name,
    seat_at_first,
    seat_name,
    seat_title,
)
from pbem.systems.pto.table.standing import STANDING, Given, StandingOrder
from pbem.systems.pto.table.state import Game, Plan
from pbem.systems.pto.words.standing import YOURS, standing_words

FEW = 4
"""Of so many forces and places that orders of a kind hold of names are told, of more the number."""

# --- standing orders -----------------------------------------------------------------------------


def in_force(game: Game, seat: str) -> Iterator[tuple[StandingOrder, Given]]:
    """A seat's standing orders that are open and in force, with the files that gave them [F.4]."""
    standing = game.standing[seat]
    for kind in STANDING:
        rows: FrozenMap[StandingOrder] = getattr(standing, kind.type.replace("-", "_"))
        for order in rows.values():
            yield order, standing.given[called(order)]


def file_words(given: Given) -> str:
    """A file by its month and number: `June 1942, file 12`."""
    return f"{month_name(given.turn)}, file {given.file}"


def standing_in_force(
    game: Game, seat: str, replaced: Container[str] = frozenset(), whose: str = YOURS
) -> Iterator[str]:
    """A seat's standing orders in words, with their files; those that say the same together [F.4].

    `replaced` are those that are left out, as `called` names them; `whose` they are if of all.
    """
    alike: dict[tuple[StandingOrder, Given], list[str]] = {}
    for order, given in in_force(game, seat):
        if called(order) not in replaced:
            alike.setdefault((replace(order, of=""), given), []).append(order.of)
    for (order, given), (first, *more) in alike.items():
        words = standing_words(replace(order, of=first), *more, whose=whose)
        yield f"{words} ({order.type}, {file_words(given)})"


def standing_named(game: Game, seat: str) -> Iterator[str]:
    """The same by kinds and what they are of: `gunnery of all; search of all and TF 8` [F.4]."""
    kinds: dict[str, list[str]] = {}
    for order, _ in in_force(game, seat):
        kinds.setdefault(order.type, []).append(order.of)
    for kind, scopes in kinds.items():
        named = [nation_name(of) if of in NATION_WORDS else mention(of) for of in scopes if of]
        if len(named) > FEW:
            named = [count(len(named), "other" if "" in scopes else "scope")]
        whose = (*(["all"] if "" in scopes else ()), *named)
        yield f"{kind} of {all_of(whose)}"


def standing_known(game: Game) -> Iterator[Line]:
    """The standing orders of every seat that all may read, with the files that gave them [F.1]."""
    for seat in game.seats:
        number = sum(1 for _ in in_force(game, seat))
        orders = count(number, "standing order")
        yield Line(text=f"{seat_at_first(seat)}: {orders} known to all [F.4]")
        told = standing_in_force(game, seat, whose=f"All of {seat_name(seat)}")
        yield from (Line(text=words, kind="roll") for words in told)
        if seat in game.sealed:
            words = f"those of {file_words(game.sealed[seat].given)}"
            yield Line(text=f"Sealed until the seat's next file: {words} [F.1]", kind="note")


def standing_counted(game: Game) -> str:
    """How many of each seat are known, and by which file the last came.

    `Allies 3 (the last by file 7)`.
    """
    found = ((seat, [given.file for _, given in in_force(game, seat)]) for seat in game.seats)
    return ", ".join(
        f"{seat_title(seat)} {len(files)} (the last by file {max(files)})"
        for seat, files in found
        if files
    )


# --- what is still to come -----------------------------------------------------------------------


def to_come(game: Game) -> Iterator[str]:
    """What files have ordered for phases to come and all may read [F.2.2, F.2.5, F.2.6, P2.1]."""
    month = game.month
    for seat, plan in month.plans.items():
        words = planned_words(planned(plan))
        yield f"{seat_at_first(seat)}, for the month's end: {words or 'nothing'}"
    for seat in month.resting:
        yield f"{seat_at_first(seat)}: no offensive any more this month"
    for seat in month.ahead:
        yield f"{seat_at_first(seat)}: a pass, unless somebody acts first"
    if month.appended:
        who = seat_at_first(month.appended)
        yield f"{who}: the first offensive, appended to the file of phase 3"
    if month.bombers:
        along = f" with {each(month.escorts)}" if month.escorts else ""
        yield f"the bombing of Japan: {each(month.bombers)}{along}"
    for seat, boats in month.boats.items():
        yield f"{seat_at_first(seat)}, the blockade of Japan: {each(boats) or 'no boats'}"


def planned(plan: Plan) -> Iterator[Order]:
    """The orders that a pass brought for the month's end [F.2.2]."""
    return (order for part in names(plan) for order in getattr(plan, part))


def planned_words(orders: Iterable[Order]) -> str:
    """The orders that a pass brought, kind by kind with what they move: `stay TF 8 and TF 12`."""
    kinds: dict[str, list[str]] = {}
    for order in orders:
        what = next(getattr(order, key) for key in ("unit", "tf", "area") if hasattr(order, key))
        kinds.setdefault(order.type, []).append(what)
    return "; ".join(f"{kind} {each(moved)}" for kind, moved in kinds.items())
