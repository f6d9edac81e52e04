"""Moving and the search, beyond the examples [M3, M16]."""

import pytest

from pbem.engine.orders import Order
from pbem.systems.midway.table.events import Moved, OrderVoided, Searched
from pbem.systems.midway.table.orders import Move, SearchGroups, StandingMove, Stay
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import (
    ordered,
    play,
    put,
    refusals,
    said,
    table,
    task_forces,
    told,
    where,
)

# --- moving [M3] ---------------------------------------------------------------------------------


def test_b1_m3_3_everything_advances_together_and_cap_stays() -> None:
    game = put(table(), "moving", "Akagi-DB")
    game = put(put(game, "ready", "Kaga-DB"), "home", "Soryu-DB")
    game = put(game, "cap", "Akagi-F", ring=2)
    result = play(game, 3)
    assert where(result.game, "Akagi-DB", "Kaga-DB", "Soryu-DB", "Akagi-F") == {
        "Akagi-DB": "ready",
        "Kaga-DB": "attacking",
        "Soryu-DB": "waiting",
        "Akagi-F": "cap 2",
    }


def test_m3_1_a_squadron_may_stay() -> None:
    game = put(table(), "moving", "Akagi-DB", "Akagi-TB")
    result = play(game, 3, (Stay(squadrons=("Akagi-DB",)),))
    assert where(result.game, "Akagi-DB", "Akagi-TB") == {"Akagi-DB": "moving", "Akagi-TB": "ready"}


@pytest.mark.parametrize("ring", [1, 2, 3])
def test_m3_4_mh10_cap_may_come_down_from_any_ring(ring: int) -> None:
    game = put(table(), "cap", "Akagi-F", ring=ring)
    order = Move(squadrons=("Akagi-F",), to="waiting")
    assert refusals(game, "japanese", order, covers=("3/3",)) == []
    result = play(game, 3, (order,))
    assert where(result.game, "Akagi-F") == {"Akagi-F": "waiting"}
    assert result.game.squadrons["Akagi-F"].ring == 0
    assert [(event.origin, event.target) for event in told(result, Moved)] == [("cap", "waiting")]


@pytest.mark.parametrize("box", ["attacking", "waiting", "hangar"])
def test_m3_2_mh9_no_move_leaves_attacking_or_waiting(box: str) -> None:
    game = put(
        put(table(), "attacking" if box == "attacking" else "waiting", "VB-6"), "home", "VF-6"
    )
    game = game if box != "hangar" else put(game, "hangar")
    id_ = "VB-6" if box != "hangar" else "VS-6"
    for order in (Move(squadrons=(id_,), to="home"), Stay(squadrons=(id_,))):
        (problem,) = refusals(game, "american", order, covers=("3/4",))
        rule, can = ("M3.2", "can move") if isinstance(order, Move) else ("M3.1", "could stay")
        assert (problem.what, problem.rule) == (f"{id_} is nothing of yours that {can}", rule)
        assert problem.hint == "legal are: VF-6"


def test_b1_squadrons_hold_by_standing_order() -> None:
    game = put(table(), "moving", "Akagi-DB", "Akagi-TB")
    hold = StandingMove(squadrons=("Akagi-DB",), move="hold")
    held = ordered(game, hold, seat="japanese")
    assert where(play(held, 3).game, "Akagi-DB", "Akagi-TB") == {
        "Akagi-DB": "moving",
        "Akagi-TB": "ready",
    }
    advance = StandingMove(squadrons=("Akagi-DB",), move="advance")
    assert where(play(ordered(held, advance, seat="japanese"), 3).game, "Akagi-DB") == {
        "Akagi-DB": "ready"
    }


def test_b1_squadrons_hold_until_others_are_ready() -> None:
    game = put(put(table(), "ready", "Akagi-DB"), "moving", "Kaga-DB")
    until = StandingMove(squadrons=("Akagi-DB",), move="hold-until", until=("Kaga-DB", "Akagi-DB"))
    first = play(ordered(game, until, seat="japanese"), 3).game
    assert where(first, "Akagi-DB", "Kaga-DB") == {"Akagi-DB": "ready", "Kaga-DB": "ready"}
    second = play(first, 3, turn=4).game
    assert where(second, "Akagi-DB", "Kaga-DB") == {"Akagi-DB": "attacking", "Kaga-DB": "attacking"}
    beyond = put(first, "attacking", "Kaga-DB")
    assert where(play(beyond, 3).game, "Akagi-DB") == {"Akagi-DB": "attacking"}
    lost = first.without_squadrons(["Kaga-DB"])
    assert where(play(lost, 3).game, "Akagi-DB") == {"Akagi-DB": "attacking"}


def test_mb3_a_move_that_has_become_impossible_is_void() -> None:
    game = put(table(), "waiting", "Akagi-F").without_squadrons(["Kaga-F"])
    order = Move(squadrons=("Akagi-F", "Kaga-F"), to="waiting")
    result = play(game, 3, (order,))
    assert [(e.seat, e.order, e.ids, e.cited, e.why) for e in told(result, OrderVoided)] == [
        ("japanese", "move", ("Kaga-F",), "M3.1", "lost"),
        ("japanese", "move", ("Akagi-F",), "M3.1", "elsewhere"),
    ]


# --- the American search [M4, M16] ---------------------------------------------------------------


def test_m4_3_mh11_fighters_do_not_leave_moving_before_the_search() -> None:
    game = put(table(search_done=False), "moving", "VF-6", "VB-6")
    order = Move(squadrons=("VF-6",), to="ready")
    stay = Stay(squadrons=("VB-6",))
    assert said(refusals(game, "american", order, stay, covers=("3/4",))) == [
        (
            "order 1, key 'squadrons'",
            "VF-6 cannot leave Moving before bombers have searched for the enemy",
            "M4.3",
            "order a bomber squadron forward with it, or let it stay",
        )
    ]
    result = play(game, 4, (stay,))
    assert where(result.game, "VF-6", "VB-6") == {"VF-6": "moving", "VB-6": "moving"}
    assert not result.game.search_done


def test_m4_2_m16_1_fighters_that_go_with_bombers_are_in_the_groups() -> None:
    game = put(put(table(search_done=False), "moving", "VF-6", "VB-6", "VS-6"), "home", "VT-6")
    result = play(game, 4, (Stay(squadrons=("VS-6",)),), {"M16.3 search": "2"})
    (searched,) = told(result, Searched)
    assert searched.groups == (("VB-6",), ("VF-6",), (), ())
    assert where(result.game, "VF-6", "VB-6", "VS-6", "VT-6") == {
        "VF-6": "ready",
        "VB-6": "moving",
        "VS-6": "moving",
        "VT-6": "waiting",
    }


def test_m16_5_the_japanese_do_not_search() -> None:
    game = put(table(search_done=False), "moving", "Akagi-DB")
    assert where(play(game, 3).game, "Akagi-DB") == {"Akagi-DB": "ready"}


def searching() -> tuple[Game, dict[str, dict[str, tuple[Order, ...]]]]:
    """Both task forces' bombers in Moving, and what the first of them has ordered."""
    game = put(task_forces(search_done=False), "moving", "VB-6", "VS-6", "VB-3", "VT-3")
    return game, {"3/4": {"tf-16": (Stay(squadrons=("VS-6",)),)}}


GROUPS = SearchGroups(groups=(("VT-3",), ("VB-6",), ("VB-3",), ()))


def test_mh22_mh36_the_last_american_seat_writes_the_groups() -> None:
    game, earlier = searching()
    assert refusals(game, "tf-17", GROUPS, covers=("3/4",), earlier=earlier) == []
    orders = {**earlier["3/4"], "tf-17": (GROUPS,)}
    result = play(game, 4, orders, {"M16.3 search": "1"})
    assert where(result.game, "VT-3", "VB-6", "VB-3", "VS-6") == {
        "VT-3": "ready",
        "VB-6": "moving",
        "VB-3": "moving",
        "VS-6": "moving",
    }


def test_mh36_groups_of_a_seat_that_does_not_write_last_are_refused() -> None:
    game, _ = searching()
    groups = SearchGroups(groups=(("VT-3",), ("VB-6",), ("VB-3",), ("VS-6",)))
    assert said(refusals(game, "tf-16", groups, covers=("3/4",))) == [
        (
            "order 1, key 'groups'",
            "the last American seat to write forms the search groups",
            "MH36",
            "take it out, and tell your partner",
        )
    ]


def test_mh36_with_the_pace_phase_a_partner_without_a_choice_does_not_write() -> None:
    game = put(task_forces(pace="phase", search_done=False), "moving", "VB-6", "VS-6")
    groups = SearchGroups(groups=(("VS-6",), (), ("VB-6",), ()))
    assert refusals(game, "tf-16", groups, covers=("3/4",)) == []


def test_m16_1_groups_hold_all_that_advance_once() -> None:
    game, earlier = searching()
    for groups, wrong in (
        ((("VT-3",), ("VB-6",), ("VB-3",), ("VS-6",)), "not advancing: VS-6"),
        ((("VT-3",), ("VB-6",), ("VB-6",), ()), "they lack VB-3; VB-6 more than once"),
        ((("VT-3",), (), (), ()), "they lack VB-3 and VB-6"),
    ):
        order = SearchGroups(groups=groups)
        assert said(refusals(game, "tf-17", order, covers=("3/4",), earlier=earlier)) == [
            (
                "order 1, key 'groups'",
                f"the groups do not hold each advancing squadron once: {wrong}",
                "M16.1",
                "divide these: VB-3, VB-6, VT-3; who is not to search is ordered to stay",
            )
        ]


def test_m16_1_a_squadron_that_a_refused_order_would_keep_is_one_to_search() -> None:
    game, earlier = searching()
    stay, groups = (
        Stay(squadrons=("VB-6",)),
        SearchGroups(groups=(("VT-3",), ("VB-6",), ("VB-3",), ())),
    )
    found = refusals(game, "tf-17", stay, groups, covers=("3/4",), earlier=earlier)
    assert [one.what for one in found] == ["VB-6 is nothing of yours that could stay"]


@pytest.mark.parametrize(
    ("going", "search_done", "what", "rule"),
    [
        (("VF-6",), False, "no bombers search for the enemy in this phase", "M16.1"),
        (
            ("VF-6", "VB-6"),
            True,
            "the search is over: all move as they are ordered, without groups",
            "M16.5",
        ),
    ],
)
def test_m16_1_m16_5_without_a_search_there_are_no_groups(
    going: tuple[str, ...], search_done: bool, what: str, rule: str
) -> None:
    game = put(table(search_done=search_done), "moving", *going)
    assert said(refusals(game, "american", SearchGroups(groups=()), covers=("3/4",))) == [
        ("order 1, key 'groups'", what, rule, "take it out")
    ]


def test_mh36_groups_that_are_not_of_those_who_advance_are_void_and_dealt() -> None:
    game, earlier = searching()
    orders = {**earlier["3/4"], "tf-17": (GROUPS,)}
    game = game.without_squadrons(["VB-3"])
    result = play(game, 4, orders, {"M16.3 search": "2"})
    assert [(e.seat, e.order, e.ids, e.cited) for e in told(result, OrderVoided)] == [
        ("tf-17", "search-groups", ("VT-3", "VB-6", "VB-3"), "MH36")
    ]
    assert [event.groups for event in told(result, Searched)] == [(("VB-6",), ("VT-3",), (), ())]


def test_mh22_a_request_that_no_bomber_joins_keeps_fighters_in_moving() -> None:
    game = put(task_forces(search_done=False), "moving", "VF-6", "VB-3")
    request = Move(squadrons=("VF-6",), to="ready")
    assert refusals(game, "tf-16", request, covers=("3/4",)) == []
    stays: dict[str, tuple[Order, ...]] = {
        "tf-16": (request,),
        "tf-17": (Stay(squadrons=("VB-3",)),),
    }
    result = play(game, 4, stays)
    assert [(e.seat, e.ids, e.cited) for e in told(result, OrderVoided)] == [
        ("tf-16", ("VF-6",), "M4.3")
    ]
    assert where(result.game, "VF-6") == {"VF-6": "moving"}
