"""Naval attacks by ships in the same area [P3.3, P4B.3, PH5.4, PH9.3]."""

from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns
from pbem.systems.pto.rules.d13_war import attacks_force
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_forces import has_escort, is_boats
from pbem.systems.pto.rules.month.p3_intercept import attempt
from pbem.systems.pto.rules.month.p3_meeting import fight
from pbem.systems.pto.rules.month.p3_search import search
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import Answers, Half, first_of_each, ordered
from pbem.systems.pto.rules.p4_acting import cannot_act
from pbem.systems.pto.table.events_naval import BoatsHunted
from pbem.systems.pto.table.names import remembering
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import Engage
from pbem.systems.pto.table.state import Game, Told


def play(game: Game, half: Half, answers: Answers) -> Told:
    """A side's task forces try to intercept enemies in their areas, in the order written [P3.3.1].

    Each tries once, and nobody counter-intercepts [PR56]. Whatever markers the enemy has, he
    fights back [P4B.3.1].
    """
    game = game.with_month(replace(game.month, fought=(), withdrawn=()))
    orders = first_of_each(ordered(game, half, answers, Engage))
    return for_each(game, orders, lambda now, one: _remembered(now, half, *one))


def _remembered(game: Game, half: Half, seat: str, order: Engage) -> Told:
    """One try; who comes later asks for what is sunk."""
    after, told = _engaged(game, half, seat, order)
    return remembering(game, after), told


def _engaged(game: Game, half: Half, seat: str, order: Engage) -> Told:
    """One try, and the combat if it succeeds [PH5.4]; boats must be found first [PH9.3]."""
    refusal = cannot_engage(game, game.nations_of(seat), order, half.phase, half.charts)
    if refusal:
        return voided(game, seat, order, refusal)
    step, area = half.step(3), game.forces[order.tf].at
    game, tag = next_combat(game, step, area)
    if is_boats(game, order.enemy):
        return _hunted(game, half, seat, order, tag)
    tried = attempt(game, half, order.tf, order.enemy, tag)
    if not tried.met:
        return game, (tried,)
    game = attacks_force(game, order.tf, order.enemy)
    game, told = fight(game, half, order.tf, order.enemy, step)
    return game, (tried, *told)


def _hunted(game: Game, half: Half, seat: str, order: Engage, tag: str) -> Told:
    """Ships with escorts search the boats, and fight them if they find them [PH9.3, D6].

    The search says who looked for them, not whose order came to nothing by it.
    """
    events: tuple[Event, ...] = ()
    if not game.forces[order.enemy].searched:
        game, events = search(game, half, half.side, order.enemy, tag)
    if not game.forces[order.enemy].searched:
        what = f"{doing(order.enemy, 'was', 'were')} not found"
        game, void = voided(game, seat, order, refuse("PH9.3", "enemy", what))
        return game, (*events, *void)
    area = game.forces[order.tf].at
    met = BoatsHunted(to=ALL, tf=order.tf, boats=order.enemy, area=area)
    game = attacks_force(game, order.tf, order.enemy)
    game, told = fight(game, half, order.tf, order.enemy, half.step(3))
    return game, (*events, met, *told)


def cannot_engage(
    game: Game, nations: tuple[str, ...], order: Engage, phase: str, charts: Charts
) -> Refusal | None:
    """Why a task force cannot try to intercept another one, or None [P3.3.1, P4B.3.1]."""
    rule = "P3.3.1" if phase == "P3" else "P4B.3.1"
    own, enemy = game.forces.get(order.tf), game.forces.get(order.enemy)
    if own is None or own.nation not in nations:
        what = _absent(game, order.tf, "no task force of that side")
        return refuse(rule, "tf", what, "name one of your task forces at sea")
    if enemy is None or side_of(enemy.nation) == side_of(own.nation):
        what = _absent(game, order.enemy, "no enemy task force")
        return refuse(rule, "enemy", what, "name one in the same area")
    if own.at in game.areas or own.at != enemy.at:
        what = f"{doing(order.tf, 'is', 'are')} in {mention(own.at)},"
        what = f"{what} {mention(order.enemy)} in {mention(enemy.at)}"
        return refuse(rule, "enemy", what, "both must be in the same sea")
    return _cannot_fight(game, order, phase, charts)


def _absent(game: Game, tf: str, what: str) -> str:
    """Why a task force cannot be named: it is lost, or it never was what it ought to be."""
    return (
        f"{doing(tf, 'is', 'are')} there no more"
        if tf in game.gone
        else f"{mention_or_quote(tf)} is {what}"
    )


def _cannot_fight(game: Game, order: Engage, phase: str, charts: Charts) -> Refusal | None:
    """Why a task force that meets the enemy cannot attack him, or None."""
    if phase == "P3" and order.tf in game.month.countered:
        what = f"{mention(order.tf)} has made a counter-interception this phase"
        return refuse("P3.3.1", "tf", what, "attack with another task force")
    barred = cannot_act(game, order.tf) if phase == "P4" else None
    if barred:
        return barred
    if all(ship.committed for ship in game.ships_in(order.tf)):
        what = f"{doing(order.tf, 'was', 'were')} committed in the blockade"
        return refuse("D2.1", "tf", what, "they may attack again next month")
    if order.tf in game.month.fought:
        what = f"{doing(order.tf, 'has', 'have')} fought in this step"
        return refuse("PH5.4", "tf", what, "attack with another task force")
    return _cannot_hit(game, order, charts)


def _cannot_hit(game: Game, order: Engage, charts: Charts) -> Refusal | None:
    """Why a task force has nothing to attack with, or None [PH6.1, PH9.3]."""
    if is_boats(game, order.enemy) and not has_escort(game, order.tf):
        what = f"{doing(order.tf, 'has', 'have')} no DD or DE to hunt submarines"
        return refuse("PH9.3", "tf", what, "form a task force with escorts")
    if not (is_boats(game, order.tf) or guns(game, order.tf, charts)):
        what = f"no ship of {mention(order.tf)} can fire"
        return refuse("PH6.1", "tf", what, "attack with ships that have guns")
    return None
