"""Whether orders to ships are legal [H10, H12.2]: every defect, with its rule and a way out."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r10_loading import Sailing, wrong_load
from pbem.systems.cartwheel.rules.r10_routes import (
    Foes,
    has_room,
    is_haven,
    is_in_play,
    open_way,
    shelter_distance,
    way_cost,
    ways_to_shelter,
    wrong_way,
)
from pbem.systems.cartwheel.rules.r10_ships import group_speed, is_barred, may_bombard
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, Game, Ship, other


class Group(Value):
    """Ships that sail together, and where they start."""

    side: str
    ships: tuple[Ship, ...]

    @property
    def start(self) -> str:
        """The hex or box where the group is."""
        return self.ships[0].at

    def disrupted(self) -> str:
        """Its disrupted ships, for a message."""
        return ", ".join(ship.id for ship in self.ships if ship.disrupted)


# --- the group -----------------------------------------------------------------------------------


def _wrong_group(
    game: Game, side: str, ids: Sequence[str], rule: str, charts: Charts
) -> Iterator[Refusal]:
    """Own ships in play, each once, in one place."""
    if not ids:
        yield refuse(rule, "ships", "no ship is named", f"yours are: {_able(game, side)}")
    for id_ in dict.fromkeys(ids):
        ship = game.ships.get(id_)
        if ship is None or ship.side != side or not ship.at:
            what = f"{id_[:40]} is no ship of yours in play"
            yield refuse(rule, "ships", what, f"yours are: {_able(game, side)}")
        if ids.count(id_) > 1:
            yield refuse(rule, "ships", f"{id_[:40]} is named twice", "name each ship once")
    places = sorted({game.ships[id_].at for id_ in ids if id_ in game.ships} - {""})
    if len(places) > 1:
        what = f"the ships are in different places: {', '.join(map(charts.full_name, places))}"
        yield refuse(rule, "ships", what, "give one order for each place")


def _able(game: Game, side: str) -> str:
    """A side's ships that could still have a mission, for a hint."""
    able = (
        ship.id
        for ship in game.ships.values()
        if ship.side == side and ship.at and ship.moved < game.now
    )
    return ", ".join(able) or "none"


def _wrong_path(
    game: Game, group: Group, path: Sequence[str], limit: int, charts: Charts, foes: Sequence[Foes]
) -> Iterator[Refusal]:
    """Start, ways and length of a path [H10.3]; another is looked for by how `foes` are met."""
    wrong = list(_nowhere(game, path, charts))
    if not path or path[0] != group.start:
        what = f"the path must begin where the ships are, at {charts.full_name(group.start)}"
        yield refuse("H10.1", "path", what, f'path = ["{group.start}", …]')
    else:
        hexes = _hexes(game, path)
        breaches = list(_breaches(game, group.side, group.ships, hexes, charts))
        other = _other_way(game, group, hexes[-1], charts, foes) if breaches else ""
        wrong += [replace(refusal, hint=other) for refusal in breaches]
    yield from wrong
    if wrong or path[:1] != (group.start,):
        return
    cost = way_cost(path, charts)
    if cost > limit:
        what = f"the path costs {cost}, and the group's Speed is {limit}"
        yield refuse("H10.3", "path", what, f"end it at most {limit} from {group.start}")


def _nowhere(game: Game, path: Sequence[str], charts: Charts) -> Iterator[Refusal]:
    """Places of a path that are none [H2.1]."""
    for place in dict.fromkeys(one for one in path if not is_in_play(game, one, charts)):
        yield refuse("H2.1", "path", f"there is no hex or box {place[:40]!r}")


def _hexes(game: Game, path: Sequence[str]) -> tuple[str, ...]:
    """A path with hexes for the airbases in it."""
    return tuple(game.bases[one].hex if one in game.bases else one for one in path)


def _breaches(
    game: Game, side: str, ships: Sequence[Ship], hexes: Sequence[str], charts: Charts
) -> Iterator[Refusal]:
    """What is wrong with a way, where all of its places are some.

    Told of airbases too, by their hexes: a name that both bear is then read as the hex, which
    leaves fewer faults.
    """
    if not any(_nowhere(game, hexes, charts)):
        yield from wrong_way(side, ships, hexes, charts)


def _wrong_for_any(game: Game, side: str, path: Sequence[str], charts: Charts) -> Iterator[Refusal]:
    """What is wrong with a path whatever ships take it, where those that are named cannot."""
    hint = "write the hexes from where the ships are to the last, in their order"
    yield from _nowhere(game, path, charts)
    for refusal in _breaches(game, side, (), _hexes(game, path), charts):
        yield replace(refusal, hint=hint)


def _other_way(game: Game, group: Group, goal: str, charts: Charts, foes: Sequence[Foes]) -> str:
    """A legal way to the same place, if there is one, by the first manner that finds one."""
    if goal == group.start:
        return "name the hexes one after another, each next to the one before"
    ways = (open_way(game, group.side, group.ships, goal, charts, foes=one) for one in foes)
    path = next(filter(None, ways), ())
    if not path:
        past = "" if "passed" in foes else " past the enemy's warships"
        return f"choose another place; no way leads there{past}"
    return f"a way is: {' '.join(path)} (Speed {way_cost(path, charts)})"


# --- naval missions [H10] ------------------------------------------------------------------------


def wrong_mission(game: Game, side: str, order: Sailing, charts: Charts) -> Iterator[Refusal]:
    """What is wrong with a naval mission [H10.1-H10.3, H10.6, H10.7, H14.5]."""
    if charts.submarine.unit in order.ships:
        yield from _wrong_submarine(game, side, order, charts)
        return
    wrong = list(_wrong_group(game, side, order.ships, "H10.1", charts))
    yield from wrong
    if wrong:
        yield from _wrong_for_any(game, side, order.path, charts)
        return
    group = Group(side=side, ships=tuple(game.ships[id_] for id_ in sorted(order.ships)))
    yield from _wrong_members(game, group, charts)
    limit = group_speed(group.ships, charts)
    wrong = list(_wrong_path(game, group, order.path, limit, charts, ("shunned", "passed")))
    yield from wrong
    yield from _wrong_purpose(game, group, order, charts)
    yield from wrong_load(game, side, order, group.start, charts)
    if not wrong:
        yield from _wrong_end(game, group, order, charts)


def _wrong_members(game: Game, group: Group, charts: Charts) -> Iterator[Refusal]:
    """One mission a turn for each ship, a limit for the group [H10.1]."""
    if len(group.ships) > charts.sailing.group:
        what = f"{len(group.ships)} ships are too many for a group"
        yield refuse("H10.1", "ships", what, f"{charts.sailing.group} at most; give two orders")
    for ship in group.ships:
        if ship.moved == game.now:
            hint = f"able are: {_able(game, group.side)}"
            yield refuse("H10.1", "ships", f"{ship.id} has had its mission this turn", hint)


def _wrong_purpose(game: Game, group: Group, order: Sailing, charts: Charts) -> Iterator[Refusal]:
    """The purposes of a general regroup turn [H14.5], and the target [H10.7].

    A disrupted ship neither loads nor fires; those beside it do both [H10.2, H10.7].
    """
    purpose = order.purpose
    if purpose != "transit" and only_transit(game, group.side):
        what = "in a general regroup turn Allied naval missions are transit only"
        yield refuse("H14.5", "purpose", what, 'purpose = "transit"')
    if purpose == "bombard":
        yield from _wrong_bombardment(game, group, order, charts)
    elif order.target:
        what = f"a {purpose} has no target"
        yield refuse("H10.7", "target", what, 'leave it out, or purpose = "bombard"')


def only_transit(game: Game, side: str) -> bool:
    """Whether a side's naval missions are transit and no other: a general regroup turn [H14.5]."""
    return side == ALLIED and game.turn.regroup == "yes"


def _wrong_bombardment(
    game: Game, group: Group, order: Sailing, charts: Charts
) -> Iterator[Refusal]:
    """Ships that can bombard, and an enemy airbase or enemy troops in the last hex [H10.7]."""
    if not any(may_bombard(ship, charts) for ship in group.ships):
        types = charts.gunnery.bombard_types
        hint = "take one along, or choose another purpose"
        yield refuse("H10.7", "ships", f"no undisrupted {', '.join(types)} is in the group", hint)
    last = order.path[-1] if order.path else ""
    targets = bombardment_targets(game, group.side, last)
    if order.target not in targets and is_in_play(game, last, charts):
        what = f"{order.target[:40]!r} is no target in the last hex of the path"
        if not order.target:
            what = "it is not said what is bombarded"
        hint = f"targets there: {', '.join(targets) or 'none; choose another purpose'}"
        if order.target.partition(":")[0] == "ground" and "ground" in targets:
            hint = f"did you mean ground? {hint}"
        yield refuse("H10.7", "target", what, hint)


def bombardment_targets(game: Game, side: str, hex_: str) -> tuple[str, ...]:
    """What ships of a side can bombard in a hex: enemy airbases, enemy ground units [H10.7]."""
    bases = tuple(
        f"base:{base.id}"
        for base in game.bases_at(hex_)
        if base.owner != side and base.status in ("working", "building")
    )
    return (*bases, "ground") if any(game.troops_at(hex_, other(side))) else bases


def _wrong_end(game: Game, group: Group, order: Sailing, charts: Charts) -> Iterator[Refusal]:
    """Where the group would come to rest: room, enemies, disrupted ships [H10.2, H10.3]."""
    end, entered = way_sailed(game, group.side, order.path, charts)[-1], order.path[1:]
    if end != group.start and not has_room(game, end, group.side, len(group.ships), charts):
        what = f"more than {charts.sailing.stacking} of your naval units would be in {end}"
        yield refuse("H10.3", "path", what, "end the path in another hex, or take fewer ships")
    met = [place for place in entered if any(game.ships_at(place, other(group.side)))]
    if order.purpose == "transit" and met:
        what = f"a transit keeps away from enemy ships, which are in {met[0]}"
        yield refuse("H10.1", "path", what, 'sail around them, or purpose = "sortie"')
    if not may_rest(game, group, end, charts):
        what = f"disrupted ships sail only towards a friendly port: {group.disrupted()}"
        yield refuse("H10.2", "path", what, _shelters(game, group, charts))


def way_sailed(game: Game, side: str, path: Sequence[str], charts: Charts) -> tuple[str, ...]:
    """A path as far as it can be sailed: to the first hex with enemy warships [H10.3]."""
    barred = (n for n, place in enumerate(path) if n and is_barred(game, place, side, charts))
    return tuple(path[: next(barred, len(path)) + 1])


def may_rest(game: Game, group: Group, end: str, charts: Charts) -> bool:
    """Whether a group may end its way at a place for all of its ships' disruption [H10.2, CR32].

    With a disrupted one it is a friendly port or box, or nearer to one than the start.
    """
    if not group.disrupted() or is_haven(game, end, group.side, charts):
        return True
    there = shelter_distance(game, group.side, group.ships, end, charts)
    here = shelter_distance(game, group.side, group.ships, group.start, charts)
    return there is not None and (here is None or there < here)


def _shelters(game: Game, group: Group, charts: Charts) -> str:
    """The nearest friendly ports and the way there, for a hint."""
    ways = sorted(ways_to_shelter(game, group.side, group.ships, group.start, charts))[:3]
    near = "; ".join(f"{place} by {' '.join(path)}" for _, place, path in ways if len(path) > 1)
    return f"nearest are: {near}" if near else "let them stay where they are"


def _wrong_submarine(game: Game, side: str, order: Sailing, charts: Charts) -> Iterator[Refusal]:
    """The submarine attacks alone, in its event's turn, once, in a far enough hex [H10.6]."""
    unit = charts.submarine.unit
    ship = game.ships.get(unit)
    if order.ships != (unit,) or order.load:
        yield refuse(
            "H10.6", "ships", f"{unit} attacks alone and loads nothing", f'ships = ["{unit}"]'
        )
    if ship is None or ship.side != side or ship.steps == 0 or not game.turn.submarine:
        yield refuse("H10.6", "ships", f"{unit} is not available this turn", "take the order out")
        return
    if ship.moved == game.now:
        yield refuse(
            "H10.6", "ships", f"{unit} has made its attack this turn", "take the order out"
        )
    hexes = submarine_hexes(game, charts)
    if len(order.path) != 1 or order.path[0] not in hexes:
        what = "the path is the one hex where it attacks: at sea or on a coast, not too far west"
        yield refuse("H10.6", "path", what, f"columns from {charts.submarine.column:02} on")
        return
    targets = [s.id for s in game.ships_at(order.path[0], other(side))]
    if order.target not in targets:
        what = f"{order.target[:40]!r} is no enemy ship in {order.path[0]}"
        yield refuse("H10.6", "target", what, f"there are: {', '.join(targets) or 'none'}")


def submarine_hexes(game: Game, charts: Charts) -> tuple[str, ...]:
    """Hexes where the submarine may attack [H10.6]."""
    first, last = game.terms.columns
    lowest = max(first, charts.submarine.column)
    return tuple(
        id_
        for id_, hex_ in charts.hexes.items()
        if hex_.terrain.naval and lowest <= int(id_[:2]) <= last
    )


# --- the way home [H12.2] ------------------------------------------------------------------------


def wrong_withdrawal(game: Game, side: str, order: Withdraw, charts: Charts) -> Iterator[Refusal]:
    """What is wrong with a return to port [H12.2, H5.3.3]."""
    wrong = list(_wrong_group(game, side, order.ships, "H12.2", charts))
    yield from wrong
    leaving = [id_ for id_ in order.ships if id_ in charts.tf36.ships]
    if leaving:
        what = f"TF-36 leaves the board by itself: {', '.join(leaving)}"
        yield refuse("H5.3.3", "ships", what, "leave these ships out")
    if wrong:
        yield from _wrong_for_any(game, side, order.path, charts)
        return
    group = Group(side=side, ships=tuple(game.ships[id_] for id_ in sorted(order.ships)))
    limit = charts.sailing.withdraw * group_speed(group.ships, charts)
    wrong = list(_wrong_path(game, group, order.path, limit, charts, ("shunned",)))
    yield from wrong
    if wrong:
        return
    yield from _wrong_shelter(game, group, order, charts)


def _wrong_shelter(game: Game, group: Group, order: Withdraw, charts: Charts) -> Iterator[Refusal]:
    """A friendly open port or box with room, past no enemy warships [H12.2]."""
    met = [p for p in order.path[1:] if is_barred(game, p, group.side, charts)]
    end = order.path[-1]
    if met:
        what = f"enemy naval combat units are in {', '.join(met)}"
        yield refuse("H12.2", "path", what, _shelters(game, group, charts))
    elif not is_haven(game, end, group.side, charts):
        what = f"{end} is no friendly open port and no box of yours"
        yield refuse("H12.2", "path", what, _shelters(game, group, charts))
    elif end != group.start and not has_room(game, end, group.side, len(group.ships), charts):
        what = f"more than {charts.sailing.stacking} of your naval units would be in {end}"
        yield refuse("H10.3", "path", what, "choose another port, or take fewer ships")
    if order.unload and not any(ship.cargo for ship in group.ships):
        yield refuse("H12.2", "unload", "the ships carry nothing", "leave it out")
    held = ", ".join(ship.id for ship in group.ships if ship.disrupted and ship.cargo)
    if order.unload and held:
        what = f"disrupted ships unload nothing: {held}"
        yield refuse(
            "H10.2", "unload", what, "leave it out, or give these ships an order of their own"
        )
