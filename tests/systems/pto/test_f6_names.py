"""Names in every order, as the file is written, and where units are that attack [F.6.3, PH10.2]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import fields, replace
from pbem.systems.pto.rules.f6_names import NAMED
from pbem.systems.pto.table.orders import ALL_ORDERS
from pbem.systems.pto.table.orders_month import (
    Attack,
    Engage,
    Form,
    March,
    Offensive,
    Sail,
    Strike,
    Transfer,
)
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
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
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import at_phase_3, begun
from tests.systems.pto.skies import opened
from tests.systems.pto.tabletop import based, holding, small_game, troops

FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
NOT_NAMES = {
    "type", "item", "of", "what", "at", "kind", "below", "tf", "ships", "when", "side", "against",
    "counter", "fire", "intercept", "openly",
}  # fmt: skip
"""Keys with words of the rules, and those that are judged beside the table."""


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
    problems = at_phase_3().problems(order)
    (problem,) = (one for one in problems if one.where == f"order 1, key '{key}'")
    assert (problem.what, problem.rule) == (f"{what}", "F.6.3")
    assert problem.hint.startswith(hint)


def test_f_6_3_all_bad_names_of_an_order_are_told_at_once() -> None:
    order = Strike(
        units=("kb-9", "vmf-221"), escorts=("zero",), area="MIDWAY", tf="tf-99", aim=("CVX",)
    )
    problems = at_phase_3().problems(order)
    assert [(one.where.partition("'")[2][:-1], f"{one.what} [{one.rule}]") for one in problems] == [
        ("units", "'kb-9' is no air unit [F.6.3]"),
        ("units", "VMF 221 (vmf-221) is not yours [F.6.3]"),
        ("escorts", "'zero' is no air unit [F.6.3]"),
        ("area", "'MIDWAY' is no area in play [F.6.3]"),
        ("tf", "'tf-99' is no task force of the enemy [F.6.3]"),
        ("aim", "'CVX' is no type of ships and no ship of the enemy [F.6.3]"),
    ]


def test_f_6_3_a_task_force_that_the_file_forms_may_be_named() -> None:
    play = at_phase_3()
    orders = (
        Form(tf="raiders", ships=("akagi",)),
        NavalInterception(of="raiders", when="never"),
        Sail(tf="raiders", path=("MID",)),
    )
    assert all("F.6.3" not in what for what in play.refused(*orders))


def test_f_6_3_who_goes_first_is_ordered_for_a_whole_side() -> None:
    """An order of a part would never count, and the choice be lost without a word."""
    for of in ("JP", "kido-butai", "nonsense"):
        (problem,) = at_phase_3().problems(GoesFirst(of=of, side="enemy"))
        assert problem.what.endswith("is no part of a side that goes first by itself")
        assert (problem.rule, problem.where) == ("F.6.3", "order 1, key 'of'")


@pytest.mark.parametrize("of", ["JPN", "kido-butai", "US"])
def test_f_6_3_the_fighters_over_japan_are_ordered_for_their_nation(of: str) -> None:
    """Nobody asks for an order of a place or a force [P2.1.2, PR61]."""
    play = at_phase_3()
    assert play.refused(AirDefence(of="JP", first=2)) == []
    (problem,) = play.problems(AirDefence(of=of, first=2))
    assert problem.rule == "F.6.3"
    assert problem.hint in {"use one of: Japan", "did you mean Japan?"}


def test_f_4_a_carrier_has_no_standing_order_of_its_own() -> None:
    """Its aircraft go by the order of their task force."""
    (problem,) = at_phase_3().problems(AirInterception(of="akagi", when="never"))
    assert problem.what.endswith("is no task force, area or nation")


def test_f_6_3_what_is_called_by_its_name_is_told_by_its_id() -> None:
    play = at_phase_3()
    sail = Sail(tf="Kido Butai", path=("Midway", "Wake Sea"))
    hints = [problem.hint for problem in play.problems(sail)]
    assert hints == [
        "did you mean Kido Butai (kido-butai)?",
        "did you mean Midway Sea (MID) or Midway (MWY)?",
        "did you mean Wake Sea (WAK)?",
    ]
    assert play.problems(Declines(of="Japan"))[0].hint == "did you mean Japan?"


def test_f_6_3_what_bears_the_name_of_the_enemys_is_told_to_be_his() -> None:
    """And a type is understood however it is hyphened."""
    game = based(small_game(month=6), "B-17", "US", "OAH", "us-1")
    game = based(game, "H6K", "JP", "WKE", "h6k-wake")
    play = begun(game, dice=FLYING)
    strike = Strike(units=("b17", "H-6K"), area="MID", tf="tf-1")
    hints = [problem.hint for problem in play.problems(strike) if problem.where.endswith("units'")]
    assert hints == ["B-17 us-1 (us-1) is not yours", "did you mean H6K h6k-wake (h6k-wake)?"]


def test_ph5_7_a_strike_at_ships_without_a_name_is_told_who_is_there() -> None:
    play = at_phase_3()
    (problem,) = play.problems(Strike(units=("h6k-wake",), area="MID", at="ships"))
    what = "no task force of the enemy in Midway Sea (MID) is named"
    assert (problem.what, problem.rule) == (what, "PH5.7")
    assert problem.hint == "there: US Midway Sea boats (us-mid-boats)"
    (problem,) = play.problems(Strike(units=("g4m-4th",), area="MWY"))
    assert problem.what == "no task force of the enemy is in Midway (MWY)"
    assert problem.hint == (
        "none is there; 'at' names another target: aircraft, port, airfield or fort"
    )


# --- who attacks where ----------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Ceylon", "India-Ceylon (IND)?"), ("Wake Island", "Wake Sea (WAK) or Wake (WKE)?")],
)
def test_f_6_3_a_part_of_a_name_and_a_name_with_more_to_it_are_understood(
    name: str, meant: str
) -> None:
    play = begun(small_game(month=6), dice=FLYING)
    (problem,) = play.problems(SearchRule(when="areas", areas=(name,)))
    assert problem.hint == f"did you mean {meant}"


def test_f_6_3_types_of_ships_are_no_units_and_nothing_like_them_is_meant() -> None:
    (problem,) = at_phase_3().problems(Losses(steps=("CA",)))
    assert (problem.what, problem.hint) == (
        "the type CA is no unit",
        "air and ground units stand here; the order for ships is 'gunnery'",
    )


def test_f_6_3_what_is_lost_is_told_to_be_lost() -> None:
    game = small_game(month=6)
    game = replace(game, lost=game.lost.set("kaga-air", "Kaga's aircraft"))
    play = begun(game, dice=FLYING)
    strike = Strike(units=("kaga-air",), area="MWY", at="airfield")
    (problem,) = play.problems(strike)
    assert (problem.what.rpartition(" is ")[2], problem.hint) == ("lost", "take it out")


def test_ph1_3_an_escort_out_of_reach_is_blamed_under_its_own_key() -> None:
    """So that printed names are read as ids key by key, and told by what is wrong with them."""
    game = holding(based(small_game(), "G4M", "JP", "JPN", "g4m"), "JP", "JPN")
    game = holding(based(game, "A6M2", "JP", "JPN", "zero"), "US", "OAH")
    strike = Strike(units=("g4m",), escorts=("zero",), area="OAH", at="airfield")
    units, escorts = opened(game).problems(strike)
    assert "key 'units'" in units.where
    assert "key 'escorts'" in escorts.where
    assert "does not reach" in escorts.what
