"""Air units caught on the ground [H9.10.5, H9.10.6]: public dice, victims for the owner to tell."""

from collections.abc import Sequence
from typing import Literal

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import Loss
from pbem.systems.cartwheel.rules.r08_answers import on_alert
from pbem.systems.cartwheel.table.events_charts import BaseStruck
from pbem.systems.cartwheel.table.state import Game, Owed, Told

Effect = Literal["", "D", "step"]


class Strikes(Value):
    """Ground strikes of one mission on a base, a carrier, or the Rufes of a port (`port:1203`).

    `drms` has one modifier for each strike, in order; `airborne` are units based there that are in
    the air, so that they cannot be hit [H9.10.6].
    """

    mission: str
    base: str
    owner: str
    drms: tuple[int, ...]
    airborne: tuple[str, ...] = ()


def strike(game: Game, strikes: Strikes, charts: Charts, dice: Dice) -> Told:
    """Throw the dice of ground strikes [H9.10.5, H6.7, H10.5].

    A strike with an effect picks its victim with a second die [H9.10.6]; if there is any, the
    owner owes a statement (E.6). Whoever is on alert there is safe from all strikes, be they of
    bombs or of ships [H8.9.11].
    """
    alert = on_alert(game, strikes.mission, strikes.base, charts)
    safe = tuple(sorted({*strikes.airborne} | alert))
    effects: list[Effect] = []
    picks: list[int] = []
    rolls: list[Roll] = []
    for k, drm in enumerate(strikes.drms, 1):
        words = (strikes.mission, strikes.base, f"#{k}")
        roll = dice.roll("9.10", "ground", *words, sides=charts.dice.sides)
        effect = effect_of(charts.bombing.strike.at(roll.dice[0] + drm))
        rolls.append(roll)
        effects.append(effect)
        if effect:
            pick = dice.roll("9.10", "pick", *words, sides=charts.dice.pick)
            rolls.append(pick)
        picks.append(pick.dice[0] if effect else 0)
    event = BaseStruck(
        to=ALL, base=strikes.base, owner=strikes.owner, mission=strikes.mission,
        airborne=safe, effects=tuple(effects), picks=tuple(picks), rolls=tuple(rolls),
        drms=strikes.drms,
    )  # fmt: skip
    if not any(effects):
        return game, (event,)
    owed = Owed(
        side=strikes.owner, kind="struck", place=strikes.base, mission=strikes.mission,
        effects=tuple(effects), picks=tuple(picks), spared=safe,
    )  # fmt: skip
    return game.owing(owed), (event,)


def effect_of(loss: Loss) -> Effect:
    """The word for what a ground strike does to its victim [H9.10.5]."""
    if loss.steps:
        return "step"
    return "D" if loss.disrupted else ""


def victim(units: Sequence[str], pick: int) -> str:
    """Which of the units on the ground, by id, a pick of 1 to 100 hits [H9.10.6]; "" of none."""
    return sorted(units)[(pick - 1) % len(units)] if units else ""
