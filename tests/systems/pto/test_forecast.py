"""The look ahead: EP after a planned season, who is asked, the sheets [S2.3, F.2]."""

from pbem.engine.decisions import Decision
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.forecast import asks_ahead, balances, forecast
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders_month import Offensive, Sail
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease
from pbem.systems.pto.table.standing import GoesFirst
from pbem.systems.pto.table.state import Entry, Game, Purse
from tests.systems.pto.frontdoor import at_phase_3, begun, scenario
from tests.systems.pto.tabletop import CHARTS, force, ship, small_game, troops

FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}


def winter() -> Game:
    """January 1942, the United States with 40 EP and ships at sea."""
    game = small_game(month=1).with_purse("US", Purse(points=40))
    game = force(game, "tf-8", "US", "HAW", ship("enterprise", "CV", "US"))
    return replace(game, pool=(Entry(nation="US", what="DD", count=3),))


PLAN = (
    LendLease(nation="US", points=8),
    Build(nation="US", what="DD", count=2),
    Bid(nation="US", offensives=5),
)


def test_a_plan_leaves_what_it_does_not_spend() -> None:
    found = {one.nation: one for one in balances(winter(), "washington", PLAN, CHARTS)}
    assert (found["US"].before, found["US"].after, found["US"].left) == (40, 28, 13)
    assert (found["CN"].before, found["CN"].after) == (0, 8)


def test_a_season_asks_all_and_opens_all_bids_but_the_last() -> None:
    asked = {one.step: one.seats for one in asks_ahead(winter(), turn_of(1942, 1))}
    assert asked["S2.3"] == ("tokyo", "washington")
    assert asked["S3.2"] == ("tokyo",)
    assert "P0" not in asked


def test_a_month_asks_each_side_in_turn() -> None:
    game = replace(winter(), initiative="allied")
    game = game.with_month(replace(game.month, first="japanese"))
    february = {one.step: one.seats for one in asks_ahead(game, turn_of(1942, 2))}
    assert "S2.3" not in february
    assert february["P3.1-first"] == ("washington",)
    assert february["P5-second"] == ("tokyo",)
    assert february["P4"] == ("washington", "tokyo")
    january = {one.step: one.seats for one in asks_ahead(game, game.turn)}
    assert january["P3.1-first"] == ("tokyo",)


def test_p3_0_1_who_lets_the_enemy_go_first_is_asked_second_in_months_to_come() -> None:
    """The order stands for months to come, in this file too."""
    game = small_game(year=1942, month=4)
    game = replace(game, terms=replace(game.terms, last_turn=turn_of(1942, 6)))
    play, order = begun(game, "P4"), GoesFirst(side="enemy")
    seats = (*game.seats_of(other(game.initiative)), *game.seats_of(game.initiative))
    asked = forecast(play.view(), (order,), CHARTS)[-1].rows
    halves = [row.cells for row in asked if row.cells[0] == "May 1942" and "naval" in row.cells[1]]
    assert [(what, who) for _, what, who in halves] == [
        ("First naval movement, first side", seats[0]),
        ("First naval movement, second side", seats[1]),
    ]


def test_a_first_month_without_a_season_asks_for_standing_orders() -> None:
    game = small_game(year=1941, month=12)
    assert asks_ahead(game, game.turn)[0].step == "P0"


def view(game: Game, covers: tuple[str, ...]) -> View[Game]:
    return View(
        seat="washington",
        side="allied",
        seats=(),
        turn=game.turn,
        step="S2.3",
        game=game,
        decision=Decision(seat="washington", rule="S2.3", covers=covers),
        earlier=FrozenMap(),
        own=FrozenMap(),
    )


def test_sheets_tell_weather_points_and_who_is_asked() -> None:
    game = winter()
    sheets = forecast(view(game, (f"{game.turn}/S2.3",)), PLAN, CHARTS)
    weather, points, upkeep, asked = sheets
    assert [row.cells for row in weather.rows][2] == (
        "March 1942",
        "fair 1/2, winter 1/2",
        "arctic 47/72, land 5/24",
    )
    assert ("The United States", "40", "28", "5", "13") in [row.cells for row in points.rows]
    assert upkeep.rows[0].cells == ("The United States", "⟨HAW⟩", "1", "13"), "what the plan leaves"
    assert asked.rows[0].cells == ("Winter 1942", "Construction and bids", "tokyo and washington")


def test_p6_1_1_ships_pay_where_the_file_sends_them() -> None:
    """From the Hawaii Sea to the Midway Sea."""
    play = begun(winter(), "P3.1-second")
    view_ = play.view()
    orders = (Sail(tf="tf-8", path=("MID",)),)
    (sheet,) = (one for one in forecast(view_, orders, CHARTS) if "P6.1.1" in one.title)
    assert sheet.title == "If all ships stay at sea where these orders send them [P6.1.1]"
    assert sheet.rows[0].cells == ("The United States", "⟨MID⟩", "1", "40")


def test_ph12_2_the_price_of_offensives_is_told_before_they_are_sent() -> None:
    """The first is on the track, the second is impromptu at double price and 1 EP more [PR2]."""
    game = troops(small_game(), "jp-1", "JP", "MAL", strength=4)
    play = begun(game.with_purse("JP", Purse(points=20, track=1)), "P4")
    orders = (
        Offensive(kind="land", nation="JP", theatres=("Malaya",)),
        Offensive(kind="air", nation="JP", targets=("MAL",)),
    )
    assert PTO.foretell is not None
    assert PTO.foretell(play.view(), orders, CHARTS).costs == (
        "The land offensive of Japan (Malaya) takes 1 of the 1 on its track [PH12.2]",
        "The air offensive of Japan at ⟨MAL⟩ takes 1 impromptu and 5 of 20 EP [PH12.2]",
        "Japan has 15 EP and no offensives left",
    )


def test_outside_the_season_there_is_no_sheet_of_points() -> None:
    game = winter()
    assert len(forecast(view(game, (f"{game.turn}/P5-first",)), (), CHARTS)) == 3


def test_f_2_steps_that_are_over_are_asked_no_more() -> None:
    play = at_phase_3()
    asked = forecast(play.view(), (), CHARTS)[-1]
    assert asked.title == "Who is asked [F.2]"
    assert asked.rows[0].cells == ("June 1942", "First naval movement, first side", "japanese")


def test_s2_3_the_form_says_what_else_is_built_given_and_laid_by() -> None:
    game = winter()
    sections = PTO.form(view(game, (f"{game.turn}/S2.3",)), CHARTS)
    assert next(one.choices for one in sections if one.rule == "S2.3.a")[-2:] == (
        "build at 'area', without the force pool, 2 EP: airfield, fort, supply.",
        "lend-lease: the United States or Britain gives EP to China.",
    )


def test_ph12_2_what_an_offensive_costs_is_not_left_for_ships_at_sea() -> None:
    """Kido Butai could stay for 1 EP of the 20; an impromptu offensive takes 4 of them [P6.1.1]."""
    game = scenario("midway").game
    play = begun(game.with_purse("JP", Purse(points=20)), "P4")
    offensive = Offensive(kind="air", nation="JP", targets=("MWY",))
    assert PTO.forecast is not None
    for orders, left in (((), "20"), ((offensive,), "16")):
        sheets = PTO.forecast(play.view(), orders, CHARTS)
        rows = [row.cells for sheet in sheets if "stay at sea" in sheet.title for row in sheet.rows]
        assert [cells[-1] for cells in rows if cells[0] == "Japan"] == [left]
