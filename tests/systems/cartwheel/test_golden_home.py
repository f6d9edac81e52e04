"""The end of operations: what forms warn of, who finds his base lost, what finds no room [H12]."""

from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated
from pbem.systems.cartwheel.table.orders_ground import Land, March
from pbem.systems.cartwheel.table.orders_operations import AirMission, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import (
    CommitTF36,
    ConcludeLater,
    Dismantle,
    Recon,
    ReconReturn,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_golden_chains import voyages
from tests.systems.cartwheel.test_golden_straight_on import (
    FIGHT,
    LAST,
    alone,
    laden_in_a_fight,
    unasked,
)

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}


def recon_lines(game: Play) -> list[str]:
    """What the next form says of recon."""
    found = sections(game.match.view(), CHARTS)
    return [line for section in found if section.rule.startswith("7.3") for line in section.choices]


def test_e_8_1_recon_by_the_eleventh_is_warned_of(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "7.3 recon DIN-6": 1, "7.3 recon DIN-11": 1}
    warning = (
        "Of the 11th Hikoshidan, DIN-11: counts as flown: 1/2 VP for the Allies;"
        " eliminated: 1 VP instead [5.2e, AMB-4]."
    )
    game = play("campaign", loaded).until(JAPANESE, "5.2")
    lines = recon_lines(game)
    assert warning in lines
    assert "If this file commits the 11th, DIN-11 may fly too [5.2g]." in lines
    idle = game.until(ALLIED, "7.3")
    assert not [line for line in recon_lines(idle) if "11th" in line]


def given_up(faces: dict[str, int], hex_: str, *ruined: str) -> Play:
    """41-162 leaves 0806 to 51D-66 in the very file in which F5-8, over a hex, is to land there.

    The Japanese have nothing to order ashore. Ruined bases are empty.
    """

    def change(table: dict[str, Any]) -> None:
        table["ground"] = {"0806": ["41-162", "51D-66"], "0707": ["GAR-PM"]}
        table["forts"] = []
        table["hits"] = dict.fromkeys(ruined, 10)
        air = table["air"]
        gone = [unit for base in ruined for unit in air.pop(base, ())]
        if "F5-8" in gone:
            gone += [unit for unit in air["DOB"] if unit != "B25-71"]
            air["DOB"] = ["B25-71", "F5-8"]
        air["AUS"] += [unit for unit in gone if unit != "F5-8"]

    faces |= {
        **CALM, "7.3 recon F5-8": 1, "9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 8,
        **{f"6.6.5 evacuate DOB #{k}": 10 for k in range(1, 60)},
    }  # fmt: skip
    game = play("campaign", faces, change).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex=hex_)).until(ALLIED, "4.4")
    bombs = AirMission(
        kind="strike", hex="0806", band="medium", strikers=("B25-71",), mode="regular",
        target="ground:0806",
    )  # fmt: skip
    game.file(bombs).file(Reply(mission="t1m1")).file()
    assert game.game.troops["51D-66"].disrupted
    game.until(ALLIED, "4.5-first")
    assert "4.6-first" in game.asked()
    game.file(March(units=("41-162",), to="0706"), ReconReturn(unit="F5-8", base="DOB"))
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert [(e.base, e.how) for e in game.events(BaseLost)] == [("DOB", "captured")]
    assert [e.saved for e in game.events(Stated) if e.kind == "lost-base"] == [()]
    return game


def test_h12_1_recon_sent_to_a_base_that_its_own_side_gives_up(loaded: dict[str, int]) -> None:
    """It is in the air, rolls nothing, and lands at the nearest base."""
    game = given_up(loaded, "0705")
    plane = game.plane(ALLIED, "F5-8")
    assert plane is not None
    assert (plane.base, plane.away) == ("WAU", False)
    assert game.match.audit() == []


def test_h12_1_without_another_base_in_range_it_is_lost(loaded: dict[str, int]) -> None:
    game = given_up(loaded, "0604", "PM", "MIL", "GOO", "KIR", "WDL", "WAU", "MER")
    assert game.plane(ALLIED, "F5-8") is None
    assert game.game.air["F5-8"].steps == 0
    assert [e.lost for e in game.events(Stated) if e.kind == "no-landing"] == [("F5-8",)]
    assert game.match.audit() == []


def test_7_3_recon_names_the_bases_that_it_can_look_at(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "7.3 recon F5-8": 1}
    lines = recon_lines(play("campaign", loaded).until(ALLIED, "7.3"))
    (scout,) = [line for line in lines if line.startswith("F5-8")]
    assert scout.startswith(
        "F5-8 at PM (Port Moresby) reaches 8 hexes. Enemy bases by distance: LAE (Lae) in 0705, 2;"
    )


def test_h9_1_a_sweep_harms_nobody_on_the_ground(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    game.file(AirMission(kind="sweep", hex="0604", band="high", escorts=("P38-9",)))
    (reply,) = [one for one in sections(game.match.view(), CHARTS) if one.rule == "H8.5"]
    (evading,) = [line for line in reply.choices if line.startswith("May evade")]
    assert evading.startswith("May evade, though a sweep harms nobody on the ground: ")
    assert reply.choices[-1] == (
        "If nothing is ordered: nobody takes off, and the sweep goes home."
    )


# --- cargo that finds no room [H12.2, H13.4, CR40] -----------------------------------------------


def off_lae(table: dict[str, Any]) -> None:
    """MARU1 and MARU2 in Lae with their cargo."""
    table["naval"]["1203"] = [s for s in table["naval"]["1203"] if not s.startswith("MARU")]
    table["naval"]["0705"] = ["MARU1", "MARU2"]


def ordered(game: Play, *orders: Order) -> str:
    """What the next author is told that his orders will do."""
    assert CARTWHEEL.foretell is not None
    return "\n".join(CARTWHEEL.foretell(game.match.view(), orders, CHARTS).ordered)


def test_h13_4_what_finds_no_room_ashore_is_told_before_and_after(
    loaded: dict[str, int],
) -> None:
    """Two supply units of a side lie in a hex: those of the second ship stay aboard."""
    loaded |= {**CALM, "11.1 ground initiative": 1}
    game = play("bismarck-sea", loaded, off_lae).until(JAPANESE, "4.6-first")
    home = tuple(
        Withdraw(ships=(ship,), path=("0705",), unload=True) for ship in ("MARU1", "MARU2")
    )
    stays = (
        "2 supply units stay aboard MARU2 at 0705 (Lae):"
        " no more supply units find room there [H13.4]."
    )
    told = ordered(game, *home)
    assert "MARU1 puts 51D-115 and 2 supply units ashore there, for 9 VP [H12.2]." in told
    assert "MARU2 puts SNLF-S5 ashore there, for 6 VP [H12.2]." in told
    assert stays in told
    game.file(*home)
    while game.game.now == 1:
        game.file()
    assert "MARU2 unloads SNLF-S5 at 0705 (Lae) [H12.2]." in game.report()
    assert game.report().count(stays) == 1
    assert game.earned(JAPANESE) == [(18, "H17.1", "MARU1 at 0705"), (12, "H17.1", "MARU2 at 0705")]
    game.until(JAPANESE, "4.6-first")
    assert "ashore" not in ordered(game, home[1])
    game.file(home[1])
    while game.game.now == 2:
        game.file()
    assert game.report().count(stays) == 2, "there is no room at all, and that is said"
    assert game.game.ships["MARU2"].cargo == ("supply", "supply")


def test_h11_1_2_what_the_same_file_has_landed_is_not_told_to_be_unloaded(
    loaded: dict[str, int],
) -> None:
    loaded |= {**CALM, "11.1 ground initiative": 1}
    game = play("bismarck-sea", loaded, off_lae).until(JAPANESE, "4.6-first")
    land = Land(ship="MARU1", units=("51D-115",))
    told = ordered(game, land, Withdraw(ships=("MARU1",), path=("0705",), unload=True))
    assert "MARU1 lands 51D-115 at 0705 (Lae): 6 VP [H11.5]." in told
    assert "MARU1 puts 2 supply units ashore there, for 3 VP [H12.2]." in told


# --- room in port [H10.3, H12.2] -----------------------------------------------------------------


def seven_in_rabaul(table: dict[str, Any]) -> None:
    """Seven ships lie in Rabaul, which holds eight, and two off it."""
    naval = table["naval"]
    for place in ("1203", "1405", "0705", "1004", "0503", "TRK"):
        naval.pop(place)
    naval["1203"] = ["IJN-CLT1", "IJN-CLT2", "MARU1", "MARU2", "MARU3", "DAI1", "DAI2"]
    naval["1303"] = ["IJN-CA1", "IJN-CA2"]
    naval["TRK"] = ["IJN-BB1", "IJN-CV1", "IJN-CVL1", "IJN-CLT3", "DAI3", "DAI4"]


def test_h12_2_the_second_way_home_is_judged_on_the_room_that_the_first_leaves(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded | CALM, seven_in_rabaul).until(JAPANESE, "4.6-second")
    home, too_many = (
        Withdraw(ships=(ship,), path=("1303", "1203")) for ship in ("IJN-CA1", "IJN-CA2")
    )
    assert game.rules(home) == game.rules(too_many) == []
    (problem,) = game.refused(home, too_many)
    assert (problem.rule, problem.where) == ("H10.3", "order 2, key 'path'")
    assert problem.what == "more than 8 of your naval units would be in 1203"
    leaves = Withdraw(ships=("MARU1",), path=("1203", "1202", "1102", "1002"))
    assert game.rules(leaves, home, too_many) == [], "it makes room"
    game.file(leaves, home, too_many)
    assert {game.game.ships[id_].at for id_ in ("IJN-CA1", "IJN-CA2")} == {"1203"}


# --- mobile bases --------------------------------------------------------------------------------


def with_mobile_base(game: Play, *ruined: str) -> Play:
    """The game where MA1 works in the Russell Islands, and some bases are destroyed."""
    table = game.match.fold.table
    there = table.game.with_base(replace(table.game.bases["MA1"], hex="1707", status="working"))
    for base in ruined:
        there = there.with_base(replace(there.bases[base], hits=9, status="destroyed"))
    game.match.fold = replace(game.match.fold, table=replace(table, game=there))
    return game


def dismantling(game: Play) -> list[str]:
    """What the next form says of mobile bases."""
    found = sections(game.match.view(), CHARTS)
    return [line for section in found if section.rule == "6.5.4~" for line in section.choices]


def test_6_5_4_the_form_knows_that_recon_comes_back_to_a_mobile_base(
    loaded: dict[str, int],
) -> None:
    """Guadalcanal is lost, so that MA1 is nearest to Munda: it is not empty in 4.8 [H12.1]."""
    loaded |= {"7.3 recon F5-8": 1, "7.3 recon DIN-6": 10}
    game = with_mobile_base(alone(loaded, Recon(unit="F5-8", hex="1606", base="MUN")), "GUA")
    game.file(Pass(rest=True), ConcludeLater(later=True)).until(ALLIED, "4.6-first")
    (problem,) = game.refused(Dismantle(base="MA1"))
    assert problem.what == "MA1 is not empty: F5-8"
    assert problem.hint == "send recon to another base by 'recon-return'"
    (said, *_) = dismantling(game)
    assert said.endswith("(Russell Islands): F5-8 comes back there, unless you say otherwise.")
    assert game.rules(ReconReturn(unit="F5-8", base="SOP"), Dismantle(base="MA1")) == []


def test_h8_10_2_nobody_is_told_to_stage_who_flies_by_the_file(loaded: dict[str, int]) -> None:
    game = with_mobile_base(unasked(alone(loaded)))
    sweep = AirMission(
        kind="sweep", hex="1606", band="high", escorts=("P38-339",),
        returns=FrozenMap({"P38-339": "MA1"}),
    )  # fmt: skip
    (problem,) = game.refused(sweep, *voyages(game, 2), LAST, Dismantle(base="MA1"))
    assert problem.hint == "order it in the file after the missions, without ashore"


def test_h12_2_2_what_a_file_puts_off_is_not_refused_for_want_of_ashore(
    loaded: dict[str, int],
) -> None:
    """Operations end with it already; what keeps the order out is that it concludes later."""
    game = with_mobile_base(unasked(alone(loaded)))
    away, later = Dismantle(base="MA1"), ConcludeLater(later=True)
    assert game.rules(Pass(rest=True), away) == []
    (problem,) = game.refused(Pass(rest=True), later, away)
    assert problem.rule == "6.5.4~"
    assert problem.what == "'dismantle' is not asked for in this file"


# --- groups --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "end"), [(("1707",), "1707"), (("1707", "1806"), "1806")])
def test_h8_10_2_who_is_left_of_a_group_returns_without_the_ship_that_is_sunk(
    loaded: dict[str, int], path: tuple[str, ...], end: str
) -> None:
    """A fight of his last mission sinks one; nothing has become impossible for the others."""
    game = laden_in_a_fight(loaded, 10)  # 10 + 4 - 2 + 1 = 13: two steps of LST2
    game.file(FIGHT, LAST, Withdraw(ships=("US-CLT1", "LST2"), path=path, unload=True)).file()
    told = game.report()
    assert "\nLST2 cannot return as ordered: the ships are lost" in told
    assert f"US-CLT1 unloads 1 supply unit at {end}" in told
    assert (game.game.ships["US-CLT1"].at, game.game.ships["US-CLT1"].cargo) == (end, ())


def test_h12_2_1_a_ship_too_slow_by_then_holds_no_other_of_its_group_back(
    loaded: dict[str, int],
) -> None:
    """A fight of his last mission disrupts one: twice half its Speed is 4, the way costs 5."""
    game = laden_in_a_fight(loaded, 5)  # 5 + 4 - 2 + 1 = 8: a D on LST2
    way = ("1707", "1806", "1807", "1808", "SOP")
    game.file(FIGHT, LAST, Withdraw(ships=("US-CLT1", "LST2"), path=way, unload=True)).file()
    told = game.report()
    assert "\nLST2 cannot return as ordered: the way is too long" in told
    assert "US-CLT1 unloads 1 supply unit in the South Pacific" in told
    (home, left) = (game.game.ships[id_] for id_ in ("US-CLT1", "LST2"))
    assert (home.at, home.cargo, left.at, left.cargo) == ("SOP", (), "1707", ("supply",))


def test_h5_3_3_that_tf_36_leaves_is_told_to_its_side_while_it_is_there(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded | CALM).until(ALLIED, "5.3")
    game.file(CommitTF36(commit=True, hex="1808"))
    for seat, told in ((ALLIED, True), (JAPANESE, False)):
        game.until(seat, "4.6")
        lines = [line for part in sections(game.match.view(), CHARTS) for line in part.choices]
        assert ("TF-36 leaves the board by itself [H5.3.3]." in lines) == told
