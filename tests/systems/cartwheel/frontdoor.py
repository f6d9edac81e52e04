"""The Bismarck Sea in real folders, played up to a file by files without orders, or with some."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.simulator import Player, World
from tests.systems.cartwheel.files import world

Table = Mapping[str, Any]


def played(place: Path, *files: tuple[Table, ...], scenario: str = "bismarck-sea") -> World:
    """A game in which each file in turn gives these orders; the first is the second mailed."""
    made = world(place, scenario)
    for orders in files:
        written(made, *orders)
    return made


def written(made: World, *orders: Table) -> Player:
    """The next file, with these orders, given to everybody; gives its author."""
    author = made.players[made.next_seat]
    raw = author.send(*orders)
    made.mail.append(raw)
    made.deliver(raw, author.seat)
    return author


def checked(
    made: World, capsys: pytest.CaptureFixture[str], *orders: str, legal: bool = False
) -> str:
    """What `check` says to who is to write next, in one line, of orders as somebody types them."""
    author = made.players[made.next_seat]
    mine = author.folder / "mine.toml"
    mine.write_text("".join(f"[[order]]\n{order}\n" for order in orders))
    assert author.run("check", str(mine)) == (0 if legal else 1)
    said = capsys.readouterr()
    return " ".join((said.out if legal else said.err).split())
