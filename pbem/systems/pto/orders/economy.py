"""Orders for phase 2 and for the month's end: why not, and what is legal [P2.0, P6.3, PH14.3-4]."""

from collections.abc import Iterator, Sized

from pbem.counting import count
from pbem.engine.kinds import Part, Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import ALLIED, side_of
from pbem.systems.pto.orders.home import owed
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, after, in_offensive
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p1_weather import may_ground
from pbem.systems.pto.rules.month.p2_strategic import BOMBERS, FIGHTERS, is_near_japan
from pbem.systems.pto.rules.month.p6_end import (
    cannot_repair,
    cannot_replenish,
    damaged,
    replenished,
    replenishing_group,
)
from pbem.systems.pto.rules.month.p6_upkeep import payer_of
from pbem.systems.pto.rules.units import kind, reach
from pbem.systems.pto.table.naming import agree, each, nation_name
from pbem.systems.pto.table.orders_month import Blockade, BombJapan, Repair, Replenish
from pbem.systems.pto.table.state import Game

# --- phase 2 of the next month -------------------------------------------------------------------


def _no_phase_2(sight: Sight, order: BombJapan | Blockade) -> Refusal | None:
    if sight.side == ALLIED and not sight.game.terms.no_strategic:
        return None
    what = f"'{order.type}' is for the Allies where phase 2 is played"
    return refuse("P2.0", "", what, "leave it out")


def _bombing_refusals(sight: Sight, order: BombJapan) -> Refusals:
    """The US seat names bombers and fighters in range; the weather is not known yet [P2.1.1]."""
    barred = _no_phase_2(sight, order)
    if not barred and "US" not in sight.nations:
        what = "the US seat orders the bombing of Japan"
        barred = refuse("P2.0", "", what, "leave it out")
    if barred:
        yield barred
        return
    yield from (_not_over_japan(sight, "bombers", id_, BOMBERS) for id_ in order.bombers)
    yield from (_not_over_japan(sight, "escorts", id_, FIGHTERS) for id_ in order.escorts)
    if not order.bombers:
        yield refuse("P2.1.1", "bombers", "no bombers are named", "leave the order out")


def _not_over_japan(sight: Sight, key: str, id_: str, kinds: tuple[str, ...]) -> Refusal | None:
    game, charts = sight.game, sight.charts
    unit = game.air.get(id_)
    if unit is None or side_of(unit.nation) != ALLIED or kind(game, charts, unit) not in kinds:
        what = f"{mention_or_quote(id_)} cannot be one of the {key}"
        hint = f"name Allied units of the classes {', '.join(kinds)}"
        return refuse("P2.1.1", key, what, hint)
    target = charts.bombing.target
    distance, most = air_distance(charts, game.where(unit), target), reach(game, charts, unit)
    if distance <= most:
        return None
    away = count(distance, "area")
    what = f"{mention(id_)} is {away} from {mention(target)} and reaches {most}"
    hint = "transfer it nearer before, or name another unit"
    return refuse("PH4.1", key, what, hint)


def _bombings(sight: Sight) -> Iterator[BombJapan]:
    """Each bomber of the side, first those of the seat that have not flown."""
    units = sight.game.air.values()
    likely = sorted(units, key=lambda unit: (unit.nation not in sight.nations, unit.committed))
    return (BombJapan(bombers=(unit.id,)) for unit in likely)


def _bombing_parts(sight: Sight) -> Iterator[Part]:
    able = (id_ for id_ in sight.game.air if not _not_over_japan(sight, "escorts", id_, FIGHTERS))
    yield Part(key="escorts", values=tuple(able))


def _blockade_refusals(sight: Sight, order: Blockade) -> Refusals:
    """A seat with submarines names those that take part, or none [P2.2.1]."""
    barred = _no_phase_2(sight, order)
    if not barred and not _boats(sight):
        barred = refuse("P2.2.1", "", "you have no submarines", "leave the order out")
    yield barred


def _blockades(sight: Sight) -> Iterator[Blockade]:
    """Each submarine that lies where it can take part; none where none does [PH4.3]."""
    near = tuple(_near(sight))
    yield from (Blockade(boats=(boat,)) for boat in near)
    if _boats(sight) and not near:
        yield Blockade()


def _blockade_parts(sight: Sight) -> Iterator[Part]:
    near = tuple(_near(sight))
    where = "at sea near Japan" if near else "of boats at sea near Japan, where none of yours lies"
    yield Part(key="boats", values=near, words=f"{where}; without any, none of yours")


def _near(sight: Sight) -> Iterator[str]:
    """Those of the seat's submarines that lie where they can take part, as things stand [PH4.3]."""
    return (boat for boat in _boats(sight) if is_near_japan(sight.game, boat, sight.charts))


def _boats(sight: Sight) -> tuple[str, ...]:
    """The seat's submarines."""
    ships = sight.game.ships.values()
    return tuple(one.id for one in ships if one.kind == "SS" and one.nation in sight.nations)


# --- the end of the month ------------------------------------------------------------------------


def _replenish_refusals(sight: Sight, order: Replenish) -> Refusals:
    """One eliminated unit a group, EP there, the source free [P6.3.1, PH14.3]."""
    unit = sight.game.dead.get(order.unit)
    if unit is not None and unit.nation not in sight.nations:
        what = f"{mention(unit.id)} is not yours"
        yield refuse("PH14.3", "unit", what, "each seat replenishes its own units")
        return
    back = _back(sight)
    yield in_offensive(sight, order) or cannot_replenish(sight.game, order, back, sight.charts)


def _back(sight: Sight) -> list[str]:
    """The groups of which the file replenishes a unit already."""
    done = (one.unit for one in sight.done if isinstance(one, Replenish))
    return [replenishing_group(sight.game.ground[unit]) for unit in done]


def _replenishes(sight: Sight) -> Iterator[Replenish]:
    """Each eliminated unit of the seat."""
    return (Replenish(unit=unit) for unit in sight.game.dead)


def _replenished(sight: Sight, order: Replenish) -> Sight:
    return after(sight, replenished(sight.game, order, [], sight.charts))


def _repair_refusals(sight: Sight, order: Repair) -> Refusals:
    """One attempt an area, on something that is damaged there [P6.3.2, PH14.4]."""
    refusal = cannot_repair(sight.game, sight.seat, order, sight.charts)
    yield in_offensive(sight, order) or refusal


def _repairs(sight: Sight) -> Iterator[Repair]:
    """Whatever is damaged in the seat's areas."""
    for area in sight.game.areas:
        for what in damaged(sight.game, area, sight.charts):
            yield Repair(area=area, what=what)


# --- in words ------------------------------------------------------------------------------------


def next_phase_2(game: Game) -> int:
    """The month whose phase 2 comes next: this one until its weather is rolled [F.2]."""
    return game.turn + 1 if game.month.weather else game.turn


def tired_words(game: Game, boats: Sized) -> str:
    """What the blockade costs boats for its month: they serve in nothing else [D2.1, P2.2.2]."""
    if not (boats and game.uses("D2")):
        return ""
    they = agree(boats, "it attacks", "they attack")
    return f", committed for all of that month: {they} no ships then"


def _bombing_words(sight: Sight, order: BombJapan) -> Iterator[str]:
    along = f", escorted by {each(order.escorts)}" if order.escorts else ""
    game, charts, turn = sight.game, sight.charts, next_phase_2(sight.game)
    verb, it = agree(order.bombers, "bombs", "bomb"), agree(order.bombers, "it", "them")
    flying = (game.air[id_] for id_ in (*order.bombers, *order.escorts) if id_ in game.air)
    over = (charts.bombing.target, *map(game.where, flying))
    stays = any(may_ground(turn, area, charts) for area in over)
    unless = f", unless the weather grounds {it}" if stays else ""
    yield f"{each(order.bombers)} {verb} Japan in {month_name(turn)}{along}{unless} [P2.1.1]"


def _blockade_words(sight: Sight, order: Blockade) -> Iterator[str]:
    verb = agree(order.boats, "is to blockade", "are to blockade")
    who = f"{each(order.boats)} {verb}" if order.boats else "No submarine of yours blockades"
    near = [id_ for id_ in order.boats if is_near_japan(sight.game, id_, sight.charts)]
    month, tired = month_name(next_phase_2(sight.game)), tired_words(sight.game, near)
    yield f"{who} Japan in {month}{tired} [P2.2.1{', D2.1' if tired else ''}]"


def _replenish_words(sight: Sight, order: Replenish) -> Iterator[str]:
    """Where a unit comes back, or that the ships of who pays take his EP before [P6.1.1, P6.3.1].

    Units that come back before it are paid for already.
    """
    nation = sight.game.dead[order.unit].nation
    source, price = sight.charts.sources[nation], sight.charts.replenishment.price
    payer = payer_of(sight.game, nation)
    ships = owed(sight.game, sight.seat, sight.file, sight.charts)[payer]
    if sight.game.purses[payer].points < ships + price:
        take = f"ships take {ships} EP of {nation_name(payer)} first"
        yield f"{mention(order.unit)} does not come back, as things stand: {take} [P6.1.1, PH14.3]"
        return
    yield f"{mention(order.unit)} comes back, reduced, at {mention(source)}: {price} EP [PH14.3]"


def _repair_words(_: Sight, order: Repair) -> Iterator[str]:
    yield f"The {order.what} of {mention(order.area)} is tried to be repaired [PH14.4]"


BOMB_JAPAN = row(BombJapan, _bombing_refusals, _bombings, _bombing_parts, words=_bombing_words)
BLOCKADE = row(Blockade, _blockade_refusals, _blockades, _blockade_parts, words=_blockade_words)
REPLENISH = row(
    Replenish, _replenish_refusals, _replenishes, then=_replenished, words=_replenish_words
)
REPAIR = row(Repair, _repair_refusals, _repairs, words=_repair_words)
