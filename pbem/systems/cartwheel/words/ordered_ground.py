"""What legal orders ashore will do, told to their author [H11]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.systems.cartwheel.book.tables import RaidRow
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r06_bases import falling, is_operational
from pbem.systems.cartwheel.rules.r11_ashore import Ashore, landing_points, without
from pbem.systems.cartwheel.rules.r11_combat import Assault, modifiers
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, total_strength
from pbem.systems.cartwheel.rules.r16_victory import occupied
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import ALLIED, other
from pbem.systems.cartwheel.words.bases import with_bases
from pbem.systems.cartwheel.words.dice import terms_of
from pbem.systems.cartwheel.words.names import (
    all_of,
    base_name,
    place_name,
    points,
    verb,
)
from pbem.systems.cartwheel.words.sea import cargo_words


def march(one: Occasion, order: March) -> Iterator[str]:
    """Who goes where on land, whether into a fight, and whether into mountains [H11.2, CR43]."""
    origin = place_name(one.game.troops[order.units[0]].at, one.charts)
    to, fights = place_name(order.to, one.charts), has_enemies(one.game, order.to, one.side)
    end = ", where they meet the enemy" if fights else falls_with(one, order.to)
    who, go = all_of(order.units), verb(order.units, "marches", "march")
    yield f"{who} {go} from {origin} to {to}{end} [H11.2]."
    if one.charts.hexes[order.to].terrain.tiring:
        when = "when the fight is over" if fights else "on arrival"
        yield f"The mountains there disrupt {who} {when} [{'CR43' if fights else 'H2.5'}]."
    yield from _emptied(one, order.to)


def land(one: Occasion, order: Land, *, fights: bool) -> Iterator[str]:
    """What a ship puts ashore, what that earns, and what stays aboard [H11.5, H17.1].

    Where the file `fights` for the hex, supply units wait for the end of it [CR47].
    """
    ship = one.game.ships[order.ship]
    items = (*order.units, *(SUPPLY,) * order.supply)
    what = Ashore(ship=ship.id, units=order.units, supply=order.supply)
    half = landing_points(one.game, one.side, what, ship.at)
    earned = f": {points(half)}" if half else ""
    where = place_name(ship.at, one.charts)
    falls = falls_with(one, ship.at) if order.units else ""
    yield f"{ship.id} lands {cargo_words(items)} at {where}{falls}{earned} [H11.5]."
    if order.supply and fights:
        stores = (SUPPLY,) * order.supply
        kept = f"{cargo_words(stores)} {verb(stores, 'stays', 'stay')} aboard"
        yield f"If the fight leaves no troops of yours there, {kept} [CR47]."
    if left := without(ship.cargo, items):
        yield f"Aboard {ship.id} {verb(left, 'stays', 'stay')} {cargo_words(left)}."
    if order.units:
        yield from _emptied(one, ship.at)


def falls_with(one: Occasion, hex_: str) -> str:
    """That a hex falls to who comes there alone, and its airbases with it [3.0f, 6.6.4~]."""
    if not _falls(one, hex_):
        return ""
    fixed, _ = falling(one.game, hex_, one.side, one.charts)
    return f", which falls to you{with_bases(hex_, fixed, one.charts)}"


def _falls(one: Occasion, hex_: str) -> bool:
    """Whether troops that come to a hex take it without a fight [H11.2.1]."""
    held = one.game.control.get(hex_) == one.side or has_enemies(one.game, hex_, one.side)
    return hex_ in one.charts.hexes and not held


def _emptied(one: Occasion, hex_: str) -> Iterator[str]:
    """What becomes of bases that fall without a fight, and of who is there [6.6.4~, 6.6.5]."""
    if not _falls(one, hex_):
        return
    fixed, mobile = falling(one.game, hex_, one.side, one.charts)
    for base in mobile:
        yield f"{base_name(base, one.charts)} in it is lost to the enemy for ever [6.6.4~]."
    bases = [one.game.bases[base] for base in (*fixed, *mobile)]
    if left := [b.id for b in bases if is_operational(b) and b.owner == other(one.side)]:
        where = all_of(base_name(base, one.charts) for base in left)
        yield f"Enemy aircraft at {where} get away or are lost, each by a die [6.6.5]."


def attack(one: Occasion, order: Attack, attackers: Sequence[str]) -> Iterator[str]:
    """Who attacks whom at what odds, and what is added to the die as things stand [H11.4].

    `attackers` are the units of the whole file that do, those that come to the hex among them.
    """
    defenders = tuple(one.game.troops_at(order.hex, other(one.side)))
    own = tuple(one.game.troops[id_] for id_ in attackers)
    ours, theirs = total_strength(own, one.charts), total_strength(defenders, one.charts)
    foes = all_of(unit.id for unit in defenders) if defenders else "nobody that is there now"
    odds, who = f"{ours} to {theirs}", all_of(attackers) if attackers else "Nobody"
    if own and defenders:
        assault = Assault(side=one.side, hex=order.hex, units=tuple(attackers))
        terms = modifiers(one.game, assault, own, defenders, one.charts)
        odds += f", column {one.charts.ground_combat.column(ours, theirs)}"
        odds += f", die{terms_of(terms)}" if terms else ""
    yield (
        f"{who} {verb(attackers, 'attacks', 'attack')} {foes} in"
        f" {place_name(order.hex, one.charts)}, {odds}; of yours the"
        f" {'strongest' if order.losses == 'highest' else 'weakest'} unit loses first [H11.4]."
    )


def prizes(one: Occasion, hexes: Iterable[str]) -> Iterator[str]:
    """What hexes that are not held yet give to who holds them alone at the end [H16.2]."""
    held = occupied(one.game, one.charts)
    for hex_ in hexes if one.game.terms.occupation else ():
        worth = one.charts.occupation.get(hex_)
        if worth is None or held.get(hex_, ("", 0))[0] == one.side:
            continue
        if half := worth.allied if one.side == ALLIED else worth.japanese:
            where = place_name(hex_, one.charts)
            yield f"{where} gives you {points(half)} if you alone hold it at the end [H16.2]."


def raid(one: Occasion, order: Raid) -> Iterator[str]:
    """A commando raid: what each die does, and what it costs if it fails [H11.7]."""
    base, who = base_name(order.base, one.charts), f" by {order.unit}" if order.unit else ""
    price = f"{order.unit} loses a step"
    if not order.unit:
        price = f"{points(one.charts.points.failed_raid)} for Japan"
    sides = one.charts.dice.sides
    dice = "; ".join(
        f"{_faces(row.low or 1, row.high or sides)} {_done_by(row, price)}"
        for row in one.charts.raids.results[one.side].rows
    )
    yield f"Commando raid on {base}{who}, by a die: {dice} [H11.7]."


def _faces(low: int, high: int) -> str:
    """`1-2`, `10`."""
    return f"{low}" if low == high else f"{low}-{high}"


def _done_by(row: RaidRow, price: str) -> str:
    """What a die of a raid does [H11.7]."""
    if row.failed:
        return f"it fails, {price}"
    strike = " and a strike on the aircraft there" if row.strikes else ""
    return f"{count(row.hits, 'hit')}{strike}" if row.hits or row.strikes else "no effect"


def fortify(one: Occasion, order: Fortify) -> Iterator[str]:
    """A Fortification [H11.8]."""
    yield f"A Fortification is built in {place_name(order.hex, one.charts)} [H11.8]."
