"""The form for the season: lend-lease, repair, construction, bids [S1, S2, S3]."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import LENDERS
from pbem.systems.pto.form.offers import firsts, options
from pbem.systems.pto.form.situation import by_place, place_sentence
from pbem.systems.pto.rules.month.p6_upkeep import payer_of
from pbem.systems.pto.rules.season.s2_prices import build_price, mend_price, rebuild_price
from pbem.systems.pto.rules.season.s2_purchases import cannot_mend
from pbem.systems.pto.rules.works import BUILDABLE
from pbem.systems.pto.table.naming import all_of, nation_name
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game

PUT_ASIDE, LENT = 5, LendLease(nation="US", points=4)
"""Examples of what is not spent at home."""


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """What EP can be spent on, and the bids."""
    game = view.game
    if not game.has_bids_alone:
        yield _construction(view, charts)
    bids = options(view, charts, Bid)
    yield Section(
        title="Offensives for three months",
        rule="S3.2.1",
        choices=(f"A bid for each nation: {'; '.join(_bids(game, view.seat, charts))}.",),
        examples=tuple(islice((bid for bid in bids if bid.offensives == 1), 1)),
    )


def _bids(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """What each nation of a seat has, and what an offensive costs it [S3.2.1]."""
    for nation in game.purses_of(seat):
        points, price = game.purses[nation].points, charts.offensives.prices[nation]
        yield f"{nation_name(nation)}, {points} EP, at {price} EP an offensive"


def _construction(view: View[Game], charts: Charts) -> Section:
    """What can be had, of all nations of the seat, those too that another one pays for [PR53]."""
    game, nations = view.game, view.game.nations_of(view.seat)
    hit = [s for s in game.ships.values() if s.nation in nations and s.damaged]
    ships = [ship for ship in hit if not cannot_mend(game, ship, charts)]
    stuck = by_place((game.forces[s.tf].at, mention(s.id)) for s in hit if s not in ships)
    no_port = f"Damaged, but in no friendly port {charts.repairs.port}"
    planes: list[AirUnit | Ground] = [
        u for u in game.air.values() if u.nation in nations and u.steps == 1
    ]
    troops: list[AirUnit | Ground] = [
        u for u in game.ground.values() if u.nation in nations and u.steps < u.full
    ]
    hurt = (*planes, *troops)
    lenders = [one for one in LENDERS if one in nations and game.purses[one].points]
    return Section(
        title="Repair and construction",
        rule="S2.3.a",
        choices=(
            f"EP: {all_of(_purses(game, view.seat))}.",
            *_priced("mend", ((mention(s.id), mend_price(s, charts)) for s in ships)),
            *((f"{no_port}: {place_sentence(stuck)}.",) if stuck else ()),
            *_priced("rebuild", ((mention(u.id), rebuild_price(game, u, charts)) for u in hurt)),
            *_builds(game, nations, charts),
            *(("reserve lays EP by for Japan.",) if "JP" in nations else ()),
            *(("lend-lease: the United States or Britain gives EP to China.",) if lenders else ()),
        ),
        examples=(
            *firsts(view, charts, Mend, Rebuild, Build),
            *(one for one in options(view, charts, Reserve) if one.points == PUT_ASIDE),
            *(one for one in options(view, charts, LendLease) if one == LENT),
        ),
    )


def _builds(game: Game, nations: Sequence[str], charts: Charts) -> Iterator[str]:
    """What each nation can build of its force pool, and what any can without one [S2.3.b]."""
    pool = [entry for entry in game.pool if entry.nation in nations]
    for nation in dict.fromkeys(entry.nation for entry in pool):
        yield from _priced(
            f"build, for {nation_name(nation)}",
            (
                (f"{mention(e.what)} ({e.count})", build_price(game, nation, e.what, charts))
                for e in pool
                if e.nation == nation
            ),
        )
    yield from _priced(
        "build at 'area', without the force pool",
        ((what, build_price(game, nations[0], what, charts)) for what in BUILDABLE),
    )


def _purses(game: Game, seat: str) -> Iterator[str]:
    """A seat's EP, with whom they pay for besides: `Britain 8, for the Netherlands … too`."""
    for nation in game.purses_of(seat):
        others = (n for n in game.nations_of(seat) if n != nation and payer_of(game, n) == nation)
        also = all_of(map(nation_name, others))
        yield f"{nation_name(nation)} {game.purses[nation].points}" + (
            f" (for {also} too)" if also else ""
        )


def _priced(what: str, things: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Things that can be had, those of one price together: `mend: 1 EP: Akagi; 2 EP: Kaga`."""
    prices: dict[int, list[str]] = {}
    for name, price in things:
        prices.setdefault(price, []).append(name)
    told = "; ".join(f"{price} EP: {', '.join(names)}" for price, names in sorted(prices.items()))
    if told:
        yield f"{what}, {told}."
