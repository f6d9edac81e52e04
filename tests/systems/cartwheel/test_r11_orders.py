"""Which ground orders are legal [H11]: each defect with its rule and a legal alternative."""

import pytest

from pbem.engine.kinds import options_of
from pbem.engine.orders import Order, decode_orders
from pbem.engine.typed import typed_orders
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.orders.check import sight_of
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.table.orders import TYPES
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.landsea import changed, held, rules_of, wrong_on_land
from tests.systems.cartwheel.tabletop import CHARTS, TERMS, afloat, ashore, board, hurt


def march(units: str, to: str) -> March:
    return March(units=tuple(units.split()), to=to)


def attack(hex_: str, units: str = "") -> Attack:
    return Attack(hex=hex_, units=tuple(units.split()))


def wrong(game: Game, *orders: Order, side: str = ALLIED) -> list[tuple[str, str, str]]:
    return wrong_on_land(game, side, *orders)


def words(game: Game, *orders: Order, side: str = ALLIED) -> list[str]:
    return [what for _, _, what in wrong(game, *orders, side=side)]


# --- marches [H11.2] -----------------------------------------------------------------------------


def listed(game: Game, kind: type[Order]) -> list[Order]:
    """The legal Allied orders of a kind."""
    sight = sight_of(view(own(ALLIED), game, "4.5-first"), kind, CHARTS)
    assert sight is not None
    return list(options_of(KINDS, sight, kind))


def buna() -> Game:
    """41-162, 7D-18 and a garrison at Buna."""
    return ashore(board(), "0806", "41-162", "7D-18", "GAR-DOB")


def test_h11_2_units_march_to_a_land_neighbour() -> None:
    assert wrong(buna(), march("41-162 7D-18", "0706")) == []
    assert words(buna(), march("41-162", "0604")) == [
        "no land way leads from 0806 (Dobodura) to '0604' -> land neighbours: 0706 (Wau),"
        " 0707 (Port Moresby), 0805 (Finschhafen), 0807, 0907 (Wanigela)"
    ]


def test_h2_7_only_over_sides_that_share_a_landmass() -> None:
    game = ashore(board(), "1104", "38D-228")
    assert wrong(game, march("38D-228", "1203"), side=JAPANESE) == []
    assert rules_of(wrong(game, march("38D-228", "1103"), side=JAPANESE)) == ["H2.7"]


def test_cr75_the_russells_and_guadalcanal_are_one_landmass() -> None:
    assert land_neighbours(CHARTS, "1707") == ("1807",)
    assert land_neighbours(CHARTS, "1807") == ("1707",)


def test_2_2_3b_garrisons_do_not_march() -> None:
    assert wrong(buna(), march("GAR-DOB", "0706")) == [
        (
            "order 1, key 'units'",
            "2.2.3b~",
            "GAR-DOB is a garrison: it only defends -> able are: 41-162, 7D-18",
        )
    ]


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"disrupted": True}, "H11.2"),
        ({"supplied": False}, "H13.3"),
        ({"acted": 1}, "H11.2"),
        ({"dropped": 1}, "H11.6"),
    ],
)
def test_h11_2_who_does_not_march(values: dict[str, object], rule: str) -> None:
    game = changed(buna(), "41-162", **values)
    (said,) = wrong(game, march("41-162", "0706"))
    assert said[1] == rule
    assert said[2].endswith("able are: 7D-18")


def test_h11_2_only_own_units_ashore_in_one_hex() -> None:
    game = ashore(ashore(buna(), "0707", "7D-21"), "0705", "51D-66")
    game = ashore(game, "AUS", "9D-24")
    assert rules_of(wrong(game, march("51D-66", "0805"))) == ["H11.2"]
    assert rules_of(wrong(game, march("9D-24", "0707"))) == ["H11.2"]
    assert rules_of(wrong(game, march("nobody", "0707"))) == ["H11.2"]
    assert rules_of(wrong(game, march("", "0707"))) == ["H11.2"]
    assert words(game, march("41-162 7D-21", "0706")) == [
        "the units are in different hexes: 0707, 0806 -> give one order for each hex"
    ]


def test_h11_2_a_unit_marches_once() -> None:
    assert wrong(buna(), march("41-162", "0706"), march("41-162", "0907")) == [
        (
            "order 2, key 'units'",
            "H11.2",
            "unit 41-162 is ordered already: see order 1 -> take one of them out",
        )
    ]


def test_h11_2_among_enemies_only_to_attack() -> None:
    game = ashore(buna(), "0805", "51D-66")
    assert wrong(game, march("41-162", "0805")) == [
        (
            "order 1, key 'to'",
            "H11.2",
            "there are enemies in 0805, and no attack on it is ordered -> "
            'give an order of type "attack" with hex = "0805" too; where orders are added by'
            " command, in the same one: attack hex=0805",
        )
    ]
    assert wrong(game, march("41-162", "0805"), attack("0805")) == []


def test_h11_2_from_a_contested_hex_only_into_a_safe_one() -> None:
    game = ashore(ashore(buna(), "0806", "51D-66"), "0805", "51D-102")
    assert wrong(game, march("41-162", "0706")) == []
    (said,) = wrong(game, march("41-162", "0805"), attack("0805"))
    assert said[1] == "H11.2"
    assert said[2].endswith("such are: 0706, 0707, 0807, 0907")
    lost = held(game, JAPANESE, "0706")
    assert rules_of(wrong(lost, march("41-162", "0706"))) == ["H11.2"]


def test_h11_3_steps_above_the_limit_cannot_enter() -> None:
    game = ashore(buna(), "0706", "3D-15", "3D-17")
    assert CHARTS.stacking("0706") == 4
    assert words(game, march("41-162", "0706")) == [
        "6 of your steps would be in 0706, and it holds 4 -> bring no steps at most"
    ]
    assert wrong(game, march("41-162", "0706"), march("3D-15", "0707")) == []
    assert CHARTS.stacking("0707") == CHARTS.stacking("1203") == 14


def test_h17_1_nobody_marches_attacks_raids_or_fortifies() -> None:
    game = replace(ashore(buna(), "0805", "51D-66"), terms=replace(TERMS, ground_combat=False))
    orders = (march("41-162", "0706"), attack("0805"), Raid(base="LAE"), Fortify(hex="0805"))
    assert rules_of(wrong(game, *orders)) == ["H17.1"] * 4


def test_h17_0_no_march_out_of_the_area() -> None:
    game = replace(ashore(board(), "0503", "41D-237"), terms=replace(TERMS, columns=(5, 13)))
    assert rules_of(wrong(game, march("41D-237", "0402"), side=JAPANESE)) == ["H2.7"]


# --- attacks [H11.4] -----------------------------------------------------------------------------


def front() -> Game:
    """41-162 and 7D-18 at Buna, 51D-66 at Finschhafen next to it."""
    return ashore(buna(), "0805", "51D-66")


def test_h11_4_attacks_that_are_legal_by_themselves() -> None:
    """Each unit that is strong enough alone, and all together; whose steps fall is chosen."""
    assert listed(front(), Attack) == [], "there is nobody beside the enemy"
    contested = ashore(buna(), "0806", "51D-66")
    assert listed(contested, Attack) == [
        Attack(hex="0806", units=units, losses=losses)
        for losses in ("highest", "lowest")
        for units in (("41-162",), ("7D-18",), ("41-162", "7D-18"))
    ]


def test_h11_2_marches_among_enemies_are_listed_with_the_attack_that_they_need() -> None:
    assert March(units=("41-162",), to="0805") in listed(front(), March)
    assert words(front(), march("41-162", "0805")) != []
    assert words(front(), march("41-162", "0805"), attack("0805")) == []


def test_h11_4_an_attack_needs_enemies() -> None:
    assert words(front(), attack("0707")) == [
        "there are no enemy ground units in '0707' -> attack one of: 0805 (Finschhafen)"
    ]


def test_h11_4_only_units_in_the_hex_or_entering_it() -> None:
    assert words(front(), attack("0805", "41-162")) == [
        "41-162 is not in 0805 and does not enter it -> able in the hex are: none",
        "nobody attacks 0805 -> name units in the hex, or give it together with the march or"
        " landing there",
    ]
    assert wrong(front(), march("41-162", "0805"), attack("0805", "41-162")) == []


def test_2_2_3b_a_garrison_does_not_attack() -> None:
    game = ashore(buna(), "0806", "51D-66")
    said = wrong(game, attack("0806", "GAR-DOB"))
    assert said[0] == (
        "order 1, key 'units'",
        "2.2.3b~",
        "GAR-DOB is a garrison: it only defends -> able in the hex are: 41-162, 7D-18",
    )


@pytest.mark.parametrize(
    ("values", "rule"), [({"disrupted": True}, "H11.2"), ({"supplied": False}, "H13.3")]
)
def test_h13_3_who_does_not_attack(values: dict[str, object], rule: str) -> None:
    game = changed(ashore(buna(), "0806", "51D-66"), "41-162", **values)
    assert rules_of(wrong(game, attack("0806", "41-162 7D-18"))) == [rule]


def test_h11_4_one_attack_on_a_hex() -> None:
    orders = (march("41-162", "0805"), attack("0805"), attack("0805"))
    assert wrong(front(), *orders) == [
        (
            "order 3, key 'hex'",
            "H11.4",
            "an attack on 0805 is ordered already: see order 2 -> take one of them out",
        )
    ]


def test_h11_4_odds_below_one_to_two_are_no_attack() -> None:
    game = ashore(buna(), "0805", "51D-66", "51D-102", "51D-115")
    assert words(game, march("41-162", "0805"), attack("0805")) == [
        "the odds are 4:9, below 1:2 -> attack with a CF of 5 or more"
    ]


def test_h11_4_who_marches_away_does_not_attack() -> None:
    game = ashore(buna(), "0806", "51D-66")
    said = words(game, march("41-162", "0706"), attack("0806", "41-162 7D-18"))
    assert said == ["41-162 marches to 0706 -> let it do one or the other"]


def test_h14_5_no_allied_attacks_in_a_general_regroup_turn() -> None:
    game = ashore(buna(), "0806", "51D-66")
    game = game.with_turn(replace(game.turn, regroup="yes"))
    assert rules_of(wrong(game, attack("0806", "41-162"))) == ["H14.5"]
    assert wrong(game, attack("0806", "51D-66"), side=JAPANESE) != []
    assert "H14.5" not in rules_of(wrong(game, attack("0806", "51D-66"), side=JAPANESE))


# --- landings [H11.5] ----------------------------------------------------------------------------


def landing(*, at: str = "1606") -> Game:
    """US-T1 with 43-169, 43-172; US-T3 with two supply units."""
    game = ashore(afloat(board(), at, "US-T1", "US-T3"), "US-T1", "43-169", "43-172")
    return changed(game, "US-T3", cargo=("supply", "supply"))


def land(ship: str, units: str = "", supply: int = 0) -> Land:
    return Land(ship=ship, units=tuple(units.split()), supply=supply)


def test_h11_5_units_land_in_a_coastal_hex_that_need_not_be_a_port() -> None:
    game = landing(at="1505")
    assert wrong(game, land("US-T1", "43-169 43-172"), land("US-T3", supply=2)) == []


def test_h11_5_no_landing_from_open_sea_or_a_box() -> None:
    assert rules_of(wrong(landing(at="1605"), land("US-T1", "43-169"))) == []
    assert rules_of(wrong(landing(at="1303"), land("US-T1", "43-169"))) == ["H11.5"]
    assert rules_of(wrong(landing(at="SOP"), land("US-T1", "43-169"))) == ["H11.5"]


def test_h11_5_only_an_own_undisrupted_ship() -> None:
    game = changed(landing(), "US-T1", disrupted=True)
    assert rules_of(wrong(game, land("US-T1", "43-169"))) == ["H10.2"]
    assert rules_of(wrong(landing(), land("US-T1", "43-169"), side=JAPANESE)) == ["H11.5"]
    assert rules_of(wrong(landing(), land("no-ship", "43-169"))) == ["H11.5"]


def test_h11_5_only_what_is_aboard() -> None:
    game = landing()
    assert words(game, land("US-T1", "41-162")) == [
        "41-162 is not aboard US-T1 -> aboard are: 43-169, 43-172"
    ]
    assert words(game, land("US-T3", supply=3))[0] == (
        "US-T3 carries 2 supply units -> aboard are: 2 supply units"
    )
    assert words(game, land("US-T3")) == ["nothing is landed -> aboard are: 2 supply units"]
    empty = changed(game, "US-T3", cargo=())
    assert words(empty, land("US-T3"))[-1].endswith("-> nothing is aboard: take the order out")
    assert words(game, land("US-T1", "43-169 43-169"))[0].startswith("43-169 is named twice")


def test_h11_5_a_ship_lands_once_in_a_file() -> None:
    said = wrong(landing(), land("US-T1", "43-169"), land("US-T1", "43-172"))
    assert [(where, what) for where, _, what in said] == [
        (
            "order 2, key 'ship'",
            "ship US-T1 is ordered already: see order 1 -> take one of them out",
        )
    ]


def test_h11_5_among_enemies_whoever_lands_attacks() -> None:
    game = ashore(landing(), "1606", "GAR-MUN")
    assert words(game, land("US-T1", "43-169")) == [
        "there are enemies in 1606: whoever lands must attack -> "
        'give an order of type "attack" with hex = "1606" too; where orders are added by'
        " command, in the same one: attack hex=1606"
    ]
    assert words(game, attack("1606")) == [
        "nobody attacks 1606 -> name units in the hex, or give it together with the march or"
        " landing there"
    ]
    typed = typed_orders(["land", "ship=US-T1", "units=43-169", "attack", "hex=1606"], TYPES)
    assert wrong(game, *decode_orders(typed, TYPES, code="E12")) == []


def test_h11_5_an_attack_that_misses_its_hex_is_told_where_units_could_land() -> None:
    game = ashore(landing(), "1606", "GAR-MUN")
    assert words(game, land("US-T1", "43-169"), attack("Munda"))[-1] == (
        "there are no enemy ground units in 'Munda' -> attack one of: 1606 (Munda)"
    )


def test_cr47_supply_is_not_landed_among_enemies_alone() -> None:
    game = ashore(landing(), "1606", "GAR-MUN")
    assert rules_of(wrong(game, land("US-T3", supply=2))) == ["H11.5"]
    both = (land("US-T1", "43-169"), land("US-T3", supply=2), attack("1606"))
    assert wrong(game, *both) == []


def test_h13_4_at_most_two_supply_units_lie_in_a_hex() -> None:
    game = replace(landing(), supplies=FrozenMap({"allied/1606": 1}))
    assert words(game, land("US-T3", supply=2)) == [
        "3 of your supply units would lie in 1606 -> land 1 at most"
    ]


def test_h11_3_a_landing_finds_the_hex_full() -> None:
    game = ashore(landing(at="1506"), "1506", "37-145", "37-148")
    assert words(game, land("US-T1", "43-169 43-172")) == [
        "8 of your steps would be in 1506, and it holds 6 -> bring 2 steps at most"
    ]
    assert wrong(game, land("US-T1", "43-169")) == []


def test_h17_1_the_convoy_lands_without_a_fight_or_not_at_all() -> None:
    game = replace(landing(), terms=replace(TERMS, ground_combat=False))
    assert wrong(game, land("US-T1", "43-169")) == []
    game = ashore(game, "1606", "GAR-MUN")
    assert rules_of(wrong(game, land("US-T1", "43-169"))) == ["H17.1"]


# --- raids [H11.7] -------------------------------------------------------------------------------


def test_h11_7_allied_raiders_reach_three_hexes() -> None:
    game = ashore(board(), "0806", "41-162")
    assert wrong(game, Raid(base="LAE")) == []
    assert words(game, Raid(base="WEW")) == [
        "WEW is no enemy operational airbase in reach of a raid -> "
        "in reach are: CGL (Cape Gloucester), FIN (Finschhafen), GAS (Gasmata), LAE (Lae), "
        "MAD (Madang)"
    ]


def test_h11_7_only_operational_enemy_bases_on_the_map() -> None:
    game = ashore(board(), "0806", "41-162")
    assert rules_of(wrong(game, Raid(base="DOB"))) == ["H11.7"]
    assert rules_of(wrong(game, Raid(base="NAD"))) == ["H11.7"]
    assert rules_of(wrong(game, Raid(base="TRK"))) == ["H11.7"]
    assert wrong(hurt(game, "LAE", 3), Raid(base="LAE")) == []


def test_h11_7_an_allied_raid_names_no_unit() -> None:
    game = ashore(board(), "0806", "RDR-1")
    assert words(game, Raid(base="LAE", unit="RDR-1")) == [
        "an Allied raid names no unit -> leave it out"
    ]


def test_h11_7_japanese_raiders_are_next_to_the_base() -> None:
    game = ashore(ashore(board(), "0805", "51D-66"), "0705", "51D-102", "GAR-LAE")
    assert wrong(game, Raid(base="DOB", unit="51D-66"), side=JAPANESE) == []
    assert rules_of(wrong(game, Raid(base="DOB", unit="51D-102"), side=JAPANESE)) == ["H11.7"]
    assert wrong(game, Raid(base="WAU", unit="51D-102"), side=JAPANESE) == []
    garrison = words(game, Raid(base="WAU", unit="GAR-LAE"), side=JAPANESE)
    assert garrison[-1].endswith("-> next to that base are: 51D-102, 51D-66")
    worn = changed(game, "51D-66", disrupted=True)
    assert rules_of(wrong(worn, Raid(base="DOB", unit="51D-66"), side=JAPANESE))[-1] == "H11.7"
    assert rules_of(wrong(game, Raid(base="DOB"), side=JAPANESE)) == ["H11.7"]


def test_h11_7_one_raid_a_side_and_turn() -> None:
    game = ashore(board(), "0806", "41-162")
    assert rules_of(wrong(game, Raid(base="LAE"), Raid(base="FIN"))) == ["H11.7"]
    over = game.with_turn(replace(game.turn, raided=(ALLIED,)))
    assert rules_of(wrong(over, Raid(base="LAE"))) == ["H11.7"]


# --- Fortifications [H11.8] ----------------------------------------------------------------------


def dug_in() -> Game:
    return ashore(board(), "1203", "38D-228", "GAR-RAB1")


def test_h11_8_one_marker_a_turn_where_an_idle_unit_is() -> None:
    game = ashore(dug_in(), "1405", "6D-23")
    assert wrong(game, Fortify(hex="1203"), side=JAPANESE) == []
    both = (Fortify(hex="1203"), Fortify(hex="1405"))
    assert rules_of(wrong(game, *both, side=JAPANESE)) == ["H11.8"]


def test_h11_8_not_with_busy_disrupted_or_unsupplied_units() -> None:
    game = changed(dug_in(), "GAR-RAB1", disrupted=True)
    assert wrong(game, Fortify(hex="1203"), side=JAPANESE) == []
    moving = (march("38D-228", "1104"), Fortify(hex="1203"))
    assert rules_of(wrong(game, *moving, side=JAPANESE)) == ["H11.8"]
    for values in ({"supplied": False}, {"disrupted": True}, {"acted": 1}):
        idle = changed(game, "38D-228", **values)
        assert rules_of(wrong(idle, Fortify(hex="1203"), side=JAPANESE)) == ["H11.8"]
    assert rules_of(wrong(game, Fortify(hex="9999"), side=JAPANESE)) == ["H11.8"]


def test_h11_8_not_by_the_allies_twice_or_without_markers() -> None:
    assert rules_of(wrong(dug_in(), Fortify(hex="1203"))) == ["H11.8"]
    twice = replace(dug_in(), forts=("1203",))
    assert rules_of(wrong(twice, Fortify(hex="1203"), side=JAPANESE)) == ["H11.8"]
    eight = tuple(sorted(CHARTS.control)[:8])
    assert words(replace(dug_in(), forts=eight), Fortify(hex="1203"), side=JAPANESE) == [
        "all 8 markers are on the map -> take the order out"
    ]
