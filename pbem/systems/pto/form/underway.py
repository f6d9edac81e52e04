"""Whom ships that sail may meet on their ways, and what may strike them there [PH5.2, PH5.4].

The rules that send the enemy are asked who would come, by the orders of his that all may read. His
dice, and what he has sealed, may have it otherwise.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.dice import Dice
from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.countering import supposed
from pbem.systems.pto.form.homeward import going_home, is_for_ends
from pbem.systems.pto.form.unordered import unordered
from pbem.systems.pto.orders.check import ruled, steps_of
from pbem.systems.pto.orders.naval import answering
from pbem.systems.pto.rules.month.p3_course import moved
from pbem.systems.pto.rules.month.p3_forces import all_formed, is_boats
from pbem.systems.pto.rules.month.p3_intercept import candidates
from pbem.systems.pto.rules.month.p3_lift import load
from pbem.systems.pto.rules.month.p3_raids import striking
from pbem.systems.pto.rules.month.p3_search import best_source
from pbem.systems.pto.rules.month.p3_stacks import part_of, stacks_order
from pbem.systems.pto.rules.month.p6_course import course
from pbem.systems.pto.rules.p3_half import Half, Phase, home_of, is_silenced
from pbem.systems.pto.rules.units import gun
from pbem.systems.pto.table.naming import all_of, do, each
from pbem.systems.pto.table.orders_month import Return, Sail, is_appended
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.standing import AirStacks
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.standing import stacks_words

Threats = dict[str, dict[str, None]]
"""Forces that sail, each with those that may come at it."""
STRUCK = "may be found and struck from"
MET = "may be met by"
HURT = "may, if guns are lost on the way, be met by"


def underway(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[str]:
    """The enemy's ships and bases that may come at forces which a file moves, as things stand."""
    phase: Phase = "P4" if "P4" in steps_of(view) else "P3"
    half = Half(side=view.side, phase=phase, charts=charts, dice=Dice(None))
    if not is_silenced(view.game, half.enemy, half.side, phase):
        bases, ships, later = _threats(supposed(view, half, orders), half, orders)
        yield from _told("On the way", (bases, STRUCK), (ships, MET), (later, HURT))
        yield from _divided(view, orders, charts)
    if is_for_ends(view, orders):
        yield from _told("On the way home", (_homeward(view, orders, charts), STRUCK))


def _divided(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[str]:
    """How forces divide their aircraft that are struck as they strike back on their way [D11.3]."""
    game = ruled(view, all_formed(view.game, view.seat, orders), orders, AirStacks)
    alike: dict[tuple[AirStacks, str], list[str]] = {}
    for order in (one for one in orders if isinstance(one, Sail)):
        going = answering(game, order, orders, charts)
        if going:
            rule = replace(stacks_order(game, order.tf), of="")
            alike.setdefault((rule, _none_sent(rule, going)), []).append(order.tf)
    sealed = ", or as you have sealed" if view.seat in view.game.sealed else ""
    for (rule, none), forces in alike.items():
        are, they = do(forces, "is", "are"), do(forces, "it strikes", "they strike")
        also = f"; {none}, and who sends nobody is defended as usual" if none else ""
        yield (
            f"If {each(forces)} {are} struck as {they} on the way, aircraft divide by 'air-stacks'"
            f" instead: {all_of(stacks_words(rule))}{sealed}; only the others rise then, nobody"
            f" else{also} [D11.3{', PR48' if also else ''}]."
        )


def _none_sent(rule: AirStacks, units: Sequence[AirUnit]) -> str:
    """Which parts of so few aircraft are nobody, fractions down: `50% of 1 is none` [D11.3]."""
    free = [one for one in units if one.id not in (*rule.offensive, *rule.defensive)]
    parts = dict.fromkeys(one for one in (rule.near, rule.far) if one and free)
    none = [f"{one}% of {len(free)}" for one in parts if not part_of(len(free), one)]
    return f"{all_of(none)} is none" if none else ""


def _told(where: str, *threats: tuple[Threats, str]) -> Iterator[str]:
    parts = "; ".join(words for those, how in threats for words in _by_whom(those, how))
    if parts:
        yield f"{where}, by what is known of the enemy's orders: {parts} [F.4]."


def _threats(game: Game, half: Half, orders: Iterable[Order]) -> tuple[Threats, Threats, Threats]:
    """Who would come at each force that sails: from the air, ships, ships if it loses guns before.

    What strikes one force strikes no second one, but nobody knows yet whether it finds the first.
    """
    bases: Threats = {}
    ships: Threats = {}
    then: Threats = {}
    flown: frozenset[str] = frozenset()
    for order in orders:
        if not isinstance(order, Sail) or is_appended(order):
            continue
        tf, is_hurt = order.tf, False
        if order.load:  # what ships are worth to those who would strike them
            game, _ = load(game, tf, order.load, half.charts)
        for area in order.path:
            game = _exposed(moved(game, tf, area, half.charts), half, tf)
            if area in game.areas:
                continue
            units = striking(game, half, tf, flown)
            flown |= units
            bases.setdefault(tf, {}).update(_homes(game, units))
            come = candidates(game, half, tf)
            ships.setdefault(tf, {}).update(dict.fromkeys(come))
            is_hurt = is_hurt or bool(units)
            later = candidates(_crippled(game, tf, half.charts), half, tf) if is_hurt else ()
            then.setdefault(tf, {}).update(dict.fromkeys(later))
            is_hurt = is_hurt or any(is_boats(game, one) for one in come)
    then = {tf: {one: None for one in then[tf] if one not in ships[tf]} for tf in then}
    return bases, ships, then


def _crippled(game: Game, tf: str, charts: Charts) -> Game:
    """The game in which no ship of a force fires any more but its weakest, and that is hurt.

    Strikes, and boats of areas before, come before the ships that judge it by its guns [PH5.2].
    """
    ships = game.ships_in(tf)
    silent = charts.gunnery.silent
    weakest = min(
        ships, key=lambda one: (one.kind not in silent and gun(game, charts, one), one.id)
    )
    hurt = [replace(one, gun=0) for one in ships if one.id != weakest.id]
    return game.with_ships([*hurt, replace(weakest, damaged=weakest.is_named)])


def _homeward(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Threats:
    """The bases of aircraft that would strike those that go home, ordered or not [P6.1.2]."""
    ending, brought = going_home(view, orders, charts)
    game, nations = all_formed(ending.game, view.seat, brought), view.game.nations_of(view.seat)
    half = Half(side=view.side, phase="P6", charts=charts, dice=Dice(None))
    ways = dict(unordered(view, orders, charts).home)
    for order in (one for one in brought if isinstance(one, Return)):
        way = course(game, nations, order, charts)
        if not isinstance(way, Refusal):
            ways[order.tf] = way
    bases: Threats = {}
    flown: frozenset[str] = frozenset()
    for tf, way in ways.items():
        for area in (one for one in way if one not in game.areas):
            there = game.with_forces([replace(game.forces[tf], at=area)])
            game = _exposed(there, half, tf)
            units = striking(game, half, tf, flown)
            flown |= units
            bases.setdefault(tf, {}).update(_homes(game, units))
    return bases


def _exposed(game: Game, half: Half, tf: str) -> Game:
    """The game in which a force is found wherever the enemy may find it [PH5.6, PH5.7]."""
    if best_source(game, half, half.enemy, tf) is None:
        return game
    return game.with_forces([replace(game.forces[tf], searched=True)])


def _homes(game: Game, units: Iterable[str]) -> Mapping[str, None]:
    """The bases and task forces of aircraft."""
    return dict.fromkeys(home_of(game, game.air[id_]) for id_ in sorted(units))


def _by_whom(threats: Mapping[str, Iterable[str]], how: str) -> Iterator[str]:
    """Those that may come, each told once with all that they may come at."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for tf, enemies in threats.items():
        if enemies:
            alike.setdefault(tuple(enemies), []).append(tf)
    for enemies, forces in alike.items():
        yield f"{each(forces)} {how} {each(enemies)}"
