"""Construction: lend-lease, rebuilding, repair, building, the reserve [S1.2, S2.3, PH12.3-4]."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.engine.kinds import refuse
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import next_season, season_key
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.month.p3_lift import put_marker
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.month.p6_upkeep import payer_of
from pbem.systems.pto.rules.season.s2_arrivals import merged
from pbem.systems.pto.rules.season.s2_prices import seasons_for
from pbem.systems.pto.rules.season.s2_purchases import (
    PURCHASES,
    Purchase,
    cannot_buy,
    is_marker,
    nation_of,
    price_of,
)
from pbem.systems.pto.rules.works import BUILDABLE
from pbem.systems.pto.table.events_economy import Bought, Lent
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_season import Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.state import Entry, Game, Told

REPAIRED = ("CV", "BB")
"""The types of ships that are repaired unasked, in this order [F.3]."""


def construct(game: Game, answers: Mapping[str, tuple[Order, ...]], charts: Charts) -> Told:
    """The season's orders of all seats: lend-lease first, then purchases in the order written.

    The nations' EP and force pools are their own, so that no seat's orders touch another's [S2.3].
    """
    if game.has_bids_alone:
        return game, ()
    game, lent = lend(game, _all_of(game, answers), charts)
    game, bought = for_each(
        game, game.seats, lambda now, seat: _bought(now, seat, answers.get(seat, ()), charts)
    )
    return game, (*lent, *bought)


def _bought(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Told:
    given = given_or_default(game, seat, orders, charts)
    purchases = (order for order in given if isinstance(order, PURCHASES))
    return for_each(game, purchases, lambda now, order: buy(now, seat, order, charts))


def given_or_default(
    game: Game, seat: str, orders: Sequence[Order], charts: Charts
) -> tuple[Order, ...]:
    """A seat's orders for the season; one that spends nothing repairs its CVs, then its BBs [F.3].

    They are repaired by id, as far as the EP go. Bids do not count: most are sealed.
    """
    if any(isinstance(order, LendLease | Purchase) for order in orders):
        return tuple(orders)
    found: tuple[Order, ...] = ()
    for kind in REPAIRED:
        for ship in game.ships.values():
            mend = Mend(ship=ship.id)
            if ship.kind == kind and not cannot_buy(game, seat, mend, charts):
                found = (*found, mend)
                game, _ = buy(game, seat, mend, charts)
    return found


def _all_of(
    game: Game, answers: Mapping[str, tuple[Order, ...]]
) -> tuple[tuple[str, LendLease], ...]:
    """The lend-lease orders of all seats, in the order of the genesis."""
    return tuple(
        (seat, order)
        for seat in game.seats
        for order in answers.get(seat, ())
        if isinstance(order, LendLease)
    )


# --- lend-lease ----------------------------------------------------------------------------------


def lend(game: Game, orders: Iterable[tuple[str, LendLease]], charts: Charts) -> Told:
    """EP go to China, together no more than the limit; what is over it stays [S1.2].

    Of several seats the first in the genesis gives first.
    """
    left = charts.lend_lease.most
    events: list[Event] = []
    for seat, order in orders:
        purse, china = game.purses.get(order.nation), game.purses.get("CN")
        if purse is None or china is None or order.nation not in game.nations_of(seat):
            what = f"{nation_name(order.nation)} cannot give to China here"
            refusal = refuse("S1.2", "nation", what, "the United States or Britain lend to China")
            events += voided(game, seat, order, refusal)[1]
            continue
        points = max(0, min(order.points, purse.points, left))
        left -= points
        game = game.charged(order.nation, points).charged("CN", -points)
        cut = order.points - points
        events.append(Lent(to=ALL, nation=order.nation, points=points, cut=cut))
    return game, tuple(events)


# --- purchases -----------------------------------------------------------------------------------


def buy(game: Game, seat: str, order: Purchase, charts: Charts) -> Told:
    """Carry out one purchase and pay for it; one that cannot be is void [S2.3].

    To build none of something is nothing [F.6.6].
    """
    if isinstance(order, Build) and order.count < 1:
        return game, ()
    refusal = cannot_buy(game, seat, order, charts)
    if refusal:
        return voided(game, seat, order, refusal)
    price = price_of(game, order, charts)
    nation = nation_of(game, order)
    payer = payer_of(game, nation)
    game, box = _carried_out(game.charged(payer, price), order, charts)
    what, number = _bought_by(order)
    told = Bought(
        to=ALL,
        nation=nation,
        how=order.type,
        what=what,
        count=number,
        points=price,
        box=box,
        left=game.purses[payer].points,
        payer=payer if payer != nation else "",
        area=order.area if isinstance(order, Build) else "",
    )
    return game, (told,)


def _bought_by(order: Purchase) -> tuple[str, int]:
    """What a purchase is, and how many."""
    match order:
        case Reserve():
            return "", order.points
        case Mend():
            return order.ship, 1
        case Rebuild():
            return order.unit, 1
    return order.what, order.count


# --- carried out ---------------------------------------------------------------------------------


def _carried_out(game: Game, order: Purchase, charts: Charts) -> tuple[Game, str]:
    """The game with what was bought, and the box where it waits, empty for none."""
    match order:
        case Reserve():
            purse = game.purses["JP"]
            return game.with_purse("JP", replace(purse, reserve=purse.reserve + order.points)), ""
        case Mend():
            ship = game.ships[order.ship]
            return game.with_ships([replace(ship, damaged=False, laid_up=True)]), ""
        case Rebuild():
            return _restored(game, order.unit), ""
    return _ordered(game, order, charts)


def _restored(game: Game, id_: str) -> Game:
    """The game with a lost step back."""
    if id_ in game.air:
        return game.with_air([replace(game.air[id_], steps=game.air[id_].steps + 1)])
    return game.with_ground([replace(game.ground[id_], steps=game.ground[id_].steps + 1)])


def _ordered(game: Game, order: Build, charts: Charts) -> tuple[Game, str]:
    """What is built goes into its box of the turn track, or onto the map [S2.3.b, PH11.2]."""
    if is_marker(order, charts):
        source = charts.sources[order.nation]
        return put_marker(game, side_of(order.nation), source, order.count), ""
    box = next_season(season_key(game.turn), seasons_for(game, order.what, charts))
    if order.what in BUILDABLE:
        here = game.areas[order.area]
        building = here.building.set(order.what, box)
        return game.with_area(order.area, replace(here, building=building)), box
    entry = Entry(nation=order.nation, what=order.what, count=order.count, area=order.area)
    track = game.track.set(box, (*game.track.get(box, ()), entry))
    return replace(game, track=track, pool=_without(game.pool, order)), box


def _without(pool: Iterable[Entry], order: Build) -> tuple[Entry, ...]:
    """The force pools less what is built."""
    left, kept = order.count, []
    for one in pool:
        taken = min(one.count, left) if (one.nation, one.what) == (order.nation, order.what) else 0
        left -= taken
        kept.append(replace(one, count=one.count - taken))
    return merged(kept)
