"""The form for the end of operations [4.6]: returns, arrivals, dismantled bases [H12, H15]."""

from collections.abc import Iterator, Sequence

from pbem.engine.steps import IfRoom, Spare
from pbem.systems.cartwheel.form.page import Examples, Page, Part, earned_together, first, listed
from pbem.systems.cartwheel.orders.conclude import mobile_bases, scouts
from pbem.systems.cartwheel.own.changes import held_by
from pbem.systems.cartwheel.own.entries import drawn_in, returned
from pbem.systems.cartwheel.rules.occasion import CONCLUSION, GROUND
from pbem.systems.cartwheel.rules.r06_havens import havens
from pbem.systems.cartwheel.rules.r10_routes import is_haven, may_sail, ways_home
from pbem.systems.cartwheel.rules.r10_ships import by_place
from pbem.systems.cartwheel.rules.r11_ashore import cargo_points, with_room, without_room
from pbem.systems.cartwheel.rules.r12_conclude import going_home, unloading
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    ConcludeLater,
    Dismantle,
    ReconReturn,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import ALLIED, Ship
from pbem.systems.cartwheel.words.names import all_of, place_name, points
from pbem.systems.cartwheel.words.sea import cargo_words

SOON = (
    "Done when both sides have fought ashore; what is impossible then is void."
    ' "conclude" with later = true puts it off to a file of its own [H12.2.2].',
)
LATER = (
    "What follows is done when both sides have fought ashore, and judged then: what has become"
    " impossible is void and named. To decide it when the fights are over costs one more mail.",
)


def conclusion_parts(page: Page) -> Iterator[Part]:
    """What the side does in 4.6, with its arrivals and mobile bases [H12.2.1]."""
    if page.answers(GROUND):
        yield Part(
            title="Ground orders and conclusion in one file",
            rule="H12.2.1",
            choices=LATER,
            examples=page.first(ConcludeLater),
            left="what follows holds, as far as the fights ashore leave it possible.",
            kind=Spare,
        )
    afloat = _afloat(page)
    free = _free(page, afloat)
    yield Part(
        title="Ships go home or unload",
        rule="H12.2",
        choices=(*(SOON if page.answers(GROUND) else ()), *_ships(page, afloat, free)),
        examples=_withdrawals(page, afloat),
        left="ships stay where they are, with what they carry.",
        idle="" if afloat or free else "no ship of yours can sail or unload",
    )
    if scouts(page):
        yield Part(
            title="Recon comes back",
            rule="7.3.5~",
            choices=_recon(page),
            examples=_returns(page),
            kind=IfRoom,
        )
    if air_due(page.game, page.side, page.charts):
        yield Part(
            title="Air reinforcements",
            rule="H15",
            choices=_arrivals(page),
            examples=page.first(Arrive),
            kind=IfRoom,
        )
    if mobile_bases(page):
        yield Part(
            title="Mobile airbases",
            rule="6.5.4~",
            choices=_bases(page),
            examples=page.first(Dismantle),
            left="they stay.",
        )


# --- ships ---------------------------------------------------------------------------------------


def _afloat(page: Page) -> list[Ship]:
    """Own ships on the map that may sail home, or unload where they are."""
    game, side, charts = page.game, page.side, page.charts
    ships = going_home(game, side, charts)
    return [ship for ship in ships if ship.cargo or not is_haven(game, ship.at, side, charts)]


def _free(page: Page, afloat: Sequence[Ship]) -> list[Ship]:
    """Own ships in port with nothing aboard that may go to another one [H12.2]."""
    game, charts = page.game, page.charts
    ships = (ship for ship in going_home(game, page.side, charts) if ship not in afloat)
    return [ship for ship in ships if may_sail(game, ship, charts)]


def _ships(page: Page, afloat: Sequence[Ship], free: Sequence[Ship]) -> Iterator[str]:
    together: dict[tuple[str, str], list[str]] = {}
    for ship in afloat:
        together.setdefault((ship.at, _ports(page, ship)), []).append(ship.id + _cargo(page, ship))
    for (place, ports), ships in together.items():
        yield f"{'; '.join(ships)} at {place_name(place, page.charts)}: {ports}."
    yield from earned_together(page, unloading(page.game, page.side, page.charts))
    if any(ship.cargo for ship in afloat):
        yield "unload = true: cargo goes ashore in port [H12.2]."
    if free:
        names = "; ".join(
            f"{all_of(ship.id for ship in ships)} at {place_name(place, page.charts)}"
            for place, ships in by_place(free).items()
        )
        yield f"With nothing aboard, these may go to another port: {names} [H12.2]."
    fleet = (page.game.ships[id_] for id_ in page.charts.tf36.ships if id_ in page.game.ships)
    if page.side == ALLIED and any(ship.at and ship.steps for ship in fleet):
        yield "TF-36 leaves the board by itself [H5.3.3]."


def _ports(page: Page, ship: Ship) -> str:
    """Where a ship may put in, and by which way."""
    return listed(
        (
            f"{place_name(place, page.charts)} by {' '.join(path)}"
            if len(path) > 1
            else f"{place_name(place, page.charts)}, where it is"
            for _, place, path in ways_home(page.game, ship, page.charts)
        ),
        2,
    )


def _cargo(page: Page, ship: Ship) -> str:
    """What a ship carries, and what unloading would bring where it lies (E.8.2)."""
    if not ship.cargo:
        return ""
    words = f" with {cargo_words(ship.cargo)}"
    if ship.disrupted:
        return f"{words} (disrupted: unloads nothing [H10.2])"
    if not is_haven(page.game, ship.at, page.side, page.charts):
        return words
    half = cargo_points(page.game, (ship,), page.charts)
    barred = without_room(ship, with_room(page.game, ship, page.charts))
    notes = [
        *([f"unloading earns {points(half)}"] if half else []),
        *(f"no room for {cargo_words(items)} [{rule}]" for rule, items in barred),
    ]
    return f"{words} ({'; '.join(notes)})" if notes else words


def _withdrawals(page: Page, afloat: Sequence[Ship]) -> Examples:
    """A ship's way home, with its cargo if it can be unloaded."""
    able = unloading(page.game, page.side, page.charts)
    unloads = {ship.id: ship in able for ship in afloat}
    ways = page.options(Withdraw)
    yield from first(one for one in ways if unloads.get(one.ships[0]) == one.unload)
    if not afloat:
        yield from first(one for one in ways if one.path[1:])


# --- recon and reinforcements --------------------------------------------------------------------


def _recon(page: Page) -> Iterator[str]:
    for scout in scouts(page):
        origin = page.private.planes[scout.id].base
        where = place_name(scout.hex, page.charts)
        homes = listed(map(page.name, havens(page.game, scout.id, scout.hex, page.charts)))
        yield f"{scout.id} over {where}, from {page.name(origin)}; it can land at: {homes}."
    landed = returned(page.private, (), page.game, page.charts).planes
    goals = (
        f"{scout.id} lands at {page.name(landed[scout.id].base)}"
        if scout.id in landed
        else f"{scout.id} finds no base and is lost"
        for scout in scouts(page)
    )
    yield f"If nothing is ordered: {', '.join(goals)}."


def _returns(page: Page) -> Examples:
    yield from page.first(ReconReturn)


def _arrivals(page: Page) -> Iterator[str]:
    for unit, bases in air_due(page.game, page.side, page.charts).items():
        yield f"{unit}: {'; '.join(f'{page.name(b)}, {page.room(b)}' for b in bases) or 'no base'}."
    due = air_due(page.game, page.side, page.charts)
    given = drawn_in(page.private, (), CONCLUSION, page.game, page.charts).planes
    goals = ", ".join(f"{unit} goes to {page.name(given[unit].base)}" for unit in due)
    yield f"If nothing is ordered: {goals}."


# --- mobile bases --------------------------------------------------------------------------------


def _bases(page: Page) -> Iterator[str]:
    for base in mobile_bases(page):
        where = place_name(page.game.bases[base].hex, page.charts)
        yield f"{page.name(base)} in {where}: {_held(page, base)}."
    yield "A base that is dismantled is in hand again, and may be built elsewhere."


def _held(page: Page, base: str) -> str:
    """Who keeps a mobile base from being taken away, recon apart that may land elsewhere [7.3.5~].

    It comes back there also where its old base is lost and this one is nearest [H12.1].
    """
    looking = {scout.id for scout in scouts(page)}
    held = held_by(returned(page.private, (), page.game, page.charts), base, {})
    here, back = ([u for u in held if (u in looking) == away] for away in (False, True))
    words = [
        *([f"holds {', '.join(here)}: not while they are there"] if here else []),
        *([f"{', '.join(back)} comes back there, unless you say otherwise"] if back else []),
    ]
    return "; ".join(words) or "empty"
