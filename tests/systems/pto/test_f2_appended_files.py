"""A first offensive that is appended, in real files: sent, verified, restored, played out [F.2]."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.simulator import World, begin

JP, US = "japanese", "allied"
G4M = "g4m-4th"
AIR = {"type": "offensive", "kind": "air", "nation": "JP", "targets": ["MWY"]}
RAID = {"type": "strike", "units": [G4M], "area": "MWY", "at": "port", "appended": True}


def sent(world: World, seat: str, *orders: Mapping[str, Any]) -> None:
    """A seat's file, which the other seat takes."""
    assert world.next_seat == seat
    raw = world.players[seat].send(*orders)
    world.mail.append(raw)
    world.deliver(raw, seat)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """June 1942, standing orders sealed; Japan has appended its first offensive."""
    made = begin(tmp_path, "pto/midway", (JP, US))
    sent(made, JP, {"type": "goes-first", "side": "enemy"})
    sent(made, US)
    sent(made, JP)
    sent(made, US)
    sent(made, JP, AIR, RAID)
    return made


def test_f_2_the_enemys_next_file_opens_its_dice_and_is_his_own_offensive(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.next_seat == US
    with world.players[US].session() as session:
        assert session.view().decision.covers == ("18/P4",)
    sent(world, US, {"type": "pass"})
    assert world.next_seat == JP
    capsys.readouterr()
    assert world.players[JP].run("report") == 0
    page = capsys.readouterr().out
    assert "The first offensive, appended to phase 3" in page
    assert "Japan: air offensive, Midway; 1 off the track" in page


def test_f_2_the_game_goes_on_after_a_restore_and_all_of_it_is_verified(world: World) -> None:
    player = world.players[JP]
    for name in ("private", "cache", "reports", "outbox", "inbox", "evidence"):
        shutil.rmtree(player.folder / name)
    assert player.run("restore", "--up-to-date") == 0
    assert world.play() > 0
    for one in world.players.values():
        assert one.run("verify") == 0
        assert one.run("audit") == 0
