"""Whether ships may land what they carry [H11.5]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.kinds import Refusal, refuse
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.rules.r10_ships import ground_units, laden, supply_units
from pbem.systems.cartwheel.rules.r11_ashore import can_land
from pbem.systems.cartwheel.rules.r11_plan import Plan
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, is_fit, why_unfit
from pbem.systems.cartwheel.table.orders_ground import Land
from pbem.systems.cartwheel.table.state import Game, Ship


def wrong_landing(
    game: Game, side: str, order: Land, plan: Plan, charts: Charts
) -> Iterator[Refusal]:
    """What is wrong with a landing, stacking apart [H11.5, H13.4, H17.1]."""
    ship = game.ships.get(order.ship)
    if ship is None or ship.side != side or not ship.at:
        what = f"{order.ship[:40]} is no ship of yours in play"
        able = ", ".join(ship.id for ship in laden(game, side)) or "none"
        yield refuse("H11.5", "ship", what, f"ships with cargo: {able}")
        return
    if ship.disrupted:
        what = f"{ship.id} is disrupted, and lands nothing"
        yield refuse("H10.2", "ship", what, "take the order out: its cargo stays aboard")
    if ship.at not in charts.hexes or not charts.hexes[ship.at].terrain.coastal:
        what = f"{ship.id} is at {ship.at}, which is no coastal hex"
        yield refuse("H11.5", "ship", what, "take the order out")
        return
    yield from _wrong_cargo(game, ship, order, plan, charts)
    if has_enemies(game, ship.at, side):
        yield from _wrong_assault(game, ship, order, plan, charts)


def attack_too(hex_: str) -> str:
    """What who comes among enemies orders besides: neither is legal alone [H11.2, H11.5]."""
    return (
        f'give an order of type "attack" with hex = "{hex_}" too; where orders are added by'
        f" command, in the same one: attack hex={hex_}"
    )


def may_land(game: Game, ship: Ship, charts: Charts) -> bool:
    """Whether a landing from a ship off a coast could be ordered, for all that is public [H11.5].

    Among enemies somebody must be there to take supply units, or come and attack with those who
    land: nobody does in a scenario without ground combat [H17.1].
    """
    if not can_land(game, ship, charts):
        return False
    if not has_enemies(game, ship.at, ship.side) or any(game.troops_at(ship.at, ship.side)):
        return True
    aboard = (one.cargo for one in game.ships_at(ship.at, ship.side) if not one.disrupted)
    landing = (game.troops[id_] for cargo in aboard for id_ in ground_units(cargo))
    near = (game.troops_at(hex_, ship.side) for hex_ in land_neighbours(charts, ship.at))
    able = (*landing, *(unit for units in near for unit in units))
    return game.terms.ground_combat and any(is_fit(unit, charts) for unit in able)


def _wrong_cargo(
    game: Game, ship: Ship, order: Land, plan: Plan, charts: Charts
) -> Iterator[Refusal]:
    """What is not aboard, and supply units that find no room ashore [H11.5, H13.4]."""
    aboard, units = supply_units(ship.cargo), ground_units(ship.cargo)
    cargo = (*units, *([count(aboard, "supply unit")] if aboard else []))
    hint = f"aboard are: {', '.join(cargo)}" if cargo else "nothing is aboard: take the order out"
    for id_ in dict.fromkeys(order.units):
        if id_ not in units:
            yield refuse("H11.5", "units", f"{id_[:40]} is not aboard {ship.id}", hint)
        elif order.units.count(id_) > 1:
            yield refuse("H11.5", "units", f"{id_} is named twice", "name it once")
    if not 0 <= order.supply <= aboard:
        yield refuse("H11.5", "supply", f"{ship.id} carries {count(aboard, 'supply unit')}", hint)
    if not order.units and order.supply == 0:
        yield refuse("H11.5", "units", "nothing is landed", hint)
    there, coming = game.supplies.get(f"{ship.side}/{ship.at}", 0), plan.supply.get(ship.at, 0)
    if order.supply > 0 and there + coming > charts.supply.units:
        what = f"{there + coming} of your supply units would lie in {ship.at}"
        yield refuse("H13.4", "supply", what, f"land {max(0, charts.supply.units - there)} at most")


def _wrong_assault(
    game: Game, ship: Ship, order: Land, plan: Plan, charts: Charts
) -> Iterator[Refusal]:
    """Among enemies the landed units must attack; supply needs own troops [H11.5, CR47]."""
    if not game.terms.ground_combat:
        what = f"there are enemies in {ship.at}, and nobody attacks in this scenario"
        yield refuse("H17.1", "ship", what, "take the order out")
        return
    if order.units and ship.at not in plan.attacks:
        what = f"there are enemies in {ship.at}: whoever lands must attack"
        yield refuse("H11.5", "units", what, attack_too(ship.at))
    for id_ in order.units:
        unit = game.troops.get(id_)
        if unit is not None and (refusal := why_unfit(unit, charts)):
            yield refusal.about(id_, "units", "leave it aboard")
    coming = any(to == ship.at for to in plan.arriving.values())
    if order.supply > 0 and not coming and not any(game.troops_at(ship.at, ship.side)):
        what = f"only enemies are in {ship.at}: nobody would take the supply units"
        yield refuse("H11.5", "supply", what, "land troops with them, or leave them aboard")
