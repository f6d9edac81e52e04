"""Golden examples of strikes off Leyte, October 1944, from written orders [GP3-GP7, GP86]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.pto.table.events_combat import AirNavalAttack, CarriersCoordinated
from pbem.systems.pto.table.events_naval import FightersRise
from pbem.systems.pto.table.orders_month import Blockade, Offensive, Sail, Strike
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.standing import AirStrikeRule, SearchRule, Submarines
from tests.systems.pto.frontdoor import Campaign, scenario, told
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import Faces

JP, US = "japanese", "allied"
ENTERPRISE, FRANKLIN, HANCOCK, HORNET, WASP = (
    f"us-cv44-{one}" for one in ("enterprise", "franklin", "hancock", "hornet", "wasp")
)
INTREPID = "us-cv44l-intrepid"
UNITS = (ENTERPRISE, FRANKLIN, HANCOCK, HORNET, WASP, INTREPID)
CARRIERS = ("tf-38-1", "tf-38-2", "tf-38-4")


OPENING: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 6}
WITH_SHIPS = FrozenMap[int | str](
    {
        WASP: "yamato",
        HORNET: "yamato",
        ENTERPRISE: "musashi",
        HANCOCK: "musashi",
        INTREPID: "musashi",
        FRANKLIN: "atago",
    }
)
"""The strike of the published examples: two, three and one unit."""


def found(
    *orders: Order, dice: Mapping[str, Faces] | None = None, off: tuple[str, ...] = ()
) -> Campaign:
    """TF Center comes to the Visayan Seas; the carriers stand by, and both sides are found."""
    play = scenario("leyte", off=off)
    play.file(JP, *QUIET)
    loud = (SearchRule(), Submarines(intercept="never"))
    play.file(US, *QUIET, *loud, *orders, Bid(nation="US", offensives=2), Blockade())
    play.file(JP, dice=OPENING)
    boats: dict[str, Faces] = {"PH5.6 search jp-phs-boats P3.2 phs 1": 6}
    play.file(US, *(Sail(tf=tf, standby=True) for tf in CARRIERS), dice=boats)
    way: dict[str, Faces] = {
        "PH5.6 search center P3.1 scs 1": 1,
        "PH5.6 search center P3.1 vis 1": 6,
        **{f"PH5.6 search tf-38-{n} P3.2 phs {n + 1}": 6 for n in range(1, 5)},
    }
    eyes = SearchRule(when="areas", areas=("PHS",))
    play.file(JP, Sail(tf="center", path=("SCS", "VIS")), eyes, dice=way | (dice or {}))
    assert play.game.forces["center"].searched
    return play


def strike(ships: FrozenMap[int | str] = WITH_SHIPS, aim: tuple[str, ...] = ()) -> Strike:
    return Strike(units=UNITS, area="VIS", tf="center", ships=ships, aim=aim)


SEA = Offensive(kind="sea", nation="US", stack="tf-38-1", stacks=CARRIERS[1:])
MISSES = {
    ENTERPRISE: (2, 2),
    FRANKLIN: (2, 2),
    HANCOCK: (2, 2),
    HORNET: (2, 2),
    WASP: (2, 2),
    INTREPID: (2, 2, 2),
}
TAG = "P4C vis 2"


def rolls(targets: Mapping[str, str], *thrown: Mapping[str, tuple[int, ...]]) -> dict[str, Faces]:
    """Dice of units at their targets; what is not written down misses."""
    totals = {unit: total for row in (MISSES, *thrown) for unit, total in row.items()}
    return {
        f"PH8.3 {unit} v {ship} #{n} {TAG}": total
        for unit, ship in targets.items()
        for n, total in enumerate(totals[unit], 1)
    }


def published(
    *thrown: Mapping[str, tuple[int, ...]], off: tuple[str, ...] = ()
) -> tuple[Campaign, tuple[Event, ...]]:
    """The events of the US sea offensive with the strike of the published examples."""
    play = found(off=off)
    targets = {unit: str(ship) for unit, ship in WITH_SHIPS.items()}
    dice = {"D8 strike tf-38-4 P4C vis 1": 3, **rolls(targets, *thrown)}
    return play, play.file(US, SEA, strike(), dice=dice)


def shots_at(ship: str, events: tuple[Event, ...]) -> list[tuple[str, int, int, int]]:
    """The rolls at a ship: by whom, total with the modifier, armour, hits."""
    return [
        (one.unit, sum(one.roll.dice) + one.modifier + one.surprise, one.armour, one.hits)
        for one in told(events, AirNavalAttack)
        if one.ship == ship
    ]


def test_gp3_two_units_miss_yamato_and_gp6_all_six_come_through() -> None:
    """3 + 3 is 6 of 6; 9, 8, 10, 12 are less than 14 [D8.5, PH8.3, D9]."""
    play, events = published({HORNET: (6, 5), WASP: (7, 9)})
    (die,) = told(events, CarriersCoordinated)
    assert (die.units, die.modifier, die.coordinated, die.aborted) == (6, 3, True, ())
    assert shots_at("yamato", events) == [
        (HORNET, 9, 14, 0),
        (HORNET, 8, 14, 0),
        (WASP, 10, 14, 0),
        (WASP, 12, 14, 0),
    ]
    assert not play.game.ships["yamato"].damaged
    assert told(events, FightersRise) == []


def test_gp6_a_2_is_too_little_for_six() -> None:
    """2 + 3 is 5 of 6: three turn back, weakest first, committed; three attack [D8.3, D8.5]."""
    play, back = found(), (ENTERPRISE, FRANKLIN, HANCOCK)
    targets = {one: str(WITH_SHIPS[one]) for one in (HORNET, WASP, INTREPID)}
    events = play.file(US, SEA, strike(), dice={"D8 strike tf-38-4 P4C vis 1": 2, **rolls(targets)})
    (die,) = told(events, CarriersCoordinated)
    assert (die.units, die.modifier, die.coordinated, die.aborted) == (6, 3, False, back)
    assert {one.unit for one in told(events, AirNavalAttack)} == set(targets)
    assert all(play.game.air[one].committed for one in back)


MUSASHI = {ENTERPRISE: (4, 9), HANCOCK: (10, 7), INTREPID: (6, 8, 11)}


@pytest.mark.parametrize(("off", "by_default", "left"), [((), 1, "sunk"), (("D9",), 0, "damaged")])
def test_gp4_gp7_seven_rolls_at_musashi(off: tuple[str, ...], by_default: int, left: str) -> None:
    """The 10 hits by default, the 11 with 3 makes 14: sunk; without D9 one hit [D9.1, PH2.2]."""
    play, events = published(MUSASHI, off=off)
    assert shots_at("musashi", events) == [
        (ENTERPRISE, 7, 14, 0),
        (ENTERPRISE, 12, 14, 0),
        (HANCOCK, 13, 14, by_default),
        (HANCOCK, 10, 14, 0),
        (INTREPID, 9, 14, 0),
        (INTREPID, 11, 14, 0),
        (INTREPID, 14, 14, 1),
    ]
    if left == "sunk":
        assert "musashi" not in play.game.ships
        assert (play.game.lost["musashi"], play.game.sunk[US]) == (US, 3)
    else:
        assert play.game.ships["musashi"].damaged


@pytest.mark.parametrize(("off", "hits"), [((), 2), (("D9",), 1)])
def test_gp5_gp7_a_critical_hit_on_a_cruiser(off: tuple[str, ...], hits: int) -> None:
    """6 and 3 miss armour 10, a 12 is critical and sinks; without D9 it damages [D9.2, PH8.5]."""
    play, events = published({FRANKLIN: (6, 12)}, off=off)
    assert shots_at("atago", events) == [(FRANKLIN, 9, 10, 0), (FRANKLIN, 15, 10, hits)]
    assert ("atago" not in play.game.ships) == (hits == 2)
    assert hits == 2 or play.game.ships["atago"].damaged


# --- numbers of units ----------------------------------------------------------------------------


def test_gp86_numbers_are_filled_in_the_order_of_aim() -> None:
    """By id: two at Yamato, one at Atago, three at Musashi [F.6.4]."""
    play = found()
    ships = FrozenMap[int | str]({"yamato": 2, "atago": 1, "musashi": 3})
    targets = {ENTERPRISE: "yamato", FRANKLIN: "yamato", HANCOCK: "atago"}
    targets |= dict.fromkeys((HORNET, WASP, INTREPID), "musashi")
    dice = {"D8 strike tf-38-4 P4C vis 1": 3, **rolls(targets)}
    order = strike(ships, ("yamato", "atago", "musashi"))
    events = play.file(US, SEA, order, dice=dice)
    assert {one.unit: one.ship for one in told(events, AirNavalAttack)} == targets


def test_pr24_ships_that_are_named_have_their_units_before_the_others_aim() -> None:
    """Four rolls at Musashi are enough for her: who aims at her goes on to Yamato [PR24, F.6.4]."""
    play = found()
    targets = {ENTERPRISE: "musashi", FRANKLIN: "musashi"}
    targets |= dict.fromkeys((HANCOCK, HORNET), "yamato")
    targets |= dict.fromkeys((INTREPID, WASP), "atago")
    dice = {"D8 strike tf-38-4 P4C vis 1": 3, **rolls(targets)}
    order = strike(FrozenMap[int | str]({"musashi": 2}), ("musashi", "yamato", "atago"))
    events = play.file(US, SEA, order, dice=dice)
    assert {one.unit: one.ship for one in told(events, AirNavalAttack)} == targets


def test_f_6_4_what_ships_of_a_strike_may_not_say() -> None:
    """Both forms, names that are not there, numbers beyond the units [F.6.4]."""
    play = found()

    def refused(**ships: int | str) -> list[str]:
        named = {key.replace("_", "-"): one for key, one in ships.items()}
        return play.refused(SEA, strike(FrozenMap(named)))

    assert refused(yamato=4, musashi=3) == ["7 units are numbered, 6 fly [F.6.4]"]
    assert refused(us_cv44_wasp="fuso", musashi=0) == [
        "it names ships for units, and numbers of units for ships [F.6.4]",
        "Fuso (fuso) is no ship of the target [F.6.4]",
        "0 units for Musashi (musashi) are none [F.6.4]",
    ]
    (problem,) = play.problems(SEA, strike(FrozenMap({WASP: "yamoto"})))
    assert problem.hint == "did you mean Yamato (yamato)?"
    assert refused(CA=6) == []


def shares(**of: dict[str, int]) -> tuple[AirStrikeRule, ...]:
    return tuple(
        AirStrikeRule(of=tf.replace("_", "-"), ships=FrozenMap(ships)) for tf, ships in of.items()
    )


def test_gp86_standing_orders_number_the_units_of_each_task_force() -> None:
    """Center sails in: half of each patrol flies; the strongest are two of each [F.6.4, PR46]."""
    targets = dict.fromkeys((HORNET, WASP), "yamato")
    targets |= dict.fromkeys((ENTERPRISE, HANCOCK, INTREPID), "musashi")
    targets |= {FRANKLIN: "atago"}
    orders = shares(tf_38_1={"yamato": 2}, tf_38_2={"musashi": 2}, tf_38_4={"musashi": 1, "CA": 1})
    dice = {label.replace(TAG, "P3.1 vis 3"): face for label, face in rolls(targets).items()}
    dice["D8 strike tf-38-4 P3.1 vis 2"] = 3
    play = found(*orders, AirStrikeRule(of="tf-38-3", when="never"), dice=dice)
    shots = told(play.events, AirNavalAttack)
    assert {one.unit: one.ship for one in shots} == targets
    (die,) = told(play.events, CarriersCoordinated)
    assert (die.units, die.coordinated) == (6, True)
