"""The public end of operations: ships go home, recon and TF-36 leave [H12, H5.3.3]."""

import pytest

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.scenario import Convoy
from pbem.systems.cartwheel.rules.r12_conclude import conclude
from pbem.systems.cartwheel.table.events_charts import Tf36Left
from pbem.systems.cartwheel.table.events_sea import Unloaded, WithdrawalVoided, Withdrew
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.landsea import changed, held, rules_of, wrong_at_sea
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    TERMS,
    afloat,
    ashore,
    board,
    scouted,
    told,
)


def home(ships: str, path: str, *, unload: bool = False) -> Withdraw:
    return Withdraw(ships=tuple(ships.split()), path=tuple(path.split()), unload=unload)


def ended(game: Game, side: str, *orders: Withdraw) -> tuple[Game, tuple[Event, ...]]:
    return conclude(game, side, orders, CHARTS)


# --- ships [H12.2] -------------------------------------------------------------------------------


def test_h12_2_ships_go_to_a_friendly_port_within_twice_their_speed() -> None:
    game = changed(afloat(board(), "0705", "MARU1", "DAI3"), "MARU1", moved=1)
    way = "0705 0805 0905 1004 1104 1203"
    assert wrong_at_sea(game, JAPANESE, home("MARU1", way)) == []
    assert wrong_at_sea(game, JAPANESE, home("DAI3", way)) == []
    game, events = ended(game, JAPANESE, home("MARU1", way))
    assert game.ships["MARU1"].at == "1203"
    assert told(events, Withdrew)[0].path == tuple(way.split())
    assert game.turn.concluded == (JAPANESE,)


def test_h12_2_twice_the_speed_is_the_limit_and_disruption_halves_it() -> None:
    game = afloat(board(), "0705", "DAI3")
    far = "0705 0805 0905 1004 1104 1203 1304 1404 1405"
    assert rules_of(wrong_at_sea(game, JAPANESE, home("DAI3", far))) == ["H10.3"]
    near = "0705 0805 0905 1004 1104 1203"
    slow = changed(game, "DAI3", disrupted=True)
    assert rules_of(wrong_at_sea(slow, JAPANESE, home("DAI3", near))) == ["H10.3"]
    assert wrong_at_sea(slow, JAPANESE, home("DAI3", "0705 0805 0905 1004")) == []


def test_h12_2_only_friendly_open_ports_and_boxes() -> None:
    game = afloat(board(), "1303", "IJN-CA1")
    (said,) = wrong_at_sea(game, JAPANESE, home("IJN-CA1", "1303 1403"))
    assert said == (
        "order 1, key 'path'",
        "H12.2",
        "1403 is no friendly open port and no box of yours -> "
        "nearest are: 1203 by 1303 1203; 1304 by 1303 1304; 1002 by 1303 1202 1102 1002",
    )
    shut = replace(game, port_hits=FrozenMap({"1203": 2}))
    assert rules_of(wrong_at_sea(shut, JAPANESE, home("IJN-CA1", "1303 1203"))) == ["H12.2"]
    assert wrong_at_sea(game, JAPANESE, home("IJN-CA1", "1303 1302 1301 TRK")) == []


def test_h12_2_past_no_enemy_warships_but_past_transports() -> None:
    game = afloat(afloat(board(), "1403", "IJN-CA1"), "1303", "US-T1")
    assert wrong_at_sea(game, JAPANESE, home("IJN-CA1", "1403 1303 1203")) == []
    game = afloat(game, "1303", "US-CA1")
    (said,) = wrong_at_sea(game, JAPANESE, home("IJN-CA1", "1403 1303 1203"))
    assert said[1:2] == ("H12.2",)
    assert said[2].startswith("enemy naval combat units are in 1303 -> nearest are: 1304 by")


def test_h12_3_ships_leave_a_contested_hex_without_combat() -> None:
    game = afloat(afloat(board(), "1303", "IJN-CA1"), "1303", "US-CA1")
    game, events = ended(game, JAPANESE, home("IJN-CA1", "1303 1203"))
    assert game.ships["IJN-CA1"].at == "1203"
    assert [type(event) for event in events] == [Withdrew]


def test_h12_2_a_ship_stands_in_one_order() -> None:
    game = afloat(board(), "1303", "IJN-CA1")
    order = home("IJN-CA1", "1303 1203")
    assert rules_of(wrong_at_sea(game, JAPANESE, order, order)) == ["H12.2"]


def test_h12_2_an_impossible_return_is_reported_and_skipped() -> None:
    game = afloat(board(), "1303", "IJN-CA1")
    after, events = ended(game, JAPANESE, home("IJN-CA1", "1303 1403"))
    assert after.ships == game.ships
    assert [(e.ships, e.cited) for e in told(events, WithdrawalVoided)] == [(("IJN-CA1",), "H12.2")]


# --- unloading -----------------------------------------------------------------------------------


def cargo(game: Game, ship: str, *units: str, supply: int = 0) -> Game:
    game = ashore(game, ship, *units)
    aboard = game.ships[ship].cargo
    return changed(game, ship, cargo=(*aboard, *("supply",) * supply))


def test_h12_2_cargo_is_unloaded_in_the_port() -> None:
    game = cargo(afloat(board(), "1303", "MARU1"), "MARU1", "51D-115", supply=2)
    game, events = ended(game, JAPANESE, home("MARU1", "1303 1203", unload=True))
    assert game.ships["MARU1"].cargo == ()
    assert (game.troops["51D-115"].at, game.troops["51D-115"].landed) == ("1203", 1)
    assert game.supplies == FrozenMap({"japanese/1203": 2})
    assert [(e.units, e.supply) for e in told(events, Unloaded)] == [(("51D-115",), 2)]


def test_h10_2_beside_a_disrupted_ship_another_unloads() -> None:
    """Nobody may order it so; where she was hit since, her cargo alone stays aboard."""
    game = afloat(afloat(board(), "1303", "MARU1"), "1303", "MARU2")
    game = cargo(cargo(game, "MARU1", "51D-115"), "MARU2", supply=1)
    game = changed(game, "MARU2", disrupted=True)
    order = home("MARU1 MARU2", "1303 1203", unload=True)
    assert rules_of(wrong_at_sea(game, JAPANESE, order)) == ["H10.2"]
    game, events = ended(game, JAPANESE, order)
    assert [event.ship for event in told(events, Unloaded)] == ["MARU1"]
    assert (game.troops["51D-115"].at, game.ships["MARU2"].at) == ("1203", "1203")
    assert not game.supplies


def test_cr40_what_finds_no_room_stays_aboard() -> None:
    game = cargo(afloat(board(), "1506", "MARU1"), "MARU1", "51D-115", "51D-66")
    game = ashore(game, "1506", "6D-13", "GAR-VIL")
    game = replace(game, supplies=FrozenMap({"japanese/1506": 1}))
    game = changed(game, "MARU1", cargo=("51D-115", "51D-66", "supply", "supply"))
    game, _ = ended(game, JAPANESE, home("MARU1", "1506", unload=True))
    assert game.ships["MARU1"].cargo == ("51D-66", "supply")
    assert game.supplies == FrozenMap({"japanese/1506": 2})
    assert game.troops["51D-66"].at == "MARU1"


def test_cr40_a_box_takes_any() -> None:
    game = cargo(afloat(board(), "TRK", "MARU1"), "MARU1", "51D-115", supply=1)
    game, _ = ended(game, JAPANESE, home("MARU1", "TRK", unload=True))
    assert (game.troops["51D-115"].at, game.ships["MARU1"].cargo) == ("TRK", ())
    assert game.supplies == FrozenMap()


def test_h12_2_who_carries_nothing_unloads_nothing() -> None:
    game = afloat(board(), "1203", "MARU1")
    said = wrong_at_sea(game, JAPANESE, home("MARU1", "1203", unload=True))
    assert said == [("order 1, key 'unload'", "H12.2", "the ships carry nothing -> leave it out")]


CONVOY = Convoy(
    side=JAPANESE,
    hexes=("0705", "0805"),
    landed_step=6,
    landed_supply=3,
    lost_step=4,
    lost_supply=2,
)


@pytest.mark.parametrize(("port", "points"), [("0705", 2 * 6 + 2 * 3), ("0805", 18), ("1004", 0)])
def test_h17_1_the_convoy_scores_in_lae_and_finschhafen_alone(port: str, points: int) -> None:
    game = replace(board(), terms=replace(TERMS, ground_combat=False, convoy=CONVOY))
    game = cargo(afloat(game, port, "MARU1"), "MARU1", "51D-115", supply=2)
    game, _ = ended(game, JAPANESE, home("MARU1", port, unload=True))
    assert game.points(JAPANESE) == points


# --- recon and TF-36 -----------------------------------------------------------------------------


def test_h12_1_a_sides_recon_units_leave_the_map() -> None:
    game = scouted(scouted(board(), ALLIED, "F5-8", "1203"), JAPANESE, "DIN-6", "0707")
    game, _ = ended(game, JAPANESE)
    assert list(game.turn.scouts) == ["F5-8"]
    game, _ = ended(game, ALLIED)
    assert (list(game.turn.scouts), game.turn.concluded) == ([], (JAPANESE, ALLIED))


def test_h5_3_3_tf_36_leaves_disruption_removed_and_steps_lost() -> None:
    game = afloat(board(), "1808", "TF36-BB", "TF36-CV", disrupted=True)
    game = changed(game, "TF36-CV", steps=1)
    game = game.with_air((replace(game.air["SBD-12"], steps=0),))
    game = game.with_air((replace(game.air["F6F-12"], disrupted=True),))
    game = game.with_turn(replace(game.turn, tf36=True))
    game, events = ended(game, ALLIED)
    assert [(s.at, s.steps, s.disrupted) for s in game.ships.values()] == [
        ("", 2, False),
        ("", 1, False),
    ]
    assert told(events, Tf36Left)[0].units == ("F6F-12", "F6F-23", "TBF-12")
    assert not game.air["F6F-12"].arrived
    assert not game.air["F6F-12"].disrupted


def test_h5_3_3_tf_36_is_not_sent_to_a_port() -> None:
    game = held(afloat(board(), "1808", "TF36-CA"), ALLIED, "1808")
    said = wrong_at_sea(game, ALLIED, home("TF36-CA", "1808 1807"))
    assert said[0][1] == "H5.3.3"


def test_h5_3_3_without_tf_36_nothing_leaves() -> None:
    game, events = ended(board(), ALLIED)
    assert events == ()
    assert game.air["F6F-12"].arrived
