"""What comes of all that a seat's file leaves alone in a phase, and by which rule [MB1, MH33]."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from pbem.counting import capital
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.form.partners import passing, unlanded
from pbem.systems.midway.form.standing import given_in, still
from pbem.systems.midway.orders.repairs import ways
from pbem.systems.midway.orders.sight import Sight, after, events, is_lost
from pbem.systems.midway.orders.stances import until
from pbem.systems.midway.orders.words import stays, target_words, wave_at
from pbem.systems.midway.rules.m03_move import NEXT, from_box, is_searching, must_search
from pbem.systems.midway.rules.m05_cap import attacks
from pbem.systems.midway.rules.m07_attack import choose_targets
from pbem.systems.midway.rules.m16_search import dealt
from pbem.systems.midway.rules.standing import THIS
from pbem.systems.midway.table import events as happened
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
from pbem.systems.midway.table.state import Box, Squadron, ids_of
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.names import (
    all_of,
    carrier_name,
    in_rings,
    named,
    with_points,
)

Orders = tuple[Order, ...]

GOVERNING = (
    "standing-land",
    "standing-move",
    "standing-cap",
    "standing-targets",
    "standing-launch",
    "standing-plan",
)
"""For each pair of phases, the standing order that decides where nothing is ordered [MB1]."""
_CAP = {
    "if-bombers": "attacks if bombers are Ready to Attack then, else it holds.",
    "always": "attacks whatever is Ready to Attack then.",
    "never": "holds.",
    "if-outnumbering": "attacks if it is strong enough for the escorts then, else it holds.",
}
_WHOLE = ((CapAttack.phases[0] - 1) // 2, (Plan.phases[0] - 1) // 2)
"""The pairs of phases in which a seat that orders anything orders all of its own [M5.1, MH33]."""
_NOTHING = ("nothing lands.", "", "", "", "nothing is launched.", "")


def left_alone(sight: Sight, more: Callable[[Sight], Iterable[str]]) -> str:
    """What comes of the seat's counters that its orders for this phase do not name.

    Behind it `more` sentences of the phase. Empty if the orders leave nothing alone. Where it hangs
    on closed dice of repair each way is told [MB3].
    """
    pair = (sight.phase - 1) // 2
    own = sight.answers.get(sight.seat, ())
    said = _either(
        {when: " ".join((*_LEFT[pair](way, own), *more(way))) for when, way in ways(sight)},
        "" if own else _NOTHING[pair],
    )
    by = "" if own and pair in _WHOLE else _by(sight, GOVERNING[pair])
    return f"{said}{by}" if said else ""


def _either(said: Mapping[str, str], nothing: str) -> str:
    """What is said on each way, by its condition: `if …: this. Else: that.`"""
    if len(set(said.values())) == 1:
        return said[""] or nothing
    empty = nothing or "all goes as ordered."
    ways = (f"{f'if {when}' if when else 'else'}: {words or empty}" for when, words in said.items())
    first, *others = ways
    return " ".join((first, *map(capital, others)))


def _by(sight: Sight, ruled: str) -> str:
    """The standing order that rules it, and the file that gave it; empty if none does."""
    standing = sight.game.standing[sight.seat]
    if not any(order.type == ruled for order in still(sight)):
        return ""
    seq = standing.given[ruled]
    given = "in this file" if seq == THIS else f"in file {seq}"
    how = "last changed" if given_in(standing, ruled) is None else "ordered"
    return f" Your {ruled} is in force, as {how} {given}."


def _told(sight: Sight, event: Event) -> str:
    return " ".join(line.text for line in lines(event, sight.charts))


_AT_A_CARRIER = happened.Landed | happened.Launched | happened.Planned


def _carriers(sight: Sight, own: Orders) -> Iterator[str]:
    """What the seat's carriers do that no order names [M1, M9, M11]."""
    ordered = {order.carrier for order in own if isinstance(order, Land | Launch | Plan)}
    mine = {carrier.id for carrier in sight.carriers()} - ordered
    for event in events(sight):
        if isinstance(event, _AT_A_CARRIER) and event.carrier in mine:
            yield _told(sight, event)


def _landings(sight: Sight, own: Orders) -> Iterator[str]:
    """Who lands on carriers that no order names, and who of the seat's on a partner's [MH7]."""
    on_own, on_others = tuple(_carriers(sight, own)), tuple(passing(sight))
    if on_others and not (own or on_own):
        yield "nothing lands on your carriers."
    yield from (*on_own, *on_others)


def kept_on_deck(sight: Sight) -> Iterator[tuple[str, tuple[Squadron, ...]]]:
    """Who stays on the deck of a carrier of the seat's that could launch him [M9.2]."""
    if sight.phase in Launch.phases:
        launched = after(sight)
        for carrier in sight.carriers():
            if is_able(carrier, sight.charts) and (rest := launched.deck(carrier)):
                yield carrier.id, rest


def staying_on_deck(carrier: str, squadrons: tuple[Squadron, ...]) -> str:
    """`Kaga-DB 5 SP stays on Kaga's deck` [M9.2]."""
    verb = "stays" if len(squadrons) == 1 else "stay"
    return f"{named(squadrons)} {verb} on {carrier_name(carrier)}'s deck"


def grounded(sight: Sight) -> Iterator[tuple[str, tuple[Squadron, ...]]]:
    """Who stands on the deck of a crippled carrier of the seat's in a launch phase [M15.2]."""
    if sight.phase in Launch.phases:
        for carrier in sight.carriers():
            if not is_able(carrier, sight.charts) and (deck := sight.deck(carrier)):
                yield carrier.id, deck


def _launches(sight: Sight, own: Orders) -> Iterator[str]:
    """What takes off from carriers that no order names, and what is held on decks there."""
    yield from _carriers(sight, own)
    ordered = {order.carrier for order in own if isinstance(order, Launch)}
    for carrier, rest in kept_on_deck(sight):
        if carrier not in ordered:
            yield f"{staying_on_deck(carrier, rest)} [M9.2]."
    for carrier, rest in grounded(sight):
        yield f"{staying_on_deck(carrier, rest)}, for she is crippled [M15.2]."


def deckless(sight: Sight) -> tuple[str, ...]:
    """Who finds no deck in a landing phase, and who ditches [M1.5, M1.6]."""
    return tuple(capital(one) for one in unlanded(sight))


def _moves(sight: Sight, own: Orders) -> Iterator[str]:
    """Who moves on and who stays without an order; the groups of a search are dealt [M16.2]."""
    ordered = {id_ for order in own if isinstance(order, Move | Stay) for id_ in order.squadrons}
    mine = {squadron.id for squadron in sight.own(*NEXT)} - ordered
    yield from _moving(sight, mine)
    going = sight.going
    if is_searching(sight.game, sight.side, going):
        if not any(isinstance(order, SearchGroups) for order in own):
            ids = ids_of(from_box(going, "moving"))
            groups = dealt(ids, sight.charts.limits.search_groups)
            words = (f"{n} {' '.join(group) or 'nobody'}" for n, group in enumerate(groups, 1))
            groups_told = ", ".join(words)
            if sight.is_last:
                yield f"The search is flown in the groups {groups_told} [M16.2]."
            else:
                after = f"{sight.last} forms the search groups, for it writes after you"
                yield f"{after}; if it forms none: {groups_told} [M16.2, MH36]."
    elif must_search(sight.game, sight.side):
        going = tuple(squadron for squadron in going if squadron.box != "moving")
    gone = {squadron.id for squadron in going}
    staying = [one for one in sight.own(*NEXT) if one.id in mine and one.id not in gone]
    yield from _staying(sight, staying)


def _moving(sight: Sight, mine: Set[str]) -> Iterator[str]:
    """Who of these moves on [M3.1]."""
    for event in events(sight):
        if isinstance(event, happened.Moved):
            rest = tuple(id_ for id_ in event.squadrons if id_ in mine)
            if rest:
                yield _told(sight, replace(event, squadrons=rest))


def moving_beside(sight: Sight) -> Iterator[str]:
    """Who moves on beside those whom the seat's orders name [M3.1]; none before a search [M4.3]."""
    own = sight.answers.get(sight.seat, ())
    ordered = {id_ for order in own if isinstance(order, Move | Stay) for id_ in order.squadrons}
    if ordered and not must_search(sight.game, sight.side):
        rest = {squadron.id for squadron in sight.own(*NEXT)} - ordered
        if words := " ".join(_moving(sight, rest)):
            yield f"Without an order: {words}"


def _staying(sight: Sight, staying: Iterable[Squadron]) -> Iterator[str]:
    """Who stays where, box by box, and what for [M3.1, M4.3]."""
    kept: dict[tuple[Box, str], list[Squadron]] = {}
    for box in NEXT:
        for squadron in from_box(staying, box):
            kept.setdefault((box, _why(sight, squadron)), []).append(squadron)
    for (box, why), group in kept.items():
        who = in_rings(group) if box == "cap" else named(group)
        yield f"{who} {stays(box, len(group))}{why}."


def _why(sight: Sight, squadron: Squadron) -> str:
    """What a squadron stays for: fighters for bombers that search, others for their like."""
    if squadron in sight.going:
        return ", for no bomber goes ahead [M4.3]"
    rule = sight.game.standing[squadron.seat].moves.get(squadron.id)
    if rule is None or squadron.box == "cap":
        return ""
    return until(tuple(id_ for id_ in rule.until if not is_lost(sight, id_)))


def last_launch(sight: Sight) -> str:
    """That what is spotted now is launched no more; empty while it may be [MH27]."""
    last = sight.game.last_turn
    if sight.turn + 1 < last:
        return ""
    return f"turn {last} is the last, and nothing is launched in it [MH27]"


def _cap(sight: Sight, own: Orders) -> Iterator[str]:
    """The CAP that no order names [M5.1]."""
    if not own:
        cap = in_rings(sight.own("cap"))
        does = _does(sight) or _CAP[sight.game.standing[sight.seat].cap or "if-bombers"]
        yield f"your CAP{f' ({cap})' if cap else ''} {does}"
        return
    ordered = {id_ for order in own if isinstance(order, CapAttack) for id_ in order.squadrons}
    holding = [squadron for squadron in sight.own("cap") if squadron.id not in ordered]
    if holding:
        yield f"{in_rings(holding)} {'holds' if len(holding) == 1 else 'hold'} [M5.1]."


def _does(sight: Sight) -> str:
    """What the seat's CAP does without an order; empty while none is known to be met [MB1]."""
    there = ids_of(sight.raiders())
    if sight.is_guess or not there:
        return ""
    flying = sight.game.squadrons_in(other(sight.side), "moving", "ready")
    moved = [one.moved("ready" if one.id in there else "moving") for one in flying]
    game = sight.game.with_squadrons(moved)
    going = any(attacks(game, squadron, {}) for squadron in sight.own("cap"))
    return "attacks the enemy Ready to Attack." if going else "holds."


def _targets(sight: Sight, own: Orders) -> Iterator[str]:
    """The carriers that bombers attack for which none is ordered [M7.1]."""
    ordered = {id_ for order in own if isinstance(order, Attack) for id_ in order.squadrons}
    targets = choose_targets(sight.game, sight.side, sight.answers, sight.charts)
    rest = [one.id for one in sight.bombers() if one.id not in ordered]
    waves = {
        target: [id_ for id_ in rest if targets.get(id_) == target] for target in targets.values()
    }
    parts = []
    for target, ids in waves.items():
        if ids:
            wave = all_of(id_ for id_ in wave_at(sight, target) if id_ not in ids)
            joined = f", in one wave with {wave}" if wave else ""
            who = with_points(sight.game.squadrons[id_] for id_ in ids)
            parts.append(f"{who} at {target_words(sight, target)}{joined}")
    if parts:
        yield f"{'; '.join(parts)} [M7.2]."


def _decks(sight: Sight, own: Orders) -> Iterator[str]:
    """The decks that no order names: once one is ordered, they stay as they are [MH33]."""
    if not own:
        yield from tuple(_carriers(sight, own)) or ("the decks stay as they are.",)
        return
    ordered = {order.carrier for order in own if isinstance(order, Plan)}
    rest = [carrier for carrier in sight.carriers() if carrier.id not in ordered]
    clear = [carrier_name(one.id) for one in rest if not sight.deck(one)]
    decks = [f"{carrier_name(one.id)} with {named(d)}" for one in rest if (d := sight.deck(one))]
    decks += [f"{all_of(clear)} clear"] if clear else []
    if decks:
        yield f"Your other decks stay as they are [MH33]: {'; '.join(decks)}."


_LEFT: tuple[Callable[[Sight, Orders], Iterator[str]], ...] = (
    _landings, _moves, _cap, _targets, _launches, _decks,
)  # fmt: skip
