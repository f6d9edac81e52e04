"""A player of Pacific Theater by chance: orders for ships and aircraft that the checks let pass."""

from collections.abc import Iterator, Sequence
from random import Random

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders import check
from pbem.systems.pto.table.orders_month import (
    Engage,
    Form,
    Offensive,
    Pass,
    Sail,
    Strike,
    Transfer,
)
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import CHARTS

TRIES = 60


def by_chance(number: int, view: View[Game]) -> tuple[Order, ...]:
    """Legal orders for phase 3 or an offensive, others for any file as they come."""
    chance = Random(f"{number}/{view.decision.covers}/{view.game.month.heard}")
    steps = {key.partition("/")[2].partition("-")[0] for key in view.decision.covers}
    if "P3.1" in steps:
        return _legal(view, (), phase_3(view, chance))
    if "P4" in steps:
        return _offensive(view, chance)
    return ()


def _legal(view: View[Game], taken: Sequence[Order], offered: Iterator[Order]) -> tuple[Order, ...]:
    kept = list(taken)
    for order in offered:
        if not list(check.check(view, (*kept, order), CHARTS)):
            kept.append(order)
    return tuple(kept)


def phase_3(view: View[Game], chance: Random) -> Iterator[Order]:
    """Orders of phase 3 as they come, legal or not."""
    for number in range(TRIES):
        yield from _one(view, chance, number)


def _one(view: View[Game], chance: Random, number: int) -> Iterator[Order]:
    game, nations = view.game, view.game.nations_of(view.seat)
    own = [tf for tf in game.forces.values() if tf.nation in nations]
    units = [unit.id for unit in game.air.values() if unit.nation in nations]
    kinds = chance.choice(("form", "sail", "sail", "strike", "strike", "engage", "transfer"))
    if kinds == "form" and own:
        ships = [ship.id for ship in game.ships_in(chance.choice(own).id)]
        yield Form(tf=f"fresh-{number}", ships=tuple(chance.sample(ships, 1)))
    elif kinds == "sail" and own:
        yield _sail(game, chance, chance.choice(own))
    elif kinds == "strike" and units:
        yield _strike(game, view.side, chance, units)
    elif kinds == "engage" and own:
        enemies = [tf for tf in game.forces.values() if tf.nation not in nations]
        if enemies:
            yield Engage(tf=chance.choice(own).id, enemy=chance.choice(enemies).id)
    elif units:
        yield Transfer(units=(chance.choice(units),), to=chance.choice(sorted(game.areas)))


def _sail(game: Game, chance: Random, tf: TaskForce) -> Sail:
    at, path = tf.at, list[str]()
    for _ in range(chance.randint(0, 5)):
        area = CHARTS.areas[at]
        beside = sorted({*area.links, *area.ashore})
        at = chance.choice(beside)
        path.append(at)
    load = [unit.id for unit in game.ground_at(tf.at)][: chance.randint(0, 1)]
    return Sail(
        tf=tf.id,
        path=tuple(path),
        load=tuple(load),
        land=chance.choice(sorted(game.areas)) if load else "",
        standby=chance.random() < 0.5,
        strike=True if chance.random() < 0.8 else chance.choice((None, False)),
    )


def _strike(game: Game, side: str, chance: Random, units: list[str]) -> Strike:
    flying = chance.sample(units, min(len(units), chance.randint(1, 3)))
    enemies = [tf for tf in game.forces.values() if game.forces_at(tf.at, other(side))]
    at = chance.choice(("ships", "ships", "aircraft", "port", "airfield"))
    area, tf = chance.choice(sorted(game.areas)), ""
    if at == "ships" and enemies:
        force = chance.choice(enemies)
        area, tf = force.at, force.id
    target = {
        "ships": Strike(units=tuple(flying), area=area, at="ships", tf=tf),
        "aircraft": Strike(units=tuple(flying), area=area, at="aircraft"),
        "port": Strike(units=tuple(flying), area=area, at="port"),
        "airfield": Strike(units=tuple(flying), area=area, at="airfield"),
    }
    return target[at]


def _offensive(view: View[Game], chance: Random) -> tuple[Order, ...]:
    game, nations = view.game, view.game.nations_of(view.seat)
    for _ in range(TRIES // 6):
        orders = _begun(game, nations, chance)
        if orders and not list(check.check(view, orders, CHARTS)):
            found = _legal(view, orders, phase_3(view, chance))
            return tuple(order for order in found if not isinstance(order, Form))
    return (Pass(),)


def _begun(game: Game, nations: Sequence[str], chance: Random) -> tuple[Order, ...]:
    nation = chance.choice(nations)
    ready = [
        tf.id
        for tf in game.forces.values()
        if tf.nation in nations and any(s.mark == "standby" for s in game.ships_in(tf.id))
    ]
    if ready and chance.random() < 0.6:
        stack, *more = chance.sample(ready, min(len(ready), 2))
        return (Offensive(kind="sea", nation=nation, stack=stack, stacks=tuple(more)),)
    targets = chance.sample(sorted(game.areas), 1)
    return (Offensive(kind="air", nation=nation, targets=tuple(targets)),)
