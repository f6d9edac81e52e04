"""The form for phase 3: ships and aircraft [P3]."""

from collections.abc import Iterator, Mapping
from itertools import islice

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.steps import IfRoom, Section, Spare, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.offers import firsts, options, split, strike
from pbem.systems.pto.form.situation import (
    by_place,
    by_type,
    forces_words,
    place_lines,
)
from pbem.systems.pto.form.strikes import one_by_one, target_lines
from pbem.systems.pto.rules.month.p3_forces import new_name
from pbem.systems.pto.rules.month.p3_lift import SUPPLY, cannot_load
from pbem.systems.pto.rules.units import speed
from pbem.systems.pto.table.naming import agree, doing, each
from pbem.systems.pto.table.orders_month import Airlift, Engage, Form, Pass, Sail, Transfer
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game

MANY_LOADS, FEW_LOADS = 12, 1
"""Of more units than these, in all, that can be taken aboard so many have names in each place."""


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """What may sail, strike, be intercepted, and change base."""
    nations = view.game.nations_of(view.seat)
    own = tuple(tf for tf in view.game.forces.values() if tf.nation in nations)
    yield _sailing(view, own, charts)
    yield Section(
        title="Air attacks",
        rule="P3.2.1",
        choices=tuple(target_lines(view, charts)),
        examples=strike(view, charts),
    )
    yield Section(
        title="Naval attacks",
        rule="P3.3.1",
        choices=tuple(_meetings(view, charts)),
        examples=firsts(view, charts, Engage),
    )
    yield _transfers(view, charts)
    yield _ships(view, own)
    yield one_by_one(view, charts)
    yield _rest()
    yield Spare(
        title="More examples for phase 3",
        rule="P3.4.1",
        choices=(),
        examples=(*split(view, charts), *_airlift(view, charts)),
    )


def _sailing(view: View[Game], own: tuple[TaskForce, ...], charts: Charts) -> Section:
    """The task forces by place, those that lie still, and what they can take aboard."""
    game, nations = view.game, view.game.nations_of(view.seat)
    return Section(
        title="First naval movement",
        rule="P3.1.1",
        choices=(
            *place_lines(by_place((tf.at, _force(game, tf, charts)) for tf in own)),
            *_held_back(game, own),
            *_loads(game, own, nations, charts),
            "'pbem path' tells what a way costs. standby = true marks a force at sea for a sea"
            " offensive of this month, if it has used half of its MP at most [P3.1.6].",
        ),
        examples=(*_left_behind(game, own), *firsts(view, charts, Sail)),
    )


def _transfers(view: View[Game], charts: Charts) -> Section:
    return Section(
        title="Air movement",
        rule="P3.4.1",
        choices=(
            "To a friendly airfield with room, up to twice the range; carriers within range.",
        ),
        examples=firsts(view, charts, Transfer),
    )


def _rest() -> Section:
    return IfRoom(
        title="Resting for the month",
        rule="F.2.6",
        choices=(
            "A pass with rest = true: you are out, and asked for none, whatever the enemy does.",
        ),
        examples=(Pass(rest=True),),
    )


def _force(game: Game, tf: TaskForce, charts: Charts) -> str:
    """A task force with its ships by type, and the MP of the slowest."""
    ships = game.ships_in(tf.id)
    slowest = min((speed(charts, ship) for ship in ships), default=0)
    return f"{mention(tf.id)} ({by_type(ships)}, {slowest} MP)"


def _held_back(game: Game, own: tuple[TaskForce, ...]) -> Iterator[str]:
    """The forces that lie still for want of a ship that was repaired [PH12.4]."""
    for tf in own:
        laid_up = [ship.id for ship in game.ships_in(tf.id) if ship.laid_up]
        if laid_up:
            lies = agree(laid_up, "lies", "lie")
            others = "; 'form' makes a force of the others" if _able(game, tf) else ""
            yield (
                f"{doing(tf.id, 'does', 'do')} not sail: {each(laid_up)} {lies} up this month"
                f"{others} [PH12.4]."
            )


def _left_behind(game: Game, own: tuple[TaskForce, ...]) -> Iterator[Form]:
    """A new force of those ships of a held one that may move [PH12.4, P3.1.1]."""
    for tf in own:
        able = _able(game, tf)
        if able and len(able) < len(game.ships_in(tf.id)):
            yield Form(tf=new_name(game), ships=able)
            return


def _able(game: Game, tf: TaskForce) -> tuple[str, ...]:
    return tuple(ship.id for ship in game.ships_in(tf.id) if not ship.laid_up)


def _loads(
    game: Game, own: tuple[TaskForce, ...], nations: tuple[str, ...], charts: Charts
) -> Iterator[str]:
    """What `sail` can take aboard, where a force in port has room for it [P3.1.2, PH2.4]."""
    places: dict[str, dict[str, None]] = {}
    for tf in (one for one in own if one.at in game.areas):
        troops = (unit.id for unit in game.ground_at(tf.at) if unit.nation in nations)
        for one in (*troops, SUPPLY):
            if cannot_load(game, tf.id, (one,), nations, charts) is None:
                places.setdefault(tf.at, {})[one] = None
    if places:
        many = sum(map(len, places.values())) > MANY_LOADS
        waiting = "; ".join(
            f"{mention(at)}: {_cargo([*map(_load, here)], FEW_LOADS if many else len(here))}"
            for at, here in places.items()
        )
        yield (
            "'load' of sail takes aboard what lies in its port, 'land' says where it goes ashore."
            f" There is room for: {waiting}."
        )


def _cargo(named: list[str], most: int) -> str:
    """What can be taken aboard at a place, by name as far as there is room."""
    left = len(named) - most
    if left < 2:
        return ", ".join(named)
    return f"{', '.join(named[:most])} and {count(left, 'other')}"


def _load(cargo: str) -> str:
    return cargo if cargo == SUPPLY else mention(cargo)


def _meetings(view: View[Game], charts: Charts) -> Iterator[str]:
    """Seas where own forces may engage enemy ones as they lie [P3.3.1, PH9.3]."""
    forces, legal = view.game.forces, tuple(options(view, charts, Engage))
    whom: dict[str, tuple[str, ...]] = {}
    for order in legal:
        whom[order.tf] = (*whom.get(order.tf, ()), order.enemy)
    for at in dict.fromkeys(forces[tf].at for tf in whom):
        here = {tf: enemies for tf, enemies in whom.items() if forces[tf].at == at}
        yield f"{mention(at)}: {'; '.join(_by_whom(view.game, here))}."
    yield (
        "engage: tf, yours, tries to intercept enemy, one in its sea; that is where your force is"
        " once it has sailed by this file."
    )


def _by_whom(game: Game, here: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Own forces of a sea with those that they may engage; of what, at the first mention."""
    known: set[str] = set()
    for there in dict.fromkeys(here.values()):
        own = ", ".join(mention(tf) for tf, enemies in here.items() if enemies == there)
        new = forces_words(game, (game.forces[tf] for tf in there if tf not in known))
        old = [mention(tf) for tf in there if tf in known]
        may = ":" if known else " may engage"
        yield f"{own}{may} {', '.join([*old, new] if new else old)}"
        known.update(there)


def _ships(view: View[Game], own: tuple[TaskForce, ...]) -> Section:
    """What each task force is made of, and what else an order to sail may say."""
    return Spare(
        title="Your task forces, ship by ship",
        rule="P3.1.1",
        choices=(
            *(f"{mention(tf.id)}: {_names(view.game, tf)}" for tf in own),
            "* is damaged. On its way a force's aircraft strike back, but for those that a strike"
            " of this file names; strike = true frees them; with strike = false nobody strikes"
            " back. Whether it searches is for the standing order search.",
        ),
    )


def _names(game: Game, tf: TaskForce) -> str:
    ships = game.ships_in(tf.id)
    return ", ".join(mention(ship.id) + ("*" if ship.damaged else "") for ship in ships)


def _airlift(view: View[Game], charts: Charts) -> tuple[Airlift, ...]:
    """The first airlift."""
    return tuple(islice(options(view, charts, Airlift), 1))
