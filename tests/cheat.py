"""A doctored client: it signs whatever it is told to, with a real seat's key and secrets."""

from collections.abc import Callable
from typing import Any

from pbem.codec import ZERO
from pbem.dice import seed_for
from pbem.frozen import replace
from pbem.game.write import compose
from pbem.keys import PrivateKey
from pbem.scan import tail
from pbem.turnfile import TurnFile, write_body
from tests.simulator import SENT, Player

Doctor = Callable[[TurnFile], TurnFile]


def honest_parts(player: Player) -> TurnFile:
    """The file that an honest client would write without any orders, before it is signed."""
    with player.session() as session:
        return replace(compose(session, (), "", SENT), nonce="ab" * 32, sealed=())


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
