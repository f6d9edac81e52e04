"""Mobile airbases: begun in 4.2, finished or dismantled in the Regroup phase [6.5, H14.3]."""

from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted, is_mobile
from pbem.systems.cartwheel.rules.r13_supply import line
from pbem.systems.cartwheel.table.events_turn import (
    BuildBegun,
    BuildVoided,
    DismantlingVoided,
    MobileDismantled,
    MobileFinished,
)
from pbem.systems.cartwheel.table.state import Base, Game, Told, other


def bar_to_build(game: Game, side: str, base: str, hex_: str, charts: Charts) -> str:
    """The rule that forbids to begin a mobile base in a hex; empty if it is allowed [6.5].

    The counter must be in hand [6.2.4~], the hex land or coast without mountains [6.5a], under
    own control [6.5a], without another mobile base [6.5.1~] or enemy ground units [6.6.4~], and in
    supply [6.2.4~, AMB-16].
    """
    if not is_in_hand(game, side, base):
        return "6.2.4~"
    if hex_ not in charts.hexes or game.control.get(hex_) != side:
        return "6.5a"
    if not charts.hexes[hex_].terrain.mobile_base:
        return "6.5a"
    if any(is_mobile(there.id, charts) for there in game.bases_at(hex_)):
        return "6.5.1~"
    if any(game.troops_at(hex_, other(side))):
        return "6.6.4~"
    return "" if line(game, side, hex_, charts) else "6.2.4~"


def counters_in_hand(game: Game, side: str) -> list[str]:
    """A side's mobile counters that it may begin with, by id [6.2.4~]."""
    return [base for base in game.bases if is_in_hand(game, side, base)]


def is_in_hand(game: Game, side: str, base: str) -> bool:
    """Whether a mobile base is a side's to begin [6.2.4~]."""
    counter = game.bases.get(base)
    return counter is not None and counter.owner == side and counter.status == "in-hand"


def build(game: Game, side: str, base: str, hex_: str, charts: Charts) -> Told:
    """Place a mobile base under construction, for all to see [6.5.2~].

    It is judged again on the map as it stands in 4.2; what fails is void [H6.5, AMB-16].
    """
    broken = bar_to_build(game, side, base, hex_, charts)
    if broken:
        return game, (BuildVoided(to=ALL, side=side, base=base, hex=hex_, cited=broken),)
    begun = Base(id=base, hex=hex_, owner=side, status="building")
    return game.with_base(begun), (BuildBegun(to=ALL, side=side, base=base, hex=hex_),)


def finish(game: Game) -> Told:
    """Mobile bases under construction become functional [6.5.2~, H14.3]."""
    done = tuple(base for base in game.bases.values() if base.status == "building")
    for base in done:
        game = game.with_base(replace(base, status="working"))
    if not done:
        return game, ()
    return game, (MobileFinished(to=ALL, bases=tuple(base.id for base in done)),)


def bar_to_dismantle(game: Game, side: str, base_id: str, charts: Charts) -> str:
    """The rule that forbids to take a mobile base away, as far as all can see [6.5.4~].

    That no air unit is on it, only its owner knows.
    """
    base = game.bases.get(base_id)
    if base is None or base.owner != side or not is_mobile(base_id, charts):
        return "6.5.4~"
    return "6.5.4~" if base.status != "working" or is_disrupted(base, charts) else ""


def to_dismantle(game: Game, base_id: str) -> Game:
    """The game with a mobile base noted that goes in 4.8 [6.5.4~].

    Nobody flees to it in the fights of 4.5 that come after the order [H12.2.1].
    """
    return game.with_turn(replace(game.turn, dismantle=(*game.turn.dismantle, base_id)))


def dismantle(game: Game, charts: Charts) -> Told:
    """Take mobile bases away that are to go; lost or disrupted ones stay [6.5.4~, H14.3]."""
    events: list[Event] = []
    for base_id in game.turn.dismantle:
        base = game.bases[base_id]
        if bar_to_dismantle(game, base.owner, base_id, charts):
            events.append(DismantlingVoided(to=ALL, base=base.id))
            continue
        game = game.with_base(Base(id=base.id, hex="", owner=base.owner, status="in-hand"))
        events.append(MobileDismantled(to=ALL, base=base.id, hex=base.hex))
    return game.with_turn(replace(game.turn, dismantle=())), tuple(events)
