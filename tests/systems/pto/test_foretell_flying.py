"""Fighters that fly to help unasked in their own half, as a file is told before it is signed."""

from typing import Literal

import pytest

from pbem.frozen import replace
from pbem.systems.pto.table.events_naval import FightersRise
from pbem.systems.pto.table.orders_month import Attack, Offensive, Sail, Strike, Transfer
from pbem.systems.pto.table.standing import AirInterception, AirStacks, AirStrikeRule, SearchRule
from tests.systems.pto.foretelling import JP, KB1, KB2, KIDO, US, december, foretold, june
from tests.systems.pto.frontdoor import Campaign, later, scenario, told
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, opened
from tests.systems.pto.tabletop import (
    Faces,
    aboard,
    based,
    force,
    holding,
    ship,
    small_game,
    troops,
)

BATTLESHIP = ship("n", "BB", "US")
STRIKE = Strike(units=("g4m",), area="WAK", tf="row")
BASE = Transfer(units=("zero",), to="KWA")
RISES = (
    "Where fighters of the enemy meet aircraft of yours, or aircraft of his your ships, other"
    " fighters of yours in range rise too at 1 to 1 in fighters or better, and have flown then"
    " [PH8.2]."
)
TAKEN = (
    "⟨zero⟩ may rise to help others before the transfer is due, and it cannot fly any more then:"
    " 'air-intercept' for ⟨WKE⟩ with when = never holds it back [PH8.1]"
)


def off_wake(*rules: AirInterception) -> Campaign:
    """A bomber and a fighter of Wake in reach of a fleet that was found near it."""
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE", "KWA")
    game = force(
        based(based(game, "A6M2", "JP", "WKE", "zero"), "G3M", "JP", "WKE", "g3m"),
        "row",
        "US",
        "WAK",
        ship("n", "BB", "US"),
        searched=True,
    )
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


def test_p4c_4_who_flies_to_help_in_an_offensive_is_committed() -> None:
    game = holding(based(april(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE")
    game = force(based(game, "A6M2", "JP", "WKE", "zero"), "row", "US", "WAK", BATTLESHIP)
    game = game.with_forces([replace(game.forces["row"], searched=True)])
    play = at_phase_4(game, japanese=QUIET[:-1])
    told = foretold(play, Offensive(kind="air", nation="JP", targets=("WAK",)), STRIKE).left
    assert RISES.replace("have flown then", "are committed for the month") in told


def test_p4a_3_d_who_rises_against_bombers_that_help_a_defence_is_told_and_does() -> None:
    """A fighter of Indochina in reach of Malaya, and two bombers of Burma, of which one helps."""
    game = troops(april(), "jp-1", "JP", "MAL", strength=4)
    game = based(troops(game, "uk-1", "UK", "MAL", strength=2), "A6M2", "JP", "INC", "zero")
    game = based(game, "Hudson", "UK", "BUR", "uk-a", "uk-b")
    play = at_phase_4(game, japanese=QUIET[:-1])
    orders = (land("JP", "Malaya"), Attack(area="MAL"))
    also = "ships, or bombers of his help a defence that you attack, other"
    risen = RISES.replace("ships, other", also)
    risen = risen.replace("have flown then", "are committed for the month")
    assert risen in foretold(play, *orders).left
    assert not any("rise too" in one for one in foretold(play, land("JP", "Malaya")).left)
    duels: dict[str, Faces] = {f"PH7.3 r{n} zero v uk-a P4A mal 1": 2 for n in (1, 2)}
    play.file(TOKYO, *orders, dice={"PH10.5 mal r1 P4A mal 2": 4} | duels)
    assert play.game.air["zero"].committed


def test_d11_3_how_a_force_divides_that_is_struck_as_it_strikes_is_told_by_its_order() -> None:
    """With the order in force, and with none: half of them with carriers near, else all."""
    way, never = Sail(tf=KIDO, path=("MID",)), AirStacks(near=100, far=0)
    stood = later(scenario("midway").game, {JP: (never,), US: ()}, FLYING)
    for play, near, far in ((stood, 100, 0), (june(), 50, 100)):
        assert (
            "If ⟨kido-butai⟩ is struck as it strikes on the way, aircraft divide by 'air-stacks'"
            f" instead: {near}% of a force's aircraft strike with enemy carriers in range and"
            f" {far}% without; only the others rise then, nobody else [D11.3]."
        ) in foretold(play, way).left
    kept = foretold(stood, replace(way, strike=False)).left
    assert not any("air-stacks" in one for one in kept)


def test_ph8_2_who_changes_to_a_carrier_is_met_where_it_is() -> None:
    """Its base is no area; the fighter of Wake may rise beside it."""
    game = holding(based(small_game(), "J-CV41", "JP", "WKE", "changing"), "JP", "WKE")
    game = force(
        based(game, "A6M2", "JP", "WKE", "zero"), "decks", "JP", "WAK", ship("akagi", "CV")
    )
    told = foretold(opened(game, QUIET[:-1], QUIET), Transfer(units=("changing",), to="akagi"))
    assert RISES in told.left


def test_f_6_5_who_is_named_in_a_transfer_may_be_taken_along_by_a_strike() -> None:
    """What F.6.5 keeps are the aircraft of strikes alone."""
    play = off_wake()
    assert TAKEN in foretold(play, STRIKE, BASE).warnings
    assert TAKEN not in foretold(play, BASE).warnings
    quiet = off_wake(AirInterception(when="never"))
    assert TAKEN not in foretold(quiet, STRIKE, BASE).warnings


def test_ph8_1_who_would_stay_with_him_is_told_too() -> None:
    """A base change is carried out for all of its units or for none."""
    play = off_wake()
    both = replace(BASE, units=("zero", "g3m"))
    (warning,) = foretold(play, STRIKE, both).warnings
    assert "and it cannot fly any more then, so that ⟨g3m⟩ stays too: " in warning


def test_d11_2_a_force_that_sails_is_told_whose_aircraft_strike_back_and_how_to_keep_them() -> None:
    """All but those of strikes by default, all by strike = true, none by false [F.6.5].

    By `cap` half of them stay, if no order says otherwise [PR46].
    """
    way = Sail(tf=KIDO, path=("MID",))
    back = [one for one in foretold(june(), way).ordered if "on the way" in one]
    assert back == [
        "2 of ⟨j-cv41-kb1⟩, ⟨j-cv41-kb2⟩, ⟨j-cv41-kb3⟩ and ⟨j-cv41-kb4⟩ strike on the way, of enemy"
        " forces with a CV, a BB or a loaded STP that are found and in reach, the one worth most;"
        " strike = false keeps them from it [D11.2]"
    ]
    but_one = Strike(units=(KB1, KB2, "j-cv41-kb3"), area="MWY", at="airfield")
    (last, _) = foretold(june(), way, but_one).ordered[1:]
    assert last.endswith(
        "; nobody stays as patrol, for 50% of 1 is none; strike = false keeps it from it"
        " [D11.2, PR46]"
    )
    named = AirStacks(of=KIDO, offensive=(KB1,), defensive=(KB2,))
    assert foretold(june(), named).standing == (
        "⟨kido-butai⟩: only where it is struck as it strikes, 50% of a force's aircraft strike with"
        " enemy carriers in range; 100% without; ⟨j-cv41-kb1⟩ strikes then; ⟨j-cv41-kb2⟩ stays then"
        " [D11.3]",
    )
    (divided,) = (one for one in foretold(june(), way, but_one).left if "air-stacks" in one)
    assert divided.endswith(
        "; 50% of 1 is none, and who sends nobody is defended as usual [D11.3, PR48]."
    )
    back = [
        line
        for line in foretold(june(), replace(way, path=("MID", "HAW"))).ordered
        if "; in" in line
    ]
    assert "; in each further area a part of those left; strike = false" in back[0]
    (held,) = foretold(june(), replace(way, strike=False)).ordered[1:]
    assert held == "The aircraft of ⟨kido-butai⟩ do not strike back on the way [F.6.5]"
    quiet = later(scenario("midway").game, {JP: (AirStrikeRule(when="never"),), US: ()}, FLYING)
    assert not any("on the way" in one for one in foretold(quiet, way).ordered)


def test_ph5_2_who_only_enters_a_port_is_not_told_to_strike_on_the_way() -> None:
    game = force(small_game(), "row", "JP", "NOP", ship("akagi", "CV"))
    play = opened(aboard(game, "J-CV41", "JP", "akagi"), QUIET[:2], QUIET)
    assert not any(
        "on the way" in one for one in foretold(play, Sail(tf="row", path=("JPN",))).ordered
    )
    told_ = foretold(play, Sail(tf="row", path=("HOM", "JPN"))).ordered
    assert "strikes on the way, of enemy forces" in told_[1]


def test_w1_4_a_where_weather_grounds_the_way_nobody_is_told_to_strike_on_it() -> None:
    """Nor how a force that strikes back divides its aircraft [D11.3]."""
    bad: dict[str, Faces] = {"W1 grounding arctic": 12, "W1 grounding monsoon": 6}
    game = force(small_game(), "row", "JP", "NOP", ship("akagi", "CV"))
    game = aboard(game, "J-CV41", "JP", "akagi")
    play = opened(game, QUIET[:2], QUIET, dice=bad)
    north = foretold(play, Sail(tf="row", path=("ALE",)))
    assert north.ordered[1:] == (
        "The aircraft of ⟨row⟩ do not strike on the way: nothing flies from or to ⟨ALE⟩ this month"
        " [W1.4.a]",
    )
    assert not any("D11.3" in one for one in north.left)
    (_, back) = foretold(play, Sail(tf="row", path=("ALE", "NOP", "MID"))).ordered
    assert "the one worth most, but not from or to ⟨ALE⟩ and ⟨NOP⟩, grounded by weather; " in back
    assert back.endswith("[D11.2, PR46, W1.4.a]")


def test_ph5_7_a_strike_that_the_own_order_to_search_forbids_is_told_so() -> None:
    """An open order of the same file holds for its own steps."""
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE")
    play = opened(force(game, "row", "US", "WAK", ship("n", "BB", "US")), QUIET, QUIET)
    (problem,) = play.problems(STRIKE)
    assert problem.hint == (
        "your standing order 'search' keeps from it; another one with openly = true holds for this"
        " file already"
    )
    assert play.refused(SearchRule(openly=True), STRIKE) == []


def test_pr46_an_order_to_strike_is_told_with_how_many_go_and_from_where() -> None:
    """Of bombers ashore and of carrier air; nobody by an order that nobody does."""
    rule = AirStrikeRule(when="worth", worth=1, share=100, cap=0)
    told = foretold(june(), rule).standing[-1]
    assert told.startswith("As things stand up to 9 of your 9 air units that can strike ships go")
    assert "from ⟨kido-butai⟩" in told
    half = foretold(june(), replace(rule, cap=50)).standing[-1]
    assert half.startswith("As things stand up to 6 of your 9 air units")
    assert half.endswith(
        "; as patrol 2 of 4 from ⟨kido-butai⟩, 1 of 2 from ⟨5th-fleet⟩ and none of 1 from"
        " ⟨2nd-fleet⟩ stay [F.4, PR46]"
    )
    assert len(foretold(june(), AirStrikeRule(when="never")).standing) == 1


@pytest.mark.parametrize(("rule", "meets"), [("always", True), ("never", False)])
def test_ph8_2_how_many_fighters_may_meet_a_strike_is_told_and_they_do(
    rule: Literal["always", "never"], meets: bool
) -> None:
    """By the enemy's orders that are known."""
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE")
    game = holding(based(game, "P-40", "US", "MWY", "p-40"), "US", "MWY")
    play = opened(game, QUIET, (*QUIET[:-1], AirInterception(when=rule)))
    strike = Strike(units=("g4m",), area="MWY", at="airfield")
    (words,) = (line for line in foretold(play, strike).ordered if "strikes" in line)
    assert ("; as things stand 1 fighter of the enemy may meet it [" in words) is meets
    dice: dict[str, Faces] = {f"PH7.3 r{n} p-40 v g4m P3.2 mwy 1": 2 for n in (1, 2)}
    bombs: dict[str, Faces] = {"PH8.7 g4m v mwy airfield P3.2 mwy 2": 2}
    events = play.file(TOKYO, strike, dice={**(dice if meets else {}), **bombs})
    assert bool(told(events, FightersRise)) is meets


def test_ph16_1_nobody_rises_to_help_where_no_enemy_may() -> None:
    """Nor is a base change in danger; the offensive that is appended is another matter."""
    play = december()
    moved = Transfer(units=("ki-27-1s",), to="FOR")
    foreseen = foretold(play, Sail(tf="kido-butai", path=("HAW",)), moved)
    assert not any("rise too" in line for line in foreseen.left)
    assert not any("may rise" in line for line in foreseen.warnings)
