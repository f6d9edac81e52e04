"""What a player reads of each game at three widths, and once in colour: `python -m tests.screens`.

The games are played between bots through folders, and looked at by the commands themselves.
Whatever changes a screen changes its file in `tests/transcripts/screens`: look at it before writing
it anew.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import tests.chance
from pbem.frozen import Value
from tests.recording import SEATS
from tests.simulator import Player, begin

FOLDER = Path(__file__).with_name("transcripts") / "screens"
WIDTHS = (60, 80, 120)
COLOURED = 80

_WHEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


class Looked(Value):
    """A game of so many files, and the commands that look at it besides those of every game."""

    scenario: str
    files: int
    commands: tuple[str, ...]


EVERYWHERE = (
    "status", "games", "show", "show --full", "report", "dice",
    "orders -o -", "check {orders}", "rules sequence {system}",
    "rules orders {system}", "scenario show {scenario}",
)  # fmt: skip
GAMES: Mapping[str, Looked] = {
    "midway": Looked(
        scenario="midway/midway-0700", files=11,
        commands=("show akagi", "orders --explain launch", "rules show M7.2"),
    ),
    "cartwheel": Looked(
        scenario="cartwheel/bismarck-sea", files=12,
        commands=(
            "show points", "show Lae", "map", "annex", "path RAB Lae", "range KI43-24a",
            "supply Lae", "orders --explain air-mission", "rules show H9.4.1",
        ),
    ),
    "pto": Looked(
        scenario="pto/midway", files=5,
        commands=(
            "show points", "show Midway", "map", "path HAW Midway", "supply Midway",
            "orders --explain strike", "rules show PH5.4",
        ),
    ),
    "table": Looked(scenario="table/table", files=3, commands=("rules show T6",)),
}  # fmt: skip


def screens(system: str) -> Iterator[tuple[str, str]]:
    """The files' names, and what is on the screens that they hold."""
    with TemporaryDirectory() as name, tests.chance.STREAM.of(f"screens of {system}"):
        place = Path(name)
        player, words = _played(system, place)
        for width in WIDTHS:
            yield f"{system}-{width}.txt", _said(player, words, place, width)
        player.run("config", "colours", "always")
        coloured = _said(player, words, place, COLOURED).replace("\x1b", "\\e")
        yield f"{system}-colour.txt", coloured


def _played(system: str, place: Path) -> tuple[Player, tuple[str, ...]]:
    """Who owes the next file of a game, and what he types to look at it."""
    looked = GAMES[system]
    world = begin(place, looked.scenario, SEATS[system])
    world.play(looked.files)
    player = world.players[world.next_seat]
    with player.session() as session:
        turn = session.fold.table.turn
    orders = place / "orders.toml"
    _typed(player, f"orders --bot -o {orders}")
    return player, tuple(
        one.format(turn=turn, orders=orders, system=system, scenario=looked.scenario)
        for one in (*EVERYWHERE, *looked.commands)
    )


def _said(player: Player, commands: tuple[str, ...], place: Path, width: int) -> str:
    """What each command says on a screen of so many columns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(width))
        patch.delenv("NO_COLOR", raising=False)
        patch.chdir(player.folder)
        text = "\n".join(f"$ pbem {one}\n{_typed(player, one)}" for one in commands)
    return _WHEN.sub("1942-06-04 07:00", text.replace(str(place), "/tmp/games"))


def _typed(player: Player, words: str) -> str:
    """What a command says in a player's folder, errors too."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        player.run(*words.split())
    return said.getvalue()


if __name__ == "__main__":
    tests.chance.begin()
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        for title, text in screens(game):
            (FOLDER / title).write_text(text, encoding="utf-8")
