"""The first opportunity of phase 4 in a month in which nothing has happened yet [P4]."""

from collections.abc import Mapping

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.table.orders_month import Offensive
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import TERMS, Faces, small_game

APRIL: dict[str, Faces] = {"W1 grounding arctic": 2}
"""The dice of a fair April."""


def april() -> Game:
    """The map without pieces in April 1942, all nations with EP and offensives enough."""
    terms = replace(TERMS, last_turn=turn_of(1942, 12))
    purses = {nation: Purse(points=50, track=9) for nation in small_game().purses}
    return replace(small_game(month=4, terms=terms), purses=FrozenMap(purses))


def at_phase_4(
    game: Game,
    weather: Mapping[str, Faces] = APRIL,
    *,
    acts: str = TOKYO,
    japanese: tuple[Order, ...] = QUIET,
    allied: tuple[Order, ...] = QUIET,
) -> Campaign:
    """A month at the first opportunity of a seat; both have written standing orders."""
    play = begun(replace(game, initiative=JAPANESE if acts == TOKYO else ALLIED), dice=weather)
    for seat in (acts, WASHINGTON if acts == TOKYO else TOKYO):
        play.file(seat, *(japanese if seat == TOKYO else allied))
    return play


def land(nation: str, *theatres: str) -> Offensive:
    """A land offensive."""
    return Offensive(kind="land", nation=nation, theatres=theatres)
