"""Submarines against task forces [PH9, D5.4, D6]."""

from pbem.dice import Dice
from pbem.engine.after import one_by_one
from pbem.engine.events import ALL, Event
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import season_key, season_number
from pbem.systems.pto.book.kinds import ESCORTS
from pbem.systems.pto.rules.combat.aims import ranked_ships
from pbem.systems.pto.rules.combat.losses import hit_by_enemies, hits_left
from pbem.systems.pto.rules.p3_half import first_rule, scopes_of_force
from pbem.systems.pto.rules.units import armour
from pbem.systems.pto.table.events_combat import BoatAttacked, EscortAttacked, Withdrew
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import Submarines
from pbem.systems.pto.table.state import Game, Told

MOST = 12
"""The highest total of two dice."""

Shots = tuple[BoatAttacked | EscortAttacked, ...]


class _Fight(Value):
    """The boats' task force and the one they fight, with what labels, figures and dice need.

    `hunted` tells whether it is the boats that have been attacked.
    """

    boats: str
    tf: str
    hunted: bool
    tag: str
    charts: Charts
    dice: Dice


def boat_attack(game: Game, boats: str, tf: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """The boats of a task force, which intercepted, attack another task force [PH9.1, D6.2].

    Without D6 they attack first, and one escort that is left may answer [D6.off].
    """
    fight = _Fight(boats=boats, tf=tf, hunted=False, tag=tag, charts=charts, dice=dice)
    if game.uses("D6"):
        return _together(game, fight)
    return one_by_one(
        game,
        lambda now: _carried_out(now, _boats_fire(now, fight, 1), charts),
        lambda now: _carried_out(now, _escorts_fire(now, fight, 1), charts),
    )


def hunt(game: Game, tf: str, boats: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """A task force with escorts, which found or intercepted boats, fights them [PH9.3, D6.2].

    Without D6 one escort attacks first, and the boats that are left answer [D6.off].
    """
    fight = _Fight(boats=boats, tf=tf, hunted=True, tag=tag, charts=charts, dice=dice)
    if not _escorts(game, tf):
        return game, ()
    if game.uses("D6"):
        return _together(game, fight)
    return one_by_one(
        game,
        lambda now: _carried_out(now, _escorts_fire(now, fight, 1), charts),
        lambda now: _carried_out(now, _boats_fire(now, fight, 1), charts),
    )


def _together(game: Game, fight: _Fight) -> Told:
    """Rounds in which both fire at once, until the boats withdraw [D6.2, D6.4].

    Without escorts nobody answers them, and they attack once [PH9.2]. There are at most as many
    rounds as in surface combat [PR26].
    """
    events: tuple[Event, ...] = ()
    escorted = bool(_escorts(game, fight.tf))
    for number in range(1, fight.charts.gunnery.rounds + 1):
        boats, escorts = _boats_fire(game, fight, number), _escorts_fire(game, fight, number)
        game, told = _carried_out(game, (*boats, *escorts), fight.charts)
        events = (*events, *told)
        if not escorted or not _boats(game, fight) or fight.tf not in game.forces:
            return game, events
        if orders_of(game, fight.boats).withdraw:
            left = Withdrew(to=ALL, tf=fight.boats, to_area="", cited="D6.4")
            return game, (*events, left)
    return game, events


def orders_of(game: Game, tf: str) -> Submarines:
    """The standing order for the boats of a task force, the most specific [F.4]."""
    force = game.forces[tf]
    held = game.standing[game.seat_of(force.nation)].submarines
    return first_rule(held, *scopes_of_force(force)) or Submarines()


def _boats(game: Game, fight: _Fight) -> tuple[Ship, ...]:
    """The boats that take part: where they attack, those that have not blockaded [D2.1, PR11]."""
    boats = (ship for ship in game.ships_in(fight.boats) if ship.is_boat)
    return tuple(boat for boat in boats if fight.hunted or not boat.committed)


def _escorts(game: Game, tf: str) -> tuple[Ship, ...]:
    return tuple(ship for ship in game.ships_in(tf) if ship.kind in ESCORTS)


# --- boats ---------------------------------------------------------------------------------------


def _boats_fire(game: Game, fight: _Fight, number: int) -> tuple[BoatAttacked, ...]:
    """Each boat attacks the ship that it chose [PH9.1]."""
    if fight.boats not in game.forces:
        return ()
    aimed = _aimed(game, fight)
    return tuple(_attack(game, game.ships[b], game.ships[s], number, fight) for b, s in aimed)


def _aimed(game: Game, fight: _Fight) -> tuple[tuple[str, str], ...]:
    """The target of each boat, chosen before any roll [PH9.1, F.4].

    As ordered; else the strongest armour that it can hit. A ship that as many boats aim at as hits
    would sink it is left to them while there is another [PR24].
    """
    order = orders_of(game, fight.boats)
    enemies = tuple(ship for ship in game.ships_in(fight.tf) if not ship.is_boat)
    if order.aim:
        ranked = ranked_ships(game, enemies, order.aim, fight.charts)
    else:
        ranked = tuple(sorted(enemies, key=lambda ship: (-armour(ship), ship.id)))
    room = {ship.id: hits_left(ship) for ship in ranked}
    pairs: list[tuple[str, str]] = []
    for boat in _boats(game, fight):
        hit_by = [ship for ship in ranked if _within_reach(game, boat, ship, fight.charts)]
        able = hit_by or list(ranked)
        free = [ship for ship in able if room[ship.id] > 0] or able
        if free:
            pairs.append((boat.id, free[0].id))
            room[free[0].id] -= 1
    return tuple(pairs)


def _within_reach(game: Game, boat: Ship, ship: Ship, charts: Charts) -> bool:
    bonus = attack_modifier(game, boat, charts) + attack_strength(game, boat, ship)
    return MOST + bonus >= armour(ship)


def attack_strength(game: Game, boat: Ship, ship: Ship) -> int:
    """The attack strength as far as it counts: with D5 against named ships alone [D5.4, D5.off]."""
    return boat.gun if ship.is_named or not game.uses("D5") else 0


def attack_modifier(game: Game, boat: Ship, charts: Charts) -> int:
    """The modifier of a boat's attack, worse for some nations early in the war [PH9.1]."""
    now = season_number(season_key(game.turn))
    early = sum(
        row.modifier
        for row in charts.boat_combat.early
        if row.nation == boat.nation and now < season_number(row.before)
    )
    return charts.boat_combat.modifier + early


def _attack(game: Game, boat: Ship, ship: Ship, number: int, fight: _Fight) -> BoatAttacked:
    """Two dice with modifier and attack strength against armour or defence [PH9.1]."""
    words = (f"r{number}", boat.id, "v", ship.id)
    roll = fight.dice.roll("PH9.1", *words, fight.tag, count=2)
    modifier = attack_modifier(game, boat, fight.charts)
    strength = attack_strength(game, boat, ship)
    return BoatAttacked(
        to=ALL,
        number=number,
        boat=boat.id,
        ship=ship.id,
        roll=roll,
        modifier=modifier,
        strength=strength,
        armour=armour(ship),
        hit=sum(roll.dice) + modifier + strength >= armour(ship),
    )


# --- escorts -------------------------------------------------------------------------------------


def _escorts_fire(game: Game, fight: _Fight, number: int) -> tuple[EscortAttacked, ...]:
    """Each escort attacks a boat, boats in turn; without D6 one escort alone [PH9.2, D6.3]."""
    boats, escorts = _boats(game, fight), _escorts(game, fight.tf)
    able = escorts if game.uses("D6") else escorts[:1]
    return tuple(
        _depth_charge(escort, boats[n % len(boats)], number, fight)
        for n, escort in enumerate(able)
        if boats
    )


def _depth_charge(escort: Ship, boat: Ship, number: int, fight: _Fight) -> EscortAttacked:
    """Two dice against the boat's defence and what the chart adds [PH9.2]."""
    words = (f"r{number}", escort.id, "v", boat.id)
    roll = fight.dice.roll("PH9.2", *words, fight.tag, count=2)
    needed = armour(boat) + fight.charts.boat_combat.escort
    return EscortAttacked(
        to=ALL,
        number=number,
        ship=escort.id,
        boat=boat.id,
        roll=roll,
        needed=needed,
        hit=sum(roll.dice) >= needed,
    )


# --- hits ----------------------------------------------------------------------------------------


def _carried_out(game: Game, shots: Shots, charts: Charts) -> Told:
    """Shots and their hits, each target's together, in the order first fired at [PH2.2]."""
    hits: dict[str, int] = {}
    for shot in shots:
        target = shot.ship if isinstance(shot, BoatAttacked) else shot.boat
        hits[target] = hits.get(target, 0) + shot.hit
    game, told = hit_by_enemies(game, hits, charts)
    return game, (*shots, *told)
