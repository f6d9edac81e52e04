"""Whether all that an order names exists and is of the right side [F.6.3]."""

from collections.abc import Iterator, Mapping

from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.systems.pto.book.kinds import OVER_JAPAN, SHIP_KINDS
from pbem.systems.pto.rules.f6_sorts import (
    ABOARD,
    AIR,
    ALLIED_AIR,
    AREA,
    BASE,
    BIDDER,
    BOAT,
    CARGO,
    DEAD,
    ENEMY_FORCE,
    FORCE,
    GROUND,
    LENDER,
    NATION,
    SHIP,
    SIDES_NATION,
    TARGET,
    THEATRE,
    UNIT,
    Scope,
    Sort,
    areas_of,
    muster,
)
from pbem.systems.pto.rules.f6_strange import strange
from pbem.systems.pto.table import orders_month as o
from pbem.systems.pto.table import orders_season as season
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Declines,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    Muster,
    NavalInterception,
    SearchRule,
    StandingOrder,
    Submarines,
)

NAMED: Mapping[type[Order], Mapping[str, Sort]] = {
    o.BombJapan: {"bombers": ALLIED_AIR, "escorts": ALLIED_AIR},
    o.Blockade: {"boats": BOAT},
    o.Form: {"ships": SHIP},
    o.Sail: {"tf": FORCE, "path": AREA, "load": CARGO, "land": AREA},
    o.Engage: {"tf": FORCE, "enemy": ENEMY_FORCE},
    o.Strike: {"units": AIR, "escorts": AIR, "area": AREA, "tf": ENEMY_FORCE, "aim": TARGET},
    o.Transfer: {"units": AIR, "to": BASE},
    o.Airlift: {"nation": NATION, "cargo": CARGO, "origin": AREA, "to": AREA},
    o.Offensive: {
        "nation": NATION,
        "theatres": THEATRE,
        "stack": FORCE,
        "stacks": FORCE,
        "targets": AREA,
    },
    o.March: {"unit": GROUND, "path": AREA},
    o.Assault: {"units": GROUND, "area": AREA},
    o.Drop: {"unit": GROUND, "area": AREA},
    o.Support: {"units": AIR, "escorts": AIR, "area": AREA},
    o.Attack: {"units": GROUND, "area": AREA},
    o.Rail: {"unit": GROUND, "to": AREA},
    o.Debark: {"unit": GROUND, "area": AREA, "then": AREA},
    o.Return: {"tf": FORCE, "to": AREA, "path": AREA, "debark": ABOARD},
    o.Stay: {"tf": FORCE, "pays": SIDES_NATION},
    o.Replenish: {"unit": DEAD},
    o.Repair: {"area": AREA},
    season.LendLease: {"nation": LENDER},
    season.Rebuild: {"unit": UNIT},
    season.Mend: {"ship": SHIP},
    season.Build: {"nation": NATION, "area": AREA},
    season.Bid: {"nation": BIDDER},
}
"""What each key of an order names; the ships of single units are judged in `check_aims` [F.6.4]."""


def wrong_names(scope: Scope, order: Order) -> Iterator[Refusal]:
    """Every name of an order that is not there, or not of the right side [F.6.3]."""
    if isinstance(order, StandingOrder):
        now = muster(scope.game, scope.seat, scope.formed)
        areas = areas_of(scope)
        for key, names, words, known in _in_standing(order, now, scope.nations, areas):
            yield from strange(scope, key, names, words, known)
        return
    for key, sort in NAMED.get(type(order), {}).items():
        if names := _names(order, key):
            yield from strange(scope, key, names, sort.words, sort.known(scope))


def _names(order: Order, key: str) -> tuple[str, ...]:
    """The names at a key of an order, each once; one that is left empty is none."""
    value = getattr(order, key)
    names = (value,) if isinstance(value, str) else tuple(value)
    return tuple(name for name in dict.fromkeys(names) if name)


# --- standing orders -----------------------------------------------------------------------------


def _in_standing(
    order: StandingOrder, now: Muster, nations: tuple[str, ...], areas: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...], str, tuple[str, ...]]]:
    """What a standing order names: the key, the names, what they ought to be, who may be [F.4]."""
    sort, scope = _scope(order, now, nations, areas)
    yield "of", _names(order, "of"), sort, scope
    targets = (*SHIP_KINDS, *now.targets)
    match order:
        case SearchRule() | AirInterception() | NavalInterception():
            yield "areas", _names(order, "areas"), AREA.words, areas
        case AirStrikeRule():
            yield "aim", _names(order, "aim"), TARGET.words, targets
            yield "ships", tuple(order.ships), TARGET.words, targets
        case AirStacks():
            for key in ("offensive", "defensive"):
                yield key, _names(order, key), "air unit on a carrier", now.afloat
        case Gunnery():
            yield "first", _names(order, "first"), TARGET.words, targets
        case Submarines():
            yield "aim", _names(order, "aim"), TARGET.words, targets
        case GroundDefence():
            yield "units", _names(order, "units"), UNIT.words, now.units
            yield "retreat", _names(order, "retreat"), AREA.words, areas
        case Losses():
            for key in ("steps", "abort"):
                yield key, _names(order, key), UNIT.words, now.units


def _scope(
    order: StandingOrder, now: Muster, nations: tuple[str, ...], areas: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """What a standing order may hold of, in words and by name: only what it is asked for [F.4]."""
    match order:
        case GoesFirst():
            return "part of a side that goes first by itself", ()
        case Declines():
            return "nation", nations
        case AirDefence():
            fighting = tuple(nation for nation in nations if nation in OVER_JAPAN.values())
            return "nation that orders the fighters over Japan", fighting
    return "task force, area or nation", (*nations, *now.forces, *areas)


def unknown_then(
    order: StandingOrder, then: Muster, nations: tuple[str, ...], areas: tuple[str, ...]
) -> tuple[str, ...]:
    """Names of an opened standing order that were not there as its file was written [F.6.3]."""
    return tuple(
        name
        for _, names, _, known in _in_standing(order, then, nations, areas)
        for name in names
        if name not in known
    )


def named_in_standing(scope: Scope, order: StandingOrder) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The keys of a standing order that name something, and what may stand there [F.4]."""
    now = muster(scope.game, scope.seat, scope.formed)
    for key, _, _, known in _in_standing(order, now, scope.nations, areas_of(scope)):
        yield key, known
