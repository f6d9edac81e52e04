"""The bot follows its maxims, gives its own orders only, and is the same every time."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.midway.bot import orders
from pbem.systems.midway.table.orders import Attack, Launch, Move, Plan, StandingLosses, Stay
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import CHARTS, put, table, view

LOSSES = StandingLosses(aa=("DB",))


def given(game: Game, seat: str, *covers: str) -> list[Order]:
    """The bot's orders without the standing order that it gives once."""
    standing, *found = orders(view(game, seat, *covers), CHARTS)
    assert standing == LOSSES
    return found


def test_standing_orders_are_given_once() -> None:
    game = table()
    assert orders(view(game, "japanese", "3/1"), CHARTS) == (LOSSES,)
    standing = replace(game.standing["japanese"], aa_losses=("DB",))
    assert orders(view(game.with_standing("japanese", standing), "japanese", "3/1"), CHARTS) == ()


def test_without_a_decision_there_is_nothing_to_order() -> None:
    assert orders(view(table(), "japanese"), CHARTS) == ()


def test_m9_fighters_fly_cap_first_and_escort_second() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-F", "Kaga-F", "Soryu-F", "Hiryu-F")
    assert given(game, "japanese", "3/9") == [
        Launch(carrier="akagi", strike=("Akagi-DB",), cap=("Akagi-F",)),
        Launch(carrier="kaga", cap=("Kaga-F",)),
        Launch(carrier="soryu", cap=("Soryu-F",)),
        Launch(carrier="hiryu", strike=("Hiryu-F",)),
    ]


def test_m9_without_bombers_there_is_nothing_to_escort() -> None:
    game = put(put(table(), "cap", "Akagi-F", "Kaga-F", "Soryu-F", ring=1), "deck", "Hiryu-F")
    assert given(game, "japanese", "3/9") == [Launch(carrier="hiryu", cap=("Hiryu-F",))]


def test_m15_2_nothing_is_launched_from_or_spotted_on_a_crippled_carrier() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-F")
    game = game.with_carrier(replace(game.carriers["akagi"], damage=7))
    found = given(game, "japanese", "3/9", "3/11")
    assert not [order for order in found if isinstance(order, Launch)]
    assert Plan(carrier="akagi", deck=()) in found


def test_m11_as_many_decks_are_cleared_as_the_waiting_need() -> None:
    waiting = ("Akagi-DB", "Akagi-TB", "Akagi-F", "Soryu-DB", "Soryu-TB")
    game = put(table(), "waiting", *waiting)
    plans = [order for order in given(game, "japanese", "3/11") if isinstance(order, Plan)]
    decks = {order.carrier: order.deck for order in plans}
    assert decks["soryu"] == ()
    assert "akagi" not in decks  # nothing aboard, so it is clear
    assert decks["hiryu"] == ("Hiryu-DB", "Hiryu-F", "Hiryu-TB")
    assert decks["kaga"] == ("Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2")


def test_m11_bombers_that_would_come_too_late_stay_below() -> None:
    found = given(table(), "japanese", "10/11")
    assert Plan(carrier="kaga", deck=("Kaga-F",)) in found


def test_m3_the_strike_waits_in_moving_for_bombers_on_deck() -> None:
    game = put(table(), "moving", "Akagi-DB", "Akagi-TB", "Akagi-F")
    game = put(game, "deck", "Kaga-DB", "Kaga-TB1")
    assert given(game, "japanese", "3/3") == [Stay(squadrons=("Akagi-DB", "Akagi-F", "Akagi-TB"))]


def test_m3_a_strong_strike_goes_on_together() -> None:
    strike = ("Akagi-DB", "Akagi-TB", "Kaga-DB", "Kaga-F", "Kaga-TB1")
    game = put(table(), "moving", *strike)
    assert given(game, "japanese", "3/3") == [Move(squadrons=strike, to="ready")]
    game = put(table(), "ready", *strike)
    assert given(game, "japanese", "3/3") == [Move(squadrons=strike, to="attacking")]


def test_m3_few_that_are_ready_wait_for_those_that_come() -> None:
    coming = ("VB-3", "VB-6", "VS-5", "VS-6")
    game = put(put(table(), "ready", "VT-6"), "moving", *coming)
    assert given(game, "american", "3/4") == [
        Move(squadrons=coming, to="ready"),
        Stay(squadrons=("VT-6",)),
    ]


def test_m3_nobody_waits_when_time_runs_out() -> None:
    game = put(put(table(), "moving", "Akagi-DB"), "deck", "Kaga-DB", "Kaga-TB1")
    assert given(game, "japanese", "11/3") == [Move(squadrons=("Akagi-DB",), to="ready")]


def test_m16_the_weakest_bombers_search_alone() -> None:
    game = put(table(search_done=False), "moving", "VB-6", "VF-6", "VT-6")
    assert given(game, "american", "2/4") == [
        Move(squadrons=("VT-6",), to="ready"),
        Stay(squadrons=("VB-6", "VF-6")),
    ]


def test_m7_all_fall_on_the_carrier_that_is_easiest_to_sink() -> None:
    bombers = ("VB-3", "VB-6", "VS-5", "VS-6", "VT-3")
    game = put(table(), "attacking", *bombers)
    assert given(game, "american", "3/8") == [Attack(squadrons=bombers, carrier="soryu")]
    game = game.with_carrier(replace(game.carriers["kaga"], damage=4))
    assert given(game, "american", "3/8") == [Attack(squadrons=bombers, carrier="kaga")]


def test_m7_what_is_not_needed_falls_on_the_next() -> None:
    bombers = ("VB-3", "VB-6", "VB-8", "VS-5", "VS-6", "VS-8")
    game = put(table(), "attacking", *bombers)
    game = game.with_carrier(replace(game.carriers["akagi"], damage=8))
    assert given(game, "american", "3/8") == [
        Attack(squadrons=("VB-3", "VB-6"), carrier="akagi"),
        Attack(squadrons=("VB-8", "VS-5", "VS-6", "VS-8"), carrier="soryu"),
    ]


def test_a_whole_turn_is_ordered_as_its_phases_will_follow() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-TB", "Kaga-DB", "Kaga-TB1", "Kaga-F")
    keys = ("2/9", "2/11", "3/1", "3/3", "3/5", "3/7")
    found = given(game, "japanese", *keys)
    assert Launch(carrier="akagi", strike=("Akagi-DB", "Akagi-TB")) in found
    assert Plan(carrier="akagi", deck=("Akagi-F",)) in found
    assert Stay(squadrons=("Akagi-DB", "Akagi-TB", "Kaga-DB", "Kaga-TB1")) in found


def test_a_seat_orders_its_own_planes_only_and_thinks_for_its_side() -> None:
    bombers = ("VB-3", "VB-6", "VS-5", "VS-6", "VT-3")
    game = put(table(), "attacking", *bombers)
    game = replace(game, seats=(*game.seats, "tf-17"))
    game = game.with_standing("tf-17", game.standing["american"])
    game = game.with_carrier(replace(game.carriers["yorktown"], seat="tf-17"))
    own = [replace(game.squadrons[id_], seat="tf-17") for id_ in ("VB-3", "VS-5", "VT-3")]
    game = game.with_squadrons(own)
    assert given(game, "american", "3/8") == [Attack(squadrons=("VB-6", "VS-6"), carrier="soryu")]
    partner = replace(view(game, "american", "3/8"), seat="tf-17")
    assert orders(partner, CHARTS)[1:] == (
        Attack(squadrons=("VB-3", "VS-5", "VT-3"), carrier="soryu"),
    )


def test_the_same_view_gets_the_same_orders() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-F", "Kaga-DB")
    keys = ("2/9", "2/11", "3/1", "3/3", "3/5", "3/7")
    assert given(game, "japanese", *keys) == given(game, "japanese", *keys)
