"""What ground units are and can do as they are now [2.2.3~, H11.2, H11.3, H13.3]."""

from collections.abc import Iterable

from pbem.engine.kinds import Refusal
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.state import Game, Troops, other


def factor(unit: Troops, charts: Charts) -> int:
    """The combat factor of the side of the counter that is up [2.2.3b~]."""
    return charts.ground[unit.id].cf(unit.steps)


def strength(unit: Troops, charts: Charts) -> int:
    """The combat factor in a battle: halved once for disruption, once for want of supply.

    Each half is rounded up [H11.4, H13.3, H0.2, CR42].
    """
    halved = factor(unit, charts)
    for handicap in (unit.disrupted, not unit.supplied):
        halved = (halved + 1) // 2 if handicap else halved
    return halved


def total_strength(units: Iterable[Troops], charts: Charts) -> int:
    """The combat factors of units together [H11.4]."""
    return sum(strength(unit, charts) for unit in units)


def is_red(unit: Troops, charts: Charts) -> bool:
    """Whether a unit only defends and never moves [2.2.3b~]."""
    return charts.ground[unit.id].red


def is_fit(unit: Troops, charts: Charts) -> bool:
    """Whether a unit may move and attack: undisrupted, supplied, not red [H11.2, H11.4, H13.3]."""
    return not unit.disrupted and unit.supplied and not is_red(unit, charts)


def why_unfit(unit: Troops, charts: Charts) -> Refusal | None:
    """Why a unit may not move and attack [2.2.3b~, H11.2, H13.3]."""
    if is_red(unit, charts):
        return Refusal(rule="2.2.3b~", what="is a garrison: it only defends")
    if unit.disrupted:
        return Refusal(rule="H11.2", what="is disrupted")
    if not unit.supplied:
        return Refusal(rule="H13.3", what="has no supply")
    return None


def has_enemies(game: Game, hex_: str, side: str) -> bool:
    """Whether enemy ground units are in a hex."""
    return any(game.troops_at(hex_, other(side)))


def steps_in(game: Game, hex_: str, side: str) -> int:
    """A side's steps ashore in a hex [H11.3]; those on ships do not count."""
    return sum(unit.steps for unit in game.troops_at(hex_, side))


def that_fit(units: Iterable[Troops], room: int) -> list[Troops]:
    """Units until the hex is full [H11.3]."""
    fits: list[Troops] = []
    for unit in units:
        if unit.steps <= room:
            fits.append(unit)
            room -= unit.steps
    return fits
