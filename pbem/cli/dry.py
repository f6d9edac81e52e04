"""`pbem receive --dry-run`: what came, told, and nothing taken."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.came import Came
from pbem.cli.output import say, say_words
from pbem.cli.receipts import game_title
from pbem.engine.ledger import seat_called
from pbem.errors import Problem, Refused

if TYPE_CHECKING:
    from pbem.game.session import Session


def foretell(games: Mapping[Path, Iterable[Came]], problems: list[Problem]) -> None:
    """Tell what would become of files, by the folders of their games; what is wrong is added."""
    from pbem.game.recover import look

    for path, files in games.items():
        try:
            session = look(path)
            for one in files:
                _foretell(session, one, problems)
        except Refused as refused:
            problems += refused.problems
    say("nothing is taken")


def _foretell(session: "Session", one: Came, problems: list[Problem]) -> None:
    from pbem.game.receive import foreseen
    from pbem.scan import scan

    try:
        what = foreseen(session, one.raw)
    except Refused as refused:
        problems += (problem.within(one.name) for problem in refused.problems)
        return
    file = scan(one.raw)
    words = {
        "known": "it was here already",
        "early": f"it is judged when file {file.seq - 1} has been taken",
        "new": "it would be taken",
    }
    name = f"file {file.seq} of {seat_called(session.fold, file.seat)}"
    say_words(f"{name}, for {game_title(session)}: {words[what]}")
