"""Whether a scenario fits the charts: units, places, capacity [6.3, H10.3, H11.3, H17]."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.errors import Problem
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.places import BaseChart
from pbem.systems.cartwheel.book.scenario import (
    NOBODY,
    Reinforcement,
    Scenario,
    bases_in_play,
    control_at_start,
)

SUPPLY = "supply"
"""The word for a supply unit in a ship's cargo."""


def scenario_problems(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    """Everything in a scenario that does not fit the charts, each with its key."""
    yield from _terms(scenario, charts)
    yield from _doubles(scenario)
    yield from _air(scenario, charts)
    yield from _naval(scenario, charts)
    yield from _ground(scenario, charts)
    for number, group in enumerate(scenario.reinforcements, start=1):
        yield from _later(scenario, charts, group, f"reinforcements[{number}]")


def _problem(key: str, what: str, rule: str = "H17.0", hint: str = "") -> Problem:
    return Problem(code="scenario", what=what, where=f"scenario, key '{key}'", rule=rule, hint=hint)


def _unknown(key: str, kind: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    there = set(known)
    for name in names:
        if name not in there:
            yield _problem(key, f"there is no {kind} '{name[:40]}' here")


# --- terms ---------------------------------------------------------------------------------------


def _terms(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    track = charts.calendar[scenario.track]
    if scenario.turns < 1 or scenario.first_turn < 1 or scenario.last_turn > len(track):
        what = f"the track has turns 1 to {len(track)}, and {scenario.turns} turns are wanted"
        yield _problem("turns", what, "H1")
    columns = {int(hex_[:2]) for hex_ in charts.hexes}
    low, high = min(columns), max(columns)
    if len(scenario.columns) != 2 or not low <= scenario.columns[0] <= scenario.columns[1] <= high:
        yield _problem("columns", f"give the first and the last column, {low} to {high}")
    if scenario.cap < 0:
        yield _problem("cap", "there are no fewer missions than none", "H8.2")
    sides, mobile = ("allied", "japanese"), charts.basing.mobile
    yield from _unknown("mobile", "side", scenario.mobile, sides)
    for side, wanted in scenario.mobile.items():
        if not 0 <= wanted <= mobile.get(side, 0):
            what = f"{count(wanted, 'mobile airbase')}: there are {mobile.get(side, 0)}"
            yield _problem(f"mobile.{side}", what, "6.2.4~")
    yield from _unknown("rule", "level of victory", [scenario.rule], charts.levels)
    yield from _unknown("control", "side", scenario.control, (*sides, NOBODY))
    area = [hex_ for hex_ in charts.hexes if scenario.has(hex_)]
    for side, held in scenario.control.items():
        yield from _unknown(f"control.{side}", "hex", held, area)
    bases = bases_in_play(scenario, charts)
    yield from _unknown("absent", "airbase", scenario.absent, charts.bases)
    yield from _unknown("hits", "airbase", scenario.hits, bases)
    yield from _unknown("radar", "airbase", scenario.radar, bases)
    yield from _unknown("forts", "hex", scenario.forts, area)
    if scenario.convoy:
        yield from _unknown("convoy.hexes", "hex", scenario.convoy.hexes, area)
    if len(scenario.forts) > charts.markers.fortification["japanese"]:
        yield _problem("forts", "there are more Fortifications than markers", "H4.5")


def _doubles(scenario: Scenario) -> Iterator[Problem]:
    groups = [
        *scenario.air.values(),
        *scenario.naval.values(),
        *scenario.ground.values(),
        *scenario.cargo.values(),
        *(group.units for group in scenario.reinforcements),
    ]
    counted = Counter(unit for group in groups for unit in group if unit != SUPPLY)
    for unit, times in sorted(counted.items()):
        if times > 1:
            yield _problem("air, naval, ground", f"{unit} stands in {times} places")


# --- air -----------------------------------------------------------------------------------------


def _air(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    control = control_at_start(scenario, charts)
    yield from _unknown("air", "airbase", scenario.air, bases_in_play(scenario, charts))
    for id_, units in scenario.air.items():
        key = f"air.{id_}"
        yield from _unknown(key, "air unit", units, charts.air)
        if id_ not in charts.bases:
            continue
        base = charts.bases[id_]
        owner = base.side or control.get(base.hex, "")
        known = [unit for unit in units if unit in charts.air]
        for unit in known:
            if charts.air[unit].side != owner or not charts.may_use(unit, id_):
                yield _problem(key, f"{unit} may not base at {base.name}", "6.3.5~")
        if base.is_fixed and not _holds(charts, base, known):
            yield _problem(key, f"{base.name} is over capacity", "6.3.1~", "base some elsewhere")
        if base.is_mobile:
            yield _problem(key, "a mobile airbase is not built yet", "6.5.2~")


def _holds(charts: Charts, base: BaseChart, units: Iterable[str]) -> bool:
    """Whether a fixed base holds these units [6.3.1~]; recon counts as what fits best [7.3.1]."""
    models = [charts.air[unit].model for unit in units]
    recon = 0 if base.type == "major" else sum(model.is_recon for model in models)
    others = [model.counts_as for model in models if not model.is_recon]
    fighters, bombers = base.fighters - others.count("F"), base.bombers - others.count("B")
    room = base.total - len(others) - recon
    return min(fighters, bombers, room) >= 0 and fighters + bombers >= recon


# --- sea and land --------------------------------------------------------------------------------


def _naval(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    for place, units in scenario.naval.items():
        key = f"naval.{place}"
        yield from _unknown(key, "naval unit", units, charts.naval)
        known = [charts.naval[unit] for unit in units if unit in charts.naval]
        if place in charts.boxes:
            strangers = [unit.id for unit in known if unit.side != charts.boxes[place].side]
            yield from (_problem(key, f"{id_} is in the enemy's box", "H2.8") for id_ in strangers)
            continue
        if not scenario.has(place) or place not in charts.hexes:
            yield _problem(key, f"there is no hex or box '{place[:40]}' here")
        elif not charts.hexes[place].terrain.naval:
            yield _problem(key, f"{place} is no hex for ships", "H2.5")
        crowd = Counter(unit.side for unit in known)
        if crowd and max(crowd.values()) > charts.sailing.stacking:
            most = count(charts.sailing.stacking, "naval unit")
            yield _problem(key, f"more than {most}", "H10.3")
    afloat = [unit for units in scenario.naval.values() for unit in units]
    yield from _unknown("cargo", "ship", scenario.cargo, [u for u in afloat if u in charts.naval])
    for ship, cargo in scenario.cargo.items():
        yield from _unknown(f"cargo.{ship}", "cargo", cargo, (*charts.ground, SUPPLY))
        if ship in charts.naval and _space(charts, cargo) > charts.naval[ship].front.cargo:
            yield _problem(f"cargo.{ship}", f"{ship} cannot carry so much", "H10.3.1")


def _space(charts: Charts, cargo: Iterable[str]) -> int:
    """The capacity that a cargo takes: a supply unit 1, a ground unit its steps [H10.3.1]."""
    loaded = [charts.ground[id_] for id_ in cargo if id_ in charts.ground]
    supplies = sum(id_ == SUPPLY for id_ in cargo)
    return supplies + sum(
        unit.steps * (charts.sailing.armour if unit.is_armour else 1) for unit in loaded
    )


def _ground(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    for place, units in scenario.ground.items():
        key = f"ground.{place}"
        yield from _unknown(key, "ground unit", units, charts.ground)
        known = [charts.ground[unit] for unit in units if unit in charts.ground]
        if place in charts.boxes:
            continue
        if not scenario.has(place) or place not in charts.hexes:
            yield _problem(key, f"there is no hex or box '{place[:40]}' here")
            continue
        steps = Counter[str]()
        for unit in known:
            steps[unit.side] += unit.steps
        limit = charts.stacking(place)
        if steps and max(steps.values()) > limit:
            yield _problem(key, f"more than {count(limit, 'step')} in {place}", "H11.3")
    held = {place for place, units in scenario.ground.items() if units}
    for hex_ in sorted(set(scenario.forts) - held):
        yield _problem("forts", f"the Fortification of {hex_} has no ground unit", "H11.8")


# --- reinforcements ------------------------------------------------------------------------------


def _later(scenario: Scenario, charts: Charts, group: Reinforcement, key: str) -> Iterator[Problem]:
    if not scenario.first_turn < group.turn <= scenario.last_turn:
        yield _problem(f"{key}.turn", f"nobody arrives in turn {group.turn}", "H15.3")
    sides = {
        id_: unit.side
        for units in (charts.air, charts.naval, charts.ground)
        for id_, unit in units.items()
    }
    yield from _unknown(f"{key}.units", "unit", group.units, sides)
    for unit in group.units:
        if sides.get(unit, group.side) != group.side:
            yield _problem(f"{key}.units", f"{unit} is the enemy's", "H15")
    known = (*charts.boxes, *charts.hexes, *charts.bases)
    yield from _unknown(f"{key}.place", "place", [group.place] if group.place else [], known)
    if not group.place and any(unit not in charts.air for unit in group.units):
        yield _problem(f"{key}.place", "ground and naval units need a place", "H15")
