"""Supply: sources, lines, interdiction, markers, attrition, supply units [13, H13]."""

from itertools import pairwise

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.hexes import distance
from pbem.systems.cartwheel.rules.r13_supply import (
    determine,
    interdicted,
    line,
    network,
    ship_line,
    sources,
)
from pbem.systems.cartwheel.table.events_turn import AttritionRolled, SupplyDetermined
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Told
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    afloat,
    ashore,
    board,
    hurt,
    told,
)

NAMES = ("campaign", "bismarck-sea", "toenails", "bougainville")


def determined(game: Game, **dice: int) -> Told:
    thrown = ScriptedDice(
        {f"13.3 attrition {unit.replace('_', '-')}": n for unit, n in dice.items()}
    )
    after = determine(game, CHARTS, thrown)
    assert not thrown.left
    return after


def lacking(game: Game) -> SupplyDetermined:
    return told(determined(game)[1], SupplyDetermined)[0]


def controlled(game: Game, side: str, *hexes: str) -> Game:
    return replace(game, control=game.control.update(dict.fromkeys(hexes, side)))


def bare(*, without: tuple[str, ...] = ()) -> Game:
    """The campaign's map without any airbase on it but the sources' own, and without `without`."""
    game = board()
    keep = {"AUS", "SOP", "TRK", "PM", "GUA", "RAB", "WEW"} - set(without)
    return replace(game, bases=FrozenMap({id_: b for id_, b in game.bases.items() if id_ in keep}))


# --- sources -------------------------------------------------------------------------------------


def test_boxes_and_great_bases_are_sources() -> None:
    assert sources(board(), ALLIED, CHARTS) == ("AUS", "SOP", "0707", "1807")
    assert sources(board(), JAPANESE, CHARTS) == ("TRK", "1203", "0503")


def test_a_source_needs_its_owner_its_port_and_its_base() -> None:
    assert "1203" not in sources(controlled(board(), ALLIED, "1203"), JAPANESE, CHARTS)
    closed = replace(board(), port_hits=FrozenMap({"1203": 2}))
    assert "1203" not in sources(closed, JAPANESE, CHARTS)
    hit = replace(board(), port_hits=FrozenMap({"1203": 1}))
    assert "1203" in sources(hit, JAPANESE, CHARTS)
    ruins = board().with_base(replace(board().bases["RAB"], status="destroyed", hits=10))
    assert "1203" not in sources(ruins, JAPANESE, CHARTS)
    assert "1203" in sources(hurt(board(), "RAB", 5), JAPANESE, CHARTS)


def test_a_scenario_has_the_sources_of_its_area() -> None:
    assert sources(started("toenails"), JAPANESE, CHARTS) == ("TRK", "1203")
    assert sources(started("bismarck-sea"), ALLIED, CHARTS) == ("AUS", "SOP", "0707")


@pytest.mark.parametrize("name", NAMES)
def test_every_ground_and_naval_unit_starts_in_supply(name: str) -> None:
    event = lacking(started(name))
    assert (event.ground, event.naval) == ((), ())


# --- interdiction --------------------------------------------------------------------------------


def test_a_hex_near_an_enemy_base_and_far_from_own_ones_is_interdicted() -> None:
    game = bare()
    expected = {
        hex_ for hex_ in CHARTS.hexes
        if min(distance(hex_, "1203"), distance(hex_, "0503")) <= 2
        and min(distance(hex_, "0707"), distance(hex_, "1807")) > 2
    }  # fmt: skip
    assert interdicted(game, ALLIED, CHARTS) == expected
    assert {"1204", "1405"} & interdicted(game, ALLIED, CHARTS) == {"1204"}


def test_a_disrupted_or_destroyed_base_interdicts_nothing() -> None:
    game = hurt(hurt(bare(), "RAB", 3), "WEW", 3)
    assert interdicted(game, ALLIED, CHARTS) == frozenset()


def test_an_own_base_within_two_hexes_keeps_a_hex_open_unless_it_is_disrupted() -> None:
    game = board()
    assert "1505" not in interdicted(game, JAPANESE, CHARTS)
    game = bare().with_base(replace(board().bases["MUN"], owner=ALLIED))
    game = game.with_base(replace(board().bases["BUI"]))
    assert "1405" not in interdicted(game, JAPANESE, CHARTS)
    assert "1505" not in interdicted(game, ALLIED, CHARTS)
    assert "1505" in interdicted(hurt(game, "MUN", 2), ALLIED, CHARTS)


def test_warships_interdict_where_the_other_side_has_none() -> None:
    game = afloat(bare(), "1606", "IJN-CA1")
    assert "1606" in interdicted(game, ALLIED, CHARTS)
    assert "1606" not in interdicted(afloat(game, "1606", "US-CA1"), ALLIED, CHARTS)
    assert "1606" in interdicted(afloat(game, "1606", "US-T1"), ALLIED, CHARTS)
    tired = afloat(bare(), "1606", "IJN-CA1", disrupted=True)
    assert "1606" not in interdicted(tired, ALLIED, CHARTS)
    assert "1606" not in interdicted(afloat(bare(), "1606", "MARU1"), ALLIED, CHARTS)
    both = afloat(afloat(bare(), "1203", "IJN-CA1"), "1203", "US-CA1")
    assert "1203" not in interdicted(both, JAPANESE, CHARTS)
    assert "1203" in interdicted(afloat(bare(), "1203", "US-CA1"), JAPANESE, CHARTS)


# --- lines ---------------------------------------------------------------------------------------


def test_a_line_over_land_runs_through_controlled_hexes_of_a_landmass() -> None:
    assert line(board(), ALLIED, "0706", CHARTS) == ("0706", "0707")
    assert line(board(), JAPANESE, "0202", CHARTS) == ("0202", "0302", "0402", "0503")


def test_a_line_over_the_sea_ends_at_a_box_or_a_port() -> None:
    game = ashore(board(), "1106", "RCT-158")
    assert line(game, ALLIED, "1106", CHARTS)[-1] == "AUS"
    assert line(board(), ALLIED, "1106", CHARTS) == ()


def test_land_and_sea_join_at_an_open_port_or_at_a_garrisoned_coast() -> None:
    game = controlled(bare(), ALLIED, "1606", "1506")
    assert line(game, ALLIED, "1606", CHARTS)[-1] == "1807"
    closed = replace(game, port_hits=FrozenMap({"1606": 2}))
    assert line(closed, ALLIED, "1606", CHARTS) == ()
    held = ashore(closed, "1606", "43-169")
    assert line(held, ALLIED, "1606", CHARTS)[-1] == "1807"


def test_a_source_is_its_own_line() -> None:
    assert line(board(), ALLIED, "0707", CHARTS) == ("0707",)
    assert line(board(), ALLIED, "AUS", CHARTS) == ("AUS",)


def test_nothing_is_supplied_through_enemy_hexes_or_interdicted_waters() -> None:
    game = controlled(bare(), JAPANESE, "0603")
    inland = ashore(controlled(game, ALLIED, "0403"), "0403", "7D-18")
    assert line(inland, ALLIED, "0403", CHARTS) == ()
    game = ashore(board(), "1002", "43-169")
    assert line(game, ALLIED, "1002", CHARTS) == ()


def test_a_unit_in_a_contested_hex_needs_no_control_of_it() -> None:
    game = ashore(ashore(bare(), "0705", "7D-18"), "0705", "51D-66")
    assert game.control["0705"] == JAPANESE
    assert line(game, ALLIED, "0705", CHARTS)[:2] == ("0705", "0706")


def test_a_ship_is_supplied_by_sea_or_in_an_own_port() -> None:
    assert ship_line(board(), ALLIED, "1908", CHARTS)[-1] in ("1807", "SOP")
    near_rabaul = ship_line(board(), ALLIED, "1102", CHARTS)
    assert near_rabaul == ()
    blockaded = afloat(bare(), "0503", "US-CA1")
    assert ship_line(blockaded, JAPANESE, "0503", CHARTS) == ("0503",)


def test_lines_are_chains_of_neighbours() -> None:
    game = started()
    for side in (ALLIED, JAPANESE):
        for place, _ in network(game, side, CHARTS):
            chain = line(game, side, place, CHARTS) or ship_line(game, side, place, CHARTS)
            assert chain[0] == place
            hexes = [hex_ for hex_ in chain if hex_.isdigit()]
            assert all(distance(one, two) == 1 for one, two in pairwise(hexes))


# --- determination -------------------------------------------------------------------------------


def cut_off() -> Game:
    """An Allied brigade alone on New Ireland, with the airbase that it took."""
    game = ashore(controlled(board(), ALLIED, "1002"), "1002", "7D-18")
    return game.with_base(replace(game.bases["KAV"], owner=ALLIED, hits=2))


def test_without_a_line_markers_are_laid_and_taken_up_again() -> None:
    game, events = determined(cut_off())
    event = told(events, SupplyDetermined)[0]
    assert (event.ground, event.naval) == (("7D-18",), ())
    assert "KAV" in event.bases
    assert event.still == ()
    assert not game.troops["7D-18"].supplied
    assert not game.bases["KAV"].supplied
    assert not told(events, AttritionRolled)
    home = game.with_troops((replace(game.troops["7D-18"], at="0707"),))
    assert determined(home)[0].troops["7D-18"].supplied


@pytest.mark.parametrize(("die", "steps", "points"), [(5, 2, 0), (6, 1, 1)])
def test_a_second_turn_without_supply_costs_a_step_on_six_or_more(
    die: int, steps: int, points: int
) -> None:
    game, events = determined(determined(cut_off())[0], **{"7D_18": die})
    assert told(events, SupplyDetermined)[0].still == ("7D-18", "KAV", "KIR", "WDL")
    assert told(events, AttritionRolled)[0].lost == (steps == 1)
    assert game.troops["7D-18"].steps == steps
    assert game.points(JAPANESE) == points


def test_a_supply_unit_keeps_a_hex_for_one_determination() -> None:
    game = replace(cut_off(), supplies=FrozenMap({"allied/1002": 1, "japanese/1002": 1}))
    game, events = determined(game)
    event = told(events, SupplyDetermined)[0]
    assert (event.ground, event.used) == ((), ("allied/1002",))
    assert "KAV" not in event.bases
    assert dict(game.supplies) == {"japanese/1002": 1}
    assert determined(game)[0].troops["7D-18"].supplied is False


def test_ruins_alone_use_no_supply_unit() -> None:
    game = controlled(board(), ALLIED, "1404")
    game = game.with_base(replace(game.bases["TOR"], owner=ALLIED))
    game = replace(game, supplies=FrozenMap({"allied/1404": 2}))
    game, events = determined(game)
    assert told(events, SupplyDetermined)[0].used == ()
    assert "TOR" in told(events, SupplyDetermined)[0].bases


def test_ships_without_supply_are_disrupted_and_lose_nothing_more() -> None:
    game, events = determined(afloat(board(), "1102", "US-CA1"))
    assert told(events, SupplyDetermined)[0].naval == ("US-CA1",)
    ship = determined(game)[0].ships["US-CA1"]
    assert (ship.disrupted, ship.supplied, ship.steps) == (True, False, 2)


def test_units_in_boxes_and_aboard_trace_no_line() -> None:
    game = ashore(afloat(board(), "1102", "US-T1"), "US-T1", "7D-18")
    game = ashore(game, "AUS", "7D-21")
    assert determined(game)[0].troops["7D-18"].supplied
    assert determined(game)[0].troops["7D-21"].supplied
