"""The situation of Pacific Theater in tables, all of it public [F.1]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.sheets import Row, Sheet
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name, season_name
from pbem.systems.pto.book.kinds import JAPANESE, NATIONS, SIDES, side_of
from pbem.systems.pto.rules import victory
from pbem.systems.pto.rules.d13_war import is_at_peace
from pbem.systems.pto.rules.month.ph11_supply import cut_off
from pbem.systems.pto.rules.season.s2_arrivals import POOL
from pbem.systems.pto.rules.units import speed, strength
from pbem.systems.pto.table.naming import (
    at_first,
    flying,
    nation_name,
    seat_name,
    seat_title,
    side_name,
    signed,
)
from pbem.systems.pto.table.state import Entry, Game
from pbem.systems.pto.words.counters import (
    air_words,
    force_marks,
    ground_words,
    ships_words,
    works_words,
)
from pbem.systems.pto.words.economy import CONDITIONS
from pbem.systems.pto.words.known import file_words, standing_in_force, to_come
from pbem.systems.pto.words.victory import counted, stake


def sheets(game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """The public situation; tables without rows are left out."""
    found = (
        _month(game, charts),
        _economy(game),
        *_forces(game, charts),
        _areas(game, charts),
        *_air(game),
        *_ground(game),
        _pools(game),
        _track(game),
        _losses(game),
        *_standing(game),
    )
    return tuple(sheet for sheet in found if sheet.rows)


def _standing(game: Game) -> Iterator[Sheet]:
    """A table for each seat's standing orders that all may read [F.1, F.4]."""
    for seat in game.seats:
        told = standing_in_force(game, seat, whose=f"All of {seat_name(seat)}")
        rows = tuple(Row(cells=(words,)) for words in told)
        title = f"Standing orders, {seat_title(seat)}"
        yield Sheet(title=title, heads=("What they make it do",), rows=rows)


# --- the month -----------------------------------------------------------------------------------


def _month(game: Game, charts: Charts) -> Sheet:
    rows = tuple(Row(cells=pair) for pair in facts(game, charts) if pair[1])
    return Sheet(title="The month", heads=("What", "How it stands"), rows=rows)


def facts(game: Game, charts: Charts) -> Iterator[tuple[str, str]]:
    """How the month stands, each under its name; empty where there is nothing to tell."""
    month, terms = game.month, game.terms
    yield "Month", f"{month_name(game.turn)}; the last is {month_name(terms.last_turn)}"
    yield "Weather", _weather(game)
    peace = "; Japan is at war with China alone [D13.1]" if is_at_peace(game) else ""
    yield "Initiative", side_name(game.initiative) + peace
    yield "First in phase 3", side_name(month.first) if month.first else ""
    yield "Points, if it ended now", _points(game, charts)
    yield (
        "Points by rule",
        "; ".join(_by_rule(game, charts)),
    )
    yield "Points for areas", "; ".join(_stakes(game, charts))
    yield "Fronts", "; ".join(_fronts(game))
    yield "Cut off", "; ".join(_cut_off(game, charts))
    yield "Offensives so far", str(month.offensives) if month.offensives else ""
    yield "Ordered ahead", "; ".join(to_come(game))
    yield "Not yet opened", "; ".join(_closed(game))
    yield "Modifications off", ", ".join(terms.off)
    yield "Scenario rules", ", ".join(terms.special)


def _fronts(game: Game) -> Iterator[str]:
    """Contested areas with the strengths that meet there [PH1.5]."""
    for area in filter(game.is_contested, game.areas):
        strengths = (
            f"{side_name(side)} {sum(map(strength, game.ground_at(area, side)))}" for side in SIDES
        )
        yield f"{mention(area)}: {', '.join(strengths)}"


def _by_rule(game: Game, charts: Charts) -> Iterator[str]:
    """The points of each side that has some; of a contested area half of its own [PH15.1]."""
    told = (victory.points_of(game, side, charts) for side in SIDES)
    found = [one for one in told if one.points]
    yield from map(counted, found)
    if any(game.is_contested(area) for one in found for area in one.areas):
        yield "a contested area counts half"


def _stakes(game: Game, charts: Charts) -> Iterator[str]:
    """The areas that a scenario has goals for, with what it counts for each [PH17, PH18]."""
    for area in dict.fromkeys(goal.area for goal in game.terms.scoring.goals):
        yield f"{mention(area)}: {stake(game.terms.scoring, charts.areas[area])}"


def _cut_off(game: Game, charts: Charts) -> Iterator[str]:
    """Areas whose units no line supplies, with the markers that feed them [PH11.1, PH11.2]."""
    for side in SIDES:
        areas = cut_off(game, side, charts)
        if areas:
            named = (f"{mention(area)}{_fed(game, side, area)}" for area in areas)
            yield f"{side_name(side)}: {', '.join(named)}"


def _fed(game: Game, side: str, area: str) -> str:
    markers = game.areas[area].supply.get(side, 0)
    return f" ({count(markers, 'supply marker')})" if markers else ""


def _closed(game: Game) -> Iterator[str]:
    """The bids and standing orders that are not open yet, and when they open [F.1, F.1.1]."""
    for nation in game.bids:
        yield f"the bid of {nation_name(nation)}, until all have bid"
    for seat, closed in game.sealed.items():
        given = file_words(closed.given)
        yield f"the standing orders of {seat_name(seat)} ({given}), until the seat's next file"


def _weather(game: Game) -> str:
    """The condition and the zones that do not fly [P1.1, W1]."""
    if not game.month.weather:
        return ""
    return f"{CONDITIONS[game.month.weather]}; {flying(game.month.grounded)}"


def _points(game: Game, charts: Charts) -> str:
    """Points, what Japan has more, the result if the game ended now, and what others take [PH15.1].

    `Japanese 0, Allies 4, so Japan −4: marginal for the Allies; a draw from −3, a win from +4`.
    """
    counted = ", ".join(
        f"{side_name(side)} {victory.points_of(game, side, charts).points}" for side in SIDES
    )
    over = victory.margin(game, charts)
    grade = victory.grade_of(game, over)
    result = f"{grade.grade} for the {side_name(grade.winner)}" if grade.winner else "a draw"
    needed = ", ".join(_needed(game))
    return f"{counted}, so Japan {signed(over)}: {result}{f'; {needed}' if needed else ''}"


def _needed(game: Game) -> Iterator[str]:
    """The least that Japan must have more than the Allies, for a draw and for a victory."""
    for winner, words in (("", "a draw from"), (JAPANESE, "a win from")):
        least = [one.least for one in game.terms.scoring.grades if one.winner == winner]
        known = [one for one in least if one is not None]
        if known:
            yield f"{words} {signed(min(known))}"


# --- economy -------------------------------------------------------------------------------------


def _economy(game: Game) -> Sheet:
    rows = tuple(
        Row(cells=(at_first(nation), game.seat_of(nation), *_purse(game, nation)))
        for nation in NATIONS
        if nation in game.purses
    )
    heads = ("Nation", "Seat", "EP", "Offensives", "Reserve", "Air lifts used")
    return Sheet(title="Economy", heads=heads, rows=rows)


def purse_words(game: Game) -> str:
    """EP and offensives of each nation that has any; a sealed bid is not known [F.1.1]."""
    found = (
        f"{nation_name(nation)} {purse.points}"
        + ("" if nation in game.bids else f" and {purse.track}")
        for nation, purse in game.purses.items()
        if purse.points or purse.track
    )
    return ", ".join(found)


def _purse(game: Game, nation: str) -> tuple[str, str, str, str]:
    purse = game.purses[nation]
    track = "sealed" if nation in game.bids else str(purse.track)
    reserve = str(purse.reserve) if nation == "JP" else "-"
    return str(purse.points), track, reserve, str(purse.lifts)


# --- at sea --------------------------------------------------------------------------------------


def _forces(game: Game, charts: Charts) -> Iterator[Sheet]:
    """A table of task forces for each side, by area."""
    for side in SIDES:
        forces = [force for force in game.forces.values() if side_of(force.nation) == side]
        rows = tuple(
            Row(
                cells=(
                    mention(force.id),
                    mention(force.at),
                    _pace(game, force.id, charts),
                    _ships(game, force.id),
                )
            )
            for force in sorted(forces, key=lambda force: (force.at, force.id))
            if game.ships_in(force.id)
        )
        title = f"Task forces, {side_name(side)}"
        yield Sheet(title=title, heads=("Task force", "At", "MP", "Ships"), rows=rows)


def _pace(game: Game, tf: str, charts: Charts) -> str:
    """The MP of a task force: its slowest ship's [PH5.1]."""
    return str(min(speed(charts, ship) for ship in game.ships_in(tf)))


def _ships(game: Game, tf: str) -> str:
    """Markers first, then the ships."""
    ships = game.ships_in(tf)
    marks = force_marks(game, tf)
    words = ships_words(ships)
    return f"[{', '.join(marks)}] {words}" if marks else words


# --- ashore --------------------------------------------------------------------------------------


def _areas(game: Game, charts: Charts) -> Sheet:
    """Land areas in play by theatre: who holds them and what stands there [PH1.5-PH1.8]."""
    open_ = [area for area in game.areas if area not in game.terms.closed]
    ordered = sorted(open_, key=lambda area: (charts.areas[area].theatre, area))
    rows = tuple(Row(cells=_area(game, area, charts)) for area in ordered)
    worth = ("VP",) if game.terms.scoring.areas else ()
    heads = ("Theatre", "Area", "Name", "Held by", *worth, "What stands there")
    return Sheet(title="Areas", heads=heads, rows=rows)


def _area(game: Game, area: str, charts: Charts) -> tuple[str, ...]:
    chart, here = charts.areas[area], game.areas[area]
    holder = at_first(here.nation) + (", contested" if game.is_contested(area) else "")
    what = [works_words(here)]
    what += [f"supply {side_name(side)} {count}" for side, count in here.supply.items() if count]
    what += [f"{one} due {season_name(box)}" for one, box in here.building.items()]
    worth = (str(chart.worth),) if game.terms.scoring.areas else ()
    return chart.theatre, area, chart.name, holder, *worth, "; ".join(what)


def _air(game: Game) -> Iterator[Sheet]:
    """A table of air units for each side, by airfield and carrier."""
    for side in SIDES:
        bases: dict[str, list[str]] = {}
        for unit in game.air.values():
            if side_of(unit.nation) == side:
                bases.setdefault(unit.base, []).append(air_words(unit))
        rows = tuple(
            Row(cells=(mention(base), ", ".join(units)))
            for base, units in sorted(bases.items(), key=lambda pair: (pair[0].islower(), pair[0]))
        )
        yield Sheet(title=f"Air units, {side_name(side)}", heads=("Base", "Units"), rows=rows)


def _ground(game: Game) -> Iterator[Sheet]:
    """A table of ground units ashore for each side, by area; those at sea are in their ships."""
    for side in SIDES:
        rows = tuple(
            Row(cells=(mention(area), ", ".join(map(ground_words, game.ground_at(area, side)))))
            for area in game.areas
            if game.ground_at(area, side)
        )
        yield Sheet(title=f"Ground units, {side_name(side)}", heads=("Area", "Units"), rows=rows)


# --- what comes, what is gone --------------------------------------------------------------------


def _pools(game: Game) -> Sheet:
    rows = tuple(
        Row(
            cells=(
                at_first(nation),
                ", ".join(_entry(one) for one in game.pool if one.nation == nation),
            )
        )
        for nation in NATIONS
        if any(one.nation == nation for one in game.pool)
    )
    return Sheet(title="Force pools", heads=("Nation", "Units"), rows=rows)


def _track(game: Game) -> Sheet:
    """The boxes of the turn track by nation [S2.1, S2.2]."""
    rows = tuple(
        Row(
            cells=(
                _box(box),
                at_first(nation),
                ", ".join(_entry(one) for one in entries if one.nation == nation),
            )
        )
        for box, entries in game.track.items()
        for nation in NATIONS
        if any(one.nation == nation for one in entries)
    )
    return Sheet(title="Turn track", heads=("Box", "Nation", "Units"), rows=rows)


def _box(key: str) -> str:
    """A box as players call it: `Spring 1942`, or what joins the force pools then [S2.1]."""
    season = season_name(key.removesuffix(POOL))
    return f"{season}, force pool" if key.endswith(POOL) else season


def _entry(entry: Entry) -> str:
    count = f"{entry.count} " if entry.count > 1 else ""
    place = f" at {mention(entry.area)}" if entry.area else ""
    return f"{count}{mention(entry.what)}{place}"


def _losses(game: Game) -> Sheet:
    """Counters that are out, by the side that scored them, and points for ships [PH15.1]."""
    rows = tuple(
        Row(
            cells=(
                side_name(side),
                str(game.sunk.get(side, 0)),
                ", ".join(mention(id_) for id_, by in game.lost.items() if by == side),
            )
        )
        for side in SIDES
        if side in game.lost.values()
    )
    return Sheet(title="Lost", heads=("Scored by", "Points", "Counters"), rows=rows)
