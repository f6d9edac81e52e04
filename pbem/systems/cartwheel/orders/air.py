"""The order `air-mission`: why not, and who may go where, how [H9.1].

What is sealed of it only its author can judge (`manifest`); the enemy's program sees numbers, and
the audit the rest (E.7).
"""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal, refuse
from pbem.engine.orders import laid_open
from pbem.frozen import replace
from pbem.systems.cartwheel.book.map import is_land, is_playable
from pbem.systems.cartwheel.book.units import Model
from pbem.systems.cartwheel.orders.fliers import mission_parts, simplest_missions
from pbem.systems.cartwheel.orders.manifest import LIMITS, cannot_fly_so, roles
from pbem.systems.cartwheel.orders.opportunity import untimely
from pbem.systems.cartwheel.orders.sight import PROGRAM, Sight
from pbem.systems.cartwheel.rules.r08_answers import is_open
from pbem.systems.cartwheel.rules.r08_missions import counted, raid_of
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r09_manifest import lawful
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import ALLIED, Aircraft
from pbem.systems.cartwheel.words import ordered_missions


def _faults(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """An air mission's public part [H9.1], and what of it is sealed or open [H8.6]."""
    yield from untimely(sight, order)
    announced = order if sight.private is None else counted(order)
    if sight.side == ALLIED and sight.game.turn.regroup == "yes":
        what = "in a general regroup turn the Allies fly no air missions"
        hint = "pass, or order ships in transit; units may still scramble and stage"
        yield refuse("H14.5", "", what, hint)
    yield from _wrong_numbers(sight, announced)
    yield from _wrong_hex(sight, announced)
    if sight.private is None:
        yield from _wrongly_open(sight, order)
    else:
        yield from cannot_fly_so(sight, order)


def _claims(sight: Sight, order: AirMission) -> Iterator[Claim]:
    """Who flies it, as far as that is told [H9.1.1]."""
    for key, units in roles(order).items() if sight.private is not None else ():
        for unit in units:
            refusal = refuse("H9.1.1", key, f"{unit[:40]} flies already")
            yield Claim(subject=f"flight {unit}", refusal=refusal)


def _flown(sight: Sight, order: AirMission) -> Sight:
    """Who flies, for the stage moves of the same file."""
    return replace(sight, flying=(*sight.flying, order))


def _simplest(sight: Sight) -> Iterator[AirMission]:
    """A unit by itself, as far as it may go."""
    if sight.private is not None:
        yield from (one for one in simplest_missions(sight) if not any(_faults(sight, one)))


# --- numbers -------------------------------------------------------------------------------------


def _wrong_numbers(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """How many units of each role [H9.1], and whether the side can have so many [H9.1.1]."""
    counts = (order.escort_count, order.striker_count, order.transport_count)
    keys = ("escort_count", "striker_count", "transport_count")
    for key, count, limit in zip(keys, counts, LIMITS[order.kind], strict=True):
        most = getattr(sight.charts.operations, limit) if limit else 0
        written = _written(sight, key)
        if count and not limit:
            what = f"a {order.kind} takes no {_noun(key)}"
            yield refuse("H9.1", written, what, "leave the key out")
            continue
        if not 0 <= count <= most:
            what = f"{count} is no number of {_noun(key)} of a {order.kind}"
            yield refuse("H9.1", written, what, f"0 to {most}")
        able = sum(1 for _ in _able_units(sight, key))
        if min(count, most) > able:
            what = f"you have {able} {_noun(key)} at most that have not flown"
            yield refuse("H9.1.1", written, what, f"{able} at most")
    needed = {"strike": 1, "sweep": 0, "airdrop": 2}[order.kind]
    if counts[needed] == 0:
        what = f"a {order.kind} without {_noun(keys[needed])} is none"
        yield refuse("H9.1", _written(sight, keys[needed]), what, "name at least one")


def _written(sight: Sight, key: str) -> str:
    """The key by which the author of a mission names the units that a count of it is of."""
    return key if sight.private is None else f"{key.removesuffix('_count')}s"


def _noun(key: str) -> str:
    return {"escort_count": "fighters", "striker_count": "strikers"}.get(key, "transports")


def _able_units(sight: Sight, key: str) -> Iterator[Aircraft]:
    """A side's units that could fly in a role, as far as all can see [H9.1, H9.1.1].

    `key` is the role's count in an order: alive, arrived, not seen to take off this turn; of the
    11th only in a turn of its commitment.
    """
    for unit in sight.game.air.values():
        if unit.side != sight.side or not unit.arrived or unit.steps == 0:
            continue
        chart = sight.charts.air[unit.id]
        resting = chart.is_eleventh and sight.game.turn.eleventh != "yes"
        if not resting and _fits(chart.model, key) and not unit.is_flown(sight.game.now):
            yield unit


def _fits(model: Model, key: str) -> bool:
    """Whether a model can fly in the role of a count [H9.1.1]."""
    match key:
        case "escort_count":
            return model.is_fighter
        case "striker_count":
            return model.is_bomber or model.strafe
    return model.is_transport


# --- the hex -------------------------------------------------------------------------------------


def _wrong_hex(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """Where missions go: a hex of the area [H17.0], never a box [6.6.1~], with a target [H9.1.2].

    Paratroops and supply come down on land [H11.6, H13.4]; what is aboard is sealed, so that it
    is looked at elsewhere whether paratroops would jump into mountains.
    """
    game, charts = sight.game, sight.charts
    if order.hex in charts.boxes:
        what = f"{charts.boxes[order.hex].name} is off the board and cannot be attacked"
        yield refuse("6.6.1~", "hex", what, "choose a hex of the map")
    elif not (is_in_play(game, order.hex, charts) and is_playable(charts, order.hex)):
        what = f"{order.hex[:40]!r} is no hex in play"
        first, last = game.terms.columns
        numbers = f"hexes are named ccrr, columns {first:02} to {last:02}"
        yield refuse("H17.0", "hex", what, numbers)
    elif order.kind == "strike" and not strike_targets(game, sight.side, order.hex, charts):
        what = f"{order.hex} holds nothing of the enemy's to strike"
        hint = "an airbase, a naval unit, a ground unit or a port of the enemy's must be there"
        yield refuse("H9.1.2", "hex", what, hint)
    elif order.kind == "airdrop" and not is_land(charts, order.hex):
        what = f"nothing can be dropped in {order.hex}: it is sea"
        yield refuse("H11.6", "hex", what, "choose land; paratroops need land that is not mountain")


# --- what stands in the open ---------------------------------------------------------------------


def _wrongly_open(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """Units stand in another side's order where nothing can answer it any more [H8.6, H8.9.8].

    Where it asks for a reply they are sealed [H9.1.3]; the program chooses by what is public.
    """
    if is_open(sight.game, sight.side, sight.among(order)):
        if order == laid_open(order):
            what = "nothing can answer it, so that its units stand in the order"
            yield refuse("H8.9.8", "", what, PROGRAM)
            return
        raid = raid_of(sight.game, sight.side, order.id, order)
        for breach in lawful(sight.game, raid, sight.charts).breaches:
            yield refuse(breach.cited, "", f"{breach.unit or 'the raid'} cannot fly so", PROGRAM)
        if order.returns:
            what = "the bases of return are sealed until the audit"
            yield refuse("H9.1.3", "returns", what, PROGRAM)
    elif order != laid_open(order):
        what = "units, targets and doctrine are sealed, not written in the order"
        yield refuse("H8.9.8", "", what, PROGRAM)


AIR_MISSION = Kind(
    order=AirMission,
    steps=(OPERATIONS,),
    faults=_faults,
    claims=_claims,
    simplest=_simplest,
    parts=mission_parts,
    then=_flown,
    words=ordered_missions.air_mission,
)
