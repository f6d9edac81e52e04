"""Who has left the ground under attack is in the Flown half until the next turn [H9.5, 6.4b]."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Recon
from pbem.systems.cartwheel.table.state import ALLIED
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

ZERO = FrozenMap({"A6M-201": "RAB"})
SWEEP = AirMission(kind="sweep", hex="1405", band="medium", escorts=("A6M-201",))
FIRST, SECOND = (
    AirMission(
        kind="strike", hex="1203", band="high", strikers=(unit,), mode="precision",
        target="base:RAB",
    )
    for unit in ("B24-319", "B24-320")
)  # fmt: skip


def raided(faces: dict[str, int], *missions: AirMission) -> Play:
    """The campaign's first raids, all that is dropped falling wide; Japan replies."""
    faces |= {"5.1 event": 7, "7.5 missions": 5 if len(missions) > 1 else 1}
    faces |= {"9.10 bomb t1m1 B24-319": 1, "9.10 bomb t1m2 B24-320": 1}
    return play("campaign", faces).until(ALLIED, "4.4").file(*missions)


@pytest.mark.parametrize(("die", "cited"), [(1, ["6.4b"]), (10, [])])
def test_6_4b_h9_4_1_who_evades_one_raid_does_not_intercept_the_next(
    loaded: dict[str, int], die: int, cited: list[str]
) -> None:
    """By one file; a unit whose die to evade fails is Ready, and may try to intercept."""
    game = raided(loaded, FIRST, SECOND)
    loaded |= {"9.5 evade t1m1 A6M-201": die, "9.4 scramble t1m2 A6M-201": 1}
    game.file(Reply(mission="t1m1", evaders=ZERO), Reply(mission="t1m2", interceptors=ZERO))
    game.file()
    assert [void.cited for void in game.events(ScrambleVoided)] == cited
    assert [one.evade for one in game.events(Scrambled)] == [True] if cited else [True, False]
    words = "A6M-201 at Rabaul cannot take off any more: it has flown or evaded this turn [6.4b]."
    assert (words in game.report()) == bool(cited)
    game.until("japanese", "4.4").file()
    assert game.match.audit() == []


def test_6_4b_who_has_evaded_flies_nothing_more_this_turn(loaded: dict[str, int]) -> None:
    game = raided(loaded, FIRST)
    loaded["9.5 evade t1m1 A6M-201"] = 1
    game.file(Reply(mission="t1m1", evaders=ZERO)).file().until("japanese", "4.4")
    problems = [(one.rule, one.what) for one in game.refused(SWEEP)]
    assert ("6.4b", "A6M-201 is in the Flown half") in problems


@pytest.mark.parametrize("key", ["interceptors", "evaders"])
@pytest.mark.parametrize("reply_first", [True, False])
def test_cr76_a_unit_of_the_reply_flies_no_mission_of_the_same_file(
    loaded: dict[str, int], key: str, reply_first: bool
) -> None:
    """In whatever order the file has them: what its die does is not known yet [H8.7]."""
    game = raided(loaded, FIRST)
    reply = Reply(mission="t1m1", **{key: ZERO})
    orders = (reply, SWEEP) if reply_first else (SWEEP, reply)
    mission = 2 if reply_first else 1
    (problem,) = game.refused(*orders)
    assert (problem.rule, problem.where) == ("CR76", f"order {mission}, key 'escorts'")
    assert problem.what == "A6M-201 takes off by the reply to t1m1"
    assert problem.hint == "name it in one of the two: what its die does, you learn after this file"


def test_g24_the_form_tells_an_evaders_own_chance(loaded: dict[str, int]) -> None:
    """The enemy's recon hinders who intercepts, and not who evades [7.3.4~, H9.4.3]."""
    loaded |= {"5.1 event": 7, "7.5 missions": 1, "7.3 recon F5-8": 1}
    game = play("campaign", loaded).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203")).until(ALLIED, "4.4").file(FIRST)
    page = sections(game.match.view(), CHARTS)
    (reply,) = [one for one in page if "(t1m1)" in one.title]
    lines = list(reply.choices)
    (rising,) = [
        line for line in lines if line.startswith("May scramble from ") and "Rabaul" in line
    ]
    (leaving,) = [line for line in lines if line.startswith("May evade")]
    assert "A6M-201" in rising.partition(" on 5 or less")[0].rpartition(" or less")[2]
    assert "A6M-201" in leaving.partition(" on 6 or less")[0].rpartition(" or less")[2]


@pytest.mark.parametrize(
    ("missions", "words"), [((FIRST,), "this mission"), ((FIRST, SECOND), "these missions")]
)
def test_h8_7_the_form_of_a_reply_tells_whose_turn_comes(
    loaded: dict[str, int], missions: tuple[AirMission, ...], words: str
) -> None:
    game = raided(loaded, *missions)
    page = sections(game.match.view(), CHARTS)
    (ahead,) = [one for one in page if one.title == "Your next opportunity, given ahead"]
    assert ahead.choices[0].startswith(f"After {words} it is your turn.")
    assert "Who takes off by your reply flies no mission of this file [CR76]" in ahead.choices[0]
