"""What a headline tells of months and seasons, and how it stands: points and EP."""

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
    Arrived,
    BidOpened,
    BombersSent,
    BombersStay,
    Bought,
    Completed,
    CompletionTried,
    InitiativeWon,
    JapanBlockaded,
    JapanBombed,
    MonthOver,
    RepairTried,
    Replenished,
    Unsupplied,
    WeatherSet,
    ZoneRolled,
)
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_play import FirstMover, Passed, StandingOpened, Voided
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.naming import (
    SIDE_ADJECTIVES,
    agree,
    all_of,
    flying,
    nation_name,
    seat_name,
    side_name,
    signed,
    subject_name,
)
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.clashes import some
from pbem.systems.pto.words.economy import CONDITIONS
from pbem.systems.pto.words.sheets import purse_words
from pbem.systems.pto.words.standing import in_few_words, opened_orders
from pbem.systems.pto.words.void import kept_words, void_at
from pbem.systems.pto.words.weights import (
    BESIDE,
    COMING,
    DETAIL,
    GREATEST,
    HURT,
    KNOWN,
    LOST,
    PLACE,
    QUIET,
    VAIN,
    Forms,
)

EventT = TypeVar("EventT", bound=Event)
FEW_PURSES = 2
"""So many nations have their EP and offensives told; those of more are for the table."""
FEW_AREAS = 3
"""So many areas are named with their points."""
REASONS = 3
"""So many orders that came to nothing have their reasons told; more are gathered by kind."""
FEW_KINDS = 3
"""So many standing orders have told what they say, and so many kinds of them are told."""
CAME = 3
"""So many pieces that a nation gets have names, and not one alone is told by number."""


def of_kind(events: Iterable[Event], kind: type[EventT]) -> tuple[EventT, ...]:
    """The events of one class."""
    return tuple(event for event in events if isinstance(event, kind))


def lately(events: Sequence[Event]) -> Sequence[Event]:
    """What happened since the last month was over: the rest is no news of the one under way."""
    ends = [at for at, one in enumerate(events) if isinstance(one, MonthOver | GameEnded)]
    return events[ends[-1] + 1 :] if ends else events


def season(events: Sequence[Event], month: str, out: Sequence[str] = ()) -> Iterator[Forms]:
    """What is out of supply, what month is over, who goes first, what came and was bought.

    Then what bombs and boats cost; the weather comes last. The rules are S2, S3.2, P2.0, P3.0.1,
    P6.2, P6.5 and P1. `month` is the one under way, `out` are the sides that are known to rest.
    """
    late = lately(events)
    yield from _hungry(of_kind(events, Unsupplied))
    yield from (_over(one) for one in of_kind(events, MonthOver))
    yield from _arrivals(of_kind(events, Arrived))
    yield from _built(of_kind(events, Bought))
    yield from _bought([one for one in of_kind(events, BidOpened) if one.bought])
    yield from _initiative(late, month)
    yield from (((VAIN, kept_words(one)),) for one in of_kind(events, BombersStay))
    yield from _cost(events)
    yield from _passes(_passed_last(late), out, month)
    yield from _ready(events)
    yield from _weather(late)
    yield from map(_opened, (one for one in of_kind(late, StandingOpened) if one.new))


def _opened(event: StandingOpened) -> Forms:
    """New standing orders that a seat opens: what they say if they are few, then of what kinds."""
    orders, whose = opened_orders(event), f"new standing orders of {seat_name(event.seat)}"
    kinds = tuple(dict.fromkeys(one.type for one in orders))
    named = all_of(kinds if len(kinds) <= FEW_KINDS else (*kinds[:FEW_KINDS], "others"))
    few = ((QUIET, f"{whose}: {in_few_words(orders)}"),) if len(orders) <= FEW_KINDS else ()
    return (*few, (QUIET + 1, f"{whose}: {named}"))


def _hungry(unsupplied: Sequence[Unsupplied]) -> Iterator[Forms]:
    """Areas without supply, with the steps that it costs: what is new, or costs some, first."""
    lost = [one for one in unsupplied if one.lost]
    news = tuple(dict.fromkeys(one.area for one in unsupplied if one.lost or one.month == 1))
    old = tuple(dict.fromkeys(one.area for one in unsupplied if one.area not in news))
    for areas, weight in ((news, HURT + 5), (old, DETAIL)):
        cost = f", which costs {count(len(lost), 'step')}" if lost and areas is news else ""
        if areas:
            named = some(areas, FEW_AREAS)
            yield ((weight, f"{named} {agree(areas, 'is', 'are')} out of supply{cost}"),)


def _over(month: MonthOver) -> Forms:
    """The month that is over, and the season that begins with the next one."""
    words = f"{month_name(month.turn)} is over"
    begins = f", {season_name(month.season)} begins" if month.season else ""
    return (HURT, f"{words}{begins}"), (GREATEST, words)


def _arrivals(came: Sequence[Arrived]) -> Iterator[Forms]:
    """What enters the map, nation by nation, the first of it by name; then how much [S2.2].

    The aircraft of a carrier come with it, and are told by its name.
    """
    pieces: dict[str, list[str]] = {}
    for one in came:
        pieces.setdefault(one.nation, []).extend(one.pieces)
    told = {nation: [*_but_carried(ids)] for nation, ids in pieces.items()}
    named = (f"{nation_name(nation)} {_first(ids)}" for nation, ids in told.items())
    number = (f"{nation_name(nation)} {len(ids)}" for nation, ids in told.items())
    every = [id_ for ids in told.values() for id_ in ids]
    if told:
        yield (
            (DETAIL, f"arrivals: {'; '.join(named)}"),
            (PLACE, f"units that arrive: {', '.join(number)}"),
            (LOST, f"{count(len(every), 'unit')} {agree(every, 'arrives', 'arrive')}"),
        )


def _but_carried(ids: Sequence[str]) -> Iterator[str]:
    """All but the air units that are called as their carrier, such as `j-cvl41-shoho`."""
    return (id_ for id_ in ids if not any(id_.endswith(f"-{ship}") for ship in ids))


def _first(ids: Sequence[str]) -> str:
    """`Shoho, Yamato and 3 others`."""
    few = ids if len(ids) <= CAME + 1 else ids[:CAME]
    rest = [count(len(ids) - len(few), "other")] if few is not ids else []
    return all_of([*map(mention, few), *rest])


def _built(bought: Sequence[Bought]) -> Iterator[Forms]:
    """How much each nation rebuilds and builds, and what it pays for it [S2.3, S2.3.c]."""
    paid = Counter[str]()
    for one in bought:
        paid[one.nation] += one.points if one.how != "reserve" else 0  # it is laid up, not spent
    words = (f"{nation_name(nation)} {points} EP" for nation, points in paid.items() if points)
    if +paid:
        yield ((BESIDE, f"spent on construction: {', '.join(words)}"),)


def _bought(bids: Sequence[BidOpened]) -> Iterator[Forms]:
    """The offensives bought: `Japan buys 9 offensives`, of several nations the rest by number."""
    if bids:
        first, *others = bids
        words = f"{nation_name(first.nation)} buys {count(first.bought, 'offensive')}"
        whole = all_of([words, *(f"{nation_name(one.nation)} {one.bought}" for one in others)])
        yield ((COMING, whole),)


def _initiative(events: Sequence[Event], month: str) -> Iterator[Forms]:
    """Who has the initiative from now on, and who goes first in this month [S3.2.2, P3.0.1]."""
    won = [one.side for one in of_kind(events, InitiativeWon)]
    first = [one.side for one in of_kind(events, FirstMover)]
    for side in won:
        also = f" and go first in {month}" if side in first else ""
        yield ((COMING, f"the {side_name(side)} have the initiative{also}"),)
    yield from (
        ((COMING, f"the {side_name(side)} go first in {month}"),)
        for side in first
        if side not in won
    )


def _cost(events: Sequence[Event]) -> Iterator[Forms]:
    """The EP that Japan lost in its strategic warfare, by what, and are left [P2.1.5, P2.2.2].

    And that a raid cost it none: those who flew it ask for it.
    """
    raids = of_kind(events, JapanBombed)
    bombs = sum(one.lost for one in raids)
    boats = sum(one.lost for one in of_kind(events, JapanBlockaded))
    who = [what for what, lost in (("bombs", bombs), ("boats", boats)) if lost]
    if who:
        *_, last = (one for one in events if isinstance(one, JapanBombed | JapanBlockaded))
        weight = HURT if last.left else LOST
        yield ((weight, f"{all_of(who)} cost Japan {bombs + boats} EP, {last.left} left"),)
    if of_kind(events, BombersSent) and raids and not bombs:
        falls = any(one.strength for one in raids)
        words = "bombs cost Japan nothing" if falls else "no bomb falls on Japan"
        yield ((VAIN, words),)


def _passed_last(events: Sequence[Event]) -> list[Passed]:
    """The passes of sides that have performed no offensive since [PH13.3]."""
    acted = {
        side_of(one.nation): at for at, one in enumerate(events) if isinstance(one, OffensiveBegun)
    }
    found = ((at, one) for at, one in enumerate(events) if isinstance(one, Passed))
    return [one for at, one in found if at > acted.get(one.side, -1)]


def _passes(passes: Sequence[Passed], out: Sequence[str], month: str) -> Iterator[Forms]:
    """Who passed, each side once, and who is out for the rest of the month [PH13.3, F.2.6]."""
    resting = {*out} | {one.side for one in passes if one.rest or one.why == ("rests",)}
    for side in dict.fromkeys((*(one.side for one in passes), *out)):
        if side in resting:
            yield ((LOST + 9, f"the {side_name(side)} are out for the rest of {month}"),)
        else:
            yield ((BESIDE, f"the {side_name(side)} pass"),)


def _ready(events: Iterable[Event]) -> Iterator[Forms]:
    """What works again or is complete, and who is replenished [S2.2, P6.3, PH14.3, PH14.4]."""
    done = []
    back = []
    for event in events:
        match event:
            case Completed():
                done.append(f"the {event.what} of {mention(event.area)}")
            case CompletionTried(completed=True):
                done.append(f"the airfield of {mention(event.area)}")
            case RepairTried(restored=True):
                back.append(f"the {event.what} of {mention(event.area)}")
            case Replenished():
                back.append(mention(event.unit))
    if done:
        yield ((BESIDE, f"complete: {all_of(done)}"),)
    if back:
        yield ((BESIDE, f"restored: {all_of(dict.fromkeys(back))}"),)


def _weather(events: Sequence[Event]) -> Iterator[Forms]:
    """The newest weather: `winter weather, no flights in the arctic zone` [P1.1, P1.3]."""
    *_, last = (None, *of_kind(events, WeatherSet))
    if last is not None:
        since = events[events.index(last) :]
        grounded = [one.zone for one in of_kind(since, ZoneRolled) if one.grounded]
        yield ((QUIET, f"{CONDITIONS[last.condition]} weather, {flying(grounded)}"),)


def void_orders(
    void: Sequence[Voided], *, great: bool = False, whole: bool = True
) -> Iterator[Forms]:
    """The orders that came to nothing when their time came: whose and which in any case [P0.5].

    With their reasons if they are few, then with what they were of, and of `great` forces shorter.
    Where these are not the `whole`, it is said in words that do not sound like all of them.
    """
    orders: dict[tuple[str, str], list[Voided]] = {}
    for one in void:
        orders.setdefault((one.seat, one.order), []).append(one)
    why = [f"{_void_of((one,))} ({one.why})" for one in void]
    of = [_void_of(alike) for alike in orders.values()]
    which = [f"{_seat_s(seat)} {_many(kind, alike)}" for (seat, kind), alike in orders.items()]
    if void:
        forms = tuple(
            (weight, f"{'orders that came to nothing' if whole else 'in vain'}: {all_of(parts)}")
            for weight, parts in ((BESIDE + 5, why), (VAIN, of), (VAIN + 5, which))
            if parts is not why or len(why) <= REASONS
        )
        yield (*forms[:-1], (LOST + 2, f"in vain: {all_of(of)}")) if great else forms


def _void_of(alike: Sequence[Voided]) -> str:
    """Orders of a kind with what they were of: `Allied strike at TF 8`."""
    seat, kind = alike[0].seat, alike[0].order
    subjects = list(dict.fromkeys(one.subject for one in alike if one.subject))
    of = f" {void_at(kind)} {all_of(map(subject_name, subjects))}" if subjects else ""
    return f"{_seat_s(seat)} {_many(kind, alike)}{of}"


def _seat_s(seat: str) -> str:
    """Whose an order is: `Allied`, `us-cn`."""
    return SIDE_ADJECTIVES.get(seat, seat)


def _many(kind: str, alike: Sequence[Voided]) -> str:
    return kind if len(alike) == 1 else f"{kind} ({len(alike)})"


# --- how it stands -------------------------------------------------------------------------------


def points(happenings: Sequence[Happening], game: Game | None, charts: Charts) -> Iterator[Forms]:
    """The points of both sides, what they were before and are for; then EP and offensives left.

    `Japanese 9 (before 5; +4 for ships), Allies 7`.
    """
    scores = [one.score for one in happenings if one.score is not None]
    counted = of_kind((one.event for one in happenings), PointsCounted)
    now: Mapping[str, int] = {one.side: one.points for one in counted}
    now = scores[-1].now if scores else now
    if game is not None:
        now = victory.score(game, charts)
    if not now:
        return
    gained = {side: sum(one.gained.get(side, 0) for one in scores) for side in SIDES}
    sunk = of_kind((one.event for one in happenings), ShipSunk)
    ships = {
        side: sum(s.points for s in sunk if side_of(s.nation) == other(side)) for side in SIDES
    }
    why = {
        side: f"; {_reasons(gained[side], ships[side], _earned(scores, side))}" for side in SIDES
    }
    is_unchanged = game is not None and happenings and not any(gained.values())
    unchanged = ", as before" if is_unchanged else ""
    yield tuple(
        (weight, f"Points: {_both(now, gained, reasons)}{unchanged}")
        for weight, reasons in ((DETAIL, why), (KNOWN, dict.fromkeys(SIDES, "")))
    )
    if game is not None and game.ending is None:
        yield from _purses(game)


def _both(now: Mapping[str, int], gained: Mapping[str, int], why: Mapping[str, str]) -> str:
    """`Japanese 9 (before 5), Allies 7`."""
    was = {side: f" (before {now[side] - gained[side]}{why[side]})" for side in SIDES}
    return ", ".join(
        f"{side_name(side)} {now[side]}{was[side] if gained[side] else ''}" for side in SIDES
    )


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


def _purses(game: Game) -> Iterator[Forms]:
    """EP and offensives left, where few nations have any."""
    if sum(1 for purse in game.purses.values() if purse.points or purse.track) <= FEW_PURSES:
        words = purse_words(game)
        left = f"EP and offensives left: {words}" if words else "no EP and no offensives are left"
        yield ((QUIET, left),)
