"""The Initiative phase: general regroup, recon, initiative, missions [7, H7]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules import r07_initiative as m07_initiative
from pbem.systems.cartwheel.rules.r14_regroup import bar_to_mark
from pbem.systems.cartwheel.table.events_charts import ReconFlew
from pbem.systems.cartwheel.table.events_turn import (
    InitiativeRolled,
    MissionsRolled,
    RegroupDeclared,
    ScoutPlaced,
)
from pbem.systems.cartwheel.table.orders_turn import Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    afloat,
    hurt,
    raining,
    scouted,
    told,
)

GAME = replace(started(), now=2)


def committed(game: Game, answer: str = "yes") -> Game:
    return game.with_turn(replace(game.turn, eleventh=answer))


def regrouping(game: Game) -> Game:
    return game.with_turn(replace(game.turn, regroup="yes"))


# --- 7.1 -----------------------------------------------------------------------------------------


def declared(*turns: int) -> Game:
    """The campaign with general regroups in these turns."""
    game = started()
    for turn in turns:
        game = m07_initiative.declare_regroup(replace(game, now=turn), True, CHARTS)[0]
    return game


@pytest.mark.parametrize(
    ("turns", "now", "rule"),
    [
        pytest.param((), 2, "", id="the first"),
        pytest.param((5,), 7, "7.1b", id="g53 turn 7"),
        pytest.param((5,), 8, "7.1b", id="g53 turn 8"),
        pytest.param((5,), 9, "", id="g53 turn 9"),
        pytest.param((11,), 12, "7.1c", id="g54"),
        pytest.param((9,), 12, "7.1b", id="first in November"),
        pytest.param((1, 5), 12, "7.1a", id="g55"),
        pytest.param((1,), 4, "7.1b", id="first in July I"),
        pytest.param((2,), 5, "", id="first in July II"),
    ],
)
def test_7_1b_7_1a_when_a_general_regroup_may_be_declared(
    turns: tuple[int, ...], now: int, rule: str
) -> None:
    """It is declared when the turn before is concluded (E.4.6)."""
    game = replace(declared(*turns), now=now - 1)
    assert m07_initiative.bar_to_regroup(game, CHARTS) == rule


@pytest.mark.parametrize("name", ["bismarck-sea", "toenails", "bougainville"])
def test_only_the_campaign_has_general_regroups(name: str) -> None:
    assert m07_initiative.bar_to_regroup(started(name), CHARTS) == "H7.1"


def test_a_general_regroup_changes_pools_and_places_the_marker_once() -> None:
    game, events = m07_initiative.declare_regroup(replace(started(), now=5), True, CHARTS)
    assert (game.turn.regroup, game.regroups, game.regroup_after) == ("yes", (5,), 8)
    assert dict(game.pools) == {ALLIED: 6, JAPANESE: 2}
    assert told(events, RegroupDeclared)[0].after == 8
    game = m07_initiative.declare_regroup(replace(game, now=10), True, CHARTS)[0]
    assert (game.regroups, game.regroup_after) == ((5, 10), 8)
    quiet, events = m07_initiative.declare_regroup(started(), False, CHARTS)
    assert quiet == started().with_turn(replace(started().turn, regroup="no"))
    assert not told(events, RegroupDeclared)[0].declared


def test_a_convoy_adds_to_the_pool_of_a_general_regroup_turn() -> None:
    game = GAME.with_turn(replace(GAME.turn, convoy=2))
    assert m07_initiative.declare_regroup(game, True, CHARTS)[0].pools[JAPANESE] == 4


# --- 7.2 -----------------------------------------------------------------------------------------


def test_7_2_a_unit_without_harm_cannot_be_marked() -> None:
    def rule(unit: str, steps: int, disrupted: bool, base: str = "RAB") -> str:
        return bar_to_mark(unit, steps=steps, disrupted=disrupted, base=base, charts=CHARTS)

    assert rule("A6M-201", 2, False) == "7.2"
    assert rule("A6M-201", 2, True) == ""
    assert rule("A6M-201", 1, False) == ""
    assert rule("A6M-ZU", 2, True, "IJN-CV1") == ""
    assert rule("DIN-6", 1, True) == "7.2"
    assert rule("C47-6", 1, True, "PM") == "7.2"
    assert rule("RUF-802", 1, True, "port:1203") == "7.2"


# --- 7.3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "flies"), [pytest.param(7, True, id="g16"), pytest.param(8, False, id="g17")]
)
def test_7_3_2_recon_flies_with_seven_or_less(die: int, flies: bool) -> None:
    dice = ScriptedDice({"7.3 recon DIN-6": die})
    game, events = m07_initiative.recon_dice(committed(GAME, "no"), JAPANESE, CHARTS, dice)
    assert not dice.left
    assert ("DIN-6" in game.turn.flew, "DIN-6" in game.turn.grounded) == (flies, not flies)
    event = told(events, ReconFlew)[0]
    assert event.flies == game.turn.flew
    assert event.grounded == game.turn.grounded


def test_7_3_2_a_general_regroup_turn_hinders_recon_of_both_sides() -> None:
    dice = ScriptedDice({"7.3 recon DIN-6": 7, "7.3 recon F5-8": 6})
    game = m07_initiative.recon_dice(regrouping(GAME), JAPANESE, CHARTS, dice)[0]
    game = m07_initiative.recon_dice(game, ALLIED, CHARTS, dice)[0]
    assert (game.turn.flew, game.turn.grounded) == (("F5-8",), ("DIN-6",))


def test_7_3_2_magic_flies_without_a_die_to_any_hex() -> None:
    game = regrouping(GAME.with_turn(replace(GAME.turn, magic=True)))
    dice = ScriptedDice({"7.3 recon F5-8": 1})
    game = m07_initiative.recon_dice(game, ALLIED, CHARTS, dice)[0]
    assert "PBY-M" in game.turn.flew
    assert m07_initiative.recon_problem(game, ALLIED, Recon(unit="PBY-M", hex="0101"), CHARTS) == ""
    assert m07_initiative.scout_problem(GAME, ALLIED, "PBY-M", CHARTS) == "7.3a"


def test_7_3a_the_dinah_of_the_eleventh_flies_only_if_it_is_committed() -> None:
    order = Recon(unit="DIN-11", hex="0707")
    assert m07_initiative.recon_problem(committed(GAME, "no"), JAPANESE, order, CHARTS) == "5.2g"
    assert m07_initiative.recon_problem(committed(GAME), JAPANESE, order, CHARTS) == ""
    assert m07_initiative.scouts_in_play(committed(GAME), JAPANESE, CHARTS) == ("DIN-11", "DIN-6")


def test_7_3_3_a_recon_unit_that_is_lost_never_flies_again() -> None:
    game = GAME.with_air((replace(GAME.air["F5-8"], steps=0),))
    order = Recon(unit="F5-8", hex="1203")
    assert m07_initiative.recon_problem(game, ALLIED, order, CHARTS) == "7.3.3~"
    assert m07_initiative.scouts_in_play(game, ALLIED, CHARTS) == ()


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        pytest.param(Recon(unit="F5-8", hex="1203", base="RAB"), "", id="legal"),
        pytest.param(Recon(unit="F5-8", hex="0408"), "7.3.2~", id="not playable"),
        pytest.param(Recon(unit="F5-8", hex="TRK", base="TRK"), "7.3.2~", id="a box"),
        pytest.param(Recon(unit="F5-8", hex="1203", base="KAV"), "7.3.4~", id="another hex"),
        pytest.param(Recon(unit="F5-8", hex="0707", base="PM"), "7.3.4~", id="an own base"),
        pytest.param(Recon(unit="DIN-6", hex="1203"), "7.3a", id="not an own unit"),
        pytest.param(Recon(unit="P38-9", hex="1203"), "7.3a", id="not a recon unit"),
    ],
)
def test_what_a_recon_order_may_say(order: Recon, rule: str) -> None:
    assert m07_initiative.recon_problem(GAME, ALLIED, order, CHARTS) == rule


def test_a_recon_unit_on_the_ground_is_not_sent() -> None:
    game = GAME.with_turn(replace(GAME.turn, grounded=("F5-8",)))
    order = Recon(unit="F5-8", hex="1203")
    assert m07_initiative.recon_problem(game, ALLIED, order, CHARTS) == "7.3.2~"


def test_a_carrier_may_be_looked_at_in_its_hex() -> None:
    game = afloat(GAME, "1203", "IJN-CV1")
    assert m07_initiative.bases_to_look_at(game, ALLIED, "1203", CHARTS) == ("RAB", "IJN-CV1")


def test_scouts_that_fly_are_placed_and_their_counts_owed() -> None:
    game = GAME.with_turn(replace(GAME.turn, flew=("DIN-11", "F5-8")))
    orders = (Recon(unit="DIN-11", hex="0707", base="PM"), Recon(unit="DIN-6", hex="1807"))
    game, events = m07_initiative.place_scouts(game, JAPANESE, orders)
    assert [(event.unit, event.base) for event in told(events, ScoutPlaced)] == [("DIN-11", "PM")]
    assert game.turn.scouts["DIN-11"].hex == "0707"
    assert game.turn.looks == FrozenMap({ALLIED: ("PM",)})


def test_two_dinahs_may_look_at_two_bases_of_a_hex() -> None:
    game = GAME.with_turn(replace(GAME.turn, flew=("F5-8", "PBY-M")))
    orders = (
        Recon(unit="F5-8", hex="0705", base="NAD"),
        Recon(unit="PBY-M", hex="0705", base="LAE"),
    )
    game = m07_initiative.place_scouts(game, ALLIED, orders)[0]
    assert game.turn.looks == FrozenMap({JAPANESE: ("LAE", "NAD")})


# --- 7.4 and 7.5 ---------------------------------------------------------------------------------


def rolled(game: Game, initiative: int, missions: int = 1) -> tuple[Game, InitiativeRolled]:
    dice = ScriptedDice({"7.4 initiative": initiative, "7.5 missions": missions})
    game, events = m07_initiative.initiative(game, CHARTS, dice)
    assert not dice.left
    return game, told(events, InitiativeRolled)[0]


@pytest.mark.parametrize(
    ("die", "holder"),
    [
        pytest.param(5, JAPANESE, id="g11"),
        pytest.param(6, ALLIED, id="g12"),
        pytest.param(10, ALLIED, id="g14"),
    ],
)
def test_7_4_2_4_six_or_more_is_the_allies(die: int, holder: str) -> None:
    game, event = rolled(GAME, die)
    assert (game.holder, event.drm) == (holder, 0)


def test_7_4_a_drm_of_one_makes_six_of_five() -> None:
    game, event = rolled(hurt(GAME, "RAB", 3), 5)
    assert (game.holder, event.drm, dict(event.modifiers)) == (ALLIED, 1, {"rabaul": 1})


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("campaign", ALLIED), ("bismarck-sea", JAPANESE), ("toenails", ALLIED),
        ("bougainville", ALLIED),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("die", "missions"), [(6, 3), (1, 1), (10, 4)])
def test_7_0_the_first_turn_rolls_for_missions_alone(
    name: str, side: str, die: int, missions: int
) -> None:
    dice = ScriptedDice({"7.5 missions": die})
    game, events = m07_initiative.initiative(started(name), CHARTS, dice)
    assert (game.holder, game.turn.missions) == (side, missions)
    assert told(events, InitiativeRolled)[0].rolls == ()
    assert [roll.dice for roll in told(events, MissionsRolled)[0].rolls] == [(die,)]


def test_amb14_magic_on_rabaul_gives_no_drm() -> None:
    magic = m07_initiative.initiative_drms(scouted(GAME, ALLIED, "PBY-M", "1203"), CHARTS)
    assert dict(magic) == {}
    one = m07_initiative.initiative_drms(scouted(GAME, ALLIED, "F5-8", "1203"), CHARTS)
    assert dict(one) == {"allied recon": 1}


def test_7_3_4_japanese_recon_of_port_moresby_counts_once() -> None:
    game = scouted(scouted(GAME, JAPANESE, "DIN-6", "0707"), JAPANESE, "DIN-11", "0707")
    assert dict(m07_initiative.initiative_drms(game, CHARTS)) == {"japanese recon": -1}


def test_h7_4_recon_of_rabaul_the_eleventh_and_a_late_turn_make_six_of_five() -> None:
    game = scouted(committed(replace(GAME, now=7)), ALLIED, "F5-8", "1203")
    game, event = rolled(game, 5)
    assert dict(event.modifiers) == {"allied recon": 1, "eleventh": -1, "late": 1}
    assert (event.drm, game.holder) == (1, ALLIED)


def test_the_sum_of_modifiers_stays_within_three() -> None:
    game = scouted(hurt(replace(GAME, now=7), "RAB", 3), ALLIED, "F5-8", "1203")
    game = game.with_turn(replace(game.turn, tf36=True))
    game, event = rolled(game, 2)
    assert (sum(event.modifiers.values()), event.drm, game.holder) == (4, 3, JAPANESE)
    low = regrouping(committed(scouted(hurt(GAME, "PM", 3), JAPANESE, "DIN-6", "0707")))
    low, event = rolled(low, 8)
    assert (sum(event.modifiers.values()), event.drm, low.holder) == (-5, -3, JAPANESE)


def test_a_destroyed_rabaul_counts_like_a_disrupted_one() -> None:
    ruins = GAME.with_base(replace(GAME.bases["RAB"], status="destroyed", hits=10))
    assert dict(m07_initiative.initiative_drms(ruins, CHARTS)) == {"rabaul": 1}


@pytest.mark.parametrize(
    ("die", "missions"),
    [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 3), (8, 3), (9, 4), (10, 4)],
)
def test_the_die_gives_the_length_of_the_run(die: int, missions: int) -> None:
    assert rolled(GAME, 6, die)[0].turn.missions == missions


def test_h7_5_a_storm_takes_a_mission_away_but_not_the_last() -> None:
    assert rolled(raining(GAME), 6, 6)[0].turn.missions == 2
    assert rolled(raining(GAME), 6, 1)[0].turn.missions == 1
