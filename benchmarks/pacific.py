"""Games of Pacific Theater between bots: mails a month, seconds, bytes, who wins.

`python -m benchmarks pacific [GAMES]` plays each scenario through files, then many of them in
memory. A mail is a turn file, for each goes by itself; a month is a monthly turn, its season
included.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.mails import PACIFIC, Mails, mail_lines, of_months
from benchmarks.measure import Row, table
from pbem.frozen import Value
from pbem.game.verify import verify_game
from pbem.systems.pto.table.standing import StandingOrder
from tests.simulator import World, begin
from tests.systems.pto import conduct, selfplay

GAMES = 20
SEATS = ("japanese", "allied")
SCENARIOS = ("midway", "pearl-harbor", "leyte")
LEAST = 500
"""Steps a second to be verified at least."""


class Played(Value):
    """A game through files: its world, the months and steps that it lasted, its seconds."""

    world: World
    months: int
    steps: int
    took: float


def play(place: Path, scenario: str) -> Played:
    """A whole game between bots through files in two folders."""
    start = process_time()
    world = begin(place / scenario, f"pto/{scenario}", SEATS)
    world.play()
    took = process_time() - start
    with world.players[SEATS[0]].session() as session:
        table_, system = session.fold.table, session.rules.system
        terms = table_.game.terms
        turns = range(terms.first_turn, table_.turn + 1)
        steps = sum(len(system.steps(turn)) for turn in turns)
    return Played(world=world, months=len(turns), steps=steps, took=took)


def measure(place: Path) -> Iterator[Row]:
    """What one game of each scenario costs."""
    for scenario in SCENARIOS:
        game = play(place, scenario)
        mails = game.world.mail
        yield Row(name=f"{scenario}: mails a month", measured=f"{len(mails) / game.months:.1f}")
        yield Row(name=f"{scenario}: a whole game through files", measured=f"{game.took:.1f} s")
        yield Row(
            name=f"{scenario}: a turn file, the largest",
            measured=f"{median(map(len, mails)):,.0f}, {max(map(len, mails)):,} bytes",
        )
        yield _rate(scenario, game)


def _rate(scenario: str, game: Played) -> Row:
    player = game.world.players[SEATS[0]]
    with player.at_home():
        start = process_time()
        verify_game(player.folder, lambda _: None)
        rate = game.steps / (process_time() - start)
    return Row(
        name=f"{scenario}: verify, steps a second", measured=f"{rate:,.0f} /s",
        aim=f"> {LEAST} /s", met=rate > LEAST,
    )  # fmt: skip


# --- many games ----------------------------------------------------------------------------------


class Result(Value):
    """One game in memory: how it ended, its files and CPU seconds, and what its bots did.

    `sea` are its sea offensives, `strays` landings and convoys outside the theatre of the month,
    `left_open` areas whose garrison had gone when the enemy came from next door, `silent` seats
    that never gave a standing order.
    """

    ending: str
    files: int
    mails: Mails
    took: float
    sea: int
    strays: tuple[str, ...]
    left_open: tuple[str, ...]
    silent: int


def _result(job: tuple[str, int]) -> Result:
    """One game in memory between bots."""
    scenario, number = job
    start = process_time()
    game = selfplay.played(selfplay.match(scenario, number))
    ending = game.game.ending
    assert ending is not None
    spoken = {
        file.seat for file in game.files for one in file.orders if isinstance(one, StandingOrder)
    }
    return Result(
        ending=f"{ending.winner or 'nobody'}, {ending.grade}",
        files=len(game.files),
        mails=of_months(game.files),
        took=process_time() - start,
        sea=conduct.sea_offensives(game),
        strays=conduct.strays(game),
        left_open=conduct.left_open(game),
        silent=len(set(SEATS) - spoken),
    )


def report(scenario: str, ended: Iterable[Result]) -> str:
    """The results of a scenario's games in a few lines."""
    games = list(ended)
    lines = [f"{scenario}: {len(games)} games between bots"]
    counted = Counter(game.ending for game in games)
    lines += [f"  {count:4} {result}" for result, count in counted.most_common()]
    files = sorted(game.files for game in games)
    lines.append(f"  turn files a game: median {median(files):g}, {files[0]} to {files[-1]}")
    lines += mail_lines((game.mails for game in games), PACIFIC)
    lines.append(f"  CPU seconds a game: median {median(game.took for game in games):.2f}")
    sea = sorted(game.sea for game in games)
    lines.append(f"  sea offensives a game: median {median(sea):g}, {sea[0]} to {sea[-1]}")
    lines.append(f"  games without a sea offensive: {sea.count(0)} (aim 0)")
    strays = [one for game in games for one in game.strays]
    lines.append(f"  landings and convoys outside the theatre: {_named(strays)}")
    left_open = [one for game in games for one in game.left_open]
    lines.append(f"  areas left open to the enemy next door: {_named(left_open)}")
    silent = sum(game.silent for game in games)
    lines.append(f"  seats without standing orders: {silent} (aim 0)")
    return "\n".join(lines)


def _named(found: Sequence[str]) -> str:
    """How many there are of what ought not to be, and which."""
    names = f": {', '.join(sorted(set(found)))}" if found else ""
    return f"{len(found)} (aim 0){names}"


def main(games: int = GAMES) -> None:
    """Measure one game of each scenario, then play many on all processors."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(measure(Path(place))), flush=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in SCENARIOS:
            jobs = [(scenario, number) for number in range(games)]
            print(report(scenario, pool.map(_result, jobs)), flush=True)
