"""What recon was told of a base, and who has fled there since [7.3.4~, E.7, CR83]."""

from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_play import AnswerBreached
from pbem.systems.cartwheel.table.orders_ground import Attack
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    Pass,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import Evacuate, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

ZEROS = ("A6M-201", "A6M-251")


def fought_for_lae(table: dict[str, Any]) -> None:
    """One Japanese unit holds Lae against one of the Allies; its fighters stand there alone."""
    ground, air = table["ground"], table["air"]
    ground["0603"] = [unit for unit in ground.pop("0705") if unit != "SNLF-S5"]
    for units in ground.values():
        units[:] = [unit for unit in units if unit != "3D-15"]
    ground["0705"] = ["SNLF-S5", "3D-15"]
    table["forts"].remove("0705")
    table["naval"].pop("0705", None)
    air["RAB"] = [unit for unit in air["RAB"] if unit not in ZEROS]
    air["TRK"] += air.pop("FIN", [])
    air["LAE"] = [*ZEROS]


def fled_to_finschhafen(faces: dict[str, int], *, asked: bool) -> Play:
    """The Japanese close turn 1 and lose Lae; the Allies open turn 2 and look at Finschhafen."""
    faces |= {
        "5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10,
        "7.3 recon F5-8": 1, "11.4 attack 0705": 1,
        **{f"6.6.5 evacuate LAE #{number}": 1 for number in range(1, 60)},
    }  # fmt: skip
    game = play("campaign", faces, fought_for_lae, asked=asked).until(JAPANESE, "4.5-second")
    failing = Attack(hex="0705", units=("SNLF-S5",))
    game.file(failing, Evacuate(base="LAE", to=("FIN",))).until(ALLIED, "5.3")
    assert (game.game.now, game.game.turn.opener) == (2, ALLIED)
    game.file(Recon(unit="F5-8", hex="0805", base="FIN")).until(ALLIED, "4.4")
    assert [(told.base, told.fighters) for told in game.events(CountsTold)] == [("FIN", 0)]
    raid = AirMission(
        kind="strike", hex="0805", band="high", strikers=("B24-319",), mode="precision",
        target="base:FIN",
    )  # fmt: skip
    return game.file(raid)


def test_7_3_4_who_has_fled_there_since_may_be_named_in_a_reply(loaded: dict[str, int]) -> None:
    game = fled_to_finschhafen(loaded, asked=True)
    reply = Reply(mission="t2m1", interceptors=FrozenMap(dict.fromkeys(ZEROS, "FIN")))
    assert game.refused(reply) == ()
    game.file(reply).file()
    assert {one.unit for one in game.events(Scrambled)} == {*ZEROS}
    assert game.match.audit() == []


def test_7_3_4_who_has_fled_there_since_may_rise_by_an_answer(loaded: dict[str, int]) -> None:
    game = fled_to_finschhafen(loaded, asked=False).file().file()
    assert game.events(AnswerBreached) == []
    assert {one.unit for one in game.events(Scrambled)} == {"A6M-201"}, "one, by the default"
    assert game.match.audit() == []


# --- told of charts from before operations were over (H7.3.1, E.4.8) -----------------------------


def nobody_is_asked_ashore(table: dict[str, Any]) -> None:
    """No convoy: when operations are over nobody has anything to order that turn; KAV is empty."""
    table["naval"], table["cargo"] = {"1203": ["IJN-CLT1", "IJN-CLT2"]}, {}
    table["air"]["KAV"] = []
    table["air"]["RAB"].append("A6M-251")


SWEEP = AirMission(
    kind="sweep", hex="1004", band="high", escorts=("A6M-251",),
    returns=FrozenMap({"A6M-251": "KAV"}),
)  # fmt: skip
ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
    target="base:RAB",
)  # fmt: skip
LAST_FACES = {"5.1 event": 7, "7.3 recon F5-8": 1, "11.1 ground initiative": 9}


def landed_at_kavieng(faces: dict[str, int]) -> Play:
    """The Japanese close turn 1 with a mission that comes home to Kavieng."""
    faces |= {**LAST_FACES, "7.5 missions": 9}
    game = play("bismarck-sea", faces, nobody_is_asked_ashore, asked=False)
    game.until(JAPANESE, "4.4").file(Pass(times=1)).until(ALLIED, "4.4").file(Pass(rest=True))
    return game.file(SWEEP, Pass(rest=True))


def staged_to_kavieng(faces: dict[str, int]) -> Play:
    """The Japanese close turn 1 with a reply that moves a fighter to Kavieng [H8.8]."""
    faces |= {**LAST_FACES, "7.5 missions": 1}
    game = play("bismarck-sea", faces, nobody_is_asked_ashore).until(JAPANESE, "4.4")
    game.file(Pass(rest=True)).until(ALLIED, "4.4").file(ON_RABAUL, Pass(rest=True))
    game.file(Reply(mission="t1m1"), Stage(unit="A6M-251", to="KAV"))
    while game.game.now == 1:
        game.file()
    return game


def looked_at(game: Play, faces: dict[str, int], *second: Order) -> Play:
    """The Allies look at Kavieng first of all in turn 2, and are told of nobody; then they raid it.

    The Japanese decide something in s2.
    """
    faces |= {"7.4 initiative": 10, "7.5 missions": 9, "9.4 scramble t2m1 A6M-251": 1}
    assert (game.game.now, game.game.turn.opener, game.seat) == (2, ALLIED, ALLIED)
    kavieng = game.game.bases["KAV"].hex
    game.file(Recon(unit="F5-8", hex=kavieng, base="KAV")).file(*second).until(ALLIED, "4.4")
    assert [(told.base, told.fighters) for told in game.events(CountsTold)] == [("KAV", 0)]
    return game.file(replace(ON_RABAUL, hex=kavieng, target="base:KAV"))


@pytest.mark.parametrize("came", [landed_at_kavieng, staged_to_kavieng])
def test_7_3_4_no_limit_where_recon_was_told_of_charts_of_operations_in_a_reply(
    loaded: dict[str, int], came: Callable[[dict[str, int]], Play]
) -> None:
    game = came(loaded)
    game = looked_at(game, loaded, Asked(hexes=(game.game.bases["KAV"].hex,)))
    reply = Reply(mission="t2m1", interceptors=FrozenMap({"A6M-251": "KAV"}))
    assert game.refused(reply) == ()
    game.file(reply).file()
    assert [one.unit for one in game.events(Scrambled)] == ["A6M-251"]
    assert game.match.audit() == []


def test_7_3_4_no_limit_where_recon_was_told_of_charts_of_operations_in_an_answer(
    loaded: dict[str, int],
) -> None:
    one_up = Answers(clauses=(Clause(most=1, keep=0, within=0),))
    game = looked_at(landed_at_kavieng(loaded), loaded, one_up).file()
    assert game.events(AnswerBreached) == []
    assert [one.unit for one in game.events(Scrambled)] == ["A6M-251"]
    assert game.match.audit() == []


def test_7_3_4_a_reply_that_names_no_unit_is_refused_where_recon_was_told(
    loaded: dict[str, int],
) -> None:
    """A slip of the pen at a base of which the enemy knows how many fighters it holds."""
    loaded |= {"5.1 event": 7, "7.5 missions": 1, "7.3 recon F5-8": 1}
    game = play("campaign", loaded).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203", base="RAB")).until(ALLIED, "4.4")
    assert "RAB" in game.game.turn.counts
    strike = AirMission(
        kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
        target="base:RAB",
    )  # fmt: skip
    slip = Reply(mission="t1m1", interceptors=FrozenMap({"A6M-999": "RAB"}))
    assert set(game.file(strike).rules(slip)) == {"H9.4.1"}
