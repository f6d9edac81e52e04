"""The rule book of Pacific Theater: totals, tables, dated figures, provenance, refusals."""

import copy
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.bookcheck import check_book
from pbem.engine.charts import read_rule_book
from pbem.errors import Refused
from pbem.store.shelf import rule_titles
from pbem.systems.pto.book.charts import read_charts
from pbem.systems.pto.book.figures import Boat
from tests.systems.pto.tabletop import CHARTS, RULES

BOOK = read_rule_book({path.name: path.read_bytes() for path in sorted(RULES.glob("*.toml"))})
SCENARIOS = sorted((RULES.parents[1] / "scenarios" / "pto").glob("*.toml"))

# --- totals and tables ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "start", "all_"), [("JP", 8, 17), ("US", 7, 31), ("UK", 0, 4), ("NE", 2, 2)]
)
def test_d5_1_totals_of_submarines(nation: str, start: int, all_: int) -> None:
    boats = [boat for boat in CHARTS.boats.values() if boat.nation == nation]
    assert sum(boat.start for boat in boats) == start
    assert sum(map(ever, boats)) == all_


def ever(boat: Boat) -> int:
    """Boats of a class in the whole war."""
    return boat.start + sum(boat.box.values()) + sum(boat.pool.values())


def test_d5_1_boxes_and_pools() -> None:
    gato = CHARTS.boats["us-ss-gato"]
    assert dict(gato.box) == {"1942-spring": 1}
    assert dict(gato.pool) == {"1942": 3, "1943": 3, "1944": 1}
    assert dict(CHARTS.boats["us-ss-s"].at) == {"LUZ": 1, "OAH": 2}


def test_d5_2_boats_that_are_gone_when_sunk() -> None:
    starred = {id_ for id_, boat in CHARTS.boats.items() if boat.starred}
    assert {"us-ss-s", "uk-ss-river", "ne-ss-k", "ne-ss-k-xiv", "jp-sst-krs"} <= starred
    assert not {"us-ss-gato", "uk-ss-s", "jp-ss-c1-c2", "jp-ssv-sen-toku"} & starred
    assert len(starred) == 14


@pytest.mark.parametrize(
    ("nation", "year", "attack", "defence"),
    [
        ("JP", 1942, 1, -1),
        ("JP", 1945, 1, -1),
        ("US", 1941, 0, 0),
        ("US", 1942, 0, 1),
        ("US", 1943, 1, 1),
        ("US", 1944, 3, 3),
        ("US", 1945, 4, 4),
        ("UK", 1942, 0, 0),
    ],
)
def test_d8_5_modifiers(nation: str, year: int, attack: int, defence: int) -> None:
    chart = CHARTS.coordination
    assert chart.modifier(nation, year, attack=True) == attack
    assert chart.modifier(nation, year, attack=False) == defence


def test_gp19_gp20_the_weather_track() -> None:
    march, june = CHARTS.weather.track[2], CHARTS.weather.track[5]
    assert "".join(march) == "WWWFFF"
    assert set(june) == {"M"}
    assert len(CHARTS.weather.track) == 12


@pytest.mark.parametrize(
    ("condition", "zones"),
    [
        ("F", {"arctic": 6}),
        ("M", {"arctic": 7, "monsoon": 6}),
        ("W", {"arctic": 5, "land": 7}),
    ],
)
def test_w1_the_highest_total_that_flies(condition: str, zones: dict[str, int]) -> None:
    assert dict(CHARTS.weather.grounding[condition]) == zones
    assert next(iter(CHARTS.weather.grounding[condition])) == "arctic"


def test_ph4_2_bombing() -> None:
    table = {
        total: [CHARTS.bombing.lost(strength, total) for strength in (0, 1, 3, 4, 10, 11, 16, 99)]
        for total in (2, 6, 9, 12)
    }
    assert table == {
        2: [0, 0, 0, 0, 1, 1, 2, 2],
        6: [0, 0, 0, 1, 1, 2, 3, 3],
        9: [0, 1, 1, 2, 3, 4, 6, 6],
        12: [0, 1, 1, 2, 4, 6, 8, 8],
    }
    assert CHARTS.bombing.lost(12, 9) == 4  # GP69


@pytest.mark.parametrize(("year", "lost"), [(1944, 4), (1942, 1)])
def test_gp70_the_blockade(year: int, lost: int) -> None:
    chart = CHARTS.blockade
    assert sum(chart.lost(die + chart.year(year)) for die in (3, 4, 5, 6)) == lost


def test_ph7_3_air_combat() -> None:
    found = {total: CHARTS.air_combat.results.at(total) for total in (-2, 7, 8, 9, 10, 11, 12, 16)}
    assert {total: (row.steps, row.aborted) for total, row in found.items()} == {
        -2: (0, False),
        7: (0, False),
        8: (0, True),
        9: (0, True),
        10: (1, True),
        11: (1, True),
        12: (2, True),
        16: (2, True),
    }


def test_ph10_6_the_ground_combat_table_never_gets_worse_for_the_attacker() -> None:
    order = ("A2", "A1", "X", "D1", "D1R", "D2R", "DE")
    columns = [
        CHARTS.ground_combat.results[odds] for odds in ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
    ]
    ranks = [[order.index(cell) for cell in column] for column in columns]
    assert all(column == sorted(column) for column in ranks)
    assert all(list(row) == sorted(row) for row in zip(*ranks, strict=True))
    assert CHARTS.ground_combat.results["3:1"][4] == "D1"
    assert CHARTS.ground_combat.results["1:1"][0] == "A2"


def test_gp67_prices_with_and_without_d1() -> None:
    prices = CHARTS.prices
    with_d1 = [prices.of("allied", what, modified=True) for what in ("CV", "CVE", "B-29")]
    without = [prices.of("allied", what, modified=False) for what in ("CV", "CVE", "B-29")]
    assert with_d1 == [14, 4, 4]
    assert without == [16, 4, 6]
    assert prices.of("japanese", "CVE", modified=True) == 5
    assert prices.of("allied", "army", modified=True) == 2


def test_ph12_1_income_by_year() -> None:
    assert [CHARTS.income["US"].of(year) for year in range(1942, 1947)] == [40, 65, 95, 110, 110]
    assert sum(chart.of(1943) for chart in CHARTS.income.values()) == 140


def test_ph12_6_china_has_air_transport_from_1943() -> None:
    assert CHARTS.transport.lifts["CN"].from_turn == 25
    assert CHARTS.transport.lifts["JP"].from_turn == 0
    assert "AU" not in CHARTS.transport.lifts


# --- ships ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "kind", "name", "year", "expected"),
    [
        ("JP", "CV", "Akagi", 1941, "0-9-43"),
        ("JP", "BB", "Yamato", 1942, "6-14-39"),
        ("JP", "CA", "Chokai", 1942, "2-10-44"),
        ("US", "CA", "Chicago", 1942, "2-10-43"),
        ("AU", "CA", "Canberra", 1942, "2-9-43"),
        ("UK", "CA", "Exeter", 1942, "2-10-43"),
        ("US", "CV", "Hornet", 1942, "0-9-43"),
        ("US", "CV", "Hornet", 1944, "0-10-43"),
        ("US", "BB", "Tennessee", 1941, "4-12-34"),
        ("US", "BB", "Tennessee", 1944, "5-12-34"),
        ("US", "BB", "West Virginia", 1944, "5-12-34"),
        ("US", "CVL", "Cowpens", 1944, "0-8-42"),
        ("US", "CVE", "Taffy 2", 1944, "0-7-29"),
        ("NE", "CL", "CL 1", 1941, "1-8-45"),
        ("US", "STP", "STP 3", 1941, "0-6-30"),
    ],
)
def test_ph2_1_ratings(nation: str, kind: str, name: str, year: int, expected: str) -> None:
    found = CHARTS.ratings(nation, kind, name, year)
    assert found is not None
    assert f"{found.gun}-{found.armour}-{found.speed}" == expected


def test_ph2_1_a_ship_nobody_knows_has_no_ratings() -> None:
    assert CHARTS.ratings("JP", "BB", "Bismarck", 1942) is None
    assert CHARTS.ratings("US", "BB", "Yamato", 1942) is None


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_ph2_5_scenarios_have_aircraft_of_their_time(path: Path) -> None:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = [*table.get("forces", ()), *table.get("posts", ())]
    types = {words.split()[0] for row in rows for words in row.get("air", ())}
    year = table["first"]["year"]
    assert types
    assert {one for one in types if not CHARTS.air_types[one].serves_in(year)} == set()


def test_ph2_5_types_serve_in_their_years() -> None:
    early = CHARTS.air_types["US-CV42"]
    assert [year for year in range(1941, 1946) if early.serves_in(year)] == [1941, 1942, 1943]
    late = CHARTS.air_types["US-CV44"]
    assert [year for year in range(1941, 1946) if late.serves_in(year)] == [1944, 1945]


# --- where figures come from ---------------------------------------------------------------------

SEED = {
    "air_surprise", "allied_prices", "boat_search", "coordination", "default_hits", "grounding",
    "japanese_guns", "japanese_quality", "lend_lease", "offensive_limits", "sailing", "submarines",
    "upkeep", "us_aircraft", "weather_effects",
}  # fmt: skip


def test_charts_say_which_figures_are_published() -> None:
    assert {source.id for source in BOOK.sources if source.provenance == "seed"} == SEED
    assert sum(one.provenance == "house" for one in BOOK.sources) > 20


def test_the_book_that_ships_has_no_fault() -> None:
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    scenarios = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in SCENARIOS}
    checked = check_book(files, BOOK, read_charts, scenarios, rule_titles("pto"))
    assert checked.whole
    assert checked.problems == ()


def test_a_book_that_lacks_what_a_scenario_names_is_refused_with_the_line() -> None:
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    files["areas.toml"] = files["areas.toml"].replace(b"[areas.MWY]", b"[areas.MDY]")
    scenarios = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in SCENARIOS}
    problems = check_book(files, BOOK, read_charts, scenarios, rule_titles("pto")).problems
    assert any("there is no row 'MWY', and scenario" in one.what for one in problems)


# --- refusals ------------------------------------------------------------------------------------

Tables = dict[str, Any]


def changed(change: Callable[[Tables], object]) -> Mapping[str, Mapping[str, Any]]:
    """The rule book's tables after a change."""
    tables = copy.deepcopy(dict(BOOK.tables))
    change(tables)
    return tables


@pytest.mark.parametrize(
    ("change", "what", "where"),
    [
        (
            lambda t: t["map"]["map"]["links"]["sea"].append("ALE-XYZ"),
            "'ALE-XYZ' joins no two areas",
            "map.toml, key 'links.sea'",
        ),
        (
            lambda t: t["map"]["map"]["links"]["sea"].append("ALE-KIS"),
            "'ALE-KIS' joins a sea and land",
            "map.toml, key 'links.sea'",
        ),
        (
            lambda t: t["map"]["map"]["links"]["long"].append("NOP-ALE"),
            "'NOP-ALE' stands twice",
            "map.toml, key 'links.long'",
        ),
        (
            lambda t: t["map"]["map"]["straits"].update({"BEN-ALE": ["MAL"]}),
            "'BEN-ALE' is no sea link",
            "map.toml, key 'straits'",
        ),
        (
            lambda t: t["areas"]["areas"]["MWY"].update(seas=["MDI"]),
            "'MDI' is no sea",
            "areas.toml, key 'MWY.seas'",
        ),
        (
            lambda t: t["areas"]["areas"]["MWY"].update(zone="polar"),
            "must be one of: arctic, land, monsoon, fair",
            "rules/pto, key 'areas.MWY.zone'",
        ),
        (
            lambda t: t["supply"]["supply"]["sources"].update(JP="TOKYO"),
            "there is no area 'TOKYO'",
            "supply.toml, key 'sources'",
        ),
        (
            lambda t: t["weather_track"]["weather_track"].update(Mar="WWFFF"),
            "'WWFFF' is no condition for each of 6 faces",
            "weather_track.toml, key 'Mar'",
        ),
        (
            lambda t: t["ground_combat"]["ground_combat"]["results"]["1:1"].__setitem__(0, "Z"),
            "'Z' is no result",
            "ground_combat.toml, key 'results'",
        ),
        (
            lambda t: t["bombing"]["bombing"]["columns"].append(20),
            "a row has not one cell a column",
            "bombing.toml, key 'losses'",
        ),
        (
            lambda t: t["air_combat"]["air_combat"]["results"].pop(1),
            "there is no row for 8 to 9",
            "air_combat.toml, key 'air_combat.results[2]'",
        ),
        (
            lambda t: t["air_types"]["air_types"].pop("P-38"),
            "there is no type 'P-38'",
            "us_aircraft.toml, key 'fighter_bombers'",
        ),
        (
            lambda t: t["gunnery"]["gunnery"].pop("rounds"),
            "key 'rounds' is missing",
            "rules/pto, key 'gunnery'",
        ),
        (
            lambda t: t["gunnery"].update(naval={}),
            "unknown key 'naval'",
            "gunnery.toml",
        ),
    ],
)
def test_wrong_figures_are_refused_with_their_place(
    change: Callable[[Tables], object], what: str, where: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_charts(changed(change))
    assert (what, where) in {(one.what, one.where) for one in refused.value.problems}
