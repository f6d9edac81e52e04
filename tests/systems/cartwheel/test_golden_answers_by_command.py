"""Golden chains of raids between folders by commands alone: what they cost, who rises (H8.9).

Each begins with the first Allied opportunity of the campaign, and is looked at by all who play.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers, Asked, Reply
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
from tests.systems.cartwheel.fraud import doctored

__all__ = ["faces"]

ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
    target="base:RAB",
)  # fmt: skip
SECOND = replace(ON_RABAUL, strikers=("B24-320",))
ON_KIRIWINA = AirMission(
    kind="strike", hex="1106", band="medium", strikers=("D3A-582",), mode="dive", target="base:KIR"
)
ASKED = Asked(hexes=("1203",))
UP = Reply(mission="t1m1", interceptors=FrozenMap({"A6M-201": "RAB"}))
IS_UP = "A6M-201 scrambles against the raid: 1, needs 6 (SR) or less: A6M-201 is up at high"
TURNED_BACK = {
    "9.4 scramble t1m1 A6M-201": 1, "9.7 fire t1m1 r1 A6M-201>B24-319": 7,
    "9.7 fire t1m1 r1 B24-319>A6M-201": 1,
}  # fmt: skip
"""A6M-201 rises against the first raid and disrupts its bomber, unharmed."""


def at_first_raid(
    place: Path, faces: Faces, dice: Mapping[str, int], *given: Order, missions: int
) -> tuple[World, int]:
    """The campaign at the first Allied mission, and its file's number; what Japan gave before."""
    faces[0] = {"5.1 event": 7, "7.5 missions": missions, **dice}
    world = begun(place, "campaign")
    sent(world, *given)
    sent(world)
    assert world.next_seat == ALLIED
    return world, len(files(world))


RUN_OF_1, RUN_OF_4 = 1, 9
"""Faces of 7.5."""


def assert_told(world: World, capsys: pytest.CaptureFixture[str], *sentences: str) -> str:
    """All have read these sentences in the report of their turn; gives it as the last reads it."""
    report = ""
    for player in world.players.values():
        report = told(player, capsys)
        assert [one for one in sentences if one not in report] == []
    return report


# --- GD4 -----------------------------------------------------------------------------------------


def test_gd4_a_strike_on_an_asked_hex_costs_order_reply_and_opening_before_the_next_mission(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """`receive` writes the third. The dice are the reply's, and nothing is answered in advance."""
    world, first = at_first_raid(tmp_path, faces, TURNED_BACK, ASKED, missions=RUN_OF_1)
    sent(world, ON_RABAUL)
    sent(world, UP)
    sent(world, ON_KIRIWINA)
    made = files(world, first)
    assert chain(made) == "A J A J"
    assert {"mission/t1m1", "landing/t1m1"} <= {part.id for part in made[0].sealed}
    assert [[part.id for part in file.open] for file in made] == [
        [], ["unit/A6M-201"], ["mission/t1m1"], [],
    ]  # fmt: skip
    assert made[2].order == ()
    report = assert_told(
        world, capsys, "(t1m1) in 1203, high: 1 striker [H9.1.3].",
        "The Japanese player answers the strike on Rabaul: scrambles A6M-201", IS_UP,
        "B24-319 jettisons its bombs",
    )  # fmt: skip
    assert "in advance" not in report.partition("on Kiriwina (t1m2)")[0]
    assert {*owners(world.players[ALLIED], capsys, "9.").values()} == {made[1].seq}
    assert_holds(world)


def test_gd4_who_gives_his_next_mission_with_the_reply_saves_a_file(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that opens the first raid meets the second, and decides (H8.7)."""
    world, first = at_first_raid(tmp_path, faces, TURNED_BACK, ASKED, missions=RUN_OF_1)
    sent(world, ON_RABAUL)
    sent(world, UP, ON_KIRIWINA)
    sent(world, replace(SECOND, hex="1304", target="base:BKA"))
    made = files(world, first)
    assert chain(made) == "A J A"
    assert [part.id for part in made[2].open][:2] == ["mission/t1m1", "raid/1106/l0"]
    assert_told(
        world, capsys, IS_UP, "The Japanese player gives his next opportunity ahead: 1 mission",
        "The Allied player has answered the strike on Kiriwina in advance",
        "The Allied strike on Buka (t1m3) in 1304",
    )  # fmt: skip
    assert_holds(world)


def test_gd4_a_strike_that_is_answered_in_advance_costs_its_order_alone(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """The next mission opens the answer. The dice are the raid's own."""
    world, first = at_first_raid(tmp_path, faces, TURNED_BACK, missions=RUN_OF_1)
    sent(world, ON_RABAUL)
    sent(world, ON_KIRIWINA)
    made = files(world, first)
    assert chain(made) == "A J"
    assert [part.id for part in made[0].sealed if "t1m1" in part.id] == ["landing/t1m1"]
    assert [part.id for part in made[1].open] == ["raid/1203/l0", "unit/A6M-201"]
    assert_told(
        world, capsys, "1 striker, units named openly [H8.9.8, H9.1.3]",
        "has answered the strike on Rabaul in advance (strike of 1-2", IS_UP,
        "B24-319 jettisons its bombs",
    )  # fmt: skip
    assert {*owners(world.players[ALLIED], capsys, "9.").values()} == {made[0].seq}
    assert_holds(world)


def test_gd4_where_a_referee_opens_the_dice_the_answer_and_they_have_a_file_each(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """`receive` writes both, and the next mission comes in full knowledge as ever (A.5)."""
    faces[0] = {"5.1 event": 7, "7.5 missions": RUN_OF_1, **TURNED_BACK}
    world = begun(tmp_path, "campaign", "referee", witness="referee")
    sent(world)
    sent(world)
    first = len(files(world))
    sent(world, ON_RABAUL)
    sent(world, ON_KIRIWINA)
    made = files(world, first)
    assert chain(made) == "A J R J A R", "so with the next mission"
    assert [file.order for file in made[1:3]] == [(), ()]
    assert opened(made[1]) == ["raid/1203/l0"]
    assert_told(world, capsys, IS_UP, "B24-319 jettisons its bombs")
    assert_holds(world)


# --- GD5 and GD6 ---------------------------------------------------------------------------------


def test_gd5_of_two_whom_both_answers_name_one_is_up_against_the_first_and_one_meets_the_second(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who has flown is left out without blame: it became public after his item was sealed."""
    two = Answers(clauses=(Clause(most=2, keep=0, within=0, bases=("RAB",)),))
    dice = {
        "9.4 scramble t1m1 A6M-201": 1, "9.4 scramble t1m1 A6M-251": 10,
        "9.4 scramble t1m2 A6M-251": 1,
    }  # fmt: skip
    world, first = at_first_raid(tmp_path, faces, dice, two, missions=RUN_OF_4)
    sent(world, ON_RABAUL, SECOND)
    made = files(world, first)
    assert chain(made) == "A J"
    assert [part.id for part in made[1].open] == [
        "raid/1203/l0", "unit/A6M-201", "unit/A6M-251",
    ]  # fmt: skip
    both = "scrambles A6M-201{} from Rabaul, A6M-251 from Rabaul"
    report = assert_told(
        world, capsys, IS_UP,
        "A6M-251 scrambles against the raid: 10, "
        "needs 6 (SR) or less: A6M-251 stays on the ground",
        "A6M-201 at Rabaul cannot take off any more: it has flown this turn [H9.4.5].",
        "A6M-251 scrambles against the raid: 1, needs 6 (SR) or less: A6M-251 is up at high",
    )  # fmt: skip
    assert [report.count(both.format(kind)) for kind in (" (Zero)", "")] == [1, 1]
    assert report.count("A6M-201 scrambles against the raid") == 1
    assert "against the rules" not in report
    assert_holds(world)


def test_gd6_a_unit_that_its_own_item_shows_flown_stays_and_the_referee_tells_of_it(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """Japan's program cheats in the file before the raid, which everybody takes [H8.9.10].

    Its item was sealed before, and cannot be mended. The referee, who reads annexes, is told when
    that file comes, and the others when the raid is on.
    """
    faces[0] = {"5.1 event": 7, "7.5 missions": RUN_OF_4}
    world = begun(tmp_path, "campaign", "referee")
    allied, japanese = world.players[ALLIED], world.players[JAPANESE]
    referee = world.players["referee"]
    assert japanese.run("config", "answer", "never") == 0
    sent(world)
    sent(world)
    first = len(files(world))
    raw = doctored(japanese, texts=_flown)
    japanese.receive_by_command(raw)
    lie = f"file {first} of seat japanese [E.2] A6M-201: the item 'unit/A6M-201' does not say"
    capsys.readouterr()
    referee.receive_by_command(raw)
    assert lie in " ".join(capsys.readouterr().out.split())
    world.exchange()
    sent(world, ON_RABAUL)
    sent(world)
    made = files(world, first)
    assert chain(made) == "J A J"
    assert [part.id for part in made[2].open] == ["raid/1203/l0", "unit/A6M-201"]
    report = assert_told(
        world, capsys, "scrambles A6M-201 (Zero) from Rabaul",
        "A6M-201 is named against the rules by the answer to t1m1, and stays where it is [6.4b].",
    )  # fmt: skip
    assert "scrambles against" not in report
    for player in world.players.values():
        assert player.run("verify") == 0
    assert allied.run("audit") == 0
    for player in (referee, japanese):
        assert lie in told(player, capsys, "audit", status=3)


def _flown(items: Mapping[str, str]) -> Mapping[str, str]:
    """The items of a file in which A6M-201 says that it has flown, and nothing else does."""
    return {**items, "unit/A6M-201": items["unit/A6M-201"].replace('"ready"', '"flown"')}


# --- GD9 and GD10 --------------------------------------------------------------------------------

HIT = {
    "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 6, "9.10 ground t1m1 RAB #1": 10,
}  # fmt: skip
"""The first raid costs a unit on the ground at Rabaul a step."""
NOT_HIT = {"9.9 aa t1m2 B24-320": 1, "9.10 bomb t1m2 B24-320": 1}


def test_gd9_who_rises_by_an_answer_was_not_hit_by_a_raid_whose_victims_are_not_stated_yet(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pick 1 of those at Rabaul is A6M-201, who stands by for the raid on Buka [H8.9.11]."""
    dice = {**HIT, "9.10 pick t1m1 RAB #1": 1, "9.4 scramble t1m2 A6M-201": 1}
    over_buka = Clause(hexes=("1304",), most=1, keep=0, within=2, bases=("RAB",))
    given = (ASKED, Answers(clauses=(over_buka,)))
    world, first = at_first_raid(tmp_path, faces, dice, *given, missions=RUN_OF_4)
    sent(world, ON_RABAUL)
    sent(world, Reply(mission="t1m1"))
    sent(world, replace(SECOND, hex="1304", target="base:BKA"))
    made = files(world, first)
    assert chain(made) == "A J A J"
    assert [[part.id for part in file.open] for file in made[2:]] == [
        ["mission/t1m1"], ["raid/1304/l0", "unit/A6M-201"],
    ]  # fmt: skip
    report = assert_told(
        world, capsys, "Ground strike 1 at Rabaul: 10, needs 7 or more: a unit loses a step",
        "A6M-201 at Rabaul stood by when t1m1 struck it, and cannot be hit [H8.9.11].",
        "A6M-201 scrambles against the raid: 1 + 1 distance = 2, needs 6 (SR) or less: "
        "A6M-201 is up at high",
        "On the ground at Rabaul A6M-251 loses a step (+1/2 VP Allied) [H9.10.6].",
    )  # fmt: skip
    assert "A6M-201 loses a step" not in report
    assert_holds(world)


def test_gd10_who_failed_to_evade_was_hit_whatever_his_die_for_the_second_raid(
    tmp_path: Path, faces: Faces, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of those at Rabaul D3A-582 is the fourth by id. It has not got away, and flies a mission."""
    flee = Answers(clauses=(Clause(most=0, evade="bombers", evade_most=1),))
    dice = {
        **HIT, **NOT_HIT, "9.10 pick t1m1 RAB #1": 4, "9.5 evade t1m1 D3A-582": 10,
        "9.5 evade t1m2 D3A-582": 1,
    }  # fmt: skip
    world, first = at_first_raid(tmp_path, faces, dice, flee, missions=RUN_OF_4)
    sent(world, ON_RABAUL, SECOND)
    made = files(world, first)
    assert chain(made) == "A J"
    assert [part.id for part in made[1].open] == ["raid/1203/l0", "unit/D3A-582"]
    report = assert_told(
        world, capsys,
        "D3A-582 tries to evade the raid: 10, "
        "needs 4 (SR) or less: D3A-582 stays on the ground",
        "D3A-582 tries to evade the raid: 1, needs 4 (SR) or less: D3A-582 evades",
        "On the ground at Rabaul D3A-582 loses a step (+1/2 VP Allied) [H9.10.6]. "
        "D3A-582 evaded only after that: its die counts for nothing [H8.9.11].",
    )  # fmt: skip
    fled = "evades with D3A-582{} from Rabaul [H8.9.9]."
    assert [report.count(fled.format(kind)) for kind in (" (Val)", "")] == [1, 1]
    sent(world)
    sent(world, ON_KIRIWINA)
    sent(world)
    assert_told(world, capsys, "Strikers: D3A-582 (dive) against Kiriwina.")
    while turn_of(world) == 1:
        sent(world)
    assert_holds(world)
