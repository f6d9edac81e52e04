"""The headline: who lost what, what was taken, the score, what is to come."""

from collections.abc import Collection
from pathlib import Path

import pytest

from pbem.engine.events import ALL, Event, Happening
from pbem.engine.headline import LINES, height
from pbem.engine.hidden import happenings
from pbem.frozen import FrozenMap, replace
from pbem.game.headlines import headline_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import CargoLost, Harm
from pbem.systems.cartwheel.table.events_charts import Fate, MissionOver, Tf36Arrived
from pbem.systems.cartwheel.table.events_ground import Marched
from pbem.systems.cartwheel.table.events_sea import BattleOver
from pbem.systems.cartwheel.table.events_turn import AcePlaced, GameEnded
from pbem.systems.cartwheel.table.orders_ground import Land
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    NavalMission,
    Pass,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, PlaceRadar, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.simulator import begin
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.headlines import bombs, guns, headline, hit, of_events, raid, stated
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


def test_troops_that_are_lost_with_their_ship_are_named() -> None:
    drowned = CargoLost(to=ALL, ship="LST2", supply=0, steps=FrozenMap({"43-103": 1}), points=2)
    said = of_events(hit("LST2", ALLIED, 0), drowned)
    assert said == ("The Allies lose LST2 and 43-103 (aboard LST2).",)
    assert of_events(hit("LST2", ALLIED, 1), drowned) == (
        "Allied LST2 and 43-103 lose a step each.",
    )


def test_troops_that_are_lost_with_one_ship_are_named_together() -> None:
    drowned = CargoLost(
        to=ALL, ship="LST2", supply=0, steps=FrozenMap({"43-103": 2, "43-169": 2}), points=2
    )
    other = replace(drowned, ship="LST3", steps=FrozenMap({"43-172": 2}))
    lost = replace(stated(), side=ALLIED, lost=("P38-9",))
    assert of_events(lost, drowned, other) == (
        "The Allies lose 43-103, 43-169 (aboard LST2), 43-172 (aboard LST3) and P38-9.",
    )


def test_units_that_lose_a_step_are_named_while_they_are_few() -> None:
    assert of_events(stated("A6M-201")) == ("Japanese A6M-201 loses a step.",)
    five = tuple(f"A6M-{number}" for number in (201, "204a", 251, 253, 582))
    assert of_events(stated(*five)) == ("5 Japanese units lose a step each.",)
    assert of_events(stated("A6M-201", "A6M-201")) == ("Japanese A6M-201 loses steps.",)


def test_aircraft_that_come_home_disrupted_are_told_behind_those_that_have_lost_steps() -> None:
    def fate(unit: str, steps: int = 2, weakened: bool = False) -> Fate:
        return Fate(
            unit=unit, side=JAPANESE, role="striker", flew=True, steps=steps, disrupted=True,
            weakened=weakened,
        )  # fmt: skip

    over = MissionOver(
        to=ALL, mission="t1m1", side=JAPANESE, hex="1606", cancelled=False,
        fates=(fate("G4M-702"), fate("G4M-705", steps=0), fate("G4M-751", weakened=True)),
    )  # fmt: skip
    assert of_events(over) == ("Japan loses G4M-705; G4M-702 is disrupted.",)
    struck = replace(stated("A6M-201"), disrupted=("A6M-251",))
    assert of_events(over, struck) == (
        "Japan loses G4M-705; A6M-201 loses a step; G4M-702 and A6M-251 are disrupted.",
    )
    six = replace(over, fates=tuple(fate(f"G4M-{number}") for number in range(6)))
    assert of_events(six) == ("6 Japanese units are disrupted.",)
    seventh = replace(over, fates=(fate("A6M-201", steps=1),))
    assert of_events(six, seventh, stated("A6M-201")) == (
        "Japanese A6M-201 loses a step; 7 Japanese units are disrupted.",
    )
    assert of_events(six, stated("A6M-201")) == (
        "Japanese A6M-201 loses a step; 6 Japanese units are disrupted.",
    )
    worn = replace(stated("A6M-201"), disrupted=("A6M-201",))
    bomber = Fate(unit="B25-69", side=ALLIED, role="striker", flew=True, steps=2, disrupted=True)
    assert of_events(replace(over, fates=(bomber,)), worn) == (
        "Japanese A6M-201 loses a step; Allied B25-69 and Japanese A6M-201 are disrupted.",
    )


def test_ships_that_are_lost_are_named_among_many_losses() -> None:
    gone = ("US-T1", "US-T2", "US-T3", "US-T4", "LST2")
    lost = replace(stated(), side=ALLIED, lost=("P38-9", "P40-44", "P40-7", "P40-8"))
    assert of_events(*(hit(ship, ALLIED, 0) for ship in gone), lost) == (
        "The Allies lose US-T1, US-T2, US-T3, US-T4, LST2 and 4 units.",
    )


def test_units_that_are_lost_on_the_ground_are_told_with_the_place_and_by_name_if_they_fit() -> (
    None
):
    six = tuple(f"P40-{number}" for number in range(6))
    lost = replace(stated(), side=ALLIED, kind="lost-base", place="DOB", lost=six)
    assert of_events(lost) == (
        "The Allies lose P40-0, P40-1, P40-2, P40-3, P40-4 and P40-5 at Dobodura.",
    )
    many = " ".join(of_events(lost, *seven_strikes(), *seven_strikes(JAPANESE)))
    assert "The Allies lose 6 units at Dobodura" in many
    elsewhere = replace(lost, place="RAB", lost=("P38-9",))
    assert of_events(replace(lost, lost=six[:1]), elsewhere) == (
        "The Allies lose P40-0 and P38-9.",
    )


def test_tf36_appears() -> None:
    came = Tf36Arrived(to=ALL, hex="1604", units=FrozenMap({"TF36-A": "TF36-CV"}))
    assert of_events(came)[0].startswith("TF-36 appears at ")


def test_who_has_passed_out_is_told_instead_of_missions_left(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(Pass(rest=True))
    game.until(ALLIED, "4.4")
    assert headline(game)[-1].endswith("of his, the Japanese player has passed out.")


def test_h8_6_who_has_stood_down_is_told_while_somebody_may_act(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4")
    game.file(StandDown(on=True), Pass()).until(ALLIED, "4.4")
    assert headline(game)[-1].endswith(" The Japanese player has stood down.")
    game.file(Pass()).until(JAPANESE, "4.4").file(StandDown(on=False), Pass())
    assert "stood down" not in headline(game)[-1]
    early = play("bismarck-sea", loaded).until(JAPANESE, "5.2").file(StandDown(on=True))
    assert any("the Japanese player has stood down" in line for line in headline(early))


def test_news_of_two_turns_tell_the_score_before_both(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    begun = game.game.now
    while game.game.now == begun:
        game.file()
    (score,) = (line for line in headline(game) if "he score is " in line)
    assert " (before 0 VP)" in score


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
    assert "The score is Allied 1 VP (before 0 VP), Japanese 0 VP." in said


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
    strike = (
        "The Allied strike on Lae, high, with 2 strikers, awaits the Japanese reply: who takes off"
        " against it, and who evades."
    )
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
        "The 11th Hikoshidan is not committed; the Japanese player has the initiative. The score"
        " is Allied 0 VP, Japanese 0 VP. The Japanese strike on Wau, medium, with 1 striker, awaits"
        " the Allied reply: who takes off against it, and who evades. Behind that IJN-CLT1,"
        " IJN-CLT2, MARU1 and MARU2 sail to Finschhafen. The Japanese player has passed out."
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


def fifty_marches() -> list[Event]:
    """A march to each of fifty hexes."""
    return [
        Marched(
            to=ALL, side=JAPANESE, units=(f"6D-{number}",), origin="1405", hex=hex_, disrupted=(),
            attacking=False,
        )
        for number, hex_ in enumerate(sorted(CHARTS.hexes)[:50])
    ]  # fmt: skip


def test_of_many_things_so_many_are_told_as_there_is_room_for() -> None:
    said = of_events(*fifty_marches())
    assert height(said, {}) == LINES
    assert said[0].startswith("Japanese 6D-0 marches to ")
    assert "; Japanese 6D-1 marches" in said[0]


def test_a_fight_is_told_and_in_a_sentence_of_its_own_though_much_was_done_before_it() -> None:
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=JAPANESE)
    said = of_events(*fifty_marches(), guns(), hit("US-CA1", ALLIED, 0), over)
    assert said[0].startswith("The battle at Choiseul sinks Allied US-CA1. ")
    assert height(said, {}) == LINES


HEXES = ("1404", "1405", "1505", "1606", "1203", "1304", "0705")


def seven_strikes(side: str = ALLIED, sinking: Collection[str] = ("1203",)) -> list[Event]:
    """Strikes that each disrupt a ship, of which those on some hexes are sunk."""
    return [
        event
        for number, hex_ in enumerate(HEXES)
        for event in (
            raid(f"{side}{number}", hex_, side=side),
            bombs(f"{side}{number}", f"DAI{number}", Harm(disrupts=True)),
            *([hit(f"DAI{number}", JAPANESE, 0)] if hex_ in sinking else []),
        )
    ]


def test_what_is_sunk_and_who_is_next_stay_though_many_are_disrupted() -> None:
    """What heals is counted, then left out, before anything that is gone for good."""
    hurt = [
        Fate(
            unit=f"{unit}-{number}", side=side, role="striker", flew=True, steps=2, disrupted=True,
        )
        for side, unit in ((ALLIED, "B25"), (JAPANESE, "G4M"))
        for number in range(4)
    ]  # fmt: skip
    over = MissionOver(
        to=ALL, mission="t1m9", side=ALLIED, hex="1404", cancelled=False, fates=tuple(hurt)
    )
    few = " ".join(of_events(over))
    assert "Allied B25-0, B25-1, B25-2 and B25-3 and Japanese G4M-0, G4M-1" in few
    many = " ".join(of_events(*seven_strikes(), *seven_strikes(JAPANESE), over))
    assert "the Allied strike on Rabaul sinks DAI4" in many
    assert "B25-0" not in many


def test_missions_that_await_their_reply_stay_however_little_room_there_is(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded).until(ALLIED, "4.4")
    game.file(
        AirMission(
            kind="strike", hex="0705", band="high", strikers=("B17-63", "B17-64"),
            mode="precision", target="base:LAE",
        )
    )  # fmt: skip
    score = "The score is Allied 0 VP, Japanese 0 VP."
    awaited = "The Allied strike on Lae, high, with 2 strikers, awaits the Japanese reply."

    def said(*events: Event, most: int = LINES) -> str:
        happened = tuple(Happening(turn=1, step="4.4", event=one) for one in events)
        return CARTWHEEL.headline(happened, game.game, CHARTS, most=most)[-1]

    brief = "The Allied strike on Lae awaits the Japanese reply."
    assert said(*seven_strikes()[:-4]).endswith(f" sinks DAI4. {score} {awaited}")
    assert said(*seven_strikes()).endswith(f" disrupts DAI5. {score} {brief}")
    assert said(*seven_strikes(sinking=HEXES), most=3).endswith(f" sinks DAI2. {score} {brief}")
    both = (*seven_strikes(sinking=HEXES[:4]), *seven_strikes(JAPANESE, sinking=HEXES[:4]))
    assert said(*both) == brief


def test_missions_that_wait_for_dice_are_told_with_their_goals_however_little_room_there_is(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(Pass()).until(ALLIED, "4.4")
    game.file(StandDown(on=True), Pass(rest=True)).until(JAPANESE, "4.4")
    on_wau = AirMission(
        kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
        target="base:WAU",
    )  # fmt: skip
    game.file(on_wau, CONVOY)
    told = [Happening(turn=1, step="4.4", event=one) for one in seven_strikes()[:-4]]
    said = CARTWHEEL.headline(tuple(told), game.match.game, CHARTS)
    assert said[-1].endswith(
        " Ordered: the Japanese strike on Wau; IJN-CLT1, IJN-CLT2, MARU1 and MARU2 sail to"
        " Finschhafen."
    )
    told = [Happening(turn=1, step="4.4", event=one) for one in seven_strikes(sinking=HEXES)]
    said = CARTWHEEL.headline(tuple(told), game.match.game, CHARTS)
    assert said[-1] == "2 Japanese missions to Wau and Finschhafen are ordered."


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
    assert any("The Allied strike on Lae disrupts the base with " in line for line in said)
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
    assert "The Allied player is to act; left this turn: 6" in headline(game)[-1]


def test_a_convoy_that_came_is_told_and_the_supply_that_sank_with_its_ship(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(CONVOY, Pass())
    came = "4 Japanese ships come to Finschhafen with 51D-115, SNLF-S5 and 4 supply units aboard"
    assert any(line.startswith(came) for line in headline(game))
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
    said = next(line for line in headline(game) if "llied recon finds 2 fighters and " in line)
    assert "; the Allied player begins a mobile base at Wanigela; " in said
    assert " at Rabaul" in said


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
        (ALLIED, "Allied decisive", "Allied decisive victory, the Allies 28 VP ahead."),
        (JAPANESE, "Japanese marginal", "Japanese marginal victory, the Allies 28 VP ahead."),
        ("", "draw", "draw, the Allies 28 VP ahead."),
    ],
)
def test_the_end_names_the_victor_once_and_by_how_much(winner: str, level: str, said: str) -> None:
    """The Allies may be ahead and have lost: so much is asked of them."""
    points = FrozenMap({ALLIED: 60, JAPANESE: 4})
    ended = GameEnded(to=ALL, winner=winner, level=level, reason="points", points=points, margin=56)
    assert of_events(ended) == (f"The game is over: {said}",)


def test_h16_4_an_end_by_resignation_is_told_as_such() -> None:
    points = FrozenMap({ALLIED: 60, JAPANESE: 4})
    ended = GameEnded(
        to=ALL, winner=ALLIED, level="Allied decisive", reason="resigned", points=points, margin=56
    )
    assert of_events(ended) == (
        "The game is over: Allied decisive victory, for the Japanese player resigns.",
    )


def test_h17_1_what_a_landing_earned_is_told(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(CONVOY, Pass(rest=True))
    game.until(JAPANESE, "4.5-second").file(Land(ship="MARU1", units=("51D-115",), supply=2))
    came = "Japanese 51D-115 and 2 supply units come ashore at Finschhafen, 9 VP"
    assert any(came in line for line in headline(game)), headline(game)


def test_h8_9_missions_that_wait_for_dice_are_told_and_not_who_acts_next(tmp_path: Path) -> None:
    world, waited = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied")), 0
    for _ in range(10):
        author = world.next_seat
        world.round()
        with world.players[author].session() as session:
            told = [one for _, said in headline_of(session, session.links.seq) for one in said]
            game = session.fold.table.game
        if game.operations.queue and not unanswered(game):
            waited += 1
            assert told[-1].startswith("Ordered: "), told
            assert not any(id_ in told[-1] for id_ in game.operations.queue)
    assert waited
