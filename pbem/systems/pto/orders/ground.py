"""Whether ground orders are legal, in an offensive and in phase 5 [P4A, P5, PH10]."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p4_advance import (
    Theatres,
    cannot_advance,
    cannot_land,
    cannot_serve,
    cannot_support,
    theatres_of,
)
from pbem.systems.pto.rules.month.p4_drops import cannot_drop
from pbem.systems.pto.rules.month.p5_movement import (
    cannot_debark,
    cannot_march,
    cannot_rail,
    not_there,
)
from pbem.systems.pto.table.orders import Assault, Attack, Debark, Drop, March, Rail, Support
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]


def problems(
    game: Game, side: str, _: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every ground order that is not legal, by the rule that forbids it."""
    theatres = theatres_of(order for _, order in numbered)
    for number, order in numbered:
        refusal = _refused(game, side, order, theatres, numbered, charts)
        if refusal:
            yield refusal.of(number)


def _refused(
    game: Game, side: str, order: Order, theatres: Theatres, numbered: Numbered, charts: Charts
) -> Refusal | None:
    """Why a ground order is not legal, or None."""
    if theatres:
        return _refused_in_offensive(game, side, order, theatres, numbered, charts)
    refusal: Refusal | None = None
    match order:
        case March():
            refusal = cannot_march(game, side, order, charts)
        case Rail():
            refusal = cannot_rail(game, side, order, charts)
        case Debark():
            refusal = cannot_debark(game, side, order, charts)
    return refusal


def _refused_in_offensive(
    game: Game, side: str, order: Order, theatres: Theatres, numbered: Numbered, charts: Charts
) -> Refusal | None:
    """Why an order of a land offensive is not legal, or None."""
    refusal: Refusal | None = None
    match order:
        case March():
            refusal = cannot_advance(game, side, order, theatres, charts)
        case Assault():
            refusal = cannot_land(game, side, order, theatres, charts)
        case Drop():
            refusal = cannot_drop(game, side, order, theatres, charts)
        case Support():
            refusal = cannot_support(game, side, order, theatres, charts)
        case Attack():
            refusal = _cannot_attack(game, side, order, theatres, numbered, charts)
    return refusal


def _cannot_attack(
    game: Game, side: str, order: Attack, theatres: Theatres, numbered: Numbered, charts: Charts
) -> Refusal | None:
    """An attack is on an area that is or will be contested, in a theatre of the file [PH10.2]."""
    if order.area not in game.areas:
        what = f"{mention_or_quote(order.area)} is no land area"
        return refuse("PH10.2", "area", what, "'pbem map' shows the areas")
    theatre = theatre_of(charts, order.area)
    if theatre not in theatres:
        what = f"no land offensive is in the theatre {theatre}, where {mention(order.area)} is"
        return refuse("PH13.1", "area", what, "attack in a theatre of the file's offensive")
    for id_ in order.units:
        refusal = not_there(game, side, id_, "PH10.2")
        refusal = refusal or cannot_serve(game, game.ground[id_], order.area, theatres, charts)
        if refusal:
            return replace(refusal, key="units")
    arriving = any(
        (isinstance(one, March) and one.path[-1:] == (order.area,))
        or (isinstance(one, Assault | Drop) and one.area == order.area)
        for _, one in numbered
    )
    if arriving or game.ground_at(order.area, side):
        return None
    what = f"no ground unit of yours is in {mention(order.area)}, or enters it in this file"
    return refuse("PH10.2", "area", what, "attack where your units are, or go there first")
