"""What a file is needed for, in words for everybody [F.2]."""

from collections.abc import Iterator

from pbem.engine.decisions import Decision
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.dates import month_name
from pbem.systems.pto.sealing import BID_ITEM, STANDING_ITEM
from pbem.systems.pto.state import Game
from pbem.systems.pto.wording_names import all_of
from pbem.systems.pto.wording_steps import TITLES


def agenda(game: Game, decision: Decision, _: Charts) -> tuple[str, ...]:
    """What the seat's next file opens and decides, in that order."""
    return tuple(_agenda(game, decision))


def _agenda(game: Game, decision: Decision) -> Iterator[str]:
    bids = [item.rpartition("/")[2] for item in decision.opens if item.startswith(BID_ITEM)]
    if bids:
        yield f"the bid of {all_of(bids)}, which it opens"
    if any(item.startswith(STANDING_ITEM) for item in decision.opens):
        yield "the sealed standing orders of the file before, which it opens"
    steps = [key.partition("/")[2] for key in decision.covers]
    if not steps:
        return
    month = month_name(int(decision.covers[0].partition("/")[0]))
    if "P4" in steps:
        number = game.month.offensives + 1
        yield f"{month}, offensives: the {_ordinal(number)} of the month, or a pass"
        return
    titles = dict.fromkeys(TITLES[step].partition(",")[0] for step in steps)
    for title in titles:
        yield f"{month}, {title[:1].lower()}{title[1:]}"


def _ordinal(number: int) -> str:
    """A number as an ordinal: `3rd`."""
    teens = number % 100 in (11, 12, 13)
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
