"""The orders file that a player edits: commented TOML, as it is made for him."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

from pbem.counting import count
from pbem.engine.mentions import spelled
from pbem.engine.names import as_spoken
from pbem.engine.orders import Order, encode_order
from pbem.engine.steps import GameSystem, IfRoom, Section, Spare
from pbem.engine.views import form_of
from pbem.frozen import FrozenMap, Value, names, replace
from pbem.game.explain import shut_keys
from pbem.game.questions import open_questions, own_rulings, rulings_offered
from pbem.game.session import Session
from pbem.game.usual import Usual, usual_here, without_usual
from pbem.narrow import write_value
from pbem.report.clean import harmless
from pbem.store.drafts import ahead_path, draft_path

WIDTH = 80
"""So wide is a form: a screen of an editor. A single long value may go beyond it."""
MARGIN = len("# ")
TAKE_AWAY = "# Take away the # before an order to give it; 'pbem check' tells what is wrong."
NOTHING_TO_DECIDE = "# Nothing is to be decided in this file: 'pbem turn' sends it as it is."
SPARED = "# What is legal: 'pbem orders --explain KIND'. All: 'pbem orders --full -o -'."
LONGEST = 96
"""So many lines has a short form at most: two screens."""


class Author(Value):
    """Whose file a form is for: its seat and number, and the game's system.

    `supposed`: it is not due yet, and its number not known. `opens` tells what the file is needed
    for whatever is ordered, if for anything, `asked` what the referee has not answered. `usual` are
    the keys that it need not write, `keys` those of a kind of order that it may.
    """

    seat: str
    seq: int
    system: GameSystem[Any, Any]
    supposed: bool = False
    opens: str = ""
    asked: tuple[str, ...] = ()
    usual: Usual = FrozenMap()
    keys: Callable[[type[Order]], tuple[str, ...]] = names


def make_form(session: Session, *, full: bool = False) -> str:
    """The form for this seat's next file: choices as comments, standing orders carried on.

    Those that are `Spare` stand only in the `full` one.
    """
    sections = form_of(session.view(), session.rules)
    return form_text(_author(session), sections, full=full)


def form_text(author: Author, sections: Iterable[Section], *, full: bool = False) -> str:
    """The form of these sections, as its author edits it."""
    found = tuple(one for one in sections if _says_anything(one))
    if not found:
        opens = f"It is needed for what it opens: {author.opens}."
        needed = _folded(opens, "# ", "#   ") if author.opens else ()
        return _with_head(author, NOTHING_TO_DECIDE, *needed)
    kept = found if full else tuple(_short(author, found))
    return _text(author, kept, (), *(() if kept == found else _spared(found, kept)))


def _spared(sections: Iterable[Section], kept: Iterable[Section]) -> list[str]:
    """How the rest is had: what of it there was no room for, and how many sections are more."""
    here = Counter(one.title for one in kept)
    named = Counter(one.title for one in sections if isinstance(one, IfRoom)) - here
    more = (Counter(one.title for one in sections) - here - named).total()
    left = [*named, *([count(more, "more section")] if more else [])]
    return [SPARED, *(_folded(f"Only there: {'; '.join(left)}.", "# ", "#   ") if left else ())]


def _short(author: Author, sections: Sequence[Section]) -> Sequence[Section]:
    """The sections of the short form: what can give way does, until it fits.

    First sections do, the last before the others, then all but one example of orders together, then
    single orders where there is such an example, then the others, the last first. What such an
    example would have shown is told in a line: how the order is written. One example is worth more
    than those lines, wherever it has room.
    """
    kept = [one for one in sections if not isinstance(one, Spare)]

    def is_long(parts: Sequence[Section]) -> bool:
        return _text(author, parts, (), *_spared(sections, parts)).count("\n") > LONGEST

    for one in kept[::-1]:
        if isinstance(one, IfRoom) and is_long(kept):
            kept.remove(one)
    for place, one in enumerate(kept):
        for number in range(len(one.together) - 1, 0, -1):
            if is_long(kept):
                kept[place] = replace(one, together=one.together[:number])
    single = [*enumerate(kept)]
    paired = [(place, one) for place, one in single if one.together]
    for place, one in (*paired, *single[::-1]):
        if one.examples and is_long(kept):
            choices = (*one.choices, *_keys(one, author))
            kept[place] = replace(one, choices=choices, examples=())
    _drop_keys(kept, single, is_long)
    if any(one.examples or one.together for one in kept):
        return kept
    some = _with_an_example(kept, single)
    _drop_keys(some, single, is_long)
    return kept if is_long(some) else some


Numbered = Sequence[tuple[int, Section]]
"""Sections as they are before anything gives way, each with its place."""


def _drop_keys(
    kept: list[Section], whole: Numbered, is_long: Callable[[Sequence[Section]], bool]
) -> None:
    """Take the lines on keys from sections that show no example, the last first, until it fits."""
    for place, one in whole[::-1]:
        if one.examples and not kept[place].examples and is_long(kept):
            kept[place] = replace(kept[place], choices=one.choices)


def _with_an_example(kept: Sequence[Section], whole: Numbered) -> list[Section]:
    """The sections, of which the first that can has one example in place of its keys."""
    some = [*kept]
    for place, one in [(place, one) for place, one in whole if one.examples][:1]:
        some[place] = replace(one, examples=one.examples[:1])
    return some


def _keys(section: Section, author: Author) -> Iterator[str]:
    """How orders are written that a section shows alone, without those that it shows together."""
    shown = {order.type for orders in section.together for order in orders}
    kinds = {order.type: type(order) for order in section.examples if order.type not in shown}
    if kinds:
        told = (f"{kind} with {', '.join(author.keys(order))}" for kind, order in kinds.items())
        yield f"Orders of this part, and their keys: {'; '.join(told)}."


def _author(session: Session) -> Author:
    return Author(
        seat=session.seat,
        seq=session.next_seq,
        system=session.rules.system,
        supposed=session.supposed,
        opens=session.opened,
        asked=spelled(_unsettled(session), {}),
        usual=usual_here(session),
        keys=partial(_keys_here, session),
    )


def _unsettled(session: Session) -> tuple[str, ...]:
    """Questions to the referee, and rulings that wait for somebody's consent."""
    return (*open_questions(session), *rulings_offered(session), *own_rulings(session))


def _keys_here(session: Session, order: type[Order]) -> tuple[str, ...]:
    """The keys of a kind of order but those that need not be written, or that none may hold now."""
    left = {*usual_here(session).get(order.type, ()), *shut_keys(session, order)}
    return tuple(key for key in names(order) if key not in left)


def bot_form(session: Session) -> str:
    """The same file filled in by the bot."""
    view = session.view()
    orders = session.rules.system.bot(view, session.rules.charts)
    return _text(_author(session), (), orders)


def form_path(session: Session) -> Path:
    """Where the orders file for this seat's next file lies, unless its player names another."""
    folder = session.folder.path
    return ahead_path(folder) if session.supposed else draft_path(folder, session.next_seq)


def begun_form(session: Session) -> str:
    """The same file without any orders, for a player who adds them one by one."""
    return _text(_author(session), (), ())


def head_of_form(session: Session) -> str:
    """The first lines of that file, up to the words to the others, where a page writes it."""
    head = _with_head(_author(session), "# Clicked together on the order page.")
    return head.removesuffix(_NO_WORDS)


def as_tables(orders: Iterable[Mapping[str, Any]]) -> str:
    """Orders as they stand in an orders file, each behind an empty line."""
    return "".join("\n".join(("", *_table(order), "")) for order in orders)


def _text(author: Author, sections: Iterable[Section], orders: Iterable[Order], *more: str) -> str:
    given = (("", *_order(order, author)) for order in orders)
    parts = (*(_section(one, author) for one in sections), *given)
    body = "".join(f"{line}\n" for part in parts for line in part)
    return _with_head(author, TAKE_AWAY, *more) + body


def _with_head(author: Author, *about: str) -> str:
    """The beginning of every orders file, with some lines about it."""
    due = f"file {author.seq}" if not author.supposed else "a file that is not due yet"
    lines = (
        f"# Orders of seat {author.seat} for {due}.",
        *about,
        *(line for words in author.asked for line in _folded(words, "# ", "#   ")),
        "",
        *(() if author.supposed else (f"file = {author.seq}",)),
        f"seat = {write_value(author.seat)}",
        _NO_WORDS.rstrip("\n"),
    )
    return "".join(f"{line}\n" for line in lines)


_NO_WORDS = 'message = ""\n'
_TITLE = "# --- "


def _says_anything(section: Section) -> bool:
    """Whether a section of a form has more than its title."""
    return bool(section.choices or section.examples or section.together or section.orders)


def tells_choices(text: str) -> bool:
    """Whether an orders file still has what a form tells: a part of it, or that it has none."""
    return any(line.startswith((_TITLE, NOTHING_TO_DECIDE)) for line in text.splitlines())


def _section(section: Section, author: Author) -> Iterator[str]:
    rule = f" [{section.rule}]" if section.rule else ""
    yield ""
    yield f"{_TITLE}{section.title}{rule} ".ljust(WIDTH, "-")
    for choice in section.choices:
        yield from _folded(choice, "#   ", "#     ")
    blocks = [(one,) for one in section.examples]
    for number, orders in enumerate((*blocks, *section.together)):
        yield from ("#",) if number else ()
        yield from ("# together:",) if number >= len(blocks) else ()
        yield from (f"# {line}" for order in orders for line in _order(order, author))
    for order in section.orders:
        yield ""
        yield from _order(order, author)


def _folded(words: str, first: str, more: str) -> list[str]:
    """A sentence in lines that begin so."""
    return wrap(
        harmless(words), WIDTH, initial_indent=first, subsequent_indent=more,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _order(order: Order, author: Author) -> Iterator[str]:
    table = as_spoken(without_usual(author.usual, encode_order(order)), author.system.spoken)
    for line, value in zip(_table(table), ("", *table.values()), strict=True):
        is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
        yield from _listed(line, value) if is_list else (line,)


def _listed(line: str, values: Sequence[Any]) -> Iterator[str]:
    """A key with its list, in several lines where it is too long for one.

    They begin at the margin: what is further in is told, not written.
    """
    if len(line) <= WIDTH - MARGIN:
        yield line
        return
    begun = f"{line.partition(' = ')[0]} = ["
    for number, value in enumerate(values, 1):
        more = f"{write_value(value)}{']' if number == len(values) else ','}"
        if len(begun) + len(more) >= WIDTH - MARGIN:
            yield begun
            begun = ""
        begun += f"{' ' if begun.endswith(',') else ''}{more}"
    yield begun


def _table(order: Mapping[str, Any]) -> Iterator[str]:
    yield "[[order]]"
    yield from (f"{key} = {write_value(value)}" for key, value in order.items())
