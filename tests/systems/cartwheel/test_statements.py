"""Statements about hidden results: their words, and what in them cannot be true (E.6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.rules.openings import opened, stated
from pbem.systems.cartwheel.rules.statements import (
    Hit,
    Loss,
    hit_words,
    loss_words,
    read_hit,
    read_loss,
)
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import Game, Owed
from pbem.systems.cartwheel.table.under_way import Manifest, Operations, Raid
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, afloat

JAPAN = own("japanese")
STRUCK = Owed(
    side="japanese", kind="struck", place="RAB", mission="t1m1", effects=("D", "", "step"),
    picks=(23, 1, 61), turn=1,
)  # fmt: skip
LOST = Owed(side="japanese", kind="lost-base", place="BUI", turn=1)
CAPTURED = replace(LOST, captured=True, dice=(4, 7))
REPLACED = Owed(side="japanese", kind="replaced", most=2)
FLEW = Owed(side="japanese", kind="eleventh")
FAULT = "its author's program is at fault or was tampered with"


def owing(*owed: Owed) -> Game:
    return replace(started(), owed=owed)


def refused(game: Game, *orders: Statement) -> list[str]:
    """What everybody's program finds wrong with the statements of a Japanese file."""
    seen = replace(view(JAPAN, game, "4.4"), private=None)
    found = list(check(seen, orders, CHARTS))
    assert all((p.code, p.rule) == ("E12", "E.6") for p in found)
    assert all(p.hint == FAULT for p in found)
    return [f"{p.where}: {p.what}" for p in found]


def hits(*words: str) -> Statement:
    """Who was hit at Rabaul by t1m1."""
    return Statement(kind="struck", place="RAB", mission="t1m1", hits=words)


def left(*saved: str, lost: tuple[str, ...] = ()) -> Statement:
    """Who got away from Buin, and who did not."""
    return Statement(kind="lost-base", place="BUI", saved=saved, lost=lost)


# --- words ---------------------------------------------------------------------------------------


@given(
    effect=st.sampled_from(("D", "step")),
    unit=st.sampled_from(sorted(CHARTS.air)),
    before=st.integers(1, 9),
    after=st.integers(1, 9),
    disrupted=st.booleans(),
)
def test_hits_and_losses_come_back_from_their_words(
    effect: str, unit: str, before: int, after: int, disrupted: bool
) -> None:
    hit = Hit(effect=effect, unit=unit, before=before, after=after, disrupted=disrupted)
    assert read_hit(hit_words(effect, unit, before, after, disrupted)) == hit
    assert read_loss(loss_words(unit, before)) == Loss(unit=unit, steps=before)


def test_words_are_as_the_format_says() -> None:
    assert hit_words("D", "A6M-253", 2, 2, True) == "D A6M-253 2>2 disrupted"
    assert hit_words("D", "A6M-253", 1, 0, True) == "D A6M-253 1>0", "it is gone"
    assert hit_words("step", "G4M-702", 2, 1, False) == "step G4M-702 2>1"
    assert loss_words("A6M-253", 2) == "A6M-253 2"


@pytest.mark.parametrize(
    "words", ["", "-", "D A6M-253", "D A6M-253 2>2 dead", "d A6M-253 2>2", "D A6M-253 0>0", "D\n"]
)
def test_what_is_no_hit(words: str) -> None:
    assert read_hit(words) is None


@pytest.mark.parametrize(
    "words", ["", "A6M-253", "A6M-253 0", "A6M-253 2 2", "A 6M 2", "A6M-253 2\n"]
)
def test_what_is_no_loss(words: str) -> None:
    assert read_loss(words) is None


# --- asked for, once -----------------------------------------------------------------------------


def test_what_is_owed_is_stated_once_and_nothing_else() -> None:
    game = owing(STRUCK, REPLACED)
    number = Statement(kind="replaced", number=1)
    true = hits("D A6M-253 2>2 disrupted", "step G4M-702 2>1")
    assert refused(game, true, number) == []
    assert refused(game, true, number, number) == [
        "order 3: nobody asked for a statement 'replaced': see order 2"
    ]
    assert refused(game, number) == ["order 1: the statement 'struck RAB t1m1' is missing"]
    assert refused(game) == [
        "order 1: the statement 'replaced' is missing",
        "order 1: the statement 'struck RAB t1m1' is missing",
    ]
    assert refused(owing(), left()) == ["order 1: nobody asked for a statement 'lost-base'"]


def test_the_enemys_statements_are_not_asked_for() -> None:
    assert refused(owing(replace(STRUCK, side="allied"))) == []


def test_own_statements_are_made_by_the_program() -> None:
    """A player does not write them, and owes nothing that is not added when he sends."""
    seen = view(JAPAN, owing(STRUCK), "4.4")
    assert list(check(seen, (), CHARTS)) == []
    (problem,) = check(seen, (hits(),), CHARTS)
    assert (problem.rule, problem.what) == ("E.6", "statements are made by the program")
    assert problem.hint == "take it out: it is added when you send"


# --- what cannot be true -------------------------------------------------------------------------


D, STEP = "D A6M-253 2>2 disrupted", "step G4M-702 2>1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((D,), "1 hits are stated, and the dice scored 2"),
        ((D, STEP, "-"), "3 hits are stated, and the dice scored 2"),
        ((D, "boom"), "'boom' is no hit"),
        ((STEP, D), f"'{STEP}' is not what the dice scored: D"),
        ((D, "step G4M-702 2>2"), "'step G4M-702 2>2' does not add up"),
        ((D, "step G4M-702 1>2"), "'step G4M-702 1>2' does not add up"),
        (("D A6M-253 2>2", STEP), "'D A6M-253 2>2' does not add up"),
        ((D, "step G4M-702 3>2"), "G4M-702 never had 3 steps"),
        ((D, "step P38-9 2>1"), "'P38-9' is no air unit of that side in play"),
        ((D, "step KI49-61 2>1"), "'KI49-61' is no air unit of that side in play"),
        ((D, "step SPITFIRE 2>1"), "'SPITFIRE' is no air unit of that side in play"),
    ],
)
def test_h9_10_5_hits_are_those_that_the_dice_scored(words: tuple[str, ...], said: str) -> None:
    assert f"order 1: {said}" in refused(owing(STRUCK), hits(*words))


def test_h9_10_6_a_strike_may_find_nobody_and_a_unit_may_be_hit_twice() -> None:
    assert refused(owing(STRUCK), hits("-", "-")) == []
    twice = ("D G4M-702 2>2 disrupted", "step G4M-702 2>1 disrupted")
    assert refused(owing(STRUCK), hits(*twice)) == []


def test_no_unit_has_more_steps_than_it_was_seen_with_this_turn() -> None:
    game = owing(STRUCK)
    seen = replace(game.air["G4M-702"], steps=1, seen=game.now)
    assert refused(game.with_air((seen,)), hits(D, STEP)) == [
        "order 1: G4M-702 was seen with 1 step that turn, and had 2"
    ]
    before = replace(seen, seen=game.now - 1)
    assert refused(game.with_air((before,)), hits(D, STEP)) == [], "steps come back in 14.1"


def test_who_is_lost_without_a_hit_had_no_more_steps_than_it_was_seen_with() -> None:
    game = owing(LOST)
    seen = replace(game.air["A6M-582"], steps=1, seen=game.now)
    assert refused(game.with_air((seen,)), left(lost=("A6M-582 2",))) == [
        "order 1: A6M-582 was seen with 1 step that turn, and had 2"
    ]
    assert refused(game.with_air((seen,)), left(lost=("A6M-582 1",))) == []


STILL = "was seen disrupted that turn, and is stated as if it had not been"


@pytest.mark.parametrize(
    ("effect", "words", "said"),
    [
        ("D", "D G4M-702 2>2 disrupted", [f"order 1: G4M-702 {STILL}"]),
        ("D", "D G4M-702 2>1 disrupted", []),
        ("step", "step G4M-702 2>1", [f"order 1: G4M-702 {STILL}"]),
        ("step", "step G4M-702 2>1 disrupted", []),
        ("step", "step A6M-253 2>1", []),
    ],
)
def test_h0_6_who_was_seen_disrupted_this_turn_is_so_when_it_is_hit(
    effect: str, words: str, said: list[str]
) -> None:
    game = owing(replace(STRUCK, effects=(effect,), picks=(1,)))
    seen = replace(game.air["G4M-702"], disrupted=True, seen=game.now)
    assert refused(game.with_air((seen,)), hits(words)) == said
    before = replace(seen, seen=game.now - 1)
    assert refused(game.with_air((before,)), hits(words)) == [], "disruption may go in 14.1"


@pytest.mark.parametrize(
    ("steps", "disrupted", "said"),
    [
        (2, True, ["order 1: RUF-802 was seen with 1 step that turn, and had 2"]),
        (1, False, [f"order 1: RUF-802 {STILL}"]),
        (1, True, []),
    ],
)
def test_6_3_6_a_rufe_comes_to_a_port_as_it_was_seen_this_turn(
    steps: int, disrupted: bool, said: list[str]
) -> None:
    """All saw in what state it came out of its mission; where it landed its owner states."""
    game = owing()
    rufe = replace(
        game.air["RUF-802"], arrived=True, steps=1, disrupted=True, flew=game.now, seen=game.now
    )
    order = Statement(
        kind="moored", place="RUF-802", port="1405", number=steps, disrupted=disrupted
    )
    assert refused(game.with_air((rufe,)), order) == said
    before = replace(rufe, seen=game.now - 1)
    assert refused(game.with_air((before,)), order) == [], "it may have regrouped in secret"


def test_only_after_strikes_are_there_hits() -> None:
    order = replace(left("A6M-582"), hits=(D,))
    assert "order 1: it names hits, and there were no strikes" in refused(owing(LOST), order)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (left(lost=("A6M-582",)), "'A6M-582' is no unit lost"),
        (left(lost=("A6M-582 3",)), "A6M-582 never had 3 steps"),
        (left("A6M-582", "A6M-582"), "it names a unit twice"),
        (left("A6M-582", lost=("A6M-582 2",)), "it names a unit twice"),
        (left("P38-9"), "'P38-9' is no air unit of that side in play"),
        (left("KI49-61"), "'KI49-61' is no air unit of that side in play"),
        (replace(left(), number=1), "1 is more than the 0 that there can be"),
        (
            left("A6M-582", "A6M-204a", lost=("A6M-204b 2",)),
            "3 units named to leave, and 2 dice were thrown",
        ),
    ],
)  # fmt: skip
def test_h6_6_5_who_left_a_lost_base(order: Statement, said: str) -> None:
    assert f"order 1: {said}" in refused(owing(CAPTURED), order)


def test_h6_6_1_no_dice_limit_who_leaves_a_base_that_was_bombed() -> None:
    assert refused(owing(LOST), left("A6M-582", "A6M-204a", lost=("A6M-204b 2",))) == []


def test_h10_5_nobody_leaves_a_carrier_that_sinks() -> None:
    game = afloat(owing(replace(LOST, place="IJN-CV1")), "1203", "IJN-CV1")
    order = replace(left("A6M-SH"), place="IJN-CV1")
    assert refused(game, order) == ["order 1: nobody leaves a carrier that sinks"]
    sunk = replace(left(lost=("A6M-SH 2",)), place="IJN-CV1")
    assert refused(game, sunk) == []


@pytest.mark.parametrize("number", [-1, 3])
def test_h14_1_no_more_steps_than_the_pool_had(number: int) -> None:
    said = f"order 1: {number} is more than the 2 that there can be"
    assert refused(owing(REPLACED), Statement(kind="replaced", number=number)) == [said]
    assert refused(owing(REPLACED), Statement(kind="replaced", number=2)) == []


def test_5_2e_no_more_units_of_the_11th_flew_than_there_are() -> None:
    many = sum(CHARTS.air[unit].is_eleventh for unit in started().air)
    assert refused(owing(FLEW), Statement(kind="eleventh", number=many)) == []
    assert refused(owing(FLEW), Statement(kind="eleventh", number=many + 1)) == [
        f"order 1: {many + 1} is more than the {many} that there can be"
    ]


def test_h9_11_1_units_without_a_base_may_be_told_unasked() -> None:
    order = Statement(kind="no-landing", mission="t1m1", lost=("A6M-582 2",))
    assert refused(owing(), order) == []
    assert refused(owing(STRUCK), order, replace(hits("-", "-"), lost=("A6M-582 2",))) == [
        "order 2: 'A6M-582 2' is no unit lost"
    ]


@pytest.mark.parametrize(
    "order",
    [
        Statement(kind="replaced", saved=("A6M-582",)),
        Statement(kind="eleventh", saved=("A6M-582",)),
        replace(hits("-", "-"), saved=("A6M-582",)),
        Statement(kind="no-landing", lost=("A6M-204a 2",), saved=("A6M-582",)),
        Statement(kind="moored", place="RUF-802", saved=("A6M-582",)),
    ],
)
def test_6_6_5_nobody_is_saved_where_no_base_is_lost(order: Statement) -> None:
    """Whoever is named as saved counts no more among those whom recon was told of [CR83]."""
    game = owing(REPLACED, FLEW, STRUCK)
    game = game.with_air((replace(game.air["RUF-802"], arrived=True),))
    rest = [
        one
        for one in (Statement(kind="replaced"), Statement(kind="eleventh"), hits("-", "-"))
        if one.kind != order.kind
    ]
    assert refused(game, order, *rest) == ["order 1: it names units saved, and no base was lost"]


@pytest.mark.parametrize(
    "words",
    [
        ("D G4M-702 2>2 disrupted", "step G4M-702 1>0"),
        ("D G4M-702 1>0", "step G4M-702 2>1"),
        ("D G4M-702 2>2 disrupted", "step G4M-702 2>1"),
    ],
)
def test_h9_10_6_the_second_hit_on_a_unit_finds_it_as_the_first_has_left_it(
    words: tuple[str, ...],
) -> None:
    said = ["order 1: G4M-702 is hit twice, and the second hit does not follow from the first"]
    assert refused(owing(STRUCK), hits(*words)) == said


def test_h9_11_1_who_tells_of_no_landing_tells_who_was_lost() -> None:
    said = ["order 1: it tells of no landing, and of nobody lost"]
    assert refused(owing(), Statement(kind="no-landing")) == said


# --- what statements do to the public state ------------------------------------------------------


def carried_out(game: Game, order: Statement) -> Game:
    """The game after a Japanese statement."""
    return stated(game, game.seat_of("japanese"), order, CHARTS)[0]


def test_e_5_3_c_a_unit_hit_on_the_ground_is_seen_at_its_base() -> None:
    game = carried_out(owing(STRUCK), hits(D, STEP))
    seen = {u: (game.air[u].steps, game.air[u].disrupted) for u in ("A6M-253", "G4M-702")}
    assert seen == {"A6M-253": (2, True), "G4M-702": (1, False)}
    assert {(game.air[u].seen, game.air[u].base) for u in seen} == {(1, "RAB")}
    assert game.owed == ()
    assert game.points("allied") == 1, "half a point for a step [H16.1]"


def test_6_6_5_neither_where_a_unit_went_is_told_nor_in_what_state() -> None:
    game = carried_out(owing(LOST, REPLACED), left("A6M-582", lost=("A6M-204a 2",)))
    assert game.air["A6M-582"] == replace(owing(LOST).air["A6M-582"], base="")
    assert game.air["A6M-204a"].steps == 0
    assert game.owed == (REPLACED,)


# --- items laid open -----------------------------------------------------------------------------


def test_e_5_1_counts_are_told_and_no_more_owed() -> None:
    game = started()
    game = game.with_turn(replace(game.turn, looks=FrozenMap({"japanese": ("KAV", "RAB")})))
    table = {"fighters": 4, "bombers": 3}
    after, events = opened(game, game.seat_of("japanese"), "RAB/counts", 0, table, CHARTS)
    assert after.turn.looks["japanese"] == ("KAV",)
    assert (after.turn.counts["RAB"].fighters, after.turn.counts["RAB"].bombers) == (4, 3)
    assert [type(event).__name__ for event in events] == ["CountsTold"]
    for broken in (None, {"fighters": -1, "bombers": 0}):
        after, events = opened(game, game.seat_of("japanese"), "RAB/counts", 0, broken, CHARTS)
        assert "RAB" not in after.turn.counts
        assert after.turn.looks["japanese"] == ("KAV",), "it is not asked for again"
        assert [type(event).__name__ for event in events] == ["ItemBroken"]


def test_e_2_a_unit_item_shows_a_unit_or_is_broken() -> None:
    game, table = started(), {"base": "RAB", "disrupted": False, "steps": 2, "mark": True}
    after, events = opened(game, game.seat_of("japanese"), "unit/A6M-201", 0, table, CHARTS)
    shown = after.shown["A6M-201"]
    assert (shown.base, shown.half, shown.mark, events) == ("RAB", "ready", True, ())
    for steps in (0, 3):
        after, events = opened(
            game, game.seat_of("japanese"), "unit/A6M-201", 0, {**table, "steps": steps}, CHARTS
        )
        shown = after.shown["A6M-201"]
        assert (shown.base, shown.half) == ("", "flown"), "nowhere, and it is not asked for again"
        assert [type(event).__name__ for event in events] == ["ItemBroken"]


def test_h9_1_3_a_mission_item_that_means_nothing_flies_nobody() -> None:
    raid = Raid(
        id="t1m1", side="japanese", kind="strike", hex="0707", band=2, escorts=0, strikers=1,
        transports=0, asked=True,
    )  # fmt: skip
    game = started().with_operations(Operations(raids=FrozenMap({"t1m1": raid})))
    seat = game.seat_of("japanese")
    flier = {
        "unit": "G4M-702",
        "role": "striker",
        "steps": 2,
        "mode": "regular",
        "target": "base:PM",
    }
    after, events = opened(game, seat, "mission/t1m1", 0, {"fliers": [flier]}, CHARTS)
    manifest = after.operations.raids["t1m1"].manifest
    assert manifest is not None
    assert ([one.unit for one in manifest.fliers], events) == (["G4M-702"], ())
    for table in (None, {}, {"fliers": 3}, {"fliers": [{**flier, "role": "king"}]}):
        after, events = opened(game, seat, "mission/t1m1", 0, table, CHARTS)
        assert after.operations.raids["t1m1"].manifest == Manifest(fliers=())
        assert [type(event).__name__ for event in events] == ["ItemBroken"]


@pytest.mark.parametrize(
    ("place", "left"),
    [
        ("BUI", {"saved": ("G4M-702",)}),
        ("BUI", {"lost": ("G4M-702 1",)}),
        ("KAV", {"lost": ("G4M-702 1",)}),
    ],
)
def test_h0_6_who_was_lost_by_one_statement_of_a_file_is_in_no_other(
    place: str, left: dict[str, tuple[str, ...]]
) -> None:
    """Nobody is lost twice, nor gets away from where he was lost."""
    game = owing(replace(STRUCK, place="BUI"), replace(LOST, place=place))
    struck = replace(hits("D A6M-253 2>2 disrupted", "step G4M-702 1>0"), place="BUI")
    gone = Statement(kind="lost-base", place=place, **left)
    said = "order 2: G4M-702 is lost by one statement of the file, and is named by another"
    assert refused(game, struck, gone) == [said]


def test_h6_6_5_who_was_saved_from_a_base_may_be_lost_at_another() -> None:
    game = owing(LOST, replace(STRUCK, effects=("step",), picks=(1,)))
    saved = Statement(kind="lost-base", place="BUI", saved=("G4M-702",))
    assert refused(game, saved, hits("step G4M-702 1>0")) == []
    fled = replace(LOST, place="KAV")
    lost = Statement(kind="lost-base", place="KAV", lost=("G4M-702 2",))
    assert refused(owing(LOST, fled), saved, lost) == []


def test_h9_10_6_two_missions_do_not_kill_one_unit() -> None:
    one = replace(STRUCK, effects=("step",), picks=(1,))
    game = owing(one, replace(one, mission="t1m2"))
    dead = hits("step G4M-702 1>0")
    said = "order 2: G4M-702 is lost by one statement of the file, and is named by another"
    assert refused(game, dead, replace(dead, mission="t1m2")) == [said]
    assert refused(game, hits("step G4M-702 2>1"), replace(dead, mission="t1m2")) == []
