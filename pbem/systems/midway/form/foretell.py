"""A file's legal orders in words, phase by phase, and what to look at twice [MB1, MB3]."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from pbem.counting import capital
from pbem.engine.foretold import Foretold, told
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace, standard
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import JAPANESE, other
from pbem.systems.midway.form.aims import aimed
from pbem.systems.midway.form.holds import deadlocked, held_at_home
from pbem.systems.midway.form.left import (
    grounded,
    kept_on_deck,
    last_launch,
    left_alone,
    moving_beside,
    staying_on_deck,
)
from pbem.systems.midway.form.partners import changed, passing, preceded, taken_first, unlanded
from pbem.systems.midway.form.standing import given_in, still, without_the_lost
from pbem.systems.midway.orders.check import is_for
from pbem.systems.midway.orders.kinds import KINDS
from pbem.systems.midway.orders.repairs import is_hopeful, next_turn, ways
from pbem.systems.midway.orders.sight import (
    Sight,
    after,
    events,
    in_phase,
    standing_sight,
    stood,
    without_orders,
)
from pbem.systems.midway.orders.stances import holding
from pbem.systems.midway.orders.words import come, ordered_cap
from pbem.systems.midway.rules.answers import given
from pbem.systems.midway.rules.asks import has_choice
from pbem.systems.midway.rules.lasting import ended, in_force
from pbem.systems.midway.rules.losses import leading_seat
from pbem.systems.midway.rules.m03_move import from_box
from pbem.systems.midway.rules.m09_launch import by_default
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.table.carriers import is_able
from pbem.systems.midway.table.orders import (
    CapAttack,
    Land,
    Launch,
    Move,
    PhaseOrder,
    Plan,
    StandingCap,
    StandingMove,
    StandingPlan,
)
from pbem.systems.midway.table.state import Game, Squadron, Standing, ids_of, strength
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.names import (
    PHASES,
    SIDE_NAMES,
    all_of,
    carrier_name,
    named,
    turn_title,
)


def foretell(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Foretold:
    """What legal orders come to, each phase on what those before it lead to."""
    sight = standing_sight(view, charts)
    standing = tuple(order for order in orders if not isinstance(order, PhaseOrder))
    known = set(still(sight))
    new = tuple(one for one in standing if one not in known and stood(sight, one) != sight)
    plans = FrozenMap({view.seat: tuple(order for order in orders if isinstance(order, Plan))})
    ordered = list(told(KINDS, replace(sight, answers=plans), tuple(enumerate(new))))
    left = list(_as_before(sight, orders, new))
    for order in new:
        sight = stood(sight, order)
    kept: dict[str, tuple[Squadron, ...]] = {}
    resting = [id_ for one in new if isinstance(one, StandingMove) for id_ in one.squadrons]
    warnings, aims = [*_ended(view.game.standing[view.seat], new)], list[str]()
    beside = list[str]()
    warnings += without_the_lost(sight, new)
    for key in view.decision.covers:
        mine = tuple(order for order in orders if is_for(order, key.partition("/")[2]))
        sight = in_phase(view, sight, key, mine)
        ordered += (*told(KINDS, sight, tuple(enumerate(mine))), *preceded(sight), *changed(sight))
        if mine or _may_decide(sight) or _is_moved(sight):
            alone = left_alone(sight, _besides)  # of who finds no deck it is warned
            title = f"{turn_title(sight.turn).capitalize()}, {PHASES[(sight.phase - 1) // 2]}"
            left += [f"{title}: {alone}"] if alone else []
        warnings += _warnings(sight, mine)
        aims += aimed(sight)
        beside += moving_beside(sight)
        kept |= kept_on_deck(sight)
        resting += ids_of(sight.own("moving", "home")) if sight.phase in Move.phases else ()
        sight = after(sight)
    warnings += (*_left_on_deck(kept, sight, orders), *_unguarded(view, sight, orders))
    warnings += deadlocked(sight, resting)
    return Foretold(
        ordered=tuple(ordered),
        left=tuple(left),
        warnings=tuple(warnings),
        aimed=tuple(aims),
        beside=tuple(beside),
    )


def _as_before(sight: Sight, orders: tuple[Order, ...], new: tuple[Order, ...]) -> Iterator[str]:
    """Standing orders that a file leaves in force, and the file that last changed them [MB1].

    Its own `orders` for its phases go before them.
    """
    standing = sight.game.standing[sight.seat]
    given: dict[tuple[int | None, str], list[Order]] = {}
    for order in still(sight, new):
        since = given_in(standing, order.type)
        given.setdefault((since, _set_aside(order, orders)), []).append(order)
    for (seq, where), same in given.items():
        first, *rest = (holding(sight, order) for order in same)
        words = ". ".join((first, *map(capital, rest)))
        since_file = f", since file {seq}" if seq else ""
        yield f"Still in force{since_file}{where}: {words} [MB1]."


def _set_aside(standing: Order, orders: tuple[Order, ...]) -> str:
    """How far a file's own `orders` go before a standing order [MB1].

    A seat that plans one deck, or lets some of its CAP attack, orders all of its own [MH33, M5.1].
    """
    ordered = {type(order) for order in orders if isinstance(order, PhaseOrder)}
    match standing:
        case StandingPlan() if Plan in ordered:
            return ", but not in this file, for you plan decks yourself [MH33]"
        case StandingCap() if CapAttack in ordered:
            return ", but who attacks this time is as your cap-attack says [M5.1]"
    return ", where you order nothing else" if ordered else ""


def _ended(standing: Standing, new: Iterable[Order]) -> Iterator[str]:
    """Keys of a standing order in force that the one in its place has at their default [MB1].

    One without any key is meant to end the other; those about one thing name it.
    """
    former = {order.type: order for order in in_force(standing)}
    for order in new:
        if order.type in former and not isinstance(order, StandingMove | StandingPlan):
            old, usual = former[order.type], standard(type(order))
            kept = [key for key in usual if getattr(order, key) != usual[key]]
            lost = [key for key in usual if key not in kept and getattr(old, key) != usual[key]]
            lost = [key for key in lost if _counts(key, order)]
            if kept and lost:
                seq = standing.given[order.type]
                yield (
                    f"Your {order.type} takes the place of that of file {seq}: for"
                    f" {all_of(lost)} the default holds again [MB1]."
                )


def _counts(key: str, order: Order) -> bool:
    """Whether a key of a standing order counts beside its others: a ratio with one doctrine."""
    return key != "ratio" or getattr(order, "attack", "") == "if-outnumbering"


def _besides(sight: Sight) -> Iterator[str]:
    """What is told behind that which a file leaves alone in a phase."""
    yield from (*_hunted(sight), *taken_first(sight))
    silent = not sight.answers.get(sight.seat, ())
    if silent and sight.phase in Plan.phases and (last := last_launch(sight)):
        decks = (event.deck for event in events(sight) if isinstance(event, happened.Planned))
        yield from [f"But {last}."] if any(decks) else []
    if silent and sight.phase in Plan.phases and sight.seals:
        yield "That is sealed until your next file opens it [M11.5]."


def _hunted(sight: Sight) -> Iterator[str]:
    """That enemy CAP may fall on whoever of the seat's is Ready to Attack after its move [M5.1]."""
    if sight.phase in Move.phases:
        ready = (*after(sight).own("ready"), *from_box(sight.going, "moving"))
        if any(one.seat == sight.seat for one in ready) and (cap := strength(sight.hunters())):
            enemy = other(sight.side)
            rule = "M5.1" if enemy == JAPANESE else "M6.1"
            yield (
                "Those Ready to Attack may then be attacked by"
                f" {cap} SP of {SIDE_NAMES[enemy]} CAP at most [{rule}]."
            )


def _may_decide(sight: Sight) -> bool:
    """Whether the seat has a choice in a phase, or may come to have one by a repair [MB3]."""
    return any(
        has_choice(way.game, sight.seat, sight.phase, sight.charts) for _, way in ways(sight)
    )


def _is_moved(sight: Sight) -> bool:
    """Whether something becomes of the seat's squadrons in a phase, without a choice of its own."""
    passed = sight.phase in Land.phases and any(any(passing(way)) for _, way in ways(sight))
    return _flies_cap(sight) or any(grounded(sight)) or passed


def _flies_cap(sight: Sight) -> bool:
    """Whether a CAP phase may find fighters of both sides there [M5.1]."""
    return sight.phase in CapAttack.phases and bool(sight.own("cap") and sight.raiders())


def _warnings(sight: Sight, mine: tuple[Order, ...]) -> Iterator[str]:
    """What is legal in a phase and surely not meant."""
    yield from _mishaps(sight)
    yield from held_at_home(sight, mine)
    for order in mine:
        match order:
            case Plan():
                yield from _deck(sight, order, mine)
            case Launch(strike=(), cap=()):
                yield from _idle(sight, order)
            case Move(to="waiting"):
                yield from _leaving(sight, order)
            case CapAttack(squadrons=()) if sight.own("cap"):
                yield from (f"Your CAP holds while {there} [M5.1]." for there in _coming(sight))
            case CapAttack():
                yield from _missing(sight)
                if order.tb_hits >= 0:
                    yield from _outranked(sight)
    if any(isinstance(order, Plan) for order in mine):
        yield from _unplanned(sight, mine)


def _mishaps(sight: Sight) -> Iterator[str]:
    """Who finds no deck, and orders that come to nothing: for certain, or unless a die mends it.

    That a landing hangs on a repair is no mishap: its own words tell it [MB3].
    """
    told = {when: tuple(_mishaps_on(way)) for when, way in ways(sight)}
    for words in dict.fromkeys(chain.from_iterable(told.values())):
        on = [when for when, these in told.items() if words in these]
        if len(on) == len(told):
            yield capital(words)
        elif "" in on:
            yield f"Unless {' or '.join(when for when in told if when not in on)}, {words}"
        else:
            yield f"If {' or '.join(on)}, {words}"


def _mishaps_on(sight: Sight) -> Iterator[str]:
    yield from unlanded(sight)
    hopeful = {one.id for one in sight.carriers() if is_hopeful(sight, one)}
    for event in events(sight):
        match event:
            case happened.OrderVoided(seat=sight.seat) if hopeful.isdisjoint(event.ids):
                yield from (line.text for line in lines(event, sight.charts))
    for change in ended(sight.game, after(sight).game, sight.charts):
        if change.seat == sight.seat:
            yield from (line.text for line in lines(change, sight.charts))


def _idle(sight: Sight, order: Launch) -> Iterator[str]:
    """A launch of nothing: what takes off without it, unless that is nothing, too [M9.2, MB1]."""
    name, carrier = carrier_name(order.carrier), sight.game.carriers[order.carrier]
    without = named(chain(*by_default(sight.game, carrier, sight.charts)))
    if without:
        yield f"{name} launches nothing; without this order of yours she launches {without} [M9.2]."
    else:
        yield f"The launch from {name} changes nothing: without it nothing takes off either [M9.2]."


def _deck(sight: Sight, order: Plan, mine: tuple[Order, ...]) -> Iterator[str]:
    """A deck that is cleared, of no use, or as it was [M11.1, M11.4]."""
    name, carrier = carrier_name(order.carrier), sight.game.carriers[order.carrier]
    before = sight.deck(carrier)
    if before and not order.deck:
        yield (
            f"{name}'s flight deck is cleared: {named(before)} cannot be launched before another"
            f" plan spots {'it' if len(before) == 1 else 'them'} [M11.2]."
        )
    elif _keeps(sight, order) and (_changed(sight, mine) or not _by_themselves(sight)):
        yield f"The plan for {name} changes nothing."
    if order.deck and (last := last_launch(sight)):
        yield f"Nothing will take off from {name}: {last}."
    elif order.deck and not is_able(carrier, sight.charts):
        hope = next_turn(carrier, sight.charts)
        until = f"unless she {hope}" if hope else "next turn"
        yield f"{name} is crippled: nothing takes off from her {until} [M15.2]."


def _left_on_deck(
    kept: Mapping[str, tuple[Squadron, ...]], sight: Sight, orders: tuple[Order, ...]
) -> Iterator[str]:
    """Who was `kept` on a deck that could launch, and is after planning: he fouls it [M9.2].

    A plan for the same carrier tells by itself what stands on her deck.
    """
    planned = {order.carrier for order in orders if isinstance(order, Plan)}
    for carrier, squadrons in kept.items():
        there = {one.id for one in sight.deck(sight.game.carriers[carrier])}
        rest = tuple(one for one in squadrons if one.id in there)
        if rest and carrier not in planned:
            yield f"{staying_on_deck(carrier, rest)}, and she can land nothing meanwhile [M9.2]."


def _coming(sight: Sight) -> Iterator[str]:
    """How many bombers a CAP phase finds Ready to Attack, or may find; nothing for none [M5.1]."""
    if bombers := [one for one in sight.raiders() if one.is_bomber]:
        sp = sight.most(bombers)
        sure = "is" if sp == 1 else "are"
        be, up_to = ("may be", "up to ") if sight.is_guess else (sure, "")
        yield f"{up_to}{sp} SP of enemy bombers {be} Ready to Attack{come(sight)}"


def _leaving(sight: Sight, order: Move) -> Iterator[str]:
    """CAP that leaves before bombers that are Ready to Attack in its own next phase [M3.4]."""
    gone = tuple(one for one in sight.own("cap") if one.id in order.squadrons)
    attack = replace(sight, phase=CapAttack.phases[Move.phases.index(sight.phase)])
    if gone:
        leave = "leaves" if len(gone) == 1 else "leave"
        for there in _coming(attack):
            yield f"{named(gone)} {leave} CAP while {there} then [M3.4, M5.1]."


def _missing(sight: Sight) -> Iterator[str]:
    """A CAP that is sent against nobody [M5.1]."""
    if not sight.raiders():
        yield "Your CAP will meet nobody: no enemy plane can be Ready to Attack by then [M5.1]."


def _outranked(sight: Sight) -> Iterator[str]:
    """Other seats whose split of the hits holds, or may, in place of this one's [MH24]."""
    ordered, attacking = dict(given(sight.answers, CapAttack)), ordered_cap(sight)
    flying = tuple(sight.game.squadrons_in(sight.side, "cap"))
    leader, own = leading_seat(sight.game, attacking), sight.seat
    if leader != own:
        first = strength(s for s in attacking if s.seat == leader)
        is_even = first == strength(s for s in attacking if s.seat == own)
        more = "as many SP in this attack and stands first" if is_even else "more SP in this attack"
        yield f"{leader} has {more}: its split of hits holds, not yours [MH24]."
        return
    for seat in dict.fromkeys(s.seat for s in flying if s.seat not in ordered):
        with_it = (*attacking, *(s for s in flying if s.seat == seat))
        if leading_seat(sight.game, with_it) != own:
            seats = sight.game.seats
            more = "as many SP as" if seats.index(seat) < seats.index(own) else "more SP than"
            yield f"If {seat} attacks with {more} you, its split of hits holds, not yours [MH24]."


def _unplanned(sight: Sight, mine: tuple[Order, ...]) -> Iterator[str]:
    """Decks that would change if none were planned, and stay as they are now [MH33]."""
    planned = {order.carrier for order in mine if isinstance(order, Plan)}
    for carrier, deck in _by_themselves(sight).items():
        if carrier not in planned:
            does = f"spots {', '.join(deck)}" if deck else "is cleared"
            name = carrier_name(carrier)
            yield f"{name}'s deck stays as it is [MH33]; without any plan of yours it {does}."


def _changed(sight: Sight, mine: tuple[Order, ...]) -> frozenset[str]:
    """The carriers whose decks the plans of a file change."""
    plans = (order for order in mine if isinstance(order, Plan))
    return frozenset(order.carrier for order in plans if not _keeps(sight, order))


def _keeps(sight: Sight, order: Plan) -> bool:
    """Whether a plan leaves a deck as it is."""
    before = sight.deck(sight.game.carriers[order.carrier])
    return sorted(order.deck) == sorted(squadron.id for squadron in before)


def _by_themselves(sight: Sight) -> dict[str, tuple[str, ...]]:
    """The decks of the seat that would change without any plan of its own, by carrier."""
    own = {one.id for one in sight.carriers()}
    planned = (
        event for event in events(without_orders(sight)) if isinstance(event, happened.Planned)
    )
    return {event.carrier: event.deck for event in planned if event.carrier in own}


def _unguarded(view: View[Game], sight: Sight, orders: tuple[Order, ...]) -> Iterator[str]:
    """Fighters that these orders send or leave elsewhere while bombers come and no CAP flies.

    That is those that might be launched now, and those in hangars while none stand on deck.
    """
    game, enemy = sight.game, other(sight.side)
    coming = [one for one in game.squadrons_in(enemy, "moving", "ready") if one.is_bomber]
    decks = [one for one in sight.own("deck") if not one.is_bomber]
    hangars = [one for one in sight.own("hangar") if not one.is_bomber]
    launches = any(int(key.partition("/")[2]) in Launch.phases for key in view.decision.covers)
    able = [
        one
        for one in view.game.squadrons_in(sight.side, "deck")
        if launches and one.seat == sight.seat and not one.is_bomber
        if is_able(view.game.carriers[one.carrier], sight.charts)
    ]
    idle = able or (hangars and not decks)
    flown = any(isinstance(order, Launch | Plan) for order in orders)
    if flown and coming and idle and not any(game.squadrons_in(sight.side, "cap")):
        sp = strength(coming)
        way = "is on its way" if sp == 1 else "are on their way"
        yield (
            f"No fighters of yours fly CAP, while {sp} SP of {SIDE_NAMES[enemy]} bombers {way}"
            " [M9.3]."
        )
