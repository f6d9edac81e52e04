"""Month-end orders that were given before the table changed under them [F.2.2]."""

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_economy import RepairTried
from pbem.systems.pto.table.orders_month import (
    Engage,
    Form,
    March,
    Offensive,
    Pass,
    Repair,
    Return,
    Sail,
    Stay,
)
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.partners import LONDON, with_london
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import Faces, force, holding, in_words, ship, told, troops

FAIR: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
"""The dice of a fair May."""


def port_moresby_falls(*ahead: Order) -> Campaign:
    """Japan takes it, damaged as it is, after the Allies have passed with orders for it."""
    game = troops(replace(april(), turn=turn_of(1942, 5)), "army", "JP", "LAE", move=3)
    game = holding(game, "JP", "LAE")
    game = game.with_area("PTM", replace(game.areas["PTM"], port=0, airfield=2))
    offensive = land("JP", "Bismarcks")
    play = at_phase_4(game, FAIR)
    play.file(TOKYO, offensive)
    play.file(WASHINGTON, Pass(), *ahead)
    play.file(TOKYO, offensive, March(unit="army", path=("PTM",)))
    play.file(WASHINGTON, Pass(ends=not ahead))
    assert play.game.areas["PTM"].nation == "JP"
    return play


def test_f_2_2_an_area_is_repaired_by_the_seat_that_has_it_now() -> None:
    """What the other one ordered for it is void, and does not speak for its captor [P6.3.2]."""
    play = port_moresby_falls(Repair(area="PTM", what="port"))
    mine = Repair(area="PTM", what="airfield")
    events = play.file(TOKYO, Pass(), mine, dice={"PH14.4 repair airfield P6.3 ptm 1": 6, **FLYING})
    assert [one.what for one in told(events, RepairTried)] == ["airfield"]
    assert (
        "washington: 'repair' of Port Moresby (PTM) is void: Port Moresby belongs to Japan"
        " [PH14.4]" in in_words(events)
    )


def test_ph14_4_without_an_order_of_the_captor_the_airfield_comes_first() -> None:
    play = port_moresby_falls(Repair(area="PTM", what="port"))
    dice: dict[str, Faces] = {"PH14.4 repair airfield P6.3 ptm 1": 6, **FLYING}
    events = play.file(TOKYO, Pass(ends=True), dice=dice)
    assert [one.what for one in told(events, RepairTried)] == ["airfield"]


# --- who is told ---------------------------------------------------------------------------------

SHELLED: dict[str, Faces] = {
    "PH5.4 interception yamato v tf-z P4B msh 1": 6,
    "PH6.1 r1 yamato v uk-dd-1 P4B msh 2": 12,
}


def off_the_marshalls() -> Game:
    """A May in which a British destroyer, with a seat of its own, lies where Yamato is."""
    game = with_london(replace(april(), turn=turn_of(1942, 5)))
    game = force(game, "tf-z", "UK", "MSH", ship("uk-dd-1", "DD", "UK"))
    return force(game, "yamato", "JP", "MSH", ship("yamato", "BB"))


def sunk_after(*ahead: Order) -> tuple[Event, ...]:
    """What the month's end tells, where Japan sank it when London had passed with its orders."""
    play = begun(off_the_marshalls(), dice=FAIR)
    play.file(TOKYO, *QUIET, Sail(tf="yamato", standby=True))
    play.file(WASHINGTON, *QUIET, Pass(rest=True, ends=True))
    play.file(LONDON, *QUIET)
    play.file(TOKYO, land("JP", "Bismarcks"))
    play.file(LONDON, Pass(), *ahead)
    sea = Offensive(kind="sea", nation="JP", stack="yamato")
    play.file(TOKYO, sea, Engage(tf="yamato", enemy="tf-z"), dice=SHELLED)
    play.file(LONDON, Pass())
    return play.file(TOKYO, Pass(ends=True), dice=FLYING)


@pytest.mark.parametrize("order", [Return(tf="tf-z"), Stay(tf="tf-z")])
def test_f_2_2_the_seat_that_ordered_it_is_told_that_its_force_is_gone(
    order: Return | Stay,
) -> None:
    words = in_words(sunk_after(order))
    assert f"london: '{order.type}' of tf-z is void: tf-z is not there any more [P6.1.1]" in words


def test_p3_1_1_so_it_is_of_a_task_force_whose_ships_are_gone() -> None:
    words = in_words(sunk_after(Form(tf="tf-y", ships=("uk-dd-1",))))
    (void,) = (line for line in words if "'form'" in line)
    assert void.startswith("london: 'form' of tf-y is void: ")
