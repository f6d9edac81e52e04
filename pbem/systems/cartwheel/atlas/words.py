"""What the map says of a place and of the way between two, in sentences [E.1, H2]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.atlas.look import air_words, fact, note, planes_at
from pbem.systems.cartwheel.atlas.supply import has_anything, supply
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import (
    air_distance,
    cheapest_ways,
    land_neighbours,
    path_cost,
    ship_path,
)
from pbem.systems.cartwheel.own.basing import kinds
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r06_bases import damage_of, is_disrupted, is_operational
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.rules.r10_ships import factors, group_speed
from pbem.systems.cartwheel.rules.r11_troops import is_red, steps_in, strength
from pbem.systems.cartwheel.table.state import SIDES, Base, Game, Ship, Troops
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, base_name, hold_words, points
from pbem.systems.cartwheel.words.sea import cargo_words
from pbem.systems.cartwheel.words.sheets_units import BREAKS

HOLDERS = {**ADJECTIVES, "": "nobody's"}


# --- a place -------------------------------------------------------------------------------------


def describe(game: Game, private: Private | None, place: str, charts: Charts) -> Iterator[Line]:
    """All of a place that everybody sees, and the seat's own hidden units there [E.1, E.2]."""
    yield fact(_title(game, place, charts))
    if place in charts.hexes:
        yield from _ground(game, place, charts)
        yield from _port(game, place, charts)
        yield from _worth(game, place, charts)
    for base in game.bases_at(place):
        yield from _base(game, private, base, charts)
    for ship in game.ships_at(place):
        yield from ship_words(private, ship, charts)
    yield from _planes_at_port(game, private, place, charts)
    for unit in game.troops_at(place):
        yield fact(f"{unit.id}: {troops_words(unit, charts)}")
    yield from _others(game, place, charts)
    if place in charts.hexes:
        for side in SIDES:
            if has_anything(game, side, place, charts):
                yield from supply(game, place, charts, (side,))


def _title(game: Game, place: str, charts: Charts) -> str:
    if place in charts.boxes:
        box = charts.boxes[place]
        words = f"off-board box, {HOLDERS[box.side]}; ships leave it to {' '.join(box.entries)}"
        return f"{place} {box.name}: {words} [H2.8]"
    chart = charts.hexes[place]
    names = [name for spot in chart.places for name in (spot.name, *_split(spot.also))]
    land = all_of(charts.landmasses[one] for one in chart.landmasses) if chart.landmasses else ""
    holder = f"; {HOLDERS[game.control.get(place, '')]}" if chart.terrain.ground else ""
    title = ": ".join(word for word in (place, ", ".join(names)) if word)
    return f"{title} ({chart.terrain.title}{f', {land}' if land else ''}{holder})"


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _ground(game: Game, place: str, charts: Charts) -> Iterator[Line]:
    """Stacking, terrain effects, fort, supply units [H2.5, H11.3, H11.8, H13.4]."""
    terrain = charts.hexes[place].terrain
    if terrain.ground:
        limit = charts.stacking(place)
        taken = (f"{HOLDERS[side]} {steps_in(game, place, side)}" for side in SIDES)
        effects = f"attacks {terrain.attack:+}, bombing troops {terrain.bombing:+}"
        tiring = ", who enters by land is disrupted" if terrain.tiring else ""
        yield fact(f"ground steps, of {limit} a side: {', '.join(taken)} [H11.3]")
        yield note(f"terrain: {effects}{tiring} [H2.5]")
    if place in game.forts:
        yield fact(f"Fortification: {charts.ground_combat.fortification:+} for attackers [H11.4.2]")
    for side in SIDES:
        if units := game.supplies.get(f"{side}/{place}", 0):
            yield fact(f"{count(units, f'{HOLDERS[side]} supply unit')} [H13.4]")


def _port(game: Game, place: str, charts: Charts) -> Iterator[Line]:
    if not charts.hexes[place].port:
        return
    hits, closed = game.port_hits.get(place, 0), charts.bombing.closed
    state = "closed" if hits >= closed else "open"
    yield fact(f"port: {state}, {count(hits, 'hit')} (closed by {closed}) [H9.10.7]")


def _worth(game: Game, place: str, charts: Charts) -> Iterator[Line]:
    """What the hex earns whoever holds it alone at the end [H16.2]."""
    if game.terms.occupation and (worth := charts.occupation.get(place)):
        sides = zip(SIDES, (worth.allied, worth.japanese), strict=True)
        earned = (f"{HOLDERS[side]} {points(half)}" for side, half in sides if half)
        yield fact(f"held at the end: {', '.join(earned)} [H16.2]")


def _base(game: Game, private: Private | None, base: Base, charts: Charts) -> Iterator[Line]:
    """An airbase: capacity, AA, damage, markers, what recon was told, own units [6.3, 6.6]."""
    chart, broken = charts.bases[base.id], is_disrupted(base, charts)
    aa = charts.base_aa(base.id, disrupted=broken, building=base.status == "building")
    words = [f"{chart.type} airbase, {HOLDERS[base.owner]}", _capacity(base.id, charts)]
    words += [f"AA {aa}"] if is_operational(base) and not chart.is_off_board else []
    words += [_damage(base, charts)] if damage_of(base.id, charts) else []
    words += [
        word for word, holds in (("radar", base.radar), ("No Supply", not base.supplied)) if holds
    ]
    name = base.id if base_name(base.id, charts) == base.id else f"{base.id} {chart.name}"
    yield fact(f"{name}: {'; '.join(words)}")
    if base.id in game.turn.counts:
        told = game.turn.counts[base.id]
        yield fact(f"recon was told of {told.fighters}F {told.bombers}B there this turn [7.3.4~]")
    if private is not None and private.side == base.owner:
        yield from _own(private, base.id, charts)
        if lists := private.evacuate.get(base.id, ()):
            yield note(f"your evacuation list of {base.id}: {' '.join(lists)} [H6.6.5]")


def _capacity(base: str, charts: Charts) -> str:
    chart, basing = charts.bases[base], charts.basing
    if chart.is_off_board:
        return "holds any number"
    if chart.is_mobile:
        return f"holds {basing.mobile_alike} of one type or {basing.mobile_any} of any"
    return f"holds {chart.fighters}F and {chart.bombers}B, {chart.total} in all"


def _damage(base: Base, charts: Charts) -> str:
    """Hits, and how many disrupt and destroy [H6.6]."""
    if base.status != "working":
        return "under construction" if base.status == "building" else base.status
    limits = damage_of(base.id, charts)
    state = "disrupted" if is_disrupted(base, charts) else "in order"
    if limits is None:
        return state
    bounds = f"{limits.disrupted} disrupt, {limits.destroyed} destroy"
    return f"{state}, {count(base.hits, 'hit')} ({bounds})"


def _own(private: Private, base: str, charts: Charts) -> Iterator[Line]:
    """The seat's own air units at a base, by half, and how much room they take [6.3, 6.4]."""
    here = [plane for plane in private.at(base) if not plane.due]
    if here:
        used = kinds(here, base, charts)
        room = f"{used.count('F')}F and {used.count('B')}B take room"
        yield fact(f"yours at {base}: {air_words(here, charts)}; {room} [6.3]")
    for half in ("ready", "flown"):
        units = ", ".join(_plane(p, charts) for p in here if p.half == half)
        if units:
            yield fact(f"{half.capitalize()} at {base}: {units}")


def _plane(plane: Plane, charts: Charts) -> str:
    """An own air unit with its marks."""
    marks = (
        ("disrupted", plane.disrupted),
        ("reduced", plane.steps < charts.air[plane.id].model.steps),
        ("marked", plane.mark), ("staged", plane.staged), ("ace", plane.ace), ("away", plane.away),
    )  # fmt: skip
    words = ", ".join(word for word, holds in marks if holds)
    return f"{plane.id} ({words})" if words else plane.id


def ratings(game: Game, private: Private | None, id_: str, charts: Charts) -> Line:
    """An air unit's factors as it is: an own one by its chart, an enemy as last seen [2.2.2~]."""
    own = private.planes.get(id_) if private is not None else None
    known, model = game.air[id_], charts.air[id_].model
    steps = own.steps if own is not None else known.steps
    if not steps:
        return fact(f"{id_}: {HOLDERS[known.side]}, eliminated")
    figures = model.factors(steps)
    words = [f"{HOLDERS[known.side]}, {steps} of {count(model.steps, 'step')}"]
    words += [f"AF {figures.af}, DF {figures.df}, BF {figures.bf}, SR {model.sr}"]
    disrupted = own.disrupted if own is not None else known.disrupted
    words += ["disrupted"] if disrupted else []
    words += [] if own is not None else ["as all have seen it"]
    return fact(f"{id_}: {', '.join(words)} [2.2.2a~]")


def ship_words(private: Private | None, ship: Ship, charts: Charts) -> Iterator[Line]:
    """A ship with its factors, state and cargo [2.2.4b~]."""
    chart, now = charts.naval[ship.id], factors(ship, charts)
    words = [f"{HOLDERS[ship.side]} {chart.type}", f"{ship.steps} of {count(chart.steps, 'step')}"]
    words += [
        f"AA {now.aa}",
        f"AF {now.af}",
        f"DF {now.df}",
        f"Speed {group_speed((ship,), charts)}",
    ]
    words += [f"holds {hold_words(now.cargo)}"] if now.cargo else []
    words += _marks(disrupted=ship.disrupted, supplied=ship.supplied)
    words += [f"carries {cargo_words(ship.cargo)}"] if ship.cargo else []
    words += [BREAKS[ship.break_off]] if ship.break_off in BREAKS else []
    yield fact(f"{ship.id}: {', '.join(words)}")
    if private is not None and private.side == ship.side:
        yield from _own(private, ship.id, charts)


def troops_words(unit: Troops, charts: Charts) -> str:
    """A ground unit with its combat factor and state, in words [2.2.3b~]."""
    chart = charts.ground[unit.id]
    words = [f"{HOLDERS[unit.side]} {chart.kind}", f"{unit.steps} of {count(chart.steps, 'step')}"]
    words += [f"CF {strength(unit, charts)}{' in defence only' if is_red(unit, charts) else ''}"]
    return ", ".join((*words, *_marks(disrupted=unit.disrupted, supplied=unit.supplied)))


def _marks(*, disrupted: bool, supplied: bool) -> list[str]:
    return ["disrupted"] * disrupted + ["No Supply"] * (not supplied)


def _planes_at_port(
    game: Game, private: Private | None, place: str, charts: Charts
) -> Iterator[Line]:
    """Rufes at a port, which both sides see [6.3.6~]."""
    for plane in game.floatplanes.values():
        if plane.hex == place:
            marks = ["flown"] * plane.flown + ["disrupted"] * plane.disrupted
            words = (f"{HOLDERS[plane.side]} at the port", count(plane.steps, "step"), *marks)
            yield fact(f"{plane.id}: {', '.join(words)}")
    shown = {plane.id for plane in game.floatplanes.values()}
    own = [p for p in planes_at(game, private, place) if p.base == PORT + place]
    units = ", ".join(_plane(plane, charts) for plane in own if plane.id not in shown)
    if units:
        yield fact(f"yours at the port: {units}")


def _others(game: Game, place: str, charts: Charts) -> Iterator[Line]:
    """Recon over the hex, missions to it, air units seen at its bases [7.3.2~, H9.1.3, E.1]."""
    for scout in game.turn.scouts.values():
        if scout.hex == place:
            over = f", looks at {scout.base}" if scout.base else ""
            yield fact(f"{scout.id}: {HOLDERS[scout.side]} recon over the hex{over} [7.3.2~]")
    for raid in game.operations.raids.values():
        if raid.hex == place and raid.id in game.operations.queue:
            yield fact(f"{raid.id}: {HOLDERS[raid.side]} {raid.kind} under way to it [H9.1]")
    bases = {base.id for base in game.bases_at(place)}
    track = game.terms.track
    seen = [
        f"{u.id} ({charts.turn_name(track, u.seen) if u.seen else 'at the start'})"
        for u in game.air.values()
        if u.base in bases and u.steps
    ]
    if seen:
        yield note(f"last seen there: {', '.join(seen)}")


# --- a way ---------------------------------------------------------------------------------------


def route(game: Game, start: str, end: str, charts: Charts) -> Iterator[Line]:
    """The distance by air, ferry links, the ways of ships and over land [H2.2, H2.6-H2.8]."""
    yield from _by_air(start, end, charts)
    yield from _by_sea(game, start, end, charts)
    yield from _by_land(game, start, end, charts)


def _by_air(start: str, end: str, charts: Charts) -> Iterator[Line]:
    far = air_distance(charts, start, end)
    yield fact(f"air: {count(far, 'hex', 'hexes')} [H2.2, H2.8]")
    for side in SIDES:
        models = {u.model for u in charts.air.values() if u.side == side and u.model.range >= far}
        far_first = sorted(models, key=lambda model: (-model.range, model.id))
        words = ", ".join(f"{model.id} {model.range}" for model in far_first)
        yield note(f"{HOLDERS[side]} models whose range it is within: {words or 'none'} [2.2.2d~]")
    for box, other in ((start, end), (end, start)):
        if box in charts.boxes:
            for base in charts.boxes[box].ferry:
                if charts.bases[base].hex == other:
                    words = "air units stage over it at any distance"
                    yield fact(f"ferry link {box}-{base}: {words} [H2.8, H9.3]")


def _by_sea(game: Game, start: str, end: str, charts: Charts) -> Iterator[Line]:
    """The cheapest ship path, whoever is on it, and one that barges can go [H10.3]."""
    for place in dict.fromkeys((start, end)):
        if place in charts.hexes and not charts.hexes[place].terrain.naval:
            yield fact(f"sea: none, no ship can be in {place} [H10.3]")
            return
    if (min(start, end), max(start, end)) in charts.closed:
        yield note(f"{start}-{end}: ships cannot cross this hexside [H2.6]")
    ends = {charts.boxes[place].side for place in (start, end) if place in charts.boxes}
    if len(ends) > 1:
        yield fact("sea: none, ships enter the boxes of their own side only [H2.8]")
        return
    open_ = {place for place in (*charts.hexes, end) if is_in_play(game, place, charts)}
    path = ship_path(charts, start, end, may_enter=lambda place: place in open_)
    if not path:
        yield fact("sea: none, no way leads there over open hexsides [H2.6]")
        return
    yield fact(f"sea: Speed {path_cost(charts, path)}: {' '.join(path)} [H10.3]")
    yield from _on_the_way(game, path, charts)
    coast = {p for p in open_ if p in charts.boxes or charts.hexes[p].terrain.coastal}
    barges = ship_path(charts, start, end, may_enter=lambda place: place in coast)
    types = " and ".join(charts.sailing.sheltered)
    if ends:
        return
    if not barges:
        yield note(f"{types}: none, they never enter open sea [H10.3]")
    elif barges != path:
        cost = path_cost(charts, barges)
        yield fact(f"{types} along the coast: Speed {cost}: {' '.join(barges)} [H10.3]")


def _on_the_way(game: Game, path: Sequence[str], charts: Charts) -> Iterator[Line]:
    """Warships that would stop a group of the other side on its way [H10.3]."""
    for side in SIDES:
        stops = [
            f"{ship.id} in {place}"
            for place in path[1:]
            for ship in game.ships_at(place, side)
            if charts.naval[ship.id].is_combat
        ]
        if stops:
            yield note(f"{HOLDERS[side]} warships on it: {', '.join(stops)} [H10.3]")


def _by_land(game: Game, start: str, end: str, charts: Charts) -> Iterator[Line]:
    """The shortest way over land [H2.7]."""
    for place in dict.fromkeys((start, end)):
        if place not in charts.hexes or not charts.hexes[place].terrain.ground:
            yield fact(f"land: none, no ground unit can be in {place} [H2.5]")
            return
    path = land_path(game, start, end, charts)
    if not path:
        yield fact("land: none, no landmass joins them [H2.7]")
        return
    tiring = [place for place in path[1:] if charts.hexes[place].terrain.tiring]
    words = f"; entering {', '.join(tiring)} disrupts" if tiring else ""
    yield fact(f"land: {count(len(path) - 1, 'move')}: {' '.join(path)}{words} [H2.7, H2.5]")


def land_path(game: Game, start: str, end: str, charts: Charts) -> tuple[str, ...]:
    """A shortest way over land, both ends included, by lowest numbers; empty if none [H2.7]."""

    def onward(here: str) -> Iterable[tuple[str, int]]:
        near = land_neighbours(charts, here)
        return ((place, 1) for place in near if is_in_play(game, place, charts))

    ways = cheapest_ways([(start, 0)], onward)
    return next((path for _, path in ways if path[-1] == end), ())
