"""How long a player waits: commands late in a game, and whole chains judged again after its end.

`python -m benchmarks waiting` plays a campaign of Cartwheel and a game of Pacific Theater between
bots through real folders first.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Row, Work, interleaved, rate_row, ratio_row, seconds, table
from pbem.game.audit import audit, knowledge
from pbem.game.restore import restore
from pbem.game.verify import verify_game
from tests.simulator import Player, World, begin

ROUNDS = 11
SEATS = ("japanese", "allied")
GAMES = "pbem.systems."
LOOKS = (("show",), ("map",), ("report",), ("dice",), ("check",))
CHARTS = ("annex",)
"""What only a game with hidden charts can show."""
MOST_LOOK, MOST_STATUS, MOST_MAIL, LEAST_VERIFY, LEAST_AUDIT = 15, 2.5, 25, 1_500, 600
MOST_BYTES = 8_000
"""The median of turn files in a game without charts, whose annexes have 4 KiB."""
FILES = {"cartwheel/campaign": 100, "pto/leyte": 12}
"""Behind so many files commands are measured: late, and somebody still writes."""


def measure(place: Path) -> Iterator[Row]:
    """Every figure, for each of the games."""
    for scenario, most in FILES.items():
        name = scenario.replace("/", "-")
        world = begin(place / name, scenario, SEATS)
        world.play(most)
        yield from _looks(scenario, world)
        yield from _mails(scenario, world, place / f"{name}-copies")
        world.play()
        yield from _chains(scenario, world)
        if scenario.startswith("pto"):
            yield _size(scenario, world)


# --- commands ------------------------------------------------------------------------------------


def _looks(scenario: str, world: World) -> Iterator[Row]:
    player = world.players[world.next_seat]
    nothing = _process(player, sys.executable, "-c", "pass")
    looks = (*LOOKS, CHARTS) if scenario.startswith("cartwheel") else LOOKS
    for words in (("status",), *looks):
        command = _pbem(player, *words)
        most = MOST_STATUS if words == ("status",) else MOST_LOOK
        yield ratio_row(f"{scenario}: {words[0]}", interleaved(nothing, command, ROUNDS), most)


def _mails(scenario: str, world: World, place: Path) -> Iterator[Row]:
    """`send` and `receive` of the next file, each time in new copies of folder and home."""
    author = world.players[world.next_seat]
    reader = next(one for one in world.players.values() if one.seat != author.seat)
    orders, file = place / "orders.toml", place / "sent.pbem"
    place.mkdir()
    _pbem(author, "orders", "--bot", "-o", str(orders))()
    file.write_bytes(_copied(author, place).send(*author.bot_orders()))
    for name, player, given in (("send", author, orders), ("receive", reader, file)):

        def command(copied: Player, name: str = name, given: Path = given) -> None:
            _pbem(copied, name, str(given))()

        pairs = list(_in_copies(player, place, command))
        yield ratio_row(f"{scenario}: {name}", pairs, MOST_MAIL)


def _in_copies(
    player: Player, place: Path, command: Callable[[Player], None]
) -> Iterator[tuple[float, float]]:
    """Times of a process that does nothing, and of a command in new copies."""
    nothing = _process(player, sys.executable, "-c", "pass")
    for _ in range(ROUNDS):
        yield seconds(nothing), seconds(partial(command, _copied(player, place)))


def _copied(player: Player, place: Path) -> Player:
    copied = player.moved(place / "folder", place / "home")
    for old, new in ((player.folder, copied.folder), (player.home, copied.home)):
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(old, new)
    return copied


def _pbem(player: Player, *words: str) -> Work:
    program = str(Path(sys.executable).with_name("pbem"))
    return _process(player, program, "-C", str(player.folder), *words)


def _process(player: Player, *words: str) -> Work:
    """A command; `check` refuses where there are no orders, and takes its time all the same."""
    environment = {**os.environ, "PBEM_HOME": str(player.home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # players have their bytecode
    return lambda: subprocess.run(
        words,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check="check" not in words,
    )


# --- chains --------------------------------------------------------------------------------------


def _chains(scenario: str, world: World) -> Iterator[Row]:
    player = world.players[SEATS[0]]
    with player.at_home():
        fold = verify_game(player.folder, lambda _: None)[1]
        with player.session() as session:
            steps = session.rules.system.steps
            turns = range(session.rules.system.first_turn(fold.table.game), fold.table.turn + 1)
        played = sum(len(steps(turn)) for turn in turns)
        own, referee = knowledge(player.folder, lambda _: "")

        def lost_and_found() -> None:
            (player.folder / "private" / "secret").unlink()
            (player.folder / "cache" / "snapshot.json").unlink()
            restore(player.folder, None, lambda _: "")

        works: tuple[tuple[str, Work, int], ...] = (
            ("verify", lambda: verify_game(player.folder, lambda _: None), LEAST_VERIFY),
            ("audit", lambda: audit(player.folder, own, referee, lambda _: None), LEAST_AUDIT),
            ("restore", lost_and_found, LEAST_AUDIT),
        )
        for name, work, least in works:
            yield rate_row(f"{scenario}: {name}, steps a second", _anew(work), played, least)


def _anew(work: Work) -> Work:
    """A piece of work as a new process does it: what games remember of earlier work is forgotten.

    The bots that have played here, too, have worked out what an audit asks for.
    """

    def forgetful() -> object:
        for module in [one for name, one in sys.modules.items() if name.startswith(GAMES)]:
            for function in vars(module).values():
                if hasattr(function, "cache_clear"):
                    function.cache_clear()
        return work()

    return forgetful


def _size(scenario: str, world: World) -> Row:
    size = median(map(len, world.mail))
    return Row(
        name=f"{scenario}: a turn file",
        measured=f"{size:,.0f} bytes",
        aim=f"< {MOST_BYTES:,}",
        met=size < MOST_BYTES,
    )


def main() -> None:
    """Play, measure and print one table."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(measure(Path(place))))
