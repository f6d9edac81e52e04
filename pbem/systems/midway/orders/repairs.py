"""What hangs on dice of repair that are closed while a file is written [M13.1, MB3].

A file that begins with launches goes on behind the repairs of its turn: who lands on a carrier with
7 damage, and which carrier is the most damaged, is not known before.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.orders.sight import Sight, events
from pbem.systems.midway.rules.m07_attack import choose_targets
from pbem.systems.midway.table.carriers import afloat
from pbem.systems.midway.table.orders import Attack, Land
from pbem.systems.midway.table.state import Carrier
from pbem.systems.midway.words.names import all_of, carrier_name

Ids = frozenset[str]


def is_hopeful(sight: Sight, carrier: Carrier) -> bool:
    """Whether a crippled carrier lands planes in this phase if she is repaired before [M15.2]."""
    return carrier.id in _at_stake(sight) and carrier.damage == sight.charts.crippled


def ways(sight: Sight) -> tuple[tuple[str, Sight], ...]:
    """The phase as the closed dice make it: each way on which it ends otherwise, and its condition.

    The last is that on which nothing is repaired; it has no condition.
    """
    hurt = _at_stake(sight)
    ends = {ids: _end(_with(sight, ids)) for ids in _parts(hurt)}
    none: Ids = frozenset()
    weighty = [id_ for id_ in hurt if any(ends[ids] != ends[ids ^ {id_}] for ids in ends)]
    told = (ids for ids in _parts(weighty) if ends[ids] != ends[none])
    return (
        *((_condition(weighty, ids, sight.charts), _with(sight, ids)) for ids in told),
        ("", sight),
    )


def repaired(carrier: str, charts: Charts) -> str:
    """The die that a carrier needs: `is repaired (4 or more)` [M13.2]."""
    face = charts.carriers[carrier].repair
    return f"is repaired ({face}{' or more' if face < charts.combat.sides else ''})"


def next_turn(carrier: Carrier, charts: Charts) -> str:
    """What a crippled carrier needs to be able next turn, which is one die away; empty if in vain.

    `is repaired (4 or more)` [M13.1, M15.2].
    """
    return repaired(carrier.id, charts) if carrier.damage == charts.crippled else ""


def _at_stake(sight: Sight) -> tuple[str, ...]:
    """The damaged carriers whose closed dice the phase may hang on: those that land, or targets."""
    if not sight.before_repair or sight.phase not in (*Land.phases, *Attack.phases):
        return ()
    side = sight.side if sight.phase in Land.phases else other(sight.side)
    there = afloat(sight.game, side, sight.charts)
    return tuple(carrier.id for carrier in there if carrier.damage)


def _parts(ids: Iterable[str]) -> Iterator[Ids]:
    """Every set of these carriers, the largest first and the empty one last."""
    ids = tuple(ids)
    for size in range(len(ids), -1, -1):
        yield from map(frozenset, combinations(ids, size))


def _with(sight: Sight, ids: Ids) -> Sight:
    """The phase behind dice that repair these carriers and no others [M13.1]."""
    game = sight.game
    for id_ in ids:
        carrier = game.carriers[id_]
        game = game.with_carrier(replace(carrier, damage=carrier.damage - 1))
    return replace(sight, game=game)


def _end(sight: Sight) -> object:
    """What the phase comes to: who attacks whom, or what happens without dice."""
    if sight.phase in Attack.phases:
        return choose_targets(sight.game, sight.side, sight.answers, sight.charts)
    return events(sight)


def _condition(weighty: Iterable[str], ids: Ids, charts: Charts) -> str:
    """`Akagi is repaired (6) and Kaga is not`."""
    return all_of(
        f"{carrier_name(id_)} {repaired(id_, charts) if id_ in ids else 'is not'}"
        for id_ in sorted(weighty, key=lambda one: one not in ids)
    )
