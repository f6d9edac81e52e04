"""Whom enemy ships that stay cut off is told to both sides before the month's end [P6.2, PH11].

And what brings supply ashore.
"""

from pbem.frozen import replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.table.orders_month import Pass, Return, Sail, Stay
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.headlines import headline
from tests.systems.pto.monthend import at_the_end, ended, june
from tests.systems.pto.phase4 import april
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import CHARTS, force, holding, ship, troops

CUT = (
    "⟨OAH⟩ is out of supply at the month's end if the enemy stays in ⟨HAW⟩ and no surface force of"
    " yours does: ⟨us-25th-div⟩ loses a step on a die of 4 to 6; ⟨us-oahu⟩ does not roll yet"
    " [PH11.1, PH11.3]"
)
CUTS = (
    "The enemy's ⟨OAH⟩ is out of supply at the month's end if you stay in ⟨HAW⟩ and no surface"
    " force of his does: ⟨us-25th-div⟩ loses a step on a die of 4 to 6; ⟨us-oahu⟩ does not roll yet"
    " [PH11.1, PH11.3]."
)
STAY, HOME = Stay(tf="kido-butai"), Return(tf="kido-butai")


def raid() -> Game:
    """Japanese ships in Hawaiian Waters, US troops on Oahu, a US cruiser at the West Coast."""
    game = force(june(), "kido-butai", "JP", "HAW", ship("hiei", "BB"))
    game = force(game, "tf-8", "US", "WCO", ship("astoria", "CA", "US"))
    game = troops(holding(game, "US", "OAH"), "us-25th-div", "US", "OAH")
    return troops(game, "us-oahu", "US", "OAH", move=0)


CUT_SHORT = (
    "Cut off at the month's end if the enemy stays and no surface force of yours does:"
    " ⟨OAH⟩ by ⟨HAW⟩ [PH11.1]"
)
CUTS_SHORT = (
    "Cut off at the month's end if you stay and no surface force of the enemy's does:"
    " ⟨OAH⟩ by ⟨HAW⟩ [PH11.1]"
)


def situation(play: Campaign) -> str:
    (first, *_) = sections(play.view(), CHARTS)
    return " ".join(first.choices)


def at_offensives(seat: str, *sails: Sail) -> Campaign:
    """A seat's first file of phase 4, after sails of the Allies in phase 3."""
    game = raid()
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(points=9, track=2))
    play = begun(game, dice=FLYING)
    play.file(TOKYO, *QUIET)
    play.file(WASHINGTON, *QUIET, *sails)
    while play.asked != seat:
        play.file(play.asked)
    return play


def test_ph11_1_the_side_that_ships_would_cut_off_reads_so_before_the_month_ends() -> None:
    """In form and file, while the enemy may stay; in the last file by what he has ordered."""
    play = at_offensives(WASHINGTON)
    assert CUT_SHORT in situation(play)
    assert CUT in foretold(play).warnings
    for order, cut in ((STAY, True), (HOME, False)):
        play = at_the_end(raid())
        play.file(TOKYO, order)
        assert (CUT_SHORT in situation(play)) == cut
        assert (CUT in foretold(play).warnings) == cut


def test_ph11_1_a_surface_force_that_stays_there_keeps_the_sea_open() -> None:
    out = Sail(tf="tf-8", path=("EPA", "HAW"))
    play = at_offensives(WASHINGTON, out)
    assert CUT in foretold(play, Pass(ends=True)).warnings
    assert CUT not in foretold(play, Pass(), Stay(tf="tf-8")).warnings


def test_ph11_1_who_would_cut_the_enemy_off_reads_so_too() -> None:
    """In the form if he stays; of his file where it leaves ships that do."""
    play = at_the_end(raid())
    assert CUTS_SHORT in situation(play)
    assert CUTS in foretold(play, STAY).left
    assert CUTS not in foretold(play, HOME).left
    assert CUTS not in foretold(play).left


def test_ph14_2_a_ship_that_is_lost_unpaid_first_cuts_nobody_off() -> None:
    """Supply is traced after ships are paid for: one that its hit only damages is still there."""
    for damaged, points, cut in ((True, 0, False), (True, 9, True), (False, 0, True)):
        game = force(june(), "kido-butai", "JP", "HAW", ship("hiei", "BB", damaged=damaged))
        game = troops(holding(game, "US", "OAH"), "us-25th-div", "US", "OAH")
        play = at_the_end(game.with_purse("JP", Purse(points=points)))
        assert any("⟨OAH⟩ is out of" in one for one in foretold(play, STAY).left) == cut


def test_ph11_3_the_headline_says_who_was_cut_off_and_what_it_cost() -> None:
    for die, cost in ((4, ", which costs 1 step"), (3, "")):
        dice = {"PH11.3 depletion us-25th-div P6.2 oah 1": die}
        play, events = ended(raid(), (STAY,), dice=dice)
        assert f"Oahu is out of supply{cost}" in " ".join(headline(events, play.game))


def test_ph11_1_the_seas_that_are_needed_to_cut_areas_off_are_told_set_by_set() -> None:
    """Midway lies on its own sea alone; Leyte has two, and ships in a third cut nothing off."""
    game = troops(holding(raid(), "US", "MWY"), "us-6th-mar", "US", "MWY")
    play = at_the_end(force(game, "2nd-fleet", "JP", "MID", ship("haruna", "BB")))
    play.file(TOKYO, STAY, Stay(tf="2nd-fleet"))
    assert "⟨MWY⟩ by ⟨MID⟩; ⟨OAH⟩ by ⟨HAW⟩ [PH11.1]" in situation(play)
    assert any("⟨MWY⟩ is out" in one and "in ⟨MID⟩ and" in one for one in foretold(play).warnings)
    game = troops(holding(raid(), "JP", "LEY"), "jp-16th-div", "JP", "LEY")
    for id_, sea in (("tf-1", "PHS"), ("tf-2", "VIS"), ("tf-3", "SCS")):
        game = force(game, id_, "US", sea, ship(f"{id_}-bb", "BB", "US"))
    play = at_the_end(game)
    assert "⟨LEY⟩ by ⟨PHS⟩ and ⟨VIS⟩ together" in situation(play)


def test_pr53_supply_that_does_not_go_ashore_is_told_what_would_bring_it_there() -> None:
    """The port is to be entered where there is one, or troops be ashore."""
    game = force(april(), "convoy", "JP", "JPN", ship("jp-stp-1", "STP"))
    game = holding(game, "JP", "JPN", "FOR")
    play = begun(replace(game, initiative="japanese"), dice={"W1 grounding arctic": 2})
    off = Sail(tf="convoy", path=("ECS",), load=("supply",), land="FOR")
    why = (
        "The supply aboard does not go ashore at ⟨FOR⟩ after phase 3: for that its force must end"
        " in that port, or in a sea off it with troops of yours ashore [P3.6.1, PR53]"
    )
    assert why in foretold(play, off).ordered
    kiska = " ".join(foretold(play, replace(off, land="KIS")).ordered)
    assert "must end in a sea off it with troops of yours ashore [P3.6.1, PR53]" in kiska
    inside = "The supply aboard goes ashore at ⟨FOR⟩ after phase 3 [P3.6.1]"
    assert inside in foretold(play, replace(off, path=("ECS", "FOR"))).ordered
    game = troops(play.game, "jp-1", "JP", "FOR", strength=2)
    ashore = begun(game, dice={"W1 grounding arctic": 2})
    assert inside in foretold(ashore, off).ordered
