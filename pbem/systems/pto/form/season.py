"""The form for the season: lend-lease, repair, construction, bids [S1, S2, S3]."""

from collections.abc import Iterator

from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.offers import firsts, options
from pbem.systems.pto.rules.season.s2_prices import build_price, mend_price, rebuild_price
from pbem.systems.pto.table.orders import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game

PUT_ASIDE, LENT = 5, LendLease(nation="US", points=4)
"""Examples of what is not spent at home."""


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """What EP can be spent on, and the bids."""
    game = view.game
    nations = game.purses_of(view.seat)
    if not game.has_bids_alone:
        yield _construction(view, nations, charts)
    yield Section(
        title="Offensives for three months",
        rule="S3.2.1",
        choices=tuple(
            f"{nation}: {game.purses[nation].points} EP, {charts.offensives.prices[nation]} EP each"
            for nation in nations
        ),
        examples=tuple(bid for bid in options(view, charts, Bid) if bid.offensives == 1),
    )


def _construction(view: View[Game], nations: tuple[str, ...], charts: Charts) -> Section:
    game = view.game
    ships = [s for s in game.ships.values() if s.nation in nations and s.damaged]
    planes: list[AirUnit | Ground] = [
        u for u in game.air.values() if u.nation in nations and u.steps == 1
    ]
    troops: list[AirUnit | Ground] = [
        u for u in game.ground.values() if u.nation in nations and u.steps < u.full
    ]
    hurt = (*planes, *troops)
    lenders = {"US", "UK"} & {*nations}
    pool = [entry for entry in game.pool if entry.nation in nations]
    return Section(
        title="Repair and construction",
        rule="S2.3.a",
        choices=(
            *(f"mend {mention(ship.id)}: {mend_price(ship, charts)} EP" for ship in ships),
            *(f"rebuild {mention(u.id)}: {rebuild_price(game, u, charts)} EP" for u in hurt),
            *(
                f"build {mention(e.what)} ({e.nation}, {e.count} in the pool):"
                f" {build_price(game, e.nation, e.what, charts)} EP"
                for e in pool
            ),
            "build with what = airfield, fort or supply, and its area: the force pool needs none.",
            *(("reserve lays EP by for Japan.",) if "JP" in nations else ()),
            *(("lend-lease: a nation, US or UK, gives EP to China.",) if lenders else ()),
        ),
        examples=(
            *firsts(view, charts, Mend, Rebuild, Build),
            *(one for one in options(view, charts, Reserve) if one.points == PUT_ASIDE),
            *(one for one in options(view, charts, LendLease) if one == LENT),
        ),
    )
