"""What a file is needed for, in words for everybody: decisions, openings, statements (E.4-E.6).

Only what is public is looked at, and only what could be ordered is named (E.8.2).
"""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.decisions import Decision
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules import r06_mobile as m06_mobile
from pbem.systems.cartwheel.rules import r07_initiative as m07_initiative
from pbem.systems.cartwheel.rules.asks import BUILDING, REGROUPING
from pbem.systems.cartwheel.rules.occasion import (
    GROUND,
    OPENING,
    RECON,
    TASK_FORCES,
    Occasion,
    answered_by,
    steps_of,
)
from pbem.systems.cartwheel.rules.r08_blind import may_order_ahead
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS, unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r10_routes import is_haven, may_sail
from pbem.systems.cartwheel.rules.r10_ships import by_place, off_coast
from pbem.systems.cartwheel.rules.r11_ashore import cargo_points
from pbem.systems.cartwheel.rules.r11_landing import may_land
from pbem.systems.cartwheel.rules.r12_asked import judged_once
from pbem.systems.cartwheel.rules.r12_conclude import going_home, unloading
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.open_items import TF36
from pbem.systems.cartwheel.table.state import Game, Ship
from pbem.systems.cartwheel.words.names import (
    all_of,
    at,
    base_name,
    class_words,
    place_name,
    points,
    verb,
)
from pbem.systems.cartwheel.words.play import mission_name

NOTHING = "nothing but standing orders; without any: pbem send --empty"


AHEAD = (
    "if you like, orders ashore and conclusion with your last mission or pass of the turn, which"
    " saves a mail [H8.10.2]"
)


def agenda(game: Game, decision: Decision, charts: Charts) -> tuple[str, ...]:
    """What the seat's next file opens, states and decides, in that order (E.4)."""
    side, turn = game.side_of(decision.seat), _turn(game, decision)
    steps = answered_by(game, side, decision.covers, (), charts)
    is_last = OPERATIONS in steps and not {*GROUND}.isdisjoint(steps)
    one = Occasion(
        game=judged_once(game, charts) if is_last else game,
        side=side, turn=turn, steps=steps, charts=charts,
    )  # fmt: skip
    decided = (*_decided(one), *([AHEAD] if {*steps} < {*steps_of(decision.covers)} else []))
    return (
        *_opened(decision, charts),
        *_stated(game, side, charts),
        *(decided or ([NOTHING] if one.decides else [])),
    )


def _turn(game: Game, decision: Decision) -> int:
    return next((int(key.partition("/")[0]) for key in decision.covers), game.now)


def _opened(decision: Decision, charts: Charts) -> Iterator[str]:
    for item in decision.opens:
        kind, _, name = item.partition("/")
        if kind == "mission":
            yield f"the sealed part of mission {name}, which it opens [H9.1.3]"
        elif item.startswith(TF36):
            yield "the sealed answer on TF-36, which it opens [E.4.5]"
        elif kind == "raid":
            hex_, _, class_ = name.partition("/")
            where = place_name(hex_, charts)
            raids = class_words((class_,), charts)
            yield f"the answer in advance to {raids} on {where}, which it opens [H8.9.9]"
        elif kind == "unit":
            yield f"the item of {name}, which it opens [H8.9.9]"
        else:
            where = base_name(kind, charts)
            yield f"the counts of {where}, which it opens for the enemy's recon [7.3.4~]"


def _stated(game: Game, side: str, charts: Charts) -> Iterator[str]:
    owed = [_statement(one.kind, one.place, charts) for one in game.owed if one.side == side]
    if owed:
        yield f"statements: {all_of(owed)} [E.6]"


def _statement(kind: str, place: str, charts: Charts) -> str:
    """A statement due, without what only its author knows (E.6)."""
    name = base_name(place, charts) if place else ""
    return {
        "struck": f"who was hit on the ground at {name}",
        "lost-base": f"where the units of {name} went",
        "replaced": "the replacement steps taken",
        "eleventh": "how many units of the 11th flew",
    }[kind]


# --- decisions -----------------------------------------------------------------------------------


def _decided(one: Occasion) -> Iterator[str]:
    """What could be ordered in a file, phase by phase (E.8.2)."""
    phases = (
        *(_operations(one) if OPERATIONS in one.steps else ()),
        *(_opening(one) if one.decides and set(one.steps) & {*OPENING} else ()),
        *(_initiative(one)),
        *(_ashore(one) if set(one.steps) & {*GROUND} else ()),
        *(_conclusion(one) if one.concludes else ()),
    )
    when = one.charts.turn_name(one.game.terms.track, one.turn)
    yield from (f"{when}, {words}" for words in phases)


def _opening(one: Occasion) -> Iterator[str]:
    """Files 1 and 2: set-up, markers, commitments, mobile bases [4.1, 4.2]."""
    game, side, charts = one.game, one.side, one.charts
    if one.redistributes:
        yield "at which bases its air units begin [H17.0]"
    if game.turn.ace == side:
        yield "which fighter carries the Ace [H5.1]"
    if game.turn.radar == side:
        yield "which base gets the Radar [H5.1]"
    if one.commits and _has_eleventh(one):
        yield "whether the 11th Hikoshidan is committed [5.2]"
    if one.answers(TASK_FORCES) and not m05_events.bar_to_commit_tf36(game, charts):
        yield "whether TF-36 comes [5.3]"
    if BUILDING in one.steps and _can_build(one):
        yield "where mobile airbases are begun [6.5]"


def _has_eleventh(one: Occasion) -> bool:
    air = (unit for unit in one.game.air.values() if unit.arrived and unit.steps)
    return any(one.charts.air[unit.id].is_eleventh for unit in air)


def _can_build(one: Occasion) -> bool:
    """Whether a counter is in hand, and a hex is open to it [6.2.4~, 6.5a]."""
    return any(
        not m06_mobile.bar_to_build(one.game, one.side, counter, hex_, one.charts)
        for counter in m06_mobile.counters_in_hand(one.game, one.side)[:1]
        for hex_, side in one.game.control.items()
        if side == one.side
    )


def _initiative(one: Occasion) -> Iterator[str]:
    """General regroup, Regroup marks, recon [4.3]."""
    if REGROUPING in one.steps and not m07_initiative.bar_to_regroup(one.game, one.charts):
        yield "whether the next turn is one of general regroup [7.1]"
    if one.marks and _has_worn(one):
        yield "Regroup marks [7.2]"
    scouts = m07_initiative.scouts_left(one.game, one.side, one.charts)
    if scouts and one.answers(RECON):
        able = verb(scouts, "it may", "they may")
        yield f"the reconnaissance of {all_of(scouts)}, if {able} fly [7.3]"


def _has_worn(one: Occasion) -> bool:
    """Whether a combat unit of the side is known to be disrupted or reduced [7.2, AMB-5]."""
    own = (a for a in one.game.air.values() if a.side == one.side and a.arrived and a.steps)
    models = ((unit, one.charts.air[unit.id].model) for unit in own)
    return any(
        model.is_combat and (unit.disrupted or unit.steps < model.steps) for unit, model in models
    )


def _operations(one: Occasion) -> Iterator[str]:
    """A reply, with what may be given ahead; or missions of a run, or one mission [4.4, H8]."""
    game, charts = one.game, one.charts
    raids = unanswered(game)
    if raids:
        words = (mission_name(raid, charts) for raid in raids)
        yield f"the reply to {all_of(words)} [H8.5]"
        if may_order_ahead(game, one.side, charts):
            yield "if you like, the next mission or pass given ahead, which saves a mail [H8.7]"
        return
    run = min(game.operations.run, missions_left(game, one.side, charts))
    many = f"up to {count(run, 'mission')} of the run" if run > 1 else "the next mission"
    yield f"{many}, or a pass [4.4b]"


def _ashore(one: Occasion) -> Iterator[str]:
    """Landings, with what they earn, and all else on land [4.5, H11]."""
    off = off_coast(one.game, one.side, one.charts)
    landing = (ship for ship in off if may_land(one.game, ship, one.charts))
    for place, ships in by_place(landing).items():
        yield f"the landing of {_cargo_of(one, ships, place)} [H11.5]"
    if one.side not in one.game.turn.idle_ashore and one.game.terms.ground_combat:
        yield "ground orders [4.5]"


def _cargo_of(one: Occasion, ships: Sequence[Ship], place: str) -> str:
    """Ships at a place, and what putting their cargo ashore there earns in all [H17.1]."""
    half = cargo_points(one.game, ships, one.charts)
    worth = f", worth {points(half)}" if half else ""
    return f"{all_of(ship.id for ship in ships)} {at(place_name(place, one.charts))}{worth}"


def _conclusion(one: Occasion) -> Iterator[str]:
    """Ships, recon, arrivals and mobile bases [4.6, H12, H15]."""
    game, side, charts = one.game, one.side, one.charts
    if goals := tuple(_sailing(one)):
        yield f"which ships {' or '.join(goals)} [H12.2]"
    for place, ships in by_place(unloading(game, side, charts)).items():
        yield f"the unloading of {_cargo_of(one, ships, place)} [H12.2]"
    back = [s.id for s in game.turn.scouts.values() if s.side == side]
    based = [unit for unit in back if not charts.air[unit].model.unlimited]
    if based:
        yield f"where {all_of(based)} {verb(based, 'lands', 'land')} [7.3.5~]"
    if air_due(game, side, charts):
        yield "the bases of air reinforcements [H15]"
    if any(not m06_mobile.bar_to_dismantle(game, side, base, charts) for base in game.bases):
        yield "which mobile airbases are taken away [6.5.4~]"


def _sailing(one: Occasion) -> Iterator[str]:
    """What ships can do at the end of operations: go home, or from port to port [H12.2]."""
    game, charts = one.game, one.charts
    ships = going_home(game, one.side, charts)
    home, out = (
        [ship for ship in ships if is_haven(game, ship.at, one.side, charts) is there]
        for there in (True, False)
    )
    if any(may_sail(game, ship, charts) for ship in out):
        yield "go home"
    if any(may_sail(game, ship, charts) for ship in home):
        yield "change port"
