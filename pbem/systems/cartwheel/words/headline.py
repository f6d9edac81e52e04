"""What happened, in a few lines: losses, what was taken and done, the score, what is to come.

The rule of weight, where there is no room for all (`deeds` has it as numbers). Always told is how
the game ended, the score with what it was before, that a turn begins, and who must reply or may
act. Then what is gone for good: ships, with who sank them and what was aboard, units, places,
bases, points given; and steps that are lost in one fight and give 2 VP or more. Then troops that
come by sea, land or turn back; all else that has changed the score, such as lost steps; harm that
heals, airdrops; the event of the turn; supply under way; moves that led to fights; missions in vain
or not carried out; what is beside the fights, such as commando raids, recon, repairs; lost steps
and disruption of aircraft by name; last Fortifications, marches, ships that go home, and the frame
of the turn. What is told at length gives way to fewer words before a heavier thing does.

A deed is told once: what fights tell with its cause, such as losses, is not told again by itself,
and deeds alike are told together. Units, places and points are named, missions are not: their ids
are in the report.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, clause, fitted
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_charts import BaseLost, Tf36Arrived
from pbem.systems.cartwheel.table.events_turn import (
    EVENT,
    BaseHit,
    ControlPassed,
    GameEnded,
    MobileOverrun,
    RepairRolled,
)
from pbem.systems.cartwheel.table.state import ALLIED, SIDES, Game, other
from pbem.systems.cartwheel.words.coming import to_come
from pbem.systems.cartwheel.words.deeds import COMING, HARMED, KNOWN, LOST, Forms
from pbem.systems.cartwheel.words.fights import bases_told
from pbem.systems.cartwheel.words.losses import is_worse_told, losses
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    PEOPLES,
    ahead,
    all_of,
    base_name,
    points,
    spot,
    verb,
)
from pbem.systems.cartwheel.words.news import done

SOME = 4
"""So many units at most are named in a line; more are counted."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts, most: int = LINES
) -> tuple[str, ...]:
    """How the game ended, losses, places, what was done, the score, and what is to come.

    `game` is the state after it all, None where only events are known.
    """
    events = tuple(one.event for one in happenings)
    ended = _ended(events)
    # Steps are less than what is gone: that may be told with the fight which has cost it.
    at = 5 if is_worse_told(events, charts) else 1
    clauses = (
        *((clause(0, KNOWN, ended),) if ended else ()),
        *(Clause(sentence=at, forms=forms) for forms in losses(events, charts)),
        *(Clause(sentence=2, forms=forms) for forms in _places(events, charts)),
        *done(events, game, charts, 3),
        *(clause(6, KNOWN, part) for part in _score(happenings, game)),
        *(to_come(happenings, game, charts, 7) if game and not ended else ()),
    )
    return fitted(clauses, {}, most=most)


def _ended(events: Iterable[Event]) -> str:
    """Who won, and by how much: a margin in points may not suffice for it [H16.3, H16.4]."""
    for event in events:
        if isinstance(event, GameEnded):
            level = f"{event.level}{' victory' if event.winner else ''}"
            by = f", {ahead(event.margin)}" if event.margin else ""
            why = f", for the {ADJECTIVES[other(event.winner)]} player resigns"
            return f"The game is over: {level}{why if event.reason == 'resigned' else by}"
    return ""


# --- places --------------------------------------------------------------------------------------


def _places(events: Sequence[Event], charts: Charts) -> Iterator[Forms]:
    """TF-36, what changed hands or is lost with its hex, and which bases were wrecked.

    What the words on fights tell with its cause is not told here, nor what is repaired since.
    """
    taken: dict[str, list[str]] = {}
    ended: list[str] = []
    hit: dict[str, str] = {}
    shaken: list[str] = []
    told = {id(one) for one in bases_told(events)}
    for event in events:
        match event:
            case ControlPassed():
                taken.setdefault(event.side, []).append(spot(event.hex, charts))
                ended += (base_name(base, charts) for base in event.removed)
            case MobileOverrun():
                ended.append(base_name(event.base, charts))
            case BaseHit() if event.effect and event.cause == EVENT:
                shaken.append(base_name(event.base, charts))
            case BaseHit() if event.effect and id(event) not in told:
                hit[event.base] = event.effect
            case RepairRolled() if event.repaired:
                hit.pop(event.base, None)
            case BaseLost() if event.how == "sunk":
                hit[event.base] = "sunk with all aircraft aboard"
    price = points(charts.tf36.committed)
    for event in events:
        if isinstance(event, Tf36Arrived):
            where = spot(event.hex, charts)
            whole, few = (f"TF-36 appears{at}, {price} for Japan" for at in (f" at {where}", ""))
            yield (COMING, whole), (LOST, few)
    for side, names in taken.items():
        take = "take" if side == ALLIED else "takes"
        yield ((LOST, f"{PEOPLES[side]} {take} {_named(names)}"),)
    if ended:
        yield ((LOST, f"{_named(ended)} {verb(ended, 'is', 'are')} lost for ever"),)
    yield from (((HARMED, f"a volcano disrupts {base}"),) for base in shaken)
    for effect in dict.fromkeys(hit.values()):
        weight = HARMED if effect == "disrupted" else LOST
        yield ((weight, _wrecked(effect, hit, charts)),)


def _named(names: list[str]) -> str:
    unlike = tuple(dict.fromkeys(names))
    return all_of(unlike) if len(unlike) <= SOME else count(len(unlike), "place")


def _wrecked(effect: str, hit: Mapping[str, str], charts: Charts) -> str:
    bases = [base_name(base, charts) for base, done in hit.items() if done == effect]
    return f"{_named(bases)} {verb(bases, 'is', 'are')} {effect}"


# --- the score -----------------------------------------------------------------------------------


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
