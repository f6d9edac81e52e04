"""What a headline tells beside losses: strikes that were stopped, arrivals, works, who is first."""

from pbem.engine.events import ALL, Roll
from pbem.frozen import replace
from pbem.systems.pto.rules.victory import resign
from pbem.systems.pto.table.events_combat import Homeless, ShipDamaged, ShipSunk
from pbem.systems.pto.table.events_economy import (
    Arrived,
    Completed,
    InitiativeWon,
    MonthOver,
    RepairTried,
    Replenished,
)
from pbem.systems.pto.table.events_land import Landed, Marched
from pbem.systems.pto.table.events_naval import RaidFlown, Sailed, StrikeStopped
from pbem.systems.pto.table.events_play import FirstMover, Passed, Voided
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import april
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, troops


def test_a_strike_of_which_nobody_came_through_has_not_only_missed() -> None:
    """P3.2.3: beside one that was there and hit nothing."""
    raid = RaidFlown(
        to=ALL, side="allied", area="MID", at="ships", tf="kb", units=(), escorts=()
    )  # fmt: skip
    stopped = StrikeStopped(to=ALL, area="MID", at="ships", tf="kb")
    assert headline((raid, stopped, replace(raid, area="HAW"))) == (
        "An Allied air strike hits nothing: ⟨kb⟩ at Hawaiian Waters; an Allied air strike does not"
        " get through: ⟨kb⟩ at Midway Sea.",
    )


def test_orders_that_came_to_nothing_never_take_the_room_of_ships_that_were_damaged() -> None:
    """PH2.2: their names stay, with where; the orders are whose and which, not their number."""
    hurt = ShipDamaged(to=ALL, ship="", tf="tf", nation="US", kind="CA", area="MID", by=("hiei",))
    ships = [replace(hurt, ship=f"heavy-cruiser-{n}") for n in range(14)]
    void = Voided(to=ALL, seat="allied", order="strike", subject="kb", cited="PH5.7", why="")
    many = [replace(void, subject=f"kido-butai-{n}", why="it is far away") for n in range(5)]
    told = " ".join(headline((*ships, *many)))
    assert all(f"⟨{one.ship}⟩" in told for one in ships), told
    assert "at Midway Sea" in told
    assert "orders that came to nothing: Allied strike (5)" in told.replace("Orders", "orders")


def test_aircraft_of_a_carrier_that_is_lost_are_told_by_her_name() -> None:
    """PH2.3: those that were in the air, too; others that have lost their base are told."""
    zuiho = ShipSunk(to=ALL, ship="zuiho", tf="kb", points=2, nation="JP", kind="CVL")
    group = Homeless(to=ALL, unit="j-cvl41-zuiho", base="", former="zuiho", nation="JP")
    assert headline((zuiho, group)) == ("The Japanese lose ⟨zuiho⟩.",)
    other = replace(group, unit="j-cv41-kaga")
    assert headline((zuiho, other)) == ("The Japanese lose ⟨zuiho⟩; ⟨j-cv41-kaga⟩.",)


def test_arrivals_are_told_without_the_aircraft_that_come_with_their_carrier() -> None:
    """S2.2: the first of many by name."""
    came = Arrived(to=ALL, nation="JP", pieces=("shoho", "j-cvl41-shoho"), area="JPN")
    many = Arrived(to=ALL, nation="US", pieces=tuple(f"us-{n}" for n in range(9)), area="WCO")
    assert headline((came, many)) == (
        "Arrivals: Japan ⟨shoho⟩; the United States ⟨us-0⟩, ⟨us-1⟩, ⟨us-2⟩ and 6 others.",
    )


def test_who_goes_first_is_told_of_the_month_under_way() -> None:
    """S3.2.2, P3.0.1: not of one that is over, as nobody's passes in it."""
    first = FirstMover(to=ALL, side="allied")
    won = InitiativeWon(to=ALL, side="allied", japanese=1, allied=2, rolls=())
    over = MonthOver(to=ALL, turn=45, season="")
    assert headline((first,)) == ("The Allies go first in October 1944.",)
    told = "The Allies have the initiative and go first in October 1944."
    assert headline((won, first)) == (told,)
    passed = Passed(to=ALL, side="allied", asked=True)
    assert headline((first, passed, over)) == ("September 1944 is over.",)
    told = "September 1944 is over; the Allies go first in October 1944."
    assert headline((over, first)) == (told,)


def test_what_is_complete_and_what_works_again_is_told() -> None:
    """S2.2, P6.3."""
    roll = Roll(label="x", sides=6, dice=(6,))
    again = RepairTried(to=ALL, area="TRU", what="port", roll=roll, restored=True, now=2)
    built = Completed(to=ALL, area="WKE", what="airfield", now=4)
    back = Replenished(to=ALL, unit="jp-38th", area="JPN")
    assert headline((again, replace(again, restored=False, area="LUZ"), back, built)) == (
        "Complete: the airfield of Wake; restored: the port of Truk and ⟨jp-38th⟩.",
    )


def test_where_fleets_and_troops_went_is_told_while_it_is_news() -> None:
    """P4B, P5: a few by name; of a month that is over only what came of it."""
    center = Sailed(to=ALL, tf="center", path=("SCS", "PHS"))
    march = Marched(to=ALL, unit="cn-1", path=("YUN", "BUR"))
    ashore = Landed(to=ALL, units=("us-1",), area="LEY")
    moved = (center, replace(center, tf="main"), march, ashore)
    assert headline(moved) == (
        "⟨center⟩ and ⟨main⟩ sail to Philippine Sea; ⟨cn-1⟩ marches to Burma; ⟨us-1⟩ goes ashore at"
        " Leyte-Samar.",
    )
    over = MonthOver(to=ALL, turn=46, season="")
    assert headline((*moved, over)) == ("October 1944 is over.",)


def test_troops_that_come_to_an_area_and_do_not_attack_contest_it() -> None:
    """PH1.5: the state tells that the enemy is there, too."""
    march = Marched(to=ALL, unit="uk-1", path=("IND", "BUR"))
    both = troops(troops(april(), "uk-1", "UK", "BUR"), "jp-1", "JP", "BUR")
    assert headline((march,), both)[0] == "Burma is contested."


def test_who_resigns_has_lost_by_no_points() -> None:
    """Protocol 12."""
    game, events = resign(started("midway"), "allied", CHARTS)
    over = "The game is over: decisive victory of the Japanese, for the other side resigned."
    assert headline(events, game)[0] == over
