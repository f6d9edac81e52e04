"""The game in a folder, opened: recovered, checked against its rule book, ready to go on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pbem
from pbem.chain import Links
from pbem.decode import decode
from pbem.engine.snapshot import thaw
from pbem.errors import Refused
from pbem.game import logbook
from pbem.game.advance import catch_up, is_behind, save
from pbem.game.backup import is_contradicted
from pbem.game.inbox import take_up
from pbem.game.session import Receipt, Session, from_genesis
from pbem.scan import hash_of
from pbem.store import shelf
from pbem.store.files import lock
from pbem.store.folder import Folder


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
        if catch_up(session) or not folder.has_snapshot():
            save(session)
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
    if session is not None and folder.is_complete() and not is_behind(session):
        return session
    with opened(path) as recovered:
        return recovered


def restarted(session: Session) -> tuple[Receipt, ...]:
    """Come to this position again from the genesis; gives what became of the chain's files."""
    fresh = _from_scratch(session.folder, session.seat)
    session.move_to(fresh.links, fresh.fold, None)
    earlier, session.taken_up = session.taken_up, ()
    catch_up(session)
    save(session)
    found, session.taken_up = (*session.taken_up, *take_up(session)), earlier
    return found


def _from_snapshot(folder: Folder, seat: str) -> Session | None:
    """The session of the last snapshot, unless another program or rule book wrote it."""
    found = folder.read_json("cache", "snapshot")
    try:
        if found["program"] != pbem.__version__:
            return None
        rules = shelf.load_rules(found["fold"]["system"])
        if found["book"] != rules.book.hash or found["shape"] != logbook.shape(rules):
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
    if hidden is None or not session.has_private:
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
    session.charted = {str(id_): str(text) for id_, text in found.get("items", {}).items()}
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
        folder.post(session.links.game, 0, seat, raw)
    return session
