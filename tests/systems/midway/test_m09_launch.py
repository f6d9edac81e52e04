"""Launching, planning and files as a whole, beyond the examples [M9, M11]."""

import pytest

from pbem.engine.orders import Order
from pbem.systems.midway.table.events import Planned
from pbem.systems.midway.table.orders import (
    Land,
    Launch,
    Move,
    Plan,
    StandingLaunch,
    StandingPlan,
    Stay,
)
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import (
    hurt,
    ordered,
    play,
    put,
    refusals,
    said,
    seated,
    sink,
    table,
    told,
    where,
)


def task_forces(*, pace: str = "turn", search_done: bool = True) -> Game:
    """Three seats: the Japanese side, and two American ones."""
    return seated(
        table(pace=pace, search_done=search_done),
        japanese="akagi kaga soryu hiryu",
        tf_16="enterprise hornet",
        tf_17="yorktown",
    )


# --- launching [M9] ------------------------------------------------------------------------------


def test_m9_1_a_clear_deck_is_refused_with_what_the_others_hold() -> None:
    order = Launch(carrier="akagi", strike=("Akagi-DB",))
    game = put(table(), "deck", "Kaga-TB1", "Kaga-DB", "Soryu-F")
    held = "her deck is clear; Kaga has Kaga-DB, Kaga-TB1; Soryu has Soryu-F"
    for given, hint in ((game, held), (table(), "her deck is clear; so are all of yours")):
        ((_, what, _, told_hint),) = said(refusals(given, "japanese", order, covers=("2/9",)))
        assert (what, told_hint) == ("Akagi-DB is not on that deck", hint)


def test_b1_all_take_off_and_fighters_fly_cap_until_there_is_enough() -> None:
    game = put(table(), "deck", "Akagi-F", "Akagi-DB", "Kaga-F", "Soryu-F", "Soryu-TB")
    result = play(game, 9)
    assert where(result.game, "Akagi-F", "Akagi-DB", "Kaga-F", "Soryu-F", "Soryu-TB") == {
        "Akagi-F": "cap 1",
        "Akagi-DB": "moving",
        "Kaga-F": "cap 1",
        "Soryu-F": "moving",
        "Soryu-TB": "moving",
    }


@pytest.mark.parametrize(
    ("standing", "fighter", "bomber"),
    [
        (StandingLaunch(fighters="strike"), "moving", "moving"),
        (StandingLaunch(fighters="none", bombers="all"), "deck", "moving"),
        (StandingLaunch(fighters="cap", bombers="none"), "cap 1", "deck"),
        (StandingLaunch(bombers="none"), "cap 1", "deck"),
    ],
)
def test_b1_launching_by_standing_order(standing: Order, fighter: str, bomber: str) -> None:
    game = ordered(put(table(), "deck", "VF-6", "VB-6"), standing, seat="american")
    assert where(play(game, 10).game, "VF-6", "VB-6") == {"VF-6": fighter, "VB-6": bomber}


def test_m9_1_m9_3_what_cannot_take_off_is_refused() -> None:
    game = put(table(), "deck", "VF-6", "VB-6")
    order = Launch(carrier="enterprise", strike=("VS-6",), cap=("VB-6", "VF-8"))
    assert said(refusals(game, "american", order, covers=("3/10",))) == [
        ("order 1, key 'strike'", "VS-6 is not on that deck", "M9.1", "legal are: VB-6, VF-6"),
        (
            "order 1, key 'cap'",
            "VB-6 is no fighter squadron and flies no CAP",
            "M9.3",
            "legal are: VF-6",
        ),
        ("order 1, key 'cap'", "VF-8 is not on that deck", "M9.1", "legal are: VF-6"),
    ]


def test_m9_1_what_is_spotted_in_the_same_file_is_not_launched_in_it() -> None:
    game = put(table(), "deck", "VF-6")
    orders = (
        Plan(carrier="enterprise", deck=("VB-6",)),
        Launch(carrier="enterprise", strike=("VB-6",)),
    )
    covers = ("3/10", "3/12", "4/2")
    assert [(p.where, p.rule) for p in refusals(game, "american", *orders, covers=covers)] == [
        ("order 2, key 'strike'", "M9.1")
    ]


def test_mb3_a_file_is_judged_by_its_own_earlier_orders() -> None:
    game = put(put(table(), "deck", "VB-6"), "waiting", "VT-8")
    covers = ("3/10", "3/12", "4/2", "4/4")
    launch = Launch(carrier="enterprise", strike=())
    plan = Plan(carrier="enterprise", deck=())
    land = Land(carrier="enterprise", squadrons=("VT-8",))
    assert refusals(game, "american", launch, plan, land, covers=covers) == []
    keep = Plan(carrier="hornet", deck=())
    assert [p.rule for p in refusals(game, "american", launch, keep, land, covers=covers)] == [
        "M1.1"
    ]


# --- planning [M11] ------------------------------------------------------------------------------


def test_b1_the_emptiest_decks_stay_clear_and_the_others_are_spotted() -> None:
    game = put(
        put(table(), "home", "Akagi-DB", "Akagi-TB"), "waiting", "Kaga-DB", "Kaga-F", "Kaga-TB1"
    )
    decks = {e.carrier: e.deck for e in told(play(game, 11), Planned)}
    assert decks == {
        "soryu": ("Soryu-DB", "Soryu-TB", "Soryu-F"),
        "hiryu": ("Hiryu-DB", "Hiryu-TB", "Hiryu-F"),
    }


def test_b1_a_crippled_carrier_is_not_counted_on_for_landing() -> None:
    game = put(hurt(table(), enterprise=7), "home", "VB-6", "VS-6", "VT-6")
    decks = {e.carrier: e.deck for e in told(play(game, 12), Planned)}
    assert decks == {"enterprise": ("VF-6",), "yorktown": ("VB-3", "VS-5", "VT-3", "VF-3")}


def test_mh33_without_any_plan_all_decks_are_default_with_one_the_others_keep() -> None:
    game = put(table(), "deck", "Akagi-F")
    planned = play(game, 11, (Plan(carrier="kaga", deck=("Kaga-F",)),))
    assert [(e.carrier, e.deck) for e in told(planned, Planned)] == [("kaga", ("Kaga-F",))]
    assert where(planned.game, "Akagi-F", "Akagi-DB") == {"Akagi-F": "deck", "Akagi-DB": "hangar"}
    silent = play(game, 11)
    assert [e.carrier for e in told(silent, Planned)] == ["akagi", "kaga", "soryu", "hiryu"]


def test_mh33_a_partner_who_plans_does_not_bind_the_others() -> None:
    result = play(task_forces(), 12, {"tf-16": (Plan(carrier="hornet", deck=()),)})
    assert [e.carrier for e in told(result, Planned)] == ["yorktown"]


@pytest.mark.parametrize(
    ("deck", "planned"),
    [("keep", ("VF-6",)), ("clear", ()), ("spot", ("VB-6", "VS-6", "VT-6", "VF-6"))],
)
def test_b1_planning_by_standing_order(deck: str, planned: tuple[str, ...]) -> None:
    game = put(put(table(), "deck", "VF-6"), "home", "VB-3", "VS-5", "VT-3")
    standing = StandingPlan(carrier="enterprise", deck=deck)  # type: ignore[arg-type]
    after = play(ordered(game, standing, seat="american"), 12).game
    assert sorted(s.id for s in after.aboard("enterprise", "deck")) == sorted(planned)


def test_m11_1_a_deck_takes_only_what_is_aboard() -> None:
    game = put(table(), "home", "VF-6")
    order = Plan(carrier="enterprise", deck=("VF-6", "VB-8", "VB-6"))
    hint = "legal are: VB-6, VS-6, VT-6"
    assert said(refusals(game, "american", order, covers=("3/12",))) == [
        ("order 1, key 'deck'", "VF-6 is not aboard that carrier", "M11.1", hint),
        ("order 1, key 'deck'", "VB-8 is not aboard that carrier", "M11.1", hint),
    ]


def test_m11_1_a_sunk_carrier_plans_nothing() -> None:
    order = Plan(carrier="hornet", deck=())
    assert said(refusals(sink(table(), "hornet"), "american", order, covers=("3/12",))) == [
        (
            "order 1, key 'carrier'",
            "Hornet is not afloat",
            "M11.1",
            "yours are: enterprise, yorktown",
        )
    ]


def test_m11_4_mh19_a_crippled_carrier_may_plan() -> None:
    game = hurt(table(), yorktown=9)
    order = Plan(carrier="yorktown", deck=("VB-3",))
    assert refusals(game, "american", order, covers=("3/12",)) == []
    assert where(play(game, 12, (order,)).game, "VB-3") == {"VB-3": "deck"}


def test_m0_6_a_squadron_that_is_lost_is_called_so() -> None:
    game = put(table(), "deck", "Soryu-TB").without_squadrons(["Soryu-DB"])
    order = Launch(carrier="soryu", strike=("Soryu-DB",))
    (problem,) = refusals(game, "japanese", order, covers=("3/9",))
    assert (problem.what, problem.hint) == ("Soryu-DB is lost", "legal are: Soryu-TB")


# --- files as a whole ----------------------------------------------------------------------------


def test_an_order_for_another_phase_is_refused() -> None:
    order = Plan(carrier="hornet", deck=())
    assert said(refusals(table(), "american", order, covers=("3/2", "3/4"))) == [
        (
            "order 1",
            "'plan' is not asked for in this file",
            "M11.1",
            "it is asked for in: Phase 12: American planning;"
            " this file asks for: land, move, search-groups, stay",
        )
    ]


def test_a_carrier_that_is_nearly_named_is_suggested_and_ordered_twice_by_its_name() -> None:
    orders = (Plan(carrier="Akagi"), Plan(carrier="hiryu"), Plan(carrier="hiryu"))
    found = said(refusals(table(), "japanese", *orders, covers=("3/11",)))
    assert sorted(found) == [
        (
            "order 1, key 'carrier'",
            "Akagi is no carrier of yours",
            "M11.1",
            "did you mean akagi?",
        ),
        ("order 3, key 'carrier'", "Hiryu is ordered twice: see order 2", "M11.1", "order it once"),
    ]


def test_what_is_ordered_twice_is_refused() -> None:
    game = put(table(), "moving", "VB-6")
    orders = (Move(squadrons=("VB-6",), to="ready"), Stay(squadrons=("VB-6",)))
    assert said(refusals(game, "american", *orders, covers=("3/4",))) == [
        ("order 2, key 'squadrons'", "VB-6 is ordered twice: see order 1", "M3.1", "order it once")
    ]
