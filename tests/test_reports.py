"""The page of the turn that a player reads about is there as soon as he has received a file."""

import json
import re
from pathlib import Path

import pytest

from pbem.game.headlines import headline_of
from pbem.game.reports import last_told, page_path, turn_report
from pbem.game.verify import adjudicate
from pbem.report import html, plain
from pbem.report.blocks import Lines
from tests.simulator import Player, begin

GAMES = {
    "by turns": ("midway/midway-even", ("japanese", "american"), {"pace": "turn"}, 24),
    "by phases": ("midway/midway-even", ("japanese", "american"), {"pace": "phase"}, 24),
    "Bismarck Sea": ("cartwheel/bismarck-sea", ("japanese", "allied"), {}, 9),
    "by months": ("pto/midway", ("japanese", "allied"), {}, 9),
    "a table": ("table/table", ("red", "blue"), {}, 6),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_the_current_turn_is_written_at_every_file(name: str, tmp_path: Path) -> None:
    scenario, seats, options, files = GAMES[name]
    world = begin(tmp_path, scenario, seats, options)
    for _ in range(files):
        for player in world.players.values():
            with player.session() as session:
                newest_turn = max(last_told(session), session.ahead().fold.table.turn)
                first = session.rules.system.first_turn(session.fold.table.game)
                for turn in range(first, newest_turn + 1):
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


def test_the_report_of_a_turn_that_is_over_ends_with_how_it_stood_then(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    reader, stood = world.players["japanese"], dict[int, str]()
    while (turn := newest(reader)) < 5:
        for over in range(1, turn):
            words = situation_of(reader, over)
            assert words.count("Carrier ") == 1
            assert stood.setdefault(over, words) == words
        world.round()
    assert situation_of(reader, 5) not in stood.values()
    assert len(set(stood.values())) == len(stood) == 3


def test_a_page_that_an_older_program_wrote_lacks_it_until_the_game_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    reader = world.players["japanese"]
    while newest(reader) < 2:
        world.round()
    path = reader.folder / "cache" / "turn-0001.json"
    honest, stood = path.read_bytes(), situation_of(reader, 1)
    assert stood
    path.write_text(json.dumps({k: v for k, v in json.loads(honest).items() if k != "situation"}))
    assert situation_of(reader, 1) == ""
    assert reader.run("verify") == 0
    assert "written anew" in capsys.readouterr().out
    assert path.read_bytes() == honest
    assert situation_of(reader, 1) == stood
    assert reader.run("verify") == 0
    assert "written anew" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scenario", "seats", "told"),
    [
        ("midway/midway-even", ("japanese", "american"), "Points: Japanese {}, American {}"),
        (
            "cartwheel/bismarck-sea",
            ("japanese", "allied"),
            "The score was Allied {1} VP, Japanese {0} VP",
        ),
        ("pto/pearl-harbor", ("japanese", "allied"), "Points: Japanese {}, Allies {}"),
    ],
)
def test_the_headline_of_a_turn_that_is_over_ends_with_the_score_at_its_end(
    tmp_path: Path, scenario: str, seats: tuple[str, ...], told: str
) -> None:
    world = begin(tmp_path, scenario, seats)
    reader = world.players["japanese"]
    with reader.session() as session:
        first = session.rules.system.first_turn(session.fold.table.game)
    while newest(reader) < first + 2:
        world.round()
    ends: dict[int, tuple[str, ...]] = {}
    for _, outcome, session in adjudicate(reader.folder):
        system, charts = session.rules.system, session.rules.charts
        for scene in outcome.scenes if outcome else ():
            score = system.score(scene.game, charts)
            ends[scene.turn] = tuple(system.point_words(score[side]) for side in seats)
    over = [turn for turn in ends if turn < newest(reader)]
    assert over
    for turn in over:
        said = re.sub(r" \((?:before|[+−])[^()]*\)", "", headline_of_page(reader, turn)[-1])
        assert told.format(*ends[turn]) in said


def test_the_headline_of_the_newest_file_tells_how_it_stands(
    tmp_path: Path,
) -> None:
    """As that of the turn does, also where the file changed no score or ended a turn."""
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"), {})
    reader, told = world.players["allied"], dict[int, tuple[tuple[str, tuple[str, ...]], ...]]()
    while newest(reader) == 46 and world.next_seat:
        world.round()
        with reader.session() as session:
            game, charts = session.fold.table.game, session.rules.charts
            score = session.rules.system.score(game, charts)
            found = tuple(headline_of(session, session.links.seq))
            told[session.links.seq] = found
            for _, sentences in found:
                said = re.sub(r" \((?:before|[+−])[^()]*\)", "", " ".join(sentences))
                assert f"Points: Japanese {score['japanese']}, Allies {score['allied']}" in said
    assert any("as before" in found[-1][1][-1] for found in told.values() if found)


def headline_of_page(player: Player, turn: int) -> tuple[str, ...]:
    """The sentences at the head of the report of a turn."""
    with player.session() as session:
        first, *_ = turn_report(session, turn).blocks
    return tuple(line.text for line in first.lines) if isinstance(first, Lines) else ()


def newest(player: Player) -> int:
    with player.session() as session:
        return last_told(session)


def situation_of(player: Player, turn: int) -> str:
    """The situation in the report of a turn, without what follows in that of the current one."""
    with player.session() as session:
        words = plain.render(turn_report(session, turn))
    return words.partition("The situation\n")[2].partition("\nnext:")[0].partition("\nRules c")[0]


def test_a_report_lists_only_rules_that_none_before_has_cited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    while newest(world.players["allied"]) < 3:
        world.round()
    listed: list[str] = []
    for turn in (1, 2, 3):
        capsys.readouterr()
        assert world.players["allied"].run("report", "--turn", str(turn)) == 0
        _, _, cited = capsys.readouterr().out.partition("Rules cited\n-----------\n")
        listed += [line.partition(":")[0] for line in cited.split("\n") if line]
    assert listed
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("rules", ["no list", [1], [["H9.9"]]])
def test_a_page_that_says_nonsense_of_rules_cited_is_called_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: object
) -> None:
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    while newest(world.players["allied"]) < 2:
        world.round()
    path = world.players["allied"].folder / "cache" / "turn-0001.json"
    page = json.loads(path.read_text())
    page["cited"][0]["rules"] = rules
    path.write_text(json.dumps(page))
    capsys.readouterr()
    assert world.players["allied"].run("report", "--turn", "2") == 1
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert "a page of the logbook is damaged" in told.err
