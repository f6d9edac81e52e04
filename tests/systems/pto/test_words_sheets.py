"""The tables of the situation: they fit the terminal, and nothing on the map is missing."""

import pytest

from pbem.engine.mentions import mention, slug
from pbem.engine.sheets import Sheet
from pbem.frozen import FrozenMap, replace
from pbem.report.blocks import Table, build
from pbem.report.layout import width_of
from pbem.report.plain import table
from pbem.systems.pto.book.kinds import NATIONS
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.overview import overview
from pbem.systems.pto.words.sheets import sheets
from tests.systems.pto.skies import afloat, fleet
from tests.systems.pto.started import NAMES, started
from tests.systems.pto.tabletop import (
    CHARTS,
    aboard,
    committed,
    force,
    ship,
    small_game,
    troops,
)


def read(game: Game) -> tuple[Sheet, ...]:
    """The tables as they are read, with what they mention by name [F.7]."""
    report = build(
        "", (Table(sheet=sheet) for sheet in sheets(game, CHARTS)), names=names(game, CHARTS)
    )
    return tuple(block.sheet for block in report.blocks if isinstance(block, Table))


def shown(game: Game) -> dict[str, Sheet]:
    """The tables by title."""
    return {sheet.title: sheet for sheet in read(game)}


def told(game: Game) -> dict[str, str]:
    """The first table: how things stand, by what they are."""
    return {row.cells[0]: row.cells[1] for row in shown(game)["The month"].rows}


def row(sheet: Sheet, begins: str) -> tuple[str, ...]:
    """The cells of the row whose first cell begins so."""
    return next(row.cells for row in sheet.rows if row.cells[0].startswith(begins))


@pytest.mark.parametrize("width", [78, 60])
@pytest.mark.parametrize("name", NAMES)
def test_tables_fit_the_terminal(name: str, width: int) -> None:
    for sheet in read(started(name)):
        assert max(width_of(line) for line in table(sheet, width)) <= width, sheet.title


@pytest.mark.parametrize("name", NAMES)
def test_every_counter_stands_in_a_table(name: str) -> None:
    game = started(name)
    cells = " ".join(cell for sheet in read(game) for row in sheet.rows for cell in row.cells)
    words = set(
        cells.replace(",", " ").replace(";", " ").replace(")", " ").replace("(", " ").split()
    )
    pieces = [*game.forces, *game.ships, *game.air, *game.ground]
    called = names(game, CHARTS)
    assert pieces
    unseen = [id_ for id_ in pieces if id_ not in words]
    assert [id_ for id_ in unseen if slug(called[id_]) != id_ or called[id_] not in cells] == []
    assert [area for area in game.areas if (area in words) == (area in game.terms.closed)] == []


@pytest.mark.parametrize("name", NAMES)
def test_f_7_a_nation_stands_in_tables_by_name(name: str) -> None:
    cells = {cell for sheet in read(started(name)) for row in sheet.rows for cell in row.cells}
    assert cells & {"Japan", "The United States"}
    assert not cells & set(NATIONS)


def test_the_month_tells_points_and_rules() -> None:
    facts = told(started("midway"))
    assert facts["Month"] == "June 1942; the last is June 1942"
    assert facts["Initiative"] == "Japanese"
    assert facts["Points, if it ended now"] == (
        "Japanese 0, Allies 4, so Japan −4: marginal for the Allies; a draw from −3, a win from +4"
    )
    assert facts["Scenario rules"] == "PH17.1"
    assert "Weather" not in facts


def test_points_by_rule_fronts_and_who_is_cut_off_are_told() -> None:
    """Enemy ships in the only sea on an island leave it without a line of supply [PH11.1]."""
    assert (
        told(started("midway"))["Points by rule"] == "Allies: Midway (MWY) controlled 4 = 4 points"
    )
    game = troops(small_game(), "jp-1", "JP", "LUZ", strength=4)
    game = troops(game, "us-1", "US", "LUZ", strength=3)
    game = troops(game, "jp-2", "JP", "MWY", strength=1)
    landed = troops(started("pearl-harbor"), "jp-1", "JP", "LUZ", strength=4)
    assert told(landed)["Points by rule"] == (
        "Japanese: Luzon (LUZ) +2 = 2 points; a contested area counts half"
    )
    facts = told(force(game, "tf-16", "US", "MID", ship("us-ca-1", "CA", "US")))
    assert facts["Fronts"] == "Luzon (LUZ): Japanese 4, Allies 3"
    assert facts["Cut off"] == "Japanese: Midway (MWY)"


def test_weather_and_grounded_zones_are_told() -> None:
    game = started("midway")
    game = game.with_month(replace(game.month, weather="M", grounded=("arctic",)))
    assert told(game)["Weather"] == "monsoon; no flights in the arctic zone"
    game = game.with_month(replace(game.month, grounded=("arctic", "monsoon")))
    assert told(game)["Weather"] == "monsoon; no flights in the arctic and monsoon zones"


def test_task_forces_show_markers_damage_and_cargo() -> None:
    game = started("midway")
    force = replace(game.forces["transport"], searched=True)
    stp = replace(game.ships["jp-stp-2"], mark="activated")
    game = game.with_forces([force]).with_ships([stp, replace(game.ships["akagi"], damaged=True)])
    forces = shown(game)["Task forces, Japanese"]
    assert row(forces, "Transport (transport)") == (
        "Transport (transport)", "Wake Sea", "30",
        "[searched, activated] CL (jp-cl-4); DD (jp-dd-7); STP (jp-stp-2) with Ichiki Det "
        "(jp-ichiki-det) + Kure SNLF (jp-kure-snlf) aboard, STP (jp-stp-3) with 2nd Eng "
        "(jp-2nd-eng) aboard",
    )  # fmt: skip
    assert row(forces, "Kido Butai")[2:] == (
        "20",
        "CV Akagi (akagi, damaged), Hiryu (hiryu), Kaga (kaga), Soryu (soryu); BB Haruna (haruna), "
        "Kirishima (kirishima); CA Chikuma (chikuma), Tone (tone); CL (jp-cl-1); DD (jp-dd-1), "
        "DD (jp-dd-2)",
    )


def test_areas_show_owner_works_supply_and_what_is_built() -> None:
    game = started("midway")
    here = replace(
        game.areas["MWY"],
        supply=FrozenMap({"allied": 2}),
        building=FrozenMap({"fort": "1942-autumn"}),
    )
    areas = shown(game.with_area("MWY", here))["Areas"]
    found = next(row.cells for row in areas.rows if row.cells[1] == "MWY")
    assert found == (
        "Central Pacific", "MWY", "Midway", "The United States",
        "port 1, airfield 5, fort 1; supply Allies 2; fort due Autumn 1942",
    )  # fmt: skip


def test_ph17_points_for_areas_are_those_of_the_scenario() -> None:
    leyte = shown(started("leyte"))
    assert "VP" not in leyte["Areas"].heads
    goals = (
        "Leyte-Samar: Allies 10 if controlled, 5 if contested, Japanese 8 if controlled;"
        " Luzon (LUZ): Allies 2 if entered; Mindanao (MIN): Allies 2 if entered"
    )
    assert ("Points for areas", goals) in [one.cells for one in leyte["The month"].rows]
    pearl = shown(started("pearl-harbor"))
    assert "VP" in pearl["Areas"].heads
    assert not any(one.cells[0] == "Points for areas" for one in pearl["The month"].rows)


def test_economy_does_not_show_what_is_sealed() -> None:
    game = replace(started("leyte"), bids=FrozenMap({"JP": "bid/1944-autumn/JP"}))
    economy = shown(game)["Economy"]
    assert row(economy, "Japan") == ("Japan", "japanese", "18", "sealed", "0", "0")
    assert row(economy, "The United States")[3:5] == ("0", "-")


def test_reduced_units_and_losses_are_marked() -> None:
    game = started("pearl-harbor")
    assert (
        "A6M2 22nd (a6m2-22nd, 1 step)"
        in row(shown(game)["Air units, Japanese"], "Indochina-Siam")[1]
    )
    weak = replace(game.ground["jp-5th-div"], steps=1, mark="activated", out=1)
    lost = FrozenMap({"arizona": "japanese"})
    game = replace(game.with_ground([weak]), lost=lost, sunk=FrozenMap({"japanese": 3}))
    troops = row(shown(game)["Ground units, Japanese"], "Indochina-Siam")[1]
    assert "5th Div (jp-5th-div) 3-2 (reduced, activated, out of supply)" in troops
    assert row(shown(game)["Lost"], "Japanese") == ("Japanese", "3", "Arizona")


def test_the_turn_track_tells_what_comes_and_where() -> None:
    track = shown(started("pearl-harbor"))["Turn track"]
    japan = next(row.cells for row in track.rows if row.cells[:2] == ("Winter 1942", "Japan"))
    assert japan[2] == (
        "Shoho (shoho) at Japan, Yamato (yamato) at Japan, J-CVL41 Shoho (j-cvl41-shoho) at Japan"
    )
    boats = next(
        row.cells for row in track.rows if row.cells[:2] == ("Winter 1942", "The United States")
    )
    assert "Gar (us-ss-gar)" in boats[2]


def test_the_overview_has_the_aircraft_of_carriers_beside_them() -> None:
    """By type, with how many have lost a step and how many are committed."""
    game = afloat(small_game(), "kido-butai", "JP", "MID", fleet(3, "J-CV41"))
    game = committed(aboard(game, "J-CV41", "JP", "cv-3", steps=1), "cv-1-air", "cv-3-air")
    game = afloat(game, "ryujo", "JP", "NOP", (("ryujo-1", "CVL", "J-CVL41"),))
    game = force(game, "tf-2", "JP", "MID", ship("haruna", "BB"))
    (ships,) = (one for one in overview(game, CHARTS) if one.heads[0] == "Ships, Japanese")
    assert [one.cells[:2] for one in ships.rows] == [
        ("MID Midway Sea", "3 CV, 1 BB; aboard 3 J-CV41 (2 committed, 1 reduced)"),
        ("NOP North Pacific", "1 CVL; aboard 1 J-CVL41"),
    ]


def test_the_overview_has_the_ratings_of_big_ships_where_the_screen_is_broad() -> None:
    """Those alike stand together; a damaged ship has half its gun and fewer MP [PH2.1, PH6.5]."""
    whole, hurt = (ship(id_, "BB") for id_ in ("haruna", "kongo"))
    game = force(small_game(), "tf-2", "JP", "MID", ship("kirishima", "BB"), whole)
    game = force(game, "tf-3", "JP", "MID", replace(hurt, damaged=True), ship("jp-dd-1", "DD"))
    (ships,) = (one for one in overview(game, CHARTS) if one.heads[0] == "Ships, Japanese")
    assert ships.rows[0].cells[2] == (
        f"{mention('haruna')}, {mention('kirishima')} 4-11-41; {mention('kongo')} 2-11-20"
    )
    heads = {width: next(iter(table(ships, width))) for width in (80, 120)}
    assert [width for width, head in heads.items() if "Gun, armour and MP" in head] == [120]


def test_the_overview_has_the_markers_of_small_squadrons() -> None:
    """Also in the row of all places without a carrier or battleship [P3.1.6]."""
    game = force(small_game(), "cruisers", "JP", "PHS", replace(ship("tone", "CA"), mark="standby"))
    (ships,) = (one for one in overview(game, CHARTS) if one.heads[0] == "Ships, Japanese")
    assert [row.cells for row in ships.rows] == [("elsewhere", "PHS 1 CA, standby", "")]


def test_ph5_7_the_overview_names_the_forces_that_are_searched_where_others_are_not() -> None:
    game = force(small_game(), "tf-8", "US", "MID", ship("hornet", "CV", "US"), searched=True)
    game = force(game, "tf-16", "US", "MID", ship("boise", "CL", "US"))
    for found in ("searched: tf-8", "all searched"):
        (ships,) = (one for one in overview(game, CHARTS) if one.heads[0] == "Ships, Allies")
        assert ships.rows[0].cells[1] == f"1 CV, 1 CL; {found}"
        game = game.with_forces([replace(game.forces["tf-16"], searched=True)])


def test_ph12_1_nations_that_have_nothing_left_are_named_in_the_overview() -> None:
    game = small_game()
    game = game.with_purse("JP", replace(game.purses["JP"], points=3, track=1))
    (month, *_) = overview(game, CHARTS)
    words = {row.cells[0]: row.cells[1] for row in month.rows}["EP and offensives"]
    none = "none left: Australia, China, Britain and the United States"
    assert words == f"Japan 3 and 1; {none}"
