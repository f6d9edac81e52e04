"""The headline: who lost what, what was taken, the score, what is to come."""

from pathlib import Path
from typing import Literal

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, Happening
from pbem.engine.steps import happenings
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import (
    CargoLost,
    Fired,
    Harm,
    RaidSeen,
    Score,
    UnitBombed,
    UnitHit,
)
from pbem.systems.cartwheel.table.events_charts import Stated, Tf36Arrived, Tf36Left
from pbem.systems.cartwheel.table.events_ground import Fortified, Marched, Raided
from pbem.systems.cartwheel.table.events_sea import (
    BattleOver,
    Bombarded,
    BrokeOff,
    GunsFired,
    Sailed,
    Shelling,
)
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    BaseHit,
    BuildBegun,
    EleventhDecided,
    GameEnded,
    RandomEvent,
    RepairRolled,
    SupplyDetermined,
)
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, PlaceRadar, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


def headline(game: Play) -> tuple[str, ...]:
    """Of all that has happened so far, as the next author sees it."""
    scenes = (*game.match.scenes, *game.match.ahead().scenes)
    return CARTWHEEL.headline(happenings(scenes), game.game, CHARTS)


def of_events(*events: Event) -> tuple[str, ...]:
    """Of these events alone, whatever the state is."""
    return CARTWHEEL.headline(
        tuple(Happening(turn=1, step="4.4", event=one) for one in events), None, CHARTS
    )


def hit(unit: str, side: str, left: int) -> UnitHit:
    """A step of a ship."""
    return UnitHit(to=ALL, unit=unit, side=side, kind="naval", lost=1, steps=left, disrupted=False)


def stated(*reduced: str) -> Stated:
    return Stated(
        to=ALL, side=JAPANESE, kind="struck", place="RAB", mission="t1m1", disrupted=(),
        reduced=reduced, lost=(), saved=(), number=1,
    )  # fmt: skip


def test_troops_that_are_lost_with_their_ship_are_named() -> None:
    drowned = CargoLost(to=ALL, ship="LST2", supply=0, steps=FrozenMap({"43-103": 1}), points=2)
    said = of_events(hit("LST2", ALLIED, 0), drowned)
    assert said == ("The Allies lose LST2 and 43-103 (aboard LST2).",)
    assert of_events(hit("LST2", ALLIED, 1), drowned) == (
        "Allied LST2 and 43-103 lose a step each.",
    )


def test_units_that_lose_a_step_are_named_while_they_are_few() -> None:
    assert of_events(stated("A6M-201")) == ("Japanese A6M-201 loses a step.",)
    five = tuple(f"A6M-{number}" for number in (201, 202, 204, 251, 253))
    assert of_events(stated(*five)) == ("5 Japanese units lose a step each.",)
    assert of_events(stated("A6M-201", "A6M-201")) == ("Japanese A6M-201 loses steps.",)


def test_tf36_appears() -> None:
    came = Tf36Arrived(to=ALL, hex="1604", units=FrozenMap({"TF36-A": "TF36-CV"}))
    assert of_events(came)[0].startswith("TF-36 appears at ")


def test_who_has_passed_out_is_told_instead_of_missions_left(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(Pass(rest=True))
    game.until(ALLIED, "4.4")
    assert headline(game)[-1].endswith("of his, the Japanese player has passed out.")


def test_news_of_two_turns_tell_the_score_before_both(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    begun = game.game.now
    while game.game.now == begun:
        game.file()
    (score,) = (line for line in headline(game) if line.startswith("The score is "))
    assert "; before it was Allied 0 VP" in score


def test_what_was_added_before_the_news_is_not_told_again(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    known = len(game.match.scenes)
    game.file()
    later = happenings(game.match.scenes[known:])
    assert later
    said = CARTWHEEL.headline(later, game.game, CHARTS)
    assert "The score is Allied 1 VP, Japanese 0 VP." in said


def test_the_score_is_told_before_and_after_in_points(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    said = headline(game)
    assert (
        "The score is Allied 1 VP, Japanese 0 VP; before it was Allied 0 VP, Japanese 0 VP."
    ) in said


def test_a_mission_that_awaits_its_reply_is_told_with_its_numbers(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded).until(ALLIED, "4.4")
    game.file(
        AirMission(
            kind="strike", hex="0705", band="high", strikers=("B17-63", "B17-64"),
            mode="precision", target="base:LAE",
        )
    )  # fmt: skip
    strike = "The Allied strike on Lae (t1m1), high, with 2 strikers, awaits the Japanese reply."
    assert headline(game)[-1] == strike


def test_ships_that_sail_behind_a_mission_and_who_has_passed_out_are_told_with_it(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | {"7.5 missions": 3}).until(JAPANESE, "4.4")
    strike = AirMission(
        kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
        target="base:WAU",
    )  # fmt: skip
    game.file(strike, CONVOY, Pass(rest=True))
    assert headline(game)[-1] == (
        "The Japanese strike on Wau (t1m1), medium, with 1 striker, awaits the Allied reply. Behind"
        " that IJN-CLT1, IJN-CLT2, MARU1 and MARU2 sail to Finschhafen (t1m2). The Japanese player"
        " has passed out."
    )


def test_whose_marker_is_to_be_placed_is_told_and_where_a_radar_stands(
    loaded: dict[str, int],
) -> None:
    loaded |= {"5.1 event": 9}
    game = play("bismarck-sea", loaded).until(ALLIED, "5.3")
    assert game.game.turn.radar == ALLIED
    said = " ".join(headline(game))
    assert "he Allies have a Radar to place" in said
    assert "The Allied player has a Radar marker to place" in game.report()
    game.file(PlaceRadar(base="DOB")).until(JAPANESE, "4.4")
    assert "he Allied Radar stands at Dobodura" in " ".join(headline(game))
    assert of_events(AcePlaced(to=ALL, side=JAPANESE)) == ("The Japanese player places an Ace.",)


def test_of_many_things_those_that_find_no_room_are_counted() -> None:
    marches = [
        Marched(
            to=ALL, side=JAPANESE, units=(unit,), origin="1405", hex="1404", disrupted=(),
            attacking=False,
        )
        for unit in (f"6D-{number}" for number in range(15))
    ]  # fmt: skip
    (said,) = of_events(*marches)
    assert said.endswith("6D-11 marches to Torokina; 3 things more.")


def test_losses_of_a_bombed_base_are_told_before_the_score(loaded: dict[str, int]) -> None:
    loaded |= {
        "9.9 aa t1m1 B17-63": 10, "9.9 aa t1m1 B17-64": 1,
        "9.10 bomb t1m1 B17-63": 10, "9.10 bomb t1m1 B17-64": 10,
    }  # fmt: skip
    game = play("bismarck-sea", loaded).until(ALLIED, "4.4")
    order = AirMission(
        kind="strike", hex="0705", band="high", strikers=("B17-63", "B17-64"),
        mode="precision", target="base:LAE", abort_at="never",
    )  # fmt: skip
    game.file(order).file()
    said = headline(game)
    assert [line for line in said if "Lae is disrupted" in line or "Lae is destroyed" in line]
    assert len(said) <= 5


def test_a_report_and_the_news_begin_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = world(tmp_path, "bismarck-sea")
    for _ in range(5):
        made.round()
    one = made.players["allied"]
    capsys.readouterr()
    assert one.run("report") == 0
    said = capsys.readouterr().out
    assert "The score is Allied " in said[: said.index("Random event")]


CONVOY = NavalMission(
    ships=("IJN-CLT1", "IJN-CLT2", "MARU1", "MARU2"),
    path=("1203", "1104", "1004", "0905", "0805"),
    purpose="transport",
)


def test_a_run_is_told_while_more_than_one_mission_of_it_is_left(loaded: dict[str, int]) -> None:
    loaded |= {"7.5 missions": 4}
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4")
    assert headline(game)[-1].startswith("The Japanese player is to act with a run of 2 missions;")
    game.file(CONVOY, Pass())
    assert headline(game)[-1].startswith("The Allied player is to act; left this turn: 6")


def test_a_convoy_that_came_is_told_and_the_supply_that_sank_with_its_ship(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(CONVOY, Pass())
    assert any(line.startswith("4 Japanese ships come to Finschhafen") for line in headline(game))
    sunk = CargoLost(to=ALL, ship="MARU1", supply=2, steps=FrozenMap({"51D-115": 2}), points=4)
    assert of_events(hit("MARU1", JAPANESE, 0), sunk) == (
        "Japan loses MARU1, 51D-115 (aboard MARU1) and 2 supply units.",
    )


def test_what_recon_finds_and_a_mobile_base_that_is_begun_are_told(
    loaded: dict[str, int],
) -> None:
    loaded |= {"7.3 recon F5-8": 1}
    game = play("bismarck-sea", loaded).file().until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203", base="RAB"), Build(base="MA1", hex="0907"))
    said = next(line for line in headline(game) if "econ finds 2 fighters and " in line)
    assert " at Rabaul; the Allied player begins a mobile base at Wanigela" in said


def test_the_11th_is_committed(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    assert headline(game)[0].startswith("The 11th Hikoshidan is committed, 1 VP for the Allies")


def test_the_end_of_operations_and_the_next_turn_are_told(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(Pass(rest=True))
    while game.game.operations.to_act and not game.game.operations.over:
        game.file(Pass(rest=True))
    assert headline(game)[-1] == (
        "Air and naval operations are over; the Allied player can order nothing ashore."
    )
    begun = game.game.now
    while game.game.now == begun:
        game.file()
    assert headline(game)[-1] == "March I 1943 begins."


@pytest.mark.parametrize(
    ("winner", "level", "said"),
    [
        (ALLIED, "Allied decisive", "The game is over: Allied decisive victory."),
        ("", "draw", "The game is over: draw."),
    ],
)
def test_the_end_names_the_victor_once(winner: str, level: str, said: str) -> None:
    points = FrozenMap({ALLIED: 60, JAPANESE: 4})
    ended = GameEnded(to=ALL, winner=winner, level=level, reason="points", points=points, margin=56)
    assert of_events(ended) == (said,)


# --- what was done, and what came to nothing -----------------------------------------------------


def raid(mission: str, hex_: str, kind: str = "strike", side: str = ALLIED) -> RaidSeen:
    """A raid that comes in, whoever flies it."""
    return RaidSeen(
        to=ALL, mission=mission, side=side, kind=kind, hex=hex_, band=1, fliers=(),
        top_cover=False, abort_at="half", ace="",
    )  # fmt: skip


def bombs(mission: str, victim: str, harm: Harm) -> UnitBombed:
    """What a striker's bombs did to a ship or to troops."""
    score = Score(roll=Roll(label="bombs", dice=(5,), sides=10), terms=FrozenMap())
    return UnitBombed(
        to=ALL, mission=mission, unit="B25-69", mode="regular", target="naval:IJN-CLT3",
        score=score, harm=harm, victim=victim,
    )  # fmt: skip


def sailed(side: str, *ships: str) -> Sailed:
    return Sailed(
        to=ALL, mission="t1m1", side=side, ships=ships, purpose="transit", path=("1806", "1505"),
        loaded=FrozenMap(), stopped=False,
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


def test_ships_of_several_groups_that_come_to_a_place_are_counted_together() -> None:
    came = sailed(ALLIED, "US-T1", "US-T3"), sailed(ALLIED, "US-CA1")
    assert of_events(*came) == ("3 Allied ships come to Choiseul.",)


def test_a_battle_at_sea_is_named_with_the_ships_that_it_cost() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=JAPANESE)
    before = hit("US-T4", ALLIED, 1)
    said = of_events(before, guns(), hit("US-CA1", ALLIED, 0), hit("IJN-CA2", JAPANESE, 1), over)
    assert said[-1] == "The battle at Choiseul sinks US-CA1 and costs IJN-CA2 a step."


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
        "Allied US-CA1 comes to Choiseul; the battle at Choiseul costs US-CA1 a step; the Allied"
        " ships break off their fight at Choiseul, for Tulagi."
    )


def test_a_side_that_has_lost_units_is_named_once() -> None:
    both = hit("MARU1", JAPANESE, 0), hit("IJN-CA2", JAPANESE, 1)
    assert of_events(*both)[0] == "Japan loses MARU1; IJN-CA2 loses a step."


def test_what_came_to_nothing_is_told_in_short() -> None:
    shelling = Bombarded(
        to=ALL, mission="t1m3", side=ALLIED, hex="1505", target="ground", shellings=()
    )
    assert of_events(raid("t1m2", "1203", "sweep"), shelling) == (
        "The Allied bombardment of Choiseul hits nothing; the Allied sweep on Rabaul meets nobody.",
    )
    rests = EleventhDecided(to=ALL, commit=False, ports=FrozenMap())
    assert of_events(rests) == ("The 11th Hikoshidan is not committed.",)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("hit", ("The Allied commando raid on Buin/Kahili makes 1 hit.",)),
        ("fails", ("The Allied commando raid on Buin/Kahili fails.",)),
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


# --- fights in which nobody is lost --------------------------------------------------------------


def shaken(unit: str, side: str, lost: int = 0, steps: int = 2) -> UnitHit:
    """A ship that is disrupted, with a step or without."""
    return UnitHit(
        to=ALL, unit=unit, side=side, kind="naval", lost=lost, steps=steps, disrupted=True
    )


def guns() -> GunsFired:
    return GunsFired(to=ALL, mission="t1m1", hex="1505", round=1, shots=())


def score() -> Score:
    return Score(roll=Roll(label="x", dice=(8,), sides=10), terms=FrozenMap())


def test_a_battle_that_sinks_nothing_is_told_by_whom_it_disrupts_or_as_drawn() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held="")
    assert of_events(guns(), shaken("US-CLT1", ALLIED), shaken("IJN-CLT3", JAPANESE), over) == (
        "The battle at Choiseul disrupts US-CLT1 and IJN-CLT3.",
    )
    both = shaken("US-CLT1", ALLIED), shaken("IJN-CLT3", JAPANESE, lost=1, steps=1)
    assert of_events(guns(), *both, over)[-1] == (
        "The battle at Choiseul costs IJN-CLT3 a step and disrupts US-CLT1."
    )
    assert of_events(guns(), over) == ("The battle at Choiseul harms nobody.",)


def test_a_sweep_is_told_by_whom_it_drives_off() -> None:
    def fired(unit: str, target: str, harm: Harm) -> Fired:
        return Fired(
            to=ALL, mission="t1m2", round=1, unit=unit, target=target, score=score(), harm=harm
        )

    sweep = raid("t1m2", "1203", "sweep")
    assert of_events(sweep, fired("P38-339", "RUF-802", Harm(disrupts=True))) == (
        "The Allied sweep on Rabaul disrupts RUF-802.",
    )
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
    assert of_events(base) == ("The Allied bombardment of Choiseul makes 2 hits.",)
    shot = Shelling(firer="US-CA1", score=score(), harm=Harm(disrupts=True), victim="38D-229")
    troops = UnitHit(
        to=ALL, unit="38D-229", side=JAPANESE, kind="ground", lost=0, steps=3, disrupted=True
    )
    assert of_events(shelled("ground", shot), troops) == (
        "The Allied bombardment of Choiseul disrupts 38D-229.",
    )


def test_a_strike_is_told_for_all_that_its_bombs_have_done() -> None:
    """A ship that is disrupted twice loses a step by it, and one that sinks is sunk."""
    struck = bombs("t1m1", "IJN-CLT3", Harm(disrupts=True))
    worn = shaken("IJN-CLT3", JAPANESE, lost=1, steps=1)
    said = of_events(raid("t1m1", "1405"), struck, worn)
    assert said[-1] == "The Allied strike on Buin/Kahili hits IJN-CLT3."
    sunk = of_events(raid("t1m1", "1405"), struck, hit("IJN-CLT3", JAPANESE, 0))
    assert sunk[-1] == "The Allied strike on Buin/Kahili sinks IJN-CLT3."


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


def test_supply_repair_and_the_leave_of_tf36_are_told() -> None:
    cut = SupplyDetermined(to=ALL, ground=("38D-229",), naval=(), bases=("KIR", "MUN"), used=())
    assert of_events(cut) == ("Without supply are Kiriwina, Munda and 1 unit.",)
    mended = RepairRolled(
        to=ALL, base="TOR", was="destroyed", roll=Roll(label="x", dice=(1,), sides=10), drm=0,
        needed=3, repaired=True, hits=0,
    )  # fmt: skip
    assert of_events(mended) == ("Torokina can be used again, disrupted.",)
    assert of_events(replace(mended, was="disrupted")) == ("Torokina is repaired.",)
    assert of_events(Tf36Left(to=ALL, units=())) == ("TF-36 leaves the board.",)


def test_a_march_and_a_fortification_are_named() -> None:
    marched = Marched(
        to=ALL, side=JAPANESE, units=("6D-23",), origin="1405", hex="1404", disrupted=(),
        attacking=False,
    )  # fmt: skip
    fort = Fortified(to=ALL, side=JAPANESE, hex="1506")
    assert of_events(marched, fort) == (
        "6D-23 marches to Torokina; the Japanese player fortifies Vila/Barakoma.",
    )
