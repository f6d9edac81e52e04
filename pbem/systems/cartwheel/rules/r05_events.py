"""The Random Events phase: the event, the 11th Hikoshidan, TF-36 [5, H5]."""

from collections.abc import Iterable, Mapping

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import EventName
from pbem.systems.cartwheel.rules.r06_bases import damage_of, is_disrupted, is_operational
from pbem.systems.cartwheel.rules.r06_capacity import PORT, bar_to_base
from pbem.systems.cartwheel.rules.r10_routes import has_room, is_in_play
from pbem.systems.cartwheel.table.events_charts import Tf36Arrived
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    BaseHit,
    EleventhDecided,
    RadarPlaced,
    RandomEvent,
    Tf36Declined,
)
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, CommitTF36
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Floatplane, Game, Told
from pbem.systems.cartwheel.table.turn import Turn

# --- 5.1 the random event ------------------------------------------------------------------------


def random_event(game: Game, charts: Charts, dice: Dice) -> Told:
    """Throw for the Random Events table and apply the row [5.1, H5.1]; nobody's choice (AMB-10)."""
    roll = dice.roll("5.1", "event", sides=charts.dice.sides)
    game = game.with_turn(replace(game.turn, event=roll.dice[0]))
    row = charts.events.table.at(roll.dice[0]).event
    if row == "volcano":
        return _erupts(game, roll, charts, dice)
    after = _happens(game, row, charts)
    event = RandomEvent(to=ALL, roll=roll, row=row, works=after != game, side=after.turn.radar)
    return after, (event,)


def _happens(game: Game, row: EventName, charts: Charts) -> Game:
    """The game with a row's effect [H5.1]; the same game where there can be none."""
    match row:
        case "japanese-ace":
            return _ace_waits(game, JAPANESE, charts)
        case "allied-ace":
            return _ace_waits(game, ALLIED, charts)
        case "convoy":
            more = charts.events.convoy
            pools = game.pools.set(JAPANESE, game.pools[JAPANESE] + more)
            return replace(game, pools=pools, turn=replace(game.turn, convoy=more))
        case "submarine" if not game.ships[charts.submarine.unit].steps:
            return game
        case _:
            return game.with_turn(_flagged(game, row, charts))


def _flagged(game: Game, row: EventName, charts: Charts) -> Turn:
    """What holds this turn, with the flag of a row [H5.1]."""
    side = next((s for s in (ALLIED, JAPANESE) if radar_bases(game, s, charts)), "")
    return replace(
        game.turn,
        storm=row == "storm",
        submarine=row == "submarine",
        coastwatch=row == "coastwatchers",
        radar=side if row == "radar" else "",
        magic=row == "magic",
    )


def _erupts(game: Game, roll: Roll, charts: Charts, dice: Dice) -> Told:
    """The volcano at Rabaul: a second die says whether its airbase is disrupted [H5.1]."""
    again = dice.roll("5.1", "event", "#2", sides=charts.dice.sides)
    base, limits = game.bases.get(charts.events.volcano_base), None
    if base is not None and is_operational(base) and not is_disrupted(base, charts):
        limits = damage_of(base.id, charts)
    works = limits is not None and charts.events.volcano.at(again.dice[0]).disrupted
    event = RandomEvent(to=ALL, roll=roll, row="volcano", again=(again,), works=works)
    if base is None or limits is None or not works:
        return game, (event,)
    hits = limits.disrupted
    shaken = BaseHit(
        to=ALL, base=base.id, hits=hits - base.hits, total=hits, effect="disrupted", cause="event"
    )
    return game.with_base(replace(base, hits=hits)), (event, shaken)


def _ace_waits(game: Game, side: str, charts: Charts) -> Game:
    """A side has an Ace marker to place, if one is left and a fighter to carry it [H5.1.1, CR9]."""
    left = game.aces.get(side, 0) < charts.markers.ace[side]
    carriers = any(
        unit.side == side
        and unit.arrived
        and charts.air[unit.id].model.type == "F"
        and unit.steps == charts.air[unit.id].model.steps
        for unit in game.air.values()
    )
    return game.with_turn(replace(game.turn, ace=side)) if left and carriers else game


def radar_bases(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Bases that a side may give a Radar marker [H5.1]; none if all its markers are placed.

    An own operational fixed base without one; for the Japanese one of those on the chart.
    """
    placed = sum(base.radar and base.owner == side for base in game.bases.values())
    if placed >= charts.markers.radar[side]:
        return ()
    return tuple(
        base.id
        for base in game.bases.values()
        if base.owner == side and is_operational(base) and not base.radar
        and charts.bases[base.id].is_fixed
        and (side == ALLIED or base.id in charts.events.radar)
    )  # fmt: skip


def place_radar(game: Game, side: str, base: str) -> Told:
    """A Radar marker on a base, for as long as its owner holds it [H5.1]."""
    game = game.with_base(replace(game.bases[base], radar=True))
    return game.with_turn(replace(game.turn, radar="")), (
        RadarPlaced(to=ALL, side=side, base=base),
    )


def place_ace(game: Game, side: str) -> Told:
    """An Ace marker on a fighter that its owner keeps to himself [H5.1]."""
    aces = game.aces.set(side, game.aces.get(side, 0) + 1)
    game = replace(game, aces=aces, turn=replace(game.turn, ace=""))
    return game, (AcePlaced(to=ALL, side=side),)


# --- 5.2 the 11th Hikoshidan ---------------------------------------------------------------------


def eleventh_problem(game: Game, unit: str, base: str, charts: Charts) -> str:
    """The rule that keeps a unit of the 11th from a base when it is committed; empty if none.

    Rabaul unless destroyed, or Truk; a Rufe also a port or a mobile base that is undisrupted
    [5.2c, 6.3.6~]. Units aboard a carrier stay there [H5.2], which is not asked here. Capacity is
    counted by the owner.
    """
    rule = bar_to_base(charts, game, unit, base)
    if rule:
        return "5.2c" if rule in ("6.3", "6.6.3", "6.5.2~") else rule
    if charts.air[unit].model.is_floatplane and base not in charts.printed.eleventh:
        anew = base.startswith(PORT) or not is_disrupted(game.bases[base], charts)
        return "" if anew else "5.2c"
    return "" if base in charts.printed.eleventh else "5.2c"


def commit_eleventh(game: Game, order: CommitEleventh, charts: Charts) -> Told:
    """Whether the 11th is committed this turn [5.2a]: if so, the Allies earn points [5.2b].

    Rufes at ports stand on the map [5.2c, 6.3.6~]. If it is not, all its units go to Truk, where
    none is disrupted [5.2d].
    """
    event = EleventhDecided(to=ALL, commit=order.commit, ports=order.ports)
    turn = replace(game.turn, eleventh="yes" if order.commit else "no")
    game = replace(game.with_turn(turn), floatplanes=_at_ports(game, order, charts))
    if order.commit:
        return game.awarded(ALLIED, charts.printed.committed, "5.2b", "commitment"), (event,)
    rested = (
        replace(unit, disrupted=False)
        for unit in game.air.values()
        if charts.air[unit.id].is_eleventh and unit.arrived
    )
    return game.with_air(rested), (event,)


def _at_ports(game: Game, order: CommitEleventh, charts: Charts) -> FrozenMap[Floatplane]:
    """The 11th's Rufes at ports, Ready; steps and disruption as their owner tells (AMB-3)."""
    others = {id_: p for id_, p in game.floatplanes.items() if not charts.air[id_].is_eleventh}
    placed = {
        id_: Floatplane(
            id=id_,
            side=JAPANESE,
            hex=hex_,
            steps=order.steps.get(id_, game.air[id_].steps),
            disrupted=id_ in order.disrupted,
        )
        for id_, hex_ in order.ports.items()
        if order.commit
    }
    return FrozenMap(others | placed)


# --- 5.3 TF-36 -----------------------------------------------------------------------------------


def bar_to_commit_tf36(game: Game, charts: Charts) -> str:
    """The rule that forbids to commit TF-36 this turn; empty if it is available [5.3, H5.3.2].

    Not in a turn after one of commitment, not more often or earlier than the scenario says.
    """
    afloat = any(id_ in game.ships and game.ships[id_].steps for id_ in charts.tf36.ships)
    if not afloat or len(game.tf36_turns) >= game.terms.tf36_limit:
        return "H5.3.2"
    if game.now < game.terms.tf36_from or game.now - 1 in game.tf36_turns:
        return "H5.3.2"
    return ""


def bar_to_enter_tf36(game: Game, place: str, charts: Charts) -> str:
    """The rule that keeps TF-36 from appearing at a place; empty if it may [H5.3.3].

    Its box, or an entry hex of it with room and without enemy ships [CR10].
    """
    box = charts.boxes[charts.tf36.box]
    if place == box.id:
        return ""
    if place not in box.entries or not is_in_play(game, place, charts):
        return "H5.3.3"
    if any(game.ships_at(place, JAPANESE)):
        return "H5.3.3"
    many = sum(game.ships[id_].steps > 0 for id_ in charts.tf36.ships)
    return "" if has_room(game, place, ALLIED, many, charts) else "H10.3"


def commit_tf36(game: Game, order: CommitTF36, charts: Charts) -> Told:
    """Whether TF-36 comes this turn [5.3]: it is placed with its aircraft, the enemy earns points.

    Its ships are undisrupted, its air units Ready aboard [H5.3.3]. That it stays away is told where
    it might have come.
    """
    if not order.commit:
        return game, () if bar_to_commit_tf36(game, charts) else (Tf36Declined(to=ALL),)
    turn = replace(game.turn, tf36=True)
    game = replace(game, tf36_turns=(*game.tf36_turns, game.now), turn=turn)
    ships = (game.ships[id_] for id_ in charts.tf36.ships)
    game = game.with_ships(
        replace(ship, at=order.hex, disrupted=False, supplied=True) for ship in ships if ship.steps
    )
    bases = decks(game, charts)
    game = game.with_air(
        replace(game.air[id_], arrived=True, disrupted=False, base=base, seen=game.now)
        for id_, base in bases.items()
    )
    game = game.awarded(JAPANESE, charts.tf36.committed, "H5.3.2", "TF-36")
    return game, (Tf36Arrived(to=ALL, hex=order.hex, units=FrozenMap(bases)),)


def entered(game: Game, orders: Iterable[object], charts: Charts) -> Game:
    """The state that a file's open orders leave: TF-36 stands where they commit it [H5.3.3]."""
    comes = (order for order in orders if isinstance(order, CommitTF36) and order.commit)
    order = next(comes, None)
    return commit_tf36(game, order, charts)[0] if order else game


def decks(game: Game, charts: Charts) -> Mapping[str, str]:
    """Where TF-36's air units stand: on their carriers, as many as these still hold.

    Those left over are in the task force's box [CR11].
    """
    bases: dict[str, str] = {}
    for ship_id, units in charts.tf36.aboard.items():
        ship = game.ships[ship_id]
        room = charts.naval[ship_id].factors(ship.steps).air if ship.steps else 0
        alive = [id_ for id_ in sorted(units) if game.air[id_].steps]
        bases |= {id_: ship_id if k < room else charts.tf36.box for k, id_ in enumerate(alive)}
    return bases
