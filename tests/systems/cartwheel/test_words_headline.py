"""The headline: who lost what, what was taken, the score, what is to come."""

from pathlib import Path

import pytest

from pbem.engine.steps import happenings
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders import AirMission, CommitEleventh
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


def headline(game: Play) -> tuple[str, ...]:
    """Of all that has happened so far, as the next author sees it."""
    scenes = (*game.match.scenes, *game.match.ahead().scenes)
    return CARTWHEEL.headline(happenings(scenes), game.game, CHARTS)


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
    strike = "The Allied strike on Lae (t1m1), high, with 2 strikers, awaits its reply."
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
