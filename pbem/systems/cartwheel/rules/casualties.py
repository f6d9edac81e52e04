"""Casualties of every kind: steps, disruption, cargo, and what they are worth [H0.5, H0.6, H16.1].

A unit is named by its id alone, be it in the air, at sea or on land.
"""

from collections.abc import Iterable

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import Loss
from pbem.systems.cartwheel.rules.r11_troops import factor
from pbem.systems.cartwheel.table.events_air import CargoLost, Harm, UnitHit, UnitKind
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.state import Aircraft, Game, Owed, Ship, Told, Troops, other

SUPPLY = "supply"
"""The word for a supply unit in a ship's cargo."""


def harm_of(loss: Loss) -> Harm:
    """What a row of a results table does to its target."""
    return Harm(steps=loss.steps, disrupts=loss.disrupted)


def harmed(steps: int, disrupted: bool, harm: Harm) -> tuple[int, bool]:
    """Steps left and disruption after harm [H0.5]; disrupted again costs a step [H0.6]."""
    steps -= harm.steps + (harm.disrupts and disrupted)
    return max(0, steps), disrupted or harm.disrupts


def lose_steps(game: Game, unit: str, steps: int, charts: Charts) -> Told:
    """A unit loses steps [H0.5] and the enemy gains points for them [H16.1]."""
    return hit(game, unit, Harm(steps=steps), charts)


def hit(game: Game, unit: str, harm: Harm, charts: Charts) -> Told:
    """Harm to a naval, ground or air unit in play, with all that follows from it at once."""
    if unit in game.ships:
        return _hit_ship(game, game.ships[unit], harm, charts)
    if unit in game.troops:
        return _hit_troops(game, game.troops[unit], harm, charts)
    return _hit_air(game, unit, harm, charts)


def _told(unit: Aircraft | Ship | Troops, kind: UnitKind, steps: int, disrupted: bool) -> UnitHit:
    """What became of a unit that has so many steps left."""
    lost = unit.steps - steps
    return UnitHit(
        to=ALL, unit=unit.id, side=unit.side, kind=kind, lost=lost, steps=steps, disrupted=disrupted
    )


# --- air -----------------------------------------------------------------------------------------


def _hit_air(game: Game, unit: str, harm: Harm, charts: Charts) -> Told:
    """Harm to an air unit as it is publicly known."""
    known = game.air[unit]
    steps, disrupted = harmed(known.steps, known.disrupted, harm)
    event = _told(known, "air", steps, disrupted)
    return air_left(game, unit, known.steps, steps, disrupted, charts), (event,)


def air_left(
    game: Game, unit: str, before: int, steps: int, disrupted: bool, charts: Charts
) -> Game:
    """An air unit that had `before` steps has `steps` left; seen this turn [E.1, H16.1].

    What the 11th loses earns nothing but the points of 5.2e [AMB-36]. With its last step go its
    Ace marker, if all know that it carries one [H5.1.1] (its owner alone misses another), its place
    at a port [6.3.6~], and a unit of the 11th is noted as lost [5.2e].
    """
    known = replace(game.air[unit], steps=steps, disrupted=disrupted and steps > 0, seen=game.now)
    points = charts.air_points(unit) * (before - steps)
    game = game.with_air((known,)).awarded(other(known.side), points, "H16.1", unit)
    if unit in game.floatplanes:
        plane = replace(game.floatplanes[unit], steps=steps, disrupted=known.disrupted)
        game = replace(game, floatplanes=game.floatplanes.set(unit, plane))
    return game if steps else _air_lost(game, unit, charts)


def _air_lost(game: Game, unit: str, charts: Charts) -> Game:
    known = game.air[unit]
    game = replace(game, floatplanes=game.floatplanes.without(unit))
    if known.ace:
        aces = game.aces.set(known.side, game.aces[known.side] - 1)
        game = replace(game.with_air((replace(known, ace=False),)), aces=aces)
    if not charts.air[unit].is_eleventh or unit in game.turn.eleventh_lost:
        return game
    lost = tuple(sorted((*game.turn.eleventh_lost, unit)))
    return game.with_turn(replace(game.turn, eleventh_lost=lost))


# --- land ----------------------------------------------------------------------------------------


def _hit_troops(game: Game, unit: Troops, harm: Harm, charts: Charts) -> Told:
    """Harm to a ground unit; one without steps is in play no more."""
    steps, disrupted = harmed(unit.steps, unit.disrupted, harm)
    left = replace(
        unit, steps=steps, disrupted=disrupted and steps > 0, at=unit.at if steps else ""
    )
    event = _told(unit, "ground", steps, disrupted)
    return _paid(game.with_troops((left,)), unit, event.lost, charts), (event,)


def _paid(game: Game, unit: Troops, lost: int, charts: Charts) -> Game:
    """The enemy's points for ground steps: at sea those of a convoy count otherwise [H17.1]."""
    convoy = game.terms.convoy
    if convoy and convoy.side == unit.side and unit.at in game.ships:
        return game.awarded(other(unit.side), convoy.lost_step * lost, "H17.1", unit.id)
    return game.awarded(other(unit.side), charts.points.ground_step * lost, "H16.1", unit.id)


# --- sea -----------------------------------------------------------------------------------------


def _hit_ship(game: Game, ship: Ship, harm: Harm, charts: Charts) -> Told:
    """Harm to a naval unit, its cargo [H9.10.8] and, if it sinks, the aircraft aboard [H10.5]."""
    chart = charts.naval[ship.id]
    steps, disrupted = harmed(ship.steps, ship.disrupted, harm)
    lost = ship.steps - steps
    left = replace(
        ship, steps=steps, disrupted=disrupted and steps > 0, at=ship.at if steps else ""
    )
    event = _told(ship, "naval", steps, disrupted)
    points = charts.ship_points(ship.id) * lost
    game = game.with_ships((left,)).awarded(other(ship.side), points, "H16.1", ship.id)
    if not lost:
        return game, (event,)
    game, drowned = _lose_cargo(game, left, charts)
    if steps or not chart.is_carrier:
        return game, (event, *drowned)
    game, sunk = _lose_deck(game, ship)
    return game, (event, *drowned, *sunk)


def _lose_deck(game: Game, ship: Ship) -> Told:
    """A carrier sinks: its owner states the air units that were aboard and are lost [H10.5]."""
    return base_lost(game, BaseLost(to=ALL, base=ship.id, hex=ship.at, owner=ship.side, how="sunk"))


def base_lost(game: Game, event: BaseLost) -> Told:
    """The owner of a lost base states what became of the air units there [H6.6.1, 6.6.5] (E.6)."""
    is_captured = event.how == "captured"
    owed = Owed(
        side=event.owner, kind="lost-base", place=event.base, dice=event.dice, captured=is_captured
    )
    return game.owing(owed), (event,)


def _lose_cargo(game: Game, ship: Ship, charts: Charts) -> Told:
    """What a ship can carry no longer is lost [H9.10.8].

    Supply units go first, then steps of the ground unit with the lowest current CF, then by id.
    """
    room = charts.naval[ship.id].factors(ship.steps).cargo if ship.steps else 0
    cargo, supply, lost = list(ship.cargo), 0, dict[str, int]()
    paid = len(game.awards)
    while space_taken(game, cargo, charts) > room:
        if SUPPLY in cargo:
            cargo.remove(SUPPLY)
            supply += 1
            continue
        unit = min(cargo, key=lambda id_: (factor(game.troops[id_], charts), id_))
        game, _ = lose_steps(game, unit, 1, charts)
        lost[unit] = lost.get(unit, 0) + 1
        if game.troops[unit].steps == 0:
            cargo.remove(unit)
    if not (supply or lost):
        return game, ()
    game = game.with_ships((replace(ship, cargo=tuple(cargo)),))
    convoy = game.terms.convoy
    if convoy and convoy.side == ship.side:
        game = game.awarded(other(ship.side), convoy.lost_supply * supply, "H17.1", ship.id)
    points = sum(award.points for award in game.awards[paid:])
    steps = FrozenMap(lost)
    return game, (CargoLost(to=ALL, ship=ship.id, supply=supply, steps=steps, points=points),)


def space_taken(game: Game, cargo: Iterable[str], charts: Charts) -> int:
    """The capacity that a cargo takes: 1 for a supply unit, that of its steps for troops."""
    return sum(1 if load == SUPPLY else space_of(game.troops[load], charts) for load in cargo)


def space_of(unit: Troops, charts: Charts) -> int:
    """The capacity that a ground unit takes aboard: 1 a step, more for armour [H10.3.1]."""
    each = charts.sailing.armour if charts.ground[unit.id].is_armour else 1
    return each * unit.steps
