"""The names of task forces that files form: whose they are, and how long [F.6.3]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.orders_month import Engage, Form, Pass
from pbem.systems.pto.table.standing import SearchRule
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.phase4 import land
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import Faces, force, ship, small_game

RAIDERS = Form(tf="raiders", ships=("jp-dd-1",))
THEIRS = SearchRule(of="raiders", when="never")


def with_raiders(*orders: Order, dice: dict[str, Faces] | None = None) -> Campaign:
    """Japan's file of phase 3 has formed the raiders; the Allies are next."""
    game: Game = force(
        small_game(month=6), "big", "JP", "CAR", ship("ashigara", "CA"), ship("jp-dd-1", "DD")
    )
    strong = (ship(f"us-bb-{n}", "BB", "US", gun=9) for n in (1, 2))
    game = force(game, "tf-1", "US", "CAR", *strong, searched=True)
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=2))
    play = begun(replace(game, at_war=True), dice=FLYING)
    play.file(TOKYO, *QUIET, RAIDERS, *orders, dice=dice)
    return play


def test_f_6_3_the_force_that_the_enemy_formed_is_no_own_one() -> None:
    play = with_raiders()
    assert play.asked == WASHINGTON
    assert play.refused(THEIRS) == ["raiders is not yours [F.6.3]"]
    assert play.refused(replace(THEIRS, of="big")) == ["big is not yours [F.6.3]"]
    play.file(WASHINGTON, *QUIET)
    assert play.refused(THEIRS) == []


def test_f_6_3_nor_is_one_that_is_sunk_since() -> None:
    dice: dict[str, Faces] = {"PH5.4 interception raiders v tf-1 P3.3 car 1": 6}
    dice |= {f"PH6.1 r1 us-bb-{n} v jp-dd-1 P3.3 car 2": 12 for n in (1, 2)}
    play = with_raiders(Engage(tf="raiders", enemy="tf-1"), dice=dice)
    play.file(WASHINGTON, *QUIET)
    assert play.asked == TOKYO
    assert play.refused(THEIRS) == ["raiders is no task force, area or nation [F.6.3]"]


def test_f_6_3_one_that_the_month_s_end_will_form_may_be_named() -> None:
    """Of the seat whose orders for it are in force; not once they are taken back."""
    play = with_raiders()
    play.file(WASHINGTON, *QUIET)
    new = Form(tf="scouts", ships=("ashigara",))
    scouts = replace(THEIRS, of="scouts")
    unknown = ["'scouts' is no task force, area or nation [F.6.3]"]
    offensive = land("US", "Philippines")
    play.file(TOKYO, Pass(), new)
    assert play.refused(scouts) == unknown
    play.file(WASHINGTON, offensive)
    assert play.refused(scouts) == []
    play.file(TOKYO, Pass(anew=True))
    play.file(WASHINGTON, offensive)
    assert play.refused(scouts) == unknown
