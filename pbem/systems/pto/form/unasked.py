"""What a seat's forces do unasked while the enemy moves, by the standing orders in force [F.4].

The rules that carry it out are asked who is able and willing; whom they will meet nobody knows yet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import opens_season
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.form.countering import HALF, OFFENSIVES, helpers, late_helpers
from pbem.systems.pto.form.forgone import is_last
from pbem.systems.pto.orders.check import for_the_end, steps_of
from pbem.systems.pto.orders.home import after_the_end
from pbem.systems.pto.rules.combat.losses import all_landed
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.rules.month.p2_strategic import as_ordered as phase_2_sent
from pbem.systems.pto.rules.month.p3_course import can_stand_by
from pbem.systems.pto.rules.month.p3_forces import is_boats
from pbem.systems.pto.rules.month.p3_intercept import (
    is_ready,
    may_intercept,
    naval_order,
    not_kept_back,
    sends_boats,
)
from pbem.systems.pto.rules.month.p3_raids import most_sent, patrols, strike_order, strikes_ships
from pbem.systems.pto.rules.month.p4_named import is_land_alone
from pbem.systems.pto.rules.month.p4_parts import last_part
from pbem.systems.pto.rules.month.p4_support import defending_bombers, supporters
from pbem.systems.pto.rules.month.p4_turns import PASSES, is_side_out
from pbem.systems.pto.rules.month.p6_end import sweep
from pbem.systems.pto.rules.p3_half import SURPRISE_ATTACK, home_of, is_silenced
from pbem.systems.pto.rules.p4_acting import stands_by
from pbem.systems.pto.rules.units import fires
from pbem.systems.pto.table.naming import all_of, each
from pbem.systems.pto.table.orders_month import Blockade, BombJapan
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.table.standing import AirStrikeRule, StandingOrder
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.standing import at_odds, met_words, some_of, struck_words

FEW = 2
"""So many whose STPs come along are named."""
MOST = 6
"""So many task forces of a kind are named, those with most guns first."""
BEFORE_PHASE_2 = frozenset({"P0", "S2.3", "P5"})
"""The steps whose files are the last before phase 2 [F.2]."""
PHASE_2 = BombJapan, Blockade
"""Orders that bind the next phase 2 [P2.1, P2.2]."""


def unasked(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """What the seat's forces do in the enemy's next phase, and for those that sail before it.

    `after` is the game as these orders leave it.
    """
    game = _then(view, orders, after, charts)
    yield from _counters(view, orders, charts)
    if "P3.1" in steps_of(view):
        yield from _not_standing_by(after, view.seat, charts) if orders else ()
    phase = _next_phase(view, orders, after, charts)
    if not phase:
        return
    when = "In the enemy's half of phase 3" if phase == HALF else "In the enemy's offensives"
    yield from acting_words(game, view, phase, when, charts)


def acting_words(
    game: Game, view: View[Game], phase: str, when: str, charts: Charts
) -> Iterator[str]:
    """What a seat's forces do in a phase of the enemy's that finds this game [F.4]."""
    seat = view.seat
    if phase == HALF and is_silenced(game, view.side, other(view.side), phase):
        yield (
            f"{when} nobody of yours searches, strikes or intercepts, and 'air-intercept' sends"
            f" nobody up [{SURPRISE_ATTACK}]."
        )
        return
    parts = [*_in_the_air(game, seat, phase, charts), *_at_sea(game, seat, phase, charts)]
    if parts:
        sealed = "; what you have sealed may say otherwise" if seat in view.game.sealed else ""
        yield f"{when} your forces act unasked: {'; '.join(parts)}{sealed}."


def _then(view: View[Game], orders: Sequence[Order], after: Game, charts: Charts) -> Game:
    """The game as the enemy's next phase finds it, after phase 2 if that comes first [D2.1]."""
    steps = steps_of(view)
    if "P4" in steps and last_part(orders):  # what a pass brings for the month's end comes later
        after = for_the_end(view, tuple(orders), charts)[0].game
    game = under(after, view.seat, orders)
    if "P3.1" in steps:  # who flies in this file has landed by then
        game = all_landed(game)
    if not steps & BEFORE_PHASE_2:
        return game
    game = under(game, view.seat, orders, PHASE_2)
    if "P5" in steps:
        game, _ = sweep(after_the_end(game, view.seat, orders, charts))
    return phase_2_sent(game, charts)


def all_blockading(view: View[Game], orders: Sequence[Order], after: Game, charts: Charts) -> bool:
    """Whether all boats of the seat are out for the month: D2 commits them to the blockade."""
    own = view.game.nations_of(view.seat)
    then = _then(view, orders, after, charts)
    boats = [ship for ship in then.ships.values() if ship.is_boat and ship.nation in own]
    return bool(boats) and all(ship.committed for ship in boats)


def under(
    game: Game,
    seat: str,
    orders: Iterable[Order],
    kinds: tuple[type[Order], ...] = (StandingOrder,),
) -> Game:
    """The game with the standing orders that a file gives: they hold when the enemy moves [F.1].

    Or with those of its orders that are of other `kinds`.
    """
    for order in orders:
        if isinstance(order, kinds):
            game = stand(game, seat, order, 0)
    return game


def _next_phase(view: View[Game], orders: Sequence[Order], after: Game, charts: Charts) -> str:
    """Where the enemy moves next after this file, before the seat is asked again; or nowhere."""
    steps, game = steps_of(view), view.game
    if steps & {"P0", "S2.3"} or ("P3.1" in steps and game.month.first == view.side):
        return HALF
    if steps & {"P3.1", "P4"}:
        over = game.month.passes >= PASSES or is_side_out(game, other(view.side), charts)
        return "" if over or is_last(view, orders, after, charts) else OFFENSIVES
    is_next = "P5" in steps and goes_on(game) and game.month.first != view.side
    return HALF if is_next else ""


def goes_on(game: Game) -> bool:
    """Whether another month comes, and no season before it."""
    return game.turn < game.terms.last_turn and not opens_season(game.turn + 1)


def _in_the_air(game: Game, seat: str, phase: str, charts: Charts) -> Iterator[str]:
    """What passing forces aircraft strike, when fighters rise, whether bombers help defenders.

    The rules are PH5.2, P3.2.2 and P4A.3.D.
    """
    ready = [*_ready(game, seat, phase)]
    struck = _struck(game, ready, charts)
    if struck:
        yield f"aircraft strike passing {struck}"
    fighters = (one for one in ready if fires(game, charts, one))
    rises = {
        f"{met_words(rule)} {at_odds(rule, 'in fighters') if rule.when == 'ratio' else 'always'}"
        for _, rule in not_kept_back(game, fighters, charts)
        if rule.when != "never"
    }
    if rises:
        yield f"fighters rise{some_of(sorted(rises))}"
    helps = phase == OFFENSIVES and any(number for number, _ in _supporting(game, seat, charts))
    if helps:
        yield "bombers help to defend an area that is attacked"
    if phase == OFFENSIVES and (struck or rises or helps):
        yield "aircraft that fly then are committed for the month [PH8.1]"


def _struck(game: Game, ready: Iterable[AirUnit], charts: Charts) -> str:
    """What passing forces aircraft strike, by their orders [PH5.2]."""
    strikers = (one for one in ready if strikes_ships(game, one, charts) and not one.out)
    told = (words for one in strikers for words in struck_words(strike_order(game, one)))
    return " or ".join(dict.fromkeys(told))


def _homeward(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """What aircraft strike as the enemy goes home, where he moves no more before it [P6.1.2]."""
    enemies = (tf for tf in game.forces.values() if side_of(tf.nation) != game.side_of_seat(seat))
    struck = _struck(game, _ready(game, seat, OFFENSIVES), charts)
    if struck and any(tf.at not in game.areas for tf in enemies):
        yield f"As the enemy's ships go home your aircraft strike, unasked, {struck} [P6.1.2]."


def sent_words(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """How many aircraft the orders to strike of a file send at most, and from where [F.4, PR46]."""
    if not any(isinstance(one, AirStrikeRule) and one.when != "never" for one in orders):
        return
    game = under(view.game, view.seat, orders)
    able = [one for one in _ready(game, view.seat, HALF) if strikes_ships(game, one, charts)]
    sent = most_sent(game, (one for one in able if not one.out), charts)
    homes = Counter(home_of(game, game.air[id_]) for id_ in sent)
    if sent:
        whose = _named([home for home, _ in homes.most_common()])
        many = f"up to {len(sent)} of your {count(len(able), 'air unit')} that can strike ships"
        stay = _patrol_words(patrols(game, able))
        rules = "F.4, PR46" if stay else "F.4"
        yield f"As things stand {many} go, as far as they reach: from {whose}{stay} [{rules}]"


def _patrol_words(patrols: Iterable[tuple[str, int, int]]) -> str:
    """How many of which force's carrier air stay as patrol: `none of 1 of TF 8` [PR46]."""
    alike: dict[tuple[int, int], list[str]] = {}
    for tf, number, many in patrols:
        alike.setdefault((number, many), []).append(tf)
    told = (
        f"{number or 'none'} of {many} {'each ' if len(forces) > 1 else ''}from {_named(forces)}"
        for (number, many), forces in alike.items()
    )
    words = all_of(told)
    return f"; as patrol {words} stay" if words else ""


def _supporting(game: Game, seat: str, charts: Charts) -> dict[tuple[int, int], list[str]]:
    """How many of a seat's bombers in reach help defenders, with where [P4A.3.D, PR95].

    Those that lie in an area do not as it is attacked: its airfield is contested then [PH1.5].
    """
    side, nations = game.side_of_seat(seat), game.nations_of(seat)
    held = (unit for unit in game.ground.values() if unit.at and side_of(unit.nation) == side)
    alike: dict[tuple[int, int], list[str]] = {}
    for area in dict.fromkeys(unit.at for unit in held):
        attacked = game.with_air(replace(one, committed=True) for one in game.based_at(area))
        able = [one for one in supporters(attacked, side, area, charts) if one.nation in nations]
        going = {*defending_bombers(attacked, side, area, charts)}
        if able:
            number = sum(one.id in going for one in able)
            alike.setdefault((number, len(able)), []).append(area)
    return alike


def in_numbers(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """What a form has no room for: how many bombers help whom, and who strikes on the way home."""
    phase, steps = _next_phase(view, orders, after, charts), steps_of(view)
    if phase == OFFENSIVES:
        game = _then(view, orders, after, charts)
        yield from _helping(_supporting(game, view.seat, charts))
    if "P5" in steps or (phase != HALF and steps & {"P3.1", "P4"}):
        yield from _homeward(under(after, view.seat, orders), view.seat, charts)


def _helping(alike: Mapping[tuple[int, int], Sequence[str]]) -> Iterator[str]:
    told = [
        f"in {_named(areas)} {number} of {many}"
        for (number, many), areas in sorted(alike.items(), reverse=True)
        if number
    ]
    if told:
        none = [many for number, many in alike if not number]
        of_them = f" of {none[0]}" if len(none) == 1 else ""
        rest = f", elsewhere none{of_them}" if none else ""
        yield f"Of the bombers in reach of an area these help it: {', '.join(told)}{rest} [PR95]."


def _ready(game: Game, seat: str, phase: str) -> Iterator[AirUnit]:
    """The seat's aircraft that have still to fly in the enemy's phase [PH8.1]."""
    for unit in game.air.values():
        flown = unit.committed or (phase == OFFENSIVES and (unit.struck or unit.intercepted))
        if unit.nation in game.nations_of(seat) and not flown and is_ready(game, unit):
            yield unit


def _at_sea(game: Game, seat: str, phase: str, charts: Charts) -> Iterator[str]:
    """The task forces that intercept, by what their orders say; those of boats last [PH5.4]."""
    groups: dict[str, list[str]] = {}
    boats: list[str] = []
    for tf in _strongest(game, seat, charts):
        for how in _hows(game, tf, phase, charts):
            groups.setdefault(how, []).append(tf.id)
        if is_boats(game, tf.id) and may_intercept(game, tf, phase):
            sent = any(sends_boats(game, tf, at) for at in seas_of(charts, tf.at))
            boats += [tf.id] if sent else []
    for how, forces in groups.items():
        laden = [tf for tf in forces if any(one.kind == "STP" for one in game.ships_in(tf))]
        whose = each(laden) if len(laden) <= FEW else f"{len(laden)} of them"
        along = f", the STPs of {whose} too" if laden else ""
        yield f"ships intercept {how}: {_named(forces)}{along}"
    if boats:
        yield f"boats intercept ships: {_named(boats)}"


def _hows(game: Game, tf: TaskForce, phase: str, charts: Charts) -> Iterator[str]:
    """How a task force of ships intercepts in a phase, if it does [PH5.3, F.4].

    With where, if not in all seas that it lies on.
    """
    if not may_intercept(game, tf, phase) or is_boats(game, tf.id) or not guns(game, tf.id, charts):
        return
    seas, hows = seas_of(charts, tf.at), dict[str, list[str]]()
    for at in seas:
        rule = naval_order(game, tf, at)
        if rule is not None and rule.when != "never":
            how = at_odds(rule, "in guns") if rule.when == "ratio" else "always"
            hows.setdefault(how, []).append(at)
    for how, there in hows.items():
        where = f" in {each(there)}" if len(there) < len(seas) else ""
        yield f"{how}{where}, also out of port"


def _strongest(game: Game, seat: str, charts: Charts) -> list[TaskForce]:
    own = (tf for tf in game.forces.values() if tf.nation in game.nations_of(seat))
    return sorted(own, key=lambda tf: (-guns(game, tf.id, charts), tf.id))


def _named(forces: Sequence[str]) -> str:
    if len(forces) <= MOST + 1:
        return each(forces)
    return all_of([*map(mention, forces[:MOST]), f"{len(forces) - MOST} more"])


# --- in the seat's own half ----------------------------------------------------------------------


def _counters(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """Who comes out for a force that sails past and is intercepted, from port too [PH5.5]."""
    late = late_helpers(view, orders, charts)
    found = [tf for tf in helpers(view, orders, charts) if tf not in late]
    if found:
        yield (
            "Where the enemy intercepts one of your forces as it sails, these may meet him first,"
            f" from port too: {_named(found)}."
        )


def _not_standing_by(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """Ships at sea that could stand by and do not, and what that bars [P3.1.6, P4B.1.B]."""
    idle = [
        tf.id
        for tf in _strongest(game, seat, charts)
        if can_stand_by(game, tf.id, charts)
        and not (stands_by(game, tf.id) or is_boats(game, tf.id))
    ]
    if idle:
        barred = "in no sea offensive this month, and intercepting in none of the enemy's"
        if is_land_alone(game, game.side_of_seat(seat)):
            barred = "intercepting in no sea offensive of the enemy's"
        yield (
            f"At sea and not standing by, so {barred}: {_named(idle)}; 'sail' with standby = true"
            " is for that [P3.1.6]."
        )


def coming_out(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> tuple[Game, dict[str, tuple[str, ...]]]:
    """Ships in port that may come out unasked, with the keys that keep them in [PH5.3, PH5.5].

    And the game as the enemy's next phase finds it, before it pays for ships.
    """
    game, phase = _then(view, orders, after, charts), _next_phase(view, orders, after, charts)
    able = helpers(view, orders, charts)
    comes = intercepting_from_port(game, view.seat, phase, charts) if phase else ()
    found: dict[str, tuple[str, ...]] = {}
    for tf in _strongest(game, view.seat, charts):
        keys = (*(("when",) if tf.id in comes else ()), *(("counter",) if tf.id in able else ()))
        if keys and tf.at in game.areas:
            found[tf.id] = keys
    return game, found


def intercepting_from_port(game: Game, seat: str, phase: str, charts: Charts) -> tuple[str, ...]:
    """Ships of a seat in port that may intercept in a phase of the enemy's [PH5.3]."""
    side = game.side_of_seat(seat)
    if phase == HALF and is_silenced(game, side, other(side), phase):
        return ()
    own = (tf for tf in _strongest(game, seat, charts) if tf.at in game.areas)
    return tuple(tf.id for tf in own if any(_hows(game, tf, phase, charts)))
