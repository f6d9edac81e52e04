"""What `check` tells of missions, passes and ways home is what comes of them, and what is legal."""

from typing import Any

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.atlas.words import ship_words
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import judged_on
from pbem.systems.cartwheel.orders.naval import hunts
from pbem.systems.cartwheel.table.events_play import Passed
from pbem.systems.cartwheel.table.events_sea import Bombarded, Unloaded
from pbem.systems.cartwheel.table.orders_ground import Attack, Land
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.words.sheets import sheets
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_foretold import foretold
from tests.systems.cartwheel.test_golden_sea import CALM

__all__ = ["loaded"]

# --- passes [4.4, H8.3] --------------------------------------------------------------------------


def test_h8_3_a_pass_behind_missions_is_told_as_the_next_opportunity(
    loaded: dict[str, int],
) -> None:
    """Three passes in a row end with the mission: the pass behind it is the first anew [18.23]."""
    game = play("toenails", loaded | CALM)
    for seat in (ALLIED, JAPANESE, ALLIED):
        game.until(seat, "4.4").file(Pass())
    game.until(JAPANESE, "4.4")
    assert game.game.operations.passes == 3
    over = "Air and naval operations are over with this file [4.4c]."
    assert over in foretold(game, Pass()).costs
    assert over in foretold(game).costs
    given_up = "Missions: 0 by this file, none after it, and 5 given up [H8.2]."
    assert given_up in foretold(game).costs
    sailing = NavalMission(ships=("IJN-CLT1",), path=("1203", "1303"))
    for order, said in (
        (Pass(), "You pass at your next opportunity, unless the enemy acts before [H8.3]."),
        (
            Pass(times=2),
            "You pass at your next 2 opportunities, unless the enemy acts between [H8.3].",
        ),
        (
            Pass(rest=True),
            "You pass out: no more missions of yours in this phase, only replies [H8.3].",
        ),
    ):
        assert foretold(game, sailing, order).ordered[1:] == (said,)
    game.file(sailing, Pass()).until(ALLIED, "4.4").file(Pass())
    game.until(ALLIED, "4.4")
    assert [e.passes for e in game.events(Passed)][3:] == [1, 2]


def test_h8_3_a_pass_that_ends_a_run_is_told_with_the_missions_that_end_with_it(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | {"7.5 missions": 8}).until(JAPANESE, "4.4")
    assert game.game.operations.run == 3
    sailing = NavalMission(ships=("IJN-CLT1",), path=("1203", "1104"))
    all_ = "You pass: your run ends, and its 3 missions with it [H8.3]."
    assert foretold(game, Pass()).ordered == (all_,)
    gone = "your run ends, and its last"
    assert foretold(game, sailing, Pass()).ordered[-1] == (
        f"You pass at once behind it: {gone} 2 missions with it [H8.3]."
    )
    second = NavalMission(ships=("MARU1",), path=("1203", "1104"))
    assert foretold(game, sailing, second, Pass(times=2)).ordered[-1] == (
        "You pass at once behind them, and again at your next opportunity, unless the enemy acts"
        f" before: {gone} mission with it [H8.3]."
    )
    passes = len(game.events(Passed))
    game.file(sailing, Pass())
    assert [(e.side, e.why) for e in game.events(Passed)][passes:] == [(JAPANESE, "announced")]


def test_h8_3_who_passes_alone_while_the_enemy_is_out_is_told_that_he_writes_again(
    loaded: dict[str, int],
) -> None:
    """His pass, the enemy's, his next and the enemy's: two of his own end operations [4.4c]."""
    game = play("bismarck-sea", loaded | {"7.5 missions": 9}).until(JAPANESE, "4.4")
    open_ = "Operations go on, and no enemy acts before you: you write the next file, too."
    assert not any("go on" in line for line in foretold(game, Pass()).costs)
    game.file(Pass(rest=True)).until(ALLIED, "4.4")
    rest = "rest = true in this file, which saves mails [4.4c, H8.3]."
    for order in ((Pass(),), ()):
        (said,) = (line for line in foretold(game, *order).costs if "go on" in line)
        assert said == f"{open_} They end by 1 more pass of yours or by {rest}"
    assert not any("go on" in line for line in foretold(game, Pass(rest=True)).costs)
    game.file(Pass())
    assert (game.seat, "4.4" in game.asked()) == (ALLIED, True)
    assert not any("go on" in line for line in foretold(game, Pass()).costs)


def test_h10_4_3_ships_that_never_break_off_are_told_so(loaded: dict[str, int]) -> None:
    game = play("toenails", loaded | CALM).until(JAPANESE, "4.4")
    way = ("1203", "1303")
    for value, said in (("never", True), ("half", False)):
        sailing = NavalMission(ships=("IJN-CLT1",), path=way, break_off=value)
        assert ("it never breaks off" in foretold(game, sailing).ordered[0]) == said
        assert ("when half of" in foretold(game, sailing).ordered[0]) is False
    sortie = NavalMission(ships=("IJN-CLT1",), path=way, purpose="sortie")
    usual = "seeking a fight; in a gun battle it breaks off when half of its steps are lost"
    assert usual in foretold(game, sortie).ordered[0]


def test_cr37_the_most_cautious_order_of_all_ships_there_is_told_with_whose_it_is(
    loaded: dict[str, int],
) -> None:
    """It holds for ships that come there later, by the same file too, and outlives the turn."""
    game = play("bismarck-sea", loaded | {"7.5 missions": 8}).until(JAPANESE, "4.4")
    way = ("1203", "1104")
    first = NavalMission(ships=("IJN-CLT1",), path=way, break_off="round1")
    second = NavalMission(ships=("MARU1",), path=way, break_off="never")
    together = (
        "In a gun battle in 1104 (Open Bay) all your ships there break off after the first round:"
        " so IJN-CLT1 is told, and the most cautious order holds for all [CR37]."
    )
    kept = "MARU1 keeps the order to never break off until the next mission, in later turns too"
    alone = foretold(game, second).ordered
    assert "in a gun battle it never breaks off [H10.1]." in alone[0]
    assert alone[1] == f"{kept} [CR37]."
    both = foretold(game, first, second).ordered
    assert "gun battle" not in both[2]
    assert both[3:5] == (together, f"{kept} [CR37].")
    turned = foretold(game, second, first).ordered
    assert together in turned
    game.file(first).until(JAPANESE, "4.4")
    assert together in foretold(game, second).ordered


def test_cr37_the_order_that_ships_keep_from_their_last_mission_is_shown(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded | CALM).until(JAPANESE, "4.4")
    game.file(NavalMission(ships=("IJN-CLT1",), path=("1203", "1303"), break_off="never"))
    game.until(ALLIED, "4.6").until(JAPANESE, "4.4")
    assert game.game.now > game.game.ships["IJN-CLT1"].moved
    shown = [cell for s in sheets(game.game, CHARTS) for row in s.rows for cell in row.cells]
    assert any("IJN-CLT1 (never breaks off)" in cell for cell in shown)
    (ship,) = ship_words(None, game.game.ships["IJN-CLT1"], CHARTS)
    assert ship.text.endswith("never breaks off")
    form = [line for part in sections(game.match.view(), CHARTS) for line in part.choices]
    assert "IJN-CLT1 keeps the order to never break off until the next one [CR37]." in form


def test_h10_4_transports_alone_that_come_upon_warships_are_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    """Not where a group with guns comes there before them by the same file."""
    loaded |= {"7.5 missions": 8}
    game = play("bismarck-sea", loaded, change=finschhafen_blocked).until(JAPANESE, "4.4")
    way = ("1203", "1104", "1004", "0905", "0805")
    convoy = NavalMission(ships=("MARU1",), path=way, purpose="transport")
    said = foretold(game, convoy)
    assert said.warnings == (
        "MARU1 has no guns beside it, and comes under the fire of ANF-CA1 in 0805 (Finschhafen)"
        " [H10.3, H10.4].",
    )
    home = "it breaks off after the first round, for it is no warship, for 0905 (Arawe) [H10.1]."
    assert home in said.ordered[0]
    escort = NavalMission(ships=("IJN-CLT1",), path=way, purpose="sortie")
    for file, warned in (((escort, convoy), False), ((convoy, escort), True)):
        assert any("no guns" in line for line in foretold(game, *file).warnings) == warned


def finschhafen_blocked(scenario: dict[str, Any]) -> None:
    """An Australian cruiser lies where the convoy is to go."""
    scenario["naval"]["0805"] = scenario["naval"].pop("1007")


# --- cargo on the way home [H10.2, H12.2] --------------------------------------------------------

CONVOY = ("1203", "1104", "1004", "0905", "0805", "0705")


def off_lae(faces: dict[str, int]) -> Play:
    """The Bismarck Sea when both MARUs have come to Lae, the Allies to act."""
    game = play("bismarck-sea", faces | CALM).until(JAPANESE, "4.4")
    game.file(NavalMission(ships=("MARU1", "MARU2"), path=CONVOY), Pass(rest=True))
    return game.until(ALLIED, "4.4")


def bombed(faces: dict[str, int]) -> Play:
    """The same at the Japanese ground orders, MARU2 disrupted by bombs."""
    faces |= {"9.9 aa t1m2 B25S-90": 1, "9.10 bomb t1m2 B25S-90": 5}
    game = off_lae(faces).file(
        AirMission(
            kind="strike", hex="0705", band="low", strikers=("B25S-90",), mode="skip",
            target="naval:MARU2",
        )
    )  # fmt: skip
    game.file(Reply(mission="t1m2")).until(JAPANESE, "4.5")
    ships = game.game.ships
    assert [ships[id_].disrupted for id_ in ("MARU1", "MARU2")] == [False, True]
    return game


def homeward(ships: str, path: str, *, unload: bool = False) -> Withdraw:
    return Withdraw(ships=tuple(ships.split()), path=tuple(path.split()), unload=unload)


def test_h10_2_nobody_is_told_to_unload_a_disrupted_ship(loaded: dict[str, int]) -> None:
    """Nor a group with one among its ships: the others need an order of their own."""
    game = bombed(loaded)
    alone = homeward("MARU2", "0705")
    assert game.rules(homeward("MARU2", "0705", unload=True)) == ["H10.2"]
    assert not any("unload" in line for line in foretold(game, alone).warnings)
    both = homeward("MARU1 MARU2", "0705 0805")
    assert game.rules(homeward("MARU1 MARU2", "0705 0805", unload=True)) == ["H10.2"]
    assert (
        "MARU1 keeps its cargo at 0805 (Finschhafen): unload = true puts it ashore, in an order"
        " without MARU2 [H10.2, H12.2]."
    ) in foretold(game, both).warnings
    apart = (homeward("MARU1", "0705 0805", unload=True), homeward("MARU2", "0705 0805"))
    assert not any("unload" in line for line in foretold(game, *apart).warnings)


def test_h12_2_1_what_the_same_file_has_landed_is_not_told_to_go_home(
    loaded: dict[str, int],
) -> None:
    game = off_lae(loaded).until(JAPANESE, "4.5")
    landed = Land(ship="MARU2", units=("SNLF-S5",), supply=2)
    home = homeward("MARU2", "0705 0805")
    keeps = "MARU2 keeps its cargo at 0805 (Finschhafen): unload = true puts it ashore [H12.2]."
    assert keeps in foretold(game, home).warnings
    assert keeps not in foretold(game, landed, home).warnings
    part = Land(ship="MARU2", units=("SNLF-S5",), supply=1)
    assert keeps in foretold(game, part, home).warnings
    game.file(landed, home)
    assert [e.ship for e in game.events(Unloaded)] == []


def test_cr40_the_form_tells_what_ships_off_one_coast_can_land_together(
    loaded: dict[str, int],
) -> None:
    """Each MARU would earn 9 VP at Lae, where two of their four supply units find room [H13.4]."""
    game = off_lae(loaded).until(JAPANESE, "4.5")
    (landings,) = (
        one for one in sections(game.match.view(), CHARTS) if one.title == "Landings from ships"
    )
    assert [line for line in landings.choices if "worth 9 VP ashore" in line][1:]
    said = "MARU1 and MARU2 earn 15 VP together: no more finds room at 0705 (Lae) [CR40]."
    assert said in landings.choices


# --- bombardment [H10.7] -------------------------------------------------------------------------


def in_the_slot(table: dict[str, Any]) -> None:
    """Three American ships begin off Choiseul, further from home than Vila is."""
    for ship in ("US-CA1", "US-CLT2", "US-T4"):
        table["naval"]["1806"].remove(ship)
    table["naval"]["1505"] = ["US-CA1", "US-CLT2", "US-T4"]


def test_h10_7_only_those_who_fire_are_told_to_fire(loaded: dict[str, int]) -> None:
    """US-T4 has no guns for it, and US-CLT2 is disrupted by D3A-582 [H10.2]."""
    loaded |= CALM | {"9.9 aa t1m1 D3A-582": 1, "9.10 bomb t1m1 D3A-582": 7}
    loaded |= {"10.7 bombard t1m2 US-CA1": 1}
    game = play("toenails", loaded, in_the_slot).until(ALLIED, "4.4")

    def fired(*ships: str) -> str:
        guns = NavalMission(ships=ships, path=("1505", "1506"), purpose="bombard", target="ground")
        return foretold(game, guns).ordered[0]

    at = "sail from 1505 (Choiseul) to 1506 (Vila/Barakoma), and"
    both = "US-CA1 and US-CLT2"
    assert fired("US-CA1", "US-CLT2") == f"{both} {at} fire at the troops there [H10.1]."
    three = f"US-CA1, US-CLT2 and US-T4 {at} {both} fire at the troops there [H10.1]."
    assert fired("US-CA1", "US-CLT2", "US-T4") == three
    game.file(Pass()).until(JAPANESE, "4.4").file(
        AirMission(
            kind="strike", hex="1505", band="medium", strikers=("D3A-582",), mode="dive",
            target="naval:US-CLT2",
        )
    ).file(Reply(mission="t1m1")).until(ALLIED, "4.4")  # fmt: skip
    assert game.game.ships["US-CLT2"].disrupted
    said = f"{both} {at} US-CA1 fires at the troops there [H10.1]."
    assert fired("US-CA1", "US-CLT2") == said
    game.file(
        NavalMission(
            ships=("US-CA1", "US-CLT2"), path=("1505", "1506"), purpose="bombard", target="ground"
        )
    )
    (event,) = game.events(Bombarded)
    assert [shelling.firer for shelling in event.shellings] == ["US-CA1"]


# --- supply of an assault [H11.5, CR47] ----------------------------------------------------------


def off_torokina(table: dict[str, Any]) -> None:
    """US-T3 begins off Torokina with 43-169 and a supply unit; 6D-13 holds it with its garrison."""
    table["naval"]["1806"].remove("US-T3")
    table["naval"]["1404"] = ["US-T3"]
    table["cargo"] = {"US-T3": ["43-169", "supply"]}
    for units in table["ground"].values():
        units[:] = [unit for unit in units if unit not in ("43-169", "6D-13", "GAR-BUI")]
    table["ground"]["1404"] += ["6D-13", "GAR-BUI"]


def test_cr47_supply_that_waits_for_a_lost_assault_is_told_to_stay_aboard(
    loaded: dict[str, int],
) -> None:
    loaded |= CALM | {"11.4 attack 1404": 1}
    game = play("campaign", loaded, off_torokina).until(ALLIED, "4.5")
    assert game.game.ships["US-T3"].at == "1404"
    land = Land(ship="US-T3", units=("43-169",), supply=1)
    waits = "If the fight leaves no troops of yours there, 1 supply unit stays aboard [CR47]."
    assert waits in foretold(game, land, Attack(hex="1404")).ordered
    game.file(land, Attack(hex="1404"))
    assert game.game.troops["43-169"].steps == 0
    assert game.game.ships["US-T3"].cargo == ("supply",)
    said = "1 supply unit stays aboard US-T3 at 1404 (Torokina): none of the side's troops are left"
    assert f"{said} there [CR47]." in game.report()


# --- risks that dice decide ----------------------------------------------------------------------


def test_h10_6_the_escorts_that_may_sink_the_submarine_are_told_with_their_die(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded | CALM | {"5.1 event": 2}).until(JAPANESE, "4.4")
    hunted = hunts(judged_on(game.match.view(), (), CHARTS))
    escorted = [one for one in hunted if any(is_escort(game, foe) for foe in foes(game, one))]
    assert escorted
    for hunt in hunted:
        (said,) = foretold(game, hunt).ordered
        assert ("a die of 8 or more sinks it, 1 VP." in said) == (hunt in escorted)


def foes(game: Play, hunt: NavalMission) -> list[str]:
    return [ship.id for ship in game.game.ships_at(hunt.path[0], ALLIED)]


def is_escort(game: Play, ship: str) -> bool:
    return CHARTS.naval[ship].type in ("CA", "CLT") and not game.game.ships[ship].disrupted


def test_h13_4_supply_that_is_dropped_is_told_with_the_die_that_finds_it(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded | CALM).until(ALLIED, "4.4")
    drop = AirMission(
        kind="airdrop", hex="1707", band="medium", transports=("C47-46",),
        cargo=FrozenMap({"C47-46": "supply"}),
    )  # fmt: skip
    said = "Supply that is dropped is found on a die of 7 or less, else lost [H13.4]."
    assert said in foretold(game, drop).ordered


# --- turning back [H9.8.2] -----------------------------------------------------------------------


def test_h9_8_2_a_raid_is_told_whose_losses_turn_it_back(loaded: dict[str, int]) -> None:
    """Strikers of a strike, fighters of a sweep; disruption suffices, losses by flak do not."""
    game = play("bismarck-sea", loaded | CALM).until(JAPANESE, "4.4")
    strike = AirMission(
        kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
        target="base:WAU", abort_at="any",
    )  # fmt: skip
    sweep = AirMission(kind="sweep", hex="0705", band="high", escorts=("A6M-253",))
    for order, said in (
        (strike, "once one of the strikers is disrupted or loses a step, not by flak;"),
        (replace(strike, abort_at="half"), "with fewer than half of the strikers left;"),
        (sweep, "with fewer than half of the fighters left;"),
    ):
        assert f"They turn back {said}" in foretold(game, order).ordered[1]
