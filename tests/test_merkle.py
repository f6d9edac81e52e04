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


def turns(number: int, count: int) -> str:
    """The way from a leaf up to the root, by RFC 6962's definition: on which side it stands."""
    if count == 1:
        return ""
    split = max(2**n for n in range(8) if 2**n < count)
    if number < split:
        return turns(number, split) + "l"
    return turns(number - split, count - split) + "r"


@given(SIZES, st.integers(-2, 80), st.integers(-1, 80))
def test_a_proof_leads_to_the_root_by_its_own_way_alone(
    size: tuple[int, int], other: int, another: int
) -> None:
    """For another number, or another number of leaves, only the same turns give the same root."""
    count, number = size
    leaves = commits(count)
    proof, root = proof_for(leaves, number), root_of(leaves)
    found = root_from(leaves[number], other, another, proof)
    if not 0 <= other < another or len(turns(other, another)) != len(proof):
        assert found is None
    else:
        assert (found == root) == (turns(other, another) == turns(number, count))


@given(SIZES)
def test_no_proof_holds_under_another_number(size: tuple[int, int]) -> None:
    count, number = size
    leaves = commits(count)
    proof, root = proof_for(leaves, number), root_of(leaves)
    held = [n for n in range(-1, count + 2) if root_from(leaves[number], n, count, proof) == root]
    assert held == [number]


@pytest.mark.parametrize(("number", "count"), [(1, 1), (2, 2), (5, 3), (-1, 4), (0, 0), (0, -1)])
def test_there_is_no_leaf_outside_the_tree(number: int, count: int) -> None:
    """The last leaf's proof does not hold for numbers beyond it."""
    leaves = commits(max(count, 1))
    proof = proof_for(leaves, len(leaves) - 1)
    assert root_from(leaves[-1], number, count, proof) is None
    with pytest.raises(IndexError):
        proof_for(commits(max(count, 0)), number)


def test_nothing_has_no_root() -> None:
    with pytest.raises(ValueError, match="at least one leaf"):
        root_of([])


def test_a_proof_for_a_tree_of_any_size_is_judged_at_once() -> None:
    count = 2**32
    assert root_from(bytes(32), count - 1, count, [bytes(32)] * 32) is not None
    assert root_from(bytes(32), count - 1, count, [bytes(32)] * 31) is None
    assert root_from(bytes(32), count - 1, count, [bytes(32)] * 100_000) is None


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
