"""A report as plain data: what is said, in what order, before anything is laid out.

The renderings (`plain`, `console`, `html`) take these blocks and nothing else. They make every
text harmless themselves, so that a block may hold what another player wrote as he wrote it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from pbem.engine.atlas import Drawing
from pbem.engine.charts import Provenance
from pbem.engine.mentions import Speller
from pbem.engine.sheets import Line, Sheet
from pbem.engine.tabletop import Key, Laid
from pbem.frozen import Value, replace

KINDS = ("fact", "roll", "loss", "note", "breach")
"""What a line of a game's own words may be; see `Line`."""
SCORE = "score"
"""The kind of a line that a report adds itself: the score where it changes."""

_RULE_ID = re.compile(r"[A-Z]{0,3}-?\.?[0-9]+[A-Z]?(?:\.(?:[0-9]+|[A-Za-z]\b))*(?:[a-z]\b|\b)~?")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


class Heading(Value):
    """A heading: level 2 for a part of the report, 3 for a step within it."""

    text: str
    level: int = 2


class Paragraph(Value):
    """Running text of our own."""

    text: str


class Lines(Value):
    """What happened, line by line, as the game's wording has it, `in_full` with kinds of units."""

    lines: tuple[Line, ...]
    in_full: bool = False


class Message(Value):
    """Words of another player, to be quoted and never interpreted."""

    author: str
    text: str


class Facts(Value):
    """Short facts by name, such as who writes next."""

    pairs: tuple[tuple[str, str], ...]


class Table(Value):
    """One of the game's sheets."""

    sheet: Sheet


class Overview(Value):
    """Sheets close together, side by side where there is room, each under its title if any."""

    sheets: tuple[Sheet, ...]


class Cited(Value):
    """The rules that a report cites, by id, with their titles."""

    rules: tuple[tuple[str, str], ...]


class Found(Value):
    """Something that was looked for: its name, the line that has the words, their places in both.

    A place is where a word begins and where it ends, in characters.
    """

    name: str
    text: str
    in_name: tuple[tuple[int, int], ...]
    in_text: tuple[tuple[int, int], ...]


class Picture(Value):
    """A map in lines of signs that must keep their columns."""

    drawing: Drawing


class Display(Value):
    """The table with every counter and its key, for renderings that can draw.

    The others leave it out; it takes the place of a `Picture`.
    """

    laid: Laid
    key: Key


Block: TypeAlias = (
    Heading
    | Paragraph
    | Lines
    | Message
    | Facts
    | Table
    | Overview
    | Cited
    | Found
    | Picture
    | Display
)


class Report(Value):
    """A whole report, ready to be rendered."""

    title: str
    subtitle: str = ""
    blocks: tuple[Block, ...] = ()


def build(
    title: str,
    *parts: Iterable[Block],
    subtitle: str = "",
    titles: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    described: Mapping[str, str] | None = None,
) -> Report:
    """A report of several parts; `titles` of rules, by id, add the list of those it cites.

    `names` are what things are called that its title, lines and tables mention, `described` the
    kinds of what its lines call by ids.
    """
    spell = Speller(names or {}, described)
    title = spell(title)
    blocks = tuple(_spelled(block, spell) for part in parts for block in part)
    return Report(title=title, subtitle=subtitle, blocks=(*blocks, *cited(blocks, titles or {})))


def _spelled(block: Block, spell: Speller) -> Block:
    """A block of the game's own words with its mentions spelled out."""
    match block:
        case Lines():
            told = spell.in_full if block.in_full else spell.line
            return replace(block, lines=tuple(map(told, block.lines)))
        case Table():
            return Table(sheet=_spelled_sheet(block.sheet, spell))
        case Overview():
            return Overview(sheets=tuple(_spelled_sheet(one, spell) for one in block.sheets))
    return block


def _spelled_sheet(sheet: Sheet, spell: Speller) -> Sheet:
    rows = tuple(replace(row, cells=tuple(map(spell, row.cells))) for row in sheet.rows)
    return replace(sheet, rows=rows)


def shown(sheets: Iterable[Sheet]) -> Iterator[Block]:
    """The game's sheets, each under its title."""
    for sheet in sheets:
        yield Heading(text=sheet.title)
        yield Table(sheet=sheet)


def known(**facts: str) -> Iterator[Block]:
    """Facts by name; underlines are shown as spaces, and facts without words are left out."""
    pairs = tuple((name.replace("_", " "), text) for name, text in facts.items() if text)
    if pairs:
        yield Facts(pairs=pairs)


def heard(messages: Iterable[tuple[str, str]]) -> Iterator[Block]:
    """The words of other players: pairs of author and text."""
    said = tuple(Message(author=author, text=text) for author, text in messages if text)
    if said:
        yield Heading(text="Messages")
        yield from said


def house_charts(charts: Collection[Provenance]) -> Iterator[Block]:
    """How many charts hold figures of our own, where others hold those of published rules."""
    ours = sum(chart.provenance == "house" for chart in charts)
    if 0 < ours < len(charts):
        words = f"{ours} of {len(charts)} charts are house charts, with figures of our own;"
        yield Paragraph(text=f"{words} 'pbem rules show RULE' tells on which a rule rests.")


def cited(blocks: Iterable[Block], titles: Mapping[str, str]) -> Iterator[Block]:
    """The rules cited in `blocks`, in the order of `titles`."""
    used = ids_in(blocks)
    rules = tuple((rule, title) for rule, title in titles.items() if rule in used)
    if rules:
        yield Heading(text="Rules cited")
        yield Cited(rules=rules)


def ids_in(blocks: Iterable[Block]) -> frozenset[str]:
    """Whatever in the lines of `blocks` looks like the id of a rule; a score cites none."""
    return frozenset(
        rule
        for block in blocks
        if isinstance(block, Lines)
        for line in block.lines
        if line.kind != SCORE
        for rule in rule_ids(line.text)
    )


def rules_cited(text: str) -> tuple[str, ...]:
    """The words in brackets in a line of which some may be ids of rules: `[P4A.2.B, E.4.8: no]`."""
    return tuple(
        word.rstrip(",;:.") for match in _BRACKETS.finditer(text) for word in match[1].split()
    )


def rule_ids(text: str) -> tuple[str, ...]:
    """Whatever in a line looks like the id of a rule, such as `M7.2`."""
    return tuple(match.group() for match in _RULE_ID.finditer(text))
