"""Names, bounds and doublings of every order, as the file is written [F.6.3, F.6.6, GP92]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import fields, replace
from pbem.systems.pto.rules.f6_bounds import BOUNDS, ONCE
from pbem.systems.pto.rules.f6_names import NAMED
from pbem.systems.pto.table.events_economy import Bought
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders import (
    ALL_ORDERS,
    Attack,
    Bid,
    Build,
    Engage,
    Form,
    LendLease,
    March,
    Mend,
    Offensive,
    Rebuild,
    Repair,
    Reserve,
    Sail,
    Strike,
    Support,
    Transfer,
)
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Declines,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    NavalInterception,
    SearchRule,
    StandingOrder,
    Submarines,
)
from pbem.systems.pto.table.state import Entry, Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.tabletop import based, force, ship, small_game, troops

FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
NOT_NAMES = {
    "type", "item", "of", "what", "at", "kind", "below", "tf", "ships", "when", "side", "against",
    "counter", "fire", "intercept", "openly",
}  # fmt: skip
"""Keys with words of the rules, and those that are judged beside the table."""


def phase_3() -> Campaign:
    """Midway where Japan moves first: its standing orders are given, nobody has moved."""
    play = scenario("midway")
    play.file("japanese")
    play.file("allied", dice=FLYING)
    return play


# --- names ---------------------------------------------------------------------------------------


def test_f_6_3_every_key_with_names_stands_in_the_table() -> None:
    """A key with text that is added must say what it names."""
    for kind in ALL_ORDERS:
        if issubclass(kind, StandingOrder):
            continue
        for one in fields(kind):
            if "str" in str(one.type) and one.name not in NOT_NAMES:
                assert one.name in NAMED[kind], (kind.type, one.name)


@pytest.mark.parametrize(
    ("order", "key", "what", "hint"),
    [
        (NavalInterception(of="kido-buta"), "of", "'kido-buta' is no task force, area or nation",
         "did you mean Kido Butai (kido-butai)?"),
        (NavalInterception(of="tf-16"), "of", "TF 16 (tf-16) is not yours", "use one of: Japan,"),
        (Gunnery(of="US"), "of", "the United States is not yours", "use one of: Japan,"),
        (Declines(of="MID"), "of", "Midway Sea (MID) is no nation", "use one of: Japan"),
        (SearchRule(areas=("MIDD",)), "areas", "'MIDD' is no area in play",
         "did you mean Midway Sea (MID)?"),
        (GroundDefence(retreat=("XX",)), "retreat", "'XX' is no area in play", "use one of: "),
        (Gunnery(fire="list", first=("hornett",)), "first",
         "'hornett' is no type of ships and no ship of the enemy", "did you mean Hornet (hornet)?"),
        (Gunnery(fire="list", first=("akagi",)), "first",
         "Akagi (akagi) is your own", "use one of: BB"),
        (Submarines(aim=("CVX",)), "aim",
         "'CVX' is no type of ships and no ship of the enemy", "did you mean CV"),
        (Losses(steps=("j-cv41-kb33",)), "steps", "'j-cv41-kb33' is no unit",
         "did you mean J-CV41 KB3 (j-cv41-kb3)"),
        (Losses(abort=("vmf-221",)), "abort", "VMF 221 (vmf-221) is not yours", "use one of: "),
        (Sail(tf="tf-16", path=("NOP",)), "tf", "TF 16 (tf-16) is not yours", "use one of: "),
        (Sail(tf="kido-butai", path=("NOPE",)), "path", "'NOPE' is no area in play",
         "did you mean North Pacific (NOP)?"),
        (Engage(tf="kido-butai", enemy="main-body"), "enemy", "Main Body (main-body) is your own",
         "use one of: "),
        (Strike(units=("akagi",), area="MID"), "units", "Akagi (akagi) is no air unit", ""),
        (Transfer(units=("a6m2-6th",), to="hornet"), "to", "Hornet (hornet) is not yours", ""),
    ],
    ids=lambda one: one.type if isinstance(one, Order) else "",
)  # fmt: skip
def test_f_6_3_a_wrong_name_is_refused_at_its_key(
    order: Order, key: str, what: str, hint: str
) -> None:
    """Each once, whatever else the rules would say of it."""
    (problem,) = (one for one in phase_3().problems(order) if one.where == f"order 1, key '{key}'")
    assert (problem.what, problem.rule) == (f"{what}", "F.6.3")
    assert problem.hint.startswith(hint)


def test_f_6_3_all_bad_names_of_an_order_are_told_at_once() -> None:
    order = Strike(
        units=("kb-9", "vmf-221"), escorts=("zero",), area="MIDWAY", tf="tf-99", aim=("CVX",)
    )
    problems = phase_3().problems(order)
    assert [(one.where.partition("'")[2][:-1], f"{one.what} [{one.rule}]") for one in problems] == [
        ("units", "'kb-9' is no air unit [F.6.3]"),
        ("units", "VMF 221 (vmf-221) is not yours [F.6.3]"),
        ("escorts", "'zero' is no air unit [F.6.3]"),
        ("area", "'MIDWAY' is no area in play [F.6.3]"),
        ("tf", "'tf-99' is no task force of the enemy [F.6.3]"),
        ("aim", "'CVX' is no type of ships and no ship of the enemy [F.6.3]"),
    ]


def test_f_6_3_a_task_force_that_the_file_forms_may_be_named() -> None:
    play = phase_3()
    orders = (
        Form(tf="raiders", ships=("akagi",)),
        NavalInterception(of="raiders", when="never"),
        Sail(tf="raiders", path=("MID",)),
    )
    assert all("F.6.3" not in what for what in play.refused(*orders))


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


def test_f_6_3_who_goes_first_is_ordered_for_a_whole_side() -> None:
    """An order of a part would never count, and the choice be lost without a word."""
    for of in ("JP", "kido-butai", "nonsense"):
        (problem,) = scenario("midway").problems(GoesFirst(of=of, side="enemy"))
        assert problem.what.endswith("is no part of a side that goes first by itself")
        assert (problem.rule, problem.where) == ("F.6.3", "order 1, key 'of'")


@pytest.mark.parametrize("of", ["JPN", "kido-butai", "US"])
def test_f_6_3_the_fighters_over_japan_are_ordered_for_their_nation(of: str) -> None:
    """Nobody asks for an order of a place or a force [P2.1.2, PR61]."""
    play = scenario("midway")
    assert play.refused(AirDefence(of="JP", first=2)) == []
    (problem,) = play.problems(AirDefence(of=of, first=2))
    assert problem.rule == "F.6.3"
    assert problem.hint in {"use one of: Japan", "did you mean Japan?"}


def test_f_4_a_carrier_has_no_standing_order_of_its_own() -> None:
    """Its aircraft go by the order of their task force."""
    (problem,) = scenario("midway").problems(AirInterception(of="akagi", when="never"))
    assert problem.what.endswith("is no task force, area or nation")


# --- doublings -----------------------------------------------------------------------------------


def test_gp92_two_standing_orders_of_one_kind_hold_of_the_same() -> None:
    play = scenario("midway")
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
    assert phase_3().refused(*sails) == [
        "Kido Butai (kido-butai) is ordered to sail twice: see order 1 [F.6.6]"
    ]
    assert ONCE[Engage] == ("engage", ("tf",))


def test_f_6_6_a_ship_joins_one_task_force() -> None:
    forms = (Form(tf="one", ships=("akagi",)), Form(tf="two", ships=("akagi",)))
    assert phase_3().refused(*forms) == [
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


def test_ph10_2_units_attack_where_they_are_or_enter() -> None:
    game = troops(small_game(), "jp-1", "JP", "MAL", strength=4)
    game = troops(game, "jp-2", "JP", "SIA", strength=4).with_purse("JP", Purse(track=1))
    play = begun(troops(game, "uk-1", "UK", "MAL", strength=2), "P4")
    land = Offensive(kind="land", nation="JP", theatres=("Malaya",))
    attack = Attack(area="MAL", units=("jp-1", "jp-2"))
    assert play.refused(land, attack) == [
        "jp-2 is not in Malaya (MAL), nor does it enter it [PH10.2]"
    ]


def at_two_fronts() -> Game:
    """Japanese beside the British in Malaya and in Burma, more of them between in Indochina."""
    game = troops(troops(small_game(), "jp-1", "JP", "MAL"), "jp-2", "JP", "INC")
    game = troops(troops(game, "jp-3", "JP", "BUR"), "uk-1", "UK", "MAL")
    game = replace(game, month=replace(game.month, first="allied"))
    game = game.with_purse("JP", Purse(points=9, track=2))
    return troops(game, "uk-2", "UK", "BUR")


FRONTS = (
    Offensive(kind="land", nation="JP", theatres=("Malaya",)),
    Offensive(kind="land", nation="JP", theatres=("Burma",)),
)
LEAVES = "jp-1 leaves Malaya (MAL) for Indochina-Siam (INC) by this file [PH10.2]"


@pytest.mark.parametrize("step", ["P3.1-second", "P4"])
def test_ph10_2_no_unit_attacks_in_two_areas(step: str) -> None:
    """In an offensive of its own and in one that is appended: where it goes it attacks, alone."""
    play = begun(at_two_fronts(), step)
    march = March(unit="jp-2", path=("BUR",))
    malaya, burma = Attack(area="MAL", units=("jp-1", "jp-2")), Attack(area="BUR", units=("jp-2",))
    assert play.refused(*FRONTS, march, malaya, burma) == [
        "jp-2 is not in Malaya (MAL), nor does it enter it [PH10.2]"
    ]
    both = (Attack(area="MAL", units=("jp-1",)), Attack(area="BUR", units=("jp-1", "jp-3")))
    assert play.refused(*FRONTS, *both) == [
        "jp-1 is not in Burma (BUR), nor does it enter it [PH10.2]"
    ]
    assert play.refused(*FRONTS, march, replace(malaya, units=("jp-1",)), burma) == []


@pytest.mark.parametrize("step", ["P3.1-second", "P4"])
def test_ph10_2_who_marches_to_the_enemy_does_not_attack_where_it_stood_as_well(step: str) -> None:
    play = begun(troops(at_two_fronts(), "uk-3", "UK", "INC"), step)
    march = March(unit="jp-2", path=("BUR",))
    both = (Attack(area="INC", units=("jp-2",)), Attack(area="BUR", units=("jp-2",)))
    assert play.refused(*FRONTS, march, *both) == [
        "jp-2 leaves Indochina-Siam (INC) for Burma (BUR) by this file [PH10.2]"
    ]


@pytest.mark.parametrize("step", ["P3.1-second", "P4"])
def test_ph10_2_who_leaves_an_area_does_not_attack_in_it(step: str) -> None:
    play = begun(at_two_fronts(), step)
    away = March(unit="jp-1", path=("INC",))
    (problem,) = play.problems(FRONTS[0], away, Attack(area="MAL", units=("jp-1",)))
    assert str(replace(problem, where="", hint="")) == LEAVES
    assert problem.where == "order 3, key 'units'"
    assert problem.hint == "let it attack where it goes, or let it stay"
    assert play.refused(FRONTS[0], away, Attack(area="MAL")) == [
        "no ground unit of yours is in Malaya (MAL), or enters it in this file [PH10.2]"
    ]


def test_f_6_6_an_attack_names_a_unit_once() -> None:
    play = begun(at_two_fronts(), "P4")
    twice = Attack(area="MAL", units=("jp-1", "jp-1"))
    assert play.refused(FRONTS[0], twice) == ["jp-1 is named twice [F.6.6]"]


def test_f_6_3_what_is_called_by_its_name_is_told_by_its_id() -> None:
    play = scenario("midway")
    play.file("japanese")
    play.file("allied", dice=FLYING)
    sail = Sail(tf="Kido Butai", path=("Midway", "Wake Sea"))
    hints = [problem.hint for problem in play.problems(sail)]
    assert hints == [
        "did you mean Kido Butai (kido-butai)?",
        "did you mean Midway Sea (MID) or Midway (MWY)?",
        "did you mean Wake Sea (WAK)?",
    ]
    assert play.problems(Declines(of="Japan"))[0].hint == "did you mean Japan?"


def test_ph5_7_a_strike_at_ships_without_a_name_is_told_who_is_there() -> None:
    play = scenario("midway")
    play.file("japanese")
    play.file("allied", dice=FLYING)
    (problem,) = play.problems(Strike(units=("h6k-wake",), area="MID", at="ships"))
    what = "no task force of the enemy in Midway Sea (MID) is named"
    assert (problem.what, problem.rule) == (what, "PH5.7")
    assert problem.hint == "there: US MID boats (us-mid-boats)"
