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
        roll = dice.roll("M13.1", "repair", carrier.id, sides=charts.combat.sides)
        mended = roll.at_least(charts.carriers[carrier.id].repair)
        after = replace(carrier, damage=carrier.damage - mended)
        game = game.with_carrier(after)
        events.append(
            RepairTried(
                to=ALL, carrier=carrier.id, roll=roll, repaired=bool(mended), damage=after.damage
            )
        )
    return Result(game=game, events=tuple(events))
