"""Air-to-air combat over an area [PH7, D7.2, D11.1, D16]; its first word is coordination [D8].

The attacker has the units on the mission, their escorts, and counter-interceptors, who fight as
escorts [PH8.2]. A fighter-bomber on the mission fights as well [D16.1].
"""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.figures import AirResult
from pbem.systems.pto.rules.combat.d8_coordination import coordinate
from pbem.systems.pto.rules.combat.losses import lose_steps
from pbem.systems.pto.rules.units import fires, quality
from pbem.systems.pto.table.events_combat import AirCombatBegun, AirUnitFired
from pbem.systems.pto.table.state import Game, Told


class Raid(Value):
    """Air units of a side on a mission to an area: `units` carry it out, `escorts` only fight.

    With `surprise`, which D7 or a scenario gives, the defenders add no QR to their attacks
    [D7.2, PH16.1].
    """

    side: str
    area: str
    units: tuple[str, ...]
    escorts: tuple[str, ...] = ()
    surprise: bool = False


class _Melee(Value):
    """Who is still in the fight, by id in order; a fighter-bomber may stand in two places."""

    escorts: tuple[str, ...]
    bombers: tuple[str, ...]
    interceptors: tuple[str, ...]

    def without(self, out: Iterable[str]) -> "_Melee":
        gone = set(out)
        return _Melee(
            escorts=tuple(one for one in self.escorts if one not in gone),
            bombers=tuple(one for one in self.bombers if one not in gone),
            interceptors=tuple(one for one in self.interceptors if one not in gone),
        )

    @property
    def is_over(self) -> bool:
        """Whether one side has nobody left [PH7.1]."""
        return not self.interceptors or not (self.escorts or self.bombers)


class _Table(Value):
    """What a fight needs beside the game: its place in labels, charts and dice, surprise."""

    tag: str
    charts: Charts
    dice: Dice
    surprised: tuple[str, ...]


def air_battle(  # noqa: PLR0913, PLR0917 - who flies, who meets them, who helps
    game: Game,
    raid: Raid,
    interceptors: tuple[str, ...],
    counters: tuple[str, ...],
    tag: str,
    charts: Charts,
    dice: Dice,
) -> tuple[Game, tuple[str, ...], tuple[Event, ...]]:
    """Coordination, then air combat; the raid's `units` that come through, by id [D8, PH7.1].

    Without interceptors only the coordination of the raid is rolled for [PR28]. Units that abort
    stay where they are based; those that D8 turns back are committed [D8.3].
    """
    raiders = tuple(sorted({*raid.units, *raid.escorts, *counters}))
    game, aborted, events = coordinate(game, "strike", raiders, tag, charts, dice)
    if interceptors:
        cap = tuple(sorted(interceptors))
        game, more, told = coordinate(game, "CAP", cap, tag, charts, dice)
        aborted, events = (*aborted, *more), (*events, *told)
    fight = _melee(game, raid, interceptors, counters, charts).without(aborted)
    through = tuple(one for one in sorted(raid.units) if one not in aborted)
    if fight.is_over:
        return game, through, events
    events = (*events, _begun(raid, fight, counters))
    surprised = fight.interceptors if raid.surprise else ()
    table = _Table(tag=tag, charts=charts, dice=dice, surprised=surprised)
    game, out, told = _fought(game, fight, table)
    through = tuple(one for one in through if one not in out)
    return game, through, (*events, *told)


def _melee(
    game: Game,
    raid: Raid,
    interceptors: tuple[str, ...],
    counters: tuple[str, ...],
    charts: Charts,
) -> _Melee:
    """Who fights as what [PH7.2, D16]: interceptors and escorts must be able to fire.

    With D16 every unit on the mission that can fire is an escort, too; those of them that carry
    nothing are nothing else.
    """
    dual = raid.units if game.uses("D16") else ()
    escorts = _firing(game, charts, (*raid.escorts, *counters, *dual))
    bombers = tuple(id_ for id_ in sorted(raid.units) if id_ not in escorts)
    return _Melee(
        escorts=escorts, bombers=bombers, interceptors=_firing(game, charts, interceptors)
    )


def _firing(game: Game, charts: Charts, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(id_ for id_ in sorted(set(ids)) if fires(game, charts, game.air[id_]))


def _begun(raid: Raid, fight: _Melee, counters: tuple[str, ...]) -> AirCombatBegun:
    helpers = tuple(one for one in fight.escorts if one in counters)
    escorts = tuple(one for one in fight.escorts if one not in helpers)
    return AirCombatBegun(
        to=ALL,
        area=raid.area,
        side=raid.side,
        escorts=escorts,
        bombers=fight.bombers,
        helpers=helpers,
        interceptors=fight.interceptors,
        surprise=raid.surprise,
    )


# --- rounds --------------------------------------------------------------------------------------


def _fought(
    game: Game, fight: _Melee, table: _Table
) -> tuple[Game, frozenset[str], tuple[Event, ...]]:
    """The rounds of a fight; who is out of it, aborted or destroyed, and its events [PH7.1]."""
    events: tuple[Event, ...] = ()
    out: frozenset[str] = frozenset()
    for number in range(1, table.charts.air_combat.rounds + 1):
        if fight.is_over:
            break
        shots = _round(game, fight, number, table)
        game, told = _carried_out(game, shots)
        out |= {shot.target for shot in shots if shot.aborted}
        fight = fight.without(out)
        events = (*events, *shots, *told)
    return game, out, events


def _round(game: Game, fight: _Melee, number: int, table: _Table) -> tuple[AirUnitFired, ...]:
    """Everybody fires once at his opponent, all together [PH7.2]."""
    at = assigned(fight.interceptors, fight.escorts, fight.bombers, escorts_first=game.uses("D11"))
    pairs = (*at.items(), *answered(fight.escorts, at).items())
    return tuple(_fire(game, unit, target, number, table) for unit, target in pairs)


def assigned(
    interceptors: tuple[str, ...],
    escorts: tuple[str, ...],
    bombers: tuple[str, ...],
    *,
    escorts_first: bool,
) -> dict[str, str]:
    """Which interceptor goes at whom, in the order given [PH7.2].

    With `escorts_first` every escort gets an interceptor before any goes at a bomber [D11.1].
    Those that are free go at bombers, one after another, without bombers at escorts.
    """
    first = escorts if escorts_first else ()
    free = bombers or escorts
    targets = [*first, *(free[n % len(free)] for n in range(len(interceptors)))]
    return dict(zip(interceptors, targets, strict=False))


def answered(escorts: tuple[str, ...], at: dict[str, str]) -> dict[str, str]:
    """Whom each escort fires at [PH7.2]: an interceptor assigned to it, or one at a bomber.

    Escorts that nobody has picked share those at bombers, without any all interceptors [PR23].
    """
    hunters = {target: unit for unit, target in reversed(at.items())}
    loose = tuple(unit for unit, target in at.items() if target not in escorts) or tuple(at)
    free = [one for one in escorts if one not in hunters]
    shared = {one: loose[n % len(loose)] for n, one in enumerate(free)}
    return {one: hunters.get(one) or shared[one] for one in escorts}


def _fire(game: Game, unit: str, target: str, number: int, table: _Table) -> AirUnitFired:
    """One attack: 2d6 and the own QR, less the target's QR [PH7.3, D7.2]."""
    own = 0 if unit in table.surprised else _quality(game, unit, table)
    against = _quality(game, target, table)
    roll = table.dice.roll("PH7.3", f"r{number}", unit, "v", target, table.tag, count=2)
    result = result_of(table.charts, sum(roll.dice) + own - against)
    return AirUnitFired(
        to=ALL,
        number=number,
        unit=unit,
        target=target,
        roll=roll,
        quality=own,
        against=against,
        steps=result.steps,
        aborted=result.aborted,
    )


def _quality(game: Game, unit: str, table: _Table) -> int:
    return quality(game, table.charts, game.air[unit])


def result_of(charts: Charts, total: int) -> AirResult:
    """What a total does to the target [PH7.3]."""
    return charts.air_combat.results.at(total)


def _carried_out(game: Game, shots: tuple[AirUnitFired, ...]) -> Told:
    """Steps that a round took, of each target together [PH7.3]."""
    targets = sorted({shot.target for shot in shots})
    steps = {one: sum(shot.steps for shot in shots if shot.target == one) for one in targets}
    return for_each(game, targets, lambda now, one: lose_steps(now, one, steps[one]))
