"""How long a player waits: commands at the end of a campaign, and whole chains judged again.

`python -m benchmarks waiting` plays a campaign of Cartwheel and a game of Pacific Theater between
bots through real folders first.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import Row, Work, interleaved, ratio_row, table
from pbem.game.audit import audit, knowledge
from pbem.game.restore import restore
from pbem.game.verify import verify_game
from tests.simulator import Player, World, begin

ROUNDS = 11
SEATS = ("japanese", "allied")
LOOKS = (("show",), ("map",), ("report",), ("dice",), ("check",))
MOST_LOOK, MOST_STATUS, LEAST_VERIFY, LEAST_AUDIT = 15, 2.5, 1_500, 600
FILES = {"cartwheel/campaign": 200, "pto/leyte": 10_000}
"""So many files are played at most: a campaign that is not over can still be looked at."""


def measure(place: Path) -> Iterator[Row]:
    """Every figure, for each of the games."""
    for scenario, most in FILES.items():
        world = begin(place / scenario.replace("/", "-"), scenario, SEATS)
        world.play(most)
        yield from _looks(scenario, world)
        yield from _chains(scenario, world)


def _looks(scenario: str, world: World) -> Iterator[Row]:
    player = next(
        one for one in world.players.values() if one.seat == (world.next_seat or SEATS[0])
    )
    nothing = _process(player, sys.executable, "-c", "pass")
    for words in (("status",), *LOOKS):
        command = _process(player, *_pbem(player), *words)
        most = MOST_STATUS if words == ("status",) else MOST_LOOK
        yield ratio_row(f"{scenario}: {words[0]}", interleaved(nothing, command, ROUNDS), most)


def _pbem(player: Player) -> tuple[str, ...]:
    return str(Path(sys.executable).with_name("pbem")), "-C", str(player.folder)


def _process(player: Player, *words: str) -> Work:
    environment = {**os.environ, "PBEM_HOME": str(player.home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # players have their bytecode
    return lambda: subprocess.run(
        words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )


def _chains(scenario: str, world: World) -> Iterator[Row]:
    player = world.players[SEATS[0]]
    with player.at_home():
        fold = verify_game(player.folder, lambda _: None)[1]
        with player.session() as session:
            steps = session.rules.system.steps
            turns = range(session.rules.system.first_turn(fold.table.game), fold.table.turn + 1)
        played = sum(len(steps(turn)) for turn in turns)

        def rate(name: str, work: Work, least: int) -> Row:
            times = []
            for _ in range(3):
                start = process_time()
                work()
                times.append(process_time() - start)
            found = played / median(times)
            title = f"{scenario}: {name}, steps a second"
            return Row(name=title, measured=f"{found:,.0f}", aim=f"> {least:,}", met=found > least)

        yield rate("verify", lambda: verify_game(player.folder, lambda _: None), LEAST_VERIFY)
        own, referee = knowledge(player.folder, lambda _: "")
        yield rate("audit", lambda: audit(player.folder, own, referee, lambda _: None), LEAST_AUDIT)

        def lost_and_found() -> None:
            (player.folder / "private" / "secret").unlink()
            (player.folder / "cache" / "snapshot.json").unlink()
            restore(player.folder, None, lambda _: "")

        yield rate("restore", lost_and_found, LEAST_AUDIT)


def main() -> None:
    """Play, measure and print one table."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(measure(Path(place))))
