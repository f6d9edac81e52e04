"""How the computer player plays Cartwheel: the 11th Hikoshidan, evasion, Dobodura, points."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from pbem.engine.orders import Order
from pbem.frozen import Value
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.orders import (
    AirMission,
    CommitEleventh,
    March,
    NavalMission,
    Reply,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.selfplay import SEATS, Filed, Match, played
from tests.systems.cartwheel.tabletop import CHARTS

SCENARIOS = ("bismarck-sea", "toenails", "bougainville", "campaign")
GAMES = 50
DOBODURA = "0806"


class Played(Value):
    """A game between bots: turns with the 11th, and with one of its units in a fight.

    `gains` are Japan's half points less the Allies' of each turn with the 11th, `others` of each
    without it. `evading` is the number of units that evade, by reply; `tried` and `away` how many
    threw for it and got off. `raids` are Japanese air missions to Dobodura, `attacks` orders to
    land or march there.
    """

    committed: int
    fought: int
    gains: tuple[int, ...]
    others: tuple[int, ...]
    evading: tuple[int, ...]
    tried: int
    away: int
    raids: int
    attacks: int
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
    gained = _gained(match)
    replies = [order for file in match.files for order in file.orders if isinstance(order, Reply)]
    theirs = [order for f in match.files if f.seat == JAPANESE for order in f.orders]
    evaders = [
        event
        for scene in match.scenes
        for event in scene.events
        if isinstance(event, Scrambled) and event.evade
    ]
    return Played(
        committed=len(turns),
        fought=len(turns & fights),
        gains=tuple(many for turn, many in gained.items() if turn in turns),
        others=tuple(many for turn, many in gained.items() if turn not in turns),
        evading=tuple(len(reply.evaders) for reply in replies if reply.evaders),
        tried=len(evaders),
        away=sum(event.airborne for event in evaders),
        raids=sum(isinstance(one, AirMission) and one.hex == DOBODURA for one in theirs),
        attacks=sum(_goes_to(one, DOBODURA) for one in theirs),
        level=ending.level,
        margin=ending.points[ALLIED] - ending.points[JAPANESE],
    )


def _gained(match: Match) -> dict[int, int]:
    """Japan's half points less the Allies' that each turn brought, those of occupation too."""
    margins: dict[int, int] = {}
    for scene in match.scenes:
        margins[scene.turn] = scene.game.points(JAPANESE) - scene.game.points(ALLIED)
    return {turn: margin - margins.get(turn - 1, 0) for turn, margin in margins.items()}


def _goes_to(order: Order, hex_: str) -> bool:
    """Whether troops march to a hex or sail there."""
    if isinstance(order, March):
        return order.to == hex_
    is_transport = isinstance(order, NavalMission) and order.purpose == "transport"
    return is_transport and order.path[-1] == hex_


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
    committed, fought = sum(g.committed for g in ended), sum(g.fought for g in ended)
    gains = [many for game in ended for many in game.gains]
    others = [many for game in ended for many in game.others]
    return "\n".join(
        (
            f"{scenario}: {len(ended)} games between bots",
            f"  11th committed in {committed} of {len(gains) + len(others)} turns, in"
            f" {committed - fought} of them without a fight (aim 0); Japan gains"
            f" {_mean(gains)} VP in such a turn, {_mean(others)} in others",
            f"  {sum(evading)} units evade, {max(evading, default=0)} at once at most;"
            f" {sum(g.away for g in ended)} of {sum(g.tried for g in ended)} get away",
            f"  Japanese missions to Dobodura: {sum(g.raids for g in ended)} by air, in"
            f" {sum(g.raids > 0 for g in ended)} games; {sum(g.attacks for g in ended)} by land"
            " or sea",
            f"  margin {points:+.1f} VP; {ends}",
        )
    )


def _mean(half_points: list[int]) -> str:
    """The average in VP."""
    return f"{sum(half_points) / len(half_points) / 2:+.1f}" if half_points else "none"


def main(games: int = GAMES) -> None:
    """Play and print, on all processors."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in SCENARIOS:
            found = pool.map(play, product([scenario], range(games)))
            print(report(scenario, found), flush=True)
