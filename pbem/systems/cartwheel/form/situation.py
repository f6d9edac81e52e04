"""How a form begins: both sides at a glance, and what comes of whatever is not named (E.3)."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.systems.cartwheel.form.answers import answers_in_short
from pbem.systems.cartwheel.form.page import Page, Part, listed, over_full
from pbem.systems.cartwheel.orders.fliers import ready
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import points, short_place, side
from pbem.systems.cartwheel.words.sheets import facts

CUT_OFF = "Cut off from supply"
SHOWN = ("Victory points", "Missions left", "Event in force", CUT_OFF)
"""What the form takes from the table of the turn."""
MOST_PLACES = 6
"""So many places with ships of a side are told at most, those with most ships first."""


def situation(page: Page, idle: Sequence[Part]) -> Part:
    """Some ten lines; `idle` are parts in which there is nothing to decide."""
    return Part(
        title="The situation",
        rule="",
        choices=(*_stands(page), *answers_in_short(page), *_not_named(idle)),
    )


def _stands(page: Page) -> Iterator[str]:
    told = dict(facts(page.game, page.charts))
    told[CUT_OFF] += _starving(page) if told[CUT_OFF] else ""
    yield from (f"{what}: {told[what]}." for what in SHOWN if told[what])
    yield from _convoy(page)
    planes = page.planes()
    worn = sum(plane.disrupted for plane in planes)
    yield (
        f"Your aircraft: {count(len(planes), 'unit')}, {len(ready(page))} of them ready, {worn}"
        " disrupted."
    )
    yield from over_full(page)
    for who, owner in (("Your", page.side), ("Enemy", other(page.side))):
        places = _places(page, owner)
        if places:
            yield f"{who} ships: {places}."


def _starving(page: Page) -> str:
    """What it costs own troops that have had no supply to have none again [H13.3]."""
    mine = (u for u in page.game.troops.values() if u.side == page.side and u.steps)
    units = [unit.id for unit in mine if not unit.supplied]
    die = f"{page.charts.supply.attrition} or more at the turn's end costs"
    return f"; {die} {listed(units, 12)} a step [H13.3]" if units else ""


def _convoy(page: Page) -> Iterator[str]:
    """What the scenario is about, where it is about a convoy [H17.1]."""
    if (convoy := page.game.terms.convoy) is None:
        return
    ports = " or ".join(short_place(hex_, page.charts) for hex_ in convoy.hexes)
    yield (
        f"{side(convoy.side)} earns {points(convoy.landed_step)} for a ground step and"
        f" {points(convoy.landed_supply)} for a supply unit that lands at {ports}; for one lost at"
        f" sea his enemy {points(convoy.lost_step)} and {points(convoy.lost_supply)} [H17.1]."
    )


def _places(page: Page, owner: str) -> str:
    """Where a side's ships are and how many, out of port first: `Munda 1, Lae 3 in port`."""
    at = [ship.at for ship in page.game.ships.values() if ship.side == owner and ship.at]
    out = {place: not is_haven(page.game, place, owner, page.charts) for place in {*at}}
    places = sorted({*at}, key=lambda place: (not out[place], -at.count(place), place))
    told = [
        f"{short_place(place, page.charts)} {at.count(place)}{'' if out[place] else ' in port'}"
        f"{_as_they_are(page, owner, place)}"
        for place in places[:MOST_PLACES]
    ]
    rest = sum(at.count(place) for place in places[MOST_PLACES:])
    return ", ".join((*told, *([f"{rest} elsewhere"] if rest else ())))


def _as_they_are(page: Page, owner: str, place: str) -> str:
    """` (2 loaded, 1 disrupted)`, of a side's ships at a place."""
    ships = tuple(page.game.ships_at(place, owner))
    counts = (
        (sum(bool(s.cargo) for s in ships), "loaded"),
        (sum(s.disrupted for s in ships), "disrupted"),
    )
    told = ", ".join(f"{many} {word}" for many, word in counts if many)
    return f" ({told})" if told else ""


def _not_named(idle: Sequence[Part]) -> Iterator[str]:
    yield (
        "What you do not name stays as it is and does nothing. Only what has to land, to arrive or"
        " to leave a lost base goes where the rules say, and standing orders go on."
    )
    if idle:
        parts = "; ".join(f"{part.title} ({part.idle})" for part in idle)
        yield f"There is nothing to decide in: {parts}."
