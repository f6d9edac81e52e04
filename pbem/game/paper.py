"""A claim on paper: what this machine saw of a game whose hours ran out, signed (protocol 12).

It is the text that a person reads, and behind it the signature of the seat's key, in the namespace
`pbem-claim`: no program can take it for a turn file, nor a turn file for it.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from pbem.errors import refuse
from pbem.frozen import Value
from pbem.game.session import Session
from pbem.keys import CLAIM, PrivateKey, PublicKey
from pbem.report.clean import harmless
from pbem.scan import hash_of
from pbem.store.names import stem

FIRST = "pbem-claim/1"
MOST_PAPER = 256 * 1024
_MARK = "-----BEGIN SSH SIGNATURE-----\n"
_WHOLE = "ask for it again, as an attachment"


class Paper(Value):
    """A claim that holds: whose it is, by a key of this game, and what it says."""

    seat: str
    holder: str
    said: str


def claim_text(session: Session, said: Iterable[str], postmarks: Mapping[str, str]) -> str:
    """What is claimed and why, then every file: its hash, when it was here, its postmark.

    `said` are lines of words, `postmarks` are by a file's name without its ending.
    """
    own = next(seat for seat in session.fold.seats if seat.name == session.seat)
    lines = [
        FIRST,
        f"game {session.links.game}",
        f"seat {session.seat}, held by {harmless(own.holder)}",
        *said,
        "",
        "The files, as this machine sent them or saw them come:",
        *_files(session, postmarks),
    ]
    return "\n".join(lines) + "\n"


def _files(session: Session, postmarks: Mapping[str, str]) -> Iterator[str]:
    for seq, seat, at in session.folder.times():
        when = datetime.fromtimestamp(at, UTC)
        mark = postmarks.get(stem(seq, seat), "")
        yield (
            f"{seq:04} {seat} {hash_of(session.file(seq)[1])} {when:%Y-%m-%d %H:%M} UTC"
            f"{f', {mark}' if mark else ''}"
        )


def signed(text: str, key: PrivateKey) -> bytes:
    """The text with its signature behind it."""
    body = text.encode("utf-8")
    return body + key.sign(body, CLAIM).encode("ascii")


def read_claim(session: Session, raw: bytes) -> Paper:
    """What a claim says; raises `Refused` if it is none, or if no seat of this game signed it."""
    body, mark, armour = raw.replace(b"\r\n", b"\n").partition(_MARK.encode("ascii"))
    text = body.decode("utf-8", "replace")
    if len(raw) > MOST_PAPER or not mark or not text.startswith(f"{FIRST}\n"):
        raise refuse("claim", "this is no claim", hint=_WHOLE)
    signature = (mark + armour).decode("ascii", "replace")
    if f"game {session.links.game}\n" not in text:
        raise refuse("claim", "this claim is of another game", hint="name that game's folder: -C")
    for seat in session.fold.seats:
        if PublicKey.parse(seat.key).verifies(body, signature, CLAIM):
            return Paper(seat=seat.name, holder=seat.holder, said=text)
    raise refuse("claim", "no seat of this game has signed these words", hint=_WHOLE)
