"""A month that opens its scenario: who writes before it, and what comes too late [F.2.4]."""

from pathlib import Path

import pytest

from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import FightersAdded, JapanBlockaded, JapanBombed
from pbem.systems.pto.table.orders_month import BombJapan
from pbem.systems.pto.table.standing import AirDefence, GoesFirst
from pbem.systems.pto.table.state import Game
from tests.systems.pto.chains import A, Chain, J
from tests.systems.pto.frontdoor import Campaign, at_phase_3, begun, scenario
from tests.systems.pto.partners import LONDON, with_london
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, at_the_start
from tests.systems.pto.tabletop import CHARTS, Faces, small_game, told
from tests.systems.pto.test_golden_weather import (
    BOATS,
    DICE,
    FAIR,
    FIGHTERS,
    SENT,
    blockading,
    raiders,
)


def opening(game: Game, initiative: str = "japanese") -> Campaign:
    """The first month of a scenario of which it is the first turn, at its first file."""
    terms = replace(game.terms, first_turn=game.turn, last_turn=game.turn + 1)
    return begun(replace(game, terms=terms, initiative=initiative), "P0")


# --- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "turn"), [("pearl-harbor", 12), ("midway", 18)])
def test_f_2_4_one_file_before_the_first_month(tmp_path: Path, name: str, turn: int) -> None:
    """The Allies' alone; what Japan seals in its file of phase 3 is opened by its next one."""
    play = Chain(tmp_path, name)
    sealed = []
    for step in ("P0", "P3.1-first", "P3.1-second", "P4"):
        assert play.step == step
        play.file({"type": "search", "when": "never"}, *([{"type": "pass"}] * (step == "P4")))
        sealed.append([part.id for part in play.last.sealed])
        if step == "P0":
            assert [part.id for part in play.last.open] == []
    assert play.authors == "AJAJ"
    assert sealed[:3] == [
        [f"standing/{turn}/P0"],
        [f"standing/{turn}/P3.1-first"],
        [f"standing/{turn}/P3.1-second"],
    ]
    assert [part.id for part in play.last.open] == [f"standing/{turn}/P3.1-first"]
    assert play.is_sound()


def test_f_2_4_an_open_standing_order_holds_from_the_first_side_s_own_half_on(
    tmp_path: Path,
) -> None:
    """A sealed one holds once the next file opens it, as in every month [F.1]."""
    play = Chain(tmp_path, "midway")
    play.file()
    play.file({"type": "gunnery", "after": 1, "openly": True}, {"type": "search", "when": "never"})
    standing = play.game.standing[J]
    assert (standing.gunnery[""].after, "" in standing.search) == (1, False)
    play.file()
    play.file({"type": "pass"})
    assert play.game.standing[J].search[""].when == "never"


def in_force(play: Chain) -> tuple[str, ...]:
    """What the next form says of standing orders in force."""
    with play.world.players[play.world.next_seat].session() as session:
        found = PTO.form(session.view(), CHARTS)
    return next(one.choices for one in found if one.title == "Standing orders in force")


def test_f_2_4_the_first_side_s_form_says_that_its_own_half_comes_too_soon(tmp_path: Path) -> None:
    """No other form of that month does."""
    play = Chain(tmp_path, "midway")
    for step in ("P0", "P3.1-first", "P3.1-second", "P4"):
        assert play.step == step
        assert any("[F.2.4]" in line for line in in_force(play)) == (step == "P3.1-first")
        play.file(*([{"type": "pass"}] * (step == "P4")))


def test_f_2_4_of_partners_each_of_the_second_side_has_its_own() -> None:
    play = opening(with_london(small_game(month=6)))
    play.file(WASHINGTON)
    play.file(LONDON, dice=FLYING)
    assert (play.asked, play.step) == (TOKYO, "P3.1-first")
    play = opening(with_london(small_game(month=6)), "allied")
    play.file(TOKYO, dice=FLYING)
    play.file(WASHINGTON)
    assert (play.asked, play.step) == (LONDON, "P3.1-first")


def test_f_2_4_the_form_of_each_first_file_says_what_is_asked_and_no_more() -> None:
    standing = ["Standing orders in force", "Standing orders: what each may say"]
    before = scenario("pearl-harbor")
    titles = [one.title for one in PTO.form(before.view(), CHARTS)]
    assert (before.asked, titles[1:]) == (A, ["Strategic warfare, next month", *standing])
    first = at_phase_3()
    titles = [one.title for one in PTO.form(first.view(), CHARTS)]
    assert (first.asked, titles[1]) == (J, "First naval movement")
    assert titles[-2:] == standing
    assert not any("next month" in one for one in titles)


# --- who goes first ------------------------------------------------------------------------------


def test_f_2_4_the_side_with_the_initiative_goes_first_and_chooses_from_the_next_month_on() -> None:
    play = opening(small_game(month=5))
    play.file(WASHINGTON, GoesFirst(side="enemy"), dice=FAIR)
    play.file(TOKYO, GoesFirst(side="enemy"))
    play.file(WASHINGTON)
    play.file(TOKYO)
    play.file(WASHINGTON, dice=FLYING)
    assert (play.asked, play.step) == (WASHINGTON, "P3.1-first")


# --- phases 1 and 2 ------------------------------------------------------------------------------


def test_f_2_4_with_the_initiative_the_us_bombs_nobody_in_that_month() -> None:
    """Japan, which goes second, has given orders for its defence; they are not wanted."""
    play = opening(raiders((), *FIGHTERS), "allied")
    play.file(TOKYO, *QUIET, AirDefence(first=2), dice=FAIR)
    assert not told(play.events, JapanBombed)
    assert (play.asked, play.step) == (WASHINGTON, "P3.1-first")
    events = play.file(WASHINGTON, BombJapan(bombers=SENT))
    assert not told(events, JapanBombed)
    assert play.game.month.bombers == SENT, "for the next month"


def test_f_2_4_with_the_initiative_all_its_boats_blockade() -> None:
    play = opening(blockading(1944), "allied")
    play.file(TOKYO, dice={**FAIR, **DICE})
    assert [one.boats for one in told(play.events, JapanBlockaded)] == [len(BOATS)]


def test_f_2_4_with_the_initiative_japan_defends_itself_as_if_it_had_said_nothing() -> None:
    """As many rise as are sent [PH4.1]; what it says with its phase 3 is for later months."""
    pairs = tuple(zip(FIGHTERS, SENT, strict=False))
    shots: dict[str, Faces] = {
        f"PH7.3 r{n} {one} v {two} P2.1 jpn 1": 2 for one, two in pairs for n in (1, 2)
    }
    dice = {**FAIR, **shots, "PH4.2 bombing": 9}
    game = raiders((), *FIGHTERS)
    play = at_the_start(game, (AirDefence(first=3),), (BombJapan(bombers=SENT),), dice=dice)
    (added,) = told(play.events, FightersAdded)
    assert (added.side, len(added.units)) == ("japanese", len(SENT))
    play.file(TOKYO)
    assert play.game.standing[TOKYO].strategic[""].first == 3
