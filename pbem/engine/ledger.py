"""What follows from the files so far: the fold's data, and the public state made of it."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from pbem.codec import Plain, digest, plain
from pbem.dice import Roll
from pbem.engine.charts import RuleBook
from pbem.engine.events import Happening, Question
from pbem.engine.hidden import Scene, happenings
from pbem.engine.orders import Disclose, End, encode_order
from pbem.engine.run import Table
from pbem.engine.steps import GameSystem, Seat
from pbem.frozen import Value

G = TypeVar("G")

REFEREE = "referee"
"""The side of a referee's seat."""


class Owner(Value):
    """The file to which rolls belong that are met now: the last one that decided anything.

    `key` is the roll key in hex once file `witness` has opened it; empty and 0 before. `labels`
    are those of its rolls so far.
    """

    seq: int
    hash: str
    seat: str
    key: str = ""
    witness: int = 0
    labels: tuple[str, ...] = ()


class SealedItem(Value):
    """An item sealed in a file and not opened yet."""

    seat: str
    id: str
    seq: int
    commit: str


class Root(Value):
    """The Merkle root of the charts in a seat's last file (protocol 7)."""

    seat: str
    seq: int
    root: str


class Proposal(Value):
    """A ruling in file `seq` that needs the other side's consent (protocol 10)."""

    seq: int
    seat: str
    words: str
    side: str
    points: int


class Fold(Value, Generic[G]):
    """Everything that follows from the files so far.

    `joins` are the seats that have still to join, `ended` those that wrote their last file,
    `closer` is the seat whose file ends the game by what it opens or states, while it is judged.
    `waits` is the seat whose next file must open the owner's dice; empty if none are wanted.
    `roots` are each seat's newest charts. `proposals` are rulings that nobody has consented to
    yet, `ruled` the players who have ruled and not decided anything since. `referred` is true
    while a question waits for the referee, `questions` are those that no ruling has settled,
    `referee_witnesses` is true if the genesis lets the referee open dice (protocol 10).
    """

    system: str
    scenario: str
    rules: str
    scenario_hash: str
    seats: tuple[Seat, ...]
    joins: tuple[str, ...]
    table: Table[G]
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


class Rules(Value, Generic[G]):
    """What a fold is played by: the system, its charts, and the rule book they come from."""

    system: GameSystem[G, Any]
    charts: Any
    book: RuleBook


class Thrown(Value):
    """A roll with the file that it belongs to and the file that opened it."""

    seq: int
    witness: int
    roll: Roll


class Outcome(Value, Generic[G]):
    """The fold after file `seq`, what happened because of it, and the rolls that it opened.

    `turn` is the game turn in which its author stood when he decided. The first `settled` scenes
    came before the rules ran on with his orders: his charts in this file know of them. `found` is
    the public state that his orders were judged by; None where there were none to judge. `covers`
    are the keys of what he was asked to decide.
    """

    fold: Fold[G]
    turn: int
    seq: int
    scenes: tuple[Scene[G], ...] = ()
    thrown: tuple[Thrown, ...] = ()
    settled: int = 0
    found: G | None = None
    covers: tuple[str, ...] = ()

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """Every event of the scenes, in order."""
        return happenings(self.scenes)


# --- the public state ----------------------------------------------------------------------------


def _state(fold: Fold[G]) -> dict[str, Any]:
    """The public state, its parts still as the rules hold them."""
    table = fold.table
    trouble = {
        "roots": fold.roots,
        "proposals": fold.proposals,
        "ruled": fold.ruled,
        "referred": fold.referred,
    }
    return {
        **{key: value for key, value in trouble.items() if value},
        "system": fold.system,
        "scenario": fold.scenario,
        "joins": fold.joins,
        "turn": table.turn,
        "step": table.cursor,
        "next": writer(fold),
        "game": table.game,
        "asks": table.asks,
        "held": held_orders(fold),
        "owner": fold.owner if fold.owner else {},
        "waits": fold.waits,
        "sealed": fold.sealed,
        "ended": fold.ended,
    }


def held_orders(fold: Fold[G]) -> Mapping[str, Mapping[str, list[Mapping[str, Any]]]]:
    """The orders that wait for others, as tables, by what they decide and by seat."""
    return {
        key: {seat: [encode_order(order) for order in orders] for seat, orders in seats.items()}
        for key, seats in fold.table.held.items()
    }


def public_state(fold: Fold[G]) -> Plain:
    """The public state as plain values: what the digest covers (protocol 5).

    It names the next writer, so that two programs cannot agree on the state and disagree on who
    goes on.
    """
    return plain(_state(fold))


def state_digest(fold: Fold[G]) -> str:
    """The digest of the public state, in hex (protocol 5)."""
    return digest(_state(fold)).hex()


def writer(fold: Fold[G]) -> str:
    """The one seat that may write next; empty when nothing more is owed (protocol 4).

    Dice that wait come first. A referee writes only when he is asked to (protocol 10).
    """
    if fold.joins:
        return fold.joins[0]
    if fold.waits:
        return fold.waits
    if fold.referred:
        return referee_of(fold)
    if fold.table.asks:
        asked = {decision.seat for decision in fold.table.asks}
        return next(name for name in players(fold) if name in asked)
    return next(iter(_last_files(fold)), "")


def _last_files(fold: Fold[G]) -> list[str]:
    """The seats that owe their last file, in order (protocol 12).

    First the author of the file that ends the game, in that file; last the author of the last
    orders, who has told all that he had to tell.
    """
    author = fold.owner.seat if fold.owner else ""
    left = (name for name in players(fold) if name not in fold.ended)
    return sorted(left, key=lambda name: (name != fold.closer, name == author))


def players(fold: Fold[G]) -> tuple[str, ...]:
    """The seats that play, in the order of the genesis."""
    return tuple(seat.name for seat in fold.seats if seat.side != REFEREE)


def referee_of(fold: Fold[G]) -> str:
    """The referee's seat; empty if the game has none."""
    return next((seat.name for seat in fold.seats if seat.side == REFEREE), "")


def side_of(fold: Fold[G], seat: str) -> str:
    """The side that a seat is on."""
    return next(one.side for one in fold.seats if one.name == seat)


def seat_called(fold: Fold[G], seat: str) -> str:
    """A seat that is all of its side by that; of several on one side each by its own name."""
    side = side_of(fold, seat)
    if side == REFEREE:
        return f"the {REFEREE}"
    is_alone = [one.side for one in fold.seats].count(side) == 1
    return f"the {side.capitalize()} side" if is_alone else seat


def is_over(fold: Fold[G], rules: Rules[G]) -> bool:
    """Whether the game has ended; last files may still be owed (protocol 12)."""
    return not fold.joins and rules.system.verdict(fold.table.game) is not None


def last_order(fold: Fold[G], rules: Rules[G]) -> type[Disclose] | type[End]:
    """The order of a seat's last file: `disclose` where the game hides things (protocol 12)."""
    return Disclose if rules.system.secretive(fold.table.game) else End
