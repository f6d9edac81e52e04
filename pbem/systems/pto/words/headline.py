"""What happened in at most five lines: what was taken, losses by side, what was bought, points."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.mentions import mention
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import NAMED, SIDES, side_of
from pbem.systems.pto.rules import victory
from pbem.systems.pto.table.events_combat import (
    AirStepsLost,
    Expended,
    Homeless,
    ShipDamaged,
    ShipSunk,
)
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
from pbem.systems.pto.table.naming import agree, all_of, at_first, each, nation_name, side_name
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.sheets import purse_words
from pbem.systems.pto.words.victory import result

EventT = TypeVar("EventT", bound=Event)
MOST, FEW = 5, 4
"""So many sentences; so many air or ground units by name, of more only the number is told."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> tuple[str, ...]:
    """At most five sentences: the end of the game, what was done, losses; points last, if known."""
    events = tuple(happening.event for happening in happenings)
    found = (
        *(f"{result(one.winner, one.grade)}." for one in _all(events, GameEnded)),
        *_taken(events),
        *(line for side in SIDES for line in _losses(events, side)),
        *_season(events),
        *_void(events),
    )
    last = tuple(_standing(happenings, game, charts))
    return (*found[: MOST - len(last)], *last)


def _all(events: Iterable[Event], kind: type[EventT]) -> tuple[EventT, ...]:
    return tuple(event for event in events if isinstance(event, kind))


# --- losses --------------------------------------------------------------------------------------


def _losses(events: Sequence[Event], side: str) -> Iterator[str]:
    """What one side lost: ships by name, others by kind, units, points; then what is damaged."""
    sunk = [one for one in _all(events, ShipSunk) if side_of(one.nation) == side]
    parts = [*map(mention, (one.ship for one in sunk if one.kind in NAMED))]
    plain = Counter(one.kind for one in sunk if one.kind not in NAMED)
    parts += [count(number, kind) for kind, number in plain.items()]
    drowned = [unit for one in sunk for unit in one.cargo]
    parts += _units([*drowned, *_fallen(events, side)], "ground unit")
    destroyed = [*_destroyed(events, side)]
    parts += _units(destroyed, "air unit")
    shot = [one for one in _all(events, AirStepsLost) if side_of(one.nation) == side]
    steps = sum(one.lost for one in shot if one.left)
    others = "other aircraft" if destroyed else "aircraft"
    parts += [f"{count(steps, 'step')} of {others}"] if steps else []
    gone = {one.ship for one in sunk}
    hurt = [one for one in _all(events, ShipDamaged) if side_of(one.nation) == side]
    damaged = all_of(
        mention(id_) for id_ in dict.fromkeys(one.ship for one in hurt) if id_ not in gone
    )
    points = sum(one.points for one in sunk)
    worth = f"; {count(points, 'point')} for ships" if points else ""
    if parts:
        tail = f"; damaged: {damaged}" if damaged else ""
        yield f"The {side_name(side)} lose {all_of(parts)}{worth}{tail}."
    elif damaged:
        yield f"The {side_name(side)} lose nothing; damaged: {damaged}."


def _fallen(events: Iterable[Event], side: str) -> Iterator[str]:
    """The ground units of a side that were eliminated in ground combat [PH10.6]."""
    for event in _all(events, StepsLost):
        if event.side == side:
            yield from event.gone


def _destroyed(events: Iterable[Event], side: str) -> Iterator[str]:
    """The air units of a side that are gone: shot down, without a base, spent [PH2.3, PH2.5]."""
    for event in events:
        match event:
            case AirStepsLost(left=0) | Homeless(base="") if side_of(event.nation) == side:
                yield event.unit
            case Expended() if event.side == side:
                yield from event.units


def _units(ids: Sequence[str], noun: str) -> list[str]:
    if len(ids) <= FEW:
        return [*map(mention, ids)]
    return [count(len(ids), noun)]


# --- what was done -------------------------------------------------------------------------------


def _taken(events: Sequence[Event]) -> Iterator[str]:
    """The offensives performed, the areas that changed hands, to whom last, and those that held.

    A landing has failed where an area held and nobody who went ashore is left there [P4A.2.B].
    """
    begun = [
        f"{nation_name(one.nation)} by {one.kind} {_where(one)}"
        for one in _all(events, OffensiveBegun)
    ]
    holders = {one.area: one.nation for one in _all(events, AreaTaken)}
    fell = [f"{mention(area)} falls to {nation_name(nation)}" for area, nation in holders.items()]
    fought = dict.fromkeys(
        one.area for one in events if isinstance(one, GroundRound | AttackCalledOff)
    )
    held = [area for area in fought if area not in holders]
    failed = [area for area in held if _is_thrown_back(events, area)]
    held = [area for area in held if area not in failed]
    fell += [f"the landing at {mention(area)} fails" for area in failed]
    fell += [f"{each(held)} {agree(held, 'does', 'do')} not fall"] if held else []
    words = "; ".join((*([f"Offensives: {all_of(begun)}"] if begun else []), *fell))
    if words:
        yield f"{words[:1].upper()}{words[1:]}."


def _is_thrown_back(events: Sequence[Event], area: str) -> bool:
    """Whether all who landed in an area were eliminated or left it again [PH10.6, PH10.7]."""
    ashore = {unit for one in _all(events, Landed) if one.area == area for unit in one.units}
    gone = {unit for one in _all(events, StepsLost) if one.area == area for unit in one.gone}
    gone |= {unit for one in _all(events, Retreated) if one.area == area for unit in one.units}
    return bool(ashore) and ashore <= gone


def _where(begun: OffensiveBegun) -> str:
    """The theatres of an offensive, the stacks with which it is performed, or its targets."""
    if begun.kind == "land":
        return f"({', '.join(begun.where)})"
    return f"{'with' if begun.kind == 'sea' else 'at'} {each(begun.where)}"


def _season(events: Sequence[Event]) -> Iterator[str]:
    """Offensives bought, the initiative, what bombs and boats cost Japan, and what month is over.

    The rules are S3.2, P2.0 and P6.5.
    """
    parts = [
        f"{at_first(one.nation)} buys {count(one.bought, 'offensive')}"
        for one in _all(events, BidOpened)
        if one.bought
    ]
    parts += [
        f"the {side_name(one.side)} have the initiative" for one in _all(events, InitiativeWon)
    ]
    lost = sum(one.lost for one in _all(events, JapanBombed))
    lost += sum(one.lost for one in _all(events, JapanBlockaded))
    parts += [f"bombs and boats cost Japan {lost} EP"] if lost else []
    parts += [f"{month_name(one.turn)} is over" for one in _all(events, MonthOver)]
    if parts:
        words = "; ".join(parts)
        yield f"{words[:1].upper()}{words[1:]}."


def _void(events: Sequence[Event]) -> Iterator[str]:
    """How many orders of each seat came to nothing when their time came [P0.5]."""
    seats = Counter(one.seat for one in _all(events, Voided))
    parts = [f"{seat} {number}" for seat, number in seats.items()]
    if parts:
        yield f"Orders that came to nothing: {all_of(parts)}."


# --- how it stands -------------------------------------------------------------------------------


def _standing(happenings: Sequence[Happening], game: Game | None, charts: Charts) -> Iterator[str]:
    """Points after and before, EP and offensives left; who performs the next offensive."""
    scores = [one.score for one in happenings if one.score is not None]
    events = tuple(one.event for one in happenings)
    points: Mapping[str, int] = {one.side: one.points for one in _all(events, PointsCounted)}
    points = scores[-1].now if scores else points
    if game is not None:
        points = victory.score(game, charts)
    if points and happenings:
        gained = {side: sum(one.gained.get(side, 0) for one in scores) for side in SIDES}
        now = ", ".join(f"{side_name(side)} {points[side]}" for side in SIDES)
        was = ", ".join(f"{side_name(side)} {points[side] - gained[side]}" for side in SIDES)
        unchanged = ", as before" if game is not None else ""
        before = f"; before, {was}" if any(gained.values()) else unchanged
        left = f" {_purses(game)}" if game is not None and game.ending is None else ""
        yield f"Points: {now}{before}.{left}"
    if game is not None and game.month.to_act and game.ending is None:
        yield f"The {side_name(game.month.to_act)} may perform an offensive next."


def _purses(game: Game) -> str:
    words = purse_words(game)
    return f"EP and offensives left: {words}." if words else "No EP and no offensives are left."
