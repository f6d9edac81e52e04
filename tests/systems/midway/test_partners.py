"""What a seat reads that has a partner: what is his, and what is the side's [MH24, MH36]."""

from pbem.engine.orders import Order
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import BombersHit, Landed, Searched
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    Land,
    Move,
    Plan,
    SearchGroups,
    StandingLand,
    StandingLosses,
    StandingMove,
)
from pbem.systems.midway.table.state import Game
from tests.systems.midway.frontdoor import Battle, begun, scenario
from tests.systems.midway.tabletop import CHARTS, hurt, only, ordered, put, seated, table

SEATS = {
    "japanese": "akagi kaga soryu hiryu",
    "tf_16": "enterprise hornet",
    "tf_17": "yorktown",
}


def partners(game: Game, phase: int) -> Battle:
    return begun(seated(game, **SEATS), turn=2, phase=phase)


def told(battle: Battle, part: str, *orders: Order) -> str:
    assert not battle.problems(*orders)
    assert MIDWAY.foretell is not None
    return "\n".join(getattr(MIDWAY.foretell(battle.view(), orders, CHARTS), part))


def form(battle: Battle) -> str:
    return "\n".join(line for one in MIDWAY.form(battle.view(), CHARTS) for line in one.choices)


def test_m7_3_partners_in_one_wave_are_told_that_each_shares_in_its_losses() -> None:
    game = put(table(pace="phase"), "attacking", "VB-6", "VB-3")
    battle = partners(game, 8)
    battle.file("tf-16", Attack(squadrons=("VB-6",), carrier="akagi"))
    words = told(battle, "ordered", Attack(squadrons=("VB-3",), carrier="akagi"))
    assert "in one wave with VB-6 [M7.1, M7.2]; each seat in it takes an even share" in words


# --- whose split of hits holds [MH24] ------------------------------------------------------------


def caps() -> Battle:
    """Both task forces have 5 SP of CAP over bombers of both types."""
    game = put(
        put(table(pace="phase"), "ready", "Akagi-DB", "Akagi-TB"), "cap", "VF-8", "VF-3", ring=1
    )
    return partners(game, 6)


def test_mh24_a_split_that_a_partners_outranks_is_warned_of_and_does_not_hold() -> None:
    battle, first = caps(), CapAttack(squadrons=("VF-8",), tb_hits=1)
    battle.file("tf-16", first)
    mine = CapAttack(squadrons=("VF-3",), tb_hits=3)
    assert (
        "tf-16 has as many SP in this attack and stands first: its split of hits holds, not yours"
        " [MH24]." in told(battle, "warnings", mine)
    )
    assert "torpedo bombers first" not in told(battle, "ordered", mine)
    assert "1 hit of theirs falls on torpedo bombers first" in told(caps(), "ordered", first)
    battle.file("tf-17", mine, dice={"M6.1 bombers": "6 6 6 1 1 1 1 1 1 1"})
    (hit,) = battle.told(BombersHit)
    assert dict(hit.losses) == {"Akagi-DB": 2, "Akagi-TB": 1}


def test_m5_4_the_last_partner_is_told_who_of_all_fights_the_escorts() -> None:
    battle = partners(put(caps().game, "ready", "Akagi-F"), 6)
    first = CapAttack(squadrons=("VF-8",))
    assert "escorts" not in told(battle, "ordered", first)
    battle.file("tf-16", first)
    said = told(battle, "ordered", CapAttack(squadrons=("VF-3",)))
    assert "The escorts are fought by VF-3 with 5 SP; the rest" in said


def test_mh24_a_partner_who_holds_leaves_the_split_to_the_other() -> None:
    battle = caps()
    battle.file("tf-16", CapAttack())
    assert "MH24" not in told(battle, "warnings", CapAttack(squadrons=("VF-3",), tb_hits=3))


def test_mh24_a_partner_who_writes_later_may_take_the_split() -> None:
    game = put(put(table(pace="phase"), "ready", "Akagi-TB"), "cap", "VF-8", "VF-3", "VF-6", ring=1)
    game = seated(game, japanese=SEATS["japanese"], tf_17="yorktown", tf_16="enterprise hornet")
    battle = begun(game, turn=2, phase=6)
    assert (
        "If tf-16 attacks with more SP than you, its split of hits holds, not yours [MH24]."
        in told(battle, "warnings", CapAttack(squadrons=("VF-3",), tb_hits=3))
    )
    assert "MH24" not in told(battle, "warnings", CapAttack(squadrons=("VF-3",)))


def test_mh24_the_last_partners_doctrine_may_take_it_as_well() -> None:
    battle = caps()
    battle.file("tf-16")
    assert "If tf-16 attacks with as many SP" in told(
        battle, "warnings", CapAttack(squadrons=("VF-3",), tb_hits=3)
    )


# --- who forms the search groups [MH36] ----------------------------------------------------------


def searchers() -> Battle:
    return partners(
        put(table(pace="phase", search_done=False), "moving", "VB-6", "VS-6", "VB-3"), 4
    )


def test_mh36_who_writes_first_is_told_who_forms_the_groups() -> None:
    battle = searchers()
    assert (
        "tf-17 forms the search groups, for it writes after you; if it forms none: 1 VB-3, 2 VB-6,"
        " 3 VS-6, 4 nobody [M16.2, MH36]." in told(battle, "left")
    )
    said = form(battle)
    assert "search-groups names" not in said
    assert "tf-17 forms the search groups, for it writes last [MH36]." in said
    groups = (("VS-6",), ("VB-3",), ("VB-6",), ())
    (problem,) = battle.problems(Land(carrier="hornet", squadrons=()))
    assert problem.hint.endswith("; this file asks for: move, stay")
    battle.file("tf-16")
    assert "search-groups names all that advance: groups = [[…], […], […], […]]." in form(battle)
    (problem,) = battle.problems(Land(carrier="yorktown", squadrons=()))
    assert problem.hint.endswith("; this file asks for: move, search-groups, stay")
    battle.file("tf-17", SearchGroups(groups=groups), dice={"M16.3 search": "1"})
    assert battle.told(Searched)[0].groups == groups


# --- whose carriers they are ---------------------------------------------------------------------


def test_what_is_the_whole_sides_is_not_called_the_seats() -> None:
    said = form(searchers())
    assert "Your side's carriers: Enterprise, Hornet, Yorktown." in said
    assert "Your side's planes: Moving to Attack 15 SP" in said
    alone = form(begun(put(table(pace="phase"), "moving", "VB-6"), turn=2, phase=4))
    assert "Your carriers: Enterprise, Hornet, Yorktown." in alone


def test_m16_1_who_is_held_by_a_standing_order_and_stands_in_a_group_is_told_how_he_goes() -> None:
    game = put(table(pace="phase", search_done=False), "moving", "VB-6", "VS-6")
    hold = StandingMove(squadrons=("VS-6",), move="hold")
    battle = begun(ordered(game, hold, seat="american"), turn=2, phase=4)
    (problem,) = battle.problems(SearchGroups(groups=(("VB-6",), ("VS-6",), (), ())))
    assert problem.hint.endswith("; your standing-move holds VS-6: order it to move, too")


# --- who lands where [MH34] ----------------------------------------------------------------------


def landers(*waiting: str) -> Battle:
    return partners(put(table(pace="phase"), "waiting", *waiting), 2)


def test_mh34_who_writes_first_is_told_that_a_partners_order_goes_before_his_default() -> None:
    battle = landers("VB-6", "VB-3", "VF-6")
    assert (
        "But tf-17 writes after you, and whom a land order of its names lands there first [MH34]."
        in told(battle, "left")
    )
    ordered = Land(carrier="enterprise", squadrons=("VB-6",))
    assert "MH34" not in told(battle, "left", ordered, Land(carrier="hornet"))
    battle.file("tf-16")
    assert "MH34" not in told(battle, "left")


def test_mh34_who_writes_first_is_told_that_a_carrier_before_his_may_take_whom_he_orders() -> None:
    """Yorktown is the last of her side, though her seat writes first."""
    game = put(table(pace="phase"), "waiting", "VB-6", "VB-3", "VF-6")
    game = seated(game, japanese=SEATS["japanese"], tf_17="yorktown", tf_16="enterprise hornet")
    battle = begun(hurt(game, enterprise=8), turn=2, phase=2)
    mine = Land(carrier="yorktown", squadrons=("VB-3", "VF-6"))
    words = (
        "But tf-16 writes after you, and whom it orders to land on Hornet lands there first [MH34]."
    )
    assert words in told(battle, "ordered", mine)
    assert words not in told(battle, "ordered", Land(carrier="yorktown"))
    battle.file("tf-17", mine)
    assert "after you" not in told(battle, "ordered", Land(carrier="hornet", squadrons=("VB-3",)))
    battle.file("tf-16", Land(carrier="hornet", squadrons=("VB-3",)))
    assert [(one.carrier, one.squadrons) for one in battle.told(Landed)] == [
        ("hornet", ("VB-3",)),
        ("yorktown", ("VF-6",)),
    ]
    first = landers("VB-3", "VF-6")
    assert "after you" not in told(first, "ordered", Land(carrier="hornet", squadrons=("VB-3",)))


def test_mh34_who_writes_last_is_told_whose_landing_he_changes() -> None:
    battle = landers("VB-6", "VB-3", "VF-6")
    battle.file("tf-16")
    landed = Land(carrier="yorktown", squadrons=("VB-3", "VF-6"))
    said = told(battle, "ordered", landed)
    assert said.endswith("Enterprise of tf-16 thereby lands VB-6, and not VB-3 and VF-6 [MH34].")
    battle.file("tf-17", landed)
    assert [(one.carrier, one.squadrons) for one in battle.told(Landed)] == [
        ("yorktown", ("VB-3", "VF-6")),
        ("enterprise", ("VB-6",)),
    ]


def test_m1_5_who_finds_a_partners_deck_by_default_is_told_to_pass_to_him_and_not_to_miss() -> None:
    battle = landers("VB-6", "VS-6", "VF-6")
    mine = (Land(carrier="enterprise", squadrons=("VB-6",)), Land(carrier="hornet"))
    assert "not land" not in told(battle, "warnings", *mine)
    lands = "VF-6 and VS-6 land on Yorktown of tf-17, unless tf-17 later orders otherwise"
    assert lands in told(battle, "left", *mine)
    assert "Unless" not in told(battle, "warnings")
    few_on_yorktown = put(table(), "waiting", "VF-6").without_squadrons(["VB-3", "VT-3"])
    spotting = partners(few_on_yorktown, 10)
    assert "not land" not in told(spotting, "warnings")
    lands = "VF-6 lands on Yorktown of tf-17, unless tf-17 later orders otherwise"
    assert lands in told(spotting, "left")


def test_m1_5_who_finds_no_deck_on_any_carrier_may_still_be_ordered_onto_a_partners() -> None:
    waiting = ("VB-6", "VS-6", "VF-6", "VT-6", "VB-8", "VS-8", "VF-8", "VT-8", "VB-3")
    game = put(table(pace="phase"), "waiting", *waiting)
    battle = partners(hurt(game, hornet=8), 2)
    missed = "VT-8 does not land: 1 of 3 landings missed [M1.5]."
    assert f"Unless tf-17 lands it, {missed}" in told(battle, "warnings")
    assert f"Unless tf-17 lands it, {missed}" in form(battle)
    battle.file("tf-16")
    assert missed in told(battle, "warnings").splitlines()


def test_mh34_what_changes_on_the_carrier_of_a_partner_who_writes_later_is_not_certain() -> None:
    game = put(table(pace="phase"), "waiting", "VB-6", "VB-3", "VF-6", "VS-6", "VF-3")
    battle = partners(hurt(game, hornet=8), 2)
    assert told(battle, "ordered", Land(carrier="enterprise", squadrons=("VF-3", "VS-6"))).endswith(
        "Yorktown of tf-17 thereby lands VB-3, VB-6 and VF-6, and not VS-6, unless tf-17 later"
        " orders otherwise [MH34]."
    )


def test_mh34_a_landing_that_a_partners_order_goes_before_is_told_so() -> None:
    battle = landers("VB-3", "VF-3")
    battle.file("tf-16", Land(carrier="enterprise", squadrons=("VB-3",)))
    said = told(battle, "ordered", Land(carrier="yorktown", squadrons=("VB-3", "VF-3")))
    assert said.splitlines() == [
        "Yorktown lands VF-3 5 SP [M1.3].",
        "Enterprise of tf-16 lands VB-3 before her [MH34].",
    ]


def test_mh34_form_and_report_agree_on_whom_a_partners_order_lands_first() -> None:
    battle = landers("VB-3", "VF-3")
    battle.file("tf-16", Land(carrier="enterprise", squadrons=("VB-3",)))
    said = form(battle)
    assert "Yorktown: may land whole squadrons of up to 20 SP [M1.2]." in said
    assert "Enterprise of tf-16 lands VB-3 before her [MH34]." in said
    examples = (order for one in MIDWAY.form(battle.view(), CHARTS) for order in one.examples)
    landings = [order for order in examples if isinstance(order, Land)]
    assert landings == [Land(carrier="yorktown", squadrons=("VF-3",))]
    battle.file("tf-17", Land(carrier="yorktown", squadrons=("VB-3", "VF-3")))
    assert (
        "The landing of tf-17 with VB-3 comes to nothing: landed on a carrier before her [MH34]."
        in battle.said()
    )


def home(*first: Order, second: tuple[Order, ...] = ()) -> dict[str, tuple[str, ...]]:
    """Who of the strike of Midway lands where, by standing orders of its two seats.

    Akagi and Kaga are the first seat's. Hiryu spots: her partner lands on Soryu alone.
    """
    battle = scenario("midway-0700", "cardiv-1", "cardiv-2", "american", pace="phase")
    battle.file("cardiv-1", Plan(carrier="akagi"), *first)
    battle.file("cardiv-2", Plan(carrier="hiryu", deck=("Hiryu-DB",)), *second)
    battle.file("american")
    battle.file("cardiv-1")
    battle.file("cardiv-2")
    return {one.carrier: one.squadrons for one in battle.told(Landed)}


def test_mh34_a_list_puts_none_of_its_seats_behind_those_of_a_partner_without_a_list() -> None:
    default = home()
    assert default == {
        "akagi": ("Akagi-DB", "Hiryu-F", "Hiryu-TB", "Kaga-DB"),
        "soryu": ("Soryu-F", "Soryu-TB"),
    }
    of_partners = StandingLand(squadrons=("Soryu-F", "Hiryu-F"), carriers=("akagi",))
    assert home(of_partners) == default
    assert home(StandingLand(squadrons=("Kaga-DB",))) == {
        "akagi": ("Kaga-DB", "Akagi-DB", "Hiryu-F", "Hiryu-TB"),
        "soryu": ("Soryu-F", "Soryu-TB"),
    }


def test_mh34_a_carrier_that_is_preferred_lands_before_a_partners_who_prefers_none() -> None:
    first_on_soryu = StandingLand(squadrons=("Hiryu-F",), carriers=("soryu",))
    assert home(second=(first_on_soryu,)) == {
        "soryu": ("Hiryu-F", "Akagi-DB", "Hiryu-TB", "Kaga-DB"),
        "akagi": ("Soryu-F", "Soryu-TB"),
    }


def test_mh7_who_lands_on_a_partners_carrier_is_told_whom_it_obeys_then() -> None:
    battle = landers("VB-6", "VF-3")
    mine = "VF-3 lands on Enterprise of tf-16, and obeys tf-16 from then on [M1.4, MH7]."
    battle.file("tf-16")
    assert told(battle, "left") == f"Turn 2, landing: nothing lands on your carriers. {mine}"
    nothing = Land(carrier="yorktown")
    assert told(battle, "left", nothing) == f"Turn 2, landing: {mine}"
    assert told(battle, "left", Land(carrier="yorktown", squadrons=("VF-3",))) == ""


def test_mh7_a_partner_who_writes_later_may_land_others_than_by_default() -> None:
    game = put(table(), "waiting", "VF-6", "VB-6").without_squadrons(["VB-3", "VS-5", "VT-3"])
    said = told(partners(game, 10), "left")
    assert (
        "Turn 3, landing: nothing lands on your carriers. VB-6 and VF-6 land on Yorktown of tf-17,"
        " unless tf-17 later orders otherwise, and obey tf-17 from then on [M1.4, MH7]." in said
    )


# --- standing orders for a partner's squadrons [MH7] ---------------------------------------------


def test_mh7_a_standing_order_for_a_partners_squadron_holds_once_it_is_ones_own() -> None:
    battle = partners(put(table(), "moving", "VB-6", "VB-3"), 10)
    hold = StandingMove(squadrons=("VB-6", "VB-3"), move="hold")
    later = "VB-6 stays; once under your command by a landing [MH7], VB-3 stays"
    assert f"From now on {later} [M3.1, MB1]." in told(battle, "ordered", hold)
    fall = StandingLosses(bombers=("VB-3",))
    assert (
        "From now on once under your command by a landing [MH7], VB-3 loses SP first to enemy"
        " fighters" in told(battle, "ordered", fall)
    )
    game = ordered(seated(battle.game, **SEATS), hold, seat="tf-16")
    assert later in told(begun(game, turn=2, phase=10), "left")


def test_m3_1_partners_whose_squadrons_wait_for_one_another_are_warned_of_it() -> None:
    """He who makes it so is told when he writes the standing order, whatever his file is for."""
    game = only(table(pace="phase"), "VB-6", "VS-6", "VB-3", "VF-6", "Akagi-DB")
    battle = partners(put(game, "deck", "VB-6", "VS-6", "VB-3"), 10)

    def wait(whom: str, *squadrons: str) -> StandingMove:
        return StandingMove(squadrons=squadrons, move="hold-until", until=(whom,))

    first = wait("VB-3", "VB-6", "VS-6")
    assert told(battle, "warnings", first) == ""
    battle.file("tf-16", first)
    assert told(battle, "warnings", wait("VB-6", "VB-3")) == (
        "VB-3 and VB-6 of tf-16 wait for one another, and VS-6 waits for them: they stay until"
        " ordered on [M3.1]."
    )
    assert told(battle, "warnings", wait("VF-6", "VB-3")) == ""
    battle.file("tf-17", wait("VB-6", "VB-3"))
    while "3/4" not in battle.view().decision.covers:
        battle.file(battle.asked)
    assert "wait for one another" in told(battle, "warnings")
    ahead = Move(squadrons=("VB-6",), to="ready")
    assert "wait for one another" not in told(battle, "warnings", ahead)
