"""Who is offered to append his first offensive, and how the form puts it [F.2, PH13.4]."""

import pytest

from pbem.engine.orders import Order
from pbem.engine.steps import Spare
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.orders.check import check
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.orders_month import Offensive, Pass
from pbem.systems.pto.table.standing import Declines
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.appended import APPENDS, JP, US, midway
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.tabletop import CHARTS, small_game, standing, told
from tests.systems.pto.test_f2_appended_refused import LATER, refusals

# --- partners ------------------------------------------------------------------------------------


def allies(*rules: Declines) -> Campaign:
    """Three seats; the Allies go second and have the initiative, all could pay."""
    game = small_game()
    commands = {n: "london" if n in ("UK", "NE", "AU") else "washington" for n in game.commands}
    seats = ("tokyo", "london", "washington")
    game = replace(
        game,
        seats=seats,
        commands=FrozenMap({**commands, "JP": "tokyo"}),
        standing=FrozenMap(dict.fromkeys(seats, game.standing["tokyo"])),
        initiative=US,
        month=replace(game.month, first=JP),
    )
    for nation in ("US", "UK"):
        game = game.with_purse(nation, Purse(track=1))
    return begun(standing(game, "london", *rules), "P3.1-second")


def test_ph13_4_the_seat_that_fills_the_first_slot_appends() -> None:
    play = allies()
    assert (play.asked, play.view().decision.covers[-1]) == ("london", APPENDS)
    play.file("london", Offensive(kind="land", nation="UK", theatres=("Burma",)))
    assert (play.asked, play.view().decision.covers[-1]) == ("washington", "18/P3.4-second")
    land = Offensive(kind="land", nation="US", theatres=("North",))
    why = "no offensive is appended to this file: the first one is london's [F.2]"
    assert refusals(play, land) == [("order 1", why, LATER)]
    play.file("washington")
    assert told(play.events, OffensiveBegun)[0].nation == "UK"


def test_ph13_4_who_declines_leaves_it_to_his_partner() -> None:
    play = allies(Declines())
    play.file("london")
    assert (play.asked, play.view().decision.covers[-1]) == ("washington", APPENDS)


# --- the form ------------------------------------------------------------------------------------


def test_f_2_the_form_offers_it_with_legal_examples_of_every_kind() -> None:
    play = midway()
    view = play.view()
    offer, more = (one for one in sections(view, CHARTS) if "append" in one.title)
    assert (offer.title, offer.rule) == ("You may append your first offensive", "F.2")
    assert offer.choices[0] == (
        "Offensives on the track, and EP: Japan 4, 6 EP. One that is not on the track costs 4 EP."
    )
    groups = (*offer.together, *more.together)
    kinds = [order.kind for group in groups for order in group if isinstance(order, Offensive)]
    assert kinds == ["land", "air", "sea"]
    assert isinstance(more, Spare)
    for group in groups:
        assert not list(check(view, group, CHARTS))
    idle = sections(view, CHARTS)[0].choices[-1]
    assert "No offensive is appended: you are asked for the first one after phase 3." in idle


def test_f_2_the_form_offers_nothing_where_nothing_is_appended() -> None:
    view = midway(second=False).view()
    assert not any("append" in one.title for one in sections(view, CHARTS))


@pytest.mark.parametrize("out", [Pass(rest=True, ends=True), Declines()])
def test_f_2_6_who_goes_out_is_not_told_that_he_is_asked_for_it(out: Order) -> None:
    """Nor is he: an offensive of the Allies, or their pass, comes next."""
    play = midway()
    assert not [line for line in foretold(play, out).left if "appended" in line]
    play.file(JP, out)
    assert play.asked == US


def test_f_2_the_agenda_names_it() -> None:
    play = midway()
    assert PTO.agenda
    told_ = PTO.agenda(play.game, play.view().decision, CHARTS)
    assert "June 1942, the first offensive of the month, of Japan, if it shall be appended" in told_
