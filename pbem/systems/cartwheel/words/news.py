"""What was done, for a headline: commitments, troops ashore, voyages, raids, what recon found."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.counting import capital, count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r11_ashore import Ashore, landing_points
from pbem.systems.cartwheel.table.events_charts import Reorganized, Stated, Tf36Left
from pbem.systems.cartwheel.table.events_ground import (
    Attacked,
    Fortified,
    Landed,
    Marched,
    Raided,
)
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_sea import BrokeOff, CarriersOut, Sailed, Unloaded
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    BuildBegun,
    ControlPassed,
    EleventhDecided,
    MobileFinished,
    RadarPlaced,
    RandomEvent,
    RepairRolled,
    SupplyDetermined,
)
from pbem.systems.cartwheel.table.state import ALLIED, Game, other
from pbem.systems.cartwheel.words.fights import (
    aborted,
    battles,
    bombed,
    in_vain,
    repelled,
    swept,
    voided,
)
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    aircraft,
    all_of,
    base_name,
    capital_ships,
    points,
    short_place,
    verb,
)
from pbem.systems.cartwheel.words.sea import cargo_words

MOST = 12
"""So much of it stands in a headline at most; what is beyond that, and no fight, is counted."""


def done(events: Sequence[Event], game: Game | None, charts: Charts) -> str:
    """The most important of what was done, in one sentence; empty if none of it was.

    `game` is the state after it all, None where only events are known.
    """
    fought = [*dict.fromkeys(_until_the_fights(events, game, charts))]
    found = [*dict.fromkeys((*fought, *_beside(events, charts)))]
    most = max(MOST, len(fought))
    more = (f"{count(len(found) - most, 'thing')} more",) if found[most:] else ()
    said = "; ".join((*found[:most], *more))
    return f"{capital(said)}." if said else ""


def _until_the_fights(events: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[str]:
    """What led to fights, and these, which tell of losses that nothing else does."""
    yield from _given(events, charts)
    yield from _ashore(events, game, charts)
    yield from _fought(events, charts)
    yield from _sailed(events, game, charts)
    yield from battles(events, charts)
    yield from _broke_off(events, charts)
    yield from bombed(events, charts)
    yield from repelled(events, charts)
    yield from swept(events, charts)
    yield from voided(events)


def _beside(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What else was done, then what came to nothing."""
    yield from _raided(events, charts)
    yield from _supply(events, charts)
    yield from _by_chance(events)
    yield from aborted(events, charts)
    for event in events:
        if isinstance(event, CountsTold):
            seen = aircraft(event.fighters, event.bombers)
            whose = ADJECTIVES[other(event.owner)]
            yield f"{whose} recon finds {seen} at {base_name(event.base, charts)}"
    yield from _built(events, charts)
    yield from in_vain(events, charts)
    if any(isinstance(event, EleventhDecided) and not event.commit for event in events):
        yield "the 11th Hikoshidan is not committed"
    yield from _lesser(events, charts)


def _given(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What gives the enemy points without a fight [5.2b, 5.2e, H14.1, H10.5.1]."""
    figures = charts.printed
    for event in events:
        match event:
            case Stated() if event.kind == "replaced" and event.number:
                steps = count(event.number, "replacement step")
                earned = points(charts.points.replacement * event.number)
                yield f"the {ADJECTIVES[event.side]} player takes {steps}, {earned} for the enemy"
            case CarriersOut():
                be, home = verb(event.ships, "is", "are"), charts.boxes[charts.carriers.home].name
                earned = points(charts.carriers.outside * len(event.ships))
                yield f"{all_of(event.ships)} {be} outside {home}, {earned} for the Allies"
            case Reorganized() if event.eleventh_lost:
                lost = event.eleventh_lost
                earned = points(figures.eliminated * len(lost))
                yield f"the 11th Hikoshidan has lost {all_of(lost)}, {earned} for the Allies"
            case EleventhDecided() if event.commit:
                earned = points(figures.committed)
                yield f"the 11th Hikoshidan is committed, {earned} for the Allies"
            case Stated() if event.kind == "eleventh" and event.number:
                who = count(event.number, "unit")
                earned = points(figures.flown * event.number)
                yield f"{who} of the 11th Hikoshidan flew, {earned} for the Allies"


def _built(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Mobile bases that are begun, side by side, and those that are finished."""
    for side, whose in ADJECTIVES.items():
        begun = [e.hex for e in events if isinstance(e, BuildBegun) and e.side == side]
        if begun:
            bases = "a mobile base" if len(begun) == 1 else "mobile bases"
            where = all_of(short_place(hex_, charts) for hex_ in begun)
            yield f"the {whose} player begins {bases} at {where}"
    for event in events:
        if isinstance(event, MobileFinished):
            named = [base_name(base, charts) for base in event.bases]
            yield f"{all_of(named)} {verb(named, 'is', 'are')} finished"


def _ashore(events: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[str]:
    """What came ashore, place by place: troops by name, supply by number, points [H17.1]."""
    troops: dict[tuple[str, str], list[str]] = {}
    stores = Counter[tuple[str, str]]()
    for event in events:
        if isinstance(event, Landed | Unloaded):
            place = event.hex if isinstance(event, Landed) else event.place
            troops.setdefault((event.side, place), []).extend(event.units)
            stores[event.side, place] += event.supply
    for (side, place), units in troops.items():
        supply = stores[side, place]
        cargo = [*units, *([count(supply, "supply unit")] if supply else [])]
        if cargo:
            come = "comes" if len(units) + supply == 1 else "come"
            what = Ashore(ship="", units=tuple(units), supply=supply)
            half = landing_points(game, side, what, place) if game else 0
            earned = f", {points(half)}" if half else ""
            where = short_place(place, charts)
            yield f"{ADJECTIVES[side]} {all_of(cargo)} {come} ashore at {where}{earned}"


def _fought(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Attacks that took nothing; what was taken is told as such."""
    taken = {(event.side, event.hex) for event in events if isinstance(event, ControlPassed)}
    for event in events:
        if isinstance(event, Attacked) and (event.side, event.hex) not in taken:
            where = short_place(event.hex, charts)
            yield f"the {ADJECTIVES[event.side]} attack on {where} does not take it"


def _raided(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Commando raids that hit, and those that failed."""
    for event in events:
        if isinstance(event, Raided) and event.effect != "none":
            cost = ""
            if event.effect == "fails" and not event.unit:
                cost = f", {points(charts.points.failed_raid)} for Japan"
            did = f"fails{cost}" if event.effect == "fails" else "makes 1 hit"
            yield f"{_raid(event, charts)} {did}"


def _raid(event: Raided, charts: Charts) -> str:
    return f"the {ADJECTIVES[event.side]} commando raid on {base_name(event.base, charts)}"


def _sailed(events: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[str]:
    """Where ships have come by missions, all of a side at a place together, with their cargo."""
    come: dict[tuple[str, str], list[str]] = {}
    for event in events:
        if isinstance(event, Sailed):
            come.setdefault((event.side, event.path[-1]), []).extend(event.ships)
    for (side, place), ships in come.items():
        whose, where = ADJECTIVES[side], short_place(place, charts)
        many = f"{len(ships)} {whose} ships{capital_ships(ships, charts)}"
        who = f"{whose} {ships[0]}" if len(ships) == 1 else many
        there = [game.ships[id_] for id_ in ships] if game else []
        aboard = [one for ship in there if ship.at == place for one in ship.cargo]
        laden = f" with {cargo_words(aboard)} aboard" if aboard else ""
        yield f"{who} {verb(ships, 'comes', 'come')} to {where}{laden}"


def _broke_off(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Whose ships have left a battle, and where they went [H10.4.3]."""
    for event in events:
        if isinstance(event, BrokeOff):
            whose, where = ADJECTIVES[event.side], short_place(event.hex, charts)
            places = dict.fromkeys(short_place(place, charts) for place in event.ships.values())
            to = f", for {all_of(places)}" if places else ""
            yield f"the {whose} ships break off their fight at {where}{to}"


# --- a turn's frame ------------------------------------------------------------------------------


def _supply(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What has no supply after a turn, bases by name, and TF-36 leaving it [H13.3, H5.3.3]."""
    for event in events:
        match event:
            case SupplyDetermined():
                bases = [base_name(base, charts) for base in event.bases]
                units = [*event.ground, *event.naval]
                cut = [*bases[:MOST], *([count(len(units), "unit")] if units else [])]
                if cut:
                    be = verb(cut, "is", "are") if bases or len(units) == 1 else "are"
                    yield f"without supply {be} {all_of(cut)}"
            case Tf36Left():
                yield "TF-36 leaves the board"
            case RepairRolled() if event.repaired:
                yield f"{base_name(event.base, charts)} {MENDED[event.was]}"


MENDED = {"disrupted": "is repaired", "destroyed": "can be used again, disrupted"}
"""What a repair makes of a base, by what it was [H6.6.3]."""
EVENTS = {
    "storm": "a storm front hampers scrambles, bombing and the first run",
    "submarine": "the submarine may attack",
    "convoy": "a convoy fills Japan's replacement pool",
    "japanese-ace": "Japan has an Ace to place",
    "allied-ace": "the Allies have an Ace to place",
    "coastwatchers": "coastwatchers help Allied scrambles in the Solomons",
    "magic": "Magic lets PBY-M fly anywhere",
}
"""Events of a turn that no other news tell [5.1]."""


def _by_chance(events: Sequence[Event]) -> Iterator[str]:
    """The event of the turn, with which somebody may have to do something [5.1]."""
    placed = {f"{event.side}-ace" for event in events if isinstance(event, AcePlaced)}
    for event in events:
        match event:
            case RandomEvent() if event.row in placed:
                pass
            case RandomEvent() if event.works and event.side:
                whose = "the Allies have" if event.side == ALLIED else "Japan has"
                yield f"{whose} a Radar to place"
            case RandomEvent() if event.works and event.row in EVENTS:
                yield EVENTS[event.row]


def _lesser(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Markers that are placed, raids for nothing, marches, Fortifications: where there is room."""
    for event in events:
        match event:
            case RadarPlaced():
                where = base_name(event.base, charts)
                yield f"the {ADJECTIVES[event.side]} Radar stands at {where}"
            case AcePlaced():
                yield f"the {ADJECTIVES[event.side]} player places an Ace"
            case Raided() if event.effect == "none":
                yield f"{_raid(event, charts)} has no effect"
            case Marched():
                whose = ADJECTIVES[event.side]
                units = f"{whose} {event.units[0]} marches"
                if event.units[1:]:
                    units = f"{len(event.units)} {whose} ground units march"
                yield f"{units} to {short_place(event.hex, charts)}"
            case Fortified():
                where = short_place(event.hex, charts)
                yield f"the {ADJECTIVES[event.side]} player fortifies {where}"
