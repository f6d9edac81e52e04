"""Standing orders in words: what is new, what still holds, what ends, what gives way [MB1]."""

from pbem.frozen import replace
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    Launch,
    Move,
    Plan,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
    Stay,
)
from tests.systems.midway.tabletop import CHARTS, hurt, mark, ordered, put, sink, table, view
from tests.systems.midway.test_foretell import TURN, told, warned


def test_mb1_standing_orders_that_are_as_before_are_told_in_one_line_with_their_file() -> None:
    """Forms write out what is in force; only what is new is told as an order."""
    never, keep = StandingCap(attack="never"), StandingPlan(carrier="akagi", deck="keep")
    game = put(put(table(), "cap", "Kaga-F", ring=1), "moving", "VB-6")
    game = ordered(game, never, keep, seat="japanese")
    spots = StandingPlan(carrier="kaga", deck="spot")
    assert told(game, never, keep, spots) == [
        "From now on Kaga spots all that she can, whoever comes home [M11.1, MB1]."
    ]
    left = told(game, never, keep, spots, part="left")
    assert left[:2] == [
        "Still in force, since file 7: the CAP holds; its hits fall on torpedo bombers first"
        " [MB1].",
        "Still in force: Akagi keeps her deck as it is [MB1].",
    ]
    assert told(game, spots, part="left")[:2] == left[:2]
    cap = (
        "Turn 3, CAP attacks: your CAP (Kaga-F 5 SP in ring 1) holds. Your standing-cap is in"
        " force, as ordered in file 7."
    )
    assert cap in left


def test_mb1_a_standing_order_that_ends_keys_of_the_former_is_warned_of() -> None:
    """Alike where it leaves a key out and where it writes its default."""
    former = StandingLosses(aa=("TB",), bombers=("Akagi-DB",))
    game = ordered(table(), former, seat="japanese")
    said = warned(game, StandingLosses(fighters=("Kaga-F",), bombers=("Kaga-DB",)))
    assert said == [
        "Your standing-losses takes the place of that of file 7: for aa the default holds"
        " again [MB1]."
    ]
    assert warned(game, StandingLosses()) == []
    assert warned(game, former) == []


def test_mb1_standing_orders_tell_of_the_living_alone() -> None:
    orders = (
        StandingTargets(carriers=("yorktown", "hornet")),
        StandingLosses(aa=("Soryu-TB",), bombers=("Kaga-DB", "Soryu-TB")),
        StandingLand(squadrons=("Soryu-TB",)),
        StandingMove(squadrons=("Akagi-DB",), move="hold-until", until=("Soryu-TB",)),
        StandingMove(squadrons=("Kaga-DB", "Soryu-TB"), move="hold"),
        StandingPlan(carrier="soryu", deck="spot"),
    )
    game = ordered(sink(table(), "soryu", "yorktown"), *orders, seat="japanese")
    assert [line for line in told(game, part="left") if line.startswith("Still")] == [
        "Still in force: Kaga-DB stays [MB1].",
        "Still in force, since file 7: the bombers attack Hornet before others. Kaga-DB loses SP"
        " first to enemy fighters [MB1].",
    ]


def test_mb1_one_squadron_of_several_is_ordered_otherwise() -> None:
    game = ordered(
        table(), StandingMove(squadrons=("Akagi-DB", "Kaga-DB"), move="hold"), seat="japanese"
    )
    new = StandingMove(squadrons=("Kaga-DB",), move="advance")
    assert told(game, new, part="left")[0] == "Still in force: Akagi-DB stays [MB1]."


def test_mb1_a_ratio_is_left_out_with_the_doctrine_that_it_belongs_to() -> None:
    game = ordered(table(), StandingCap(attack="if-outnumbering", ratio=2), seat="japanese")
    assert warned(game, StandingCap(attack="always")) == []
    assert len(warned(game, StandingCap(attack="if-outnumbering", bomb_split="DB"))) == 1


def test_m5_6_fighters_of_a_cap_lose_first_only_among_those_that_fight() -> None:
    said = told(table(), StandingLosses(fighters=("Akagi-F",)))
    assert said == [
        "From now on Akagi-F loses SP first in dogfights, of a CAP among those that fight the"
        " escorts [M7.3, MB1]."
    ]


def test_mb1_who_is_left_on_a_deck_by_a_standing_order_is_told_and_warned_of_alike() -> None:
    """Kaga's launch is ordered, Soryu's is not: both keep bombers on deck [M9.2]."""
    game = put(table(), "deck", "Kaga-TB1", "Kaga-TB2", "Soryu-F", "Soryu-TB")
    game = ordered(game, StandingLaunch(bombers="none"), seat="japanese")
    launch = Launch(carrier="kaga", strike=("Kaga-TB1",))
    assert (
        "Turn 2, launches: Soryu launches Soryu-F to CAP ring 1 [M9.3]. Soryu-TB 5 SP stays on"
        " Soryu's deck [M9.2]. Your standing-launch is in force, as ordered in file 7."
    ) in told(game, launch, part="left")
    plan = Plan(carrier="akagi", deck=("Akagi-TB",))
    assert warned(game, launch, plan)[-2:] == [
        "Kaga-TB2 3 SP stays on Kaga's deck, and she can land nothing meanwhile [M9.2].",
        "Soryu-TB 5 SP stays on Soryu's deck, and she can land nothing meanwhile [M9.2].",
    ]


def test_mb1_a_standing_order_that_gives_way_to_orders_for_others_is_told_so() -> None:
    """One plan orders all decks, one CAP attack all of the CAP [MH33, M5.1]."""
    game = put(put(table(), "cap", "Akagi-F", "Kaga-F", ring=1), "moving", "VB-6")
    spots, never = StandingPlan(carrier="kaga", deck="spot"), StandingCap(attack="never")
    game = ordered(game, spots, never, seat="japanese")
    plan, attack = Plan(carrier="akagi", deck=("Akagi-DB",)), CapAttack(squadrons=("Kaga-F",))
    left = [one for one in told(game, plan, attack, part="left") if one.startswith("Still")]
    assert left == [
        "Still in force, since file 7, but who attacks this time is as your cap-attack says"
        " [M5.1]: the CAP holds; its hits fall on torpedo bombers first [MB1].",
        "Still in force, but not in this file, for you plan decks yourself [MH33]: Kaga spots all"
        " that she can, whoever comes home [MB1].",
    ]
    (cap, deck) = (one for one in told(game, plan, part="left") if one.startswith("Still"))
    assert ", where you order nothing else: the CAP" in cap
    assert ", but not in this file" in deck


def test_m3_1_who_is_held_on_his_way_home_is_warned_of() -> None:
    """`hold-until` is meant for the way out, and holds in every box that a move leaves."""
    wait = StandingMove(squadrons=("Hiryu-DB",), move="hold-until", until=("Akagi-DB",))
    game = put(put(table(), "home", "Hiryu-DB"), "cap", "Akagi-F", ring=1)
    game = ordered(game, wait, seat="japanese")
    assert warned(game) == [
        "Hiryu-DB 5 SP stays in Heading Home: hold-until holds it there, too [M3.1]."
    ]
    left = told(game, part="left")
    assert (
        "Turn 3, moves: Hiryu-DB 5 SP stays in Heading Home until Akagi-DB stands Ready or"
        " Attacking. Akagi-F 5 SP in ring 1 stays on CAP. Your standing-move is in force, as last"
        " changed in file 7." in left
    )
    assert warned(game, Stay(squadrons=("Hiryu-DB",))) == []
    assert warned(game, Move(squadrons=("Hiryu-DB",), to="waiting")) == []
    assert warned(put(game, "ready", "Akagi-DB", "Hiryu-DB")) == []


def test_m3_1_who_wait_for_one_another_are_warned_of() -> None:
    two = ("Hiryu-DB", "Akagi-DB")
    wait = StandingMove(squadrons=two, move="hold-until", until=two)
    game = ordered(put(table(), "moving", *two), wait, seat="japanese")
    assert warned(game) == [
        "Akagi-DB and Hiryu-DB wait for one another: they stay until ordered on [M3.1]."
    ]
    assert warned(game, Move(squadrons=("Akagi-DB",), to="ready")) == []
    assert warned(put(game, "ready", "Akagi-DB")) == []


def test_m0_6_who_waits_for_a_lost_squadron_is_told_so_and_words_and_moves_agree() -> None:
    game = put(table(), "moving", "Soryu-TB").without_squadrons(["Hiryu-TB"])
    waits = StandingMove(squadrons=("Soryu-TB",), move="hold-until", until=("Akagi-DB", "Hiryu-TB"))
    assert told(game, waits) == [
        "From now on Soryu-TB stays until Akagi-DB stands Ready or Attacking [M3.1, MB1]."
    ]
    assert "Hiryu-TB is lost: your standing-move holds without it [M0.6]." in warned(game, waits)
    left = "\n".join(told(game, waits, part="left"))
    assert "Soryu-TB 5 SP stays in Moving to Attack until Akagi-DB stands Ready" in left
    vain = replace(waits, until=("Hiryu-TB",))
    assert told(game, vain) == []
    assert "Hiryu-TB is lost: your standing-move changes nothing [M0.6]." in warned(game, vain)


def test_mb1_others_are_told_what_a_standing_order_holds_for_now() -> None:
    game = sink(table(), "kaga").without_squadrons(["Hiryu-TB"])
    waits = StandingMove(squadrons=("Soryu-TB",), move="hold-until", until=("Akagi-DB", "Hiryu-TB"))
    orders = (waits, replace(waits, until=("Hiryu-TB",)), Plan(carrier="akagi"))
    assert MIDWAY.stances is not None
    assert MIDWAY.stances(view(game, "japanese", *TURN), orders, CHARTS) == (
        "From now on Soryu-TB stays until Akagi-DB stands Ready or Attacking [M3.1, MB1].",
        "The standing-move changes nothing: those on whom it hangs are lost or sunk [M3.1, MB1].",
    )


def test_m7_1_who_attacks_by_a_standing_order_is_told_among_the_ordered() -> None:
    """At whom the rules alone send bombers is nobody's order."""
    game = put(table(), "ready", "Akagi-DB", "Kaga-DB", "Soryu-TB")
    moves = Move(squadrons=("Akagi-DB", "Kaga-DB", "Soryu-TB"), to="attacking")
    attacks = Attack(squadrons=("Soryu-TB",), carrier="hornet")
    alone = "Japanese bombers are ordered at Hornet (5 SP)."
    assert told(game, moves, attacks, part="aimed") == [alone]
    repairing = hurt(game, enterprise=1, hornet=1)
    assert told(repairing, moves, attacks, part="aimed") == [
        "Japanese bombers are ordered at Hornet (15 SP at most)."
    ]
    game = ordered(game, StandingTargets(carriers=("yorktown",)), seat="japanese")
    assert told(game, moves, attacks, part="aimed") == [
        "Japanese bombers are ordered at Hornet (5 SP) and Yorktown (10 SP)."
    ]
    assert told(game, moves, part="aimed") == ["Japanese bombers are ordered at Yorktown (15 SP)."]


def test_m7_1_who_finds_no_room_at_the_carriers_of_a_list_is_sent_by_it_elsewhere() -> None:
    game = put(table(), "ready", "Akagi-DB", "Kaga-DB")
    moves = Move(squadrons=("Akagi-DB", "Kaga-DB"), to="attacking")
    listed = StandingTargets(carriers=("hornet",), wave_sp=5)
    assert told(ordered(game, listed, seat="japanese"), moves, part="aimed") == [
        "Japanese bombers are ordered at Enterprise (5 SP) and Hornet (5 SP)."
    ]


def test_m1_3_where_planes_land_first_is_told_without_squadrons() -> None:
    game = table()
    said = told(game, StandingLand(carriers=("kaga",)))
    assert said == ["From now on planes land on Kaga before other carriers [M1.3, MB1]."]


def test_m15_3_a_carrier_in_a_standing_order_is_not_lost_but_sunk() -> None:
    game = sink(table(), "kaga", "yorktown").without_squadrons(["Hiryu-TB"])
    assert warned(game, StandingTargets(carriers=("yorktown", "hornet"))) == [
        "Yorktown is sunk: your standing-targets holds without it [M15.3]."
    ]
    assert warned(game, StandingPlan(carrier="kaga", deck="keep")) == [
        "Kaga is sunk: your standing-plan changes nothing [M15.3]."
    ]
    assert warned(game, StandingLand(squadrons=("Hiryu-TB", "Akagi-DB"), carriers=("kaga",))) == [
        "Hiryu-TB is lost and Kaga is sunk: your standing-land holds without them [M0.6, M15.3]."
    ]


def test_m0_6_a_form_writes_out_standing_orders_for_those_still_there() -> None:
    waits = StandingMove(squadrons=("Soryu-TB",), move="hold-until", until=("Akagi-DB", "Hiryu-TB"))
    plan = StandingPlan(carrier="kaga", deck="keep")
    game = ordered(table(), waits, plan, seat="japanese")
    game = sink(game, "kaga").without_squadrons(["Hiryu-TB"])
    sections = MIDWAY.form(view(game, "japanese", *TURN), CHARTS)
    (left,) = (order for one in sections for order in one.orders)
    assert left == replace(waits, until=("Akagi-DB",))
    assert told(game, left) == []
    move = next(kind for kind in MIDWAY.kinds if kind.order is StandingMove)
    assert MIDWAY.sight is not None
    sight = MIDWAY.sight(view(game, "japanese", *TURN), StandingMove, CHARTS)
    assert all("Hiryu-TB" not in part.values for part in move.parts(sight))


def test_m3_1_who_waits_for_a_squadron_that_ditches_is_warned_of() -> None:
    game = mark(put(table(), "waiting", "Akagi-DB"), 2, "Akagi-DB")
    game = put(put(game, "deck", *FIGHTERS), "home", "Kaga-TB1")
    launches = [Launch(carrier=id_) for id_ in SHIPS]
    keep = [StandingPlan(carrier=id_, deck="keep") for id_ in SHIPS]
    waits = StandingMove(squadrons=("Kaga-TB1",), move="hold-until", until=("Akagi-DB", "Kaga-DB"))
    ditches = "Akagi-DB ditches: no deck in time [M1.5]."
    by = "standing-move of the Japanese side"
    said = warned(game, waits, *keep, *launches)
    assert said[said.index(ditches) + 1] == (
        f"By the {by} Kaga-TB1 now waits for Kaga-DB alone, for Akagi-DB is lost [MB1]."
    )
    alone = StandingMove(squadrons=("Kaga-TB1",), move="hold-until", until=("Akagi-DB",))
    said = warned(game, alone, *keep, *launches)
    assert f"The {by} for Kaga-TB1 ends, for Akagi-DB is lost [MB1]." in said


SHIPS = ("akagi", "kaga", "soryu", "hiryu")
FIGHTERS = ("Akagi-F", "Kaga-F", "Soryu-F", "Hiryu-F")
