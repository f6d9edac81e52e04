"""A doctored client: it signs whatever it is told to, with a real seat's key and secrets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbem.codec import ZERO
from pbem.dice import commitment, seed_for
from pbem.engine.fold import resolve
from pbem.engine.ledger import state_digest
from pbem.keys import PrivateKey
from pbem.turnfile import DicePart, StatePart, TurnFile, tail, write_body
from tests.simulator import SENT, Player

Doctor = Callable[[TurnFile], TurnFile]


def honest_parts(player: Player) -> TurnFile:
    """The file that an honest client would write without any orders, before it is signed."""
    with player.session() as session:
        game, seq = bytes.fromhex(session.links.game), session.next_seq
        seed = seed_for(session.secret(), game, seq)
        mine = resolve(session.fold, session.rules, player.seat, seq, session.own_seed()).fold
        return TurnFile(
            format="pbem/1",
            game=session.links.game,
            seq=seq,
            prev=session.links.hash,
            seat=player.seat,
            nonce="ab" * 32,
            sent=SENT,
            dice=DicePart(
                commit=commitment(game, player.seat, seq, seed).hex(), reveal=session.own_seed()
            ),
            state=StatePart(digest=state_digest(mine)),
            open=session.openings(mine),
        )


def sign(file: TurnFile, key: PrivateKey) -> bytes:
    """The file with a signature by any key."""
    body = write_body(file)
    return body + tail(key.sign(body))


def forge(player: Player, doctor: Doctor, key: PrivateKey | None = None) -> bytes:
    """The seat's next file, doctored and then signed."""
    return sign(doctor(honest_parts(player)), key or player.key)


def with_orders(*orders: dict[str, Any]) -> Doctor:
    return lambda file: replace(file, order=orders)


def seed_of(player: Player, seq: int) -> bytes:
    with player.session() as session:
        game = bytes.fromhex(session.links.game) if seq else ZERO
        return seed_for(session.secret(), game, seq)
