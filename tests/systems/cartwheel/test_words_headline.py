"""The headline: who lost what, what was taken, the score, what is to come."""

from pathlib import Path

import pytest

from pbem.engine.events import ALL, Event, Happening
from pbem.engine.steps import happenings
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import CargoLost, UnitHit
from pbem.systems.cartwheel.table.events_charts import Stated, Tf36Arrived
from pbem.systems.cartwheel.table.events_turn import GameEnded
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, Recon
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
    drowned = CargoLost(to=ALL, ship="LST2", supply=0, steps=FrozenMap({"43-103": 1}))
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


def test_news_of_two_turns_say_before_which_turn_the_score_was_told(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    begun = game.game.now
    first = CHARTS.turn_name(game.game.terms.track, begun)
    while game.game.now == begun:
        game.file()
    (score,) = (line for line in headline(game) if line.startswith("The score is "))
    assert f"; before {first} it was Allied 0 VP" in score


def test_the_score_is_told_before_and_after_in_points(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    said = headline(game)
    assert (
        "The score is Allied 1 VP, Japanese 0 VP; before this turn it was Allied 0 VP,"
        " Japanese 0 VP."
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
    assert "4 Japanese ships come to Finschhafen." in headline(game)
    sunk = CargoLost(to=ALL, ship="MARU1", supply=2, steps=FrozenMap({"51D-115": 2}))
    assert of_events(hit("MARU1", JAPANESE, 0), sunk) == (
        "Japan loses MARU1, 51D-115 (aboard MARU1) and 2 supply units.",
    )


def test_what_recon_finds_and_a_mobile_base_that_is_begun_are_told(
    loaded: dict[str, int],
) -> None:
    loaded |= {"7.3 recon F5-8": 1}
    game = play("bismarck-sea", loaded).file().until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203", base="RAB"), Build(base="MA1", hex="0907"))
    said = next(line for line in headline(game) if line.startswith("Recon finds 2 fighters and "))
    assert said.endswith(" at Rabaul; the Allied player begins a mobile base at Wanigela.")


def test_the_11th_is_committed(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    assert "The 11th Hikoshidan is committed." in headline(game)


def test_the_end_of_operations_and_the_next_turn_are_told(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file(Pass(rest=True))
    while game.game.operations.to_act and not game.game.operations.over:
        game.file(Pass(rest=True))
    assert headline(game)[-1] == "Air and naval operations are over."
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
