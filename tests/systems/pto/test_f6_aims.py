"""Names in aims and stacks, as the file is written and when they are used [GP92, F.6.3, F.6.4]."""

from pbem.frozen import FrozenMap
from pbem.systems.pto.table.events_combat import AirNavalAttack
from pbem.systems.pto.table.orders_month import Sail, Strike
from pbem.systems.pto.table.standing import AirStacks, AirStrikeRule
from pbem.systems.pto.words.standing import standing_words
from tests.systems.pto.frontdoor import at_phase_3, told
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import Faces, based, force, holding, ship, small_game

KB3 = "j-cv41-kb3"


def test_gp92_stacks_name_own_carrier_aircraft() -> None:
    """A slip of the pen, a unit of the enemy, one ashore: each with its key and a hint."""
    play = at_phase_3()
    order = AirStacks(offensive=("j-cv41-kb33",), defensive=("vmf-221", "a6m2-6th"))
    problems = play.problems(order)
    assert [f"{one.what} [{one.rule}]" for one in problems] == [
        "'j-cv41-kb33' is no air unit on a carrier [F.6.3]",
        "VMF 221 (vmf-221) is not yours [F.6.3]",
        "A6M2 6th (a6m2-6th) is no air unit on a carrier [F.6.3]",
    ]
    assert problems[0].hint.startswith(f"did you mean J-CV41 KB3 ({KB3})")
    assert [one.where for one in problems[:2]] == [
        "order 1, key 'offensive'",
        "order 1, key 'defensive'",
    ]
    assert play.refused(AirStacks(offensive=(KB3,))) == []


def test_gp92_aims_are_ships_of_the_enemy_or_types() -> None:
    play = at_phase_3()
    (problem,) = play.problems(AirStrikeRule(aim=("CVX", "hornet")))
    assert (problem.what, problem.rule, problem.where) == (
        "'CVX' is no type of ships and no ship of the enemy",
        "F.6.3",
        "order 1, key 'aim'",
    )
    assert problem.hint.startswith("did you mean CV")
    assert play.refused(AirStrikeRule(aim=("akagi",))) == ["Akagi (akagi) is your own [F.6.3]"]
    assert play.refused(AirStrikeRule(ships=FrozenMap({"hornet": 1, "CA": 2}))) == []
    assert play.refused(AirStrikeRule(ships=FrozenMap({"hornett": 1, "CA": 0}))) == [
        "'hornett' is no type of ships and no ship of the enemy [F.6.3]",
        "0 units for 'CA' are none [F.6.4]",
    ]


def test_f_6_4_the_best_of_a_type_and_a_ship_that_is_gone() -> None:
    """Of three cruisers the best armour, then the first by id, is meant by CA; Boise is sunk.

    In the enemy's half the standing order that names Boise aims by `aim` [F.6.4].
    """
    cruisers = (("astoria", 9), ("boise", 10), ("chicago", 10))
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m"), "JP", "WKE")
    ships = (ship(id_, "CA", "US", armour=armour) for id_, armour in cruisers)
    game = force(game, "tf-1", "US", "MID", *ships)
    named = FrozenMap[int | str]({"boise": 1})
    passing = AirStrikeRule(when="worth", worth=1, share=100, ships=named, aim=("chicago",))
    play = opened(game, (QUIET[1], QUIET[3], passing), QUIET)

    def rolls(target: str, tag: str, first: int) -> dict[str, Faces]:
        return {f"PH8.3 g4m v {target} #{n} {tag}": first if n == 1 else 2 for n in (1, 2, 3)}

    order = Strike(units=("g4m",), area="MID", tf="tf-1", ships=FrozenMap({"CA": 1}))
    found: dict[str, Faces] = {"PH5.6 search tf-1 P3.2 mid 1": 6}
    play.file(TOKYO, order, dice=found | rolls("boise", "P3.2 mid 3", 12))
    assert "boise" not in play.game.ships
    events = play.file(
        WASHINGTON, Sail(tf="tf-1", path=("HAW",)), dice=rolls("chicago", "P3.1 haw 3", 2)
    )
    assert {one.ship for one in told(events, AirNavalAttack)} == {"chicago"}


def test_f_6_4_numbers_follow_aim_only_where_it_has_the_very_word() -> None:
    """Types in `aim` leave ships by id, whatever their types; the ship itself comes first."""
    for aim, first in ((("CL", "CA"), "astoria"), (("boise",), "boise")):
        game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m-1", "g4m-2"), "JP", "WKE")
        ships = (ship("astoria", "CA", "US"), ship("boise", "CL", "US"))
        game = force(game, "tf-1", "US", "MID", *ships, searched=True)
        play = opened(game, QUIET, QUIET)
        numbers = FrozenMap[int | str]({"astoria": 1, "boise": 1})
        order = Strike(units=("g4m-1", "g4m-2"), area="MID", tf="tf-1", ships=numbers, aim=aim)
        second = "boise" if first == "astoria" else "astoria"
        dice: dict[str, Faces] = {
            f"PH8.3 {unit} v {target} #{n} P3.2 mid 2": 2
            for unit, target in (("g4m-1", first), ("g4m-2", second))
            for n in (1, 2, 3)
        }
        assert told(play.file(TOKYO, order, dice=dice), AirNavalAttack)


def test_f_6_4_a_standing_order_of_all_numbers_the_share_of_each_base() -> None:
    """One unit of Midway and one of Wake go at Ise, the others as `aim` says [F.6.4, PR92]."""
    game = holding(small_game(), "US", "WKE")
    game = based(game, "B-25", "US", "MWY", "b-25-1", "b-25-2")
    game = based(game, "B-25", "US", "WKE", "b-25-3", "b-25-4")
    game = force(game, "main", "JP", "BON", ship("ise", "BB"), ship("yamato", "BB"))
    rule = AirStrikeRule(share=100, ships=FrozenMap({"ise": 1}), aim=("yamato",))
    words = "of the aircraft that go from each base or force the first by id at ⟨ise⟩"
    assert words in standing_words(rule)
    play = opened(game, QUIET, (QUIET[1], QUIET[3], rule))
    targets = {"b-25-1": "ise", "b-25-2": "yamato", "b-25-3": "ise", "b-25-4": "yamato"}
    rolls = {
        f"PH8.3 {unit} v {target} #{number} P3.1 wak 3": 2
        for unit, target in targets.items()
        for number in (1, 2)
    }
    sail = Sail(tf="main", path=("WAK",), strike=False)
    events = play.file(TOKYO, sail, dice={"PH5.6 search main P3.1 wak 1": 6, **rolls})
    assert {one.unit: one.ship for one in told(events, AirNavalAttack)} == targets
