"""The situation at a glance says what is where, in words as well as in circles."""

from pbem.engine.sheets import Row, Sheet
from pbem.frozen import replace
from pbem.report.blocks import build, shown
from pbem.report.layout import column_widths
from pbem.report.plain import render
from pbem.systems.midway.words.sheets import sheets
from tests.systems.midway.tabletop import CHARTS, hurt, put, sink, table, weaken


def row(sheet: Sheet, name: str) -> Row:
    return next(row for row in sheet.rows if row.cells[0] == name)


def test_carriers_show_their_damage_in_circles_numbers_and_words() -> None:
    game = table()
    for id_, damage in (("kaga", 3), ("soryu", 10), ("hornet", 7)):
        game = game.with_carrier(replace(game.carriers[id_], damage=damage))
    carriers, *_ = sheets(game, CHARTS)
    assert [row.cells[0] for row in carriers.rows] == [
        "Akagi", "Kaga", "Soryu", "Hiryu", "Enterprise", "Hornet", "Yorktown",
    ]  # fmt: skip
    assert carriers.heads == (
        "Carrier",
        "Damage",
        "Hits",
        "State",
        "AA",
        "Repair",
        "Points",
        "Seat",
    )
    assert row(carriers, "Akagi") == Row(
        cells=("Akagi", "○○○○○○○○○○", "0", "sound", "7", "6", "0", "japanese")
    )
    assert row(carriers, "Kaga").cells[1:4] == ("●●●○○○○○○○", "3", "damaged")
    assert row(carriers, "Soryu") == Row(
        cells=("Soryu", "●●●●●●●●●●", "10", "SUNK", "6", "6", "15", "japanese"), style="lost"
    )
    assert row(carriers, "Hornet") == Row(
        cells=("Hornet", "●●●●●●●○○○", "7", "crippled", "12", "5+", "10", "american"), style="hurt"
    )
    assert row(carriers, "Yorktown").cells[5] == "4+"


def test_decks_and_hangars_are_those_of_carriers_afloat() -> None:
    game = put(table(), "deck", "Kaga-DB", "Kaga-F")
    game = game.with_carrier(replace(game.carriers["soryu"], damage=10))
    _, aboard, *_ = sheets(game, CHARTS)
    assert row(aboard, "Kaga").cells == (
        "Kaga", "10 SP: Kaga-DB(5), Kaga-F(5)", "8 SP: Kaga-TB1(5), Kaga-TB2(3)",
    )  # fmt: skip
    assert row(aboard, "Enterprise").cells == (
        "Enterprise", "clear", "19 SP: VB-6(5), VF-6(5), VS-6(5), VT-6(4)",
    )  # fmt: skip
    assert "Soryu" not in {row.cells[0] for row in aboard.rows}


def test_the_boxes_of_both_sides_stand_side_by_side() -> None:
    game = put(table(), "cap", "Akagi-F", ring=2)
    game = put(game, "ready", "VB-6", "VT-6")
    game = put(game, "waiting", "Hiryu-DB", "Hiryu-TB")
    game = game.with_squadrons([replace(game.squadrons["Hiryu-TB"], marks=2)])
    _, _, boxes, _ = sheets(game, CHARTS)
    assert boxes.heads == ("Box", "Japanese", "American")
    assert [row.cells for row in boxes.rows] == [
        ("CAP ring 2", "5 SP: Akagi-F(5)", "-"),
        ("Ready to Attack", "-", "9 SP: VB-6(5), VT-6(4)"),
        ("Waiting to Land", "5 SP: Hiryu-DB(5)", "-"),
        ("Waiting to Land, 2 marks", "5 SP: Hiryu-TB(5)", "-"),
        ("In all", "43 bomber SP, 20 fighter SP left", "42 bomber SP, 15 fighter SP left"),
    ]


def test_who_waits_to_land_is_told_where_all_bear_a_wait_mark() -> None:
    game = put(table(), "waiting", "Hiryu-TB")
    game = game.with_squadrons([replace(game.squadrons["Hiryu-TB"], marks=1)])
    _, _, boxes, _ = sheets(game, CHARTS)
    first, *_ = boxes.rows
    assert first.cells == ("Waiting to Land, 1 mark", "5 SP: Hiryu-TB(5)", "-")


def test_mh28_the_points_are_told_by_what_they_are_for() -> None:
    game = weaken(hurt(sink(table(), "soryu"), kaga=8, hornet=2), VB_6=2)
    *_, score = sheets(game, CHARTS)
    assert score.heads == ("Side", "Carriers sunk", "Damage", "Crippled", "Points", "SP lost")
    assert [row.cells for row in score.rows] == [
        ("Japanese", "0", "2", "0", "2", "15"),
        ("American", "1 (+15)", "8", "1 (+3)", "26", "3"),
    ]


def test_the_situation_of_a_battle_fits_a_screen_of_80_columns() -> None:
    game = put(put(table(), "deck", "Kaga-DB", "Kaga-F"), "ready", "VB-6", "VT-6", "VB-3", "VT-3")
    assert len(render(build("", shown(sheets(game, CHARTS)))).splitlines()) <= 48


def test_all_sheets_fit_80_columns_in_the_worst_of_places() -> None:
    game = put(table(), "waiting", *table().squadrons)
    for crowded in (game, table(), put(table(), "deck", *table().squadrons)):
        for sheet in sheets(crowded, CHARTS):
            assert column_widths(sheet, 80), sheet.title
