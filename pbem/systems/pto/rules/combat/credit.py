"""Who sank or damaged a ship, and where, as the events of its battle tell [PH2.2]."""

from collections.abc import Iterable, Iterator

from pbem.engine.events import Event
from pbem.frozen import replace
from pbem.systems.pto.table.events_combat import (
    AirNavalAttack,
    BoatAttacked,
    EscortAttacked,
    ShipDamaged,
    ShipFired,
    ShipSunk,
    SurfaceCombatBegun,
)
from pbem.systems.pto.table.events_naval import BoatsHunted, InterceptionTried, RaidFlown
from pbem.systems.pto.table.state import Game


def credited(game: Game, events: Iterable[Event]) -> tuple[Event, ...]:
    """Events of a step with who hit what was lost; `game` is the state that the step found.

    Aircraft stand by their base, a carrier or an airfield. Whose battle names no area was hit
    where the step found him, such as in port.
    """
    return tuple(_told(game, events))


def _told(game: Game, events: Iterable[Event]) -> Iterator[Event]:
    areas = {tf: force.at for tf, force in game.forces.items()}
    by: dict[str, dict[str, None]] = {}
    flown = set[str]()
    for event in events:
        match event:
            case RaidFlown() if event.tf:
                areas |= {event.tf: event.area}
            case SurfaceCombatBegun():
                areas |= {event.attacker: event.area, event.defender: event.area}
            case InterceptionTried():
                areas |= {event.tf: event.area, event.target: event.area}
            case BoatsHunted():
                areas |= {event.tf: event.area, event.boats: event.area}
            case AirNavalAttack() if event.hits and event.unit in game.air:
                by.setdefault(event.ship, {})[game.air[event.unit].base] = None
                flown.add(event.ship)
            case ShipFired() if event.hit:
                by.setdefault(event.target, {})[event.ship] = None
            case BoatAttacked() if event.hit:
                by.setdefault(event.ship, {})[event.boat] = None
            case EscortAttacked() if event.hit:
                by.setdefault(event.boat, {})[event.ship] = None
        if isinstance(event, ShipDamaged | ShipSunk) and event.ship in by:
            yield replace(
                event,
                by=(*by.pop(event.ship),),
                flown=event.ship in flown,
                area=areas.get(event.tf, ""),
            )
            flown.discard(event.ship)
        else:
            yield event
