"""Midway as a game system: the sequence of play [M0.2, M0.3] and what belongs to it."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.dice import Dice
from pbem.engine.decisions import Decision
from pbem.engine.events import Event
from pbem.engine.orders import Order, all_laid_open
from pbem.engine.steps import Desk, GameSystem, Result, Step, View
from pbem.systems.midway import bot
from pbem.systems.midway.atlas.look import look
from pbem.systems.midway.atlas.tabletop import TABLETOP
from pbem.systems.midway.book.charts import Charts, read_charts
from pbem.systems.midway.form import form
from pbem.systems.midway.form.foretell import foretell
from pbem.systems.midway.orders.check import check, sight_of
from pbem.systems.midway.orders.kinds import KINDS, KINDS_OF
from pbem.systems.midway.orders.stances import stances
from pbem.systems.midway.rules import (
    m01_land,
    m03_move,
    m05_cap,
    m07_attack,
    m09_launch,
    m11_plan,
    m13_repair,
    setup,
    victory,
)
from pbem.systems.midway.rules.answers import Answers
from pbem.systems.midway.rules.asks import Moment, alive, asks
from pbem.systems.midway.rules.lasting import outlived
from pbem.systems.midway.rules.standing import THIS, newly, stand
from pbem.systems.midway.table.events import EVENTS
from pbem.systems.midway.table.orders import TYPES, PhaseOrder, Plan
from pbem.systems.midway.table.state import Game
from pbem.systems.midway.words import names, sheets
from pbem.systems.midway.words.agenda import agenda
from pbem.systems.midway.words.brief import brief, mails
from pbem.systems.midway.words.dice import roll_title
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.headline import headline

Play = Callable[[Game, str, Answers, Charts, Dice], Result[Game]]
"""A phase of one side, once every decision for it has been given."""

LAST_ATTACK, LAST_REPAIR = 8, 14
"""The American phases after which the end of the game is looked for [MH27]."""


def _run(phase: int, play: Play) -> Callable[[Game, Desk[Charts]], Result[Game]]:
    """A phase as a step: ask first, then play."""
    side = Moment(turn=0, phase=phase).side

    def run(game: Game, desk: Desk[Charts]) -> Result[Game]:
        if game.final and 9 <= phase <= 12:
            return Result(game=game)  # the last turn has none of these [MH27]
        waiting = asks(game, desk, phase)
        if waiting:
            return Result(game=game, asks=waiting)
        if game.sealed_planning and play is _plan:
            return m11_plan.seal_plans(game, side, desk.answers, desk.turn)
        played = play(game, side, desk.answers, desk.charts, desk.dice)
        found = _looked_for_the_end(played, phase, desk)
        if found.game.ending:
            return found
        left = outlived(game, found.game, desk.charts)
        return Result(game=left.game, events=(*found.events, *left.events))

    return run


def _looked_for_the_end(played: Result[Game], phase: int, desk: Desk[Charts]) -> Result[Game]:
    """The game's end is looked for after phase 8, and after phase 14 of the last turn [MH27]."""
    if phase == LAST_ATTACK:
        end = victory.after_attacks(played.game, desk.turn, desk.charts)
    elif phase == LAST_REPAIR and played.game.final:
        end = victory.on_points(played.game, desk.charts)
    else:
        return played
    return Result(game=end.game, events=(*played.events, *end.events))


def _land(game: Game, side: str, answers: Answers, charts: Charts, _: Dice) -> Result[Game]:
    return m01_land.land(game, side, answers, charts)


def _launch(game: Game, side: str, answers: Answers, charts: Charts, _: Dice) -> Result[Game]:
    return m09_launch.launch(game, side, answers, charts)


def _plan(game: Game, side: str, answers: Answers, charts: Charts, _: Dice) -> Result[Game]:
    return m11_plan.plan(game, side, answers, charts)


def _repair(game: Game, side: str, _: Answers, charts: Charts, dice: Dice) -> Result[Game]:
    return m13_repair.repair(game, side, charts, dice)


PAIRS: tuple[Play, ...] = (
    _land,  # M1, M2
    m03_move.move,  # M3, M4
    m05_cap.attack,  # M5, M6
    m07_attack.attack,  # M7, M8
    _launch,  # M9, M10
    _plan,  # M11, M12
    _repair,  # M13, M14
)
"""What both sides do in each pair of phases, the Japanese first [M0.2]."""

TURN: tuple[Step[Game, Charts], ...] = tuple(
    Step(
        name=str(phase),
        title=names.step_title(0, str(phase)),
        rule=f"M{phase}",
        run=_run(phase, play),
    )
    for pair, play in enumerate(PAIRS)
    for phase in (2 * pair + 1, 2 * pair + 2)
)
SETTING_UP = TURN[10:12]
"""Turn 0 is planning alone [MD3]."""


def steps(turn: int) -> tuple[Step[Game, Charts], ...]:
    """The phases of a turn [M0.3]."""
    return TURN if turn else SETTING_UP


def key_for(order: Order, decision: Decision) -> str:
    """The key among those covered whose phase takes the order; empty for a standing order."""
    if not isinstance(order, PhaseOrder):
        return ""
    phases = {str(phase) for phase in order.phases}
    return next((key for key in decision.covers if key.partition("/")[2] in phases), "")


def seal(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> tuple[tuple[Order, ...], Mapping[str, str]]:
    """The orders that go into the file openly, and the seat's whole plan to be sealed [MB4]."""
    if not view.game.sealed_planning:
        return orders, {}
    public = all_laid_open(orders)
    if not view.decision.seals:
        return public, {}
    plans = {view.seat: tuple(order for order in orders if isinstance(order, Plan))}
    game = view.game
    for order in orders:
        if not isinstance(order, PhaseOrder):
            game = stand(game, view.seat, order, THIS)  # they hold from this very file on
    decks = m11_plan.planned_decks(game, view.side, plans, charts)
    own = {id_: deck for id_, deck in decks.items() if view.game.carriers[id_].seat == view.seat}
    return public, {view.decision.seals[0]: m11_plan.sealed_text(own)}


def opened(
    game: Game, seat: str, _id: str, _seq: int, table: Mapping[str, Any] | None, charts: Charts
) -> tuple[Game, tuple[Event, ...]]:
    """A sealed plan is opened and carried out [M11.5]."""
    return m11_plan.open_plan(game, seat, table, charts)


MIDWAY: GameSystem[Game, Charts] = GameSystem(
    name="midway",
    title="Midway: A Terrible Resolve",
    state=Game,
    orders=TYPES,
    kinds=KINDS,
    kinds_of=KINDS_OF,
    sight=sight_of,
    events=EVENTS,
    read_charts=read_charts,
    prepare=setup.prepare,
    check_setup=setup.check_setup,
    setup=setup.set_up,
    steps=steps,
    first_turn=lambda _: 0,
    secretive=lambda game: game.sealed_planning,
    key_for=key_for,
    stand=stand,
    alive=lambda game, seat, charts: alive(game, seat, charts.sunk),
    check=check,
    seal=seal,
    opened=opened,
    verdict=victory.verdict,
    resign=victory.resign,
    bot=bot.orders,
    form=form.sections,
    headline=headline,
    foretell=foretell,
    stances=stances,
    newly=newly,
    wording=lines,
    names=names.names,
    sheets=sheets.sheets,
    points=sheets.score,
    look=look,
    score=victory.points,
    step_title=names.step_title,
    roll_title=roll_title,
    turn_title=lambda _game, turn, _step, _charts: names.turn_title(turn),
    agenda=agenda,
    brief=brief,
    mails=mails,
    options=setup.CHOICES,
    as_words=setup.as_words,
    tabletop=TABLETOP,
)
