"""What is told of income, construction, bids and the initiative [S1-S3]."""

from collections.abc import Iterator

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
from pbem.systems.pto.table.naming import at_first, each, nation_name, seat_does, side_name

ARTICLES = {"airfield": "an", "fort": "a", "army": "an", "division": "a", "brigade": "a"}
"""Of what is built and bears no name; supply comes without one."""


def season_lines(event: Event) -> tuple[Line, ...]:
    """The sentences for an event of the season."""
    return (*_arrivals(event), *_economy(event))


def _arrivals(event: Event) -> Iterator[Line]:
    match event:
        case PoolGrew():
            words = (
                f"Force pool of {nation_name(event.nation)}: {event.count} × {mention(event.what)}"
            )
            yield Line(text=f"{words} [S2.1]")
        case Arrived():
            who = each(event.pieces)
            yield Line(text=f"{who} at {mention(event.area)} [S2.2]")
        case Delayed():
            words = f"{at_first(event.nation)}: no place for {mention(event.what)}"
            words = f"{words}; it waits in the box of {season_name(event.box)} [S2.2]"
            yield Line(text=words, kind="note")
        case Completed():
            here = mention(event.area)
            yield Line(text=f"{here}: {event.what} complete, {event.now} now [S2.2]")


def _economy(event: Event) -> Iterator[Line]:
    match event:
        case IncomeGot():
            yield Line(text=_income(event))
        case Lent():
            cut = f" ({event.cut} more than allowed)" if event.cut else ""
            words = f"{at_first(event.nation)} gives China {event.points} EP{cut} [S1.2]"
            yield Line(text=words, kind="breach" if event.cut else "fact")
        case Bought():
            yield Line(text=_bought(event))
        case BidOpened() if event.bid:
            yield _bid(event)
        case BidBroken():
            opens, nation = seat_does(event.seat, "opens", "open"), nation_name(event.nation)
            words = f"{opens} a bid for {nation} that holds no number"
            yield Line(text=f"{words}: it counts as none [F.1]", kind="breach")
        case InitiativeWon():
            yield _initiative(event)


def _income(event: IncomeGot) -> str:
    parts = [f"{event.kept} kept"] if event.kept else []
    parts.append(f"{event.income} income")
    if event.conquests:
        parts.append(f"{event.conquests} from conquests")
    lost = f"; {event.lost} over the limit are lost" if event.lost else ""
    sum_ = f"{' + '.join(parts)} = {event.points} EP{lost}"
    return f"{at_first(event.nation)}: {sum_} [S1.1, PH12.1]"


def _bought(event: Bought) -> str:
    who, left = at_first(event.nation), f"{event.points} EP, {event.left} left"
    if event.payer:
        left = f"{nation_name(event.payer)} pays {event.points} EP and has {event.left} left"
    match event.how:
        case "rebuild":
            return f"{who} rebuilds {mention(event.what)}: {left} [PH12.4]"
        case "mend":
            return f"{who} repairs {mention(event.what)}: {left} [PH12.4]"
        case "reserve":
            return f"Japan lays {event.count} EP up: {event.left} left [S2.3.c]"
    due = f", due in {season_name(event.box)}" if event.box else ""
    where = f" at {mention(event.area)}" if event.area else ""
    return f"{who} builds {_things(event)}{where}{due}: {left} [PH12.3]"


def _things(event: Bought) -> str:
    """What is built, with its number or its article: `2 × DD`, `an airfield`, `supply`."""
    if event.count > 1:
        return f"{event.count} × {mention(event.what)}"
    article = ARTICLES.get(event.what, "")
    return f"{article} {event.what}" if article else mention(event.what)


def _bid(event: BidOpened) -> Line:
    many = count(event.bought, "offensive")
    words = f"{at_first(event.nation)} buys {many} for {event.points} EP"
    if event.bought < event.bid:
        words = f"{words}, not the {event.bid} of the bid"
        return Line(text=f"{words}; {event.left} EP left [PH12.5]", kind="breach")
    return Line(text=f"{words}; {event.left} EP left [S3.2.1]")


def _initiative(event: InitiativeWon) -> Line:
    bids = f"{count(event.japanese, 'Japanese offensive')} against {event.allied or 'none'}"
    rolls = ", then ".join(f"{roll.dice[0]} against {roll.dice[1]}" for roll in event.rolls)
    dice = f"; the dice: {rolls}" if rolls else ""
    rule = "S3.2.3" if event.rolls else event.rule
    words = f"The {side_name(event.side)} have the initiative: {bids}{dice} [{rule}]"
    return Line(text=words, kind="roll" if rolls else "fact")
