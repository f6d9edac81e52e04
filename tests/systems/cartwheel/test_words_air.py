"""What reports say of air missions, word for word."""

from collections.abc import Iterable

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, Happening
from pbem.frozen import FrozenMap, replace
from pbem.report.blocks import Lines
from pbem.report.telling import told
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table import events_air as happened
from pbem.systems.cartwheel.table.events_air import Harm, Score, UnitHit, UnitKind
from pbem.systems.cartwheel.table.events_charts import (
    BaseStruck,
    Fate,
    MissionOver,
    ReconFlew,
    Stated,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.words.events import lines
from tests import selfplay
from tests.systems.cartwheel.airfield import (
    HIGH,
    answered,
    escort,
    flown,
    raid,
    ready,
    striker,
    taken_off,
)
from tests.systems.cartwheel.tabletop import CHARTS, board


def said(events: Iterable[Event]) -> list[str]:
    return [line.text for event in events for line in lines(event, CHARTS)]


def roll(label: str, die: int, sides: int = 10) -> Roll:
    return Roll(label=label, sides=sides, dice=(die,))


def score(label: str, die: int, **terms: int) -> Score:
    return Score(roll=roll(label, die), terms=FrozenMap(terms))


M = "t1m1"
EXAMPLES: list[tuple[Event, list[str]]] = [
    (
        happened.Scrambled(
            to=ALL, mission=M, unit="G4M-702", base="RAB", evade=True, sr=4, margin=1,
            score=score("9.5 evade t1m1 G4M-702", 2, low=1), airborne=True, band=1,
        ),
        ["9.5 evade t1m1 G4M-702: 2 + 1 low = 3, needs 4 (SR) or less: G4M-702 evades"],
    ),
    (
        happened.ScrambleVoided(to=ALL, mission=M, unit="A6M-201", base="RAB", cited="H9.4.5"),
        ["A6M-201 at Rabaul cannot take off any more: it has flown this turn [H9.4.5]."],
    ),
    (
        happened.ManifestBreached(to=ALL, mission=M, side=ALLIED, unit="B24-319", cited="3.0c"),
        ["Mission t1m1: B24-319 does not fly: it has flown this turn [3.0c]."],
    ),
    (
        happened.ManifestBreached(to=ALL, mission=M, side=ALLIED, unit="", cited="H9.1.3"),
        ["Mission t1m1: the sealed units do not add up [H9.1.3]."],
    ),
    (
        happened.RoundOver(
            to=ALL, mission=M, round=1, left=("B25-69", "B25-70"), disengaged=False,
            aborted=True, jettisoned=("B25-69", "B25-70"),
        ),
        [
            "Round 1: B25-69 and B25-70 leave disrupted [H9.8.1].",
            "B25-69 and B25-70 jettison their bombs [H9.8.1].",
            "The raid turns back [H9.8.2].",
        ],
    ),
    (
        happened.RoundOver(
            to=ALL, mission=M, round=1, left=("B25-69",), disengaged=False, aborted=False,
            jettisoned=("B25-69",),
        ),
        [
            "Round 1: B25-69 leaves disrupted [H9.8.1].",
            "B25-69 jettisons its bombs [H9.8.1].",
        ],
    ),
    (
        happened.RoundOver(
            to=ALL, mission=M, round=2, left=(), disengaged=False, aborted=False, jettisoned=()
        ),
        [],
    ),
    (
        happened.TargetGone(to=ALL, mission=M, unit="TBF-143", target="naval:DAI1"),
        ["TBF-143 finds DAI1 gone: its bombs fall into the sea [H9.6]."],
    ),
    (
        happened.Strafed(to=ALL, mission=M, unit="F4U-124", base="BUI"),
        ["F4U-124 strafes Buin/Kahili [H9.10.1]."],
    ),
    (
        happened.UnitBombed(
            to=ALL, mission=M, unit="TBF-143", mode="torpedo", target="naval:MARU1",
            score=score("9.10 bomb t1m1 TBF-143", 7, BF=3, torpedo=2),
            harm=Harm(steps=1, disrupts=True), victim="MARU1",
        ),
        [
            "9.10 bomb t1m1 TBF-143: 7 + 3 BF + 2 torpedo = 12, needs 10 or more: torpedo"
            " attack on MARU1: 1 step lost, then disrupted"
        ],
    ),
    (
        happened.UnitBombed(
            to=ALL, mission=M, unit="B25-69", mode="regular", target="ground:1505",
            score=score("9.10 bomb t1m1 B25-69", 1, BF=3), harm=Harm(), victim="",
        ),
        [
            "9.10 bomb t1m1 B25-69: 1 + 3 BF = 4, needs 10 or more: regular attack on the troops in"
            " 1505 (Choiseul): no effect"
        ],
    ),
    (
        happened.PortHit(to=ALL, hex="1203", hits=1, total=2, closed=True),
        ["The port of 1203 (Rabaul) takes 1 hit, 2 in all, and is closed [H9.10.7]."],
    ),
    (
        happened.Dropped(
            to=ALL, mission=M, unit="C47-6", cargo="PIR-503", hex="0705", effect="D",
            rolls=(roll("11.6 drop t1m1", 2),),
        ),
        [
            "11.6 drop t1m1: 2, needs 3 or more to land undisrupted",
            "C47-6 drops PIR-503 at 0705 (Lae); it lands disrupted [H11.6].",
        ],
    ),
    (
        happened.Dropped(
            to=ALL, mission=M, unit="C47-6", cargo="supply", hex="0705", effect="lost",
            rolls=(roll("13.4 supply t1m1 C47-6", 8),),
        ),
        [
            "13.4 supply t1m1 C47-6: 8, needs 7 or less",
            "C47-6 drops a supply unit at 0705 (Lae); it is lost: nobody finds it [H13.4].",
        ],
    ),
    (
        happened.UnitHit(
            to=ALL, unit="MARU1", side=JAPANESE, kind="naval", lost=1, steps=0, disrupted=True
        ),
        ["MARU1 is sunk (+1 VP Allied) [H0.6]."],
    ),
    (
        happened.UnitHit(
            to=ALL, unit="MARU1", side=JAPANESE, kind="naval", lost=1, steps=1, disrupted=True
        ),
        ["MARU1 loses 1 step (+1 VP Allied); it is disrupted [H0.6]."],
    ),
    (
        happened.CargoLost(
            to=ALL, ship="US-T1", supply=1, steps=FrozenMap({"41-162": 2}), points=4
        ),
        ["US-T1 loses 2 steps of 41-162 and 1 supply unit (+2 VP Japanese) [H9.10.8]."],
    ),
    (
        BaseStruck(
            to=ALL, base="WEW", owner=JAPANESE, mission=M, airborne=(), effects=("step",),
            picks=(100,), drms=(2,),
            rolls=(roll("9.10 ground t1m1 WEW #1", 7), roll("9.10 pick t1m1 WEW #1", 100, 100)),
        ),
        [
            "9.10 ground t1m1 WEW #1: 7 + 2 mode = 9, needs 7 or more: a unit loses a"
            " step, pick 100",
            "The Japanese player states who was hit in his next file [H9.10.6].",
        ],
    ),
    (
        MissionOver(
            to=ALL, mission=M, side=ALLIED, hex="1203", cancelled=True, fates=()
        ),
        [],
    ),
    (
        ReconFlew(
            to=ALL, rolls=(roll("7.3 recon DIN-6", 8),), flies=(), grounded=("DIN-6",), most=7
        ),
        ["7.3 recon DIN-6: 8, needs 7 or less: DIN-6 stays on the ground"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("event", "words"), EXAMPLES, ids=[type(event).__name__ for event, _ in EXAMPLES]
)
def test_sentences(event: Event, words: list[str]) -> None:
    assert said((event,)) == words


RAID = raid("1203", HIGH, escort("P38-9"), striker("B24-319", "precision", "base:RAB"))
UP = {"9.4 scramble t1m1 A6M-201": 3}
FOUGHT = {"9.7 break t1m1 r1 A6M-201": 5, "9.7 fire t1m1 r1 P38-9>A6M-201": 6}
BOMBS = {
    "9.9 aa t1m1 B24-319": 9, "9.10 bomb t1m1 B24-319": 7, "9.10 ground t1m1 RAB #1": 5,
}  # fmt: skip


def test_every_event_of_the_air_war_has_been_heard() -> None:
    reply = answered(RAID, ready("A6M-201", "RAB"))
    game, after, scrambles = taken_off(board(), reply, UP)
    _, events = flown(game, after, FOUGHT | BOMBS)
    heard = {type(event) for event in (*scrambles, *events)}
    heard |= {type(event) for event, _ in EXAMPLES}
    assert heard >= set(happened.EVENTS)


def test_an_ace_is_named() -> None:
    reply = answered(RAID)
    raid_ = replace(reply, manifest=replace(RAID.manifest, ace="P38-9"))
    game = replace(board(), aces=FrozenMap({ALLIED: 1}))
    _, events = flown(game, raid_, BOMBS)
    assert "Escorts: P38-9 (ace)." in said(events)


def test_h16_1_steps_that_are_lost_carry_what_they_give_the_enemy() -> None:
    def hit(unit: str, side: str, kind: UnitKind, lost: int, steps: int) -> UnitHit:
        return UnitHit(
            to=ALL, unit=unit, side=side, kind=kind, lost=lost, steps=steps, disrupted=False
        )

    def home(
        unit: str, steps: int, lost: int, *, disrupted: bool = False, side: str = "allied"
    ) -> list[str]:
        fate = Fate(
            unit=unit, side=side, role="striker", flew=True, disrupted=disrupted, steps=steps,
            lost=lost,
        )  # fmt: skip
        over = MissionOver(
            to=ALL, mission=M, side="allied", hex="1203", cancelled=False, fates=(fate,)
        )
        return [line.text for line in lines(over, CHARTS)][:-1]

    (line,) = lines(hit("38D-229", "japanese", "ground", 1, 2), CHARTS)
    assert line.text == "38D-229 loses 1 step (+1/2 VP Allied) [H0.6]."
    assert home("SBD-132", 0, 2) == ["SBD-132 is lost (+1 VP Japanese)."]
    assert home("B24-319", 1, 1) == ["B24-319 comes home with 1 step lost (+1/2 VP Japanese)."]
    assert home("B24-319", 1, 1, disrupted=True) == [
        "B24-319 comes home disrupted with 1 step lost (+1/2 VP Japanese)."
    ]
    eleventh = home("A6M-ZU", 0, 2, side="japanese")
    assert eleventh == ["A6M-ZU is lost."], "5.2e pays for it when the turn is over [AMB-36]"


def test_h16_1_what_was_hit_on_the_ground_carries_its_points() -> None:
    told = Stated(
        to=ALL, side="japanese", kind="struck", place="RAB", mission=M, disrupted=(),
        reduced=("A6M-201", "A6M-ZU"), lost=(), saved=(), number=1,
    )  # fmt: skip
    (line,) = lines(told, CHARTS)
    assert "A6M-201 and A6M-ZU lose a step (+1/2 VP Allied) [H9.10.6]." in line.text
    gone = replace(told, reduced=("A6M-201",), lost=("A6M-ZU",), points=3)
    assert [line.text for line in lines(gone, CHARTS)] == [
        "On the ground at Rabaul A6M-201 loses a step (+1/2 VP Allied) [H9.10.6].",
        "On the ground at Rabaul A6M-ZU is destroyed (+1 VP Allied) [H9.10.6].",
    ]


def test_a_roll_whose_label_names_a_port_is_called_by_its_title_too() -> None:
    """Its label holds a colon of its own."""
    name = "9.10 ground t1m1 port:1606 #1"
    struck = BaseStruck(
        to=ALL, base="port:1606", owner=JAPANESE, mission=M, airborne=(), effects=("",),
        picks=(0,), drms=(0,), rolls=(roll(name, 2),),
    )  # fmt: skip
    happening = Happening(turn=1, step="4.4", event=struck)
    rules = selfplay.rules_of(CARTWHEEL)
    shown = [one for one in told((happening,), rules, board()) if isinstance(one, Lines)]
    assert [line.text for block in shown for line in block.lines] == [
        "Ground strike 1 at the port of 1606 (Munda): 2, needs 7 or more: no effect [9.10]"
    ]
