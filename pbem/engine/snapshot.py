"""Snapshots: a fold as plain values and back, so that a turn costs the same in every turn."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_args

from pbem.codec import Plain, digest, plain
from pbem.decode import decode
from pbem.engine.decisions import Decision
from pbem.engine.events import Question
from pbem.engine.ledger import Fold, Owner, Proposal, Root, Rules, SealedItem, held_orders
from pbem.engine.orders import decode_orders
from pbem.engine.run import Table
from pbem.engine.steps import Seat
from pbem.errors import refuse
from pbem.frozen import FrozenMap, Value, names, replace

G = TypeVar("G")

MOST_TURNS = 10_000
"""No game has more turns; another number in a snapshot would keep a reader busy for ever."""


@cache  # whoever opens a game asks for it, and again as it is saved
def shape(classes: tuple[type[Value], ...]) -> str:
    """A digest of the fields of classes and of those in them: what of theirs is kept looks so.

    It tells a cache that another program has written, whatever version that calls itself.
    """
    left: list[Any] = [*classes]
    found: dict[type[Value], str] = {}
    while left:
        one = left.pop()
        left += get_args(one)
        if isinstance(one, type) and issubclass(one, Value) and one not in found:
            kinds = _annotated(one)
            left += kinds.values()
            found[one] = f"{one.__qualname__} {kinds}"
    return digest(sorted(found.values())).hex()


def _annotated(cls: type[Value]) -> Mapping[str, Any]:
    """The fields of a class with their types as they are written, which takes no time to find."""
    own = (vars(base).get("__annotations__", {}) for base in reversed(cls.__mro__))
    return dict(item for fields in own for item in fields.items())


def freeze(fold: Fold[G]) -> Plain:
    """The fold as plain values, for a snapshot that `thaw` reads back."""
    frozen = plain(replace(fold, table=replace(fold.table, held=FrozenMap())))
    assert isinstance(frozen, dict)
    return {**frozen, "held": plain(held_orders(fold))}


def thaw(frozen: Mapping[str, Any], rules: Rules[G]) -> Fold[G]:
    """The fold of a snapshot; raises `Refused` (code `folder`) if it is damaged."""
    system, where = rules.system, "snapshot"
    try:
        body = {key: value for key, value in frozen.items() if key not in ("held", "table")}
        table = dict(frozen["table"])
        game = decode(system.state, table.pop("game"), code="folder", where=where)
        held = FrozenMap(
            {
                key: FrozenMap(
                    {
                        seat: decode_orders(orders, system.orders, code="folder")
                        for seat, orders in seats.items()
                    }
                )
                for key, seats in frozen["held"].items()
            }
        )
        asks = decode(tuple[Decision, ...], table["asks"], code="folder", where=where)
        turn, cursor = (decode(int, table[k], code="folder", where=k) for k in ("turn", "cursor"))
        if not (0 <= turn <= MOST_TURNS and 0 <= cursor < len(system.steps(turn))):
            raise KeyError(turn)
        built = Table(turn=turn, cursor=cursor, game=game, held=held, asks=asks)
        parts = decode(_Parts, body, code="folder", where=where)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise refuse(
            "folder", "the snapshot is damaged", where=where, hint="it is made again"
        ) from None
    return Fold(**{name: getattr(parts, name) for name in _PARTS}, table=built)


class _Parts(Value):
    """The parts of a fold that do not depend on the game system."""

    system: str
    scenario: str
    rules: str
    scenario_hash: str
    seats: tuple[Seat, ...]
    joins: tuple[str, ...]
    owner: Owner | None = None
    waits: str = ""
    sealed: tuple[SealedItem, ...] = ()
    ended: tuple[str, ...] = ()
    closer: str = ""
    roots: tuple[Root, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    ruled: tuple[str, ...] = ()
    referred: bool = False
    questions: tuple[Question, ...] = ()
    referee_witnesses: bool = False


_PARTS = names(_Parts)
