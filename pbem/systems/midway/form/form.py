"""The orders form: for each phase that a file answers, what is decided and what may be chosen.

Later phases of a file are shown as they will stand if the earlier ones are left to the standing
orders and defaults. Other seats' carriers and squadrons are not offered.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pbem.engine.orders import Order
from pbem.engine.steps import Section, Spare, View
from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.form.left import deckless, last_launch, left_alone
from pbem.systems.midway.form.situation import situation
from pbem.systems.midway.form.standing import meanings, standing_section
from pbem.systems.midway.orders.check import check, is_for
from pbem.systems.midway.orders.land import no_deck
from pbem.systems.midway.orders.repairs import is_hopeful, next_turn, repaired
from pbem.systems.midway.orders.sight import Sight, after, in_phase, sights, standing_sight
from pbem.systems.midway.orders.words import come, landing_before, sooner
from pbem.systems.midway.rules.m01_land import bar_to_land, filled
from pbem.systems.midway.rules.m03_move import NEXT, from_box, is_searching, must_search
from pbem.systems.midway.rules.m05_cap import moved_out
from pbem.systems.midway.rules.m07_attack import default_targets
from pbem.systems.midway.rules.m11_plan import SPOTTING
from pbem.systems.midway.rules.m16_search import dealt
from pbem.systems.midway.table.carriers import afloat, is_able
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
from pbem.systems.midway.table.state import Carrier, Game, Squadron, ids_of, strength
from pbem.systems.midway.words.names import (
    BOXES,
    carrier_name,
    damage_words,
    named,
    ring_name,
    step_title,
    turn_title,
)

LEFT = "If nothing is ordered: "
EACH = "Each in the place of another."


def sections(view: View[Game], charts: Charts) -> tuple[Section, ...]:
    """The situation, the phases in which something can be decided, and standing orders.

    The full form has more examples, and what each word of a standing order means.
    """
    if not view.decision.covers:
        return ()
    phases = {sight.phase: _section(sight) for sight in sights(view, charts)}
    decided = tuple(section for section in phases.values() if section.examples)
    idle = tuple(section.title for section in phases.values() if not section.examples)
    brief = tuple(_together(view, phases, charts))
    more = (_more(*both) for both in zip(decided, brief, strict=True))
    return (
        situation(view, charts, idle),
        *brief,
        standing_section(view, charts),
        *(section for section in more if section.examples),
        meanings(view),
    )


def _section(sight: Sight) -> Section:
    choices, examples = _PHASES[(sight.phase - 1) // 2]
    offered = tuple(examples(sight))
    left = left_alone(sight, deckless) if offered else ""
    return Section(
        title=f"{turn_title(sight.turn).capitalize()}, {step_title(sight.turn, str(sight.phase))}",
        rule=f"M{sight.phase}",
        choices=(*choices(sight), *((f"{LEFT}{left}",) if left else ())),
        examples=offered,
    )


def _together(view: View[Game], phases: Mapping[int, Section], charts: Charts) -> Iterator[Section]:
    """Phases with an example of each kind of order, of which all can be given in one file.

    Of a kind of which none can be given with those before, one is shown that they leave room for
    and that is legal by itself, too.
    """
    given: tuple[Order, ...] = ()
    for phase, section in phases.items():
        if section.examples:
            shown = _one_of_each(view, given, section.examples, charts)
            left = _left_by(view, (*given, *shown), phase, charts)
            kinds = {order.type for order in shown}
            other = (order for order in left if order.type not in kinds)
            more = tuple(order for order in other if not any(check(view, (order,), charts)))
            shown += _one_of_each(view, (*given, *shown), more, charts)
            given += shown
            yield replace(section, examples=shown)


def _one_of_each(
    view: View[Game], given: tuple[Order, ...], examples: Iterable[Order], charts: Charts
) -> tuple[Order, ...]:
    """The first example of each kind that is legal with the orders given and those found before."""
    found: dict[str, Order] = {}
    for order in examples:
        file = (*given, *found.values(), order)
        if order.type not in found and not any(check(view, file, charts)):
            found[order.type] = order
    return tuple(found.values())


def _left_by(
    view: View[Game], given: tuple[Order, ...], phase: int, charts: Charts
) -> tuple[Order, ...]:
    """The examples of a phase as orders given for it, and for those before, leave it."""
    sight = standing_sight(view, charts)
    for key in view.decision.covers:
        step = key.partition("/")[2]
        own = tuple(order for order in given if is_for(order, step))
        sight = in_phase(view, sight, key, own)
        if sight.phase == phase:
            return tuple(_PHASES[(phase - 1) // 2][1](sight))
        sight = after(sight)
    return ()


def _more(section: Section, brief: Section) -> Section:
    rest = tuple(order for order in section.examples if order not in brief.examples)
    title = f"Other examples for {section.title.partition(': ')[2]}"
    return Spare(title=title, rule=section.rule, choices=(EACH,), examples=rest)


# --- landing [M1] ---------------------------------------------------------------------------------


def _landing(sight: Sight) -> Iterator[str]:
    waiting = tuple(sight.game.squadrons_in(sight.side, "waiting"))
    if not waiting:
        yield "Nothing waits to land."
        return
    yield f"Waiting to Land: {named(waiting)}."
    for squadron in waiting:
        if squadron.marks:
            yield (
                f"{squadron.id}: {squadron.marks} of {sight.charts.ditch} wait marks; with the"
                " last it ditches [M1.5]."
            )
    for carrier in sight.carriers():
        yield f"{carrier_name(carrier.id)}: {_landing_room(sight, carrier)}"
        if not any(no_deck(sight, carrier)):
            yield from sooner(sight, carrier.id, ids_of(waiting))


def _landing_room(sight: Sight, carrier: Carrier) -> str:
    room = f"may land whole squadrons of up to {sight.charts.landing} SP"
    deck = sight.deck(carrier)
    match bar_to_land(sight.game, carrier, sight.charts):
        case "":
            return f"{room} [M1.2]."
        case "M15.2" if is_hopeful(sight, carrier) and not deck:
            hope = repaired(carrier.id, sight.charts)
            return f"crippled; if she {hope} she {room} [M1.2, M15.2]."
        case "M15.2":
            return "crippled, lands nothing [M15.2]."
    return f"lands nothing, for {named(deck)} on deck [M1.1]."


def _landing_examples(sight: Sight) -> Iterator[Order]:
    waiting = sorted(sight.game.squadrons_in(sight.side, "waiting"), key=lambda s: (-s.sp, s.id))
    for carrier in sight.carriers():
        before = landing_before(sight, carrier.id)
        free = [squadron for squadron in waiting if squadron.id not in before]
        if free and not any(no_deck(sight, carrier)):
            landed = filled(free, sight.charts.landing)
            yield Land(carrier=carrier.id, squadrons=ids_of(landed))


# --- moving [M3] ----------------------------------------------------------------------------------


def _moving(sight: Sight) -> Iterator[str]:
    found = False
    for box, to in NEXT.items():
        own = sight.own(box)
        if own:
            found = True
            go = "leave for" if box == "cap" else "move on to"
            yield f'{BOXES[box]}: {named(own)} may stay, or {go} {BOXES[to]} ("{to}").'
    if not found:
        yield "You have nothing that could move."
    elif _searches(sight):
        yield (
            "The enemy has not been found. Bombers that leave Moving search for him in four groups,"
            " of which one arrives by the die; groups differ by at most one squadron [M16]."
        )
        groups = "search-groups names all that advance: groups = [[…], […], […], […]]."
        partners = f"{sight.last} forms the search groups, for it writes last [MH36]."
        yield (
            f"{groups if sight.is_last else partners} Fighters advance if a bomber does in this"
            " phase, else they stay [M4.3]; they fly in any group, also without bombers in it"
            " [M16.1]."
        )


def _moving_examples(sight: Sight) -> Iterator[Order]:
    for box in ("moving", "ready", "home", "cap"):
        own = sight.own(box)
        if own and (box != "moving" or not must_search(sight.game, sight.side) or _searches(sight)):
            going = tuple(squadron for squadron in own if squadron in sight.going)
            some = going if _searches(sight) else own[:-1]
            yield from (
                Move(squadrons=ids_of(go), to=NEXT[box]) for go in dict.fromkeys((some, own)) if go
            )
        if own and box != "cap":
            yield from (Stay(squadrons=ids_of(stay)) for stay in dict.fromkeys((own[-1:], own)))
    if _forms_groups(sight):
        going = from_box(sight.going, "moving")
        yield SearchGroups(groups=dealt(ids_of(going), sight.charts.limits.search_groups))


def _searches(sight: Sight) -> bool:
    """Whether the seat can begin the search now [M4.2]."""
    bombers = any(s.is_bomber for s in sight.own("moving"))
    return must_search(sight.game, sight.side) and bombers


def _forms_groups(sight: Sight) -> bool:
    """Whether the seat writes the search groups: as the last of its side [MH36]."""
    return sight.is_last and is_searching(sight.game, sight.side, sight.going)


# --- CAP attacks [M5] -----------------------------------------------------------------------------


def _cap(sight: Sight) -> Iterator[str]:
    cap = sight.own("cap")
    if not cap:
        yield "You have no CAP."
        return
    for ring in range(1, sight.charts.cap_rings + 1):
        flying = tuple(s for s in cap if s.ring == ring)
        if flying:
            then = ring_name(moved_out(flying[0], sight.charts).ring)
            yield f"CAP ring {ring}: {named(flying)} may hold, or attack and go to {then} [M5.11]."
    there = f"that may be Ready to Attack by then{come(sight)}"
    there = there if sight.is_guess else "Ready to Attack"
    raiders = sight.raiders()
    most = sight.most(raiders)
    few = f"; {most} SP of them at most [M16.3]" if most < strength(raiders) else ""
    yield f"Enemy planes {there}: {named(raiders)}{few}."
    yield "As many SP as there are escorts must fight these; the rest meet bombers [M5.2]."
    yield "tb_hits: so many hits fall on torpedo bombers; -1: by doctrine [M5.8]."
    yield "What a cap-attack does not name holds; an empty one holds all [M5.1]."


def _cap_examples(sight: Sight) -> Iterator[Order]:
    """None if the CAP can meet nobody: it would come to nothing."""
    cap = sight.own("cap")
    if cap and sight.raiders():
        yield CapAttack(squadrons=ids_of(cap))
        yield from (CapAttack(squadrons=(squadron.id,)) for squadron in cap if len(cap) > 1)
        yield CapAttack()


# --- carrier attacks [M7] -------------------------------------------------------------------------


def _attacking(sight: Sight) -> Iterator[str]:
    if not sight.bombers():
        yield "You have no bombers in Attacking."
        return
    yield f"Attacking: {named(sight.bombers())}; each names one target."
    yield "All that name one carrier are one wave: its AA dice fire once at it [M7.2]."
    targets = (
        f"{carrier_name(one.id)} ({damage_words(one, sight.charts)},"
        f" {sight.charts.carriers[one.id].aa} AA dice)"
        for one in afloat(sight.game, other(sight.side), sight.charts)
    )
    yield f"Targets: {', '.join(targets)}."


def _attacking_examples(sight: Sight) -> Iterator[Order]:
    for target in default_targets(sight.game, sight.side, sight.charts)[:1]:
        if sight.bombers():
            yield Attack(squadrons=ids_of(sight.bombers()), carrier=target.id)


# --- launching [M9] -------------------------------------------------------------------------------


def _launching(sight: Sight) -> Iterator[str]:
    for carrier in sight.carriers():
        deck, name = sight.deck(carrier), carrier_name(carrier.id)
        if not is_able(carrier, sight.charts):
            yield f"{name}: crippled, launches nothing [M15.2]."
        elif deck:
            yield f"{name} deck: {named(deck)}; {_ways(deck)}."
    yield "What is not launched stays on deck, and the carrier cannot land [M9.2]."


def _ways(deck: tuple[Squadron, ...]) -> str:
    bombers = ["bombers go to strike"] if any(s.is_bomber for s in deck) else []
    fighters = ["fighters to strike or cap"] if any(not s.is_bomber for s in deck) else []
    return ", ".join([*bombers, *fighters])


def _launching_examples(sight: Sight) -> Iterator[Order]:
    for carrier in sight.carriers():
        deck = sight.deck(carrier)
        if deck and is_able(carrier, sight.charts):
            yield Launch(
                carrier=carrier.id,
                strike=ids_of(s for s in deck if s.is_bomber),
                cap=ids_of(s for s in deck if not s.is_bomber),
            )


# --- planning [M11] -------------------------------------------------------------------------------


def _planning(sight: Sight) -> Iterator[str]:
    if sight.seals:
        yield "Your plan is sealed: nobody can read it before your next file opens it [M11.5]."
    for carrier in sight.carriers():
        name, deck = carrier_name(carrier.id), sight.deck(carrier)
        hangar = named(sight.game.aboard(carrier.id, "hangar"))
        if deck or hangar:
            yield f"{name}: on deck {named(deck) or 'nothing'}; in hangar {hangar or 'nothing'}."
            if not is_able(carrier, sight.charts):
                hope = next_turn(carrier, sight.charts)
                unless = f" unless she {hope}" if hope else ""
                yield (
                    f"{name} is crippled: next turn nothing takes off from her and nothing lands"
                    f" on her{unless} [M11.4, M15.2]."
                )
    yield (
        f"With planes, {sight.charts.deck} SP at most, a deck launches; only a clear one lands"
        " [M11.2]."
    )
    if last := last_launch(sight):
        yield f"A deck is of no use but to be clear: {last}."
    coming = strength(sight.game.squadrons_in(sight.side, "waiting"))
    behind = strength(sight.game.squadrons_in(sight.side, "home"))
    yield f"Your side has {coming} SP waiting to land and {behind} SP heading home."
    yield (
        "What a plan leaves out goes below; one without a deck clears it. Once you plan one deck"
        " the others stay as they are [MH33]."
    )


def _planning_examples(sight: Sight) -> Iterator[Order]:
    for carrier in sight.carriers():
        aboard = sorted(sight.game.aboard(carrier.id), key=lambda s: (SPOTTING.index(s.kind), s.id))
        if aboard:
            yield Plan(carrier=carrier.id, deck=ids_of(filled(aboard, sight.charts.deck)))
            yield Plan(carrier=carrier.id, deck=())


_PHASES: tuple[tuple[Callable[[Sight], Iterator[str]], Callable[[Sight], Iterator[Order]]], ...] = (
    (_landing, _landing_examples),
    (_moving, _moving_examples),
    (_cap, _cap_examples),
    (_attacking, _attacking_examples),
    (_launching, _launching_examples),
    (_planning, _planning_examples),
)
"""For each pair of phases: what is said of it, and the examples."""
