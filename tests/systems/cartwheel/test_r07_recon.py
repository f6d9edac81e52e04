"""Recon units take room as a file says that they count, wherever in the file it says so [7.3.1]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.orders import CountsAs, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED
from tests.systems.cartwheel.loaded import loaded, play

__all__ = ["loaded"]

AS_FIGHTER = CountsAs(unit="F5-8", kind="F")


def to(**bases: str) -> Redistribute:
    """Units set up elsewhere, with `_` for the `-` of an id."""
    return Redistribute(units=FrozenMap({u.replace("_", "-"): base for u, base in bases.items()}))


BESIDE_FIGHTERS = to(F5_8="MIL", P40_7="MIL", BFT_100="AUS")
"""Milne Bay, for 3 fighters and 2 bombers, gets a third fighter and the photo unit."""

BESIDE_BOMBERS = to(F5_8="MIL", A20_89="MIL", KIT_75="AUS")
"""Milne Bay gets a second bomber and the photo unit."""


@pytest.mark.parametrize("counts_first", [True, False])
def test_7_3_1_h17_0_the_set_up_fits_as_recon_counts(
    loaded: dict[str, int], counts_first: bool
) -> None:
    game = play("campaign", loaded).until(ALLIED, "5.3")
    assert game.rules(BESIDE_BOMBERS) == ["6.3.1~"]
    orders: list[Order] = [BESIDE_BOMBERS, AS_FIGHTER]
    game.file(*(reversed(orders) if counts_first else orders)).file()
    assert game.match.audit() == []


def test_7_3_1_h17_0_a_set_up_that_does_not_fit_so_is_refused(loaded: dict[str, int]) -> None:
    """The audit would find the same: whoever checks his orders is never accused."""
    game = play("campaign", loaded).until(ALLIED, "5.3")
    assert game.rules(BESIDE_FIGHTERS) == []
    (problem,) = game.refused(BESIDE_FIGHTERS, AS_FIGHTER)
    assert (problem.rule, problem.what) == ("6.3.1~", "MIL would hold more than it may")
