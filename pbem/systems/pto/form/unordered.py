"""What a file without orders does: facts for the form, and their sentences [F.3].

The facts are of the position that the file finds, its own openings done. Rules that carry the
defaults out are asked, so that both say the same.
"""

from collections.abc import Iterator, Mapping

from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.frozen import FrozenMap, Value, field, names
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import ALLIED, other
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.rules.f1_sealing import called
from pbem.systems.pto.rules.month.p6_course import Way, is_haven, way_home
from pbem.systems.pto.rules.month.p6_end import attempts
from pbem.systems.pto.rules.month.p6_second_move import homeward
from pbem.systems.pto.rules.season.s2_construction import given_or_default, price_of
from pbem.systems.pto.table.naming import all_of, each, nation_name, side_name
from pbem.systems.pto.table.orders import APPENDED, Mend
from pbem.systems.pto.table.standing import STANDING, Given, StandingOrder
from pbem.systems.pto.table.state import Game, Plan

NEXT_PHASE_2 = {"P0", "S2.3", "P5"}
"""The steps whose files are the last before phase 2 [F.2]."""


class Unordered(Value):
    """What a file without orders comes to; what its steps have nothing to do with is empty.

    `repaired` are ships, for `points` EP, `bids` nations that bid none, `first` the side that goes
    first should the initiative be the seat's. `kept` tells that an earlier pass has said what the
    month's end is, by the orders `plan` that it gave. `home` are the ports that task forces at sea
    return to, `held` those without a port in reach, `free` boats that stay for nothing. `tried` are
    repairs by area. `bombers` and
    `boats` are what was ordered for phase 2 before; `boats` None: all take part. `standing` are
    the standing orders in force.
    """

    repaired: tuple[str, ...] = ()
    points: int = 0
    bids: tuple[str, ...] = ()
    first: str = ""
    kept: bool = False
    plan: tuple[str, ...] = ()
    home: FrozenMap[str] = field(default_factory=FrozenMap)
    held: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    tried: FrozenMap[str] = field(default_factory=FrozenMap)
    bombers: tuple[str, ...] = ()
    boats: tuple[str, ...] | None = None
    standing: tuple[str, ...] = ()


def unordered(view: View[Game], charts: Charts) -> Unordered:
    """What the seat's next file does if it holds no orders [F.3]."""
    game, seat, steps = view.game, view.seat, steps_of(view)
    season, plan = "S2.3" in steps, game.month.plans.get(seat)
    mends = _mends(game, seat, charts) if season else ()
    ways = _ways_home(game, seat, charts) if "P5" in steps else {}
    return Unordered(
        repaired=tuple(mend.ship for mend in mends),
        points=sum(price_of(game, mend, charts) for mend in mends),
        bids=game.purses_of(seat) if season else (),
        first=_goes_first(game, seat) if season else "",
        kept="P4" in steps and plan is not None,
        plan=planned_words(plan) if plan and "P4" in steps else (),
        home=FrozenMap({tf: way[-1] for tf, way in ways.items() if way}),
        held=tuple(tf for tf, way in ways.items() if way is None),
        free=_free(game, seat, ways) if "P5" in steps else (),
        tried=_tried(game, seat, charts) if "P5" in steps else FrozenMap({}),
        bombers=game.month.bombers,
        boats=game.month.boats.get(seat),
        standing=tuple(standing_words(game, seat)),
    )


def _mends(game: Game, seat: str, charts: Charts) -> tuple[Mend, ...]:
    if game.has_bids_alone:
        return ()
    found = given_or_default(game, seat, (), charts)
    return tuple(order for order in found if isinstance(order, Mend))


def _goes_first(game: Game, seat: str) -> str:
    side = game.side_of_seat(seat)
    order = game.standing[seat].goes_first.get("")
    return other(side) if order is not None and order.side == "enemy" else side


def _ways_home(game: Game, seat: str, charts: Charts) -> dict[str, Way | None]:
    """The ways home of the seat's task forces that leave the sea unasked; None for no way."""
    nations = game.nations_of(seat)
    leaving = (order.tf for order in homeward(game, game.side_of_seat(seat), (), charts))
    forces = (game.forces[tf] for tf in leaving)
    return {tf.id: way_home(game, tf, charts) for tf in forces if tf.nation in nations}


def _free(game: Game, seat: str, leaving: Mapping[str, object]) -> tuple[str, ...]:
    """The task forces of boats that stay at sea and cost nothing [D5.3]."""
    nations, side = game.nations_of(seat), game.side_of_seat(seat)
    return tuple(
        tf.id
        for tf in game.forces.values()
        if tf.nation in nations and tf.id not in leaving and not is_haven(game, side, tf.at)
    )


def _tried(game: Game, seat: str, charts: Charts) -> FrozenMap[str]:
    nations = game.nations_of(seat)
    tried = attempts(game, {}, charts)
    return FrozenMap({a: what for a, what in tried.items() if game.areas[a].nation in nations})


def planned_words(plan: Plan) -> tuple[str, ...]:
    """The orders that a pass brought, each by its kind and what it moves: `march jp-2nd-div`."""
    orders = (order for part in names(plan) for order in getattr(plan, part))
    keys = ("unit", "tf", "area")
    return tuple(
        " ".join(
            (order.type, mention(next(getattr(order, key) for key in keys if hasattr(order, key))))
        )
        for order in orders
    )


def in_force(game: Game, seat: str) -> Iterator[tuple[StandingOrder, Given]]:
    """A seat's standing orders that are open and in force, with the files that gave them [F.4]."""
    standing = game.standing[seat]
    for kind in STANDING:
        rows: FrozenMap[StandingOrder] = getattr(standing, kind.type.replace("-", "_"))
        for order in rows.values():
            yield order, standing.given[called(order)]


def file_words(given: Given) -> str:
    """A file by its month and number: `June 1942, file 12`."""
    return f"{month_name(given.turn)}, file {given.file}"


def standing_words(game: Game, seat: str) -> Iterator[str]:
    """What is in force in words: `search of JP (June 1942, file 12)`."""
    for order, given in in_force(game, seat):
        of = f" of {mention(order.of)}" if order.of else ""
        yield f"{order.type}{of} ({file_words(given)})"


# --- in words ------------------------------------------------------------------------------------


def section(view: View[Game], charts: Charts) -> Section:
    """The part of the form that says what a file without orders does."""
    facts = unordered(view, charts)
    lines = tuple(_lines(view, facts))
    return Section(title="If nothing is ordered", rule="F.3", choices=lines)


def _lines(view: View[Game], facts: Unordered) -> Iterator[str]:
    steps = steps_of(view)
    if "S2.3" in steps:
        yield from _season(view, facts)
    if "P3.1" in steps:
        yield "Ships, troops and aircraft stay where they are, and nobody attacks."
    if APPENDED in steps:
        yield "No offensive is appended: you are asked for the first one after phase 3."
    if "P4" in steps:
        yield f"You pass. {_kept(facts)}"
    if "P5" in steps:
        yield "No ground unit moves or comes back."
        yield from _at_sea(facts)
        tries = (f"{what} of {mention(area)}" for area, what in facts.tried.items())
        yield f"Repairs tried: {all_of(tries) or 'none, for nothing is damaged'}."
    if steps & NEXT_PHASE_2 and not view.game.terms.no_strategic:
        yield from _phase_2(view, facts)
    if any(order.declines for order in view.game.standing[view.seat].declines.values()):
        yield "By declines you pass in the offensive phase, unasked; declines = false ends that."
    if facts.standing:
        yield f"Standing orders stay in force: {all_of(facts.standing)}. Else the defaults hold."
    else:
        yield "No standing order is in force: the defaults hold."


def _season(view: View[Game], facts: Unordered) -> Iterator[str]:
    if facts.repaired:
        ships = each(facts.repaired)
        yield f"Repaired, for {facts.points} EP: {ships}. Nothing else is bought, nothing is lent."
    elif not view.game.has_bids_alone:
        yield "Nothing is repaired, bought or lent."
    if facts.bids:
        nations = all_of(map(nation_name, facts.bids))
        yield f"No offensives are bid for: {nations}."
    yield f"If the initiative is yours to use, the {side_name(facts.first)} go first in phase 3."


def _at_sea(facts: Unordered) -> Iterator[str]:
    if facts.home:
        ways = all_of(f"{mention(tf)} to {mention(port)}" for tf, port in facts.home.items())
        yield f"As things stand, if EP for fuel and the enemy let them, ships go: {ways}."
    if facts.held:
        yield f"At sea, at its price, for want of a port in reach: {each(facts.held)}."
    if facts.free:
        yield f"Boats stay at sea for nothing: {each(facts.free)}."


def _kept(facts: Unordered) -> str:
    if not facts.kept:
        return "You are asked for the month's end when it comes."
    if not facts.plan:
        return "The month's end stays as you left it: to the defaults."
    return f"The month's end stays as you ordered it: {all_of(facts.plan)}."


def _phase_2(view: View[Game], facts: Unordered) -> Iterator[str]:
    game = view.game
    if view.side != ALLIED:
        return
    if "US" in game.nations_of(view.seat):
        bombers = each(facts.bombers)
        yield f"Japan is bombed by {bombers}, as ordered." if bombers else "Nobody bombs Japan."
    if any(s.kind == "SS" and s.nation in game.nations_of(view.seat) for s in game.ships.values()):
        if facts.boats is None:
            yield "Every submarine of yours that can joins the blockade of Japan."
        else:
            yield f"The blockade of Japan stays as ordered: {each(facts.boats) or 'no boats'}."
