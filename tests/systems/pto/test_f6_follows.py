"""What is wrong with an order because another one is refused is told of that one alone [F.6.3]."""

from pbem.systems.pto.table.orders_month import Form, Offensive, Sail, Strike
from tests.systems.pto.foretelling import JP, KB1, KIDO, US, june
from tests.systems.pto.frontdoor import Campaign

FLEET = Offensive(kind="sea", nation="JP", stack=KIDO)
OUT = Sail(tf=KIDO, path=("HAW",))


def standing_by() -> Campaign:
    """June 1942 at Japan's first opportunity: Kido Butai stands by off Midway, nobody else does."""
    play = june()
    play.file(JP, Sail(tf=KIDO, path=("MID",), standby=True))
    play.file(US)
    return play


def test_p4b_1_b_of_a_sea_offensive_with_a_wrong_stack_the_right_ones_act_nevertheless() -> None:
    """Nor is the wrong one told again; who is not named at all still is [P4B.1.C]."""
    wrong = Offensive(kind="sea", nation="JP", stack=KIDO, stacks=("main-body",))
    strike = Strike(units=(KB1,), area="OAH", at="airfield")
    (problem,) = standing_by().problems(wrong, OUT, Sail(tf="main-body"), strike)
    assert (problem.where, problem.rule) == ("order 1, key 'stacks'", "P4B.1.B")
    other = standing_by().problems(wrong, OUT, Sail(tf="2nd-fleet"))
    assert [one.where for one in other] == ["order 1, key 'stacks'", "order 3, key 'tf'"]


def test_p4b_1_c_what_is_wrong_besides_is_told_beside_it() -> None:
    wrong = Offensive(kind="sea", nation="JP", stack=KIDO, stacks=("main-body",))
    found = standing_by().problems(wrong, Sail(tf=KIDO, path=("JPN",)))
    assert [one.where for one in found] == ["order 1, key 'stacks'", "order 2, key 'path'"]


def test_p3_1_1_who_a_refused_form_would_form_is_refused_once() -> None:
    """In phase 3, and in an offensive, which forms none."""
    ships = ("akagi", "yamato")
    form = Form(tf="raiders", ships=ships)
    (problem,) = june().problems(form, Sail(tf="raiders", path=("MID",)))
    assert problem.where.startswith("order 1")
    fleet = Offensive(kind="sea", nation="JP", stack="raiders")
    (problem,) = standing_by().problems(form, fleet, Sail(tf="raiders", path=("HAW",)))
    assert (problem.where, problem.rule) == ("order 1", "P3.1.1")
