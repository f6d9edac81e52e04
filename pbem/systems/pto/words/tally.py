"""What a headline tells of months and seasons, and how it stands: points, EP, who acts next."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event, Happening, Score
from pbem.engine.mentions import mention
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name, season_name
from pbem.systems.pto.book.kinds import SIDES, other, side_of
from pbem.systems.pto.rules import victory
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.events_economy import (
    BidOpened,
    BombersStay,
    InitiativeWon,
    JapanBlockaded,
    JapanBombed,
    MonthOver,
    WeatherSet,
    ZoneRolled,
)
from pbem.systems.pto.table.events_play import Passed, Voided
from pbem.systems.pto.table.events_victory import PointsCounted
from pbem.systems.pto.table.naming import all_of, each, flying, nation_name, side_name, signed
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.economy import CONDITIONS
from pbem.systems.pto.words.rooms import Room
from pbem.systems.pto.words.sheets import purse_words
from pbem.systems.pto.words.void import kept_words, void_at

EventT = TypeVar("EventT", bound=Event)
FEW_PURSES = 2
"""So many nations have their EP and offensives told; those of more are for the table."""


def of_kind(events: Iterable[Event], kind: type[EventT]) -> tuple[EventT, ...]:
    """The events of one class."""
    return tuple(event for event in events if isinstance(event, kind))


def season(events: Sequence[Event], room: Room) -> Iterator[str]:
    """Offensives bought, the initiative, what bombs and boats cost Japan, what month is over.

    The weather comes last, if it is to be told. The rules are S3.2, P2.0, P6.5 and P1.
    """
    over = of_kind(events, MonthOver)
    if room.barely:
        yield from map(_over, over)
        return
    yield from _bought([one for one in of_kind(events, BidOpened) if one.bought])
    for one in of_kind(events, InitiativeWon):
        yield f"the {side_name(one.side)} have the initiative"
    yield from map(kept_words, of_kind(events, BombersStay))
    yield from _cost(events)
    yield from _passes(of_kind(events, Passed)) if not over else ()
    yield from map(_over, over)
    if room.quiet:
        yield from _weather(events)


def _passes(passes: Sequence[Passed]) -> Iterator[str]:
    """Who passed, each side once, and whether for the rest of the month [PH13.3, F.2.6]."""
    resting = {one.side: one.rest for one in passes}
    for side, rests in resting.items():
        until = " for the rest of the month" if rests else ""
        yield f"the {side_name(side)} pass{until}"


def _cost(events: Sequence[Event]) -> Iterator[str]:
    """The EP that Japan lost in its strategic warfare, by what, and are left [P2.1.5, P2.2.2]."""
    bombs = sum(one.lost for one in of_kind(events, JapanBombed))
    boats = sum(one.lost for one in of_kind(events, JapanBlockaded))
    who = [what for what, lost in (("bombs", bombs), ("boats", boats)) if lost]
    if who:
        *_, last = (one for one in events if isinstance(one, JapanBombed | JapanBlockaded))
        yield f"{all_of(who)} cost Japan {bombs + boats} EP, {last.left} left"


def _weather(events: Sequence[Event]) -> Iterator[str]:
    """The newest weather: `winter weather, no flights in the arctic zone` [P1.1, P1.3]."""
    *_, last = (None, *of_kind(events, WeatherSet))
    if last is not None:
        since = events[events.index(last) :]
        grounded = [one.zone for one in of_kind(since, ZoneRolled) if one.grounded]
        yield f"{CONDITIONS[last.condition]} weather, {flying(grounded)}"


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


FEW_AREAS = 3
"""So many areas are named with their points."""
REASONS = 3
"""So many orders that came to nothing have their reasons told; more are gathered by kind."""


def void(events: Sequence[Event], fully: int) -> Iterator[str]:
    """The orders of each seat that came to nothing when their time came [P0.5].

    With their reasons if they are few and `fully` is 3, with what they were of if it is 2; with 0
    only how many they are.
    """
    found = dict.fromkeys(of_kind(events, Voided))
    orders: dict[tuple[str, str], list[Voided]] = {}
    for one in found:
        orders.setdefault((one.seat, one.order), []).append(one)
    if found and not fully:
        many = count(len(found), "order")
        yield f"{many} came to nothing"
        return
    if fully > 2 and len(found) <= REASONS:
        parts = [f"{_void_of((one,))} ({one.why})" for one in found]
    elif fully > 1:
        parts = [_void_of(alike) for alike in orders.values()]
    else:
        parts = [f"{seat} {_many(kind, alike)}" for (seat, kind), alike in orders.items()]
    if parts:
        yield f"orders that came to nothing: {all_of(parts)}"


def _void_of(alike: Sequence[Voided]) -> str:
    """Orders of a kind with what they were of: `allied strike at TF 8`."""
    seat, kind = alike[0].seat, alike[0].order
    subjects = list(dict.fromkeys(one.subject for one in alike if one.subject))
    of = f" {void_at(kind)} {each(subjects)}" if subjects else ""
    return f"{seat} {_many(kind, alike)}{of}"


def _many(kind: str, alike: Sequence[Voided]) -> str:
    return kind if len(alike) == 1 else f"{kind} ({len(alike)})"


# --- how it stands -------------------------------------------------------------------------------


def standing(
    happenings: Sequence[Happening], game: Game | None, charts: Charts, room: Room
) -> Iterator[str]:
    """Points now and before, EP and offensives left; who performs the next offensive."""
    points = " ".join(_points(happenings, game, charts, room))
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


def _points(
    happenings: Sequence[Happening], game: Game | None, charts: Charts, room: Room
) -> Iterator[str]:
    """The points of both sides, what they were before and are for.

    `Japanese 9 (before 5; +4 for ships), Allies 7`; what they were is left out if there is little
    room, for what they are for tells it.
    """
    scores = [one.score for one in happenings if one.score is not None]
    counted = of_kind((one.event for one in happenings), PointsCounted)
    points: Mapping[str, int] = {one.side: one.points for one in counted}
    points = scores[-1].now if scores else points
    if game is not None:
        points = victory.score(game, charts)
    if not points or not happenings:
        return
    gained = {side: sum(one.gained.get(side, 0) for one in scores) for side in SIDES}
    sunk = of_kind((one.event for one in happenings), ShipSunk)
    ships = {
        side: sum(s.points for s in sunk if side_of(s.nation) == other(side)) for side in SIDES
    }
    before = {side: _before(points[side] - gained[side], room) for side in SIDES}
    why = {
        side: _reasons(gained[side], ships[side], _earned(scores, side))
        if room.apart
        else signed(gained[side])
        for side in SIDES
    }
    was = {side: f" ({before[side]}{why[side]})" for side in SIDES if gained[side]}
    now = ", ".join(f"{side_name(side)} {points[side]}{was.get(side, '')}" for side in SIDES)
    yield f"Points: {now}{', as before' if game is not None and not was else ''}."


def _before(points: int, room: Room) -> str:
    return f"before {points}; " if room.before else ""


def _earned(scores: Iterable[Score], side: str) -> Mapping[str, int]:
    """What a side gained for areas, by each, in all [PH15.1]."""
    found = Counter[str]()
    for one in scores:
        found.update(one.earned.get(side, {}))
    return {area: points for area, points in found.items() if points}


def _reasons(gained: int, ships: int, areas: Mapping[str, int]) -> str:
    """What points were gained for: `+4 for ships, −8 for Leyte`; a ruling's `besides` [PH15.1].

    More than a few areas are told by number.
    """
    named = [(f"for {mention(area)}", points) for area, points in areas.items()]
    whole = sum(areas.values())
    if len(named) > FEW_AREAS:
        named = [(f"for {count(len(areas), 'area')}", whole)]
    parts = (("for ships", ships), *named, ("besides", gained - ships - whole))
    return ", ".join(f"{signed(points)} {what}" for what, points in parts if points)


def _purses(game: Game) -> str:
    """EP and offensives left, where few nations have any."""
    if sum(1 for purse in game.purses.values() if purse.points or purse.track) > FEW_PURSES:
        return ""
    words = purse_words(game)
    return f"EP and offensives left: {words}." if words else "No EP and no offensives are left."
