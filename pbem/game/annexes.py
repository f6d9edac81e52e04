"""The hidden side of a seat's game: its annexes, its charts, its own state (protocol 7, 8).

Everything here can be made again from the turn files and the game secret: each own file's annex
holds what its charts and sealed items say, and what has become public since is learnt again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.codec import ZERO
from pbem.dice import commitment as seed_commitment
from pbem.dice import seed_for
from pbem.engine.ledger import REFEREE, Fold, Rules
from pbem.engine.orders import decode_orders
from pbem.engine.steps import Seat
from pbem.frozen import Value
from pbem.merkle import root_of
from pbem.seal import (
    Item,
    annex_identity,
    annex_recipient,
    committing,
    decrypt_annex,
    encrypt_annex,
    salt_for,
)
from pbem.turnfile import ChartsPart, SealedPart, SeatPart, TurnFile


class Place(Value):
    """The place of one file: what seeds, salts, commitments and annexes are bound to."""

    secret: bytes
    game: str
    seat: str
    seq: int

    @property
    def game_bytes(self) -> bytes:
        """The game's id; 32 zero bytes in its genesis, which has none yet (protocol 3)."""
        return bytes.fromhex(self.game) if self.seq else ZERO

    @property
    def identity(self) -> str:
        """The age identity that opens the file's annex."""
        return annex_identity(self.secret, self.game_bytes)

    @property
    def seed(self) -> bytes:
        """The seed that the file commits to."""
        return seed_for(self.secret, self.game_bytes, self.seq)

    @property
    def seed_commit(self) -> bytes:
        """The commitment to that seed (protocol 6)."""
        return seed_commitment(self.game_bytes, self.seat, self.seq, self.seed)

    def salt(self, id_: str) -> bytes:
        """The salt of an item sealed in the file."""
        return salt_for(self.secret, self.game_bytes, self.seq, id_)

    @property
    def commit(self) -> Callable[[str, str], bytes]:
        """What gives the commitment to an item sealed in the file, by its id and content."""
        return committing(self.secret, self.game_bytes, self.seat, self.seq)


class Sealing(Value):
    """What a file says of its author's items: single ones, charts, and all of them in its annex."""

    sealed: tuple[SealedPart, ...] = ()
    charts: ChartsPart | None = None
    age: str = ""


def sealing(
    place: Place, fold: Fold[Any], rules: Rules[Any], items: Mapping[str, str], least: int
) -> Sealing:
    """Seal the contents of items, by id, in a file; `least` is the size of the last annex.

    Without a referee the annex holds no more than chain and secret do not give (protocol 8).
    """
    hidden, game = rules.system.hidden, fold.table.game
    ids = hidden.chart_ids(game, place.seat, rules.charts) if hidden and items else ()
    singles = sorted(items.keys() - set(ids))
    charts, commit = None, place.commit
    if ids:
        charts = ChartsPart(root=root_of([commit(id_, items[id_]) for id_ in ids]).hex())
    if not rules.system.secretive(game):
        if items:
            raise RuntimeError(f"{rules.system.name} seals items, and is not secretive")
        return Sealing()
    to = recipients(place, referee_keys(fold.seats))
    kept = [
        Item(id=id_, salt=place.salt(id_).hex(), content=items[id_])
        for id_ in sorted(items)
        if hidden is None or id_ in singles or stands_in_annex(id_, rules, whole=len(to) > 1)
    ]
    return Sealing(
        sealed=tuple(SealedPart(id=id_, commit=commit(id_, items[id_]).hex()) for id_ in singles),
        charts=charts,
        age=encrypt_annex(kept, to, max(least, rules.system.smallest_annex)),
    )


def stands_in_annex(id_: str, rules: Rules[Any], *, whole: bool) -> bool:
    """Whether an annex holds a chart item: the `whole` of them, for a referee, or what it must.

    What is always rebuilt stands in none.
    """
    hidden = rules.system.hidden
    assert hidden is not None
    if hidden.rebuilt and id_.startswith(hidden.rebuilt):
        return False
    return whole or hidden.needed(id_, rules.charts)


def annex_bytes_at_least(rules: Rules[Any], game: Any) -> int:
    """The bytes of the annex of every file at least; 0 in a game that hides nothing."""
    return rules.system.smallest_annex if rules.system.secretive(game) else 0


def referee_keys(seats: Iterable[Seat | SeatPart]) -> list[str]:
    """The public keys of a game's referees."""
    return [seat.key for seat in seats if seat.side == REFEREE]


def recipients(place: Place, referees: Iterable[str]) -> list[str]:
    """Whom an annex is encrypted to: its author's own identity, and referees (protocol 8)."""
    return [annex_recipient(place.identity), *referees]


def kept_in(place: Place, file: TurnFile) -> dict[str, str]:
    """The contents of the items that an own file's annex holds; raises `Refused` (`annex`)."""
    if file.annex is None or not file.annex.age:
        return {}
    return {item.id: item.content for item in decrypt_annex(file.annex.age, place.identity)}


def contents(place: Place, file: TurnFile, rules: Rules[Any], found: Any) -> dict[str, str]:
    """The contents of all items of an own file, from its annex; raises `Refused` (`annex`).

    `found` is the public state that its orders found: some items follow from it too.
    """
    items, hidden = kept_in(place, file), rules.system.hidden
    if hidden is None or file.charts is None or not items:
        return items
    orders = decode_orders(file.order, rules.system.orders, code="E12")
    return {**hidden.complete(found, place.seat, items, orders, rules.charts), **items}
