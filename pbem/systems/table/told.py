"""A file's orders told before they are signed, and what happened in a few lines [T1-T10]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.events import Happening
from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.steps import View
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.state import DRAW, Game
from pbem.systems.table.wording import lines

SHORT = 60
"""So many characters of words are told."""


def brief(_table: Mapping[str, Any], _: Limits) -> tuple[Sheet, ...]:
    """What can be said of any boxed game: who mails when [T1, T9]."""
    rows = (
        ("turns", "as many as the boxed game has; the players call them [T7]"),
        ("mails", "the sides write in turn; dice are read with the other side's next file [T1]"),
    )
    return (sheet_of("Terms", ("", ""), rows),)


def foretell(view: View[Game], orders: tuple[Order, ...], _: Limits) -> Foretold:
    """What each order does, in the order of the file, and what can be answered now or never."""
    contested = {order.counter for order in orders if isinstance(order, Contest)}
    kept = [name for name in view.game.fresh if name not in contested]
    offer = view.game.offers.get(view.game.other(view.game.to_move), "")
    agreed = any(isinstance(order, Finish) for order in orders)
    left = [f"What was set stands, and cannot be contested later: {', '.join(kept)} [T6]."]
    left = left if kept else []
    if offer and not agreed:
        left.append(f"You do not agree to the end that is offered: {offer} [T10].")
    return Foretold(ordered=tuple(map(_told, orders)), left=tuple(left))


def _told(order: Order) -> str:  # noqa: PLR0911 - one case an order
    match order:
        case Roll():
            return f'You roll {order.dice} for "{order.about}" [T1].'
        case Seal():
            about = f' about "{order.about}"' if order.about else ""
            return f"You seal a note{about}: {_short(order.words)} [T3]."
        case Unseal():
            return f"You open {order.note}: everybody reads it [T4]."
        case Put():
            if not order.value:
                return f"You take {order.counter} off the table [T5]."
            return f"You set {order.counter} to {order.value} [T5]."
        case Contest():
            return f"You contest {order.counter}: what was set is undone, and it is disputed [T6]."
        case Phase():
            phase = f"phase {order.name}" if order.name else ""
            turn = "end the turn" + (f"; next is {phase}" if phase else "")
            return f"You {turn if order.new_turn else f'go on to {phase}'} [T7]."
        case Say():
            return f"You say: {_short(order.words)} [T8]"
        case Finish():
            result = "a draw" if order.result == DRAW else f"the {order.result} side wins"
            return f"You offer the end, or agree to it: {result} [T10]."
    raise TypeError(f"no words for {order.type}")


def _short(words: str) -> str:
    """The first line of words, cut if it is long."""
    first = words.split("\n", maxsplit=1)[0]
    return first if first == words and len(first) <= SHORT else f"{first[:SHORT]}…"


def headline(happenings: tuple[Happening, ...], _: Game | None, limits: Limits) -> tuple[str, ...]:
    """The end and its offers, disputes, turns, the last rolls, and what was set."""
    return tuple(_summed_up(happenings, limits))


def _summed_up(happenings: tuple[Happening, ...], limits: Limits) -> Iterator[str]:
    told = [one.event for one in happenings]
    for kinds in (happened.GameEnded | happened.EndOffered, happened.PhaseBegun):
        found = [event for event in told if isinstance(event, kinds)]
        yield from (lines(event, limits)[-1].text for event in found[-1:])
    disputed = dict.fromkeys(e.counter for e in told if isinstance(e, happened.CounterContested))
    rolls = [event for event in told if isinstance(event, happened.Rolled)]
    if disputed:
        yield f"Disputed: {', '.join(disputed)}."
    for event in rolls[-1:]:
        sums = ", ".join(map(str, event.sums))
        yield f'{event.seat} rolled {event.dice} = {sums} for "{event.about}".'
    changed = dict.fromkeys(e.counter for e in told if isinstance(e, happened.CounterSet))
    if changed:
        yield f"Set: {', '.join(changed)}."
