"""Who may base where, and how many [6.2, 6.3]."""

from collections import Counter

import pytest

from pbem.frozen import replace
from pbem.systems.cartwheel.rules.r06_capacity import (
    bar_to_base,
    capacity_problem,
    kind_at,
    told_as,
)
from pbem.systems.cartwheel.table.state import ALLIED, Base, Game
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    afloat,
    board,
)

NO_DICE = ScriptedDice()


def mobile(game: Game, base: str, hex_: str, **how: object) -> Game:
    """The game with a mobile base that works in a hex."""
    owner = CHARTS.bases[base].side
    return game.with_base(replace(Base(id=base, hex=hex_, owner=owner), **how))


def owned(game: Game, base: str, side: str) -> Game:
    """The game with a base and its hex in a side's hands."""
    held = replace(game.bases[base], owner=side)
    return replace(game.with_base(held), control=game.control.set(held.hex, side))


# --- capacity ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "rule"),
    [
        pytest.param("BBF", "6.3.2", id="g29"),
        pytest.param("BBB", "", id="g30"),
        pytest.param("FB", "", id="g31"),
        pytest.param("FFF", "", id="g32 recon as F"),
        pytest.param("FFB", "6.3.2", id="g32 recon as B"),
        pytest.param("FFFF", "6.3.2", id="four alike"),
    ],
)
def test_6_3_2_a_mobile_base_holds_three_alike_or_two_of_any_type(kinds: str, rule: str) -> None:
    assert capacity_problem(CHARTS, board(), "MJ1", kinds) == rule


def test_6_3_2_a_recon_unit_counts_as_its_owner_says_at_a_minor_or_mobile_base() -> None:
    assert kind_at(CHARTS, "DIN-6", "MJ1", "F") == "F"
    assert kind_at(CHARTS, "DIN-6", "BUI", "B") == "B"
    assert kind_at(CHARTS, "DIN-6", "BUI") == "B"
    assert kind_at(CHARTS, "DIN-6", "RAB", "F") == ""
    assert kind_at(CHARTS, "DIN-6", "TRK", "F") == ""


def test_6_3_4_a_fifth_unit_makes_a_base_of_four_over_full() -> None:
    assert not capacity_problem(CHARTS, board(), "MUN", "FFBB")
    assert capacity_problem(CHARTS, board(), "MUN", "FFFBB")
    assert capacity_problem(CHARTS, board(), "MUN", "FFFBB") == "6.3.1~"


@pytest.mark.parametrize(("kinds", "rule"), [("FFFF", "6.3.1~"), ("BBB", "6.3.1~"), ("FFFB", "")])
def test_a_fixed_base_limits_fighters_bombers_and_both(kinds: str, rule: str) -> None:
    assert capacity_problem(CHARTS, board(), "MUN", kinds) == rule


def test_a_box_holds_any_number_and_a_port_two_rufes() -> None:
    assert capacity_problem(CHARTS, board(), "TRK", "F" * 40) == ""
    assert capacity_problem(CHARTS, board(), "port:1203", "FF") == ""
    assert capacity_problem(CHARTS, board(), "port:1203", "FFF") == "H3.1"


def test_a_carrier_holds_its_air_number_less_when_it_is_reduced() -> None:
    whole = afloat(board(), "TRK", "IJN-CV1")
    assert capacity_problem(CHARTS, whole, "IJN-CV1", "FBB") == ""
    assert capacity_problem(CHARTS, whole, "IJN-CV1", "FFBB") == "H10.5"
    reduced = afloat(board(), "TRK", "IJN-CV1", steps=1)
    assert capacity_problem(CHARTS, reduced, "IJN-CV1", "FB") == "H10.5"


def test_7_3_4_recon_is_told_fighters_and_bombers_and_nothing_else() -> None:
    units = ("A6M-201", "A6M-251", "A6M-253", "G4M-702", "G4M-705", "DIN-6")
    assert Counter(told_as(CHARTS, unit, "RAB") for unit in units) == {"F": 3, "B": 3}
    allied = ("P38-9", "P38-39", "BEAU-30", "B17-63", "B17-64", "C47-6")
    assert Counter(told_as(CHARTS, unit, "PM") for unit in allied) == {"F": 3, "B": 3}


def test_a_recon_unit_is_told_as_it_counts() -> None:
    assert told_as(CHARTS, "DIN-6", "BUI", "F") == "F"
    assert told_as(CHARTS, "DIN-6", "RAB", "F") == "B"


# --- who may base where --------------------------------------------------------------------------


def test_6_3_5_no_heavy_bomber_bases_at_wewak() -> None:
    game = owned(board(), "WEW", ALLIED)
    assert bar_to_base(CHARTS, game, "B24-319", "WEW") == "6.3.5~"
    assert bar_to_base(CHARTS, game, "B25-69", "WEW") == ""


@pytest.mark.parametrize("base", ["PM", "AUS", "SOP"])
def test_6_3_5_heavy_bombers_base_at_port_moresby_and_off_board(base: str) -> None:
    assert bar_to_base(CHARTS, board(), "B24-319", base) == ""


@pytest.mark.parametrize(
    ("unit", "base"), [("KIT-75", "SOP"), ("F6F-33", "AUS"), ("F4U-124", "AUS")]
)
def test_6_3_5_each_box_is_for_some_nations(unit: str, base: str) -> None:
    assert bar_to_base(CHARTS, board(), unit, base) == "6.3.5~"


def test_6_3_5_marines_base_in_the_south_pacific() -> None:
    assert bar_to_base(CHARTS, board(), "F4U-124", "SOP") == ""


def test_6_3_6_a_rufe_bases_at_the_port_of_wewak_and_not_at_its_airbase() -> None:
    assert bar_to_base(CHARTS, board(), "RUF-802", "WEW") == "6.3.6~"
    assert bar_to_base(CHARTS, board(), "RUF-802", "port:0503") == ""
    assert bar_to_base(CHARTS, board(), "RUF-802", "port:0707") == "6.3.6~"
    assert bar_to_base(CHARTS, board(), "RUF-802", "port:1104") == "6.3.6~"
    assert bar_to_base(CHARTS, board(), "A6M-201", "port:1203") == "6.3.6~"


def test_a_rufe_bases_at_a_mobile_base_on_the_coast_alone() -> None:
    assert bar_to_base(CHARTS, mobile(board(), "MJ1", "1104"), "RUF-802", "MJ1") == ""
    assert bar_to_base(CHARTS, mobile(board(), "MJ1", "0203"), "RUF-802", "MJ1") == "6.3.6~"
    assert bar_to_base(CHARTS, board(), "RUF-802", "TRK") == ""


def test_6_6_3_nobody_bases_at_a_destroyed_base() -> None:
    assert bar_to_base(CHARTS, board(), "A6M-201", "TOR") == "6.6.3"


def test_bases_of_the_enemy_and_unfinished_ones_take_nobody() -> None:
    assert bar_to_base(CHARTS, board(), "A6M-201", "PM") == "6.3"
    game = mobile(board(), "MJ1", "1104", status="building")
    assert bar_to_base(CHARTS, game, "A6M-201", "MJ1") == "6.5.2~"
    assert bar_to_base(CHARTS, board(), "A6M-201", "MJ1") == "6.5.2~"
    assert bar_to_base(CHARTS, board(), "A6M-201", "XXX") == "6.3"
    assert bar_to_base(CHARTS, board(), "PBY-M", "PM") == "H4.1"


def test_carriers_take_some_models_of_their_own_side() -> None:
    game = afloat(board(), "1808", "TF36-CV")
    game = afloat(game, "TRK", "IJN-CV1")
    assert bar_to_base(CHARTS, game, "F6F-12", "TF36-CV") == ""
    assert bar_to_base(CHARTS, game, "F6F-23", "TF36-CV") == ""
    assert bar_to_base(CHARTS, game, "P38-9", "TF36-CV") == "H10.5"
    assert bar_to_base(CHARTS, game, "F6F-33", "TF36-CV") == "CR78"
    assert bar_to_base(CHARTS, game, "A6M-ZU", "IJN-CV1") == ""
    assert bar_to_base(CHARTS, game, "A6M-201", "IJN-CV1") == "H10.5"
    assert bar_to_base(CHARTS, game, "A6M-ZU", "TF36-CV") == "H10.5"
    sunk = afloat(board(), "", "TF36-CV", steps=0)
    assert bar_to_base(CHARTS, sunk, "F6F-12", "TF36-CV") == "H10.5"
