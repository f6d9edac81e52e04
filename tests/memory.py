"""Whole games without mail, of any system without charts: turn files made and taken in memory.

Files are not signed and annexes not encrypted; all else is the real thing: seeds and witnesses,
sealed items and their openings, the fold.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.chain import Commit, Links
from pbem.codec import ZERO
from pbem.dice import commitment, seed_for
from pbem.engine.charts import read_rule_book
from pbem.engine.fold import resolve, start, take, unseal
from pbem.engine.items import opened_by_orders
from pbem.engine.ledger import (
    Fold,
    Outcome,
    Rules,
    Thrown,
    is_over,
    last_order,
    state_digest,
    writer,
)
from pbem.engine.orders import Disclose, End, Order, encode_order
from pbem.engine.steps import GameSystem, Scene, View
from pbem.engine.views import check_orders, view_of
from pbem.frozen import FrozenMap, Value, replace
from pbem.seal import commitment as item_commitment
from pbem.seal import salt_for
from pbem.turnfile import (
    AnnexPart,
    DicePart,
    GenesisPart,
    JoinPart,
    OpenPart,
    SealedPart,
    SeatPart,
    StatePart,
    TurnFile,
)

ROOT = Path(__file__).parents[1]
MOST_FILES = 2_000

Player = Callable[[View[Any]], tuple[Order, ...]]


@dataclass
class Seat:
    """One player's side of a game: its secret, and what its files have sealed, by file."""

    name: str
    secret: bytes
    items: dict[int, Mapping[str, str]] = field(default_factory=dict)


class Filed(Value, kw_only=False):
    """A file that was written: by whom, in which turn, what it answered, opened and sealed."""

    seq: int
    seat: str
    turn: int
    covers: tuple[str, ...]
    opened: tuple[str, ...]
    sealed: tuple[str, ...]
    orders: tuple[Order, ...]


@dataclass
class Match:
    """A game under way; `scenes` are everything so far, `files` what was written after joining.

    `thrown` are the rolls, each with the file it belongs to and the one that opened it.
    """

    rules: Rules[Any]
    fold: Fold[Any]
    links: Links
    seats: dict[str, Seat]
    scenes: list[Scene[Any]] = field(default_factory=list)
    files: list[Filed] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.fold, self.rules)

    @property
    def game(self) -> Any:
        """The public state."""
        return self.fold.table.game

    def seat(self) -> Seat:
        """The seat that writes next."""
        return self.seats[writer(self.fold)]

    def ahead(self) -> Outcome[Any]:
        """The fold as the next file finds it, its own seed and items opened (protocol 6)."""
        seat = self.seat()
        seen = resolve(self.fold, self.rules, seat.name, self.links.seq + 1, self._reveal(seat))
        return unseal(seen, self.rules, self.links.game, seat.name, partial(self._open, seat))

    def view(self) -> View[Any]:
        """What the next seat sees when it writes."""
        seat, ahead = self.seat(), self.ahead()
        sealed = (item for item in ahead.fold.sealed if item.seat == seat.name)
        own = {item.id: seat.items[item.seq][item.id] for item in sealed}
        return view_of(ahead.fold, self.rules, seat.name, own)

    def wrong(self, *orders: Order) -> list[str]:
        """What the next seat's own program says against its orders."""
        ahead, view = self.ahead(), self.view()
        found = check_orders(ahead.fold, self.rules, view.seat, orders, view.own)
        return [str(replace(one, where="")) for one in found]

    def step(self, player: Player) -> None:
        """The next seat writes its file by a player's orders, and everybody takes it."""
        view = self.view()
        after = self.ahead().fold
        last = (self.last(),) if writer(after) == view.seat else ()
        self.put(view, last if is_over(after, self.rules) else player(view))

    def last(self) -> Order:
        """The order of the next seat's last file."""
        if last_order(self.fold, self.rules) is Disclose:
            return Disclose(secret=self.seat().secret.hex())
        return End()

    def put(self, view: View[Any], orders: tuple[Order, ...]) -> None:
        """Compose the file of some orders and take it."""
        seat, ahead = self.seat(), self.ahead()
        problems = check_orders(ahead.fold, self.rules, seat.name, orders, view.own)
        assert not problems, (seat.name, view.decision, problems)
        over = is_over(ahead.fold, self.rules)
        public, items = (
            (orders, {}) if over else self.rules.system.seal(view, orders, self.rules.charts)
        )
        self.write(public, items, orders)

    def write(
        self, public: tuple[Order, ...], items: Mapping[str, str], orders: tuple[Order, ...] = ()
    ) -> None:
        """The next seat's file with what stands in it openly and what it seals, honest or not."""
        seat, ahead, view = self.seat(), self.ahead(), self.view()
        opened: list[OpenPart] = []

        def find(fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
            found = self._open(seat, fold, wanted)
            opened.extend(found)
            return found

        seq, game = self.links.seq + 1, bytes.fromhex(self.links.game)
        seen = resolve(self.fold, self.rules, seat.name, seq, self._reveal(seat))
        unseal(seen, self.rules, self.links.game, seat.name, find)
        find(ahead.fold, opened_by_orders(ahead.fold, self.rules, seat.name, public))
        sealed = tuple(
            SealedPart(
                id=id_,
                commit=item_commitment(
                    game, seat.name, seq, id_, salt_for(seat.secret, game, seq, id_), content
                ).hex(),
            )
            for id_, content in sorted(items.items())
        )
        self._take(
            replace(
                self._frame(seat),
                state=StatePart(digest=state_digest(seen.fold)),
                order=tuple(encode_order(order) for order in public),
                sealed=sealed,
                open=tuple(opened),
            )
        )
        seat.items[seq] = items
        self.files.append(
            Filed(
                seq=seq, seat=seat.name, turn=ahead.turn, covers=view.decision.covers,
                opened=tuple(part.id for part in opened), sealed=tuple(items), orders=orders,
            )
        )  # fmt: skip

    def join(self) -> None:
        """The next seat joins the game."""
        part = JoinPart(rules=self.rules.book.hash, scenario_hash=self.fold.scenario_hash)
        state = StatePart(digest=state_digest(self.fold))
        self._take(replace(self._frame(self.seat()), join=part, state=state))

    def _take(self, file: TurnFile) -> None:
        outcome = take(self.fold, self.rules, self.links, file)
        self.scenes += outcome.scenes
        self.thrown += outcome.thrown
        commits = self.links.commits.set(file.seat, Commit(seq=file.seq, commit=file.dice.commit))
        self.links = replace(self.links, seq=file.seq, hash=file.hash, commits=commits)
        self.fold = outcome.fold

    def _frame(self, seat: Seat) -> TurnFile:
        seq, game = self.links.seq + 1, bytes.fromhex(self.links.game)
        commit = commitment(game, seat.name, seq, seed_for(seat.secret, game, seq)).hex()
        secretive = self.rules.system.secretive(self.game)
        return TurnFile(
            format="pbem/1", game=self.links.game, seq=seq, prev=self.links.hash, seat=seat.name,
            nonce="0" * 64, sent="2026-01-01T00:00:00Z",
            dice=DicePart(commit=commit, reveal=self._reveal(seat)),
            hash=sha256(f"{self.links.hash}/{seq}/{seat.name}".encode()).hexdigest(),
            annex=AnnexPart(age="not encrypted here") if secretive else None,
        )  # fmt: skip

    def _reveal(self, seat: Seat) -> str | None:
        commit = self.links.commits.get(seat.name)
        if commit is None:
            return None
        game = bytes.fromhex(self.links.game) if commit.seq else ZERO
        return seed_for(seat.secret, game, commit.seq).hex()

    def _open(self, seat: Seat, fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
        return tuple(self._opening(seat, fold, id_) for id_ in wanted)

    def _opening(self, seat: Seat, fold: Fold[Any], id_: str) -> OpenPart:
        seq = next(i.seq for i in fold.sealed if (i.seat, i.id) == (seat.name, id_))
        salt = salt_for(seat.secret, bytes.fromhex(self.links.game), seq, id_).hex()
        return OpenPart(seq=seq, id=id_, salt=salt, content=seat.items[seq][id_])


def rules_of(system: GameSystem[Any, Any]) -> Rules[Any]:
    """A system with its own rule book."""
    folder = ROOT / "rules" / system.name
    book = read_rule_book({path.name: path.read_bytes() for path in folder.glob("*.toml")})
    return Rules(system=system, charts=system.read_charts(book.tables), book=book)


def match(
    rules: Rules[Any],
    scenario: str,
    number: int,
    names: tuple[str, ...],
    words: Mapping[str, str] | None = None,
) -> Match:
    """A game after all have joined; `number` makes its secrets, so its dice, `words` options."""
    system = rules.system
    path = ROOT / "scenarios" / system.name / f"{scenario}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    prepared = system.prepare(table, names, words or {})
    players = {
        name: Seat(name=name, secret=sha256(f"{number}/{name}".encode()).digest())
        for name in prepared.sides
    }
    first = next(iter(players.values()))
    game = sha256(f"game {scenario} {number}".encode()).hexdigest()
    seed = commitment(ZERO, first.name, 0, seed_for(first.secret, ZERO, 0)).hex()
    genesis = TurnFile(
        format="pbem/1", game="", seq=0, prev="", seat=first.name, nonce="0" * 64,
        sent="2026-01-01T00:00:00Z", dice=DicePart(commit=seed), hash=game,
        annex=AnnexPart(age="not encrypted here"),
        genesis=GenesisPart(
            system=system.name, scenario=scenario, revision=1, rules=rules.book.hash,
            scenario_hash="0" * 64, program="test", options=dict(prepared.options),
        ),
        seats=tuple(
            SeatPart(name=name, side=side, holder=name, email="", key="")
            for name, side in prepared.sides.items()
        ),
    )  # fmt: skip
    begun = Match(
        rules=rules,
        fold=start(genesis, table, rules),
        links=Links(
            game=game, seq=0, hash=game, seats=tuple(players), keys=FrozenMap(),
            commits=FrozenMap({first.name: Commit(seq=0, commit=seed)}),
        ),
        seats=players,
    )  # fmt: skip
    while begun.fold.joins:
        begun.join()
    return begun


def played(begun: Match, player: Player) -> Match:
    """The same game at its end, with one player for all seats."""
    for _ in range(MOST_FILES):
        if begun.is_over:
            return begun
        begun.step(player)
    raise AssertionError(f"the game has not ended after {MOST_FILES} files")
