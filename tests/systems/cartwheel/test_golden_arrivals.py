"""Where reinforcements of the air arrive, and who of the 11th has room [H15.2, 5.2c]."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.orders_operations import Stage
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
