"""What forces do unasked in the enemy's next phase, as a file is told before it is signed [F.4]."""

from pbem.frozen import replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.standing import Submarines
from tests.systems.pto.foretelling import FLYING, foretold
from tests.systems.pto.frontdoor import begun, later, scenario
from tests.systems.pto.phase4 import april
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import CHARTS, force, holding, ship


def test_f_4_what_is_not_named_is_told_to_answer_the_enemy() -> None:
    """By default ships and boats intercept, out of port too, and aircraft strike [PH5.2, PH5.4]."""
    told = foretold(later(scenario("midway").game, {}, FLYING))
    (words,) = (line for line in told.left if "unasked" in line)
    assert words.startswith(
        "In the enemy's half of phase 3 your forces act unasked: aircraft strike passing forces"
        " with a CV, a BB or a loaded STP; fighters rise at 1 to 1 in fighters or better; ships"
        " intercept at 1 to 1 in guns or better, also out of port: ⟨2nd-fleet⟩,"
        " ⟨main-body⟩, ⟨kido-butai⟩, "
    )
    (form, *_) = sections(later(scenario("midway").game, {}, FLYING).view(), CHARTS)
    assert words in form.choices[-1]
    assert not any("attacks nobody, but" in line for line in form.choices)


def test_f_4_by_standing_orders_that_forbid_it_nobody_answers() -> None:
    """The file's own count, too: they hold when the enemy moves [F.1]."""
    play = later(scenario("midway").game, {}, FLYING)
    told = foretold(play, *QUIET, Submarines(intercept="never"))
    assert not any("unasked" in line for line in told.left)
    told = foretold(play, *QUIET)
    (words,) = (line for line in told.left if "unasked" in line)
    assert words.startswith("In the enemy's half of phase 3 your forces act unasked: boats")


def test_ph5_5_who_may_come_out_for_a_force_that_passes_is_named() -> None:
    game = force(april(), "row", "US", "OAH", ship("nevada", "BB", "US", gun=5))
    game = force(game, "tf-b", "US", "OAH", ship("us-dd-2", "DD", "US"))
    game = holding(replace(game, initiative="allied"), "US", "OAH")
    play = begun(game, dice={"W1 grounding arctic": 2})
    told = foretold(play, Sail(tf="tf-b", path=("HAW",)))
    meets = "If a force of yours is intercepted there, these may meet that first: ⟨row⟩."
    assert meets in told.left
