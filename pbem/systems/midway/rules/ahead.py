"""Looking ahead in one file: what its later phases find if the earlier ones go as given [MB3]."""

from pbem.dice import Dice, DiceClosed
from pbem.engine.steps import Result
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules import m01_land, m03_move, m09_launch, m11_plan
from pbem.systems.midway.rules.answers import Answers
from pbem.systems.midway.table.state import Game


def played(game: Game, side: str, phase: int, answers: Answers, charts: Charts) -> Result[Game]:
    """What a side's own phase leads to, as far as no dice are needed for it.

    Seats that are not in `answers` leave everything to standing orders and defaults. A search
    [M16] leaves its squadrons where they are; attacks change nothing that a later phase of the
    same file decides on.
    """
    match (phase + 1) // 2:
        case 1:
            return m01_land.land(game, side, answers, charts)
        case 2:
            try:
                return m03_move.move(game, side, answers, charts, Dice(None))
            except DiceClosed:
                return m03_move.advanced(game, m03_move.not_searching(game, side, answers))
        case 5:
            return m09_launch.launch(game, side, answers, charts)
        case 6:
            return m11_plan.plan(game, side, answers, charts)
    return Result(game=game)
