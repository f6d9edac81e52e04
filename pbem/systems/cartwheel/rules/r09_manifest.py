"""Whether the units of an opened mission item may fly it, as far as is public (protocol 7).

What is against the rules is not refused: the unit stays behind and the breach is told [CR26].
Where the units stood, and whether they were Ready there, only the audit can tell.
"""

from collections.abc import Iterator

from pbem.engine.events import ALL
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.book.units import Model
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r06_bases import is_operational
from pbem.systems.cartwheel.rules.r09_scramble import is_held_back, is_in_play
from pbem.systems.cartwheel.rules.r09_targets import may_attack_so, misaimed, read_target
from pbem.systems.cartwheel.table.events_air import ManifestBreached
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Flier, Manifest, Raid

MAIN = {"strike": "striker", "sweep": "escort", "airdrop": "transport"}
"""The role without which there is no mission of that kind [H9.1]: a sweep is all escorts."""

NOBODY = Manifest(fliers=())


class Lawful(Value):
    """What remains of a manifest, and what was wrong with it."""

    manifest: Manifest
    breaches: tuple[ManifestBreached, ...]


def lawful(game: Game, raid: Raid, charts: Charts) -> Lawful:
    """Those units of a raid that may fly, by id, each with the steps that it has [H9.1, H9.6].

    Without a unit of the main role nobody flies.
    """
    manifest = raid.manifest
    if manifest is None:
        return Lawful(manifest=NOBODY, breaches=(_breach(raid, "", "H9.1.3"),))
    fliers: list[Flier] = []
    breaches: list[ManifestBreached] = []
    for flier in sorted(manifest.fliers, key=lambda one: one.unit):
        cited = unlawful(game, raid, flier, charts) or _too_many(raid, flier, fliers, charts)
        if cited:
            breaches.append(_breach(raid, flier.unit, cited))
        else:
            fliers.append(as_seen(game, flier))
    if len(manifest.fliers) < raid.escorts + raid.strikers + raid.transports:
        breaches.append(_breach(raid, "", "H9.1.3"))
    if not any(one.role == MAIN[raid.kind] for one in fliers):
        fliers = []
    ace = manifest.ace if _may_carry_ace(game, raid, manifest.ace, fliers, charts) else ""
    if fliers and ace != manifest.ace:
        breaches.append(_breach(raid, manifest.ace, "H5.1.1"))
    left = replace(manifest, fliers=tuple(fliers), ace=ace)
    return Lawful(manifest=left, breaches=tuple(breaches))


def as_seen(game: Game, flier: Flier) -> Flier:
    """A unit as its item tells, or weaker if it has lost a step in the open since."""
    seen = game.air[flier.unit]
    known = seen.steps if seen.seen == game.now else flier.steps
    return replace(flier, steps=min(flier.steps, known))


def unlawful(game: Game, raid: Raid, flier: Flier, charts: Charts) -> str:
    """The rule that keeps a unit out of a mission, as far as is public; empty if none does."""
    return next(_unlawful(game, raid, flier, charts), "")


def _unlawful(game: Game, raid: Raid, flier: Flier, charts: Charts) -> Iterator[str]:
    if not is_in_play(game, raid.side, flier.unit):
        yield "H9.1.1"
        return
    seen = game.air[flier.unit]
    chart = charts.air[flier.unit]
    if seen.is_flown(game.now):
        is_striker = flier.role == "striker" and seen.flew == game.now
        yield "3.0c" if is_striker else "6.4b"
    if seen.seen == game.now and seen.disrupted:
        yield "H9.1.1"
    if is_held_back(game, flier.unit, charts):
        yield "5.2d"
    if not 1 <= flier.steps <= chart.model.steps:
        yield "2.2b"
    plane = game.floatplanes.get(flier.unit)
    if plane and (plane.flown or plane.disrupted):
        yield "6.3.6~"
    yield from _wrong_role(game, raid, flier, chart.model, charts)


def _wrong_role(
    game: Game, raid: Raid, flier: Flier, model: Model, charts: Charts
) -> Iterator[str]:
    """Rules that a role, mode, target or cargo breaks [H9.1, H9.6, H9.10.1]."""
    match flier.role:
        case "escort":
            if not model.is_fighter:
                yield "H9.1"
        case "striker" if raid.kind == "strike":
            yield from _wrong_attack(game, raid, flier, model, charts)
        case "transport" if raid.kind == "airdrop":
            yield from _wrong_cargo(game, raid, flier, model, charts)
        case _:
            yield "H9.1"


def _wrong_attack(
    game: Game, raid: Raid, flier: Flier, model: Model, charts: Charts
) -> Iterator[str]:
    """Rules that a striker's mode or target breaks; bombing takes a factor of 1 [3.0c, AMB-7].

    A fighter bomber has no special attack [2.2.2i~], and a fighter without an S none at all: it
    does not strafe [2.2.2f~].
    """
    mode, target = charts.mode(flier.mode, raid.band), read_target(flier.target)
    if not model.is_bomber and not model.strafe:
        strafes = any(one.mode == flier.mode and not one.hits for one in charts.modes)
        yield "2.2.2f~" if strafes and model.is_fighter else "H9.1"
    elif mode is None or not may_attack_so(model, mode):
        yield "2.2.2i~" if mode and model.type == "FB" else "H9.10.1"
    elif model.factors(flier.steps).bf < 1:
        yield "3.0c"
    elif target is None:
        yield "H9.6"
    else:
        cited = misaimed(game, raid, target, mode, charts)
        if cited:
            yield cited


def _wrong_cargo(
    game: Game, raid: Raid, flier: Flier, model: Model, charts: Charts
) -> Iterator[str]:
    """Rules that a transport breaks: a C-47 with paratroops or a supply unit [H9.1, H11.6]."""
    if not model.is_transport:
        yield "H9.1"
    elif flier.cargo == charts.marching.parachutist:
        if not may_drop(game, raid, model, charts):
            yield "H11.6"
    elif flier.cargo != SUPPLY:
        yield "H9.1"


def may_drop(game: Game, raid: Raid, model: Model, charts: Charts) -> bool:
    """Whether the parachute unit can jump into the raid's hex [H11.6].

    It stands undisrupted in the hex of an own airbase that works, from which a C-47 reaches the
    other, which is land and no mountain.
    """
    unit = game.troops.get(charts.marching.parachutist)
    if unit is None or unit.side != raid.side or unit.disrupted or unit.at not in charts.hexes:
        return False
    if not takes_paratroops(raid.hex, charts):
        return False
    if not any(b.owner == raid.side and is_operational(b) for b in game.bases_at(unit.at)):
        return False
    return air_distance(charts, unit.at, raid.hex) <= model.range


def takes_paratroops(hex_: str, charts: Charts) -> bool:
    """Whether a place is a hex of land without mountains, where paratroops can jump [H11.6]."""
    if hex_ not in charts.hexes:
        return False
    terrain = charts.hexes[hex_].terrain
    return terrain.ground and terrain.code not in charts.marching.no_drop


def _too_many(raid: Raid, flier: Flier, before: list[Flier], charts: Charts) -> str:
    """The rule by which one unit more is too many: numbers, targets, paratroops [H9.1.3, H9.6]."""
    if any(one.unit == flier.unit for one in before):
        return "H9.1.3"
    announced = {"escort": raid.escorts, "striker": raid.strikers, "transport": raid.transports}
    if sum(one.role == flier.role for one in before) >= announced[flier.role]:
        return "H9.1.3"
    targets = {one.target for one in (*before, flier) if one.role == "striker"}
    if len(targets) > charts.operations.targets:
        return "H9.6"
    jumper = charts.marching.parachutist
    if flier.cargo == jumper and any(one.cargo == jumper for one in before):
        return "H9.1"
    return ""


def _may_carry_ace(game: Game, raid: Raid, unit: str, fliers: list[Flier], charts: Charts) -> bool:
    """Whether a fighter of the raid may carry one of its side's Ace markers [H5.1.1]."""
    fighters = [one.unit for one in fliers if charts.air[one.unit].model.is_fighter]
    return unit in fighters and game.aces.get(raid.side, 0) > 0


def _breach(raid: Raid, unit: str, cited: str) -> ManifestBreached:
    return ManifestBreached(to=ALL, mission=raid.id, side=raid.side, unit=unit, cited=cited)
