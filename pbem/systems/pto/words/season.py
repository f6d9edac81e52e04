"""What is told of income, construction, bids and the initiative [S1-S3]."""

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.dates import season_name
from pbem.systems.pto.table.events_economy import (
    Arrived,
    BidBroken,
    BidOpened,
    Bought,
    Completed,
    Delayed,
    IncomeGot,
    InitiativeWon,
    Lent,
    PoolGrew,
)
from pbem.systems.pto.table.naming import each, nation_name, side_name


def season_lines(event: Event) -> tuple[Line, ...]:
    """The sentences for an event of the season."""
    found = _arrivals(event) or _economy(event)
    return (found,) if found else ()


def _arrivals(event: Event) -> Line | None:
    found = None
    match event:
        case PoolGrew():
            words = (
                f"Force pool of {nation_name(event.nation)}: {event.count} × {mention(event.what)}"
            )
            found = Line(text=f"{words} [S2.1]")
        case Arrived():
            who = each(event.pieces)
            found = Line(text=f"{who} at {mention(event.area)} [S2.2]")
        case Delayed():
            words = f"{nation_name(event.nation)}: no place for {mention(event.what)}"
            words = f"{words}; it waits in the box of {season_name(event.box)} [S2.2]"
            found = Line(text=words, kind="note")
        case Completed():
            here = mention(event.area)
            found = Line(text=f"{here}: {event.what} complete, {event.now} now [S2.2]")
    return found


def _economy(event: Event) -> Line | None:
    found = None
    match event:
        case IncomeGot():
            found = Line(text=_income(event))
        case Lent():
            cut = f" ({event.cut} more than allowed)" if event.cut else ""
            words = f"{_begun(event.nation)} gives China {event.points} EP{cut} [S1.2]"
            found = Line(text=words, kind="breach" if event.cut else "fact")
        case Bought():
            found = Line(text=_bought(event))
        case BidOpened():
            found = _bid(event)
        case BidBroken():
            words = f"{event.seat} opens a bid for {nation_name(event.nation)} that holds no number"
            found = Line(text=f"{words}: it counts as none [F.1]", kind="breach")
        case InitiativeWon():
            found = _initiative(event)
    return found


def _begun(nation: str) -> str:
    name = nation_name(nation)
    return name[:1].upper() + name[1:]


def _income(event: IncomeGot) -> str:
    parts = [f"{event.kept} kept"] if event.kept else []
    parts.append(f"{event.income} income")
    if event.conquests:
        parts.append(f"{event.conquests} from conquests")
    lost = f"; {event.lost} over the limit are lost" if event.lost else ""
    return f"{_begun(event.nation)}: {' + '.join(parts)} = {event.points} EP{lost} [S1.1, PH12.1]"


def _bought(event: Bought) -> str:
    who, left = _begun(event.nation), f"{event.points} EP, {event.left} left"
    match event.how:
        case "rebuild":
            return f"{who} rebuilds {mention(event.what)}: {left} [PH12.4]"
        case "mend":
            return f"{who} repairs {mention(event.what)}: {left} [PH12.4]"
        case "reserve":
            return f"Japan lays {event.count} EP up: {event.left} left [S2.3.c]"
    number = f"{event.count} × " if event.count > 1 else ""
    due = f", due in {season_name(event.box)}" if event.box else ""
    return f"{who} builds {number}{mention(event.what)}{due}: {left} [PH12.3]"


def _bid(event: BidOpened) -> Line:
    words = f"{_begun(event.nation)} buys {count(event.bought, 'offensive')} for {event.points} EP"
    if event.bought < event.bid:
        words = f"{words}, not the {event.bid} of the bid"
        return Line(text=f"{words}; {event.left} EP left [PH12.5]", kind="breach")
    return Line(text=f"{words}; {event.left} EP left [S3.2.1]")


def _initiative(event: InitiativeWon) -> Line:
    bids = f"{count(event.japanese, 'Japanese offensive')} against {event.allied or 'none'}"
    rolls = "; ".join(f"{roll.dice[0]} against {roll.dice[1]}" for roll in event.rolls)
    dice = f"; {rolls}" if rolls else ""
    words = f"The {side_name(event.side)} have the initiative: {bids}{dice} [S3.2.2]"
    return Line(text=words, kind="roll" if rolls else "fact")
