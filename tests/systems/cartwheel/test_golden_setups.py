"""The four scenarios at their start, unit by unit, and who comes later [H17]: golden lists."""

from collections import Counter

import pytest

from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

SETUPS = {
    "bismarck-sea": """
PM    B17-63 B17-64 B24-319 B24-320 B25-71 B26-19 B25S-90 A20-89 BOS-22 P38-39 P40-7 F5-8
DOB   P38-9 P40-8 P39-40
MIL   KIT-75 BFT-100
GOO   BEAU-30
AUS   KIT-77
RAB   A6M-204a A6M-253 G4M-705 KI21-14 DIN-6
KAV   A6M-251
WEW   KI48-45
LAE   KI43-24a
NAD   hit hit hit hit hit hit
TRK   A6M-ZO DIN-11
1007  ANF-CA1 GAR-MIL
0707  GAR-PM
0706  3D-17
0806  7D-18 GAR-DOB
1203  MARU1 MARU2 IJN-CLT1 IJN-CLT2 GAR-RAB1
MARU1 51D-115 supply supply
MARU2 SNLF-S5 supply supply
0705  51D-102 GAR-LAE
0805  GAR-FIN
0804  GAR-CGL
1004  GAR-GAS
1002  GAR-KAV
0604  GAR-MAD
0503  GAR-WEW
""",
    "toenails": """
GUA   F4U-124 F4U-213 F4U-221 P38-339 P40-44 P40-68 P39-67 SBD-132 TBF-143 B25-69 B25-70 F5-8
GUA   radar
RUS   F4U-214 SBD-234 TBF-233
SOP   B24-372 C47-46 US-CA2
RAB   A6M-201 A6M-251 A6M-253 G4M-702 G4M-705 DIN-6
BUI   A6M-204a A6M-204b A6M-582 D3A-582
BKA   G4M-751
TOR   hit hit hit hit hit hit
TRK   A6M-ZU A6M-SH A6M-ZO RUF-802 G4M-755 D3A-ZU D4Y-501 B5N-ZU DIN-11 IJN-CA1
1707  LST2 LST3 US-T3 US-CLT1 43-103 RDR-1
1806  US-CA1 US-CLT2 US-T4 RDR-4
1807  GAR-GUA 43-169 43-172 37-145 37-148 25-27
1203  IJN-CLT1 IJN-CLT2 MARU1 GAR-RAB1 GAR-RAB2 38D-230
1405  IJN-CLT3 DAI1 DAI2 6D-23 6D-45 GAR-BUI Fort
1606  38D-229 SNLF-K6 GAR-MUN Fort
1506  6D-13 SNLF-Y7 GAR-VIL
1404  GAR-TOR
1304  GAR-BKA
1706  GAR-REK
""",
    "bougainville": """
GUA   F4U-124 P39-67 SBD-132 TBF-143 TBF-233 B25-70 C47-46 F5-8 radar
RUS   P38-339 P40-44 P40-68 B25-69
MUN   F4U-213 F4U-215 F4U-17 SBD-234 radar
VIL   F4U-221 F4U-214 F6F-33
KIR   P38-9 P38-39 P38-80
GOO   B25S-13 B25S-90 BEAU-30
SOP   B24-372
RAB   A6M-201 A6M-204a A6M-253 G4M-702 G4M-751 D3A-582 DIN-6
BUI   A6M-582 hit hit
BKA   A6M-204b
TOR   hit hit hit hit hit hit
KAV   A6M-251 G4M-705
TRK   A6M-ZU A6M-SH A6M-ZO RUF-802 G4M-755 D3A-ZU D4Y-501 B5N-ZU DIN-11 IJN-BB1 MARU3
1807  US-T1 US-T3 US-T4 LST1 LST2 LST3 GAR-GUA 3M-3 3M-9 3M-21 37-129 37-145 37-148
1806  US-CA1 US-CA2 US-CLT1 US-CLT2
1606  43-169 43-172
1506  25-27 RDR-4
1106  RCT-158
1206  CAV-112
1203  IJN-CA1 IJN-CA2 IJN-CLT1 IJN-CLT2 MARU1
1203  GAR-RAB1 GAR-RAB2 38D-228 38D-230 17D-54 Fort
1405  IJN-CLT3 DAI1 DAI2 6D-13 6D-45 SNLF-K6 GAR-BUI Fort
1404  GAR-TOR
1304  6D-23 GAR-BKA
1505  SNLF-Y7
1002  GAR-KAV
1004  GAR-GAS
""",
    "campaign": """
PM    B17-63 B17-64 B24-319 B24-320 B24-321 B26-19 B25S-13 B25S-90 A20-89 C47-6
PM    P38-39 P38-80 P40-7 P39-36 F5-8
DOB   P38-9 P40-8 P39-40 P39-41 B25-71 BOS-22
MIL   KIT-75 KIT-76 BFT-100
GOO   BEAU-30 KIT-77
GUA   F4U-124 F4U-213 F4U-221 P38-339 P40-44 P40-68 P39-67 SBD-132 TBF-143 B25-69 B25-70
GUA   radar
RUS   F4U-214 SBD-234 TBF-233
AUS   B25S-405 9D-24 9D-26
SOP   B24-372 US-CA2
RAB   A6M-201 A6M-251 A6M-253 G4M-702 G4M-705 D3A-582 KI21-14 DIN-6
KAV   G4M-751
BUI   A6M-204a A6M-204b A6M-582
WEW   KI43-24a KI43-24b KI61-68a KI61-68b KI45-13 KI48-208a KI49-7
MAD   KI43-59a KI48-45
HOL   KI43-59b
TRK   A6M-ZU A6M-SH A6M-ZO RUF-802 G4M-755 D3A-ZU D4Y-501 B5N-ZU DIN-11
TRK   IJN-BB1 IJN-CA1 IJN-CA2 IJN-CV1 IJN-CVL1
NAD   hit hit hit hit hit hit
TOR   hit hit hit hit hit hit
1007  ANF-CA1 US-T1 LST1 GAR-MIL 5D-4 9D-20
0707  US-T2 GAR-PM 7D-18 7D-21 7D-25 ARM-97
0706  3D-15 3D-17
0806  41-162 GAR-DOB
1106  RCT-158
1206  CAV-112
1707  LST2 LST3 43-103 RDR-1
1806  US-CA1 US-CLT1 US-CLT2 US-T3 RDR-4
1807  GAR-GUA 43-169 43-172 37-145 37-148 25-27
1203  IJN-CLT1 IJN-CLT2 MARU1 MARU2 DAI1 GAR-RAB1 GAR-RAB2 38D-228 38D-230 Fort
1405  IJN-CLT3 DAI2 6D-23 6D-45 GAR-BUI Fort
0705  DAI3 51D-66 51D-102 51D-115 SNLF-S5 GAR-LAE Fort
1004  DAI4 GAR-GAS
0503  MARU3 41D-237 41D-238 GAR-WEW
0805  GAR-FIN
0804  65B-141 GAR-CGL
0604  20D-78 20D-79 20D-80 GAR-MAD
0402  GAR-AIT
0202  GAR-HOL
1002  GAR-KAV
0801  GAR-MAN
1304  GAR-BKA
1404  GAR-TOR
1606  38D-229 SNLF-K6 GAR-MUN Fort
1506  6D-13 SNLF-Y7 GAR-VIL
1706  GAR-REK
""",
}

LATER = {
    "bismarck-sea": "",
    "toenails": """
2 SOP  F4U-215
3 SOP  25-161
3 1203 DAI3
3 TRK  IJN-CA2
""",
    "bougainville": """
9 RAB   KI61-68a KI61-68b
10 SOP  25-161
10 1203 DAI3
""",
    "campaign": """
2 AUS  P47-340 P47-341 B25S-498
2 SOP  F4U-215
2 -    KI61-78a KI61-78b
3 AUS  P38-431 P38-432 B25S-499 C47-22
3 -    KI49-61 KI48-208b
3 0503 41D-239
4 AUS  P47-342 B25S-500
4 SOP  25-161
4 TRK  MARU4
5 AUS  C47-33 C47-46 PIR-503 LST4
5 SOP  F6F-33
6 AUS  B24-403
6 -    KI43-248
7 SOP  3M-3 3M-9 US-T4
7 1203 17D-53 17D-54
8 SOP  3M-21 F4U-17
9 AUS  32-126
9 SOP  37-129
10 AUS 1M-1 1M-5
11 AUS 1M-7
""",
}


Things = Counter[tuple[str, str]]
"""How many of a thing there are in a place."""


def listed(text: str) -> Things:
    """Lines of things with their place in front."""
    lines = [line.split() for line in text.splitlines()]
    return Counter((place, thing) for place, *things in filter(None, lines) for thing in things)


def standing(game: Game) -> Things:
    """Everything of a game with the place where it is."""
    placed = [(unit.base, unit.id) for unit in game.air.values() if unit.base]
    placed += [(ship.at, ship.id) for ship in game.ships.values() if ship.at]
    placed += [(unit.at, unit.id) for unit in game.troops.values() if unit.at]
    placed += [(ship.id, c) for ship in game.ships.values() for c in ship.cargo if c == "supply"]
    placed += [(hex_, "Fort") for hex_ in game.forts]
    placed += [(base.id, "radar") for base in game.bases.values() if base.radar]
    placed += [(base.id, "hit") for base in game.bases.values() for _ in range(base.hits)]
    return Counter(placed)


@pytest.mark.parametrize("name", SETUPS)
def test_h17_everything_stands_where_it_is_listed(name: str) -> None:
    game = started(name)
    assert standing(game) == listed(SETUPS[name])
    full = {**CHARTS.naval, **CHARTS.ground}
    assert [u.id for u in (*game.ships.values(), *game.troops.values()) if u.disrupted] == []
    assert [
        u.id for u in (*game.ships.values(), *game.troops.values()) if u.steps != full[u.id].steps
    ] == []
    assert [u.id for u in game.air.values() if u.steps != CHARTS.air[u.id].model.steps] == []


@pytest.mark.parametrize("name", SETUPS)
def test_h17_who_arrives_when_and_where(name: str) -> None:
    arrivals = {
        (str(group.turn), group.place or "-", unit)
        for group in started(name).terms.arrivals
        for unit in group.units
    }
    lines = [line.split() for line in LATER[name].splitlines()]
    wanted = {(turn, at, unit) for turn, at, *units in filter(None, lines) for unit in units}
    assert arrivals == wanted


@pytest.mark.parametrize(
    ("name", "months", "holder", "cap"),
    [
        ("bismarck-sea", ["February II 1943", "March I 1943", "March II 1943"], "japanese", 6),
        ("toenails", ["July I 1943", "July II 1943", "August I 1943", "August II 1943"],
         "allied", 5),
        ("bougainville", ["October II 1943", "November I 1943", "November II 1943",
          "December I 1943"],
         "allied", 6),
        (
            "campaign",
            [f"{month} {half} 1943"
             for month in ("July", "August", "September", "October", "November", "December")
             for half in ("I", "II")],
            "allied", 6,
        ),
    ],
)  # fmt: skip
def test_h17_turns_the_initiative_marker_and_the_cap_of_missions(
    name: str, months: list[str], holder: str, cap: int
) -> None:
    game = started(name)
    turns = range(game.terms.first_turn, game.terms.last_turn + 1)
    assert [CHARTS.turn_name(game.terms.track, turn) for turn in turns] == months
    assert (game.now, game.holder, game.terms.cap) == (turns[0], holder, cap)
    assert dict(game.pools) == {"allied": 3, "japanese": 2}, "steps to replace [H14.1]"


HELD = {
    "allied": """
0206 0306 0307 0405 0406 0505 0506 0605 0706 0707 0806 0807 0907 1006 1007 1106 1107 1206 1207
1208 1707 1806 1807 1907 1908
""",
    "japanese": """
0102 0103 0202 0203 0302 0303 0402 0403 0503 0603 0604 0702 0704 0705 0801 0804 0805 0904 0905
1002 1004 1103 1104 1203 1304 1404 1405 1505 1506 1605 1606 1706
""",
}


@pytest.mark.parametrize(
    ("name", "allied", "nobody"),
    [
        ("campaign", (), ()),
        ("bismarck-sea", (), ("1106", "1206")),
        ("toenails", (), ()),
        ("bougainville", ("1506", "1606"), ()),
    ],
)
def test_h2_11_h17_who_controls_what_at_the_start(
    name: str, allied: tuple[str, ...], nobody: tuple[str, ...]
) -> None:
    game = started(name)
    first, last = game.terms.columns
    held = {hex_: side for side, hexes in HELD.items() for hex_ in hexes.split()}
    held |= dict.fromkeys(allied, "allied")
    area = {hex_: side for hex_, side in held.items() if first <= int(hex_[:2]) <= last}
    assert dict(game.control) == {hex_: area[hex_] for hex_ in area if hex_ not in nobody}
