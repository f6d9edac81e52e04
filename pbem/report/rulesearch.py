"""Rules that have some words, in their heading or in their text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.frozen import Value
from pbem.report.blocks import Block, Found, Heading, Lines, Paragraph, Report, Table, build
from pbem.report.clean import harmless
from pbem.report.markdown import blocks
from pbem.report.rulepage import Text

_WORD = re.compile(r"[^\W_]+")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?:;]) +(?=[A-Z])")

SAID_AS = {
    "amphibious": "landing",
    "beach": "landing",
    "cap": "combat air patrol",
    "control": "owner",
    "flak": "anti-aircraft",
    "invade": "land",
    "invasion": "landing",
    "logistics": "supply",
    "overrun": "attack",
    "reconnaissance": "search",
    "scouting": "search",
    "stacking": "stack",
    "upkeep": "supply",
    "zoc": "zone",
}
"""What players of other games call a thing that these rules call otherwise."""


class Hit(Value):
    """A rule that has all the words, and the sentence of it that has most of them, if any."""

    id: str
    title: str
    line: str


def found_rules(wanted: str, texts: Mapping[str, Text]) -> tuple[Hit, ...]:
    """The rules with all words, whatever their case and accents; beginnings of words count.

    Those with most of them in the heading come first, then those with most in one sentence.
    """
    words = split(wanted)
    ranked: list[tuple[tuple[int, int], Hit]] = []
    for text in texts.values():
        heading, lines = f"{text.id} {text.title}", tuple(_sentences(text.words))
        if not words or _had(words, " ".join((heading, *lines))) < len(words):
            continue
        in_heading = _had(words, heading)
        line = max(lines, key=lambda one: _had(words, one), default="")
        in_line = _had(words, line)
        hit = Hit(id=text.id, title=text.title, line=line if in_line else "")
        ranked.append(((-in_heading, -in_line), hit))
    return tuple(hit for _, hit in sorted(ranked, key=lambda pair: pair[0]))


def found_page(games: Mapping[str, Sequence[Hit]], wanted: str, most: int) -> Report:
    """The rules that were found, by the title of their game, at most so many of each."""
    number = count(sum(map(len, games.values())), "rule")
    title = f"{number} with '{' '.join(_WORD.findall(wanted))}'"
    return build(title, *(_of_game(game, hits, wanted, most) for game, hits in games.items()))


def _of_game(title: str, hits: Sequence[Hit], wanted: str, most: int) -> Iterator[Block]:
    if hits:
        yield Heading(text=title)
        yield from (_found(hit, wanted) for hit in hits[:most])
    if len(hits) > most:
        yield Paragraph(text=f"and {len(hits) - most} more: add a word, or --all")


def _found(hit: Hit, wanted: str) -> Found:
    name, line, words = harmless(f"{hit.id} {hit.title}"), harmless(hit.line), split(wanted)
    return Found(name=name, text=line, in_name=_spans(words, name), in_text=_spans(words, line))


def split(text: str) -> tuple[str, ...]:
    """The words of a text in small letters without accents."""
    return tuple(_folded(word) for word in _WORD.findall(text))


def vocabulary(texts: Iterable[Text]) -> frozenset[str]:
    """Every word of some rules."""
    return frozenset(word for text in texts for word in split(f"{text.title} {text.words}"))


def _folded(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one))


def _had(words: Sequence[str], text: str) -> int:
    """How many of the words a text has."""
    own = split(text)
    return sum(any(one.startswith(word) for one in own) for word in words)


def _spans(words: tuple[str, ...], text: str) -> tuple[tuple[int, int], ...]:
    """Where a text has one of the words."""
    places = _WORD.finditer(text)
    return tuple(place.span() for place in places if _folded(place[0]).startswith(words))


def _sentences(text: str) -> Iterator[str]:
    """The sentences, items of lists and rows of tables of a rule's text."""
    for block in blocks(text):
        match block:
            case Paragraph():
                yield from _SENTENCE_ENDS.split(block.text)
            case Lines():
                yield from (line.text.removeprefix("- ") for line in block.lines)
            case Table():
                yield from (", ".join(filter(None, row.cells)) for row in block.sheet.rows)
