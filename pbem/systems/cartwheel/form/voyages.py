"""What to look at twice in naval missions: legal, and surely not meant (E.8)."""

from collections.abc import Iterator

from pbem.systems.cartwheel.form.page import Page
from pbem.systems.cartwheel.orders.sight import afterwards
from pbem.systems.cartwheel.rules.r08_missions import with_voyages
from pbem.systems.cartwheel.rules.r08_passes import pass_of
from pbem.systems.cartwheel.rules.r10_gunnery import guns, has_battle
from pbem.systems.cartwheel.rules.r10_naval import as_sailed
from pbem.systems.cartwheel.rules.r10_orders import way_sailed
from pbem.systems.cartwheel.rules.r10_ships import ground_units, off_coast, warships
from pbem.systems.cartwheel.rules.r11_ashore import put_ashore, with_room, without_room
from pbem.systems.cartwheel.rules.r11_troops import is_fit, total_strength
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import all_of, place_name, points, verb
from pbem.systems.cartwheel.words.sea import cargo_words


def of_voyages(page: Page) -> Iterator[str]:
    """Everything of the kind."""
    yield from _carriers(page)
    yield from _idle_sorties(page.foreseen)
    yield from _empty(page)
    yield from _stopped(page.foreseen)
    yield from _defenceless(page.foreseen)
    yield from _driven_off(page)
    yield from _not_in_time(page)
    yield from _full_coasts(page)
    yield from _too_weak(page)


def _idle_sorties(page: Page) -> Iterator[str]:
    """Ships that seek a fight where no enemy ship lies on their way [H10.1, H10.3]."""
    for order in page.file:
        if isinstance(order, NavalMission) and order.purpose == "sortie" and order.path[1:]:
            foe = other(page.side)
            if not any(any(page.game.ships_at(place, foe)) for place in order.path[1:]):
                where = place_name(order.path[-1], page.charts)
                sail = verb(order.ships, "seeks", "seek")
                yield (
                    f"{all_of(order.ships)} {sail} a fight on the way to {where}, and no enemy ship"
                    " is there now [H10.3]."
                )


def _empty(page: Page) -> Iterator[str]:
    """Transports sent to carry something, with nothing aboard [H10.1, H10.3.1]."""
    for order in page.file:
        if isinstance(order, NavalMission) and order.purpose == "transport":
            laden = any(page.game.ships[id_].cargo for id_ in order.ships)
            if not laden and not any(order.load.values()):
                where = place_name(order.path[-1], page.charts)
                sail = verb(order.ships, "sails", "sail")
                yield f"{all_of(order.ships)} {sail} to {where} with nothing aboard [H10.3.1]."


def _stopped(page: Page) -> Iterator[str]:
    """Ships that enemy warships stop before the end of their way [H10.3]."""
    for order in page.file:
        if not isinstance(order, NavalMission):
            continue
        end = way_sailed(page.game, page.side, order.path, page.charts)[-1]
        if end != order.path[-1]:
            foes = [s.id for s in warships(page.game, end, other(page.side), page.charts)]
            where, last = (place_name(one, page.charts) for one in (end, order.path[-1]))
            yield (
                f"{all_of(foes)} in {where} {verb(foes, 'stops', 'stop')} {all_of(order.ships)}"
                f" there, short of {last} [H10.3]."
            )


def _defenceless(page: Page) -> Iterator[str]:
    """Ships without guns beside them that come upon enemy warships [H10.3, H10.4]."""
    foe, ships = other(page.side), page.game.ships
    gone: list[tuple[str, tuple[str, ...]]] = []
    for order in page.file:
        if not isinstance(order, NavalMission) or page.charts.submarine.unit in order.ships:
            continue
        end = way_sailed(page.game, page.side, order.path, page.charts)[-1]
        enemies = guns(tuple(page.game.ships_at(end, foe)), page.charts)
        gone.append((end, order.ships))
        sent = (ships[id_] for place, ids in gone if place == end for id_ in ids)
        beside = (*sent, *page.game.ships_at(end, page.side))
        if enemies and order.path[1:] and not guns(beside, page.charts):
            who, where = all_of(order.ships), place_name(end, page.charts)
            foes = all_of(ship.id for ship in enemies)
            have, come = verb(order.ships, "has", "have"), verb(order.ships, "comes", "come")
            yield (
                f"{who} {have} no guns beside {verb(order.ships, 'it', 'them')}, and {come} under"
                f" the fire of {foes} in {where} [H10.3, H10.4]."
            )


def _driven_off(page: Page) -> Iterator[str]:
    """Strikes on ships whom a gun battle of the same file may have driven off [H10.4.3, H8.4]."""
    sent: list[NavalMission] = []
    for order in page.file:
        if isinstance(order, NavalMission):
            sent.append(order)
        elif isinstance(order, AirMission) and sent and order.kind == "strike":
            then = as_sailed(with_voyages(page.game, page.side, sent), page.charts)
            own = [one for one in sent if then.ships[one.ships[0]].at == order.hex]
            aims = dict.fromkeys(order.targets.get(unit, order.target) for unit in order.strikers)
            foes = [aim.removeprefix("naval:") for aim in aims if aim.startswith("naval:")]
            if own and foes and has_battle(then, order.hex, page.charts):
                who = all_of(ship for one in own for ship in one.ships)
                yield (
                    f"{who} and the enemy fight in {place_name(order.hex, page.charts)} before your"
                    f" strike: {all_of(foes)} may be gone by then, and who attacks what is gone"
                    " drops his bombs into the sea [H10.4.3, H9.6]."
                )


def _carriers(page: Page) -> Iterator[str]:
    """Japanese carriers sent away from Truk, which gives the Allies points [H10.5.1]."""
    carriers = page.charts.carriers
    for order in page.file:
        if not isinstance(order, NavalMission) or order.path[-1] == carriers.home:
            continue
        out = [ship for ship in order.ships if ship in carriers.costly]
        if out:
            worth, home = points(carriers.outside), page.charts.boxes[carriers.home].name
            be = verb(out, "is", "are")
            yield (
                f"{all_of(out)} {be} outside {home} when operations end, for ships sail once a"
                f" turn: {worth} for the Allies each [H10.5.1]."
            )


def _sent(page: Page) -> set[str]:
    """The ships that sail by this file."""
    return {ship for order in page.file if isinstance(order, NavalMission) for ship in order.ships}


def _not_in_time(page: Page) -> Iterator[str]:
    """Cargo that comes to a coast by a file after which nothing lands this turn [H8.10.2]."""
    given, sent = pass_of(page.file), _sent(page)
    if given is None or not given.ashore:
        return
    for ship in off_coast(afterwards(page), page.side, page.charts):
        if ship.id in sent:
            yield (
                f"{ship.id} comes to {place_name(ship.at, page.charts)} with"
                f" {cargo_words(ship.cargo)}, and lands nothing this turn: with ashore = true this"
                " file holds your orders ashore, and none for ships that sail by it [H8.10.2]."
            )


def _full_coasts(page: Page) -> Iterator[str]:
    """Cargo that is taken to a coast where it finds no room as things stand [H11.3, H13.4]."""
    after, sent = afterwards(page), _sent(page)
    for ship in off_coast(after, page.side, page.charts):
        what = with_room(after, ship, page.charts)
        after = put_ashore(after, what, ship.at)
        for rule, items in without_room(ship, what) if ship.id in sent else ():
            finds, where = verb(items, "finds", "find"), place_name(ship.at, page.charts)
            yield (
                f"{cargo_words(items)} of {ship.id} {finds} no room ashore at {where} as things"
                f" stand: {verb(items, 'it stays', 'they stay')} aboard [{rule}]."
            )


def _too_weak(page: Page) -> Iterator[str]:
    """Troops that are taken to enemies whom they are too few to attack, so that none lands [H11.5].

    Those of all own ships there count, and those that are ashore already.
    """
    charts, after, sent = page.charts, afterwards(page), _sent(page)
    off = tuple(off_coast(after, page.side, charts))
    for hex_ in sorted({ship.at for ship in off if ship.id in sent and ground_units(ship.cargo)}):
        aboard = (id_ for ship in off if ship.at == hex_ for id_ in ground_units(ship.cargo))
        ashore = (unit for unit in after.troops_at(hex_, page.side) if is_fit(unit, charts))
        ours = total_strength([*map(after.troops.__getitem__, aboard), *ashore], charts)
        foes = tuple(after.troops_at(hex_, other(page.side)))
        theirs = total_strength(foes, charts)
        if foes and charts.ground_combat.column(ours, theirs) is None:
            yield (
                f"Nobody can land at {place_name(hex_, charts)} as things stand: CF {ours} of yours"
                f" to their {theirs}, and whoever lands among enemies attacks at"
                f" {charts.ground_combat.columns[0]} or better [H11.4, H11.5]."
            )
