"""How the computer player plays Cartwheel: the 11th Hikoshidan, evasion, Dobodura, points."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

from pbem.systems.cartwheel.orders import AirMission, CommitEleventh, Reply
from pbem.systems.cartwheel.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.system import CARTWHEEL
from tests.systems.cartwheel.selfplay import SEATS, Filed, played
from tests.systems.cartwheel.tabletop import CHARTS

SCENARIOS = ("bismarck-sea", "toenails", "bougainville", "campaign")
GAMES = 50
DOBODURA = "0806"


@dataclass(frozen=True, kw_only=True)
class Played:
    """A game between bots: turns with the 11th, and with one of its units in a fight.

    `evading` is the number of units that evade, by reply; `raids` how many Japanese air missions
    went to Dobodura.
    """

    committed: int
    fought: int
    evading: tuple[int, ...]
    raids: int
    level: str
    margin: int


def play(game: tuple[str, int]) -> Played:
    """One game, by its scenario and number, in memory."""
    scenario, number = game
    match = played(scenario, dict.fromkeys(SEATS, lambda view: CARTWHEEL.bot(view, CHARTS)), number)
    ending = match.game.ending
    assert ending is not None
    turns = {file.turn for file in match.files if _commits(file)}
    fights = {file.turn for file in match.files if any(map(_is_eleventh, _fighting(file)))}
    replies = [order for file in match.files for order in file.orders if isinstance(order, Reply)]
    raids = [
        order
        for file in match.files
        for order in file.orders
        if file.seat == JAPANESE and isinstance(order, AirMission) and order.hex == DOBODURA
    ]
    return Played(
        committed=len(turns),
        fought=len(turns & fights),
        evading=tuple(len(reply.evaders) for reply in replies if reply.evaders),
        raids=len(raids),
        level=ending.level,
        margin=ending.points[ALLIED] - ending.points[JAPANESE],
    )


def _commits(file: Filed) -> bool:
    return any(isinstance(order, CommitEleventh) and order.commit for order in file.orders)


def _fighting(file: Filed) -> Iterator[str]:
    """Units that fly a mission or rise against one."""
    for order in file.orders:
        if isinstance(order, AirMission):
            yield from (*order.escorts, *order.strikers, *order.transports)
        elif isinstance(order, Reply):
            yield from order.interceptors


def _is_eleventh(unit: str) -> bool:
    return CHARTS.air[unit].is_eleventh


def report(scenario: str, games: Iterable[Played]) -> str:
    """The figures of a scenario's games in a few lines."""
    ended = list(games)
    evading = [many for game in ended for many in game.evading]
    levels = Counter(game.level for game in ended)
    points = sum(game.margin for game in ended) / len(ended) / 2
    ends = ", ".join(f"{many} {level}" for level, many in levels.most_common())
    return "\n".join(
        (
            f"{scenario}: {len(ended)} games between bots",
            f"  11th committed in {sum(g.committed for g in ended)} turns, in"
            f" {sum(g.fought for g in ended)} of them a unit of it fights",
            f"  {sum(evading)} units evade, {max(evading, default=0)} at once at most",
            f"  Japanese air missions over Dobodura: {sum(g.raids for g in ended)}, in"
            f" {sum(g.raids > 0 for g in ended)} games",
            f"  margin {points:+.1f} VP; {ends}",
        )
    )


def main(games: int = GAMES) -> None:
    """Play and print, on all processors."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in SCENARIOS:
            found = pool.map(play, product([scenario], range(games)))
            print(report(scenario, found), flush=True)
