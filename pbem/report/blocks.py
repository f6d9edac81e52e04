"""A report as plain data: what is said, in what order, before anything is laid out.

The renderings (`plain`, `console`, `html`) take these blocks and nothing else. They make every
text harmless themselves, so that a block may hold what another player wrote as he wrote it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from pbem.counting import capital, count, listed
from pbem.engine.atlas import Drawing
from pbem.engine.charts import Provenance
from pbem.engine.events import (
    ALL,
    Consented,
    Event,
    Happening,
    Proposed,
    Question,
    Referred,
    Ruled,
    Score,
    rolls_in,
)
from pbem.engine.ledger import Rules
from pbem.engine.mentions import Speller, closed, quoted
from pbem.engine.sheets import Line, Sheet
from pbem.engine.steps import GameSystem
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


def called(rules: Rules[Any], game: Any, turn: int, step: str = "") -> str:
    """A turn, or the part of it that a step lies in, as players of this game call it."""
    return rules.system.turn_title(game, turn, step, rules.charts)


def told(
    happenings: Iterable[Happening], rules: Rules[Any], game: Any, seat: str = ""
) -> Iterator[Block]:
    """What happened, turn by turn and step by step, as far as `seat` may read it.

    Without a seat only what is public is told. Of the `game` only what its turns are called is
    asked: any state of it will do.
    """
    seen = [one for one in happenings if one.event.to in (ALL, seat)]
    system, charts = rules.system, rules.charts

    def when(one: Happening) -> tuple[int, str]:
        return one.turn, called(rules, game, one.turn, one.step)

    for (turn, title), in_turn in groupby(seen, key=when):
        yield Heading(text=capital(title))
        for step, in_step in groupby(in_turn, key=lambda one: one.step):
            happened = tuple(in_step)
            lines = tuple(_scored(happened, system, charts))
            if lines:
                events = tuple(one.event for one in happened)
                yield Heading(text=step_heading(events, system, turn, step), level=3)
                yield Lines(lines=lines, in_full=True)


def step_heading(
    events: Iterable[Event], system: GameSystem[Any, Any], turn: int, step: str
) -> str:
    """What stands above a step's events: its title, or what they are where nothing else was."""
    kinds = {event.aside for event in events}
    return (kinds.pop() if len(kinds) == 1 else "") or system.step_title(turn, step)


def _scored(
    happenings: Iterable[Happening], system: GameSystem[Any, Any], charts: Any
) -> Iterator[Line]:
    """What happened, with the score wherever it changed."""
    waiting: list[Event] = []
    for one in happenings:
        waiting.append(one.event)
        if one.score is not None:
            yield from _told(waiting, system, charts)
            waiting.clear()
            yield Line(text=score_words(one.score, system), kind=SCORE)
    yield from _told(waiting, system, charts)


def score_words(score: Score, system: GameSystem[Any, Any]) -> str:
    """`+1 Allied: Allied 14, Japanese 3`: who gained, and what all have now."""
    gained = (
        f"{'+' if points > 0 else '−'}{system.point_words(abs(points))} {side.capitalize()}"
        for side, points in score.gained.items()
    )
    now = (f"{side.capitalize()} {system.point_words(has)}" for side, has in score.now.items())
    return f"{', '.join(gained)}: {', '.join(now)}"


def _told(events: Iterable[Event], system: GameSystem[Any, Any], charts: Any) -> Iterator[Line]:
    for alike in runs(events):
        labels = {roll.label for roll in rolls_in(alike)}
        for line in words_of(alike, system, charts):
            yield replace(line, text=_called(line.text, labels, system, charts))


def _called(text: str, labels: Collection[str], system: GameSystem[Any, Any], charts: Any) -> str:
    """A sentence headed by the label of a roll, with what that is called instead.

    The rule of the label is cited at its end, where no other is.
    """
    label = max((one for one in labels if text.startswith(f"{one}:")), key=len, default="")
    if not label:
        return text
    rest = text[len(label) + 1 :]
    cited = "" if text.rstrip(".").endswith("]") else f" [{label.partition(' ')[0]}]"
    return f"{headed(label, system, charts)}:{rest}{cited}"


def headed(label: str, system: GameSystem[Any, Any], charts: Any) -> str:
    """What a roll is called at the head of a sentence."""
    title = system.roll_title(label, charts)
    return capital(title)


def runs(events: Iterable[Event]) -> Iterator[tuple[Event, ...]]:
    """Events in turn, those of one class that follow each other together."""
    return (tuple(alike) for _, alike in groupby(events, key=type))


def words_of(
    events: tuple[Event, ...], system: GameSystem[Any, Any], charts: Any
) -> Iterator[Line]:
    """Events of one class that follow each other: in one go where their system does so."""
    lines = system.together(events, charts) if len(events) > 1 else ()
    yield from lines or (line for one in events for line in _lines(one, system, charts))


def _lines(event: Event, system: GameSystem[Any, Any], charts: Any) -> tuple[Line, ...]:
    """An event in words: those of every game here, the others by their system."""
    if words := settled(event, system):
        more = (_once_held(event),) if isinstance(event, Proposed) else ()
        return tuple(Line(text=text, kind="note") for text in (words, *more))
    return system.wording(event, charts)


def settled(
    event: Event, system: GameSystem[Any, Any], most: int | None = None, agreed: str = ""
) -> str:
    """An event of every game in words: questions, rulings, consent; empty for one of a system.

    Of a player's words all are told, or so many characters of their first line at `most`. `agreed`
    is the seat whose consent to a ruling is told with it.
    """
    match event:
        case Referred():
            return asked((event,), most)
        case Proposed():
            words = f"{event.seat} proposes a ruling (file {event.ruling})"
        case Ruled():
            consent = f" with {owner(agreed)} consent" if agreed else ""
            on = _on(event.settles, most)
            words = f"Ruled by {event.seat} in file {event.ruling}{consent}{on}"
        case Consented():
            return f"{event.seat} consents to the ruling in file {event.ruling}."
        case _:
            return ""
    given = awarded(event.points, event.side, system)
    return closed(f"{words}: {as_said(event.words, most)}{given}")


def asked(questions: Sequence[Referred], most: int | None = None) -> str:
    """What one seat asks the referee, in one sentence."""
    words = "; ".join(as_said(one.words, most) for one in questions)
    return closed(f"{questions[0].seat} asks the referee: {words}")


def _on(questions: Sequence[Question], most: int | None) -> str:
    """On which questions a ruling is; with fewer of their words where its own are not all told."""
    if most is not None and len(questions) > 1:
        return f" on {count(len(questions), 'question')}"
    asked = [
        f"{owner(one.seat)} question {as_said(one.words, most and most // 2)}" for one in questions
    ]
    return f" on {listed(asked)}" if asked else ""


def _once_held(event: Proposed) -> str:
    """What comes of a ruling that waits."""
    then = f", and settles {questions_told(event.settles)} then" if event.settles else ""
    return f"It holds once the other side consents{then}."


def questions_told(questions: Sequence[Question], own: str = "") -> str:
    """Whose questions they are, and where they stand; `own` is the seat of who reads."""
    whose = ("your own" if one.seat == own else owner(one.seat) for one in questions)
    named = [f"{who} question in file {one.seq}" for who, one in zip(whose, questions, strict=True)]
    return listed(named)


def owner(seat: str) -> str:
    """A seat as the owner of something: `us'`, `japan's`."""
    return f"{seat}'" if seat.endswith("s") else f"{seat}'s"


def as_said(words: str, most: int | None = None) -> str:
    """A player's words in marks, all or as many as there is room for."""
    kept = words if most is None else words.partition("\n")[0][:most]
    return quoted(words if kept == words else f"{kept}…")


def awarded(points: int, side: str, system: GameSystem[Any, Any]) -> str:
    """What a ruling gives to a side, or takes from it, as players count it: ` (+2 for Red)`."""
    sign = "+" if points > 0 else "−"
    words = f"{sign}{system.point_words(abs(points))} for {side.capitalize()}"
    return f" ({words})" if points else ""


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
