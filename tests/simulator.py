"""A world of players in real folders: keys, games and mail, driven through `pbem.game`.

Every player has a configuration folder of his own. `World.round()` lets the next seat's bot write
and gives the file to all others. `dump()` shows what everybody has, for a test that fails.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pbem.cli
from pbem.engine.ledger import REFEREE, is_over, side_of, writer
from pbem.engine.orders import encode_order
from pbem.game.begin import Invitation, accept, invited, new
from pbem.game.receive import receive
from pbem.game.recover import look, opened
from pbem.game.session import Receipt, Session
from pbem.game.write import Draft, closing, join, send
from pbem.keys import PrivateKey
from pbem.narrow import write_pair
from pbem.store.keyring import create, for_public

SENT = "1942-06-04T07:00:00Z"


@dataclass
class Player:
    """A seat's player: his configuration folder, his game's folder, his key."""

    seat: str
    home: Path
    folder: Path
    key: PrivateKey

    def moved(self, folder: Path, home: Path | None = None) -> "Player":
        """The same player with the game, and the configuration folder if named, elsewhere."""
        return Player(seat=self.seat, home=home or self.home, folder=folder, key=self.key)

    @contextmanager
    def at_home(self) -> Iterator[None]:
        earlier = os.environ.get("PBEM_HOME")
        os.environ["PBEM_HOME"] = str(self.home)
        try:
            yield
        finally:
            os.environ.pop("PBEM_HOME")
            if earlier is not None:
                os.environ["PBEM_HOME"] = earlier

    @contextmanager
    def session(self) -> Iterator[Session]:
        with self.at_home(), opened(self.folder) as session:
            yield session

    def run(self, *words: str) -> int:
        """The exit status of a command in this player's game."""
        with self.at_home():
            return pbem.cli.run(["-C", str(self.folder), *words])

    def receive(self, raw: bytes) -> tuple[Receipt, ...]:
        with self.session() as session:
            return receive(session, raw)

    def send(self, *orders: Mapping[str, Any], message: str = "") -> bytes:
        with self.session() as session:
            return self._sent(session, Draft(orders=orders, message=message))

    def send_by_command(self, *orders: Mapping[str, Any]) -> bytes:
        """The next file by `pbem send`, from a file of orders or without any."""
        page = self.home / "orders.toml"
        tables = (
            "\n".join(("[[order]]", *(write_pair(key, value) for key, value in order.items()), ""))
            for order in orders
        )
        page.write_text("\n".join(tables), encoding="utf-8")
        assert self.run("send", "--yes", str(page) if orders else "--empty") == 0
        (path,) = (self.folder / "chain").glob(f"{self.head:04d}-*.pbem")
        return path.read_bytes()

    def receive_by_command(self, raw: bytes) -> None:
        """What `pbem receive` does with a file that came by mail."""
        mail = self.home / "mail.pbem"
        mail.write_bytes(raw)
        assert self.run("receive", str(mail)) == 0

    def _sent(self, session: Session, draft: Draft) -> bytes:
        file = send(session, draft, self.key, SENT)
        return session.folder.find("outbox", file.seq, self.seat) or b""

    @property
    def head(self) -> int:
        """The number of the last file in this player's chain."""
        with self.session() as session:
            return session.links.seq

    def bot_orders(self) -> tuple[Mapping[str, Any], ...]:
        with self.session() as session:
            return by_bot(session)

    def play(self, choose: "Choose") -> bytes:
        """The next file, with the orders that somebody chooses."""
        with self.session() as session:
            return self._sent(session, Draft(orders=choose(session)))

    def files(self) -> dict[str, bytes]:
        """Everything in the game's folder, to see that nothing has changed."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }


Choose = Callable[[Session], tuple[Mapping[str, Any], ...]]
"""Gives the orders of the next file."""


def by_bot(session: Session) -> tuple[Mapping[str, Any], ...]:
    """What a bot orders in the next file; in the last what is left to be done."""
    fold = session.final().fold
    if is_over(fold, session.rules):
        return closing(session, "").orders
    if side_of(fold, session.seat) == REFEREE:
        return ()
    orders = session.rules.system.bot(session.view(), session.rules.charts)
    return tuple(encode_order(order) for order in orders)


@dataclass
class World:
    """Players of one game, by seat; `mail` holds every file that was written, in order."""

    players: dict[str, Player] = field(default_factory=dict)
    mail: list[bytes] = field(default_factory=list)

    @property
    def next_seat(self) -> str:
        player = next(iter(self.players.values()))
        with player.at_home():
            return writer(look(player.folder).fold)

    @property
    def next_joiner(self) -> str:
        with next(iter(self.players.values())).session() as session:
            return session.fold.joins[0] if session.fold.joins else ""

    def write(self) -> bytes:
        """The next seat's bot writes its file; nobody has received it yet."""
        raw = self.players[self.next_seat].play(by_bot)
        self.mail.append(raw)
        return raw

    def deliver(self, raw: bytes, author: str = "") -> None:
        for player in self.players.values():
            if player.seat != author:
                player.receive(raw)

    def exchange(self) -> None:
        """Every file to everybody, by `receive`, as long as new ones come of it."""
        while True:
            heads = {seat: player.head for seat, player in self.players.items()}
            behind = self.players[min(heads, key=lambda seat: heads[seat])]
            ahead = self.players[max(heads, key=lambda seat: heads[seat])]
            if behind.head == ahead.head:
                return
            (path,) = (ahead.folder / "chain").glob(f"{behind.head + 1:04d}-*.pbem")
            assert behind.run("receive", str(path)) == 0

    def round(self, author: str = "", choose: Choose = by_bot) -> bytes:
        """One file, written by the next seat, by its bot or as chosen, received by all others."""
        author = author or self.next_seat
        raw = self.players[author].play(choose)
        self.mail.append(raw)
        self.deliver(raw, author)
        return raw

    def send(self, *orders: Mapping[str, Any]) -> bytes:
        """The next seat's file with these orders, received by all others."""
        return self.round(choose=lambda _: orders)

    def play(self, most: int = 10_000) -> int:
        """Play until nobody owes anything; gives the number of files written."""
        for count in range(most):
            if not (author := self.next_seat):
                return count
            self.round(author)
        return most

    def copied(self, place: Path) -> "World":
        """The same game in other folders."""
        twins = {}
        for seat, player in self.players.items():
            twins[seat] = player.moved(place / seat, home=place / player.home.name)
            shutil.copytree(player.home, twins[seat].home)
            shutil.copytree(player.folder, twins[seat].folder)
        return World(players=twins, mail=list(self.mail))

    def dump(self) -> str:
        lines = []
        for player in self.players.values():
            with player.session() as session:
                lines.append(f"{player.seat}: file {session.links.seq}, {session.fold}")
        return "\n".join(lines)


def begin(
    place: Path,
    scenario: str,
    seats: tuple[str, ...],
    options: Mapping[str, str] | None = None,
    *,
    joined: bool = True,
) -> World:
    """A new game: the first seat organises, the others join in the order of the genesis."""
    world = World()
    cards = {}
    for seat in seats:
        home = place / f"{seat}-home"
        player = Player(seat, home, place / seat, PrivateKey.generate())
        with player.at_home():
            entry = create(seat, email=f"{seat}@example.org")
            player.key = for_public(entry.public.line).load(lambda _: "")
        world.players[seat] = player
        cards[seat] = entry.card
    first = world.players[seats[0]]
    wanted = Invitation(scenario=scenario, seat=first.seat, cards=cards, options=options or {})
    with first.at_home():
        session = new(first.folder, wanted, first.key, SENT)
        genesis = session.folder.path.parent / first.seat / "chain" / f"0000-{first.seat}.pbem"
    world.mail.append(genesis.read_bytes())
    for player in list(world.players.values())[1:]:
        with player.at_home():
            accept(player.folder, invited(world.mail[0])[0], player.seat)
    while joined and (seat := world.next_joiner):
        with world.players[seat].session() as session:
            file = join(session, world.players[seat].key, SENT)
            raw = session.folder.find("outbox", file.seq, seat) or b""
        world.mail.append(raw)
        world.deliver(raw, seat)
    return world
