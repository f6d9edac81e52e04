"""Games between folders by commands alone, with some dice written down: for golden chains.

Keys are made, a game is begun, orders are added one by one and sent by `pbem`; whatever decides
nothing is written by `receive`.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

import pbem.cli
from pbem.dice import Dice, Roll
from pbem.engine import fold
from pbem.engine.orders import Order, encode_order
from pbem.frozen import replace
from pbem.keys import PrivateKey
from pbem.narrow import write_value
from pbem.scan import scan
from pbem.store.keyring import choose
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.turnfile import TurnFile, read
from tests.simulator import Player, World

Faces = dict[int, dict[str, int]]
"""Faces of dice by label, each set for the files from one number on."""


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> Faces:
    """The faces of this test's dice, to be written down before they are thrown.

    They hold for files and not for the time of throwing, so that a chain can be judged again. All
    other dice fall alike in every run, whatever the keys of its players.
    """
    known: Faces = {}

    class LoadedDice(Dice):
        def __init__(
            self, key: bytes | None, used: tuple[str, ...] = (), *, file: int = 0, during: int = 0
        ) -> None:
            steady = sha256(str(file).encode()).digest()
            super().__init__(steady if key is not None else None, used, file=file, during=during)

        def _throw(self, label: str, count: int, sides: int) -> Roll:
            roll = super()._throw(label, count, sides)
            shown = known[max(first for first in known if first <= self.file)]
            return replace(roll, dice=(shown[label],)) if label in shown else roll

    monkeypatch.setattr(fold, "Dice", LoadedDice)
    return known


def begun(place: Path, scenario: str, *more: str, **options: str) -> World:
    """A game that both sides, and `more` seats such as a referee's, have begun and joined."""
    world = World(players={seat: _player(place, seat) for seat in (JAPANESE, ALLIED, *more)})
    organiser, *others = world.players.values()
    words = [f"--seat={one.seat}={_card(one)}" for one in others]
    words += [f"--option={key}={value}" for key, value in options.items()]
    folder = str(organiser.folder)
    _run(organiser, "new", f"cartwheel/{scenario}", folder, f"--as={JAPANESE}", *words, "--yes")
    genesis = str(organiser.folder / "chain" / f"0000-{JAPANESE}.pbem")
    for one in others:
        _run(one, "join", genesis, str(one.folder), "--yes")
    world.exchange()
    return world


def _player(place: Path, seat: str) -> Player:
    """A player with a key and a card of his own, in no game yet."""
    player = Player(seat, place / f"{seat}-home", place / seat, PrivateKey.generate())
    _run(player, "keys", "new", seat, "--email", f"{seat}@example.org")
    _run(player, "keys", "card", "-o", str(_card(player)))
    with player.at_home():
        player.key = choose(None).load(lambda _: "")
    return player


def _card(player: Player) -> Path:
    return player.home / "card"


def _run(player: Player, *words: str) -> None:
    """A command outside any game."""
    with player.at_home():
        assert pbem.cli.run(words) == 0


def sent(world: World, *orders: Order) -> None:
    """The next seat's file, its orders added one by one, and all that `receive` writes after it."""
    author = world.players[world.next_seat]
    for order in orders:
        kind, *pairs = encode_order(order).items()
        words = [f"{key}={write_value(value)}" for key, value in pairs]
        assert author.run("orders", "--add", kind[1], *words) == 0
    assert author.run("send", "--yes", *(() if orders else ("--empty",))) == 0
    world.exchange()


def turn_of(world: World) -> int:
    """The turn of the next file, its author's seed open."""
    with world.players[world.next_seat].session() as session:
        now: int = session.final().fold.table.game.now
        return now


def files(world: World, first: int = 0) -> list[TurnFile]:
    """The files from one number on, alike in all folders."""
    one, *others = (
        [read(scan(path.read_bytes())) for path in sorted((player.folder / "chain").glob("*"))]
        for player in world.players.values()
    )
    assert all(other == one for other in others)
    return one[first:]


def chain(made: list[TurnFile]) -> str:
    """Whose the files are: J for Japanese, A for Allied, R for a referee."""
    return " ".join(file.seat[0].upper() for file in made)


def opened(file: TurnFile) -> list[str]:
    """The answers to raids that a file opens."""
    return [part.id for part in file.open if part.id.startswith("raid/")]


def told(player: Player, capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What a command says to a player, in one line; the report of the turn if none is named."""
    capsys.readouterr()
    assert player.run(*(words or ("report",))) == status
    return " ".join(capsys.readouterr().out.split())


def owners(player: Player, capsys: pytest.CaptureFixture[str], label: str) -> dict[str, int]:
    """The file that each die belongs to whose label begins so, by `pbem dice`."""
    rolls = json.loads(told(player, capsys, "dice", label, "--json"))
    return {roll["label"]: roll["seq"] for roll in rolls}


def assert_holds(world: World) -> None:
    """The whole game holds by `verify`, and each side's charts by its own `audit`."""
    for player in world.players.values():
        assert player.run("verify") == 0
        assert player.run("audit") == 0
