"""What an air mission is worth: losses in the air and to flak, against what its bombs do."""

from collections.abc import Mapping, Sequence
from math import ceil

from pbem.frozen import Value
from pbem.systems.cartwheel.book.tables import Mode
from pbem.systems.cartwheel.bot import guess as bot_guess
from pbem.systems.cartwheel.bot.guess import Cover
from pbem.systems.cartwheel.bot.mind import Mind
from pbem.systems.cartwheel.bot.odds import harm, hits
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r06_bases import damage_of, is_disrupted
from pbem.systems.cartwheel.rules.r09_bombing import ground_victim, ship_terms, troops_terms
from pbem.systems.cartwheel.rules.r09_flak import flak_terms
from pbem.systems.cartwheel.rules.r09_targets import Target, drm_against, may_attack_so, read_target
from pbem.systems.cartwheel.table.state import Base

OWN_STEP, ENEMY_STEP = 1.7, 1.5
"""Half points for a step of an air unit: the point itself, and what the unit will be missed."""
OWN_REST, ENEMY_REST = 0.3, 0.5
"""Half points for the disruption of an air unit, own and enemy."""


class Aim(Value, kw_only=False):
    """A target of a mission, and what its harm is worth in half points.

    `step`, `rest`: for a step and a disruption (of ships and ground units). `hit`, `down`, `gone`
    are for a base: a hit's ground strikes, its disruption, its destruction.
    """

    target: str
    step: float = 0.0
    rest: float = 0.0
    down: float = 0.0
    gone: float = 0.0
    planes: int = 0


class Bomber(Value, kw_only=False):
    """A striker with the mode in which it does most against a target."""

    plane: Plane
    mode: str
    value: float


def best_mode(mind: Mind, plane: Plane, aim: Aim, band: int) -> Bomber | None:
    """The mode in which a unit does most harm to a target in a band; None if it can do none."""
    target = read_target(aim.target)
    model = mind.model(plane.id)
    if target is None or not (model.is_bomber or model.strafe):
        return None
    able = [
        Bomber(plane, mode.mode, _worth(mind, plane, aim, target, mode))
        for mode in mind.charts.modes
        if mode.height == band
        and may_attack_so(model, mode)
        and drm_against(mode, target) is not None
    ]
    return max(able, key=lambda one: one.value, default=None)


def _worth(mind: Mind, plane: Plane, aim: Aim, target: Target, mode: Mode) -> float:
    """What one striker's attack is worth on average, less what flak costs it."""
    chart, drm = mind.charts.bombing, drm_against(mode, target) or 0
    own = mind.model(plane.id).factors(plane.steps)
    drm += own.bf
    drm += chart.storm if mind.game.turn.storm else 0
    fire = harm(
        mind.charts.flak.results,
        _aa(mind, target) + sum(flak_terms(mode.height, own.df, mind.charts).values()),
    )
    if _aa(mind, target) <= 0:
        gain, cost = _gain(mind, aim, target, mode, drm), 0.0
    else:
        lamed = _gain(mind, aim, target, mode, drm + chart.striker_disrupted)
        whole = _gain(mind, aim, target, mode, drm)
        rest = fire.disrupted
        gain = (1 - rest - fire.steps) * whole + rest * lamed + fire.steps * whole * 0.6
        cost = fire.steps * OWN_STEP + rest * OWN_REST
    return gain - cost


def _aa(mind: Mind, target: Target) -> int:
    """The flak that a target puts up, as far as a player reckons it [H9.9.1]."""
    game, charts = mind.game, mind.charts
    match target.kind:
        case "base":
            base = game.bases[target.id]
            building = base.status == "building"
            hurt = is_disrupted(base, charts)
            return charts.base_aa(target.id, disrupted=hurt, building=building)
        case "naval":
            ship = game.ships[target.id]
            escorts = [
                s for s in game.ships_at(ship.at, ship.side)
                if s.id != ship.id and not s.disrupted and charts.naval[s.id].is_combat
            ]  # fmt: skip
            own = charts.naval[ship.id].factors(ship.steps).aa
            return own + min(charts.flak.escorts, len(escorts) * charts.flak.escort)
        case _:
            return charts.flak.ground


def _gain(mind: Mind, aim: Aim, target: Target, mode: Mode, drm: int) -> float:
    """What the bombs of one striker are worth."""
    chart = mind.charts.bombing
    match target.kind:
        case "base":
            return _on_base(mind, aim, mode, drm)
        case "naval":
            extra = ship_terms(mind.game.ships[target.id], mind.charts)
            done = harm(chart.naval, drm + sum(extra.values()))
            return done.steps * aim.step + done.disrupted * aim.rest
        case "ground":
            there = list(mind.game.troops_at(target.id, mind.enemy))
            extra = troops_terms(mind.game, ground_victim(there, mind.charts), mind.charts)
            done = harm(chart.ground, drm + sum(extra.values()))
            return done.steps * aim.step + done.any * aim.rest
    return hits(chart.base, drm) * aim.step


def _on_base(mind: Mind, aim: Aim, mode: Mode, drm: int) -> float:
    """Hits on a base, and the aircraft that they catch on the ground [H9.10.5]."""
    chart, base = mind.charts.bombing, aim.target.partition(":")[2]
    scored = hits(chart.base, drm) if mode.hits else 1.0
    strikes = scored * mode.strikes if aim.planes else 0.0
    caught = harm(chart.strike, mode.strike_drm)
    value = strikes * (caught.steps * ENEMY_STEP + caught.disrupted * ENEMY_REST)
    if not mode.hits:
        return value
    damage, now = damage_of(base, mind.charts), mind.game.bases[base].hits
    if damage is None:
        return 0.0
    if now < damage.disrupted:
        value += scored * aim.down / damage.disrupted
    return value + scored * aim.gone / (damage.destroyed - damage.disrupted)


# --- the whole mission ---------------------------------------------------------------------------


class Price(Value, kw_only=False):
    """What the air battle costs a raid, and the part of its strikers that comes through."""

    cost: float
    through: float


def price(mind: Mind, met: Cover, escorts: Sequence[Plane], bombers: Sequence[Plane]) -> Price:
    """Losses in the air of a raid that meets interceptors, less theirs [H9.7]."""
    if met.number < 0.05:
        return Price(0.0, 1.0)
    table = mind.charts.air_combat.results
    screened = min(met.number, len(escorts)) * 0.65
    loose = met.number - screened if bombers else 0.0
    cost = 0.0
    for fighter in escorts[: ceil(met.number)]:
        own = mind.model(fighter.id).factors(fighter.steps)
        share = screened / max(1, min(len(escorts), ceil(met.number)))
        faster = mind.model(fighter.id).sr > met.sr
        hurt = harm(table, round(met.af - own.df))
        done = harm(table, round(own.af - met.df))
        weight = 0.6 if faster else 1.0
        cost += share * weight * (hurt.steps * OWN_STEP + hurt.disrupted * OWN_REST) * 1.4
        cost -= share * (done.steps * ENEMY_STEP + done.disrupted * ENEMY_REST) * 1.4
    out = 0.0
    if bombers and loose > 0:
        for bomber in bombers:
            own = mind.model(bomber.id).factors(bomber.steps)
            easy = mind.charts.air_combat.easy_target
            single = mind.model(bomber.id).engines == "single"
            hurt = harm(table, round(met.af - own.df) + (easy if single else 0))
            done = harm(table, round(own.af - met.df))
            share = loose / len(bombers) * 1.5
            cost += share * (hurt.steps * OWN_STEP + hurt.disrupted * OWN_REST)
            cost -= share * 0.8 * (done.steps * ENEMY_STEP + done.disrupted * ENEMY_REST)
            out += min(1.0, share * hurt.any)
    left = 1 - out / max(1, len(bombers))
    return Price(cost, left if left > 0.55 else left * 0.5)


# --- what targets are worth ----------------------------------------------------------------------


def aim_at_ship(mind: Mind, ship: str, cargo: Mapping[str, float]) -> Aim:
    """A ship: its points, and its cargo's, which its steps take down with them [H9.10.8]."""
    step = mind.charts.ship_points(ship)
    share = cargo.get(ship, 0.0) / max(1, mind.game.ships[ship].steps)
    rest = 0.5 + 0.5 * cargo.get(ship, 0.0)
    if mind.game.ships[ship].disrupted:
        rest = step  # a second disruption is a step [H0.6]
    return Aim(f"naval:{ship}", step=step + share, rest=rest)


def aim_at_base(mind: Mind, base: Base, weight: float) -> Aim:
    """A base: its disruption is worth `weight`, its destruction the points of H16.1."""
    charts, planes = mind.charts, bot_guess.many_at(mind, base.id)
    gone = float(charts.points.destroyed.get(charts.bases[base.id].type, 0)) + weight / 2
    down = 0.4 * min(planes, 4) + weight
    is_last = base.id == charts.initiative.rabaul and mind.turns_left == 0
    if is_last and mind.game.terms.occupation and mind.side != base.owner:
        down += charts.points.rabaul_disrupted
        gone += charts.points.rabaul_destroyed - charts.points.rabaul_disrupted
    return Aim(f"base:{base.id}", down=down, gone=gone, planes=planes)
