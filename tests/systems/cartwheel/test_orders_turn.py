"""Orders of events, mobile bases, initiative and recon that are refused [4.1-4.3, 4.8]."""

import pytest

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CommitTF36,
    Dismantle,
    GeneralRegroup,
    PlaceAce,
    PlaceRadar,
    Recon,
    Redistribute,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Base, Game
from tests.systems.cartwheel.hidden import own as charts_of
from tests.systems.cartwheel.hidden import view
from tests.systems.cartwheel.tabletop import CHARTS, afloat, board

GAME = afloat(board(), "", *CHARTS.tf36.ships)


def found(game: Game, *orders: Order, side: str = ALLIED, own: bool = False) -> list[Problem]:
    """What is wrong with orders, whatever file they stand in."""
    steps = sorted({step for kind in KINDS for step in kind.steps} - {"4.4"})  # it asks alone
    seen = view(charts_of(side), game, *steps)
    return list(check(seen if own else replace(seen, private=None), orders, CHARTS))


def rules(game: Game, *orders: Order, side: str = ALLIED, own: bool = False) -> list[str]:
    """The rules that the orders break."""
    return [problem.rule for problem in found(game, *orders, side=side, own=own)]


# --- 4.1 -----------------------------------------------------------------------------------------


def test_5_2a_one_answer_about_the_eleventh() -> None:
    assert rules(GAME, CommitEleventh(commit=True), side=JAPANESE) == []
    both = (CommitEleventh(commit=True), CommitEleventh(commit=False))
    assert rules(GAME, *both, side=JAPANESE) == ["5.2a"]


@pytest.mark.parametrize(
    ("steps", "disrupted", "said"),
    [
        ({"RUF-802": 2}, ("RUF-802",), []),
        ({"RUF-802": 3}, (), ["RUF-802 cannot have 3 steps"]),
        ({"RUF-802": 0}, (), ["RUF-802 cannot have no steps"]),
        ({"A6M-ZU": 2}, (), ["the state of A6M-ZU is told, and it goes to no port"]),
        ({}, ("A6M-ZU",), ["the state of A6M-ZU is told, and it goes to no port"]),
    ],
)
def test_6_3_6_what_all_are_shown_of_a_rufe_at_a_port_can_be_true(
    steps: dict[str, int], disrupted: tuple[str, ...], said: list[str]
) -> None:
    """A doctored file: the honest program writes what the chart says."""
    order = CommitEleventh(
        commit=True, ports=FrozenMap({"RUF-802": "1203"}), steps=FrozenMap(steps),
        disrupted=disrupted,
    )  # fmt: skip
    problems = found(GAME, order, side=JAPANESE)
    assert [(one.rule, one.what) for one in problems] == [("6.3.6~", what) for what in said]


@pytest.mark.parametrize(
    ("unit", "hex_", "rule"),
    [
        ("RUF-802", "1203", ""),
        ("RUF-802", "0503", ""),
        ("RUF-802", "0707", "6.3.6~"),
        ("RUF-802", "1104", "6.3.6~"),
        ("A6M-ZU", "1203", "6.3.6~"),
        ("X", "1203", "6.3.6~"),
    ],
)
def test_6_3_6_a_rufe_stands_at_a_port_of_its_side(unit: str, hex_: str, rule: str) -> None:
    order = CommitEleventh(commit=True, ports=FrozenMap({unit: hex_}))
    assert rules(GAME, order, side=JAPANESE) == ([rule] if rule else [])


def test_5_2d_nothing_is_placed_without_commitment() -> None:
    order = CommitEleventh(commit=False, ports=FrozenMap({"RUF-802": "1203"}))
    assert rules(GAME, order, side=JAPANESE) == ["5.2d"]


def test_5_2c_bases_of_the_eleventh_do_not_stand_in_a_file() -> None:
    order = CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZU": "RAB"}))
    assert rules(GAME, order, side=JAPANESE) == ["5.2c"]
    assert rules(GAME, order, side=JAPANESE, own=True) == []


def test_h5_3_2_tf36_not_in_two_turns_running() -> None:
    order = CommitTF36(commit=True, hex="SOP")
    assert rules(GAME, order) == []
    assert rules(replace(GAME, now=3, tf36_turns=(2,)), order) == ["H5.3.2"]
    assert rules(replace(GAME, now=3, tf36_turns=(1,)), order) == []


def test_h5_3_3_tf36_enters_by_its_box_or_entry_hexes() -> None:
    assert rules(GAME, CommitTF36(commit=True, hex="1808")) == []
    (problem,) = found(GAME, CommitTF36(commit=True, hex="1203"))
    hint = "it can at: SOP (South Pacific), 1808, 1908 (San Cristobal), 2007, 2008"
    assert (problem.rule, problem.hint) == ("H5.3.3", hint)
    assert rules(GAME, CommitTF36(commit=False, hex="SOP")) == ["H5.3.3"]


def test_h5_3_3_where_tf36_appears_must_be_said() -> None:
    (problem,) = found(GAME, CommitTF36(commit=True))
    assert problem.what == "it is not said where TF-36 appears"
    assert problem.hint == "it can at: SOP (South Pacific), 1808, 1908 (San Cristobal), 2007, 2008"


def test_h5_1_markers_only_where_the_event_gives_them() -> None:
    assert rules(GAME, PlaceRadar(base="PM")) == ["H5.1"]
    game = GAME.with_turn(replace(GAME.turn, radar=ALLIED, ace=JAPANESE))
    assert rules(game, PlaceRadar(base="PM")) == []
    assert rules(game, PlaceRadar(base="RAB")) == ["H5.1"]
    assert rules(game, PlaceRadar(base="PM"), PlaceRadar(base="GUA")) == ["H5.1"]
    assert rules(game, PlaceAce()) == ["H5.1"]
    assert rules(game, PlaceAce(), side=JAPANESE) == []
    assert rules(game, PlaceAce(unit="A6M-201"), side=JAPANESE) == ["H5.1"], "it is sealed"


def test_h17_0_units_are_redistributed_before_the_first_turn() -> None:
    order = Redistribute(units=FrozenMap({"P38-9": "KIR"}))
    assert rules(GAME, order, own=True) == []
    assert rules(replace(GAME, now=2), order, own=True) == ["H17.0"]


# --- 4.2 and 4.8 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "hex_", "rule"),
    [
        ("MA1", "0707", ""),
        ("MJ1", "0707", "6.2.4~"),
        ("MA9", "0707", "6.2.4~"),
        ("MA1", "0605", "6.5a"),
        ("MA1", "0705", "6.5a"),
        ("MA1", "9999", "6.5a"),
    ],
)
def test_6_2_4_6_5a_where_a_mobile_base_is_begun(base: str, hex_: str, rule: str) -> None:
    assert CHARTS.hexes["0605"].terrain.mountain
    assert rules(GAME, Build(base=base, hex=hex_)) == ([rule] if rule else [])


def test_6_5_1_one_mobile_base_in_a_hex() -> None:
    game = GAME.with_base(Base(id="MA1", hex="0707", owner=ALLIED))
    assert rules(game, Build(base="MA2", hex="0707")) == ["6.5.1~"]
    both = (Build(base="MA1", hex="0707"), Build(base="MA2", hex="0707"))
    assert rules(GAME, *both) == ["6.5.1~"]
    assert rules(GAME, Build(base="MA1", hex="0707"), Build(base="MA1", hex="1007")) == ["6.2.4~"]


def test_6_5_4_what_is_dismantled() -> None:
    game = GAME.with_base(Base(id="MA1", hex="0707", owner=ALLIED))
    assert rules(game, Dismantle(base="MA1")) == []
    assert rules(game.with_base(replace(game.bases["MA1"], hits=2)), Dismantle(base="MA1")) == [
        "6.5.4~"
    ]
    assert rules(game, Dismantle(base="PM")) == ["6.5.4~"]
    assert rules(game, Dismantle(base="MA1"), side=JAPANESE) == ["6.5.4~"]


# --- 4.3 -----------------------------------------------------------------------------------------


def test_7_1b_7_1a_when_a_general_regroup_turn_may_be_declared() -> None:
    order = GeneralRegroup(declare=True)
    assert rules(GAME, order) == []
    first = replace(GAME, now=5, regroups=(5,), regroup_after=8)
    for turn, rule in ((7, ["7.1b"]), (8, ["7.1b"]), (9, [])):
        assert rules(replace(first, now=turn - 1), order) == rule
    assert rules(replace(GAME, now=11, regroups=(11,)), order) == ["7.1c"]
    assert rules(replace(first, now=10, regroups=(5, 9)), order) == ["7.1a"]
    none = replace(GAME, terms=replace(GAME.terms, regroups=False))
    assert rules(none, order) == ["H7.1"]
    assert rules(none, GeneralRegroup(declare=False)) == []


def test_7_3a_the_dinah_of_the_eleventh_flies_when_it_is_committed() -> None:
    order = Recon(unit="DIN-11", hex="0707", base="PM")
    assert rules(GAME, order, side=JAPANESE) == []
    resting = GAME.with_turn(replace(GAME.turn, eleventh="no"))
    assert rules(resting, order, side=JAPANESE) == ["5.2g"]


def test_7_3_2_magic_goes_anywhere_in_a_turn_of_its_event() -> None:
    order = Recon(unit="PBY-M", hex="0102")
    assert rules(GAME, order) == ["7.3a"]
    game = GAME.with_turn(replace(GAME.turn, magic=True))
    assert rules(game, order) == []


def test_7_3_2_a_unit_whose_die_failed_stays() -> None:
    game = GAME.with_turn(replace(GAME.turn, grounded=("F5-8",)))
    assert rules(game, Recon(unit="F5-8", hex="1203")) == ["7.3.2~"]


def test_7_3_4_it_looks_at_a_base_of_the_enemys_there() -> None:
    assert rules(GAME, Recon(unit="F5-8", hex="1203", base="RAB")) == []
    assert rules(GAME, Recon(unit="F5-8", hex="1203")) == []
    (problem,) = found(GAME, Recon(unit="F5-8", hex="1203", base="KAV"))
    assert (problem.rule, problem.hint) == ("7.3.4~", "there are: RAB (Rabaul)")
    assert rules(GAME, Recon(unit="F5-8", hex="0707", base="PM")) == ["7.3.4~"]
    twice = (Recon(unit="F5-8", hex="1203"), Recon(unit="F5-8", hex="0503"))
    assert rules(GAME, *twice) == ["7.3.2~"]


def test_what_is_no_hex_is_refused_with_what_may_stand_there() -> None:
    """Names are read before: one that comes here is wrong by its number, too."""
    orders = (Build(base="MA1", hex="DOB"), Recon(unit="F5-8", hex="Rabaul"))
    hint = "land or coast under your control, without mountains"
    assert [one.hint for one in found(GAME, *orders)][:1] == [hint]
    assert found(GAME, orders[1])[-1].hint == "choose a hex of the map"
