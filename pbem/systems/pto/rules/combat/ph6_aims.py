"""Whom a ship fires at in surface combat [PH6.2]."""

from pbem.frozen import FrozenMap, Value, field
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.combat.losses import worth_of
from pbem.systems.pto.rules.units import armour, gun
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import Gunnery
from pbem.systems.pto.table.state import Game

MOST = 12
"""The highest total of two dice."""


class Aiming(Value):
    """How often each ship has been fired at in this round."""

    shots: FrozenMap[int] = field(default_factory=FrozenMap)

    def at(self, target: str) -> "Aiming":
        """With one shot more at a ship."""
        return Aiming(shots=self.shots.set(target, self.shots.get(target, 0) + 1))


def target_of(
    game: Game,
    ship: Ship,
    enemies: tuple[Ship, ...],
    order: Gunnery,
    aiming: Aiming,
    charts: Charts,
) -> Ship | None:
    """The ship's target, None if there is none [PH6.2].

    Carriers and transports only once every enemy of the screen has been fired at in this round.
    Among those, rather one that the gun can hit, then one that was fired at least often, then as
    the doctrine ranks them, then by id [PR25].
    """
    rating = gun(game, charts, ship)

    def rank(enemy: Ship) -> tuple[bool, int, tuple[int, ...], str]:
        beyond = armour(enemy) > MOST + rating
        return (
            beyond,
            aiming.shots.get(enemy.id, 0),
            _doctrine(game, enemy, order, charts),
            enemy.id,
        )

    return min(_open_to_fire(enemies, aiming, charts), key=rank, default=None)


def _open_to_fire(enemies: tuple[Ship, ...], aiming: Aiming, charts: Charts) -> tuple[Ship, ...]:
    """Enemies that may be fired at now; boats never are [PH6.2]."""
    screen = tuple(one for one in enemies if one.kind in charts.gunnery.screen)
    screened = tuple(one for one in enemies if one.kind in charts.gunnery.screened)
    untouched = any(one.id not in aiming.shots for one in screen)
    return screen if untouched else (*screen, *screened)


def _doctrine(game: Game, enemy: Ship, order: Gunnery, charts: Charts) -> tuple[int, ...]:
    """The rank of an enemy by the owner's doctrine, lowest first [PH6.2, F.4]."""
    match order.fire:
        case "strongest-gun":
            return (-gun(game, charts, enemy), armour(enemy))
        case "weakest-armour":
            return (armour(enemy), -gun(game, charts, enemy))
        case "capital":
            return (-worth_of(game, enemy, charts), -gun(game, charts, enemy))
    named = (order.first.index(one) for one in (enemy.id, enemy.kind) if one in order.first)
    return (min(named, default=len(order.first)), -gun(game, charts, enemy))
