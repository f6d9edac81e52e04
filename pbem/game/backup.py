"""A folder or a machine that was put back: what own files say of the others' (protocol 9).

A folder from a backup has not the newest files any more, and somebody may send another version of
one. What this seat has signed names the first.
"""

from contextlib import suppress

from pbem.engine.ledger import side_of
from pbem.errors import Problem, Refused, refuse
from pbem.game.session import Session
from pbem.scan import LAST_SEQ, Scanned, hash_of, scan
from pbem.shell import pbem
from pbem.store.names import file_name

SIGNED_TWICE = (
    "a copy of this folder has signed, too: play in one of them alone. The others go on with the "
    "file that came to them first; receive what they answer"
)


class SecondVersion(Refused):
    """E05: the journal names another file for a place."""


# --- the journal and the chain -------------------------------------------------------------------


def hold_against_journal(session: Session, scanned: Scanned) -> None:
    """E05: what this seat has signed names another file for the newcomer's place.

    Raises `SecondVersion`; the file is kept in `evidence`.
    """
    problem = _second(session, scanned)
    if problem is not None:
        keep_evidence(session, scanned)
        raise SecondVersion(problem)


def is_first(session: Session, scanned: Scanned) -> bool:
    """Whether nothing that was signed since goes on with another version of a file."""
    return _second(session, scanned) is None


def _second(session: Session, scanned: Scanned) -> Problem | None:
    """What has been signed against a file, if anything."""
    seq, name = scanned.seq, file_name(scanned.seq, scanned.seat)
    prove = pbem(session.folder.path, "prove", "fork", f"chain/{name}", f"evidence/{name}")
    is_own = scanned.seat == session.seat
    own = _signed(session, seq) if is_own else None
    number, named = _naming(session, seq)
    answered = _answered(session, scanned)
    if scanned.hash == (named or answered or (own.hash if own else scanned.hash)):
        return None
    what = f"your journal has another file {seq} of yours"
    hint = "go on with the one that you sent: it is put back when its turn comes"
    if named:
        what = f"your own file {number} follows another file {seq}: this is a second"
        hint = (
            f"ask '{scanned.seat}' and the others for the first one, and receive it; then show "
            f"everybody: {prove}"
        )
    elif answered:
        what = f"the others have answered another file {seq}: this is a second"
        hint = SIGNED_TWICE if is_own else f"show everybody: {prove}"
    return Problem(code="E05", what=what, where=name, hint=hint)


def is_true(session: Session, scanned: Scanned) -> bool:
    """Whether a file is the one that own files name for its place, or else that others answered."""
    return scanned.hash == (_naming(session, scanned.seq)[1] or _answered(session, scanned))


def _answered(session: Session, scanned: Scanned) -> str:
    """The hash of that version of a file which somebody of another side has answered.

    Its author has signed several, perhaps in two copies of one folder, and play goes on with this
    one. Empty if there are no others, or if none or more than one was answered.
    """
    seat, seq = scanned.seat, scanned.seq
    versions = {scanned.hash, *_versions(session, seq, seat)}
    if len(versions) == 1:
        return ""
    seats = _against(session, seat)
    for places in (("chain",), ("inbox", "evidence")):
        found = versions & {one.prev for one in _kept(session, seq + 1, seats, places)}
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def _versions(session: Session, seq: int, seat: str) -> set[str]:
    """The hashes of all files for a place that are here."""
    found = [session.folder.find(place, seq, seat) for place in ("chain", "inbox", "evidence")]
    if seat == session.seat:
        found.append(session.journal.find(session.links.game, seat, seq))
    return {hash_of(raw) for raw in found if raw is not None}


def _against(session: Session, seat: str) -> tuple[str, ...]:
    """The seats that are not on the side of one."""
    side = side_of(session.fold, seat)
    return tuple(one for one in session.links.seats if side_of(session.fold, one) != side)


def _naming(session: Session, seq: int) -> tuple[int, str]:
    """The number of the own file that names file `seq`, and the hash it gives.

    It names the file before it, and through files that are kept and that it names, those before
    them: others may have written between that file and ours.
    """
    if seq >= LAST_SEQ:
        return 0, ""
    own = _signed(session, seq + 1)
    if own is not None:
        return own.seq, own.prev
    kept = _kept(session, seq + 1, session.links.seats)
    number, true = _naming(session, seq + 1) if kept else (0, "")
    prev = next((one.prev for one in kept if one.hash == true), "")
    return (number, prev) if prev else (0, "")


def _kept(
    session: Session,
    seq: int,
    seats: tuple[str, ...],
    places: tuple[str, ...] = ("inbox", "evidence"),
) -> list[Scanned]:
    """Files of a number by some seats in some places: without these, that wait or were refused."""
    found = (session.folder.find(place, seq, seat) for place in places for seat in seats)
    kept = []
    for raw in found:
        with suppress(Refused):  # damaged on this disk
            kept += [scan(raw)] if raw is not None else []
    return kept


def _signed(session: Session, seq: int) -> Scanned | None:
    raw = session.journal.find(session.links.game, session.seat, seq)
    return scan(raw) if raw is not None else None


def is_contradicted(session: Session) -> bool:
    """Whether what was signed here, or by the other side, follows another than the last file."""
    links = session.links
    first = _naming(session, links.seq)[1]
    if not first and (last := session.folder.at(links.seq, links.seats)) is not None:
        first = _answered(session, scan(last[1]))
    return first not in ("", links.hash)


def set_aside(session: Session) -> None:
    """Take the file behind this position, a second version, and all after it, out of the chain.

    They are kept in `evidence`. If the first version has come already, and was kept there, it
    waits in the inbox now.
    """
    folder, seq = session.folder, session.next_seq
    for number, seat in reversed([name for name in folder.names("chain") if name[0] >= seq]):
        kept = folder.find("evidence", number, seat)
        if kept is not None and number == seq and is_true(session, scan(kept)):
            folder.put("inbox", number, seat, kept)
        folder.put("evidence", number, seat, folder.find("chain", number, seat) or b"")
        folder.drop("chain", number, seat)


def keep_evidence(session: Session, scanned: Scanned) -> None:
    """Keep a signed file that was refused, one for each place."""
    if session.folder.find("evidence", scanned.seq, scanned.seat) is None:
        session.folder.put("evidence", scanned.seq, scanned.seat, scanned.raw)


def keep_named(session: Session, scanned: Scanned) -> None:
    """Let a file wait that own files name and that does not follow the chain's last.

    The last is then a second version, and makes room for the first.
    """
    is_next = scanned.seq == session.next_seq and scanned.prev != session.links.hash
    if is_next and _naming(session, scanned.seq)[1] == scanned.hash:
        session.folder.put("inbox", scanned.seq, scanned.seat, scanned.raw)


def keep_answer(session: Session, scanned: Scanned) -> None:
    """Let the answer to another version of the last file wait, once that version has come as well.

    The chain's last then makes room for the one that was answered.
    """
    last, folder = session.links, session.folder
    if scanned.seq == last.seq and scanned.hash != last.hash:
        answers = _kept(session, last.seq + 1, _against(session, scanned.seat))
        for answer in [one for one in answers if one.prev == scanned.hash][:1]:
            folder.put("evidence", scanned.seq, scanned.seat, scanned.raw)
            folder.put("inbox", answer.seq, answer.seat, answer.raw)
    if scanned.seq == last.seq + 1 and scanned.prev != last.hash:
        others = _against(session, scanned.seat)
        if any(scanned.prev in _versions(session, last.seq, seat) for seat in others):
            folder.put("inbox", scanned.seq, scanned.seat, scanned.raw)


def keep_own(session: Session, scanned: Scanned) -> None:
    """Keep an own file that comes from the others in the journal, whatever comes before it.

    A journal from a backup does not know it any more, and another must not be signed.
    """
    is_ahead = scanned.seat == session.seat and scanned.seq >= session.next_seq
    if is_ahead and _signed(session, scanned.seq) is None:
        session.journal.adopt(session.links.game, session.seat, scanned.seq, scanned.raw)


# --- before the first file after a restore -------------------------------------------------------


def check_heard(session: Session) -> None:
    """Refuse to sign in a restored folder before anything newest of the other side has come."""
    if session.folder.is_unheard():
        what = "this folder was restored, and you may have signed more than it has"
        hint = (
            "ask the others for their newest file and for yours, and receive them (again, if need "
            "be); if nobody has more: pbem restore --up-to-date"
        )
        raise refuse("restored", what, hint=hint)


def hear(session: Session, scanned: Scanned) -> None:
    """Note that the other side's newest file has come, again or for the first time."""
    commits = session.links.commits
    newest = max((commits[seat].seq for seat in commits if _is_other(session, seat)), default=0)
    if _is_other(session, scanned.seat) and scanned.seq >= newest:
        session.folder.set_unheard(False)


def _is_other(session: Session, seat: str) -> bool:
    return side_of(session.fold, seat) != side_of(session.fold, session.seat)
