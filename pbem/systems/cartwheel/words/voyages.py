"""What ships did beside their fights, for a headline: where they came, how they left, went home."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_air import UnitHit
from pbem.systems.cartwheel.table.events_sea import BattleOver, BrokeOff, Sailed, Withdrew
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.deeds import Deed
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    capital_ships,
    spot,
    verb,
)
from pbem.systems.cartwheel.words.sea import cargo_words

SOME = 3
"""So many ports at most are named to which ships return."""


def sailed(
    events: Sequence[Event], game: Game | None, charts: Charts, *, laden: bool
) -> Iterator[Deed]:
    """Where ships have come by missions, all of a side at a place together, with their cargo.

    Those that are `laden`, or those that are not. Who comes to a place after a battle there is
    told apart from those who came before it, and from those who were there and only load.
    """
    come: dict[tuple[str, str, bool, int], list[Sailed]] = {}
    fought = Counter[str]()
    for event in events:
        if isinstance(event, BattleOver):
            fought[event.hex] += 1
        if isinstance(event, Sailed):
            place, stays = event.path[-1], len(event.path) == 1
            come.setdefault((event.side, place, stays, fought[place]), []).append(event)
    for (side, place, stays, _), groups in come.items():
        ships = [ship for group in groups for ship in group.ships]
        there = [game.ships[id_] for id_ in ships] if game else []
        aboard = [one for ship in there if ship.at == place for one in ship.cargo]
        if laden is bool(aboard):
            who, where = _group(side, ships, charts), spot(place, charts)
            cargo = cargo_words(aboard) if aboard else ""
            if stays:
                does = verb(ships, "takes", "take") if cargo else verb(ships, "stays", "stay")
                what = f"{does} {cargo} aboard" if cargo else does
                yield groups[0], f"{who} {what} at {where}"
            else:
                with_ = f" with {cargo} aboard" if cargo else ""
                yield groups[0], f"{who} {verb(ships, 'comes', 'come')} to {where}{with_}"


def broke_off(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Whose ships have left a battle, and where they went; who is afloat and finds no way out."""
    sunk = {event.unit for event in events if isinstance(event, UnitHit) and not event.steps}
    for event in events:
        if isinstance(event, BrokeOff):
            whose, where = ADJECTIVES[event.side], spot(event.hex, charts)
            if ships := [*event.ships]:
                places = dict.fromkeys(spot(to, charts) for to in event.ships.values())
                who = verb(ships, f"{whose} {ships[0]} breaks off", f"the {whose} ships break off")
                yield event, f"{who} at {where}, for {all_of(places)}"
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


def _group(side: str, ships: Sequence[str], charts: Charts) -> str:
    """`Allied US-CA1`, `3 Japanese ships (IJN-BB1 among them)`."""
    if len(ships) == 1:
        return f"{ADJECTIVES[side]} {ships[0]}"
    return f"{len(ships)} {ADJECTIVES[side]} ships{capital_ships(ships, charts)}"
