"""What to look at twice in orders ashore: legal, and surely not meant (E.8)."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.systems.cartwheel.form.page import Page
from pbem.systems.cartwheel.rules.occasion import GROUND
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.rules.r10_ships import off_coast
from pbem.systems.cartwheel.rules.r11_ashore import after_landings, cargo_points
from pbem.systems.cartwheel.rules.r11_combat import Assault, modifiers
from pbem.systems.cartwheel.rules.r11_plan import GroundOrder, plan
from pbem.systems.cartwheel.rules.r11_troops import total_strength
from pbem.systems.cartwheel.rules.r12_asked import has_orders
from pbem.systems.cartwheel.rules.r16_victory import occupied
from pbem.systems.cartwheel.table.orders_ground import Attack, Land
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import all_of, place_name, points, verb
from pbem.systems.cartwheel.words.sea import cargo_words


def of_ashore(page: Page) -> Iterator[str]:
    """Everything of the kind."""
    yield from _nothing_ordered(page)
    yield from _landings(page)
    yield from _hopeless(page)
    yield from _given_up(page)
    yield from _cargo_home(page)


def _nothing_ordered(page: Page) -> Iterator[str]:
    """A file of operations that is one's ground phase, too, and has no order for it [H8.10]."""
    given = any(isinstance(order, GroundOrder) for order in page.file)
    if given or not (page.operates and page.answers(GROUND)):
        return
    if has_orders(page.game, page.side, page.charts):
        yield (
            "You order nothing ashore: operations end with this file, and you are not asked for"
            " ground orders again this turn [H8.10]."
        )


def _landings(page: Page) -> Iterator[str]:
    """Cargo that stays aboard though it could land, with the points that it would earn [H11.5]."""
    if not page.answers(GROUND):
        return
    landed = {order.ship for order in page.file if isinstance(order, Land)}
    unloading = _unloading(page)
    attacks = {order.hex for order in page.file if isinstance(order, Attack)}
    after = after_landings(page.game, page.file)
    for ship in off_coast(after, page.side, page.charts):
        half = cargo_points(after, (ship,), page.charts)
        where = place_name(ship.at, page.charts)
        if ship.id in unloading or ship.disrupted:
            continue
        if half or ship.id in landed or ship.at in attacks:
            earned = f", which would earn {points(half)}" if half else ""
            stays = f"{verb(ship.cargo, 'stays', 'stay')} aboard {ship.id} off {where}"
            yield f"{cargo_words(ship.cargo)} {stays}{earned} [H11.5]."


def _unloading(page: Page) -> set[str]:
    """Ships that unload in port by this file [H12.2]."""
    home = (order for order in page.file if isinstance(order, Withdraw) and order.unload)
    return {id_ for order in home for id_ in order.ships}


def _cargo_home(page: Page) -> Iterator[str]:
    """Ships that end in port with cargo that is not unloaded [H12.2, H17.1].

    What the same file lands is gone by then [H12.2.1]; disrupted ships unload nothing [H10.2].
    """
    if not page.concludes:
        return
    orders = [order for order in page.file if isinstance(order, Withdraw)]
    after = after_landings(page.game, page.file)
    for order in orders:
        laden = [ship for ship in map(after.ships.__getitem__, order.ships) if ship.cargo]
        able = [ship.id for ship in laden if not ship.disrupted]
        if able and not order.unload:
            where = place_name(order.path[-1], page.charts)
            keeps = f"{verb(able, 'keeps its', 'keep their')} cargo at {where}"
            how = "ashore [H12.2]"
            if held := [ship.id for ship in laden if ship.disrupted]:
                how = f"ashore, in an order without {all_of(held)} [H10.2, H12.2]"
            yield f"{all_of(able)} {keeps}: unload = true puts it {how}."
    sent = {id_ for order in orders for id_ in order.ships}
    told = {s.id for s in off_coast(after, page.side, page.charts) if page.answers(GROUND)}
    for ship in after.ships.values():
        if ship.side != page.side or ship.id in sent | told or ship.disrupted:
            continue
        home = is_haven(after, ship.at, page.side, page.charts)
        if home and (half := cargo_points(after, (ship,), page.charts)):
            where = place_name(ship.at, page.charts)
            yield f"{ship.id} could put its cargo ashore at {where} for {points(half)} [H12.2]."


def _hopeless(page: Page) -> Iterator[str]:
    """Attacks that cost the enemy nothing whatever the die, as things stand [H11.4]."""
    after, made = after_landings(page.game, page.file), plan(page.game, page.side, page.file)
    charts = page.charts
    for hex_ in made.attacks:
        ids = made.attackers(page.game, hex_, charts)
        own = tuple(after.troops[id_] for id_ in ids)
        foes = tuple(after.troops_at(hex_, other(page.side)))
        column = charts.ground_combat.column(
            total_strength(own, charts), total_strength(foes, charts)
        )
        if column is None:
            continue
        assault = Assault(side=page.side, hex=hex_, units=ids)
        best = charts.dice.sides + sum(modifiers(after, assault, own, foes, charts).values())
        result = column.results.at(best)
        if not result.defender:
            yield (
                f"The attack on {place_name(hex_, charts)} costs the enemy nothing, whatever the"
                f" die, and you at least {count(result.attacker, 'step')} [H11.4.1]."
            )


def _given_up(page: Page) -> Iterator[str]:
    """Places that count at the end of the game, and that all of one's troops leave [H16.2]."""
    game, charts = page.game, page.charts
    made = plan(game, page.side, page.file)
    for hex_, (side, half) in occupied(game, charts).items():
        there = [unit.id for unit in game.troops_at(hex_)]
        is_left = side == page.side and all(made.marching.get(id_, hex_) != hex_ for id_ in there)
        if game.terms.occupation and is_left and hex_ not in made.landing.values():
            yield (
                f"Nobody of yours stays in {place_name(hex_, charts)}, which is worth"
                f" {points(half)} to who holds it at the end [H16.2]."
            )
