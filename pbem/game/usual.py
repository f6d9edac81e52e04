"""Keys of orders that a seat need not write, for one value alone may stand there."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.steps import GameSystem
from pbem.frozen import FrozenMap
from pbem.game.session import Session

Usual = FrozenMap[FrozenMap[Any]]
"""By kind of order the keys that a seat need not write, with what is read there."""


def usual_keys(system: GameSystem[Any, Any], game: Any, seat: str) -> Usual:
    """The keys that a seat need not write, as the state is."""
    found = {word: system.usual(game, seat, kind) for word, kind in system.orders.items()}
    return FrozenMap({word: FrozenMap(keys) for word, keys in found.items() if keys})


def usual_here(session: Session) -> Usual:
    """The same for this seat's next file."""
    return usual_keys(session.rules.system, session.ahead().fold.table.game, session.seat)


def with_usual(session: Session, tables: Iterable[Any]) -> tuple[Any, ...]:
    """Orders as somebody wrote them, with those keys that he left out: the file says them."""
    usual = usual_here(session)
    return tuple(
        {**table, **{key: one for key, one in _usual(usual, table).items() if key not in table}}
        if isinstance(table, Mapping)
        else table
        for table in tables
    )


def without_usual(usual: Usual, table: Mapping[str, Any]) -> dict[str, Any]:
    """An order as a form writes it, without such keys."""
    known = _usual(usual, table)
    return {key: one for key, one in table.items() if key not in known or known[key] != one}


def _usual(usual: Usual, table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Those of an order as it stands in a file, of whatever kind it may be."""
    return usual.get(str(table.get("type")), FrozenMap())
