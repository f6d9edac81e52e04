"""Landing, beyond the examples [M1]."""

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.table.events import Ditched, Landed, OrderVoided, Planned, Waited
from pbem.systems.midway.table.orders import Land, Plan, StandingLand
from tests.systems.midway.tabletop import (
    hurt,
    mark,
    only,
    ordered,
    play,
    put,
    refusals,
    said,
    seated,
    sink,
    table,
    task_forces,
    told,
    weaken,
    where,
)


def test_m1_5_wait_marks_add_up_and_landing_clears_them() -> None:
    game = put(hurt(table(), enterprise=7, hornet=7, yorktown=7), "waiting", "VF-6", "VF-8")
    first = play(mark(game, 1, "VF-6"), 2)
    assert [event.marks for event in told(first, Waited)] == [FrozenMap({"VF-6": 2, "VF-8": 1})]
    second = play(first.game, 2, turn=4)
    assert [event.squadrons for event in told(second, Ditched)] == [("VF-6",)]
    third = play(hurt(second.game, hornet=6), 2, turn=5)
    assert where(third.game, "VF-8") == {"VF-8": "hangar"}
    assert third.game.squadrons["VF-8"].marks == 0


def test_m1_5_only_the_side_whose_phase_it_is_gets_marks() -> None:
    game = put(put(table(), "waiting", "VF-6"), "deck", "VT-3", "VT-6", "VT-8")
    assert play(game, 1).game == game


def test_m1_2_more_than_a_carrier_lands_is_refused() -> None:
    five = ("VB-6", "VS-6", "VF-6", "VT-6", "VB-8")
    game = put(table(), "waiting", *five)
    order = Land(carrier="hornet", squadrons=five)
    assert said(refusals(game, "american", order, covers=("3/2",))) == [
        (
            "order 1, key 'squadrons'",
            "24 SP are more than a carrier lands in a turn",
            "M1.2",
            "20 SP at most, whole squadrons",
        )
    ]


def test_m1_1_only_squadrons_that_wait_land() -> None:
    game = put(put(table(), "home", "VF-6"), "waiting", "VT-6")
    order = Land(carrier="hornet", squadrons=("VF-6", "Akagi-F"))
    assert said(refusals(game, "american", order, covers=("3/2",))) == [
        ("order 1, key 'squadrons'", "VF-6 does not wait to land", "M1.1", "legal are: VT-6"),
        ("order 1, key 'squadrons'", "Akagi-F does not wait to land", "M1.1", "legal are: VT-6"),
    ]


def test_m1_1_a_seat_lands_on_its_own_carriers_only() -> None:
    order = Land(carrier="yorktown", squadrons=())
    assert said(refusals(task_forces(), "tf-16", order, covers=("3/2",))) == [
        (
            "order 1, key 'carrier'",
            "Yorktown is no carrier of yours",
            "M1.1",
            "yours are: enterprise, hornet",
        )
    ]


def test_m1_3_m1_4_mh6_mh7_a_squadron_belongs_to_the_seat_of_the_carrier_it_lands_on() -> None:
    game = sink(put(task_forces(), "waiting", "VB-3"), "yorktown")
    assert game.squadrons["VB-3"].seat == "tf-17"
    landed = play(game, 2, {"tf-16": (Land(carrier="hornet", squadrons=("VB-3",)),)}).game
    assert (landed.squadrons["VB-3"].carrier, landed.squadrons["VB-3"].seat) == ("hornet", "tf-16")


def test_b1_landing_fills_the_emptiest_hangar_first_by_marks_strength_and_name() -> None:
    game = only(table(), "VB-6", "VS-6", "VF-6", "VT-6", "VF-8", "VT-8", "VB-8")
    game = put(game, "waiting", "VB-6", "VS-6", "VF-6", "VT-6", "VF-8")
    game = mark(weaken(game, VS_6=4), 1, "VT-6")
    result = play(game, 2)
    assert [(event.carrier, event.squadrons) for event in told(result, Landed)] == [
        ("enterprise", ("VT-6", "VB-6", "VF-6", "VF-8")),
        ("yorktown", ("VS-6",)),
    ]


def test_b1_landing_by_standing_order() -> None:
    game = put(table(), "waiting", "VB-6", "VS-6")
    standing = StandingLand(squadrons=("VS-6",), carriers=("yorktown",))
    result = play(ordered(game, standing, seat="american"), 2)
    assert [(event.carrier, event.squadrons) for event in told(result, Landed)] == [
        ("yorktown", ("VS-6", "VB-6"))
    ]


def test_mh34_an_order_settles_its_carrier_and_the_others_land_by_default() -> None:
    game = put(table(), "waiting", "VB-6", "VS-6", "VF-6")
    orders = (
        Land(carrier="enterprise", squadrons=()),
        Land(carrier="yorktown", squadrons=("VS-6",)),
    )
    result = play(game, 2, orders)
    assert [(event.carrier, event.squadrons) for event in told(result, Landed)] == [
        ("yorktown", ("VS-6",)),
        ("hornet", ("VB-6", "VF-6")),
    ]


def test_mh34_the_earlier_carrier_has_a_squadron_that_two_claim() -> None:
    seats = {"tf_17": "yorktown", "tf_16": "enterprise hornet"}
    game = seated(table(), japanese="akagi kaga soryu hiryu", **seats)
    game = put(game, "waiting", "VB-6", "VF-6")
    orders: dict[str, tuple[Order, ...]] = {
        "tf-17": (Land(carrier="yorktown", squadrons=("VB-6", "VF-6")),),
        "tf-16": (Land(carrier="hornet", squadrons=("VB-6",)),),
    }
    result = play(game, 2, orders)
    assert [(event.carrier, event.squadrons) for event in told(result, Landed)] == [
        ("hornet", ("VB-6",)),
        ("yorktown", ("VF-6",)),
    ]
    assert [(e.seat, e.order, e.ids, e.cited) for e in told(result, OrderVoided)] == [
        ("tf-17", "land", ("VB-6",), "MH34")
    ]


def test_mh35_a_squadron_that_does_not_fit_is_passed_over() -> None:
    waiting = ("VB-6", "VS-6", "VB-8", "VF-6", "VS-8", "VT-6")
    game = mark(put(hurt(table(), hornet=7, yorktown=7), "waiting", *waiting), 2, "VB-6", "VS-6")
    game = mark(weaken(game, VB_8=4, VF_6=3, VS_8=5, VT_6=2), 1, "VB-8", "VF-6")
    (landed,) = told(play(game, 2), Landed)
    assert landed.squadrons == ("VB-6", "VS-6", "VB-8", "VF-6", "VT-6")


def test_mh35_a_deck_is_filled_past_a_squadron_that_does_not_fit() -> None:
    aboard = replace(table().squadrons["Akagi-DB"], carrier="kaga", sp=3)
    game = table().with_squadrons([aboard])
    (event,) = [e for e in told(play(game, 11), Planned) if e.carrier == "kaga"]
    assert event.deck == ("Akagi-DB", "Kaga-DB", "Kaga-TB1", "Kaga-TB2")
    game = weaken(game, Kaga_F=4)
    (event,) = [e for e in told(play(game, 11), Planned) if e.carrier == "kaga"]
    assert event.deck == ("Akagi-DB", "Kaga-DB", "Kaga-TB1", "Kaga-TB2", "Kaga-F")


def test_mb3_a_landing_is_accepted_while_the_repair_die_is_closed() -> None:
    game = put(hurt(table(), hornet=7), "waiting", "VF-8")
    clear, order = Plan(carrier="hornet", deck=()), Land(carrier="hornet", squadrons=("VF-8",))
    covers = ("3/10", "3/12", "4/2", "4/4", "4/6", "4/8")
    assert refusals(game, "american", clear, order, covers=covers) == []
    worse = hurt(game, hornet=8)
    assert [
        (p.where, p.rule) for p in refusals(worse, "american", clear, order, covers=covers)
    ] == [("order 2, key 'carrier'", "M15.2")]
    foul = put(game, "deck", "VT-8")
    (problem,) = refusals(foul, "american", order, covers=covers[1:])
    assert problem.hint.endswith(
        "; Hornet is crippled, and lands nothing unless she is repaired (5 or more)"
    )
    result = play(game, 2, (order,), turn=4)
    assert [(e.ids, e.cited) for e in told(result, OrderVoided)] == [(("hornet", "VF-8"), "M15.2")]
    assert where(result.game, "VF-8") == {"VF-8": "hangar"}
    assert result.game.squadrons["VF-8"].carrier == "enterprise"
