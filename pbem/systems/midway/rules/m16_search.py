"""Finding the Japanese fleet [M16]: the first American wave searches in four groups."""

from collections.abc import Iterable

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.answers import Answers, given, voided
from pbem.systems.midway.table.events import Searched
from pbem.systems.midway.table.orders import SearchGroups
from pbem.systems.midway.table.state import Game, Squadron

Groups = tuple[tuple[str, ...], ...]


def search(
    game: Game, answers: Answers, going: tuple[Squadron, ...], charts: Charts, dice: Dice
) -> Result[Game]:
    """One group of those that advance arrives in Ready, the others stay in Moving [M16.1-M16.5]."""
    ids = tuple(squadron.id for squadron in going)
    groups, events = _groups(answers, ids, charts)
    rolls = _rolled(dice, charts)
    lucky = rolls[-1].dice[0]
    arrived = (game.squadrons[id_].moved("ready") for id_ in groups[lucky - 1])
    found = Searched(to=ALL, groups=groups, rolls=rolls, lucky=lucky)
    return Result(
        game=replace(game.with_squadrons(arrived), search_done=True), events=(*events, found)
    )


def dealt(ids: Iterable[str], groups: int) -> Groups:
    """Squadrons by id dealt to groups 1, 2, 3, 4, 1, … [M16.2]."""
    ordered = sorted(ids)
    return tuple(tuple(ordered[first::groups]) for first in range(groups))


def is_partition(groups: Groups, ids: Iterable[str]) -> bool:
    """Whether the groups hold each of the squadrons once, and nothing else [M16.1]."""
    return sorted(id_ for group in groups for id_ in group) == sorted(ids)


def is_even(groups: Groups, charts: Charts) -> bool:
    """Whether there are as many groups as there must be, about equal in size [M16.2]."""
    sizes = [len(group) for group in groups]
    right = len(sizes) == charts.limits.search_groups
    return right and max(sizes) - min(sizes) <= charts.house.group_spread


def largest(squadrons: int, charts: Charts) -> int:
    """The most squadrons in one group, if so many are divided [M16.2]."""
    groups = charts.limits.search_groups
    return (squadrons + (groups - 1) * charts.house.group_spread) // groups


def _groups(
    answers: Answers, ids: tuple[str, ...], charts: Charts
) -> tuple[Groups, tuple[Event, ...]]:
    """The groups as ordered, if they are of those that really advance; else dealt [MH36]."""
    events: tuple[Event, ...] = ()
    for seat, order in given(answers, SearchGroups):
        if is_partition(order.groups, ids) and is_even(order.groups, charts):
            return order.groups, events
        named = tuple(id_ for group in order.groups for id_ in group)
        events += (voided(seat, order, named, "MH36"),)
    return dealt(ids, charts.limits.search_groups), events


def _rolled(dice: Dice, charts: Charts) -> tuple[Roll, ...]:
    """The search die, thrown again while it names no group [M16.3]."""
    rolls = [dice.roll("M16.3", "search", sides=charts.combat.sides)]
    while rolls[-1].dice[0] >= charts.limits.search_again:
        again = f"#{len(rolls) + 1}"
        rolls.append(dice.roll("M16.3", "search", again, sides=charts.combat.sides))
    return tuple(rolls)
