"""The odds of the rules, exactly: every outcome of the dice enumerated, nothing sampled."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Literal

import pytest

from pbem.dice import Roll
from pbem.systems.midway.rules.losses import by_aa_preference, by_list, ranks, shared
from pbem.systems.midway.rules.m05_cap import engage
from pbem.systems.midway.rules.m07_attack import hits_of
from tests.systems.midway.tabletop import CHARTS, put, table, weaken

Odds = Mapping[int, Fraction]
"""The chance of each number."""

COMBAT = CHARTS.combat
FACES = range(1, COMBAT.sides + 1)
DEPTH = 14
"""Re-rolls of one die that are followed; what lies beyond is rarer than 1 in 6¹⁴."""

Kind = Literal["DB", "TB"]
KINDS: tuple[Kind, ...] = ("DB", "TB")


def is_close(value: Fraction | float, to: Fraction | float) -> bool:
    """Whether two figures differ by less than what printing six decimals may change."""
    return abs(value - to) < 5.001e-7


def check(found: Iterable[Fraction | float], printed: Iterable[str]) -> None:
    """Figures as they are printed with six decimals."""
    for value, figure in zip(found, printed, strict=True):
        assert is_close(value, Fraction(figure)), f"{float(value)} is not {figure}"


def rows(table: str) -> list[tuple[str, ...]]:
    """The words of each line of a table."""
    return [tuple(line.split()) for line in table.strip().split("\n")]


def name(row: tuple[str, ...]) -> str:
    """The words of a row before its figures."""
    return " ".join(word for word in row if "." not in word)


def mean(odds: Odds) -> Fraction:
    return sum((n * chance for n, chance in odds.items()), Fraction(0))


def deviation(odds: Odds) -> float:
    square = sum((n * n * chance for n, chance in odds.items()), Fraction(0))
    return sqrt(square - mean(odds) ** 2)


def at_least(odds: Odds, least: int) -> Fraction:
    return sum((chance for n, chance in odds.items() if n >= least), Fraction(0))


def both(one: Odds, two: Odds) -> Odds:
    """The odds of the sum of two independent numbers."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (a, p), (b, q) in product(one.items(), two.items()):
        found[a + b] += p * q
    return found


def mixed(cases: Iterable[tuple[Fraction, Odds]]) -> Odds:
    """The odds over cases of known chances."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for weight, odds in cases:
        for n, chance in odds.items():
            found[n] += weight * chance
    return found


# --- one die, many dice --------------------------------------------------------------------------


def chains(kind: Kind) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Every run of one strength point's die: its faces, thrown again after a six, and its chance.

    Runs that reach `DEPTH` re-rolls stop there.
    """
    again = COMBAT.db_again if kind == "DB" else COMBAT.tb_again
    open_: list[tuple[int, ...]] = [()]
    while open_:
        run = open_.pop()
        for face in FACES:
            longer = (*run, face)
            if face >= again and len(longer) <= DEPTH:
                open_.append(longer)
            else:
                yield Fraction(1, COMBAT.sides ** len(longer)), longer


@cache
def one_point(kind: Kind) -> Odds:
    """The odds of hits of one strength point, by the rules' own count."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for chance, faces in chains(kind):
        rolls = [Roll(label=f"g{n}", sides=COMBAT.sides, dice=(f,)) for n, f in enumerate(faces)]
        found[hits_of(kind, rolls, COMBAT)] += chance
    return found


@cache
def hits(kind: Kind, points: int) -> Odds:
    """The odds of hits of surviving strength points; more than 40 count as 40."""
    if not points:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    for n, chance in both(hits(kind, points - 1), one_point(kind)).items():
        found[min(n, 40)] += chance
    return found


@cache
def count(dice: int, face: int) -> Odds:
    """The odds of dice that show `face` or more."""
    die = Roll(label="die", sides=COMBAT.sides, dice=tuple(FACES))
    chance = Fraction(die.at_least(face), COMBAT.sides)
    odds: Odds = {0: Fraction(1)}
    for _ in range(dice):
        odds = both(odds, {0: 1 - chance, 1: chance})
    return odds


def flak(carrier: str) -> Odds:
    return count(CHARTS.carriers[carrier].aa, COMBAT.aa)


def test_the_chains_followed_hold_all_chance() -> None:
    assert sum(chance for chance, _ in chains("DB")) == 1
    assert sum(hits("TB", 20).values()) == 1


@pytest.mark.parametrize(
    ("kind", "chances", "variance"),
    [
        ("DB", ("2/3", "11/36", "5/216", "5/1296", "5/7776"), "281/900"),
        ("TB", ("5/6", "0", "5/36", "5/216", "5/1296"), "641/900"),
    ],
)
def test_m7_4_m7_5_one_strength_point(kind: Kind, chances: tuple[str, ...], variance: str) -> None:
    odds = one_point(kind)
    assert [odds.get(n, 0) for n in range(5)] == [Fraction(chance) for chance in chances]
    assert is_close(mean(odds), Fraction(11, 30))
    assert is_close(deviation(odds) ** 2, Fraction(variance))


MANY = """
1 DB 0.558768 0.666667 0.004630 0.000004 0.000000
1 TB 0.843933 0.833333 0.027778 0.000021 0.000000
2 DB 0.790218 0.444444 0.023920 0.000030 0.000000
2 TB 1.193501 0.694444 0.074074 0.000486 0.000004
3 DB 0.967815 0.296296 0.078704 0.000153 0.000001
3 TB 1.461734 0.578704 0.131944 0.003120 0.000049
4 DB 1.117537 0.197531 0.163923 0.000579 0.000006
4 TB 1.687865 0.482253 0.196245 0.009198 0.000301
5 DB 1.249444 0.131687 0.267032 0.001778 0.000021
5 TB 1.887091 0.401878 0.263224 0.019545 0.001060
6 DB 1.368698 0.087791 0.375857 0.004631 0.000071
6 TB 2.067204 0.334898 0.330204 0.034584 0.002734
8 DB 1.580436 0.039018 0.577571 0.021079 0.000529
8 TB 2.387002 0.232568 0.457341 0.078820 0.010661
10 DB 1.766981 0.017342 0.733223 0.062782 0.002646
10 TB 2.668749 0.161506 0.569318 0.139800 0.027498
12 DB 1.935631 0.007707 0.839832 0.137588 0.009570
12 TB 2.923468 0.112157 0.663530 0.213173 0.055538
15 DB 2.164101 0.002284 0.930455 0.302986 0.040753
15 TB 3.268537 0.064905 0.772831 0.335495 0.119675
20 DB 2.498889 0.000301 0.984731 0.612347 0.187177
20 TB 3.774181 0.026084 0.886969 0.536901 0.273028
"""


@pytest.mark.parametrize("row", rows(MANY), ids=name)
def test_m7_4_m7_5_many_strength_points(row: tuple[str, ...]) -> None:
    points, kind, *expected = row
    odds = hits("DB" if kind == "DB" else "TB", int(points))
    assert is_close(mean(odds), Fraction(11, 30) * int(points))
    found = [deviation(odds), odds[0], *(at_least(odds, least) for least in (3, 7, 10))]
    check(found, expected)


# --- anti-aircraft fire, whole waves [M7.2, M7.3] ------------------------------------------------


FLAK = """
soryu 3.000000 0.015625 0.093750 0.234375 0.312500
akagi 3.500000 0.007812 0.054688 0.164062 0.273438
kaga 4.500000 0.001953 0.017578 0.070312 0.164062 0.246094
enterprise 6.000000 0.000244 0.002930 0.016113 0.053711 0.120850 0.193359 0.225586
"""
"""The chances of 0, 1, … hits as far as the middle: the others mirror them."""


@pytest.mark.parametrize("row", rows(FLAK), ids=name)
def test_m7_2_points_shot_down(row: tuple[str, ...]) -> None:
    carrier, *expected = row
    odds, dice = flak(carrier), CHARTS.carriers[carrier].aa
    check([mean(odds), *(odds[n] for n in range(dice // 2 + 1))], expected)
    assert [odds[dice - n] for n in range(dice + 1)] == [odds[n] for n in range(dice + 1)]


def wave(carrier: str, kind: Kind, points: int) -> Odds:
    """The odds of hits of a wave of one kind after the carrier's anti-aircraft fire."""
    cases = ((p, hits(kind, max(points - shot, 0))) for shot, p in flak(carrier).items())
    return mixed(cases)


WAVES = """
soryu 5 2.015625 0.739063 0.494534 0.000128 0.000001 0.708826 0.002056 0.000058
soryu 10 7.000000 2.566667 0.066153 0.014032 0.000364 0.286117 0.057815 0.007147
soryu 15 12.000000 4.400000 0.008711 0.143254 0.011458 0.114984 0.214550 0.057767
soryu 20 17.000000 6.233333 0.001147 0.429724 0.087593 0.046209 0.418025 0.176958
akagi 5 1.570312 0.575781 0.590824 0.000080 0.000001 0.768771 0.001306 0.000034
akagi 10 6.500000 2.383333 0.082691 0.010493 0.000254 0.314729 0.047967 0.005456
akagi 15 11.500000 4.216667 0.010889 0.122708 0.009016 0.126482 0.195827 0.050003
akagi 20 16.500000 6.050000 0.001434 0.398306 0.075513 0.050830 0.397492 0.162552
kaga 5 0.865234 0.317253 0.761542 0.000030 0.000000 0.868963 0.000504 0.000011
kaga 10 5.500000 2.016667 0.129204 0.005680 0.000121 0.380822 0.031687 0.003051
kaga 15 10.500000 3.850000 0.017015 0.087558 0.005451 0.153044 0.160306 0.036624
kaga 20 15.500000 5.683333 0.002241 0.336466 0.055021 0.061505 0.356257 0.135460
enterprise 5 0.289551 0.106169 0.915975 0.000007 0.000000 0.954995 0.000111 0.000002
enterprise 10 4.003418 1.467920 0.250582 0.002098 0.000038 0.506180 0.015238 0.001154
enterprise 15 9.000000 3.300000 0.033232 0.049133 0.002419 0.203701 0.112935 0.021578
enterprise 20 14.000000 5.133333 0.004376 0.249453 0.032529 0.081863 0.294895 0.099569
"""


@pytest.mark.parametrize("row", rows(WAVES), ids=name)
def test_m7_2_to_m7_5_waves_of_one_kind(row: tuple[str, ...]) -> None:
    carrier, points, *expected = row
    left = mixed(
        (p, {max(int(points) - shot, 0): Fraction(1)}) for shot, p in flak(carrier).items()
    )
    found = [mean(left), mean(wave(carrier, "DB", int(points)))]
    for kind in KINDS:
        odds = wave(carrier, kind, int(points))
        found += [odds[0], *(at_least(odds, least) for least in (7, 10))]
    check(found, expected)


def survivors(preference: str, shot: int) -> dict[Kind, int]:
    """What is left of two squadrons of dive bombers' and torpedo bombers' 5 SP each [M7.3]."""
    game = put(weaken(table(), VT_6=5), "attacking", "VB-6", "VB-8", "VT-6")
    rank = ranks(game, lambda _: by_aa_preference((preference,)))
    lost = shared(game, {"VB-6": 5, "VB-8": 5, "VT-6": 5}, shot, rank)
    dive = 10 - lost.get("VB-6", 0) - lost.get("VB-8", 0)
    return {"DB": dive, "TB": 5 - lost.get("VT-6", 0)}


MIXED = """
soryu TB 4.400000 0.012428 0.161942 0.020380
soryu DB 4.400000 0.026585 0.187795 0.030678
soryu even 4.400000 0.022023 0.182509 0.028413
akagi TB 4.216667 0.013975 0.138026 0.015608
akagi DB 4.216667 0.033232 0.168948 0.026184
akagi even 4.216667 0.026382 0.162298 0.023600
kaga TB 3.850000 0.018877 0.096602 0.008784
kaga DB 3.850000 0.051924 0.134865 0.018799
kaga even 3.850000 0.037723 0.125580 0.015910
enterprise TB 3.300000 0.033908 0.052342 0.003439
enterprise DB 3.300000 0.100982 0.092814 0.011017
enterprise even 3.300000 0.064582 0.080530 0.008253
"""


@pytest.mark.parametrize("row", rows(MIXED), ids=name)
def test_m7_3_a_mixed_wave_by_the_losses_preferred(row: tuple[str, ...]) -> None:
    carrier, preference, *expected = row
    cases = []
    for shot, chance in flak(carrier).items():
        left = survivors(preference, shot)
        cases.append((chance, both(hits("DB", left["DB"]), hits("TB", left["TB"]))))
    odds = mixed(cases)
    check([mean(odds), odds[0], at_least(odds, 7), at_least(odds, 10)], expected)


# --- CAP [M5] ------------------------------------------------------------------------------------


def losses_of(squadron: str, points: int) -> Callable[[int], int]:
    """SP that a squadron of so many points loses to a number of hits."""
    name = squadron.replace("-", "_")
    game = weaken(table(), **{name: points})
    rank = ranks(game, lambda _: by_list(()))
    return lambda hit: shared(game, {squadron: points}, hit, rank).get(squadron, 0)


DOGFIGHTS = """
1 0.500000 0.500000 0.250000 0.500000 0.250000
2 1.000000 0.375000 0.312500 0.250000 0.062500
3 1.500000 0.312500 0.343750 0.125000 0.015625
5 2.500000 0.246094 0.376953 0.031250 0.000977
10 5.000000 0.176197 0.411901 0.000977 0.000001
"""


@pytest.mark.parametrize("row", rows(DOGFIGHTS), ids=name)
def test_m5_5_dogfights(row: tuple[str, ...]) -> None:
    points, expected = int(row[0]), row[1:]
    game = put(weaken(table(), Akagi_F=points, VF_6=points), "cap", "Akagi-F", ring=1)
    engaged = engage(game, [game.squadrons["Akagi-F"]], game.squadrons["VF-6"].sp)
    assert engaged == {"Akagi-F": points}
    odds = count(engaged["Akagi-F"], COMBAT.dogfight)
    lost_cap, lost_escort = losses_of("Akagi-F", points), losses_of("VF-6", points)
    cases = [
        (p * q, lost_cap(by_escort), lost_escort(by_cap))
        for (by_escort, p), (by_cap, q) in product(odds.items(), odds.items())
    ]
    found = [
        sum((chance * cap for chance, cap, _ in cases), Fraction(0)),
        sum((chance for chance, cap, escort in cases if cap == escort), Fraction(0)),
        sum((chance for chance, cap, escort in cases if cap < escort), Fraction(0)),
        sum((chance for chance, cap, _ in cases if cap == points), Fraction(0)),
        sum((chance for chance, cap, escort in cases if cap == escort == points), Fraction(0)),
    ]
    check(found, expected)


@pytest.mark.parametrize(
    ("cap", "bombers", "lost", "all_lost"),
    [
        (5, 5, "2.500000", "0.031250"),
        (5, 15, "2.500000", "0.000000"),
        (10, 10, "5.000000", "0.000977"),
        (10, 15, "5.000000", "0.000000"),
        (5, 3, "2.281250", "0.500000"),
    ],
)
def test_m5_7_cap_at_bombers(cap: int, bombers: int, lost: str, all_lost: str) -> None:
    lose = losses_of("VB-6", bombers)
    odds = mixed((p, {lose(hit): Fraction(1)}) for hit, p in count(cap, COMBAT.cap).items())
    check([mean(odds), at_least(odds, bombers)], [lost, all_lost])


# --- repair [M13], search [M16] ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("carrier", "chance", "turns", "in_three"),
    [
        *((ship, "0.166667", 6, "0.421296") for ship in ("akagi", "kaga", "soryu", "hiryu")),
        *((ship, "0.333333", 3, "0.703704") for ship in ("enterprise", "hornet")),
        ("yorktown", "0.500000", 2, "0.875000"),
    ],
)
def test_m13_2_repair(carrier: str, chance: str, turns: int, in_three: str) -> None:
    mends = count(1, CHARTS.carriers[carrier].repair)[1]
    assert 1 / mends == turns
    check([mends, 1 - (1 - mends) ** 3], [chance, in_three])


def test_m16_3_every_search_group_finds_equally_often() -> None:
    limits = CHARTS.limits
    final = [face for face in FACES if face < limits.search_again]
    assert final == list(range(1, limits.search_groups + 1))
    assert Fraction(1, len(final)) == Fraction(1, 4)
    assert Fraction(COMBAT.sides, len(final)) == Fraction(3, 2)
