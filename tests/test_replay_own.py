"""`pbem replay --html FILE --as SEAT`: a page with a seat's own charts, for nobody else."""

import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.tabletop import Counter
from pbem.frozen import replace
from pbem.game.eyes import eyes_of
from pbem.game.story import retold
from pbem.game.tables import tabletop_of
from tests.simulator import Player, World, begin

SEATS = ("japanese", "allied")
FILES = 12


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    made = begin(tmp_path_factory.mktemp("own"), "cartwheel/bismarck-sea", SEATS)
    made.play(FILES)
    return made


def test_the_last_moment_is_what_the_seat_sees_now(world: World) -> None:
    """The hidden state comes from chain and secret alone, as a folder that is rebuilt has it.

    Marks of the seat's newest file stand in no moment yet: nothing that all see came of them.
    """
    for player in world.players.values():
        with player.session() as session:
            page = retold(player.folder, 0, None, eyes_of(session, player.seat))
            public = retold(player.folder, 0, None)
            tabletop, charts = tabletop_of(session.rules), session.rules.charts
            game: Any = session.fold.table.game
            seen = tabletop.counters(game, session.private, charts)
        assert _unmarked(page.moments[-1].counters) == _unmarked(seen)
        assert public.moments[-1].counters == tabletop.counters(game, None, charts)
        own = sum(len(one.counters) for one in page.moments)
        assert own > sum(len(one.counters) for one in public.moments)


def _unmarked(counters: Iterable[Counter]) -> list[Counter]:
    return [
        replace(one, marks=tuple(mark for mark in one.marks if mark != "Regroup mark"))
        for one in counters
    ]


def written(player: Player, place: Path, *words: str) -> int:
    return player.run("replay", "--html", str(place), *words)


def test_it_is_named_for_own_eyes_and_nobody_else_may_read_it(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player, own, public = world.players["allied"], tmp_path / "own.html", tmp_path / "all.html"
    assert written(player, own, "--as", "allied") == 0
    assert "for your own eyes only" in capsys.readouterr().out
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    page = own.read_text(encoding="utf-8")
    assert ", with the charts of allied</title>" in page
    assert '<p class="subtitle">For your own eyes only: ' in page
    assert written(player, public) == 0
    assert "own eyes" not in public.read_text(encoding="utf-8")
    assert len(page) > public.stat().st_size


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--as", "japanese"), "the charts of japanese are not yours to see"),
        (("--as", "nobody"), "no player's seat is called 'nobody'"),
        (("--as", "allied", "--xdc", "game.xdc"), "--as goes with --html alone"),
    ],
)
def test_it_is_refused(
    words: tuple[str, ...],
    why: str,
    world: World,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert written(world.players["allied"], tmp_path / "page.html", *words) == 1
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_it_needs_a_page(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert world.players["allied"].run("replay", "--as", "allied") == 1
    assert "--as needs a page to write" in capsys.readouterr().err


def test_a_game_without_charts_has_none_to_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    made.play(2)
    player = made.players["japanese"]
    assert written(player, tmp_path / "page.html", "--as", "japanese") == 1
    assert "Midway: A Terrible Resolve has no charts" in capsys.readouterr().err


@pytest.mark.slow
def test_who_has_laid_his_charts_open_may_be_seen_by_all(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over = world.copied(tmp_path)
    over.play()
    page = tmp_path / "page.html"
    assert written(over.players["allied"], page, "--as", "japanese") == 0
    assert "what japanese has laid open is in it" in capsys.readouterr().out
    assert "Laid open by its last file" in page.read_text(encoding="utf-8")
    with over.players["japanese"].session() as session:
        own = retold(session.folder.path, 0, None, eyes_of(session, "japanese"))
    assert own.moments[-1].counters


def test_turns_may_be_named(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player, one, two = world.players["allied"], tmp_path / "one.html", tmp_path / "two.html"
    assert written(player, one, "--from", "1", "--to", "1") == 0
    with player.session() as session:
        rules, game = session.rules, session.fold.table.game
        name = rules.system.turn_title(game, 1, "", rules.charts)
    assert not name.isdigit()
    assert written(player, two, "--from", name.lower(), "--to", name) == 0
    assert one.read_bytes() == two.read_bytes()
    assert written(player, two, "--from", "Doomsday") == 1
    assert "no turn so far is called 'Doomsday'" in capsys.readouterr().err
