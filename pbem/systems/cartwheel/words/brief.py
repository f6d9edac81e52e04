"""The page of a scenario: terms, set-up, reinforcements, points and levels, in VP [H16, H17]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.counting import count
from pbem.engine.sheets import Sheet, sheet_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.scenario import Scenario, bases_in_play, read_scenario
from pbem.systems.cartwheel.table.state import SIDES
from pbem.systems.cartwheel.words.names import ADJECTIVES, place_name, points
from pbem.systems.cartwheel.words.sea import cargo_words

MAILS = "some 10 a turn; up to 18 where both fly mission by mission to the last"


def brief(table: Mapping[str, Any], charts: Charts) -> tuple[Sheet, ...]:
    """Everything that a scenario fixes, for whoever thinks of playing it (E.8.3)."""
    scenario = read_scenario(table)
    return (
        sheet_of("Terms", ("", ""), _terms(scenario, charts)),
        sheet_of("Set-up", ("side", "place", "units"), _set_up(scenario, charts)),
        sheet_of("Reinforcements", ("turn", "side", "units"), _arrivals(scenario, charts)),
        sheet_of("Victory points", ("for", "to", "worth"), _points(scenario, charts)),
        sheet_of("Levels of victory", ("Allied less Japanese", ""), _levels(scenario, charts)),
    )


def _terms(one: Scenario, charts: Charts) -> Iterator[tuple[str, str]]:
    first, last = (charts.turn_name(one.track, turn) for turn in (one.first_turn, one.last_turn))
    yield "turns", f"{one.last_turn - one.first_turn + 1}, {first} to {last}"
    yield "mails", MAILS
    yield "area", f"hex columns {one.columns[0]:02} to {one.columns[-1]:02}, and all boxes"
    yield "initiative", f"{ADJECTIVES[one.initiative]} in the first turn; missions by die [7.5]"
    start = charts.turn_name(one.track, one.tf36.earliest)
    times = f"{count(one.tf36.times, 'time')} at most, from {start} on"
    yield "TF-36", times if one.tf36.times else "none"
    mobile = (f"{ADJECTIVES[side]} {one.mobile.get(side, 0)}" for side in SIDES)
    yield "mobile bases", ", ".join(mobile)
    yield "general regroup", "as in 7.1" if one.general_regroup else "none"
    yield "missions a side and turn", f"{one.cap or charts.operations.cap} at most [H8.2]"
    if not one.ground_combat:
        yield "on land", "units only come ashore from ships"
    if one.absent:
        yield "absent bases", ", ".join(one.absent)


# --- who stands where ----------------------------------------------------------------------------


def _set_up(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    """Air units by base, ships with cargo, ground units, markers, ruins, control [H17, H3]."""
    for base, units in one.air.items():
        yield ADJECTIVES[charts.air[units[0]].side], f"base {base}", " ".join(units)
    for place, ships in one.naval.items():
        loads = (f"{s} (with {cargo_words(one.cargo[s])})" if s in one.cargo else s for s in ships)
        yield ADJECTIVES[charts.naval[ships[0]].side], place_name(place, charts), " ".join(loads)
    for place, troops in one.ground.items():
        yield ADJECTIVES[charts.ground[troops[0]].side], place_name(place, charts), " ".join(troops)
    if one.forts:
        yield "Japanese", "Fortifications", " ".join(one.forts)
    if one.radar:
        yield "Allied", "Radar", " ".join(one.radar)
    for base, hits in one.hits.items():
        yield "", f"base {base}", count(hits, "hit")
    for base in bases_in_play(one, charts):
        if charts.bases[base].undeveloped and base not in one.hits:
            yield "", f"base {base}", "destroyed"
    for side, hexes in one.control.items():
        yield ADJECTIVES.get(side, "nobody"), "controls", " ".join(hexes)


def _arrivals(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    if not one.reinforcements:
        yield "", "", "none"
    for more in one.reinforcements:
        where = f" ({place_name(more.place, charts)})" if more.place else ""
        yield str(more.turn), ADJECTIVES[more.side], f"{' '.join(more.units)}{where}"


# --- points --------------------------------------------------------------------------------------


def _points(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    """Every event that earns points [5.2, H5.3.2, H16.1, H16.2, H17.1]."""
    printed, table = charts.printed, charts.points
    yield "the 11th Hikoshidan committed", "Allied", points(printed.committed)
    yield "a unit of it that flew", "Allied", points(printed.flown)
    yield "a unit of it eliminated, nothing else for it", "Allied", points(printed.eliminated)
    if one.tf36.times:
        yield "TF-36 committed", "Japanese", points(charts.tf36.committed)
    yield "another air unit's step eliminated", "opponent", points(table.air_step)
    yield "an air unit's replacement step", "opponent", points(table.replacement)
    yield "a ground step eliminated", "opponent", points(table.ground_step)
    for kind, worth in table.naval.items():
        yield f"a naval step, {kind}", "opponent", points(worth)
    yield "a Japanese carrier outside Truk", "Allied", points(charts.carriers.outside)
    for kind, worth in table.destroyed.items():
        yield f"a {kind} base destroyed by bombing", "opponent", points(worth)
    yield "a failed Allied commando raid", "Japanese", points(table.failed_raid)
    yield from _convoy(one)
    yield from _occupation(one, charts) if one.occupation else ()


def _convoy(one: Scenario) -> Iterator[tuple[str, str, str]]:
    """What the convoy lands or loses, in place of its ground steps' points [H17.1]."""
    if one.convoy is None:
        return
    side, hexes = ADJECTIVES[one.convoy.side], " or ".join(one.convoy.hexes)
    yield f"a ground step landed at {hexes}", side, points(one.convoy.landed_step)
    yield f"a supply unit landed at {hexes}", side, points(one.convoy.landed_supply)
    yield "a ground step of the convoy lost at sea", "opponent", points(one.convoy.lost_step)
    yield "a supply unit of the convoy lost at sea", "opponent", points(one.convoy.lost_supply)


def _occupation(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    """What is earned after the last turn [H16.2]."""
    for hex_, worth in charts.occupation.items():
        where = f"at the end: {place_name(hex_, charts)}"
        for side, half in (("Allied", worth.allied), ("Japanese", worth.japanese)):
            if half and one.has(hex_):
                yield where, side, points(half)
    if one.has(charts.bases[charts.initiative.rabaul].hex):
        yield "at the end: Rabaul destroyed", "Allied", points(charts.points.rabaul_destroyed)
        yield "at the end: Rabaul disrupted", "Allied", points(charts.points.rabaul_disrupted)


def _levels(one: Scenario, charts: Charts) -> Iterator[tuple[str, str]]:
    for level in charts.levels[one.rule].rows:
        low = "less" if level.low is None else f"{level.low} VP or more"
        yield low, level.level
