"""Aircraft kept for a strike that a later part of the file orders [F.6.5, F.2.7]."""

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_naval import FightersRise, RaidFlown, UnitsStay
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Offensive, Pass, Sail, Strike
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    GoesFirst,
    NavalInterception,
    SearchRule,
)
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.partners import LONDON, with_london
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, Carriers, afloat, air, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    force,
    holding,
    in_words,
    ship,
    small_game,
    told,
)

STAY = NavalInterception(when="never", counter="never")
SEA = Offensive(kind="sea", nation="JP", stack="nagato")
WAY = Sail(tf="nagato", path=("CAR",))
RAID: tuple[Order, ...] = (
    Offensive(kind="air", nation="JP", targets=("MSH",), next=True),
    Strike(units=("g4m",), escorts=("zero",), area="MSH", tf="tf-1"),
)
"""What comes after it: Truk's bomber and fighter fly to the Marshalls."""


def off_truk(*allied: Order, fighter: str = "") -> Campaign:
    """Nagato stands by; Kwajalein's bomber will see it come, Truk's fighter could meet it.

    Truk has a second bomber, and Kwajalein a `fighter` if it is named.
    """
    game = force(small_game(month=6), "nagato", "JP", "PHS", ship("nagato", "BB"))
    game = based(game, "A6M2", "JP", "TRU", "zero")
    game = based(based(game, "G4M", "JP", "TRU", "g4m"), "G3M", "JP", "TRU", "g3m")
    game = based(holding(game, "US", "KWA"), "B-25", "US", "KWA", "b-25")
    game = based(game, "P-40", "US", "KWA", *filter(None, (fighter,)))
    game = force(game, "tf-1", "US", "MSH", ship("us-dd-1", "DD", "US"), searched=True)
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=4, points=9))
    play = begun(replace(game, at_war=True), dice=FLYING)
    play.file(TOKYO, STAY, SearchRule(when="never"), Sail(tf="nagato", standby=True))
    play.file(WASHINGTON, STAY, *allied, Pass(rest=True, ends=True))
    return play


def test_f_6_5_a_strike_of_a_later_offensive_keeps_its_aircraft_too() -> None:
    """They stay down while ships move, as they were told to, and fly when it is their turn."""
    play = off_truk()
    assert PTO.foretell
    costs = PTO.foretell(play.view(), (SEA, WAY, *RAID), CHARTS).costs
    kept = (
        "⟨g4m⟩ and ⟨zero⟩ are kept for the strike ordered while ships move"
        ": they neither rise nor strike back until then [F.6.5]"
    )
    assert kept in costs
    dice: dict[str, Faces] = {"PH5.6 search nagato P4B car 1": 6}
    dice |= {f"PH8.3 b-25 v nagato #{n} P4B car 3": 2 for n in (1, 2)}
    dice |= {f"PH8.3 g4m v us-dd-1 #{n} P4C msh 2": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, SEA, WAY, *RAID, dice=dice)
    assert [one.units for one in told(events, RaidFlown)] == [("b-25",), ("g4m",)]


def test_f_6_5_they_do_not_fly_along_with_strikes_of_an_offensive_before_theirs() -> None:
    """A fighter of Kwajalein meets the first bomber; Truk's stays down, and flies with its own."""
    first = Strike(units=("g3m",), area="MSH", tf="tf-1")
    play = off_truk(AirInterception(when="always"), fighter="p-40")
    orders = (replace(RAID[0], next=False), first, *RAID)
    assert PTO.foretell
    costs = PTO.foretell(play.view(), orders, CHARTS).costs
    kept = (
        "⟨g4m⟩ and ⟨zero⟩ are kept for the strike of a later offensive"
        ": they neither rise nor strike back until then [F.6.5]"
    )
    assert kept in costs
    dice: dict[str, Faces] = {f"PH7.3 r{n} p-40 v g3m P4C msh 1": 2 for n in (1, 2)}
    dice |= {f"PH8.3 g3m v us-dd-1 #{n} P4C msh 2": 2 for n in (1, 2)}
    dice |= {f"PH8.3 g4m v us-dd-1 #{n} P4C msh 4": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, *orders, dice=dice)
    assert [one.units for one in told(events, FightersRise)] == [("p-40",)]
    assert [(one.units, one.escorts) for one in told(events, RaidFlown)] == [
        (("g3m",), ()),
        (("g4m",), ("zero",)),
    ]


def test_f_6_5_ships_of_a_partner_move_too_and_check_names_those_kept() -> None:
    """Midway's fighter is an escort by one file, and does not rise for the British of another."""
    game = based(based(small_game(month=6), "VMF44", "US", "MWY", "vmf"), "B-25", "US", "MWY", "b")
    game = force(game, "raider", "JP", "WAK", ship("jp-cl-1", "CL"), searched=True)
    game = based(holding(game, "JP", "WKE"), "G4M", "JP", "WKE", "g4m")
    game = force(game, "uk-1", "UK", "HAW", ship("renown", "BB", "UK"), searched=True)
    play = begun(replace(with_london(game), at_war=True), dice=FLYING)
    play.file(TOKYO, STAY, SearchRule(when="never"))
    strike = Strike(units=("b",), escorts=("vmf",), area="WAK", tf="raider")
    assert PTO.foretell
    costs = PTO.foretell(play.view(), (strike,), CHARTS).costs
    kept = (
        "⟨b⟩ and ⟨vmf⟩ are kept for the strike ordered while ships move"
        ": they neither rise nor strike back until then [F.6.5]"
    )
    assert kept in costs
    play.file(WASHINGTON, strike, AirInterception(when="always"))
    rolls = {f"PH8.3 g4m v renown #{n} P3.1 mid 3": 2 for n in (1, 2, 3)}
    rolls |= {f"PH8.3 b v jp-cl-1 #{n} P3.2 wak 2": 2 for n in (1, 2)}
    events = play.file(LONDON, STAY, Sail(tf="uk-1", path=("MID",)), dice=rolls)
    assert told(events, FightersRise) == []
    assert [one.units for one in told(events, RaidFlown)] == [("g4m",), ("b",)]


def doomed(second: int, *orders: Order) -> list[str]:
    """What is told of aircraft that stay where Midway's bombers meet their carriers at sea.

    Akagi sinks, and at Kaga the `second` bomber throws so.
    """
    carriers: Carriers = (("akagi", "CV", "J-CV41"), ("kaga", "CV", "J-CV41"))
    game = afloat(small_game(month=6), "kido", "JP", "NOP", carriers)
    game = game.with_forces([replace(game.forces["kido"], searched=True)])
    game = force(game, "tf-1", "US", "MID", ship("us-dd-1", "DD", "US"), searched=True)
    game = based(game.with_purse("JP", Purse(track=4)), "B-25", "US", "MWY", "one", "two")
    aims = AirStrikeRule(share=100, aim=("akagi", "kaga"), ships=FrozenMap({"akagi": 1, "kaga": 1}))
    answers = (*QUIET[:2], aims, QUIET[3])
    play = opened(replace(game, at_war=True), (*QUIET, GoesFirst(side="enemy")), answers)
    play.file(WASHINGTON)
    hits = {"one v akagi #1": 12, "one v akagi #2": 2, "two v kaga #1": second, "two v kaga #2": 2}
    dice = {f"PH8.3 {roll} P3.1 mid 3": face for roll, face in hits.items()}
    events = play.file(
        TOKYO, Sail(tf="kido", path=("MID",), strike=False, standby=True), *orders, dice=dice
    )
    assert [one.order for one in told(events, Voided)] == ["offensive"]
    assert play.game.purses["JP"].track == 4
    return in_words(told(events, UnitsStay), play.game)


def test_f_6_5_of_an_offensive_that_is_void_each_unit_lost_to_its_strike_is_told_and_why() -> None:
    """On the way one carrier sinks, the other is damaged: nobody is left for the raid appended."""
    air_raid = Offensive(kind="air", nation="JP", targets=("MWY",))
    words = doomed(
        10, air_raid, Strike(units=air("akagi", "kaga"), area="MWY", at="airfield", appended=True)
    )
    assert words == [
        "J-CV41 akagi-air (akagi-air) cannot fly to Midway (MWY) any more: lost on the way [PH8.1]",
        "J-CV41 kaga-air (kaga-air) cannot fly to Midway (MWY) any more: the carrier is damaged"
        " [PH2.3]",
    ]


def test_f_6_5_so_are_those_that_went_down_with_all_their_carriers() -> None:
    """Nothing tells any more that the raid was of the force that was to act at sea."""
    at_sea = Offensive(kind="sea", nation="JP", stack="kido")
    words = doomed(
        12, at_sea, Strike(units=air("akagi", "kaga"), area="MID", tf="tf-1", appended=True)
    )
    assert words == [
        "J-CV41 akagi-air (akagi-air) and J-CV41 kaga-air (kaga-air) cannot fly to Midway Sea (MID)"
        " any more: lost on the way [PH8.1]"
    ]
