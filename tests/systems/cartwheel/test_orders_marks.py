"""What a player's own program refuses before it seals: marks, recon, the Ace (E.3)."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.orders_operations import Stage
from pbem.systems.cartwheel.table.orders_turn import (
    CountsAs,
    Dismantle,
    Mark,
    PlaceAce,
    Recon,
    ReconReturn,
)
from pbem.systems.cartwheel.table.state import Base, Game
from pbem.systems.cartwheel.table.turn import Scout
from tests.systems.cartwheel.refusals import (
    ALLIES,
    GAME,
    JAPAN,
    allies,
    japanese,
    refused,
    sweep,
)

# --- marks, recon, the Ace -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "status"),
    [
        ("A20-89", {}),
        ("P47-340", {}),
        ("A6M-201", {}),
        ("F5-8", {"disrupted": True}),
    ],
    ids=["unharmed", "not yet here", "the enemy's", "recon"],
)
def test_7_2_marks_go_to_disrupted_or_reduced_combat_units(
    unit: str, status: dict[str, Any]
) -> None:
    charts = allies("P38-9", disrupted=True)
    charts = charts.with_planes((replace(charts.planes["KIT-77"], steps=1),))
    if status:
        charts = charts.with_planes((replace(charts.planes[unit], **status),))
    assert refused(charts, GAME, Mark(units=("P38-9", "KIT-77"), replace=("KIT-77",))) == []
    assert refused(charts, GAME, Mark(units=(unit,))) == [
        f"order 1, key 'units': 7.2: {unit} is no disrupted or reduced combat unit at an airbase"
        " -> fit are: KIT-77, P38-9"
    ]


def test_7_2_only_who_is_marked_asks_for_a_step() -> None:
    charts = allies("P38-9", disrupted=True)
    assert refused(charts, GAME, Mark(units=("P38-9",), replace=("P38-39",))) == [
        "order 1, key 'replace': 7.2: P38-39 is not among the units -> take it out"
    ]


def test_h7_2_no_unit_at_full_strength_asks_for_a_step() -> None:
    charts = allies("P38-9", disrupted=True)
    assert refused(charts, GAME, Mark(units=("P38-9",), replace=("P38-9",))) == [
        "order 1, key 'replace': H7.2: P38-9 asks for a step, and is at full strength"
        " -> a mark alone takes its disruption away"
    ]
    whole = refused(ALLIES, GAME, Mark(units=("P38-9",), replace=("P38-9",)))
    assert not any("a mark alone" in line for line in whole)


@pytest.mark.parametrize("unit", ["P38-9", "DIN-6", "PBY-M", "X"])
def test_7_3_1_recon_units_alone_count_as_fighters_or_bombers(unit: str) -> None:
    assert refused(ALLIES, GAME, CountsAs(unit="F5-8", kind="F")) == []
    assert refused(ALLIES, GAME, CountsAs(unit=unit, kind="F")) == [
        f"order 1, key 'unit': 7.3.1: {unit} is no recon unit of yours -> these are: F5-8"
    ]


def test_h5_1_1_an_ace_goes_to_a_fighter_at_full_strength() -> None:
    game = GAME.with_turn(replace(GAME.turn, ace="japanese"))
    charts = JAPAN.with_planes((replace(JAPAN.planes["A6M-201"], steps=1),))
    (said,) = refused(charts, game, PlaceAce(unit="A6M-201"))
    assert said.startswith(
        "order 1, key 'unit': H5.1.1: 'A6M-201' is no fighter of yours at full strength"
        " -> name one that is: A6M-204a, A6M-204b, A6M-251, A6M-253"
    )
    for unit in ("G4M-702", "P38-9", "X", ""):
        (said,) = refused(charts, game, PlaceAce(unit=unit))
        assert f"H5.1.1: '{unit}' is no fighter of yours" in said
    assert refused(charts, game, PlaceAce(unit="A6M-253")) == []
    assert refused(japanese("A6M-201", ace=True), game, PlaceAce(unit="A6M-201")) == [
        "order 1, key 'unit': H5.1.1: A6M-201 carries an Ace already -> take it out"
    ]


def test_7_3_2_recon_stays_in_its_printed_range() -> None:
    assert refused(ALLIES, GAME, Recon(unit="F5-8", hex="1203")) == []
    assert refused(ALLIES, GAME, Recon(unit="F5-8", hex="1606")) == [
        "order 1, key 'hex': 7.3.2~: F5-8 reaches 8, and 1606 (Munda) is 9 hexes from Port Moresby"
        " -> name a nearer hex"
    ]


def test_7_3a_a_recon_unit_that_is_lost_flies_no_more() -> None:
    assert refused(ALLIES.without("F5-8"), GAME, Recon(unit="F5-8", hex="1203")) == [
        "order 1, key 'unit': 7.3a: F5-8 is at no base of yours -> take it out"
    ]
    magic = GAME.with_turn(replace(GAME.turn, magic=True))
    assert refused(ALLIES, magic, Recon(unit="PBY-M", hex="0102")) == [], "Magic has no base"


def test_6_5_4_a_mobile_base_is_empty_when_it_is_taken_away() -> None:
    game = GAME.with_base(Base(id="MA1", hex="0706", owner="allied"))
    order = Dismantle(base="MA1")
    assert refused(ALLIES, game, order) == []
    said = "order 1, key 'base': 6.5.4~: MA1 is not empty: {} -> {}"
    held = [said.format("P38-9", "they can stage away next turn: take it away then")]
    assert refused(allies("P38-9", base="MA1"), game, order) == held
    assert refused(allies("P38-9", to="MA1"), game, order) == held
    out, game = allies("F5-8", base="MA1", away=True), looking(game, "0705")
    back = said.format("F5-8", "send recon to another base by 'recon-return'")
    assert refused(out, game, order) == [back], "it comes back there"
    assert refused(out, game, order, ReconReturn(unit="F5-8", base="PM")) == []


def looking(game: Game, hex_: str) -> Game:
    """F5-8 stands on a hex."""
    over = Scout(id="F5-8", side="allied", hex=hex_)
    return game.with_turn(replace(game.turn, scouts=FrozenMap({"F5-8": over})))


def test_h12_1_recon_without_its_old_base_comes_to_the_mobile_one_if_that_is_nearest() -> None:
    """Port Moresby is destroyed: MA1, in the hex that F5-8 looks at, is the nearest."""
    game = GAME.with_base(Base(id="MA1", hex="0706", owner="allied"))
    game = game.with_base(replace(game.bases["PM"], status="destroyed", hits=10))
    game = looking(game, "0706")
    out, order = allies("F5-8", away=True), Dismantle(base="MA1")
    assert refused(out, game, order) == [
        "order 1, key 'base': 6.5.4~: MA1 is not empty: F5-8"
        " -> send recon to another base by 'recon-return'"
    ]
    assert refused(out, game, order, ReconReturn(unit="F5-8", base="WAU")) == []


def test_every_defect_of_a_file_is_told_at_once() -> None:
    orders = (sweep("X"), Stage(unit="X", to="PM"), CountsAs(unit="X", kind="B"))
    assert [line.partition(": ")[0] for line in refused(ALLIES, GAME, *orders)] == [
        "order 1, key 'escorts'", "order 2, key 'unit'", "order 3, key 'unit'",
    ]  # fmt: skip
