"""Rebuilding a game's folder from its turn files, the journal and the player's key (8, 9)."""

from collections.abc import Sequence
from pathlib import Path

from pbem.chain import Links, seats_are
from pbem.engine.charts import write_sums
from pbem.engine.ledger import writer
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.game.advance import Unfit
from pbem.game.annexes import Place
from pbem.game.begin import seat_file
from pbem.game.gather import found_in, genesis_among, signed
from pbem.game.inbox import MOST_AHEAD
from pbem.game.pieces import COPY, JOURNAL, Left, Piece, Sorted, genuine, in_chain, pieces_of
from pbem.game.recover import opened
from pbem.game.session import Session, begun
from pbem.keys import PrivateKey
from pbem.seal import decrypt_secret
from pbem.shell import command
from pbem.store import roster
from pbem.store.files import disk_trouble, lock, make_folders
from pbem.store.folder import Folder
from pbem.store.heap import Heap
from pbem.store.journal import Journal
from pbem.store.keyring import Ask, for_public
from pbem.store.names import file_name, mail_name
from pbem.suggest import did_you_mean
from pbem.turnfile import TurnFile, read


class Missing(Value):
    """A file that has to come before others that are here.

    `seat` and the `name` under which it was mailed are empty where nothing tells whose it is.
    """

    seq: int
    seat: str = ""
    name: str = ""


class Restored(Value):
    """What became of a restored game.

    `taken` are the files that joined its chain, from wherever they came; `kept` the number of those
    that stood there already; `left` what was not taken.
    """

    session: Session
    kept: int
    taken: tuple[Piece, ...]
    left: tuple[Left, ...]
    missing: tuple[Missing, ...]
    waiting: tuple[int, ...]


def restore(
    path: Path,
    wanted: str | None,
    ask: Ask,
    *,
    heap: Heap | None = None,
    game: str = "",
    heard: bool = False,
) -> Restored:
    """Make good whatever is missing in a folder, from what it has, a heap and the journal.

    `wanted` is the seat to restore; without it, the one whose key is on this machine. `game` is
    the beginning of a game's id, where the files are of several. Nothing is signed in the folder
    before the other side is `heard` (see `check_heard`). Raises `Refused` if there is no genesis,
    if no key fits, or if the seat's first file is not there.
    """
    folder, left = Folder(path), list[Left]()
    _check_place(path, heap)
    pieces = pieces_of(found_in(path, heap), left)
    session = begun(folder, "", genesis_among(path, pieces, game).scanned)
    links = session.links
    pieces = genuine(links, [*pieces, *signed(links)], left)
    seat = wanted or _own_seat(session)
    if seat not in links.keys:
        hint = did_you_mean(seat, links.seats, seats_are(links))
        raise refuse("option", f"there is no seat '{seat[:40]}' in this game", hint=hint)
    key = for_public(links.keys[seat]).load(ask)
    secret = _secret(session, key, _first_file(session, seat, pieces, left))
    found = in_chain(pieces)
    make_folders(path, mode=0o755)
    with lock(path):
        folder.set_unheard(True)  # first of all: from now on a run that is cut off lets nobody sign
        (path / "chain").mkdir(exist_ok=True)
        _keep_own(links, seat, found)
        fresh = _lay_out(folder, found, left)
        folder.forget()
        folder.complete()
        folder.write_secret(secret)
        folder.write_seat(seat_file(seat, links))
        folder.write_book_list(write_sums(session.rules.book.sums))
        _put_by(folder, found, left)
    restored = _opened(folder, found, fresh, left)
    folder.set_unheard(not heard)
    taken = [piece for piece in found.chain if piece.seq in fresh]
    for piece in taken:
        folder.date(piece.seq, piece.scanned.seat, piece.arrived)
    return Restored(
        session=restored,
        kept=len(found.chain) - len(fresh),
        taken=tuple(piece for piece in taken if piece.seq <= restored.links.seq),
        left=tuple(one for one in left if not _is_own_copy(one, path)),
        missing=_missing(restored),
        waiting=tuple(seq for seq, _ in folder.names("inbox")),
    )


def _check_place(path: Path, heap: Heap | None) -> None:
    """Refuse a folder that is no game's: without a heap it must have files, with one be new."""
    if (path / "chain").is_dir():
        return
    if heap is None:
        what, hint = "there is no chain to restore from", "name the files, or folders with them"
        hint += f", behind it: {command('pbem', 'restore', path)} FROM..."
        raise refuse("folder", what, where=str(path), hint=hint)
    with disk_trouble(path):
        taken = path.exists() and any(path.iterdir())
    if taken and not (path / roster.SEAT_FILE).is_file():
        hint = "name the game's folder, or one that does not exist yet; where its files lie comes "
        hint += "behind it"
        raise refuse("folder", "there is something else here", where=str(path), hint=hint)


# --- who restores --------------------------------------------------------------------------------


def _own_seat(session: Session) -> str:
    """The one seat whose private key is on this machine."""
    own = [seat for seat in session.links.seats if _has_key(session.links.keys[seat])]
    if len(own) != 1:
        what = "several of its keys are on this machine" if own else "none of its keys is here"
        hint = f"name your seat with --as: {', '.join(own or session.links.seats)}"
        raise refuse("key", what, hint=hint)
    return own[0]


def _has_key(line: str) -> bool:
    try:
        for_public(line)
    except Refused:
        return False
    return True


def _secret(session: Session, key: PrivateKey, first: TurnFile) -> bytes:
    """The game secret: the folder's own if it opens the seat's first commitment, or the annex's.

    Raises `Refused` if neither does: with another one no dice and no charts could be opened.
    """
    kept = _kept(session.folder)
    if kept is not None and _opens(kept, first):
        return kept
    secret = decrypt_secret(first.annex.secret if first.annex else "", key)[0]
    if not _opens(secret, first):
        what = f"the secret in file {first.seq} does not open what that file committed to"
        hint = "the file was written by another program: ask for help with it"
        raise refuse("annex", what, where="[annex] secret", hint=hint)
    return secret


def _first_file(
    session: Session, seat: str, pieces: Sequence[Piece], left: Sequence[Left]
) -> TurnFile:
    """The first file of a seat, which brings its secret.

    Raises `Refused` where there is none: whatever secret lies here, nothing says whose it is.
    """
    joins = session.fold.joins
    seq = joins.index(seat) + 1 if seat in joins else 0
    own = [piece for piece in pieces if piece.scanned.seat == seat]
    first = next((piece for piece in own if piece.seq == seq), None)
    if first is None:
        raise _no_first_file(session, seat, seq, own, left)
    try:
        return read(first.scanned)
    except Refused as refused:
        raise Refused(*(p.within(f"your file {seq}") for p in refused.problems)) from None


def _no_first_file(
    session: Session, seat: str, seq: int, own: Sequence[Piece], left: Sequence[Left]
) -> Refused:
    name = mail_name(session.links.game, seq, seat)
    bad = [
        one for one in left if one.problem and Path(one.where).name in (name, file_name(seq, seat))
    ]
    if bad and bad[0].problem:
        return Refused(bad[0].problem.within(bad[0].where))
    if own:
        what = f"your first file, which carries your secret of this game, is missing: file {seq}"
        return refuse("folder", what, hint=f"ask the others for {name}; they have it")
    what = f"seat '{seat}' has written no file yet: there is nothing to restore"
    hint = "join the game in a new folder: pbem join"
    return refuse("folder", what, where="chain", hint=hint)


def _kept(folder: Folder) -> bytes | None:
    """The secret that lies in the folder; None if there is none, or a damaged one."""
    try:
        return folder.secret()
    except Refused:
        return None


def _opens(secret: bytes, file: TurnFile) -> bool:
    """Whether a secret opens the commitment in a seat's first file."""
    place = Place(secret=secret, game=file.game, seat=file.seat, seq=file.seq)
    return place.seed_commit.hex() == file.dice.commit


# --- what becomes of it --------------------------------------------------------------------------


def _keep_own(links: Links, seat: str, found: Sorted) -> None:
    """Let the journal know own files that it has lost, before another could be signed (AA.5)."""
    journal = Journal.of(links.keys[seat])
    journal.note_adopted(links.game, seat)
    for piece in (*found.chain, *found.wait):
        place = (links.game, seat, piece.seq)
        if piece.scanned.seat == seat and journal.find(*place) is None:
            journal.keep(*place, piece.scanned.raw)


def _lay_out(folder: Folder, found: Sorted, left: list[Left]) -> set[int]:
    """Lay the chain into its folder; gives the numbers of what was not there.

    What stands there and does not belong there gets another name, unless it is a file of this game.
    """
    wanted = {file_name(piece.seq, piece.scanned.seat): piece for piece in found.chain}
    later = {piece.scanned.raw: piece for piece in (*found.wait, *found.others)}
    there = set[int]()
    for seq, seat in folder.names("chain"):
        raw = _normal(folder.find("chain", seq, seat) or b"")
        piece = wanted.get(file_name(seq, seat))
        if piece is not None and raw == piece.scanned.raw:
            there.add(seq)
        elif raw in later:
            _put(folder, "inbox" if later[raw] in found.wait else "evidence", later[raw])
            folder.drop("chain", seq, seat)
        else:
            name = folder.put_aside(seq, seat)
            left.append(Left(where=str(folder.path / "chain" / name), why="put aside"))
    fresh = [piece for piece in found.chain if piece.seq not in there]
    for piece in fresh:
        _put(folder, "chain", piece)
    return {piece.seq for piece in fresh}


def _normal(raw: bytes) -> bytes:
    """A file's bytes as it is stored."""
    return raw.replace(b"\r\n", b"\n")


def _put(folder: Folder, place: str, piece: Piece) -> None:
    folder.put(place, piece.seq, piece.scanned.seat, piece.scanned.raw)


def _put_by(folder: Folder, found: Sorted, left: list[Left]) -> None:
    """Let files wait whose predecessors are missing, and keep second versions as evidence."""
    most = found.chain[-1].seq + 1 + MOST_AHEAD
    for piece in found.wait:
        if piece.seq <= most or Path(piece.where).parent.parent == folder.path:
            _put(folder, "inbox", piece)
        else:
            left.append(Left(where=piece.where, why="too far ahead of what is missing"))
    for piece in found.others:
        if folder.find("evidence", piece.seq, piece.scanned.seat) is None:
            _put(folder, "evidence", piece)
        why = f"another version of file {piece.seq} of seat {piece.scanned.seat}, kept in evidence"
        left.append(Left(where=piece.where, why=why))


def _opened(folder: Folder, found: Sorted, fresh: set[int], left: list[Left]) -> Session:
    """The game, its chain judged; what has just been laid there and does not hold is evidence."""
    try:
        with opened(folder.path) as session:
            return session
    except Unfit as unfit:
        if unfit.seq not in fresh:
            raise
        piece = next(piece for piece in found.chain if piece.seq == unfit.seq)
        why = f"{unfit.problems[0].what}: kept in evidence"
        left.append(Left(where=piece.where, why=why, problem=unfit.problems[0]))
        folder.withdraw(unfit.seq)
    with opened(folder.path) as session:
        return session


def _missing(session: Session) -> tuple[Missing, ...]:
    """The files before the last one that waits."""
    waiting = {seq for seq, _ in session.folder.names("inbox")}
    last = min(max(waiting, default=0), session.next_seq + MOST_AHEAD)
    gaps = [seq for seq in range(session.next_seq, last) if seq not in waiting]
    if not gaps:
        return ()
    first = Missing(seq=gaps[0])
    if gaps[0] == session.next_seq:
        seat = writer(session.fold)
        first = Missing(seq=gaps[0], seat=seat, name=mail_name(session.links.game, gaps[0], seat))
    return (first, *(Missing(seq=seq) for seq in gaps[1:]))


def _is_own_copy(left: Left, path: Path) -> bool:
    """Whether something is left only because the folder, or the journal, has it twice."""
    own = left.where == JOURNAL or Path(left.where).parent.parent == path
    return left.why == COPY and own
