"""The form for ground operations: marches, landings, attacks, raids, Fortifications [4.5, H11]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.steps import IfRoom
from pbem.systems.cartwheel.form.page import Examples, Page, Part, earned_together, first, listed
from pbem.systems.cartwheel.orders.ground import needs
from pbem.systems.cartwheel.rules.r10_ships import ground_units, off_coast
from pbem.systems.cartwheel.rules.r11_ashore import can_land, cargo_points, with_room, without_room
from pbem.systems.cartwheel.rules.r11_missions import raid_targets, raiders
from pbem.systems.cartwheel.rules.r11_orders import cannot_march, no_attacks, open_ways
from pbem.systems.cartwheel.rules.r11_plan import dropped_among_enemies
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, is_fit, strength, total_strength
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import JAPANESE, Ship, Troops, other
from pbem.systems.cartwheel.words.names import all_of, place_name, points, verb
from pbem.systems.cartwheel.words.sea import cargo_words


def ground_parts(page: Page) -> Iterator[Part]:
    """What the side can do on land; little in a scenario without ground combat [H17.1]."""
    off = off_coast(page.game, page.side, page.charts)
    yield Part(
        title="Landings from ships",
        rule="H11.5",
        choices=_landings(page),
        examples=_land_orders(page),
        left="all stays aboard.",
        idle=_no_landing(page, off),
    )
    if not page.game.terms.ground_combat:
        return
    forced = dropped_among_enemies(page.game, page.side, page.charts)
    yield Part(
        title="Marches and attacks",
        rule="H11.2",
        choices=_marches(page),
        examples=_march_orders(page),
        left=f"nobody marches, and nobody{' but they' if forced else ''} attacks.",
        idle="" if _ashore(page) or forced else "no unit of yours ashore can march or attack",
    )
    yield Part(
        title="Commando raid",
        rule="H11.7",
        choices=_raids(page),
        examples=page.first(Raid),
        left="there is no raid.",
        idle=_no_raid(page),
        kind=IfRoom,
    )
    if page.side == JAPANESE:
        yield Part(
            title="Fortification",
            rule="H11.8",
            choices=_forts(page),
            examples=page.first(Fortify),
            left="none is put down.",
            idle="" if page.options(Fortify) else "you can fortify no hex this turn",
            kind=IfRoom,
        )


# --- landings ------------------------------------------------------------------------------------


def _no_landing(page: Page, off: Sequence[Ship]) -> str:
    """Why nothing can be put ashore by a landing; empty if something can [H10.2, H11.5]."""
    if not off:
        return "no ship of yours lies off a coast with cargo"
    if any(can_land(page.game, ship, page.charts) for ship in off):
        return ""
    ships = [ship.id for ship in off]
    lie = f"{all_of(ships)} {verb(ships, 'lies', 'lie')} off a coast with cargo"
    why = "disrupted" if all(ship.disrupted for ship in off) else "disrupted or without room ashore"
    return f"{lie}, {why}"


def _landings(page: Page) -> Iterator[str]:
    off = off_coast(page.game, page.side, page.charts)
    yield from (_cargo(page, ship) for ship in off)
    yield from earned_together(page, [s for s in off if can_land(page.game, s, page.charts)])


def _cargo(page: Page, ship: Ship) -> str:
    units, where = ground_units(ship.cargo), place_name(ship.at, page.charts)
    words = f"{ship.id} off {where} carries {cargo_words(ship.cargo)}"
    if ship.disrupted:
        return f"{words}; it is disrupted and lands nothing [H10.2]."
    if half := cargo_points(page.game, (ship,), page.charts):
        words += f", worth {points(half)} ashore"
    for rule, items in without_room(ship, with_room(page.game, ship, page.charts)):
        words += f", and there is no room for {cargo_words(items)} [{rule}]"
    if has_enemies(page.game, ship.at, page.side):
        there = tuple(page.game.troops_at(ship.at, other(page.side)))
        foes, theirs = listed(u.id for u in there), total_strength(there, page.charts)
        ours = total_strength([page.game.troops[id_] for id_ in units], page.charts)
        odds = f"{foes}; CF {ours} aboard to their {theirs}"
        return f"{words}; enemies are ashore ({odds}): order an attack on the hex as well [H11.5]."
    return f"{words}; nobody opposes a landing."


def _land_orders(page: Page) -> Examples:
    for ship in off_coast(page.game, page.side, page.charts):
        what = with_room(page.game, ship, page.charts)
        land = Land(ship=ship.id, units=what.units, supply=what.supply)
        group = (land, Attack(hex=ship.at)) if has_enemies(page.game, ship.at, page.side) else ()
        if page.is_legal(*(group or (land,))):
            yield group or (land,)
            return


# --- marches and attacks -------------------------------------------------------------------------


def _ashore(page: Page) -> dict[str, list[Troops]]:
    """Own units ashore that can march, or attack in their hex, by hex [H11.2, H11.4]."""
    found: dict[str, list[Troops]] = {}
    for unit in page.game.troops.values():
        ashore = unit.side == page.side and unit.at in page.charts.hexes and unit.steps
        if ashore and (_marchers(page, [unit]) or _can_attack(page, unit)):
            found.setdefault(unit.at, []).append(unit)
    return dict(sorted(found.items()))


def _can_attack(page: Page, unit: Troops) -> bool:
    """Whether a unit may attack enemies that are in its hex [H11.4]."""
    fit = is_fit(unit, page.charts) and unit.acted != page.game.now
    return fit and has_enemies(page.game, unit.at, page.side)


def _marchers(page: Page, units: Sequence[Troops]) -> list[Troops]:
    """Those of some units who may march [H11.2, H11.6]."""
    return [unit for unit in units if not cannot_march(page.game, unit, page.charts)]


def _marches(page: Page) -> Iterator[str]:
    hexes = _ashore(page)
    among = {hex_: has_enemies(page.game, hex_, page.side) for hex_ in hexes}
    bound = [hex_ for hex_ in hexes if not among[hex_] and not _near(page, hex_)]
    for hex_, units in sorted(hexes.items(), key=lambda one: not among[one[0]]):
        if hex_ in bound:
            continue
        names = ", ".join(f"{u.id} {_step_words(u)}" for u in units)
        foes = f" Enemies there: {_odds(page, hex_, units)}" if among[hex_] else ""
        yield f"{place_name(hex_, page.charts)}: {names}. {_ways(page, hex_, units)}{foes}"
    tiring = {to for hex_ in hexes for to in _near(page, hex_) if _is_tiring(page, to)}
    if tiring:
        names = all_of(place_name(to, page.charts) for to in sorted(tiring))
        yield f"Mountains disrupt, after a fight too, who marches to {names} [H2.5, CR43]."
    if bound:
        names = ", ".join(place_name(hex_, page.charts) for hex_ in bound)
        yield f"There is no way by land from {names}."
    if no_attacks(page.game, page.side):
        yield "In a general regroup turn you make no ground attacks [H14.5]."
    elif hexes:
        worst = page.charts.ground_combat.columns[0]
        yield (
            f"An attack names hex and units there; who marches or lands there joins it. Odds of"
            f" {worst} or better [H11.4]."
            ' losses "highest" or "lowest": who loses steps first.'
        )
    for hex_ in dropped_among_enemies(page.game, page.side, page.charts):
        yield f"Paratroops in {hex_} attack by themselves [H11.6]."


def _step_words(unit: Troops) -> str:
    return f"({count(unit.steps, 'step')})"


def _near(page: Page, hex_: str) -> tuple[str, ...]:
    """The hexes to which units of a hex may march [H2.7, H11.2]."""
    return open_ways(page.game, page.side, hex_, page.charts)


def _is_tiring(page: Page, hex_: str) -> bool:
    """Whether a hex disrupts who marches there [H2.5]."""
    return page.charts.hexes[hex_].terrain.tiring


def _ways(page: Page, hex_: str, units: Sequence[Troops]) -> str:
    """Where those units of a hex can march that may [H2.7, H11.6]."""
    able = _marchers(page, units)
    near = sorted(_near(page, hex_), key=lambda one: not _foes(page, one))
    words = [f"{place_name(one, page.charts)}{_foes(page, one)}" for one in near]
    if not able or not words:
        return "No way out by land."
    who = "" if len(able) == len(units) else f"{all_of(unit.id for unit in able)} by"
    return f"{who or 'By'} land to: {listed(words, 3)}."


def _foes(page: Page, hex_: str) -> str:
    return " with enemies" if has_enemies(page.game, hex_, page.side) else ""


def _odds(page: Page, hex_: str, units: list[Troops]) -> str:
    """`38D-229, GAR-MUN; your CF 6 to their 4`."""
    foes = tuple(page.game.troops_at(hex_, other(page.side)))
    ours, theirs = total_strength(units, page.charts), total_strength(foes, page.charts)
    is_theirs = page.side != JAPANESE and hex_ in page.game.forts
    fort = ", in a Fortification" if is_theirs else ""
    return f"{', '.join(u.id for u in foes)}; CF {ours} of yours to {theirs}{fort}."


def _march_orders(page: Page) -> Examples:
    yield from _march_example(page)
    yield from _attack_example(page)


def _march_example(page: Page) -> Examples:
    """The first unit of the first hex that has one."""
    at = page.game.troops
    alone = (order for order in page.options(March) if not needs(page, order))
    return first(sorted(alone, key=lambda order: at[order.units[0]].at))


def _attack_example(page: Page) -> Examples:
    """An attack on enemies in the hex, or on those next door."""
    for hex_, units in _ashore(page).items():
        ids = tuple(u.id for u in sorted(units, key=lambda u: -strength(u, page.charts)))
        here = (Attack(hex=hex_, units=ids),)
        if has_enemies(page.game, hex_, page.side) and page.is_legal(*here):
            yield here
            return
        able = {unit.id for unit in _marchers(page, units)}
        for to in _near(page, hex_):
            there = (March(units=tuple(id_ for id_ in ids if id_ in able), to=to), Attack(hex=to))
            if has_enemies(page.game, to, page.side) and page.is_legal(*there):
                yield there
                return


# --- raids and forts -----------------------------------------------------------------------------


def _no_raid(page: Page) -> str:
    """Why no raid can be made; empty if one can."""
    if page.side in page.game.turn.raided:
        return "your raid of this turn is over"
    if not raid_targets(page.game, page.side, "", page.charts):
        return "no enemy airbase is in reach"
    return ""


def _raids(page: Page) -> Iterator[str]:
    targets = raid_targets(page.game, page.side, "", page.charts)
    reach = page.charts.raids.reach[page.side]
    yield (
        f"One raid a turn, on an airbase within {count(reach, 'hex', 'hexes')} of"
        f" your ground units: {listed(map(page.name, targets), 20)}."
    )
    if page.side == JAPANESE:
        for base in targets:
            able = listed(raiders(page.game, base, page.charts))
            yield f"{page.name(base)}: {able} may go; name the unit."


def _forts(page: Page) -> Iterator[str]:
    left = page.charts.markers.fortification.get(page.side, 0) - len(page.game.forts)
    hexes = [order.hex for order in page.options(Fortify)]
    yield (
        f"One a turn, {left} left, where a unit neither moves nor attacks:"
        f" {listed((place_name(h, page.charts) for h in hexes), 20)}."
    )
