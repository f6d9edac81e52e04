"""Games by chance, checked and audited: whatever honest play sets off is a false alarm.

`python -m benchmarks fuzz SYSTEM FILES [FIRST]` plays games of a system, from number FIRST on,
until so many turn files have been written, some of them once more through folders, where they are
verified and restored, too. An alarm is a legal file that is refused, a breach that
the audit or the game names, a crash, a game that does not end. The number of a game makes its dice
and its players, so that each alarm can be played again.
"""

import os
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.fuzz_folders import MOST_FILES, Setup
from benchmarks.fuzz_folders import alarms as in_folders
from pbem.engine.hidden import Scene
from pbem.engine.ledger import REFEREE, Rules
from pbem.engine.steps import GameSystem
from pbem.frozen import Value, replace
from pbem.game.pending import to_come
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.midway.system import MIDWAY
from pbem.systems.pto.rules.setup_options import SEALED_WORD
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_naval import StacksDivided
from pbem.systems.pto.table.state import MODIFICATIONS
from pbem.systems.table.system import TABLE
from tests import selfplay
from tests.systems.cartwheel import randomplay as cartwheel_player
from tests.systems.cartwheel import selfplay as cartwheel
from tests.systems.midway import randomplay as midway_player
from tests.systems.pto import randomplay as pto_player
from tests.systems.pto import selfplay as pto
from tests.systems.table import randomplay as table_player

EVERY_IN_FOLDERS = 20
"""One game in so many is also played through folders, verified, audited and restored."""
EVERY_TOLD = 25
"""After so many games it is told how many files were written."""
SLIPS = (StacksDivided,)
"""What is named as broken and no alarm: play by chance sends ashore whom its stacks name [F.1]."""
VARIED = 1 / 8
"""So many games have an option of theirs otherwise than it usually is, each by itself."""


class Fuzzed(Value):
    """One game by chance: what it was, its files, and the false alarms in it."""

    name: str
    files: int
    alarms: tuple[str, ...] = ()


@dataclass
class Game:
    """A game to be played: one more file, whether it is over, what it has set off so far.

    `told` tells in words what is ordered and still to come.
    """

    name: str
    rules: Rules[Any]
    step: Callable[[], None]
    told: Callable[[], object]
    is_over: Callable[[], bool]
    files: Callable[[], int]
    scenes: Callable[[], list[Scene[Any]]]
    audit: Callable[[], list[Any]] = list


# --- the systems ---------------------------------------------------------------------------------


def _is_varied(number: int, option: str) -> bool:
    """Whether a game has an option otherwise than most have it."""
    return Random(f"{option} {number}").random() < VARIED


def _dice_opened(setup: Setup, number: int) -> Setup:
    """The game as it is, or with a referee who opens its dice (protocol 10)."""
    if not _is_varied(number, "witness"):
        return setup
    words = {**setup.options, "witness": REFEREE}
    return replace(setup, seats=(*setup.seats, REFEREE), options=words)


def cartwheel_setup(number: int) -> Setup:
    """A game of Cartwheel; one in four is a whole campaign, one in eight has a referee."""
    scenario = ("bismarck-sea", "toenails", "bougainville", "campaign")[number % 4]
    seats = cartwheel.SEATS
    setup = Setup(
        scenario=f"cartwheel/{scenario}",
        seats=seats,
        player=lambda seat: cartwheel_player.player(2 * number + seats.index(seat)),
    )
    return _dice_opened(setup, number)


def pto_setup(number: int) -> Setup:
    """A game of Pacific Theater; where all nations fight, every other one has four seats."""
    scenario = ("midway", "leyte", "pearl-harbor")[number % 3]
    seats: tuple[str, ...] = pto.TWO
    if scenario == "pearl-harbor" and number % 2:
        seats = ("japanese", "us", "uk-ne", "cn-au")
    player = pto_player.player(number)
    setup = Setup(
        scenario=f"pto/{scenario}", seats=seats, player=lambda _: player,
        options={**_some_off(number), **_openly_standing(number)},
    )  # fmt: skip
    return _dice_opened(setup, number)


def _some_off(number: int) -> dict[str, str]:
    """Some of Diehl's modifications not used, in some of the games."""
    rng = Random(number)
    off = rng.sample(MODIFICATIONS, rng.randint(1, len(MODIFICATIONS)))
    return dict.fromkeys(off, "off") if _is_varied(number, "modifications") else {}


def _openly_standing(number: int) -> dict[str, str]:
    """Standing orders that all read at once, in some of the games [F.1]."""
    return {SEALED_WORD: "false"} if _is_varied(number, SEALED_WORD) else {}


def midway_setup(number: int) -> Setup:
    """A game of Midway at each pace, with plans open and sealed, with two to seven seats."""
    seats = (
        ("japanese", "american"),
        ("cardiv-1", "cardiv-2", "tf-16", "tf-17"),
        ("akagi", "kaga", "soryu", "hiryu", "enterprise", "hornet", "yorktown"),
    )[number // 2 % 3]
    pace = ("turn", "phase")[number // 6 % 2]
    words = {"pace": pace, "sealed_planning": str(pace == "phase" and number % 4 < 2).lower()}
    player = midway_player.player(number)
    return Setup(
        scenario=f"midway/{('midway-0700', 'midway-even')[number % 2]}",
        seats=seats, player=lambda _: player, options=words,
    )  # fmt: skip


def table_setup(number: int) -> Setup:
    """A table with two to four seats, with and without a list of phases."""
    seats = ("japan", "us", "anzac", "burma")[: 2 + number % 3]
    words = {"side.anzac": "us", "side.burma": "japan"}
    known = {key: value for key, value in words.items() if key.partition(".")[2] in seats}
    listed = {"phases": "move, combat"} if number % 2 else {}
    player = table_player.player(number)
    setup = Setup(
        scenario="table/table", seats=seats, player=lambda _: player, options={**known, **listed}
    )
    return _dice_opened(setup, number)


def _game(setup_of: Callable[[int], Setup], number: int) -> Game:
    """The same game in memory."""
    setup = setup_of(number)
    system, _, scenario = setup.scenario.partition("/")
    begun = selfplay.match(_rules(system), scenario, number, setup.seats, setup.options)
    players = setup.players()
    return Game(
        name=f"{setup.scenario} {number}",
        rules=begun.rules,
        step=lambda: begun.step(players[begun.seat().name]),
        told=lambda: deque(to_come(begun.fold, begun.rules, reader=""), maxlen=0),
        is_over=lambda: begun.is_over,
        files=lambda: len(begun.files),
        scenes=lambda: begun.scenes,
        audit=begun.audit,
    )


@cache
def _rules(system: str) -> Rules[Any]:
    known: dict[str, GameSystem[Any, Any]] = {
        "midway": MIDWAY, "cartwheel": CARTWHEEL, "pto": PTO, "table": TABLE
    }  # fmt: skip
    return selfplay.rules_of(known[system])


SETUPS: dict[str, Callable[[int], Setup]] = {
    "midway": midway_setup,
    "cartwheel": cartwheel_setup,
    "pto": pto_setup,
    "table": table_setup,
}

SYSTEMS: dict[str, Callable[[int], Game]] = {
    system: partial(_game, setup) for system, setup in SETUPS.items()
}


# --- one game ------------------------------------------------------------------------------------


def fuzz(job: tuple[str, int]) -> Fuzzed:
    """Play one game by chance to its end, and audit it; some once more through folders."""
    played = _in_one_memory(job)
    system, number = job
    if number % EVERY_IN_FOLDERS:
        return played
    return replace(played, alarms=(*played.alarms, *_through_folders(system, number)))


def _through_folders(system: str, number: int) -> tuple[str, ...]:
    """The alarms of a game through folders, with its name."""
    name = f"{system} {number}, in folders"
    try:
        return tuple(f"{name}: {alarm}" for alarm in in_folders(SETUPS[system](number)))
    except Exception:  # any at all is an alarm, and the other games go on
        return (f"{name}: {traceback.format_exc(limit=-3).strip()}",)


def _in_one_memory(job: tuple[str, int]) -> Fuzzed:
    """Play one game by chance to its end in memory, and audit it."""
    system, number = job
    game = SYSTEMS[system](number)
    alarms: tuple[str, ...] = ()
    try:
        while not game.is_over() and game.files() < MOST_FILES:
            game.step()
            game.told()
        alarms = tuple(_alarms(game))
    except Exception:  # any at all is an alarm, and the other games go on
        last = traceback.format_exc(limit=-3).strip()
        alarms = (f"{game.name}, after file {game.files()}: {last}",)
    return Fuzzed(name=game.name, files=game.files(), alarms=alarms)


def _alarms(game: Game) -> Iterator[str]:
    """What the game and its audit have against players who kept to the rules."""
    if not game.is_over():
        yield f"{game.name}: it has not ended after {game.files()} files"
    for breach in game.audit():
        what = f"{breach.rule} {breach.subject}: {breach.what}"
        yield f"{game.name}, file {breach.seq} of {breach.seat}: {what}"
    system, charts = game.rules.system, game.rules.charts
    for scene in game.scenes():
        for event in (one for one in scene.events if not isinstance(one, SLIPS)):
            for line in system.wording(event, charts):
                if line.kind == "breach":
                    yield f"{game.name}, turn {scene.turn}, {scene.step}: {line.text}"


# --- many games ----------------------------------------------------------------------------------


def main(system: str, files: int, first: int = 0) -> None:
    """Play games until so many files are written; exits with status 1 if there was an alarm."""
    started, written, games, alarms = perf_counter(), 0, 0, 0
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        numbers = count(first)
        waiting = [pool.submit(fuzz, (system, next(numbers))) for _ in range(workers)]
        while waiting:
            one = waiting.pop(0).result()
            written, games, alarms = written + one.files, games + 1, alarms + len(one.alarms)
            for alarm in one.alarms:
                print(alarm, flush=True)
            if games % EVERY_TOLD == 0:  # so that a run that is cut off has said how far it came
                print(f"{system}: {written:,} files, {alarms} false alarms", flush=True)
            if written < files:
                waiting.append(pool.submit(fuzz, (system, next(numbers))))
    took = perf_counter() - started
    print(
        f"{system}: {written:,} files of {games} games checked and audited, "
        f"games {first} to {first + games - 1}: {alarms} false alarms; "
        f"{written / took:.0f} files a second"
    )
    sys.exit(1 if alarms else 0)
