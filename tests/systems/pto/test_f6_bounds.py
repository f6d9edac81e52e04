"""What a file says for nothing, or twice [F.6.6]."""

import pytest

from pbem.frozen import replace
from pbem.narrow import parse_item
from pbem.systems.pto.rules.f1_sealing import opened, stand, standing_text
from pbem.systems.pto.table.orders import Blockade
from pbem.systems.pto.table.standing import AirDefence, AirStacks, Losses, Sealed, StandingOrder
from tests.systems.pto.frontdoor import begun, scenario
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, boat, force, in_words, small_game

ITEM = "standing/18/P0"


@pytest.mark.parametrize(
    ("order", "hint"),
    [
        (Losses(), "give 'steps' or 'abort', or leave it out"),
        (AirDefence(), "give 'first' or 'answer', or leave it out"),
    ],
)
def test_f_6_6_a_standing_order_that_says_nothing_is_refused(
    order: StandingOrder, hint: str
) -> None:
    """Unless it puts an end to one that is in force."""
    play = begun(small_game(), "P3.1-first")
    (problem,) = play.problems(order)
    assert (f"{problem.what} [{problem.rule}]", problem.hint) == (
        f"'{order.type}' says nothing [F.6.6]",
        hint,
    )
    game = stand(play.game, "tokyo", AirDefence(first=2), 1)
    play.table = replace(play.table, game=game)
    assert bool(play.problems(order)) == isinstance(order, Losses)


def test_f_6_6_the_blockade_is_ordered_once_in_a_file() -> None:
    game = force(small_game(), "boats", "US", "HOM", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    play = begun(game, "P5-first")
    play.file("tokyo")
    one, two = Blockade(boats=("us-ss-gato-1",)), Blockade(boats=("us-ss-gato-2",))
    assert play.refused(one, two) == ["'blockade' is ordered twice: see order 1 [F.6.6]"]


BOTH = AirStacks(offensive=("j-cv41-kb1", "j-cv41-kb2"), defensive=("j-cv41-kb3", "j-cv41-kb2"))


def test_d11_3_a_unit_that_is_named_for_both_stacks_is_refused() -> None:
    (problem,) = scenario("midway").problems(BOTH)
    assert f"{problem.what} [{problem.rule}]" == "J-CV41 KB2 is named for both stacks [D11.3]"
    assert problem.where == "order 1, key 'defensive'"
    assert problem.hint == "name it once: it attacks, or it stays"


def test_d11_3_sealed_stacks_with_a_unit_in_both_count_as_the_default() -> None:
    before = stand(started("midway"), "japanese", AirStacks(near=0, openly=True), 1)
    before = stand(before, "japanese", Sealed(item=ITEM), 1)
    content = parse_item(standing_text((BOTH,)))
    game, events = opened(before, "japanese", ITEM, content, CHARTS)
    assert not game.standing["japanese"].air_stacks
    assert in_words(events) == [
        "japanese: sealed standing order 'air-stacks' names a unit for both stacks, so the"
        " default holds [F.1, D11.3]"
    ]
