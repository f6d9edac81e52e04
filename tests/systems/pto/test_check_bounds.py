"""What a file says for nothing, or twice [F.6.6]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.table.orders import Blockade
from pbem.systems.pto.table.standing import AirDefence, Losses, StandingOrder
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.tabletop import boat, force, small_game


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
    assert (problem.what, problem.hint) == (f"'{order.type}' says nothing (F.6.6)", hint)
    game = stand(play.game, "tokyo", AirDefence(first=2))
    play.table = replace(play.table, game=game)
    assert bool(play.problems(order)) == isinstance(order, Losses)


def test_f_6_6_the_blockade_is_ordered_once_in_a_file() -> None:
    game = force(small_game(), "boats", "US", "HOM", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    play = begun(game, "P5-first")
    play.file("tokyo")
    one, two = Blockade(boats=("us-ss-gato-1",)), Blockade(boats=("us-ss-gato-2",))
    assert play.refused(one, two) == ["'blockade' is ordered by order 1 already (F.6.6)"]
