"""Canonical JSON: the quick way and the plain one agree on every value (protocol 5)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.codec import LARGEST, canonical, plain
from pbem.frozen import FrozenMap, Value, field
from tests.recording import GAMES, begun


class Leaf(Value):
    name: str
    size: int = 0
    is_whole: bool = True


class Twig(Leaf):
    side: str | None = None


class Branch(Value):
    leaf: Leaf
    maybe: Leaf | None = None
    leaves: tuple[Leaf, ...] = ()
    by_name: FrozenMap[Leaf] = field(default_factory=FrozenMap)
    words: tuple[str, ...] = ()


NUMBERS = st.integers(-LARGEST, LARGEST)
TEXTS = st.text(max_size=8) | st.sampled_from(
    (":null", '"x":null', ",1234567890123456", "\x7f\u2028")
)
LEAVES = st.builds(Leaf, name=TEXTS, size=NUMBERS, is_whole=st.booleans()) | st.builds(
    Twig, name=TEXTS, size=NUMBERS, side=st.none() | TEXTS
)
KEYS = st.text("abc/é", max_size=3)
BRANCHES = st.builds(
    Branch,
    leaf=LEAVES,
    maybe=st.none() | LEAVES,
    leaves=st.lists(LEAVES, max_size=3).map(tuple),
    by_name=st.dictionaries(KEYS, LEAVES, max_size=3).map(FrozenMap),
    words=st.lists(TEXTS, max_size=3).map(tuple),
)


def by_the_book(value: Any) -> bytes:
    """The same by the standard library, of plain values."""
    text = json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


@given(BRANCHES)
def test_values_are_written_as_by_the_book(value: Branch) -> None:
    if all(map(str.isascii, value.by_name)):
        assert canonical(value) == by_the_book(value)
    else:
        with pytest.raises(ValueError, match="is not ASCII"):
            canonical(value)


@pytest.mark.parametrize("number", [LARGEST + 1, -LARGEST - 1, 10**17])
@pytest.mark.parametrize("depth", [0, 1])
def test_a_number_out_of_range_is_refused_wherever_it_stands(number: int, depth: int) -> None:
    leaf = Leaf(name="", size=number)
    with pytest.raises(ValueError, match="is outside"):
        canonical((leaf, leaf) if depth else leaf)
    with pytest.raises(ValueError, match="is outside"):
        canonical(FrozenMap({"a": leaf}))


def test_what_has_no_canonical_form_is_refused() -> None:
    for value in (1.5, None, {"a": {1, 2}}, [b"bytes"]):
        with pytest.raises(ValueError, match="no canonical form"):
            canonical(value)


@pytest.mark.parametrize("scenario", GAMES)
def test_the_state_of_every_scenario_is_written_as_by_the_book(scenario: str) -> None:
    game, rules = begun(scenario)
    for _ in range(4):
        if not game.is_over:
            game.step(lambda view: rules.system.bot(view, rules.charts))
    assert canonical(game.fold) == by_the_book(game.fold)
