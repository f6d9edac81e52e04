"""Options in words: both sides of each, in lists, on the pages of their rules, and as chosen."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.options import Option, words_for
from pbem.engine.sheets import Line
from pbem.report.blocks import Block, Facts, Heading, Lines
from pbem.report.clean import short

MOST_STRANGE = 8
"""Options without words of their own that are shown: a stranger's genesis may have thousands."""


def options_offered(options: Iterable[Option], titles: Mapping[str, str]) -> Iterator[Block]:
    """Every option by its title, what it may be and is by default, and both its sides.

    `titles` are those of rules, by id.
    """
    lines = []
    for option in options:
        form = f"{option.word}={'|'.join(option.values) or '…'}"
        usual = f", {option.usual} unless you say otherwise" if option.usual else ""
        lines.append(f"{_title(option, titles)} ({form}{usual}): {_with(option)}")
    yield from _listed(lines)


def options_chosen(
    options: Iterable[Option],
    words: Mapping[str, str],
    seats: tuple[str, ...],
    titles: Mapping[str, str],
) -> Iterator[Block]:
    """A game's options, each by its title: what holds in it first, then what would hold otherwise.

    `words` are the organiser's, by key; those of no option are shown as they are.
    """
    left, lines = dict(words), []
    for option in options:
        given = {key: left.pop(key) for key in words_for(option, seats) if key in left}
        is_on = bool(given) and option.values[1:] != tuple(given.values())
        form = ", ".join(f"{key}={value}" for key, value in given.items())
        told = _with(option) if is_on else _without(option)
        lines.append(f"{_title(option, titles)} ({form or option.word}): {told}")
    strange = [f"{short(key)} = {short(value)}" for key, value in left.items()]
    lines += strange[:MOST_STRANGE]
    if len(strange) > MOST_STRANGE:
        lines.append(f"and {len(strange) - MOST_STRANGE:,} more options")
    yield from _listed(lines)


def both_sides(options: Iterable[Option], rule: str) -> Iterator[Block]:
    """The options that stand under a rule's id, on the page of that rule."""
    for option in options:
        if option.rule == rule:
            yield Heading(text=f"As an option ({option.word})")
            yield Facts(pairs=(("with it", option.does), ("without it", option.without)))


def _listed(lines: Iterable[str]) -> Iterator[Block]:
    found = tuple(Line(text=line) for line in lines)
    if found:
        yield Heading(text="Options")
        yield Lines(lines=found)


def _title(option: Option, titles: Mapping[str, str]) -> str:
    return option.title or titles.get(option.rule, option.word)


def _with(option: Option) -> str:
    return f"{option.does}. Without it: {option.without}."


def _without(option: Option) -> str:
    on = f"{option.word}={option.values[0]}" if option.values else "it"
    return f"{option.without}. With {on}: {option.does}."
