"""Whether ground orders are legal together [H11]: every defect, with its rule and a way out."""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.orders import Order
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import is_land, land_neighbours
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.rules.r11_landing import attack_too, wrong_landing
from pbem.systems.cartwheel.rules.r11_missions import wrong_fort, wrong_raid
from pbem.systems.cartwheel.rules.r11_plan import GroundOrder, Plan, plan
from pbem.systems.cartwheel.rules.r11_troops import (
    has_enemies,
    is_fit,
    steps_in,
    total_strength,
    why_unfit,
)
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import ALLIED, Game, Troops, other


class Together(Value):
    """A file's ground orders; `sound` is the plan of those that are legal by themselves.

    A unit that does not march takes no room.
    """

    game: Game
    side: str
    plan: Plan
    sound: Plan
    charts: Charts


class Once(Value):
    """Something of which one order of a file disposes: what sort of thing, at which key."""

    kind: str
    key: str
    id: str
    rule: str

    @property
    def name(self) -> str:
        """What it is called: `unit 3D-15`, `an attack on 0707`, `a raid`."""
        return f"{self.kind} {self.id[:40]}".rstrip()


def together(game: Game, side: str, orders: Iterable[Order], charts: Charts) -> Together:
    """A file's ground orders as they are judged; others are passed over."""
    ground = tuple(order for order in orders if isinstance(order, GroundOrder))
    whole = plan(game, side, ground)
    desk = Together(game=game, side=side, plan=whole, sound=whole, charts=charts)
    sound = (order for order in ground if not any(_wrong(desk, order)))
    return replace(desk, sound=plan(game, side, sound))


def wrong_ashore(desk: Together, order: Order) -> Iterator[Refusal]:
    """Every defect of one of the orders; room is looked at where there is none."""
    found = tuple(_wrong(desk, order))
    yield from found or _crowded(desk, order)


def _wrong(desk: Together, order: Order) -> Iterator[Refusal]:
    """Every defect of one order but want of room."""
    game, side, charts = desk.game, desk.side, desk.charts
    if not game.terms.ground_combat and not isinstance(order, Land):
        what = "in this scenario ground units only land [CR35]"
        yield refuse("H17.1", "type", what, "take the order out")
        return
    match order:
        case March():
            yield from _wrong_march(desk, order)
        case Land():
            yield from wrong_landing(game, side, order, desk.plan, charts)
        case Attack():
            yield from _wrong_attack(desk, order)
        case Raid():
            yield from wrong_raid(game, side, order, charts)
        case Fortify():
            yield from wrong_fort(game, side, order, desk.plan, charts)


# --- several orders together ---------------------------------------------------------------------


def once(order: Order) -> tuple[Once, ...]:
    """What only one order of a file may name: units that move, ships, attacks, raids, forts."""
    match order:
        case March():
            return tuple(_unit(id_, "H11.2") for id_ in dict.fromkeys(order.units))
        case Land():
            units = (_unit(id_, "H11.5") for id_ in dict.fromkeys(order.units))
            return (Once(kind="ship", key="ship", id=order.ship, rule="H11.5"), *units)
        case Attack():
            return (Once(kind="an attack on", key="hex", id=order.hex, rule="H11.4"),)
        case Raid():
            return (Once(kind="a raid", key="base", id="", rule="H11.7"),)
        case Fortify():
            return (Once(kind="a Fortification", key="hex", id="", rule="H11.8"),)
    return ()


def _unit(id_: str, rule: str) -> Once:
    return Once(kind="unit", key="units", id=id_, rule=rule)


def _crowded(desk: Together, order: Order) -> Iterator[Refusal]:
    """Too many steps in the hex to which an order that is sound by itself takes units [H11.3]."""
    match order:
        case March():
            yield from _wrong_stack(desk, order.to, order.units)
        case Land():
            yield from _wrong_stack(desk, desk.game.ships[order.ship].at, order.units)


def _wrong_stack(desk: Together, hex_: str, units: Iterable[str]) -> Iterator[Refusal]:
    """Steps above the limit cannot enter a hex; units that leave it make room [H11.3, CR41]."""
    game, plan_ = desk.game, desk.sound
    if not is_land(desk.charts, hex_) or not any(id_ in game.troops for id_ in units):
        return
    arriving = sum(game.troops[id_].steps for id_, to in plan_.arriving.items() if to == hex_)
    leaving = sum(game.troops[id_].steps for id_ in plan_.marching if game.troops[id_].at == hex_)
    staying = steps_in(game, hex_, desk.side) - leaving
    limit = desk.charts.stacking(hex_)
    if arriving and staying + arriving > limit:
        what = f"{staying + arriving} of your steps would be in {hex_}, and it holds {limit}"
        room = count(max(0, limit - staying), "step")
        yield refuse("H11.3", "units", what, f"bring {room} at most")


# --- marches [H11.2] -----------------------------------------------------------------------------


def _wrong_march(desk: Together, order: March) -> Iterator[Refusal]:
    """Fit units of one hex go to the next over land; among enemies only to attack [H11.2]."""
    game, charts = desk.game, desk.charts
    named = (game.troops[id_] for id_ in order.units if id_ in game.troops)
    units = [unit for unit in named if unit.side == desk.side and unit.at in charts.hexes]
    yield from _not_ashore(desk, order)
    for unit in units:
        if refusal := cannot_march(game, unit, charts):
            yield refusal.about(unit.id, "units", _able(desk, unit.at))
    origins = sorted({unit.at for unit in units})
    if len(origins) > 1:
        what = f"the units are in different hexes: {', '.join(origins)}"
        yield refuse("H11.2", "units", what, "give one order for each hex")
    if len(origins) == 1:
        yield from _wrong_step(desk, order, origins[0])
    elif not is_in_play(game, order.to, charts):
        hint = "name a land neighbour of the hex where the units are"
        yield refuse("H2.7", "to", f"{order.to[:40]!r} is no hex in play", hint)


def _not_ashore(desk: Together, order: March) -> Iterator[Refusal]:
    """Units that are not the side's own, or not in a hex."""
    if not order.units:
        yield refuse("H11.2", "units", "no unit is named", "name units of one hex, or take it out")
    for id_ in dict.fromkeys(order.units):
        unit = desk.game.troops.get(id_)
        if unit is None or unit.side != desk.side or unit.at not in desk.charts.hexes:
            what = f"{id_[:40]} is no ground unit of yours ashore"
            yield refuse("H11.2", "units", what, f"able are: {_movers(desk) or 'none'}")


def _movers(desk: Together) -> str:
    """A side's units that could march, for a hint."""
    units = desk.game.troops.values()
    return ", ".join(
        u.id
        for u in units
        if u.side == desk.side
        and u.at in desk.charts.hexes
        and not cannot_march(desk.game, u, desk.charts)
    )


def cannot_march(game: Game, unit: Troops, charts: Charts) -> Refusal | None:
    """Why a unit may not march [H11.2, H11.6]."""
    if unit.dropped == game.now:
        return Refusal(rule="H11.6", what="has dropped this turn and does not march [CR46]")
    if unit.acted == game.now:
        return Refusal(rule="H11.2", what="has acted this turn")
    return why_unfit(unit, charts)


def _able(desk: Together, hex_: str) -> str:
    """The units of a hex that could march, for a hint."""
    units = desk.game.troops_at(hex_, desk.side)
    able = ", ".join(u.id for u in units if not cannot_march(desk.game, u, desk.charts))
    return f"able are: {able}" if able else "nobody there can march: take it out"


def _wrong_step(desk: Together, order: March, origin: str) -> Iterator[Refusal]:
    """The way itself, enemies at its start and at its end [H2.7, H11.2]."""
    game, side = desk.game, desk.side
    ways = land_ways(game, origin, desk.charts)
    if order.to not in ways:
        what = f"no land way leads from {desk.charts.full_name(origin)} to {order.to[:40]!r}"
        near = ", ".join(map(desk.charts.full_name, ways))
        yield refuse("H2.7", "to", what, f"land neighbours: {near or 'none'}")
        return
    contested = has_enemies(game, origin, side)
    if contested and order.to not in (safe := _safe(game, side, ways)):
        what = f"there are enemies in {origin}: its units leave only into a safe hex of their own"
        yield refuse("H11.2", "to", what, f"such are: {', '.join(safe) or 'none; let them stay'}")
    elif has_enemies(game, order.to, side) and order.to not in desk.plan.attacks:
        what = f"there are enemies in {order.to}, and no attack on it is ordered"
        yield refuse("H11.2", "to", what, attack_too(order.to))


def land_ways(game: Game, origin: str, charts: Charts) -> tuple[str, ...]:
    """The hexes in play to which a way by land leads [H2.7]."""
    near = land_neighbours(charts, origin)
    return tuple(hex_ for hex_ in near if is_in_play(game, hex_, charts))


def _safe(game: Game, side: str, hexes: Iterable[str]) -> tuple[str, ...]:
    """Hexes of a side without enemies: whoever stands among enemies leaves into these [H11.2]."""
    own = (hex_ for hex_ in hexes if game.control.get(hex_) == side)
    return tuple(hex_ for hex_ in own if not has_enemies(game, hex_, side))


def open_ways(game: Game, side: str, origin: str, charts: Charts) -> tuple[str, ...]:
    """Where units of a hex may march, into attacks too where their side may make them [H11.2]."""
    ways = land_ways(game, origin, charts)
    if has_enemies(game, origin, side):
        return _safe(game, side, ways)
    barred = no_attacks(game, side)
    return tuple(hex_ for hex_ in ways if not (barred and has_enemies(game, hex_, side)))


# --- attacks [H11.4] -----------------------------------------------------------------------------


def _wrong_attack(desk: Together, order: Attack) -> Iterator[Refusal]:
    """Enemies in the hex, fit attackers in it or entering it, odds of the table [H11.4]."""
    game, side, charts = desk.game, desk.side, desk.charts
    if no_attacks(game, side):
        what = "the Allies make no ground attacks in a general regroup turn"
        yield refuse("H14.5", "hex", what, "take the order out")
    if not has_enemies(game, order.hex, side) or order.hex not in charts.hexes:
        what = f"there are no enemy ground units in {order.hex[:40]!r}"
        there = _targets(desk)
        hint = f"attack one of: {there}" if there else "no enemies are where your units may come"
        yield refuse("H11.4", "hex", what, hint)
        return
    yield from _wrong_attackers(desk, order)
    ids = desk.plan.attackers(game, order.hex, charts)
    attackers = [unit for unit in map(game.troops.__getitem__, ids) if is_fit(unit, charts)]
    if not attackers:
        hint = "name units in the hex, or give it together with the march or landing there"
        yield refuse("H11.4", "units", f"nobody attacks {order.hex}", hint)
        return
    ours = total_strength(attackers, charts)
    theirs = total_strength(game.troops_at(order.hex, other(side)), charts)
    if charts.ground_combat.column(ours, theirs) is None:
        worst = charts.ground_combat.columns[0]
        what = f"the odds are {ours}:{theirs}, below {worst}"
        needed = -(-theirs * worst.attack // worst.defence)
        yield refuse("H11.4", "units", what, f"attack with a CF of {needed} or more")


def no_attacks(game: Game, side: str) -> bool:
    """Whether a side attacks nobody on land: in a turn of general regroup [H14.5]."""
    return side == ALLIED and game.turn.regroup == "yes"


def _wrong_attackers(desk: Together, order: Attack) -> Iterator[Refusal]:
    """Named units that are not there, or cannot attack [H11.4, 2.2.3b~]."""
    arriving = desk.plan.arriving
    for id_ in dict.fromkeys(order.units):
        unit = desk.game.troops.get(id_)
        is_own = unit is not None and unit.side == desk.side
        if unit is None or not is_own or order.hex not in (unit.at, arriving.get(id_)):
            what = f"{id_[:40]} is not in {order.hex} and does not enter it"
            yield refuse("H11.4", "units", what, _fighters(desk, order.hex))
        elif id_ in arriving and arriving[id_] != order.hex:
            what = f"{id_} marches to {arriving[id_]}"
            yield refuse("H11.4", "units", what, "let it do one or the other")
        elif refusal := why_unfit(unit, desk.charts):
            yield refusal.about(id_, "units", _fighters(desk, order.hex))


def _fighters(desk: Together, hex_: str) -> str:
    units = desk.game.troops_at(hex_, desk.side)
    able = ", ".join(unit.id for unit in units if is_fit(unit, desk.charts))
    return f"able in the hex are: {able or 'none'}"


def _targets(desk: Together) -> str:
    """Hexes with enemies where own units are, off which they lie, or next to them, for a hint."""
    own = {u.at for u in desk.game.troops.values() if u.side == desk.side and u.at}
    near = {n for h in own if h in desk.charts.hexes for n in land_neighbours(desk.charts, h)}
    off = {desk.game.ships[id_].at for id_ in own if id_ in desk.game.ships}
    there = (h for h in sorted(own | near | off) if has_enemies(desk.game, h, desk.side))
    return ", ".join(map(desk.charts.full_name, there))
