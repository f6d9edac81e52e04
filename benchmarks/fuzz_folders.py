"""Games by chance through real folders: verified, audited and restored at every seat.

In memory a game costs little, but nothing of it is on disk. Here the same players write the files
of the same game for two or more folders, and whatever the commands have against them is an alarm.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.ledger import REFEREE, is_over, state_digest
from pbem.engine.orders import Order, encode_order
from pbem.engine.steps import View
from pbem.frozen import Value, field
from pbem.game.audit import audit, knowledge
from pbem.game.restore import restore
from pbem.game.verify import verify_game
from pbem.game.write import closing
from tests.simulator import Player, World, begin

MOST_FILES = 3_000
"""Files after which a game ought to have ended."""
DERIVED = ("private", "cache", "state.toml", "seat.toml")
"""What a folder loses before it is restored."""

ByChance = Callable[[View[Any]], tuple[Order, ...]]


class Setup(Value):
    """A game to be begun: its scenario, seats and options, and who plays each seat."""

    scenario: str
    seats: tuple[str, ...]
    player: Callable[[str], ByChance]
    options: Mapping[str, str] = field(default_factory=dict)

    def players(self) -> dict[str, ByChance]:
        """Who plays each seat; a referee gives no orders."""
        return {
            seat: (lambda _: ()) if seat == REFEREE else self.player(seat) for seat in self.seats
        }


def alarms(setup: Setup) -> Iterator[str]:
    """What `verify`, `audit` and `restore` have against a game by chance; any exception is one."""
    with TemporaryDirectory(prefix="pbem-fuzz-") as place:
        world = begin(Path(place), setup.scenario, setup.seats, setup.options)
        players = setup.players()
        while world.next_seat and len(world.mail) < MOST_FILES:
            _write(world, players)
        if world.next_seat:
            yield f"it has not ended after {len(world.mail)} files"
        for player in world.players.values():
            with player.at_home():
                yield from _judged(player)
                yield from _restored(player)


def _write(world: World, players: Mapping[str, ByChance]) -> None:
    """One file, written by the next seat by chance and received by all others."""
    author = world.players[world.next_seat]
    with author.session() as session:
        if is_over(session.final().fold, session.rules):
            orders = closing(session, "").orders
        else:
            given = players[author.seat](session.view())
            orders = tuple(encode_order(order) for order in given)
    raw = author.send(*orders)
    world.mail.append(raw)
    world.deliver(raw, author.seat)


def _judged(player: Player) -> Iterator[str]:
    verify_game(player.folder, lambda _: None)
    with player.session() as session:
        is_secretive = session.rules.system.secretive(session.fold.table.game)
    if is_secretive:
        own, referee = knowledge(player.folder, lambda _: "")
        for audited in audit(player.folder, own, referee, lambda _: None):
            for breach in audited.breaches:
                yield f"file {breach.seq} of {breach.seat}: {breach.rule}: {breach.what}"


def _restored(player: Player) -> Iterator[str]:
    """A folder that has lost all but its chain comes back as it was, hidden things too."""
    with player.session() as session:
        before = state_digest(session.fold), session.own_private()
    for name in DERIVED:
        _remove(player.folder / name)
    restore(player.folder, player.seat, lambda _: "")
    with player.session() as session:
        after = state_digest(session.fold), session.own_private()
    if after != before:
        yield f"the restored folder of {player.seat} differs"


def _remove(path: Path) -> None:
    if path.is_dir():
        for one in path.iterdir():
            _remove(one)
        path.rmdir()
    else:
        path.unlink(missing_ok=True)
