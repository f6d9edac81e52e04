"""The sequence of play as steps: the season, then the month it opens [P0, S1-S3, P1-P6]."""

from collections.abc import Callable

from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.decisions import Decision
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result, Step
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import opens_season
from pbem.systems.pto.book.kinds import ALLIED, other
from pbem.systems.pto.rules import asks, d13_war, victory
from pbem.systems.pto.rules.combat.credit import credited
from pbem.systems.pto.rules.month import (
    p1_weather,
    p2_strategic,
    p3_engage,
    p3_return,
    p3_sail,
    p3_strikes,
    p3_transfer,
    p4_appended,
    p4_turns,
    p5_movement,
    p6_end,
    p6_second_move,
    ph11_supply,
)
from pbem.systems.pto.rules.p3_half import Answers, Half
from pbem.systems.pto.rules.season import s1_income, s2_arrivals, s2_construction, s3_initiative
from pbem.systems.pto.table.events_play import FirstMover
from pbem.systems.pto.table.names import remembering
from pbem.systems.pto.table.orders_month import APPENDED, OPPORTUNITY
from pbem.systems.pto.table.state import Game, Plans, Told
from pbem.systems.pto.table.steps import TITLES

Ask = Callable[[Game, Desk[Charts]], tuple[Decision, ...]]
Play = Callable[[Game, Desk[Charts]], Told]
Halves = ("first", "second")
SURPRISE = "PH16.1"
"""The special rule of the attack on Pearl Harbor: Japan goes first in it."""
PHASE_3 = ("P3.1", "P3.2", "P3.3", "P3.4")
"""The steps of phase 3 that take orders; one file of a side answers them all [F.2]."""


def _step(name: str, rule: str, play: Play, ask: Ask | None = None) -> Step[Game, Charts]:
    """A step that plays once everybody who is asked has answered."""

    def run(game: Game, desk: Desk[Charts]) -> Result[Game]:
        waiting = ask(game, desk) if ask else ()
        if waiting:
            return Result(game=game, asks=waiting)
        after, events = play(game, desk)
        return Result(game=remembering(game, after), events=_all_told(game, after, events))

    return Step(name=name, title=TITLES[name], rule=rule, run=run)


def _all_told(before: Game, after: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a step, with who hit whom, and that it has brought the war [D13.1]."""
    return (*credited(before, events), *d13_war.begun(before, after))


def _nothing(game: Game, _: Desk[Charts]) -> Told:
    return game, ()


def _rolled(rule: Callable[[Game, Charts, Dice], Told]) -> Play:
    """A rule that needs no orders, as a step plays it."""
    return lambda game, desk: rule(game, desk.charts, desk.dice)


def _closing(game: Game, desk: Desk[Charts]) -> Game:
    """The game with the author of the last of a step's files, which may be the month's [F.2.1]."""
    last = max(desk.answers, key=game.seats.index, default="")
    return replace(game, closer=last) if last else game


# --- the season ----------------------------------------------------------------------------------


def _in_full(play: Callable[[Game, Charts], Told]) -> Play:
    """A step of the season that a scenario leaves out if it begins with the bids."""

    def played(game: Game, desk: Desk[Charts]) -> Told:
        return (game, ()) if game.has_bids_alone else play(game, desk.charts)

    return played


def _construct(game: Game, desk: Desk[Charts]) -> Told:
    """What was ordered for the season; the bids are known as the items that hold them [S2, F.1]."""
    game, events = s2_construction.construct(game, desk.answers, desk.charts)
    sealing = asks.sealed_bidders(game, desk.turn)
    items = {
        item.rpartition("/")[2]: item
        for seat in sealing
        for item in asks.bid_items(game, seat, desk.turn)
    }
    game = replace(game, bids=FrozenMap(items))
    game, plain = for_each(
        game,
        [seat for seat in game.seats if seat not in sealing],
        lambda now, seat: s3_initiative.plain_bids(
            now, seat, desk.answers.get(seat, ()), desk.charts
        ),
    )
    return game, (*events, *plain)


SEASON: tuple[Step[Game, Charts], ...] = (
    _step("S1.1", "S1.1", _in_full(s1_income.income)),
    _step("S2.1", "S2.1", _in_full(s2_arrivals.orders_of_battle)),
    _step("S2.2", "S2.2", _in_full(s2_arrivals.arrivals)),
    _step("S2.3", "S2.3", _construct, lambda game, desk: asks.season(game, desk, "S2.3")),
    _step("S3.2", "S3.2", _rolled(s3_initiative.initiative), lambda game, _: asks.bids(game)),
)


# --- phases 1 and 2 ------------------------------------------------------------------------------


def _first_files(game: Game, desk: Desk[Charts]) -> tuple[Decision, ...]:
    """What comes before a scenario's first month, of the side that goes second in it [F.2.4].

    The other side's standing orders are in time with its phase 3.
    """
    if not game.has_no_month_before:
        return ()
    return asks.ask(game, desk, game.seats_of(other(game.initiative)), "F.2.4", ("P0",))


def _bombing_asks(game: Game, _: Desk[Charts]) -> tuple[Decision, ...]:
    """Japan's standing orders for the defence, if there is a raid to defend against [P2.1.2]."""
    if game.terms.no_strategic or not game.month.bombers:
        return ()
    return asks.openings(game, other(ALLIED))


def _first_mover(game: Game, _: Desk[Charts]) -> Told:
    """The player with the initiative decides who performs phase 3 first [P3.0.1, PH13.4].

    In a month that opens the scenario it is his side [F.2.4], in December 1941 Japan in any case
    [PH16].
    """
    first = first_side(game)
    event = FirstMover(to=ALL, side=first)
    return game.with_month(replace(game.month, first=first)), (event,)


def first_side(game: Game) -> str:
    """The side that performs phase 3 first, by the orders that stand as it begins [P3.0.1]."""
    side = game.initiative
    order = game.standing[initiative_seat(game)].goes_first.get("")
    surprises = SURPRISE in game.terms.special and game.turn == game.terms.first_turn
    if surprises or game.has_no_month_before:
        order = None
    return other(side) if order is not None and order.side == "enemy" else side


def initiative_seat(game: Game) -> str:
    """The seat that decides for the side with the initiative [PH13.4].

    Of several Allied ones the one that bought most offensives, used or not; at a tie the one with
    the US.
    """
    seats = game.seats_of(game.initiative)
    us = game.commands.get("US", "")

    def bought(seat: str) -> tuple[int, bool]:
        return sum(game.purses[n].bought for n in game.purses_of(seat)), seat == us

    return max(seats, key=bought)


# --- phase 3 -------------------------------------------------------------------------------------


def _side(game: Game, half: str) -> str:
    """Whose half of phase 3 it is [P3.0.1]."""
    return game.month.first if half == "first" else other(game.month.first)


def _phase_3(half: str, rule: Callable[[Game, Half, Answers], Told]) -> Play:
    """One of the steps 1 to 5 of a side's phase 3."""

    def play(game: Game, desk: Desk[Charts]) -> Told:
        side = Half(side=_side(game, half), phase="P3", charts=desk.charts, dice=desk.dice)
        return rule(_closing(game, desk), side, desk.answers)

    return play


def _phase_3_asks(half: str) -> Ask:
    """Both sides' files; to the second one a first offensive may be appended [F.2]."""
    names = tuple(f"{step}-{half}" for step in PHASE_3)

    def ask(game: Game, desk: Desk[Charts]) -> tuple[Decision, ...]:
        side, last = _side(game, half), half == Halves[-1]
        appending = p4_appended.appending_seat(game, desk.charts) if last else ""
        return asks.phase_3(game, desk, side, names, appending)

    return ask


def _half(half: str) -> tuple[Step[Game, Charts], ...]:
    """The steps 1 to 5 of one side [P3.0.1]."""
    return (
        _step(f"P3.1-{half}", "P3.1.1", _phase_3(half, p3_sail.play), _phase_3_asks(half)),
        _step(f"P3.2-{half}", "P3.2.1", _phase_3(half, p3_strikes.play)),
        _step(f"P3.3-{half}", "P3.3.1", _phase_3(half, p3_engage.play)),
        _step(f"P3.4-{half}", "P3.4.1", _phase_3(half, p3_transfer.play)),
        _step(f"P3.5-{half}", "P3.5.1", _phase_3(half, _fly_home)),
    )


def _fly_home(game: Game, half: Half, _: Answers) -> Told:
    return p3_return.fly_home(game, half.side, half.charts)


def _debarkation(game: Game, desk: Desk[Charts]) -> Told:
    return p3_return.debark(game, desk.charts)


def _phase_4(play: Callable[[Game, Desk[Charts]], Result[Game]], name: str) -> Step[Game, Charts]:
    """A step of offensives, which asks by itself."""

    def run(game: Game, desk: Desk[Charts]) -> Result[Game]:
        result = play(game, desk)
        events = _all_told(game, result.game, result.events)
        return replace(result, game=remembering(game, result.game), events=events)

    return Step(name=name, title=TITLES[name], rule="P4.0.1", run=run)


# --- phases 5 and 6 ------------------------------------------------------------------------------


def _mover(game: Game, half: str) -> str:
    """The side of a half of phases 5 and 6: the one with the initiative first [P5.1, P6.1.1]."""
    return game.initiative if half == "first" else other(game.initiative)


def _end_asks(half: str) -> Ask:
    """The last files of the month, by seats whose pass did not bring these orders [F.2]."""

    def ask(game: Game, desk: Desk[Charts]) -> tuple[Decision, ...]:
        seats = (s for s in game.seats_of(_mover(game, half)) if s not in game.month.plans)
        return asks.ask(game, desk, seats, "P5.1", (f"P5-{half}", f"P6.1-{half}", "P6.3"))

    return ask


def _plans(game: Game, desk: Desk[Charts], side: str) -> Plans:
    """What the seats of a side ordered for this step, by a pass or by their last file [F.2]."""
    answers: FrozenMap[tuple[Order, ...]] = desk.answers
    return {
        seat: game.month.plans.get(seat) or p4_turns.plan_of(answers.get(seat, ()))
        for seat in game.seats_of(side)
    }


def _movement(half: str) -> Play:
    def play(game: Game, desk: Desk[Charts]) -> Told:
        side = _mover(game, half)
        plans = _plans(game, desk, side)
        return p5_movement.play(_closing(game, desk), plans, desk.charts)

    return play


def _second_movement(half: str) -> Play:
    def play(game: Game, desk: Desk[Charts]) -> Told:
        side = _mover(game, half)
        plans = _plans(game, desk, side)
        return p6_second_move.return_to_port(game, side, plans, desk.charts, desk.dice)

    return play


def _end(game: Game, desk: Desk[Charts]) -> Told:
    first, second = (_plans(game, desk, _mover(game, half)) for half in Halves)
    return p6_end.end_of_month(game, {**first, **second}, desk.charts, desk.dice)


def _sweep(game: Game, desk: Desk[Charts]) -> Told:
    """Markers come off; in the last month the game ends [P6.4, P6.5]."""
    game, events = victory.end_of_month(game, desk.charts)
    if game.ending is not None:
        return game, events
    game, more = p6_end.sweep(game)
    return replace(game, turn=desk.turn + 1), (*events, *more)


# --- the turn ------------------------------------------------------------------------------------

MONTH: tuple[Step[Game, Charts], ...] = (
    _step("P0", "F.2.4", _nothing, _first_files),
    _step("P1", "P1.1", _rolled(p1_weather.weather)),
    _step("P2.1", "P2.1.1", _rolled(p2_strategic.bombing), _bombing_asks),
    _step("P2.2", "P2.2.1", _rolled(p2_strategic.blockade)),
    _step("P3.0", "P3.0.1", _first_mover),
    *_half("first"),
    *_half("second"),
    _step("P3.6", "P3.6.1", _debarkation),
    _phase_4(p4_appended.play, APPENDED),
    _phase_4(p4_turns.play, OPPORTUNITY),
    _step("P5-first", "P5.1", _movement("first"), _end_asks("first")),
    _step("P5-second", "P5.1", _movement("second"), _end_asks("second")),
    _step("P6.1-first", "P6.1.1", _second_movement("first")),
    _step("P6.1-second", "P6.1.1", _second_movement("second")),
    _step("P6.2", "P6.2", _rolled(ph11_supply.supply)),
    _step("P6.3", "P6.3.1", _end),
    _step("P6.4", "P6.4", _sweep),
)
YEAR_PART = (*SEASON, *MONTH)


def steps(turn: int) -> tuple[Step[Game, Charts], ...]:
    """The steps of a turn: a month, with the season that opens before it [P0.2, P0.3]."""
    return YEAR_PART if opens_season(turn) else MONTH
