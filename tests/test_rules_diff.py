"""Rule books compared, and the list of charts in a game's folder."""

import shutil
from pathlib import Path

import pytest

import pbem.cli
from pbem.codec import sums_hash, tree_hash
from pbem.engine.bookdiff import changes, differing
from pbem.engine.charts import read_sums, sums_of, write_sums
from pbem.store import shelf
from tests.books import files_of, text_of
from tests.pages import ROOT
from tests.simulator import World, begin


def test_figures_are_compared_by_key_and_by_row() -> None:
    first = {"a": 1, "t": [{"to": 6, "r": 0}, {"from": 7, "r": 1}], "u": [{"id": "x", "n": 1}]}
    second = {"b": True, "t": [{"to": 6, "r": 2}, {"from": 8, "r": 1}], "u": [{"id": "x", "n": 3}]}
    assert [(one.key, one.first, one.second) for one in changes(first, second)] == [
        ("a", "1", ""),
        ("t[..6].r", "0", "2"),
        ("t[7..]", "{ from = 7, r = 1 }", ""),
        ("t[8..]", "", "{ from = 8, r = 1 }"),
        ("u[x].n", "1", "3"),
        ("b", "", "true"),
    ]


def test_one_and_true_are_two_figures() -> None:
    assert [one.key for one in changes({"a": 1}, {"a": True})] == ["a"]
    assert not list(changes({"a": [1, "x"]}, {"a": [1, "x"]}))


def test_a_chart_differs_in_figures_words_or_who_knows() -> None:
    first = {"a.toml": "1", "b.toml": "2", "c.toml": "3", "d.toml": "4", "e.toml": "5"}
    second = {"a.toml": "1", "b.toml": "9", "c.toml": "9", "d.toml": "9", "f.toml": "6"}
    tables = ({"b": {"x": 1}, "c": {"x": 1}}, {"b": {"x": 2}, "c": {"x": 1}, "d": {}})
    assert [(one.path, one.how) for one in differing(first, second, tables)] == [
        ("b.toml", "figures"),
        ("c.toml", "words"),
        ("d.toml", "unknown"),
        ("e.toml", "first"),
        ("f.toml", "second"),
    ]


# --- the list in a game's folder -----------------------------------------------------------------


def test_the_list_proves_itself_by_the_tree_hash() -> None:
    files = files_of("midway")
    tree = tree_hash(files).hex()
    text = write_sums(sums_of(files))
    assert sums_hash(sums_of(files)).hex() == tree
    assert read_sums(text, tree) == sums_of(files)
    assert read_sums(text.replace("combat", "comabt"), tree) is None
    assert read_sums("", tree) is None


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway-0700", ("japanese", "american"))


def test_both_players_folders_have_the_list_and_restore_makes_it_again(world: World) -> None:
    lists = [(player.folder / "rules.sha256").read_text() for player in world.players.values()]
    assert lists[0] == lists[1] == write_sums(shelf.shipped_book("midway").sums)
    player = world.players["american"]
    (player.folder / "rules.sha256").unlink()
    with player.at_home():
        assert pbem.cli.run(["restore", str(player.folder), "--up-to-date"]) == 0
    assert (player.folder / "rules.sha256").read_text() == lists[0]


def own_book(world: World, seat: str) -> Path:
    """A rule book of the player's own, which hides the one that ships."""
    own = world.players[seat].home / "rules" / "midway"
    own.mkdir(parents=True)
    for path, content in files_of("midway").items():
        if path.endswith(".toml"):
            (own / path).write_bytes(content)
    return own


def test_what_a_player_is_told_of_a_game_with_other_charts(
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The game was begun with a book that nobody has any more: the list tells which charts."""
    shipped = tmp_path / "later" / "rules" / "midway"
    shutil.copytree(ROOT / "rules" / "midway", shipped)
    text = (shipped / "combat.toml").read_text()
    (shipped / "combat.toml").write_text(text.replace("aa = 4", "aa = 5"))
    monkeypatch.setattr(shelf, "shipped", lambda: tmp_path / "later")
    player = world.players["japanese"]

    def diff() -> str:
        capsys.readouterr()
        assert player.run("rules", "diff") == 1
        return capsys.readouterr().out

    said = diff()
    assert "combat.toml\n-----------" in said
    assert "It differs; in what, cannot be told" in said
    own = player.home / "rules" / "midway"
    was = sums_of(shelf.read_book_files(ROOT / "rules" / "midway"))["combat.toml"]
    assert said.splitlines()[-3:] == [
        "to go on with the game:",
        f"  pbem rules copy {own} --system midway",
        f"  put back {own}/combat.toml, whose SHA-256 was {was}",
    ]
    assert "carriers.toml" not in said

    (player.folder / "rules.sha256").write_text("nonsense\n")
    said = diff()
    assert "Which charts differ cannot be told" in said
    assert "combat.toml" not in said


def test_a_broken_book_of_ones_own_is_told_by_file_and_line(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    own = own_book(world, "american")
    (own / "combat.toml").write_text(text_of("combat").replace("cap = 4", "cap = true"))
    player = world.players["american"]
    with player.at_home():
        assert player.run("verify") != 0
        wanted = f"{own}/combat.toml:13, key 'combat.cap': must be a whole number"
        assert wanted in capsys.readouterr().err
        assert pbem.cli.run(["rules", "show", "E12"]) == 0
