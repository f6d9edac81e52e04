"""Examples of landing, moving, searching, launching, planning and repair, dice written out."""

from dataclasses import replace

from pbem.engine.orders import Order
from pbem.engine.run import Table, advance
from pbem.engine.steps import happenings
from pbem.frozen import FrozenMap
from pbem.systems.midway.events import Ditched, Landed, OrderVoided, Searched, Waited
from pbem.systems.midway.orders import Land, Launch, Move, Plan, SearchGroups, StandingLand
from pbem.systems.midway.state import Game
from pbem.systems.midway.system import MIDWAY
from tests.systems.midway.tabletop import (
    CHARTS,
    Scripted,
    hurt,
    mark,
    only,
    ordered,
    play,
    put,
    refusals,
    said,
    sink,
    table,
    told,
    weaken,
    where,
)

FIRST_WAVE = ("VB-3", "VB-6", "VB-8", "VS-5", "VS-6", "VS-8", "VT-3", "VT-6")
RETURNING = ("Akagi-F", "Akagi-DB", "Kaga-DB", "Hiryu-TB", "Soryu-TB")


# --- landing [M1] --------------------------------------------------------------------------------


def returning() -> Game:
    """Five squadrons that wait, ranked; Akagi is the only carrier that is not crippled."""
    game = hurt(weaken(table(), Kaga_DB=4, Soryu_TB=3), kaga=7, soryu=7, hiryu=7)
    ranked = ordered(game, StandingLand(squadrons=RETURNING), seat="japanese")
    return put(ranked, "waiting", *RETURNING)


def test_gm1_m1_2_a_carrier_lands_as_much_as_its_limit_holds() -> None:
    result = play(returning(), 1)
    assert where(result.game, *RETURNING) == {
        "Akagi-F": "hangar",
        "Akagi-DB": "hangar",
        "Kaga-DB": "hangar",
        "Hiryu-TB": "hangar",
        "Soryu-TB": "waiting",
    }
    assert [event.squadrons for event in told(result, Landed)] == [RETURNING[:4]]
    assert [event.marks for event in told(result, Waited)] == [FrozenMap({"Soryu-TB": 1})]
    assert result.game.squadrons["Soryu-TB"].marks == 1


def test_gm2_m1_1_nothing_lands_on_a_foul_deck() -> None:
    game = put(weaken(returning(), Akagi_TB=1), "deck", "Akagi-TB")
    result = play(game, 1)
    assert set(where(result.game, *RETURNING).values()) == {"waiting"}
    assert [event.marks for event in told(result, Waited)] == [
        FrozenMap(dict.fromkeys(RETURNING, 1))
    ]
    assert told(result, Landed) == []


def test_gm3_m15_2_a_crippled_carrier_is_refused_a_landing() -> None:
    game = put(hurt(table(), hornet=7), "waiting", "VF-8")
    order = Land(carrier="hornet", squadrons=("VF-8",))
    assert said(refusals(game, "american", order, covers=("3/2", "3/4"))) == [
        (
            "order 1, key 'carrier'",
            "hornet is crippled and lands nothing",
            "M15.2",
            "land on another carrier",
        )
    ]


def test_gm3_m15_2_with_six_damage_it_lands() -> None:
    game = put(hurt(table(), hornet=6), "waiting", "VF-8")
    order = Land(carrier="hornet", squadrons=("VF-8",))
    assert refusals(game, "american", order, covers=("3/2", "3/4")) == []
    landed = play(game, 2, (order,)).game.squadrons["VF-8"]
    assert (landed.box, landed.carrier) == ("hangar", "hornet")


def test_gm4_m1_5_the_third_wait_mark_ditches_a_squadron() -> None:
    game = mark(
        put(hurt(table(), hornet=7, enterprise=7, yorktown=7), "waiting", "VT-8"), 2, "VT-8"
    )
    result = play(game, 2)
    assert [(event.squadrons, event.no_carrier) for event in told(result, Ditched)] == [
        (("VT-8",), False)
    ]
    assert "VT-8" not in result.game.squadrons


def test_gm5_m1_6_without_a_carrier_afloat_all_that_wait_ditch_at_once() -> None:
    game = sink(put(table(), "waiting", "VB-6"), "enterprise", "hornet", "yorktown")
    result = play(game, 2)
    assert [(event.squadrons, event.no_carrier) for event in told(result, Ditched)] == [
        (("VB-6",), True)
    ]
    assert "VB-6" not in result.game.squadrons


# --- moving and searching [M3, M16] --------------------------------------------------------------


def test_gm6_m3_1_a_move_is_one_box() -> None:
    game = put(table(), "moving", "VT-8")
    order = Move(squadrons=("VT-8",), to="attacking")
    assert said(refusals(game, "american", order, covers=("3/4",))) == [
        (
            "order 1, key 'to'",
            "VT-8 goes from moving to ready, one box in a move",
            "M3.1",
            'to = "ready"',
        )
    ]


def first_wave(*ids: str) -> Game:
    return put(table(search_done=False), "moving", *ids)


def test_gm7_m16_3_the_group_that_the_die_names_is_ready() -> None:
    result = play(first_wave(*FIRST_WAVE), 4, dice={"M16.3 search": "3"})
    (searched,) = told(result, Searched)
    assert searched.groups == (
        ("VB-3", "VS-6"),
        ("VB-6", "VS-8"),
        ("VB-8", "VT-3"),
        ("VS-5", "VT-6"),
    )
    assert searched.lucky == 3
    arrived = {id_ for id_, box in where(result.game, *FIRST_WAVE).items() if box == "ready"}
    assert arrived == {"VB-8", "VT-3"}
    assert sorted(where(result.game, *FIRST_WAVE).values()) == ["moving"] * 6 + ["ready"] * 2
    assert result.game.search_done


def test_gm8_m16_3_fives_and_sixes_are_rolled_again() -> None:
    dice = {"M16.3 search": "5", "M16.3 search #2": "6", "M16.3 search #3": "2"}
    result = play(first_wave(*FIRST_WAVE), 4, dice=dice)
    (searched,) = told(result, Searched)
    assert [roll.dice for roll in searched.rolls] == [(5,), (6,), (2,)]
    arrived = {id_ for id_, box in where(result.game, *FIRST_WAVE).items() if box == "ready"}
    assert arrived == {"VB-6", "VS-8"}


def test_gm9_m16_4_an_empty_group_finds_for_nobody_and_the_search_is_over() -> None:
    groups = SearchGroups(groups=(("VB-6",), (), (), ()))
    game = first_wave("VB-6")
    assert refusals(game, "american", groups, covers=("3/4",)) == []
    result = play(game, 4, (groups,), {"M16.3 search": "4"})
    assert where(result.game, "VB-6") == {"VB-6": "moving"}
    assert where(play(result.game, 4, turn=4).game, "VB-6") == {"VB-6": "ready"}


def test_gm10_m16_2_search_groups_are_about_equal() -> None:
    groups = SearchGroups(groups=(FIRST_WAVE[:5], ("VS-8",), ("VT-3",), ("VT-6",)))
    assert said(refusals(first_wave(*FIRST_WAVE), "american", groups, covers=("3/4",))) == [
        (
            "order 1, key 'groups'",
            "there must be 4 groups whose sizes differ by at most one",
            "M16.2",
            "8 squadrons: 2, 2, 2, 2",
        )
    ]


# --- launching [M9], planning [M11], repair [M13] ------------------------------------------------


def test_gm29_m15_2_a_carrier_crippled_this_turn_launches_nothing() -> None:
    game = put(hurt(table(), yorktown=6), "deck", "VB-3", "VF-3")
    game = weaken(put(game, "attacking", "Akagi-DB"), Akagi_DB=1)
    dice = {"M7.2 AA yorktown": "1 1 1 1 1 1 1 1 1 1 1 1", "M7.4 DB yorktown g0": "5"}
    game = play(game, 7, dice=dice).game
    assert game.carriers["yorktown"].damage == 7
    launch = Launch(carrier="yorktown", strike=("VB-3",), cap=("VF-3",))
    assert said(refusals(game, "american", launch, covers=("3/10",))) == [
        (
            "order 1, key 'carrier'",
            "yorktown is crippled and launches nothing",
            "M15.2",
            "take it out",
        )
    ]
    assert where(play(game, 10).game, "VB-3", "VF-3") == {"VB-3": "deck", "VF-3": "deck"}


def test_gm30_m13_2_m15_2_repaired_to_six_a_carrier_may_launch_again() -> None:
    game = put(hurt(table(), yorktown=7), "deck", "VB-3")
    game = play(game, 14, dice={"M13.1 repair yorktown": "4"}).game
    assert game.carriers["yorktown"].damage == 6
    launch = Launch(carrier="yorktown", strike=("VB-3",))
    assert refusals(game, "american", launch, covers=("4/10",)) == []
    assert where(play(game, 10, (launch,), turn=4).game, "VB-3") == {"VB-3": "moving"}


def test_gm31_m13_2_each_carrier_repairs_on_its_own_faces() -> None:
    game = hurt(table(), akagi=3, enterprise=3, hornet=3, yorktown=3)
    game = play(game, 13, dice={"M13.1 repair akagi": "5"}).game
    dice = {
        "M13.1 repair enterprise": "4",
        "M13.1 repair hornet": "5",
        "M13.1 repair yorktown": "3",
    }
    game = play(game, 14, dice=dice).game
    ships = ("akagi", "enterprise", "hornet", "yorktown")
    assert [game.carriers[id_].damage for id_ in ships] == [3, 3, 2, 3]


def test_gm32_m13_1_m13_3_neither_whole_nor_sunk_carriers_roll() -> None:
    result = play(sink(table(), "soryu"), 13)
    assert result.events == ()
    assert result.game.carriers["kaga"].damage == 0
    assert result.game.carriers["soryu"].damage == 10


KAGA = ("Kaga-DB", "Kaga-TB1", "Kaga-TB2", "Kaga-F")


def test_gm33_m11_1_a_deck_holds_its_limit() -> None:
    moved = replace(table().squadrons["Akagi-DB"], carrier="kaga")
    game = table().with_squadrons([moved])
    assert refusals(game, "japanese", Plan(carrier="kaga", deck=KAGA), covers=("3/11",)) == []
    assert said(
        refusals(game, "japanese", Plan(carrier="kaga", deck=(*KAGA, "Akagi-DB")), covers=("3/11",))
    ) == [("order 1, key 'deck'", "23 SP are more than a deck holds", "M11.1", "20 SP at most")]
    spotted = play(game, 11, (Plan(carrier="kaga", deck=KAGA),)).game
    assert where(spotted, *KAGA, "Akagi-DB") == {
        **dict.fromkeys(KAGA, "deck"),
        "Akagi-DB": "hangar",
    }


def test_gm34_m9_2_what_stays_on_deck_keeps_it_foul() -> None:
    game = put(put(table(), "deck", "VT-6", "VB-6"), "waiting", "VS-6")
    game = play(game, 10, (Launch(carrier="enterprise", strike=("VT-6",)),)).game
    assert where(game, "VT-6", "VB-6") == {"VT-6": "moving", "VB-6": "deck"}
    landing = Land(carrier="enterprise", squadrons=("VS-6",))
    keep = play(game, 12, (Plan(carrier="hornet", deck=()),)).game
    assert said(refusals(keep, "american", landing, covers=("4/2",))) == [
        (
            "order 1, key 'carrier'",
            "the deck of enterprise is foul with VB-6",
            "M1.1",
            "clear it in the planning phase before, or land on another carrier",
        )
    ]
    voided = play(keep, 2, (landing,), turn=4)
    assert [(e.ids, e.cited) for e in told(voided, OrderVoided)] == [
        (("enterprise", "VS-6"), "M1.1")
    ]
    struck = play(game, 12, (Plan(carrier="enterprise", deck=()),)).game
    assert where(struck, "VB-6") == {"VB-6": "hangar"}
    assert refusals(struck, "american", landing, covers=("4/2",)) == []
    assert where(play(struck, 2, (landing,), turn=4).game, "VS-6") == {"VS-6": "hangar"}


def story(game: Game, last_turn: int, dice: dict[str, str]) -> list[tuple[int, str, str, str]]:
    """What happens from phase 10 of turn 1 if nobody orders anything: turn, phase, event, box."""
    at = Table(turn=1, game=game, cursor=9)
    scripted, found = Scripted(dice), []
    while at.turn <= last_turn:
        advanced = advance(MIDWAY, at, scripted, CHARTS)
        for happening in happenings(advanced.scenes):
            event, step = happening.event, f"phase {happening.step}"
            found.append((happening.turn, step, type(event).__name__, getattr(event, "target", "")))
        held = dict(advanced.table.held)
        for decision in advanced.table.asks:
            silent: dict[str, tuple[Order, ...]] = {decision.seat: ()}
            held |= {key: held.get(key, FrozenMap()).update(silent) for key in decision.covers}
        at = replace(advanced.table, held=FrozenMap(held))
    assert not scripted.faces
    return [row for row in found if row[0] <= last_turn]


def test_gm35_m3_1_m7_7_m11_1_a_squadron_takes_five_turns_from_launch_to_launch() -> None:
    game = put(only(table(), "VB-6"), "deck", "VB-6")
    dice = {"M7.2 AA soryu": "1 1 1 1 1 1", "M7.4 DB soryu g0": "1 2 3 4 1"}
    assert story(game, 6, dice) == [
        (1, "phase 10", "Launched", ""),
        (2, "phase 4", "Moved", "ready"),
        (3, "phase 4", "Moved", "attacking"),
        (3, "phase 8", "FlakFired", ""),
        (3, "phase 8", "Bombed", ""),
        (3, "phase 8", "WentHome", ""),
        (4, "phase 4", "Moved", "waiting"),
        (5, "phase 2", "Landed", ""),
        (5, "phase 12", "Planned", ""),
        (6, "phase 10", "Launched", ""),
    ]
