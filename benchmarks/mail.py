"""What a game between bots costs: time, bytes and mails."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.games import SEATS, bot_game
from benchmarks.measure import Row, seconds
from pbem.game.recover import opened
from tests.simulator import World

GAMES = 5
MOST_BYTES = 8_000


def measure(place: Path) -> Iterator[Row]:
    """Games through files, both sides' folders kept by this process."""
    worlds: list[World] = []
    times = [
        seconds(lambda: worlds.append(bot_game(place / f"{n}")))  # noqa: B023 - called at once
        for n in range(GAMES)
    ]
    sizes = sorted(len(raw) for world in worlds for raw in world.mail)
    yield Row(name="bot games through files, a second", measured=f"{1 / median(times):.2f} /s")
    yield Row(
        name="a turn file of a bot game: median, largest",
        measured=f"{median(sizes):,.0f}, {sizes[-1]:,} bytes",
        aim=f"< {MOST_BYTES:,}",
        met=median(sizes) < MOST_BYTES,
    )
    mails = sum(len(world.mail) for world in worlds)
    turns = sum(_turns(world) for world in worlds)
    yield Row(name="mails a game turn, pace turn", measured=f"{mails / turns:.2f}")


def _turns(world: World) -> int:
    player = world.players[SEATS[0]]
    with player.at_home(), opened(player.folder) as session:
        turn: int = session.fold.table.turn
        return turn
