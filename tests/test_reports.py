"""The page of the turn that a player reads about is there as soon as he has received a file."""

from pathlib import Path

import pytest

from pbem.game.reports import last_told, page_path, turn_report
from pbem.report import html, plain
from tests.simulator import begin


@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_the_page_of_the_current_turn_is_written_at_every_file(pace: str, tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"), {"pace": pace})
    for _ in range(24):
        for player in world.players.values():
            with player.session() as session:
                begun = max(last_told(session), session.ahead().fold.table.turn)
                for turn in range(begun + 1):
                    page = page_path(session, turn).read_text(encoding="utf-8")
                    wanted = html.render(turn_report(session, turn))
                    assert page == wanted, (player.seat, turn, session.links.seq)
        if not world.next_seat:
            break
        world.round()


def test_the_page_that_is_named_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where dice have been opened, and what they bring has not been answered."""
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    for _ in range(12):
        for player in world.players.values():
            assert player.run("report", "--html") == 0
            assert Path(capsys.readouterr().out.strip()).is_file()
        world.round()


def test_whose_figures_are_used_is_said_in_the_first_report_alone(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    for _ in range(6):
        world.round()
    with world.players["japanese"].session() as session:
        first, second = (plain.render(turn_report(session, turn)) for turn in (0, 1))
    assert "charts are house charts, with figures of our own;" in first
    assert "house chart" not in second
