"""The Regroup phase: air, ground and naval units, reorganization, mobile bases, repair [14, H14].

Which air units regroup, and with what, only their owner knows: the dice are thrown by position,
and he states what the rules make him tell (E.6).
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from pbem.dice import Dice
from pbem.engine.after import one_by_one
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import (
    by_position,
    damage_of,
    is_disrupted,
    is_operational,
)
from pbem.systems.cartwheel.rules.r06_mobile import dismantle, finish
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.table.events_charts import RegroupRolled, Reorganized
from pbem.systems.cartwheel.table.events_turn import (
    HitsRemoved,
    RallyRolled,
    RepairRolled,
    UnitsRallied,
)
from pbem.systems.cartwheel.table.state import (
    ALLIED,
    JAPANESE,
    Base,
    Game,
    Owed,
    Told,
    Troops,
    other,
)


def regroup(game: Game, charts: Charts, dice: Dice) -> Told:
    """The whole phase in its order [H14]: 14.1, 14.1.1, 14.2, 14.3, 14.4."""
    return one_by_one(
        game,
        lambda g: regroup_air(g, JAPANESE, charts, dice),
        lambda g: regroup_air(g, ALLIED, charts, dice),
        lambda g: rally(g, charts, dice),
        lambda g: reorganize(g, charts),
        finish,
        lambda g: dismantle(g, charts),
        lambda g: repair(g, charts, dice),
        lambda g: remove_hits(g, charts),
    )


# --- 14.1 air units ------------------------------------------------------------------------------


def regroup_air(game: Game, side: str, charts: Charts, dice: Dice) -> Told:
    """Dice for a side's marked units, by their position among them [H14.1, E.6].

    As many as it has units alive, since how many are marked is secret. In a general regroup turn
    all Allied ones succeed without dice [H14.5]. He owes the number of replacement steps.
    """
    general = game.turn.regroup == "yes"
    certain = general and side == ALLIED
    rolls = (
        () if certain else by_position(game, side, charts, dice, "14.1", "regroup", side_word(side))
    )
    threshold, own = _thresholds(side, general, charts)
    event = RegroupRolled(
        to=ALL, side=side, dice=tuple(roll.dice[0] for roll in rolls), threshold=threshold,
        thresholds=own, bases=tuple(barren(game, side, charts)), pool=game.pools[side],
        certain=certain, rolls=rolls,
    )  # fmt: skip
    owed = Owed(side=side, kind="replaced", most=game.pools[side])
    return game.owing(owed), (event,)


def side_word(side: str) -> str:
    """How a label names a side [H0.7]."""
    return "A" if side == ALLIED else "J"


def _thresholds(side: str, general: bool, charts: Charts) -> tuple[int, FrozenMap[int]]:
    """The highest die that succeeds, and that of bases with their own [H14.1, H14.5]."""
    table = charts.regroup
    threshold = (table.general if general else table.thresholds)[side]
    if side != JAPANESE:
        return threshold, FrozenMap()
    return threshold, FrozenMap({base: max(table.home, threshold) for base in table.homes})


def barren(game: Game, side: str, charts: Charts) -> Iterator[str]:
    """A side's bases and carriers where nothing regroups [6.6.2~, H13.3, H14.1]."""
    for base in game.bases.values():
        works = is_operational(base) and not is_disrupted(base, charts) and base.supplied
        if base.owner == side and base.hex and not works:
            yield base.id
    for ship in game.ships.values():
        hampered = ship.disrupted or not ship.supplied
        if ship.side == side and ship.at and charts.naval[ship.id].is_carrier and hampered:
            yield ship.id


def replaced(game: Game, side: str, steps: int, charts: Charts) -> Game:
    """The enemy's points for replacement steps that a side states [3.0i, H14.1]."""
    return game.awarded(other(side), charts.points.replacement * steps, "H14.1", "replacements")


def step_cost(unit: str, charts: Charts) -> int:
    """What a replacement step of a unit costs of the pool [H14.1]."""
    return charts.regroup.eleventh if charts.air[unit].is_eleventh else 1


def most_steps(units: Iterable[str], pool: int, charts: Charts) -> int:
    """How many of these units can get a step at most, if the right ones regroup [H14.1]."""
    costs = accumulate(sorted(step_cost(unit, charts) for unit in units))
    return sum(cost <= pool for cost in costs)


def bar_to_mark(unit: str, *, steps: int, disrupted: bool, base: str, charts: Charts) -> str:
    """The rule that forbids to mark a unit; empty if it may regroup [7.2, AMB-5].

    An aerial combat unit at an airbase, disrupted or reduced; a Rufe at a port is at none.
    """
    model = charts.air[unit].model
    worn = disrupted or steps < model.steps
    return "" if model.is_combat and worn and is_airbase(base, charts) else "7.2"


def is_airbase(place: str, charts: Charts) -> bool:
    """Whether units may regroup at a place: a base or a carrier, no port [7.2, H14.1]."""
    return place in charts.bases or place in charts.naval


# --- 14.1.1 ground and naval units ---------------------------------------------------------------


def rally(game: Game, charts: Charts, dice: Dice) -> Told:
    """Ground and naval units lose their disruption [H14.1.1]: supplied, in peace or by a die.

    Ships do in an open friendly port or a box, and ground units aboard with them [CR7].
    """
    tired = [unit for unit in game.troops.values() if unit.disrupted and unit.steps]
    ships = [
        ship
        for ship in game.ships.values()
        if ship.disrupted and is_haven(game, ship.at, ship.side, charts)
    ]
    rested = [unit for unit in tired if _rests(game, unit, charts)]
    contested = [unit for unit in tired if _contests(game, unit)]
    game = game.with_troops(replace(unit, disrupted=False) for unit in rested)
    game = game.with_ships(replace(ship, disrupted=False) for ship in ships)
    events: list[Event] = []
    if rested or ships:
        ground, naval = tuple(u.id for u in rested), tuple(s.id for s in ships)
        events.append(UnitsRallied(to=ALL, ground=ground, naval=naval))
    for unit in contested:
        roll = dice.roll("14.1", "ground", unit.id, sides=charts.dice.sides)
        rallied = roll.dice[0] <= charts.regroup.contested
        game = game.with_troops((replace(unit, disrupted=not rallied),))
        events.append(RallyRolled(to=ALL, unit=unit.id, roll=roll, rallied=rallied))
    return game, tuple(events)


def _rests(game: Game, unit: Troops, charts: Charts) -> bool:
    """Whether a ground unit loses its disruption without a die [H14.1.1]."""
    if unit.at in game.ships:
        return is_haven(game, game.ships[unit.at].at, unit.side, charts)
    return unit.supplied and not any(game.troops_at(unit.at, other(unit.side)))


def _contests(game: Game, unit: Troops) -> bool:
    """Whether a ground unit throws for it: supplied, with enemies in its hex [H14.1.1]."""
    ashore = unit.at not in game.ships
    return ashore and unit.supplied and any(game.troops_at(unit.at, other(unit.side)))


# --- 14.2 reorganization -------------------------------------------------------------------------


def reorganize(game: Game, charts: Charts) -> Told:
    """Airbase reorganization [14.2, H14.2]: the Flown become Ready, marks and stage moves end.

    The Allies earn points for units of the 11th eliminated this turn; how many flew, their owner
    states, if they were committed [5.2e, AMB-4].
    """
    event = Reorganized(to=ALL, eleventh_lost=game.turn.eleventh_lost)
    game = eleventh_mourned(game, charts)
    if game.turn.eleventh == "yes":
        game = game.owing(Owed(side=JAPANESE, kind="eleventh"))
    planes = {id_: replace(plane, flown=False) for id_, plane in game.floatplanes.items()}
    return replace(game, floatplanes=FrozenMap(planes)), (event,)


def eleventh_mourned(game: Game, charts: Charts) -> Game:
    """The Allies' points for units of the 11th that were eliminated, each paid once [5.2e]."""
    points = len(game.turn.eleventh_lost) * charts.printed.eliminated
    game = game.awarded(ALLIED, points, "5.2e", "eliminated")
    return game.with_turn(replace(game.turn, eleventh_lost=()))


def eleventh_flown(game: Game, units: int, charts: Charts) -> Game:
    """The Allies' points for units of the 11th that flew, as their owner states them [5.2e]."""
    return game.awarded(ALLIED, charts.printed.flown * units, "5.2e", "flown")


# --- 14.4 repair and hits ------------------------------------------------------------------------


def repair(game: Game, charts: Charts, dice: Dice) -> Told:
    """A die for each destroyed or disrupted base in supply, without enemies [6.6.3, H6.6.3]."""
    events: list[Event] = []
    for base in tuple(game.bases.values()):
        if _may_repair(game, base, charts):
            game, event = _repaired(game, base, charts, dice)
            events.append(event)
    return game, tuple(events)


def _may_repair(game: Game, base: Base, charts: Charts) -> bool:
    hurt = base.status == "destroyed" or is_disrupted(base, charts)
    in_supply = base.supplied and base.owner != ""
    return hurt and in_supply and not any(game.troops_at(base.hex, other(base.owner)))


def _repaired(game: Game, base: Base, charts: Charts, dice: Dice) -> tuple[Game, RepairRolled]:
    """One repair die [H6.6.3]: a destroyed base becomes disrupted, a disrupted one is whole."""
    table, limits = charts.repair, damage_of(base.id, charts)
    assert limits is not None, "off-board bases are never hurt [6.3.3~]"
    ruined = base.status == "destroyed"
    needed = (table.destroyed if ruined else table.disrupted)[base.owner]
    drm = table.regroup if game.turn.regroup == "yes" else 0
    roll = dice.roll("6.6.3", "repair", base.id, sides=charts.dice.sides)
    die = roll.dice[0]
    works = die != charts.dice.fails and (die == charts.dice.succeeds or die + drm <= needed)
    if works:
        base = replace(base, status="working", hits=limits.disrupted if ruined else 0)
    event = RepairRolled(
        to=ALL, base=base.id, was="destroyed" if ruined else "disrupted", roll=roll, drm=drm,
        needed=needed, repaired=works, hits=base.hits,
    )  # fmt: skip
    return game.with_base(base), event


def remove_hits(game: Game, charts: Charts) -> Told:
    """Undisrupted bases and all ports lose their hits [4.8, H14.4]."""
    bases = [
        base for base in game.bases.values()
        if base.hits and is_operational(base) and not is_disrupted(base, charts)
    ]  # fmt: skip
    ports = tuple(hex_ for hex_, hits in game.port_hits.items() if hits)
    if not bases and not ports:
        return game, ()
    for base in bases:
        game = game.with_base(replace(base, hits=0))
    event = HitsRemoved(to=ALL, bases=tuple(base.id for base in bases), ports=ports)
    return replace(game, port_hits=FrozenMap()), (event,)
