"""What brings Japan into the war that makes battleships burn fuel, from written orders [D13.1]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.systems.pto.table.events_play import WarBegun
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Engage,
    March,
    Sail,
    Strike,
    Transfer,
)
from pbem.systems.pto.table.standing import Gunnery, NavalInterception, SearchRule
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.events import lines
from pbem.systems.pto.words.sheets import facts
from tests.systems.pto.foretelling import JP, december, foretold
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import QUIET, RISING, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    force,
    holding,
    ship,
    small_game,
    troops,
)

NATIONS = pytest.mark.parametrize(("nation", "war"), [("US", True), ("CN", False)])
MET: tuple[Order, ...] = (*QUIET, Gunnery(after=1))
BOLD = NavalInterception(of="JP", when="always")


def cruisers() -> Game:
    """A Japanese cruiser in Midway Sea, an American one beside it in Hawaiian waters."""
    game = force(small_game(), "main", "JP", "MID", ship("tone", "CA"))
    return force(game, "tf-1", "US", "HAW", ship("astoria", "CA", "US"))


def rounds(step: str, number: int) -> dict[str, Faces]:
    """The dice of a round in which both cruisers miss."""
    pairs = ("tone v astoria", "astoria v tone")
    return {f"PH6.1 r1 {pair} {step} {number}": 2 for pair in pairs}


def at_war(
    game: Game,
    *orders: Order,
    dice: Mapping[str, Faces],
    japanese: tuple[Order, ...] = MET,
    seat: str = TOKYO,
) -> bool:
    """Whether Japan is at war after a seat's file of phase 3."""
    play = opened(game, japanese, MET)
    assert not play.game.at_war
    if seat == WASHINGTON:
        play.file(TOKYO)
    play.file(seat, *orders, dice=dice)
    return play.game.at_war


def test_d13_1_a_strike_on_ships() -> None:
    game = based(holding(cruisers(), "JP", "WKE"), "G4M", "JP", "WKE", "g4m")
    raid = Strike(units=("g4m",), area="HAW", tf="tf-1")
    dice: dict[str, Faces] = {f"PH8.3 g4m v astoria #{n} P3.2 haw 3": 2 for n in (1, 2, 3)}
    assert at_war(game, raid, dice={"PH5.6 search tf-1 P3.2 haw 1": 6, **dice}, japanese=MET[1:])


@NATIONS
def test_d13_1_a_strike_on_aircraft_at_a_base_of_china(nation: str, *, war: bool) -> None:
    """Chungking is China's; whose the aircraft are decides."""
    game = based(small_game(), "P-40", nation, "CHU", "p-40")
    game = based(game, "Ki-21", "JP", "NCH", "ki-21")
    raid = Strike(units=("ki-21",), area="CHU", at="aircraft")
    dice: dict[str, Faces] = {f"PH8.6 ki-21 v chu #{n} P3.2 chu 2": 2 for n in (1, 2)}
    assert at_war(game, raid, dice=dice) is war


@NATIONS
def test_d13_1_a_base_change_that_is_met(nation: str, *, war: bool) -> None:
    game = based(small_game(), "P-40", nation, "LUZ", "p-40")
    game = based(game, "A6M2", "JP", "FOR", "a6m2")
    shots = {"a6m2 v p-40": 12, "p-40 v a6m2": 2}
    dice: dict[str, Faces] = {f"PH7.3 r1 {one} P3.4 ley 1": sum_ for one, sum_ in shots.items()}
    move = Transfer(units=("p-40",), to="LEY")
    assert at_war(game, move, dice=dice, japanese=RISING, seat=WASHINGTON) is war


def test_d13_1_an_interception_that_comes_to_combat() -> None:
    sail = Sail(tf="tf-1", path=("MID",))
    bold = (*MET, BOLD)
    missed: dict[str, Faces] = {"PH5.4 interception main v tf-1 P3.1 mid 2": 3}
    assert not at_war(cruisers(), sail, dice=missed, japanese=bold, seat=WASHINGTON)
    met: dict[str, Faces] = {"PH5.4 interception main v tf-1 P3.1 mid 2": 4}
    dice = met | rounds("P3.1 mid", 3)
    assert at_war(cruisers(), sail, dice=dice, japanese=bold, seat=WASHINGTON)


@pytest.mark.parametrize(("die", "war"), [(4, False), (3, True)])
def test_d13_1_an_interception_that_is_foiled_is_none(die: int, *, war: bool) -> None:
    """A cruiser beside the one that sails sinks the destroyer that comes for it [PH5.5]."""
    game = force(small_game(), "main", "JP", "MID", ship("jp-dd-1", "DD"))
    game = force(game, "tf-1", "US", "HAW", ship("astoria", "CA", "US"))
    game = force(game, "tf-2", "US", "MID", ship("portland", "CA", "US"))
    dice: dict[str, Faces] = {
        "PH5.4 interception main v tf-1 P3.1 mid 2": 4,
        "PH5.5 counter-interception tf-2 v main P3.1 mid 3": die,
        f"PH6.1 r1 {'astoria' if war else 'portland'} v jp-dd-1 P3.1 mid 4": 12,
    }
    play = opened(game, (*MET, BOLD), (*QUIET, NavalInterception(of="tf-2", counter="always")))
    play.file(TOKYO)
    play.file(WASHINGTON, Sail(tf="tf-1", path=("MID",)), dice=dice)
    assert "jp-dd-1" not in play.game.ships
    assert play.game.at_war is war


@pytest.mark.parametrize(("seat", "war"), [(TOKYO, True), (WASHINGTON, False)])
def test_d13_1_a_naval_attack_and_not_who_defends(seat: str, *, war: bool) -> None:
    game = force(cruisers(), "tf-1", "US", "MID", ship("astoria", "CA", "US"))
    one, two = ("main", "tf-1") if seat == TOKYO else ("tf-1", "main")
    met: dict[str, Faces] = {f"PH5.4 interception {one} v {two} P3.3 mid 1": 4}
    fight = Engage(tf=one, enemy=two)
    assert at_war(game, fight, dice=met | rounds("P3.3 mid", 2), seat=seat) is war


# --- on land -------------------------------------------------------------------------------------


def ashore(game: Game, theatre: str, *orders: Order, dice: Mapping[str, Faces] = {}) -> bool:
    """Whether Japan is at war after a land offensive in a theatre."""
    play = at_phase_4(game)
    play.file(TOKYO, land("JP", theatre), *orders, dice=dice)
    return play.game.at_war


def test_d13_1_a_landing_where_nobody_is() -> None:
    game = force(april(), "convoy", "JP", "WAK", ship("jp-stp-1", "STP"))
    game = troops(game, "snlf", "JP", "jp-stp-1")
    assert ashore(game, "Central Pacific", Assault(units=("snlf",), area="WKE"))


@pytest.mark.parametrize(
    ("path", "theatre", "war"),
    [(("INC", "MAL"), "Malaya", True), (("SCH", "HUN"), "China", False)],
)
def test_d13_1_a_march_into_an_area_that_is_empty(
    path: tuple[str, str], theatre: str, *, war: bool
) -> None:
    game = troops(april(), "division", "JP", path[0])
    assert ashore(game, theatre, March(unit="division", path=path[1:])) is war


@pytest.mark.parametrize(
    ("area", "theatre", "nation", "war"),
    [("MAL", "Malaya", "UK", True), ("HUN", "China", "CN", False), ("HUN", "China", "US", True)],
)
def test_d13_1_a_ground_attack(area: str, theatre: str, nation: str, *, war: bool) -> None:
    game = troops(troops(april(), "division", "JP", area), "enemy", nation, area)
    attack = Attack(area=area, below="5:1")
    dice: dict[str, Faces] = {f"PH10.5 {area.lower()} r1 P4A {area.lower()} 1": 3}
    assert ashore(game, theatre, attack, dice=dice) is war


# --- what is told of it --------------------------------------------------------------------------

FUEL = (
    "2 battleships that move at a month's end cost it 1 EP, and a sea offensive takes 2 offensives"
    " for each task force with a battleship [D13]"
)


def test_d13_1_is_told_before_it_is_signed_and_when_it_has_begun() -> None:
    """In a report and its headline, once; an offensive against China alone says nothing of it."""
    play = at_phase_4(troops(troops(april(), "division", "JP", "INC"), "guards", "JP", "SCH"))
    assert "China alone" in dict(facts(play.game, CHARTS))["Initiative"]
    marches = March(unit="division", path=("MAL",)), March(unit="guards", path=("HUN",))
    malaya, china = (land("JP", "Malaya"), marches[0]), (land("JP", "China"), marches[1])
    warned = f"Japan is at war once it attacks others than China [D13.1]; from then on {FUEL}"
    assert warned in foretold(play, *malaya).costs
    assert not any("[D13" in words for words in foretold(play, *china).costs)
    events = play.file(TOKYO, *malaya)
    told = [line.text for event in events for line in lines(event, CHARTS)]
    begun = f"Japan is at war with others than China; from now on {FUEL}"
    assert [text for text in told if "D13" in text] == [begun]
    assert "Japan is at war, and its battleships burn EP" in " ".join(headline(events))
    assert "China" not in dict(facts(play.game, CHARTS))["Initiative"]


def test_ph16_2_is_told_of_a_file_that_attacks_nobody() -> None:
    play = december()
    when = "From the end of this half of phase 3, whatever it attacks, Japan is at war [PH16.2]"
    assert f"{when}; from then on {FUEL}" in foretold(play).costs
    assert WarBegun(to=ALL) in play.file(JP, SearchRule(when="never", openly=True))
