"""Several offensives in one file: one of which nothing is possible any more is free [F.2.7]."""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.orders_month import Engage, Offensive, Pass, Sail, Strike
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import NavalInterception, SearchRule
from pbem.systems.pto.table.state import Game, Month, Purse
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.tabletop import (
    Faces,
    aboard,
    based,
    force,
    in_words,
    ship,
    small_game,
    standing,
    told,
    troops,
)

FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
QUIET = (SearchRule(when="never"), NavalInterception(when="never", counter="never"))
FIRST: tuple[Order, ...] = (
    Offensive(kind="sea", nation="JP", stack="a"),
    Engage(tf="a", enemy="tf-1"),
)
THEN = Offensive(kind="sea", nation="JP", stack="b", next=True)
AT_FIRST = Engage(tf="b", enemy="tf-1")
SUNK: Mapping[str, Faces] = {
    "PH5.4 interception a v tf-1 P4B car 1": 6,
    "PH6.1 r1 ashigara v us-dd-1 P4B car 2": 12,
}
GONE = "tokyo: 'offensive' of Japan is void: tf-1 is there no more [P4B.3.1]"


def two_stacks() -> Game:
    """Cruiser and battleship stand by off Truk, where a destroyer lies; another is off Wake."""
    game = force(small_game(month=6), "a", "JP", "CAR", ship("ashigara", "CA"))
    game = force(game, "b", "JP", "CAR", ship("nagato", "BB"))
    game = force(game, "tf-1", "US", "CAR", ship("us-dd-1", "DD", "US"))
    game = force(game, "tf-2", "US", "MSH", ship("us-dd-2", "DD", "US"))
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=4))
    return replace(game, at_war=True)


def in_phase_4(game: Game) -> Campaign:
    """Japan's first offensive; the Allies rest."""
    play = begun(game, dice=FLYING)
    play.file("tokyo", *QUIET, Sail(tf="a", standby=True), Sail(tf="b", standby=True))
    play.file("washington", *QUIET, Pass(rest=True, ends=True))
    return play


def performed(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    return [one.where for one in told(events, OffensiveBegun)]


def test_f_2_7_at_sea_one_whose_enemy_is_sunk_is_void_and_free() -> None:
    """The battleship would cost two [D13.3]; it stands by still and has an offensive later."""
    play = in_phase_4(two_stacks())
    events = play.file("tokyo", *FIRST, THEN, AT_FIRST, dice=SUNK)
    assert GONE in in_words(events)
    assert performed(events) == [("a",)]
    assert play.game.purses["JP"].track == 3
    assert play.game.ships["nagato"].mark == "standby"
    events = play.file("tokyo", Offensive(kind="sea", nation="JP", stack="b"))
    assert performed(events) == [("b",)]


def test_f_2_7_the_way_to_an_enemy_who_is_sunk_keeps_nothing_alive() -> None:
    """It sailed to be at another target; one of two that is left is enough."""
    around = Sail(tf="b", path=("MSH", "CAR"))
    play = in_phase_4(two_stacks())
    events = play.file("tokyo", *FIRST, THEN, around, AT_FIRST, dice=SUNK)
    assert performed(events) == [("a",)]
    assert GONE in in_words(events)


def test_f_2_7_an_enemy_is_there_where_the_sail_ends() -> None:
    play = in_phase_4(two_stacks())
    away = (Sail(tf="b", path=("MSH",)), Engage(tf="b", enemy="tf-2"))
    dice = {**SUNK, "PH5.4 interception b v tf-2 P4B msh 2": 1}
    events = play.file("tokyo", *FIRST, THEN, *away, dice=dice)
    assert performed(events) == [("a",), ("b",)]
    assert play.game.forces["b"].at == "MSH"


def test_f_2_7_a_patrol_names_no_purpose_and_is_performed() -> None:
    """With a way or without one; whom it meets is for the enemy's standing orders."""
    for orders in ((), (Sail(tf="b", path=("MSH",)),)):
        play = in_phase_4(two_stacks())
        events = play.file("tokyo", *FIRST, THEN, *orders, dice=SUNK)
        assert performed(events) == [("a",), ("b",)]
        assert play.game.purses["JP"].track == 1


def test_f_2_7_a_strike_of_carriers_that_act_is_a_purpose() -> None:
    """It is gone with its target; the other one, found before, is left where the carrier sails."""
    game = force(two_stacks(), "b", "JP", "CAR", ship("kaga", "CV"))
    game = aboard(game, "J-CV41", "JP", "kaga")
    game = game.with_forces(replace(game.forces[tf], searched=True) for tf in ("tf-1", "tf-2"))
    at_first = Strike(units=("kaga-air",), area="CAR", tf="tf-1")
    play = in_phase_4(game)
    events = play.file("tokyo", *FIRST, THEN, at_first, dice=SUNK)
    assert performed(events) == [("a",)]
    assert in_words(events)[-2:-1] == [
        "tokyo: 'offensive' of Japan is void: tf-1 is not there any more [PH5.7]"
    ]


def test_f_2_7_cargo_under_way_is_a_purpose() -> None:
    """The transport takes its troops where they go ashore, though its enemy is sunk."""
    game = force(two_stacks(), "b", "JP", "CAR", ship("jp-stp", "STP"), ship("nagato", "BB"))
    game = troops(game, "snlf", "JP", "jp-stp")
    ashore = Sail(tf="b", land="TRU")
    play = in_phase_4(game)
    events = play.file("tokyo", *FIRST, THEN, ashore, AT_FIRST, dice=SUNK)
    assert performed(events) == [("a",), ("b",)]
    assert play.game.ships["jp-stp"].bound == "TRU"


def three_stacks() -> Campaign:
    """As `two_stacks`, with a destroyer that stands by off Truk, too, in phase 4."""
    play = begun(force(two_stacks(), "c", "JP", "CAR", ship("jp-dd-1", "DD")), dice=FLYING)
    play.file("tokyo", *QUIET, *(Sail(tf=tf, standby=True) for tf in "abc"))
    play.file("washington", *QUIET, Pass(rest=True, ends=True))
    return play


def test_pr89_a_patrol_keeps_the_offensive_of_all() -> None:
    """The other one's enemy is gone; with a way or without any order a force has lost nothing."""
    given: tuple[tuple[tuple[Order, ...], str], ...] = (
        ((Sail(tf="c", path=("MSH",)),), "MSH"),
        ((), "CAR"),
    )
    for orders, at in given:
        play = three_stacks()
        both = replace(THEN, stacks=("c",))
        events = play.file("tokyo", *FIRST, both, AT_FIRST, *orders, dice=SUNK)
        assert performed(events) == [("a",), ("b", "c")]
        assert play.game.forces["c"].at == at


def test_pr89_so_does_a_command_stack_without_orders() -> None:
    play = three_stacks()
    both = replace(THEN, stack="c", stacks=("b",))
    events = play.file("tokyo", *FIRST, both, AT_FIRST, dice=SUNK)
    assert performed(events) == [("a",), ("c", "b")]


def test_pr89_an_offensive_is_void_when_the_orders_of_each_force_are() -> None:
    play = three_stacks()
    both, too = replace(THEN, stacks=("c",)), Engage(tf="c", enemy="tf-1")
    events = play.file("tokyo", *FIRST, both, AT_FIRST, too, dice=SUNK)
    assert performed(events) == [("a",)]
    assert GONE in in_words(events)


def test_pr89_an_appended_one_whose_enemy_is_sunk_is_void_and_free_too() -> None:
    """The cruiser sinks him in phase 3 of the same file; the battleship waits for another day."""
    game = replace(two_stacks(), month=Month(first="allied"))
    play = begun(standing(game, "washington", *QUIET), "P3.1-second")
    orders = (
        *QUIET,
        *(Engage(tf="a", enemy="tf-1"), Sail(tf="b", standby=True)),
        *(replace(THEN, next=False), replace(AT_FIRST, appended=True)),
    )
    dice = {label.replace("P4B", "P3.3"): face for label, face in SUNK.items()}
    events = play.file("tokyo", *orders, dice=dice)
    assert in_words(events)[-1] == GONE
    assert performed(events) == []
    assert play.game.purses["JP"].track == 4
    assert play.asked == "washington"


def peace(*forces: str, points: int = 1) -> Campaign:
    """Phase 4 before the war: battleships that act are two offensives each once it has come.

    An aircraft of Truk is to strike off Wake with the second offensive [D13.1, D13.3].
    """
    game = replace(two_stacks(), at_war=False)
    game = force(game, "c", "JP", "CAR", ship("mutsu", "BB"))
    game = based(game, "G4M", "JP", "TRU", "g4m").with_purse("JP", Purse(track=3, points=points))
    game = game.with_forces([replace(game.forces["tf-2"], searched=True)])
    play = begun(game, dice=FLYING)
    play.file("tokyo", *QUIET, *(Sail(tf=tf, standby=True) for tf in ("a", *forces)))
    play.file("washington", *QUIET, Pass(rest=True, ends=True))
    return play


RAID: tuple[Order, ...] = (
    Offensive(kind="air", nation="JP", targets=("MSH",)),
    Strike(units=("g4m",), area="MSH", tf="tf-2"),
)


def test_f_2_7_of_a_part_that_has_become_too_dear_what_can_be_paid_is_performed() -> None:
    """Nagato takes the two that are left on the track; the air offensive would cost 5 EP."""
    play = peace("b")
    events = play.file("tokyo", *FIRST, THEN, Sail(tf="b", path=("MSH",)), *RAID, dice=SUNK)
    assert performed(events) == [("a",), ("b",)]
    assert (
        "tokyo: 'offensive' of Japan is void: Japan would pay 5 EP and has 1 [PH12.2]"
        in in_words(events)
    )
    assert play.game.forces["b"].at == "MSH"
    assert not play.game.air["g4m"].committed
    assert play.game.purses["JP"] == Purse(points=1)


def test_f_2_7_one_that_could_be_paid_alone_is_not_lost_with_a_dear_one_above_it() -> None:
    """Two battleships would take four, and wait at sea; the bomber flies, at its own price."""
    play = peace("b", "c")
    both = replace(THEN, stacks=("c",))
    dice = {**SUNK, **{f"PH8.3 g4m v us-dd-2 #{n} P4C msh 2": 2 for n in (1, 2, 3)}}
    events = play.file("tokyo", *FIRST, both, *RAID, dice=dice)
    assert performed(events) == [("a",), ("MSH",)]
    assert (
        "tokyo: 'offensive' of Japan is void: Japan would pay 8 EP and has 1 [PH12.2]"
        in in_words(events)
    )
    assert play.game.ships["nagato"].mark == "standby"
    assert play.game.purses["JP"] == Purse(points=1, track=1)


def test_f_2_7_of_two_offensives_that_are_alike_the_one_that_can_be_paid_is_performed() -> None:
    """The first costs 5 EP beside Nagato, the second another 5, of 6."""
    play = peace("b", points=6)
    dice = {**SUNK, **{f"PH8.3 g4m v us-dd-2 #{n} P4C msh 2": 2 for n in (1, 2, 3)}}
    events = play.file("tokyo", *FIRST, THEN, RAID[0], *RAID, dice=dice)
    assert performed(events) == [("a",), ("b",), ("MSH",)]
    assert (
        "tokyo: 'offensive' of Japan is void: Japan would pay 10 EP and has 6 [PH12.2]"
        in in_words(events)
    )
    assert play.game.purses["JP"] == Purse(points=1)


def carrier_sunk(
    escort: Ship, shots: Mapping[str, int], offensive: Offensive, sail: Sail
) -> tuple[Campaign, tuple[Event, ...]]:
    """A carrier that is to strike in an appended offensive goes down in the file's phase 3."""
    game = force(two_stacks(), "c", "JP", "CAR", ship("kaga", "CV", armour=1), escort)
    game = aboard(game, "J-CV41", "JP", "kaga")
    strong = (ship(f"us-bb-{n}", "BB", "US", gun=9) for n in (1, 2, 3, 4))
    game = force(game, "tf-3", "US", "CAR", *strong)
    game = game.with_forces([replace(game.forces["tf-2"], searched=True)])
    game = replace(game, month=Month(first="allied"))
    play = begun(standing(game, "washington", *QUIET), "P3.1-second")
    orders = (
        *QUIET,
        *(Sail(tf=tf, standby=True) for tf in "bc"),
        *(Engage(tf="c", enemy="tf-3"), offensive, sail),
        Strike(units=("kaga-air",), area="MSH", tf="tf-2", appended=True),
    )
    dice: dict[str, Faces] = {"PH5.4 interception c v tf-3 P3.3 car 1": 6}
    dice |= {f"PH6.1 r1 {shot} P3.3 car 2": face for shot, face in shots.items()}
    events = play.file("tokyo", *orders, dice=dice)
    return play, events


def test_pr89_a_strike_of_carriers_that_are_sunk_was_no_order_for_others() -> None:
    """All of that force is sunk; for the battleship its way is still a patrol."""
    both = replace(THEN, stacks=("c",), next=False)
    away = Sail(tf="b", path=("MSH",), appended=True)
    shots = {f"us-bb-{n} v jp-dd-1": 12 for n in (1, 3)}
    shots |= {f"us-bb-{n} v kaga": 12 for n in (2, 4)}
    play, events = carrier_sunk(ship("jp-dd-1", "DD"), shots, both, away)
    assert performed(events) == [("b",)]
    assert play.game.forces["b"].at == "MSH"


def test_pr89_the_way_of_the_escort_of_a_carrier_that_is_sunk_keeps_nothing_alive() -> None:
    """It sailed for the strike, and stands by still; it could sail from where it withdrew, too."""
    alone = replace(THEN, stack="c", next=False)
    away = Sail(
        tf="c",
        path=(
            "PHS",
            "CAR",
        ),
        appended=True,
    )
    shots = {"us-bb-1 v jp-dd-1": 12, "jp-dd-1 v us-bb-1": 2}
    shots |= {f"us-bb-{n} v kaga": 12 for n in (2, 3, 4)}
    play, events = carrier_sunk(ship("jp-dd-1", "DD", armour=30), shots, alone, away)
    assert performed(events) == []
    assert in_words(events)[-1] == "tokyo: 'offensive' of Japan is void: kaga-air is lost [PH8.1]"
    assert play.game.ships["jp-dd-1"].mark == "standby"
