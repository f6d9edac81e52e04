"""Who writes in phase 4 where a referee opens the dice [F.2.2, protocol 10]."""

from pbem.systems.pto.table.orders_month import March, Pass
from tests.systems.pto.selfplay import Match, match
from tests.systems.pto.test_f2_month_files import CHINA, OVER, Given, asked, say

REST: Given = (Pass(rest=True),)
ARMY = (March(unit=f"jp-11th-army-{one}", path=("HUN",)) for one in "abc")
FIGHT: Given = (*CHINA, *ARMY)


FAIR = 1
"""A game in which the weather of December is fair."""


def until_phase_4() -> Match:
    """Scenario 1 with a referee; the Allies rest, and have said nothing of the month's end."""
    seats = ("japanese", "allied", "referee")
    game = match("pearl-harbor", FAIR, seats=seats, words={"witness": "referee"})
    while "12/P4" not in game.view().decision.covers:
        resting = "12/P3.1-second" in game.view().decision.covers
        game.step(say(*(REST if resting else ())))
    return game


def test_f_2_2_who_only_opened_standing_orders_has_no_file_for_the_months_end() -> None:
    """The referee's came after it, with the dice: the other side's next opportunity follows."""
    game = until_phase_4()
    game.step(say(*FIGHT))
    written = []
    while not game.view().decision.covers:
        written.append(game.view().seat)
        game.step(say())
    assert written == ["allied", "referee"]
    assert asked(game) == "japanese P4"
    game.step(say(*OVER))
    assert asked(game) == "allied P5-second"


def test_f_2_2_without_dice_the_file_that_opens_them_orders_the_months_end() -> None:
    game = until_phase_4()
    game.step(say(*CHINA))
    assert asked(game) == "allied P4"
    assert game.view().decision.rule == "F.2.2"
