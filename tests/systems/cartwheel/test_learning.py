"""What public facts do to a side's own charts, worked out by hand (E.2, E.6)."""

from dataclasses import replace

import pytest

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.facts import (
    AirArrived,
    BaseLost,
    BaseStruck,
    Fate,
    MissionOver,
    ReconFlew,
    RegroupRolled,
    Reorganized,
    Tf36Arrived,
    Tf36Left,
)
from pbem.systems.cartwheel.private import Due, Flight, Leg, Plane, Private
from pbem.systems.cartwheel.state import Game, Scout, Turn
from pbem.systems.cartwheel.under_way import Manifest, Operations, Raid, Response
from tests.systems.cartwheel.hidden import own, plane, told
from tests.systems.cartwheel.started import started

GAME = started()


def at(private: Private, base: str) -> list[str]:
    return [one.id for one in private.at(base)]


# --- recon [7.3] ---------------------------------------------------------------------------------


@pytest.mark.parametrize("disrupted", [False, True])
def test_amb12_a_recon_unit_that_fails_goes_to_the_flown_half(disrupted: bool) -> None:
    charts = own("japanese", DIN_6={"disrupted": disrupted})
    charts = told(charts, GAME, ReconFlew(to=ALL, rolls=(), flies=(), grounded=("DIN-6", "F5-8")))
    dinah = plane(charts, "DIN-6")
    assert (dinah.base, dinah.half, dinah.disrupted) == ("RAB", "flown", disrupted)


def test_7_3_2_a_recon_unit_on_a_hex_is_away_and_keeps_its_place() -> None:
    scouts = FrozenMap({"DIN-6": Scout(id="DIN-6", side="japanese", hex="0707")})
    game = GAME.with_turn(replace(GAME.turn, scouts=scouts))
    dinah = plane(told(own("japanese"), game), "DIN-6")
    assert (dinah.base, dinah.away, dinah.half) == ("RAB", True, "ready")


# --- landings [H9.11.1] --------------------------------------------------------------------------


def fate(unit: str, steps: int = 2, *, role: str = "striker", flew: bool = True,
         disrupted: bool = False, side: str = "allied") -> Fate:  # fmt: skip
    return Fate(
        unit=unit, side=side, role=role, flew=flew, steps=steps, disrupted=disrupted,  # type: ignore[arg-type]
    )  # fmt: skip


def over(hex_: str, *fates: Fate, side: str = "allied") -> MissionOver:
    return MissionOver(to=ALL, mission="t1m1", side=side, hex=hex_, cancelled=False, fates=fates)


def flying(private: Private, **returns: str) -> Private:
    legs = tuple(
        Leg(unit=unit, origin=plane(private, unit).base, returns=base)
        for unit, base in ((u.replace("_", "-"), b) for u, b in returns.items())
    )
    flight = Flight(manifest=Manifest(fliers=()), legs=legs)
    return replace(private, flights=FrozenMap({"t1m1": flight}))


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


def test_g33_a_landing_that_overfills_a_base_grounds_all_of_it() -> None:
    """Wau holds one unit [H3]: a second one puts both into the Flown half."""
    charts = own("allied", P40_7={"base": "WAU"})
    charts = told(flying(charts, A20_89="WAU"), GAME, over("0705", fate("A20-89")))
    assert at(charts, "WAU") == ["A20-89", "P40-7"]
    assert {one.half for one in charts.at("WAU")} == {"flown"}


# --- ground strikes [H9.10.5, H9.10.6] -----------------------------------------------------------


def struck(*strikes: tuple[str, int], airborne: tuple[str, ...] = ()) -> BaseStruck:
    return BaseStruck(
        to=ALL, base="RAB", owner="japanese", mission="t1m1", airborne=airborne,
        effects=tuple(effect for effect, _ in strikes), picks=tuple(pick for _, pick in strikes),
        rolls=(),
    )  # fmt: skip


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
    assert charts.due == (
        Due(
            kind="struck", place="RAB", mission="t1m1",
            hits=("D G4M-705 2>2 disrupted", "step DIN-6 1>0", "D G4M-702 2>2 disrupted",
                  "step KI21-14 2>1"),
        ),
    )  # fmt: skip


def test_h18_1_the_worked_mission_seen_from_rabaul() -> None:
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


# --- lost bases [6.6.4~, 6.6.5, H6.6.1] ----------------------------------------------------------


def lost(base: str, how: str, dice: tuple[int, ...] = (), drm: int = 0) -> BaseLost:
    one = GAME.bases[base]
    return BaseLost(
        to=ALL, base=base, hex=one.hex, owner=one.owner, how=how, drm=drm, dice=dice, rolls=(),  # type: ignore[arg-type]
    )  # fmt: skip


def fallen(base: str, how: str) -> Game:
    one = GAME.bases[base]
    if how == "captured":
        return GAME.with_base(replace(one, owner="allied", hits=2))
    return GAME.with_base(replace(one, status="destroyed", hits=6))


def test_h6_6_1_units_of_a_destroyed_base_fly_to_the_nearest_by_default() -> None:
    """Buin is destroyed: Vila is 1 hex away, Buka and Munda 2."""
    charts = told(own("japanese"), fallen("BUI", "destroyed"), lost("BUI", "destroyed"))
    units = ("A6M-204a", "A6M-204b", "A6M-582")
    assert {(plane(charts, u).base, plane(charts, u).half) for u in units} == {("VIL", "flown")}
    assert charts.due == (Due(kind="lost-base", place="BUI", hex="1405", saved=units),)


def test_g49_who_evacuates_goes_by_the_list_of_the_base() -> None:
    """SR 6 of the A6M: 6 saves, 7 does not; a natural 1 saves all, a 10 none [H6.6.5]."""
    charts = replace(own("japanese"), evacuate=FrozenMap({"BUI": ("MUN", "RAB")}))
    captured = lost("BUI", "captured", (6, 7, 1))
    charts = told(charts, fallen("BUI", "captured"), captured)
    assert plane(charts, "A6M-204a").base == "MUN"
    assert "A6M-204b" not in charts.planes
    assert plane(charts, "A6M-582").base == "MUN"
    assert charts.due == (
        Due(
            kind="lost-base", place="BUI", hex="1405", saved=("A6M-204a", "A6M-582"),
            lost=("A6M-204b 2",),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(("die", "saved"), [(3, True), (4, False)])
def test_h6_6_5_modifiers_add_up(die: int, saved: bool) -> None:
    """The base was disrupted, +2; the unit is in the Flown half, +1: 3 + 2 + 1 = 6, its SR."""
    charts = own("japanese", A6M_204a={"half": "flown"}).without("A6M-204b", "A6M-582")
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (die,), drm=2))
    assert ("A6M-204a" in charts.planes) is saved


def test_g50_who_is_sent_out_of_its_printed_range_is_destroyed() -> None:
    """To Hollandia it is 12 hexes: out of the printed range, and that is not doubled [6.6.5]."""
    charts = replace(own("japanese"), evacuate=FrozenMap({"BUI": ("HOL",)}))
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (1, 1, 1)))
    assert charts.due[0].saved == ()


def test_g51_the_printed_sr_counts_without_the_bonus_for_bombs_gone() -> None:
    """A G4M has SR 4: 5 is too much, though it would be 5 without its bombs [2.2.2e~]."""
    for die, escapes in ((4, True), (5, False)):
        charts = own("japanese", G4M_702={"base": "BUI"})
        charts = charts.without("A6M-204a", "A6M-204b", "A6M-582")
        charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (die,)))
        assert ("G4M-702" in charts.planes) is escapes


def test_6_6_5_without_a_legal_base_on_the_list_it_is_destroyed() -> None:
    charts = replace(own("japanese"), evacuate=FrozenMap({"BUI": ("WEW", "PM")}))
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (1, 1, 1)))
    assert charts.due[0].lost == ("A6M-204a 2", "A6M-204b 2", "A6M-582 2")


def test_h10_5_all_aboard_a_sunk_carrier_are_lost() -> None:
    charts = own("japanese", D3A_ZU={"base": "IJN-CV1"})
    event = BaseLost(
        to=ALL, base="IJN-CV1", hex="1203", owner="japanese", how="sunk", drm=0, dice=(), rolls=()
    )
    charts = told(charts, GAME, event)
    assert "D3A-ZU" not in charts.planes
    assert charts.due[0].lost == ("D3A-ZU 2",)


# --- regroup [H14.1, H14.2] ----------------------------------------------------------------------


def rolled(*dice: int, pool: int = 2, bases: tuple[str, ...] = (), certain: bool = False
           ) -> RegroupRolled:  # fmt: skip
    return RegroupRolled(
        to=ALL, side="japanese", dice=dice, threshold=6, thresholds=FrozenMap({"RAB": 8, "TRK": 8}),
        bases=bases, pool=pool, certain=certain, rolls=(),
    )  # fmt: skip


WORN: dict[str, object] = {"disrupted": True, "steps": 1, "mark": True, "replace": True}


def test_h14_1_dice_go_to_the_marked_units_by_id() -> None:
    """A6M-201 at Rabaul 8: works. A6M-204a at Buin 7: not. A6M-253 at Rabaul 9: not."""
    charts = own("japanese", A6M_201=WORN, A6M_204a=WORN, A6M_253=WORN)
    charts = told(charts, GAME, rolled(8, 7, 9, 1, 1))
    states = {u: (plane(charts, u).steps, plane(charts, u).disrupted)
              for u in ("A6M-201", "A6M-204a", "A6M-253")}  # fmt: skip
    assert states == {"A6M-201": (2, False), "A6M-204a": (1, True), "A6M-253": (1, True)}
    assert charts.due == (Due(kind="replaced", number=1),)


def test_h14_1_the_pool_ends_replacement_and_the_11th_costs_two() -> None:
    """Pool 2: the carrier group takes both, so that the next only loses its disruption."""
    charts = own("japanese", A6M_ZU=WORN, KI21_14=WORN)
    charts = told(charts, GAME, rolled(1, 1))
    assert (plane(charts, "A6M-ZU").steps, plane(charts, "KI21-14").steps) == (2, 1)
    assert not plane(charts, "KI21-14").disrupted
    assert charts.due[0].number == 1


def test_h14_1_who_does_not_ask_gets_no_step() -> None:
    charts = told(own("japanese", A6M_201={**WORN, "replace": False}), GAME, rolled(1))
    assert (plane(charts, "A6M-201").steps, charts.due[0].number) == (1, 0)


def test_g70_nobody_regroups_at_a_disrupted_base() -> None:
    charts = told(own("japanese", A6M_201=WORN), GAME, rolled(1, bases=("RAB",)))
    assert plane(charts, "A6M-201").disrupted


def test_h14_5_in_a_general_regroup_no_die_is_needed() -> None:
    charts = told(own("japanese", A6M_201=WORN), GAME, rolled(certain=True))
    assert not plane(charts, "A6M-201").disrupted


def test_h14_2_the_flown_are_ready_and_marks_end() -> None:
    flown: dict[str, object] = {"half": "flown", "mark": True, "staged": True, "used": True}
    charts = told(own("allied", P40_7={**flown, "disrupted": True}), GAME, Reorganized(to=ALL))
    assert plane(charts, "P40-7") == Plane(id="P40-7", base="PM", disrupted=True)
    assert charts.due == ()


def test_g33_at_an_over_full_base_they_stay_flown() -> None:
    crowd: dict[str, object] = {"base": "WAU", "half": "flown"}
    charts = told(own("allied", P40_7=crowd, A20_89=crowd), GAME, Reorganized(to=ALL))
    assert {one.half for one in charts.at("WAU")} == {"flown"}


def test_amb4_units_of_the_11th_that_flew_are_counted() -> None:
    """One flew, one staged, one only stood in Truk's Flown half; an evader has not flown."""
    game = GAME.with_turn(Turn(eleventh="yes"))
    charts = own(
        "japanese", A6M_ZU={"used": True, "half": "flown"}, A6M_SH={"staged": True},
        D3A_ZU={"half": "flown"},
    )  # fmt: skip
    charts = told(charts, game, Reorganized(to=ALL))
    assert charts.due == (Due(kind="eleventh", number=2),)


# --- arrivals, TF-36 -----------------------------------------------------------------------------


def test_h15_3_a_reinforcement_takes_room_when_it_has_arrived() -> None:
    """Wau holds one: what is due there does not ground the other until it comes."""
    charts = own("allied", P40_7={"base": "WAU"})
    charts = charts.with_planes((Plane(id="P47-340", base="WAU", due=True),))
    assert plane(told(charts, GAME), "P40-7").half == "ready"
    charts = told(charts, GAME, AirArrived(to=ALL, side="allied", units=("P47-340",)))
    assert not plane(charts, "P47-340").due
    assert {one.half for one in charts.at("WAU")} == {"flown"}


def test_h5_3_3_tf36_comes_ready_and_leaves_with_all_its_aircraft() -> None:
    decks = FrozenMap({"F6F-12": "TF36-CV", "F6F-23": "TF36-CVL"})
    air = {u: replace(GAME.air[u], arrived=True) for u in decks}
    air["F6F-12"] = replace(air["F6F-12"], steps=1)
    game = replace(GAME, air=GAME.air.update(air))
    charts = told(own("allied"), game, Tf36Arrived(to=ALL, hex="2007", units=decks))
    assert plane(charts, "F6F-12") == Plane(id="F6F-12", base="TF36-CV", steps=1)
    charts = told(charts, game, Tf36Left(to=ALL, units=("F6F-12", "F6F-23")))
    assert charts == own("allied")


# --- stage moves in a reply [H8.8] ---------------------------------------------------------------


def under_attack(response: Response | None) -> Game:
    raid = Raid(
        id="t1m1", side="allied", kind="strike", hex="1203", band=2, escorts=0, strikers=1,
        transports=0, response=response,
    )  # fmt: skip
    raids = FrozenMap({"t1m1": raid})
    return GAME.with_operations(Operations(to_act="allied", queue=("t1m1",), raids=raids))


def test_h8_8_a_stage_move_in_a_reply_waits_for_the_mission() -> None:
    """It is on the ground at Rabaul when the bombs fall, and flies to Buin afterwards."""
    charts = own("japanese", A6M_201={"to": "BKA"})
    charts = told(charts, under_attack(Response()))
    assert plane(charts, "A6M-201").base == "RAB"
    charts = told(charts, GAME, struck(("", 0)), over("1203"))
    staged = plane(charts, "A6M-201")
    assert (staged.base, staged.half, staged.staged, staged.to) == ("BKA", "flown", True, "")


def test_h8_8_it_is_void_if_the_unit_was_hit() -> None:
    charts = own("japanese", A6M_201={"to": "BKA"})
    charts = told(charts, GAME, struck(("D", 1)), over("1203"))
    stays = plane(charts, "A6M-201")
    assert (stays.base, stays.half, stays.staged, stays.to) == ("RAB", "ready", False, "")
    assert stays.disrupted


def test_h8_8_it_is_void_if_the_other_base_is_gone() -> None:
    charts = own("japanese", A6M_201={"to": "BKA"})
    game = GAME.with_base(replace(GAME.bases["BKA"], status="destroyed", hits=6))
    assert plane(told(charts, game, over("1304")), "A6M-201").base == "RAB"


def test_cr74_it_is_void_if_the_unit_has_taken_off() -> None:
    """It has evaded, lands Flown where it was, and may not be moved any more."""
    charts = own("japanese", G4M_702={"to": "KAV"})
    charts = told(charts, GAME, over("1203", fate("G4M-702", role="evader", side="japanese")))
    stays = plane(charts, "G4M-702")
    assert (stays.base, stays.half, stays.staged, stays.to) == ("RAB", "flown", False, "")


def test_a_mission_that_is_over_needs_no_landing_any_more() -> None:
    charts = flying(own("allied"), A20_89="WAU")
    raid = replace(under_attack(Response()).operations.raids["t1m1"], hex="0705")
    going = GAME.with_operations(Operations(raids=FrozenMap({"t1m1": raid})))
    assert "t1m1" in told(charts, going).flights
    assert "t1m1" not in told(charts, GAME, over("0705", fate("A20-89"))).flights
