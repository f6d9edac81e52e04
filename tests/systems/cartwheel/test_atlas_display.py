"""The airbase display as its owner reads it: quadrants, room used, marks, lists, missions [6.4]."""

import pytest

from pbem.engine.sheets import Sheet
from pbem.frozen import FrozenMap, replace
from pbem.report.layout import width_of
from pbem.report.plain import table
from pbem.systems.cartwheel.atlas.annex import FACTORS, SIGNS, annex
from pbem.systems.cartwheel.own.charts import Flight, Leg, Plane, Private
from pbem.systems.cartwheel.table.state import Base, Game
from pbem.systems.cartwheel.table.under_way import Flier, Manifest
from tests.systems.cartwheel.hidden import own
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, afloat, hurt

GAME = started()


def drawn(private: Private, game: Game = GAME) -> dict[str, Sheet]:
    """The sheets by title."""
    return {sheet.title: sheet for sheet in annex(private, game, CHARTS)}


def base(private: Private, begins: str, game: Game = GAME) -> tuple[str, ...]:
    """The line of a base in the display."""
    rows = drawn(private, game)["Airbase display"].rows
    return next(row.cells for row in rows if row.cells[0].startswith(begins))


def style(private: Private, begins: str, game: Game = GAME) -> str:
    rows = drawn(private, game)["Airbase display"].rows
    return next(row.style for row in rows if row.cells[0].startswith(begins))


def test_6_4_every_base_has_its_four_quadrants() -> None:
    private = own(
        "japanese",
        A6M_204a={"half": "ready"},
        A6M_204b={"half": "ready", "disrupted": True},
        A6M_582={"half": "flown"},
        G4M_751={"base": "BUI", "half": "flown", "disrupted": True},
    )
    assert drawn(private)["Airbase display"].heads == (
        "Base", "Holds", "Ready", "Ready disr.", "Flown", "Flown disr.",
    )  # fmt: skip
    assert base(private, "BUI") == (
        "BUI Buin/Kahili 1405 (AA 2)", "3F 1B of 5F 3B, 6",
        "A6M-204a 4-2-1", "A6M-204b 4-2-1", "A6M-582 4-2-1", "G4M-751 2-1-3",
    )  # fmt: skip
    assert base(private, "KAV")[1:] == ("0F 0B of 4F 4B, 6", "", "", "", ""), "it stands empty"


def test_the_display_shows_own_bases_in_order_and_none_of_the_enemys() -> None:
    game = afloat(GAME.with_base(Base(id="MJ1", hex="1004", owner="japanese")), "1203", "IJN-CV1")
    crew: dict[str, object] = {"base": "IJN-CV1"}
    private = own("japanese", A6M_SH=crew, RUF_802={"base": "port:1203"})
    private = private.with_planes((replace(private.planes["KI43-59b"], base="MJ1"),))
    names = [row.cells[0].split()[0] for row in drawn(private, game)["Airbase display"].rows]
    assert names[-3:] == ["MJ1", "IJN-CV1", "port:1203"]
    assert names[:-3] == sorted(names[:-3])
    assert not {"PM", "GUA", "SOP", "NAD", "MJ2"} & {*names}, "nor ruins and counters in hand"
    assert base(private, "MJ1", game)[1] == "1F 0B of 3 alike or 2"
    assert base(private, "IJN-CV1", game)[:2] == ("IJN-CV1 1203", "1F 0B of 3")
    assert base(private, "port:1203", game)[:2] == ("port:1203 1203", "1F 0B")
    assert base(private, "TRK", game)[:2] == ("TRK Truk", "2F 4B"), "a box holds any number"


def test_6_3_4_an_over_full_base_stands_out() -> None:
    here: dict[str, object] = {"base": "GAS"}
    crowded = own("japanese", A6M_201=here, A6M_251=here, A6M_253=here)
    assert base(crowded, "GAS")[1] == "3F 0B of 2F 1B, 2 OVER"
    assert style(crowded, "GAS") == "lost"
    assert style(own("japanese"), "GAS") == ""


def test_6_4d_the_title_line_tells_the_state_of_a_base() -> None:
    game = hurt(GAME, "BUI", CHARTS.damage["minor"].disrupted)
    assert style(own("japanese"), "BUI", game) == "hurt"
    assert base(own("japanese"), "BUI", game)[0] == "BUI Buin/Kahili 1405 (AA 1, disrupted)"
    rabaul = replace(GAME.bases["RAB"], supplied=False, radar=True)
    line = base(own("japanese"), "RAB", GAME.with_base(rabaul))[0]
    assert line == "RAB Rabaul 1203 (AA 3, no supply, radar)"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ({"steps": 1}, "A6M-582[-] 3-1-1"),
        ({"mark": True}, "A6M-582[R] 4-2-1"),
        ({"steps": 1, "mark": True, "replace": True}, "A6M-582[-R+] 3-1-1"),
        ({"ace": True}, "A6M-582[*] 4-2-1"),
        ({"staged": True}, "A6M-582[>] 4-2-1"),
        ({"away": True}, "A6M-582[^] 4-2-1"),
        ({"due": True}, "A6M-582[?] 4-2-1"),
        ({"to": "RAB"}, "A6M-582 4-2-1 to RAB"),
    ],
)
def test_units_carry_the_signs_that_are_explained_below(
    status: dict[str, object], words: str
) -> None:
    """Regroup marks [7.2], steps asked for [H14.1], Aces, stage moves, recon, arrivals."""
    private = own("japanese", A6M_582=status)
    assert base(private, "BUI")[2] == f"A6M-204a 4-2-1, A6M-204b 4-2-1, {words}"
    used = [sign for sign in SIGNS if f"{sign}" in words.removeprefix("A6M-582").split(" ")[0]]
    assert [row.cells for row in drawn(private)["Signs"].rows] == [
        *((f"[{sign}]", SIGNS[sign]) for sign in used),
        ("1-2-3", FACTORS),
    ]


def test_7_3_1_a_recon_unit_says_what_it_counts_as_and_takes_room() -> None:
    private = own("japanese", DIN_6={"base": "KAV", "counts_as": "F"})
    assert base(private, "KAV")[1:3] == ("1F 1B of 4F 4B, 6", "DIN-6(F), G4M-751 2-1-3")
    away = own("japanese", DIN_6={"base": "KAV", "counts_as": "F", "away": True})
    assert base(away, "KAV")[1:3] == ("0F 1B of 4F 4B, 6", "DIN-6[^](F), G4M-751 2-1-3")
    assert [row.cells for row in drawn(away)["Signs"].rows] == [
        ("[^]", SIGNS["^"]),
        ("(F)", "counts as a fighter at a minor or mobile base [7.3.1]"),
        ("1-2-3", FACTORS),
    ]


def test_lists_and_missions_under_way_are_told_if_there_are_any() -> None:
    assert set(drawn(own("japanese"))) == {"Airbase display", "Signs"}
    fliers = (
        Flier(unit="G4M-702", role="striker", steps=2, mode="regular", target="base:PM"),
        Flier(unit="A6M-201", role="escort", steps=2),
    )
    legs = tuple(Leg(unit=one.unit, origin="RAB", returns="RAB") for one in fliers)
    private = replace(
        own("japanese"),
        evacuate=FrozenMap({"BUI": ("RAB", "KAV")}),
        flights=FrozenMap({"t1m1": Flight(manifest=Manifest(fliers=fliers), legs=legs)}),
    )
    found = drawn(private)
    assert [row.cells for row in found["Evacuation lists"].rows] == [("BUI", "RAB KAV")]
    assert [row.cells for row in found["Missions under way"].rows] == [
        ("t1m1", "G4M-702", "striker", "regular base:PM"), ("t1m1", "A6M-201", "escort", ""),
    ]  # fmt: skip


def test_everybody_is_drawn_once() -> None:
    for side in ("allied", "japanese"):
        private = own(side)
        rows = drawn(private)["Airbase display"].rows
        units = [one for row in rows for cell in row.cells[2:] for one in cell.split(", ") if one]
        assert sorted(one.split()[0] for one in units) == sorted(private.planes)


@pytest.mark.parametrize("side", ["allied", "japanese"])
def test_the_display_fits_eighty_columns(side: str) -> None:
    private = own(side).with_planes((Plane(id="KI49-61", base="WEW", mark=True, replace=True),))
    private = private if side == "japanese" else own(side)
    for sheet in annex(private, GAME, CHARTS):
        assert max(width_of(line) for line in table(sheet, 80)) <= 80
