"""A player who follows a few maxims of carrier war, from what its seat may see [MB1].

He masses his strike in Moving, where nobody can shoot at it, sends it on in one body, and puts
the whole of it on one carrier unless there is enough for two: anti-aircraft fire is rolled once
for a wave, however large it is [M7.2]. He clears just as many decks as the planes that wait need
[M11.2]. Landing and CAP he leaves to the defaults, which do the same.

Every seat's player thinks for its whole side and then gives its own orders only, so that seats
that are all played by him act together.
"""

from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.rules.ahead import played
from pbem.systems.midway.rules.answers import Answers
from pbem.systems.midway.rules.m01_land import filled
from pbem.systems.midway.rules.m03_move import must_search
from pbem.systems.midway.table.carriers import afloat, is_able
from pbem.systems.midway.table.orders import Attack, Launch, Move, Plan, StandingLosses, Stay
from pbem.systems.midway.table.state import (
    ABOARD,
    CIRCUIT,
    Box,
    Carrier,
    Game,
    Squadron,
    ids_of,
    strength,
)

STRONG = 20
"""Bomber SP that are worth a strike of their own against the fire of one carrier."""
CAP_WANTED = 15
"""Fighter SP to keep over the fleet before any escort a strike."""
FLIGHT = 2
"""Turns from Moving to the attack: to Ready in the first, to Attacking in the second [M3.1]."""


def orders(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """Legal orders for every phase that the seat's decision covers."""
    game, given = view.game, [*_standing(view)]
    for key in view.decision.covers:
        turn, phase = map(int, key.split("/"))
        ordered = tuple(_for_phase(game, view.side, turn, phase, charts))
        answers = {
            seat: tuple(own for order in ordered for own in _of_seat(order, seat, game))
            for seat in game.seats
        }
        given += answers[view.seat]
        partners: Answers = view.earlier.get(key, FrozenMap())
        game = played(game, view.side, phase, {**answers, **partners}, charts).game
    return tuple(given)


def _for_phase(game: Game, side: str, turn: int, phase: int, charts: Charts) -> Iterator[Order]:
    """The whole side's orders for a phase, by its Japanese number or the American one."""
    match (phase + 1) // 2:
        case 2:
            yield from _moves(game, side, turn, charts)
        case 4:
            yield from _attacks(game, side, charts)
        case 5:
            yield from _launches(game, side, charts)
        case 6:
            yield from _plans(game, side, turn, charts)


def _standing(view: View[Game]) -> Iterator[Order]:
    """Dive bombers fall first: torpedo hits come in twos, and ten at once sink [M7.3, M15.3]."""
    standing = view.game.standing[view.seat]
    if view.decision.covers and standing.aa_losses != ("DB",):
        yield StandingLosses(
            aa=("DB",), fighters=standing.fighter_losses, bombers=standing.bomber_losses
        )


# --- moving ---------------------------------------------------------------------------------------


def _moves(game: Game, side: str, turn: int, charts: Charts) -> Iterator[Order]:
    """Keep the strike together in Moving until it is strong, then send it on [M3.1]."""
    moving, ready = (tuple(game.squadrons_in(side, box)) for box in ("moving", "ready"))
    if must_search(game, side):
        going = _scouts(moving)
    else:
        going = () if _waits(game, side, turn, charts) else moving
    joined = strength(filter(_is_bomber, going)) > 0
    stays_ready = joined and strength(filter(_is_bomber, ready)) < STRONG
    onward = () if stays_ready else ready
    yield from _move(going, "ready")
    yield from _move(onward, "attacking")
    yield from _move(game.squadrons_in(side, "home"), "waiting")
    left = [s for s in (*moving, *ready) if s not in going and s not in onward]
    if left:
        yield Stay(squadrons=ids_of(left))


def _scouts(moving: tuple[Squadron, ...]) -> tuple[Squadron, ...]:
    """The weakest bombers alone: with them the search is over, and all others may go [M16.5]."""
    bombers = sorted(filter(_is_bomber, moving), key=lambda s: (s.sp, s.id))
    return tuple(bombers[:1])


def _waits(game: Game, side: str, turn: int, charts: Charts) -> bool:
    """Whether the strike in Moving waits: for bombers on deck, or if it is weak for any others."""
    moving, ready = (
        strength(filter(_is_bomber, game.squadrons_in(side, box))) for box in ("moving", "ready")
    )
    together = moving + (ready if ready < STRONG else 0)  # a strong Ready box goes on without
    if turn + FLIGHT > game.last_turn or not together:
        return False
    flying = game.squadrons_in(side, *CIRCUIT)
    below, spotted = (_aboard_usable(game, side, box, charts) for box in ABOARD)
    others = strength(filter(_is_bomber, (*flying, *spotted, *below))) - together
    weak = together < STRONG and others > 0 and turn + FLIGHT + 1 < game.last_turn
    return weak or strength(filter(_is_bomber, spotted)) >= STRONG // 2


def _move(squadrons: Iterable[Squadron], to: Box) -> Iterator[Order]:
    ids = ids_of(squadrons)
    if ids:
        yield Move(squadrons=ids, to=to)


# --- attacking ------------------------------------------------------------------------------------


def _attacks(game: Game, side: str, charts: Charts) -> Iterator[Order]:
    """All on the carrier that is easiest to sink; what is over goes on the next [M7.1]."""
    targets = sorted(
        afloat(game, other(side), charts),
        key=lambda c: _needed(c, charts),
    )
    bombers = sorted(
        filter(_is_bomber, game.squadrons_in(side, "attacking")), key=lambda s: (-s.sp, s.id)
    )
    while targets and bombers:
        target, *targets = targets
        wave = _wave(bombers, _needed(target, charts))
        rest = [s for s in bombers if s not in wave]
        if not targets or strength(rest) < STRONG:
            wave, rest = bombers, []
        yield Attack(squadrons=ids_of(wave), carrier=target.id)
        bombers = rest


def _wave(bombers: list[Squadron], needed: int) -> list[Squadron]:
    """As many of the bombers, in order, as bring `needed` SP."""
    wave: list[Squadron] = []
    for squadron in bombers:
        if strength(wave) < needed:
            wave.append(squadron)
    return wave


def _needed(carrier: Carrier, charts: Charts) -> int:
    """Bomber SP that sink the carrier on average: 11 hits for 30 SP after half its AA dice."""
    missing = charts.sunk - carrier.damage
    return -(-missing * 30 // 11) + -(-charts.carriers[carrier.id].aa // 2)


# --- launching and planning -----------------------------------------------------------------------


def _launches(game: Game, side: str, charts: Charts) -> Iterator[Order]:
    """All bombers strike; fighters fly CAP first and escort second [M9.1-M9.3]."""
    spotted = tuple(_aboard_usable(game, side, "deck", charts))
    bombers = filter(_is_bomber, (*spotted, *game.squadrons_in(side, "moving")))
    escorted = any(True for _ in bombers)
    cap = _fresh_cap(game, side, charts)
    for carrier in _usable(game, side, charts):
        deck = [s for s in spotted if s.carrier == carrier.id]
        strike, patrol = list(filter(_is_bomber, deck)), []
        for fighter in (s for s in deck if not s.is_bomber):
            if cap < CAP_WANTED or not escorted:
                patrol.append(fighter)
                cap += fighter.sp
            else:
                strike.append(fighter)
        if deck:
            yield Launch(carrier=carrier.id, strike=ids_of(strike), cap=ids_of(patrol))


def _plans(game: Game, side: str, turn: int, charts: Charts) -> Iterator[Order]:
    """Clear the decks that waiting planes need, spot the others [M11.1, M11.2]."""
    clear = _landing_decks(game, side, charts)
    useful = turn + 1 + FLIGHT <= game.last_turn
    cap = _fresh_cap(game, side, charts)
    for carrier in afloat(game, side, charts):
        aboard = tuple(game.aboard(carrier.id))
        deck: tuple[Squadron, ...] = ()
        if is_able(carrier, charts) and carrier.id not in clear:
            deck = _spotted(aboard, cap < CAP_WANTED, useful, charts.deck)
            cap += strength(s for s in deck if not s.is_bomber)
        if aboard:
            yield Plan(carrier=carrier.id, deck=ids_of(deck))


def _spotted(
    aboard: tuple[Squadron, ...], fighters_first: bool, bombers: bool, room: int
) -> tuple[Squadron, ...]:
    """The squadrons to spot: a fighter squadron for the CAP, bombers, then more fighters."""
    fighters = sorted((s for s in aboard if not s.is_bomber), key=lambda s: (-s.sp, s.id))
    strike = sorted(filter(_is_bomber, aboard), key=lambda s: (-s.sp, s.id)) if bombers else []
    first = fighters[: 1 if fighters_first else 0]
    return filled((*first, *strike, *fighters[len(first) :]), room)


def _landing_decks(game: Game, side: str, charts: Charts) -> frozenset[str]:
    """The fewest carriers, emptiest first, whose clear decks can take all that wait to land."""
    waiting = sorted(game.squadrons_in(side, "waiting"), key=lambda s: (-s.sp, s.id))
    carriers = sorted(_usable(game, side, charts), key=lambda c: strength(game.aboard(c.id)))
    for count in range(len(carriers) + 1):
        if _fit(waiting, count, charts.landing):
            return frozenset(c.id for c in carriers[:count])
    return frozenset(c.id for c in carriers)


def _fit(waiting: list[Squadron], decks: int, room: int) -> bool:
    """Whether the squadrons, largest first, find room on so many decks."""
    free = [room] * decks
    for squadron in waiting:
        deck = next((i for i, left in enumerate(free) if left >= squadron.sp), None)
        if deck is None:
            return False
        free[deck] -= squadron.sp
    return True


def _usable(game: Game, side: str, charts: Charts) -> list[Carrier]:
    """Those that can launch and land [M15.2]."""
    return [c for c in afloat(game, side, charts) if is_able(c, charts)]


def _aboard_usable(game: Game, side: str, box: Box, charts: Charts) -> list[Squadron]:
    return [s for c in _usable(game, side, charts) for s in game.aboard(c.id, box)]


def _fresh_cap(game: Game, side: str, charts: Charts) -> int:
    """Fighter SP over the fleet that can attack more than once yet [M5.11]."""
    return strength(s for s in game.squadrons_in(side, "cap") if s.ring < charts.cap_rings)


def _is_bomber(squadron: Squadron) -> bool:
    return squadron.is_bomber


# --- whose orders ---------------------------------------------------------------------------------


def _of_seat(order: Order, seat: str, game: Game) -> Iterator[Order]:
    """The part of an order that the seat gives itself: its carriers, its squadrons [MH7]."""
    match order:
        case Launch() | Plan():
            if game.carriers[order.carrier].seat == seat:
                yield order
        case Move() | Stay() | Attack():
            own = tuple(s for s in order.squadrons if game.squadrons[s].seat == seat)
            if own:
                yield replace(order, squadrons=own)
