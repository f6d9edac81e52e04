"""Surface combat between two task forces [PH6, D10, D14]."""

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.combat.losses import hit_by_enemies
from pbem.systems.pto.rules.combat.ph6_aims import Aiming, target_of
from pbem.systems.pto.rules.combat.ph6_withdrawal import (
    guns,
    orders_of,
    refuge,
    slips,
    withdraws,
)
from pbem.systems.pto.rules.p4_acting import was_activated
from pbem.systems.pto.rules.units import armour, gun
from pbem.systems.pto.table.events_combat import ShipFired, SurfaceCombatBegun, Why, Withdrew
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game, Told


class _Fight(Value):
    """Two task forces, attacker and defender; `surprised` is one of them or empty [D10.1]."""

    attacker: str
    defender: str
    surprised: str
    tag: str
    charts: Charts
    dice: Dice

    def enemy_of(self, tf: str) -> str:
        """The other of the two."""
        return self.defender if tf == self.attacker else self.attacker


def battle(game: Game, attacker: str, defender: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """Up to three rounds between task forces at sea, by their standing orders [PH6.1-PH6.4].

    Afterwards a task force that withdrew lies in another sea, one without ships is gone, and
    those that are left count as having fought.
    """
    fight = _Fight(
        attacker=attacker,
        defender=defender,
        surprised=surprised_one(game, attacker, defender),
        tag=tag,
        charts=charts,
        dice=dice,
    )
    events: tuple[Event, ...] = (
        SurfaceCombatBegun(
            to=ALL,
            area=game.forces[attacker].at,
            attacker=attacker,
            defender=defender,
            surprised=fight.surprised,
        ),
    )
    start = game
    for number in range(1, charts.gunnery.rounds + 1):
        if not _can_fight(game, fight):
            break
        game, told = _round(game, fight, number)
        events = (*events, *told)
        game, left = _parted(start, game, fight, number)
        events = (*events, *left)
        if left:
            break
    fought = sorted({*game.month.fought, *(tf for tf in (attacker, defender) if tf in game.forces)})
    return game.with_month(replace(game.month, fought=tuple(fought))), events


def _can_fight(game: Game, fight: _Fight) -> bool:
    """Whether both are there and one of them has a gun left [PH6.1, PH6.5]."""
    there = (fight.attacker in game.forces, fight.defender in game.forces)
    both = (fight.attacker, fight.defender)
    return all(there) and any(guns(game, tf, fight.charts) for tf in both)


# --- surprise ------------------------------------------------------------------------------------


def surprised_one(game: Game, one: str, two: str) -> str:
    """The task force that is surprised, or empty [D10.1].

    It was searched, and activated before the offensive under way began; the other neither.
    """
    if not game.uses("D10"):
        return ""
    for tf, enemy in ((one, two), (two, one)):
        known = game.forces[tf].searched and was_activated(game, tf)
        if known and not (game.forces[enemy].searched or was_activated(game, enemy)):
            return tf
    return ""


# --- a round -------------------------------------------------------------------------------------


def _round(game: Game, fight: _Fight, number: int) -> Told:
    """Every ship fires once, the best guns first, equal ones together [PH6.1, PH6.3]."""
    events: tuple[Event, ...] = ()
    aiming = Aiming()
    fired: frozenset[str] = frozenset()
    while True:
        moments = _moments(game, fight, number, fired)
        if not moments:
            return game, events
        now = max(moments.values())
        firing = sorted(id_ for id_, moment in moments.items() if moment == now)
        game, aiming, told = _salvo(game, fight, number, tuple(firing), aiming)
        fired |= set(firing)
        events = (*events, *told)


def _moments(game: Game, fight: _Fight, number: int, fired: frozenset[str]) -> dict[str, int]:
    """The gun rating at which each ship that may still fire does so, by id [PH6.3, D10.2].

    In the first round all of the task force that surprises fire with the enemy's best ship, be
    their guns better or worse.
    """
    surprises = fight.enemy_of(fight.surprised) if number == 1 and fight.surprised else ""
    found: dict[str, int] = {}
    for tf in (fight.attacker, fight.defender):
        for ship in game.ships_in(tf):
            rating = gun(game, fight.charts, ship)
            if rating and ship.kind not in fight.charts.gunnery.silent and ship.id not in fired:
                found[ship.id] = rating
    best = max((r for id_, r in found.items() if game.ships[id_].tf == fight.surprised), default=0)
    return {id_: best if game.ships[id_].tf == surprises else r for id_, r in found.items()}


def _salvo(
    game: Game, fight: _Fight, number: int, firing: tuple[str, ...], aiming: Aiming
) -> tuple[Game, Aiming, tuple[Event, ...]]:
    """Ships of one moment choose targets, fire, and then their hits count [PH6.2, PH6.3]."""
    shots: list[ShipFired] = []
    for id_ in firing:
        ship = game.ships[id_]
        enemies = game.ships_in(fight.enemy_of(ship.tf))
        order = orders_of(game, game.forces[ship.tf])
        target = target_of(game, ship, enemies, order, aiming, fight.charts)
        if target is None:
            continue
        aiming = aiming.at(target.id)
        shots.append(_fire(game, fight, number, ship, target))
    targets = sorted({shot.target for shot in shots})
    hits = {one: sum(shot.hit for shot in shots if shot.target == one) for one in targets}
    game, told = hit_by_enemies(game, hits, fight.charts)
    return game, aiming, (*shots, *told)


def _fire(game: Game, fight: _Fight, number: int, ship: Ship, target: Ship) -> ShipFired:
    """One shot: two dice and the gun against the armour [PH6.1]."""
    roll = fight.dice.roll("PH6.1", f"r{number}", ship.id, "v", target.id, fight.tag, count=2)
    rating = gun(game, fight.charts, ship)
    return ShipFired(
        to=ALL,
        number=number,
        ship=ship.id,
        target=target.id,
        roll=roll,
        gun=rating,
        armour=armour(target),
        hit=sum(roll.dice) + rating >= armour(target),
    )


# --- after a round -------------------------------------------------------------------------------


def _parted(start: Game, game: Game, fight: _Fight, number: int) -> Told:
    """Both sides stay or withdraw, neither knowing of the other; after the last both stay [PH6.4].

    Who has surprised may slip away after the first round [D10.3]. Who has withdrawn does nothing
    more in the step.
    """
    going: dict[str, tuple[str, Why]] = {}
    for tf in (fight.attacker, fight.defender):
        enemy = fight.enemy_of(tf)
        if tf not in game.forces or enemy not in game.forces:
            return game, ()
        if number == 1 and fight.surprised == enemy and slips(start, tf, enemy):
            going[tf] = "D10.3", ""
        elif number < fight.charts.gunnery.rounds and (
            why := withdraws(start, game, tf, enemy, number, fight.charts)
        ):
            going[tf] = "PH6.4", why
    events: list[Event] = []
    moved = game
    for tf, (cited, why) in going.items():
        to = refuge(game, game.forces[tf], fight.charts)
        moved = moved.with_forces([replace(game.forces[tf], at=to or game.forces[tf].at)])
        events.append(Withdrew(to=ALL, tf=tf, to_area=to, cited=cited, why=why))
    withdrawn = tuple(sorted({*game.month.withdrawn, *going}))
    return moved.with_month(replace(moved.month, withdrawn=withdrawn)), tuple(events)
