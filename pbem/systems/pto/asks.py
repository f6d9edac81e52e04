"""Who is asked when, and for how many steps at once [F.2]."""

from collections.abc import Iterable

from pbem.engine.decisions import Decision, key_of
from pbem.engine.steps import Desk
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.dates import season_key
from pbem.systems.pto.sealing import BID_ITEM, STANDING_ITEM
from pbem.systems.pto.state import Game, other

Asks = tuple[Decision, ...]


def ask(
    game: Game,
    desk: Desk[Charts],
    seats: Iterable[str],
    rule: str,
    steps: tuple[str, ...],
    number: int = 0,
) -> Asks:
    """One file for these steps of every seat named that has not answered [F.2].

    `number` tells several files for one step apart, for the id of what they seal.
    """
    covers = tuple(key_of(desk.turn, step) for step in steps)
    item = f"{STANDING_ITEM}{covers[0]}" + (f"-{number}" if number else "")
    return tuple(
        Decision(
            seat=seat,
            rule=rule,
            covers=covers,
            opens=unopened(game, seat),
            seals=(item,) if game.terms.sealed_standing else (),
        )
        for seat in seats
        if seat not in desk.answers
    )


def unopened(game: Game, seat: str) -> tuple[str, ...]:
    """The item with a seat's standing orders that is still closed, if there is one."""
    return (game.sealed[seat],) if seat in game.sealed else ()


def openings(game: Game, side: str) -> Asks:
    """A side's sealed standing orders, wanted before the enemy's move is played [F.1, F.4]."""
    return tuple(
        Decision(seat=seat, rule="F.1", opens=unopened(game, seat))
        for seat in game.seats_of(side)
        if seat in game.sealed
    )


def season(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """The file of the season by every seat; all bids but the last one's are sealed [F.1, F.2]."""
    plain = game.seats[-1]
    found = ask(game, desk, game.seats, "S2.3", (step,))
    return tuple(
        decision
        if decision.seat == plain
        else Decision(
            seat=decision.seat,
            rule=decision.rule,
            covers=decision.covers,
            opens=decision.opens,
            seals=(*bid_items(game, decision.seat, desk.turn), *decision.seals),
        )
        for decision in found
    )


def bid_items(game: Game, seat: str, turn: int) -> tuple[str, ...]:
    """The ids of a seat's sealed bids of a season, one for each nation with a purse [S3.2.1]."""
    nations = (nation for nation in game.nations_of(seat) if nation in game.purses)
    return tuple(f"{BID_ITEM}{season_key(turn)}/{nation}" for nation in nations)


def bids(game: Game, turn: int) -> Asks:
    """The openings of the sealed bids, each seat's in a file alone [F.2]."""
    wanted = (
        (seat, tuple(item for item in bid_items(game, seat, turn) if _nation(item) in game.bids))
        for seat in game.seats
    )
    return tuple(Decision(seat=seat, rule="S3.2.1", opens=items) for seat, items in wanted if items)


def _nation(item: str) -> str:
    return item.rpartition("/")[2]


def phase_3(game: Game, desk: Desk[Charts], side: str, steps: tuple[str, ...]) -> Asks:
    """A side's phase 3: its seats' orders, then the enemy's standing orders [F.2, F.4]."""
    return ask(game, desk, game.seats_of(side), "P3", steps) or openings(game, other(side))
