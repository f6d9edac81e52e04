"""A game folder that is open: recovered, checked against its rule book, ready to go on."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tomli_w

import pbem
from pbem.chain import Links, begin, check_identity, check_link, follow
from pbem.codec import plain
from pbem.decode import decode
from pbem.dice import seed_for
from pbem.engine.fold import concluded, is_statement, resolve, start, take, unseal
from pbem.engine.ledger import Fold, Outcome, Rules, is_over, public_state, writer
from pbem.engine.orders import Order
from pbem.engine.snapshot import freeze, thaw
from pbem.engine.steps import View
from pbem.engine.views import view_of
from pbem.errors import Problem, Refused, refuse
from pbem.game import annexes, logbook, reports, status
from pbem.game.backup import (
    SecondVersion,
    hold_against_journal,
    is_contradicted,
    is_first,
    set_aside,
)
from pbem.game.inbox import Receipt, take_up
from pbem.report.clean import written_out
from pbem.scan import Scanned, hash_of, scan
from pbem.store import shelf
from pbem.store.files import lock
from pbem.store.folder import Folder
from pbem.store.journal import Journal
from pbem.turnfile import OpenPart, TurnFile, read


class Session:
    """One seat's open game; `links` and `fold` move on with every file that is applied.

    `private` is the seat's own hidden state in a game with charts, None in any other game and
    while the game secret is missing. `taken_up` are the files that waited in the inbox when it was
    opened.
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
        self.taken_up: tuple[Receipt, ...] = ()
        self.unwritten: tuple[Problem, ...] = ()
        self._ahead: Outcome[Any] | None = None

    @property
    def next_seq(self) -> int:
        """The number of the file that comes next."""
        return self.links.seq + 1

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

    def own_seed(self) -> str | None:
        """The seed that this seat's next file opens, in hex; None before its first file."""
        commit = self.links.commits.get(self.seat)
        if commit is None:
            return None
        game = bytes.fromhex(self.links.game) if commit.seq else bytes(32)
        return seed_for(self.secret(), game, commit.seq).hex()

    def ahead(self) -> Outcome[Any]:
        """The fold as this seat's next file finds it: its own seed and items opened.

        Only the seat that writes next sees further than the others (protocol 6).
        """
        if self._ahead is None:
            self._ahead = self._look_ahead()
        return self._ahead

    def _look_ahead(self) -> Outcome[Any]:
        if not self.is_mine or self.fold.joins:
            return Outcome(fold=self.fold, turn=self.fold.table.turn)
        outcome = resolve(self.fold, self.rules, self.seat, self.next_seq, self.own_seed())
        return unseal(outcome, self.rules, self.links.game, self.seat, self.openings)

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
        """Own items opened for the next file (protocol 7)."""
        return tuple(annexes.opening(self, fold, id_) for id_ in wanted)

    def opened_ahead(self) -> tuple[OpenPart, ...]:
        """The items that this seat's next file opens, whatever its orders are."""
        parts: list[OpenPart] = []

        def find(fold: Fold[Any], wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
            found = self.openings(fold, wanted)
            parts.extend(found)
            return found

        outcome = resolve(self.fold, self.rules, self.seat, self.next_seq, self.own_seed())
        unseal(outcome, self.rules, self.links.game, self.seat, find)
        return tuple(parts)

    def sealed_contents(self) -> Mapping[str, str]:
        """The contents of own items that are sealed and not open yet, by id.

        In a game with charts the hidden state holds them (`own_private`).
        """
        if self.rules.system.hidden is not None:
            return {}
        mine = [item for item in self.fold.sealed if item.seat == self.seat]
        found = {seq: annexes.own_contents(self, seq) for seq in {item.seq for item in mine}}
        return {item.id: found[item.seq][item.id] for item in mine}

    def own_private(self) -> Any:
        """The hidden state as this seat's next file finds it; None where there is none."""
        if self.private is None and annexes.has_private(self):
            self.secret()  # says what is missing, and what to do
        return annexes.learnt(self, self.private, self.ahead().scenes)

    def view(self) -> View[Any]:
        """What this seat may see now; for the writer, with its own seed opened."""
        fold, own = self.ahead().fold, self.sealed_contents()
        return view_of(fold, self.rules, self.seat, own, self.own_private())

    # --- moving on ---

    def judge(self, scanned: Scanned, file: TurnFile) -> Outcome[Any]:
        """E07 to E12 for a file whose identity is checked."""
        check_link(self.links, scanned)
        return take(self.fold, self.rules, self.links, file)

    def apply(self, scanned: Scanned, file: TurnFile, outcome: Outcome[Any]) -> None:
        """Add a judged file to the chain, then all that is derived from it.

        The chain comes first: what is cut off behind it is made good when the folder is opened
        next. If the disk forbids it now, `unwritten` says why, and nothing more is derived.
        """
        self.folder.put("chain", file.seq, file.seat, scanned.raw)
        log = logbook.Log(self.folder)
        turns = self._enter(scanned, file, outcome, log)
        if self.unwritten:
            return
        try:
            self._post(scanned)
            log.write()
            reports.write(self.folder, reports.changed(self, turns, log))
            self.save()
        except Refused as refused:
            if any(problem.code != "disk" for problem in refused.problems):
                raise
            self.unwritten = refused.problems

    def _post(self, scanned: Scanned) -> None:
        """Lay an own file that stands in the chain into the outbox."""
        if scanned.seat == self.seat:
            self.folder.put("outbox", scanned.seq, scanned.seat, scanned.raw)

    def _enter(
        self, scanned: Scanned, file: TurnFile, outcome: Outcome[Any], log: logbook.Log
    ) -> tuple[int, ...]:
        """Enter a file that stands in the chain into the logbook and the position.

        Gives the turns of which it tells something new.
        """
        note = logbook.Note(seq=file.seq, seat=file.seat, message=file.message)
        turns = log.enter(note, outcome)
        self.private = annexes.moved_on(self, file, outcome)
        self.links = follow(self.links, scanned, file.dice.commit)
        self.fold = outcome.fold
        self._ahead = None
        return turns

    def save(self) -> None:
        """Write what is derived from the position; the snapshot last."""
        state = public_state(self.fold)
        assert isinstance(state, dict)
        self.folder.write_state(written_out(tomli_w.dumps(state)))
        self.folder.write_json("cache", "status", status.summary(self))
        if self.private is not None:
            hidden = {"hash": self.links.hash, "state": plain(self.private)}
            self.folder.write_json("private", "charts", hidden)
        snapshot = {
            "program": pbem.__version__,
            "book": self.rules.book.hash,
            "links": plain(self.links),
            "fold": freeze(self.fold),
        }
        self.folder.put_away(self.links.seq)
        self.folder.write_json("cache", "snapshot", snapshot)

    def _follow_chain(self, raw: bytes, log: logbook.Log) -> tuple[int, ...]:
        """Enter the chain's next file; raises `Refused` if it has been damaged on this disk."""
        try:
            scanned = scan(raw)
            check_identity(self.links, scanned)
            file = read(scanned)
            hold_against_journal(self, scanned)
            outcome = self.judge(scanned, file)
        except SecondVersion:
            raise
        except Refused as refused:
            place = f"the chain's file {self.next_seq}"
            raise Refused(*(problem.within(place) for problem in refused.problems)) from None
        turns = self._enter(scanned, file, outcome, log)
        self._post(scanned)
        return turns

    def is_behind(self) -> bool:
        """Whether the chain or the journal has a file that this position lacks."""
        chain, inbox = self.folder.names("chain"), self.folder.names("inbox")
        waits = bool(inbox) and inbox[0][0] <= self.next_seq
        later = bool(chain) and chain[-1][0] > self.links.seq
        return waits or later or self._journalled() is not None or is_contradicted(self)

    def _journalled(self) -> bytes | None:
        """This seat's next file, if it has been signed and journalled already."""
        if not self.is_mine:
            return None
        kept = self.journal.find(self.links.game, self.seat, self.next_seq)
        return kept if kept is not None and is_first(self, scan(kept)) else None

    def catch_up(self) -> bool:
        """Apply what the snapshot does not have yet: the chain's later files, then the journal's.

        A file that was signed and journalled but never reached the chain is taken back here: it
        may have been mailed, and no second one is ever signed for its place (protocol 9).
        However many files there are, a page of the logbook and a report is written once.
        """
        before, log = self.links.seq, logbook.Log(self.folder)
        changed: dict[reports.Name, reports.Make] = {}
        for raw in self.folder.chain(after=before):
            try:
                turns = self._follow_chain(raw, log)
            except SecondVersion as second:
                self._set_aside(scan(raw), second)
                break
            changed.update(reports.changed(self, turns, log))
        log.write()
        reports.write(self.folder, changed)
        kept = self._journalled()
        if kept is not None:
            scanned = scan(kept)
            file = read(scanned)
            self.apply(scanned, file, self.judge(scanned, file))
        return self.links.seq > before

    def _set_aside(self, scanned: Scanned, second: SecondVersion) -> None:
        """Go on without the chain's next file, which is a second version (protocol 9)."""
        set_aside(self)
        aside = Receipt(what="aside", seq=scanned.seq, seat=scanned.seat, problems=second.problems)
        self.taken_up += (aside,)

    def restarted(self) -> tuple[Receipt, ...]:
        """Come to this position again from the genesis; gives what became of the chain's files."""
        fresh = _from_scratch(self.folder, self.seat)
        self.links, self.fold, self.private, self._ahead = fresh.links, fresh.fold, None, None
        earlier, self.taken_up = self.taken_up, ()
        self.catch_up()
        self.save()
        found, self.taken_up = (*self.taken_up, *take_up(self)), earlier
        return found


@contextmanager
def opened(path: Path) -> Iterator[Session]:
    """The game in a folder, locked, recovered and up to date.

    Raises `Refused` if this is no game folder, if another command holds it, or if the rule book
    is not the one that the game was started with.
    """
    folder = Folder(path)
    about = folder.seat()
    with lock(path):
        folder.complete()
        session = _from_snapshot(folder, about["seat"]) or _from_scratch(folder, about["seat"])
        if is_contradicted(session):
            session = _from_scratch(folder, about["seat"])
        if session.catch_up() or not folder.has_snapshot():
            session.save()
            folder.sweep()
        session.taken_up += take_up(session)
        yield session


def look(path: Path) -> Session:
    """The game in a folder, to be looked at: no lock is taken, and nothing is changed.

    Another program may move the folder on meanwhile; this session stays where it is. Only a folder
    that a killed program has left behind its chain is recovered first, as `opened` does.
    """
    folder = Folder(path)
    seat = folder.seat()["seat"]
    folder.close()
    session = _from_snapshot(folder, seat)
    if session is not None and folder.is_complete() and not session.is_behind():
        return session
    with opened(path) as recovered:
        return recovered


def _from_snapshot(folder: Folder, seat: str) -> Session | None:
    """The session of the last snapshot, unless another program or rule book wrote it."""
    found = folder.read_json("cache", "snapshot")
    try:
        if found["program"] != pbem.__version__:
            return None
        rules = shelf.load_rules(found["fold"]["system"])
        if found["book"] != rules.book.hash:
            return None
        links = decode(Links, found["links"], code="folder", where="snapshot")
        fold = thaw(found["fold"], rules)
        last = folder.find("chain", links.seq, _author(folder, links))
    except (Refused, KeyError, TypeError, ValueError):
        return None
    if last is None or hash_of(last) != links.hash:
        return None
    session = Session(folder, seat, rules, links, fold)
    return session if _with_private(session) else None


def _with_private(session: Session) -> bool:
    """Take up the hidden state where there is one; whether that could be done."""
    hidden = session.rules.system.hidden
    if hidden is None or not annexes.has_private(session):
        return True
    found = session.folder.read_json("private", "charts")
    if session.folder.secret() is None or not isinstance(found, dict):
        return False
    if found.get("hash") != session.links.hash:
        return False
    try:
        state = decode(hidden.state, found.get("state"), code="folder", where="private/charts")
    except Refused:
        return False
    session.private = state
    return True


def _author(folder: Folder, links: Links) -> str:
    """The seat whose file is the last of the snapshot's chain."""
    found = folder.at(links.seq, links.seats)
    return found[0] if found else ""


def _from_scratch(folder: Folder, seat: str) -> Session:
    """A session behind the genesis, its own genesis put into the outbox again."""
    session = from_genesis(folder, seat)
    raw = folder.find("chain", 0, seat)
    if raw is not None:
        folder.put("outbox", 0, seat, raw)
    return session


def from_genesis(folder: Folder, seat: str) -> Session:
    """A session that stands right behind the genesis of the folder's chain."""
    found = folder.names("chain")[:1]
    raw = folder.find("chain", *found[0]) if found else None
    if raw is None:
        hint = "put the game's files back into the folder 'chain'"
        raise refuse("folder", "the chain has no genesis", where="chain", hint=hint)
    return begun(folder, seat, scan(raw))


def begun(folder: Folder, seat: str, scanned: Scanned) -> Session:
    """A session from a genesis; checks that rule book and scenario are those of the game."""
    links, file = begin(scanned)
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
    fold = start(file, scenario.table, rules)
    return Session(folder, seat, rules, links, fold)
