"""Which seas the enemy has to close so that an area is out of supply [PH11.1]."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.month.ph11_supply import Roads, is_open_sea
from pbem.systems.pto.table.state import Game

SOURCE = ""
"""What stands for all sources of supply among the places that a road comes to."""

Onward = Mapping[str, Collection[str]]
"""The closed seas that a road from an area, or from such a sea, comes to next, or SOURCE."""
Seas = frozenset[str]


def closing(game: Game, side: str, area: str, charts: Charts) -> tuple[tuple[str, ...], ...]:
    """The sets of seas whose closing cuts an area off, of those that enemy ships close [PH11.1].

    Each is enough, and none has a sea too many; the smallest first, at a tie the first by ids. The
    only one is empty if the area has no supply even by open seas.
    """
    roads = Roads(game, side, charts, opened=True)
    closed = {sea for sea in roads.seas if not is_open_sea(game, side, sea)}
    onward = {at: _met(roads, at, closed - {at}) for at in (area, *closed)}
    return tuple(sorted((tuple(sorted(one)) for one in cuts(onward, area)), key=_by_size))


def _by_size(seas: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(seas), seas


def _met(roads: Roads, start: str, closed: Collection[str]) -> set[str]:
    """What supply from an area or sea comes to before it passes any closed sea."""
    found, seen, waiting = set[str](), {start}, deque([start])
    while waiting:
        at = waiting.popleft()
        if at in closed:
            found.add(at)
        elif at in roads.sources and at in roads.friendly:
            found.add(SOURCE)
        else:
            more = [to for to in roads.onward(start, at) if to not in seen]
            seen.update(more)
            waiting.extend(more)
    return found


def cuts(onward: Onward, start: str) -> Iterator[Seas]:
    """Each least set of seas without which no road leads from a start to SOURCE.

    The nearest is found first; each farther one by passing a sea of one that is nearer. Trying all
    sets of seas would take as long as there are sets, not as there are answers.
    """
    back: dict[str, set[str]] = {}
    for at, after in onward.items():
        for to in after:
            back.setdefault(to, set()).add(at)
    first = _cut(onward, back, {start})
    seen, waiting = {first}, deque([first])
    while waiting:
        cut = waiting.popleft()
        if cut is None:
            continue
        yield cut
        passed = _reached(onward, start, cut)
        for sea in cut:
            farther = _cut(onward, back, passed | {sea})
            if farther not in seen:
                seen.add(farther)
                waiting.append(farther)


def _cut(onward: Onward, back: Onward, passed: Collection[str]) -> Seas | None:
    """The seas next to those passed that lead on to SOURCE by themselves; None if one is beside it.

    All of them have to be closed, and no other.
    """
    edge = {to for at in passed for to in onward[at]} - {*passed}
    if SOURCE in edge:
        return None
    leading = _reached(back, SOURCE, edge)
    return frozenset(sea for sea in edge if not leading.isdisjoint(onward[sea]))


def _reached(onward: Onward, start: str, shut: Collection[str]) -> set[str]:
    """Where the roads from a start lead, itself among it, without those that are shut."""
    found, waiting = {start}, [start]
    while waiting:
        for to in onward.get(waiting.pop(), ()):
            if to not in found and to not in shut:
                found.add(to)
                waiting.append(to)
    return found
