"""All of one carrier, squadron or box [M0.7-M0.9, MD1]."""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.sheets import Line
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import SIDES
from pbem.systems.midway.rules.victory import worth
from pbem.systems.midway.table.state import Carrier, Game, Squadron, strength
from pbem.systems.midway.words.names import BOXES, SIDE_NAMES, carrier_name, damage_words, named

TYPES_OF_AIRCRAFT = {"F": "fighters", "DB": "dive bombers", "TB": "torpedo bombers"}


def look(game: Game, _: object, id_: str, charts: Charts) -> tuple[Line, ...]:
    """A carrier with what is aboard, a squadron with its place, or a box with who is in it."""
    if id_ in game.carriers:
        return tuple(_carrier(game, game.carriers[id_], charts))
    if id_ in game.squadrons:
        return tuple(_squadron(game.squadrons[id_], charts))
    if id_ in charts.squadrons:
        carrier = carrier_name(charts.squadrons[id_].carrier)
        return (Line(text=f"{id_} of {carrier} has no SP left: it is gone [M0.6]", kind="loss"),)
    return tuple(_box(game, id_))


def _carrier(game: Game, carrier: Carrier, charts: Charts) -> Iterator[Line]:
    chart = charts.carriers[carrier.id]
    name, side = carrier_name(carrier.id), SIDE_NAMES[carrier.side]
    points = f"worth {count(worth(carrier.damage, charts), 'point')} to the enemy"
    yield Line(text=f"{name}: {side} carrier of {carrier.seat}, {damage_words(carrier, charts)}")
    yield Line(text=f"AA {chart.aa}, repair {chart.repair} or more, {points} [M7.2, M13.1, MH28]")
    for box in ("deck", "hangar"):
        yield Line(text=f"{BOXES[box]}: {_who(game.aboard(carrier.id, box))}")


def _squadron(squadron: Squadron, charts: Charts) -> Iterator[Line]:
    chart = charts.squadrons[squadron.id]
    side, home = SIDE_NAMES[squadron.side], carrier_name(chart.carrier)
    yield Line(text=f"{squadron.id}: {side} {TYPES_OF_AIRCRAFT[squadron.kind]} of {home}")
    yield Line(text=f"{squadron.sp} of {chart.sp} SP, commanded by {squadron.seat} [M0.6]")
    on = f" of {carrier_name(squadron.carrier)}" if squadron.carrier else ""
    ring = f", ring {squadron.ring}" if squadron.ring else ""
    late = f", landings missed: {squadron.marks}" if squadron.marks else ""
    yield Line(text=f"It is in the box {BOXES[squadron.box]}{on}{ring}{late} [M0.7]")


def _box(game: Game, typed: str) -> Iterator[Line]:
    """Who of each side is in a box of that name."""
    for box, name in BOXES.items():
        if typed.casefold() in (box, name.casefold()):
            for side in SIDES:
                yield Line(text=f"{name}, {SIDE_NAMES[side]}: {_who(game.squadrons_in(side, box))}")


def _who(squadrons: Iterable[Squadron]) -> str:
    found = tuple(squadrons)
    return f"{strength(found)} SP: {named(found)}" if found else "nobody"
