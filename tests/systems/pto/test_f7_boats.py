"""Boats are many, in reports, warnings and refusals alike, from written orders [F.7]."""

from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import Withdrew
from pbem.systems.pto.table.events_naval import Loaded
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Blockade, Return, Sail, Stay, Strike
from pbem.systems.pto.table.standing import AirStacks
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.monthend import at_the_end, june
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    boat,
    force,
    in_words,
    ship,
    small_game,
    troops,
)

BOATS = "jp-jpn-boats"


def foretold(play: Campaign, *orders: Order) -> Foretold:
    """What `pbem check` says of legal orders."""
    assert play.refused(*orders) == []
    assert PTO.foretell
    return PTO.foretell(play.view(), orders, CHARTS)


def test_f_7_boats_take_supply_aboard_and_carry_it() -> None:
    game = force(june(), BOATS, "JP", "JPN", boat("jp-sst-krs-1"))
    play = begun(game.with_purse("JP", replace(game.purses["JP"], points=9)), dice=FLYING)
    sail = Sail(tf=BOATS, path=("HOM",), load=("supply",), land="IWO")
    (warning,) = foretold(play, sail).warnings
    assert warning.startswith(f"⟨{BOATS}⟩ carry troops or supply to ⟨HOM⟩")
    events = play.file(TOKYO, sail, *QUIET)
    assert in_words(told(events, Loaded)) == [
        f"{BOATS} take a supply marker aboard for 1 EP [P3.1.2]"
    ]


def test_f_7_boats_are_at_sea_and_have_not_been_found() -> None:
    game = force(june(), BOATS, "JP", "MID", boat("jp-ss-kd3-1"))
    game = based(game, "B-17", "US", "MWY", "b-17")
    game = based(game, "B-25", "US", "MWY", "b-25")
    play = begun(game, dice=FLYING)
    play.file(TOKYO, *QUIET)
    strikes = [Strike(units=(unit,), area="MID", tf=BOATS) for unit in ("b-17", "b-25")]
    (refusal,) = play.refused(strikes[0])
    assert refusal.endswith(f", and {BOATS} are at sea [D12.1]")
    events = play.file(WASHINGTON, strikes[1], dice={f"PH5.6 search {BOATS} P3.2 mid 1": 5})
    assert [one.why for one in told(events, Voided)] == [f"⟨{BOATS}⟩ have not been found"]


def test_f_7_boats_find_no_port_stay_and_pay() -> None:
    game = force(june(), "us-mar-boats", "US", "MAR", boat("us-ss-s-1"))
    for sea in ("CAR", "PHS", "WAK"):
        game = force(game, f"tf-{sea.lower()}", "JP", sea, ship(f"ca-{sea.lower()}", "CA"))
    play = at_the_end(game)
    play.file(TOKYO, *(Stay(tf=f"tf-{sea}") for sea in ("car", "phs", "wak")))
    assert foretold(play).warnings == (
        "⟨us-mar-boats⟩ find no port in reach, stay at sea and pay [P6.1.1]",
        "The United States owes 1 EP for ships and has 0: submarines go unpaid: a ship with a name"
        " takes a hit, which sinks a damaged one, any other is lost on a die of 6 [PH14.2]",
    )


def test_f_7_all_that_are_aboard_go_ashore() -> None:
    game = force(june(), "tf-1", "US", "HAW", ship("us-stp-1", "STP", "US", cargo=("one",)))
    play = at_the_end(troops(game, "one", "US", "us-stp-1"), seat=WASHINGTON)
    (words,) = foretold(play, Return(tf="tf-1", debark=("all",))).ordered
    assert words.endswith("; all troops aboard go ashore there, at ⟨OAH⟩ [PH14.1]")
    supplied = force(june(), "tf-1", "US", "HAW", ship("us-stp-1", "STP", "US", cargo=("supply",)))
    (words,) = foretold(
        at_the_end(supplied, seat=WASHINGTON), Return(tf="tf-1", debark=("all",))
    ).ordered
    assert words.endswith("; no troops are aboard to go ashore [PH14.1]")


def test_f_7_boats_have_no_carrier() -> None:
    play = begun(force(june(), BOATS, "JP", "JPN", boat("jp-ss-kd3-1")), dice=FLYING)
    (warning,) = foretold(play, AirStacks(of=BOATS)).warnings
    assert warning == f"'air-stacks' can never come true: ⟨{BOATS}⟩ have no carrier [F.4]"


def test_f_7_a_nation_in_a_table_begins_with_a_capital() -> None:
    play = at_the_end(force(june(), "tf-1", "US", "MID", ship("us-dd-1", "DD", "US")))
    assert PTO.forecast
    play.file(TOKYO)
    sheets = PTO.forecast(play.view(), (), CHARTS)
    (nations,) = ([row.cells[0] for row in one.rows] for one in sheets if one.heads[0] == "nation")
    assert nations == ["The United States"]


def test_d6_4_boats_that_withdraw_may_meet_who_comes_next_into_their_sea() -> None:
    """PR90 bars ships that leave surface combat alone, and these stay where they are."""
    game = force(small_game(), "one", "JP", "JPN", ship("jp-dd-1", "DD"))
    game = force(game, "two", "JP", "JPN", ship("jp-dd-2", "DD"))
    game = force(game, "boats", "US", "HOM", boat("us-ss-gato-1"))
    sails = (Sail(tf=tf, path=("HOM",), strike=False) for tf in ("one", "two"))
    dice: dict[str, Faces] = {
        "PH5.4 interception boats v one P3.1 hom 2": 6,
        "PH9.1 r1 us-ss-gato-1 v jp-dd-1 P3.1 hom 3": 2,
        "PH9.2 r1 jp-dd-1 v us-ss-gato-1 P3.1 hom 3": 2,
        "PH5.4 interception boats v two P3.1 hom 5": 6,
        "PH9.1 r1 us-ss-gato-1 v jp-dd-2 P3.1 hom 6": 2,
        "PH9.2 r1 jp-dd-2 v us-ss-gato-1 P3.1 hom 6": 2,
    }
    play = opened(game, allied=(*QUIET, Blockade()), dice=FLYING)
    events = play.file("tokyo", *sails, dice=dice)
    assert [one.tf for one in told(events, Withdrew)] == ["boats", "boats"]
