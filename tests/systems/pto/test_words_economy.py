"""Weather, supply, the month's end and the season in sentences; every event has one."""

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, events_of
from pbem.systems.pto.table import events_economy
from pbem.systems.pto.table.events_economy import (
    Arrived,
    BidBroken,
    BidOpened,
    BoatRolled,
    BoatsStay,
    BombersSent,
    BombersStay,
    Bought,
    Completed,
    CompletionTried,
    Crowded,
    Delayed,
    FightersAdded,
    FuelPaid,
    IncomeGot,
    InitiativeWon,
    JapanBlockaded,
    JapanBombed,
    Lent,
    MarkerUsed,
    MonthOver,
    PoolGrew,
    RepairTried,
    Replenished,
    Returned,
    Stayed,
    Unsupplied,
    UpkeepPaid,
    UpkeepUnpaid,
    WeatherSet,
    ZoneRolled,
)
from pbem.systems.pto.words.economy import lines
from tests.systems.pto.tabletop import CHARTS, in_words


def roll(*dice: int, label: str = "x") -> Roll:
    return Roll(label=label, sides=6, dice=dice)


TOLD: tuple[tuple[Event, str, str], ...] = (
    (WeatherSet(to=ALL, condition="M", roll=None), "The weather is monsoon [P1.1]", "fact"),
    (
        WeatherSet(to=ALL, condition="W", roll=roll(3)),
        "Weather: 3, winter [P1.1, PH3]",
        "roll",
    ),
    (
        ZoneRolled(to=ALL, zone="arctic", roll=roll(4, 3), grounded=True, flies_to=6),
        "The arctic zone: 7, flies up to 6: it is grounded this month [P1.3]",
        "roll",
    ),
    (BombersStay(to=ALL, units=("b-29",)), "b-29 cannot fly to Japan [PH4.1]", "note"),
    (
        BombersSent(to=ALL, bombers=("b-29",), escorts=("p-51",)),
        "b-29 flies to Japan, escorted by p-51 [P2.1.1]",
        "fact",
    ),
    (
        FightersAdded(to=ALL, side="japanese", units=("a6m5", "ki-84")),
        "The Japanese put up a6m5 and ki-84, committed for the month: 'strategic' decides here, not"
        " 'air-intercept' [P2.1.3, D2.1]",
        "fact",
    ),
    (
        FightersAdded(to=ALL, side="japanese", units=("a6m5",), committed=False),
        "The Japanese put up a6m5: 'strategic' decides here, not 'air-intercept' [P2.1.3]",
        "fact",
    ),
    (
        JapanBombed(to=ALL, strength=12, roll=roll(5, 4), lost=4, left=6),
        "Bombing with 12: 9, Japan loses 4 EP; 6 are left [PH4.2]",
        "roll",
    ),
    (
        JapanBombed(to=ALL, strength=0, roll=None, lost=0, left=6),
        "No bomb falls on Japan [PH4.2]",
        "fact",
    ),
    (
        BoatsStay(to=ALL, boats=("gato-1", "gato-2")),
        "gato-1 and gato-2 take no part in the blockade of Japan: they have been used [PH4.3]",
        "note",
    ),
    (
        BoatsStay(to=ALL, boats=("gato-1",), far=True),
        "gato-1 takes no part in the blockade of Japan: it is in no sea near it [PH4.3]",
        "note",
    ),
    (
        BoatRolled(to=ALL, boat="gato-1", roll=roll(6), modifier=-2, lost=1),
        "gato-1 on blockade: 6 − 2 = 4, 1 EP [PH4.3]",
        "roll",
    ),
    (
        JapanBlockaded(to=ALL, boats=4, lost=4, left=6),
        "The blockade costs Japan 4 EP; 6 are left [P2.2.2]",
        "loss",
    ),
    (
        JapanBlockaded(to=ALL, boats=4, lost=1, left=0),
        "The blockade costs Japan 1 EP, all that it had [P2.2.2]",
        "loss",
    ),
    (
        JapanBlockaded(to=ALL, boats=4, lost=0, left=0),
        "The blockade costs Japan nothing: it has no EP [P2.2.2]",
        "loss",
    ),
    (
        Returned(to=ALL, tf="tf-8", path=("HAW", "OAH")),
        "tf-8 returns Hawaiian Waters (HAW) - Oahu (OAH) [P6.1.1]",
        "fact",
    ),
    (
        Stayed(to=ALL, tf="tf-8", area="HAW", points=1),
        "tf-8 stays in Hawaiian Waters (HAW): 1 EP due [P6.1.1]",
        "fact",
    ),
    (
        Stayed(to=ALL, tf="tf-8", area="HAW", points=0, cited="P6.1.2", why="stopped"),
        "tf-8 stays in Hawaiian Waters (HAW): 0 EP due; stopped [P6.1.2]",
        "note",
    ),
    (
        FuelPaid(to=ALL, ships=3, points=2),
        "Japan pays 2 EP for 3 battleships that moved [D13.2]",
        "fact",
    ),
    (
        FuelPaid(to=ALL, ships=1, points=1),
        "Japan pays 1 EP for 1 battleship that moved [D13.2]",
        "fact",
    ),
    (
        UpkeepPaid(to=ALL, nation="NE", payer="UK", what=("JAV", "boats"), points=2),
        "Britain pays 2 EP for the Netherlands East Indies to stay at sea:"
        " Java Sea (JAV) and submarines [P6.1.1]",
        "fact",
    ),
    (
        UpkeepUnpaid(
            to=ALL,
            nation="AU",
            payer="US",
            ships=("dd-1",),
            rolls=(roll(6, label="x dd-1 P6.1 mid 1"),),
        ),
        "The United States has no EP for dd-1; dice: dd-1 6 [PH14.2]",
        "loss",
    ),
    (
        MarkerUsed(to=ALL, side="allied", area="WKE"),
        "Wake (WKE) lives on a supply marker of the Allies [PH11.2]",
        "fact",
    ),
    (
        Unsupplied(to=ALL, unit="div", area="WKE", month=2, roll=roll(3), lost=True),
        "div in Wake (WKE) is out of supply, month 2: 3 + 1 = 4, safe below 4: it loses a step"
        " [PH11.3]",
        "roll",
    ),
    (
        Unsupplied(to=ALL, unit="div", area="WKE", month=1, roll=None, lost=False),
        "div in Wake (WKE) is out of supply: no roll in the first month [PH11.3]",
        "fact",
    ),
    (
        Crowded(to=ALL, unit="p-40", area="WKE"),
        "Wake (WKE) is too full for p-40 [PH8.8]",
        "loss",
    ),
    (
        Replenished(to=ALL, unit="div", area="JPN"),
        "div is replenished at Japan (JPN), reduced [PH14.3]",
        "fact",
    ),
    (
        RepairTried(to=ALL, area="TRU", what="port", roll=roll(4), restored=True, now=2),
        "Repair of the port of Truk (TRU): 4, needs 4 or more: 2 now [PH14.4]",
        "roll",
    ),
    (
        CompletionTried(to=ALL, area="TRU", roll=roll(3), completed=False),
        "Engineers build the airfield of Truk (TRU): 3, needs 4 or more: not yet [P6.3.3]",
        "roll",
    ),
    (
        MonthOver(to=ALL, turn=12, season="1942-winter"),
        "December 1941 is over; Winter 1942 follows [P6.5]",
        "fact",
    ),
    (
        IncomeGot(to=ALL, nation="JP", kept=7, lost=9, income=48, conquests=6, points=61),
        "Japan: 7 kept + 48 income + 6 from conquests = 61 EP; 9 over the limit are lost"
        " [S1.1, PH12.1]",
        "fact",
    ),
    (
        Bought(
            to=ALL,
            nation="JP",
            how="build",
            what="fort",
            count=1,
            points=2,
            box="1942-spring",
            left=3,
            area="SAI",
        ),
        "Japan builds a fort at Saipan-Guam (SAI), due in Spring 1942: 2 EP, 3 left [PH12.3]",
        "fact",
    ),
    (
        PoolGrew(to=ALL, nation="US", what="DD", count=3),
        "Force pool of the United States: 3 × DD [S2.1]",
        "fact",
    ),
    (
        Arrived(to=ALL, nation="US", pieces=("yorktown",), area="WCO"),
        "yorktown at West Coast (WCO) [S2.2]",
        "fact",
    ),
    (
        Delayed(to=ALL, nation="CN", what="army", box="1942-spring"),
        "China: no place for army; it waits in the box of Spring 1942 [S2.2]",
        "note",
    ),
    (
        Completed(to=ALL, area="TRU", what="fort", now=1),
        "Truk (TRU): fort complete, 1 now [S2.2]",
        "fact",
    ),
    (
        Lent(to=ALL, nation="US", points=8, cut=0),
        "The United States gives China 8 EP [S1.2]",
        "fact",
    ),
    (
        Lent(to=ALL, nation="UK", points=4, cut=1),
        "Britain gives China 4 EP (1 more than allowed) [S1.2]",
        "breach",
    ),
    (
        Bought(
            to=ALL,
            nation="JP",
            how="build",
            what="DD",
            count=2,
            points=4,
            box="1942-spring",
            left=5,
        ),
        "Japan builds 2 × DD, due in Spring 1942: 4 EP, 5 left [PH12.3]",
        "fact",
    ),
    (
        BidOpened(to=ALL, nation="US", bid=9, bought=8, points=24, left=2),
        "The United States buys 8 offensives for 24 EP, not the 9 of the bid; 2 EP left [PH12.5]",
        "breach",
    ),
    (
        BidBroken(to=ALL, seat="washington", nation="US", item="bid/x/US"),
        "washington opens a bid for the United States that holds no number: it counts as none"
        " [F.1]",
        "breach",
    ),
    (
        InitiativeWon(to=ALL, side="allied", japanese=6, allied=6, rolls=(roll(4, 4), roll(2, 5))),
        "The Allies have the initiative: 6 Japanese offensives against 6; the dice: 4 against 4,"
        " then 2 against 5 [S3.2.3]",
        "roll",
    ),
)


@pytest.mark.parametrize(("event", "text", "kind"), TOLD)
def test_each_event_is_a_sentence_with_its_rule(event: Event, text: str, kind: str) -> None:
    (line,) = lines(event, CHARTS)
    assert (in_words([event]), line.kind) == ([text], kind)


def test_no_event_is_left_without_a_sentence() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(events_of(events_economy).values())
