"""The conditions of surprise at sea one by one, from written orders [D10.1]."""

import pytest

from pbem.systems.pto.table.events_combat import SurfaceCombatBegun
from pbem.systems.pto.table.orders import Engage, Offensive, Sail
from pbem.systems.pto.table.standing import Gunnery, NavalInterception, SearchRule
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import begun, told
from tests.systems.pto.skies import FLYING, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import based, force, holding, ship, small_game

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
