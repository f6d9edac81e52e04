"""Who follows to the letter what a doubt advises, in a file that seals too, is warned no more."""

import re
from collections.abc import Callable

import pytest

from pbem.engine.orders import Order, decode_orders
from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders import ALL_ORDERS
from pbem.systems.pto.table.orders_month import Blockade, Pass, Strike, Transfer
from pbem.systems.pto.table.standing import AirInterception
from tests.systems.pto.foretelling import JP, US
from tests.systems.pto.frontdoor import Campaign
from tests.systems.pto.skies import QUIET, opened
from tests.systems.pto.tabletop import CHARTS, based, force, holding, ship, small_game
from tests.systems.pto.test_foretell_doubts import landing
from tests.systems.pto.test_foretell_unasked import AWAY, OUT, off_oahu

ADVISED = re.compile(r"'([a-z-]+)' for ((?:⟨[^⟩]+⟩(?:, | and )?)+)([^:\[]*)")
KEY = re.compile(r"([a-z]+) = ([a-z]+)")


def doubts(play: Campaign, orders: tuple[Order, ...], *, seals: bool) -> tuple[str, ...]:
    view = play.view()
    sealed = ("standing/0/P3.1",) if seals else ()
    assert PTO.foretell is not None
    view = replace(view, decision=replace(view.decision, seals=sealed))
    return PTO.foretell(view, orders, CHARTS).warnings


def advised(warning: str) -> tuple[Order, ...]:
    """The orders that a warning advises."""
    (found,) = ADVISED.finditer(warning)
    kind, whose, keys = found.groups()
    of = "tf" if kind == "stay" else "of"
    values = {key: value == "true" or value for key, value in KEY.findall(keys)}
    tables = [{"type": kind, of: one, **values} for one in re.findall("⟨([^⟩]+)⟩", whose)]
    return decode_orders(tables, {one.type: one for one in ALL_ORDERS}, code="E12")


def fighters() -> tuple[Campaign, tuple[Order, ...]]:
    """A fighter of Wake that is to move, and its worse neighbour, off which a fleet was found."""
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE", "KWA")
    game = based(based(game, "A6M2", "JP", "WKE", "zero"), "Ki-43", "JP", "WKE", "oscar")
    game = force(game, "row", "US", "WAK", ship("n", "BB", "US"), searched=True)
    strike = Strike(units=("g4m",), area="WAK", tf="row")
    of_all = AirInterception(when="always")
    play = opened(game, (*QUIET[:-1], of_all), QUIET)
    return play, (strike, Transfer(units=("zero",), to="KWA"))


def late() -> tuple[Campaign, tuple[Order, ...]]:
    return off_oahu(), (OUT, AWAY)


def boats() -> tuple[Campaign, tuple[Order, ...]]:
    """Boats of which a slow one takes a fast one along to Australia."""
    play = landing()
    for seat in (US, JP):
        play.file(seat)
    return play, (Pass(), Blockade(boats=("us-ss-gato-3", "us-ss-tambor-1")))


@pytest.mark.parametrize("case", [fighters, late, boats])
@pytest.mark.parametrize("seals", [False, True])
def test_f_4_what_is_advised_ends_the_doubt(
    case: Callable[[], tuple[Campaign, tuple[Order, ...]]], *, seals: bool
) -> None:
    play, orders = case()
    (warning,) = (one for one in doubts(play, orders, seals=seals) if ADVISED.search(one))
    assert warning not in doubts(play, (*orders, *advised(warning)), seals=seals)
