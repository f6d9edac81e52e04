"""A game under way without mail, of any system: turn files made and taken in memory.

Files are not signed and annexes not encrypted; all else is the real thing: seeds and witnesses,
sealed items, charts under Merkle roots, openings with their proofs, the fold, and the hidden state
of each seat, read back from what its own file seals.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import partial
from hashlib import sha256
from typing import Any

from pbem.chain import Commit, Links
from pbem.codec import ZERO
from pbem.dice import commitment, seed_for
from pbem.engine.fold import concluded, resolve, take, unseal
from pbem.engine.hidden import Breach, Disclosed, Hidden, Scene
from pbem.engine.items import opened_by_orders
from pbem.engine.ledger import (
    REFEREE,
    Fold,
    Outcome,
    Rules,
    Thrown,
    is_over,
    last_order,
    players,
    side_of,
    state_digest,
    writer,
)
from pbem.engine.orders import (
    Disclose,
    End,
    Order,
    decode_orders,
    encode_order,
    stands_alone,
)
from pbem.engine.steps import View
from pbem.engine.views import check_orders, decision_for, view_of
from pbem.errors import Problem
from pbem.frozen import Value, replace
from pbem.merkle import proof_for, root_of
from pbem.seal import commitment as item_commitment
from pbem.seal import committing, salt_for
from pbem.turnfile import (
    AnnexPart,
    ChartsPart,
    DicePart,
    JoinPart,
    OpenPart,
    SealedPart,
    StatePart,
    TurnFile,
)

Player = Callable[[View[Any]], tuple[Order, ...]]

PLAIN = bytes(32)
"""The salt of all items where nothing is to be hidden."""


@dataclass
class Seat:
    """One player's side of a game: its secret, its hidden state, what its files have sealed."""

    name: str
    secret: bytes
    private: Any = None
    items: dict[int, Mapping[str, str]] = field(default_factory=dict)


class Filed(Value, kw_only=False):
    """A file that was written: by whom, in which turn, what it answered, opened and sealed."""

    seq: int
    seat: str
    turn: int
    asked: str
    covers: tuple[str, ...]
    opened: tuple[str, ...]
    sealed: tuple[str, ...]
    orders: tuple[Order, ...]


@dataclass
class Match:
    """A game under way; `scenes` are everything so far, `files` what was written after joining.

    `thrown` are the rolls, each with the file it belongs to and the one that opened it. A `doctor`
    changes the contents of items before they are sealed, as no honest program does. In a plain
    one all items have the same salt, which saves a third of the time and hides nothing.
    """

    rules: Rules[Any]
    fold: Fold[Any]
    links: Links
    seats: dict[str, Seat]
    start: Any
    scenes: list[Scene[Any]] = field(default_factory=list)
    files: list[Filed] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    disclosed: dict[str, list[Disclosed[Any]]] = field(default_factory=dict)
    since: dict[str, tuple[Scene[Any], ...]] = field(default_factory=dict)
    doctor: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None
    is_plain: bool = False
    leaves: dict[str, tuple[int, list[bytes]]] = field(default_factory=dict)

    def branch(self) -> "Match":
        """The same game, to be played on in another way."""
        seats = (changed(seat, items=dict(seat.items)) for seat in self.seats.values())
        return changed(
            self, seats={seat.name: seat for seat in seats},
            scenes=list(self.scenes), files=list(self.files), thrown=list(self.thrown),
            disclosed={name: list(files) for name, files in self.disclosed.items()},
            since=dict(self.since), leaves=dict(self.leaves),
        )  # fmt: skip

    def become(self, other: "Match") -> None:
        """Go on as another game of these seats, which is left as it is."""
        seats, then = self.seats, other.branch()
        vars(self).update({**vars(then), "seats": seats})
        for name, seat in then.seats.items():
            seats[name].private = seat.private
            seats[name].items.clear()
            seats[name].items.update(seat.items)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.fold, self.rules)

    @property
    def game(self) -> Any:
        """The public state."""
        return self.fold.table.game

    # --- what the next seat sees ---

    def seat(self) -> Seat:
        """The seat that writes next."""
        return self.seats[writer(self.fold)]

    def ahead(self) -> Outcome[Any]:
        """The fold as the next file finds it, its own seed and items opened (protocol 6)."""
        seat = self.seat()
        return self._unsealed(self._seen(seat), partial(self._open, seat))

    def view(self, ahead: Outcome[Any] | None = None) -> View[Any]:
        """What the next seat sees when it writes."""
        seat, ahead = self.seat(), ahead or self.ahead()
        sealed = (item for item in ahead.fold.sealed if item.seat == seat.name)
        own = {item.id: seat.items[item.seq][item.id] for item in sealed}
        return view_of(ahead.fold, self.rules, seat.name, own, self.private(ahead))

    def private(self, ahead: Outcome[Any]) -> Any:
        """The next seat's hidden state, with what its own seed has brought to light."""
        private = self.seat().private
        for scene in ahead.scenes if private is not None else ():
            private = self._hidden.learn(private, scene, self.rules.charts)
        return private

    def refused(self, *orders: Order) -> tuple[Problem, ...]:
        """What the next seat's own program says against its orders."""
        ahead = self.ahead()
        return self._problems(ahead, self.view(ahead), orders)

    def wrong(self, *orders: Order) -> list[str]:
        """The same in words, without its place."""
        return [str(replace(one, where="")) for one in self.refused(*orders)]

    def _problems(
        self, ahead: Outcome[Any], view: View[Any], orders: tuple[Order, ...]
    ) -> tuple[Problem, ...]:
        found = check_orders(ahead.fold, self.rules, view.seat, orders, view.own, view.private)
        return tuple(found)

    # --- moving on ---

    def step(self, player: Player) -> None:
        """The next seat writes its file by a player's orders, and everybody takes it."""
        ahead = self.ahead()
        view = self.view(ahead)
        last = (self.last(),) if writer(ahead.fold) == view.seat else ()
        orders = last if is_over(ahead.fold, self.rules) else player(view)
        problems = self._problems(ahead, view, orders)
        assert not problems, (view.seat, view.decision, problems)
        self.put(view, orders)

    def last(self) -> Order:
        """The order of the next seat's last file."""
        if last_order(self.fold, self.rules) is Disclose:
            return Disclose(secret=self.seat().secret.hex())
        return End()

    def put(self, view: View[Any], orders: tuple[Order, ...]) -> None:
        """Compose the file of some orders, legal or not, and take it."""
        system = self.rules.system
        referees = self._is_referee(view.seat)
        if referees or (stands_alone(orders) and system.hidden is None):
            public, items = orders, {}
        else:
            public, items = system.seal(view, orders, self.rules.charts)
        self.write(public, self.doctor(items) if self.doctor else items, orders)

    def write(
        self, public: tuple[Order, ...], items: Mapping[str, str], orders: tuple[Order, ...] = ()
    ) -> None:
        """The next seat's file with what stands in it openly and what it seals, honest or not."""
        seat, seq, opened = self.seat(), self.links.seq + 1, list[OpenPart]()

        def find(fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
            found = self._open(seat, fold, wanted)
            opened.extend(found)
            return found

        seen = self._seen(seat)
        ahead = self._unsealed(seen, find)
        if concluded(ahead, self.rules, seat.name, public):
            public = (*public, Disclose(secret=seat.secret.hex()))
        asked = decision_for(ahead.fold, self.rules, seat.name)
        find(ahead.fold, opened_by_orders(ahead.fold, self.rules, seat.name, public))
        ids = self._chart_ids(ahead.fold, seat)
        commit = self.commits_in(seat, seq)
        commits = {id_: commit(id_, text) for id_, text in items.items()}
        file = replace(
            self._frame(seat),
            state=StatePart(digest=state_digest(seen.fold)),
            order=tuple(encode_order(order) for order in public),
            charts=ChartsPart(root=root_of([commits[id_] for id_ in ids]).hex()) if ids else None,
            sealed=tuple(
                SealedPart(id=id_, commit=commits[id_].hex())
                for id_ in sorted(items.keys() - set(ids))
            ),
            open=tuple(opened),
        )
        seat.items[seq] = items
        self.leaves[seat.name] = (seq, [commits[id_] for id_ in ids])
        self.files.append(
            Filed(
                seq=seq, seat=seat.name, turn=ahead.turn, asked=asked.rule, covers=asked.covers,
                opened=tuple(part.id for part in opened), sealed=tuple(items), orders=orders,
            )
        )  # fmt: skip
        self._take(file)

    def join(self) -> None:
        """The next seat joins the game."""
        part = JoinPart(rules=self.rules.book.hash, scenario_hash=self.fold.scenario_hash)
        state = StatePart(digest=state_digest(self.fold))
        self._take(replace(self._frame(self.seat()), join=part, state=state))

    def _take(self, file: TurnFile) -> None:
        outcome = take(self.fold, self.rules, self.links, file)
        if self.rules.system.hidden is not None:
            self._learn(file, outcome)
            self._disclose(file, outcome)
        self.scenes += outcome.scenes
        self.thrown += outcome.thrown
        commits = self.links.commits.set(file.seat, Commit(seq=file.seq, commit=file.dice.commit))
        self.links = replace(self.links, seq=file.seq, hash=file.hash, commits=commits)
        self.fold = outcome.fold

    # --- hidden states ---

    @property
    def _hidden(self) -> Hidden[Any, Any, Any]:
        hidden = self.rules.system.hidden
        assert hidden is not None
        return hidden

    def _players(self) -> list[Seat]:
        """Everybody but a referee, who has nothing hidden."""
        return [self.seats[name] for name in players(self.fold)]

    def _is_referee(self, seat: str) -> bool:
        return side_of(self.fold, seat) == REFEREE

    def _learn(self, file: TurnFile, outcome: Outcome[Any]) -> None:
        """Hidden states move on with a file as `advance.moved_on` has it."""
        hidden, charts = self._hidden, self.rules.charts
        found = outcome.found or outcome.fold.table.game
        game = outcome.fold.table.game
        for one in () if outcome.fold.joins else self._players():
            scenes = outcome.scenes
            if one.name == file.seat and file.charts is not None:
                items = one.items[file.seq]
                ids = frozenset(hidden.chart_ids(game, one.name, charts))
                kept = {
                    i: text for i, text in items.items() if i not in ids or hidden.needed(i, charts)
                }
                orders = decode_orders(file.order, self.rules.system.orders, code="E12")
                full = {**hidden.complete(found, one.name, kept, orders, charts), **kept}
                assert self.doctor or {i: items[i] for i in full} == full, (
                    "an item that follows from others differs"
                )
                one.private = hidden.read(game, one.name, items, charts)
                scenes = outcome.scenes[outcome.settled :]
            elif self.fold.joins:
                one.private = hidden.set_up(self.game, one.name, charts)
            for scene in scenes:
                one.private = hidden.learn(one.private, scene, charts)

    def _disclose(self, file: TurnFile, outcome: Outcome[Any]) -> None:
        """Keep what an audit will be told of a file (protocol 8)."""
        for name in self.seats:
            self.since[name] = (*self.since.get(name, ()), *outcome.scenes)
        if file.charts is None:
            return
        late = outcome.scenes[outcome.settled :]
        before = self.since[file.seat]
        one = Disclosed(
            seq=file.seq,
            turn=outcome.turn,
            covers=outcome.covers,
            before=before[: len(before) - len(late)],
            found=outcome.found or outcome.fold.table.game,
            orders=decode_orders(file.order, self.rules.system.orders, code="E12"),
            items=self.seats[file.seat].items[file.seq],
            after=late,
        )
        self.disclosed.setdefault(file.seat, []).append(one)
        self.since[file.seat] = late

    def audit(self) -> list[Breach]:
        """What the audits of all seats find; nothing in a game without charts."""
        return [
            breach
            for name, files in self.disclosed.items()
            for breach in self._hidden.audit(
                name, self._hidden.set_up(self.start, name, self.rules.charts), tuple(files),
                self.rules.charts,
            )
        ]  # fmt: skip

    # --- parts of files ---

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

    def _seen(self, seat: Seat) -> Outcome[Any]:
        """The fold with the seat's own seed open, its items closed."""
        return resolve(self.fold, self.rules, seat.name, self.links.seq + 1, self._reveal(seat))

    def _unsealed(
        self,
        seen: Outcome[Any],
        find: Callable[[Fold[Any], tuple[str, ...]], tuple[OpenPart, ...]],
    ) -> Outcome[Any]:
        return unseal(seen, self.rules, self.links.game, self.seat().name, find)

    def _open(self, seat: Seat, fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
        return tuple(self._opening(seat, fold, id_) for id_ in wanted)

    def _opening(self, seat: Seat, fold: Fold[Any], id_: str) -> OpenPart:
        """A single item opened, or a chart with its proof under the seat's newest root."""
        roots = {root.seat: root.seq for root in fold.roots}
        single = {item.id: item.seq for item in fold.sealed if item.seat == seat.name}
        seq = single[id_] if id_ in single else roots[seat.name]
        items, proof = seat.items[seq], tuple[bytes, ...]()
        if id_ not in single:
            ids = self._chart_ids(fold, seat)
            leaves = self._leaves(seat, seq, ids)
            proof = proof_for(leaves, ids.index(id_))
        salt, hashes = self._salt(seat, seq, id_).hex(), tuple(one.hex() for one in proof)
        return OpenPart(seq=seq, id=id_, salt=salt, content=items[id_], proof=hashes)

    def _leaves(self, seat: Seat, seq: int, ids: tuple[str, ...]) -> list[bytes]:
        """The commitments to a file's charts: those of a seat's last file are known."""
        if self.leaves.get(seat.name, (0, []))[0] != seq:
            commit = self.commits_in(seat, seq)
            made = [commit(one, seat.items[seq][one]) for one in ids]
            self.leaves[seat.name] = (seq, made)
        return self.leaves[seat.name][1]

    def _chart_ids(self, fold: Fold[Any], seat: Seat) -> tuple[str, ...]:
        hidden, game = self.rules.system.hidden, fold.table.game
        if hidden is None or self._is_referee(seat.name):
            return ()
        return hidden.chart_ids(game, seat.name, self.rules.charts)

    def commits_in(self, seat: Seat, seq: int) -> Callable[[str, str], bytes]:
        """What commits to the items of a seat's file, by id and content."""
        game = bytes.fromhex(self.links.game)
        if self.is_plain:
            return lambda id_, text: item_commitment(game, seat.name, seq, id_, PLAIN, text)
        return committing(seat.secret, game, seat.name, seq)

    def _salt(self, seat: Seat, seq: int, id_: str) -> bytes:
        if self.is_plain:
            return PLAIN
        return salt_for(seat.secret, bytes.fromhex(self.links.game), seq, id_)
