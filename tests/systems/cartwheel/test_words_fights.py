"""The headline's fights: strikes, battles, bombardments, sweeps, with what they did."""

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    CargoLost,
    Dropped,
    Fired,
    Harm,
    PortHit,
    Strafed,
    UnitHit,
)
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Fate, MissionOver
from pbem.systems.cartwheel.table.events_play import BlindVoided, PassesVoided
from pbem.systems.cartwheel.table.events_sea import (
    BattleOver,
    Bombarded,
    BrokeOff,
    GunsFired,
    Shelling,
    Shot,
    SubmarineAttacked,
)
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.headlines import (
    bombs,
    guns,
    hit,
    of_events,
    raid,
    sailed,
    score,
    shaken,
    stated,
)


def bombed_base(mission: str, hits: int) -> Bombed:
    """Bombs on the airbase at Buin."""
    return Bombed(
        to=ALL, mission=mission, unit="B25-69", mode="regular", target="base:BUI", score=score(),
        hits=hits,
    )  # fmt: skip


def test_each_strike_is_told_for_what_it_did_itself() -> None:
    said = of_events(
        raid("t1m1", "1405"), bombs("t1m1", "IJN-CLT3", Harm(disrupts=True)),
        raid("t1m2", "1505"), bombs("t1m2", "", Harm()),
    )  # fmt: skip
    assert said == (
        "The Allied strike on Buin/Kahili disrupts IJN-CLT3; the Allied strike on Choiseul hits"
        " nothing.",
    )


def test_a_battle_at_sea_is_named_with_the_ships_that_it_cost() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=JAPANESE)
    before = hit("US-T4", ALLIED, 1)
    said = of_events(before, guns(), hit("US-CA1", ALLIED, 0), hit("IJN-CA2", JAPANESE, 1), over)
    assert said == (
        "The battle at Choiseul sinks Allied US-CA1 and costs Japanese IJN-CA2 a step.",
        "Allied US-T4 loses a step.",
    )
    both = hit("US-CA1", ALLIED, 1), hit("IJN-CA2", JAPANESE, 1)
    assert of_events(guns(), *both, over) == (
        "The battle at Choiseul costs Allied US-CA1 and Japanese IJN-CA2 a step each.",
    )


def test_a_ship_that_a_battle_sinks_is_told_with_who_hit_it_and_what_was_aboard() -> None:
    def fired(*firers: str) -> GunsFired:
        shots = (
            Shot(firer=one, target="MARU1", score=score(), harm=Harm(steps=one != "US-CLT2"))
            for one in firers
        )
        return replace(guns(), shots=tuple(shots))

    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=ALLIED)
    drowned = CargoLost(
        to=ALL, ship="MARU1", supply=2, steps=FrozenMap({"17D-54": 2, "38D-230": 2}), points=6
    )
    end = hit("MARU1", JAPANESE, 0), drowned, over
    assert of_events(fired("US-CA1", "US-CLT2"), *end) == (
        "The battle at Choiseul sinks Japanese MARU1 (hit by US-CA1, 17D-54, 38D-230 and 2 supply"
        " units lost aboard).",
    )
    many = of_events(fired("US-CA1", "US-CA2", "US-CLT1"), *end)
    assert "(hit by 3 ships, 17D-54, 38D-230 and 2 supply units lost aboard)" in many[0]


def test_what_sinks_with_a_ship_that_a_strike_sinks_is_told_with_the_strike() -> None:
    strike, struck = raid("t1m1", "1405"), bombs("t1m1", "MARU1", Harm(steps=2))
    drowned = CargoLost(to=ALL, ship="MARU1", supply=1, steps=FrozenMap({"51D-115": 2}), points=5)
    said = "The Allied strike on Buin/Kahili sinks MARU1 (51D-115 and 1 supply unit lost aboard)."
    assert of_events(strike, struck, hit("MARU1", JAPANESE, 0), drowned) == (said,)
    worn = of_events(strike, struck, hit("MARU1", JAPANESE, 1), drowned)
    assert worn == (
        "Japan loses 51D-115 (aboard MARU1) and 1 supply unit.",
        "The Allied strike on Buin/Kahili hits MARU1.",
    )


def test_h9_10_7_a_port_that_a_strike_closes_is_told() -> None:
    on_port = replace(bombed_base("t1m1", 2), target="port:1405")
    shut = PortHit(to=ALL, hex="1405", hits=2, total=4, closed=True)
    strike = raid("t1m1", "1405")
    assert of_events(strike, on_port, shut) == (
        "The Allied strike on Buin/Kahili closes the port with 2 hits.",
    )
    assert of_events(strike, on_port, replace(shut, closed=False)) == (
        "The Allied strike on Buin/Kahili makes 2 hits on the port.",
    )


def test_ships_come_before_they_fight_and_leave_after_it_for_where_they_go() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=JAPANESE)
    left = BrokeOff(
        to=ALL,
        mission="t1m1",
        side=ALLIED,
        hex="1505",
        ships=FrozenMap({"US-CA1": "1806"}),
        stay=(),
    )
    said = of_events(sailed(ALLIED, "US-CA1"), guns(), hit("US-CA1", ALLIED, 1), left, over)
    assert said[-1] == (
        "Allied US-CA1 comes to Choiseul; the battle at Choiseul costs Allied US-CA1 a step;"
        " Allied US-CA1 breaks off at Choiseul, for Tulagi."
    )


def test_who_comes_to_a_place_after_the_battle_there_is_told_after_it() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=JAPANESE)
    sunk = sailed(ALLIED, "US-CA1"), guns(), hit("US-CA1", ALLIED, 0), over
    assert of_events(raid("t1m0", "1203", "sweep"), *sunk, sailed(ALLIED, "US-T1")) == (
        "The Allied sweep on Rabaul meets nobody; Allied US-CA1 comes to Choiseul; the battle at"
        " Choiseul sinks Allied US-CA1; Allied US-T1 comes to Choiseul.",
    )


def test_a_battle_that_sinks_nothing_is_told_by_whom_it_disrupts_or_as_drawn() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held="")
    assert of_events(guns(), shaken("US-CLT1", ALLIED), shaken("IJN-CLT3", JAPANESE), over) == (
        "The battle at Choiseul disrupts Allied US-CLT1 and Japanese IJN-CLT3.",
    )
    both = shaken("US-CLT1", ALLIED), shaken("IJN-CLT3", JAPANESE, lost=1, steps=1)
    assert of_events(guns(), *both, over)[-1] == (
        "The battle at Choiseul costs Japanese IJN-CLT3 a step and disrupts Allied US-CLT1 and"
        " Japanese IJN-CLT3."
    )
    worst = shaken("US-T4", ALLIED, lost=1, steps=1)
    assert of_events(guns(), worst, over) == (
        "The battle at Choiseul costs Allied US-T4 a step and disrupts it.",
    )
    assert of_events(guns(), hit("IJN-CA2", JAPANESE, 0), worst, over) == (
        "The battle at Choiseul sinks Japanese IJN-CA2, costs Allied US-T4 a step and disrupts it.",
    )
    assert of_events(guns(), over) == ("The battle at Choiseul harms nobody.",)


def test_h10_6_an_attack_of_the_submarine_is_told_beside_its_own_end() -> None:
    def dived(harm: Harm) -> SubmarineAttacked:
        shot = Shot(firer="SS1", target="US-T3", score=score(), harm=harm)
        return SubmarineAttacked(
            to=ALL, mission="t1m2", unit="SS1", hex="1505", shot=shot, escorts=(), sunk=True
        )

    gone = hit("SS1", JAPANESE, 0)
    assert of_events(dived(Harm(disrupts=True)), shaken("US-T3", ALLIED), gone) == (
        "Japan loses SS1.",
        "Japanese SS1 attacks US-T3 and disrupts it.",
    )
    assert of_events(dived(Harm())) == ("Japanese SS1 attacks US-T3 in vain.",)
    assert of_events(dived(Harm(steps=1)), hit("US-T3", ALLIED, 1)) == (
        "Allied US-T3 loses a step.",
        "Japanese SS1 attacks US-T3 and hits it.",
    )


def test_a_sweep_is_told_by_whom_it_drives_off() -> None:
    def fired(unit: str, target: str, harm: Harm) -> Fired:
        return Fired(
            to=ALL, mission="t1m2", round=1, unit=unit, target=target, score=score(), harm=harm
        )

    sweep = raid("t1m2", "1203", "sweep")
    assert of_events(sweep, fired("P38-339", "RUF-802", Harm(disrupts=True))) == (
        "The Allied sweep on Rabaul disrupts RUF-802.",
    )
    worn = fired("P38-339", "RUF-802", Harm(steps=1))
    assert of_events(sweep, worn) == ("The Allied sweep on Rabaul hits RUF-802.",)
    down = Fate(
        unit="RUF-802", side=JAPANESE, role="interceptor", flew=True, steps=0, disrupted=False
    )
    over = MissionOver(
        to=ALL, mission="t1m2", side=ALLIED, hex="1203", cancelled=False, fates=(down,)
    )
    assert of_events(sweep, worn, over) == ("The Allied sweep on Rabaul shoots down RUF-802.",)
    assert of_events(sweep, fired("P38-339", "RUF-802", Harm())) == (
        "The Allied sweep on Rabaul fights without effect.",
    )
    assert of_events(sweep, fired("RUF-802", "P38-339", Harm(disrupts=True))) == (
        "The Allied sweep on Rabaul has P38-339 disrupted.",
    )


def test_a_bombardment_that_hits_is_told_with_what_it_hits() -> None:
    def shelled(target: str, *shellings: Shelling) -> Bombarded:
        return Bombarded(
            to=ALL, mission="t1m3", side=ALLIED, hex="1505", target=target, shellings=shellings
        )

    base = shelled("base:BUI", Shelling(firer="US-CA1", score=score(), hits=2))
    assert of_events(base) == ("The Allied bombardment of Choiseul makes 2 hits on the base.",)
    shot = Shelling(firer="US-CA1", score=score(), harm=Harm(disrupts=True), victim="38D-229")
    troops = UnitHit(
        to=ALL, unit="38D-229", side=JAPANESE, kind="ground", lost=0, steps=3, disrupted=True
    )
    assert of_events(shelled("ground", shot), troops) == (
        "The Allied bombardment of Choiseul disrupts 38D-229.",
    )


def test_of_several_attacks_on_a_place_so_many_are_told_as_hit() -> None:
    def shelled(hits: int) -> Bombarded:
        one = Shelling(firer="US-CA1", score=score(), hits=hits)
        return Bombarded(
            to=ALL, mission="t1m3", side=ALLIED, hex="1505", target="base:BUI", shellings=(one,)
        )

    assert of_events(shelled(2), shelled(0)) == (
        "One of 2 Allied bombardments of Choiseul makes 2 hits on the base.",
    )
    assert of_events(shelled(0), shelled(0)) == (
        "The Allied bombardments of Choiseul hit nothing.",
    )


def test_a_strike_is_told_for_all_that_its_bombs_have_done() -> None:
    """A ship that is disrupted twice loses a step by it, and one that sinks is sunk."""
    struck = bombs("t1m1", "IJN-CLT3", Harm(disrupts=True))
    worn = shaken("IJN-CLT3", JAPANESE, lost=1, steps=1)
    said = of_events(raid("t1m1", "1405"), struck, worn)
    assert said == ("The Allied strike on Buin/Kahili hits and disrupts IJN-CLT3.",)
    sunk = of_events(raid("t1m1", "1405"), struck, hit("IJN-CLT3", JAPANESE, 0))
    assert sunk == ("The Allied strike on Buin/Kahili sinks IJN-CLT3.",)


def test_a_strike_that_hits_nothing_has_no_share_in_what_another_hit_there() -> None:
    first, second, third = (raid(f"t1m{number}", "1405") for number in (1, 2, 3))
    blow, miss = bombs("t1m1", "IJN-CLT3", Harm(disrupts=True)), bombs("t1m2", "", Harm())
    assert of_events(first, blow, second, miss) == (
        "One of 2 Allied strikes on Buin/Kahili disrupts IJN-CLT3.",
    )
    again = replace(blow, mission="t1m3", victim="IJN-CLT2")
    assert of_events(first, blow, second, miss, third, again) == (
        "2 of 3 Allied strikes on Buin/Kahili disrupt IJN-CLT3 and IJN-CLT2.",
    )


def test_a_base_that_a_strike_disrupts_or_destroys_is_told_with_the_strike() -> None:
    strike, dropped = raid("t1m1", "1405"), bombed_base("t1m1", 4)
    harm = BaseHit(to=ALL, base="BUI", hits=4, total=4, effect="disrupted", cause="bombing")
    assert of_events(strike, dropped, harm) == (
        "The Allied strike on Buin/Kahili disrupts the base with 4 hits.",
    )
    end, more = replace(harm, effect="destroyed"), bombs("t1m1", "DAI1", Harm(disrupts=True))
    assert of_events(strike, dropped, more, end) == (
        "The Allied strike on Buin/Kahili destroys the base with 4 hits and disrupts DAI1.",
    )


def test_bases_that_one_strike_disrupts_are_named() -> None:
    """There may be two in one hex, such as at Lae."""
    at_lae = replace(bombed_base("t1m1", 4), target="base:LAE")
    near = replace(at_lae, target="base:NAD", hits=2)
    harm = BaseHit(to=ALL, base="LAE", hits=4, total=4, effect="disrupted", cause="bombing")
    also = replace(harm, base="NAD", hits=2, total=2)
    assert of_events(raid("t1m1", "0705"), at_lae, near, harm, also) == (
        "The Allied strike on Lae disrupts Lae with 4 hits and disrupts Nadzab with 2 hits.",
    )


def test_h9_10_1_a_strafing_is_told_as_a_hit_if_it_hits_somebody() -> None:
    def struck(*effects: str) -> BaseStruck:
        return BaseStruck(
            to=ALL, base="BUI", owner=JAPANESE, mission="t1m1", airborne=(), effects=effects,
            picks=(0,), rolls=(),
        )  # fmt: skip

    strafed = Strafed(to=ALL, mission="t1m1", unit="P39-40", base="BUI")
    strike = raid("t1m1", "1405")
    missed = ("The Allied strike on Buin/Kahili hits nothing.",)
    assert of_events(strike, strafed, struck("")) == missed
    assert of_events(strike, strafed, struck("D")) == (
        "The Allied strike on Buin/Kahili strafes aircraft on the ground.",
    )
    nobody = replace(stated(), place="BUI")
    assert of_events(strike, strafed, struck("D"), nobody) == missed


def test_hits_are_told_apart_by_what_they_fall_on() -> None:
    on_base, on_port, on_mobile = (
        Bombed(
            to=ALL, mission="t1m1", unit="B25-69", mode="regular", target=target, score=score(),
            hits=hits,
        )
        for target, hits in (("base:BUI", 2), ("port:1405", 1), ("base:MJ1", 1))
    )  # fmt: skip
    strike = raid("t1m1", "1405")
    assert of_events(strike, on_base, on_port) == (
        "The Allied strike on Buin/Kahili makes 2 hits on the base and 1 on the port.",
    )
    assert of_events(strike, on_port, on_base, on_mobile) == (
        "The Allied strike on Buin/Kahili makes 1 hit on the port, 2 on Buin/Kahili and 1 on MJ1.",
    )
    assert of_events(strike, on_mobile) == ("The Allied strike on Buin/Kahili makes 1 hit on MJ1.",)


def test_h8_7_what_was_given_ahead_and_is_void_is_told() -> None:
    event = BlindVoided(to=ALL, side=ALLIED, missions=("t1m6",), passing=True, cited="E.6")
    assert of_events(event) == (
        "What the Allied player gave ahead is void (1 mission and the pass).",
    )


def test_h8_3_announced_passes_that_are_void_are_told() -> None:
    event = PassesVoided(to=ALL, side=ALLIED, mission="t1m6", times=1)
    assert of_events(event) == ("The Allied player's announced pass is void.",)
    two = replace(event, times=2)
    assert of_events(two) == ("The Allied player's announced 2 passes are void.",)


def test_h13_4_an_airdrop_is_told_whether_it_brings_something_or_not() -> None:
    drop = Dropped(
        to=ALL, mission="t1m3", unit="C47-46", cargo=SUPPLY, hex="1706", rolls=(), effect=""
    )
    lost = replace(drop, effect="lost")
    again = replace(drop, mission="t1m4")
    assert of_events(drop, lost, again) == (
        "The Allied airdrop brings 2 supply units to Santa Isabel; the Allied airdrop on Santa"
        " Isabel loses 1 supply unit.",
    )
    theirs = replace(drop, mission="t1m5", unit="G4M-702")
    assert of_events(drop, theirs) == (
        "The Allied airdrop brings 1 supply unit to Santa Isabel; the Japanese airdrop brings 1"
        " supply unit to Santa Isabel.",
    )
    troops = replace(drop, cargo="503P", effect="D")
    assert of_events(troops) == ("Allied 503P drops on Santa Isabel, disrupted.",)
    assert of_events(replace(troops, effect="")) == ("Allied 503P drops on Santa Isabel.",)


def test_a_strike_of_which_no_bomb_falls_is_told_with_whom_it_has_lost() -> None:
    lost, home = (
        Fate(unit=unit, side=ALLIED, role="striker", flew=True, steps=left, disrupted=False)
        for unit, left in (("P39-40", 0), ("P40-8", 1))
    )
    over = MissionOver(
        to=ALL, mission="t1m1", side=ALLIED, hex="1405", cancelled=False, fates=(lost, home)
    )
    said = "The Allied strike on Buin/Kahili drops nothing"
    assert of_events(raid("t1m1", "1405"), over) == (f"{said}: P39-40 is shot down.",)
    missed = bombs("t1m1", "", Harm())
    assert said not in " ".join(of_events(raid("t1m1", "1405"), missed, over))
    unharmed = replace(over, fates=(home,))
    assert of_events(raid("t1m1", "1405"), unharmed) == (f"{said}.",)
    assert of_events(raid("t1m1", "1405"), replace(unharmed, cancelled=True)) == ()
