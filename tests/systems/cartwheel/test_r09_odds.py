"""Averages of simulated air missions against those that the tables were tuned to [H18.2].

The dice are Python's, from a fixed seed. The bounds are wide enough for a few hundred missions and
too narrow for a wrong modifier or a pairing that goes astray.
"""

import random
from collections.abc import Iterator

from pbem.dice import Dice, Roll
from pbem.engine.events import Event
from pbem.frozen import Value
from pbem.systems.cartwheel.rules.r09_mission import fly
from pbem.systems.cartwheel.rules.r09_scramble import scramble
from pbem.systems.cartwheel.table.events_air import Bombed, RoundOver
from pbem.systems.cartwheel.table.events_charts import BaseStruck, MissionOver
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.table.under_way import Raid
from tests.systems.cartwheel.airfield import (
    HIGH,
    LOW,
    MEDIUM,
    answered,
    escort,
    raid,
    ready,
    striker,
)
from tests.systems.cartwheel.tabletop import CHARTS, board, told

MISSIONS = 600


class RandomDice(Dice):
    """Dice from a seeded generator, whatever their labels."""

    def __init__(self, generator: random.Random) -> None:
        super().__init__(None)
        self.generator = generator

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        faces = tuple(self.generator.randint(1, sides) for _ in range(count))
        return Roll(label=label, sides=sides, dice=faces)


class Averages(Value, kw_only=False):
    """Steps lost by escorts, strikers, interceptors and on the ground, hits, share of aborts."""

    escorts: float
    strikers: float
    interceptors: float
    hits: float
    ground: float
    aborts: float


def averages(raid_: Raid) -> Averages:
    missions = list(_missions(raid_))

    def mean(numbers: Iterator[int]) -> float:
        return sum(numbers) / len(missions)

    def lost(role: str) -> float:
        fates = (f for events in missions for f in told(events, MissionOver)[0].fates)
        return mean(2 - f.steps for f in fates if f.role == role)

    return Averages(
        escorts=lost("escort"),
        strikers=lost("striker"),
        interceptors=lost("interceptor"),
        hits=mean(bombed.hits for events in missions for bombed in told(events, Bombed)),
        ground=mean(
            struck.effects.count("step")
            for events in missions
            for struck in told(events, BaseStruck)
        ),
        aborts=mean(any(o.aborted for o in told(events, RoundOver)) for events in missions),
    )


def _missions(raid_: Raid) -> Iterator[tuple[Event, ...]]:
    generator = random.Random(18.2)
    for _ in range(MISSIONS):
        dice = RandomDice(generator)
        game, flying, _ = scramble(board(), raid_, CHARTS, dice)
        yield fly(game, flying, CHARTS, dice)[1]


# --- the four missions of H18.2 ------------------------------------------------------------------

WING = ("P38-9", "P38-39", "P38-80", "P38-339")
ZEROS = ("A6M-201", "A6M-204a", "A6M-251", "A6M-253")


def test_h18_2_liberators_on_rabaul() -> None:
    """Four B-24 and three P-38, high, against four Zeros: 0.1 / 0.2 / 1.0 and 4.1 hits."""
    heavies = [striker(f"B24-{n}", "precision", "base:RAB") for n in (319, 320, 321, 372)]
    raiders = (*map(escort, WING[:3]), *heavies)
    seen = averages(answered(raid("1203", HIGH, *raiders), *(ready(z, "RAB") for z in ZEROS)))
    assert seen.escorts < 0.4
    assert 0.08 < seen.strikers < 0.4
    assert 0.6 < seen.interceptors < 1.5
    assert 3.3 < seen.hits < 4.9


def test_h18_2_strafers_on_wewak() -> None:
    """Six B-25 strafers and three P-38, parafrag, against three Oscars: 1.8 / 0.6, 5.0 hits."""
    strafers = [striker(f"B25S-{n}", "parafrag", "base:WEW") for n in (13, 90, 405, 498, 499, 500)]
    raiders = (*map(escort, WING[:3]), *strafers)
    oscars = (ready(unit, "WEW") for unit in ("KI43-24a", "KI43-24b", "KI43-59a"))
    seen = averages(answered(raid("0503", LOW, *raiders), *oscars))
    assert seen.escorts < 0.3
    assert 1.0 < seen.strikers < 2.6
    assert 0.3 < seen.interceptors < 1.0
    assert 4.0 < seen.hits < 6.0
    assert 3.0 < seen.ground < 5.0


def test_h18_2_bettys_on_guadalcanal() -> None:
    """Three Bettys and four Zeros, medium, against four Corsairs: 1.3 / 2.9 / 0.1.

    79 of 100 turn back.
    """
    bettys = [striker(f"G4M-{n}", "regular", "base:GUA") for n in (702, 705, 751)]
    corsairs = (ready(f"F4U-{n}", "GUA") for n in (124, 213, 214, 221))
    raiders = (*map(escort, ZEROS), *bettys)
    seen = averages(answered(raid("1807", MEDIUM, *raiders, side=JAPANESE), *corsairs))
    assert 0.9 < seen.escorts < 1.7
    assert 2.4 < seen.strikers < 3.4
    assert seen.interceptors < 0.4
    assert seen.hits < 0.5
    assert 0.7 < seen.aborts < 0.88


def test_h18_2_a_sweep_of_lightnings() -> None:
    """Four P-38, medium, against four Zeros: 0.2 of their steps for 1.2."""
    sweep = raid("1203", MEDIUM, *map(escort, WING), side=ALLIED, kind="sweep")
    seen = averages(answered(sweep, *(ready(zero, "RAB") for zero in ZEROS)))
    assert seen.escorts < 0.6
    assert 0.7 < seen.interceptors < 1.8
