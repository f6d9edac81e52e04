"""How many files a turn takes, and whose: golden chains from s1 on, played from files (E.4.4).

Missions are voyages, which nobody answers.
"""

from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.systems.cartwheel.book.hexes import neighbours
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.table.events_charts import Tf36Arrived
from pbem.systems.cartwheel.table.events_ground import GroundInitiativeRolled
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_turn import ReconWaits
from pbem.systems.cartwheel.table.orders_operations import NavalMission, Pass
from pbem.systems.cartwheel.table.orders_turn import (
    CommitEleventh,
    CommitTF36,
    ConcludeLater,
    Recon,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

GUNS = NavalMission(
    ships=("US-CA1",), path=("1806", "1706", "1605", "1505", "1504", "1403", "1304"),
    purpose="bombard", target="base:BKA",
)  # fmt: skip
"""A voyage that throws dice, which must be opened."""
ALLIES_FIRST, JAPAN_FIRST = 10, 1
"""Faces of 7.4 and of 11.1."""


def chain(game: Play, turn: int) -> str:
    """The seats of a turn's files from the first on: J for Japanese, A for Allied."""
    seats = (file.seat for file in game.match.files if file.turn == turn)
    return " ".join(seat[0].upper() for seat in seats)


def voyages(game: Play, many: int) -> tuple[Order, ...]:
    """So many naval missions of the next seat: ships by themselves, one hex each."""
    side, found = game.game.side_of(game.seat), list[Order]()
    for ship in (one for one in _ships(game, side) if one.id != GUNS.ships[0]):
        for hex_ in neighbours(ship.at) if ship.at in CHARTS.hexes else ():
            order = NavalMission(ships=(ship.id,), path=(ship.at, hex_))
            if len(found) < many and not game.refused(*found, order):
                found.append(order)
                break
    assert len(found) == many, f"{side} has {len(found)} ships to send"
    return tuple(found)


def _ships(game: Play, side: str) -> list[Any]:
    ships = game.game.ships.values()
    return [one for one in ships if one.side == side and one.at and one.id not in CHARTS.tf36.ships]


def turn_two(faces: dict[str, int], opener: str, *, ashore: int, missions: int) -> Play:
    """Turn 2 of Toenails at its first file; who acts first ashore in turn 1 opens it."""
    first = ALLIES_FIRST if opener == ALLIED else JAPAN_FIRST
    faces |= {"5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": first}
    game = play("toenails", faces)
    while game.game.now == 1:
        game.file()
    faces |= {
        "7.4 initiative": ALLIES_FIRST, "7.5 missions": missions, "11.1 ground initiative": ashore,
    }  # fmt: skip
    assert game.game.turn.opener == opener == game.seat
    return game


def test_gd1_the_japanese_open_and_the_allies_have_a_run_of_three(loaded: dict[str, int]) -> None:
    game = turn_two(loaded, JAPANESE, ashore=ALLIES_FIRST, missions=8)
    game.file().file()  # s1, s2
    assert game.asked() == (), "t3 opens and no more: the other side has the initiative"
    game.file()
    game.file(*voyages(game, 3))
    game.file(*voyages(game, 1))
    game.file(*voyages(game, 1), Pass(rest=True))
    game.file(*voyages(game, 1), Pass(rest=True))
    assert game.asked() == ("4.5-first", "4.6-first")
    game.file()
    assert game.asked() == ("4.5-second", "4.6-second")
    game.file()
    assert chain(game, 2) == "J A J A J A J A J"
    assert (game.seat, game.game.now) == (ALLIED, 3)


def test_gd2_the_allies_open_and_the_run_stands_in_t3(loaded: dict[str, int]) -> None:
    """Five missions are the cap: two of the run, and the others in one file.

    Japan acts first ashore, and its file opens the dice of the guns.
    """
    game = turn_two(loaded, ALLIED, ashore=JAPAN_FIRST, missions=3)
    game.file(CommitTF36(commit=False)).file()
    assert game.asked() == ("4.4",)
    game.file(*voyages(game, 2)).file(Pass(rest=True))
    game.file(*voyages(game, 2), GUNS)
    assert (game.seat, game.asked()) == (JAPANESE, ("4.5-first", "4.6-first"))
    game.file().file()
    assert chain(game, 2) == "A J A J A J A"
    assert (game.seat, game.game.now) == (JAPANESE, 3)


def test_gd3_a_file_that_only_opens_where_the_side_that_is_out_acts_second(
    loaded: dict[str, int],
) -> None:
    game = turn_two(loaded, ALLIED, ashore=ALLIES_FIRST, missions=3)
    game.file().file().file(*voyages(game, 2)).file(Pass(rest=True))
    game.file(*voyages(game, 2), GUNS)
    assert (game.seat, game.asked()) == (JAPANESE, ())
    game.file()
    assert (game.seat, game.asked()) == (ALLIED, ("4.5-first", "4.6-first"))
    game.file().file()
    assert chain(game, 2) == "A J A J A J A J"
    assert (game.seat, game.game.now) == (ALLIED, 3)


def test_gd7_who_waits_sees_where_the_enemy_looks(loaded: dict[str, int]) -> None:
    """Counts for the Allied recon are opened in the fourth file, of s2's charts (E.4.6)."""
    loaded |= {"7.3 recon F5-8": 1, "7.3 recon DIN-6": 1}
    game = turn_two(loaded, ALLIED, ashore=ALLIES_FIRST, missions=3)
    assert game.rules(Recon(wait=True, unit="F5-8", hex="1405")) == ["E.4.6"]
    assert game.rules(Recon(wait=True), Recon(unit="F5-8", hex="1405")) == ["E.4.6"]
    game.file(Recon(wait=True))
    assert game.rules(Recon(wait=True)) == ["E.4.6"]
    game.file(Recon(unit="DIN-6", hex="1707", base="RUS"))
    assert game.asked() == ("7.3-late",)
    assert game.game.turn.scouts["DIN-6"].hex == "1707"
    assert [event.base for event in game.events(CountsTold)] == ["RUS"]
    game.file(Recon(unit="F5-8", hex="1405", base="BUI"))
    fourth = game.seat
    game.file()
    assert (fourth, game.match.files[-1].opened) == (JAPANESE, ("BUI/counts",))
    assert [event.base for event in game.events(CountsTold)] == ["RUS", "BUI"]
    owners = {one.roll.label: one.seq for one in game.match.thrown[-3:]}
    t3 = game.match.files[-2].seq
    assert owners == {"7.4 initiative": t3, "7.5 missions": t3, "11.1 ground initiative": t3}
    assert chain(game, 2) == "A J A J"
    while game.game.now == 2:
        game.file()
    assert game.match.audit() == []


@pytest.mark.parametrize("die", [10, 1])
def test_e_4_6_who_waits_for_a_die_that_fails_is_told_to_place_nothing(
    die: int, loaded: dict[str, int]
) -> None:
    loaded |= {"7.3 recon F5-8": die}
    game = turn_two(loaded, ALLIED, ashore=ALLIES_FIRST, missions=3)
    game.file(Recon(wait=True))
    assert bool(game.events(ReconWaits)) is (die == 1)
    game.file()
    assert ("7.3-late" in game.asked()) is (die == 1)


@pytest.mark.parametrize("die", [10, 1])
def test_gd8_who_can_order_nothing_in_public_writes_no_file_ashore(
    loaded: dict[str, int], die: int
) -> None:
    """17.1: the Allies act first and have nothing to land; their recon did not fly (E.4.8).

    Its die grounded it, or let it fly where nobody sent it.
    """
    loaded |= {
        "5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": ALLIES_FIRST,
        "7.3 recon F5-8": die,
    }  # fmt: skip
    game = play("bismarck-sea", loaded)
    while game.game.now == 1 and not game.game.operations.over:
        game.file()
    assert game.game.turn.unasked == (ALLIED,)
    assert all(is_haven(game.game, one.at, ALLIED, CHARTS) for one in _ships(game, ALLIED))
    assert (game.seat, game.asked()) == (JAPANESE, ("4.5-second", "4.6-second"))
    assert "can order nothing more this turn [E.4.8: not asked]" in game.report()
    while game.game.now == 1:
        game.file()
    assert not any("4.5" in key for f in game.match.files if f.seat == ALLIED for key in f.covers)


@pytest.mark.parametrize("unit", ["US-T1", "25-161"])
def test_e_4_8_who_gets_a_ship_or_troops_writes_his_file_ashore(
    loaded: dict[str, int], unit: str
) -> None:
    """All can see that something of his arrives, though it needs no order."""
    loaded |= {
        "5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": ALLIES_FIRST,
        "7.4 initiative": ALLIES_FIRST, "7.3 recon F5-8": 10,
    }  # fmt: skip

    def arriving(table: dict[str, Any]) -> None:
        row = {"turn": 2, "side": ALLIED, "place": "SOP", "units": [unit]}
        table["reinforcements"] = [row]

    game = play("bismarck-sea", loaded, arriving)
    while game.game.now == 1 or not game.game.operations.over:
        game.file()
    assert (game.game.turn.idle_ashore, game.game.turn.unasked) == ((ALLIED,), ())
    assert (game.seat, game.asked()) == (ALLIED, ("4.5-first", "4.6-first"))
    while game.game.now == 2:
        game.file()
    assert unit in game.report()
    assert game.match.audit() == []


# --- 11.1 with 7.4 -------------------------------------------------------------------------------


def test_h11_1_3_both_know_before_operations_who_acts_first_ashore(
    loaded: dict[str, int],
) -> None:
    game = turn_two(loaded, JAPANESE, ashore=JAPAN_FIRST, missions=3)
    game.file().file().file().until(ALLIED, "4.4")
    assert [event.first for event in game.events(GroundInitiativeRolled)][-1] == JAPANESE
    assert game.game.turn.first_ashore == JAPANESE


# --- conclusion ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "end"),
    [(True, False, "A J A"), (False, True, "A J J"), (True, True, "A J A J")],
)
def test_h12_2_2_who_concludes_later_closes_the_turn(
    loaded: dict[str, int], first: bool, second: bool, end: str
) -> None:
    """Nobody fights, so that no dice keep the second side from its late conclusion."""
    game = turn_two(loaded, JAPANESE, ashore=ALLIES_FIRST, missions=1).until(ALLIED, "4.5-first")
    game.file(*((ConcludeLater(later=True),) if first else ()))
    game.file(*((ConcludeLater(later=True),) if second else ()))
    while game.game.now == 2:
        game.file()
    assert chain(game, 2).endswith(end)
    last = game.match.files[-1] if game.match.files[-1].turn == 2 else game.match.files[-2]
    assert game.seat != last.seat, "the other side witnesses it, and opens the next turn"
    while game.game.owed:
        game.file()
    assert game.match.audit() == []


# --- TF-36 before the 11th -----------------------------------------------------------------------


@pytest.mark.parametrize("commit", [True, False])
def test_e_4_5_the_allies_answer_both_cases_under_seal(
    loaded: dict[str, int], commit: bool
) -> None:
    """They come if the 11th stays away, and stay if it comes; the other answer is never opened."""
    game = turn_two(loaded, ALLIED, ashore=ALLIES_FIRST, missions=3)
    one = CommitTF36(commit=True, hex="SOP", eleventh="no")
    assert game.rules(one, CommitTF36(commit=False)) == ["5.3"]
    game.file(one, CommitTF36(commit=False, eleventh="yes"))
    written = game.match.files[-1]
    assert {"tf36/t2/no", "tf36/t2/yes"} <= {*written.sealed}
    assert not any("tf36" in item for item in written.opened)
    game.file(CommitEleventh(commit=commit))
    game.file()
    assert game.match.files[-1].opened[0] == f"tf36/t2/{'yes' if commit else 'no'}"
    assert [event.hex for event in game.events(Tf36Arrived)] == ([] if commit else ["SOP"])
    while game.game.now == 2:
        game.file()
    while game.game.owed:
        game.file()
    assert game.match.audit() == []


def test_e_4_5_as_second_side_the_allies_decide_in_the_open(loaded: dict[str, int]) -> None:
    """Their aircraft are aboard on the charts of that very file, to be told and to fly."""
    game = turn_two(loaded, JAPANESE, ashore=ALLIES_FIRST, missions=3).file()
    assert game.rules(CommitTF36(commit=True, hex="SOP", eleventh="no")) == ["E.4.5"]
    game.file(CommitTF36(commit=True, hex="SOP"))
    items = game.match.seats[ALLIED].items[game.match.files[-1].seq]
    assert "F6F-12" in items["TF36-CV/chart"]
    assert 'base = "TF36-CVL"' in items["unit/F6F-23"]
    while game.game.now == 2:
        game.file()
    while game.game.owed:
        game.file()
    assert game.match.audit() == []
