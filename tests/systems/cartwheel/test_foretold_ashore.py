"""Orders ashore, recon and transports in words: what follows that a player may not expect."""

from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.system import CARTWHEEL, HIDDEN
from pbem.systems.cartwheel.table.orders_ground import Attack, Land, March, Raid
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    NavalMission,
    Pass,
)
from pbem.systems.cartwheel.table.orders_turn import CountsAs, Evacuate
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.hidden import view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

GROUND = "4.5-first"


def said(game: Game, side: str, step: str, *orders: Order) -> Foretold:
    """What a file of these orders is told to do."""
    mine = HIDDEN.set_up(game, game.seat_of(side), CHARTS)
    assert CARTWHEEL.foretell is not None
    return CARTWHEEL.foretell(view(mine, game, step), orders, CHARTS)


def test_cr43_who_marches_into_mountains_is_told_when_they_disrupt_him() -> None:
    game = started("campaign")
    alone = said(game, ALLIED, GROUND, March(units=("3D-15",), to="0705"), Attack(hex="0705"))
    assert not any("mountains" in line for line in alone.ordered)
    game = game.with_troops((replace(game.troops["3D-15"], at="0605"),))
    march = March(units=("3D-15",), to="0505")
    told = said(game, ALLIED, GROUND, march)
    assert "The mountains there disrupt 3D-15 on arrival [H2.5]." in told.ordered
    foe = game.with_troops((replace(game.troops["51D-66"], at="0505"),))
    told = said(foe, ALLIED, GROUND, march, Attack(hex="0505"))
    assert "The mountains there disrupt 3D-15 when the fight is over [CR43]." in told.ordered


def test_6_6_4_who_lands_alone_is_told_what_falls_to_him() -> None:
    game = started("campaign")
    off = game.with_ships((replace(game.ships["MARU1"], at="1206", cargo=("51D-115", SUPPLY)),))
    away = ((u.id, "" if u.at == "1206" else u.at) for u in game.troops.values())
    at = dict(away) | {"51D-115": "MARU1"}
    off = off.with_troops(replace(off.troops[id_], at=place) for id_, place in at.items())
    told = said(off, JAPANESE, GROUND, Land(ship="MARU1", units=("51D-115",))).ordered
    assert told[0] == (
        "MARU1 lands 51D-115 at 1206 (Woodlark), which falls to you with its airbase [H11.5]."
    )
    assert told[2:] == ("Enemy aircraft at Woodlark get away or are lost, each by a die [6.6.5].",)
    (told, _) = said(off, JAPANESE, GROUND, Land(ship="MARU1", supply=1)).ordered
    assert "falls" not in told
    manned = off.with_troops((replace(off.troops["CAV-112"], at="1206"),))
    orders = Land(ship="MARU1", units=("51D-115",)), Attack(hex="1206")
    assert not any("fall" in one for one in said(manned, JAPANESE, GROUND, *orders).ordered)


def test_h11_4_1_an_attack_that_can_cost_the_enemy_nothing_is_to_be_looked_at_twice() -> None:
    game = started("toenails")
    off = game.with_ships((replace(game.ships["LST2"], at="1606", cargo=("43-103",)),))
    off = off.with_troops((replace(game.troops["43-103"], at="LST2"),))
    orders = (Land(ship="LST2", units=("43-103",)), Attack(hex="1606"))
    (warned,) = (line for line in said(off, ALLIED, GROUND, *orders).warnings if "attack" in line)
    assert warned == (
        "The attack on 1606 (Munda) costs the enemy nothing, whatever the die, and you at least"
        " 1 step [H11.4.1]."
    )


def test_h16_2_a_place_that_counts_is_told_with_its_points_to_who_goes_there_or_leaves_it() -> None:
    game = started("campaign")
    told = said(game, ALLIED, GROUND, March(units=("3D-15",), to="0705"), Attack(hex="0705"))
    worth = "0705 (Lae) gives you 10 VP if you alone hold it at the end [H16.2]."
    assert worth in told.costs
    alone = game.with_troops(
        replace(unit, at="0705" if unit.id == "3D-15" else "" if unit.at == "0705" else unit.at)
        for unit in game.troops.values()
    )
    home = March(units=("3D-15",), to="0706")
    assert (
        "Nobody of yours stays in 0705 (Lae), which is worth 10 VP to who holds it at the end"
        " [H16.2]."
    ) in said(alone, ALLIED, GROUND, home).warnings


def test_h11_7_a_raid_is_told_die_by_die() -> None:
    game = started("campaign")
    told = said(game, ALLIED, GROUND, Raid(base="LAE"))
    assert (
        "Commando raid on Lae, by a die: 1-2 it fails, 1/2 VP for Japan; 3-7 no effect; 8-9 1 hit;"
        " 10 1 hit and a strike on the aircraft there [H11.7]."
    ) in told.ordered


def test_cr37_transports_alone_are_told_when_they_break_off() -> None:
    game = started("bismarck-sea")
    alone = NavalMission(ships=("MARU1",), path=("1203", "1104"))
    leaves = "in a gun battle it breaks off after the first round, for it is no warship"
    assert any(leaves in line for line in said(game, JAPANESE, "4.4", alone).ordered)
    with_guns = replace(alone, ships=("IJN-CLT1", "MARU1"))
    assert not any("gun battle" in one for one in said(game, JAPANESE, "4.4", with_guns).ordered)


def test_amb_9_a_recon_unit_is_told_how_it_is_counted() -> None:
    game = started("bismarck-sea")
    told = said(game, ALLIED, "4.4", CountsAs(unit="F5-8", kind="F"))
    assert (
        "F5-8 counts as a fighter at minor and mobile bases from now on, and is told so to enemy"
        " recon there; at other bases it is told as a bomber [7.3.1, AMB-9]."
    ) in told.ordered


def test_empty_lists_that_change_nothing_are_to_be_looked_at_twice() -> None:
    game = started("bismarck-sea")
    warned = said(
        game, ALLIED, "4.4", Answers(clauses=()), Asked(hexes=()), Evacuate(base="DOB", to=())
    ).warnings
    assert [line for line in warned if "changes nothing" in line] == [
        "'answers' has no clauses and changes nothing: you have none [H8.9.4].",
        "'asked' has no hexes and changes nothing: you are asked nowhere [H8.9.7].",
        "'evacuate' for Dobodura names no base and changes nothing: no list [H6.6.5].",
    ]
    asked = replace(game, asked=FrozenMap({ALLIED: ("0806",)}))
    warned = said(asked, ALLIED, "4.4", Asked(hexes=())).warnings
    assert not [line for line in warned if "changes nothing" in line]


def test_h5_1_an_ace_that_no_mission_names_is_to_be_looked_at_twice() -> None:
    game = started("bismarck-sea")
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)
    mine = mine.with_planes((replace(mine.planes["P38-9"], ace=True),))
    sweep = AirMission(kind="sweep", hex="0705", band="high", escorts=("P38-9",))
    unused = 'P38-9 flies without its Ace: ace = "P38-9" lets it fight as one [H5.1, H9.7.6].'
    assert CARTWHEEL.foretell is not None
    for order, is_told in ((sweep, True), (replace(sweep, ace="P38-9"), False)):
        told = CARTWHEEL.foretell(view(mine, game, "4.4"), (order,), CHARTS)
        assert (unused in told.warnings) is is_told


def test_h8_9_5_places_over_which_nobody_goes_up_are_told() -> None:
    game = started("bismarck-sea")
    left = said(game, JAPANESE, "4.4").left
    (bare,) = (line for line in left if line.startswith("Nobody goes up over"))
    assert "0503 (Wewak)" in bare
    assert "1203 (Rabaul)" not in bare


def test_h8_1_a_run_that_goes_on_is_told() -> None:
    game = started("bismarck-sea")
    game = game.with_operations(replace(game.operations, run=3))
    alone = NavalMission(ships=("MARU1",), path=("1203", "1104"))
    told = "5 left to you after it, 2 of them before the enemy's next; the Allied player"
    assert told in said(game, JAPANESE, "4.4", alone).costs[0]
    assert "before the enemy's next" not in said(game, JAPANESE, "4.4", alone, Pass()).costs[0]


def test_h11_5_troops_too_weak_to_land_are_to_be_looked_at_twice_when_they_sail() -> None:
    game = started("toenails")
    ships = {"LST2": ("RDR-1",), "US-T3": ("43-103",)}
    for many, is_weak in ((1, True), (2, False)):
        load = FrozenMap(dict(list(ships.items())[:many]))
        sail = NavalMission(
            ships=tuple(load), path=("1707", "1706", "1606"), purpose="transport", load=load
        )
        warned = said(game, ALLIED, "4.4", sail).warnings
        assert (
            "Nobody can land at 1606 (Munda) as things stand: CF 2 of yours to their 8, and whoever"
            " lands among enemies attacks at 1:2 or better [H11.4, H11.5]." in warned
        ) is is_weak


def test_h13_3_troops_that_were_cut_off_are_told_with_the_die_that_may_cost_them_a_step() -> None:
    game = started("toenails")
    lacking = replace(game.troops["43-103"], supplied=False)
    game = replace(game, troops=game.troops.set("43-103", lacking))
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)
    assert CARTWHEEL.form is not None
    stands = CARTWHEEL.form(view(mine, game, "4.4"), CHARTS)[0]
    (told,) = (one for one in stands.choices if one.startswith("Cut off from supply"))
    assert told.endswith("43-103; 6 or more at the turn's end costs 43-103 a step [H13.3].")


def test_h6_6_5_lists_are_told_of_bases_that_can_fall_and_mark_those_of_the_enemy() -> None:
    game = started("campaign")
    game = game.with_base(replace(game.bases["WAU"], owner=JAPANESE))
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)
    mine = replace(mine, evacuate=FrozenMap({"DOB": ("WAU", "PM"), "WAU": ("PM",)}))
    assert CARTWHEEL.form is not None
    told = [
        line for part in CARTWHEEL.form(view(mine, game, "4.4"), CHARTS) for line in part.choices
    ]
    (lists,) = (line for line in told if line.startswith("If a base falls"))
    assert lists.startswith(
        "If a base falls, its units fly by your lists: DOB (Dobodura) to WAU (Wau)"
        " (the enemy's now), PM (Port Moresby) [H6.6.5]."
    )
    assert CARTWHEEL.foretell is not None
    (stand,) = (
        line
        for line in CARTWHEEL.foretell(view(mine, game, "4.4"), (), CHARTS).left
        if "lists stand" in line
    )
    assert stand.startswith("Evacuation lists stand for Dobodura; ")
