"""Naval missions and ground orders for tests, and what the checks say of them."""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.rules.r10_naval import sail
from pbem.systems.cartwheel.rules.r11_ground import act
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, other
from pbem.systems.cartwheel.table.under_way import Voyage
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.tabletop import CHARTS, ScriptedDice

Faces = Mapping[str, int]


def held(game: Game, side: str, *hexes: str) -> Game:
    """The game with hexes under a side's control."""
    return replace(game, control=game.control.update(dict.fromkeys(hexes, side)))


def changed(game: Game, unit: str, **values: object) -> Game:
    """The game with a ground unit or ship changed."""
    if unit in game.ships:
        return game.with_ships((replace(game.ships[unit], **values),))
    return game.with_troops((replace(game.troops[unit], **values),))


def voyage(side: str, ships: str, path: str, **values: object) -> Voyage:
    """A mission `t1m1` of ships along a path, both as words."""
    words = {"purpose": "transit", **values}
    words["load"] = FrozenMap(words.get("load", {}))  # type: ignore[call-overload]
    group, way = tuple(ships.split()), tuple(path.split())
    return Voyage(id="t1m1", side=side, ships=group, path=way, **words)


def sailed(
    game: Game, ordered: Voyage, faces: Faces | None = None
) -> tuple[Game, tuple[Event, ...]]:
    """A voyage with all its dice; none may be left over."""
    dice = ScriptedDice(faces)
    told = sail(game, ordered, CHARTS, dice)
    assert dice.left == ()
    return told


def acted(
    game: Game, side: str, *orders: Order, faces: Faces | None = None
) -> tuple[Game, tuple[Event, ...]]:
    """A side's ground orders with all their dice; none may be left over."""
    dice = ScriptedDice(faces)
    told = act(game, side, orders, CHARTS, dice)
    assert dice.left == ()
    return told


Said = list[tuple[str, str, str]]


def wrong_at_sea(game: Game, side: str, *orders: Order) -> Said:
    """What the checks say of orders to ships: where, rule, what and hint in one line."""
    run = replace(game.operations, to_act=side, run=len(orders))
    step = "4.6-first" if any(isinstance(order, Withdraw) for order in orders) else "4.4"
    return _wrong(game.with_operations(run), side, (step,), orders)


def wrong_on_land(game: Game, side: str, *orders: Order) -> Said:
    """What the checks say of ground orders."""
    return _wrong(game, side, ("4.5-first",), orders)


def _wrong(game: Game, side: str, steps: tuple[str, ...], orders: tuple[Order, ...]) -> Said:
    """What a player's own program says of a file."""
    found = list(check(view(own(side), game, *steps), orders, CHARTS))
    assert all(problem.code == "E12" and problem.hint for problem in found)
    return [(p.where, p.rule, f"{p.what} -> {p.hint}") for p in found]


def rules_of(said: Said) -> list[str]:
    """The rules that are cited."""
    return [rule for _, rule, _ in said]


__all__ = [
    "ALLIED", "JAPANESE", "acted", "changed", "held", "other", "rules_of", "sailed", "voyage",
    "wrong_at_sea", "wrong_on_land",
]  # fmt: skip
