"""Who wins between bots, and how many files a turn takes: many games of each scenario of Midway.

`python -m benchmarks balance [GAMES]`
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.games import SEATS, bot_game
from benchmarks.mails import MIDWAY as BAR
from benchmarks.mails import Mails, mail_lines, of_turns, spread_rows
from benchmarks.measure import Row
from pbem.frozen import Value
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.carriers import is_afloat
from tests import selfplay

GAMES = 50
SCENARIOS = ("midway-0700", "midway-even")
COUNTED, FEW = 20, 3
"""Games whose files are counted, and in a table of all benchmarks."""
MEMORY = Path("/dev/shm")
"""Where there is such a folder the games need not wait for the disk."""


class Ended(Value):
    """How a game ended: who won by which grade, who was ahead on points, carriers sunk by side."""

    result: str
    ahead: str
    turn: int
    sunk: tuple[int, ...]


def play(scenario: str) -> Ended:
    """One game between bots, through files."""
    with TemporaryDirectory(
        prefix="pbem-balance-", dir=MEMORY if MEMORY.is_dir() else None
    ) as place:
        world = bot_game(Path(place), scenario)
        with world.players[SEATS[0]].session() as session:
            game, system = session.fold.table.game, session.rules.system
            verdict = system.verdict(game)
            assert verdict is not None
            lost = [
                c.side for c in game.carriers.values() if not is_afloat(c, session.rules.charts)
            ]
            winner = f"{verdict.winner}, {verdict.grade}" if verdict.winner else "draw"
            sunk = tuple(lost.count(side) for side in SEATS)
            return Ended(
                result=winner,
                ahead=_ahead(game.ending.points),
                turn=session.fold.table.turn,
                sunk=sunk,
            )


def _ahead(points: Mapping[str, int]) -> str:
    """The side with more points, whether or not they are enough to win."""
    best, worst = sorted(points, key=lambda side: points[side], reverse=True)
    return best if points[best] > points[worst] else "neither"


def report(scenario: str, ended: Iterable[Ended]) -> str:
    """The results of a scenario's games in a few lines."""
    games = list(ended)
    results = Counter(game.result for game in games)
    lines = [f"{scenario}: {len(games)} games between bots"]
    lines += [f"  {count:4} {result}" for result, count in sorted(results.items())]
    ahead = Counter(game.ahead for game in games)
    lines.append(f"  ahead on points: {', '.join(f'{who} {ahead[who]}' for who in sorted(ahead))}")
    for number, side in enumerate(SEATS):
        sunk = Counter(game.sunk[number] for game in games)
        spread = ", ".join(f"{count} in {sunk[count]}" for count in sorted(sunk))
        mean = sum(game.sunk[number] for game in games) / len(games)
        lines.append(f"  {side} carriers sunk: {mean:.2f} a game ({spread})")
    early = sum(game.turn < 12 for game in games)
    lines.append(f"  ended before turn 12: {early}")
    return "\n".join(lines)


# --- files ---------------------------------------------------------------------------------------


def mails(game: tuple[str, int]) -> Mails:
    """The files of one game, by its scenario and number, in memory."""
    rules = selfplay.rules_of(MIDWAY)
    begun = selfplay.match(rules, *game, SEATS)
    return of_turns(selfplay.played(begun, lambda view: MIDWAY.bot(view, rules.charts)).files)


def measure() -> Iterator[Row]:
    """The files of a turn in a few games."""
    yield from spread_rows([mails((SCENARIOS[0], number)) for number in range(FEW)], BAR)


def main(games: int = GAMES) -> None:
    """Play and print, on all processors."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in SCENARIOS:
            print(report(scenario, pool.map(play, [scenario] * games)), flush=True)
            counted = pool.map(mails, product([scenario], range(min(games, COUNTED))))
            print("\n".join(mail_lines(counted, BAR)), flush=True)
