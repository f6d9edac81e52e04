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
from collections.abc import Iterator
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


if __name__ == "__main__":
    if sys.argv[1:2] == ["balance"]:
        balance.main(*map(int, sys.argv[2:]))
    elif sys.argv[1:] == ["waiting"]:
        waiting.main()
    elif sys.argv[1:] == ["mailbox"]:
        mailbox.main()
    elif sys.argv[1:] == ["pages"]:
        pages.main()
    elif sys.argv[1:] == ["reading"]:
        reading.main()
    elif sys.argv[1:2] == ["campaigns"]:
        campaigns.main(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["cartwheel"]:
        cartwheel.main(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["pacific"]:
        pacific.main(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["fuzz"]:
        fuzz.main(sys.argv[2], *map(int, sys.argv[3:]))
    elif sys.argv[1:] == ["floors"]:
        floors.main()
    elif sys.argv[1:2] == ["mutants"]:
        mutants.main(*sys.argv[2:])
    else:
        main()
