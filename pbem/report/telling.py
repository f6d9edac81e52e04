"""What happened as blocks of a report: events turn by turn and step by step, in words."""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Any

from pbem.counting import capital
from pbem.engine.events import ALL, Event, Happening, Proposed, Score, rolls_in
from pbem.engine.ledger import Rules
from pbem.engine.sheets import Line
from pbem.engine.steps import GameSystem
from pbem.frozen import replace
from pbem.report.blocks import SCORE, Block, Heading, Lines
from pbem.report.rulings import once_held, settled


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
        more = (once_held(event),) if isinstance(event, Proposed) else ()
        return tuple(Line(text=text, kind="note") for text in (words, *more))
    return system.wording(event, charts)
