"""Questions to the referee, rulings and consent in words: they are alike in every game."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pbem.counting import count, listed
from pbem.engine.events import Consented, Event, PassedOver, Proposed, Question, Referred, Ruled
from pbem.engine.mentions import closed, quoted
from pbem.engine.steps import GameSystem


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
        case PassedOver():
            return f"{event.seat} leaves {_which(event.questions, most)} without an answer."
        case Proposed():
            words = f"{event.seat} proposes a ruling (file {event.ruling})"
        case Ruled():
            consent = f" with {owner(agreed)} consent" if agreed else ""
            on = f" on {_which(event.settles, most)}" if event.settles else ""
            words = f"Ruled by {event.seat} in file {event.ruling}{consent}{on}"
        case Consented():
            return f"{event.seat} consents to the ruling in file {event.ruling}."
        case _:
            return ""
    given = awarded(event.points, event.side, system)
    return closed(f"{words}: {as_said(event.words, most)}{given}")


def ruled_briefly(event: Ruled, system: GameSystem[Any, Any], most: int) -> str:
    """A ruling by its file and so many characters of its words, or by what it gives alone."""
    words = f": {as_said(event.words, most)}" if most else ""
    given = awarded(event.points, event.side, system)
    return closed(f"Ruled in file {event.ruling}{words}{given}")


def asked(questions: Sequence[Referred], most: int | None = None) -> str:
    """What one seat asks the referee, in one sentence."""
    words = "; ".join(as_said(one.words, most) for one in questions)
    return closed(f"{questions[0].seat} asks the referee: {words}")


LEAST_ASKED = 20
"""Of each of several questions no fewer characters are told: else only how many they are."""


def _which(questions: Sequence[Question], most: int | None) -> str:
    """Which questions a ruling is on; with fewer of their words where its own are not all told."""
    each = most and most // (2 * len(questions))
    if each is not None and len(questions) > 1 and each < LEAST_ASKED:
        return count(len(questions), "question")
    told = [f"{owner(one.seat)} question {as_said(one.words, each)}" for one in questions]
    return listed(told)


def once_held(event: Proposed) -> str:
    """What comes of a ruling that waits."""
    then = f", and settles {questions_told(event.settles)} then" if event.settles else ""
    return f"It holds once the other side consents{then}."


def questions_told(questions: Sequence[Question], own: str = "") -> str:
    """Whose questions they are, and where they stand; `own` is the seat of who reads."""
    return listed(questions_by_file(questions, own))


def questions_by_file(
    questions: Sequence[Question], own: str = "", yours: str = "your own"
) -> list[str]:
    """The same, those of each file by themselves."""
    numbers = Counter((one.seat, one.seq) for one in questions)
    return [
        f"{yours if seat == own else owner(seat)}"
        f" {'question' if number == 1 else f'{number} questions'} in file {seq}"
        for (seat, seq), number in numbers.items()
    ]


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
