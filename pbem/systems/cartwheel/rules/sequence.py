"""The sequence of play of a turn [4], as steps: ask first, then play (E.4)."""

from collections.abc import Callable
from typing import TypeVar

from pbem.dice import Dice
from pbem.engine.after import one_by_one
from pbem.engine.decisions import Decision
from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result, Step
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules import asks
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules import r06_mobile as m06_mobile
from pbem.systems.cartwheel.rules import r07_initiative as m07_initiative
from pbem.systems.cartwheel.rules import r08_operations as m08_operations
from pbem.systems.cartwheel.rules import r11_control as m11_control
from pbem.systems.cartwheel.rules import r11_ground as m11_ground
from pbem.systems.cartwheel.rules import r12_conclude as m12_conclude
from pbem.systems.cartwheel.rules import r13_supply as m13_supply
from pbem.systems.cartwheel.rules import r14_regroup as m14_regroup
from pbem.systems.cartwheel.rules import r15_reinforcements as m15_reinforcements
from pbem.systems.cartwheel.rules import r16_victory as victory
from pbem.systems.cartwheel.table.events_turn import ReconWaits
from pbem.systems.cartwheel.table.open_items import NO_TF36
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CommitTF36,
    GeneralRegroup,
    PlaceAce,
    PlaceRadar,
    Recon,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Told
from pbem.systems.cartwheel.table.steps import TITLES

Ask = Callable[[Game, Desk[Charts], str], tuple[Decision, ...]]
Play = Callable[[Game, Desk[Charts], str], Told]
"""Who is asked in a step of that name, and what happens in it."""
Kind = TypeVar("Kind", bound=Order)


def given(desk: Desk[Charts], seat: str, kind: type[Kind]) -> list[Kind]:
    """A seat's orders of one kind for this step, as they stand."""
    return [order for order in desk.answers.get(seat, ()) if isinstance(order, kind)]


def _step(name: str, rule: str, play: Play, ask: Ask | None = None) -> Step[Game, Charts]:
    """A step that plays once everybody who is asked has answered."""

    def run(game: Game, desk: Desk[Charts]) -> Result[Game]:
        waiting = ask(game, desk, name) if ask else ()
        if waiting:
            return Result(game=game, asks=waiting)
        game, events = play(game, desk, name)
        return Result(game=game, events=events)

    return Step(name=name, title=TITLES[name], rule=rule, run=run)


def _by_charts(rule: Callable[[Game, Charts], Told]) -> Play:
    """A rule that asks nobody and throws no dice."""
    return lambda game, desk, _: rule(game, desk.charts)


def _by_dice(rule: Callable[[Game, Charts, Dice], Told]) -> Play:
    """A rule that asks nobody and throws dice."""
    return lambda game, desk, _: rule(game, desk.charts, desk.dice)


def _counts(name: str) -> Step[Game, Charts]:
    """Counts are opened for the recon that has just been placed (E.5.1)."""
    return _step(name, "7.3.4~", lambda game, *_: (game, ()), lambda game, *_: asks.counts(game))


def _ashore(name: str) -> Step[Game, Charts]:
    """A side's step of 4.5."""
    return Step(
        name=name, title=TITLES[name], rule="H11", run=lambda game, desk: _ground(game, desk, name)
    )


# --- 4.1 and 4.2 ---------------------------------------------------------------------------------


def _eleventh(game: Game, desk: Desk[Charts], step: str) -> Told:
    """The event's markers, then the 11th; a side that does not say commits nothing [5.2a, CR61]."""
    if not asks.committing(game, step):
        return game, ()
    orders = given(desk, game.seat_of(JAPANESE), CommitEleventh)
    order = next(iter(orders), CommitEleventh(commit=False))
    return one_by_one(
        game,
        lambda g: _markers(g, desk, JAPANESE),
        lambda g: m05_events.commit_eleventh(g, order, desk.charts),
    )


def _task_force(game: Game, desk: Desk[Charts], step: str) -> Told:
    """The event's markers, then TF-36, unless it is decided under seal [5.3, E.4.5]."""
    if not asks.committing(game, step):
        return game, ()
    if asks.sealed_answers(game, desk.charts):
        return _markers(game, desk, ALLIED)
    orders = given(desk, game.seat_of(ALLIED), CommitTF36)
    order = next(iter(orders), CommitTF36(commit=False))
    return one_by_one(
        game,
        lambda g: _markers(g, desk, ALLIED),
        lambda g: m05_events.commit_tf36(g, order, desk.charts),
    )


def _task_force_opened(game: Game, desk: Desk[Charts], _: str) -> Told:
    """TF-36 comes or stays as the Allies had sealed it (E.4.5)."""
    if not game.turn.sealed:
        return game, ()
    place = game.turn.sealed.removeprefix(NO_TF36)
    order = CommitTF36(commit=place != "", hex=place)
    return m05_events.commit_tf36(game, order, desk.charts)


def _markers(game: Game, desk: Desk[Charts], side: str) -> Told:
    """Ace and Radar of the event [H5.1]; a marker that its side does not place is lost [CR61]."""
    seat = game.seat_of(side)
    aces, radars = given(desk, seat, PlaceAce), given(desk, seat, PlaceRadar)
    return one_by_one(
        game,
        *(lambda g: m05_events.place_ace(g, side) for _ in aces[:1]),
        *(lambda g, base=one.base: m05_events.place_radar(g, side, base) for one in radars[:1]),
    )


def _build(game: Game, desk: Desk[Charts], _: str) -> Told:
    """Both sides begin mobile airbases, the Japanese first [4.2, AMB-24]."""
    return one_by_one(
        game,
        lambda g: _built(g, JAPANESE, desk),
        lambda g: _built(g, ALLIED, desk),
    )


def _built(game: Game, side: str, desk: Desk[Charts]) -> Told:
    orders = given(desk, game.seat_of(side), Build)
    return one_by_one(
        game,
        *(lambda g, o=one: m06_mobile.build(g, side, o.base, o.hex, desk.charts) for one in orders),
    )


# --- 4.3 -----------------------------------------------------------------------------------------


def _regroup_declared(game: Game, desk: Desk[Charts], _: str) -> Told:
    orders = given(desk, game.seat_of(ALLIED), GeneralRegroup)
    return m07_initiative.declare_regroup(game, any(order.declare for order in orders), desk.charts)


def _scouts(game: Game, desk: Desk[Charts], step: str) -> Told:
    """A side's recon dice, then its units go to their hexes, the opener's first [7.3.2~, H7.3.1].

    The opener may wait, and place when it has seen the other side's (E.4.6).
    """
    side = asks.looking(game, step)
    orders = given(desk, game.seat_of(side), Recon)
    game, thrown = m07_initiative.recon_dice(game, side, desk.charts, desk.dice)
    if any(order.wait for order in orders):
        placed_later = (ReconWaits(to=ALL, side=side),) if asks.flying(game, side) else ()
        return game.with_turn(replace(game.turn, waits=True)), (*thrown, *placed_later)
    told = asks.is_told(game, step)
    game, placed = m07_initiative.place_scouts(game, side, orders, told=told)
    return game, (*thrown, *placed)


def _late_scouts(game: Game, desk: Desk[Charts], _: str) -> Told:
    """The opener's recon units, placed when the other side's have been (E.4.6)."""
    if not game.turn.waits:
        return game, ()
    side = game.turn.opener
    return m07_initiative.place_scouts(game, side, given(desk, game.seat_of(side), Recon))


# --- 4.5 to the end ------------------------------------------------------------------------------


def _ground(game: Game, desk: Desk[Charts], step: str) -> Result[Game]:
    """One side's ground orders [H11.1]; its conclusion is asked for anew if it wants that later."""
    waiting = asks.ground(game, desk, step)
    if waiting:
        return Result(game=game, asks=waiting)
    side = asks.ashore(game, step)
    orders = desk.answers.get(game.seat_of(side), ())
    game, events = m11_ground.act(game, side, orders, desk.charts, desk.dice)
    if game.operations.ashore != side:  # else that file is older than what answered its raids
        game = _has_decided(game, desk, side)
    if not m12_conclude.is_later(orders):
        return Result(game=game, events=events)
    game, put_off = m12_conclude.put_off(game, side)
    return Result(game=game, events=(*events, *put_off), lapsed=(asks.concluding(step),))


def _conclude(game: Game, desk: Desk[Charts], step: str) -> Told:
    """One side's returns to port [H12], by its ground file or a later one [H12.2.1, H12.2.2]."""
    side = asks.ashore(game, step)
    if side in game.turn.later:
        game = _has_decided(game, desk, side)
    orders = desk.answers.get(game.seat_of(side), ())
    return m12_conclude.conclude(game, side, orders, desk.charts)


def _has_decided(game: Game, desk: Desk[Charts], side: str) -> Game:
    """The game with the side noted whose file was the last to decide, if it wrote one (E.4.4)."""
    if game.seat_of(side) not in desk.answers:
        return game
    return game.with_turn(replace(game.turn, last=side))


def _supply(game: Game, charts: Charts, dice: Dice) -> Told:
    return one_by_one(
        game,
        lambda now: m13_supply.determine(now, charts, dice),
        lambda now: m11_control.settle(now, charts, dice),
    )


def _before_the_end(game: Game, desk: Desk[Charts], _: str) -> tuple[Decision, ...]:
    """In the last turn nobody wins before all has been stated that earns points (E.6)."""
    return asks.last_statements(game) if desk.turn == game.terms.last_turn else ()


# --- the turn ------------------------------------------------------------------------------------

TURN: tuple[Step[Game, Charts], ...] = (
    _step("5.1", "5.1", _by_dice(m05_events.random_event)),
    _step(asks.REGROUPING, "7.1", _regroup_declared),
    _step(asks.ELEVENTH, "5.2", _eleventh, asks.opening),
    _step(asks.TASK_FORCE, "5.3", _task_force, asks.opening),
    _step(asks.FIRST_RECON, "7.3", _scouts),
    _counts("7.3-first-counts"),
    _step(asks.LATE_ELEVENTH, "5.2", _eleventh, asks.opening),
    _step(asks.LATE_TASK_FORCE, "5.3", _task_force, asks.opening),
    _step(asks.TF36_OPENED, "5.3", _task_force_opened, asks.task_force_opened),
    _step(asks.BUILDING, "6.5", _build),
    _step(asks.SECOND_RECON, "7.3", _scouts),
    _counts("7.3-second-counts"),
    _step(asks.LATE_RECON, "7.3", _late_scouts, asks.late_recon),
    _counts("7.3-late-counts"),
    _step("7.4", "7.4", _by_dice(m07_initiative.initiative)),
    _step("11.1", "H11.1", _by_dice(m11_ground.initiative)),
    Step(
        name=m08_operations.OPERATIONS,
        title=TITLES[m08_operations.OPERATIONS],
        rule="H8",
        run=m08_operations.play,
    ),
    _ashore(asks.FIRST_GROUND),
    _ashore(asks.SECOND_GROUND),
    _step(asks.FIRST_CONCLUSION, "H12", _conclude, asks.conclusion),
    _step(asks.SECOND_CONCLUSION, "H12", _conclude, asks.conclusion),
    _step("4.7", "H13", _by_dice(_supply)),
    _step("4.8", "H14", _by_dice(m14_regroup.regroup)),
    _step("4.9", "H15", _by_charts(m15_reinforcements.arrive)),
    _step("4.10", "4.10", _by_charts(victory.end_turn), _before_the_end),
)


def steps(_: int) -> tuple[Step[Game, Charts], ...]:
    """The steps of a turn; all turns are alike [4]."""
    return TURN
