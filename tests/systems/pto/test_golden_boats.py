"""Golden examples of submarines, played from written orders [GP46-GP50, D5, D6, PH9]."""

import pytest

from pbem.engine.events import Event
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_combat import BoatAttacked, EscortAttacked, ShipSunk
from pbem.systems.pto.table.events_naval import InterceptionFailed
from pbem.systems.pto.table.orders_month import Engage, Sail
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import NavalInterception, SearchRule, Submarines
from pbem.systems.pto.table.state import Entry, Game
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.skies import opened
from tests.systems.pto.tabletop import TERMS, Faces, boat, force, ship, small_game

JP, US = "tokyo", "washington"
BLIND = SearchRule(when="never")
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
WEATHER: dict[int, dict[str, Faces]] = {
    6: {**FLYING},
    7: {**FLYING},
    9: {"P1.1 condition": 6, "W1 grounding arctic": 2},
}


def marianas(
    *ships: Ship, nation: str = "US", date: tuple[int, int] = (1943, 9), off: tuple[str, ...] = ()
) -> Game:
    """Japanese ships of `tf` and an Allied task force of boats, both in the Marianas Sea."""
    terms = replace(TERMS, first_turn=turn_of(1942, 1), last_turn=turn_of(1945, 12))
    game = small_game(year=date[0], month=date[1], off=off, terms=terms)
    game = force(game, "tf", "JP", "MAR", *ships)
    return force(game, "boats", nation, "MAR")


def at_month(game: Game, date: tuple[int, int]) -> Campaign:
    return begun(game, dice=WEATHER[date[1]])


# --- sunk ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id_", "nation", "off", "back"),
    [
        ("us-ss-s-1", "US", (), False),
        ("us-ss-gato-1", "US", (), True),
        ("uk-ss-river-1", "UK", (), False),
        ("ne-ss-k-xiv-1", "NE", (), False),
        ("us-ss-s-1", "US", ("D5",), True),
        ("us-ss-gato-1", "US", ("D5",), True),
    ],
)
def test_gp46_which_boats_may_be_built_again(
    id_: str, nation: str, off: tuple[str, ...], back: bool
) -> None:
    """S class, River and the Dutch are gone for good, Gato returns to the force pool [D5.2]."""
    game = marianas(ship("jp-dd-1", "DD"), nation=nation, off=off)
    game = game.with_ships([replace(boat(id_), tf="boats")])
    play = at_month(game, (1943, 9))
    dice = {
        "PH5.6 search boats P3.2 mar 1": 6,
        f"PH9.1 r1 {id_} v jp-dd-1 P3.3 mar 2": 2,
        f"PH9.2 r1 jp-dd-1 v {id_} P3.3 mar 2": 12,
    }
    events = play.file(JP, Engage(tf="tf", enemy="boats"), dice=dice)
    assert [one.back for one in told(events, ShipSunk)] == [back]
    entry = Entry(nation=nation, what=id_.rpartition("-")[0])
    assert play.game.pool == ((entry,) if back else ())


# --- attacks -------------------------------------------------------------------------------------


def attacked(
    target: Ship, dice: dict[str, Faces], date: tuple[int, int], off: tuple[str, ...] = ()
) -> tuple[Campaign, tuple[Event, ...]]:
    """A Gato meets a task force of one ship in the American half, and stays for one round."""
    game = marianas(target, date=date, off=off)
    game = game.with_ships([replace(boat("us-ss-gato-1"), tf="boats")])
    play = at_month(game, date)
    play.file(JP, BLIND)
    met = {"PH5.4 interception boats v tf P3.3 mar 1": 5, **dice}
    return play, play.file(US, BLIND, Engage(tf="boats", enemy="tf"), dice=met)


@pytest.mark.parametrize(
    ("date", "hit"),
    [((1943, 9), True), ((1942, 6), False), ((1943, 6), False), ((1943, 7), True)],
)
def test_gp47_gato_at_a_cruiser(date: tuple[int, int], hit: bool) -> None:
    """10 − 2 + 2 = 10 hits from summer 1943 on; before it is 9 and misses [PH9.1, D5.4]."""
    shot: dict[str, Faces] = {"PH9.1 r1 us-ss-gato-1 v chokai P3.3 mar 2": 10}
    play, events = attacked(ship("chokai", "CA"), shot, date)
    (shot_,) = told(events, BoatAttacked)
    assert (shot_.modifier, shot_.strength, shot_.armour) == (-2 if hit else -3, 2, 10)
    assert shot_.hit == hit
    assert play.game.ships["chokai"].damaged == hit


@pytest.mark.parametrize(
    ("off", "total", "hit"), [((), 9, True), ((), 8, False), (("D5",), 8, True)]
)
def test_gp48_gato_at_a_destroyer(off: tuple[str, ...], total: int, hit: bool) -> None:
    """7 hits, 6 misses: no attack strength against generic ships; without D5 it counts [D5.4]."""
    shots: dict[str, Faces] = {
        "PH9.1 r1 us-ss-gato-1 v jp-dd-1 P3.3 mar 2": total,
        "PH9.2 r1 jp-dd-1 v us-ss-gato-1 P3.3 mar 2": 2,
    }
    play, events = attacked(ship("jp-dd-1", "DD"), shots, (1943, 9), off)
    (shot,) = told(events, BoatAttacked)
    assert (shot.modifier, shot.strength, shot.armour) == (-2, 2 if off else 0, 7)
    assert shot.hit == hit
    assert ("jp-dd-1" not in play.game.ships) == hit


# --- convoys -------------------------------------------------------------------------------------

GATO = "PH9.1 r1 us-ss-gato-1 v jp-stp-1 P3.1 mar 3"


def answer(escort: str) -> str:
    return f"PH9.2 r1 {escort} v us-ss-gato-1 P3.1 mar 3"


def convoy(dice: dict[str, Faces], *, off: tuple[str, ...] = (), aim: str = "STP") -> Campaign:
    """A transport with two destroyers comes into the Marianas, where a Gato lies in wait."""
    ships = (ship("jp-dd-1", "DD"), ship("jp-dd-2", "DD"), ship("jp-stp-1", "STP"))
    game = marianas(*ships, off=off)
    game = game.with_ships([replace(boat("us-ss-gato-1"), tf="boats")])
    game = game.with_forces([replace(game.forces["tf"], at="BON")])
    play = at_month(replace(game, initiative="allied"), (1943, 9))
    play.file(US, BLIND, Submarines(aim=(aim,)))
    met: dict[str, Faces] = {"PH5.4 interception boats v tf P3.1 mar 2": 5}
    play.file(JP, BLIND, Sail(tf="tf", path=("MAR",)), dice={**met, **dice})
    return play


def test_gp49_boat_and_escorts_fire_at_once() -> None:
    """6 sinks the STP; 11 misses, 12 sinks the boat: all at once, each escort one [D6.2, D6.3]."""
    play = convoy({GATO: 8, answer("jp-dd-1"): 11, answer("jp-dd-2"): 12})
    assert sorted(play.game.ships) == ["jp-dd-1", "jp-dd-2"]
    (attack,) = told(play.events, BoatAttacked)
    assert (attack.ship, attack.modifier, attack.strength, attack.armour) == ("jp-stp-1", -2, 0, 6)
    shots = [(one.needed, one.hit) for one in told(play.events, EscortAttacked)]
    assert shots == [(12, False), (12, True)]


def test_gp50_without_d6_one_escort_answers() -> None:
    """The boat fires first; one escort that is left answers [D6.off]."""
    play = convoy({GATO: 8, answer("jp-dd-1"): 12}, off=("D6",))
    assert sorted(play.game.ships) == ["jp-dd-1", "jp-dd-2"]
    fired = [type(one) for one in play.events if isinstance(one, BoatAttacked | EscortAttacked)]
    assert fired == [BoatAttacked, EscortAttacked]


def test_gp50_without_d6_an_escort_that_is_sunk_does_not_answer() -> None:
    """Aimed at the first destroyer the boat sinks it: 9 - 2 = 7; the other one answers [D6.off]."""
    dice: dict[str, Faces] = {GATO.replace("stp", "dd"): 9, answer("jp-dd-2"): 2}
    play = convoy(dice, off=("D6",), aim="jp-dd-1")
    assert sorted(play.game.ships) == ["jp-dd-2", "jp-stp-1", "us-ss-gato-1"]


# --- counter-interceptions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stays", "met"), [(Submarines(), []), (Submarines(withdraw=False), ["chicago"])]
)
def test_ph5_5_boats_that_withdraw_from_the_guard_do_not_reach_the_convoy(
    stays: Submarines, met: list[str]
) -> None:
    """A destroyer meets the boat first; if it breaks off its interception fails [D6.4]."""
    game = force(small_game(), "boat", "JP", "MAR", boat("jp-ss-kd6-kd7-1"))
    game = force(game, "guard", "US", "MAR", ship("us-dd-1", "DD", "US"))
    game = force(game, "tf-1", "US", "WAK", ship("chicago", "CA", "US"))
    counter = NavalInterception(counter="always")
    play = opened(replace(game, initiative="allied"), (BLIND, stays), (counter,))
    first, rounds = "jp-ss-kd6-kd7-1", 3 if met else 1
    dice: dict[str, Faces] = {
        "PH5.6 search boat by tf-1 P3.1 mar 1": 6,
        "PH5.4 interception boat v tf-1 P3.1 mar 2": 5,
        "PH5.5 counter-interception guard v boat P3.1 mar 3": 3,
    }
    for n in range(1, rounds + 1):
        dice[f"PH9.1 r{n} {first} v us-dd-1 P3.1 mar 4"] = 2
        dice[f"PH9.2 r{n} us-dd-1 v {first} P3.1 mar 4"] = 2
    dice |= {f"PH9.1 r1 {first} v {one} P3.1 mar 5": 2 for one in met}
    events = play.file(US, Sail(tf="tf-1", path=("MAR",)), dice=dice)
    attacked_ = [one.ship for one in told(events, BoatAttacked)]
    assert attacked_ == ["us-dd-1"] * rounds + met
    assert [one.tf for one in told(events, InterceptionFailed)] == ([] if met else ["boat"])
