"""Odds, modifiers and results of ground combat, as plain arithmetic [PH10.3-PH10.6]."""

from collections.abc import Iterable

from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_of, year_of
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.map import theatre_of, zone
from pbem.systems.pto.rules.units import strength
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game

ODDS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
LOWEST, HIGHEST = 0, 7
"""The die with its modifiers stays within these [PH10.5]."""


class Modifier(Value):
    """One modifier of the die, with its reason."""

    why: str
    by: int


class Outcome(Value):
    """A result of the combat table: steps lost by both, all defenders lost, a retreat [PH10.6]."""

    attacker: int
    defender: int
    eliminated: bool
    retreat: bool


def odds(attack: int, defence: int) -> str:
    """The column of the table, rounded in the defender's favour; empty: no attack [PH10.4]."""
    if attack <= 0 or 2 * attack < defence:
        return ""
    if attack < defence:
        return ODDS[0]
    return f"{min(attack // defence, 5)}:1" if defence else ODDS[-1]


def is_below(found: str, least: str) -> bool:
    """Whether odds are lower than those at which an attacker goes on [PH10.2]."""
    return not found or ODDS.index(found) < ODDS.index(least)


def attack_of(units: Iterable[Ground], charts: Charts) -> int:
    """The strength of units that attack: unsupplied ones have half, rounded up [PH11.3]."""
    part = charts.supply.attack
    return sum(-(-strength(one) // part) if one.out else strength(one) for one in units)


def defence_of(units: Iterable[Ground]) -> int:
    """The strength of units that are attacked, in supply or not [PH2.6, PH11.3]."""
    return sum(strength(unit) for unit in units)


def modifiers(
    game: Game, side: str, area: str, units: tuple[Ground, ...], charts: Charts
) -> tuple[Modifier, ...]:
    """The modifiers of an attack by a side's units on a land area [PH10.5, W1.2, W1.3, PR12]."""
    by = charts.ground_combat.modifiers
    here = charts.areas[area]
    landing = any(unit.id in game.month.landed for unit in units)
    found = (
        Modifier(why=here.terrain, by=by.get(here.terrain, 0)),
        Modifier(why="fort", by=by["fort"] if game.areas[area].fort else 0),
        Modifier(why="landing", by=by["landing"] if landing else 0),
        Modifier(why="river", by=_river(game, area, units, charts)),
        Modifier(why="weather", by=_weather(game, area, charts)),
        Modifier(why="impetus", by=_impetus(game, side, area, charts)),
    )
    return tuple(one for one in found if one.by)


def _river(game: Game, area: str, units: tuple[Ground, ...], charts: Charts) -> int:
    """A river crossed in this offensive; worse in the monsoon [PH10.5, W1.2.c]."""
    if not any(unit.id in game.month.rivers for unit in units):
        return 0
    usual = charts.ground_combat.modifiers["river"]
    effects = charts.weather.effects.get(game.month.weather)
    return effects.river.get(zone(charts, area), usual) if effects else usual


def _weather(game: Game, area: str, charts: Charts) -> int:
    """Monsoon in arctic and monsoon zones, winter in arctic and land zones [W1.2.b, W1.3.b]."""
    effects = charts.weather.effects.get(game.month.weather)
    return effects.attack.get(zone(charts, area), 0) if effects else 0


def _impetus(game: Game, side: str, area: str, charts: Charts) -> int:
    """Japanese attacks outside China are stronger through March 1942 [PH10.5]."""
    rule = charts.ground_combat.impetus
    early = (year_of(game.turn), month_of(game.turn)) <= (rule.year, rule.month)
    outside = theatre_of(charts, area) != rule.outside
    return rule.modifier if side == side_of(rule.nation) and early and outside else 0


def result(charts: Charts, column: str, die: int) -> Outcome:
    """What the table says; `X` is a step each, `DE` all defenders [PH10.6]."""
    words = charts.ground_combat.results[column][min(max(die, LOWEST), HIGHEST)]
    if words == "X":
        return Outcome(attacker=1, defender=1, eliminated=False, retreat=False)
    if words == "DE":
        return Outcome(attacker=0, defender=0, eliminated=True, retreat=False)
    steps = int(words[1])
    return Outcome(
        attacker=steps if words[0] == "A" else 0,
        defender=steps if words[0] == "D" else 0,
        eliminated=False,
        retreat=words.endswith("R"),
    )
