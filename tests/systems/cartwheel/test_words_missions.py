"""What `check` tells of missions, passes and ways home is what comes of them, and what is legal."""

from pbem.systems.cartwheel.table.events_play import Passed
from pbem.systems.cartwheel.table.orders import NavalMission, Pass
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.test_foretold import foretold
from tests.systems.cartwheel.test_golden_sea import CALM

__all__ = ["loaded"]

# --- passes [4.4, H8.3] --------------------------------------------------------------------------


def test_h8_3_a_pass_behind_missions_is_told_as_the_next_opportunity(
    loaded: dict[str, int],
) -> None:
    """Three passes in a row end with the mission: the pass behind it is the first anew [18.23]."""
    game = play("toenails", loaded | CALM)
    for seat in (ALLIED, JAPANESE, ALLIED):
        game.until(seat, "4.4").file(Pass())
    game.until(JAPANESE, "4.4")
    assert game.game.operations.passes == 3
    assert foretold(game, Pass()).ordered[1] == "It is pass 4 in a row: air and naval operations are over with it [4.4c]."
    sailing = NavalMission(ships=("IJN-CLT1",), path=("1203", "1303"))
    for order, said in (
        (Pass(), "You pass at your next opportunity, unless the enemy acts before [H8.3]."),
        (
            Pass(times=2),
            "You pass at your next 2 opportunities, unless the enemy acts between [H8.3].",
        ),
        (
            Pass(rest=True),
            "You pass out: no more missions of yours in this phase, only replies [H8.3].",
        ),
    ):
        assert foretold(game, sailing, order).ordered[1:] == (said,)
    game.file(sailing, Pass()).until(ALLIED, "4.4").file(Pass())
    game.until(ALLIED, "4.4")
    assert [e.passes for e in game.events(Passed)][3:] == [1, 2]
