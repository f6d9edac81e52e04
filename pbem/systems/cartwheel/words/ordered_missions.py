"""What a legal order will do, told to its author: missions, replies, passes, ground operations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r08_missions import units_of, with_voyages
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_passes import missions_to_order
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r10_gunnery import CAUTION, Engagement, way_back
from pbem.systems.cartwheel.rules.r10_naval import as_sailed
from pbem.systems.cartwheel.rules.r10_orders import way_sailed
from pbem.systems.cartwheel.rules.r10_ships import is_warship, may_bombard
from pbem.systems.cartwheel.rules.r11_ashore import Ashore, landing_points, without
from pbem.systems.cartwheel.rules.r11_combat import Assault, modifiers
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, total_strength
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.state import Game, Ship, other
from pbem.systems.cartwheel.words.dice import terms_of
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    place_name,
    points,
    target_name,
    verb,
)
from pbem.systems.cartwheel.words.play import DISENGAGES, at_next, mission_name
from pbem.systems.cartwheel.words.sea import cargo_words

ABORTS = {
    "never": "They never turn back",
    "half": "They turn back with fewer than half left",
    "any": "They turn back at any loss",
}
"""When an own raid goes home, by `abort_at` [H9.8.2]."""

BREAKS = {
    "half": "break off when half of their warships' steps are lost",
    "round1": "break off after the first round",
    "never": "never break off",
}
"""When own ships leave a gun battle, by `break_off`: at half unless told otherwise [H10.4.3]."""
UNARMED = "break off after the first round, without warships"
"""The same of transports alone, which have lost half of nothing [CR37]."""

# --- air missions [H9] ---------------------------------------------------------------------------


def air_mission(one: Occasion, order: AirMission) -> Iterator[str]:
    """Who flies where, what each does there, when they turn back, where they land [H9]."""
    where = place_name(order.hex, one.charts)
    who = _fliers(order, one.charts)
    yield f"{order.kind.capitalize()} on {where}, {order.band}: {who} [H9.1]."
    more = [ABORTS[order.abort_at]]
    more += ["the escorts fly one band higher"] if order.top_cover else []
    more += [f"{order.ace} fights as an Ace"] if order.ace else []
    homes: dict[str, list[str]] = {}
    for unit, base in order.returns.items():
        homes.setdefault(base_name(base, one.charts), []).append(unit)
    elsewhere = "; ".join(
        f"{all_of(units)} {verb(units, 'lands', 'land')} at {base}" for base, units in homes.items()
    )
    fliers = units_of(order)
    rest = [unit for unit in fliers if unit not in order.returns]
    if len(rest) == 1 or len(fliers) == 1:
        home = f"{rest[0]} lands where it took off" if rest else ""
    else:
        home = f"{'the others' if elsewhere else 'all'} land where they took off" if rest else ""
    more += [words for words in (elsewhere, home) if words]
    yield f"{'; '.join(more)} [H9.8.2, H9.11.1]."
    if SUPPLY in order.cargo.values():
        most = one.charts.supply.dropped
        yield f"Supply that is dropped is found on a die of {most} or less, else lost [H13.4]."
    jumper = one.charts.marching.parachutist
    if jumper in order.cargo.values():
        yield f"{jumper} {_jump(one, order.hex)} [H11.6]."


def _jump(one: Occasion, hex_: str) -> str:
    """What comes of paratroops that arrive in a hex [H11.6]."""
    if foes := [unit.id for unit in one.game.troops_at(hex_, other(one.side))]:
        return f"comes down among {all_of(foes)}, and must attack in 4.5 unless disrupted"
    if one.game.control.get(hex_) == one.side:
        return "comes down on ground of your own"
    return "takes the hex at once, if it is still empty of enemy troops"


def _fliers(order: AirMission, charts: Charts) -> str:
    """`B24-319 and B24-320 (precision) against Rabaul; P38-9 as escort`."""
    aims: dict[str, list[str]] = {}
    for unit in order.strikers:
        mode = order.modes.get(unit, order.mode)
        target = order.targets.get(unit, order.target)
        aims.setdefault(f"({mode}) against {target_name(target, charts)}", []).append(unit)
    for unit in order.transports:
        cargo = order.cargo.get(unit, "")
        aims.setdefault(f"with {'a supply unit' if cargo == SUPPLY else cargo}", []).append(unit)
    parts = [f"{all_of(units)} {aim}" for aim, units in aims.items()]
    if order.escorts:
        role = verb(order.escorts, "sweeps", "sweep") if order.kind == "sweep" else "as escort"
        parts.append(f"{all_of(order.escorts)} {role}")
    return "; ".join(parts)


def reply(one: Occasion, order: Reply) -> Iterator[str]:
    """Who takes off against an enemy mission, and what for [H9.4, H9.5]."""
    raid = next(raid for raid in unanswered(one.game) if raid.id == order.mission)
    against = mission_name(raid, one.charts)
    if not order.interceptors and not order.evaders:
        yield f"Nobody takes off against {against} [H8.5]."
    if order.interceptors:
        who, up = _from(order.interceptors, one), verb([*order.interceptors], "tries", "try")
        leader = f", with the Ace in {order.ace}" if order.ace else ""
        doctrine = f"go for the {order.go_for}, {DISENGAGES[order.disengage_at]}"
        yield f"{who}{leader} {up} to intercept {against}; they {doctrine} [H9.4]."
    if order.evaders:
        fly = verb([*order.evaders], "tries", "try")
        who = _from(order.evaders, one)
        yield f"{who} {fly} to get away before the bombs of {against} [H9.5]."


def _from(units: Mapping[str, str], one: Occasion) -> str:
    """`A6M-201 and A6M-202 from Buka`."""
    bases = dict.fromkeys(units.values())
    return ", ".join(
        f"{all_of(u for u, at in units.items() if at == base)} from {base_name(base, one.charts)}"
        for base in bases
    )


# --- ships [H10] ---------------------------------------------------------------------------------


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
        aboard = f"Aboard: {carried}. It" if carried else "What is aboard"
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
        yield f"{all_of(foes)} {lie} in {place_name(end, one.charts)} now [H10.3]."


def _breaks(one: Occasion, order: NavalMission, then: Game) -> str:
    """When the ships leave a gun battle; of the usual way only who may come to one [H10.4.3].

    Enemies are looked for as they are `then`. With ships of other orders it is told apart [CR37].
    """
    foe = other(one.side)
    meets = any(any(then.ships_at(place, foe)) for place in order.path[1:])
    told = order.break_off != "half" or order.purpose == "sortie" or meets
    if not told or _unlike(one, order, then):
        return ""
    end = way_sailed(then, one.side, order.path, one.charts)[-1]
    beside = tuple(then.ships_at(end, one.side))
    return f"; in a gun battle they {_leaves(one, order, then, order.break_off, beside)}"


def _leaves(
    one: Occasion, order: NavalMission, then: Game, value: str, beside: Iterable[Ship]
) -> str:
    """When ships have had enough with those `beside` them, and where they go [CR37, CR38].

    Those without warships have lost half of nothing; who comes upon enemies goes back on his path.
    """
    fleet = (*beside, *map(then.ships.__getitem__, order.ships))
    fights = any(is_warship(ship, one.charts) for ship in fleet)
    words = UNARMED if value == "half" and not fights else BREAKS[value]
    way = way_sailed(then, one.side, order.path, one.charts)
    if value == "never" or not any(then.ships_at(way[-1], other(one.side))):
        return words
    come = then.with_ships(replace(then.ships[id_], at=way[-1]) for id_ in order.ships)
    met = Engagement(mission="", mover=one.side, group=order.ships, path=way)
    back = way_back(come, met, one.charts)
    return f"{words}, for {place_name(back, one.charts)}" if back else words


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


# --- passes --------------------------------------------------------------------------------------


def passing(one: Occasion, order: Pass, *, behind: bool) -> Iterator[str]:
    """What a pass gives away, and whether it ends the phase [4.4, H8.3].

    `behind` missions of the file it is the next opportunity, and ends no row of passes.
    """
    yield from _passing(order, behind=behind)
    if order.ashore:
        yield (
            "Operations end with this file: your orders ashore and your conclusion stand in it, are"
            " judged when they are carried out, and you are not asked for them again [H8.10.2]."
        )
    passes = one.game.operations.passes + 1
    if not behind and not one.replies and passes >= one.charts.printed.passes:
        yield f"It is pass {passes} in a row: air and naval operations are over with it [4.4c]."


def _passing(order: Pass, *, behind: bool) -> Iterator[str]:
    """Which opportunities a pass gives away [4.4b, H8.3]."""
    if behind and not order.rest:
        yield f"You pass {at_next(order.times)} [H8.3]."
        return
    if order.rest:
        yield "You pass out: no more missions of yours in this phase, only replies [H8.3]."
    elif order.times > 1:
        yield "You pass this time and the next, unless the enemy flies or sails between [H8.3]."
    else:
        yield "You pass [4.4b]."


# --- on land [H11] -------------------------------------------------------------------------------


def march(one: Occasion, order: March) -> Iterator[str]:
    """Who goes where on land, and whether into a fight [H11.2]."""
    origin = place_name(one.game.troops[order.units[0]].at, one.charts)
    to, fights = place_name(order.to, one.charts), has_enemies(one.game, order.to, one.side)
    falls = "" if one.game.control.get(order.to) != other(one.side) else ", which falls to you"
    end = ", where they meet the enemy" if fights else falls
    who, go = all_of(order.units), verb(order.units, "marches", "march")
    yield f"{who} {go} from {origin} to {to}{end} [H11.2]."


def land(one: Occasion, order: Land) -> Iterator[str]:
    """What a ship puts ashore, what that earns, and what stays aboard [H11.5, H17.1]."""
    ship = one.game.ships[order.ship]
    items = (*order.units, *(SUPPLY,) * order.supply)
    what = Ashore(ship=ship.id, units=order.units, supply=order.supply)
    half = landing_points(one.game, one.side, what, ship.at)
    earned = f": {points(half)}" if half else ""
    where = place_name(ship.at, one.charts)
    yield f"{ship.id} lands {cargo_words(items)} at {where}{earned} [H11.5]."
    if left := without(ship.cargo, items):
        yield f"Aboard {ship.id} {verb(left, 'stays', 'stay')} {cargo_words(left)}."


def attack(one: Occasion, order: Attack, attackers: Sequence[str]) -> Iterator[str]:
    """Who attacks whom at what odds, and what is added to the die as things stand [H11.4].

    `attackers` are the units of the whole file that do, those that come to the hex among them.
    """
    defenders = tuple(one.game.troops_at(order.hex, other(one.side)))
    own = tuple(one.game.troops[id_] for id_ in attackers)
    ours, theirs = total_strength(own, one.charts), total_strength(defenders, one.charts)
    foes = all_of(unit.id for unit in defenders) if defenders else "nobody that is there now"
    odds, who = f"{ours} to {theirs}", all_of(attackers) if attackers else "Nobody"
    if own and defenders:
        assault = Assault(side=one.side, hex=order.hex, units=tuple(attackers))
        terms = modifiers(one.game, assault, own, defenders, one.charts)
        odds += f", column {one.charts.ground_combat.column(ours, theirs)}"
        odds += f", die{terms_of(terms)}" if terms else ""
    yield (
        f"{who} {verb(attackers, 'attacks', 'attack')} {foes} in"
        f" {place_name(order.hex, one.charts)}, {odds}; of yours the"
        f" {'strongest' if order.losses == 'highest' else 'weakest'} unit loses first [H11.4]."
    )


def raid(one: Occasion, order: Raid) -> Iterator[str]:
    """A commando raid, and what it costs if it fails [H11.7]."""
    base, who = base_name(order.base, one.charts), f" by {order.unit}" if order.unit else ""
    price = f"{order.unit} loses a step"
    if not order.unit:
        price = f"{points(one.charts.points.failed_raid)} for Japan"
    yield f"Commando raid on {base}{who}; if it fails: {price} [H11.7]."


def fortify(one: Occasion, order: Fortify) -> Iterator[str]:
    """A Fortification [H11.8]."""
    yield f"A Fortification is built in {place_name(order.hex, one.charts)} [H11.8]."


# --- what it costs -------------------------------------------------------------------------------


def missions_words(one: Occasion, made: int, *, rests: bool) -> str:
    """How many missions a file makes, and what is left of the turn's allowance [H8.2].

    Who `rests` by the file gives up all that he has left [H8.3].
    """
    left = missions_left(one.game, one.side, one.charts)
    after = f"{left - made} left to you after it"
    if rests:
        after = "none after it, for you pass out"
    foe = other(one.side)
    theirs = "has passed out"
    if foe not in one.game.operations.out:
        theirs = f"has {missions_to_order(one.game, foe, one.charts)} left"
    return f"Missions: {made} by this file, {after}; the {ADJECTIVES[foe]} player {theirs} [H8.2]."


def sorties_words(flying: int, rising: int, fleeing: int, *, marked: int, ready: int) -> str:
    """How many air units fly by a file, and how many try to intercept and to evade [H9.4, H9.5].

    Before it so many are `ready` for a mission. Of those that intercept some may be `marked`; those
    that evade need not be ready.
    """
    parts = []
    if flying:
        of_them = f"{flying} of your {count(ready, 'ready unit')}"
        parts = [f"{of_them} {'flies' if flying == 1 else 'fly'} a mission"]
    kept = f" ({marked} of them marked to regroup)" if marked else ""
    tries = ((rising, f"to intercept{kept}"), (fleeing, "to evade"))
    parts += [f"{many} {'tries' if many == 1 else 'try'} {what}" for many, what in tries if many]
    able = f"; {count(ready, 'unit')} of yours {'is' if ready == 1 else 'are'} ready for a mission"
    return f"Air: {all_of(parts)}{'' if flying else able}."
