"""The orders of the end of operations: why not, and what is legal [4.6, 4.8, 4.9]."""

from collections.abc import Iterable, Iterator

from pbem.engine.kinds import Kind, Refusal, refuse
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.naval import once_at_sea
from pbem.systems.cartwheel.orders.sight import (
    Sight,
    at_sea,
    no_base_of_ours,
    placed,
    sailing,
    some,
    some_bases,
    taken,
)
from pbem.systems.cartwheel.own.basing import has_room_for_arrivals
from pbem.systems.cartwheel.own.changes import (
    cannot_arrive,
    cannot_dismantle,
    cannot_return,
    held_by,
)
from pbem.systems.cartwheel.own.entries import returned, told_to_land
from pbem.systems.cartwheel.rules.occasion import CONCLUSION, GROUND
from pbem.systems.cartwheel.rules.r06_havens import havens
from pbem.systems.cartwheel.rules.r06_mobile import bar_to_dismantle
from pbem.systems.cartwheel.rules.r08_missions import units_of
from pbem.systems.cartwheel.rules.r10_orders import wrong_withdrawal
from pbem.systems.cartwheel.rules.r10_routes import ways_home
from pbem.systems.cartwheel.rules.r11_ashore import after_landings
from pbem.systems.cartwheel.rules.r12_conclude import going_home, withdraw
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    ConcludeLater,
    Dismantle,
    ReconReturn,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.turn import Scout
from pbem.systems.cartwheel.words import ordered

# --- when ---------------------------------------------------------------------------------------


def _later_faults(_: Sight, order: ConcludeLater) -> Iterator[Refusal]:
    """To conclude with the ground orders nobody needs to say."""
    if not order.later:
        hint = "leave the order out: it is concluded in this file"
        yield refuse("H12.2.2", "later", "nothing is put off by later = false", hint)


CONCLUDE_LATER = Kind(
    order=ConcludeLater,
    steps=GROUND,
    faults=_later_faults,
    claims=lambda *_: [taken("conclusion", "", "H12.2.2", "it is put off already")],
    options=lambda _: [ConcludeLater(later=True)],
    words=ordered.later,
)


# --- recon comes back ----------------------------------------------------------------------------


def _return_faults(sight: Sight, order: ReconReturn) -> Iterator[Refusal]:
    """A recon unit lands at an own base in range of its hex [7.3.5~]."""
    scout, plane = sight.game.turn.scouts.get(order.unit), sight.plane(order.unit)
    if scout is None or plane is None:
        what = f"{order.unit[:40]} is no recon unit of yours on a hex"
        out = [scout.id for scout in scouts(sight)]
        yield refuse("7.3.5~", "unit", what, f"these are: {some(out, 'none')}")
        yield from no_base_of_ours(sight, "7.3.5~", "base", order.base)
    elif refusal := cannot_return(sight, plane, order.base):
        found = havens(sight.game, order.unit, scout.hex, sight.charts)
        yield refusal.about(order.unit, "base", f"it can at: {some_bases(sight, found)}")


def scouts(sight: Sight) -> list[Scout]:
    """Own recon units on hexes, but Magic, which has no base."""
    scouts = sight.game.turn.scouts.values()
    return [one for one in scouts if one.side == sight.side and sight.plane(one.id)]


def _returns(sight: Sight) -> Iterator[ReconReturn]:
    """Each recon unit to each base where it can land, the nearest first."""
    for scout in scouts(sight):
        for base in havens(sight.game, scout.id, scout.hex, sight.charts):
            yield ReconReturn(unit=scout.id, base=base)


RECON_RETURN = Kind(
    order=ReconReturn,
    steps=CONCLUSION,
    faults=_return_faults,
    options=_returns,
    words=ordered.recon_return,
)


# --- ships go home -------------------------------------------------------------------------------


def _withdraw_faults(sight: Sight, order: Withdraw) -> Iterator[Refusal]:
    """Everything about a return to port, the returns before it made [H12.2]."""
    if gone := sailing(sight, order) & {*order.ships}:
        yield at_sea(order, gone)
    yield from wrong_withdrawal(_after_returns(sight, sight.game), sight.side, order, sight.charts)


def _after_returns(sight: Sight, game: Game) -> Game:
    """A state when the ships that are ordered home before have come there, one after another."""
    for one in sight.sailed:
        game, _ = withdraw(game, sight.side, one, sight.charts)
    return game


def _home(sight: Sight, order: Withdraw) -> Sight:
    """The room that is left in ports, for the ships of the orders after it [H10.3]."""
    return replace(sight, sailed=(*sight.sailed, order))


def _withdrawals(sight: Sight) -> Iterator[Withdraw]:
    """Each ship by a cheapest way to each port or box where it may go, or lies [H12.2].

    With its cargo put ashore there, if it has any.
    """
    game, charts = sight.game, sight.charts
    for ship in going_home(game, sight.side, charts):
        for _, _, path in ways_home(game, ship, charts):
            yield Withdraw(ships=(ship.id,), path=path)
            if ship.cargo and not ship.disrupted:
                yield Withdraw(ships=(ship.id,), path=path, unload=True)


def _told(sight: Sight, order: Withdraw) -> Iterator[str]:
    """Where the ships go, and what of the cargo that the file has left finds room there [CR40]."""
    game = _after_returns(sight, after_landings(sight.game, sight.file))
    return ordered.withdraw(replace(sight, game=game), order)


WITHDRAW = Kind(
    order=Withdraw,
    steps=CONCLUSION,
    faults=_withdraw_faults,
    claims=once_at_sea,
    options=_withdrawals,
    then=_home,
    words=_told,
)


# --- mobile bases --------------------------------------------------------------------------------


def _dismantle_faults(sight: Sight, order: Dismantle) -> Iterator[Refusal]:
    """An own mobile base, undisrupted, on which nobody stands, or returns to it [6.5.4~].

    Nor anybody of a mission that the same file still flies [H8.10.2, H9.11.1].
    """
    if rule := bar_to_dismantle(sight.game, sight.side, order.base, sight.charts):
        what = f"{order.base[:40]!r} cannot be dismantled"
        able = some_bases(sight, mobile_bases(sight), "none")
        yield refuse(rule, "base", what, f"own, working and undisrupted are: {able}")
    if sight.private is None:
        return
    file = sight.among(order)
    landed = returned(placed(sight, order), file, sight.game, sight.charts)
    coming = told_to_land(file)
    if refusal := cannot_dismantle(landed, order.base, coming):
        held = held_by(landed, order.base, coming)
        yield refusal.about(order.base[:40], "base", _emptied(sight, held, file))


def _emptied(sight: Sight, held: Iterable[str], file: Iterable[Order]) -> str:
    """What takes the units away that hold a mobile base: whoever flies stages nowhere [H9.3]."""
    fliers = {u for one in file if isinstance(one, AirMission) for u in units_of(one)}
    looking = {scout.id for scout in scouts(sight)}
    ways = dict.fromkeys(
        "order it in the file after the missions, without ashore"
        if unit in fliers
        else "send recon to another base by 'recon-return'"
        if unit in looking
        else "stage them to another base first"
        if sight.operates
        else "they can stage away next turn: take it away then"
        for unit in held
    )
    return ", and ".join(ways)


def mobile_bases(sight: Sight) -> list[str]:
    """Own mobile bases that could be taken away, as far as all can see [6.5.4~]."""
    game, side, charts = sight.game, sight.side, sight.charts
    return [base for base in game.bases if not bar_to_dismantle(game, side, base, charts)]


def _dismantlings(sight: Sight) -> Iterator[Dismantle]:
    landed = returned(sight.own, (), sight.game, sight.charts)
    for base in mobile_bases(sight):
        if not cannot_dismantle(landed, base, told_to_land(sight.file)):
            yield Dismantle(base=base)


DISMANTLE = Kind(
    order=Dismantle,
    steps=CONCLUSION,
    faults=_dismantle_faults,
    claims=lambda _, order: [taken("base", order.base, "6.5.4~", "is dismantled already")],
    options=_dismantlings,
    words=ordered.dismantle,
)


# --- reinforcements ------------------------------------------------------------------------------


def _arrive_faults(sight: Sight, order: Arrive) -> Iterator[Refusal]:
    """Reinforcements come to the bases of the schedule, within capacity [H15.1, H15.2].

    It is counted when recon and missions have landed, and all that arrive by the file are there.
    """
    due = air_due(sight.game, sight.side, sight.charts)
    for unit, base in order.units.items():
        if refusal := cannot_arrive(sight, unit, base):
            hint = f"due are: {', '.join(due)}" if due else "none are due: take the order out"
            if unit in due:
                hint = f"it can at: {some_bases(sight, due[unit])}"
            yield refusal.about(unit[:40], "units", hint)
    file = sight.among(order)
    arriving = (one.units.items() for one in file if isinstance(one, Arrive))
    named = {unit: base for units in arriving for unit, base in units if unit in due}
    coming = told_to_land(file)
    landed = returned(placed(sight, order), file, sight.game, sight.charts)
    for base in sorted({*order.units.values()} & {*sight.game.bases}):
        if not has_room_for_arrivals(landed, sight.game, named, coming, base, sight.charts):
            what = f"{sight.charts.base_name(base)} has no room for so many"
            yield refuse("H15.2", "units", what, "send some to another of their bases")


def _arrivals(sight: Sight) -> Iterator[Arrive]:
    """Each reinforcement at each of its bases that has room for it."""
    for unit, bases in air_due(sight.game, sight.side, sight.charts).items():
        for base in bases:
            order = Arrive(units=FrozenMap({unit: base}))
            if not any(_arrive_faults(sight, order)):
                yield order


ARRIVE = Kind(
    order=Arrive, steps=CONCLUSION, faults=_arrive_faults, options=_arrivals, words=ordered.arrive
)

KINDS = (CONCLUDE_LATER, RECON_RETURN, WITHDRAW, ARRIVE, DISMANTLE)
