"""The form for naval missions: who can sail, what can be loaded, what is in reach [H10]."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from pbem.counting import count
from pbem.engine.steps import IfRoom, Section, Spare
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.form.page import Examples, Page, Part, listed
from pbem.systems.cartwheel.form.vain import shelled_in_vain
from pbem.systems.cartwheel.orders.naval import able_ships, hunts, loaders, loads
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r10_loading import room_left, supply_left
from pbem.systems.cartwheel.rules.r10_orders import (
    Group,
    bombardment_targets,
    may_rest,
    only_transit,
)
from pbem.systems.cartwheel.rules.r10_routes import is_haven, ways_from
from pbem.systems.cartwheel.rules.r10_ships import capacity, group_speed, may_bombard, speed
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import Ship, other
from pbem.systems.cartwheel.words.names import all_of, place_name, place_to_write, verb
from pbem.systems.cartwheel.words.ordered_naval import BREAKS

MOST_GROUPS, SOME = 5, 4
"""So many groups of ships are told with what they reach, and so many places for each."""
Ways = dict[str, tuple[int, tuple[str, ...]]]
"""Places in reach, with the Speed that each costs and a way there."""


class Flotilla(Value):
    """Own ships of one place that could sail together, and where the slowest of them can go."""

    place: str
    ships: tuple[Ship, ...]
    ways: Ways


Groups = Sequence[Flotilla]


def naval_parts(page: Page) -> Iterator[Part]:
    """Naval missions, if the side has ships or the submarine."""
    if not able_ships(page) and not page.game.turn.submarine:
        ships = page.game.ships.values()
        afloat = any(ship.side == page.side and ship.at and ship.steps for ship in ships)
        if afloat:
            idle = "every ship of yours has had its mission this turn"
            yield Part(title="Naval missions", rule="H10.1", idle=idle)
        return
    groups = _flotillas(page)
    yield Part(
        title="Naval missions",
        rule="H10.1",
        choices=_naval(page, groups),
        examples=_likeliest(page, groups),
        kind=IfRoom if unanswered(page.game) else Section,
    )
    yield Part(
        title="Your ships, with cargo and ports, and an example of each purpose",
        rule="H10.1",
        choices=_at_length(page, groups),
        examples=_examples(page, groups),
        kind=Spare,
    )


def _flotillas(page: Page) -> tuple[Flotilla, ...]:
    """Ships by place; those that keep off the open sea apart from the others [H10.3].

    So are the disrupted ones, who go towards a friendly port alone [H10.2].
    """
    groups: dict[tuple[str, bool, bool], list[Ship]] = {}
    for ship in able_ships(page):
        sheltered = page.charts.naval[ship.id].type in page.charts.sailing.sheltered
        groups.setdefault((ship.at, sheltered, ship.disrupted), []).append(ship)
    return tuple(
        Flotilla(place=place, ships=tuple(ships), ways=_ways(page, ships, place))
        for (place, *_), ships in sorted(groups.items())
    )


def _ways(page: Page, ships: Sequence[Ship], place: str) -> Ways:
    """Where these ships can go at the speed of the slowest, disrupted ones for shelter [H10.2].

    By ways on which no enemy warships stop them, but at the end [H10.3].
    """
    limit = group_speed(ships, page.charts)
    found = ways_from(page.game, page.side, ships, place, page.charts, foes="met")
    near = takewhile(lambda way: way[0] <= limit, found)
    group = Group(side=page.side, ships=tuple(ships))
    return {
        path[-1]: (cost, path)
        for cost, path in near
        if may_rest(page.game, group, path[-1], page.charts)
    }


# --- words ---------------------------------------------------------------------------------------


def _naval(page: Page, groups: Groups) -> Iterator[str]:
    nearest = sorted(groups, key=lambda one: (not _goals(page, one), one.place))
    for flotilla in nearest[:MOST_GROUPS]:
        yield _in_short(page, flotilla)
    if more := nearest[MOST_GROUPS:]:
        yield f"Also: {'; '.join(_names(page, flotilla) for flotilla in more)}."
    if only_transit(page.game, page.side):
        yield 'In a general regroup turn all are "transit" [H14.5].'
    else:
        yield (
            'purpose: "transit" avoids enemy ships, "transport" also loads, "sortie" seeks a fight,'
            ' "bombard" fires at target = "base:ID" or "ground". break_off "half" (if left'
            ' out), "round1" or "never" [H10.1, H10.7].'
        )
    yield from _kept(groups)
    if any(ship.cargo for flotilla in groups for ship in flotilla.ships):
        yield "What is aboard stays there until you land or unload it [H11.5, H12.2]."
    if not page.game.terms.ground_combat:
        yield "Nothing is loaded in this scenario [H17.1]."
    yield from _convoy(page, groups)
    if hunts(page):
        unit = page.charts.submarine.unit
        yield f"{unit} may attack once this turn: the hex, and a ship there [H10.6]."


def _kept(groups: Groups) -> Iterator[str]:
    """Ships that keep an unusual order of a gun battle from their last mission [CR37]."""
    ships = [ship for flotilla in groups for ship in flotilla.ships]
    for value in ("round1", "never"):
        if kept := [ship.id for ship in ships if ship.break_off == value]:
            keep = verb(kept, "keeps", "keep")
            yield f"{all_of(kept)} {keep} the order to {BREAKS[value]} until the next one [CR37]."


def _convoy(page: Page, groups: Groups) -> Iterator[str]:
    """Where an own convoy is wanted, and how its cargo comes ashore [H17.1, H10.2]."""
    convoy = page.game.terms.convoy
    if convoy is None or convoy.side != page.side:
        return
    if not any(ship.cargo for ship in page.game.ships.values() if ship.side == page.side):
        return
    wanted = " or ".join(place_name(hex_, page.charts) for hex_ in convoy.hexes)
    for flotilla in groups:
        ports = [place for place in convoy.hexes if place in flotilla.ways]
        if ports and any(ship.cargo for ship in flotilla.ships):
            who = all_of(ship.id for ship in flotilla.ships)
            yield f"Of the convoy {who} can reach: {_places(page, flotilla, ports)}."
    yield (
        f"What the convoy carries counts at {wanted}. After the missions you are asked: 'land' or"
        " 'withdraw' with unload = true; ships that are disrupted then keep it aboard"
        " [H10.2, H11.5, H12.2]."
    )


def _in_short(page: Page, flotilla: Flotilla) -> str:
    """Ships of a place, and the nearest places of the enemy that they reach."""
    places = _goals(page, flotilla)
    goals = _places(page, flotilla, places, SOME) if places else ""
    return f"{_names(page, flotilla)}{f'; enemies in reach: {goals}' if goals else ''}."


def _names(page: Page, flotilla: Flotilla) -> str:
    ships = listed((ship.id for ship in flotilla.ships), 8)
    slowest = group_speed(flotilla.ships, page.charts)
    return f"{place_name(flotilla.place, page.charts)}: {ships}, Speed {slowest}"


def _goals(page: Page, flotilla: Flotilla) -> list[str]:
    """Places in reach with ships or troops of the enemy."""
    foe = other(page.side)
    return [
        place
        for place in flotilla.ways
        if any(page.game.ships_at(place, foe)) or any(page.game.troops_at(place, foe))
    ]


def _at_length(page: Page, groups: Groups) -> Iterator[str]:
    for flotilla in groups:
        yield from _group(page, flotilla)


def _group(page: Page, flotilla: Flotilla) -> Iterator[str]:
    """Ships of a place with speed and cargo, then what they can load, then where they can go."""
    charts, game = page.charts, page.game
    ships = ", ".join(_ship(page, ship) for ship in flotilla.ships)
    yield f"At {place_name(flotilla.place, charts)}: {ships}."
    if able := loaders(page, flotilla.ships):
        others = any(capacity(ship, charts) for ship in flotilla.ships if ship not in able)
        who = f"{all_of(ship.id for ship in able)} " if others else ""
        cargo = listed(_cargo(page, flotilla.place, able), 14)
        yield f"  {who}can load: {cargo} [H10.3.1]."
    ports = [p for p in flotilla.ways if is_haven(game, p, page.side, charts)]
    yield f"  ports and boxes of yours in reach: {_places(page, flotilla, ports)}."
    foes = [p for p in flotilla.ways if any(game.ships_at(p, other(page.side)))]
    if foes:
        yield f"  enemy ships in reach: {_places(page, flotilla, foes)}."
    coasts = [p for p in flotilla.ways if any(game.troops_at(p, other(page.side)))]
    if coasts:
        yield f"  coasts with enemy troops in reach: {_places(page, flotilla, coasts)}."


def _ship(page: Page, ship: Ship) -> str:
    charts = page.charts
    room = capacity(ship, charts)
    words = [f"Speed {speed(ship, charts)}"]
    words += [f"room {room_left(page.game, ship, charts)} of {room}"] if room else []
    words += ["disrupted"] if ship.disrupted else []
    return f"{ship.id} ({', '.join(words)})"


def _cargo(page: Page, place: str, able: Sequence[Ship]) -> list[str]:
    """What can go aboard any of some ships that may load [H10.3.1]."""
    troops, left = page.game.troops, supply_left(page.game, page.side, place, page.charts)
    found = dict.fromkeys(item for ship in able for item in loads(page, ship))
    units = [f"{i} ({count(troops[i].steps, 'step')})" for i in found if i != SUPPLY]
    return [*units, f"{SUPPLY} ({left} at most)"] if SUPPLY in found else units


def _places(page: Page, flotilla: Flotilla, places: Sequence[str], most: int = 10) -> str:
    near = sorted((flotilla.ways[p][0], p) for p in places if p != flotilla.place)
    return listed((f"{place_to_write(p, page.charts)} {cost}" for cost, p in near), most)


# --- examples ------------------------------------------------------------------------------------


def _examples(page: Page, groups: Groups) -> Examples:
    """One of each purpose, from the first place where it is possible."""
    for candidates in (_convoys, _transports, _sorties, _bombardments, _hunts, _transits):
        for order in candidates(page, groups):
            if page.is_legal(order) and not any(shelled_in_vain(page, order)):
                yield (order,)
                break


def _likeliest(page: Page, groups: Groups) -> Examples:
    """The first of them."""
    yield from islice(_examples(page, groups), 1)


def _transports(page: Page, groups: Groups) -> Iterator[NavalMission]:
    """A ground unit to a coast with enemies, or else to another port; else a supply unit."""
    found = [
        (flotilla, ship, item)
        for flotilla in groups
        for ship in loaders(page, flotilla.ships)
        for item in loads(page, ship)
    ]
    for flotilla, ship, item in sorted(found, key=lambda one: one[2] == SUPPLY):
        ways = _ways(page, (ship,), flotilla.place)
        foes = [p for p in ways if item != SUPPLY and any(page.game.troops_at(p, other(page.side)))]
        ports = [p for p in ways if is_haven(page.game, p, page.side, page.charts)]
        goals = [p for p in (*sorted(foes), *sorted(ports)) if p != flotilla.place]
        for to in goals[:1]:
            load: FrozenMap[tuple[str, ...]] = FrozenMap({ship.id: (item,)})
            way = ways[to][1]
            yield NavalMission(ships=(ship.id,), path=way, purpose="transport", load=load)


def _convoys(page: Page, groups: Groups) -> Iterator[NavalMission]:
    """A convoy in one body, to a hex that counts [H17.1]."""
    convoy = page.game.terms.convoy
    if convoy is None or convoy.side != page.side:
        return
    for flotilla in groups:
        ships = tuple(ship.id for ship in flotilla.ships)
        for to in (hex_ for hex_ in convoy.hexes if hex_ in flotilla.ways):
            if to != flotilla.place and any(ship.cargo for ship in flotilla.ships):
                yield NavalMission(ships=ships, path=flotilla.ways[to][1])


def _transits(page: Page, groups: Groups) -> Iterator[NavalMission]:
    for flotilla in groups:
        for to in sorted(flotilla.ways):
            if to != flotilla.place and is_haven(page.game, to, page.side, page.charts):
                ships = tuple(ship.id for ship in flotilla.ships[:1])
                yield NavalMission(ships=ships, path=flotilla.ways[to][1])


def _sorties(page: Page, groups: Groups) -> Iterator[NavalMission]:
    for flotilla in groups:
        fit = [s for s in flotilla.ships if page.charts.naval[s.id].is_combat and not s.disrupted]
        for to in sorted(flotilla.ways):
            if fit and any(page.game.ships_at(to, other(page.side))):
                ships = tuple(ship.id for ship in fit)
                yield NavalMission(ships=ships, path=flotilla.ways[to][1], purpose="sortie")


def _hunts(page: Page, _: Groups) -> Iterator[NavalMission]:
    yield from hunts(page)


def _bombardments(page: Page, groups: Groups) -> Iterator[NavalMission]:
    for flotilla in groups:
        fit = [ship for ship in flotilla.ships if may_bombard(ship, page.charts)]
        for to in sorted(flotilla.ways):
            for target in bombardment_targets(page.game, page.side, to)[:1]:
                if fit:
                    yield NavalMission(
                        ships=tuple(ship.id for ship in fit),
                        path=flotilla.ways[to][1],
                        purpose="bombard",
                        target=target,
                    )
