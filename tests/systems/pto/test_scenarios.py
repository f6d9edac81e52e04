"""The scenarios that ship: their orders of battle, counted against the rules [PH16-PH18, D5]."""

from collections import Counter

import pytest

from pbem.systems.pto.book.dates import month_name, season_of, turn_of
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.season.s2_arrivals import POOL
from pbem.systems.pto.rules.setup import check_setup, set_up
from pbem.systems.pto.table.state import Entry, Game
from tests.systems.pto.started import NAMES, setup_of, started
from tests.systems.pto.tabletop import CHARTS


def kinds(game: Game, side: str) -> dict[str, int]:
    """Ships of a side by type; boats of all kinds together."""
    ships = (ship for ship in game.ships.values() if side_of(ship.nation) == side)
    return dict(Counter("SS" if ship.is_boat else ship.kind for ship in ships))


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_fit_the_charts(name: str) -> None:
    assert list(check_setup(setup_of(name), CHARTS)) == []


@pytest.mark.parametrize("name", NAMES)
def test_everything_stands_somewhere_in_play(name: str) -> None:
    game = started(name)
    closed = set(game.terms.closed)
    assert all(
        force.at in CHARTS.areas and force.at not in closed for force in game.forces.values()
    )
    assert all(ship.tf in game.forces for ship in game.ships.values())
    assert {ship.tf for ship in game.ships.values()} == set(game.forces)
    assert all(game.where(unit) in CHARTS.areas for unit in game.air.values())
    for unit in game.ground.values():
        assert (unit.at in game.areas) != (unit.ship in game.ships)
        assert unit.at or unit.id in game.ships[unit.ship].cargo
    for area, here in game.areas.items():
        assert len(tuple(game.based_at(area))) <= here.airfield
        assert not game.is_contested(area)


def test_ph16_order_of_battle() -> None:
    game = started("pearl-harbor")
    assert kinds(game, "japanese") == {
        "CV": 6, "CVL": 2, "BB": 10, "CA": 18, "CL": 8, "DD": 13, "STP": 16, "SS": 8,
    }  # fmt: skip
    assert kinds(game, "allied") == {
        "CV": 3, "CVL": 1, "BB": 11, "CA": 18, "CL": 8, "DD": 12, "STP": 11, "SS": 9,
    }  # fmt: skip
    assert Counter(unit.nation for unit in game.air.values()) == {
        "JP": 35, "US": 19, "UK": 9, "NE": 4, "AU": 5, "CN": 4,
    }  # fmt: skip
    assert Counter(unit.nation for unit in game.ground.values()) == {
        "JP": 33, "US": 18, "UK": 9, "NE": 5, "AU": 7, "CN": 8,
    }  # fmt: skip
    assert {n: (p.points, p.track) for n, p in game.purses.items()} == {
        "JP": (14, 7), "US": (8, 1), "UK": (4, 1), "CN": (2, 1), "AU": (2, 0),
    }  # fmt: skip
    assert (game.initiative, game.at_war) == ("japanese", False)
    assert game.terms.special == ("PH16.1", "PH16.2", "PH16.3")
    assert month_name(game.turn) == "December 1941"
    assert month_name(game.terms.last_turn) == "March 1942"


def test_ph16_details_of_counters() -> None:
    game = started("pearl-harbor")
    akagi = game.ships["akagi"]
    assert (akagi.gun, akagi.armour, akagi.speed, akagi.tf) == (0, 9, 43, "kido-butai")
    assert (game.ships["exeter"].armour, game.ships["cornwall"].armour) == (10, 9)
    assert game.air["a6m2-22nd"].steps == game.air["uk-cv42-hermes"].steps == 1
    assert game.air["j-cv41-kb1"].base == "akagi"
    cavalry, burma = game.ground["us-26th-cav"], game.ground["uk-9th-ind-div"]
    assert (cavalry.steps, cavalry.full, cavalry.strength, cavalry.move) == (1, 1, 1, 2)
    assert burma.indian
    assert not game.ground["uk-1st-burma-div"].indian
    assert game.ground["jp-1st-raiding"].kind == "para"
    assert game.ground["jp-home-army"].kind == "garrison"
    engineer = game.ground["jp-1st-eng"]
    assert (engineer.kind, engineer.strength, engineer.move, engineer.full) == ("engineer", 0, 2, 1)
    assert game.forces["jp-haw-boats"].at == "HAW"
    assert game.areas["LUZ"].nation == "US"


def test_d5_submarines_of_december_1941_are_those_of_the_chart() -> None:
    boats = (ship for ship in started("pearl-harbor").ships.values() if ship.is_boat)
    found = Counter(boat.id.rpartition("-")[0] for boat in boats)
    assert found == {class_: b.start for class_, b in CHARTS.boats.items() if b.start}
    by_nation = Counter[str]()
    for class_, number in found.items():
        by_nation[CHARTS.boats[class_].nation] += number
    assert by_nation == {"JP": 8, "US": 7, "NE": 2}


def test_d5_us_boats_lie_where_the_chart_has_them() -> None:
    game = started("pearl-harbor")
    for class_, chart in CHARTS.boats.items():
        boats = (ship for ship in game.ships.values() if ship.id.rpartition("-")[0] == class_)
        there = Counter(game.forces[boat.tf].at for boat in boats)
        assert not chart.at or there == dict(chart.at), class_


def test_d5_off_rates_all_boats_alike_and_stars_none() -> None:
    plain = set_up(setup_of("pearl-harbor", words={"D5": "off"}), CHARTS)
    gato, rated = plain.ships["us-ss-tambor-1"], started("pearl-harbor").ships["us-ss-tambor-1"]
    assert (gato.gun, gato.armour, gato.speed, gato.starred) == (2, 7, 25, False)
    assert (rated.gun, rated.armour, rated.speed, rated.starred) == (2, 8, 20, True)
    transport = plain.ships["jp-sst-krs-1"]
    assert (transport.gun, transport.armour, transport.speed) == (1, 7, 25)


def test_ph16_winter_1942_brings_named_pieces_boats_and_pools() -> None:
    game = started("pearl-harbor")
    box, pool = game.track["1942-winter"], game.track["1942-winter" + POOL]
    assert sorted(game.coming.ships) == [
        "formidable", "idaho", "indomitable", "mississippi", "new-mexico", "ramillies",
        "resolution", "revenge", "shoho", "warspite", "yamato", "yorktown",
    ]  # fmt: skip
    assert len(game.coming.air) == 8
    assert sorted(game.coming.ground) == [
        "au-7th-div", "uk-18th-div", "uk-7th-armd-bde", "us-32nd-div",
    ]  # fmt: skip
    assert Entry(nation="US", what="us-ss-gar") in box
    assert Entry(nation="AU", what="p-40-75", area="AUS") in box
    named = {*game.coming.ships, *game.coming.air, *game.coming.ground, "us-ss-gar"}
    assert {entry.what for entry in box} == named
    assert game.coming.air["j-cvl41-shoho"].base == "shoho"
    assert (game.coming.ships["yamato"].gun, game.coming.ships["yamato"].armour) == (6, 14)
    by_nation = Counter[str]()
    for entry in pool:
        by_nation[entry.nation] += entry.count
    assert by_nation == {"JP": 8, "US": 12, "UK": 3, "CN": 2, "AU": 1}


def test_ph17_order_of_battle() -> None:
    game = started("midway")
    assert kinds(game, "japanese") == {
        "CV": 5, "CVL": 2, "BB": 7, "CA": 12, "CL": 4, "DD": 8, "STP": 4, "SS": 2,
    }  # fmt: skip
    assert kinds(game, "allied") == {"CV": 3, "CA": 8, "CL": 3, "DD": 5, "STP": 1, "SS": 4}
    assert Counter(unit.nation for unit in game.air.values()) == {"JP": 12, "US": 14}
    assert Counter(unit.nation for unit in game.ground.values()) == {"JP": 7, "US": 4}
    assert len(CHARTS.areas) - len(game.terms.closed) == 19
    assert (game.areas["MWY"].fort, game.areas["WKE"].nation) == (1, "JP")
    assert game.ships["jp-stp-2"].cargo == ("jp-ichiki-det", "jp-kure-snlf")
    assert game.ships["jp-stp-3"].cargo == ("jp-2nd-eng",)
    assert game.ground["jp-north-sea-det"].ship == "jp-stp-1"
    assert game.terms.no_strategic
    assert game.at_war
    assert game.turn == game.terms.last_turn == turn_of(1942, 6)


def test_ph18_order_of_battle() -> None:
    game = started("leyte")
    assert kinds(game, "japanese") == {
        "CV": 1, "CVL": 3, "BB": 9, "CA": 13, "CL": 6, "DD": 9, "STP": 7, "SS": 4,
    }  # fmt: skip
    assert kinds(game, "allied") == {
        "CV": 9, "CVL": 8, "CVE": 3, "BB": 13, "CA": 9, "CL": 6, "DD": 12, "DE": 2, "STP": 13,
        "SS": 11,
    }  # fmt: skip
    assert game.ships["hornet"].armour == 10
    assert game.ships["mississippi"].gun == 5
    assert (game.ships["uk-ss-river-1"].speed, game.ships["uk-ss-river-1"].starred) == (28, True)
    assert {n: p.points for n, p in game.purses.items()} == {
        "JP": 18, "US": 34, "UK": 6, "CN": 3, "AU": 4,
    }  # fmt: skip
    allied = {area for area in game.areas if game.controls("allied", area)}
    assert allied == {
        "ALA",
        "KIS",
        "KWA",
        "SAI",
        "PAL",
        "GUA",
        "LAE",
        "PTM",
        "NOU",
        "MWY",
        "OAH",
        "WCO",
        "AUS",
        "DAR",
        "IND",
        "CHU",
    }
    assert game.ships["us-stp-6"].cargo == ("supply",)
    assert game.areas["LUZ"].fort == 1
    assert game.terms.bids_only
    assert season_of(game.turn) == "autumn"


def test_ph18_carriers_have_the_aircraft_that_the_list_gives_them() -> None:
    game = started("leyte")
    types = Counter(unit.type for unit in game.air.values() if unit.base in game.ships)
    assert types == {
        "J-CV44": 4, "US-CV44": 6, "US-CV44L": 2, "US-CVL44": 8, "US-CVE44": 3, "UK-CV42": 1,
    }  # fmt: skip
    assert {id_: game.air[f"j-cv44-{id_}"].steps for id_ in ("zuikaku", "zuiho", "chiyoda")} == {
        "zuikaku": 2, "zuiho": 1, "chiyoda": 1,
    }  # fmt: skip
