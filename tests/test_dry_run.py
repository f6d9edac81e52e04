"""Whatever signs a file can tell it first: with `--dry-run` nothing is signed, taken or changed."""

from pathlib import Path

import pytest

from tests.simulator import Player, World, begin
from tests.test_taken_up import TYPED

AT_THE_TABLE = (
    "roll 2d6 fate", "say Hello", "set Lae 1", "phase Combat", "note --seal --about mine Truk",
    "finish draw",
)  # fmt: skip
"""Commands that sign with `--send` only."""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A duel in which somebody owes his first orders."""
    return begin(tmp_path_factory.mktemp("begun"), "pistols", ("red", "blue"))


def signs(world: World, place: Path, typed: str) -> bool:
    """Whether whoever owes the next file signs it by a command, in a copy of the world."""
    author = world.copied(place).players[world.next_seat]
    head = author.head
    author.run(*typed.format(chain=author.folder / "chain").split())
    return author.head > head


def told(player: Player, typed: str, capfd: pytest.CaptureFixture[str]) -> str:
    """What a command says with `--dry-run`, which changes nothing."""
    before = player.files()
    capfd.readouterr()
    assert player.run(*typed.split(), "--dry-run") == 0, typed
    assert player.files() == before, typed
    return capfd.readouterr().out


def test_every_command_that_signs_can_tell_its_file_instead(
    begun: World, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    signing = [one for n, one in enumerate(TYPED) if signs(begun, tmp_path / str(n), one)]
    assert {"send", "ruling", "resign"} <= {one.split()[0] for one in signing}
    for typed in signing:
        said = told(begun.players[begun.next_seat], typed, capfd)
        assert "in words" in said, typed
        assert said.endswith("nothing is signed\n"), typed


@pytest.mark.parametrize("typed", AT_THE_TABLE)
def test_what_a_table_sends_at_once_can_be_told_instead(
    typed: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("japan", "us"))
    author = world.players[world.next_seat]
    assert told(author, typed, capfd).startswith("File 2 in words\n")
    assert author.run(*typed.split(), "--send") == 0


@pytest.mark.parametrize(
    ("scenario", "seats", "last"),
    [("pistols", ("red", "blue"), "end"), ("toenails", ("japanese", "allied"), "disclose")],
)
def test_the_last_file_can_be_told_before_it_is_signed(
    scenario: str,
    seats: tuple[str, str],
    last: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    world = begin(tmp_path, scenario, seats)
    world.round(choose=lambda _: ({"type": "resign"},))
    author = world.players[world.next_seat]
    assert "Your last file: it" in told(author, last, capfd)
    assert "Your last file: it" in told(author, "turn", capfd)


def test_a_turn_tells_what_came_what_is_written_and_for_whom_it_waits(
    begun: World, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    world = begun.copied(tmp_path)
    author = world.players[world.next_seat]
    (reader,) = (one for one in world.players.values() if one is not author)
    assert "your orders are still to be written" in told(author, "turn", capfd)
    assert author.run("orders", "--add", "aim", "number=2") == 0
    assert "nothing is signed" in told(author, "turn", capfd)
    assert f"the {author.seat.capitalize()} side owes file 2" in told(reader, "turn", capfd)
    came = tmp_path / "came.pbem"
    came.write_bytes(author.send())
    assert "it would be taken\nnothing is taken\n" in told(reader, f"turn {came}", capfd)
