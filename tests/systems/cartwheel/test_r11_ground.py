"""A side's ground orders carried out: moves, control, assaults, raids, forts [H11]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.scenario import Convoy
from pbem.systems.cartwheel.rules.r11_control import settle
from pbem.systems.cartwheel.rules.r11_ground import initiative
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck
from pbem.systems.cartwheel.table.events_ground import (
    Attacked,
    AttackMissed,
    Fortified,
    FortsFell,
    GroundInitiativeRolled,
    GroundVoided,
    Landed,
    Marched,
    Raided,
    Retreated,
)
from pbem.systems.cartwheel.table.events_turn import BaseHit, ControlPassed
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Base, Game
from tests.systems.cartwheel.landsea import acted, changed, held
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    TERMS,
    ScriptedDice,
    afloat,
    ashore,
    board,
    flying,
    hurt,
    told,
)


def march(units: str, to: str) -> March:
    return March(units=tuple(units.split()), to=to)


def quiet(*, turn: int = 1) -> Game:
    """The map without aircraft, so that captured bases throw no dice."""
    return replace(board(turn=turn), air=FrozenMap())


# --- who acts first [H11.1] ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holder", "die", "first"),
    [(ALLIED, 5, ALLIED), (ALLIED, 4, JAPANESE), (JAPANESE, 7, ALLIED), (JAPANESE, 6, JAPANESE)],
)
def test_h11_1_the_holder_of_the_initiative_has_one_in_his_favour(
    holder: str, die: int, first: str
) -> None:
    game = replace(board(), holder=holder)
    game, events = initiative(game, CHARTS, ScriptedDice({"11.1 ground initiative": die}))
    assert game.turn.first_ashore == first
    assert [event.first for event in told(events, GroundInitiativeRolled)] == [first]


# --- moves and control [H11.2, H11.2.1] ----------------------------------------------------------


def test_h11_2_1_control_passes_at_once_to_a_unit_alone_in_a_hex() -> None:
    game, events = acted(ashore(quiet(), "0806", "41-162"), ALLIED, march("41-162", "0805"))
    assert (game.troops["41-162"].at, game.troops["41-162"].acted) == ("0805", 1)
    assert game.control["0805"] == ALLIED
    assert game.bases["FIN"].owner == ALLIED
    assert game.bases["FIN"].hits == CHARTS.damage["minor"].disrupted
    assert told(events, ControlPassed)[0].bases == ("FIN",)


def test_3_0f_a_hex_that_was_marched_through_stays_controlled() -> None:
    game = ashore(quiet(), "0806", "41-162")
    game, _ = acted(game, ALLIED, march("41-162", "0805"))
    game, _ = acted(replace(game, now=2), ALLIED, march("41-162", "0806"))
    assert game.troops["41-162"].at == "0806"
    assert game.control["0805"] == ALLIED
    assert list(game.troops_at("0805")) == []


def test_6_6_4_infantry_takes_a_mobile_base_out_of_the_game_for_ever() -> None:
    mobile = Base(id="MJ1", hex="0904", owner=JAPANESE)
    game = ashore(quiet().with_base(mobile), "0804", "41-162")
    game, events = acted(held(game, ALLIED, "0804"), ALLIED, march("41-162", "0904"))
    assert game.bases["MJ1"].status == "lost"
    assert told(events, ControlPassed)[0].removed == ("MJ1",)


def test_6_6_4_evacuation_dice_belong_to_the_capture() -> None:
    game = flying(ashore(quiet(), "0806", "41-162"), JAPANESE, "A6M-201", "KI48-45")
    faces = {"6.6.5 evacuate FIN #1": 6, "6.6.5 evacuate FIN #2": 5}
    game, events = acted(game, ALLIED, march("41-162", "0805"), faces=faces)
    (lost,) = told(events, BaseLost)
    assert (lost.base, lost.how, lost.dice) == ("FIN", "captured", (6, 5))
    assert [(owed.side, owed.kind) for owed in game.owed] == [(JAPANESE, "lost-base")]


def test_h11_2_mountains_disrupt_whoever_enters_by_land() -> None:
    game, events = acted(ashore(quiet(), "0806", "41-162"), ALLIED, march("41-162", "0706"))
    assert game.troops["41-162"].disrupted
    assert told(events, Marched)[0].disrupted == ("41-162",)


def test_h11_2_a_contested_hex_stays_with_whoever_had_it() -> None:
    game = ashore(ashore(quiet(), "0806", "41-162"), "0805", "51D-66")
    orders = (march("41-162", "0805"), Attack(hex="0805"))
    game, _ = acted(game, ALLIED, *orders, faces={"11.4 attack 0805": 4})
    assert (game.troops["41-162"].steps, game.troops["41-162"].at) == (1, "0805")
    assert (game.control["0805"], game.bases["FIN"].owner) == (JAPANESE, JAPANESE)


def test_h11_4_3_attackers_alone_in_the_hex_afterwards_control_it() -> None:
    game = ashore(quiet(), "0806", "41-162", "7D-18", "7D-21", "7D-25", "3D-15")
    game = replace(ashore(game, "0805", "GAR-FIN"), forts=("0805",))
    units = "41-162 7D-18 7D-21 7D-25 3D-15"
    orders = (march(units, "0805"), Attack(hex="0805", units=tuple(units.split())))
    game, events = acted(game, ALLIED, *orders, faces={"11.4 attack 0805": 9})
    (fought,) = told(events, Attacked)
    assert (fought.odds, dict(fought.score.terms)) == (
        "5:1",
        {"fortification": -2, "two nations": -1},
    )
    assert (game.control["0805"], game.forts) == (ALLIED, ())
    assert told(events, FortsFell)[0].hexes == ("0805",)
    assert game.points(ALLIED) == 1


def test_cr43_attackers_into_mountains_fight_in_full_strength_and_then_are_disrupted() -> None:
    game = ashore(ashore(quiet(), "0806", "41-162", "7D-18"), "0706", "GAR-LAE")
    orders = (march("41-162", "0706"), Attack(hex="0706"))
    game, events = acted(game, ALLIED, *orders, faces={"11.4 attack 0706": 8})
    assert told(events, Attacked)[0].attack == 4
    assert game.troops["41-162"].disrupted


def test_cr41_attacks_go_by_hexes_and_retreats_swell_the_next_defence() -> None:
    game = ashore(ashore(quiet(), "0503", "41D-237"), "0604", "20D-78")
    game = held(game, ALLIED, "0402", "0403", "0404", "0504", "0505", "0603", "0605", "0705")
    game = ashore(ashore(game, "0403", "7D-18", "7D-21", "7D-25"), "0704", "3D-15", "5D-4")
    game = held(game, ALLIED, "0704")
    game = replace(game, control=game.control.without("0603"))
    orders = (
        march("3D-15 5D-4", "0604"),
        march("7D-18 7D-21 7D-25", "0503"),
        Attack(hex="0604"),
        Attack(hex="0503"),
    )
    faces = {"11.4 attack 0503": 7, "11.4 attack 0604": 9}
    game, events = acted(game, ALLIED, *orders, faces=faces)
    assert [event.hex for event in told(events, Attacked)] == ["0503", "0604"]
    assert told(events, Retreated)[0].units == FrozenMap({"41D-237": "0603"})
    assert game.troops["20D-78"].at == "0603"
    assert [u.steps for u in game.troops_at("0603")] == [1, 1]
    assert {h: game.control[h] for h in ("0503", "0603", "0604")} == {
        "0503": ALLIED,
        "0603": JAPANESE,
        "0604": ALLIED,
    }


# --- landings [H11.5] ----------------------------------------------------------------------------


def fleet(*, at: str = "1404") -> Game:
    """43-169 and 43-172 aboard US-T1, two supply units aboard US-T3, off a beach."""
    game = ashore(afloat(quiet(), at, "US-T1", "US-T3"), "US-T1", "43-169", "43-172")
    return changed(game, "US-T3", cargo=("supply", "supply"))


LAND = Land(ship="US-T1", units=("43-169", "43-172"))


def test_h11_5_an_unopposed_landing_takes_the_hex() -> None:
    game, events = acted(fleet(), ALLIED, LAND, Land(ship="US-T3", supply=2))
    assert [(u.at, u.landed, u.acted) for u in game.troops.values()] == [("1404", 1, 1)] * 2
    assert game.ships["US-T1"].cargo == game.ships["US-T3"].cargo == ()
    assert (game.control["1404"], game.supplies) == (ALLIED, FrozenMap({"allied/1404": 2}))
    assert [event.attacking for event in told(events, Landed)] == [False, False]


def test_h11_5_an_opposed_landing_attacks_with_minus_two() -> None:
    game = ashore(fleet(), "1404", "GAR-TOR")
    orders = (LAND, Land(ship="US-T3", supply=2), Attack(hex="1404"))
    game, events = acted(game, ALLIED, *orders, faces={"11.4 attack 1404": 6})
    (fought,) = told(events, Attacked)
    assert (fought.odds, dict(fought.score.terms), fought.score.total) == ("5:1", {"landed": -2}, 4)
    assert (game.troops["GAR-TOR"].steps, game.control["1404"]) == (0, ALLIED)
    assert [(event.units, event.supply) for event in told(events, Landed)] == [
        (("43-169", "43-172"), 0),
        ((), 2),
    ]


def test_h11_5_supply_comes_ashore_in_a_contested_hex_without_a_fight() -> None:
    game = ashore(ashore(fleet(), "1404", "GAR-TOR"), "1404", "37-129")
    game, events = acted(game, ALLIED, Land(ship="US-T3", supply=2))
    assert game.supplies == FrozenMap({"allied/1404": 2})
    assert [event.supply for event in told(events, Landed)] == [2]


def test_cr47_supply_stays_aboard_where_no_attacker_is_left() -> None:
    game = ashore(fleet(), "1404", "GAR-BUI", "6D-13")
    game = changed(changed(game, "43-169", steps=1), "43-172", steps=1)
    orders = (LAND, Land(ship="US-T3", supply=2), Attack(hex="1404"))
    game, events = acted(game, ALLIED, *orders, faces={"11.4 attack 1404": 1})
    assert all(u.steps == 0 for u in game.troops.values() if u.side == ALLIED)
    assert game.ships["US-T3"].cargo == ("supply", "supply")
    assert (game.supplies, game.control["1404"]) == (FrozenMap(), JAPANESE)
    assert told(events, Attacked)[0].odds == "1:2"


def test_h17_1_ground_steps_and_supply_of_the_convoy_score_when_they_land() -> None:
    convoy = Convoy(
        side=JAPANESE, hexes=("0705",), landed_step=6, landed_supply=3, lost_step=4, lost_supply=2
    )
    terms = replace(TERMS, ground_combat=False, convoy=convoy)
    game = ashore(afloat(replace(quiet(), terms=terms), "0705", "MARU1"), "MARU1", "51D-115")
    game = changed(game, "MARU1", cargo=("51D-115", "supply", "supply"))
    order = Land(ship="MARU1", units=("51D-115",), supply=2)
    game, _ = acted(game, JAPANESE, order)
    assert game.points(JAPANESE) == 2 * 6 + 2 * 3


# --- paratroops [H11.6] --------------------------------------------------------------------------


def dropped(**values: object) -> Game:
    game = ashore(ashore(quiet(), "0705", "PIR-503"), "0705", "GAR-LAE")
    return changed(game, "PIR-503", dropped=1, **values)


def test_h11_6_paratroops_among_enemies_attack_without_an_order() -> None:
    game, events = acted(dropped(), ALLIED, faces={"11.4 attack 0705": 5})
    (fought,) = told(events, Attacked)
    assert (fought.attackers, dict(fought.score.terms)) == (("PIR-503",), {"dropped": -1})
    assert game.troops["PIR-503"].acted == 1


def test_h11_6_they_join_an_attack_that_is_ordered() -> None:
    game = ashore(dropped(), "0706", "3D-15")
    orders = (march("3D-15", "0705"), Attack(hex="0705"))
    _, events = acted(game, ALLIED, *orders, faces={"11.4 attack 0705": 5})
    assert told(events, Attacked)[0].attackers == ("3D-15", "PIR-503")


@pytest.mark.parametrize("values", [{"disrupted": True}, {"supplied": False}])
def test_h11_6_not_disrupted_ones(values: dict[str, object]) -> None:
    _, events = acted(dropped(**values), ALLIED)
    assert events == ()


def test_cr46_below_the_lowest_odds_they_hold_their_fire() -> None:
    game = ashore(dropped(), "0705", "51D-66", "51D-102", "51D-115")
    _, events = acted(game, ALLIED)
    assert [event.hex for event in told(events, AttackMissed)] == ["0705"]


# --- raids [H11.7] -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "effect", "hits", "points"),
    [(1, "fails", 0, 1), (2, "fails", 0, 1), (3, "none", 0, 0), (7, "none", 0, 0),
     (8, "hit", 1, 0), (9, "hit", 1, 0), (10, "hit and strike", 1, 0)],
)  # fmt: skip
def test_h11_7_allied_raid(die: int, effect: str, hits: int, points: int) -> None:
    game = ashore(quiet(), "0806", "41-162")
    faces = {"11.7 raid A": die}
    if die == 10:
        faces |= {"9.10 ground raid-A LAE #1": 9, "9.10 pick raid-A LAE #1": 50}
    game, events = acted(game, ALLIED, Raid(base="LAE"), faces=faces)
    assert [event.effect for event in told(events, Raided)] == [effect]
    assert (game.bases["LAE"].hits, game.points(JAPANESE)) == (hits, points)
    assert len(told(events, BaseStruck)) == (die == 10)
    assert game.turn.raided == (ALLIED,)


@pytest.mark.parametrize(("die", "steps"), [(2, 1), (3, 2)])
def test_h11_7_a_failed_japanese_raid_costs_a_step(die: int, steps: int) -> None:
    game = ashore(quiet(), "0805", "51D-66")
    raid = Raid(base="DOB", unit="51D-66")
    game, _ = acted(game, JAPANESE, raid, faces={"11.7 raid J": die})
    assert (game.troops["51D-66"].steps, game.points(ALLIED)) == (steps, 2 - steps)


def test_h11_7_a_raid_may_destroy_a_base_and_earns_nothing_by_it() -> None:
    game = hurt(ashore(quiet(), "0805", "51D-66"), "DOB", 5)
    raid = Raid(base="DOB", unit="51D-66")
    game, events = acted(game, JAPANESE, raid, faces={"11.7 raid J": 8})
    assert (game.bases["DOB"].status, game.points(JAPANESE)) == ("destroyed", 0)
    assert told(events, BaseHit)[0].cause == "raid"


def test_cr41_a_unit_lost_in_its_raid_does_not_march() -> None:
    game = changed(ashore(quiet(), "0805", "51D-66", "51D-102"), "51D-66", steps=1)
    orders = (march("51D-66 51D-102", "0705"), Raid(base="DOB", unit="51D-66"))
    game, events = acted(game, JAPANESE, *orders, faces={"11.7 raid J": 1})
    assert (game.troops["51D-66"].steps, game.troops["51D-102"].at) == (0, "0705")
    assert told(events, GroundVoided) == []


# --- Fortifications [H11.8] ----------------------------------------------------------------------


def test_h11_8_a_fortification_is_put_down() -> None:
    game, events = acted(ashore(quiet(), "1304", "GAR-BKA"), JAPANESE, Fortify(hex="1304"))
    assert game.forts == ("1304",)
    assert [event.hex for event in told(events, Fortified)] == ["1304"]


def test_h11_8_it_falls_when_the_last_unit_leaves() -> None:
    game = replace(ashore(quiet(), "1203", "38D-228"), forts=("1203",))
    game, events = acted(game, JAPANESE, march("38D-228", "1104"))
    assert (game.forts, told(events, FortsFell)[0].hexes) == ((), ("1203",))


# --- orders that cannot be carried out -----------------------------------------------------------


def test_h11_illegal_orders_are_reported_and_passed_over_with_those_that_hang_on_them() -> None:
    game = ashore(ashore(quiet(), "0806", "41-162", "7D-18"), "0805", "51D-66")
    orders = (
        march("41-162", "0805"),
        Attack(hex="0805", units=("GAR-DOB",)),
        march("7D-18", "0706"),
    )
    game, events = acted(game, ALLIED, *orders)
    assert [(e.order, e.ids, e.cited) for e in told(events, GroundVoided)] == [
        ("attack", ("0805",), "H11.4"),
        ("march", ("41-162", "0805"), "H11.2"),
    ]
    assert (game.troops["41-162"].at, game.troops["7D-18"].at) == ("0806", "0706")


def test_h11_no_orders_no_events() -> None:
    assert acted(ashore(quiet(), "0806", "41-162"), ALLIED)[1] == ()


@pytest.mark.parametrize("name", ["campaign", "bismarck-sea", "toenails", "bougainville"])
def test_h11_2_1_at_the_start_there_is_nothing_to_settle(name: str) -> None:
    game = started(name)
    assert settle(game, CHARTS, ScriptedDice()) == (game, ())
