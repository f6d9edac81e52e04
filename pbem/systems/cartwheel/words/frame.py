"""The frame of a turn, for a headline: supply, repairs, arrivals, events, markers."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_charts import AirArrived, Tf36Left
from pbem.systems.cartwheel.table.events_ground import GroundInitiativeRolled
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    Arrived,
    HitsRemoved,
    InitiativeRolled,
    RadarPlaced,
    RandomEvent,
    RegroupDeclared,
    RepairRolled,
    SupplyDetermined,
    Tf36Declined,
    UnitsRallied,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from pbem.systems.cartwheel.words.deeds import COMING, Deed
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, base_name, verb

SOME, MOST = 4, 12
"""So many units and bases without supply are named; more are counted."""
MENDED = {
    "disrupted": ("is repaired", "are repaired"),
    "destroyed": ("can be used again, disrupted", "can be used again, disrupted"),
}
"""What a repair makes of a base, by what it was [H6.6.3]."""


def to_place(side: str, marker: str) -> str:
    """Whose marker is still to be placed [H5.1]."""
    return f"{'the Allies have' if side == ALLIED else 'Japan has'} {marker} to place"


EVENTS = {
    "storm": "a storm front hampers scrambles, bombing and the first run",
    "submarine": "the submarine may attack",
    "convoy": "a convoy fills Japan's replacement pool",
    "japanese-ace": to_place(JAPANESE, "an Ace"),
    "allied-ace": to_place(ALLIED, "an Ace"),
    "coastwatchers": "coastwatchers help Allied scrambles in the Solomons",
    "magic": "Magic lets PBY-M fly anywhere",
}
"""Events of a turn that no other news tell [5.1]."""


def supply(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What has lost its supply, what is repaired, TF-36 leaving the board [H13.3, H6.6.3]."""
    mended: dict[str, list[RepairRolled]] = {}
    for event in events:
        match event:
            case SupplyDetermined():
                if cut := _cut_off(event, charts, since=False):
                    yield event, f"without supply {verb(cut, 'is', 'are')} {all_of(cut)}"
            case Tf36Left():
                yield event, "TF-36 leaves the board"
            case RepairRolled() if event.repaired:
                mended.setdefault(event.was, []).append(event)
    for was, repaired in mended.items():
        named = [base_name(event.base, charts) for event in repaired]
        yield repaired[0], f"{all_of(named)} {verb(named, *MENDED[was])}"


def frame(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Who has arrived and has recovered, who is to act first, and what had no supply before."""
    for side, whose in ADJECTIVES.items():
        came = [e for e in events if isinstance(e, Arrived | AirArrived) and e.side == side]
        if units := [unit for event in came for unit in event.units]:
            yield came[0], f"{whose} {_some(units)} {verb(units, 'arrives', 'arrive')}"
    for event in events:
        match event:
            case Tf36Declined():
                yield event, "TF-36 is not committed"
            case SupplyDetermined() if cut := _cut_off(event, charts, since=True):
                yield event, f"still without supply {verb(cut, 'is', 'are')} {all_of(cut)}"
            case SupplyDetermined(bases=(), ground=(), naval=()):
                yield event, "everything is in supply"
    yield from _initiative(events)
    yield from _recovered(events, charts)


def _initiative(events: Sequence[Event]) -> Iterator[Deed]:
    """Who has the initiative, and who acts first ashore when operations are over [7.4, H11.1]."""
    first: dict[str, tuple[Event, list[str]]] = {}
    for event in events:
        match event:
            case InitiativeRolled():
                first.setdefault(event.side, (event, []))[1].append("has the initiative")
            case GroundInitiativeRolled():
                first.setdefault(event.first, (event, []))[1].append("acts first ashore")
    for side, (event, does) in first.items():
        yield event, f"the {ADJECTIVES[side]} player {all_of(dict.fromkeys(does))}"


def _recovered(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Which ships and troops are disrupted no more, and what of bases heals or does not."""
    for event in events:
        match event:
            case UnitsRallied() if units := (*event.ground, *event.naval):
                yield event, f"{_some(units)} {verb(units, 'is', 'are')} disrupted no more"
            case HitsRemoved() if event.bases:
                named = [base_name(base, charts) for base in event.bases]
                yield event, f"{all_of(named)} {verb(named, 'loses its', 'lose their')} hits"
    failed: dict[str, list[RepairRolled]] = {}
    for event in events:
        if isinstance(event, RepairRolled) and not event.repaired:
            failed.setdefault(event.was, []).append(event)
    for was, stay in failed.items():
        named = [base_name(event.base, charts) for event in stay]
        yield stay[0], f"{all_of(named)} {verb(named, 'stays', 'stay')} {was}"


def _some(units: Sequence[str]) -> str:
    """Units by name, or how many they are."""
    return all_of(units) if len(units) <= SOME else count(len(units), "unit")


def _cut_off(event: SupplyDetermined, charts: Charts, *, since: bool) -> list[str]:
    """Bases and units by name while they are few: those cut off before, or those that are now."""
    bases, units = (
        [one for one in ids if (one in event.still) is since]
        for ids in (event.bases, (*event.ground, *event.naval))
    )
    named = [base_name(base, charts) for base in bases]
    return [
        *(named if len(bases) <= MOST else [count(len(bases), "base")]),
        *(units if len(units) <= SOME else [count(len(units), "unit")]),
    ]


def by_chance(events: Sequence[Event], game: Game | None) -> Iterator[Deed]:
    """The event of the turn [5.1]; what comes is told of a marker that is still to be placed."""
    for number, event in enumerate(events):
        match event:
            case RegroupDeclared() if event.declared:
                yield event, "this is a general regroup turn"
            case AcePlaced():
                yield event, f"the {ADJECTIVES[event.side]} player places an Ace"
            case RandomEvent() if _is_placed(event, events[number:]):
                pass
            case RandomEvent() if event.works and event.side:
                if game is None:
                    yield event, to_place(event.side, "a Radar")
            case RandomEvent() if event.works and event.row in EVENTS:
                if game is None or event.row != f"{game.turn.ace}-ace":
                    yield event, ((COMING, EVENTS[event.row]),)


def _is_placed(event: RandomEvent, later: Sequence[Event]) -> bool:
    """Whether the marker that an event gives to a side is told as placed behind it."""
    return any(
        (isinstance(one, AcePlaced) and event.row == f"{one.side}-ace")
        or (isinstance(one, RadarPlaced) and event.side == one.side)
        for one in later
    )
