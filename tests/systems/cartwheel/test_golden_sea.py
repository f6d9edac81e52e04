"""Golden examples at sea, each played from its orders: gunnery, cargo, bombs on ships, guns."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.map import sea_neighbours
from pbem.systems.cartwheel.table.events_air import CargoLost, UnitBombed
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck, Stated
from pbem.systems.cartwheel.table.events_sea import Bombarded, GunsFired
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.table.orders_ground import Land
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}


def way(start: str, end: str) -> tuple[str, ...]:
    """A shortest path of ships from one hex to another, by open sides."""
    paths = [(start,)]
    while paths[0][-1] != end:
        path = paths.pop(0)
        paths += [(*path, near) for near in sea_neighbours(CHARTS, path[-1]) if near not in path]
    return paths[0]


# --- movement and gunnery ------------------------------------------------------------------------


def test_h18_11_ships_do_not_cross_new_britain(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(JAPANESE, "4.4")
    path = (*way("1203", "1003"), "1004")
    (problem,) = game.refused(NavalMission(ships=("IJN-CLT1",), path=path))
    assert (problem.rule, problem.where) == ("H2.6", "order 1, key 'path'")
    assert problem.what == "no ship goes from 1003 to 1004 (Gasmata)"
    assert game.rules(NavalMission(ships=("IJN-CLT1",), path=path[:-1])) == []


def test_h18_8_torpedoes_in_the_first_round(loaded: dict[str, int]) -> None:
    """In turn 3 US-CA1 goes to 1505, and IJN-CLT1 fires at it: 6 + 4 - 4 + 1 = 7, disrupted."""
    loaded |= {**CALM, "10.4 fire t3m2 r1 IJN-CLT1": 6, "10.4 fire t3m2 r1 US-CA1": 1}
    game = play("toenails", loaded)
    while game.game.now < 3:
        game.file()
    slot = ("1806", "1706", "1605", "1505")
    game.until(ALLIED, "4.4").file(NavalMission(ships=("US-CA1",), path=slot, purpose="sortie"))
    down = NavalMission(ships=("IJN-CLT1",), path=way("1203", "1505"), purpose="sortie")
    game.until(JAPANESE, "4.4").file(down).file()
    shot = next(
        shot for e in game.events(GunsFired) if e.round == 1 for shot in e.shots
        if shot.firer == "IJN-CLT1"
    )  # fmt: skip
    assert shot.target == "US-CA1"
    assert dict(shot.score.terms) == {"AF": 4, "DF": -4, "torpedoes": 1}
    assert (shot.score.total, shot.harm.steps, shot.harm.disrupts) == (7, 0, True)


# --- bombs on ships ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship", "path", "terms", "total", "steps"),
    [
        ("IJN-BB1", "TRK 1201 1405", {"BF": 3, "dive": 2, "DF": -2}, 10, 0),
        ("IJN-CLT1", "1203 1606", {"BF": 3, "dive": 2, "DF": -1}, 11, 0),
        ("MARU1", "1203 1606", {"BF": 3, "dive": 2}, 12, 1),
        ("DAI1", "1405 1606", {"BF": 3, "dive": 2, "DF": 1}, 13, 1),
    ],
)
def test_h18_16_the_df_of_a_ship_counts_against_bombs(
    loaded: dict[str, int], ship: str, path: str, terms: dict[str, int], total: int, steps: int
) -> None:
    """The ship has come within reach of the Russells or Guadalcanal."""
    loaded |= {**CALM, "9.9 aa t1m2 SBD-132": 1, "9.10 bomb t1m2 SBD-132": 7}
    nearer = Redistribute(units=FrozenMap({"SBD-234": "GUA", "SBD-132": "RUS"}))
    game = play("toenails" if ship == "DAI1" else "campaign", loaded).until(ALLIED, "5.3")
    *boxes, start, end = path.split()
    sailing = NavalMission(ships=(ship,), path=(*boxes, *way(start, end)))
    game.file(nearer).until(JAPANESE, "4.4").file(sailing)
    dive = AirMission(
        kind="strike", hex=end, band="medium", strikers=("SBD-132",), mode="dive",
        target=f"naval:{ship}",
    )  # fmt: skip
    game.until(ALLIED, "4.4").file(dive).file(Reply(mission="t1m2")).file()
    (bombed,) = game.events(UnitBombed)
    assert (dict(bombed.score.terms), bombed.score.total) == (terms, total)
    assert (bombed.harm.steps, bombed.harm.disrupts) == (steps, True)
    hit = game.game.ships[ship]
    assert (hit.steps, hit.disrupted) == (2 - steps, True)
    assert sum(points for points, _, _ in game.earned(ALLIED)) == 2 * steps


def test_h18_12_a_damaged_transport_loses_the_first_of_two_equal_units(
    loaded: dict[str, int],
) -> None:
    """US-T1 takes aboard 41-162 and 43-103 and loses a step: the lower id drowns, 4 hp in all.

    Both begin at Milne Bay: ships would bring them there in turn 3.
    """

    def change(table: dict[str, Any]) -> None:
        table["ground"]["0806"].remove("41-162")
        table["ground"]["1707"].remove("43-103")
        table["ground"]["1007"] += ["41-162", "43-103"]

    loaded |= CALM
    game = play("campaign", loaded, change).until(ALLIED, "4.4")
    load = FrozenMap({"US-T1": ("41-162", "43-103")})
    game.file(NavalMission(ships=("US-T1",), path=("1007",), purpose="transport", load=load))
    game.until(JAPANESE, "4.4")
    mission = f"t1m{game.game.operations.numbered + 1}"
    loaded |= {f"9.9 aa {mission} G4M-702": 1, f"9.10 bomb {mission} G4M-702": 7}
    torpedo = AirMission(
        kind="strike", hex="1007", band="low", strikers=("G4M-702",), mode="torpedo",
        target="naval:US-T1",
    )  # fmt: skip
    game.file(torpedo).file(Reply(mission=mission)).file()
    (lost,) = game.events(CargoLost)
    assert (lost.ship, dict(lost.steps)) == ("US-T1", {"41-162": 2})
    assert game.game.ships["US-T1"].cargo == ("43-103",)
    earned = [(why, points) for points, _, why in game.earned(JAPANESE)]
    assert sorted(earned) == [("41-162", 1), ("41-162", 1), ("US-T1", 2)]
    game.until(ALLIED, "4.5-first")
    assert game.rules(Land(ship="US-T1", units=("43-103",))) == ["H10.2"]


def test_h10_2_a_disrupted_ship_keeps_none_beside_it_from_loading(
    loaded: dict[str, int],
) -> None:
    """B24-319 disrupts MARU2 at Rabaul; MARU1 loads there, and both run for the port of Buka."""
    loaded |= CALM | {"9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 9}
    bombs = AirMission(
        kind="strike", hex="1203", band="medium", strikers=("B24-319",), mode="regular",
        target="naval:MARU2",
    )  # fmt: skip
    game = play("campaign", loaded).until(ALLIED, "4.4").file(bombs).file()
    game.until(JAPANESE, "4.4")
    assert game.game.ships["MARU2"].disrupted
    laden, hurt = FrozenMap({"MARU1": ("38D-228",)}), FrozenMap({"MARU2": ("38D-228",)})

    def voyage(path: str, load: FrozenMap[tuple[str, ...]]) -> NavalMission:
        return NavalMission(
            ships=("MARU1", "MARU2"), path=tuple(path.split()), purpose="transport", load=load
        )

    assert game.rules(voyage("1203 1303 1304", hurt)) == ["H10.2"]
    assert game.rules(voyage("1203 1303 1403", laden)) == ["H10.2"], "towards no port"
    game.file(voyage("1203 1303 1304", laden))
    ships = game.game.ships
    assert (ships["MARU1"].at, ships["MARU1"].cargo) == ("1304", ("38D-228",))
    assert (ships["MARU2"].at, ships["MARU2"].disrupted) == ("1304", True)


# --- guns on airbases ----------------------------------------------------------------------------


def test_h10_7_the_last_hit_on_a_base_strikes_who_stands_there(loaded: dict[str, int]) -> None:
    """Four hits by bombs, two by guns: G4M-751 at Buka is struck first, and then leaves."""
    loaded |= {
        **CALM, "9.9 aa t1m1 B25-69": 1, "9.9 aa t1m1 B25-70": 1, "9.10 bomb t1m1 B25-69": 10,
        "9.10 bomb t1m1 B25-70": 10, **{f"9.10 ground t1m1 BKA #{k}": 1 for k in range(1, 5)},
        "10.7 bombard t1m2 US-CA1": 10, "10.7 bombard t1m2 US-CLT2": 10,
        "9.10 ground t1m2 BKA #1": 1, "9.10 ground t1m2 BKA #2": 9, "9.10 pick t1m2 BKA #2": 1,
    }  # fmt: skip
    bombs = AirMission(
        kind="strike", hex="1304", band="medium", strikers=("B25-69", "B25-70"), mode="regular",
        target="base:BKA",
    )  # fmt: skip
    game = play("toenails", loaded).until(ALLIED, "4.4")
    game.file(bombs).file(Reply(mission="t1m1")).file().until(ALLIED, "4.4")
    past_buin = ("1806", "1706", "1605", "1505", "1504", "1403", "1304")
    guns = NavalMission(
        ships=("US-CA1", "US-CLT2"), path=past_buin, purpose="bombard", target="base:BKA"
    )
    game.file(guns)
    (fired,) = game.events(Bombarded)
    assert [(s.firer, s.score.total, s.hits) for s in fired.shellings] == [
        ("US-CA1", 12, 1), ("US-CLT2", 11, 1)
    ]  # fmt: skip
    assert [(e.hits, e.total, e.effect, e.cause) for e in game.events(BaseHit)] == [
        (4, 4, "disrupted", "bombing"), (2, 6, "destroyed", "bombardment")
    ]  # fmt: skip
    assert [e.effects for e in game.events(BaseStruck)] == [("",) * 4, ("", "step")]
    assert [(e.base, e.how) for e in game.events(BaseLost)] == [("BKA", "destroyed")]
    game.until(JAPANESE, "4.4").file()
    assert [e.saved for e in game.events(Stated) if e.kind == "lost-base"] == [("G4M-751",)]
    assert game.earned(ALLIED) == [(2, "H16.1", "BKA"), (1, "H16.1", "G4M-751")]
    while game.game.now == 1:
        game.file()
    assert game.match.audit() == []
