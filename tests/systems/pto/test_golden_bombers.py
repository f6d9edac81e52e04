"""Golden examples of bombers and fighter-bombers, from written orders [GP61, GP64, GP66]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.rules.month.p1_weather import may_ground
from pbem.systems.pto.table.events_combat import (
    AirCombatBegun,
    AirNavalAttack,
    InstallationAttacked,
)
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import QUIET, RISING, TOKYO, WASHINGTON, afloat, air, fleet, opened
from tests.systems.pto.tabletop import CHARTS, Faces, based, force, holding, ship, small_game

SEARCHING = QUIET[1:]


def allied_half(game: Game) -> Campaign:
    """The American half of phase 3, in which nobody answers."""
    play = opened(game, QUIET, SEARCHING)
    play.file(TOKYO)
    return play


def fortresses(off: tuple[str, ...] = ()) -> Campaign:
    """A B-17 at Port Moresby, Nagato at sea and Mutsu in port beside it."""
    game = force(small_game(off=off), "sea", "JP", "SOL", ship("nagato", "BB"))
    game = force(game, "port", "JP", "LAE", ship("mutsu", "BB"))
    game = game.with_area("LAE", replace(game.areas["LAE"], nation="JP"))
    return allied_half(based(game, "B-17", "US", "PTM", "b-17", "b-17-too"))


def test_gp61_strategic_bombers_attack_ships_in_port_alone() -> None:
    """At sea refused; in port one roll without modifier; without D12 at sea, too [D12.1, PH8.4]."""
    at_sea = Strike(units=("b-17",), area="SOL", tf="sea")
    in_port = Strike(units=("b-17",), area="LAE", tf="port")
    play, found = fortresses(), {"PH5.6 search sea P3.2 sol 1": 6}
    assert play.refused(at_sea) == [
        "B-17 b-17 (b-17) attacks ships only in port, and sea is at sea [D12.1]"
    ]
    both = play.refused(replace(at_sea, units=("b-17", "b-17-too")))
    assert [one.partition(" attacks")[0] for one in both] == [
        "B-17 b-17 (b-17)",
        "B-17 b-17-too (b-17-too)",
    ]
    events = play.file(WASHINGTON, in_port, dice={**found, "PH8.3 b-17 v mutsu #1 P3.2 lae 2": 9})
    assert [(one.modifier, one.hits) for one in told(events, AirNavalAttack)] == [(0, 0)]
    assert fortresses(("D12",)).refused(at_sea) == []


def test_gp61_who_was_activated_is_safe_in_port() -> None:
    """Mutsu comes into port in a sea offensive; then B-17s are refused, without D12 not [D12.1]."""
    for off in ((), ("D12",)):
        game = force(small_game(off=off), "tf", "JP", "BIS", ship("mutsu", "BB"))
        game = based(holding(game, "JP", "LAE"), "B-17", "US", "PTM", "b-17")
        game = game.with_purse("JP", Purse(track=2)).with_purse("US", Purse(track=1))
        play = opened(game)
        play.file(TOKYO, Sail(tf="tf", standby=True))
        play.file(WASHINGTON)
        sea = Offensive(kind="sea", nation="JP", stack="tf")
        play.file(TOKYO, sea, Sail(tf="tf", path=("LAE",)))
        air_ = Offensive(kind="air", nation="US", targets=("LAE",))
        refused = "B-17 b-17 (b-17) attacks no ships that are activated, as tf is [D12.1]"
        strike = Strike(units=("b-17",), area="LAE", tf="tf")
        assert play.refused(air_, strike) == ([] if off else [refused])


def lightning(off: tuple[str, ...] = ()) -> Campaign:
    """A P-38 and a flying boat at Port Moresby, Nagato at sea beside it."""
    game = force(small_game(off=off), "sea", "JP", "SOL", ship("nagato", "BB"))
    game = based(game, "PBY", "US", "PTM", "pby")
    return allied_half(based(game, "P-38", "US", "PTM", "p-38"))


def test_gp64_a_lightning_strikes_ships() -> None:
    """One roll; 10 hits a named ship by default; without D3 it is a fighter [D3a, D9.1]."""
    order = Strike(units=("p-38",), area="SOL", tf="sea")
    play = lightning()
    dice: dict[str, Faces] = {
        "PH5.6 search sea P3.2 sol 1": 6,
        "PH8.3 p-38 v nagato #1 P3.2 sol 3": 10,
    }
    events = play.file(WASHINGTON, order, dice=dice)
    (shot,) = told(events, AirNavalAttack)
    assert (shot.modifier, shot.hits, shot.cited) == (0, 1, "D9.1")
    assert play.game.ships["nagato"].damaged
    assert lightning(("D3",)).refused(order) == [
        "P-38 p-38 (p-38) has no strength against ships [PH8.3]"
    ]


@pytest.mark.parametrize(
    ("off", "bombing", "fighting"),
    [((), air("cv-1", "cv-2"), air("cv-1", "cv-2")), (("D16",), air("cv-1"), air("cv-2"))],
)
def test_gp66_fighter_bombers_fight_and_bomb(
    off: tuple[str, ...], bombing: tuple[str, ...], fighting: tuple[str, ...]
) -> None:
    """Both do both; without D16 the bomber does not fire and the escort does not bomb [D16]."""
    game = afloat(small_game(off=off), "tf-16", "US", "MSH", fleet(2, "US-CV42"))
    play = opened(based(game, "A6M2", "JP", "KWA", "a6m2"), RISING, QUIET)
    play.file(TOKYO)
    tag = "P3.2 kwa 1"
    dice: dict[str, Faces] = {f"D8 strike tf-16 {tag}": 6}
    for number in (1, 2):
        dice |= {f"PH7.3 r{number} {one} v a6m2 {tag}": 2 for one in fighting}
        dice[f"PH7.3 r{number} a6m2 v {fighting[0]} {tag}"] = 2
    dice |= {f"PH8.7 {one} v kwa airfield P3.2 kwa 2": 2 for one in bombing}
    escorts = tuple(one for one in fighting if one not in bombing)
    order = Strike(units=bombing, escorts=escorts, area="KWA", at="airfield")
    events = play.file(WASHINGTON, order, dice=dice)
    assert told(events, AirCombatBegun)[0].escorts == fighting
    assert tuple(one.unit for one in told(events, InstallationAttacked)) == bombing


def test_w1_4_the_weather_may_ground_who_flies_to_japan_in_winter_alone() -> None:
    """Japan lies in the land zone; the track of the year tells [P1.1]."""
    for turn, said in ((turn_of(1944, 12), True), (turn_of(1944, 6), False)):
        assert may_ground(turn, "JPN", CHARTS) is said
