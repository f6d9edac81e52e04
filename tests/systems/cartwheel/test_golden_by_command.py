"""Golden chains between folders by commands alone, a turn each: who writes what (E.4.4, AA.3).

Whatever decides nothing is written by `receive`; every other file by `send`, from orders added one
by one. Those about answers in advance are in `test_golden_answers_by_command`.
"""

from pathlib import Path

import pytest

from pbem.engine.orders import encode_order
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass
from pbem.systems.cartwheel.table.orders_turn import CommitTF36, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.simulator import World
from tests.systems.cartwheel.bycommand import (
    Faces,
    assert_holds,
    begun,
    chain,
    faces,
    files,
    opened,
    owners,
    sent,
    told,
    turn_of,
)
from tests.systems.cartwheel.test_golden_chains import ALLIES_FIRST, JAPAN_FIRST
from tests.test_answer import alike, forced, last_of

__all__ = ["faces"]

ON_BUIN = AirMission(
    kind="strike", hex="1405", band="high", strikers=("B24-372",), mode="precision",
    target="base:BUI",
)  # fmt: skip
ON_MUNDA = AirMission(
    kind="strike", hex="1606", band="high", strikers=("B25-70",), mode="regular", target="base:MUN"
)
AGAIN = AirMission(
    kind="strike", hex="1405", band="high", strikers=("B25-69",), mode="regular", target="base:BUI"
)
ON_RUSSELLS = AirMission(
    kind="strike", hex="1707", band="high", strikers=("G4M-702",), mode="regular",
    target="base:RUS",
)  # fmt: skip
SHIPS = tuple(
    NavalMission(ships=(ship,), path=("1707", "1606")) for ship in ("LST2", "LST3", "US-CLT1")
)
OUT = Pass(rest=True)


def turn_two(
    place: Path, faces: Faces, opener: str, *, ashore: int, missions: int
) -> tuple[World, int]:
    """Turn 2 of Toenails at its first file, and that file's number; turn 1 holds no orders."""
    first = ALLIES_FIRST if opener == ALLIED else JAPAN_FIRST
    faces[0] = {"5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": first}
    world = begun(place, "toenails")
    while turn_of(world) == 1:
        sent(world)
    start = len(files(world))
    faces[start] = {
        "7.4 initiative": ALLIES_FIRST, "7.5 missions": missions, "11.1 ground initiative": ashore,
    }  # fmt: skip
    assert world.next_seat == opener
    return world, start


def test_gd1_three_strikes_in_a_run_and_one_of_each_side_after_it(
    tmp_path: Path, faces: Faces
) -> None:
    world, first = turn_two(tmp_path, faces, JAPANESE, ashore=ALLIES_FIRST, missions=8)
    sent(world)  # s1
    sent(world)  # s2, and t3 by `receive`
    sent(world, ON_BUIN, ON_MUNDA, SHIPS[0])
    sent(world, ON_RUSSELLS)
    sent(world, AGAIN, OUT)
    sent(world, OUT)
    sent(world)  # g1
    sent(world)  # g2
    made = files(world, first)
    assert chain(made) == "J A J A J A J A J"
    assert [opened(file) for file in made[4:7]] == [
        ["raid/1405/l0", "raid/1606/l0"], ["raid/1707/l0"], ["raid/1405/l0"],
    ]  # fmt: skip
    assert not any(opened(file) for file in (*made[:4], *made[7:]))
    assert made[2].order == ()
    assert (world.next_seat, turn_of(world)) == (ALLIED, 3)
    assert_holds(world)


def test_gd2_the_run_in_t3_and_a_bundle_whose_answers_japan_opens_with_its_orders_ashore(
    tmp_path: Path, faces: Faces
) -> None:
    world, first = turn_two(tmp_path, faces, ALLIED, ashore=JAPAN_FIRST, missions=3)
    no, yes = (CommitTF36(commit=False, eleventh=one) for one in ("no", "yes"))
    sent(world, no, yes)
    sent(world)
    sent(world, ON_BUIN, ON_MUNDA)
    sent(world, OUT)
    sent(world, AGAIN, *SHIPS[:2])
    sent(world)
    sent(world)
    made = files(world, first)
    assert chain(made) == "A J A J A J A"
    assert made[2].open[0].id == "tf36/t2/no"
    assert opened(made[3]) == ["raid/1405/l0", "raid/1606/l0"]
    assert opened(made[5]) == ["raid/1405/l0"]
    assert (world.next_seat, turn_of(world)) == (JAPANESE, 3)
    assert_holds(world)


def test_gd3_the_sixth_file_is_written_by_receive_as_it_is_by_hand(
    tmp_path: Path, faces: Faces
) -> None:
    """Nonce, time and padding apart; Japan is out, and the Allies act first ashore."""
    world, first = turn_two(tmp_path / "game", faces, ALLIED, ashore=ALLIES_FIRST, missions=3)
    sent(world)
    sent(world)
    sent(world, ON_BUIN, ON_MUNDA)
    sent(world, OUT)
    allied, japanese = world.players[ALLIED], world.players[JAPANESE]
    assert allied.run("config", "answer", "never") == 0
    raw = allied.send_by_command(*map(encode_order, (AGAIN, *SHIPS[:2])))
    twin = world.copied(tmp_path / "twin").players[JAPANESE]
    twin.receive(raw)
    assert forced(twin)
    assert twin.run("send", "--empty", "--yes") == 0
    world.exchange()
    assert last_of(japanese).seat == JAPANESE
    assert alike(last_of(japanese)) == alike(last_of(twin))
    sent(world)
    sent(world)
    made = files(world, first)
    assert chain(made) == "A J A J A J A J"
    assert made[5].order == ()
    assert opened(made[5]) == ["raid/1405/l0"]
    assert (world.next_seat, turn_of(world)) == (ALLIED, 3)
    assert_holds(world)


def test_gd7_who_waits_sees_where_the_enemy_looks_and_the_fourth_file_tells_what_his_own_found(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """The counts are those of Japan's charts in s2, and who begins is diced for with t3 (E.4.6)."""
    world, first = turn_two(tmp_path, faces, ALLIED, ashore=ALLIES_FIRST, missions=3)
    faces[first] |= {"7.3 recon F5-8": 1, "7.3 recon DIN-6": 1}
    sent(world, Recon(wait=True))
    waits = "The Allied player places his recon units when he has seen the enemy's [E.4.6]."
    assert waits in told(world.players[JAPANESE], capsys)
    sent(world, Recon(unit="DIN-6", hex="1707", base="RUS"))
    at_russells = "DIN-6 (Ki-46 Dinah) flies to 1707 (Russell Islands) and looks at Russell Islands"
    assert at_russells in told(world.players[ALLIED], capsys)
    sent(world, Recon(unit="F5-8", hex="1405", base="BUI"))
    made = files(world, first)
    assert chain(made) == "A J A J"
    assert [[part.id for part in file.open] for file in made] == [
        [], [], ["tf36/t2/no", "RUS/counts"], ["BUI/counts"],
    ]  # fmt: skip
    assert (made[3].open[0].seq, made[3].order) == (made[1].seq, ())
    who_begins = ("7.4 initiative", "7.5 missions", "11.1 ground initiative")
    for player in world.players.values():
        found = told(player, capsys)
        seen = (
            "Japanese recon finds 1 fighter and 2 bombers at Russell Islands, recon units and C-47s"
        )
        assert f"{seen} counted in [7.3.4~, AMB-9]." in found
        seen = "Allied recon finds 3 fighters and 1 bomber at Buin/Kahili, recon units"
        assert f"{seen} counted in [7.3.4~, AMB-9]." in found
        for label in who_begins:
            assert owners(player, capsys, label)[label] == made[2].seq
    while turn_of(world) == 2:
        sent(world)
    assert_holds(world)


@pytest.mark.parametrize("die", [10, 1])
def test_gd8_who_can_order_nothing_in_public_writes_no_file_ashore(
    die: int, tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """The Allies are first ashore in 17.1 and land nothing; their recon unit did not fly (E.4.8).

    Its die kept it on the ground, or would have let it fly. Japan's file alone closes the turn.
    """
    faces[0] = {
        "5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": ALLIES_FIRST,
        "7.3 recon F5-8": die,
    }  # fmt: skip
    world = begun(tmp_path, "bismarck-sea")
    first = len(files(world))
    while turn_of(world) == 1:
        sent(world)
    made = files(world, first)
    assert chain(made) == "J A J A J A J"
    allied = world.players[ALLIED]
    over = told(allied, capsys, "report", "--turn", "1")
    assert "Who acts first on the ground: 10 - 1 initiative = 9, needs 6 or more for" in over
    assert (
        "the Allies: The Allied player acts first ashore when operations are over [H11.1]" in over
    )
    assert "The Allied player can order nothing more this turn [E.4.8: not asked]." in over
    assert (world.next_seat, turn_of(world)) == (ALLIED, 2)
    assert_holds(world)
