"""Attacks in words before they are signed: who, at what odds, how long, and who helps [PH10]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_land import GroundRound
from pbem.systems.pto.table.orders_month import Assault, Attack, Drop, March, Support
from tests.systems.pto.frontdoor import Campaign
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import CHARTS, based, force, holding, ship, told, troops

MALAYA = land("JP", "Malaya")


def words(play: Campaign, *orders: Order) -> tuple[str, ...]:
    assert play.refused(*orders) == []
    assert PTO.foretell is not None
    return PTO.foretell(play.view(), orders, CHARTS).ordered


def off_malaya() -> Campaign:
    """Two units aboard in the South China Sea, one ashore in Malaya with a British one."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"), ship("jp-stp-2", "STP"))
    game = troops(game, "uk-1", "UK", "MAL", strength=3)
    for id_, at in (("jp-1", "jp-stp-1"), ("jp-2", "jp-stp-2"), ("jp-3", "MAL")):
        game = troops(game, id_, "JP", at, strength=2)
    return at_phase_4(game)


def test_pr8_who_lands_at_an_enemy_is_told_to_attack_without_an_order_once() -> None:
    """With those that are there already; at odds and until as in an attack that is ordered."""
    one, two = (Assault(units=(id_,), area="MAL") for id_ in ("jp-1", "jp-2"))
    told = words(off_malaya(), MALAYA, one, two)
    assert [line for line in told if "attack" in line] == [
        "Unasked ⟨jp-1⟩, ⟨jp-2⟩ and ⟨jp-3⟩ attack at ⟨MAL⟩ with 6, against ⟨uk-1⟩, strength 3, at"
        " odds 2:1 without naval gunfire and support; the die has jungle −1 and landing −1: one"
        " round in any case, up to 3 while the odds are not below 1:1 [PR8]"
    ]
    told = words(off_malaya(), MALAYA, one, two, Attack(area="MAL", below="2:1"))
    assert [line.partition(" ")[0] for line in told if "attack" in line] == ["⟨jp-1⟩,"]


def test_pr8_so_is_who_marches_to_one_but_not_who_finds_nobody() -> None:
    game = troops(april(), "jp-1", "JP", "INC", strength=2)
    game = holding(troops(game, "uk-1", "UK", "MAL", strength=2), "JP", "INC")
    march = March(unit="jp-1", path=("MAL",))
    told = words(at_phase_4(game), MALAYA, march)
    assert told[-1].startswith("Unasked ⟨jp-1⟩ attacks at ⟨MAL⟩ with 2, against ⟨uk-1⟩")
    game = holding(troops(april(), "jp-1", "JP", "INC", strength=2), "JP", "INC")
    (told,) = words(at_phase_4(game), MALAYA, march)[1:]
    assert told == "⟨jp-1⟩ marches ⟨INC⟩ - ⟨MAL⟩, where no enemy stands, and takes it [PH10.1]"


def test_ph10_3_the_enemys_bombers_that_may_help_are_told_as_far_as_they_count() -> None:
    game = troops(april(), "jp-1", "JP", "MAL", strength=5)
    game = troops(game, "uk-1", "UK", "MAL", strength=2)
    game = holding(based(game, "B-17", "UK", "SUM", "a", "b", "c"), "UK", "SUM")
    (*_, told) = words(at_phase_4(game), MALAYA, Attack(area="MAL"))
    assert "at odds 2:1 without naval gunfire and support, and the enemy's bombers" in told
    assert " may add 2, 1:1 at the worst; the die has jungle −1: one" in told


def test_ph1_5_bombers_of_an_airfield_that_the_attack_makes_contested_are_not_told() -> None:
    """Who lands or marches there does that before they fly; who drops comes after them [P4A.3]."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = troops(game, "jp-1", "JP", "jp-stp-1", strength=2)
    game = troops(game, "uk-1", "UK", "MAL", strength=2)
    game = holding(based(game, "B-17", "UK", "MAL", "a"), "UK", "MAL")
    landing = Assault(units=("jp-1",), area="MAL")
    assert "bombers may add" not in words(at_phase_4(game), MALAYA, landing)[-1]
    game = holding(troops(game, "jp-2", "JP", "INC", kind="para"), "JP", "INC")
    game = game.with_purse("JP", replace(game.purses["JP"], lifts=0))
    dropping = words(at_phase_4(game), MALAYA, Drop(unit="jp-2", area="MAL"))[-1]
    assert "and the enemy's bombers may add" in dropping


def test_ph10_4_below_all_odds_nobody_attacks() -> None:
    game = troops(april(), "jp-1", "JP", "MAL", strength=2)
    game = troops(game, "uk-1", "UK", "MAL", strength=5)
    (*_, told) = words(at_phase_4(game), MALAYA, Attack(area="MAL"))
    support = "at odds below 1:2 without naval gunfire and support"
    assert told.endswith(
        f"{support}; the die has jungle −1: unless those raise it, no round is fought [PH10.2]"
    )


def test_p4a_2_b_the_form_has_a_landing_by_all_who_lie_aboard() -> None:
    play = off_malaya()
    parts = (one for one in sections(play.view(), CHARTS) if one.title == "How it is carried out")
    groups = [group for part in parts for group in part.together]
    landing = Assault(units=("jp-1", "jp-2"), area="BOR")
    assert (land("JP", "Indies"), landing) in groups


def test_ph10_3_support_is_promised_as_far_as_the_units_there_let_it_count() -> None:
    game = troops(troops(april(), "jp-1", "JP", "MAL", strength=2), "uk-1", "UK", "MAL", strength=2)
    game = holding(based(game, "G4M", "JP", "INC", "g4m-1", "g4m-2", "g4m-3"), "JP", "INC")
    support = Support(units=("g4m-1", "g4m-2", "g4m-3"), area="MAL")
    told = words(at_phase_4(game), MALAYA, support, Attack(area="MAL"))
    (line,) = (one for one in told if "support the attack" in one)
    assert line.endswith("at ⟨MAL⟩ with 3, all support at most 2 by the units there [PH10.3]")
    assert "at odds 1:1 without naval gunfire and support, 2:1 with all of yours; the" in told[-1]


def test_ph10_2_who_comes_and_is_not_named_for_the_attack_is_told_to_be_idle() -> None:
    """Nor does support count for him [PH10.3]."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = troops(troops(game, "jp-1", "JP", "jp-stp-1"), "jp-2", "JP", "MAL", strength=2)
    game = based(troops(game, "uk-1", "UK", "MAL"), "G4M", "JP", "INC", "g4m")
    play, attack = at_phase_4(holding(game, "JP", "INC")), Attack(area="MAL", units=("jp-2",))
    landing, support = Assault(units=("jp-1",), area="MAL"), Support(units=("g4m",), area="MAL")
    assert PTO.foretell is not None
    told = PTO.foretell(play.view(), (MALAYA, landing, support, attack), CHARTS)
    assert "support at most 2 by the units there" in " ".join(told.ordered)
    assert told.warnings[0] == (
        "⟨jp-1⟩ comes to ⟨MAL⟩ and does not attack there: 'units' of that 'attack' names others"
        " alone [PH10.2]"
    )


def test_ph10_4_an_attack_that_help_for_the_defence_may_bar_promises_no_round() -> None:
    game = troops(april(), "jp-1", "JP", "MAL", strength=2)
    game = troops(game, "uk-1", "UK", "MAL", strength=4)
    game = holding(based(game, "B-17", "UK", "SUM", "a"), "UK", "SUM")
    (*_, told) = words(at_phase_4(game), MALAYA, Attack(area="MAL", below="1:2"))
    assert "below 1:2, without a round, at the worst; the die has jungle −1: else one round" in told
    game = game.with_ground([replace(game.ground["jp-1"], strength=9)])
    (*_, told) = words(at_phase_4(game), MALAYA, Attack(area="MAL", below="1:2"))
    assert ": one round in any case, up to 3 " in told


def test_p4a_3_b_fighters_that_may_meet_support_are_counted() -> None:
    """As for a strike; not those of an airfield that the attack makes contested [PH1.5]."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = troops(troops(game, "jp-1", "JP", "jp-stp-1", strength=2), "uk-1", "UK", "MAL")
    game = holding(based(game, "G4M", "JP", "INC", "g4m-1"), "JP", "INC")
    game = holding(based(game, "Hurricane", "UK", "MAL", "h-1"), "UK", "MAL", "SUM")
    landing, support = Assault(units=("jp-1",), area="MAL"), Support(units=("g4m-1",), area="MAL")
    other = based(game, "P-38", "US", "SUM", "p-38")
    told = words(at_phase_4(other, allied=QUIET[:-1]), MALAYA, landing, support)
    (line,) = (one for one in told if "supports the attack" in one)
    assert line.endswith("; as things stand 1 fighter of the enemy may meet it [PH10.3]")
    told = words(at_phase_4(game, allied=QUIET[:-1]), MALAYA, landing, support)
    assert not any("may meet it" in one for one in told)


def test_ph10_3_ships_that_fire_for_a_landing_are_named() -> None:
    """Battleships and cruisers off the coast; for who marches there they do not."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"), ship("kongo", "BB"))
    game = troops(troops(game, "jp-1", "JP", "jp-stp-1", strength=9), "uk-1", "UK", "MAL")
    told = words(at_phase_4(game), MALAYA, Assault(units=("jp-1",), area="MAL"))
    hard = CHARTS.ground_combat.shelling["BB"]
    assert f"and support, 5:1 with all of yours; ⟨convoy⟩ fires with {hard}; the" in told[-1]
    game = holding(troops(game, "jp-2", "JP", "INC", strength=2), "JP", "INC")
    (*_, told) = words(at_phase_4(game), MALAYA, March(unit="jp-2", path=("MAL",)))
    assert "; ⟨convoy⟩ does not fire, as nobody lands" in told
    assert "fires" not in told


def test_ph10_3_so_are_the_enemys_ships_that_fire_for_the_defence() -> None:
    """At whoever attacks; they and his bombers add no more than is there."""
    hard = CHARTS.ground_combat.shelling["BB"]
    game = force(april(), "z", "UK", "SCS", ship("repulse", "BB", "UK"))
    game = troops(game, "uk-1", "UK", "MAL", strength=hard + 1)
    game = holding(based(game, "B-17", "UK", "SUM", "a", "b", "c"), "UK", "SUM")
    game = troops(game, "jp-1", "JP", "MAL", strength=9)
    (*_, told) = words(at_phase_4(game), MALAYA, Attack(area="MAL"))
    fires = f"and support; for the defence ⟨z⟩ fires with {hard}, and the enemy's bombers may add 1"
    assert fires in told
    game = game.with_ground([replace(game.ground["uk-1"], strength=hard - 1)])
    (*_, told) = words(at_phase_4(game), MALAYA, Attack(area="MAL"))
    fires = f"for the defence ⟨z⟩ fires with {hard}, of which {hard - 1} count, 4:1 at the worst"
    assert fires in told


def test_ph10_5_what_changes_the_die_is_told_as_it_is_thrown() -> None:
    """A landing, a river crossed, the land itself."""
    play = off_malaya()
    landing = Assault(units=("jp-1",), area="MAL")
    assert "; the die has jungle −1 and landing −1:" in words(play, MALAYA, landing)[-1]
    (fought,) = fights(play, MALAYA, landing, Attack(area="MAL", below="5:1"))
    assert fought.modifiers == ("jungle -1", "landing -1")
    game = holding(troops(april(), "jp-1", "JP", "YAN", strength=9), "JP", "YAN")
    play = at_phase_4(troops(game, "cn-1", "CN", "HUN", strength=3))
    march = March(unit="jp-1", path=("HUN",))
    assert "; the die has rough −1 and river −1:" in words(play, land("JP", "China"), march)[-1]
    (fought,) = fights(play, land("JP", "China"), march, Attack(area="HUN", below="5:1"))
    assert fought.modifiers == ("rough -1", "river -1")


def fights(play: Campaign, *orders: Order) -> list[GroundRound]:
    area = next(one.area for one in orders if isinstance(one, Attack)).lower()
    dice = {f"PH10.5 {area} r1 P4A {area} 1": 4}
    return told(play.file(play.asked, *orders, dice=dice), GroundRound)
