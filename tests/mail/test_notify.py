"""`pbem config notify`: a command of the player's own that is run when a file has come."""

import json
import sys
from pathlib import Path

import pytest

from tests.simulator import Player, World, begin

HOSTILE = "Go $(touch pwned) `touch pwned` ; touch pwned"

TELLS = """
import json, os, sys
known = {key: value for key, value in os.environ.items() if key.startswith("PBEM_")}
open(sys.argv[1], "a").write(json.dumps([known, sys.stdin.read()]) + "\\n")
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "table", ("red", "blue"), {"game": "Go"})


def told(player: Player, place: Path) -> Path:
    """Let a command note what it is told; gives where."""
    script = place / "tells.py"
    script.write_text(TELLS)
    notes = place / "notes"
    assert player.run("config", "notify", f"{sys.executable} {script} {notes}") == 0
    return notes


def saved(world: World, place: Path, *orders: dict[str, object], message: str = "") -> str:
    """A file of red's that blue has not received."""
    path = place / "red.pbem"
    path.write_bytes(world.players["red"].send(*orders, message=message))
    return str(path)


def test_a_command_is_told_what_came_for_which_game(world: World, tmp_path: Path) -> None:
    blue = world.players["blue"]
    notes = told(blue, tmp_path)
    path = saved(world, tmp_path, {"type": "say", "words": HOSTILE}, message=f"{HOSTILE}\x1b[2J")
    for _ in range(2):  # the second time it is here already, and nobody is told
        assert blue.run("receive", path) == 0
    (line,) = notes.read_text().splitlines()
    given, text = json.loads(line)
    known = {name: said for name, said in given.items() if not name.startswith("PBEM_TESTS_")}
    assert known.pop("PBEM_HOME") == str(blue.home)
    headline = known.pop("PBEM_HEADLINE")
    assert len(known.pop("PBEM_GAME")) == 64
    assert known == {
        "PBEM_FOLDER": str(blue.folder),
        "PBEM_TITLE": "Go",
        "PBEM_SEAT": "blue",
        "PBEM_FROM": "red",
        "PBEM_FILE": "2",
        "PBEM_NEXT": "blue",
    }
    first, *rest = text.splitlines()
    assert first == "Go: file 2 of the Red side came; it is your turn"
    assert rest == ([headline] if headline else [])
    assert "\x1b" not in line
    assert "\\u001b" not in line
    assert not list(Path.cwd().glob("pwned"))
    assert not list(tmp_path.rglob("pwned"))


def test_a_turn_that_takes_a_file_tells_it_too(world: World, tmp_path: Path) -> None:
    blue = world.players["blue"]
    notes = told(blue, tmp_path)
    assert blue.run("turn", saved(world, tmp_path), "--no-input") == 0
    assert len(notes.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/no/such/program", "cannot be run: "),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "ended with status 3: "),
        ("'unclosed", "cannot be run: No closing quotation"),
    ],
)
def test_a_command_that_fails_is_told_and_does_no_harm(
    world: World, tmp_path: Path, command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = world.players["blue"]
    assert blue.run("config", "notify", command) == 0
    assert blue.run("receive", saved(world, tmp_path)) == 0
    assert f"pbem: the file is taken, but your command for notify {said}" in capsys.readouterr().err
    assert (blue.folder / "chain" / "0002-red.pbem").is_file()


def test_a_file_that_is_refused_is_not_told(world: World, tmp_path: Path) -> None:
    blue = world.players["blue"]
    notes = told(blue, tmp_path)
    path = Path(saved(world, tmp_path))
    path.write_bytes(path.read_bytes().replace(b"seq = 2", b"seq = 3"))
    assert blue.run("receive", str(path)) == 1
    assert not notes.exists()


# --- what the other side seems to lack ---


def test_who_sends_an_older_file_again_may_lack_the_answer(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue = world.players["red"], world.players["blue"]
    path = saved(world, tmp_path)
    assert blue.run("receive", path) == 0
    capsys.readouterr()
    assert blue.run("receive", path) == 0
    assert "may be lost" not in capsys.readouterr().out  # blue owes the answer himself
    blue.send()
    assert blue.run("receive", path) == 0
    assert capsys.readouterr().out == (
        f"= file 2 of the Red side, for Go in {blue.folder}, was here already; nothing changed\n"
        "  if the Red side has just sent it again, file 3 may be lost: "
        f"pbem -C {blue.folder} mail resend 3\n"
        f"\nnext: the Red side writes file 4\nthen: pbem -C {blue.folder} status\n"
    )
    assert blue.run("receive", str(blue.folder / "chain" / "0003-blue.pbem")) == 0
    assert "may be lost" not in capsys.readouterr().out
    assert red.run("status") == 0
