"""A game's folder as it is: one seat's position in the chain, and what that seat may see."""

from collections.abc import Iterable, Mapping
from copy import copy
from pathlib import Path
from typing import Any, Literal

from pbem.chain import Links, begin, check_link
from pbem.engine.fold import concluded, is_statement, resolve, take, unseal
from pbem.engine.genesis import start
from pbem.engine.hidden import Scene
from pbem.engine.ledger import REFEREE, Fold, Outcome, Rules, is_over, players, side_of, writer
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.engine.views import decision_for, view_of
from pbem.errors import Problem, Refused, refuse
from pbem.frozen import Value
from pbem.game.annexes import Place, kept_in
from pbem.merkle import proof_for
from pbem.scan import Scanned, scan
from pbem.seal import annex_bytes
from pbem.store import shelf
from pbem.store.folder import Folder
from pbem.store.journal import Journal
from pbem.turnfile import OpenPart, TurnFile, read


class Receipt(Value):
    """What became of a file: `applied`, `known` (it was here already), dropped from the inbox.

    `aside` is one that stood in the chain and is a second version. `problems` are set for what
    did not hold.
    """

    what: Literal["applied", "known", "dropped", "aside"]
    seq: int
    seat: str
    outcome: Outcome[Any] | None = None
    message: str = ""
    problems: tuple[Problem, ...] = ()


class Ahead(Value):
    """What a seat's next file opens: the fold with its dice open, then with its items, too."""

    resolved: Fold[Any]
    outcome: Outcome[Any]
    opened: tuple[OpenPart, ...] = ()


class Session:
    """One seat's open game; `links` and `fold` move on with every file that is applied.

    `private` is the seat's own hidden state in a game with charts, None in any other game and
    while the game secret is missing, and `charted` are the contents of the items of its newest file
    with charts: some follow from a public state that is gone. `taken_up` are the files that waited
    in the inbox when it was opened. One that is `supposed` stands where other seats' files have not
    come yet (see `game/coming`): it is looked at, and never moved on.
    """

    def __init__(
        self, folder: Folder, seat: str, rules: Rules[Any], links: Links, fold: Fold[Any]
    ) -> None:
        self.folder = folder
        self.seat = seat
        self.rules = rules
        self.links = links
        self.fold = fold
        self.private: Any = None
        self.charted: Mapping[str, str] = {}
        self.taken_up: tuple[Receipt, ...] = ()
        self.unwritten: tuple[Problem, ...] = ()
        self.moved: tuple[Path, ...] = ()
        self.supposed = False
        self._ahead: Ahead | None = None

    @property
    def next_seq(self) -> int:
        """The number of the file that comes next."""
        return self.links.seq + 1

    @property
    def opened_dice(self) -> str:
        """The dice that the next file opens, in words; empty if it opens none."""
        owner, is_due = self.fold.owner, self.fold.waits == writer(self.fold)
        return f"the dice of file {owner.seq}" if owner is not None and is_due else ""

    def file(self, seq: int) -> tuple[str, bytes]:
        """The seat and the bytes of file `seq`; raises `Refused` (code `file`) if there is none."""
        found = self.folder.at(seq, self.links.seats)
        if found is None:
            hint = f"the last one is file {self.links.seq}"
            raise refuse("file", f"there is no file {seq} in this game", hint=hint)
        return found

    @property
    def opened(self) -> str:
        """What this seat's file is needed for, whatever it orders, in words; empty for nothing."""
        closed = decision_for(self.fold, self.rules, self.seat).opens
        return self.opened_dice or ("what you have sealed" if closed else "")

    @property
    def is_mine(self) -> bool:
        """Whether this seat is the one to write."""
        return writer(self.fold) == self.seat

    @property
    def journal(self) -> Journal:
        """The sign-once journal beside this seat's key."""
        return Journal.of(self.links.keys[self.seat])

    def secret(self) -> bytes:
        """The game secret of this seat; raises `Refused` if the private side is lost."""
        secret = self.folder.secret()
        if secret is None:
            raise refuse(
                "folder", "the private side of this game is missing", where="private/secret",
                hint="run 'pbem restore': it is rebuilt from your files and key",
            )  # fmt: skip
        return secret

    def move_to(self, links: Links, fold: Fold[Any], private: Any) -> None:
        """Stand at another position of the chain, with the hidden state that belongs to it."""
        self.links, self.fold, self.private, self._ahead = links, fold, private, None

    def supposing(self, links: Links, ahead: Ahead) -> "Session":
        """This seat's session as it would be where its next file opens what `ahead` says."""
        twin = copy(self)
        twin.links, twin.fold, twin.supposed, twin._ahead = links, ahead.resolved, True, ahead
        return twin

    def anywhere(self) -> "Session":
        """This seat's session at a file that nobody can foresee: its orders cannot be judged."""
        return self.supposing(self.links, self.next_file())

    def own_seed(self) -> str | None:
        """The seed that this seat's next file opens, in hex; None before its first file."""
        commit = self.links.commits.get(self.seat)
        return None if commit is None else self.place(commit.seq).seed.hex()

    def ahead(self) -> Outcome[Any]:
        """The fold as this seat's next file finds it: its own seed and items opened.

        Only the seat that writes next sees further than the others (protocol 6).
        """
        return self.next_file().outcome

    def next_file(self) -> Ahead:
        """What this seat's next file opens, whatever its orders are."""
        if self._ahead is None:
            self._ahead = self._look_ahead()
        return self._ahead

    def _look_ahead(self) -> Ahead:
        if not self.is_mine or self.fold.joins:
            outcome = Outcome(fold=self.fold, turn=self.fold.table.turn, seq=self.next_seq)
            return Ahead(resolved=self.fold, outcome=outcome)
        parts: list[OpenPart] = []

        def find(fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
            found = self.openings(fold, wanted)
            parts.extend(found)
            return found

        resolved = resolve(self.fold, self.rules, self.seat, self.next_seq, self.own_seed())
        outcome = unseal(resolved, self.rules, self.links.game, self.seat, find)
        return Ahead(resolved=resolved.fold, outcome=outcome, opened=tuple(parts))

    def final(self) -> Outcome[Any]:
        """As `ahead`, with own statements made where these end the game (protocol 12)."""
        ahead, hidden = self.ahead(), self.rules.system.hidden
        if hidden is None or not self.is_mine or is_over(ahead.fold, self.rules):
            return ahead
        return concluded(ahead, self.rules, self.seat, self.statements()) or ahead

    def statements(self) -> tuple[Order, ...]:
        """What this seat's next file states, whatever its orders are."""
        view = self.view()
        if view.private is None or view.decision.covers:
            return ()
        orders, _ = self.rules.system.seal(view, (), self.rules.charts)
        return tuple(order for order in orders if is_statement(order, self.rules))

    def openings(self, fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
        """Own items opened for the next file: single ones, charts with proofs (protocol 7)."""
        singles = {item.id: item.seq for item in fold.sealed if item.seat == self.seat}
        root = next((root.seq for root in fold.roots if root.seat == self.seat), 0)
        places = {id_: self.place(singles.get(id_, root)) for id_ in wanted}
        alone = {places[id_].seq for id_ in wanted if id_ in singles}
        found = {seq: self.own_contents(seq) for seq in alone} | {root: self.charted}
        charts = [id_ for id_ in wanted if id_ not in singles]
        proofs = self._proofs(fold, charts) if charts else {}
        return tuple(
            OpenPart(
                seq=place.seq, id=id_, salt=place.salt(id_).hex(),
                content=found[place.seq][id_], proof=proofs.get(id_, ()),
            )
            for id_, place in places.items()
        )  # fmt: skip

    def sealed_contents(self) -> Mapping[str, str]:
        """The contents of own items that are sealed and not open yet, by id.

        In a game with charts the hidden state holds them (`own_private`).
        """
        if self.rules.system.hidden is not None:
            return {}
        mine = [item for item in self.fold.sealed if item.seat == self.seat]
        found = {seq: self.own_contents(seq) for seq in {item.seq for item in mine}}
        return {item.id: found[item.seq][item.id] for item in mine}

    def own_contents(self, seq: int) -> Mapping[str, str]:
        """The contents of the items in the annex of this seat's file `seq`."""
        raw = self.folder.find("chain", seq, self.seat)
        if raw is None:
            raise refuse(
                "folder", f"your file {seq} is missing from the chain", where="chain",
                hint="put it back from your mail, or use a copy of the folder",
            )  # fmt: skip
        try:
            return kept_in(self.place(seq), read(scan(raw)))
        except Refused as refused:
            raise Refused(*(p.within(f"your file {seq}") for p in refused.problems)) from None

    def place(self, seq: int) -> Place:
        """What the items of this seat's file `seq` are bound to."""
        return Place(secret=self.secret(), game=self.links.game, seat=self.seat, seq=seq)

    def _proofs(self, fold: Fold[Any], wanted: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """For each of some items of the newest charts, the proof that it stands in them."""
        hidden = self.rules.system.hidden
        root = next(root for root in fold.roots if root.seat == self.seat)
        assert hidden is not None
        ids = hidden.chart_ids(fold.table.game, self.seat, self.rules.charts)
        commit = self.place(root.seq).commit
        commits = [commit(id_, self.charted[id_]) for id_ in ids]
        proofs = {id_: proof_for(commits, ids.index(id_)) for id_ in wanted}
        return {id_: tuple(one.hex() for one in proof) for id_, proof in proofs.items()}

    def last_size(self) -> int:
        """The padded size of the annex in this seat's last file, in bytes; 0 if it has none."""
        commit = self.links.commits.get(self.seat)
        seq = commit.seq if commit else 0
        raw = self.folder.find("chain", seq, self.seat)
        file = read(scan(raw)) if raw else None
        if file is None or file.annex is None or not file.annex.age:
            return 0
        return annex_bytes(file.annex.age, self.place(seq).identity)

    @property
    def has_private(self) -> bool:
        """Whether this seat has a hidden state: a player in a game with charts, all joined."""
        if self.rules.system.hidden is None or self.fold.joins:
            return False
        return side_of(self.fold, self.seat) != REFEREE

    def learnt(self, private: Any, scenes: Iterable[Scene[Any]]) -> Any:
        """The hidden state with what has become public drawn into it."""
        hidden = self.rules.system.hidden
        if hidden is None or private is None:
            return private
        for scene in scenes:
            private = hidden.learn(private, scene, self.rules.charts)
        return private

    def chart_ids(self, seat: str) -> tuple[str, ...]:
        """The ids of a seat's chart items in the order of the tree's leaves (protocol 7).

        Raises `Refused` if the game has no charts, or no such player's seat.
        """
        hidden, seats = self.rules.system.hidden, players(self.fold)
        if hidden is None:
            what = f"{self.rules.system.title} has no charts"
            raise refuse("option", what, hint="nothing is hidden on its table")
        if seat not in seats:
            hint = f"the players' seats are {', '.join(seats)}"
            raise refuse("option", f"no player's seat is called '{seat[:40]}'", hint=hint)
        return hidden.chart_ids(self.fold.table.game, seat, self.rules.charts)

    def own_private(self) -> Any:
        """The hidden state as this seat's next file finds it; None where there is none."""
        if self.private is None and self.has_private:
            self.secret()  # says what is missing, and what to do
        return self.learnt(self.private, self.ahead().scenes)

    def view(self) -> View[Any]:
        """What this seat may see now; for the writer, with its own seed opened."""
        fold, own = self.ahead().fold, self.sealed_contents()
        return view_of(fold, self.rules, self.seat, own, self.own_private())

    def judge(self, scanned: Scanned, file: TurnFile) -> Outcome[Any]:
        """E07 to E12 for a file whose identity is checked."""
        check_link(self.links, scanned)
        return take(self.fold, self.rules, self.links, file)


def from_genesis(folder: Folder, seat: str) -> Session:
    """A session that stands right behind the genesis of the folder's chain."""
    return begun(folder, seat, scan(genesis_of(folder)))


def genesis_of(folder: Folder) -> bytes:
    """The genesis in a folder's chain; raises `Refused` if there is none."""
    found = folder.names("chain")[:1]
    raw = folder.find("chain", *found[0]) if found else None
    if raw is None:
        hint = "put the game's files back into the folder 'chain'"
        raise refuse("folder", "the chain has no genesis", where="chain", hint=hint)
    return raw


def begun(folder: Folder, seat: str, scanned: Scanned) -> Session:
    """A session from a genesis; checks that rule book and scenario are those of the game."""
    links, file = begin(scanned)
    rules, scenario = pinned(file)
    fold = start(file, scenario.table, rules)
    return Session(folder, seat, rules, links, fold)


def pinned(file: TurnFile) -> tuple[Rules[Any], shelf.Scenario]:
    """The rule book and the scenario of a genesis; raises `Refused` (E12) if ours are others."""
    part = file.genesis
    assert part is not None
    rules = shelf.load_rules(part.system)
    if part.revision != rules.system.revision:
        what = (
            f"it is played by revision {part.revision} of {rules.system.title}, "
            f"and this program knows {rules.system.revision}"
        )
        hint = f"upgrade the program; it was begun with {part.program[:30]}"
        raise refuse("E12", what, where="[genesis] revision", hint=hint)
    if part.rules != rules.book.hash:
        raise refuse(
            "E12", "your rule book is not the one that this game was started with",
            where="[genesis] rules",
            hint="'pbem rules diff' tells what differs; put its charts back into "
            f"{shelf.rules_folder(part.system)}, or use the program that started it "
            f"({part.program[:30]})",
        )  # fmt: skip
    scenario = shelf.scenario_named(f"{part.system}/{part.scenario}")
    if part.scenario_hash != scenario.hash:
        raise refuse(
            "E12", f"your scenario '{scenario.id}' is not the one that this game was started with",
            where="[genesis] scenario_hash", hint="ask the organiser for his scenario file",
        )  # fmt: skip
    return rules, scenario
