"""What a player's own program refuses before it seals: stage moves (E.3)."""

from typing import Any

import pytest

from pbem.frozen import replace
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.table.orders_operations import AirMission, Stage
from tests.systems.cartwheel.refusals import (
    ALLIES,
    GAME,
    JAPAN,
    allies,
    refused,
)
from tests.systems.cartwheel.tabletop import afloat

# --- stage moves [H9.3] --------------------------------------------------------------------------


def staged(unit: str = "P38-9", to: str = "MER") -> Stage:
    return Stage(unit=unit, to=to)


CAN = (
    "these can: A20-89, B17-63, B17-64, B24-319, B24-320, B24-321, B24-372, B25-69, B25-70, "
    "B25-71 …"
)


def test_h9_3_a_ready_unit_stages_twice_its_range_or_by_a_ferry_link() -> None:
    assert refused(ALLIES, GAME, staged(), staged("B25S-405", "PM"), staged("F5-8", "GOO")) == []


@pytest.mark.parametrize(
    ("why", "status"),
    [
        ("is in the Flown half", {"half": "flown"}),
        ("is disrupted", {"disrupted": True}),
        ("carries a Regroup mark", {"mark": True}),
        ("has made its stage move", {"staged": True}),
        ("has made its stage move", {"to": "PM"}),
        ("has flown this turn", {"used": True}),
        ("is on recon", {"away": True}),
    ],
)
def test_h9_3_a_unit_that_makes_no_stage_move(why: str, status: dict[str, Any]) -> None:
    assert refused(allies("P38-9", **status), GAME, staged()) == [
        f"order 1, key 'unit': H9.3: P38-9 {why} -> {CAN}"
    ]


def test_h9_3_a_unit_of_an_over_full_base_may_leave_it() -> None:
    full = ALLIES.with_planes(
        replace(ALLIES.planes[unit], base="WAU", half="flown") for unit in ("P38-9", "P39-40")
    )
    assert refused(full, GAME, staged()) == []


def test_h9_3_only_own_units_in_play_stage_and_once() -> None:
    assert refused(ALLIES, GAME, staged("A6M-201", "PM")) == [
        "order 1, key 'unit': H9.3: A6M-201 is no air unit of yours in play -> take it out"
    ]
    sweep = AirMission(kind="sweep", hex="1203", band="high", escorts=("P38-9",))
    said = "order 2, key 'unit': H9.3: P38-9"
    assert refused(ALLIES, GAME, sweep, staged()) == [
        f"{said} flies in another order of this file -> {CAN}"
    ]
    assert refused(ALLIES, GAME, staged(), staged()) == [
        f"{said} makes one stage move a turn, and another order has it: see order 1"
        " -> take one of them out"
    ]


def test_h9_3_who_names_a_unit_again_is_told_so_even_where_the_first_order_is_illegal() -> None:
    first, again = refused(ALLIES, GAME, staged(to="RAB"), staged())
    assert first.startswith("order 1, key 'to': 6.3: P38-9 cannot base at 'RAB'")
    assert again.startswith("order 2, key 'unit': H9.3: P38-9 makes one stage move a turn")


@pytest.mark.parametrize(
    ("unit", "to", "said"),
    [
        (
            "P38-9", "DOB",
            "H9.3: P38-9 stands there already -> it can go to: AUS (Australia), "
            "GOO (Goodenough), GUA (Guadalcanal), KIR (Kiriwina), MER (Merauke), "
            "MIL (Milne Bay), PM (Port Moresby), "
            "RUS (Russell Islands), WAU (Wau), WDL (Woodlark)",
        ),
        (
            "F4U-124", "MER",
            "H9.3: F4U-124 stages 8 hexes, and Merauke is 16 from Guadalcanal"
            " -> it can go to: GOO (Goodenough), KIR (Kiriwina), MIL (Milne Bay), "
            "RUS (Russell Islands), SOP (South Pacific), WDL (Woodlark)",
        ),
        (
            "F5-8", "GUA",
            "H9.3: F5-8 stages 8 hexes, and Guadalcanal is 11 from Port Moresby"
            " -> it can go to: AUS (Australia), DOB (Dobodura), GOO (Goodenough), "
            "KIR (Kiriwina), MER (Merauke), MIL (Milne Bay), WAU (Wau), WDL (Woodlark)",
        ),
        (
            "P38-9", "RAB",
            "6.3: P38-9 cannot base at 'RAB' -> it can go to: AUS (Australia), "
            "GOO (Goodenough), GUA (Guadalcanal), KIR (Kiriwina), MER (Merauke), "
            "MIL (Milne Bay), PM (Port Moresby), "
            "RUS (Russell Islands), WAU (Wau), WDL (Woodlark)",
        ),
        (
            "P38-9", "MA1",
            "6.5.2~: P38-9 cannot base at 'MA1' -> it can go to: AUS (Australia), "
            "GOO (Goodenough), GUA (Guadalcanal), KIR (Kiriwina), MER (Merauke), "
            "MIL (Milne Bay), PM (Port Moresby), "
            "RUS (Russell Islands), WAU (Wau), WDL (Woodlark)",
        ),
        (
            "B17-63", "DOB",
            "6.3.5~: B17-63 cannot base at 'DOB' -> it can go to: AUS (Australia)",
        ),
        (
            "P38-9", "port:0707",
            "CR73: P38-9 cannot stage to a port, where all would see it"
            " -> it is placed there with the 11th, by 5.2c",
        ),
    ],
    ids=["H9.3-there", "H9.3-far", "H9.3-recon", "6.3", "6.5.2~", "6.3.5~", "CR73"],
)  # fmt: skip
def test_h9_3_where_a_unit_cannot_stage_to(unit: str, to: str, said: str) -> None:
    assert refused(ALLIES, GAME, staged(unit, to)) == [f"order 1, key 'to': {said}"]


def test_cr73_a_rufe_stages_neither_from_a_port_nor_to_one() -> None:
    moored = JAPAN.with_planes((replace(JAPAN.planes["RUF-802"], base="port:1203"),))
    (said,) = refused(moored, GAME, staged("RUF-802", "TRK"))
    assert said.startswith("order 1, key 'unit': H9.3: RUF-802 makes no stage move from a port")
    (said,) = refused(JAPAN, GAME, staged("RUF-802", "port:1203"))
    assert said == (
        "order 1, key 'to': CR73: RUF-802 cannot stage to a port, where all would see it"
        " -> it is placed there with the 11th, by 5.2c"
    )


def test_the_carriers_of_tf36_take_naval_aircraft_alone() -> None:
    game = afloat(GAME, "1808", "TF36-CV")
    crew = ALLIES.with_planes((Plane(id="F6F-12", base="TF36-CV"),))
    assert refused(crew, game, staged("F6F-12", "GUA")) == []
    navy = crew.with_planes((Plane(id="F6F-33", base="GUA"),))
    (said,) = refused(navy, game, staged("F6F-33", "TF36-CV"))
    assert said.startswith("order 1, key 'to': CR78: F6F-33 cannot base at 'TF36-CV'")
    (said,) = refused(crew, game, staged("F4U-124", "TF36-CV"))
    assert said.startswith("order 1, key 'to': H10.5: F4U-124 cannot base at 'TF36-CV'")
