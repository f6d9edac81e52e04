"""Whether the sealed part of an own air mission is legal, before it is sealed (E.3, H9.1.1)."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.kinds import Refusal, refuse
from pbem.frozen import FrozenMap, replace
from pbem.suggest import meant
from pbem.systems.cartwheel.book.tables import Mode
from pbem.systems.cartwheel.book.units import Model
from pbem.systems.cartwheel.orders.fliers import cargoes, ready
from pbem.systems.cartwheel.orders.reply import own_aces
from pbem.systems.cartwheel.orders.sight import Sight, some, some_bases
from pbem.systems.cartwheel.own.changes import cannot_land
from pbem.systems.cartwheel.own.readiness import (
    apart_from_cargo,
    from_too_many_bases,
    not_ready,
    out_of_reach,
)
from pbem.systems.cartwheel.own.sorties import (
    astir,
    bespoken,
    cannot_follow,
    returning,
    taking_off,
)
from pbem.systems.cartwheel.rules.r06_havens import havens
from pbem.systems.cartwheel.rules.r08_missions import manifest_of, raid_of, units_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r09_manifest import unlawful
from pbem.systems.cartwheel.rules.r09_targets import (
    drm_against,
    is_there,
    may_attack_so,
    read_target,
)
from pbem.systems.cartwheel.table.orders_operations import AirMission, Stage
from pbem.systems.cartwheel.table.under_way import Flier, Raid
from pbem.systems.cartwheel.words.names import place_name, target_name

RESTING = ("6.4b", "H9.1.1", "6.3.6~")
"""Rules by which all can see that a unit has had its flight, or may have none."""


LIMITS = {
    "strike": ("escorts", "strikers", ""),
    "sweep": ("sweepers", "", ""),
    "airdrop": ("escorts", "", "transports"),
}
"""The most escorts (a sweep's fighters are escorts), strikers, transports: names of limits."""


KEYS = ("escorts", "strikers", "transports")


def roles(order: AirMission) -> Mapping[str, tuple[str, ...]]:
    """The units of a mission by the keys of its order."""
    return {"escorts": order.escorts, "strikers": order.strikers, "transports": order.transports}


def cannot_fly_so(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """Units of an air mission: Ready, undisrupted, unmarked, in range [H9.1.1]."""
    yield from _rising(sight, order)
    yield from _unsure(sight, order)
    for key, units in roles(order).items():
        for unit in units:
            yield from _unready(sight, key, unit, order)
    origins = (plane.base for unit in units_of(order) if (plane := sight.plane(unit)))
    if refusal := from_too_many_bases(origins, sight.charts):
        yield replace(refusal, hint=f"{sight.charts.operations.origins} bases of origin at most")
    yield from _wrong_fliers(sight, order)
    yield from _wrong_targets(sight, order)
    yield from _wrong_ace(sight, order)
    yield from _wrong_returns(sight, order)


# --- who flies -----------------------------------------------------------------------------------


def _rising(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """A unit of a mission takes off by no reply of the same file [CR76]."""
    answers = taking_off(sight.answered)
    for key, units in roles(order).items():
        for unit in units:
            if unit in answers:
                what = f"{unit} takes off by the reply to {answers[unit]}"
                hint = "name it in one of the two: what its die does, you learn after this file"
                yield refuse("CR76", key, what, hint)


def _unsure(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """Nobody flies whose carrier may be sunk first [CR79], nor paratroops who may be hit [CR80]."""
    before, later = sight.file[: sight.place(order)], "order it by your next file, when you know"
    decks = astir(before, sight.game, sight.side)
    for key, units in roles(order).items():
        for plane in filter(None, map(sight.plane, units)):
            if plane.base in decks:
                what = f"{plane.id} is aboard {plane.base}, which sails or may be hit before it"
                yield refuse("CR79", key, what, later)
    jumper = sight.charts.marching.parachutist
    if jumper in order.cargo.values() and bespoken(before, sight.game, jumper):
        yield refuse("CR80", "cargo", f"{jumper} may be hit or gone before it", later)


def _unready(sight: Sight, key: str, unit: str, order: AirMission) -> Iterator[Refusal]:
    plane = sight.plane(unit)
    if plane is None:
        what = f"{unit[:40]} is no air unit of yours in play"
        yield refuse("H9.1.1", key, what, _ready_hint(sight, key))
    elif refusal := not_ready(sight.own, sight.game, plane, sight.charts, order.kind):
        yield refusal.about(unit, key, _ready_hint(sight, key))
    elif refusal := cannot_follow(
        sight.own, sight.game, plane, _coming(sight, order), sight.charts
    ):
        yield refusal.about(unit, key, _less_crowded(sight))
    elif order.hex in sight.charts.hexes and (
        refusal := out_of_reach(sight.game, unit, plane.base, order.hex, sight.charts)
    ):
        aboard = plane.base in sight.game.ships
        nearer = "sail its carrier nearer first" if aboard else "stage it nearer for the next turn"
        yield replace(refusal, key=key, hint=f"take it out, or {nearer}")
    elif refusal := apart_from_cargo(sight.game, plane, order.cargo.get(unit, ""), sight.charts):
        yield refusal.about(unit, "cargo", "give it 'supply', or stage it there for the next turn")


def _less_crowded(sight: Sight) -> str:
    """How a base can be kept from what over-fills it [CR81]."""
    if unanswered(sight.game):
        return "stage them elsewhere, or order it by your next file"
    return "put it in front of them, or let fewer units return there"


def _coming(sight: Sight, order: AirMission) -> FrozenMap[str]:
    """Where units come down before a mission flies [CR81]: those of missions before it [H9.11.1].

    Before one that a reply gives ahead those that stage by the reply, wherever it stands [H8.8].
    """
    if unanswered(sight.game):
        stages = (one for one in sight.among(order) if isinstance(one, Stage))
        return FrozenMap((one.unit, one.to) for one in stages if sight.plane(one.unit))
    return returning(sight.file[: sight.place(order)], sight.own)


def _ready_hint(sight: Sight, key: str) -> str:
    able = [p.id for p in ready(sight) if _fits(sight.charts.air[p.id].model, key)]
    return f"ready are: {some(able, 'none', 12)}"


def _fits(model: Model, key: str) -> bool:
    """Whether a model flies in the role of a key [H9.1]."""
    if key == "escorts":
        return model.is_fighter
    return model.is_transport if key == "transports" else model.is_bomber or model.strafe


def _wrong_fliers(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """What units do there, each by its role, and as all can see [H9.1, H9.6, H9.10.1]."""
    if order.hex not in sight.charts.hexes:
        return
    raid = raid_of(sight.game, sight.side, "", order)
    taken = (key for key, limit in zip(KEYS, LIMITS[order.kind], strict=True) if limit)
    roles_taken = {key.removesuffix("s") for key in taken}
    for flier in manifest_of(order).fliers:
        if flier.role not in roles_taken:
            continue
        cited = _cited(sight, raid, flier)
        if cited and not (cited == "H9.6" and flier.target):
            hint = _instead(sight, raid, flier, cited)
            key = "cargo" if _is_no_cargo(sight, flier) else f"{flier.role}s"
            yield refuse(cited, key, _not_so(sight, order, flier, cited), hint)


def _is_no_cargo(sight: Sight, flier: Flier) -> bool:
    """Whether a C-47 is to fly something that none carries, or nothing [H9.1]."""
    carries = flier.role == "transport" and sight.charts.air[flier.unit].model.is_transport
    return carries and flier.cargo not in cargoes(sight)


def _cited(sight: Sight, raid: Raid, flier: Flier) -> str:
    """The rule that forbids what a unit is to do there; empty if none does.

    One that is told already not to be Ready is not told so again.
    """
    plane = sight.plane(flier.unit)
    if plane is None or (flier.target and read_target(flier.target) is None):
        return ""
    one = replace(flier, steps=plane.steps)
    cited = unlawful(sight.game, raid, one, sight.charts) or _missing(sight, raid, one)
    told = cited in RESTING and not_ready(sight.own, sight.game, plane, sight.charts, raid.kind)
    return "" if told else cited


def _missing(sight: Sight, raid: Raid, flier: Flier) -> str:
    """The rule by which a target must be there; behind an answer it may still come [H9.6, H8.7]."""
    target = read_target(flier.target) if flier.role == "striker" else None
    if target is None or unanswered(sight.game) or is_there(sight.game, raid, target):
        return ""
    return "H9.6"


def _not_so(sight: Sight, order: AirMission, flier: Flier, cited: str) -> str:
    """That a unit cannot fly as it is told, with what its order says or leaves out."""
    if order.kind == "strike" and flier.role == "striker":
        if not flier.mode:
            return f"{flier.unit} has no attack mode"
        if not flier.target:
            return f"{flier.unit} has no target"
    if cited in ("H9.10.1", "2.2.2f~") and flier.target:
        sort = SORTS.get(flier.target.partition(":")[0], "that target")
        modes = (mode for mode in sight.charts.modes if mode.mode == flier.mode)
        model = sight.charts.air[flier.unit].model
        elsewhere = any(mode.band != order.band and may_attack_so(model, mode) for mode in modes)
        band = f", {order.band}" if elsewhere else ""
        return f"{flier.unit} flies no {flier.mode} attack on {sort}{band}"
    if cited == "H11.6" and flier.cargo in cargoes(sight):
        return f"{flier.cargo} cannot jump into {place_name(order.hex, sight.charts)}"
    if _is_no_cargo(sight, flier):
        return f"{flier.unit} cannot fly with {flier.cargo[:40] or 'nothing'} aboard"
    aim = target_name(flier.target, sight.charts) if flier.target else ""
    return f"{flier.unit} cannot fly so{f': {flier.mode} on {aim}' if aim else ''}"


SORTS = {"base": "an airbase", "port": "a port", "naval": "a ship", "ground": "troops"}
"""What sorts of targets there are, in words [H9.6]."""


def _instead(sight: Sight, raid: Raid, flier: Flier, cited: str) -> str:
    """What a unit could do in place of what breaks a rule, or who could fly in place of it."""
    if cited in RESTING:
        return _ready_hint(sight, f"{flier.role}s")
    if flier.role == "escort":
        return "only fighters escort"
    if cited == "H11.6" and flier.cargo in cargoes(sight):
        return "it jumps onto land that is no mountain, from a working airbase, if not disrupted"
    if flier.role == "transport":
        return f"C-47s fly it, with {' or '.join(map(repr, cargoes(sight)))} as cargo"
    if cited in ("H9.6", "6.6.1~"):
        return _targets_there(sight, raid.hex)
    return _attacks(sight, flier)


def _attacks(sight: Sight, flier: Flier) -> str:
    """By which modes a unit attacks its target, or what it attacks at all."""
    model, target = sight.charts.air[flier.unit].model, read_target(flier.target)
    able = [mode for mode in sight.charts.modes if may_attack_so(model, mode)]
    fit = [mode for mode in able if target is None or drm_against(mode, target) is not None]
    if not able:
        return f"{flier.unit} has no bombs and no S: bombers and fighters with an S strike"
    if not fit:
        where = (sort for kind, sort in SORTS.items() if getattr(able[0], kind) is not None)
        return f"{flier.unit} attacks {' or '.join(where)} alone, by: {_modes(able)}"
    return f"{flier.unit} attacks by: {_modes(fit)}"


def _modes(modes: Iterable[Mode]) -> str:
    return ", ".join(sorted(f"{mode.mode} ({mode.band})" for mode in modes))


def _targets_there(sight: Sight, hex_: str, word: str = "") -> str:
    """The targets in a hex, those that a word without its kind may have meant before all."""
    there = strike_targets(sight.game, sight.side, hex_, sight.charts)
    if not there:
        return "write it as base:ID, port:HEX, naval:ID or ground:HEX, of what is in the hex"
    wanted = word.casefold()
    names = {one: (one.partition(":")[2], target_name(one, sight.charts)) for one in there}
    so_called = [one for one, called in names.items() if wanted in map(str.casefold, called)]
    so_called = so_called or [one for one in there if one.partition(":")[0] == wanted]
    game, name = sight.game, word.partition(":")[2]
    is_something = name in game.ships or name in game.bases or name in sight.charts.hexes
    alike = so_called or (() if is_something else meant(word, there))
    first = f"did you mean {' or '.join(alike)}? " if alike and word not in there else ""
    return f"{first}targets there: {', '.join(there)}"


# --- targets, Ace, bases of return ---------------------------------------------------------------


def _wrong_targets(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """At most so many different targets in a mission, each of which is in the hex [H9.6]."""
    targets = {order.targets.get(unit, order.target) for unit in order.strikers}
    for target in sorted(one for one in targets if one and _is_no_target(sight, order, one)):
        key = "target" if target == order.target else "targets"
        hint = _targets_there(sight, order.hex, target)
        where = (
            f" in {place_name(order.hex, sight.charts)}" if order.hex in sight.charts.hexes else ""
        )
        yield refuse("H9.6", key, f"'{target[:40]}' is no target{where}", hint)
    most = sight.charts.operations.targets
    if len(targets) > most:
        what = f"{len(targets)} different targets are too many"
        yield refuse("H9.6", "targets", what, f"{most} at most")
    for unit in sorted({*order.targets, *order.modes} - {*order.strikers})[:1]:
        key = "targets" if unit in order.targets else "modes"
        yield refuse("H9.6", key, f"{unit[:40]} is no striker of this mission")


def _is_no_target(sight: Sight, order: AirMission, target: str) -> bool:
    """Whether what an order calls a target is none, or is not where its strikers fly [H9.6]."""
    if read_target(target) is None:
        return True
    if order.hex not in sight.charts.hexes:
        return False
    raid = raid_of(sight.game, sight.side, "", order)
    fliers = (one for one in manifest_of(order).fliers if one.target == target)
    return any(_cited(sight, raid, flier) == "H9.6" for flier in fliers)


def _wrong_ace(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """Who is to fight as an Ace flies, and carries one [H5.1]."""
    if order.ace and order.ace not in (*order.escorts, *order.strikers):
        yield refuse("H5.1", "ace", f"{order.ace[:40]} does not fly in this mission")
    elif (plane := sight.plane(order.ace)) is not None and not plane.ace:
        yield refuse("H5.1", "ace", f"{order.ace} carries no Ace", own_aces(sight))


def _wrong_returns(sight: Sight, order: AirMission) -> Iterator[Refusal]:
    """Where units land: an own base that they may use, in printed range of the hex [H9.11.1]."""
    for unit, base in order.returns.items():
        if unit not in units_of(order):
            yield refuse("H9.11.1", "returns", f"{unit[:40]} does not fly")
            continue
        if sight.plane(unit) is None or order.hex not in sight.charts.hexes:
            continue
        if refusal := cannot_land(sight.game, unit, order.hex, base, sight.charts):
            legal = havens(sight.game, unit, order.hex, sight.charts)
            yield refusal.about(unit, "returns", f"it can at: {some_bases(sight, legal)}")
