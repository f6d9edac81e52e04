"""Recon units take room as a file says that they count, wherever in the file it says so [7.3.1]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.orders_turn import CountsAs, Recon, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.refusals import ALLIES, GAME, refused

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
    assert (problem.rule, problem.what) == ("6.3.1~", "Milne Bay would hold more than it may")


TO_GUADALCANAL = to(F5_8="GUA")
"""From Port Moresby, whence 1605 is out of its range of 8."""


@pytest.mark.parametrize("recon_first", [True, False])
def test_7_3_2_h17_0_recon_flies_from_the_base_where_the_file_sets_it_up(
    loaded: dict[str, int], recon_first: bool
) -> None:
    loaded |= {"5.1 event": 7, "7.3 recon F5-8": 1, "7.3 recon DIN-6": 9}
    game = play("campaign", loaded).until(ALLIED, "7.3")
    far = Recon(unit="F5-8", hex="1605")
    assert game.rules(far) == ["7.3.2~"]
    orders: list[Order] = [TO_GUADALCANAL, far]
    game.file(*(reversed(orders) if recon_first else orders)).file()
    assert game.game.turn.scouts["F5-8"].hex == "1605"
    assert game.match.audit() == []


def test_7_3_2_h17_0_recon_does_not_fly_from_the_base_that_it_has_left(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded | {"5.1 event": 7}).until(ALLIED, "7.3")
    wewak = Recon(unit="F5-8", hex="0503", base="WEW")
    assert game.rules(wewak) == []
    (problem,) = game.refused(TO_GUADALCANAL, wewak)
    assert (problem.rule, problem.what) == (
        "7.3.2~",
        "F5-8 reaches 8, and 0503 (Wewak) is 13 hexes from Guadalcanal",
    )


def test_7_3_2_6_3_4_recon_does_not_fly_from_a_base_that_its_own_count_overfills() -> None:
    """Milne Bay holds three fighters and, as a bomber, the photo unit."""
    at_milne = ("F5-8", "KIT-75", "KIT-76", "P40-7")
    planes = [replace(ALLIES.planes[unit], base="MIL") for unit in at_milne]
    charts = ALLIES.with_planes([*planes, replace(ALLIES.planes["BFT-100"], base="AUS")])
    rabaul = Recon(unit="F5-8", hex="1203")
    assert refused(charts, GAME, rabaul) == []
    assert refused(charts, GAME, rabaul, AS_FIGHTER) == [
        "order 1, key 'unit': 6.3.4~: F5-8 stands at Milne Bay, which is over-full"
        " -> take it out: its die is thrown all the same"
    ]
