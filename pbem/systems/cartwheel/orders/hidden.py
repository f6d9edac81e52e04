"""Whether the hidden parts of own orders are legal, before they are sealed (E.3).

Only the owner can judge this; the enemy's program sees numbers, and the audit the rest (E.7).
"""

from collections.abc import Iterator, Mapping

from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.orders.basing import wrong_basing
from pbem.systems.cartwheel.orders.sight import sight_of
from pbem.systems.cartwheel.own.basing import landing_places, relocating
from pbem.systems.cartwheel.own.changes import (
    cannot_ask_for_a_step,
    cannot_be_ace,
    cannot_count,
    cannot_dismantle,
    cannot_land,
    unfit_for_a_mark,
)
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.readiness import (
    cannot_evade,
    cannot_reconnoitre,
    cannot_scramble,
    from_too_many_bases,
    not_ready,
    out_of_reach,
)
from pbem.systems.cartwheel.own.sorties import flying, sent_twice
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r08_missions import manifest_of, raid_of, units_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r09_manifest import unlawful
from pbem.systems.cartwheel.rules.r09_targets import is_there, may_attack_so, read_target
from pbem.systems.cartwheel.table.orders import (
    AirMission,
    CountsAs,
    Dismantle,
    Mark,
    PlaceAce,
    Recon,
    ReconReturn,
    Reply,
)
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Flier, Raid


class Own(Value):
    """The own charts as the orders of one file find them, and what that file is for."""

    occasion: Occasion
    private: Private

    @property
    def game(self) -> Game:
        """The public state."""
        return self.occasion.game

    @property
    def charts(self) -> Charts:
        """The rule book's charts."""
        return self.occasion.charts

    def problem(self, number: int, key: str, rule: str, what: str, hint: str = "") -> Problem:
        """A defect of order `number`, at `key` if it is about one."""
        where = order_place(number, key)
        return Problem(code="E12", what=what, where=where, rule=rule, hint=hint or "take it out")

    def plane(self, unit: str) -> Plane | None:
        """An own unit in play that has a base."""
        plane = self.private.planes.get(unit)
        return None if plane is None or plane.due else plane


def private_problems(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> Iterator[Problem]:
    """Every defect of the hidden parts of own orders."""
    private = view.private
    assert isinstance(private, Private)
    occasion = sight_of(view, charts)
    own = Own(occasion=occasion, private=private)
    missions = {n: order for n, order in enumerate(orders, 1) if isinstance(order, AirMission)}
    replies = {n: order for n, order in enumerate(orders, 1) if isinstance(order, Reply)}
    yield from _sent_twice(own, missions, replies)
    for number, order in enumerate(orders, 1):
        match order:
            case AirMission():
                yield from _wrong_mission(own, number, order)
            case Reply():
                yield from _wrong_reply(own, number, order)
            case Mark():
                yield from _wrong_marks(own, number, order)
            case CountsAs():
                yield from _wrong_kind(own, number, order)
            case PlaceAce():
                yield from _wrong_ace(own, number, order)
            case Recon():
                yield from _wrong_recon(own, number, order)
            case Dismantle():
                yield from _wrong_dismantling(own, number, order, orders)
    named = (units_of(order) for order in missions.values())
    yield from wrong_basing(own, orders, flying(named, replies.values()))


# --- missions ------------------------------------------------------------------------------------


def _sent_twice(
    own: Own, missions: Mapping[int, AirMission], replies: Mapping[int, Reply]
) -> Iterator[Problem]:
    """A unit of a mission takes off by no other order of the file [H9.1.1, CR76]."""
    named = {number: units_of(order) for number, order in missions.items()}
    for number, unit, other in sent_twice(named, replies):
        roles = _roles(missions[number])
        key = next(key for key, units in reversed(roles.items()) if unit in units)
        if other in replies:
            what = f"{unit} takes off by the reply in order {other}"
            hint = "name it in one of the two: what its die does, you learn after this file"
            yield own.problem(number, key, "CR76", what, hint)
        else:
            yield own.problem(number, key, "H9.1.1", f"{unit} flies in order {other} already")


def _roles(order: AirMission) -> dict[str, tuple[str, ...]]:
    """The units of a mission by the keys of its order."""
    return {"escorts": order.escorts, "strikers": order.strikers, "transports": order.transports}


def _wrong_mission(own: Own, number: int, order: AirMission) -> Iterator[Problem]:
    """Units of an air mission: Ready, undisrupted, unmarked, in range [H9.1.1]."""
    raid = raid_of(own.game, own.private.side, "", order)
    for key, units in _roles(order).items():
        for unit in units:
            yield from _unready(own, number, key, unit, order)
    origins = (p.base for u in units_of(order) if (p := own.plane(u)))
    if refusal := from_too_many_bases(origins, own.charts):
        hint = f"{own.charts.operations.origins} bases of origin at most"
        yield own.problem(number, "", refusal.rule, refusal.what, hint)
    known = {u: p.steps for u in own.private.planes if (p := own.plane(u))}
    for flier in manifest_of(order).fliers:
        aims = not flier.target or read_target(flier.target)
        if flier.unit in known and aims:
            cited = unlawful(own.game, raid, _with_steps(flier, known), own.charts)
            cited = cited or _missing(own, raid, flier)
            if cited:
                hint = _instead(own, raid, flier, cited)
                yield own.problem(number, f"{flier.role}s", cited, _not_so(order, flier), hint)
    yield from _wrong_targets(own, number, order)
    yield from _wrong_returns(own, number, order)


def _unready(own: Own, number: int, key: str, unit: str, order: AirMission) -> Iterator[Problem]:
    plane = own.plane(unit)
    if plane is None:
        yield own.problem(number, key, "H9.1.1", f"{unit[:40]} is no air unit of yours in play",
                          _ready_hint(own))  # fmt: skip
        return
    if refusal := not_ready(own.private, own.game, plane, own.charts, order.kind):
        yield refusal.about(unit, key, _ready_hint(own)).of(number)
        return
    if order.hex not in own.charts.hexes:
        return
    if refusal := out_of_reach(own.game, unit, plane.base, order.hex, own.charts):
        hint = "take it out, or stage it nearer first"
        yield own.problem(number, key, refusal.rule, refusal.what, hint)


def _ready_hint(own: Own) -> str:
    ready = [
        plane.id
        for plane in own.private.planes.values()
        if own.charts.air[plane.id].model.is_combat
        and own.plane(plane.id)
        and (own.game.turn.eleventh == "yes" or not own.charts.air[plane.id].is_eleventh)
        and not not_ready(own.private, own.game, plane, own.charts)
    ]
    return f"ready are: {', '.join(ready[:12]) or 'none'}{' …' if len(ready) > 12 else ''}"


def _with_steps(flier: Flier, steps: Mapping[str, int]) -> Flier:
    return replace(flier, steps=steps[flier.unit])


def _missing(own: Own, raid: Raid, flier: Flier) -> str:
    """The rule by which a target must be there; behind an answer it may still come [H9.6, H8.7]."""
    target = read_target(flier.target) if flier.role == "striker" else None
    if target is None or unanswered(own.game) or is_there(own.game, raid, target):
        return ""
    return "H9.6"


def _not_so(order: AirMission, flier: Flier) -> str:
    """That a unit cannot fly as it is told, with what its order says or leaves out."""
    if order.kind == "strike" and flier.role == "striker":
        if not flier.mode:
            return f"{flier.unit} has no attack mode"
        if not flier.target:
            return f"{flier.unit} has no target"
    return f"{flier.unit} cannot fly so: {flier.mode} {flier.target}".rstrip(": ")


def _instead(own: Own, raid: Raid, flier: Flier, cited: str) -> str:
    """What a unit could do in place of what breaks a rule."""
    if flier.role == "escort":
        return "only fighters escort"
    if flier.role == "transport":
        return f"C-47s fly it, with '{SUPPLY}' or '{own.charts.marching.parachutist}' as cargo"
    if cited in ("H9.6", "6.6.1~"):
        there = strike_targets(own.game, raid.side, raid.hex, own.charts)
        return f"targets there: {', '.join(there) or 'none'}"
    model = own.charts.air[flier.unit].model
    modes = sorted(
        f"{m.mode} ({BANDS[m.band - 1]})" for m in own.charts.modes if may_attack_so(model, m)
    )
    return f"{flier.unit} attacks by: {', '.join(modes) or 'no mode'}"


def _wrong_targets(own: Own, number: int, order: AirMission) -> Iterator[Problem]:
    """At most so many different targets in a mission, each of a kind that there is [H9.6]."""
    targets = {order.targets.get(unit, order.target) for unit in order.strikers}
    for target in sorted(one for one in targets if one and read_target(one) is None):
        what = f"'{target[:40]}' is no target"
        there = ", ".join(strike_targets(own.game, own.private.side, order.hex, own.charts))
        key = "target" if target == order.target else "targets"
        yield own.problem(number, key, "H9.6", what, f"targets there: {there or 'none'}")
    most = own.charts.operations.targets
    if len(targets) > most:
        what = f"{len(targets)} different targets are too many"
        yield own.problem(number, "targets", "H9.6", what, f"{most} at most")
    strange = sorted({*order.targets, *order.modes} - {*order.strikers})
    if strange:
        what = f"{strange[0][:40]} is no striker of this mission"
        yield own.problem(number, "targets", "H9.6", what)
    if order.ace and order.ace not in (*order.escorts, *order.strikers):
        yield own.problem(number, "ace", "H5.1", f"{order.ace[:40]} does not fly in this mission")
    elif (plane := own.plane(order.ace)) is not None and not plane.ace:
        yield own.problem(number, "ace", "H5.1", f"{order.ace} carries no Ace", _own_aces(own))


def _own_aces(own: Own) -> str:
    """Own fighters that carry an Ace, for a hint."""
    aces = [plane.id for plane in own.private.planes.values() if plane.ace]
    return f"those that do: {', '.join(aces)}" if aces else "leave it out: none of yours does"


def _wrong_returns(own: Own, number: int, order: AirMission) -> Iterator[Problem]:
    """Where units land: an own base that they may use, in printed range of the hex [H9.11.1]."""
    for unit, base in order.returns.items():
        if unit not in units_of(order):
            yield own.problem(number, "returns", "H9.11.1", f"{unit[:40]} does not fly")
            continue
        if own.plane(unit) is None:
            continue
        if order.hex not in own.charts.hexes:
            continue
        refusal = cannot_land(own.private, own.game, unit, order.hex, base, own.charts)
        if refusal:
            legal = landing_places(own.private, own.game, unit, order.hex, own.charts)
            hint = f"it can at: {', '.join(legal[:10]) or 'no base'}"
            yield own.problem(number, "returns", refusal.rule, f"{unit} {refusal.what}", hint)


# --- replies, marks, recon -----------------------------------------------------------------------


def _wrong_reply(own: Own, number: int, order: Reply) -> Iterator[Problem]:
    """Interceptors and evaders stand where the reply says, ready to go [H9.4.1, H9.5].

    A unit that has lost its base since the last own file takes off with the next one [CR72].
    """
    fleeing = relocating(own.private, own.game)
    for key, named in (("interceptors", order.interceptors), ("evaders", order.evaders)):
        for unit, base in named.items():
            plane = own.plane(unit)
            if plane is None or plane.base != base:
                at = f"it is at {plane.base}" if plane else "you have no such unit in play"
                yield own.problem(number, key, "H9.4.1", f"{unit[:40]} is not at {base[:40]!r}", at)
                continue
            if unit in fleeing:
                what = f"{unit} has lost its base since your last file, and comes to {base} by this"
                hint = "take it out: it can evade when this file has come"
                yield own.problem(number, key, "CR72", what, hint)
                continue
            if refusal := _grounded(own, plane, key):
                yield refusal.about(unit, key).of(number)
    if order.ace and order.ace in own.private.planes and not own.private.planes[order.ace].ace:
        yield own.problem(number, "ace", "H5.1", f"{order.ace} carries no Ace", _own_aces(own))


def _grounded(own: Own, plane: Plane, key: str) -> Refusal | None:
    """Why a unit cannot take off under attack [H9.4.1, H9.5]."""
    if key == "evaders":
        return cannot_evade(plane)
    return cannot_scramble(own.private, own.game, plane, own.charts)


def _wrong_marks(own: Own, number: int, order: Mark) -> Iterator[Problem]:
    """Regroup marks go to disrupted or reduced combat units at airbases [7.2, AMB-5]."""
    able = [p.id for p in own.private.planes.values() if own.plane(p.id) and not _unfit(own, p)]
    for unit in order.units:
        plane = own.plane(unit)
        if plane is None or _unfit(own, plane):
            what = f"{unit[:40]} is no disrupted or reduced combat unit at an airbase"
            yield own.problem(number, "units", "7.2", what, f"fit are: {', '.join(able) or 'none'}")
    for unit in order.replace:
        plane = own.plane(unit)
        if unit not in order.units:
            yield own.problem(number, "replace", "7.2", f"{unit[:40]} is not among the units")
        elif plane is not None and (refusal := cannot_ask_for_a_step(plane, own.charts)):
            hint = "a mark alone takes its disruption away"
            what = f"{unit} {refusal.what}"
            yield own.problem(number, "replace", refusal.rule, what, hint)


def _unfit(own: Own, plane: Plane) -> bool:
    return unfit_for_a_mark(plane, own.charts) is not None


def _wrong_kind(own: Own, number: int, order: CountsAs) -> Iterator[Problem]:
    """A recon unit counts as one or the other; nothing else does [7.3.1]."""
    if own.plane(order.unit) is None or cannot_count(own.occasion, order.unit):
        what = f"{order.unit[:40]} is no recon unit of yours"
        able = [u for u in own.private.planes if own.plane(u) and own.charts.air[u].model.is_recon]
        yield own.problem(number, "unit", "7.3.1", what, f"these are: {', '.join(able) or 'none'}")


def _wrong_ace(own: Own, number: int, order: PlaceAce) -> Iterator[Problem]:
    """The Ace goes to an own fighter at full strength without one [H5.1, H5.1.1]."""
    plane = own.plane(order.unit)
    refusal = cannot_be_ace(plane, own.charts) if plane else None
    if plane is None or (refusal and not plane.ace):
        what = f"{order.unit[:40]!r} is no fighter of yours at full strength"
        yield own.problem(number, "unit", "H5.1.1", what, f"name one that is: {_aces(own)}")
    elif refusal:
        yield own.problem(number, "unit", refusal.rule, f"{order.unit} {refusal.what}")


def _aces(own: Own) -> str:
    """Own fighters that may carry an Ace, fighter bombers not among them [H5.1.1, CR9]."""
    able = [
        plane.id
        for plane in own.private.planes.values()
        if own.plane(plane.id) and not cannot_be_ace(plane, own.charts)
    ]  # fmt: skip
    return f"{', '.join(able[:12]) or 'none'}{' …' if len(able) > 12 else ''}"


def _wrong_recon(own: Own, number: int, order: Recon) -> Iterator[Problem]:
    """A recon unit is Ready, its base not over-full [H7.3, 6.3.4~], the hex in range [7.3.2~].

    Magic reaches all [2.2.2d~].
    """
    plane = own.plane(order.unit)
    known = own.charts.air.get(order.unit)
    if known is None or known.model.unlimited or order.hex not in own.charts.hexes:
        return
    if plane is None:
        yield own.problem(number, "unit", "7.3a", f"{order.unit} is at no base of yours")
        return
    refusal = cannot_reconnoitre(own.private, own.game, plane, order.hex, own.charts)
    if refusal:
        in_range = refusal.rule != "7.3.2~"
        hint = "take it out: its die is thrown all the same" if in_range else "name a nearer hex"
        key = "unit" if in_range else "hex"
        yield own.problem(number, key, refusal.rule, f"{order.unit} {refusal.what}", hint)


def _wrong_dismantling(
    own: Own, number: int, order: Dismantle, orders: tuple[Order, ...]
) -> Iterator[Problem]:
    """A mobile base is taken away when no air unit is on it [6.5.4~], nor returns to it."""
    going = {o.unit: o.base for o in orders if isinstance(o, ReconReturn)}
    if refusal := cannot_dismantle(own.private, order.base, going):
        what, hint = f"{order.base} {refusal.what}", "stage them to another base first"
        yield own.problem(number, "base", refusal.rule, what, hint)
