"""Ground combat in a contested area: up to three rounds [PH10.2-PH10.8]."""

from collections.abc import Iterable, Iterator

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.ph10_areas import eliminate, lose, retreat, settle
from pbem.systems.pto.rules.combat.ph10_odds import (
    HIGHEST,
    LOWEST,
    Outcome,
    attack_of,
    defence_of,
    is_below,
    modifiers,
    odds,
    result,
)
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.table.events_land import AttackCalledOff, GroundRound, Shelled
from pbem.systems.pto.table.pieces import Ground, Ship
from pbem.systems.pto.table.standing import GroundDefence
from pbem.systems.pto.table.state import Game, Told


class Assaulting(Value):
    """An attack on an area: the side and its units by id, bombing strength on both sides.

    `below` is the attacker's own limit for this attack, empty for his standing order. `origins`
    are the areas that attackers came from in this offensive [PH10.7].
    """

    side: str
    area: str
    units: tuple[str, ...]
    bombs: int = 0
    enemy_bombs: int = 0
    below: str = ""
    origins: frozenset[str] = frozenset()


def battle(game: Game, attack: Assaulting, tag: str, charts: Charts, dice: Dice) -> Told:
    """Ground combat in one area, with the advance after it [P4A.3.F, PH10.2-PH10.8].

    It ends after three rounds, when one side is gone, or when the attacker stops.
    """
    events: list[Event] = []
    enemy = other(attack.side)
    for number in range(1, charts.ground_combat.rounds + 1):
        attackers = tuple(game.ground[id_] for id_ in attack.units if id_ in game.ground)
        defenders = game.ground_at(attack.area, enemy)
        if not attackers or not defenders:
            break
        strengths = _strengths(game, attack, attackers, defenders, charts)
        if number == 1:
            events += _shelled(game, attack, charts)
        column = odds(strengths.attack, strengths.defence)
        if not column or (number > 1 and is_below(column, _least(game, attack, attackers))):
            events.append(
                AttackCalledOff(
                    to=ALL,
                    area=attack.area,
                    attack=strengths.attack,
                    defence=strengths.defence,
                    holder=game.areas[attack.area].nation,
                    rounds=number - 1,
                )
            )
            break
        at = _Moment(attackers=attackers, strengths=strengths, column=column, number=number)
        rolled, outcome = _round(game, attack, at, tag, charts, dice)
        events.append(rolled)
        game, told = _carried_out(game, attack, outcome, charts)
        events += told
    game, told = settle(game, attack.area, charts)
    return game, (*events, *told)


# --- strengths -----------------------------------------------------------------------------------


class _Strengths(Value):
    """Ground strength and support of both sides; support counts at most the former [PH10.3]."""

    attackers: int
    attack_support: int
    defenders: int
    defence_support: int

    @property
    def attack(self) -> int:
        """The attacker's strength in all."""
        return with_support(self.attackers, self.attack_support)

    @property
    def defence(self) -> int:
        """The defender's strength in all."""
        return with_support(self.defenders, self.defence_support)


def with_support(units: int, support: int) -> int:
    """The strength of units with what supports them, which counts at most as much [PH10.3]."""
    return units + min(support, units)


def _strengths(
    game: Game,
    attack: Assaulting,
    attackers: tuple[Ground, ...],
    defenders: tuple[Ground, ...],
    charts: Charts,
) -> _Strengths:
    firing = _firing(game, attack, charts)
    return _Strengths(
        attackers=attack_of(attackers, charts),
        attack_support=attack.bombs + support_of(firing[attack.side], charts),
        defenders=defence_of(defenders),
        defence_support=attack.enemy_bombs + support_of(firing[other(attack.side)], charts),
    )


def _firing(game: Game, attack: Assaulting, charts: Charts) -> dict[str, tuple[Ship, ...]]:
    """The ships that support each side; the attacker's where one of his units has landed."""
    landing = any(id_ in game.month.landed for id_ in attack.units if id_ in game.ground)
    sides = (attack.side, other(attack.side))
    return {
        side: shelling(game, side, attack.area, charts) if landing or side != attack.side else ()
        for side in sides
    }


def shelling(game: Game, side: str, area: str, charts: Charts) -> tuple[Ship, ...]:
    """A side's ships that support its units from the seas on an area [PH10.3].

    They are undamaged BB and CA of task forces that fought no surface combat in this offensive.
    """
    forces = (tf.id for sea in seas_of(charts, area) for tf in game.forces_at(sea, side))
    ships = (ship for tf in forces if tf not in game.month.fought for ship in game.ships_in(tf))
    support = charts.ground_combat.shelling
    return tuple(ship for ship in ships if support.get(ship.kind) and not ship.damaged)


def support_of(ships: Iterable[Ship], charts: Charts) -> int:
    """The support of ships that fire [PH10.3]."""
    return sum(charts.ground_combat.shelling[ship.kind] for ship in ships)


def _shelled(game: Game, attack: Assaulting, charts: Charts) -> Iterator[Shelled]:
    """Who fires from the sea, told once for all rounds [PH10.3]."""
    for side, ships in _firing(game, attack, charts).items():
        if ships:
            yield Shelled(
                to=ALL,
                side=side,
                area=attack.area,
                ships=tuple(ship.id for ship in ships),
                strength=support_of(ships, charts),
            )


def _least(game: Game, attack: Assaulting, attackers: tuple[Ground, ...]) -> str:
    """The odds below which the attacker stops: the order's, a standing one's, or 1:1 [PH10.2]."""
    if attack.below:
        return attack.below
    nation = attackers[0].nation
    order = rule_of(game, game.seat_of(nation), attack.area, nation) or GroundDefence()
    return order.below


def rule_of(game: Game, seat: str, area: str, nation: str) -> GroundDefence | None:
    """The standing order that tells a nation's attackers in an area when to stop [PH10.2, F.4]."""
    standing = game.standing[seat].ground
    return standing.get(area) or standing.get(nation) or standing.get("")


# --- a round -------------------------------------------------------------------------------------


class _Moment(Value):
    """A round: who attacks, with which strengths, in which column of the table."""

    attackers: tuple[Ground, ...]
    strengths: _Strengths
    column: str
    number: int


def _round(
    game: Game, attack: Assaulting, at: _Moment, tag: str, charts: Charts, dice: Dice
) -> tuple[GroundRound, Outcome]:
    """One roll on the table [PH10.5, PH10.6]."""
    found = modifiers(game, attack.side, attack.area, at.attackers, charts)
    roll = dice.roll("PH10.5", attack.area.lower(), f"r{at.number}", tag)
    die = min(max(roll.dice[0] + sum(one.by for one in found), LOWEST), HIGHEST)
    strengths = at.strengths
    event = GroundRound(
        to=ALL,
        area=attack.area,
        number=at.number,
        attack=strengths.attackers,
        attack_support=strengths.attack - strengths.attackers,
        defence=strengths.defenders,
        defence_support=strengths.defence - strengths.defenders,
        odds=at.column,
        roll=roll,
        modifiers=tuple(f"{one.why} {one.by:+d}" for one in found),
        die=die,
        result=charts.ground_combat.results[at.column][die],
        holder=game.areas[attack.area].nation,
    )
    return event, result(charts, at.column, die)


def _carried_out(game: Game, attack: Assaulting, outcome: Outcome, charts: Charts) -> Told:
    """Losses of both sides, then the retreat [PH10.6, PH10.7]."""
    enemy = other(attack.side)
    defenders = _ids(game.ground_at(attack.area, enemy))
    game, events = lose(game, attack.area, attack.units, outcome.attacker)
    if outcome.eliminated:
        game, more = eliminate(game, attack.area, defenders)
    else:
        game, more = lose(game, attack.area, defenders, outcome.defender)
    events = (*events, *more)
    if outcome.retreat and game.ground_at(attack.area, enemy):
        game, more = retreat(game, attack.area, enemy, attack.origins, charts)
        events = (*events, *more)
    return game, events


def _ids(units: Iterable[Ground]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def attackers_at(game: Game, side: str, area: str, wanted: Iterable[str]) -> tuple[str, ...]:
    """The units of a side that attack in an area: those named that are there, or all [P4A.3.C]."""
    named = set(wanted)
    here = game.ground_at(area, side)
    return tuple(u.id for u in here if (not named or u.id in named) and side_of(u.nation) == side)
