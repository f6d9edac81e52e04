"""The orders of the season: why not, and what is legal [S1.2, S2.3, S3.2, PH12]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, after
from pbem.systems.pto.rules.month.p6_upkeep import payer_of
from pbem.systems.pto.rules.season.s2_construction import buy, given_or_default, lend
from pbem.systems.pto.rules.season.s2_purchases import PURCHASES, Purchase, cannot_buy, price_of
from pbem.systems.pto.rules.works import BUILDABLE
from pbem.systems.pto.table.naming import NATION_WORDS, at_first, doing, nation_name
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.season import season_lines

SEASON_ORDERS = (LendLease, *PURCHASES)


def planned(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Game:
    """The game after a seat's lend-lease and those of its purchases that are possible [S2.3]."""
    given = given_or_default(game, seat, orders, charts)
    lent = ((seat, order) for order in given if isinstance(order, LendLease))
    game, _ = lend(game, lent, charts)
    for order in given:
        if isinstance(order, PURCHASES):
            game, _ = buy(game, seat, order, charts)
    return game


def _too_early(sight: Sight, order: Order) -> Refusal | None:
    """A scenario that begins with its bids has no construction before them [PH18]."""
    if not sight.game.has_bids_alone:
        return None
    what = f"'{order.type}' is not for this season, which has only bids"
    return refuse("PH18", "", what, "leave it out")


# --- lend-lease ----------------------------------------------------------------------------------


def _lend_refusals(sight: Sight, order: LendLease) -> Refusals:
    yield _too_early(sight, order) or _cannot_lend(sight, order)


def _cannot_lend(sight: Sight, order: LendLease) -> Refusal | None:
    """A seat lends what it has, with its partners no more than the limit in all [S1.2]."""
    purse = sight.game.purses.get(order.nation)
    if purse is None or "CN" not in sight.game.purses or order.nation not in sight.nations:
        hint = "the US or the UK lend to China, each its own EP"
        what = f"{nation_name(order.nation[:10])} does not lend here"
        return refuse("S1.2", "nation", what, hint)
    if not 0 <= order.points <= purse.points:
        who = nation_name(order.nation)
        what = f"{who} has {purse.points} EP and cannot lend {order.points}"
        return refuse("S1.2", "points", what, f"lend 0 to {purse.points}")
    most, total = sight.charts.lend_lease.most, _lent(sight.done) + order.points
    given = _lent(sight.partners)
    if given + total <= most:
        return None
    what = f"lend-lease of {total} EP is over the limit of {most}"
    if total <= most:
        what = f"lend-lease of {total} EP and a partner's {given} are over the limit of {most}"
    hint = f"lend {max(0, most - given - total + order.points)} here at most"
    return refuse("S1.2", "points", what, hint)


def _lent(orders: Sequence[Order]) -> int:
    return sum(order.points for order in orders if isinstance(order, LendLease))


def _lends(sight: Sight) -> Iterator[LendLease]:
    """Every number of EP that a nation may give, the most first."""
    for nation, purse in sight.game.purses.items():
        for points in range(min(purse.points, sight.charts.lend_lease.most), 0, -1):
            if nation == "US":
                yield LendLease(nation="US", points=points)
            elif nation == "UK":
                yield LendLease(nation="UK", points=points)


def _after_lending(sight: Sight, order: LendLease) -> Sight:
    return after(sight, lend(sight.game, [(sight.seat, order)], sight.charts)[0])


# --- purchases -----------------------------------------------------------------------------------


def _buy_refusals(sight: Sight, order: Purchase) -> Refusals:
    """Each purchase as the ones before leave pools and EP [S2.3]."""
    early = _too_early(sight, order)
    yield early or cannot_buy(sight.game, sight.seat, order, sight.charts)


def _bought(sight: Sight, order: Purchase) -> Sight:
    return after(sight, buy(sight.game, sight.seat, order, sight.charts)[0])


def _rebuilds(sight: Sight) -> Iterator[Rebuild]:
    """Each air and ground unit."""
    units: tuple[AirUnit | Ground, ...] = (
        *sight.game.air.values(),
        *sight.game.ground.values(),
    )
    return (Rebuild(unit=unit.id) for unit in units if unit.nation in sight.nations)


def _mends(sight: Sight) -> Iterator[Mend]:
    """Each ship that is damaged."""
    for ship in sight.game.ships.values():
        if ship.nation in sight.nations and ship.damaged:
            yield Mend(ship=ship.id)


def _builds(sight: Sight) -> Iterator[Build]:
    """One of what the pools have where it may enter, and what is built in areas, if affordable."""
    game = sight.game
    own = {area for area, here in game.areas.items() if here.nation in sight.nations}
    for entry in game.pool:
        order = Build(nation=entry.nation, what=entry.what)
        if entry.nation in sight.nations and _is_affordable(sight, order):
            yield order
            for area in (one for one in sight.land if one in own):
                yield replace(order, area=area)
    friendly = [area for area in sight.land if game.is_friendly(sight.side, area)]
    for nation in sight.nations:
        for what in BUILDABLE:
            order = Build(nation=nation, what=what)
            if _is_affordable(sight, order):
                yield from (replace(order, area=area) for area in ("", *friendly))


def _is_affordable(sight: Sight, order: Build) -> bool:
    purse = sight.game.purses.get(payer_of(sight.game, order.nation))
    return purse is not None and price_of(sight.game, order, sight.charts) <= purse.points


def _reserves(sight: Sight) -> Iterator[Reserve]:
    """Every number of EP that may be put aside, the most first."""
    if "JP" in sight.nations:
        most = min(sight.game.purses["JP"].points, sight.charts.income["JP"].carry)
        yield from (Reserve(points=points) for points in range(most, 0, -1))


# --- bids ----------------------------------------------------------------------------------------


def _bid_refusals(sight: Sight, order: Bid) -> Refusals:
    """A bid for each nation, which the EP that are left must pay [S3.2.1, PH12.5]."""
    if order.nation not in sight.purses:
        what = f"{nation_name(order.nation[:10])} does not bid here"
        hint = f"bid once for each of: {', '.join(NATION_WORDS[one] for one in sight.purses)}"
        yield refuse("S3.2.1", "nation", what, hint)
        return
    points, price = _left(sight).purses[order.nation].points, _price(sight, order.nation)
    if not 0 <= order.offensives <= points // price:
        wanted = count(order.offensives, "offensive")
        what = f"{nation_name(order.nation)} has {points} EP left for {wanted}"
        hint = f"bid 0 to {points // price}, at {price} EP each{_unless_spent(sight)}"
        yield refuse("PH12.5", "offensives", what, hint)


def _left(sight: Sight) -> Game:
    """The game in which a bid is paid: where nothing is bought, great ships are repaired [F.3]."""
    if sight.game.has_bids_alone or sight.has(*SEASON_ORDERS):
        return sight.game
    return planned(sight.game, sight.seat, (), sight.charts)


def _price(sight: Sight, nation: str) -> int:
    return sight.charts.offensives.prices[nation]


def _unless_spent(sight: Sight) -> str:
    """What is paid before a bid where nothing is ordered, for a hint [F.3]."""
    if sight.game.has_bids_alone or sight.has(*SEASON_ORDERS):
        return ""
    return "; without purchases damaged CVs and BBs are repaired first: order what you want instead"


def _bids(sight: Sight) -> Iterator[Bid]:
    """Every number of offensives that a nation can pay for."""
    left = _left(sight)
    for nation in sight.purses:
        for number in range(left.purses[nation].points // _price(sight, nation) + 1):
            yield Bid(nation=nation, offensives=number)


def _paid(sight: Sight, order: Bid) -> Sight:
    price = order.offensives * _price(sight, order.nation)
    return after(sight, _left(sight).charged(order.nation, price))


# --- in words ------------------------------------------------------------------------------------


def _lend_words(sight: Sight, order: LendLease) -> Iterator[str]:
    _, events = lend(sight.game, [(sight.seat, order)], sight.charts)
    yield from (line.text for event in events for line in season_lines(event))


def _buy_words(sight: Sight, order: Purchase) -> Iterator[str]:
    game, events = buy(sight.game, sight.seat, order, sight.charts)
    yield from (line.text for event in events for line in season_lines(event))
    if isinstance(order, Mend):
        yield _laid_up(game, order)


def _laid_up(game: Game, order: Mend) -> str:
    """That a ship lies up, and that its task force stays with it unless others leave [PH12.4]."""
    tf, month = game.ships[order.ship].tf, month_name(game.turn)
    others = len(game.ships_in(tf)) > 1
    stays = f"; {doing(tf, 'sails', 'sail')} without it only, by 'form'" if others else ""
    return f"{mention(order.ship)} lies up in {month} and does not move{stays} [PH12.4]"


def _bid_words(sight: Sight, order: Bid) -> Iterator[str]:
    points = order.offensives * _price(sight, order.nation)
    left = _left(sight).purses[order.nation].points - points
    many = count(order.offensives, "offensive")
    yield f"{at_first(order.nation)} bids for {many}: {points} EP, {left} left [S3.2.1]"


LEND_LEASE = row(LendLease, _lend_refusals, _lends, then=_after_lending, words=_lend_words)
REBUILD = row(Rebuild, _buy_refusals, _rebuilds, then=_bought, words=_buy_words)
MEND = row(Mend, _buy_refusals, _mends, then=_bought, words=_buy_words)
BUILD = row(Build, _buy_refusals, _builds, then=_bought, words=_buy_words)
RESERVE = row(Reserve, _buy_refusals, _reserves, then=_bought, words=_buy_words)
BID = row(Bid, _bid_refusals, _bids, then=_paid, words=_bid_words)
