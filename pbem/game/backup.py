"""A folder or a machine that was put back: what own files say of the others' (protocol 9).

A folder from a backup has not the newest files any more, and somebody may send another version of
one. What this seat has signed names the first.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from pbem.engine.ledger import side_of
from pbem.errors import Problem, Refused, refuse
from pbem.scan import LAST_SEQ, Scanned, scan
from pbem.shell import pbem
from pbem.store.folder import file_name

if TYPE_CHECKING:
    from pbem.game.session import Session


class SecondVersion(Refused):
    """E05: the journal names another file for a place."""


# --- the journal and the chain -------------------------------------------------------------------


def hold_against_journal(session: "Session", scanned: Scanned) -> None:
    """E05: what this seat has signed names another file for the newcomer's place.

    Raises `SecondVersion`; the file is kept in `evidence`.
    """
    problem = _second(session, scanned)
    if problem is not None:
        keep_evidence(session, scanned)
        raise SecondVersion(problem)


def _second(session: "Session", scanned: Scanned) -> Problem | None:
    """What the journal has against a file, if anything."""
    name = file_name(scanned.seq, scanned.seat)
    if scanned.seat == session.seat:
        own = _signed(session, scanned.seq)
        if own is not None and own.hash != scanned.hash:
            what = f"your journal has another file {scanned.seq} of yours"
            hint = "go on with the one that you sent: it is put back when its turn comes"
            return Problem(code="E05", what=what, where=name, hint=hint)
    number, first = _naming(session, scanned.seq)
    if first in ("", scanned.hash):
        return None
    what = f"your own file {number} follows another file {scanned.seq}: this is a second"
    prove = pbem(session.folder.path, "prove", "fork", f"chain/{name}", f"evidence/{name}")
    hint = (
        f"ask '{scanned.seat}' and the others for the first one, and receive it; then show "
        f"everybody: {prove}"
    )
    return Problem(code="E05", what=what, where=name, hint=hint)


def named(session: "Session", seq: int) -> str:
    """The hash that file `seq` has for what this seat has signed; empty if that does not tell."""
    return _naming(session, seq)[1]


def _naming(session: "Session", seq: int) -> tuple[int, str]:
    """The number of the own file that names file `seq`, and the hash it gives.

    It names the file before it, and through files that are kept and that it names, those before
    them: others may have written between that file and ours.
    """
    if seq >= LAST_SEQ:
        return 0, ""
    own = _signed(session, seq + 1)
    if own is not None:
        return own.seq, own.prev
    kept = _kept(session, seq + 1)
    number, true = _naming(session, seq + 1) if kept else (0, "")
    prev = next((one.prev for one in kept if one.hash == true), "")
    return (number, prev) if prev else (0, "")


def _kept(session: "Session", seq: int) -> list[Scanned]:
    """The others' files of a number that wait or were refused."""
    folder, seats = session.folder, session.links.seats
    found = (folder.find(place, seq, seat) for place in ("inbox", "evidence") for seat in seats)
    kept = []
    for raw in found:
        with suppress(Refused):  # damaged on this disk
            kept += [scan(raw)] if raw is not None else []
    return kept


def _signed(session: "Session", seq: int) -> Scanned | None:
    raw = session.journal.find(session.links.game, session.seat, seq)
    return scan(raw) if raw is not None else None


def is_contradicted(session: "Session") -> bool:
    """Whether what was signed here follows another file than the chain's last."""
    return named(session, session.links.seq) not in ("", session.links.hash)


def set_aside(session: "Session") -> None:
    """Take the file behind this position, a second version, and all after it, out of the chain.

    They are kept in `evidence`. If the first version has come already, and was kept there, it
    waits in the inbox now.
    """
    folder, seq = session.folder, session.next_seq
    for number, seat in reversed([name for name in folder.names("chain") if name[0] >= seq]):
        kept = folder.find("evidence", number, seat)
        if kept is not None and number == seq and scan(kept).hash == named(session, seq):
            folder.put("inbox", number, seat, kept)
        folder.put("evidence", number, seat, folder.find("chain", number, seat) or b"")
        folder.drop("chain", number, seat)


def keep_evidence(session: "Session", scanned: Scanned) -> None:
    """Keep a signed file that was refused, one for each place."""
    if session.folder.find("evidence", scanned.seq, scanned.seat) is None:
        session.folder.put("evidence", scanned.seq, scanned.seat, scanned.raw)


def keep_named(session: "Session", scanned: Scanned) -> None:
    """Let a file wait that own files name and that does not follow the chain's last.

    The last is then a second version, and makes room for the first.
    """
    is_next = scanned.seq == session.next_seq and scanned.prev != session.links.hash
    if is_next and named(session, scanned.seq) == scanned.hash:
        session.folder.put("inbox", scanned.seq, scanned.seat, scanned.raw)


def keep_own(session: "Session", scanned: Scanned) -> None:
    """Keep an own file that comes from the others in the journal, whatever comes before it.

    A journal from a backup does not know it any more, and another must not be signed.
    """
    is_ahead = scanned.seat == session.seat and scanned.seq >= session.next_seq
    if is_ahead and _signed(session, scanned.seq) is None:
        session.journal.keep(session.links.game, session.seat, scanned.seq, scanned.raw)


# --- before the first file after a restore -------------------------------------------------------


def check_heard(session: "Session") -> None:
    """Refuse to sign in a restored folder before anything newest of the other side has come."""
    if session.folder.is_unheard():
        what = "this folder was restored, and you may have signed more than it has"
        hint = (
            "ask the others for their newest file and for yours, and receive them (again, if need "
            "be); if nobody has more: pbem restore --up-to-date"
        )
        raise refuse("restored", what, hint=hint)


def hear(session: "Session", scanned: Scanned) -> None:
    """Note that the other side's newest file has come, again or for the first time."""
    commits = session.links.commits
    newest = max((commits[seat].seq for seat in commits if _is_other(session, seat)), default=0)
    if _is_other(session, scanned.seat) and scanned.seq >= newest:
        session.folder.set_unheard(False)


def _is_other(session: "Session", seat: str) -> bool:
    return side_of(session.fold, seat) != side_of(session.fold, session.seat)
