"""The end of a June after which the war goes on, from written files [P5, P6]."""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import TERMS, Faces, small_game

SUFFER = (
    "go unpaid: a ship with a name takes a hit, which sinks a damaged one, any other is lost on a"
    " die of 6 [PH14.2]"
)
"""What comes of ships that are not paid for."""


def june(*, off: tuple[str, ...] = ()) -> Game:
    """The map without pieces in a June after which the war goes on."""
    return small_game(month=6, off=off, terms=replace(TERMS, last_turn=turn_of(1942, 12)))


def at_the_end(game: Game, *, seat: str = TOKYO) -> Campaign:
    """A month in which nothing happened, at the last file of a seat."""
    play = begun(game, dice=FLYING)
    for _ in range(2):
        play.file(play.asked, *QUIET)
    while play.step == "P4" or play.asked != seat:
        play.file(play.asked)
    return play


def ended(
    game: Game,
    japanese: tuple[Order, ...] = (),
    allied: tuple[Order, ...] = (),
    *,
    dice: Mapping[str, Faces] | None = None,
) -> tuple[Campaign, tuple[Event, ...]]:
    """That month once both have written their last files, and what it brought."""
    play = at_the_end(game)
    play.file(TOKYO, *japanese)
    return play, play.file(WASHINGTON, *allied, dice=dice)
