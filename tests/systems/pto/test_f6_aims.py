"""Names in aims and stacks, judged as the file is written [GP92, F.6.3]."""

from pbem.frozen import FrozenMap
from pbem.systems.pto.table.standing import AirStacks, AirStrikeRule
from tests.systems.pto.frontdoor import scenario

KB3 = "j-cv41-kb3"


def test_gp92_stacks_name_own_carrier_aircraft() -> None:
    """A slip of the pen, a unit of the enemy, one ashore: each with its key and a hint."""
    play = scenario("midway")
    order = AirStacks(offensive=("j-cv41-kb33",), defensive=("vmf-221", "a6m2-6th"))
    problems = play.problems(order)
    assert [f"{one.what} [{one.rule}]" for one in problems] == [
        "'j-cv41-kb33' is no air unit on a carrier [F.6.3]",
        "VMF 221 (vmf-221) is not yours [F.6.3]",
        "A6M2 6th (a6m2-6th) is no air unit on a carrier [F.6.3]",
    ]
    assert problems[0].hint.startswith(f"did you mean {KB3}")
    assert [one.where for one in problems[:2]] == [
        "order 1, key 'offensive'",
        "order 1, key 'defensive'",
    ]
    assert play.refused(AirStacks(offensive=(KB3,))) == []


def test_gp92_aims_are_ships_of_the_enemy_or_types() -> None:
    play = scenario("midway")
    (problem,) = play.problems(AirStrikeRule(aim=("CVX", "hornet")))
    assert (problem.what, problem.rule, problem.where) == (
        "'CVX' is no type of ships and no ship of the enemy",
        "F.6.3",
        "order 1, key 'aim'",
    )
    assert problem.hint.startswith("did you mean CV")
    assert play.refused(AirStrikeRule(aim=("akagi",))) == ["Akagi (akagi) is your own [F.6.3]"]
    assert play.refused(AirStrikeRule(ships=FrozenMap({"hornet": 1, "CA": 2}))) == []
    assert play.refused(AirStrikeRule(ships=FrozenMap({"hornett": 1, "CA": 0}))) == [
        "'hornett' is no type of ships and no ship of the enemy [F.6.3]",
        "0 units for 'CA' are none [F.6.4]",
    ]
