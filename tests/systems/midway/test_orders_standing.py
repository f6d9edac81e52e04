"""Standing orders: which are refused, what they change, and how large a file may be (MB1)."""

from time import process_time

import pytest

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap
from pbem.systems.midway.table.orders import (
    CapAttack,
    Land,
    Move,
    SearchGroups,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
    Stay,
)
from pbem.systems.midway.table.state import MoveRule, Standing
from tests.systems.midway.tabletop import ordered, put, refusals, said, sink, table

COVERS = ("3/10", "3/12", "4/2", "4/4", "4/6", "4/8")


def refused(*orders: Order) -> list[Problem]:
    return refusals(table(), "american", *orders, covers=COVERS)


def after(*orders: Order) -> Standing:
    return ordered(table(), *orders, seat="american").standing["american"]


# --- what is refused -----------------------------------------------------------------------------


def test_ids_that_do_not_belong_are_refused_each_with_what_would_be_legal() -> None:
    found = refused(
        StandingLand(squadrons=("Akagi-F",), carriers=("kaga",)),
        StandingMove(squadrons=("Zero",), move="hold-until", until=("Kaga-F",)),
        StandingCap(dogfight_first=("VB-6",)),
        StandingTargets(carriers=("hornet",)),
        StandingLosses(aa=("TB", "VF-6"), fighters=("VB-3",), bombers=("VF-3",)),
        StandingPlan(carrier="akagi", deck="keep"),
    )
    assert [(p.where, p.what, p.rule) for p in found] == [
        ("order 1, key 'squadrons'", "Akagi-F does not belong here", "M1.3"),
        ("order 1, key 'carriers'", "kaga does not belong here", "M1.3"),
        ("order 2, key 'squadrons'", "Zero does not belong here", "M3.1"),
        ("order 2, key 'until'", "Kaga-F does not belong here", "M3.1"),
        ("order 3, key 'dogfight_first'", "VB-6 does not belong here", "M5.1"),
        ("order 4, key 'carriers'", "hornet does not belong here", "M7.1"),
        ("order 5, key 'aa'", "TB stands alone, or not at all", "M7.3"),
        ("order 5, key 'aa'", "VF-6 does not belong here", "M7.3"),
        ("order 5, key 'fighters'", "VB-3 does not belong here", "M7.3"),
        ("order 5, key 'bombers'", "VF-3 does not belong here", "M7.3"),
        ("order 6, key 'carrier'", "akagi does not belong here", "M11.1"),
    ]
    hints = [problem.hint for problem in found]
    assert hints[1] == "legal are: enterprise, hornet, yorktown"
    assert hints[4] == "legal are: VF-3, VF-6, VF-8"
    assert hints[5] == "legal are: akagi, hiryu, kaga, soryu"
    assert hints[6] == 'write aa = ["TB"], or a list of squadrons'
    assert hints[7].startswith("legal are: one of TB, DB, even and nothing else, or any of: VB-3, ")


def test_what_is_named_twice_is_refused() -> None:
    assert said(
        refused(
            StandingMove(squadrons=("VB-6", "VB-6"), move="hold"),
            StandingTargets(carriers=("kaga", "akagi", "kaga")),
        )
    ) == [
        ("order 1, key 'squadrons'", "VB-6 stands here twice", "M3.1", "name it once"),
        ("order 2, key 'carriers'", "kaga stands here twice", "M7.1", "name it once"),
    ]


def test_two_standing_orders_about_one_thing_are_refused() -> None:
    hold = StandingMove(squadrons=("VB-6",), move="hold")
    found = refused(
        hold,
        StandingMove(squadrons=("VB-6", "VS-6"), move="advance"),
        StandingPlan(carrier="hornet", deck="keep"),
        StandingPlan(carrier="yorktown", deck="keep"),
        StandingPlan(carrier="hornet", deck="clear"),
        StandingLaunch(),
        StandingLaunch(bombers="none"),
    )
    assert said(found) == [
        (
            "order 2, key 'type'",
            "'standing-move' is given twice for VB-6: see order 1",
            "M3.1",
            "keep one of them",
        ),
        (
            "order 5, key 'type'",
            "'standing-plan' is given twice for hornet: see order 3",
            "M11.1",
            "keep one of them",
        ),
        (
            "order 7, key 'type'",
            "'standing-launch' is given twice: see order 6",
            "M9.3",
            "keep one of them",
        ),
    ]


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        (StandingCap(ratio=0), ("order 1, key 'ratio'", "0 is no ratio", "M5.1", "1 to 100")),
        (StandingCap(ratio=101), ("order 1, key 'ratio'", "101 is no ratio", "M5.1", "1 to 100")),
        (
            StandingTargets(wave_sp=-1),
            ("order 1, key 'wave_sp'", "-1 is no limit", "M7.1", "0 for no limit, to 1000"),
        ),
    ],
)
def test_figures_out_of_bounds_are_refused(
    order: Order, problem: tuple[str, str, str, str]
) -> None:
    assert said(refused(order)) == [problem]


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        (
            StandingMove(squadrons=("VF-6",), move="hold-until"),
            (
                "order 1, key 'until'",
                "hold-until needs squadrons to wait for",
                "M3.1",
                'name them: until = ["VB-3"]',
            ),
        ),
        (
            StandingMove(squadrons=("VF-6",), move="hold", until=("VB-6",)),
            (
                "order 1, key 'until'",
                "only 'hold-until' waits for squadrons",
                "M3.1",
                'write move = "hold-until", or leave until out',
            ),
        ),
    ],
)
def test_until_goes_with_hold_until(order: Order, problem: tuple[str, str, str, str]) -> None:
    assert said(refused(order)) == [problem]


def test_squadrons_that_are_lost_and_carriers_that_are_sunk_may_still_be_named() -> None:
    game = sink(table().without_squadrons(["VB-6"]), "hornet", "kaga")
    orders = (
        StandingLand(squadrons=("VB-6", "VB-8"), carriers=("hornet",)),
        StandingTargets(carriers=("kaga",)),
        StandingPlan(carrier="hornet", deck="keep"),
    )
    assert refusals(game, "american", *orders, covers=COVERS) == []


# --- what they change ----------------------------------------------------------------------------


def test_an_order_replaces_the_whole_of_its_kind() -> None:
    first = StandingCap(
        attack="if-outnumbering", ratio=2, bomb_split="DB", dogfight_first=("VF-6",)
    )
    given = FrozenMap({first.type: 7})
    assert after(first) == Standing(
        cap="if-outnumbering", cap_ratio=2, bomb_split="DB", dogfight_first=("VF-6",), given=given
    )
    never = Standing(cap="never", bomb_split="TB", given=given)
    assert after(first, StandingCap(attack="never")) == never


def test_moves_and_decks_are_replaced_one_by_one() -> None:
    standing = after(
        StandingMove(squadrons=("VB-6", "VS-6"), move="hold"),
        StandingMove(squadrons=("VB-6",), move="hold-until", until=("VT-6",)),
        StandingPlan(carrier="hornet", deck="clear"),
        StandingPlan(carrier="yorktown", deck="keep"),
        StandingPlan(carrier="hornet", deck="spot"),
    )
    assert standing.moves == FrozenMap(
        {
            "VB-6": MoveRule(rule="hold-until", until=("VT-6",)),
            "VS-6": MoveRule(rule="hold"),
        }
    )
    assert standing.decks == FrozenMap({"hornet": "spot", "yorktown": "keep"})


def test_a_files_standing_orders_hold_for_its_own_phases() -> None:
    game = put(table(), "ready", "VB-6")
    attack = Move(squadrons=("VB-6",), to="attacking")
    hold = StandingMove(squadrons=("VB-6",), move="hold")
    cap = CapAttack(squadrons=("VF-6",))
    assert refusals(game, "american", hold, attack, covers=("4/4", "4/8")) == []
    assert [p.what for p in refusals(game, "american", hold, cap, covers=("4/4", "4/6"))] == [
        "VF-6 is no CAP squadron of yours"
    ]


# --- large files ---------------------------------------------------------------------------------

MANY = 6_000
"""About as many orders as a turn file has room for."""


@pytest.mark.parametrize(
    "orders",
    [
        (Land(carrier="x", squadrons=("y",)),) * MANY,
        (Move(squadrons=("VB-6",), to="ready"),) * MANY,
        (Stay(squadrons=()),) * MANY,
        (SearchGroups(groups=((), (), (), ())),) * MANY,
        (SearchGroups(groups=(("VB-6",) * 20_000, (), (), ())),),
        (StandingMove(squadrons=("VB-6",), move="hold", until=("x",)),) * MANY,
        (StandingLand(squadrons=("VB-6",) * 20_000),),
        (Move(squadrons=tuple(map(str, range(20_000))), to="ready"),),
    ],
    ids=["land", "move", "stay", "groups", "a group", "standing", "a list", "unknown"],
)
def test_a_file_full_of_nonsense_is_judged_quickly(orders: tuple[Order, ...]) -> None:
    game = put(table(search_done=False), "moving", "VB-6", "VB-8")
    begun = process_time()
    refusals(game, "american", *orders, covers=COVERS)
    assert process_time() - begun < 3
