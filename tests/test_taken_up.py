"""What waits in a game's inbox is taken up by every command that opens the game, and none is new.

The commands are those of the program's table that play in a folder; whether one is refused then
does not matter.
"""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbem.cli.commands import COMMANDS, program
from tests.simulator import World, begin

WORDS = {
    "turn": ("--no-input", "--yes --no-input"),
    "orders": ("", "--anew", "--bot", "--add aim number=2", "--undo", "--show", "--ahead"),
    "send": ("--empty", "--empty --dry-run", "orders-0004.toml"),
    "answer": ("", "--dry-run"),
    "receive": ("{chain}/0000-red.pbem", "{chain}"),
    "roll": ("1d6 fate",),
    "set": ("Lae 1",),
    "contest": ("Lae",),
    "open": ("note-1",),
    "say": ("Hello",),
    "phase": ("", "Movement"),
    "finish": ("draw",),
    "path": ("Lae Buna",),
    "range": ("Lae",),
    "supply": ("Lae",),
    "restore": ("--up-to-date",),
    "refer": ("Why?",),
    "ruling": ("So.",),
    "consent": ("3",),
    "resign": ("--yes",),
    "prove claim": ("{chain}/0000-red.pbem",),
}
"""What is typed behind a command, where it is not nothing at all."""

APART = {
    "join": "who has not joined yet has no inbox",
    "leave": "it notes days in the settings",
    "state": "it shows the file that lies there",
    "mail draft": "an account comes first",
    "mail send": "an account comes first",
    "prove fork": "it looks at two files",
    "rules show": "it looks at rules",
    "rules search": "it looks at rules",
    "rules diff": "it looks at rules",
}
"""Commands that play in a folder, and open no game there."""


def in_a_game() -> Iterator[str]:
    """The commands that take a game's folder, or its id, with the words of their groups."""
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        group = command.commands.items() if isinstance(command, click.Group) else ()
        for words, one in ((name, command), *((f"{name} {sub}", below) for sub, below in group)):
            if {"folder", "game"} & {param.name for param in one.params}:
                yield words


TYPED = [
    f"{name} {words}".strip()
    for name in in_a_game()
    if name not in APART
    for words in WORDS.get(name, ("",))
]


def test_every_command_is_known() -> None:
    assert {*in_a_game()} >= {*WORDS, *APART}
    assert len(TYPED) > 50


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A duel in which red's file 3 waits in blue's inbox."""
    made = begin(tmp_path_factory.mktemp("waiting"), "pistols", ("red", "blue"))
    made.round()
    raw = made.players["red"].send({"type": "aim", "number": 2})
    blue = made.players["blue"]
    (blue.folder / "inbox" / "0003-red.pbem").write_bytes(raw)
    (blue.folder / "orders-0004.toml").write_text("")
    return made


@pytest.mark.parametrize("typed", TYPED)
def test_every_command_takes_up_what_waits(waiting: World, typed: str, tmp_path: Path) -> None:
    blue = waiting.copied(tmp_path).players["blue"]
    inbox, chain = blue.folder / "inbox", blue.folder / "chain"
    raw = (inbox / "0003-red.pbem").read_bytes()
    words = typed.format(chain=chain).replace("orders-0004", f"{blue.folder}/orders-0004").split()
    assert blue.run(*words) in (0, 1)
    assert (chain / "0003-red.pbem").read_bytes() == raw
    assert not list(inbox.iterdir())
