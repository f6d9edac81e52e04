"""Plain values into typed ones: whatever stands there is told, and nothing else is raised."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.decode import decode
from pbem.errors import Refused
from pbem.frozen import FrozenMap, Value


class Inner(Value):
    """A table within the table."""

    pairs: tuple[tuple[str, int], ...] = ()


class Whole(Value):
    """One key of every type that values of ours have."""

    text: str = ""
    number: int = 0
    fraction: float = 0.0
    flag: bool = False
    word: Literal["a", "b"] = "a"
    either: int | str = 0
    perhaps: str | None = None
    words: tuple[str, ...] = ()
    corners: tuple[str, str] = ("", "")
    inner: Inner = Inner()
    rows: tuple[Inner, ...] = ()
    counts: FrozenMap[int] = FrozenMap()
    raw: tuple[dict[str, Any], ...] = ()
    page: tuple[Mapping[str, Any], ...] = ()
    table: Mapping[str, int] = FrozenMap()


def told(**values: object) -> list[tuple[str, str]]:
    """Where something is wrong, and what."""
    with pytest.raises(Refused) as caught:
        decode(Whole, values, code="item", where="it")
    return [(one.where, one.what) for one in caught.value.problems]


@pytest.mark.parametrize(
    ("values", "where", "what"),
    [
        ({"corners": ["a"]}, "corners", "must be a list of 2"),
        ({"corners": ["a", "b", "c"]}, "corners", "must be a list of 2"),
        ({"corners": ["a", 1]}, "corners[2]", "must be text in quotes"),
        ({"inner": {"pairs": [["a"]]}}, "inner.pairs[1]", "must be a list of 2"),
        ({"inner": {"pairs": [["a", "b"]]}}, "inner.pairs[1][2]", "must be a whole number"),
        ({"raw": ["x"]}, "raw[1]", "must be a table"),
        ({"page": [[]]}, "page[1]", "must be a table"),
        ({"table": {"a": "b"}}, "table.a", "must be a whole number"),
        ({"fraction": 10**400}, "", "is not of the form that it must have"),
    ],
)
def test_each_place_is_told(values: dict[str, object], where: str, what: str) -> None:
    assert told(**values) == [(f"it, key '{where}'" if where else "it", what)]


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "a", "b", "x"])
    | st.just(10**400),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "pairs", "text"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(Whole.__struct_fields__)), PLAIN, max_size=3))
def test_nothing_but_a_refusal_is_raised(values: dict[str, object]) -> None:
    with suppress(Refused):
        assert isinstance(decode(Whole, values, code="item", where="it"), Whole)
