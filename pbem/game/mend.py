"""Caches that the chain does not bear out: found beside the folder, and written anew."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.engine.ledger import writer
from pbem.game.audit import audit, remember
from pbem.game.claims import has_audit
from pbem.game.recover import opened
from pbem.store.files import lock
from pbem.store.folder import Folder


def mended(path: Path) -> tuple[str, ...]:
    """Write anew each cache that the chain does not bear out; gives their names.

    All that is derived is made again beside the folder, from what is not, and compared. Only who
    finds something false takes the lock, and looks again.
    """
    folder = Folder(path)
    folder.seat()  # says what is wrong, if this is no game's folder
    with _true(folder) as true:
        if not folder.differs(true):
            return ()
    with lock(path), _true(folder) as true:
        return folder.mend(true)


@contextmanager
def _true(folder: Folder) -> Iterator[Folder]:
    """A folder of the same chain and secret, in which all that is derived has been made again."""
    with TemporaryDirectory() as place:
        true = Folder(Path(place))
        folder.copy_kept(true)
        with opened(true.path) as session:
            hides = session.rules.system.secretive(session.fold.table.game)
            if hides and has_audit(folder) and not writer(session.fold):
                remember(session, audit(true.path, {}, None, lambda _: None))
        yield true
