"""Files that are not needed: missions with a pass, passing out, bundles, two phases in one (E.4).

Whole turns are played through files: each is judged by its author's program and by the other's.
"""

from collections.abc import Callable

import pytest

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.asks import (
    FIRST_CONCLUSION,
    FIRST_GROUND,
    SECOND_CONCLUSION,
    SECOND_GROUND,
)
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS, unanswered
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_play import BlindVoided
from pbem.systems.cartwheel.table.orders_ground import Land
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.loaded import everywhere_asked, loaded, play
from tests.systems.cartwheel.selfplay import Match, match
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

Wish = Callable[[View[Game]], tuple[Order, ...]]
"""What a side orders with an opportunity."""


# --- players -------------------------------------------------------------------------------------


def sweeps(view: View[Game], many: int) -> tuple[Order, ...]:
    """Sweeps of one ready fighter each over its own base."""
    assert isinstance(view.private, Private)
    ready = [
        plane
        for plane in view.private.planes.values()
        if CHARTS.air[plane.id].model.is_fighter
        and CHARTS.air[plane.id].is_eleventh is False
        and plane.half == "ready"
        and not plane.used
    ]
    return tuple(
        AirMission(
            kind="sweep", hex=place_of(view.game, p.base), band="medium", escorts=(p.id,)
        )
        for p in ready[:many]
    )  # fmt: skip


def steps_of(view: View[Game]) -> set[str]:
    """The names of the steps that a file answers."""
    return {key.partition("/")[2] for key in view.decision.covers}


def is_opportunity(view: View[Game]) -> bool:
    return OPERATIONS in steps_of(view) and not unanswered(view.game)


def play_to(begun: Match, stop: Callable[[View[Game]], bool], wish: Wish = lambda _: ()) -> Match:
    """Files without orders, or by a wish at opportunities, until one is to be written as said."""
    for _ in range(60):
        view = begun.view()
        if stop(view):
            return begun
        begun.step(lambda view: wish(view) if is_opportunity(view) else ())
    raise AssertionError("it never comes to that")


def words(begun: Match) -> list[str]:
    """All that was told so far."""
    scenes = (*begun.scenes, *begun.ahead().scenes)
    events = [event for scene in scenes for event in scene.events]
    return [line.text for event in events for line in CARTWHEEL.wording(event, CHARTS)]


def refused(begun: Match, *orders: Order) -> list[tuple[str, str]]:
    """The rules and words with which orders of the next file are refused."""
    return [(problem.rule, problem.what) for problem in begun.refused(*orders)]


def now(begun: Match) -> Game:
    """The public state as the next file finds it."""
    return begun.ahead().fold.table.game


def asked(begun: Match) -> tuple[str, str]:
    """The side that writes next, and what for."""
    view = begun.view()
    return view.side, view.decision.rule


def running(missions: int) -> Match:
    """A campaign at an opportunity of the Initiative player, with so much of his run left."""

    def is_there(view: View[Game]) -> bool:
        return is_opportunity(view) and view.game.operations.run <= missions

    for number in range(30):
        begun = play_to(
            everywhere_asked(match("campaign", number)), is_there, lambda view: sweeps(view, 1)
        )
        if now(begun).operations.run == missions:
            return begun
    raise AssertionError("no such run")


# --- missions and a pass [H8.3] ------------------------------------------------------------------


def test_18_23_h8_3_one_mission_of_a_run_of_two_and_a_pass_in_one_file() -> None:
    begun = running(2)
    begun.step(lambda view: (*sweeps(view, 1), Pass()))
    assert asked(begun) == (JAPANESE, "H8.5")
    begun.step(lambda _: ())
    play_to(begun, is_opportunity)
    assert asked(begun) == (JAPANESE, "4.4"), "the pass has taken the rest of the run"
    told = words(begun)
    assert (
        "The Allied player will pass at his next opportunity, unless the enemy acts before [H8.3]."
        in told
    )
    assert "The Allied player passes, as announced [H8.3]: pass 1 in a row [4.4c]." in told


def alternating() -> Match:
    """The campaign when opportunities alternate one by one, at a Japanese one."""
    return play_to(running(1), lambda v: is_opportunity(v) and v.side == JAPANESE)


def test_18_23_h8_3_a_mission_and_a_pass_at_a_single_opportunity_the_enemy_passes() -> None:
    begun = alternating()
    begun.step(lambda view: (*sweeps(view, 1), Pass()))
    play_to(begun, is_opportunity)
    assert asked(begun) == (ALLIED, "4.4")
    begun.step(lambda _: (Pass(),))
    play_to(begun, is_opportunity)
    assert asked(begun) == (ALLIED, "4.4"), "the Japanese pass stands"
    assert now(begun).operations.passes == 2


def test_18_23_h8_3_a_mission_and_a_pass_at_a_single_opportunity_the_enemy_flies() -> None:
    begun = alternating()
    begun.step(lambda view: (*sweeps(view, 1), Pass()))
    play_to(begun, is_opportunity)
    begun.step(lambda view: sweeps(view, 1))
    play_to(begun, is_opportunity)
    assert asked(begun) == (JAPANESE, "4.4"), "the pass is void"
    said = "The Japanese player's announced pass is void: the enemy has performed a mission [H8.3]."
    assert said in words(begun)


def test_h8_3_a_pass_stands_behind_the_missions_and_alone() -> None:
    begun = running(2)
    mission = sweeps(begun.view(), 1)
    assert refused(begun, Pass(), *mission) == [
        ("H8.3", "a pass is your next opportunity, so that it stands behind the missions")
    ]
    twice = ("H8.3", "a file holds one pass: see order 2")
    assert refused(begun, *mission, Pass(), Pass()) == [twice]
    assert refused(begun, Pass(times=2, rest=True)) == [
        ("H8.3", "rest = true is every pass from now on, so that nothing is left to count")
    ]


# --- passing out [H8.3], bundles [H8.4] ----------------------------------------------------------


def test_h8_3_who_has_passed_out_is_asked_for_replies_alone() -> None:
    begun = alternating()
    begun.step(lambda _: (Pass(rest=True),))
    play_to(begun, is_opportunity)
    assert asked(begun) == (ALLIED, "4.4")
    operations = now(begun).operations
    left = 6 - operations.done.get(ALLIED, 0)
    assert operations.run == left > 2, "all that the Allies have left"
    begun.step(lambda view: sweeps(view, 2))
    assert asked(begun) == (JAPANESE, "H8.5")
    mission = sweeps(begun.view(), 1)
    out = "you have passed out: you are asked for replies alone"
    assert refused(begun, *mission) == [("H8.3", out)]
    assert refused(begun, Pass()) == [("H8.3", out)]
    begun.step(lambda _: ())
    play_to(begun, is_opportunity)
    assert asked(begun) == (ALLIED, "4.4"), "he gave fewer than he has, and is asked again"
    assert now(begun).operations.run == left - 2
    begun.step(lambda _: (Pass(rest=True),))
    assert begun.game.operations.over
    said = "The Japanese player has passed out: he flies and sails no more in this phase,"
    assert f"{said} and still answers [H8.3]." in words(begun)


def test_18_23_three_missions_in_one_file_against_a_side_at_its_cap() -> None:
    """Cap 6; the Allies have done 6, the Japanese 3 and are asked [H8.2, H8.4]."""
    goal = {ALLIED: 6, JAPANESE: 3}

    def wish(view: View[Game]) -> tuple[Order, ...]:
        if view.game.operations.done.get(view.side, 0) == goal[view.side]:
            return (Pass(),)
        return sweeps(view, min(view.game.operations.run, 3))

    def at_cap(view: View[Game]) -> bool:
        made = view.game.operations.done
        return is_opportunity(view) and dict(made) == goal and view.side == JAPANESE

    begun = play_to(running(3), at_cap, wish)
    assert now(begun).operations.run == 3
    four = sweeps(begun.view(), 4)
    assert [rule for rule, _ in refused(begun, *four)] == ["H8.2"]
    assert refused(begun, *four[:2], Pass()) == []
    begun.step(lambda view: sweeps(view, 3))
    assert asked(begun) == (ALLIED, "H8.5")
    assert refused(begun, Pass()) == [
        ("H8.2", "all your missions of the turn are made: you are asked for replies alone")
    ]
    begun.step(lambda _: ())
    begun.step(lambda _: ())
    assert begun.game.operations.over
    assert begun.game.operations.done[JAPANESE] == 6


def test_18_23_one_mission_against_a_side_below_its_cap() -> None:
    goal = {ALLIED: 5, JAPANESE: 2}

    def wish(view: View[Game]) -> tuple[Order, ...]:
        if view.game.operations.done.get(view.side, 0) == goal[view.side]:
            return (Pass(),)
        return sweeps(view, min(view.game.operations.run, 3))

    def at_five(view: View[Game]) -> bool:
        made = view.game.operations.done
        return is_opportunity(view) and dict(made) == goal and view.side == JAPANESE

    begun = play_to(running(3), at_five, wish)
    two = sweeps(begun.view(), 2)
    assert [rule for rule, _ in refused(begun, *two)] == ["H8.1"]
    assert refused(begun, *two[:1]) == []


def test_h8_7_a_mission_and_a_pass_given_ahead() -> None:
    begun = play_to(running(1), is_opportunity)
    begun.step(lambda view: sweeps(view, 1))
    assert asked(begun) == (JAPANESE, "H8.5")
    begun.step(lambda view: (*sweeps(view, 1), Pass()))
    play_to(begun, lambda v: OPERATIONS in steps_of(v))
    assert asked(begun) == (ALLIED, "H8.5"), "the mission that was given ahead"
    begun.step(lambda _: (Pass(),))
    play_to(begun, is_opportunity)
    assert asked(begun) == (ALLIED, "4.4"), "both have passed"
    said = "The Japanese player gives his next opportunity ahead: 1 mission and a pass [H8.7]."
    assert said in words(begun)


def test_h8_7_ahead_of_a_run_that_ends_with_a_pass() -> None:
    """Behind one mission of three stands a pass: the other side's opportunity is next [H8.3]."""
    begun = running(3)
    begun.step(lambda view: (*sweeps(view, 1), Pass()))
    begun.step(lambda view: sweeps(view, 1))
    play_to(begun, lambda v: OPERATIONS in steps_of(v))
    assert asked(begun) == (ALLIED, "H8.5")


def test_h8_7_a_pass_that_is_void_with_its_mission_is_told(loaded: dict[str, int]) -> None:
    """The ship that was to sail is disrupted, and runs for a port alone [H10.2]: none is passed."""
    loaded |= {"5.1 event": 7, "7.5 missions": 1, "7.4 initiative": 9}
    loaded |= {"9.9 aa t1m1 SBD-234": 1, "9.10 bomb t1m1 SBD-234": 7}
    strike = AirMission(
        kind="strike", hex="1405", band="medium", strikers=("SBD-234",), mode="dive",
        target="naval:IJN-CLT3",
    )  # fmt: skip
    game = play("toenails", loaded).until(ALLIED, "4.4").file(strike, Pass())
    away = NavalMission(ships=("IJN-CLT3",), path=("1405", "1505"))
    game.file(Reply(mission="t1m1"), away, Pass()).until(JAPANESE, "4.4")
    assert game.game.ships["IJN-CLT3"].disrupted
    (void,) = game.events(BlindVoided)
    assert (void.missions, void.passing) == (("t1m2",), True)
    said = "What was given ahead is void, and nothing is lost by it (1 mission and a pass)"
    assert said in game.report()


# --- ground orders and conclusion in one file [H11.1.2] ------------------------------------------


def convoy(number: int) -> Match:
    """The Bismarck Sea at its first ground orders: MARU2 lies off Lae with its cargo."""
    path = ("1203", "1104", "1004", "0905", "0805", "0705")

    def sail(view: View[Game]) -> tuple[Order, ...]:
        if view.side == JAPANESE and not view.game.operations.done:
            return (NavalMission(ships=("MARU2",), path=path, purpose="transport"), Pass(rest=True))
        return (Pass(),)

    return play_to(
        match("bismarck-sea", number), lambda v: bool(steps_of(v) & {FIRST_GROUND, SECOND_GROUND}),
        sail,
    )  # fmt: skip


def test_18_24_ground_orders_and_conclusion_in_one_file() -> None:
    """What the landing leaves of the conclusion is told when 4.6 is carried out [H12.2.1]."""
    begun = next(one for one in map(convoy, range(40)) if one.view().side == JAPANESE)
    assert steps_of(begun.view()) & {FIRST_CONCLUSION, SECOND_CONCLUSION}
    land = Land(ship="MARU2", units=("SNLF-S5",), supply=2)
    begun.step(lambda _: (land, Withdraw(ships=("MARU2",), path=("0705",), unload=True)))
    while now(begun).now == 1:
        begun.step(lambda _: ())
    told = words(begun)
    assert any(line.startswith("The Allied player can order nothing") for line in told)
    assert "Nothing is left aboard MARU2 to be unloaded [H12.2]." in told


@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_h11_1_2_in_the_campaign_both_sides_have_ground_orders(side: str) -> None:
    begun = play_to(match("campaign", 1), lambda v: bool(steps_of(v) & {FIRST_GROUND}))
    assert side not in now(begun).turn.idle_ashore
