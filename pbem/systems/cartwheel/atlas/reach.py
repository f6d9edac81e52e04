"""How far a unit gets from where it is: air, naval and ground units [2.2.2d~, H9.3, H10.3, H11.2].

An enemy air unit is told of as far as everybody knows it: never where it is based, unless that
has been named in public.
"""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.atlas.look import fact, note
from pbem.systems.cartwheel.atlas.names import absent, is_absent, whereabouts
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import air_distance, land_neighbours, sea_ways
from pbem.systems.cartwheel.own.basing import may_reach, staging_range
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r06_havens import open_to, place_of
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r10_routes import is_haven, is_in_play, ways_from
from pbem.systems.cartwheel.rules.r10_ships import capacity, is_barred, speed
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, steps_in, why_unfit
from pbem.systems.cartwheel.table.state import Game, Ship, Troops
from pbem.systems.cartwheel.words.names import base_name, hold_words, place_name

TARGETS = {"base": "airbases", "naval": "ships", "ground": "ground units", "port": "ports"}
"""What can be struck, in words [H9.1.2]."""


def reach(game: Game, private: Private | None, unit: str, charts: Charts) -> Iterator[Line]:
    """What a unit reaches from where it is, or why it goes nowhere."""
    if unit in game.air:
        yield from _air(game, private, unit, charts)
    elif unit in game.ships:
        yield from _ship(game, game.ships[unit], charts)
    else:
        yield from _troops(game, game.troops[unit], charts)


# --- air units -----------------------------------------------------------------------------------


def _air(game: Game, private: Private | None, unit: str, charts: Charts) -> Iterator[Line]:
    chart = charts.air[unit]
    model = chart.model
    staging = f"{model.range}, staging {staging_range(unit, charts)}"
    far = "any hex" if model.unlimited else staging
    name = f"{model.aircraft}, type {model.type}, {charts.nations[chart.nation].name}"
    yield fact(f"{unit}: {name}; range {far} [2.2.2d~, H9.3]")
    own = private.planes.get(unit) if private is not None else None
    base = own.base if own is not None else game.air[unit].base
    start = place_of(game, base) if base else ""
    if scout := game.turn.scouts.get(unit):
        yield fact(f"on recon over {place_name(scout.hex, charts)} [7.3.2~]")
        if model.unlimited:
            return
    elif is_absent(game, unit):
        yield note(f"it {absent(game, unit, charts)}")
        return
    if not start:
        yield note("its base is not known to you [6.1a]")
        return
    where = base if base == start else f"{_base_words(base, charts)}, {start}"
    yield fact(f"{_stands(own, game, unit, charts)} {where}")
    if model.unlimited:
        return
    if own is not None:
        yield from _own_bases(game, own, start, charts)
    yield from _targets(game, chart.side, start, model.range, charts)


def _stands(own: Plane | None, game: Game, unit: str, charts: Charts) -> str:
    if own is None:
        seen = game.air[unit].seen
        when = charts.turn_name(game.terms.track, seen)
        return f"seen in {when} at" if seen else "set up at"
    marks = [word for word, holds in (("disrupted", own.disrupted), ("marked", own.mark)) if holds]
    return f"{', '.join((own.half.capitalize(), *marks))} at"


def _base_words(base: str, charts: Charts) -> str:
    return base_name(base, charts) if base.startswith(PORT) else base


def _own_bases(game: Game, own: Plane, start: str, charts: Charts) -> Iterator[Line]:
    """Own bases that it may use: within its range, by staging, by ferry [H9.11.1, H9.3]."""
    reach_ = charts.air[own.id].model.range
    bases = [base for base in open_to(game, own.id, charts) if base != own.base]
    far = {base: air_distance(charts, start, place_of(game, base)) for base in bases}
    near = [base for base in bases if far[base] <= reach_]
    staged = [b for b in bases if far[b] > reach_ and may_reach(game, own, b, charts)]
    yield fact(f"own bases to land at: {_listed(near, far)} [H9.11.1]")
    if staged:
        yield fact(f"farther, by a stage move: {_listed(staged, far)} [H9.3]")


def _listed(places: Iterable[str], far: dict[str, int]) -> str:
    """Places with their distances, the nearest first."""
    nearest = sorted(places, key=lambda place: (far[place], place))
    return ", ".join(f"{place} {far[place]}" for place in nearest) or "none"


def _targets(game: Game, side: str, start: str, range_: int, charts: Charts) -> Iterator[Line]:
    """Hexes within range that hold something of the enemy's to strike [H9.1.2]."""
    far = {hex_: air_distance(charts, start, hex_) for hex_ in charts.hexes}
    near = [hex_ for hex_ in far if far[hex_] <= range_]
    found = {t: far[hex_] for hex_ in near for t in strike_targets(game, side, hex_, charts)}
    for kind, title in TARGETS.items():
        there = {t.partition(":")[2]: way for t, way in found.items() if t.startswith(kind)}
        yield fact(f"enemy {title} within range: {_listed(there, there)} [H9.1.2]")


# --- ships ---------------------------------------------------------------------------------------


def _ship(game: Game, ship: Ship, charts: Charts) -> Iterator[Line]:
    """What a ship reaches with its Speed, and havens in 4.6 [H10.2, H10.3, H12.2]."""
    limit = speed(ship, charts)
    room = capacity(ship, charts)
    holds = f", holds {hold_words(room)}" if room else ""
    rules = [*(["H10.2"] if ship.disrupted else []), "H10.3", *(["H10.3.1"] if room else [])]
    name = f"{ship.id}: {charts.naval[ship.id].type}"
    yield fact(f"{name}, Speed {limit}{holds} [{', '.join(rules)}]")
    if is_absent(game, ship.id):
        yield note(f"it {absent(game, ship.id, charts)}")
        return
    yield fact(f"at {place_name(ship.at, charts)}")
    if ship.moved == game.now:
        yield note("it has had its mission this turn [H10.1]")
    ways = ways_from(game, ship.side, (ship,), ship.at, charts, foes="shunned")
    cost = {path[-1]: at for at, path in ways if at > 0}
    near = {place: at for place, at in cost.items() if at <= limit}
    for number in sorted(set(near.values())):
        places = sorted(place for place, at in near.items() if at == number)
        yield fact(f"Speed {number}: {' '.join(places)}")
    barred = _barred(game, ship, {ship.at: 0, **near}, limit, charts)
    if barred:
        yield fact(f"enemy warships stop it at: {_listed(barred, barred)} [H10.3]")
    havens = {p: at for p, at in cost.items() if is_haven(game, p, ship.side, charts)}
    home = [place for place, at in havens.items() if at <= charts.sailing.withdraw * limit]
    yield fact(f"ports and boxes within reach in 4.6: {_listed(home, havens)} [H12.2]")


def _barred(
    game: Game, ship: Ship, near: dict[str, int], limit: int, charts: Charts
) -> dict[str, int]:
    """Hexes with enemy warships that the ship can enter, where it has to stop [H10.3]."""
    sheltered = charts.naval[ship.id].type in charts.sailing.sheltered
    found: dict[str, int] = {}
    for here, at in near.items():
        for place, more in sea_ways(charts, here):
            if place in charts.boxes or at + more > limit:
                continue
            if sheltered and not charts.hexes[place].terrain.coastal:
                continue
            if is_barred(game, place, ship.side, charts):
                found[place] = min(found.get(place, at + more), at + more)
    return found


# --- ground units --------------------------------------------------------------------------------


def _troops(game: Game, unit: Troops, charts: Charts) -> Iterator[Line]:
    """The hexes that a ground unit may enter, and what keeps it from them [H11.2, H11.3]."""
    chart, where = charts.ground[unit.id], whereabouts(game, unit.id)
    yield fact(f"{unit.id}: {chart.kind}, {count(unit.steps, 'step')}")
    if is_absent(game, unit.id):
        yield note(f"it {absent(game, unit.id, charts)}")
        return
    if unit.at in game.ships:
        yield fact(f"aboard {unit.at}, in {place_name(where, charts)}; it may land there [H11.5]")
        return
    if unit.at not in charts.hexes:
        yield note(f"in {place_name(where, charts)}: it waits for ships [H15.1]")
        return
    yield fact(f"at {place_name(unit.at, charts)}")
    if not game.terms.ground_combat:
        yield note("in this scenario ground units only land [H17.1]")
        return
    if refusal := why_unfit(unit, charts):
        yield note(f"it does not move: it {refusal.what} [{refusal.rule}]")
        return
    for hex_ in land_neighbours(charts, unit.at):
        if is_in_play(game, hex_, charts):
            yield fact(f"{place_name(hex_, charts)}: {_entering(game, unit, hex_, charts)}")


def _entering(game: Game, unit: Troops, hex_: str, charts: Charts) -> str:
    """What it means for a unit to enter a hex."""
    terrain, side = charts.hexes[hex_].terrain, unit.side
    free = charts.stacking(hex_) - steps_in(game, hex_, side)
    words = [terrain.title, f"room for {count(max(0, free), 'step')} [H11.3]"]
    if has_enemies(game, hex_, side):
        words.append("enemies are there: only with an attack [H11.2]")
    elif has_enemies(game, unit.at, side) and game.control.get(hex_) != side:
        words.append("closed to it: it leaves enemies only for a hex of its own side [H11.2]")
    if terrain.tiring:
        words.append("it arrives disrupted [H2.5]")
    return ", ".join(words)
