"""What a player's own program refuses before it seals: air missions (E.3)."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Operations, Raid
from tests.systems.cartwheel.refusals import (
    ALLIES,
    BASES,
    GAME,
    allies,
    refused,
    sweep,
)
from tests.systems.cartwheel.tabletop import afloat

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
        transports=0, asked=True,
    )  # fmt: skip
    waiting = Operations(to_act="japanese", queue=("t1m1",), raids=FrozenMap({"t1m1": raid}))
    return game.with_operations(waiting)


RABAUL = (
    "base:RAB, ground:1203, naval:DAI1, naval:IJN-CLT1, naval:IJN-CLT2, naval:MARU1, naval:MARU2, "
    "port:1203"
)
READY = (
    "ready are: A20-89, B17-63, B17-64, B24-319, B24-320, B24-321, B24-372, B25-69, B25-70, "
    "B25-71, B25S-13, B25S-405 …"
)
FIGHTERS = (
    "ready are: BEAU-30, F4U-124, F4U-213, F4U-214, F4U-221, KIT-75, KIT-76, KIT-77, P38-339, "
    "P38-39, P38-80, "
)


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
    assert said == f"order 1, key 'escorts': 7.3.3~: P38-9 is on recon -> {FIGHTERS}P39-36 …"


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
    words = f"order 1, key 'escorts': {rule}: P38-9 stands at Dobodura, {why} -> {FIGHTERS}P39-36 …"
    assert said == words


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
    words = "order 1, key 'escorts': 6.3.4~: P38-9 stands at an over-full base -> ready are: BEAU"
    assert said.startswith(words)
    assert "KIT-75" not in said, "it stands there too"


def test_h10_5_nobody_flies_from_a_disrupted_carrier() -> None:
    game = afloat(GAME, "1106", "TF36-CV", disrupted=True)
    crew = ALLIES.with_planes((Plane(id="F6F-12", base="TF36-CV"),))
    said = refused(crew, game, sweep("F6F-12"))
    assert said[0].startswith("order 1, key 'escorts': H10.5: F6F-12 is aboard a disrupted carrier")


@pytest.mark.parametrize("unit", ["A6M-201", "P47-340", "SPITFIRE-1", ""])
def test_h9_1_1_only_own_units_in_play_fly(unit: str) -> None:
    (said,) = refused(ALLIES, GAME, sweep(unit))
    words = f"order 1, key 'escorts': H9.1.1: {unit} is no air unit of yours in play"
    assert said == f"{words} -> {FIGHTERS}P38-9 …"


def test_h9_1_1_a_unit_flies_once_also_in_one_file() -> None:
    two = (sweep("P38-9"), sweep("P38-9"))
    assert refused(ALLIES, GAME, *two) == [
        "order 2, key 'escorts': H9.1.1: P38-9 flies already: see order 1 -> take it out"
    ]


def test_h9_1_1_the_hex_is_in_printed_range() -> None:
    assert refused(ALLIES, GAME, sweep("F4U-124")) == [
        "order 1, key 'escorts': H9.1.1: 1203 (Rabaul) is 7 hexes from Guadalcanal,"
        " and F4U-124 reaches 4"
        " -> take it out, or stage it nearer for the next turn"
    ]


def test_h9_1_1_a_mission_comes_from_three_bases() -> None:
    charts = ALLIES.with_planes(
        replace(ALLIES.planes[unit], base=base)
        for unit, base in {"P38-39": "GOO", "P38-80": "KIR", "P38-339": "WDL"}.items()
    )
    four = sweep("P38-9", "P38-39", "P38-80", "P38-339")
    assert refused(charts, GAME, four) == [
        "order 1: H9.1.1: the units come from 4 bases: Dobodura, Goodenough, Kiriwina,"
        " Woodlark -> 3 bases of origin at most"
    ]
    assert refused(charts, GAME, replace(four, escorts=four.escorts[:3])) == []


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            strike("B24-319", mode="dive"),
            "'strikers': H9.10.1: B24-319 flies no dive attack on an airbase"
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
            "'target': H9.6: 'base:PM' is no target in 1203 (Rabaul)"
            f" -> targets there: {RABAUL}",
        ),
        (
            strike("B25-71", target="base:TRK"),
            "'strikers': 6.6.1~: B25-71 cannot fly so: regular on Truk"
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
            "'cargo': H9.1: C47-6 cannot fly with beer aboard"
            " -> C-47s fly it, with 'supply' or 'PIR-503' as cargo",
        ),
    ],
    ids=["H9.10.1", "no-mode", "no-target", "H9.6", "6.6.1~", "H9.1", "H9.1-cargo"],
)  # fmt: skip
def test_role_mode_target_and_cargo_fit_the_unit(order: AirMission, said: str) -> None:
    assert f"order 1, key {said}" in refused(ALLIES, GAME, order)


def test_h9_1_1_a_fighter_that_all_saw_disrupted_is_not_told_to_be_one() -> None:
    """Who could fly is told in its place, whatever the chart says."""
    seen = replace(GAME.air["P38-9"], disrupted=True, seen=GAME.now)
    (said,) = refused(ALLIES, GAME.with_air((seen,)), sweep("P38-9"))
    what, hint = said.split(" -> ")
    assert what == "order 1, key 'escorts': H9.1.1: P38-9 cannot fly so"
    assert hint.startswith("ready are: ")
    assert "P38-39" in hint
    assert "P38-9," not in hint


def test_h9_10_1_modes_are_told_that_fly_at_this_target_in_any_band() -> None:
    """A torpedo finds no airbase, so it is not offered to those whom it was just refused."""
    (said,) = refused(ALLIES, GAME, strike("TBF-143", mode="torpedo", band="low"))[-1:]
    assert said.endswith(" -> TBF-143 attacks by: regular (high), regular (medium)")


def test_h11_6_a_paratrooper_who_is_not_in_the_game_is_not_offered_as_cargo() -> None:
    game = replace(GAME, troops=FrozenMap({k: u for k, u in GAME.troops.items() if k != "PIR-503"}))
    order = AirMission(
        kind="airdrop", hex="0705", band="low", transports=("C47-6",),
        cargo=FrozenMap({"C47-6": "PIR-503"}),
    )  # fmt: skip
    said = (
        "'cargo': H11.6: C47-6 cannot fly with PIR-503 aboard"
        " -> C-47s fly it, with 'supply' as cargo"
    )
    assert f"order 1, key {said}" in refused(ALLIES, game, order)


def test_h9_6_where_no_target_is_the_hint_shows_how_one_is_written() -> None:
    order = strike("B24-319", target="RAB", hex_="nowhere")
    said = "order 1, key 'target': H9.6: 'RAB' is no target -> write it as base:ID, port:HEX"
    assert [one for one in refused(ALLIES, GAME, order) if one.startswith(said)] != []


@pytest.mark.parametrize("target", ["naval:IJN-CVL1", "base:MJ1"])
def test_h9_6_a_target_is_in_the_hex(target: str) -> None:
    """Behind an answer it may still come there [H8.7]: then nothing is said."""
    order = strike("B24-319", target=target)
    assert refused(ALLIES, GAME, order) == [
        f"order 1, key 'target': H9.6: '{target}' is no target in 1203 (Rabaul)"
        f" -> targets there: {RABAUL}"
    ]
    assert refused(ALLIES, attacked(GAME), order) == []


def test_h9_6_what_is_no_target_is_told_at_its_own_key_and_once() -> None:
    order = replace(strike("B24-319", target="RAB"), strikers=("B24-319", "B25-71"))
    assert [one for one in refused(ALLIES, GAME, order) if "RAB'" in one] == [
        "order 1, key 'target': H9.6: 'RAB' is no target in 1203 (Rabaul)"
        f" -> did you mean base:RAB? targets there: {RABAUL}"
    ]


# --- targets, aces, landings ---------------------------------------------------------------------


def test_h9_6_a_mission_has_three_targets() -> None:
    names = ("B25-71", "BOS-22", "B24-319", "B24-320")
    places = ("base:RAB", "port:1203", "ship:IJN-CA1", "ground")
    order = strike(*names, targets=FrozenMap(dict(zip(names, places, strict=True))))
    said = refused(ALLIES, GAME, order)
    assert "order 1, key 'targets': H9.6: 4 different targets are too many -> 3 at most" in said


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("targets", strike("B25-71", targets=FrozenMap({"B25-70": "base:RAB"}))),
        ("modes", strike("B25-71", modes=FrozenMap({"B25-70": "regular"}))),
    ],
)
def test_h9_6_only_strikers_of_the_mission_have_targets(key: str, order: AirMission) -> None:
    assert refused(ALLIES, GAME, order) == [
        f"order 1, key '{key}': H9.6: B25-70 is no striker of this mission -> take it out"
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
            f"order 1, key 'returns': H9.11.1: P38-9 cannot land at '{base}' from there"
            " -> it can at: KIR (Kiriwina), WDL (Woodlark), GOO (Goodenough), DOB (Dobodura), "
            "MIL (Milne Bay), WAU (Wau)"
        ], base
    assert refused(ALLIES, GAME, sweep("P38-9", returns=FrozenMap({"P38-39": "PM"}))) == [
        "order 1, key 'returns': H9.11.1: P38-39 does not fly -> take it out"
    ]
