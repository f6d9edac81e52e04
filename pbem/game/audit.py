"""The audit: hidden items laid open, and hidden moves judged by the rules (protocol 7, 8).

A seat's items are read with its disclosed secret, with our own secret for our own seat, or with a
referee's key while the game goes on. What does not agree is a breach; nothing here is a refusal,
for the files were accepted for what could be seen of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pbem.engine.hidden import Breach, Disclosed, Scene
from pbem.engine.ledger import REFEREE, Fold, Outcome, Rules, side_of, writer
from pbem.engine.orders import Disclose, decode_orders
from pbem.engine.views import decision_for
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.game.advance import save
from pbem.game.annexes import Place, stands_in_annex
from pbem.game.claims import KEPT
from pbem.game.recover import look
from pbem.game.session import Session
from pbem.game.verify import adjudicate
from pbem.keys import PrivateKey
from pbem.merkle import root_of
from pbem.scan import scan
from pbem.seal import Item, commitment, decrypt_annex, read_annex_as
from pbem.store.keyring import Ask, for_public
from pbem.turnfile import TurnFile, read

Read = Callable[[TurnFile], tuple[Item, ...]]
"""How the items of a seat's annexes are read; raises `Refused` where that fails."""
Commit = Callable[[str, str], bytes]
"""The commitment to the item of an id with a content, as its file must have made it."""


class Due(Value):
    """An item that play waits for: sealed in file `seq`, to be opened by its seat's next file."""

    seq: int
    id: str


class Audited(Value):
    """What the audit of one seat came to; `read` is false where nobody could read its annexes.

    `due` is no breach yet: who cannot open it owes the file, and in the end forfeits.
    """

    seat: str
    side: str
    read: bool
    files: int = 0
    breaches: tuple[Breach, ...] = ()
    due: tuple[Due, ...] = ()


class Entry(Value):
    """A file of the chain with what it led to."""

    file: TurnFile
    outcome: Outcome[Any]


class Record(Value):
    """A whole chain as it was judged, and the rules that judged it."""

    rules: Rules[Any]
    game: str
    sides: Mapping[str, str]
    start: Any
    entries: tuple[Entry, ...]
    secrets: Mapping[str, bytes]
    genesis: TurnFile
    last: Fold[Any]


def knowledge(path: Path, ask: Ask) -> tuple[dict[str, bytes], PrivateKey | None]:
    """What a folder's seat can read of hidden things: its own game secret, or a referee's key."""
    session = look(path)
    if side_of(session.fold, session.seat) == REFEREE:
        return {}, for_public(session.links.keys[session.seat]).load(ask)
    secret = session.folder.secret()
    return ({session.seat: secret} if secret else {}), None


def sealed_as_read(session: Session, referee: PrivateKey) -> Mapping[str, str]:
    """The items that nobody has opened yet, by id, as a referee's key reads them (protocol 10).

    One that its annex does not hold as its file sealed it is left out: the audit tells of it.
    """
    game, found = bytes.fromhex(session.links.game), {}
    for sealed in session.fold.sealed:
        file, kept = read(scan(session.file(sealed.seq)[1])), tuple[Item, ...]()
        with suppress(Refused):
            kept = read_annex_as(file.annex.age if file.annex else "", referee)
        for item in kept:
            place, salt = (game, sealed.seat, sealed.seq, sealed.id), bytes.fromhex(item.salt)
            if commitment(*place, salt, item.content).hex() == sealed.commit:
                found[sealed.id] = item.content
    return found


def audit(
    path: Path, own: Mapping[str, bytes], referee: PrivateKey | None, step: Callable[[int], None]
) -> tuple[Audited, ...]:
    """Audit every player's seat whose items can be read; `step` hears of each file played again.

    `own` are game secrets that we know, by seat; `referee` is a referee's key. Raises `Refused`
    if the game hides nothing, `Broken` if the chain does not hold. Where there are no charts, the
    items alone are judged: what becomes of them stands in the chain.
    """
    record = _record(path, step)
    if not record.rules.system.secretive(record.start):
        hint = "there is nothing to audit: see 'pbem verify'"
        what = f"nothing is hidden in this game of {record.rules.system.title}"
        raise refuse("option", what, hint=hint)
    secrets = {**own, **record.secrets}
    players = [seat for seat, side in record.sides.items() if side != REFEREE]
    return tuple(_seat(record, seat, secrets.get(seat), referee) for seat in players)


def _record(path: Path, step: Callable[[int], None]) -> Record:
    entries: list[Entry] = []
    secrets: dict[str, bytes] = {}
    start, last, genesis = None, None, None
    for file, outcome, session in adjudicate(path):
        last = session
        step(file.seq + 1)
        if outcome is None:
            start, genesis = session.fold.table.game, file
            continue
        entries.append(Entry(file=file, outcome=outcome))
        for order in decode_orders(file.order, session.rules.system.orders, code="E12"):
            if isinstance(order, Disclose):
                secrets[file.seat] = bytes.fromhex(order.secret)
    if last is None or genesis is None:
        hint = "put the game's files back into the folder 'chain'"
        raise refuse("folder", "the chain is empty", where=str(path), hint=hint)
    return Record(
        rules=last.rules,
        game=last.links.game,
        sides={seat.name: side_of(last.fold, seat.name) for seat in last.fold.seats},
        start=start,
        entries=tuple(entries),
        secrets=secrets,
        genesis=genesis,
        last=last.fold,
    )


# --- one seat ------------------------------------------------------------------------------------


def _seat(record: Record, seat: str, secret: bytes | None, referee: PrivateKey | None) -> Audited:
    side, reader = record.sides[seat], _reader(record, secret, referee)
    due = _due(record, seat)
    if reader is None:
        return Audited(seat=seat, side=side, read=False, due=due)
    hides = (file for file in _files(record, seat) if file.annex and file.annex.age)
    without = tuple(file for file in hides if file.charts is None)
    breaches = [*_wrong_seeds(record, seat, secret)] if secret is not None else []
    breaches += (one for file in without for one in _singles(record, file, secret, reader))
    files = tuple(_disclosed(record, seat, secret, reader, breaches))
    hidden = record.rules.system.hidden
    if files and hidden is not None:
        private = hidden.set_up(record.start, seat, record.rules.charts)
        breaches += hidden.audit(seat, private, files, record.rules.charts)
    breaches.sort(key=lambda breach: breach.seq)
    count = len(files) if hidden is not None else len(without)
    return Audited(
        seat=seat, side=side, read=True, files=count, breaches=tuple(breaches), due=due,
    )  # fmt: skip


def _files(record: Record, seat: str) -> Iterator[TurnFile]:
    """The files of a seat, its genesis or join among them."""
    files = (record.genesis, *(entry.file for entry in record.entries))
    return (file for file in files if file.seat == seat)


def _wrong_seeds(record: Record, seat: str, secret: bytes) -> Iterator[Breach]:
    """Commitments to seeds that do not come from the seat's secret (protocol 6, 8)."""
    for file in _files(record, seat):
        if _place(record, file, secret).seed_commit.hex() != file.dice.commit:
            what = "it does not come from the secret that all others come from"
            yield _breach(record, file, "protocol 6", "the seed", what)


def _due(record: Record, seat: str) -> tuple[Due, ...]:
    """The seat's sealed items that play waits for at the end of the chain (protocol 7)."""
    wanted = decision_for(record.last, record.rules, seat).opens
    sealed = (item for item in record.last.sealed if item.seat == seat and item.id in wanted)
    return tuple(Due(seq=item.seq, id=item.id) for item in sealed)


def _reader(record: Record, secret: bytes | None, referee: PrivateKey | None) -> Read | None:
    if secret is not None:
        known = secret

        def read_own(file: TurnFile) -> tuple[Item, ...]:
            identity = _place(record, file, known).identity
            return decrypt_annex(file.annex.age if file.annex else "", identity)

        return read_own
    if referee is None:
        return None
    key = referee
    return lambda file: read_annex_as(file.annex.age if file.annex else "", key)


def _place(record: Record, file: TurnFile, secret: bytes) -> Place:
    """What the seeds, salts and annex of a seat's file are bound to."""
    return Place(secret=secret, game=record.game, seat=file.seat, seq=file.seq)


def _disclosed(
    record: Record, seat: str, secret: bytes | None, reader: Read, breaches: list[Breach]
) -> Iterator[Disclosed[Any]]:
    """The seat's files with their items, and what is wrong with the items themselves."""
    since: tuple[Scene[Any], ...] = ()
    for entry in record.entries:
        file, outcome = entry.file, entry.outcome
        if file.seat != seat or file.charts is None:
            since += outcome.scenes
            continue
        items = _items(record, file, outcome, secret, reader, breaches)
        yield Disclosed(
            seq=file.seq,
            turn=outcome.turn,
            covers=outcome.covers,
            before=since + outcome.scenes[: outcome.settled],
            found=outcome.found,
            orders=decode_orders(file.order, record.rules.system.orders, code="E12"),
            items=items,
            after=outcome.scenes[outcome.settled :],
        )
        since = outcome.scenes[outcome.settled :]


def _breach(record: Record, file: TurnFile, rule: str, subject: str, what: str) -> Breach:
    """A breach by a file's items, to its author's gain."""
    gain = record.sides[file.seat]
    return Breach(seat=file.seat, seq=file.seq, rule=rule, subject=subject, what=what, gain=gain)


def _singles(
    record: Record, file: TurnFile, secret: bytes | None, reader: Read
) -> Iterator[Breach]:
    """What is wrong with the items of a file without charts (protocol 7, 8)."""
    try:
        kept = reader(file)
    except Refused as refused:
        what = f"it cannot be read: {refused.problems[0].what}"
        yield _breach(record, file, "protocol 8", "the annex", what)
        return
    wanted = frozenset(part.id for part in file.sealed)
    yield from _wrong_items(record, file, kept, wanted, secret)
    commit = _committer(record, file, secret, {item.id: item.salt for item in kept})
    yield from _wrong_seals(record, file, {item.id: item.content for item in kept}, commit)


def _wrong_items(
    record: Record,
    file: TurnFile,
    kept: Iterable[Item],
    wanted: frozenset[str],
    secret: bytes | None,
) -> Iterator[Breach]:
    """Items that an annex lacks, that its file never sealed, or not with that salt (protocol 8).

    Without the secret, a false salt shows in the commitment alone.
    """
    for id_ in sorted({item.id for item in kept} ^ wanted):
        what = (
            "its annex does not hold it"
            if id_ in wanted
            else "its annex holds it, and the file sealed no such thing"
        )
        yield _breach(record, file, "protocol 8", id_, what)
    place = _place(record, file, secret) if secret is not None else None
    for item in kept:
        if place and item.id in wanted and place.salt(item.id).hex() != item.salt:
            what = "its annex has another salt for it"
            yield _breach(record, file, "protocol 8", item.id, what)


def _wrong_seals(
    record: Record, file: TurnFile, contents: Mapping[str, str], commit: Commit
) -> Iterator[Breach]:
    """Single items of which the annex has another content than the file sealed (protocol 7)."""
    for part in file.sealed:
        if part.id in contents and commit(part.id, contents[part.id]).hex() != part.commit:
            what = "the annex does not hold what the file sealed"
            yield _breach(record, file, "protocol 7", part.id, what)


def _items(
    record: Record,
    file: TurnFile,
    outcome: Outcome[Any],
    secret: bytes | None,
    reader: Read,
    breaches: list[Breach],
) -> Mapping[str, str] | None:
    """The contents of a file's items; a breach, and None, where they are not what it sealed."""
    hidden = record.rules.system.hidden
    assert hidden is not None

    def breach(rule: str, subject: str, what: str) -> None:
        breaches.append(_breach(record, file, rule, subject, what))

    try:
        kept = reader(file)
    except Refused as refused:
        breach("protocol 8", "the annex", f"it cannot be read: {refused.problems[0].what}")
        return None
    game = outcome.found
    ids = hidden.chart_ids(game, file.seat, record.rules.charts)
    wanted = _annex_ids(record, file, ids)
    breaches += _wrong_items(record, file, kept, wanted, secret)
    items = {item.id: item.content for item in kept if item.id in wanted}
    try:
        orders = decode_orders(file.order, record.rules.system.orders, code="E12")
        others = hidden.complete(game, file.seat, items, orders, record.rules.charts)
        contents = {**others, **items}
    except Refused as refused:
        problem = refused.problems[0]
        breach("protocol 7", problem.where or "the charts", f"it means nothing: {problem.what}")
        return None
    salts = {item.id: item.salt for item in kept}
    commit = _committer(record, file, secret, salts)
    breaches += _wrong_seals(record, file, contents, commit)
    missing = [id_ for id_ in ids if id_ not in contents]
    if secret is None and not missing and not salts.keys() >= set(ids):
        return contents  # a referee has no salts of what is rebuilt: the root waits for disclosure
    shown = {} if missing else _opened_since(record, file, frozenset(ids))
    known = [contents, {**contents, **shown}] if not missing else []
    assert file.charts is not None
    for texts in known:
        root = root_of([commit(id_, texts[id_]) for id_ in ids])
        if root.hex() == file.charts.root:
            return texts
    breach("protocol 7", "the charts", "the annex does not hold what the root sealed")
    return None


def _opened_since(record: Record, file: TurnFile, ids: frozenset[str]) -> dict[str, str]:
    """What a file sealed in its charts and later ones of its seat opened, by id.

    Where that is not what its annex comes to, the file hides no more than this from an audit.
    """
    later = (e.file for e in record.entries if e.file.seat == file.seat and e.file.seq > file.seq)
    parts = (part for one in later for part in one.open if part.seq == file.seq)
    return {part.id: part.content for part in parts if part.id in ids}


def _annex_ids(record: Record, file: TurnFile, charts: tuple[str, ...]) -> frozenset[str]:
    """The items that a file's annex must hold, no more and no fewer (protocol 8).

    Those that it sealed, single ones and charts; where there is no referee, of the charts those
    alone that follow from no others.
    """
    whole = REFEREE in record.sides.values()
    kept = (id_ for id_ in charts if stands_in_annex(id_, record.rules, whole=whole))
    return frozenset((*(part.id for part in file.sealed), *kept))


def _committer(
    record: Record, file: TurnFile, secret: bytes | None, salts: Mapping[str, str]
) -> Commit:
    """Commitments as the file must have made them: by the secret's salts, else by the annex's."""
    if secret is not None:
        return _place(record, file, secret).commit

    def commit(id_: str, content: str) -> bytes:
        salt = bytes.fromhex(salts.get(id_, ""))
        return commitment(bytes.fromhex(record.game), file.seat, file.seq, id_, salt, content)

    return commit


# --- the result ----------------------------------------------------------------------------------


def remember(session: Session, audited: tuple[Audited, ...]) -> None:
    """Keep what an audit of every seat's files came to, once the last of them is written."""
    if not writer(session.fold) and all(one.read for one in audited):
        breaches = sum(len(one.breaches) for one in audited)
        session.folder.write_json(*KEPT, {"hash": session.links.hash, "breaches": breaches})
        save(session)
