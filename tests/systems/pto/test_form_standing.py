"""What the form says of standing orders: in force, how to end them, sealed [F.1, F.4]."""

from pbem.frozen import replace
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders import Sealed
from pbem.systems.pto.table.standing import NavalInterception
from tests.systems.pto.frontdoor import Campaign, scenario
from tests.systems.pto.tabletop import CHARTS

FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}


def told(play: Campaign) -> tuple[str, ...]:
    """The lines of the form's section on standing orders, after the general ones."""
    sections = PTO.form(play.view(), CHARTS)
    return next(one.choices for one in sections if one.rule == "F.4")[3:]


def test_f_4_the_form_tells_what_is_in_force_and_how_it_ends() -> None:
    play = scenario("midway")
    play.file("japanese", NavalInterception(of="kido-butai", when="never"))
    play.file("allied", dice=FLYING)
    assert told(play) == (
        'In force: naval-intercept of ⟨kido-butai⟩: when = "never".',
        "Each holds until another of its kind with the same 'of' takes its place.",
    )


def test_f_1_the_form_tells_which_standing_orders_are_still_sealed() -> None:
    play = scenario("midway")
    game = stand(play.game, "japanese", Sealed(item="standing/18/P0"))
    play.table = replace(play.table, game=game)
    assert told(play) == ("Sealed, and opened by this file: standing/18/P0.",)
