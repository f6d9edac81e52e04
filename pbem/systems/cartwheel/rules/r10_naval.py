"""Naval missions: loading, sailing, what happens at the end of the way [H10]."""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import harm_of, hit, lose_steps
from pbem.systems.cartwheel.rules.r08_spoiled import spoiled_voyage
from pbem.systems.cartwheel.rules.r10_bombard import bombard
from pbem.systems.cartwheel.rules.r10_gunnery import Engagement, fight, has_battle
from pbem.systems.cartwheel.rules.r10_loading import with_supply_loaded
from pbem.systems.cartwheel.rules.r10_orders import way_sailed
from pbem.systems.cartwheel.rules.r10_ships import cargo_of, factors, ground_units, is_barred
from pbem.systems.cartwheel.rules.r11_control import settle
from pbem.systems.cartwheel.table.events_air import Score
from pbem.systems.cartwheel.table.events_sea import (
    CarriersOut,
    Sailed,
    Shot,
    SubmarineAttacked,
    VoyageCancelled,
)
from pbem.systems.cartwheel.table.state import ALLIED, Game, Ship, Told, Troops, other
from pbem.systems.cartwheel.table.under_way import Voyage


def sail(game: Game, voyage: Voyage, charts: Charts, dice: Dice) -> Told:
    """Carry out a naval mission [H10.1], or cancel it if it has become illegal [H8.4].

    The group loads and sails; enemies in its last hex are fought, then shore targets bombarded.
    """
    cited = spoiled_voyage(game, voyage, charts)
    if cited:
        event = VoyageCancelled(
            to=ALL, mission=voyage.id, side=voyage.side, ships=voyage.ships, cited=cited
        )
        return game, (event,)
    if charts.submarine.unit in voyage.ships:
        return _attack_submerged(game, voyage, charts, dice)
    game, sailed = _move(game, voyage, charts)
    meeting = Engagement(mission=voyage.id, mover=voyage.side, group=voyage.ships, path=sailed.path)
    fought: tuple[Event, ...] = ()
    if has_battle(game, meeting.hex, charts):
        game, fought = fight(game, meeting, charts, dice)
    game, shelled = bombard(game, voyage, meeting.hex, charts, dice)
    game, settled = settle(game, charts, dice)
    return game, (sailed, *fought, *shelled, *settled)


def as_sailed(game: Game, charts: Charts) -> Game:
    """The game once the naval missions that wait have sailed as ordered, before any gun [H10.3].

    So it is met by what is given ahead behind them [H8.7], unless missions before it change more.
    """
    queue, voyages = game.operations.queue, game.operations.voyages
    for voyage in (voyages[id_] for id_ in queue if id_ in voyages):
        submerged = charts.submarine.unit in voyage.ships
        if not submerged and not spoiled_voyage(game, voyage, charts):
            game, _ = _move(game, voyage, charts)
    return game


# --- loading and moving --------------------------------------------------------------------------


def _move(game: Game, voyage: Voyage, charts: Charts) -> tuple[Game, Sailed]:
    """Load, and sail to the end of the path or into the arms of the enemy [H10.3, H10.3.1]."""
    path = way_sailed(game, voyage.side, voyage.path, charts)
    stopped = len(path) > 1 and is_barred(game, path[-1], voyage.side, charts)
    game = with_supply_loaded(_load(game, voyage), voyage.side, voyage)
    game = game.with_ships(
        replace(game.ships[id_], at=path[-1], moved=game.now, break_off=voyage.break_off)
        for id_ in voyage.ships
    )
    event = Sailed(
        to=ALL, mission=voyage.id, side=voyage.side, ships=tuple(sorted(voyage.ships)),
        purpose=voyage.purpose, path=path, loaded=voyage.load, stopped=stopped,
        cargo=cargo_of(game, voyage.ships),
    )  # fmt: skip
    return game, event


def _load(game: Game, voyage: Voyage) -> Game:
    """The cargo goes aboard, behind what is there [H10.3.1]."""
    ships: list[Ship] = []
    troops: list[Troops] = []
    for id_, items in voyage.load.items():
        ship = game.ships[id_]
        ships.append(replace(ship, cargo=(*ship.cargo, *items)))
        troops += (replace(game.troops[unit], at=id_) for unit in ground_units(items))
    return game.with_ships(ships).with_troops(troops)


# --- the submarine [H10.6] -----------------------------------------------------------------------


def _attack_submerged(game: Game, voyage: Voyage, charts: Charts, dice: Dice) -> Told:
    """One attack on a ship, then the escorts' die; the submarine is gone again [H10.6, CR36]."""
    submarine, target = game.ships[charts.submarine.unit], game.ships[voyage.target]
    terms = {"AF": factors(submarine, charts).af, "DF": -factors(target, charts).df}
    roll = dice.roll("10.6", "submarine", sides=charts.dice.sides)
    score = Score(roll=roll, terms=FrozenMap(terms))
    harm = harm_of(charts.gunnery.results.at(score.total))
    shot = Shot(firer=submarine.id, target=target.id, score=score, harm=harm)
    game = game.with_ships((replace(submarine, moved=game.now),))
    game, struck = hit(game, target.id, harm, charts) if harm else (game, ())
    escorts = any(
        charts.naval[ship.id].type in charts.submarine.escort_types and not ship.disrupted
        for ship in game.ships_at(voyage.path[0], other(voyage.side))
    )
    rolls = (dice.roll("10.6", "escort", sides=charts.dice.sides),) if escorts else ()
    sunk = any(roll.dice[0] >= charts.submarine.sunk for roll in rolls)
    game, lost = lose_steps(game, submarine.id, 1, charts) if sunk else (game, ())
    event = SubmarineAttacked(
        to=ALL, mission=voyage.id, unit=submarine.id, hex=voyage.path[0], shot=shot,
        escorts=rolls, sunk=sunk,
    )  # fmt: skip
    return game, (event, *struck, *lost)


# --- the end of the phase ------------------------------------------------------------------------


def end_of_operations(game: Game, charts: Charts) -> Told:
    """Points for Japanese carriers outside Truk when air and naval operations end [H10.5.1]."""
    out = _carriers_out(game, charts)
    for id_ in out:
        game = game.awarded(ALLIED, charts.carriers.outside, "H10.5.1", id_)
    return game, ((CarriersOut(to=ALL, ships=out),) if out else ())


def _carriers_out(game: Game, charts: Charts) -> tuple[str, ...]:
    ships: Iterable[Ship] = (game.ships[id_] for id_ in charts.carriers.costly if id_ in game.ships)
    return tuple(sorted(s.id for s in ships if s.at not in ("", charts.carriers.home)))
