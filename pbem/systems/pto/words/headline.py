"""What happened in at most five lines: what was taken, losses by side, what was bought, points."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.mentions import mention, spelled
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import NATIONS, SIDES
from pbem.systems.pto.rules import victory
from pbem.systems.pto.table.events_economy import (
    BidOpened,
    InitiativeWon,
    JapanBlockaded,
    JapanBombed,
    MonthOver,
)
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    AttackCalledOff,
    GroundRound,
    Landed,
    OffensiveBegun,
    Retreated,
    StepsLost,
)
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import agree, all_of, each, nation_name, side_name, station
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.losses import losses
from pbem.systems.pto.words.sheets import purse_words
from pbem.systems.pto.words.victory import result

EventT = TypeVar("EventT", bound=Event)
MOST, WIDTH = 5, 74
"""So many lines, of as many columns as the report has for them on a screen of 80."""
ALL_NAMED, SOME, THREE, TWO, ONE = 99, 4, 3, 2, 1
"""So many ships, units and areas by name in one sentence, as there is room."""
ROOMS = (
    *((named, False) for named in (ALL_NAMED, SOME, THREE, TWO, ONE)), (ONE, True), (0, True),
)  # fmt: skip
"""How many are named, and whether barely what is gone is told: as there is less and less room."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> tuple[str, ...]:
    """At most five lines: the end of the game, what was done, losses; points last, if known.

    What does not fit is told by number, then not at all.
    """
    known = _known(happenings, game, charts)
    found: tuple[str, ...] = ()
    for named, barely in ROOMS:
        last = tuple(_standing(happenings, game, charts, named))
        found = (*_happened(happenings, named, barely=barely), *last)
        if _height(found, known) <= MOST:
            return found
    first = len(found) - len(last)
    while first and _height((*found[:first], *last), known) > MOST:
        first -= 1
    return (*found[:first], *last)


def _happened(
    happenings: tuple[Happening, ...], named: int, *, barely: bool = False
) -> Iterator[str]:
    events = tuple(happening.event for happening in happenings)
    yield from (f"{result(one.winner, one.grade)}." for one in _all(events, GameEnded))
    yield from _taken(events, named, barely=barely)
    for side in SIDES:
        yield from losses(events, side, named, barely=barely)
    yield from _season(events)
    yield from _void(events) if named > ONE else ()


def _known(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> Mapping[str, str]:
    """What things are called; without a game those without a known name are as long as their id."""
    if game is not None:
        return names(game, charts)
    areas = {area: chart.name.partition(" (")[0] for area, chart in charts.areas.items()}
    said = " ".join(_happened(happenings, ALL_NAMED))
    return {**{id_: _guessed(id_, charts) for id_ in re.findall("⟨([^⟨⟩]+)⟩", said)}, **areas}


def _guessed(id_: str, charts: Charts) -> str:
    """A name as long as that of what has this id."""
    nation, area, *_ = (*id_.upper().split("-"), "")
    if nation in NATIONS and area in charts.areas:
        return f"{station(nation, charts.areas[area].name)} squadron"
    return id_.upper()


def _height(sentences: Iterable[str], known: Mapping[str, str]) -> int:
    """The lines that sentences take as they will be spelled."""
    words = spelled(sentences, known)
    return sum(len(wrap(one, WIDTH, break_on_hyphens=False)) for one in words)


def _all(events: Iterable[Event], kind: type[EventT]) -> tuple[EventT, ...]:
    return tuple(event for event in events if isinstance(event, kind))


# --- what was done -------------------------------------------------------------------------------


def _taken(events: Sequence[Event], named: int, *, barely: bool) -> Iterator[str]:
    """The areas that changed hands, to whom last, those that held, the offensives performed.

    A landing has failed where an area held and nobody who went ashore is left there [P4A.2.B].
    """
    taken: dict[str, list[str]] = {}
    holders = {one.area: one.nation for one in _all(events, AreaTaken)}
    for area, nation in holders.items():
        taken.setdefault(nation, []).append(area)
    parts = [
        f"{_areas(areas, named)} {agree(areas, 'falls', 'fall')} to {nation_name(nation)}"
        for nation, areas in taken.items()
    ]
    fought = dict.fromkeys(
        one.area for one in events if isinstance(one, GroundRound | AttackCalledOff)
    )
    held = [area for area in fought if area not in holders]
    failed = [area for area in held if _is_thrown_back(events, area)]
    held = [area for area in held if area not in failed]
    parts += [f"the landing at {mention(area)} fails" for area in failed]
    parts += [f"{_areas(held, named)} {agree(held, 'does', 'do')} not fall"] if held else []
    if named > TWO or not (parts or barely):
        parts += _offensives(events)
    yield from _sentence(parts)


def _areas(areas: Sequence[str], named: int) -> str:
    """Areas by name, as far as there is room."""
    most = max(named, ONE)
    if len(areas) <= most:
        return each(areas)
    return all_of([*map(mention, areas[:most]), count(len(areas) - most, "other area")])


def _sentence(parts: Sequence[str]) -> Iterator[str]:
    words = "; ".join(parts)
    if words:
        yield f"{words[:1].upper()}{words[1:]}."


def _offensives(events: Sequence[Event]) -> Iterator[str]:
    """The offensives performed, nation by nation: `offensives: Japan by land (Indies, Burma)`."""
    kinds: dict[str, dict[str, list[str]]] = {}
    for one in _all(events, OffensiveBegun):
        kinds.setdefault(one.nation, {}).setdefault(one.kind, []).extend(one.where)
    told = (
        f"{nation_name(nation)} {all_of(_where(kind, where) for kind, where in done.items())}"
        for nation, done in kinds.items()
    )
    words = ", ".join(told)
    if words:
        yield f"offensives: {words}"


def _is_thrown_back(events: Sequence[Event], area: str) -> bool:
    """Whether all who landed in an area were eliminated or left it again [PH10.6, PH10.7]."""
    ashore = {unit for one in _all(events, Landed) if one.area == area for unit in one.units}
    gone = {unit for one in _all(events, StepsLost) if one.area == area for unit in one.gone}
    gone |= {unit for one in _all(events, Retreated) if one.area == area for unit in one.units}
    return bool(ashore) and ashore <= gone


def _where(kind: str, where: Iterable[str]) -> str:
    """The theatres of offensives, the stacks with which they are performed, or their targets."""
    named = tuple(dict.fromkeys(where))
    if kind == "land":
        return f"by land ({', '.join(named)})"
    return f"by {kind} {'with' if kind == 'sea' else 'at'} {each(named)}"


def _season(events: Sequence[Event]) -> Iterator[str]:
    """Offensives bought, the initiative, what bombs and boats cost Japan, and what month is over.

    The rules are S3.2, P2.0 and P6.5.
    """
    parts = [*_bought([one for one in _all(events, BidOpened) if one.bought])]
    parts += [
        f"the {side_name(one.side)} have the initiative" for one in _all(events, InitiativeWon)
    ]
    lost = sum(one.lost for one in _all(events, JapanBombed))
    lost += sum(one.lost for one in _all(events, JapanBlockaded))
    parts += [f"bombs and boats cost Japan {lost} EP"] if lost else []
    parts += [f"{month_name(one.turn)} is over" for one in _all(events, MonthOver)]
    yield from _sentence(parts)


def _bought(bids: Sequence[BidOpened]) -> Iterator[str]:
    """The offensives bought: `Japan buys 9 offensives`, of several nations the rest by number."""
    if bids:
        first, *others = bids
        words = f"{nation_name(first.nation)} buys {count(first.bought, 'offensive')}"
        yield all_of([words, *(f"{nation_name(one.nation)} {one.bought}" for one in others)])


def _void(events: Sequence[Event]) -> Iterator[str]:
    """How many orders of each seat came to nothing when their time came [P0.5]."""
    seats = Counter(one.seat for one in _all(events, Voided))
    parts = [f"{seat} {number}" for seat, number in seats.items()]
    if parts:
        yield f"Orders that came to nothing: {all_of(parts)}."


# --- how it stands -------------------------------------------------------------------------------


def _standing(
    happenings: Sequence[Happening], game: Game | None, charts: Charts, named: int
) -> Iterator[str]:
    """Points now and before, EP and offensives left; who performs the next offensive."""
    points = " ".join(_points(happenings, game, charts))
    goes_on = game is not None and game.ending is None
    acts = side_name(game.month.to_act) if game is not None and game.month.to_act else ""
    if named < SOME and points and goes_on and acts:
        yield f"{points} Next: {acts}."
        return
    if points:
        left = f" {_purses(game)}" if game is not None and goes_on and named > SOME else ""
        yield f"{points}{left}".rstrip()
    if goes_on and acts:
        yield f"The {acts} may perform an offensive next."


def _points(happenings: Sequence[Happening], game: Game | None, charts: Charts) -> Iterator[str]:
    """The points of both sides, and what they were before: `Japanese 9 (before 0), Allies 7`."""
    scores = [one.score for one in happenings if one.score is not None]
    counted = _all((one.event for one in happenings), PointsCounted)
    points: Mapping[str, int] = {one.side: one.points for one in counted}
    points = scores[-1].now if scores else points
    if game is not None:
        points = victory.score(game, charts)
    if not points or not happenings:
        return
    gained = {side: sum(one.gained.get(side, 0) for one in scores) for side in SIDES}
    was = {side: f" (before {points[side] - gained[side]})" for side in SIDES if gained[side]}
    now = ", ".join(f"{side_name(side)} {points[side]}{was.get(side, '')}" for side in SIDES)
    yield f"Points: {now}{', as before' if game is not None and not was else ''}."


def _purses(game: Game) -> str:
    """EP and offensives left, where two nations have any: those of more are for the table."""
    if sum(1 for purse in game.purses.values() if purse.points or purse.track) > TWO:
        return ""
    words = purse_words(game)
    return f"EP and offensives left: {words}." if words else "No EP and no offensives are left."
