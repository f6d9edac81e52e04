"""How much a player has to read and to type: lines of forms and reports, commands of a turn.

`python -m benchmarks reading` plays a game of each system between bots through real folders.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Row, table
from pbem.game.forms import LONGEST, make_form
from pbem.game.reports import news_since_own
from pbem.report.plain import render
from tests.pages import ROOT, blocks, typed
from tests.simulator import World, begin

GAMES = {
    "midway/midway-0700": ("japanese", "american"),
    "cartwheel/bismarck-sea": ("japanese", "allied"),
    "cartwheel/toenails": ("japanese", "allied"),
    "pto/midway": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "pto/pearl-harbor": ("japanese", "allied"),
}
MOST_COMMANDS = 8
"""From a clone to the first turn that is sent."""


def measure(place: Path) -> Iterator[Row]:
    """The longest form and the median of the news, for each game; commands of a first turn."""
    yield _commands()
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


def _commands() -> Row:
    """What the organiser and the other type in the README until the first turn is sent."""
    lines = [one.command for block in blocks(ROOT / "README.md", "console") for one in typed(block)]
    mine = [line for line in lines if line.startswith("anna pbem")]
    first = next(n for n, line in enumerate(mine, 1) if " turn --yes" in line)
    return _most("commands to the first turn sent", first, MOST_COMMANDS)


def _most(name: str, count: int, most: int) -> Row:
    return Row(name=name, measured=str(count), aim=f"≤ {most}", met=count <= most)


def main() -> None:
    """Print the table."""
    with TemporaryDirectory(prefix="pbem-reading-") as place:
        print(table(measure(Path(place))))
