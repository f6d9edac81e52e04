"""Land offensives as whole files: whose units, who is used up, what changes hands [P4A, PH10]."""

from pbem.engine.events import Event
from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.rules.combat.ph10_areas import retreat
from pbem.systems.pto.rules.month.p4_advance import advance
from pbem.systems.pto.rules.month.p4_offensive import perform
from pbem.systems.pto.rules.month.p5_movement import cannot_debark, cannot_march, cannot_rail, play
from pbem.systems.pto.rules.month.ph11_supply import supply
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    AttackCalledOff,
    GroundRound,
    Retreated,
    Supported,
)
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders import (
    Assault,
    Attack,
    Debark,
    Drop,
    March,
    Offensive,
    Rail,
    Support,
)
from pbem.systems.pto.table.standing import AirInterception, GroundDefence
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    based,
    force,
    refused,
    ship,
    small_game,
    standing,
    told,
    troops,
)

TOKYO, WASHINGTON = "tokyo", "washington"
CALLED_OFF = {"PH10.5 mal r1 P4A mal 1": 3}


def table(*, year: int = 1943) -> Game:
    """A table at an opportunity of phase 4 for either side, with offensives enough."""
    game = small_game(year=year)
    purses = {nation: Purse(points=50, track=9) for nation in game.purses}
    game = replace(game, purses=FrozenMap(purses))
    return game.with_month(replace(game.month, to_act=JAPANESE))


def performed(
    game: Game, seat: str, *orders: Order, dice: dict[str, int] | None = None
) -> tuple[Game, tuple[Event, ...]]:
    return perform(game, seat, orders, CHARTS, ScriptedDice(dice))


def refusals(game: Game, seat: str, *orders: Order) -> list[str]:
    return [str(replace(problem, where="")) for problem in refused(game, seat, *orders)]


def land(nation: str, *theatres: str) -> Offensive:
    return Offensive(kind="land", nation=nation, theatres=theatres)


# --- markers of ground units ---------------------------------------------------------------------


def stalemate() -> Game:
    """Three Japanese against twelve British in Malaya: less than 1:2, no attack."""
    game = troops(table(), "jp-1", "JP", "MAL", strength=3)
    return troops(game, "uk-1", "UK", "MAL", strength=12)


def test_units_named_and_not_used_stand_by() -> None:
    """P4A.4.B, PH10.10: they may serve again this month, and do not move in phase 5."""
    after, events = performed(stalemate(), TOKYO, land("JP", "Malaya"), Attack(area="MAL"))
    assert told(events, AttackCalledOff)
    assert after.ground["jp-1"].mark == "standby"
    refused = cannot_march(after, JAPANESE, March(unit="jp-1", path=("INC",)), CHARTS)
    assert rule_of(refused) == "P5.1"
    assert refusals(after, TOKYO, land("JP", "Malaya"), Attack(area="MAL", units=("jp-1",))) == []


def test_a_march_that_is_void_leaves_its_unit_on_standby() -> None:
    game = troops(table(), "jp-1", "JP", "INC", strength=3)
    after, events = performed(game, TOKYO, land("JP", "China"), March(unit="jp-1", path=("MAL",)))
    assert told(events, Voided)[0].cited == "PH13.1"
    assert after.ground["jp-1"].mark == "standby"


def test_units_of_an_earlier_offensive_do_not_attack_again() -> None:
    """PH10.10: only the fresh brigade's strength counts."""
    game = troops(table(), "fresh", "JP", "MAL", strength=2)
    game = troops(game, "spent", "JP", "MAL", strength=9)
    game = game.with_ground([replace(game.ground["spent"], mark="activated")])
    game = troops(game, "uk-1", "UK", "MAL", strength=2)
    after, events = performed(
        game, TOKYO, land("JP", "Malaya"), Attack(area="MAL", below="5:1"), dice=CALLED_OFF
    )
    assert [one.attack for one in told(events, GroundRound)] == [2]
    assert after.ground["fresh"].mark == "activated"
    assert refusals(game, TOKYO, land("JP", "Malaya"), Attack(area="MAL", units=("spent",))) == [
        "an offensive of this month used ⟨spent⟩ [PH10.10]"
    ]


# --- nation by nation ----------------------------------------------------------------------------


def test_units_serve_in_an_offensive_of_their_own_nation() -> None:
    """P0.6, PH13.1: those of the Netherlands serve in Britain's."""
    game = troops(table(), "knil", "NE", "IND")
    game = troops(game, "rangers", "US", "IND")
    marches = (March(unit="knil", path=("BUR",)), March(unit="rangers", path=("BUR",)))
    assert refusals(game, WASHINGTON, land("UK", "Burma"), *marches) == [
        "the United States performs no land offensive in the theatre Burma, where ⟨IND⟩ is [PH13.1]"
    ]
    assert refusals(game, WASHINGTON, land("UK", "Burma"), land("US", "Burma"), *marches) == []


def test_only_units_of_the_nation_attack() -> None:
    """PH13.1: the Australians stand beside the British and do not join their attack."""
    game = troops(table(), "uk-1", "UK", "MAL", strength=2)
    game = troops(game, "au-1", "AU", "MAL", strength=9)
    game = troops(game, "jp-1", "JP", "MAL", strength=2)
    attack = Attack(area="MAL", below="5:1")
    after, events = performed(game, WASHINGTON, land("UK", "Malaya"), attack, dice=CALLED_OFF)
    assert [one.attack for one in told(events, GroundRound)] == [2]
    assert after.ground["au-1"].mark == ""


def test_a_command_stack_is_of_the_nation_that_performs() -> None:
    """PH13.1, P4B.1.B."""
    game = force(table(), "fleet", "AU", "COR", ship("canberra", "CA", "AU", mark="standby"))
    sea = Offensive(kind="sea", nation="AU", stack="fleet")
    assert refusals(game, WASHINGTON, sea) == []
    assert refusals(game, WASHINGTON, replace(sea, nation="US")) == [
        "⟨'fleet⟩ is no task force of the United States on standby [P4B.1.B]"
    ]


def test_an_offensive_of_no_nation_is_refused() -> None:
    game = table()
    found = refusals(game, TOKYO, Offensive(kind="sea", nation="XX", stack="fleet"))
    assert found[0] == "⟨'XX⟩ is no nation [F.6.3]"


def test_orders_for_the_end_of_the_month_need_a_pass() -> None:
    """F.2: with an offensive they would be lost without a word."""
    game = troops(table(), "jp-1", "JP", "NCH")
    found = refusals(game, TOKYO, land("JP", "China"), Rail(unit="jp-1", to="YAN"))
    assert "'rail' is for the month's end, the file performs an offensive [F.2]" in found


# --- what changes hands --------------------------------------------------------------------------


def test_who_leaves_a_contested_area_leaves_it_to_the_enemy() -> None:
    """PH1.5: the last side with a unit alone in the area has it."""
    game = troops(table(), "uk-1", "UK", "BUR")
    game = troops(game, "jp-1", "JP", "BUR")
    march = March(unit="uk-1", path=("IND",))
    after, events = performed(game, WASHINGTON, land("UK", "Burma"), march)
    assert (told(events, AreaTaken)[0].area, after.areas["BUR"].nation) == ("BUR", "JP")
    after, events = play(game, ALLIED, (march,), (), (), CHARTS)
    assert (told(events, AreaTaken)[0].area, after.areas["BUR"].nation) == ("BUR", "JP")


def test_an_area_falls_to_those_who_are_left_when_supply_fails() -> None:
    """PH1.5, PH11.3: the last defender of Wake is lost, the Japanese hold out on a marker."""
    game = troops(table(), "us-1", "US", "WKE", steps=1)
    game = troops(game, "jp-1", "JP", "WKE")
    game = force(game, "blockade", "JP", "WAK", ship("atago", "CA"))
    after, events = supply(game, CHARTS, ScriptedDice({"PH11.3 depletion us-1": 6}))
    assert "us-1" not in after.ground
    assert told(events, AreaTaken)[0].nation == "JP"


def test_retreat_is_ranked_by_those_who_retreat() -> None:
    """PH10.7: invaders retreat as their own seat says, not as the owner's of the area."""
    game = troops(table(), "jp-1", "JP", "BUR")
    game = game.with_area("IND", replace(game.areas["IND"], nation="JP"))
    game = standing(game, TOKYO, GroundDefence(of="BUR", retreat=("IND",)))
    game = standing(game, WASHINGTON, GroundDefence(of="BUR", retreat=("INC",)))
    _, events = retreat(game, "BUR", JAPANESE, frozenset(), CHARTS)
    assert told(events, Retreated)[0].to_area == "IND"


def test_only_the_areas_that_attackers_of_this_area_left_are_closed() -> None:
    """PH10.7: who leaves Chungking for elsewhere does not close it to the defenders of Hunan."""
    game = troops(table(), "jp-1", "JP", "HUN", strength=30)
    game = troops(game, "cn-1", "CN", "HUN", strength=6)
    game = troops(game, "jp-2", "JP", "CHU", strength=1)
    game = troops(game, "cn-2", "CN", "CHU", strength=1)
    orders = (land("JP", "China"), March(unit="jp-2", path=("NCH",)), Attack(area="HUN"))
    dice = {"PH10.5 hun r1 P4A hun 1": 5}
    after, events = performed(game, TOKYO, *orders, dice=dice)
    assert told(events, Retreated)[0].to_area == "CHU"
    assert after.areas["HUN"].nation == "JP"


# --- rivers --------------------------------------------------------------------------------------


def test_a_river_anywhere_on_the_way_counts() -> None:
    """PH10.5: from Chungking over the river into North China, and on to the Yangtze."""
    game = troops(table(), "army", "CN", "CHU")
    after, _ = advance(game, March(unit="army", path=("NCH", "YAN")), CHARTS)
    assert after.month.rivers == ("army",)
    after, _ = advance(game, March(unit="army", path=("HUN",)), CHARTS)
    assert after.month.rivers == ()


# --- in the air ----------------------------------------------------------------------------------


def bombers() -> Game:
    game = based(table(), "Ki-21", "JP", "INC", "ki-21-a", "ki-21-b")
    game = troops(game, "jp-1", "JP", "MAL", strength=4)
    return troops(game, "uk-1", "UK", "MAL", strength=2)


def test_support_goes_to_the_theatre_of_the_offensive() -> None:
    """P4A.1.B, PH13.1."""
    stray = Support(units=("ki-21-a",), area="BUR")
    assert refusals(bombers(), TOKYO, land("JP", "Malaya"), stray) == [
        "no land offensive is in the theatre Burma, where ⟨BUR⟩ is [PH13.1]"
    ]


def test_the_defence_is_supported_where_paratroops_come_down() -> None:
    """P4A.3.D before P4A.3.E: the drop on Sumatra is met by the Dutch bombers' support."""
    game = troops(table(), "raiding", "JP", "MAL", strength=1, kind="para")
    game = game.with_area("MAL", replace(game.areas["MAL"], nation="JP"))
    game = troops(game, "knil", "NE", "SUM", strength=1, move=0)
    game = based(game, "B-10", "NE", "SUM", "b-10")
    game = standing(game, WASHINGTON, GroundDefence(support=100))
    orders = (land("JP", "Indies"), Drop(unit="raiding", area="SUM"))
    dice = {"PH10.9 drop raiding P4A sum 2": 9, "PH10.5 sum r1 P4A sum 3": 4}
    game = standing(game, TOKYO, AirInterception(when="never"))
    _, events = performed(game, TOKYO, *orders, dice=dice)
    first = told(events, GroundRound)[0]
    assert (first.attack, first.defence, first.defence_support) == (1, 1, 1)
    assert [one.units for one in told(events, Supported)] == [("b-10",)]


def test_no_drop_from_an_airfield_taken_this_month() -> None:
    """PH10.8."""
    game = troops(table(), "raiding", "JP", "MAL", strength=1, kind="para")
    taken = replace(game.areas["MAL"], nation="JP", taken=game.turn)
    drop = Drop(unit="raiding", area="SUM")
    assert refusals(game.with_area("MAL", taken), TOKYO, land("JP", "Indies"), drop) == [
        "⟨MAL⟩ was taken this month [PH10.8]"
    ]


def rule_of(refusal: Refusal | None) -> str:
    """The rule of a refusal, empty where nothing is refused."""
    return refusal.rule if refusal else ""


# --- phase 5 -------------------------------------------------------------------------------------


def at_anchor(at: str) -> Game:
    game = force(table(), "convoy", "JP", at, ship("jp-stp-1", "STP"))
    return troops(game, "jp-1", "JP", "jp-stp-1")


def test_nobody_debarks_into_a_sea_or_a_contested_port() -> None:
    """P5.2, PH1.5."""
    sea = Debark(unit="jp-1", area="SCS")
    assert rule_of(cannot_debark(at_anchor("SCS"), JAPANESE, sea, CHARTS)) == "P5.2"
    port = Debark(unit="jp-1", area="FOR")
    assert rule_of(cannot_debark(at_anchor("FOR"), JAPANESE, port, CHARTS)) == ""
    game = troops(at_anchor("FOR"), "jp-2", "JP", "FOR")
    game = troops(game, "us-1", "US", "FOR")
    assert rule_of(cannot_debark(game, JAPANESE, port, CHARTS)) == "P5.2"


def test_a_landing_that_could_not_be_made_keeps_its_units_aboard() -> None:
    """PH10.10: they were named for the assault, and do not debark in phase 5."""
    game = at_anchor("FOR")
    after, events = performed(
        game, TOKYO, land("JP", "Philippines"), Assault(units=("jp-1",), area="LUZ")
    )
    assert told(events, Voided)[0].cited == "P4A.2.B"
    assert (
        rule_of(cannot_debark(after, JAPANESE, Debark(unit="jp-1", area="FOR"), CHARTS)) == "P5.1"
    )


def test_garrisons_do_not_go_by_rail() -> None:
    """PH12.6, PH2.6."""
    game = troops(table(), "garrison", "JP", "NCH", move=0)
    assert rule_of(cannot_rail(game, JAPANESE, Rail(unit="garrison", to="YAN"), CHARTS)) == "PH12.6"
