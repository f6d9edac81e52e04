"""What a rule says: its text, its charts, the rules and rulings that cite it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from pbem.engine.charts import RuleBook, citations, cited_ids
from pbem.engine.options import Option
from pbem.frozen import Value, remembered
from pbem.report.blocks import Block, Cited, Heading, Report, build
from pbem.report.chartpage import chart_blocks
from pbem.report.markdown import blocks
from pbem.report.optionpage import both_sides

_CASE = re.compile(r"\.[A-Z]")
_HEADING = re.compile(r"^## ((?:protocol )?\S+) (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)


class Text(Value):
    """One rule retold: its id, its title, and its words in Markdown."""

    id: str
    title: str
    words: str


def texts_of(pages: Iterable[str]) -> dict[str, Text]:
    """The rules that pages retell, by id: each stands under a heading `## ID Title`."""
    return {
        match[1]: Text(id=match[1], title=match[2], words=match[3].strip())
        for page in pages
        for match in _HEADING.finditer(page)
    }


def match_id(wanted: str, ids: Iterable[str]) -> str:
    """The id that somebody means, whatever its case, brackets and `~`; empty if there is none."""
    known = {_folded(id_): id_ for id_ in ids}
    folded = _folded(wanted)
    return known.get(folded) or known.get(f"{folded}~") or known.get(folded.rstrip("~")) or ""


def near_ids(wanted: str, ids: Iterable[str], most: int = 6) -> list[str]:
    """Ids that somebody may have meant: those that begin so, then those that look so."""
    known = {_folded(id_): id_ for id_ in ids}
    folded = _folded(wanted)
    begun = [id_ for key, id_ in known.items() if folded and key.startswith(folded)]
    alike = [known[key] for key in get_close_matches(folded, known, n=most, cutoff=0.6)]
    return list(dict.fromkeys((*begun, *alike)))[:most]


def _folded(id_: str) -> str:
    return " ".join(id_.strip("[] ").casefold().split())


def charts_of(id_: str, book: RuleBook) -> tuple[str, ...]:
    """The charts that cite a rule, at their head or in a row."""
    return tuple(source.id for source in book.sources if id_ in _cited(book)[source.id])


@remembered(1)
def _cited(book: RuleBook) -> Mapping[str, frozenset[str]]:
    """The rules that each chart cites."""
    return {
        chart: frozenset(id_ for _, words in citations(table) for id_ in cited_ids(words))
        for chart, table in book.tables.items()
    }


def citing(id_: str, texts: Mapping[str, Text]) -> tuple[Text, ...]:
    """The texts that name a rule."""
    named = re.compile(rf"(?<![\w.~-]){re.escape(id_)}(?![\w~]|[.-]\d)")
    return tuple(text for text in texts.values() if text.id != id_ and named.search(text.words))


def rule_page(
    text: Text,
    texts: Mapping[str, Text],
    book: RuleBook | None,
    game: str,
    options: Iterable[Option] = (),
) -> Report:
    """The page of one rule; `game` is the title of the game, or where else it is from.

    Of `options` those that stand under this rule are told with both their sides. Its lettered cases
    are told with it, those under a number of their own named.
    """
    sources = {source.id: source for source in book.sources} if book else {}
    charts = [sources[name] for name in charts_of(text.id, book)] if book else []
    under = [one for one in texts.values() if one.id.startswith(f"{text.id}.")]
    return build(
        f"{text.id} {text.title}",
        blocks(text.words),
        both_sides(options, text.id),
        *(chart_blocks(source, book.tables[source.id]) for source in charts if book),
        *map(_case, (one for one in under if _is_lettered(one, text))),
        _list("Its cases", (one for one in under if not _is_lettered(one, text))),
        _list("Cited by", citing(text.id, texts)),
        subtitle=game,
    )


def _is_lettered(text: Text, above: Text) -> bool:
    return _CASE.fullmatch(text.id.removeprefix(above.id)) is not None


def _case(text: Text) -> Iterator[Block]:
    yield Heading(text=f"{text.id} {text.title}")
    yield from blocks(text.words)


def _list(title: str, found: Iterable[Text]) -> Iterator[Block]:
    pairs = tuple((text.id, text.title) for text in found)
    if pairs:
        yield Heading(text=title)
        yield Cited(rules=pairs)
