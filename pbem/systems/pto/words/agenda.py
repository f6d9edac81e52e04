"""What a file is needed for, in words for everybody: what it opens, what it can decide [F.2, F.3].

What the seat has nothing for is left out: no naval movement without ships, no bombing of Japan
without bombers in reach.
"""

from collections.abc import Iterator

from pbem.counting import nth
from pbem.engine.decisions import Decision
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import turn_title
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, LENDERS, other, side_of
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, STANDING_ITEM, seals_bids
from pbem.systems.pto.rules.map import air_distance, is_grounded
from pbem.systems.pto.rules.month.p2_strategic import BOMBERS
from pbem.systems.pto.rules.month.p4_costs import can_afford
from pbem.systems.pto.rules.month.p4_turns import declines
from pbem.systems.pto.rules.month.p5_movement import cannot_march, rail_reach, shores
from pbem.systems.pto.rules.month.p6_course import reach_of
from pbem.systems.pto.rules.month.p6_end import cannot_replenish, damaged
from pbem.systems.pto.rules.units import kind, reach
from pbem.systems.pto.table.naming import all_of, nation_name
from pbem.systems.pto.table.orders_month import APPENDED, March, Replenish
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game


def agenda(game: Game, decision: Decision, charts: Charts) -> tuple[str, ...]:
    """What the seat's next file opens and decides, in that order."""
    return tuple(_agenda(game, decision, charts))


def _agenda(game: Game, decision: Decision, charts: Charts) -> Iterator[str]:
    bids = [item.rpartition("/")[2] for item in decision.opens if item.startswith(BID_ITEM)]
    if bids:
        yield f"the bid of {all_of(bids)}, which it opens"
    if any(item.startswith(STANDING_ITEM) for item in decision.opens):
        yield "the sealed standing orders of the file before, which it opens"
    yield from (f"{title(decision)}, {part}" for part in decided(game, decision, charts))


def title(decision: Decision) -> str:
    """The month or season of what a file decides."""
    turn, _, step = decision.covers[0].partition("/")
    return turn_title(int(turn), step)


def decided(game: Game, decision: Decision, charts: Charts) -> Iterator[str]:
    """The parts of a month or season that the seat has something for; none if it only opens."""
    if not decision.covers:
        return
    steps = {key.partition("/")[2].partition("-")[0] for key in decision.covers}
    seat = decision.seat
    if "S2.3" in steps:
        yield from _season(game, decision)
    if "P3.1" in steps:
        yield from _phase_3(game, seat, charts)
    if APPENDED in steps:
        able = all_of(map(nation_name, _performing(game, seat, charts)))
        yield f"the first offensive of the month, of {able}, if it shall be appended"
    if "P4" in steps and game.month.closing != seat:
        yield from _offensives(game, seat, charts)
    if "P5" in steps or ("P4" in steps and game.month.closing == seat):
        yield from ends(game, seat, charts)
    if steps & {"P0", "S2.3", "P5"}:
        yield from _next_phase_2(game, seat, charts)
    yield "standing orders"


def _season(game: Game, decision: Decision) -> Iterator[str]:
    seat = decision.seat
    bidding = game.purses_of(seat)
    if not game.has_bids_alone:
        lenders = [one for one in bidding if one in LENDERS and game.purses[one].points]
        if "CN" in game.purses and lenders:
            yield "lend-lease to China"
        yield "repair and construction"
    if bidding:
        how = "sealed" if seals_bids(decision.seals) else "open: all others lie sealed"
        yield f"the bid for offensives of {all_of(map(nation_name, bidding))} ({how})"
    yield "who goes first in phase 3, should its side have the initiative"


def _phase_3(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    sails = has_ships(game, seat)
    flies = any(
        unit.nation in game.nations_of(seat)
        and not unit.committed
        and not is_grounded(game, charts, game.where(unit))
        for unit in game.air.values()
    )
    if sails:
        yield "first naval movement"
    if flies:
        yield "air attacks"
    if sails and _meets_enemies(game, seat, charts):
        yield "naval attacks"
    if flies:
        yield "air movement"


def _meets_enemies(game: Game, seat: str, charts: Charts) -> bool:
    """Whether an enemy is at sea where a task force of the seat is or could go [P3.3.1, PH5.1]."""
    nations, enemy = game.nations_of(seat), other(game.side_of_seat(seat))
    hostile = [
        force.at
        for force in game.forces.values()
        if side_of(force.nation) == enemy and charts.areas[force.at].sea
    ]
    return any(
        air_distance(charts, force.at, at) * charts.travel.leave <= reach_of(game, force, charts)
        for force in game.forces.values()
        if force.nation in nations
        for at in hostile
    )


def has_ships(game: Game, seat: str) -> bool:
    """Whether a seat has ships that may leave where they are [PH12.4]."""
    nations = game.nations_of(seat)
    return any(ship.nation in nations and not ship.laid_up for ship in game.ships.values())


def _offensives(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    able = map(nation_name, _performing(game, seat, charts))
    number = nth(game.month.offensives + 1)
    yield f"offensives: the {number} of the month, of {all_of(able)}, or a pass"
    if seat in game.month.plans:
        yield "the month's end, if a pass shall change what an earlier one brought"
    else:
        yield "the month's end, if it shall come with a pass"


def _performing(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """The nations of a seat that could perform an offensive now [P0.5, PH13.4]."""
    for nation in game.purses_of(seat):
        if can_afford(game, nation, charts) and not declines(game, seat, nation):
            yield nation


def _can_move(game: Game, unit: Ground, charts: Charts) -> bool:
    """Whether a ground unit can march, go by rail or go ashore in phase 5 [P5.1, P5.2, PH12.6]."""
    side, line = side_of(unit.nation), charts.transport.rail.get(unit.nation)
    if not unit.move or unit.mark:
        return False
    if not unit.at:
        return bool(shores(game, unit, charts))
    links = (to for to in charts.areas[unit.at].land_links if to in game.areas)
    marches = (March(unit=unit.id, path=(to,)) for to in links)
    if any(cannot_march(game, side, march, charts) is None for march in marches):
        return True
    return line is not None and bool(rail_reach(game, side, unit.at, line.areas, charts))


def ends(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """The parts of the end of the month that a seat has something for [P5, P6]."""
    nations = game.nations_of(seat)
    own = [unit for unit in game.ground.values() if unit.nation in nations]
    if any(_can_move(game, unit, charts) for unit in own):
        yield "ground movement"
    if has_ships(game, seat):
        yield "second naval movement"
    dead = (unit for unit in game.dead.values() if unit.nation in nations)
    if any(not cannot_replenish(game, Replenish(unit=one.id), (), charts) for one in dead):
        yield "replenishment"
    if any(
        here.nation in nations
        and not game.is_contested(area)
        and len(damaged(game, area, charts)) > 1
        for area, here in game.areas.items()
    ):
        yield "repair: of what first, where more than one thing is damaged"


def _next_phase_2(game: Game, seat: str, charts: Charts) -> Iterator[str]:
    """Strategic warfare of the month to come [P2.0], whose orders lie in the last file before."""
    if game.terms.no_strategic:
        return
    nations = game.nations_of(seat)
    if game.side_of_seat(seat) == JAPANESE:
        yield "the defence of Japan against bombers, in phase 2"
        return
    if "US" in nations and any(_reaches_japan(game, unit, charts) for unit in game.air.values()):
        yield "the bombing of Japan in phase 2"
    if any(ship.kind == "SS" and ship.nation in nations for ship in game.ships.values()):
        yield "the blockade of Japan in phase 2"


def _reaches_japan(game: Game, unit: AirUnit, charts: Charts) -> bool:
    """Whether a bomber is near enough to Japan; the next month's weather is not known [PH4.1]."""
    if side_of(unit.nation) != ALLIED or kind(game, charts, unit) not in BOMBERS:
        return False
    distance = air_distance(charts, game.where(unit), charts.bombing.target)
    return distance <= reach(game, charts, unit)
