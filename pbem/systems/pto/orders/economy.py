"""Whether orders for phase 2, for the end of the month and for the season are legal [F.3]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.kinds import refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, side_of
from pbem.systems.pto.orders import home as check_home
from pbem.systems.pto.orders.season import season_problems
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p2_strategic import BOMBERS, FIGHTERS
from pbem.systems.pto.rules.month.p6_end import cannot_repair, cannot_replenish, replenished
from pbem.systems.pto.rules.units import kind, reach
from pbem.systems.pto.table.orders import (
    Blockade,
    BombJapan,
    Repair,
    Replenish,
)
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]


def problems(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every order of phases 2 and 6 or of the season that is not legal, with its rule."""
    yield from _strategic(game, side, seat, numbered, charts)
    yield from check_home.problems(game, side, seat, numbered, charts)
    yield from _replenishes(game, seat, numbered, charts)
    yield from _repairs(game, seat, numbered, charts)
    yield from season_problems(game, seat, numbered, charts)


# --- phase 2 of the next month -------------------------------------------------------------------


def _strategic(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    for number, order in numbered:
        if not isinstance(order, BombJapan | Blockade):
            continue
        if side != ALLIED or game.terms.no_strategic:
            what = f"'{order.type}' is for the Allies where phase 2 is played"
            yield refuse("P2.0", "", what, "leave it out").of(number)
        elif isinstance(order, BombJapan):
            yield from _bombing(game, seat, number, order, charts)


def _bombing(
    game: Game, seat: str, number: int, order: BombJapan, charts: Charts
) -> Iterator[Problem]:
    """The US seat names bombers and fighters in range; the weather is not known yet [P2.1.1]."""
    if "US" not in game.nations_of(seat):
        yield refuse("P2.0", "", "the US seat orders the bombing of Japan", "leave it out").of(
            number
        )
        return
    for key, ids, kinds in (
        ("bombers", order.bombers, BOMBERS),
        ("escorts", order.escorts, FIGHTERS),
    ):
        for id_ in ids:
            yield from _not_over_japan(game, number, key, id_, kinds, charts)
    if not order.bombers:
        yield refuse("P2.1.1", "bombers", "no bombers are named", "leave the order out").of(number)


def _not_over_japan(
    game: Game, number: int, key: str, id_: str, kinds: tuple[str, ...], charts: Charts
) -> Iterator[Problem]:
    unit = game.air.get(id_)
    if unit is None or side_of(unit.nation) != ALLIED or kind(game, charts, unit) not in kinds:
        what = f"{mention_or_quote(id_)} cannot be one of the {key}"
        yield refuse(
            "P2.1.1", key, what, f"name Allied units of the classes {', '.join(kinds)}"
        ).of(number)
        return
    target = charts.bombing.target
    distance = air_distance(charts, game.where(unit), target)
    if distance > reach(game, charts, unit):
        what = f"{mention(id_)} is {count(distance, 'area')} from {mention(target)}"
        what = f"{what} and reaches {reach(game, charts, unit)}"
        hint = "transfer it nearer before, or name another unit"
        yield refuse("PH4.1", key, what, hint).of(number)


# --- the end of the month ------------------------------------------------------------------------


def _replenishes(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """One eliminated unit a group, EP there, the source free [P6.3.1, PH14.3]."""
    back: list[str] = []
    for number, order in numbered:
        if not isinstance(order, Replenish):
            continue
        unit = game.dead.get(order.unit)
        if unit is not None and unit.nation not in game.nations_of(seat):
            what = f"{mention(unit.id)} is not yours"
            yield refuse("PH14.3", "unit", what, "each seat replenishes its own units").of(number)
            continue
        refusal = cannot_replenish(game, order, back, charts)
        if refusal:
            yield refusal.of(number)
        else:
            game = replenished(game, order, back, charts)


def _repairs(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """One attempt an area, on something that is damaged there [P6.3.2, PH14.4]."""
    for number, order in numbered:
        if not isinstance(order, Repair):
            continue
        here = game.areas.get(order.area)
        if here is not None and here.nation not in game.nations_of(seat):
            what = f"{mention(order.area)} is not yours"
            yield refuse("PH14.4", "area", what, "each seat repairs in its own areas").of(number)
            continue
        refusal = cannot_repair(game, order, charts)
        if refusal:
            yield refusal.of(number)
