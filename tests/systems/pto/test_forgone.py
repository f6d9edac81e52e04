"""What a seat that rests forgoes, and when it writes its last file before phase 2 [F.2.6]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.orders_month import Pass, Return, Sail
from pbem.systems.pto.table.standing import Declines
from pbem.systems.pto.table.state import Game
from tests.systems.pto.foretelling import december, foretold
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import Faces, force, holding, ship, troops

FAIR: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
REST = Pass(rest=True)
LOAD = Sail(tf="jp-for", path=("PHS",), load=("jp-48th-div",), land="LUZ")
AT_SEA = Sail(tf="jp-for", path=("PHS",), load=("jp-48th-div",))
LOST = (
    "You rest in December 1941 with 7 offensives of Japan left, and the season ends with it: they"
    " are lost [S3.1]"
)
ABOARD = (
    "⟨jp-48th-div⟩ goes ashore at the enemy's by 'assault' alone, in an offensive: if you rest, it"
    " does not in December 1941 [P4A.2.B, F.2.6]"
)


def test_f_2_6_who_rests_reads_which_offensives_he_loses() -> None:
    """At the end of a season they are gone; within it they are his still."""
    assert LOST in foretold(december(), REST).warnings
    assert not any("You rest" in line for line in foretold(december()).warnings)
    (within,) = (line for line in foretold(at_phase_4(april()), REST).warnings if "rest" in line)
    assert within.startswith("You rest in April 1942 with 9 offensives of Japan left [F.2.6]")


def test_f_2_6_and_who_stays_aboard_for_want_of_an_offensive() -> None:
    for load in (LOAD, AT_SEA):
        assert ABOARD in foretold(december(), load, REST).warnings
    home = replace(LOAD, land="FOR")
    for orders in ((LOAD,), (home, REST)):
        assert not any("if you rest" in line for line in foretold(december(), *orders).warnings)


def test_p6_1_1_whoever_is_sent_home_is_told_of_no_assault() -> None:
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    play = at_phase_4(holding(troops(game, "jp-1", "JP", "jp-stp-1"), "JP", "FOR"))
    last = REST, Return(tf="convoy", to="FOR")
    assert any("by 'assault' alone" in line for line in foretold(play, last[0]).warnings)
    assert not any("by 'assault' alone" in line for line in foretold(play, *last).warnings)


def test_f_2_2_whoever_was_sent_home_is_told_of_it_again_once_that_is_taken_back() -> None:
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    play = at_phase_4(holding(troops(game, "jp-1", "JP", "jp-stp-1"), "JP", "FOR"))
    play.file(TOKYO, Pass(), Return(tf="convoy", to="FOR"))
    play.file(WASHINGTON, land("US", "China"))
    for last, aboard in ((REST, False), (replace(REST, anew=True), True)):
        told = any("by 'assault' alone" in line for line in foretold(play, last).warnings)
        assert told is aboard


def may() -> Game:
    """The map without pieces in a month inside a season."""
    return replace(april(), turn=turn_of(1942, 5))


def left(play: Campaign, *orders: Order) -> str:
    return " ".join(foretold(play, *orders).left)


def test_f_2_6_a_file_of_phase_3_that_rests_may_be_the_last_before_phase_2() -> None:
    """Japan reads so too: what meets bombers is ordered in it."""
    last = "may be your last file before phase 2 of "
    play = begun(may(), dice=FAIR)
    assert f"{last}June 1942. 'strategic' for it" in left(play, Pass(rest=True, ends=True))
    assert last not in left(play, REST)
    play = at_phase_4(may(), FAIR)
    assert f"{last}June 1942. 'strategic' for it" in left(play, Pass(ends=True))


def test_ph13_4_of_nations_that_decline_only_those_are_told() -> None:
    play = at_phase_4(april(), acts=WASHINGTON)
    one, every = Declines(of="UK", openly=True), Declines(openly=True)
    assert "By declines Britain performs no offensives; declines" in left(play, one)
    assert "By declines you pass in the offensive phase, unasked" in left(play, every)
    assert "Britain: perform no offensives, until declines = false" in " ".join(
        foretold(play, one).standing
    )


def test_f_2_5_a_pass_below_is_told_as_certain_where_the_enemy_is_out() -> None:
    play = at_phase_4(april(), allied=(*QUIET, Pass(rest=True)))
    below = (land("JP", "China"), Pass())
    assert foretold(play, *below).ordered[-1].startswith("Then a pass [F.2.5")
    begun = at_phase_4(april())
    assert foretold(begun, *below).ordered[-1].startswith("Then a pass, unless the Allies act")


def allies_pass(**last: int) -> Campaign:
    """April 1942 at Tokyo's file after Washington, which acts first, has passed."""
    game = april()
    terms = replace(game.terms, **last)
    play = at_phase_4(replace(game, terms=terms), acts=WASHINGTON)
    play.file(WASHINGTON, Pass())
    return play


def test_ph13_3_who_passes_last_reads_that_the_offensives_are_over_and_what_he_forgoes() -> None:
    for orders in ((), (Pass(),)):
        told = foretold(allies_pass(), *orders)
        assert "You pass last in April 1942 with 9 offensives of Japan left [PH13.3]" in (
            told.warnings
        )
        assert (
            "The Allies pass as well, so no offensive follows in April 1942: with this file its"
            " offensives are over [PH13.3]." in told.left
        )
    ends = foretold(allies_pass(last_turn=turn_of(1942, 4)), Pass())
    assert any(one.endswith("and the game ends with April 1942 [PH13.3].") for one in ends.left)
    assert any("and the game ends with it: they are lost" in one for one in ends.warnings)


def test_ph13_3_whose_enemy_may_still_act_passes_not_last() -> None:
    """The first to pass does not, nor who acts while the enemy is in: his pass ahead is void."""
    acting = (land("JP", "China"), Pass())
    for play, orders in ((at_phase_4(april()), (Pass(),)), (allies_pass(), acting)):
        told = foretold(play, *orders)
        assert not any("offensives are over" in one for one in told.left)
        assert not any("You pass last" in one for one in told.warnings)
    out = at_phase_4(april(), allied=(*QUIET, Pass(rest=True)))
    assert any("offensives are over" in one for one in foretold(out, *acting).left)
