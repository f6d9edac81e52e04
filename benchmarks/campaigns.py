"""Games of Operation Cartwheel between bots: mails a turn, seconds, bytes, audits, who wins.

`python -m benchmarks campaigns` plays each scenario through files, then many of them in memory. A
mail is a turn file, for each goes by itself.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import Row, seconds, table
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import Value
from pbem.game.audit import audit, knowledge
from pbem.game.restore import restore
from pbem.game.verify import verify_game
from pbem.scan import scan
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.state import Game
from pbem.turnfile import read
from tests.simulator import Player, World, begin
from tests.systems.cartwheel import selfplay
from tests.systems.cartwheel.tabletop import CHARTS

GAMES = 50
SEATS = ("japanese", "allied")
SCENARIOS = ("bismarck-sea", "toenails", "bougainville", "campaign")
LEAST = 500
"""Phases a second to be checked, restored or audited at least."""
MOST_SEND = 1.2
"""How much longer the last file may take than the first."""


class Played(Value):
    """A game that was played: its world, the time of each file, the turns that it lasted."""

    world: World
    times: tuple[float, ...]
    turns: int
    phases: int
    level: str
    margin: int


def play(place: Path, scenario: str, number: int) -> Played:
    """A whole game between bots through files; `number` makes no difference but by its dice."""
    world = begin(place / f"{scenario}-{number}", f"cartwheel/{scenario}", SEATS)
    times = []
    while world.next_seat:
        author = world.next_seat
        player = world.players[author]
        orders = player.bot_orders()
        start = process_time()
        raw = player.send(*orders)
        times.append(process_time() - start)
        world.mail.append(raw)
        world.deliver(raw, author)
    with world.players[SEATS[0]].session() as session:
        game, system = session.fold.table.game, session.rules.system
        assert game.ending is not None
        turns = session.fold.table.turn - game.terms.first_turn + 1
        return Played(
            world=world,
            times=tuple(times),
            turns=turns,
            phases=turns * len(system.steps(1)),
            level=game.ending.level,
            margin=game.points("allied") - game.points("japanese"),
        )


# --- one game of each ----------------------------------------------------------------------------


def measure(place: Path) -> Iterator[Row]:
    """What one game of each scenario costs, and the checks of a whole campaign."""
    for scenario in SCENARIOS:
        games: list[Played] = []
        took = seconds(lambda: games.append(play(place, scenario, 0)))  # noqa: B023 - called at once
        (game,) = games
        yield from _sizes(scenario, game, took)
    yield from _checks(game)


def _sizes(scenario: str, game: Played, took: float) -> Iterator[Row]:
    mails = game.world.mail
    annexes = [len(file.annex.age) for raw in mails if (file := read(scan(raw))).annex]
    yield Row(name=f"{scenario}: mails a game turn", measured=f"{len(mails) / game.turns:.1f}")
    yield Row(name=f"{scenario}: a whole game through files", measured=f"{took:.1f} s")
    yield Row(
        name=f"{scenario}: a turn file, its annex",
        measured=f"{median(map(len, mails)):,.0f}, {median(annexes):,.0f} bytes",
    )
    fifth = max(1, len(game.times) // 5)
    ratio = median(game.times[-fifth:]) / median(game.times[:fifth])
    yield Row(
        name=f"{scenario}: send in the last fifth ÷ in the first",
        measured=f"{median(game.times[-fifth:]) * 1000:.0f} ms",
        floor=f"{median(game.times[:fifth]) * 1000:.0f} ms",
        ratio=f"{ratio:.2f}",
        aim=f"< {MOST_SEND}",
        met=ratio < MOST_SEND,
    )


def _checks(game: Played) -> Iterator[Row]:
    """`verify`, `audit` and `restore` of a whole campaign."""
    player = game.world.players[SEATS[0]]
    with player.at_home():
        yield _rate("verify", game, lambda: verify_game(player.folder, lambda _: None))
        own, referee = knowledge(player.folder, lambda _: "")
        yield _rate("audit", game, lambda: audit(player.folder, own, referee, lambda _: None))
        _lose(player)
        yield _rate("restore", game, lambda: restore(player.folder, None, lambda _: ""))


def _lose(player: Player) -> None:
    for name in ("secret", "charts.json"):
        (player.folder / "private" / name).unlink()
    (player.folder / "cache" / "snapshot.json").unlink()


def _rate(name: str, game: Played, work: object) -> Row:
    assert callable(work)
    start = process_time()
    work()
    rate = game.phases / (process_time() - start)
    return Row(
        name=f"campaign: {name}, steps a second", measured=f"{rate:,.0f} /s", aim=f"> {LEAST} /s",
        met=rate > LEAST,
    )  # fmt: skip


# --- many games ----------------------------------------------------------------------------------


def _level(job: tuple[str, int]) -> tuple[str, int, int]:
    """The level, the margin in half points and the files of one game, played in memory."""
    scenario, number = job
    game = selfplay.played(scenario, dict.fromkeys(SEATS, _bot), number)
    ending, points = game.game.ending, game.game.points
    assert ending is not None
    return ending.level, points("allied") - points("japanese"), len(game.files)


def _bot(view: View[Game]) -> tuple[Order, ...]:
    return CARTWHEEL.bot(view, CHARTS)


def report(scenario: str, ended: Iterable[tuple[str, int, int]]) -> str:
    """The results of a scenario's games in a few lines."""
    games = list(ended)
    levels = Counter(level for level, _, _ in games)
    margins = sorted(margin / 2 for _, margin, _ in games)
    files = sorted(files for _, _, files in games)
    lines = [f"{scenario}: {len(games)} games between bots"]
    lines += [f"  {count:4} {level}" for level, count in levels.most_common()]
    lines.append(
        f"  margin in points: median {median(margins):g}, {margins[0]:g} to {margins[-1]:g}"
    )
    lines.append(f"  turn files a game: median {median(files):g}, {files[0]} to {files[-1]}")
    return "\n".join(lines)


def main(games: int = GAMES) -> None:
    """Measure one game of each scenario, then play many on all processors."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(measure(Path(place))), flush=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in SCENARIOS:
            jobs = [(scenario, number) for number in range(games)]
            print(report(scenario, pool.map(_level, jobs)), flush=True)
