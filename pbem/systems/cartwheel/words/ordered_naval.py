"""What legal orders to ships will do, told to their author [H10]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.frozen import replace
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r08_missions import with_voyages
from pbem.systems.cartwheel.rules.r10_gunnery import CAUTION, Engagement, way_back
from pbem.systems.cartwheel.rules.r10_naval import as_sailed
from pbem.systems.cartwheel.rules.r10_orders import way_sailed
from pbem.systems.cartwheel.rules.r10_ships import is_warship, may_bombard
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import Game, Ship, other
from pbem.systems.cartwheel.words.names import (
    all_of,
    place_name,
    points,
    target_name,
    verb,
)
from pbem.systems.cartwheel.words.sea import cargo_words

BREAKS = {
    "half": "break off when half of their warships' steps are lost",
    "round1": "break off after the first round",
    "never": "never break off",
}
"""When own ships leave a gun battle, by `break_off`: at half unless told otherwise [H10.4.3]."""
UNARMED = "break off after the first round, without warships"
"""The same of transports alone, which have lost half of nothing [CR37]."""
BREAKS_ALONE = {
    "half": "breaks off when half of its steps are lost",
    "round1": "breaks off after the first round",
    "never": "never breaks off",
}
"""The same of a ship that nobody is with."""
UNARMED_ALONE = "breaks off after the first round, for it is no warship"


def naval_mission(
    one: Occasion, order: NavalMission, sent: Sequence[NavalMission]
) -> Iterator[str]:
    """Where ships sail, what they take along and what they do there [H10].

    Those that were `sent` before them have sailed by then.
    """
    who, last = all_of(order.ships), place_name(order.path[-1], one.charts)
    then = as_sailed(with_voyages(one.game, one.side, sent), one.charts)
    if one.charts.submarine.unit in order.ships:
        yield f"{who} attacks {order.target} in {last} [H10.6].{_hunted(one, order, then)}"
        return
    first = place_name(order.path[0], one.charts)
    way = f"from {first} to {last}" if order.path[1:] else f"at {last}"
    if way_sailed(then, one.side, order.path, one.charts) != order.path:
        way += f", if nobody stops {verb(order.ships, 'it', 'them')}"
    single, several = ("sails", "sail") if order.path[1:] else ("stays", "stay")
    does = verb(order.ships, single, several)
    yield f"{who} {does} {way}{_purpose(one, order)}{_breaks(one, order, then)} [H10.1]."
    yield from _met(one, order, then)
    yield from _breaks_together(one, order, then)
    loaded = {ship: items for ship, items in order.load.items() if items}
    for ship, items in loaded.items():
        yield f"{ship} takes aboard {cargo_words(items)} [H10.3.1]."
    laden = {ship: one.game.ships[ship].cargo for ship in order.ships}
    carried = "; ".join(f"{ship} {cargo_words(c)}" for ship, c in laden.items() if c)
    if carried or loaded:
        aboard = f"Aboard: {carried}. All of it" if carried else "What is aboard"
        yield f"{aboard} stays there until you land or unload it [H11.5, H12.2]."


def _hunted(one: Occasion, order: NavalMission, then: Game) -> str:
    """What the submarine risks from the escorts that lie there [H10.6]."""
    charts, (unit,) = one.charts, order.ships
    escorts = [
        ship.id
        for ship in then.ships_at(order.path[-1], other(one.side))
        if charts.naval[ship.id].type in charts.submarine.escort_types and not ship.disrupted
    ]
    if not escorts:
        return ""
    worth = points(charts.ship_points(unit) * one.game.ships[unit].steps)
    many = verb(escorts, "is an escort", "are escorts")
    return f" {all_of(escorts)} {many}: a die of {charts.submarine.sunk} or more sinks it, {worth}."


def _met(one: Occasion, order: NavalMission, then: Game) -> Iterator[str]:
    """Enemy ships where these come to their end, as they lie `then` [H10.3, H10.4]."""
    end = way_sailed(then, one.side, order.path, one.charts)[-1]
    foes = [ship.id for ship in then.ships_at(end, other(one.side))]
    if foes and order.path[1:]:
        lie = verb(foes, "lies", "lie")
        is_now = all(one.game.ships[foe].at == end for foe in foes)
        when = "now" if is_now else "when these come, if all sail as ordered"
        yield f"{all_of(foes)} {lie} in {place_name(end, one.charts)} {when} [H10.3]."


def _breaks(one: Occasion, order: NavalMission, then: Game) -> str:
    """When the ships leave a gun battle; of the usual way only who may come to one [H10.4.3].

    Transports alone, for whom it is another one. Enemies are looked for as they are `then`. With
    ships of other orders it is told apart [CR37].
    """
    foe = other(one.side)
    end = way_sailed(then, one.side, order.path, one.charts)[-1]
    beside = tuple(then.ships_at(end, one.side))
    meets = any(any(then.ships_at(place, foe)) for place in order.path[1:])
    told = order.break_off != "half" or order.purpose == "sortie" or meets
    told |= end in one.charts.hexes and not _has_guns(one, order, then, beside)
    if not told or _unlike(one, order, then):
        return ""
    who = "it" if _is_alone(order, beside) else "they"
    return f"; in a gun battle {who} {_leaves(one, order, then, order.break_off, beside)}"


def _leaves(
    one: Occasion, order: NavalMission, then: Game, value: str, beside: Iterable[Ship]
) -> str:
    """When ships have had enough with those `beside` them, and where they go [CR37, CR38].

    Those without warships have lost half of nothing; who comes upon enemies goes back on his path.
    """
    fights, alone = _has_guns(one, order, then, beside), _is_alone(order, beside)
    words = BREAKS_ALONE[value] if alone else BREAKS[value]
    if value == "half" and not fights:
        words = UNARMED_ALONE if alone else UNARMED
    way = way_sailed(then, one.side, order.path, one.charts)
    if value == "never" or not any(then.ships_at(way[-1], other(one.side))):
        return words
    come = then.with_ships(replace(then.ships[id_], at=way[-1]) for id_ in order.ships)
    met = Engagement(mission="", mover=one.side, group=order.ships, path=way)
    back = way_back(come, met, one.charts)
    return (
        f"{words}, for {place_name(back, one.charts)}"
        if back
        else f"{words}, but {'finds' if alone else 'find'} no way out"
    )


def _is_alone(order: NavalMission, beside: Iterable[Ship]) -> bool:
    """Whether an order sends one ship, and nobody else is where it ends."""
    return not order.ships[1:] and all(ship.id in order.ships for ship in beside)


def _has_guns(one: Occasion, order: NavalMission, then: Game, beside: Iterable[Ship]) -> bool:
    """Whether a warship is among the ships of a mission and those `beside` them [3.0d]."""
    fleet = (*beside, *map(then.ships.__getitem__, order.ships))
    return any(is_warship(ship, one.charts) for ship in fleet)


def _unlike(one: Occasion, order: NavalMission, then: Game) -> tuple[Ship, ...]:
    """Other own ships where these end, if one of them breaks off otherwise [CR37]."""
    end = way_sailed(then, one.side, order.path, one.charts)[-1]
    beside = tuple(ship for ship in then.ships_at(end, one.side) if ship.id not in order.ships)
    return beside if any(ship.break_off != order.break_off for ship in beside) else ()


def _breaks_together(one: Occasion, order: NavalMission, then: Game) -> Iterator[str]:
    """Whose order to break off holds for all ships there, and how long one's own does [CR37]."""
    if beside := _unlike(one, order, then):
        value = min((order.break_off, *(s.break_off for s in beside)), key=CAUTION.index)
        whose = order.ships if value == order.break_off else ()
        whose = (*whose, *(ship.id for ship in beside if ship.break_off == value))
        where = place_name(way_sailed(then, one.side, order.path, one.charts)[-1], one.charts)
        yield (
            f"In a gun battle in {where} all your ships there"
            f" {_leaves(one, order, then, value, beside)}: so {all_of(whose)}"
            f" {verb(whose, 'is', 'are')} told, and the most cautious order holds for all [CR37]."
        )
    if order.break_off != "half":
        keep = verb(order.ships, "keeps", "keep")
        yield (
            f"{all_of(order.ships)} {keep} the order to {BREAKS[order.break_off]} until the next"
            " mission, in later turns too [CR37]."
        )


def _purpose(one: Occasion, order: NavalMission) -> str:
    """What the ships are after; of a bombardment, who fires [H10.1, H10.7]."""
    match order.purpose:
        case "transit":
            return ", keeping away from enemy ships"
        case "sortie":
            return ", seeking a fight"
        case "bombard":
            aim = "the troops there"
            if order.target != "ground":
                aim = target_name(order.target, one.charts)
            firers = [id_ for id_ in order.ships if may_bombard(one.game.ships[id_], one.charts)]
            who = "" if firers == [*order.ships] else f"{all_of(firers)} "
            return f", and {who}{verb(firers, 'fires', 'fire')} at {aim}"
    return ""
