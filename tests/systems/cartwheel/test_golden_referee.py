"""Games whose dice a referee opens: what is sealed before his file is older than the dice [H8.9].

The Japanese open answer and units in the file after a raid, and only then come its dice: the next
raid is answered by what that file sealed.
"""

from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.events_play import AnswerBreached
from pbem.systems.cartwheel.table.orders import AirMission
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

ZERO = "A6M-204a"
BUIN = "1405"


def on_port(unit: str, hex_: str) -> AirMission:
    return AirMission(
        kind="strike", hex=hex_, band="high", strikers=(unit,), mode="regular",
        target=f"port:{hex_}",
    )  # fmt: skip


def order_of(game: Play) -> str:
    """Who wrote the files of the turn's raids: `AJR`."""
    first = next(
        number
        for number, one in enumerate(game.match.files)
        if any(isinstance(order, AirMission) for order in one.orders)
    )
    return "".join(one.seat[0].upper() for one in game.match.files[first:])


def tried(game: Play, turn: int) -> list[tuple[str, str, dict[str, int]]]:
    """Who threw a die to take off in a turn, against what, and what hindered it."""
    thrown = (e for e in game.events(Scrambled) if e.mission.startswith(f"t{turn}m"))
    return [(one.mission, one.unit, dict(one.score.terms)) for one in thrown]


def voided(game: Play) -> list[tuple[str, str, str]]:
    return [(one.mission, one.unit, one.cited) for one in game.events(ScrambleVoided)]


def test_h8_9_10_who_rose_by_dice_that_were_opened_after_his_item_was_sealed_is_not_named(
    loaded: dict[str, int],
) -> None:
    """The file that opened his item sealed the next one, before he was seen to rise."""
    loaded |= {"5.1 event": 7, "7.5 missions": 9, f"9.4 scramble t1m1 {ZERO}": 1}
    game = play("toenails", loaded, asked=False, referee=True).until(ALLIED, "4.4")
    game.file(on_port("B25-69", BUIN)).until(ALLIED, "4.4").file(on_port("B25-70", BUIN))
    game.file().file()
    assert order_of(game) == "AJRAJR"
    opened = [one.opened for one in game.match.files if one.seat == JAPANESE and one.opened]
    assert opened == [(f"raid/{BUIN}/l0", f"unit/{ZERO}")] * 2
    assert tried(game, 1) == [("t1m1", ZERO, {})]
    assert voided(game) == [("t1m2", ZERO, "H9.4.5")]
    assert game.events(AnswerBreached) == []
    assert game.match.audit() == []
