"""Reports for a terminal; the only file that knows rich.

Nothing is ever taken for markup: all content goes into `rich.text.Text`, made harmless before.
"""

from collections.abc import Iterable, Iterator
from io import StringIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text

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
    Stack,
    column_widths,
    fitted,
    half_of,
    harmless_sheet,
    row_by_row,
    set_out,
    wrap,
)
from pbem.report.plain import LEADS, NARROWEST, aligned

LINE_STYLES = {
    "fact": "",
    "roll": "cyan",
    "loss": "red",
    "note": "dim",
    "breach": "bold red",
    SCORE: "bold",
}
INK_STYLES = {
    "": "", "water": "blue", "land": "green", "high": "yellow", "first": "bold cyan",
    "second": "bold red", "own": "bold", "strong": "bold", "faint": "dim",
}  # fmt: skip
MARK = "bold yellow"
ROW_STYLES = {"": "", "strong": "bold", "hurt": "yellow", "lost": "red", "faint": "dim"}


def render(report: Report, *, width: int = 80, colour: bool = True) -> str:
    """The report for a terminal of `width` columns; without `colour` there are no escapes."""
    parts: list[RenderableType] = [Text(harmless(report.title), style="bold")]
    if report.subtitle:
        parts.append(Text(harmless(report.subtitle), style="dim"))
    width = max(width, NARROWEST)
    parts += (part for block in report.blocks for part in _block(block, width))
    return _drawn(Group(*parts), width, colour)


def sheet(sheet: Sheet, *, width: int = 80, colour: bool = True) -> str:
    """One table for a terminal, under its title."""
    width = max(width, NARROWEST)
    title = Text(harmless(sheet.title), style="bold")
    return _drawn(Group(title, _table(sheet, width)), width, colour)


def _drawn(content: RenderableType, width: int, colour: bool) -> str:
    """What rich draws, whatever the environment of the process says."""
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
        _environ={},
    )
    with console.capture() as capture:
        console.print(content)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _block(block: Block, width: int) -> Iterator[RenderableType]:
    match block:
        case Heading():
            yield Text()
            style = "bold underline" if block.level == 2 else "bold"
            yield Text(harmless(block.text), style=style)
        case Paragraph():
            yield Text()
            yield Text(harmless(block.text))
        case Lines():
            yield from (_line(line, width) for line in block.lines)
        case Message():
            yield Text()
            yield _message(block)
        case Facts() | Cited():
            yield Text()
            pairs = block.pairs if isinstance(block, Facts) else block.rules
            for name, words in pairs:
                yield Text.assemble((f"{harmless(name)}: ", "bold"), harmless(words))
        case Table():
            yield _table(block.sheet, width)
        case Overview():
            yield from _overview(block, width)
        case Found():
            yield Text()
            yield _marked(block.name, block.in_name, "bold")
            if block.text:
                yield _hanging("    ", _marked(block.text, block.in_text), "")
        case Picture():
            yield from _picture(block.drawing, width)


def _line(line: Line, width: int) -> RenderableType:
    style, words = LINE_STYLES.get(line.kind, ""), harmless(line.text)
    if line.kind == SCORE:
        return Text(words, style=style, justify="right")
    lead = LEADS.get(line.kind, "  ")
    text = "\n".join(wrap(words, width - len(lead)))
    return _hanging(lead, Text(text, style=style), style)


def _marked(text: str, places: Iterable[tuple[int, int]], style: str = "") -> Text:
    """A line with some of its words marked, if they stand where they were found."""
    marked = Text(harmless(text), style=style)
    for start, end in places if marked.plain == text else ():
        marked.stylize(MARK, start, end)
    return marked


def _picture(drawing: Drawing, width: int) -> Iterator[RenderableType]:
    yield Text()
    if drawing.columns > width:
        words = f"It is {drawing.columns} columns wide; see it in parts with 'pbem map'."
        yield Text(words)
        return
    for spans in drawing.lines:
        parts = ((harmless(span.text), INK_STYLES[span.ink]) for span in spans)
        yield Text.assemble(*parts, no_wrap=True, overflow="crop")
    yield Text()
    for sign, words in aligned(drawing.legend):
        yield _hanging(f"{sign}  ", Text(words), "bold")


def _hanging(lead: str, text: Text, style: str) -> RenderableType:
    """Text after `lead`, its further lines indented as far."""
    grid = RichTable.grid(padding=0)
    grid.add_column(width=len(lead), no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text(lead, style=style), text)
    return grid


def _message(message: Message) -> RenderableType:
    text = Text(harmless_lines(message.text), overflow="fold")
    author = Text(f"{harmless(message.author)} writes")
    return Panel(text, title=author, title_align="left", box=box.SQUARE, border_style="dim")


def _table(given: Sheet, width: int) -> RenderableType:
    """A table, or its rows one by one where a word would have to be broken."""
    sheet = fitted(harmless_sheet(given), width)
    widths = column_widths(sheet, width)
    if widths is None:
        return _cards(sheet)
    table = RichTable(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False,
        show_header=any(sheet.heads),
    )  # fmt: skip
    for head, column in zip(sheet.heads, widths, strict=True):
        table.add_column(Text(head), width=column, overflow="fold")
    for row in sheet.rows:
        table.add_row(*map(Text, row.cells), style=ROW_STYLES.get(row.style, ""))
    return table


def _overview(overview: Overview, width: int) -> Iterator[RenderableType]:
    for stacks in set_out(map(harmless_sheet, overview.sheets), width):
        if len(stacks) == 1:
            yield _stack(stacks[0], width)
            continue
        half = half_of(width)
        grid = RichTable.grid(padding=(0, BESIDE, 0, 0))
        for _ in stacks:
            grid.add_column(width=half)
        grid.add_row(*(_stack(one, half) for one in stacks))
        yield grid


def _stack(sheets: Stack, width: int) -> RenderableType:
    parts: list[RenderableType] = []
    for sheet in sheets:
        title = [Text(sheet.title, style="bold underline")] if sheet.title else []
        parts += (Text(), *title, _table(sheet, width))
    return Group(*parts)


def _cards(sheet: Sheet) -> RenderableType:
    lines: list[RenderableType] = []
    for first, rest, style in row_by_row(sheet):
        lines.append(Text(first, style=f"bold {ROW_STYLES.get(style, '')}".strip()))
        lines.append(Padding(Text(rest), (0, 0, 0, 2)))
    return Group(*lines)
