"""Airdrops: paratroops and supply units from C-47s [H11.6, H13.4]."""

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY, lose_steps
from pbem.systems.cartwheel.rules.r06_bases import control, overrun
from pbem.systems.cartwheel.rules.r09_battle import Battle, Wing
from pbem.systems.cartwheel.rules.r09_landing import while_aloft
from pbem.systems.cartwheel.table.events_air import Dropped
from pbem.systems.cartwheel.table.state import Game, Told, other


def lose_passengers(game: Game, battle: Battle, charts: Charts) -> Told:
    """Paratroops die with their C-47 [H11.6]; if it only turned back they are at their base."""
    unit = charts.marching.parachutist
    for wing in battle.of("transport"):
        if not wing.alive and cargo_of(battle, wing) == unit:
            return lose_steps(game, unit, game.troops[unit].steps, charts)
    return game, ()


def drop(game: Game, battle: Battle, charts: Charts, dice: Dice) -> Told:
    """C-47s that are neither lost, disrupted nor gone drop: paratroops first, then supply."""
    events: list[Event] = []
    wings = battle.able("transport")
    for wing in sorted(wings, key=lambda one: (cargo_of(battle, one) == SUPPLY, one.unit)):
        if cargo_of(battle, wing) == SUPPLY:
            game, told = _drop_supply(game, battle, wing, charts, dice)
        else:
            game, told = _drop_troops(game, battle, wing, charts, dice)
        events += told
    return game, tuple(events)


def cargo_of(battle: Battle, wing: Wing) -> str:
    """What a C-47 carries: a parachute unit, or `supply`."""
    return next((one.cargo for one in battle.raid.fliers if one.unit == wing.unit), "")


def _drop_troops(game: Game, battle: Battle, wing: Wing, charts: Charts, dice: Dice) -> Told:
    """The parachute unit lands at once, perhaps scattered; an empty hex is captured [H11.6]."""
    raid, unit = battle.raid, game.troops[charts.marching.parachutist]
    roll = dice.roll("11.6", "drop", raid.id, sides=charts.dice.sides)
    scattered = roll.dice[0] <= charts.marching.scattered
    landed = replace(unit, at=raid.hex, disrupted=scattered, dropped=game.now)
    game = game.with_troops((landed,))
    event = Dropped(
        to=ALL, mission=raid.id, unit=wing.unit, cargo=unit.id, hex=raid.hex, rolls=(roll,),
        effect="D" if scattered else "",
    )  # fmt: skip
    if any(game.troops_at(raid.hex, other(raid.side))):
        game, taken = overrun(game, raid.hex, raid.side, charts, dice, "drop")
        return game, (event, *taken)
    game, taken = while_aloft(
        game, battle, lambda now: control(now, raid.hex, raid.side, charts, dice, "drop")
    )
    return game, (event, *taken)


def _drop_supply(game: Game, battle: Battle, wing: Wing, charts: Charts, dice: Dice) -> Told:
    """A supply unit is found if own troops are there and the die allows [H13.4]."""
    raid = battle.raid
    place = f"{raid.side}/{raid.hex}"
    lying = game.supplies.get(place, 0)
    rolls: tuple[Roll, ...] = ()
    if any(game.troops_at(raid.hex, raid.side)) and lying < charts.supply.units:
        rolls = (dice.roll("13.4", "supply", raid.id, wing.unit, sides=charts.dice.sides),)
    found = any(roll.dice[0] <= charts.supply.dropped for roll in rolls)
    if found:
        game = replace(game, supplies=game.supplies.set(place, lying + 1))
    event = Dropped(
        to=ALL, mission=raid.id, unit=wing.unit, cargo=SUPPLY, hex=raid.hex, rolls=rolls,
        effect="" if found else "lost",
    )  # fmt: skip
    return game, (event,)
