"""Damage to carriers [M15]: marked circles, crippled, sunk."""

from collections.abc import Mapping

from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.table.carriers import is_able, is_afloat
from pbem.systems.midway.table.events import Crippled, Damaged, Sunk
from pbem.systems.midway.table.state import Game


def damage(game: Game, hits: Mapping[str, int], charts: Charts) -> Result[Game]:
    """Mark the hits on each carrier, once for all its attackers [M7.6, M15.1-M15.4]."""
    events: list[Event] = []
    for id_, count in hits.items():
        before = game.carriers[id_]
        after = replace(before, damage=min(before.damage + count, charts.sunk))
        game = game.with_carrier(after)
        if count:
            events.append(Damaged(to=ALL, carrier=id_, hits=count, damage=after.damage))
        if not is_afloat(after, charts):
            aboard = tuple(squadron.id for squadron in game.aboard(id_))
            game = game.without_squadrons(aboard)
            events.append(Sunk(to=ALL, carrier=id_, squadrons=aboard))
        elif is_able(before, charts) and not is_able(after, charts):
            events.append(Crippled(to=ALL, carrier=id_))
    return Result(game=game, events=tuple(events))
