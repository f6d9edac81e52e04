"""What ships at sea cost at the end of the month, and what follows if it is not paid [PH14.2]."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pbem.dice import Dice, Roll
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import SIDES, nations_of_side, other, side_of
from pbem.systems.pto.rules.combat.losses import hit_ship
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.table.events_economy import UpkeepPaid, UpkeepUnpaid
from pbem.systems.pto.table.orders_month import Stay
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game, Told

STEP = "P6.1"
BOATS = "boats"
"""What a charge is for that no area has: submarines."""
PURSE_OF = {"NE": "UK"}
"""Nations without EP of their own, and who pays for them [PH12.1, PR69]."""


class Charge(Value):
    """EP due for ships of a nation that stay at sea; `what` is their area, or `boats`."""

    nation: str
    payer: str
    what: str
    points: int
    ships: tuple[str, ...]


def payer_of(game: Game, nation: str) -> str:
    """The nation whose EP pay for a nation's pieces: itself, or the one it depends on."""
    return nation if nation in game.purses else PURSE_OF.get(nation, nation)


def is_free(game: Game, ship: Ship, charts: Charts) -> bool:
    """Whether a ship stays at sea free: fleet boats under D5 [D5.3]."""
    return ship.is_boat and game.uses("D5") and ship.speed >= charts.upkeep.free_speed


def charges(game: Game, side: str, stays: Sequence[Stay], charts: Charts) -> tuple[Charge, ...]:
    """What a side owes now: by nation, for each area with ships, then for its boats [P6.1.1].

    Submarines do not count for areas [PH14.2]; they pay in groups, fractions up, per nation, and
    none of D5.3's free ones [D5.3, D5.off]. Of several who shall pay the first one written pays,
    and before the nation itself [F.6.2].
    """
    pays = {order.tf: payer_of(game, order.pays) for order in stays if order.pays}
    found: list[Charge] = []
    for nation in nations_of_side(side):
        found += _by_area(game, nation, pays, charts)
        found += _by_boats(game, nation, pays, charts)
    return tuple(found)


def price(game: Game, forces: Iterable[str], charts: Charts) -> int:
    """EP that these task forces cost together if they stay at sea, and nobody else [P6.1.1]."""
    alone = _alone(game, forces)
    return sum(one.points for side in SIDES for one in charges(alone, side, (), charts))


def stays_owed(game: Game, side: str, stays: Sequence[Stay], charts: Charts) -> Mapping[str, int]:
    """EP that a side's orders to stay cost together, by the nation that pays [F.6.2]."""
    alone = _alone(game, (order.tf for order in stays))
    found: Counter[str] = Counter()
    for one in charges(alone, side, stays, charts):
        found[one.payer] += one.points
    return found


def unpaid_of(game: Game, side: str, stays: Sequence[Stay], charts: Charts) -> tuple[Charge, ...]:
    """What of a side's orders to stay its EP do not pay, if nobody else stays [PH14.2, PR64]."""
    due = charges(_alone(game, (order.tf for order in stays)), side, stays, charts)
    covered = _covered(game, due)[1]
    return tuple(one for one in due if one not in covered)


def _alone(game: Game, forces: Iterable[str]) -> Game:
    """The game with the ships of these task forces and no others."""
    staying = frozenset(forces)
    ships = {ship.id: ship for ship in game.ships.values() if ship.tf in staying}
    return replace(game, ships=FrozenMap(ships))


def _at_sea(game: Game, nation: str, charts: Charts) -> list[Ship]:
    ships = (ship for ship in game.ships.values() if ship.nation == nation and ship.tf)
    return [ship for ship in ships if charts.areas[game.forces[ship.tf].at].sea]


def _by_area(game: Game, nation: str, pays: dict[str, str], charts: Charts) -> Iterable[Charge]:
    """One charge for each sea in which a nation has ships other than submarines [P6.1.1]."""
    ships = [ship for ship in _at_sea(game, nation, charts) if not ship.is_boat]
    for area in sorted({game.forces[ship.tf].at for ship in ships}):
        here = [ship for ship in ships if game.forces[ship.tf].at == area]
        there = {ship.tf for ship in here}
        asked = (payer for tf, payer in pays.items() if tf in there)
        yield Charge(
            nation=nation,
            payer=next(asked, payer_of(game, nation)),
            what=area,
            points=charts.upkeep.area,
            ships=tuple(ship.id for ship in here),
        )


def _by_boats(game: Game, nation: str, pays: dict[str, str], charts: Charts) -> Iterable[Charge]:
    """One charge for each group of a nation's submarines that are not free [P6.1.1, D5.3]."""
    boats = [ship for ship in _at_sea(game, nation, charts) if ship.is_boat]
    due = [boat for boat in boats if not is_free(game, boat, charts)]
    forces = {boat.tf for boat in due}
    asked = tuple(dict.fromkeys(payer for tf, payer in pays.items() if tf in forces))
    due.sort(key=lambda boat: asked.index(pays[boat.tf]) if boat.tf in pays else len(asked))
    size = charts.upkeep.boats
    for first in range(0, len(due), size):
        group = due[first : first + size]
        yield Charge(
            nation=nation,
            payer=pays.get(group[0].tf, payer_of(game, nation)),
            what=BOATS,
            points=1,
            ships=tuple(boat.id for boat in group),
        )


def upkeep(game: Game, side: str, stays: Sequence[Stay], charts: Charts, dice: Dice) -> Told:
    """A side pays what it owes, as far as its EP go; what is not paid costs ships [PH14.2]."""
    paid: dict[tuple[str, str], list[Charge]] = {}
    unpaid: dict[tuple[str, str], list[str]] = {}
    due = charges(game, side, stays, charts)
    game, covered = _covered(game, due)
    for charge in due:
        whose = charge.nation, charge.payer
        if charge in covered:
            paid.setdefault(whose, []).append(charge)
        else:
            unpaid.setdefault(whose, []).extend(charge.ships)
    events: tuple[Event, ...] = tuple(
        UpkeepPaid(
            to=ALL,
            nation=nation,
            payer=payer,
            what=tuple(dict.fromkeys(one.what for one in charged)),
            points=sum(one.points for one in charged),
        )
        for (nation, payer), charged in paid.items()
    )
    game, suffered = for_each(
        game, unpaid.items(), lambda now, one: _suffer(now, *one[0], one[1], charts, dice)
    )
    return game, (*events, *suffered)


def _covered(game: Game, due: Iterable[Charge]) -> tuple[Game, list[Charge]]:
    """The game with what EP there are paid: areas first, by their ids, then submarines [PR64]."""
    covered: list[Charge] = []
    for charge in sorted(due, key=lambda one: (one.what == BOATS, one.what)):
        purse = game.purses.get(charge.payer)
        if purse is not None and purse.points >= charge.points:
            game = game.charged(charge.payer, charge.points)
            covered.append(charge)
    return game, covered


def _suffer(
    game: Game, nation: str, payer: str, ships: Sequence[str], charts: Charts, dice: Dice
) -> Told:
    """Unpaid ships: named ones take a hit, generic ones are lost on the highest die [PR64]."""
    rolls: list[Roll] = []
    hit: list[str] = []
    tags: dict[str, str] = {}
    for id_ in ships:
        if game.ships[id_].is_named:
            hit.append(id_)
            continue
        area = game.forces[game.ships[id_].tf].at
        if area not in tags:
            game, tags[area] = next_combat(game, STEP, area)
        rolls.append(dice.roll("PH14.2 unpaid", id_, tags[area]))
        if rolls[-1].dice[0] >= charts.unpaid.lost_from:
            hit.append(id_)
    unpaid = UpkeepUnpaid(
        to=ALL, nation=nation, payer=payer, ships=tuple(ships), rolls=tuple(rolls)
    )
    enemy = other(side_of(nation))
    game, told = for_each(game, hit, lambda now, id_: hit_ship(now, id_, 1, enemy, charts))
    return game, (unpaid, *told)
