"""What a player's own program refuses before it seals: replies (E.3)."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.orders_operations import Reply
from tests.systems.cartwheel.refusals import (
    BASES,
    JAPAN,
    japanese,
    raided,
    refused,
)

RAIDED = raided("1203")
"""The game with an Allied raid on Rabaul that awaits the Japanese reply."""

# --- replies -------------------------------------------------------------------------------------


def reply(unit: str, base: str, *, evade: bool = False, ace: str = "") -> Reply:
    named = FrozenMap({unit: base})
    if evade:
        return Reply(mission="t1m1", evaders=named, ace=ace)
    return Reply(mission="t1m1", interceptors=named, ace=ace)


def test_h9_4_1_a_unit_rises_from_its_own_base() -> None:
    assert refused(JAPAN, RAIDED, reply("A6M-201", "RAB")) == []
    said = "order 1, key 'interceptors': H9.4.1: "
    assert refused(JAPAN, RAIDED, reply("A6M-201", "BUI")) == [
        f"{said}A6M-201 is not at 'BUI' -> it is at Rabaul"
    ]
    assert refused(JAPAN, RAIDED, reply("P38-9", "RAB")) == [
        f"{said}P38-9 is no air unit of yours in play -> take it out",
        f"{said}P38-9 is not at 'RAB' -> you have no such unit in play",
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
    assert refused(japanese("A6M-201", **status), RAIDED, reply("A6M-201", "RAB")) == [
        f"order 1, key 'interceptors': {rule}: A6M-201 {why} -> take it out"
    ]


def test_6_3_4_nobody_rises_from_an_over_full_base() -> None:
    crowd = ("A6M-201", "A6M-251", "A6M-253", "A6M-582")
    charts = JAPAN.with_planes(replace(JAPAN.planes[u], base="GAS") for u in crowd)
    assert refused(charts, RAIDED, reply("A6M-201", "GAS")) == [
        "order 1, key 'interceptors': 6.3.4~: A6M-201 stands at an over-full base -> take it out"
    ]


def test_h9_4_1_a_mark_and_want_of_supply_do_not_keep_an_interceptor_down() -> None:
    game = RAIDED.with_base(replace(BASES["RAB"], supplied=False))
    assert refused(japanese("A6M-201", mark=True), game, reply("A6M-201", "RAB")) == []


def test_h9_5_whoever_is_at_the_base_may_evade_but_not_from_recon() -> None:
    flown = japanese("G4M-702", half="flown", disrupted=True, mark=True)
    assert refused(flown, RAIDED, reply("G4M-702", "RAB", evade=True)) == []
    away = japanese("DIN-6", away=True)
    assert refused(away, RAIDED, reply("DIN-6", "RAB", evade=True)) == [
        "order 1, key 'evaders': 7.3.3~: DIN-6 is on recon -> take it out"
    ]


def test_h5_1_an_interceptor_without_an_ace() -> None:
    game = replace(RAIDED, aces=RAIDED.aces.set("japanese", 1))
    assert refused(JAPAN, game, reply("A6M-201", "RAB", ace="A6M-201")) == [
        "order 1, key 'ace': H5.1: A6M-201 carries no Ace -> leave it out: none of yours does"
    ]
    assert refused(japanese("A6M-253", ace=True), game, reply("A6M-201", "RAB", ace="A6M-201")) == [
        "order 1, key 'ace': H5.1: A6M-201 carries no Ace -> those that do: A6M-253"
    ]
