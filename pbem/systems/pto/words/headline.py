"""What happened in five sentences at most: what was taken and lost, what was bought, points."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.mentions import mention, spelled
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name, season_name
from pbem.systems.pto.book.kinds import NATIONS, SIDES, other, side_of
from pbem.systems.pto.rules import victory
from pbem.systems.pto.table.events_combat import SurfaceCombatBegun
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
from pbem.systems.pto.table.events_naval import RaidFlown
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import agree, all_of, each, nation_name, side_name, station
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.deeds import deed_words, deeds
from pbem.systems.pto.words.losses import Most, losses
from pbem.systems.pto.words.sheets import purse_words
from pbem.systems.pto.words.victory import result

EventT = TypeVar("EventT", bound=Event)
MOST, WIDTH = 5, 74
"""So many sentences, and columns as the report has for them on a screen of 80."""
LINES, MORE_LINES = 5, 8
"""So many lines of that width; more are taken where great ships or areas would have no name."""


EVERY = 99
"""So many ships that each has its name."""


class Room(Value):
    """How much is told: so many ships and units by name, areas of a kind, and in so many lines.

    `capital`: so many carriers and battleships that are lost, in any case. `fully`: offensives
    beside what came of them. `purses`: what EP are left. `deeds`: of so many ships with names it is
    told who sank them. `barely`: no battles at sea, no offensives
    and void orders, and of losses what is gone alone.
    """

    ships: int
    capital: int = EVERY
    units: int = 0
    areas: int = 5
    lines: int = MORE_LINES
    fully: bool = False
    purses: bool = False
    deeds: int = 0
    barely: bool = False


FEW = 4
"""So many ground or air units that a side lost have names; of more only the number is told."""
FEW_PURSES = 2
"""So many nations have their EP and offensives told; those of more are for the table."""
ROOMS = (
    Room(ships=EVERY, units=FEW, lines=LINES, fully=True, purses=True, deeds=EVERY),
    Room(ships=EVERY, units=FEW, lines=LINES, fully=True, deeds=EVERY),
    Room(ships=EVERY, units=2, lines=LINES, fully=True, deeds=EVERY),
    Room(ships=EVERY, units=FEW, fully=True, deeds=EVERY),
    *(Room(ships=EVERY, deeds=most) for most in (EVERY, 6, 3)),
    *(Room(ships=most, deeds=3) for most in (9, 6, 4, 3, 2)),
    *(Room(ships=most, deeds=most) for most in (2, 1)),
    *(Room(ships=most) for most in (4, 3, 2, 1)),
    Room(ships=1, areas=2, barely=True),
    Room(ships=0, areas=1, barely=True),
    *(Room(ships=most, capital=most) for most in (9, 6, 4, 3, 2, 1)),
    Room(ships=0, capital=0, areas=1, barely=True),
)
"""As there is less and less room: what is great keeps its name longest."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> tuple[str, ...]:
    """At most five sentences: the end of the game, what was done, losses; points last, if known.

    What does not fit is told by number, then not at all.
    """
    known = _known(happenings, game, charts)
    found: tuple[str, ...] = ()
    for room in ROOMS:
        last = tuple(_standing(happenings, game, charts, room))
        found = (*_happened(happenings, room, game, charts), *last)
        if _fits(found, known, room.lines):
            return found
    first = len(found) - len(last)
    while first and not _fits((*found[:first], *last), known, MORE_LINES):
        first -= 1
    return (*found[:first], *last)


def _fits(found: Sequence[str], known: Mapping[str, str], lines: int) -> bool:
    return len(found) <= MOST and _height(found, known) <= lines


def _happened(
    happenings: tuple[Happening, ...], room: Room, game: Game | None, charts: Charts
) -> Iterator[str]:
    events = tuple(happening.event for happening in happenings)
    yield from (f"{result(one.winner, one.grade)}." for one in _all(events, GameEnded))
    yield from _taken(events, room, game)
    for side in SIDES:
        yield from losses(
            events,
            side,
            charts,
            Most(ships=room.ships, capital=room.capital, units=room.units),
            barely=room.barely,
        )
    yield from _season(events)
    yield from _void(events) if not room.barely else ()


def _known(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> Mapping[str, str]:
    """What things are called; without a game those without a known name are as long as their id."""
    if game is not None:
        return names(game, charts)
    areas = {area: chart.name.partition(" (")[0] for area, chart in charts.areas.items()}
    said = " ".join(_happened(happenings, ROOMS[0], None, charts))
    return {**{id_: _guessed(id_, charts) for id_ in re.findall("⟨([^⟨⟩]+)⟩", said)}, **areas}


def _guessed(id_: str, charts: Charts) -> str:
    """A name as long as that of what has this id, and the same as that of an area of that name."""
    nation, area, *_ = (*id_.upper().split("-"), "")
    if nation in NATIONS and area in charts.areas:
        return f"{station(nation, charts.areas[area].name)} squadron"
    return id_.replace("-", " ").title()


def _height(sentences: Iterable[str], known: Mapping[str, str]) -> int:
    """The lines that sentences take as they will be spelled."""
    words = spelled(sentences, known)
    return sum(len(wrap(one, WIDTH, break_on_hyphens=False)) for one in words)


def _all(events: Iterable[Event], kind: type[EventT]) -> tuple[EventT, ...]:
    return tuple(event for event in events if isinstance(event, kind))


# --- what was done -------------------------------------------------------------------------------


def _taken(events: Sequence[Event], room: Room, game: Game | None) -> Iterator[str]:
    """The areas that changed hands, to whom last, those that held, who sank what, battles.

    Offensives come last.

    A landing has failed where an area held and nobody who went ashore is left there [P4A.2.B]. Who
    attacks in an area of his own clears it, or does not.
    """
    taken: dict[str, list[str]] = {}
    holders = {one.area: one.nation for one in _all(events, AreaTaken)}
    for area, nation in holders.items():
        taken.setdefault(nation, []).append(area)
    parts = [
        f"{_areas(areas, room)} {agree(areas, 'falls', 'fall')} to {nation_name(nation)}"
        for nation, areas in taken.items()
    ]
    attacked, own = _attacked(events)
    held = {area: side for area, side in attacked.items() if area not in holders}
    failed = [area for area in held if _is_thrown_back(events, area)]
    parts += [f"the landing at {mention(area)} fails" for area in failed]
    parts += _held(events, {area: side for area, side in held.items() if area not in failed}, room)
    parts += _own(own, [*holders, *attacked], room, game)
    done = deeds(events, room.deeds)
    parts += map(deed_words, done)
    known = {(one.flown, one.area) for one in done}
    fought = [*dict.fromkeys(one.area for one in _all(events, SurfaceCombatBegun))]
    fought = [area for area in fought if (False, area) not in known]
    if fought and not room.barely:
        parts.append(f"ships fight in {_areas(fought, room)}")
    struck = [*dict.fromkeys(one.area for one in _all(events, RaidFlown))]
    struck = [area for area in struck if (True, area) not in known]
    if struck and not room.barely:
        parts.append(f"aircraft strike in {_areas(struck, room)}")
    if room.fully or not (parts or room.barely):
        parts += _offensives(events)
    yield from _sentence(parts)


def _attacked(events: Iterable[Event]) -> tuple[dict[str, str], dict[str, str]]:
    """The areas of the enemy where ground units attacked, with the side that performed if told.

    Then those that the side itself holds, where it attacked whoever had come.
    """
    found: dict[str, str] = {}
    own: dict[str, str] = {}
    side = ""
    for one in events:
        match one:
            case OffensiveBegun():
                side = side_of(one.nation)
            case GroundRound() | AttackCalledOff():
                is_own = bool(one.holder) and side_of(one.holder) == side
                (own if is_own else found)[one.area] = one.holder if is_own else side
    return found, own


def _own(
    own: Mapping[str, str], told: Iterable[str], room: Room, game: Game | None
) -> Iterator[str]:
    """The areas that their holder attacked in, by nation; without a game what came of it is not.

    Those of which more is told are left out.
    """
    left = {area: nation for area, nation in own.items() if area not in told}
    for nation in dict.fromkeys(left.values()):
        areas = [area for area, one in left.items() if one == nation]
        enemy = other(side_of(nation))
        cleared = [area for area in areas if game is not None and not game.ground_at(area, enemy)]
        rest = [area for area in areas if area not in cleared]
        if cleared:
            yield f"{nation_name(nation)} clears {_areas(cleared, room)}"
        if rest:
            yield f"{nation_name(nation)} attacks the enemy in {_areas(rest, room)}"


def _held(events: Sequence[Event], held: Mapping[str, str], room: Room) -> Iterator[str]:
    """The areas that were attacked and hold, by who attacked, and those where he landed."""
    ashore = {one.area for one in _all(events, Landed)}
    for side in dict.fromkeys(held.values()):
        areas = [area for area, one in held.items() if one == side]
        landed = [area for area in areas if side and area in ashore]
        others = [area for area in areas if area not in landed]
        if landed:
            fall = agree(landed, "does", "do")
            yield f"the {side_name(side)} land at {_areas(landed, room)}, which {fall} not fall"
        if others:
            to = f" to the {side_name(side)}" if side else ""
            yield f"{_areas(others, room)} {agree(others, 'does', 'do')} not fall{to}"


def _areas(areas: Sequence[str], room: Room) -> str:
    """Areas by name, as far as there is room; nobody counts a single one."""
    if len(areas) <= room.areas:
        return each(areas)
    return all_of(
        [*map(mention, areas[: room.areas]), count(len(areas) - room.areas, "other area")]
    )


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
    parts += [_over(one) for one in _all(events, MonthOver)]
    yield from _sentence(parts)


def _over(month: MonthOver) -> str:
    """The month that is over, and the season that begins with the next one."""
    begins = f", {season_name(month.season)} begins" if month.season else ""
    return f"{month_name(month.turn)} is over{begins}"


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
    happenings: Sequence[Happening], game: Game | None, charts: Charts, room: Room
) -> Iterator[str]:
    """Points now and before, EP and offensives left; who performs the next offensive."""
    points = " ".join(_points(happenings, game, charts))
    goes_on = game is not None and game.ending is None
    acts = side_name(game.month.to_act) if game is not None and game.month.to_act else ""
    if not room.purses and points and goes_on and acts:
        yield f"{points} Next: {acts}."
        return
    if points:
        left = f" {_purses(game)}" if game is not None and goes_on and room.purses else ""
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
    """EP and offensives left, where few nations have any."""
    if sum(1 for purse in game.purses.values() if purse.points or purse.track) > FEW_PURSES:
        return ""
    words = purse_words(game)
    return f"EP and offensives left: {words}." if words else "No EP and no offensives are left."
