"""Commando raids [H11.7]."""

from typing import Literal

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import RaidRow
from pbem.systems.cartwheel.rules.casualties import lose_steps
from pbem.systems.cartwheel.rules.r06_bases import hit_base
from pbem.systems.cartwheel.rules.r09_strikes import Strikes, strike
from pbem.systems.cartwheel.table.events_ground import Raided
from pbem.systems.cartwheel.table.orders_ground import Raid
from pbem.systems.cartwheel.table.state import ALLIED, Game, Told, other

Effect = Literal["fails", "none", "hit", "hit and strike"]


def raid(game: Game, side: str, order: Raid, charts: Charts, dice: Dice) -> Told:
    """A side's raid of the turn on an airbase [H11.7].

    A failed Allied raid costs points, a failed Japanese one a step of the unit that made it. The
    base takes its hit last, as it does when it is bombed [CR22].
    """
    letter = "A" if side == ALLIED else "J"
    roll = dice.roll("11.7", "raid", letter, sides=charts.dice.sides)
    result = charts.raids.results[side].at(roll.dice[0])
    event = Raided(
        to=ALL, side=side, base=order.base, unit=order.unit, roll=roll, effect=_effect(result)
    )
    events: list[Event] = [event]
    game = game.with_turn(replace(game.turn, raided=tuple(sorted((*game.turn.raided, side)))))
    if result.failed and side == ALLIED:
        game = game.awarded(other(side), charts.points.failed_raid, "H11.7", f"raid {order.base}")
    elif result.failed:
        game, lost = lose_steps(game, order.unit, 1, charts)
        events += lost
    owner = game.bases[order.base].owner
    if result.strikes:
        drms = (0,) * result.strikes
        strikes = Strikes(mission=f"raid-{letter}", base=order.base, owner=owner, drms=drms)
        game, struck = strike(game, strikes, charts, dice)
        events += struck
    game, damaged = hit_base(game, order.base, result.hits, "raid", charts)
    return game, (*events, *damaged)


def _effect(result: RaidRow) -> Effect:
    if result.failed:
        return "fails"
    if result.strikes:
        return "hit and strike"
    return "hit" if result.hits else "none"
