"""Measuring two things side by side, and the rows of the report."""

from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter, process_time

from pbem.frozen import Value

Work = Callable[[], object]


class Row(Value):
    """A line of the report; `met` is None where nothing is aimed at."""

    name: str
    measured: str
    floor: str = ""
    ratio: str = ""
    aim: str = ""
    met: bool | None = None


def seconds(work: Work) -> float:
    """How long one call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved(floor: Work, work: Work, rounds: int) -> list[tuple[float, float]]:
    """Both measured in turn, so that what disturbs one disturbs the other; first a round unseen."""
    floor()
    work()
    return [(seconds(floor), seconds(work)) for _ in range(rounds)]


def ratio_row(name: str, pairs: Iterable[tuple[float, float]], most: float) -> Row:
    """The median of the ratios of pairs of times, with both medians."""
    pairs = list(pairs)
    ratio = median(work / floor for floor, work in pairs)
    floor, work = (median(times) for times in zip(*pairs, strict=True))
    return Row(
        name=name,
        measured=milliseconds(work),
        floor=milliseconds(floor),
        ratio=f"{ratio:.2f}",
        aim=f"< {most:g}",
        met=ratio < most,
    )


def rate_row(name: str, work: Work, count: int, least: int, rounds: int = 5) -> Row:
    """How many of a count of things a piece of work does in a second of one processor."""
    work()
    rate = count / median(_processed(work) for _ in range(rounds))
    return Row(name=name, measured=f"{rate:,.0f} /s", aim=f"> {least:,} /s", met=rate > least)


def took_row(name: str, work: Work, most: float, rounds: int = 3) -> Row:
    """How many seconds of one processor a piece of work takes."""
    took = median(_processed(work) for _ in range(rounds))
    return Row(name=name, measured=f"{took:.2f} s", aim=f"< {most:g} s", met=took < most)


def _processed(work: Work) -> float:
    start = process_time()
    work()
    return process_time() - start


def milliseconds(time: float) -> str:
    """A time for the report."""
    return f"{time * 1000:,.1f} ms"


def table(rows: Iterable[Row]) -> str:
    """The report: a line of heads, then the rows."""
    heads = ("benchmark", "ratio", "floor", "measured", "aim", "met")
    lines = [heads] + [
        (row.name, row.ratio, row.floor, row.measured, row.aim, _met(row.met)) for row in rows
    ]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _met(met: bool | None) -> str:
    return {True: "yes", False: "NO", None: ""}[met]
