"""What to look at twice: what a file sends, or leaves, where no supply comes [H13.3]."""

from collections.abc import Iterator

from pbem.frozen import replace
from pbem.systems.cartwheel.form.page import Page
from pbem.systems.cartwheel.orders.sight import afterwards
from pbem.systems.cartwheel.own.entries import drawn
from pbem.systems.cartwheel.rules.r13_supply import without_line
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import all_of, base_name, place_name, verb


def of_supply(page: Page) -> Iterator[str]:
    """Everything of the kind, as things stand."""
    yield from _based(page)
    yield from _left_at_sea(page)


def _based(page: Page) -> Iterator[str]:
    """Air units sent to a base that will send out no strikes or sweeps [H13.3]."""
    before = page.private.planes
    after = drawn(page.view, page.private, page.file, page.charts).planes.values()
    cut_off = _lacking(page, page.game, "base")
    for base in sorted({plane.base for plane in after} & cut_off):
        here = {unit for unit, plane in before.items() if plane.base == base}
        sent = [plane.id for plane in after if plane.base == base and plane.id not in here]
        if sent:
            go, where = verb(sent, "goes", "go"), base_name(base, page.charts)
            yield (
                f"{all_of(sent)} {go} to {where}, where no supply comes as things stand: from the"
                " next turn on no strikes or sweeps start there, and nobody regroups [H13.3]."
            )


def _left_at_sea(page: Page) -> Iterator[str]:
    """Ships that could go home and stay where they are disrupted for want of supply [H13.3]."""
    if not page.concludes:
        return
    game = afterwards(page)
    orders = [order for order in page.file if isinstance(order, Withdraw)]
    gone = [replace(game.ships[id_], at=one.path[-1]) for one in orders for id_ in one.ships]
    lacking = _lacking(page, game.with_ships(gone), "naval")
    able = {id_ for order in page.options(Withdraw) for id_ in order.ships}
    places: dict[str, list[str]] = {}
    for ship in game.ships.values():
        if ship.id in lacking & able and not ship.disrupted:
            places.setdefault(ship.at, []).append(ship.id)
    for place, ships in places.items():
        yield (
            f"{all_of(ships)} {verb(ships, 'stays', 'stay')} at {place_name(place, page.charts)},"
            f" where no supply comes as things stand: {verb(ships, 'it is', 'they are')} disrupted"
            " at the end of the turn, and could go to a port [H12.2, H13.3]."
        )


def _lacking(page: Page, game: Game, kind: str) -> frozenset[str]:
    """Own bases, or ships, that no line reaches and no supply unit helps [H13.3, H13.4]."""
    found = without_line(game, page.side, page.charts)
    return frozenset(
        one.id for one in found if one.kind == kind and not game.supplies.get(one.heap, 0)
    )
