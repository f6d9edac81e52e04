"""Whether orders for the air/naval phase are legal, as far as all can see [4.4, H8, H9.1, H9.4].

Orders are judged on the state as their author finds it. What only an outcome can spoil is no
defect: such a mission is cancelled when its turn comes [H8.4], a blind order void [H8.7].
"""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.units import Model
from pbem.systems.cartwheel.orders.reply import wrong_replies
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.r08_missions import next_ids, raid_of
from pbem.systems.cartwheel.rules.r08_operations import comes_next
from pbem.systems.cartwheel.rules.r08_spoiled import has_strike_target, missions_left
from pbem.systems.cartwheel.rules.r09_manifest import lawful
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.table.orders import AirMission, NavalMission, Pass, Reply, StandDown
from pbem.systems.cartwheel.table.state import ALLIED, Aircraft, Game, other
from pbem.systems.cartwheel.words.names import hex_hint

Numbered = Sequence[tuple[int, Order]]
"""Orders with their places in the file, from 1."""


def wrong_operations(sight: Sight, numbered: Numbered) -> Iterator[Problem]:
    """Every defect of the orders for the phase 4.4, but those of single naval missions."""
    yield from wrong_replies(sight, [(n, o) for n, o in numbered if isinstance(o, Reply)])
    missions = [(n, o) for n, o in numbered if isinstance(o, AirMission | NavalMission)]
    passes = [(n, o) for n, o in numbered if isinstance(o, Pass)]
    yield from _wrong_opportunity(sight, missions, passes)
    yield from _wrong_ids(sight, missions)
    for number, order in missions:
        if isinstance(order, AirMission):
            yield from _wrong_raid(sight, number, counted(order) if sight.own else order)
    yield from _wrong_stand_down(sight, numbered)


# --- opportunities -------------------------------------------------------------------------------


def _wrong_opportunity(sight: Sight, missions: Numbered, passes: Numbered) -> Iterator[Problem]:
    """Missions or passes, as many as the opportunity allows [4.4b, H8.1-H8.3, H8.7]."""
    chosen = [*missions, *passes]
    reason = _cannot_order_ahead(sight) if chosen and sight.replies else None
    if reason:
        yield sight.problem(min(number for number, _ in chosen), "", *reason)
        return
    yield from _wrong_passes(sight, missions, passes)
    yield from _too_many(sight, missions)


def _cannot_order_ahead(sight: Sight) -> tuple[str, str] | None:
    """Why a reply holds no next opportunity, if it cannot: the rule and what is so [H8.7]."""
    if sight.side in sight.game.operations.out:
        return "H8.3", "you have passed out: you are asked for replies alone"
    if not missions_left(sight.game, sight.side, sight.charts):
        return (
            "H8.2",
            "all your missions of the turn are made: you are asked for replies alone",
        )
    if not comes_next(sight.game, sight.charts):
        what = "the enemy's run goes on after your reply: your opportunity does not come next"
        return "H8.7", what
    return None


def _wrong_passes(sight: Sight, missions: Numbered, passes: Numbered) -> Iterator[Problem]:
    """One pass, alone or behind the missions [H8.3]."""
    for number, order in passes[:1]:
        assert isinstance(order, Pass)
        if any(number < mission for mission, _ in missions):
            what = "a pass is your next opportunity, so that it stands behind the missions"
            yield sight.problem(number, "", "H8.3", what, "put it last, or take it out")
        if order.rest and order.times > 1:
            what = "rest = true is every pass from now on, so that nothing is left to count"
            yield sight.problem(number, "times", "H8.3", what, "leave times out, or rest")
    for number, _ in passes[1:]:
        what = "a file holds one pass"
        hint = "times = 2 is this pass and your next, rest = true all of the phase"
        yield sight.problem(number, "", "H8.3", what, hint)


def _too_many(sight: Sight, missions: Numbered) -> Iterator[Problem]:
    """More missions than the run has left [H8.1], or than the cap allows [H8.2, H14.5]."""
    run = 1 if sight.replies else sight.game.operations.run
    left = missions_left(sight.game, sight.side, sight.charts)
    if len(missions) > left:
        rule = "H14.5" if sight.game.turn.regroup == "yes" else "H8.2"
        what = f"{len(missions)} ordered, and this turn has {count(left, 'mission')} left for you"
        yield sight.problem(missions[left][0], "", rule, what, f"give {left} at most, or pass")
    elif len(missions) > run:
        rule = "H8.7" if sight.replies else "H8.1"
        what = f"{len(missions)} ordered, and you have {count(run, 'mission')} now"
        hint = f"give {run} at most, and the others when you are asked again"
        yield sight.problem(missions[run][0], "", rule, what, hint)


def _wrong_ids(sight: Sight, missions: Numbered) -> Iterator[Problem]:
    """The program numbers missions [H0.7]; a player leaves the id out."""
    for (number, order), id_ in zip(missions, next_ids(sight.game, len(missions)), strict=True):
        assert isinstance(order, AirMission | NavalMission)
        if order.id != id_ and (order.id or not sight.own):
            what = f"this mission is {id_}, not {order.id[:40]!r}"
            yield sight.problem(number, "id", "H0.7", what, "leave the id out")


def _wrong_stand_down(sight: Sight, numbered: Numbered) -> Iterator[Problem]:
    """Standing down changes something, once a file [H8.6]."""
    found = [(number, order) for number, order in numbered if isinstance(order, StandDown)]
    for number, order in found[:1]:
        if order.on == (sight.side in sight.game.stand_down):
            what = f"your side {'has stood down already' if order.on else 'has not stood down'}"
            yield sight.problem(number, "on", "H8.6", what)
    for number, _ in found[1:]:
        yield sight.problem(number, "", "H8.6", "a file says it once")


# --- air missions --------------------------------------------------------------------------------


def _wrong_raid(sight: Sight, number: int, order: AirMission) -> Iterator[Problem]:
    """An air mission's public part [H9.1], and what of it is sealed or open [H8.6]."""
    if sight.side == ALLIED and sight.game.turn.regroup == "yes":
        what = "in a general regroup turn the Allies fly no air missions"
        hint = "pass, or order ships in transit; units may still scramble and stage"
        yield sight.problem(number, "", "H14.5", what, hint)
    yield from _wrong_numbers(sight, number, order)
    yield from _wrong_hex(sight, number, order)
    yield from _wrongly_open(sight, number, order)


LIMITS = {
    "strike": ("escorts", "strikers", ""),
    "sweep": ("sweepers", "", ""),
    "airdrop": ("escorts", "", "transports"),
}
"""The most escorts (a sweep's fighters are escorts), strikers, transports: names of limits."""


def _wrong_numbers(sight: Sight, number: int, order: AirMission) -> Iterator[Problem]:
    """How many units of each role [H9.1], and whether the side can have so many [H9.1.1]."""
    counts = (order.escort_count, order.striker_count, order.transport_count)
    keys = ("escort_count", "striker_count", "transport_count")
    for key, given, limit in zip(keys, counts, LIMITS[order.kind], strict=True):
        most = getattr(sight.charts.operations, limit) if limit else 0
        if not 0 <= given <= most:
            what = f"{given} is no number of {_noun(key)} of a {order.kind}"
            yield sight.problem(number, key, "H9.1", what, f"0 to {most}")
        able = sum(1 for _ in able_units(sight.game, sight.side, key, sight.charts))
        if min(given, most) > able:
            what = f"you have {able} {_noun(key)} at most that have not flown"
            yield sight.problem(number, key, "H9.1.1", what, f"{able} at most")
    needed = {"strike": 1, "sweep": 0, "airdrop": 2}[order.kind]
    if counts[needed] == 0:
        what = f"a {order.kind} without {_noun(keys[needed])} is none"
        yield sight.problem(number, keys[needed], "H9.1", what, "name at least one")


def _noun(key: str) -> str:
    return {"escort_count": "fighters", "striker_count": "strikers"}.get(key, "transports")


def able_units(game: Game, side: str, key: str, charts: Charts) -> Iterator[Aircraft]:
    """A side's units that could fly in a role, as far as all can see [H9.1, H9.1.1].

    `key` is the role's count in an order: alive, arrived, not seen to take off this turn; of the
    11th only in a turn of its commitment.
    """
    for unit in game.air.values():
        if unit.side != side or not unit.arrived or unit.steps == 0 or unit.is_flown(game.now):
            continue
        chart = charts.air[unit.id]
        resting = chart.is_eleventh and game.turn.eleventh != "yes"
        if not resting and _fits(chart.model, key):
            yield unit


def _fits(model: Model, key: str) -> bool:
    """Whether a model can fly in the role of a count [H9.1.1]."""
    match key:
        case "escort_count":
            return model.is_fighter
        case "striker_count":
            return model.is_bomber or model.strafe
    return model.is_transport


def _wrong_hex(sight: Sight, number: int, order: AirMission) -> Iterator[Problem]:
    """Where missions go: a hex of the area [H17.0], never a box [6.6.1~], with a target [H9.1.2].

    Paratroops and supply come down on land, not in mountains [H11.6].
    """
    game, charts = sight.game, sight.charts
    if order.hex in charts.boxes:
        what = f"{charts.boxes[order.hex].name} is off the board and cannot be attacked"
        yield sight.problem(number, "hex", "6.6.1~", what, "choose a hex of the map")
    elif not is_in_play(game, order.hex, charts):
        what = f"{order.hex[:40]!r} is no hex in play"
        first, last = game.terms.columns
        numbers = f"hexes are named ccrr, columns {first:02} to {last:02}"
        hint = hex_hint(order.hex, charts, numbers)
        yield sight.problem(number, "hex", "H17.0", what, hint)
    elif order.kind == "strike" and not has_strike_target(game, sight.side, order.hex, charts):
        what = f"{order.hex} holds nothing of the enemy's to strike"
        hint = "an airbase, a naval unit, a ground unit or a port of the enemy's must be there"
        yield sight.problem(number, "hex", "H9.1.2", what, hint)
    elif order.kind == "airdrop" and not _can_drop(charts, order.hex):
        what = f"nothing can be dropped in {order.hex}: it is sea or mountains"
        yield sight.problem(number, "hex", "H11.6", what, "choose land that is not mountain")


def _can_drop(charts: Charts, hex_: str) -> bool:
    terrain = charts.hexes[hex_].terrain
    return terrain.ground and terrain.code not in charts.marching.no_drop


def _wrongly_open(sight: Sight, number: int, order: AirMission) -> Iterator[Problem]:
    """Units stand in the order only where the enemy has stood down [H8.6, H9.1.3].

    In one's own orders they always do, and are judged with the other hidden parts.
    """
    if sight.own:
        return
    fault = "its author's program is at fault"
    stood_down = other(sight.side) in sight.game.stand_down
    if stood_down:
        raid = raid_of(sight.game, sight.side, order.id, order)
        for breach in lawful(sight.game, raid, sight.charts).breaches:
            what = f"{breach.unit or 'the raid'} cannot fly so"
            yield sight.problem(number, "", breach.cited, what, fault)
    elif _unnumbered(order) != _bare(order):
        what = "units, targets and doctrine are sealed, not written in the order"
        yield sight.problem(number, "", "H9.1.3", what, fault)
    if stood_down and order.returns:
        what = "the bases of return are sealed until the audit"
        yield sight.problem(number, "returns", "H9.1.3", what, fault)


def _unnumbered(order: AirMission) -> AirMission:
    """An air mission's order less id and numbers."""
    return replace(order, id="", escort_count=0, striker_count=0, transport_count=0)


def _bare(order: AirMission) -> AirMission:
    """What may stand in an air mission's order, less id and numbers [H9.1.3]."""
    return AirMission(kind=order.kind, hex=order.hex, band=order.band)


def counted(order: AirMission) -> AirMission:
    """An own order with the numbers of the units that it names [H9.1.3]."""
    return replace(
        order,
        escort_count=len(order.escorts),
        striker_count=len(order.strikers),
        transport_count=len(order.transports),
    )
