"""The public end of operations: ships go home, recon and TF-36 leave the map [4.6, H12, H5.3.3]."""

from collections.abc import Iterable

from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r10_orders import wrong_withdrawal
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.rules.r10_ships import laden
from pbem.systems.cartwheel.rules.r11_ashore import can_land, put_ashore, with_room, without_room
from pbem.systems.cartwheel.table.events_charts import Tf36Left
from pbem.systems.cartwheel.table.events_sea import (
    PutOff,
    StayedAboard,
    Unloaded,
    UnloadingVoided,
    WithdrawalVoided,
    Withdrew,
)
from pbem.systems.cartwheel.table.orders_turn import ConcludeLater, Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, Game, Ship, Told


def conclude(game: Game, side: str, orders: Iterable[Order], charts: Charts) -> Told:
    """A side's part of 4.6: returns to port, then recon and TF-36 leave the map [H12, H5.3.3]."""
    events: list[Event] = []
    for order in orders:
        if isinstance(order, Withdraw):
            game, told = withdraw(game, side, order, charts)
            events += told
    game = recalled(game, side)
    if side == ALLIED and game.turn.tf36:
        game, told = _tf36_leaves(game, charts)
        events += told
    concluded = (*game.turn.concluded, side)
    return game.with_turn(replace(game.turn, concluded=concluded)), tuple(events)


def is_later(orders: Iterable[Order]) -> bool:
    """Whether a ground file puts its side's conclusion off [H12.2.2]."""
    return any(isinstance(order, ConcludeLater) and order.later for order in orders)


def put_off(game: Game, side: str) -> Told:
    """A side concludes in a file of its own after 4.5, the first side before the other."""
    later = (*game.turn.later, side)
    return game.with_turn(replace(game.turn, later=later)), (PutOff(to=ALL, side=side),)


# --- ships [H12.2] -------------------------------------------------------------------------------


def going_home(game: Game, side: str, charts: Charts) -> list[Ship]:
    """A side's ships that may have an order, by id: TF-36 leaves by itself [H12.2, H5.3.3]."""
    ships = (ship for ship in game.ships.values() if ship.side == side and ship.at)
    return [ship for ship in ships if ship.id not in charts.tf36.ships]


def unloading(game: Game, side: str, charts: Charts) -> list[Ship]:
    """A side's ships that can put cargo ashore in the port or box where they lie [H10.2, H12.2]."""
    ships = (ship for ship in laden(game, side) if is_haven(game, ship.at, side, charts))
    return [ship for ship in ships if can_land(game, ship, charts)]


def withdraw(game: Game, side: str, order: Withdraw, charts: Charts) -> Told:
    """A group returns to a port or box, and its undisrupted ships unload if told to [H12.2, H10.2].

    A return that has become impossible is reported and passed over, ship by ship [H12.2.1], and so
    is unloading alone: the ground orders of the same file may have landed the cargo [H11.1.2], or
    its last missions have brought about a fight that disrupted a ship, or sank one [H8.10.2].
    """
    ids, barred = _who_returns(game, side, order, charts)
    events: list[Event] = [
        WithdrawalVoided(to=ALL, side=side, ships=ships, cited=cited)
        for cited, ships in barred.items()
    ]
    if not ids:
        return game, tuple(events)
    order = replace(order, ships=ids)
    held = tuple(id_ for id_ in ids if game.ships[id_].disrupted and game.ships[id_].cargo)
    events += (
        UnloadingVoided(to=ALL, side=side, ships=held or ids, cited=refusal.rule)
        for refusal in wrong_withdrawal(game, side, order, charts)
    )
    if len(order.path) > 1:
        game = game.with_ships(replace(game.ships[id_], at=order.path[-1]) for id_ in ids)
        events.append(Withdrew(to=ALL, side=side, ships=ids, path=order.path))
    able = [id_ for id_ in ids if order.unload and not game.ships[id_].disrupted]
    for id_ in able:
        game, told = _unload(game, game.ships[id_], charts)
        events += told
    return game, tuple(events)


def _who_returns(
    game: Game, side: str, order: Withdraw, charts: Charts
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """The ships of a group that can go home as ordered, and the others by the rule that bars them.

    By id: where room for some alone is left, the first have it [H0.3].
    """
    ids = tuple(sorted(order.ships))
    cited = _bar_to_return(game, side, order, charts)
    if not cited:
        return ids, {}
    going: tuple[str, ...] = ()
    barred: dict[str, tuple[str, ...]] = {}
    for id_ in ids:
        more = (*going, id_)
        if why := _bar_to_return(game, side, replace(order, ships=more), charts):
            barred[why] = (*barred.get(why, ()), id_)
        else:
            going = more
    return going, barred or {cited: ids}


def _bar_to_return(game: Game, side: str, order: Withdraw, charts: Charts) -> str:
    """The rule by which ships cannot go where they are told, unloading apart; empty if they can."""
    wrong = wrong_withdrawal(game, side, order, charts)
    return next((refusal.rule for refusal in wrong if refusal.key != "unload"), "")


def _unload(game: Game, ship: Ship, charts: Charts) -> Told:
    """A ship puts ashore what finds room there; the rest stays aboard [H12.2, CR40]."""
    what = with_room(game, ship, charts)
    events: list[Event] = [
        StayedAboard(to=ALL, side=ship.side, ship=ship.id, place=ship.at, items=items, cited=cited)
        for cited, items in without_room(ship, what)
    ]
    if what.units or what.supply:
        unloaded = Unloaded(
            to=ALL, side=ship.side, ship=ship.id, place=ship.at, units=what.units,
            supply=what.supply,
        )  # fmt: skip
        events.insert(0, unloaded)
    return put_ashore(game, what, ship.at), tuple(events)


# --- aircraft on the map -------------------------------------------------------------------------


def recalled(game: Game, side: str) -> Game:
    """A side's recon units leave the hexes they stand on [7.3.5~, H12.1]."""
    scouts = {id_: scout for id_, scout in game.turn.scouts.items() if scout.side != side}
    return game.with_turn(replace(game.turn, scouts=FrozenMap(scouts)))


def _tf36_leaves(game: Game, charts: Charts) -> Told:
    """TF-36 goes with its ships and air units, disruption removed, lost steps not [H5.3.3]."""
    ships = [game.ships[id_] for id_ in charts.tf36.ships if id_ in game.ships]
    game = game.with_ships(
        replace(ship, at="", disrupted=False) for ship in ships if ship.steps and ship.at
    )
    known = (game.air[id_] for id_ in sorted(charts.tf36.planes) if id_ in game.air)
    planes = [plane for plane in known if plane.steps]
    game = game.with_air(
        replace(plane, arrived=False, disrupted=False, base="") for plane in planes
    )
    return game, (Tf36Left(to=ALL, units=tuple(plane.id for plane in planes)),)
