"""Golden examples of the 11th Hikoshidan, each played from its orders [5.2]: G01 to G04, H18.13."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    BreakTried,
    Fired,
    FlakFired,
    Harm,
    RoundOver,
    Scrambled,
)
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.orders_operations import AirMission, Asked, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

QUIET = {"5.1 event": 7}
RAIDERS = FrozenMap({"A6M-ZU": "RAB", "D3A-ZU": "RAB", "D4Y-501": "RAB"})
STRIKE = AirMission(
    kind="strike", hex="1106", band="medium", escorts=("A6M-ZU",), strikers=("D3A-ZU", "D4Y-501"),
    mode="dive", target="base:KIR",
)  # fmt: skip


def dice(mission: str, shot: int) -> dict[str, int]:
    """The dice of H18.13, with that face for the shot at D3A-ZU."""
    words = {
        "9.4 scramble M P38-9": 4, "9.7 break M r1 P38-9": 7, "9.7 fire M r1 P38-9>D3A-ZU": shot,
        "9.7 fire M r1 D3A-ZU>P38-9": 6, "9.7 break M r2 P38-9": 3, "9.7 fire M r2 P38-9>A6M-ZU": 3,
        "9.7 fire M r2 A6M-ZU>P38-9": 4, "9.9 aa M D3A-ZU": 1, "9.9 aa M D4Y-501": 6,
        "9.10 bomb M D3A-ZU": 1, "9.10 bomb M D4Y-501": 4,
    }  # fmt: skip
    return {label.replace(" M ", f" {mission} "): face for label, face in words.items()}


def committed(game: Play, **order: FrozenMap[str]) -> Play:
    """The 11th committed by the next file of Japan's."""
    return game.until(JAPANESE, "5.2").file(CommitEleventh(commit=True, **order))


def struck(game: Play) -> Play:
    """Kiriwina struck by three units of the 11th, and met by P38-9; all have landed."""
    game.until(JAPANESE, "4.4")
    game.file(STRIKE).file(Reply(mission=f"t{game.game.now}m1", interceptors=DOBODURA)).file()
    return game


DOBODURA = FrozenMap({"P38-9": "DOB"})


def turn_over(game: Play, turn: int) -> Play:
    """Empty files until all of a turn has been stated."""
    while game.game.now == turn or game.game.owed:
        game.file()
    return game


def in_turn_2(faces: dict[str, int], *, first: int = 1) -> Play:
    """The campaign at the first file of turn 2, Japan with the initiative."""
    faces |= {**QUIET, "7.4 initiative": first}
    game = play("campaign", faces)
    while game.game.now == 1:
        game.file()
    return game


def test_g01_5_2f_h18_13_the_printed_example_comes_to_3_vp(loaded: dict[str, int]) -> None:
    """1 for the commitment, twice 1/2 flown, 1 eliminated; nothing by H16.1."""
    loaded |= dice("t2m1", 9)
    game = struck(committed(in_turn_2(loaded), bases=RAIDERS))
    rest = [u for u, chart in CHARTS.air.items() if chart.is_eleventh and u not in RAIDERS]
    planes = [game.plane(JAPANESE, unit) for unit in rest]
    assert [plane.base for plane in planes if plane] == ["TRK"] * len(rest)
    assert [(e.unit, e.score.total, e.margin, e.band) for e in game.events(Scrambled)] == [
        ("P38-9", 6, 1, 2)
    ]
    assert [(e.round, e.escort, e.score.total, e.through) for e in game.events(BreakTried)] == [
        (1, "A6M-ZU", 8, True), (2, "A6M-ZU", 4, False),
    ]  # fmt: skip
    shots = [(e.unit, e.target, e.score.total, e.harm) for e in game.events(Fired)]
    assert shots == [
        ("P38-9", "D3A-ZU", 14, Harm(steps=2)), ("D3A-ZU", "P38-9", 2, Harm()),
        ("P38-9", "A6M-ZU", 5, Harm()), ("A6M-ZU", "P38-9", 4, Harm()),
    ]  # fmt: skip
    assert dict(game.events(Fired)[0].score.terms) == {
        "AF": 4, "DF": -1, "faster": 1, "easy target": 1,
    }  # fmt: skip
    assert [e.aborted for e in game.events(RoundOver)] == [False, False]
    flak = [(e.unit, e.score.total, e.harm) for e in game.events(FlakFired)]
    assert flak == [("D4Y-501", 9, Harm())]
    assert [(e.unit, e.score.total, e.hits) for e in game.events(Bombed)] == [("D4Y-501", 8, 0)]
    assert game.plane(JAPANESE, "D3A-ZU") is None
    landed = [game.plane(JAPANESE, unit) for unit in ("A6M-ZU", "D4Y-501")]
    assert [(plane.base, plane.half) for plane in landed if plane] == [("RAB", "flown")] * 2
    assert game.earned(ALLIED, since=2) == [(2, "5.2b", "commitment")]
    turn_over(game, 2)
    assert game.earned(ALLIED, since=2) == [
        (2, "5.2b", "commitment"), (2, "5.2e", "eliminated"), (2, "5.2e", "flown"),
    ]  # fmt: skip
    assert [e.number for e in game.events(Stated) if e.kind == "eleventh"] == [2]
    assert game.match.audit() == []


def test_g01_5_2f_a_reduced_unit_lost_earns_the_same(loaded: dict[str, int]) -> None:
    """In turn 1 D3A-ZU loses its first step, which earns nothing; in turn 2 its last."""
    loaded |= {**QUIET, "7.4 initiative": 1, **dice("t1m1", 6), **dice("t2m1", 9)}
    game = committed(play("campaign", loaded), bases=RAIDERS)
    while game.seat != JAPANESE or "4.4" not in game.asked():
        game.file()
    struck(game)
    reduced = game.plane(JAPANESE, "D3A-ZU")
    assert reduced is not None
    assert reduced.steps == 1
    while game.game.now == 1:
        game.file()
    committed(game, bases=RAIDERS)
    assert game.earned(ALLIED)[:2] == [(2, "5.2b", "commitment"), (3, "5.2e", "flown")]
    turn_over(struck(game), 2)
    assert game.earned(ALLIED, since=2) == [
        (3, "5.2e", "flown"), (2, "5.2b", "commitment"),
        (2, "5.2e", "eliminated"), (2, "5.2e", "flown"),
    ]  # fmt: skip


def test_g02_5_2b_a_commitment_without_flights_costs_its_point_alone(
    loaded: dict[str, int],
) -> None:
    game = turn_over(committed(in_turn_2(loaded)), 2)
    assert game.earned(ALLIED, since=2) == [(2, "5.2b", "commitment")]


def test_g03_g04_5_2d_units_that_are_called_back_rest_at_truk(loaded: dict[str, int]) -> None:
    """A6M-ZU is Ready at Rabaul, D3A-ZU disrupted at an over-full Kavieng, D4Y-501 at MJ1.

    Two have staged in turn 2. Kavieng holds six, and three Zeros come down on four bombers there.
    """
    loaded |= {
        **QUIET, "7.5 missions": 9, "7.4 initiative": 1, "9.9 aa t2m2 B24-319": 1,
        "9.10 bomb t2m2 B24-319": 4, "9.10 ground t2m2 KAV #1": 7, "9.10 pick t2m2 KAV #1": 4,
        "6.6.3 repair KAV": 1,
    }  # fmt: skip
    game = play("campaign", loaded).until(JAPANESE, "4.2").file(Build(base="MJ1", hex="1104"))
    while game.game.now == 1:
        game.file()
    committed(game, bases=RAIDERS).until(JAPANESE, "4.4")
    bombers = (Stage(unit=unit, to="KAV") for unit in ("D3A-ZU", "G4M-702", "G4M-705"))
    zeros = ("A6M-201", "A6M-251", "A6M-253")
    sweep = AirMission(
        kind="sweep", hex="1103", band="high", escorts=zeros,
        returns=FrozenMap(dict.fromkeys(zeros, "KAV")),
    )  # fmt: skip
    game.file(sweep, Stage(unit="D4Y-501", to="MJ1"), *bombers).file(Reply(mission="t2m1"))
    bombs = AirMission(
        kind="strike", hex="1002", band="medium", strikers=("B24-319",), mode="regular",
        target="base:KAV",
    )  # fmt: skip
    game.until(ALLIED, "4.4").file(bombs).file(Reply(mission="t2m2")).file()
    while game.game.now == 2:
        game.file()
    game.until(JAPANESE, "5.2")
    called = ("A6M-ZU", "D3A-ZU", "D4Y-501")
    before = [game.plane(JAPANESE, unit) for unit in called]
    assert [(p.base, p.half, p.disrupted) for p in before if p] == [
        ("RAB", "ready", False), ("KAV", "flown", True), ("MJ1", "ready", False),
    ]  # fmt: skip
    game.file(CommitEleventh(commit=False))
    home = [game.plane(JAPANESE, unit) for unit in called]
    assert [(p.base, p.half, p.disrupted) for p in home if p] == [("TRK", "flown", False)] * 3
    turn_over(game, 3)
    assert game.earned(ALLIED) == [(2, "5.2b", "commitment"), (2, "5.2e", "flown")], "of turn 2"
    assert game.match.audit() == []


def test_g04_amb4_recon_and_stage_moves_count_as_flown(loaded: dict[str, int]) -> None:
    """DIN-11 flies recon, A6M-ZU stages, A6M-SH stays Ready: 2 flew, 1 VP beside that of 5.2b."""
    loaded |= {"7.3 recon DIN-11": 7}
    bases = FrozenMap({"DIN-11": "RAB", "A6M-SH": "RAB"})
    game = in_turn_2(loaded)
    game.file(CommitEleventh(commit=True, bases=bases), Recon(unit="DIN-11", hex="1106"))
    game.until(JAPANESE, "4.4").file(Stage(unit="A6M-ZU", to="RAB"))
    turn_over(game, 2)
    assert game.earned(ALLIED, since=2) == [(2, "5.2b", "commitment"), (2, "5.2e", "flown")]
    assert game.match.audit() == []


def test_amb4_a_recon_die_that_fails_is_no_flight(loaded: dict[str, int]) -> None:
    loaded |= {"7.3 recon DIN-11": 8}
    game = turn_over(committed(in_turn_2(loaded)), 2)
    assert game.earned(ALLIED, since=2) == [(2, "5.2b", "commitment")]


# --- who has come since recon was told [7.3.4~, H9.4.1] ------------------------------------------


ZEKES = ("A6M-SH", "A6M-ZU")
RABAUL = ("A6M-201", "A6M-251", "A6M-253")


def looked_at(faces: dict[str, int], *, wait: bool) -> Play:
    """Turn 2: the Allies open it and look at Rabaul, where two units of the 11th are placed."""
    faces |= {
        **QUIET, "7.5 missions": 9, "7.4 initiative": 9, "7.3 recon F5-8": 1,
        "11.1 ground initiative": 10, "9.10 bomb t2m1 B24-319": 1,
    }  # fmt: skip
    game = play("campaign", faces, asked=False).file(Asked(hexes=("1203",)))
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "5.3")
    assert game.game.turn.opener == ALLIED
    look = Recon(unit="F5-8", hex="1203", base="RAB")
    game.file(Recon(wait=True) if wait else look)
    committed(game, bases=FrozenMap(dict.fromkeys(ZEKES, "RAB")))
    if wait:
        game.until(ALLIED, "7.3").file(look)
    game.until(ALLIED, "4.4")
    (told,) = game.events(CountsTold)
    assert told.fighters == (5 if wait else 3)
    return game


ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
    target="base:RAB",
)  # fmt: skip


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (False, ", 3 fighters at most, as recon was told, besides A6M-SH and A6M-ZU, come since"),
        (True, ", 5 fighters at most, as recon was told:"),
    ],
)  # fmt: skip
def test_7_3_4_the_11th_rises_besides_those_whom_recon_was_told(
    loaded: dict[str, int], wait: bool, words: str
) -> None:
    """Placed by the file after recon's they are no more than were told; placed before, they are."""
    game = looked_at(loaded, wait=wait).file(ON_RABAUL)
    page = sections(game.match.view(), CHARTS)
    rising = [line for part in page for line in part.choices if "scramble from RAB" in line]
    assert [words in line for line in rising] == [True]
    all_five = FrozenMap(dict.fromkeys((*RABAUL, *ZEKES), "RAB"))
    reply = Reply(mission="t2m1", interceptors=all_five)
    assert game.refused(reply) == ()
    game.file(reply).file()
    assert {one.unit for one in game.events(Scrambled)} == {*all_five}
    assert game.match.audit() == []
