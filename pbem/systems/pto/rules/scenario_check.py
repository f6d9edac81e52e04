"""Whether a scenario fits the charts: areas, counters, capacity [PH1.6, PH2, PH16-PH18]."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.mentions import slug
from pbem.errors import Problem
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import year_of
from pbem.systems.pto.book.kinds import NAMED, NATIONS, side_of
from pbem.systems.pto.book.roster import SUPPLY, read_air, read_ground
from pbem.systems.pto.book.scenario import Force, Pool, Post, Scenario
from pbem.systems.pto.rules.setup_pieces import force_id

SPECIAL = ("PH16.1", "PH16.2", "PH16.3", "PH17.1")
"""Rules of a scenario's own that the program knows."""
LIFTED = 2
"""Ground units aboard one STP at most, and the strength that two of them may have [PH2.4]."""


def scenario_problems(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    """Everything in a scenario that does not fit the charts, each with its key."""
    yield from _terms(scenario, charts)
    yield from _doubles(scenario)
    groups = [("", scenario.forces, scenario.posts)]
    groups += [(f"arrivals[{n}].", a.forces, a.posts) for n, a in enumerate(scenario.arrivals, 1)]
    for lead, forces, posts in groups:
        for number, force in enumerate(forces, 1):
            yield from _force(scenario, charts, force, f"{lead}forces[{number}]")
        for number, post in enumerate(posts, 1):
            yield from _post(scenario, charts, post, f"{lead}posts[{number}]")
    yield from _crowded(scenario, charts)
    for number, pool in enumerate(scenario.pools, 1):
        yield from _pool(charts, pool, f"pools[{number}]")


def _problem(key: str, what: str, rule: str, hint: str) -> Problem:
    return Problem(code="E12", what=what, where=f"scenario, key '{key}'", rule=rule, hint=hint)


def _unknown(key: str, kind: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    there = set(known)
    for name in names:
        if name not in there:
            yield _problem(key, f"there is no {kind} '{name[:40]}'", "PH1", "use one of the charts")


# --- terms ---------------------------------------------------------------------------------------


def _terms(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    months = range(1, 13)
    if scenario.first.month not in months or scenario.last.month not in months:
        yield _problem("first, last", "months have the numbers 1 to 12", "P0.1", "mend them")
    if not 1 <= scenario.first.turn <= scenario.last.turn:
        yield _problem("last", "the last month lies before the first", "P0.1", "mend them")
    land = [area.id for area in charts.areas.values() if not area.sea]
    yield from _unknown("closed", "area", scenario.closed, charts.areas)
    yield from _unknown("forts", "land area", scenario.forts, land)
    yield from _unknown("owners", "nation", scenario.owners, NATIONS)
    for nation, areas in scenario.owners.items():
        yield from _unknown(f"owners.{nation}", "land area", areas, land)
    yield from _unknown("economy", "nation with EP", scenario.economy, charts.income)
    yield from _unknown("special", "rule", scenario.special, SPECIAL)
    goals = (goal.area for goal in scenario.victory.goals)
    yield from _unknown("victory.goals", "land area", goals, land)
    yield from _grades(scenario)


def _grades(scenario: Scenario) -> Iterator[Problem]:
    """Grades go down; the last one has no limit, so that every margin has its grade."""
    *upper, last = scenario.victory.grades or (None,)
    limits = [grade.least for grade in upper if grade is not None and grade.least is not None]
    falling = limits == sorted(set(limits), reverse=True) and len(limits) == len(upper)
    if last is None or last.least is not None or not falling:
        what = "the grades do not go down to one without a limit"
        yield _problem("victory.grades", what, "PH15.1", "leave 'least' out in the last one alone")


def _doubles(scenario: Scenario) -> Iterator[Problem]:
    """No counter and no task force stands twice [PH2]."""
    counted = Counter(_ids(scenario))
    for id_, times in sorted(counted.items()):
        if times > 1:
            what = f"'{id_}' stands in {times} places"
            yield _problem("forces, posts", what, "PH2.1", "give each counter its own name")


def _ids(scenario: Scenario) -> Iterator[str]:
    arrivals = scenario.arrivals
    yield from (force_id(force) for force in scenario.forces)
    for force in (*scenario.forces, *(f for a in arrivals for f in a.forces)):
        yield from (slug(name) for names in force.named.values() for name in names)
        yield from _unit_ids(force.nation, force.air, (u for load in force.cargo for u in load))
    for post in (*scenario.posts, *(p for a in arrivals for p in a.posts)):
        yield from _unit_ids(post.nation, post.air, post.ground)


def _unit_ids(nation: str, air: Iterable[str], ground: Iterable[str]) -> Iterator[str]:
    planes = (read_air(words) for words in air)
    troops = (read_ground(words, nation) for words in ground)
    yield from (unit.id for unit in planes if unit)
    yield from (unit.id for unit in troops if unit)


# --- at sea --------------------------------------------------------------------------------------


def _force(scenario: Scenario, charts: Charts, force: Force, key: str) -> Iterator[Problem]:
    yield from _placed(scenario, charts, force.nation, force.at, key)
    year = year_of(scenario.first.turn)
    for kind, names in force.named.items():
        if kind not in NAMED:
            yield _problem(f"{key}.named", f"{kind} have no names", "PH2.1", "put it into 'plain'")
        for name in names:
            if kind in NAMED and charts.ratings(force.nation, kind, name, year) is None:
                what = f"nothing is known of the {force.nation} {kind} '{name[:40]}'"
                yield _problem(f"{key}.named.{kind}", what, "PH2.1", "add it to ship_ratings")
    yield from _unknown(f"{key}.plain", "type of ship", force.plain, _nameless(charts))
    for class_ in force.boats:
        if class_ not in charts.boats or charts.boats[class_].nation != force.nation:
            what = f"there is no {force.nation} class '{class_[:40]}'"
            yield _problem(f"{key}.boats", what, "D5.1", "name a class of the chart submarines")
    yield from _decks(charts, force, key)
    yield from _cargo(force, key)


def _nameless(charts: Charts) -> list[str]:
    """Types of ships that have no names [PH2.1]."""
    return [kind for kind in charts.ship_ratings.kinds if kind not in NAMED]


def _decks(charts: Charts, force: Force, key: str) -> Iterator[Problem]:
    """Each carrier unit on one carrier of its force, alone [PH2.3]."""
    carriers = {slug(name) for kind in ("CV", "CVL", "CVE") for name in force.named.get(kind, ())}
    used: set[str] = set()
    for words in force.air:
        yield from _air(charts, force.nation, words, f"{key}.air")
        unit = read_air(words)
        if unit and (unit.on not in carriers or unit.on in used):
            what = f"'{words[:40]}' has no carrier of its own here"
            yield _problem(f"{key}.air", what, "PH2.3", "write 'TYPE NAME on CARRIER'")
        if unit:
            used.add(unit.on)


def _cargo(force: Force, key: str) -> Iterator[Problem]:
    """An STP lifts one ground unit, two of strength 2 or less, or a supply marker [PH2.4]."""
    if len(force.cargo) > force.plain.get("STP", 0):
        yield _problem(f"{key}.cargo", "more loads than STP", "PH2.4", "add transports")
    for load in force.cargo:
        units = [read_ground(one, force.nation) for one in load if one != SUPPLY]
        light = all(unit and unit.strength <= LIFTED for unit in units)
        room = 1 if SUPPLY in load or not light else LIFTED
        if None in units or len(load) > room:
            what = f"no STP lifts {', '.join(load)[:60]}"
            yield _problem(f"{key}.cargo", what, "PH2.4", "one unit, or two of strength 2 or less")


# --- ashore --------------------------------------------------------------------------------------


def _post(scenario: Scenario, charts: Charts, post: Post, key: str) -> Iterator[Problem]:
    yield from _placed(scenario, charts, post.nation, post.at, key)
    if post.at in charts.areas and charts.areas[post.at].sea:
        yield _problem(f"{key}.at", f"{post.at} is a sea", "PH1.6", "name a land area")
    for words in post.air:
        yield from _air(charts, post.nation, words, f"{key}.air")
    for words in post.ground:
        if read_ground(words, post.nation) is None:
            hint = "write NAME STRENGTH-MOVEMENT"
            yield _problem(f"{key}.ground", f"'{words[:40]}' is no ground unit", "PH2.6", hint)


def _placed(
    scenario: Scenario, charts: Charts, nation: str, at: str, key: str
) -> Iterator[Problem]:
    """In an area in play, ashore and in port one of the own side [PH1.5]."""
    yield from _unknown(f"{key}.at", "area", [at], charts.areas)
    if at not in charts.areas:
        return
    area = charts.areas[at]
    changed = {one: owner for owner, areas in scenario.owners.items() for one in areas}
    owner = changed.get(at, area.owner)
    if at in scenario.closed:
        yield _problem(f"{key}.at", f"{at} is out of play", "PH17", "place it elsewhere")
    elif not area.sea and side_of(owner) != side_of(nation):
        yield _problem(f"{key}.at", f"{at} is the enemy's", "PH1.5", "place it elsewhere")


def _air(charts: Charts, nation: str, words: str, key: str) -> Iterator[Problem]:
    unit = read_air(words)
    if unit is None or unit.type not in charts.air_types:
        hint = "write TYPE NAME, with a type of the chart air_types"
        yield _problem(key, f"'{words[:40]}' is no air unit", "PH2.5", hint)
    elif nation not in charts.air_types[unit.type].nations:
        flown = ", ".join(charts.air_types[unit.type].nations)
        what = f"{nation} does not fly {unit.type}"
        yield _problem(key, what, "PH2.5", f"it is flown by {flown}")


def _crowded(scenario: Scenario, charts: Charts) -> Iterator[Problem]:
    """No more air units at an airfield than may base there [PH1.6]."""
    based: Counter[str] = Counter()
    for post in scenario.posts:
        based[post.at] += len(post.air)
    for area, number in sorted(based.items()):
        if area in charts.areas and number > charts.areas[area].airfield:
            room = charts.areas[area].airfield
            what = f"{count(number, 'air unit')} at {area}, which has room for {room}"
            yield _problem("posts", what, "PH1.6", "base some elsewhere")


def _pool(charts: Charts, pool: Pool, key: str) -> Iterator[Problem]:
    """What can be built by design: ships without names, boats, aircraft, ground units [PH12.3]."""
    designs = charts.ground_designs.designs
    ground = [id_ for id_, one in designs.items() if pool.nation in one.strength]
    air = [id_ for id_, one in charts.air_types.items() if pool.nation in one.nations]
    known = (*_nameless(charts), *charts.boats, *air, *ground)
    yield from _unknown(f"{key}.units", f"design of {pool.nation}", pool.units, known)
