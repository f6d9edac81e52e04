"""Combat at sea: submarines, gunnery, doctrines [GP26, GP56, GP71, PH6, PH9]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.events_combat import (
    EscortAttacked,
    ShipFired,
    ShipSunk,
    Withdrew,
)
from pbem.systems.pto.table.events_naval import InterceptionTried, Searched
from pbem.systems.pto.table.orders_month import Engage, Sail
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import Gunnery, NavalInterception, SearchRule, Submarines
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.skies import QUIET, TOKYO, opened
from tests.systems.pto.tabletop import (
    Faces,
    based,
    boat,
    force,
    in_words,
    ship,
    small_game,
    told,
)

# --- submarines ----------------------------------------------------------------------------------

SEPTEMBER: dict[str, Faces] = {"P1.1 condition": 6, "W1 grounding arctic": 2}
"""The dice of a fair September."""
AT_STP = Submarines(aim=("STP",))
MEETING: dict[str, Faces] = {"PH5.4 interception sub v convoy P3.1 sol 2": 5}
HUNT, MET = "P3.3 sol 2", "P3.1 sol 3"


def convoy(at: str, off: tuple[str, ...] = (), order: Submarines = AT_STP) -> Campaign:
    """September 1943: a Gato in the Solomon Sea, and an STP with two DD [GP49]."""
    ships = (ship("jp-dd-1", "DD"), ship("jp-dd-2", "DD"), ship("jp-stp-1", "STP"))
    game = force(small_game(year=1943, month=9, off=off), "convoy", "JP", at, *ships)
    game = force(game, "sub", "US", "SOL", boat("us-ss-gato-1"))
    searches = QUIET[1:] if at == "SOL" else QUIET
    return opened(game, searches, (*QUIET, order), dice=SEPTEMBER)


def hunted(play: Campaign, dice: Mapping[str, Faces]) -> list[str]:
    """The ships that are left when the convoy has hunted the Gato, which it finds."""
    found = {"PH5.6 search sub P3.2 sol 1": 6}
    events = play.file(TOKYO, Engage(tf="convoy", enemy="sub"), dice={**found, **dice})
    assert "convoy attacks sub, found at Solomon Sea (SOL) [PH9.3]" in in_words(events)
    return sorted(play.game.ships)


def gato(tag: str, number: int = 1) -> str:
    return f"PH9.1 r{number} us-ss-gato-1 v jp-stp-1 {tag}"


def answer(escort: str, tag: str, number: int = 1) -> str:
    return f"PH9.2 r{number} {escort} v us-ss-gato-1 {tag}"


def test_gp50_without_d6_hunters_fire_first() -> None:
    """A boat that is sunk by the first escort does not answer [D6.off]."""
    left = hunted(convoy("SOL", ("D6",)), {answer("jp-dd-1", HUNT): 12})
    assert left == ["jp-dd-1", "jp-dd-2", "jp-stp-1"]


def test_gp50_without_d6_a_boat_that_is_missed_answers() -> None:
    """One escort alone attacks [D6.off, D6.3]."""
    dice: dict[str, Faces] = {answer("jp-dd-1", HUNT): 2, gato(HUNT): 8}
    assert hunted(convoy("SOL", ("D6",)), dice) == ["jp-dd-1", "jp-dd-2", "us-ss-gato-1"]


def test_d6_2_d6_3_a_hunted_boat_fires_though_it_sinks_and_every_escort_attacks() -> None:
    dice: dict[str, Faces] = {
        gato(HUNT): 8, answer("jp-dd-1", HUNT): 2, answer("jp-dd-2", HUNT): 12
    }  # fmt: skip
    assert hunted(convoy("SOL"), dice) == ["jp-dd-1", "jp-dd-2"]


@pytest.mark.parametrize("order", [AT_STP, Submarines(aim=("STP",), withdraw=False)])
def test_d6_4_boats_withdraw_after_a_round_unless_ordered_to_stay(order: Submarines) -> None:
    """By default one round; with the order three, as in surface combat [D6.4, PR26]."""
    rounds = (1,) if order.withdraw else (1, 2, 3)
    labels = (
        label
        for n in rounds
        for label in (gato(MET, n), answer("jp-dd-1", MET, n), answer("jp-dd-2", MET, n))
    )
    play = convoy("BIS", order=order)
    dice = {**MEETING, **dict.fromkeys(labels, 2)}
    events = play.file(TOKYO, Sail(tf="convoy", path=("SOL",), strike=False), dice=dice)
    gone = [Withdrew(to="all", tf="sub", to_area="", cited="D6.4")]
    assert told(events, Withdrew) == (gone if order.withdraw else [])


def test_ph9_2_without_escorts_nobody_answers() -> None:
    game = force(small_game(year=1943, month=9), "sub", "US", "SOL", boat("us-ss-gato-1"))
    game = force(game, "convoy", "JP", "BIS", ship("akagi", "CV"))
    play = opened(game, dice=SEPTEMBER)
    dice = {**MEETING, f"PH9.1 r1 us-ss-gato-1 v akagi {MET}": 9}
    events = play.file(TOKYO, Sail(tf="convoy", path=("SOL",), strike=False), dice=dice)
    assert play.game.ships["akagi"].damaged
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
    assert (shot.gun, shot.armour, shot.hit) == (gun, 13, hit)
    assert play.game.ships["iowa"].damaged == hit


# --- doctrine and withdrawal ---------------------------------------------------------------------


def engaged(
    japanese: tuple[Ship, ...],
    american: tuple[Ship, ...],
    dice: Mapping[str, Faces],
    *,
    orders: tuple[Order, ...] = (),
    enemy: tuple[Order, ...] = (),
) -> tuple[Campaign, tuple[Event, ...]]:
    """Japanese ships in Wake Sea engage American ones; `dice` by who fires at whom."""
    game = force(small_game(), "jp", "JP", "WAK", *japanese)
    game = force(game, "us", "US", "WAK", *american)
    play = opened(game, (*QUIET, *orders), (*QUIET, *enemy))
    shots = {f"PH6.1 {shot} P3.3 wak 2": total for shot, total in dice.items()}
    met = {"PH5.4 interception jp v us P3.3 wak 1": 4}
    return play, play.file(TOKYO, Engage(tf="jp", enemy="us"), dice={**met, **shots})


def test_ph6_2_transports_only_after_the_screen() -> None:
    """With the DD fired at by the first ship, the second fires at the transport [PH6.2]."""
    play, events = engaged(
        (ship("chokai", "CA"), ship("maya", "CA")),
        (ship("us-dd-1", "DD", "US"), ship("us-stp-1", "STP", "US")),
        {"r1 chokai v us-dd-1": 12, "r1 maya v us-stp-1": 12},
    )
    assert sorted(play.game.ships) == ["chokai", "maya"]
    assert "us" not in play.game.forces
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
    """The standing order says whom Yamato fires at; the enemy breaks off after a round.

    Any of her shots sinks a destroyer, which then does not fire.
    """
    ships = (ship("iowa", "BB", "US"), ship("us-cl-1", "CL", "US"), ship("us-dd-1", "DD", "US"))
    firing = (one.id for one in ships if (one.id, one.kind) != (target, "DD"))
    shots = {f"r1 {one} v yamato": 2 for one in firing}
    _, events = engaged(
        (ship("yamato", "BB"),),
        ships,
        {f"r1 yamato v {target}": 2, **shots},
        orders=(order,),
        enemy=(Gunnery(after=1),),
    )
    assert [one.target for one in told(events, ShipFired) if one.ship == "yamato"] == [target]


@pytest.mark.parametrize("order", [Gunnery(), Gunnery(stay=True)])
def test_ph6_4_outgunned_two_to_one_withdraws_toward_a_port(order: Gunnery) -> None:
    """By default a task force withdraws; ordered to stay it fights three rounds [PH6.4, F.4]."""
    shots = {
        f"r{n} {one}": 2
        for n in ((1, 2, 3) if order.stay else (1,))
        for one in ("chokai v iowa", "iowa v chokai")
    }
    play, events = engaged(
        (ship("chokai", "CA"),), (ship("iowa", "BB", "US"),), shots, orders=(order,)
    )
    gone = [("jp", "PH6.4")] if not order.stay else []
    assert [(one.tf, one.cited) for one in told(events, Withdrew)] == gone
    assert play.game.forces["jp"].at == ("WAK" if order.stay else "MAR")


def test_ph6_5_a_damaged_ship_fires_with_half_its_gun() -> None:
    """Hit by a cruiser in the first round, Nagato fires with 2 instead of 5 in the second."""
    _, events = engaged(
        (ship("nagato", "BB"),),
        (ship("astoria", "CA", "US"),),
        {
            "r1 nagato v astoria": 2,
            "r1 astoria v nagato": 12,
            "r2 nagato v astoria": 7,
            "r2 astoria v nagato": 2,
        },
        orders=(Gunnery(stay=True),),
        enemy=(Gunnery(after=2, stay=True),),
    )
    fired = [(one.gun, one.hit) for one in told(events, ShipFired) if one.ship == "nagato"]
    assert fired == [(5, False), (2, False)]


# --- what is void --------------------------------------------------------------------------------


def test_p3_3_1_who_engages_a_force_that_is_sunk_is_told_that_it_is_there_no_more() -> None:
    """Two task forces engage one transport: the first sinks it, the second finds nobody."""
    game = force(small_game(), "jp", "JP", "WAK", ship("chokai", "CA"), ship("maya", "CA"))
    game = force(game, "jp-2", "JP", "WAK", ship("yamato", "BB"))
    game = force(game, "us", "US", "WAK", ship("us-stp-1", "STP", "US"))
    play = opened(game, QUIET, QUIET)
    dice = {
        "PH5.4 interception jp v us P3.3 wak 1": 4,
        "PH6.1 r1 chokai v us-stp-1 P3.3 wak 2": 12,
        "PH6.1 r1 maya v us-stp-1 P3.3 wak 2": 12,
    }
    attacks = (Engage(tf="jp", enemy="us"), Engage(tf="jp-2", enemy="us"))
    events = play.file(TOKYO, *attacks, dice=dice)
    assert "us" not in play.game.forces
    said = " ".join(in_words(events, play.game))
    assert "us is there no more" in said, said
