"""Aircraft of carriers that sail by the same file [H8.4, H10.5, CR79]: files and audit."""

import pytest

from pbem.systems.cartwheel.table.events_charts import MissionOver, Stated
from pbem.systems.cartwheel.table.orders import AirMission, CommitTF36, NavalMission, Reply
from pbem.systems.cartwheel.table.state import ALLIED
from tests.systems.cartwheel.disclosed import of_check
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9}
TO_BUIN = ("1808", "1708", "1607", "1507", "1406", "1405")
SORTIE = NavalMission(ships=("TF36-CVL",), path=TO_BUIN, purpose="sortie")
SWEEP = AirMission(kind="sweep", hex="1606", band="high", escorts=("F6F-23",))


def at_sea(faces: dict[str, int]) -> Play:
    """The Allies on a run of four missions, TF-36 in 1808."""
    game = play("toenails", faces | CALM).until(ALLIED, "5.3")
    return game.file(CommitTF36(commit=True, hex="1808")).until(ALLIED, "4.4")


def test_cr79_nobody_flies_behind_the_voyage_of_his_carrier(loaded: dict[str, int]) -> None:
    """CLT3 would sink it with one salvo, and only the Allied player could tell who flew."""
    loaded |= {"10.4 fire t1m1 r1 IJN-CLT3": 10}
    game = at_sea(loaded)
    (problem,) = game.refused(SORTIE, SWEEP)
    assert (problem.rule, problem.where) == ("CR79", "order 2, key 'escorts'")
    assert problem.what == "F6F-23 is aboard TF36-CVL, where ships sail by an order before"
    land = AirMission(kind="sweep", hex="1606", band="high", escorts=("P38-339",))
    game.file(SORTIE, land).file(Reply(mission="t1m2")).file()
    assert [(e.kind, e.place, e.lost) for e in game.events(Stated)] == [
        ("lost-base", "TF36-CVL", ("F6F-23",))
    ]
    assert [(e.mission, e.cancelled) for e in game.events(MissionOver)] == [("t1m2", False)]
    assert game.match.audit() == []


def test_cr79_in_front_of_the_voyage_they_fly(loaded: dict[str, int]) -> None:
    """The carrier sinks under them: they land elsewhere or are lost, and nothing is wrong."""
    loaded |= {"10.4 fire t1m2 r1 IJN-CLT3": 10}
    game = at_sea(loaded).file(SWEEP, SORTIE).file(Reply(mission="t1m1")).file()
    assert [(e.mission, e.cancelled) for e in game.events(MissionOver)] == [("t1m1", False)]
    assert game.plane(ALLIED, "F6F-23") is None, "it was back aboard when the ship sank"
    assert game.match.audit() == []


@pytest.mark.parametrize(
    ("ships", "path", "refused"),
    [
        (("US-CA2",), "SOP 1808 1708", True),
        (("TF36-CA",), "1808 1708", False),
        (("TF36-CA",), "1808 1708 1808", True),
        (("TF36-CV",), "1808 1708", False),
    ],
)
def test_cr79_nor_where_other_ships_may_bring_on_a_battle(
    loaded: dict[str, int], ships: tuple[str, ...], path: str, refused: bool
) -> None:
    """A way that leads to the carrier's hex; not one that leads from it."""
    voyage = NavalMission(ships=ships, path=tuple(path.split()))
    assert at_sea(loaded).rules(voyage, SWEEP) == (["CR79"] if refused else [])


def test_7_the_audit_names_who_flies_so(loaded: dict[str, int]) -> None:
    game = at_sea(loaded | {"10.4 fire t1m1 r1 IJN-CLT3": 1})
    game.match.put(game.match.view(), (SORTIE, SWEEP))
    game.file(Reply(mission="t1m2")).file()
    (breach,) = of_check(game.match.audit(), 7)
    assert (breach.subject, breach.rule, breach.gain) == ("F6F-23", "CR79", ALLIED)
