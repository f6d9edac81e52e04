"""What ships did beside their fights, for a headline: where they came, how they left, went home."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r10_ships import ground_units
from pbem.systems.cartwheel.table.events_air import UnitHit
from pbem.systems.cartwheel.table.events_ground import Landed
from pbem.systems.cartwheel.table.events_sea import (
    BattleOver,
    BrokeOff,
    Sailed,
    Unloaded,
    Withdrew,
)
from pbem.systems.cartwheel.words.blows import of_kind
from pbem.systems.cartwheel.words.deeds import (
    AFLOAT,
    COMING,
    HARMED,
    SHAKEN,
    TROOPS,
    UNDER_WAY,
    Deed,
)
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    at,
    capital_ships,
    spot,
    verb,
)
from pbem.systems.cartwheel.words.sea import cargo_words

SOME = 3
"""So many ports at most are named to which ships return."""


def sailed(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Where ships have come by missions, all of a side at a place together, with their cargo.

    Who comes to a place after a battle there is told apart from those who came before it, and from
    those who were there and only load. What comes ashore there is told as such, and who breaks off
    there is no more than a passer-by.
    """
    come: dict[tuple[str, str, bool, int], list[Sailed]] = {}
    fought = Counter[str]()
    for event in events:
        if isinstance(event, BattleOver):
            fought[event.hex] += 1
        if isinstance(event, Sailed):
            place, stays = event.path[-1], len(event.path) == 1
            come.setdefault((event.side, place, stays, fought[place]), []).append(event)
    left = {ship for event in of_kind(BrokeOff, events) for ship in event.ships}
    for (side, place, stays, _), groups in come.items():
        ships = [ship for group in groups for ship in group.ships]
        who, where = _group(side, ships, charts), spot(place, charts)
        cargo = _not_landed(groups, events)
        passes_by, comes = not left.isdisjoint(ships), verb(ships, "comes to", "come to")
        if not cargo:
            does = f"{verb(ships, 'stays', 'stay')} {at(where)}" if stays else f"{comes} {where}"
            yield groups[0], ((SHAKEN if passes_by else UNDER_WAY, f"{who} {does}"),)
        elif stays:
            does = verb(ships, "takes", "take")
            yield groups[0], ((COMING, f"{who} {does} {cargo_words(cargo)} aboard {at(where)}"),)
        else:
            what = f"{comes} {where} with {cargo_words(cargo)} aboard"
            few = f"{_group(side, ships)} {what}"
            least = f"{ADJECTIVES[side]} troops come to {where}"
            forms = ((TROOPS, few), (AFLOAT, least)) if ground_units(cargo) else ((COMING, few),)
            if passes_by:
                forms = ((SHAKEN, few),)
            yield groups[0], ((min(UNDER_WAY, forms[0][0]), f"{who} {what}"), *forms)


def _not_landed(groups: Sequence[Sailed], events: Sequence[Event]) -> list[str]:
    """The cargo of ships as they came, but what they put ashore there."""
    aboard = [one for group in groups for items in group.cargo.values() for one in items]
    ships = {ship for group in groups for ship in group.ships}
    place, landed = groups[0].path[-1], list[str]()
    for event in events:
        match event:
            case Landed(ship=ship, hex=where) | Unloaded(ship=ship, place=where):
                if ship in ships and where == place:
                    landed += (*event.units, *(SUPPLY,) * event.supply)
    return [*(Counter(aboard) - Counter(landed)).elements()]


def broke_off(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Whose ships have left a battle, and where they went; who is afloat and finds no way out."""
    sunk = {event.unit for event in events if isinstance(event, UnitHit) and not event.steps}
    for event in events:
        if isinstance(event, BrokeOff):
            whose, where = ADJECTIVES[event.side], spot(event.hex, charts)
            if ships := [*event.ships]:
                places = dict.fromkeys(spot(to, charts) for to in event.ships.values())
                who = verb(ships, f"{whose} {ships[0]} breaks off", f"the {whose} ships break off")
                cargo = [one for items in event.cargo.values() for one in items]
                with_ = f" with {cargo_words(cargo)} aboard" if cargo else ""
                whole = f"{who} at {where}, for {all_of(places)}{with_}"
                few = f"{who} at {where}"
                troops = ((TROOPS, whole), (AFLOAT, few))
                yield event, troops if ground_units(cargo) else ((UNDER_WAY, whole), (HARMED, few))
            if held := [ship for ship in event.stay if ship not in sunk]:
                does = verb(held, "finds", "find")
                yield event, f"{_group(event.side, held, charts)} {does} no way out of {where}"


def went_home(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Where a side's ships have returned to, all of them together [H12.2]."""
    for side in ADJECTIVES:
        home = [one for one in events if isinstance(one, Withdrew) and one.side == side]
        if home:
            ships = [ship for event in home for ship in event.ships]
            places = dict.fromkeys(spot(event.path[-1], charts) for event in home)
            to = all_of(places) if len(places) <= SOME else "their ports"
            who = _group(side, ships, charts)
            yield home[0], f"{who} {verb(ships, 'returns', 'return')} to {to}"


def _group(side: str, ships: Sequence[str], charts: Charts | None = None) -> str:
    """`Allied US-CA1`, `3 Japanese ships (IJN-BB1 among them)`; without charts only how many."""
    if len(ships) == 1:
        return f"{ADJECTIVES[side]} {ships[0]}"
    great = capital_ships(ships, charts) if charts else ""
    return f"{len(ships)} {ADJECTIVES[side]} ships{great}"
