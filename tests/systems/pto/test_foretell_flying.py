"""Fighters that fly to help unasked in their own half, as a file is told before it is signed."""

from pbem.frozen import replace
from pbem.systems.pto.table.orders_month import Sail, Strike, Transfer
from pbem.systems.pto.table.standing import AirInterception
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign
from tests.systems.pto.skies import QUIET, opened
from tests.systems.pto.tabletop import based, force, holding, ship, small_game

STRIKE = Strike(units=("g4m",), area="WAK", tf="row")
BASE = Transfer(units=("zero",), to="KWA")
RISES = (
    "Where fighters of the enemy meet aircraft of yours, or aircraft of his your ships, other"
    " fighters of yours in range rise too at 1 to 1 in fighters or better, and have flown then"
    " [PH8.2]."
)
TAKEN = (
    "⟨zero⟩ may rise to help others before the transfer is due, and it cannot fly any more then:"
    " 'air-intercept' with 'keep' or when = never holds it back [PH8.1]"
)


def off_wake(*rules: AirInterception) -> Campaign:
    """A bomber and a fighter of Wake in reach of a fleet that was found near it."""
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE", "KWA")
    game = force(based(game, "A6M2", "JP", "WKE", "zero"), "row", "US", "WAK", ship("n", "BB", "US"), searched=True)
    game = force(game, "tf", "JP", "WKE", ship("jp-dd", "DD"))
    return opened(game, (*QUIET[:-1], *rules), QUIET)


def test_ph8_2_fighters_that_fly_to_help_are_told() -> None:
    play = off_wake()
    assert RISES in foretold(play, STRIKE).left
    assert RISES in foretold(play, Sail(tf="tf", path=("WAK",))).left
    assert RISES not in foretold(play).left
    escorted = replace(STRIKE, escorts=("zero",))
    assert RISES not in foretold(play, escorted).left
    assert RISES not in foretold(off_wake(AirInterception(when="never")), STRIKE).left


def test_f_6_5_who_is_named_in_a_transfer_may_be_taken_along_by_a_strike() -> None:
    """What F.6.5 keeps are the aircraft of strikes alone."""
    play = off_wake()
    assert TAKEN in foretold(play, STRIKE, BASE).warnings
    assert TAKEN not in foretold(play, BASE).warnings
    quiet = off_wake(AirInterception(when="never"))
    assert TAKEN not in foretold(quiet, STRIKE, BASE).warnings
