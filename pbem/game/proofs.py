"""Proof that a key signed two bodies for one place (protocol 9), as one file for anybody."""

from pbem.chain import Links, begin, check_identity
from pbem.decode import decode
from pbem.errors import Broken, Refused, refuse
from pbem.frozen import Value
from pbem.narrow import is_narrow, parse_narrow, write_value
from pbem.scan import MOST_BYTES, Scanned, scan

FORK = "pbem-fork/1"
MOST_PROOF = 8 * MOST_BYTES


class ForkProof(Value):
    """The genesis, which names the keys, and two files for one place."""

    format: str
    genesis: str
    first: str
    second: str


class Fork(Value):
    """What a proof shows: this seat signed two different files `seq` of this game."""

    game: str
    seat: str
    holder: str
    seq: int
    first: str
    second: str


_AGAIN = "ask for it again, as an attachment"
_UPGRADE = "a newer version of this program may know it"


def make_fork_proof(genesis: bytes, first: bytes, second: bytes) -> str:
    """The proof as text; raises `Refused` if the two files prove nothing."""
    scanned = [scan(raw) for raw in (genesis, first, second)]
    _fork(*scanned)
    words = [one.raw.decode("utf-8") for one in scanned]
    pairs = zip(("genesis", "first", "second"), words, strict=True)
    lines = [f"format = {write_value(FORK)}", *(f"{k} = {write_value(v)}" for k, v in pairs)]
    return "\n".join(lines) + "\n"


def check_fork_proof(raw: bytes) -> Fork:
    """What a proof shows; raises `Broken` if it does not hold."""
    try:
        if len(raw) > MOST_PROOF:
            raise refuse("E01", "the file is too large for a proof", hint=_AGAIN)
        data = raw.replace(b"\r\n", b"\n")
        if not is_narrow(data):
            raise refuse("E01", "this is no proof", hint=_AGAIN)
        table = parse_narrow(data.decode("utf-8", "replace"), code="E04")
        proof = decode(ForkProof, table, code="E04", where="proof", hint=_AGAIN)
        if proof.format != FORK:
            raise refuse("E02", "the format of the proof is not known here", hint=_UPGRADE)
        parts = (proof.genesis, proof.first, proof.second)
        return _fork(*(scan(part.encode("utf-8")) for part in parts))
    except Refused as refused:
        raise Broken(*refused.problems) from None


def _fork(genesis: Scanned, first: Scanned, second: Scanned) -> Fork:
    links, file = begin(genesis)
    for scanned in (first, second):
        _check(links, scanned)
    if (first.seat, first.seq) != (second.seat, second.seq):
        what = "the two files are not for one place"
        raise refuse("proof", what, hint="take two files of one seat with one number")
    if first.hash == second.hash:
        raise refuse("proof", "the two files are the same", hint="nothing is wrong with them")
    if first.seq == 0:
        what = "two genesis files are two games, and no fork"
        raise refuse("proof", what, hint="take two files of one game")
    holder = next(seat.holder for seat in file.seats if seat.name == first.seat)
    return Fork(
        game=links.game, seat=first.seat, holder=holder, seq=first.seq,
        first=first.hash, second=second.hash,
    )  # fmt: skip


def _check(links: Links, scanned: Scanned) -> None:
    if scanned.seq:
        check_identity(links, scanned)
