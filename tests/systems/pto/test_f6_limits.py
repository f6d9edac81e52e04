"""Bounds and doublings of every order, as the file is written [F.6.6, GP92]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import fields, replace
from pbem.systems.pto.rules.f6_bounds import BOUNDS, ONCE
from pbem.systems.pto.table.events_economy import Bought
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders import ALL_ORDERS
from pbem.systems.pto.table.orders_month import (
    Attack,
    Engage,
    Form,
    Offensive,
    Repair,
    Sail,
    Strike,
    Support,
)
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    NavalInterception,
    StandingOrder,
)
from pbem.systems.pto.table.state import Entry, Purse
from tests.systems.pto.frontdoor import Campaign, at_phase_3, begun, scenario, told
from tests.systems.pto.tabletop import based, force, ship, small_game, troops

# --- bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "what", "hint"),
    [
        (AirStrikeRule(share=101), "share = 101", "use 0 to 100"),
        (AirStrikeRule(cap=-1), "cap = -1", "use 0 to 100"),
        (AirStrikeRule(escorts=11), "escorts = 11", "use 0 to 10"),
        (AirStrikeRule(worth=101), "worth = 101", "use 0 to 100"),
        (AirStacks(near=101), "near = 101", "use 0 to 100"),
        (AirStacks(far=-1), "far = -1", "use 0 to 100"),
        (GroundDefence(support=101), "support = 101", "use 0 to 100"),
        (NavalInterception(own=0), "own = 0", "use 1 to 100"),
        (AirInterception(enemy=101), "enemy = 101", "use 1 to 100"),
        (AirInterception(keep=31), "keep = 31", "use 0 to 30"),
        (Gunnery(after=9), "after = 9", "use 0 to 2"),
        (Gunnery(lost=21), "lost = 21", "use 0 to 20"),
        (AirDefence(first=-2), "first = -2", "use -1 to 100"),
        (AirDefence(answer=101), "answer = 101", "use -1 to 100"),
    ],
)
def test_f_6_6_numbers_have_bounds(order: Order, what: str, hint: str) -> None:
    (problem,) = scenario("midway").problems(order)
    assert (f"{problem.what} [{problem.rule}]", problem.hint) == (
        f"{what} is out of bounds [F.6.6]",
        hint,
    )
    assert problem.where == f"order 1, key '{what.split(maxsplit=1)[0]}'"


def winter(*, japan: int = 8) -> Campaign:
    """A winter in which both have EP, Japan a light cruiser to build and a damaged battleship."""
    game = replace(small_game(year=1943, month=1), pool=(Entry(nation="JP", what="CL", count=2),))
    terms = replace(game.terms, first_turn=game.turn, last_turn=game.turn + 2)
    for nation, points in (("JP", japan), ("US", 10), ("UK", 9), ("CN", 0), ("AU", 3)):
        game = game.with_purse(nation, Purse(points=points))
    game = force(game, "home", "JP", "JPN", ship("nagato", "BB", damaged=True))
    game = based(game, "G4M", "JP", "JPN", "g4m-1", steps=1)
    return begun(replace(game, terms=terms), "S2.3")


AMOUNTS: tuple[tuple[str, Order, str, str, str], ...] = (
    ("build", Build(nation="JP", what="CL", count=-1), "count",
     "count = -1 is out of bounds [F.6.6]", "use 0 or more"),
    ("build", Build(nation="JP", what="CL", count=3), "what",
     "the force pool of Japan has 2 × CL, not 3 [S2.3.b]",
     "Japan can build: CL (2), airfield, fort, supply"),
    ("reserve", Reserve(points=-1), "points",
     "points = -1 is out of bounds [F.6.6]", "use 0 or more"),
    ("reserve", Reserve(points=9), "points",
     "a reserve of 9 EP costs 9 EP, Japan has 8 left [S2.3]", "buy less, or in another order"),
    ("bid", Bid(nation="JP", offensives=-1), "offensives",
     "offensives = -1 is out of bounds [F.6.6]", "use 0 or more"),
    ("bid", Bid(nation="JP", offensives=3), "offensives",
     "Japan has 4 EP left for 3 offensives [PH12.5]", "bid 0 to 2, at 2 EP each; "),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "order", "key", "what", "hint"), AMOUNTS)
def test_f_6_6_amounts_are_0_to_what_ep_and_pools_allow(
    kind: str, order: Order, key: str, what: str, hint: str
) -> None:
    """Below 0 by F.6.6; above by the rule that limits them, which says how much is left."""
    (problem,) = winter().problems(order)
    assert (f"{problem.what} [{problem.rule}]", problem.where) == (what, f"order 1, key '{key}'")
    assert problem.hint.startswith(hint)
    assert order.type == kind


def test_f_6_6_lend_lease_is_0_to_what_the_lender_has() -> None:
    play = winter()
    play.file("tokyo", Bid(nation="JP", offensives=0))
    for points, what in (
        (-1, "points = -1 is out of bounds [F.6.6]"),
        (11, "the United States has 10 EP and cannot lend 11 [S1.2]"),
    ):
        assert play.refused(LendLease(nation="US", points=points)) == [what]
    assert play.refused(LendLease(nation="US", points=0)) == []


def test_f_6_6_to_build_none_is_nothing() -> None:
    """Neither void nor told, and it is an order: nothing is repaired unasked [F.3]."""
    play = winter()
    play.file("tokyo", Build(nation="JP", what="CL", count=0))
    play.file("washington", dice={})
    assert told(play.events, Bought) == []
    assert told(play.events, Voided) == []
    assert play.game.purses["JP"].points == 8
    assert play.game.pool[0].count == 2
    assert play.game.ships["nagato"].damaged


def test_f_6_6_every_number_of_a_standing_order_has_bounds() -> None:
    for kind in ALL_ORDERS:
        if issubclass(kind, StandingOrder):
            numbers = {one.name for one in fields(kind) if one.type is int}
            assert numbers <= BOUNDS.keys(), kind.type


# --- doublings -----------------------------------------------------------------------------------


def test_gp92_two_standing_orders_of_one_kind_hold_of_the_same() -> None:
    play = at_phase_3()
    one = Losses(of="MID", steps=("j-cv41-kb3",))
    twice = (one, replace(one, of=""), one)
    (problem,) = play.problems(*twice)
    assert (
        f"{problem.what} [{problem.rule}]"
        == "'losses' of Midway Sea (MID) is ordered twice: see order 1 [F.6.6]"
    )
    assert (problem.where, problem.hint) == ("order 3, key 'of'", "keep one of the two")
    assert play.refused(GoesFirst(), GoesFirst(side="enemy")) == [
        "'goes-first' of all is ordered twice: see order 1 [F.6.6]"
    ]


def test_f_6_6_a_force_sails_and_engages_once() -> None:
    sails = (Sail(tf="kido-butai", path=("MID",)), Sail(tf="kido-butai", standby=True))
    assert at_phase_3().refused(*sails) == [
        "Kido Butai (kido-butai) is ordered to sail twice: see order 1 [F.6.6]"
    ]
    assert ONCE[Engage] == ("engage", ("tf",))


def test_f_6_6_a_ship_joins_one_task_force() -> None:
    forms = (Form(tf="one", ships=("akagi",)), Form(tf="two", ships=("akagi",)))
    assert at_phase_3().refused(*forms) == [
        "Akagi (akagi) is ordered to join a task force twice: see order 1 [F.6.6]"
    ]


def test_f_6_6_an_air_unit_flies_one_mission_in_a_file() -> None:
    """PH8.1, PH13.2: a strike and ground support of combined offensives share no unit."""
    game = based(small_game(), "Ki-21", "JP", "INC", "ki-21-a", "ki-21-b")
    game = troops(game, "jp-1", "JP", "MAL", strength=4)
    game = troops(game, "uk-1", "UK", "MAL", strength=2).with_purse("JP", Purse(points=9, track=2))
    play = begun(game, "P4.0")
    offensives = (
        Offensive(kind="land", nation="JP", theatres=("Malaya",)),
        Offensive(kind="air", nation="JP", targets=("MAL",)),
    )
    strike = Strike(units=("ki-21-a",), area="MAL", at="airfield")
    support = Support(units=("ki-21-a", "ki-21-b"), area="MAL")
    assert play.refused(*offensives, strike, support) == [
        "Ki-21 ki-21-a (ki-21-a) is ordered to fly twice: see order 3 [F.6.6]"
    ]
    double = Strike(units=("ki-21-a",), escorts=("ki-21-a",), area="MAL", at="airfield")
    assert play.refused(*offensives, double) == [
        "Ki-21 ki-21-a (ki-21-a) is ordered to fly twice [F.6.6]"
    ]


# --- doublings of the season and of the month's end ----------------------------------------------


@pytest.mark.parametrize(
    ("twice", "words", "key"),
    [
        ((Bid(nation="JP", offensives=1), Bid(nation="JP", offensives=0)), "'JP' is ordered to bid",
         "nation"),
        ((Mend(ship="nagato"), Mend(ship="nagato")), "nagato is ordered to be repaired", "ship"),
        ((Rebuild(unit="g4m-1"), Rebuild(unit="g4m-1")),
         "G4M g4m-1 (g4m-1) is ordered to be rebuilt", "unit"),
    ],
    ids=("bid", "mend", "rebuild"),
)  # fmt: skip
def test_f_6_6_what_is_bought_once_is_not_ordered_twice(
    twice: tuple[Order, Order], words: str, key: str
) -> None:
    (problem,) = winter(japan=20).problems(*twice)
    assert (problem.what, problem.rule) == (f"{words} twice: see order 1", "F.6.6")
    assert (problem.where, problem.hint) == (f"order 2, key '{key}'", "keep one of the two")


def test_f_6_6_a_nation_lends_once() -> None:
    """Both within the limit of 12 together: the second is refused all the same."""
    play = winter()
    play.file("tokyo", Bid(nation="JP", offensives=0))
    lent = (LendLease(nation="US", points=2), LendLease(nation="UK", points=2))
    assert play.refused(*lent) == []
    assert play.refused(*lent, LendLease(nation="US", points=3)) == [
        "'US' is ordered to lend twice: see order 1 [F.6.6]"
    ]


def test_f_6_6_an_area_is_repaired_once_in_a_month() -> None:
    game = small_game()
    game = game.with_area("TRU", replace(game.areas["TRU"], port=0, airfield=2))
    play = begun(game, "P5-first")
    assert play.refused(Repair(area="TRU", what="port")) == []
    assert play.refused(Repair(area="TRU", what="port"), Repair(area="TRU", what="airfield")) == [
        "Truk (TRU) is ordered to be repaired twice: see order 1 [F.6.6]"
    ]


def test_f_6_6_an_area_is_attacked_once_in_a_file() -> None:
    game = troops(small_game(), "jp-1", "JP", "MAL", strength=4)
    game = game.with_purse("JP", Purse(track=1))
    play = begun(troops(game, "uk-1", "UK", "MAL", strength=2), "P4")
    land = Offensive(kind="land", nation="JP", theatres=("Malaya",))
    attack = Attack(area="MAL", units=("jp-1",))
    assert play.refused(land, attack, replace(attack, below="2:1")) == [
        "Malaya (MAL) is ordered to be attacked twice: see order 2 [F.6.6]"
    ]
