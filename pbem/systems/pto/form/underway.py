"""Whom ships that sail may meet on their ways, and what may strike them there [PH5.2, PH5.4].

The rules that send the enemy are asked who would come, by the orders of his that all may read. His
dice, and what he has sealed, may have it otherwise.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.dice import Dice
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.unasked import supposed
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.rules.month.p3_course import moved
from pbem.systems.pto.rules.month.p3_intercept import candidates
from pbem.systems.pto.rules.month.p3_raids import incoming_strike
from pbem.systems.pto.rules.p3_half import Half, Phase, home_of, is_silenced
from pbem.systems.pto.table.naming import each
from pbem.systems.pto.table.orders_month import Sail, is_appended
from pbem.systems.pto.table.state import Game

Threats = dict[str, dict[str, None]]
"""Forces that sail, each with those that may come at it."""


def underway(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """The enemy's ships and bases that may come at forces which sail by a file, as things stand."""
    phase: Phase = "P4" if "P4" in steps_of(view) else "P3"
    half = Half(side=view.side, phase=phase, charts=charts, dice=Dice(None))
    if is_silenced(view.game, half.enemy, half.side, phase):
        return
    ships, bases = _threats(supposed(view, half, orders), half, orders)
    parts = [*_by_whom(bases, "be found and struck from"), *_by_whom(ships, "be met by")]
    if parts:
        yield f"On the way, by what is known of the enemy's orders: {'; '.join(parts)} [F.4]."


def _threats(game: Game, half: Half, orders: Iterable[Order]) -> tuple[Threats, Threats]:
    """The enemy's task forces, then the bases of aircraft, that would come at each that sails."""
    ships: Threats = {}
    bases: Threats = {}
    for order in orders:
        if not isinstance(order, Sail) or is_appended(order):
            continue
        for area in order.path:
            game = moved(game, order.tf, area, half.charts)
            seen = game.with_forces([replace(game.forces[order.tf], searched=True)])
            if area in game.areas:
                continue
            ships.setdefault(order.tf, {}).update(dict.fromkeys(candidates(seen, half, order.tf)))
            strike = incoming_strike(seen, half, order.tf)
            units = (game.air[id_] for id_ in (strike.raid.units if strike else ()))
            bases.setdefault(order.tf, {}).update(
                dict.fromkeys(home_of(game, one) for one in units)
            )
    return ships, bases


def _by_whom(threats: Mapping[str, Iterable[str]], how: str) -> Iterator[str]:
    """Those that may come, each told once with all that they may come at."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for tf, enemies in threats.items():
        if enemies:
            alike.setdefault(tuple(enemies), []).append(tf)
    for enemies, forces in alike.items():
        yield f"{each(forces)} may {how} {each(enemies)}"
