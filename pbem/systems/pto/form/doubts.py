"""What is legal and surely not meant: told before it is signed, never refused [F.3]."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import opens_season, season_key, season_name
from pbem.systems.pto.book.kinds import ALLIED, OVER_JAPAN, other
from pbem.systems.pto.form.countering import engaging_helpers, late_helpers
from pbem.systems.pto.form.flying import taken_along
from pbem.systems.pto.form.forgone import forgone, is_last, rests
from pbem.systems.pto.form.fuel import unpaid_ships
from pbem.systems.pto.form.homeward import is_for_ends
from pbem.systems.pto.form.screens import screened
from pbem.systems.pto.form.supply import at_the_end, own_words
from pbem.systems.pto.form.unasked import all_blockading
from pbem.systems.pto.form.unordered import is_before_phase_2
from pbem.systems.pto.orders.attack import goals_of
from pbem.systems.pto.orders.check import for_the_end, left_by, seals_standing, steps_of
from pbem.systems.pto.orders.home import owed, owed_by_partners
from pbem.systems.pto.orders.sight import BY_KIND
from pbem.systems.pto.rules.month.p2_strategic import is_near_japan
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p4_costs import billed
from pbem.systems.pto.rules.month.p4_parts import Orders, groups
from pbem.systems.pto.rules.month.p4_possible import offensives
from pbem.systems.pto.rules.month.ph11_supply import surplus
from pbem.systems.pto.rules.season.s1_income import carried
from pbem.systems.pto.table.naming import agree, at_first, do, doing, each, nation_name
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Blockade,
    Drop,
    Form,
    March,
    Sail,
    Strike,
    is_appended,
)
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirStacks,
    AirStrikeRule,
    Declines,
    GroundDefence,
    Gunnery,
    NavalInterception,
    SearchRule,
    StandingOrder,
    Submarines,
)
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.moves import offensive_words


def doubts(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """Each thing to look at twice, in a sentence; `after` is the game as the orders leave it."""
    then = at_the_end(view, orders, after, charts)
    yield from _offensives(view, orders, after, charts)
    yield from unpaid_ships(view, orders, after, charts)
    yield from _answering(all_formed(view.game, view.seat, orders), orders)
    yield from taken_along(view, orders, after, charts)
    yield from _idle(orders)
    yield from _far_from_japan(view, orders, after, then or after, charts)
    yield from _crowded(view, after)
    yield from _alone(view, orders, charts)
    yield from _late(view, orders, charts)
    yield from _unspent(view, orders, after, charts)
    yield from own_words(view, then, charts) if then is not None else ()
    yield from forgone(view, orders, after, charts)
    yield from screened(view, orders, charts)
    if _intercepting(orders) and all_blockading(view, orders, after, charts):
        yield (
            "All submarines of yours are committed to the blockade of Japan, so 'submarines' sends"
            " nobody at ships that month: 'blockade' names fewer [D2.1]"
        )
    for order in orders:
        if isinstance(order, GroundDefence):
            yield from _no_retreat(view, order, charts)
        if isinstance(order, AirDefence) and order.first >= 0 and view.side == ALLIED:
            yield "first of 'strategic' is Japan's number alone and does nothing here [P2.1.2]"
        if isinstance(order, AirStrikeRule) and order.of in view.game.forces:
            yield from _no_share(order)
        if isinstance(order, StandingOrder):
            for why in _never(view, order, charts):
                yield f"'{order.type}' can never come true: {why} [F.4]"


# --- offensives ----------------------------------------------------------------------------------


def _offensives(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """Those bought at double price, and those that nothing carries out [PH12.2, P4.0.2]."""
    before = replace(after, purses=view.game.purses)
    parts = _performed(view, orders)
    performed = ((one, part) for part in parts for one in offensives(part))
    for (order, bill), (_, part) in zip(billed(before, orders, charts), performed, strict=True):
        what = f"The {offensive_words(order)}"
        if bill.impromptu:
            yield f"{what} is not on its track: it is impromptu, for {bill.points} EP [PH12.2]"
        if not any(isinstance(one, BY_KIND[order.kind]) for one in part):
            yield f"{what} has no order that carries it out [P4.0.2]"
    for part in parts:
        yield from _left_out(part)


def _left_out(part: Orders) -> Iterator[str]:
    """Who comes to an area whose attack names others, and so does not attack there [PH10.2]."""
    goals = goals_of(one for one in part if isinstance(one, March | Assault | Drop))
    for attack in (one for one in part if isinstance(one, Attack) and one.units):
        idle = [id_ for id_, to in goals.items() if to == attack.area and id_ not in attack.units]
        if idle:
            come, attacks = agree(idle, "comes", "come"), agree(idle, "does", "do")
            where = f"{each(idle)} {come} to {mention(attack.area)} and {attacks} not attack there"
            yield f"{where}: 'units' of that 'attack' names others alone [PH10.2]"


def _performed(view: View[Game], orders: tuple[Order, ...]) -> tuple[Orders, ...]:
    """The parts of a file that perform offensives, or the one that phase 3 appends [F.2, F.2.7]."""
    if view.game.month.to_act:
        return groups(orders)
    return (tuple(one for one in orders if is_appended(one)),)


# --- at sea --------------------------------------------------------------------------------------


def _answering(game: Game, orders: Sequence[Order]) -> Iterator[str]:
    """Strikes whose aircraft are free to answer what their ships meet on the way [F.6.5, D11.2]."""
    for sail in (one for one in orders if isinstance(one, Sail) and one.strike):
        for strike in (one for one in orders if isinstance(one, Strike)):
            if strike.appended != sail.appended:
                continue
            units = (*strike.units, *strike.escorts)
            aboard = [id_ for id_ in units if _force_of(game, id_) == sail.tf]
            if aboard:
                yield (
                    f"{each(aboard)} may answer what {mention(sail.tf)} meets on the way, and be"
                    f" gone when the strike at {mention(strike.area)} is due: strike = true [F.6.5]"
                )


def _force_of(game: Game, unit: str) -> str:
    base = game.air[unit].base
    return game.ships[base].tf if base in game.ships else ""


def _idle(orders: Sequence[Order]) -> Iterator[str]:
    for order in orders:
        if isinstance(order, Sail) and not (
            order.path or order.load or order.standby or order.land
        ):
            ordered = "is ordered to sail and goes", "are ordered to sail and go"
            yield f"{doing(order.tf, *ordered)} nowhere [PH5.1]"


def _crowded(view: View[Game], after: Game) -> Iterator[str]:
    """Own aircraft that find no room on their airfield at the month's end [PH8.8]."""
    if not steps_of(view) & {"P3.1", "P4", "P5"}:
        return
    for area in after.areas:
        nations = view.game.nations_of(view.seat)
        lose = [unit.id for unit in surplus(after, area) if unit.nation in nations]
        if lose:
            there = sum(1 for _ in after.based_at(area))
            room = f"room for {after.areas[area].airfield} of {there} air units"
            lost = f"{each(lose)} {agree(lose, 'loses', 'lose')} a step at the month's end"
            yield f"{mention(area)} has {room}: {lost} [PH8.8]"


def _far_from_japan(
    view: View[Game], orders: tuple[Order, ...], after: Game, then: Game, charts: Charts
) -> Iterator[str]:
    """Boats named for a blockade, now or before, that will not lie near Japan then [PH4.3].

    `then` is the game as phase 2 of the next month finds it.
    """
    if not (is_before_phase_2(view, orders) or any(isinstance(one, Blockade) for one in orders)):
        return
    named = view.game.month.boats.get(view.seat, ())
    for order in (one for one in orders if isinstance(one, Blockade)):
        named = order.boats
    there = [id_ for id_ in named if id_ in after.ships]
    far = [id_ for id_ in there if not is_near_japan(after, id_, charts)]
    if far:
        are, take = agree(far, "is", "are"), agree(far, "takes", "take")
        where = f"not at sea near Japan and {take} no part in the blockade"
        yield f"{each(far)} {are} {where}: only {each(charts.blockade.seas)} count [PH4.3]"
    leaving: dict[str, list[str]] = {}
    for id_ in there:
        if id_ not in far and not is_near_japan(then, id_, charts):
            leaving.setdefault(then.ships[id_].tf, []).append(id_)
    for tf, boats in leaving.items():
        go, take = agree(boats, "goes", "go"), agree(boats, "takes", "take")
        where = mention(then.forces[tf].at)
        yield (
            f"{each(boats)} {go} to {where} at the month's end and {take} no part in the blockade:"
            f" 'stay' for {mention(tf)} keeps it at sea [PH4.3]"
        )


def _alone(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[str]:
    """Laden ships that come to a sea before any great ship of their seat [P3.1.2]."""
    game, nations = view.game, view.game.nations_of(view.seat)
    legal = tuple(one for one in orders if not is_appended(one))
    if "P3.1" not in steps_of(view):
        return
    for number, order in enumerate(legal):
        if not isinstance(order, Sail) or not order.path or order.path[-1] in game.areas:
            continue
        before = tuple(one for one in legal[: number + 1] if isinstance(one, Sail | Form))
        then = left_by(view, before, charts)
        laden = any(ship.cargo for ship in then.ships_in(order.tf))
        if not laden or _is_covered(then, nations, order.path[-1]):
            continue
        later = [
            one.tf
            for one in legal[number + 1 :]
            if isinstance(one, Sail) and order.path[-1] in one.path[-1:]
        ]
        where = mention(order.path[-1])
        what = f"{doing(order.tf, 'carries', 'carry')} troops or supply to {where}"
        if later:
            yield f"{what} before {each(later)} {do(later, 'is', 'are')} there: sail it last"
        else:
            yield f"{what}, and no carrier, battleship or heavy cruiser of yours is there"


def _late(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """Forces that may fight for others before they sail or attack [PH5.2, PH5.5, P3.3.1]."""
    openly = " and openly = true" if seals_standing(view) else ""
    late = late_helpers(view, orders, charts)
    if late:
        then = do(late, "its own 'sail' is due, and then does not sail",
                  "their own 'sail' is due, and then do not sail")  # fmt: skip
        yield (
            f"{each(late)} may meet who intercepts others before {then}: write that 'sail' first,"
            f" or 'naval-intercept' for {each(late)} with counter = never{openly} [PH5.2]"
        )
    engaging = engaging_helpers(view, orders, charts)
    if engaging:
        yield (
            f"{each(engaging)} may meet who intercepts others as they sail, and 'engage' by"
            f" {do(engaging, 'it', 'them')} is void then: 'naval-intercept' for {each(engaging)}"
            f" with counter = never{openly} [P3.3.1]"
        )


def _is_covered(game: Game, nations: Sequence[str], area: str) -> bool:
    """Whether a carrier or another ship with a name, of these nations, is in a sea."""
    return any(
        ship.is_named
        for tf in game.forces_at(area)
        if tf.nation in nations
        for ship in game.ships_in(tf.id)
    )


# --- what is left --------------------------------------------------------------------------------


def _unspent(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """EP over what a nation keeps, in the last file of a season [S1.1, PR68]."""
    game = view.game
    last = opens_season(game.turn + 1) and game.turn < game.terms.last_turn
    if not last or not is_for_ends(view, orders):
        return
    ending, brought = for_the_end(view, orders, charts)
    due = Counter(owed(ending.game, view.seat, brought, charts))
    due.update(owed_by_partners(view, ending.game, charts))
    told = rests(orders) or is_last(view, orders, after, charts)
    for nation in game.purses_of(view.seat):
        purse = after.purses[nation]
        have = purse.points + purse.reserve - due[nation]
        lost = have - min(have, carried(nation, purse, charts))
        if lost > 0:
            season = season_name(season_key(game.turn + 1))
            yield f"{at_first(nation)} keeps no more into {season}: {lost} of {have} EP are lost"
        if purse.track and not told:
            what = count(purse.track, "offensive")
            yield f"{at_first(nation)} has {what} left, lost when the season ends [S3.2.1]"


# --- standing orders -----------------------------------------------------------------------------


def _no_retreat(view: View[Game], order: GroundDefence, charts: Charts) -> Iterator[str]:
    """Areas to retreat to that no land joins to the one in question, or to any [PH10.7].

    And those that the enemy holds now.
    """
    areas, enemy = view.game.areas, other(view.side)
    whence = (order.of,) if order.of in areas else tuple(areas)
    near = {to for area in whence for to in charts.areas[area].land_links}
    far = [area for area in order.retreat if area not in near]
    if far:
        there = mention(order.of) if order.of in areas else "any area"
        apart = f"{agree(far, 'is', 'are')} not joined to {there} by land"
        yield f"{each(far)} {apart}, and nobody retreats there [PH10.7]"
    held = [area for area in order.retreat if area in near and view.game.controls(enemy, area)]
    if held:
        verb = agree(held, "is", "are")
        yield f"{each(held)} {verb} the enemy's now, and nobody retreats there [PH10.7]"


def _no_share(order: AirStrikeRule) -> Iterator[str]:
    """That the share is nothing to a force: its aircraft are all carrier air [PR46]."""
    if order.share != AirStrikeRule().share:
        yield (
            f"share of 'air-strike' is for bombers ashore, and does nothing for"
            f" {mention(order.of)}: cap is the part of carrier air that stays [PR46]"
        )


def _intercepting(orders: Sequence[Order]) -> bool:
    """Whether a file lets submarines intercept [PH9.1]."""
    return any(isinstance(one, Submarines) and one.intercept == "always" for one in orders)


def _never(view: View[Game], order: StandingOrder, charts: Charts) -> Iterator[str]:
    """Why a standing order can never matter as things are [F.4]."""
    game = view.game
    ships = [ship for ship in game.ships.values() if ship.nation in game.nations_of(view.seat)]
    meant = [ship for ship in ships if order.of in (ship.tf, ship.nation, "")]
    match order:
        case Declines() if order.of and order.of not in game.purses:
            yield f"{nation_name(order.of)} has no offensives of its own"
        case AirDefence() if game.terms.no_strategic:
            yield "this scenario has no phase 2"
        case AirDefence() if not {*OVER_JAPAN.values()} & {*game.nations_of(view.seat)}:
            yield "the seats of Japan and of the United States order the fighters over Japan"
        case SearchRule(when="areas", areas=()):
            yield "no areas are named; when = never says so"
        case Gunnery(fire="list", first=()):
            yield "fire = list needs ships or types in first"
        case Submarines() if not any(ship.is_boat for ship in ships):
            yield "you have no submarines"
        case AirStacks() | GroundDefence() if order.of in game.forces and not any(
            ship.is_carrier for ship in meant
        ):
            yield f"{doing(order.of, 'has', 'have')} no carrier"
        case NavalInterception() if any(not charts.areas[area].sea for area in order.areas):
            yield "ships intercept at sea, and it names areas of land"
