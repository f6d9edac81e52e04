"""Merkle trees over the commitments of a file's charts (protocol 7), as in RFC 6962, 2.1."""

from collections.abc import Sequence
from hashlib import sha256


def root_of(commits: Sequence[bytes]) -> bytes:
    """The root of the tree whose leaves are these commitments.

    Raises `ValueError` without any: a seat that hides nothing has no root.
    """
    if not commits:
        raise ValueError("a tree has at least one leaf")
    level = [sha256(b"\x00" + commit).digest() for commit in commits]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
        level = above + level[len(level) & ~1 :]
    return level[0]


def proof_for(commits: Sequence[bytes], number: int) -> tuple[bytes, ...]:
    """The hashes that lead from leaf `number` (from 0) to the root, the leaf's sibling first.

    Raises `IndexError` if there is no such leaf.
    """
    if not 0 <= number < len(commits):
        raise IndexError(f"no leaf {number} among {len(commits)}")
    if len(commits) == 1:
        return ()
    split = _split(len(commits))
    left, right = commits[:split], commits[split:]
    if number < split:
        return (*proof_for(left, number), root_of(right))
    return (*proof_for(right, number - split), root_of(left))


def root_from(commit: bytes, number: int, count: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that a proof for leaf `number` of `count` leads to.

    None if the proof has not just as many hashes as number and count ask for, or if there is no
    such leaf. Both must come from the rules: with a number or a count out of the file, one item
    could be opened as another.
    """
    if not 0 <= number < count:
        return None
    if count == 1:
        return _leaf(commit) if not proof else None
    if not proof:
        return None
    split, last = _split(count), proof[-1]
    if number < split:
        below = root_from(commit, number, split, proof[:-1])
        return None if below is None else _node(below, last)
    below = root_from(commit, number - split, count - split, proof[:-1])
    return None if below is None else _node(last, below)


def _split(count: int) -> int:
    """The largest power of two below `count`."""
    return 1 << (count - 1).bit_length() - 1


def _leaf(commit: bytes) -> bytes:
    return sha256(b"\x00" + commit).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
