"""What happened in Midway in a few lines, as a person would tell it [MH28]."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.counting import capital, count
from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, fitted, stopped
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import SIDES, other
from pbem.systems.midway.rules.victory import points
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.table.orders import StandingMove, StandingTargets
from pbem.systems.midway.table.state import Box, Game, ids_of, strength
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.losses import aircraft, ships, side_of
from pbem.systems.midway.words.names import SIDE_NAMES, SOME, all_of, carrier_name, do, seat_name
from pbem.systems.midway.words.orders import ORDERED, standing_ended

ENDED, SCORED, LOST, FOUND, COMING, WAITING, MENDED, DONE, PLANNED, FULLER = range(10, 0, -1)
"""How much weight each part has where there is no room for all, and that it is told in full."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts, most: int = LINES
) -> tuple[str, ...]:
    """The end, ships, aircraft, search, launches, landings, repairs, plans, strikes, the score."""
    told = tuple(one.event for one in happenings)
    is_aboard = bool(told) and all(isinstance(event, _ABOARD) for event in told)
    sentences = (
        ((ENDED, _end(told, charts)),),
        ((ENDED, ships(told, charts)),),
        ((LOST, aircraft(told, charts)),),
        (
            (FOUND, _search(told)),
            (DONE, _vain_cap(told, charts)),
            (DONE, _cap(told, game)),
            (DONE, _holding_cap(told)),
            (DONE, _landing_cap(told)),
            (DONE, _launches(told, charts)),
            (DONE, _landings(told, charts)),
            (WAITING, _waiting(told, charts)),
            (PLANNED, _home(told, game, charts)),
            (DONE, _void(told, charts)),
            (DONE, _ended(told, charts)),
        ),
        ((MENDED, _repairs(told, charts)),),
        ((PLANNED, _plans(told, game, charts)),),
        ((COMING, () if game is None or is_aboard else _coming(game)),),
        ((SCORED, _score(happenings, game, charts)),),
    )
    clauses = (
        _clause(number, weight, forms)
        for number, parts in enumerate(sentences)
        for weight, said in parts
        if (forms := tuple(dict.fromkeys(one.rstrip(".") for one in said)))
    )
    return fitted(tuple(clauses), {}, stopped, most)


def _clause(number: int, weight: int, forms: tuple[str, ...]) -> Clause:
    """A clause in its `forms`, of which all but the last give way before anything goes untold."""
    *fuller, last = forms
    return Clause(sentence=number, forms=(*((FULLER, words) for words in fuller), (weight, last)))


def _end(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    for event in told:
        if isinstance(event, happened.GameEnded):
            yield lines(event, charts)[0].text


def _search(told: Sequence[Event]) -> Iterator[str]:
    for event in told:
        if isinstance(event, happened.Searched):
            found = event.groups[event.lucky - 1]
            verb = "finds" if len(found) == 1 else "find"
            yield (
                f"The Japanese fleet is found: {all_of(found)} {verb} it."
                if found
                else "The American search finds nobody, and is over: all may advance next turn."
            )


def _vain_cap(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Whose CAP attacks and shoots nothing down [M5.5, M5.7]; its own losses are told apart."""
    attacked = {event.side for event in told if isinstance(event, happened.CapAttacked)}
    hit: set[str] = set()
    for event in told:
        match event:
            case happened.Dogfought():
                hit |= {side_of(id_, charts) for id_, sp in event.escort_losses.items() if sp}
            case happened.BombersHit():
                hit |= {side_of(id_, charts) for id_, sp in event.losses.items() if sp}
    sides = [SIDE_NAMES[side] for side in SIDES if side in attacked and other(side) not in hit]
    if sides:
        verbs = "attacks and hits" if len(sides) == 1 else "attack and hit"
        yield f"The {all_of(sides)} CAP {verbs} nothing."


def _cap(told: Sequence[Event], game: Game | None) -> Iterator[str]:
    """Whose CAP has attacked so often, or lost so much, that none of it flies any more [M5.11]."""
    if game is None:
        return
    attacked = {event.side for event in told if isinstance(event, happened.CapAttacked)}
    worn = (side for side in SIDES if side in attacked)
    bare = [SIDE_NAMES[side] for side in worn if not any(game.squadrons_in(side, "cap"))]
    if bare:
        yield f"The {all_of(bare)} {'side has' if len(bare) == 1 else 'sides have'} no CAP left."


def _holding_cap(told: Sequence[Event]) -> Iterator[str]:
    """Whose CAP lets enemy planes in Ready to Attack be [M5.1]."""
    held = {event.side for event in told if isinstance(event, happened.CapHeld)}
    sides = [SIDE_NAMES[side] for side in SIDES if side in held]
    if sides:
        yield f"The {all_of(sides)} CAP {'holds' if len(sides) == 1 else 'hold'}."


def _landing_cap(told: Sequence[Event]) -> Iterator[str]:
    """Who was ordered to leave CAP [M3.4]; where fights wore it out, these tell it."""
    left = [
        id_
        for event in told
        if isinstance(event, happened.Moved) and event.origin.startswith("cap")
        if not event.target.startswith("cap")
        for id_ in event.squadrons
    ]
    if left:
        who = all_of(left) if len(left) <= SOME else count(len(left), "squadron")
        yield f"{who} {'leaves' if len(left) == 1 else 'leave'} CAP."


def _launches(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Who launched how many squadrons."""
    parts = []
    for side in SIDES:
        launched = [
            event
            for event in told
            if isinstance(event, happened.Launched) and charts.carriers[event.carrier].side == side
        ]
        ids = dict.fromkeys(event.carrier for event in launched if event.strike or event.cap)
        ships = tuple(map(carrier_name, ids))
        idle = dict.fromkeys(event.carrier for event in launched if event.carrier not in ids)
        strike = sum(len(event.strike) for event in launched)
        cap = sum(len(event.cap) for event in launched)
        many = [f"{count(strike, 'squadron')} to strike"] if strike else []
        many += [f"{count(cap, 'squadron')} to CAP"] if cap else []
        if many:
            parts.append(f"{do(ships, 'launches', 'launch')} {' and '.join(many)}")
        if idle:
            parts.append(f"{do(tuple(map(carrier_name, idle)), 'launches', 'launch')} nothing")
    if parts:
        yield f"{'; '.join(parts)}."


def _landings(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Who lands how many squadrons."""
    parts = []
    for side in SIDES:
        landed = [
            event
            for event in told
            if isinstance(event, happened.Landed) and charts.carriers[event.carrier].side == side
        ]
        ships = tuple(dict.fromkeys(carrier_name(event.carrier) for event in landed))
        many = count(sum(len(event.squadrons) for event in landed), "squadron")
        parts += [f"{all_of(ships)} {_verb(ships, 'land')} {many}"] if ships else []
    if parts:
        yield "; ".join(parts)


def _waiting(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """How many do not land, and who ditches with the next miss [M1.5]."""
    missed = _missed(told)
    parts = []
    for side in SIDES:
        name = SIDE_NAMES[side]
        own = {id_: marks for id_, marks in missed.items() if side_of(id_, charts) == side}
        last = [id_ for id_, marks in own.items() if marks == charts.ditch - 1]
        many = "they" if len(last) == len(own) else count(len(last), "squadron")
        who = all_of(last) if len(last) <= SOME else many
        ditch = f", and with the next miss {who} {'ditches' if len(last) == 1 else 'ditch'}"
        if own:
            left = count(len(own), f"{name} squadron does", f"{name} squadrons do")
            parts.append(f"{left} not land{ditch if last else ''}")
    if parts:
        yield "; ".join(parts)


def _missed(told: Sequence[Event]) -> dict[str, int]:
    """The wait marks of squadrons that have not landed since, nor ditched [M1.5]."""
    marks: dict[str, int] = {}
    for event in told:
        match event:
            case happened.Waited():
                marks |= event.marks
            case happened.Landed() | happened.Ditched():
                marks = {id_: n for id_, n in marks.items() if id_ not in event.squadrons}
    return marks


def _void(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Orders that come to nothing: with which squadrons, as others of them may be carried out."""
    void: dict[tuple[str, str], list[str]] = {}
    for event in told:
        if isinstance(event, happened.OrderVoided):
            found = void.setdefault((event.seat, event.order), [])
            found += (id_ for id_ in event.ids if id_ in charts.squadrons)
    parts = []
    for (seat, order), ids in void.items():
        who = all_of(ids) if len(ids) <= SOME else count(len(ids), "squadron")
        whose = f" with {who}" if ids else ""
        parts.append(f"the {ORDERED[order]} of {seat_name(seat)}{whose} comes to nothing")
    if parts:
        yield capital("; ".join(parts))


def _ended(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Standing orders by whose end others go elsewhere from now on [MB1].

    Who only went before others is gone himself.
    """
    ends = (one for one in told if isinstance(one, happened.StandingEnded))
    over = [standing_ended(one, charts) for one in ends if one.order in _STEERING]
    if over:
        yield capital("; ".join(over))


_STEERING = (StandingMove.type, StandingTargets.type)
"""The standing orders that tell squadrons where to go [M3.1, M7.1]."""


def _repairs(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Who is less damaged than before, and who flies off aircraft again [M13.2, M15.2]."""
    done = [event for event in told if isinstance(event, happened.RepairTried) and event.repaired]
    hits, last = Counter(event.carrier for event in done), {one.carrier: one for one in done}
    parts, short = [], []
    for id_, event in last.items():
        words = f"{carrier_name(id_)} repairs {count(hits[id_], 'hit')}"
        short.append(words)
        later = told[told.index(event) :]
        if any(isinstance(one, happened.Damaged) and one.carrier == id_ for one in later):
            parts.append(f"{words} before she is hit")
            continue
        able = event.damage < charts.crippled <= event.damage + hits[id_]
        back = ", and is crippled no longer" if able else ""
        parts.append(f"{words}, damage {event.damage} of {charts.sunk}{back}")
    if parts:
        yield "; ".join(parts)
        yield "; ".join(short)


def _plans(told: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[str]:
    """On which decks squadrons come up, from which some or all go, or that plans are sealed.

    A deck whose squadrons were launched since is told with the launch, a plan that was opened
    since with its decks [M11.5].
    """
    decks: dict[str, happened.Planned] = {}
    up: dict[str, set[str]] = {}
    for event in told:
        match event:
            case happened.Planned():
                decks[event.carrier] = event
                new = up.get(event.carrier, set()) | {*event.deck}.difference(event.kept)
                up[event.carrier] = new.intersection(event.deck)
            case happened.Launched() if event.strike or event.cap:
                decks.pop(event.carrier, None)
                up.pop(event.carrier, None)
    parts = []
    for side in SIDES:
        own = {id_: plan for id_, plan in decks.items() if charts.carriers[id_].side == side}
        spotted = [carrier_name(id_) for id_ in own if up[id_]]
        if spotted:
            many = count(sum(len(up[id_]) for id_ in own), "squadron")
            parts.append(f"{all_of(spotted)} {_verb(spotted, 'spot')} {many} on deck")
        less = {id_: plan for id_, plan in own.items() if plan.deck and not up[id_]}
        if struck := [carrier_name(id_) for id_ in less]:
            many = count(sum(len(plan.below) for plan in less.values()), "squadron")
            parts.append(f"{all_of(struck)} {_verb(struck, 'strike')} {many} below")
    clear = [carrier_name(id_) for id_, plan in decks.items() if not plan.deck]
    if clear:
        parts.append(
            f"{all_of(clear)} {'clears her deck' if len(clear) == 1 else 'clear their decks'}"
        )
    seals = dict.fromkeys(one.seat for one in told if isinstance(one, happened.PlanSealed))
    sealed = [seat for seat in seals if game is None or seat in game.sealed_plans]
    if sealed:
        whose = all_of(map(seat_name, sealed))
        parts.append(
            f"the {f'plan of {whose} is' if len(sealed) == 1 else f'plans of {whose} are'} sealed"
        )
    if parts:
        words = "; ".join(parts)
        yield f"{capital(words)}."


def _verb(subjects: Sequence[str], verb: str) -> str:
    return f"{verb}s" if len(subjects) == 1 else verb


_NEAREST: tuple[tuple[Box, str], ...] = (
    ("attacking", "Attacking"), ("ready", "Ready to Attack"), ("moving", "Moving to Attack"),
)  # fmt: skip
"""The boxes of a strike, the nearest to the enemy first."""

_ABOARD = (
    happened.Landed,
    happened.Waited,
    happened.Planned,
    happened.PlanSealed,
    happened.PlanBroken,
    happened.RepairTried,
    happened.OrderVoided,
)
"""What changes nothing of the strikes in the air."""


def _coming(game: Game) -> Iterator[str]:
    """The strikes in the air, nearest first: all can see them."""
    if game.ending is not None:
        return
    sides = []
    for side in SIDES:
        there = {
            box: strength(s for s in game.squadrons_in(side, where) if s.is_bomber)
            for where, box in _NEAREST
        }
        if far := ", ".join(f"{sp} SP {box}" for box, sp in there.items() if sp):
            sides.append(f"{SIDE_NAMES[side]} {far}")
    if sides:
        words = "; ".join(sides)
        yield f"Bombers outbound: {words}."
        yield f"Bombers: {words.replace(_TO_ATTACK, '')}."


_TO_ATTACK = " to Attack"
"""What is left out of the name of a box where there is little room."""


def _home(told: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[str]:
    """How many wait to land, of each side of which some came to that box since.

    They come home from a strike, leave CAP, or have attacked from its last ring [M3.1, M3.4,
    M5.11]. Where the state is not known those who came are told. Of those who have missed a landing
    it is told already.
    """
    came: dict[str, None] = {}
    for event in told:
        match event:
            case happened.Moved(target="waiting"):
                came |= dict.fromkeys(event.squadrons)
            case happened.CapMovedOut():
                came |= dict.fromkeys(id_ for id_, ring in event.rings.items() if not ring)
            case happened.Landed() | happened.Ditched():
                came = {id_: None for id_ in came if id_ not in event.squadrons}
    missed = _missed(told)
    home = Counter(side_of(id_, charts) for id_ in came if id_ not in missed)
    if game is not None:
        waiting = (id_ for side in home for id_ in ids_of(game.squadrons_in(side, "waiting")))
        home = Counter(side_of(id_, charts) for id_ in waiting if id_ not in missed)
    more = {side_of(id_, charts): "more " for id_ in missed}
    many = all_of(
        count(home[side], f"{more.get(side, '')}{SIDE_NAMES[side]} squadron")
        for side in SIDES
        if home[side]
    )
    if many:
        yield f"{many} {'waits' if home.total() == 1 else 'wait'} to land."


def _score(happenings: Sequence[Happening], game: Game | None, charts: Charts) -> Iterator[str]:
    """The score, and what it was before the first event that changed it [MH28].

    Of a turn that is over, whose state is not known, only what its events say of it.
    """
    scores = [one.score for one in happenings if one.score is not None]
    if not scores and game is None:
        return
    after = scores[-1].now if game is None else points(game, charts)
    now = ", ".join(f"{SIDE_NAMES[side]} {after[side]}" for side in SIDES)
    before = [scores[0].now[side] - scores[0].gained.get(side, 0) for side in SIDES if scores]
    is_new = any(one.gained for one in scores)
    was = f" (before: {before[0]} and {before[1]})" if is_new else ", as before"
    yield f"Points: {now}{was if happenings else ''}."
