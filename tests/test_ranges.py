"""Tables of results: holes, overlaps, rows that run backwards, and ends that are not open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.ranges import Span, covered, faults, result_tables

Ends = tuple[int | None, int | None]

BOMBING: tuple[Ends, ...] = ((None, 8), (9, 12), (13, None))


def spans(*ends: Ends) -> list[Span]:
    return [Span(low=low, high=high) for low, high in ends]


def told(*ends: Ends, within: Span | None = None) -> list[str]:
    return [f"{fault.row}: {fault.what}" for fault in faults(spans(*ends), within)]


WRONG: dict[str, tuple[tuple[Ends, ...], list[str]]] = {
    "a hole": (((None, 8), (10, None)), ["1: there is no row for 9"]),
    "a wide hole": (((None, 6), (10, 11), (12, None)), ["1: there is no row for 7 to 9"]),
    "a shared total": (((None, 8), (8, None)), ["1: 8 stands in the row for 8 or less, too"]),
    "a row in a row": (
        ((1, 10), (4, 5), (11, None)),
        ["1: 4 to 5 stands in the row for 1 to 10, too"],
    ),
    "a row in a row that begins at nought": (
        ((0, 9), (1, 1)),
        ["1: 1 stands in the row for 0 to 9, too"],
    ),
    "a row twice": (((1, 2), (1, 2)), ["1: 1 to 2 stands in the row for 1 to 2, too"]),
    "open in the middle": (
        ((None, 8), (9, None), (13, 14)),
        ["2: 13 to 14 stands in the row for 9 or more, too"],
    ),
    "two rows open below": (
        ((None, 8), (None, 12)),
        ["1: 8 or less stands in the row for 8 or less, too"],
    ),
    "all totals twice": (
        ((None, None), (None, None)),
        ["1: all totals stands in the row for all totals, too"],
    ),
    "backwards": (
        ((None, 8), (12, 9), (13, None)),
        ["1: the row runs backwards, from 12 to 9", "2: there is no row for 9 to 12"],
    ),
    "a hole behind an overlap": (
        ((1, 9), (2, 3), (11, 12)),
        ["1: 2 to 3 stands in the row for 1 to 9, too", "2: there is no row for 10"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_table_is_told(name: str) -> None:
    ends, wanted = WRONG[name]
    assert told(*ends) == wanted


def test_a_right_table_is_right_in_any_order_of_its_rows() -> None:
    assert told(*BOMBING) == []
    assert told(*reversed(BOMBING)) == []
    assert told((1, 1), (2, 2), (3, 10)) == []
    assert told() == []


def test_the_ends_must_cover_what_is_wanted() -> None:
    closed: tuple[Ends, ...] = ((2, 8), (9, 12))
    assert told(*closed) == []
    assert told(*closed, within=Span(low=1, high=14)) == [
        "0: there is no row for 1",
        "1: there is no row for 13 to 14",
    ]
    assert told(*closed, within=Span()) == [
        "0: there is no row for 1 or less",
        "1: there is no row for 13 or more",
    ]
    assert told(*BOMBING, within=Span(low=-3, high=30)) == []
    assert [fault.hint for fault in faults(spans(*closed), Span())] == [
        "leave out 'from'",
        "leave out 'to'",
    ]


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8, unique=True), st.data())
def test_a_table_is_right_if_and_only_if_each_total_has_one_row(
    starts: list[int], data: st.DataObject
) -> None:
    starts.sort()
    ends = [start - 1 for start in starts[1:]] + [starts[-1] + 3]
    rows = [Span(low=low, high=high) for low, high in zip(starts, ends, strict=True)]
    which = data.draw(st.integers(0, len(rows) - 1))
    shift = data.draw(st.sampled_from((-2, -1, 0, 1, 2)))
    low, high = rows[which].low, rows[which].high
    assert low is not None
    assert high is not None
    rows[which] = Span(low=low, high=max(low, high + shift))
    data.draw(st.randoms()).shuffle(rows)
    whole = covered(rows)
    assert whole.low is not None
    assert whole.high is not None
    counts = [sum(total in row for row in rows) for total in range(whole.low, whole.high + 1)]
    assert (not list(faults(rows))) == all(count == 1 for count in counts)


def test_tables_of_results_are_found_wherever_they_stand() -> None:
    chart = {
        "air": {"results": [{"to": 6, "steps": 0}, {"from": 7, "steps": 1}]},
        "columns": [{"odds": 1, "results": [{"from": 1, "to": 2}, {"from": 3}]}],
        "missions": {"1": 1, "2": 1, "3": 2},
        "pair": {"1": 1, "2": 1},
        "torn": ["all", {"from": 4, "to": True}, {"steps": 1}],
    }
    found = {one.path: one for one in result_tables(chart)}
    listed = {("air", "results"), ("columns", 0, "results"), ("torn",)}
    assert set(found) == {*listed, ("missions",), ("pair",)}
    assert found["missions",].cells
    assert found["air", "results"].spans == (Span(high=6), Span(low=7))
    assert found["torn",].spans == (Span(), Span(low=4), Span())
    assert found["air", "results"].rows == (("air", "results", 0), ("air", "results", 1))


def test_other_lists_and_tables_are_none() -> None:
    chart = {
        "ferry": [{"from": "PM", "to": "AUS"}],
        "hexes": {"0707": "M", "1203": "C"},
        "units": [{"id": "P38-9"}],
        "one": {"1": 2},
    }
    assert list(result_tables(chart)) == []
