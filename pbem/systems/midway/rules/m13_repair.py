"""Repair [M13, M14]: a die for every damaged carrier."""

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.m03_move import is_kept_from_scouting
from pbem.systems.midway.table.carriers import afloat
from pbem.systems.midway.table.events import RepairTried
from pbem.systems.midway.table.state import Game


def repair(game: Game, side: str, charts: Charts, dice: Dice) -> Result[Game]:
    """One die for each damaged carrier afloat; success mends one circle [M13.1-M13.3, MH26]."""
    events: list[Event] = []
    for carrier in afloat(game, side, charts):
        if not carrier.damage:
            continue
        words = ("repair", carrier.id, *_again(game, charts))
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


def _again(game: Game, charts: Charts) -> tuple[str, ...]:
    """What tells apart repairs that one file's dice are thrown for [MH38].

    The last turn's follow phase 8, so that no file need lie between them and those of the turn
    before. With the pace `phase` nobody is asked, either, while all that is left waits to land
    and cannot, or may not scout; then the marks of those that wait count the turns.
    """
    waited = 0
    if game.pace == "phase":
        left = (one for one in game.squadrons.values() if not is_kept_from_scouting(game, one))
        waited = min((squadron.marks for squadron in left), default=charts.ditch)
    number = 1 + game.final + waited
    return (f"#{number}",) if number > 1 else ()
