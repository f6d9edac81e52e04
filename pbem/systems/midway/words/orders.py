"""What becomes of orders: those that come to nothing, standing ones that losses end [MB1, MB3]."""

from pbem.engine.sheets import Line
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.words.names import all_of, carrier_name, do, seat_name

WHY_VOID = {
    "M1.1": "the flight deck was not clear",
    "M1.1 room": "more than she may land",
    "M3.1 lost": "lost",
    "M3.1 elsewhere": "in a box from which no move leads there",
    "M4.3": "no bomber goes ahead",
    "M5.1": "nobody is Ready to Attack",
    "M5.1 lost": "lost",
    "M5.1 elsewhere": "not on CAP then",
    "M7.1": "the carrier is sunk",
    "M7.1 lost": "lost",
    "M7.1 elsewhere": "not in Attacking then",
    "M9.1": "not on the flight deck any more",
    "M11.5": "plans are sealed in this game",
    "M15.2": "the carrier is crippled",
    "M15.3": "the carrier is sunk",
    "MH34": "landed on a carrier before her",
    "MH36": "not those advance, or not in even groups",
}
"""Why an order came to nothing, by the rule that forbade it, and which of its reasons [MB3]."""


ORDERED = {
    "land": "landing",
    "move": "move",
    "search-groups": "order of search groups",
    "cap-attack": "CAP attack",
    "attack": "attack",
    "launch": "launch",
    "plan": "plan",
}
"""What is called so that a seat has ordered, by the type of the order."""


_WHERE = {"land": "on", "attack": "at", "launch": "from", "plan": "for"}
"""How a carrier is named behind what was ordered."""


def order_voided(event: happened.OrderVoided, charts: Charts) -> Line:
    """`The landing of tf-16 on Hornet with VB-8 comes to nothing: lost` [MB3]."""
    squadrons = [id_ for id_ in event.ids if id_ in charts.squadrons]
    ships = [carrier_name(id_) for id_ in event.ids if id_ not in squadrons]
    about = f" {_WHERE[event.order]} {all_of(ships)}" if ships else ""
    about += f" with {all_of(squadrons)}" if squadrons else ""
    words = f"The {ORDERED[event.order]} of {seat_name(event.seat)}{about} comes to nothing"
    why = WHY_VOID[f"{event.cited} {event.why}".rstrip()]
    return Line(text=f"{words}: {why} [{event.cited}].", kind="note")


def outlived(event: happened.StandingEnded | happened.WaitsForFewer, charts: Charts) -> str:
    """What a loss leaves of a standing order, to stand in a sentence [MB1]."""
    if isinstance(event, happened.StandingEnded):
        return standing_ended(event, charts)
    return _waits_for_fewer(event)


def standing_ended(event: happened.StandingEnded, charts: Charts) -> str:
    """`the standing-targets of tf-16 ends, for Akagi is sunk` [MB1]."""
    lost = [id_ for id_ in event.gone if id_ in charts.squadrons]
    sunk = [carrier_name(id_) for id_ in event.gone if id_ not in lost]
    both = ((lost, "lost"), (sunk, "sunk"))
    fates = [f"{do(ids, 'is', 'are')} {fate}" for ids, fate in both if ids]
    whose = f"the {event.order} of {seat_name(event.seat)}"
    about = f" for {all_of(event.squadrons)}" if event.squadrons else ""
    lacks = all_of(_NAMED[event.order, key] for key in event.keys)
    what = f"{whose} no longer names {lacks}" if lacks else f"{whose}{about} ends"
    return f"{what}, for {' and '.join(fates)}"


_NAMED = {
    ("standing-land", "squadrons"): "who lands first",
    ("standing-land", "carriers"): "carriers to land on first",
    ("standing-cap", "dogfight_first"): "who fights the escorts first",
    ("standing-targets", "carriers"): "carriers to attack first",
    ("standing-losses", "aa"): "who falls first to AA fire",
    ("standing-losses", "fighters"): "who loses SP first in dogfights",
    ("standing-losses", "bombers"): "who falls first to enemy fighters",
}
"""What the lists of standing orders are for, by the order and its key [MB1]."""


def _waits_for_fewer(event: happened.WaitsForFewer) -> str:
    """`by the standing-move of tf-16 VT-6 now waits for VB-6 alone, for VS-6 is lost` [MB1]."""
    whose = f"by the standing-move of {seat_name(event.seat)}"
    waits = do(event.squadrons, "now waits", "now wait")
    lost = do(event.gone, "is", "are")
    return f"{whose} {waits} for {all_of(event.until)} alone, for {lost} lost"
