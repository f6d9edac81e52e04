"""What a player sees of each game at three widths, and once in colour: `python -m tests.screens`.

The games are those of `tests/recording`, whose secrets are fixed. Whatever changes a screen changes
its file in `tests/transcripts/screens`: look at it before writing it anew.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pbem.engine.atlas import Frame
from pbem.engine.sheets import Line
from pbem.engine.steps import happenings
from pbem.game.logbook import overview
from pbem.report import console, plain
from pbem.report.blocks import Block, Lines, Overview, Picture, Report, build, told
from tests.recording import begun

FOLDER = Path(__file__).with_name("transcripts") / "screens"
GAMES = {"midway": ("midway/midway-0700", 11), "cartwheel": ("cartwheel/bismarck-sea", 12),
         "pto": ("pto/midway", 8)}  # fmt: skip
"""A scenario of each system, and how many files have been written in it."""
WIDTHS = (60, 80, 120)
COLOURED = 80


def screens(name: str) -> Iterator[tuple[str, str]]:
    """The files' names, and what is on the screens that they hold."""
    found = {width: tuple(_reports(name, width)) for width in WIDTHS}
    for width, reports in found.items():
        text = "\n".join(plain.render(report, width - 2) for report in reports)
        yield f"{name}-{width}.txt", text
    colours = (console.render(report, width=COLOURED) for report in found[COLOURED])
    yield f"{name}-colour.txt", "\n".join(colours).replace("\x1b", "\\e")


def _reports(name: str, width: int) -> Iterator[Report]:
    """The situation, the map, and the turn in which most happened."""
    scenario, files = GAMES[name]
    game, rules = begun(scenario)
    for _ in range(files):
        game.step(lambda view: rules.system.bot(view, rules.charts))
    names = rules.system.names(game.game, rules.charts)
    yield build("show", (Overview(sheets=overview(rules, game.game)),), names=names)
    if rules.system.atlas is not None:
        drawing = rules.system.atlas.draw(game.game, None, Frame(width=width), rules.charts)
        yield build("map", (Picture(drawing=drawing),), names=names)
    every = happenings(game.scenes)
    ((turn, _),) = Counter(one.turn for one in every).most_common(1)
    fullest = tuple(one for one in every if one.turn == turn)
    sentences = rules.system.headline(fullest, None, rules.charts)
    headline: tuple[Block, ...] = (Lines(lines=tuple(Line(text=one) for one in sentences)),)
    yield build("report", headline, told(fullest, rules, game.game), names=names)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for system in GAMES:
        for title, text in screens(system):
            (FOLDER / title).write_text(text, encoding="utf-8")
