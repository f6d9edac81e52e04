"""TF-36 is gone by the file that concludes, also by one of operations [H5.3.3, H7.3.1, H8.10]."""

from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated, Tf36Left
from pbem.systems.cartwheel.table.orders_ground import Attack, Raid
from pbem.systems.cartwheel.table.orders_operations import NavalMission, Pass, Stage
from pbem.systems.cartwheel.table.orders_turn import CommitTF36, ConcludeLater
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_golden_chains import voyages
from tests.systems.cartwheel.test_golden_late import when_legal
from tests.systems.cartwheel.test_golden_straight_on import alone

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "11.1 ground initiative": 10}
HELLCAT = "F6F-12"
LAST = Pass(rest=True)
RAIDED = Raid(base="RUS", unit="38D-229")


def ashore(
    faces: dict[str, int], *orders: Order, change: Any = None, one_file: bool = True
) -> Play:
    """TF-36's fighter has staged to the Russells; the Allies end operations and go on ashore.

    In one file with these orders, or with operations and ground orders in a file each. Japan acts
    second.
    """
    faces |= {**CALM, "11.7 raid J": 10}
    game = play("toenails", faces, change, asked=False)
    when_legal(game, ALLIED, CommitTF36(commit=True, hex="1808"))
    game.until(ALLIED, "4.4")
    game.file(Stage(unit=HELLCAT, to="RUS"), Pass() if one_file else LAST)
    while not (game.seat == ALLIED and "4.5-first" in game.asked()):
        game.file(*([LAST] if "4.4" in game.asked() and game.seat == JAPANESE else []))
    assert ("4.4" in game.asked()) == one_file
    game.file(*orders)
    assert (game.seat, game.asked()) == (JAPANESE, ("4.5-second", "4.6-second"))
    return game


def struck(faces: dict[str, int], second: int) -> None:
    """The raid on the Russells hits whoever is the second there."""
    faces |= {"9.10 ground raid-J RUS #1": second, "9.10 pick raid-J RUS #1": 2}


@pytest.mark.parametrize("one_file", [True, False])
def test_h9_10_6_no_raid_finds_its_aircraft_ashore(
    loaded: dict[str, int], *, one_file: bool
) -> None:
    """F6F-12 would be the second by id; whoever is hit is of those that are there still."""
    struck(loaded, 7)
    game = ashore(loaded, one_file=one_file).file(RAIDED).file()
    assert game.events(Tf36Left)
    (told,) = [one for one in game.events(Stated) if one.kind == "struck"]
    assert (told.place, told.disrupted) == ("RUS", ("SBD-234",))
    assert game.match.audit() == []


def test_h12_2_2_who_concludes_later_has_it_there_still(loaded: dict[str, int]) -> None:
    """The raid hits it, and it loses a step before it goes."""
    struck(loaded, 10)
    game = ashore(loaded, ConcludeLater(later=True)).file(RAIDED)
    assert (game.seat, game.asked()) == (ALLIED, ("4.6-first",))
    game.file()
    (told,) = [one for one in game.events(Stated) if one.kind == "struck"]
    assert (told.reduced, game.game.air[HELLCAT].steps) == ((HELLCAT,), 1)
    while game.game.now == 1:
        game.file()
    assert game.events(Tf36Left)
    assert game.match.audit() == []


def russells_fought_for(table: dict[str, Any]) -> None:
    """Radar men hold the Russells against a Japanese regiment."""
    ground = table["ground"]
    ground["1203"] = [unit for unit in ground["1203"] if unit != "38D-230"]
    ground["1807"].append("43-103")
    ground["1707"] = ["RDR-1", "38D-230"]


def test_6_6_5_it_leaves_no_base_that_falls_when_it_is_gone(loaded: dict[str, int]) -> None:
    """It takes no die of those who stand there, and neither escapes nor is lost."""
    loaded |= {"11.4 attack 1707": 10}
    loaded |= {f"6.6.5 evacuate RUS #{number}": 10 for number in range(1, 60)}
    game = ashore(loaded, change=russells_fought_for).file(Attack(hex="1707", units=("38D-230",)))
    game.file()
    assert [one.base for one in game.events(BaseLost)] == ["RUS"]
    (told,) = [one for one in game.events(Stated) if one.kind == "lost-base"]
    assert (told.saved, told.lost) == ((), ("F4U-214", "SBD-234", "TBF-233"))
    assert game.game.air[HELLCAT].steps == 2
    assert game.match.audit() == []


# --- what befell it before it went, and is stated when it has gone [E.6] -------------------------


def test_h10_5_who_sank_with_a_deck_in_its_last_mission_is_stated_when_it_has_gone(
    loaded: dict[str, int],
) -> None:
    """The file with its last mission concludes too [H8.10.2]; the next is of a new turn."""
    game = alone(loaded, tf36="1808")
    table = game.match.fold.table
    ships = {**table.game.ships}
    hurt = [replace(ships["TF36-CVL"], steps=1), replace(ships["IJN-CA1"], at="1708")]
    changed = replace(table, game=table.game.with_ships(hurt))
    game.match.fold = replace(game.match.fold, table=changed)
    loaded |= {"10.4 fire t2m3 r1 IJN-CA1": 10}
    sortie = NavalMission(ships=("TF36-CVL",), path=("1808", "1708"), purpose="sortie")
    game.file(sortie, *voyages(game, 1), Pass(rest=True, ashore=True)).file()
    assert [one.base for one in game.events(BaseLost)] == ["TF36-CVL"]
    assert (game.seat, game.game.now) == (ALLIED, 3)
    game.file()
    (told,) = [one for one in game.events(Stated) if one.kind == "lost-base"]
    assert (told.place, told.lost) == ("TF36-CVL", ("F6F-23",))
    assert game.game.air["F6F-23"].steps == 0
    assert game.earned(JAPANESE, since=3)[-1:] == [(2, "H16.1", "F6F-23")]
    assert game.match.audit() == []


def nobody_ashore(table: dict[str, Any]) -> None:
    """The Allies have no troops on the map, and nothing to order or to conclude (E.4.8)."""
    ground = table["ground"]
    del ground["1807"], ground["1707"], ground["1806"]
    table["naval"] = {"1806": ["US-CA1"], "1203": ["MARU1"]}
    table["turns"] = 1
    table["reinforcements"] = []


def test_e_4_8_tf36_at_sea_makes_the_allies_be_asked(loaded: dict[str, int]) -> None:
    """Though it leaves by itself: what counts is a ship outside a port or box, whichever."""
    loaded |= CALM
    game = play("toenails", loaded, nobody_ashore, asked=False)
    when_legal(game, ALLIED, CommitTF36(commit=True, hex="1808"))
    game.until(ALLIED, "4.4").file(LAST)
    when_legal(game, JAPANESE, LAST)
    assert game.game.turn.unasked == ()
    assert (game.seat, game.asked()) == (ALLIED, ("4.5-first", "4.6-first"))
    assert game.file().file().events(Tf36Left)
    assert game.match.audit() == []


def test_e_4_8_who_is_hit_ashore_where_the_allies_are_not_asked_is_stated_when_it_has_gone(
    loaded: dict[str, int],
) -> None:
    """No file of theirs concludes: it is at its base until 4.6, and takes its loss along.

    TF-36 lies in a port; at sea it would make them be asked, as any ship does.
    """
    struck(loaded, 10)
    loaded |= {**CALM, "11.7 raid J": 10}
    game = play("toenails", loaded, nobody_ashore, asked=False)
    when_legal(game, ALLIED, CommitTF36(commit=True, hex="1808"))
    to_port = NavalMission(ships=CHARTS.tf36.ships, path=("1808", "1807", "1806"))
    game.until(ALLIED, "4.4").file(Stage(unit=HELLCAT, to="RUS"), to_port, LAST)
    when_legal(game, JAPANESE, LAST)
    assert (game.game.turn.unasked, game.asked()) == ((ALLIED,), ("4.5-second", "4.6-second"))
    game.file(RAIDED)
    assert (game.seat, game.asked()) == (ALLIED, ())
    game.file()
    (told,) = [one for one in game.events(Stated) if one.kind == "struck"]
    known = game.game.air[HELLCAT]
    assert (told.reduced, known.steps, known.arrived, known.base) == ((HELLCAT,), 1, False, "")
    assert game.match.audit() == []
