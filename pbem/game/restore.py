"""Rebuilding a game's folder from its turn files and the player's key (protocol 8)."""

from pathlib import Path

from pbem.chain import check_identity
from pbem.engine.charts import write_sums
from pbem.errors import Refused, refuse
from pbem.game.annexes import Place
from pbem.game.begin import seat_file
from pbem.game.recover import opened
from pbem.game.session import Session, from_genesis
from pbem.keys import PrivateKey
from pbem.scan import scan
from pbem.seal import decrypt_secret
from pbem.store.files import lock
from pbem.store.folder import Folder
from pbem.store.journal import Journal
from pbem.store.keyring import Ask, for_public
from pbem.turnfile import TurnFile, read


def restore(path: Path, wanted: str | None, ask: Ask, *, heard: bool = False) -> Session:
    """Make good whatever is missing in a folder that still has its `chain`; gives the game.

    `wanted` is the seat to restore; without it, the one whose key is on this machine. Nothing is
    signed in the folder before the other side is `heard` (see `check_heard`). Raises `Refused` if
    no key fits, or if the seat's first file is not in the chain.
    """
    folder = Folder(path)
    if not (path / "chain").is_dir():
        hint = "put the game's turn files into a folder 'chain' in it"
        raise refuse("folder", "there is no chain to restore from", where=str(path), hint=hint)
    session = from_genesis(folder, "")
    seat = wanted or _own_seat(session)
    if seat not in session.links.keys:
        hint = f"the seats are {', '.join(session.links.seats)}"
        raise refuse("option", f"there is no seat '{seat[:40]}' in this game", hint=hint)
    key = for_public(session.links.keys[seat]).load(ask)
    secret = _secret(session, seat, key)
    with lock(path):
        folder.set_unheard(True)  # first of all: from now on a run that is cut off lets nobody sign
        folder.forget()
        folder.complete()
        folder.write_secret(secret)
        folder.write_seat(seat_file(seat, session.links))
        folder.write_book_list(write_sums(session.rules.book.sums))
    with opened(path) as restored:
        folder.set_unheard(not heard)
        return restored


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


def _secret(session: Session, seat: str, key: PrivateKey) -> bytes:
    """The game secret: the folder's own if it opens the seat's first commitment, or the annex's.

    Raises `Refused` if neither does: with another one no dice and no charts could be opened.
    """
    file = _first_file(session, seat)
    kept = _kept(session.folder)
    if kept is not None and _opens(kept, file):
        return kept
    secret = decrypt_secret(file.annex.secret if file.annex else "", key)[0]
    if not _opens(secret, file):
        what = f"the secret in file {file.seq} does not open what that file committed to"
        hint = "the file was written by another program: ask for help with it"
        raise refuse("annex", what, where="[annex] secret", hint=hint)
    return secret


def _first_file(session: Session, seat: str) -> TurnFile:
    """The first file of a seat, under its key, from the chain or else from the journal.

    Raises `Refused` where there is none: whatever secret lies here, nothing says whose it is.
    """
    folder, links = session.folder, session.links
    joins = session.fold.joins
    seq = joins.index(seat) + 1 if seat in joins else 0
    journal = Journal.of(links.keys[seat])
    raw = folder.find("chain", seq, seat) or journal.find(links.game, seat, seq)
    if raw is None:
        what = f"seat '{seat}' has written no file yet: there is nothing to restore"
        hint = "join the game in a new folder: pbem join"
        raise refuse("folder", what, where="chain", hint=hint)
    scanned = scan(raw)
    try:
        check_identity(links, scanned)
        return read(scanned)
    except Refused as refused:
        raise Refused(*(p.within(f"your file {seq}") for p in refused.problems)) from None


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
