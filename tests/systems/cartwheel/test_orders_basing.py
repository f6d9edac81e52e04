"""What a player's own program refuses before it seals: set-up and the 11th (E.3)."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import page_of
from pbem.systems.cartwheel.form.page import over_full
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, Redistribute
from pbem.systems.cartwheel.table.state import Base, Game
from pbem.systems.cartwheel.words.why import because
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.refusals import (
    ALLIES,
    GAME,
    JAPAN,
    refused,
    ruined,
)
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, hurt

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
    assert refused(ALLIES, replace(GAME, now=2), order, step="5.3") == [
        "order 1: H17.0: units are redistributed before the first turn only"
        " -> take it out; units stage in 4.4"
    ]
    assert refused(ALLIES, GAME, order, step="4.4") == [
        "order 1: H17.0: 'redistribute' is not asked for in this file"
        " -> it is asked for in: 11th Hikoshidan; Allied commitments;"
        " this file asks for: air-mission, naval-mission, pass, reply, stage"
    ]


def test_h17_0_only_own_units_and_never_the_11th() -> None:
    said = "order 1, key 'units': H17.0: "
    assert first_file(moving(A6M_201="PM")) == [
        f"{said}A6M-201 is no air unit of yours -> take it out"
    ]
    assert first_file(moving(A6M_ZU="RAB"), private=JAPAN) == [
        f"{said}A6M-ZU is of the 11th and stays -> take it out"
    ]


BASES = (
    "AUS (Australia), DOB (Dobodura), GOO (Goodenough), GUA (Guadalcanal), KIR (Kiriwina), "
    "MER (Merauke), MIL (Milne Bay), PM (Port Moresby), RUS (Russell Islands), "
    "SOP (South Pacific) …"
)


@pytest.mark.parametrize(
    ("rule", "unit", "base", "able"),
    [
        ("6.3", "P38-9", "RAB", BASES),
        ("6.3", "P38-9", "nowhere", BASES),
        ("6.5.2~", "P38-9", "MA1", BASES),
        ("6.3.5~", "B24-319", "KIR", "AUS (Australia), PM (Port Moresby), SOP (South Pacific)"),
        (
            "6.3.5~",
            "F4U-124",
            "AUS",
            "DOB (Dobodura), GOO (Goodenough), GUA (Guadalcanal), KIR (Kiriwina), "
            "MER (Merauke), MIL (Milne Bay), PM (Port Moresby), RUS (Russell Islands), "
            "SOP (South Pacific), WAU (Wau) …",
        ),
        ("6.3.6~", "P38-9", "port:0707", BASES),
        ("H10.5", "P38-9", "TF36-CV", BASES),
    ],
)
def test_h17_0_all_rules_of_basing_hold(rule: str, unit: str, base: str, able: str) -> None:
    named = f" ({CHARTS.base_name(base)})" if base in CHARTS.bases else ""
    why = because(rule) if named else ""
    what = f"{unit} cannot base at '{base}'{named}{why}"
    assert first_file(Redistribute(units=FrozenMap({unit: base}))) == [
        f"order 1, key 'units': {rule}: {what} -> it can at: {able}"
    ]


def test_6_6_3_nobody_bases_at_ruins() -> None:
    said = first_file(moving(KI43_24a="NAD"), private=JAPAN)
    assert said == [
        "order 1, key 'units': 6.6.3: KI43-24a cannot base at 'NAD' (Nadzab)"
        " -> it can at: AIT (Aitape), BKA (Buka), BUI (Buin/Kahili), CGL (Cape Gloucester), "
        "FIN (Finschhafen), GAS (Gasmata), HOL (Hollandia), KAV (Kavieng), LAE (Lae), "
        "MAD (Madang) …"
    ]


def test_6_3_1_capacity_counts_when_all_of_the_file_have_gone() -> None:
    full = moving(P38_9="WAU", P39_40="WAU")
    assert first_file(full) == [
        "order 1, key 'units': 6.3.1~: Wau would hold more than it may -> leave some where they are"
    ]
    assert first_file(moving(P38_9="WAU")) == []
    swap = moving(P38_9="WAU"), moving(P39_40="WAU")
    assert [line[:33] for line in first_file(*swap)] == [
        "order 1, key 'units': 6.3.1~: Wau", "order 2: H17.0: a file holds 'red",
        "order 2, key 'units': 6.3.1~: Wau",
    ]  # fmt: skip
    exchange = moving(BEAU_30="DOB", KIT_77="DOB", P38_9="GOO", P39_40="GOO", P39_41="GOO")
    assert first_file(exchange) == [], "both bases are full before and after"


def test_6_3_2_a_mobile_base_holds_three_alike_or_two() -> None:
    game = GAME.with_base(Base(id="MA1", hex="0706", owner="allied"))
    assert first_file(moving(P38_9="MA1", P39_40="MA1", P39_41="MA1"), game=game) == []
    assert first_file(moving(P38_9="MA1", P39_40="MA1", BOS_22="MA1"), game=game) == [
        "order 1, key 'units': 6.3.2: Allied mobile base 1 (MA1) would hold more than it may"
        " -> leave some where they are"
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
        " -> it can at: RAB (Rabaul), TRK (Truk)"
    ]


def test_5_2c_nor_at_a_rabaul_that_is_destroyed() -> None:
    assert refused(JAPAN, ruined(GAME, "RAB"), placed(A6M_ZU="RAB"), step="5.2") == [
        "order 1, key 'bases': 5.2c: A6M-ZU cannot be placed at 'RAB' -> it can at: TRK (Truk)"
    ]


PORTS = (
    "by 'ports' at: 0202 (Hollandia), 0503 (Wewak), 0604 (Madang), 0705 (Lae), 0801 (Momote),"
    " 0805 (Finschhafen), 1002 (Kavieng), 1004 (Gasmata), 1203 (Rabaul), 1304 (Buka),"
    " 1405 (Buin/Kahili), 1506 (Vila/Barakoma), 1606 (Munda), 1706 (Santa Isabel)"
)
"""Where a Rufe may go that stands at no base [6.3.6~]."""


def test_6_3_6_a_rufe_goes_to_a_coastal_mobile_base_or_a_port() -> None:
    """G07, G08 and G37: at the airbase of Rabaul it does not stand."""
    game = GAME.with_base(Base(id="MJ1", hex="1004", owner="japanese"))
    assert refused(JAPAN, game, placed(RUF_802="MJ1"), step="5.2") == []
    hit = hurt(game, "MJ1", CHARTS.damage["mobile"].disrupted)
    said = "order 1, key 'bases': {}: RUF-802 cannot be placed at '{}'"
    mobile = "MJ1 (Japanese mobile base 1), "
    for rule, base, where, also in (("5.2c", "MJ1", hit, ""), ("6.3.6~", "RAB", game, mobile)):
        assert refused(JAPAN, where, placed(RUF_802=base), step="5.2") == [
            f"{said.format(rule, base)} -> it can at: {also}TRK (Truk); {PORTS}"
        ]


def test_5_2c_rabaul_takes_as_many_as_it_has_room_for() -> None:
    """Sixteen in all, ten of them fighters; a recon unit takes no room at a major base."""
    many = ("A6M-204a", "A6M-204b", "A6M-582", "KI43-24a", "KI43-24b", "KI61-68a")
    crowded = JAPAN.with_planes(replace(JAPAN.planes[unit], base="RAB") for unit in many)
    assert refused(crowded, GAME, placed(A6M_ZU="RAB", DIN_11="RAB"), step="5.2") == []
    assert refused(crowded, GAME, placed(A6M_ZU="RAB", A6M_SH="RAB"), step="5.2") == [
        "order 1, key 'bases': 5.2c: Rabaul has no room for so many -> leave some in Truk: TRK"
    ]


# --- over-full [6.3.4~] --------------------------------------------------------------------------


def test_6_3_4_a_carrier_that_holds_too_many_is_named() -> None:
    """A carrier is a base [H10.5]: one of its two steps is lost, and both its units stay aboard."""
    game = started()
    game = game.with_ships((replace(game.ships["IJN-CV1"], steps=1),))
    game = game.with_turn(replace(game.turn, eleventh="yes"))
    aboard = {"base": "IJN-CV1", "half": "flown"}
    page = page_of(
        view(own("japanese", game, A6M_ZU=aboard, A6M_SH=aboard), game, "4.4"), (), CHARTS
    )
    (words,) = over_full(page)
    assert words.startswith("IJN-CV1 is over-full: all its units are Flown until a reorganization")


def test_h17_1_hints_offer_no_fight_ashore_where_there_is_none() -> None:
    game = started("bismarck-sea")
    (said,) = refused(own("japanese"), game, Build(base="MJ1", hex="0805"), step="4.5-first")
    assert "this file asks for: " in said
    assert not {"march", "attack", "raid", "fortify"} & {*said.replace(",", "").split()}


def test_5_2c_a_rufe_that_names_no_base_is_told_the_ports_too() -> None:
    order = CommitEleventh(commit=True, bases=FrozenMap({"RUF-802": "RAB"}))
    (said,) = refused(JAPAN, GAME, order, step="5.2")
    assert said.endswith(f"it can at: TRK (Truk); {PORTS}")
