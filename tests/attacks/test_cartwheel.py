"""Cheating clients of Cartwheel that would decide with the dice in hand (E.3.1, E.4)."""

from collections.abc import Mapping

import pytest

from pbem.engine.orders import Order
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.systems.cartwheel.own.items import charts_items, read_items
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import ReconFlew
from pbem.systems.cartwheel.table.events_openings import ItemBroken
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CommitTF36,
    Evacuate,
    GeneralRegroup,
    PlaceRadar,
    Recon,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}


def breaches(game: Play) -> list[tuple[int, str, str]]:
    """What the audits find so far: file, rule and unit."""
    return [(breach.seq, breach.rule, breach.subject) for breach in game.match.audit()]


def strike(hex_: str, base: str, *units: str) -> AirMission:
    return AirMission(
        kind="strike", hex=hex_, band="medium", strikers=units, mode="regular",
        target=f"base:{base}",
    )  # fmt: skip


# --- H6.6.1: units of a destroyed base -----------------------------------------------------------


def test_h6_6_1_nobody_is_sent_past_the_raids_whose_dice_are_known(loaded: dict[str, int]) -> None:
    """Buin is bombed to pieces; its owner, who can compute the next raid on Vila, flies elsewhere.

    There is no order for it, so his program seals other charts than the list leads to.
    """
    bombers = ("B25-69", "B25-70", "TBF-143")
    loaded |= CALM | {f"9.9 aa t1m1 {unit}": 1 for unit in bombers}
    loaded |= {f"9.10 bomb t1m1 {unit}": 10 for unit in bombers}
    loaded |= {f"9.10 ground t1m1 BUI #{k}": 1 for k in range(1, 9)}
    game = play("toenails", loaded).until(JAPANESE, "5.2")
    game.file(Evacuate(base="BUI", to=("VIL",))).until(ALLIED, "4.4")
    game.file(strike("1405", "BUI", *bombers)).file(Reply(mission="t1m1")).file()
    game.until(JAPANESE, "4.4")

    def doctor(items: Mapping[str, str]) -> Mapping[str, str]:
        charts = read_items(JAPANESE, items, CHARTS)
        assert charts.planes["A6M-582"].base == "VIL"
        fled = charts.with_planes([replace(charts.planes["A6M-582"], base="RAB")])
        return {**items, **charts_items(fled, game.game, CHARTS)}

    game.match.doctor = doctor
    game.file()
    game.match.doctor = None
    assert breaches(game) == [(game.match.files[-1].seq, "H6.6.1", "A6M-582")]


# --- E.4.4 to E.4.6: the start of a turn ---------------------------------------------------------


def second_turn(faces: dict[str, int], opener: str) -> Play:
    """Turn 2 of Toenails at its first file; who acts first ashore in turn 1 opens it."""
    first = 10 if opener == ALLIED else 1
    faces |= CALM | {"11.1 ground initiative": first, "7.3 recon F5-8": 1, "7.3 recon DIN-6": 1}
    game = play("toenails", faces)
    while game.game.now == 1:
        game.file()
    assert game.seat == opener
    return game


def refusals(game: Play, *orders: Order) -> list[str]:
    """What everybody says to a file with these orders in the open, whoever has sealed what."""
    with pytest.raises(Refused) as caught:
        game.match.put(game.match.view(), orders)
    return [f"{problem.code} {problem.rule}".strip() for problem in caught.value.problems]


def test_e_4_5_the_allies_answer_what_they_had_sealed(loaded: dict[str, int]) -> None:
    """The 11th comes; their program opens that TF-36 comes too, where it had sealed that not."""
    game = second_turn(loaded, ALLIED)
    game.file(CommitTF36(commit=True, hex="SOP", eleventh="no"))
    items, seq = game.match.seats[ALLIED].items, game.match.files[-1].seq
    game.file(CommitEleventh(commit=True))
    items[seq] = {**items[seq], "tf36/t2/yes": items[seq]["tf36/t2/no"]}
    with pytest.raises(Refused) as caught:
        game.file()
    assert [problem.code for problem in caught.value.problems] == ["E11"]


def test_30_e_4_5_an_answer_that_says_nothing_legal_commits_nothing(loaded: dict[str, int]) -> None:
    """TF-36 is to appear at Rabaul: it stays away, all read so, and the audit names the item."""
    game = second_turn(loaded, ALLIED)
    seq = game.match.links.seq + 1
    game.match.doctor = lambda items: {
        **items, "tf36/t2/no": 'commit = true\nhex = "1203"\n', "tf36/t2/yes": "commit = 7\n",
    }  # fmt: skip
    game.file()
    game.match.doctor = None
    game.file(CommitEleventh(commit=False)).file()
    assert [(event.seat, event.item) for event in game.events(ItemBroken)] == [
        (ALLIED, "tf36/t2/no")
    ]
    assert not game.game.turn.tf36
    assert breaches(game) == [(seq, "H5.3.3", "tf36/t2/no"), (seq, "E.4.5", "tf36/t2/yes")]


def test_e_4_5_the_plan_stands_in_no_file_in_the_open(loaded: dict[str, int]) -> None:
    game = second_turn(loaded, ALLIED)
    view = game.match.view()
    public, items = CARTWHEEL.seal(view, (CommitTF36(commit=True, hex="SOP"),), CHARTS)
    assert not any(isinstance(order, CommitTF36) for order in public)
    with pytest.raises(Refused) as caught:
        game.match.write((*public, CommitTF36(commit=True, hex="SOP")), items)
    assert [problem.rule for problem in caught.value.problems] == ["E.4.5"]


def test_e_4_6_nobody_declares_a_general_regroup_with_recon_dice_in_hand(
    loaded: dict[str, int],
) -> None:
    """It adds 1 to them, and belongs to the conclusion of the turn before [7.3.2~]."""
    loaded |= CALM | {"7.3 recon DIN-6": 7}
    game = play("campaign", loaded).file()
    assert game.seat == ALLIED
    assert [event.flies for event in game.events(ReconFlew)] == [("DIN-6",)], "known to the Allies"
    assert refusals(game, GeneralRegroup(declare=True)) == ["E12 7.1"]
    assert refusals(game.file(), GeneralRegroup(declare=True)) == ["E12 7.1"]


def test_e_4_4_the_third_file_places_and_commits_nothing(loaded: dict[str, int]) -> None:
    """Its author knows 7.4 and 7.5: recon, TF-36, mobile bases and marks are older."""
    loaded |= {"7.4 initiative": 10}
    game = second_turn(loaded, ALLIED).file().file()
    assert (game.seat, game.asked()) == (ALLIED, ("4.4",))
    for order in (
        Recon(unit="F5-8", hex="1405"), Recon(wait=True), CommitTF36(commit=True, hex="SOP"),
        Build(base="MA1", hex="1606"), PlaceRadar(base="RUS"),
    ):  # fmt: skip
        assert all(one.startswith("E12") for one in refusals(game, order)), order


def test_7_2_a_mark_that_is_made_in_the_third_file_is_found(loaded: dict[str, int]) -> None:
    game = second_turn(loaded, ALLIED).file().file()

    def doctor(items: Mapping[str, str]) -> Mapping[str, str]:
        charts = read_items(ALLIED, items, CHARTS)
        marked = charts.with_planes([replace(charts.planes["P39-67"], mark=True)])
        return {**items, **charts_items(marked, game.game, CHARTS)}

    game.match.doctor = doctor
    game.file()
    game.match.doctor = None
    assert (game.match.files[-1].seq, "7.2", "P39-67") in breaches(game)
