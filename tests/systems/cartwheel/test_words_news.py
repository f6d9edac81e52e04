"""The headline's news: what was done, what came to nothing, a turn in which little happens."""

from typing import Literal

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL
from pbem.engine.hidden import happenings
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import UnitHit
from pbem.systems.cartwheel.table.events_charts import (
    AirArrived,
    ReconFlew,
    Reorganized,
    Tf36Left,
)
from pbem.systems.cartwheel.table.events_ground import (
    Attacked,
    Fortified,
    GroundInitiativeRolled,
    Landed,
    Marched,
    Raided,
    Retreated,
)
from pbem.systems.cartwheel.table.events_sea import Bombarded, CarriersOut
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    Arrived,
    BaseHit,
    BuildBegun,
    ControlPassed,
    EleventhDecided,
    MobileDismantled,
    MobileFinished,
    MobileOverrun,
    RadarPlaced,
    RandomEvent,
    RegroupDeclared,
    RepairRolled,
    SupplyDetermined,
)
from pbem.systems.cartwheel.table.orders_operations import Pass
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.headlines import hit, of_events, raid, sailed, score, stated
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


# --- what was done, and what came to nothing -----------------------------------------------------


def test_ships_of_several_groups_that_come_to_a_place_are_counted_together() -> None:
    came = sailed(ALLIED, "US-T1", "US-T3"), sailed(ALLIED, "US-CA1")
    assert of_events(*came) == ("3 Allied ships come to Choiseul.",)
    fleet = sailed(ALLIED, "TF36-BB", "TF36-CA", "TF36-CV")
    assert of_events(fleet) == (
        "3 Allied ships (TF36-BB and TF36-CV among them) come to Choiseul.",
    )


def test_a_side_that_has_lost_units_is_named_once() -> None:
    both = hit("MARU1", JAPANESE, 0), hit("IJN-CA2", JAPANESE, 1)
    assert of_events(*both)[0] == "Japan loses MARU1; IJN-CA2 loses a step."


def test_what_came_to_nothing_is_told_in_short() -> None:
    shelling = Bombarded(
        to=ALL, mission="t1m3", side=ALLIED, hex="1505", target="ground", shellings=()
    )
    assert of_events(raid("t1m2", "1203", "sweep"), shelling) == (
        "The Allied sweep on Rabaul meets nobody; the Allied bombardment of Choiseul hits nothing.",
    )
    rests = EleventhDecided(to=ALL, commit=False, ports=FrozenMap())
    assert of_events(rests) == ("The 11th Hikoshidan is not committed.",)
    finished = (MobileFinished(to=ALL, bases=(base,)) for base in CHARTS.bases)
    assert "the 11th Hikoshidan is not committed" in " ".join(of_events(*finished, rests))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("hit", ("The Allied commando raid on Buin/Kahili makes 1 hit.",)),
        ("fails", ("The Allied commando raid on Buin/Kahili fails, 1/2 VP for Japan.",)),
        ("none", ("The Allied commando raid on Buin/Kahili has no effect.",)),
    ],
)
def test_a_commando_raid_is_told_with_what_came_of_it(
    effect: Literal["hit", "fails", "none"], said: tuple[str, ...]
) -> None:
    roll = Roll(label="raid", dice=(10,), sides=10)
    order = Raided(to=ALL, side=ALLIED, base="BUI", unit="", roll=roll, effect=effect)
    assert of_events(order) == said


def test_mobile_bases_of_a_side_are_begun_in_one_breath() -> None:
    begun = [
        BuildBegun(to=ALL, side=ALLIED, base=base, hex=hex_)
        for base, hex_ in (("MA1", "1606"), ("MA2", "1707"))
    ]
    assert of_events(*begun) == (
        "The Allied player begins mobile bases at Munda and Russell Islands.",
    )


def test_news_in_which_no_points_were_earned_tell_the_score_alone(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    game.until(ALLIED, "4.4")
    game.file(Pass())
    lately = happenings(one for one in game.match.scenes if one.step == "4.4")
    assert lately
    said = CARTWHEEL.headline(lately, game.game, CHARTS)
    assert "The score is Allied 1 VP, Japanese 0 VP." in said


# --- a turn in which little happens --------------------------------------------------------------


def test_a_base_that_the_volcano_shakes_is_told_with_its_cause() -> None:
    shakes = BaseHit(to=ALL, base="RAB", hits=3, total=3, effect="disrupted", cause="event")
    assert of_events(shakes) == ("A volcano disrupts Rabaul.",)
    bombed = replace(shakes, cause="bombing")
    assert of_events(bombed) == ("Rabaul is disrupted.",)


def test_the_event_of_the_turn_is_told() -> None:
    die = Roll(label="event", dice=(1,), sides=10)
    storm = RandomEvent(to=ALL, roll=die, row="storm", works=True)
    assert of_events(storm) == ("A storm front hampers scrambles, bombing and the first run.",)
    assert of_events(replace(storm, works=False)) == ()
    assert of_events(replace(storm, row="volcano")) == ()


def test_h5_1_a_marker_of_one_side_does_not_hide_what_the_other_has_to_place() -> None:
    die = Roll(label="event", dice=(9,), sides=10)
    radar = RandomEvent(to=ALL, roll=die, row="radar", works=True, side=JAPANESE)
    stands = RadarPlaced(to=ALL, side=ALLIED, base="DOB")
    assert of_events(stands, radar) == (
        "The Allied Radar stands at Dobodura; Japan has a Radar to place.",
    )
    ours = replace(radar, side=ALLIED)
    assert of_events(ours, stands) == ("The Allied Radar stands at Dobodura.",)
    assert of_events(stands, ours)[0].endswith("the Allies have a Radar to place.")
    placed, ace = AcePlaced(to=ALL, side=JAPANESE), replace(radar, row="japanese-ace", side="")
    assert of_events(placed, ace) == (
        "The Japanese player places an Ace; Japan has an Ace to place.",
    )


def test_7_1_a_general_regroup_turn_is_told() -> None:
    assert of_events(RegroupDeclared(to=ALL, declared=True, after=9)) == (
        "This is a general regroup turn.",
    )
    assert of_events(RegroupDeclared(to=ALL, declared=False)) == ()


def test_what_happens_twice_is_told_once_and_counted() -> None:
    raided = Raided(
        to=ALL, side=ALLIED, base="GAS", unit="", effect="none",
        roll=Roll(label="x", dice=(5,), sides=10),
    )  # fmt: skip
    said = "The Allied commando raid on Gasmata has no effect"
    assert of_events(raided) == (f"{said}.",)
    assert of_events(raided, replace(raided)) == (f"{said} (twice).",)


def test_supply_repair_and_the_leave_of_tf36_are_told() -> None:
    cut = SupplyDetermined(to=ALL, ground=("38D-229",), naval=(), bases=("KIR", "MUN"), used=())
    assert of_events(cut) == ("Without supply are Kiriwina, Munda and 38D-229.",)
    since = replace(cut, still=("KIR", "38D-229"))
    assert of_events(since) == (
        "Without supply is Munda; still without supply are Kiriwina and 38D-229.",
    )
    mended = RepairRolled(
        to=ALL, base="TOR", was="destroyed", roll=Roll(label="x", dice=(1,), sides=10), drm=0,
        needed=3, repaired=True, hits=0,
    )  # fmt: skip
    assert of_events(mended) == ("Torokina can be used again, disrupted.",)
    raided = BaseHit(to=ALL, base="TOR", hits=1, total=9, effect="destroyed", cause="raid")
    assert of_events(raided) == ("Torokina is destroyed.",)
    assert of_events(raided, mended) == ("Torokina can be used again, disrupted.",)
    assert of_events(replace(mended, was="disrupted")) == ("Torokina is repaired.",)
    both = replace(mended, was="disrupted"), replace(mended, was="disrupted", base="MUN")
    assert of_events(*both) == ("Torokina and Munda are repaired.",)
    assert of_events(Tf36Left(to=ALL, units=())) == ("TF-36 leaves the board.",)


def test_3_0f_a_place_is_taken_and_a_mobile_base_there_is_lost_for_ever() -> None:
    taken = ControlPassed(
        to=ALL, hex="1706", side=ALLIED, how="ground", bases=(), removed=("MJ1",), supplies=0
    )
    lost = ("The Allies take Santa Isabel; Japanese mobile base 1 (MJ1) is lost for ever.",)
    assert of_events(taken) == lost
    overrun = MobileOverrun(to=ALL, side=ALLIED, base="MJ1", hex="1706")
    assert of_events(overrun, replace(taken, removed=())) == lost


def test_h11_4_an_attack_that_takes_nothing_is_told_by_who_is_left_there() -> None:
    """The attacker may hold the hex himself; who has landed to attack it stays ashore."""
    attack = Attacked(
        to=ALL, side=JAPANESE, hex="1606", attackers=("38D-229",), defenders=("37-145", "37-148"),
        attack=9, defence=2, odds="4:1", score=score(), attacker_loss=0, defender_loss=1,
        retreat=False,
    )  # fmt: skip
    lost = [
        UnitHit(to=ALL, unit=u, side=ALLIED, kind="ground", lost=1, steps=0, disrupted=False)
        for u in attack.defenders
    ]
    assert of_events(attack, lost[0])[-1] == (
        "The Japanese attack on Munda does not drive the Allied units out."
    )
    assert of_events(attack, *lost)[-1] == (
        "The Japanese attack on Munda leaves no Allied unit there."
    )
    away = Retreated(to=ALL, side=ALLIED, hex="1606", units=FrozenMap({"37-148": "1707"}), held=())
    assert "leaves no Allied unit there" in of_events(attack, lost[0], away)[-1]
    landed = Landed(
        to=ALL, side=JAPANESE, ship="DAI1", hex="1606", units=("38D-229",), supply=0,
        attacking=True,
    )  # fmt: skip
    assert of_events(landed, attack)[-1] == (
        "Japanese 38D-229 comes ashore at Munda; the Japanese attack on Munda does not drive the"
        " Allied units out, and 38D-229 stays ashore."
    )


def test_7_3_recon_that_does_not_fly_is_told() -> None:
    flew = ReconFlew(to=ALL, rolls=(), flies=("DIN-11",), grounded=("F5-8", "DIN-6"), most=7)
    assert of_events(flew) == (
        "Allied recon by F5-8 stays on the ground; Japanese recon by DIN-6 stays on the ground.",
    )


def test_who_arrives_which_base_is_taken_away_and_who_acts_first_ashore_are_told() -> None:
    came = (
        Arrived(to=ALL, side=ALLIED, units=FrozenMap({"25-161": "SOP"})),
        AirArrived(to=ALL, side=ALLIED, units=("F4U-215",)),
        MobileDismantled(to=ALL, base="MA2", hex="1807"),
        GroundInitiativeRolled(to=ALL, score=score(), first=JAPANESE),
    )
    assert of_events(*came) == (
        "Allied 25-161 and F4U-215 arrive; Allied mobile base 2 (MA2) is dismantled; the Japanese"
        " player acts first ashore.",
    )


def test_a_march_and_a_fortification_are_named() -> None:
    marched = Marched(
        to=ALL, side=JAPANESE, units=("6D-23",), origin="1405", hex="1404", disrupted=(),
        attacking=False,
    )  # fmt: skip
    fort = Fortified(to=ALL, side=JAPANESE, hex="1506")
    assert of_events(marched, fort) == (
        "Japanese 6D-23 marches to Torokina; the Japanese player fortifies Vila/Barakoma.",
    )
    others = replace(marched, units=("6D-13", "6D-45"), origin="1505")
    assert of_events(marched, others) == ("3 Japanese ground units march to Torokina.",)
    attack = Attacked(
        to=ALL, side=JAPANESE, hex="1404", attackers=("6D-23",), defenders=("3M-9",),
        attack=4, defence=5, odds="1:2", score=score(), attacker_loss=0, defender_loss=0,
        retreat=False,
    )  # fmt: skip
    assert "march" not in " ".join(of_events(replace(marched, attacking=True), attack))


def test_points_that_no_fight_gives_are_named_with_what_gave_them() -> None:
    took = replace(stated(), kind="replaced", number=2)
    assert of_events(took) == (
        "The Japanese player takes 2 replacement steps, 1 VP for the enemy.",
    )
    assert of_events(Reorganized(to=ALL, eleventh_lost=("B5N-ZU",))) == (
        "The 11th Hikoshidan has lost B5N-ZU, 1 VP for the Allies.",
    )
    assert of_events(CarriersOut(to=ALL, ships=("IJN-CV1", "IJN-CVL1"))) == (
        "IJN-CV1 and IJN-CVL1 are outside Truk, 2 VP for the Allies.",
    )
