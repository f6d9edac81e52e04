"""What is to come, for a headline: replies, missions that wait for dice, who may act now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import capital, count
from pbem.engine.events import Happening
from pbem.engine.headline import Clause, clause
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_passes import missions_to_order
from pbem.systems.cartwheel.table.events_play import OperationsOver
from pbem.systems.cartwheel.table.events_turn import TurnBegan
from pbem.systems.cartwheel.table.state import SIDES, Game, other
from pbem.systems.cartwheel.table.under_way import Raid, Voyage
from pbem.systems.cartwheel.words.deeds import (
    BESIDE,
    COMING,
    IN_VAIN,
    KNOWN,
    LEAST,
    SHAKEN,
    UNDER_WAY,
    Forms,
    often,
)
from pbem.systems.cartwheel.words.frame import to_place
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    at,
    capital_ships,
    spot,
    verb,
)
from pbem.systems.cartwheel.words.play import numbers_of, raid_name

SOME = 4
"""So many ships and goals at most are named; more are counted."""


def to_come(
    happenings: Sequence[Happening], game: Game, charts: Charts, sentence: int
) -> Iterator[Clause]:
    """What is to come: replies, missions, and before them which part of a turn has begun."""
    forms = _missions(game, charts)
    if not forms and game.operations.to_act and not game.operations.over:
        yield Clause(sentence=sentence, forms=_phase(game, charts))
        return
    if not game.operations.over:
        for side in game.stand_down:
            yield clause(sentence - 1, BESIDE, _down(side))
    if forms:
        yield Clause(sentence=sentence, forms=forms)
        return
    begun: Forms = ()
    last_step = happenings[-1].step if happenings else ""
    for one in happenings:
        match one.event:
            case OperationsOver():
                then = _ashore(one.event, last_step, game)
                begun = ((COMING, f"air and naval operations are over{then}"),)
            case TurnBegan():
                last = ", the last turn," if one.event.turn == game.terms.last_turn else ""
                turn = charts.turn_name(game.terms.track, one.event.turn)
                begun = ((KNOWN, f"{turn}{last} begins"),)
    if begun:
        yield Clause(sentence=sentence, forms=begun)
    for side, marker in ((game.turn.ace, "an Ace"), (game.turn.radar, "a Radar")):
        has_written = side == game.turn.opener and last_step != "5.1"
        if side and not has_written and not game.turn.first_ashore:
            yield clause(sentence, KNOWN, to_place(side, marker))


def _missions(game: Game, charts: Charts) -> Forms:
    """Missions that await a reply, or dice, and what was ordered ahead, for all to see."""
    if raids := unanswered(game):
        return _awaiting(raids, game, charts)
    one = game.operations
    blind = one.blind
    if blind is not None and (blind.raids or blind.voyages):
        ahead = [*_named(blind.raids, blind.voyages, charts)]
        many = count(len(blind.raids) + len(blind.voyages), "mission")
        return (
            (COMING, f"Ordered ahead, still to come: {'; '.join(ahead)}"),
            (KNOWN, f"{many} ordered ahead, still to come"),
        )
    flown = [one.raids[id_] for id_ in one.queue if id_ in one.raids]
    sail = [one.voyages[id_] for id_ in one.queue if id_ in one.voyages]
    way = [*_named(flown, sail, charts)]
    if not way:
        return ()
    ordered = f"Ordered: {'; '.join(way)}"
    few = f"{_counted([*flown, *sail], charts)} ordered"
    whole = f"{ordered}; the next file brings what comes of it"
    return (LEAST, whole), (COMING if way[1:] else KNOWN, ordered), (KNOWN, few)


def _awaiting(raids: Sequence[Raid], game: Game, charts: Charts) -> Forms:
    """What a side has to reply to, and of what the reply consists [H8.5]."""
    by = raids[0].side
    # Each has commas of its own, so they are told apart by semicolons.
    told = "; ".join(
        f"{raid_name(raid, charts)}, {BANDS[raid.band - 1]}, with {numbers_of(raid)}"
        for raid in raids
    )
    awaits = ", awaits" if len(raids) == 1 else "; they await"
    reply = f"the {ADJECTIVES[other(by)]} reply"
    await_ = f"{'await' if raids[1:] else 'awaits'} {reply}"
    where = f"{all_of(_raids(raids, charts))} {await_}"
    behind = _behind(game, by, charts)
    asked = "who takes off against it, and who evades"
    if raids[1:]:
        asked = "who takes off against each, and who evades"
    return (
        (IN_VAIN, f"{told}{awaits} {reply}: {asked}{behind}"),
        (UNDER_WAY, f"{told}{awaits} {reply}{behind}"),
        (COMING if raids[1:] else KNOWN, where),
        (KNOWN, f"{count(len(raids), 'mission')} {await_}"),
    )


def _named(raids: Iterable[Raid], voyages: Iterable[Voyage], charts: Charts) -> Iterator[str]:
    """`the Allied strike on Lae`, then `MARU1 and MARU2 sail to Buka`: those alike together."""
    yield from _raids(raids, charts)
    yield from _sailing(voyages, charts)


def _raids(raids: Iterable[Raid], charts: Charts) -> Iterator[str]:
    """`the Allied strike on Lae`, `the Allied strikes on Lae (twice) and Madang`."""
    alike: dict[tuple[str, str], list[Raid]] = {}
    for raid in raids:
        alike.setdefault((raid.side, raid.kind), []).append(raid)
    for (side, kind), same in alike.items():
        goals = Counter(spot(raid.hex, charts) for raid in same)
        where = all_of(f"{one}{often(many)}" for one, many in goals.items())
        what = f"the {ADJECTIVES[side]} {kind}s on {where}"
        yield what if same[1:] else raid_name(same[0], charts)


def _sailing(voyages: Iterable[Voyage], charts: Charts) -> Iterator[str]:
    """`IJN-CA1 sails to Munda`, `5 Japanese ships (IJN-BB1 among them) sail to bombard Munda`.

    All that a side sends to a place for the same end sail together; who is there loads or stays
    there, and the submarine attacks a ship [H10.6].
    """
    alike: dict[tuple[str, str, str], list[Voyage]] = {}
    for one in voyages:
        alike.setdefault((one.side, *_does(one, charts)), []).append(one)
    for (side, does, where), same in alike.items():
        ships = [ship for one in same for ship in one.ships]
        who = all_of(ships)
        if len(ships) > SOME:
            who = f"{len(ships)} {ADJECTIVES[side]} ships{capital_ships(ships, charts)}"
        yield f"{who} {verb(ships, f'{does}s', does)} {where}"


def _does(one: Voyage, charts: Charts) -> tuple[str, str]:
    """What ships do by a mission, and where or to whom."""
    goal = spot(one.path[-1], charts)
    if charts.submarine.unit in one.ships:
        return "attack", one.target
    if one.purpose == "bombard":
        return "sail", f"to bombard {goal}"
    if one.path[1:]:
        return "sail", f"to {goal}"
    return "load" if any(one.load.values()) else "stay", at(goal)


def _counted(missions: Sequence[Raid | Voyage], charts: Charts) -> str:
    """What is ordered in the fewest words: `2 Japanese missions to Buka and Munda are`."""
    goals = dict.fromkeys(
        spot(one.hex if isinstance(one, Raid) else one.path[-1], charts) for one in missions
    )
    sides = {one.side for one in missions}
    whose = f"{ADJECTIVES[sides.pop()]} " if len(sides) == 1 else ""
    to = f" to {all_of(goals)}" if len(goals) <= SOME else ""
    return f"{count(len(missions), f'{whose}mission')}{to} {'are' if missions[1:] else 'is'}"


def _behind(game: Game, side: str, charts: Charts) -> str:
    """What of a side waits for a reply beside its raids: ships that sail, and that it is done."""
    one = game.operations
    sail = [*_sailing((one.voyages[id_] for id_ in one.queue if id_ in one.voyages), charts)]
    then = f". Behind that {'; '.join(sail)}" if sail else ""
    is_out = side in one.out
    return f"{then}. The {ADJECTIVES[side]} player has passed out" if is_out else then


def _phase(game: Game, charts: Charts) -> Forms:
    """Who may fly and sail now, and how much of the turn is left."""
    operations = game.operations
    left = {side: missions_to_order(game, side, charts) for side in SIDES}
    who, foe = operations.to_act, other(operations.to_act)
    many = min(operations.run, left[who])
    run = f" with a run of {count(many, 'mission')}" if many > 1 else ""
    whose = f"the {ADJECTIVES[foe]} player"
    rest = f"{whose} has passed out" if foe in operations.out else f"{left[foe]} of {whose}'s"
    down = "".join(f". {capital(_down(side))}" for side in game.stand_down)
    act = f"the {ADJECTIVES[who]} player is to act{run}"
    whole = f"{act}; left this turn: {count(left[who], 'mission')} of his, {rest}{down}"
    out = f"; {rest}" if foe in operations.out else ""
    few = ((IN_VAIN, f"{act}{out}{down}"),) if out or down else ()
    return (SHAKEN, whole), *few, (KNOWN, act)


def _down(side: str) -> str:
    """Who answers no raid until he orders otherwise [H8.6]."""
    return f"the {ADJECTIVES[side]} player has stood down"


def _ashore(event: OperationsOver, last: str, game: Game) -> str:
    """Whose the orders ashore are, and who can give none, such as to unload a convoy [H11.1.2].

    `last` is the step in which the last of the news happened. Who has ended operations may have had
    his orders ashore in the same file [H8.10].
    """
    if len(event.idle) == len(SIDES):
        return "; neither side can order anything ashore"
    idle = "".join(f"; the {ADJECTIVES[s]} player can order nothing ashore" for s in event.idle)
    first = game.turn.first_ashore
    if event.idle or last != "4.4" or not first:
        return idle
    if game.operations.ashore == first:
        return f"; the {ADJECTIVES[other(first)]} player is next ashore"
    return f"; the {ADJECTIVES[first]} player is first ashore"
