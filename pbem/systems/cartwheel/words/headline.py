"""What happened, in a few lines: losses, what was taken and done, the score, what is to come."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, clause, fitted
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_passes import missions_to_order
from pbem.systems.cartwheel.table.events_charts import BaseLost, Tf36Arrived
from pbem.systems.cartwheel.table.events_play import OperationsOver
from pbem.systems.cartwheel.table.events_turn import (
    EVENT,
    BaseHit,
    ControlPassed,
    GameEnded,
    MobileOverrun,
    TurnBegan,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, SIDES, Game, other
from pbem.systems.cartwheel.table.under_way import Raid, Voyage
from pbem.systems.cartwheel.words.deeds import COMING, HARMED, KNOWN, LOST, UNDER_WAY, Forms
from pbem.systems.cartwheel.words.fights import bases_told
from pbem.systems.cartwheel.words.losses import PEOPLES, is_worse_told, losses
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    capital_ships,
    points,
    short_place,
    verb,
)
from pbem.systems.cartwheel.words.news import done
from pbem.systems.cartwheel.words.play import mission_name, numbers_of, raid_name, voyage_name

SOME = 4
"""So many units at most are named in a line; more are counted."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts, most: int = LINES
) -> tuple[str, ...]:
    """How the game ended, losses, places, what was done, the score, and what is to come.

    `game` is the state after it all, None where only events are known.
    """
    events = tuple(one.event for one in happenings)
    if not events:
        return ()
    ended = _ended(events)
    # Steps are less than what is gone: that may be told with the fight which has cost it.
    at = 5 if is_worse_told(events, charts) else 1
    clauses = (
        *((clause(0, KNOWN, ended),) if ended else ()),
        *(Clause(sentence=at, forms=forms) for forms in losses(events, charts)),
        *(clause(2, weight, part) for weight, part in _places(events, charts)),
        *done(events, game, charts, 3),
        *(clause(6, KNOWN, part) for part in _score(happenings, game)),
        *(_next(happenings, game, charts) if game and not ended else ()),
    )
    return fitted(clauses, {}, most=most)


def _ended(events: Iterable[Event]) -> str:
    """Who won, and by how much: a margin in points may not suffice for it [H16.3, H16.4]."""
    for event in events:
        if isinstance(event, GameEnded):
            level = f"{event.level}{' victory' if event.winner else ''}"
            ahead = PEOPLES[ALLIED if event.margin > 0 else JAPANESE]
            by = f", {ahead} {points(abs(event.margin))} ahead" if event.margin else ""
            why = f", for the {ADJECTIVES[other(event.winner)]} player resigns"
            return f"The game is over: {level}{why if event.reason == 'resigned' else by}"
    return ""


# --- places --------------------------------------------------------------------------------------


def _places(events: Sequence[Event], charts: Charts) -> Iterator[tuple[int, str]]:
    """TF-36, what changed hands or is lost with its hex, and which bases were wrecked.

    What the words on fights tell with its cause is not told here.
    """
    taken: dict[str, list[str]] = {}
    ended: list[str] = []
    hit: dict[str, str] = {}
    shaken: list[str] = []
    told = {id(one) for one in bases_told(events)}
    for event in events:
        match event:
            case ControlPassed():
                taken.setdefault(event.side, []).append(short_place(event.hex, charts))
                ended += (base_name(base, charts) for base in event.removed)
            case MobileOverrun():
                ended.append(base_name(event.base, charts))
            case BaseHit() if event.effect and event.cause == EVENT:
                shaken.append(base_name(event.base, charts))
            case BaseHit() if event.effect and id(event) not in told:
                hit[event.base] = event.effect
            case BaseLost() if event.how == "sunk":
                hit[event.base] = "sunk with all aircraft aboard"
    price = points(charts.tf36.committed)
    for event in events:
        if isinstance(event, Tf36Arrived):
            yield LOST, f"TF-36 appears at {short_place(event.hex, charts)}, {price} for Japan"
    for side, names in taken.items():
        yield LOST, f"{PEOPLES[side]} {'take' if side == 'allied' else 'takes'} {_named(names)}"
    if ended:
        yield LOST, f"{_named(ended)} {verb(ended, 'is', 'are')} lost for ever"
    yield from ((HARMED, f"a volcano disrupts {base}") for base in shaken)
    for effect in dict.fromkeys(hit.values()):
        yield HARMED if effect == "disrupted" else LOST, _wrecked(effect, hit, charts)


def _named(names: list[str]) -> str:
    unlike = tuple(dict.fromkeys(names))
    return all_of(unlike) if len(unlike) <= SOME else count(len(unlike), "place")


def _wrecked(effect: str, hit: Mapping[str, str], charts: Charts) -> str:
    bases = [base_name(base, charts) for base, done in hit.items() if done == effect]
    return f"{_named(bases)} {verb(bases, 'is', 'are')} {effect}"


# --- score and what is to come -------------------------------------------------------------------


def _score(happenings: Sequence[Happening], game: Game | None) -> Iterator[str]:
    """The score, and what it was before these events added to it [H16].

    Of a turn that is over, whose state is not known, only what its events say of it.
    """
    scores = [one.score for one in happenings if one.score is not None]
    if not scores and game is None:
        return
    now = {side: game.points(side) if game else scores[-1].now[side] for side in SIDES}
    was = {side: now[side] - sum(one.gained.get(side, 0) for one in scores) for side in SIDES}
    before = {side: f" (before {points(was[side])})" for side in SIDES if was[side] != now[side]}
    told = ", ".join(f"{ADJECTIVES[s]} {points(now[s])}{before.get(s, '')}" for s in SIDES)
    unchanged = "" if game or before else ", as before"
    yield f"The score {'is' if game else 'was'} {told}{unchanged}"


def _to_come(game: Game, charts: Charts) -> Forms:
    """Missions that await a reply, or dice, and what was ordered ahead, for all to see."""
    raids = unanswered(game)
    if raids:
        # Each has commas of its own, so they are told apart by semicolons.
        told = "; ".join(
            f"{mission_name(raid, charts)}, {BANDS[raid.band - 1]}, with {numbers_of(raid)}"
            for raid in raids
        )
        awaits = ", awaits" if len(raids) == 1 else "; they await"
        reply = f"the {ADJECTIVES[other(raids[0].side)]} reply"
        await_ = f"{'await' if raids[1:] else 'awaits'} {reply}"
        where = f"{all_of(raid_name(raid, charts) for raid in raids)} {await_}"
        return (
            (UNDER_WAY, f"{told}{awaits} {reply}{_behind(game, raids[0].side, charts)}"),
            (COMING if raids[1:] else KNOWN, where),
            (KNOWN, f"{count(len(raids), 'mission')} {await_}"),
        )
    blind = game.operations.blind
    if blind is not None and (blind.raids or blind.voyages):
        strikes = [mission_name(raid, charts) for raid in blind.raids]
        sea = [voyage_name(one) for one in blind.voyages]
        ahead = [*strikes, *sea]
        few = f"{count(len(ahead), 'mission')} ordered ahead, still to come"
        return (COMING, f"Ordered ahead, still to come: {all_of(ahead)}"), (KNOWN, few)
    queued = (game.operations.raids.get(id_) for id_ in game.operations.queue)
    flown = [mission_name(raid, charts) for raid in queued if raid is not None]
    way = [*flown, *_sailing(game, charts)]
    if way:
        brings = "the next file brings what comes of it"
        few = f"{_missions(game, charts)} ordered"
        return (
            (UNDER_WAY, f"Ordered: {all_of(way)}; {brings}"),
            (COMING if way[1:] else KNOWN, f"Ordered: {all_of(_aims(game, charts))}"),
            (KNOWN, few),
        )
    return ()


def _missions(game: Game, charts: Charts) -> str:
    """What is ordered in the fewest words: `2 Japanese missions to Buka and Munda are`."""
    one = game.operations
    queue = [one.raids.get(id_) or one.voyages.get(id_) for id_ in one.queue]
    goals = dict.fromkeys(
        short_place(it.hex if isinstance(it, Raid) else it.path[-1], charts) for it in queue if it
    )
    sides = {it.side for it in queue if it}
    whose = f"{ADJECTIVES[sides.pop()]} " if len(sides) == 1 else ""
    to = f" to {all_of(goals)}" if 0 < len(goals) <= SOME else ""
    return f"{count(len(queue), f'{whose}mission')}{to} {verb(one.queue, 'is', 'are')}"


def _aims(game: Game, charts: Charts) -> Iterator[str]:
    """What is ordered in few words: `the Allied strike on Lae`, `DAI3 sails to Buka`."""
    for id_ in game.operations.queue:
        if id_ in game.operations.raids:
            yield raid_name(game.operations.raids[id_], charts)
        elif id_ in game.operations.voyages:
            yield _voyage(game.operations.voyages[id_], charts)


def _behind(game: Game, side: str, charts: Charts) -> str:
    """What of a side waits for a reply beside its raids: ships that sail, and that it is done."""
    sail = [*_sailing(game, charts)]
    then = f". Behind that {all_of(sail)}" if sail else ""
    is_out = side in game.operations.out
    return f"{then}. The {ADJECTIVES[side]} player has passed out" if is_out else then


def _sailing(game: Game, charts: Charts) -> Iterator[str]:
    """The ships whose voyages are ordered and not yet carried out, with where they go."""
    for id_ in game.operations.queue:
        one = game.operations.voyages.get(id_)
        if one is not None:
            yield f"{_voyage(one, charts)} ({one.id})"


def _voyage(one: Voyage, charts: Charts) -> str:
    """`IJN-CA1 sails to Munda`, `5 ships (IJN-BB1 among them) sail to Munda`."""
    ships = all_of(one.ships)
    if len(one.ships) > SOME:
        ships = f"{count(len(one.ships), 'ship')}{capital_ships(one.ships, charts)}"
    return f"{ships} {verb(one.ships, 'sails', 'sail')} to {short_place(one.path[-1], charts)}"


def _phase(game: Game, charts: Charts) -> Forms:
    """Who may fly and sail now, and how much of the turn is left."""
    operations = game.operations
    left = {side: missions_to_order(game, side, charts) for side in SIDES}
    who, foe = operations.to_act, other(operations.to_act)
    many = min(operations.run, left[who])
    run = f" with a run of {count(many, 'mission')}" if many > 1 else ""
    whose = f"the {ADJECTIVES[foe]} player"
    rest = f"{whose} has passed out" if foe in operations.out else f"{left[foe]} of {whose}'s"
    down = "".join(f". The {ADJECTIVES[side]} player has stood down" for side in game.stand_down)
    act = f"the {ADJECTIVES[who]} player is to act{run}"
    whole = f"{act}; left this turn: {count(left[who], 'mission')} of his, {rest}{down}"
    return (COMING if down else UNDER_WAY, whole), (KNOWN, act)


def _ashore(event: OperationsOver, last: str, game: Game) -> str:
    """Whose the orders ashore are, and who can give none, such as to unload a convoy [H11.1.2].

    `last` is the step in which the last of the news happened.
    """
    if len(event.idle) == len(SIDES):
        return "; neither side can order anything ashore"
    idle = "".join(f"; the {ADJECTIVES[s]} player can order nothing ashore" for s in event.idle)
    first = game.turn.first_ashore
    if event.idle or last != "4.4" or not first:
        return idle
    return f"; the {ADJECTIVES[first]} player is first ashore"


def _next(happenings: Sequence[Happening], game: Game, charts: Charts) -> Iterator[Clause]:
    """What is to come: replies, missions, and before them which part of a turn has begun."""
    forms = _to_come(game, charts)
    if not forms and game.operations.to_act and not game.operations.over:
        forms = _phase(game, charts)
    if forms:
        yield Clause(sentence=7, forms=forms)
        return
    begun = ""
    for one in happenings:
        match one.event:
            case OperationsOver():
                then = _ashore(one.event, happenings[-1].step, game)
                begun = f"air and naval operations are over{then}"
            case TurnBegan():
                begun = f"{charts.turn_name(game.terms.track, one.event.turn)} begins"
    if begun:
        yield clause(7, COMING, begun)
