"""Reports as plain text, safe to be mailed: no tabs, no line that begins with `From `."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from pbem.engine.atlas import Drawing
from pbem.engine.sheets import Line, Sheet
from pbem.report.blocks import (
    SCORE,
    Block,
    Cited,
    Facts,
    Found,
    Heading,
    Lines,
    Message,
    Overview,
    Paragraph,
    Picture,
    Report,
    Table,
)
from pbem.report.clean import harmless, harmless_lines
from pbem.report.layout import (
    BESIDE,
    GAP,
    Stack,
    column_widths,
    fitted,
    half_of,
    harmless_sheet,
    pad,
    row_by_row,
    set_out,
    width_of,
    wrap,
)

WIDTH = 78
NARROWEST = 20

LEADS = {"roll": "    ", "loss": "  - ", "breach": "  ! "}
"""What a line begins with, by its kind: losses and breaches show without colour, too."""

_UNDERLINES = {1: "=", 2: "-", 3: ""}


def render(report: Report, width: int = WIDTH) -> str:
    """The report as text in lines of at most `width` columns."""
    width = max(width, NARROWEST)
    lines = [*_heading(report.title, 1, width), *wrap(harmless(report.subtitle), width)]
    for block in report.blocks:
        spaced = not isinstance(block, Lines | Table)
        lines += [*([""] if spaced else []), *_block(block, width)]
    return "".join(f"{_mailable(line)}\n" for line in _single_blanks(lines))


def _mailable(line: str) -> str:
    """A mailbox takes `From ` at the start of a line for the start of the next mail."""
    line = line.rstrip()
    return f" {line}" if line.startswith("From ") else line


def _single_blanks(lines: list[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line


def _block(block: Block, width: int) -> Iterator[str]:
    match block:
        case Heading():
            yield from _heading(block.text, block.level, width)
        case Paragraph():
            yield from wrap(harmless(block.text), width)
        case Lines():
            for line in block.lines:
                yield from _line(line, width)
        case Message():
            yield from _message(block, width)
        case Facts() | Cited():
            pairs = block.pairs if isinstance(block, Facts) else block.rules
            for name, text in pairs:
                yield from _hanging("", f"{harmless(name)}: {harmless(text)}", width)
        case Table():
            yield from table(block.sheet, width)
        case Overview():
            yield from _overview(block, width)
        case Found():
            yield from wrap(harmless(block.name), width)
            yield from _hanging("    ", harmless(block.text), width) if block.text else ()
        case Picture():
            yield from _picture(block.drawing, width)


def _picture(drawing: Drawing, width: int) -> Iterator[str]:
    for spans in drawing.lines:
        yield "".join(harmless(span.text) for span in spans)
    yield ""
    for sign, words in aligned(drawing.legend):
        yield from _hanging(f"{sign}  ", words, width)


def aligned(legend: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The signs of a legend, made equally wide, with what they mean."""
    pairs = [(harmless(sign), harmless(words)) for sign, words in legend]
    widest = max((width_of(sign) for sign, _ in pairs), default=0)
    return ((pad(sign, widest), words) for sign, words in pairs)


def _heading(text: str, level: int, width: int) -> Iterator[str]:
    lines = wrap(harmless(text), width)
    yield from lines
    if _UNDERLINES[level]:
        yield _UNDERLINES[level] * max(map(width_of, lines))


def _line(line: Line, width: int) -> Iterator[str]:
    if line.kind == SCORE:
        return iter((harmless(line.text).rjust(width),))
    return _hanging(LEADS.get(line.kind, "  "), harmless(line.text), width)


def _hanging(lead: str, text: str, width: int) -> Iterator[str]:
    """Text after `lead`, its further lines indented by two more."""
    first, *rest = wrap(text, width - len(lead) - 2)
    yield lead + first
    for line in rest:
        yield " " * (len(lead) + 2) + line


def _message(message: Message, width: int) -> Iterator[str]:
    """A message as a quotation: none of its lines can pass for one of ours."""
    yield from wrap(f"{harmless(message.author)} writes:", width)
    for line in harmless_lines(message.text).split("\n"):
        for part in wrap(line, width - 2):
            yield f"| {part}"


def table(sheet: Sheet, width: int = WIDTH) -> Iterator[str]:
    """The lines of a table, or of its rows one by one where `width` is too narrow."""
    sheet = fitted(harmless_sheet(sheet), width)
    widths = column_widths(sheet, width)
    if widths is None:
        yield from _cards(sheet, width)
        return
    if any(sheet.heads):
        yield from _row(sheet.heads, widths)
        yield (" " * GAP).join("-" * column for column in widths)
    for row in sheet.rows:
        yield from _row(row.cells, widths)


def _overview(overview: Overview, width: int) -> Iterator[str]:
    for stacks in set_out(map(harmless_sheet, overview.sheets), width):
        if len(stacks) == 1:
            yield from _stack(stacks[0], width)
            continue
        half = half_of(width)
        for left, right in zip_longest(*(_stack(one, half) for one in stacks), fillvalue=""):
            yield f"{pad(left, half + BESIDE)}{right}".rstrip()


def _stack(sheets: Stack, width: int) -> Iterator[str]:
    for sheet in sheets:
        yield from wrap(sheet.title, width) if sheet.title else ()
        yield from table(sheet, width)
        yield ""


def _row(cells: tuple[str, ...], widths: tuple[int, ...]) -> Iterator[str]:
    wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, wrapped))):
        parts = (lines[number] if number < len(lines) else "" for lines in wrapped)
        yield (" " * GAP).join(map(pad, parts, widths))


def _cards(sheet: Sheet, width: int) -> Iterator[str]:
    for first, rest, _ in row_by_row(sheet):
        yield from wrap(first, width)
        yield from _hanging("  ", rest, width)
