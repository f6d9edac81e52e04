"""The examples in the help of commands: each is typed in a game, and does what it says."""

import io
import os
import re
import shlex
from pathlib import Path

import click
import pytest

from pbem.cli.commands import called
from tests.simulator import World, begin
from tests.test_help import all_pages

EXAMPLES = {
    ctx.command_path: (ctx.command.epilog or "").removeprefix("Example:  ")
    for ctx in all_pages()
    if not isinstance(ctx.command, click.Group)
}
BOXED = ("roll", "set", "note", "say", "phase", "finish", "refer")
IN_CARTWHEEL = ("annex", "audit", "map", "path", "range", "ruling", "supply")
BEFORE = {
    "keys card": "keys new anna",
    "rules check": "rules copy my-midway --system midway",
    "rules diff": "rules copy my-midway --system midway",
    **dict.fromkeys(("check", "send"), "orders --bot"),
}
"""What is typed before an example."""
ELSEWHERE = (
    "answer", "claim", "consent", "contest", "demo", "dice", "disclose", "end", "forecast", "fork",
    "join", "mail", "new", "open", "orders", "prove", "restore", "stamp",
)  # fmt: skip
"""Commands whose examples hang on more than a game under way: other tests type these."""
TYPED = {path: words for path, words in EXAMPLES.items() if path.split()[1] not in ELSEWHERE}


def first_of(example: str) -> list[str]:
    """The words of an example's command behind `pbem`, without what a shell does besides."""
    return shlex.split(re.split(r" (?:&&|[|>]) ", example)[0])[1:]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, World]:
    """Midway and Cartwheel, in which file 4 is due, and a table with a referee."""
    place = tmp_path_factory.mktemp("games")
    worlds = {
        "midway": begin(place / "midway", "midway-0700", ("japanese", "american")),
        "cartwheel": begin(place / "cartwheel", "bismarck-sea", ("allied", "japanese")),
    }
    for world in worlds.values():
        world.round()
        world.round()
    return {**worlds, "table": begin(place / "table", "table", ("japan", "us", "referee"))}


@pytest.mark.parametrize("path", EXAMPLES)
def test_an_example_is_typed_as_its_command_wants(path: str) -> None:
    ctx = called(first_of(EXAMPLES[path]))
    assert ctx.command_path == path
    typed = first_of(EXAMPLES[path])[len(path.split()) - 1 :]
    ctx.command.make_context(path, typed if path != "pbem status" else [], parent=ctx.parent)


@pytest.mark.parametrize("path", TYPED)
def test_an_example_does_what_its_command_says(
    path: str, games: dict[str, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = path.removeprefix("pbem ")
    world = games["table" if name in BOXED else "cartwheel" if name in IN_CARTWHEEL else "midway"]
    player = world.copied(tmp_path).players[world.next_seat]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Port Moresby")))
    monkeypatch.chdir(player.folder)
    attached = tmp_path / "Mail" / "attachments" / "0005-american.pbem"
    attached.parent.mkdir(parents=True)
    attached.write_bytes(world.mail[-1])
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "midway").symlink_to(player.folder)
    assert name not in BEFORE or player.run(*BEFORE[name].split()) == 0
    assert player.run(*map(os.path.expanduser, first_of(TYPED[path]))) == 0
