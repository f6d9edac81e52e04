"""Land offensives as whole files: whose units, who is used up, what changes hands [P4A, PH10]."""

from pbem.frozen import replace
from pbem.systems.pto.form.offers import options
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    AttackCalledOff,
    GroundRound,
    Retreated,
    Supported,
)
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Debark,
    Drop,
    March,
    Offensive,
    Pass,
    Rail,
    Sail,
    Stay,
    Support,
)
from pbem.systems.pto.table.standing import GroundDefence
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import begun, told
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import APRIL, april, at_phase_4, land
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import CHARTS, Faces, based, force, holding, in_words, ship, troops

CALLED_OFF: dict[str, Faces] = {"PH10.5 mal r1 P4A mal 1": 3}
MAY: dict[str, Faces] = {"P1.1 condition": 1, **APRIL}
"""The dice of the month that follows."""


# --- markers of ground units ---------------------------------------------------------------------


def test_p4a_4_b_units_named_and_not_used_stand_by() -> None:
    """PH10.10: three against twelve do not attack; they may yet, and do not move in phase 5."""
    game = troops(april(), "jp-1", "JP", "MAL", strength=3)
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=12))
    events = play.file(TOKYO, land("JP", "Malaya"), Attack(area="MAL"))
    (off,) = told(events, AttackCalledOff)
    assert off.rounds == 0
    (line,) = in_words((off,))
    assert line.startswith("The attack at Malaya (MAL) does not take place: it would be fought at")
    assert play.game.ground["jp-1"].mark == "standby"
    play.passes(WASHINGTON)
    assert play.refused(Pass(), March(unit="jp-1", path=("INC",))) == [
        "an offensive of this month named jp-1 [P5.1]"
    ]
    assert play.refused(land("JP", "Malaya"), Attack(area="MAL", units=("jp-1",))) == []


def test_ph13_1_a_march_outside_the_theatre_is_refused() -> None:
    play = at_phase_4(troops(april(), "jp-1", "JP", "INC", strength=3))
    assert play.refused(land("JP", "China"), March(unit="jp-1", path=("MAL",))) == [
        "Japan performs no land offensive in the theatre Malaya, where Indochina-Siam (INC) is"
        " [PH13.1]"
    ]


def test_ph10_10_units_of_an_earlier_offensive_do_not_attack_again() -> None:
    """The army of 9 marches up and attacks first; in the second the brigade of 2 is alone."""
    game = troops(april(), "fresh", "JP", "MAL", strength=2)
    game = troops(game, "spent", "JP", "INC", strength=9)
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=2))
    hold = Attack(area="MAL", units=("spent",), below="5:1")
    march = March(unit="spent", path=("MAL",))
    play.file(TOKYO, land("JP", "Malaya"), march, hold, dice={"PH10.5 mal r1 P4A mal 1": 1})
    assert [play.game.ground[one].mark for one in ("fresh", "spent")] == ["", "activated"]
    play.passes(WASHINGTON)
    again = Attack(area="MAL", units=("spent",))
    assert play.refused(land("JP", "Malaya"), again) == [
        "an offensive of this month used spent [PH10.10]"
    ]
    attack = Attack(area="MAL", below="5:1")
    dice: dict[str, Faces] = {"PH10.5 mal r1 P4A mal 2": 3}
    events = play.file(TOKYO, land("JP", "Malaya"), attack, dice=dice)
    assert [one.attack for one in told(events, GroundRound)] == [2]
    assert play.game.ground["fresh"].mark == "activated"


# --- nation by nation ----------------------------------------------------------------------------


def test_p0_6_units_serve_in_an_offensive_of_their_own_nation() -> None:
    """PH13.1: those of the Netherlands serve in Britain's."""
    game = troops(april(), "knil", "NE", "IND")
    play = at_phase_4(troops(game, "rangers", "US", "IND"), acts=WASHINGTON)
    marches = (March(unit="knil", path=("BUR",)), March(unit="rangers", path=("BUR",)))
    assert play.refused(land("UK", "Burma"), *marches) == [
        "the United States performs no land offensive in the theatre Burma, where India-Ceylon"
        " (IND) is [PH13.1]"
    ]
    play.file(WASHINGTON, land("UK", "Burma"), land("US", "Burma"), *marches)
    assert {unit.at for unit in play.game.ground.values()} == {"BUR"}


def test_ph13_1_only_units_of_the_nation_attack() -> None:
    """The Australians stand beside the British and do not join their attack."""
    game = troops(april(), "uk-1", "UK", "MAL", strength=2)
    game = troops(game, "au-1", "AU", "MAL", strength=9)
    play = at_phase_4(troops(game, "jp-1", "JP", "MAL", strength=2), acts=WASHINGTON)
    attack = Attack(area="MAL", below="5:1")
    events = play.file(WASHINGTON, land("UK", "Malaya"), attack, dice=CALLED_OFF)
    assert [one.attack for one in told(events, GroundRound)] == [2]
    assert play.game.ground["au-1"].mark == ""


def test_p4b_1_b_a_command_stack_is_of_the_nation_that_performs() -> None:
    """PH13.1: a cruiser of Australia stands by."""
    game = force(april(), "fleet", "AU", "COR", ship("canberra", "CA", "AU"))
    play = begun(game, dice=APRIL)
    play.file(TOKYO)
    play.file(WASHINGTON, Sail(tf="fleet", standby=True))
    play.passes(TOKYO)
    sea = Offensive(kind="sea", nation="AU", stack="fleet")
    us = Offensive(kind="sea", nation="US", stack="fleet")
    assert play.refused(sea) == []
    assert play.refused(us) == ["fleet is no task force of the United States on standby [P4B.1.B]"]


def test_f_6_3_an_offensive_of_no_nation_is_refused() -> None:
    assert at_phase_4(april()).refused(Offensive(kind="air", nation="XX", targets=("MWY",))) == [
        "'XX' is no nation [F.6.3]"
    ]


def test_f_2_orders_for_the_end_of_the_month_need_a_pass() -> None:
    """With an offensive they would be lost without a word."""
    play = at_phase_4(troops(april(), "jp-1", "JP", "NCH"))
    assert play.refused(land("JP", "China"), Rail(unit="jp-1", to="YAN")) == [
        "'rail' is for the month's end, the file performs an offensive [F.2]"
    ]


# --- what changes hands --------------------------------------------------------------------------


def contested_burma() -> Game:
    """One unit of each side in Burma."""
    return troops(troops(april(), "uk-1", "UK", "BUR"), "jp-1", "JP", "BUR")


def test_ph1_5_who_leaves_a_contested_area_leaves_it_to_the_enemy() -> None:
    """The last side with a unit alone in the area has it, in an offensive as in phase 5."""
    march = March(unit="uk-1", path=("IND",))
    play = at_phase_4(contested_burma(), acts=WASHINGTON)
    events = play.file(WASHINGTON, land("UK", "Burma"), march)
    assert (told(events, AreaTaken)[0].area, play.game.areas["BUR"].nation) == ("BUR", "JP")
    play = at_phase_4(contested_burma(), acts=WASHINGTON)
    play.file(WASHINGTON, Pass(), march)
    events = play.file(TOKYO, Pass(ends=True), dice=MAY)
    assert (told(events, AreaTaken)[0].area, play.game.areas["BUR"].nation) == ("BUR", "JP")


def test_ph1_5_an_area_falls_to_those_who_are_left_when_supply_fails() -> None:
    """PH11.3: a cruiser cuts Wake off, its last defender is lost."""
    game = troops(april(), "us-1", "US", "WKE", steps=1)
    game = troops(game, "jp-1", "JP", "WKE")
    play = at_phase_4(force(game, "blockade", "JP", "WAK", ship("atago", "CA")))
    play.file(TOKYO, Pass(), Stay(tf="blockade"))
    dice: dict[str, Faces] = {"PH11.3 depletion us-1 P6.2 wke 1": 6, **MAY}
    events = play.file(WASHINGTON, Pass(ends=True), dice=dice)
    assert "us-1" not in play.game.ground
    assert told(events, AreaTaken)[0].nation == "JP"


def test_ph10_7_retreat_is_ranked_by_those_who_retreat() -> None:
    """Invaders retreat as their own seat says, not as the owner's of the area."""
    game = holding(contested_burma(), "JP", "IND")
    play = at_phase_4(
        troops(game, "uk-2", "UK", "BUR", strength=30),
        acts=WASHINGTON,
        japanese=(*QUIET, GroundDefence(of="BUR", retreat=("IND",))),
        allied=(*QUIET, GroundDefence(of="BUR", retreat=("INC",))),
    )
    dice: dict[str, Faces] = {"PH10.5 bur r1 P4A bur 1": 5}
    events = play.file(WASHINGTON, land("UK", "Burma"), Attack(area="BUR"), dice=dice)
    assert [one.to_area for one in told(events, Retreated)] == ["IND"]


def test_ph10_7_only_the_areas_that_attackers_of_this_area_left_are_closed() -> None:
    """Who leaves Chungking for elsewhere does not close it to the defenders of Hunan."""
    game = troops(april(), "jp-1", "JP", "HUN", strength=30)
    game = troops(game, "cn-1", "CN", "HUN", strength=6)
    game = troops(game, "jp-2", "JP", "CHU", strength=1)
    play = at_phase_4(troops(game, "cn-2", "CN", "CHU", strength=1))
    orders = (land("JP", "China"), March(unit="jp-2", path=("NCH",)), Attack(area="HUN"))
    events = play.file(TOKYO, *orders, dice={"PH10.5 hun r1 P4A hun 1": 5})
    assert told(events, Retreated)[0].to_area == "CHU"
    assert play.game.areas["HUN"].nation == "JP"


# --- rivers --------------------------------------------------------------------------------------


def crossed(*path: str) -> tuple[str, ...]:
    """The modifiers of a Chinese attack at the end of a march from Chungking."""
    game = troops(april(), "army", "CN", "CHU", strength=4)
    play = at_phase_4(troops(game, "jp-1", "JP", path[-1], strength=4), acts=WASHINGTON)
    march, attack = March(unit="army", path=path), Attack(area=path[-1], below="5:1")
    at = path[-1].lower()
    dice: dict[str, Faces] = {f"PH10.5 {at} r1 P4A {at} 1": 3}
    events = play.file(WASHINGTON, land("CN", "China"), march, attack, dice=dice)
    (first,) = told(events, GroundRound)
    return first.modifiers


def test_ph10_5_a_river_anywhere_on_the_way_counts() -> None:
    """From Chungking over the river into North China, and on to the Yangtze."""
    assert crossed("NCH", "YAN") == ("river -1",)
    assert crossed("HUN") == ("rough -1",)


# --- in the air ----------------------------------------------------------------------------------


def test_p4a_1_b_support_goes_to_the_theatre_of_the_offensive() -> None:
    """PH13.1."""
    game = based(april(), "Ki-21", "JP", "INC", "ki-21-a", "ki-21-b")
    game = troops(game, "jp-1", "JP", "MAL", strength=4)
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=2))
    assert play.refused(land("JP", "Malaya"), Support(units=("ki-21-a",), area="BUR")) == [
        "no land offensive is in the theatre Burma, where Burma (BUR) is [PH13.1]"
    ]


def raiders() -> Game:
    """Paratroops in Malaya, taken earlier, and a Dutch garrison with a bomber on Sumatra."""
    game = troops(holding(april(), "JP", "MAL"), "raiding", "JP", "MAL", strength=1, kind="para")
    game = troops(game, "knil", "NE", "SUM", strength=1, move=0)
    return based(game, "B-10", "NE", "SUM", "b-10")


DROP = (land("JP", "Indies"), Drop(unit="raiding", area="SUM"))


def test_p4a_3_d_the_defence_is_supported_where_paratroops_come_down() -> None:
    """Before P4A.3.E: the drop on Sumatra is met by the Dutch bombers' support."""
    play = at_phase_4(raiders(), allied=(*QUIET, GroundDefence(support=100)))
    dice: dict[str, Faces] = {"PH10.9 drop raiding P4A sum 2": 9, "PH10.5 sum r1 P4A sum 3": 4}
    events = play.file(TOKYO, *DROP, dice=dice)
    first = told(events, GroundRound)[0]
    assert (first.attack, first.defence, first.defence_support) == (1, 1, 1)
    assert [one.units for one in told(events, Supported)] == [("b-10",)]


def test_ph10_8_no_drop_from_an_airfield_taken_this_month() -> None:
    """Malaya, where they hold out, falls in the first offensive; its airfield serves next month."""
    game = holding(raiders(), "UK", "MAL")
    play = at_phase_4(troops(game, "jp-1", "JP", "INC"))
    play.file(TOKYO, land("JP", "Malaya"), March(unit="jp-1", path=("MAL",)))
    assert play.game.areas["MAL"].nation == "JP"
    play.passes(WASHINGTON)
    assert play.refused(*DROP) == ["Malaya (MAL) was taken this month [PH10.8]"]


# --- phase 5 -------------------------------------------------------------------------------------


def at_anchor(at: str) -> Game:
    """A Japanese unit aboard a transport."""
    game = force(april(), "convoy", "JP", at, ship("jp-stp-1", "STP"))
    return troops(game, "jp-1", "JP", "jp-stp-1")


def test_p5_2_nobody_debarks_into_a_sea_or_a_contested_port() -> None:
    """PH1.5."""
    port = Debark(unit="jp-1", area="FOR")
    assert at_phase_4(at_anchor("SCS")).refused(Pass(), Debark(unit="jp-1", area="SCS")) == [
        "jp-1 cannot go ashore in South China Sea (SCS): its ship lies in South China Sea [P5.2]"
    ]
    assert at_phase_4(at_anchor("FOR")).refused(Pass(), port) == []
    game = troops(at_anchor("FOR"), "jp-2", "JP", "FOR")
    assert at_phase_4(troops(game, "us-1", "US", "FOR")).refused(Pass(), port) == [
        "jp-1 cannot go ashore in Formosa (FOR): it is contested [P5.2]"
    ]


def test_p4a_2_b_nobody_lands_from_a_ship_in_port() -> None:
    play = at_phase_4(at_anchor("FOR"))
    assault = Assault(units=("jp-1",), area="LUZ")
    assert play.refused(land("JP", "Philippines"), assault) == [
        "the ship of jp-1 is in Formosa (FOR), no sea on Luzon (LUZ) [P4A.2.B]"
    ]


def test_ph12_6_garrisons_do_not_go_by_rail() -> None:
    """PH2.6."""
    play = at_phase_4(troops(april(), "garrison", "JP", "NCH", move=0))
    assert play.refused(Pass(), Rail(unit="garrison", to="YAN")) == [
        "garrison is a garrison and stays where it is [PH12.6]"
    ]


def test_p5_2_one_file_orders_no_more_by_rail_than_the_line_carries() -> None:
    """PH12.6: two Japanese units a month, and a line of its own for China."""
    game = troops(april(), "cn-1", "CN", "HUN")
    for unit in ("jp-1", "jp-2", "jp-3"):
        game = troops(game, unit, "JP", "YAN")
    play = at_phase_4(game)
    trains = tuple(Rail(unit=unit, to="NCH") for unit in ("jp-1", "jp-2", "jp-3"))
    assert play.refused(Pass(), *trains) == [
        "the railway has carried 2 units this month, which is all it can [PH12.6]"
    ]
    assert play.refused(Pass(), *trains[:2]) == []
    play.passes(TOKYO)
    assert play.refused(Pass(), Rail(unit="cn-1", to="CHU")) == []


def test_ph12_6_the_headline_tells_who_went_by_rail() -> None:
    game = holding(troops(april(), "jp-1", "JP", "YAN"), "JP", "YAN", "NCH")
    play = at_phase_4(game)
    play.file(TOKYO, Pass(ends=True), Rail(unit="jp-1", to="NCH"))
    events = play.passes(WASHINGTON)
    assert "⟨jp-1⟩ goes by rail to North China" in " ".join(headline(events)), headline(events)


def test_f_6_3_no_air_offensive_against_a_base_of_ones_own_without_an_enemy() -> None:
    """It is no option either; where the enemy's troops stand in it, it is one."""
    game = troops(april(), "jp-1", "JP", "LUZ")
    play = at_phase_4(troops(game, "us-1", "US", "LUZ"), acts=WASHINGTON)
    own = Offensive(kind="air", nation="CN", targets=("OAH",))
    assert play.refused(own) == ["Oahu (OAH) is your side's, and no enemy is there [F.6.3]"]
    assert play.refused(replace(own, targets=("LUZ",))) == []
    targets = {order.targets for order in options(play.view(), CHARTS, Offensive)}
    assert ("OAH",) not in targets
    assert ("LUZ",) in targets


def test_ph10_4_a_round_tells_its_die_and_why_the_odds_are_no_higher() -> None:
    """Eighteen against two are nine to one, and the table ends with five to one."""
    game = april()
    for number in range(3):
        game = troops(game, f"jp-{number}", "JP", "MAL", strength=6)
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=2))
    attack = (land("JP", "Malaya"), Attack(area="MAL", below="5:1"))
    events = play.file(TOKYO, *attack, dice={"PH10.5 mal r1 P4A mal 1": 6})
    assert in_words(told(events, GroundRound)) == [
        "Malaya (MAL), round 1: 18 against 2, 5:1, the highest odds; die 6, jungle −1 = 5: D2R, 2"
        " steps of the defenders, who retreat or lose one more [PH10.5, PH10.6, PH10.7]"
    ]


def test_ph13_1_a_missing_nation_is_one_fault_and_not_one_for_each_force() -> None:
    """Those that are named stand by, whoever performs."""
    game = april()
    for tf in ("tf-1", "tf-2"):
        game = force(game, tf, "US", "MID", replace(ship(f"{tf}-bb", "BB", "US"), mark="standby"))
    play = at_phase_4(game, acts=WASHINGTON, allied=(*QUIET, Sail(tf="tf-1", standby=True),
                                                     Sail(tf="tf-2", standby=True)))  # fmt: skip
    sea = Offensive(kind="sea", nation="", stack="tf-1", stacks=("tf-2",))
    found = play.problems(sea, Sail(tf="tf-1", path=("HAW",)), Sail(tf="tf-2", path=("HAW",)))
    assert [(one.rule, one.where) for one in found] == [("PH13.1", "order 1, key 'nation'")]
