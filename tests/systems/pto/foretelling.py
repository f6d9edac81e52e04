"""Files of Pacific Theater in words before they are signed, and June 1942 to write them in."""

from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.standing import SearchRule, Submarines
from tests.systems.pto.frontdoor import Campaign, later, scenario
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import CHARTS

JP, US = "japanese", "allied"
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
KIDO, KB1, KB2 = "kido-butai", "j-cv41-kb1", "j-cv41-kb2"


def foretold(play: Campaign, *orders: Order) -> Foretold:
    """What a legal file's orders come to."""
    assert play.refused(*orders) == []
    assert PTO.foretell is not None
    return PTO.foretell(play.view(), orders, CHARTS)


def june() -> Campaign:
    """June 1942 at Japan's file of phase 3, which goes first."""
    japanese = (SearchRule(of="JP", when="never"), SearchRule(of=KIDO, when="never"))
    allied = (*QUIET, Submarines(intercept="never"))
    return later(scenario("midway").game, {JP: japanese, US: allied}, FLYING)


def december() -> Campaign:
    """December 1941 at Japan's file of phase 3, in which the Allies stay down [PH16.1]."""
    play = scenario("pearl-harbor")
    dice = {"P1.1 condition": 4, "W1 grounding arctic": 4, "W1 grounding land": 4}
    play.file(US, dice=dice)
    return play
