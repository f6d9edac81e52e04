"""Trees over commitments (protocol 7): every proof holds, and nothing else does."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.merkle import proof_for, root_from, root_of


def commits(count: int) -> list[bytes]:
    return [sha256(str(number).encode()).digest() for number in range(count)]


SIZES = st.integers(1, 70).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1)))


@given(SIZES)
def test_every_proof_leads_to_the_root(size: tuple[int, int]) -> None:
    count, number = size
    leaves = commits(count)
    proof = proof_for(leaves, number)
    assert root_from(leaves[number], number, count, proof) == root_of(leaves)


@given(SIZES, st.integers(0, 69))
def test_a_proof_is_for_one_leaf_alone(size: tuple[int, int], other: int) -> None:
    count, number = size
    leaves = commits(count)
    proof, root = proof_for(leaves, number), root_of(leaves)
    if other % count != number:
        assert root_from(leaves[other % count], number, count, proof) != root
        assert root_from(leaves[number], other % count, count, proof) != root


@given(SIZES, st.integers(1, 70))
def test_a_proof_is_for_one_number_of_leaves(size: tuple[int, int], other: int) -> None:
    count, number = size
    leaves = commits(count)
    found = root_from(leaves[number], number, other, proof_for(leaves, number))
    same_way = len(proof_for(commits(other), number)) if number < other else -1
    if found is not None and other != count:
        assert same_way == len(proof_for(leaves, number))


@given(SIZES, st.data())
def test_a_changed_proof_leads_elsewhere(size: tuple[int, int], data: st.DataObject) -> None:
    count, number = size
    leaves = commits(count)
    proof, root = list(proof_for(leaves, number)), root_of(leaves)
    assert root_from(leaves[number], number, count, [*proof, bytes(32)]) is None
    if proof:
        assert root_from(leaves[number], number, count, proof[:-1]) is None
        at = data.draw(st.integers(0, len(proof) - 1))
        proof[at] = bytes(32)
        assert root_from(leaves[number], number, count, proof) != root


@pytest.mark.parametrize("count", [2, 3, 8, 13])
def test_the_order_of_leaves_counts(count: int) -> None:
    leaves = commits(count)
    assert root_of(leaves) != root_of(leaves[::-1])


def test_a_leaf_is_no_node() -> None:
    """A node's content cannot pass for a leaf: both begin with a byte of their own (RFC 6962)."""
    left, right = commits(2)
    assert root_of([left + right]) != root_of([left, right])
