"""What a player's own program refuses before it seals: missions, replies, marks, recon (E.3)."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.check_private import private_problems
from pbem.systems.cartwheel.orders import (
    AirMission,
    CountsAs,
    Dismantle,
    Mark,
    PlaceAce,
    Recon,
    ReconReturn,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.private import Plane, Private
from pbem.systems.cartwheel.state import Base, Game
from pbem.systems.cartwheel.under_way import Operations, Raid
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, afloat

GAME = started()
BASES = GAME.bases
ALLIES, JAPAN = own("allied"), own("japanese")


def refused(private: Private, game: Game, *orders: Order) -> list[str]:
    """Every defect of own orders in one line: where, rule, what, and what to do instead."""
    found = list(private_problems(view(private, game, "4.4"), orders, CHARTS))
    assert all(problem.code == "E12" for problem in found)
    return [f"{p.where}: {p.rule}: {p.what} -> {p.hint}" for p in found]


# --- units of air missions -----------------------------------------------------------------------


def strike(*strikers: str, hex_: str = "1203", mode: str = "regular", **how: Any) -> AirMission:
    """A strike at Rabaul's airbase."""
    order = AirMission(
        kind="strike", hex=hex_, band="medium", strikers=strikers, mode=mode, target="base:RAB"
    )
    return replace(order, **how)


def attacked(game: Game) -> Game:
    """The game in which a strike at Port Moresby awaits the Allied reply."""
    raid = Raid(
        id="t1m1", side="japanese", kind="strike", hex="0707", band=2, escorts=0, strikers=1,
        transports=0,
    )  # fmt: skip
    waiting = Operations(to_act="japanese", queue=("t1m1",), raids=FrozenMap({"t1m1": raid}))
    return game.with_operations(waiting)


def sweep(*escorts: str, **how: Any) -> AirMission:
    """A sweep over Rabaul."""
    return replace(AirMission(kind="sweep", hex="1203", band="high", escorts=escorts), **how)


RABAUL = (
    "base:RAB, ground:1203, naval:DAI1, naval:IJN-CLT1, naval:IJN-CLT2, naval:MARU1, naval:MARU2, "
    "port:1203"
)
READY = (
    "ready are: A20-89, B17-63, B17-64, B24-319, B24-320, B24-321, B24-372, B25-69, B25-70, "
    "B25-71, B25S-13, B25S-405 …"
)


def allies(unit: str, **status: Any) -> Private:
    """The Allied charts with one unit in another state."""
    return ALLIES.with_planes((replace(ALLIES.planes[unit], **status),))


def test_units_that_are_ready_and_in_reach_are_not_refused() -> None:
    order = strike("B25-71", escorts=("P38-9",), returns=FrozenMap({"P38-9": "MIL"}))
    assert refused(ALLIES, GAME, order) == []


@pytest.mark.parametrize(
    ("rule", "why", "status"),
    [
        ("6.4b", "is in the Flown half", {"half": "flown"}),
        ("H9.1.1", "is disrupted", {"disrupted": True}),
        ("3.0h", "carries a Regroup mark", {"mark": True}),
        ("3.0h", "has made its stage move", {"staged": True}),
        ("3.0h", "has made its stage move", {"to": "PM"}),
        ("3.0c", "has flown this turn", {"used": True}),
    ],
)
def test_a_unit_that_is_not_ready_and_those_that_are(
    rule: str, why: str, status: dict[str, Any]
) -> None:
    """6.4b, 3.0c and 3.0h of a unit's own state; the others are named in its place."""
    said = refused(allies("A20-89", **status), GAME, strike("A20-89", hex_="0705"))
    others = READY.replace("A20-89, ", "").replace(" …", ", B25S-90 …")
    assert said[0] == f"order 1, key 'strikers': {rule}: A20-89 {why} -> {others}"


def test_7_3_3_who_is_on_recon_flies_no_mission() -> None:
    (said,) = refused(allies("P38-9", away=True), GAME, sweep("P38-9"))
    assert said == f"order 1, key 'escorts': 7.3.3~: P38-9 is on recon -> {READY}"


@pytest.mark.parametrize(
    ("rule", "why", "base"),
    [
        ("6.6.3", "which cannot be used", {"status": "destroyed", "hits": 6}),
        ("H13.3", "which is out of supply", {"supplied": False}),
    ],
)
def test_a_base_that_keeps_its_units_on_the_ground(
    rule: str, why: str, base: dict[str, Any]
) -> None:
    game = GAME.with_base(replace(BASES["DOB"], **base))
    (said,) = refused(ALLIES, game, sweep("P38-9"))
    able = READY.replace("B25-71, ", "").replace(" …", ", B25S-90 …")
    assert said == f"order 1, key 'escorts': {rule}: P38-9 stands at DOB, {why} -> {able}"


def test_h13_3_want_of_supply_forbids_no_airdrop() -> None:
    game = GAME.with_base(replace(BASES["PM"], supplied=False))
    drop = AirMission(
        kind="airdrop", hex="0705", band="low", transports=("C47-6",),
        cargo=FrozenMap({"C47-6": "supply"}),
    )  # fmt: skip
    assert refused(ALLIES, game, drop) == []


def test_6_3_4_nobody_flies_from_an_over_full_base() -> None:
    crowd = ALLIES.with_planes(replace(ALLIES.planes[u], base="DOB") for u in ("KIT-75", "KIT-76"))
    (said,) = refused(crowd, GAME, sweep("P38-9"))
    words = "order 1, key 'escorts': 6.3.4~: P38-9 stands at an over-full base -> ready are: A20-89"
    assert said.startswith(words)
    assert "B25-71" not in said, "it stands there too"


def test_h10_5_nobody_flies_from_a_disrupted_carrier() -> None:
    game = afloat(GAME, "1106", "TF36-CV", disrupted=True)
    crew = ALLIES.with_planes((Plane(id="F6F-12", base="TF36-CV"),))
    said = refused(crew, game, sweep("F6F-12"))
    assert said[0].startswith("order 1, key 'escorts': H10.5: F6F-12 is aboard a disrupted carrier")


@pytest.mark.parametrize("unit", ["A6M-201", "P47-340", "SPITFIRE-1", ""])
def test_h9_1_1_only_own_units_in_play_fly(unit: str) -> None:
    (said,) = refused(ALLIES, GAME, sweep(unit))
    words = f"order 1, key 'escorts': H9.1.1: {unit} is no air unit of yours in play -> {READY}"
    assert said == words


def test_h9_1_1_a_unit_flies_once_also_in_one_file() -> None:
    two = (sweep("P38-9"), sweep("P38-9"))
    assert refused(ALLIES, GAME, *two) == [
        "order 2, key 'escorts': H9.1.1: P38-9 flies in order 1 already -> take it out"
    ]


def test_h9_1_1_the_hex_is_in_printed_range() -> None:
    assert refused(ALLIES, GAME, sweep("F4U-124")) == [
        "order 1, key 'escorts': H9.1.1: 1203 is 7 hexes from GUA, and F4U-124 reaches 4"
        " -> take it out, or stage it nearer first"
    ]


def test_h9_1_1_a_mission_comes_from_three_bases() -> None:
    charts = ALLIES.with_planes(
        replace(ALLIES.planes[unit], base=base)
        for unit, base in {"P38-39": "GOO", "P38-80": "KIR", "P38-339": "WDL"}.items()
    )
    four = sweep("P38-9", "P38-39", "P38-80", "P38-339")
    assert refused(charts, GAME, four) == [
        "order 1: H9.1.1: the units come from 4 bases -> 3 bases of origin at most"
    ]
    assert refused(charts, GAME, replace(four, escorts=four.escorts[:3])) == []


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            strike("B24-319", mode="dive"),
            "'strikers': H9.10.1: B24-319 cannot fly so: dive base:RAB"
            " -> B24-319 attacks by: precision (high), regular (high), regular (medium)",
        ),
        (
            strike("B24-319", mode=""),
            "'strikers': H9.10.1: B24-319 has no attack mode"
            " -> B24-319 attacks by: precision (high), regular (high), regular (medium)",
        ),
        (
            strike("B25-71", target=""),
            f"'strikers': H9.6: B25-71 has no target -> targets there: {RABAUL}",
        ),
        (
            strike("B25-71", target="base:PM"),
            "'strikers': H9.6: B25-71 cannot fly so: regular base:PM"
            f" -> targets there: {RABAUL}",
        ),
        (
            strike("B25-71", target="base:TRK"),
            "'strikers': 6.6.1~: B25-71 cannot fly so: regular base:TRK"
            f" -> targets there: {RABAUL}",
        ),
        (
            strike("KIT-77", escorts=("B25-71",), hex_="1004", target="base:GAS"),
            "'escorts': H9.1: B25-71 cannot fly so -> only fighters escort",
        ),
        (
            AirMission(
                kind="airdrop", hex="0705", band="low", transports=("C47-6",),
                cargo=FrozenMap({"C47-6": "beer"}),
            ),
            "'transports': H9.1: C47-6 cannot fly so"
            " -> C-47s fly it, with 'supply' or 'PIR-503' as cargo",
        ),
    ],
    ids=["H9.10.1", "no-mode", "no-target", "H9.6", "6.6.1~", "H9.1", "H9.1-cargo"],
)  # fmt: skip
def test_role_mode_target_and_cargo_fit_the_unit(order: AirMission, said: str) -> None:
    assert f"order 1, key {said}" in refused(ALLIES, GAME, order)


@pytest.mark.parametrize("target", ["naval:IJN-CVL1", "base:MJ1"])
def test_h9_6_a_target_is_in_the_hex(target: str) -> None:
    """Behind an answer it may still come there [H8.7]: then nothing is said."""
    order = strike("B24-319", target=target)
    assert refused(ALLIES, GAME, order) == [
        f"order 1, key 'strikers': H9.6: B24-319 cannot fly so: regular {target}"
        f" -> targets there: {RABAUL}"
    ]
    assert refused(ALLIES, attacked(GAME), order) == []


# --- targets, aces, landings ---------------------------------------------------------------------


def test_h9_6_a_mission_has_three_targets() -> None:
    names = ("B25-71", "BOS-22", "B24-319", "B24-320")
    places = ("base:RAB", "port:1203", "ship:IJN-CA1", "ground")
    order = strike(*names, targets=FrozenMap(dict(zip(names, places, strict=True))))
    said = refused(ALLIES, GAME, order)
    assert "order 1, key 'targets': H9.6: 4 different targets are too many -> 3 at most" in said


@pytest.mark.parametrize(
    "order",
    [
        strike("B25-71", targets=FrozenMap({"B25-70": "base:RAB"})),
        strike("B25-71", modes=FrozenMap({"B25-70": "regular"})),
    ],
    ids=["targets", "modes"],
)
def test_h9_6_only_strikers_of_the_mission_have_targets(order: AirMission) -> None:
    assert refused(ALLIES, GAME, order) == [
        "order 1, key 'targets': H9.6: B25-70 is no striker of this mission -> take it out"
    ]


def test_h5_1_an_ace_flies_with_the_unit_that_carries_it() -> None:
    said = "order 1, key 'ace': H5.1: "
    assert refused(ALLIES, GAME, sweep("P38-9", ace="P38-9")) == [
        f"{said}P38-9 carries no Ace -> leave it out: none of yours does"
    ]
    aces = allies("P38-39", ace=True)
    assert refused(aces, GAME, sweep("P38-9", ace="P38-9")) == [
        f"{said}P38-9 carries no Ace -> those that do: P38-39"
    ]
    assert refused(aces, GAME, sweep("P38-9", ace="P38-39")) == [
        f"{said}P38-39 does not fly in this mission -> take it out"
    ]
    assert refused(allies("P38-9", ace=True), GAME, sweep("P38-9", ace="P38-9")) == []


def test_an_ace_for_a_unit_that_there_is_not_is_one_defect() -> None:
    (said,) = refused(ALLIES, GAME, sweep("SPITFIRE-1", ace="SPITFIRE-1"))
    assert said.startswith("order 1, key 'escorts': H9.1.1: SPITFIRE-1 is no air unit of yours")


def test_h9_11_1_units_land_at_own_bases_in_printed_range() -> None:
    for base in ("GUA", "RAB", "MA1", "nowhere", "port:1203"):
        order = sweep("P38-9", returns=FrozenMap({"P38-9": base}))
        assert refused(ALLIES, GAME, order) == [
            f"order 1, key 'returns': H9.11.1: P38-9 cannot land at '{base}' from 1203"
            " -> it can at: KIR, WDL, GOO, DOB, MIL, WAU"
        ], base
    assert refused(ALLIES, GAME, sweep("P38-9", returns=FrozenMap({"P38-39": "PM"}))) == [
        "order 1, key 'returns': H9.11.1: P38-39 does not fly -> take it out"
    ]


# --- replies -------------------------------------------------------------------------------------


def reply(unit: str, base: str, *, evade: bool = False, ace: str = "") -> Reply:
    named = FrozenMap({unit: base})
    if evade:
        return Reply(mission="t1m1", evaders=named, ace=ace)
    return Reply(mission="t1m1", interceptors=named, ace=ace)


def japanese(unit: str, **status: Any) -> Private:
    """The Japanese charts with one unit in another state."""
    return JAPAN.with_planes((replace(JAPAN.planes[unit], **status),))


def test_h9_4_1_a_unit_rises_from_its_own_base() -> None:
    assert refused(JAPAN, GAME, reply("A6M-201", "RAB")) == []
    said = "order 1, key 'interceptors': H9.4.1: "
    assert refused(JAPAN, GAME, reply("A6M-201", "BUI")) == [
        f"{said}A6M-201 is not at 'BUI' -> it is at RAB"
    ]
    assert refused(JAPAN, GAME, reply("P38-9", "RAB")) == [
        f"{said}P38-9 is not at 'RAB' -> you have no such unit in play"
    ]


@pytest.mark.parametrize(
    ("rule", "why", "status"),
    [
        ("6.4b", "is in the Flown half", {"half": "flown"}),
        ("H9.4.1", "is disrupted, without a Regroup mark", {"disrupted": True}),
        ("3.0h", "has made its stage move", {"staged": True}),
        ("3.0c", "has flown this turn", {"used": True}),
        ("7.3.3~", "is on recon", {"away": True}),
    ],
)
def test_an_interceptor_is_ready(rule: str, why: str, status: dict[str, Any]) -> None:
    assert refused(japanese("A6M-201", **status), GAME, reply("A6M-201", "RAB")) == [
        f"order 1, key 'interceptors': {rule}: A6M-201 {why} -> take it out"
    ]


def test_6_3_4_nobody_rises_from_an_over_full_base() -> None:
    crowd = ("A6M-201", "A6M-251", "A6M-253", "A6M-582")
    charts = JAPAN.with_planes(replace(JAPAN.planes[u], base="GAS") for u in crowd)
    assert refused(charts, GAME, reply("A6M-201", "GAS")) == [
        "order 1, key 'interceptors': 6.3.4~: A6M-201 stands at an over-full base -> take it out"
    ]


def test_h9_4_1_a_mark_and_want_of_supply_do_not_keep_an_interceptor_down() -> None:
    game = GAME.with_base(replace(BASES["RAB"], supplied=False))
    assert refused(japanese("A6M-201", mark=True), game, reply("A6M-201", "RAB")) == []


def test_h9_5_whoever_is_at_the_base_may_evade_but_not_from_recon() -> None:
    flown = japanese("G4M-702", half="flown", disrupted=True, mark=True)
    assert refused(flown, GAME, reply("G4M-702", "RAB", evade=True)) == []
    away = japanese("DIN-6", away=True)
    assert refused(away, GAME, reply("DIN-6", "RAB", evade=True)) == [
        "order 1, key 'evaders': 7.3.3~: DIN-6 is on recon -> take it out"
    ]


def test_h5_1_an_interceptor_without_an_ace() -> None:
    assert refused(JAPAN, GAME, reply("A6M-201", "RAB", ace="A6M-201")) == [
        "order 1, key 'ace': H5.1: A6M-201 carries no Ace -> leave it out: none of yours does"
    ]
    assert refused(japanese("A6M-253", ace=True), GAME, reply("A6M-201", "RAB", ace="A6M-201")) == [
        "order 1, key 'ace': H5.1: A6M-201 carries no Ace -> those that do: A6M-253"
    ]


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


@pytest.mark.parametrize("unit", ["P38-9", "DIN-6", "PBY-M", "X"])
def test_7_3_1_recon_units_alone_count_as_fighters_or_bombers(unit: str) -> None:
    assert refused(ALLIES, GAME, CountsAs(unit="F5-8", kind="F")) == []
    assert refused(ALLIES, GAME, CountsAs(unit=unit, kind="F")) == [
        f"order 1, key 'unit': 7.3.1: {unit} is no recon unit of yours -> these are: F5-8"
    ]


def test_h5_1_1_an_ace_goes_to_a_fighter_at_full_strength() -> None:
    charts = JAPAN.with_planes((replace(JAPAN.planes["A6M-201"], steps=1),))
    (said,) = refused(charts, GAME, PlaceAce(unit="A6M-201"))
    assert said.startswith(
        "order 1, key 'unit': H5.1.1: 'A6M-201' is no fighter of yours at full strength"
        " -> name one that is: A6M-204a, A6M-204b, A6M-251, A6M-253"
    )
    for unit in ("G4M-702", "P38-9", "X", ""):
        (said,) = refused(charts, GAME, PlaceAce(unit=unit))
        assert f"H5.1.1: '{unit}' is no fighter of yours" in said
    assert refused(charts, GAME, PlaceAce(unit="A6M-253")) == []
    assert refused(japanese("A6M-201", ace=True), GAME, PlaceAce(unit="A6M-201")) == [
        "order 1, key 'unit': H5.1.1: A6M-201 carries an Ace already -> take it out"
    ]


def test_7_3_2_recon_stays_in_its_printed_range() -> None:
    assert refused(ALLIES, GAME, Recon(unit="F5-8", hex="1203")) == []
    assert refused(ALLIES, GAME, Recon(unit="F5-8", hex="1606")) == [
        "order 1, key 'hex': 7.3.2~: F5-8 reaches 8, and 1606 is 9 hexes from PM"
        " -> name a nearer hex"
    ]


def test_7_3a_a_recon_unit_that_is_lost_flies_no_more() -> None:
    assert refused(ALLIES.without("F5-8"), GAME, Recon(unit="F5-8", hex="1203")) == [
        "order 1, key 'unit': 7.3a: F5-8 is at no base of yours -> take it out"
    ]
    assert refused(ALLIES, GAME, Recon(unit="PBY-M", hex="0102")) == [], "Magic has no base"


def test_6_5_4_a_mobile_base_is_empty_when_it_is_taken_away() -> None:
    game = GAME.with_base(Base(id="MA1", hex="0706", owner="allied"))
    order = Dismantle(base="MA1")
    assert refused(ALLIES, game, order) == []
    said = "order 1, key 'base': 6.5.4~: MA1 is not empty: {} -> stage them to another base first"
    assert refused(allies("P38-9", base="MA1"), game, order) == [said.format("P38-9")]
    assert refused(allies("P38-9", to="MA1"), game, order) == [said.format("P38-9")]
    out = allies("F5-8", base="MA1", away=True)
    assert refused(out, game, order) == [said.format("F5-8")], "it comes back there"
    away = refused(out, game, order, ReconReturn(unit="F5-8", base="PM"))
    assert not any("MA1 is not empty" in line for line in away)


def test_every_defect_of_a_file_is_told_at_once() -> None:
    orders = (sweep("X"), Stage(unit="X", to="PM"), CountsAs(unit="X", kind="B"))
    assert [line.partition(": ")[0] for line in refused(ALLIES, GAME, *orders)] == [
        "order 1, key 'escorts'", "order 3, key 'unit'", "order 2, key 'unit'",
    ]  # fmt: skip
