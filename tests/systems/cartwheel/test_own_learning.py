"""What recon, landings and ground strikes do to a side's own charts (E.2)."""

import pytest

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Due, Plane, Private
from pbem.systems.cartwheel.own.sealing import stated
from pbem.systems.cartwheel.table.events_charts import (
    ReconFlew,
)
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.turn import Scout
from tests.systems.cartwheel.happened import fate, flying, over, struck
from tests.systems.cartwheel.hidden import own, plane, told
from tests.systems.cartwheel.started import started

GAME = started()


def at(private: Private, base: str) -> list[str]:
    return [one.id for one in private.at(base)]


# --- recon [7.3] ---------------------------------------------------------------------------------


@pytest.mark.parametrize("disrupted", [False, True])
def test_amb12_a_recon_unit_that_fails_goes_to_the_flown_half(disrupted: bool) -> None:
    charts = own("japanese", DIN_6={"disrupted": disrupted})
    flown = ReconFlew(to=ALL, rolls=(), flies=(), grounded=("DIN-6", "F5-8"), most=7)
    charts = told(charts, GAME, flown)
    dinah = plane(charts, "DIN-6")
    assert (dinah.base, dinah.half, dinah.disrupted) == ("RAB", "flown", disrupted)


def test_7_3_2_a_recon_unit_on_a_hex_is_away_and_keeps_its_place() -> None:
    scouts = FrozenMap({"DIN-6": Scout(id="DIN-6", side="japanese", hex="0707")})
    game = GAME.with_turn(replace(GAME.turn, scouts=scouts))
    dinah = plane(told(own("japanese"), game), "DIN-6")
    assert (dinah.base, dinah.away, dinah.half) == ("RAB", True, "ready")


# --- landings [H9.11.1] --------------------------------------------------------------------------


def test_h9_11_1_a_unit_lands_where_its_landing_item_says() -> None:
    """A-20s of Port Moresby bomb Lae and land at Wau, in their Flown half."""
    charts = told(flying(own("allied"), A20_89="WAU"), GAME, over("0705", fate("A20-89")))
    landed = plane(charts, "A20-89")
    assert (landed.base, landed.half, landed.used) == ("WAU", "flown", True)


def test_h9_11_1_without_a_wish_it_lands_where_it_came_from() -> None:
    charts = told(own("allied"), GAME, over("0705", fate("A20-89", 1, disrupted=True)))
    landed = plane(charts, "A20-89")
    assert (landed.base, landed.steps, landed.disrupted) == ("PM", 1, True)


def test_h9_11_1_a_base_that_is_gone_sends_it_to_the_nearest_other() -> None:
    """From 0705 it is 1 hex to Wau, 2 to Dobodura."""
    game = GAME.with_base(replace(GAME.bases["PM"], status="destroyed", hits=10))
    charts = told(flying(own("allied"), A20_89="PM"), game, over("0705", fate("A20-89")))
    assert plane(charts, "A20-89").base == "WAU"


def test_6_3_5_a_heavy_bomber_without_port_moresby_needs_australia_in_range() -> None:
    """It is 3 + hexes to the box from over Port Moresby; from over Buka it is too far [H2.8]."""
    game = GAME.with_base(replace(GAME.bases["PM"], status="destroyed", hits=10))
    kept = told(own("allied"), game, over("0707", fate("B17-63")))
    assert plane(kept, "B17-63").base == "AUS"
    lost = told(own("allied"), game, over("1304", fate("B17-63", 1), fate("B17-64")))
    assert not {"B17-63", "B17-64"} & {*lost.planes}
    assert lost.due == (
        Due(kind="no-landing", mission="t1m1", lost=("B17-63 1", "B17-64 2")),
    )  # fmt: skip


def test_units_shot_down_are_on_no_chart() -> None:
    charts = told(own("allied"), GAME, over("0705", fate("A20-89", 0)))
    assert "A20-89" not in charts.planes
    assert charts.due == ()


def test_h9_4_5_a_scramble_that_fails_changes_nothing_but_the_mark() -> None:
    charts = own("japanese", A6M_201={"mark": True, "replace": True, "steps": 1})
    failed = fate("A6M-201", 1, role="interceptor", flew=False, side="japanese")
    after = plane(told(charts, GAME, over("1203", failed)), "A6M-201")
    assert after == Plane(id="A6M-201", base="RAB", steps=1)


def test_h9_4_5_an_interceptor_lands_flown_at_its_base() -> None:
    up = fate("A6M-201", role="interceptor", side="japanese")
    after = plane(told(own("japanese"), GAME, over("1203", up)), "A6M-201")
    assert (after.base, after.half, after.used) == ("RAB", "flown", True)


def test_h9_5_an_evader_is_flown_and_has_not_flown_a_mission() -> None:
    """So it earns nobody points by 5.2e: it neither flew a mission nor intercepted (AMB-4)."""
    up = fate("G4M-702", role="evader", side="japanese")
    after = plane(told(own("japanese"), GAME, over("1203", up)), "G4M-702")
    assert (after.base, after.half, after.used) == ("RAB", "flown", False)


def test_6_3_4_a_landing_that_overfills_a_base_grounds_all_of_it() -> None:
    """Wau holds one unit [H3]: a second one puts both into the Flown half."""
    charts = own("allied", P40_7={"base": "WAU"})
    charts = told(flying(charts, A20_89="WAU"), GAME, over("0705", fate("A20-89")))
    assert at(charts, "WAU") == ["A20-89", "P40-7"]
    assert {one.half for one in charts.at("WAU")} == {"flown"}


# --- ground strikes [H9.10.5, H9.10.6] -----------------------------------------------------------


RABAUL = [
    "A6M-201", "A6M-251", "A6M-253", "D3A-582", "DIN-6", "G4M-702", "G4M-705", "KI21-14",
]  # fmt: skip


def test_h9_10_6_victims_are_picked_by_id_and_counted_anew_after_each_strike() -> None:
    """Eight units at Rabaul. Pick 63: (62 mod 8) + 1 = 7th, G4M-705. Pick 5: 5th, DIN-6, one step,
    lost. Seven are left; pick 5 again: 5th, G4M-702. Pick 14: (13 mod 7) + 1 = 7th, KI21-14."""
    charts = own("japanese")
    assert at(charts, "RAB") == RABAUL
    charts = told(charts, GAME, struck(("D", 63), ("step", 5), ("D", 5), ("step", 14)))
    assert plane(charts, "G4M-705").disrupted
    assert "DIN-6" not in charts.planes
    assert plane(charts, "G4M-702").disrupted
    assert plane(charts, "KI21-14").steps == 1
    assert [stated(due) for due in charts.due] == [
        Statement(
            kind="struck", place="RAB", mission="t1m1",
            hits=("D G4M-705 2>2 disrupted", "step DIN-6 1>0", "D G4M-702 2>2 disrupted",
                  "step KI21-14 2>1"),
        ),
    ]  # fmt: skip


def test_h9_the_worked_mission_seen_from_rabaul() -> None:
    """A6M-201 is aloft, so n = 7: picks 23 and 61 are the 2nd and the 5th of them."""
    charts = own("japanese")
    strikes = struck(("", 0), ("D", 23), ("step", 61), airborne=("A6M-201",))
    home = fate("A6M-201", role="interceptor", disrupted=True, side="japanese")
    charts = told(charts, GAME, strikes, over("1203", home))
    assert plane(charts, "A6M-253").disrupted
    assert plane(charts, "G4M-702").steps == 1
    back = plane(charts, "A6M-201")
    assert (back.base, back.half, back.disrupted) == ("RAB", "flown", True)
    assert charts.due[0].hits == ("D A6M-253 2>2 disrupted", "step G4M-702 2>1")


def test_h0_6_a_disrupted_unit_loses_a_step_instead() -> None:
    charts = own("japanese", A6M_201={"disrupted": True})
    charts = told(charts, GAME, struck(("D", 1)))
    assert (plane(charts, "A6M-201").steps, charts.due[0].hits) == (
        1, ("D A6M-201 2>1 disrupted",),
    )  # fmt: skip


def test_h9_10_6_who_is_in_the_air_cannot_be_hit() -> None:
    """Without A6M-201 and A6M-251 the first of six is A6M-253."""
    charts = told(own("japanese"), GAME, struck(("D", 1), airborne=("A6M-201", "A6M-251")))
    assert charts.due[0].hits == ("D A6M-253 2>2 disrupted",)


def test_h9_10_6_recon_that_is_away_is_not_on_the_ground() -> None:
    """The fifth of seven is G4M-702, for the Dinah is over Port Moresby."""
    charts = told(own("japanese", DIN_6={"away": True}), GAME, struck(("step", 5)))
    assert charts.due[0].hits == ("step G4M-702 2>1",)


def test_h9_10_6_an_empty_base_loses_nobody_and_says_so() -> None:
    charts = own("japanese").without(*RABAUL)
    assert told(charts, GAME, struck(("step", 50))).due[0].hits == ("-",)


def test_a_strike_without_effect_owes_no_statement() -> None:
    assert told(own("japanese"), GAME, struck(("", 0), ("", 0))).due == ()


def test_the_enemys_bases_are_the_enemys_to_tell() -> None:
    charts = own("allied")
    assert told(charts, GAME, struck(("step", 1))) == charts
