"""Victory points at the end, levels of victory, resignation [16, H16]."""

from typing import Literal

from pbem.engine.events import ALL, Event
from pbem.engine.steps import Verdict
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.rules.r14_regroup import eleventh_mourned
from pbem.systems.cartwheel.rules.r15_reinforcements import next_turn
from pbem.systems.cartwheel.table.events_turn import GameEnded, OccupationScored
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, SIDES, Ending, Game, Told, other

Reason = Literal["points", "resigned"]
REASONS: dict[Reason, str] = {
    "points": "on points [H16.3]",
    "resigned": "the other side resigned [H16.4]",
}


def end_turn(game: Game, charts: Charts) -> Told:
    """The Victory Points phase [4.10]: the next turn begins, or after the last the game ends.

    In the last turn all statements that earn points must have been made (E.6).
    """
    if game.now < game.terms.last_turn:
        return next_turn(game, charts)
    return on_points(game, charts)


def on_points(game: Game, charts: Charts) -> Told:
    """The end after the last turn: points for occupation, then the level by margin [H16.2, H16.3].

    In a scenario without occupation there are none of these [H17.1]. Units of the 11th that were
    stated as lost after 14.2 are paid now [5.2e].
    """
    events: tuple[Event, ...] = ()
    game = eleventh_mourned(game, charts)
    if game.terms.occupation:
        game, events = _scored(game, charts)
    level = charts.level(game.terms.rule, margin(game))
    game, told = _ended(game, level.winner, level.level, "points")
    return game, (*events, *told)


def _scored(game: Game, charts: Charts) -> Told:
    """Points for hexes and for Rabaul's airbase, as they are at the end [H16.2]."""
    held, rabaul = occupied(game, charts), rabaul_points(game, charts)
    for hex_, (side, points) in held.items():
        game = game.awarded(side, points, "H16.2", hex_)
    game = game.awarded(ALLIED, rabaul, "H16.2", charts.initiative.rabaul)
    event = OccupationScored(
        to=ALL,
        holders=FrozenMap({hex_: side for hex_, (side, _) in held.items()}),
        points=FrozenMap({hex_: points for hex_, (_, points) in held.items()}),
        rabaul=rabaul,
    )
    return game, (event,)


def score(game: Game, _: Charts) -> FrozenMap[int]:
    """Each side's half points so far [H16.1]."""
    return FrozenMap({side: game.points(side) for side in SIDES})


def margin(game: Game) -> int:
    """The Allied points less the Japanese, in half points [H16.3]."""
    return game.points(ALLIED) - game.points(JAPANESE)


def occupied(game: Game, charts: Charts) -> FrozenMap[tuple[str, int]]:
    """Hexes that earn a side points now, with that side and its half points [H16.2, 3.0f].

    An own ground unit must be in the hex and no enemy one: having passed through is not enough.
    Only hexes of the scenario's area count.
    """
    held: dict[str, tuple[str, int]] = {}
    for hex_, worth in charts.occupation.items():
        sides = {unit.side for unit in game.troops_at(hex_)}
        if len(sides) == 1 and is_in_play(game, hex_, charts):
            side = sides.pop()
            points = worth.allied if side == ALLIED else worth.japanese
            if points:
                held[hex_] = (side, points)
    return FrozenMap(held)


def rabaul_points(game: Game, charts: Charts) -> int:
    """The Allied half points for the state of Rabaul's airbase at the end [H16.2, CR14]."""
    base = game.bases.get(charts.initiative.rabaul)
    if base is None:
        return 0
    if base.status == "destroyed":
        return charts.points.rabaul_destroyed
    return charts.points.rabaul_disrupted if is_disrupted(base, charts) else 0


def resign(game: Game, seat: str, charts: Charts) -> Told:
    """A seat gives up: the other side wins decisively [H16.4]."""
    winner = other(game.side_of(seat))
    won = (row for row in charts.levels[game.terms.rule].rows if row.winner == winner)
    decisive = next(row for row in won if row.low is None or row.high is None)
    return _ended(game, winner, decisive.level, "resigned")


def verdict(game: Game) -> Verdict | None:
    """The result, its level without the side's name [H16.3]; None while the game goes on."""
    ending = game.ending
    if ending is None:
        return None
    grade = ending.level.removeprefix(f"{ending.winner.capitalize()} ")
    return Verdict(winner=ending.winner, grade=grade, reason=ending.reason)


def ruled(game: Game, side: str, points: int, _: Charts) -> Told:
    """Half points that a ruling gives a side, or takes from it (protocol 10)."""
    return game.awarded(side, points, "ruling", "ruling"), ()


def _ended(game: Game, winner: str, level: str, reason: Reason) -> Told:
    scores = FrozenMap({side: game.points(side) for side in SIDES})
    ending = Ending(winner=winner, level=level, reason=REASONS[reason], points=scores)
    event = GameEnded(
        to=ALL, winner=winner, level=level, reason=reason, points=scores, margin=margin(game)
    )
    return replace(game, ending=ending), (event,)
