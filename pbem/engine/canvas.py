"""A sheet of squared paper for maps: signs with their ink, by line and column."""

from collections.abc import Iterator
from itertools import groupby

from pbem.engine.atlas import Ink, Span
from pbem.frozen import Value, field

Sign = tuple[str, Ink]


class Canvas(Value, kw_only=False):
    """Signs by line and column, from 0; whatever is put last lies on top."""

    signs: dict[tuple[int, int], Sign] = field(default_factory=dict)

    def put(self, line: int, column: int, text: str, ink: Ink = "") -> None:
        """Write a text from that column on."""
        for place, sign in enumerate(text, column):
            self.signs[line, place] = (sign, ink)

    def lay(self, line: int, column: int, spans: tuple[Span, ...]) -> None:
        """Write spans one after another."""
        for span in spans:
            self.put(line, column, span.text, span.ink)
            column += len(span.text)

    def lines(self) -> tuple[tuple[Span, ...], ...]:
        """The lines from the first to the last that has a sign."""
        ends: dict[int, int] = {}
        for line, column in self.signs:
            ends[line] = max(column, ends.get(line, column))
        height = 1 + max(ends, default=-1)
        return tuple(tuple(_spans(self._line(line, ends.get(line, -1)))) for line in range(height))

    def _line(self, line: int, end: int) -> list[Sign]:
        return [self.signs.get((line, column), (" ", "")) for column in range(end + 1)]


def _spans(signs: list[Sign]) -> Iterator[Span]:
    for ink, run in groupby(signs, key=lambda sign: sign[1]):
        yield Span(text="".join(sign for sign, _ in run), ink=ink)
