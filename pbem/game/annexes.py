"""The hidden side of a seat's game: its annexes, its charts, its own state (protocol 7, 8).

Everything here can be made again from the turn files and the game secret: each own file's annex
holds what its charts and sealed items say, and what has become public since is learnt again.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pbem.codec import ZERO
from pbem.engine import ledger
from pbem.engine.ledger import REFEREE, Fold, Outcome, Rules, side_of
from pbem.engine.orders import decode_orders, stands_alone
from pbem.engine.steps import Scene, Seat
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.merkle import proof_for, root_of
from pbem.scan import scan
from pbem.seal import (
    Item,
    annex_bytes,
    annex_identity,
    annex_recipient,
    commitment,
    decrypt_annex,
    encrypt_annex,
    salt_for,
)
from pbem.turnfile import ChartsPart, OpenPart, SealedPart, TurnFile, read

if TYPE_CHECKING:
    from pbem.game.session import Session


class Place(Value):
    """The place of one file: what salts, commitments and annexes are bound to."""

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

    def salt(self, id_: str) -> bytes:
        """The salt of an item sealed in the file."""
        return salt_for(self.secret, self.game_bytes, self.seq, id_)

    def commit(self, id_: str, content: str) -> bytes:
        """The commitment to an item sealed in the file."""
        salt = self.salt(id_)
        return commitment(self.game_bytes, self.seat, self.seq, id_, salt, content)


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
    charts = None
    if ids:
        charts = ChartsPart(root=root_of([place.commit(id_, items[id_]) for id_ in ids]).hex())
    if not rules.system.secretive(game):
        if items:
            raise RuntimeError(f"{rules.system.name} seals items, and is not secretive")
        return Sealing()
    to = recipients(place, referee_keys(fold.seats))
    kept = [
        Item(id=id_, salt=place.salt(id_).hex(), content=items[id_])
        for id_ in sorted(items)
        if len(to) > 1 or hidden is None or id_ in singles or hidden.needed(id_, rules.charts)
    ]
    return Sealing(
        sealed=tuple(
            SealedPart(id=id_, commit=place.commit(id_, items[id_]).hex()) for id_ in singles
        ),
        charts=charts,
        age=encrypt_annex(kept, to, max(least, rules.system.smallest_annex)),
    )


def annex_bytes_at_least(rules: Rules[Any], game: Any) -> int:
    """The bytes of the annex of every file at least; 0 in a game that hides nothing."""
    return rules.system.smallest_annex if rules.system.secretive(game) else 0


def referee_keys(seats: Iterable[Seat]) -> list[str]:
    """The public keys of a game's referees."""
    return [seat.key for seat in seats if seat.side == REFEREE]


def recipients(place: Place, referees: Iterable[str]) -> list[str]:
    """Whom an annex is encrypted to: its author's own identity, and referees (protocol 8)."""
    return [annex_recipient(place.identity), *referees]


def last_size(session: "Session") -> int:
    """The padded size of the annex in this seat's last file, in bytes; 0 if it has none."""
    place, file = _last_own(session)
    if file is None or file.annex is None or not file.annex.age:
        return 0
    return annex_bytes(file.annex.age, place.identity)


def _last_own(session: "Session") -> tuple[Place, TurnFile | None]:
    commit = session.links.commits.get(session.seat)
    seq = commit.seq if commit else 0
    raw = session.folder.find("chain", seq, session.seat)
    place = Place(secret=session.secret(), game=session.links.game, seat=session.seat, seq=seq)
    return place, read(scan(raw)) if raw else None


def contents(place: Place, file: TurnFile, rules: Rules[Any], game: Any) -> dict[str, str]:
    """The contents of all items of an own file, from its annex; raises `Refused` (`annex`)."""
    if file.annex is None or not file.annex.age:
        return {}
    items = {item.id: item.content for item in decrypt_annex(file.annex.age, place.identity)}
    hidden = rules.system.hidden
    if hidden is None or file.charts is None:
        return items
    return {**hidden.complete(game, place.seat, items, rules.charts), **items}


def own_contents(session: "Session", seq: int) -> dict[str, str]:
    """The contents of all items of this seat's file `seq`."""
    raw = session.folder.find("chain", seq, session.seat)
    if raw is None:
        raise refuse(
            "folder", f"your file {seq} is missing from the chain", where="chain",
            hint="put it back from your mail, or use a copy of the folder",
        )  # fmt: skip
    place = Place(secret=session.secret(), game=session.links.game, seat=session.seat, seq=seq)
    try:
        return contents(place, read(scan(raw)), session.rules, session.fold.table.game)
    except Refused as refused:
        raise Refused(*(p.within(f"your file {seq}") for p in refused.problems)) from None


def chart_ids(session: "Session", seat: str) -> tuple[str, ...]:
    """The ids of a seat's chart items in the order of the tree's leaves (protocol 7).

    Raises `Refused` if the game has no charts, or no such player's seat.
    """
    hidden, players = session.rules.system.hidden, ledger.players(session.fold)
    if hidden is None:
        what = f"{session.rules.system.title} has no charts"
        raise refuse("option", what, hint="nothing is hidden on its table")
    if seat not in players:
        hint = f"the players' seats are {', '.join(players)}"
        raise refuse("option", f"no player's seat is called '{seat[:40]}'", hint=hint)
    return hidden.chart_ids(session.fold.table.game, seat, session.rules.charts)


# --- openings ------------------------------------------------------------------------------------


def opening(session: "Session", fold: Fold[Any], id_: str) -> OpenPart:
    """Open an own item: a single one, or one of the newest charts with its proof (protocol 7)."""
    single = next((i for i in fold.sealed if (i.seat, i.id) == (session.seat, id_)), None)
    root = next((root for root in fold.roots if root.seat == session.seat), None)
    assert single is not None or root is not None
    seq = single.seq if single else root.seq if root else 0
    found = own_contents(session, seq)
    place = Place(secret=session.secret(), game=session.links.game, seat=session.seat, seq=seq)
    part = OpenPart(seq=seq, id=id_, salt=place.salt(id_).hex(), content=found[id_])
    if single is not None:
        return part
    hidden = session.rules.system.hidden
    assert hidden is not None
    ids = hidden.chart_ids(fold.table.game, session.seat, session.rules.charts)
    proof = proof_for([place.commit(i, found[i]) for i in ids], ids.index(id_))
    return OpenPart(
        seq=seq, id=id_, salt=part.salt, content=part.content,
        proof=tuple(one.hex() for one in proof),
    )  # fmt: skip


# --- the private state ---------------------------------------------------------------------------


def has_private(session: "Session") -> bool:
    """Whether this seat has a hidden state: a player in a game with charts, all joined."""
    if session.rules.system.hidden is None or session.fold.joins:
        return False
    return side_of(session.fold, session.seat) != REFEREE


def learnt(session: "Session", private: Any, scenes: Iterable[Scene[Any]]) -> Any:
    """The hidden state with what has become public drawn into it."""
    hidden = session.rules.system.hidden
    if hidden is None or private is None:
        return private
    for scene in scenes:
        private = hidden.learn(private, scene, session.rules.charts)
    return private


def moved_on(session: "Session", file: TurnFile, outcome: Outcome[Any]) -> Any:
    """The hidden state after a file that has just been judged; None where there is none.

    An own file's charts are read back from its annex, so that what goes on here is just what a
    folder that is rebuilt from the chain goes on with.
    """
    hidden = session.rules.system.hidden
    if hidden is None or outcome.fold.joins or session.folder.secret() is None:
        return None
    if side_of(session.fold, session.seat) == REFEREE:
        return None
    game, charts = outcome.fold.table.game, session.rules.charts
    orders = decode_orders(file.order, session.rules.system.orders, code="E12")
    if file.seat == session.seat and file.charts is not None and not stands_alone(orders):
        place = Place(
            secret=session.secret(), game=session.links.game, seat=file.seat, seq=file.seq
        )
        items = contents(place, file, session.rules, game)
        private = hidden.read(game, session.seat, items, charts)
        return learnt(session, private, outcome.scenes[outcome.settled :])
    private = session.private
    if private is None and session.fold.joins:
        private = hidden.set_up(session.fold.table.game, session.seat, charts)
    return learnt(session, private, outcome.scenes)
