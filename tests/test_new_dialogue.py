"""`pbem new` on a terminal: it asks for what was not said, and leaves nothing behind."""

import os
import select
import subprocess
import sys
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path

import pytest

from pbem.scan import scan
from pbem.turnfile import read
from tests.pages import environment, shell
from tests.terminal import pty, seen


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with Anna's key in `home` and the cards of two others."""
    script = """
    PBEM_HOME=home pbem keys new anna --email anna@example.org
    for name in bob carl; do
        PBEM_HOME=$name-home pbem keys new $name --email $name@example.org
        PBEM_HOME=$name-home pbem keys card -o $name.card
    done
    """
    ran = shell(script, tmp_path, environment(tmp_path))
    assert ran.returncode == 0, ran.stdout
    return tmp_path


def told(desk: Path, answers: str, *words: str) -> str:
    env = {"PBEM_HOME": str(desk / "home"), "NO_COLOR": "1"}
    return "\n".join(seen(100, desk, "new", *words, answers=answers, env=env))


def genesis(folder: Path) -> tuple[dict[str, str], dict[str, object]]:
    """The holders by seat, and the options, of the game in a folder."""
    (path,) = (folder / "outbox").iterdir()
    file = read(scan(path.read_bytes()))
    assert file.genesis is not None
    return {seat.name: seat.holder for seat in file.seats}, dict(file.genesis.options)


def test_a_game_is_organised_by_answers_alone(desk: Path) -> None:
    answers = "midway-0700\nbattle\n\n\nbob.card\n\npace=phase\n\ny\n"
    said = told(desk, answers)
    assert "Your seat [japanese]:" in said
    assert "Another seat [american]:" in said
    assert "  american: bob <bob@example.org>; key: " in said
    assert said.index("Pace (pace=turn)") < said.index("Pace (pace=phase)")
    assert said.index("Pace (pace=phase)") < said.index("Sign it? It cannot be taken back.")
    holders, options = genesis(desk / "battle")
    assert holders == {"japanese": "anna", "american": "bob"}
    assert options["pace"] == "phase"


def test_what_is_wrong_is_told_and_asked_again(desk: Path) -> None:
    (desk / "battle").mkdir()
    (desk / "battle" / "mine").touch()
    answers = (
        "midwy-0700\nmidway-0700\nbattle\nother\njapanese\nnavy\nno.card\nbob.card\n\n"
        "carriers.navy=enterprise,hornet,yorktown\nwind=north\n\ny\n"
    )
    said = told(desk, answers)
    for fault in (
        "hint: did you mean midway-0700?",
        "battle: there is something here already",
        "no.card: there is no such file",
        "seat 'navy' has no carriers [MB5]",
        "there is no option 'wind'",
    ):
        assert fault in said
    holders, options = genesis(desk / "other")
    assert holders == {"japanese": "anna", "navy": "bob"}
    assert options["carriers"] == {
        "japanese": ["akagi", "kaga", "soryu", "hiryu"],
        "navy": ["enterprise", "hornet", "yorktown"],
    }


def test_a_referee_may_open_the_dice(desk: Path) -> None:
    answers = "\n\nbob.card\nreferee\ncarl.card\n\nwitness=referee\n\ny\n"
    said = told(desk, answers, "campaign", "battle")
    assert "Who opens the dice (witness=opponent)" in said
    assert "Who opens the dice (witness=referee)" in said
    holders, options = genesis(desk / "battle")
    assert holders == {"referee": "carl", "allied": "anna", "japanese": "bob"}
    assert options["witness"] == "referee"


def test_only_what_is_missing_is_asked_for(desk: Path) -> None:
    words = ("midway-0700", "battle", "--as", "american", "--option", "pace=phase")
    said = told(desk, "\nbob.card\n\ny\n", *words)
    for question in ("Scenario", "New folder", "Your seat", "An option to change"):
        assert question not in said
    assert genesis(desk / "battle")[0] == {"japanese": "bob", "american": "anna"}


def test_one_of_several_keys_is_asked_for(desk: Path) -> None:
    shell("PBEM_HOME=home pbem keys new zoe", desk, environment(desk))
    said = told(desk, "zoe\n\nbob.card\n\n\ny\n", "midway-0700", "battle", "--as", "japanese")
    assert "Your key (anna, zoe) [anna]:" in said
    assert genesis(desk / "battle")[0]["japanese"] == "zoe"


@pytest.mark.parametrize(
    "answers", ["", "midway-0700\n", "midway-0700\nbattle\n\n\nbob.card\n\n\n"]
)
def test_who_leaves_leaves_nothing(desk: Path, answers: str) -> None:
    """The end of what is typed (Ctrl-D) comes at the first, a middle, and the last question."""
    before = sorted(path.relative_to(desk) for path in desk.rglob("*"))
    assert "pbem: interrupted; nothing is lost" in told(desk, answers)
    assert sorted(path.relative_to(desk) for path in desk.rglob("*")) == before


def test_who_does_not_sign_leaves_nothing(desk: Path) -> None:
    before = sorted(path.relative_to(desk) for path in desk.rglob("*"))
    answers = "midway-0700\nbattle\n\n\nbob.card\n\n\nn\n"
    assert told(desk, answers).endswith("nothing is signed")
    assert sorted(path.relative_to(desk) for path in desk.rglob("*")) == before


def read_until(terminal: int, words: bytes) -> bytes:
    said = b""
    while words not in said:
        said += os.read(terminal, 4096)
    return said


@pytest.mark.needs("bash")
def test_ctrl_c_leaves_nothing(desk: Path) -> None:
    before = sorted(path.relative_to(desk) for path in desk.rglob("*"))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # who leads a session gets the terminal that it opens first
        ["bash", "-c", f"exec {sys.executable} -m pbem new <>{os.ttyname(theirs)} >&0 2>&0"],
        cwd=desk, env={**os.environ, "PBEM_HOME": str(desk / "home")}, start_new_session=True,
    )  # fmt: skip
    # Enter after it: Ctrl-C just before a read of the terminal is heard with the next key alone
    stop = b"\x03\n"
    said = read_until(ours, b"Scenario:")
    os.write(ours, b"table\n")
    said += read_until(ours, b"folder for the game")
    os.write(ours, stop)
    os.close(theirs)
    # Enter may be thrown away with Ctrl-C, and one that comes as a question is put be forgotten
    keys = chain([b"\n"], repeat(stop))
    with suppress(OSError):  # the other end is closed
        while True:
            while not select.select([ours], [], [], 1)[0]:
                os.write(ours, next(keys))
            said += os.read(ours, 4096)
    assert process.wait() == 130
    os.close(ours)
    assert b"pbem: interrupted; nothing is lost" in said
    assert sorted(path.relative_to(desk) for path in desk.rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("new", "error: SCENARIO is missing"),
        ("new midway-0700", "error: DIR is missing"),
        ("new midwya", "error: there is no scenario 'midwya'"),
        ("new midwya battle", "hint: did you mean midway-0700 or midway-even?"),
        ("new midway-0700 battle", "error: --as SEAT is missing"),
        ("new midway-0700 battle --as japanese", "give the others' with --seat SEAT=CARD"),
    ],
)
def test_a_pipe_is_not_asked(desk: Path, words: str, missing: str) -> None:
    ran = shell(f"PBEM_HOME=home pbem {words} 2>&1", desk, environment(desk))
    assert ran.returncode in (1, 2)
    assert missing in ran.stdout
    assert not (desk / "battle").exists()
