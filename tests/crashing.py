"""Moments of a game that can be put back, and what is compared after a command was stopped."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from pbem.chain import check_seed
from pbem.engine.ledger import state_digest
from pbem.game.verify import verify_game
from pbem.game.write import join
from tests.interrupt import KILLED, nothing, run_in_child
from tests.simulator import SENT, Player, World

SEATS = ("red", "blue-1", "blue-2")
SEALED = {"sealed": "true"}


SHARED_MEMORY = Path("/dev/shm")
"""Where every sync is free: the tests make thousands."""


@contextmanager
def fast_place(tmp_path: Path) -> Iterator[Path]:
    """Where the game lies; beside it is room for a copy."""
    fast = SHARED_MEMORY.is_dir() and os.access(SHARED_MEMORY, os.W_OK)
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY if fast else tmp_path) as name:
        yield Path(name) / "game"


@dataclass
class Scene:
    """A moment of a game that can be put back, and the command that is stopped in it."""

    world: World
    place: Path
    player: Player
    words: tuple[str, ...]
    looks: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        shutil.copytree(self.place, self.backup)

    @property
    def backup(self) -> Path:
        return self.place.with_name("backup")

    def put_back(self) -> None:
        shutil.rmtree(self.place)
        shutil.copytree(self.backup, self.place)

    def run(self, *words: str, arm: Callable[[], object] = nothing) -> tuple[int, str]:
        return run_in_child(self.player, *words, arm=arm)

    def stopped(self, how: Callable[[int], Callable[[], None]]) -> Iterator[int]:
        """Every moment after the command was stopped at its next touch; ends when none is left."""
        for number in count(1):
            self.put_back()
            status, said = self.run(*self.words, arm=how(number))
            if status == 0:
                assert number > 5
                return
            assert status in (KILLED, 130), said
            yield number

    def fine(self, *words: str) -> None:
        assert self.run(*words) == (0, ""), words

    def signed(self) -> dict[str, bytes]:
        """Every turn file of the player's that has been journalled, by the end of its path."""
        root = self.player.home / "journal"
        return {
            path.relative_to(root).as_posix().partition("/")[2]: path.read_bytes()
            for path in root.rglob("*.pbem")
            if path.name[0] != "."
        }

    def written(self) -> dict[str, bytes]:
        """The player's own turn files that others could already have."""
        seat = self.player.seat
        return {
            path.name: path.read_bytes()
            for place in ("outbox", "chain")
            for path in (self.player.folder / place).glob(f"*-{seat}.pbem")
        }

    def agree(self, rounds: int = 1) -> None:
        """All mail reaches everybody, the game goes on, and everybody has the same state.

        Folders that look the same are played on once; each must be able to open its seed.
        """
        with self.player.session() as session:
            check_seed(session.links, session.seat, session.own_seed())
            look = (*sorted(session.links.commits), *visible(self.player.files(), ""))
        if look in self.looks:
            return
        self.looks.add(look)
        deliver_all(self.world)
        for _ in range(rounds):
            self.world.round()
        digests = set()
        for player in self.world.players.values():
            with player.session() as session:
                digests.add((session.links.hash, state_digest(session.fold)))
            verify_game(player.folder, lambda _: None)
        assert len(digests) == 1


def deliver_all(world: World) -> None:
    """Everything in all outboxes to everybody; whoever has to join next does."""
    players = world.players.values()
    while True:
        mail = {path.name: path.read_bytes() for p in players for path in outbox(p)}
        for player in players:
            there = {path.name for path in (player.folder / "chain").glob("[0-9]*")}
            for name in sorted(mail.keys() - there):
                player.receive(mail[name])
        seat = world.next_joiner
        if not seat:
            return
        with world.players[seat].session() as session:
            join(session, world.players[seat].key, SENT)


def outbox(player: Player) -> list[Path]:
    return list(player.folder.glob("outbox/[0-9]*.pbem"))


def folder(player: Player) -> tuple[str, str]:
    return "-C", str(player.folder)


def orders_file(place: Path, name: str, number: int) -> str:
    path = place / name
    path.write_text(f'[[order]]\ntype = "aim"\nnumber = {number}\n')
    return str(path)


def visible(files: dict[str, bytes], folder: str) -> list[str]:
    """What a folder holds, without the part of a file that a power cut may leave."""
    return [name for name in files if name.startswith(folder) and "/." not in name]


def receive_of(reader: Player, place: Path) -> tuple[str, ...]:
    return (*folder(reader), "receive", str(place / "blue-1" / "outbox" / "0003-blue-1.pbem"))
