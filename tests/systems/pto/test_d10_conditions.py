"""The conditions of surprise at sea one by one, from written orders [D10.1]."""

import pytest

from pbem.systems.pto.table.events_combat import SurfaceCombatBegun
from pbem.systems.pto.table.orders_month import Engage, Offensive, Sail
from pbem.systems.pto.table.standing import Gunnery, NavalInterception, SearchRule
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import begun, told
from tests.systems.pto.skies import FLYING, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import based, boat, force, holding, ship, small_game

ONLY_SOLOMONS = SearchRule(when="areas", areas=("SOL",))
NEVER = NavalInterception(when="never", counter="never")


def sea(nation: str, stack: str) -> Offensive:
    """A sea offensive of one task force."""
    return Offensive(kind="sea", nation=nation, stack=stack)


@pytest.mark.parametrize(
    ("american", "japanese", "has_acted", "is_surprised"),
    [
        (6, 1, True, True),
        (6, 6, True, False),
        (1, 1, True, False),
        (1, 6, True, False),
        (6, 1, False, False),
    ],
)
def test_d10_1_who_was_found_and_acted_before_is_surprised_by_who_was_not(
    american: int, japanese: int, *, has_acted: bool, is_surprised: bool
) -> None:
    """The dice of both searches, and whether an earlier offensive has activated TF 62."""
    game = holding(small_game(month=8), "JP", "RAB")
    game = force(game, "mikawa", "JP", "BIS", ship("chokai", "CA"))
    game = force(game, "tf-62", "US", "COR", ship("chicago", "CA", "US"))
    game = based(based(game, "H6K", "JP", "RAB", "h6k"), "Hudson", "AU", "PTM", "hudson")
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=3))
    play = begun(game, dice=FLYING)
    play.file(TOKYO, ONLY_SOLOMONS, NEVER, Gunnery(after=1), Sail(tf="mikawa", standby=True))
    sail = Sail(tf="tf-62", path=("SOL",), standby=True)
    found = {"PH5.6 search tf-62 P3.1 sol 1": american}
    play.file(WASHINGTON, ONLY_SOLOMONS, NEVER, sail, dice=found)
    if has_acted:
        play.passes(TOKYO)
        play.file(WASHINGTON, sea("US", "tf-62"))
    later = {
        "PH5.6 search tf-62 by mikawa P4B sol 1": 1,
        "PH5.6 search tf-62 P4C sol 1": 1,
    }
    dice = {
        "PH5.6 search mikawa P4B sol 1": japanese,
        "PH5.4 interception mikawa v tf-62 P4B sol 2": 6,
        "PH6.1 r1 chokai v chicago P4B sol 3": 2,
        "PH6.1 r1 chicago v chokai P4B sol 3": 2,
        **(later if american == 1 else {}),
    }
    attack = (Sail(tf="mikawa", path=("SOL",)), Engage(tf="mikawa", enemy="tf-62"))
    events = play.file(TOKYO, sea("JP", "mikawa"), *attack, dice=dice)
    (fight,) = told(events, SurfaceCombatBegun)
    assert fight.surprised == ("tf-62" if is_surprised else "")


def test_d10_1_in_phase_3_nobody_is_surprised_because_of_a_boat_that_blockaded() -> None:
    """The boat beside Chicago bears the marker of the blockade, the cruiser bears none."""
    game = force(small_game(month=6), "raiders", "JP", "JPN", ship("chokai", "CA"))
    mixed = (ship("chicago", "CA", "US"), boat("us-ss-gato-1"))
    game = force(game, "tf-62", "US", "HOM", *mixed)
    quiet = (NEVER, Gunnery(after=1), SearchRule(when="never"))
    blockade = {**FLYING, "PH4.3 blockade us-ss-gato-1": 1}
    play = opened(game, (NEVER, Gunnery(after=1)), quiet, dice=blockade)
    assert play.game.ships["us-ss-gato-1"].mark == "activated"
    dice = {
        "PH5.6 search tf-62 by raiders P3.1 hom 1": 6,
        "PH5.4 interception raiders v tf-62 P3.3 hom 1": 3,
        "PH6.1 r1 chokai v chicago P3.3 hom 2": 2,
        "PH6.1 r1 chicago v chokai P3.3 hom 2": 2,
    }
    sail = Sail(tf="raiders", path=("HOM",))
    events = play.file(TOKYO, sail, Engage(tf="raiders", enemy="tf-62"), dice=dice)
    (fight,) = told(events, SurfaceCombatBegun)
    assert play.game.forces["tf-62"].searched
    assert fight.surprised == ""
