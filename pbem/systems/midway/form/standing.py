"""The standing orders on the orders form: those in force, and what may be ordered [MB1]."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.orders import Order
from pbem.engine.steps import Section, Spare, View
from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.orders.sight import Sight, standing_sight
from pbem.systems.midway.orders.stances import BOMBERS, CAP, DECKS, FIGHTERS, OVER_THE_LIMIT, SPLIT
from pbem.systems.midway.rules.lasting import gone, in_force, lasting, named_in
from pbem.systems.midway.rules.standing import THIS
from pbem.systems.midway.table.orders import (
    StandingCap,
    StandingLosses,
    StandingMove,
    StandingPlan,
)
from pbem.systems.midway.table.state import Game, Standing
from pbem.systems.midway.words.names import all_of, carrier_name

HOW = (
    "A standing order holds from file to file until another of its type replaces it, a"
    " standing-move for the same squadrons, a standing-plan for the same carrier; to take it out"
    ' ends nothing. To end one, write its default: standing-plan with deck = "default",'
    ' standing-move with move = "advance", the others with no keys.'
)


def _words(key: str, meanings: Mapping[str, str]) -> str:
    return f"{key}: " + "; ".join(f'"{word}": {meaning}' for word, meaning in meanings.items())


MEANINGS = (
    f"standing-plan: {_words('deck', DECKS)}.",
    f"standing-cap: {_words('attack', CAP)}. With if-outnumbering your SP must be `ratio` times"
    f" the escorts at least (1 if left out). {_words('bomb_split', SPLIT)}. dogfight_first: the"
    " fighters that fight the escorts before others.",
    f"standing-launch: {_words('fighters', FIGHTERS)}. {_words('bombers', BOMBERS)}.",
    'standing-move: "advance": they move on each turn; "hold": they stay; "hold-until": they stay,'
    " on their way home too, until all in `until` are Ready or Attacking.",
    "standing-land: squadrons in the order in which they land, carriers in which they are used.",
    "standing-targets: enemy carriers in the order in which they are attacked; wave_sp: so many SP"
    f" on one of them at most, 0 for all; {OVER_THE_LIMIT}.",
    'standing-losses: aa: who falls first to AA fire, ["TB"], ["DB"], ["even"] or squadrons;'
    " fighters: who loses SP first in dogfights, of a CAP only among those that fight the escorts,"
    " as dogfight_first of standing-cap has it; bombers: who loses SP first to enemy fighters.",
)
"""What each word of a standing order means [MB1]."""


def standing_section(view: View[Game], charts: Charts) -> Section:
    """The seat's standing orders in force for those still there, to be changed or left."""
    orders = tuple(still(standing_sight(view, charts)))
    none = "None is in force: the defaults hold. The full form says what can be ordered."
    return Section(
        title="Standing orders in force",
        rule="MB1",
        choices=(HOW if orders else none,),
        orders=orders,
    )


def meanings(view: View[Game]) -> Section:
    """What standing orders may say, and examples."""
    return Spare(
        title="Standing orders: what each word means",
        rule="MB1",
        choices=MEANINGS,
        examples=tuple(_examples(view.game, view.seat)),
    )


def still(sight: Sight, new: Iterable[Order] = ()) -> Iterator[Order]:
    """The seat's standing orders that `new` ones leave in force, for those who are still there."""
    named = {id_ for order in new if isinstance(order, StandingMove) for id_ in order.squadrons}
    named |= {order.carrier for order in new if isinstance(order, StandingPlan)}
    whole = {order.type for order in new if not isinstance(order, StandingMove | StandingPlan)}
    lost = gone(sight.game, sight.charts)
    for order in in_force(sight.game.standing[sight.seat]):
        left = None if order.type in whole else lasting(order, lost)
        if isinstance(left, StandingMove):
            squadrons = tuple(id_ for id_ in left.squadrons if id_ not in named)
            left = replace(left, squadrons=squadrons) if squadrons else None
        elif isinstance(left, StandingPlan) and left.carrier in named:
            left = None
        if left is not None:
            yield left


def without_the_lost(sight: Sight, new: Iterable[Order]) -> Iterator[str]:
    """Who in a new standing order is lost or sunk: it holds without him [M0.6, M15.3]."""
    lost = gone(sight.game, sight.charts)
    for order in new:
        ids = sorted(lost & named_in(order))
        squadrons = [id_ for id_ in ids if id_ in sight.charts.squadrons]
        ships = [carrier_name(id_) for id_ in ids if id_ not in squadrons]
        fates = [
            (f"{all_of(who)} {'is' if len(who) == 1 else 'are'} {fate}", rule)
            for who, fate, rule in ((squadrons, "lost", "M0.6"), (ships, "sunk", "M15.3"))
            if who
        ]
        if fates:
            told, rules = zip(*fates, strict=True)
            left = f"holds without {'it' if len(ids) == 1 else 'them'}"
            holds = "changes nothing" if lasting(order, lost) is None else left
            yield f"{' and '.join(told)}: your {order.type} {holds} [{', '.join(rules)}]."


def given_in(standing: Standing, type_: str) -> int | None:
    """The file that gave the standing order of a type.

    None for those about one squadron or carrier each: only the last of a type is known.
    """
    of_each = (StandingMove.type, StandingPlan.type)
    return None if type_ in of_each else standing.given.get(type_, THIS)


def _examples(game: Game, seat: str) -> Iterator[Order]:
    yield StandingCap(attack="always", bomb_split="even")
    yield StandingLosses(aa=("DB",))
    for squadron in (s for s in game.squadrons.values() if s.seat == seat and s.is_bomber):
        yield StandingMove(squadrons=(squadron.id,), move="hold")
        break
