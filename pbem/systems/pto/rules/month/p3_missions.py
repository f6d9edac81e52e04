"""Air missions of phase 3 and of offensives: who meets them, and what they do [P3.2, PH8, D7]."""

from collections.abc import Iterable
from typing import Literal

from pbem.engine.events import ALL, Event
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.aims import Share
from pbem.systems.pto.rules.combat.ph7_air import Raid, air_battle
from pbem.systems.pto.rules.combat.ph8_strikes import (
    BaseStrike,
    ShipStrike,
    strike_base,
    strike_ships,
    surprises,
)
from pbem.systems.pto.rules.d13_war import attacks
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_intercept import (
    SHIPS,
    Mission,
    Moment,
    held_down,
    rising,
)
from pbem.systems.pto.rules.p3_half import Half, is_silenced, is_surprise_attack
from pbem.systems.pto.rules.units import fires
from pbem.systems.pto.table.events_naval import (
    FightersRise,
    NothingToStrike,
    RaidFlown,
    StrikeStopped,
    Surprised,
    UnitsStay,
)
from pbem.systems.pto.table.state import Game, Told

TRANSFER = "transfer"
"""The kind of mission that is a base change, as standing orders name it [F.4]."""

Through = tuple[Game, tuple[str, ...], tuple[Event, ...]]
"""A game after the way to the target, the units that came through, and what is told."""


class Aim(Value):
    """What a strike goes for, as in the order that names it; `shares` aim at ships [P3.2.1]."""

    area: str
    at: Literal["ships", "aircraft", "port", "airfield", "fort"] = "ships"
    tf: str = ""
    shares: tuple[Share, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of mission as standing orders name it [F.4]."""
        return SHIPS if self.at == "ships" else "strike"


# --- on the way ----------------------------------------------------------------------------------


def launched(game: Game, half: Half, units: Iterable[str]) -> Game:
    """The game with units in the air; they have flown their one mission of this half [PH8.1]."""
    flying = [game.air[id_] for id_ in units]
    return game.with_air(
        replace(unit, struck=True)
        if side_of(unit.nation) == half.side
        else replace(unit, intercepted=True)
        for unit in flying
    )


def told_of(game: Game, half: Half, raid: Raid, aim: Aim) -> tuple[Event, ...]:
    """What is told when a strike arrives."""
    event = RaidFlown(
        to=ALL,
        side=raid.side,
        area=raid.area,
        at=aim.at,
        tf=aim.tf,
        units=raid.units,
        escorts=raid.escorts,
    )
    opens_war = _opens_war(game, half, raid)
    surprise = Surprised(to=ALL, area=raid.area, tf=aim.tf, scenario=opens_war)
    return (event, surprise) if raid.surprise else (event,)


def fly(game: Game, half: Half, raid: Raid, aim: Aim, step: str) -> Through:
    """A mission flies through the fighters that meet it at its target [P3.2.2, PH8.2]."""
    game = attacked(game, raid, aim)
    return met(game, half, raid, _mission(game, half, raid, aim), other(raid.side), step)


def _mission(game: Game, half: Half, raid: Raid, aim: Aim) -> Mission:
    return Mission(
        side=raid.side,
        area=raid.area,
        kind=aim.kind,
        fighters=fighters_of(game, raid, half.charts),
        forces=aimed_at(game, raid.side, aim),
    )


def awaiting(game: Game, half: Half, raid: Raid, aim: Aim) -> tuple[str, ...]:
    """The enemy's fighters that would meet a mission as things stand [P3.2.2, PH8.2]."""
    return rising_against(game, half, other(raid.side), _mission(game, half, raid, aim))


def rising_against(game: Game, half: Half, enemy: str, mission: Mission) -> tuple[str, ...]:
    """The enemy's fighters that rise against a mission, unless nothing of his moves [PH8.2]."""
    if is_silenced(game, enemy, half.side, half.phase):
        return ()
    return _rising(game, half, enemy, mission)


def met(game: Game, half: Half, raid: Raid, mission: Mission, enemy: str, step: str) -> Through:
    """The enemy's fighters rise against a mission, its own against them, then they fight [PH8.2].

    `step` names the combat for the dice [F.5]. A base change is coordinated for a fight [PR52].
    """
    against = rising_against(game, half, enemy, mission)
    if not against and mission.kind == TRANSFER:
        return game, raid.units, ()
    if against and mission.kind == TRANSFER:
        game = attacks(game, enemy, [game.air[id_].nation for id_ in raid.units])
    game = launched(game, half, against)
    helping: tuple[str, ...] = ()
    if against:
        helping = _rising(game, half, raid.side, replace(mission, fighters=len(against)))
    game = launched(game, half, helping)
    told = tuple(
        FightersRise(to=ALL, side=side, area=raid.area, units=units, counter=counter)
        for side, units, counter in ((enemy, against, False), (raid.side, helping, True))
        if units
    )
    down = _kept_down(game, half, enemy, mission)
    game, tag = next_combat(game, step, raid.area)
    game, through, events = air_battle(game, raid, against, helping, tag, half.charts, half.dice)
    return game, through, (*down, *told, *events)


def _rising(game: Game, half: Half, side: str, mission: Mission) -> tuple[str, ...]:
    return rising(game, side, mission, half.charts, _moment(half, side))


def _moment(half: Half, side: str) -> Moment:
    if half.phase != "P3":
        return "offensive"
    return "own" if side == half.side else "enemy"


def _kept_down(game: Game, half: Half, enemy: str, mission: Mission) -> tuple[Event, ...]:
    """That fighters do not meet a mission because their airfields are contested [PH1.5]."""
    if is_silenced(game, enemy, half.side, half.phase):
        return ()
    units = held_down(game, enemy, mission, half.charts, _moment(half, enemy))
    stay = UnitsStay(to=ALL, units=units, area=mission.area, why="contested", cited="PH1.5")
    return (stay,) if units else ()


def fighters_of(game: Game, raid: Raid, charts: Charts) -> int:
    """The units of a mission that fire in air combat, for the enemy's orders [F.4, D16.1]."""
    fighting = (*raid.units, *raid.escorts) if game.uses("D16") else raid.escorts
    return sum(fires(game, charts, game.air[id_]) for id_ in fighting)


# --- at the target -------------------------------------------------------------------------------


def aimed_at(game: Game, side: str, aim: Aim) -> tuple[str, ...]:
    """The enemy task forces that a strike is aimed at: the one named, or all in port."""
    if aim.at != "ships":
        return ()
    there = tuple(tf.id for tf in game.forces_at(aim.area, other(side)))
    return tuple(tf for tf in there if tf == aim.tf) if aim.tf else there


def attacked(game: Game, raid: Raid, aim: Aim) -> Game:
    """The game after a strike goes for its target, whatever comes of it [D13.1]."""
    if aim.at == "ships":
        nations = [game.ships[id_].nation for id_ in ships_of(game, raid.side, aim)]
        return attacks(game, raid.side, nations)
    if aim.at == "aircraft":
        game = attacks(game, raid.side, [unit.nation for unit in game.based_at(aim.area)])
    return attacks(game, raid.side, [game.areas[aim.area].nation])


def has_surprise(game: Game, half: Half, raid: Raid, aim: Aim) -> bool:
    """Whether a strike surprises all it is aimed at, tested as it arrives [D7.1, D7.4, PR51]."""
    if _opens_war(game, half, raid):
        return True
    forces = aimed_at(game, raid.side, aim)
    bases = tuple(dict.fromkeys(game.air[id_].base for id_ in (*raid.units, *raid.escorts)))
    return bool(forces) and all(surprises(game, tf, bases) for tf in forces)


def _opens_war(game: Game, half: Half, raid: Raid) -> bool:
    """Whether a strike has surprise by the scenario's own rule [PH16.1]."""
    attack = is_surprise_attack(game, half.side, half.phase) and raid.side == half.side
    return attack and raid.area in half.charts.surprise_attack.areas


def drop(game: Game, half: Half, raid: Raid, aim: Aim, through: tuple[str, ...], tag: str) -> Told:
    """The units that came through attack what they were sent for [PH8.3, PH8.6, PH8.7]."""
    units = tuple(id_ for id_ in through if id_ in game.air)
    ships = ships_of(game, raid.side, aim)
    if not units:
        return game, (StrikeStopped(to=ALL, area=aim.area, at=aim.at, tf=aim.tf),)
    if aim.at == "ships" and not ships:
        return game, (NothingToStrike(to=ALL, area=aim.area, at=aim.at, tf=aim.tf),)
    if aim.at == "ships":
        attack = ShipStrike(units=units, ships=ships, shares=aim.shares, surprise=raid.surprise)
        return strike_ships(game, attack, tag, half.charts, half.dice)
    base = BaseStrike(units=units, area=aim.area, at=aim.at)
    return strike_base(game, base, tag, half.charts, half.dice)


def ships_of(game: Game, side: str, aim: Aim) -> tuple[str, ...]:
    """The ships that a strike may choose from, by id."""
    forces = aimed_at(game, side, aim)
    return tuple(sorted(ship.id for tf in forces for ship in game.ships_in(tf)))
