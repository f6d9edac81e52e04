"""How much a player has to read and to type: lines of forms and reports, commands of a turn.

`python -m benchmarks reading` plays a game of each system between bots through real folders.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Row, table
from pbem.game.forms import LONGEST, make_form
from pbem.game.news import news_since_own
from pbem.report.plain import render
from tests.pages import ROOT, blocks, typed
from tests.simulator import World, begin
from tests.terminal import seen

GAMES = {
    "midway/midway-0700": ("japanese", "american"),
    "cartwheel/bismarck-sea": ("japanese", "allied"),
    "cartwheel/toenails": ("japanese", "allied"),
    "pto/midway": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "pto/pearl-harbor": ("japanese", "allied"),
}
MOST_COMMANDS, MOST_TO_ANSWER = 8, 2
"""From a clone to the first turn that is sent, and from a mail at hand to the answer that goes."""
PLAN = '[[order]]\ntype = "plan"\ncarrier = "hornet"\ndeck = ["VB-8"]\n'
EDIT, SIGN = "e\n", "s\n"
"""What `pbem turn` is answered: open the editor, sign; no window opens for the mail."""


def measure(place: Path) -> Iterator[Row]:
    """The longest form and the median of the news, for each game; commands of a first turn."""
    yield from _first_turn()
    yield from _answer(place / "answer")
    for scenario, seats in GAMES.items():
        world = begin(place / scenario.replace("/", "-"), scenario, seats)
        forms, news = zip(*_read(world), strict=True)
        yield _most(f"{scenario}: lines of the longest form", max(forms), LONGEST)
        yield Row(name=f"{scenario}: lines of the median form", measured=f"{median(forms):.0f}")
        yield Row(name=f"{scenario}: lines of the median news", measured=f"{median(news):.0f}")


def _read(world: World) -> Iterator[tuple[int, int]]:
    """Lines of the form and of the news before it, of each file of a game."""
    while world.next_seat:
        with world.players[world.next_seat].session() as session:
            form, news = make_form(session), render(news_since_own(session))
        yield form.count("\n"), news.count("\n")
        world.round()


def _first_turn() -> Iterator[Row]:
    """What the organiser types in the README until the first turn is sent, orders and all."""
    lines = [one.command for block in blocks(ROOT / "README.md", "console") for one in typed(block)]
    mine = [line.removeprefix("anna ") for line in lines if line.startswith("anna pbem")]
    first = next(n for n, line in enumerate(mine, 1) if " turn --yes" in line)
    keys = sum(len(line) + 1 for line in mine[:first])
    yield _most("commands to the first turn sent", first, MOST_COMMANDS)
    yield Row(name="keystrokes of these commands", measured=str(keys))


def _answer(place: Path) -> Iterator[Row]:
    """From a mail to the mail with its answer, without what is typed in the editor."""
    world = begin(place, "midway/midway-0700", ("japanese", "american"))
    player = world.players["american"]
    came, goes = place / "0002-japanese.pbem", place / "answer.mbox"
    came.write_bytes(world.players["japanese"].send())
    editor = place / "editor"
    editor.write_text(f"#!/bin/sh\ncat >> \"$1\" <<'END'\n{PLAN}END\n")
    editor.chmod(0o700)
    home = {"PBEM_HOME": str(player.home), "VISUAL": str(editor)}
    no_desktop = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    commands = {("turn", str(came)): EDIT + SIGN, ("mail", "write", "-o", str(goes)): ""}
    said = [
        seen(80, player.folder, *words, answers=answers, env={**home, **no_desktop})
        for words, answers in commands.items()
    ]
    assert b"0003-american.pbem" in goes.read_bytes(), said
    keys = sum(
        len(f"pbem {' '.join(Path(word).name for word in words)}\n{answers}")
        for words, answers in commands.items()
    )
    yield _most("commands from a mail to its answer's", len(commands), MOST_TO_ANSWER)
    yield Row(name="keystrokes of these, questions answered", measured=str(keys))


def _most(name: str, count: int, most: int) -> Row:
    return Row(name=name, measured=str(count), aim=f"≤ {most}", met=count <= most)


def main() -> None:
    """Print the table."""
    with TemporaryDirectory(prefix="pbem-reading-") as place:
        print(table(measure(Path(place))))
