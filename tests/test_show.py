"""`pbem show`: the situation on one screen, in every width, and the long tables by `--full`."""

import re
from pathlib import Path

import pytest

from pbem.game.reports import turn_report
from pbem.report.blocks import Lines
from pbem.report.layout import width_of
from pbem.systems.midway.rules.victory import points
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
    assert len(broad) <= SCREEN
    if len(narrow) > 45:  # a campaign
        assert max(map(width_of, broad)) > 100
    ratings = [line for line in broad if "Gun, armour and MP" in line]
    if ratings:  # a column for which there is no room on the narrow one
        assert not any("Gun, armour and MP" in line for line in narrow)
    else:
        assert len(broad) < len(narrow) or len(narrow) <= 45


def test_all_that_is_left_out_stands_in_the_long_tables(
    player: Player, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = shown(player, 80, capsys, monkeypatch)
    full = shown(player, 80, capsys, monkeypatch, "--full")
    assert len(full) > len(short)


# --- one thing -----------------------------------------------------------------------------------

THINGS = {
    "midway/midway-even": ("AKAGI", "Akagi: Japanese carrier of japanese, sound"),
    "cartwheel/campaign": ("rabaul", "RAB Rabaul: major airbase, Japanese; holds 10F and 8B"),
    "pto/pearl-harbor": ("kido butai", "10 MP in a sea offensive, if nobody intercepts [P4B.2.1]"),
}
SLIPS = {
    "midway/midway-even": ("Akagj", "did you mean Akagi?"),
    "cartwheel/campaign": ("Rabual", "did you mean Rabaul?"),
    "pto/pearl-harbor": ("Kido Buttai", "did you mean Kido Butai?"),
}


@pytest.mark.parametrize("player", THINGS, indirect=True)
def test_a_thing_is_shown_by_its_name_in_any_case(
    request: pytest.FixtureRequest,
    player: Player,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, wanted = THINGS[request.node.callspec.params["player"]]
    assert wanted in " ".join("\n".join(shown(player, 80, capsys, monkeypatch, name)).split())


@pytest.mark.parametrize("player", SLIPS, indirect=True)
def test_a_slip_is_told_what_was_meant(
    request: pytest.FixtureRequest, player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    name, wanted = SLIPS[request.node.callspec.params["player"]]
    assert player.run("show", name) == 1
    said = capsys.readouterr()
    assert f"there is nothing called '{name}' in this game" in said.err
    assert wanted in said.err
    assert not said.out


@pytest.mark.parametrize("player", ["cartwheel/campaign"], indirect=True)
def test_where_an_enemy_air_unit_is_based_is_not_shown(
    player: Player, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told of an Allied unit to the Japanese is what its own public state has [E.1]."""
    with player.session() as session:
        game = session.ahead().fold.table.game
        enemy = next(u.id for u in game.air.values() if u.side == "allied" and not u.base)
    text = "\n".join(shown(player, 80, capsys, monkeypatch, enemy))
    assert "its base is not known to you [6.1a]" in text or "it has not arrived [6.1a]" in text
    own = "\n".join(shown(player, 80, capsys, monkeypatch, "A6M-201"))
    assert "at RAB, 1203" in own


@pytest.mark.parametrize("player", ["pto/pearl-harbor"], indirect=True)
def test_a_name_of_many_is_asked_for_by_id(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("show", "DD") == 1
    said = capsys.readouterr().err
    assert "counters are called 'DD'" in said
    assert "name one by its id: au-dd-1, " in said


@pytest.mark.parametrize("player", ["pto/pearl-harbor"], indirect=True)
def test_the_other_bearer_of_a_name_is_told(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("show", "18th Div") == 0
    said = capsys.readouterr().out
    assert "18th Div (jp-18th-div) 5-2, aboard STP (jp-stp-3)" in said
    assert "Of the same name: uk-18th-div, for 'pbem show uk-18th-div'" in said
    assert player.run("show", "uk-18th-div") == 0
    assert "(uk-18th-div) has not come yet" in capsys.readouterr().out


@pytest.mark.parametrize("player", ["midway/midway-even", "table/table"], indirect=True)
def test_points_are_told_where_a_game_counts_them(
    request: pytest.FixtureRequest, player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = request.node.callspec.params["player"] != "table/table"
    assert player.run("show", "points") == (0 if counts else 1)
    said = capsys.readouterr()
    assert ("Carriers sunk" in said.out) == counts
    assert ("Table counts no points" in said.err) != counts


def test_the_score_runs_along_in_the_margin(tmp_path: Path) -> None:
    """Each change is told where it happens; the last one is what the game has now."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    for _ in range(14):
        if world.next_seat:
            world.round()
    margins = []
    with world.players["american"].session() as session:
        for turn in range(session.fold.table.turn + 1):
            for block in turn_report(session, turn).blocks:
                if isinstance(block, Lines):
                    margins += [line.text for line in block.lines if line.kind == "score"]
        now = points(session.ahead().fold.table.game, session.rules.charts)
    form = r"[+−]\d+ (?:Japanese|American).*: American (\d+), Japanese (\d+)"
    found = [re.fullmatch(form, margin) for margin in margins]
    assert all(found)
    if found and found[-1]:
        assert tuple(map(int, found[-1].groups())) == (now["american"], now["japanese"])
    else:
        assert not any(now.values())
