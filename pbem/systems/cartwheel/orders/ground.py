"""The ground orders: why not, and what is legal [4.5, H11].

Who marches, lands and attacks is judged together, in whatever order it stands in the file.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeVar

from pbem.engine.kinds import Claim, Kind, Refusal, refuse
from pbem.frozen import replace
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.orders.sight import Sight, at_sea, sailing
from pbem.systems.cartwheel.rules.occasion import GROUND
from pbem.systems.cartwheel.rules.r10_ships import ground_units, laden
from pbem.systems.cartwheel.rules.r11_ashore import after_landings
from pbem.systems.cartwheel.rules.r11_missions import raid_targets, raiders
from pbem.systems.cartwheel.rules.r11_orders import cannot_march, once, together, wrong_ashore
from pbem.systems.cartwheel.rules.r11_plan import GroundOrder, plan
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, is_fit
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import JAPANESE, Troops
from pbem.systems.cartwheel.words import ordered_ground

GroundT = TypeVar("GroundT", March, Land, Attack, Raid, Fortify)
LOSSES: tuple[Literal["highest", "lowest"], ...] = ("highest", "lowest")
"""Whose steps fall first, as an attack says."""


def _faults(sight: Sight, order: GroundOrder) -> Iterator[Refusal]:
    """Everything about an order beside the others of its file [H11]."""
    if isinstance(order, Land) and order.ship in sailing(sight, order):
        yield at_sea(order, (order.ship,))
    all_ = sight.ashore
    if all_ is None or sight.place(order) == len(sight.file):
        all_ = together(sight.game, sight.side, sight.among(order), sight.charts)
    yield from wrong_ashore(all_, order)


def _claims(_: Sight, order: GroundOrder) -> Iterator[Claim]:
    """What only one order of a file may name: units that move, ships, attacks, raids, forts."""
    for one in once(order):
        what = f"{one.name} is ordered already"
        refusal = refuse(one.rule, one.key, what, "take one of them out")
        yield Claim(subject=f"{one.kind} {one.id}", refusal=refusal)


# --- what is legal -------------------------------------------------------------------------------


def _legal(sight: Sight, orders: Iterable[GroundT]) -> Iterator[GroundT]:
    """Those of some orders that are legal beside what they need."""
    for one in orders:
        file = _with_needs(sight, one)
        all_ = together(sight.game, sight.side, file, sight.charts)
        if not any(refusal for order in file for refusal in wrong_ashore(all_, order)):
            yield one


def _with_needs(sight: Sight, order: GroundOrder) -> tuple[GroundOrder, ...]:
    return (*needs(sight, order), order)


def needs(sight: Sight, order: GroundOrder) -> tuple[Attack, ...]:
    """The attack that whoever comes among enemies makes [H11.2, H11.5]."""
    to = ""
    if isinstance(order, March):
        to = order.to
    elif isinstance(order, Land) and order.units:
        to = sight.game.ships[order.ship].at
    return (Attack(hex=to),) if to and has_enemies(sight.game, to, sight.side) else ()


def _own(sight: Sight) -> Iterator[Troops]:
    """Own units ashore."""
    units = sight.game.troops.values()
    return (u for u in units if u.side == sight.side and u.at in sight.charts.hexes)


def _marches(sight: Sight) -> Iterator[March]:
    """Each unit that may march into each hex beside it."""
    able = [u for u in _own(sight) if not cannot_march(sight.game, u, sight.charts)]
    ways = ((u.id, to) for u in able for to in land_neighbours(sight.charts, u.at))
    return _legal(sight, (March(units=(unit,), to=to) for unit, to in ways))


def _landings(sight: Sight) -> Iterator[Land]:
    """Each unit and one supply unit of each ship."""
    for ship in laden(sight.game, sight.side):
        units = (Land(ship=ship.id, units=(unit,)) for unit in ground_units(ship.cargo))
        yield from _legal(sight, (*units, Land(ship=ship.id, supply=1)))


def _attacks(sight: Sight) -> Iterator[Attack]:
    """Each unit that is strong enough alone, and all together, against enemies in its hex."""
    contested = sorted({u.at for u in _own(sight) if has_enemies(sight.game, u.at, sight.side)})
    for hex_ in contested:
        fit = (u for u in sight.game.troops_at(hex_, sight.side) if is_fit(u, sight.charts))
        ids = tuple(unit.id for unit in fit)
        groups = dict.fromkeys(((), *((id_,) for id_ in ids), ids))
        for losses in LOSSES:
            yield from _legal(sight, (Attack(hex=hex_, units=u, losses=losses) for u in groups))


def _raids(sight: Sight) -> Iterator[Raid]:
    """Each base in reach, by each unit that can raid it where one is named [H11.7]."""
    game, side, charts = sight.game, sight.side, sight.charts
    for base in raid_targets(game, side, "", charts):
        units = raiders(game, base, charts) if side == JAPANESE else ("",)
        yield from _legal(sight, (Raid(base=base, unit=unit) for unit in units))


def _forts(sight: Sight) -> Iterator[Fortify]:
    """Each hex with somebody to build it."""
    hexes = sorted({unit.at for unit in _own(sight)}) if sight.side == JAPANESE else ()
    return _legal(sight, (Fortify(hex=hex_) for hex_ in hexes))


def _attacked(sight: Sight, order: Attack) -> Iterator[str]:
    """An attack by all of the file that are in the hex or come there [H11.4]."""
    made = plan(sight.game, sight.side, sight.among(order))
    attackers = made.attackers(sight.game, order.hex, sight.charts)
    ashore = replace(sight, game=after_landings(sight.game, sight.among(order)))
    return ordered_ground.attack(ashore, order, attackers)


def _landed(sight: Sight, order: Land) -> Iterator[str]:
    """A landing, beside the attacks of the file [H11.5]."""
    made = plan(sight.game, sight.side, sight.among(order))
    return ordered_ground.land(sight, order, fights=sight.game.ships[order.ship].at in made.attacks)


def _row(
    order: type[GroundT],
    options: Callable[[Sight], Iterable[GroundT]],
    words: Callable[[Sight, GroundT], Iterable[str]],
) -> Kind[Sight, GroundT]:
    """The row of a ground order: they differ in what is legal and in words."""
    return Kind(
        order=order,
        steps=GROUND,
        faults=_faults,
        claims=_claims,
        options=options,
        needs=needs,
        words=words,
    )


KINDS = (
    _row(Raid, _raids, ordered_ground.raid),
    _row(Land, _landings, _landed),
    _row(March, _marches, ordered_ground.march),
    _row(Attack, _attacks, _attacked),
    _row(Fortify, _forts, ordered_ground.fortify),
)
