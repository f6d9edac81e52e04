"""What raids did, in the headline of the news: whoever reads it alone has missed no raid."""

from pathlib import Path

import pytest

from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.orders_turn import Mark
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.simulator import World
from tests.systems.cartwheel.bycommand import Faces, begun, faces, sent, told, turn_of

__all__ = ["faces"]

ON_DOBODURA = AirMission(
    kind="strike", hex="0806", band="medium", strikers=("KI21-14", "KI48-45"), mode="regular",
    target="base:DOB",
)  # fmt: skip
ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B17-63",), mode="regular",
    target="naval:MARU1",
)  # fmt: skip
UNHINDERED = {
    "5.1 event": 7, "7.5 missions": 1, "9.4 scramble t1m1 P38-9": 10,
    "9.9 aa t1m1 KI21-14": 1, "9.9 aa t1m1 KI48-45": 1, "9.9 aa t1m2 B17-63": 1,
}  # fmt: skip


def at_first_mission(place: Path, faces: Faces, dice: dict[str, int]) -> World:
    """The Bismarck Sea at its first mission, which is Japanese."""
    faces[0] = {**UNHINDERED, **dice}
    world = begun(place, "bismarck-sea")
    sent(world)
    sent(world)
    assert world.next_seat == JAPANESE
    return world


def test_hits_on_a_base_and_ships_that_are_disrupted_are_told(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = {"9.10 bomb t1m1 KI21-14": 8, "9.10 bomb t1m1 KI48-45": 5, "9.10 bomb t1m2 B17-63": 10}
    world = at_first_mission(tmp_path, faces, dice)
    sent(world, ON_DOBODURA)
    said = told(world.players[ALLIED], capsys)
    assert "The Japanese strike on Dobodura makes 1 hit" in said
    sent(world, ON_RABAUL)
    said = told(world.players[JAPANESE], capsys)
    assert "the Allied strike on Rabaul disrupts MARU1" in said


def test_a_raid_that_hits_nothing_is_told_too(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = {"9.10 bomb t1m1 KI21-14": 1, "9.10 bomb t1m1 KI48-45": 1}
    world = at_first_mission(tmp_path, faces, dice)
    sent(world, ON_DOBODURA)
    said = told(world.players[ALLIED], capsys)
    assert "The Japanese strike on Dobodura hits nothing" in said


def test_h9_10_6_who_was_hit_on_the_ground_is_told_to_their_owner_before_he_states_it(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """In no report, which may be mailed, and to nobody else until his next file."""
    dice = {
        "9.10 bomb t1m1 KI21-14": 10, "9.10 bomb t1m1 KI48-45": 1,
        "9.10 ground t1m1 DOB #1": 10, "9.10 ground t1m1 DOB #2": 1,
        "9.10 pick t1m1 DOB #1": 1,
    }  # fmt: skip
    world = at_first_mission(tmp_path, faces, dice)
    sent(world, ON_DOBODURA)
    states = "The Allied player states who was hit in his next file"
    eyes = "For your own eyes: Of yours on the ground at Dobodura, by mission t1m1: P"
    owner, enemy = world.players[ALLIED], world.players[JAPANESE]
    said = told(owner, capsys, "turn", "--no-input")
    assert states in said
    assert said.index("The score is ") < said.index(eyes) < said.index("Recon by F5-8: ")
    assert eyes not in told(owner, capsys)
    said = told(enemy, capsys, "turn", "--no-input")
    assert "For your own eyes" not in said


@pytest.mark.parametrize(("die", "came"), [(1, "has regrouped"), (10, "has not regrouped")])
def test_h14_1_which_marked_units_have_regrouped_is_told_to_their_owner_with_the_news(
    die: int, came: str, tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = {
        **{f"14.1 regroup A #{number}": die for number in range(1, 40)},
        "9.10 bomb t1m1 KI21-14": 10, "9.10 bomb t1m1 KI48-45": 1,
        "9.10 ground t1m1 DOB #1": 10, "9.10 ground t1m1 DOB #2": 1,
        "9.10 pick t1m1 DOB #1": 1,
    }  # fmt: skip
    world = at_first_mission(tmp_path, faces, dice)
    sent(world, ON_DOBODURA)
    while turn_of(world) == 1:
        sent(world)
    while world.next_seat == JAPANESE:
        sent(world)
    sent(world, Mark(units=("P38-9",)))
    while turn_of(world) == 2 or world.next_seat == JAPANESE:
        sent(world)
    said = told(world.players[ALLIED], capsys, "turn", "--no-input")
    assert f"For your own eyes: By your Regroup marks P38-9 {came} [H14.1]." in said
