"""The turn in words, before it is signed: what orders do, what is left, what it costs (E.8)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.foretold import Foretold, told
from pbem.engine.kinds import Numbered, carried_out
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.form.answers import answers_stand
from pbem.systems.cartwheel.form.cover import policy_of, uncovered
from pbem.systems.cartwheel.form.form import page_of, parts_of
from pbem.systems.cartwheel.form.page import ALLOWED, CROWDED, GROUNDED, Page, price_of_eleventh
from pbem.systems.cartwheel.form.second import eleventh_flying, landed, warnings
from pbem.systems.cartwheel.form.standing import evacuation_lists
from pbem.systems.cartwheel.orders import ground
from pbem.systems.cartwheel.orders.answers import rising, sealed
from pbem.systems.cartwheel.orders.check import judged_on
from pbem.systems.cartwheel.orders.conclude import scouts
from pbem.systems.cartwheel.orders.fliers import ready
from pbem.systems.cartwheel.orders.initiative import as_decided
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.orders.sight import afterwards
from pbem.systems.cartwheel.own.basing import cannot_scout, is_over_full
from pbem.systems.cartwheel.own.entries import drawn, drawn_in
from pbem.systems.cartwheel.own.learning import flown_of_eleventh
from pbem.systems.cartwheel.own.sealing import stated, stranded
from pbem.systems.cartwheel.rules import openings
from pbem.systems.cartwheel.rules.asks import LATE_RECON, last_statements
from pbem.systems.cartwheel.rules.occasion import RECON, steps_of
from pbem.systems.cartwheel.rules.r07_initiative import scouts_left
from pbem.systems.cartwheel.rules.r08_answers import is_open
from pbem.systems.cartwheel.rules.r08_ashore import is_last, more_passes, next_to_act
from pbem.systems.cartwheel.rules.r08_blind import may_order_ahead
from pbem.systems.cartwheel.rules.r08_missions import missions_of, units_of
from pbem.systems.cartwheel.rules.r08_passes import pass_of
from pbem.systems.cartwheel.rules.r10_naval import end_of_operations
from pbem.systems.cartwheel.rules.r11_plan import plan
from pbem.systems.cartwheel.rules.r14_regroup import most_steps
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.rules.r16_victory import on_points
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    NavalMission,
    Pass,
    Reply,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    Build,
    CommitEleventh,
    CommitTF36,
    CountsAs,
    Dismantle,
    Evacuate,
    GeneralRegroup,
    Mark,
    PlaceAce,
    PlaceRadar,
    Recon,
    ReconReturn,
    Redistribute,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.words.aims import aimed
from pbem.systems.cartwheel.words.events import lines as told_of
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, base_name, points, verb
from pbem.systems.cartwheel.words.ordered_ground import prizes
from pbem.systems.cartwheel.words.ordered_missions import (
    ahead_words,
    missions_words,
    open_words,
    sorties_words,
)

MISSIONS = (AirMission, NavalMission, Pass)
DECIDED_BY: Mapping[str, tuple[type[Order], ...]] = {
    "H17.0": (Redistribute,), "5.2": (CommitEleventh,), "5.3": (CommitTF36,), "6.5": (Build,),
    "7.1": (GeneralRegroup,), "7.2": (Mark,), "4.4b": MISSIONS, "H8.7": MISSIONS,
    "H11.5": (Land,), "H11.2": (March, Attack), "H11.7": (Raid,), "H11.8": (Fortify,),
    "H12.2": (Withdraw,), "6.5.4~": (Dismantle,), "H5.1": (PlaceAce, PlaceRadar),
}  # fmt: skip
"""The orders that decide a section of the form, by its rule; those of single units are apart."""

END = "4.10"
"""The step that scores what is occupied, and ends the game after the last turn."""
OPEN_KINDS = tuple(
    kind for kind in KINDS if kind.order in (Build, Recon, Land, Withdraw, Dismantle)
)
"""The orders that may wait for the other side's, and in which nothing is hidden [6.5, H12.2]."""


def foretell(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Foretold:
    """What a file's legal orders come to; without charts of its own, what all know of them."""
    page = page_of(view, orders, charts)
    if page is None:
        return Foretold(
            ordered=tuple(_in_the_open(view, orders, charts)),
            aimed=tuple(_ashore_in_the_open(view, orders, charts)),
        )
    numbered = carried_out(KINDS, tuple(enumerate(orders, 1)))
    numbered = sorted(_as_flown(numbered), key=lambda one: isinstance(one[1], STAND))
    return Foretold(
        ordered=tuple(told(KINDS, page, numbered)),
        left=tuple(_left(page)),
        costs=tuple(_costs(page)),
        warnings=tuple(warnings(page)),
    )


def _ashore_in_the_open(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> Iterator[str]:
    """What all can read of ground orders whose dice wait, for a headline."""
    steps = frozenset(steps_of(view.decision.covers))
    kinds = {kind.order for kind in ground.KINDS if kind.is_taken(steps)}
    waiting = tuple(order for order in orders if type(order) in kinds)
    return aimed(view.game, view.game.side_of(view.seat), waiting, charts)


def _in_the_open(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[str]:
    """What all can read of orders that wait: of a file those alone that its steps still carry out.

    Its ground orders may be done when its conclusion waits [H12.2.1].
    """
    steps = frozenset(steps_of(view.decision.covers))
    kinds = {kind.order: kind for kind in OPEN_KINDS if kind.is_taken(steps)}
    waiting = tuple(order for order in orders if type(order) in kinds)
    known = carried_out(tuple(kinds.values()), tuple(enumerate(waiting, 1)))
    yield from told(OPEN_KINDS, judged_on(view, waiting, charts), known)


def _as_flown(numbered: Numbered) -> Iterator[tuple[int, Order]]:
    """Orders as they are carried out, missions and passes among them as they stand in the file."""
    flown = iter(
        sorted((one for one in numbered if isinstance(one[1], MISSIONS)), key=itemgetter(0))
    )
    for one in numbered:
        yield next(flown) if isinstance(one[1], MISSIONS) else one


# --- what is left --------------------------------------------------------------------------------


def _left(page: Page) -> Iterator[str]:
    """What happens where nothing is ordered: as the form says, then what stands (E.3)."""
    given = {type(order) for order in page.file}
    answered = {order.mission for order in page.file if isinstance(order, Reply)}
    for part in parts_of(page):
        by = DECIDED_BY.get(part.rule, ())
        if part.left and part.mission not in answered and given.isdisjoint(by) and not part.idle:
            yield f"{part.title}: {part.left}"
    yield from _unit_by_unit(page)
    yield from _standing(page)


STAND = (Evacuate, CountsAs)
"""Orders that touch nothing but themselves, and are told last."""


def _unit_by_unit(page: Page) -> Iterator[str]:
    """Recon, its return, arrivals and lost bases: each unit that no order names."""
    file, game, charts = page.file, page.game, page.charts
    if page.answers(RECON):
        named = {order.unit for order in file if isinstance(order, Recon)}
        able = [unit for unit in scouts_left(game, page.side, charts) if unit not in named]
        waits = any(isinstance(order, Recon) and order.wait for order in file)
        if able and not waits:
            yield from _no_recon(page, able)
    for due in page.private.due:
        for plane in (page.plane(u) for u in due.saved):
            if plane is not None:
                where = base_name(plane.base, page.charts)
                yield f"{plane.id}, whose base is lost, stands at {where}."
    if page.concludes:
        yield from _homeward(page)


def _no_recon(page: Page, units: Sequence[str]) -> Iterator[str]:
    """Why recon units stay at their bases: some could not fly anyway [H7.3]."""
    private, able = as_decided(page), list(units)
    for plane in (private.planes[unit] for unit in units if unit in private.planes):
        if refusal := cannot_scout(private, page.game, plane, page.charts):
            able.remove(plane.id)
            yield f"{plane.id} flies no recon: it {refusal.what} [{refusal.rule}]."
    if able:
        stays = verb(able, "stays at its base", "stay at their bases")
        yield f"{all_of(able)} {stays}: no recon is ordered [7.3]."


def _homeward(page: Page) -> Iterator[str]:
    """Where recon lands and reinforcements arrive that no order sends anywhere [H12.1, H15]."""
    named = {order.unit for order in page.file if isinstance(order, ReconReturn)}
    after = drawn_in(page.private, page.file, page.steps, page.game, page.charts).planes
    for unit in (scout.id for scout in scouts(page) if scout.id not in named):
        where = (
            f"lands at {base_name(after[unit].base, page.charts)}"
            if unit in after
            else "is lost: no base"
        )
        yield f"{unit} {where} [7.3.5~]."
    named = {u for order in page.file if isinstance(order, Arrive) for u in order.units}
    for unit in air_due(page.game, page.side, page.charts):
        if unit not in named:
            yield f"{unit} arrives at {base_name(after[unit].base, page.charts)} [H15]."


def _standing(page: Page) -> Iterator[str]:
    """Standing orders in force that this file does not change [H8.6, H6.6.5]."""
    stood = page.game.stand_down.get(page.side)
    if stood is not None and not any(isinstance(order, StandDown) for order in page.file):
        foe = ADJECTIVES[other(page.side)]
        yield f"You have stood down in file {stood}: {foe} missions are not answered [H8.6]."
    yield from answers_stand(page)
    yield from uncovered(page)
    yield from _still_over_full(page)
    changed = {order.base for order in page.file if isinstance(order, Evacuate)}
    if lists := [base for base in evacuation_lists(page) if base not in changed]:
        names = all_of(base_name(base, page.charts) for base in lists)
        yield f"Evacuation lists stand for {names}; any other base empties to the nearest [H6.6.5]."


def _still_over_full(page: Page) -> Iterator[str]:
    """Bases that hold too much before these orders: behind them too, or no more [6.3.4~]."""
    after = landed(page)
    for base in sorted({plane.base for plane in page.planes()}):
        stay = [plane.id for plane in after.at(base)]
        if not stay or not is_over_full(page.private, page.game, base, page.charts):
            continue
        who, where = all_of(stay), base_name(base, page.charts)
        if is_over_full(after, page.game, base, page.charts):
            yield f"{where} stays over-full: {who} {GROUNDED}; {ALLOWED} [{CROWDED}]."
        else:
            be = verb(stay, "stays", "stay")
            yield f"{where} has room again; {who} {be} Flown until reorganization [6.3.4~, AMB-17]."


# --- what it costs -------------------------------------------------------------------------------


def _costs(page: Page) -> Iterator[str]:
    """Missions of the allowance, sorties, the price of the 11th and of replacement steps."""
    missions = missions_of(page.file)
    if page.operates and (not page.replies or may_order_ahead(page.game, page.side, page.charts)):
        passed = pass_of(page.file)
        ends = is_last(page.game, page.side, page.file, page.charts)
        yield missions_words(page, len(missions), passed, last=ends)
        if ends and not (passed and passed.ashore):
            yield "Air and naval operations are over with this file [4.4c]."
        if passed or not (missions or page.replies):
            yield from _still_open(page)
        if page.replies and (missions or passed):
            yield ahead_words(missions)
        if missions and not is_open(page.game, page.side, page.file):
            yield "One goes where the enemy wants to reply: a mail more for both [H8.9.7]."
    yield from _sorties(page)
    yield from _scored(page)
    made = plan(page.game, page.side, page.file)
    yield from prizes(page, sorted({*made.arriving.values(), *made.attacks}))
    printed = page.charts.printed
    if eleventh := eleventh_flying(page):
        worth = points(printed.flown * len(eleventh))
        who = count(len(eleventh), "unit")
        most = "at most " if _by_dice(page, eleventh) else ""
        so_far = len(flown_of_eleventh(page.private, page.charts))
        sum_ = points(printed.flown * (so_far + len(eleventh)))
        all_ = f", with the {so_far} before {most}{sum_}" if so_far else ""
        if lost := page.game.turn.eleventh_lost:
            all_ += f"; {points(printed.eliminated * len(lost))} for {all_of(lost)}, eliminated"
        yield f"{who} of the 11th: {most}{worth} for the Allies when the turn is over{all_} [5.2e]."
    committed = any(isinstance(order, CommitEleventh) and order.commit for order in page.file)
    if committed or any(isinstance(order, Answers) for order in page.file):
        now = sealed(page, page.file)
        up = rising(policy_of(page), now, now.hexes)
        for line in price_of_eleventh(page, [p for p in page.planes() if p.id in up]):
            yield f"Who goes up by 'answers': {line}"
    if asked := [unit for o in page.file if isinstance(o, Mark) for unit in o.replace]:
        yield _replacement(page, asked)


def _still_open(page: Page) -> Iterator[str]:
    """That operations go on after a pass, and nobody but its author may act before him [H8.3]."""
    game, side, file, charts = page.game, page.side, page.file, page.charts
    if game.operations.queue or next_to_act(game, side, file, charts) != side:
        return
    missions = missions_of(file)
    yield open_words(
        more_passes(game, side, file, charts),
        missions=bool(missions),
        rest=is_last(game, side, (*missions, Pass(rest=True)), charts),
    )


def _replacement(page: Page, asked: Sequence[str]) -> str:
    """What the steps that are asked for can give the enemy: the pool limits them [H14.1]."""
    charts, pool = page.charts, page.game.pools.get(page.side, 0)
    worth = points(charts.points.replacement * most_steps(asked, pool, charts))
    words = f"Replacement: {count(len(asked), 'step')} asked for, pool {count(pool, 'step')}"
    if dear := [unit for unit in asked if charts.air[unit].is_eleventh]:
        words += f" ({all_of(dear)} {verb(dear, 'takes', 'take')} {charts.regroup.eleventh}"
        words += " of it each)" if dear[1:] else " of it)"
    return f"{words}; at most {worth} for the enemy [H14.1]."


def _scored(page: Page) -> Iterator[str]:
    """What gives points by the file alone, as the report will tell it (E.6, H10.5.1, H16.2)."""
    game, charts = page.game, page.charts
    after = drawn(page.view, page.private, page.file, charts)
    for due in (*page.private.due, *stranded(page.private, after)):
        before = game
        game, events = openings.stated(game, page.view.seat, stated(due), charts)
        yield from _if_scored("The file states", before, game, events, charts)
    if page.operates and is_last(page.game, page.side, page.file, charts):
        sailed = afterwards(page)
        ended, events = end_of_operations(sailed, charts)
        yield from _if_scored("Operations end", sailed, ended, events, charts)
    if page.view.step == END and game.ending is None and not last_statements(game):
        ended, events = on_points(game, charts)
        yield from _if_scored("The game ends", game, ended, events, charts)


def _if_scored(
    why: str, before: Game, after: Game, events: Iterable[Event], charts: Charts
) -> Iterator[str]:
    """Events in words where points came of them, or the end of the game."""
    if (after.awards, after.ending) != (before.awards, before.ending):
        lines = (line.text for event in events for line in told_of(event, charts))
        yield from (text if number else f"{why}: {text}" for number, text in enumerate(lines))


def _by_dice(page: Page, eleventh: Sequence[str]) -> bool:
    """Whether some of these fly only if a die lets them: failed dice earn nothing [AMB-4]."""
    unsure = {u for order in page.file if isinstance(order, Reply) for u in order.interceptors}
    if LATE_RECON not in page.steps:
        unsure |= {order.unit for order in page.file if isinstance(order, Recon)}
    return not unsure.isdisjoint(eleventh)


def _sorties(page: Page) -> Iterator[str]:
    """How many of one's units fly, and try to take off by replies: marked and flown ones too."""
    missions = (order for order in page.file if isinstance(order, AirMission))
    replies = [order for order in page.file if isinstance(order, Reply)]
    flying = {unit for order in missions for unit in units_of(order)}
    rising = {unit for order in replies for unit in order.interceptors}
    fleeing = {unit for order in replies for unit in order.evaders}
    marked = sum(plane.mark for plane in map(page.plane, rising) if plane is not None)
    if flying or rising or fleeing:
        bound = frozenset() if flying else rising | fleeing
        free = (plane.id for plane in ready(page) if plane.id not in bound)
        able = sum(not page.charts.air[unit].model.is_recon for unit in free)
        yield sorties_words(len(flying), len(rising), len(fleeing), marked=marked, ready=able)
