"""Golden examples of ground movement and combat, from written orders [GP22-GP27, PH10].

Every die is written out; a label that is not rolled, or not written down, fails.
"""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.events_land import GroundRound, OffensiveBegun
from pbem.systems.pto.table.orders_month import Assault, Attack, March, Offensive, Pass
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import (
    Faces,
    force,
    holding,
    ship,
    small_game,
    troops,
)

WINTER = {"W1 grounding arctic": 2, "W1 grounding land": 2}
FAIR = {"P1.1 condition": 4, "W1 grounding arctic": 2}
"""The dice of a fair March."""


def at_phase_4(game: Game, weather: Mapping[str, Faces], *, acts: str = TOKYO) -> Campaign:
    """A month in which nothing has happened yet, at the first opportunity of a seat."""
    for nation in ("JP", "US", "CN"):
        game = game.with_purse(nation, Purse(track=2, points=9))
    initiative = "japanese" if acts == TOKYO else "allied"
    play = begun(replace(game, initiative=initiative), dice=weather)
    other = WASHINGTON if acts == TOKYO else TOKYO
    play.file(acts, *QUIET)
    play.file(other, *QUIET)
    return play


def land(nation: str, theatre: str) -> Offensive:
    return Offensive(kind="land", nation=nation, theatres=(theatre,))


# --- movement ------------------------------------------------------------------------------------


def test_gp22_in_the_monsoon_a_unit_goes_one_area_whatever_the_terrain() -> None:
    """Pieces are laid: no scenario's monsoon finds a Japanese unit that marches in Indochina."""
    game = holding(troops(small_game(), "division", "JP", "INC"), "JP", "MAL", "BUR")
    play = at_phase_4(game, FLYING)
    assert play.refused(Pass(), March(unit="division", path=("MAL",))) == []
    assert play.refused(Pass(), March(unit="division", path=("MAL", "INC"))) == [
        "the way costs 4 MP, and division has 2 [PH1.4]"
    ]


def test_gp23_winter_takes_a_movement_point_in_the_land_zone() -> None:
    """Armies of scenario 1, in a December that is winter."""
    play = scenario("pearl-harbor")
    play.prepare("japanese", *QUIET)
    play.file("allied", *QUIET, dice={"P1.1 condition": 4, **WINTER})
    for seat in ("japanese", "allied"):
        play.file(seat)
    rough = March(unit="jp-11th-army-a", path=("HUN",))
    assert play.refused(land("JP", "China"), rough) == [
        "the way costs 2 MP in this month's weather, and 11th Army A (jp-11th-army-a) has 1 [PH1.4]"
    ]
    clear = March(unit="jp-n-china-army-a", path=("YAN",))
    play.file("japanese", land("JP", "China"), clear)
    assert play.game.ground["jp-n-china-army-a"].at == "YAN"


# --- modifiers -----------------------------------------------------------------------------------


def attacked(
    play: Campaign, seat: str, die: int, *orders: Order, tag: int = 1
) -> tuple[GroundRound, tuple[Event, ...]]:
    """The first round of a land offensive whose attack stops after it, and all events."""
    area = next(order.area for order in orders if isinstance(order, Attack)).lower()
    events = play.file(seat, *orders, dice={f"PH10.5 {area} r1 P4A {area} {tag}": die})
    (first,) = told(events, GroundRound)
    return first, events


def test_gp24_across_a_river_in_the_monsoon() -> None:
    """Weather -1, river -2, rough -1; 6 - 4 = 2 [W1.2.b, W1.2.c, PH10.5].

    Pieces are laid: while Hunan is Chinese, no scenario has a monsoon.
    """
    game = troops(small_game(), "army", "CN", "HUN", strength=4)
    play = at_phase_4(troops(game, "garrison", "JP", "SCH", move=0), FLYING, acts=WASHINGTON)
    march, attack = March(unit="army", path=("SCH",)), Attack(area="SCH", below="5:1")
    first, _ = attacked(play, WASHINGTON, 6, land("CN", "China"), march, attack)
    assert sorted(first.modifiers) == ["river -2", "rough -1", "weather -1"]
    assert (first.odds, first.die, first.result) == ("2:1", 2, "A1")


def test_gp25_across_a_river_in_winter() -> None:
    """Weather -1, river -1, rough -1; units of movement 3 get there [W1.3.a, W1.3.b].

    Pieces are laid: no scenario gives Japan or China a unit so fast.
    """
    game = troops(small_game(year=1943, month=1), "army", "JP", "YAN", strength=4, move=3)
    play = at_phase_4(troops(game, "9th-wz", "CN", "HUN", strength=2), WINTER)
    march, attack = March(unit="army", path=("HUN",)), Attack(area="HUN", below="5:1")
    first, _ = attacked(play, TOKYO, 6, land("JP", "China"), march, attack)
    assert sorted(first.modifiers) == ["river -1", "rough -1", "weather -1"]
    assert first.die == 3


def test_gp27_a_landing_on_kiska_in_the_monsoon_months() -> None:
    """Weather -1, rough -1, landing -1 [W1.2.b, PH10.5].

    Pieces are laid: off Midway nobody defends Kiska, and in October 1944 Japan would first have to
    come there.
    """
    game = force(small_game(year=1943), "convoy", "US", "ALE", ship("us-stp-1", "STP", "US"))
    game = troops(holding(game, "JP", "KIS"), "marines", "US", "us-stp-1", strength=4)
    play = at_phase_4(troops(game, "garrison", "JP", "KIS", move=0), FLYING, acts=WASHINGTON)
    ashore, attack = Assault(units=("marines",), area="KIS"), Attack(area="KIS", below="5:1")
    first, _ = attacked(play, WASHINGTON, 6, land("US", "North"), ashore, attack)
    assert sorted(first.modifiers) == ["landing -1", "rough -1", "weather -1"]
    assert first.die == 3


# --- offensives ----------------------------------------------------------------------------------


def test_what_the_track_does_not_cover_costs_double() -> None:
    """PH12.2: three at once with two on the track, and 1 EP for each beyond the first."""
    play = at_phase_4(small_game(), FLYING, acts=WASHINGTON)
    offensives = (land("US", one) for one in ("Philippines", "North", "Central Pacific"))
    events = play.file(WASHINGTON, *offensives)
    paid = [(one.track, one.impromptu, one.points) for one in told(events, OffensiveBegun)]
    assert paid == [(1, 0, 0), (1, 0, 1), (0, 1, 2 * 3 + 1)]
    assert (play.game.purses["US"].track, play.game.purses["US"].points) == (0, 9 - 1 - 7)
