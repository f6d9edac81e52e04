"""What an outcome makes illegal after the order was given [H8.4, H8.7], for all to see."""

from collections.abc import Iterable, Iterator

from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r10_orders import wrong_mission
from pbem.systems.cartwheel.table.events_turn import FloatplaneEvacuated
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.table.under_way import Blind, Raid, Voyage


def missions_left(game: Game, side: str, charts: Charts) -> int:
    """How many missions a side may still perform this turn [H8.2, H14.5]."""
    general = game.turn.regroup == "yes"
    cap = charts.operations.regroup_cap if general else game.terms.cap
    return max(0, cap - game.operations.done.get(side, 0))


def strike_targets(game: Game, side: str, hex_: str, charts: Charts) -> tuple[str, ...]:
    """Targets of a strike in a hex as orders name them [H9.1.2, H9.6]: `base:RAB` and so on.

    An airbase that is not destroyed, a naval unit, a ground unit, or a port.
    """
    return tuple(_strike_targets(game, side, hex_, charts))


def _strike_targets(game: Game, side: str, hex_: str, charts: Charts) -> Iterator[str]:
    enemy = other(side)
    for base in game.bases_at(hex_):
        if base.owner == enemy and base.status in ("working", "building"):
            yield f"base:{base.id}"
    if any(game.troops_at(hex_, enemy)):
        yield f"ground:{hex_}"
    for ship in game.ships_at(hex_, enemy):
        if ship.steps and ship.id != charts.submarine.unit:
            yield f"naval:{ship.id}"
    if hex_ in charts.hexes and charts.hexes[hex_].port and game.control.get(hex_) == enemy:
        yield f"port:{hex_}"


def spoiled_raid(game: Game, raid: Raid, charts: Charts) -> str:
    """The rule that by now forbids an air mission; empty if none does [H8.4].

    A strike needs something of the enemy's in its hex [H9.1.2].
    """
    if raid.kind == "strike" and not strike_targets(game, raid.side, raid.hex, charts):
        return "H9.1.2"
    return ""


def spoiled_voyage(game: Game, voyage: Voyage, charts: Charts) -> str:
    """The rule that by now forbids a naval mission; empty if none does [H8.4]."""
    defects = wrong_mission(game, voyage.side, voyage, charts)
    return next((refusal.rule for refusal in defects), "")


def spoiled_blind(game: Game, blind: Blind, charts: Charts) -> str:
    """The rule that the outcome makes a blind order break; empty if none [H8.7].

    Its air missions are void as well while their side owes a statement: only their owner knows
    whether one of their units was hit on the ground, and he has not told yet [E.6, CR62].
    """
    if len(blind.order) > missions_left(game, blind.side, charts):
        return "H8.2"
    if blind.raids and any(owed.side == blind.side for owed in game.owed):
        return "E.6"
    raids = (spoiled_raid(game, raid, charts) for raid in blind.raids)
    voyages = (spoiled_voyage(game, voyage, charts) for voyage in blind.voyages)
    return next((rule for rule in (*raids, *voyages) if rule), "")


def spoiled_by_rufe(game: Game, raid: Raid) -> str:
    """The rule that forbids blind air missions when a Rufe has lost its port; empty if none has.

    It came down where its owner states, perhaps at a base that it over-fills [6.3.4~, E.6, CR62].
    """
    blind = game.operations.blind
    if blind is None or not blind.raids or blind.side == raid.side:
        return ""
    up = (one for one in (*raid.reply.interceptors, *raid.reply.evaders) if one.airborne)
    moored = (one.unit for one in up if one.base.startswith(PORT))
    lost = any(unit not in game.floatplanes and game.air[unit].steps for unit in moored)
    return "E.6" if lost else ""


def spoiled_by_port(game: Game, events: Iterable[Event]) -> str:
    """The rule that forbids blind air missions when a Rufe has left a port that fell, or was lost.

    It is Flown, or gone, and may over-fill the base where it came down [H6.7, 6.3.4~, CR62].
    """
    blind = game.operations.blind
    if blind is None or not blind.raids:
        return ""
    left = (event.unit for event in events if isinstance(event, FloatplaneEvacuated))
    return "H6.7" if any(game.air[unit].side == blind.side for unit in left) else ""
