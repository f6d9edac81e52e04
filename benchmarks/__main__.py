"""`python -m benchmarks` measures.

With `balance`, `campaigns`, `cartwheel`, `pacific` it plays many games, as many as a number behind
says, and counts their files; `waiting` measures what a player waits for in long ones, `mailbox` the
reading of a thousand mails, `reading` what he has to read and to type.
`python -m benchmarks pages` measures the page of a whole campaign.
`python -m benchmarks fuzz SYSTEM FILES [FIRST]` plays games by chance and looks for false alarms.
`python -m benchmarks mutants` changes functions, and looks whether a test notices.
`python -m benchmarks floors` holds what `make coverage` found against the floors.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import (
    adjudication,
    answers,
    balance,
    campaigns,
    cartwheel,
    chains,
    floors,
    fuzz,
    mail,
    mailbox,
    mutants,
    pacific,
    pages,
    reading,
    startup,
    thinking,
    turns,
    waiting,
)
from benchmarks.games import bot_game, long_game
from benchmarks.measure import Row, table


def rows(place: Path) -> Iterator[Row]:
    """Every benchmark, with the games that they share."""
    played = bot_game(place / "bots")
    old = long_game(place / "old", turn=200)
    young = long_game(place / "young", turn=2)
    yield from startup.measure(old)
    yield from chains.measure(played, place / "chains")
    yield from adjudication.measure(played)
    yield from turns.measure(young, old)
    yield from mail.measure(place / "mail")
    yield from waiting.measure(place)
    yield from thinking.measure()
    yield from balance.measure()
    yield from answers.measure(place / "answers")


def main() -> None:
    """Measure everything and print one table."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(rows(Path(place))))


MEASURES: Mapping[str, Callable[..., None]] = {
    "balance": balance.main, "campaigns": campaigns.main, "cartwheel": cartwheel.main,
    "floors": floors.main, "fuzz": fuzz.main, "mailbox": mailbox.main, "mutants": mutants.main,
    "pacific": pacific.main, "pages": pages.main, "reading": reading.main, "waiting": waiting.main,
}  # fmt: skip
"""What is measured by itself, by its word."""


if __name__ == "__main__":
    word, *more = sys.argv[1:] or ("",)
    if word in MEASURES:
        MEASURES[word](*(int(one) if one.isdigit() else one for one in more))
    elif word:
        sys.exit(__doc__)
    else:
        main()
