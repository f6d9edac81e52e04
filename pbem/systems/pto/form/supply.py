"""Who is out of supply at the month's end as things stand, and by whose ships [P6.2, PH11]."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.forgone import rests
from pbem.systems.pto.form.homeward import enemy_home, is_for_ends, plan_at_sea
from pbem.systems.pto.orders.check import for_the_end, steps_of
from pbem.systems.pto.orders.home import after_the_end, unpaid
from pbem.systems.pto.rules.combat.losses import hit_ship
from pbem.systems.pto.rules.month.p6_upkeep import Charge
from pbem.systems.pto.rules.month.ph11_closing import closing
from pbem.systems.pto.rules.month.ph11_supply import costs_from, wanting
from pbem.systems.pto.table.naming import agree, each
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game

FEW, FEW_WAYS, FACES = 6, 3, 6
"""So many units or areas, so many sets of seas have names, more are counted; a die's faces."""


class Want(Value):
    """Areas of a side that nothing supplies then, cut off by the same `ways`: sets of seas.

    The other side's ships close all of them; any one set is enough, and is empty if none is needed.
    """

    ways: tuple[tuple[str, ...], ...]
    areas: tuple[str, ...]
    units: tuple[Ground | AirUnit, ...]


def cut_off_now(view: View[Game], charts: Charts) -> Iterator[str]:
    """What a form tells: own areas as ships go home unasked, the enemy's if the seat stays.

    Of the enemy nothing while ships move first: who stays is not known by far.
    """
    steps = steps_of(view)
    if steps & {"P3.1", "P4", "P5"}:
        home = after_the_end(view.game, view.seat, plan_at_sea(view, ()), charts)
        ours = _wants(enemy_home(view, home, charts), view.side, charts)
        yield from _in_short(ours, "if the enemy stays and no surface force of yours does")
        if "P3.1" not in steps:
            his = _wants(enemy_home(view, view.game, charts), other(view.side), charts)
            yield from _in_short(his, "if you stay and no surface force of the enemy's does")


def _in_short(wants: Iterable[Want], why: str) -> Iterator[str]:
    """`Oahu by Hawaiian Waters`: areas with the seas that are closed to them."""
    closed = [f"{each(one.areas)} by {_seas(one)}" for one in wants if any(one.ways)]
    if closed:
        yield f"Cut off at the month's end {why}: {'; '.join(closed)} [PH11.1]"


def at_the_end(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Game | None:
    """The game with the seat's ships where a file leaves them; None if the end is not near [P6.1].

    Those are gone that are surely lost for want of EP before supply is traced [PH14.2]. `after` is
    the game as its orders leave it.
    """
    game, given = after, plan_at_sea(view, orders)
    if is_for_ends(view, orders):
        ending, given = for_the_end(view, orders, charts)
        game = ending.game
    elif not ("P4" in steps_of(view) or ("P3.1" in steps_of(view) and rests(orders))):
        return None
    lacking = unpaid(game, view.seat, given, charts)
    return _suffered(after_the_end(game, view.seat, given, charts), view.side, lacking, charts)


def _suffered(game: Game, side: str, lacking: Iterable[Charge], charts: Charts) -> Game:
    """The game once ships with names are hit that no EP pay; of others a die decides [PH14.2]."""
    for id_ in (one for charge in lacking for one in charge.ships):
        if game.ships[id_].is_named:
            game, _ = hit_ship(game, id_, 1, other(side), charts)
    return game


def own_words(view: View[Game], game: Game, charts: Charts) -> Iterator[str]:
    """The seat's side out of supply then, if the enemy stays where no order of his moves him."""
    unless = "if the enemy stays in {} and no surface force of yours does"
    for want in _wants(enemy_home(view, game, charts), view.side, charts):
        yield _words(want, unless, "", charts)


def enemy_words(view: View[Game], game: Game, charts: Charts) -> Iterator[str]:
    """The enemy out of supply by the seat's ships that stay where they are in this game."""
    unless = "if you stay in {} and no surface force of his does"
    for want in _wants(enemy_home(view, game, charts), other(view.side), charts):
        if any(want.ways):
            yield _words(want, unless, "The enemy's ", charts)


def _wants(game: Game, side: str, charts: Charts) -> Iterator[Want]:
    """The areas of a side without supply, by what the other side's ships cut them off with."""
    found: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    short = wanting(game, side, charts)
    for area in short:
        found.setdefault(closing(game, side, area, charts), []).append(area)
    for ways, areas in found.items():
        units = tuple(chain.from_iterable(short[area] for area in areas))
        yield Want(ways=ways, areas=tuple(areas), units=units)


def _words(want: Want, unless: str, whose: str, charts: Charts) -> str:
    """`Oahu is out of supply at the month's end if …: 25th Div loses a step on a die of 4 to 6`."""
    areas = each(want.areas) if len(want.areas) <= FEW else count(len(want.areas), "area")
    why = f" {unless.format(_seas(want))}" if any(want.ways) else ""
    rolls = "; ".join(_rolls(want.units, charts))
    verb = agree(want.areas, "is", "are")
    return f"{whose}{areas} {verb} out of supply at the month's end{why}: {rolls} [PH11.1, PH11.3]"


def _seas(want: Want) -> str:
    """Where ships have to stay to cut areas off: `A and B together, or C`."""
    told, more = want.ways[:FEW_WAYS], want.ways[FEW_WAYS:]
    words = [f"{each(way)} together" if len(way) > 1 else each(way) for way in told]
    others = f", or {count(len(more), 'other set')} of these seas" if more else ""
    return f"{', or '.join(words)}{others}"


def _rolls(units: Sequence[Ground | AirUnit], charts: Charts) -> Iterator[str]:
    """Who loses a step on which dice; who does not roll yet comes last [PH11.3]."""
    dice: dict[int, list[str]] = {}
    for unit in units:
        dice.setdefault(costs_from(unit, charts), []).append(unit.id)
    for least in sorted(dice, key=lambda one: one or FACES + 1):
        who = dice[least]
        named = each(who) if len(who) <= FEW else count(len(who), "unit")
        if not least:
            yield f"{named} {agree(who, 'does', 'do')} not roll yet"
            continue
        rest = "in any case" if least == 1 else f"on a die of {_faces(least)}"
        yield f"{named} {agree(who, 'loses', 'lose')} a step{agree(who, '', ' each')} {rest}"


def _faces(least: int) -> str:
    return f"{least}" if least >= FACES else f"{least} to {FACES}"
