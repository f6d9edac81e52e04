"""What legal orders come to, told before they are sent [F.3, F.6.2, F.6.5, PH12.2, D13.2]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized

from pbem.counting import count
from pbem.engine.foretold import Foretold
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.doubts import doubts
from pbem.systems.pto.form.flying import Parts, over_japan_words, parts
from pbem.systems.pto.form.homeward import going_home, is_for_ends, plan_at_sea
from pbem.systems.pto.form.next_month import next_month_words
from pbem.systems.pto.form.supply import at_the_end, enemy_words
from pbem.systems.pto.form.unasked import sent_words
from pbem.systems.pto.form.underway import underway
from pbem.systems.pto.form.unordered import is_kept_to, left_words
from pbem.systems.pto.form.war import opened_by
from pbem.systems.pto.orders.check import foretold, left_by, seals_standing, steps_of
from pbem.systems.pto.orders.home import dues, owed, owed_by_partners, owed_unnamed
from pbem.systems.pto.rules.f1_sealing import is_sealed, opened_later
from pbem.systems.pto.rules.f6_kept import is_kept, keeping
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p4_costs import billed, paid, points_of
from pbem.systems.pto.rules.month.p4_parts import Orders
from pbem.systems.pto.table.naming import agree, all_of, at_first, each, nation_name
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.standing import AirStrikeRule, StandingOrder
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.agenda import decided, title
from pbem.systems.pto.words.known import in_force
from pbem.systems.pto.words.moves import offensive_words
from pbem.systems.pto.words.standing import standing_lines


def foretell(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Foretold:
    """What the orders will do, what they leave, what they cost, and what is surely not meant."""
    after = left_by(view, orders, charts)
    ending, brought = going_home(view, orders, charts)
    left = brought if is_for_ends(view, orders) else plan_at_sea(view, orders)
    ends = is_for_ends(view, orders) or is_kept_to(view, orders)
    return Foretold(
        ordered=tuple(foretold(view, orders, charts)),
        standing=tuple(_standing(view, orders, charts)),
        left=(
            *_could_hold(view, orders, charts),
            *underway(view, orders, charts),
            *left_words(view, orders, after, charts),
            *next_month_words(view, orders, after, charts),
            *_cut_off(view, orders, after, charts),
        ),
        costs=(
            *_priced(replace(after, purses=view.game.purses), orders, charts),
            *opened_by(view, orders, charts),
            *_kept_down(view, orders),
            *dues(ending.game, view.seat, brought, charts),
            *(_unnamed(ending.game, view.seat, left, charts) if ends else ()),
            *_remaining(view, orders, after, charts),
        ),
        warnings=tuple(doubts(view, orders, after, charts)),
    )


def _could_hold(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """What a file is for that orders nothing; one that only opens decides nothing [F.2]."""
    parts = "; ".join(decided(view.game, view.decision, charts))
    if parts and not orders:
        yield f"This file could decide, for {title(view.decision)}: {parts} [F.2]."


def _standing(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """The standing orders that differ from those in force, in words; when they hold [F.1, F.4]."""
    known = dict.fromkeys(order for order, _ in in_force(view.game, view.seat))
    given = tuple(one for one in orders if isinstance(one, StandingOrder))
    new = tuple(one for one in given if one not in known)
    yield from standing_lines(new)
    yield from over_japan_words(view, orders, charts)
    if any(isinstance(one, AirStrikeRule) for one in new):
        yield from sent_words(view, orders, charts)
    if seals_standing(view) and any(map(is_sealed, new)):
        opener = opened_later("", view.decision.seals) or "your next file"
        yield f"What is sealed of them holds once {opener} opens it [F.1]"


def _cut_off(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """Whom the ships cut off that these orders leave at sea, by the month's end [PH11.1]."""
    then = at_the_end(view, orders, after, charts)
    if then is not None:
        yield from (f"{words}." for words in enemy_words(view, then, charts))


# --- costs ---------------------------------------------------------------------------------------


def _priced(game: Game, orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """What each offensive takes of its nation's track and EP [P4A.1.A, PH12.2].

    `game` has the task forces that the file forms.
    """
    for order, bill in billed(game, orders, charts):
        nation, track = bill.nation, game.purses[bill.nation].track
        parts = [f"{bill.track} of the {track} on its track"] if bill.track else []
        parts += [f"{bill.impromptu} impromptu"] if bill.impromptu else []
        parts += [f"{bill.points} of {points_of(game, nation)} EP"] if bill.points else []
        who = f"The {offensive_words(order)}"
        great = bill.track + bill.impromptu > 1
        for_ = f": {charts.offensive_limits.battleships} for each force with a battleship" * great
        yield f"{who} takes {all_of(parts)}{for_} [PH12.2{', D13.3' * great}]"
        game = paid(game, (bill,))


def _unnamed(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """What ships take at the month's end that no order names, as far as it is known [F.6.2]."""
    for nation, points in owed_unnamed(game, seat, orders, charts).items():
        yield f"Ships that no order names take {points} EP of {nation_name(nation)}"


def _spent(game: Game, due: Mapping[str, int]) -> Game:
    """The game with its ships paid for as well, as far as the EP go [F.6.2, PH14.2]."""
    for nation, points in due.items():
        if nation in game.purses:
            game = game.charged(nation, min(points, game.purses[nation].points))
    return game


def _remaining(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """The EP and offensives that are left of what a file touches, ships at its end paid [F.6.2].

    Those of partners too, as far as their orders are out.
    """
    due: Mapping[str, int] = {}
    later: Mapping[str, int] = {}
    shared: Mapping[str, int] = {}
    if is_for_ends(view, orders):
        ending, brought = going_home(view, orders, charts)
        due = owed(ending.game, view.seat, brought, charts)
        shared = owed_by_partners(view, ending.game, charts)
    elif steps_of(view) & {"P3.1", "P4"}:
        later = owed(after, view.seat, plan_at_sea(view, orders), charts)
    own, left = view.game.purses_of(view.seat), _spent(_spent(after, shared), due)
    partners = (nation for nation, points in due.items() if points and nation not in own)
    for nation in (*own, *partners):
        before, now = view.game.purses[nation], left.purses[nation]
        if (before.points, before.track) != (now.points, now.track):
            track = f" and {count(now.track, 'offensive')}" if "S2.3" not in steps_of(view) else ""
            take, paid = later.get(nation), shared.get(nation)
            of_it = " of it" if take and take <= now.points else ""
            ships = f"; ships that go home or stay at sea take {take} EP{of_it}" if take else ""
            also = f", {paid} EP paid by partners' orders" if paid else ""
            yield f"{at_first(nation)} has {now.points} EP{track} left{also}{ships}"


# --- kept aircraft -------------------------------------------------------------------------------


def kept_for_strikes(view: View[Game], orders: Sequence[Order]) -> tuple[AirUnit, ...]:
    """The aircraft that strikes in these orders keep from all else while ships move [F.6.5]."""
    return _kept(view, orders, parts(view, orders))


def _kept(
    view: View[Game], orders: Sequence[Order], given: Iterable[tuple[Orders, Orders]]
) -> tuple[AirUnit, ...]:
    """The aircraft that are kept in some parts of a file, each with what comes after it."""
    game = all_formed(view.game, view.seat, orders)
    found = {
        unit.id: unit
        for part, later in given
        for unit in game.air.values()
        if is_kept(keeping(game, part, later), unit)
    }
    return tuple(found.values())


def _kept_down(view: View[Game], orders: Sequence[Order]) -> Iterator[str]:
    """The aircraft kept while ships move, and those that stay down through other offensives.

    In phase 3 those of partners may move by their own files.
    """
    moving: Parts = ()
    others: Parts = ()
    appended: Parts = ()
    given = parts(view, orders)
    in_phase_3 = not view.game.month.to_act
    if in_phase_3:
        given, appended = given[:1], given[1:]
    for part, later in given:
        if _sails(part) or (in_phase_3 and len(view.game.seats_of(view.side)) > 1):
            moving = (*moving, (part, later))
        else:
            others = (*others, ((), later))
    kept = [mention(unit.id) for unit in _kept(view, orders, moving)]
    down = (mention(unit.id) for unit in _kept(view, orders, others))
    for units, strike in (
        (kept, "ordered while ships move"),
        ([unit for unit in down if unit not in kept], "of a later offensive"),
    ):
        if units:
            kept_for = f"{agree(units, 'is', 'are')} kept for the strike {strike}"
            yield f"{all_of(units)} {kept_for}: {_idle(units)} until then [F.6.5]"
    yield from _kept_later(_kept(view, orders, (one for one in appended if _sails(one[0]))))


def _kept_later(units: Sequence[AirUnit]) -> Iterator[str]:
    """The aircraft that an appended strike keeps: in its own offensive alone [F.6.5]."""
    if units:
        kept = f"{each(unit.id for unit in units)} {agree(units, 'is', 'are')} kept for the strike"
        when = "not in phase 3 but while ships of its offensive move"
        yield f"{kept} appended, {when}: {_idle(units)} then [F.6.5]"


def _idle(units: Sized) -> str:
    return agree(units, "it neither rises nor strikes back", "they neither rise nor strike back")


def _sails(orders: Sequence[Order]) -> bool:
    return any(isinstance(order, Sail) and order.path for order in orders)
