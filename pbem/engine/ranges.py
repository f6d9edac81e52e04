"""Tables of results: every total has one row, no total has two.

A table of results is a list of rows with the whole numbers `from` and `to`, both of them
included; the lowest row may leave out `from` and the highest `to`, and is then open. Or it is a
table with a cell for each total, whose keys are the totals: `1 = "none"`, `2 = "D"`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pbem.frozen import Value

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a chart: keys, and places in lists counted from 0."""

_TOTAL = re.compile(r"0|-?[1-9][0-9]{0,8}")


class Span(Value):
    """The totals from `low` to `high`, both included; None where it is open."""

    low: int | None = None
    high: int | None = None

    def __contains__(self, total: int) -> bool:
        above = self.low is None or self.low <= total
        return above and (self.high is None or total <= self.high)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "all totals"
        if self.low is None:
            return f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


class Fault(Value):
    """What is wrong with a table of results; `row` counts from 0."""

    row: int
    what: str
    hint: str


def faults(spans: Sequence[Span], within: Span | None = None) -> Iterator[Fault]:
    """Every row that runs backwards, every overlap, and every hole between the rows' spans.

    With `within`, totals in it that lie below the lowest or above the highest row are holes, too.
    """
    forward = []
    for row in sorted(range(len(spans)), key=lambda row: _bottom(spans[row])):
        low, high = spans[row].low, spans[row].high
        if low is None or high is None or low <= high:
            forward.append(row)
            continue
        hint = f"write from = {high} and to = {low}, or leave the row out"
        yield Fault(row=row, what=f"the row runs backwards, from {low} to {high}", hint=hint)
    if forward:
        yield from _seams(spans, forward)
        yield from _ends(spans, forward, within or covered(spans))


def _seams(spans: Sequence[Span], upward: Sequence[int]) -> Iterator[Fault]:
    """Overlaps and holes between rows; `upward` has the rows from the lowest to the highest."""
    below = upward[0]
    for row in upward[1:]:
        top, low = spans[below].high, spans[row].low
        if top is None or low is None or low <= top:
            shared = _shared(spans[below], spans[row])
            hint = "let every row begin one above the end of the row below it"
            what = f"{shared} stands in the row for {spans[below]}, too"
            yield Fault(row=row, what=what, hint=hint)
        elif low > top + 1:
            gap = Span(low=top + 1, high=low - 1)
            hint = f"add a row, or stretch that for {spans[below]} or that for {spans[row]}"
            yield Fault(row=row, what=f"there is no row for {gap}", hint=hint)
        below = max(below, row, key=lambda one: _top(spans[one]))


def _shared(one: Span, other: Span) -> Span:
    lows = [span.low for span in (one, other) if span.low is not None]
    highs = [span.high for span in (one, other) if span.high is not None]
    return Span(low=max(lows, default=None), high=min(highs, default=None))


def _ends(spans: Sequence[Span], upward: Sequence[int], within: Span) -> Iterator[Fault]:
    """Totals of `within` below the lowest row and above the highest."""
    first, last = upward[0], max(upward, key=lambda row: _top(spans[row]))
    low, high = spans[first].low, spans[last].high
    if low is not None and (within.low is None or within.low < low):
        gap = Span(low=within.low, high=low - 1)
        hint = f"write from = {gap.low}" if gap.low is not None else "leave out 'from'"
        yield Fault(row=first, what=f"there is no row for {gap}", hint=hint)
    if high is not None and (within.high is None or within.high > high):
        gap = Span(low=high + 1, high=within.high)
        hint = f"write to = {gap.high}" if gap.high is not None else "leave out 'to'"
        yield Fault(row=last, what=f"there is no row for {gap}", hint=hint)


def _bottom(span: Span) -> tuple[bool, int, bool, int]:
    """Rows sort by where they begin, those open below first."""
    return (span.low is not None, span.low or 0, *_top(span))


def _top(span: Span) -> tuple[bool, int]:
    return (span.high is None, span.high or 0)


def covered(spans: Sequence[Span]) -> Span:
    """From the lowest to the highest total of the rows, as far as they are open."""
    lows = [span.low for span in spans if span.low is not None]
    highs = [span.high for span in spans if span.high is not None]
    return Span(
        low=min(lows) if len(lows) == len(spans) else None,
        high=max(highs) if len(highs) == len(spans) else None,
    )


class Results(Value):
    """A table of results in a chart: where it stands, and the span and place of each row.

    `cells` says that it has a cell for each total, and no `from` and `to`.
    """

    path: Path
    spans: tuple[Span, ...]
    rows: tuple[Path, ...]
    cells: bool = False


def result_tables(value: object, path: Path = ()) -> Iterator[Results]:
    """Every table of results in a chart, whichever of the two forms it has."""
    if isinstance(value, list):
        if any(_is_row(row) for row in value):
            yield Results(
                path=path,
                spans=tuple(_span(row) for row in value),
                rows=tuple((*path, number) for number in range(len(value))),
            )
        for number, item in enumerate(value):
            yield from result_tables(item, (*path, number))
    elif isinstance(value, Mapping):
        if len(value) > 1 and all(map(_TOTAL.fullmatch, value)):
            yield Results(
                path=path,
                spans=tuple(Span(low=int(total), high=int(total)) for total in value),
                rows=tuple((*path, total) for total in value),
                cells=True,
            )
        for key, item in value.items():
            yield from result_tables(item, (*path, key))


def _is_row(row: object) -> bool:
    """Whether a list's item has a whole number as `from` or `to`: places have names there."""
    return isinstance(row, Mapping) and any(type(row.get(key)) is int for key in ("from", "to"))


def _span(row: object) -> Span:
    """The span of a row; what is no whole number is taken for open, and refused elsewhere."""
    ends = row if isinstance(row, Mapping) else {}
    low, high = (end if type(end) is int else None for end in (ends.get("from"), ends.get("to")))
    return Span(low=low, high=high)
