"""The air/naval operations phase [4.4, H8]: runs, opportunities, bundles, replies, passes.

The step is run again and again: each run does one thing, or asks one seat. Dice that a run throws
come before anything that it could ask for, so that no die is thrown twice.
"""

from pbem.engine.decisions import Decision, key_of
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules import r08_ashore as ashore
from pbem.systems.cartwheel.rules import r08_passes as passes
from pbem.systems.cartwheel.rules import r09_mission as m09_mission
from pbem.systems.cartwheel.rules import r10_naval as m10_naval
from pbem.systems.cartwheel.rules.r08_answers import stand_by, to_open, what_holds
from pbem.systems.cartwheel.rules.r08_blind import take_blind, use_blind, void_blind
from pbem.systems.cartwheel.rules.r08_bundles import announced, with_ids
from pbem.systems.cartwheel.rules.r08_missions import missions_of, response_of
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity
from pbem.systems.cartwheel.rules.r08_spoiled import (
    missions_left,
    spoiled_by_port,
    spoiled_by_rufe,
    spoiled_raid,
)
from pbem.systems.cartwheel.rules.r09_scramble import scramble
from pbem.systems.cartwheel.rules.r12_asked import judged_once
from pbem.systems.cartwheel.table.events_play import (
    OperationsOver,
    RaidCancelled,
    Replied,
    RunBegan,
)
from pbem.systems.cartwheel.table.orders_operations import Pass, Reply
from pbem.systems.cartwheel.table.state import Game, Told, other
from pbem.systems.cartwheel.table.under_way import Operations, Raid, Response, Voyage

OPERATIONS = "4.4"


def play(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """One thing of the phase [4.4]: begin, go on with a mission, or the next opportunity."""
    operations = game.operations
    if not operations.to_act:
        return _again(_begun(game))
    if operations.queue:
        return _next_mission(game, desk)
    if operations.passes >= desk.charts.printed.passes:
        return _over(game, desk.charts)
    if operations.run <= 0:
        return _again((_handed_over(game, desk.charts), ()))
    return _opportunity(game, desk)


def _again(told: Told) -> Result[Game]:
    game, events = told
    return Result(game=game, events=events, again=True)


def _begun(game: Game) -> Told:
    """The Initiative player has his run first [H8.1]."""
    missions = game.turn.missions
    event = RunBegan(to=ALL, side=game.holder, missions=missions)
    return game.with_operations(Operations(to_act=game.holder, run=missions)), (event,)


def _handed_over(game: Game, charts: Charts) -> Game:
    """The other side's opportunity: one mission [H8.1], or all if nobody comes after it [H8.4]."""
    before, side = game.operations.to_act, other(game.operations.to_act)
    alone = not has_opportunity(game, before, charts)
    run = max(1, missions_left(game, side, charts)) if alone else 1
    return game.with_operations(replace(game.operations, to_act=side, run=run))


def _over(game: Game, charts: Charts) -> Result[Game]:
    """The phase has ended [4.4c]; carriers that are out cost their side points [H10.5.1]."""
    done = game.operations.done
    game, events = m10_naval.end_of_operations(game, charts)
    game = judged_once(game.with_operations(replace(game.operations, over=True)), charts)
    idle, unasked = game.turn.idle_ashore, game.turn.unasked
    over = OperationsOver(to=ALL, done=done, idle=idle, unasked=unasked)
    return Result(game=game, events=(over, *events))


# --- missions under way --------------------------------------------------------------------------


def _next_mission(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """The first mission of those announced goes one stage further [H8.4, H9.12]."""
    id_ = game.operations.queue[0]
    if id_ in game.operations.voyages:
        return _again(_sail(game, game.operations.voyages[id_], desk))
    raid = game.operations.raids[id_]
    if raid.response is None and not raid.asked:
        return _by_answers(game, raid, desk.charts)
    if raid.response is None and game.seat_of(other(raid.side)) in desk.answers:
        return _again(_replied(game, other(raid.side), desk))
    cited = "" if raid.scrambled else spoiled_raid(game, raid, desk.charts)
    if cited:
        return _again(_cancel(game, raid, cited))
    if raid.response is None:
        return _ask(game, game.seat_of(other(raid.side)), "H8.5", desk.turn)
    return _fly(game, raid, desk)


def _fly(game: Game, raid: Raid, desk: Desk[Charts]) -> Result[Game]:
    """Scramble dice, then the opening of the item, then all the rest [H9.12]."""
    if not raid.scrambled:
        game, raid, events = scramble(game, raid, desk.charts, desk.dice)
        return _again((_with_raid(game, raid), events))
    if raid.manifest is None:
        ask = Decision(seat=game.seat_of(raid.side), rule="H9.1.3", opens=(f"mission/{raid.id}",))
        return Result(game=game, asks=(ask,))
    game, events = m09_mission.fly(game, raid, desk.charts, desk.dice)
    cited = spoiled_by_rufe(game, raid) or spoiled_by_port(game, events)
    game, adrift = void_blind(game, cited)
    game, voided = performed(game, raid.id)
    return _again((game, (*events, *adrift, *voided)))


def _sail(game: Game, voyage: Voyage, desk: Desk[Charts]) -> Told:
    """A naval mission, which needs no reply [H8.5, H10.1]."""
    game, events = m10_naval.sail(game, voyage, desk.charts, desk.dice)
    game, adrift = void_blind(game, spoiled_by_port(game, events))
    game, voided = performed(game, voyage.id)
    return game, (*events, *adrift, *voided)


def _cancel(game: Game, raid: Raid, cited: str) -> Told:
    """An air mission that an earlier one made illegal: it counts as performed [H8.4, CR63]."""
    event = RaidCancelled(
        to=ALL, mission=raid.id, kind=raid.kind, hex=raid.hex, side=raid.side, cited=cited
    )
    game, events = m09_mission.cancel(game, raid)
    game, voided = performed(game, raid.id)
    return game, (event, *events, *voided)


def performed(game: Game, id_: str) -> Told:
    """A mission is done: it counts for run and cap, and ends rows of passes [H8.1-H8.3]."""
    operations = game.operations
    side = _side_of(operations, id_)
    done = operations.done.set(side, operations.done.get(side, 0) + 1)
    queue = tuple(other_id for other_id in operations.queue if other_id != id_)
    changed = replace(
        operations,
        run=operations.run - 1,
        done=done,
        passes=0,
        queue=queue,
        raids=operations.raids.without(id_),
        voyages=operations.voyages.without(id_),
    )
    return passes.voided(game.with_operations(changed), other(side), id_)


def _side_of(operations: Operations, id_: str) -> str:
    if id_ in operations.voyages:
        return operations.voyages[id_].side
    return operations.raids[id_].side


def _with_raid(game: Game, raid: Raid) -> Game:
    raids = game.operations.raids.set(raid.id, raid)
    return game.with_operations(replace(game.operations, raids=raids))


# --- answers in advance --------------------------------------------------------------------------


def _by_answers(game: Game, raid: Raid, charts: Charts) -> Result[Game]:
    """What the Interceptor sealed before the raid answers it, with all of its file [H8.9.9].

    Also one that is cancelled then [H8.9.12].
    """
    waiting = tuple(one for one in _unmet(game) if not one.asked and one.side == raid.side)
    closed = to_open(game, waiting, charts)
    if closed:
        ask = Decision(seat=game.seat_of(other(raid.side)), rule="H8.9.9", opens=closed)
        return Result(game=game, asks=(ask,))
    held = what_holds(game, waiting, charts)
    for one in waiting:
        game = _with_raid(game, replace(one, response=held.responses[one.id]))
    game = replace(game, shown=FrozenMap(), answers=FrozenMap())
    game, alerted = stand_by(game, other(raid.side), held.responses, charts)
    return _again((game, (*held.events, *alerted)))


# --- replies -------------------------------------------------------------------------------------


def _replied(game: Game, side: str, desk: Desk[Charts]) -> Told:
    """One reply answers every air mission of the bundle [H8.4, H8.5]."""
    orders = desk.answers[game.seat_of(side)]
    game = game.with_turn(replace(game.turn, last=side))
    events: list[Event] = []
    for raid in unanswered(game):
        order = next((o for o in orders if isinstance(o, Reply) and o.mission == raid.id), None)
        response = Response() if order is None else response_of(game, order)
        game = _with_raid(game, replace(raid, response=response))
        events.append(_told_reply(raid, side, response))
    game, told = take_blind(replace(game, shown=FrozenMap()), side, orders)
    return game, (*events, *told)


def unanswered(game: Game) -> tuple[Raid, ...]:
    """The air missions under way that await a reply, in their order [H8.5, H8.9.7]."""
    return tuple(raid for raid in _unmet(game) if raid.asked)


def _unmet(game: Game) -> tuple[Raid, ...]:
    """The air missions under way that nothing has answered yet, in their order."""
    operations = game.operations
    raids = (operations.raids[id_] for id_ in operations.queue if id_ in operations.raids)
    return tuple(raid for raid in raids if raid.response is None)


def _told_reply(raid: Raid, side: str, response: Response) -> Replied:
    return Replied(
        to=ALL,
        mission=raid.id,
        kind=raid.kind,
        hex=raid.hex,
        side=side,
        interceptors=FrozenMap((s.unit, s.base) for s in response.interceptors),
        evaders=FrozenMap((s.unit, s.base) for s in response.evaders),
        go_for=response.go_for,
        disengage_at=response.disengage_at,
        ace=response.ace,
    )


# --- opportunities -------------------------------------------------------------------------------


def _opportunity(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """A side may perform missions or pass [4.4b]; at its cap it must pass [H8.2, CR64].

    A pass that is already given needs no file [H8.3].
    """
    side, blind = game.operations.to_act, game.operations.blind
    if blind is not None and blind.side == side:
        return _again(use_blind(game, blind, desk.charts))
    why = passes.standing_pass(game, side, desk.charts)
    if why:
        return _again(passes.passed(game, side, why))
    seat = game.seat_of(side)
    if seat not in desk.answers:
        more = ashore.covered(game, side, desk.turn, desk.charts)
        return _ask(game, seat, "4.4", desk.turn, more)
    orders = desk.answers[seat]
    if ashore.holds_ground(game, side, orders, desk.charts):
        return _again(_taken(ashore.noted(game, side), side, orders))
    game, events = _taken(game, side, orders)
    return Result(game=game, events=events, again=True, lapsed=ashore.ASHORE)


def _ask(game: Game, seat: str, rule: str, turn: int, more: tuple[str, ...] = ()) -> Result[Game]:
    """Nothing changes until that seat has answered; `more` are the keys of steps after 4.4."""
    covers = (key_of(turn, OPERATIONS), *more)
    return Result(game=game, asks=(Decision(seat=seat, rule=rule, covers=covers),))


def _taken(game: Game, side: str, orders: tuple[Order, ...]) -> Told:
    """What a side does with its opportunity; no mission means that it passes [4.4b, CR61].

    A pass behind missions is the side's next opportunity [H8.3].
    """
    given, game = passes.pass_of(orders), game.with_turn(replace(game.turn, last=side))
    if not missions_of(orders):
        given = given or Pass()
        return passes.passing(game, side, given.times, rest=given.rest)
    game, raids, voyages = with_ids(game, side, orders)
    game, told = announced(game, raids, voyages)
    if given is None:
        return game, told
    game, later = passes.announced(game, side, given.times, rest=given.rest, ashore=given.ashore)
    return game, (*told, *later)
