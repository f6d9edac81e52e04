"""What follows only from a word that could not be read is not told."""

from pathlib import Path

import pytest

from pbem.engine.names import as_ids, by_name
from pbem.frozen import replace
from pbem.game.meant import read_as_meant
from pbem.game.write import Draft, check_draft
from pbem.systems.pto.book.kinds import THEATRES
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders_month import Attack, March, Offensive
from pbem.systems.pto.table.state import Purse
from tests.simulator import World, begin
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.tabletop import CHARTS, small_game, troops
from tests.systems.pto.test_hints_told import is_at


def told(tmp_path: Path, *orders: dict[str, object]) -> list[str]:
    """What Japan's first file of June 1942 that moves ships is told of these orders, as written."""
    with _first_to_move_ships(tmp_path).players["japanese"].session() as session:
        return [f"{one}: {one.hint}" for one in check_draft(session, Draft(orders=orders))]


def meant(tmp_path: Path, *orders: dict[str, object]) -> list[str]:
    """What it is told of them as `pbem check` and `pbem turn` read them: with printed names."""
    with _first_to_move_ships(tmp_path).players["japanese"].session() as session:
        _, problems = read_as_meant(session, Draft(orders=orders))
        return [f"{one.what}: {one.hint}" for one in problems]


def _first_to_move_ships(tmp_path: Path) -> World:
    world = begin(tmp_path, "pto/midway", ("japanese", "allied"))
    world.round()
    return world


def test_a_name_that_is_known_is_told_what_is_wrong_beside_it(tmp_path: Path) -> None:
    """Not that there is no such sea: there is, but too far for one step. Slips find the name."""
    orders = (
        {"type": "sail", "tf": "Kido Butai", "path": ["Eastern Pacific"]},
        {"type": "air-intercept", "of": "the japan", "own": 1},
        {"type": "air-intercept", "of": "Hawaian Waters", "own": 1},
    )
    far, slip = meant(tmp_path, *orders)
    assert far.startswith("ships cannot go from ")
    assert "to Eastern Pacific (EPA)" in far
    unknown = "'Hawaian Waters' is no task force, area or nation"
    assert slip == f"{unknown}: did you mean Hawaiian Waters (HAW)?"


def test_theatres_and_types_of_ships_are_read_whatever_their_case(tmp_path: Path) -> None:
    """And where a nation, an area and a theatre bear one name, what may stand there is meant."""
    orders = (
        {"type": "air-strike", "of": "kido butai", "aim": ["cv", "bb"], "ships": {"ca": 2}},
        {"type": "ground", "retreat": ["japan"]},
        {"type": "submarines", "of": "japan"},
    )
    assert meant(tmp_path, *orders) == []


@pytest.mark.parametrize("written", ["malaya", "MALAYA", "Malaya"])
def test_a_theatre_in_small_letters_is_that_of_its_name(written: str) -> None:
    """Malaya is a theatre and an area as well [PH1.8]."""
    read = by_name({**PTO.names(small_game(), CHARTS), **PTO.spoken})
    assert "Malaya" in {as_ids(written, ids) for ids in read}
    assert set(THEATRES) == {area.theatre for area in CHARTS.areas.values() if not area.sea}


def test_an_area_for_a_theatre_and_a_theatre_for_an_area_are_told_what_they_are(
    tmp_path: Path,
) -> None:
    sail = {"type": "sail", "tf": "Transport", "path": ["Midway Sea"], "land": "central pacific"}
    (wrong,) = meant(tmp_path, sail)
    assert wrong == (
        "Central Pacific is no area in play: it is a theatre; name one of its areas:"
        " Kwajalein (KWA), Midway (MWY), Oahu (OAH), Saipan-Guam (SAI), Wake (WKE)"
    )


def test_a_ship_for_a_task_force_is_told_in_which_it_is(tmp_path: Path) -> None:
    orders = (
        {"type": "sail", "tf": "yamato", "path": ["Midway Sea"]},
        {"type": "engage", "tf": "Main Body", "enemy": "Enterprise"},
    )
    assert meant(tmp_path, *orders) == [
        "Yamato (yamato) is no task force: it is in Main Body (main-body)",
        "Enterprise (enterprise) is no task force of the enemy: it is in TF 16 (tf-16)",
    ]


def test_theatres_without_an_area_in_play_are_offered_to_nobody() -> None:
    game = troops(small_game(), "jp-1", "JP", "MAL", strength=4).with_purse("JP", Purse(track=1))
    kept = [area.id for area in CHARTS.areas.values() if area.sea or area.theatre == "Malaya"]
    terms = replace(game.terms, closed=tuple(CHARTS.areas.keys() - set(kept)))
    play = begun(replace(game, terms=terms), "P4")
    for names in ((), ("Elsewhere",)):
        (problem, *_) = play.problems(Offensive(kind="land", nation="JP", theatres=names))
        assert problem.hint == "use one of: Malaya"


def test_an_area_for_a_theatre_is_told_in_which_it_lies() -> None:
    play = malaya()
    (wrong, *_) = play.problems(Offensive(kind="land", nation="JP", theatres=("KWA",)))
    assert wrong.hint == "Kwajalein (KWA) lies in the theatre Central Pacific"


def test_a_misspelt_way_to_strike_is_not_judged_as_a_strike_on_ships(tmp_path: Path) -> None:
    """No task force lies at Midway, which is wrong for ships alone; a far target is for all."""
    strike = {"type": "strike", "units": ["g4m-4th"], "area": "MWY", "at": "airfeild"}
    far = {"type": "strike", "units": ["g3m-chitose"], "area": "OAH", "at": "airfeild"}
    at = "key 'at': must be one of: ships, aircraft, port, airfield, fort: did you mean airfield?"
    assert told(tmp_path, strike, far) == [
        f"order 1, {at}",
        f"order 2, {at}",
        "order 2, key 'units': G3M Chitose (g3m-chitose) does not reach Oahu (OAH),"
        " 4 areas from Kwajalein (KWA) [PH1.3]: see 'pbem range' for what it reaches",
    ]


def malaya() -> Campaign:
    game = troops(small_game(), "jp-1", "JP", "MAL", strength=4)
    game = game.with_purse("JP", Purse(track=1))
    return begun(troops(game, "uk-1", "UK", "MAL", strength=2), "P4")


def test_a_misspelt_theatre_is_told_alone() -> None:
    """PH13.1: attack and march are not told that no offensive is there for them."""
    play = malaya()
    wrong = Offensive(kind="land", nation="JP", theatres=("Malya",))
    orders = (Attack(area="MAL", units=("jp-1",)), March(unit="jp-1", path=("BUR",)))
    for order in orders:
        (problem,) = play.problems(wrong, order)
        assert (str(problem), problem.hint) == (
            "order 1, key 'theatres': 'Malya' is no theatre [F.6.3]",
            "did you mean Malaya?",
        )


def test_what_is_wrong_in_every_offensive_is_told_beside_a_misspelt_theatre() -> None:
    play = malaya()
    wrong = Offensive(kind="land", nation="JP", theatres=("Malya",))
    problems = play.problems(wrong, Attack(area="MAL", units=("uk-1",)))
    assert [str(one) for one in problems] == [
        "order 1, key 'theatres': 'Malya' is no theatre [F.6.3]",
        "order 2, key 'units': uk-1 is not yours [F.6.3]",
    ]


def test_of_an_offensive_without_its_nation_that_is_told_alone(tmp_path: Path) -> None:
    """What is wrong beside it is: not that no offensive is there [P4.0.2, PH13.1]."""
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "us-cn", "uk-ne-au"))
    while not is_at(world.players["us-cn"], "/P4"):
        world.round(choose=lambda _: ())
    offensive = {"type": "offensive", "kind": "land", "theatres": ["China"]}
    march = {"type": "march", "unit": "cn-9th-wz-a", "path": ["SCH"]}
    with world.players["us-cn"].session() as session:
        problems = check_draft(session, Draft(orders=(offensive, march)))
        assert [str(one) for one in problems] == ["order 1: key 'nation' is missing"]
        far = {**march, "unit": "nobody"}
        _, wrong = check_draft(session, Draft(orders=(offensive, far)))
    assert str(wrong).startswith("order 2, key 'unit': ")
