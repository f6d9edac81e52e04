"""What is told of weather, strategic warfare, upkeep, supply, the month's end and the season."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.dice import Roll
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name, season_name
from pbem.systems.pto.rules.month.p6_upkeep import BOATS
from pbem.systems.pto.table.events_economy import (
    BoatRolled,
    BoatsStay,
    BombersSent,
    BombersStay,
    CompletionTried,
    Crowded,
    FightersAdded,
    FuelPaid,
    JapanBlockaded,
    JapanBombed,
    MarkerUsed,
    MonthOver,
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
from pbem.systems.pto.table.naming import (
    agree,
    all_of,
    at_first,
    doing,
    each,
    nation_name,
    side_name,
)
from pbem.systems.pto.words.season import season_lines
from pbem.systems.pto.words.void import kept_words

CONDITIONS = {"F": "fair", "M": "monsoon", "W": "winter"}
ZONES = {"arctic": "The arctic zone", "land": "The land zone", "monsoon": "The monsoon zone"}


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """The sentences for an event of phases 1, 2 and 6, or of the season."""
    return (
        *_weather(event),
        *_strategic(event),
        *_sea(event),
        *_supply(event, charts),
        *_end(event, charts),
        *season_lines(event),
    )


def totalled(dice: int, *modifiers: int) -> str:
    """Dice with their modifiers and what they come to: `4 − 2 = 2`; without any the dice alone."""
    parts = "".join(f" {'+' if one > 0 else '−'} {abs(one)}" for one in modifiers if one)
    return f"{dice}{parts} = {with_sign(str(dice + sum(modifiers)))}" if parts else str(dice)


def with_sign(text: str) -> str:
    """Numbers as they are printed: `−1`."""
    return text.replace("-", "−")


# --- phases 1 and 2 ------------------------------------------------------------------------------


def _weather(event: Event) -> Iterator[Line]:
    match event:
        case WeatherSet(roll=None):
            yield Line(text=f"The weather is {CONDITIONS[event.condition]} [P1.1]")
        case WeatherSet():
            assert event.roll is not None
            words = f"Weather: {event.roll.dice[0]}, {CONDITIONS[event.condition]} [P1.1, PH3]"
            yield Line(text=words, kind="roll")
        case ZoneRolled():
            how = "is grounded" if event.grounded else "flies"
            sum_ = f"{sum(event.roll.dice)}, flies up to {event.flies_to}"
            words = f"{ZONES[event.zone]}: {sum_}: it {how} this month [P1.3]"
            yield Line(text=words, kind="roll")


def _strategic(event: Event) -> Iterator[Line]:
    match event:
        case BombersStay():
            yield Line(text=f"{kept_words(event)} [PH4.1]", kind="note")
        case BombersSent():
            yield Line(text=_sent(event))
        case FightersAdded():
            yield Line(text=_added(event))
        case JapanBombed():
            yield _bombed(event)
        case BoatsStay():
            takes = agree(event.boats, "takes", "take")
            used = agree(event.boats, "it has been used", "they have been used")
            away = agree(event.boats, "it is", "they are")
            why = f"{away} in no sea near it" if event.far else used
            words = f"{each(event.boats)} {takes} no part in the blockade of Japan: {why} [PH4.3]"
            yield Line(text=words, kind="note")
        case BoatRolled():
            sum_ = totalled(event.roll.dice[0], event.modifier)
            words = f"{mention(event.boat)} on blockade: {sum_}, {event.lost} EP"
            yield Line(text=f"{words} [PH4.3]", kind="roll")
        case JapanBlockaded():
            words = f"The blockade costs Japan {_cost(event)} [P2.2.2]"
            yield Line(text=words, kind="loss")


def _cost(event: JapanBlockaded) -> str:
    """What the blockade costs: the boats may have rolled more than Japan has."""
    if event.left:
        return f"{event.lost} EP; {event.left} are left"
    return f"{event.lost} EP, all that it had" if event.lost else "nothing: it has no EP"


def _sent(event: BombersSent) -> str:
    who = each(event.bombers)
    along = each(event.escorts)
    return (
        f"{who} {agree(event.bombers, 'flies', 'fly')} to Japan"
        f"{f', escorted by {along}' if along else ''} [P2.1.1]"
    )


def _added(event: FightersAdded) -> str:
    """Who rises over Japan, where `air-intercept` has no say [P2.1.3, PH4.1, D2.1]."""
    used = ", committed for the month" if event.committed else ""
    rule = {"allied": ", P2.1.1", "japanese": ", D2.1"}[event.side] if used else ""
    why = "'strategic' decides here, not 'air-intercept'"
    return f"The {side_name(event.side)} put up {each(event.units)}{used}: {why} [P2.1.3{rule}]"


def _bombed(event: JapanBombed) -> Line:
    if event.roll is None:
        return Line(text="No bomb falls on Japan [PH4.2]")
    words = f"Bombing with {event.strength}: {_sum(event.roll)}, Japan loses {event.lost} EP"
    return Line(text=f"{words}; {event.left} are left [PH4.2]", kind="roll")


def _sum(roll: Roll) -> int:
    return sum(roll.dice)


# --- phase 6 -------------------------------------------------------------------------------------


def _sea(event: Event) -> Iterator[Line]:
    match event:
        case Returned():
            way = " - ".join(map(mention, event.path))
            yield Line(text=f"{doing(event.tf, 'returns', 'return')} {way} [P6.1.1]")
        case Stayed():
            yield _stayed(event)
        case FuelPaid():
            ships = count(event.ships, "battleship")
            words = f"Japan pays {event.points} EP for {ships} that moved"
            yield Line(text=f"{words} [D13.2]")
        case UpkeepPaid():
            yield Line(text=_paid(event))
        case UpkeepUnpaid():
            yield _unpaid(event)


def _stayed(event: Stayed) -> Line:
    words = f"{doing(event.tf, 'stays', 'stay')} in {mention(event.area)}: {event.points} EP due"
    if not event.cited:
        return Line(text=f"{words} [P6.1.1]")
    return Line(text=f"{words}; {event.why} [{event.cited}]", kind="note")


def _paid(event: UpkeepPaid) -> str:
    areas = [mention(what) for what in event.what if what != BOATS]
    what = all_of((*areas, *(["submarines"] if BOATS in event.what else [])))
    for_whom = "" if event.payer == event.nation else f" for {nation_name(event.nation)}"
    payer = at_first(event.payer)
    return f"{payer} pays {event.points} EP{for_whom} to stay at sea: {what} [P6.1.1]"


def _is_of(id_: str, roll: Roll) -> bool:
    """Whether a die was thrown for a piece: its label tells for whom [F.5]."""
    return id_ in roll.label.split()


def _unpaid(event: UpkeepUnpaid) -> Line:
    who = each(event.ships)
    rolled = ((ship, roll) for roll in event.rolls for ship in event.ships if _is_of(ship, roll))
    rolls = ", ".join(f"{mention(ship)} {roll.dice[0]}" for ship, roll in rolled)
    dice = f"; dice: {rolls}" if rolls else ""
    words = f"{at_first(event.payer)} has no EP for {who}{dice} [PH14.2]"
    return Line(text=words, kind="loss")


def _supply(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case MarkerUsed():
            here = mention(event.area)
            words = f"{here} lives on a supply marker of the {side_name(event.side)} [PH11.2]"
            yield Line(text=words)
        case Unsupplied():
            yield _unsupplied(event, charts)
        case Crowded():
            here = mention(event.area)
            words = f"{here} is too full for {mention(event.unit)} [PH8.8]"
            yield Line(text=words, kind="loss")


def _unsupplied(event: Unsupplied, charts: Charts) -> Line:
    here = mention(event.area)
    who = f"{mention(event.unit)} in {here} is out of supply"
    if event.roll is None:
        return Line(text=f"{who}: no roll in the first month [PH11.3]")
    sum_ = totalled(event.roll.dice[0], event.month - 1)
    how = "it loses a step" if event.lost else "nothing happens"
    sum_ = f"{sum_}, safe below {charts.supply.loses_from}"
    return Line(text=f"{who}, month {event.month}: {sum_}: {how} [PH11.3]", kind="roll")


def _end(event: Event, charts: Charts) -> Iterator[Line]:
    match event:
        case Replenished():
            here = mention(event.area)
            words = f"{mention(event.unit)} is replenished at {here}, reduced [PH14.3]"
            yield Line(text=words)
        case RepairTried():
            here = mention(event.area)
            how = f"{event.now} now" if event.restored else "in vain"
            sum_ = f"{event.roll.dice[0]}, needs {charts.repairs.works_from} or more"
            words = f"Repair of the {event.what} of {here}: {sum_}: {how} [PH14.4]"
            yield Line(text=words, kind="roll")
        case CompletionTried():
            here = mention(event.area)
            how = "it is complete" if event.completed else "not yet"
            sum_ = f"{event.roll.dice[0]}, needs {charts.repairs.works_from} or more"
            words = f"Engineers build the airfield of {here}: {sum_}: {how} [P6.3.3]"
            yield Line(text=words, kind="roll")
        case MonthOver():
            month = month_name(event.turn)
            then = f"; {season_name(event.season)} follows" if event.season else ""
            yield Line(text=f"{month} is over{then} [P6.5]")
