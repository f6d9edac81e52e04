"""What recon was told of a base, and who has fled there since [7.3.4~, E.7, CR83]."""

from typing import Any

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_play import AnswerBreached
from pbem.systems.cartwheel.table.orders import AirMission, Attack, Evacuate, Recon, Reply
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
