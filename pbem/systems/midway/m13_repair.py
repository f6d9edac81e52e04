"""Repair [M13, M14]: a die for every damaged carrier."""

from dataclasses import replace

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.systems.midway.charts import Charts
from pbem.systems.midway.events import RepairTried
from pbem.systems.midway.state import Game


def repair(game: Game, side: str, charts: Charts, dice: Dice) -> Result[Game]:
    """One die for each damaged carrier afloat; success mends one circle [M13.1-M13.3, MH26]."""
    events: list[Event] = []
    for carrier in charts.afloat(game, side):
        if not carrier.damage:
            continue
        words = ("repair", carrier.id, *_second(game))
        roll = dice.roll("M13.1", *words, sides=charts.combat.sides)
        mended = roll.at_least(charts.carriers[carrier.id].repair)
        after = replace(carrier, damage=carrier.damage - mended)
        game = game.with_carrier(after)
        events.append(
            RepairTried(
                to=ALL, carrier=carrier.id, roll=roll, repaired=bool(mended), damage=after.damage
            )
        )
    return Result(game=game, events=tuple(events))


def _second(game: Game) -> tuple[str, ...]:
    """What tells apart the last turn's repairs [MH38].

    With the pace `turn` they belong to the same file as the repairs of the turn before.
    """
    return ("#2",) if game.final and game.pace == "turn" else ()
