"""What is told of combat: every event has its sentence, with the sum of the dice and the rule."""

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, events_of
from pbem.systems.pto.table import events_combat
from pbem.systems.pto.table.events_combat import (
    AirCombatBegun,
    AirNavalAttack,
    AirStepsLost,
    AirUnitFired,
    BoatAttacked,
    CarriersCoordinated,
    EscortAttacked,
    Expended,
    GroundedAttacked,
    Homeless,
    InstallationAttacked,
    ShipDamaged,
    ShipFired,
    ShipSunk,
    SurfaceCombatBegun,
    Withdrew,
)
from pbem.systems.pto.words.combat import lines
from tests.systems.pto.tabletop import CHARTS, in_words


def roll(*dice: int) -> Roll:
    return Roll(label="x", sides=6, dice=dice)


TOLD: list[tuple[Event, str]] = [
    (
        ShipDamaged(to=ALL, ship="akagi", tf="kido-butai"),
        "akagi is damaged [PH2.2]",
    ),
    (
        ShipSunk(to=ALL, ship="akagi", tf="kido-butai", points=4),
        "akagi is sunk: 4 VP [PH2.2, PH15.1]",
    ),
    (
        ShipSunk(to=ALL, ship="jp-stp-1", tf="tf", points=1, cargo=("jp-38th-div",)),
        "jp-stp-1 is sunk with jp-38th-div aboard: 1 VP [PH2.2, PH15.1]",
    ),
    (
        ShipSunk(to=ALL, ship="us-ss-gato-1", tf="tf", points=0, back=True),
        "us-ss-gato-1 is sunk; the boat may be built again [PH2.2, D5.2]",
    ),
    (
        ShipSunk(to=ALL, ship="jp-dd-1", tf="tf", points=0),
        "jp-dd-1 is sunk [PH2.2]",
    ),
    (
        ShipDamaged(
            to=ALL, ship="akagi", tf="kb", by=("enterprise", "MWY"), flown=True, area="MID"
        ),
        "akagi is damaged at Midway Sea (MID) by aircraft of enterprise and Midway (MWY) [PH2.2]",
    ),
    (
        ShipSunk(
            to=ALL, ship="jp-stp-1", tf="tf", points=1, cargo=("jp-1",), by=("gato",), area="MID"
        ),
        "jp-stp-1 is sunk with jp-1 aboard at Midway Sea (MID) by gato: 1 VP [PH2.2, PH15.1]",
    ),
    (
        AirStepsLost(to=ALL, unit="akagi-air", lost=1, left=1),
        "akagi-air loses a step [PH2.5]",
    ),
    (
        AirStepsLost(to=ALL, unit="akagi-air", lost=2, left=0),
        "akagi-air is destroyed [PH2.5]",
    ),
    (
        Homeless(to=ALL, unit="akagi-air", base="kaga"),
        "akagi-air lands at kaga instead [PH2.3]",
    ),
    (
        Homeless(to=ALL, unit="akagi-air", base=""),
        "akagi-air has nowhere to land and is lost [PH2.3]",
    ),
    (
        Homeless(to=ALL, unit="akagi-air", base="", former="akagi"),
        "akagi-air is in the air, cannot land on akagi any more, nor elsewhere, and is lost"
        " [PH2.3]",
    ),
    (
        Homeless(to=ALL, unit="akagi-air", base="", cited="D8.3"),
        "akagi-air had turned back, may land on its own carrier alone, which is damaged or sunk,"
        " and is lost [D8.3]",
    ),
    (
        Homeless(to=ALL, unit="wirraway", base="", cited="PR4"),
        "wirraway has nowhere to land and is lost [PR4]",
    ),
    (
        Expended(to=ALL, units=("ohka",)),
        "ohka strikes only once and is gone [PH2.5]",
    ),
    (
        CarriersCoordinated(
            to=ALL,
            forces=("kido-butai",),
            stack="strike",
            roll=roll(4),
            modifier=1,
            units=6,
            coordinated=False,
            aborted=("a", "b", "c"),
        ),
        "The strike of kido-butai: 4 + 1 = 5 against 6 CV units, not coordinated; a, b and c "
        "turn back [D8.3]",
    ),
    (
        CarriersCoordinated(
            to=ALL,
            forces=("uk-ind", "tf-38"),
            stack="strike",
            roll=roll(4),
            modifier=0,
            units=3,
            coordinated=True,
            aborted=(),
            nations=("UK", "US", "US"),
        ),
        "The strike of uk-ind and tf-38: 4 against 3 CV units, 1 British and 2 US: the lowest"
        " modifier of them counts [PR22], coordinated [D8.2]",
    ),
    (
        CarriersCoordinated(
            to=ALL,
            forces=("kido-butai",),
            stack="CAP",
            roll=roll(1),
            modifier=-1,
            units=1,
            coordinated=False,
            aborted=(),
        ),
        "The combat air patrol of kido-butai: 1 − 1 = 0 against 1 CV unit, not coordinated; "
        "nobody turns back [D8.3]",
    ),
    (
        CarriersCoordinated(
            to=ALL,
            forces=("kido-butai",),
            stack="CAP",
            roll=roll(4),
            modifier=-1,
            units=4,
            idle=("kb1",),
            coordinated=False,
            aborted=("kb1", "kb2"),
        ),
        "The combat air patrol of kido-butai: 4 − 1 = 3 against 4 CV units, not "
        "coordinated; kb2 turns back [D8.3]; kb1 counts, committed [D8.6]",
    ),
    (
        AirCombatBegun(
            to=ALL,
            area="MID",
            side="allied",
            escorts=("e-1",),
            bombers=("b-1", "b-2"),
            helpers=("h-1",),
            interceptors=("i-1",),
            surprise=True,
        ),
        "Air combat over Midway Sea (MID), Allies: b-1 and b-2; fighting: e-1; coming to help: "
        "h-1; met by i-1, surprised [PH7.1]",
    ),
    (
        AirUnitFired(
            to=ALL,
            number=1,
            unit="zero",
            target="p-40",
            roll=roll(6, 4),
            quality=3,
            against=2,
            steps=1,
            aborted=True,
        ),
        "Round 1, zero at p-40: 10 + 3 − 2 = 11, a step lost and aborted [PH7.3]",
    ),
    (
        AirUnitFired(
            to=ALL,
            number=2,
            unit="zero",
            target="p-40",
            roll=roll(6, 2),
            quality=0,
            against=0,
            steps=0,
            aborted=True,
        ),
        "Round 2, zero at p-40: 8, aborted [PH7.3]",
    ),
    (
        AirNavalAttack(
            to=ALL,
            unit="franklin-air",
            ship="musashi",
            roll=roll(6, 4),
            modifier=3,
            surprise=0,
            armour=14,
            hits=1,
            cited="D9.1",
        ),
        "franklin-air at musashi: 10 + 3 = 13 against 14, hit by default [D9.1]",
    ),
    (
        AirNavalAttack(
            to=ALL,
            unit="wasp-air",
            ship="chokai",
            roll=roll(6, 6),
            modifier=3,
            surprise=1,
            armour=10,
            hits=2,
            cited="D9.2",
        ),
        "wasp-air at chokai, surprised: 12 + 3 + 1 = 16 against 10, critical hit [D9.2]",
    ),
    (
        AirNavalAttack(
            to=ALL,
            unit="b-17",
            ship="chokai",
            roll=roll(2, 2),
            modifier=0,
            surprise=0,
            armour=10,
            hits=0,
            cited="PH8.3",
        ),
        "b-17 at chokai: 4 against 10, miss [PH8.3]",
    ),
    (
        GroundedAttacked(to=ALL, unit="b-25", area="RAB", roll=roll(5, 4), needed=9, victim="zero"),
        "b-25 bombs aircraft at Rabaul (RAB): 9 against 9, hits zero [PH8.6]",
    ),
    (
        GroundedAttacked(to=ALL, unit="b-25", area="RAB", roll=roll(5, 4), needed=9, victim=""),
        "b-25 bombs aircraft at Rabaul (RAB): 9 against 9, hit, but no aircraft are left there"
        " [PH8.6]",
    ),
    (
        InstallationAttacked(
            to=ALL,
            unit="b-25",
            area="RAB",
            what="airfield",
            roll=roll(4, 4),
            strength=2,
            needed=10,
            hit=True,
            left=4,
        ),
        "b-25 bombs the airfield at Rabaul (RAB): 8 + 2 = 10 against 10, hit, 4 left [PH8.7]",
    ),
    (
        SurfaceCombatBegun(
            to=ALL, area="SOL", attacker="mikawa", defender="tf-62", surprised="tf-62"
        ),
        "Surface combat in Solomon Sea (SOL): mikawa against tf-62; tf-62 is surprised "
        "[PH6.1, D10.1]",
    ),
    (
        ShipFired(
            to=ALL,
            number=1,
            ship="yamato",
            target="iowa",
            roll=roll(4, 3),
            gun=5,
            armour=13,
            hit=False,
        ),
        "Round 1, yamato at iowa: 7 + 5 = 12 against 13, miss [PH6.1]",
    ),
    (
        Withdrew(to=ALL, tf="mikawa", to_area="BIS", cited="D10.3"),
        "mikawa withdraws to Bismarck Sea (BIS): it has surprised the enemy, and slips away"
        " [D10.3]",
    ),
    (
        Withdrew(to=ALL, tf="mikawa", to_area="", cited="PH6.4", why="outgunned"),
        "mikawa withdraws: it is outgunned [PH6.4]",
    ),
    (
        Withdrew(to=ALL, tf="mikawa", to_area="", cited="PH6.4", why="lost"),
        "mikawa withdraws, as ordered: so many of its ships are hit or sunk [PH6.4]",
    ),
    (
        BoatAttacked(
            to=ALL,
            number=1,
            boat="us-ss-gato-1",
            ship="chokai",
            roll=roll(5, 5),
            modifier=-2,
            strength=2,
            armour=10,
            hit=True,
        ),
        "Round 1, us-ss-gato-1 at chokai: 10 − 2 + 2 = 10 against 10, hit [PH9.1]",
    ),
    (
        EscortAttacked(
            to=ALL,
            number=1,
            ship="jp-dd-1",
            boat="us-ss-gato-1",
            roll=roll(6, 5),
            needed=12,
            hit=False,
        ),
        "Round 1, jp-dd-1 at us-ss-gato-1: 11 against 12, miss [PH9.2]",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[type(one).__name__ for one, _ in TOLD])
def test_sentences(event: Event, sentence: str) -> None:
    assert in_words([event]) == [sentence]


def test_every_event_of_combat_is_told() -> None:
    assert {type(event) for event, _ in TOLD} == set(events_of(events_combat).values())


def test_an_event_of_another_part_is_not() -> None:
    assert lines(Event(to=ALL), CHARTS) == ()
