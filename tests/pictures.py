"""The README's pictures, from real games: `make pictures` draws them, a test keeps them true.

The games are those of `tests/recording`, whose secrets are fixed.
"""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from pbem.engine.atlas import Frame
from pbem.engine.hidden import happenings
from pbem.engine.sheets import Line
from pbem.report import console
from pbem.report.blocks import Lines, Picture, Report, build
from pbem.report.telling import called, told
from pbem.systems.midway.table.events import Sunk
from tests.pages import ROOT
from tests.recording import begun

FOLDER = ROOT / "docs" / "pictures"
WIDTH = 84
_FONTS = re.compile(r"\s*@font-face \{.*?\}\n", re.DOTALL)
"""What would be fetched from elsewhere: any monospaced font will do."""


def pictures() -> Iterator[tuple[str, str]]:
    """Each picture's name and its SVG."""
    yield "report", svg(battle(), "pbem report")
    yield "map", svg(front(), "pbem map")


def battle() -> Report:
    """The turn of Midway in which the first carrier goes down."""
    game, rules = begun("midway/midway-0700")
    while not any(isinstance(event, Sunk) for scene in game.scenes for event in scene.events):
        game.step(lambda view: rules.system.bot(view, rules.charts))
    turn = game.scenes[-1].turn
    of_turn = tuple(one for one in happenings(game.scenes) if one.turn == turn)
    sentences = rules.system.headline(of_turn, game.game, rules.charts)
    return build(
        f"{rules.system.title}: {called(rules, game.game, turn)}",
        (Lines(lines=tuple(Line(text=one) for one in sentences)),) if sentences else (),
        told(of_turn, rules, game.game),
    )


def front() -> Report:
    """The map of Cartwheel in the middle of the Bismarck Sea, as everybody sees it."""
    game, rules = begun("cartwheel/bismarck-sea")
    for _ in range(12):
        game.step(lambda view: rules.system.bot(view, rules.charts))
    atlas: Any = rules.system.atlas
    drawing = atlas.draw(game.game, None, Frame(), rules.charts)
    return build(drawing.title, (Picture(drawing=drawing),))


def svg(report: Report, title: str) -> str:
    """A report as the picture of a terminal that shows it, with nothing to be fetched."""
    paper = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    paper.print(Text.from_ansi(console.render(report, width=WIDTH, colour=True)))
    return _FONTS.sub("", paper.export_svg(title=title, unique_id=title.replace(" ", "-")))


def write(folder: Path) -> None:
    """Draw every picture into a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in pictures():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(FOLDER)
