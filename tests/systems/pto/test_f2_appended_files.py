"""A first offensive that is appended, in real files: sent, verified, restored, played out [F.2]."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.simulator import World, begin

JP, US = "japanese", "allied"
AIR = {"type": "offensive", "kind": "air", "nation": "US", "targets": ["TRU"]}
RAID = {"type": "strike", "units": ["b-24-494bg"], "area": "TRU", "at": "port", "appended": True}


def sent(world: World, seat: str, *orders: Mapping[str, Any]) -> None:
    """A seat's file, which the other seat takes."""
    assert world.next_seat == seat
    raw = world.players[seat].send(*orders)
    world.mail.append(raw)
    world.deliver(raw, seat)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """October 1944, standing orders sealed; the Allies have appended their first offensive."""
    made = begin(tmp_path, "pto/leyte", (JP, US))
    sent(made, JP)
    second = {"type": "goes-first", "side": "enemy"}
    sent(made, US, {"type": "bid", "nation": "US", "offensives": 4}, second)
    sent(made, JP)
    sent(made, US, AIR, RAID)
    return made


def test_f_2_the_enemys_next_file_opens_its_dice_and_is_his_own_offensive(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.next_seat == JP
    with world.players[JP].session() as session:
        assert session.view().decision.covers == ("46/P4",)
    sent(world, JP, {"type": "pass"})
    assert world.next_seat == US
    capsys.readouterr()
    assert world.players[US].run("report") == 0
    page = capsys.readouterr().out
    assert "The first offensive, appended to phase 3" in page
    assert "United States: air offensive, Truk (TRU); 1 off the track" in page


def test_f_2_the_game_goes_on_after_a_restore_and_all_of_it_is_verified(world: World) -> None:
    player = world.players[JP]
    for name in ("private", "cache", "reports", "outbox", "inbox", "evidence"):
        shutil.rmtree(player.folder / name)
    assert player.run("restore", "--up-to-date") == 0
    assert world.play() > 0
    for one in world.players.values():
        assert one.run("verify") == 0
        assert one.run("audit") == 0
