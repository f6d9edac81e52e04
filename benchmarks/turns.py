"""`send` and `receive` late in a long game beside the same early in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.games import quiet_orders
from benchmarks.measure import Row, ratio_row, seconds
from tests.simulator import Player, World

ROUNDS = 40

Times = list[tuple[float, float]]


def measure(young: World, old: World) -> Iterator[Row]:
    """File by file in both games, which are at the same phase of different turns."""
    sends: Times = []
    receives: Times = []
    for _ in range(ROUNDS):
        seat = young.next_seat
        assert old.next_seat == seat
        (early, early_in), (late, late_in) = _round(young, seat), _round(old, seat)
        sends.append((early, late))
        receives.append((early_in, late_in))
    yield ratio_row("send, turn 200 / turn 2", sends, 1.2)
    yield ratio_row("receive, turn 200 / turn 2", receives, 1.2)


def _round(world: World, seat: str) -> tuple[float, float]:
    """The times in which the seat writes its file and the other takes it."""
    author = world.players[seat]
    reader = next(player for player in world.players.values() if player.seat != seat)
    orders = quiet_orders(author)
    sent: list[bytes] = []
    sending = seconds(lambda: sent.append(_send(author, orders)))
    return sending, seconds(lambda: reader.receive(sent[0]))


def _send(author: Player, orders: tuple[Mapping[str, Any], ...]) -> bytes:
    return author.send(*orders)
