"""Headlines by commands: what happened is told to both players, and to whose file brought it."""

from pathlib import Path

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.orders_ground import Raid
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.simulator import World
from tests.systems.cartwheel.bycommand import Faces, begun, faces, sent, told

__all__ = ["faces"]

DICE = {
    "5.1 event": 7, "7.5 missions": 1, "9.9 aa t1m2 B25S-90": 1, "9.9 aa t1m2 A20-89": 1,
    "9.10 bomb t1m2 B25S-90": 10, "9.10 bomb t1m2 A20-89": 1,
}  # fmt: skip
CONVOY = NavalMission(
    ships=("IJN-CLT1", "MARU1", "MARU2"), path=("1203", "1104", "1004", "0905", "0805"),
    purpose="transport",
)  # fmt: skip
ON_CONVOY = AirMission(
    kind="strike", hex="0805", band="low", strikers=("B25S-90", "A20-89"), mode="skip",
    target="naval:MARU1",
)  # fmt: skip


def test_a_convoy_that_is_sunk_is_told_file_by_file(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the author when he sends, and to his opponent in the report."""
    faces[0] = DICE
    world = begun(tmp_path, "bismarck-sea")
    allied, japanese = world.players[ALLIED], world.players[JAPANESE]
    sent(world)
    sent(world)
    capsys.readouterr()
    sent(world, CONVOY)
    came = "3 Japanese ships come to Finschhafen with 51D-115, SNLF-S5 and 4 supply units aboard."
    assert came in mailed(capsys)
    assert came in told(allied, capsys)
    sent(world, ON_CONVOY, Pass(rest=True))
    ordered = "Ordered: the Allied strike on Finschhafen; the next file brings what comes of it."
    assert ordered in mailed(capsys)
    sent(world)
    sunk = "Allied strike on Finschhafen sinks MARU1 (51D-115 and 2 supply units lost aboard)"
    assert sunk in mailed(capsys)
    for player in (allied, japanese):
        said = told(player, capsys)
        assert sunk in said
        assert "The score is Allied 8 VP (before 0 VP), Japanese 0 VP." in said


def test_a_battle_at_sea_is_told_with_what_leaves_it_aboard_which_ships(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    faces[0] = {**DICE, "10.4 fire t1m2 r1 ANF-CA1": 10}
    world = begun(tmp_path, "bismarck-sea")
    sent(world)
    sent(world)
    sent(world, replace(CONVOY, ships=("MARU1", "MARU2")))
    way = ("1007", "0907", "0806", "0805")
    sent(world, NavalMission(ships=("ANF-CA1",), path=way, purpose="sortie"), Pass(rest=True))
    sent(world)
    for player in world.players.values():
        assert (
            "Japan loses 2 supply units. Allied ANF-CA1 comes to Finschhafen; the battle at"
            " Finschhafen costs Japanese MARU1 a step and disrupts it; the Japanese ships break"
            " off at Finschhafen, for Lae with 51D-115, SNLF-S5 and 2 supply units aboard. The"
            " score is Allied 3 VP (before 0 VP), Japanese 0 VP."
        ) in told(player, capsys)


def test_two_landing_forces_are_both_told_with_what_they_have_aboard(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    faces[0] = {"5.1 event": 2, "7.5 missions": 10, "11.1 ground initiative": 10}
    world = begun(tmp_path, "toenails")
    while acting(world) != ALLIED:
        sent(world)
    sent(
        world,
        NavalMission(
            ships=("US-T3", "US-CLT1"), path=("1707", "1606", "1506"), purpose="transport",
            load=FrozenMap({"US-T3": ("43-103", "RDR-1")}),
        ),
        NavalMission(
            ships=("US-T4", "US-CLT2", "US-CA1"), path=("1806", "1706"), purpose="transport",
            load=FrozenMap({"US-T4": ("RDR-4",)}),
        ),
    )  # fmt: skip
    assert (
        "2 Allied ships come to Vila/Barakoma with 43-103 and RDR-1 aboard; 3 Allied ships come to"
        " Santa Isabel with RDR-4 aboard."
    ) in told(world.players[JAPANESE], capsys)


def test_h11_what_is_ordered_ashore_is_told_while_its_dice_wait(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    faces[0] = {"5.1 event": 2, "7.5 missions": 1, "11.1 ground initiative": 10}
    world = begun(tmp_path, "toenails")
    while not acting(world):
        sent(world)
    while acting(world):
        sent(world, Pass(rest=True))
    assert world.next_seat == ALLIED
    sent(world, Raid(base="VIL"))
    ordered = "Ordered: the Allied player raids Vila/Barakoma."
    assert ordered in told(world.players[ALLIED], capsys, "status")
    sent(world)
    assert "Ordered:" not in told(world.players[ALLIED], capsys, "status")


def acting(world: World) -> str:
    """Who has the opportunity as the next author sees it, his seed open [H8]."""
    with world.players[world.next_seat].session() as session:
        side: str = session.final().fold.table.game.operations.to_act
        return side if side == world.next_seat else ""


def mailed(capsys: pytest.CaptureFixture[str]) -> str:
    """What the last commands have said, in one line."""
    return " ".join(capsys.readouterr().out.split())
