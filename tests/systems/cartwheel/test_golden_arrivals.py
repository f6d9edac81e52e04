"""Where reinforcements of the air arrive, and who of the 11th has room [H15.2, 5.2c]."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.orders_operations import AirMission, Pass, Stage
from pbem.systems.cartwheel.table.orders_turn import Arrive, Build, CommitEleventh
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, is_step, loaded, play

__all__ = ["loaded"]

QUIET = {"5.1 event": 7, "7.5 missions": 9}
ZEROS = ("A6M-201", "A6M-251", "A6M-253", "A6M-204a", "A6M-204b", "A6M-582")
OSCARS = ("KI43-24a", "KI43-24b", "KI43-59a")


def room_for_one(table: dict[str, object]) -> None:
    """Rabaul has room for one more fighter."""
    air = table["air"]
    assert isinstance(air, dict)
    air["RAB"] = [*ZEROS, *OSCARS, "G4M-702", "G4M-705", "DIN-6"]
    air["WEW"] = [unit for unit in air["WEW"] if unit not in air["RAB"]]
    air["TRK"] = [*air["TRK"], "D3A-582", "KI21-14"]
    air["MAD"], air["BUI"] = ["KI48-45"], []


def test_h15_2_who_is_named_comes_before_those_for_whom_there_is_room(
    loaded: dict[str, int],
) -> None:
    """KI61-78a, which comes too and is not named, does not take the last place at Rabaul."""
    game = play("campaign", loaded | QUIET, room_for_one, asked=False)
    while game.game.now == 1 or game.seat != JAPANESE or not concludes(game):
        game.file()
    game.file(Arrive(units=FrozenMap({"KI61-78b": "RAB"})))
    while game.game.now == 2 or game.game.owed:
        game.file()
    first, second = game.plane(JAPANESE, "KI61-78a"), game.plane(JAPANESE, "KI61-78b")
    assert first is not None
    assert second is not None
    assert (first.base, second.base) == ("WEW", "RAB")
    assert game.match.audit() == []


def concludes(game: Play) -> bool:
    steps = game.asked()
    return any(is_step(one, "4.6") for one in steps) and "4.4" not in steps


@pytest.mark.parametrize("staged", [ZEROS[3:5], ZEROS[3:]], ids=["room", "full"])
def test_5_2c_a_rufe_is_placed_at_a_mobile_base_that_has_room(
    loaded: dict[str, int], staged: tuple[str, ...]
) -> None:
    game = play("campaign", loaded | QUIET, asked=False).until(JAPANESE, "5.2")
    game.file(Build(base="MJ1", hex="1404")).until(ALLIED, "4.4")
    while game.game.now == 1:
        game.file()
    game.until(JAPANESE, "4.4").file(*(Stage(unit=unit, to="MJ1") for unit in staged))
    while game.game.now == 2:
        game.file()
    game.until(JAPANESE, "5.2")
    order = CommitEleventh(commit=True, bases=FrozenMap({"RUF-802": "MJ1"}))
    if len(staged) == 3:
        assert game.rules(order) == ["5.2c"]
        return
    game.file(order)
    assert (game.plane(JAPANESE, "RUF-802") or pytest.fail("it is gone")).base == "MJ1"
    assert game.match.audit() == []


def three_fighters_left(table: dict[str, object]) -> None:
    """As before, but that KI43-24a stands at Wewak and HOL is empty."""
    room_for_one(table)
    air = table["air"]
    assert isinstance(air, dict)
    air["RAB"] = [*ZEROS, "KI43-24b", "KI43-59a", "KI43-59b", "G4M-702", "G4M-705", "DIN-6"]
    air["WEW"] = [unit for unit in (*air["WEW"], "KI43-24a") if unit not in air["RAB"]]
    air["HOL"] = []


@pytest.mark.parametrize("is_named", [True, False])
def test_h8_10_2_who_arrives_leaves_room_for_those_who_come_home(
    loaded: dict[str, int], is_named: bool
) -> None:
    """KI43-24a is to land at Rabaul from the last mission of the very file [H15.2]."""
    faces = {"5.1 event": 7, "7.5 missions": 3, "11.1 ground initiative": 1, "7.4 initiative": 10}
    game = play("campaign", loaded | faces, three_fighters_left, asked=False)
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "4.4").file(Pass(rest=True)).until(JAPANESE, "4.4")
    sweep = AirMission(
        kind="sweep", hex="0804", band="high", escorts=("KI43-24a",),
        returns=FrozenMap({"KI43-24a": "RAB"}),
    )  # fmt: skip
    orders = (sweep, Pass(rest=True, ashore=True))
    if is_named:
        assert game.rules(*orders, Arrive(units=FrozenMap({"KI61-78b": "RAB"}))) == ["H15.2"]
        return
    game.file(*orders)
    while game.game.now == 2 or game.game.owed:
        game.file()
    fighter, come = game.plane(JAPANESE, "KI43-24a"), game.plane(JAPANESE, "KI61-78a")
    assert fighter is not None
    assert come is not None
    assert (fighter.base, fighter.half, come.base) == ("RAB", "ready", "WEW")
    assert game.match.audit() == []
