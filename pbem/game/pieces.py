"""A game's files out of many that were found: whose they are, and in which order they follow (9).

Nothing here opens a file. What is found is held against the genesis, which names every key; what
is of another game, damaged or under another key is left, with the reason.
"""

from collections.abc import Iterable, Mapping, Sequence

from pbem.chain import Links, check_identity
from pbem.errors import Problem, Refused
from pbem.frozen import Value
from pbem.scan import Scanned, scan

JOURNAL = "the journal"
COPY = "a copy of a file that is here"
OTHER_GAME = "of another game"


class Piece(Value):
    """A file that passed the byte scan, where it was, and when it came (seconds since 1970).

    `is_signed` says that it comes from the journal of a key that is here.
    """

    scanned: Scanned
    where: str
    arrived: float
    is_signed: bool = False

    @property
    def seq(self) -> int:
        """Its number."""
        return self.scanned.seq

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.scanned.game_id


class Left(Value):
    """What was left where it was, or put away, and why."""

    where: str
    why: str
    problem: Problem | None = None


class Sorted(Value):
    """The files of a game: the `chain` from its genesis on, those that `wait` for one before them.

    `others` are other versions of files in the chain, or of waiting ones.
    """

    chain: tuple[Piece, ...]
    wait: tuple[Piece, ...]
    others: tuple[Piece, ...]


def pieces_of(found: Iterable[tuple[str, bytes, float]], left: list[Left]) -> list[Piece]:
    """What passes the byte scan among files by place, bytes and time; the rest is left."""
    pieces = []
    for where, raw, arrived in found:
        try:
            pieces.append(Piece(scanned=scan(raw), where=where, arrived=arrived))
        except Refused as refused:
            left.append(_refused(where, refused))
    return pieces


def genuine(links: Links, pieces: Iterable[Piece], left: list[Left]) -> list[Piece]:
    """The files of a game that are under the keys of their seats, each once; the rest is left.

    Of several copies the first tells where it was found, and the earliest when it came.
    """
    found: dict[str, Piece] = {}
    for piece in pieces:
        known = found.get(piece.scanned.hash)
        try:
            check_identity(links, piece.scanned)
        except Refused as refused:
            if piece.game == links.game:
                left.append(_refused(piece.where, refused))
            else:
                left.append(Left(where=piece.where, why=OTHER_GAME))
            continue
        if known is not None:
            left.append(Left(where=piece.where, why=COPY))
        first = known or piece
        found[piece.scanned.hash] = Piece(
            scanned=first.scanned, where=first.where, arrived=min(first.arrived, piece.arrived),
            is_signed=first.is_signed or piece.is_signed,
        )  # fmt: skip
    return list(found.values())


def in_chain(pieces: Sequence[Piece]) -> Sorted:
    """The files of one game in the order in which they follow each other.

    Of two versions of a file the one goes on that files of this player's journal follow, or else
    the longer chain; or else the one that was found first.
    """
    followers: dict[str, list[Piece]] = {}
    for piece in pieces:
        followers.setdefault(piece.scanned.prev, []).append(piece)
    weights = _weights(followers, pieces)
    chain = [piece for piece in pieces if piece.seq == 0]
    while following := _next(followers, chain[-1]):
        chain.append(max(following, key=lambda piece: weights[piece.scanned.hash]))
    taken = {piece.seq for piece in chain}
    beyond = sorted(
        (piece for piece in pieces if piece.seq not in taken),
        key=lambda piece: weights[piece.scanned.hash],
        reverse=True,
    )
    wait: dict[tuple[int, str], Piece] = {}
    for piece in beyond:
        wait.setdefault((piece.seq, piece.scanned.seat), piece)
    kept = {piece.scanned.hash for piece in (*chain, *wait.values())}
    return Sorted(
        chain=tuple(chain),
        wait=tuple(wait[place] for place in sorted(wait)),
        others=tuple(piece for piece in pieces if piece.scanned.hash not in kept),
    )


def _weights(
    followers: Mapping[str, list[Piece]], pieces: Sequence[Piece]
) -> dict[str, tuple[int, int]]:
    """For each file by its hash the journal's files, and all files, of the best chain behind it."""
    weights: dict[str, tuple[int, int]] = {}
    for piece in sorted(pieces, key=lambda piece: -piece.seq):
        behind = [weights[one.scanned.hash] for one in _next(followers, piece)]
        signed, length = max(behind, default=(0, 0))
        weights[piece.scanned.hash] = (signed + piece.is_signed, length + 1)
    return weights


def _next(followers: Mapping[str, list[Piece]], piece: Piece) -> list[Piece]:
    found = followers.get(piece.scanned.hash, ())
    return [one for one in found if one.seq == piece.seq + 1]


def _refused(where: str, refused: Refused) -> Left:
    problem = refused.problems[0]
    return Left(where=where, why=str(problem), problem=problem)
