"""Chances worked out in full: every throw of the dice, as exact fractions [C, B].

The figures with six decimals are those of the rules; nothing here is rolled.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from pbem.frozen import replace
from pbem.systems.pto.rules.combat.d8_coordination import Stack, coordinate
from pbem.systems.pto.rules.combat.ph7_air import result_of
from pbem.systems.pto.rules.combat.ph8_strikes import naval_hits
from pbem.systems.pto.table.events_combat import CarriersCoordinated
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import CHARTS, ScriptedDice, aboard, force, ship, small_game, told

THROWS = [sum(dice) for dice in product(range(1, 7), repeat=2)]
ON: tuple[str, ...] = ()
OFF = ("D9",)


def six(chance: Fraction) -> str:
    """A chance with six decimals."""
    return f"{float(chance):.6f}"


def hits_of_a_roll(game: Game, target: Ship, modifier: int) -> dict[int, Fraction]:
    """The chance of no hit, one, or two by one air-naval roll."""
    counted = Counter(naval_hits(game, total, modifier, target, CHARTS)[0] for total in THROWS)
    return {hits: Fraction(number, len(THROWS)) for hits, number in counted.items()}


def hits_of_rolls(game: Game, target: Ship, rolls: int) -> dict[int, Fraction]:
    """The chances of so many hits in all by rolls with a modifier of 3; two sink."""
    one = hits_of_a_roll(game, target, 3)
    chances = {0: Fraction(1)}
    for _ in range(rolls):
        after = dict.fromkeys((0, 1, 2), Fraction(0))
        for (before, p), (more, q) in product(chances.items(), one.items()):
            after[min(2, before + more)] += p * q
        chances = after
    return chances


@pytest.mark.parametrize(
    ("armour", "off", "hit", "critical"),
    [
        (14, OFF, "0.083333", "0.000000"),
        (14, ON, "0.166667", "0.027778"),
        (10, OFF, "0.583333", "0.000000"),
        (10, ON, "0.583333", "0.027778"),
    ],
)
def test_one_roll_with_3(armour: int, off: tuple[str, ...], hit: str, critical: str) -> None:
    """The oracle of one air-naval roll [PH8.3, D9]."""
    game, target = small_game(off=off), ship("nagato", "BB", armour=armour)
    chances = hits_of_a_roll(game, target, 3)
    assert six(1 - chances[0]) == hit
    assert six(chances.get(2, Fraction(0))) == critical


@pytest.mark.parametrize(
    ("off", "unhurt", "damaged", "sunk"),
    [(ON, "0.077160", "0.385802", "0.537037"), (OFF, "0.077160", "0.401235", "0.521605")],
)
def test_two_rolls_on_armour_9(off: tuple[str, ...], unhurt: str, damaged: str, sunk: str) -> None:
    """The oracle of two rolls [PH8.3, D9, PH2.2]."""
    chances = hits_of_rolls(small_game(off=off), ship("akagi", "CV", armour=9), 2)
    assert [six(chances[hits]) for hits in (0, 1, 2)] == [unhurt, damaged, sunk]


@pytest.mark.parametrize(("off", "sunk"), [(ON, "0.395323"), (OFF, "0.110062")])
def test_seven_rolls_on_armour_14(off: tuple[str, ...], sunk: str) -> None:
    """The oracle of the strike on Musashi [D9, GP4, GP7]."""
    chances = hits_of_rolls(small_game(off=off), ship("musashi", "BB"), 7)
    assert six(chances[2]) == sunk


def test_generic_ships_are_not_hit_by_default() -> None:
    """A DD of armour 13 is missed by 12 without a modifier [D9.1, D9.2]."""
    game, target = small_game(), ship("jp-dd-1", "DD", armour=13)
    assert naval_hits(game, 12, 0, target, CHARTS) == (0, "PH8.3")
    assert naval_hits(game, 12, 0, replace(target, kind="CA"), CHARTS) == (2, "D9.2")


def test_air_combat_of_equal_quality() -> None:
    """Nothing, aborted, a step, destroyed [PH7.3]."""
    found = Counter(
        (result.steps, result.aborted) for result in (result_of(CHARTS, total) for total in THROWS)
    )
    chances = {key: six(Fraction(number, len(THROWS))) for key, number in found.items()}
    assert chances == {
        (0, False): "0.583333",
        (0, True): "0.250000",
        (1, True): "0.138889",
        (2, True): "0.027778",
    }


COORDINATION = {
    -1: "0.833333 0.666667 0.500000 0.333333 0.166667 0 0 0 0 0",
    0: "1 0.833333 0.666667 0.500000 0.333333 0.166667 0 0 0 0",
    1: "1 1 0.833333 0.666667 0.500000 0.333333 0.166667 0 0 0",
    3: "1 1 1 1 0.833333 0.666667 0.500000 0.333333 0.166667 0",
    4: "1 1 1 1 1 0.833333 0.666667 0.500000 0.333333 0.166667",
}
"""The chance of coordination for one to ten CV units, by the modifier [D8.5]."""


def stacks() -> Iterator[tuple[str, int, str, int]]:
    """Nations and years of the table, as strike and as patrol, with their modifiers."""
    yield from (("JP", year, "strike", 1) for year in (1941, 1942, 1945))
    yield from (("JP", year, "CAP", -1) for year in (1941, 1942, 1945))
    for year, attack, defence in (
        (1941, 0, 0),
        (1942, 0, 1),
        (1943, 1, 1),
        (1944, 3, 3),
        (1945, 4, 4),
    ):
        yield from (("US", year, "strike", attack), ("US", year, "CAP", defence))
    yield from (("UK", 1944, "strike", 0), ("UK", 1944, "CAP", 0))


@pytest.mark.parametrize(("nation", "year", "stack", "modifier"), list(stacks()))
def test_modifiers_of_coordination(nation: str, year: int, stack: str, modifier: int) -> None:
    """The table of modifiers [D8.5]."""
    found = CHARTS.coordination.modifier(nation, year, attack=stack == "strike")
    assert found == modifier


@pytest.mark.parametrize("modifier", sorted(COORDINATION))
def test_chances_of_coordination(modifier: int) -> None:
    """Each face of the die, thrown by a stack of one to ten CV units [D8.2, D8.5]."""
    nation, year, stack = EXAMPLES[modifier]
    found = []
    for number in range(1, 11):
        names = tuple(f"cv-{n}" for n in range(number))
        game = small_game(year=year)
        game = force(game, "tf", nation, "MID", *(ship(one, "CV", nation) for one in names))
        game = aboard(game, "J-CV41", nation, *names)
        units = tuple(sorted(game.air))
        good = sum(not _turned_back(game, stack, units, face) for face in range(1, 7))
        found.append(f"{good / 6:.6f}" if 0 < good < 6 else str(good // 6))
    assert " ".join(found) == COORDINATION[modifier]


EXAMPLES: dict[int, tuple[str, int, Stack]] = {
    -1: ("JP", 1942, "CAP"),
    0: ("US", 1941, "strike"),
    1: ("JP", 1942, "strike"),
    3: ("US", 1944, "strike"),
    4: ("US", 1945, "CAP"),
}


def _turned_back(game: Game, stack: Stack, units: tuple[str, ...], face: int) -> bool:
    dice = ScriptedDice({f"D8 {stack} tf P3.2 mid 1": face})
    _, _, events = coordinate(game, stack, units, "P3.2 mid 1", CHARTS, dice)
    return not told(events, CarriersCoordinated)[0].coordinated
