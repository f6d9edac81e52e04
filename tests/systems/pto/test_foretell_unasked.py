"""What forces do unasked in the enemy's next phase, as a file is told before it is signed [F.4]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.table.events_naval import InterceptionTried
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import (
    Blockade,
    BombJapan,
    Engage,
    Form,
    March,
    Offensive,
    Pass,
    Return,
    Sail,
    Stay,
    Transfer,
)
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    GoesFirst,
    GroundDefence,
    Gunnery,
    NavalInterception,
    SearchRule,
    Submarines,
)
from pbem.systems.pto.table.state import Game
from tests.systems.pto.foretelling import FLYING, foretold
from tests.systems.pto.frontdoor import Campaign, begun, later, scenario, told
from tests.systems.pto.phase4 import APRIL, april, at_phase_4, land
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    boat,
    flown,
    force,
    holding,
    ship,
    troops,
)

TIRED = "aircraft that fly then are committed for the month [PH8.1]"


def unasked(play: Campaign, *orders: Order) -> str:
    """What forces do unasked by a file with these orders; empty if nothing."""
    lines = (line for line in foretold(play, *orders).left if "act unasked: " in line)
    return "".join(line.partition("act unasked: ")[2].removesuffix(".") for line in lines)


def test_f_4_what_is_not_named_is_told_to_answer_the_enemy() -> None:
    """By default ships and boats intercept, out of port too, and aircraft strike [PH5.2, PH5.4]."""
    told = foretold(later(scenario("midway").game, {}, FLYING))
    (words,) = (line for line in told.left if "unasked" in line)
    assert words.startswith(
        "In the enemy's half of phase 3 your forces act unasked: aircraft strike passing forces"
        " with a CV, a BB or a loaded STP; fighters rise at 1 to 1 in fighters or better; ships"
        " intercept at 1 to 1 in guns or better, also out of port: ⟨2nd-fleet⟩,"
        " ⟨main-body⟩, ⟨kido-butai⟩, "
    )
    (form, *_) = sections(later(scenario("midway").game, {}, FLYING).view(), CHARTS)
    assert words in form.choices[-1]
    assert not any("attacks nobody, but" in line for line in form.choices)


def test_f_4_by_standing_orders_that_forbid_it_nobody_answers() -> None:
    """The file's own count, too: they hold when the enemy moves [F.1]."""
    play = later(scenario("midway").game, {}, FLYING)
    told = foretold(play, *QUIET, Submarines(intercept="never"))
    assert not any("unasked" in line for line in told.left)
    told = foretold(play, *QUIET)
    (words,) = (line for line in told.left if "unasked" in line)
    assert words.startswith("In the enemy's half of phase 3 your forces act unasked: boats")


def may() -> Game:
    """The map without pieces in a month inside a season."""
    return replace(april(), turn=turn_of(1942, 5))


def test_d2_1_boats_of_the_blockade_are_not_told_to_intercept() -> None:
    """Those that the file leaves out may; without an order all take part [PR11, P2.2.1]."""
    game = force(may(), "east", "US", "ECS", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    game = force(game, "home", "US", "HOM", boat("us-ss-gato-3"))
    game = replace(game, terms=replace(game.terms, first_turn=game.turn), initiative="japanese")
    play = begun(game, "P0")
    assert unasked(play) == ""
    assert unasked(play, Blockade(boats=())) == "boats intercept ships: ⟨east⟩ and ⟨home⟩"
    sent = Blockade(boats=("us-ss-gato-1", "us-ss-gato-3"))
    assert unasked(play, sent) == "boats intercept ships: ⟨east⟩"


def test_p6_5_who_has_acted_this_month_is_told_to_act_in_the_next() -> None:
    """Bombers that are to fly to Japan are not [P2.1.1]."""
    game = based(may(), "B-24", "US", "FOR", "b-24", "b-24-too")
    game = flown(holding(game, "US", "FOR"), "b-24", "b-24-too", committed=True)
    month = replace(game.month, first="japanese")
    play = begun(replace(game, initiative="allied", month=month), "P5-first")
    strikes = "aircraft strike passing forces with a CV, a BB or a loaded STP"
    order = AirStrikeRule()
    assert unasked(play, order) == strikes
    assert unasked(play, order, BombJapan(bombers=("b-24",))) == strikes
    assert unasked(play, order, BombJapan(bombers=("b-24", "b-24-too"))) == ""


def off_oahu(gun: int = 5) -> Campaign:
    """April 1942: a battleship and a destroyer in Oahu, a Japanese battleship before it."""
    game = force(april(), "row", "US", "OAH", ship("nevada", "BB", "US", gun=5))
    game = force(game, "tf-b", "US", "OAH", ship("us-dd-2", "DD", "US"))
    game = force(game, "fleet", "JP", "HAW", ship("hiei", "BB", gun=gun))
    game = holding(replace(game, initiative="allied"), "US", "OAH")
    return begun(game, dice={"W1 grounding arctic": 2})


MEETS = (
    "Where the enemy intercepts one of your forces as it sails, these may meet him first, from port"
    " too: ⟨row⟩."
)
COMES_OUT: dict[str, Faces] = {
    "PH5.6 search tf-b P3.1 haw 1": 1,
    "PH5.6 search fleet by tf-b P3.1 haw 1": 1,
    "PH5.4 interception fleet v tf-b P3.1 haw 2": 6,
    "PH5.5 counter-interception row v fleet P3.1 haw 3": 6,
    "PH6.1 r1 hiei v nevada P3.1 haw 4": 2,
    "PH6.1 r1 nevada v hiei P3.1 haw 4": 2,
    "PH6.1 r1 hiei v us-dd-2 P3.1 haw 5": 2,
}
BATTLE = "hiei v nevada", "nevada v hiei"
FOUGHT_OUT = {f"PH6.1 r{n} {shot} P3.1 haw 4": 2 for n in (2, 3) for shot in BATTLE}
MET_AT_SEA: dict[str, Faces] = {**COMES_OUT, **FOUGHT_OUT, "PH5.6 search fleet P3.2 haw 1": 1}
OUT, AWAY = Sail(tf="tf-b", path=("HAW",)), Sail(tf="row", path=("HAW", "MID"))


def test_ph5_5_who_may_come_out_for_a_force_that_passes_is_named() -> None:
    """As play finds him: where the enemy is and is not too strong, and by orders that hold."""
    play = off_oahu()
    assert MEETS in foretold(play, OUT).left
    assert MEETS in foretold(play, NavalInterception(areas=("HAW",)), OUT).left
    for others in ((NavalInterception(areas=("MID",)),), (AWAY,)):
        assert not any("meet him" in line for line in foretold(play, *others, OUT).left)
    assert not any("meet him" in line for line in foretold(off_oahu(gun=6), OUT).left)


def test_ph5_5_who_has_sailed_before_may_come_out_too() -> None:
    play = off_oahu()
    assert MEETS in foretold(play, replace(AWAY, path=("HAW",)), OUT).left


def test_ph5_5_who_may_fight_before_he_sails_is_looked_at_twice() -> None:
    """He has then fought, and his `sail` is void [PH5.2]."""
    play = off_oahu()
    foreseen = foretold(play, OUT, AWAY)
    assert foreseen.warnings == (
        "⟨row⟩ may meet who intercepts others before its own 'sail' is due, and then does not sail:"
        " write that 'sail' first, or 'naval-intercept' for ⟨row⟩ with counter = never [PH5.2]",
    )
    assert not any("meet him" in line for line in foreseen.left)
    assert foretold(play, AWAY, OUT).warnings == ()
    assert foretold(play, NavalInterception(counter="never"), OUT, AWAY).warnings == ()
    events = play.file("washington", Gunnery(after=1), OUT, AWAY, dice=COMES_OUT)
    (void,) = told(events, Voided)
    assert (void.order, void.subject, void.cited) == ("sail", "row", "PH5.2")
    assert void.why.endswith("fought in this step already")


def test_p3_3_1_who_may_fight_for_others_is_told_that_his_engage_is_void_then() -> None:
    """Unless nobody sails, or he stays out of it by his orders; play leaves him no attack."""
    game = force(off_oahu().game, "row", "US", "HAW", ship("nevada", "BB", "US", gun=5))
    play = begun(game, dice={"W1 grounding arctic": 2})
    engage = Engage(tf="row", enemy="fleet")
    assert foretold(play, OUT, engage).warnings == (
        "⟨row⟩ may meet who intercepts others as they sail, and 'engage' by it is void then:"
        " 'naval-intercept' for ⟨row⟩ with counter = never [P3.3.1]",
    )
    assert foretold(play, engage).warnings == ()
    assert foretold(play, NavalInterception(counter="never"), OUT, engage).warnings == ()
    events = play.file("washington", OUT, engage, dice=MET_AT_SEA)
    (void,) = told(events, Voided)
    assert (void.order, void.subject, void.cited) == ("engage", "row", "P3.3.1")


def test_ph5_5_in_an_offensive_who_sails_before_may_meet_the_enemy_for_the_next() -> None:
    """Those that stand by, as in play [P4B.2.2]."""
    game = force(april(), "row", "US", "NOP", ship("nevada", "BB", "US", gun=5))
    game = force(game, "tf-b", "US", "NOP", ship("us-dd-2", "DD", "US"))
    game = force(game, "fleet", "JP", "MID", ship("hiei", "BB", gun=4))
    ready = tuple(Sail(tf=tf, standby=True) for tf in ("row", "tf-b"))
    search = SearchRule(when="never")
    there = Sail(tf="fleet", standby=True)
    play = at_phase_4(game, acts=WASHINGTON, japanese=(search, there), allied=(search, *ready))
    both = Offensive(kind="sea", nation="US", stack="row", stacks=("tf-b",))
    way, after = (Sail(tf=tf, path=("MID",), strike=False) for tf in ("row", "tf-b"))
    assert MEETS in foretold(play, both, way, after).left
    events = play.file(WASHINGTON, both, way, after, dice=IN_TURN)
    assert [one.tf for one in told(events, InterceptionTried) if one.counter] == ["row"]


IN_TURN: dict[str, Faces] = {
    "PH5.4 interception fleet v tf-b P4B mid 3": 4,
    "PH5.5 counter-interception row v fleet P4B mid 4": 1,
    "PH6.1 r1 hiei v us-dd-2 P4B mid 5": 2,
    "PH6.1 r1 us-dd-2 v hiei P4B mid 5": 2,
}


def test_p3_1_6_ships_at_sea_that_do_not_stand_by_are_named() -> None:
    """They could: who has used up his MP, or ends in port, could not; nor do boats matter."""
    game = force(april(), "row", "US", "HAW", ship("nevada", "BB", "US", gun=5))
    game = force(game, "tf-b", "US", "OAH", ship("us-dd-2", "DD", "US"))
    game = force(game, "us-oah-boats", "US", "HAW", boat("us-ss-gato-1"))
    game = holding(replace(game, initiative="allied"), "US", "OAH")
    play = begun(game, dice={"W1 grounding arctic": 2})
    words = (
        "At sea and not standing by, so in no sea offensive this month, and intercepting in none of"
        " the enemy's: ⟨row⟩; 'sail' with standby = true is for that [P3.1.6]."
    )
    assert words in foretold(play, Sail(tf="tf-b", path=("HAW",), standby=True)).left
    assert words in foretold(play, Sail(tf="row", path=("MID",))).left
    assert words not in foretold(play, Sail(tf="row", path=("MID",), standby=True)).left
    assert words not in foretold(play, Sail(tf="row", path=("OAH",))).left


def test_ph16_3_where_no_sea_offensive_is_allowed_none_is_promised_to_who_stands_by() -> None:
    game = force(april(), "row", "US", "HAW", ship("nevada", "BB", "US", gun=5))
    game = holding(replace(game, initiative="allied"), "US", "OAH")
    terms = replace(game.terms, special=("PH16.3",), first_turn=game.turn)
    play = begun(replace(game, terms=terms), "P1", dice={"W1 grounding arctic": 2})
    left = foretold(play, Sail(tf="row", path=("MID",))).left
    assert (
        "At sea and not standing by, so intercepting in no sea offensive of the enemy's: ⟨row⟩;"
        " 'sail' with standby = true is for that [P3.1.6]."
    ) in left


def test_p3_2_2_fighters_are_told_to_rise_where_and_against_what_they_are_ordered() -> None:
    """Those that their base keeps down rise nowhere."""
    game = holding(based(april(), "A6M2", "JP", "WKE", "a6m-1"), "JP", "WKE")
    play = begun(replace(game, initiative="japanese"), dice={"W1 grounding arctic": 2})
    order = AirInterception(when="always", areas=("WKE",), against=("strike", "drop"))
    assert unasked(play, order) == "fighters rise in ⟨WKE⟩ against bases and drops always"
    assert unasked(play, replace(order, keep=1)) == ""


def test_ph8_1_who_rises_in_an_offensive_of_the_enemy_is_told_to_be_committed() -> None:
    game = holding(based(april(), "A6M2", "JP", "WKE", "a6m-1"), "JP", "WKE")
    play = begun(replace(game, initiative="allied"), dice={"W1 grounding arctic": 2})
    play.file(WASHINGTON)
    assert unasked(play, AirInterception(when="always")) == f"fighters rise always; {TIRED}"


def test_p4a_3_d_bombers_help_where_the_attacked_area_has_an_order_for_it() -> None:
    """Half of one is nobody; the rules say who goes, and the words whom they help."""
    game = troops(troops(april(), "jp-1", "JP", "FOR"), "jp-2", "JP", "OKI")
    game = holding(based(game, "G4M", "JP", "FOR", "g4m-1"), "JP", "FOR", "OKI")
    play = begun(replace(game, initiative="allied"), dice={"W1 grounding arctic": 2})
    play.file(WASHINGTON)
    quiet = AirStrikeRule(when="never")
    assert unasked(play, quiet) == ""
    everywhere, there = GroundDefence(support=100), GroundDefence(of="OKI", support=100)
    helping = f"bombers help to defend an area that is attacked; {TIRED}"
    assert unasked(play, quiet, everywhere) == helping
    assert unasked(play, quiet, there) == helping


def test_ph1_5_bombers_of_the_attacked_area_are_not_counted_among_those_that_help() -> None:
    """Of one that is left half is nobody."""
    game = troops(troops(april(), "jp-1", "JP", "FOR"), "jp-2", "JP", "OKI")
    game = holding(replace(game, initiative="allied"), "JP", "FOR", "OKI")
    game = based(based(game, "G4M", "JP", "FOR", "a"), "G4M", "JP", "OKI", "b")
    quiet = AirStrikeRule(when="never")
    play = begun(game, dice={"W1 grounding arctic": 2})
    play.file(WASHINGTON)
    assert unasked(play, quiet) == ""
    play = begun(based(game, "G4M", "JP", "FOR", "c"), dice={"W1 grounding arctic": 2})
    play.file(WASHINGTON)
    assert unasked(play, quiet) == f"bombers help to defend an area that is attacked; {TIRED}"
    assert foretold(play, quiet).left[-1] == (
        "Of the bombers in reach of an area these help it: in ⟨OKI⟩ 1 of 2, elsewhere none of 1"
        " [PR95]."
    )


def test_p6_1_2_aircraft_that_strike_who_goes_home_are_told_apart() -> None:
    game = force(april(), "row", "US", "SCS", ship("n", "BB", "US"))
    game = holding(based(game, "G4M", "JP", "FOR", "g4m"), "JP", "FOR")
    play = at_phase_4(game, acts=WASHINGTON, japanese=(*QUIET[:2], QUIET[3]))
    play.passes(WASHINGTON)
    strikes = "forces with a CV, a BB or a loaded STP"
    home = f"As the enemy's ships go home your aircraft strike, unasked, {strikes} [P6.1.2]."
    last = foretold(play, Pass()).left
    assert home in last
    assert not any("In the enemy's offensives" in line for line in last)
    play = at_phase_4(game, japanese=(*QUIET[:2], QUIET[3]))
    assert unasked(play, Pass()) == f"aircraft strike passing {strikes}; {TIRED}"
    assert home in foretold(play, Pass()).left


def test_f_4_a_file_that_may_be_the_last_of_a_month_tells_who_acts_in_the_next_one() -> None:
    """The enemy goes first then, by the initiative or by its owner's order [P3.0.1]."""
    game = force(april(), "row", "JP", "SCS", ship("hiei", "BB", gun=5))
    game = holding(game, "JP", "FOR")
    words = (
        "If you are not asked before, in the enemy's half of phase 3 next month your forces act"
        " unasked: ships intercept at 1 to 1 in guns or better, also out of port: ⟨row⟩."
    )
    ends, yields = Pass(ends=True), GoesFirst(side="enemy")
    play = at_phase_4(game, acts=WASHINGTON, japanese=())
    play.passes(WASHINGTON)
    assert words in foretold(play, ends).left
    play = at_phase_4(game, japanese=())
    assert words not in foretold(play, ends).left
    assert words in foretold(play, ends, yields).left
    assert words in foretold(play, Pass(rest=True), yields).left
    assert words not in foretold(play, Pass(), yields).left


def test_p2_2_1_boats_that_a_file_takes_home_are_not_told_to_blockade() -> None:
    game = force(april(), "east", "US", "ECS", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    game = holding(game, "US", "LUZ")
    dice: dict[str, Faces] = {f"PH4.3 blockade us-ss-gato-{one}": 1 for one in (1, 2)}
    play = at_phase_4(game, APRIL | dice, acts=WASHINGTON)
    every = "All submarines of yours that can join the blockade of Japan do, "
    said = [
        line
        for orders in ((Pass(), Stay(tf="east")), (Pass(), Return(tf="east", to="LUZ")))
        for line in foretold(play, *orders).left
        if line.startswith(every)
    ]
    assert [line.removeprefix(every).split()[0] for line in said] == ["2", "none"]


def test_ph5_3_ships_in_port_intercept_in_those_of_its_seas_that_their_orders_name() -> None:
    """One at sea elsewhere does nothing by such an order."""
    game = force(april(), "row", "JP", "FOR", ship("hiei", "BB", gun=5))
    game = holding(force(game, "far", "JP", "MID", ship("kongo", "BB", gun=5)), "JP", "FOR")
    play = begun(replace(game, initiative="japanese"), dice={"W1 grounding arctic": 2})
    order = NavalInterception(when="always", areas=("SCS",))
    assert unasked(play, order) == "ships intercept always in ⟨SCS⟩, also out of port: ⟨row⟩"


def test_p3_1_1_who_is_formed_at_the_months_end_alone_intercepts_nowhere_before_it() -> None:
    """His ships do, in the force that they are in until then."""
    game = force(april(), "row", "JP", "PHS", ship("hiei", "BB", gun=5), ship("maya", "CA", gun=3))
    game = holding(replace(game, initiative="japanese"), "JP", "FOR")
    play = at_phase_4(game, japanese=(Sail(tf="row", standby=True),))
    orders = Pass(), Form(tf="mog", ships=("maya",)), Return(tf="mog", to="FOR")
    words = "ships intercept at 1 to 1 in guns or better, also out of port: ⟨row⟩"
    assert unasked(play, *orders) == words


def test_ph5_3_that_transports_intercept_with_their_force_is_told() -> None:
    stp = ship("jp-stp", "STP")
    game = force(april(), "row", "JP", "FOR", ship("hiei", "BB", gun=5), stp)
    game = holding(game, "JP", "FOR")
    play = begun(replace(game, initiative="japanese"), dice={"W1 grounding arctic": 2})
    words = "ships intercept always, also out of port: ⟨row⟩, the STPs of ⟨row⟩ too"
    assert unasked(play, NavalInterception(when="always")) == words


def test_f_4_fighters_of_several_orders_rise_some_so_and_some_so() -> None:
    game = based(april(), "A6M2", "JP", "WKE", "a6m-1")
    game = holding(based(game, "A6M2", "JP", "FOR", "a6m-2"), "JP", "WKE", "FOR")
    play = begun(replace(game, initiative="japanese"), dice={"W1 grounding arctic": 2})
    order = AirInterception(of="WKE", own=1, enemy=3)
    assert unasked(play, order) == (
        "fighters rise, some at 1 to 1 in fighters or better, some at 1 to 3 in fighters or better"
    )


def test_ph16_1_before_pearl_harbor_fighters_on_land_are_told_to_stay_down_too() -> None:
    told = foretold(scenario("pearl-harbor"), AirInterception(of="OAH", when="always"))
    assert (
        "In the enemy's half of phase 3 nobody of yours searches, strikes or intercepts, and"
        " 'air-intercept' sends nobody up [PH16.1]."
    ) in told.left


def test_ph8_1_bombers_that_a_file_transfers_are_told_to_help_from_where_they_land() -> None:
    game = troops(troops(april(), "jp-1", "JP", "FOR"), "jp-2", "JP", "OKI")
    game = holding(based(game, "G4M", "JP", "FOR", "g4m-1"), "JP", "FOR", "OKI")
    play = begun(replace(game, initiative="allied"), dice={"W1 grounding arctic": 2})
    play.file(WASHINGTON)
    moves = Transfer(units=("g4m-1",), to="OKI"), GroundDefence(support=100)
    (words,) = (one for one in foretold(play, *moves).left if "Of the bombers" in one)
    assert "in ⟨FOR⟩ 1 of 1" in words


def test_f_2_2_a_march_saved_is_told_as_void_once_the_enemy_stands_there() -> None:
    game = holding(troops(april(), "uk-1", "UK", "BUR"), "JP", "MAL")
    play = at_phase_4(troops(game, "jp-1", "JP", "MAL"), acts=WASHINGTON)
    play.file(WASHINGTON, Pass(), March(unit="uk-1", path=("INC",)))
    went = land("JP", "Malaya"), March(unit="jp-1", path=("INC",))
    assert play.refused(*went) == []
    play.file(TOKYO, *went)
    kept = "The month's end stays as you ordered it: march ⟨uk-1⟩."
    void = "'march' of ⟨uk-1⟩ is void: ⟨jp-1⟩ of the enemy stands in ⟨INC⟩ [PH10.1]"
    assert f"{kept} As things stand {void}." in foretold(play, Pass(rest=True)).left
    play.file(WASHINGTON, Pass(rest=True))
    (event,) = told(play.file(TOKYO), Voided)
    assert (event.order, event.subject) == ("march", "uk-1")


def test_ph1_5_fighters_of_an_area_are_told_to_stay_down_where_it_is_contested() -> None:
    told_ = foretold(scenario("pearl-harbor"), AirInterception(of="LUZ", when="always")).standing
    assert "⟨LUZ⟩: fighters always intercept, except where contested [P3.2.2]" in told_
