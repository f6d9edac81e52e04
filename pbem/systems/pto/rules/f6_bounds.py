"""Numbers out of their bounds, and what may not be ordered twice in a file [F.6.6]."""

from collections.abc import Iterator, Mapping

from pbem.engine.kinds import Claim, Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.engine.orders import Order
from pbem.systems.pto.rules.f6_aims import too_few
from pbem.systems.pto.rules.f6_sorts import SUPPLY
from pbem.systems.pto.table import orders_month as o
from pbem.systems.pto.table import orders_season as season
from pbem.systems.pto.table.naming import does
from pbem.systems.pto.table.standing import AirStacks, AirStrikeRule, StandingOrder

PERCENT, RATIO, FIGHTERS = (0, 100), (1, 100), (-1, 100)
BOUNDS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("share", "cap", "near", "far", "support"), PERCENT),
    **dict.fromkeys(("own", "enemy"), RATIO),
    **dict.fromkeys(("first", "answer"), FIGHTERS),
    "after": (0, 2),
    "lost": (0, 20),
    "keep": (0, 30),
    "escorts": (0, 10),
    "worth": (0, 100),
}
"""The least and the most that each key with a number takes."""
AMOUNTS = ("count", "points", "offensives")
"""Keys that take 0 or more; the rules of EP, of force pools and of lend-lease limit them above."""

MISSIONS, HOMECOMINGS = "fly", "end the month"
ONCE: Mapping[type[Order], tuple[str, tuple[str, ...]]] = {
    o.Form: ("join a task force", ("ships",)),
    o.Sail: ("sail", ("tf",)),
    o.Engage: ("engage", ("tf",)),
    o.Return: (HOMECOMINGS, ("tf",)),
    o.Stay: (HOMECOMINGS, ("tf",)),
    o.Strike: (MISSIONS, ("units", "escorts")),
    o.Support: (MISSIONS, ("units", "escorts")),
    o.Transfer: (MISSIONS, ("units",)),
    o.Airlift: ("be lifted", ("cargo",)),
    o.Offensive: ("act in an offensive", ("stack", "stacks")),
    o.March: ("march", ("unit",)),
    o.Rail: ("go by rail", ("unit",)),
    o.Debark: ("go ashore", ("unit",)),
    o.Drop: ("drop", ("unit",)),
    o.Assault: ("land", ("units",)),
    o.Attack: ("be attacked", ("area",)),
    o.Repair: ("be repaired", ("area",)),
    o.Replenish: ("be replenished", ("unit",)),
    season.Rebuild: ("be rebuilt", ("unit",)),
    season.Mend: ("be repaired", ("ship",)),
    season.LendLease: ("lend", ("nation",)),
    season.Bid: ("bid", ("nation",)),
    o.BombJapan: (MISSIONS, ("bombers", "escorts")),
    o.Blockade: ("blockade", ("boats",)),
}
"""What a name does by an order of each kind, once in a file, and the keys that name it."""


def out_of_bounds(order: Order) -> Iterator[Refusal]:
    """Every number of an order below its least or above its most [F.6.4, F.6.6]."""
    for key, (least, most) in BOUNDS.items():
        value = getattr(order, key, None)
        if isinstance(value, int) and not least <= value <= most:
            what = f"{key} = {value} is out of bounds"
            yield refuse("F.6.6", key, what, f"use {least} to {most}")
    for key in AMOUNTS:
        value = getattr(order, key, None)
        if isinstance(value, int) and value < 0:
            yield refuse("F.6.6", key, f"{key} = {value} is out of bounds", "use 0 or more")
    if isinstance(order, AirStrikeRule):
        yield from too_few(order.ships)


def in_both_stacks(order: Order) -> Iterator[Refusal]:
    """Every air unit that one order names for the offence and for the defence [D11.3]."""
    if isinstance(order, AirStacks):
        for unit in (one for one in dict.fromkeys(order.defensive) if one in order.offensive):
            what = f"{mention(unit)} is named for both stacks"
            yield refuse("D11.3", "defensive", what, "name it once: it attacks, or it stays")


def claims(order: Order) -> Iterator[Claim]:
    """What an order takes for itself: who does a thing, which nobody does twice [F.6.6]."""
    for key, deed, name, said in _claimed(order):
        refusal = refuse("F.6.6", key, f"{said} twice", "keep one of the two")
        yield Claim(subject=f"{deed} {name}", refusal=refusal)


def _claimed(order: Order) -> Iterator[tuple[str, str, str, str]]:
    """What an order claims: the key, the deed, who does it, and both in words."""
    if isinstance(order, StandingOrder):
        of = f"of {mention_or_quote(order.of)}" if order.of else "of all"
        yield "of", order.type, order.of, f"'{order.type}' {of} is ordered"
        return
    if isinstance(order, o.BombJapan | o.Blockade | o.Pass):
        yield "", order.type, "", f"'{order.type}' is ordered"
    deed, keys = ONCE.get(type(order), ("", ()))
    for key in keys:
        value = getattr(order, key)
        for name in (value,) if isinstance(value, str) else value:
            if name and name != SUPPLY:
                is_ordered = does(name, "is ordered", "are ordered")
                yield key, deed, name, f"{mention_or_quote(name)} {is_ordered} to {deed}"
