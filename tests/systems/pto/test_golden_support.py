"""Ground support from written orders: who flies, and who is met [P4A.3.B, PH8.1]."""

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.rules.month import p4_land
from pbem.systems.pto.table.events_combat import AirCombatBegun
from pbem.systems.pto.table.events_land import GroundRound, Shelled, Supported
from pbem.systems.pto.table.events_naval import UnitsStay
from pbem.systems.pto.table.orders_month import Assault, Attack, March, Offensive, Strike, Support
from pbem.systems.pto.table.standing import AirInterception
from pbem.systems.pto.table.standing import GroundDefence as Defence
from pbem.systems.pto.table.state import Game, Purse
from pbem.systems.pto.words.land import lines
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign, at_phase_3, told
from tests.systems.pto.phase4 import april, at_phase_4
from tests.systems.pto.skies import QUIET, RISING, TOKYO, WASHINGTON, afloat, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    ScriptedDice,
    based,
    force,
    holding,
    ship,
    small_game,
    troops,
)


def land(nation: str, theatre: str) -> Offensive:
    return Offensive(kind="land", nation=nation, theatres=(theatre,))


def over_malaya(game: Game, japanese: tuple[Order, ...], allied: tuple[Order, ...]) -> Campaign:
    """The month up to its first offensive, which is Japan's, or the enemy's without a track."""
    play = opened(game, japanese, allied)
    play.file(TOKYO)
    play.file(WASHINGTON)
    return play


def test_support_flies_without_units_that_have_flown() -> None:
    """PH13.2, PH8.1: the fighter has flown for the air offensive and escorts nobody."""
    game = based(small_game(), "Ki-21", "JP", "INC", "ki-21-a", "ki-21-b")
    game = based(game, "A6M2", "JP", "INC", "a6m2")
    game = troops(game, "jp-1", "JP", "MAL", strength=4)
    game = troops(game, "uk-1", "UK", "MAL", strength=2)
    game = afloat(game, "tf-1", "UK", "BEN", (("victorious", "CV", "UK-CV42"),))
    game = game.with_purse("JP", Purse(track=2, points=9))
    play = over_malaya(game, RISING, RISING)
    air = Offensive(kind="air", nation="JP", targets=("MAL",))
    strike = Strike(units=("ki-21-b",), area="MAL", at="airfield")
    support = Support(units=("ki-21-a",), escorts=("a6m2",), area="MAL")
    dice: dict[str, Faces] = {
        "D8 CAP tf-1 P4C mal 1": 1,
        "PH7.3 r1 victorious-air v a6m2 P4C mal 1": 2,
        "PH7.3 r1 a6m2 v victorious-air P4C mal 1": 12,
        "PH8.7 ki-21-b v mal airfield P4C mal 2": 2,
        "PH10.5 mal r1 P4A mal 2": 1,
    }
    attack = Attack(area="MAL", units=("jp-1",), below="5:1")
    orders = (land("JP", "Malaya"), air, strike, support, attack)
    assert any(
        words.startswith("⟨a6m2⟩ may rise to help others before the support is due")
        for words in foretold(play, *orders).warnings
    )
    events = play.file(TOKYO, *orders, dice=dice)
    (stay,) = told(events, UnitsStay)
    assert (stay.units, stay.why, stay.cited) == (("a6m2",), "flown", "PH8.1")
    assert [(one.units, one.strength) for one in told(events, Supported)] == [(("ki-21-a",), 2)]


def test_ph10_3_a_round_says_where_support_is_the_most_that_counts() -> None:
    """As much as the units there have themselves."""
    attack = Roll(label="PH10.5 mal r1 P4A mal 1", sides=6, dice=(3,))
    event = GroundRound(
        to=ALL,
        area="MAL",
        number=1,
        attack=4,
        attack_support=3,
        defence=2,
        defence_support=2,
        odds="1:1",
        roll=attack,
        modifiers=(),
        die=3,
        result="X",
    )
    (line,) = lines(event, CHARTS)
    assert (
        "round 1: 4 and support 3 against 2 and support 2 (the most that counts), 1:1" in line.text
    )


@pytest.mark.parametrize(("off", "up"), [((), ()), (("D16",), ("a6m2",))])
def test_fighter_bombers_that_support_count_as_fighters(
    off: tuple[str, ...], up: tuple[str, ...]
) -> None:
    """F.4, D16.1: one fighter does not rise at 1:1 against two that fight; without D16 it does."""
    game = based(small_game(off=off), "P-38", "US", "PTM", "p-38-a", "p-38-b")
    game = based(holding(game, "JP", "RAB", "LAE"), "A6M2", "JP", "RAB", "a6m2")
    game = troops(game, "us-1", "US", "PTM", strength=4).with_purse("US", Purse(track=1))
    play = over_malaya(game, (*QUIET, AirInterception()), QUIET)
    support = Support(units=("p-38-a", "p-38-b"), area="LAE")
    march = March(unit="us-1", path=("LAE",))
    tag = "P4A lae 1"
    dice: dict[str, Faces] = {f"PH7.3 r{n} a6m2 v p-38-a {tag}": 2 for n in (1, 2) if up}
    events = play.file(WASHINGTON, land("US", "Bismarcks"), march, support, dice=dice)
    assert [one.interceptors for one in told(events, AirCombatBegun)] == [
        one for one in (up,) if up
    ]
    assert play.game.air["a6m2"].committed == bool(up)


@pytest.mark.parametrize("off", [(), ("D15",)])
def test_d15_1_carriers_meet_ground_support(off: tuple[str, ...]) -> None:
    """Victorious, off Malaya, rises against the bomber and shoots it down."""
    game = based(small_game(off=off), "Ki-21", "JP", "INC", "ki-21")
    game = troops(troops(game, "jp-1", "JP", "MAL", strength=4), "uk-1", "UK", "MAL", strength=2)
    game = afloat(game, "tf-1", "UK", "BEN", (("victorious", "CV", "UK-CV42"),))
    play = over_malaya(game.with_purse("JP", Purse(track=1)), QUIET, RISING)
    dice: dict[str, Faces] = {
        "D8 CAP tf-1 P4A mal 1": 1,
        "PH7.3 r1 victorious-air v ki-21 P4A mal 1": 12,
        "PH10.5 mal r1 P4A mal 2": 1,
    }
    attack = Attack(area="MAL", units=("jp-1",), below="5:1")
    support = Support(units=("ki-21",), area="MAL")
    events = play.file(TOKYO, land("JP", "Malaya"), support, attack, dice=dice)
    assert told(events, AirCombatBegun)[0].interceptors == ("victorious-air",)
    assert [one.strength for one in told(events, Supported)] == [0]


# --- the defender's, by standing order [F.4, PR95] -----------------------------------------------


def invaded() -> Game:
    """As Japan attacks Malaya: bombers in Burma and Sumatra, Victorious in the sea between."""
    game = based(small_game(), "Hudson", "UK", "BUR", "uk-a", "uk-b", "uk-c", "uk-d")
    game = based(game, "Hudson", "UK", "SUM", "uk-e", "uk-f")
    game = troops(troops(game, "jp-1", "JP", "MAL", strength=4), "uk-1", "UK", "MAL", strength=4)
    game = afloat(game, "tf-1", "UK", "BEN", (("victorious", "CV", "UK-CV42"),))
    return game.with_purse("JP", Purse(track=1))


def helping(dice: dict[str, Faces], *ground: Defence) -> list[tuple[str, ...]]:
    """The Allied bombers that help the defence of Malaya."""
    play = over_malaya(invaded(), QUIET, (*QUIET, *ground))
    attack = Attack(area="MAL", units=("jp-1",), below="5:1")
    events = play.file(TOKYO, land("JP", "Malaya"), attack, dice=dice)
    return [one.units for one in told(events, Supported)]


CARRIER = ("victorious-air",)
HUDSONS = ("uk-a", "uk-b", "uk-c", "uk-d", "uk-e", "uk-f")


@pytest.mark.parametrize(
    ("ground", "who"),
    [
        ((), ("uk-a", "uk-b", "uk-c")),
        ((Defence(units=("uk-f", "uk-d"), support=0),), ("uk-d", "uk-f")),
        ((Defence(units=("uk-f",), support=50),), ("uk-a", "uk-b", "uk-c", "uk-f")),
        ((Defence(of="BUR", support=0),), ("uk-e",)),
        (
            (Defence(of="BUR", support=0), Defence(of="UK", support=100)),
            HUDSONS[4:] + CARRIER,
        ),
        ((Defence(of="MAL", support=0),), ()),
        ((Defence(of="MAL", support=0), Defence(of="BUR", support=100)), HUDSONS[:4]),
        ((Defence(support=0), Defence(of="tf-1", support=100)), CARRIER),
    ],
    ids=("default", "named", "named-and-share", "base", "base-not-nation", "area", "both", "force"),
)
def test_f_4_the_defence_is_helped_by_units_and_a_share(
    ground: tuple[Defence, ...], who: tuple[str, ...]
) -> None:
    """Each bomber by the order of its base or task force, then of the area, then of its nation."""
    dice: dict[str, Faces] = {f"PH10.5 mal r1 P4A mal {2 if who else 1}": 4}
    if CARRIER[0] in who:
        dice["D8 strike tf-1 P4A mal 1"] = 1
    assert helping(dice, *ground) == [one for one in (who,) if one]


def test_p4a_3_d_nobody_helps_to_defend_where_nobody_has_come_to_attack() -> None:
    """Who was to attack Malaya is lost, or has fought this month: no bomber is committed."""
    game, orders = invaded(), (land("JP", "Malaya"), Attack(area="MAL"))
    spent = replace(game.ground["jp-1"], mark="activated")
    for left in (replace(game, ground=game.ground.without("jp-1")), game.with_ground([spent])):
        since = p4_land.before(left, orders)
        after, events = p4_land.fight(left, TOKYO, orders, since, CHARTS, ScriptedDice())
        assert not told(events, Supported)
        assert not any(unit.struck or unit.committed for unit in after.air.values())


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("a6m2-6th", "A6M2 6th (a6m2-6th) has no bombing strength [PH10.3]"),
        ("b-17-7af", "B-17 7AF (b-17-7af) is not yours [F.6.3]"),
    ],
)
def test_f_4_only_bombers_of_ones_own_are_named_for_the_defence(named: str, why: str) -> None:
    assert at_phase_3().refused(Defence(units=(named,))) == [why]


def test_ph10_3_ships_that_fire_for_a_landing_or_its_defence_are_named_in_the_report() -> None:
    """Once for all rounds; a cruiser that is damaged does not fire, nor one that is far away."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"), ship("kongo", "BB"))
    hurt = replace(ship("tone", "CA"), damaged=True)
    game = force(game, "screen", "JP", "SCS", ship("mogami", "CA"), hurt)
    game = force(game, "far", "JP", "HOM", ship("hiei", "BB"))
    game = force(game, "tf-z", "UK", "BEN", ship("repulse", "BB"))
    game = troops(troops(game, "jp-1", "JP", "jp-stp-1", strength=9), "uk-1", "UK", "MAL")
    play = at_phase_4(game)
    landing = Assault(units=("jp-1",), area="MAL")
    rounds = [f"PH10.5 mal r{number} P4A mal 1" for number in (1, 2)]
    play.file(TOKYO, land("JP", "Malaya"), landing, dice=dict.fromkeys(rounds, 3))
    fired = told(play.events, Shelled)
    assert [line.text for one in fired for line in lines(one, CHARTS)] == [
        "⟨kongo⟩ and ⟨mogami⟩ fire from the sea for the Japanese at ⟨MAL⟩ with 3 [PH10.3]",
        "⟨repulse⟩ fires from the sea for the Allies at ⟨MAL⟩ with 2 [PH10.3]",
    ]
    (first, *_) = told(play.events, GroundRound)
    assert (first.attack_support, first.defence_support) == (3, 2)
