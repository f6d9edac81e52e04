"""The form for the end of operations [4.6]: returns, arrivals, dismantled bases [H12, H15]."""

from collections.abc import Iterator

from pbem.systems.cartwheel.form.page import Examples, Page, Part, first, listed
from pbem.systems.cartwheel.orders.conclude import mobile_bases, scouts
from pbem.systems.cartwheel.own.entries import arriving, returned
from pbem.systems.cartwheel.rules.r06_havens import havens
from pbem.systems.cartwheel.rules.r10_routes import is_haven, ways_to_shelter
from pbem.systems.cartwheel.rules.r10_ships import group_speed
from pbem.systems.cartwheel.rules.r11_ashore import cargo_points
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.orders import Arrive, Dismantle, ReconReturn, Withdraw
from pbem.systems.cartwheel.table.state import Ship
from pbem.systems.cartwheel.words.names import place_name, points


def conclusion_parts(page: Page) -> Iterator[Part]:
    """What the side does in 4.6, with its arrivals and mobile bases."""
    yield Part(
        title="Ships go home or unload",
        rule="H12.2",
        choices=_ships(page),
        examples=_withdrawals(page),
        left="ships stay where they are, with what they carry.",
        idle="" if _afloat(page) else "all your ships are in port, and carry nothing",
    )
    if scouts(page):
        yield Part(
            title="Recon comes back",
            rule="7.3.5~",
            choices=_recon(page),
            examples=_returns(page),
        )
    if air_due(page.game, page.side, page.charts):
        yield Part(
            title="Air reinforcements",
            rule="H15",
            choices=_arrivals(page),
            examples=page.first(Arrive),
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
    return [
        ship
        for ship in page.game.ships.values()
        if ship.side == page.side
        and ship.steps
        and ship.at
        and ship.id not in page.charts.tf36.ships
        and (not is_haven(page.game, ship.at, page.side, page.charts) or ship.cargo)
    ]


def _shelters(page: Page, ship: Ship) -> list[tuple[int, str, tuple[str, ...]]]:
    """Ports and boxes within twice the Speed [H12.2], the nearest first."""
    limit = page.charts.sailing.withdraw * group_speed((ship,), page.charts)
    ways = ways_to_shelter(page.game, page.side, (ship,), ship.at, page.charts)
    return sorted(way for way in ways if way[0] <= limit)


def _ships(page: Page) -> Iterator[str]:
    for ship in _afloat(page):
        cargo = _cargo(page, ship)
        ports = listed(
            (
                f"{place_name(place, page.charts)} by {' '.join(path)}"
                if len(path) > 1
                else f"{place_name(place, page.charts)}, where it is"
                for _, place, path in _shelters(page, ship)
            ),
            3,
        )
        yield f"{ship.id} at {place_name(ship.at, page.charts)}{cargo}: {ports}."
    yield "unload = true puts cargo ashore in port [H12.2]."
    if page.game.turn.tf36:
        yield "TF-36 leaves the board by itself [H5.3.3]."


def _cargo(page: Page, ship: Ship) -> str:
    """What a ship carries, and what unloading would bring where it lies (E.8.2)."""
    if not ship.cargo:
        return ""
    words = f" with {', '.join(ship.cargo)}"
    if ship.disrupted:
        return f"{words} (disrupted: unloads nothing [H10.2])"
    half = cargo_points(page.game, ship)
    return f"{words} (unloading earns {points(half)})" if half else words


def _withdrawals(page: Page) -> Examples:
    """A ship's way home, with its cargo if it can be unloaded."""
    afloat = {ship.id: bool(ship.cargo) and not ship.disrupted for ship in _afloat(page)}
    ways = page.options(Withdraw)
    return first(one for one in ways if afloat.get(one.ships[0]) == one.unload)


# --- recon and reinforcements --------------------------------------------------------------------


def _recon(page: Page) -> Iterator[str]:
    for scout in scouts(page):
        origin = page.private.planes[scout.id].base
        where = place_name(scout.hex, page.charts)
        homes = listed(havens(page.game, scout.id, scout.hex, page.charts))
        yield f"{scout.id} over {where}, from {page.name(origin)}; it can land at: {homes}."
    landed = returned(page.private, (), page.game, page.charts).planes
    goals = (
        f"{scout.id} lands at {landed[scout.id].base}"
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
    given = arriving(page.private, (), page.game, page.charts).planes
    goals = ", ".join(f"{unit} goes to {given[unit].base}" for unit in due)
    yield f"If nothing is ordered: {goals}."


# --- mobile bases --------------------------------------------------------------------------------


def _bases(page: Page) -> Iterator[str]:
    for base in mobile_bases(page):
        here = [plane.id for plane in page.private.at(base)]
        state = f"holds {', '.join(here)}: not while they are there" if here else "empty"
        yield f"{page.name(base)} in {place_name(page.game.bases[base].hex, page.charts)}: {state}."
    yield "A base that is dismantled is in hand again, and may be built elsewhere."
