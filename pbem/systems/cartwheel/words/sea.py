"""Sentences about ships: voyages, battles, bombardment, the submarine, the way home [H10, H12]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r10_ships import ground_units, supply_units
from pbem.systems.cartwheel.table import events_sea as told
from pbem.systems.cartwheel.words.dice import harm_words, listed, rolled, to_harm
from pbem.systems.cartwheel.words.names import (
    all_of,
    at,
    base_name,
    place_name,
    points,
    side,
    verb,
)
from pbem.systems.cartwheel.words.why import because


def cargo_words(items: Sequence[str]) -> str:
    """A cargo: `38D-228, 38D-230 and 2 supply units`."""
    supply = supply_units(items)
    return all_of((*ground_units(items), *([count(supply, "supply unit")] if supply else [])))


def stays_aboard(event: told.StayedAboard, charts: Charts) -> str:
    """A sentence on cargo that finds no room ashore, and why."""
    stays, where = verb(event.items, "stays", "stay"), place_name(event.place, charts)
    words = f"{cargo_words(event.items)} {stays} aboard {event.ship} {at(where)}"
    return f"{words}{because(event.cited)} [{event.cited}]."


# --- voyages [H10.1-H10.3, H10.5.1, H10.6] -------------------------------------------------------


def _voyage_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.Sailed():
            yield from _sailed(event, charts)
        case told.VoyageCancelled():
            words = f"The mission of {all_of(event.ships)} cannot be carried out"
            words = f"{words} any more{because(event.cited)}"
            yield Line(text=f"{words} [{event.cited}, H8.4].", kind="note")
        case told.SubmarineAttacked():
            yield from _submarine(event, charts)
        case told.CarriersOut():
            ships, each = all_of(event.ships), points(charts.carriers.outside)
            home = charts.boxes[charts.carriers.home].name
            be = verb(event.ships, "is", "are")
            words = f"{ships} {be} outside {home}: {each} for the Allies each"
            yield Line(text=f"{words} [H10.5.1].")


def _sailed(event: told.Sailed, charts: Charts) -> Iterator[Line]:
    for ship, items in event.loaded.items():
        if items:
            yield Line(text=f"{ship} loads {cargo_words(items)} [H10.3.1].")
    who, last = all_of(event.ships), place_name(event.path[-1], charts)
    if len(event.path) == 1:
        does = verb(event.ships, "stays", "stay")
        yield Line(text=f"{who} {does} in {last} [H10.1].")
        return
    does = verb(event.ships, "comes", "come")
    yield Line(text=f"{who} {does} to {last} [H10.3].")
    if event.stopped:
        yield Line(text="Enemy warships are there: the group stops [H10.3].", kind="note")


def _submarine(event: told.SubmarineAttacked, charts: Charts) -> Iterator[Line]:
    where = place_name(event.hex, charts)
    yield Line(text=f"{event.unit} attacks {event.shot.target} in {where} [H10.6].")
    needs = to_harm(charts.gunnery.results)
    yield rolled(event.shot.score, f"{event.shot.target}: {harm_words(event.shot.harm)}", needs)
    for roll in event.escorts:
        fate = "sunk" if event.sunk else "gets away"
        words = f"{charts.submarine.sunk} or more sinks it: {event.unit} {fate}"
        yield Line(text=f"{roll.label}: {roll.dice[0]}, {words} [H10.6].", kind="roll")


# --- battle and bombardment [H10.4, H10.7] -------------------------------------------------------


def _battle_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.GunsFired():
            where = place_name(event.hex, charts)
            yield Line(text=f"Surface combat in {where}, round {event.round} [H10.4].")
            for shot in event.shots:
                needs = to_harm(charts.gunnery.results)
                yield rolled(shot.score, f"at {shot.target}, {harm_words(shot.harm)}", needs)
        case told.BrokeOff():
            yield from _broke_off(event, charts)
        case told.BattleOver():
            where = place_name(event.hex, charts)
            if event.held:
                yield Line(text=f"{side(event.held)} remains in {where} [H10.4.3].")
            else:
                yield Line(text=f"The battle is over; neither side holds {where} [H10.4.3].")
        case told.Bombarded():
            yield from _bombarded(event, charts)


def _broke_off(event: told.BrokeOff, charts: Charts) -> Iterator[Line]:
    if event.ships:
        places = {ship: place_name(place, charts) for ship, place in event.ships.items()}
        yield Line(text=f"{side(event.side)} breaks off: {listed(places)} [H10.4.3].")
    if event.stay:
        does = verb(event.stay, "finds", "find")
        words = f"{all_of(event.stay)} {does} no way out and {verb(event.stay, 'stays', 'stay')}"
        yield Line(text=f"{words} [H10.4.3].", kind="note")


def _bombarded(event: told.Bombarded, charts: Charts) -> Iterator[Line]:
    where = place_name(event.hex, charts)
    aim = "the troops" if event.target == "ground" else "the airbase"
    if event.target != "ground":
        where = base_name(event.target.removeprefix("base:"), charts)
    yield Line(text=f"Bombardment of {aim} at {where} [H10.7].")
    for one in event.shellings:
        if event.target != "ground":
            yield rolled(one.score, count(one.hits, "hit"), to_harm(charts.bombing.base))
        else:
            victim = f"{one.victim} " if one.victim else ""
            needs = to_harm(charts.bombing.ground)
            yield rolled(one.score, f"{victim}{harm_words(one.harm)}", needs)


# --- the way home [H12.2] ------------------------------------------------------------------------


def _home_lines(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case told.PutOff():
            words = f"{side(event.side)} concludes operations later, in a file of its own"
            yield Line(text=f"{words} [H12.2.2].")
        case told.Withdrew():
            first, last = place_name(event.path[0], charts), place_name(event.path[-1], charts)
            goes = verb(event.ships, "returns", "return")
            yield Line(text=f"{all_of(event.ships)} {goes} from {first} to {last} [H12.2].")
        case told.Unloaded():
            items = (*event.units, *("supply",) * event.supply)
            where = place_name(event.place, charts)
            yield Line(text=f"{event.ship} unloads {cargo_words(items)} {at(where)} [H12.2].")
        case told.StayedAboard():
            yield Line(text=stays_aboard(event, charts), kind="note")
        case told.UnloadingVoided() if event.cited == "H10.2":
            are = verb(event.ships, "is disrupted and unloads", "are disrupted and unload")
            yield Line(text=f"{all_of(event.ships)} {are} nothing [H10.2].", kind="note")
        case told.UnloadingVoided():
            words = f"Nothing is left aboard {all_of(event.ships)} to be unloaded"
            yield Line(text=f"{words} [{event.cited}].", kind="note")
        case told.WithdrawalVoided():
            words = f"{all_of(event.ships) if event.ships else 'A group'} cannot return as ordered"
            words = f"{words}{because(event.cited)}"
            yield Line(text=f"{words} [{event.cited}].", kind="note")


PARTS = (_voyage_lines, _battle_lines, _home_lines)
"""What a report says of events, part by part."""
