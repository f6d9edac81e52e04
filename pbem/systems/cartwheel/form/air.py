"""The form for air missions: who is ready, what is in range, how to attack [H9.1, H9.6, H9.10]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.steps import IfRoom, Section, Spare
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.tables import Mode
from pbem.systems.cartwheel.form.answers import answered_words
from pbem.systems.cartwheel.form.page import (
    Examples,
    Page,
    Part,
    by_base,
    listed,
    price_of_eleventh,
    unit_words,
)
from pbem.systems.cartwheel.form.vain import may_hit
from pbem.systems.cartwheel.orders.fliers import (
    airdrop,
    fighters,
    modes_of,
    reaches,
    ready,
    strikers,
    target_hexes,
    transports,
)
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r09_targets import (
    Target,
    drm_against,
    read_target,
)
from pbem.systems.cartwheel.rules.r11_troops import has_enemies
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import ALLIED
from pbem.systems.cartwheel.words.names import all_of, place_name
from pbem.systems.cartwheel.words.sea import cargo_words

SOME = 4
"""So many units of a role at most stand in an example."""
MOST_HEXES, NAMED, TARGETS, FARTHER, SHIPS = 4, 3, 8, 5, 2
"""So many hexes are told with who reaches them, nearest first; so many units, so many targets.

Of those farther away so many are named, with so many ships in each.
"""


def mission_parts(page: Page) -> Iterator[Part]:
    """Strikes, sweeps and airdrops; nothing of the kind where none can be flown."""
    able = [p for p in ready(page) if not page.charts.air[p.id].model.is_recon]
    why = "" if able else "no air unit of yours is ready"
    if page.side == ALLIED and page.game.turn.regroup == "yes":
        why = "you fly none in a general regroup turn [H14.5]"
    if why:
        yield Part(title="Air missions", rule="H9.1", idle=why)
        return
    kind = IfRoom if unanswered(page.game) else Section
    yield Part(
        title="Air missions",
        rule="H9.1",
        choices=_missions(page, able),
        examples=_strike(page),
        kind=kind,
    )
    title = "A sweep, an airdrop" if _has_transports(page) else "A sweep"
    yield Part(title=title, rule="H9.1", examples=_others(page), kind=IfRoom)
    yield Part(
        title="Attack modes, and a strike on two targets",
        rule="H9.10.1",
        choices=_ways(page),
        examples=_divided(page),
        kind=Spare,
    )
    yield Part(title="All targets", rule="H9.6", choices=_all_targets(page), kind=Spare)


# --- words ---------------------------------------------------------------------------------------


def _missions(page: Page, able: Sequence[Plane]) -> Iterator[str]:
    yield "Ready, with type and range; a mission takes units of three bases at most [H9.1.1]:"
    lone = []
    for base, planes in by_base(able):
        words = f"{page.name(base)}: {listed((_model(page, p) for p in planes), 40)}"
        if planes[1:]:
            yield f"{words}."
        else:
            lone.append(words)
    if lone:
        yield f"{'; '.join(lone)}."
    yield from price_of_eleventh(page, able)
    yield from _targets(page)
    limits = page.charts.operations
    yield (
        f"strike: up to {count(limits.strikers, 'striker')} and {count(limits.escorts, 'escort')};"
        f" sweep: up to {count(limits.sweepers, 'fighter')} as escorts"
        f"{'; airdrop: C-47s with cargo and escorts' if _has_transports(page) else ''} [H9.1]."
        ' abort_at "never", "half" or "any" losses. For single units: returns = { UNIT = "BASE" },'
        ' targets = { UNIT = "…" }, modes = { UNIT = "…" } [H9.6, H9.11.1].'
    )
    yield from _bands(page)
    yield from answered_words(page)


def _has_transports(page: Page) -> bool:
    return any(page.charts.air[plane.id].model.is_transport for plane in page.planes())


def _bands(page: Page) -> Iterator[str]:
    """Which attack modes fly in which band, with the types that fly them [H9.10.1]."""
    able = strikers(page)
    bands: dict[str, list[str]] = {}
    for mode in page.charts.modes:
        flown = sorted(
            {page.charts.air[p.id].model.type for p in able if mode in modes_of(page, p)}
        )
        if flown:
            only = ", no ships" if mode.naval is None else ""
            bands.setdefault(mode.band, []).append(f"{mode.mode} ({' '.join(flown)}{only})")
    if bands:
        told = "; ".join(f"{band} {', '.join(modes)}" for band, modes in bands.items())
        yield f"Attack modes by band, with the types that fly them: {told} [H9.10.1]."


def _model(page: Page, plane: Plane) -> str:
    model = page.charts.air[plane.id].model
    return f"{unit_words(plane, page.charts)} {model.type}{model.range}"


def _targets(page: Page) -> Iterator[str]:
    """The nearest targets with who reaches them, the others by their hexes [H9.6]."""
    hexes = _target_hexes(page)
    if not hexes:
        yield "No target is in range of a ready striker; fighters may sweep any hex in range."
        return
    yield f"Targets {page.when}, and who reaches them; three at most [H9.6]:"
    for far, hex_ in hexes[:MOST_HEXES]:
        able = [plane.id for plane in _reaching(page, hex_)]
        who = listed(able, NAMED) if able else "no bomber"
        yield f"{_target(page, far, hex_, TARGETS)} {who}."
    if more := hexes[MOST_HEXES:]:
        at_sea = {hex_: _ships(page, hex_) for _, hex_ in more}
        names = (
            f"{place_name(hex_, page.charts)} {far}{at_sea[hex_]}"
            for far, hex_ in sorted(more, key=lambda one: not at_sea[one[1]])
        )
        yield f"Farther away: {listed(names, FARTHER)}."


def _ships(page: Page, hex_: str) -> str:
    """` with naval:ANF-CA1`: the ships among the targets of a hex; of many how many they are."""
    targets = strike_targets(page.game, page.side, hex_, page.charts)
    ships = [one for one in targets if one.startswith("naval:")]
    if not ships:
        return ""
    return f" with {all_of(ships) if len(ships) <= SHIPS else count(len(ships), 'ship')}"


def _target_hexes(page: Page) -> tuple[tuple[int, str], ...]:
    """Hexes with something to strike when the mission comes, and now, as is judged [H9.1.2]."""
    there = (page.view.game, page.side)
    return tuple(one for one in target_hexes(page) if strike_targets(*there, one[1], page.charts))


def _all_targets(page: Page) -> Iterator[str]:
    """Each hex with targets, and all that reaches it."""
    for far, hex_ in _target_hexes(page):
        bombers = [plane.id for plane in _reaching(page, hex_)]
        cover = [plane.id for plane in fighters(page) if reaches(page, plane, hex_)]
        able = f"bombers {listed(bombers, 40)}; fighters {listed(cover, 40)}"
        yield f"{_target(page, far, hex_, 14)} {able}."


def _target(page: Page, far: int, hex_: str, most: int) -> str:
    targets = strike_targets(page.game, page.side, hex_, page.charts)
    there = listed((_laden(page, target) for target in targets), most)
    way = count(far, "hex", "hexes")
    return f"{place_name(hex_, page.charts)}, {way} away: {there};"


def _laden(page: Page, target: str) -> str:
    """A target as orders name it, a ship with what is aboard."""
    ship = page.game.ships.get(target.removeprefix("naval:"))
    return f"{target} (with {cargo_words(ship.cargo)})" if ship and ship.cargo else target


def _reaching(page: Page, hex_: str) -> Iterator[Plane]:
    """Ready bombers in range of a hex, by id."""
    near = (plane for plane in strikers(page) if reaches(page, plane, hex_))
    return (plane for plane in near if page.charts.air[plane.id].model.is_bomber)


def _ways(page: Page) -> Iterator[str]:
    """Attack modes that ready units fly: bands, who, DRM by kind of target [H9.10.1]."""
    flown = {mode for plane in strikers(page) for mode in modes_of(page, plane)}
    modes = [mode for mode in page.charts.modes if mode in flown]
    if modes:
        yield "Attack modes, and what each adds to its die; the band is that of the mission:"
    yield from (f"{_mode(mode)}." for mode in modes)


def _mode(mode: Mode) -> str:
    drms = (
        ("base", mode.base),
        ("port", mode.port),
        ("naval", mode.naval),
        ("ground", mode.ground),
    )
    sums = ", ".join(f"{kind} {drm:+}" for kind, drm in drms if drm is not None)
    return f"{mode.mode}, {mode.band}, by types {' '.join(mode.types)}: {sums}"


# --- examples ------------------------------------------------------------------------------------


def _others(page: Page) -> Examples:
    yield from _sweep(page)
    yield from _airdrop(page)


def _strike(page: Page) -> Examples:
    """A strike on a ship with cargo, else on the nearest base, or on whatever else is nearest."""
    hexes = [hex_ for _, hex_ in _target_hexes(page)]
    aims = [(hex_, t) for hex_ in hexes for t in _aims(page, hex_)]
    laden = {id_ for id_, ship in page.game.ships.items() if ship.cargo}
    for hex_, target in sorted(aims, key=lambda a: (a[1].id not in laden, a[1].kind != "base")):
        order = _strike_on(page, hex_, target)
        if order is not None and page.is_legal(order):
            yield (order,)
            return


def _divided(page: Page) -> Examples:
    """The same strike with another target for the last of its strikers, by a mode of its own."""
    for (order,) in _strike(page):
        if not isinstance(order, AirMission):
            continue
        *_, last = order.strikers
        for target in _aims(page, order.hex):
            for mode in _modes_at(page, last, order.band, target):
                if str(target) != order.target and order.strikers[1:]:
                    modes = FrozenMap({last: mode.mode} if mode.mode != order.mode else {})
                    both = replace(order, targets=FrozenMap({last: str(target)}), modes=modes)
                    if page.is_legal(both):
                        yield (both,)
                        return


def _modes_at(page: Page, unit: str, band: str, target: Target) -> list[Mode]:
    """Modes by which a unit attacks a target from a band, the best first."""
    plane = page.private.planes[unit]
    able = [m for m in modes_of(page, plane) if m.band == band]
    drms = {
        m: drm
        for m in able
        if (drm := drm_against(m, target)) is not None and may_hit(page, plane, m, target)
    }
    return sorted(drms, key=lambda mode: -drms[mode])


def _aims(page: Page, hex_: str) -> Iterator[Target]:
    texts = strike_targets(page.game, page.side, hex_, page.charts)
    yield from (target for text in texts if (target := read_target(text)))


def _strike_on(page: Page, hex_: str, target: Target) -> AirMission | None:
    """Strikers that fly the mode that is best against a target, with escorts; None without any."""
    near = [p for p in strikers(page) if reaches(page, p, hex_)]
    fits = [
        (
            drm,
            mode,
            [p for p in near if mode in modes_of(page, p) and may_hit(page, p, mode, target)],
        )
        for mode in page.charts.modes
        if (drm := drm_against(mode, target)) is not None
    ]
    flown = [one for one in fits if one[2]]
    if not flown:
        return None
    _, mode, able = max(flown, key=lambda one: (one[1].hits, len(one[2]) > 1, one[0]))
    group = able[:SOME]
    bases = {plane.base for plane in group}
    cover = [p for p in fighters(page) if p not in group and reaches(page, p, hex_)]
    cover.sort(key=lambda plane: plane.base not in bases)
    return AirMission(
        kind="strike",
        hex=hex_,
        band=mode.band,
        strikers=_ids(group[: page.charts.operations.origins] if len(bases) > 2 else group),
        escorts=_ids(p for p in cover[:SOME] if p.base in bases),
        mode=mode.mode,
        target=str(target),
    )


def _sweep(page: Page) -> Examples:
    """A sweep over the nearest enemy base that holds aircraft for all we know."""
    for _, hex_ in _target_hexes(page):
        bases = [t for t in _aims(page, hex_) if t.kind == "base"]
        able = [p for p in fighters(page) if reaches(page, p, hex_)]
        group = [p for p in able if p.base == able[0].base][:SOME]
        if bases and group:
            yield (AirMission(kind="sweep", hex=hex_, band="high", escorts=_ids(group)),)
            return


def _airdrop(page: Page) -> Examples:
    """Paratroops, or a supply unit for own troops [H13.4], by the first ready C-47."""
    able = transports(page)
    held = [h for h in sorted(page.charts.hexes) if any(page.game.troops_at(h, page.side))]
    jumps = (*_enemy_held(page), *held)
    for plane in able[:1]:
        for cargo, hexes in ((page.charts.marching.parachutist, jumps), (SUPPLY, held)):
            for hex_ in (one for one in hexes if reaches(page, plane, one)):
                order = airdrop(plane, hex_, cargo)
                if page.is_legal(order):
                    yield (order,)
                    return


def _enemy_held(page: Page) -> list[str]:
    """Hexes of the enemy's, those with an airbase and without troops first."""
    held = (hex_ for hex_, side in page.game.control.items() if side != page.side)
    return sorted(held, key=lambda hex_: (*_hard_to_take(page, hex_), hex_))


def _hard_to_take(page: Page, hex_: str) -> tuple[bool, bool]:
    held = has_enemies(page.game, hex_, page.side)
    return held, not any(page.game.bases_at(hex_))


def _ids(planes: Sequence[Plane] | Iterator[Plane]) -> tuple[str, ...]:
    return tuple(plane.id for plane in planes)
