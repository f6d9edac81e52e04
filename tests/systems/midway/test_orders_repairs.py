"""What hangs on a die of repair that is closed is told as what it is: both ways [M13.1, MB3]."""

import pytest

from pbem.engine.orders import Order
from pbem.systems.midway.form.form import sections
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import (
    Land,
    Plan,
    StandingLand,
    StandingTargets,
)
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import (
    CHARTS,
    hurt,
    mark,
    only,
    ordered,
    put,
    refusals,
    sink,
    table,
    view,
)

AMERICAN = ("3/10", "3/12", "4/2", "4/4", "4/6", "4/8")
JAPANESE = ("3/9", "3/11", "4/1", "4/3", "4/5", "4/7")
ON_YORKTOWN = Land(carrier="yorktown", squadrons=("VF-6",))


def foretold(
    game: Game, *orders: Order, covers: tuple[str, ...] = AMERICAN
) -> dict[str, list[str]]:
    seat = "american" if covers == AMERICAN else "japanese"
    assert not refusals(game, seat, *orders, covers=covers)
    assert MIDWAY.foretell is not None
    told = MIDWAY.foretell(view(game, seat, *covers), orders, CHARTS)
    return {part: list(getattr(told, part)) for part in ("ordered", "left", "warnings")}


def form(game: Game, covers: tuple[str, ...] = AMERICAN) -> str:
    seat = "american" if covers == AMERICAN else "japanese"
    return "\n".join(
        line for one in sections(view(game, seat, *covers), CHARTS) for line in one.choices
    )


def homing(damage: int) -> Game:
    """VF-6 waits to land, Yorktown is damaged; her die is thrown before the landing."""
    return put(hurt(only(table(), "VF-6", "Akagi-DB"), yorktown=damage), "waiting", "VF-6")


def test_mb3_a_landing_that_waits_for_a_die_of_repair_is_told_with_it() -> None:
    told = foretold(homing(7), ON_YORKTOWN)
    assert told["ordered"] == [
        "If Yorktown is repaired (4 or more) she lands VF-6 5 SP [M1.3, M15.2]."
    ]
    assert (
        "Turn 4, landing: if Yorktown is repaired (4 or more): all goes as ordered. Else:"
        " Enterprise lands VF-6 [M1.4]." in told["left"]
    )
    assert not [line for line in told["warnings"] if "comes to nothing" in line]


def test_mb3_a_landing_by_standing_order_waits_for_the_die_of_repair_too() -> None:
    game = ordered(homing(7), StandingLand(carriers=("yorktown",)), seat="american")
    words = (
        "if Yorktown is repaired (4 or more): Yorktown lands VF-6 [M1.4]. Else: Enterprise lands"
        " VF-6 [M1.4]. Your standing-land is in force, as ordered in file 7."
    )
    assert f"Turn 4, landing: {words}" in foretold(game)["left"]
    assert f"If nothing is ordered: {words}" in form(game)


def test_m15_2_a_form_tells_of_a_carrier_that_may_be_repaired_in_time() -> None:
    may = (
        "Yorktown: crippled; if she is repaired (4 or more) she may land whole squadrons of up to"
        " 20 SP [M1.2, M15.2]."
    )
    assert may in form(homing(7))
    assert "Yorktown: crippled, lands nothing [M15.2]." in form(homing(8))


def test_mb3_the_only_carrier_may_come_to_land_by_a_repair() -> None:
    game = mark(sink(homing(7), "enterprise", "hornet"), 2, "VF-6")
    assert "land" in [
        order.type
        for one in sections(view(game, "american", *AMERICAN), CHARTS)
        for order in one.examples
    ]
    told = foretold(game)
    assert (
        "Turn 4, landing: if Yorktown is repaired (4 or more): Yorktown lands VF-6 [M1.4]. Else:"
        " nothing lands." in told["left"]
    )
    assert told["warnings"] == [
        "Unless Yorktown is repaired (4 or more), VF-6 ditches: no deck in time [M1.5]."
    ]


def test_m1_5_who_does_not_land_on_either_way_is_warned_of() -> None:
    five = ("VB-3", "VB-6", "VB-8", "VF-6", "VS-6")
    game = put(hurt(only(table(), *five), yorktown=7), "waiting", *five)
    assert foretold(sink(game, "enterprise", "hornet"))["warnings"] == [
        "If Yorktown is repaired (4 or more), VS-6 does not land: 1 of 3 landings missed [M1.5].",
        "Unless Yorktown is repaired (4 or more), VB-3, VB-6, VB-8, VF-6 and VS-6 do not land: 1 of"
        " 3 landings missed [M1.5].",
    ]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (6, "keeps her flight deck clear, and may land [M11.1]."),
        (7, "keeps her flight deck clear, and may land if she is repaired (4 or more) [M15.2]."),
        (8, "keeps her flight deck clear, but is crippled [M15.2]."),
    ],
)
def test_m15_2_a_deck_that_is_kept_clear_lands_only_if_the_carrier_can(
    damage: int, words: str
) -> None:
    assert foretold(homing(damage), Plan(carrier="yorktown"))["ordered"] == [f"Yorktown {words}"]


@pytest.mark.parametrize(("damage", "when"), [(7, "unless she is repaired (6)"), (8, "next turn")])
def test_m15_2_a_crippled_deck_is_of_use_only_if_one_repair_mends_it(
    damage: int, when: str
) -> None:
    plan, game = Plan(carrier="akagi", deck=("Akagi-DB",)), hurt(table(), akagi=damage)
    said = foretold(game, plan, covers=JAPANESE)["warnings"]
    assert f"Akagi is crippled: nothing takes off from her {when} [M15.2]." in said
    unless = {7: " unless she is repaired (6)", 8: ""}[damage]
    assert (
        "Akagi is crippled: next turn nothing takes off from her and nothing lands on"
        f" her{unless} [M11.4, M15.2]." in form(game, JAPANESE)
    )


def strike(**damage: int) -> Game:
    return put(hurt(only(table(), "Akagi-TB", "VB-6"), **damage), "ready", "Akagi-TB")


def attacks(game: Game, *orders: Order) -> str:
    left = foretold(game, *orders, covers=JAPANESE)["left"]
    return next(line for line in left if line.startswith("Turn 4, carrier attacks: "))[25:]


def test_mb1_a_default_target_that_may_be_repaired_is_told_with_the_other() -> None:
    assert attacks(strike(yorktown=1)) == (
        "if Yorktown is repaired (4 or more): Akagi-TB 5 SP at Enterprise (sound) through 12 AA"
        " dice [M7.2]. Else: Akagi-TB 5 SP at Yorktown (damage 1 of 10) through 12 AA dice [M7.2]."
    )
    assert attacks(strike(yorktown=2)) == (
        "Akagi-TB 5 SP at Yorktown (damage 2 of 10) through 12 AA dice [M7.2]."
    )


def test_mb1_of_two_targets_each_way_that_the_dice_can_go_is_told() -> None:
    told = attacks(strike(enterprise=3, hornet=3))
    assert told.startswith(
        "if Enterprise is repaired (5 or more) and Hornet is not: Akagi-TB 5 SP at Hornet (damage 3"
    )
    assert "Else: Akagi-TB 5 SP at Enterprise (damage 3 of 10)" in told
    assert told.count("Akagi-TB") == 2


def test_mb1_a_target_that_is_named_hangs_on_no_die() -> None:
    listed = ordered(strike(yorktown=1), StandingTargets(carriers=("yorktown",)), seat="japanese")
    assert attacks(listed).startswith("Akagi-TB 5 SP at Yorktown")


def test_m13_1_with_the_pace_phase_no_die_is_closed() -> None:
    """A file that lands is written behind the repairs of its turn."""
    game = put(hurt(table(pace="phase"), yorktown=7), "waiting", "VF-6")
    told = MIDWAY.foretell
    assert told is not None
    left = told(view(game, "american", "4/2", "4/4"), (), CHARTS).left
    assert [line for line in left if "landing" in line] == [
        "Turn 4, landing: Enterprise lands VF-6 [M1.4]."
    ]
