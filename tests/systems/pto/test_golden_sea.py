"""Combat at sea: submarines, gunnery, doctrines [GP26, GP56, GP71, PH6, PH9]."""

from dataclasses import replace

import pytest

from pbem.systems.pto.events_combat import (
    EscortAttacked,
    ShipFired,
    ShipSunk,
    Withdrew,
)
from pbem.systems.pto.events_naval import InterceptionTried, Searched
from pbem.systems.pto.orders import Engage, Sail
from pbem.systems.pto.ph6_aims import Aiming, target_of
from pbem.systems.pto.ph6_surface import battle
from pbem.systems.pto.ph9_submarines import boat_attack, hunt
from pbem.systems.pto.standing import Gunnery, NavalInterception, SearchRule, Submarines
from pbem.systems.pto.state import Game
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.skies import QUIET, TOKYO, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    ScriptedDice,
    based,
    boat,
    force,
    ship,
    small_game,
    standing,
    told,
)

TAG = "P3.3 sol 1"


# --- submarines ----------------------------------------------------------------------------------


def convoy(off: tuple[str, ...] = ()) -> Game:
    """A Gato, and an STP with two DD [GP49]."""
    ships = (ship("jp-dd-1", "DD"), ship("jp-dd-2", "DD"), ship("jp-stp-1", "STP"))
    game = force(small_game(year=1943, month=9, off=off), "convoy", "JP", "SOL", *ships)
    game = force(game, "sub", "US", "SOL", boat("us-ss-gato-1"))
    return standing(game, "washington", Submarines(aim=("STP",)))


GATO = f"PH9.1 r1 us-ss-gato-1 v jp-stp-1 {TAG}"


def answer(escort: str) -> str:
    return f"PH9.2 r1 {escort} v us-ss-gato-1 {TAG}"


def test_gp50_without_d6_hunters_fire_first() -> None:
    """A boat that is sunk by the first escort does not answer [D6.off]."""
    dice = ScriptedDice({answer("jp-dd-1"): 12})
    game, _ = hunt(convoy(("D6",)), "convoy", "sub", TAG, CHARTS, dice)
    assert sorted(game.ships) == ["jp-dd-1", "jp-dd-2", "jp-stp-1"]


def test_d6_2_a_hunted_boat_fires_though_it_sinks() -> None:
    dice = ScriptedDice({GATO: 8, answer("jp-dd-1"): 12, answer("jp-dd-2"): 2})
    game, _ = hunt(convoy(), "convoy", "sub", TAG, CHARTS, dice)
    assert sorted(game.ships) == ["jp-dd-1", "jp-dd-2"]


def test_d6_4_boats_withdraw_after_a_round_unless_ordered_to_stay() -> None:
    """By default one round; with the order three, as in surface combat [D6.4, PH6.1]."""
    totals = {GATO: 2, answer("jp-dd-1"): 2, answer("jp-dd-2"): 2}
    _, events = boat_attack(convoy(), "sub", "convoy", TAG, CHARTS, ScriptedDice(totals))
    assert told(events, Withdrew) == [Withdrew(to="all", tf="sub", to_area="", cited="D6.4")]
    game = standing(convoy(), "washington", Submarines(aim=("STP",), withdraw=False))
    rounds = {label.replace(" r1 ", f" r{number} "): 2 for label in totals for number in (1, 2, 3)}
    dice = ScriptedDice(rounds)
    _, events = boat_attack(game, "sub", "convoy", TAG, CHARTS, dice)
    assert (told(events, Withdrew), dice.left) == ([], ())


def test_ph9_2_without_escorts_nobody_answers() -> None:
    game = force(small_game(year=1943, month=9), "sub", "US", "SOL", boat("us-ss-gato-1"))
    game = force(game, "tf", "JP", "SOL", ship("akagi", "CV"))
    dice = ScriptedDice({f"PH9.1 r1 us-ss-gato-1 v akagi {TAG}": 9})
    game, events = boat_attack(game, "sub", "tf", TAG, CHARTS, dice)
    assert game.ships["akagi"].damaged
    assert told(events, EscortAttacked) == []


# --- interception and search ---------------------------------------------------------------------


@pytest.mark.parametrize(("sea", "start", "met"), [("VIS", "SCS", False), ("PHS", "ECS", True)])
def test_gp26_the_monsoon_takes_one_from_interceptions_in_its_areas(
    sea: str, start: str, met: bool
) -> None:
    """A 4 fails in the Visayan Seas and succeeds in the Philippine Sea, which is fair [W1.2.d]."""
    game = force(small_game(), "raiders", "JP", start, ship("chikuma", "CA"))
    game = force(game, "tf-1", "US", sea, ship("astoria", "CA", "US"))
    always = (SearchRule(when="never"), NavalInterception(when="always"), Gunnery(after=1))
    play = opened(game, QUIET, always)
    dice: dict[str, Faces] = {f"PH5.4 interception tf-1 v raiders P3.1 {sea.lower()} 2": 4}
    if met:
        fight = {"astoria v chikuma": 2, "chikuma v astoria": 2}
        dice |= {f"PH6.1 r1 {one} P3.1 phs 3": face for one, face in fight.items()}
    events = play.file(TOKYO, Sail(tf="raiders", path=(sea,)), dice=dice)
    (tried,) = told(events, InterceptionTried)
    assert (tried.modifier, tried.met) == (0 if met else -1, met)


@pytest.mark.parametrize(("die", "found"), [(4, True), (3, False)])
def test_gp71_a_flying_boat_searches_two_areas_away(die: int, found: bool) -> None:
    """5 at a distance of 2, one better for reconnaissance [PH5.6]."""
    game = force(small_game(), "raiders", "JP", "WAK", ship("chikuma", "CA"))
    play = opened(based(game, "PBY", "US", "OAH", "pby"), QUIET, QUIET[1:])
    dice = {"PH5.6 search raiders P3.1 mid 1": die}
    events = play.file(TOKYO, Sail(tf="raiders", path=("MID",)), dice=dice)
    (search,) = told(events, Searched)
    assert (search.number, search.found) == (4, found)
    assert play.game.forces["raiders"].searched is found


# --- gunnery -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("off", "gun", "hit"), [((), 5, False), (("D14",), 6, True)])
def test_gp56_the_guns_of_yamato(off: tuple[str, ...], gun: int, hit: bool) -> None:
    """7 + 5 = 12 misses armour 13, 7 + 6 hits it [D14.1, PH6.1]."""
    game = force(small_game(month=6, off=off), "jp", "JP", "MAR", ship("yamato", "BB"))
    game = force(game, "us", "US", "MAR", ship("iowa", "BB", "US"))
    flying = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
    play = begun(replace(game, initiative="allied"), dice=flying)
    play.file("washington", SearchRule(when="never"), Gunnery(after=1))
    dice = {
        "PH5.4 interception jp v us P3.3 mar 1": 4,
        "PH6.1 r1 yamato v iowa P3.3 mar 2": 7,
        "PH6.1 r1 iowa v yamato P3.3 mar 2": 2,
    }
    attack = Engage(tf="jp", enemy="us")
    events = play.file("tokyo", SearchRule(when="never"), attack, dice=dice)
    shot = next(one for one in told(events, ShipFired) if one.ship == "yamato")
    assert (shot.gun, shot.hit) == (gun, hit)
    assert play.game.ships["iowa"].damaged == hit


# --- doctrine and withdrawal ---------------------------------------------------------------------


def test_ph6_2_transports_only_after_the_screen() -> None:
    """With the DD fired at by the first ship, the second fires at the transport [PH6.2]."""
    game = force(small_game(), "jp", "JP", "SOL", ship("chokai", "CA"), ship("maya", "CA"))
    game = force(
        game, "us", "US", "SOL", ship("us-dd-1", "DD", "US"), ship("us-stp-1", "STP", "US")
    )
    dice = ScriptedDice(
        {
            f"PH6.1 r1 chokai v us-dd-1 {TAG}": 12,
            f"PH6.1 r1 maya v us-stp-1 {TAG}": 12,
        }
    )
    game, events = battle(game, "jp", "us", TAG, CHARTS, dice)
    assert sorted(game.ships) == ["chokai", "maya"]
    assert "us" not in game.forces
    assert len(told(events, ShipSunk)) == 2


DOCTRINES = [
    (Gunnery(fire="strongest-gun"), "iowa"),
    (Gunnery(fire="weakest-armour"), "us-dd-1"),
    (Gunnery(fire="capital"), "iowa"),
    (Gunnery(fire="list", first=("CL", "iowa")), "us-cl-1"),
    (Gunnery(fire="list", first=("us-dd-1",)), "us-dd-1"),
]


@pytest.mark.parametrize(("order", "target"), DOCTRINES)
def test_ph6_2_doctrines(order: Gunnery, target: str) -> None:
    assert _first_target(order) == target


def _first_target(order: Gunnery) -> str:
    ships = (ship("iowa", "BB", "US"), ship("us-cl-1", "CL", "US"), ship("us-dd-1", "DD", "US"))
    game = force(small_game(), "us", "US", "SOL", *ships)
    game = force(game, "jp", "JP", "SOL", ship("yamato", "BB"))
    game = standing(standing(game, "tokyo", order), "washington", Gunnery(after=1))
    found = target_of(game, game.ships["yamato"], ships, order, Aiming(), CHARTS)
    assert found is not None
    return found.id


def test_ph6_4_outgunned_two_to_one_withdraws_toward_a_port() -> None:
    """By default a task force withdraws; ordered to stay it fights three rounds [PH6.4, F.4]."""
    game = force(small_game(), "jp", "JP", "WAK", ship("chokai", "CA"))
    game = force(game, "us", "US", "WAK", ship("iowa", "BB", "US"))
    shots = {f"PH6.1 r1 chokai v iowa {TAG}": 2, f"PH6.1 r1 iowa v chokai {TAG}": 2}
    moved, events = battle(game, "us", "jp", TAG, CHARTS, ScriptedDice(shots))
    assert [(one.tf, one.cited) for one in told(events, Withdrew)] == [("jp", "PH6.4")]
    assert moved.forces["jp"].at == "MAR"
    game = standing(game, "tokyo", Gunnery(stay=True))
    three = {label.replace(" r1 ", f" r{n} "): 2 for label in shots for n in (1, 2, 3)}
    dice = ScriptedDice(three)
    _, events = battle(game, "us", "jp", TAG, CHARTS, dice)
    assert (told(events, Withdrew), dice.left) == ([], ())


def test_ph6_5_a_damaged_ship_fires_with_half_its_gun() -> None:
    game = force(small_game(), "jp", "JP", "SOL", ship("nagato", "BB", damaged=True))
    game = force(game, "us", "US", "SOL", ship("us-dd-1", "DD", "US"))
    dice = ScriptedDice({f"PH6.1 r1 nagato v us-dd-1 {TAG}": 5})
    _, events = battle(game, "jp", "us", TAG, CHARTS, dice)
    assert [(one.gun, one.hit) for one in told(events, ShipFired)] == [(2, True)]
