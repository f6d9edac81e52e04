"""The files of a season: who writes when, who opens what, what is bought [F.1.1, F.2.1]."""

from typing import Any

import pytest

from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.table.events_economy import Bought, InitiativeWon, MonthOver
from pbem.systems.pto.table.events_play import FirstMover
from pbem.systems.pto.table.orders_month import Offensive, Pass
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Rebuild
from pbem.systems.pto.table.standing import GoesFirst, SearchRule
from pbem.systems.pto.table.state import Game
from tests.systems.pto.seasons import (
    ALLIES,
    DECEMBER,
    JANUARY,
    OVER,
    Given,
    at_winter,
    bids,
    holding,
    leaving_the_end_to,
    say,
    with_carriers,
)
from tests.systems.pto.selfplay import Match, bot, match
from tests.systems.pto.tabletop import told

MARCH = JANUARY + 2


def owners(game: Match, rule: str) -> set[tuple[int, int]]:
    """The files that the rolls of a rule belong to, each with the file that opened it."""
    found = (one for one in game.thrown if one.seq > 13 and one.roll.label.startswith(rule))
    return {(one.seq, one.witness) for one in found}


def test_gp94_the_last_bid_is_plain_and_its_dice_fall_in_the_file_that_opens_the_others() -> None:
    game = at_winter()
    game.step(say(GoesFirst(), SearchRule(when="never"), *bids(7, 4, 1, 1)))
    sealed = tuple(f"bid/1942-winter/{nation}" for nation in ALLIES)
    assert game.files[-1].sealed == (*sealed, "standing/13/S2.3")
    assert "Bid" not in {
        type(order).__name__ for order in game.fold.table.held["13/S2.3"]["allied"]
    }
    assert game.seat().name == "japanese"
    game.step(say(*bids(12)))
    assert game.files[-1].sealed == ("standing/13/S2.3",)
    assert game.game.purses["JP"].bid == 12
    assert game.seat().name == "allied"
    game.step(say())
    assert game.files[-1].seq == 16
    assert game.files[-1].opened[:4] == sealed
    assert game.files[-1].covers[0] == "13/P3.1-first"
    assert (game.game.initiative, game.game.month.first) == ("allied", "allied")
    assert owners(game, "S3.2.3") == set()
    assert owners(game, "W1") == {(15, 16)}
    assert game.seat().name == "japanese"
    game.step(say())
    assert (game.files[-1].seq, game.files[-1].covers[0]) == (17, "13/P3.1-second")
    assert holding(game, "US", "UK", "CN", "AU", "JP") == [
        (7, 27),
        (4, 12),
        (1, 4),
        (1, 6),
        (12, 37),
    ]


def test_gp94_with_more_japan_has_the_initiative_and_the_opening_stands_alone() -> None:
    """14 against 13 is Japan's, no die; file 16 is the witness of the weather."""
    game = at_winter()
    game.step(say(*bids(7, 4, 1, 1)))
    game.step(say(*bids(14)))
    game.step(say())
    assert (game.files[-1].seat, game.files[-1].covers) == ("allied", ())
    assert (game.game.initiative, game.seat().name) == ("japanese", "japanese")
    assert owners(game, "S3.2.3") == set()
    assert owners(game, "W1") == {(15, 16)}
    game.step(say())
    assert (game.files[-1].seq, game.files[-1].covers[0]) == (17, "13/P3.1-first")


def test_gp29_a_tie_is_rolled_off_by_dice_of_the_last_bidder_s_file() -> None:
    game = at_winter(10)
    game.step(say(*bids(3, 2, 0, 1)))
    game.step(say(*bids(6)))
    game.step(say())
    (won,) = told((event for scene in game.scenes for event in scene.events), InitiativeWon)
    assert [roll.dice for roll in won.rolls] == [(5, 5), (3, 6)]
    assert (won.side, won.japanese, won.allied) == ("allied", 6, 6)
    assert owners(game, "S3.2.3") == {(15, 16)}
    assert game.game.initiative == "allied"
    assert game.files[-1].covers[0] == "13/P3.1-first"


def test_gp28_the_winter_season_follows_december() -> None:
    game = at_winter()
    game.step(say())
    events = [event for scene in game.scenes for event in scene.events]
    assert [one.season for one in told(events, MonthOver)] == ["1942-winter"]
    assert game.files[-1].covers == ("13/S2.3",)


def test_gp30_more_offensives_win_the_initiative_without_a_die() -> None:
    game = at_winter()
    for orders in (bids(3, 2, 0, 1), bids(7), ()):
        game.step(say(*orders))
    (won,) = told((event for scene in game.scenes for event in scene.events), InitiativeWon)
    assert (won.side, won.japanese, won.allied, won.rolls) == ("japanese", 7, 6, ())
    assert owners(game, "S3.2.3") == set()


@pytest.mark.parametrize(
    ("words", "carrier", "step"), [({}, 14, 4), ({"D1": "off"}, 16, 6)], ids=["d1", "off"]
)
def test_gp67_allied_prices(words: dict[str, str], carrier: int, step: int) -> None:
    """CV, CVE and the step of a B-29 [D1.1, D1.2, D1.off, PH12.3].

    No scenario that ships has them in a season: the pools of 1942 have no carrier and nobody has a
    B-29, in the autumn of 1944 there are bids alone. This is a scenario of somebody's own.
    """
    game = at_winter(words=words, change=with_carriers)
    builds = (Build(nation="US", what="hornet"), Build(nation="US", what="taffy-1"))
    for orders in ((*builds, Rebuild(unit="b-29-40bg")), bids(1), ()):
        game.step(say(*orders))
    bought = told((event for scene in game.scenes for event in scene.events), Bought)
    assert [(one.nation, one.what, one.points, one.box) for one in bought] == [
        ("US", "hornet", carrier, "1943-winter"),
        ("US", "taffy-1", 4, "1942-summer"),
        ("US", "b-29-40bg", step, ""),
    ]
    assert holding(game, "US") == [(0, 8 + 40 - carrier - 4 - step)]
    assert game.game.air["b-29-40bg"].steps == 2


def test_gp32_lend_lease_over_the_limit_is_refused() -> None:
    game = at_winter()
    view = game.view()
    us, uk = LendLease(nation="US", points=8), LendLease(nation="UK", points=5)
    assert game.wrong(us, uk) == ["lend-lease of 13 EP is over the limit of 12 [S1.2]"]
    game.put(view, (us, replace(uk, points=4), *bids(0, 0, 0, 0)))
    game.step(say(*bids(1)))
    game.step(say())
    assert holding(game, "US", "UK", "CN") == [(0, 40), (0, 16), (0, 18)]


def test_gp32_lend_lease_of_partners_is_held_against_the_limit_together() -> None:
    """The US gives 8 in its file; Britain's next one may give 4 and no more [S1.2]."""
    game = match("pearl-harbor", seats=("japanese", "us-cn", "uk-ne-au"))
    pass_on = leaving_the_end_to("japanese")
    while game.view().decision.covers != ("13/S2.3",) or game.seat().name != "us-cn":
        game.step(pass_on)
    game.step(say(LendLease(nation="US", points=8)))
    game.step(pass_on)
    assert game.seat().name == "uk-ne-au"
    five = LendLease(nation="UK", points=5)
    assert game.wrong(five) == [
        "lend-lease of 5 EP and a partner's 8 are over the limit of 12 [S1.2]"
    ]
    assert game.wrong(replace(five, points=4)) == []


# --- after a month that ends in phase 3 ---------------------------------------------------------


def test_f_2_1_who_opens_the_dice_of_phase_3_begins_the_season_if_no_file_came_after_it() -> None:
    """In March both rest with their files of phase 3; February was closed by the other side."""

    def on(table: dict[str, Any]) -> None:
        table["last"] = {"year": 1942, "month": 6}

    def orders(view: View[Game]) -> Given:
        steps = {key.partition("/")[2] for key in view.decision.covers}
        if view.turn == MARCH and any(step.startswith("P3") for step in steps):
            return (Pass(rest=True, ends=True),)
        is_late = view.turn == MARCH - 1 and view.seat == "japanese"
        return (Pass(ends=not is_late),) if "P4" in steps else ()

    game = match("pearl-harbor", 1, change=on)
    while f"{MARCH + 1}/S2.3" not in game.view().decision.covers:
        game.step(orders)
    assert (game.files[-1].seat, game.files[-1].covers[0]) == ("allied", f"{MARCH}/P3.1-second")
    assert game.view().seat == "japanese"


# --- a season without orders ---------------------------------------------------------------------


def after_pearl_harbor() -> Match:
    """Before file 14; Japan's bot has struck Oahu, where Arizona and California lie damaged."""
    game = match("pearl-harbor", 10)
    for number, orders in enumerate(DECEMBER):
        game.step(bot if number == 1 else say(*orders))
    hurt = [ship.id for ship in game.view().game.ships.values() if ship.damaged]
    assert hurt == ["arizona", "california", "cornwall"]
    return game


@pytest.mark.parametrize(
    ("orders", "left", "points"),
    [
        ((), ["cornwall"], 40),
        (bids(13, 0, 0, 0), ["cornwall"], 1),
        ((LendLease(nation="US", points=4),), ["arizona", "california", "cornwall"], 44),
        ((LendLease(nation="US", points=0),), ["arizona", "california", "cornwall"], 48),
    ],
)
def test_who_orders_nothing_for_the_season_repairs_carriers_and_battleships(
    orders: Given, left: list[str], points: int
) -> None:
    """F.3: CV, then BB, then nothing; whoever lends or buys says that this is all."""
    game = after_pearl_harbor()
    assert game.wrong(*bids(14, 0, 0, 0)) == [
        "the United States has 40 EP left for 14 offensives [PH12.5]"
    ]
    for given in (orders, bids(1), ()):
        game.step(say(*given))
    assert [ship.id for ship in game.game.ships.values() if ship.damaged] == left
    assert game.game.purses["US"].points == points


# --- who goes first ------------------------------------------------------------------------------


def test_the_seat_that_bought_most_decides_who_goes_first_all_season() -> None:
    """PH13.4, P3.0.1: also when it has fewer offensives left than a partner."""
    seats = ("japanese", "us-cn", "uk-ne-au")
    numbers = {"JP": 1, "US": 3, "UK": 4}
    burma = (Offensive(kind="land", nation="UK", theatres=("Burma",)),)

    def orders(view: View[Game]) -> Given:
        steps = {key.partition("/")[2] for key in view.decision.covers}
        if "S2.3" in steps:
            own = [one for one in view.game.nations_of(view.seat) if one in view.game.purses]
            wish: Given = (GoesFirst(side="enemy"),) if view.seat == "uk-ne-au" else ()
            return (*wish, *(Bid(nation=one, offensives=numbers.get(one, 0)) for one in own))
        if "P4" not in steps:
            return ()
        attacks = view.turn == JANUARY and view.game.month.offensives < 2
        return burma if attacks and view.seat == "uk-ne-au" else OVER

    game = match("pearl-harbor", seats=seats)
    while game.game.turn < JANUARY + 2:
        game.step(orders)
    movers = [one for scene in game.scenes for one in told(scene.events, FirstMover)]
    assert [one.side for one in movers[:3]] == ["japanese"] * 3
    assert [game.game.purses[one].track for one in ("US", "UK")] == [3, 2]
    assert [game.game.purses[one].bought for one in ("US", "UK")] == [3, 4]


def test_ph13_4_of_seats_that_bought_as_many_the_us_decides() -> None:
    """It sends the enemy first, Britain would go itself."""

    def orders(view: View[Game]) -> Given:
        steps = {key.partition("/")[2] for key in view.decision.covers}
        if "S2.3" not in steps:
            return OVER if "P4" in steps else ()
        wish = GoesFirst(side="enemy" if view.seat == "us-cn" else "own")
        own = view.game.nations_of(view.seat)
        return (wish, *(Bid(nation=one, offensives=3) for one in ("US", "UK") if one in own))

    game = match("pearl-harbor", seats=("japanese", "us-cn", "uk-ne-au"))
    while game.game.turn < JANUARY + 1:
        game.step(orders)
    december, january = [one for scene in game.scenes for one in told(scene.events, FirstMover)][:2]
    assert (december.side, january.side) == ("japanese", "japanese")
    assert game.game.initiative == "allied"
