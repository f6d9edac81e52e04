"""Dice in reports: each by its name, with what is added, what it needed, and what came of it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.game.dicebook import rolls
from tests.simulator import begin

GAMES = {
    "midway": ("midway/midway-0700", ("japanese", "american"), {}, 14),
    "Bismarck Sea": ("cartwheel/bismarck-sea", ("japanese", "allied"), {}, 24),
    "by months": ("pto/pearl-harbor", ("japanese", "allied"), {}, 6),
    "a table": ("table/table", ("red", "blue"), {}, 6),
}


def reports(
    name: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[list[str], set[str]]:
    """The lines of all reports of a game, each unbroken, and the labels of all its rolls."""
    scenario, seats, options, files = GAMES[name]
    world = begin(place, scenario, seats, options)
    for _ in range(files):
        if not world.next_seat:
            break
        world.round()
    player = world.players[seats[0]]
    with player.session() as session:
        labels = {one.roll.label for one in rolls(session)}
        turns = range(session.fold.table.turn + 1)
    capsys.readouterr()
    lines: list[str] = []
    for turn in turns:
        if player.run("report", "--turn", str(turn)) == 0:
            said = capsys.readouterr().out
            lines += re.sub(r"\n {6}", " ", said).splitlines()
    return [line.strip() for line in lines], labels


@pytest.mark.parametrize("name", GAMES)
def test_no_report_names_a_roll_by_its_label(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, labels = reports(name, tmp_path, capsys)
    assert labels
    assert [line for line in lines for label in labels if f"{label}:" in line] == []


def test_each_die_of_cartwheel_tells_what_it_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, _ = reports("Bismarck Sea", tmp_path, capsys)
    told = {what: [line for line in lines if re.match(what, line)] for what in NEEDS}
    assert any(told.values())
    assert [
        line for what, words in NEEDS.items() for line in told[what] if not re.search(words, line)
    ] == []


NEEDS = {
    r"Random event, second die: ": r": \d+, needs \d+ or less \[5\.1\]$",
    r"Recon by \S+: ": r": \d+, needs 7 or less: (?:\S+ may fly|\S+ stays on the ground) \[7\.3\]$",
    r"Bombs of \S+: ": r" = \d+, needs \d+ or more: .*\w \[9\.10\]$",
    r"Ground strike \d+ at ": r", needs \d+ or more: .* \[9\.10\]$",
    r"AA fire at ": r", needs \d+ or more: .* \[9\.9\]$",
}
"""What lines that begin so must have."""


def test_a_statement_is_told_under_a_heading_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, _ = reports("Bismarck Sea", tmp_path, capsys)
    stated = [lines.index(line) for line in lines if line.startswith("- On the ground at ")]
    before = {next(line for line in lines[at::-1] if not line.startswith("- ")) for at in stated}
    assert "Ground operations, second side" not in before
    assert "Statements" in before, "where nothing else happened; others stand among missions"


def test_cartwheel_says_nothing_twice_and_what_a_sunk_ship_is_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, _ = reports("Bismarck Sea", tmp_path, capsys)
    sunk = [line for line in lines if re.match(r"- \S+ is sunk", line)]
    assert all(re.search(r" is sunk \(\+\d+ VP Allied\) \[", line) for line in sunk)
    ways = [line for line in lines if " by 1104 1004 0905 to 0805 " in line]
    assert len(ways) == len(set(ways))
    out = ["passes, as in all the rest" in line for line in lines]
    assert not any(one and other for one, other in pairwise(out))
