"""What happened, in at most five lines: losses, what was taken, the score, what is to come."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.table.events_air import Fired, FlakFired, UnitHit
from pbem.systems.cartwheel.table.events_charts import BaseLost, MissionOver, Stated
from pbem.systems.cartwheel.table.events_turn import (
    BaseHit,
    ControlPassed,
    GameEnded,
    MissionsRolled,
    MobileOverrun,
)
from pbem.systems.cartwheel.table.state import SIDES, Game, other
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    points,
    short_place,
    verb,
)
from pbem.systems.cartwheel.words.play import mission_name, numbers_of

SOME = 4
"""So many units at most are named in a line; more are counted."""
PEOPLES = {"allied": "The Allies", "japanese": "Japan"}


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> tuple[str, ...]:
    """Up to five sentences; `game` is the state after it all, None where only events are known."""
    events = tuple(one.event for one in happenings)
    if not events:
        return ()
    first = min(one.turn for one in happenings)
    found = (
        _ended(events),
        _lost(events, charts),
        _places(events, charts),
        _score(game, first) if game else "",
        (_to_come(game, charts) or _phase(events, game, charts)) if game else "",
    )
    return tuple(sentence for sentence in found if sentence)


def _ended(events: Iterable[Event]) -> str:
    for event in events:
        if isinstance(event, GameEnded):
            who = f" of {PEOPLES[event.winner].replace('The', 'the')}" if event.winner else ""
            return f"The game is over: {event.level}{' victory' if who else ''}{who}."
    return ""


# --- losses --------------------------------------------------------------------------------------


def _lost(events: tuple[Event, ...], charts: Charts) -> str:
    """Who lost what: units that are gone by name, then how many more have lost a step."""
    gone = {side: tuple(dict.fromkeys(_gone(events, side))) for side in SIDES}
    worn = {side: {*_worn(events, side, charts)} - {*gone[side]} for side in SIDES}
    parts = [_loss(side, gone[side], len(worn[side])) for side in SIDES]
    told = [part for part in parts if part]
    return f"{'; '.join(told)}." if told else ""


def _loss(side: str, gone: tuple[str, ...], worn: int) -> str:
    if not gone and not worn:
        return ""
    lose = "lose" if side == "allied" else "loses"
    reduced = f"a step of {count(worn, 'unit')}" if worn else ""
    if not gone:
        return f"{PEOPLES[side]} {lose} {reduced}"
    named = all_of(gone) if len(gone) <= SOME else f"{count(len(gone), 'unit')}"
    return f"{PEOPLES[side]} {lose} {named}{f' and {reduced}' if reduced else ''}"


def _gone(events: Iterable[Event], side: str) -> Iterator[str]:
    """A side's units that are eliminated."""
    for event in events:
        match event:
            case UnitHit() if event.side == side and not event.steps:
                yield event.unit
            case MissionOver():
                fates = (one for one in event.fates if one.side == side and one.flew)
                yield from (one.unit for one in fates if not one.steps)
            case Stated() if event.side == side:
                yield from event.lost


def _worn(events: Iterable[Event], side: str, charts: Charts) -> Iterator[str]:
    """A side's units that have lost a step."""
    for event in events:
        match event:
            case UnitHit() if event.side == side and event.lost:
                yield event.unit
            case Fired() if event.harm.steps and charts.air[event.target].side == side:
                yield event.target
            case FlakFired() if event.harm.steps and charts.air[event.unit].side == side:
                yield event.unit
            case Stated() if event.side == side:
                yield from event.reduced


# --- places --------------------------------------------------------------------------------------


def _places(events: Iterable[Event], charts: Charts) -> str:
    """What changed hands, and which bases were wrecked."""
    taken: dict[str, list[str]] = {}
    hit: dict[str, str] = {}
    for event in events:
        match event:
            case ControlPassed():
                taken.setdefault(event.side, []).append(short_place(event.hex, charts))
            case MobileOverrun():
                taken.setdefault(event.side, []).append(base_name(event.base, charts))
            case BaseHit() if event.effect:
                hit[event.base] = event.effect
            case BaseLost() if event.how == "sunk":
                hit[event.base] = "sunk with all aircraft aboard"
    parts = [
        f"{PEOPLES[side]} {'take' if side == 'allied' else 'takes'} {_named(names)}"
        for side, names in taken.items()
    ]
    parts += [_wrecked(effect, hit, charts) for effect in dict.fromkeys(hit.values())]
    return f"{'; '.join(parts)}." if parts else ""


def _named(names: list[str]) -> str:
    unlike = tuple(dict.fromkeys(names))
    return all_of(unlike) if len(unlike) <= SOME else count(len(unlike), "place")


def _wrecked(effect: str, hit: Mapping[str, str], charts: Charts) -> str:
    bases = [base_name(base, charts) for base, done in hit.items() if done == effect]
    return f"{_named(bases)} {verb(bases, 'is', 'are')} {effect}"


# --- score and what is to come -------------------------------------------------------------------


def _score(game: Game, first: int) -> str:
    """The score after it, and what the turns in question have added, in points [H16]."""
    now = ", ".join(f"{ADJECTIVES[side]} {points(game.points(side))}" for side in SIDES)
    gained = {
        side: sum(a.points for a in game.awards if a.side == side and a.turn >= first)
        for side in SIDES
    }
    before = ", ".join(
        f"{ADJECTIVES[side]} {points(game.points(side) - gained[side])}" for side in SIDES
    )
    if not any(gained.values()):
        return f"The score is {now}{', as before this turn' if game.awards else ''}."
    return f"The score is {now}; before this turn it was {before}."


def _to_come(game: Game, charts: Charts) -> str:
    """Missions that await their reply, and what was ordered ahead, for all to see."""
    raids = unanswered(game)
    if raids:
        told = all_of(
            f"{mission_name(raid, charts)}, {BANDS[raid.band - 1]}, with {numbers_of(raid)}"
            for raid in raids
        )
        awaits = "awaits its reply" if len(raids) == 1 else "await their reply"
        return f"{told[0].upper()}{told[1:]}, {awaits}."
    blind = game.operations.blind
    if blind is not None and (blind.raids or blind.voyages):
        strikes = [mission_name(raid, charts) for raid in blind.raids]
        sea = [f"the {ADJECTIVES[one.side]} {one.purpose} ({one.id})" for one in blind.voyages]
        return f"Ordered ahead, still to come: {all_of((*strikes, *sea))}."
    return ""


def _phase(events: Iterable[Event], game: Game, charts: Charts) -> str:
    """Who may fly and sail now, and how much of the turn is left."""
    operations = game.operations
    if not operations.to_act or operations.over:
        return ""
    left = {side: missions_left(game, side, charts) for side in SIDES}
    who, foe = operations.to_act, other(operations.to_act)
    run = ""
    for event in events:
        if isinstance(event, MissionsRolled):
            run = f" with a run of {count(event.missions, 'mission')}"
    return (
        f"The {ADJECTIVES[who]} player is to act{run}; left this turn:"
        f" {count(left[who], 'mission')} of his, {left[foe]} of the {ADJECTIVES[foe]} player's."
    )
