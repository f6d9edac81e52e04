"""The season's income [S1.1, PH12.1]."""

from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import year_of
from pbem.systems.pto.book.kinds import JAPANESE, side_of
from pbem.systems.pto.rules.month.ph11_supply import Roads, line_on
from pbem.systems.pto.table.events_economy import IncomeGot
from pbem.systems.pto.table.state import Game, Purse, Told


def income(game: Game, charts: Charts) -> Told:
    """Every nation keeps what it may carry, and gets the season's EP [S1.1, PH12.1].

    Japan's economic reserve comes back into hand; it adds the EP of each conquered area that it
    controls in supply.
    """
    events: list[Event] = []
    for nation, purse in game.purses.items():
        kept = carried(nation, purse, charts)
        got = income_of(game, nation, charts)
        more = conquests(game, charts) if nation == "JP" else 0
        points = kept + got + more
        game = game.with_purse(nation, replace(purse, points=points, reserve=0))
        events.append(
            IncomeGot(
                to=ALL,
                nation=nation,
                kept=kept,
                lost=purse.points + purse.reserve - kept,
                income=got,
                conquests=more,
                points=points,
            )
        )
    return game, tuple(events)


def income_of(game: Game, nation: str, charts: Charts) -> int:
    """The EP that a nation gets a season in the year of the game's turn [PH12.1]."""
    return charts.income[nation].of(year_of(game.turn))


def carried(nation: str, purse: Purse, charts: Charts) -> int:
    """The EP that a nation keeps from the season before, of hand and reserve together [PR68]."""
    return min(purse.points + purse.reserve, charts.income[nation].carry)


def conquests(game: Game, charts: Charts) -> int:
    """EP of areas that Japan took, holds uncontested, and can reach [PH12.1].

    An area counts as conquered if it was not Japan's when the game began.
    """
    roads = Roads(game, JAPANESE, charts)
    return sum(
        area.prize
        for id_, area in charts.areas.items()
        if area.prize
        and id_ in game.areas
        and side_of(game.holders.get(id_, area.owner)) != JAPANESE
        and id_ in roads.friendly
        and line_on(roads, id_)
    )
