"""From policy and charts to answers in advance, worked examples and laws [H8.9.4, H8.9.5]."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.frozen import FrozenMap, replace
from pbem.narrow import parse_item
from pbem.systems.cartwheel.own.answers import (
    answer,
    answers,
    clause_for,
    policy_text,
    read_policy,
    situation,
    too_much,
)
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r08_answers import answer_id, answered_hexes
from pbem.systems.cartwheel.table.answers import Answer, Clause
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.hidden import own
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, hurt

GAME = started()
LIMITS = CHARTS.answers
RABAUL = "1203"


def japan(**bases: str) -> Private:
    """Japanese charts with these units alone, each Ready at a base; `_` for the `-` of an id."""
    planes = {
        (unit := key.replace("_", "-")): Plane(
            id=unit, base=base, steps=CHARTS.air[unit].model.steps
        )
        for key, base in bases.items()
    }
    return Private(side=JAPANESE, planes=FrozenMap(planes))


def against(
    private: Private, class_: str, *clauses: Clause, hex_: str = RABAUL, game: Game = GAME
) -> Answer:
    """The answer to a class of raids on a hex."""
    return answer(clauses, situation(private, game, CHARTS), hex_, class_)


def up(found: Answer) -> list[str]:
    return [unit for unit, _ in found.interceptors]


# --- worked examples -----------------------------------------------------------------------------

FIVE = japan(A6M_201="RAB", A6M_253="RAB", A6M_204a="RAB", KI43_24a="RAB", G4M_702="RAB")


def test_h8_9_5_the_fastest_go_first_and_one_stays() -> None:
    """SR 6 of the A6M before that of the KI43; of alike ones the lower id."""
    srs = {unit: CHARTS.air[unit].model.sr for unit in FIVE.planes}
    assert (srs["A6M-201"], srs["A6M-204a"], srs["A6M-253"]) == (srs["A6M-201"],) * 3
    found = against(FIVE, "h0", Clause(most=8, keep=1))
    ranked = sorted(("A6M-201", "A6M-204a", "A6M-253", "KI43-24a"), key=lambda u: (-srs[u], u))
    assert up(found) == ranked[:3]
    assert dict(found.interceptors) == dict.fromkeys(ranked[:3], "RAB")
    assert up(against(FIVE, "h0", Clause(most=2, keep=0))) == ranked[:2]
    assert up(against(FIVE, "h0", Clause(most=8, keep=4))) == []


def test_h8_9_5_the_text_s_example_of_who_is_kept() -> None:
    """Two at Rabaul and one at Buka: one goes, one is kept at each base."""
    private = japan(A6M_201="RAB", A6M_253="RAB", A6M_204a="BKA")
    assert up(against(private, "l1", Clause(most=2, keep=1))) == ["A6M-201"]


def test_h8_9_4_about_twenty_clauses_have_room() -> None:
    """The characters end before forty clauses do, for all keys are sealed."""
    clause = Clause(hexes=(RABAUL,), classes=("h0", "h1"), most=8, evade="all", evade_most=6)
    assert not any(too_much((clause,) * 20, LIMITS))
    (what,) = too_much((clause,) * 24, LIMITS)
    assert what.endswith("characters, and 4,000 are the most")


@pytest.mark.parametrize(
    ("class_", "number"),
    [("l0", 1), ("l1", 2), ("h0", 3), ("h1", 3), ("dd", 3), ("w0", 0), ("w1", 0)],
)
def test_h8_9_6_the_default_policy(class_: str, number: int) -> None:
    """Of four fighters three may go, for one stays; 1, 2, 5, 4 and 0 are the most."""
    found = against(FIVE, class_)
    assert (len(up(found)), found.evaders) == (number, ())
    assert (found.go_for, found.disengage_at, found.ace) == ("bombers", "half", "")


def test_h8_9_5_the_lowest_modifiers_go_first() -> None:
    """At a disrupted base they stand behind those of an undisrupted one two hexes away."""
    private = japan(A6M_201="RAB", A6M_253="RAB", A6M_204a="BKA", A6M_582="BKA")
    near = against(private, "h0", Clause(most=1, keep=0, within=5))
    assert up(near) == ["A6M-201"]
    smoking = hurt(GAME, "RAB", CHARTS.damage["major"].disrupted)
    far = against(private, "h0", Clause(most=1, keep=0, within=5), game=smoking)
    terms = CHARTS.scramble.distance.at(2).drm
    assert (up(far) == ["A6M-204a"]) == (terms < CHARTS.scramble.base_disrupted)


def test_h8_9_4_what_a_clause_bounds() -> None:
    private = japan(A6M_201="RAB", A6M_204a="BKA")
    free = Clause(most=8, keep=0, within=5)
    assert sorted(up(against(private, "h0", free))) == ["A6M-201", "A6M-204a"]
    assert up(against(private, "h0", replace(free, within=0))) == ["A6M-201"]
    assert up(against(private, "h0", replace(free, bases=("BKA",)))) == ["A6M-204a"]


def test_amb32_marked_fighters_go_where_the_clause_says_so() -> None:
    private = own(JAPANESE, GAME, A6M_201={"mark": True, "disrupted": True})
    private = replace(private, planes=FrozenMap({"A6M-201": private.planes["A6M-201"]}))
    clause = Clause(most=8, keep=0)
    assert up(against(private, "h0", clause)) == []
    assert up(against(private, "h0", replace(clause, marked=True))) == ["A6M-201"]


@pytest.mark.parametrize(
    "status",
    [
        {"half": "flown"}, {"disrupted": True}, {"staged": True}, {"used": True}, {"away": True},
        {"due": True}, {"to": "BUI"},
    ],
    ids=lambda status: next(iter(status)),
)  # fmt: skip
def test_h9_4_1_who_may_not_intercept_is_no_candidate(status: dict[str, object]) -> None:
    plane = replace(japan(A6M_201="RAB").planes["A6M-201"], **status)
    private = Private(side=JAPANESE, planes=FrozenMap({"A6M-201": plane}))
    assert up(against(private, "h0", Clause(most=8, keep=0))) == []


def test_h8_9_5_who_flies_a_mission_of_the_file_is_no_candidate() -> None:
    policy = (Clause(most=8, keep=0, evade="all", evade_most=16),)
    now = situation(FIVE, GAME, CHARTS, away={"A6M-201": "RAB", "G4M-702": "RAB"})
    found = answer(policy, now, RABAUL, "h0")
    assert not {"A6M-201", "G4M-702"} & set(found.named)


def test_h8_9_5_evaders_by_what_they_can_carry() -> None:
    """The G4M carries bombs; fighters that are not taken follow it, if all may go."""
    clause = Clause(most=1, keep=0, evade="bombers", evade_most=16)
    assert [unit for unit, _ in against(FIVE, "h0", clause).evaders] == ["G4M-702"]
    everybody = replace(clause, evade="all")
    found = [unit for unit, _ in against(FIVE, "h0", everybody).evaders]
    assert found[0] == "G4M-702"
    assert sorted(found[1:]) == found[1:]
    assert set(found) == FIVE.planes.keys() - set(up(against(FIVE, "h0", everybody)))
    assert len(against(FIVE, "h0", replace(everybody, evade_most=2)).evaders) == 2


def test_h8_9_5_the_ace_goes_with_the_first_who_carries_one() -> None:
    plane = replace(FIVE.planes["A6M-253"], ace=True)
    private = FIVE.with_planes((plane,))
    clause = Clause(most=8, keep=0)
    assert against(private, "h0", clause).ace == "A6M-253"
    assert against(private, "h0", replace(clause, most=1)).ace == ""


def test_h8_9_5_the_first_clause_with_hex_and_class_counts() -> None:
    policy = (
        Clause(hexes=("0705",), most=1), Clause(classes=("w0", "w1"), most=2), Clause(most=3),
    )  # fmt: skip
    assert clause_for(policy, "0705", "w0", LIMITS).most == 1
    assert clause_for(policy, RABAUL, "w1", LIMITS).most == 2
    assert clause_for(policy, RABAUL, "h0", LIMITS).most == 3
    assert clause_for(policy[:1], RABAUL, "h0", LIMITS).most == 5, "the default [H8.9.6]"


# --- items ---------------------------------------------------------------------------------------


def test_h8_9_3_all_keys_stand_in_every_item() -> None:
    texts = answers(FIVE, GAME, CHARTS)
    assert texts[answer_id("0101" if "0101" in answered_hexes(GAME, CHARTS) else "0103", "w0")] == (
        'interceptors = []\nevaders = []\ngo_for = "bombers"\ndisengage_at = "half"\nace = ""\n'
    )
    assert texts[answer_id(RABAUL, "l0")].startswith('interceptors = [["A6M-201", "RAB"]]\n')


def test_h8_9_4_a_policy_comes_back_from_its_item() -> None:
    policy = (Clause(hexes=(RABAUL,), classes=("h0",), most=8, evade="all", evade_most=3), Clause())
    assert read_policy(parse_item(policy_text(policy)), LIMITS) == policy


@pytest.mark.parametrize(
    "text", ["", "clauses = 3\n", "clauses = [{ most = 9 }]\n", 'clauses = [{ evade = "some" }]\n']
)
def test_h8_9_6_a_policy_that_is_not_of_the_form_is_the_default(text: str) -> None:
    assert read_policy(parse_item(text), LIMITS) == ()


def test_h8_9_4_the_limits_of_a_policy() -> None:
    assert list(too_much((Clause(),) * 40, LIMITS)) != [], "forty with all keys are too long"
    assert next(too_much((Clause(),) * 41, LIMITS)) == "41 clauses, and 40 are the most"
    (words,) = too_much((Clause(within=6),), LIMITS)
    assert words == "clause 1: within is 6, and 0 to 5 may be"


# --- laws ----------------------------------------------------------------------------------------

clauses = st.builds(
    Clause,
    hexes=st.just(()),
    classes=st.sets(st.sampled_from([one.id for one in LIMITS.classes])).map(
        lambda found: tuple(sorted(found))
    ),
    most=st.integers(0, 8),
    keep=st.integers(0, 3),
    within=st.integers(0, 5),
    bases=st.sampled_from([(), ("RAB",), ("BUI", "BKA")]),
    marked=st.booleans(),
    evade=st.sampled_from(["none", "bombers", "all"]),
    evade_most=st.integers(0, 16),
)
WHOLE = {side: own(side, GAME) for side in (ALLIED, JAPANESE)}


@settings(deadline=None)
@given(
    side=st.sampled_from((ALLIED, JAPANESE)), policy=st.lists(clauses, max_size=3),
    hex_=st.sampled_from(answered_hexes(GAME, CHARTS)),
    class_=st.sampled_from([one.id for one in LIMITS.classes]),
)  # fmt: skip
def test_h8_9_5_no_answer_breaks_its_clause(
    side: str, policy: list[Clause], hex_: str, class_: str
) -> None:
    private = WHOLE[side]
    found = against(private, class_, *policy, hex_=hex_)
    clause = clause_for(tuple(policy), hex_, class_, LIMITS)
    assert len(found.interceptors) <= clause.most
    assert len(found.evaders) <= clause.evade_most
    assert len({*found.named}) == len(found.interceptors) + len(found.evaders)
    for unit, base in (*found.interceptors, *found.evaders):
        assert private.planes[unit].base == base
    assert all(not clause.bases or base in clause.bases for _, base in found.interceptors)
