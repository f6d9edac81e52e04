"""What is legal in a file and surely not meant: it is told before it is signed."""

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.orders.sight import sight
from pbem.systems.pto.table.events_economy import BoatsStay, Stayed, UpkeepUnpaid
from pbem.systems.pto.table.orders_month import Blockade, Offensive, Pass, Sail, Stay, Strike
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirStrikeRule,
    GroundDefence,
    Gunnery,
    NavalInterception,
    Submarines,
)
from pbem.systems.pto.table.state import Purse
from pbem.systems.pto.words.standing import SCREEN
from tests.systems.pto.foretelling import JP, KB1, KB2, KIDO, US, foretold, june
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.phase4 import april, at_phase_4
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import CHARTS, Faces, based, boat, force, holding, ship, small_game


def test_a_strike_whose_aircraft_may_answer_on_the_way_is_looked_at_twice() -> None:
    strike = Strike(units=(KB1, KB2), area="MWY", at="airfield")
    assert foretold(june(), Sail(tf=KIDO, path=("MID",)), strike).warnings == ()
    assert foretold(june(), Sail(tf=KIDO, path=("MID",), strike=True), strike).warnings == (
        "⟨j-cv41-kb1⟩ and ⟨j-cv41-kb2⟩ may answer what ⟨kido-butai⟩ meets on the way, and be gone"
        " when the strike at ⟨MWY⟩ is due: strike = true [F.6.5]",
    )


def test_a_sail_that_does_nothing_is_looked_at_twice() -> None:
    told = foretold(june(), Sail(tf=KIDO))
    assert told.warnings == ("⟨kido-butai⟩ is ordered to sail and goes nowhere [PH5.1]",)
    assert not any("sails" in words for words in told.ordered)


def test_standing_orders_that_never_come_true_are_looked_at_twice() -> None:
    by_transports = GroundDefence(of="transport", support=100)
    told = foretold(june(), Gunnery(fire="list"), NavalInterception(areas=("MWY",)), by_transports)
    assert told.warnings == (
        "'gunnery' can never come true: fire = list needs ships or types in first [F.4]",
        "'naval-intercept' can never come true: ships intercept at sea, and it names areas of land"
        " [F.4]",
        "'ground' can never come true: ⟨transport⟩ has no carrier [F.4]",
    )


def test_pr46_a_share_of_bombers_for_a_force_is_looked_at_twice() -> None:
    """All its aircraft are carrier air, of which all but the patrol go."""
    strikes = AirStrikeRule(of=KIDO, share=100, cap=0)
    assert foretold(june(), strikes).warnings == (
        "share of 'air-strike' is for bombers ashore, and does nothing for ⟨kido-butai⟩: cap is the"
        " part of carrier air that stays [PR46]",
    )
    for meant in (replace(strikes, share=50), replace(strikes, of="WKE"), replace(strikes, of="")):
        assert foretold(june(), meant).warnings == ()


def test_ph6_2_a_list_of_guns_says_that_a_screen_comes_first_and_when_it_is_too_large() -> None:
    """Eight ships of 2nd Fleet fire, and eight screen TF 16: at its carriers none of them does."""
    told = foretold(june(), Gunnery(of="2nd-fleet", fire="list", first=("hornet", "CVL")))
    behind = "at carriers and STPs only after every BB, CA, CL, DD and DE in the round [PH6.2]"
    (words,) = told.standing
    assert words.endswith(behind)
    assert told.warnings == (
        "⟨2nd-fleet⟩ fires with 8 ships in a round, and no fewer screen ⟨tf-16⟩ (8): at no CV there"
        " before that screen has shrunk [PH6.2]",
    )
    guns = CHARTS.gunnery
    assert guns.screen == SCREEN
    assert all(f" {kind}" in behind for kind in guns.screen)
    assert guns.screened == ("CV", "CVL", "CVE", "STP")
    for order, told_so in (
        (Gunnery(fire="weakest-armour"), True),
        (Gunnery(fire="capital"), True),
        (Gunnery(fire="list", first=("BB", "CA")), False),
        (Gunnery(after=1), False),
    ):
        told = foretold(june(), order)
        assert (behind in told.standing[0], told.warnings) == (told_so, ())
    game = force(small_game(), "row", "JP", "NOP", ship("maya", "CA"))
    escorted = ship("hornet", "CV", "US"), ship("us-dd-1", "DD", "US")
    in_port = opened(force(game, "tf-1", "US", "OAH", *escorted), QUIET)
    assert foretold(in_port, Gunnery(of="row", fire="list", first=("CV",))).warnings == ()
    play = opened(force(game, "tf-1", "US", "MID", *escorted), QUIET)
    (alone,) = foretold(play, Gunnery(of="row", fire="list", first=("CV",))).warnings
    assert alone.startswith("⟨row⟩ fires with 1 ship in a round, and no fewer screen ⟨tf-1⟩ (1)")


def test_p2_1_3_the_allies_order_how_many_fighters_they_add_over_japan() -> None:
    """The answer of the United States matters as that of Japan does [PR61]."""
    told = foretold(landing(), AirDefence(answer=0))
    assert told.warnings == ()
    assert told.standing[0] == (
        "All of yours: fighters over Japan in all, as the enemy adds his: 0;"
        " 'air-intercept' keeps none of them down [PH4.1]"
    )


def test_p2_1_2_the_first_number_is_japans_alone() -> None:
    (warning,) = foretold(landing(), AirDefence(first=4, answer=0)).warnings
    assert warning == "first of 'strategic' is Japan's number alone and does nothing here [P2.1.2]"
    assert foretold(scenario("leyte"), AirDefence(first=4, answer=4)).warnings == ()


def landing() -> Campaign:
    """October 1944 at the Allied file of phase 3."""
    play = scenario("leyte")
    play.file(JP, *QUIET)
    play.file(US, *QUIET, Bid(nation="US", offensives=2), Blockade())
    play.file(JP, dice={"P1.1 condition": 4, "W1 grounding arctic": 6})
    return play


def test_transports_that_come_before_their_cover_are_looked_at_twice() -> None:
    """Each order is carried out before the next: who sails first meets the enemy alone [P3.1]."""
    play = landing()
    troops = Sail(tf="tf-78-79", path=("PHS", "VIS"), land="LEY")
    cover = Sail(tf="tf-38-1", path=("VIS",))
    carries = "⟨tf-78-79⟩ carries troops or supply to ⟨VIS⟩"
    alone = f"{carries}, and no carrier, battleship or heavy cruiser of yours is there"
    early = f"{carries} before ⟨tf-38-1⟩ is there: sail it last"
    assert alone in foretold(play, troops).warnings
    assert early in foretold(play, troops, cover).warnings
    assert not any(carries in words for words in foretold(play, cover, troops).warnings)


def test_an_offensive_for_which_nothing_is_left_on_the_track_is_looked_at_twice() -> None:
    play = landing()
    play.file(US)
    play.file(JP)
    told = foretold(play, Offensive(kind="air", nation="UK", targets=("LUZ",)))
    assert told.warnings == (
        "The air offensive of Britain at ⟨LUZ⟩ is not on its track: it is impromptu, for 4"
        " EP [PH12.2]",
        "The air offensive of Britain at ⟨LUZ⟩ has no order that carries it out [P4.0.2]",
    )
    assert told.costs[-1] == "Britain has 2 EP and no offensives left"


def retreats(*orders: GroundDefence) -> list[str]:
    """What is looked at twice of the areas to retreat to, in October 1944."""
    warnings = foretold(scenario("leyte"), *orders).warnings
    return [one.removesuffix(", and nobody retreats there [PH10.7]") for one in warnings]


def test_ph10_7_areas_to_retreat_to_that_the_enemy_holds_are_looked_at_twice() -> None:
    assert retreats(GroundDefence(retreat=("IND", "MAL"))) == ["⟨IND⟩ is the enemy's now"]


def test_ph10_7_areas_that_no_land_joins_are_looked_at_twice() -> None:
    """To the area of the order, or to any; nor are they offered."""
    burma = GroundDefence(of="BUR", retreat=("INC",))
    assert retreats(burma) == []
    assert retreats(replace(burma, retreat=("SCS", "INC", "MAL"))) == [
        "⟨SCS⟩ and ⟨MAL⟩ are not joined to ⟨BUR⟩ by land"
    ]
    assert retreats(GroundDefence(retreat=("LEY",))) == ["⟨LEY⟩ is not joined to any area by land"]
    (kind,) = (one for one in KINDS if one.order is GroundDefence)
    assert kind.parts is not None
    parts = kind.parts(sight(scenario("leyte").game, JP, (), CHARTS))
    (offered,) = (one.values for one in parts if one.key == "retreat")
    assert {"INC", "MAL"} < set(offered)
    assert not {"SCS", "LEY"} & set(offered)


def test_ph8_8_aircraft_without_room_at_the_months_end_are_looked_at_twice() -> None:
    game = holding(small_game(), "JP", "WKE")
    room = game.areas["WKE"].airfield
    units = tuple(f"g4m-{number}" for number in range(room + 1))
    play = opened(based(game, "G4M", "JP", "WKE", *units), QUIET, QUIET)
    assert foretold(play).warnings == (
        f"⟨WKE⟩ has room for {room} of {room + 1} air units: ⟨g4m-0⟩ loses a step at the month's"
        " end [PH8.8]",
    )


# --- the blockade ---------------------------------------------------------------------------------


def test_ph4_3_boats_that_will_take_no_part_in_the_blockade_are_looked_at_twice() -> None:
    """In ports and far seas nobody blockades: the words say so, and the month [P2.2.1]."""
    play = scenario("pearl-harbor")
    boats = [one.id for one in play.game.ships.values() if one.kind == "SS" and one.nation == "US"]
    told = foretold(play, Blockade(boats=(boats[0],)))
    assert told.ordered == (f"⟨{boats[0]}⟩ is to blockade Japan in December 1941 [P2.2.1]",)
    assert told.warnings == (
        f"⟨{boats[0]}⟩ is not at sea near Japan and takes no part in the blockade: only"
        " ⟨HOM⟩, ⟨ECS⟩, ⟨SCS⟩, ⟨PHS⟩, ⟨VIS⟩ and ⟨BON⟩ count [PH4.3]",
    )
    examples = [one for part in sections(play.view(), CHARTS) for one in part.examples]
    assert not any(isinstance(one, Blockade) for one in examples)


def test_ph4_3_boats_near_japan_are_the_forms_example() -> None:
    game = force(small_game(month=5), "boats", "US", "OAH", boat("us-ss-gato-1"))
    game = force(game, "raiders", "US", "ECS", boat("us-ss-gato-2"))
    play = begun(replace(game, terms=replace(game.terms, first_turn=game.turn)), "P0")
    examples = [one for part in sections(play.view(), CHARTS) for one in part.examples]
    assert Blockade(boats=("us-ss-gato-2",)) in examples
    assert foretold(play, Blockade(boats=("us-ss-gato-2",))).warnings == ()


def test_ph4_3_boats_that_the_defaults_send_home_are_looked_at_twice() -> None:
    """In the month's last file and in those before it, until a `stay` holds them [PH14.1]."""
    boats = Blockade(boats=("us-ss-gato-3", "us-ss-tambor-1"))
    home = (
        "⟨us-ss-gato-3⟩ and ⟨us-ss-tambor-1⟩ go to ⟨AUS⟩ at the month's end and take no part in the"
        " blockade: 'stay' for ⟨us-ecs-boats⟩ keeps it at sea [PH4.3]"
    )
    play = landing()
    play.file(US)
    play.file(JP)
    assert home in foretold(play, boats).warnings
    assert home in foretold(play, Pass(), boats).warnings
    assert home not in foretold(play, Pass(), boats, Stay(tf="us-ecs-boats")).warnings
    play.file(US)
    play.file(JP)
    assert home in foretold(play, boats).warnings
    assert home not in foretold(play, boats, Stay(tf="us-ecs-boats")).warnings
    play.file(US, boats)
    weather = {"P1.1 condition": 4, "W1 grounding land": 6, "W1 grounding arctic": 6}
    (stay,) = told(play.file(JP, dice=weather), BoatsStay)
    assert stay.boats == boats.boats


def test_ph4_3_only_boats_that_can_take_part_are_listed_for_the_blockade() -> None:
    """India's boats lie too far away; where none lies near, it can be ordered that none does."""
    (kind,) = (one for one in KINDS if one.order is Blockade)
    assert kind.options is not None
    leyte, pearl = (
        sight(scenario(name).game, US, (), CHARTS) for name in ("leyte", "pearl-harbor")
    )
    near = {boat for one in kind.options(leyte) for boat in one.boats}
    assert len(near) == 8
    assert not any(boat.startswith("uk") for boat in near)
    assert Blockade() not in kind.options(leyte)
    assert tuple(kind.options(pearl)) == (Blockade(),)


# --- what ships cost at the month's end -----------------------------------------------------------


MET: dict[str, Faces] = {
    "PH5.4 interception main v tf-1 P3.1 nop 2": 6,
    "PH6.1 r1 nagato v chicago P3.1 nop 3": 2,
    "PH6.1 r1 chicago v nagato P3.1 nop 3": 2,
}


def without_ep(*ships: Ship) -> Campaign:
    """Japan's file of phase 3 in a war for which it has no EP left."""
    game = replace(force(small_game(), "main", "JP", "JPN", *ships), at_war=True)
    return opened(game.with_purse("JP", replace(game.purses["JP"], points=0)))


def test_d13_2_battleships_that_sail_without_ep_for_the_way_home_are_looked_at_twice() -> None:
    """What it says of the month's end comes true there [PR63, PH14.2]."""
    out = Sail(tf="main", path=("HOM",))
    play = without_ep(ship("nagato", "BB"))
    assert foretold(play, out).warnings == (
        "⟨main⟩ does not come home at the month's end: battleships burn EP on the way, and Japan"
        " has 0 left [D13.2]",
        "Japan has 0 EP left and owes 1 for ships at the month's end: those in ⟨HOM⟩ go unpaid: a"
        " ship with a name takes a hit, which sinks a damaged one, any other is lost on a die of 6"
        " [PH14.2]",
    )
    play.file(TOKYO, out)
    events: tuple[Event, ...] = ()
    while not told(events, UpkeepUnpaid):
        events = play.file(play.asked)
    assert [(one.tf, one.cited) for one in told(events, Stayed)] == [("main", "D13.2")]


def test_d13_2_battleships_that_come_out_unasked_and_find_no_fuel_are_looked_at_twice() -> None:
    """They lie in port; who comes past is met outside of it, and they stay there [PH5.3]."""
    game = force(small_game(), "main", "JP", "JPN", ship("nagato", "BB", gun=5))
    game = force(game, "van", "JP", "JPN", ship("maya", "CA"))
    game = force(replace(game, at_war=True), "tf-1", "US", "HOM", ship("chicago", "CA", "US"))
    game = game.with_purse("JP", replace(game.purses["JP"], points=0))
    play = opened(game, (QUIET[0], *QUIET[2:]))
    told_of = (
        "⟨main⟩ may come out of port unasked, against the enemy's ships, and then does not come"
        " home at the month's end: battleships burn EP on the way, and Japan has 0 left;"
        " 'naval-intercept' with {} keeps it in [D13.2]"
    )
    out, home = Sail(tf="van", path=("HOM",)), Sail(tf="van", path=("HOM", "JPN"))
    both, whole = "when = never and counter = never", (out, home)
    assert told_of.format("when = never") in foretold(play).warnings
    for sail in whole:
        assert told_of.format(both) in foretold(play, sail).warnings
    kept = NavalInterception(when="never", counter="never", openly=True)
    assert not any("unasked" in one for one in foretold(play, kept, out).warnings)
    play.file(TOKYO)
    events = play.file(WASHINGTON, Sail(tf="tf-1", path=("NOP",)), dice=MET)
    while not told(events, UpkeepUnpaid):
        events = play.file(play.asked)
    assert [(one.tf, one.cited) for one in told(events, Stayed)] == [("main", "D13.2")]


def test_d13_2_the_last_file_of_a_month_says_so_of_the_next_one_alone() -> None:
    """The enemy moves first then, and no file of the seat comes before it [F.2.2]."""
    game = force(april(), "main", "JP", "JPN", ship("nagato", "BB", gun=5))
    game = force(replace(game, at_war=True), "tf-1", "US", "HOM", ship("chicago", "CA", "US"))
    game = replace(game, purses=FrozenMap(dict.fromkeys(game.purses, Purse())))
    for points, ends, told_of in ((0, True, True), (0, False, False), (1, True, False)):
        game = game.with_purse("JP", Purse(points=points, track=1))
        play = at_phase_4(game, acts=WASHINGTON, japanese=(QUIET[0], *QUIET[2:]))
        warnings = foretold(play, Pass(ends=ends)).warnings
        assert any("⟨main⟩ may come out of port unasked" in one for one in warnings) == told_of


def test_p6_1_1_who_comes_home_for_nothing_is_told_what_it_costs_to_stay() -> None:
    (warning,) = foretold(without_ep(ship("maya", "CA")), Sail(tf="main", path=("HOM",))).warnings
    assert warning == (
        "Japan has 0 EP, and its ships cost 1 if all stay at sea at the month's end [P6.1.1]"
    )


def test_d2_1_boats_in_the_blockade_are_told_to_be_out_for_the_month() -> None:
    """Where an order sends all of them at ships, it is looked at twice; with some left not."""
    game = force(
        small_game(month=4), "pack", "US", "ECS", boat("us-ss-gato-1"), boat("us-ss-gato-2")
    )
    game = replace(game, terms=replace(game.terms, last_turn=game.turn + 1))
    play = begun(game, "S2.3")
    play.file(TOKYO)
    always = Submarines(intercept="always")
    every = foretold(play, always)
    assert any(one.startswith("All submarines of yours are committed to") for one in every.warnings)
    some = foretold(play, always, Blockade(boats=("us-ss-gato-1",)))
    assert not any("committed" in one for one in some.warnings)
    assert some.ordered[-1] == (
        "⟨us-ss-gato-1⟩ is to blockade Japan in April 1942, committed for all of that month: it"
        " attacks no ships then [P2.2.1, D2.1]"
    )
