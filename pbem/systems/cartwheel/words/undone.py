"""What was ordered and is not done, for a headline: missions, landings, attacks, passes."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_ground import AttackMissed, GroundVoided
from pbem.systems.cartwheel.table.events_play import BlindVoided, PassesVoided, RaidCancelled
from pbem.systems.cartwheel.table.events_sea import (
    StayedAboard,
    UnloadingVoided,
    VoyageCancelled,
    WithdrawalVoided,
)
from pbem.systems.cartwheel.table.events_turn import BuildVoided
from pbem.systems.cartwheel.words.blows import of_kind
from pbem.systems.cartwheel.words.deeds import Deed
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, spot, verb
from pbem.systems.cartwheel.words.sea import cargo_words

NAMED = 4
"""So many ships of a mission are named at most."""


def undone(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """Orders that had become illegal when their turn came: nothing of them was done [H8.4]."""
    for event in events:
        match event:
            case RaidCancelled():
                where = spot(event.hex, charts)
                yield event, f"the {ADJECTIVES[event.side]} {event.kind} on {where} is cancelled"
            case VoyageCancelled():
                whose = f"the {ADJECTIVES[event.side]} mission of {_ships(event.ships)}"
                yield event, f"{whose} is cancelled"
            case AttackMissed():
                where = spot(event.hex, charts)
                yield event, f"the {ADJECTIVES[event.side]} attack on {where} is not made"
            case GroundVoided():
                whose = f"an order ashore of the {ADJECTIVES[event.side]} player"
                yield event, f"{whose} comes to nothing ({event.order})"
            case BuildVoided():
                where = spot(event.hex, charts)
                yield event, f"the {ADJECTIVES[event.side]} mobile base at {where} is not begun"
            case StayedAboard():
                stays = verb(event.items, "stays", "stay")
                yield event, f"{cargo_words(event.items)} {stays} aboard {event.ship}"
            case UnloadingVoided():
                does = verb(event.ships, "unloads", "unload")
                yield event, f"{ADJECTIVES[event.side]} {_ships(event.ships)} {does} nothing"
            case WithdrawalVoided():
                whose = ADJECTIVES[event.side]
                named = f"{whose} {_ships(event.ships)}"
                who = named if event.ships else f"a group of {whose} ships"
                yield event, f"{who} cannot return as ordered"


def _ships(ships: Sequence[str]) -> str:
    """Ships by name, or how many they are."""
    return all_of(ships) if 0 < len(ships) <= NAMED else count(len(ships), "ship")


def voided(events: Sequence[Event]) -> Iterator[Deed]:
    """What a side gave ahead of the outcome, which forbids it [H8.7]."""
    for event in of_kind(BlindVoided, events):
        missions = [count(len(event.missions), "mission")] if event.missions else []
        what = [*missions, *(["the pass"] if event.passing else [])]
        whose = f"the {ADJECTIVES[event.side]} player"
        yield event, f"what {whose} gave ahead is void ({all_of(what)})"


def passes_voided(events: Sequence[Event]) -> Iterator[Deed]:
    """Announced passes that the enemy's missions have made void [H8.3]."""
    for passes in of_kind(PassesVoided, events):
        many = "pass" if passes.times == 1 else f"{passes.times} passes"
        be = "is" if passes.times == 1 else "are"
        yield passes, f"the {ADJECTIVES[passes.side]} player's announced {many} {be} void"
