"""Land areas change hands; ground units lose steps, retreat and go [PH1.5, PH10.6-PH10.8]."""

from collections.abc import Iterable

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.losses import land_homeless
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.rules.p3_half import first_rule
from pbem.systems.pto.rules.units import strength
from pbem.systems.pto.table.events_land import AreaTaken, Retreated, StepsLost
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game, Told


def settle(game: Game, area: str, charts: Charts) -> Told:
    """The area goes to the side whose ground units are alone in it [PH1.5, PH10.8]."""
    sides = {side_of(unit.nation) for unit in game.ground_at(area)}
    before = game.areas[area].nation
    if len(sides) != 1 or side_of(before) in sides:
        return game, ()
    nation = strongest_nation(game.ground_at(area))
    return take_area(game, area, nation, charts)


def strongest_nation(units: Iterable[Ground]) -> str:
    """The nation that has most strength among units; at a tie the first by name [PR3]."""
    totals: dict[str, int] = {}
    for unit in units:
        totals[unit.nation] = totals.get(unit.nation, 0) + strength(unit)
    return min(totals, key=lambda nation: (-totals[nation], nation))


def take_area(game: Game, area: str, nation: str, charts: Charts) -> Told:
    """A land area changes hands: the port serves at once, the airfield from next month [PH10.8].

    The former owner's supply markers and what he builds there are lost; his ships put to sea and
    his aircraft fly to another airfield, if they can [PR4].
    """
    before = game.areas[area].nation
    side = side_of(nation)
    taken = replace(
        game.areas[area],
        nation=nation,
        taken=game.turn,
        building=FrozenMap(),
        supply=game.areas[area].supply.without(other(side)),
    )
    left = game.forces_at(area, other(side))
    sea = min(seas_of(charts, area), default="") if left else ""
    game = game.with_area(area, taken)
    if sea:  # the first by id
        game = game.with_forces(replace(tf, at=sea) for tf in left)
    game = came_to(game, nation, area)
    homeless = [u.id for u in game.based_at(area) if side_of(u.nation) != side]
    event = AreaTaken(
        to=ALL,
        area=area,
        nation=nation,
        before=before,
        left=tuple(tf.id for tf in left) if sea else (),
        sea=sea,
    )
    game, more = land_homeless(game, homeless, charts)
    return game, (event, *more)


def came_to(game: Game, nation: str, area: str) -> Game:
    """The game in which a nation's ground units have entered an area, which may count [PH18]."""
    return replace(game, entered=tuple(sorted({*game.entered, f"{nation} {area}"})))


# --- losses --------------------------------------------------------------------------------------


def lose(game: Game, area: str, units: Iterable[str], steps: int) -> Told:
    """Ground units of one side lose steps, as its owner ranks them [PH10.6].

    Without an order: who has most steps, then most strength, then by id [PR5].
    """
    ids = [id_ for id_ in units if id_ in game.ground]
    side = next((side_of(game.ground[id_].nation) for id_ in ids), "")
    hit: list[str] = []
    gone: list[str] = []
    for _ in range(steps):
        alive = [game.ground[id_] for id_ in ids if id_ in game.ground]
        if not alive:
            break
        victim = min(alive, key=lambda unit: _rank(game, unit))
        hit.append(victim.id)
        game = _one_step_less(game, victim)
        if victim.id not in game.ground:
            gone.append(victim.id)
    if not hit:
        return game, ()
    event = StepsLost(to=ALL, area=area, units=tuple(hit), gone=tuple(gone), side=side)
    return game, (event,)


def _rank(game: Game, unit: Ground) -> tuple[int, int, int, str]:
    order = game.standing[game.seat_of(unit.nation)].losses
    ranked = order.get(unit.at) or order.get(unit.nation) or order.get("")
    steps = ranked.steps if ranked else ()
    place = steps.index(unit.id) if unit.id in steps else len(steps)
    return place, -unit.steps, -strength(unit), unit.id


def _one_step_less(game: Game, unit: Ground) -> Game:
    """The game with a step less; an eliminated unit may be replenished later [PH14.3]."""
    if unit.steps > 1:
        return game.with_ground([replace(unit, steps=unit.steps - 1)])
    dead = game.dead.set(unit.id, replace(unit, steps=0, at="", ship="", mark="", out=0))
    return replace(game, ground=game.ground.without(unit.id), dead=dead)


def eliminate(game: Game, area: str, units: Iterable[str]) -> Told:
    """All steps of ground units are lost [PH10.6]."""
    ids = tuple(id_ for id_ in units if id_ in game.ground)
    steps = sum(game.ground[id_].steps for id_ in ids)
    return lose(game, area, ids, steps)


# --- retreat -------------------------------------------------------------------------------------


def retreat(game: Game, area: str, side: str, closed: frozenset[str], charts: Charts) -> Told:
    """The defenders leave; those who cannot stay, and lose one more step among them [PH10.7].

    `closed` are areas from which an attacker came.
    """
    refuge = _refuge(game, area, side, closed, charts)
    here = game.ground_at(area, side)
    going = tuple(unit for unit in here if unit.move and refuge)
    staying = tuple(unit.id for unit in here if unit not in going)
    game = game.with_ground(replace(unit, at=refuge) for unit in going)
    told = tuple(
        Retreated(to=ALL, units=tuple(unit.id for unit in going), area=area, to_area=refuge)
        for _ in going[:1]
    )
    game, more = lose(game, area, staying, 1 if staying else 0)
    return game, (*told, *more)


def _refuge(game: Game, area: str, side: str, closed: frozenset[str], charts: Charts) -> str:
    """The area to retreat to, by the owner's standing order, then by id; empty if none [PH10.7]."""
    open_ = [
        other_area
        for other_area in sorted(charts.areas[area].land_links)
        if other_area not in closed
        and other_area not in game.terms.closed
        and game.is_friendly(side, other_area)
    ]
    nation = strongest_nation(game.ground_at(area, side))
    order = first_rule(game.standing[game.seat_of(nation)].ground, area, nation)
    ranked = order.retreat if order else ()
    return next((one for one in ranked if one in open_), next(iter(open_), ""))
