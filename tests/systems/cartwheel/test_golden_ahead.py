"""What a reply has given ahead, and what its outcome makes of it, played from orders [H8.7]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.events_air import ManifestBreached
from pbem.systems.cartwheel.table.events_charts import MissionOver
from pbem.systems.cartwheel.table.events_play import BlindVoided
from pbem.systems.cartwheel.table.orders_operations import AirMission, Asked, NavalMission, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.test_golden_rufe import BOMBS, CALM, santa_isabel_is_contested

__all__ = ["loaded"]

STRIKE = replace(BOMBS, hex="1706", target="ground:1706")
ON_BUIN = AirMission(
    kind="strike", hex="1405", band="high", strikers=("B24-319",), mode="precision",
    target="base:BUI",
)  # fmt: skip
SHELLS = NavalMission(ships=("US-CA1",), path=("1806", "1706"), purpose="bombard", target="ground")
BOMBED = {"7.5 missions": 1, "9.9 aa t1m1 SBD-132": 1, "9.10 bomb t1m1 SBD-132": 10}
SHELLED = {
    "7.5 missions": 3, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 1,
    "10.7 bombard t1m2 US-CA1": 10,
}  # fmt: skip
CLEARING = [((STRIKE,), BOMBED), ((ON_BUIN, SHELLS), SHELLED)]


def answered_ahead(faces: dict[str, int], bundle: tuple[Order, ...], asked: bool) -> Play:
    """The Allies clear Santa Isabel, whence RUF-802 is to fly by the reply, and are next again.

    Its units are sealed if the Allies are asked, too.
    """
    game = play("campaign", faces, santa_isabel_is_contested, asked=asked).until(JAPANESE, "5.2")
    moored = CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "1706"}))
    game.file(moored, *(() if asked else (Asked(hexes=("1405", "1706")),)))
    game.until(ALLIED, "4.4").file(*bundle)
    ahead = AirMission(kind="sweep", hex="1707", band="high", escorts=("RUF-802",))
    return game.file(Reply(mission="t1m1"), ahead)


@pytest.mark.parametrize(("bundle", "faces"), CLEARING, ids=["bombs", "shells"])
@pytest.mark.parametrize("asked", [True, False], ids=["sealed", "open"])
@pytest.mark.parametrize("die", [1, 10], ids=["escapes", "lost"])
def test_h8_7_a_rufe_that_leaves_its_port_for_all_to_see_flies_nothing_given_ahead(
    loaded: dict[str, int], die: int, asked: bool, bundle: tuple[Order, ...], faces: dict[str, int]
) -> None:
    """It is Flown at another port, or lost: the mission is void, at no cost and without blame."""
    loaded |= {**CALM, **faces, "6.6.5 evacuate port:1706 #1": die}
    game = answered_ahead(loaded, bundle, asked)
    while not game.events(BlindVoided) and game.game.now == 1:
        game.file()
    assert [(e.side, e.cited) for e in game.events(BlindVoided)] == [(JAPANESE, "H6.7")]
    assert game.events(ManifestBreached) == []
    assert len(game.events(MissionOver)) == 1
    assert JAPANESE not in game.game.operations.done
    assert "(1 mission): a Rufe of its side has lost its port [H8.7, H6.7]" in game.report()
    game.until(JAPANESE, "4.4")
    while game.game.now == 1:
        game.file()
    assert game.match.audit() == []
