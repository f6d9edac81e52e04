"""Each kind of order names a unit for itself; what a second kind then finds [F.6.6, PR94]."""

from pbem.systems.pto.table.events_land import Landed, Marched, Railed
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Debark, Drop, March, Pass, Rail
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import told
from tests.systems.pto.monthend import at_the_end, june
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import TOKYO, WASHINGTON
from tests.systems.pto.tabletop import force, in_words, ship, troops


def in_port() -> Game:
    """A unit aboard a transport in the port of South China."""
    game = force(june(), "convoy", "JP", "SCH", ship("jp-stp", "STP"))
    return troops(game, "jp-1", "JP", "jp-stp")


RAIL, DEBARK = Rail(unit="jp-1", to="YAN"), Debark(unit="jp-1", area="SCH")


def test_who_has_gone_ashore_goes_on_by_rail() -> None:
    """In whichever order they stand [P5.2]; each alone is ordered once."""
    play = at_the_end(in_port())
    events = play.file(TOKYO, RAIL, DEBARK)
    assert [one.area for one in told(events, Landed)] == ["SCH"]
    assert [one.to_area for one in told(events, Railed)] == ["YAN"]
    assert play.game.ground["jp-1"].at == "YAN"
    assert at_the_end(in_port()).refused(DEBARK, RAIL, RAIL) == [
        "jp-1 is ordered to go by rail twice: see order 2 [F.6.6]"
    ]


def test_without_the_landing_the_rail_finds_it_aboard() -> None:
    assert at_the_end(in_port()).refused(RAIL) == ["jp-1 is aboard jp-stp, not ashore [PH12.6]"]


def test_p5_2_who_goes_ashore_goes_on_by_then_and_does_not_march() -> None:
    (problem,) = at_the_end(in_port()).problems(DEBARK, March(unit="jp-1", path=("YAN",)))
    what = "jp-1 goes ashore by this file, and marches no further"
    assert (problem.what, problem.rule) == (what, "P5.2")
    assert problem.hint == "'then' of 'debark' leads one area on from a port"


def test_a_unit_marches_from_where_the_railway_leaves_it() -> None:
    """Not from where it stood as the file was written."""
    game = troops(june(), "jp-1", "JP", "INC")
    play = at_the_end(game)
    events = play.file(TOKYO, March(unit="jp-1", path=("NCH",)), RAIL)
    assert [one.path for one in told(events, Marched)] == [("YAN", "NCH")]
    assert play.game.ground["jp-1"].at == "NCH"
    assert at_the_end(game).refused(March(unit="jp-1", path=("MAL",)), RAIL) == [
        "no way over land is open to jp-1 from Yangtze (YAN) to Malaya (MAL) [PH1.4]"
    ]


def test_f_2_2_what_keeps_it_aboard_is_told_for_both() -> None:
    """Japan has passed with them; then the Chinese take Canton, and the transport puts to sea."""
    game = force(april(), "convoy", "JP", "SCH", ship("jp-stp", "STP"))
    game = troops(troops(game, "jp-1", "JP", "jp-stp"), "cn-1", "CN", "HUN")
    play = at_phase_4(game)
    play.file(TOKYO, Pass(), DEBARK, RAIL)
    play.file(WASHINGTON, land("CN", "China"), March(unit="cn-1", path=("SCH",)))
    play.passes(TOKYO)
    events = play.passes(WASHINGTON)
    assert in_words(told(events, Voided), play.game) == [
        "tokyo: 'debark' of jp-1 is void: jp-1 cannot go ashore in South China (SCH): the enemy"
        " owns it [P5.2]",
        "tokyo: 'rail' of jp-1 is void: jp-1 is aboard jp-stp, not ashore [PH12.6]",
    ]


def test_ph10_10_a_unit_that_marches_does_not_drop_in_the_same_offensive() -> None:
    game = troops(april(), "jp-para", "JP", "SCH", kind="para")
    play = at_phase_4(troops(game, "cn-1", "CN", "HUN"))
    both = (March(unit="jp-para", path=("YAN",)), Drop(unit="jp-para", area="HUN"))
    assert play.refused(land("JP", "China"), *both) == [
        "jp-para marches by this file, and is used by then [PH10.10]"
    ]
