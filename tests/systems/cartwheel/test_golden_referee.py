"""Games whose dice a referee opens: what is sealed before his file is older than the dice [H8.9].

The Japanese open answer and units in the file after a raid, and only then come its dice: the next
raid is answered by what that file sealed.
"""

import pytest

from pbem.engine.orders import Order
from pbem.errors import Refused
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.events_play import AnswerBreached
from pbem.systems.cartwheel.table.orders import (
    AirMission,
    Answers,
    Asked,
    Mark,
    Redistribute,
    Reply,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.4 initiative": 10, "7.5 missions": 9}
ZERO = "A6M-204a"
BUIN, BUKA = "1405", "1304"
ALONE = Redistribute(units=FrozenMap({"A6M-204b": "RAB", "A6M-582": "RAB"}))
NOBODY = Answers(clauses=(Clause(most=0),))
MARKED = Answers(clauses=(Clause(most=1, keep=0, within=0, bases=("BUI",), marked=True),))
REDUCES, DISRUPTS = 10, 7
"""Dice of a ground strike [H9.10.5]."""


def on_port(unit: str, hex_: str) -> AirMission:
    return AirMission(
        kind="strike", hex=hex_, band="high", strikers=(unit,), mode="regular",
        target=f"port:{hex_}",
    )  # fmt: skip


def when(game: Play, seat: str, *orders: Order) -> Play:
    """Empty files until a seat may give these orders, and its file with them."""
    for _ in range(80):
        if game.seat == seat and game.asked() and not game.refused(*orders):
            return game.file(*orders)
        game.file()
    raise AssertionError(f"{seat} may never give {orders}")


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


def marked(faces: dict[str, int], effect: int) -> Play:
    """A6M-204a alone at Buin, hit there in turn 1, marked and to be named against raids in 2.

    Its side is asked about raids on Buka.
    """
    faces |= CALM | {
        "9.9 aa t1m1 B25-69": 1, "9.10 bomb t1m1 B25-69": 8, "9.10 ground t1m1 BUI #1": effect,
        "9.10 pick t1m1 BUI #1": 1, f"9.4 scramble t2m1 {ZERO}": 10,
        f"9.4 scramble t2m2 {ZERO}": 1,
    }  # fmt: skip
    game = play("toenails", faces, asked=False, referee=True)
    when(game, JAPANESE, NOBODY, ALONE)
    strike = AirMission(
        kind="strike", hex=BUIN, band="medium", strikers=("B25-69",), mode="regular",
        target="base:BUI",
    )  # fmt: skip
    when(game, ALLIED, strike)
    while game.game.now == 1:
        game.file()
    when(game, JAPANESE, Mark(units=(ZERO,)), MARKED, Asked(hexes=(BUKA,)))
    plane = game.plane(JAPANESE, ZERO)
    assert plane is not None
    assert (plane.mark, plane.disrupted, plane.steps) == (
        True, effect == DISRUPTS, 1 if effect == REDUCES else 2,
    )  # fmt: skip
    return game


def test_amb_32_by_an_answer_a_disrupted_fighter_with_a_mark_tries_once(
    loaded: dict[str, int],
) -> None:
    """The mark in its item went with the die for the first raid, which came after that item."""
    game = marked(loaded, DISRUPTS)
    when(game, ALLIED, on_port("B25-70", BUIN))
    when(game, ALLIED, on_port("B25-69", BUIN))
    game.file().file()
    assert tried(game, 2) == [("t2m1", ZERO, {"regroup mark": 2})]
    assert voided(game) == [("t2m2", ZERO, "H9.4.1")]
    assert game.events(AnswerBreached) == []
    assert game.match.audit() == []


def test_amb_32_by_an_answer_a_reduced_fighter_tries_again_without_its_mark(
    loaded: dict[str, int],
) -> None:
    game = marked(loaded, REDUCES)
    when(game, ALLIED, on_port("B25-70", BUIN))
    when(game, ALLIED, on_port("B25-69", BUIN))
    game.file().file()
    assert tried(game, 2) == [("t2m1", ZERO, {"regroup mark": 2}), ("t2m2", ZERO, {})]
    assert game.match.audit() == []


def test_amb_32_by_a_reply_a_reduced_fighter_tries_again_without_its_mark(
    loaded: dict[str, int],
) -> None:
    """The first raid is answered in advance, the second is asked about [H8.9.7]."""
    game = marked(loaded, REDUCES)
    when(game, ALLIED, on_port("B25-70", BUIN))
    when(game, ALLIED, on_port("B25-69", BUKA))
    when(game, JAPANESE, Reply(mission="t2m2", interceptors=FrozenMap({ZERO: "BUI"})))
    game.file()
    assert tried(game, 2)[0] == ("t2m1", ZERO, {"regroup mark": 2})
    assert [terms.get("regroup mark") for mission, _, terms in tried(game, 2)] == [2, None]
    game.until(ALLIED, "4.4")
    assert game.match.audit() == []


def test_amb_32_a_reply_that_names_a_disrupted_fighter_again_is_refused(
    loaded: dict[str, int],
) -> None:
    """By everybody's program, not only by its author's."""
    game = marked(loaded, DISRUPTS)
    when(game, ALLIED, on_port("B25-70", BUIN))
    when(game, ALLIED, on_port("B25-69", BUKA))
    game.until(JAPANESE, "4.4")
    reply = Reply(mission="t2m2", interceptors=FrozenMap({ZERO: "BUI"}))
    assert "H9.4.1" in game.rules(reply)
    with pytest.raises(Refused, match=r"A6M-204a.*cannot intercept.*H9\.4\.1"):
        game.match.put(game.match.view(), (reply,))
