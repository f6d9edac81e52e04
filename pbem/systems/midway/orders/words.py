"""What a legal order will do, told to its author before he signs [MB1]."""

from collections.abc import Collection, Iterator

from pbem.counting import count
from pbem.systems.midway.book.kinds import AMERICAN
from pbem.systems.midway.orders.repairs import is_hopeful, next_turn, repaired
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.rules.answers import given
from pbem.systems.midway.rules.losses import leading_seat
from pbem.systems.midway.rules.m01_land import landed_before
from pbem.systems.midway.rules.m03_move import NEXT, from_box
from pbem.systems.midway.rules.m05_cap import engage, moved_out
from pbem.systems.midway.rules.m07_attack import choose_targets
from pbem.systems.midway.table.carriers import is_able
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    Land,
    Launch,
    Move,
    Plan,
    SearchGroups,
    Stay,
)
from pbem.systems.midway.table.state import Box, Squadron, strength
from pbem.systems.midway.words.names import (
    BOXES,
    all_of,
    carrier_name,
    damage_words,
    in_rings,
    ring_name,
    with_points,
)


def landing(sight: Sight, order: Land) -> Iterator[str]:
    """`Akagi lands Akagi-DB 5 SP and Akagi-F 5 SP` [M1.3]."""
    name, before = carrier_name(order.carrier), landing_before(sight, order.carrier)
    ours = _squadrons(sight, tuple(id_ for id_ in order.squadrons if id_ not in before))
    if ours and is_hopeful(sight, sight.game.carriers[order.carrier]):
        hope = repaired(order.carrier, sight.charts)
        yield f"If {name} {hope} she lands {with_points(ours)} [M1.3, M15.2]."
    else:
        yield f"{name} lands {with_points(ours) or 'nothing'} [M1.3]."
    yield from sooner(sight, order.carrier, order.squadrons)


def landing_before(sight: Sight, carrier: str) -> dict[str, str]:
    """The carriers that land squadrons before one may, by those squadrons [MH34]."""
    return landed_before(sight.game, sight.side, sight.answers, carrier, sight.charts)


def sooner(sight: Sight, carrier: str, squadrons: Collection[str]) -> Iterator[str]:
    """`Hornet of tf-16 lands VB-3 before her`, of those of some squadrons [MH34]."""
    before = {i: at for i, at in landing_before(sight, carrier).items() if i in squadrons}
    for where in dict.fromkeys(before.values()):
        taken = all_of(id_ for id_ in before if before[id_] == where)
        seat = sight.game.carriers[where].seat
        yield f"{carrier_name(where)} of {seat} lands {taken} before her [MH34]."


def moving(sight: Sight, order: Move) -> Iterator[str]:
    """Where squadrons go on to, and that some of them search [M3.1, M4.2]."""
    squadrons = _squadrons(sight, order.squadrons)
    if not squadrons:
        return
    searching = from_box(squadrons, "moving") if _searches(sight) else ()
    if searching:
        verb = "goes" if len(searching) == 1 else "go"
        yield f"{with_points(searching)} {verb} to search for the enemy: one group finds him [M16]."
    for box, target in NEXT.items():
        group = tuple(one for one in from_box(squadrons, box) if one not in searching)
        if group and box == "cap":
            verb = "leaves" if len(group) == 1 else "leave"
            yield f"{with_points(group)} {verb} CAP for {BOXES[target]} [M3.4]."
        elif group:
            verb = "moves" if len(group) == 1 else "move"
            yield f"{with_points(group)} {verb} on to {BOXES[target]} [M3.1]."


def staying(sight: Sight, order: Stay) -> Iterator[str]:
    """Who stays where he is [M3.1]."""
    for box in NEXT:
        group = from_box(_squadrons(sight, order.squadrons), box)
        if group:
            who = in_rings(group) if box == "cap" else with_points(group)
            yield f"{who} {stays(box, len(group))} [M3.1]."


def stays(box: Box, squadrons: int) -> str:
    """`stays in Ready to Attack`, `stay on CAP`, for one squadron or many."""
    verb = "stays" if squadrons == 1 else "stay"
    return f"{verb} on CAP" if box == "cap" else f"{verb} in {BOXES[box]}"


def searching(_: Sight, order: SearchGroups) -> Iterator[str]:
    """The groups of the search, of which the die chooses one [M16.1]."""
    groups = (f"{n}: {all_of(group) or 'nobody'}" for n, group in enumerate(order.groups, 1))
    yield f"The search is flown in groups, of which the die chooses one: {'; '.join(groups)} [M16]."


def attacking_planes(sight: Sight, order: CapAttack) -> Iterator[str]:
    """Which of the CAP attacks, whom it may meet, and where it is then [M5.1, M5.4, M5.11]."""
    squadrons = _squadrons(sight, order.squadrons)
    if not squadrons:
        yield "The CAP holds: it attacks nobody [M5.1]."
        return
    verb = "attacks" if len(squadrons) == 1 else "attack"
    words = f"{in_rings(squadrons)} {verb} the enemy Ready to Attack ({_met(sight)})"
    yield f"{words}{_then(sight, squadrons)}."
    yield from _meeting_escorts(sight)
    leads = leading_seat(sight.game, ordered_cap(sight)) == sight.seat  # else his holds [MH24]
    if leads and _meets_bombers(sight) and not (sight.is_last and _is_bound(sight)):
        yield from _split(sight, order, squadrons)


def ordered_cap(sight: Sight) -> tuple[Squadron, ...]:
    """The side's CAP that attacks, as far as it is ordered [M5.1]."""
    orders = dict(given(sight.answers, CapAttack))
    ordered = {(seat, id_) for seat, one in orders.items() for id_ in one.squadrons}
    flying = sight.game.squadrons_in(sight.side, "cap")
    return tuple(one for one in flying if (one.seat, one.id) in ordered)


def _split(sight: Sight, order: CapAttack, squadrons: tuple[Squadron, ...]) -> Iterator[str]:
    """On whom the hits of a CAP attack fall first, where its order says so [M5.8].

    Who must fight escorts hits no bombers, unless partners may still bind these [M5.3, MH36].
    """
    bound = _escorts(sight) if sight.is_last and not sight.is_guess else 0
    free = strength(ordered_cap(sight) if bound else squadrons) - bound
    if order.tb_hits == 0:
        yield "All hits of theirs fall on dive bombers first [M5.8]."
    elif order.tb_hits >= free:
        yield "All hits of theirs fall on torpedo bombers first [M5.8]."
    elif order.tb_hits > 0:
        fall = "falls" if order.tb_hits == 1 else "fall"
        hits = count(order.tb_hits, "hit")
        yield f"{hits} of theirs {fall} on torpedo bombers first [M5.8]."


def _met(sight: Sight) -> str:
    """Whom a CAP attack may meet: `by then at most 9 SP, of them 5 SP fighters`."""
    raiders = sight.raiders()
    if not raiders:
        return "nobody"
    by, most = ("by then ", "at most ") if sight.is_guess else ("", "")
    sp = _escorts(sight)
    escorts = f"of them {most}{sp} SP fighters" if sp else "no fighters among them"
    return f"{by}{most}{sight.most(raiders)} SP, {escorts}{come(sight)}"


def _then(sight: Sight, squadrons: tuple[Squadron, ...]) -> str:
    """Where a CAP attack leads those that meet somebody [M5.11]."""
    if not sight.raiders():
        return " [M5.1]"
    first, *others = {ring_name(moved_out(one, sight.charts).ring) for one in squadrons}
    out = f"one ring out, from the last one to {BOXES['waiting']}" if others else f"to {first}"
    return f"; who fights goes {out} [M5.1, M5.11]"


def _meeting_escorts(sight: Sight) -> Iterator[str]:
    """Which squadrons must fight escorts, as far as it is ordered who attacks [M5.4].

    Of partners who have ordered some the last one is told it.
    """
    orders, cap = dict(given(sight.answers, CapAttack)), ordered_cap(sight)
    is_last = sight.seat == max(orders, key=sight.game.seats.index, default="")
    is_whole = len(cap) > 1 or (cap and sight.is_last)
    if is_last and is_whole and (escorts := _escorts(sight)):
        engaged = engage(sight.game, cap, escorts)
        who = all_of(f"{id_} with {sp} SP" for id_, sp in engaged.items() if sp)
        most = " at most" if sight.is_guess else ""
        none = _is_bound(sight)
        if not _meets_bombers(sight):
            rest = "" if none else "; whoever is not bound meets nobody"
        else:
            free = "nobody is" if none else "whoever is not bound is" if most else "the rest is"
            rest = f"; {free} free for bombers"
        yield f"The escorts are fought by {who}{most}{rest} [M5.3, M5.4]."


def _is_bound(sight: Sight) -> bool:
    """Whether escorts bind all of the CAP that is ordered, so that nobody is free [M5.3]."""
    return not sight.is_guess and _escorts(sight) >= strength(ordered_cap(sight))


def _meets_bombers(sight: Sight) -> bool:
    return any(one.is_bomber for one in sight.raiders())


def _escorts(sight: Sight) -> int:
    """The most SP of fighters that a CAP attack may meet."""
    return sight.most(one for one in sight.raiders() if not one.is_bomber)


def come(sight: Sight) -> str:
    """What must come first if enemy planes are to be met."""
    return f", {all_of(needed)}" if (needed := sight.needed()) else ""


def attacking(sight: Sight, order: Attack) -> Iterator[str]:
    """Who attacks which carrier, through how many dice [M7.1, M7.2]."""
    squadrons = _squadrons(sight, order.squadrons)
    if not squadrons:
        return
    verb = "attacks" if len(squadrons) == 1 else "attack"
    wave = [id_ for id_ in wave_at(sight, order.carrier) if id_ not in order.squadrons]
    together = f", in one wave with {all_of(wave)} [M7.1, M7.2]" if wave else " [M7.1]"
    if any(sight.game.squadrons[id_].seat != sight.seat for id_ in wave):
        together += "; each seat in it takes an even share of its losses to AA fire [M7.3]"
    yield f"{with_points(squadrons)} {verb} {target_words(sight, order.carrier)}{together}."


def target_words(sight: Sight, carrier: str) -> str:
    """`Hornet (crippled, damage 7 of 10) through 12 AA dice` [M7.2]."""
    state = damage_words(sight.game.carriers[carrier], sight.charts)
    aa = count(sight.charts.carriers[carrier].aa, "AA die", "AA dice")
    return f"{carrier_name(carrier)} ({state}) through {aa}"


def wave_at(sight: Sight, carrier: str) -> tuple[str, ...]:
    """Who attacks a carrier, of the seat and of partners who have written [M7.1, M7.2]."""
    return tuple(one.id for one, target in sent(sight) if target == carrier)


def sent(sight: Sight) -> Iterator[tuple[Squadron, str]]:
    """The bombers of the seats that have written, each with its target [M7.1, MB1]."""
    targets = choose_targets(sight.game, sight.side, sight.answers, sight.charts)
    going = ((sight.game.squadrons[id_], target) for id_, target in targets.items())
    return ((one, target) for one, target in going if one.seat in sight.written)


def launching(sight: Sight, order: Launch) -> Iterator[str]:
    """`Hiryu launches Hiryu-DB 4 SP to strike and Hiryu-F 5 SP to CAP ring 1` [M9.3]."""
    ways = (("strike", order.strike), ("CAP ring 1", order.cap))
    parts = [f"{with_points(_squadrons(sight, ids))} to {way}" for way, ids in ways if ids]
    yield f"{carrier_name(order.carrier)} launches {' and '.join(parts) or 'nothing'} [M9.3]."


def planning(sight: Sight, order: Plan) -> Iterator[str]:
    """What stands on a deck next turn, and that a clear one is cleared [M11.1, M11.2]."""
    name = carrier_name(order.carrier)
    before = tuple(sight.game.aboard(order.carrier, "deck"))
    below = tuple(one for one in before if one.id not in order.deck)
    verb = "goes" if len(below) == 1 else "go"
    down = f"; {with_points(below)} {verb} below" if below else ""
    if order.deck:
        deck = with_points(_squadrons(sight, order.deck))
        yield f"{name} has {deck} on deck, and will land nothing{down} [M11.1]."
    elif before:
        yield f"{name} CLEARS her flight deck{down} [M11.1]."
    else:
        yield f"{name} keeps her flight deck clear{_may_land(sight, order.carrier)}."


def _may_land(sight: Sight, carrier: str) -> str:
    """Whether a carrier with a clear deck lands planes next turn [M11.1, M15.2]."""
    found = sight.game.carriers[carrier]
    if is_able(found, sight.charts):
        return ", and may land [M11.1]"
    hope = next_turn(found, sight.charts)
    return f", and may land if she {hope} [M15.2]" if hope else ", but is crippled [M15.2]"


def _searches(sight: Sight) -> bool:
    from_moving = from_box(sight.going, "moving")
    return sight.side == AMERICAN and not sight.game.search_done and bool(from_moving)


def _squadrons(sight: Sight, ids: tuple[str, ...]) -> tuple[Squadron, ...]:
    """The squadrons of an order that are still there."""
    found = sight.game.squadrons
    return tuple(found[id_] for id_ in ids if id_ in found)
