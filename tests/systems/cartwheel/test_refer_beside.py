"""A question to the referee beside a mission, by command: told in words before it is sent."""

from pathlib import Path

import pytest

from pbem.engine.orders import Order, encode_order
from pbem.narrow import write_value
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import ALLIED
from tests.simulator import Player
from tests.systems.cartwheel.bycommand import Faces, begun, faces, sent, turn_of
from tests.systems.cartwheel.test_golden_chains import ALLIES_FIRST

__all__ = ["faces"]

ON_MUNDA = AirMission(
    kind="strike", hex="1606", band="high", strikers=("B25-70",), mode="regular", target="base:MUN"
)


def _add(author: Player, order: Order) -> int:
    kind, *pairs = encode_order(order).items()
    return author.run("orders", "--add", kind[1], *(f"{k}={write_value(v)}" for k, v in pairs))


def test_a_question_beside_a_strike_is_told_with_it(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    faces[0] = {"5.1 event": 7, "7.4 initiative": ALLIES_FIRST, "7.5 missions": 8}
    world = begun(tmp_path, "toenails", "referee")
    while turn_of(world) == 1:
        sent(world)
    while world.next_seat != ALLIED or _add(world.players[ALLIED], ON_MUNDA):
        sent(world)
    author = world.players[ALLIED]
    assert author.run("refer", "May bombers bomb?") == 0
    capsys.readouterr()
    assert author.run("check") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert 'You ask the referee: "May bombers bomb?" He is asked once no dice wait' in told
    assert "Strike on 1606 (Munda)" in told
    assert author.run("send", "--yes") == 0
    world.exchange()
