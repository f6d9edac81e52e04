"""Whole games of Cartwheel without mail: both seats' turn files, made and taken in memory.

Files are not signed and annexes not encrypted; all else is the real thing: seeds and witnesses,
charts under Merkle roots, openings with proofs, the fold, and both seats' hidden states, each read
back from what its own file seals.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.chain import Commit, Links
from pbem.codec import ZERO
from pbem.dice import commitment, seed_for
from pbem.engine.charts import read_rule_book
from pbem.engine.fold import concluded, resolve, start, take, unseal
from pbem.engine.ledger import Fold, Outcome, Rules, is_over, state_digest, writer
from pbem.engine.orders import Disclose, Order, decode_orders, encode_order
from pbem.engine.steps import Breach, Disclosed, Scene, View
from pbem.engine.views import check_orders, view_of
from pbem.frozen import FrozenMap, Value, replace
from pbem.merkle import proof_for, root_of
from pbem.seal import commitment as item_commitment
from pbem.seal import salt_for
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.state import Game
from pbem.turnfile import (
    AnnexPart,
    ChartsPart,
    DicePart,
    GenesisPart,
    JoinPart,
    OpenPart,
    SealedPart,
    SeatPart,
    StatePart,
    TurnFile,
)
from tests.systems.cartwheel.tabletop import CHARTS, RULES

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "cartwheel"
BOOK = read_rule_book({path.name: path.read_bytes() for path in RULES.glob("*.toml")})
REAL = Rules(system=CARTWHEEL, charts=CHARTS, book=BOOK)
SEATS = ("japanese", "allied")

Player = Callable[[View[Game]], tuple[Order, ...]]


@dataclass
class Seat:
    """One player's side of a game: its secret, its hidden state, what its files have sealed."""

    name: str
    secret: bytes
    private: Private | None = None
    items: dict[int, Mapping[str, str]] = field(default_factory=dict)


class Filed(Value, kw_only=False):
    """A file that was written: by whom, in which turn, at which step, for which decision."""

    seq: int
    seat: str
    turn: int
    asked: str
    covers: tuple[str, ...]
    orders: tuple[Order, ...]


@dataclass
class Match:
    """A game under way; `scenes` are everything so far, `files` what was written after joining.

    A `doctor` changes the contents of items before they are sealed, as no honest program does.
    """

    fold: Fold[Game]
    links: Links
    seats: dict[str, Seat]
    start: Game
    scenes: list[Scene[Game]] = field(default_factory=list)
    files: list[Filed] = field(default_factory=list)
    disclosed: dict[str, list[Disclosed[Game]]] = field(default_factory=dict)
    since: dict[str, tuple[Scene[Game], ...]] = field(default_factory=dict)
    doctor: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.fold, REAL)

    @property
    def game(self) -> Game:
        """The public state."""
        return self.fold.table.game

    # --- what the next seat sees ---

    def seat(self) -> Seat:
        """The seat that writes next."""
        return self.seats[writer(self.fold)]

    def ahead(self) -> Outcome[Game]:
        """The fold as the next file finds it, its own seed and items opened (protocol 6)."""
        seat = self.seat()
        seen = resolve(self.fold, REAL, seat.name, self.links.seq + 1, self._reveal(seat))
        return unseal(
            seen, REAL, self.links.game, seat.name, lambda f, ids: self._open(seat, f, ids)
        )

    def view(self, ahead: Outcome[Game]) -> View[Game]:
        """What the next seat sees when it writes."""
        seat = self.seat()
        return view_of(ahead.fold, REAL, seat.name, {}, self.private(ahead))

    def private(self, ahead: Outcome[Game]) -> Private | None:
        """The next seat's hidden state, with what its own seed has brought to light."""
        private = self.seat().private
        for scene in ahead.scenes if private is not None else ():
            private = hidden().learn(private, scene, CHARTS)
        return private

    # --- moving on ---

    def step(self, player: Player) -> None:
        """The next seat writes its file by a player's orders, and everybody takes it."""
        seat, ahead = self.seat(), self.ahead()
        view = self.view(ahead)
        orders = (
            (Disclose(secret=seat.secret.hex()),) if is_over(ahead.fold, REAL) else player(view)
        )
        problems = check_orders(ahead.fold, REAL, seat.name, orders, {}, view.private)
        assert not problems, (seat.name, view.decision, problems)
        self.put(seat, ahead, view, orders)

    def put(
        self, seat: Seat, ahead: Outcome[Game], view: View[Game], orders: tuple[Order, ...]
    ) -> None:
        """Compose the file of some orders and take it."""
        public, items = CARTWHEEL.seal(view, orders, CHARTS)
        if concluded(ahead, REAL, seat.name, public):
            public = (*public, Disclose(secret=seat.secret.hex()))
        items = self.doctor(items) if self.doctor else items
        asked, seq = view.decision, self.links.seq + 1
        self.files.append(
            Filed(
                seq=seq,
                seat=seat.name,
                turn=ahead.turn,
                asked=asked.rule,
                covers=asked.covers,
                orders=orders,
            )
        )
        ids = hidden().chart_ids(view.game, seat.name, CHARTS)
        place = (seat.secret, bytes.fromhex(self.links.game), seat.name, seq)
        commits = {id_: _commit(*place, id_, content) for id_, content in items.items()}
        opened: list[OpenPart] = []

        def find(fold: Fold[Game], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
            found = self._open(seat, fold, wanted)
            opened.extend(found)
            return found

        seen = resolve(self.fold, REAL, seat.name, seq, self._reveal(seat))
        unseal(seen, REAL, self.links.game, seat.name, find)
        shown = hidden().openings(ahead.fold.table.game, seat.name, public, CHARTS)
        file = replace(
            self._frame(seat),
            state=StatePart(digest=state_digest(seen.fold)),
            order=tuple(encode_order(order) for order in public),
            charts=ChartsPart(root=root_of([commits[id_] for id_ in ids]).hex()),
            sealed=tuple(
                SealedPart(id=id_, commit=commits[id_].hex())
                for id_ in sorted(items.keys() - set(ids))
            ),
            open=(*opened, *self._open(seat, ahead.fold, shown)),
            annex=AnnexPart(age="not encrypted here"),
        )
        seat.items[file.seq] = items
        self._take(seat, file)

    def join(self) -> None:
        """The next seat joins the game."""
        seat = self.seat()
        part = JoinPart(rules=BOOK.hash, scenario_hash=self.fold.scenario_hash)
        digest = state_digest(self.fold)
        frame = self._frame(seat)
        self._take(
            seat,
            replace(frame, join=part, state=StatePart(digest=digest), annex=AnnexPart(age="none")),
        )

    def _take(self, seat: Seat, file: TurnFile) -> None:
        """Everybody takes a file; hidden states move on as `annexes.moved_on` has it."""
        outcome = take(self.fold, REAL, self.links, file)
        joined = bool(self.fold.joins)
        game = outcome.found or outcome.fold.table.game
        for one in () if outcome.fold.joins else self.seats.values():
            scenes = outcome.scenes
            if one is seat and file.charts is not None:
                items = seat.items[file.seq]
                kept = {i: text for i, text in items.items() if hidden().needed(i, CHARTS)}
                full = {**hidden().complete(game, seat.name, kept, CHARTS), **kept}
                assert self.doctor or {i: items[i] for i in full} == full, (
                    "an item that follows from others differs"
                )
                one.private = hidden().read(game, one.name, items, CHARTS)
                scenes = outcome.scenes[outcome.settled :]
            elif joined:
                one.private = hidden().set_up(self.game, one.name, CHARTS)
            for scene in scenes:
                one.private = hidden().learn(one.private, scene, CHARTS)
        self._disclose(seat, file, outcome)
        self.scenes += outcome.scenes
        self.links = _follow(self.links, file)
        self.fold = outcome.fold

    def _disclose(self, seat: Seat, file: TurnFile, outcome: Outcome[Game]) -> None:
        """Keep what an audit will be told of a file (protocol 8)."""
        for name in self.seats:
            self.since[name] = (*self.since.get(name, ()), *outcome.scenes)
        if file.charts is None:
            return
        late = outcome.scenes[outcome.settled :]
        before = self.since[seat.name]
        one = Disclosed(
            seq=file.seq,
            turn=outcome.turn,
            covers=outcome.covers,
            before=before[: len(before) - len(late)],
            found=outcome.found or outcome.fold.table.game,
            orders=decode_orders(file.order, CARTWHEEL.orders, code="E12"),
            items=seat.items[file.seq],
            after=late,
        )
        self.disclosed.setdefault(seat.name, []).append(one)
        self.since[seat.name] = late

    def audit(self) -> list[Breach]:
        """What the audits of both seats find."""
        return [
            breach
            for name, files in self.disclosed.items()
            for breach in hidden().audit(
                name, hidden().set_up(self.start, name, CHARTS), tuple(files), CHARTS
            )
        ]

    def _frame(self, seat: Seat) -> TurnFile:
        seq = self.links.seq + 1
        game = bytes.fromhex(self.links.game)
        commit = commitment(game, seat.name, seq, seed_for(seat.secret, game, seq)).hex()
        return TurnFile(
            format="pbem/1", game=self.links.game, seq=seq, prev=self.links.hash, seat=seat.name,
            nonce="0" * 64, sent="2026-01-01T00:00:00Z",
            dice=DicePart(commit=commit, reveal=self._reveal(seat)),
            hash=sha256(f"{self.links.hash}/{seq}/{seat.name}".encode()).hexdigest(),
        )  # fmt: skip

    def _reveal(self, seat: Seat) -> str | None:
        commit = self.links.commits.get(seat.name)
        if commit is None:
            return None
        game = bytes.fromhex(self.links.game) if commit.seq else ZERO
        return seed_for(seat.secret, game, commit.seq).hex()

    def _open(self, seat: Seat, fold: Fold[Game], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
        return tuple(self._opening(seat, fold, id_) for id_ in wanted)

    def _opening(self, seat: Seat, fold: Fold[Game], id_: str) -> OpenPart:
        single = next((i for i in fold.sealed if (i.seat, i.id) == (seat.name, id_)), None)
        root = next((root for root in fold.roots if root.seat == seat.name), None)
        seq = single.seq if single else root.seq if root else 0
        items, game = seat.items[seq], bytes.fromhex(self.links.game)
        proof: tuple[bytes, ...] = ()
        if single is None:
            ids = hidden().chart_ids(fold.table.game, seat.name, CHARTS)
            leaves = [_commit(seat.secret, game, seat.name, seq, one, items[one]) for one in ids]
            proof = proof_for(leaves, ids.index(id_))
        salt = salt_for(seat.secret, game, seq, id_).hex()
        return OpenPart(
            seq=seq, id=id_, salt=salt, content=items[id_], proof=tuple(one.hex() for one in proof)
        )


def hidden() -> Any:
    """The hidden side of the game."""
    assert CARTWHEEL.hidden is not None
    return CARTWHEEL.hidden


def _commit(secret: bytes, game: bytes, seat: str, seq: int, id_: str, content: str) -> bytes:
    return item_commitment(game, seat, seq, id_, salt_for(secret, game, seq, id_), content)


def _follow(links: Links, file: TurnFile) -> Links:
    commits = links.commits.set(file.seat, Commit(seq=file.seq, commit=file.dice.commit))
    return replace(links, seq=file.seq, hash=file.hash, commits=commits)


def match(
    scenario: str, number: int = 0, change: Callable[[dict[str, Any]], None] | None = None
) -> Match:
    """A game at its first file after both have joined; `number` makes its secrets, so its dice.

    `change` makes another scenario of the one that ships.
    """
    table = tomllib.loads((SCENARIOS / f"{scenario}.toml").read_text())
    if change is not None:
        change(table)
    prepared = CARTWHEEL.prepare(table, SEATS, {})
    seats = {
        name: Seat(name=name, secret=sha256(f"{number}/{name}".encode()).digest())
        for name in prepared.sides
    }
    first = next(iter(seats.values()))
    game = sha256(f"game {scenario} {number}".encode()).hexdigest()
    seed = commitment(ZERO, first.name, 0, seed_for(first.secret, ZERO, 0)).hex()
    genesis = TurnFile(
        format="pbem/1", game="", seq=0, prev="", seat=first.name, nonce="0" * 64,
        sent="2026-01-01T00:00:00Z", dice=DicePart(commit=seed), hash=game,
        annex=AnnexPart(age="not encrypted here"),
        genesis=GenesisPart(
            system="cartwheel", revision=1,
            scenario=scenario, rules=BOOK.hash, scenario_hash="0" * 64,
            program="test", options=dict(prepared.options),
        ),
        seats=tuple(
            SeatPart(name=name, side=side, holder=name, email="", key="")
            for name, side in prepared.sides.items()
        ),
    )  # fmt: skip
    fold = start(genesis, table, REAL)
    begun = Match(
        fold=fold,
        start=fold.table.game,
        links=Links(
            game=game, seq=0, hash=game, seats=tuple(seats), keys=FrozenMap(),
            commits=FrozenMap({first.name: Commit(seq=0, commit=seed)}),
        ),
        seats=seats,
    )  # fmt: skip
    while begun.fold.joins:
        begun.join()
    return begun


def played(
    scenario: str, players: Mapping[str, Player], number: int = 0, most: int = 2_000
) -> Match:
    """A whole game."""
    begun = match(scenario, number)
    for _ in range(most):
        if begun.is_over:
            return begun
        begun.step(players[begun.seat().name])
    raise AssertionError(f"{scenario} has not ended after {most} files")
