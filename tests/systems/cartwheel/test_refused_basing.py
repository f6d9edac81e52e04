"""What a player's own program refuses before it seals: changes of base (E.3)."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.check_private import private_problems
from pbem.systems.cartwheel.orders import (
    AirMission,
    Arrive,
    CommitEleventh,
    Evacuate,
    ReconReturn,
    Redistribute,
    Relocate,
    Stage,
)
from pbem.systems.cartwheel.private import Due, Plane, Private
from pbem.systems.cartwheel.state import Arrival, Base, Game, Owed
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, afloat, hurt, scouted

GAME = started()
BASES = GAME.bases
ALLIES, JAPAN = own("allied"), own("japanese")


def refused(private: Private, game: Game, *orders: Order, step: str = "4.4") -> list[str]:
    """Every defect of own orders in one line: where, rule, what, and what to do instead."""
    found = list(private_problems(view(private, game, step), orders, CHARTS))
    assert all(problem.code == "E12" for problem in found)
    return [f"{p.where}: {p.rule}: {p.what} -> {p.hint}" for p in found]


def ruined(game: Game, base: str) -> Game:
    """The game with a base destroyed."""
    hits = CHARTS.damage["minor"].destroyed
    return game.with_base(replace(game.bases[base], status="destroyed", hits=hits))


def allies(unit: str, **status: Any) -> Private:
    """The Allied charts with one unit in another state."""
    return ALLIES.with_planes((replace(ALLIES.planes[unit], **status),))


# --- before the first turn [H17.0] ---------------------------------------------------------------


def moving(**units: str) -> Redistribute:
    """Units to other bases, with `_` for the `-` of an id."""
    return Redistribute(units=FrozenMap({u.replace("_", "-"): base for u, base in units.items()}))


def first_file(*orders: Order, private: Private = ALLIES, game: Game = GAME) -> list[str]:
    """What is refused in a side's first file."""
    return refused(private, game, *orders, step="5.3" if private is ALLIES else "5.2")


def test_h17_0_units_are_redistributed_in_the_first_file_alone() -> None:
    order = moving(P38_9="KIR")
    assert first_file(order) == []
    for step, turn in (("5.3", 2), ("4.4", 1)):
        assert refused(ALLIES, replace(GAME, now=turn), order, step=step) == [
            "order 1: H17.0: units are redistributed before the first turn alone"
            " -> use 'stage' in the air/naval phase"
        ]


def test_h17_0_only_own_units_and_never_the_11th() -> None:
    said = "order 1, key 'units': H17.0: "
    assert first_file(moving(A6M_201="PM")) == [
        f"{said}A6M-201 is no air unit of yours -> take it out"
    ]
    assert first_file(moving(A6M_ZU="RAB"), private=JAPAN) == [
        f"{said}A6M-ZU is of the 11th and stays -> take it out"
    ]


@pytest.mark.parametrize(
    ("rule", "unit", "base", "able"),
    [
        ("6.3", "P38-9", "RAB", "AUS, DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP …"),
        ("6.3", "P38-9", "nowhere", "AUS, DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP …"),
        ("6.5.2~", "P38-9", "MA1", "AUS, DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP …"),
        ("6.3.5~", "B24-319", "KIR", "AUS, PM, SOP"),
        ("6.3.5~", "F4U-124", "AUS", "DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP, WAU …"),
        ("6.3.6~", "P38-9", "port:0707", "AUS, DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP …"),
        ("H10.5", "P38-9", "TF36-CV", "AUS, DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP …"),
    ],
)
def test_h17_0_all_rules_of_basing_hold(rule: str, unit: str, base: str, able: str) -> None:
    assert first_file(Redistribute(units=FrozenMap({unit: base}))) == [
        f"order 1, key 'units': {rule}: {unit} cannot base at '{base}' -> it can at: {able}"
    ]


def test_6_6_3_nobody_bases_at_ruins() -> None:
    said = first_file(moving(KI43_24a="NAD"), private=JAPAN)
    assert said == [
        "order 1, key 'units': 6.6.3: KI43-24a cannot base at 'NAD'"
        " -> it can at: AIT, BKA, BUI, CGL, FIN, GAS, HOL, KAV, LAE, MAD …"
    ]


def test_6_3_1_capacity_counts_when_all_of_the_file_have_gone() -> None:
    full = moving(P38_9="WAU", P39_40="WAU")
    assert first_file(full) == [
        "order 1, key 'units': 6.3.1~: WAU would hold more than it may -> leave some where they are"
    ]
    assert first_file(moving(P38_9="WAU")) == []
    swap = moving(P38_9="WAU"), moving(P39_40="WAU")
    assert [line[:33] for line in first_file(*swap)] == [
        "order 1, key 'units': 6.3.1~: WAU", "order 2, key 'units': 6.3.1~: WAU",
    ]  # fmt: skip
    exchange = moving(BEAU_30="DOB", KIT_77="DOB", P38_9="GOO", P39_40="GOO", P39_41="GOO")
    assert first_file(exchange) == [], "both bases are full before and after"


def test_6_3_2_a_mobile_base_holds_three_alike_or_two() -> None:
    game = GAME.with_base(Base(id="MA1", hex="0706", owner="allied"))
    assert first_file(moving(P38_9="MA1", P39_40="MA1", P39_41="MA1"), game=game) == []
    assert first_file(moving(P38_9="MA1", P39_40="MA1", BOS_22="MA1"), game=game) == [
        "order 1, key 'units': 6.3.2: MA1 would hold more than it may -> leave some where they are"
    ]


# --- the 11th [5.2c] -----------------------------------------------------------------------------


def placed(**units: str) -> CommitEleventh:
    """The 11th committed with bases, with `_` for the `-` of an id."""
    bases = {u.replace("_", "-"): base for u, base in units.items()}
    return CommitEleventh(commit=True, bases=FrozenMap(bases))


def test_5_2c_the_11th_alone_is_placed() -> None:
    assert refused(JAPAN, GAME, placed(A6M_ZU="RAB", G4M_755="TRK"), step="5.2") == []
    for unit in ("A6M-201", "P38-9", "X"):
        order = CommitEleventh(commit=True, bases=FrozenMap({unit: "RAB"}))
        assert refused(JAPAN, GAME, order, step="5.2") == [
            f"order 1, key 'bases': 5.2c: {unit} is not of the 11th -> take it out"
        ]


@pytest.mark.parametrize("base", ["BUI", "PM", "NAD", "MJ1", "nowhere"])
def test_5_2c_it_is_placed_at_rabaul_or_in_truk(base: str) -> None:
    assert refused(JAPAN, GAME, placed(A6M_ZU=base), step="5.2") == [
        f"order 1, key 'bases': 5.2c: A6M-ZU cannot be placed at '{base}'"
        " -> Truk is always open to it: TRK"
    ]


def test_g05_5_2c_nor_at_a_rabaul_that_is_destroyed() -> None:
    assert refused(JAPAN, ruined(GAME, "RAB"), placed(A6M_ZU="RAB"), step="5.2") == [
        "order 1, key 'bases': 5.2c: A6M-ZU cannot be placed at 'RAB'"
        " -> Truk is always open to it: TRK"
    ]


def test_6_3_6_a_rufe_goes_to_a_coastal_mobile_base_or_a_port() -> None:
    """G07, G08 and G37: at the airbase of Rabaul it does not stand."""
    game = GAME.with_base(Base(id="MJ1", hex="1004", owner="japanese"))
    assert refused(JAPAN, game, placed(RUF_802="MJ1"), step="5.2") == []
    hit = hurt(game, "MJ1", CHARTS.damage["mobile"].disrupted)
    said = "order 1, key 'bases': {}: RUF-802 cannot be placed at '{}'"
    for rule, base, where in (("5.2c", "MJ1", hit), ("6.3.6~", "RAB", game)):
        assert refused(JAPAN, where, placed(RUF_802=base), step="5.2") == [
            f"{said.format(rule, base)} -> Truk is always open to it: TRK"
        ]


def test_g06_5_2c_rabaul_takes_as_many_as_it_has_room_for() -> None:
    """Sixteen in all, ten of them fighters; a recon unit takes no room at a major base."""
    many = ("A6M-204a", "A6M-204b", "A6M-582", "KI43-24a", "KI43-24b", "KI61-68a")
    crowded = JAPAN.with_planes(replace(JAPAN.planes[unit], base="RAB") for unit in many)
    assert refused(crowded, GAME, placed(A6M_ZU="RAB", DIN_11="RAB"), step="5.2") == []
    assert refused(crowded, GAME, placed(A6M_ZU="RAB", A6M_SH="RAB"), step="5.2") == [
        "order 1, key 'bases': 5.2c: RAB has no room for so many -> leave some in Truk: TRK"
    ]


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
    for first, why in (
        (staged(), "makes one stage move a turn, and another order has it"),
        (sweep, "flies in another order of this file"),
    ):
        said = f"order 2, key 'unit': H9.3: P38-9 {why} -> {CAN}"
        assert refused(ALLIES, GAME, first, staged()) == [said]


def test_h9_3_a_stage_move_that_is_refused_leaves_the_unit_to_the_next() -> None:
    (said,) = refused(ALLIES, GAME, staged(to="RAB"), staged())
    assert said.startswith("order 1, key 'to': 6.3: P38-9 cannot base at 'RAB'")


@pytest.mark.parametrize(
    ("unit", "to", "said"),
    [
        (
            "P38-9", "DOB",
            "H9.3: P38-9 stands there already -> it can to: AUS, GOO, GUA, KIR, MER, MIL, PM, RUS, "
            "WAU, WDL",
        ),
        (
            "F4U-124", "MER",
            "H9.3: F4U-124 stages 8 hexes, and MER is 16 from GUA -> it can to: GOO, KIR, MIL, "
            "RUS, SOP, WDL",
        ),
        (
            "F5-8", "GUA",
            "H9.3: F5-8 stages 8 hexes, and GUA is 11 from PM -> it can to: AUS, DOB, GOO, KIR, "
            "MER, MIL, WAU, WDL",
        ),
        (
            "P38-9", "RAB",
            "6.3: P38-9 cannot base at 'RAB' -> it can to: AUS, GOO, GUA, KIR, MER, MIL, PM, RUS, "
            "WAU, WDL",
        ),
        (
            "P38-9", "MA1",
            "6.5.2~: P38-9 cannot base at 'MA1' -> it can to: AUS, GOO, GUA, KIR, MER, MIL, PM, "
            "RUS, WAU, WDL",
        ),
        (
            "B17-63", "DOB",
            "6.3.5~: B17-63 cannot base at 'DOB' -> it can to: AUS",
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
    assert said.startswith("order 1, key 'unit': H9.3: RUF-802 stands at a port, where all see it")
    (said,) = refused(JAPAN, GAME, staged("RUF-802", "port:1203"))
    assert said == (
        "order 1, key 'to': CR73: RUF-802 cannot stage to a port, where all would see it"
        " -> it is placed there with the 11th, by 5.2c"
    )


# --- relocation and lists of refuges [H6.6.1, H6.6.5] --------------------------------------------


LOST = Due(kind="lost-base", place="BUI", hex="1405", saved=("A6M-204a",), lost=("A6M-582 2",))
AFTER = ruined(GAME, "BUI")


def lost(*, captured: bool = False) -> tuple[Private, Game]:
    """Buin has fallen, and one of its fighters has got away to Vila."""
    private = JAPAN.without("A6M-582")
    moved = replace(private.planes["A6M-204a"], base="VIL", half="flown")
    owed = Owed(side="japanese", kind="lost-base", place="BUI", captured=captured)
    return replace(private.with_planes((moved,)), due=(LOST,)), replace(AFTER, owed=(owed,))


def test_h6_6_1_units_relocate_within_printed_range() -> None:
    private, game = lost()
    assert refused(private, game, Relocate(units=FrozenMap({"A6M-204a": "BKA"}))) == []
    for base in ("BUI", "WEW", "PM", "nowhere"):
        assert refused(private, game, Relocate(units=FrozenMap({"A6M-204a": base}))) == [
            f"order 1, key 'units': H6.6.1: A6M-204a cannot reach '{base}'"
            " -> it can: VIL, BKA, MUN, RAB, GAS, KAV, CGL, FIN"
        ]


def test_h6_6_1_only_who_has_lost_a_base_by_bombs_relocates() -> None:
    order = Relocate(units=FrozenMap({"A6M-201": "BKA"}))
    private, game = lost()
    assert refused(private, game, order) == [
        "order 1, key 'units': H6.6.1: A6M-201 has lost no base by bombs"
        " -> to relocate are: A6M-204a"
    ]
    said = "has lost no base by bombs -> to relocate are: none"
    assert refused(JAPAN, GAME, order) == [f"order 1, key 'units': H6.6.1: A6M-201 {said}"]


def test_h6_6_5_who_evacuates_a_captured_base_goes_by_its_list() -> None:
    private, game = lost(captured=True)
    (said,) = refused(private, game, Relocate(units=FrozenMap({"A6M-204a": "BKA"})))
    assert said == (
        "order 1, key 'units': H6.6.5: A6M-204a has gone where the list of BUI sends it"
        " -> to relocate are: none"
    )


def test_h6_6_5_lists_of_refuges_name_places_that_one_has_charts_of() -> None:
    hint = "your bases are: AUS, DOB, GOO, GUA, KIR, MER, MIL, PM, RUS, SOP …"
    assert refused(ALLIES, GAME, Evacuate(base="DOB", to=("PM", "RAB", "TF36-CV"))) == []
    assert refused(ALLIES, GAME, Evacuate(base="DOB", to=())) == [], "the list is struck out"
    for base in ("TRK", "IJN-CV1", "US-CA1", "X"):
        said = f"H6.6.5: you have no chart of '{base}' -> {hint}"
        assert refused(ALLIES, GAME, Evacuate(base=base, to=("PM",))) == [
            f"order 1, key 'base': {said}"
        ]
        assert refused(ALLIES, GAME, Evacuate(base="DOB", to=("PM", base))) == [
            f"order 1, key 'to': {said}"
        ]
    assert refused(ALLIES, GAME, Evacuate(base="DOB", to=("DOB",))) == [
        "order 1, key 'to': H6.6.5: DOB is no refuge from itself -> take it out"
    ]


# --- returns and arrivals [7.3.5~, H15] ----------------------------------------------------------


def back(unit: str, base: str) -> ReconReturn:
    return ReconReturn(unit=unit, base=base)


def test_7_3_5_recon_returns_to_a_base_in_range_of_its_hex() -> None:
    out, game = allies("F5-8", away=True), scouted(GAME, "allied", "F5-8", "1203")
    assert refused(out, game, back("F5-8", "DOB"), step="4.6-first") == []
    for base in ("SOP", "RAB", "nowhere"):
        assert refused(out, game, back("F5-8", base), step="4.6-first") == [
            f"order 1, key 'base': 7.3.5~: F5-8 cannot land at '{base}'"
            " -> it can at: KIR, WDL, GOO, DOB, MIL, WAU, PM, RUS, GUA"
        ]


@pytest.mark.parametrize("unit", ["P38-9", "DIN-6", "X"])
def test_7_3_5_only_recon_units_on_a_hex_return(unit: str) -> None:
    out = allies("F5-8", away=True)
    game = scouted(scouted(GAME, "allied", "F5-8", "1203"), "japanese", "DIN-6", "0707")
    said = f"order 1, key 'unit': 7.3.5~: {unit} is no recon unit of yours on a hex -> these are:"
    assert refused(out, game, back(unit, "PM"), step="4.6-first") == [f"{said} F5-8"]
    assert refused(ALLIES, GAME, back(unit, "PM"), step="4.6-first") == [f"{said} none"]


def coming(*arrivals: Arrival) -> Game:
    """The game with other reinforcements than the campaign's, due this turn."""
    return replace(GAME, terms=replace(GAME.terms, arrivals=arrivals))


FRESH = Arrival(turn=1, side="japanese", units=("KI49-61",), place="")
TO_WEWAK = Arrival(turn=1, side="japanese", units=("KI61-78a", "KI61-78b"), place="WEW")


def come(**units: str) -> Arrive:
    return Arrive(units=FrozenMap({u.replace("_", "-"): base for u, base in units.items()}))


def test_h15_reinforcements_come_as_the_schedule_says() -> None:
    game = coming(FRESH, TO_WEWAK)
    order = come(KI49_61="HOL", KI61_78a="WEW")
    assert refused(JAPAN, game, order, step="4.6-first") == []
    assert refused(JAPAN, game, come(A6M_201="RAB"), step="4.6-first") == [
        "order 1, key 'units': H15.3: A6M-201 does not arrive this turn"
        " -> due are: KI49-61, KI61-78a, KI61-78b"
    ]
    assert refused(JAPAN, GAME, come(KI49_61="RAB"), step="4.6-first") == [
        "order 1, key 'units': H15.3: KI49-61 does not arrive this turn -> due are: none"
    ]
    said = "order 1, key 'units': H15.2: {} cannot arrive at '{}' -> it can at: {}"
    assert refused(JAPAN, game, come(KI49_61="BUI"), step="4.6-first") == [
        said.format("KI49-61", "BUI", "RAB, WEW, HOL, TRK")
    ]
    assert refused(JAPAN, game, come(KI61_78a="RAB"), step="4.6-first") == [
        said.format("KI61-78a", "RAB", "WEW")
    ]


def test_h15_2_there_is_room_for_all_that_arrive() -> None:
    game, order = coming(TO_WEWAK), come(KI61_78a="WEW", KI61_78b="WEW")
    assert refused(JAPAN, game, order, step="4.6-first") == []
    crowded = JAPAN.with_planes(
        replace(JAPAN.planes[unit], base="WEW") for unit in ("KI43-59a", "KI43-59b")
    )
    assert refused(crowded, game, order, step="4.6-first") == [
        "order 1, key 'units': H15.2: WEW has no room for so many"
        " -> send some to another of their bases"
    ]
    two = come(KI61_78a="WEW"), come(KI61_78b="WEW")
    assert len(refused(crowded, game, *two, step="4.6-first")) == 2, "orders of a file add up"


def test_the_carriers_of_tf36_take_naval_aircraft_alone() -> None:
    game = afloat(GAME, "1808", "TF36-CV")
    crew = ALLIES.with_planes((Plane(id="F6F-12", base="TF36-CV"),))
    assert refused(crew, game, staged("F6F-12", "GUA")) == []
    (said,) = refused(crew, game, staged("F4U-124", "TF36-CV"))
    assert said.startswith("order 1, key 'to': H10.5: F4U-124 cannot base at 'TF36-CV'")
