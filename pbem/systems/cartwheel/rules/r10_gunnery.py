"""Surface combat: rounds, targets, breaking off [H10.4]."""

from collections.abc import Iterator, Sequence

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import harm_of, hit
from pbem.systems.cartwheel.rules.r10_routes import has_room, refuge
from pbem.systems.cartwheel.rules.r10_ships import cargo_of, factors, is_warship, warships
from pbem.systems.cartwheel.table.events_air import Score
from pbem.systems.cartwheel.table.events_sea import BattleOver, BrokeOff, GunsFired, Shot
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, SIDES, Game, Ship, Told, other

CAUTION = ("round1", "half", "never")
"""Break-off values, the most cautious first [H10.4.3, CR37]."""


class Engagement(Value):
    """A group that has come upon the enemy in the last hex of the `path` it has sailed."""

    mission: str
    mover: str
    group: tuple[str, ...]
    path: tuple[str, ...]

    @property
    def hex(self) -> str:
        """Where the ships meet."""
        return self.path[-1]


def has_battle(game: Game, place: str, charts: Charts) -> bool:
    """Whether both sides have ships in a hex, and one of them a naval combat unit [H10.4]."""
    both = all(any(game.ships_at(place, side)) for side in SIDES)
    return both and any(warships(game, place, side, charts) for side in SIDES)


def fight(game: Game, meeting: Engagement, charts: Charts, dice: Dice) -> Told:
    """Rounds of fire until one side is gone, or the last round is over [H10.4, H10.4.3]."""
    events: list[Event] = []
    start = FrozenMap({side: combat_steps(game, meeting.hex, side, charts) for side in SIDES})
    for number in range(1, charts.gunnery.rounds + 1):
        if not has_battle(game, meeting.hex, charts):
            break
        game, fired = _fire(game, meeting, number, charts, dice)
        game, left = _break_off(game, meeting, start, charts)
        events += (*fired, *left)
    present = [side for side in SIDES if any(game.ships_at(meeting.hex, side))]
    held = present[0] if len(present) == 1 else ""
    over = BattleOver(to=ALL, mission=meeting.mission, hex=meeting.hex, held=held)
    return game, (*events, over)


def combat_steps(game: Game, place: str, side: str, charts: Charts) -> int:
    """The steps of a side's naval combat units in a hex [H10.4.3]."""
    return sum(ship.steps for ship in warships(game, place, side, charts))


# --- fire ----------------------------------------------------------------------------------------


def _fire(game: Game, meeting: Engagement, number: int, charts: Charts, dice: Dice) -> Told:
    """One round: all fire at what they see at its start, then all harm is done [H10.4]."""
    shots: list[Shot] = []
    for side in (meeting.mover, other(meeting.mover)):
        enemies = tuple(game.ships_at(meeting.hex, other(side)))
        firers = guns(tuple(game.ships_at(meeting.hex, side)), charts)
        for firer, target in aim(firers, enemies, charts):
            shots.append(_shoot(game, (meeting.mission, number), firer, target, charts, dice))
    event = GunsFired(
        to=ALL, mission=meeting.mission, hex=meeting.hex, round=number, shots=tuple(shots)
    )
    events: list[Event] = [event]
    for shot in shots:
        if shot.harm and game.ships[shot.target].steps:
            game, told = hit(game, shot.target, shot.harm, charts)
            events += told
    return game, tuple(events)


def guns(ships: Sequence[Ship], charts: Charts) -> list[Ship]:
    """Those naval combat units that have guns, disrupted or not, by id [H10.4]."""
    return [s for s in ships if is_warship(s, charts) and factors(s, charts).af > 0]


def aim(
    firers: Sequence[Ship], enemies: Sequence[Ship], charts: Charts
) -> Iterator[tuple[Ship, Ship]]:
    """Who fires at whom: combat units by AF, then transports for firers in excess [H10.4]."""
    in_order = sorted(enemies, key=lambda s: (-factors(s, charts).af, s.id))
    fighting = [ship for ship in in_order if is_warship(ship, charts)]
    helpless = [ship for ship in in_order if not is_warship(ship, charts)]
    for k, firer in enumerate(firers):
        if k < len(fighting):
            yield firer, fighting[k]
        elif helpless:
            yield firer, helpless[(k - len(fighting)) % len(helpless)]
        elif fighting:
            yield firer, fighting[k % len(fighting)]


def _shoot(
    game: Game, when: tuple[str, int], firer: Ship, target: Ship, charts: Charts, dice: Dice
) -> Shot:
    """One ship's die in a round of a mission [H10.4.1]."""
    mission, number = when
    roll = dice.roll("10.4", "fire", mission, f"r{number}", firer.id, sides=charts.dice.sides)
    terms = {
        "AF": factors(firer, charts).af,
        "DF": -factors(target, charts).df,
        **_modifiers(game, number, firer, target, charts),
    }
    score = Score(roll=roll, terms=FrozenMap(terms))
    harm = harm_of(charts.gunnery.results.at(score.total))
    return Shot(firer=firer.id, target=target.id, score=score, harm=harm)


def _modifiers(
    game: Game, number: int, firer: Ship, target: Ship, charts: Charts
) -> dict[str, int]:
    """The modifiers of naval gunnery that apply, by word [H10.4.2]."""
    chart, late = charts.gunnery, game.now >= charts.gunnery.late_turn
    has_torpedoes = charts.naval[firer.id].type in chart.torpedo_types
    drms = {
        "torpedoes": chart.torpedoes
        if firer.side == JAPANESE and has_torpedoes and number == 1 and not late
        else 0,
        "radar": chart.radar if firer.side == ALLIED and late else 0,
        "firer disrupted": chart.disrupted if firer.disrupted else 0,
        "carrier": chart.carrier if charts.naval[target.id].is_carrier else 0,
    }
    return {word: drm for word, drm in drms.items() if drm}


# --- breaking off --------------------------------------------------------------------------------


def _break_off(game: Game, meeting: Engagement, start: FrozenMap[int], charts: Charts) -> Told:
    """After a round: a side whose condition is met leaves, the mover first [H10.4.3, CR38]."""
    events: list[Event] = []
    for side in (meeting.mover, other(meeting.mover)):
        meets = has_battle(game, meeting.hex, charts)
        if meets and wants_out(game, meeting.hex, side, start[side], charts):
            game, event = _leave(game, meeting, side, charts)
            events.append(event)
    return game, tuple(events)


def wants_out(game: Game, place: str, side: str, start: int, charts: Charts) -> bool:
    """Whether a side's break-off is met after a round, which had `start` combat steps [H10.4.3].

    The most cautious of its ships decides. Transports alone have lost half of nothing: they
    leave unless they are told never to [CR37].
    """
    value = min((s.break_off for s in game.ships_at(place, side)), key=CAUTION.index)
    if value == "half":
        return 2 * combat_steps(game, place, side, charts) <= start
    return value == "round1"


def _leave(game: Game, meeting: Engagement, side: str, charts: Charts) -> tuple[Game, BrokeOff]:
    """A side's ships leave the hex if they can: the group back along its path, others to port."""
    ships = tuple(game.ships_at(meeting.hex, side))
    back = way_back(game, meeting, charts) if side == meeting.mover else ""
    gone: dict[str, str] = {}
    for ship in ships:
        place = back if ship.id in meeting.group else refuge(game, ship, charts)
        if place:
            gone[ship.id] = place
            game = game.with_ships((replace(ship, at=place),))
    stay = tuple(ship.id for ship in ships if ship.id not in gone)
    event = BrokeOff(
        to=ALL, mission=meeting.mission, side=side, hex=meeting.hex, ships=FrozenMap(gone),
        stay=stay, cargo=cargo_of(game, gone),
    )  # fmt: skip
    return game, event


def way_back(game: Game, meeting: Engagement, charts: Charts) -> str:
    """The last place on the group's path without enemy ships and with room; empty if none."""
    group = sum(game.ships[id_].at == meeting.hex for id_ in meeting.group)
    places = (
        place
        for place in reversed(meeting.path[:-1])
        if not any(game.ships_at(place, other(meeting.mover)))
        and has_room(game, place, meeting.mover, group, charts)
    )
    return next(places, "")
