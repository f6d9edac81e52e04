"""`pbem orders --take`: of what the order page has saved the newest is found, and nothing else."""

from pathlib import Path

import pytest

from tests import orderpage
from tests.simulator import Player, World, begin

PLAN = '[[order]]\ntype = "plan"\ncarrier = "{}"\ndeck = ["{}-TB{}"]\n'
AKAGI, KAGA = PLAN.format("akagi", "Akagi", ""), PLAN.format("kaga", "Kaga", "1")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


@pytest.fixture
def player(world: World, tmp_path: Path) -> Player:
    player = world.players["japanese"]
    (tmp_path / "saved").mkdir()
    assert player.run("config", "downloads", str(tmp_path / "saved")) == 0
    return player


def save(player: Player, place: Path, orders: str, hour: str, number: str = "") -> Path:
    """Orders as the page saves them, under the name that a browser gives them."""
    page = place / "page.html"
    assert player.run("orders", "--html", str(page)) == 0
    data = orderpage.data_of(page)
    path = place / "saved" / data["file"].replace(".toml", f"{number}.toml")
    path.write_text(f"{data['mark']}2026-11-24T{hour}:00:00.000Z\n{data['head']}\n{orders}")
    return path


def test_the_newest_is_taken_whatever_the_browser_called_it(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = save(player, tmp_path, AKAGI, "09")
    new = save(player, tmp_path, KAGA, "10", " (1)")
    save(player, tmp_path, "nonsense", "08", "(2)")
    capsys.readouterr()
    assert player.run("orders", "--take") == 0
    said = capsys.readouterr().out
    assert said.startswith(f"taken: '{new}', the newest that you saved\n")
    assert "Kaga has Kaga-TB1 5 SP on deck" in said
    assert player.run("orders", "--take", str(old)) == 0
    said = capsys.readouterr().out
    assert f"a newer one lies beside it: '{new}'; without a name it is taken" in said
    assert "Akagi has Akagi-TB 5 SP on deck" in said


def test_what_was_saved_for_another_game_or_turn_is_refused(
    player: Player, world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = save(player, tmp_path, AKAGI, "09")
    text = saved.read_text()
    game = text.split("game ")[1].split(",")[0]
    before = player.files()
    for old, new, what in (
        (game, "0" * len(game), "it was saved for another game, 00000000"),
        ("file 2,", "file 4,", "it was saved for file 4, and you write file 2"),
        ("seat japanese,", "seat american,", "it was saved for seat american"),
    ):
        saved.write_text(text.replace(old, new, 1))
        capsys.readouterr()
        assert player.run("orders", "--take", str(saved)) == 1
        assert f"{saved}: {what}" in capsys.readouterr().err
        assert player.run("orders", "--take") == 1
        said = capsys.readouterr().err
        assert f"no '{saved.name}' for this file lies there" in said
        assert "press Save on the page" in said
    assert player.files() == before
    saved.write_text(text)
    world.round()
    world.round()
    assert player.run("orders", "--take", str(saved)) == 1
    assert "it was saved for file 2, and you write file 4" in capsys.readouterr().err


def test_what_is_wrong_is_told_by_order_and_part_and_by_no_line(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(player, tmp_path, AKAGI + KAGA.replace("Kaga-TB1", "Hiryu-TB"), "09")
    capsys.readouterr()
    assert player.run("orders", "--take") == 1
    said = capsys.readouterr().err
    assert "order 2 (plan), on deck: Hiryu-TB" in said
    assert ".toml:" not in said


def test_the_downloads_of_the_desktop_are_looked_through(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME/saved"\n')
    (tmp_path / "saved").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    player = world.players["japanese"]
    save(player, tmp_path, AKAGI, "09")
    assert player.run("orders", "--take") == 0
    assert (player.folder / "orders-0002.toml").read_text().endswith(AKAGI)
