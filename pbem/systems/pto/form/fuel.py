"""Ships that no EP pay for at the month's end, and battleships without fuel [PH14, D13.2]."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.countering import HALF
from pbem.systems.pto.form.homeward import going_home, is_for_ends, plan_at_sea, plan_kept
from pbem.systems.pto.form.next_month import enemys_half
from pbem.systems.pto.form.unasked import coming_out, intercepting_from_port
from pbem.systems.pto.form.unordered import unordered
from pbem.systems.pto.orders.check import seals_standing, steps_of
from pbem.systems.pto.orders.home import dry, owed, owed_by_partners, unpaid
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.rules.month.p6_upkeep import BOATS, Charge, charges
from pbem.systems.pto.table.naming import all_of, at_first, do, each, nation_name
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.state import Game

NEVER = ("when", "counter")
"""The keys of `naval-intercept` that keep ships in."""


def unpaid_ships(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """Forces that stay at sea and pay, and more of it than the EP are [P6.1.1, PH14.2]."""
    if is_for_ends(view, orders):
        held = unordered(view, orders, charts).held
        ending, brought = going_home(view, orders, charts)
        if held:
            verb = do(held, "finds no port in reach, stays at sea and pays",
                      "find no port in reach, stay at sea and pay")  # fmt: skip
            yield f"{each(held)} {verb} [P6.1.1]"
        due = owed(ending.game, view.seat, brought, charts)
        shared = owed_by_partners(view, ending.game, charts)
        lacking = unpaid(ending.game, view.seat, brought, charts)
        own = view.game.purses_of(view.seat)
        for nation in dict.fromkeys((*own, *(one for one, points in due.items() if points))):
            paid, points = shared.get(nation, 0), due.get(nation, 0) + shared.get(nation, 0)
            have = ending.game.purses[nation].points
            later = have - after.purses[nation].points
            if points > have:
                what = _suffer(() if paid else lacking, nation, charts)
                also = f", {paid} of it by partners' orders," if paid else ""
                yield f"{at_first(nation)} owes {points} EP for ships{also} and has {have}: {what}"
            elif points + later > have:
                what = f"{have - points} EP for what comes back, and that costs {later}"
                yield f"{at_first(nation)} pays for ships first, has then {what} [PH14.3]"
    elif steps_of(view) & {"P3.1", "P4"}:
        yield from _fuel_short(view, orders, after, charts)
    yield from _stranded(view, orders, after, charts)


def _suffer(lacking: Sequence[Charge], nation: str, charts: Charts) -> str:
    """Which ships go unpaid, where that is known, and what comes of it [PH14.2, PR64]."""
    due = [one for one in lacking if one.payer == nation]
    where = [mention(one.what) for one in due if one.what != BOATS]
    parts = [f"those in {all_of(where)}"] if where else []
    parts += ["submarines"] if len(where) < len(due) else []
    who = f"{all_of(parts)} go unpaid" if parts else "some go unpaid"
    lost = f"any other is lost on a die of {charts.unpaid.lost_from}"
    return f"{who}: a ship with a name takes a hit, which sinks a damaged one, {lost} [PH14.2]"


def _fuel_short(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """Forces sent to sea that no EP bring home, and more EP due at the end than there are [PH14.2].

    As it is where no order names ships then; where they would pay, what it costs if all stay.
    """
    given = plan_at_sea(view, orders)
    sailing = {one.tf for one in orders if isinstance(one, Sail) and one.path}
    spent = {one for one, purse in view.game.purses.items() if after.purses[one] != purse}
    no_fuel = dry(after, view.seat, given, charts)
    stuck = [tf for tf in no_fuel if tf in sailing or "JP" in spent]
    if stuck:
        left = f"{nation_name('JP')} has {after.purses['JP'].points} left"
        why = f"battleships burn EP on the way, and {left}"
        verb = do(stuck, "does", "do")
        yield f"{each(stuck)} {verb} not come home at the month's end: {why} [D13.2]"
    due = owed(after, view.seat, given, charts)
    lacking = unpaid(after, view.seat, given, charts)
    stay = Counter[str]()
    for charge in charges(after, view.side, (), charts):
        stay[charge.payer] += charge.points
    for nation in view.game.purses_of(view.seat):
        have = after.purses[nation].points
        if due[nation] > have and (sailing or nation in spent):
            what = _suffer(lacking, nation, charts)
            ships = f"owes {due[nation]} for ships at the month's end"
            yield f"{at_first(nation)} has {have} EP left and {ships}: {what}"
        elif stay[nation] > have and sailing:
            yield (
                f"{at_first(nation)} has {have} EP, and its ships cost {stay[nation]} if all stay"
                " at sea at the month's end [P6.1.1]"
            )


# --- out of port unasked -------------------------------------------------------------------------


def _stranded(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """Battleships in port that may come out unasked and find no fuel to return by [D13.2].

    By the end of this month, or else by that of the next, if the enemy's half of it comes before
    any file of the seat: its ships are paid for once by then.
    """
    if not steps_of(view) & {"P3.1", "P4", "P5"}:
        return
    game, able = coming_out(view, orders, after, charts)
    given, ending = plan_at_sea(view, orders), game
    if is_for_ends(view, orders):
        then, given = going_home(view, orders, charts)
        ending = then.game
    due = min(owed(ending, view.seat, given, charts)["JP"], after.purses["JP"].points)
    is_paid = "P5" in steps_of(view)  # what comes then comes next month
    game = game.charged("JP", due) if is_paid else game
    stuck = _without_fuel(game, able, view.seat, () if is_paid else given, charts)
    is_ordered = is_for_ends(view, orders) or plan_kept(view, orders) is not None
    half = enemys_half(view, orders, after, charts) if is_ordered else None
    if not stuck and half is not None:
        game = half.charged("JP", due)
        comes = intercepting_from_port(game, view.seat, HALF, charts)
        stuck = _without_fuel(game, dict.fromkeys(comes, NEVER[:1]), view.seat, (), charts)
    if stuck:
        yield _stuck_words(view, game, stuck)


def _without_fuel(
    game: Game,
    able: Mapping[str, tuple[str, ...]],
    seat: str,
    given: Sequence[Order],
    charts: Charts,
) -> dict[str, tuple[str, ...]]:
    """Those of the ships `able` to come out that then lack fuel, or whom they cost theirs [D13.2].

    Each by itself, with those that are at sea already.
    """
    short = dry(game, seat, given, charts)
    stuck: dict[str, tuple[str, ...]] = {}
    for tf, keys in able.items():
        force = game.forces[tf]
        out = game.with_forces(replace(force, at=sea) for sea in seas_of(charts, force.at)[:1])
        if not set(dry(out, seat, given, charts)) <= set(short):
            stuck[tf] = keys
    return stuck


def _stuck_words(view: View[Game], game: Game, stuck: Mapping[str, tuple[str, ...]]) -> str:
    """Who may come out, why he does not come home, and what keeps him in [D13.2, F.4]."""
    forces = [*stuck]
    has = f"{nation_name('JP')} has {game.purses['JP'].points} left"
    keys = tuple(key for key in NEVER if any(key in one for one in stuck.values()))
    never = " and ".join(f"{key} = never" for key in keys)
    openly = ", openly = true" if "counter" in keys and seals_standing(view) else ""
    return (
        f"{each(forces)} may come out of port unasked, against the enemy's ships, and then"
        f" {do(forces, 'does not come', 'do not come')} home at the month's end: battleships burn"
        f" EP on the way, and {has}; 'naval-intercept' with {never}{openly} keeps"
        f" {do(forces, 'it', 'them')} in [D13.2]"
    )
