"""Maps that never change: in the order of their keys however they were made; what is remembered."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.frozen import FrozenMap, remembered

KEYS = st.text(alphabet="abc", max_size=2)
TABLES = st.dictionaries(KEYS, st.integers(0, 3), max_size=6)


def told(table: FrozenMap[int]) -> list[tuple[str, int]]:
    return list(table.items())


@given(TABLES, TABLES, st.lists(KEYS, max_size=3))
def test_a_changed_map_is_as_one_made_anew(
    table: dict[str, int], changes: dict[str, int], gone: list[str]
) -> None:
    made = FrozenMap(table)
    assert told(made.update(changes)) == sorted({**table, **changes}.items())
    assert told(made.without(*gone)) == sorted((k, v) for k, v in table.items() if k not in gone)
    for key, value in changes.items():
        assert told(made.set(key, value)) == sorted({**table, key: value}.items())
    assert told(made) == sorted(table.items())


@given(TABLES)
def test_groups_keep_the_order_of_the_keys(table: dict[str, int]) -> None:
    made = FrozenMap({key: (key, value) for key, value in table.items()})
    groups = made.grouped(_parity)
    assert groups is made.grouped(_parity)
    assert [one for group in sorted(groups) for one in groups[group]] == sorted(
        made.values(), key=lambda one: (_parity(one), one[0])
    )


def _parity(one: tuple[str, int]) -> str:
    return str(one[1] % 2)


def test_what_is_not_there_is_none_or_what_was_wanted_instead() -> None:
    table = FrozenMap({"a": 1})
    assert (table.get("a"), table.get("b"), table.get("b", 2), list(table.keys())) == (
        1, None, 2, ["a"],
    )  # fmt: skip


def test_what_was_asked_of_the_same_values_is_remembered() -> None:
    asked: list[tuple[FrozenMap[int], str]] = []

    @remembered(2)
    def total(found: FrozenMap[int], key: str) -> int:
        asked.append((found, key))
        return found[key]

    one, alike = FrozenMap({"a": 1, "b": 2}), FrozenMap({"a": 1, "b": 2})
    assert [total(one, "a"), total(one, "".join(["", "a"])), total(one, "b")] == [1, 1, 2]
    assert len(asked) == 2
    assert total(alike, "b") == 2
    assert len(asked) == 3, "an equal value is another one"
    assert total(one, "a") == 1
    assert len(asked) == 4, "the oldest answer was forgotten"


def test_no_other_value_is_taken_for_one_that_is_gone() -> None:
    single = remembered(4)(lambda found: found["a"])
    assert [single(FrozenMap({"a": number})) for number in range(100)] == list(range(100))
