"""Many games on one machine: `pbem games`, and files that find their game by themselves."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pbem.cli
from pbem.game.letters import letter
from pbem.game.recover import look
from pbem.store import machine
from pbem.store.files import lock
from tests.simulator import Player, World, begin
from tests.test_json import promised


@pytest.fixture
def pistols(tmp_path: Path) -> World:
    return begin(tmp_path / "pistols", "pistols", ("red", "blue"))


def at_one_home(*players: Player) -> list[Player]:
    """Players of several games as one person: the configuration folder of the first."""
    first = players[0]
    for player in players[1:]:
        key = player.home / "keys" / player.seat
        for path in player.home.glob("keys/*"):
            path.rename(first.home / "keys" / f"{player.folder.parent.name}{path.suffix}")
        assert not key.exists()
    found = [player.moved(player.folder, home=first.home) for player in players]
    for player in found:
        assert player.run("turn", "--no-input") == 0  # what moves a game on enters it in the list
    return found


@pytest.fixture
def three(tmp_path: Path, pistols: World) -> list[Player]:
    """One who owes a file in Midway, waits for one at pistols, and has finished another duel."""
    midway = begin(tmp_path / "midway", "midway/midway-0700", ("japanese", "american"))
    duel = begin(tmp_path / "duel", "pistols", ("red", "blue"))
    duel.play()
    return at_one_home(midway.players["japanese"], pistols.players["red"], duel.players["red"])


def said(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    with player.at_home():
        assert pbem.cli.run(list(words)) == 0
    return capsys.readouterr().out


def test_every_game_is_on_one_screen_ones_own_turns_first(
    three: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    midway, pistols, duel = three
    lines = said(midway, capsys, "games").splitlines()
    assert lines[0] == "3 games; 1 waits for you"
    assert re.match(r"    since 2\d+-.*; you are the Japanese side$", lines[2])
    assert lines[1] == "YOU owe file 2 of Midway: A Terrible Resolve (midway-0700)"
    assert f"    pbem -C {midway.folder} turn" in lines
    places = [
        next(number for number, line in enumerate(lines) if words in line)
        for words in ("YOU owe file 2", "the Blue side owes file 2 of ", "it is over: ")
    ]
    assert places == sorted(places)
    assert str(pistols.folder) in "\n".join(lines)
    assert str(duel.folder) in "\n".join(lines)


def test_the_keys_of_games_are_those_of_the_page(
    three: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(said(three[0], capsys, "games", "--json"))
    assert [one["folder"] for one in found] == [str(player.folder) for player in three]
    status = json.loads(said(three[0], capsys, "-C", str(three[0].folder), "status", "--json"))
    assert all(set(one) == set(status) - {"strays"} | promised("games") for one in found)


def test_a_table_is_called_by_the_game_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever a game is named: among others, above its reports, in the subject of its mails."""
    world = begin(tmp_path, "table/table", ("axis", "allies"), {"game": "Fire in the Sky"})
    (player,) = at_one_home(world.players[world.next_seat])
    for words, wanted in (
        (("games",), " file 2 of Fire in the Sky (table)\n    since "),
        (("-C", str(player.folder), "status"), "Fire in the Sky, scenario table: you are "),
        (("-C", str(player.folder), "show"), "Fire in the Sky: turn 1\n"),
        (("-C", str(player.folder), "report"), "Fire in the Sky: turn 1\n"),
    ):
        assert wanted in said(player, capsys, *words)
    player.send()
    with player.at_home():
        assert "] Fire in the Sky, turn 1: " in letter(look(player.folder), 2).subject


def test_a_list_of_games_loads_no_more_than_a_list_needs(three: list[Player]) -> None:
    """What `benchmarks startup` measures rests on it: click and rules stay on the shelf."""
    script = (
        "import sys; from pbem.cli import run; assert run(['games']) == 0; "
        "assert not {'click', 'rich', 'pbem.engine.fold'} & sys.modules.keys()"
    )
    with three[0].at_home():
        subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)


def test_a_summary_that_does_not_hold_is_made_from_the_game(
    three: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    before = said(three[0], capsys, "games")
    (three[0].folder / "cache" / "status.json").unlink()
    assert said(three[0], capsys, "games") == before


def test_a_game_that_cannot_be_read_hides_no_other(
    three: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    midway, pistols, _ = three
    (pistols.folder / "cache" / "status.json").unlink()
    (pistols.folder / "seat.toml").write_text("seat = 3")
    lines = said(midway, capsys, "games").splitlines()
    assert lines[0] == "3 games; 1 waits for you"
    assert lines[lines.index("cannot be read:") + 1] == f"    pbem -C {pistols.folder} status"
    found = json.loads(said(midway, capsys, "games", "--json"))
    assert [set(one) for one in found if one["trouble"]] == [{"folder", "trouble"}]


def test_who_has_no_game_is_told_how_to_come_to_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    assert pbem.cli.run(["games"]) == 0
    assert capsys.readouterr().out == (
        "no games yet: organise one with 'pbem new', or join one with 'pbem join'\n"
    )


def test_files_find_their_games_from_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names never matter, and neither does the folder in which somebody stands."""
    midway = begin(tmp_path / "midway", "midway/midway-0700", ("japanese", "american"))
    duel = begin(tmp_path / "duel", "pistols", ("red", "blue"))
    first, second = at_one_home(midway.players["american"], duel.players["red"])
    (tmp_path / "one.pbem").write_bytes(midway.write())
    (tmp_path / "mail (2).txt").write_bytes(duel.write())
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    lines = said(first, capsys, "turn", "../one.pbem", "../mail (2).txt").splitlines()
    places = [
        lines.index(words)
        for words in (
            "✓ received file 2 of the Japanese side, for Midway: A Terrible Resolve in "
            f"{first.folder}",
            f"✓ received file 2 of the Blue side, for Duel in {second.folder}",
            "2 games; 2 wait for you",
        )
    ]
    assert len(set(places)) == 3
    assert f"    pbem -C {first.folder} turn" in lines


def test_a_game_that_is_busy_keeps_no_file_from_the_others(
    tmp_path: Path,
    pistols: World,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "WAIT", 0.0)
    other = begin(tmp_path / "other", "pistols", ("red", "blue"))
    names = [other.next_seat] * 2
    assert pistols.next_seat == names[0]
    (seat,) = {"red", "blue"} - set(names)
    readers = at_one_home(pistols.players[seat], other.players[seat])
    mails = []
    for number, world in enumerate((pistols, other)):
        mails.append(tmp_path / f"{number}.pbem")
        mails[-1].write_bytes(world.players[names[0]].send())
    capsys.readouterr()
    with readers[0].at_home(), lock(readers[0].folder):
        assert pbem.cli.run(["receive", *map(str, mails)]) == 1
    said = capsys.readouterr()
    assert "received file 2" in said.out
    assert said.err.count("pbem: error: ") == 1
    assert [len(list((one.folder / "chain").iterdir())) for one in readers] == [2, 3]


def test_one_file_found_from_another_game_is_answered_in_its_own(
    three: list[Player],
    pistols: World,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    midway, red, _ = three
    mail = red.home / "mail"
    mail.write_bytes(pistols.write())
    monkeypatch.chdir(midway.folder)
    text = said(midway, capsys, "turn", str(mail))
    assert "received file 2 of the Blue side" in text
    assert f"wrote {red.folder}/orders-0003.toml; edit it, then: pbem -C {red.folder} turn" in text


def test_who_plays_himself_gives_a_file_to_the_other_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    red, blue = at_one_home(world.players["red"], world.players["blue"])
    (tmp_path / "mail").write_bytes(world.write())
    assert "received file 2 of the Blue side" in said(
        red, capsys, "receive", str(tmp_path / "mail")
    )
    assert (red.folder / "chain" / "0002-blue.pbem").exists()
    assert blue.run("status") == 0


def test_a_genesis_and_a_file_of_no_game_are_told_what_to_do_with_them(
    three: list[Player], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = begin(tmp_path / "other", "pistols", ("red", "blue"))
    names = []
    for number, raw in enumerate((other.mail[0], other.mail[1], b"spam")):
        names.append(str(tmp_path / f"file{number}"))
        Path(names[-1]).write_bytes(raw)
    with three[0].at_home():
        assert pbem.cli.run(["receive", *names]) == 1
    err = capsys.readouterr().err
    assert f"{names[0]}: this begins a game in which you have no folder yet" in err
    assert f"hint: join it: pbem join {names[0]}\n" in err
    assert f"{names[1]}: this is of no game that is known here" in err
    assert f"error: E01: {names[2]}" in err


def test_what_is_mailed_bears_the_name_of_its_game_and_is_taken_under_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    blue, red = world.players["blue"], world.players["red"]
    capsys.readouterr()
    assert blue.run("send", "--empty") == 0
    game = json.loads(said(red, capsys, "-C", str(red.folder), "status", "--json"))["game"]
    assert blue.run("status") == 0
    mail = blue.folder / "mail" / f"{game[:8]}-0002-blue.pbem"
    assert f"mail to the others, if you have not yet: {mail}\n" in capsys.readouterr().out
    assert mail.read_bytes() == (blue.folder / "outbox" / "0002-blue.pbem").read_bytes()
    assert [path.name for path in (red.folder / "mail").iterdir()] == [f"{game[:8]}-0000-red.pbem"]
    assert "received file 2 of the Blue side" in said(
        red, capsys, "-C", str(red.folder), "receive", str(mail)
    )
    mail.unlink()
    assert blue.run("verify") == 0  # and makes good what is derived
    assert mail.exists()


def test_in_a_pipe_lists_keep_to_80_columns_but_for_commands(
    three: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("games", "config"):
        lines = said(three[0], capsys, words).splitlines()
        long = [line for line in lines if len(line) > 80]
        assert [line for line in long if "pbem -C" not in line and "config.toml" not in line] == []


def test_outside_of_a_game_the_list_of_games_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert pbem.cli.run(["report"]) == 1
    assert "'pbem games' lists yours" in capsys.readouterr().err
