"""`pbem show`: the situation on one screen, in every width, and the long tables by `--full`."""

import pytest

from pbem.report.layout import width_of
from tests.simulator import Player, begin

SCREEN = 60
"""Lines of the screen that a whole campaign goes on."""
SEATS = {
    "midway/midway-even": ("japanese", "american"),
    "cartwheel/campaign": ("japanese", "allied"),
    "pto/pearl-harbor": ("japanese", "allied"),
    "table/table": ("white", "black"),
}


@pytest.fixture(scope="module", params=SEATS)
def player(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Player:
    """A player of each system, a few files into his game."""
    scenario: str = request.param
    world = begin(tmp_path_factory.mktemp("show"), scenario, SEATS[scenario])
    for _ in range(4):
        world.round()
    return world.players[SEATS[scenario][0]]


def shown(
    player: Player,
    columns: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *words: str,
) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    capsys.readouterr()
    assert player.run("show", *words) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_situation_keeps_within_the_screen(
    columns: int,
    player: Player,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = shown(player, columns, capsys, monkeypatch)
    assert max(map(width_of, lines)) <= columns
    if columns >= 80:
        assert len(lines) <= SCREEN


def test_a_broad_screen_has_tables_side_by_side(
    player: Player, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow = shown(player, 80, capsys, monkeypatch)
    broad = shown(player, 120, capsys, monkeypatch)
    assert len(broad) <= len(narrow)
    if len(narrow) > 45:  # a campaign
        assert len(broad) < len(narrow)
        assert max(map(width_of, broad)) > 100


def test_all_that_is_left_out_stands_in_the_long_tables(
    player: Player, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = shown(player, 80, capsys, monkeypatch)
    full = shown(player, 80, capsys, monkeypatch, "--full")
    assert len(full) > len(short)
