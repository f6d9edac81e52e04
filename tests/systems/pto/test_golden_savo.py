"""Golden examples of surprise at sea, played from written orders [GP57, GP58, GP78-GP83, D10]."""

from collections.abc import Mapping

import pytest

from pbem.frozen import replace
from pbem.systems.pto.table.events_combat import ShipFired, SurfaceCombatBegun, Withdrew
from pbem.systems.pto.table.events_naval import InterceptionTried, Searched
from pbem.systems.pto.table.orders_month import Engage, Offensive, Sail
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import Gunnery, NavalInterception, SearchRule, StandingOrder
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.tabletop import Faces, based, boat, force, holding, ship, small_game

JP, US = "tokyo", "washington"
IOWA = ship("iowa", "BB", "US")
MIKAWA = (ship("chokai", "CA"), ship("jp-cl-1", "CL"))
TF_62 = (
    ship("canberra", "CA", "AU"),
    ship("chicago", "CA", "US"),
    ship("us-dd-1", "DD", "US"),
)
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
FOUND = {"PH5.6 search tf-62 P3.1 sol 1": 3}
SLIP = Gunnery(slip=True)
SEARCH, BLIND = SearchRule(when="areas", areas=("SOL",)), SearchRule(when="never")
ALWAYS = NavalInterception(when="always", counter="always")


def sea(nation: str, stack: str) -> Offensive:
    return Offensive(kind="sea", nation=nation, stack=stack)


def solomons(
    surprised: tuple[Ship, ...] = TF_62,
    surprising: tuple[Ship, ...] = MIKAWA,
    *,
    off: tuple[str, ...] = (),
    third: str = "",
    japanese: tuple[StandingOrder, ...] = (),
    american: tuple[StandingOrder, ...] = (SEARCH, ALWAYS),
) -> Campaign:
    """August 1942 before phase 3: Mikawa in the Bismarck Sea, TF 62 in the Coral Sea.

    A flying boat at Rabaul and bombers at Port Moresby search the Solomon Sea. `third` is where a
    second Japanese task force lies.
    """
    game = holding(small_game(month=8, off=off), "JP", "RAB")
    game = force(game, "mikawa", "JP", "BIS", *surprising)
    game = force(game, "tf-62", "US", "COR", *surprised)
    if third:
        game = force(game, "third", "JP", third, ship("chokai", "CA"))
    game = based(game, "H6K", "JP", "RAB", "h6k")
    game = based(game, "Hudson", "AU", "PTM", "hudson")
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=3))
    play = begun(game, dice=FLYING)
    first = (Sail(tf="mikawa", standby=True), *([Sail(tf="third", standby=True)] if third else []))
    play.file(JP, SEARCH, *japanese, *first)
    play.file(US, *american, Sail(tf="tf-62", path=("SOL",), standby=True), dice=FOUND)
    assert play.game.forces["tf-62"].searched
    return play


def savo(
    surprised: tuple[Ship, ...],
    *orders: StandingOrder,
    dice: Mapping[str, Faces],
    off: tuple[str, ...] = (),
) -> Campaign:
    """Mikawa sails and engages in Japan's first offensive, TF 62 has been in one before [GP78]."""
    play = solomons(surprised, off=off, japanese=orders)
    play.passes(JP)
    play.file(US, sea("US", "tf-62"))
    met = {
        "PH5.6 search mikawa P4B sol 1": 3,
        "PH5.4 interception tf-62 v mikawa P4B sol 2": 4,
        "PH5.4 interception mikawa v tf-62 P4B sol 3": 4,
    }
    attack = (Sail(tf="mikawa", path=("SOL",)), Engage(tf="mikawa", enemy="tf-62"))
    play.file(JP, sea("JP", "mikawa"), *attack, dice={**met, **dice})
    return play


def shots(number: int, *pairs: str, tag: str = "P4B sol 4") -> dict[str, Faces]:
    """The dice of a round of the combat, each pair as `chokai v canberra`: all miss."""
    return {f"PH6.1 r{number} {pair} {tag}": 2 for pair in pairs}


def fired(play: Campaign, number: int = 1) -> list[str]:
    return [one.ship for one in told(play.events, ShipFired) if one.number == number]


def surprised_one(play: Campaign) -> str:
    return told(play.events, SurfaceCombatBegun)[0].surprised


def left(play: Campaign) -> list[tuple[str, str]]:
    return [(one.tf, one.cited) for one in told(play.events, Withdrew)]


FIRST = shots(
    1,
    "canberra v chokai",
    "chicago v jp-cl-1",
    "chokai v canberra",
    "jp-cl-1 v chicago",
    "us-dd-1 v chokai",
)


# --- Savo ----------------------------------------------------------------------------------------


def test_gp78_and_gp57_savo_in_ones_own_offensive() -> None:
    """4−1 misses Mikawa, 4+1−1 meets TF 62; light cruiser and Chokai fire with the best guns."""
    play = savo(TF_62, SLIP, dice=FIRST)
    assert [(one.tf, one.number, one.found) for one in told(play.events, Searched)] == [
        ("mikawa", 4, False)
    ]
    tries = [(one.tf, one.modifier, one.met) for one in told(play.events, InterceptionTried)]
    assert tries == [("tf-62", -1, False), ("mikawa", 0, True)]
    assert surprised_one(play) == "tf-62"
    assert fired(play) == ["canberra", "chicago", "chokai", "jp-cl-1", "us-dd-1"]
    assert left(play) == [("mikawa", "D10.3")]
    assert play.game.purses["JP"].track == 2


def test_gp57_who_is_hit_in_the_first_moment_has_fired_in_it() -> None:
    """A weaker gun comes early: Chicago sinks the light cruiser too late [D10.2]."""
    play = savo(TF_62, SLIP, dice={**FIRST, "PH6.1 r1 chicago v jp-cl-1 P4B sol 4": 12})
    assert "jp-cl-1" not in play.game.ships
    assert "jp-cl-1" in fired(play)


def test_gp57_hits_of_the_first_moment_count_before_the_rest_fires() -> None:
    """Chokai goes for the destroyer, which is sunk before its turn [D10.2, PH6.3]."""
    dice = shots(
        1, "canberra v chokai", "chicago v jp-cl-1", "chokai v us-dd-1", "jp-cl-1 v canberra"
    )
    dice["PH6.1 r1 chokai v us-dd-1 P4B sol 4"] = 7
    play = savo(TF_62, Gunnery(slip=True, fire="list", first=("DD",)), dice=dice)
    assert fired(play) == ["canberra", "chicago", "chokai", "jp-cl-1"]


def test_gp57_off_by_guns_alone() -> None:
    """Without D10 the light cruiser is sunk before it fires, and nobody slips away [D10.off]."""
    dice = shots(
        1, "canberra v chokai", "chicago v jp-cl-1", "chokai v canberra", "us-dd-1 v chokai"
    )
    dice["PH6.1 r1 chicago v jp-cl-1 P4B sol 4"] = 12
    play = savo(TF_62, Gunnery(slip=True, after=1), dice=dice, off=("D10",))
    assert (surprised_one(play), fired(play)[-1]) == ("", "us-dd-1")
    assert left(play) == [
        ("mikawa", "PH6.4"),
    ]


def test_gp79_in_round_2_everybody_fires_by_gun() -> None:
    """The light cruiser waits for the destroyers' turn again [D10.2, PH6.3]."""
    second = [pair.split(" ", 2)[2].removesuffix(" P4B sol 4") for pair in FIRST]
    play = savo(TF_62, Gunnery(after=2), dice={**FIRST, **shots(2, *second)})
    assert fired(play) == ["canberra", "chicago", "chokai", "jp-cl-1", "us-dd-1"]
    late = "PH6.1 r2 jp-cl-1 v chicago P4B sol 4"
    sunk = {**FIRST, **shots(2, *second), "PH6.1 r2 chicago v jp-cl-1 P4B sol 4": 12}
    del sunk[late]
    play = savo(TF_62, Gunnery(after=2), dice=sunk)
    assert fired(play, 2) == ["canberra", "chicago", "chokai", "us-dd-1"]
    assert left(play) == [("mikawa", "PH6.4")]


STACKS = [
    # who is surprised, the shots of round 1, how Mikawa leaves after it
    (
        (ship("canberra", "CA", "AU"), ship("australia", "CA", "AU"), ship("au-dd-1", "DD", "AU")),
        ("australia v chokai", "canberra v jp-cl-1", "chokai v australia", "jp-cl-1 v canberra",
         "au-dd-1 v chokai"),
        "PH6.4",
    ),
    (
        (ship("canberra", "CA", "AU"), ship("us-dd-1", "DD", "US")),
        ("canberra v chokai", "chokai v canberra", "jp-cl-1 v us-dd-1", "us-dd-1 v jp-cl-1"),
        "PH6.4",
    ),
    (
        (ship("canberra", "CA", "AU"), ship("us-cl-1", "CL", "US")),
        ("canberra v chokai", "chokai v canberra", "jp-cl-1 v us-cl-1", "us-cl-1 v jp-cl-1"),
        "D10.3",
    ),
    (
        (ship("ne-cl-1", "CL", "NE"), ship("au-dd-1", "DD", "AU")),
        ("au-dd-1 v chokai", "chokai v au-dd-1", "jp-cl-1 v ne-cl-1", "ne-cl-1 v jp-cl-1"),
        "D10.3",
    ),
    (
        (ship("canberra", "CA", "AU"), replace(boat("us-ss-gato-1"), tf="tf-62")),
        ("canberra v chokai", "chokai v canberra", "jp-cl-1 v canberra"),
        "D10.3",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("stack", "pairs", "cited"), STACKS)
def test_gp58_gp83_before_whom_mikawa_may_slip_away(
    stack: tuple[Ship, ...], pairs: tuple[str, ...], cited: str
) -> None:
    """A US or Dutch ship that is no DD, a boat too, lets him; Commonwealth ones do not [D10.3]."""
    play = savo(stack, Gunnery(slip=True, after=1), dice=shots(1, *pairs))
    assert surprised_one(play) == "tf-62"
    assert left(play) == [("mikawa", cited)]


def test_d10_2_a_better_gun_waits_for_the_best_ship() -> None:
    """Chokai sinks the destroyer in the moment in which she fires herself [D10.2]."""
    dice = {**shots(1, *STACKS[3][1]), "PH6.1 r1 chokai v au-dd-1 P4B sol 4": 12}
    play = savo(STACKS[3][0], SLIP, dice=dice)
    assert "au-dd-1" not in play.game.ships
    assert fired(play) == ["au-dd-1", "chokai", "jp-cl-1", "ne-cl-1"]


# --- which markers count -------------------------------------------------------------------------


@pytest.mark.parametrize(("active", "surprised"), [(True, ""), (False, "tf-62")])
def test_gp80_who_was_activated_before_does_not_surprise(active: bool, surprised: str) -> None:
    """Chokai's force counter-intercepts: no surprise if an earlier offensive used it [D10.1 iv]."""
    orders = (NavalInterception(when="never", counter="always"), Gunnery(after=1))
    mikawa = (ship("jp-cl-1", "CL"),)
    play = solomons(TF_62, mikawa, third="SOL", japanese=orders, american=(BLIND, ALWAYS))
    play.file(JP, sea("JP", "third")) if active else play.passes(JP)
    play.file(US, sea("US", "tf-62"))
    dice = {
        "PH5.4 interception tf-62 v mikawa P4B sol 2": 5,
        "PH5.5 counter-interception third v tf-62 P4B sol 3": 4,
        **shots(
            1, "canberra v chokai", "chicago v chokai", "chokai v canberra", "us-dd-1 v chokai",
            tag="P4B sol 4",
        ),
        **shots(
            1, "canberra v jp-cl-1", "chicago v jp-cl-1", "jp-cl-1 v canberra",
            "us-dd-1 v jp-cl-1", tag="P4B sol 5",
        ),
    }  # fmt: skip
    play.file(JP, sea("JP", "mikawa"), Sail(tf="mikawa", path=("SOL",)), dice=dice)
    tries = [
        (one.tf, one.modifier, one.met, one.counter) for one in told(play.events, InterceptionTried)
    ]
    assert tries == [("tf-62", -1, True, False), ("third", 0, True, True)]
    assert surprised_one(play) == surprised


def test_gp81_a_marker_of_the_offensive_under_way_does_not_count() -> None:
    """TF 62 is found and met in its own first offensive: not surprised [D10.1 iii]."""
    game = force(small_game(month=8), "mikawa", "JP", "SOL", *MIKAWA)
    game = force(game, "tf-62", "US", "COR", *TF_62)
    game = based(holding(game, "JP", "RAB"), "H6K", "JP", "RAB", "h6k")
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=3))
    play = begun(game, dice=FLYING)
    play.file(JP, SEARCH, ALWAYS, Gunnery(after=1), Sail(tf="mikawa", standby=True))
    play.file(US, BLIND, Sail(tf="tf-62", standby=True))
    play.passes(JP)
    dice = {
        "PH5.6 search tf-62 P4B sol 1": 3,
        "PH5.4 interception mikawa v tf-62 P4B sol 2": 4,
        **{label.replace("sol 4", "sol 3"): total for label, total in FIRST.items()},
    }
    play.file(US, sea("US", "tf-62"), Sail(tf="tf-62", path=("SOL",)), dice=dice)
    assert play.game.forces["tf-62"].searched
    assert surprised_one(play) == ""


def test_gp81_in_phase_3_nobody_is_surprised() -> None:
    """All else as at Savo, but no ship bears the marker [D10.1]."""
    game = force(small_game(month=8), "mikawa", "JP", "BIS", *MIKAWA)
    game = force(game, "tf-62", "US", "COR", *TF_62)
    game = based(holding(game, "JP", "RAB"), "H6K", "JP", "RAB", "h6k")
    play = begun(replace(game, initiative="allied"), dice=FLYING)
    found = {"PH5.6 search tf-62 P3.1 sol 1": 3}
    play.file(US, BLIND, Sail(tf="tf-62", path=("SOL",)), dice=found)
    dice = {
        "PH5.4 interception tf-62 v mikawa P3.1 sol 3": 4,
        "PH5.4 interception mikawa v tf-62 P3.3 sol 1": 4,
        **{label.replace("P4B sol 4", "P3.3 sol 2"): total for label, total in FIRST.items()},
    }
    attack = (Sail(tf="mikawa", path=("SOL",)), Engage(tf="mikawa", enemy="tf-62"))
    play.file(JP, Gunnery(after=1), *attack, dice=dice)
    assert play.game.forces["tf-62"].searched
    assert surprised_one(play) == ""


@pytest.mark.parametrize(
    ("off", "order", "gun", "hit"),
    [
        ((), ["iowa", "kongo", "ashigara"], 4, True),
        (("D10",), ["iowa", "ashigara", "kongo"], 2, False),
    ],
)
def test_gp82_iowa_fires_with_the_best_ship_that_she_surprises(
    off: tuple[str, ...], order: list[str], gun: int, hit: bool
) -> None:
    """6+5 and 9+4 hit together; without D10 Kongo is damaged first, and 9+2 misses [D10.2]."""
    game = force(small_game(year=1943, month=8, off=off), "iowa-group", "US", "WAK", IOWA)
    kongo = (ship("kongo", "BB"), ship("ashigara", "CA"))
    game = force(game, "kongo-group", "JP", "CAR", *kongo)
    game = based(holding(game, "US", "KWA"), "PBY", "US", "KWA", "pby")
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=3))
    play = begun(game, dice=FLYING)
    found = {"PH5.6 search kongo-group P3.1 mar 1": 5}
    stands = Sail(tf="kongo-group", path=("MAR",), standby=True)
    play.file(JP, BLIND, stands, dice=found)
    play.file(US, Gunnery(after=1), Sail(tf="iowa-group", standby=True))
    play.file(JP, sea("JP", "kongo-group"))
    dice = {
        "PH5.4 interception kongo-group v iowa-group P4B mar 2": 1,
        "PH5.4 interception iowa-group v kongo-group P4B mar 3": 3,
        "PH6.1 r1 iowa v kongo P4B mar 4": 6,
        "PH6.1 r1 kongo v iowa P4B mar 4": 9,
        "PH6.1 r1 ashigara v iowa P4B mar 4": 2,
    }
    attack = (Sail(tf="iowa-group", path=("MAR",)), Engage(tf="iowa-group", enemy="kongo-group"))
    play.file(US, sea("US", "iowa-group"), *attack, dice=dice)
    assert surprised_one(play) == ("" if off else "kongo-group")
    assert fired(play) == order
    shots_ = {one.ship: (one.gun, one.armour, one.hit) for one in told(play.events, ShipFired)}
    assert (shots_["iowa"], shots_["kongo"]) == ((5, 11, True), (gun, 13, hit))
    assert play.game.ships["kongo"].damaged
    assert play.game.ships["iowa"].damaged == hit
